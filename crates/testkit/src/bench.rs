//! What a system costs: whole random games, replay, listing, copying. Processor time, so that other programs hardly move it.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;
use firelock_core::{Grain, Halt, RuleSystem, Seeded, Side, carry_out, try_out};

/// The median, least and greatest of several rounds.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The middle one.
    pub median: f64,
    /// The lowest.
    pub least: f64,
    /// The highest.
    pub most: f64,
}

impl Rate {
    /// Of at least one round.
    pub fn of(mut rounds: Vec<f64>) -> Rate {
        rounds.sort_by(f64::total_cmp);
        let at = |part: usize| rounds.get(part).copied().unwrap_or_default();
        Rate { median: at(rounds.len() / 2), least: at(0), most: at(rounds.len().saturating_sub(1)) }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} ({:.0}-{:.0})", self.median, self.least, self.most)
    }
}

/// A random game played to its end keeping nothing; every decision draws one of its candidates, each as likely as any other.
///
/// Gives the commands played, for a replay. A game that does not end by its rules within `limit` decisions is cut.
pub fn playout<S: RuleSystem>(start: &S::State, seed: u64, grain: Grain, limit: usize) -> Vec<(Side, S::Command)> {
    play::<S>(start, seed, limit, |state, side, chance| S::draw(state, side, grain, chance))
}

fn play<S: RuleSystem>(
    start: &S::State,
    seed: u64,
    limit: usize,
    mut choose: impl FnMut(&S::State, Side, &mut Seeded) -> Option<S::Command>,
) -> Vec<(Side, S::Command)> {
    let mut state = start.clone();
    let (mut dice, mut chance) = (Seeded::new(seed, 0), Seeded::new(seed, u64::MAX));
    let mut played = Vec::new();
    while let Some(side) = S::asked(&state).first().copied() {
        let chosen = choose(&state, side, &mut chance).filter(|_| played.len() < limit);
        let Some(command) = chosen else { break };
        dice.turn_to(played.len() as u64);
        if try_out::<S>(&mut state, side, &command, &mut dice).is_err() {
            break;
        }
        played.push((side, command));
    }
    played
}

/// Decisions of random whole games per second, and the mean length of a game.
pub fn playouts<S: RuleSystem>(start: &S::State, grain: Grain, round: Duration, rounds: usize) -> (Rate, f64) {
    decisions(round, rounds, |seed| playout::<S>(start, seed, grain, 100_000).len())
}

/// The same where every decision lists all of its candidates before one is taken.
pub fn listing_playouts<S: RuleSystem>(start: &S::State, grain: Grain, round: Duration, rounds: usize) -> (Rate, f64) {
    let mut listed = Vec::new();
    decisions(round, rounds, |seed| {
        let list = |state: &S::State, side, chance: &mut Seeded| {
            listed.clear();
            S::candidates(state, side, grain, &mut listed);
            chance.one_of(&mut listed)
        };
        play::<S>(start, seed, 100_000, list).len()
    })
}

fn decisions(round: Duration, rounds: usize, mut game: impl FnMut(u64) -> usize) -> (Rate, f64) {
    let (mut rates, mut seed, mut decisions) = (Vec::new(), 0, 0);
    for _ in 0..rounds {
        let (began, mut n) = (ProcessTime::now(), 0);
        while began.elapsed() < round {
            n += game(seed);
            seed += 1;
        }
        decisions += n;
        rates.push(n as f64 / began.elapsed().as_secs_f64());
    }
    (Rate::of(rates), decisions as f64 / seed.max(1) as f64)
}

/// Decisions per second when recorded games are played again, each command checked and everything kept.
pub fn replays<S: RuleSystem>(start: &S::State, grain: Grain, round: Duration, rounds: usize) -> Rate {
    again::<S>(start, grain, round, rounds, |state, (side, command), dice| {
        let (after, taken) = carry_out::<S>(state, *side, command, dice)?;
        black_box(taken);
        *state = after;
        Ok(())
    })
}

/// The same where each command is checked and carried out in place and nothing but the state is kept, as to come to a later place
/// of a record.
pub fn replays_in_place<S: RuleSystem>(start: &S::State, grain: Grain, round: Duration, rounds: usize) -> Rate {
    again::<S>(start, grain, round, rounds, |state, (side, command), dice| {
        S::check(state, *side, command)?;
        try_out::<S>(state, *side, command, dice)
    })
}

/// Plays a few recorded games again and again.
fn again<S: RuleSystem>(
    start: &S::State,
    grain: Grain,
    round: Duration,
    rounds: usize,
    mut step: impl FnMut(&mut S::State, &(Side, S::Command), &mut Seeded) -> Result<(), Halt>,
) -> Rate {
    let games: Vec<_> = (0..8).map(|seed| (seed, playout::<S>(start, seed, grain, 100_000))).collect();
    let mut rates = Vec::new();
    for _ in 0..rounds {
        let (began, mut n) = (ProcessTime::now(), 0);
        while began.elapsed() < round {
            for (seed, game) in &games {
                let (mut state, mut dice) = (start.clone(), Seeded::new(*seed, 0));
                for (place, given) in game.iter().enumerate() {
                    dice.turn_to(place as u64);
                    if step(&mut state, given, &mut dice).is_err() {
                        break;
                    }
                    n += 1;
                }
            }
        }
        rates.push(n as f64 / began.elapsed().as_secs_f64());
    }
    Rate::of(rates)
}

/// Nanoseconds of something small, repeated.
pub fn nanoseconds<T>(round: Duration, rounds: usize, mut act: impl FnMut() -> T) -> Rate {
    let mut rates = Vec::new();
    for _ in 0..rounds {
        let (began, mut n) = (ProcessTime::now(), 0_u64);
        while began.elapsed() < round {
            (0..64).for_each(|_| drop(black_box(act())));
            n += 64;
        }
        rates.push(began.elapsed().as_secs_f64() * 1e9 / n as f64);
    }
    Rate::of(rates)
}
