//! The charts: each number as the chapter prints it, the looks taken at them, words, overlays.

use std::collections::BTreeSet;

use crate::tallies::{book, run, told};
use expect_test::expect;
use firelock_core::{Chart, Grid, Overlay, Rulebook, Step};
use firelock_discipline::charts::{
    self, Base, CHARTS, Elites, GROUND, Going, Mover, Pace, SWITCHES, Sight, T1, T2, T2_LINES, T3, T4, T5_FAR, T5_NEAR,
    T6, T7, T8, T9, T10, T11, T13, T15, T16, T17, T22, T23, Terrain, base_size, body_reach, boxes_per_stand, count,
    crossing_cost, factor, fall_seen, firearm_reach, ground, gun_chance, gun_class, gun_reach, is_broken, is_heavy,
    length, location, loss_effect, melee_faces, modifier_split, nation, numbers, rate, reaches, rounds, scale,
    sight_cap, skirmish_effect, skirmish_faces, verdict, volley_faces, ways, yards, zone_halves, zone_sections,
    zone_size,
};
use firelock_discipline::facts::Arms;
use firelock_discipline::results::{Location, LossEffect, SkirmishEffect, Standing, Verdict};
use firelock_discipline::words::{
    Ammunition, Arm, Branch, Chit, Class, Cover, Directive, FireMode, Firearm, GunClass, MeleeWeapon, Nation, Order,
    Piece, Scale, Size, Tactic, Weather, Woods, ZoneClass,
};
use firelock_discipline::yards::Yards;
use firelock_scenario::{Kind, Word as _};
use firelock_table::Length;
use serde_json::json;

const CHAPTER: &str = include_str!("../../../../docs/rules/discipline.md");

/// The cells of a table of the chapter, heading and rule lines left out.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let from = CHAPTER.find(&format!("### {heading} ")).expect("a table of the chapter");
    let lines = CHAPTER[from..].lines().skip(1).take_while(|line| !line.starts_with('#'));
    let rows = lines.filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn look(grid: &Grid, row: usize, column: usize) -> Option<i32> {
    Rulebook::default().look(grid, row, column)
}

/// The first number of a cell; none for a dash or a word.
fn number(cell: &str) -> Option<i32> {
    let text: String =
        cell.trim_start_matches(['*', '+']).chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect();
    text.parse().ok()
}

/// `0,1,2` as the size of the set.
fn set(cell: &str) -> Option<i32> {
    let faces: Vec<&str> = cell.split(' ').next()?.split(',').collect();
    let rising = faces.iter().enumerate().all(|(at, face)| face.parse() == Ok(at));
    rising.then_some(faces.len() as i32)
}

/// The cells of a chart's rows in order, bounds left out.
fn cells<F>(chart: &Chart<F>) -> Vec<i32> {
    let mut cells = Vec::new();
    for step in chart.steps {
        match step {
            Step::Add(row) | Step::Any(row, _) | Step::Set(row) => cells.push(row.cell),
            Step::Of(_, rows) => cells.extend(rows.iter().map(|row| row.cell)),
            Step::Scale(..) | Step::Clamp(..) | Step::Within(..) | Step::Given(..) => {}
        }
    }
    cells
}

#[test]
fn bases_stand_as_printed() {
    // FD-SCL-07, FD-SCL-03, FD-SCL-04, FD-SCL-05
    for (row, cells) in table("T1").iter().enumerate() {
        for (castings, inches) in [cells[1], cells[4]].iter().enumerate() {
            let sides: Vec<f64> = inches.split(' ').filter_map(|side| side.parse().ok()).collect();
            for (side, inches) in sides.iter().enumerate() {
                let hundredths = (inches * 100.0).round() as i32;
                assert_eq!(look(&T1, row, 2 * castings + side), Some(hundredths), "{cells:?}");
            }
        }
        // The yards of the other columns follow from the scale.
        for (column, name) in [(2, "15mm_inch"), (3, "15mm_cm"), (5, "20mm_inch"), (6, "20mm_cm")] {
            let book = book(json!({"switches": {"fd_scale": name}}));
            let (front, depth) = base_size(&book, Base::ALL[row]);
            let printed: Vec<f64> = cells[column].split(' ').filter_map(|side| side.parse().ok()).collect();
            let yards =
                [front, depth].map(|side| serde_json::to_value(Yards::of(side, scale(&book))).expect("a number"));
            assert_eq!(yards.map(|yards| yards.as_f64().expect("a number")).to_vec(), printed, "{cells:?}");
        }
    }
}

#[test]
fn the_scale_turns_yards_into_lengths() {
    // FD-SCL-03, FD-SCL-04, FD-SCL-05, FD-SCL-09, FD-SCL-10
    let inches = Rulebook::default();
    assert_eq!(length(&inches, &charts::TABLE_WIDTH), Length::inches(72));
    assert_eq!(length(&inches, &charts::TABLE_DEPTH), Length::inches(48));
    assert_eq!(length(&inches, &charts::DEPLOY_DEPTH), Length::inches(12));
    let cm = book(json!({"switches": {"fd_scale": "15mm_cm"}}));
    assert_eq!((scale(&cm), scale(&inches)), (Scale::Cm15, Scale::Inch15));
    assert_eq!(length(&cm, &charts::DEPLOY_DEPTH), Length::cm(24));
    // FD-SCL-13
    assert_eq!(length(&inches, &charts::CONTACT), Length::grid(127));
    assert_eq!(yards(&inches, &charts::ADJACENT), Yards::whole(5));
}

#[test]
fn ground_costs_as_printed() {
    // FD-TER-01, FD-TER-02, FD-TER-03
    let book = Rulebook::default();
    let part = |cell: &str| match cell {
        _ if cell.starts_with("1/2") => Some(50),
        _ if cell.starts_with('1') => Some(100),
        _ => None,
    };
    let rows = table("T2");
    let row = |name: &str| rows.iter().find(|row| row[0].starts_with(name)).unwrap_or_else(|| panic!("{name}"));
    let areas = [
        ("Open", Terrain::Open),
        ("Road", Terrain::Road),
        ("Light", Terrain::LightWoods),
        ("Heavy", Terrain::HeavyWoods),
        ("Rough", Terrain::Rough),
        ("Slope", Terrain::Slope),
        ("Hilltop", Terrain::Hilltop),
        ("Marsh", Terrain::Marsh),
        ("Buildings", Terrain::Buildings),
    ];
    for (name, terrain) in areas {
        let printed: Vec<Option<i32>> = row(name)[2..6].iter().map(|cell| part(cell)).collect();
        let own: Vec<Option<i32>> = Going::ALL.iter().map(|going| factor(&book, terrain, *going)).collect();
        assert_eq!(own, printed, "{name}");
    }
    for (name, terrain) in [
        ("Stream", Terrain::Stream),
        ("River", Terrain::River),
        ("Wall", Terrain::Wall),
        ("Earthworks", Terrain::Earthworks),
    ] {
        let costs = row(name)[2..6].iter().map(|cell| number(cell.trim_start_matches("costs ")).map(Yards::whole));
        let own: Vec<Option<Yards>> = Going::ALL.iter().map(|going| crossing_cost(&book, terrain, *going)).collect();
        assert_eq!(own, costs.collect::<Vec<_>>(), "{name}");
        assert!(terrain.is_line());
    }
    assert_eq!(crossing_cost(&book, Terrain::Open, Going::Mounted), None);
    assert_eq!((T2.rows.len(), T2_LINES.rows.len()), (10, 4));
}

#[test]
fn shelter_and_sight_by_ground() {
    // FD-TER-05, FD-TER-07, FD-TER-08, FD-LOS-03, FD-LOS-04, FD-LOS-19
    let rows = table("T2");
    for terrain in Terrain::ALL.iter().filter(|terrain| **terrain != Terrain::Zone) {
        let name = match terrain {
            Terrain::LightWoods => "Light",
            Terrain::HeavyWoods => "Heavy",
            Terrain::Wall => "Wall",
            other => &format!("{other:?}"),
        };
        let row = rows.iter().find(|row| row[0].starts_with(name)).expect(name);
        let guns = match (terrain.cover(), terrain.woods()) {
            (Cover::None, Woods::None) => "0",
            (Cover::Protective, _) | (_, Woods::Light) => "-20/-30",
            (Cover::Earthworks, _) | (_, Woods::Heavy) => "-30/-40",
        };
        let dice = ["0", "-2", "-4"][terrain.cover() as usize];
        let morale = match (terrain.cover(), terrain.woods()) {
            (Cover::None, Woods::None) => "0",
            (Cover::None, _) => "+1 open order",
            _ => "+4",
        };
        let melee = if morale == "0" { "normal" } else { "{0}" };
        assert_eq!(row[6..10], [guns, dice, morale, melee], "{name}");
        let sight = match row[10] {
            "clear" | "by level" => Sight::Clear,
            "by level, blocks" => Sight::Level,
            "blocks" => Sight::Blocks,
            _ => Sight::Depth,
        };
        assert_eq!(terrain.sight(), sight, "{name}");
    }
}

#[test]
fn rates_stand_as_printed() {
    // FD-MOV-01, FD-MOV-03, FD-MOV-04, FD-MOV-06, FD-MOV-07, FD-MOV-08, FD-MOV-09, FD-MOV-10, FD-MOV-12, FD-MOV-14, FD-MOV-25
    for (row, cells) in table("T3").iter().enumerate() {
        for (column, cell) in cells[1..].iter().enumerate() {
            assert_eq!(look(&T3, row, column), number(cell).map(|yards| yards * 10), "{cells:?}");
        }
    }
    let book = Rulebook::default();
    assert_eq!(rate(&book, Mover::HeavyGuns, Pace::Tactical), None);
    assert_eq!(rate(&book, Mover::Mounted, Pace::Charge), Some(Yards::whole(120)));
    let of = |branch, poundage| Mover::of(&book, branch, Piece::Gun, poundage);
    assert_eq!([of(Branch::Foot, 0), of(Branch::Crew, 8)], [Mover::Foot; 2]);
    assert_eq!([of(Branch::Dragoons, 0), of(Branch::LightHorse, 0)], [Mover::Mounted; 2]);
    assert_eq!([of(Branch::Limbered, 7), of(Branch::Limbered, 8)], [Mover::LightGuns, Mover::HeavyGuns]);
    assert_eq!([of(Branch::Wagon, 0), Mover::of(&book, Branch::Limbered, Piece::Howitzer, 0)], [Mover::HeavyGuns; 2]);
    // FD-MOV-11, FD-MOV-37, FD-CMD-04, and the other moves below T3.
    let others =
        [&charts::FLIGHT, &charts::PURSUIT, &charts::SKIRMISH_RETREAT, &charts::FALL_BACK, &charts::COURIER_MOVE];
    assert_eq!(others.map(|number| yards(&book, number)), [100, 30, 30, 30, 120].map(Yards::whole));
}

#[test]
fn the_artillery_chart_stands_as_printed_but_for_one_cell() {
    // FD-ART-04, FD-ART-05, FD-ART-06
    for (row, cells) in table("T4").iter().enumerate() {
        let row = [1, 2, 3, 5, 6][row];
        for (column, cell) in cells[1..7].iter().enumerate() {
            let factor = if column == 5 { 10 } else { 1 };
            assert_eq!(look(&T4, row, column), number(cell).map(|n| n * factor), "{cells:?}");
        }
    }
    for column in 0..6 {
        let printed = if column == 2 { Some(20) } else { look(&T4, 3, column) };
        assert_eq!(look(&T4, 4, column), printed);
    }
    assert_eq!(T17.cells.len(), 5);
}

#[test]
fn poundages_between_rows_go_by_class() {
    // FD-ART-04, FD-ROS-22, FD-MOV-12
    let book = Rulebook::default();
    let at = |poundage| gun_chance(&book, Piece::Gun, poundage, Ammunition::Ball, Yards::whole(300));
    assert_eq!([1, 4, 5].map(at), [Some(30); 3]);
    assert_eq!([6, 7].map(at), [Some(80); 2]);
    let nearest = |poundage| gun_chance(&book, Piece::Gun, poundage, Ammunition::Cannister, Yards::whole(50));
    assert_eq!(
        [5, 6, 7, 8, 9, 10, 12, 13, 16, 24].map(nearest),
        [80, 110, 110, 140, 140, 160, 160, 190, 190, 190].map(Some)
    );
    let class = |poundage| gun_class(&book, Piece::Gun, poundage);
    use GunClass::{Field, Light, Position, Siege};
    assert_eq!([1, 5, 6, 9, 10, 12, 13, 24].map(class), [Light, Light, Field, Field, Position, Position, Siege, Siege]);
    assert_eq!(gun_class(&book, Piece::Howitzer, 0), GunClass::Howitzer);
    assert_eq!(gun_class(&book, Piece::Mortar, 0), GunClass::Mortar);
    assert_eq!([6, 7, 8].map(|poundage| is_heavy(&book, Piece::Gun, poundage)), [false, false, true]);
    assert!(is_heavy(&book, Piece::Howitzer, 0));
}

#[test]
fn bands_of_range_include_their_upper_end() {
    // FD-SCL-12, FD-ART-04, FD-ART-06, FD-MUS-02, FD-MUS-03, FD-MUS-04
    let book = Rulebook::default();
    let beyond = |yards| Yards::of(Yards::whole(yards).on_table(Scale::Inch15) + Length::grid(1), Scale::Inch15);
    let gun = |poundage, range| gun_chance(&book, Piece::Gun, poundage, Ammunition::Ball, range);
    assert_eq!([gun(12, Yards::whole(300)), gun(12, beyond(300))], [Some(80), Some(60)]);
    assert_eq!([gun(12, Yards::whole(800)), gun(12, beyond(800))], [Some(10), None]);
    assert_eq!([gun(4, Yards::whole(450)), gun(4, beyond(450))], [Some(10), None]);
    let musket = |firearm, range| volley_faces(&book, firearm, range);
    assert_eq!(
        [musket(Firearm::Flintlock, Yards::whole(30)), musket(Firearm::Flintlock, beyond(30))],
        [Some(3), Some(2)]
    );
    assert_eq!(
        [musket(Firearm::Flintlock, Yards::whole(100)), musket(Firearm::Flintlock, beyond(100))],
        [Some(1), None]
    );
    assert_eq!([musket(Firearm::Matchlock, Yards::whole(60)), musket(Firearm::Matchlock, beyond(60))], [Some(1), None]);
    assert_eq!([musket(Firearm::Bow, Yards::whole(60)), musket(Firearm::Bow, beyond(60))], [Some(1), None]);
    assert_eq!(musket(Firearm::None, Yards::ZERO), None);
}

#[test]
fn each_ammunition_has_its_reach() {
    // FD-ART-16, FD-ART-17
    let book = Rulebook::default();
    let gun = |ammunition, yards| gun_chance(&book, Piece::Gun, 6, ammunition, Yards::whole(yards));
    assert_eq!([10, 150, 151].map(|yards| gun(Ammunition::Cannister, yards)), [Some(110), Some(90), None]);
    assert_eq!([10, 150, 300, 301].map(|yards| gun(Ammunition::Ball, yards)), [Some(80), Some(80), Some(80), Some(20)]);
    assert_eq!(gun(Ammunition::Shell, 200), None);
    let howitzer = |ammunition, yards| gun_chance(&book, Piece::Howitzer, 0, ammunition, Yards::whole(yards));
    assert_eq!([150, 151, 600, 601].map(|yards| howitzer(Ammunition::Shell, yards)), [None, Some(80), Some(40), None]);
    assert_eq!([howitzer(Ammunition::Cannister, 50), howitzer(Ammunition::Ball, 50)], [Some(140), Some(80)]);
    assert!(!reaches(&book, Piece::Mortar, 0, Ammunition::Ball, Yards::whole(200)));
    assert!(reaches(&book, Piece::Mortar, 0, Ammunition::Shell, Yards::whole(200)));
    assert_eq!(gun_reach(&book, Piece::Howitzer, 0), Yards::whole(600));
}

#[test]
fn artillery_modifiers_stand_as_printed() {
    // FD-ART-10
    let rows = table("T5");
    // The order of use differs from the printed one: shelters together, the half for skirmishers last (FD-ART-09).
    let order = [0, 1, 2, 8, 9, 3, 4, 6, 7];
    for (column, chart) in [(1, &T5_NEAR), (2, &T5_FAR)] {
        let printed: Vec<i32> = order.iter().map(|row| number(rows[*row][column]).expect("a number")).collect();
        assert_eq!(cells(chart), printed);
    }
    assert_eq!(modifier_split(&Rulebook::default()), Yards::whole(300));
}

#[test]
fn rounds_stand_as_printed() {
    // FD-ART-15
    let rows = table("T6");
    let order = [1, 2, 3, 4, 0];
    for (class, row) in order.iter().enumerate() {
        for (kind, cell) in rows[*row][1..].iter().enumerate() {
            assert_eq!(look(&T6, class, kind), number(cell), "{:?}", rows[*row]);
        }
    }
    let book = Rulebook::default();
    let of = |class| Ammunition::ALL.iter().map(|kind| rounds(&book, class, *kind)).collect::<Vec<_>>();
    assert_eq!([of(GunClass::Howitzer), of(GunClass::Mortar)], [[10, 5, 10], [0, 0, 10]]);
}

#[test]
fn musketry_stands_as_printed() {
    // FD-MUS-01, FD-MUS-19, FD-MUS-20
    for (row, cells) in table("T7").iter().enumerate() {
        for (column, cell) in cells[1..].iter().enumerate() {
            assert_eq!(look(&T7, row + 1, column), set(cell), "{cells:?}");
        }
    }
    let dice: Vec<i32> = table("T8").iter().map(|row| number(row[1]).expect("a number")).collect();
    // Printed: rating, same, platoon, mixed, weather, protective, open, earthworks, mounted; and so it is used.
    assert_eq!(cells(&T8), dice);
    let book = Rulebook::default();
    assert_eq!(skirmish_faces(&book, Firearm::Bow, Yards::whole(60)), Some(2));
    assert_eq!(skirmish_faces(&book, Firearm::Bow, Yards::whole(61)), None);
    assert_eq!(skirmish_faces(&book, Firearm::Flintlock, Yards::whole(100)), Some(1));
    assert_eq!(firearm_reach(&book, Firearm::None), None);
    // FD-MUS-06
    assert_eq!(body_reach(&book, Firearm::Flintlock, true), Some(Yards::whole(60)));
    assert_eq!(body_reach(&book, Firearm::Flintlock, false), Some(Yards::whole(100)));
}

#[test]
fn skirmish_effects_by_nines() {
    // FD-MUS-24
    let book = Rulebook::default();
    use SkirmishEffect::{Halts, HaltsWithLoss, None, Retreats};
    let effects: Vec<(SkirmishEffect, u8)> = (0..5).map(|nines| skirmish_effect(&book, nines)).collect();
    assert_eq!(effects, [(None, 0), (Halts, 0), (HaltsWithLoss, 1), (Retreats, 1), (Retreats, 1)]);
    assert_eq!(table("T9").len(), T9.rows.len());
}

#[test]
fn melee_sets_stand_as_printed() {
    // FD-MEL-33, FD-MEL-34
    for (row, cells) in table("T10").iter().enumerate() {
        for (tactic, cell) in cells[1..].iter().enumerate() {
            let (contact, engaged) = cell.split_once(" / ").expect("two figures");
            assert_eq!(look(&T10, row, 2 * tactic), set(contact), "{cells:?}");
            assert_eq!(look(&T10, row, 2 * tactic + 1), set(engaged), "{cells:?}");
        }
    }
    for (row, cells) in table("T11").iter().enumerate() {
        for (weapon, cell) in cells[1..].iter().enumerate() {
            assert_eq!(look(&T11, row, weapon), set(cell), "{cells:?}");
        }
    }
}

#[test]
fn who_fights_in_which_row() {
    // FD-MEL-34, FD-MEL-35, FD-MEL-36, FD-SPC-05
    let book = Rulebook::default();
    let arms = |branch| Arms { branch, ..Arms::default() };
    let open = Arms { order: Order::Open, ..Arms::default() };
    let pike = Arms { weapon: MeleeWeapon::Pike, ..Arms::default() };
    let mixed = Arms { weapon: MeleeWeapon::Mixed, ..Arms::default() };
    let steel = Arms { tactic: Tactic::Steel, ..arms(Branch::Horse) };
    let foes = [
        arms(Branch::Horse),
        arms(Branch::Dragoons),
        open,
        arms(Branch::LightHorse),
        arms(Branch::Unlimbered),
        arms(Branch::Crew),
        Arms::default(),
        pike,
        mixed,
    ];
    let against = |own: Arms, engaged| foes.map(|foe| melee_faces(&book, &own, &foe, engaged));
    assert_eq!(against(steel, false), [1, 2, 3, 3, 3, 3, 1, 1, 2]);
    assert_eq!(against(steel, true), [2, 2, 2, 2, 2, 2, 1, 1, 2]);
    let dragoons = Arms { tactic: Tactic::Fire, ..arms(Branch::Dragoons) };
    assert_eq!(against(dragoons, false), [2, 2, 2, 2, 2, 2, 2, 2, 3]);
    assert_eq!(against(Arms::default(), false), [1, 1, 3, 1, 3, 3, 3, 3, 3]);
    assert_eq!(against(pike, false), [2, 2, 1, 2, 1, 1, 2, 2, 2]);
    // Crews strike as mixed weapons do, whatever stands in their facts.
    assert_eq!(against(arms(Branch::Unlimbered), false), against(mixed, false));
    assert_eq!(against(mixed, false), [1, 1, 4, 1, 4, 4, 2, 2, 2]);
}

#[test]
fn morale_stands_as_printed() {
    // FD-MOR-01, FD-MOR-04, FD-MOR-05, FD-ROS-19, FD-ART-20
    let printed: Vec<i32> = table("T13").iter().filter_map(|row| number(row[1])).collect();
    // Printed: 5, the rating from 0, +4, +1, +2, -1.
    assert_eq!(printed, [5, 0, 4, 1, 2, -1]);
    // The last row is the switch's (FD-OPT-17).
    assert_eq!(cells(&T13), [5, 4, 1, 2, -1, 1]);
    let book = Rulebook::default();
    use LossEffect::{Flees, FleesWithLoss, Halts, Surrenders};
    let effects: Vec<LossEffect> = (0..=9).map(|face| loss_effect(&book, face)).collect();
    let expected = [Surrenders, Halts, Halts, Halts, Flees, Flees, Flees, FleesWithLoss, FleesWithLoss, FleesWithLoss];
    assert_eq!(effects, expected);
    assert_eq!(table("T15").len(), T15.rows.len());
    for (rating, cells) in table("T16").iter().enumerate() {
        assert_eq!(look(&T16, rating, 0), number(cells[2]));
        // FD-ROS-18: the greater of one and the rating.
        assert_eq!(boxes_per_stand(&book, rating as u8), (rating as u16).max(1));
    }
    use Location::{Crew, Gun, Limber};
    let limbered: Vec<Location> = (0..=9).map(|face| location(&book, true, face)).collect();
    assert_eq!(limbered, [Limber, Crew, Crew, Crew, Crew, Crew, Crew, Limber, Limber, Limber]);
    let unlimbered: Vec<Location> = (0..=9).map(|face| location(&book, false, face)).collect();
    assert_eq!(unlimbered, [Gun, Crew, Crew, Crew, Crew, Crew, Crew, Crew, Crew, Gun]);
}

#[test]
fn nations_stand_as_printed() {
    // FD-ROS-14, FD-ROS-15, FD-SPC-01, FD-SPC-03, FD-SPC-09
    let rows = table("T21");
    assert_eq!(rows.len(), Nation::ALL.len());
    for (nation, cells) in Nation::ALL.iter().zip(&rows) {
        for (column, year) in [1, 2, 3].into_iter().zip([1695, 1710, 1745]) {
            let letters: Vec<&str> = cells[column].split(' ').collect();
            let [mode, firearm, weapon, tactic] = letters[..] else {
                assert_eq!(cells[column], "-", "{cells:?}");
                continue;
            };
            let own = ways(*nation, year);
            assert_eq!(own.mode, if mode == "P" { FireMode::Platoon } else { FireMode::Volley }, "{cells:?}");
            let arm = match firearm {
                "M" => Firearm::Matchlock,
                "K" => Firearm::Firelock,
                "F" => Firearm::Flintlock,
                _ => Firearm::Bow,
            };
            assert_eq!(own.firearm, arm, "{cells:?}");
            let strikes = match weapon {
                "b" => MeleeWeapon::Bayonet,
                "p" => MeleeWeapon::Pike,
                _ => MeleeWeapon::Mixed,
            };
            assert_eq!(own.weapon, strikes, "{cells:?}");
            let horse = match tactic {
                "S" => Tactic::Steel,
                "R" => Tactic::Fire,
                _ => Tactic::Mix,
            };
            assert_eq!(own.tactic, horse, "{cells:?}");
            let elites = match cells[4] {
                "0" => Elites::None,
                "1" => Elites::One,
                _ => Elites::All,
            };
            assert_eq!(own.elites, elites, "{cells:?}");
            assert_eq!(
                own.class == Class::Irregular,
                cells[5].contains("irregular") && *nation != Nation::Austria,
                "{cells:?}"
            );
            let mixed = strikes == MeleeWeapon::Pike
                || cells[5].contains("mixed_armed") && (*nation != Nation::Sweden || column == 2);
            assert_eq!(own.mixed_armed, mixed, "{cells:?}");
        }
    }
}

#[test]
fn notes_of_the_nations() {
    // FD-SPC-09, FD-SPC-01
    assert_eq!([1688, 1689].map(|year| ways(Nation::Britain, year).mode), [FireMode::Volley, FireMode::Platoon]);
    assert_eq!([1740, 1741].map(|year| ways(Nation::Prussia, year).tactic), [Tactic::Mix, Tactic::Steel]);
    assert_eq!(
        [1680, 1698, 1699, 1721, 1722, 1760].map(|year| ways(Nation::Denmark, year).firearm == Firearm::Flintlock),
        [false, false, true, true, true, true]
    );
    let french = ways(Nation::France, 1745);
    let household = |yes| french.for_unit(Nation::France, Arm::Cavalry, Class::Horse, yes).tactic;
    assert_eq!([household(false), household(true)], [Tactic::Mix, Tactic::Steel]);
    let austrian = ways(Nation::Austria, 1745);
    assert_eq!(austrian.for_unit(Nation::Austria, Arm::Cavalry, Class::Light, false).tactic, Tactic::Steel);
    let border = austrian.for_unit(Nation::Austria, Arm::Infantry, Class::Irregular, false);
    assert_eq!(
        (border.firearm, border.weapon, border.class),
        (Firearm::Firelock, MeleeWeapon::Mixed, Class::Irregular)
    );
    assert_eq!([3, 4, 10].map(|stands| french.detachable(stands)), [0, 1, 1]);
    assert_eq!(austrian.detachable(10), 0);
    assert_eq!(ways(Nation::NativeAmericans, 1745).detachable(4), u16::MAX);
    assert_eq!(nation("britain"), nation("england"));
    assert_eq!([nation("hesse-kassel"), nation("united-states")], [Some(Nation::Hesse), None]);
}

#[test]
fn zones_stand_as_printed() {
    // FD-OBJ-01, FD-OBJ-02, FD-OBJ-03, FD-OBJ-08, FD-OBJ-23
    let book = Rulebook::default();
    for (class, cells) in ZoneClass::ALL.iter().zip(table("T22")) {
        let sides: Vec<i32> = cells[2].split(" x ").filter_map(number).map(|yards| yards * 10).collect();
        let own: Vec<i32> = (0..4).filter_map(|column| look(&T22, *class as usize, column)).collect();
        let printed = [sides[0], sides[1], number(cells[3]).expect("sectors"), number(cells[4]).expect("capacity")];
        assert_eq!(own, printed, "{cells:?}");
        assert_eq!(zone_size(&book, *class), (Yards::tenths(sides[0]), Yards::tenths(sides[1])));
        assert_eq!(i32::from(zone_halves(&book, *class)), 2 * printed[3]);
        let cover = match cells[5] {
            "protective" => Cover::Protective,
            "earthworks" => Cover::Earthworks,
            _ => Cover::None,
        };
        assert_eq!(class.cover(), cover, "{cells:?}");
        assert_eq!(class.is_open_order(), cells[5].contains("open order"));
        assert_eq!((class.limits_attackers(), class.admits_mounted()), (cells[6] == "yes", cells[7] == "yes"));
    }
    assert_eq!(ZoneClass::ALL.iter().map(|class| zone_sections(&book, *class)).collect::<Vec<_>>(), [0, 0, 0, 0, 4, 4]);
}

#[test]
fn points_stand_as_printed() {
    // FD-VIC-02, FD-VIC-04, FD-VIC-05
    let mut printed: Vec<i32> = table("T23").iter().filter_map(|row| number(row[1])).collect();
    printed.push(number(table("T23")[6][1].trim_start_matches("its value, default ")).expect("a value"));
    assert_eq!(cells(&T23), printed);
    let book = Rulebook::default();
    assert_eq!(book.number(&charts::ZONE_POINTS), 5);
    use Verdict::{Decisive, Draw, Marginal};
    let verdicts = [(2, 0), (3, 0), (9, 0), (10, 0), (20, 10), (20, 11), (19, 10), (12, 10)];
    let expected = [Draw, Marginal, Marginal, Decisive, Decisive, Marginal, Marginal, Draw];
    assert_eq!(verdicts.map(|(more, less)| verdict(&book, more, less)), expected);
    assert_eq!(
        [(9, 20), (10, 20), (10, 21), (0, 0)].map(|(lost, start)| is_broken(&book, lost, start)),
        [false, true, false, false]
    );
    assert_eq!(count(&book, &charts::TURNS), 20);
}

#[test]
fn ground_by_the_words_of_battle_files() {
    // FD-TER-02
    let words: BTreeSet<&str> = GROUND.iter().map(|ground| ground.kind).collect();
    assert_eq!(words.len(), GROUND.len(), "a word stands twice");
    let missing: Vec<&&str> = Kind::WORDS.iter().filter(|kind| ground(kind).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let of = |kind| ground(kind).unwrap_or_else(|| panic!("{kind}"));
    assert_eq!((of("dense-woods").terrain, of("dense-woods").terrain.woods()), (Terrain::HeavyWoods, Woods::Heavy));
    assert_eq!(
        (of("hedge").terrain.cover(), of("breastworks").terrain.cover()),
        (Cover::Protective, Cover::Earthworks)
    );
    assert_eq!(
        (of("village").zone, of("redoubt").zone, of("hedge").zone),
        (Some(ZoneClass::C), Some(ZoneClass::F), None)
    );
    assert_eq!(of("bridge").zone, Some(ZoneClass::A));
    assert_eq!(ground("moon"), None);
    let unknown: Vec<&&str> = firelock_scenario::Nation::WORDS.iter().filter(|word| nation(word).is_none()).collect();
    assert_eq!(
        unknown,
        [&"united-states", &"loyalists", &"scots-loyalists", &"netherlands", &"switzerland", &"italy", &"corsica"]
    );
}

#[test]
fn sight_ends_with_the_weather() {
    // FD-LOS-18, FD-LDR-07, FD-TER-10
    let book = Rulebook::default();
    assert_eq!([Weather::Clear, Weather::Poor].map(|now| sight_cap(&book, now)), [900, 300].map(Yards::whole));
    assert_eq!([Weather::Clear, Weather::Poor].map(|now| fall_seen(&book, now)), [300, 150].map(Yards::whole));
}

#[test]
fn directives_and_chits() {
    // FD-CMD-01, FD-CMD-09, FD-CMD-10, FD-CMD-11, FD-CMD-12, FD-OPT-02
    for (directive, cells) in Directive::ALL.iter().zip(table("T18")) {
        assert_eq!(
            (directive.may_charge(), directive.may_countercharge()),
            (cells[2] == "yes", cells[3] == "yes"),
            "{cells:?}"
        );
    }
    for (chit, cells) in Chit::ALL.iter().zip(table("T19")) {
        assert_eq!(serde_json::to_value(chit).expect("a letter"), cells[0]);
        assert_eq!(chit.must_hold(), cells[1].contains("hold if charged"), "{cells:?}");
    }
    assert_eq!(Standing::of(3, 3), Standing::Drawn);
    // FD-ROS-04
    assert_eq!([Size::Half, Size::Full, Size::Double].map(Size::halves), [1, 2, 4]);
}

#[test]
fn every_number_has_an_address_of_its_own() {
    let mut cells = Vec::new();
    CHARTS.iter().for_each(|chart| chart.cells(&mut cells));
    let addresses: BTreeSet<&str> = cells.iter().map(|cell| cell.address.as_str()).collect();
    assert_eq!(addresses.len(), cells.len(), "an address stands twice");
    for cell in &cells {
        let text = format!(r#"{{"cells":{{"{}":{}}}}}"#, cell.address, cell.value);
        let overlay: Overlay = serde_json::from_str(&text).expect("an overlay");
        assert!(Rulebook::with_overlay(CHARTS, SWITCHES, overlay).is_ok(), "{}", cell.address);
    }
    let overlay: Overlay = serde_json::from_value(json!({"cells": {"T4.1-4.601-900": 5}})).expect("an overlay");
    assert!(Rulebook::with_overlay(CHARTS, SWITCHES, overlay).is_err());
}

#[test]
fn an_overlay_moves_a_number_wherever_it_is_read() {
    let book = book(json!({"cells": {
        "T3.foot.field": 500, "T4.up-to.51-150": 1400, "T4.6.151-300": 75, "T5-NEAR.mounted": 25, "T6.light.ball": 12,
        "T7.flintlock.0-30": 4, "T10.cavalry.steel": 2, "T11.mounted.pike": 3, "T13.base": 6, "T14.unlimbered.from": 10,
        "T15.flees.from": 3, "T16.4.boxes": 5, "T17.field-heavy.from": 7, "T22.C.capacity": 5, "T2.rough.mounted": 25,
        "T2-LINES.stream.limbered": 300, "T23.zone": 7, "K.musket_reach": 900, "K.certain_pass": 9, "T8.floor": 2,
    }, "groups": {"T5-NEAR.protective": "all", "T8.rating": "first"}}));
    assert_eq!(rate(&book, Mover::Foot, Pace::Field), Some(Yards::whole(50)));
    let gun = |poundage, ammunition, yards| gun_chance(&book, Piece::Gun, poundage, ammunition, Yards::whole(yards));
    assert_eq!(gun(6, Ammunition::Ball, 200), Some(75));
    assert_eq!(gun(7, Ammunition::Cannister, 50), Some(140));
    assert_eq!(gun(12, Ammunition::Cannister, 145), Some(80));
    assert_eq!(rounds(&book, GunClass::Light, Ammunition::Ball), 12);
    assert_eq!(volley_faces(&book, Firearm::Flintlock, Yards::whole(95)), None);
    assert_eq!(location(&book, false, 9), Location::Crew);
    assert_eq!(loss_effect(&book, 3), LossEffect::Flees);
    assert_eq!(boxes_per_stand(&book, 4), 5);
    assert_eq!(zone_halves(&book, ZoneClass::C), 10);
    assert_eq!(factor(&book, Terrain::Rough, Going::Mounted), Some(25));
    assert_eq!(crossing_cost(&book, Terrain::Stream, Going::Limbered), Some(Yards::whole(30)));
    assert_eq!(book.number(&charts::ZONE_POINTS), 7);
    assert_eq!(yards(&book, &numbers::MUSKET_REACH), Yards::whole(90));
    let mut text = told(&run(
        &book,
        "artillery",
        &json!({
            "ammunition": "cannister", "range": 40.0, "target": {"branch": "horse", "cover": "protective", "woods": "light"},
        }),
        &[85],
    ));
    text += &told(&run(
        &book,
        "volley",
        &json!({"stands": 1, "weather": "poor", "rating": 3, "same_target": true}),
        &[3, 4],
    ));
    text += &told(&run(&book, "morale", &json!({"rating": 3}), &[]));
    expect![[r#"
        chance: +110 chart, -20 target in protective cover, -20 target in light woods or rough, +25 target mounted = 95 %
        d100: 1 1 hit [FD-ART-13]
          1 box [FD-ART-18]
          Morale check [FD-MOR-08]
          1 round of cannister used [FD-ART-14]
        dice: +1 stands in the front row, +1 rating 3 or 4, -3 poor weather, +3 never below one die = 2 dice
        2 d10 (0-9) on 0, 1, 2, 3: 1 1 hit [FD-MUS-19]
          1 box [FD-MUS-19]
          Morale check [FD-MOR-08]
        morale: +6 basic number, +3 morale rating = 9 needed
        9 Passes [FD-MOR-02]
    "#]].assert_eq(&text);
}

#[test]
fn what_an_overlay_may_not_be_is_told() {
    let overlay: Overlay =
        serde_json::from_value(json!({"switches": {"fd_scale": "25mm", "fd_rifles": "on"}})).expect("an overlay");
    let faults = Rulebook::with_overlay(CHARTS, SWITCHES, overlay).expect_err("two faults").0;
    assert_eq!(
        faults,
        [
            "switches: there is no switch \"fd_rifles\"",
            "switches: fd_scale is one of 15mm_inch, 20mm_inch, 15mm_cm, 20mm_cm, not \"25mm\"",
        ]
    );
    assert!(SWITCHES.iter().skip(1).all(|switch| switch.choices[0] == "off"));
}
