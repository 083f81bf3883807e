use firelock_core::{Grain, Seeded, Side, Verdict, try_out};

use crate::choose::{Mind, decide};
use crate::{Act, Brief, Sense, Watch, Way};

/// A battle between two commanders without a record, for ladders and laboratories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Who commands, red first.
    pub briefs: [Brief; 2],
    /// The seed of the game's dice, and of the commanders' own.
    pub seed: u64,
    /// The most decisions; a battle that goes on longer is a fault.
    pub limit: u64,
    /// Of a hundred decisions of each side, red first, how many are left to chance, whatever its commander thinks: none in a battle
    /// worth the name, all for a measure of how much thinking helps, some for variety.
    pub stray: [u8; 2],
}

/// How a battle went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// How it ended.
    pub verdict: Verdict,
    /// How many decisions were made.
    pub decisions: u64,
    /// The turn in which it ended.
    pub turns: u16,
}

/// A battle that did not end by its rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("after {decisions} decisions: {words}")]
pub struct NoEnd {
    /// After how many decisions.
    pub decisions: u64,
    /// What happened.
    pub words: String,
}

/// Fights a battle out. The same start and contest give the same battle.
///
/// # Errors
/// When a side that is asked has no order, an order is refused, or the battle goes on beyond its limit.
pub fn fight<S: Sense>(start: &S::State, contest: &Contest, watch: &dyn Watch) -> Result<Fought, NoEnd> {
    let ways = contest.briefs.map(|brief| S::way(brief.level));
    fight_shown::<S>(start, contest, &ways, watch, &mut |_| {})
}

/// The same with a way of thinking for each side, showing the state before each decision and at the end.
///
/// # Errors
/// As [`fight`].
pub fn fight_shown<S: Sense>(
    start: &S::State,
    contest: &Contest,
    ways: &[Way; 2],
    watch: &dyn Watch,
    show: &mut dyn FnMut(&S::State),
) -> Result<Fought, NoEnd> {
    let (mut state, mut decisions) = (start.clone(), 0);
    loop {
        show(&state);
        let fault = |words: String| NoEnd { decisions, words };
        let asked = S::asked(&state);
        let Some(side) = asked.first().copied() else {
            let verdict = S::verdict(&state).ok_or_else(|| fault("nobody is asked and nothing decided".into()))?;
            return Ok(Fought { verdict, decisions, turns: S::turn(&state) });
        };
        if decisions >= contest.limit {
            return Err(fault(format!("the battle goes on; {side} is asked")));
        }
        let brief = Brief { seed: contest.seed, ..contest.briefs[side.index()] };
        let seen = S::observe(&state, side);
        let stray = at_random::<S>(&seen, side, contest, decisions);
        let command = stray.or_else(|| {
            let mind = Mind { brief: &brief, way: ways[side.index()] };
            let mut thought = decide::<S>(&seen, side, &mind, decisions, watch)?;
            Some(thought.options.swap_remove(thought.best))
        });
        let command = command.ok_or_else(|| fault(format!("{side} is asked and has no order")))?;
        let told = |words: String| fault(format!("{side}: {}: {words}", S::phrase(&state, &command)));
        S::check(&state, side, &command).map_err(|refusal| told(refusal.to_string()))?;
        try_out::<S>(&mut state, side, &command, &mut Seeded::new(contest.seed, decisions))
            .map_err(|halt| NoEnd { decisions, words: halt.to_string() })?;
        decisions += 1;
    }
}

/// Any order that is not to give up, where this decision is left to chance.
fn at_random<S: Sense>(seen: &S::State, side: Side, contest: &Contest, place: u64) -> Option<S::Command> {
    let stray = contest.stray[side.index()];
    let mut chance = Seeded::new(!contest.seed, place);
    if stray == 0 || chance.below(100) >= u32::from(stray) {
        return None;
    }
    let mut options = Vec::new();
    S::candidates(seen, side, Grain::Coarse, &mut options);
    options.retain(|command| S::act(seen, command) != Act::Resign);
    let n = u32::try_from(options.len()).ok().filter(|n| *n > 0)?;
    Some(options.swap_remove(chance.below(n) as usize))
}

impl Fought {
    /// Whether a side won; a draw is nobody's.
    pub fn won(&self, side: Side) -> bool {
        self.verdict.winner == Some(side)
    }
}
