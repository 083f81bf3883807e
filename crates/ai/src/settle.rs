use firelock_core::{Dice, Grain, RuleSystem, Side, UnitId, try_out};

use crate::{Act, Sense};

/// The most decisions that are looked on.
const LONGEST: usize = 80;

/// Plays on with quick answers of both sides until nothing is in suspense.
pub(crate) fn settle<S: Sense>(state: &mut S::State, dice: &mut dyn Dice) {
    for _ in 0..LONGEST {
        if !S::in_suspense(state) || !answer::<S>(state, None, dice) {
            return;
        }
    }
}

/// Plays on until this round is over and nothing is in suspense: a charge and standing fast are compared after the same fire and the same
/// fights. Fire that concerns none of these bodies is left out: it costs time, and its dice hide what is looked for.
pub(crate) fn play_round<S: Sense>(
    state: &mut S::State,
    round: Option<u32>,
    concerned: &[UnitId],
    dice: &mut dyn Dice,
) {
    for _ in 0..LONGEST {
        if round.is_none() || S::round(state) != round || !answer::<S>(state, Some(concerned), dice) {
            break;
        }
    }
    settle::<S>(state, dice);
}

/// One quick answer; false when there is none.
fn answer<S: Sense>(state: &mut S::State, concerned: Option<&[UnitId]>, dice: &mut dyn Dice) -> bool {
    let Some(side) = S::asked(state).first().copied() else { return false };
    let Some(command) = reflex::<S>(state, side, concerned) else { return false };
    try_out::<S>(state, side, &command, dice).is_ok()
}

/// What anybody would say without thinking: fire (where it concerns somebody of these, if some are told), fight, stand, and else be done.
fn reflex<S: Sense>(state: &S::State, side: Side, concerned: Option<&[UnitId]>) -> Option<S::Command> {
    if let Some(pass) = S::pass(state) {
        return Some(pass);
    }
    let decision = <S as RuleSystem>::decision(state);
    let ask = decision.ask(side)?;
    let concerns = |unit: UnitId| concerned.is_none_or(|concerned| concerned.contains(&unit));
    let weigh = |command: &S::Command| match S::act(state, command) {
        Act::Fire { unit, target } if !concerns(unit) && !target.is_some_and(concerns) => -1.0,
        Act::Fire { .. } => 2.0 + S::prior(state, side, command),
        Act::Charge { .. } | Act::Fight { .. } | Act::Answer => 1.0 + S::prior(state, side, command),
        Act::Resign => -100.0,
        _ => -1.0,
    };
    let mut best: Option<(f64, &S::Command)> = None;
    for command in &ask.listed {
        let weight = weigh(command);
        if best.is_none_or(|(most, _)| weight > most) {
            best = Some((weight, command));
        }
    }
    let end = || ask.end.as_ref().and_then(|end| end.clone().ok());
    match best {
        Some((weight, command)) if weight > 0.0 => Some(command.clone()),
        Some((weight, command)) => end().or((weight > -50.0).then(|| command.clone())),
        None => end().or_else(|| first::<S>(state, side)),
    }
}

fn first<S: Sense>(state: &S::State, side: Side) -> Option<S::Command> {
    let mut options = Vec::new();
    S::candidates(state, side, Grain::Coarse, &mut options);
    options.into_iter().find(|command| S::act(state, command) != Act::Resign)
}
