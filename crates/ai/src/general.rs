use std::sync::Mutex;

use arrayvec::ArrayVec;
use firelock_core::{Chapter, Grain, Seeded, Side, try_out};

use crate::captain::lean;
use crate::choose::{Mind, decide};
use crate::outlook::Moment;
use crate::plan::Plan;
use crate::settle::Throw;
use crate::value::{Footing, Judge, value, value_after};
use crate::{Act, Brief, Field, Level, Sense, Style, Watch, Way, Weights};

/// How many of a captain's ideas are played out.
const CONTENDERS: usize = 4;
/// Ideas that a captain finds so much worse than his best are not.
const WORSE: f64 = 2.5;
/// Playouts of each in a round; after a round the worst idea is given up.
const BATCH: usize = 4;
/// The most playouts of a decision, whatever the clock says.
const MOST: usize = 4096;
/// The most decisions of a playout.
const LONGEST: u64 = 300;
/// How far a captain's judgment of the difference between two ideas is usually off.
const DOUBT: f64 = 0.7;
/// How much better or worse than the present a playout can count: a battle that is won by a rare throw does not drown the rest.
const FAR: f64 = 10.0;
/// Beside the captain's choice an idea is played out further while it may be the better one by so much of what is not known yet.
const HOPE: f64 = 1.0;
/// By so much of it an idea must be better to be taken at once.
const PROOF: f64 = 1.5;
/// How many ideas a recruit has in a playout.
const IDEAS: usize = 3;

/// What a general may spend on a decision.
pub(crate) struct Budget<'a> {
    /// Playouts in all.
    pub(crate) iterations: u32,
    /// The seed of their dice.
    pub(crate) seed: u64,
    /// How he thinks.
    pub(crate) way: &'a Way,
    /// The clock, and the hands.
    pub(crate) watch: &'a dyn Watch,
}

/// An idea and what its playouts came to.
struct Contender {
    option: usize,
    /// What a captain thinks of it.
    score: f64,
    /// What each playout was worth, in the order of the throws; nothing where the clock was over.
    found: Vec<Option<f64>>,
}

/// Plays the best ideas out and corrects their scores: another idea comes before a captain's first choice only as far as the playouts
/// prove it. The same throw has the same dice for every idea, and all are summed in their own order, so that the number of hands changes
/// nothing.
pub(crate) fn correct<S: Sense>(
    state: &S::State,
    side: Side,
    options: &[S::Command],
    scores: &mut [Option<f64>],
    judge: &Judge<'_>,
    budget: &Budget<'_>,
) {
    let Budget { iterations, seed, way, watch } = *budget;
    let ranked = scores.iter().enumerate().filter_map(|(option, score)| Some((option, (*score)?)));
    let mut contenders: Vec<Contender> =
        ranked.map(|(option, score)| Contender { option, score, found: Vec::new() }).collect();
    contenders.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.option.cmp(&b.option)));
    contenders.truncate(CONTENDERS);
    let best = contenders.first().map_or(0.0, |first| first.score);
    let spread = judge.outlook.map_or(1.0, |(outlook, _)| outlook.spread());
    contenders.retain(|contender| contender.score >= best - spread * WORSE);
    let mut field = Field::default();
    S::field(state, &mut field);
    // A playout ends when the turn is over: who may still act in it does not matter then.
    let judge = &Judge { readiness: false, ..judge.at(|| Moment::between::<S>(state, &field)) };
    let head = Head::<S> { state, side, judge, spread, now: value(&field, side, judge), way, watch };
    let mut left = usize::try_from(iterations).unwrap_or(MOST).min(MOST);
    let mut alive: Vec<usize> = (0..contenders.len()).collect();
    let mut throws = 0;
    while alive.len() > 1 && left >= alive.len() && !watch.is_over() {
        let batch = BATCH.min(left / alive.len());
        let pieces = alive.len() * batch;
        let found = Mutex::new(vec![None; pieces]);
        watch.each(pieces, &|piece| {
            if watch.is_over() {
                return;
            }
            let command = &options[contenders[alive[piece / batch]].option];
            let worth = head.playout(command, seed, (throws + piece % batch) as u64);
            if let Ok(mut found) = found.lock() {
                found[piece] = worth;
            }
        });
        let found = found.into_inner().unwrap_or_default();
        for (piece, worth) in found.into_iter().enumerate() {
            contenders[alive[piece / batch]].found.push(worth);
        }
        throws += batch;
        left -= pieces;
        // The captain's own choice stays: it is what the others are measured against.
        let others = alive.split_off(1);
        let lead = |at: usize| contenders[at].lead(&contenders[0], spread);
        let worst = others.iter().copied().reduce(|a, b| if lead(b).0 <= lead(a).0 { b } else { a });
        let worst = worst.filter(|_| others.len() > 1);
        alive.extend(others.into_iter().filter(|at| Some(*at) != worst && lead(*at).0 + HOPE * lead(*at).1 > 0.0));
        if let [_, other] = alive[..]
            && lead(other).0 > PROOF * lead(other).1
        {
            break;
        }
    }
    for contender in contenders.get(1..).unwrap_or_default() {
        scores[contender.option] = Some(best + contender.lead(&contenders[0], spread).0);
    }
}

impl Contender {
    /// How much better than another this idea is, and how far that may be off: the captain's judgment and the playouts of both, each by how
    /// far it can be trusted. The wider scores are spread, the farther a captain's judgment may be off.
    fn lead(&self, first: &Contender, spread: f64) -> (f64, f64) {
        let doubt = spread * DOUBT;
        let pairs = self.found.iter().zip(&first.found).filter_map(|(own, other)| Some((*own)? - (*other)?));
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for difference in pairs {
            (n, sum, squares) = (n + 1.0, sum + difference, squares + difference * difference);
        }
        let thought = self.score - first.score;
        if n < 2.0 {
            return (thought, doubt);
        }
        let mean = sum / n;
        let variance = (squares / n - mean * mean).max(0.01) / (n - 1.0);
        let trust = doubt * doubt / (doubt * doubt + variance);
        (thought + trust * (mean - thought), (trust * variance).sqrt())
    }
}

/// A battle as it goes on in a general's head.
struct Head<'a, S: Sense> {
    state: &'a S::State,
    side: Side,
    judge: &'a Judge<'a>,
    /// How wide the worth of positions is spread.
    spread: f64,
    /// What the position is worth now.
    now: f64,
    way: &'a Way,
    watch: &'a dyn Watch,
}

impl<S: Sense> Head<'_, S> {
    /// Carries an idea out and lets both sides fight on until the enemy has had his half of a turn; nothing where the clock is over first.
    fn playout(&self, command: &S::Command, seed: u64, throw: u64) -> Option<f64> {
        let Head { state, side, judge, spread, now, way, watch } = *self;
        let (mut after, mut dice) = (state.clone(), Throw::new(seed, throw));
        dice.are_of(S::act(state, command));
        try_out::<S>(&mut after, side, command, &mut dice).ok()?;
        let plan = Plan::default();
        let mut fighters = Fighters::new(way, judge, &plan, throw);
        let until = S::half_turn(state) + 2;
        for _ in 0..LONGEST {
            if S::half_turn(&after) >= until {
                break;
            }
            let Some(asked) = S::asked(&after).first().copied() else { break };
            let Some(next) = fighters.order::<S>(&after, asked, watch) else { break };
            if watch.is_over() {
                return None;
            }
            dice.are_of(S::act(&after, &next));
            if try_out::<S>(&mut after, asked, &next, &mut dice).is_err() {
                break;
            }
        }
        let mut field = Field::default();
        S::field(&after, &mut field);
        let then = judge.at(|| Moment::between::<S>(&after, &field));
        let gain = value(&field, side, &then) + lean::<S>(state, side, command, judge) - now;
        Some(gain / (1.0 + (gain / (spread * FAR)).powi(2)).sqrt())
    }
}

/// Who fights on in a general's head, for both sides: he himself without further playouts, or recruits who have little time.
struct Fighters<'a> {
    way: &'a Way,
    throw: u64,
    hasty: Judge<'a>,
    /// Half turn, chapter and side of the last order, and how many there were before it.
    step: Option<(u32, Option<Chapter>, Side)>,
    nth: u64,
    /// Room to reckon in.
    field: Field,
}

impl<'a> Fighters<'a> {
    fn new(way: &'a Way, judge: &Judge<'a>, plan: &'a Plan, throw: u64) -> Fighters<'a> {
        let hasty = Judge { weights: &Weights::RECRUIT, plan, outlook: None, ..*judge };
        Fighters { way, throw, hasty, step: None, nth: 0, field: Field::default() }
    }

    /// What the side that is asked orders next.
    fn order<S: Sense>(&mut self, state: &S::State, asked: Side, watch: &dyn Watch) -> Option<S::Command> {
        // The lots of a step are drawn alike whatever went before: two playouts differ by what the idea changed.
        let here = (S::half_turn(state), S::chapter(state), asked);
        self.nth = if self.step == Some(here) { self.nth + 1 } else { 0 };
        self.step = Some(here);
        let chapter = here.1.map_or(0, |chapter| 1 + chapter as u64);
        let place = u64::from(here.0) << 32 | chapter << 24 | (asked.index() as u64) << 20 | self.nth;
        if self.way.pains.in_earnest {
            let brief = Brief { iterations: 0, seed: self.throw, ..Brief::new(Level::General, Style::Historical) };
            let mut thought = decide::<S>(state, asked, &Mind { brief: &brief, way: *self.way }, place, watch)?;
            return Some(thought.options.swap_remove(thought.best));
        }
        let mut chance = Seeded::new(self.throw, 0);
        chance.turn_to(place);
        first_idea::<S>(state, asked, &self.hasty, &mut chance, &mut self.field)
    }
}

/// What a recruit who has little time orders: the best of a few ideas, each tried once. `field` is room to reckon in.
fn first_idea<S: Sense>(
    state: &S::State,
    side: Side,
    judge: &Judge<'_>,
    dice: &mut Seeded,
    field: &mut Field,
) -> Option<S::Command> {
    let mut ideas: ArrayVec<S::Command, IDEAS> = ArrayVec::new();
    for _ in 0..IDEAS {
        let idea = S::draw(state, side, Grain::Coarse, dice)?;
        if !ideas.contains(&idea) && S::act(state, &idea) != Act::Resign {
            ideas.push(idea);
        }
    }
    if ideas.is_empty() {
        let mut options = Vec::new();
        S::candidates(state, side, Grain::Coarse, &mut options);
        return options.into_iter().find(|command| S::act(state, command) != Act::Resign);
    }
    if ideas.len() == 1 {
        return ideas.pop();
    }
    S::field(state, field);
    let footing = Footing::of(field);
    let mut best: Option<(f64, S::Command)> = None;
    let mut after_it = Field::default();
    for command in ideas {
        // As for a captain, the end of a step is worth what the position is worth now.
        let worth = if S::act(state, &command) == Act::End {
            value_after(field, side, judge, &footing)
        } else {
            let mut after = state.clone();
            if try_out::<S>(&mut after, side, &command, dice).is_err() {
                continue;
            }
            S::field_after(&after, (state, field), &mut after_it);
            value_after(&after_it, side, judge, &footing)
        };
        let worth = worth + lean::<S>(state, side, &command, judge);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, command));
        }
    }
    best.map(|(_, command)| command)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use firelock_core::RuleSystem;
    use firelock_regimental::Regimental;

    use super::*;
    use crate::Pains;

    /// A clock that is over after it has been asked so often.
    struct After(AtomicU32);

    impl Watch for After {
        fn is_over(&self) -> bool {
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
        }
    }

    /// Shows the questions of a battle of the first volley, and who fights on in playouts there.
    fn along(mut show: impl FnMut(&<Regimental as RuleSystem>::State, Side, &Judge<'_>)) {
        let (_, mut state) = crate::mustered::<Regimental>("first-volley-washington");
        let captain = Brief::new(Level::Captain, Style::Historical);
        let mut dice = Seeded::new(3, 0);
        for place in 0..150 {
            let Some(side) = Regimental::asked(&state).first().copied() else { break };
            let thought = decide::<Regimental>(&state, side, &Mind::of::<Regimental>(&captain), place, &());
            let thought = thought.expect("somebody is asked");
            if thought.options.len() > 1 {
                let mut field = Field::default();
                Regimental::field(&state, &mut field);
                let plan = Plan::default();
                let moment = Moment::of::<Regimental>(&state, &field);
                let outlook = Regimental::outlook().map(|outlook| (outlook, moment));
                show(&state, side, &Judge { outlook, ..Judge::new(&field, &Weights::PLAIN, &plan) });
            }
            try_out::<Regimental>(&mut state, side, &thought.options[thought.best], &mut dice).expect("it is listed");
        }
    }

    /// Where playouts are in earnest both sides do in them as the general himself would without any; elsewhere they do as recruits.
    #[test]
    fn who_fights_on_in_a_playout() {
        let way = Regimental::way(Level::General);
        assert!(way.pains.in_earnest);
        let hasty = Way { pains: Pains { in_earnest: false, ..way.pains }, ..way };
        let himself = Brief { iterations: 0, seed: 7, ..Brief::new(Level::General, Style::Historical) };
        let (mut asked, mut otherwise) = (0, 0);
        along(|state, side, judge| {
            let plan = Plan::default();
            let next = |way| Fighters::new(way, judge, &plan, 7).order::<Regimental>(state, side, &());
            let chapter = Regimental::chapter(state).map_or(0, |chapter| 1 + chapter as u64);
            let place = u64::from(Regimental::half_turn(state)) << 32 | chapter << 24 | (side.index() as u64) << 20;
            let mind = Mind { brief: &himself, way };
            let thought = decide::<Regimental>(state, side, &mind, place, &()).expect("he is asked");
            let earnest = next(&way);
            assert_eq!(earnest.as_ref(), Some(&thought.options[thought.best]));
            asked += 1;
            otherwise += u32::from(earnest != next(&hasty));
        });
        assert!(asked > 40 && otherwise > 10, "{otherwise} of {asked} orders differ");
    }

    /// A playout that the clock cuts off says nothing: it has come to no end that could be judged.
    #[test]
    fn a_playout_cut_off_says_nothing() {
        let (way, mut seen) = (Regimental::way(Level::General), 0);
        along(|state, side, judge| {
            let mut options = Vec::new();
            Regimental::candidates(state, side, Grain::Coarse, &mut options);
            let found = |watch: &dyn Watch| {
                let head = Head::<Regimental> { state, side, judge, spread: 1.0, now: 0.0, way: &way, watch };
                head.playout(&options[0], 1, 1)
            };
            if seen < 5 {
                assert!(found(&()).is_some());
                assert_eq!(found(&After(AtomicU32::new(2))), None);
                seen += 1;
            }
        });
        assert_eq!(seen, 5);
    }

    fn idea(score: f64, found: &[f64]) -> Contender {
        Contender { option: 0, score, found: found.iter().copied().map(Some).collect() }
    }

    #[test]
    fn playouts_count_by_how_little_they_scatter() {
        let first = idea(3.0, &[0.0; 8]);
        // Nothing is found: a captain's thought stands.
        assert_eq!(idea(2.0, &[]).lead(&first, 1.0), (-1.0, DOUBT));
        // All agree: they are believed.
        let (lead, doubt) = idea(2.0, &[2.0; 8]).lead(&first, 1.0);
        assert!(lead > 1.9 && doubt < 0.1, "{lead} {doubt}");
        // The same on average, now and then much: the thought is hardly moved.
        let (lead, doubt) = idea(2.0, &[-8.0, 12.0, -8.0, 12.0, -8.0, 12.0, -8.0, 12.0]).lead(&first, 1.0);
        assert!((-1.0..-0.5).contains(&lead) && doubt > 0.6, "{lead} {doubt}");
        // Where scores are spread wider, playouts of the same scatter move it farther.
        let wider = idea(2.0, &[3.0, 1.0, 3.0, 1.0]).lead(&first, 3.0).0;
        assert!(wider > idea(2.0, &[3.0, 1.0, 3.0, 1.0]).lead(&first, 1.0).0 + 0.2, "{wider}");
    }
}
