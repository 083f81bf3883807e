//! What was found out about a state and holds until something moves, so that nobody looks twice.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use firelock_core::UnitId;

use crate::command::Act;
use crate::phase::charge::Prospect;
use crate::phase::fire::Bearing;
use crate::phase::movement::Course;
use crate::prospect::Prospect as Expected;
use crate::state::{Fire, State};

/// What a look found: told once, then known.
#[derive(Debug, Default)]
pub(crate) struct Verdict(AtomicU8);

impl Verdict {
    /// What is known, if anything.
    pub(crate) fn told(&self) -> Option<u8> {
        self.0.load(Ordering::Relaxed).checked_sub(1)
    }

    /// What is known, or what a look tells now; 255 cannot be told.
    pub(crate) fn known(&self, look: impl FnOnce() -> u8) -> u8 {
        // Two that look at the same time find the same.
        self.told().unwrap_or_else(|| {
            let found = look();
            self.0.store(found.saturating_add(1), Ordering::Relaxed);
            found
        })
    }
}

/// Who sees whom, until somebody moves.
#[derive(Debug, Default)]
pub struct Sights(OnceLock<Box<[Verdict]>>);

impl Sights {
    /// Whether one of so many units sees another.
    pub(crate) fn known(&self, n_units: usize, from: UnitId, to: UnitId, look: impl FnOnce() -> bool) -> bool {
        let all = self.0.get_or_init(|| (0..n_units * n_units).map(|_| Verdict::default()).collect());
        all[from.index() * n_units + to.index()].known(|| look().into()) > 0
    }

    /// Whether one is known not to see another.
    pub(crate) fn is_hidden(&self, n_units: usize, from: UnitId, to: UnitId) -> bool {
        self.0.get().is_some_and(|all| all[from.index() * n_units + to.index()].told() == Some(0))
    }
}

/// The fire and the charges that might be declared in a step by the boxes around units, each judged when it is asked for:
/// nobody moves while fire or charges are declared.
#[derive(Debug, Default)]
pub struct Survey {
    /// All fire (NQ-SEQ-09).
    pub(crate) fires: OnceLock<Vec<(Bearing, Verdict)>>,
    /// One charge per unit and target (NQ-CHG-06).
    pub(crate) charges: OnceLock<Vec<Prospect>>,
    /// Whether somebody sees each unit for guns that do not (NQ-ART-11).
    pub(crate) spotted: OnceLock<Box<[Verdict]>>,
    /// What fire would do, as far as it was asked for.
    expected: Mutex<Vec<(Fire, Expected)>>,
}

impl Survey {
    /// What a fire would do, looked for unless it was asked for before.
    pub(crate) fn prospect(&self, fire: &Fire, look: impl FnOnce() -> Expected) -> Expected {
        let known = kept(&self.expected).iter().find(|(known, _)| known == fire).map(|(_, found)| found.clone());
        known.unwrap_or_else(|| {
            let found = look();
            kept(&self.expected).push((*fire, found.clone()));
            found
        })
    }
}

/// Looks anew at what the step allows.
pub fn renew(state: &mut State) {
    state.survey.forget();
    state.sights.forget();
    state.planned.forget();
}

/// What was judged last, until anything happens: a move, for who judges it need not walk it again to carry it out, and which enemy
/// is the nearest to a unit.
#[derive(Debug, Default)]
pub struct Planned {
    course: Mutex<Option<(UnitId, Vec<Act>, Course)>>,
    nearest: Mutex<Option<(UnitId, Option<UnitId>)>>,
}

fn kept<T>(place: &Mutex<T>) -> MutexGuard<'_, T> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Planned {
    /// Keeps a move that was found legal.
    pub(crate) fn keep(&self, id: UnitId, acts: &[Act], course: Course) {
        *kept(&self.course) = Some((id, acts.to_vec(), course));
    }

    /// The course of a move, if it was the last that was kept.
    pub(crate) fn take(&self, id: UnitId, acts: &[Act]) -> Option<Course> {
        let kept = kept(&self.course).take();
        kept.filter(|(unit, own, _)| *unit == id && own == acts).map(|(.., course)| course)
    }

    /// The enemy nearest to a unit, looked for unless it was asked for last.
    pub(crate) fn nearest(&self, id: UnitId, look: impl FnOnce() -> Option<UnitId>) -> Option<UnitId> {
        let mut last = kept(&self.nearest);
        match *last {
            Some((unit, enemy)) if unit == id => enemy,
            _ => {
                let enemy = look();
                *last = Some((id, enemy));
                enemy
            }
        }
    }
}
