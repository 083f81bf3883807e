//! The laws of every rule system, tried on random games.

mod choices;
mod record;
mod secrets;

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use firelock_core::{Clause, Decision, RuleSystem, Seeded, Side, Verdict, carry_out};

use crate::walk::{self, Policy};
use crate::{Fault, Law};

/// How the laws are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// How the games are played.
    pub policy: Policy,
    /// The costly laws are tried at one decision in so many, drawn by the seed; 1 tries them at each.
    pub every: u32,
    /// One game in so many is played three times over, to compare.
    pub again: u64,
}

impl Default for Trial {
    /// Costly laws at one decision in eight, one game in fifty played again.
    fn default() -> Trial {
        Trial { policy: Policy::default(), every: 8, again: 50 }
    }
}

/// What the games came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Decisions in all of them.
    pub decisions: u64,
    /// Decisions at which every law was tried.
    pub tried: u64,
    /// The longest game: its decisions and its seed.
    pub longest: (u64, u64),
    /// The slowest game with all its trials: its time and its seed.
    pub slowest: (Duration, u64),
    /// Games by the rule that ended them.
    pub ended_by: BTreeMap<Clause, u64>,
    /// Games won by red, won by blue, drawn.
    pub won: [u64; 3],
}

/// Plays a random game for every seed and tries the laws on it; the first that is broken is reported.
///
/// A test runs a few seeds with every law at each decision and many with samples; cargo runs tests side by side, so two
/// tests of a thousand seeds take half the time of one of two thousand.
///
/// # Errors
/// The law, seed, place, decision, command and table. `laws(start, seed..seed + 1, ...)` comes to the same fault again.
pub fn laws<S: RuleSystem>(start: &S::State, seeds: Range<u64>, trial: &Trial) -> Result<Summary, Box<Fault>> {
    let clauses: BTreeSet<Clause> = S::clauses().iter().map(|entry| entry.clause).collect();
    let mut summary = Summary::default();
    for seed in seeds {
        let began = Instant::now();
        let mut game = Game::<S>::new(start.clone(), seed, trial, &clauses);
        let played = catch_unwind(AssertUnwindSafe(|| game.play(start)));
        let verdict = match played {
            Ok(Ok(verdict)) => verdict,
            Ok(Err(words)) => return Err(game.fault(words)),
            Err(panic) => return Err(game.fault(format!("panics: {}", panic_words(panic.as_ref())))),
        };
        summary.games += 1;
        summary.decisions += game.place;
        summary.tried += game.tried;
        summary.longest = summary.longest.max((game.place, seed));
        summary.slowest = summary.slowest.max((began.elapsed(), seed));
        *summary.ended_by.entry(verdict.clause).or_default() += 1;
        summary.won[verdict.winner.map_or(2, Side::index)] += 1;
    }
    Ok(summary)
}

fn panic_words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without words")
}

/// How many earlier commands are kept to be said again at the wrong time.
const EARLIER: usize = 24;

/// A game under trial.
struct Game<'a, S: RuleSystem> {
    seed: u64,
    place: u64,
    tried: u64,
    trial: &'a Trial,
    clauses: &'a BTreeSet<Clause>,
    state: S::State,
    decision: Decision<S::Command>,
    /// Commands of either side that were legal at some earlier decision.
    earlier: Vec<(Side, S::Command)>,
    /// The law and the command under trial, for the report.
    law: Cell<Law>,
    said: RefCell<Option<(Side, S::Command)>>,
}

impl<'a, S: RuleSystem> Game<'a, S> {
    fn new(state: S::State, seed: u64, trial: &'a Trial, clauses: &'a BTreeSet<Clause>) -> Game<'a, S> {
        Game {
            seed,
            place: 0,
            tried: 0,
            trial,
            clauses,
            state,
            decision: Decision::over(),
            earlier: Vec::new(),
            law: Cell::new(Law::Option),
            said: RefCell::new(None),
        }
    }

    /// Plays to the end; an error is how the law at hand is broken.
    fn play(&mut self, start: &S::State) -> Result<Verdict, String> {
        let mut options = Vec::new();
        let verdict = loop {
            self.under(Law::Option);
            self.decision = S::decision(&self.state);
            self.asks()?;
            if let Some(verdict) = S::verdict(&self.state) {
                self.is_over(&verdict)?;
                break verdict;
            }
            if self.place >= self.trial.policy.limit {
                self.under(Law::Ends);
                return Err(format!("not over after {} decisions", self.place));
            }
            let is_tried = self.chance(2).below(self.trial.every.max(1)) == 0;
            if is_tried {
                self.tried += 1;
                self.choices()?;
                self.secrets()?;
            }
            self.under(Law::Option);
            let place = (self.seed, self.place);
            let chosen = walk::choose::<S>(&self.state, &self.decision, place, &self.trial.policy, &mut options)?;
            let (side, command) = (chosen.0, &chosen.1);
            self.says(side, command);
            let taken = carry_out::<S>(&self.state, side, command, &mut self.dice());
            let (after, taken) = taken.map_err(|halt| {
                self.law.set(walk::halt_law::<S>(&self.state, side, command));
                halt.to_string()
            })?;
            if is_tried {
                self.record(side, command, &after, &taken)?;
                self.redacted(&after, &taken)?;
            }
            self.remember(chosen);
            self.state = after;
            self.place += 1;
        };
        if self.seed.is_multiple_of(self.trial.again.max(1)) {
            self.same_again(start)?;
        }
        Ok(verdict)
    }

    /// The same start and seed must give the same game, here and in a plain walk.
    fn same_again(&self, start: &S::State) -> Result<(), String> {
        self.under(Law::Same);
        let walk = || {
            let walk = walk::walk::<S>(start, self.seed, &self.trial.policy).map_err(|fault| fault.to_string())?;
            let digest = walk.digest().map_err(|error| error.to_string())?;
            Ok::<_, String>((walk, digest))
        };
        let ((first, digest), (_, again)) = (walk()?, walk()?);
        if digest != again {
            return Err(format!("the game played twice comes to {digest:016x} and {again:016x}"));
        }
        if first.last != self.state || first.steps.len() as u64 != self.place {
            return Err("the game played by a plain walk ends in another state".into());
        }
        Ok(())
    }

    /// Keeps a command to be said again later; when full, another makes room by chance.
    fn remember(&mut self, said: (Side, S::Command)) {
        if self.earlier.len() < EARLIER {
            self.earlier.push(said);
        } else {
            let at = self.chance(3).below(EARLIER as u32) as usize;
            self.earlier[at] = said;
        }
    }

    /// From here on this law is under trial.
    fn under(&self, law: Law) {
        self.law.set(law);
        self.said.replace(None);
    }

    /// From here on this command is under trial.
    fn says(&self, side: Side, command: &S::Command) {
        self.said.replace(Some((side, command.clone())));
    }

    /// The dice of this place.
    fn dice(&self) -> Seeded {
        Seeded::new(self.seed, self.place)
    }

    /// Chance that draws samples, apart from the dice and the choices.
    fn chance(&self, kind: u8) -> Seeded {
        walk::chance(self.seed, self.place, kind)
    }

    fn fault(&self, words: String) -> Box<Fault> {
        let said = self.said.borrow().as_ref().map(|(side, command)| format!("{side} {command:?}"));
        let place = (self.seed, self.place);
        walk::fault::<S>(&self.state, &self.decision, place, self.law.get(), said, words)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.decisions * 10 / self.games.max(1);
        writeln!(
            f,
            "{} games, {} decisions ({} tried by every law), mean {}.{}",
            self.games,
            self.decisions,
            self.tried,
            mean / 10,
            mean % 10
        )?;
        writeln!(f, "longest: {} decisions (seed {})", self.longest.0, self.longest.1)?;
        writeln!(f, "slowest: {:?} (seed {})", self.slowest.0, self.slowest.1)?;
        let [red, blue, draws] = self.won;
        writeln!(f, "won: red {red}, blue {blue}, drawn {draws}")?;
        self.ended_by.iter().try_for_each(|(clause, n_games)| writeln!(f, "ended by {clause}: {n_games}"))
    }
}
