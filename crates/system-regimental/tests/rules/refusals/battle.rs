//! Charges, countercharges and volleys that are refused.

use expect_test::expect;
use firelock_regimental::command::Command;
use firelock_regimental::event::Event;
use firelock_regimental::results::FireEffect;
use firelock_regimental::results::ManeuverEffect::{Shaken, Tardy, WellHandled};
use firelock_regimental::state::Gun;
use firelock_regimental::words::Order;

use super::{ABATIS, ENEMY, HOUSE, refuses};
use crate::charging::{by, charge, declaring, loose, oblique, steel, wheel};
use crate::field::Field;
use crate::fire::scene::{defensive, offensive, ordered, with};

#[test]
fn charges_and_countercharges() {
    // RF-SEQ-06, RF-SEQ-07, RF-CHG-01, RF-CHG-02, RF-CHG-03, RF-CHG-04, RF-CHG-07, RF-CHG-11, RF-CHG-66, RF-MAN-26, RF-MOV-28, RF-MOV-29,
    // RF-TER-19
    const FOOT: &str = "red infantry foot at 24,10 facing 0";
    const LINE: &str = "blue infantry line at 24,18 facing 180";
    let scene = |text: &str| declaring(text, &[("foot", WellHandled)]);
    let facing = |more: &str| scene(&format!("{FOOT}\n{LINE}\n{more}"));
    // Red horse charges a line; cavalry that may meet it stands by, so that blue is asked.
    let met = |dragoons: &str| {
        let text = format!(
            "red cavalry foot at 24,8 facing 0 men=240\n{LINE}\nblue cavalry horse at {dragoons}\n\
             blue cavalry ready at 18,18 facing 180 men=160"
        );
        let mut field = declaring(&text, &[("foot", WellHandled)]);
        let go = charge(&field, "foot", "line");
        field.play(&go, &[]);
        field
    };
    fn counter(field: &Field) -> Command {
        Command::Countercharge { unit: field.unit("horse"), charger: field.unit("foot") }
    }
    refuses(
        vec![
            ("the enemy's", facing(""), |field| charge(field, "line", "foot")),
            ("one that did not check", facing("red infantry other at 34,10 facing 0"), |field| {
                charge(field, "other", "line")
            }),
            ("shaken", declaring(&format!("{FOOT}\n{LINE}"), &[("foot", Shaken)]), |field| {
                charge(field, "foot", "line")
            }),
            ("guns", scene(&format!("red artillery foot at 24,10 facing 0\n{LINE}")), |field| {
                charge(field, "foot", "line")
            }),
            ("in march column", scene(&format!("{FOOT} formation=\"march-column\"\n{LINE}")), |field| {
                charge(field, "foot", "line")
            }),
            (
                "broken",
                {
                    let mut field = facing("");
                    ordered(&mut field, "foot", Order::Broken);
                    field
                },
                |field| charge(field, "foot", "line"),
            ),
            (
                "a garrison",
                scene(&format!("red infantry foot at 24,15 garrison=\"house\"\n{HOUSE}\n{LINE}")),
                |field| charge(field, "foot", "line"),
            ),
            ("at a friend", facing("red infantry friend at 24,14 facing 0"), |field| charge(field, "foot", "friend")),
            ("too far off", scene(&format!("{FOOT}\n{ENEMY}")), |field| charge(field, "foot", "enemy")),
            ("a wheel too far", facing(""), |field| by(field, "foot", "line", wheel(46))),
            ("a way that leads past", facing(""), |field| by(field, "foot", "line", oblique(45))),
            ("steel without bayonets", scene(&format!("{FOOT} class=[\"militia\"]\n{LINE}")), |field| {
                steel(charge(field, "foot", "line"))
            }),
            ("disordered when well handled", facing(""), |field| loose(charge(field, "foot", "line"))),
            (
                "a friend in the way",
                declaring(
                    &format!("{FOOT}\nred infantry friend at 24,14 facing 0\n{LINE}"),
                    &[("foot", WellHandled), ("friend", Tardy)],
                ),
                |field| charge(field, "foot", "line"),
            ),
            ("an abatis in the way", facing(ABATIS), |field| charge(field, "foot", "line")),
            (
                "horse at a house",
                scene(&format!(
                    "red cavalry foot at 24,10 facing 0\nblue infantry line at 24,15 garrison=\"house\"\n{HOUSE}"
                )),
                |field| charge(field, "foot", "line"),
            ),
            ("a countercharge by foot", met("30,18 facing 180 men=160"), |field| Command::Countercharge {
                unit: field.unit("line"),
                charger: field.unit("foot"),
            }),
            (
                "a countercharge out of order",
                {
                    let mut field = met("30,18 facing 180 men=160");
                    ordered(&mut field, "horse", Order::Disordered);
                    field
                },
                counter,
            ),
            ("a countercharge in march column", met("30,18 facing 180 men=160 formation=\"march-column\""), counter),
            ("a countercharge for a friend too far", met("40,18 facing 180 men=160"), counter),
            ("a countercharge backwards", met("30,19 facing 0 men=160"), counter),
            ("a countercharge at nobody", met("30,18 facing 180 men=160"), |field| Command::Countercharge {
                unit: field.unit("horse"),
                charger: field.unit("line"),
            }),
        ],
        &expect![[r#"
            the enemy's: line is not yours to charge with (RF-SEQ-06), at line
            one that did not check: other is not a unit of this check (RF-SEQ-06), at other
            shaken: foot does not charge under Shaken (RF-CHG-01), at foot
            guns: foot is guns, and guns do not charge (RF-CHG-02), at foot
            in march column: foot is in march column and does not charge (RF-CHG-02), at foot
            broken: foot is broken and does not charge (RF-CHG-02), at foot
            a garrison: foot is a garrison and does not charge (RF-CHG-02), at foot
            at a friend: friend is no enemy (RF-CHG-04), at friend
            too far off: enemy: 23" off, and foot may charge 10" at most (RF-CHG-03), at a line
            a wheel too far: a charge wheels or obliques by at most 45° (RF-CHG-04), at foot
            a way that leads past: that way does not lead to line (RF-CHG-04), at a line
            steel without bayonets: foot: no bayonets to charge with (RF-CHG-07), at foot
            disordered when well handled: only a tardy unit in good order, or a rallied one, makes a full move disordered (RF-MAN-26), at foot
            a friend in the way: friend: in the way (RF-MOV-28), at friend
            an abatis in the way: the abatis is in the way (RF-TER-19), at a place
            horse at a house: mounted troops do not charge the garrison line (RF-CHG-66), at line
            a countercharge by foot: line: only mounted cavalry countercharges (RF-CHG-11), at line
            a countercharge out of order: horse: out of order, no countercharge (RF-CHG-11), at horse
            a countercharge in march column: horse: no formation to countercharge in (RF-CHG-11), at horse
            a countercharge for a friend too far: line: 12" from horse, too far to be helped (RF-CHG-11), at a line
            a countercharge backwards: foot: not in the front arc of horse (RF-CHG-11), at a line
            a countercharge at nobody: line does not charge now (RF-SEQ-07), at line
        "#]],
    );
}

#[test]
fn volleys() {
    // RF-SEQ-13, RF-SEQ-14, RF-FIR-01, RF-FIR-02, RF-FIR-03, RF-FIR-07, RF-FIR-13, RF-FIR-14, RF-FIR-15, RF-FIR-16, RF-GUN-01, RF-GUN-04,
    // RF-ARC-01, RF-ARC-04, RF-SPC-20, RF-LOS-02, RF-LOS-03, RF-LOS-04, RF-LOS-06
    const FOOT: &str = "red infantry foot at 24,10 facing 0";
    const NEAR: &str = "blue infantry enemy at 24,16 facing 180";
    let scene = |rest: &str| offensive(&format!("{FOOT}\n{NEAR}\n{rest}"));
    let alone = |text: &str| offensive(&format!("{text}\n{NEAR}"));
    fn all(field: &Field) -> Command {
        with(field, "enemy", &[("foot", 1)])
    }
    refuses(
        vec![
            ("at a friend", scene("red infantry other at 34,10 facing 0"), |field| {
                with(field, "other", &[("foot", 1)])
            }),
            ("in the enemy's fire", defensive(&format!("{FOOT}\n{NEAR}")), |field| with(field, "foot", &[("foot", 1)])),
            (
                "at one fired on before",
                {
                    let mut field = scene("");
                    let (target, firers) = (field.unit("enemy"), Vec::new());
                    let effect = FireEffect::Withering;
                    field.happen(Event::Fired { firers, target, result: 0, effect, walls: Vec::new() });
                    field
                },
                all,
            ),
            ("by nobody", scene(""), |field| with(field, "enemy", &[])),
            ("by one named twice", scene(""), |field| with(field, "enemy", &[("foot", 1), ("foot", 2)])),
            ("by the enemy", scene(""), |field| with(field, "enemy", &[("enemy", 1)])),
            ("with no stand", scene(""), |field| with(field, "enemy", &[("foot", 0)])),
            ("with a stand it has not", scene(""), |field| with(field, "enemy", &[("foot", 1 << 8)])),
            ("with an amusette it has not", scene(""), |field| with(field, "enemy", &[("foot", 1 << 31)])),
            ("the rear of a column", alone("red infantry foot at 24,10 facing 0 formation=\"column\""), |field| {
                with(field, "enemy", &[("foot", 0b11111)])
            }),
            (
                "broken",
                {
                    let mut field = scene("");
                    ordered(&mut field, "foot", Order::Broken);
                    field
                },
                all,
            ),
            ("in march column", alone("red infantry foot at 24,10 facing 0 formation=\"march-column\""), all),
            ("on horseback", alone("red cavalry foot at 24,10 facing 0"), all),
            ("limbered", alone("red artillery foot at 24,10 facing 0 formation=\"limbered\""), all),
            (
                "silenced guns",
                {
                    let mut field = alone("red artillery foot at 24,10 facing 0 guns=[{number=8,pounds=6}] men=40");
                    let unit = field.unit("foot");
                    field.happen(Event::GunMarked { unit, gun: 1, marks: Gun { silenced: true, ..Gun::default() } });
                    field
                },
                |field| with(field, "enemy", &[("foot", 0b11)]),
            ),
            ("out of range", offensive(&format!("{FOOT}\n{ENEMY}")), all),
            (
                "guns out of range",
                offensive(
                    "table 48 72\nred artillery foot at 24,4 facing 0 guns=[{number=4,pounds=3}]\nblue infantry enemy at 24,70 facing 180",
                ),
                all,
            ),
            ("out of the arc", offensive(&format!("{FOOT}\nblue infantry enemy at 30,9 facing 270")), all),
            ("past a nearer enemy", scene("blue infantry far at 18.4,17 facing 180"), |field| {
                with(field, "far", &[("foot", 1)])
            }),
            ("through a friend", alone(&format!("{FOOT}\nred infantry friend at 24,12.5 facing 0 men=480")), all),
            (
                "through deep woods",
                alone(&format!("{FOOT}\nground wood dense-woods area 15,10.5 33,10.5 33,15.9 15,15.9")),
                all,
            ),
            ("through a house", alone(&format!("{FOOT}\nground house building area 15,11 33,11 33,14 15,14")), all),
            ("over a hill", alone(&format!("{FOOT}\nground hill steep-hill area 15,11 33,11 33,14 15,14")), all),
            (
                "more than half of a garrison",
                offensive(&format!(
                    "red infantry foot at 24,15 garrison=\"house\"\n{HOUSE}\nblue infantry enemy at 24,20 facing 180"
                )),
                |field| with(field, "enemy", &[("foot", 0b11111)]),
            ),
        ],
        &expect![[r#"
            at a friend: other: no enemy (RF-FIR-16), at other
            in the enemy's fire: foot does not fire in this step (RF-SEQ-13), at foot
            at one fired on before: enemy: fired on in this step already (RF-FIR-15), at enemy
            by nobody: nobody fires at enemy (RF-FIR-13), at enemy
            by one named twice: foot: named twice (RF-FIR-13), at foot
            by the enemy: enemy does not fire in this step (RF-SEQ-14), at enemy
            with no stand: foot fires with no stand (RF-FIR-14), at foot
            with a stand it has not: foot has no such stand (RF-FIR-14), at foot
            with an amusette it has not: foot has no amusette (RF-SPC-20), at foot
            the rear of a column: foot in field column fires with its front four stands (RF-FIR-02), at foot
            broken: foot is broken (RF-FIR-03), at foot
            in march column: foot is in march column (RF-FIR-03), at foot
            on horseback: foot is mounted (RF-FIR-03), at foot
            limbered: foot is limbered (RF-FIR-03), at foot
            silenced guns: foot has silenced guns among these (RF-GUN-04), at foot
            out of range: enemy: 23" from foot, out of range (RF-FIR-07), at a line
            guns out of range: enemy: 66" from foot, out of range (RF-GUN-01), at a line
            out of the arc: enemy: out of the arc of foot (RF-ARC-01), at a line
            past a nearer enemy: nearer to foot than far: enemy (RF-FIR-16), at enemy
            through a friend: friend in the way to enemy (RF-LOS-06), at friend
            through deep woods: the dense woods hides enemy (RF-LOS-03), at a line
            through a house: the building hides enemy (RF-LOS-04), at a line
            over a hill: the ground hides enemy (RF-LOS-02), at a place
            more than half of a garrison: foot fires with at most half of its stands from one side (RF-ARC-04), at foot
        "#]],
    );
}
