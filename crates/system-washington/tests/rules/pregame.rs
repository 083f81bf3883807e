//! Before the battle: pools, troubles, ground, objectives, flankers, deployment, points (WA-PRE, WA-TERR-12).

use crate::field::{americans, british, gun, points_game, transcript, troops};
use expect_test::{Expect, expect};
use firelock_core::{Given, Grain, Overlay, RuleSystem, Rulebook, Side, carry_out};
use firelock_scenario::{Battle, Muster};
use firelock_testkit::record_words;
use firelock_washington::Washington;
use firelock_washington::charts::{CHARTS, SWITCHES};
use firelock_washington::command::Command;
use firelock_washington::muster::{ArmyList, points_battle};
use firelock_washington::state::{Asking, CommanderStatus, Place, Pool, Pregame, State, Step};
use firelock_washington::words::{Quality, Troop};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&transcript(text));
}

fn say(state: &State, side: Side, command: &Command, faces: &[i16]) -> (State, String) {
    let mut dice = Given::new(faces.iter().copied());
    let (after, taken) =
        carry_out::<Washington>(state, side, command, &mut dice).unwrap_or_else(|halt| panic!("{halt}"));
    assert_eq!(dice.left(), 0, "faces left over");
    (after, record_words::<Washington>(&mut state.clone(), &taken))
}

/// Two small armies of two brigades each.
fn small() -> State {
    let army = |name: &str| ArmyList {
        name: name.into(),
        brigades: vec![
            vec![
                troops("a", Troop::Line, Quality::Average, 6),
                troops("b", Troop::Line, Quality::Average, 6),
                gun("gun"),
            ],
            vec![troops("c", Troop::Line, Quality::Average, 6), troops("d", Troop::Light, Quality::Average, 5)],
        ],
    };
    points_battle(&Rulebook::default(), [army("Reds"), army("Blues")]).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn both_sides_split_twelve_dice_in_secret() {
    // WA-PRE-04
    let start = small();
    let decision = Washington::decision(&start);
    assert_eq!(decision.asks.len(), 2);
    assert!(decision.asks.iter().all(|ask| ask.sealed));
    let refusal = Washington::check(&start, Side::Red, &Command::Split([3, 3, 3, 4])).expect_err("thirteen dice");
    assert_eq!(refusal.clause.id(), "WA-PRE-04");
    let (after, _) = say(&start, Side::Red, &Command::Split([12, 0, 0, 0]), &[]);
    assert_eq!(after.pools[0], Pool::Split([12, 0, 0, 0]));
    assert_eq!(Washington::observe(&after, Side::Blue).pools[0], Pool::Sealed, "the other side sees that it is in");
    assert_eq!(Washington::observe(&after, Side::Red).pools[0], Pool::Split([12, 0, 0, 0]));
    assert!(Washington::check(&after, Side::Red, &Command::Split([3, 3, 3, 3])).is_err(), "once");
    assert_eq!(Washington::decision(&after).asks.len(), 1);
}

/// The dice of a small game: commanders' values, pools, roll-off, troubles.
fn rolled(red: [u8; 4], blue: [u8; 4], faces: &[i16]) -> (State, String) {
    let (between, _) = say(&small(), Side::Red, &Command::Split(red), &[]);
    say(&between, Side::Blue, &Command::Split(blue), faces)
}

#[test]
fn pools_decide_the_attacker_and_trouble_the_defender() {
    // WA-PRE-03, WA-PRE-05, WA-PRE-06, WA-PRE-07, WA-PRE-08, WA-PRE-09
    let faces: Vec<i16> = [
        &[1, 2, 3, 4, 5, 6][..], // values of six commanders
        &[5, 5, 5, 1, 1, 1],     // aggression: red 3 of 3, blue 0 of 3
        &[1, 1, 1, 5, 6, 1],     // scouting: red 0, blue 2
        &[5, 5, 5, 1, 1, 1],     // sharpshooters: red 3, blue 0
        &[5, 1, 1, 1, 1, 1],     // powder: red 1, blue 0
        &[3, 4, 4, 5, 6],        // troubles of blue's five: late, weaker, gun spared, none, none
        &[2],                    // which commander of blue is shot
    ]
    .concat();
    let (state, told) = rolled([3; 4], [3; 4], &faces);
    expect![[r#"
        blue has split its dice

        commander's value d6 1
        Reds general has value 0
        commander's value d6 2
        Reds brigade 1 commander has value 1
        commander's value d6 3
        Reds brigade 2 commander has value 1
        commander's value d6 4
        Blues general has value 2
        commander's value d6 5
        Blues brigade 1 commander has value 2
        commander's value d6 6
        Blues brigade 2 commander has value 3
        pools 3 d6, 3 d6 5 5 5 1 1 1 -> 0, 3, 3, 0 by band
        pools 3 d6, 3 d6 1 1 1 5 6 1 -> 3, 0, 1, 2 by band
        pools 3 d6, 3 d6 5 5 5 1 1 1 -> 0, 3, 3, 0 by band
        pools 3 d6, 3 d6 5 1 1 1 1 1 -> 2, 1, 3, 0 by band
        aggression: red 3 of 3, blue 0 of 3; scouting: red 0 of 3, blue 2 of 3; sharpshooters: red 3 of 3, blue 0 of 3; powder: red 1 of 3, blue 0 of 3
        red attacks, margin 3
        defender's troubles d6 3
        a will be late and come as a reinforcement
        defender's troubles d6 4
        b lost 1 half base
        defender's troubles d6 4
        defender's troubles d6 5
        defender's troubles d6 6
        blue has scouted well: 2 more dice on its first flanking roll
        which commander d3 2
        Blues brigade 1 commander fell
        red has 1 powder token
        before the battle: the defender lays the ground

    "#]].assert_eq(&told);
    assert_eq!(state.attacker, Side::Red);
    assert_eq!(state.step, Step::Pieces);
    let values: Vec<u8> = state.commanders.iter().map(|commander| commander.value).collect();
    assert_eq!(values, [0, 1, 1, 2, 2, 3]);
    assert_eq!(state.commanders[4].status, CommanderStatus::Dead);
    assert_eq!((state.sides[0].powder, state.sides[1].scouts), (1, 2));
}

#[test]
fn equal_aggression_is_rolled_off_and_the_margin_is_one() {
    // WA-PRE-05
    let faces: Vec<i16> = [
        &[1; 6][..],
        &[1; 6],
        &[1; 6],
        &[1; 6],
        &[1; 6],
        &[3, 3, 2, 5],    // both roll until one is higher: blue
        &[6, 6, 6, 6, 6], // troubles of red
    ]
    .concat();
    let (state, told) = rolled([3; 4], [3; 4], &faces);
    assert_eq!(state.attacker, Side::Blue);
    assert!(told.contains("blue attacks, margin 1"), "{told}");
}

#[test]
fn the_last_unit_that_could_deploy_is_never_late() {
    // WA-PRE-15, WA-PRE-06
    let faces: Vec<i16> = [&[1; 6][..], &[5; 12], &[1; 12], &[1, 1, 1, 1, 1]].concat();
    let (state, _) = rolled([12, 0, 0, 0], [0, 12, 0, 0], &faces);
    let late = state.units.iter().filter(|unit| matches!(unit.place, Place::Reinforcement { .. })).count();
    assert_eq!(late, 4, "three units and the gun");
}

#[test]
fn the_defender_lays_twelve_to_eighteen_pieces() {
    // WA-PRE-10, WA-TERR-12
    check(
        r#"
A line foot waiting
B line enemy waiting
set step pieces
B: lay road at 10,10
B: lay wood at 59,10
B: lay wood at 10,10
B: done
B: take 1
B: take 0
"#,
        expect![[r#"
            refused: pieces are woods, marshes, buildings, hills and obstacles (WA-TERR-12)
            refused: a piece lies wholly on the table (WA-PRE-10)
            a wood is laid at 10, 10
            refused: 1 of at least 12 pieces are laid (WA-TERR-12)
            refused: there is no piece 1 (WA-PRE-10)
            piece 1 is taken back
        "#]],
    );
    // Two in each section, and the attacker shifts three of them by six inches.
    let mut text = String::from("A line foot waiting\nB line enemy waiting\nset step pieces\n");
    for row in 0..2 {
        for column in 0..3 {
            text += &format!("B: lay wood at {},{}\n", 6 + 20 * column, 8 + 18 * row);
            text += &format!("B: lay hill at {},{} facing 90\n", 16 + 20 * column, 9 + 18 * row);
        }
    }
    text += "B: done\nA: shift 0 12.1,8\nA: shift 20 12,8\nA: shift 0 12,8\nA: shift 1 16,12\nA: shift 2 26,10\nA: shift 3 36,10\nA: done\n";
    let told = transcript(&text);
    let end: String = told.lines().skip(12).map(|line| line.to_string() + "\n").collect();
    expect![[r#"
        red, before the battle: the attacker shifts pieces
        refused: a piece is shifted by 6" at most (WA-PRE-10)
        refused: there is no piece 20 (WA-PRE-10)
        piece 1 is shifted to 12, 8
        piece 2 is shifted to 16, 12
        piece 3 is shifted to 26, 10
        refused: 3 pieces are shifted at most (WA-PRE-10)
        red, before the battle: objectives are placed
    "#]]
    .assert_eq(&end);
}

#[test]
fn too_few_pieces_in_a_section_are_refused() {
    // WA-TERR-12
    let mut text = String::from("A line foot waiting\nB line enemy waiting\nset step pieces\n");
    for nth in 0..18 {
        text += &format!("B: lay wood at {},{}\n", 6 + nth % 2, 8 + nth % 3);
    }
    text += "B: lay wood at 30,10\nB: done\n";
    let told = transcript(&text);
    let end: String = told.lines().skip(18).map(|line| line.to_string() + "\n").collect();
    expect![[r#"
        refused: 18 pieces are laid at most (WA-TERR-12)
        refused: 0 of at least 2 pieces touch this section (WA-TERR-12)
    "#]]
    .assert_eq(&end);
}

#[test]
fn four_objectives_apart_and_in_each_band_and_one_is_removed() {
    // WA-PRE-11
    check(
        r#"
A line foot waiting
B line enemy waiting
set step objectives
B: objective 5.9,20
B: objective 30,8
B: objective 38.9,8
B: done
B: objective 10,8
B: objective 50,8
B: objective 50,20
B: objective 20,20
B: objective 30,30
B: objective 40,30
B: done
A: remove 4
A: remove 1
"#,
        expect![[r#"
            refused: at least 6" from every edge (WA-PRE-11)
            an objective is placed at 30, 8
            refused: at least 9" from each other (WA-PRE-11)
            refused: 1 of 4 objectives are placed (WA-PRE-11)
            an objective is placed at 10, 8
            refused: the other bands need the objectives that are left (WA-PRE-11)
            an objective is placed at 50, 20
            refused: the other bands need the objectives that are left (WA-PRE-11)
            an objective is placed at 30, 30
            refused: 4 objectives are placed (WA-PRE-11)
            red, before the battle: an objective is removed
            refused: there is no objective 4 (WA-PRE-11)
            objective 2 is removed
            red, before the battle: flankers
        "#]],
    );
}

#[test]
fn flankers_are_set_aside_by_one_edge() {
    // WA-PRE-12, WA-PRE-15
    check(
        r#"
A line one waiting
A line two waiting
A gun piece waiting
B line enemy waiting
B line other waiting
set step flankers
A: aside piece left
A: aside one one left
A: aside one two left
A: aside enemy left
A: aside two right
B: done
"#,
        expect![[r#"
            refused: infantry and cavalry that would deploy are set aside (WA-PRE-12)
            refused: it is named twice (WA-PRE-12)
            refused: a unit must be left to deploy (WA-PRE-15)
            refused: infantry and cavalry that would deploy are set aside (WA-PRE-12)
            two will come by the right edge
            red, before the battle: flankers
            red, deployment
        "#]],
    );
}

#[test]
fn the_defender_deploys_within_twelve_inches_the_attacker_within_nine() {
    // WA-PRE-13, WA-PRE-14
    check(
        r#"
A general howe waiting
A line foot waiting
A gun piece waiting
B general gates waiting
B line enemy waiting
set step deploy
B: deploy enemy at 30,23.9 facing 180
B: deploy enemy at 30,24 facing 180
B: deploy foot at 30,5 facing 0
B: done
B: station gates 30,20
B: station gates 30,30
B: done
A: deploy foot at 30,9.1 facing 0
A: deploy foot at 30,9 facing 0 front 7
A: deploy foot at 30,9 facing 0 front 6
A: deploy piece at 30,8.5 facing 0 front 1
A: deploy piece at 20,8.5 facing 0 front 1 limbered
A: station howe 20,8
A: done
show
"#,
        expect![[r#"
            refused: it deploys within 12" of its base line (WA-PRE-13)
            enemy set up at 30, 24
            refused: it does not deploy now (WA-PRE-13)
            refused: gates is not set up yet (WA-PRE-13)
            refused: it deploys within 12" of its base line (WA-PRE-13)
            gates is at 30, 30
            red, deployment
            refused: it deploys within 9" of its base line (WA-PRE-13)
            refused: the front is 1 to 6 bases (WA-ROST-08)
            foot set up at 30, 9
            refused: it would end on foot (WA-MOVE-13)
            piece set up at 20, 8.5
            howe is with piece
            turn 1, red: step 1: morale and reform
            red, step 2: new commanders
            red, step 3: commanders move
            turn 1, step 3: commanders move
            red  #0  foot  close, front 6 30,9 facing 0° 12/12 average
            red  #1  piece limbered       20,8.5 facing 0° 2/2 average
            blue #2  enemy close, front 3 30,24 facing 180° 12/12 average
            red  #1000 howe  with piece     20,8.5 facing 0° value 1
            blue #1001 gates                30,30.79 facing 0° value 1
            game countdown: 21 of 21
            red points: 0
            blue points: 0
        "#]],
    );
}

#[test]
fn an_army_has_600_points_and_two_or_three_brigades() {
    // WA-PRE-02, WA-ROST-04, T-POINTS
    let rich = ArmyList {
        name: "Reds".into(),
        brigades: vec![
            (0..9).map(|nth| troops(&format!("line {nth}"), Troop::Line, Quality::Veteran, 8)).collect(),
            vec![troops("lone", Troop::Cavalry, Quality::Average, 7)],
            vec![troops("levy", Troop::Militia, Quality::Veteran, 6), troops("few", Troop::Line, Quality::Raw, 3)],
        ],
    };
    let fault = points_battle(&Rulebook::default(), [rich, americans()]).expect_err("six faults").to_string();
    expect![[r#"
        lone: 7 bases, not 3 to 6 (WA-ROST-04)
        levy: such troops are not to be had (WA-PRE-02)
        few: 3 bases, not 4 to 8 (WA-ROST-04)
        red: 980 points, more than 600 (WA-PRE-02)
        Reds brigade 2: 1 units, fewer than 2 (WA-PRE-02)"#]]
    .assert_eq(&fault);
    let lone = ArmyList { name: "Reds".into(), brigades: vec![british().brigades[0].clone()] };
    assert!(points_battle(&Rulebook::default(), [lone, americans()]).is_err());
    assert!(points_battle(&Rulebook::default(), [british(), americans()]).is_ok());
}

#[test]
fn a_battle_file_is_fixed_unless_it_asks_for_the_whole() {
    // WA-PRE-01, WA-OPT-04
    let path = format!("{}/../../scenarios/first-volley-washington.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a battle of this project");
    let muster = |text: &str, switch: Option<&str>| {
        let battle = Battle::read("battle", text).unwrap_or_else(|faults| panic!("{faults}"));
        let switches = switch.map(|word| ("pregame".to_string(), word.to_string())).into_iter().collect();
        let overlay = Overlay { switches, ..Overlay::default() };
        let book = Rulebook::with_overlay(CHARTS, SWITCHES, overlay).expect("a known switch");
        Washington::muster(&battle, &book).unwrap_or_else(|faults| panic!("{faults}")).state
    };
    let plain = muster(&text, None);
    assert_eq!((plain.stage.pregame, plain.step, plain.countdown), (Pregame::Fixed, Step::Commanders, 21));
    let fixed = muster(&text, Some("fixed"));
    assert!((fixed.units, fixed.commanders, fixed.agenda) == (plain.units, plain.commanders, plain.agenda));
    let zones = text.replace("attacker = \"red\"\n", "attacker = \"red\"\ndeployment = \"zones\"\n")
        + "[[deploy]]\nside = \"red\"\nrectangle = [0, 0, 1200, 250]\n[[deploy]]\nside = \"blue\"\nrectangle = [0, 600, 1200, 300]\n";
    let deploying = muster(&zones, None);
    assert_eq!(deploying.stage.pregame, Pregame::Deployment);
    assert!(deploying.units.iter().all(|unit| unit.place == Place::Waiting));
    let full = muster(&text, Some("full"));
    assert_eq!((full.stage.pregame, full.step), (Pregame::Full, Step::Pools));
    assert_eq!(full.ground.table.features().len(), 0, "the players lay the ground");
}

#[test]
fn every_pregame_step_has_its_samples() {
    // WA-PRE-01: at every grain something may be said, also where nothing is listed.
    let mut state = points_game();
    let mut seeds = 0;
    while state.turn == 0 {
        let decision = Washington::decision(&state);
        let side = decision.asks[0].side;
        for grain in [Grain::Coarse, Grain::Middle, Grain::Fine] {
            let mut into = Vec::new();
            Washington::candidates(&state, side, grain, &mut into);
            assert!(!into.is_empty(), "{}", decision.asks[0].prompt);
        }
        let mut into = Vec::new();
        Washington::candidates(&state, side, Grain::Middle, &mut into);
        let command = into[seeds % into.len()].clone();
        let mut dice = firelock_core::Seeded::new(seeds as u64, 0);
        state = carry_out::<Washington>(&state, side, &command, &mut dice).expect("a candidate").0;
        seeds += 7;
    }
    assert!(matches!(
        state.agenda.top(),
        Some(firelock_core::Frame::Ask(Asking::Commanders | Asking::NewCommander(_)))
    ));
}
