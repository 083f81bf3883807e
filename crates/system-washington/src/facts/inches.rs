//! Lengths in facts: inches with decimals, exact on the grid.

use firelock_table::Length;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Longer than any table, and short enough for sums.
const MOST: f64 = 10_000.0;

pub(super) fn serialize<S: Serializer>(length: &Length, serializer: S) -> Result<S::Ok, S::Error> {
    to_inches(*length).serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
    from_inches(f64::deserialize(deserializer)?)
}

/// The same for a list.
pub(super) mod list {
    use super::*;

    pub(in crate::facts) fn serialize<S: Serializer>(lengths: &[Length], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(lengths.iter().copied().map(to_inches))
    }

    pub(in crate::facts) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Length>, D::Error> {
        Vec::<f64>::deserialize(deserializer)?.into_iter().map(from_inches).collect()
    }
}

fn to_inches(length: Length) -> f64 {
    f64::from(length.get()) / f64::from(Length::INCH.get())
}

fn from_inches<E: serde::de::Error>(inches: f64) -> Result<Length, E> {
    if !(0.0..=MOST).contains(&inches) {
        return Err(E::custom(format!("{inches} inches is not a length from 0 to {MOST}")));
    }
    Ok(Length::grid((inches * f64::from(Length::INCH.get())).round() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Range(#[serde(with = "super")] Length);

    #[test]
    fn a_grid_step_survives_json() {
        // WA-SCALE-01
        for steps in [0, 1, 10_160, 10_161, 2_540_000] {
            let json = serde_json::to_string(&Range(Length::grid(steps))).expect("a number");
            let range: Range = serde_json::from_str(&json).expect("just written");
            assert_eq!(range.0, Length::grid(steps), "{json}");
        }
        assert_eq!(serde_json::from_str::<Range>("4.25").expect("a length").0, Length::inch_hundredths(425));
        assert!(serde_json::from_str::<Range>("-1").is_err());
    }
}
