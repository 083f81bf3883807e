//! The maneuvers that each effect leaves open: T-ACT.

use firelock_core::{Clause, Rulebook, words};

use super::CHANGE_FRONT;
use crate::clauses::*;
use crate::facts::Scope;
use crate::words::{Branch, Carriage};

words! {
    /// One maneuver of a unit.
    Act {
        /// Stay; fire is not lost by it.
        #[default]
        Hold,
        /// A move by the whole rate.
        FullMove,
        /// A move by half the rate.
        HalfMove,
        /// Half a move and a change of formation, or the other way round; detaching light infantry is such a change.
        HalfMoveAndChange,
        /// Half a move and an about face, or the other way round.
        HalfMoveAndFaceAbout,
        /// Half a move straight through friends.
        PassageOfLines,
        /// Half a move sideways.
        FlankMarch,
        /// From march column into line, facing along the march.
        DeployToFront,
        /// A wheel of up to 90 degrees on the spot.
        ChangeFront,
        /// Over a major obstacle.
        Scale,
        /// Fill the cartridge boxes.
        Replenish,
        /// A full move that disorders.
        FullMoveDisordered,
        /// Into line, open order or garrison, on the spot.
        ChangeFormation,
        /// About face on the spot.
        FaceAbout,
        /// Guns fire in the fire phase.
        Fire,
        /// Guns hitch up.
        Limber,
        /// Guns make ready.
        Unlimber,
        /// Guns turn on the spot.
        Pivot,
        /// Guns call the crews back.
        Rally,
        /// Light carriages move, then make ready.
        FullMoveAndUnlimber,
        /// Light carriages hitch up, then move.
        LimberAndFullMove,
        /// Light carriages make ready and fire.
        UnlimberAndFire,
        /// Light carriages turn and fire.
        PivotAndFire,
        /// Light carriages are pushed by hand.
        HandHaul,
        /// Light carriages hitch up and make off, silenced.
        LimberAndRetreat,
    }
}

const TROOPS_WELL_HANDLED: &[Act] = &[
    Act::FullMove,
    Act::HalfMoveAndChange,
    Act::HalfMoveAndFaceAbout,
    Act::PassageOfLines,
    Act::FlankMarch,
    Act::DeployToFront,
    Act::ChangeFront,
    Act::Scale,
    Act::Replenish,
    Act::Hold,
];

const TROOPS_TARDY: &[Act] = &[
    Act::HalfMove,
    Act::FullMoveDisordered,
    Act::ChangeFormation,
    Act::FaceAbout,
    Act::Scale,
    Act::ChangeFront,
    Act::Hold,
];

const GUNS_WELL_HANDLED: &[Act] =
    &[Act::FullMove, Act::Fire, Act::Limber, Act::Unlimber, Act::Pivot, Act::Rally, Act::Replenish, Act::Hold];

const LIGHT_WELL_HANDLED: &[Act] =
    &[Act::FullMoveAndUnlimber, Act::LimberAndFullMove, Act::UnlimberAndFire, Act::PivotAndFire, Act::HandHaul];

const GUNS_TARDY: &[Act] = &[Act::FullMove, Act::Fire, Act::Limber, Act::Unlimber, Act::Pivot, Act::Hold];

const LIGHT_TARDY: &[Act] = &[Act::LimberAndRetreat];

/// The maneuvers open to a unit, in printed order; the carriage matters for guns only.
pub fn acts(book: &Rulebook, scope: Scope, branch: Branch, carriage: Carriage) -> Vec<Act> {
    let light: &[Act] = match (scope, branch, carriage) {
        (Scope::WellHandled | Scope::DoubleQuick, Branch::Guns, Carriage::Light) => LIGHT_WELL_HANDLED,
        (Scope::Tardy, Branch::Guns, Carriage::Light) => LIGHT_TARDY,
        _ => &[],
    };
    let any = match (scope, branch.is_troops()) {
        (Scope::Hold, _) => &[Act::Hold],
        (Scope::WellHandled | Scope::DoubleQuick, true) => TROOPS_WELL_HANDLED,
        (Scope::Tardy, true) => TROOPS_TARDY,
        (Scope::WellHandled | Scope::DoubleQuick, false) => GUNS_WELL_HANDLED,
        (Scope::Tardy, false) => GUNS_TARDY,
    };
    let is_open = |act: &Act| *act != Act::ChangeFront || book.is_on(&CHANGE_FRONT);
    any.iter().chain(light).copied().filter(is_open).collect()
}

impl Act {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Act::Hold => "hold",
            Act::FullMove => "full move",
            Act::HalfMove => "half move",
            Act::HalfMoveAndChange => "half move and change formation",
            Act::HalfMoveAndFaceAbout => "half move and face about",
            Act::PassageOfLines => "passage of lines",
            Act::FlankMarch => "march by the flank",
            Act::DeployToFront => "deploy to the front",
            Act::ChangeFront => "change front",
            Act::Scale => "scale an obstacle",
            Act::Replenish => "replenish ammunition",
            Act::FullMoveDisordered => "full move disordered",
            Act::ChangeFormation => "change formation",
            Act::FaceAbout => "face about",
            Act::Fire => "fire",
            Act::Limber => "limber",
            Act::Unlimber => "unlimber",
            Act::Pivot => "pivot",
            Act::Rally => "rally",
            Act::FullMoveAndUnlimber => "full move and unlimber",
            Act::LimberAndFullMove => "limber and full move",
            Act::UnlimberAndFire => "unlimber and fire",
            Act::PivotAndFire => "pivot and fire",
            Act::HandHaul => "hand haul",
            Act::LimberAndRetreat => "limber and retreat silenced",
        }
    }

    /// The rule that allows it: for troops, or for guns alone.
    pub const fn clause(self) -> Clause {
        match self {
            Act::Hold => RF_SEQ_10,
            Act::FullMove => RF_MOV_01,
            Act::HalfMove => RF_MOV_04,
            Act::HalfMoveAndChange | Act::HalfMoveAndFaceAbout => RF_MAN_10,
            Act::PassageOfLines => RF_MAN_20,
            Act::FlankMarch => RF_MAN_21,
            Act::DeployToFront => RF_MAN_22,
            Act::ChangeFront => RF_MAN_23,
            Act::Scale => RF_MAN_40,
            Act::Replenish => RF_FIR_40,
            Act::FullMoveDisordered => RF_MAN_26,
            Act::ChangeFormation => RF_MAN_03,
            Act::FaceAbout => RF_MAN_25,
            Act::Fire => RF_GUN_14,
            Act::Limber | Act::Unlimber => RF_GUN_07,
            Act::Pivot => RF_GUN_15,
            Act::Rally => RF_GUN_13,
            Act::FullMoveAndUnlimber | Act::LimberAndFullMove | Act::UnlimberAndFire | Act::PivotAndFire => RF_GUN_08,
            Act::HandHaul => RF_GUN_09,
            Act::LimberAndRetreat => RF_GUN_11,
        }
    }
}
