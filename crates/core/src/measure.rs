use firelock_table::{Length, Point};
use schemars::JsonSchema;
use serde::Serialize;

/// What a system measures the table in: its players read and type every length so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Inches.
    #[default]
    Inches,
    /// Centimeters.
    Centimeters,
    /// Yards on the ground, ten of them an inch of the table.
    Yards,
    /// Yards on the ground, five of them a centimeter of the table.
    MetricYards,
}

impl Measure {
    /// One inch, centimeter or yard, on the table.
    pub const fn one(self) -> Length {
        match self {
            Measure::Inches => Length::INCH,
            Measure::Centimeters => Length::cm(1),
            Measure::Yards => Length::grid(254),
            Measure::MetricYards => Length::mm(2),
        }
    }

    /// The plural in full, as the table in words says it.
    pub const fn word(self) -> &'static str {
        match self {
            Measure::Inches => "inches",
            Measure::Centimeters => "centimeters",
            Measure::Yards | Measure::MetricYards => "yards",
        }
    }

    /// The number alone, with two decimals at most.
    pub fn number(self, length: Length) -> String {
        match self {
            Measure::Inches => length.in_inches(),
            Measure::Centimeters => length.in_cm(),
            // Ten to the inch or five to the centimeter.
            Measure::Yards => (length * 10).in_inches(),
            Measure::MetricYards => (length * 5).in_cm(),
        }
    }

    /// The number with its sign: `4.5"`, `4.5 cm` or `45 yd`.
    pub fn show(self, length: Length) -> String {
        match self {
            Measure::Inches => format!("{}\"", length.in_inches()),
            Measure::Centimeters => format!("{} cm", length.in_cm()),
            Measure::Yards | Measure::MetricYards => format!("{} yd", self.number(length)),
        }
    }

    /// A length typed as a number from 0 to 999, of yards to 9,999, with two decimals at most, with or without its sign.
    pub fn read(self, text: &str) -> Option<Length> {
        let text = text.trim();
        let (text, digits) = match self {
            Measure::Inches => (text.trim_end_matches(['"', '″']), 3),
            Measure::Centimeters => (text.trim_end_matches("cm").trim_end(), 3),
            Measure::Yards | Measure::MetricYards => (text.trim_end_matches("yd").trim_end(), 4),
        };
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let is_plain = |text: &str, most: usize| {
            !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !is_plain(whole, digits) || !is_plain(part, 2) {
            return None;
        }
        let hundredths: i32 = format!("{whole}{part:0<2}").parse().ok()?;
        Some(self.one().scaled(hundredths, 100))
    }

    /// A place typed as `12, 8.5`, from the south-west corner.
    pub fn read_place(self, text: &str) -> Option<Point> {
        let (x, y) = text.split_once(',')?;
        Some(Point::new(self.read(x)?.get(), self.read(y)?.get()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_shown_and_read_in_its_own_measure() {
        let length = Length::mm(127);
        assert_eq!([Measure::Inches, Measure::Centimeters].map(|measure| measure.show(length)), ["5\"", "12.7 cm"]);
        assert_eq!(Measure::Inches.read(" 5\" "), Some(length));
        assert_eq!(Measure::Centimeters.read("12.7 cm"), Some(length));
        assert_eq!(Measure::Centimeters.read_place("12.7, 3"), Some(Point::new(12_700, 3000)));
        for wrong in ["", "1.234", "1000", "-4", "5\"", "4 5"] {
            assert_eq!(Measure::Centimeters.read(wrong), None, "{wrong}");
        }
        let both = [Measure::Yards, Measure::MetricYards];
        assert_eq!(both.map(|measure| measure.show(length)), ["50 yd", "63.5 yd"]);
        assert_eq!(both.map(|measure| measure.read("1100")), [Some(Length::inches(110)), Some(Length::cm(220))]);
        assert_eq!(Measure::Yards.read_place("50 yd, 7.5"), Some(Point::new(12_700, 1905)));
    }
}
