use std::fmt::Debug;
use std::hash::Hash;

use arrayvec::ArrayVec;
use firelock_table::{Angle, Point};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{
    Cells, Chapter, Clause, ClauseEntry, Decision, Desk, Halt, Landmark, Measure, Onset, Refusal, Rulebook, Seeded,
    Side, Switch, Test, UnitId, View,
};

/// One set of rules. `check` alone judges, `resolve` alone rolls, `fold` alone changes a state.
pub trait RuleSystem: Sized + 'static {
    /// The name people type: `regimental`.
    const NAME: &'static str;
    /// The name people read.
    const TITLE: &'static str;
    /// What its players measure in.
    const MEASURE: Measure = Measure::Inches;

    /// Everything that is true now. A plain value; what never changes in a game is shared behind an `Arc`.
    type State: Clone + Debug + Eq + Hash + Serialize + Send + Sync;
    /// What a player may say.
    type Command: Clone + Debug + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// What can happen.
    type Event: Clone + Debug + Eq + Serialize + DeserializeOwned + Send + Sync;

    /// The clauses of the chapter.
    fn clauses() -> &'static [ClauseEntry];
    /// Every chart, grid and number that an overlay may change.
    fn charts() -> &'static [&'static dyn Cells];
    /// The named switches.
    fn switches() -> &'static [Switch];
    /// The tests of the rules that need no table.
    fn tests() -> &'static [Test];

    /// The rulebook of a game.
    fn book(state: &Self::State) -> &Rulebook;
    /// Who is asked, under which clause, in which form; empty when the game is over.
    fn decision(state: &Self::State) -> Decision<Self::Command>;
    /// Who is asked, as `decision` says; a system that can tell without listing anything says so here, for playouts.
    fn asked(state: &Self::State) -> ArrayVec<Side, 2> {
        Self::decision(state).asks.iter().map(|ask| ask.side).collect()
    }
    /// What is being decided; none once the game is over, or where a system does not say.
    fn chapter(_state: &Self::State) -> Option<Chapter> {
        None
    }
    /// A finite, reproducible sample of legal commands for a side, listed ones included.
    fn candidates(state: &Self::State, side: Side, grain: Grain, into: &mut Vec<Self::Command>);
    /// One of the candidates, each as likely as any other: for players that want only one. A system that need not judge all of
    /// them for that says so here.
    fn draw(state: &Self::State, side: Side, grain: Grain, chance: &mut Seeded) -> Option<Self::Command> {
        let mut listed = Vec::new();
        Self::candidates(state, side, grain, &mut listed);
        chance.one_of(&mut listed)
    }
    /// The nearest legal command to what a hand points at.
    ///
    /// # Errors
    /// Why there is none near.
    fn fit(state: &Self::State, side: Side, wish: &Wish) -> Result<Fitted<Self::Command>, Refusal>;
    /// Judges a command.
    ///
    /// # Errors
    /// The clause that forbids it, and the place on the table that decided.
    fn check(state: &Self::State, side: Side, command: &Self::Command) -> Result<(), Refusal>;
    /// Carries out a command that `check` allows, and whatever follows from it until the next decision.
    ///
    /// # Errors
    /// When the dice halt.
    fn resolve(desk: &mut Desk<'_, Self>, side: Side, command: &Self::Command) -> Result<(), Halt>;
    /// Applies an event.
    fn fold(state: &mut Self::State, event: &Self::Event);

    /// The state as a side knows it.
    fn observe(state: &Self::State, side: Side) -> Self::State;
    /// The event as a side sees it, if it does.
    fn redact(event: &Self::Event, side: Side) -> Option<Self::Event>;
    /// Whether both sides see the whole event, as `redact` says; a system that can tell without copies says so here.
    fn is_open(event: &Self::Event) -> bool {
        Side::BOTH.into_iter().all(|side| Self::redact(event, side).as_ref() == Some(event))
    }
    /// What a client draws: for one side, or (none) for a spectator.
    fn view(state: &Self::State, side: Option<Side>) -> View;
    /// An event in a plain sentence, `state` being the one before it; empty for mere bookkeeping.
    fn tell(state: &Self::State, event: &Self::Event) -> String;
    /// The same before the dice: without the total that led to an effect, so that equal effects are told alike.
    fn foretell(state: &Self::State, event: &Self::Event) -> String {
        Self::tell(state, event)
    }
    /// The command by which the asked side lets dice count as they lie, while they lie open to be rolled again.
    fn keep_dice(_state: &Self::State) -> Option<Self::Command> {
        None
    }
    /// What an event means beyond its sentence, if anything.
    fn landmark(_event: &Self::Event) -> Option<Landmark> {
        None
    }
    /// Whether a unit on the table sees another, by the system's rule of sight, and what hides it if not; none where a system
    /// does not say. Both are troops: no leaders and no markers.
    fn sees(_state: &Self::State, _from: UnitId, _to: UnitId) -> Option<Result<(), Refusal>> {
        None
    }
    /// The attack that a legal command begins, as it would go if nothing else happened before it is over; none where it begins none,
    /// or one of which the system's [`Encounter`](crate::Encounter) does not tell.
    fn attack(_state: &Self::State, _side: Side, _command: &Self::Command) -> Option<Onset> {
        None
    }
    /// A command in a few words.
    fn phrase(state: &Self::State, command: &Self::Command) -> String;
    /// How the game ended, once it has.
    fn verdict(state: &Self::State) -> Option<Verdict>;
}

/// How finely continuous choices are sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Grain {
    /// A handful per unit, for playouts.
    Coarse,
    /// The usual sample.
    #[default]
    Middle,
    /// As many as are worth a look.
    Fine,
}

/// What a hand points at: a unit, a kind of act, a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Wish {
    /// Who is to act.
    pub unit: UnitId,
    /// The kind of act by the name that the prompt gave it ("full move"); empty lets the system choose.
    pub act: String,
    /// Where the pointer is.
    pub at: Point,
    /// The facing wished for, if any.
    pub facing: Option<Angle>,
    /// The enemy pointed at, if any.
    pub target: Option<UnitId>,
}

/// The nearest legal command to a wish, and how it would look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fitted<C> {
    /// What to submit.
    pub command: C,
    /// The corners of each base where it would end.
    pub ghost: Vec<[Point; 4]>,
    /// The way of the front center.
    pub path: Vec<Point>,
    /// What it costs, in words ("6.5 of 10 inches").
    pub cost: String,
    /// What the player should know (becomes disordered, ends in the open), with the clause.
    pub notes: Vec<(Clause, String)>,
    /// Why it stops short of the wish, if it does.
    pub short: Option<Refusal>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Verdict {
    /// Who won; none is a draw.
    pub winner: Option<Side>,
    /// The rule that ended it.
    pub clause: Clause,
    /// How clearly: the system's own word ("decisive").
    pub margin: &'static str,
    /// Points per side, red first.
    pub score: [i32; 2],
    /// In a sentence.
    pub words: String,
}
