//! Close combat: T-MELEE. No exception for squares (NQ-MEL-59), no row for some pairs (NQ-MEL-60).

use firelock_core::{Chart, Group, Quantity, Step};

use super::row;
use crate::clauses::*;
use crate::facts::Bout;
use crate::words::{Cover, Formation, Quality};

/// What is added to the combat die of a base.
pub static T_MELEE: Chart<Bout> = Chart {
    id: "T-MELEE",
    total: Quantity::Score,
    steps: &[
        Step::Add(row("charging", NQ_MEL_40, "charging", 2, |bout| bout.charging.into())),
        Step::Add(row("lance-infantry", NQ_MEL_41, "lances against infantry", 2, |bout| {
            (bout.lance && bout.enemy.is_foot()).into()
        })),
        Step::Add(row("lance-cavalry", NQ_MEL_41, "lances against cavalry", 1, |bout| {
            (bout.lance && bout.enemy.is_horse()).into()
        })),
        Step::Add(row("cuirass", NQ_MEL_42, "charging in cuirass", 1, |bout| bout.cuirass.into())),
        Step::Add(row("command", NQ_MEL_43, "command unit attached", 1, |bout| bout.command.into())),
        Step::Add(row("higher", NQ_MEL_44, "on higher ground", 1, |bout| bout.higher.into())),
        Step::Add(row("flank", NQ_MEL_45, "charging flank or rear", 2, |bout| bout.flank.into())),
        Step::Add(row("elite", NQ_MEL_46, "elite", 2, |bout| (bout.quality == Quality::Elite).into())),
        Step::Add(row("veteran", NQ_MEL_46, "veteran", 1, |bout| (bout.quality == Quality::Veteran).into())),
        Step::Add(row("raw", NQ_MEL_46, "raw", -1, |bout| (bout.quality == Quality::Raw).into())),
        Step::Of(
            Group::All,
            &[
                row("attack-column-unformed", NQ_MEL_47, "attack column against unformed infantry", 3, |bout| {
                    (bout.own.is_foot_in(Formation::AttackColumn) && bout.enemy.is_unformed_foot()).into()
                }),
                row("attack-column-formed", NQ_MEL_47, "attack column against formed infantry", 2, |bout| {
                    (bout.own.is_foot_in(Formation::AttackColumn) && bout.enemy.is_formed_foot()).into()
                }),
                row("column-unformed", NQ_MEL_48, "column against unformed infantry", 2, |bout| {
                    (bout.own.is_foot_in(Formation::Column) && bout.enemy.is_unformed_foot()).into()
                }),
                row("column-formed", NQ_MEL_48, "column against formed infantry", 1, |bout| {
                    (bout.own.is_foot_in(Formation::Column) && bout.enemy.is_formed_foot()).into()
                }),
                row("no-square", NQ_MEL_49, "infantry out of square against cavalry", -3, |bout| {
                    (bout.own.is_formed_foot() && !bout.own.is_foot_in(Formation::Square) && bout.enemy.is_horse())
                        .into()
                }),
                row("square", NQ_MEL_50, "square against formed infantry", -2, |bout| {
                    (bout.own.is_foot_in(Formation::Square) && bout.enemy.is_formed_foot()).into()
                }),
                row("open-infantry", NQ_MEL_51, "open order against formed infantry", -3, |bout| {
                    (bout.own.is_open_foot() && bout.enemy.is_formed_foot()).into()
                }),
                row("open-cavalry", NQ_MEL_51, "open order against formed cavalry", -4, |bout| {
                    (bout.own.is_open_foot() && bout.enemy.is_formed_horse()).into()
                }),
                row("unformed-infantry", NQ_MEL_52, "unformed against formed infantry", -4, |bout| {
                    (bout.own.is_unformed_foot() && bout.enemy.is_formed_foot()).into()
                }),
                row("unformed-cavalry", NQ_MEL_52, "unformed against formed cavalry", -5, |bout| {
                    (bout.own.is_unformed_foot() && bout.enemy.is_formed_horse()).into()
                }),
                row("cavalry", NQ_MEL_53, "cavalry in line or column against formed infantry", 2, |bout| {
                    let in_order = bout.own.is_horse_in(Formation::Line) || bout.own.is_horse_in(Formation::Column);
                    (in_order && bout.enemy.is_formed_foot() && !bout.square_holds).into()
                }),
                row("echelon", NQ_MEL_54, "cavalry in echelon against formed infantry", 3, |bout| {
                    (bout.own.is_horse_in(Formation::Echelon) && bout.enemy.is_formed_foot() && !bout.square_holds)
                        .into()
                }),
                row("cavalry-line", NQ_MEL_55, "cavalry in line against cavalry in column", 1, |bout| {
                    (bout.own.is_horse_in(Formation::Line) && bout.enemy.is_horse_in(Formation::Column)).into()
                }),
                row("cavalry-open", NQ_MEL_56, "cavalry in open order against formed cavalry", -1, |bout| {
                    (bout.own.is_open_horse() && bout.enemy.is_formed_horse()).into()
                }),
                row("cavalry-unformed", NQ_MEL_57, "unformed cavalry against formed cavalry", -2, |bout| {
                    (bout.own.is_unformed_horse() && bout.enemy.is_formed_horse()).into()
                }),
                row("cavalry-unformed-infantry", NQ_MEL_57, "unformed cavalry against formed infantry", -1, |bout| {
                    (bout.own.is_unformed_horse() && bout.enemy.is_formed_foot()).into()
                }),
            ],
        ),
        Step::Of(
            Group::First,
            &[
                row("light-cover", NQ_MEL_58, "enemy in light cover", -1, |bout| {
                    (bout.enemy_cover == Cover::Light).into()
                }),
                row("medium-cover", NQ_MEL_58, "enemy in medium cover", -2, |bout| {
                    (bout.enemy_cover == Cover::Medium).into()
                }),
                row("hard-cover", NQ_MEL_58, "enemy in hard cover", -3, |bout| {
                    (bout.enemy_cover == Cover::Hard).into()
                }),
            ],
        ),
    ],
};
