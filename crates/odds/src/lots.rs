use firelock_core::{Cuts, Lot, Tie};

use crate::natural::Natural;
use crate::spread::{Number, TRIALS};

/// Why a roll's answers cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// There are more than was allowed.
    TooMany,
    /// There are none: a die without faces, a roll-off that can never be settled, a value beyond what a roll can hold.
    Never,
}

/// The most dice of one lot that are enumerated.
const DICE: usize = 256;

/// The values one trial can have and their weights.
#[derive(Clone, Debug)]
pub(crate) struct Values<N> {
    /// The value of the first weight; the others follow upward without gap.
    least: i32,
    weights: Vec<N>,
}

/// The values of one trial in the numbers that fit them.
#[derive(Clone, Debug)]
pub(crate) enum Trial {
    Short(Values<u64>),
    Long(Values<Natural>),
}

/// Whether that face is rolled again once.
pub(crate) fn is_again(lot: &Lot, face: i16) -> bool {
    (0..16).contains(&face) && lot.again & (1 << face) != 0
}

/// How many dice a lot throws at first.
pub(crate) fn n_dice(lot: &Lot) -> usize {
    usize::from(lot.trials) * usize::from(lot.dice)
}

/// How many of its trials are read.
pub(crate) fn n_values(lot: &Lot) -> usize {
    if lot.dice == 0 { 0 } else { usize::from(lot.trials).min(TRIALS) }
}

/// One trial of a lot that throws dice.
pub(crate) fn trial(lot: &Lot) -> Result<Trial, Unanswered> {
    if n_dice(lot) > DICE {
        return Err(Unanswered::TooMany);
    }
    let die = one_die(lot);
    let whole: u64 = die.weights.iter().sum();
    if whole == 0 || lot.dice == 0 {
        return Err(Unanswered::Never);
    }
    let trial = match whole.checked_pow(lot.dice.into()) {
        Some(_) => Trial::Short(added(die, lot)),
        None => Trial::Long(added(die.lengthened(), lot)),
    };
    trial.held()
}

/// The difference of one trial of each of two lots; ties left out where they are rolled again.
pub(crate) fn difference(own: &Lot, other: &Lot, tie: Tie) -> Result<Trial, Unanswered> {
    let mut difference = match (trial(own)?, trial(other)?) {
        (Trial::Short(own), Trial::Short(other)) if fits(&own, &other) => Trial::Short(own.less(&other)),
        (own, other) => Trial::Long(own.lengthened().less(&other.lengthened())),
    };
    if tie == Tie::Again {
        match &mut difference {
            Trial::Short(values) => values.leave_out_zero(),
            Trial::Long(values) => values.leave_out_zero(),
        }
    }
    match difference.whole().is_zero() {
        true => Err(Unanswered::Never),
        false => difference.held(),
    }
}

fn fits(own: &Values<u64>, other: &Values<u64>) -> bool {
    own.weights.iter().sum::<u64>().checked_mul(other.weights.iter().sum()).is_some()
}

/// The faces of one die, those rolled again folded in.
fn one_die(lot: &Lot) -> Values<u64> {
    let (least, most) = lot.die.faces();
    let sides = u64::from(lot.die.sides());
    if lot.again == 0 {
        return Values { least: least.into(), weights: vec![1; sides as usize] };
    }
    let n_again = (least..=most).filter(|&face| is_again(lot, face)).count() as u64;
    let weight = |face| n_again + if is_again(lot, face) { 0 } else { sides };
    Values { least: least.into(), weights: (least..=most).map(weight).collect() }
}

/// The sum of a trial's dice and what is added to it.
fn added<N: Number>(die: Values<N>, lot: &Lot) -> Values<N> {
    let mut sum: Option<Values<N>> = None;
    for _ in 1..lot.dice {
        sum = Some(sum.as_ref().unwrap_or(&die).plus(&die));
    }
    let mut sum = sum.unwrap_or(die);
    sum.least += i32::from(lot.plus);
    sum
}

/// The weights of the sum of two, the second counted from its first value on.
fn joined<'a, N: Number + 'a>(one: &[N], other: impl ExactSizeIterator<Item = &'a N> + Clone) -> Vec<N> {
    let mut weights = vec![N::from(0); one.len() + other.len() - 1];
    for (at, weight) in one.iter().enumerate() {
        for (sum, other) in weights[at..].iter_mut().zip(other.clone()) {
            sum.add(&weight.times(other));
        }
    }
    weights
}

fn reduce(weights: &mut [Natural]) {
    let divisor = weights.iter().fold(Natural::ZERO, |divisor, weight| divisor.gcd(weight));
    weights.iter_mut().for_each(|weight| *weight = weight.over(&divisor));
}

impl<N: Number> Values<N> {
    fn plus(&self, other: &Values<N>) -> Values<N> {
        Values { least: self.least + other.least, weights: joined(&self.weights, other.weights.iter()) }
    }

    fn less(&self, other: &Values<N>) -> Values<N> {
        let most = other.least + other.weights.len() as i32 - 1;
        Values { least: self.least - most, weights: joined(&self.weights, other.weights.iter().rev()) }
    }

    fn leave_out_zero(&mut self) {
        if let Some(weight) = usize::try_from(-self.least).ok().and_then(|at| self.weights.get_mut(at)) {
            *weight = N::from(0);
        }
    }

    fn each(&self) -> impl Iterator<Item = (i16, &N)> {
        self.weights.iter().enumerate().map(|(at, weight)| ((self.least + at as i32) as i16, weight))
    }

    fn sum(&self) -> Natural {
        let mut sum = N::from(0);
        self.weights.iter().for_each(|weight| sum.add(weight));
        sum.into()
    }

    /// The weights added up by the place that each value has among `n`.
    fn parts(&self, n: usize, place: impl Fn(i16) -> usize) -> Vec<Natural> {
        let mut parts = vec![N::from(0); n];
        for (value, weight) in self.each() {
            parts[place(value)].add(weight);
        }
        parts.into_iter().map(N::into).collect()
    }
}

impl Values<u64> {
    fn lengthened(&self) -> Values<Natural> {
        Values { least: self.least, weights: self.weights.iter().map(|&weight| weight.into()).collect() }
    }
}

impl Trial {
    fn lengthened(self) -> Values<Natural> {
        match self {
            Trial::Short(values) => values.lengthened(),
            Trial::Long(values) => values,
        }
    }

    /// The sum of all weights.
    pub(crate) fn whole(&self) -> Natural {
        match self {
            Trial::Short(values) => values.sum(),
            Trial::Long(values) => values.sum(),
        }
    }

    /// Every value that can come, rising, with its weight.
    pub(crate) fn values(&self) -> Vec<(i16, Natural)> {
        let mut found = match self {
            Trial::Short(values) => values.each().map(|(value, &weight)| (value, weight.into())).collect::<Vec<_>>(),
            Trial::Long(values) => values.each().map(|(value, weight)| (value, weight.clone())).collect(),
        };
        found.retain(|(_, weight)| !weight.is_zero());
        found
    }

    /// The weights of the first `n` bands and, behind them, of all others together; reduced.
    pub(crate) fn bands(&self, cuts: &Cuts, n: usize) -> Vec<Natural> {
        let mut bands = match self {
            Trial::Short(values) => values.parts(n + 1, |value| usize::from(cuts.band(value)).min(n)),
            Trial::Long(values) => values.parts(n + 1, |value| usize::from(cuts.band(value)).min(n)),
        };
        reduce(&mut bands);
        bands
    }

    /// The weights of values above zero, of zero and below; reduced.
    pub(crate) fn signs(&self) -> Vec<Natural> {
        let place = |value: i16| (1 - value.signum()) as usize;
        let mut signs = match self {
            Trial::Short(values) => values.parts(3, place),
            Trial::Long(values) => values.parts(3, place),
        };
        reduce(&mut signs);
        signs
    }

    /// Itself, if a roll can hold its values.
    fn held(self) -> Result<Trial, Unanswered> {
        let (least, len) = match &self {
            Trial::Short(values) => (values.least, values.weights.len()),
            Trial::Long(values) => (values.least, values.weights.len()),
        };
        let most = least + len as i32 - 1;
        match least >= i16::MIN.into() && most <= i16::MAX.into() {
            true => Ok(self),
            false => Err(Unanswered::Never),
        }
    }
}
