//! A made-up battle of eleven rules, to prove the trait and the kit.
//!
//! Both sides choose a posture in secret (two sealed asks), move and shoot; a volley may be held while its misses are
//! rolled again (an ask that holds dice); nerve is tested company by company and stops where an owner must choose
//! (work that is interrupted and goes on); it ends after eight turns or when a side is gone.

mod charts;
mod drawn;
mod event;
mod rules;
mod state;
mod view;

use firelock_core::{
    Cells, Checked, ClauseEntry, Decision, Desk, Dice, Effect, Fitted, Grain, Halt, Refusal, RuleSystem, Rulebook,
    Side, Switch, Test, TestFault, Verdict, View, Wish, facts_of, schema_of,
};
use firelock_table::Length;
use serde_json::Value;

pub use charts::Nerve;
pub use drawn::READER;
pub use event::Event;
pub use state::{Answer, Asked, Command, Company, Muster, Posture, State, Unit, Work};

/// The toy system.
#[derive(Clone, Copy, Debug)]
pub struct Toy;

impl RuleSystem for Toy {
    const NAME: &'static str = "toy";
    const TITLE: &'static str = "A toy battle";

    type State = State;
    type Command = Command;
    type Event = Event;

    fn clauses() -> &'static [ClauseEntry] {
        charts::CLAUSES
    }

    fn charts() -> &'static [&'static dyn Cells] {
        static CHARTS: &[&dyn Cells] = &[
            &charts::PRESS_RATE,
            &charts::HOLD_RATE,
            &charts::WHEEL,
            &charts::RANGE,
            &charts::CLOSE,
            &charts::ARC,
            &charts::HITS,
            &charts::VOLLEY,
            &charts::NEED,
            &charts::NERVE,
            &charts::BACK,
            &charts::TURNS,
        ];
        CHARTS
    }

    fn switches() -> &'static [Switch] {
        static SWITCHES: &[Switch] = &[charts::SECOND_VOLLEY];
        SWITCHES
    }

    fn tests() -> &'static [Test] {
        static TESTS: &[Test] = &[Test {
            name: "nerve",
            clause: charts::NRV_01,
            summary: "whether a company that lost figures stands",
            schema: schema_of::<Nerve>,
            facts: || serde_json::to_value(Nerve::default()).unwrap_or_default(),
            run: run_nerve,
        }];
        TESTS
    }

    fn book(state: &State) -> &Rulebook {
        &state.muster.book
    }

    fn decision(state: &State) -> Decision<Command> {
        rules::decision(state)
    }

    fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
        rules::candidates(state, side, grain, into);
    }

    fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
        rules::fit(state, side, wish)
    }

    fn check(state: &State, side: Side, command: &Command) -> Result<(), Refusal> {
        rules::check(state, side, command)
    }

    fn resolve(desk: &mut Desk<'_, Toy>, side: Side, command: &Command) -> Result<(), Halt> {
        rules::resolve(desk, side, command)
    }

    fn fold(state: &mut State, event: &Event) {
        event::fold(state, event);
    }

    fn observe(state: &State, side: Side) -> State {
        let mut seen = state.clone();
        let theirs = &mut seen.postures[side.enemy().index()];
        if matches!((state.asked(), *theirs), (Some(Asked::Posture), Answer::Is(_))) {
            *theirs = Answer::Sealed;
        }
        seen
    }

    fn redact(event: &Event, side: Side) -> Option<Event> {
        Some(event::redact(event, side))
    }

    fn view(state: &State, side: Option<Side>) -> View {
        view::view(state, side)
    }

    fn tell(state: &State, event: &Event) -> String {
        event::tell(state, event)
    }

    fn phrase(state: &State, command: &Command) -> String {
        view::phrase(state, command)
    }

    fn verdict(state: &State) -> Option<Verdict> {
        rules::verdict(state)
    }
}

/// The nerve test without a table.
fn run_nerve(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let nerve: Nerve = facts_of(said)?;
    let ledger = charts::NERVE.ledger(book, &nerve);
    let roll = charts::nerve_roll(Side::Red, None, ledger.clone());
    let result = dice.roll(&roll)?.value();
    let effect = match result >= book.number(&charts::NEED) {
        true => Effect::new("holds", charts::NRV_01, "the company stands where it is"),
        false => Effect::new("shaken", charts::NRV_02, "it falls back or loses a figure"),
    };
    Ok(Checked { ledgers: vec![(String::new(), ledger)], dice: roll.in_words(), result, effect, also: Vec::new() })
}

/// Grid steps as inches.
fn inches(steps: i32) -> String {
    Length::grid(steps).in_inches()
}
