//! Where a unit may end and how near it may come: table, others, buildings, ground, stand-off (WA-MOVE-13, 15, 16, 22; WA-TERR-08, 09, 14).

use firelock_core::{Place, Refusal, UnitId};
use firelock_table::{
    Angle, Base, FeatureId, Length, Point, Polygon, Segment, Size, TOUCH, gap, gap_within, overlaps_ground,
    passes_through,
};

use super::plan::{Shape, build_of, increment_to, mover};
use crate::charts::{self, Mover, numbers};
use crate::clauses::*;
use crate::phase::refuse;
use crate::state::{State, Unit};
use crate::words::Terrain;

/// Whether a unit may end there: on the table, on nobody (WA-MOVE-13, 15, 22), and in a building alone (WA-TERR-09).
pub(crate) fn check_end(state: &State, id: UnitId, end: &Base, shape: &Shape) -> Result<(), Refusal> {
    if !state.on_the_table(end) {
        let out = end.corners.into_iter().find(|corner| !state.ground.table.bounds().contains(*corner));
        let place = out.unwrap_or(end.pose.at);
        return Err(Refusal::new(WA_MOVE_22, "it may not leave the table").at(Place::At(place)));
    }
    if let Some(other) = state.lies_on(end, &[id]) {
        let friend = state.unit(other).side == state.unit(id).side && !state.roster(other).is_gun();
        let clause = if friend { WA_MOVE_13 } else { WA_MOVE_15 };
        return Err(refuse(clause, other, format!("it would end on {}", state.roster(other).name)));
    }
    check_building(state, id, end, shape)
}

/// WA-TERR-09: no horseman enters a building, and it holds one unit.
fn check_building(state: &State, id: UnitId, end: &Base, shape: &Shape) -> Result<(), Refusal> {
    let bounds = end.bounds();
    for (_, ground) in state.areas(|terrain| terrain == Terrain::Building) {
        if !ground.bounds().meets(&bounds) {
            continue;
        }
        if state.roster(id).is_cavalry() && shape.mounted && overlaps_ground(end, ground) {
            let place = ground.bounds().min.middle(ground.bounds().max);
            return Err(Refusal::new(WA_TERR_09, "mounted cavalry does not enter a building").at(Place::At(place)));
        }
        if state.roster(id).is_gun() {
            continue;
        }
        let inside = |bases: &[Base]| {
            let n = bases.iter().filter(|base| ground.holds_center(base)).count();
            n > 0 && 2 * n >= bases.len()
        };
        if !inside(&build_of(state, id, shape).bases(end.pose)) {
            continue;
        }
        let holds = |(other, unit): &(UnitId, &Unit)| {
            *other != id
                && unit.is_on_table()
                && !state.roster(*other).is_gun()
                && unit.outline.bounds().meets(ground.bounds())
                && inside(&state.bases(*other))
        };
        if let Some((other, _)) = state.all_units().find(holds) {
            let reason = format!("the building holds one unit, and has {} in it", state.roster(other).name);
            return Err(refuse(WA_TERR_09, other, reason));
        }
    }
    Ok(())
}

/// Whether a body may sweep over that ground off the road.
pub(crate) fn check_open(state: &State, id: UnitId, body: &Base) -> Result<(), Refusal> {
    check_ground(state, id, body, false)
}

/// WA-TERR-08, WA-TERR-14: guns over a river only on a road, nobody over what is impassable; mounted cavalry through no building.
pub(super) fn check_ground(state: &State, id: UnitId, body: &Base, on_road: bool) -> Result<(), Refusal> {
    let bounds = body.bounds();
    let (gun, mounted) = (state.roster(id).is_gun(), state.is_mounted(id));
    for (feature, ground) in state.areas(|_| true) {
        let land = state.ground.land(feature);
        let barred = land.impassable
            || (gun && land.terrain == Terrain::River && !on_road)
            || (mounted && land.terrain == Terrain::Building);
        if barred && ground.bounds().meets(&bounds) && overlaps_ground(body, ground) {
            return Err(barred_by(state, feature, ground));
        }
    }
    for (feature, path) in state.lines(|_| true) {
        if !state.ground.land(feature).impassable {
            continue;
        }
        let legs = path.windows(2).map(|leg| Segment::new(leg[0], leg[1]));
        if legs.into_iter().any(|leg| passes_through(leg, body)) {
            return Err(Refusal::new(WA_TERR_14, "nobody crosses it").at(Place::At(path[0])));
        }
    }
    Ok(())
}

fn barred_by(state: &State, feature: FeatureId, ground: &Polygon) -> Refusal {
    let land = state.ground.land(feature);
    let place = Place::At(ground.bounds().min.middle(ground.bounds().max));
    let (clause, reason) = match land.terrain {
        _ if land.impassable => (WA_TERR_14, "it is impassable"),
        Terrain::River => (WA_TERR_08, "guns cross a river only on a road, bridge or ford"),
        _ => (WA_TERR_09, "mounted cavalry does not enter a building"),
    };
    Refusal::new(clause, reason).at(place)
}

/// The enemies that an act might come too near to.
fn enemies_within<'a>(
    state: &'a State,
    id: UnitId,
    body: &'a Base,
    off: Length,
) -> impl Iterator<Item = (UnitId, &'a Unit)> + 'a {
    let near = body.bounds().grown(off);
    let side = state.unit(id).side.enemy();
    state.on_table(side).filter(move |(_, enemy)| enemy.outline.bounds().meets(&near))
}

/// The distance that is kept off from the enemy (WA-MOVE-16).
fn stand_off(state: &State) -> Length {
    state.stage.length(&numbers::STAND_OFF)
}

/// Stand-off on a straight way: `body` is all that is swept.
///
/// The distance between two blocks, one of which slides, falls and then rises; so who is near already comes no nearer if the
/// first step and the end are not nearer.
pub(super) fn check_standoff_ahead(state: &State, id: UnitId, body: &Base, by: Length) -> Result<(), Refusal> {
    let off = stand_off(state);
    let nearer = off - Length::grid(1);
    let start = &state.unit(id).outline;
    for (enemy, other) in enemies_within(state, id, body, off) {
        if !gap_within(body, &other.outline, nearer) {
            continue;
        }
        let now = gap(start, &other.outline).length();
        let is_nearer = |at: Length| {
            let there = Base::new(start.pose.ahead(at), start.size);
            gap(&there, &other.outline).length() + TOUCH < now
        };
        if now >= off || is_nearer(by.min(STEP)) || is_nearer(by) {
            return Err(too_near(state, enemy, off));
        }
    }
    Ok(())
}

/// A first small step, to see which way a distance goes.
const STEP: Length = Length::grid(64);

/// Stand-off for a unit that stands otherwise afterwards.
pub(super) fn check_standoff_end(state: &State, id: UnitId, end: &Base) -> Result<(), Refusal> {
    let off = stand_off(state);
    for (enemy, other) in enemies_within(state, id, end, off) {
        if is_too_near(&state.unit(id).outline, end, &other.outline, off) {
            return Err(too_near(state, enemy, off));
        }
    }
    Ok(())
}

/// Whether a block is nearer to another than it must be, and nearer than it was.
fn is_too_near(before: &Base, after: &Base, enemy: &Base, off: Length) -> bool {
    gap_within(after, enemy, off - Length::grid(1))
        && gap(after, enemy).length() + TOUCH < gap(before, enemy).length().min(off)
}

/// Stand-off during a wheel, looked at every 3 degrees (WA-MOVE-28).
pub(super) fn check_standoff_wheel(state: &State, id: UnitId, pivot: Point, by: Angle) -> Result<(), Refusal> {
    let off = stand_off(state);
    let start = &state.unit(id).outline;
    let far = start.corners.iter().map(|corner| pivot.distance(*corner)).max().unwrap_or_default() + Length::grid(1);
    for (enemy, other) in state.on_table(state.unit(id).side.enemy()) {
        if !gap_within(pivot, &other.outline, far + off) {
            continue;
        }
        let steps = (by.abs().get() + LOOKED - 1) / LOOKED;
        for step in 1..=steps {
            let turn = Angle::steps(by.get() * step / steps);
            let there = Base::new(start.pose.about(pivot, turn), start.size);
            if is_too_near(start, &there, &other.outline, off) {
                return Err(too_near(state, enemy, off));
            }
        }
    }
    Ok(())
}

const LOOKED: i32 = Angle::degrees(3).get();

fn too_near(state: &State, enemy: UnitId, off: Length) -> Refusal {
    refuse(WA_MOVE_16, enemy, format!("it would come nearer than {off} to {}", state.roster(enemy).name))
}

/// The farthest a unit can go straight ahead in one increment, and why no farther; nothing where it cannot move at all.
pub(crate) fn reach(state: &State, id: UnitId) -> Option<(Length, Option<UnitId>)> {
    let unit = state.unit(id);
    let (book, mover) = (&state.stage.book, mover(state, id));
    if unit.steady || (mover == Mover::Gun && !unit.limbered) {
        return None;
    }
    if unit.turn.increments >= charts::increments(book, mover, unit.front) {
        return None;
    }
    let road = charts::road_increment(book, mover);
    let mut most = increment_to(state, id, road).0;
    let off = stand_off(state);
    let pose = unit.outline.pose;
    let swept =
        |by: Length| Base::new(pose.ahead(by), Size::new(unit.outline.size.width, unit.outline.size.depth + by));
    let whole = swept(most);
    let mut by = None;
    for (enemy, other) in enemies_within(state, id, &whole, off) {
        let nearer = off - Length::grid(1);
        if !gap_within(&swept(most), &other.outline, nearer) {
            continue;
        }
        if gap_within(&unit.outline, &other.outline, nearer) {
            // Near already: it may go on only where it comes no nearer.
            if check_standoff_ahead(state, id, &swept(most), most).is_err() {
                return None;
            }
            continue;
        }
        let (mut fits, mut fails) = (0, most.get());
        while fails - fits > 1 {
            let middle = fits + (fails - fits) / 2;
            match gap_within(&swept(Length::grid(middle)), &other.outline, nearer) {
                true => fails = middle,
                false => fits = middle,
            }
        }
        (most, by) = (Length::grid(fits), Some(enemy));
    }
    (most.get() > 0).then_some((most, by))
}
