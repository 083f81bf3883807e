use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use firelock_core::Side;

use crate::contest::{Fight, Ladder};
use crate::lab::{Compare, Lab};

/// Horse-and-musket battles by tabletop rules, exactly as the rules say.
#[derive(Clone, Debug, Parser)]
#[command(name = "firelock", version, about, arg_required_else_help = true)]
pub struct Cli {
    /// Print one JSON document instead of text.
    #[arg(long, global = true)]
    pub json: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// List the rule systems.
    Systems,
    /// List the battles that come with the program.
    Battles,
    /// List the clauses of a system.
    Clauses {
        /// The system's name.
        system: String,
        /// Only those that no test cites.
        #[arg(long)]
        untested: bool,
    },
    /// Check battle files and tell all their faults.
    Validate {
        /// The battle files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Draw the table of a battle or of a game.
    Draw(Draw),
    /// Make a test of the rules without a table: its tally, its exact odds and, with dice, its effect.
    Check(Check),
    /// The exact odds of a whole attack without a table: the fire that meets it, the charge, the fight, the morale of who lost.
    Odds(Odds),
    /// Play a record again and verify every line of it.
    Replay {
        /// The record.
        file: PathBuf,
        /// The battle file, if the battle does not come with the program.
        #[arg(long)]
        battle: Option<String>,
    },
    /// Serve the table in the browser: games by link, kept in one file.
    Serve(Serve),
    /// Muster a battle by a system and tell where each value comes from.
    Muster(Muster),
    /// Let two computer commanders fight a battle out, and tell it as it goes.
    Fight(Fight),
    /// Measure one computer commander against another over many battles, the sides swapped with every battle.
    Ladder(Ladder),
    /// Fight a battle many times between computer commanders: who wins, how long it takes, what it costs.
    Lab(Lab),
    /// Fight a battle many times under every rulebook, side by side.
    Compare(Compare),
}

/// What to muster, and how to tell it.
#[derive(Clone, Debug, Args)]
pub struct Muster {
    /// A battle by name, or a battle file.
    pub battle: String,
    /// The system's name.
    #[arg(long)]
    pub system: String,
    /// House rules: a TOML or JSON file of cells, groups and switches.
    #[arg(long, value_name = "FILE")]
    pub overlay: Option<PathBuf>,
    /// A sheet to print instead: the table, unit labels with their boxes, and a quick-reference card.
    #[arg(long)]
    pub html: bool,
}

/// Where to serve, and where the games are kept.
#[derive(Clone, Debug, Args)]
pub struct Serve {
    /// The port.
    #[arg(long, default_value_t = 7700)]
    pub port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in.
    #[arg(long, default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// The file of the games.
    #[arg(long, value_name = "FILE", default_value = "firelock.db")]
    pub data: PathBuf,
    /// Requests a second, and new games a minute, that one address may make.
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub rate: u32,
}

/// What to draw, and how.
#[derive(Clone, Debug, Args)]
pub struct Draw {
    /// A battle by name, a battle file, or a record.
    pub what: String,
    /// The system that musters the battle; left out, the first that it was made for.
    #[arg(long)]
    pub system: Option<String>,
    /// The record after so many commands; left out, after all of them.
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// What this side sees; left out, what a spectator sees.
    #[arg(long, value_parser = side)]
    pub side: Option<Side>,
    /// Shapes to draw as well: arc, radius, zone, ray, reach, box.
    #[arg(long, value_delimiter = ',', value_name = "KIND,...")]
    pub show: Vec<String>,
    /// A line to measure, in what the system measures in, from the south-west corner.
    #[arg(long, value_parser = measure, value_name = "X,Y,X,Y")]
    pub measure: Option<Ends>,
    /// Width of the table in pixels.
    #[arg(long, value_parser = clap::value_parser!(u32).range(200..=8000))]
    pub width: Option<u32>,
    /// The battle file of a record, if the battle does not come with the program.
    #[arg(long)]
    pub battle: Option<String>,
    /// Where to write it: a name ending in .svg or .png; left out, SVG to the output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Four lengths in hundredths of an inch, or of what else the system measures in: from x, y to x, y.
pub type Ends = [i32; 4];

/// Which test, with which facts.
#[derive(Clone, Debug, Args)]
pub struct Check {
    /// The system's name.
    pub system: String,
    /// The test's name; left out, the tests are listed.
    pub test: Option<String>,
    /// List the facts of the test.
    #[arg(long, requires = "test")]
    pub schema: bool,
    /// A fact: the value is JSON, or a bare word. A fact inside another is named with dots: target.order=broken, firing.0.range=2.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = fact, requires = "test")]
    pub facts: Vec<(String, serde_json::Value)>,
    /// The faces that the dice show, in the order they are rolled.
    #[arg(long, value_delimiter = ',', value_name = "FACE,...", allow_negative_numbers = true, requires = "test")]
    pub roll: Vec<i16>,
    /// The odds for each value of this fact.
    #[arg(long, value_name = "KEY", requires = "test")]
    pub what_if: Option<String>,
    /// House rules: a TOML or JSON file of cells, groups and switches.
    #[arg(long, value_name = "FILE")]
    pub overlay: Option<PathBuf>,
}

/// Which attack, in one situation or two.
#[derive(Clone, Debug, Args)]
pub struct Odds {
    /// The system's name.
    pub system: String,
    /// List the facts.
    #[arg(long)]
    pub schema: bool,
    /// A fact: the value is JSON, or a bare word. A fact inside another is named with dots: attacker.order=disordered.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = fact)]
    pub facts: Vec<(String, serde_json::Value)>,
    /// A fact that is otherwise in a second situation, shown beside the first. May be given several times.
    #[arg(long, value_name = "KEY=VALUE", value_parser = fact)]
    pub versus: Vec<(String, serde_json::Value)>,
    /// Both ways: also the attack of the other unit on this one.
    #[arg(long)]
    pub both: bool,
    /// The odds for each value of this fact.
    #[arg(long, value_name = "KEY")]
    pub what_if: Option<String>,
    /// House rules: a TOML or JSON file of cells, groups and switches.
    #[arg(long, value_name = "FILE")]
    pub overlay: Option<PathBuf>,
}

fn side(word: &str) -> Result<Side, String> {
    let named = Side::BOTH.into_iter().find(|side| side.to_string() == word);
    named.ok_or_else(|| "a side is red or blue".to_owned())
}

fn fact(text: &str) -> Result<(String, serde_json::Value), String> {
    let (key, value) = text.split_once('=').ok_or("a fact is written key=value")?;
    if key.is_empty() {
        return Err("a fact is written key=value".to_owned());
    }
    Ok((key.to_owned(), serde_json::from_str(value).unwrap_or_else(|_| value.into())))
}

fn measure(text: &str) -> Result<Ends, String> {
    let wrong =
        || "a line is four numbers of inches or centimeters, with at most two decimals: 12,8,14.5,20".to_owned();
    let numbers: Vec<i32> = text.split(',').map(hundredths).collect::<Option<_>>().ok_or_else(wrong)?;
    numbers.try_into().map_err(|_| wrong())
}

/// 14.5 is 1450.
fn hundredths(text: &str) -> Option<i32> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 3 || rest.len() > 2 || !is_plain(whole) || !is_plain(rest) {
        return None;
    }
    format!("{whole}{rest:0<2}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_json_or_bare_words() {
        assert_eq!(fact("order=broken"), Ok(("order".into(), "broken".into())));
        assert_eq!(fact("stands=7"), Ok(("stands".into(), 7.into())));
        assert_eq!(fact("guns=[\"a\",\"b=c\"]"), Ok(("guns".into(), serde_json::json!(["a", "b=c"]))));
        assert!(fact("stands").is_err() && fact("=7").is_err());
    }

    #[test]
    fn lines_are_measured_in_hundredths() {
        assert_eq!(measure("12,8,14.5,20.25"), Ok([1200, 800, 1450, 2025]));
        for text in ["1,2,3", "1,2,3,x", "1,2,3,4.567", "1,2,3,-4", "1,2,3,", "1,2,3,9999"] {
            assert!(measure(text).is_err(), "{text}");
        }
    }
}
