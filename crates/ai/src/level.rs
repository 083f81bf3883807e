use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How well a commander plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Legal and plain: a few ideas, each tried once in his head.
    Recruit,
    /// One decision deep: every idea, weighed by its odds and by the position it leads to.
    #[default]
    Captain,
    /// A plan of battle, and the best ideas played out ahead.
    General,
}

/// What a commander leans to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Spares his men, keeps to cover.
    Cautious,
    /// As the men of the day meant to do it: the attacker of the battle file attacks, the defender defends, and a captain or general
    /// has each command do what the file's plan says of the hour.
    #[default]
    Historical,
    /// Goes forward and closes.
    Bold,
    /// Plays soundly and leaves a beginner a second chance: of nearly equal choices the plainer one.
    Teaching,
}

/// Who commands, and how long he may think. Written `captain` or `captain:bold`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Brief {
    /// How well he plays.
    pub level: Level,
    /// What he leans to.
    pub style: Style,
    /// How many playouts a general makes for a decision. With it and without a clock his game can be repeated.
    pub iterations: u32,
    /// The seed of his own dice, which have nothing to do with those of the game.
    pub seed: u64,
}

impl Level {
    /// All levels, the simplest first.
    pub const ALL: [Level; 3] = [Level::Recruit, Level::Captain, Level::General];

    /// His name.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Recruit => "recruit",
            Level::Captain => "captain",
            Level::General => "general",
        }
    }
}

impl Style {
    /// All styles.
    pub const ALL: [Style; 4] = [Style::Cautious, Style::Historical, Style::Bold, Style::Teaching];

    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Style::Cautious => "cautious",
            Style::Historical => "historical",
            Style::Bold => "bold",
            Style::Teaching => "teaching",
        }
    }
}

impl Brief {
    /// The playouts of a general who is told nothing else.
    pub const ITERATIONS: u32 = 64;

    /// A commander of that level and style with the usual number of playouts.
    pub const fn new(level: Level, style: Style) -> Brief {
        Brief { level, style, iterations: Brief::ITERATIONS, seed: 0 }
    }
}

impl fmt::Display for Brief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.level.word(), self.style.word())
    }
}

/// Why a text names no commander.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no commander: a level (recruit, captain, general), or level:style (cautious, historical, bold, teaching)"
)]
pub struct BriefFault(String);

impl FromStr for Brief {
    type Err = BriefFault;

    fn from_str(text: &str) -> Result<Brief, BriefFault> {
        let fault = || BriefFault(text.to_owned());
        let (level, style) = text.split_once(':').unwrap_or((text, Style::default().word()));
        let level = Level::ALL.into_iter().find(|one| one.word() == level).ok_or_else(fault)?;
        let style = Style::ALL.into_iter().find(|one| one.word() == style).ok_or_else(fault)?;
        Ok(Brief::new(level, style))
    }
}

/// What the caller lends a commander while he thinks: a clock, and hands for work side by side.
pub trait Watch: Sync {
    /// Whether the time for this decision is used up. He then gives the best order he has found so far.
    fn is_over(&self) -> bool {
        false
    }

    /// Does so many pieces of work, each once, in any order, side by side where there are hands for it.
    fn each(&self, pieces: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..pieces).for_each(work);
    }
}

/// No clock and one pair of hands.
impl Watch for () {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commander_is_named_by_level_and_style() {
        for level in Level::ALL {
            for style in Style::ALL {
                let brief = Brief::new(level, style);
                assert_eq!(brief.to_string().parse(), Ok(brief));
            }
        }
        assert_eq!("captain".parse(), Ok(Brief::new(Level::Captain, Style::Historical)));
        for text in ["", "major", "captain:", "captain:mad", ":bold"] {
            assert!(text.parse::<Brief>().is_err(), "{text}");
        }
    }
}
