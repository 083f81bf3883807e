use std::collections::BTreeMap;
use std::convert::Infallible;

use firelock_core::Die;

use crate::natural::{Natural, Small};
use crate::{Chance, Exactness};

/// What can come of something, each outcome once and in order, with its odds.
///
/// The odds are whole weights over their sum: exact however long the chain, unless [`Distribution::exactness`] says "sampled".
#[derive(Clone, Debug)]
pub struct Distribution<T> {
    /// Rising, each once, none of weight zero; never empty.
    outcomes: Vec<(T, Natural)>,
    /// The sum of the weights.
    total: Natural,
    exactness: Exactness,
}

/// One outcome in two situations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift<'a, T> {
    /// The outcome.
    pub outcome: &'a T,
    /// Its odds in the first.
    pub before: Chance,
    /// Its odds in the second.
    pub after: Chance,
}

impl<T> Shift<'_, T> {
    /// By how much it became likelier.
    pub fn by(&self) -> f64 {
        self.after.p() - self.before.p()
    }
}

impl<T: Ord> Distribution<T> {
    /// The one thing that must come.
    pub fn certain(outcome: T) -> Distribution<T> {
        Distribution { outcomes: vec![(outcome, Natural::ONE)], total: Natural::ONE, exactness: Exactness::Exact }
    }

    /// Outcomes by weight, equal ones merged; none when all weights are zero.
    pub fn weighed(outcomes: impl IntoIterator<Item = (T, u64)>) -> Option<Distribution<T>> {
        let outcomes: Vec<_> = outcomes.into_iter().map(|(outcome, weight)| (outcome, weight.into())).collect();
        let total = outcomes.iter().fold(Natural::ZERO, |sum, (_, weight)| sum.plus(weight));
        (!total.is_zero()).then(|| Distribution::gathered(outcomes, total))
    }

    /// What one die comes to, read by a chart; none for a die without faces.
    pub fn of_die(die: Die, mut chart: impl FnMut(i16) -> T) -> Option<Distribution<T>> {
        let (least, most) = die.faces();
        let mut outcomes: Vec<(T, Natural)> = Vec::with_capacity(16);
        for face in least..=most {
            let outcome = chart(face);
            match outcomes.last_mut() {
                Some((last, Small(weight))) if *last == outcome => *weight += 1,
                _ => outcomes.push((outcome, Natural::ONE)),
            }
        }
        (!outcomes.is_empty()).then(|| Distribution::gathered(outcomes, u64::from(die.sides()).into()))
    }

    /// From weights with that sum, in any order; equal outcomes are merged.
    pub(crate) fn gathered(mut outcomes: Vec<(T, Natural)>, total: Natural) -> Distribution<T> {
        if !outcomes.is_sorted_by(|(a, _), (b, _)| a < b) {
            outcomes.sort_by(|(a, _), (b, _)| a.cmp(b));
            outcomes.dedup_by(|(outcome, weight), (kept, sum)| {
                let equal = outcome == kept;
                if equal {
                    *sum = sum.plus(weight);
                }
                equal
            });
        }
        outcomes.retain(|(_, weight)| !weight.is_zero());
        Distribution::sorted(outcomes, total)
    }

    /// From weights above zero with that sum, each outcome once and rising.
    pub(crate) fn sorted(outcomes: Vec<(T, Natural)>, total: Natural) -> Distribution<T> {
        debug_assert!(outcomes.is_sorted_by(|(a, _), (b, _)| a < b), "rising");
        debug_assert_eq!(outcomes.iter().fold(Natural::ZERO, |sum, (_, weight)| sum.plus(weight)), total);
        Distribution { outcomes, total, exactness: Exactness::Exact }
    }

    /// The same, as exact as that.
    pub(crate) fn only(self, exactness: Exactness) -> Distribution<T> {
        Distribution { exactness, ..self }
    }

    /// Whether these are the true odds.
    pub fn exactness(&self) -> Exactness {
        self.exactness
    }

    /// How many different outcomes there are.
    #[expect(clippy::len_without_is_empty, reason = "something always comes of it")]
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// The outcomes in rising order.
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = &T> {
        self.outcomes.iter().map(|(outcome, _)| outcome)
    }

    /// The outcomes with their odds, rising.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&T, Chance)> {
        self.outcomes.iter().map(|(outcome, weight)| (outcome, self.part(weight)))
    }

    /// The outcomes with their probabilities as numbers, rising: faster than [`Distribution::iter`], which reduces each ratio.
    pub fn probabilities(&self) -> impl ExactSizeIterator<Item = (&T, f64)> {
        self.outcomes.iter().map(|(outcome, weight)| (outcome, weight.ratio(&self.total)))
    }

    /// The outcome and the weight at a place below [`Distribution::len`].
    pub(crate) fn at(&self, place: usize) -> (&T, &Natural) {
        let (outcome, weight) = &self.outcomes[place];
        (outcome, weight)
    }

    pub(crate) fn into_weights(self) -> impl Iterator<Item = (T, Natural)> {
        self.outcomes.into_iter()
    }

    /// The sum of the weights.
    pub(crate) fn total(&self) -> &Natural {
        &self.total
    }

    /// The odds of one outcome.
    pub fn chance(&self, outcome: &T) -> Chance {
        match self.outcomes.binary_search_by(|(other, _)| other.cmp(outcome)) {
            Ok(at) => self.part(&self.outcomes[at].1),
            Err(_) => self.part(&Natural::ZERO),
        }
    }

    /// The odds that the outcome is one of those.
    pub fn chance_that(&self, mut holds: impl FnMut(&T) -> bool) -> Chance {
        self.sum(self.outcomes.iter().filter(|(outcome, _)| holds(outcome)))
    }

    /// The odds of that much or more.
    pub fn at_least(&self, least: &T) -> Chance {
        self.sum(&self.outcomes[self.outcomes.partition_point(|(outcome, _)| outcome < least)..])
    }

    /// The odds of that much or less.
    pub fn at_most(&self, most: &T) -> Chance {
        self.sum(&self.outcomes[..self.outcomes.partition_point(|(outcome, _)| outcome <= most)])
    }

    /// For each outcome the odds of it or a lesser one; the last is certain.
    pub fn cumulative<'a>(&'a self) -> Vec<(&'a T, Chance)> {
        let add = |sum: &mut Natural, (outcome, weight): &'a (T, Natural)| {
            *sum = sum.plus(weight);
            Some((outcome, self.part(sum)))
        };
        self.outcomes.iter().scan(Natural::ZERO, add).collect()
    }

    /// The mean of a number read off each outcome.
    pub fn mean(&self, number: impl Fn(&T) -> i64) -> f64 {
        let (mut above, mut below) = (Natural::ZERO, Natural::ZERO);
        for (outcome, weight) in &self.outcomes {
            let number = number(outcome);
            let side = if number < 0 { &mut below } else { &mut above };
            *side = side.plus(&weight.times(&number.unsigned_abs().into()));
        }
        match above >= below {
            true => above.minus(&below).ratio(&self.total),
            false => -below.minus(&above).ratio(&self.total),
        }
    }

    /// Each outcome read as something else; equal readings are merged.
    pub fn map<U: Ord>(self, mut read: impl FnMut(T) -> U) -> Distribution<U> {
        let outcomes = self.outcomes.into_iter().map(|(outcome, weight)| (read(outcome), weight)).collect();
        Distribution::gathered(outcomes, self.total).only(self.exactness)
    }

    /// What comes of it after a further step from each outcome; equal results are merged.
    pub fn then<U: Ord>(&self, mut step: impl FnMut(&T) -> Distribution<U>) -> Distribution<U> {
        match self.try_then(|outcome| Ok::<_, Infallible>(step(outcome))) {
            Ok(after) => after,
            Err(never) => match never {},
        }
    }

    /// As [`Distribution::then`], where a step may fail.
    ///
    /// # Errors
    /// The first that a step gives.
    pub fn try_then<U: Ord, E>(
        &self,
        mut step: impl FnMut(&T) -> Result<Distribution<U>, E>,
    ) -> Result<Distribution<U>, E> {
        let mut found = Gathering::default();
        let mut exactness = self.exactness;
        for (outcome, weight) in &self.outcomes {
            let after = step(outcome)?;
            exactness = exactness.and(after.exactness);
            let whole = self.total.times(&after.total);
            for (outcome, part) in after.outcomes {
                found.add(outcome, &weight.times(&part), &whole);
            }
        }
        Ok(found.finish().only(exactness))
    }

    /// Every outcome of either with its odds in both, rising.
    pub fn compare<'a>(&'a self, after: &'a Distribution<T>) -> Vec<Shift<'a, T>> {
        let mut both: Vec<&T> = self.outcomes().chain(after.outcomes()).collect();
        both.sort();
        both.dedup();
        let shift = |outcome| Shift { outcome, before: self.chance(outcome), after: after.chance(outcome) };
        both.into_iter().map(shift).collect()
    }

    fn part(&self, weight: &Natural) -> Chance {
        Chance::new(weight, &self.total, self.exactness)
    }

    fn sum<'a>(&'a self, outcomes: impl IntoIterator<Item = &'a (T, Natural)>) -> Chance {
        self.part(&outcomes.into_iter().fold(Natural::ZERO, |sum, (_, weight)| sum.plus(weight)))
    }
}

impl<T: Ord> PartialEq for Distribution<T> {
    /// The same outcomes with the same odds.
    fn eq(&self, other: &Distribution<T>) -> bool {
        let equal = |((a, weight), (b, other_weight)): (&(T, Natural), &(T, Natural))| {
            a == b && weight.times(&other.total) == other_weight.times(&self.total)
        };
        self.exactness == other.exactness
            && self.len() == other.len()
            && self.outcomes.iter().zip(&other.outcomes).all(equal)
    }
}

impl<T: Ord> Eq for Distribution<T> {}

/// Outcomes being gathered path by path, each with its own whole.
#[derive(Debug)]
pub(crate) struct Gathering<T> {
    sums: BTreeMap<T, Natural>,
    /// The common whole of all sums so far.
    whole: Natural,
    /// For wholes seen: what brings a part of them to the common whole. Emptied when that grows.
    factors: Vec<(Natural, Natural)>,
}

impl<T> Default for Gathering<T> {
    fn default() -> Gathering<T> {
        Gathering { sums: BTreeMap::new(), whole: Natural::ONE, factors: Vec::new() }
    }
}

impl<T: Ord> Gathering<T> {
    /// Adds an outcome that has so much of that whole.
    pub(crate) fn add(&mut self, outcome: T, part: &Natural, whole: &Natural) {
        let at = match self.factors.iter().position(|(seen, _)| seen == whole) {
            Some(at) => at,
            None => self.admit(whole),
        };
        let part = part.times(&self.factors[at].1);
        let sum = self.sums.entry(outcome).or_insert(Natural::ZERO);
        *sum = sum.plus(&part);
    }

    /// Makes the common whole a multiple of this one.
    fn admit(&mut self, whole: &Natural) -> usize {
        let common = self.whole.lcm(whole);
        if common != self.whole {
            let factor = common.over(&self.whole);
            self.sums.values_mut().for_each(|sum| *sum = sum.times(&factor));
            self.whole = common;
            self.factors.clear();
        }
        self.factors.push((whole.clone(), self.whole.over(whole)));
        self.factors.len() - 1
    }

    /// All that was gathered, reduced; the parts must have come to one whole, and there must have been one.
    pub(crate) fn finish(self) -> Distribution<T> {
        let mut outcomes: Vec<(T, Natural)> = self.sums.into_iter().collect();
        let mut total = self.whole;
        let divisor = outcomes.iter().fold(total.clone(), |divisor, (_, weight)| divisor.gcd(weight));
        if divisor != Natural::ONE {
            outcomes.iter_mut().for_each(|(_, weight)| *weight = weight.over(&divisor));
            total = total.over(&divisor);
        }
        Distribution::sorted(outcomes, total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d6() -> Distribution<i64> {
        Distribution::of_die(Die::D(6), i64::from).expect("six faces")
    }

    fn text<T: Ord + std::fmt::Debug>(found: &Distribution<T>) -> String {
        found.iter().map(|(outcome, chance)| format!("{outcome:?} {chance}")).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn equal_outcomes_are_merged() {
        assert_eq!(text(&d6().map(|face| face % 3)), "0 1/3, 1 1/3, 2 1/3");
        assert_eq!(text(&Distribution::of_die(Die::D(6), |face| face > 4).expect("six faces")), "false 2/3, true 1/3");
        let weighed = Distribution::weighed([("b", 2), ("a", 1), ("b", 3), ("c", 0)]).expect("some weight");
        assert_eq!(text(&weighed), "\"a\" 1/6, \"b\" 5/6");
        assert!(Distribution::weighed([("a", 0)]).is_none());
        assert!(Distribution::of_die(Die::D(0), |face| face).is_none());
    }

    #[test]
    fn steps_with_different_wholes_are_chained() {
        // One to four: a coin; five and six: certain.
        let coin = || Distribution::of_die(Die::D(2), i64::from).expect("two faces");
        let found = d6().then(|&face| if face < 5 { coin() } else { Distribution::certain(1) });
        assert_eq!(text(&found), "1 2/3, 2 1/3");
        let failed = d6().try_then(|&face| if face < 6 { Ok(coin()) } else { Err("six") });
        assert_eq!(failed, Err("six"));
    }

    #[test]
    fn rounds_are_steps_again_and_again() {
        let step = |&sum: &i64| d6().map(|face| (sum + face).min(20) / if face == 1 { 2 } else { 1 });
        let start = d6();
        let by_steps = (0..40).fold(start.clone(), |sum, _| sum.then(step));
        assert_eq!(start.rounds(40, step), by_steps);
        assert_eq!(start.rounds(0, step), start);
        assert_eq!(start.try_rounds(2, |&sum| if sum < 9 { Ok(step(&sum)) } else { Err(sum) }), Err(9));
    }

    #[test]
    fn sums_of_odds() {
        let two = d6().then(|&one| d6().map(|other| one + other));
        assert_eq!(two.chance(&7).to_string(), "1/6");
        assert_eq!(two.chance(&13).to_string(), "0");
        assert_eq!(two.at_least(&10).to_string(), "1/6");
        assert_eq!(two.at_least(&13).to_string(), "0");
        assert_eq!(two.at_most(&3).to_string(), "1/12");
        assert_eq!(two.chance_that(|sum| sum % 2 == 0).to_string(), "1/2");
        let cumulative: Vec<_> = two.cumulative().iter().map(|(sum, chance)| format!("{sum} {chance}")).collect();
        assert_eq!(cumulative[..3], ["2 1/36", "3 1/12", "4 1/6"]);
        assert_eq!(cumulative[10], "12 1");
        assert_eq!(two.mean(|&sum| sum), 7.0);
        assert_eq!(two.mean(|&sum| sum - 10), -3.0);
        let seven = two.probabilities().find(|(sum, _)| **sum == 7);
        assert_eq!(seven, Some((&7, 6.0 / 36.0)));
    }

    #[test]
    fn two_situations_are_compared_outcome_by_outcome() {
        let (plain, better) = (d6().map(|face| face > 4), d6().map(|face| face > 3));
        let shifts = plain.compare(&better);
        assert_eq!(shifts.len(), 2);
        assert_eq!((shifts[1].before.to_string(), shifts[1].after.to_string()), ("1/3".into(), "1/2".into()));
        assert!((shifts[1].by() - 1.0 / 6.0).abs() < 1e-15);
        assert_eq!(Distribution::certain(1).compare(&Distribution::certain(2))[1].before.to_string(), "0");
    }

    #[test]
    fn what_follows_a_sample_is_a_sample() {
        let sampled = d6().only(Exactness::Sampled { n: 60 });
        let after = d6().then(|_| sampled.clone());
        assert_eq!(after.exactness(), Exactness::Sampled { n: 60 });
        let smaller = d6().only(Exactness::Sampled { n: 10 });
        assert_eq!(sampled.rounds(2, |_| smaller.clone()).exactness(), Exactness::Sampled { n: 10 });
        assert_eq!(sampled.clone().map(|face| face).exactness(), sampled.exactness());
        assert_eq!(sampled.at_least(&4).exact(), None);
    }
}
