//! Moves and maneuvers that are refused.

use expect_test::expect;
use firelock_regimental::command::{Change, Command, Keep, Maneuver, SetFlank, SetGap, Step};
use firelock_regimental::event::Event;
use firelock_regimental::state::{Flank, Gun};
use firelock_regimental::words::Formation;
use firelock_table::{Angle, FeatureId, Length};

use super::{ABATIS, ENEMY, HOUSE, refuses};
use crate::field::{Field, field, pose};

/// A unit called foot, described after its name, that has rolled for its check: 8 is Double Quick, 5 Well Handled, 2 Tardy.
fn foot(die: i16, arm: &str, rest: &str) -> Field {
    checked(die, &format!("red {arm} foot at {rest}\n{ENEMY}"))
}

fn checked(die: i16, text: &str) -> Field {
    let mut field = field(text);
    field.skip_to("choose a leader and the units that check");
    let unit = field.unit("foot");
    field.play(&Command::Check { leader: None, units: vec![unit] }, &[die]);
    field.skip_to("move the units that checked");
    field
}

fn line(die: i16) -> Field {
    foot(die, "infantry", "24,10 facing 0")
}

/// The same line with something else on the table.
fn line_with(rest: &str) -> Field {
    foot(5, "infantry", &format!("24,10 facing 0\n{rest}"))
}

fn column(rest: &str) -> Field {
    foot(5, "infantry", &format!("24,10 facing 0 formation=\"march-column\"\n{rest}"))
}

fn guns(die: i16, rest: &str) -> Field {
    foot(die, "artillery", &format!("24,10 facing 0{rest}"))
}

/// Heavy guns, limbered or not.
fn heavy(die: i16, rest: &str) -> Field {
    guns(die, &format!(" guns=[{{number=4,pounds=18}}]{rest}"))
}

fn order(field: &Field, maneuver: Maneuver) -> Command {
    Command::Maneuver { unit: field.unit("foot"), maneuver, flank: None, gap: None }
}

fn full(field: &Field, steps: &[Step]) -> Command {
    order(field, Maneuver::Full(steps.to_vec()))
}

fn change(field: &Field, change: Change) -> Command {
    order(field, Maneuver::Change(change))
}

fn form(field: &Field, formation: Formation) -> Command {
    change(field, Change::Form { formation, left: false })
}

fn flank(field: &Field, files: u8, degrees: i32) -> Command {
    let flank = Some(SetFlank::Back(Flank { left: true, files, by: Angle::degrees(degrees) }));
    Command::Maneuver { unit: field.unit("foot"), maneuver: Maneuver::Hold, flank, gap: None }
}

fn gaps(field: &Field, gap: u16) -> Command {
    let gap = Some(SetGap { gap, keep: Keep::Center });
    Command::Maneuver { unit: field.unit("foot"), maneuver: Maneuver::Hold, flank: None, gap }
}

fn inches(inches: f64) -> Length {
    Length::grid((inches * 2540.0).round() as i32)
}

fn ahead(by: f64) -> Step {
    Step::Ahead(inches(by))
}

fn degrees(degrees: i32) -> Angle {
    Angle::degrees(degrees)
}

const FIRST: FeatureId = FeatureId(0);
const LANE: &str = "ground lane road line 0,10 48,10";

#[test]
fn moves() {
    // RF-SEQ-08, RF-MOV-01, RF-MOV-04, RF-MOV-09, RF-MOV-10, RF-MOV-11, RF-MOV-20, RF-MOV-21, RF-MOV-22, RF-MOV-23, RF-MOV-25, RF-MOV-27,
    // RF-MOV-28, RF-MOV-29, RF-MOV-30, RF-TER-01, RF-TER-19, RF-FRM-08
    refuses(
        vec![
            ("the enemy's", line(5), |field| Command::Maneuver {
                unit: field.unit("enemy"),
                maneuver: Maneuver::Hold,
                flank: None,
                gap: None,
            }),
            ("one that did not check", line_with("red infantry other at 34,10 facing 0"), |field| Command::Maneuver {
                unit: field.unit("other"),
                maneuver: Maneuver::Hold,
                flank: None,
                gap: None,
            }),
            ("beyond the full rate", line(5), |field| full(field, &[ahead(10.01)])),
            (
                "beyond the rate of the ground",
                line_with("ground wood light-woods area 20,16 28,16 28,22 20,22"),
                |field| full(field, &[ahead(8.01)]),
            ),
            ("beyond half a move", line(5), |field| {
                order(field, Maneuver::Half { before: None, steps: vec![ahead(5.01)], after: None })
            }),
            ("less than nothing", line(5), |field| full(field, &[ahead(-1.0)])),
            ("a wheel too far round", line(5), |field| full(field, &[Step::Wheel(degrees(91))])),
            ("an oblique too far off", line(5), |field| full(field, &[Step::Oblique(degrees(46), inches(2.0))])),
            ("a wheel and an oblique", line(5), |field| {
                full(field, &[Step::Wheel(degrees(20)), Step::Oblique(degrees(20), inches(1.0))])
            }),
            ("a line that turns freely", line(5), |field| full(field, &[Step::Turn(degrees(10))])),
            ("a column that wheels", column(""), |field| full(field, &[Step::Wheel(degrees(10))])),
            ("a line along a road", line_with(LANE), |field| full(field, &[Step::Road(FIRST, inches(1.0))])),
            ("a road that is none", column("ground pond marsh area 30,20 34,20 34,24 30,24"), |field| {
                full(field, &[Step::Road(FIRST, inches(1.0))])
            }),
            ("off the road again", column(LANE), |field| full(field, &[Step::Road(FIRST, inches(2.0)), ahead(1.0)])),
            ("nearer to the enemy than an inch", line_with("blue infantry near at 24,17 facing 180"), |field| {
                full(field, &[ahead(6.01)])
            }),
            ("through a friend in line", line_with("red infantry friend at 24,14 facing 0"), |field| {
                full(field, &[ahead(10.0)])
            }),
            (
                "onto a friend in open order",
                line_with("red infantry friend at 24,14 facing 0 class=[\"light\"] formation=\"open-order\""),
                |field| full(field, &[ahead(4.0)]),
            ),
            ("into a lake", line_with("ground lake lake area 10,14 40,14 40,18 10,18"), |field| {
                full(field, &[ahead(4.5)])
            }),
            ("over the edge", foot(5, "infantry", "24,3 facing 180"), |field| full(field, &[ahead(3.1)])),
            ("over an abatis", line_with(ABATIS), |field| full(field, &[ahead(6.0)])),
            ("a garrison that walks", foot(5, "infantry", &format!("24,15 garrison=\"house\"\n{HOUSE}")), |field| {
                full(field, &[ahead(1.0)])
            }),
        ],
        &expect![[r#"
            the enemy's: enemy: not yours to move (RF-SEQ-08), at enemy
            one that did not check: other: no maneuver left in this check (RF-SEQ-08), at other
            beyond the full rate: it needs 10.01" and has 10" on open ground (RF-MOV-01), at foot
            beyond the rate of the ground: it needs 8.01" and has 8" on broken ground (RF-MOV-01), at foot
            beyond half a move: it needs 5.01" and has 5" on open ground (RF-MOV-04), at foot
            less than nothing: a leg is a length ahead, from nothing to ten feet (RF-MOV-20), at foot
            a wheel too far round: it wheels at most 45° from its first facing (RF-MOV-21), at foot
            an oblique too far off: an oblique is at most 45° off the facing (RF-MOV-22), at foot
            a wheel and an oblique: a wheel and an oblique do not go together (RF-MOV-23), at foot
            a line that turns freely: only march columns, limbered guns and crowds turn freely (RF-MOV-25), at foot
            a column that wheels: a march column turns freely; it does not wheel (RF-MOV-25), at foot
            a line along a road: only march columns and limbered guns follow a road (RF-MOV-09), at foot
            a road that is none: that is no road (RF-MOV-10), at foot
            off the road again: on the road it stays on the road for the rest of its move (RF-MOV-11), at foot
            nearer to the enemy than an inch: it comes nearer than 1" to near; only a charge may (RF-MOV-27), at near
            through a friend in line: friend: in the way (RF-MOV-28), at friend
            onto a friend in open order: it would end on friend (RF-MOV-29), at friend
            into a lake: lake cannot be passed (RF-MOV-29), at a place
            over the edge: it would leave the table (RF-MOV-30), at foot
            over an abatis: abatis is a major obstacle; it must be scaled (RF-TER-19), at a place
            a garrison that walks: a garrison does not move; it leaves first (RF-FRM-08), at foot
        "#]],
    );
}

#[test]
fn maneuvers_of_troops() {
    // RF-MAN-03, RF-MAN-10, RF-MAN-20, RF-MAN-21, RF-MAN-22, RF-MAN-23, RF-MAN-26, RF-MAN-31, RF-MAN-40, RF-MAN-42, RF-MAN-43, RF-MAN-44,
    // RF-FRM-08, RF-FRM-12, RF-FRM-14, RF-FRM-15, RF-FRM-18, RF-FRM-20, RF-FRM-25, RF-FRM-29, RF-FIR-40, RF-GUN-07, RF-OPT-01, RF-TER-19
    let lights = |rest: &str| foot(5, "infantry", &format!("24,10 facing 0 | {rest}"));
    let inside = || foot(5, "infantry", &format!("24,15 garrison=\"house\"\n{HOUSE}"));
    let beside = |rest: &str| foot(5, "infantry", &format!("24,13.9 facing 0 {rest}\n{HOUSE}"));
    let open = || foot(5, "infantry", "24,10 facing 0 class=[\"light\"] formation=\"open-order\"");
    let scaling = |arm: &str, y: f64| foot(5, arm, &format!("24,{y} facing 0\n{ABATIS}"));
    refuses(
        vec![
            ("a full move when tardy", line(2), |field| full(field, &[ahead(1.0)])),
            ("a change and a move when tardy", line(2), |field| {
                let before = Some(Change::FaceRear);
                order(field, Maneuver::Half { before, steps: vec![ahead(1.0)], after: None })
            }),
            ("a column when tardy", line(2), |field| form(field, Formation::FieldColumn)),
            ("two changes", line(5), |field| {
                let change = Some(Change::FaceRear);
                order(field, Maneuver::Half { before: change, steps: vec![ahead(1.0)], after: change })
            }),
            ("the formation it has", line(5), |field| form(field, Formation::Line)),
            ("a full move disordered when well handled", line(5), |field| {
                order(field, Maneuver::FullDisordered(vec![ahead(1.0)]))
            }),
            ("open order of the line", line(5), |field| form(field, Formation::OpenOrder)),
            ("a line of militia", foot(8, "infantry", "24,10 facing 0 class=[\"militia\"]"), |field| {
                form(field, Formation::Line)
            }),
            ("a line of Indians", foot(8, "infantry", "24,10 facing 0 class=[\"indian\"]"), |field| {
                form(field, Formation::Line)
            }),
            ("a formation without leaving the house", inside(), |field| form(field, Formation::FieldColumn)),
            ("a passage through nobody", line(5), |field| order(field, Maneuver::Passage(inches(3.0)))),
            ("by the flank backwards", line(5), |field| {
                order(field, Maneuver::ByTheFlank { left: true, by: inches(-1.0) })
            }),
            ("by the flank beyond half a move", line(5), |field| {
                order(field, Maneuver::ByTheFlank { left: true, by: inches(6.01) })
            }),
            ("a line that deploys to the front", line(5), |field| order(field, Maneuver::DeployToFront { left: 0 })),
            ("more files than it has", column(""), |field| order(field, Maneuver::DeployToFront { left: 4 })),
            ("a change of front without the switch", line(5), |field| {
                order(field, Maneuver::ChangeFront { left: true, by: degrees(-45) })
            }),
            (
                "a change of front too far",
                checked(5, &format!("switch change_front=on\nred infantry foot at 24,10 facing 0\n{ENEMY}")),
                |field| order(field, Maneuver::ChangeFront { left: true, by: degrees(-91) }),
            ),
            (
                "a change of front beyond the arc",
                checked(2, &format!("switch change_front=on\nred infantry foot at 24,10 facing 0\n{ENEMY}")),
                |field| order(field, Maneuver::ChangeFront { left: true, by: degrees(-72) }),
            ),
            (
                "a column that changes front",
                checked(
                    5,
                    &format!(
                        "switch change_front=on\nred infantry foot at 24,10 facing 0 formation=\"column\"\n{ENEMY}"
                    ),
                ),
                |field| order(field, Maneuver::ChangeFront { left: true, by: degrees(-45) }),
            ),
            ("an abatis out of reach", scaling("infantry", 13.4), |field| order(field, Maneuver::Scale(FIRST))),
            ("an abatis on horseback", scaling("cavalry", 13.6), |field| order(field, Maneuver::Scale(FIRST))),
            ("no obstacle at all", line_with("ground wood light-woods area 20,10 28,10 28,22 20,22"), |field| {
                order(field, Maneuver::Scale(FIRST))
            }),
            ("a house out of reach", foot(5, "infantry", &format!("24,13.4 facing 0\n{HOUSE}")), |field| {
                change(field, Change::Garrison(FIRST))
            }),
            ("a house too small", beside("men=360"), |field| change(field, Change::Garrison(FIRST))),
            ("a house on horseback", foot(5, "cavalry", &format!("24,13.9 facing 0\n{HOUSE}")), |field| {
                change(field, Change::Garrison(FIRST))
            }),
            ("a house of the enemy's", beside("\nblue infantry host at 24,15 garrison=\"house\" men=80"), |field| {
                change(field, Change::Garrison(FIRST))
            }),
            ("a wood for a house", line_with("ground wood light-woods area 20,10 28,10 28,22 20,22"), |field| {
                change(field, Change::Garrison(FIRST))
            }),
            ("a house that is not there", line(5), |field| change(field, Change::Garrison(FeatureId(7)))),
            ("out of no house", line(5), |field| {
                change(field, Change::Leave { formation: Formation::Line, pose: pose(24.0, 12.0, 0) })
            }),
            ("out of the house too far", inside(), |field| {
                change(field, Change::Leave { formation: Formation::Line, pose: pose(24.0, 24.0, 0) })
            }),
            ("cavalry that dismounts", foot(5, "cavalry", "24,10 facing 0"), |field| change(field, Change::Dismount)),
            ("dragoons that mount twice", foot(5, "cavalry", "24,10 facing 0 | traits=dragoon"), |field| {
                change(field, Change::Mount(Formation::Line))
            }),
            ("more lights than there are", lights("lt_stands=3"), |field| {
                change(field, Change::DetachLights { stands: 4, pose: pose(24.0, 13.0, 0) })
            }),
            ("fewer lights than a unit has", lights("lt_stands=3"), |field| {
                change(field, Change::DetachLights { stands: 1, pose: pose(24.0, 13.0, 0) })
            }),
            ("lights too far off", lights("lt_stands=3"), |field| {
                change(field, Change::DetachLights { stands: 3, pose: pose(24.0, 15.6, 0) })
            }),
            ("lights on their own battalion", lights("lt_stands=3"), |field| {
                change(field, Change::DetachLights { stands: 3, pose: pose(24.0, 10.0, 0) })
            }),
            ("ammunition that is not short", line(5), |field| order(field, Maneuver::Replenish)),
            (
                "ammunition under fire",
                {
                    let mut near = foot(5, "infantry", "24,30 facing 0");
                    let unit = near.unit("foot");
                    near.happen(Event::AmmoChanged { unit, low: true });
                    near
                },
                |field| order(field, Maneuver::Replenish),
            ),
            ("a maneuver of guns", line(5), |field| order(field, Maneuver::Limber)),
            ("too many files turned back", line(5), |field| flank(field, 3, 45)),
            ("a flank turned too far back", line(5), |field| flank(field, 1, 46)),
            ("the flank of a column", column(""), |field| flank(field, 1, 30)),
            ("gaps in a line", line(5), |field| gaps(field, 75)),
            ("gaps too wide", open(), |field| gaps(field, 101)),
        ],
        &expect![[r#"
            a full move when tardy: Tardy does not allow that maneuver (RF-MAN-03), at foot
            a change and a move when tardy: a tardy unit does not move and change at once (RF-MAN-03), at foot
            a column when tardy: a tardy unit changes only to line, open order or garrison (RF-MAN-03), at foot
            two changes: one change, before or after the move (RF-MAN-10), at foot
            the formation it has: it stands so already (RF-MAN-10), at foot
            a full move disordered when well handled: only a tardy unit in good order, or a rallied one, makes a full move disordered (RF-MAN-26), at foot
            open order of the line: its troops do not use that formation (RF-FRM-12), at foot
            a line of militia: its troops do not use that formation (RF-FRM-14), at foot
            a line of Indians: its troops do not use that formation (RF-FRM-15), at foot
            a formation without leaving the house: a garrison leaves its place first (RF-MAN-44), at foot
            a passage through nobody: there is no friendly line to pass (RF-MAN-20), at foot
            by the flank backwards: a length is not negative (RF-MAN-21), at foot
            by the flank beyond half a move: by the flank it goes at most half a move; it wants 6.01" (RF-MAN-21), at foot
            a line that deploys to the front: only a march column deploys to the front (RF-MAN-22), at foot
            more files than it has: it has 4 files to widen (RF-FRM-25), at foot
            a change of front without the switch: change front is not in use in this game (RF-OPT-01), at foot
            a change of front too far: it changes front by at most 90° (RF-MAN-23), at foot
            a change of front beyond the arc: its outer flank would march 5.03" (RF-MAN-23), at foot
            a column that changes front: only a line or an open order changes front (RF-MAN-23), at foot
            an abatis out of reach: its front must be within 0.5" of the abatis (RF-MAN-40), at foot
            an abatis on horseback: only foot climbs a major obstacle (RF-TER-19), at foot
            no obstacle at all: that is no major obstacle (RF-MAN-40), at foot
            a house out of reach: it must touch the place; it is 0.6" off (RF-MAN-44), at a line
            a house too small: it holds 8 stands (RF-FRM-08), at foot
            a house on horseback: only foot holds a place (RF-FRM-18), at foot
            a house of the enemy's: the enemy holds it (RF-FRM-08), at foot
            a wood for a house: that is no place for a garrison (RF-FRM-08), at foot
            a house that is not there: there is no such place (RF-FRM-08), at foot
            out of no house: it is no garrison (RF-MAN-44), at foot
            out of the house too far: it comes out beside its place (RF-MAN-44), at foot
            cavalry that dismounts: only dragoons mount and dismount (RF-FRM-29), at foot
            dragoons that mount twice: it is mounted (RF-FRM-29), at foot
            more lights than there are: it has 3 light stands to send (RF-MAN-42), at foot
            fewer lights than a unit has: each part keeps at least 2 stands (RF-MAN-43), at foot
            lights too far off: too far from its battalion (RF-MAN-42), at a line
            lights on their own battalion: it would stand on its own battalion (RF-MOV-29), at foot
            ammunition that is not short: it has ammunition enough (RF-FIR-40), at foot
            ammunition under fire: not within close range of the enemy (RF-FIR-40), at foot
            a maneuver of guns: that is a maneuver of guns (RF-GUN-07), at foot
            too many files turned back: between one file and half of the stands are turned back (RF-FRM-20), at foot
            a flank turned too far back: a flank is turned back by up to 45° (RF-FRM-20), at foot
            the flank of a column: only a line or an open order turns a flank back (RF-FRM-20), at foot
            gaps in a line: only an open order has gaps to change (RF-MAN-31), at foot
            gaps too wide: gaps are 0.5" to 1" (RF-FRM-04), at foot
        "#]],
    );
}

#[test]
fn maneuvers_of_guns() {
    // RF-GUN-07, RF-GUN-08, RF-GUN-09, RF-GUN-13, RF-MOV-01, RF-MOV-07, RF-FIR-03, RF-FRM-10, RF-ROS-26
    const LIMBERED: &str = " formation=\"limbered\"";
    fn moves(field: &Field, limber: bool, by: f64, unlimber: Option<Angle>) -> Command {
        order(field, Maneuver::GunMove { limber, steps: vec![ahead(by)], unlimber })
    }
    refuses(
        vec![
            ("a move unlimbered", guns(5, ""), |field| moves(field, false, 4.0, None)),
            ("limbered beyond the rate", guns(8, LIMBERED), |field| moves(field, false, 12.01, None)),
            ("limbering and unlimbering", guns(5, ""), |field| moves(field, true, 2.0, Some(degrees(0)))),
            ("heavy guns that unlimber after a move", heavy(5, LIMBERED), |field| {
                moves(field, false, 2.0, Some(degrees(0)))
            }),
            ("heavy guns that turn and fire", heavy(5, ""), |field| {
                order(field, Maneuver::GunFire { facing: Some(degrees(90)) })
            }),
            ("fire limbered", guns(5, LIMBERED), |field| order(field, Maneuver::GunFire { facing: None })),
            ("limbering twice", guns(5, LIMBERED), |field| order(field, Maneuver::Limber)),
            ("unlimbering twice", guns(5, ""), |field| order(field, Maneuver::Unlimber(degrees(0)))),
            ("heavy guns by hand", heavy(5, ""), |field| {
                order(field, Maneuver::Haul { heading: degrees(0), by: inches(1.0) })
            }),
            ("too far by hand", guns(5, ""), |field| {
                order(field, Maneuver::Haul { heading: degrees(0), by: inches(9.0) })
            }),
            ("limbered guns by hand", guns(5, LIMBERED), |field| {
                order(field, Maneuver::Haul { heading: degrees(0), by: inches(1.0) })
            }),
            (
                "a rally when tardy",
                {
                    let mut tardy = guns(2, "");
                    let unit = tardy.unit("foot");
                    tardy.happen(Event::GunMarked { unit, gun: 0, marks: Gun { silenced: true, ..Gun::default() } });
                    tardy
                },
                |field| order(field, Maneuver::Rally),
            ),
            ("a rally of guns that fire", guns(5, ""), |field| order(field, Maneuver::Rally)),
            ("a fixed gun that limbers", guns(5, " | fixed=true"), |field| order(field, Maneuver::Limber)),
            ("a maneuver of troops", guns(5, ""), |field| form(field, Formation::Line)),
            ("gaps where it stands", guns(5, ""), |field| gaps(field, 75)),
        ],
        &expect![[r#"
            a move unlimbered: unlimbered guns move only by hand (RF-MOV-07), at foot
            limbered beyond the rate: it needs 12.01" and has 12" on open ground (RF-MOV-01), at foot
            limbering and unlimbering: it limbers or unlimbers, not both (RF-GUN-08), at foot
            heavy guns that unlimber after a move: only well handled light carriages limber or unlimber with a move (RF-GUN-08), at foot
            heavy guns that turn and fire: only light carriages turn or unlimber and fire (RF-GUN-08), at foot
            fire limbered: limbered guns do not fire (RF-FIR-03), at foot
            limbering twice: it is limbered (RF-GUN-07), at foot
            unlimbering twice: it is unlimbered (RF-GUN-07), at foot
            heavy guns by hand: only light carriages are hauled by hand (RF-GUN-09), at foot
            too far by hand: it is hauled at most 2" (RF-GUN-09), at foot
            limbered guns by hand: only unlimbered guns are hauled by hand (RF-GUN-09), at foot
            a rally when tardy: a tardy gun does not rally (RF-GUN-13), at foot
            a rally of guns that fire: none of its guns is silenced (RF-GUN-13), at foot
            a fixed gun that limbers: a fixed gun never moves (RF-ROS-26), at foot
            a maneuver of troops: that is a maneuver of troops (RF-GUN-07), at foot
            gaps where it stands: guns set their gaps when they unlimber (RF-FRM-10), at foot
        "#]],
    );
}
