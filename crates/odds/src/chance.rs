use std::cmp::Ordering;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::natural::Natural;

/// Whether odds are the true ones or were found by trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Exactness {
    /// Every way the dice can fall was counted.
    Exact,
    /// There were too many ways; so many were tried instead.
    Sampled {
        /// How many were tried.
        n: usize,
    },
}

impl Exactness {
    /// Of odds made from both: exact only if both are, else as good as the smaller sample.
    pub(crate) fn and(self, other: Exactness) -> Exactness {
        match (self, other) {
            (Exactness::Exact, any) | (any, Exactness::Exact) => any,
            (Exactness::Sampled { n }, Exactness::Sampled { n: m }) => Exactness::Sampled { n: n.min(m) },
        }
    }
}

/// A probability as a reduced ratio of whole numbers of any size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chance {
    part: Natural,
    whole: Natural,
    exactness: Exactness,
}

impl Chance {
    /// So much of a whole that is not zero.
    pub(crate) fn new(part: &Natural, whole: &Natural, exactness: Exactness) -> Chance {
        let divisor = part.gcd(whole);
        Chance { part: part.over(&divisor), whole: whole.over(&divisor), exactness }
    }

    /// The probability as a number from 0 to 1, within two units of its last place.
    pub fn p(&self) -> f64 {
        self.part.ratio(&self.whole)
    }

    /// The ratio as it would be written, `7/36`, or `0` or `1`; none when it was sampled.
    pub fn exact(&self) -> Option<String> {
        (self.exactness == Exactness::Exact).then(|| self.to_string())
    }

    /// Whether it is the true one.
    pub fn exactness(&self) -> Exactness {
        self.exactness
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole == Natural::ONE {
            true => self.part.fmt(f),
            false => write!(f, "{}/{}", self.part, self.whole),
        }
    }
}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Chance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chance {
    fn cmp(&self, other: &Chance) -> Ordering {
        let sizes = self.part.times(&other.whole).cmp(&other.part.times(&self.whole));
        sizes.then(self.exactness.cmp(&other.exactness))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_reduced_and_written_as_a_ratio() {
        let chance = |part: u64, whole: u64| Chance::new(&part.into(), &whole.into(), Exactness::Exact);
        assert_eq!(chance(14, 72).exact().as_deref(), Some("7/36"));
        assert_eq!(chance(14, 72), chance(7, 36));
        assert_eq!(chance(5, 5).to_string(), "1");
        assert_eq!(chance(0, 5).to_string(), "0");
        assert!(chance(1, 3) < chance(7, 20));
        assert_eq!(Chance::new(&1_u64.into(), &2_u64.into(), Exactness::Sampled { n: 10 }).exact(), None);
    }
}
