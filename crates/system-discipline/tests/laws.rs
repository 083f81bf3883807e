//! The laws on random games (style: a decision always has an option, candidates pass check, folding gives the state, …).

mod common;

use common::muster;
use firelock_discipline::Discipline;
use firelock_testkit::{Trial, laws};

#[test]
fn random_first_volleys_obey_the_laws() {
    let summary = laws::<Discipline>(&muster("first-volley-discipline", &[]), 0..20, &Trial::default());
    let summary = summary.unwrap_or_else(|fault| panic!("{fault}"));
    println!("{summary}");
}
