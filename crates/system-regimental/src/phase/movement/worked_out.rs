//! Maneuvers that were worked out to be listed, kept until anything happens: who lists them tries most of them out.

use std::sync::{Mutex, MutexGuard, PoisonError};

use firelock_core::UnitId;

use crate::command::{Maneuver, SetFlank, SetGap};
use crate::event::Event;

/// What would happen by each.
type Known = Vec<(UnitId, Maneuver, Vec<Event>)>;

/// The legal maneuvers of a state, as far as they were listed, none of which sets a flank or a gap.
#[derive(Debug, Default)]
pub(crate) struct WorkedOut(Mutex<Known>);

impl WorkedOut {
    fn all(&self) -> MutexGuard<'_, Known> {
        // What was kept is whole, whoever held it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a maneuver would do, if that is known.
    pub(super) fn of(
        &self,
        unit: UnitId,
        maneuver: &Maneuver,
        flank: Option<SetFlank>,
        gap: Option<SetGap>,
    ) -> Option<Vec<Event>> {
        if flank.is_some() || gap.is_some() {
            return None;
        }
        let all = self.all();
        let known = all.iter().find(|(who, known, _)| *who == unit && known == maneuver);
        known.map(|(_, _, events)| events.clone())
    }

    /// Keeps it.
    pub(super) fn keep(&self, unit: UnitId, maneuver: &Maneuver, events: Vec<Event>) {
        self.all().push((unit, maneuver.clone(), events));
    }
}
