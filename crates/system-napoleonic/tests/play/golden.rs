//! Golden files: what is asked and sampled by depth, and random games told command by command.
//!
//! `FIRELOCK_BLESS=1` rewrites them.

use firelock_napoleonic::Napoleonic;
use firelock_testkit::{Policy, golden};

use crate::field::battle;

fn keep(name: &str, now: &str) {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    golden::compare(path, now).unwrap_or_else(|parting| panic!("{parting}"));
}

#[test]
fn counts_by_depth() {
    keep("first-volley.counts", &golden::counts::<Napoleonic>(&battle("first-volley-napoleonic"), 6, 30));
}

#[test]
fn a_random_first_volley() {
    let played = golden::play::<Napoleonic>(&battle("first-volley-napoleonic"), 1, &Policy::default(), 400);
    keep("first-volley.play", &played.unwrap_or_else(|fault| panic!("{fault}")));
}
