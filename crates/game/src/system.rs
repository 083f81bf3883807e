use std::any::Any;

use arrayvec::ArrayVec;

use firelock_core::{
    Cells, Chapter, ClauseEntry, Fitted, Grain, Halt, Overlay, OverlayFault, Refusal, Roll, RuleSystem, Rulebook, Side,
    Switch, Test, UnitId, Verdict, View, Wish,
};
use firelock_discipline::Discipline;
use firelock_napoleonic::Napoleonic;
use firelock_regimental::Regimental;
use firelock_scenario::{Battle, Faults, Muster, MusterLine};
use firelock_table::Point;
use firelock_washington::Washington;
use schemars::JsonSchema;
use serde::Serialize;

use crate::opening::{check_names, opening};
use crate::preview::preview;
use crate::reach::reach;
use crate::{
    Accepted, Agreed, BattleName, Game, Key, Note, Opening, Outcome, Preview, Record, RecordFault, Refused, Seen,
    Shorthand, UndoBar, fingerprint,
};

/// The rule systems, in the order in which people see them. A new one is one more line.
pub static SYSTEMS: &[System] =
    &[System::of::<Regimental>(), System::of::<Washington>(), System::of::<Discipline>(), System::of::<Napoleonic>()];

/// A rule system with its types left out: what the program and the server know of it.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// The name people type.
    pub name: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// The clauses of the chapter.
    pub clauses: fn() -> &'static [ClauseEntry],
    /// Every chart, grid and number that an overlay may change.
    pub charts: fn() -> &'static [&'static dyn Cells],
    /// The named switches.
    pub switches: fn() -> &'static [Switch],
    /// The tests of the rules that need no table.
    pub tests: fn() -> &'static [Test],
    /// Musters a battle: the table before the first decision, and where each value came from.
    pub muster: fn(&BattleFile, Overlay) -> Result<MusteredTable, StartFault>,
    /// Musters a battle for as many games as are begun from it.
    pub opening: fn(&BattleFile, Overlay) -> OpeningOr<StartFault>,
    /// Begins a game.
    pub start: fn(&BattleFile, Agreed) -> GameOr<StartFault>,
    /// Plays a record again, telling each command, and goes on with it.
    pub load: fn(Record, &BattleFile, Option<Key>, Listener<'_>) -> GameOr<LoadFault>,
}

/// A game of whichever system, or why there is none.
pub type GameOr<E> = Result<Box<dyn AnyGame>, E>;

/// A battle mustered by whichever system, or why it does not.
pub type OpeningOr<E> = Result<Box<dyn Opening>, E>;

/// Who is told each command of a record as it is played again.
pub type Listener<'a> = &'a mut dyn FnMut(Told);

/// A battle mustered by some system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MusteredTable {
    /// The table before the first decision, as a spectator sees it.
    pub view: View,
    /// Where each value of the rosters came from.
    pub report: Vec<MusterLine>,
}

impl System {
    /// The system of those rules.
    pub const fn of<S: Muster + Send + Sync>() -> System {
        System {
            name: S::NAME,
            title: S::TITLE,
            clauses: S::clauses,
            charts: S::charts,
            switches: S::switches,
            tests: S::tests,
            muster: |file, overlay| {
                let mustered = S::muster(&file.battle, &book_of::<S>(file, overlay)?)?;
                Ok(MusteredTable { view: S::view(&mustered.state, None), report: mustered.report })
            },
            opening: opening::<S>,
            start: |file, agreed| {
                let Agreed { overlay, dice, players } = agreed;
                Ok(opening::<S>(file, overlay)?.start(dice, players))
            },
            load: |record, file, key, each| {
                // Before the muster: house rules of another system are no fault of their own.
                check_names(&record, S::NAME, &file.name)?;
                opening::<S>(file, record.header().overlay.clone())?.load(record, key, each)
            },
        }
    }

    /// The system of that name.
    pub fn named(name: &str) -> Option<&'static System> {
        SYSTEMS.iter().find(|system| system.name == name)
    }

    /// The rulebook with an overlay upon it.
    ///
    /// # Errors
    /// All that is wrong with the overlay.
    pub fn book(&self, overlay: Overlay) -> Result<Rulebook, OverlayFault> {
        Rulebook::with_overlay((self.charts)(), (self.switches)(), overlay)
    }
}

pub(crate) fn book_of<S: Muster>(file: &BattleFile, house: Overlay) -> Result<Rulebook, StartFault> {
    file.battle.book::<S>(house).map_err(StartFault::Overlay)
}

/// A battle with the fingerprint of its file.
#[derive(Clone, Debug)]
pub struct BattleFile {
    /// Its name for good.
    pub name: BattleName,
    /// The battle.
    pub battle: Battle,
}

impl BattleFile {
    /// Reads a battle file.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn read(file: &str, text: &str) -> Result<BattleFile, Faults> {
        let battle = Battle::read(file, text)?;
        let name = BattleName { id: battle.about.id.to_string(), hash: fingerprint(text.as_bytes()) };
        Ok(BattleFile { name, battle })
    }
}

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartFault {
    /// The house rules name what is not there.
    #[error("the overlay: {0}")]
    Overlay(OverlayFault),
    /// The battle does not muster in this system.
    #[error(transparent)]
    Battle(#[from] Faults),
}

/// Why a record cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadFault {
    /// The battle or the house rules do not stand.
    #[error(transparent)]
    Start(#[from] StartFault),
    /// The record differs from the game.
    #[error(transparent)]
    Record(#[from] RecordFault),
}

/// A command of a record in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Its place in the record, from 0.
    pub n: usize,
    /// Who gave it.
    pub side: Side,
    /// What it decided.
    #[serde(skip)]
    pub chapter: Option<Chapter>,
    /// The command in a few words.
    pub phrase: String,
    /// What came of it, roll by roll and event by event.
    pub lines: Vec<String>,
    /// What a computer commander said about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Note>,
    /// What red, blue and a spectator learn of it.
    #[serde(skip)]
    pub seen: [Seen; 3],
}

/// A legal command of a finite sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Candidate {
    /// In a few words.
    pub words: String,
    /// The command, as JSON, to be sent back as it is.
    pub command: serde_json::Value,
}

/// A game of whichever system: what the program and the server do with it. Commands are JSON.
pub trait AnyGame: Send + Sync {
    /// The record so far: the save.
    fn record(&self) -> &Record;
    /// The table as a side sees it, or a spectator.
    fn view(&self, side: Option<Side>) -> View;
    /// The dice that are wanted, if any.
    fn roll_wanted(&self) -> Option<&Roll>;
    /// How the game ended, once it has.
    fn verdict(&self) -> Option<Verdict>;
    /// See [`Game::submit`].
    ///
    /// # Errors
    /// Why nothing was done.
    fn submit(&mut self, side: Side, command: &str, at: usize) -> Result<Outcome, Refused>;
    /// See [`Game::answer`].
    ///
    /// # Errors
    /// Why nothing was done.
    fn answer(&mut self, faces: &[i16], at: usize) -> Result<Outcome, Refused>;
    /// See [`Game::resign`].
    ///
    /// # Errors
    /// Why nothing was done.
    fn resign(&mut self, side: Side, at: usize) -> Result<Outcome, Refused>;
    /// See [`Game::resume`].
    ///
    /// # Errors
    /// The game goes another way than it did.
    fn resume(&mut self, kept: &Shorthand) -> Result<Accepted, RecordFault>;
    /// See [`Game::undo`].
    ///
    /// # Errors
    /// Why nothing was done.
    fn undo(&mut self, side: Side, at: usize) -> Result<(), Refused>;
    /// See [`Game::reset`].
    ///
    /// # Errors
    /// Why nothing was done.
    fn reset(&mut self, side: Side, at: usize) -> Result<usize, Refused>;
    /// See [`Game::can_undo`].
    ///
    /// # Errors
    /// Why not.
    fn can_undo(&self, side: Side) -> Result<(), UndoBar>;
    /// The last command of a side in a few words, if the side may take it back.
    ///
    /// # Errors
    /// Why not.
    fn undo_words(&self, side: Side) -> Result<String, UndoBar>;
    /// Who is asked; nobody once the game is over.
    fn asked(&self) -> ArrayVec<Side, 2>;
    /// What is being decided; none once the game is over.
    fn chapter(&self) -> Option<Chapter>;
    /// Whether a unit on the table sees another as far as a side knows, and what hides it if not. Both are troops.
    fn sees(&self, side: Option<Side>, from: UnitId, to: UnitId) -> Option<Result<(), Refusal>>;
    /// How far a unit may go by an act: the ends of its way in every direction, around the table.
    fn reach(&self, side: Side, unit: UnitId, act: &str) -> Vec<Point>;
    /// The nearest legal command to what a hand points at, as JSON.
    ///
    /// # Errors
    /// Why there is none near.
    fn fit(&self, side: Side, wish: &Wish) -> Result<Fitted<serde_json::Value>, Refusal>;
    /// A finite, reproducible sample of legal commands for a side.
    fn candidates(&self, side: Side, grain: Grain) -> Vec<Candidate>;
    /// What a command would do, as far as its side can know: its first roll with the tallies and the odds.
    ///
    /// # Errors
    /// Why it is not legal.
    fn preview(&self, side: Side, command: &str) -> Result<Preview, Refused>;
    /// See [`Game::annotate`].
    fn annotate(&mut self, note: Note);
    /// The game of its own system, for those who know it.
    fn as_any(&self) -> &dyn Any;
    /// A copy, to think about while the game goes on.
    fn copy(&self) -> Box<dyn AnyGame>;
}

impl<S: RuleSystem + Send + Sync> AnyGame for Game<S> {
    fn record(&self) -> &Record {
        Game::record(self)
    }

    fn view(&self, side: Option<Side>) -> View {
        let mut view = S::view(self.state(), side);
        if let Some(verdict) = Game::verdict(self).filter(|_| Game::record(self).resigned().is_some()) {
            view.over = Some(verdict.words);
            (view.prompt, view.waiting) = (None, Vec::new());
        }
        view
    }

    fn roll_wanted(&self) -> Option<&Roll> {
        Game::roll_wanted(self)
    }

    fn verdict(&self) -> Option<Verdict> {
        Game::verdict(self)
    }

    fn submit(&mut self, side: Side, command: &str, at: usize) -> Result<Outcome, Refused> {
        Game::submit(self, side, read_command::<S>(command)?, at)
    }

    fn answer(&mut self, faces: &[i16], at: usize) -> Result<Outcome, Refused> {
        Game::answer(self, faces, at)
    }

    fn resign(&mut self, side: Side, at: usize) -> Result<Outcome, Refused> {
        Game::resign(self, side, at)
    }

    fn resume(&mut self, kept: &Shorthand) -> Result<Accepted, RecordFault> {
        Game::resume(self, kept)
    }

    fn undo(&mut self, side: Side, at: usize) -> Result<(), Refused> {
        Game::undo(self, side, at)
    }

    fn reset(&mut self, side: Side, at: usize) -> Result<usize, Refused> {
        Game::reset(self, side, at)
    }

    fn can_undo(&self, side: Side) -> Result<(), UndoBar> {
        Game::can_undo(self, side)
    }

    fn undo_words(&self, side: Side) -> Result<String, UndoBar> {
        Game::undo_words(self, side)
    }

    fn asked(&self) -> ArrayVec<Side, 2> {
        if Game::record(self).end().is_some() { ArrayVec::new() } else { S::asked(self.state()) }
    }

    fn chapter(&self) -> Option<Chapter> {
        S::chapter(self.state()).filter(|_| Game::record(self).end().is_none())
    }

    fn sees(&self, side: Option<Side>, from: UnitId, to: UnitId) -> Option<Result<(), Refusal>> {
        match side {
            Some(side) => S::sees(&S::observe(self.state(), side), from, to),
            None => S::sees(&S::observe(&S::observe(self.state(), Side::Red), Side::Blue), from, to),
        }
    }

    fn reach(&self, side: Side, unit: UnitId, act: &str) -> Vec<Point> {
        reach::<S>(self.state(), side, unit, act)
    }

    fn fit(&self, side: Side, wish: &Wish) -> Result<Fitted<serde_json::Value>, Refusal> {
        let Fitted { command, ghost, path, cost, notes, short } = S::fit(self.state(), side, wish)?;
        Ok(Fitted { command: plain(&command), ghost, path, cost, notes, short })
    }

    fn candidates(&self, side: Side, grain: Grain) -> Vec<Candidate> {
        let mut commands = Vec::new();
        S::candidates(self.state(), side, grain, &mut commands);
        let candidate =
            |command: &S::Command| Candidate { words: S::phrase(self.state(), command), command: plain(command) };
        commands.iter().map(candidate).collect()
    }

    fn preview(&self, side: Side, command: &str) -> Result<Preview, Refused> {
        let command = read_command::<S>(command)?;
        preview::<S>(self.state(), side, &command).map_err(|halt| match halt {
            Halt::Refused(refusal) => refusal.into(),
            Halt::NeedRoll(roll) => Refused::RollWanted(roll),
            halt @ Halt::BadFace { .. } => Refused::Faces(halt.to_string()),
        })
    }

    fn annotate(&mut self, note: Note) {
        Game::annotate(self, note);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copy(&self) -> Box<dyn AnyGame> {
        let Game { record, key, state, back, open } = self;
        let (record, state, back, open) = (record.clone(), state.clone(), back.clone(), open.clone());
        Box::new(Game::<S> { record, key: *key, state, back, open })
    }
}

fn read_command<S: RuleSystem>(text: &str) -> Result<S::Command, Refused> {
    serde_json::from_str(text).map_err(|error| Refused::NoCommand(error.to_string()))
}

fn plain<C: Serialize>(command: &C) -> serde_json::Value {
    serde_json::to_value(command).expect("a command is plain data")
}
