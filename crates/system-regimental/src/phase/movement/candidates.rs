//! A finite, reproducible sample of maneuvers for players that cannot point.

use firelock_core::{Grain, UnitId};
use firelock_table::{Angle, Bounds, Length, Point, Pose};

use super::lane::{is_free, slowest_in};
use super::plan::{Plan, is_filing};
use super::{Others, events, pace, to_move};
use crate::charts::rate;
use crate::command::{Change, Command, Maneuver, Step};
use crate::facts::Scope;
use crate::phase::Lots;
use crate::results::ManeuverEffect;
use crate::roster::BodyOf;
use crate::state::{State, Unit};
use crate::words::{Carriage, Formation, MoveClass};

/// Lists legal maneuvers of all units of this check.
pub(super) fn list(state: &State, grain: Grain, into: &mut Vec<Command>) {
    let others = Others::of(state);
    // For playouts one unit at a time is enough: the order within a check matters little.
    let most = if grain == Grain::Coarse { 1 } else { usize::MAX };
    for unit in to_move(state).take(most) {
        of_unit(state, &others, unit, grain, into);
    }
}

/// Legal maneuvers of one unit: to hold, and what is worth a look.
pub(super) fn of_unit(state: &State, others: &Others<'_>, unit: UnitId, grain: Grain, into: &mut Vec<Command>) {
    let worth = worth(state, others, unit, grain).into_iter();
    into.extend(worth.filter_map(|maneuver| legal(state, others, unit, maneuver)));
}

/// One of the legal maneuvers of a playout.
pub(super) fn draw(state: &State, lots: Lots<'_>) -> Option<Command> {
    let (unit, others) = (to_move(state).next()?, Others::of(state));
    let worth = worth(state, &others, unit, Grain::Coarse);
    lots.among(worth, |maneuver| legal(state, &others, unit, maneuver))
}

/// The command of a maneuver, if it is legal; anyone may hold.
fn legal(state: &State, others: &Others<'_>, unit: UnitId, maneuver: Maneuver) -> Option<Command> {
    if maneuver != Maneuver::Hold {
        let events = events(state, others, unit, &maneuver, None, None).ok()?;
        state.worked_out.keep(unit, &maneuver, events);
    }
    Some(Command::Maneuver { unit, maneuver, flank: None, gap: None })
}

/// To hold, and what is worth a look: not yet judged.
fn worth(state: &State, others: &Others<'_>, unit: UnitId, grain: Grain) -> Vec<Maneuver> {
    let mut worth = Vec::with_capacity(8);
    worth.push(Maneuver::Hold);
    let mut offer = |maneuver: Maneuver| worth.push(maneuver);
    match (state.unit(unit).turn.scope, state.roster(unit).is_guns()) {
        (Scope::Hold, _) => {}
        (_, true) => guns(state, others, unit, grain, &mut offer),
        (_, false) => troops(state, others, unit, grain, &mut offer),
    }
    worth
}

fn troops(state: &State, others: &Others<'_>, id: UnitId, grain: Grain, offer: &mut impl FnMut(Maneuver)) {
    let (unit, plan) = (state.unit(id), Plan::new(state, id, others));
    let (scope, goal) = (unit.turn.scope, goal(state, id));
    let tardy = scope == Scope::Tardy;
    let ways = if grain == Grain::Coarse { few_ways(&plan, goal, tardy) } else { ways(&plan, goal, grain, tardy) };
    for steps in ways {
        match tardy {
            true => offer(Maneuver::Half { before: None, steps, after: None }),
            false => offer(Maneuver::Full(steps)),
        }
    }
    if grain == Grain::Coarse {
        few_changes(&plan, goal, offer);
    } else {
        let rallied = unit.turn.effect == Some(ManeuverEffect::Rally);
        if tardy && unit.turn.began_good || rallied {
            for steps in few_ways(&plan, goal, false) {
                offer(Maneuver::FullDisordered(steps));
            }
        }
        changes(unit, offer);
        rarely_wanted(state, &plan, id, grain, offer);
    }
    if unit.low_ammo {
        offer(Maneuver::Replenish);
    }
    if state.roster(id).traits().dragoon {
        offer(Maneuver::Change(if unit.mounted { Change::Dismount } else { Change::Mount(Formation::Line) }));
    }
}

/// Every formation but its own, about face, and deployment to the front.
fn changes(unit: &Unit, offer: &mut impl FnMut(Maneuver)) {
    let formations = [Formation::Line, Formation::OpenOrder, Formation::FieldColumn, Formation::MarchColumn];
    for formation in formations.into_iter().filter(|formation| *formation != unit.formation) {
        for left in if unit.formation == Formation::MarchColumn { &[true, false][..] } else { &[false][..] } {
            offer(Maneuver::Change(Change::Form { formation, left: *left }));
        }
    }
    offer(Maneuver::Change(Change::FaceRear));
    if unit.formation == Formation::MarchColumn {
        offer(Maneuver::DeployToFront { left: unit.stands.div_ceil(2) / 2 });
    }
}

/// For playouts: columns form line near the enemy, lines form column far from him, and who has him behind faces about.
fn few_changes(plan: &Plan<'_>, goal: Option<Goal>, offer: &mut impl FnMut(Maneuver)) {
    let Some(Goal { turn, near, .. }) = goal else { return };
    let forms = |formation| Maneuver::Change(Change::Form { formation, left: turn.get() < 0 });
    let tardy = plan.unit.turn.scope == Scope::Tardy;
    let (line, open) = (plan.forms(Formation::Line), plan.forms(Formation::OpenOrder));
    match plan.unit.formation {
        Formation::MarchColumn if near && !tardy && turn.abs() < Angle::degrees(45) => {
            offer(Maneuver::DeployToFront { left: plan.unit.stands.div_ceil(2) / 2 });
        }
        Formation::MarchColumn | Formation::FieldColumn if near && line => offer(forms(Formation::Line)),
        Formation::MarchColumn | Formation::FieldColumn if near && open => offer(forms(Formation::OpenOrder)),
        Formation::Line if near && open => offer(forms(Formation::OpenOrder)),
        Formation::OpenOrder if near && line => offer(forms(Formation::Line)),
        Formation::Line | Formation::OpenOrder if !tardy && plan.forms(Formation::FieldColumn) => {
            offer(forms(Formation::FieldColumn));
        }
        _ => {}
    }
    if turn.abs() > Angle::degrees(120) {
        offer(Maneuver::Change(Change::FaceRear));
    }
}

/// What is rarely wanted: sideways, through friends, over walls, into houses, change of front, with a change.
fn rarely_wanted(state: &State, plan: &Plan<'_>, id: UnitId, grain: Grain, offer: &mut impl FnMut(Maneuver)) {
    let unit = state.unit(id);
    let half = usual_rate(plan).half();
    for left in [true, false] {
        offer(Maneuver::ByTheFlank { left, by: half });
        for by in [45, -45, 90, -90] {
            offer(Maneuver::ChangeFront { left, by: Angle::degrees(by) });
        }
    }
    offer(Maneuver::Passage(half));
    let around = unit.outline.bounds();
    for (feature, _) in state.stage.table.features() {
        let near = |bounds: &firelock_table::Bounds| bounds.distance_squared(&around) <= Length::INCH.squared();
        if let Some(ground) = state.stage.table.ground(feature)
            && near(ground.bounds())
        {
            offer(Maneuver::Change(Change::Garrison(feature)));
            offer(Maneuver::Scale(feature));
        } else if let Some(path) = state.stage.table.path(feature)
            && near(&firelock_table::Bounds::of(path))
        {
            offer(Maneuver::Scale(feature));
        }
    }
    if grain == Grain::Fine {
        for formation in [Formation::Line, Formation::FieldColumn, Formation::OpenOrder] {
            let after = Some(Change::Form { formation, left: false });
            offer(Maneuver::Half { before: None, steps: vec![Step::Ahead(half)], after });
        }
    }
}

fn guns(state: &State, others: &Others<'_>, id: UnitId, grain: Grain, offer: &mut impl FnMut(Maneuver)) {
    let unit = state.unit(id);
    let BodyOf::Guns { gun, .. } = &state.roster(id).body else { return };
    let towards = goal(state, id).map_or(unit.outline.facing(), |goal| Angle::towards(state.center(id), goal.at));
    let light = gun.carriage() == Carriage::Light;
    if unit.guns.iter().any(|gun| gun.silenced) {
        offer(Maneuver::Rally);
    }
    if unit.guns.iter().any(|gun| gun.low_ammo) {
        offer(Maneuver::Replenish);
    }
    match unit.formation {
        Formation::Limbered => {
            offer(Maneuver::Unlimber(towards));
            let turn = (towards - unit.outline.facing()).turn();
            let plan = Plan::new(state, id, others);
            if grain == Grain::Coarse {
                if let Some(way) = few_ways(&plan, None, false).pop() {
                    offer(Maneuver::GunMove { limber: false, steps: way, unlimber: None });
                }
                return;
            }
            for inches in [2, 4, 6, 8, 12] {
                let steps = turned(turn, Length::inches(inches));
                if light {
                    offer(Maneuver::GunMove { limber: false, steps: steps.clone(), unlimber: Some(towards) });
                }
                offer(Maneuver::GunMove { limber: false, steps, unlimber: None });
            }
        }
        _ => {
            offer(Maneuver::GunFire { facing: None });
            if unit.outline.facing().between(towards) > Angle::degrees(20) {
                offer(Maneuver::Pivot(towards));
                offer(Maneuver::GunFire { facing: Some(towards) });
            }
            offer(Maneuver::Limber);
            if light {
                offer(Maneuver::Haul { heading: towards, by: Length::inches(2) });
            }
        }
    }
}

/// Where a unit would go: the nearest enemy.
#[derive(Clone, Copy)]
struct Goal {
    at: Point,
    /// The turn from its facing towards him.
    turn: Angle,
    /// Whether he could soon be fought.
    near: bool,
}

fn goal(state: &State, id: UnitId) -> Option<Goal> {
    let from = state.center(id);
    let enemies = state.on_table(state.unit(id).side.enemy()).map(|(enemy, _)| state.center(enemy));
    let at = enemies.min_by_key(|at| (from.distance_squared(*at), at.x, at.y))?;
    let turn = (Angle::towards(from, at) - state.unit(id).outline.facing()).turn();
    Some(Goal { at, turn, near: from.distance_squared(at) <= Length::inches(16).squared() })
}

/// A handful of ways for playouts: straight on as far as boxes tell that it may, with a wheel towards the enemy; half as far and
/// back from him where he is near.
fn few_ways(plan: &Plan<'_>, goal: Option<Goal>, half: bool) -> Vec<Vec<Step>> {
    let mut ways = Vec::with_capacity(4);
    let Some(pose) = plan.unit.pose() else { return ways };
    let near = goal.is_some_and(|goal| goal.near);
    let corners = plan.unit.outline.corners;
    if let Some(most) = open_ahead(plan, pose, &corners, Length::ZERO, near, half) {
        ways.push(vec![Step::Ahead(most)]);
        if near {
            ways.push(vec![Step::Ahead(most.half())]);
        }
    }
    // A column that bends is walked in small steps; playouts leave it straight.
    let Some(goal) = goal.filter(|_| !is_filing(plan.unit.formation)) else { return ways };
    let wheel = wheel(plan, goal.turn);
    if wheel.abs() > Angle::degrees(5) {
        let arc = firelock_table::arc_length(plan.unit.outline.size.width, wheel);
        let pivot = corners[usize::from(wheel.get() > 0)];
        let (turned, corners) = (pose.about(pivot, wheel), corners.map(|corner| corner.about(pivot, wheel)));
        if let Some(rest) = open_ahead(plan, turned, &corners, arc, near, half) {
            ways.push(vec![Step::Wheel(wheel), Step::Ahead(rest)]);
        }
    }
    if near && let Some(rate) = rate_over(plan, MoveClass::Rough, half) {
        ways.push(vec![Step::Withdraw(rate.half())]);
    }
    ways
}

/// How far it may go straight ahead over the slowest ground that may lie there, once so much is spent; none where somebody or
/// something is in the way of all of it, or may be while no enemy is near.
fn open_ahead(
    plan: &Plan<'_>,
    pose: Pose,
    corners: &[Point; 4],
    spent: Length,
    near: bool,
    half: bool,
) -> Option<Length> {
    let mut ground = MoveClass::Open;
    loop {
        let most = rate_over(plan, ground, half).map(|rate| rate - spent).filter(|most| most.get() > 0)?;
        let step = pose.ahead(most).at - pose.at;
        let swept = Bounds::of(corners).join(Bounds::of(&corners.map(|corner| corner + step)));
        match slowest_in(plan.state, &swept) {
            None if near => return Some(most),
            None => return None,
            Some(slower) if slower > ground => ground = slower,
            Some(_) => return (near || is_free(plan.state, plan.id, &swept)).then_some(most),
        }
    }
}

/// A wheel towards the enemy, as far as one goes.
fn wheel(plan: &Plan<'_>, turn: Angle) -> Angle {
    let limit = Angle::degrees(if plan.unit.formation == Formation::FieldColumn { 90 } else { 45 });
    Angle::steps(turn.get().clamp(-limit.get(), limit.get()))
}

/// Ways ahead: straight, with a wheel or an oblique towards the goal, each as far as it may and a part of it.
fn ways(plan: &Plan<'_>, goal: Option<Goal>, grain: Grain, half: bool) -> Vec<Vec<Step>> {
    let Some(pose) = plan.unit.pose() else { return Vec::new() };
    let full = usual_rate(plan);
    let most = if half { full.half() } else { full };
    let turn = goal.map_or(Angle::ZERO, |goal| (Angle::towards(pose.at, goal.at) - pose.facing).turn());
    let mut ways = Vec::new();
    if is_filing(plan.unit.formation) {
        for by in [Angle::ZERO, turn] {
            ways.extend(parts(grain).map(|(n, of)| turned(by, most.scaled(n, of))));
        }
        return ways;
    }
    let wheel = wheel(plan, turn);
    let width = plan.unit.outline.size.width;
    for (n, of) in parts(grain) {
        ways.push(vec![Step::Ahead(most.scaled(n, of))]);
    }
    let wheels: Vec<Angle> = match grain {
        Grain::Coarse | Grain::Middle => vec![wheel, Angle::steps(wheel.get() / 2)],
        Grain::Fine => [-45, -30, -15, 15, 30, 45].map(Angle::degrees).to_vec(),
    };
    for by in wheels.into_iter().filter(|by| by.get() != 0) {
        let rest = most - firelock_table::arc_length(width, by);
        ways.push(vec![Step::Wheel(by)]);
        if rest.get() > 0 {
            ways.extend(parts(grain).map(|(n, of)| vec![Step::Wheel(by), Step::Ahead(rest.scaled(n, of))]));
        }
    }
    let oblique = Angle::steps(turn.get().clamp(-4500, 4500));
    ways.push(vec![Step::Oblique(oblique, most)]);
    ways.push(vec![Step::Oblique(oblique, most.half())]);
    ways.push(vec![Step::Withdraw(most.half())]);
    ways
}

/// A column turns its head, if it must, and goes on.
fn turned(by: Angle, ahead: Length) -> Vec<Step> {
    match by.get() {
        0 => vec![Step::Ahead(ahead)],
        _ => vec![Step::Turn(by), Step::Ahead(ahead)],
    }
}

fn parts(grain: Grain) -> impl Iterator<Item = (i32, i32)> {
    let all: &[(i32, i32)] = match grain {
        Grain::Coarse | Grain::Middle => &[(1, 1), (3, 4), (1, 2), (1, 4)],
        Grain::Fine => &[(1, 1), (7, 8), (3, 4), (5, 8), (1, 2), (3, 8), (1, 4), (1, 8)],
    };
    all.iter().copied()
}

/// The rate over the ground a unit stands on.
fn usual_rate(plan: &Plan<'_>) -> Length {
    let ground = plan.state.slowest_under(plan.state.bases(plan.id));
    rate_over(plan, ground, false).unwrap_or(Length::ZERO)
}

/// The rate over such ground, or half of it.
fn rate_over(plan: &Plan<'_>, ground: MoveClass, half: bool) -> Option<Length> {
    let rates = rate(&plan.state.stage.book, plan.mover().ok()?, ground)?;
    let full = rates.at(pace(plan.unit.turn.scope));
    Some(if half { full.half() } else { full })
}
