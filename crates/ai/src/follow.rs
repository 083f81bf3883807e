use firelock_core::{Grain, Seeded, UnitId, try_out};

use crate::captain::{Question, lean};
use crate::settle::{Reflex, answer, settle};
use crate::value::value;
use crate::{Act, Field, Sense};

/// How many further steps of a body are looked at.
const STEPS: usize = 3;

/// The most answers between a turn and the march after it.
const ANSWERS: usize = 12;

impl<S: Sense> Question<'_, S> {
    /// What a position is worth to a side whose body has begun to move and may go on: the best of halting here and of what its next steps
    /// lead to, each time the step that looks best.
    pub(crate) fn follow(&self, state: &S::State, unit: UnitId, field: &mut Field) -> f64 {
        let Question { side, judge, seed, .. } = *self;
        S::field(state, field);
        let mut best = value(field, side, judge);
        let mut here = state.clone();
        let mut paid = 0.0;
        let mut options = Vec::new();
        for step in 0..STEPS {
            if S::acting(&here) != Some(unit) {
                break;
            }
            options.clear();
            S::candidates(&here, side, Grain::Coarse, &mut options);
            let mut next: Option<(f64, f64, S::State)> = None;
            for command in &options {
                if !matches!(S::act(&here, command), Act::Move { .. } | Act::Charge { .. }) {
                    continue;
                }
                let mut after = here.clone();
                let mut dice = Seeded::new(seed, step as u64);
                if try_out::<S>(&mut after, side, command, &mut dice).is_err() {
                    continue;
                }
                settle::<S>(&mut after, &mut dice);
                S::field(&after, field);
                let price = lean::<S>(&here, side, command, judge);
                let worth = value(field, side, judge) + price;
                if next.as_ref().is_none_or(|(most, ..)| worth > *most) {
                    next = Some((worth, price, after));
                }
            }
            let Some((worth, price, after)) = next else { break };
            best = best.max(worth + paid);
            paid += price;
            here = after;
        }
        best
    }

    /// What a position is worth to a side when the step comes in which a body marches, and it does what looks best: nothing else is done until
    /// then.
    pub(crate) fn march(&self, state: &S::State, unit: UnitId, field: &mut Field) -> f64 {
        let Question { side, judge, seed, .. } = *self;
        let mut here = state.clone();
        let mut dice = Seeded::new(seed, 0);
        for _ in 0..ANSWERS {
            let marches = !S::turns_before_the_march(&here) && S::asked(&here).contains(&side);
            if marches || !answer::<S>(&mut here, Reflex::STAND, &mut dice) {
                break;
            }
        }
        S::field(&here, field);
        let mut best = value(field, side, judge);
        let mut options = Vec::new();
        S::candidates(&here, side, Grain::Coarse, &mut options);
        for command in &options {
            if S::act(&here, command) != (Act::Move { unit }) {
                continue;
            }
            let mut after = here.clone();
            if try_out::<S>(&mut after, side, command, &mut dice).is_ok() {
                S::field(&after, field);
                best = best.max(value(field, side, judge) + lean::<S>(&here, side, command, judge));
            }
        }
        best
    }
}
