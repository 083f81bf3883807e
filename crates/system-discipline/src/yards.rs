//! Distances on the ground in yards, exact at either ground scale.

use std::fmt;
use std::ops::{Add, Sub};

use firelock_table::Length;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::words::Scale;

/// A distance on the ground: in facts a number of yards, on the table a length of the scale.
///
/// Kept in parts of 1/25400 yard, of which a grid step has 100 at the inch scale and 127 at the cm scale (FD-SCL-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Yards(i32);

/// The parts of a yard.
const PARTS: i32 = 25_400;

/// Longer than any table, and short enough for sums.
const MOST: i32 = 10_000;

impl Yards {
    /// No distance at all.
    pub const ZERO: Yards = Yards(0);

    /// Whole yards.
    pub const fn whole(yards: i32) -> Yards {
        Yards::held(yards as i64 * PARTS as i64)
    }

    /// Tenths of a yard, as the charts keep them.
    pub const fn tenths(tenths: i32) -> Yards {
        Yards::held(tenths as i64 * (PARTS / 10) as i64)
    }

    /// A length on the table, exactly; what no table holds counts as the most there is.
    pub const fn of(length: Length, scale: Scale) -> Yards {
        Yards::held(length.get() as i64 * (PARTS / scale.steps()) as i64)
    }

    /// So many parts, no more either way than the most there is.
    const fn held(parts: i64) -> Yards {
        let most = MOST as i64 * PARTS as i64;
        Yards(if parts > most {
            most
        } else if parts < -most {
            -most
        } else {
            parts
        } as i32)
    }

    /// The length on the table, rounded down to the grid.
    pub const fn on_table(self, scale: Scale) -> Length {
        Length::grid(self.0.div_euclid(PARTS / scale.steps()))
    }

    /// The distance times a ratio, rounded down.
    pub const fn scaled(self, numerator: i32, denominator: i32) -> Yards {
        Yards::held((self.0 as i64 * numerator as i64).div_euclid(denominator as i64))
    }

    /// Tenths of a yard, rounded down.
    pub const fn in_tenths(self) -> i32 {
        (self.0 as i64 * 10).div_euclid(PARTS as i64) as i32
    }
}

impl Add for Yards {
    type Output = Yards;
    fn add(self, other: Yards) -> Yards {
        Yards(self.0 + other.0)
    }
}

impl Sub for Yards {
    type Output = Yards;
    fn sub(self, other: Yards) -> Yards {
        Yards(self.0 - other.0)
    }
}

impl fmt::Display for Yards {
    /// `27.5`: at most two decimals, rounded half up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (i64::from(self.0) * 200 + i64::from(PARTS)).div_euclid(2 * i64::from(PARTS));
        let (sign, hundredths) = (if hundredths < 0 { "-" } else { "" }, hundredths.abs());
        match (hundredths / 100, hundredths % 100) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, rest) if rest % 10 == 0 => write!(f, "{sign}{whole}.{}", rest / 10),
            (whole, rest) => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

impl Serialize for Yards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (f64::from(self.0) / f64::from(PARTS)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Yards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Yards, D::Error> {
        let yards = f64::deserialize(deserializer)?;
        if !(0.0..=f64::from(MOST)).contains(&yards) {
            return Err(serde::de::Error::custom(format!("{yards} yards is not a distance from 0 to {MOST}")));
        }
        Ok(Yards((yards * f64::from(PARTS)).round() as i32))
    }
}

impl JsonSchema for Yards {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Yards".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "number", "minimum": 0, "maximum": MOST })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_step_is_kept_at_either_scale() {
        // FD-SCL-03, FD-SCL-12
        for scale in [Scale::Inch15, Scale::Cm20] {
            for steps in [0, 1, 253, 254, 7620, 7621, 6000, 6001, 228_600] {
                let yards = Yards::of(Length::grid(steps), scale);
                assert_eq!(yards.on_table(scale), Length::grid(steps));
                let json = serde_json::to_string(&yards).expect("a number");
                assert_eq!(serde_json::from_str::<Yards>(&json).expect("just written"), yards, "{json}");
            }
        }
        assert_eq!(Yards::whole(30).on_table(Scale::Inch15), Length::inches(3));
        assert_eq!(Yards::whole(30).on_table(Scale::Cm15), Length::cm(6));
        assert!(Yards::of(Length::grid(7621), Scale::Inch15) > Yards::whole(30));
        assert_eq!(Yards::of(Length::FAR, Scale::Inch15), Yards::whole(MOST));
    }

    #[test]
    fn shown_with_two_decimals_at_most() {
        assert_eq!([5, 275, 300].map(|tenths| Yards::tenths(tenths).to_string()), ["0.5", "27.5", "30"]);
        assert_eq!(Yards::of(Length::grid(7621), Scale::Inch15).to_string(), "30");
        assert_eq!(serde_json::from_str::<Yards>("12.5").expect("a distance"), Yards::tenths(125));
        assert!(serde_json::from_str::<Yards>("-1").is_err());
    }
}
