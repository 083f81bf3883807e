//! How a charger lies flush on what it met, and whom it touches then (FD-MEL-24..26, FD-OBJ-28).

use firelock_core::Desk;
use firelock_table::{
    Angle, Base, BaseEdge, Body as Block, Conform, Conformed, Cut, Length, Onto, Quarter, Scene, Segment, TOUCH,
    conform, gap, quarter,
};

use crate::Discipline;
use crate::charts::numbers;
use crate::event::{Event, Motion};
use crate::geometry::{in_crowd, shared_edge};
use crate::state::{BodyId, Contact, State, ZoneId};

/// Whether a charger takes a body in flank (FD-MEL-26): some part of it lies behind the line of the met stand's rear edge.
pub(crate) fn is_flank(state: &State, charger: &Block, target: BodyId, base: u8) -> bool {
    let Some(stand) = state.body(target).bases.get(usize::from(base)) else { return false };
    let behind = |corner| quarter(stand, Cut::RearLine, corner) == Quarter::Rear;
    charger.bases().iter().flat_map(|base| base.corners).any(behind)
}

/// The edge of a body that a charger lies flush on.
fn edge(state: &State, charger: &Block, target: BodyId, base: u8, flank: bool) -> Onto {
    let body = state.body(target);
    let stand = body.bases[usize::from(base).min(body.bases.len() - 1)];
    // A bent column has no straight sides: the met stand alone counts.
    let whole = if body.bent.is_some() { stand } else { body.outline };
    if !flank {
        return Onto::edge(&whole, BaseEdge::Front);
    }
    let within = Angle::degrees(state.stage.book.number(&numbers::FLANK_DEGREES));
    if charger.pose.facing.between(stand.facing()) <= within {
        return Onto::edge(&whole, BaseEdge::Rear);
    }
    let center = charger.outline().center();
    let nearer =
        [BaseEdge::Left, BaseEdge::Right].into_iter().min_by_key(|side| gap(center, Onto::edge(&whole, *side).line));
    Onto::edge(&whole, nearer.unwrap_or(BaseEdge::Left))
}

/// The base of one body nearest to another.
pub(crate) fn nearest_base(state: &State, id: BodyId, target: BodyId) -> u8 {
    let bases = &state.body(target).bases;
    (0..bases.len()).min_by_key(|nth| gap(state.shape(id), &bases[*nth])).unwrap_or(0) as u8
}

/// Sets a charger flush on a body it met and notes whom it touches.
pub(crate) fn onto_body(
    desk: &mut Desk<'_, Discipline>,
    id: BodyId,
    target: BodyId,
    base: u8,
    left: Length,
    pursuit: bool,
) {
    let state = desk.state();
    let Some(block) = state.straight(id) else { return };
    let flank = is_flank(state, &block, target, base);
    let onto = edge(state, &block, target, base, flank);
    if let Some(pose) = flush(state, id, &block, &onto, target) {
        desk.emit(Event::Moved { body: id, pose, bent: None, how: Motion::Align });
    }
    let state = desk.state();
    let turn = state.turn;
    let touched = touched(state, id, target);
    for enemy in touched {
        let own = enemy == target;
        let with = state_contact(desk.state(), id, enemy);
        if with {
            continue;
        }
        let body = desk.state().body(enemy);
        let mutual = body.turn.charge.is_some_and(|charge| charge.target == crate::state::Target::Body(id));
        let caught = body.turn.ran;
        desk.emit(Event::Met(Contact {
            charger: id,
            target: enemy,
            since: turn,
            mutual,
            flank: own && flank,
            caught,
            reach: left,
            pursuit,
            fought: false,
        }));
    }
}

/// Whether two bodies are in contact already.
fn state_contact(state: &State, id: BodyId, enemy: BodyId) -> bool {
    state.contacts.iter().any(|contact| contact.other(id) == Some(enemy))
}

/// The enemies that a body touches along some edge, the met one in any case.
fn touched(state: &State, id: BodyId, target: BodyId) -> Vec<BodyId> {
    let contact = state.stage.length(&numbers::CONTACT);
    let body = state.body(id);
    let near = body.bounds.grown(contact);
    let touches = |other: &[Base]| {
        body.bases.iter().any(|own| other.iter().any(|base| shared_edge(own, base, contact) > contact * 2))
    };
    let mut found: Vec<BodyId> = state
        .alive(body.side.enemy())
        .filter(|(enemy, other)| {
            *enemy == target || (other.bounds.meets(&near) && other.zone().is_none() && touches(&other.bases))
        })
        .map(|(enemy, _)| enemy)
        .collect();
    found.retain(|enemy| state.body(*enemy).is_on_table());
    found
}

/// Where a charger lies flush: stand to stand by the least shift; else with half a stand of contact; else nowhere but as it met
/// (FD-MEL-24).
fn flush(state: &State, id: BodyId, block: &Block, onto: &Onto, target: BodyId) -> Option<firelock_table::Pose> {
    let widths = |id: BodyId| -> Vec<Length> { state.body(id).bases.iter().map(|base| base.size.width).collect() };
    let (own, foe) = (widths(id), widths(target));
    let least = own.iter().chain(&foe).copied().min().unwrap_or_default();
    let equal = own.iter().chain(&foe).all(|width| *width == least);
    let reach = onto.line.length() + block.layout.size().width + block.layout.size().depth;
    let crowd = state.crowd(firelock_table::Bounds::of(&[onto.line.from, onto.line.to]).grown(reach), &[id]);
    let scene = Scene::new(&state.stage.table, &crowd, Some(in_crowd(id)));
    let rule = |files: Option<Length>, least_share: Length| Conform {
        max_turn: Angle::HALF,
        slide: reach,
        files,
        least_share: least_share - TOUCH,
    };
    let tries = [rule(equal.then_some(least), least), rule(None, least.half())];
    tries.iter().find_map(|rule| match conform(&scene, block, onto, rule) {
        Conformed::Flush { pose, .. } => {
            let after = Block::new(pose, block.layout.clone());
            let bases = after.bases();
            state.closed_ground(id, &bases).next().is_none().then_some(pose)
        }
        _ => None,
    })
}

/// Sets a charger flush on the edge of a zone, with as many of its stands against it as possible (FD-OBJ-28).
pub(crate) fn onto_zone(desk: &mut Desk<'_, Discipline>, id: BodyId, zone: ZoneId) {
    let state = desk.state();
    let Some(block) = state.straight(id) else { return };
    let front = block.front();
    let ground = state.ground(zone);
    // Of the edges it touches the one it runs at most squarely.
    let contact = state.stage.length(&numbers::CONTACT);
    let askew = |line: &Segment| (Onto::line(*line).outward + Angle::HALF).heading().between(block.pose.facing);
    let met = |line: &Segment| (!gap(front, *line).within(contact), askew(line), gap(front.middle(), *line));
    let Some(line) = ground.edges().min_by_key(met) else { return };
    let onto = Onto::line(line);
    let reach = line.length() + block.layout.size().width + block.layout.size().depth;
    let crowd = state.crowd(firelock_table::Bounds::of(&[line.from, line.to]).grown(reach), &[id]);
    let scene = Scene::new(&state.stage.table, &crowd, Some(in_crowd(id)));
    let width = front.length().min(line.length());
    let shares = [width, width.half(), Length::grid(1)];
    let pose = shares.into_iter().find_map(|share| {
        let rule = Conform { max_turn: Angle::HALF, slide: reach, files: None, least_share: share };
        match conform(&scene, &block, &onto, &rule) {
            Conformed::Flush { pose, .. } => Some(pose),
            _ => None,
        }
    });
    if let Some(pose) = pose {
        desk.emit(Event::Moved { body: id, pose, bent: None, how: Motion::Align });
    }
}
