//! Who touches whom: pairs, reinforcements, bases to spare (NQ-MEL-01..06, NQ-MEL-36..39).

use arrayvec::ArrayVec;
use firelock_core::{Desk, UnitId};
use firelock_table::{Angle, Base, Leg, Length, MOST_BASES, Meet, Met, Pose, Scene, Stop, drive};

use crate::Napoleonic;
use crate::charts::{count, numbers};
use crate::event::Event;
use crate::facts::{Fight as Facts, Fighter};
use crate::geometry::{around, base_size, front_row, in_crowd, of_crowd, shared_edge, touches};
use crate::phase::charge::NEAR;
use crate::phase::movement::{admits, is_clear};
use crate::state::{Fight, State};
use crate::words::{Formation, Zone};

/// The bases of two units matched against each other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Matched {
    /// Pairs on level ground, those where the first stands higher, those where the other does.
    pub(crate) pairs: [u8; 3],
    /// Touching bases of each.
    pub(crate) touching: [u8; 2],
    /// Touching bases of each without an opponent.
    pub(crate) unopposed: [u8; 2],
    /// Front bases of each that touch nobody of the other.
    pub(crate) unpaired: [u8; 2],
}

/// How much of an edge bases must share to touch (NQ-MEL-02).
fn least_edge(state: &State) -> Length {
    state.stage.length(&numbers::TOUCH)
}

/// How many bases of one unit touch another.
pub(crate) fn touching(state: &State, id: UnitId, enemy: UnitId) -> u8 {
    let (unit, other) = (state.unit(id), state.unit(enemy));
    if unit.building().is_some() {
        let side = count(&state.stage.book, &numbers::GARRISON_SIDE);
        return touching(state, enemy, id).min(unit.bases).min(side);
    }
    let least = least_edge(state);
    unit.stands.iter().filter(|base| touches(base, other, NEAR, least)).count() as u8
}

/// Whether a base of a square belongs to the face that an enemy stands before (NQ-MEL-38).
fn of_face(state: &State, id: UnitId, nth: usize, enemy: UnitId) -> bool {
    let unit = state.unit(id);
    if unit.formation != Formation::Square {
        return true;
    }
    let facing = state.unit(enemy).facing();
    let opposite = (facing + Angle::HALF).heading();
    unit.stands[nth].facing().between(opposite) <= Angle::degrees(45)
}

/// Matches the bases of two units: First's from left to right, each to the one with the longest shared edge (NQ-MEL-03, NQ-MEL-04).
/// Each fight of a unit is matched by itself, so that a base touched by two fights both (NQ-MEL-05).
pub(crate) fn matched(state: &State, fight: &Fight) -> Matched {
    let swap = state.unit(fight.units[0]).side != state.first;
    let [first, second] = if swap { [fight.units[1], fight.units[0]] } else { fight.units };
    let (own, other) = (state.unit(first), state.unit(second));
    if own.building().is_some() || other.building().is_some() {
        return at_building(state, fight);
    }
    let mut taken = vec![false; other.stands.len()];
    let mut touched = vec![false; other.stands.len()];
    let mut found = Matched::default();
    let least = least_edge(state);
    for (nth, base) in own.stands.iter().enumerate() {
        let foes = other.stands.iter().enumerate().map(|(at, foe)| (shared_edge(base, foe, NEAR), at));
        let shared: ArrayVec<(Length, usize), MOST_BASES> = foes.filter(|(shared, _)| *shared >= least).collect();
        shared.iter().for_each(|(_, at)| touched[*at] = true);
        found.touching[0] += u8::from(!shared.is_empty());
        let faces = |at: usize| of_face(state, first, nth, second) && of_face(state, second, at, first);
        let free = shared.iter().filter(|(_, at)| !taken[*at] && faces(*at));
        match free.max_by_key(|(shared, at)| (*shared, std::cmp::Reverse(*at))) {
            Some((_, at)) => {
                taken[*at] = true;
                let levels = [state.base_level(base), state.base_level(&other.stands[*at])];
                let higher = match levels[0].cmp(&levels[1]) {
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Greater => 1,
                    std::cmp::Ordering::Less => 2,
                };
                found.pairs[higher] += 1;
            }
            None => found.unopposed[0] += u8::from(!shared.is_empty()),
        }
    }
    found.touching[1] = touched.iter().filter(|touched| **touched).count() as u8;
    found.unopposed[1] = touched.iter().zip(&taken).filter(|(touched, taken)| **touched && !**taken).count() as u8;
    let front = |id: UnitId| front_row(&state.stage, state.roster(id), state.unit(id));
    found.unpaired = [front(first).saturating_sub(found.touching[0]), front(second).saturating_sub(found.touching[1])];
    if swap {
        for pair in [&mut found.touching, &mut found.unopposed, &mut found.unpaired] {
            pair.swap(0, 1);
        }
        found.pairs.swap(1, 2);
    }
    found
}

/// A building: a few bases a side fight from it, the rest of the attackers reinforce (NQ-TER-11).
fn at_building(state: &State, fight: &Fight) -> Matched {
    let touching = [touching(state, fight.units[0], fight.units[1]), touching(state, fight.units[1], fight.units[0])];
    let pairs = touching[0].min(touching[1]);
    Matched { pairs: [pairs, 0, 0], touching, unopposed: touching.map(|own| own - pairs), unpaired: [0, 0] }
}

/// The facts of a fight (NQ-MEL-40..62). A reduced base rolls as any other (NQ-MEL-20); bases on a flank reinforce (NQ-MEL-23).
pub(crate) fn measure(state: &State, fight: &Fight, matched: &Matched) -> Facts {
    let fighter = |own: usize| {
        let (id, enemy) = (fight.units[own], fight.units[1 - own]);
        let (unit, roster) = (state.unit(id), state.roster(id));
        let from = state.unit(enemy).outline.center();
        Fighter {
            class: roster.class,
            quality: roster.quality,
            formation: unit.read_as(),
            unformed: unit.unformed,
            routing: unit.routing,
            lance: roster.lance,
            cuirass: roster.cuirass,
            command_attached: state.attached(id).is_some(),
            charging: unit.marks.charging || unit.marks.countercharged,
            struck: if unit.marks.charging { fight.struck[own] } else { Zone::Front },
            cover: state.cover(id, Some(from)),
            bases_initial: roster.bases,
            bases: unit.bases,
            reduction: unit.reduction,
            reinforcements: matched.unopposed[own].saturating_add(fight.wrapped[own].flanks()),
        }
    };
    let brought = [0, 1].map(|own: usize| fight.wrapped[own].front.min(matched.unpaired[1 - own]));
    Facts {
        own: fighter(0),
        enemy: fighter(1),
        turn: fight.turn,
        pairs: matched.pairs[0].saturating_add(brought[0]).saturating_add(brought[1]),
        pairs_higher: matched.pairs[1],
        pairs_lower: matched.pairs[2],
    }
}

/// Bases of a unit that touch nobody and were not brought in anywhere; losses fall on such first, as the row is laid anew about its
/// middle (NQ-MEL-19, NQ-FOR-12).
pub(crate) fn spare(state: &State, id: UnitId) -> u8 {
    let unit = state.unit(id);
    if !unit.is_on_table() || unit.building().is_some() {
        return 0;
    }
    let busy = contacts(state, id, &unit.stands, 0) as u8;
    let brought = state.fights.iter().filter_map(|fight| Some(fight.wrapped[fight.index(id)?].total()));
    unit.bases.saturating_sub(busy).saturating_sub(brought.fold(0, u8::saturating_add))
}

/// From the second turn on units close up again, and those that touch no more are parted (NQ-MEL-36, NQ-MEL-39).
pub(crate) fn realign(desk: &mut Desk<'_, Napoleonic>, group: &[UnitId]) {
    for id in group {
        let state = desk.state();
        let later = state.fights.iter().any(|fight| fight.index(*id).is_some() && fight.turn > 1);
        if later && state.unit(*id).pose().is_some() && apart(state, *id) {
            close_up(desk, *id);
        }
    }
    let fights: Vec<Fight> = super::fights_of(desk.state(), group);
    for fight in fights {
        let state = desk.state();
        let wrapped = fight.wrapped.iter().map(|wrapped| wrapped.total()).sum::<u8>();
        if wrapped == 0 && touching(state, fight.units[0], fight.units[1]) == 0 {
            desk.emit(Event::Parted(fight.units));
        }
    }
}

/// Whether a unit has an opponent that it does not touch, or bases that could touch more.
fn apart(state: &State, id: UnitId) -> bool {
    state.unit(id).bases < state.roster(id).bases || state.opponents(id).any(|enemy| touching(state, id, enemy) == 0)
}

/// How many of the bases of a unit, where it might stand, touch its opponents; no longer counted once they cannot be more than so
/// many.
fn contacts(state: &State, id: UnitId, bases: &[Base], more_than: usize) -> usize {
    let least = least_edge(state);
    let mut found = 0;
    for (nth, base) in bases.iter().enumerate() {
        if found + bases.len() - nth <= more_than {
            break;
        }
        found += usize::from(state.opponents(id).any(|enemy| touches(base, state.unit(enemy), NEAR, least)));
    }
    found
}

/// A unit slides along, and goes ahead a little, to where most of its bases touch.
fn close_up(desk: &mut Desk<'_, Napoleonic>, id: UnitId) {
    let state = desk.state();
    let Some(body) = state.body(id) else { return };
    let width = base_size(&state.stage, state.roster(id).arm(), state.unit(id).formation).width;
    let mut best = (contacts(state, id, &state.unit(id).stands, 0), body.pose);
    for step in 1..=8 {
        for sign in [1, -1] {
            let pose = body.pose.slid((body.pose.facing + Angle::RIGHT).heading(), width.scaled(sign * step, 2));
            let bounds = body.layout.outline(pose).bounds().grown(NEAR + NEAR);
            if !state.opponents(id).any(|enemy| state.unit(enemy).bounds.meets(&bounds)) {
                continue;
            }
            let bases = body.layout.bases(pose);
            let found = contacts(state, id, &bases, best.0);
            if found > best.0 && is_clear(state, id, &bases, around(&bases)) {
                best = (found, pose);
            }
        }
    }
    if best.0 == 0 {
        best.1 = ahead(state, id, &body).unwrap_or(body.pose);
    }
    if best.1 != body.pose {
        desk.emit(Event::Aligned { unit: id, pose: best.1 });
    }
}

/// Straight ahead to the nearest contact, a few centimeters at most.
fn ahead(state: &State, id: UnitId, body: &firelock_table::Body) -> Option<Pose> {
    let crowd = state.crowd(body.bounds().grown(Length::cm(10)), id);
    let scene = Scene::new(&state.stage.table, &crowd, Some(in_crowd(id)));
    let stop = |meet: &Meet| match meet.with {
        Met::Feature(feature) if admits(state, id, feature) => Stop::Through,
        Met::Near(_) => Stop::Through,
        _ => Stop::Halt,
    };
    let way = drive(&scene, body, &[Leg::Ahead(Length::cm(8))], stop);
    let foe = matches!(way.halt().map(|meet| meet.with), Some(Met::Body { id: other, .. })
        if state.opponents(id).any(|enemy| enemy == of_crowd(other)));
    (foe && way.on.is_empty()).then_some(way.end.pose)
}
