//! What fire would do, told by the charts before any die falls: for who must choose whom to fire at, and with what.

use std::sync::Arc;

use firelock_core::{Die, UnitId};
use firelock_table::Point;

use crate::charts::{accuracy_die, deviation_die, lone_die, numbers};
use crate::facts::{Accuracy, Impact, Morale, Salvo, drift};
use crate::phase::morale::Occasion;
use crate::phase::{artillery, charge, fire, morale};
use crate::results::{Cause, ShotEffect};
use crate::state::{Fire, State, Step};
use crate::words::{Ammunition, GunRange};

/// The headings that are tried of a shot that goes astray.
const HEADINGS: i32 = 12;

/// Whom a fire may strike, each with the chances of no hit, one hit, and so on.
pub type Prospect = Arc<[(UnitId, Vec<f64>)]>;

/// What a fire would do as all stand now: exactly, but for whither a shot goes astray. Of fire that cannot be given there is nothing to
/// expect.
pub fn hits(state: &State, fire: &Fire) -> Prospect {
    state.survey.prospect(fire, || match *fire {
        Fire::Volley { .. } => volley(state, fire).into_iter().collect(),
        Fire::Shot { .. } => shot(state, fire).into(),
    })
}

/// The morale test that losses by fire may bring upon a unit, as it stands before them.
pub fn morale_under_fire(state: &State, id: UnitId) -> Morale {
    let cause = if state.charge(id).is_some() { Cause::Charge } else { Cause::Fire };
    morale::measure(state, id, cause, Occasion::default())
}

/// The chances of so many hits by two fires at once.
pub fn together(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut both = vec![0.0; (one.len() + other.len()).saturating_sub(1)];
    for (nth, chance) in one.iter().enumerate() {
        for (more, other) in other.iter().enumerate() {
            both[nth + more] += chance * other;
        }
    }
    both
}

fn volley(state: &State, fire: &Fire) -> Option<(UnitId, Vec<f64>)> {
    let Fire::Volley { unit, face, target, combine } = *fire else { return None };
    let moment = match state.charge(target).filter(|_| state.step == Step::ChargeFire) {
        Some(charge) => charge::volley_moment(state, unit, face, charge)?,
        None => fire::Moment::Declared,
    };
    let volley = fire::measure(state, unit, face, target, combine, moment)?;
    let salvos = volley.salvos(&state.stage.book)?;
    let mut hits = vec![1.0];
    for salvo in &salvos {
        let p = salvo.chance();
        for _ in 0..salvo.trials {
            hits = together(&hits, &[1.0 - p, p]);
        }
    }
    Some((target, hits))
}

impl Salvo {
    /// The chance of each try.
    fn chance(&self) -> f64 {
        let (least, most) = self.die.faces();
        let face = vec![1.0 / f64::from(self.die.sides()); (most - least + 1) as usize];
        let sum = (0..self.dice).fold(vec![1.0], |sum, _| together(&sum, &face));
        let least = i32::from(self.dice) * i32::from(least) + self.plus;
        let hit = |nth: usize| least + nth as i32 >= self.need;
        sum.iter().enumerate().filter(|(nth, _)| hit(*nth)).map(|(_, chance)| chance).sum()
    }
}

fn shot(state: &State, fire: &Fire) -> Vec<(UnitId, Vec<f64>)> {
    let Fire::Shot { unit, gun, target, at, ammunition } = *fire else { return Vec::new() };
    let moment = match state.charge(target).filter(|_| state.step == Step::ChargeFire) {
        Some(charge) => charge::gun_moment(state, unit, charge),
        None => Some(artillery::Moment::Declared),
    };
    let facts = moment.and_then(|moment| artillery::aim(state, unit, gun, target, at, ammunition, moment).ok());
    let Some((facts, range)) = facts.and_then(|facts| Some((facts, facts.range(&state.stage.book)?))) else {
        return Vec::new();
    };
    let (book, muzzle) = (&state.stage.book, state.unit(unit).stands.get(usize::from(gun)));
    let muzzle = muzzle.map_or(at, |base| base.front().middle());
    let casualties = |struck: UnitId, inaccurate: bool| {
        let target = fire::target_facts(state, struck, muzzle);
        let Accuracy { class, gun, ammunition, .. } = facts;
        usize::from(Impact { class, gun, ammunition, range, inaccurate, target }.casualties(book))
    };
    let (die, plus) = (accuracy_die(book, facts.quality), facts.plus(book));
    let accurate = share(die, |face| facts.read(book, face + plus) == ShotEffect::Accurate);
    let mut found: Vec<(UnitId, Vec<f64>)> = Vec::new();
    let mut strike = |struck: UnitId, inaccurate: bool, chance: f64| {
        let n = casualties(struck, inaccurate);
        let at = found.iter().position(|(unit, _)| *unit == struck).unwrap_or_else(|| {
            found.push((struck, vec![1.0]));
            found.len() - 1
        });
        let hits = &mut found[at].1;
        hits.resize(hits.len().max(n + 1), 0.0);
        hits[0] -= chance;
        hits[n] += chance;
    };
    strike(target, false, accurate);
    if ammunition == Ammunition::Canister {
        strike(target, true, 1.0 - accurate);
    } else {
        astray(state, &facts, range, at, |struck, chance| strike(struck, false, (1.0 - accurate) * chance));
    }
    found
}

/// Whom a shot that goes astray strikes, and how likely.
fn astray(state: &State, facts: &Accuracy, range: GunRange, at: Point, mut strike: impl FnMut(UnitId, f64)) {
    let (book, quality) = (&state.stage.book, facts.quality);
    let scatter = lone_die(book, &numbers::SCATTER_DIE);
    let (_, face) = scatter.faces();
    let off = i32::from(face).min(book.number(&numbers::ON_TARGET) - 1);
    let on_target = share(scatter, |face| face > off);
    let die = deviation_die(book, quality);
    let (least, most) = die.faces();
    for (face, chance) in [(face, on_target), (off as i16, 1.0 - on_target)] {
        for score in least..=most {
            for heading in 0..HEADINGS {
                let heading = 360 / HEADINGS * heading;
                let place = drift(book, quality, range, &[face, heading as i16, score]).moved(at);
                if let Some(struck) = artillery::struck(state, place) {
                    strike(struck, chance / f64::from(die.sides()) / f64::from(HEADINGS));
                }
            }
        }
    }
}

/// The share of a die's faces of which something is true.
fn share(die: Die, holds: impl Fn(i32) -> bool) -> f64 {
    let (least, most) = die.faces();
    let faces = (least..=most).filter(|face| holds(i32::from(*face))).count();
    faces as f64 / f64::from(die.sides())
}
