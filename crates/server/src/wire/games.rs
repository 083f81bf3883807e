//! A game: begun, seen, told.

use std::collections::BTreeMap;
use std::sync::Arc;

use firelock_core::{Chapter, Roll, Side, Verdict, View};
use firelock_game::{Note, Telling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a link seats its holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Red's player.
    Red,
    /// Blue's player.
    Blue,
    /// Two players at one screen.
    Both,
    /// Somebody who looks on.
    Spectator,
}

/// A game that somebody wants to play.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The battle.
    pub battle: String,
    /// The system; left out, the first that plays the battle.
    #[serde(default)]
    pub system: Option<String>,
    /// My side; left out, drawn by lot.
    #[serde(default)]
    pub side: Option<Side>,
    /// Against whom.
    #[serde(default)]
    pub opponent: Against,
    /// Where the dice come from.
    #[serde(default)]
    pub dice: DiceWish,
    /// Choices between readings, and optional rules.
    #[serde(default)]
    pub switches: BTreeMap<String, String>,
    /// Numbers of the rules by address.
    #[serde(default)]
    pub cells: BTreeMap<String, i32>,
    /// What I am called.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub name: Option<String>,
}

/// Who is played against.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Against {
    /// A computer commander.
    Computer {
        /// Which; left out, the usual one.
        #[serde(default)]
        id: Option<String>,
        /// How it leans; left out, as usual.
        #[serde(default)]
        style: Option<String>,
    },
    /// Somebody at the same screen.
    Screen,
    /// A friend who gets a link.
    Friend,
}

impl Default for Against {
    fn default() -> Against {
        Against::Computer { id: None, style: None }
    }
}

/// Where dice come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DiceWish {
    /// From a key that the server commits to before the game and tells after it.
    #[default]
    Server,
    /// Rolled by hand and typed.
    Hand,
}

/// The links of a new game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NewLinks {
    /// Mine.
    pub link: String,
    /// My seat.
    pub seat: Seat,
    /// For the friend, if the game is with one.
    pub friend: Option<String>,
    /// For those who look on.
    pub spectator: String,
    /// The number of changes so far: 0.
    pub seq: u32,
}

/// The game as a seat sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameState {
    /// The number of changes so far; commands answer it.
    pub seq: u32,
    /// The number of commands in the record.
    pub length: usize,
    /// The seat of the link.
    pub seat: Seat,
    /// The side whose view this is; none is a spectator's.
    pub side: Option<Side>,
    /// The battle.
    pub battle: BattleShort,
    /// The system.
    pub system: SystemShort,
    /// What the sides are called, red first.
    pub sides: [String; 2],
    /// Who plays them.
    pub players: [String; 2],
    /// The side that the computer plays.
    pub computer: Option<Side>,
    /// Where the dice come from.
    pub dice: DiceWish,
    /// The SHA-256 of the key of the dice, in hex.
    pub commitment: Option<String>,
    /// The table.
    pub view: View,
    /// The roll whose faces are wanted by hand.
    pub roll: Option<Roll>,
    /// What an undo would take back, in words.
    pub undo: Option<String>,
    /// Why nothing can be taken back.
    pub undo_bar: Option<String>,
    /// Whether the computer is at work.
    pub thinking: bool,
    /// A hint for newcomers.
    pub hint: Option<String>,
    /// What is being decided.
    pub chapter: Option<Chapter>,
    /// Whether what lies behind dice can be asked back: of the other player, or at once where nobody else plays.
    pub take_back: Option<TakeBack>,
    /// Who has asked to take something back, and waits for the other's answer.
    pub plea: Option<Side>,
    /// How the game ended.
    pub verdict: Option<Verdict>,
    /// The link of the friend, for the one who asked him.
    pub friend: Option<String>,
    /// The link for those who look on.
    pub spectator: String,
}

/// A battle by name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BattleShort {
    /// The name in addresses.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The day.
    pub date: String,
}

/// A system by name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SystemShort {
    /// The name in addresses.
    pub name: &'static str,
    /// The name people read.
    pub title: &'static str,
}

/// How something is taken back that has been seen already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TakeBack {
    /// The other player is asked.
    Ask,
    /// At once: nobody else plays.
    Free,
}

/// One command in words, with a card for every roll.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Entry {
    /// Its place in the record, from 0.
    pub n: usize,
    /// Who gave it.
    pub side: Side,
    /// What it decided.
    pub chapter: Option<Chapter>,
    /// The command in a few words; empty where this seat may not know it.
    pub phrase: String,
    /// What came of it.
    pub told: Arc<[Telling]>,
    /// What a computer commander says about it, once this seat may know.
    pub note: Option<Note>,
}

/// The commands so far.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Log {
    /// The number of changes so far.
    pub seq: u32,
    /// The commands.
    pub entries: Vec<Entry>,
}
