//! Shots that were looked for, until somebody moves: the same ones are asked for when a step may end, when fire is given, judged
//! and resolved.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use firelock_core::UnitId;
use firelock_table::{Bounds, Length, TOUCH};

use crate::state::State;

/// A front of a unit, and an enemy.
type Bearing = (UnitId, u8, UnitId);

/// How far the enemies are at whom fronts have a shot; nothing where they have none.
#[derive(Debug, Default)]
pub(crate) struct Shots(Mutex<BTreeMap<Bearing, Option<Length>>>);

impl Shots {
    fn all(&self) -> MutexGuard<'_, BTreeMap<Bearing, Option<Length>>> {
        // What was kept is whole, whoever held it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is still known when a unit stands otherwise than it did: shots in whose way neither box lies.
    pub(crate) fn after(state: &State, moved: UnitId, boxes: [Bounds; 2]) -> Shots {
        let known = state.shots.all();
        let away = |unit: UnitId, enemy: UnitId| {
            // Stands are joined by a little for sight, and its lines are rounded.
            let way = state.around(unit).join(state.around(enemy)).grown(TOUCH * 8);
            unit != moved && enemy != moved && boxes.iter().all(|around| !around.meets(&way))
        };
        let kept = known.iter().filter(|((unit, _, enemy), _)| away(*unit, *enemy));
        Shots(Mutex::new(kept.map(|(bearing, range)| (*bearing, *range)).collect()))
    }

    /// What is known of a shot: its range, or that there is none.
    pub(super) fn known(&self, bearing: Bearing) -> Option<Option<Length>> {
        self.all().get(&bearing).copied()
    }

    /// Keeps what was found out.
    pub(super) fn keep(&self, bearing: Bearing, range: Option<Length>) {
        self.all().insert(bearing, range);
    }
}
