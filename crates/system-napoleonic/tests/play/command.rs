//! Muster (NQ-ROS), deployment and sequence (NQ-SEQ), command (NQ-CMD), leaders (NQ-LDR), the end (NQ-VIC).

use firelock_core::RuleSystem;
use firelock_core::Side::{Blue, Red};
use firelock_core::UnitId;
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::command::{Command, Spot};
use firelock_napoleonic::event::Event;
use firelock_napoleonic::state::{Asking, Fight, State, Step, Wrapped};
use firelock_napoleonic::words::{Formation, GunType, Hand, Level, Status, Zone};
use firelock_table::{Angle, Length, Pose};

use crate::field::{allowed, ask, at, battle, charges, field, id, man, moves, mustered, refused, say, text};

fn ride(state: &State, who: &str, x: i32, y: i32, join: Option<&str>) -> Command {
    Command::Ride { commander: man(state, who), to: at(x, y), join: join.map(|unit| id(state, unit)) }
}

#[test]
fn a_roster_says_what_a_unit_is() {
    // NQ-ROS-01, NQ-ROS-02, NQ-ROS-05, NQ-ROS-08, NQ-ROS-09, NQ-ROS-10, NQ-ROS-11, NQ-ROS-14, NQ-SCA-02
    let lines = [
        "A l light-cavalry 60,30 0 line lance=yes",
        "A c heavy-cavalry 100,30 0 line cuirass=yes quality=elite bases=4",
        "B g foot-artillery 60,90 180 deployed guns=ii,iii,howitzer",
    ];
    let state = moves("", &lines);
    let roster = &state.stage.roster;
    assert!(roster[0].lance && !roster[0].cuirass && roster[1].cuirass);
    assert_eq!(roster[2].guns, [GunType::Ii, GunType::Iii, GunType::Howitzer]);
    // 1800 meters are 180 centimeters.
    assert_eq!((state.stage.table.width(), state.stage.table.depth()), (Length::cm(180), Length::cm(120)));
    for (side, level) in [(Red, Level::Army), (Red, Level::Brigade), (Blue, Level::Army), (Blue, Level::Brigade)] {
        assert_eq!(state.stage.officers.iter().filter(|own| (own.side, own.level) == (side, level)).count(), 1);
    }
    for (bases, class) in [(3, "line-infantry"), (11, "line-infantry"), (1, "light-cavalry"), (9, "light-cavalry")] {
        let line = format!("A x {class} 90,40 0 column bases={bases}");
        let fault = mustered("field", &text("", &[&line]), &[]).expect_err("out of range");
        assert!(fault.contains("out of range"), "{fault}");
    }
    let first = battle("first-volley-napoleonic");
    assert!(first.stage.roster[5].two_rank && !first.stage.roster[0].two_rank);
}

#[test]
fn the_introductory_battle_has_the_troops_of_its_table() {
    // NQ-VIC-10, NQ-EX-20
    let state = battle("ridge");
    let value = |side| -> u16 {
        let own = state.stage.roster.iter().filter(|line| line.side == side);
        own.map(|line| u16::from(line.bases) * if line.is_battery() { 2 } else { 1 }).sum()
    };
    assert_eq!((value(Red), value(Blue)), (38, 36));
    let guns: Vec<_> = state.stage.roster.iter().filter(|line| line.is_battery()).map(|line| &line.guns).collect();
    assert_eq!(guns, [&[GunType::Ii, GunType::Ii, GunType::Howitzer]; 2]);
    assert_eq!((state.stage.turns, state.stage.objectives[0].at), (12, at(900, 850)));
    assert!(state.stage.roster.iter().filter(|line| line.side == Blue).take(3).all(|line| line.two_rank));
    assert_eq!(state.commanders.iter().map(|commander| commander.rating).collect::<Vec<_>>(), [1; 4]);
}

#[test]
fn two_units_cannot_stand_on_each_other() {
    // NQ-MOV-18, NQ-TER-01
    let lines = ["A a line-infantry 60,40 0 line", "A b line-infantry 62,41 0 line"];
    let fault = mustered("field", &text("", &lines), &[]).expect_err("no room");
    assert!(fault.contains("NQ-MOV-18"), "{fault}");
}

#[test]
fn sides_deploy_brigade_by_brigade_in_their_zones() {
    // NQ-SEQ-02, NQ-SEQ-03
    let lines = ["A a line-infantry 60,20 0 line", "B b line-infantry 60,100 180 line"];
    let ground = "[[deploy]]\nside = \"red\"\nrectangle = [0, 0, 1800, 300]\n[[deploy]]\nside = \"blue\"\nrectangle = [0, 900, 1800, 300]\n";
    let zones = text(ground, &lines).replace("attacker = \"red\"\n", "attacker = \"red\"\ndeployment = \"zones\"\n");
    let state = mustered("field", &zones, &[]).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(refused(&state, Red, &Command::Done), "NQ-SEQ-01");
    // A tie is rolled again; the lower deploys first.
    let (asked, _) = say(&state, Red, &Command::Begin, &[4, 4, 7, 3]);
    assert_eq!(Napoleonic::asked(&asked).first(), Some(&Blue));
    let put = |unit: &str, x, y| Command::Deploy {
        unit: id(&state, unit),
        place: Spot::At(Pose::new(at(x, y), Angle::degrees(180))),
        formation: Formation::Line,
        lead: Hand::Left,
    };
    assert_eq!(refused(&asked, Blue, &put("b", 600, 890)), "NQ-SEQ-03");
    assert_eq!(refused(&asked, Blue, &put("a", 600, 950)), "NQ-SEQ-02");
    let (asked, _) = say(&asked, Blue, &put("b", 600, 950), &[]);
    let place = |who: &str, x, y| Command::DeployCommander { commander: man(&state, who), at: at(x, y) };
    assert_eq!(refused(&asked, Blue, &place("blue-army", 800, 1000)), "NQ-SEQ-02");
    let (asked, _) = say(&asked, Blue, &place("blue-brigade", 800, 1000), &[]);
    // The last of a side is its army's commander; then the other side goes on.
    let (asked, _) = say(&asked, Blue, &place("blue-army", 800, 1000 + 50), &[]);
    assert_eq!(Napoleonic::asked(&asked).first(), Some(&Red));
}

#[test]
fn the_higher_die_chooses_to_be_first_or_second() {
    // NQ-SEQ-01, NQ-SEQ-04, NQ-LDR-06, NQ-SEQ-17
    let state =
        mustered("field", &text("", &["A a line-infantry 90,30 0 line", "B b line-infantry 90,90 180 line"]), &[]);
    let state = state.unwrap_or_else(|faults| panic!("{faults}"));
    let (asked, _) = say(&state, Red, &Command::Begin, &[2, 2, 3, 9]);
    assert_eq!(Napoleonic::asked(&asked).first(), Some(&Blue));
    let (after, _) = say(&asked, Blue, &Command::BeFirst(false), &[]);
    assert_eq!((after.first, after.turn, after.step), (Red, 1, Step::Move));
    let mut led = state.clone();
    led.commanders[0].rating = 2;
    let (asked, _) = say(&led, Red, &Command::Begin, &[4, 4]);
    assert_eq!(Napoleonic::asked(&asked).first(), Some(&Red));
}

#[test]
fn late_units_come_when_their_turn_starts() {
    // NQ-SEQ-19
    let arrival = "[[arrival]]\nturn = 2\nunits = [\"late\"]\nat = [600, 0]\n";
    let lines =
        ["A a line-infantry 90,30 0 line", "A late line-infantry 60,10 0 line", "B b line-infantry 90,90 180 line"];
    let text = text(arrival, &lines).replace("at = [600, 100]\nfacing = 0\nformation = \"line\"\n", "");
    let state = mustered("field", &text, &[]).unwrap_or_else(|faults| panic!("{faults}"));
    let (mut asked, _) = say(&state, Red, &Command::Begin, &[9, 2]);
    assert!(!asked.unit(id(&asked, "late")).is_on_table());
    asked = ask(asked, Step::Move, Asking::Move(Blue));
    let (after, _) = say(&asked, Blue, &Command::Done, &[9, 2]);
    assert_eq!(after.turn, 2);
    assert!(after.unit(id(&after, "late")).is_on_table());
}

#[test]
fn units_out_of_command_test_and_may_hesitate() {
    // NQ-CMD-01, NQ-CMD-02, NQ-CMD-03, NQ-CMD-05, NQ-SEQ-05
    let lines = [
        "A near line-infantry 90,55 0 line",
        "A far line-infantry 20,70 90 column",
        "B b line-infantry 150,116 180 line",
    ];
    let state = mustered("field", &text("", &lines), &[]).unwrap_or_else(|faults| panic!("{faults}"));
    let (asked, _) = say(&state, Red, &Command::Begin, &[9, 2]);
    let (after, events) = say(&asked, Red, &Command::BeFirst(true), &[7]);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Hesitated(_))).count(), 1);
    assert!(after.unit(id(&after, "far")).marks.hesitant && !after.unit(id(&after, "near")).marks.hesitant);
    let (after, _) = say(&asked, Red, &Command::BeFirst(true), &[6]);
    assert!(!after.unit(id(&after, "far")).marks.hesitant);
}

#[test]
fn a_command_unit_rides_forty_and_keeps_five_off_the_enemy() {
    // NQ-CMD-07
    let state = moves("", &["A a line-infantry 60,30 0 line", "B b line-infantry 100,40 180 line"]);
    allowed(&state, Red, &ride(&state, "red-army", 900, 340, None));
    assert_eq!(refused(&state, Red, &ride(&state, "red-army", 700, 460, None)), "NQ-CMD-07");
    assert_eq!(refused(&state, Red, &ride(&state, "red-army", 1000, 345, None)), "NQ-CMD-07");
    assert_eq!(refused(&state, Red, &ride(&state, "red-army", 600, 290, None)), "NQ-MOV-18");
    assert_eq!(refused(&state, Red, &ride(&state, "blue-army", 900, 1100, None)), "NQ-CMD-07");
}

#[test]
fn a_command_unit_attaches_where_it_touches_and_moves_with_its_unit() {
    // NQ-CMD-08, NQ-CMD-09, NQ-CMD-10, NQ-CMD-12
    let state = moves("", &["A a line-infantry 90,30 0 line", "B b line-infantry 100,90 180 line"]);
    assert_eq!(refused(&state, Red, &ride(&state, "red-army", 900, 200, Some("a"))), "NQ-CMD-08");
    let (after, _) = say(&state, Red, &ride(&state, "red-army", 900, 270, Some("a")), &[]);
    assert_eq!(after.attached(id(&after, "a")), Some(man(&after, "red-army")));
    assert_eq!(refused(&after, Red, &ride(&after, "red-brigade", 920, 270, Some("a"))), "NQ-CMD-10");
    assert_eq!(refused(&after, Red, &ride(&after, "red-army", 900, 200, None)), "NQ-CMD-07");
    let mut later = ask(after, Step::Move, Asking::Move(Red));
    later.commanders.iter_mut().for_each(|commander| commander.moved = false);
    allowed(&later, Red, &ride(&later, "red-army", 900, 200, None));
    later.fights.push(Fight {
        units: [UnitId(0), UnitId(1)],
        turn: 1,
        struck: [Zone::Front; 2],
        wrapped: [Wrapped::default(); 2],
    });
    assert_eq!(refused(&later, Red, &ride(&later, "red-army", 900, 200, None)), "NQ-CMD-09");
    assert_eq!(refused(&later, Red, &ride(&later, "red-brigade", 920, 270, Some("a"))), "NQ-CMD-10");
}

#[test]
fn a_command_unit_ridden_over_finds_refuge_or_is_taken() {
    // NQ-CMD-11, NQ-LDR-07
    let lines = ["A h light-cavalry 60,30 0 line", "B b line-infantry 60,60 180 line"];
    let mut state = charges("", &lines);
    let brigade = man(&state, "blue-brigade");
    state.commanders[usize::from(brigade.0)].at = at(600, 450);
    let charge = Command::Charge { unit: id(&state, "h"), target: id(&state, "b"), turn: Angle::ZERO };
    let (asked, _) = say(&state, Red, &charge, &[]);
    let stand =
        Command::React { unit: id(&state, "b"), reaction: firelock_napoleonic::words::Reaction::Stand, about: false };
    let (after, _) = say(&asked, Blue, &stand, &[1]);
    // The unit he could go to stands near: he is beside it, and not attached.
    let after = if after.step == Step::ChargeFire { say(&after, Blue, &Command::Done, &[]).0 } else { after };
    let commander = after.commander(brigade);
    assert_eq!((commander.status, commander.attached), (Status::Active, None));
}

#[test]
fn a_commander_in_the_ranks_may_be_hit_and_his_unit_tests() {
    // NQ-LDR-01, NQ-LDR-02, NQ-LDR-03, NQ-LDR-04, NQ-LDR-08
    let lines = ["A a line-infantry 60,40 0 line", "B b line-infantry 60,48 180 line"];
    let mut state = field("", &lines, Step::FireDeclare, Asking::Fire(Red));
    let brigade = man(&state, "blue-brigade");
    state.commanders[usize::from(brigade.0)].attached = Some(id(&state, "b"));
    let volley = firelock_napoleonic::state::Fire::Volley {
        unit: id(&state, "a"),
        face: None,
        target: id(&state, "b"),
        combine: false,
    };
    // One hit; 12 hits him, 5 kills; the unit tests with +2; then he is replaced in the rally step; then initiative.
    let (after, events) = say(&state, Red, &Command::Fire(volley), &[4, 1, 1, 1, 1, 1, 12, 5, 4, 10, 1]);
    assert!(events.contains(&Event::CommanderLost {
        commander: brigade,
        status: Status::Killed,
        with: Some(id(&state, "b"))
    }));
    assert!(events.iter().any(|event| matches!(event, Event::Tested { .. })));
    let next = after.commander(brigade);
    assert_eq!((next.status, next.rating, next.attached), (Status::Active, 0, None));
}

#[test]
fn the_best_brigadier_takes_over_the_army_after_two_rallies() {
    // NQ-LDR-05, NQ-SEQ-15
    let lines = ["A a line-infantry 60,40 0 line", "B b line-infantry 60,98 180 line"];
    let mut state = field("", &lines, Step::FireDeclare, Asking::Move(Blue));
    state.step = Step::Move;
    let army = man(&state, "red-army");
    let own = &mut state.commanders[usize::from(army.0)];
    (own.status, own.due) = (Status::Killed, 2);
    let (after, _) = say(&state, Blue, &Command::Done, &[10, 1]);
    assert_eq!(after.commander(army).status, Status::Killed);
    let again = ask(after, Step::Move, Asking::Move(Blue));
    let (after, _) = say(&again, Blue, &Command::Done, &[10, 1]);
    let (chief, brigadier) = (after.commander(army), after.commander(man(&after, "red-brigade")));
    assert_eq!((chief.status, chief.rating, brigadier.rating), (Status::Active, 1, 0));
}

#[test]
fn a_third_failed_rally_disperses_a_router() {
    // NQ-MOR-14, NQ-MOR-15, NQ-ROS-15
    let mut state = field(
        "",
        &[
            "A a line-infantry 60,60 0 line",
            "A c line-infantry 120,30 0 line bases=10",
            "B b line-infantry 60,98 180 line",
        ],
        Step::Move,
        Asking::Move(Blue),
    );
    state.units[0].routing = true;
    state.units[0].rally_fails = 2;
    let (rallied, _) = say(&state, Blue, &Command::Done, &[6, 10, 1]);
    assert!(!rallied.units[0].routing && rallied.units[0].unformed);
    let (gone, _) = say(&state, Blue, &Command::Done, &[7, 10, 1]);
    assert!(!gone.units[0].is_on_table());
}

#[test]
fn armies_break_at_half_and_the_turn_limit_counts_points() {
    // NQ-SEQ-16, NQ-VIC-03, NQ-VIC-05, NQ-VIC-06, NQ-VIC-07, NQ-VIC-09
    let lines =
        ["A a line-infantry 60,40 0 line", "A c line-infantry 100,40 0 line", "B b line-infantry 60,98 180 line"];
    let state = field("", &lines, Step::Move, Asking::Move(Blue));
    assert!(state.stage.objectives.is_empty());
    assert_eq!(state.stage.turns, 12);
    let mut broken = state.clone();
    broken.units[0].bases = 2;
    broken.units[1].bases = 4;
    let (after, _) = say(&broken, Blue, &Command::Done, &[]);
    assert_eq!(
        after.verdict.map(|verdict| (verdict.winner, verdict.clause.id().to_string())),
        Some((Some(Blue), "NQ-VIC-03".into()))
    );
    let mut last = state.clone();
    last.turn = 12;
    let (after, _) = say(&last, Blue, &Command::Done, &[]);
    assert_eq!(
        after.verdict.map(|verdict| (verdict.winner, verdict.clause.id().to_string())),
        Some((None, "NQ-VIC-06".into()))
    );
    let hill = "[[objective]]\nid = \"o\"\nname = \"the hill\"\nat = [600, 450]\n";
    let mut held = field(hill, &lines, Step::Move, Asking::Move(Blue));
    held.turn = 12;
    let (after, _) = say(&held, Blue, &Command::Done, &[]);
    assert_eq!(after.holders, [Some(Red)]);
    assert_eq!(after.verdict.map(|verdict| verdict.winner), Some(Some(Red)));
    let mut routing = field(hill, &lines, Step::Move, Asking::Move(Blue));
    (routing.turn, routing.units[0].unformed) = (12, true);
    let (after, _) = say(&routing, Blue, &Command::Done, &[]);
    assert_eq!(after.holders, [None]);
}

#[test]
fn a_side_may_give_up_in_any_of_its_decisions() {
    // NQ-VIC-08
    let state = moves("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,98 180 line"]);
    assert_eq!(refused(&state, Blue, &Command::Resign), "NQ-SEQ-01");
    let (after, _) = say(&state, Red, &Command::Resign, &[]);
    let verdict = after.verdict.expect("it is over");
    let words = format!("the {} give up the fight", after.stage.armies[0].name);
    assert_eq!((verdict.winner, verdict.words), (Some(Blue), words));
}

#[test]
fn command_words_are_not_for_everyone() {
    // NQ-ROS-13
    let state = moves("", &["A a line-infantry 60,40 0 line", "B b line-infantry 60,98 180 line"]);
    let nobody = Command::Ride { commander: firelock_napoleonic::state::CommanderId(9), to: at(1, 1), join: None };
    assert_eq!(refused(&state, Red, &nobody), "NQ-ROS-13");
    assert_eq!(refused(&state, Red, &Command::Reform(UnitId(99))), "NQ-ROS-01");
}
