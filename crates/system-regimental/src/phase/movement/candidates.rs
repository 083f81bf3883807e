//! A finite, reproducible sample of maneuvers for players that cannot point.

use firelock_core::{Grain, UnitId};
use firelock_table::{Angle, Length, Point};

use super::plan::{Plan, is_filing};
use super::{Others, events, hold, pace, to_move};
use crate::charts::rate;
use crate::command::{Change, Command, Maneuver, Step};
use crate::facts::Scope;
use crate::results::ManeuverEffect;
use crate::roster::BodyOf;
use crate::state::{State, Unit};
use crate::words::{Carriage, Formation};

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
    into.push(hold(unit));
    let mut offer = |maneuver: Maneuver| {
        if events(state, others, unit, &maneuver, None, None).is_ok() {
            into.push(Command::Maneuver { unit, maneuver, flank: None, gap: None });
        }
    };
    let scope = state.unit(unit).turn.scope;
    if scope == Scope::Hold {
        return;
    }
    match state.roster(unit).is_guns() {
        true => guns(state, unit, grain, &mut offer),
        false => troops(state, others, unit, grain, &mut offer),
    }
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
    let (line, open) = (plan.forms(Formation::Line), plan.forms(Formation::OpenOrder));
    match plan.unit.formation {
        Formation::MarchColumn if near && turn.abs() < Angle::degrees(45) => {
            offer(Maneuver::DeployToFront { left: plan.unit.stands.div_ceil(2) / 2 });
        }
        Formation::MarchColumn | Formation::FieldColumn if near && line => offer(forms(Formation::Line)),
        Formation::MarchColumn | Formation::FieldColumn if near && open => offer(forms(Formation::OpenOrder)),
        Formation::Line if near && open => offer(forms(Formation::OpenOrder)),
        Formation::OpenOrder if near && line => offer(forms(Formation::Line)),
        Formation::Line | Formation::OpenOrder if plan.forms(Formation::FieldColumn) => {
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

fn guns(state: &State, id: UnitId, grain: Grain, offer: &mut impl FnMut(Maneuver)) {
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
            for inches in if grain == Grain::Coarse { &[4][..] } else { &[2, 4, 6, 8, 12] } {
                let turn = if grain == Grain::Coarse { Angle::ZERO } else { turn };
                let steps = turned(turn, Length::inches(*inches));
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

/// A handful of ways for playouts: straight on as far as it may and half of it, with a wheel towards the enemy, back from him
/// where he is near.
fn few_ways(plan: &Plan<'_>, goal: Option<Goal>, half: bool) -> Vec<Vec<Step>> {
    let full = usual_rate(plan);
    let most = if half { full.half() } else { full };
    let mut ways = vec![vec![Step::Ahead(most)]];
    if is_filing(plan.unit.formation) || plan.unit.pose().is_none() {
        // A column that bends is walked in small steps; playouts leave it straight.
        return ways;
    }
    if let Some(Goal { turn, near, .. }) = goal {
        let wheel = wheel(plan, turn);
        let rest = most - firelock_table::arc_length(plan.unit.outline.size.width, wheel);
        if wheel.abs() > Angle::degrees(5) {
            let ahead = (rest.get() > 0).then_some(Step::Ahead(rest));
            ways.push([Step::Wheel(wheel)].into_iter().chain(ahead).collect());
        }
        if near {
            ways.push(vec![Step::Ahead(most.half())]);
            ways.push(vec![Step::Withdraw(most.half())]);
        }
    }
    ways
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
    let book = &plan.state.stage.book;
    let rates = plan.mover().ok().and_then(|mover| rate(book, mover, ground));
    rates.map_or(Length::ZERO, |rates| rates.at(pace(plan.unit.turn.scope)))
}
