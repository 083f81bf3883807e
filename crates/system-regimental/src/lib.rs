//! Regimental Fire and Fury, American War of Independence variant.
//!
//! The rules in our words stand in `docs/rules/regimental.md`; the README of this crate tells the hardest flow.

pub mod chain;
pub mod charts;
pub mod clauses;
pub mod command;
mod cover;
pub mod event;
pub mod facts;
mod geometry;
pub mod muster;
mod phase;
pub mod published;
pub mod results;
pub mod roster;
mod sequence;
mod sight;
pub mod state;
mod terrain;
mod view;
pub mod words;

use arrayvec::ArrayVec;
use firelock_core::{
    Cells, Chapter, ClauseEntry, Decision, Desk, Fitted, Grain, Halt, Landmark, Onset, Refusal, RuleSystem, Rulebook,
    Seeded, Side, Switch, Test, UnitId, Verdict, View, Wish,
};

use command::Command;
use event::Event;
use state::State;

/// The rules of Regimental Fire and Fury for the American War of Independence.
#[derive(Clone, Copy, Debug)]
pub struct Regimental;

impl Regimental {
    /// Has copies of this state share what they find out about who may fire at whom, as far as nobody who moved since then concerns it. It
    /// changes nothing: a commander who has many ideas need not look anew after each.
    pub fn foresee_fire(state: &mut State) {
        phase::fire::foresee(state);
    }

    /// Where maneuvers are asked for: those of the next unit of the check alone, to hold among them.
    pub fn maneuvers_of_next(state: &State, grain: Grain, into: &mut Vec<Command>) {
        phase::movement::candidates_of_next(state, grain, into);
    }

    /// Where fire is asked for: of the full volleys at some units, or led by one of them, that of most units; the first of equals.
    pub fn volley_about(state: &State, these: &[UnitId]) -> Option<Command> {
        phase::fire::volley_about(state, these)
    }

    /// Where charges are declared: who might charge whom, as boxes tell.
    pub fn may_charge(state: &State) -> Vec<(UnitId, UnitId)> {
        phase::charge::pairs(state)
    }

    /// Of these in this order the charges of the first so many who reach their enemy, so many of each at most, the plainest first; and to
    /// be done.
    pub fn charges_of(
        state: &State,
        pairs: &[(UnitId, UnitId)],
        grain: Grain,
        most_and_each: [usize; 2],
        into: &mut Vec<Command>,
    ) {
        phase::charge::of_pairs(state, pairs, grain, most_and_each, into);
        into.push(Command::Done);
    }
}

impl RuleSystem for Regimental {
    const NAME: &'static str = "regimental";
    const TITLE: &'static str = "Regimental Fire and Fury (American War of Independence)";

    type State = State;
    type Command = Command;
    type Event = Event;

    fn clauses() -> &'static [ClauseEntry] {
        clauses::CLAUSES
    }

    fn charts() -> &'static [&'static dyn Cells] {
        charts::CHARTS
    }

    fn switches() -> &'static [Switch] {
        charts::SWITCHES
    }

    fn tests() -> &'static [Test] {
        published::TESTS
    }

    fn book(state: &State) -> &Rulebook {
        &state.stage.book
    }

    fn decision(state: &State) -> Decision<Command> {
        phase::decision(state)
    }

    fn asked(state: &State) -> ArrayVec<Side, 2> {
        phase::pending(state).map(|asking| sequence::decider(state, asking)).into_iter().collect()
    }

    fn chapter(state: &State) -> Option<Chapter> {
        phase::pending(state).map(phase::chapter)
    }

    fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
        phase::candidates(state, side, grain, into);
    }

    fn draw(state: &State, side: Side, grain: Grain, chance: &mut Seeded) -> Option<Command> {
        phase::draw(state, side, grain, chance)
    }

    fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
        phase::fit(state, side, wish)
    }

    fn check(state: &State, side: Side, command: &Command) -> Result<(), Refusal> {
        phase::check(state, side, command)
    }

    fn resolve(desk: &mut Desk<'_, Regimental>, side: Side, command: &Command) -> Result<(), Halt> {
        phase::resolve(desk, side, command)?;
        sequence::advance(desk)
    }

    fn fold(state: &mut State, event: &Event) {
        event::fold(state, event);
    }

    // Nothing is hidden in these rules (RF-SEQ-23).
    fn observe(state: &State, _side: Side) -> State {
        state.clone()
    }

    fn redact(event: &Event, _side: Side) -> Option<Event> {
        Some(event.clone())
    }

    fn is_open(_event: &Event) -> bool {
        true
    }

    fn view(state: &State, side: Option<Side>) -> View {
        view::view(state, side)
    }

    fn tell(state: &State, event: &Event) -> String {
        view::tell(state, event)
    }

    fn foretell(state: &State, event: &Event) -> String {
        view::foretell(state, event)
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        view::landmark(event)
    }

    fn sees(state: &State, from: UnitId, to: UnitId) -> Option<Result<(), Refusal>> {
        Some(state.looks_at(from, to))
    }

    fn attack(state: &State, _side: Side, command: &Command) -> Option<Onset> {
        phase::charge::attack(state, command).map(|(charge, left_out)| Onset::new(&charge, left_out))
    }

    fn phrase(state: &State, command: &Command) -> String {
        view::phrase(state, command)
    }

    fn verdict(state: &State) -> Option<Verdict> {
        state.verdict.clone()
    }
}
