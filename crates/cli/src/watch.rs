use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use firelock_ai::Watch;

/// The clock of one decision, and the cores of the machine.
pub(crate) struct Clock {
    end: Option<Instant>,
    hands: usize,
}

impl Clock {
    /// A decision that may take so long, begun now; without a limit it takes as long as it takes.
    pub(crate) fn start(limit: Option<Duration>, hands: usize) -> Clock {
        Clock { end: limit.map(|limit| Instant::now() + limit), hands: hands.max(1) }
    }
}

impl Watch for Clock {
    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
        side_by_side(self.hands, pieces, work);
    }
}

/// The cores of the machine.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does pieces of work with so many hands.
pub(crate) fn side_by_side(hands: usize, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let take = || {
        let piece = next.fetch_add(1, Ordering::Relaxed);
        (piece < pieces).then_some(piece)
    };
    std::thread::scope(|scope| {
        for _ in 1..hands.min(pieces) {
            scope.spawn(|| std::iter::from_fn(take).for_each(work));
        }
        std::iter::from_fn(take).for_each(work);
    });
}
