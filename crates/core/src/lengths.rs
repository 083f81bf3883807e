//! Lengths in facts: numbers with decimals in the unit of the rulebook, exact on the grid of the table.

/// Longer than any table, and short enough for sums.
const MOST: f64 = 10_000.0;

macro_rules! unit {
    ($(#[$meta:meta])* $name:ident $one:expr) => {
        $(#[$meta])*
        pub mod $name {
            use firelock_table::Length;
            use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

            /// Writes a length.
            ///
            /// # Errors
            /// When the format takes no number.
            pub fn serialize<S: Serializer>(length: &Length, serializer: S) -> Result<S::Ok, S::Error> {
                told(*length).serialize(serializer)
            }

            /// Reads a length.
            ///
            /// # Errors
            /// When it is no number, negative or longer than any table.
            pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
                meant(f64::deserialize(deserializer)?)
            }

            fn told(length: Length) -> f64 {
                f64::from(length.get()) / f64::from($one.get())
            }

            fn meant<E: de::Error>(number: f64) -> Result<Length, E> {
                if !(0.0..=super::MOST).contains(&number) {
                    let unit = stringify!($name);
                    return Err(E::custom(format!("{number} {unit} is not a length from 0 to {}", super::MOST)));
                }
                Ok(Length::grid((number * f64::from($one.get())).round() as i32))
            }

            /// The same where there may be none.
            pub mod optional {
                use super::*;

                /// Writes a length if there is one.
                ///
                /// # Errors
                /// As for one length.
                pub fn serialize<S: Serializer>(length: &Option<Length>, serializer: S) -> Result<S::Ok, S::Error> {
                    length.map(told).serialize(serializer)
                }

                /// Reads a length if there is one.
                ///
                /// # Errors
                /// As for one length.
                pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Length>, D::Error> {
                    Option::<f64>::deserialize(deserializer)?.map(meant).transpose()
                }
            }

            /// The same for a list.
            pub mod list {
                use super::*;

                /// Writes the lengths.
                ///
                /// # Errors
                /// As for one length.
                pub fn serialize<S: Serializer>(lengths: &[Length], serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_seq(lengths.iter().copied().map(told))
                }

                /// Reads the lengths.
                ///
                /// # Errors
                /// As for one length.
                pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Length>, D::Error> {
                    Vec::<f64>::deserialize(deserializer)?.into_iter().map(meant).collect()
                }
            }
        }
    };
}

unit! {
    /// Inches; for `#[serde(with = "inches")]`.
    inches Length::INCH
}
unit! {
    /// Centimeters; for `#[serde(with = "centimeters")]`.
    centimeters Length::cm(1)
}

#[cfg(test)]
mod tests {
    use firelock_table::Length;
    use serde::{Deserialize, Serialize};

    use super::{centimeters, inches};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Facts {
        #[serde(with = "inches")]
        range: Length,
        #[serde(with = "inches::optional")]
        wood: Option<Length>,
        #[serde(with = "centimeters::list")]
        gaps: Vec<Length>,
    }

    #[test]
    fn a_grid_step_survives_json() {
        for steps in [0, 1, 10_160, 10_161, 2_540_000] {
            let length = Length::grid(steps);
            let facts = Facts { range: length, wood: Some(length), gaps: vec![length, Length::ZERO] };
            let json = serde_json::to_string(&facts).expect("numbers");
            assert_eq!(serde_json::from_str::<Facts>(&json).expect("just written"), facts, "{json}");
        }
    }

    #[test]
    fn decimals_are_exact_and_a_length_is_never_negative() {
        let facts: Facts = serde_json::from_str(r#"{"range": 4.25, "wood": null, "gaps": [7.5]}"#).expect("facts");
        assert_eq!(facts, Facts { range: Length::inch_hundredths(425), wood: None, gaps: vec![Length::mm(75)] });
        let fault = serde_json::from_str::<Facts>(r#"{"range": -1, "wood": null, "gaps": []}"#).expect_err("negative");
        assert!(fault.to_string().starts_with("-1 inches is not a length from 0 to 10000"), "{fault}");
    }
}
