//! One candidate drawn evenly without judging the others: playouts want no more.

use firelock_core::{Grain, Seeded, Side};

use super::{candidates, charge, done, fire, may_end, movement, pending};
use crate::command::Command;
use crate::sequence;
use crate::state::{Asking, State};

/// The chance of a draw, and whether the step may be ended, which is a candidate like any other.
pub(crate) struct Lots<'a> {
    chance: &'a mut Seeded,
    may_end: bool,
}

impl Lots<'_> {
    /// Draws proposals until one stands up to a look: every legal one is as likely as any other, as from their list.
    pub(crate) fn among<T>(
        self,
        mut proposals: Vec<T>,
        mut judge: impl FnMut(T) -> Option<Command>,
    ) -> Option<Command> {
        loop {
            let n_lots = proposals.len() + usize::from(self.may_end);
            if n_lots == 0 {
                return None;
            }
            let lot = self.chance.below(n_lots as u32) as usize;
            if lot == proposals.len() {
                return Some(Command::Done);
            }
            if let Some(command) = judge(proposals.swap_remove(lot)) {
                return Some(command);
            }
        }
    }
}

/// One of the candidates.
pub(crate) fn draw(state: &State, side: Side, grain: Grain, chance: &mut Seeded) -> Option<Command> {
    let asking = pending(state)?;
    if sequence::decider(state, asking) != side {
        return None;
    }
    let may_end = may_end(asking) && done(state, asking).is_ok();
    match asking {
        Asking::Declare(_) => charge::draw(state, Lots { chance, may_end }),
        Asking::Fire(_) => fire::draw(state, Lots { chance, may_end }),
        Asking::Move(_) if grain == Grain::Coarse => movement::draw(state, side, Lots { chance, may_end }),
        _ => {
            let mut listed = Vec::new();
            candidates(state, side, grain, &mut listed);
            chance.one_of(&mut listed)
        }
    }
}
