//! One candidate drawn evenly without judging the others: playouts want no more.

use firelock_core::{Grain, Seeded, Side};

use super::control::chits;
use super::{artillery, candidates, charge, fire, movement, pending};
use crate::command::Command;
use crate::sequence;
use crate::state::{Asking, Sealed, SealedStep, State};

/// One of the candidates.
pub(crate) fn draw(state: &State, side: Side, grain: Grain, chance: &mut Seeded) -> Option<Command> {
    let asking = pending(state)?;
    match asking {
        Asking::Face(_) | Asking::Move(_) | Asking::Declare(_) if sequence::decider(state, asking) != side => None,
        // A chit asks for turns too.
        Asking::Face(_) if grain == Grain::Coarse && !chits::are_used(state) => {
            movement::draw_face(state, side, chance)
        }
        Asking::Move(_) if grain == Grain::Coarse => movement::draw_move(state, side, chance),
        Asking::Declare(_) if grain != Grain::Fine => charge::draw_declare(state, side, chance),
        Asking::Sealed(sealed) if sealed.step == SealedStep::Guns && !sealed.done[side.index()] => {
            artillery::draw(state, side, grain, chance)
        }
        Asking::Sealed(Sealed {
            step: SealedStep::Volley | SealedStep::Skirmish | SealedStep::Platoon, done, ..
        }) if grain != Grain::Fine && !done[side.index()] => fire::draw(state, side, chance),
        _ => {
            let mut listed = Vec::new();
            candidates(state, side, grain, &mut listed);
            chance.one_of(&mut listed)
        }
    }
}
