//! Going back: after a check, from fire, from a lost combat (RF-RET, RF-MOR).

use firelock_core::{Desk, Halt, Refusal, UnitId};
use firelock_table::{Angle, Base, Body, Drive, FeatureId, Met, Point, Pose, gap, gap_within};

use super::plan::{Plan, branch, crowd, crowd_of};
use super::way_back::{Back, Way, facing_enemy, headings, nearest_enemy, old_pose, placed, road_back};
use crate::Regimental;
use crate::charts::numbers;
use crate::event::Event;
use crate::geometry;
use crate::phase::fire::{Arc, ROUNDED};
use crate::phase::leaders;
use crate::results::Motion;
use crate::roster::BodyOf;
use crate::sight::{Look, Purpose};
use crate::state::{Fate, Gun, Place, Retreat, State, Task, Unit};
use crate::words::{Branch, Formation, Order, Weapon};

// Facts.

/// Whether an enemy able to fire has a unit in close range, arc and sight (RF-RET-02).
pub(crate) fn is_in_close_range(state: &State, id: UnitId) -> bool {
    close_enemies(state, id).next().is_some()
}

/// Whether a unit is in close range, and fortified against every enemy that has it so (RF-TER-24).
pub(crate) fn close_range(state: &State, id: UnitId) -> (bool, bool) {
    let mut enemies = close_enemies(state, id).peekable();
    let close = enemies.peek().is_some();
    (close, close && enemies.all(|enemy| state.is_fortified(id, state.center(enemy))))
}

/// The enemies who have a unit in close range, arc and sight.
pub(super) fn close_enemies(state: &State, id: UnitId) -> impl Iterator<Item = UnitId> {
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
                None => reaches(state, *enemy, &state.unit(id).outline, None, || state.bases(id)) && seen(),
            }
        }
    })
}

/// Whether an enemy has these stands in close range and arc, whatever it sees (RF-RET-01); the rectangle around them, and one that
/// some of them fill, tell of most.
pub(super) fn reaches<'b>(
    state: &State,
    enemy: UnitId,
    outline: &Base,
    filled: Option<&Base>,
    bases: impl Fn() -> &'b [Base],
) -> bool {
    let near = state.stage.length(&numbers::CLOSE_RANGE);
    let around = outline.bounds();
    if state.around(enemy).distance_squared(&around) > near.squared() {
        return false;
    }
    match state.garrison(enemy) {
        Some(ground) => gap_within(bases(), ground, near),
        None => {
            // The boxes tell of most stands that they are too far.
            let close = |stand: &&Base| stand.front().bounds().distance_squared(&around) <= near.squared();
            let mut stands = state.front_rank(enemy).iter().filter(close);
            stands.any(|stand| {
                let arc = Arc::of(state, stand);
                let surely = |part: &&Base| arc.surely_holds(part) && gap_within(arc.edge(), *part, near - ROUNDED);
                !arc.misses(outline)
                    && (filled.filter(surely).is_some() || arc.holds(bases()) && gap_within(arc.edge(), bases(), near))
            })
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
    let enemies;
    let met = match kind {
        Retreat::Broken => &crowd,
        Retreat::OutOfCloseRange | Retreat::TwoInches | Retreat::Full | Retreat::Limbering => {
            enemies = crowd_of(state, state.unit(id).side.enemy());
            &enemies
        }
    };
    let headings = headings(state, id, kind, from);
    let body = |heading: Angle| placed(state, id, &unit, kind, heading);
    let mut ways: Vec<(Angle, Unit, Way)> = Vec::new();
    let mut chosen = None;
    for heading in headings {
        let (unit, body) = body(heading);
        let back = Back { state, crowd: &crowd, met, id, unit: &unit, body: &body, heading, from, tried: ways.len() };
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
        let back = Back { state, crowd: &crowd, met, id, unit: &unit, body: &body, heading, from, tried: 0 };
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
