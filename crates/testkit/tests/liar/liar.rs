use std::cell::{Cell, RefCell};
use std::fmt::{self, Debug};

use firelock_core::{
    Ask, Cells, ClauseEntry, Decision, Desk, Dice, Fitted, Grain, Halt, Refusal, Roll, Rolled, RuleSystem, Rulebook,
    Seeded, Side, Switch, Taken, Test, Verdict, View, Wish, carry_out,
};
use firelock_testkit::toy::{Command, Event, State, Toy};
use serde::de::DeserializeOwned;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

type Draw = fn(&State, Side, Grain, &mut Seeded) -> Option<Command>;

/// What the liar answers: as the toy does, but for what a lie says otherwise.
#[derive(Clone, Copy)]
pub(crate) struct Lie {
    /// The type whose values cannot be written.
    pub(crate) unwritable: Option<Kind>,
    pub(crate) decision: fn(&State) -> Decision<Command>,
    pub(crate) candidates: fn(&State, Side, Grain, &mut Vec<Command>),
    /// None draws from its candidates.
    pub(crate) draw: Option<Draw>,
    pub(crate) fit: fn(&State, Side, &Wish) -> Result<Fitted<Command>, Refusal>,
    pub(crate) check: fn(&State, Side, &Command) -> Result<(), Refusal>,
    pub(crate) resolve: fn(&mut Desk<'_, Liar>, Side, &Command) -> Result<(), Halt>,
    pub(crate) fold: fn(&mut State, &Event),
    pub(crate) observe: fn(&State, Side) -> State,
    pub(crate) redact: fn(&Event, Side) -> Option<Event>,
    pub(crate) view: fn(&State, Option<Side>) -> View,
    pub(crate) tell: fn(&State, &Event) -> String,
    pub(crate) phrase: fn(&State, &Command) -> String,
    pub(crate) verdict: fn(&State) -> Option<Verdict>,
}

/// No lie.
pub(crate) const HONEST: Lie = Lie {
    unwritable: None,
    decision: Toy::decision,
    candidates: Toy::candidates,
    draw: None,
    fit: Toy::fit,
    check: Toy::check,
    resolve: honestly,
    fold: Toy::fold,
    observe: Toy::observe,
    redact: Toy::redact,
    view: Toy::view,
    tell: Toy::tell,
    phrase: Toy::phrase,
    verdict: Toy::verdict,
};

thread_local! {
    /// The lie of this test.
    static LIE: RefCell<Lie> = const { RefCell::new(HONEST) };
    /// A memory that no rule may have.
    static TIMES: Cell<u32> = const { Cell::new(0) };
}

/// From here on the liar tells this lie.
pub(crate) fn tell_lie(lie: Lie) {
    LIE.replace(lie);
}

/// How often this was asked.
pub(crate) fn times() -> u32 {
    TIMES.set(TIMES.get() + 1);
    TIMES.get()
}

fn lie() -> Lie {
    LIE.with_borrow(|lie| *lie)
}

/// The toy with a lie.
pub(crate) struct Liar;

/// The types of the liar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    State,
    Command,
    Event,
}

/// A value of the toy as the liar has it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Told<T>(pub(crate) T);

impl<T: Debug> Debug for Told<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

trait OfKind {
    const KIND: Kind;
}

impl OfKind for State {
    const KIND: Kind = Kind::State;
}

impl OfKind for Command {
    const KIND: Kind = Kind::Command;
}

impl OfKind for Event {
    const KIND: Kind = Kind::Event;
}

impl<T: Serialize + OfKind> Serialize for Told<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match lie().unwritable == Some(T::KIND) {
            true => Err(S::Error::custom("a lie")),
            false => self.0.serialize(serializer),
        }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Told<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Told<T>, D::Error> {
        T::deserialize(deserializer).map(Told)
    }
}

/// Dice that are rolled through a desk, and so are kept.
struct Through<'a, 'b>(&'a mut Desk<'b, Liar>);

impl Dice for Through<'_, '_> {
    fn roll(&mut self, roll: &Roll) -> Result<Rolled, Halt> {
        self.0.roll(roll.clone())
    }
}

/// Carries out a command as the toy does.
pub(crate) fn honestly(desk: &mut Desk<'_, Liar>, side: Side, command: &Command) -> Result<(), Halt> {
    let state = desk.state().0.clone();
    let (_, taken) = carry_out::<Toy>(&state, side, command, &mut Through(desk))?;
    emit_all(desk, taken);
    Ok(())
}

/// Lets the events of the toy happen here.
pub(crate) fn emit_all(desk: &mut Desk<'_, Liar>, taken: Vec<Taken<Event>>) {
    for taken in taken {
        if let Taken::Event(event) = taken {
            desk.emit(Told(event));
        }
    }
}

impl RuleSystem for Liar {
    const NAME: &'static str = "liar";
    const TITLE: &'static str = "A toy battle with a lie";

    type State = Told<State>;
    type Command = Told<Command>;
    type Event = Told<Event>;

    fn clauses() -> &'static [ClauseEntry] {
        Toy::clauses()
    }
    fn charts() -> &'static [&'static dyn Cells] {
        Toy::charts()
    }
    fn switches() -> &'static [Switch] {
        Toy::switches()
    }
    fn tests() -> &'static [Test] {
        Toy::tests()
    }
    fn book(state: &Told<State>) -> &Rulebook {
        Toy::book(&state.0)
    }
    fn decision(state: &Told<State>) -> Decision<Told<Command>> {
        let told = |ask: Ask<Command>| Ask {
            side: ask.side,
            clause: ask.clause,
            prompt: ask.prompt,
            form: ask.form,
            listed: ask.listed.into_iter().map(Told).collect(),
            end: ask.end.map(|end| end.map(Told)),
            sealed: ask.sealed,
        };
        Decision { asks: (lie().decision)(&state.0).asks.into_iter().map(told).collect() }
    }
    fn candidates(state: &Told<State>, side: Side, grain: Grain, into: &mut Vec<Told<Command>>) {
        let mut commands = Vec::new();
        (lie().candidates)(&state.0, side, grain, &mut commands);
        into.extend(commands.into_iter().map(Told));
    }
    fn draw(state: &Told<State>, side: Side, grain: Grain, chance: &mut Seeded) -> Option<Told<Command>> {
        if let Some(draw) = lie().draw {
            return draw(&state.0, side, grain, chance).map(Told);
        }
        let mut commands = Vec::new();
        Liar::candidates(state, side, grain, &mut commands);
        chance.one_of(&mut commands)
    }
    fn fit(state: &Told<State>, side: Side, wish: &Wish) -> Result<Fitted<Told<Command>>, Refusal> {
        let Fitted { command, ghost, path, cost, notes, short } = (lie().fit)(&state.0, side, wish)?;
        Ok(Fitted { command: Told(command), ghost, path, cost, notes, short })
    }
    fn check(state: &Told<State>, side: Side, command: &Told<Command>) -> Result<(), Refusal> {
        (lie().check)(&state.0, side, &command.0)
    }
    fn resolve(desk: &mut Desk<'_, Liar>, side: Side, command: &Told<Command>) -> Result<(), Halt> {
        (lie().resolve)(desk, side, &command.0)
    }
    fn fold(state: &mut Told<State>, event: &Told<Event>) {
        (lie().fold)(&mut state.0, &event.0);
    }
    fn observe(state: &Told<State>, side: Side) -> Told<State> {
        Told((lie().observe)(&state.0, side))
    }
    fn redact(event: &Told<Event>, side: Side) -> Option<Told<Event>> {
        (lie().redact)(&event.0, side).map(Told)
    }
    fn view(state: &Told<State>, side: Option<Side>) -> View {
        (lie().view)(&state.0, side)
    }
    fn tell(state: &Told<State>, event: &Told<Event>) -> String {
        (lie().tell)(&state.0, &event.0)
    }
    fn phrase(state: &Told<State>, command: &Told<Command>) -> String {
        (lie().phrase)(&state.0, &command.0)
    }
    fn verdict(state: &Told<State>) -> Option<Verdict> {
        (lie().verdict)(&state.0)
    }
}
