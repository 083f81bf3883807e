//! What is said on the wire. `web/src/wire.ts` and the OpenAPI document are made from these types.

mod battles;
mod games;
mod lab;
mod play;
mod referee;
mod report;
mod tests;

use firelock_core::{ClauseEntry, Refusal};
use schemars::JsonSchema;
use serde::Serialize;

pub use battles::{BattleCard, BattlePage, BattleSystem, HistoryPage, OpponentCard, SystemCard, VictoryWords};
pub use games::{
    Against, BattleShort, DiceWish, Entry, GameState, Log, NewGame, NewLinks, Seat, SystemShort, TakeBack,
};
pub use lab::{LabPhase, LabState, NewLab};
pub use play::{
    Answer, AnswerKind, Candidates, Change, ChangeKind, CommandAsked, FacesAsked, FitAnswer, FitAsked, MeasureAsked,
    MeasureEnd, Measured, Moment, OrderAsked, PlaceAsked, PleaAnswered, PreviewAnswer, PreviewAsked, Reach, ReachAsked,
    Sight, TextTable, Thinking,
};
pub use referee::{
    NewLink, NewReferee, RefereeAct, RefereeAsked, RefereeEffect, RefereeEntry, RefereeTable, RefereeWritten,
};
pub use report::{Luck, Report, SideReport, UnitReport};
pub use tests::{Attack, AttackAnswer, AttackAsked, AttackPage, CheckAnswer, CheckAsked, TestCard, TestPage, WhatIf};

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
