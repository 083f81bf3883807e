use firelock_core::{
    Chapter, Dice, Given, Halt, Overlay, Refusal, Roll, RuleSystem, Side, Taken, Verdict, carry_out_before,
};

use crate::account::{Heard, Kept, account, kept};
use crate::back::Back;
use crate::record::{FORMAT, RESIGN, json};
use crate::replay::{dice_at, end_of, entry_of, resignation, verdict_of};
use crate::{BattleName, Came, DiceRule, ENGINE, Header, Key, Note, Record, RecordFault, Seen, Step, Telling, UndoBar};

/// A game in progress.
#[derive(Debug)]
pub struct Game<S: RuleSystem> {
    pub(crate) record: Record,
    pub(crate) key: Option<Key>,
    pub(crate) state: S::State,
    /// Where commands may be taken back to.
    pub(crate) back: Back<S::State>,
    pub(crate) open: Option<Open<S::Command>>,
}

/// A command that waits for dice rolled by hand.
#[derive(Clone, Debug)]
pub(crate) struct Open<C> {
    pub(crate) side: Side,
    pub(crate) command: C,
    pub(crate) faces: Vec<i16>,
    roll: Box<Roll>,
}

/// What is agreed before a game.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The house rules.
    pub overlay: Overlay,
    /// Where the dice come from.
    pub dice: DiceSource,
    /// Who plays, red first.
    pub players: [String; 2],
}

/// Where the dice of a game come from, as its holder knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceSource {
    /// From this key, which the record tells at once: for a game on one machine.
    Open(Key),
    /// From this key, of which the record shows the fingerprint until the game is over.
    Secret(Key),
    /// From the players' own dice.
    Hand,
}

/// What became of a command that was not refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was carried out.
    Done(Accepted),
    /// These dice are wanted first. Nothing has changed yet.
    NeedRoll(Box<Roll>),
}

/// A command that was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Its place in the record, from 0.
    pub n: usize,
    /// What it decided.
    pub chapter: Option<Chapter>,
    /// What red, blue and a spectator learn of it.
    pub seen: [Seen; 3],
    /// All faces that fell, in order.
    pub faces: Vec<i16>,
    /// Whether it ended the game.
    pub over: bool,
}

/// Why nothing was done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The rules forbid it.
    #[error(transparent)]
    Rule(#[from] Refusal),
    /// It answers an older position.
    #[error("the game has moved on: this answers the position after {at} commands, now there are {now}")]
    Stale {
        /// How many commands the answered position had.
        at: usize,
        /// How many there are now.
        now: usize,
    },
    /// The very same command has been carried out at that place.
    #[error("this has been done already, as command {n}")]
    Duplicate {
        /// Its place in the record.
        n: usize,
    },
    /// The text is no command of the system.
    #[error("this is no command: {0}")]
    NoCommand(String),
    /// Dice are wanted before anything else.
    #[error("first the dice: {} for {} ({})", .0.in_words(), .0.label, .0.clause)]
    RollWanted(Box<Roll>),
    /// No dice are wanted.
    #[error("no roll is wanted")]
    NoRollWanted,
    /// The game was loaded without the key of its dice.
    #[error("the dice of this game are secret: it goes on only with their key")]
    KeyWanted,
    /// The faces do not fit the roll.
    #[error("{0}")]
    Faces(String),
    /// It cannot be taken back.
    #[error(transparent)]
    Undo(#[from] UndoBar),
}

impl<S: RuleSystem> Game<S> {
    /// A new game from the mustered state of its battle.
    pub fn start(battle: BattleName, agreed: Agreed, state: S::State) -> Game<S> {
        let seeded = |key: Key, open: bool| DiceRule::Seeded { commitment: key.commitment(), key: open.then_some(key) };
        let (dice, key) = match agreed.dice {
            DiceSource::Open(key) => (seeded(key, true), Some(key)),
            DiceSource::Secret(key) => (seeded(key, false), Some(key)),
            DiceSource::Hand => (DiceRule::Hand, None),
        };
        let file = battle.id.clone();
        let header = Header {
            firelock: FORMAT,
            engine: ENGINE.to_owned(),
            battle,
            system: S::NAME.to_owned(),
            overlay: agreed.overlay,
            dice,
            players: agreed.players,
        };
        Game { record: Record::new(&file, header), key, state, back: Back::new(), open: None }
    }

    /// Plays a saved game again from the mustered state of its battle, and goes on with it. The key is that of secret dice;
    /// without it the game can be looked at, not continued.
    ///
    /// # Errors
    /// Says where the record differs from the game.
    pub fn load(
        record: Record,
        start: S::State,
        key: Option<Key>,
        mut each: impl FnMut(&Step<'_, S>),
    ) -> Result<Game<S>, RecordFault> {
        let mut back = Back::new();
        let mut last = None;
        let state = record.replay::<S>(start, key, |step| {
            each(&step);
            let rolled = step.taken.iter().any(|taken| matches!(taken, Taken::Roll(_)));
            back.keep(last != Some(step.side), rolled, step.before.clone());
            last = Some(step.side);
        })?;
        let key = record.key().or(key).filter(|_| record.header().dice != DiceRule::Hand);
        Ok(Game { record, key, state, back, open: None })
    }

    /// The record so far: the save.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The state.
    pub fn state(&self) -> &S::State {
        &self.state
    }

    /// The dice that are wanted, if any.
    pub fn roll_wanted(&self) -> Option<&Roll> {
        self.open.as_ref().map(|open| &*open.roll)
    }

    /// How the game ended, once it has.
    pub fn verdict(&self) -> Option<Verdict> {
        verdict_of::<S>(&self.record, &self.state)
    }

    /// Gives the battle up: by the system's own command where it has one, else the game ends here and the other side wins.
    ///
    /// # Errors
    /// When the game is over or has moved on.
    pub fn resign(&mut self, side: Side, at: usize) -> Result<Outcome, Refused> {
        if let Ok(command) = serde_json::from_str(RESIGN) {
            match self.submit(side, command, at) {
                // Some systems hear only the side that decides; a battle may be given up at any time.
                Err(Refused::Rule(_)) if self.record.end().is_none() => {}
                done => return done,
            }
        }
        self.check_at(at)?;
        if self.record.end().is_some() {
            return Err(Refused::Undo(UndoBar::Over));
        }
        Ok(Outcome::Done(self.give_up(side)))
    }

    /// Ends the game: a side gives it up without a rule of its system about it.
    pub(crate) fn give_up(&mut self, side: Side) -> Accepted {
        self.open = None;
        self.back.clear();
        let n = self.record.entries().len();
        let entry = resignation::<S>(self.record.header(), n, side, &self.state);
        self.record.push(entry);
        if let Some(end) = end_of::<S>(&self.record, &self.state, self.key) {
            self.record.finish(end);
        }
        Accepted { n, chapter: None, seen: given_up(side), faces: Vec::new(), over: true }
    }

    /// Gives a command that answers the position after `at` commands. Where both sides choose in secret, commands of the other
    /// side since then do not matter as long as the question is the same.
    ///
    /// # Errors
    /// Why nothing was done: the rules, a position that is gone, a command that is there already, dice that are wanted.
    pub fn submit(&mut self, side: Side, command: S::Command, at: usize) -> Result<Outcome, Refused> {
        let since = self.record.entries().get(at..).unwrap_or_default();
        if let Some(own) = since.iter().find(|entry| entry.side == side && entry.command.get() == json(&command)) {
            return Err(Refused::Duplicate { n: own.n });
        }
        if !self.asks_the_same(side, since.len()) {
            self.check_at(at)?;
        }
        if let Some(open) = &self.open {
            return Err(Refused::RollWanted(open.roll.clone()));
        }
        self.carry(side, command, Vec::new())
    }

    /// Gives the faces of the roll that is wanted, in the order they fell, re-rolls after the first dice of their lot.
    ///
    /// # Errors
    /// When no roll is wanted, or the faces are too few, too many, or not on the dice; they are then to be given again.
    pub fn answer(&mut self, faces: &[i16], at: usize) -> Result<Outcome, Refused> {
        self.check_at(at)?;
        let open = self.open.take().ok_or(Refused::NoRollWanted)?;
        if let Err(words) = check_faces(&open.roll, faces) {
            self.open = Some(open);
            return Err(Refused::Faces(words));
        }
        let faces = [&open.faces, faces].concat();
        self.carry(open.side, open.command, faces)
    }

    /// Adds to the last command what its commander said about it.
    pub fn annotate(&mut self, note: Note) {
        self.record.annotate(note);
    }

    /// Whether a side is still asked the same in secret as some commands ago, all of them the other side's: where both choose
    /// at once, neither need know whether the other was quicker.
    fn asks_the_same(&self, side: Side, ago: usize) -> bool {
        let entries = self.record.entries();
        let others = entries.iter().rev().take(ago).all(|entry| entry.side != side);
        if !others {
            return false;
        }
        let Some(before) = self.before(ago) else { return false };
        let (then, now) = (S::decision(&before), S::decision(&self.state));
        then.ask(side).is_some_and(|ask| ask.sealed && now.ask(side) == Some(ask))
    }

    pub(crate) fn check_at(&self, at: usize) -> Result<(), Refused> {
        let now = self.record.entries().len();
        if at == now { Ok(()) } else { Err(Refused::Stale { at, now }) }
    }

    pub(crate) fn carry(&mut self, side: Side, command: S::Command, faces: Vec<i16>) -> Result<Outcome, Refused> {
        if self.key.is_none() && self.record.header().dice != DiceRule::Hand {
            return Err(Refused::KeyWanted);
        }
        let n = self.record.entries().len();
        let mut given = Given::new(faces.iter().copied());
        let mut seeded = self.key.map(|key| dice_at(key, n));
        let dice: &mut dyn Dice = match &mut seeded {
            Some(seeded) => seeded,
            None => &mut given,
        };
        let mut heard = Heard::nothing();
        let mut hear = |state: &S::State, event: &S::Event| heard.hear::<S>(state, event);
        match carry_out_before::<S>(&self.state, side, &command, dice, Some(&mut hear)) {
            Ok((after, taken)) => Ok(Outcome::Done(self.accept(side, &command, after, taken, heard))),
            Err(Halt::Refused(refusal)) => Err(refusal.into()),
            Err(Halt::NeedRoll(roll)) => {
                self.open = Some(Open { side, command, faces, roll: roll.clone() });
                Ok(Outcome::NeedRoll(roll))
            }
            Err(bad @ Halt::BadFace { .. }) => Err(Refused::Faces(bad.to_string())),
        }
    }

    fn accept(
        &mut self,
        side: Side,
        command: &S::Command,
        after: S::State,
        taken: Vec<Taken<S::Event>>,
        heard: Heard,
    ) -> Accepted {
        let n = self.record.entries().len();
        let other = self.record.entries().last().is_none_or(|last| last.side != side);
        let taken = kept::<S>(taken);
        let (seen, chapter) = (account::<S>(&self.state, side, command, &taken, heard), S::chapter(&self.state));
        let rolls = taken.iter().filter_map(|kept| match kept {
            Kept::Roll(card) => Some(&card.rolled),
            Kept::Event(_) => None,
        });
        let (rolled, faces) =
            (rolls.clone().next().is_some(), rolls.flat_map(|rolled| rolled.faces.to_vec()).collect());
        let entry = entry_of::<S>(self.record.header(), n, side, command, Came::of(taken), &after);
        self.record.push(entry);
        self.back.keep(other, rolled, std::mem::replace(&mut self.state, after));
        let end = end_of::<S>(&self.record, &self.state, self.key);
        let over = end.is_some();
        if let Some(end) = end {
            self.record.finish(end);
        }
        Accepted { n, chapter, seen, faces, over }
    }
}

/// What everybody learns when a side gives the battle up.
pub(crate) fn given_up(side: Side) -> [Seen; 3] {
    let telling = Telling { words: format!("{side} gives the battle up"), card: None, landmark: None };
    let seen = Seen { phrase: "give the battle up".to_owned(), told: [telling].into() };
    [seen.clone(), seen.clone(), seen]
}

/// Whether the faces are exactly those of one roll.
fn check_faces(roll: &Roll, faces: &[i16]) -> Result<(), String> {
    let mut given = Given::new(faces.iter().copied());
    match given.roll(roll) {
        Ok(_) if given.left() == 0 => Ok(()),
        Ok(_) => Err(format!("too many faces for {}: {} left over", roll.in_words(), given.left())),
        Err(Halt::NeedRoll(_)) => Err(format!("too few faces for {}: {} given", roll.in_words(), faces.len())),
        Err(halt) => Err(halt.to_string()),
    }
}
