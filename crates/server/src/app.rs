//! The games of a server: opening, changing and telling them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use firelock_core::{Roll, Side};
use firelock_game::{Accepted, Note, Outcome, Refused};
use serde_json::value::RawValue;
use tokio::sync::{OwnedMutexGuard, Semaphore, broadcast, watch};

use crate::config::Limits;
use crate::laboratory::Laboratory;
use crate::library::Library;
use crate::live::{BACK, Back, FACES, Faces, Live, Logged, Mark, PLAYED, WANTED, Wanted, entry};
use crate::metrics::Metrics;
use crate::problem::refused;
use crate::rate::Rates;
use crate::sheets::Sheets;
use crate::store::{ChangeRow, GameId, Store, StoreFault};
use crate::to_the_end::ToTheEnd;
use crate::wire::{Answer, AnswerKind, ChangeKind, Problem, ProblemKind, Seat, Thinking};

/// All that a server holds.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) library: Library,
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) store: Store,
    pub(crate) rates: Rates,
    pub(crate) thinkers: Semaphore,
    pub(crate) sheets: Sheets,
    pub(crate) laboratory: Laboratory,
    /// Games about which a computer commander thinks.
    pub(crate) pondered: Mutex<std::collections::HashSet<GameId>>,
    /// True once the server stops.
    pub(crate) stopping: watch::Sender<bool>,
    slots: Mutex<Slots>,
    /// What links open, as far as they were asked for lately.
    seats: Mutex<HashMap<String, (GameId, Seat)>>,
    channels: Mutex<HashMap<GameId, broadcast::Sender<Arc<Happening>>>>,
}

/// The games in memory, and when each was asked for last.
type Slots = HashMap<GameId, (Slot, Instant)>;

/// A game in memory, or the place for it.
type Slot = Arc<tokio::sync::Mutex<Option<Box<Live>>>>;

/// A game in memory that nobody else touches.
pub(crate) struct Held(OwnedMutexGuard<Option<Box<Live>>>);

impl std::ops::Deref for Held {
    type Target = Live;

    fn deref(&self) -> &Live {
        self.0.as_ref().expect("a held game is loaded")
    }
}

impl std::ops::DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Live {
        self.0.as_mut().expect("a held game is loaded")
    }
}

/// What the listeners of a game are told.
#[derive(Debug)]
pub(crate) enum Happening {
    /// Something changed.
    Change { seq: u32, mark: Mark, logged: Option<Arc<Logged>>, over: bool },
    /// A computer commander has begun to think.
    Thinking(Thinking),
}

/// What a player does.
#[derive(Debug)]
pub(crate) enum Act {
    /// Gives a command.
    Command(Box<RawValue>),
    /// Types the faces of dice.
    Faces(Vec<i16>),
    /// Takes the last command back.
    Undo,
    /// Takes back all that can be.
    Reset,
    /// Gives the battle up.
    Resign,
    /// Asks for the last command back, though it has been seen.
    Plead,
    /// Answers who asks so.
    Settle(bool),
}

impl App {
    pub(crate) fn new(library: Library, store: Store, metrics: Arc<Metrics>, limits: Limits) -> App {
        App {
            library,
            limits,
            metrics,
            store,
            rates: Rates::default(),
            thinkers: Semaphore::new(limits.thinkers),
            sheets: Sheets::default(),
            laboratory: Laboratory::new(limits.lab_jobs),
            pondered: Mutex::default(),
            stopping: watch::Sender::new(false),
            slots: Mutex::default(),
            seats: Mutex::default(),
            channels: Mutex::default(),
        }
    }

    /// Which game a link opens, and from which seat.
    pub(crate) fn seat(&self, link: &str) -> Result<(GameId, Seat), Problem> {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seat) = seats.get(link) {
            return Ok(*seat);
        }
        let seat = self.store.seat(link)?.ok_or_else(|| Problem::unknown("game"))?;
        // Three links to a game, at most; a link never opens anything else, so all may be forgotten at any time.
        if seats.len() >= 3 * self.limits.loaded_games {
            seats.clear();
        }
        seats.insert(link.to_owned(), seat);
        Ok(seat)
    }

    /// The game of a link, loaded if it must be.
    pub(crate) async fn open(self: &Arc<Self>, link: &str) -> Result<(Held, Seat), Problem> {
        let (id, seat) = self.seat(link)?;
        Ok((self.hold(id).await?, seat))
    }

    /// A game by number, loaded if it must be.
    pub(crate) async fn hold(self: &Arc<Self>, id: GameId) -> Result<Held, Problem> {
        let mut guard = self.slot(id).lock_owned().await;
        if guard.is_none() {
            *guard = Some(self.load(id).await?);
            self.metrics.loads.add(1);
        }
        Ok(Held(guard))
    }

    /// Reads a game from disk.
    async fn load(self: &Arc<Self>, id: GameId) -> Result<Box<Live>, Problem> {
        let app = self.clone();
        let load = move || {
            let stored = app.store.load(id)?.ok_or_else(|| StoreFault::Garbled(format!("no game {id}")))?;
            Live::load(&app.library, id, stored).map_err(|fault| match app.store.record(id) {
                Ok(Some(_)) => StoreFault::Otherwise(fault.to_string()),
                _ => fault,
            })
        };
        let loaded = tokio::task::spawn_blocking(load).await;
        Ok(Box::new(loaded.map_err(|error| StoreFault::Garbled(error.to_string()))??))
    }

    /// Reads a game that is held from disk again.
    pub(crate) async fn read_again(self: &Arc<Self>, live: &mut Held) -> Result<(), Problem> {
        let id = live.id;
        *live.0 = None;
        *live.0 = Some(self.load(id).await?);
        Ok(())
    }

    /// Keeps a game that has just been made in memory.
    pub(crate) async fn keep(&self, live: Live) {
        let slot = self.slot(live.id);
        *slot.lock().await = Some(Box::new(live));
    }

    fn slot(&self, id: GameId) -> Slot {
        let mut slots = self.slots();
        let now = Instant::now();
        if let Some((slot, used)) = slots.get_mut(&id) {
            *used = now;
            return slot.clone();
        }
        while slots.len() >= self.limits.loaded_games {
            let idle = slots.iter().filter(|(_, (slot, _))| Arc::strong_count(slot) == 1);
            let Some(oldest) = idle.min_by_key(|(_, (_, used))| *used).map(|(id, _)| *id) else { break };
            slots.remove(&oldest);
        }
        let slot = Slot::default();
        slots.insert(id, (slot.clone(), now));
        self.metrics.loaded_games.set(slots.len() as i64);
        slot
    }

    /// Lets the games go that nobody has asked for since then; who listens to one needs it not.
    pub(crate) fn unload_idle(&self, since: Instant) {
        let mut slots = self.slots();
        slots.retain(|_, (slot, used)| *used > since || Arc::strong_count(slot) > 1);
        slots.shrink_to_fit();
        self.metrics.loaded_games.set(slots.len() as i64);
    }

    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listens to a game.
    pub(crate) fn listen(&self, id: GameId) -> Result<broadcast::Receiver<Arc<Happening>>, Problem> {
        let mut channels = self.channels();
        let channel = channels.entry(id).or_insert_with(|| broadcast::channel(32).0);
        if channel.receiver_count() >= self.limits.streams {
            return Err(Problem::new(ProblemKind::Full, "too many are looking on at this game"));
        }
        Ok(channel.subscribe())
    }

    /// Tells the listeners of a game.
    pub(crate) fn tell(&self, id: GameId, happening: Happening) {
        let mut channels = self.channels();
        if channels.get(&id).is_some_and(|channel| channel.send(Arc::new(happening)).is_err()) {
            channels.remove(&id);
        }
    }

    /// Forgets channels without a listener.
    pub(crate) fn hush(&self, id: GameId) {
        let mut channels = self.channels();
        if channels.get(&id).is_some_and(|channel| channel.receiver_count() == 0) {
            channels.remove(&id);
        }
    }

    fn channels(&self) -> MutexGuard<'_, HashMap<GameId, broadcast::Sender<Arc<Happening>>>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what a player asks. It is done to the end even when the player hangs up.
    pub(crate) async fn act(
        self: &Arc<Self>,
        link: &str,
        said: Option<Side>,
        at: u32,
        act: Act,
        wants_state: bool,
    ) -> Result<Answer, Problem> {
        let (id, seat) = self.seat(link)?;
        let app = self.clone();
        ToTheEnd::new(async move {
            let mut live = app.hold(id).await?;
            let side = live.giver(seat, said, at)?;
            let mut answer = app.carry(&mut live, side, at, act, None, seat).await?;
            if wants_state {
                answer.state = Some(Box::new(live.state(seat, said)));
            }
            let is_asked = live.computer_asked().is_some();
            drop(live);
            if is_asked {
                app.wake(id);
            }
            Ok(answer)
        })
        .await
    }

    /// Does one thing, stores it, and tells the others.
    pub(crate) async fn carry(
        self: &Arc<Self>,
        live: &mut Held,
        side: Side,
        at: u32,
        act: Act,
        note: Option<Note>,
        seat: Seat,
    ) -> Result<Answer, Problem> {
        match act {
            Act::Command(command) => self.command(live, side, at, command, note, seat).await,
            Act::Resign => self.resign(live, side, at, seat).await,
            Act::Faces(faces) => self.faces(live, side, at, faces, seat).await,
            Act::Plead => self.plead(live, side, at).await,
            Act::Settle(agreed) => self.settle(live, side, at, agreed).await,
            Act::Undo | Act::Reset => self.back(live, side, at, matches!(act, Act::Reset)).await,
        }
    }

    async fn command(
        &self,
        live: &mut Held,
        side: Side,
        at: u32,
        command: Box<RawValue>,
        note: Option<Note>,
        seat: Seat,
    ) -> Result<Answer, Problem> {
        let length = live.length_at(at)?;
        if let (Some((asker, open)), Some(roll)) = (&live.open, live.game.roll_wanted())
            && (*asker, open.as_str()) == (side, command.get())
        {
            return Ok(answer(live, AnswerKind::Already, None, Some(roll.clone())));
        }
        match live.game.submit(side, command.get(), length) {
            Ok(Outcome::Done(accepted)) => {
                if let Some(note) = &note {
                    live.game.annotate(note.clone());
                }
                self.done(live, side, accepted, note, seat).await
            }
            Ok(Outcome::NeedRoll(roll)) => {
                let body = json(&Wanted { side, command: command.clone() });
                live.open = Some((side, command.get().to_owned()));
                self.store_change(live, side, (ChangeKind::Wanted, WANTED), body, None, None).await?;
                Ok(answer(live, AnswerKind::Wanted, None, Some(*roll)))
            }
            Err(Refused::Duplicate { n }) => {
                let known = live.log.get(n).map(|logged| entry(logged, seat));
                Ok(answer(live, AnswerKind::Already, known, None))
            }
            Err(no) => Err(refused(no, live.seq())),
        }
    }

    async fn resign(&self, live: &mut Held, side: Side, at: u32, seat: Seat) -> Result<Answer, Problem> {
        let length = live.present(at)?;
        match live.game.resign(side, length) {
            Ok(Outcome::Done(accepted)) => {
                live.open = None;
                self.done(live, side, accepted, None, seat).await
            }
            // A resignation that rolls dice is none of ours.
            Ok(Outcome::NeedRoll(roll)) => Err(refused(Refused::RollWanted(roll), live.seq())),
            Err(no) => Err(refused(no, live.seq())),
        }
    }

    async fn faces(
        &self,
        live: &mut Held,
        side: Side,
        at: u32,
        faces: Vec<i16>,
        seat: Seat,
    ) -> Result<Answer, Problem> {
        let length = live.present(at)?;
        match live.game.answer(&faces, length) {
            Ok(Outcome::Done(accepted)) => {
                let giver = live.open.take().map_or(side, |(side, _)| side);
                self.done(live, giver, accepted, None, seat).await
            }
            Ok(Outcome::NeedRoll(roll)) => {
                let body = json(&Faces { side, faces });
                self.store_change(live, side, (ChangeKind::Faces, FACES), body, None, None).await?;
                Ok(answer(live, AnswerKind::Wanted, None, Some(*roll)))
            }
            Err(no) => Err(refused(no, live.seq())),
        }
    }

    async fn back(&self, live: &mut Held, side: Side, at: u32, all: bool) -> Result<Answer, Problem> {
        let length = live.present(at)?;
        let taken = match all {
            true => live.game.reset(side, length).map(|_| ()),
            false => live.game.undo(side, length),
        };
        taken.map_err(|no| refused(no, live.seq()))?;
        live.open = None;
        let count = length - live.length();
        let body = json(&Back { side, count });
        self.store_change(live, side, (ChangeKind::Back, BACK), body, None, Some(count)).await?;
        Ok(Answer { back: Some(count), ..answer(live, AnswerKind::Back, None, None) })
    }

    /// Stores a command that was carried out.
    async fn done(
        &self,
        live: &mut Held,
        side: Side,
        accepted: Accepted,
        note: Option<Note>,
        seat: Seat,
    ) -> Result<Answer, Problem> {
        let Accepted { n, chapter, seen, faces, .. } = accepted;
        let body = json(&live.game.record().shorthand(n, &faces));
        let logged = Arc::new(Logged { n, side, chapter, seen, note });
        self.store_change(live, side, (ChangeKind::Done, PLAYED), body, Some(logged.clone()), None).await?;
        Ok(answer(live, AnswerKind::Done, Some(entry(&logged, seat)), None))
    }

    /// Puts the next change on disk.
    pub(crate) async fn put(&self, live: &mut Held, kind: &'static str, body: String) -> Result<(), Problem> {
        let (id, seq) = (live.id, live.seq() + 1);
        let record = live.is_over().then(|| live.game.record().text());
        let stored = self.store.change(id, ChangeRow { seq, kind, body, record }).await;
        stored.map_err(|fault| {
            self.slots().remove(&id);
            *live.0 = None;
            fault.into()
        })
    }

    /// Puts a change on disk, then remembers it and tells the others. A change that cannot be stored has not been: the game leaves
    /// memory and is read from disk again.
    pub(crate) async fn store_change(
        &self,
        live: &mut Held,
        side: Side,
        (kind, word): (ChangeKind, &'static str),
        body: String,
        logged: Option<Arc<Logged>>,
        back: Option<usize>,
    ) -> Result<(), Problem> {
        self.put(live, word, body).await?;
        let (seq, over) = (live.seq() + 1, live.is_over());
        let mark = Mark { kind, side, length: live.length(), back };
        live.mark(mark);
        live.log.extend(logged.clone());
        self.tell(live.id, Happening::Change { seq, mark, logged, over });
        Ok(())
    }
}

pub(crate) fn answer(live: &Live, kind: AnswerKind, entry: Option<crate::wire::Entry>, roll: Option<Roll>) -> Answer {
    let (seq, length, over) = (live.seq(), live.length(), live.is_over());
    Answer { kind, seq, length, entry, roll, back: None, over, state: None }
}

pub(crate) fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain values with text keys always make JSON")
}
