//! What fire is expected to do, by the engine's own charts.

use firelock_core::UnitId;
use firelock_napoleonic::charts::{count, morale_die, numbers};
use firelock_napoleonic::facts::{Morale, Strength};
use firelock_napoleonic::prospect::{hits, morale_under_fire, together};
use firelock_napoleonic::state::{Fire, State};

use super::{POINT, good, value_of_base};

/// What part of its bases a body that routs, retreats or falls into disorder is as good as lost for.
const ROUTS: f64 = 0.8;
const RETREATS: f64 = 0.3;
const UNFORMED: f64 = 0.2;

/// What it is worth to stop a charge, for each base that comes on.
const STOPPED: f64 = 0.3;

/// What fire is expected to do beside what is declared already, in bases of plain troops.
pub(super) fn worth(state: &State, fire: &Fire) -> f64 {
    let side = state.unit(fire.unit()).side;
    let mut sum = 0.0;
    for (struck, own) in hits(state, fire).iter() {
        let mut before = vec![1.0];
        for other in state.declared.iter().filter(|other| *other != fire && other.target() == *struck) {
            let other = hits(state, other);
            if let Some((_, hits)) = other.iter().find(|(unit, _)| unit == struck) {
                before = together(&before, hits);
            }
        }
        let losses = Losses::of(state, *struck);
        let worth = losses.expected(&together(&before, own)) - losses.expected(&before);
        sum += if state.unit(*struck).side == side { -worth } else { worth };
    }
    sum
}

/// What losses mean for a body.
struct Losses<'a> {
    state: &'a State,
    unit: UnitId,
    strength: Strength,
    /// The test that they may bring.
    test: Option<Morale>,
    charges: bool,
}

impl Losses<'_> {
    fn of(state: &State, id: UnitId) -> Losses<'_> {
        let unit = state.unit(id);
        let strength = Strength { bases_initial: state.roster(id).bases, bases: unit.bases, reduction: unit.reduction };
        let test = (!unit.routing).then(|| morale_under_fire(state, id));
        Losses { state, unit: id, strength, test, charges: state.charge(id).is_some() }
    }

    fn expected(&self, hits: &[f64]) -> f64 {
        hits.iter().zip(0..).filter(|(chance, _)| **chance > 0.0).map(|(chance, n)| chance * self.worth(n)).sum()
    }

    /// What so many hits cost it.
    fn worth(&self, hits: u8) -> f64 {
        let (state, book) = (self.state, &self.state.stage.book);
        let roster = state.roster(self.unit);
        let base = good(roster.quality) * value_of_base(roster) + POINT * value_of_base(roster);
        let toll = self.strength.struck(book, hits);
        if toll.destroyed || toll.burnt_out {
            return base * f64::from(self.strength.bases);
        }
        let lost = base * f64::from(hits) / f64::from(count(book, &numbers::FIGURES).max(1));
        let Some(test) = self.test.filter(|_| toll.calls_for_test()) else { return lost };
        let bases = state.bases_lost(self.unit) + toll.bases_lost;
        let test = Morale { bases: toll.bases, reduction: toll.reduction, bases_lost: bases, ..test };
        let (least, most) = morale_die(book, test.quality).faces();
        let plus = test.plus(book);
        let effects = (least..=most).map(|face| {
            let tested = test.result(book, i32::from(face) + plus);
            let stopped = if self.charges && !tested.charges_on { STOPPED } else { 0.0 };
            stopped
                + match () {
                    () if tested.destroyed => 1.0,
                    () if tested.routs => ROUTS,
                    () if tested.retreats => RETREATS,
                    () if tested.unformed => UNFORMED,
                    () => 0.0,
                }
        });
        let mean = effects.sum::<f64>() / f64::from(most - least + 1);
        lost + mean * base * f64::from(toll.bases)
    }
}

#[cfg(test)]
mod tests {
    use firelock_core::{Grain, RuleSystem, Seeded, try_out};
    use firelock_napoleonic::Napoleonic;
    use firelock_napoleonic::charts::gun_range_limit;
    use firelock_napoleonic::command::Command;
    use firelock_napoleonic::words::{Ammunition, Formation, GunRange};

    use firelock_napoleonic::state::Step;

    use super::*;
    use crate::choose::{Mind, decide};
    use crate::{Act, Brief, Level, Sense, Style};

    /// Shows the fire that may be declared along battles of recruits' luck, with what a captain thinks of each.
    fn declared(mut show: impl FnMut(&State, &[(Fire, f64)])) {
        let captain = Brief::new(Level::Captain, Style::Historical);
        for seed in 0..6 {
            let (_, mut state) = crate::mustered::<Napoleonic>("first-volley-napoleonic");
            let (mut chance, mut options) = (Seeded::new(seed, 0), Vec::new());
            while let Some(side) = Napoleonic::asked(&state).first().copied() {
                options.clear();
                Napoleonic::candidates(&state, side, Grain::Coarse, &mut options);
                options.retain(|command| Napoleonic::act(&state, command) != Act::Resign);
                if options.iter().any(|command| matches!(command, Command::Fire(_))) {
                    let mind = Mind::of::<Napoleonic>(&captain);
                    let thought = decide::<Napoleonic>(&state, side, &mind, 0, &()).expect("he is asked");
                    let fires = thought.options.iter().zip(&thought.scores).filter_map(|(command, score)| {
                        let Command::Fire(fire) = command else { return None };
                        Some((*fire, (*score)?))
                    });
                    show(&state, &fires.collect::<Vec<_>>());
                }
                let command = options.swap_remove(chance.below(options.len() as u32) as usize);
                try_out::<Napoleonic>(&mut state, side, &command, &mut chance).expect("it is listed");
            }
        }
    }

    /// A gun that may fire either at a line takes what strikes more: canister close by, round shot where canister hardly tells.
    #[test]
    fn a_gun_takes_canister_close_by_and_round_shot_far_off() {
        let (mut near, mut far) = (Vec::new(), Vec::new());
        declared(|state, fires| {
            for (fire, score) in fires {
                let Fire::Shot { unit, gun, target, at, ammunition: Ammunition::Canister } = *fire else { continue };
                let round = Fire::Shot { unit, gun, target, at, ammunition: Ammunition::Shot };
                let other = fires.iter().find(|(other, _)| *other == round);
                let (Some((_, round)), Formation::Line) = (other, state.unit(target).formation) else { continue };
                let (book, roster) = (&state.stage.book, state.roster(unit));
                let kind = roster.guns[usize::from(gun)].of(roster.class);
                let reach = gun_range_limit(book, kind, Ammunition::Canister, GunRange::Effective);
                let within = reach.is_some_and(|reach| state.unit(unit).outline.center().distance(at) <= reach);
                if within { &mut near } else { &mut far }.push(score - round);
            }
        });
        assert!(near.len() > 10 && near.iter().all(|more| *more > 0.0), "close by: {near:?}");
        assert!(far.iter().any(|more| *more < 0.0), "far off: {far:?}");
    }

    /// What is expected of volleys and shots is what dice give on average, but for whither a shot goes astray.
    #[test]
    fn fire_does_on_average_what_is_expected_of_it() {
        const THROWS: u64 = 200;
        let (mut expected, mut fallen, mut fires_seen) = (0.0, 0.0, 0);
        declared(|state, fires| {
            let Some((fire, _)) = fires.first().filter(|_| state.declared.is_empty()) else { return };
            let (side, target) = (state.unit(fire.unit()).side, fire.target());
            let figures = |state: &State| {
                let unit = state.unit(target);
                Strength { bases_initial: unit.bases, bases: unit.bases, reduction: unit.reduction }
                    .figures(&state.stage.book)
            };
            for seed in 0..THROWS {
                let (mut after, mut dice) = (state.clone(), Seeded::new(seed, 7));
                try_out::<Napoleonic>(&mut after, side, &Command::Fire(*fire), &mut dice).expect("it is listed");
                while after.step == Step::FireDeclare {
                    let Some(side) = Napoleonic::asked(&after).first().copied() else { break };
                    try_out::<Napoleonic>(&mut after, side, &Command::Done, &mut dice).expect("that is all");
                }
                fallen += f64::from(figures(state).saturating_sub(figures(&after))) / THROWS as f64;
            }
            let hits = hits(state, fire);
            let own = hits.iter().filter(|(struck, _)| *struck == target);
            expected += own.flat_map(|(_, hits)| (0..).zip(hits)).map(|(n, chance)| f64::from(n) * chance).sum::<f64>();
            fires_seen += 1;
        });
        assert!(fires_seen > 10 && expected > 5.0, "{fires_seen} fires, {expected} hits");
        assert!((fallen / expected - 1.0).abs() < 0.05, "{fallen} figures fell, {expected} were expected to");
    }

    /// Two that fire at the same body take a base off it and shake it; fire here and there does neither.
    #[test]
    fn fire_is_worth_more_where_others_fire_already() {
        let mut more = 0;
        declared(|state, fires| {
            for (fire, score) in fires.iter().filter(|(fire, _)| matches!(fire, Fire::Volley { .. })) {
                let mut alone = state.clone();
                alone.declared.retain(|other| other.target() != fire.target());
                if alone.declared.len() < state.declared.len() {
                    more += i32::from(worth(state, fire) > worth(&alone, fire));
                }
                assert!(score.is_finite());
            }
        });
        assert!(more > 0, "{more}");
    }
}
