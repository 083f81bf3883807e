//! Shots that were looked for, until somebody moves into their way: the same ones are asked for when a step may end, when fire is given,
//! judged and resolved, and for every idea that a commander has.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use firelock_core::{Beside, UnitId};
use firelock_table::{Bounds, Length, Point, TOUCH};

use super::firer::front_stand;
use crate::state::State;

/// A front of a unit, and an enemy.
type Bearing = (UnitId, u8, UnitId);

/// How far the enemies are at whom fronts have a shot; nothing where they have none.
type Known = BTreeMap<Bearing, Option<Length>>;

/// So many moves are looked through; then what is still known is copied.
const MOVES: usize = 24;

/// What is known of shots.
#[derive(Debug, Default)]
pub(crate) struct Shots {
    known: Mutex<Known>,
    before: Option<Before>,
    /// Many are copied from this state: what one of them finds out is kept here for all, as far as it concerns them.
    shared: bool,
    /// Who had a shot when it was last asked whether anybody has: he is asked first. One more than his number; 0 is nobody.
    ready: AtomicU32,
}

/// What was known before somebody stood otherwise.
#[derive(Clone, Debug)]
struct Before {
    shots: Beside<Shots>,
    /// Who, and the boxes around where it stood and stands.
    moves: Vec<(UnitId, [Bounds; 2])>,
    /// How many moves there are here and further back.
    n_moves: usize,
}

impl Before {
    /// Whether a shot is as it was: neither end has moved, and nobody has come into its way or left it.
    fn leaves(&self, state: &State, (unit, front, enemy): Bearing, way: &mut Option<Bounds>) -> bool {
        if self.moves.iter().any(|(moved, _)| unit == *moved || enemy == *moved) {
            return false;
        }
        let way = way.get_or_insert_with(|| {
            let from = eye(state, unit, front).map_or_else(|| state.around(unit), |eye| Bounds::of(&[eye]));
            // Stands are joined by a little for sight, and its lines are rounded.
            from.join(state.around(enemy)).grown(TOUCH * 8)
        });
        self.moves.iter().flat_map(|(_, boxes)| boxes).all(|around| !around.meets(way))
    }
}

impl Shots {
    fn all(&self) -> MutexGuard<'_, Known> {
        // What was kept is whole, whoever held it.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is still known when a unit stands otherwise than it did: shots in whose way neither box lies.
    pub(crate) fn after(state: &State, moved: UnitId, boxes: [Bounds; 2]) -> Shots {
        let shots = &state.shots;
        let before = match (shots.all().is_empty() && !shots.shared, &shots.before) {
            (true, None) => return Shots::default(),
            (true, Some(before)) => Before { n_moves: before.n_moves + 1, ..before.clone() },
            (false, before) => {
                let n_moves = before.as_ref().map_or(0, |before| before.n_moves) + 1;
                Before { shots: shots.clone(), moves: Vec::with_capacity(4), n_moves }
            }
        };
        let ready = || AtomicU32::new(shots.ready.load(Ordering::Relaxed));
        let mut after = Shots { known: Mutex::default(), before: Some(before), shared: false, ready: ready() };
        if let Some(before) = &mut after.before {
            before.moves.push((moved, boxes));
            if before.n_moves > MOVES {
                return Shots { known: Mutex::new(after.still_known(state)), ready: ready(), ..Shots::default() };
            }
        }
        after
    }

    /// The same shots, with what is still known of them in one: for a state that many will be copied from.
    pub(crate) fn gathered(state: &State) -> Shots {
        Shots { known: Mutex::new(state.shots.still_known(state)), shared: true, ..Shots::default() }
    }

    /// Who had a shot when it was last asked whether anybody has.
    pub(super) fn ready(&self) -> Option<UnitId> {
        let number = self.ready.load(Ordering::Relaxed).checked_sub(1)?;
        u16::try_from(number).ok().map(UnitId)
    }

    /// Keeps who has one.
    pub(super) fn is_ready(&self, unit: UnitId) {
        self.ready.store(u32::from(unit.0) + 1, Ordering::Relaxed);
    }

    /// All that is known, in one.
    fn still_known(&self, state: &State) -> Known {
        let mut known = match &self.before {
            None => Known::new(),
            Some(before) => {
                let mut known = before.shots.still_known(state);
                known.retain(|bearing, _| before.leaves(state, *bearing, &mut None));
                known
            }
        };
        known.extend(self.all().iter().map(|(bearing, range)| (*bearing, *range)));
        known
    }

    /// What is known of a shot: its range, or that there is none.
    pub(super) fn known(&self, state: &State, bearing: Bearing) -> Option<Option<Length>> {
        let (mut shots, mut way) = (self, None);
        loop {
            if let Some(range) = shots.all().get(&bearing) {
                return Some(*range);
            }
            let before = shots.before.as_ref().filter(|before| before.leaves(state, bearing, &mut way))?;
            shots = &before.shots;
        }
    }

    /// Keeps what was found out: where many are copied from, if nothing since then concerns it.
    pub(super) fn keep(&self, state: &State, bearing: Bearing, range: Option<Length>) {
        let (mut shots, mut way) = (self, None);
        while !shots.shared {
            match shots.before.as_ref().filter(|before| before.leaves(state, bearing, &mut way)) {
                Some(before) => shots = &before.shots,
                None => {
                    shots = self;
                    break;
                }
            }
        }
        shots.all().insert(bearing, range);
    }
}

/// From where a front looks.
fn eye(state: &State, unit: UnitId, front: u8) -> Option<Point> {
    front_stand(state, unit, front).map(|stand| stand.front().middle())
}
