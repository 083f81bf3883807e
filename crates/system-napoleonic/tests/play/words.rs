//! What players read: every length in centimeters.

use firelock_core::{Measure, RuleSystem, Side, Wish};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::command::{Act, Command};
use firelock_table::Length;

use crate::field::{at, charges, id, man, moves, say};

const LINES: [&str; 2] = ["A horse light-cavalry 90,40 0 line", "B foot line-infantry 90,55 180 line"];

#[test]
fn commands_costs_and_events_say_centimeters() {
    let state = moves("", &LINES);
    let horse = id(&state, "horse");
    assert_eq!(Napoleonic::view(&state, None).measure, Measure::Centimeters);
    let ahead = Command::Move { unit: horse, acts: vec![Act::Ahead(Length::mm(45))] };
    assert_eq!(Napoleonic::phrase(&state, &ahead), "horse: ahead 4.5 cm");
    let place = Command::Ride { commander: man(&state, "red-army"), to: at(905, 1), join: None };
    assert_eq!(Napoleonic::phrase(&state, &place), "red army to ride to 90.5, 0.1");

    let state = charges("", &LINES);
    let wish = Wish { unit: horse, act: "charge".into(), at: at(900, 550), facing: None, target: None };
    let fitted = Napoleonic::fit(&state, Side::Red, &wish).expect("it reaches the foot");
    assert_eq!(fitted.cost, "15 of 35 cm");
    let (after, events) = say(&state, Side::Red, &fitted.command, &[]);
    assert_eq!(Napoleonic::tell(&after, &events[0]), "horse charged foot from 15 cm.");
}

#[test]
fn refusals_say_centimeters() {
    let state = moves("", &LINES);
    let near = Command::Move { unit: id(&state, "horse"), acts: vec![Act::Ahead(Length::mm(130))] };
    let refusal = Napoleonic::check(&state, Side::Red, &near).expect_err("too near");
    assert_eq!(refusal.to_string(), "horse comes within 3 cm of foot (NQ-MOV-14)");
    let far = Command::Ride { commander: man(&state, "red-army"), to: at(900, 900), join: None };
    let refusal = Napoleonic::check(&state, Side::Red, &far).expect_err("too far");
    assert_eq!(refusal.to_string(), "that is farther than 40 cm (NQ-CMD-07)");
}
