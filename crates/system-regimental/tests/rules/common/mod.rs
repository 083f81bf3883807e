//! The published tests of these rules, run and told.

use firelock_core::{Checked, Rulebook};
use firelock_regimental::Regimental;
use firelock_testkit::published;
use serde_json::Value;

pub(crate) use firelock_testkit::published::told;

/// The printed rules with an overlay.
pub(crate) fn book(overlay: Value) -> Rulebook {
    published::book::<Regimental>(overlay)
}

/// Runs a test with these faces; all must be used.
pub(crate) fn run(book: &Rulebook, name: &str, facts: &Value, faces: &[i16]) -> Checked {
    published::run::<Regimental>(book, name, facts, faces)
}
