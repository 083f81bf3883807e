use firelock_core::{Dice, Halt, Read, Roll, Rolled, Seeded};

use crate::distribution::Gathering;
use crate::landing::landings;
use crate::lots::Unanswered;
use crate::natural::Natural;
use crate::{Answer, Chance, Distribution, Exactness, answers};

/// The paths that [`explore`] is usually allowed before it samples.
pub const PATHS: usize = 100_000;

/// The most rolls on one path; a procedure that rolls until something happens may never end on its first path.
const DEEPEST: usize = 1_000;

/// What the dice of a sample are seeded with: the same question always has the same answer.
const SEED: u64 = 1775;

/// Dice that fall every way, one way a run: run the same code, [`advance`](Enumerated::advance), and run it again until there is no
/// other way.
///
/// Each roll branches over its answers, not its faces, so the code must ask for the same rolls after the same answers, and must
/// not look at the faces: there are none.
#[derive(Debug)]
pub struct Enumerated {
    forks: Vec<Fork>,
    /// How many rolls this run has asked for.
    depth: usize,
    most: usize,
    gave_up: bool,
}

/// A roll on the present path.
#[derive(Debug)]
struct Fork {
    answers: Distribution<Answer>,
    /// Which answer is being followed.
    at: usize,
    /// The product of the weights from the first roll to this answer, and of the sums of weights.
    part: Natural,
    whole: Natural,
}

impl Enumerated {
    /// Before the first path; no roll may have more answers than `most`.
    pub fn new(most: usize) -> Enumerated {
        Enumerated { forks: Vec::new(), depth: 0, most, gave_up: false }
    }

    /// Turns to the next path; false when the one just run was the last.
    pub fn advance(&mut self) -> bool {
        self.depth = 0;
        while self.forks.last().is_some_and(|fork| fork.at + 1 == fork.answers.len()) {
            self.forks.pop();
        }
        let before = self.forks.len().checked_sub(2).map(|at| self.forks[at].part.clone());
        let Some(fork) = self.forks.last_mut() else {
            return false;
        };
        fork.at += 1;
        let (_, weight) = fork.answers.at(fork.at);
        fork.part = before.map_or_else(|| weight.clone(), |before| before.times(weight));
        true
    }

    /// The odds of the path just run.
    pub fn chance(&self) -> Chance {
        let (part, whole) = self.share();
        Chance::new(part, whole, Exactness::Exact)
    }

    /// Whether a roll had too many answers, or a path too many rolls: the paths are then not to be counted.
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    fn share(&self) -> (&Natural, &Natural) {
        self.forks.last().map_or((&Natural::ONE, &Natural::ONE), |fork| (&fork.part, &fork.whole))
    }

    fn follow(
        &mut self,
        roll: &Roll,
        ask: impl FnOnce(usize) -> Result<Distribution<Answer>, Unanswered>,
    ) -> Result<Rolled, Halt> {
        if self.depth == self.forks.len() {
            let asked = if self.depth < DEEPEST { ask(self.most) } else { Err(Unanswered::TooMany) };
            let answers = match asked {
                Ok(answers) => answers,
                Err(why) => {
                    self.gave_up |= why == Unanswered::TooMany;
                    return Err(Halt::NeedRoll(Box::new(roll.clone())));
                }
            };
            let (part, whole) = self.share();
            let (part, whole) = (part.times(answers.at(0).1), whole.times(answers.total()));
            self.forks.push(Fork { answers, at: 0, part, whole });
        }
        let fork = &self.forks[self.depth];
        self.depth += 1;
        Ok(Rolled { answer: fork.answers.at(fork.at).0.clone(), faces: Vec::new() })
    }
}

impl Dice for Enumerated {
    /// # Errors
    /// [`Halt::NeedRoll`] when the roll's answers cannot be listed.
    fn roll(&mut self, roll: &Roll) -> Result<Rolled, Halt> {
        self.follow(roll, |most| answers(roll, most))
    }

    fn land(&mut self, roll: &Roll, class: &dyn Fn(&[i16]) -> u8) -> Result<Rolled, Halt> {
        self.follow(roll, |_| match roll.read {
            Read::Land => landings(&roll.lots, class),
            // Opposed dice may be rolled again before they are classed; no rule asks for it.
            _ => Err(Unanswered::TooMany),
        })
    }
}

/// What comes of code that rolls dice: it is run once on every path, and equal outcomes are merged.
///
/// Beyond `cap` paths, or where one roll has more than `cap` answers, the outcome is sampled instead: `cap` runs with seeded dice,
/// always the same. [`Distribution::exactness`] tells which it was.
///
/// ```
/// use firelock_core::{Clause, Cuts, Die, Halt, Lot, Read, Roll, Side};
/// use firelock_odds::{PATHS, explore};
///
/// let volley = Lot::of(Side::Red, 3, Die::D(6)).cut(Cuts::at(5));
/// let roll = Roll::new(Clause::new("XX-FIR-01"), "volley", Read::Tally, [volley]);
/// let hits = explore(PATHS, |dice| dice.roll(&roll).map(|rolled| rolled.count(1)))?;
/// assert_eq!(hits.at_least(&1).exact().as_deref(), Some("19/27"));
/// # Ok::<(), Halt>(())
/// ```
///
/// # Errors
/// The first that the code gives.
pub fn explore<T: Ord, E>(
    cap: usize,
    mut run: impl FnMut(&mut dyn Dice) -> Result<T, E>,
) -> Result<Distribution<T>, E> {
    let mut dice = Enumerated::new(cap);
    let mut found = Gathering::default();
    for _ in 0..cap {
        let outcome = run(&mut dice);
        if dice.gave_up() {
            break;
        }
        let (part, whole) = dice.share();
        found.add(outcome?, part, whole);
        if !dice.advance() {
            return Ok(found.finish());
        }
    }
    sample(cap.max(1), run)
}

fn sample<T: Ord, E>(n: usize, mut run: impl FnMut(&mut dyn Dice) -> Result<T, E>) -> Result<Distribution<T>, E> {
    let mut dice = Seeded::new(SEED, 0);
    let mut found = Gathering::default();
    let whole = Natural::from(n as u64);
    for _ in 0..n {
        found.add(run(&mut dice)?, &Natural::ONE, &whole);
    }
    Ok(found.finish().only(Exactness::Sampled { n }))
}
