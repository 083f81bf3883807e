//! Arc, range and priority measured once more in another way.

use std::fmt::Write as _;

use firelock_core::{Grain, RuleSystem, Side};
use firelock_regimental::Regimental;
use firelock_regimental::command::{Command, Firing};
use firelock_table::{Base, Point};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::scene::offensive;

/// A place in inches.
fn inches(place: Point) -> (f64, f64) {
    (f64::from(place.x) / 2540.0, f64::from(place.y) / 2540.0)
}

/// Places spread over a stand, its edges included.
fn spread(base: &Base) -> Vec<(f64, f64)> {
    let [left, right, _, rear] = base.corners.map(inches);
    let part = |n: i32| f64::from(n) / 20.0;
    let place = |across: f64, back: f64| {
        let x = left.0 + (right.0 - left.0) * across + (rear.0 - left.0) * back;
        (x, left.1 + (right.1 - left.1) * across + (rear.1 - left.1) * back)
    };
    (0..=20).flat_map(|a| (0..=20).map(move |b| (part(a), part(b)))).map(|(a, b)| place(a, b)).collect()
}

/// How far a place lies outside the arc of a stand, in degrees; nothing inside.
fn off_arc(base: &Base, place: (f64, f64)) -> f64 {
    let ahead = f64::from(base.facing().get()) / 100.0;
    let [left, right, ..] = base.corners.map(inches);
    let turn = |from: (f64, f64)| {
        let heading = (place.0 - from.0).atan2(place.1 - from.1).to_degrees();
        (heading - ahead + 540.0).rem_euclid(360.0) - 180.0
    };
    let middle = ((left.0 + right.0) / 2.0, (left.1 + right.1) / 2.0);
    let behind = turn(middle).abs() - 90.0;
    (turn(right) - 45.0).max(-45.0 - turn(left)).max(behind).max(0.0)
}

/// How far a place is from the front edge of a stand.
fn off_front(base: &Base, place: (f64, f64)) -> f64 {
    let [left, right, ..] = base.corners.map(inches);
    (0..=40)
        .map(|n| {
            let part = f64::from(n) / 40.0;
            let on = (left.0 + (right.0 - left.0) * part, left.1 + (right.1 - left.1) * part);
            (place.0 - on.0).hypot(place.1 - on.1)
        })
        .fold(f64::MAX, f64::min)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: RngSeed::Fixed(1777), failure_persistence: None, ..ProptestConfig::default() })]

    /// RF-ARC-01, RF-ARC-02, RF-FIR-07, RF-FIR-16: measured once more in another way, no stand fires at a target out of its arc or
    /// range, nor at one that is more than an inch farther than another in the open before it.
    #[test]
    fn nobody_fires_out_of_arc_or_range_or_past_the_nearest(
        facing in 0..360_i32,
        enemies in prop::collection::vec((-90..90_i32, -90..90_i32, 0..360_i32, 2..9_i32), 1..4),
    ) {
        let mut text = format!("red infantry foot at 24,18 facing {facing} | stands=8\n");
        for (nth, (x, y, turned, stands)) in enemies.iter().enumerate() {
            let (x, y) = (24.0 + f64::from(*x) / 10.0, 18.0 + f64::from(*y) / 10.0);
            writeln!(text, "blue infantry enemy{nth} at {x},{y} facing {turned} | stands={stands}").expect("text");
        }
        // Units that would stand on each other make no battle.
        let places: Vec<_> = enemies.iter().map(|(x, y, ..)| (*x, *y)).chain([(0, 0)]).collect();
        prop_assume!(places.iter().enumerate().all(|(nth, place)| !places[..nth].contains(place)));
        prop_assume!(crate::field::muster(&text).is_ok());
        let field = offensive(&text);
        let foot = field.unit("foot");
        let fronts = &field.state.bases(foot)[..4];
        let mut commands = Vec::new();
        Regimental::candidates(&field.state, Side::Red, Grain::Fine, &mut commands);
        for command in &commands {
            prop_assert_eq!(field.check(command), Ok(()));
            let Command::Fire { target, firers } = command else { continue };
            let places: Vec<_> = field.state.bases(*target).iter().flat_map(spread).collect();
            for (nth, front) in fronts.iter().enumerate().filter(|(nth, _)| firers[0].stands >> nth & 1 == 1) {
                let least_off = places.iter().map(|place| off_arc(front, *place)).fold(f64::MAX, f64::min);
                let range = places.iter().map(|place| off_front(front, *place)).fold(f64::MAX, f64::min);
                prop_assert!(least_off < 2.0, "stand {nth}: {least_off} degrees off");
                prop_assert!(range < 8.1, "stand {nth}: {range} inches");
                if enemies.len() == 1 {
                    continue;
                }
                // Anyone nearer by more than an inch is out of arc, or hidden by the others.
                for (other, _) in field.state.on_table(Side::Blue).filter(|(other, _)| other != target) {
                    let others: Vec<_> = field.state.bases(other).iter().flat_map(spread).collect();
                    let nearer = others.iter().map(|place| off_front(front, *place)).fold(f64::MAX, f64::min);
                    let well_in = others.iter().filter(|place| off_arc(front, **place) == 0.0).count() > 40;
                    let alone = Command::Fire { target: other, firers: vec![Firing { unit: foot, stands: 1 << nth }] };
                    if well_in && nearer + 1.1 < range {
                        let refusal = field.check(&alone).err().map(|refusal| refusal.clause.id().to_string());
                        prop_assert_eq!(refusal.as_deref(), Some("RF-LOS-06"), "stand {}: {} at {}", nth, other, nearer);
                    }
                }
            }
        }
    }
}
