//! Going back: after a check, from fire, from a lost combat (RF-RET, RF-MOR).

use firelock_core::{Desk, Halt, Refusal, UnitId};
use firelock_table::{
    Angle, Base, Body, BodyId, Bounds, Crowd, Drive, FeatureId, Layout, Leg, Length, Met, Part, Point, Pose, Scene,
    Segment, Shape, Stance, Stop, TableEdge, drive, gap, gap_within, in_fan,
};

use super::plan::{Others, Plan, branch, crowd};
use crate::Regimental;
use crate::charts::{Mover, numbers, rate, road_multiplier};
use crate::event::Event;
use crate::geometry;
use crate::phase::leaders;
use crate::results::Motion;
use crate::roster::BodyOf;
use crate::sight::{Look, Purpose};
use crate::state::{Fate, Gun, Place, Retreat, Road, State, Task, Unit};
use crate::words::{Branch, Formation, MoveClass, Obstacle, Order, Weapon};

// Facts.

/// Whether an enemy able to fire has a unit in close range, arc and sight (RF-RET-02).
pub(crate) fn is_in_close_range(state: &State, id: UnitId) -> bool {
    close_enemies(state, id).next().is_some()
}

/// The enemies who have a unit in close range, arc and sight.
fn close_enemies(state: &State, id: UnitId) -> impl Iterator<Item = UnitId> {
    let near = state.stage.length(&numbers::CLOSE_RANGE);
    let enemies = state.on_table(state.unit(id).side.enemy());
    enemies.map(|(enemy, _)| enemy).filter(move |enemy| {
        state.within(*enemy, id, near) && is_able_to_fire(state, *enemy) && {
            let seen = || {
                let purpose = if state.roster(*enemy).is_guns() { Purpose::Guns } else { Purpose::Muskets };
                let look = Look { from: Some(*enemy), at: Some(id), purpose };
                match state.garrison(*enemy) {
                    Some(ground) => state.sees_unit(gap(state.center(id), ground).ends().to, id, look),
                    None => {
                        state.front_rank(*enemy).iter().any(|stand| state.sees_unit(stand.front().middle(), id, look))
                    }
                }
            };
            match state.garrison(id) {
                Some(_) => seen(),
                None => reaches(state, *enemy, state.bases(id), &state.around(id)) && seen(),
            }
        }
    })
}

/// Whether an enemy has these stands in close range and arc, whatever it sees (RF-RET-01).
fn reaches(state: &State, enemy: UnitId, bases: &[Base], around: &Bounds) -> bool {
    let near = state.stage.length(&numbers::CLOSE_RANGE);
    if state.around(enemy).distance_squared(around) > near.squared() {
        return false;
    }
    match state.garrison(enemy) {
        Some(ground) => gap(bases, ground).within(near),
        None => {
            // The boxes tell of most stands that they are too far.
            let close = |stand: &&Base| stand.front().bounds().distance_squared(around) <= near.squared();
            let mut stands = state.front_rank(enemy).iter().filter(close);
            stands.any(|stand| in_fan(&state.arc(stand, near), bases).is_some())
        }
    }
}

/// Whether a unit could fire at all (RF-FIR-03).
pub(crate) fn is_able_to_fire(state: &State, id: UnitId) -> bool {
    let (unit, roster) = (state.unit(id), state.roster(id));
    match &roster.body {
        BodyOf::Guns { .. } => {
            let guns = &unit.guns[..usize::from(unit.stands)];
            unit.formation == Formation::Unlimbered && guns.iter().any(|gun| !gun.silenced)
        }
        BodyOf::Troops { weapon, .. } => {
            *weapon != Weapon::None
                && unit.order != Order::Broken
                && unit.formation != Formation::MarchColumn
                && branch(roster, unit.mounted) != Branch::Cavalry
        }
    }
}

/// Whether a unit is fortified against every enemy that has it in close range (RF-TER-24).
pub(crate) fn is_fortified_at_close_range(state: &State, id: UnitId) -> bool {
    close_enemies(state, id).all(|enemy| state.is_fortified(id, state.center(enemy)))
}

// Resolve.

/// What a check gives back at once: order, and a formation to broken troops (RF-MAN-05, RF-MAN-06).
pub(crate) fn regain_order(desk: &mut Desk<'_, Regimental>, id: UnitId) {
    let marks = &desk.state().unit(id).turn;
    if marks.motion == Motion::Hold && marks.scope != crate::facts::Scope::Hold {
        finish_order(desk, id);
    }
}

/// Units of this check that go back or stay for it, in order of number (RF-SEQ-08).
pub(crate) fn retreats_in_order(state: &State) -> Vec<Task> {
    let goes = |unit: &Unit| unit.turn.to_maneuver && unit.turn.scope == crate::facts::Scope::Hold;
    let units = state.on_table(state.active).filter(|(_, unit)| goes(unit));
    units.map(|(id, _)| Task::CheckRetreat(id)).collect()
}

/// Shaken, Wavering, Fall Back, Panic of one unit (RF-MOR-06..09, RF-GUN-16..18).
pub(crate) fn check_retreat(desk: &mut Desk<'_, Regimental>, id: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    if !state.unit(id).is_on_table() {
        return Ok(());
    }
    let marks = state.unit(id).turn.clone();
    let guns = state.roster(id).is_guns();
    let handling = super::super::control::measure_handling(state, id, None);
    let handled = handling.handle(desk.book(), marks.result);
    if handled.silenced {
        silence_all(desk, id);
    }
    match marks.motion {
        Motion::Hold => {
            finish_order(desk, id);
            desk.emit(Event::Maneuvered {
                unit: id,
                formation_changed: false,
                no_fire: !handled.may_fire,
                fire_action: true,
            });
            return Ok(());
        }
        Motion::Removed if guns => {
            desk.emit(Event::Removed { unit: id, fate: Fate::GunsLost });
            return leaders::follow(desk, id);
        }
        Motion::FullRetreat if guns => go_back(desk, id, Retreat::Limbering, None)?,
        Motion::FullRetreat | Motion::Removed => {
            desk.emit(Event::Ordered { unit: id, order: Order::Broken });
            lose(desk, id, handled.stands_lost)?;
            if desk.state().unit(id).is_on_table() {
                leave_works(desk, id, Retreat::Broken, None);
                go_back(desk, id, Retreat::Broken, None)?;
            }
        }
        _ => go_back(desk, id, Retreat::OutOfCloseRange, None)?,
    }
    if desk.state().unit(id).is_on_table() {
        finish_order(desk, id);
        match handled.may_fire {
            true => {
                desk.emit(Event::Maneuvered { unit: id, formation_changed: false, no_fire: false, fire_action: false })
            }
            false => desk.emit(Event::FellBack(id)),
        }
    }
    Ok(())
}

/// Takes stands off a unit; one without any is removed and leaves its leader on the spot (RF-MOR-15).
pub(crate) fn lose(desk: &mut Desk<'_, Regimental>, id: UnitId, stands: u8) -> Result<(), Halt> {
    let stands = stands.min(desk.state().unit(id).stands);
    if stands == 0 {
        return Ok(());
    }
    desk.emit(Event::StandsLost { unit: id, stands });
    if desk.state().unit(id).stands == 0 {
        desk.emit(Event::Removed { unit: id, fate: Fate::Destroyed });
        leaders::follow(desk, id)?;
    }
    Ok(())
}

/// Silences all guns of a unit.
pub(crate) fn silence_all(desk: &mut Desk<'_, Regimental>, id: UnitId) {
    let unit = desk.state().unit(id);
    let loud: Vec<(u8, Gun)> =
        (0..unit.stands).map(|gun| (gun, unit.guns[usize::from(gun)])).filter(|(_, gun)| !gun.silenced).collect();
    for (gun, marks) in loud {
        desk.emit(Event::GunMarked { unit: id, gun, marks: Gun { silenced: true, ..marks } });
    }
}

/// The order after a check, and broken troops form up facing the nearest enemy (RF-MOR-10, RF-MOR-11).
fn finish_order(desk: &mut Desk<'_, Regimental>, id: UnitId) {
    let marks = desk.state().unit(id).turn.clone();
    if desk.state().roster(id).is_guns() {
        return;
    }
    if marks.reforms {
        reform(desk, id);
    }
    if desk.state().unit(id).order != marks.order_after {
        desk.emit(Event::Ordered { unit: id, order: marks.order_after });
    }
}

/// A mob becomes a line, or an open order if that is all it may form, centered on its place (RF-MOR-10).
fn reform(desk: &mut Desk<'_, Regimental>, id: UnitId) {
    let state = desk.state();
    let (unit, roster) = (state.unit(id), state.roster(id));
    let formation = usual_formation(state, id);
    let center = unit.outline.center();
    let facing = nearest_enemy(state, id, None)
        .map_or(unit.outline.facing(), |enemy| Angle::towards(center, state.center(enemy)));
    let gap =
        if formation == Formation::OpenOrder { state.stage.book.number(&numbers::OPEN_GAP_LEAST) as u16 } else { 0 };
    let next = Unit { formation, gap, flank: None, bend: Vec::new(), ..unit.clone() };
    let deep = geometry::layout(&state.stage, roster, &next).size().depth.half();
    let place = Place::At(Pose::new(center.ahead(facing, deep), facing));
    let mounted = unit.mounted;
    desk.emit(Event::Placed { unit: id, place, formation, gap, flank: None, mounted });
}

/// Line, or open order for those who form nothing else (RF-MAN-27, RF-RET-14).
fn usual_formation(state: &State, id: UnitId) -> Formation {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let mut traits = roster.traits();
    traits.lt_detachment |= unit.detachment;
    match branch(roster, unit.mounted).may_form(traits, Formation::Line) {
        true => Formation::Line,
        false => Formation::OpenOrder,
    }
}

/// A retreat forced by fire or combat; broken troops always flee (RF-MOR-17).
pub(crate) fn retreat(
    desk: &mut Desk<'_, Regimental>,
    id: UnitId,
    kind: Retreat,
    from: Option<UnitId>,
) -> Result<(), Halt> {
    let unit = desk.state().unit(id);
    if !unit.is_on_table() {
        return Ok(());
    }
    let broken = unit.order == Order::Broken && !desk.state().roster(id).is_guns();
    let kind = if broken { Retreat::Broken } else { kind };
    if kind == Retreat::Broken && !broken {
        desk.emit(Event::Ordered { unit: id, order: Order::Broken });
    }
    if kind == Retreat::Limbering {
        silence_all(desk, id);
    }
    if from.is_some() && kind != Retreat::TwoInches {
        leave_works(desk, id, kind, from);
    }
    go_back(desk, id, kind, from)
}

/// Light guns under Tardy limber and make a full retreat silenced (RF-GUN-11).
pub(super) fn limber_and_retreat(plan: &Plan<'_>) -> Result<Vec<Event>, Refusal> {
    Ok(vec![Event::Queued(vec![Task::Retreat { unit: plan.id, kind: Retreat::Limbering, from: None }])])
}

/// How a way back ended.
struct Way {
    drive: Drive,
    /// It reached what it wanted.
    open: bool,
    /// It went over this edge.
    over: Option<TableEdge>,
}

fn go_back(desk: &mut Desk<'_, Regimental>, id: UnitId, kind: Retreat, from: Option<UnitId>) -> Result<(), Halt> {
    leave_garrison(desk, id, kind);
    desk.emit(Event::Parted(id));
    let state = desk.state();
    let unit = retreating(state, id, kind);
    let crowd = crowd(state);
    if matches!(kind, Retreat::Broken | Retreat::Limbering)
        && let Some((unit, way)) = road_back(state, &crowd, id, &unit)
    {
        return finish(desk, id, &unit, &way, kind, from, false);
    }
    let headings = headings(state, id, kind, from);
    let body = |heading: Angle| placed(state, id, &unit, kind, heading);
    let mut ways: Vec<(Angle, Unit, Way)> = Vec::new();
    let mut chosen = None;
    for heading in headings {
        let (unit, body) = body(heading);
        let back = Back { state, crowd: &crowd, id, unit: &unit, body: &body, heading, from };
        let way = back.way(kind);
        let open = way.open || way.over.is_some();
        ways.push((heading, unit, way));
        if open {
            chosen = Some(ways.len() - 1);
            break;
        }
    }
    // RF-RET-09: without an open route, the one that carries farthest.
    let farthest =
        || ways.iter().enumerate().max_by_key(|(at, way)| (way.2.drive.length(), usize::MAX - at)).map(|(at, _)| at);
    let trapped = chosen.is_none();
    let Some(at) = chosen.or_else(farthest) else { return Ok(()) };
    let (heading, unit, mut way) = ways.swap_remove(at);
    if trapped && !way.drive.on.is_empty() {
        let body = Body::new(old_pose(&unit), way.drive.end.layout.clone());
        let back = Back { state, crowd: &crowd, id, unit: &unit, body: &body, heading, from };
        way.drive = back.short_of_friends(way.drive);
    }
    finish(desk, id, &unit, &way, kind, from, trapped)
}

/// The unit as it goes back: broken troops as a mob, guns limbered for nothing (RF-RET-11), others as they stand.
fn retreating(state: &State, id: UnitId, kind: Retreat) -> Unit {
    let unit = state.unit(id).clone();
    match kind {
        Retreat::Broken => Unit { formation: Formation::Mob, gap: 0, flank: None, bend: Vec::new(), ..unit },
        Retreat::Limbering => Unit { formation: Formation::Limbered, gap: 0, flank: None, bend: Vec::new(), ..unit },
        Retreat::OutOfCloseRange | Retreat::TwoInches | Retreat::Full => unit,
    }
}

/// Where it starts from: mobs and limbered guns turn to the heading with their rear on the old front.
fn placed(state: &State, id: UnitId, unit: &Unit, kind: Retreat, heading: Angle) -> (Unit, Body) {
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

/// The bearings to try, in order (RF-RET-03, RF-RET-05).
fn headings(state: &State, id: UnitId, kind: Retreat, from: Option<UnitId>) -> Vec<Angle> {
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
fn nearest_enemy(state: &State, id: UnitId, from: Option<UnitId>) -> Option<UnitId> {
    if from.is_some_and(|enemy| state.unit(enemy).is_on_table()) {
        return from;
    }
    let center = state.center(id);
    let enemies = state.on_table(state.unit(id).side.enemy());
    enemies.map(|(enemy, _)| (state.center(enemy).distance_squared(center), enemy)).min().map(|(_, enemy)| enemy)
}

/// A unit about to go back along one bearing.
struct Back<'a> {
    state: &'a State,
    crowd: &'a Crowd,
    id: UnitId,
    unit: &'a Unit,
    body: &'a Body,
    heading: Angle,
    /// From whom, where one enemy decides.
    from: Option<UnitId>,
}

impl Back<'_> {
    /// Goes as far as the retreat wants or the way is open.
    fn way(&self, kind: Retreat) -> Way {
        match kind {
            Retreat::Full | Retreat::Broken | Retreat::Limbering => self.full(),
            Retreat::OutOfCloseRange => self.until(|stance| {
                let mut enemies = self.state.on_table(self.unit.side.enemy());
                let has = |enemy: UnitId| {
                    is_able_to_fire(self.state, enemy) && reaches(self.state, enemy, stance.bases(), &stance.bounds())
                };
                !enemies.any(|(enemy, _)| has(enemy))
            }),
            Retreat::TwoInches => self.until(|stance| {
                let off = self.state.stage.length(&numbers::GIVE_GROUND);
                self.from.is_none_or(|enemy| !is_nearer(self.state, stance, enemy, off))
            }),
        }
    }

    /// The full rate over the slowest ground crossed, found from the fastest down (RF-RET-08).
    fn full(&self) -> Way {
        let state = self.state;
        let mover = mover(state, self.unit, self.id);
        let mut gone = None;
        for ground in [MoveClass::Open, MoveClass::Broken, MoveClass::Rough] {
            let Some(rates) = mover.and_then(|mover| rate(&state.stage.book, mover, ground)) else { continue };
            let next = self.run(rates.full);
            let enough = slowest(state, &next.0) <= ground;
            gone = Some(next);
            if enough {
                break;
            }
        }
        let (whole, over) = gone.unwrap_or_else(|| self.run(Length::ZERO));
        let barred = whole.halted.is_some() && over.is_none();
        let nearer = !barred && over.is_none() && ends_nearer(state, self.id, &whole.end);
        let drive = match whole.on.is_empty() || over.is_some() {
            true => whole,
            false => self.past_friends(whole.length()).unwrap_or(whole),
        };
        Way { open: !barred && !nearer && over.is_none(), over: over.filter(|_| !barred), drive }
    }

    /// Step by step until it is where it wants and on nobody.
    fn until(&self, done: impl Fn(&Stance) -> bool) -> Way {
        // Most go back a little: the far end of the table is looked at only where that is not enough.
        let near = Length::inches(12);
        let (short, over) = self.run(near);
        if let Some(at) = self.first_clear(Length::ZERO, short.length(), true, &done) {
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
    fn short_of_friends(&self, drive: Drive) -> Drive {
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
    fn first_clear(&self, from: Length, to: Length, turns: bool, done: impl Fn(&Stance) -> bool) -> Option<Length> {
        let mut length = from;
        let others = Others::of(self.state);
        let turning = turns.then(|| Turning::new(self.state, &others, self.id, self.unit, self.from)).flatten();
        let is_clear = |pose: Pose| {
            let stance = Stance::new(pose, self.body.layout.clone());
            done(&stance) && !self.is_on_anyone(&stance)
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

    fn is_on_anyone(&self, stance: &Stance) -> bool {
        let mut others = self.crowd.bodies().filter(|other| other.id != BodyId(self.id.0));
        others.any(|other| other.bounds.meets(&stance.bounds()) && geometry::overlap(stance.bases(), other.bases))
    }

    /// Drives back so far.
    fn run(&self, length: Length) -> (Drive, Option<TableEdge>) {
        let leg = Leg::Slant((self.heading - self.body.pose.facing).turn(), length);
        drive_legs(self.state, self.crowd, self.id, self.unit, self.body, &[leg])
    }
}

/// Whether a body stands nearer to an enemy than so far.
fn is_nearer(state: &State, stance: &Stance, enemy: UnitId, than: Length) -> bool {
    let within = than - Length::grid(1);
    match (state.garrison(enemy), state.stance(enemy)) {
        (Some(ground), _) => gap_within(stance.bases(), ground, within),
        (None, Some(enemy)) => stance.is_within(enemy, within),
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
    crowd: &Crowd,
    id: UnitId,
    unit: &Unit,
    body: &Body,
    legs: &[Leg],
) -> (Drive, Option<TableEdge>) {
    let stage = &state.stage;
    let off = stage.length(&numbers::RETREAT_STAND_OFF);
    let keep_off = |other: BodyId| (state.units[usize::from(other.0)].side != unit.side).then_some(off);
    let scene =
        Scene { watch: &[Part::AnyBase], keep_off: &keep_off, ..Scene::new(&stage.table, crowd, Some(BodyId(id.0))) };
    let foot = matches!(branch(state.roster(id), unit.mounted), Branch::Infantry | Branch::Dismounted);
    let mut over = None;
    let driven = drive(&scene, body, legs, |meet| match meet.with {
        Met::Near(_) => Stop::Halt,
        Met::Body { id: other, .. } if state.units[usize::from(other.0)].side != unit.side => Stop::Halt,
        Met::Body { .. } => Stop::Through,
        Met::Feature(feature) => {
            let land = stage.land(feature);
            let closed = land.movement == MoveClass::Impassable || land.obstacle == Obstacle::GarrisonOnly;
            let climbs = foot || land.obstacle != Obstacle::Major;
            if closed || !climbs { Stop::Halt } else { Stop::Through }
        }
        Met::Edge(edge) => {
            over.get_or_insert((edge, meet.at));
            Stop::Halt
        }
    });
    let halted_at_edge = driven.halt().is_some_and(|meet| matches!(meet.with, Met::Edge(_)));
    (driven, over.filter(|_| halted_at_edge).map(|(edge, _)| edge))
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

/// What comes of a way back: place and facing, friends shaken, the edge, no way out (RF-RET-06, 07, 09, 10).
fn finish(
    desk: &mut Desk<'_, Regimental>,
    id: UnitId,
    unit: &Unit,
    way: &Way,
    kind: Retreat,
    from: Option<UnitId>,
    trapped: bool,
) -> Result<(), Halt> {
    if kind == Retreat::Broken {
        shake_friends(desk, id, &way.drive);
    }
    let state = desk.state();
    let old = state.unit(id);
    let guns = state.roster(id).is_guns();
    if way.over.is_some() && !trapped {
        desk.emit(Event::Moved { unit: id, way: vec![old_pose(unit), way.drive.end.pose], bend: Vec::new() });
        desk.emit(Event::Removed { unit: id, fate: Fate::FledTable });
        return leaders::follow(desk, id);
    }
    if trapped && guns {
        desk.emit(Event::Removed { unit: id, fate: Fate::GunsLost });
        return leaders::follow(desk, id);
    }
    let changed = (old.formation, old.gap) != (unit.formation, unit.gap);
    let start = old.pose().unwrap_or_else(|| old_pose(unit));
    let end = way.drive.end.pose;
    let end = if matches!(kind, Retreat::Broken | Retreat::Limbering) {
        end
    } else {
        facing_enemy(state, id, unit, end, from)
    };
    if end != start || changed {
        let mounted = unit.mounted;
        if changed {
            let place = Place::At(old_pose(unit));
            let (formation, gap) = (unit.formation, unit.gap);
            desk.emit(Event::Placed { unit: id, place, formation, gap, flank: None, mounted });
        }
        desk.emit(Event::Moved { unit: id, way: vec![start, end], bend: Vec::new() });
    }
    if desk.state().unit(id).amusette {
        desk.emit(Event::AmusetteLeft(id));
    }
    if trapped {
        return no_way_out(desk, id);
    }
    leaders::follow(desk, id)
}

fn old_pose(unit: &Unit) -> Pose {
    match unit.place {
        Place::At(pose) => pose,
        _ => unit.outline.pose,
    }
}

/// Formed units end facing the enemy, if there is room to turn (RF-RET-06).
fn facing_enemy(state: &State, id: UnitId, unit: &Unit, end: Pose, from: Option<UnitId>) -> Pose {
    let others = Others::of(state);
    let Some(turning) = Turning::new(state, &others, id, unit, from) else { return end };
    Some(turning.facing_enemy(end)).filter(|turned| turning.has_room(*turned)).unwrap_or(end)
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

/// Friends in line or column whom broken troops run through are disordered (RF-RET-07).
fn shake_friends(desk: &mut Desk<'_, Regimental>, id: UnitId, drive: &Drive) {
    let state = desk.state();
    let side = state.unit(id).side;
    let met = drive.meets.iter().filter_map(|meet| match meet.with {
        Met::Body { id, .. } => Some(UnitId(id.0)),
        _ => None,
    });
    let formed = |other: &UnitId| {
        let unit = state.unit(*other);
        let close = matches!(unit.formation, Formation::Line | Formation::FieldColumn | Formation::MarchColumn);
        unit.side == side && close && unit.order == Order::Good && !state.roster(*other).is_guns()
    };
    let shaken: Vec<UnitId> = met.filter(formed).collect();
    for unit in shaken {
        desk.emit(Event::Ordered { unit, order: Order::Disordered });
    }
}

/// A stand is lost and the unit disordered; too near to an enemy it surrenders (RF-RET-09).
fn no_way_out(desk: &mut Desk<'_, Regimental>, id: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    let off = state.stage.length(&numbers::RETREAT_STAND_OFF);
    let side = state.unit(id).side;
    let close = state.on_table(side.enemy()).any(|(enemy, _)| state.gap(id, enemy).length() < off);
    if close {
        desk.emit(Event::Removed { unit: id, fate: Fate::Surrendered });
        return leaders::follow(desk, id);
    }
    let stands = state.stage.book.number(&numbers::NO_WAY_OUT_LOSS) as u8;
    if state.unit(id).order == Order::Good {
        desk.emit(Event::Ordered { unit: id, order: Order::Disordered });
    }
    lose(desk, id, stands)
}

/// A garrison that goes back leaves by the side farthest from the nearest enemy (RF-RET-14, RF-MOR-13).
fn leave_garrison(desk: &mut Desk<'_, Regimental>, id: UnitId, kind: Retreat) {
    if let Some(place) = desk.state().garrisoned(id) {
        place_outside(desk, id, kind, place);
    }
}

/// Troops and guns in closed works leave them likewise when driven back, swept or in panic, if the enemy is not in them too.
fn leave_works(desk: &mut Desk<'_, Regimental>, id: UnitId, kind: Retreat, from: Option<UnitId>) {
    let state = desk.state();
    let holds = |works: &FeatureId, enemy: UnitId| {
        state.stage.table.ground(*works).is_some_and(|ground| ground.contains(state.center(enemy)))
    };
    let left = |works: &FeatureId| from.is_none_or(|enemy| !holds(works, enemy));
    let works = state.areas_held(id, |land| land.closed_works).find(left);
    if let Some(works) = works {
        place_outside(desk, id, kind, works);
    }
}

/// Just outside a place, on the side away from the nearest enemy, facing him.
fn place_outside(desk: &mut Desk<'_, Regimental>, id: UnitId, kind: Retreat, place: FeatureId) {
    let state = desk.state();
    let Some(ground) = state.stage.table.ground(place) else { return };
    let formation = match kind {
        Retreat::Broken => Formation::Mob,
        Retreat::Limbering => Formation::Limbered,
        Retreat::OutOfCloseRange | Retreat::TwoInches | Retreat::Full => usual_formation(state, id),
    };
    let center: Point = ground.bounds().min.middle(ground.bounds().max);
    let enemy = nearest_enemy(state, id, None);
    let away =
        enemy.map_or(state.home(state.unit(id).side).outward(), |enemy| Angle::towards(state.center(enemy), center));
    let gap_width =
        if formation == Formation::OpenOrder { state.stage.book.number(&numbers::OPEN_GAP_LEAST) as u16 } else { 0 };
    let facing = (away + Angle::HALF).heading();
    let unit = Unit { formation, gap: gap_width, ..state.unit(id).clone() };
    let layout = geometry::layout(&state.stage, state.roster(id), &unit);
    // Out until clear of the walls, in steps of a quarter inch.
    let step = state.stage.length(&numbers::RETREAT_STEP);
    let pose = (0..200).map(|n| Pose::new(center.ahead(away, step * n), facing)).find(|pose| {
        let bases = layout.bases(*pose);
        bases.iter().all(|base| !firelock_table::overlaps_ground(base, ground))
    });
    let place = Place::At(pose.unwrap_or_else(|| Pose::new(center, facing)));
    let mounted = unit.mounted;
    desk.emit(Event::Placed { unit: id, place, formation, gap: gap_width, flank: None, mounted });
}

/// Broken troops and limbered guns that touch a road flee along it, while each inch of it leads nearer to their edge
/// (RF-RET-13).
fn road_back(state: &State, crowd: &Crowd, id: UnitId, unit: &Unit) -> Option<(Unit, Way)> {
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
    let (drive, over) = drive_legs(state, crowd, id, unit, &body, &[Leg::Follow(road, full.scaled(gain, 100))]);
    let nearer = |pair: &[Pose]| stage.table.beyond(edge, pair[1].at) >= stage.table.beyond(edge, pair[0].at);
    let open = (drive.halted.is_none() || over.is_some()) && drive.on.is_empty();
    if !open || !drive.trail.windows(2).all(nearer) || ends_nearer(state, id, &drive.end) {
        return None;
    }
    Some((Unit { place: Place::At(body.pose), ..unit.clone() }, Way { drive, open: over.is_none(), over }))
}
