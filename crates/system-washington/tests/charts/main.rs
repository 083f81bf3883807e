//! The charts: each number as the chapter prints it, row by row, by exact odds; overlays, switches.

mod examples;
mod odds;
mod orders;
mod shock;

use std::collections::BTreeSet;

use expect_test::expect;
use firelock_core::{Checked, Grid, Ledger, Overlay, Read, Rulebook, Seeded, Side};
use firelock_table::Length;
use firelock_testkit::published::{self, told};
use firelock_washington::Washington;
use firelock_washington::charts::{
    self, Action, CHARTS, Cover, Mover, SWITCHES, Sight, T_ACTIONS, T_AGAIN, T_ARTILLERY, T_DISORDER, T_FIGHT_SAVE,
    T_INCREMENTS, T_LOSSES, T_MOVEMENT, T_POINTS, T_RANGES, T_TERRAIN, commander_value, falter_effect, fight_save,
    ground, gun_range, has_opportunity, increment, increments, is_battered, margin, morale_effect, most, numbers,
    objective_points, powder_price, price, range, road_increment, rolled_again, successor,
};
use firelock_washington::clauses::CLAUSES;
use firelock_washington::facts::{Fighter, retire_roll, ride_roll};
use firelock_washington::published::TESTS;
use firelock_washington::results::{FalterEffect, Margin, MoraleEffect};
use firelock_washington::words::{Formation, GunRange, Quality, Range, Tag, Terrain, Troop};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const CHAPTER: &str = include_str!("../../../../docs/rules/washington.md");

/// The printed rules with an overlay.
fn book(overlay: Value) -> Rulebook {
    published::book::<Washington>(overlay)
}

/// Runs a published test with these faces; all must be used.
fn run(book: &Rulebook, name: &str, facts: &Value, faces: &[i16]) -> Checked {
    published::run::<Washington>(book, name, facts, faces)
}

/// Facts of a test, the rest as they are plainly.
fn facts<F: DeserializeOwned>(said: Value) -> F {
    serde_json::from_value(said).expect("facts")
}

/// The printed rules.
fn plain() -> Rulebook {
    Rulebook::default()
}

/// The labels of the lines that count.
fn labels(ledger: &Ledger) -> Vec<&'static str> {
    ledger.applied().filter(|line| line.value != 0).map(|line| line.label).collect()
}

/// The lines of cells of a section's tables, the rule lines left out.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let is_heading = |line: &&str| line.starts_with("### ") && line.contains(&format!(" {heading} "));
    let lines = CHAPTER.lines().skip_while(|line| !is_heading(line)).skip(1).take_while(|line| !line.starts_with('#'));
    let rows = lines.filter(|line| line.starts_with('|') && !line.starts_with("| ---"));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn look(grid: &Grid, row: usize, column: usize) -> Option<i32> {
    Rulebook::default().look(grid, row, column)
}

/// The first number of a cell.
fn number(cell: &str) -> Option<i32> {
    let from = cell.find(|letter: char| letter.is_ascii_digit())?;
    let digits: String = cell[from..].chars().take_while(char::is_ascii_digit).collect();
    let sign = if cell[..from].ends_with('-') { -1 } else { 1 };
    digits.parse::<i32>().ok().map(|n| sign * n)
}

/// The number at an address.
fn cell(address: &str) -> i32 {
    let mut cells = Vec::new();
    CHARTS.iter().for_each(|chart| chart.cells(&mut cells));
    let found = cells.iter().find(|cell| cell.address == address);
    found.unwrap_or_else(|| panic!("{address}")).value
}

#[test]
fn motivation_and_action_points_stand_as_printed() {
    // WA-CMD-11, WA-CMD-12, WA-CMD-15, WA-CMD-18
    let rows = table("T-MOTIVATION");
    assert_eq!(rows[1][1], "3 / 2 / 1");
    let quality = ["raw", "average", "veteran"].map(|row| cell(&format!("T-MOTIVATION.{row}")));
    assert_eq!(quality, [3, 2, 1]);
    for (row, key) in [(3, "distance"), (4, "sheltered"), (5, "between"), (6, "separated")] {
        assert_eq!(number(rows[row][1]), Some(cell(&format!("T-MOTIVATION.{key}"))), "{key}");
    }
    assert_eq!((cell("K.motivation_fails"), cell("K.motivation_passes")), (3, 11));
    assert_eq!((rows[7][0], rows[8][0]), ("roll 2, 3", "roll 11, 12"));
    let rows = table("T-AP");
    for (row, key) in [(2, "lively"), (3, "raw"), (4, "disordered"), (5, "damaged")] {
        assert_eq!(number(rows[row][1]), Some(cell(&format!("T-AP.{key}"))), "{key}");
    }
    assert_eq!(number(rows[6][1]), Some(cell("K.ap_least")));
}

#[test]
fn actions_stand_as_printed() {
    // WA-MOVE-01, WA-FIRE-02, WA-ASL-01, WA-MOVE-06, WA-MOVE-20, WA-MOVE-21
    let rows = table("T-ACTIONS");
    assert_eq!(rows.len() - 1, Action::ALL.len());
    for (row, cells) in rows[1..].iter().enumerate() {
        assert_eq!(look(&T_ACTIONS, row, 0), number(cells[2]), "{cells:?}");
        let printed = if cells[3] == "T-MOVEMENT" { None } else { number(cells[3]) };
        assert_eq!(look(&T_ACTIONS, row, 1), printed, "{cells:?}");
    }
    let book = Rulebook::default();
    assert_eq!([3, 4].map(|front| price(&book, Action::wheel(&book, front))), [1, 2]);
    assert_eq!([Action::FirstShot, Action::SecondShot].map(|action| price(&book, action)), [1, 3]);
    assert_eq!((most(&book, Action::GunShot), most(&book, Action::Rally)), (Some(4), None));
    // WA-PRE-09
    assert_eq!(powder_price(&book), 1);
}

#[test]
fn movement_stands_as_printed() {
    // WA-MOVE-02, WA-MOVE-03, WA-MOVE-05
    let rows = table("T-MOVEMENT");
    for (row, cells) in rows[1..].iter().enumerate() {
        assert_eq!(look(&T_INCREMENTS, row, 0), number(cells[1]), "{cells:?}");
        assert_eq!(look(&T_MOVEMENT, row, 0), number(cells[4]).map(|inches| inches * 100), "{cells:?}");
        assert_eq!(look(&T_MOVEMENT, row, 1), number(cells[5]).map(|inches| inches * 100), "{cells:?}");
    }
    let book = Rulebook::default();
    assert_eq!([1, 2, 3, 8].map(|front| increments(&book, Mover::Foot, front)), [4, 3, 2, 2]);
    assert_eq!([1, 3].map(|front| increments(&book, Mover::Gun, front)), [2, 2]);
    assert_eq!(increment(&book, Mover::Mounted), Length::inches(4));
    assert_eq!(road_increment(&book, Mover::Mounted), Length::inches(6));
    assert_eq!(road_increment(&book, Mover::Foot) - increment(&book, Mover::Foot), Length::inches(2));
}

#[test]
fn disorder_stands_as_printed() {
    // WA-DIS-01, WA-FIRE-15, WA-MOVE-17, WA-MOVE-27
    let rows = table("T-DISORDER");
    assert_eq!((rows[2][2], number(rows[2][2])), ("6", look(&T_DISORDER, 0, 0)));
    assert_eq!(rows[3][2], "5+ / 4+ / 3+");
    assert_eq!([1, 2, 3].map(|row| look(&T_DISORDER, row, 0)), [Some(3), Some(4), Some(5)]);
    assert_eq!(number(rows[6][2]), look(&T_DISORDER, 4, 0));
}

#[test]
fn ranges_hits_and_saves_stand_as_printed() {
    // WA-FIRE-04, WA-FIRE-05, WA-FIRE-06, WA-FIRE-08, WA-LOS-08
    for (row, cells) in table("T-RANGES")[1..].iter().enumerate() {
        for column in [0, 1] {
            assert_eq!(look(&T_RANGES, row, column), number(cells[column + 1]).map(|inches| inches * 100), "{cells:?}");
        }
    }
    let again: Vec<i32> = table("T-HIT")[1][1..].iter().map(|cell| cell.split(',').count() as i32).collect();
    assert_eq!(again, [0, 1, 2].map(|row| look(&T_AGAIN, row, 0).expect("a number")));
    let book = Rulebook::default();
    assert_eq!(Quality::ALL.iter().map(|quality| rolled_again(&book, *quality)).collect::<Vec<_>>(), [2, 6, 14]);
    assert_eq!(["basic", "disordered", "off-center"].map(|row| cell(&format!("T-HIT.{row}"))), [5, 6, 6]);
    let rows = table("T-SAVE");
    assert_eq!(number(rows[1][1]), Some(cell("T-SAVE.basic")));
    assert_eq!((cell("T-SAVE.better"), cell("T-SAVE.worse")), (-1, 1));
    let band = |troop, hundredths| range(&book, troop, Length::inch_hundredths(hundredths));
    let (short, long) = (Some(Range::Short), Some(Range::Long));
    assert_eq!([400, 401, 1000, 1001].map(|at| band(Troop::Line, at)), [short, long, long, None]);
    assert_eq!([400, 401, 1400, 1401].map(|at| band(Troop::Rifle, at)), [short, long, long, None]);
    assert_eq!([300, 301, 600, 601].map(|at| band(Troop::Cavalry, at)), [short, long, long, None]);
    // One grid step beyond an inch mark is beyond it.
    assert_eq!(range(&book, Troop::Line, Length::inches(10) + Length::grid(1)), None);
}

#[test]
fn artillery_stands_as_printed() {
    // WA-ART-01, WA-ART-02, WA-ART-03, WA-FIRE-24
    let rows = table("T-ARTILLERY");
    for (row, key) in ["canister", "short", "long", "within-cover"].iter().enumerate() {
        let cells = &rows[row + 1];
        let to = cells[1].trim_end_matches('"').rsplit('-').next().and_then(number);
        assert_eq!(look(&T_ARTILLERY, row, 0), to.map(|inches| inches * 100), "{cells:?}");
        assert_eq!(number(cells[2]), Some(cell(&format!("T-GUN-HIT.{key}"))), "{cells:?}");
        if row < 2 {
            let (whole, damaged) = (cell(&format!("T-GUN-DICE.{key}")), cell("T-GUN-DICE.damaged"));
            assert_eq!((number(cells[4]), number(cells[5])), (Some(whole), Some(whole + damaged)), "{cells:?}");
        }
    }
    let book = Rulebook::default();
    let band = |hundredths, within| gun_range(&book, Length::inch_hundredths(hundredths), within);
    use GunRange::{Canister, Long, Short, WithinCover};
    let open = [500, 501, 1000, 1001, 3600, 3601].map(|at| band(at, false));
    assert_eq!(open, [Some(Canister), Some(Short), Some(Short), Some(Long), Some(Long), None]);
    assert_eq!([300, 301].map(|at| band(at, true)), [Some(WithinCover), None]);
    assert_eq!(GunRange::ALL.iter().filter(|range| has_opportunity(**range)).count(), 2);
}

#[test]
fn falter_fight_and_morale_stand_as_printed() {
    // WA-ASL-11, WA-ASL-18, WA-ASL-19, WA-FGT-01, WA-FGT-10, WA-MOR-01
    for cells in &table("T-FALTER")[1..] {
        assert_eq!(number(cells[2]).map(i32::abs), Some(cell(&format!("T-FALTER.{}", cells[0]))), "{cells:?}");
    }
    for cells in table("T-FIGHT")[1..].iter().filter(|cells| cells[0] != "-") {
        assert_eq!(number(cells[1]), Some(cell(&format!("T-FIGHT.{}", cells[0]))), "{cells:?}");
    }
    assert_eq!((cell("T-FIGHT.F12-rough"), cell("T-FIGHT.floor")), (-2, 2));
    for cells in &table("T-MORALE")[1..] {
        assert_eq!(number(cells[1]), Some(cell(&format!("T-MORALE.{}", cells[0]))), "{cells:?}");
    }
    assert_eq!((cell("T-MORALE.floor"), cell("T-MORALE.ceiling")), (0, 10));
}

#[test]
fn results_run_as_printed() {
    // WA-ASL-20, WA-ASL-21, WA-ASL-22, WA-MOR-11, WA-MOR-12, WA-MOR-13, WA-MOR-14, WA-MOR-15, WA-MOR-16
    let book = Rulebook::default();
    use FalterEffect::{Contact, Repulse, Rout};
    assert_eq!([-9, 0, 1, 4, 5, 17].map(|d| falter_effect(&book, d)), [Repulse, Repulse, Contact, Contact, Rout, Rout]);
    use MoraleEffect::{Retire, RetireWithLosses, Steady, Unaffected};
    let read = |fighting| [0, 1, 2, 3, 4, 10].map(|fails| morale_effect(&book, fighting, fails));
    let ran = MoraleEffect::Rout;
    assert_eq!(read(false), [Unaffected, Steady, Retire, RetireWithLosses, ran, ran]);
    assert_eq!(read(true), [RetireWithLosses, RetireWithLosses, RetireWithLosses, ran, ran, ran]);
}

#[test]
fn quality_stands_as_printed() {
    // WA-FGT-12, WA-MOR-30, WA-SPEC-08
    let rows = table("T-QUALITY");
    let book = Rulebook::default();
    for (at, quality) in Quality::ALL.iter().enumerate() {
        assert_eq!(number(rows[5][at + 1]), Some(fight_save(&book, Some(*quality))));
        assert_eq!(number(rows[7][at + 1]), look(&T_LOSSES, at, 0));
        assert_eq!(number(rows[3][at + 1]), look(&T_DISORDER, at + 1, 0));
    }
    assert_eq!(fight_save(&book, None), 5);
    let printed: Vec<Option<i32>> = table("T-FIGHT-SAVE")[1][1..4].iter().map(|cell| number(cell)).collect();
    assert_eq!(printed, [2, 1, 0].map(|row| look(&T_FIGHT_SAVE, row, 0)));
}

#[test]
fn points_stand_as_printed_and_the_sample_armies_add_up() {
    // WA-PRE-02, WA-ROST-04, WA-ROST-06, WA-SPEC-05
    let rows = table("T-TROOPS");
    for (row, cells) in rows[1..9].iter().enumerate() {
        for (column, printed) in cells[4..7].iter().enumerate() {
            assert_eq!(look(&T_POINTS, row, column), number(printed), "{cells:?}");
        }
    }
    let points = |units: &[(Value, i32)]| -> i32 {
        units.iter().map(|(facts, n)| n * run(&book(json!({})), "points", facts, &[]).result).sum()
    };
    let british = [
        (json!({}), 4),
        (json!({"quality": "veteran"}), 1),
        (json!({}), 2),
        (json!({"troop": "light", "bases": 5}), 1),
        (json!({"troop": "militia", "bases": 5}), 1),
        (json!({"troop": "indian", "bases": 4}), 1),
        (json!({"troop": "cavalry", "bases": 4}), 1),
        (json!({"field_gun": true}), 1),
    ];
    assert_eq!(points(&british), 594);
    let american = [
        (json!({}), 2),
        (json!({"battalion_gun": true}), 2),
        (json!({"troop": "light", "bases": 5}), 1),
        (json!({"troop": "rifle", "bases": 4}), 1),
        (json!({"troop": "militia"}), 1),
        (json!({"troop": "militia", "quality": "raw", "bases": 7}), 4),
        (json!({"troop": "cavalry", "bases": 4}), 1),
        (json!({"field_gun": true}), 2),
    ];
    assert_eq!(points(&american), 586);
    let text = told(&run(&book(json!({})), "points", &json!({"troop": "militia", "quality": "veteran"}), &[]));
    expect![[r#"
        0 Not to be had [WA-PRE-02]
    "#]]
    .assert_eq(&text);
}

#[test]
fn commanders_come_and_go() {
    // WA-PRE-03, WA-LEAD-08, WA-ROST-22
    let book = Rulebook::default();
    assert_eq!([1, 2, 3, 4, 5, 6].map(|die| commander_value(&book, die)), [0, 1, 1, 2, 2, 3]);
    let follows = |value| [1, 2, 3, 4, 5, 6].map(|die| successor(&book, value, die));
    assert_eq!(follows(1), [None, None, Some(2), Some(2), Some(1), Some(1)]);
    assert_eq!(follows(3), [None, None, Some(3), Some(3), Some(3), Some(3)]);
}

#[test]
fn ground_does_what_its_row_says() {
    // WA-TERR-01, WA-TERR-02, WA-TERR-03, WA-TERR-11, WA-CMD-22, WA-SPEC-02
    let rows = table("T-TERRAIN");
    assert_eq!(rows.len() - 1, T_TERRAIN.len());
    for (cells, row) in rows[1..].iter().zip(&T_TERRAIN) {
        assert_eq!(cells[0], format!("{:?}", row.kind));
        assert_eq!(cells[1] == "linear", row.is_linear, "{cells:?}");
        assert_eq!(cells[2] == "yes", row.is_slowing, "{cells:?}");
        let cover = match cells[3] {
            "no" => Cover::None,
            "yes" => Cover::Inside,
            _ => Cover::Defended,
        };
        assert_eq!(cover, row.cover, "{cells:?}");
        let sight = match cells[4] {
            "clear" => Sight::Clear,
            "3\"" => Sight::Depth,
            _ => Sight::BlocksBeyond,
        };
        assert_eq!(sight, row.sight, "{cells:?}");
        assert_eq!(number(cells[5]).unwrap_or(0), i32::from(row.level), "{cells:?}");
        assert_eq!(cells[6].contains("Indians fight"), row.is_indian_ground, "{cells:?}");
        assert_eq!(cells[6].contains("morale ok"), row.shelters_indians, "{cells:?}");
    }
    let separating: Vec<Terrain> = Terrain::ALL.iter().copied().filter(|kind| ground(*kind).separates).collect();
    use Terrain::{Building, Hill, River, RoughHill, Wood};
    assert_eq!(separating, [Wood, Building, Hill, RoughHill, River]);
}

#[test]
fn victory_stands_as_printed() {
    // WA-VIC-05, WA-VIC-06, WA-VIC-07, WA-VIC-10
    let rows = table("T-VICTORY");
    assert_eq!(rows[1][1], "2 / 4 / 6");
    let book = Rulebook::default();
    let depths = [0, 1200, 1201, 2400, 2401, 3600];
    assert_eq!(depths.map(|at| objective_points(&book, Length::inch_hundredths(at))), [2, 2, 4, 4, 6, 6]);
    for (row, key) in [(2, "unit-lost"), (3, "unit-battered"), (4, "gun-lost"), (6, "section")] {
        assert_eq!(number(rows[row][1]), Some(cell(&format!("T-VICTORY.{key}"))), "{key}");
    }
    assert_eq!(rows[5][1], "1 / 2");
    assert_eq!((cell("T-VICTORY.commander-dead"), cell("T-VICTORY.general-dead")), (1, 2));
    use Margin::{Clear, Crushing, Marginal};
    let margins = [0, 1, 4, 5, 9, 10].map(|lead| margin(&book, lead));
    assert_eq!(margins, [Marginal, Marginal, Marginal, Clear, Clear, Crushing]);
    let text = told(&run(&book, "victory", &json!({}), &[]));
    expect![[r#"
        attacker:  = 0
        defender:  = 0
        0 Marginal win of the defender [WA-VIC-10]
    "#]]
    .assert_eq(&text);
}

#[test]
fn who_may_stand_how_and_who_counts_as_line() {
    // WA-FORM-03, WA-ROST-16, WA-SPEC-07
    use Formation::{Close, Loose};
    let of = |troop: Troop, mounted| [Close, Loose].map(|formation| troop.may_form(mounted, formation));
    assert_eq!(of(Troop::Line, true), [true, false]);
    assert_eq!((of(Troop::Light, true), of(Troop::Militia, true)), ([true, true], [true, true]));
    assert_eq!((of(Troop::Rifle, true), of(Troop::Indian, true)), ([false, true], [false, true]));
    assert_eq!((of(Troop::Cavalry, true), of(Troop::Cavalry, false)), ([true, false], [false, true]));
    assert!(Troop::Line.is_line_like(Close) && Troop::Light.is_line_like(Close));
    assert!(!Troop::Light.is_line_like(Loose) && !Troop::Militia.is_line_like(Close));
}

#[test]
fn battered_is_half_or_less() {
    // WA-ROST-05, WA-ROST-15, WA-FORM-04, WA-FORM-06
    let book = Rulebook::default();
    assert_eq!([7, 6].map(|half| is_battered(&book, 6, half)), [false, true]);
    assert_eq!([8, 7, 6].map(|half| is_battered(&book, 7, half)), [false, true, true]);
    let unit = Fighter { half_bases: 7, front: 1, ..Fighter::default() };
    assert_eq!((unit.bases(), unit.is_column()), (4, true));
    assert!(!Fighter { spacers: 1, ..unit }.is_column());
    assert!(!Fighter { front: 2, ..unit }.is_column());
    assert!(!Fighter { formation: Formation::Loose, troop: Troop::Light, ..unit }.is_column());
}

#[test]
fn lone_numbers_stand_in_the_words_of_their_clause() {
    // WA-SCALE-01, WA-SCALE-02, WA-SCALE-03, WA-SCALE-04
    let mut strange = Vec::new();
    for number in numbers::NUMBERS.0 {
        let words = match number.clause.id().strip_prefix("T-FIGHT.") {
            Some(row) => table("T-FIGHT").into_iter().find(|cells| cells[0] == row).expect("a row")[3].to_string(),
            None => {
                let entry = CLAUSES.iter().find(|entry| entry.clause == number.clause);
                entry.expect("a clause of the chapter").words.replace("..", " to ")
            }
        };
        let figures: Vec<i32> = (words.split(|letter: char| !letter.is_ascii_digit() && letter != '.'))
            .filter_map(|figure| figure.trim_matches('.').parse::<f64>().ok())
            .flat_map(|figure| [figure as i32, (figure * 100.0) as i32])
            .collect();
        if !figures.contains(&number.value) {
            strange.push(number.address);
        }
    }
    // These are said in words: half, the first.
    expect![[r#"
        K.battered_percent
        K.linear_percent
        K.in_piece_percent
        K.hits_ignored
        K.fight_loss"#]]
    .assert_eq(&strange.join("\n"));
}

#[test]
fn words_are_those_of_the_roster() {
    // WA-ROST-01, WA-ROST-02, WA-ROST-03, WA-TERR-01
    let words = |clause: &str| CLAUSES.iter().find(|entry| entry.clause.id() == clause).expect("a clause").words;
    let troops: Vec<String> = Troop::ALL.iter().map(|troop| format!("{troop:?}")).collect();
    assert_eq!(words("WA-ROST-01"), format!("`troop`: {}.", troops.join(", ")));
    let qualities: Vec<String> = Quality::ALL.iter().map(|quality| format!("{quality:?}")).collect();
    assert_eq!(words("WA-ROST-02"), format!("`quality`: {}.", qualities.join(", ")));
    let tags: Vec<String> = Tag::ALL.iter().map(|tag| format!("{tag:?}")).collect();
    assert_eq!(words("WA-ROST-03"), format!("`tag`: {} (one at most).", tags.join(", ")));
    for kind in &Terrain::ALL[1..] {
        assert!(words("WA-TERR-01").contains(&format!("{kind:?}")), "{kind:?}");
    }
}

#[test]
fn every_die_has_six_sides_and_lengths_are_sums() {
    // WA-SCALE-10, WA-SEQ-04, WA-MOR-23, WA-MOVE-24
    let book = Rulebook::default();
    let ride = ride_roll(&book, Side::Red);
    assert_eq!((ride.in_words(), ride.read), ("3 d6".to_string(), Read::Sum));
    let retire = retire_roll(&book, Side::Red);
    assert_eq!((retire.in_words(), retire.read), ("d6 +1".to_string(), Read::Sum));
    for test in TESTS {
        let words = (test.run)(&(test.facts)(), &book, &mut Seeded::new(1776, 1)).expect("plain facts").dice;
        assert_eq!(words.matches('d').count(), words.matches("d6").count(), "{}: {words}", test.name);
    }
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
    let overlay: Overlay =
        serde_json::from_value(json!({"cells": {"T-POINTS.militia.veteran": 9}})).expect("an overlay");
    assert!(Rulebook::with_overlay(CHARTS, SWITCHES, overlay).is_err());
}

#[test]
fn an_overlay_moves_a_number_wherever_it_is_read() {
    let book = book(json!({"cells": {
        "T-RANGES.infantry.short": 500, "T-ARTILLERY.canister.to": 600, "T-FALTER-RESULT.rout.from": 6,
        "T-MORALE-RESULT.rout.not-fighting": 5, "T-ACTIONS.assault.ap": 3, "T-MOVEMENT.foot.increment": 350,
        "T-AGAIN.raw.to": 0, "T-FIGHT-SAVE.guns.from": 6, "K.battered_percent": 40, "T-VICTORY.objective.enemy": 8,
    }}));
    assert_eq!(range(&book, Troop::Line, Length::inches(5)), Some(Range::Short));
    assert_eq!(gun_range(&book, Length::inches(6), false), Some(GunRange::Canister));
    assert_eq!(falter_effect(&book, 5), FalterEffect::Contact);
    assert_eq!(morale_effect(&book, false, 4), MoraleEffect::RetireWithLosses);
    assert_eq!(price(&book, Action::Assault), 3);
    assert_eq!(increment(&book, Mover::Foot), Length::inch_hundredths(350));
    assert_eq!(rolled_again(&book, Quality::Raw), 0);
    assert_eq!(fight_save(&book, None), 6);
    assert!(!is_battered(&book, 6, 5));
    assert_eq!(objective_points(&book, Length::inches(30)), 8);
    assert_eq!(charts::count(&book, &numbers::COUNTDOWN), 21);
}

#[test]
fn an_overlay_moves_both_halves_of_a_shared_row_and_a_factor_to_each_reason() {
    // WA-ASL-11, WA-ASL-18
    let scots = json!({"assaulter": {"tag": "scots-loyalist"}, "target": {"tag": "scots-loyalist"}});
    let two = book(json!({"cells": {"T-FALTER.X2": 2}, "groups": {"T-FALTER.A2": "all"}}));
    expect![[r#"
        assaulter: +2 line infantry in order, +2 first assault, +2 no casualty markers, +2 Scots loyalists = 8
        target: +1 no casualty markers, +2 line infantry in order, +2 Scots loyalists = 5
        2 d6 +8 against 2 d6 +5: 3 Contact [WA-ASL-21]
    "#]]
    .assert_eq(&told(&run(&two, "falter", &scots, &[1, 1, 1, 1])));
    let both = json!({"assaulter": {"officer": "mounted"}});
    expect![[r#"
        assaulter: +2 line infantry in order, +2 first assault, +2 mounted commander with, +2 no casualty markers = 8
        target: +1 no casualty markers, +2 line infantry in order = 3
        2 d6 +8 against 2 d6 +3: 5 Target routs [WA-ASL-20]
          2 morale tests [WA-MOR-17]
          Assaulter: may advance [WA-ASL-20]
          Assaulter: disordered [WA-ASL-20]
    "#]]
    .assert_eq(&told(&run(&two, "falter", &both, &[1, 1, 1, 1])));
}

#[test]
fn the_switch_fire_removes_half_bases() {
    // WA-OPT-01, WA-FIRE-13
    let off = book(json!({"switches": {"fire_removes_half_bases": "off"}}));
    let facts = json!({"target": {"half_bases": 1}});
    expect![[r#"
        dice: +3 each base in the front rank = 3 dice
        to hit: +5 basic = 5 needed
        save: +3 basic, +1 line infantry at short range = 4 needed
        3 d6, then d6, then d6: 1 1 casualty [WA-FIRE-13]
          1 marker [WA-FIRE-13]
    "#]]
    .assert_eq(&told(&run(&off, "shooting", &facts, &[5, 3, 4, 1, 2])));
    expect![[r#"
        dice: +3 each base in the front rank = 3 dice
        to hit: +5 basic = 5 needed
        save: +3 basic, +1 line infantry at short range = 4 needed
        3 d6, then d6: 1 1 casualty [WA-FIRE-13]
          1 half base lost [WA-FIRE-13]
          1 marker [WA-FIRE-13]
          Destroyed [WA-FIRE-16]
    "#]]
    .assert_eq(&told(&run(&Rulebook::default(), "shooting", &facts, &[5, 3, 4, 1])));
}

#[test]
fn the_switch_fight_row7() {
    // WA-OPT-03, WA-FGT-06
    let each = book(json!({"switches": {"fight_row7": "each"}}));
    let worn = json!({
        "troop": "light", "formation": "loose", "start_bases": 8, "half_bases": 8, "disordered": true, "front": 3,
        "supports": 2,
    });
    let facts = json!({"assaulter": worn});
    let faces = |n: usize| vec![1; n];
    expect![[r#"
        assaulter: +4 each base, +4 each supporting unit, +2 passed the falter test, -2 battered, -4 further reasons, each counted = 4 dice
        target: +6 each base, +2 line infantry = 8 dice
        4 d6, 8 d6: 0 Target wins [WA-FGT-15]
          Assaulter: tests morale [WA-FGT-18]
          Target: disordered [WA-FGT-19]
    "#]].assert_eq(&told(&run(&each, "fight", &facts, &faces(12))));
    expect![[r#"
        assaulter: +4 each base, +4 each supporting unit, +2 passed the falter test, -2 battered = 8 dice
        target: +6 each base, +2 line infantry = 8 dice
        8 d6, 8 d6: 0 Target wins [WA-FGT-15]
          Assaulter: tests morale [WA-FGT-18]
          Target: disordered [WA-FGT-19]
    "#]]
    .assert_eq(&told(&run(&Rulebook::default(), "fight", &facts, &faces(16))));
    // The same said as a group, and both at once.
    let all = book(json!({"groups": {"T-FIGHT.F7": "all"}}));
    let both = book(json!({"groups": {"T-FIGHT.F7": "all"}, "switches": {"fight_row7": "each"}}));
    for rules in [all, both] {
        assert_eq!(run(&rules, "fight", &facts, &faces(12)).ledgers[0].1.total, 4);
    }
}

#[test]
fn switches_begin_with_their_default() {
    // WA-OPT-02, WA-OPT-04, WA-OPT-05, WA-PRE-01
    let defaults: Vec<(&str, &str)> = SWITCHES.iter().map(|switch| (switch.name, switch.choices[0])).collect();
    let expected = [
        ("fire_removes_half_bases", "on"),
        ("rout_tests", "two_nearest"),
        ("fight_row7", "once"),
        ("pregame", "full"),
        ("retreat_before_falter", "on"),
    ];
    assert_eq!(defaults, expected);
    for switch in SWITCHES {
        assert!(CHAPTER.contains(&format!("- {} `{}`", switch.clause, switch.name)), "{}", switch.name);
    }
}

#[test]
fn every_test_has_plain_facts_that_it_takes_and_a_schema() {
    for test in TESTS {
        let mut dice = Seeded::new(1776, 0);
        let checked = (test.run)(&(test.facts)(), &Rulebook::default(), &mut dice);
        assert!(checked.is_ok(), "{}: {checked:?}", test.name);
        let schema = (test.schema)();
        let known: Vec<&String> = (schema["properties"].as_object()).map_or(Vec::new(), |known| known.keys().collect());
        let facts = (test.facts)();
        assert_eq!(facts.as_object().expect("an object").keys().collect::<Vec<_>>(), known, "{}", test.name);
    }
    let names: BTreeSet<&str> = TESTS.iter().map(|test| test.name).collect();
    assert_eq!(names.len(), TESTS.len());
}
