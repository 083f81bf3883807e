//! A game in memory: the fold of its changes on disk.

use std::sync::Arc;

use firelock_core::{Chapter, Side, View};
use firelock_game::{
    Accepted, AnyGame, BattleFile, DiceRule, Key, Note, Opening, Record, Seen, Shorthand, System, UndoBar, viewer,
};
use serde::{Deserialize, Serialize};

use crate::hints;
use crate::library::Library;
use crate::store::{GameId, StoreFault, Stored};
use crate::wire::{
    BattleShort, Change, ChangeKind, DiceWish, Entry, GameState, Problem, ProblemKind, Seat, SystemShort,
};

/// Who plays, as it is stored with a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    /// The computer's side, if it plays, and which commander it is.
    pub(crate) computer: Option<Computer>,
    /// The seat of the one who made the game.
    pub(crate) host: Seat,
    /// The link of the friend.
    pub(crate) friend: Option<String>,
    /// The link for those who look on.
    pub(crate) spectator: String,
}

/// The side that a computer commander plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Computer {
    pub(crate) side: Side,
    pub(crate) id: String,
    pub(crate) style: Option<String>,
}

/// A game in memory.
pub(crate) struct Live {
    pub(crate) id: GameId,
    pub(crate) setup: Setup,
    pub(crate) system: &'static System,
    pub(crate) file: Arc<BattleFile>,
    /// What it began from.
    pub(crate) opening: Arc<dyn Opening>,
    pub(crate) game: Box<dyn AnyGame>,
    /// What was learned of each command of the record.
    pub(crate) log: Vec<Arc<Logged>>,
    /// Every change, in order.
    marks: Vec<Mark>,
    /// The command that waits for dice rolled by hand.
    pub(crate) open: Option<(Side, String)>,
    /// Who asks the other player to let him take back so many commands.
    pub(crate) plea: Option<Back>,
    /// How often commands were taken back though dice or the other side had spoken.
    pub(crate) recalls: usize,
}

/// What was learned of a command.
#[derive(Debug)]
pub(crate) struct Logged {
    pub(crate) n: usize,
    pub(crate) side: Side,
    pub(crate) chapter: Option<Chapter>,
    pub(crate) seen: [Seen; 3],
    pub(crate) note: Option<Note>,
}

/// One change, as it is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) kind: ChangeKind,
    pub(crate) side: Side,
    /// The number of commands after it.
    pub(crate) length: usize,
    /// How many commands were taken back.
    pub(crate) back: Option<usize>,
}

/// A command that waits for dice, on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Wanted {
    pub(crate) side: Side,
    pub(crate) command: Box<serde_json::value::RawValue>,
}

/// Faces that were typed, on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Faces {
    pub(crate) side: Side,
    pub(crate) faces: Vec<i16>,
}

/// Commands that were taken back, or are asked back, on disk.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Back {
    pub(crate) side: Side,
    pub(crate) count: usize,
}

/// The words for changes on disk: a command in shorthand,
pub(crate) const PLAYED: &str = "played";
/// or, as it was stored before, its whole line.
const DONE: &str = "done";
pub(crate) const WANTED: &str = "wanted";
pub(crate) const FACES: &str = "faces";
pub(crate) const BACK: &str = "back";
/// Taken back though dice or the other side had spoken.
pub(crate) const RECALLED: &str = "recalled";
pub(crate) const ASKED: &str = "asked";
pub(crate) const KEPT: &str = "kept";

impl Live {
    /// Plays a stored game again.
    pub(crate) fn load(library: &Library, id: GameId, stored: Stored) -> Result<Live, StoreFault> {
        let garbled = |words: String| StoreFault::Garbled(format!("game {id}: {words}"));
        let json = |error: serde_json::Error| garbled(error.to_string());
        let setup: Setup = serde_json::from_str(&stored.setup).map_err(json)?;
        let (mut played, mut marks) = (Vec::<Shorthand>::new(), Vec::new());
        let mut open: Option<(Wanted, Vec<Vec<i16>>)> = None;
        let (mut plea, mut recalls) = (None, 0);
        for (kind, body) in &stored.changes {
            plea = None;
            let (kind, side, back) = match kind.as_str() {
                PLAYED | DONE => {
                    open = None;
                    let command = match kind.as_str() {
                        PLAYED => serde_json::from_str(body).map_err(json)?,
                        _ => Shorthand::of_line(body.lines().next().unwrap_or_default())
                            .map_err(|fault| garbled(fault.to_string()))?,
                    };
                    let side = command.side;
                    played.push(command);
                    (ChangeKind::Done, side, None)
                }
                WANTED => {
                    let wanted: Wanted = serde_json::from_str(body).map_err(json)?;
                    let side = wanted.side;
                    open = Some((wanted, Vec::new()));
                    (ChangeKind::Wanted, side, None)
                }
                FACES => {
                    let Faces { side, faces } = serde_json::from_str(body).map_err(json)?;
                    if let Some((_, given)) = &mut open {
                        given.push(faces);
                    }
                    (ChangeKind::Faces, side, None)
                }
                BACK | RECALLED => {
                    recalls += usize::from(kind == RECALLED);
                    open = None;
                    let Back { side, count } = serde_json::from_str(body).map_err(json)?;
                    played.truncate(played.len().saturating_sub(count));
                    (ChangeKind::Back, side, Some(count))
                }
                ASKED => {
                    let asked: Back = serde_json::from_str(body).map_err(json)?;
                    plea = Some(asked);
                    (ChangeKind::Asked, asked.side, None)
                }
                KEPT => {
                    let Back { side, .. } = serde_json::from_str(body).map_err(json)?;
                    (ChangeKind::Kept, side, None)
                }
                kind => return Err(garbled(format!("{kind:?} is no change"))),
            };
            marks.push(Mark { kind, side, length: played.len(), back });
        }
        let begun = Record::read(&format!("game {id}"), &format!("{}\n", stored.header));
        let record = begun.map_err(|fault| garbled(fault.to_string()))?;
        let header = record.header();
        let system = library.system(&header.system).ok_or_else(|| garbled(format!("no system {:?}", header.system)))?;
        let file = match library.by_hash(&header.battle.hash) {
            Some(file) => file,
            None => {
                Arc::new(BattleFile::read(&stored.file, &stored.text).map_err(|faults| garbled(faults.to_string()))?)
            }
        };
        let opening = library.opening(system, &file, header.overlay.clone());
        let opening = opening.map_err(|fault| garbled(fault.to_string()))?;
        let game = opening.load(record, stored.key.map(Key::new), &mut |_| {});
        let mut game = game.map_err(|fault| garbled(fault.to_string()))?;
        let mut log = Vec::with_capacity(played.len());
        for command in played {
            let accepted = game.resume(&command).map_err(|fault| garbled(fault.to_string()))?;
            let Accepted { n, chapter, seen, .. } = accepted;
            log.push(Arc::new(Logged { n, side: command.side, chapter, seen, note: command.note }));
        }
        let mut live = Live { id, setup, system, file, opening, game, log, marks, open: None, plea, recalls };
        if let Some((wanted, given)) = open {
            live.reopen(&wanted, &given).map_err(garbled)?;
        }
        Ok(live)
    }

    /// A game that has just begun.
    pub(crate) fn begun(
        id: GameId,
        setup: Setup,
        system: &'static System,
        file: Arc<BattleFile>,
        opening: Arc<dyn Opening>,
        game: Box<dyn AnyGame>,
    ) -> Live {
        Live {
            id,
            setup,
            system,
            file,
            opening,
            game,
            log: Vec::new(),
            marks: Vec::new(),
            open: None,
            plea: None,
            recalls: 0,
        }
    }

    /// Gives a command that waited for dice again, with the faces it had got.
    fn reopen(&mut self, wanted: &Wanted, given: &[Vec<i16>]) -> Result<(), String> {
        let at = self.length();
        let words = |refused: firelock_game::Refused| refused.to_string();
        self.game.submit(wanted.side, wanted.command.get(), at).map_err(words)?;
        for faces in given {
            self.game.answer(faces, at).map_err(words)?;
        }
        self.open = Some((wanted.side, wanted.command.get().to_owned()));
        Ok(())
    }

    /// The number of changes.
    pub(crate) fn seq(&self) -> u32 {
        self.marks.len() as u32
    }

    /// The number of commands in the record.
    pub(crate) fn length(&self) -> usize {
        self.game.record().entries().len()
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.game.record().end().is_some()
    }

    /// The computer's side, if it is to decide now.
    pub(crate) fn computer_asked(&self) -> Option<&Computer> {
        let computer = self.setup.computer.as_ref()?;
        (self.open.is_none() && !self.is_over() && self.game.asked().contains(&computer.side)).then_some(computer)
    }

    /// How many commands the position after so many changes had, if nothing has been taken back since.
    pub(crate) fn length_at(&self, seq: u32) -> Result<usize, Problem> {
        let since = self.marks.get(seq as usize..).ok_or_else(|| Problem::stale(self.seq()))?;
        if since.iter().any(|mark| mark.kind == ChangeKind::Back) {
            return Err(Problem::stale(self.seq()));
        }
        Ok((seq as usize).checked_sub(1).and_then(|at| self.marks.get(at)).map_or(0, |mark| mark.length))
    }

    /// The present position, if that is the one that is answered.
    pub(crate) fn present(&self, seq: u32) -> Result<usize, Problem> {
        if seq == self.seq() { Ok(self.length()) } else { Err(Problem::stale(self.seq())) }
    }

    /// Remembers a change that is on disk.
    pub(crate) fn mark(&mut self, mark: Mark) {
        self.marks.push(mark);
        self.plea = None;
        self.log.truncate(mark.length);
    }

    /// The changes after so many, as a seat sees them.
    pub(crate) fn changes_after(&self, seq: u32, seat: Seat) -> Vec<Change> {
        let since = self.marks.iter().zip(1..).skip(seq as usize);
        since.map(|(mark, seq)| self.change(seq, *mark, self.entry_of(seq, *mark), seat)).collect()
    }

    /// The command of a change, if it has not been taken back since.
    fn entry_of(&self, seq: u32, mark: Mark) -> Option<&Arc<Logged>> {
        let after = self.marks.get(seq as usize..).unwrap_or_default();
        let stands = mark.kind == ChangeKind::Done && after.iter().all(|later| later.length >= mark.length);
        self.log.get(mark.length.checked_sub(1)?).filter(|_| stands)
    }

    /// A change as a seat sees it.
    pub(crate) fn change(&self, seq: u32, mark: Mark, logged: Option<&Arc<Logged>>, seat: Seat) -> Change {
        let Mark { kind, side, length, back } = mark;
        let over = self.is_over() && seq == self.seq();
        Change { seq, length, kind, side, entry: logged.map(|logged| entry(logged, seat)), back, over }
    }

    /// The side whose eyes a seat has: where two play at one screen, the one they say, or who is asked.
    pub(crate) fn eyes(&self, seat: Seat, said: Option<Side>) -> Option<Side> {
        match seat {
            Seat::Red => Some(Side::Red),
            Seat::Blue => Some(Side::Blue),
            Seat::Spectator => None,
            Seat::Both => said.or_else(|| {
                let open = self.open.as_ref().map(|(side, _)| *side);
                open.or_else(|| self.game.asked().first().copied())
                    .or_else(|| self.log.last().map(|logged| logged.side))
                    .or(Some(Side::Red))
            }),
        }
    }

    /// The side that gives a command of a seat at a position: two at one screen who give the same again mean the same side.
    pub(crate) fn giver(&self, seat: Seat, said: Option<Side>, at: u32) -> Result<Side, Problem> {
        match (seat, said, self.marks.get(at as usize)) {
            (Seat::Both, None, Some(mark)) => Ok(mark.side),
            _ => self.hand(seat, said),
        }
    }

    /// The side that a seat plays.
    pub(crate) fn hand(&self, seat: Seat, said: Option<Side>) -> Result<Side, Problem> {
        match (self.eyes(seat, said), said) {
            (None, _) => Err(Problem::new(ProblemKind::NotYours, "you look on; the players decide")),
            (Some(own), Some(said)) if own != said => {
                Err(Problem::new(ProblemKind::NotYours, format!("this link plays {own}")))
            }
            (Some(own), _) => Ok(own),
        }
    }

    /// The table as a side sees it.
    pub(crate) fn view(&self, side: Option<Side>) -> View {
        self.game.view(side)
    }

    /// The whole game as a seat sees it.
    pub(crate) fn state(&self, seat: Seat, said: Option<Side>) -> GameState {
        let side = self.eyes(seat, said);
        let view = self.view(side);
        let header = self.game.record().header();
        let about = &self.file.battle.about;
        let (undo, undo_bar) = match side.map(|side| self.game.undo_words(side)) {
            Some(Ok(words)) => (Some(words), None),
            Some(Err(UndoBar::Nothing)) | None => (None, None),
            Some(Err(bar)) => (None, Some(bar.to_string())),
        };
        let (dice, commitment) = self.dice_wish();
        let hint = side.and_then(|side| hints::hint(&self.file.battle, &view, self.game.chapter(), side));
        GameState {
            seq: self.seq(),
            length: self.length(),
            seat,
            side,
            battle: BattleShort { id: about.id.to_string(), name: about.name.clone(), date: about.date.to_string() },
            system: SystemShort { name: self.system.name, title: self.system.title },
            sides: Side::BOTH.map(|side| self.file.battle.side(side).name.clone()),
            players: header.players.clone(),
            computer: self.setup.computer.as_ref().map(|computer| computer.side),
            dice,
            commitment,
            view,
            roll: self.game.roll_wanted().cloned(),
            undo,
            undo_bar,
            thinking: self.computer_asked().is_some(),
            hint,
            chapter: self.game.chapter(),
            take_back: side.and_then(|side| self.take_back(side)),
            plea: self.plea.map(|plea| plea.side),
            verdict: self.game.verdict(),
            friend: self.setup.friend.clone().filter(|_| seat == self.setup.host),
            spectator: self.setup.spectator.clone(),
        }
    }

    /// Where the dice come from, and what the server committed itself to.
    pub(crate) fn dice_wish(&self) -> (DiceWish, Option<String>) {
        match &self.game.record().header().dice {
            DiceRule::Seeded { commitment, .. } => (DiceWish::Server, Some(commitment.clone())),
            DiceRule::Hand => (DiceWish::Hand, None),
        }
    }

    /// The commands from one on, as a seat sees them.
    pub(crate) fn entries(&self, from: usize, seat: Seat) -> Vec<Entry> {
        self.log.iter().skip(from).map(|logged| entry(logged, seat)).collect()
    }
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live").field("id", &self.id).field("seq", &self.seq()).finish_non_exhaustive()
    }
}

/// A command as a seat sees it; two at one screen see what its giver does.
pub(crate) fn entry(logged: &Logged, seat: Seat) -> Entry {
    let eyes = match seat {
        Seat::Red => Some(Side::Red),
        Seat::Blue => Some(Side::Blue),
        Seat::Spectator => None,
        Seat::Both => Some(logged.side),
    };
    let Seen { phrase, told } = logged.seen[viewer(eyes)].clone();
    let note = logged.note.clone().filter(|_| !phrase.is_empty());
    Entry { n: logged.n, side: logged.side, chapter: logged.chapter, phrase, told, note }
}
