use std::cell::OnceCell;

use firelock_core::{Seeded, Side, UnitId, try_out};

use crate::expect::{SAMPLES, expected, sampled};
use crate::outlook::Moment;
use crate::settle::{Play, Reflex, Throw, settle};
use crate::value::{Footing, Judge, value_after};
use crate::{Act, Field, Pains, Sense, Watch};

/// How many ways of the same charge are looked at.
pub(crate) const WAYS: usize = 2;
/// What a body is worth whose every move costs the whole price of stirring.
const BODY: f64 = 2.0;
/// Throws where they need not tell much: at each fight where only the order of fights is asked, and where [`Sense::PAINS`] say so.
const FEW: u64 = 2;
/// How many fields are kept to be known again.
const KNOWN: usize = 6;
/// Of how many moves the next steps are looked at.
const FOLLOWED: usize = 5;

/// A decision to be made, and by what.
pub(crate) struct Question<'a, S: Sense> {
    pub(crate) state: &'a S::State,
    pub(crate) side: Side,
    pub(crate) options: &'a [S::Command],
    /// The field as it is.
    pub(crate) field: &'a Field,
    pub(crate) judge: &'a Judge<'a>,
    pub(crate) seed: u64,
    pub(crate) watch: &'a dyn Watch,
    pub(crate) pains: &'a Pains,
}

impl<S: Sense> Question<'_, S> {
    /// A captain: every idea, by the odds of its dice and the position it leads to. Where somebody may charge, what is left in suspense is
    /// played to its end, for every idea alike. Ideas for which there was no time have no score.
    pub(crate) fn weigh(&self) -> Vec<Option<f64>> {
        let Question { state, side, options, judge, seed, watch, .. } = *self;
        let charges = options.iter().any(|command| matches!(S::act(state, command), Act::Charge { .. }));
        let mut scores = if charges { self.look_at_charges() } else { self.look() };
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
                self.follow(after, unit, &mut field)
            });
            if let (Some(score), Some(worth)) = (&mut scores[at], further) {
                *score = score.max(worth + lean::<S>(state, side, command, judge));
            }
        }
        scores
    }

    /// Every idea by the odds of its dice and the position that it leads to at once.
    fn look(&self) -> Vec<Option<f64>> {
        let Question { state, side, options, judge, seed, watch, .. } = *self;
        let mut scores = vec![None; options.len()];
        let (mut field, footing) = (Field::default(), Footing::of(self.field));
        // Many ways of the dice lead to the same field.
        let mut known: Vec<(Field, f64)> = Vec::new();
        // Which body told the last two fields apart: most likely it tells the next apart too.
        let mut telling = 0;
        let mut worth_of = |after: &S::State| {
            S::field_after(after, (state, self.field), &mut field);
            for (known, worth) in &known {
                if known.bodies.get(telling) != field.bodies.get(telling) {
                    continue;
                }
                if *known == field {
                    return *worth;
                }
                let differ = known.bodies.iter().zip(&field.bodies).position(|(one, other)| one != other);
                telling = differ.unwrap_or(telling);
            }
            let worth = value_after(&field, side, judge, &footing);
            if known.len() < KNOWN {
                known.push((field.clone(), worth));
            }
            worth
        };
        let now = worth_of(state);
        let end = options.iter().find(|command| S::act(state, command) == Act::End);
        // What is asked when the step is over; few ideas lead to another question, so it is seldom looked for.
        let ended = OnceCell::new();
        let end_now = || {
            let mut after = state.clone();
            try_out::<S>(&mut after, side, end?, &mut Seeded::new(seed, 0)).ok().map(|_| after)
        };
        // Every fight is fought: who only says which comes first need not know all the ways in which each may end.
        let in_turn = options.iter().all(|command| matches!(S::act(state, command), Act::Fight { .. }));
        let mut over: Option<f64> = None;
        let mut unturned: Vec<(UnitId, f64)> = Vec::new();
        for (at, command) in options.iter().enumerate() {
            if at > 0 && watch.is_over() {
                break;
            }
            let act = S::act(state, command);
            // What comes when a step is over comes after every other idea too: else whatever puts bad news off would look good.
            if act == Act::End {
                scores[at] = Some(now);
                continue;
            }
            if let (true, Act::Move { unit }) = (S::turns_before_the_march(state), act) {
                scores[at] = self.turned(command, unit, &mut unturned).map(|gain| now + gain);
                continue;
            }
            if let Some(worth) = S::foretold(state, command) {
                scores[at] = Some(now + judge.weights.prior * worth);
                continue;
            }
            // How a charge or a fight ends, not how it stands after the answer.
            let answers = matches!(act, Act::Answer | Act::Fire { .. });
            if self.pains.settled > 0 && answers && S::in_suspense(state) {
                let worth = sampled::<S>(state, side, command, 0..self.pains.settled, seed, |after, dice| {
                    settle::<S>(after, dice);
                    worth_of(after)
                });
                scores[at] = worth.map(|worth| worth + judge.weights.prior * S::habit(state, side, command));
                continue;
            }
            let mut closes = false;
            let mut seen = |after: &S::State| {
                let same = |one: &S::State| S::asked(one) == S::asked(after) && S::same_question(one, after);
                closes |= !same(state) && ended.get_or_init(end_now).as_ref().is_some_and(same);
                worth_of(after)
            };
            let mut worth = match in_turn || self.pains.few_throws {
                true => sampled::<S>(state, side, command, 0..FEW, seed, |after, _| seen(after)),
                false => expected::<S>(state, side, command, seed, seen),
            };
            // With the last order of a step comes what ends it: the order is worth what it makes better than no order.
            if closes {
                let mut after_all = |command: &S::Command| {
                    sampled::<S>(state, side, command, 0..SAMPLES, seed, |after, _| worth_of(after))
                };
                let over = *over.get_or_insert_with(|| end.and_then(&mut after_all).unwrap_or(now));
                worth = after_all(command).map(|worth| now + worth - over);
            }
            scores[at] = worth.map(|worth| worth + lean::<S>(state, side, command, judge));
        }
        scores
    }

    /// How much better a body's march will be for a turn; what it would be without is reckoned once for each.
    fn turned(&self, command: &S::Command, unit: UnitId, unturned: &mut Vec<(UnitId, f64)>) -> Option<f64> {
        let Question { state, side, judge, seed, .. } = *self;
        let mut field = Field::default();
        let known = unturned.iter().find(|(known, _)| *known == unit).map(|(_, worth)| *worth);
        let before = known.unwrap_or_else(|| {
            let worth = self.march(state, unit, &mut field);
            unturned.push((unit, worth));
            worth
        });
        let turned = sampled::<S>(state, side, command, 0..1, seed, |after, _| self.march(after, unit, &mut field));
        turned.map(|turned| turned - before + judge.weights.prior * S::prior(state, side, command))
    }

    /// Every idea where somebody may charge: the round is played on, as far as it concerns those who may charge and whom they may charge, for
    /// standing fast as for going in. The best are thrown for again.
    fn look_at_charges(&self) -> Vec<Option<f64>> {
        let Question { state, side, options, judge, seed, watch, .. } = *self;
        let mut scores = vec![None; options.len()];
        let mut concerned: Vec<UnitId> = Vec::new();
        let mut known: Vec<(Act, usize, usize)> = Vec::new();
        let mut alive: Vec<usize> = Vec::new();
        // Another way of a charge, beside the plainest.
        let mut other_ways: Vec<(usize, usize)> = Vec::new();
        for (at, command) in options.iter().enumerate() {
            let act = S::act(state, command);
            if let Act::Charge { unit, target } = act {
                concerned.extend(std::iter::once(unit).chain(target));
                match known.iter_mut().find(|(known, ..)| *known == act) {
                    Some((_, ways, _)) if *ways >= WAYS => continue,
                    Some((_, ways, plainest)) => {
                        *ways += 1;
                        if self.pains.plain_charges {
                            other_ways.push((*plainest, at));
                            continue;
                        }
                    }
                    None => known.push((act, 1, at)),
                }
            }
            alive.push(at);
        }
        let mut foreseen = state.clone();
        S::foresee_fire(&mut foreseen);
        let (mut field, footing) = (Field::default(), Footing::of(self.field));
        let mut plays: Vec<Option<Play<'_, S>>> = options.iter().map(|_| None).collect();
        // So many throws at an idea more, and what it is then worth on average.
        let mut throw_for = |at: usize, thrown: u64, throws: u64, before: Option<f64>| {
            let command = &options[at];
            let play =
                plays[at].get_or_insert_with(|| Play::<S>::new(&foreseen, side, command, Reflex::about(&concerned)));
            let worths = (thrown..thrown + throws).map(|throw| {
                let after = play.end(Throw::new(seed, throw))?;
                S::field_after(&after, (state, self.field), &mut field);
                let judge = judge.at(|| Moment::of::<S>(&after, &field));
                Some(value_after(&field, side, &judge, &footing))
            });
            let worth = worths.sum::<Option<f64>>()? / throws as f64 + lean::<S>(state, side, command, judge);
            let before = before.unwrap_or(worth);
            Some((before * thrown as f64 + worth * throws as f64) / (thrown + throws) as f64)
        };
        let mut thrown = 0;
        for (throws, keep) in self.pains.looks.iter().copied() {
            if thrown > 0 && alive.len() < 2 {
                break;
            }
            for at in &alive {
                if watch.is_over() && scores.iter().any(Option::is_some) {
                    return scores;
                }
                scores[*at] = throw_for(*at, thrown, throws, scores[*at]).or(scores[*at]);
            }
            thrown += throws;
            let score = |at: usize| scores[at].unwrap_or(f64::MIN);
            alive.sort_by(|a, b| score(*b).total_cmp(&score(*a)).then(a.cmp(b)));
            // One throw, without its other half, is never sure.
            let best = alive.first().map_or(f64::MIN, |at| score(*at));
            let near = alive.iter().take_while(|at| thrown < 2 || score(**at) >= best - self.pains.sure).count();
            // A lucky first look does not overtake what is looked at closer.
            let gone = alive.split_off(keep.min(near).min(alive.len()));
            let least = alive.last().map_or(f64::MIN, |at| score(*at));
            for at in gone {
                scores[at] = scores[at].map(|score| score.min(least));
            }
        }
        if let Some((_, other)) = other_ways.into_iter().find(|(plainest, _)| alive.first() == Some(plainest))
            && !watch.is_over()
        {
            scores[other] = throw_for(other, 0, thrown, None);
        }
        scores
    }
}

/// What speaks for or against a command besides the position: who need not go forward thinks twice before he charges.
pub(crate) fn lean<S: Sense>(state: &S::State, side: Side, command: &S::Command, judge: &Judge<'_>) -> f64 {
    let weights = judge.weights;
    let restraint = match S::act(state, command) {
        Act::Charge { .. } if judge.presses[side.index()] => weights.care,
        Act::Charge { .. } => weights.patience,
        // A handful of skirmishers stirs as lightly as it weighs.
        Act::Move { unit } => {
            let body = judge.bodies.iter().find(|body| body.unit == unit);
            weights.stir * body.map_or(1.0, |body| (body.worth / BODY).min(1.0))
        }
        _ => 0.0,
    };
    weights.prior * S::prior(state, side, command) - restraint
}

#[cfg(test)]
mod tests {
    use firelock_core::{Grain, RuleSystem, Seeded};
    use firelock_discipline::Discipline;
    use firelock_napoleonic::Napoleonic;
    use firelock_napoleonic::command::Command;
    use firelock_regimental::Regimental;
    use firelock_scenario::Muster;

    use super::*;
    use crate::choose::{Mind, decide};
    use crate::plan::Plan;
    use crate::value::value;
    use crate::{Brief, Level, Style};

    /// Shows every question without a charge to think of along a battle of recruits' luck, and what the position is worth before anything is
    /// done.
    fn along<S: Sense + Muster>(battle: &str, mut show: impl FnMut(&Question<'_, S>, f64)) {
        let (_, mut state) = crate::mustered::<S>(battle);
        let mut chance = Seeded::new(3, 0);
        let (mut field, mut options) = (Field::default(), Vec::new());
        while let Some(side) = S::asked(&state).first().copied() {
            options.clear();
            S::candidates(&state, side, Grain::Coarse, &mut options);
            options.retain(|command| S::act(&state, command) != Act::Resign);
            S::field(&state, &mut field);
            let plan = Plan::plain(&field, side);
            let judge = Judge::new(&field, &S::WEIGHTS, &plan);
            let now = value(&field, side, &judge);
            if !options.iter().any(|command| matches!(S::act(&state, command), Act::Charge { .. })) {
                let question = Question {
                    state: &state,
                    side,
                    options: &options,
                    field: &field,
                    judge: &judge,
                    seed: 1,
                    watch: &(),
                    pains: &S::PAINS,
                };
                show(&question, now);
            }
            let command = options.swap_remove(chance.below(options.len() as u32) as usize);
            try_out::<S>(&mut state, side, &command, &mut chance).expect("it is listed");
        }
    }

    #[test]
    fn the_end_of_a_step_is_worth_what_the_position_is_worth_now() {
        let mut seen = 0;
        along::<Discipline>("first-volley-discipline", |question, now| {
            let end = question.options.iter().position(|command| Discipline::act(question.state, command) == Act::End);
            if let Some(end) = end {
                assert_eq!(question.look()[end], Some(now));
                seen += 1;
            }
        });
        assert!(seen > 20, "{seen} ends");
    }

    /// Fire is declared and thrown for later. Whoever declares last brings everybody's fire about with it: his fire is worth no less for it.
    #[test]
    fn the_last_declared_fire_is_worth_as_much_as_the_first() {
        let mut seen = 0;
        along::<Napoleonic>("first-volley-washington", |question, now| {
            let scores = question.look();
            for (command, score) in question.options.iter().zip(scores) {
                if let Some(worth) = Napoleonic::foretold(question.state, command) {
                    assert_eq!(score, Some(now + worth), "{command:?}");
                    seen += u32::from(question.options.len() == 2);
                }
            }
        });
        assert!(seen > 0, "nobody was the last to declare");
    }

    /// Who wins a fight that goes on brings bases in that stand idle: that tells only when it is fought on.
    #[test]
    fn idle_bases_are_brought_into_a_fight() {
        let captain = Brief::new(Level::Captain, Style::Historical);
        let (mut brought, mut kept) = (0, 0);
        for seed in 0..12 {
            let (_, mut state) = crate::mustered::<Napoleonic>("first-volley-napoleonic");
            let (mut dice, mut options) = (Seeded::new(seed, 0), Vec::new());
            while let Some(side) = Napoleonic::asked(&state).first().copied() {
                options.clear();
                Napoleonic::candidates(&state, side, Grain::Coarse, &mut options);
                options.retain(|command| Napoleonic::act(&state, command) != Act::Resign);
                if options.len() > 1 && options.iter().all(|command| matches!(command, Command::Bring(_))) {
                    let mind = Mind::of::<Napoleonic>(&captain);
                    let thought = decide::<Napoleonic>(&state, side, &mind, 0, &()).expect("he is asked");
                    match thought.options[thought.best] {
                        Command::Bring(bases) if bases.total() > 0 => brought += 1,
                        _ => kept += 1,
                    }
                }
                // Whoever can charge does.
                let charge = options.iter().position(|command| matches!(command, Command::Charge { .. }));
                let at = charge.unwrap_or_else(|| dice.below(options.len() as u32) as usize);
                try_out::<Napoleonic>(&mut state, side, &options[at], &mut dice).expect("it is listed");
            }
        }
        assert!(brought > 2 * kept && brought > 0, "{brought} times brought in, {kept} times not");
    }

    /// Dunmore's farm lies five marches before the grenadiers: who turns first gets there too late.
    #[test]
    fn who_has_far_to_go_marches_before_he_turns() {
        let (_, mut state) = crate::mustered::<Discipline>("first-volley-regimental");
        let captain = Brief::new(Level::Captain, Style::Historical);
        let (mut dice, mut place) = (Seeded::new(3, 0), 0);
        let thought = loop {
            let side = Discipline::asked(&state)[0];
            let thought = decide::<Discipline>(&state, side, &Mind::of::<Discipline>(&captain), place, &());
            let thought = thought.expect("somebody is asked");
            if side == Side::Red && Discipline::turns_before_the_march(&state) {
                break thought;
            }
            try_out::<Discipline>(&mut state, side, &thought.options[thought.best], &mut dice).expect("it is listed");
            place += 1;
        };
        let mut field = Field::default();
        Discipline::field(&state, &mut field);
        let plan = Plan::plain(&field, Side::Red).with_history::<Discipline>(&state, &field, Side::Red);
        let as_they_stand = value(&field, Side::Red, &Judge::new(&field, &Discipline::WEIGHTS, &plan));
        let grenadiers = |command: &_| match Discipline::act(&state, command) {
            Act::Move { unit } => Discipline::name(&state, unit) == "Grenadier companies",
            _ => false,
        };
        let turns = thought.options.iter().zip(&thought.scores).filter(|(command, _)| grenadiers(command));
        let turned = turns.filter_map(|(_, score)| *score).reduce(f64::max).expect("they may turn");
        assert!(turned < as_they_stand, "{turned} turned, {as_they_stand} as they stand");
    }

    /// What is taken over from the position before is what would be found anew.
    #[test]
    fn an_idea_is_worth_the_same_with_and_without_what_was_known() {
        let mut seen = 0;
        along::<Regimental>("first-volley-washington", |question, _| {
            let Question { state, side, options, judge, .. } = *question;
            let footing = Footing::of(question.field);
            let (mut anew, mut taken_over) = (Field::default(), Field::default());
            for command in options {
                let mut after = state.clone();
                try_out::<Regimental>(&mut after, side, command, &mut Seeded::new(5, 0)).expect("it is listed");
                Regimental::field(&after, &mut anew);
                Regimental::field_after(&after, (state, question.field), &mut taken_over);
                assert_eq!(anew, taken_over, "{command:?}");
                let worth = value(&anew, side, judge);
                assert_eq!(value_after(&taken_over, side, judge, &footing), worth, "{command:?}");
                seen += u32::from(anew.bodies != question.field.bodies);
            }
        });
        assert!(seen > 100, "{seen} ideas changed the field");
    }

    #[test]
    fn only_of_the_best_charge_is_asked_how_it_goes_in() {
        let (_, mut state) = crate::mustered::<Regimental>("first-volley-washington");
        let captain = Brief::new(Level::Captain, Style::Historical);
        let (mut dice, mut seen) = (Seeded::new(3, 0), 0);
        for place in 0..400 {
            let Some(side) = Regimental::asked(&state).first().copied() else { break };
            let thought = decide::<Regimental>(&state, side, &Mind::of::<Regimental>(&captain), place, &());
            let thought = thought.expect("somebody is asked");
            let act = |at: usize| Regimental::act(&state, &thought.options[at]);
            for at in (0..thought.options.len()).filter(|at| matches!(act(*at), Act::Charge { .. })) {
                let first = (0..at).find(|other| act(*other) == act(at));
                if first.is_some() && thought.scores[at].is_some() {
                    assert_eq!(act(at), act(thought.best));
                    seen += 1;
                }
                assert!(first.is_some() || thought.scores[at].is_some(), "every charge is looked at");
            }
            try_out::<Regimental>(&mut state, side, &thought.options[thought.best], &mut dice).expect("it is listed");
        }
        assert!(seen > 0, "no charge was chosen that can go in otherwise");
    }
}
