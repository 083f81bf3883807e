//! What a player asks and says, and what changed by it.

use firelock_core::{Fitted, Refusal, Roll, Side, UnitId, View, Wish};
use firelock_game::{Candidate, Preview};
use firelock_table::{Length, Point, Segment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Entry, GameState};

/// A command that answers a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandAsked {
    /// The number of changes it answers.
    pub at: u32,
    /// The command, as it came.
    #[schemars(with = "Value")]
    pub command: Box<RawValue>,
    /// Who gives it, where two play at one screen.
    #[serde(default)]
    pub side: Option<Side>,
}

/// Faces of dice rolled by hand.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FacesAsked {
    /// The number of changes it answers.
    pub at: u32,
    /// The faces in the order they fell, re-rolls after the first dice of their lot.
    #[schemars(length(max = 200))]
    pub faces: Vec<i16>,
}

/// An undo, a reset or a resignation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceAsked {
    /// The number of changes it answers.
    pub at: u32,
    /// Who asks, where two play at one screen.
    #[serde(default)]
    pub side: Option<Side>,
}

/// The answer to a player who asks to take something back.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PleaAnswered {
    /// The number of changes it answers.
    pub at: u32,
    /// Whether it may be taken back.
    pub agreed: bool,
}

/// How far a unit may go.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachAsked {
    /// Who.
    pub unit: UnitId,
    /// By which act, as the prompt names it.
    pub act: String,
    /// Whose, where two play at one screen.
    #[serde(default)]
    pub side: Option<Side>,
}

/// How far a unit may go.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reach {
    /// The number of changes so far.
    pub seq: u32,
    /// The ends of its way in every direction; empty where the act leads nowhere.
    pub ends: Vec<Point>,
}

/// A typed order.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderAsked {
    /// The number of changes it answers.
    pub at: u32,
    /// The order.
    #[schemars(length(max = 400))]
    pub text: String,
    /// Who gives it, where two play at one screen.
    #[serde(default)]
    pub side: Option<Side>,
}

/// What became of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnswerKind {
    /// It was carried out.
    Done,
    /// It waits for dice rolled by hand.
    Wanted,
    /// Commands were taken back.
    Back,
    /// It had been carried out before; nothing was done now.
    Already,
    /// The other player is asked to let it be taken back.
    Asked,
    /// It stays as it is.
    Kept,
}

/// The answer to a command.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// What became of it.
    pub kind: AnswerKind,
    /// The number of changes now.
    pub seq: u32,
    /// The number of commands in the record now.
    pub length: usize,
    /// The command and what came of it.
    pub entry: Option<Entry>,
    /// The roll that is wanted.
    pub roll: Option<Roll>,
    /// How many commands were taken back.
    pub back: Option<usize>,
    /// Whether the game is over.
    pub over: bool,
    /// The game now, if `?state=true` asked for it.
    pub state: Option<Box<GameState>>,
}

/// What changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// A command was carried out.
    Done,
    /// A command waits for dice rolled by hand.
    Wanted,
    /// Faces were typed, and more dice are wanted.
    Faces,
    /// Commands were taken back.
    Back,
    /// One player asks the other to let him take something back.
    Asked,
    /// The other player would not have it.
    Kept,
}

/// The data of an event `change`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Change {
    /// The number of changes with this one: the event's id.
    pub seq: u32,
    /// The number of commands in the record after it.
    pub length: usize,
    /// What changed.
    pub kind: ChangeKind,
    /// Whose doing it was.
    pub side: Side,
    /// The command; none where it has been taken back since.
    pub entry: Option<Entry>,
    /// How many commands were taken back.
    pub back: Option<usize>,
    /// Whether the game is over.
    pub over: bool,
}

/// The data of an event `thinking`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Thinking {
    /// The computer's side.
    pub side: Side,
    /// How long it may take.
    pub budget_ms: u32,
}

/// What a hand points at.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitAsked {
    /// The wish.
    pub wish: Wish,
    /// Whose, where two play at one screen.
    #[serde(default)]
    pub side: Option<Side>,
}

/// The nearest legal command.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FitAnswer {
    /// The number of changes so far.
    pub seq: u32,
    /// The command and how it would look.
    pub fitted: Fitted<Value>,
}

/// A command to be foreseen.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewAsked {
    /// The command, as it came.
    #[schemars(with = "Value")]
    pub command: Box<RawValue>,
    /// Whose, where two play at one screen.
    #[serde(default)]
    pub side: Option<Side>,
}

/// What a command would do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PreviewAnswer {
    /// The number of changes so far.
    pub seq: u32,
    /// What it would do.
    #[serde(flatten)]
    pub preview: Preview,
}

/// A sample of legal commands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Candidates {
    /// The number of changes so far.
    pub seq: u32,
    /// The commands.
    pub candidates: Vec<Candidate>,
}

/// One end of a measured line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MeasureEnd {
    /// The nearest edge of a piece.
    Unit(UnitId),
    /// A place.
    At(Point),
}

/// A line to be measured.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasureAsked {
    /// From where.
    pub from: MeasureEnd,
    /// To where.
    pub to: MeasureEnd,
}

/// A measured line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Measured {
    /// The line.
    pub line: Segment,
    /// Its length.
    pub length: Length,
    /// Its length in words.
    pub words: String,
    /// Whether the first unit sees the second by the rules of the game, where both ends are units.
    pub sight: Option<Sight>,
}

/// Whether a unit sees another.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Sight {
    /// Whether it does.
    pub seen: bool,
    /// What hides it, and by which rule.
    pub hidden: Option<Refusal>,
}

/// The table in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TextTable {
    /// The number of changes so far.
    pub seq: u32,
    /// The text.
    pub text: String,
}

/// The table after some commands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Moment {
    /// After how many commands.
    pub n: usize,
    /// How many there are.
    pub length: usize,
    /// The table.
    pub view: View,
    /// The last of these commands.
    pub entry: Option<Entry>,
}
