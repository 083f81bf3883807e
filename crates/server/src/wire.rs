//! What is said on the wire. `web/src/wire.ts` and the OpenAPI document are made from these types.

use std::collections::BTreeMap;
use std::sync::Arc;

use firelock_core::{
    Chapter, ClauseEntry, Effect, Fitted, Ledger, Refusal, Roll, Side, Switch, UnitId, Verdict, View, Wish,
};
use firelock_game::{Candidate, Note, Preview, Telling};
use firelock_odds::{ChainOdds, EffectOdds, Exactness};
use firelock_table::{Length, Point, Segment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

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

/// What is told after a game, or in the midst of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Report {
    /// How it ended.
    pub verdict: Option<Verdict>,
    /// What each side lost and rolled, red first.
    pub sides: [SideReport; 2],
    /// How the battle went in its own time.
    pub history: Option<String>,
    /// How often commands were taken back though dice or the other side had spoken.
    pub recalls: usize,
    /// The whole as plain text, for keeping.
    pub text: String,
}

/// What a side lost and rolled.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SideReport {
    /// The side.
    pub side: Side,
    /// What it is called.
    pub name: String,
    /// Strength at the start and now, as the system counts it.
    pub strength: [u32; 2],
    /// Units that lost something or left the table.
    pub units: Vec<UnitReport>,
    /// What history says it lost.
    pub history: Vec<String>,
    /// Its luck.
    pub luck: Luck,
}

/// What a unit lost.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnitReport {
    /// Its name.
    pub name: String,
    /// Strength at the start and now.
    pub strength: [u16; 2],
    /// Whether it is still on the table.
    pub present: bool,
}

/// Dice expected against dice rolled. It counts pips: what they were good for, the tests themselves say.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Luck {
    /// How many dice.
    pub dice: u32,
    /// The mean sum of that many dice.
    pub expected: f64,
    /// The sum of their faces.
    pub rolled: i64,
    /// The difference in standard deviations; between -2 and 2 nineteen times out of twenty.
    pub deviations: f64,
    /// The same in words.
    pub words: String,
}

/// A test of the rules in the list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestCard {
    /// Its name.
    pub name: &'static str,
    /// The rule it stands for.
    pub clause: firelock_core::Clause,
    /// What it decides.
    pub summary: &'static str,
}

/// A test of the rules with what it wants to know.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestPage {
    /// The test.
    pub test: TestCard,
    /// The JSON schema of its facts.
    pub schema: Value,
    /// Its facts where none is said.
    pub facts: Value,
}

/// A test to be made.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckAsked {
    /// The facts that differ from the plain ones.
    pub facts: BTreeMap<String, Value>,
    /// The faces that the dice show, in the order they are rolled.
    #[schemars(length(max = 200))]
    pub faces: Vec<i16>,
    /// Whether the server is to roll.
    pub roll: bool,
    /// A fact whose values are tried out.
    pub what_if: Option<String>,
    /// Choices between readings, and optional rules.
    pub switches: BTreeMap<String, String>,
}

/// What a test comes to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckAnswer {
    /// All facts.
    pub facts: Value,
    /// The tallies, each with a heading where there are several.
    pub ledgers: Vec<(String, Ledger)>,
    /// The sum of the tallies that are added to the dice.
    pub total: i32,
    /// The dice in words; empty where the result is certain.
    pub dice: String,
    /// The roll whose faces are wanted.
    pub wanted: Option<Roll>,
    /// The faces that fell.
    pub faces: Vec<i16>,
    /// The number that was looked up.
    pub result: Option<i32>,
    /// What it means.
    pub effect: Option<Effect>,
    /// What else follows.
    pub also: Vec<Effect>,
    /// The odds of each effect.
    pub odds: Vec<EffectOdds>,
    /// Whether these are the true odds.
    pub exactness: Exactness,
    /// The odds for each value of a fact.
    pub what_if: Vec<WhatIf>,
}

/// The odds if a fact were otherwise.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WhatIf {
    /// The value of the fact.
    pub value: Value,
    /// The odds of each effect.
    pub odds: Vec<EffectOdds>,
}

/// The attack of a system, with what its odds want to know.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AttackPage {
    /// The rule that it stands for.
    pub clause: firelock_core::Clause,
    /// What it asks.
    pub summary: &'static str,
    /// The JSON schema of its facts.
    pub schema: Value,
    /// Its facts where none is said.
    pub facts: Value,
}

/// An attack whose odds are wanted.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AttackAsked {
    /// The facts that differ from the plain ones; those inside others are named with dots.
    pub facts: BTreeMap<String, Value>,
    /// Choices between readings, and optional rules.
    pub switches: BTreeMap<String, String>,
}

/// The odds of an attack, and of the other unit's attack on this one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AttackAnswer {
    /// As it was asked.
    pub there: Attack,
    /// The other way round; none where the other unit cannot attack.
    pub back: Option<Attack>,
    /// Why it cannot.
    pub back_bar: Option<String>,
}

/// The odds of one attack.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Attack {
    /// All facts.
    pub facts: Value,
    /// The odds.
    pub odds: ChainOdds,
}

/// A referee's table to be opened.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReferee {
    /// The rule system.
    pub system: String,
    /// What it is called.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub name: String,
}

/// The link of something new.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NewLink {
    /// The link; who has it may write.
    pub link: String,
}

/// A referee's table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RefereeTable {
    /// The rule system.
    pub system: String,
    /// What it is called.
    pub name: String,
    /// How many entries there are.
    pub seq: u32,
    /// All entries in order, those taken back too.
    pub entries: Vec<RefereeEntry>,
}

/// Something that happened at a referee's table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum RefereeEntry {
    /// A unit's card, new or changed.
    Unit {
        /// Its name for good.
        #[schemars(length(max = 40))]
        id: String,
        /// What it is called.
        #[schemars(length(max = 60))]
        name: String,
        /// Whose it is.
        side: Side,
        /// Its strength at the start, in the coin of the rules.
        strength: u16,
    },
    /// A unit lost so much, or got it back.
    Loss {
        /// Which.
        #[schemars(length(max = 40))]
        unit: String,
        /// How much; below zero it comes back.
        lost: i16,
    },
    /// A test that was made.
    Test {
        /// Which.
        test: String,
        /// Whose it was: the cards of both units, where they are known.
        units: [Option<String>; 2],
        /// Its facts.
        facts: Value,
        /// The faces that fell.
        faces: Vec<i16>,
        /// The number that was looked up.
        result: i32,
        /// What it means.
        effect: RefereeEffect,
        /// What else follows.
        also: Vec<RefereeEffect>,
    },
    /// A turn began.
    Turn {
        /// Its number.
        turn: u16,
        /// Whose it is.
        side: Side,
    },
    /// A remark.
    Note {
        /// What it says.
        #[schemars(length(max = 300))]
        words: String,
    },
    /// The last entry that stood is taken back.
    Undo,
}

/// An effect as it was written down.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RefereeEffect {
    /// Its name.
    pub name: String,
    /// The rule behind it.
    pub clause: firelock_core::Clause,
    /// What it does.
    pub text: String,
}

impl From<Effect> for RefereeEffect {
    fn from(Effect { name, clause, text }: Effect) -> RefereeEffect {
        RefereeEffect { name, clause, text }
    }
}

/// Something to be written at a referee's table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RefereeAsked {
    /// How many entries the writer has seen.
    pub at: u32,
    /// What.
    pub act: RefereeAct,
}

/// What can be written at a referee's table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum RefereeAct {
    /// A unit's card.
    Unit {
        /// Its name for good.
        id: String,
        /// What it is called.
        name: String,
        /// Whose it is.
        side: Side,
        /// Its strength at the start.
        strength: u16,
    },
    /// A loss.
    Loss {
        /// Whose.
        unit: String,
        /// How much.
        lost: i16,
    },
    /// A test: with the faces of real dice, or rolled by the server.
    Test {
        /// Which.
        test: String,
        /// The cards of both units, where they are known.
        #[serde(default)]
        units: [Option<String>; 2],
        /// The facts that differ from the plain ones.
        #[serde(default)]
        facts: BTreeMap<String, Value>,
        /// The faces that fell.
        #[serde(default)]
        faces: Vec<i16>,
        /// Whether the server is to roll.
        #[serde(default)]
        roll: bool,
    },
    /// The next turn.
    Turn {
        /// Its number.
        turn: u16,
        /// Whose it is.
        side: Side,
    },
    /// A remark.
    Note {
        /// What it says.
        words: String,
    },
    /// Takes the last entry back.
    Undo,
}

/// An entry with its number.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RefereeWritten {
    /// Its number, from 1.
    pub seq: u32,
    /// The entry.
    pub entry: RefereeEntry,
}

/// A laboratory to be begun.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLab {
    /// The battle.
    pub battle: String,
    /// The rule systems; none where they are varied.
    #[serde(default)]
    pub systems: Vec<String>,
    /// Games for each combination.
    pub games: u32,
    /// The seed of the first game.
    #[serde(default = "one")]
    pub seed: u64,
    /// The first commander: `captain`, `captain:bold`.
    pub red: String,
    /// The second.
    pub blue: String,
    /// What is varied: `battle.turns=8,10`.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub vary: Vec<String>,
    /// Games by which the strength of each commander is measured besides.
    #[serde(default)]
    #[schemars(range(max = 40))]
    pub gauge: u32,
}

fn one() -> u64 {
    1
}

/// How far a laboratory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LabPhase {
    /// Others come first.
    Waiting,
    /// It plays.
    Running,
    /// All games are played.
    Done,
    /// It was stopped.
    Stopped,
    /// A game did not end by its rules.
    Failed,
}

/// How a laboratory stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LabState {
    /// How far it is.
    pub phase: LabPhase,
    /// Games played.
    pub done: usize,
    /// Games in all.
    pub total: usize,
    /// Why it failed.
    pub fault: Option<String>,
    /// The report on the games so far.
    pub report: firelock_lab::Report,
}

/// How the server is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Health {
    /// Whether it serves.
    pub ok: bool,
    /// The engine.
    pub version: &'static str,
    /// Unfinished games.
    pub games: u64,
}

/// Why a request was not answered as asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// The rules forbid it.
    Refused,
    /// The typed order or the faces make no sense here.
    NotUnderstood,
    /// The request is malformed.
    Bad,
    /// This seat may not do that.
    NotYours,
    /// There is no such thing.
    Unknown,
    /// The game has moved on.
    Stale,
    /// It cannot be taken back.
    Barred,
    /// The record is not to be seen before the end.
    Sealed,
    /// The body is too large.
    TooLarge,
    /// Too many requests.
    TooFast,
    /// No room for another game.
    Full,
    /// A fault of ours; the game is safe on disk.
    Fault,
}

/// The body of every answer that is not a success.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// What kind.
    pub error: ProblemKind,
    /// In a sentence.
    pub words: String,
    /// The rule and the place, where the rules forbid it.
    pub refusal: Option<Refusal>,
    /// The number of changes now, where the game has moved on.
    pub now: Option<u32>,
}

/// The clauses of a system.
pub type Clauses = Vec<ClauseEntry>;
