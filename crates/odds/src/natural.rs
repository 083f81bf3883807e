use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// A whole number that never overflows: 128 bits in place, anything greater on the heap.
///
/// `Big` holds only what does not fit into `Small`, so that equal numbers are equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Natural {
    Small(u128),
    Big(Box<BigUint>),
}

pub(crate) use Natural::{Big, Small};

impl Natural {
    pub(crate) const ZERO: Natural = Small(0);
    pub(crate) const ONE: Natural = Small(1);

    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Small(0))
    }

    pub(crate) fn as_u128(&self) -> Option<u128> {
        match self {
            Small(number) => Some(*number),
            Big(_) => None,
        }
    }

    fn to_big(&self) -> BigUint {
        match self {
            Small(number) => BigUint::from(*number),
            Big(number) => (**number).clone(),
        }
    }

    pub(crate) fn plus(&self, other: &Natural) -> Natural {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Small(sum);
        }
        Natural::from(self.to_big() + other.to_big())
    }

    /// Less a number that is not greater.
    pub(crate) fn minus(&self, other: &Natural) -> Natural {
        match (self, other) {
            (Small(a), Small(b)) => Small(a - b),
            _ => Natural::from(self.to_big() - other.to_big()),
        }
    }

    pub(crate) fn times(&self, other: &Natural) -> Natural {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Small(product);
        }
        Natural::from(self.to_big() * other.to_big())
    }

    /// Divided by a number that is not zero, rounded down.
    pub(crate) fn over(&self, other: &Natural) -> Natural {
        match (self, other) {
            (_, Small(1)) => self.clone(),
            (Small(a), Small(b)) => match (u64::try_from(*a), u64::try_from(*b)) {
                (Ok(a), Ok(b)) => Small((a / b).into()),
                _ => Small(a / b),
            },
            _ => Natural::from(self.to_big() / other.to_big()),
        }
    }

    pub(crate) fn power(&self, n: u32) -> Natural {
        match self {
            Small(number) => match number.checked_pow(n) {
                Some(power) => Small(power),
                None => Natural::from(BigUint::from(*number).pow(n)),
            },
            Big(number) => Natural::from(number.pow(n)),
        }
    }

    pub(crate) fn gcd(&self, other: &Natural) -> Natural {
        match (self, other) {
            (Small(1), _) | (_, Small(1)) => Natural::ONE,
            (Small(a), Small(b)) => match (u64::try_from(*a), u64::try_from(*b)) {
                (Ok(a), Ok(b)) => Small(a.gcd(&b).into()),
                _ => Small(a.gcd(b)),
            },
            _ => Natural::from(self.to_big().gcd(&other.to_big())),
        }
    }

    pub(crate) fn lcm(&self, other: &Natural) -> Natural {
        if self == other {
            return self.clone();
        }
        self.times(&other.over(&self.gcd(other)))
    }

    /// This number divided by another, within two units in the last place.
    pub(crate) fn ratio(&self, other: &Natural) -> f64 {
        if let (Small(a), Small(b)) = (self, other) {
            return *a as f64 / *b as f64;
        }
        let (a, b) = (self.to_big(), other.to_big());
        // A float holds up to 2^1023; what this shift loses lies far below its last place.
        let shift = a.bits().max(b.bits()).saturating_sub(1000);
        let float = |number: BigUint| (number >> shift).to_f64().unwrap_or(f64::INFINITY);
        float(a) / float(b)
    }
}

impl From<u64> for Natural {
    fn from(number: u64) -> Natural {
        Small(number.into())
    }
}

impl From<u128> for Natural {
    fn from(number: u128) -> Natural {
        Small(number)
    }
}

impl From<BigUint> for Natural {
    fn from(number: BigUint) -> Natural {
        match number.to_u128() {
            Some(small) => Small(small),
            None => Big(Box::new(number)),
        }
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Natural) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Natural) -> Ordering {
        match (self, other) {
            (Small(a), Small(b)) => a.cmp(b),
            (Small(_), Big(_)) => Ordering::Less,
            (Big(_), Small(_)) => Ordering::Greater,
            (Big(a), Big(b)) => a.cmp(b),
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Small(number) => number.fmt(f),
            Big(number) => number.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_past_128_bits_and_come_back() {
        let most = Small(u128::MAX);
        let more = most.plus(&Natural::ONE);
        assert_eq!(more.to_string(), "340282366920938463463374607431768211456");
        assert!(matches!(more, Big(_)) && more > most);
        assert_eq!(more.over(&Small(2)), Small(1 << 127));
        assert_eq!(Small(1 << 64).times(&Small(1 << 64)), more);
        assert_eq!(Small(2).power(128), more);
        assert_eq!(more.power(2).over(&more), more);
        assert_eq!(more.gcd(&Small(48)), Small(16));
        assert_eq!(more.lcm(&Small(3)), more.times(&Small(3)));
    }

    #[test]
    fn ratios_of_great_numbers_are_floats() {
        let third = Small(3).power(2000).ratio(&Small(3).power(2001));
        assert!((third - 1.0 / 3.0).abs() < 1e-15, "{third}");
        assert_eq!(Small(1).ratio(&Small(3).power(2001)), 0.0);
        assert_eq!(Small(7).ratio(&Small(36)), 7.0 / 36.0);
    }
}
