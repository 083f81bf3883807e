//! One candidate drawn evenly without judging the others: playouts want no more.

use firelock_core::{Grain, Seeded, Side};

use super::{candidates, charge, control, done, fire, leaders, may_end, movement, pending};
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
    let listed = |chance: &mut Seeded| {
        let mut listed = Vec::new();
        candidates(state, side, grain, &mut listed);
        chance.one_of(&mut listed)
    };
    if grain != Grain::Coarse {
        return listed(chance);
    }
    let end = (may_end(asking) && done(state, asking).is_ok()).then_some(Command::Done);
    match asking {
        Asking::Leaders => leaders::draw(state, Lots::new(chance, end)),
        Asking::Check => control::draw(state, Lots::new(chance, end)),
        Asking::Declare => charge::draw(state, Lots::new(chance, end)),
        Asking::Maneuver => movement::draw(state, Lots::new(chance, end)),
        Asking::Fire => fire::draw(state, Lots::new(chance, end)),
        _ => listed(chance),
    }
}
