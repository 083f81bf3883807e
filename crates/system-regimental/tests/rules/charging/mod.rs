//! Charges in small battles: effects of checks set by hand, charges declared, combats fought and drawn.

use std::fmt::Write as _;

use firelock_core::{Given, Taken, carry_out};
use firelock_regimental::Regimental;
use firelock_regimental::command::{ChargeWay, Command};
use firelock_regimental::event::Event;
use firelock_regimental::facts::Scope;
use firelock_regimental::results::{ManeuverEffect, Motion};
use firelock_regimental::state::{Asking, ChargeStage, Contact, Place};
use firelock_regimental::words::{MoveClass, Order};
use firelock_table::{Angle, Length};

use crate::field::{Field, field};
use ManeuverEffect::{DoubleQuick, FallBack, Panic, Rally, RallyWithElan, Shaken, Tardy, Wavering, WellHandled};

/// The maneuvers an effect leaves open.
pub(crate) fn scope(effect: ManeuverEffect) -> Scope {
    match effect {
        DoubleQuick => Scope::DoubleQuick,
        WellHandled | RallyWithElan => Scope::WellHandled,
        Tardy | Rally => Scope::Tardy,
        FallBack | Shaken | Wavering | Panic => Scope::Hold,
    }
}

/// Lets units be checked together, and red declare charges.
pub(crate) fn declaring(text: &str, effects: &[(&str, ManeuverEffect)]) -> Field {
    let mut field = field(text);
    field.skip_to("choose a leader and the units that check");
    for (unit, effect) in effects {
        let unit = field.unit(unit);
        let (result, motion, order) = (5, Motion::Hold, Order::Good);
        field.happen(Event::Checked {
            unit,
            result,
            effect: *effect,
            scope: scope(*effect),
            motion,
            order,
            reforms: false,
        });
    }
    field.happen(Event::Answered);
    field.happen(Event::Asked(Asking::Declare));
    field
}

pub(crate) fn charge(field: &Field, unit: &str, target: &str) -> Command {
    by(field, unit, target, ChargeWay::Straight)
}

pub(crate) fn by(field: &Field, unit: &str, target: &str, way: ChargeWay) -> Command {
    let (unit, target) = (field.unit(unit), field.unit(target));
    Command::Charge { unit, target, way, cold_steel: false, disordered: false }
}

pub(crate) fn steel(command: Command) -> Command {
    match command {
        Command::Charge { unit, target, way, disordered, .. } => {
            Command::Charge { unit, target, way, cold_steel: true, disordered }
        }
        other => other,
    }
}

pub(crate) fn loose(command: Command) -> Command {
    match command {
        Command::Charge { unit, target, way, cold_steel, .. } => {
            Command::Charge { unit, target, way, cold_steel, disordered: true }
        }
        other => other,
    }
}

pub(crate) fn wheel(degrees: i32) -> ChargeWay {
    ChargeWay::Wheel { ahead: Length::ZERO, by: Angle::degrees(degrees) }
}

pub(crate) fn oblique(degrees: i32) -> ChargeWay {
    ChargeWay::Oblique { by: Angle::degrees(degrees) }
}

/// The clause by which a command is refused.
pub(crate) fn clause(field: &Field, command: &Command) -> String {
    field.check(command).expect_err("it should be refused").clause.to_string()
}

/// The contacts, by names.
pub(crate) fn contacts(field: &Field) -> Vec<String> {
    let name = |unit| field.state.roster(unit).name.clone();
    field.state.contacts.iter().map(|contact| format!("{} {}", name(contact.charger), name(contact.target))).collect()
}

pub(crate) fn contact(field: &Field, charger: &str) -> Contact {
    let charger = field.unit(charger);
    *field.state.contacts.iter().find(|contact| contact.charger == charger).expect("a contact")
}

/// Where the middle of a unit's front is, in inches, and its facing.
pub(crate) fn stands(field: &Field, unit: &str) -> String {
    let pose = field.state.unit(field.unit(unit)).pose().expect("on the table");
    let inches = |steps: i32| Length::grid(steps).in_inches();
    format!("{},{} facing {}", inches(pose.at.x), inches(pose.at.y), pose.facing)
}

pub(crate) fn stage(field: &Field, unit: &str) -> Option<ChargeStage> {
    field.state.unit(field.unit(unit)).turn.charge.as_ref().map(|charge| charge.stage)
}

pub(crate) fn ground(field: &Field, unit: &str) -> MoveClass {
    field.state.unit(field.unit(unit)).turn.charge.as_ref().expect("a charge").ground
}

/// Lets all these units charge straight at their targets, nobody fire, and asks for the first combat.
pub(crate) fn in_combat(text: &str, charges: &[(&str, &str)]) -> Field {
    fighting(text, charges, |_| {}, |command| command)
}

/// The same with something that happens before, and charges made otherwise.
pub(crate) fn fighting(
    text: &str,
    charges: &[(&str, &str)],
    before: impl Fn(&mut Field),
    how: impl Fn(Command) -> Command,
) -> Field {
    let effects: Vec<(&str, ManeuverEffect)> = charges.iter().map(|(unit, _)| (*unit, WellHandled)).collect();
    let mut field = declaring(text, &effects);
    before(&mut field);
    for (unit, target) in charges {
        let go = how(charge(&field, unit, target));
        field.play(&go, &[]);
    }
    field.skip_to("choose the next combat");
    field
}

/// Plays a command and writes down what it came to: the modifiers that count, the results, and where everyone is then.
pub(crate) fn drawn(field: &mut Field, command: &Command, faces: &[i16]) -> String {
    let mut dice = Given::new(faces.iter().copied());
    let done = carry_out::<Regimental>(&field.state, field.asked(), command, &mut dice);
    let (after, taken) = done.unwrap_or_else(|halt| panic!("{command:?}: {halt}"));
    assert_eq!(dice.left(), 0, "faces left over");
    field.state = after;
    let mut text = String::new();
    for taken in &taken {
        match taken {
            Taken::Roll(roll) => {
                for (side, (_, ledger)) in ["attack", "defense"].iter().zip(&roll.0.whys) {
                    let lines = ledger.applied().filter(|line| line.value != 0);
                    let lines: Vec<String> = lines.map(|line| format!("{:+} {}", line.value, line.label)).collect();
                    writeln!(text, "{side} {:+}: {}", ledger.total, lines.join(", ")).expect("text");
                }
            }
            Taken::Event(Event::Fought { difference, result, .. }) => {
                writeln!(text, "{difference} {}", result.name()).expect("text");
            }
            Taken::Event(_) => {}
        }
    }
    text + &table(field)
}

/// Everyone, a line each.
pub(crate) fn table(field: &Field) -> String {
    let mut text = String::new();
    for (id, unit) in field.state.all_units() {
        let name = &field.state.roster(id).name;
        let guns = &unit.guns[..usize::from(unit.stands.min(4))];
        let marks: Vec<String> = match field.state.roster(id).is_guns() {
            true => guns
                .iter()
                .map(|gun| match (gun.damaged, gun.silenced) {
                    (true, true) => "damaged silenced".into(),
                    (true, false) => "damaged".into(),
                    (false, true) => "silenced".into(),
                    (false, false) => "ready".into(),
                })
                .collect(),
            false => vec![format!("{:?}", unit.order).to_lowercase()],
        };
        let place = match (unit.fate, unit.place) {
            (Some(fate), _) => format!("{fate:?}"),
            (None, Place::In(_)) => "inside".into(),
            (None, _) => stands(field, name),
        };
        let more = if unit.turn.breaks_through { ", to break through" } else { "" };
        match unit.fate {
            Some(_) => writeln!(text, "{name}: {place}"),
            None => writeln!(text, "{name}: {:?} {} {place}, {}{more}", unit.formation, unit.stands, marks.join(", ")),
        }
        .expect("text");
    }
    text
}
