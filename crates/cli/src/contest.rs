//! What is asked of `firelock fight` and `firelock ladder`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use firelock_ai::Brief;

/// A battle between two commanders.
#[derive(Clone, Debug, Args)]
pub struct Fight {
    /// A battle by name, or a battle file.
    pub battle: String,
    /// The system's name.
    #[arg(long)]
    pub system: String,
    /// The seed of the dice, and of the commanders' own.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Who commands red: recruit, captain or general, with a style if wanted: captain:bold (cautious, historical, bold, teaching).
    #[arg(long, value_name = "LEVEL[:STYLE]", default_value = "captain")]
    pub red: Brief,
    /// Who commands blue.
    #[arg(long, value_name = "LEVEL[:STYLE]", default_value = "captain")]
    pub blue: Brief,
    /// The most time for a decision: 2s, 500ms.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// How many playouts a general makes for a decision.
    #[arg(long, value_name = "N")]
    pub iterations: Option<u32>,
    /// Where to write the record.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Tell what each commander means to do, and what else he thought of.
    #[arg(long)]
    pub intents: bool,
}

/// Many battles between two commanders.
#[derive(Clone, Debug, Args)]
pub struct Ladder {
    /// The system's name.
    #[arg(long)]
    pub system: String,
    /// A battle by name, or a battle file.
    #[arg(long)]
    pub battle: String,
    /// How many battles; of each two with the same dice the second has the sides swapped.
    #[arg(long, default_value_t = 20)]
    pub games: usize,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The commander who is measured, red in the first battle.
    #[arg(long, value_name = "LEVEL[:STYLE]", default_value = "captain")]
    pub red: Brief,
    /// The one he is measured against.
    #[arg(long, value_name = "LEVEL[:STYLE]", default_value = "recruit")]
    pub blue: Brief,
    /// How many playouts a general makes for a decision.
    #[arg(long, value_name = "N")]
    pub iterations: Option<u32>,
    /// How many battles are fought side by side; left out, as many as there are cores.
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

/// 2s is two seconds, 500ms half of one.
fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is a number with its unit: 2s, 500ms".to_owned();
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1),
        None => (text.strip_suffix('s').ok_or_else(wrong)?, 1000),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    (number <= 3_600_000).then(|| Duration::from_millis(number * unit)).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        assert_eq!(time("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        for text in ["", "2", "s", "2m", "-1s", "1.5s", "99999999999s"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
