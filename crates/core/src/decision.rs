use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Clause, Refusal, Side, UnitId};

/// What is to be decided now. Empty when the game is over; two asks only where both sides choose in secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision<C> {
    /// Who is asked what.
    pub asks: ArrayVec<Ask<C>, 2>,
}

/// One side's pending choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask<C> {
    /// Who decides.
    pub side: Side,
    /// The rule that asks.
    pub clause: Clause,
    /// What is asked, in a few words ("declare charges").
    pub prompt: &'static str,
    /// How it is answered.
    pub form: Form,
    /// The commands that can be listed; placements on the table are found by `fit` and judged by `check`.
    pub listed: Vec<C>,
    /// How to say "done": the command, or why not yet. None where there is nothing to end.
    pub end: Option<Result<C, Refusal>>,
    /// Whether the answer stays hidden until the other side's is in.
    pub sealed: bool,
}

/// How a decision is answered. A client draws these nine and thereby plays every system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// One of a list.
    Choose,
    /// Some of a list.
    Select,
    /// A pose on the table.
    Place,
    /// A path of legs.
    Path,
    /// A point on the table.
    Point,
    /// A number divided among heads.
    Split,
    /// An order per unit, then done.
    Orders,
    /// Which dice to roll again.
    Dice,
    /// Losses or bases shared out.
    Allocate,
}

/// What a decision or a roll is about, by the chapters that all rulebooks share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Chapter {
    /// Setting up.
    Setup,
    /// Leaders, orders, checks before acting.
    Command,
    /// Moving and forming.
    Move,
    /// Small arms and guns.
    Fire,
    /// Declaring charges.
    Charge,
    /// A unit's whole activation: it may move, fire or charge.
    Act,
    /// Answering a charge or another act of the enemy.
    React,
    /// Fighting hand to hand, and what comes of it.
    Melee,
    /// Morale, disorder and rallying.
    Rally,
    /// Troops come on.
    Arrival,
}

/// What an event means to those who follow the game, beyond its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Landmark {
    /// The sequence goes on: a step of that turn begins.
    Step(u16),
    /// A charge begins: who, and at whom; none is a place.
    Charge(UnitId, Option<UnitId>),
}

impl<C> Decision<C> {
    /// Nobody is asked any more.
    pub fn over() -> Decision<C> {
        Decision { asks: ArrayVec::new() }
    }

    /// One side is asked.
    pub fn one(ask: Ask<C>) -> Decision<C> {
        Decision { asks: ArrayVec::from_iter([ask]) }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.asks.is_empty()
    }

    /// What a side is asked.
    pub fn ask(&self, side: Side) -> Option<&Ask<C>> {
        self.asks.iter().find(|ask| ask.side == side)
    }
}

/// What is still to be done: pending decisions and procedures waiting to go on. The last frame is next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Agenda<A, W> {
    frames: Vec<Frame<A, W>>,
}

/// One entry of the agenda.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Frame<A, W> {
    /// A decision, with what it needs to know (a held roll included).
    Ask(A),
    /// An automatic procedure with its own queue and cursor.
    Work(W),
}

impl<A, W> Default for Agenda<A, W> {
    fn default() -> Agenda<A, W> {
        Agenda { frames: Vec::new() }
    }
}

impl<A, W> Agenda<A, W> {
    /// What is next.
    pub fn top(&self) -> Option<&Frame<A, W>> {
        self.frames.last()
    }

    /// What is next, to be advanced in place.
    pub fn top_mut(&mut self) -> Option<&mut Frame<A, W>> {
        self.frames.last_mut()
    }

    /// Puts a decision on top.
    pub fn ask(&mut self, ask: A) {
        self.frames.push(Frame::Ask(ask));
    }

    /// Puts a procedure on top.
    pub fn work(&mut self, work: W) {
        self.frames.push(Frame::Work(work));
    }

    /// Takes the top away.
    pub fn pop(&mut self) -> Option<Frame<A, W>> {
        self.frames.pop()
    }

    /// Takes everything away: the game is over.
    pub fn clear(&mut self) {
        self.frames.clear();
    }

    /// All frames, the next one last.
    pub fn frames(&self) -> &[Frame<A, W>] {
        &self.frames
    }
}
