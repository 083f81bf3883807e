//! The way back: bearings, how far, and whether it is open (RF-RET-01..13).

use std::cell::{Cell, OnceCell};

use firelock_core::UnitId;
use firelock_table::{
    Angle, Base, Bases, Body, BodyId, Bounds, Crowd, Drive, FeatureId, Layout, Leg, Length, Met, Part, Point, Pose,
    Scene, Segment, Shape, Stop, Table, TableEdge, drive, gap, gap_within, slides_clear,
};

use super::plan::{Others, Plan, branch};
use super::retreat::{close_enemies, is_able_to_fire, reaches};
use crate::charts::{Mover, numbers, rate, road_multiplier};
use crate::geometry;
use crate::roster::BodyOf;
use crate::state::{Place, Retreat, Road, State, Unit};
use crate::words::{Branch, MoveClass, Obstacle};

/// How a way back ended.
pub(super) struct Way {
    /// As it was gone.
    pub(super) drive: Drive,
    /// It reached what it wanted.
    pub(super) open: bool,
    /// It went over this edge.
    pub(super) over: Option<TableEdge>,
}

/// A unit about to go back along one bearing.
pub(super) struct Back<'a> {
    pub(super) state: &'a State,
    /// Everyone on the table.
    pub(super) crowd: &'a Crowd,
    /// Those who count on the way: friends are passed, and matter only to who runs through them in panic.
    pub(super) met: &'a Crowd,
    pub(super) id: UnitId,
    pub(super) unit: &'a Unit,
    pub(super) body: &'a Body,
    pub(super) heading: Angle,
    /// From whom, where one enemy decides.
    pub(super) from: Option<UnitId>,
    /// How many bearings were barred before this one: who is hemmed in looks along the way first.
    pub(super) tried: usize,
}

/// A formation tried at a place: its stands are laid only where the rectangle around them does not tell.
struct Tried<'a> {
    layout: &'a Layout,
    pose: Pose,
    outline: Base,
    /// What its first rank fills, where that stands flush.
    front: Option<Base>,
    bases: OnceCell<Bases>,
}

impl<'a> Tried<'a> {
    fn new(layout: &'a Layout, pose: Pose) -> Tried<'a> {
        Tried { layout, pose, outline: layout.outline(pose), front: layout.front_rank(pose), bases: OnceCell::new() }
    }

    fn bases(&self) -> &[Base] {
        self.bases.get_or_init(|| self.layout.bases(self.pose))
    }
}

impl Back<'_> {
    /// Goes as far as the retreat wants or the way is open.
    pub(super) fn way(&self, kind: Retreat) -> Way {
        match kind {
            Retreat::Full | Retreat::Broken | Retreat::Limbering => self.full(),
            Retreat::OutOfCloseRange => {
                // Who had it in range a step before most likely still has.
                let last: Cell<Option<UnitId>> = Cell::new(None);
                self.until(|tried| {
                    let has = |enemy: &UnitId| {
                        is_able_to_fire(self.state, *enemy)
                            && reaches(self.state, *enemy, &tried.outline, tried.front.as_ref(), || tried.bases())
                    };
                    let mut enemies = self.state.on_table(self.unit.side.enemy()).map(|(enemy, _)| enemy);
                    last.set(last.get().filter(has).or_else(|| enemies.find(has)));
                    last.get().is_none()
                })
            }
            Retreat::TwoInches => self.until(|tried| {
                let off = self.state.stage.length(&numbers::GIVE_GROUND);
                self.from.is_none_or(|enemy| !is_nearer(self.state, tried, enemy, off))
            }),
        }
    }

    /// The full rate over the slowest ground crossed, found from the fastest down (RF-RET-08).
    fn full(&self) -> Way {
        let state = self.state;
        if self.tried > 0 {
            // Who was barred once may have somebody upon him, and then cannot stir on any bearing.
            let (stays, over) = self.run(Length::ZERO);
            if stays.halted.is_some() && over.is_none() {
                return Way { drive: stays, open: false, over };
            }
        }
        let mover = mover(state, self.unit, self.id);
        let mut gone: Option<(Drive, Option<TableEdge>)> = None;
        for ground in [MoveClass::Open, MoveClass::Broken, MoveClass::Rough] {
            let Some(rates) = mover.and_then(|mover| rate(&state.stage.book, mover, ground)) else { continue };
            // Whom it runs into before the end of that rate it has run into already.
            let ran_into = |drive: &Drive| drive.halt().is_some_and(|meet| matches!(meet.with, Met::Body { .. }));
            if gone.as_ref().is_some_and(|(drive, _)| ran_into(drive) && drive.length() < rates.full) {
                break;
            }
            let next = self.run_on(&state.stage.table, rates.full);
            let enough = slowest(state, &next.0) <= ground;
            gone = Some(next);
            if enough {
                break;
            }
        }
        let (whole, over) = gone.unwrap_or_else(|| self.run(Length::ZERO));
        let barred = whole.halted.is_some() && over.is_none();
        let nearer = !barred && over.is_none() && ends_nearer(state, self.id, &whole.end);
        // Where it is halted it does not go on beyond friends either.
        let drive = match whole.on.is_empty() || whole.halted.is_some() {
            true => whole,
            false => self.past_friends(whole.length()).unwrap_or(whole),
        };
        Way { open: !barred && !nearer && over.is_none(), over: over.filter(|_| !barred), drive }
    }

    /// Step by step until it is where it wants and on nobody.
    fn until(&self, done: impl Fn(&Tried<'_>) -> bool) -> Way {
        // Most go back a little, and nothing bars them: only where that is not so is the way looked along first, and the far end
        // of the table last.
        let (mut from, near) = (Length::ZERO, Length::inches(12));
        let mut found = None;
        if self.tried == 0 {
            let close = Length::inches(6);
            found = self.first_clear(from, close, true, &done);
            if let Some(at) = found {
                let drive = self.glides(at).unwrap_or_else(|| self.run(at).0);
                if drive.halted.is_none() {
                    return Way { drive, open: true, over: None };
                }
            }
            from = close + self.step();
        }
        let (short, over) = self.run(near);
        let found = found.or_else(|| self.first_clear(from, short.length(), true, &done));
        if let Some(at) = found.filter(|at| *at <= short.length()) {
            return Way { drive: self.run(at).0, open: true, over: None };
        }
        if short.halted.is_some() {
            return Way { over, open: false, drive: short };
        }
        let (whole, over) = self.run(Length::inches(150));
        match self.first_clear(near + self.step(), whole.length(), true, &done) {
            Some(at) => Way { drive: self.run(at).0, open: true, over: None },
            None => Way { over, open: false, drive: whole },
        }
    }

    /// Goes on beyond friends it would end on (RF-RET-04, RF-RET-01).
    fn past_friends(&self, from: Length) -> Option<Drive> {
        // Most have to go a little farther; the whole way is looked at only where that is not enough.
        let mut first = from + self.step();
        for steps in [24, 400] {
            let (whole, _) = self.run(from + self.step() * steps);
            // Where it is halted it would have to stop, so it must be clear before.
            let most = if whole.halted.is_some() { whole.length() - Length::grid(1) } else { whole.length() };
            let clear = self.first_clear(first, most, false, |_| true);
            if clear.is_some() || whole.halted.is_some() {
                return clear.map(|at| self.run(at).0);
            }
            first = from + self.step() * (steps + 1);
        }
        None
    }

    /// As far as it comes without ending on anyone.
    pub(super) fn short_of_friends(&self, drive: Drive) -> Drive {
        let mut length = drive.length();
        while length > Length::ZERO {
            length = (length - self.step()).max(Length::ZERO);
            let shorter = self.run(length).0;
            if shorter.on.is_empty() {
                return shorter;
            }
        }
        drive
    }

    /// The first of the lengths from one to another, step by step, at which it is on nobody and done, once it has turned to the
    /// enemy if it does (RF-RET-06).
    fn first_clear(&self, from: Length, to: Length, turns: bool, done: impl Fn(&Tried<'_>) -> bool) -> Option<Length> {
        let mut length = from;
        let others = Others::of(self.state);
        let turning = turns.then(|| Turning::new(self.state, &others, self.id, self.unit, self.from)).flatten();
        let is_clear = |pose: Pose| {
            let tried = Tried::new(&self.body.layout, pose);
            done(&tried) && !self.is_on_anyone(&tried)
        };
        while length <= to {
            let straight = self.body.pose.slid(self.heading, length);
            let clear = match &turning {
                None => is_clear(straight),
                Some(turning) => {
                    // Whether there is room to turn costs the most: it is asked where it decides.
                    let turned = turning.facing_enemy(straight);
                    match (is_clear(turned), is_clear(straight)) {
                        (turned, straight) if turned == straight => turned,
                        (clear, _) => clear == turning.has_room(turned),
                    }
                }
            };
            if clear {
                return Some(length);
            }
            length += self.step();
        }
        None
    }

    fn step(&self) -> Length {
        self.state.stage.length(&numbers::RETREAT_STEP)
    }

    fn is_on_anyone(&self, tried: &Tried<'_>) -> bool {
        let around = tried.outline.bounds();
        let mut others = self.crowd.bodies().filter(|other| other.id != BodyId(self.id.0));
        others.any(|other| other.bounds.meets(&around) && geometry::overlap(tried.bases(), other.bases))
    }

    /// The way back so far, where one sees at a glance that nothing bars it: what it passes is not looked for.
    fn glides(&self, length: Length) -> Option<Drive> {
        let (state, pose) = (self.state, self.body.pose);
        let end = Body::new(pose.slid(self.heading, length), self.body.layout.clone());
        let swept = self.body.outline().bounds().join(end.outline().bounds());
        let table = &state.stage.table;
        let barring =
            |(feature, around): (FeatureId, &Bounds)| around.meets(&swept) && bars(state, self.id, self.unit, feature);
        let on_table = table.bounds().contains(swept.min) && table.bounds().contains(swept.max);
        if !on_table || table.boxes().any(barring) {
            return None;
        }
        let keep_off = |other: BodyId| keep_off(state, self.unit, other);
        let scene = Scene { keep_off: &keep_off, ..Scene::new(table, self.met, Some(BodyId(self.id.0))) };
        slides_clear(&scene, self.body, self.heading, length).then(|| Drive {
            trail: vec![pose, end.pose],
            lengths: vec![length],
            ground: Vec::new(),
            meets: Vec::new(),
            halted: None,
            on: Vec::new(),
            end,
        })
    }

    /// Drives back so far, whatever ground it crosses.
    fn run(&self, length: Length) -> (Drive, Option<TableEdge>) {
        self.run_on(&self.state.stage.barred, length)
    }

    /// Drives back so far over this ground.
    fn run_on(&self, table: &Table, length: Length) -> (Drive, Option<TableEdge>) {
        let leg = Leg::Slant((self.heading - self.body.pose.facing).turn(), length);
        let (mut driven, over) = drive_legs(self.state, table, self.met, self.id, self.unit, self.body, &[leg]);
        let (bases, around) = (driven.end.bases(), driven.end.outline().bounds());
        let others = self.crowd.bodies().filter(|other| other.id != BodyId(self.id.0) && other.bounds.meets(&around));
        driven.on = others.filter(|other| geometry::overlap(&bases, other.bases)).map(|other| other.id).collect();
        (driven, over)
    }
}

/// The bearings to try, in order (RF-RET-03, RF-RET-05).
pub(super) fn headings(state: &State, id: UnitId, kind: Retreat, from: Option<UnitId>) -> Vec<Angle> {
    let stage = &state.stage;
    let unit = state.unit(id);
    let home = state.home(unit.side).outward();
    let step = stage.book.number(&numbers::RETREAT_TURN);
    let center = state.center(id);
    // The enemies concerned are those who have it in close range; else all of them.
    let concerned = from.or_else(|| {
        let gaps = close_enemies(state, id).map(|enemy| (state.gap(id, enemy), enemy));
        gaps.min().map(|(_, enemy)| enemy)
    });
    let enemy = nearest_enemy(state, id, concerned);
    let away = enemy.map_or(home, |enemy| Angle::towards(state.center(enemy), center));
    let full = matches!(kind, Retreat::Full | Retreat::Broken | Retreat::Limbering);
    let (first, most) = match full {
        true => (home, stage.book.number(&numbers::FULL_RETREAT_TURN_MOST)),
        false => (away, stage.book.number(&numbers::RETREAT_TURN_MOST)),
    };
    // A short retreat turns first to the side nearer the friendly edge, a full one to the side away from the enemy.
    let better = if full { away } else { home };
    let side = if (better - first).turn().get() < 0 { -1 } else { 1 };
    let mut headings = vec![first.heading()];
    for sign in [side, -side] {
        headings.extend((1..=most / step.max(1)).map(|n| (first + Angle::degrees(sign * n * step)).heading()));
    }
    headings
}

/// The enemy concerned, else the nearest one by centers; the lower number of equals.
pub(super) fn nearest_enemy(state: &State, id: UnitId, from: Option<UnitId>) -> Option<UnitId> {
    if from.is_some_and(|enemy| state.unit(enemy).is_on_table()) {
        return from;
    }
    let center = state.center(id);
    let enemies = state.on_table(state.unit(id).side.enemy());
    enemies.map(|(enemy, _)| (state.center(enemy).distance_squared(center), enemy)).min().map(|(_, enemy)| enemy)
}

/// Where it starts from: mobs and limbered guns turn to the heading with their rear on the old front.
pub(super) fn placed(state: &State, id: UnitId, unit: &Unit, kind: Retreat, heading: Angle) -> (Unit, Body) {
    let old = state.unit(id);
    let pose = match unit.place {
        Place::At(pose) => pose,
        _ => old.outline.pose,
    };
    let layout = geometry::layout(&state.stage, state.roster(id), unit);
    let turns = matches!(kind, Retreat::Broken | Retreat::Limbering);
    let pose = if turns { Pose::new(pose.at.ahead(heading, layout.size().depth), heading.heading()) } else { pose };
    (Unit { place: Place::At(pose), ..unit.clone() }, Body::new(pose, layout))
}

/// Whether a body stands nearer to an enemy than so far.
fn is_nearer(state: &State, tried: &Tried<'_>, enemy: UnitId, than: Length) -> bool {
    let within = than - Length::grid(1);
    match (state.garrison(enemy), state.stance(enemy)) {
        (Some(ground), _) => gap_within(tried.bases(), ground, within),
        (None, Some(enemy)) => enemy.is_within_of(&Body::new(tried.pose, tried.layout.clone()), within),
        (None, None) => false,
    }
}

fn gap_to(state: &State, bases: &[Base], enemy: UnitId) -> Length {
    match state.garrison(enemy) {
        Some(ground) => gap(bases, ground).length(),
        None => gap(bases, state.bases(enemy)).length(),
    }
}

/// Drives back; enemies, impassable ground and, for some, major obstacles bar it (RF-RET-12).
fn drive_legs(
    state: &State,
    table: &Table,
    crowd: &Crowd,
    id: UnitId,
    unit: &Unit,
    body: &Body,
    legs: &[Leg],
) -> (Drive, Option<TableEdge>) {
    let keep_off = |other: BodyId| keep_off(state, unit, other);
    let scene = Scene { watch: &[Part::AnyBase], keep_off: &keep_off, ..Scene::new(table, crowd, Some(BodyId(id.0))) };
    let mut over = None;
    let driven = drive(&scene, body, legs, |meet| match meet.with {
        Met::Near(_) => Stop::Halt,
        Met::Body { id: other, .. } if state.units[usize::from(other.0)].side != unit.side => Stop::Halt,
        Met::Body { .. } => Stop::Through,
        Met::Feature(feature) if bars(state, id, unit, feature) => Stop::Halt,
        Met::Feature(_) => Stop::Through,
        Met::Edge(edge) => {
            over.get_or_insert((edge, meet.at));
            Stop::Halt
        }
    });
    let halted_at_edge = driven.halt().is_some_and(|meet| matches!(meet.with, Met::Edge(_)));
    (driven, over.filter(|_| halted_at_edge).map(|(edge, _)| edge))
}

/// How far a unit keeps off from another on its way back.
fn keep_off(state: &State, unit: &Unit, other: BodyId) -> Option<Length> {
    let enemy = state.units[usize::from(other.0)].side != unit.side;
    enemy.then(|| state.stage.length(&numbers::RETREAT_STAND_OFF))
}

/// Whether a feature bars a way back: impassable ground, garrisons' places, and major obstacles to all but foot.
fn bars(state: &State, id: UnitId, unit: &Unit, feature: FeatureId) -> bool {
    let land = state.stage.land(feature);
    let foot = || matches!(branch(state.roster(id), unit.mounted), Branch::Infantry | Branch::Dismounted);
    land.may_bar() && (land.obstacle != Obstacle::Major || land.movement == MoveClass::Impassable || !foot())
}

fn slowest(state: &State, drive: &Drive) -> MoveClass {
    drive.features(Part::AnyBase).iter().map(|id| state.stage.land(*id).movement).max().unwrap_or_default()
}

/// Whether a full retreat ends nearer to the nearest enemy than it began (RF-RET-05).
fn ends_nearer(state: &State, id: UnitId, end: &Body) -> bool {
    let Some(enemy) = nearest_enemy(state, id, None) else { return false };
    gap_to(state, &end.bases(), enemy) < gap_to(state, state.bases(id), enemy)
}

fn mover(state: &State, unit: &Unit, id: UnitId) -> Option<Mover> {
    match &state.roster(id).body {
        BodyOf::Guns { gun, .. } => Some(Mover::of_guns(*gun)),
        BodyOf::Troops { .. } => Mover::of_troops(branch(state.roster(id), unit.mounted), unit.formation),
    }
}

/// Broken troops and limbered guns that touch a road flee along it, while each inch of it leads nearer to their edge
/// (RF-RET-13).
pub(super) fn road_back(state: &State, crowd: &Crowd, id: UnitId, unit: &Unit) -> Option<(Unit, Way)> {
    let stage = &state.stage;
    let old = state.bases(id);
    let edge = state.home(unit.side);
    let is_road = |road: &FeatureId| stage.land(*road).road.is_some();
    let road = old.iter().find_map(|base| stage.table.under(base).find(is_road))?;
    let path = stage.table.path(road)?;
    let on = gap(unit.outline.pose.at, Shape::Path(path)).ends().to;
    // The way along the road that leads towards the edge.
    let ahead = |heading: Angle| stage.table.beyond(edge, on.ahead(heading, Length::INCH));
    let leg = path.windows(2).min_by_key(|leg| gap(on, Segment::new(leg[0], leg[1])))?;
    let along = Angle::towards(leg[0], leg[1]);
    let heading = if ahead(along) > ahead(along + Angle::HALF) { along } else { (along + Angle::HALF).heading() };
    let layout = geometry::layout(stage, state.roster(id), unit);
    let body = Body::new(Pose::new(on, heading), layout);
    let mover = mover(state, unit, id)?;
    let full = rate(&stage.book, mover, state.slowest_under(old))?.full;
    let good = stage.land(road).road == Some(Road::Good);
    let gain = road_multiplier(&stage.book, mover).filter(|_| good).unwrap_or(100);
    let go = |length: Length| drive_legs(state, &stage.barred, crowd, id, unit, &body, &[Leg::Follow(road, length)]);
    // Most have somebody upon them; to follow a road with all ranks takes long.
    if go(Length::ZERO).0.halt().is_some_and(|meet| matches!(meet.with, Met::Body { .. })) {
        return None;
    }
    let (drive, over) = go(full.scaled(gain, 100));
    let nearer = |pair: &[Pose]| stage.table.beyond(edge, pair[1].at) >= stage.table.beyond(edge, pair[0].at);
    let open = (drive.halted.is_none() || over.is_some()) && drive.on.is_empty();
    if !open || !drive.trail.windows(2).all(nearer) || ends_nearer(state, id, &drive.end) {
        return None;
    }
    Some((Unit { place: Place::At(body.pose), ..unit.clone() }, Way { drive, open: over.is_none(), over }))
}

/// A unit that turns to face an enemy where it ends.
struct Turning<'a> {
    plan: Plan<'a>,
    layout: Layout,
    enemy: Point,
}

impl<'a> Turning<'a> {
    /// None where there is no enemy.
    fn new(
        state: &'a State,
        others: &'a Others<'a>,
        id: UnitId,
        unit: &Unit,
        from: Option<UnitId>,
    ) -> Option<Turning<'a>> {
        let enemy = state.center(nearest_enemy(state, id, from)?);
        let layout = geometry::layout(&state.stage, state.roster(id), unit);
        Some(Turning { plan: Plan { unit: unit.clone(), ..Plan::new(state, id, others) }, layout, enemy })
    }

    /// The pose turned about its middle.
    fn facing_enemy(&self, end: Pose) -> Pose {
        let center = self.layout.outline(end).center();
        end.about(center, (Angle::towards(center, self.enemy) - end.facing).turn())
    }

    /// Whether it may stand so.
    fn has_room(&self, turned: Pose) -> bool {
        self.plan.fits(&Body::new(turned, self.layout.clone()), &[]).is_ok()
    }
}

/// Formed units end facing the enemy, if there is room to turn (RF-RET-06).
pub(super) fn facing_enemy(state: &State, id: UnitId, unit: &Unit, end: Pose, from: Option<UnitId>) -> Pose {
    let others = Others::of(state);
    let Some(turning) = Turning::new(state, &others, id, unit, from) else { return end };
    Some(turning.facing_enemy(end)).filter(|turned| turning.has_room(*turned)).unwrap_or(end)
}

pub(super) fn old_pose(unit: &Unit) -> Pose {
    match unit.place {
        Place::At(pose) => pose,
        _ => unit.outline.pose,
    }
}
