//! Fire and Discipline, the horse-and-musket rules of about 1685-1750.
//!
//! The rules in our words stand in `docs/rules/discipline.md`; the README of this crate tells the hardest flow.

mod boxes;
pub mod chain;
pub mod charts;
pub mod clauses;
mod clearance;
pub mod command;
mod cover;
pub mod event;
pub mod facts;
mod geometry;
mod known;
pub mod muster;
mod phase;
pub mod published;
pub mod results;
pub mod roster;
mod sequence;
mod sight;
pub mod state;
pub mod survey;
pub mod terrain;
mod view;
pub mod words;
pub mod yards;

use arrayvec::ArrayVec;
use firelock_core::{
    Cells, Chapter, ClauseEntry, Decision, Desk, Fitted, Grain, Halt, Landmark, Measure, Onset, Refusal, RuleSystem,
    Rulebook, Seeded, Side, Switch, Test, UnitId, Verdict, View, Wish,
};

use command::Command;
use event::Event;
use state::State;

/// The rules of Fire and Discipline.
#[derive(Clone, Copy, Debug)]
pub struct Discipline;

impl RuleSystem for Discipline {
    const NAME: &'static str = "discipline";
    const TITLE: &'static str = "Fire and Discipline";
    const MEASURE: Measure = Measure::Yards;

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
        phase::asked_sides(state)
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

    fn resolve(desk: &mut Desk<'_, Discipline>, side: Side, command: &Command) -> Result<(), Halt> {
        phase::resolve(desk, side, command)?;
        sequence::advance(desk)
    }

    fn fold(state: &mut State, event: &Event) {
        event::fold(state, event);
    }

    fn observe(state: &State, side: Side) -> State {
        event::observe(state, side)
    }

    fn redact(event: &Event, side: Side) -> Option<Event> {
        event::redact(event, side)
    }

    fn view(state: &State, side: Option<Side>) -> View {
        view::view(state, side)
    }

    fn tell(state: &State, event: &Event) -> String {
        view::tell(state, event)
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        view::landmark(event)
    }

    fn sees(state: &State, from: UnitId, to: UnitId) -> Option<Result<(), Refusal>> {
        Some(state.looks_at(from, to))
    }

    fn attack(state: &State, side: Side, command: &Command) -> Option<Onset> {
        phase::charge::attack(state, side, command).map(|(charge, left_out)| Onset::new(&charge, left_out))
    }

    fn phrase(state: &State, command: &Command) -> String {
        view::phrase(state, command)
    }

    fn verdict(state: &State) -> Option<Verdict> {
        state.verdict.clone()
    }
}
