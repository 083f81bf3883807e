//! The charts: each number as the chapter prints it, row by row, by exact odds; overlays, switches.

mod blows;
mod examples;
mod odds;
mod shots;

use std::collections::BTreeSet;

use expect_test::expect;
use firelock_core::{CellInfo, Checked, Die, Grid, Ledger, Overlay, Rulebook};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::charts::{
    self, CHARTS, Crossing, SWITCHES, Sight, T_ACC, T_BASE, T_CAN, T_CD, T_DEV, T_DIFFICULTY, T_FCHG, T_GRANGE, T_MD,
    T_MORALE, T_MOVE, T_MOVE_GUNS, T_RANGE, T_SD, T_SHELL, T_SHOT, ground, numbers,
};
use firelock_napoleonic::clauses::CLAUSES;
use firelock_napoleonic::words::{
    Ammunition, Arm, Class, Cover, Formation, GunRange, GunType, Order, Quality, Range, Terrain, Weapon,
};
use firelock_table::Length;
use firelock_testkit::published::{self, told};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const CHAPTER: &str = include_str!("../../../../docs/rules/napoleonic.md");

/// Facts of a test, the rest as they are plainly.
fn facts<F: DeserializeOwned>(said: Value) -> F {
    serde_json::from_value(said).expect("facts")
}

/// The printed rules with an overlay.
fn book(overlay: Value) -> Rulebook {
    published::book::<Napoleonic>(overlay)
}

/// Runs a published test with these faces; all must be used.
fn run(book: &Rulebook, name: &str, facts: &Value, faces: &[i16]) -> Checked {
    published::run::<Napoleonic>(book, name, facts, faces)
}

/// The printed rules.
fn plain() -> Rulebook {
    Rulebook::default()
}

/// The labels of the lines that count.
fn labels(ledger: &Ledger) -> Vec<&'static str> {
    ledger.applied().filter(|line| line.value != 0).map(|line| line.label).collect()
}

/// The lines of cells of a table of section 17, heads and rule lines left out.
fn table(id: &str) -> Vec<Vec<&'static str>> {
    let is_heading = |line: &&str| {
        let name = line.strip_prefix("**").and_then(|line| line.split("**").next()).unwrap_or_default();
        name.split(", ").any(|own| own == id)
    };
    let lines = CHAPTER.lines().skip_while(|line| !is_heading(line)).skip(1);
    let lines = lines.take_while(|line| !line.starts_with("**") && !line.starts_with('#'));
    let lines: Vec<&str> = lines.filter(|line| line.starts_with('|')).collect();
    let is_rule = |line: &str| line.starts_with("|---");
    let rows = lines.iter().enumerate().filter(|(at, line)| {
        let is_head = lines.get(at + 1).is_some_and(|next| is_rule(next));
        !is_rule(line) && !is_head
    });
    rows.map(|(_, row)| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// The first number of a cell, its sign and decimals included.
fn number(cell: &str) -> Option<f64> {
    let from = cell.find(|letter: char| letter.is_ascii_digit())?;
    let figure: String = cell[from..].chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
    let sign = if cell[..from].ends_with('-') { -1.0 } else { 1.0 };
    figure.parse::<f64>().ok().map(|n| sign * n)
}

fn whole(cell: &str) -> Option<i32> {
    number(cell).map(|n| n.round() as i32)
}

/// A length as the charts keep it.
fn millimeters(cell: &str) -> Option<i32> {
    number(cell).map(|n| (n * 10.0).round() as i32)
}

fn look(grid: &Grid, row: usize, column: usize) -> Option<i32> {
    Rulebook::default().look(grid, row, column)
}

/// Every number of a chart, in its order.
fn cells(id: &str) -> Vec<CellInfo> {
    let mut cells = Vec::new();
    CHARTS.iter().for_each(|chart| chart.cells(&mut cells));
    cells.retain(|cell| cell.address.split('.').next() == Some(id));
    cells
}

/// A grid against rows of printed cells, the first column of which is that.
fn stands(grid: &Grid, rows: &[Vec<&str>], first: usize, read: fn(&str) -> Option<i32>) {
    for (row, printed) in rows.iter().enumerate() {
        for column in 0..grid.columns.len() {
            let cell = if printed[first + column] == "-" { None } else { read(printed[first + column]) };
            assert_eq!(look(grid, row, column), cell, "{} {printed:?}", grid.id);
        }
    }
    assert_eq!(rows.len() * grid.columns.len(), grid.cells.len(), "{}", grid.id);
}

#[test]
fn ranges_and_difficulties_stand_as_printed() {
    // NQ-SAF-08, NQ-SAF-12, NQ-SAF-28, NQ-ROS-03, NQ-SCA-09
    let rows = table("T-RANGE");
    stands(&T_RANGE, &rows[..5], 2, millimeters);
    stands(&T_DIFFICULTY, &rows[5..], 2, whole);
    let book = plain();
    let band = |weapon, mm| charts::range(&book, weapon, Length::mm(mm));
    let [short, medium, long] = [Some(Range::Short), Some(Range::Medium), Some(Range::Long)];
    assert_eq!(
        [100, 101, 150, 151, 200, 201].map(|mm| band(Weapon::Musket, mm)),
        [short, medium, medium, long, long, None]
    );
    assert_eq!([150, 151].map(|mm| band(Weapon::CavalryMusket, mm)), [medium, None]);
    assert_eq!([200, 201].map(|mm| band(Weapon::CavalryRifle, mm)), [medium, None]);
    assert_eq!(band(Weapon::None, 0), None);
    assert_eq!(charts::range(&book, Weapon::Musket, Length::cm(20) + Length::grid(1)), None);
}

#[test]
fn dice_stand_as_printed() {
    // NQ-ROS-12, NQ-SCA-11, NQ-ART-12, NQ-ART-19, NQ-MOR-01, NQ-SPC-04, NQ-SPC-07
    let die = |cell: &str| cell.strip_prefix('D').and_then(whole);
    stands(&T_SD, &table("T-SD"), 1, |cell| cell.strip_prefix('D').and_then(whole));
    for (row, cells) in table("T-ACC").iter().enumerate() {
        assert_eq!(look(&T_ACC, row, 0), die(cells[1]), "{cells:?}");
        assert_eq!(look(&T_DEV, row, 0), die(cells[2]), "{cells:?}");
        assert_eq!(
            look(&T_DEV, row, 1),
            cells[2].split_once('+').map_or(Some(0), |(_, plus)| whole(plus)),
            "{cells:?}"
        );
        assert_eq!(look(&T_MD, row, 0), die(cells[3]), "{cells:?}");
    }
    let book = plain();
    use Class::{
        FootArtillery, HeavyCavalry, HorseArtillery, IrregularCavalry, LightCavalry, LightInfantry, LineInfantry,
        Militia, RifleInfantry,
    };
    let rows = table("T-CD");
    let groups: [&[Class]; 4] = [
        &[LineInfantry, LightInfantry, RifleInfantry],
        &[Militia, FootArtillery, HorseArtillery, IrregularCavalry],
        &[LightCavalry],
        &[HeavyCavalry],
    ];
    for (cells, classes) in rows.iter().zip(groups) {
        for class in classes {
            assert_eq!(look(&T_CD, *class as usize, 0), die(cells[1]), "{class:?}");
        }
    }
    assert_eq!(charts::shooting_die(&book, Arm::Cavalry, Quality::Veteran), Some(Die::D(8)));
    assert_eq!(charts::shooting_die(&book, Arm::Artillery, Quality::Veteran), None);
    let of = |quality| {
        (
            charts::accuracy_die(&book, quality),
            charts::deviation_die(&book, quality),
            charts::morale_die(&book, quality),
        )
    };
    assert_eq!(of(Quality::Elite), (Die::D(6), Die::D(8), Die::D(6)));
    assert_eq!(of(Quality::Raw), (Die::D(12), Die::D(12), Die::D(12)));
    assert_eq!(
        Quality::ALL.iter().map(|quality| charts::deviation_plus(&book, *quality)).collect::<Vec<_>>(),
        [2, 0, 0, 0]
    );
}

#[test]
fn modifiers_stand_as_printed_in_order_and_clause() {
    // NQ-SAF-10, NQ-SAF-27, NQ-ART-13, NQ-ART-28, NQ-MEL-07, NQ-MOR-01
    let check = |id: &str, value: usize, clause: usize, extra: &[&str]| {
        let mut own = cells(id);
        own.retain(|cell| !extra.iter().any(|extra| cell.address == format!("{id}.{extra}")));
        let rows = table(id);
        assert_eq!(own.len(), rows.len(), "{id}");
        for (cell, printed) in own.iter().zip(&rows) {
            assert_eq!(whole(printed[value]), Some(cell.value), "{printed:?}");
            assert_eq!(printed[clause], cell.clause.id(), "{printed:?}");
        }
    };
    check("T-FIREMOD", 3, 4, &["moving-square-eases"]);
    check("T-ACCMOD", 2, 4, &[]);
    check("T-CASMOD", 2, 4, &["inaccurate-long", "floor"]);
    check("T-MELEE", 2, 3, &[]);
    // Row 10 has two numbers, row 12 the number of fights.
    let printed: Vec<(i32, &str)> = table("T-MORDM")
        .iter()
        .flat_map(|row| match row[2] {
            "+ that number" => vec![(1, row[3])],
            both if both.contains(" / ") => {
                both.split(" / ").map(|part| (whole(part).expect("a number"), row[3])).collect()
            }
            one => vec![(whole(one).expect("a number"), row[3])],
        })
        .collect();
    let own = cells("T-MORDM");
    assert_eq!(own.iter().map(|cell| (cell.value, cell.clause.id())).collect::<Vec<_>>(), printed);
}

#[test]
fn gun_tables_stand_as_printed() {
    // NQ-ART-05, NQ-ART-06, NQ-ART-07, NQ-ART-08, NQ-ART-27, NQ-ART-31, NQ-ART-32
    stands(&T_GRANGE, &table("T-GRANGE"), 1, millimeters);
    stands(&T_CAN, &table("T-CAN"), 1, whole);
    stands(&T_SHOT, &table("T-SHOT"), 1, whole);
    stands(&T_SHELL, &table("T-SHELL"), 1, whole);
    let book = plain();
    use Ammunition::{Canister, Shell, Shot};
    let band = |gun, ammunition, mm| charts::gun_range(&book, gun, ammunition, Length::mm(mm));
    let [effective, long] = [Some(GunRange::Effective), Some(GunRange::Long)];
    assert_eq!([200, 201, 300, 301].map(|mm| band(GunType::I, Canister, mm)), [effective, long, long, None]);
    assert_eq!([400, 401, 600, 601].map(|mm| band(GunType::Ii, Shot, mm)), [effective, long, long, None]);
    assert_eq!([199, 200, 451, 701].map(|mm| band(GunType::Mortar, Shell, mm)), [None, effective, long, None]);
    assert_eq!(band(GunType::Howitzer, Shell, 0), effective);
    for (gun, ammunition) in [(GunType::Howitzer, Shot), (GunType::Mortar, Canister), (GunType::Iii, Shell)] {
        assert_eq!(band(gun, ammunition, 250), None, "{gun:?} {ammunition:?}");
    }
    // Horse guns count as type II, howitzers stay what they are (NQ-ROS-10).
    assert_eq!(GunType::Iii.of(Class::HorseArtillery), GunType::Ii);
    assert_eq!(GunType::Howitzer.of(Class::HorseArtillery), GunType::Howitzer);
    assert_eq!(GunType::Iii.of(Class::FootArtillery), GunType::Iii);
}

#[test]
fn morale_results_stand_as_printed() {
    // NQ-MOR-06, NQ-MOR-07, NQ-MOR-08, NQ-MOR-09
    let mut from: Vec<Option<i32>> = table("T-MORALE")[1..].iter().map(|row| whole(row[0])).collect();
    from.reverse();
    assert_eq!((0..3).map(|row| look(&T_MORALE, row, 0)).collect::<Vec<_>>(), from);
    use firelock_napoleonic::results::MoraleEffect::{Retreat, Rout, Steady, Unformed};
    let effect = |unformed| [6, 7, 9, 10, 12, 13].map(|score| charts::morale_effect(&plain(), score, unformed));
    assert_eq!(effect(false), [Steady, Unformed, Unformed, Retreat, Retreat, Rout]);
    assert_eq!(effect(true), [Steady, Retreat, Retreat, Retreat, Retreat, Rout]);
}

#[test]
fn bases_rates_and_costs_stand_as_printed() {
    // NQ-SCA-06, NQ-MOV-01, NQ-MOV-09, NQ-MOV-10
    stands(&T_BASE, &table("T-BASE"), 1, millimeters);
    let rows = table("T-MOVE");
    stands(&T_MOVE, &rows[..4], 1, millimeters);
    stands(&T_MOVE_GUNS, &rows[4..], 1, millimeters);
    let book = plain();
    let costs: Vec<i32> = table("T-FCHG")
        .iter()
        .flat_map(|row| row[1].split(['(', ',']).filter_map(number))
        .map(|n| (n * 100.0) as i32)
        .collect();
    assert_eq!(costs, [50, 50, 25, 100, 50, 25]);
    assert_eq!((0..6).map(|row| look(&T_FCHG, row, 0).expect("a cost")).collect::<Vec<_>>(), costs);
    use Formation::{Column, Line, OpenOrder, Skirmish, Square};
    let cost = |class, quality, from, to| charts::change_cost(&book, class, quality, from, to);
    assert_eq!(cost(Class::LineInfantry, Quality::Regular, Line, Column), 50);
    assert_eq!(cost(Class::LineInfantry, Quality::Raw, Line, Column), 100);
    assert_eq!(cost(Class::Militia, Quality::Raw, Square, Line), 100);
    assert_eq!(cost(Class::LineInfantry, Quality::Regular, Line, OpenOrder), 50);
    assert_eq!(cost(Class::LightInfantry, Quality::Regular, Skirmish, Line), 25);
    assert_eq!(cost(Class::IrregularCavalry, Quality::Raw, OpenOrder, Column), 50);
    assert_eq!(cost(Class::LightInfantry, Quality::Regular, Skirmish, Square), 100);
    assert_eq!(cost(Class::HorseArtillery, Quality::Veteran, Formation::Limbered, Formation::Deployed), 25);
    let cm = |length: Option<Length>| length.map(|length| length.in_cm());
    assert_eq!(cm(charts::rate(&book, Class::RifleInfantry, Skirmish)).as_deref(), Some("20"));
    assert_eq!(cm(charts::rate(&book, Class::LineInfantry, Skirmish)), None);
    assert_eq!(cm(charts::rate(&book, Class::FootArtillery, Formation::Limbered)), None);
    assert_eq!(cm(charts::charge_rate(&book, Class::HeavyCavalry, Line)).as_deref(), Some("30"));
    assert_eq!(cm(charts::unformed_rate(&book, Class::LightCavalry)).as_deref(), Some("20"));
    assert_eq!(charts::gun_rate(&book, Class::FootArtillery, GunType::Iii, Formation::Deployed), Length::mm(25));
    assert_eq!(charts::gun_rate(&book, Class::FootArtillery, GunType::Mortar, Formation::Limbered), Length::ZERO);
    assert_eq!(charts::unformed_gun_rate(&book, Class::HorseArtillery, GunType::Howitzer), Length::cm(20));
    assert_eq!(charts::command_rate(&book), Length::cm(40));
    assert_eq!(charts::gun_size(&book, Formation::Limbered), (Length::cm(3), Length::cm(6)));
}

#[test]
fn layouts_stand_as_printed() {
    // NQ-FOR-01, NQ-FOR-02, NQ-FOR-04, NQ-FOR-05, NQ-FOR-08, NQ-FOR-09, NQ-FOR-10, NQ-FOR-11
    let book = plain();
    let laid = |arm, formation, n| {
        charts::layout(&book, arm, formation, n)
            .map(|layout| (layout.files, layout.rows, layout.gap.in_cm(), layout.back.in_cm()))
    };
    let of = |files, rows, gap: &str, back: &str| Some((files, rows, gap.to_string(), back.to_string()));
    assert_eq!(laid(Arm::Infantry, Formation::Line, 6), of(6, 1, "0", "0"));
    assert_eq!(laid(Arm::Infantry, Formation::AttackColumn, 5), of(2, 3, "0", "0"));
    assert_eq!(laid(Arm::Infantry, Formation::Column, 6), of(1, 6, "0", "0"));
    assert_eq!(laid(Arm::Cavalry, Formation::Column, 5), of(2, 3, "0", "0"));
    assert_eq!(laid(Arm::Cavalry, Formation::Column, 1), of(1, 1, "0", "0"));
    assert_eq!(laid(Arm::Infantry, Formation::OpenOrder, 6), of(6, 1, "1.5", "0"));
    assert_eq!(laid(Arm::Infantry, Formation::Skirmish, 6), of(6, 1, "3", "0"));
    assert_eq!(laid(Arm::Cavalry, Formation::Echelon, 4), of(4, 1, "0", "1.5"));
    assert_eq!(laid(Arm::Artillery, Formation::Deployed, 3), of(3, 1, "1.5", "0"));
    assert_eq!(laid(Arm::Artillery, Formation::Limbered, 3), of(1, 3, "0", "0"));
    assert_eq!(laid(Arm::Infantry, Formation::Square, 6), None);
    let gaps = table("T-FORM");
    assert_eq!(
        gaps.iter().map(|row| row[3]).collect::<Vec<_>>(),
        ["0.0", "0.0", "0.0", "0.0", "0.0", "1.5", "3.0", "0.0", "1.5", "0.0"]
    );
}

#[test]
fn classes_stand_as_printed() {
    // NQ-ROS-04, NQ-CHG-12, NQ-SPC-01, NQ-SPC-02, NQ-SPC-03, NQ-SPC-07, NQ-SPC-08, NQ-FOR-08, NQ-FOR-09
    let weapon = |word| match word {
        "M" => Weapon::Musket,
        "LM" => Weapon::LightMusket,
        "RF" => Weapon::Rifle,
        "CM" => Weapon::CavalryMusket,
        _ => Weapon::None,
    };
    for (class, row) in Class::ALL.iter().zip(table("T-CLASS")) {
        assert_eq!(format!("{:?}", class.arm()).to_lowercase(), row[1], "{class:?}");
        assert_eq!(class.weapon(), weapon(row[2]), "{class:?}");
        assert_eq!(format!("{:?}", class.quality()).to_lowercase(), row[3], "{class:?}");
        assert_eq!(class.may_form(Formation::Skirmish), row[4] == "yes", "{class:?}");
        for formation in Formation::ALL.iter().filter(|formation| class.may_form(**formation)) {
            let name = serde_json::to_value(formation).expect("a word");
            let name = name.as_str().expect("a word").to_uppercase().replace('-', "_");
            assert_eq!(class.may_evade(*formation), row[5] == "yes" || row[5].contains(&name), "{class:?} {name}");
        }
    }
    let forms = |class: Class| Formation::ALL.iter().filter(|formation| class.may_form(**formation)).count();
    assert_eq!(Class::ALL.iter().map(|class| forms(*class)).collect::<Vec<_>>(), [5, 6, 6, 5, 4, 4, 2, 2, 2]);
    assert!(!Class::IrregularCavalry.may_form(Formation::Line) && Class::IrregularCavalry.may_form(Formation::Column));
    // NQ-ROS-18, NQ-ROS-19, NQ-ROS-20
    assert_eq!(Formation::Limbered.order(false), Order::Formed);
    assert_eq!(Formation::Skirmish.order(false), Order::Open);
    assert_eq!(Formation::Skirmish.order(true), Order::Unformed);
}

#[test]
fn ground_stands_as_printed() {
    // NQ-TER-01, NQ-TER-02
    let rows = table("T-TERRAIN");
    assert_eq!(rows.len(), Terrain::ALL.len());
    let book = plain();
    for (kind, row) in Terrain::ALL.iter().zip(&rows) {
        let own = ground(*kind);
        assert_eq!(own.kind, *kind);
        assert_eq!(own.is_linear, row[1] == "linear", "{row:?}");
        assert_eq!(own.is_difficult, row[2].starts_with("difficult"), "{row:?}");
        let crossing = match row[2] {
            "infantry only" | "no artillery, no cavalry" => Crossing::InfantryOnly,
            "impassable" => Crossing::Nobody,
            "COLUMN or LIMBERED only" => Crossing::ColumnOnly,
            words if words.contains("no artillery") => Crossing::NoArtillery,
            _ => Crossing::All,
        };
        assert_eq!(own.crossing, crossing, "{row:?}");
        assert_eq!(
            Some(charts::crossing_cost(&book, *kind)),
            number(row[3]).map_or(Some(0), |n| Some((n * 100.0) as i32)),
            "{row:?}"
        );
        assert_eq!(format!("{:?}", own.cover).to_lowercase(), row[4], "{row:?}");
        let sight = match row[5] {
            "clear" => Sight::Clear,
            "blocks" => Sight::Blocks,
            "NQ-LOS-04" => Sight::Hill,
            _ => Sight::Depth,
        };
        assert_eq!(own.sight, sight, "{row:?}");
        let depth = if sight == Sight::Depth { millimeters(row[5]).map(Length::mm) } else { None };
        assert_eq!(charts::sight_depth(&book, *kind), depth, "{row:?}");
        assert_eq!(own.unforms, row[6] == "yes", "{row:?}");
        assert_eq!(Some(charts::level(&book, *kind)), whole(row[7]), "{row:?}");
    }
    assert!(Crossing::ColumnOnly.admits(Class::FootArtillery, Formation::Limbered));
    assert!(!Crossing::ColumnOnly.admits(Class::LineInfantry, Formation::Line));
    assert!(!Crossing::NoArtillery.admits(Class::HorseArtillery, Formation::Limbered));
    assert!(Crossing::NoArtillery.admits(Class::HeavyCavalry, Formation::Line));
    assert!(!Crossing::InfantryOnly.admits(Class::HeavyCavalry, Formation::Line));
    assert_eq!(ground(Terrain::Earthwork).cover, Cover::Hard);
}

#[test]
fn lone_numbers_stand_in_the_words_of_their_clause() {
    // NQ-SCA-04, NQ-SCA-12, NQ-CMD-04
    let mut strange = Vec::new();
    for number in numbers::NUMBERS.0 {
        let entry = CLAUSES.iter().find(|entry| entry.clause == number.clause).expect("a clause of the chapter");
        let figures: Vec<i32> = (entry.words.split(|letter: char| !letter.is_ascii_digit() && letter != '.'))
            .filter_map(|figure| figure.trim_matches('.').parse::<f64>().ok())
            .flat_map(|figure| [1.0, 10.0, 100.0].map(|scale| (figure * scale).round() as i32))
            .collect();
        if !figures.contains(&number.value) {
            strange.push(format!("{} {}", number.address, number.value));
        }
    }
    // These are said in words: more than half, twice, double, half, one hit, a quarter, next.
    expect![[r#"
        K.area_cover_percent 50
        K.backward_percent 200
        K.raw_change_percent 200
        K.surrender_percent 50
        K.skirmish_arc 90
        K.combined_bases 2
        K.on_target_percent 50
        K.worn_square_percent 25
        K.hits 1
        K.cavalry_hits 2
        K.tie_hits 1
        K.reinforcements 2
        K.break_off_hits 1
        K.pursuit_hits 1
        K.pursuit_percent 50
        K.rally_fails 3
        K.burnt_out_percent 25
        K.brigade_succession 1
        K.army_succession 2"#]]
    .assert_eq(&strange.join("\n"));
}

#[test]
fn every_number_has_an_address_of_its_own_and_an_overlay_finds_it() {
    let mut all = Vec::new();
    CHARTS.iter().for_each(|chart| chart.cells(&mut all));
    let addresses: BTreeSet<&str> = all.iter().map(|cell| cell.address.as_str()).collect();
    assert_eq!(addresses.len(), all.len(), "each address once");
    for cell in &all {
        let is_known = CLAUSES.iter().any(|entry| entry.clause == cell.clause);
        assert!(is_known, "{} cites {}", cell.address, cell.clause);
    }
    let overlay = Overlay {
        cells: all.iter().map(|cell| (cell.address.clone(), cell.value + 1)).collect(),
        ..Overlay::default()
    };
    let book = Rulebook::with_overlay(CHARTS, SWITCHES, overlay).expect("all addresses are known");
    assert_eq!(book.number(&numbers::DISCIPLINE), 7);
    assert_eq!(charts::shooting_die(&book, Arm::Infantry, Quality::Regular), Some(Die::D(9)));
    assert_eq!(charts::range_limit(&book, Weapon::Musket, Range::Short), Some(Length::mm(101)));
}

#[test]
fn rulings_are_data_that_an_overlay_changes() {
    // NQ-CMD-04, NQ-MOR-01, NQ-CHG-14, NQ-ROS-12
    let book = book(json!({
        "cells": {"K.discipline": 7, "T-MD.regular.die": 8, "T-PRESS-HOME.square": 3, "T-MORALE.rout.from": 8},
        "groups": {"T-PRESS-HOME.weak-square": "all"},
    }));
    let weak = json!({"square_quality": "raw", "bases": 4});
    expect![[r#"
        press home: +3 against a formed square, -1 the square is raw, -1 the square is worn = 1
        d8 +1: 7 Presses home [NQ-CHG-14]
    "#]]
    .assert_eq(&told(&run(&book, "press-home", &weak, &[6])));
    expect![[r#"
        morale:  = 0
        d8: 8 Rout [NQ-MOR-09]
          Rout move [NQ-MOV-25]
    "#]]
    .assert_eq(&told(&run(&book, "morale", &json!({}), &[8])));
}

#[test]
fn switches_are_those_of_the_chapter() {
    // NQ-OPT-01, NQ-OPT-02, NQ-OPT-03, NQ-OPT-04
    for switch in SWITCHES {
        let entry = CLAUSES.iter().find(|entry| entry.clause == switch.clause).expect("a clause");
        let (name, rest) = entry.words.split_once(": ").expect("a name and its words");
        assert_eq!(name.trim_matches('`'), switch.name);
        let choices = rest.split(['.']).next().expect("a list");
        let choices: Vec<&str> = choices.split(" | ").map(|word| word.trim_end_matches(" (default)")).collect();
        assert_eq!(choices, switch.choices, "{}", switch.name);
    }
    assert_eq!(CLAUSES.iter().filter(|entry| entry.clause.id().starts_with("NQ-OPT-")).count(), SWITCHES.len());
    let fault = serde_json::from_value::<Overlay>(json!({"switches": {"nq_blown_cavalry": "maybe"}})).expect("json");
    assert!(Rulebook::with_overlay(CHARTS, SWITCHES, fault).is_err());
}
