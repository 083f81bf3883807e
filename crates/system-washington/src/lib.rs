//! Washington's Army, the American War of Independence by Peter Pig.
//!
//! The rules in our words stand in `docs/rules/washington.md`; the README of this crate tells the hardest flow.

pub mod chain;
pub mod charts;
pub mod clauses;
pub mod command;
pub mod event;
pub mod facts;
mod geometry;
pub mod muster;
mod phase;
pub mod published;
pub mod results;
pub mod roster;
mod scenery;
mod sequence;
mod sight;
pub mod state;
mod terrain;
mod view;
pub mod words;

use arrayvec::ArrayVec;
use firelock_core::{
    Cells, Chapter, ClauseEntry, Decision, Desk, Fitted, Grain, Halt, Landmark, Onset, Refusal, RuleSystem, Rulebook,
    Side, Switch, Test, UnitId, Verdict, View, Wish,
};

use command::Command;
use event::Event;
use state::{Asking, Pool, State};

/// The rules of Washington's Army.
#[derive(Clone, Copy, Debug)]
pub struct Washington;

impl RuleSystem for Washington {
    const NAME: &'static str = "washington";
    const TITLE: &'static str = "Washington's Army";

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
        phase::deciders(state)
    }

    fn chapter(state: &State) -> Option<Chapter> {
        phase::pending(state).map(|asking| phase::chapter(state, asking))
    }

    fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
        phase::candidates(state, side, grain, into);
    }

    fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
        phase::fit(state, side, wish)
    }

    fn check(state: &State, side: Side, command: &Command) -> Result<(), Refusal> {
        phase::check(state, side, command)
    }

    fn resolve(desk: &mut Desk<'_, Washington>, side: Side, command: &Command) -> Result<(), Halt> {
        phase::resolve(desk, side, command)?;
        sequence::advance(desk)
    }

    fn fold(state: &mut State, event: &Event) {
        event::fold(state, event);
    }

    // WA-PRE-04: the split of the other side's dice is hidden until both are in.
    fn observe(state: &State, side: Side) -> State {
        let mut seen = state.clone();
        let theirs = &mut seen.pools[side.enemy().index()];
        if matches!((phase::pending(state), &*theirs), (Some(Asking::Pools), Pool::Split(_))) {
            *theirs = Pool::Sealed;
        }
        seen
    }

    fn redact(event: &Event, side: Side) -> Option<Event> {
        Some(match event {
            Event::Split { side: whose, .. } if *whose != side => Event::Split { side: *whose, dice: None },
            other => other.clone(),
        })
    }

    fn is_open(event: &Event) -> bool {
        !matches!(event, Event::Split { .. })
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

    fn keep_dice(state: &State) -> Option<Command> {
        matches!(state.agenda.top(), Some(firelock_core::Frame::Ask(Asking::Reroll(_)))).then_some(Command::Keep)
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        view::landmark(event)
    }

    fn sees(state: &State, from: UnitId, to: UnitId) -> Option<Result<(), Refusal>> {
        Some(state.looks_at(from, to))
    }

    fn attack(state: &State, _side: Side, command: &Command) -> Option<Onset> {
        phase::attack(state, command).map(|(onslaught, left_out)| Onset::new(&onslaught, left_out))
    }

    fn phrase(state: &State, command: &Command) -> String {
        view::phrase(state, command)
    }

    fn verdict(state: &State) -> Option<Verdict> {
        state.verdict.clone()
    }
}

impl Washington {
    /// In how many of 36 throws of two dice a unit that has not acted will act if it is called upon now (WA-SEQ-08, WA-CMD-11..23): all
    /// of them where no dice are needed, none where nobody can call upon it. Dice that are held count as they lie.
    pub fn chance_to_act(state: &State, unit: UnitId) -> u8 {
        phase::chance_to_act(state, unit)
    }
}
