//! What a system costs: whole random games, replay, listing, copying. Processor time, so that other programs hardly move it.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;
use firelock_core::{Grain, Halt, RuleSystem, Seeded, Side, carry_out, replay, try_out};

/// A recorded game: who said what.
pub type Game<S> = Vec<(Side, <S as RuleSystem>::Command)>;

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
/// A game that does not end by its rules within `limit` decisions is cut.
pub fn playout<S: RuleSystem>(start: &S::State, seed: u64, grain: Grain, limit: usize) -> Game<S> {
    play::<S>(start, seed, limit, |state, side, chance| S::draw(state, side, grain, chance))
}

fn play<S: RuleSystem>(
    start: &S::State,
    seed: u64,
    limit: usize,
    mut choose: impl FnMut(&S::State, Side, &mut Seeded) -> Option<S::Command>,
) -> Game<S> {
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
    decisions(round, rounds, |seed| listing_playout::<S>(start, seed, grain, &mut listed).len())
}

/// A random game whose players list all candidates.
fn listing_playout<S: RuleSystem>(start: &S::State, seed: u64, grain: Grain, listed: &mut Vec<S::Command>) -> Game<S> {
    play::<S>(start, seed, 100_000, |state, side, chance| {
        listed.clear();
        S::candidates(state, side, grain, listed);
        chance.one_of(listed)
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
    again::<S>(start, grain, round, rounds, keeping::<S>)
}

/// The same where each command is checked and carried out in place and nothing but the state is kept, as to come to a later place
/// of a record.
pub fn replays_in_place<S: RuleSystem>(start: &S::State, grain: Grain, round: Duration, rounds: usize) -> Rate {
    again::<S>(start, grain, round, rounds, in_place::<S>)
}

/// Carries out the first of the commands that are left.
type Step<S> =
    fn(&mut <S as RuleSystem>::State, &[(Side, <S as RuleSystem>::Command)], &mut Seeded) -> Result<(), Halt>;

fn keeping<S: RuleSystem>(state: &mut S::State, left: &[(Side, S::Command)], dice: &mut Seeded) -> Result<(), Halt> {
    let Some((side, command)) = left.first() else { return Ok(()) };
    let (after, taken) = carry_out::<S>(state, *side, command, dice)?;
    black_box(taken);
    *state = after;
    Ok(())
}

fn in_place<S: RuleSystem>(state: &mut S::State, left: &[(Side, S::Command)], dice: &mut Seeded) -> Result<(), Halt> {
    replay::<S>(state, left, dice)
}

/// Plays a few recorded games again and again.
fn again<S: RuleSystem>(start: &S::State, grain: Grain, round: Duration, rounds: usize, step: Step<S>) -> Rate {
    let games: Vec<_> = (0..8).map(|seed| playout::<S>(start, seed, grain, 100_000)).collect();
    let mut rates = Vec::new();
    for _ in 0..rounds {
        let (began, mut n) = (ProcessTime::now(), 0);
        while began.elapsed() < round {
            n += play_again::<S>(start, &games, step);
        }
        rates.push(n as f64 / began.elapsed().as_secs_f64());
    }
    Rate::of(rates)
}

/// Plays recorded games again, the first with the dice of seed 0, the next with those of seed 1; how many decisions that were.
fn play_again<S: RuleSystem>(start: &S::State, games: &[Game<S>], step: Step<S>) -> usize {
    let mut n = 0;
    for (seed, game) in (0..).zip(games) {
        let (mut state, mut dice) = (start.clone(), Seeded::new(seed, 0));
        for place in 0..game.len() {
            dice.turn_to(place as u64);
            if step(&mut state, &game[place..], &mut dice).is_err() {
                break;
            }
            n += 1;
        }
        black_box(state);
    }
    n
}

/// What the same games take that are listed and played again, in decisions per second.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// Every decision lists all of its candidates before one is taken.
    pub listing: Rate,
    /// Each command is checked and carried out in place, nothing but the state kept.
    pub in_place: Rate,
    /// Each command is checked and everything is kept.
    pub keeping: Rate,
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |replay: &Rate| replay.median / self.listing.median;
        writeln!(f, "listed: {} decisions/s", self.listing)?;
        writeln!(f, "replayed in place: {} decisions/s, {:.2} times as many", self.in_place, times(&self.in_place))?;
        write!(f, "replayed, all kept: {} decisions/s, {:.2} times as many", self.keeping, times(&self.keeping))
    }
}

/// Records the first so many listed games, then lists and replays those very games by turns: what a replay is set against did the
/// same, and a machine that grows quicker or slower does so for both.
pub fn compared<S: RuleSystem>(start: &S::State, grain: Grain, games: u64, rounds: usize) -> Compared {
    let mut listed = Vec::new();
    let games: Vec<_> = (0..games).map(|seed| listing_playout::<S>(start, seed, grain, &mut listed)).collect();
    let n = games.iter().map(Vec::len).sum();
    let mut rates = [const { Vec::new() }; 3];
    for _ in 0..rounds {
        let list = |seed| listing_playout::<S>(start, seed, grain, &mut listed).len();
        rates[0].push(rate(n, || (0..games.len() as u64).map(list).sum()));
        rates[1].push(rate(n, || play_again::<S>(start, &games, in_place::<S>)));
        rates[2].push(rate(n, || play_again::<S>(start, &games, keeping::<S>)));
    }
    let [listing, in_place, keeping] = rates.map(Rate::of);
    Compared { listing, in_place, keeping }
}

/// Decisions per second of so many, all of which are to be made.
fn rate(n: usize, act: impl FnOnce() -> usize) -> f64 {
    let began = ProcessTime::now();
    assert_eq!(act(), n, "the games are the same");
    n as f64 / began.elapsed().as_secs_f64()
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
