use firelock_core::{Dice, Grain, RuleSystem, Side, UnitId, try_out};

use crate::{Act, Sense};

/// The most decisions that are looked on.
const LONGEST: usize = 80;

/// What people do without thinking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reflex<'a> {
    /// Whose fire counts: theirs and what is aimed at them; everybody's where none are told.
    fire: Option<&'a [UnitId]>,
    /// Whether they charge where they can.
    charge: bool,
}

impl<'a> Reflex<'a> {
    /// Everybody fires, fights and charges.
    const FIGHT: Reflex<'static> = Reflex { fire: None, charge: true };
    /// Everybody fires and fights from where he stands.
    pub(crate) const STAND: Reflex<'static> = Reflex { fire: None, charge: false };

    /// Only fire that concerns these counts.
    fn about(these: &'a [UnitId]) -> Reflex<'a> {
        Reflex { fire: Some(these), ..Reflex::FIGHT }
    }
}

/// Plays on with quick answers of both sides until nothing is in suspense.
pub(crate) fn settle<S: Sense>(state: &mut S::State, dice: &mut dyn Dice) {
    for _ in 0..LONGEST {
        if !S::in_suspense(state) || !answer::<S>(state, Reflex::FIGHT, dice) {
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
        if round.is_none() || S::round(state) != round || !answer::<S>(state, Reflex::about(concerned), dice) {
            break;
        }
    }
    settle::<S>(state, dice);
}

/// One quick answer; false when there is none.
pub(crate) fn answer<S: Sense>(state: &mut S::State, reflex: Reflex<'_>, dice: &mut dyn Dice) -> bool {
    let Some(side) = S::asked(state).first().copied() else { return false };
    let Some(command) = reflex.choose::<S>(state, side) else { return false };
    try_out::<S>(state, side, &command, dice).is_ok()
}

impl Reflex<'_> {
    /// What anybody would say without thinking: fire, fight, stand, and else be done.
    fn choose<S: Sense>(self, state: &S::State, side: Side) -> Option<S::Command> {
        if let Some(pass) = S::pass(state) {
            return Some(pass);
        }
        let decision = <S as RuleSystem>::decision(state);
        let ask = decision.ask(side)?;
        let concerns = |unit: UnitId| self.fire.is_none_or(|these| these.contains(&unit));
        let weigh = |command: &S::Command| match S::act(state, command) {
            Act::Fire { unit, target } if !concerns(unit) && !target.is_some_and(concerns) => -1.0,
            Act::Fire { .. } => 2.0 + S::prior(state, side, command),
            Act::Charge { .. } if !self.charge => -1.0,
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
}

fn first<S: Sense>(state: &S::State, side: Side) -> Option<S::Command> {
    let mut options = Vec::new();
    S::candidates(state, side, Grain::Coarse, &mut options);
    options.into_iter().find(|command| S::act(state, command) != Act::Resign)
}
