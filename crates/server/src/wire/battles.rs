//! Battles, systems and opponents, before a game.

use firelock_core::{Side, Switch};
use schemars::JsonSchema;
use serde::Serialize;

/// A rule system.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SystemCard {
    /// The name in addresses.
    pub name: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// Choices between readings, and optional rules; the first choice is the default.
    pub switches: &'static [Switch],
    /// The tests of the rules that need no table.
    pub tests: Vec<&'static str>,
}

/// A battle in the list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BattleCard {
    /// The name in addresses.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The day, as 1781-01-17.
    pub date: String,
    /// The year.
    pub year: u16,
    /// Where.
    pub place: String,
    /// The war.
    pub war: Option<String>,
    /// Invented, within what the time allows.
    pub fictional: bool,
    /// A small battle for newcomers.
    pub first_battle: bool,
    /// How many units fight, both sides together.
    pub units: usize,
    /// How many men, both sides together.
    pub men: u32,
    /// How many turns, if the file says.
    pub turns: Option<u16>,
    /// About how long a game takes.
    pub playing_minutes: Option<u16>,
    /// The side that attacks.
    pub attacker: Side,
    /// What the sides are called, red first.
    pub sides: [String; 2],
    /// The systems that play it.
    pub systems: Vec<BattleSystem>,
}

/// A system that plays a battle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BattleSystem {
    /// Its name.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Where the picture of the table is.
    pub picture: String,
}

/// All about a battle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BattlePage {
    /// What the list says.
    #[serde(flatten)]
    pub card: BattleCard,
    /// What it is about.
    pub summary: Option<String>,
    /// What each commander meant to do, red first.
    pub plans: [Option<String>; 2],
    /// Who wins when.
    pub victory: Option<VictoryWords>,
    /// How the battle went.
    pub history: Option<HistoryPage>,
    /// What the file rests on.
    pub sources: Vec<String>,
}

/// Who wins when, in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VictoryWords {
    /// When red wins.
    pub red: Option<String>,
    /// When blue wins.
    pub blue: Option<String>,
    /// When nobody does.
    pub draw: Option<String>,
}

/// How a battle went.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HistoryPage {
    /// The outcome in a sentence.
    pub result: String,
    /// What was lost, red first, in words.
    pub losses: [Vec<String>; 2],
    /// What happened, in order.
    pub events: Vec<String>,
}

/// A computer commander.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpponentCard {
    /// The name in a new game.
    pub id: String,
    /// The name people read.
    pub name: String,
    /// How it plays, in a sentence.
    pub about: String,
    /// The styles it has; the first is the usual one.
    pub styles: Vec<String>,
}
