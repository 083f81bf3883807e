//! Lengths in facts: centimeters with decimals, exact on the grid (NQ-SCA-01).

use firelock_table::Length;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Longer than any table, and short enough for sums.
const MOST: f64 = 10_000.0;

pub(super) fn serialize<S: Serializer>(length: &Length, serializer: S) -> Result<S::Ok, S::Error> {
    (f64::from(length.get()) / f64::from(Length::cm(1).get())).serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
    let centimeters = f64::deserialize(deserializer)?;
    if !(0.0..=MOST).contains(&centimeters) {
        return Err(serde::de::Error::custom(format!("{centimeters} cm is not a length from 0 to {MOST}")));
    }
    Ok(Length::grid((centimeters * f64::from(Length::cm(1).get())).round() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Range(#[serde(with = "super")] Length);

    #[test]
    fn a_grid_step_survives_json() {
        // NQ-SCA-01
        for steps in [0, 1, 20_000, 20_001, 1_000_000] {
            let json = serde_json::to_string(&Range(Length::grid(steps))).expect("a number");
            let range: Range = serde_json::from_str(&json).expect("just written");
            assert_eq!(range.0, Length::grid(steps), "{json}");
        }
        assert_eq!(serde_json::from_str::<Range>("7.5").expect("a length").0, Length::mm(75));
        assert!(serde_json::from_str::<Range>("-1").is_err());
    }
}
