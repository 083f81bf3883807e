use std::fmt;

use serde::Serialize;

use crate::{Chart, Dice, Halt, Ledger, Roll, Rolled, RuleSystem, Rulebook, Side, UnitId};

/// Where a command is carried out: the state before it, the dice it may ask for, and what has come of it so far.
pub struct Desk<'a, S: RuleSystem> {
    state: &'a mut S::State,
    dice: &'a mut dyn Dice,
    keep: Keep,
    taken: Vec<Taken<S::Event>>,
    witness: Option<Witness<'a, S>>,
    next: &'a [(Side, S::Command)],
}

/// Who is shown each event, and the state before it.
pub type Witness<'a, S> = &'a mut dyn FnMut(&<S as RuleSystem>::State, &<S as RuleSystem>::Event);

/// How much of a command is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Rolls with their ledgers, and events: for records and screens.
    Everything,
    /// The new state alone: for playouts and odds.
    Nothing,
}

/// So many commands of a record are looked at for what a side says next.
const LOOK_AHEAD: usize = 16;

/// One thing that came of a command, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Taken<E> {
    /// Dice fell.
    Roll(Box<(Roll, Rolled)>),
    /// Something happened.
    Event(E),
}

impl<S: RuleSystem> Desk<'_, S> {
    /// The state as it is now.
    pub fn state(&self) -> &S::State {
        self.state
    }

    /// The rulebook of the game.
    pub fn book(&self) -> &Rulebook {
        S::book(self.state)
    }

    /// Reads a chart; in fast play only the total is kept.
    pub fn read<F>(&self, chart: &Chart<F>, facts: &F) -> Ledger {
        match self.keep {
            Keep::Everything => chart.ledger(self.book(), facts),
            Keep::Nothing => Ledger::bare(chart.sum(self.book(), facts), chart.total),
        }
    }

    /// A roll with its reasons; in fast play nobody reads them.
    pub fn explained(&self, roll: Roll, unit: UnitId, ledger: impl FnOnce(&Rulebook) -> Ledger) -> Roll {
        match self.keep {
            Keep::Everything => roll.because(Some(unit), ledger(self.book())),
            Keep::Nothing => roll,
        }
    }

    /// Rolls.
    ///
    /// # Errors
    /// When the roll must come from outside and is not there yet.
    pub fn roll(&mut self, roll: Roll) -> Result<Rolled, Halt> {
        let rolled = self.dice.roll(&roll)?;
        self.keep_roll(roll, &rolled);
        Ok(rolled)
    }

    /// Rolls where a shot lands.
    ///
    /// # Errors
    /// As [`Desk::roll`].
    pub fn land(&mut self, roll: Roll, class: impl Fn(&S::State, &[i16]) -> u8) -> Result<Rolled, Halt> {
        let state = &*self.state;
        let rolled = self.dice.land(&roll, &|faces| class(state, faces))?;
        self.keep_roll(roll, &rolled);
        Ok(rolled)
    }

    fn keep_roll(&mut self, roll: Roll, rolled: &Rolled) {
        if self.keep == Keep::Everything {
            self.taken.push(Taken::Roll(Box::new((roll, rolled.clone()))));
        }
    }

    /// Lets something happen: the state changes by it, and it is kept.
    pub fn emit(&mut self, event: S::Event) {
        if let Some(witness) = &mut self.witness {
            witness(self.state, &event);
        }
        S::fold(self.state, &event);
        if self.keep == Keep::Everything {
            self.taken.push(Taken::Event(event));
        }
    }

    /// What a side says next, where a record tells it. To ask whether the side may do anything can begin there: the one that does it is
    /// found first. The answer is the same whoever is looked at first.
    pub fn says_next(&self, side: Side) -> Option<&S::Command> {
        self.next.iter().take(LOOK_AHEAD).find(|(own, _)| *own == side).map(|(_, command)| command)
    }

    /// The dice of the desk, for a procedure that knows no table.
    pub fn dice(&mut self) -> &mut dyn Dice {
        self.dice
    }
}

impl<S: RuleSystem> fmt::Debug for Desk<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("keep", &self.keep).field("taken", &self.taken.len()).finish_non_exhaustive()
    }
}

/// Checks a command and carries it out on a copy of the state.
///
/// # Errors
/// A refusal, or a roll that is wanted; the old state is untouched either way.
#[expect(clippy::type_complexity, reason = "a state and what was taken, said plainly")]
pub fn carry_out<S: RuleSystem>(
    state: &S::State,
    side: Side,
    command: &S::Command,
    dice: &mut dyn Dice,
) -> Result<(S::State, Vec<Taken<S::Event>>), Halt> {
    carry_out_before::<S>(state, side, command, dice, None)
}

/// The same before a witness.
///
/// # Errors
/// As [`carry_out`]; the witness has then seen what came before the roll that is wanted.
#[expect(clippy::type_complexity, reason = "a state and what was taken, said plainly")]
pub fn carry_out_before<S: RuleSystem>(
    state: &S::State,
    side: Side,
    command: &S::Command,
    dice: &mut dyn Dice,
    witness: Option<Witness<'_, S>>,
) -> Result<(S::State, Vec<Taken<S::Event>>), Halt> {
    S::check(state, side, command)?;
    let mut after = state.clone();
    let witness: Option<Witness<'_, S>> = match witness {
        // Borrowed anew: for as long as the copy.
        Some(witness) => Some(&mut *witness),
        None => None,
    };
    let mut desk: Desk<'_, S> =
        Desk { state: &mut after, dice, keep: Keep::Everything, taken: Vec::new(), witness, next: &[] };
    S::resolve(&mut desk, side, command)?;
    let taken = desk.taken;
    Ok((after, taken))
}

/// Carries out a command that is known to be legal, in place and keeping nothing: for playouts.
///
/// # Errors
/// When the dice halt; the state is then half changed and of no more use.
pub fn try_out<S: RuleSystem>(
    state: &mut S::State,
    side: Side,
    command: &S::Command,
    dice: &mut dyn Dice,
) -> Result<(), Halt> {
    let mut desk: Desk<'_, S> = Desk { state, dice, keep: Keep::Nothing, taken: Vec::new(), witness: None, next: &[] };
    S::resolve(&mut desk, side, command)
}

/// Checks the first of some recorded commands and carries it out, in place and keeping nothing, as to come to a later place of a record.
///
/// # Errors
/// A refusal, which leaves the state as it is; or the dice halt, and it is half changed and of no more use.
pub fn replay<S: RuleSystem>(
    state: &mut S::State,
    record: &[(Side, S::Command)],
    dice: &mut dyn Dice,
) -> Result<(), Halt> {
    let Some(((side, command), next)) = record.split_first() else { return Ok(()) };
    S::check(state, *side, command)?;
    let mut desk: Desk<'_, S> = Desk { state, dice, keep: Keep::Nothing, taken: Vec::new(), witness: None, next };
    S::resolve(&mut desk, *side, command)
}
