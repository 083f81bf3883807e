//! One candidate drawn evenly without judging the others: playouts want no more.

use firelock_core::{Grain, Seeded, Side};

use super::{candidates, charge, done, fire, may_end, movement, pending};
use crate::command::Command;
use crate::sequence;
use crate::state::{Asking, State};

/// The drawing of a command of these rules.
pub(crate) type Lots<'a> = firelock_core::Lots<'a, Command>;

/// One of the candidates.
pub(crate) fn draw(state: &State, side: Side, grain: Grain, chance: &mut Seeded) -> Option<Command> {
    let asking = pending(state)?;
    if sequence::decider(state, asking) != side {
        return None;
    }
    let end = (may_end(asking) && done(state, asking).is_ok()).then_some(Command::Done);
    match asking {
        Asking::Declare(_) => charge::draw(state, Lots::new(chance, end)),
        Asking::Fire(_) => fire::draw(state, Lots::new(chance, end)),
        Asking::Move(_) if grain == Grain::Coarse => movement::draw(state, side, Lots::new(chance, end)),
        _ => {
            let mut listed = Vec::new();
            candidates(state, side, grain, &mut listed);
            chance.one_of(&mut listed)
        }
    }
}
