//! The retire: level up, fall back, face the enemy (WA-MOVE-24, WA-MOR-23..29, 32, 33).

use firelock_core::{Desk, Halt, Refusal, UnitId};
use firelock_table::{Angle, Base, Gap, Length, Point, Polygon, Pose, Size, TOUCH, gap, gap_within, overlaps};

use super::disorder_passing;
use super::plan::{Shape, check_formation, saddled, size_of};
use crate::Washington;
use crate::charts::numbers;
use crate::clauses::*;
use crate::event::{Event, Motion};
use crate::facts;
use crate::geometry::centered;
use crate::phase::{leaders, morale, refuse};
use crate::sight::Purpose;
use crate::state::{Fate, State, Unit};
use crate::words::Terrain;

/// Whether dismounted cavalry may mount, or stay as it is.
pub(crate) fn check_saddle(state: &State, unit: UnitId, mounts: bool) -> Result<(), Refusal> {
    let own = state.unit(unit);
    match mounts {
        false => Ok(()),
        true => {
            let shape = saddled(state, own, true);
            check_formation(state, unit, own.bases(), shape.front, shape.formation, true)
                .map_err(|_| refuse(WA_MOR_23, unit, "it cannot mount"))
        }
    }
}

/// WA-MOR-23: it mounts, or does not, and then goes back.
pub(crate) fn saddle(desk: &mut Desk<'_, Washington>, unit: UnitId, mounts: bool) {
    desk.emit(Event::Answered);
    if !mounts {
        return;
    }
    let own = desk.state().unit(unit);
    let Shape { formation, front, spacers, mounted, .. } = saddled(desk.state(), own, true);
    let pose = own.outline.pose;
    desk.emit(Event::Formed { unit, pose, formation, front, spacers, mounted });
}

/// The unit goes back.
pub(crate) fn withdraw(desk: &mut Desk<'_, Washington>, unit: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    let own = state.unit(unit);
    if !own.is_on_table() {
        return Ok(());
    }
    let side = own.side;
    if state.activation.is_some_and(|activation| activation.unit == unit) {
        // WA-SEQ-13.
        desk.emit(Event::ActivationEnded(unit));
    }
    let state = desk.state();
    if state.touches_edge(&state.unit(unit).outline, state.base_line(side)) {
        return morale::remove(desk, unit, Fate::Left);
    }
    let inches = desk.roll(facts::retire_roll(desk.book(), side))?.value();
    level_up(desk, unit);
    match way_back(desk.state(), unit, Length::inches(inches.clamp(0, 60))) {
        Way::To(to) => {
            let passed = passed_on(desk.state(), unit, to);
            desk.emit(Event::Moved { unit, to, motion: Motion::Retire });
            passed.into_iter().for_each(|friend| disorder_passing(desk, unit, friend));
            Ok(())
        }
        Way::Cut => morale::remove(desk, unit, Fate::Routed),
        Way::Crowded => morale::remove(desk, unit, Fate::Left),
    }
}

/// WA-FORM-09: two ranks on the old center; WA-MOR-29: a gun limbers.
fn level_up(desk: &mut Desk<'_, Washington>, unit: UnitId) {
    let state = desk.state();
    let own = state.unit(unit);
    if state.roster(unit).is_gun() {
        if !own.limbered {
            desk.emit(Event::Limbered { unit, limbered: true });
        }
        return;
    }
    let ranks = state.stage.count(&numbers::LEVEL_RANKS).max(1);
    let front = own.bases().div_ceil(ranks).max(1);
    let shape = Shape { front, spacers: 0, ..Shape::of(own) };
    let pose = centered(own.outline.center(), own.outline.facing(), size_of(state, unit, &shape));
    let Shape { formation, spacers, mounted, .. } = shape;
    desk.emit(Event::Formed { unit, pose, formation, front, spacers, mounted });
}

/// Where a retire ends.
enum Way {
    /// There.
    To(Pose),
    /// Something stops it at once: it routs (WA-MOR-26).
    Cut,
    /// There is no room at the base line: it leaves (WA-MOR-32).
    Crowded,
}

/// Follows a leveled-up block back.
fn way_back(state: &State, unit: UnitId, by: Length) -> Way {
    let start = state.unit(unit).outline;
    let side = state.unit(unit).side;
    let heading = heading_back(state, unit, by);
    let home = state.base_line(side);
    // How far it can go at all: to what stops it short, or to its base line (WA-MOR-27). Scenery is not rolled for (WA-MOVE-18).
    let stop = stopped_at(state, unit, &start, heading, far_enough(state));
    let line = reaches_edge(state, &start, heading);
    let most = line.min(stop);
    if stop < line && stop < by && stop < state.stage.length(&numbers::RETIRE_LEAST) {
        return Way::Cut;
    }
    let mut at = by.min(most);
    // WA-MOR-25: on until clear of friends.
    loop {
        let there = Base::new(start.pose.slid(heading, at), start.size);
        if let Some(pose) = standing(state, unit, &there) {
            return Way::To(pose);
        }
        if at >= most {
            break;
        }
        at = (at + STEP).min(most);
    }
    if line > stop {
        return Way::Cut;
    }
    // WA-MOR-32: aside along the base line.
    let there = Base::new(start.pose.slid(heading, most), start.size);
    let aside = state.stage.length(&numbers::SHIFT_ASIDE);
    let mut off = STEP;
    while off <= aside {
        for turn in [Angle::RIGHT, Angle::LEFT] {
            let shifted = Base::new(there.pose.slid(home.outward() + turn, off), there.size);
            if state.on_the_table(&shifted)
                && let Some(pose) = standing(state, unit, &shifted)
            {
                return Way::To(pose);
            }
        }
        off += STEP;
    }
    Way::Crowded
}

/// A retire is looked at every millimeter.
const STEP: Length = Length::mm(1);

fn far_enough(state: &State) -> Length {
    state.ground.table.width() + state.ground.table.depth()
}

/// WA-MOR-23: home, or straight away from the nearest enemy in the strip that it would sweep.
fn heading_back(state: &State, unit: UnitId, by: Length) -> Angle {
    let own = state.unit(unit);
    let home = state.homeward(own.side);
    let end = Base::new(own.outline.pose.slid(home, by), own.outline.size);
    let near = state.stage.length(&numbers::RETIRE_ENEMY);
    let strip = leaders::swept(&own.outline, &end);
    let mut barring: Option<(Gap, UnitId)> = None;
    for (id, enemy) in state.on_table(own.side.enemy()) {
        if !gap_within(&own.outline, &enemy.outline, near) {
            continue;
        }
        let in_strip = match &strip {
            Some(strip) => firelock_table::overlaps_ground(&enemy.outline, strip),
            None => overlaps(&end, &enemy.outline),
        };
        if in_strip {
            let found = (gap(&own.outline, &enemy.outline), id);
            barring = Some(barring.map_or(found, |other| other.min(found)));
        }
    }
    match barring {
        Some((_, enemy)) if state.center(enemy) != state.center(unit) => {
            Angle::towards(state.center(enemy), state.center(unit))
        }
        _ => home,
    }
}

/// How far a block slides until it touches its own base line.
fn reaches_edge(state: &State, start: &Base, heading: Angle) -> Length {
    let (mut fits, mut fails) = (0, far_enough(state).get());
    while fails - fits > 1 {
        let middle = fits + (fails - fits) / 2;
        let there = Base::new(start.pose.slid(heading, Length::grid(middle)), start.size);
        match state.on_the_table(&there) {
            true => fits = middle,
            false => fails = middle,
        }
    }
    Length::grid(fits)
}

/// How far a block slides until an enemy, bad ground or another table edge stops it short (WA-MOR-26).
fn stopped_at(state: &State, unit: UnitId, start: &Base, heading: Angle, most: Length) -> Length {
    let own = state.unit(unit);
    let clear = state.stage.length(&numbers::RETIRE_CLEAR);
    let home = state.base_line(own.side);
    let at = |by: Length| Base::new(start.pose.slid(heading, by), start.size);
    let mut limit = most.min(reaches_edge(state, start, heading));
    let far = at(limit);
    let near = start.bounds().join(far.bounds()).grown(clear);
    // Nearer than an inch stops it, unless it only leaves what it is near to already.
    let mut stop = |gap_at: &dyn Fn(Length) -> Length| {
        let begins = gap_at(Length::ZERO);
        let (mut last, mut by) = (begins, Length::ZERO);
        while by < limit {
            let next = (by + STEP).min(limit);
            let now = gap_at(next);
            if now < clear && now + TOUCH < last.min(clear) {
                limit = by;
                return;
            }
            (last, by) = (last.max(now), next);
        }
    };
    for (_, enemy) in state.on_table(own.side.enemy()) {
        if enemy.outline.bounds().meets(&near) {
            stop(&|by| gap(&at(by), &enemy.outline).length());
        }
    }
    let (gun, mounted) = (state.roster(unit).is_gun(), state.is_mounted(unit));
    for (feature, ground) in state.areas(|_| true) {
        let land = state.ground.land(feature);
        let barred = land.impassable
            || (gun && land.terrain == Terrain::River)
            || (mounted && land.terrain == Terrain::Building);
        if barred && ground.bounds().meets(&near) {
            stop(&|by| gap(&at(by), ground).length());
        }
    }
    for edge in firelock_table::TableEdge::ALL.into_iter().filter(|edge| *edge != home) {
        let to_edge = |base: &Base| {
            let beyond = base.corners.iter().map(|corner| state.ground.table.beyond(edge, *corner)).max();
            (-beyond.unwrap_or_default()).max(Length::ZERO)
        };
        if to_edge(&far) < clear {
            stop(&|by| to_edge(&at(by)));
        }
    }
    if limit >= reaches_edge(state, start, heading) { most } else { limit }
}

/// The pose in which a block stands there: turned to the enemy, or as it came where it does not fit so (WA-MOR-24, WA-MOR-33).
///
/// None where it would stand on somebody.
fn standing(state: &State, unit: UnitId, there: &Base) -> Option<Pose> {
    let facing = facing_enemy(state, unit, there.center());
    let turned = centered(there.center(), facing, there.size);
    [turned, there.pose].into_iter().find(|pose| fits(state, unit, *pose, there.size))
}

fn fits(state: &State, unit: UnitId, pose: Pose, size: Size) -> bool {
    let base = Base::new(pose, size);
    let (gun, mounted) = (state.roster(unit).is_gun(), state.is_mounted(unit));
    let barred = |ground: &Polygon| firelock_table::overlaps_ground(&base, ground);
    let open = |(feature, ground): (firelock_table::FeatureId, &Polygon)| {
        let land = state.ground.land(feature);
        let bars = land.impassable
            || (gun && land.terrain == Terrain::River)
            || (mounted && land.terrain == Terrain::Building);
        !(bars && barred(ground))
    };
    state.on_the_table(&base) && state.lies_on(&base, &[unit]).is_none() && state.areas(|_| true).all(open)
}

/// The facing towards the nearest enemy unit in sight, else towards the enemy base line (WA-MOR-24).
fn facing_enemy(state: &State, unit: UnitId, from: Point) -> Angle {
    let side = state.unit(unit).side;
    let mut enemies: Vec<(Gap, UnitId)> = state
        .on_table(side.enemy())
        .filter(|(id, _)| !state.roster(*id).is_gun())
        .map(|(id, enemy)| (gap(from, &enemy.outline), id))
        .collect();
    enemies.sort();
    let seen = enemies.into_iter().find(|(_, id)| state.look(from, Some(unit), *id, Purpose::Eyes).is_ok());
    match seen {
        Some((_, enemy)) => Angle::towards(from, state.center(enemy)),
        None => (state.homeward(side) + Angle::HALF).heading(),
    }
}

/// The friends that a retiring unit goes through (WA-MOR-25).
fn passed_on(state: &State, unit: UnitId, to: Pose) -> Vec<UnitId> {
    let start = &state.unit(unit).outline;
    // It slides as it stood; its turn at the end passes nobody.
    let middle = Base::new(to, start.size).center();
    let end = Base::new(centered(middle, start.facing(), start.size), start.size);
    let Some(strip) = leaders::swept(start, &end) else { return Vec::new() };
    let touched = |(id, other): &(UnitId, &Unit)| {
        *id != unit && !state.roster(*id).is_gun() && firelock_table::overlaps_ground(&other.outline, &strip)
    };
    state.on_table(state.unit(unit).side).filter(touched).map(|(id, _)| id).collect()
}
