use firelock_core::{Grain, Seeded, Side};
use serde::Serialize;

use crate::captain::Question;
use crate::general::Budget;
use crate::outlook::Moment;
use crate::plan::{Plan, must_attack};
use crate::value::Judge;
use crate::{Act, Brief, Field, Level, Sense, Style, Watch, Way, Weights, general, recruit, words};

/// What a commander orders, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Order<C> {
    /// The command.
    pub command: C,
    /// What he means to do by it, in the language of the day.
    pub intent: String,
    /// What else he thought of, the best first, three at most.
    pub others: Vec<Weighed<C>>,
    /// What he expects of it: hundredths of a base of plain troops, the whole position counted.
    pub score: i32,
}

/// A choice that was weighed and left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Weighed<C> {
    /// The command.
    pub command: C,
    /// In a few words.
    pub words: String,
    /// As [`Order::score`].
    pub score: i32,
}

/// The alternatives that are told.
const TOLD: usize = 3;

/// What a commander of a side orders now; nothing when his side is not asked.
///
/// He looks at what his side observes and at nothing else. `place` is the number of commands given so far; with the seed of the brief it
/// is the key of his own dice. The same position, brief and place give the same order, unless a clock cuts his thoughts short.
pub fn command<S: Sense>(
    state: &S::State,
    side: Side,
    brief: &Brief,
    place: u64,
    watch: &dyn Watch,
) -> Option<Order<S::Command>> {
    let seen = S::observe(state, side);
    let thought = decide::<S>(&seen, side, &Mind::of::<S>(brief), place, watch)?;
    let mut ranks: Vec<usize> = (0..thought.options.len()).filter(|at| thought.scores[*at].is_some()).collect();
    ranks.sort_by(|a, b| score_of(&thought, *b).total_cmp(&score_of(&thought, *a)));
    let others = ranks.into_iter().filter(|at| *at != thought.best).take(TOLD).map(|at| Weighed {
        words: S::phrase(&seen, &thought.options[at]),
        score: hundredths(score_of(&thought, at)),
        command: thought.options[at].clone(),
    });
    let others = others.collect();
    let chosen = &thought.options[thought.best];
    let intent = words::intent::<S>(&seen, side, chosen, brief);
    Some(Order { intent, others, score: hundredths(score_of(&thought, thought.best)), command: chosen.clone() })
}

/// All that was weighed.
pub(crate) struct Thought<C> {
    pub(crate) options: Vec<C>,
    pub(crate) scores: Vec<Option<f64>>,
    pub(crate) best: usize,
}

fn score_of<C>(thought: &Thought<C>, at: usize) -> f64 {
    thought.scores[at].unwrap_or(f64::MIN)
}

fn hundredths(score: f64) -> i32 {
    (score * 100.0).round().clamp(-1e9, 1e9) as i32
}

/// Who decides.
pub(crate) struct Mind<'a> {
    pub(crate) brief: &'a Brief,
    /// How he thinks; a recruit weighs in his own way.
    pub(crate) way: Way,
}

impl<'a> Mind<'a> {
    /// A commander who thinks as his level does.
    pub(crate) fn of<S: Sense>(brief: &'a Brief) -> Mind<'a> {
        Mind { brief, way: S::way(brief.level) }
    }
}

/// The choice of a commander who sees this state, which is what his side observes.
pub(crate) fn decide<S: Sense>(
    seen: &S::State,
    side: Side,
    mind: &Mind<'_>,
    place: u64,
    watch: &dyn Watch,
) -> Option<Thought<S::Command>> {
    let Mind { brief, way: Way { weights, pains, outlook } } = mind;
    if !S::asked(seen).contains(&side) {
        return None;
    }
    let mut field = Field::default();
    S::field(seen, &mut field);
    let stands = pains.stands_plainly && !must_attack(&field, side);
    let grain = if brief.level == Level::Recruit || stands { Grain::Coarse } else { Grain::Middle };
    let mut options = Vec::new();
    match brief.level {
        Level::Recruit => S::candidates(seen, side, grain, &mut options),
        Level::Captain | Level::General => S::ideas(seen, &field, side, grain, pains, &mut options),
    }
    // Nobody gives a battle up while he can still give an order.
    if options.iter().any(|command| S::act(seen, command) != Act::Resign) {
        options.retain(|command| S::act(seen, command) != Act::Resign);
    }
    if options.len() < 2 {
        let scores = vec![Some(0.0); options.len()];
        return (!options.is_empty()).then_some(Thought { options, scores, best: 0 });
    }
    let seed = Seeded::new(brief.seed ^ (side.index() as u64) << 63, place).below(u32::MAX).into();
    let weights = if brief.level == Level::Recruit { &Weights::RECRUIT } else { weights };
    let weights = weights.styled(brief.style);
    let plan = match brief.level {
        Level::Recruit => Plan::default(),
        Level::General if pains.plans_attacks => Plan::of(&field, side),
        Level::Captain | Level::General => Plan::plain(&field, side),
    };
    let plan = match (brief.level, brief.style) {
        (Level::Captain | Level::General, Style::Historical) => plan.with_history::<S>(seen, &field, side),
        _ => plan,
    };
    let judge = Judge {
        readiness: S::acting(seen).is_none(),
        outlook: outlook.map(|outlook| (outlook, Moment::of::<S>(seen, &field))),
        ..Judge::new(&field, &weights, &plan)
    };
    let scores = match brief.level {
        Level::Recruit => {
            let scores = recruit::weigh::<S>(seen, side, &mut options, &judge, seed);
            scores.into_iter().map(Some).collect()
        }
        Level::Captain | Level::General => {
            let question = Question::<S> {
                state: seen,
                side,
                options: &options,
                field: &field,
                judge: &judge,
                seed,
                watch,
                pains,
            };
            let mut scores = question.weigh();
            // A turn before a march is judged by that march: a captain has looked at it already.
            if brief.level == Level::General && !S::turns_before_the_march(seen) {
                let budget = Budget { iterations: brief.iterations, seed, way: &mind.way, watch };
                general::correct::<S>(seen, side, &options, &mut scores, &judge, &budget);
            }
            scores
        }
    };
    let best = best_of(&scores, brief.style);
    Some(Thought { options, scores, best })
}

/// The best; a teacher takes the first of those that are nearly as good.
fn best_of(scores: &[Option<f64>], style: Style) -> usize {
    let score = |at: usize| scores[at].unwrap_or(f64::MIN);
    let best = (0..scores.len()).reduce(|best, at| if score(at) > score(best) { at } else { best }).unwrap_or(0);
    let slack = if style == Style::Teaching { 0.15 } else { 0.0 };
    (0..scores.len()).find(|at| score(*at) >= score(best) - slack).unwrap_or(best)
}

#[cfg(test)]
mod tests {
    use firelock_core::{Frame, RuleSystem, try_out};
    use firelock_discipline::Discipline;
    use firelock_regimental::{Regimental, state as regimental};
    use firelock_washington::Washington;
    use firelock_washington::command::Command;
    use firelock_washington::state::{Asking, Held, HeldFor};

    use super::*;
    use crate::Pains;

    /// Who need not attack has the plainest moves in mind, who must has more.
    #[test]
    fn a_defender_of_regimental_stands_plainly() {
        let (_, mut state) = crate::mustered::<Regimental>("first-volley-washington");
        let captain = Brief::new(Level::Captain, Style::Historical);
        let (mut dice, mut seen) = (Seeded::new(3, 0), [0; 2]);
        for place in 0..120 {
            let Some(side) = Regimental::asked(&state).first().copied() else { break };
            let mut field = Field::default();
            Regimental::field(&state, &mut field);
            let count = |grain| {
                let mut options = Vec::new();
                Regimental::ideas(&state, &field, side, grain, &Regimental::PAINS, &mut options);
                options.retain(|command| Regimental::act(&state, command) != Act::Resign);
                options.len()
            };
            let (coarse, middle) = (count(Grain::Coarse), count(Grain::Middle));
            let attacks = must_attack(&field, side);
            let thought = decide::<Regimental>(&state, side, &Mind::of::<Regimental>(&captain), place, &());
            let thought = thought.expect("somebody is asked");
            if coarse < middle && coarse > 0 {
                assert_eq!(thought.options.len(), if attacks { middle } else { coarse });
                seen[usize::from(attacks)] += 1;
            }
            try_out::<Regimental>(&mut state, side, &thought.options[thought.best], &mut dice).expect("it is listed");
        }
        assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
    }

    /// Of a check with several units only the next is thought of, and of many charges those that promise most.
    #[test]
    fn a_captain_of_regimental_looks_at_one_unit_and_few_charges_at_a_time() {
        let captain = Brief::new(Level::Captain, Style::Historical);
        let (mut seen, mut pairs) = ([0_usize; 2], Vec::new());
        for seed in 0..3 {
            let (_, mut state) = crate::mustered::<Regimental>("cowpens");
            let mut dice = Seeded::new(seed, 0);
            for place in 0..200 {
                let Some(side) = Regimental::asked(&state).first().copied() else { break };
                let thought = decide::<Regimental>(&state, side, &Mind::of::<Regimental>(&captain), place, &());
                let thought = thought.expect("somebody is asked");
                let mut units: Vec<_> = Vec::new();
                pairs.clear();
                for command in &thought.options {
                    match Regimental::act(&state, command) {
                        Act::Move { unit } | Act::Hold { unit } => units.push(unit),
                        Act::Charge { unit, target } => pairs.push((unit, target)),
                        _ => {}
                    }
                }
                units.dedup();
                pairs.sort_unstable();
                pairs.dedup();
                match state.agenda.top() {
                    Some(Frame::Ask(regimental::Asking::Maneuver)) => {
                        assert!(units.len() == 1, "{units:?}");
                        seen[0] += 1;
                    }
                    Some(Frame::Ask(regimental::Asking::Declare)) => {
                        assert!(pairs.len() <= Regimental::PAINS.charges, "{pairs:?}");
                        seen[1] += usize::from(Regimental::may_charge(&state).len() > pairs.len());
                    }
                    _ => {}
                }
                try_out::<Regimental>(&mut state, side, &thought.options[thought.best], &mut dice).expect("listed");
            }
        }
        assert!(seen[0] > 20 && seen[1] > 0, "{seen:?}");
    }

    /// A failed motivation ends a commander's turn: a general throws again the dice that fail, and keeps those that pass.
    #[test]
    fn a_general_of_washington_spends_his_dice_on_troops_that_would_not_act() {
        let (_, start) = crate::mustered::<Washington>("first-volley-regimental");
        let briefs = [Level::Captain, Level::General]
            .map(|level| Brief { iterations: 0, ..Brief::new(level, Style::Historical) });
        // Whether the dice pass, and whether he keeps them.
        let mut seen = [[0; 2]; 2];
        for seed in 3..7 {
            let (mut state, mut dice) = (start.clone(), Seeded::new(seed, 0));
            // At the very end a turn that is over may win the day.
            for place in 0..2000 {
                let Some(side) = Washington::asked(&state).first().copied().filter(|_| state.countdown > 6) else {
                    break;
                };
                let think = |brief: &Brief| {
                    let mind = Mind::of::<Washington>(brief);
                    decide::<Washington>(&state, side, &mind, place, &()).expect("somebody is asked")
                };
                if let Some(Frame::Ask(Asking::Reroll(Held { of: HeldFor::Motivation(unit), .. }))) = state.agenda.top()
                {
                    let passes = Washington::chance_to_act(&state, *unit) == 36;
                    let general = think(&briefs[1]);
                    let keeps = general.options[general.best] == Command::Keep;
                    seen[usize::from(passes)][usize::from(keeps)] += 1;
                }
                let captain = think(&briefs[0]);
                try_out::<Washington>(&mut state, side, &captain.options[captain.best], &mut dice).expect("listed");
            }
        }
        let [fails, passes] = seen;
        assert!(fails[0] > 4 * fails[1] && passes[1] > 8 * passes[0], "{seen:?}");
    }

    /// The Allies must take the hamlet: a general with a plan of attack weighs their first moves otherwise than one without.
    #[test]
    fn a_general_plans_attacks_where_the_pains_say_so() {
        let (_, mut state) = crate::mustered::<Discipline>("first-volley-discipline");
        let general = Brief { iterations: 0, ..Brief::new(Level::General, Style::Bold) };
        let (mut dice, mut otherwise) = (Seeded::new(3, 0), 0);
        for place in 0..60 {
            let side = Discipline::asked(&state)[0];
            let think = |plans_attacks| {
                let pains = Pains { plans_attacks, ..Discipline::PAINS };
                let mind = Mind { brief: &general, way: Way { weights: Discipline::WEIGHTS, pains, outlook: None } };
                decide::<Discipline>(&state, side, &mind, place, &()).expect("somebody is asked")
            };
            let thought = think(true);
            otherwise += u32::from(side == Side::Red && think(false).scores != thought.scores);
            try_out::<Discipline>(&mut state, side, &thought.options[thought.best], &mut dice).expect("it is listed");
        }
        assert!(otherwise > 0);
    }
}
