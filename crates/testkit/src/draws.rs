use std::collections::BTreeSet;

use firelock_core::{Grain, RuleSystem, Seeded, try_out};

/// How often each candidate is expected to come up.
const TIMES: usize = 60;

/// Draws decisions of a random game of so many decisions again and again: each candidate must come up as often as any other. One decision of
/// every kind and length of list is tried; gives how many.
///
/// # Errors
/// Where a candidate comes up too often or too seldom, or something is drawn that is none.
pub fn draws_evenly<S: RuleSystem, K: Ord>(
    start: &S::State,
    seed: u64,
    decisions: u64,
    kind: impl Fn(&S::State) -> K,
) -> Result<usize, String> {
    let mut state = start.clone();
    let (mut dice, mut chance) = (Seeded::new(seed, 0), Seeded::new(seed, 1));
    let mut tried = BTreeSet::new();
    for place in 0..decisions {
        let Some(side) = S::asked(&state).first().copied() else { break };
        let mut listed = Vec::new();
        S::candidates(&state, side, Grain::Coarse, &mut listed);
        let n = listed.len();
        if n > 1 && tried.insert((kind(&state), n)) {
            let mut counts = vec![0_usize; n];
            for _ in 0..n * TIMES {
                let drawn = S::draw(&state, side, Grain::Coarse, &mut chance);
                let lot = listed.iter().position(|command| Some(command) == drawn.as_ref());
                counts[lot.ok_or_else(|| format!("decision {place}: {drawn:?} is none of {listed:?}"))?] += 1;
            }
            let off = |&count: &usize| (count as f64 - TIMES as f64).powi(2) / TIMES as f64;
            // Chi-square with n - 1 degrees of freedom, five deviations above its mean; the seed is fixed.
            let (chi, most) = (counts.iter().map(off).sum::<f64>(), (n - 1) as f64 + 5.0 * (2.0 * n as f64).sqrt());
            if chi >= most {
                return Err(format!("decision {place}: {counts:?} of {listed:?}"));
            }
        }
        let Some(command) = chance.one_of(&mut listed) else { return Err(format!("decision {place}: no candidate")) };
        dice.turn_to(place);
        try_out::<S>(&mut state, side, &command, &mut dice).map_err(|halt| format!("decision {place}: {halt:?}"))?;
    }
    Ok(tried.len())
}
