//! Random games: every choice is drawn evenly from the candidates, by the seed alone.

use firelock_core::{Decision, Grain, RuleSystem, Seeded, Side, Taken, Verdict, carry_out};

use crate::{Fault, Law, picture};

/// How a random game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// How finely candidates are sampled.
    pub grain: Grain,
    /// One time in so many a step that may be ended is ended at once; 0 draws evenly only.
    pub hurry: u32,
    /// The most decisions of a game: one that goes on longer breaks a law.
    pub limit: u64,
}

impl Default for Policy {
    /// Even draws from coarse candidates, 10,000 decisions at most.
    fn default() -> Policy {
        Policy { grain: Grain::Coarse, hurry: 0, limit: 10_000 }
    }
}

/// A random game from start to end.
#[derive(Clone, Debug)]
pub struct Walk<S: RuleSystem> {
    /// What was said and what came of it, in order.
    pub steps: Vec<Step<S>>,
    /// The state at the end.
    pub last: S::State,
    /// How it ended.
    pub verdict: Verdict,
}

/// One command of a game with its record.
#[derive(Clone, Debug)]
pub struct Step<S: RuleSystem> {
    /// Who said it.
    pub side: Side,
    /// What was said.
    pub command: S::Command,
    /// What came of it.
    pub taken: Vec<Taken<S::Event>>,
}

/// Plays a random game: the same start, seed and policy give the same game everywhere.
///
/// # Errors
/// A decision without candidates, a command that does not resolve, a game without an end or a verdict.
pub fn walk<S: RuleSystem>(start: &S::State, seed: u64, policy: &Policy) -> Result<Walk<S>, Box<Fault>> {
    let mut state = start.clone();
    let mut steps = Vec::new();
    let mut options = Vec::new();
    loop {
        let place = steps.len() as u64;
        let decision = S::decision(&state);
        let stop = |state: &S::State, law, words| fault::<S>(state, &decision, (seed, place), law, None, words);
        if decision.is_over() {
            let verdict = S::verdict(&state).ok_or_else(|| stop(&state, Law::Option, "there is no verdict".into()))?;
            return Ok(Walk { steps, last: state, verdict });
        }
        if place >= policy.limit {
            return Err(stop(&state, Law::Ends, format!("not over after {} decisions", policy.limit)));
        }
        let (side, command) = choose::<S>(&state, &decision, (seed, place), policy, &mut options)
            .map_err(|words| stop(&state, Law::Option, words))?;
        let taken = carry_out::<S>(&state, side, &command, &mut Seeded::new(seed, place));
        let (after, taken) = taken.map_err(|halt| {
            let said = Some(format!("{side} {command:?}"));
            let law = halt_law::<S>(&state, side, &command);
            fault::<S>(&state, &decision, (seed, place), law, said, halt.to_string())
        })?;
        state = after;
        steps.push(Step { side, command, taken });
    }
}

/// The law that a candidate breaks which was not carried out.
pub(crate) fn halt_law<S: RuleSystem>(state: &S::State, side: Side, command: &S::Command) -> Law {
    if S::check(state, side, command).is_err() { Law::Legal } else { Law::Resolves }
}

/// Who speaks next, and what they say: a function of the state, the seed and the place alone.
pub(crate) fn choose<S: RuleSystem>(
    state: &S::State,
    decision: &Decision<S::Command>,
    (seed, place): (u64, u64),
    policy: &Policy,
    options: &mut Vec<S::Command>,
) -> Result<(Side, S::Command), String> {
    let mut chance = chance(seed, place, 1);
    let ask = &decision.asks[chance.below(decision.asks.len() as u32) as usize];
    if let Some(Ok(end)) = &ask.end
        && policy.hurry > 0
        && chance.below(policy.hurry) == 0
    {
        return Ok((ask.side, end.clone()));
    }
    options.clear();
    S::candidates(state, ask.side, policy.grain, options);
    if options.is_empty() {
        return Err(format!("{} is asked and has no candidate", ask.side));
    }
    Ok((ask.side, options.swap_remove(chance.below(options.len() as u32) as usize)))
}

/// Chance beside the game's dice, of several kinds: choices of a walk, samples of a law.
pub(crate) fn chance(seed: u64, place: u64, kind: u8) -> Seeded {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8] = kind;
    Seeded::keyed(key, place)
}

/// The report of a broken law.
pub(crate) fn fault<S: RuleSystem>(
    state: &S::State,
    decision: &Decision<S::Command>,
    (seed, place): (u64, u64),
    law: Law,
    command: Option<String>,
    words: String,
) -> Box<Fault> {
    let asks = decision.asks.iter().map(|ask| format!("{} is asked to {} ({})", ask.side, ask.prompt, ask.clause));
    let asks: Vec<String> = asks.collect();
    let decision = if asks.is_empty() { "the game is over".into() } else { asks.join(", ") };
    // The view of a broken system may break as well; the report matters more.
    let table = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| picture(&S::view(state, None))));
    let table = table.unwrap_or_else(|_| "the view panics".into());
    Box::new(Fault { system: S::NAME, law, seed, place, decision, command, words, table })
}

impl<S: RuleSystem> Walk<S> {
    /// A number for the whole game, the same on every machine: FNV-1a over the JSON of every command and its record.
    ///
    /// # Errors
    /// When a command or an event cannot be written.
    pub fn digest(&self) -> Result<u64, serde_json::Error> {
        let mut digest = 0xcbf2_9ce4_8422_2325_u64;
        for step in &self.steps {
            for byte in serde_json::to_vec(&(step.side, &step.command, &step.taken))? {
                digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        Ok(digest)
    }
}
