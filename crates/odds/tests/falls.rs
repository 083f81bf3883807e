//! The answers that are listed are those that the dice give: every way the faces can fall, read by `fall`, against the closed forms.

use std::collections::BTreeMap;

use firelock_core::{Clause, Cuts, Dice, Die, Given, Halt, Lot, Read, Roll, Rolled, Side, Tie};
use firelock_odds::{Answer, Distribution, Enumerated, Exactness, PATHS, Unanswered, answers, explore};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const A: Clause = Clause::new("XX-A-01");

fn roll(read: Read, lots: impl IntoIterator<Item = Lot>) -> Roll {
    Roll::new(A, "roll", read, lots)
}

fn lot(trials: u8, die: Die) -> Lot {
    Lot::of(Side::Red, trials, die)
}

/// The answers of a roll, found by letting every face fall.
fn fallen(roll: &Roll, read: impl Fn(&Rolled) -> Answer) -> Distribution<Answer> {
    // A tie that is rolled again begins anew, so its odds are those of the rest: such falls are left out.
    let mut once = roll.clone();
    if let Read::Versus { tie } = &mut once.read {
        *tie = Tie::Stands;
    }
    let n_faces = |lot: &Lot| 2 * u32::from(lot.trials) * u32::from(lot.dice);
    let whole: u64 = roll.lots.iter().map(|lot| u64::from(lot.die.sides()).pow(n_faces(lot))).product();
    let mut weights: BTreeMap<Answer, u64> = BTreeMap::new();
    let mut faces: Vec<(i16, Die)> = Vec::new();
    loop {
        let mut at = 0;
        let rolled = firelock_core::fall(&once, &mut |die| {
            if at == faces.len() {
                faces.push((die.faces().0, die));
            }
            at += 1;
            Ok(faces[at - 1].0)
        });
        let rolled = rolled.expect("faces without end");
        match Given::new(rolled.faces.iter().copied()).roll(roll) {
            Ok(again) => {
                assert_eq!(again, rolled);
                let weight = faces.iter().fold(whole, |left, (_, die)| {
                    assert_eq!(left % u64::from(die.sides()), 0, "the whole is a multiple of every path");
                    left / u64::from(die.sides())
                });
                *weights.entry(read(&rolled)).or_default() += weight;
            }
            Err(Halt::NeedRoll(_)) => assert_ne!(once, *roll, "only ties want more faces"),
            Err(other) => panic!("{other}"),
        }
        while faces.last().is_some_and(|(face, die)| *face == die.faces().1) {
            faces.pop();
        }
        match faces.last_mut() {
            Some((face, _)) => *face += 1,
            None => return Distribution::weighed(weights).expect("some fall counts"),
        }
    }
}

fn check(roll: &Roll) {
    let listed = answers(roll, PATHS);
    assert_eq!(listed, Ok(fallen(roll, |rolled| rolled.answer.clone())), "{roll:?}");
    let run = |dice: &mut dyn Dice| {
        let rolled = dice.roll(roll)?;
        assert!(rolled.faces.is_empty());
        Ok::<_, Halt>(rolled.answer)
    };
    assert_eq!(explore(PATHS, run).ok(), listed.ok());
}

fn any_die() -> impl Strategy<Value = Die> {
    prop_oneof![(1..=6_u8).prop_map(Die::D), Just(Die::D(10)), Just(Die::Z10)]
}

fn any_cuts() -> impl Strategy<Value = Cuts> {
    proptest::collection::btree_map(-4..9_i16, 0..4_u8, 0..4).prop_map(Cuts::new)
}

/// A lot of few dice: at most so many.
fn any_lot(most: u8) -> impl Strategy<Value = Lot> {
    (0..=most, 0..=most, any_die(), -3..4_i32, any_cuts(), prop_oneof![Just(0), 0..1024_u16]).prop_map(
        move |(trials, dice, die, plus, cuts, again)| {
            let dice = if trials * dice > most { 1 } else { dice };
            lot(trials, die).dice(dice).plus(plus).cut(cuts).again(again)
        },
    )
}

/// Whether all faces of a roll can be let fall in a moment.
fn is_small(roll: &Roll) -> bool {
    let ways = |lot: &Lot| {
        let times = if lot.again == 0 { 1 } else { 2 };
        f64::from(lot.die.sides()).powi(i32::from(lot.trials) * i32::from(lot.dice) * times)
    };
    roll.lots.iter().map(ways).product::<f64>() < 20_000.0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, rng_seed: RngSeed::Fixed(1777), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_tallies_and_faces_are_those_that_fall(
        read in prop_oneof![Just(Read::Sum), Just(Read::Tally), Just(Read::Faces), Just(Read::Land)],
        lots in proptest::collection::vec(any_lot(3), 0..3),
    ) {
        let roll = roll(read, lots);
        prop_assume!(is_small(&roll));
        check(&roll);
    }

    #[test]
    fn opposed_dice_are_those_that_fall(
        again in any::<bool>(),
        lots in proptest::collection::vec(any_lot(2), 0..4),
    ) {
        let tie = if again { Tie::Again } else { Tie::Stands };
        let roll = roll(Read::Versus { tie }, lots);
        prop_assume!(is_small(&roll) && answers(&roll, PATHS) != Err(Unanswered::Never));
        check(&roll);
    }

    #[test]
    fn landings_are_those_that_fall(
        lots in proptest::collection::vec(any_lot(2), 0..3),
        classes in 1..4_i16,
    ) {
        let roll = roll(Read::Land, lots);
        prop_assume!(is_small(&roll));
        // A class that depends on the order of the faces.
        let class = |faces: &[i16]| faces.iter().fold(0, |class, face| (2 * class + face) % classes) as u8;
        let listed = explore(PATHS, |dice| dice.land(&roll, &class).map(|rolled| rolled.answer));
        let expected = fallen(&roll, |rolled| Answer::from_iter([class(&rolled.faces).into()]));
        prop_assert_eq!(listed, Ok(expected));
    }
}

#[test]
fn an_answer_that_is_full_leaves_out_the_rest() {
    let wide = |trials| lot(trials, Die::D(6)).cut(Cuts::new([(2, 13), (4, 14), (6, 200)]));
    check(&roll(Read::Tally, [wide(2), lot(2, Die::D(4)).cut(Cuts::new([(1, 5), (2, 8), (3, 9), (4, 11)]))]));
    check(&roll(Read::Versus { tie: Tie::Stands }, [wide(1), lot(1, Die::D(6)), wide(1), lot(1, Die::D(4))]));
    check(&roll(Read::Faces, [lot(23, Die::D(1)), lot(3, Die::D(4)).again(1 << 4)]));
    check(&roll(Read::Faces, [lot(13, Die::D(1)).again(1 << 1), lot(1, Die::D(4))]));
}

#[test]
fn a_pool_of_fifty_dice_has_fifty_one_answers() {
    let volley = roll(Read::Tally, [lot(50, Die::D(6)).cut(Cuts::at(5)).again(1 << 1)]);
    assert_eq!(answers(&volley, PATHS).map(|answers| answers.len()), Ok(51));
}

#[test]
fn a_roll_of_more_trials_than_are_read_counts_those_that_are() {
    let many = roll(Read::Tally, [lot(200, Die::D(6)).cut(Cuts::at(5))]);
    let read = roll(Read::Tally, [lot(64, Die::D(6)).cut(Cuts::at(5))]);
    assert_eq!(answers(&many, PATHS), answers(&read, PATHS));
}

#[test]
fn rolls_without_an_answer_say_so() {
    let none = roll(Read::Sum, [lot(1, Die::D(0))]);
    assert_eq!(answers(&none, PATHS), Err(Unanswered::Never));
    let never = roll(Read::Versus { tie: Tie::Again }, [lot(1, Die::D(1)), lot(1, Die::D(1))]);
    assert_eq!(answers(&never, PATHS), Err(Unanswered::Never));
    assert!(matches!(explore(PATHS, |dice| dice.roll(&never).map(|rolled| rolled.value())), Err(Halt::NeedRoll(_))));
    let beyond = roll(Read::Sum, [lot(1, Die::D(6)).plus(i32::from(i16::MAX))]);
    assert_eq!(answers(&beyond, PATHS), Err(Unanswered::Never));
    let many = roll(Read::Faces, [lot(24, Die::D(20))]);
    assert_eq!(answers(&many, PATHS), Err(Unanswered::TooMany));
}

#[test]
fn too_many_answers_are_sampled_and_it_is_said() {
    let many = roll(Read::Faces, [lot(24, Die::D(20))]);
    let highest = |dice: &mut dyn Dice| dice.roll(&many).map(|rolled| rolled.faces.iter().copied().max());
    let found = explore(1_000, highest).expect("seeded dice never halt");
    assert_eq!(found.exactness(), Exactness::Sampled { n: 1_000 });
    assert_eq!(found.chance(&Some(20)).exact(), None);
    assert_eq!(explore(1_000, highest), Ok(found));
}

#[test]
fn too_many_paths_are_sampled_and_one_fewer_is_not() {
    let die = roll(Read::Sum, [lot(1, Die::D(10))]);
    let two = |dice: &mut dyn Dice| Ok::<_, Halt>(dice.roll(&die)?.value() + dice.roll(&die)?.value());
    assert_eq!(explore(100, two).map(|found| found.exactness()), Ok(Exactness::Exact));
    let sampled = explore(99, two).expect("dice");
    assert_eq!(sampled.exactness(), Exactness::Sampled { n: 99 });
    assert!((sampled.mean(|&sum| sum.into()) - 11.0).abs() < 2.0);
}

#[test]
fn every_path_is_run_once_with_its_odds() {
    let hit = roll(Read::Tally, [lot(1, Die::D(6)).cut(Cuts::at(5))]);
    let two = roll(Read::Tally, [lot(2, Die::D(2)).cut(Cuts::at(2))]);
    let mut dice = Enumerated::new(PATHS);
    let mut paths = Vec::new();
    loop {
        let first = dice.roll(&hit).expect("two answers").count(1);
        let second = if first > 0 { dice.roll(&two).expect("three answers").count(1) } else { 0 };
        paths.push((first, second, dice.chance().to_string()));
        if !dice.advance() {
            break;
        }
    }
    let expected = [(1, 2, "1/12"), (1, 1, "1/6"), (1, 0, "1/12"), (0, 0, "2/3")];
    assert_eq!(paths, expected.map(|(first, second, chance)| (first, second, chance.to_string())));
}

#[test]
fn a_procedure_that_may_never_end_is_sampled() {
    let die = roll(Read::Sum, [lot(1, Die::D(6))]);
    let until_six = |dice: &mut dyn Dice| {
        let mut n_rolls = 1;
        while dice.roll(&die)?.value() < 6 {
            n_rolls += 1;
        }
        Ok::<u32, Halt>(n_rolls)
    };
    let found = explore(10_000, until_six).expect("dice");
    assert_eq!(found.exactness(), Exactness::Sampled { n: 10_000 });
    assert!((found.mean(|&n| n.into()) - 6.0).abs() < 0.2, "{}", found.mean(|&n| n.into()));
}

#[test]
fn paths_of_different_length_and_weight_come_to_one_whole() {
    let pool = |n| roll(Read::Tally, [lot(n, Die::D(6)).cut(Cuts::at(5))]);
    let volley = |dice: &mut dyn Dice| {
        let hits = dice.roll(&pool(3))?.count(1);
        match hits {
            0 => Ok(0),
            hits => Ok::<_, Halt>(dice.roll(&pool(hits as u8))?.count(0)),
        }
    };
    let found = explore(PATHS, volley).expect("dice");
    // Each die hurts with 1/3 * 2/3.
    let odds: Vec<_> = found.iter().map(|(hits, chance)| (*hits, chance.to_string())).collect();
    let expected = [(0, "343/729"), (1, "98/243"), (2, "28/243"), (3, "8/729")];
    assert_eq!(odds, expected.map(|(hits, chance)| (hits, chance.to_string())));
}
