//! The laws of every system on random games.

use std::ops::Range;

use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::state::State;
use firelock_testkit::{Trial, laws};

use crate::field::battle;

fn obey(start: &State, seeds: Range<u64>, every: u32) {
    let trial = Trial { every, ..Trial::default() };
    match laws::<Napoleonic>(start, seeds, &trial) {
        Ok(summary) => println!("{summary}"),
        Err(fault) => panic!("{fault}"),
    }
}

#[test]
fn random_first_volleys_obey_the_laws() {
    obey(&battle("first-volley-napoleonic"), 0..20, 8);
}
