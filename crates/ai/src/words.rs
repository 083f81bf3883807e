//! Orders in the language of the day.

use firelock_core::{Side, UnitId};
use firelock_scenario::Task;

use crate::plan::planned;
use crate::{Act, Brief, Field, Sense, Style};

/// What a commander means to do by a command.
pub(crate) fn intent<S: Sense>(state: &S::State, side: Side, command: &S::Command, brief: &Brief) -> String {
    let name = |unit: UnitId| S::name(state, unit).to_owned();
    let at = |target: Option<UnitId>| target.map_or_else(|| "the post before them".to_owned(), &name);
    match S::act(state, command) {
        Act::Fire { unit, target } => format!("{} will give {} their fire.", name(unit), at(target)),
        Act::Charge { unit, target } => format!("{} will go in upon {} with the steel.", name(unit), at(target)),
        Act::Fight { unit, target } => format!("{} will have it out with {}.", name(unit), at(target)),
        Act::Move { unit } => moving::<S>(state, side, unit, &name(unit), brief),
        Act::Hold { unit } => format!("{} will stand fast where they are.", name(unit)),
        Act::Rouse { unit } => format!("My compliments to {}, and they will make ready to act.", name(unit)),
        Act::Ride => "The staff will ride to where the troops have need of them.".to_owned(),
        Act::Order { unit: Some(unit) } => format!("An order to {}: {}.", name(unit), S::phrase(state, command)),
        Act::Order { unit: None } => format!("An order to the line: {}.", S::phrase(state, command)),
        Act::Answer => format!("We answer: {}.", S::phrase(state, command)),
        Act::Deploy => format!("Draw up the line: {}.", S::phrase(state, command)),
        Act::End => "Let it rest at that for the present.".to_owned(),
        Act::Resign => "The day is lost; ask them for terms.".to_owned(),
    }
}

fn moving<S: Sense>(state: &S::State, side: Side, unit: UnitId, name: &str, brief: &Brief) -> String {
    let mut field = Field::default();
    S::field(state, &mut field);
    let Some(body) = field.body(unit) else { return format!("{name} will come into the line.") };
    if body.order < 0.5 {
        return format!("{name} will fall back and form again.");
    }
    if brief.style == Style::Historical
        && let Some(planned) = planned::<S>(state, unit)
    {
        return match planned.task {
            Task::Attack => format!("{name} will go forward to the attack, as the plan has it."),
            Task::Hold => format!("{name} will keep to the post that the plan gives them."),
            Task::Reserve => format!("{name} will wait in reserve until they are called for."),
            Task::Withdraw => format!("{name} will draw off in good order, as the plan has it."),
        };
    }
    let near = |a: &&crate::Body| body.at.distance(a.at);
    let enemy = field.of(side.enemy()).min_by(|a, b| near(a).total_cmp(&near(b)));
    let enemy = enemy.map_or("the enemy", |enemy| S::name(state, enemy.unit));
    match (field.attacker == side, brief.style) {
        (true, Style::Bold) => format!("{name} will press on to {enemy} without a halt."),
        (true, _) => format!("{name} will advance toward {enemy} and bring them under fire."),
        (false, Style::Cautious) => format!("{name} will keep their ground and their cover against {enemy}."),
        (false, _) => format!("{name} will take post to receive {enemy}."),
    }
}
