//! C7: the charger lies flush on what it met, and whoever touches is engaged (NQ-CHG-22..29).

use firelock_core::{Desk, UnitId};
use firelock_table::{Angle, Base, BaseEdge, Body, Conform, Conformed, Length, Onto, Pose, Scene, TOUCH, conform, gap};

use super::declare::{Approach, approach};
use crate::Napoleonic;
use crate::charts::numbers;
use crate::event::{Event, Motion};
use crate::geometry::{around, base_size, in_crowd, layout, touches};
use crate::phase::losses;
use crate::phase::movement::closed_ground;
use crate::state::{Charge, Fate, Fight, State, Unit, Wrapped};
use crate::words::{Arm, Formation, Hand, Zone};

/// How near edges count as touching.
pub(crate) const NEAR: Length = Length::grid(TOUCH.get() * 3);

/// The edges of a unit that a charger stands before and may lie flush on, the one by which it came first.
pub(super) fn edges(state: &State, charger: &Body, enemy: UnitId, base: u8, zone: Zone) -> Vec<Onto> {
    let unit = state.unit(enemy);
    let stand = unit.stands.get(usize::from(base)).copied().unwrap_or(unit.outline);
    let odd = unit.bent.is_some() || unit.formation == Formation::Echelon;
    let whole = if odd { stand } else { unit.outline };
    let center = charger.outline().center();
    let mut all = [BaseEdge::Front, BaseEdge::Right, BaseEdge::Rear, BaseEdge::Left];
    let loose = unit.formation == Formation::Square || unit.building().is_some();
    let by_zone = |edge: &BaseEdge| match (loose, zone, edge) {
        (true, ..) => 0,
        (_, Zone::Front, BaseEdge::Front) | (_, Zone::Rear, BaseEdge::Rear) => 0,
        (_, Zone::Flank, BaseEdge::Left | BaseEdge::Right) => 0,
        _ => 1,
    };
    all.sort_by_key(|edge| (by_zone(edge), gap(center, Onto::edge(&whole, *edge).line)));
    // It does not jump over the enemy to another side of him.
    let is_before = |onto: &Onto| Pose::new(onto.line.from, onto.outward).local(center).y > 0;
    all.into_iter().map(|edge| Onto::edge(&whole, edge)).filter(is_before).collect()
}

/// Where a charger lies flush: files lined up by the least slide, else as near as there is room (NQ-CHG-23, NQ-CHG-28).
pub(super) fn flush(state: &State, id: UnitId, body: &Body, enemy: UnitId, edges: &[Onto]) -> Option<Pose> {
    let roster = state.roster(id);
    let width = base_size(&state.stage, roster.arm(), state.unit(id).formation).width;
    let slide = state.stage.length(&numbers::CONTACT_SLIDE);
    let share = state.stage.length(&numbers::TOUCH);
    let size = body.layout.size();
    let far = size.width + size.depth + state.unit(enemy).outline.size.width + state.unit(enemy).outline.size.depth;
    let mut crowd = state.crowd(body.bounds().join(state.unit(enemy).bounds).grown(far), id);
    if state.unit(enemy).building().is_some() {
        crowd.add(in_crowd(enemy), &state.unit(enemy).stands);
    }
    let scene = Scene::new(&state.stage.table, &crowd, Some(in_crowd(id)));
    let rule =
        |files: Option<Length>, slide: Length| Conform { max_turn: Angle::HALF, slide, files, least_share: share };
    let rules = [rule(Some(width), slide), rule(None, slide), rule(Some(width), far), rule(None, far)];
    let tries = edges.iter().take(1).flat_map(|onto| rules.iter().map(move |rule| (onto, rule)));
    let tries = tries.chain(edges.iter().skip(1).flat_map(|onto| rules.iter().take(2).map(move |rule| (onto, rule))));
    for (onto, rule) in tries {
        if let Conformed::Flush { pose, .. } = conform(&scene, body, onto, rule) {
            let bases = body.layout.bases(pose);
            let touches = |base: &Base| touches(base, state.unit(enemy), NEAR, share);
            let bounds = around(&bases);
            let open = closed_ground(state, id, state.unit(id).formation, &bases, bounds).is_none();
            if open && state.on_board(bounds) && bases.iter().any(touches) {
                return Some(pose);
            }
        }
    }
    None
}

/// A charger meets an enemy.
pub(crate) fn strike(desk: &mut Desk<'_, Napoleonic>, charge: &Charge, way: &Approach, enemy: UnitId, base: u8) {
    let (id, body) = (charge.unit, &way.body);
    let state = desk.state();
    let other = state.unit(enemy);
    // Guns on their limbers are taken (NQ-CHG-24).
    if state.roster(enemy).arm() == Arm::Artillery && other.formation == Formation::Limbered {
        stop(desk, id, body, Motion::Charge);
        return losses::remove(desk, enemy, Fate::GunsLost);
    }
    // One that was caught in flight counts as charged from the rear (NQ-CHG-22).
    let caught = other.marks.fled && enemy == charge.target;
    let zone = match enemy == charge.target {
        _ if caught => Zone::Rear,
        true => charge.zone,
        false => state.zone(enemy, state.unit(id).outline.pose.at),
    };
    // An echelon closes up as it meets the enemy (NQ-CHG-27).
    let echelon = state.unit(id).formation == Formation::Echelon;
    let body = match echelon {
        true => {
            let (unit, roster) = (state.unit(id), state.roster(id));
            Body::new(body.pose, layout(&state.stage, roster.arm(), Formation::Line, Hand::Left, unit.bases))
        }
        false => body.clone(),
    };
    let onto = edges(state, &body, enemy, base, zone);
    let Some(pose) = flush(state, id, &body, enemy, &onto) else {
        return short_of(desk, charge, way.straight, enemy);
    };
    match echelon {
        true => desk.emit(Event::ClosedUp { unit: id, pose }),
        false => desk.emit(Event::Moved { unit: id, pose, motion: Motion::Charge }),
    }
    if caught && !desk.state().unit(enemy).routing && !desk.state().unit(enemy).unformed {
        desk.emit(Event::Unformed(enemy));
    }
    engage(desk, id, enemy, zone);
}

/// Engages a charger with the enemy it met and with every further one it touches (NQ-CHG-23, NQ-CHG-29).
fn engage(desk: &mut Desk<'_, Napoleonic>, id: UnitId, enemy: UnitId, zone: Zone) {
    desk.emit(Event::Met(met([id, enemy], zone)));
    let engaged: Vec<UnitId> = desk.state().opponents(id).collect();
    for other in further(desk.state(), id, &engaged) {
        desk.emit(Event::Met(met([id, other], Zone::Front)));
    }
}

/// A fight that begins; the first of the two has struck the other so.
pub(super) fn met(units: [UnitId; 2], struck: Zone) -> Fight {
    Fight { units, turn: 1, struck: [struck, Zone::Front], wrapped: [Wrapped::default(); 2] }
}

/// The enemies that a charger touches beside those it is engaged with.
pub(super) fn further(state: &State, id: UnitId, engaged: &[UnitId]) -> Vec<UnitId> {
    let unit = state.unit(id);
    let share = state.stage.length(&numbers::TOUCH);
    let near = unit.bounds.grown(NEAR);
    let touches = |other: &Unit| unit.stands.iter().any(|own| touches(own, other, NEAR, share));
    state
        .alive(unit.side.enemy())
        .filter(|(other, foe)| !engaged.contains(other) && foe.bounds.meets(&near) && touches(foe))
        .map(|(other, _)| other)
        .collect()
}

/// There is no room to stand flush: it stops a little short, or farther back where a friend stands (NQ-CHG-28).
fn short_of(desk: &mut Desk<'_, Napoleonic>, charge: &Charge, straight: Length, enemy: UnitId) {
    let state = desk.state();
    let off = state.stage.length(&numbers::NO_ROOM);
    let mut most = straight - off;
    while most > Length::ZERO {
        let Some(way) = approach(state, charge.unit, charge.turn, Some(most)) else { return };
        let bases = way.body.bases();
        let far = !gap(&bases[..], &state.unit(enemy).stands[..]).within(off - TOUCH);
        if far && is_clear(state, charge.unit, &bases) {
            return desk.emit(Event::Moved { unit: charge.unit, pose: way.body.pose, motion: Motion::Charge });
        }
        most -= Length::mm(5);
    }
}

/// Whether a unit may stand there: on the table, and on nobody.
fn is_clear(state: &State, id: UnitId, bases: &[Base]) -> bool {
    let bounds = around(bases);
    state.on_board(bounds) && state.lies_on(bases, bounds, id).is_none()
}

/// A unit ends its move there, unless that is no place to stand.
pub(crate) fn stop(desk: &mut Desk<'_, Napoleonic>, id: UnitId, body: &Body, motion: Motion) {
    if is_clear(desk.state(), id, &body.bases()) {
        desk.emit(Event::Moved { unit: id, pose: body.pose, motion });
    }
}
