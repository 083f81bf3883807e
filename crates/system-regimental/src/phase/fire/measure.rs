//! The table into the facts of one fire combat (RF-FIR-13, RF-FIR-18..25, RF-FIR-36, RF-FIR-38, RF-FIR-39).

use std::cell::OnceCell;

use firelock_core::UnitId;
use firelock_table::{Angle, Base, Bounds, Fan, Length, Point, Pose, Size, gap, in_fan};

use super::aim::{Shot, Targets};
use super::firer::{Firer, Muzzle, charges};
use crate::charts::{fire_points, numbers};
use crate::command::Firing as Chosen;
use crate::facts::{Firing, GunStand, Target, Volley};
use crate::phase::movement::branch;
use crate::state::{Colonel, Contributor, State};
use crate::words::{Charging, Cover, Firearm, Order, Traits};

/// A fire combat measured.
#[derive(Debug)]
pub(crate) struct Measured {
    /// The facts.
    pub(crate) volley: Volley,
    /// Who each entry of the firers is.
    pub(crate) contributors: Vec<Contributor>,
    /// Who the units massed behind the target are.
    pub(crate) behind: Vec<UnitId>,
    /// From which side of its place each garrison fires, and with how many stands.
    pub(crate) walls: Vec<(UnitId, u8, u8)>,
}

/// Measures the fire of some stands at a target. Stands without a shot at it, which `check` refuses, add nothing.
pub(crate) fn measure(state: &State, target: UnitId, firers: &[Chosen]) -> Measured {
    let targets = Targets::of(state);
    let mut combat = Combat { state, target, groups: Vec::new(), walls: Vec::new() };
    for chosen in firers {
        if let Some(firer) = Firer::of(state, chosen.unit) {
            combat.join(&targets, &firer, chosen.stands);
        }
    }
    combat.measured()
}

/// A fire combat in the making.
struct Combat<'a> {
    state: &'a State,
    target: UnitId,
    groups: Vec<Group>,
    walls: Vec<(UnitId, u8, u8)>,
}

/// Equal stands of one unit that fire together.
struct Group {
    who: Contributor,
    firing: Firing,
    stance: Stance,
}

/// How a firer stands to the target.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stance {
    eye: Point,
    area_cover: Cover,
    linear_cover: Cover,
    on_flank: bool,
}

impl Combat<'_> {
    /// Adds the stands of a unit.
    fn join(&mut self, targets: &Targets<'_>, firer: &Firer, stands: u32) {
        let (first, standing, passing) = (self.groups.len(), OnceCell::new(), OnceCell::new());
        for muzzle in &firer.muzzles {
            let firing = muzzle.stands & stands;
            let shot = if firing == 0 { None } else { targets.fired(firer, muzzle, self.target) };
            let Some(shot) = shot.map(|shot| Shot { stands: firing, ..shot }) else { continue };
            let stance = match shot.passing {
                false => standing.get_or_init(|| Stance::towards(self.state, firer.unit, self.target)),
                true => passing.get_or_init(|| Stance::passed(self.state, targets, firer.unit, self.target)),
            };
            self.fire(firer, muzzle, &shot, *stance, first);
        }
        let own = &mut self.groups[first..];
        let small_arms = own.iter().filter(|group| group.firing.firearm != Firearm::Amusette);
        let n_firing: u8 = small_arms.map(|group| group.firing.stands).sum();
        let half = 2 * u16::from(n_firing) >= u16::from(self.state.unit(firer.unit).stands);
        own.iter_mut().for_each(|group| group.firing.half_of_unit = half);
    }

    /// Adds the stands of a muzzle: each gun by itself, troops to those of their fellows from `first` on who fire as well.
    fn fire(&mut self, firer: &Firer, muzzle: &Muzzle, shot: &Shot, stance: Stance, first: usize) {
        let book = &self.state.stage.book;
        let n_stands = shot.stands.count_ones() as u8;
        if let Some(wall) = shot.wall
            && muzzle.firearm != Firearm::Amusette
        {
            self.walls.push((firer.unit, wall, n_stands));
        }
        let worth = fire_points(book, muzzle.firearm, shot.range);
        let alike = |group: &&mut Group| {
            let firing = &group.firing;
            firing.firearm == muzzle.firearm
                && group.stance == stance
                && fire_points(book, firing.firearm, firing.range) == worth
        };
        match self.groups[first..].iter_mut().find(alike).filter(|_| !muzzle.is_gun()) {
            Some(group) => {
                group.firing.stands += n_stands;
                group.firing.range = group.firing.range.max(shot.range);
            }
            None => self.begin(firer, muzzle, shot, stance),
        }
    }

    /// Begins a group with the stands of a muzzle.
    fn begin(&mut self, firer: &Firer, muzzle: &Muzzle, shot: &Shot, stance: Stance) {
        let (unit, roster) = (self.state.unit(firer.unit), self.state.roster(firer.unit));
        let slot = shot.stands.trailing_zeros() as u8;
        let gun = unit.guns.get(usize::from(slot)).filter(|_| muzzle.is_gun()).copied().unwrap_or_default();
        let traits = if muzzle.firearm == Firearm::Amusette { Traits::default() } else { roster.traits() };
        let who = if muzzle.is_gun() { Contributor::Gun(firer.unit, slot) } else { Contributor::Unit(firer.unit) };
        let firing = Firing {
            stands: shot.stands.count_ones() as u8,
            firearm: muzzle.firearm,
            range: shot.range,
            experience: roster.experience,
            disordered: unit.order == Order::Disordered,
            low_ammo: unit.low_ammo || gun.low_ammo,
            damaged: gun.damaged,
            marksmen: traits.marksmen,
            buck_and_ball: traits.buck_and_ball,
            in_charge: firer.is_in_charge_with(self.target),
            on_flank: stance.on_flank,
            linear_cover: stance.linear_cover,
            half_of_unit: false,
        };
        self.groups.push(Group { who, firing, stance });
    }

    fn measured(self) -> Measured {
        let book = &self.state.stage.book;
        let worth = |group: &Group| group.firing.points(book).map_or(0, |(_, points)| points);
        let all: i32 = self.groups.iter().map(worth).sum();
        // RF-FIR-50, RF-TER-14: of several firers those count who fire more than half of the points.
        let covers = |cover: &&Cover| {
            let against = self.groups.iter().filter(|group| group.stance.area_cover >= **cover);
            2 * against.map(worth).sum::<i32>() > all
        };
        let cover = Cover::ALL.iter().rev().find(covers).copied().unwrap_or_default();
        let most = self.groups.iter().rev().max_by_key(|group| worth(group));
        let behind = most.map_or(Vec::new(), |group| massed_behind(self.state, self.target, group.stance.eye));
        let facts = |id: &UnitId| target_facts(self.state, *id);
        let volley = Volley {
            target: Target { cover, leader_at: leader_at(self.state, self.target), ..facts(&self.target) },
            behind: behind.iter().map(facts).collect(),
            firing: self.groups.iter().map(|group| group.firing.clone()).collect(),
        };
        let contributors = self.groups.iter().map(|group| group.who).collect();
        Measured { volley, contributors, behind, walls: self.walls }
    }
}

impl Stance {
    /// Towards a target where it stands.
    fn towards(state: &State, firer: UnitId, target: UnitId) -> Stance {
        let eye = eye(state, firer, target);
        Stance {
            eye,
            area_cover: state.area_cover(target, eye),
            linear_cover: state.linear_cover(target, eye),
            on_flank: is_on_flank(state, firer, target, eye),
        }
    }

    /// Towards a target where it passed (RF-FIR-42): the nearest point of its path, and its front there.
    fn passed(state: &State, targets: &Targets<'_>, firer: UnitId, target: UnitId) -> Stance {
        let (eye, pose) = match state.garrison(firer) {
            Some(ground) => {
                let pose = targets.passed_at(target, ground).unwrap_or_default();
                (gap(ground, pose.at).ends().from, pose)
            }
            None => {
                let eye = state.body(firer).map_or(state.center(firer), |body| body.front_center());
                (eye, targets.passed_at(target, eye).unwrap_or_default())
            }
        };
        let (area_cover, linear_cover) = state.cover_at(pose.at, eye);
        Stance { eye, area_cover, linear_cover, on_flank: pose.local(eye).y <= 0 }
    }
}

/// Whether a firer rakes its target (RF-ARC-13). Two fronts that touch lie on one line, so between a charger and its target it
/// counts whether the charge came from the flank (RF-ARC-14).
fn is_on_flank(state: &State, firer: UnitId, target: UnitId, eye: Point) -> bool {
    let met = |charger: UnitId, charged: UnitId| {
        let mut contacts = state.contacts.iter();
        contacts.find(|contact| contact.charger == charger && contact.target == charged)
    };
    match (met(firer, target), met(target, firer)) {
        (Some(contact), _) => contact.flank,
        (None, Some(_)) => false,
        (None, None) => state.is_flank_from(eye, target),
    }
}

/// The front center of a firer (RF-FRM-27); of a garrison the point of its place nearest to the target.
fn eye(state: &State, firer: UnitId, target: UnitId) -> Point {
    match (state.garrison(firer), state.body(firer)) {
        (Some(ground), _) => match state.garrison(target) {
            Some(other) => gap(ground, other).ends().from,
            None => gap(ground, state.bases(target)).ends().from,
        },
        (None, Some(body)) => body.front_center(),
        (None, None) => state.center(firer),
    }
}

/// What the fire chart asks about a unit that is hit, but for its cover and the leaders near it.
fn target_facts(state: &State, id: UnitId) -> Target {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let branch = branch(roster, unit.mounted);
    let guns = if branch.is_troops() { &[] } else { &unit.guns[..usize::from(unit.stands)] };
    let charge = unit.turn.charge.as_ref().filter(|_| charges(state, id).is_some());
    Target {
        branch,
        experience: roster.experience,
        order: unit.order,
        formation: unit.formation,
        stands: unit.stands,
        guns: guns.iter().map(|gun| GunStand { damaged: gun.damaged, silenced: gun.silenced }).collect(),
        cover: Cover::None,
        charging: match charge {
            None => Charging::No,
            Some(charge) if charge.counter => Charging::Countercharge,
            Some(charge) if charge.cold_steel => Charging::ColdSteel,
            Some(_) => Charging::Charge,
        },
        leader_at: None,
        brave_colonel: unit.colonel == Colonel::Leads,
    }
}

/// How far from the edge of his base the nearest leader of a unit's side is (RF-FIR-39).
fn leader_at(state: &State, id: UnitId) -> Option<Length> {
    let side = state.unit(id).side;
    let present = state.all_leaders().filter(|(_, leader)| leader.side == side && leader.is_present());
    let (bases, around) = (state.bases(id), state.around(id));
    let mut nearest: Option<Length> = None;
    for (leader, man) in present {
        let base = state.leader_base(leader);
        // His box tells of most that another is nearer.
        let most = nearest.map_or(Length::FAR, |nearest| nearest + base);
        if around.distance_squared(&Bounds::of(&[man.at])) > most.squared() {
            continue;
        }
        let apart = match state.garrison(id) {
            Some(ground) => gap(man.at, ground),
            None => gap(man.at, bases),
        };
        let apart = (apart.length() - base).max(Length::ZERO);
        nearest = Some(nearest.map_or(apart, |nearest| nearest.min(apart)));
    }
    nearest
}

/// Units of the target's side with a stand within 2 inches behind it, as seen from the firers, and within its width (RF-FIR-36,
/// RF-FIR-49).
fn massed_behind(state: &State, target: UnitId, eye: Point) -> Vec<UnitId> {
    let outline = match state.garrison(target) {
        Some(ground) => {
            let bounds = ground.bounds();
            let (width, depth) = (bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y);
            let front = Pose::new(Point::new(bounds.min.x + width / 2, bounds.max.y), Angle::ZERO);
            Base::new(front, Size::new(Length::grid(width), Length::grid(depth)))
        }
        None => state.unit(target).outline,
    };
    let far_side = (side_towards(&outline, eye) + 2) % 4;
    let reach = state.stage.length(&numbers::MASSED_REACH);
    let strip = Fan {
        edge: outline.edges()[far_side],
        facing: outline.facing() + Angle::degrees(90 * far_side as i32),
        spread: Angle::ZERO,
        reach,
    };
    let near = outline.bounds().grown(reach);
    let friends = state.on_table(state.unit(target).side).filter(|(id, _)| *id != target);
    let is_behind = |id: &UnitId| match state.garrison(*id) {
        Some(ground) => in_fan(&strip, ground).is_some(),
        None => {
            state.unit(*id).outline.bounds().meets(&near)
                && state.bases(*id).iter().any(|base| in_fan(&strip, base).is_some())
        }
    };
    friends.map(|(id, _)| id).filter(is_behind).collect()
}

/// The edge of an outline that a place lies before: 0 front, 1 right, 2 rear, 3 left.
fn side_towards(outline: &Base, eye: Point) -> usize {
    let at = Pose::new(outline.center(), outline.facing()).local(eye);
    let (beside, before) = (at.x.abs() - outline.size.width.half().get(), at.y.abs() - outline.size.depth.half().get());
    match (before >= beside, at.y >= 0, at.x >= 0) {
        (true, true, _) => 0,
        (true, false, _) => 2,
        (false, _, true) => 1,
        (false, _, false) => 3,
    }
}
