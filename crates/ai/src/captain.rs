use firelock_core::{Side, UnitId};

use crate::expect::{expected, sampled};
use crate::follow::follow;
use crate::settle::{play_round, settle};
use crate::value::{Judge, value};
use crate::{Act, Field, Sense, Watch};

/// Throws at charges, and how many of the ideas are then looked at further: the nearer two are, the more throws tell them apart.
const LOOKS: [(u64, usize); 3] = [(1, 4), (3, 2), (4, 2)];
/// How many ways of the same charge are looked at.
const WAYS: usize = 2;
/// Of how many moves the next steps are looked at.
const FOLLOWED: usize = 5;

/// A captain: every idea, by the odds of its dice and the position it leads to. Where somebody may charge, what is left in suspense is
/// played to its end, for every idea alike. Ideas for which there was no time have no score.
pub(crate) fn weigh<S: Sense>(
    state: &S::State,
    side: Side,
    options: &[S::Command],
    judge: &Judge<'_>,
    seed: u64,
    watch: &dyn Watch,
) -> Vec<Option<f64>> {
    let mut scores = look::<S>(state, side, options, judge, seed, watch);
    let Some(unit) = S::acting(state) else { return scores };
    let mut ranks: Vec<usize> = (0..options.len()).filter(|at| scores[*at].is_some()).collect();
    ranks.retain(|at| matches!(S::act(state, &options[*at]), Act::Move { .. }));
    ranks.sort_by(|a, b| scores[*b].unwrap_or(f64::MIN).total_cmp(&scores[*a].unwrap_or(f64::MIN)).then(a.cmp(b)));
    let mut field = Field::default();
    for at in ranks.into_iter().take(FOLLOWED) {
        if watch.is_over() {
            break;
        }
        let command = &options[at];
        let further = sampled::<S>(state, side, command, 0..1, seed, |after, dice| {
            settle::<S>(after, dice);
            follow::<S>(after, side, unit, judge, seed, &mut field)
        });
        if let (Some(score), Some(worth)) = (&mut scores[at], further) {
            *score = score.max(worth + lean::<S>(state, side, command, judge));
        }
    }
    scores
}

/// Every idea by the odds of its dice and the position that it leads to at once.
fn look<S: Sense>(
    state: &S::State,
    side: Side,
    options: &[S::Command],
    judge: &Judge<'_>,
    seed: u64,
    watch: &dyn Watch,
) -> Vec<Option<f64>> {
    if options.iter().any(|command| matches!(S::act(state, command), Act::Charge { .. })) {
        return look_at_charges::<S>(state, side, options, judge, seed, watch);
    }
    let mut scores = vec![None; options.len()];
    let mut field = Field::default();
    S::field(state, &mut field);
    let now = value(&field, side, judge);
    for (at, command) in options.iter().enumerate() {
        if at > 0 && watch.is_over() {
            break;
        }
        // What comes when a step is over comes after every other idea too: else whatever puts bad news off would look good.
        if S::act(state, command) == Act::End {
            scores[at] = Some(now);
            continue;
        }
        let worth = expected::<S>(state, side, command, seed, |after| {
            S::field(after, &mut field);
            value(&field, side, judge)
        });
        scores[at] = worth.map(|worth| worth + lean::<S>(state, side, command, judge));
    }
    scores
}

/// Every idea where somebody may charge: the round is played on, as far as it concerns those who may charge and whom they may charge, for
/// standing fast as for going in. The best are thrown for again.
fn look_at_charges<S: Sense>(
    state: &S::State,
    side: Side,
    options: &[S::Command],
    judge: &Judge<'_>,
    seed: u64,
    watch: &dyn Watch,
) -> Vec<Option<f64>> {
    let mut scores = vec![None; options.len()];
    let mut field = Field::default();
    let mut concerned: Vec<UnitId> = Vec::new();
    let mut known: Vec<(Act, usize)> = Vec::new();
    let mut alive: Vec<usize> = Vec::new();
    for (at, command) in options.iter().enumerate() {
        let act = S::act(state, command);
        if let Act::Charge { unit, target } = act {
            concerned.extend(std::iter::once(unit).chain(target));
            match known.iter_mut().find(|(known, _)| *known == act) {
                Some((_, ways)) if *ways >= WAYS => continue,
                Some((_, ways)) => *ways += 1,
                None => known.push((act, 1)),
            }
        }
        alive.push(at);
    }
    let mut thrown = 0;
    for (throws, keep) in LOOKS {
        for at in &alive {
            if watch.is_over() && scores.iter().any(Option::is_some) {
                return scores;
            }
            let command = &options[*at];
            let worth = sampled::<S>(state, side, command, thrown..thrown + throws, seed, |after, dice| {
                play_round::<S>(after, S::round(state), &concerned, dice);
                S::field(after, &mut field);
                value(&field, side, judge)
            });
            let Some(worth) = worth else { continue };
            let worth = worth + lean::<S>(state, side, command, judge);
            let before = scores[*at].unwrap_or(worth);
            scores[*at] = Some((before * thrown as f64 + worth * throws as f64) / (thrown + throws) as f64);
        }
        thrown += throws;
        let score = |at: usize| scores[at].unwrap_or(f64::MIN);
        alive.sort_by(|a, b| score(*b).total_cmp(&score(*a)).then(a.cmp(b)));
        // A lucky first look does not overtake what is looked at closer.
        let gone = alive.split_off(keep.min(alive.len()));
        let least = alive.last().map_or(f64::MIN, |at| score(*at));
        for at in gone {
            scores[at] = scores[at].map(|score| score.min(least));
        }
    }
    scores
}

/// What speaks for or against a command besides the position: who need not go forward thinks twice before he charges.
pub(crate) fn lean<S: Sense>(state: &S::State, side: Side, command: &S::Command, judge: &Judge<'_>) -> f64 {
    let weights = judge.weights;
    let restraint = match S::act(state, command) {
        Act::Charge { .. } if judge.presses[side.index()] => weights.care,
        Act::Charge { .. } => weights.patience,
        Act::Move { .. } => weights.stir,
        _ => 0.0,
    };
    weights.prior * S::prior(state, side, command) - restraint
}

#[cfg(test)]
mod tests {
    use firelock_core::{Grain, RuleSystem, Seeded};
    use firelock_discipline::Discipline;

    use super::*;
    use crate::Weights;
    use crate::plan::Plan;

    /// A captain's scores, and what the position is worth before anything is done, each time a side may end its step without a charge to
    /// think of, along a battle of recruits' luck.
    #[test]
    fn the_end_of_a_step_is_worth_what_the_position_is_worth_now() {
        let (_, mut state) = crate::mustered::<Discipline>("first-volley-discipline");
        let mut chance = Seeded::new(3, 0);
        let (mut seen, mut field, mut options) = (0, Field::default(), Vec::new());
        while let Some(side) = Discipline::asked(&state).first().copied() {
            options.clear();
            Discipline::candidates(&state, side, Grain::Coarse, &mut options);
            options.retain(|command| Discipline::act(&state, command) != Act::Resign);
            let end = options.iter().position(|command| Discipline::act(&state, command) == Act::End);
            let charges = options.iter().any(|command| matches!(Discipline::act(&state, command), Act::Charge { .. }));
            if let (Some(end), false) = (end, charges) {
                Discipline::field(&state, &mut field);
                let plan = Plan::default();
                let judge = Judge::new(&field, &Weights::PLAIN, &plan);
                let now = value(&field, side, &judge);
                assert_eq!(look::<Discipline>(&state, side, &options, &judge, 1, &())[end], Some(now));
                seen += 1;
            }
            let command = options.swap_remove(chance.below(options.len() as u32) as usize);
            firelock_core::try_out::<Discipline>(&mut state, side, &command, &mut chance).expect("it is listed");
        }
        assert!(seen > 20, "{seen} ends");
    }
}
