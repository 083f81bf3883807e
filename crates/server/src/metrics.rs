//! Counters, as plain text for Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, Ordering};

/// A number that goes up and down.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicI64);

impl Gauge {
    pub(crate) fn add(&self, by: i64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    pub(crate) fn set(&self, to: i64) {
        self.0.store(to, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) requests: Gauge,
    pub(crate) problems: Gauge,
    pub(crate) live_games: Gauge,
    pub(crate) loaded_games: Gauge,
    pub(crate) loads: Gauge,
    pub(crate) streams: Gauge,
    pub(crate) commits: Gauge,
    pub(crate) changes: Gauge,
    pub(crate) computer_moves: Gauge,
    pub(crate) computer_ms: Gauge,
}

impl Metrics {
    /// All of them as text.
    pub(crate) fn text(&self) -> String {
        let each = [
            ("requests_total", "counter", "Requests.", &self.requests),
            ("problems_total", "counter", "Answers that were no success.", &self.problems),
            ("live_games", "gauge", "Unfinished games on disk.", &self.live_games),
            ("loaded_games", "gauge", "Games in memory.", &self.loaded_games),
            ("loads_total", "counter", "Games read from disk.", &self.loads),
            ("streams", "gauge", "Open event streams.", &self.streams),
            ("commits_total", "counter", "Commits to disk.", &self.commits),
            ("changes_total", "counter", "Changes in those commits.", &self.changes),
            ("computer_moves_total", "counter", "Commands of computer commanders.", &self.computer_moves),
            ("computer_milliseconds_total", "counter", "Time they thought.", &self.computer_ms),
        ];
        let mut text = String::new();
        for (name, kind, help, gauge) in each {
            let value = gauge.get();
            writeln!(text, "# HELP firelock_{name} {help}\n# TYPE firelock_{name} {kind}\nfirelock_{name} {value}")
                .expect("a string takes all");
        }
        text
    }
}
