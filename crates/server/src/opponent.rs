//! Computer commanders: they think beside the requests, on a copy of the game.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use firelock_ai::{Brief, Level, Style, Watch, staff};
use firelock_core::Grain;
use firelock_game::{AnyGame, Note};
use serde_json::value::RawValue;

use crate::app::{Act, App, Happening};
use crate::live::Computer;
use crate::store::GameId;
use crate::wire::{OpponentCard, Seat, Thinking};

/// An order with its reasons.
#[derive(Clone, Debug)]
struct Order {
    command: String,
    note: Option<Note>,
}

/// All computer commanders, the simplest first.
pub(crate) fn cards() -> Vec<OpponentCard> {
    let styles = || Style::ALL.iter().map(|style| style.word().to_owned()).collect();
    let card = |level: &Level| {
        let (name, about) = match level {
            Level::Recruit => ("Recruit", "Legal and plain: a few ideas, each tried once."),
            Level::Captain => ("Captain", "Weighs every idea by its odds and by where it leads."),
            Level::General => ("General", "Follows a plan of battle and plays the best ideas out ahead."),
        };
        OpponentCard { id: level.word().to_owned(), name: name.to_owned(), about: about.to_owned(), styles: styles() }
    };
    Level::ALL.iter().map(card).collect()
}

/// The commander of that name, or the usual one.
pub(crate) fn card(id: Option<&str>) -> Option<OpponentCard> {
    let id = id.unwrap_or(Level::default().word());
    cards().into_iter().find(|card| card.id == id)
}

/// The end of the time for an order.
struct Clock(Instant);

impl Watch for Clock {
    fn is_over(&self) -> bool {
        Instant::now() >= self.0
    }
}

/// What a commander orders now; a system without commanders of its own gets any legal command.
fn order(game: &dyn AnyGame, computer: &Computer, until: Instant) -> Option<Order> {
    let name = match &computer.style {
        Some(style) => format!("{}:{style}", computer.id),
        None => computer.id.clone(),
    };
    let brief: Brief = name.parse().ok()?;
    match staff(&game.record().header().system) {
        Some(staff) => {
            let advice = (staff.advise)(game, computer.side, &brief, &Clock(until))?;
            Some(Order { command: advice.command, note: Some(advice.note) })
        }
        None => {
            let mut candidates = game.candidates(computer.side, Grain::Coarse);
            candidates.retain(|candidate| candidate.command != "resign");
            let at = random(candidates.len())?;
            Some(Order { command: candidates.get(at)?.command.to_string(), note: None })
        }
    }
}

/// How a commander fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pondered {
    /// The game has moved on.
    Moved,
    /// It is not his turn.
    NotAsked,
    /// He has no order that the rules allow.
    GaveUp,
}

/// A number below a bound; none below zero.
pub(crate) fn random(bound: usize) -> Option<usize> {
    let bits = getrandom::u64().ok()?;
    usize::try_from(bits.checked_rem(bound as u64)?).ok()
}

impl App {
    /// Lets a computer commander go on with a game if it is his turn and he is not at it yet.
    pub(crate) fn wake(self: &Arc<Self>, id: GameId) {
        let mut pondered = self.pondered.lock().unwrap_or_else(PoisonError::into_inner);
        if !*self.stopping.borrow() && pondered.insert(id) {
            let app = self.clone();
            tokio::spawn(async move {
                let mut last = Pondered::Moved;
                while last == Pondered::Moved {
                    last = app.ponder(id).await.unwrap_or(Pondered::GaveUp);
                }
                app.pondered.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
                // Somebody may have moved after the last look and before the name was taken off.
                let asked = app.hold(id).await.is_ok_and(|live| live.computer_asked().is_some());
                if asked && last == Pondered::NotAsked {
                    app.wake(id);
                }
            });
        }
    }

    /// One command of a computer commander; nothing when something of ours fails.
    async fn ponder(self: &Arc<Self>, id: GameId) -> Option<Pondered> {
        if *self.stopping.borrow() {
            return None;
        }
        let live = self.hold(id).await.ok()?;
        let Some(computer) = live.computer_asked().cloned() else {
            return Some(Pondered::NotAsked);
        };
        let side = computer.side;
        let (game, seq) = (live.game.copy(), live.seq());
        drop(live);
        let _permit = self.thinkers.acquire().await.ok()?;
        let budget = self.limits.thinking;
        self.tell(id, Happening::Thinking(Thinking { side, budget_ms: budget.as_millis() as u32 }));
        let (order, took) = think(game, computer, budget).await?;
        self.metrics.computer_moves.add(1);
        self.metrics.computer_ms.add(took.as_millis() as i64);
        let command = RawValue::from_string(order.command).ok()?;
        let mut live = self.hold(id).await.ok()?;
        if live.seq() != seq {
            return Some(Pondered::Moved);
        }
        let carried = self.carry(&mut live, side, seq, Act::Command(command), order.note, Seat::Spectator).await;
        match carried {
            Ok(_) => Some(Pondered::Moved),
            Err(problem) => {
                eprintln!("firelock: game {id}: a computer commander was refused: {}", problem.words);
                Some(Pondered::GaveUp)
            }
        }
    }
}

async fn think(game: Box<dyn AnyGame>, computer: Computer, budget: Duration) -> Option<(Order, Duration)> {
    let work = tokio::task::spawn_blocking(move || {
        let begun = Instant::now();
        let order = order(&*game, &computer, begun + budget);
        order.map(|order| (order, begun.elapsed()))
    });
    work.await.ok().flatten()
}
