//! What has been found out about a body and still holds. It follows from where everybody stands, so it is no part of a state's
//! value: copies share nothing of it, compare equal whatever they know, and forget what a move may have changed.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use firelock_table::{Angle, Bounds, Length, Point};

use crate::phase::control::duty::Aim;
use crate::state::{BodyId, State, Turn};
use crate::survey::{Onset, Shot};

/// What is known of one body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// The nearest enemy.
    pub(crate) nearest: OnceLock<Option<BodyId>>,
    /// The nearest enemy that it sees.
    pub(crate) visible: OnceLock<Option<BodyId>>,
    /// An enemy in its kill zone ends its duty to advance.
    pub(crate) confronted: OnceLock<bool>,
    /// What it can fire at: the nearest of each enemy.
    pub(crate) shots: OnceLock<Found<Arc<[Shot]>>>,
    /// All it can fire at.
    pub(crate) all_shots: OnceLock<Found<Arc<[Shot]>>>,
    /// What it can charge.
    pub(crate) onsets: OnceLock<Found<Arc<[Onset]>>>,
    /// The facing change that leaves a place least off its front.
    pub(crate) best_turn: OnceLock<Found<BestTurn>>,
    /// The longest straight move towards a goal.
    pub(crate) longest: OnceLock<Found<(Aim, Option<Length>)>>,
}

/// A place, and the facing change that leaves it least off the front.
pub(crate) type BestTurn = (Point, Option<(Turn, Angle)>);

/// Something found out that holds as long as nobody comes into a box, leaves it or changes in it.
#[derive(Clone, Debug)]
pub(crate) struct Found<T> {
    pub(crate) what: T,
    pub(crate) around: Bounds,
}

/// What is known follows from the rest of a state.
impl PartialEq for Known {
    fn eq(&self, _: &Known) -> bool {
        true
    }
}

impl Eq for Known {}

impl Hash for Known {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Known {
    /// Forgets what depends on enemies, of whom one has moved.
    fn forget_enemy(&mut self, enemy: BodyId) {
        (self.nearest, self.visible, self.confronted) = Default::default();
        forget_if(&mut self.longest, |found| found.what.0 == Aim::Enemy(enemy));
    }

    /// Forgets what depends on who stands in a box.
    fn forget_near(&mut self, place: &Bounds) {
        forget_if(&mut self.shots, |found| found.around.meets(place));
        forget_if(&mut self.all_shots, |found| found.around.meets(place));
        forget_if(&mut self.onsets, |found| found.around.meets(place));
        forget_if(&mut self.best_turn, |found| found.around.meets(place));
        forget_if(&mut self.longest, |found| found.around.meets(place));
    }
}

fn forget_if<T>(cell: &mut OnceLock<T>, stale: impl Fn(&T) -> bool) {
    if cell.get().is_some_and(stale) {
        cell.take();
    }
}

/// A body has come from a box, or counts otherwise than before: what depends on it is looked at anew when it is asked for.
pub(crate) fn moved(state: &mut State, id: BodyId, from: Bounds) {
    let (to, side) = (state.body(id).bounds, state.body(id).side);
    for (nth, body) in state.bodies.iter_mut().enumerate() {
        if nth == id.index() {
            body.known = Known::default();
            continue;
        }
        if body.side != side {
            body.known.forget_enemy(id);
        }
        body.known.forget_near(&from);
        if to != from {
            body.known.forget_near(&to);
        }
    }
}

/// Contacts have changed: who is in contact is not fired at.
pub(crate) fn contacts_changed(state: &mut State) {
    for body in &mut state.bodies {
        (body.known.shots, body.known.all_shots) = Default::default();
    }
}
