//! What bodies can shoot at, or charge, from where they stand: measured when it is first asked for, and known as long as nobody near
//! has moved (FD-LOS, FD-MEL-03).
//!
//! Only what lies open on the table is asked: directives, chits and held fire play no part, so both sides may know it all.

use std::sync::OnceLock;

use arrayvec::ArrayVec;
use firelock_core::Side;
use firelock_table::{Bounds, Length};
use serde::{Deserialize, Serialize};

use crate::charts::{self, Pace, numbers};
use crate::clearance::MARGIN;
use crate::known::{Few, Found, Kept};
use crate::phase::charge;
use crate::phase::fire::aimed_at;
use crate::sight::{self, Stance, Wanted};
use crate::state::{Body, BodyId, State, Step, Target, Turn, ZoneId};
use crate::words::{FireMode, Firearm, GunState};

/// What a body fires at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// A stand of a body, by its place in it.
    Stand(BodyId, u8),
    /// Those in a zone.
    Zone(ZoneId),
}

/// A shot that a body can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// Who.
    pub by: BodyId,
    /// At what.
    pub at: Aim,
    /// How far off.
    pub range: Length,
    /// Only over the heads of others, with a shell (FD-ART-17).
    pub over: bool,
}

/// A charge that a body can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Onset {
    /// Who.
    pub body: BodyId,
    /// At whom.
    pub target: Target,
    /// The facing change it begins with.
    pub turn: Option<Turn>,
}

/// An enemy within reach of a body's charge. Whether it can charge him is judged when somebody asks for it.
#[derive(Clone, Debug)]
pub(crate) struct Prospect {
    pub(crate) body: BodyId,
    pub(crate) target: Target,
    /// What a quick look leaves open: straight ahead, or after the turn that brings the enemy ahead.
    pub(crate) ways: OnceLock<ArrayVec<Approach, 2>>,
    onset: OnceLock<Option<Onset>>,
}

/// A way to charge that a quick look leaves open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach {
    /// The facing change it begins with.
    pub(crate) turn: Option<Turn>,
    /// It meets the enemy before all else for certain.
    pub(crate) strikes: bool,
}

impl Prospect {
    pub(crate) fn new(body: BodyId, target: Target) -> Prospect {
        Prospect { body, target, ways: OnceLock::new(), onset: OnceLock::new() }
    }

    /// The ways to charge that a quick look leaves open.
    pub(crate) fn ways(&self, state: &State) -> &[Approach] {
        self.ways.get_or_init(|| charge::ways(state, self.body, self.target))
    }

    /// The charge, if the table allows it.
    pub(crate) fn onset(&self, state: &State) -> Option<Onset> {
        let judge = || charge::way_to_strike(state, self);
        let found = || judge().map(|turn| Onset { body: self.body, target: self.target, turn });
        *self.onset.get_or_init(found)
    }

    /// Whether it leads straight ahead to the enemy for certain.
    pub(crate) fn is_plain(&self, state: &State) -> bool {
        self.ways(state).first().is_some_and(|way| way.turn.is_none() && way.strikes)
    }
}

impl State {
    /// What a body can fire at in the step that has begun: of each enemy the nearest stand, the nearest first.
    pub(crate) fn shots_of(&self, id: BodyId) -> &[Shot] {
        let find = || find_shots(self, id, Wanted::NearestOfEach);
        if self.fires(id) { &self.known(id).shots.get_or_find(self.alert(id), find).what } else { &[] }
    }

    /// All that a body can fire at in the step that has begun, the nearest first.
    pub(crate) fn all_shots_of(&self, id: BodyId) -> &[Shot] {
        let find = || find_shots(self, id, Wanted::All);
        if self.fires(id) { &self.known(id).all_shots.get_or_find(self.alert(id), find).what } else { &[] }
    }

    /// The shot of a body at something, if it can take it.
    pub(crate) fn shot_at(&self, id: BodyId, at: Aim) -> Option<&Shot> {
        let is_at = |shot: &&Shot| shot.at == at;
        match at {
            Aim::Stand(enemy, _) if enemy.index() < self.bodies.len() => {
                if let Some(shot) = self.shot_at_stand(id, enemy, at) {
                    return shot.as_ref();
                }
                let nearest = self.shot_of(id, enemy)?;
                Some(nearest).filter(is_at).or_else(|| self.all_shots_of(id).iter().find(is_at))
            }
            _ => self.shots_of(id).iter().find(is_at),
        }
    }

    /// The shot of a body at a stand, where nothing is known yet of what it can hit of that enemy: which stand is the nearest need not be
    /// found for it.
    fn shot_at_stand(&self, id: BodyId, enemy: BodyId, at: Aim) -> Option<&Option<Shot>> {
        let known = self.known(id);
        let is_known = known.shots.get().is_some()
            || known.all_shots.get().is_some()
            || known.aimed.iter().filter_map(Kept::get).any(|found| found.what.0 == enemy);
        if is_known || self.body(enemy).zone().is_some() || !self.fires(id) {
            return None;
        }
        let find = || {
            let Found { what, around } = find_shots(self, id, Wanted::AtStand(enemy, at));
            Found { what: (at, what.first().copied()), around }
        };
        let (known_at, shot) = &known.at_stand.get_or_find(self.alert(id), find).what;
        (*known_at == at).then_some(shot)
    }

    /// The shot of a body at the nearest stand of an enemy that it can hit, or at the zone he holds.
    pub(crate) fn shot_of<'a>(&'a self, id: BodyId, enemy: BodyId) -> Option<&'a Shot> {
        let known = self.known(id);
        let among = |shots: &'a [Shot]| shots.iter().find(|shot| aimed_at(self, shot.at) == Some(enemy));
        if known.shots.get().is_some() || self.body(enemy).zone().is_some() || !self.fires(id) {
            return among(self.shots_of(id));
        }
        let find = || {
            let Found { what, around } = find_shots(self, id, Wanted::At(enemy));
            Found { what: (enemy, what.first().copied()), around }
        };
        for aimed in &known.aimed {
            let (at, shot) = &aimed.get_or_find(self.alert(id), find).what;
            if *at == enemy {
                return shot.as_ref();
            }
        }
        among(self.shots_of(id))
    }

    /// Whether a body can fire at anything in the step that has begun.
    pub(crate) fn has_shot(&self, id: BodyId) -> bool {
        let known = self.known(id);
        if !self.fires(id) {
            return false;
        }
        if let Some(found) = known.shots.get() {
            return !found.what.is_empty();
        }
        let aimed = known.aimed.iter().filter_map(Kept::get).map(|found| found.what.1);
        if aimed.chain(known.at_stand.get().map(|found| found.what.1)).any(|shot| shot.is_some()) {
            return true;
        }
        let found = find_shots(self, id, Wanted::Any);
        let any = found.what.first().copied();
        // What was found is kept; another look at the same time found the same.
        match any {
            None => {
                known.shots.get_or_find(self.alert(id), || found);
            }
            Some(Shot { at: Aim::Stand(enemy, _), .. }) => {
                if let Some(room) = known.aimed.iter().find(|aimed| aimed.get().is_none()) {
                    room.get_or_find(self.alert(id), || Found { what: (enemy, any), around: found.around });
                }
            }
            Some(_) => {}
        }
        any.is_some()
    }

    /// Whom a body may be able to fire at in the step that has begun, garrisons included: a quick look.
    pub(crate) fn may_shoot_at(&self, id: BodyId) -> impl Iterator<Item = BodyId> {
        let find = || {
            let (what, around) = match self.arms(id) {
                Some((reach, stance, gun)) => sight::targets(self, id, stance, reach, gun),
                None => (Vec::new(), Bounds::EMPTY),
            };
            Found { what: what.into(), around: around.join(self.beside(id)) }
        };
        let found = self.fires(id).then(|| self.known(id).targets.get_or_find(self.alert(id), find));
        let side = self.body(id).side;
        found.into_iter().flat_map(move |Found { what, around }| {
            let zones = self.stage.all_zones().filter(|(_, zone)| zone.ground.bounds().meets(around));
            let held = zones.filter_map(|(zone, _)| self.garrison(zone));
            what.iter().copied().chain(held.filter(move |body| self.body(*body).side != side))
        })
    }

    /// The box that holds all who stand beside a body: they tell whether it stands in open order.
    fn beside(&self, id: BodyId) -> Bounds {
        self.body(id).bounds.grown(self.stage.length(&numbers::CONTACT))
    }

    /// How far and from where a body fires, and whether with guns: guns with their guns, all else with small arms.
    pub(crate) fn arms(&self, id: BodyId) -> Option<(Length, Stance<'_>, bool)> {
        let guns = self.roster(id).guns().filter(|_| self.body(id).gun().is_some());
        let reach = match guns {
            Some(guns) => charts::gun_reach(&self.stage.book, guns.piece, guns.pounds).on_table(self.stage.scale),
            None => musket_reach(self, id)?,
        };
        Some((reach, self.stance(id)?, guns.is_some()))
    }

    /// Whether a body can fire in the step that has begun.
    fn fires(&self, id: BodyId) -> bool {
        let body = self.body(id);
        let may = match self.step {
            // II.2 fires what was chosen in II.1.
            Step::GunChoice | Step::GunFire => may_serve(self, id, body),
            Step::Volley | Step::Platoon | Step::Skirmish | Step::SkirmishFirst => may_fire(self, id, body),
            _ => false,
        };
        may && body.is_on_table()
    }

    /// What a side can fire at in the step that has begun: by body, of each enemy the nearest stand.
    pub(crate) fn shots_by(&self, side: Side) -> impl Iterator<Item = &Shot> {
        self.on_table().filter(move |(_, body)| body.side == side).flat_map(|(id, _)| self.shots_of(id))
    }

    /// The charges that the table allows a body in the step that has begun.
    pub(crate) fn onsets_of(&self, id: BodyId) -> impl Iterator<Item = Onset> {
        self.prospects_of(id).iter().filter_map(|prospect| prospect.onset(self))
    }

    /// The charges that the table may allow a body in the step that has begun.
    pub(crate) fn prospects_of(&self, id: BodyId) -> &[Prospect] {
        let declares = match self.step {
            Step::ChargesActive => self.active,
            Step::ChargesReactive => self.active.enemy(),
            _ => return &[],
        };
        let may = self.body(id).side == declares && charge::is_eligible(self, id);
        let find = || find_prospects(self, id);
        if may { &self.known(id).prospects.get_or_find(self.alert(id), find).what } else { &[] }
    }
}

/// Measures what a body can fire at from where it stands.
pub(crate) fn find_shots(state: &State, id: BodyId, wanted: Wanted) -> Found<Few<Shot>> {
    let (mut shots, mut around) = (Vec::new(), Bounds::EMPTY);
    if let Some((reach, stance, gun)) = state.arms(id) {
        around = sight::shots(state, id, stance, reach, gun, wanted, &mut shots);
    }
    Found { what: shots.into(), around: around.join(state.beside(id)) }
}

/// Looks whom a body may charge from where it stands.
fn find_prospects(state: &State, id: BodyId) -> Found<Few<Prospect>> {
    let body = state.body(id);
    let rate = state.rate(id, Pace::Charge).unwrap_or_default();
    let around = match body.zone() {
        // It may come out anywhere.
        Some(_) => state.stage.table.bounds(),
        // After a turn about a corner it goes straight ahead.
        None => body.bounds.grown(rate + body.outline.size.width + body.outline.size.depth + MARGIN),
    };
    Found { what: charge::prospects(state, id).into(), around }
}

/// How far a body fires with small arms (FD-MUS-02..06).
pub(crate) fn musket_reach(state: &State, id: BodyId) -> Option<Length> {
    let troops = state.roster(id).troops()?;
    let dismounted = troops.arm != crate::words::Arm::Infantry;
    Some(charts::body_reach(&state.stage.book, troops.firearm, dismounted)?.on_table(state.stage.scale))
}

/// Whether a section can act in Phase II: crewed and unlimbered (FD-ART-01), not silent (FD-MOR-17), not in contact (FD-LOS-12).
pub(crate) fn may_serve(state: &State, id: BodyId, body: &Body) -> bool {
    body.gun().is_some_and(|gun| {
        gun.state == GunState::Unlimbered && gun.crew > 0 && gun.manned <= state.turn && body.silent < state.turn
    }) && !state.in_contact(id)
}

/// Whether a body can fire in the musketry step that has begun (FD-MUS-05, FD-MUS-07, FD-MUS-20, FD-MUS-27).
fn may_fire(state: &State, id: BodyId, body: &Body) -> bool {
    let Some(troops) = state.roster(id).troops() else { return false };
    // Few fire in most steps: that is told first.
    let may = match state.step {
        Step::Volley => !state.is_open(id),
        Step::Platoon => troops.mode == FireMode::Platoon && troops.firearm != Firearm::Bow && !state.is_open(id),
        _ => state.is_open(id),
    };
    may && can_shoot(state, id, body)
}

/// Whether a body could fire at all: on foot with a firearm, neither fled, in contact nor in transit.
pub(crate) fn can_shoot(state: &State, id: BodyId, body: &Body) -> bool {
    let armed = state.roster(id).troops().is_some_and(|troops| troops.firearm != Firearm::None);
    armed
        && body.is_troops()
        && !body.mounted
        && body.fled.is_none()
        && body.transit.is_none()
        && !state.unit_of(id).shattered
        && !state.in_contact(id)
}
