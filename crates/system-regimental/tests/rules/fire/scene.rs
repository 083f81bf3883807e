//! The table before a volley, and what came of it in words.

use std::fmt::Write as _;

use expect_test::Expect;
use firelock_core::{Given, Grain, Ledger, RuleSystem, Side, Taken, carry_out};
use firelock_regimental::Regimental;
use firelock_regimental::command::{Command, Firing};
use firelock_regimental::event::{Event, fold};
use firelock_regimental::state::{Asking, Charge, ChargeStage, Contact, Edge, Step};
use firelock_regimental::words::{ChargeGround, MoveClass, Order};

use crate::field::{Field, field};

/// The battle at red's own fire.
pub(crate) fn offensive(text: &str) -> Field {
    at(text, Step::OffensiveFire)
}

/// The battle at blue's fire in red's turn.
pub(crate) fn defensive(text: &str) -> Field {
    at(text, Step::DefensiveFire)
}

fn at(text: &str, step: Step) -> Field {
    let mut field = field(text);
    field.happen(Event::StepBegan { turn: 1, active: Side::Red, step });
    field.happen(Event::Asked(Asking::Fire));
    field
}

/// The full volleys, target by target: who fires with which stands, counted from 1; `a` is the amusette.
pub(crate) fn volleys(field: &Field) -> String {
    let mut commands = Vec::new();
    Regimental::candidates(&field.state, field.asked(), Grain::Coarse, &mut commands);
    let lines: Vec<String> = commands.iter().filter_map(|command| written(field, command)).collect();
    lines.join("\n")
}

pub(crate) fn written(field: &Field, command: &Command) -> Option<String> {
    let Command::Fire { target, firers } = command else { return None };
    let name = |unit| &field.state.roster(unit).name;
    let parts: Vec<String> = firers.iter().map(|part| format!("{} {}", name(part.unit), slots(part.stands))).collect();
    Some(format!("{} at {}", parts.join(", "), name(*target)))
}

fn slots(stands: u32) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut slot = 0;
    while slot < 31 {
        let length = (stands >> slot).trailing_ones();
        match length {
            0 => slot += 1,
            1 => words.push(format!("{}", slot + 1)),
            _ => words.push(format!("{}-{}", slot + 1, slot + length)),
        }
        slot += length;
    }
    words.extend((stands >> 31 == 1).then(|| "a".to_string()));
    words.join(" ")
}

/// The full volley at a target.
fn full(field: &Field, target: &str) -> Command {
    let (mut commands, wanted) = (Vec::new(), field.unit(target));
    Regimental::candidates(&field.state, field.asked(), Grain::Coarse, &mut commands);
    let at = |command: &&Command| matches!(command, Command::Fire { target, .. } if *target == wanted);
    commands.iter().find(at).unwrap_or_else(|| panic!("nobody may fire at {target}")).clone()
}

/// Some stands, a bit each, at a target.
pub(crate) fn with(field: &Field, target: &str, firers: &[(&str, u32)]) -> Command {
    let firers = firers.iter().map(|(unit, stands)| Firing { unit: field.unit(unit), stands: *stands }).collect();
    Command::Fire { target: field.unit(target), firers }
}

/// Fires all that may at a target: the lines of the ledgers that count, the die, and what happened.
pub(crate) fn fire(field: &mut Field, target: &str, faces: &[i16]) -> String {
    let command = full(field, target);
    shoot(field, &command, faces)
}

pub(crate) fn shoot(field: &mut Field, command: &Command, faces: &[i16]) -> String {
    let mut dice = Given::new(faces.iter().copied());
    let (after, taken) = carry_out::<Regimental>(&field.state, field.asked(), command, &mut dice)
        .unwrap_or_else(|halt| panic!("{command:?}: {halt}"));
    assert_eq!(dice.left(), 0, "faces left over");
    let (mut state, mut text) = (field.state.clone(), String::new());
    let later = |taken: &Taken<Event>| matches!(taken, Taken::Event(Event::StepBegan { .. }));
    let of_step = taken.iter().position(later).unwrap_or(taken.len());
    for taken in &taken[..of_step] {
        match taken {
            Taken::Roll(rolled) => {
                for (_, ledger) in &rolled.0.whys {
                    writeln!(text, "{}", counted(ledger)).expect("text");
                }
                writeln!(text, "{}: {:?}", rolled.0.label, rolled.1.faces).expect("text");
            }
            Taken::Event(event) => {
                let words = Regimental::tell(&state, event);
                if !words.is_empty() {
                    writeln!(text, "{words}").expect("text");
                }
                fold(&mut state, event);
            }
        }
    }
    field.state = after;
    text
}

fn counted(ledger: &Ledger) -> String {
    let lines: Vec<String> = ledger
        .applied()
        .filter(|line| line.value != 0)
        .map(|line| format!("{:+} {} [{}]", line.value, line.label, line.clause))
        .collect();
    format!("{} = {}", lines.join(", "), ledger.quantity.show(ledger.total))
}

pub(crate) fn check(text: String, expected: Expect) {
    expected.assert_eq(&text);
}

/// The clause and the words of a refusal, which must name a place.
pub(crate) fn refused(field: &Field, command: &Command) -> String {
    let refusal = field.check(command).expect_err("it should be refused");
    assert!(refusal.place.is_some(), "no place: {refusal}");
    refusal.to_string()
}

pub(crate) fn ordered(field: &mut Field, unit: &str, order: Order) {
    let unit = field.unit(unit);
    field.happen(Event::Ordered { unit, order });
}

/// A charge in contact.
pub(crate) fn charges(field: &mut Field, unit: &str, target: &str, edge: Edge, cold_steel: bool) {
    let (charger, target) = (field.unit(unit), field.unit(target));
    let counter = field.state.unit(charger).side == Side::Blue;
    let charge =
        Charge { target, cold_steel, counter, breakthrough: false, ground: MoveClass::Open, stage: ChargeStage::Home };
    field.happen(match counter {
        true => Event::Countercharged { unit: charger, charge },
        false => Event::ChargeDeclared { unit: charger, charge, way: Default::default() },
    });
    let line = field.state.front(target).expect("a front");
    field.happen(Event::Met(Contact {
        charger,
        target,
        edge,
        flank: edge != Edge::Front,
        across: None,
        ground: ChargeGround::None,
        line,
    }));
}

pub(crate) const LINES: &str = "
red infantry foot at 24,10 facing 0 | stands=12
blue infantry enemy at 24,14 facing 180 | stands=12";

pub(crate) const HOUSE: &str = "
ground house building area 22,9 26,9 26,11 22,11
red infantry foot garrison=\"house\" | stands=7 formation=garrison";

/// The two ledgers of a full volley with a die of 1: what is added, and the points.
pub(crate) fn ledgers(mut field: Field, target: &str) -> String {
    let told = fire(&mut field, target, &[1]);
    told.lines().take(2).collect::<Vec<_>>().join("\n")
}

/// Red stands before blue and has charged it.
pub(crate) const CHARGE: &str = "
red infantry foot at 25,14 facing 0 | stands=12
blue infantry enemy at 24,14 facing 180 | stands=12 traits=buck-and-ball";

/// Six points: nothing is added to the die.
pub(crate) const SIX: &str = "
red infantry foot at 24,10 facing 0 | stands=6
blue infantry enemy at 24,14 facing 180 | stands=12";

pub(crate) const AMUSETTE: &str = "
ground wall stone-wall line 10,13.75 40,13.75
red infantry foot at 24,10 facing 0 | stands=4
blue infantry enemy at 24,14 facing 180 | stands=4 amusette=true";
