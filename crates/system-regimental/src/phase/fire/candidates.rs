//! Volleys worth a look.

use std::ops::ControlFlow;

use firelock_core::{Grain, UnitId};

use super::aim::{Shot, Targets, each_shot, each_shot_at};
use crate::command::{Command, Firing};
use crate::phase::Lots;
use crate::state::{Asking, State};

/// What may be listed: all who may fire at a target, target by target; and the picks a volley leaves open.
pub(crate) fn list(state: &State, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::LowAmmo(among) => into.extend(among.iter().map(|who| Command::RunLow(*who))),
        Asking::LeaderTie(among) => into.extend(among.iter().map(|who| Command::CheckLeader(*who))),
        _ => candidates(state, Grain::Coarse, into),
    }
}

/// A finite sample of volleys: the full one at each target; then those without the stands that may choose between targets; then
/// each unit by itself.
pub(crate) fn candidates(state: &State, grain: Grain, into: &mut Vec<Command>) {
    let mut shots: Vec<(UnitId, Shot)> = Vec::new();
    let _ = each_shot(state, |unit, shot| {
        shots.push((unit, *shot));
        ControlFlow::Continue(())
    });
    let mut targets: Vec<UnitId> = shots.iter().map(|(_, shot)| shot.target).collect();
    targets.sort_unstable();
    targets.dedup();
    for target in &targets {
        into.push(volley(*target, shots.iter()));
    }
    if grain == Grain::Coarse {
        return;
    }
    for target in &targets {
        let full = volley(*target, shots.iter());
        let torn = |unit: UnitId, stands: u32| {
            shots.iter().any(|(other, shot)| *other == unit && shot.target != *target && shot.stands & stands != 0)
        };
        let bound = volley(*target, shots.iter().filter(|(unit, shot)| !torn(*unit, shot.stands)));
        let mut parts = vec![bound];
        if grain == Grain::Fine
            && let Command::Fire { firers, .. } = &full
        {
            parts.extend(firers.iter().map(|firing| Command::Fire { target: *target, firers: vec![*firing] }));
        }
        let news = |part: &Command| matches!(part, Command::Fire { firers, .. } if !firers.is_empty()) && *part != full;
        into.extend(parts.into_iter().filter(news));
    }
}

/// One of the full volleys.
pub(crate) fn draw(state: &State, lots: Lots<'_>) -> Option<Command> {
    let targets = Targets::of(state);
    let marks = targets.open().collect();
    lots.among(marks, |target| {
        let firers = firers_among(state, &targets, target);
        (!firers.is_empty()).then_some(Command::Fire { target, firers })
    })
}

/// All who may fire at a target now.
pub(crate) fn firers_at(state: &State, target: UnitId) -> Vec<Firing> {
    firers_among(state, &Targets::of(state), target)
}

fn firers_among(state: &State, targets: &Targets<'_>, target: UnitId) -> Vec<Firing> {
    let mut firers: Vec<Firing> = Vec::new();
    each_shot_at(state, targets, &[target], |_| true, |unit, shot| add(&mut firers, unit, shot));
    firers
}

/// Of the full volleys at some units, or led by one of them, that of most units; the first of equals.
pub(crate) fn volley_about(state: &State, these: &[UnitId]) -> Option<Command> {
    let (targets, mut shots) = (Targets::of(state), Vec::new());
    let open: Vec<UnitId> = targets.open().collect();
    // Theirs come first: they tell whose volleys count besides.
    let own = |unit: UnitId| these.contains(&unit);
    each_shot_at(state, &targets, &open, own, |unit, shot| shots.push((unit, *shot)));
    let aimed_at = |target: &UnitId| shots.iter().any(|(_, shot)| shot.target == *target);
    let among: Vec<UnitId> = open.into_iter().filter(|target| own(*target) || aimed_at(target)).collect();
    if among.is_empty() {
        return None;
    }
    each_shot_at(state, &targets, &among, |unit| !own(unit), |unit, shot| shots.push((unit, *shot)));
    shots.sort_by_key(|(unit, _)| *unit);
    let volleys = among.into_iter().map(|target| volley(target, shots.iter()));
    let counts = |command: &Command| match command {
        Command::Fire { target, firers } => firers.first().is_some_and(|first| own(first.unit) || own(*target)),
        _ => false,
    };
    let n_firers = |command: &Command| match command {
        Command::Fire { firers, .. } => firers.len(),
        _ => 0,
    };
    volleys.filter(counts).reduce(|most, next| if n_firers(&next) > n_firers(&most) { next } else { most })
}

/// Adds a shot to a volley, whose shots come unit by unit.
fn add(firers: &mut Vec<Firing>, unit: UnitId, shot: &Shot) {
    match firers.last_mut() {
        Some(firing) if firing.unit == unit => firing.stands |= shot.stands,
        _ => firers.push(Firing { unit, stands: shot.stands }),
    }
}

/// All these stands at one target.
fn volley<'a>(target: UnitId, shots: impl Iterator<Item = &'a (UnitId, Shot)>) -> Command {
    let mut firers: Vec<Firing> = Vec::new();
    for (unit, shot) in shots.filter(|(_, shot)| shot.target == target) {
        add(&mut firers, *unit, shot);
    }
    Command::Fire { target, firers }
}
