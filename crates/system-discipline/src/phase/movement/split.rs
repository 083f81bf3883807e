//! Bodies that part and join: half-stands, troops, open order of light cavalry, dragoons (FD-FRM-16, FD-FRM-18, FD-FRM-12,
//! FD-MOV-36, FD-ROS-42).

use arrayvec::ArrayVec;
use firelock_core::{Desk, Place as Spot, Refusal, UnitId};
use firelock_table::{Angle, Base, Body as Block, Length, MOST_BASES, Point, Pose, gap_within, overlaps, ranks};

use super::course::Manner;
use super::may_move;
use super::plan::Plan;
use crate::Discipline;
use crate::charts::{self, Going, Mover, Pace, numbers};
use crate::clauses::*;
use crate::command::Maneuver;
use crate::event::Event;
use crate::geometry::{base_size, layout};
use crate::phase::name;
use crate::roster::Roster;
use crate::state::{Body, BodyId, Place, State};
use crate::words::{Arm, Class, Firearm, Formation, Size};

type Stands = ArrayVec<u8, MOST_BASES>;

fn refuse<T>(state: &State, id: BodyId, clause: firelock_core::Clause, words: &str) -> Result<T, Refusal> {
    Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)))
}

/// A half-stand goes out within its own move (FD-FRM-16).
pub(crate) fn plan_detach(state: &State, id: BodyId, nth: u8, to: Pose) -> Result<Plan, Refusal> {
    let (body, roster) = (state.body(id), state.roster(id));
    let elites = roster.troops().map_or(0, |troops| troops.elites);
    let stand = body.stands.get(usize::from(nth)).map(|number| &roster.stands[usize::from(*number)]);
    if stand.is_none_or(|stand| stand.size != Size::Half) || body.mounted || body.stands.len() < 2 {
        return refuse(state, id, FD_FRM_09, "has no such half-stand to send out");
    }
    let lone = |other: BodyId| {
        state.body(other).stands.len() == 1 && state.stands(other).all(|stand| stand.size == Size::Half)
    };
    let out = state.bodies_of(body.unit).filter(|(other, _)| lone(*other)).count();
    if out >= usize::from(elites) {
        return refuse(state, id, FD_FRM_16, "has no more half-stands that may leave it");
    }
    let Some(base) = body.bases.get(usize::from(nth)) else { return refuse(state, id, FD_FRM_16, "is in a zone") };
    let facing = to.facing.heading();
    let size = base_size(&state.stage, charts::Base::Half);
    let center = base.center();
    // It turns as it goes: the way is that of its middle.
    let goal = to.at.ahead(facing, -size.depth.half());
    let heading = if goal == center { facing } else { Angle::towards(center, goal) };
    let way = Length::grid(goal.distance_squared(center).isqrt() as i32);
    let rate = charts::rate(&state.stage.book, Mover::Foot, Pace::Charge);
    let rate = rate.map_or(Length::ZERO, |rate| rate.on_table(state.stage.scale));
    let start = Pose::new(center.ahead(facing, size.depth.half()), facing);
    let block = Block::new(start, ranks(&[&[size]]));
    let run = state.run_as(id, Going::OpenFoot, &block, heading, way, rate, Manner::Normal);
    if run.drive.length() < way {
        let why = state.stopped(id, &run.drive);
        return Err(why.unwrap_or_else(|| Refusal::new(FD_FRM_16, "it is too far").at(Spot::At(to.at))));
    }
    if way > rate || run.paid < way {
        return refuse(state, id, FD_MOV_06, "sends nobody out so far");
    }
    let end = Block::new(Pose::new(to.at, facing), block.layout.clone());
    let own = end.bases();
    let left: Vec<&Base> =
        body.bases.iter().enumerate().filter(|(at, _)| *at != usize::from(nth)).map(|(_, b)| b).collect();
    if left.iter().any(|other| own.iter().any(|base| overlaps(base, other))) || state.lies_on(&own, &[id]).is_some() {
        return Err(Refusal::new(FD_FRM_16, "there is no room for it").at(Spot::At(to.at)));
    }
    let reach = state.stage.length(&numbers::SKIRMISH_TETHER);
    let mates = |other: &BodyId| *other == id || state.roster(*other).brigade == roster.brigade;
    let near = state.alive(body.side).map(|(other, _)| other).filter(mates);
    if !near.into_iter().any(|mate| gap_within(&own[..], state.shape(mate), reach)) {
        return Err(Refusal::new(FD_FRM_11, "it would stray from its brigade").at(Spot::At(to.at)));
    }
    Ok(Plan { end: Some(end), length: way, most: rate })
}

/// Whole troops of horse become a body of their own where they stand (FD-FRM-18).
pub(crate) fn plan_divide(state: &State, id: BodyId, troops: u8) -> Result<Plan, Refusal> {
    let body = state.body(id);
    if !body.mounted || body.scattered {
        return refuse(state, id, FD_FRM_18, "has no troops to give off");
    }
    let all = troops_of(state, id);
    if troops == 0 || usize::from(troops) >= all.len() {
        return refuse(state, id, FD_FRM_18, "keeps at least one troop and gives off at least one");
    }
    Ok(Plan { end: state.block(id), length: Length::ZERO, most: Length::ZERO })
}

/// The troops of a body of horse in their order: how many stands each.
fn troops_of(state: &State, id: BodyId) -> Vec<usize> {
    let roster = state.roster(id);
    let troop = |stand: &u8| roster.stands[usize::from(*stand)].troop;
    state.body(id).stands.chunk_by(|one, two| troop(one) == troop(two)).map(<[u8]>::len).collect()
}

/// Light cavalry goes into open order (FD-FRM-12).
pub(crate) fn plan_scatter(state: &State, id: BodyId) -> Result<Plan, Refusal> {
    let light = state.roster(id).troops().is_some_and(|troops| troops.class == Class::Light);
    let body = state.body(id);
    if !light || !body.mounted || body.scattered {
        return refuse(state, id, FD_FRM_12, "does not go into open order");
    }
    Ok(Plan { end: state.block(id), length: Length::ZERO, most: Length::ZERO })
}

/// A single stand of light cavalry closes up again.
pub(crate) fn plan_close(state: &State, id: BodyId) -> Result<Plan, Refusal> {
    match state.body(id).scattered {
        true => Ok(Plan { end: state.block(id), length: Length::ZERO, most: Length::ZERO }),
        false => refuse(state, id, FD_FRM_12, "is not in open order"),
    }
}

/// Dragoons get off their horses (FD-MOV-36).
pub(crate) fn plan_dismount(state: &State, id: BodyId, gap: Length) -> Result<Plan, Refusal> {
    let body = state.body(id);
    let may = state.roster(id).troops().is_some_and(|troops| {
        troops.arm == Arm::Dragoon || (troops.arm == Arm::Cavalry && troops.firearm != Firearm::None)
    });
    let on_foot = body.stands.iter().flat_map(|stand| halves_of(state.roster(id), *stand)).count();
    if !body.mounted || !may || on_foot == 0 {
        return refuse(state, id, FD_MOV_36, "does not fight on foot");
    }
    if on_foot > MOST_BASES {
        return refuse(state, id, FD_MOV_36, "is too long a row on foot: let it give off troops first");
    }
    let least = state.stage.length(&numbers::DISMOUNT_GAP_LEAST);
    let most = state.stage.length(&numbers::DISMOUNT_GAP_MOST);
    if gap != Length::ZERO && (gap < least || gap > most) {
        let words = format!(
            "stands close, or with gaps of {} to {} yards",
            state.stage.in_yards(least),
            state.stage.in_yards(most)
        );
        return refuse(state, id, FD_MOV_36, &words);
    }
    let row = row_on_foot(state, id, gap);
    let before = state.straight(id).ok_or_else(|| Refusal::new(FD_MOV_36, "it is not on the table"))?;
    state.has_room(id, &before, &row)?;
    rest_fits(state, id)?;
    Ok(Plan { end: Some(row), length: Length::ZERO, most: Length::ZERO })
}

/// Nothing in a directive forbids to stay where one is but the duty to come nearer.
fn rest_fits(state: &State, id: BodyId) -> Result<(), Refusal> {
    crate::phase::control::duty::serves_move(state, id, &state.body(id).bases)
}

/// The half-stands of a mounted body on foot, in order.
fn halves(state: &State, id: BodyId) -> Stands {
    state.body(id).stands.iter().flat_map(|stand| halves_of(state.roster(id), *stand)).collect()
}

/// The half-stands that a mounted stand becomes on foot.
fn halves_of(roster: &Roster, stand: u8) -> impl Iterator<Item = u8> {
    (0..roster.stands.len() as u8).filter(move |nth| roster.stands[usize::from(*nth)].of == Some(stand))
}

/// The row in which dragoons stand on foot: on the old front, with such gaps.
fn row_on_foot(state: &State, id: BodyId, gap: Length) -> Block {
    let size = base_size(&state.stage, charts::Base::Half);
    let n = halves(state, id).len() as u8;
    let gaps = firelock_table::Size::new(gap, Length::ZERO);
    let row = firelock_table::block(n, n, size, gaps, firelock_table::LastRank::Centered, Length::ZERO);
    Block::new(state.body(id).pose().unwrap_or_default(), row)
}

/// Dragoons get on their horses again (FD-MOV-36): all halves of each of their stands near each other.
pub(crate) fn plan_mount(state: &State, id: BodyId) -> Result<Plan, Refusal> {
    let body = state.body(id);
    let Some((_, stands)) = riders(state, id) else {
        return refuse(state, id, FD_MOV_36, "cannot mount: its half-stands are not together");
    };
    let mounted = Body { stands: stands.clone(), mounted: true, formation: body.formation, bent: None, ..body.clone() };
    let formation = layout(&state.stage, state.roster(id), &mounted);
    let pose = body.pose().ok_or_else(|| Refusal::new(FD_MOV_36, "it is not on the table"))?;
    let end = Block::new(pose, formation);
    let before = state.straight(id).ok_or_else(|| Refusal::new(FD_MOV_36, "it is not on the table"))?;
    let others: Vec<BodyId> = mates(state, id, &stands);
    let mut leave_out = others.clone();
    leave_out.push(id);
    if let Some(other) = state.lies_on(&end.bases(), &leave_out) {
        let words = format!("{}: in the way", name(state, other));
        return Err(Refusal::new(FD_MOV_36, words).at(Spot::Unit(other)));
    }
    if others.is_empty() {
        state.has_room(id, &before, &end)?;
    }
    rest_fits(state, id)?;
    Ok(Plan { end: Some(end), length: Length::ZERO, most: Length::ZERO })
}

/// The other bodies that hold half-stands of those mounted stands.
fn mates(state: &State, id: BodyId, mounted: &Stands) -> Vec<BodyId> {
    let roster = state.roster(id);
    let holds = |body: &Body| {
        body.stands.iter().any(|stand| roster.stands[usize::from(*stand)].of.is_some_and(|of| mounted.contains(&of)))
    };
    let others = state.bodies_of(state.body(id).unit).filter(|(other, body)| *other != id && holds(body));
    others.map(|(other, _)| other).collect()
}

/// The mounted stands that a body on foot comes from, if all their halves are near and free to mount.
fn riders(state: &State, id: BodyId) -> Option<(Vec<BodyId>, Stands)> {
    let (body, roster) = (state.body(id), state.roster(id));
    if body.mounted || !body.is_troops() {
        return None;
    }
    let mut mounted = Stands::new();
    for stand in &body.stands {
        let of = roster.stands[usize::from(*stand)].of?;
        if !mounted.contains(&of) {
            mounted.push(of);
        }
    }
    let others = mates(state, id, &mounted);
    let reach = state.stage.length(&numbers::MOUNT_REACH);
    let near = |other: &BodyId| {
        let only = state
            .body(*other)
            .stands
            .iter()
            .all(|stand| roster.stands[usize::from(*stand)].of.is_some_and(|of| mounted.contains(&of)));
        only && may_move(state, *other) && state.within(id, *other, reach)
    };
    if !others.iter().all(near) {
        return None;
    }
    let all: usize = others.iter().map(|other| state.body(*other).stands.len()).sum::<usize>() + body.stands.len();
    let wanted = roster.stands.iter().filter(|stand| stand.of.is_some_and(|of| mounted.contains(&of))).count();
    (all == wanted).then_some((others, mounted))
}

/// Carries out what parts or changes a body.
pub(crate) fn resolve(desk: &mut Desk<'_, Discipline>, id: BodyId, maneuver: Maneuver) {
    match maneuver {
        Maneuver::Detach { stand, to } => {
            let state = desk.state();
            let number = state.body(id).stands[usize::from(stand)];
            let body = next_body(state);
            let place = Place::At(Pose::new(to.at, to.facing.heading()));
            desk.emit(Event::Detached {
                from: id,
                body,
                stands: vec![number],
                place,
                formation: Formation::Line,
                moved: true,
            });
            super::arrive(desk, body);
        }
        Maneuver::Divide(troops) => divide(desk, id, troops),
        Maneuver::Scatter => scatter(desk, id),
        Maneuver::Close => {
            let state = desk.state();
            let stands = state.body(id).stands.to_vec();
            reform(desk, id, stands, None, true, false);
            // Open order is gone into without delay; coming back from it is the turn's move.
            desk.emit(Event::Rested(id));
        }
        Maneuver::Dismount(gap) => dismount(desk, id, gap),
        Maneuver::Mount => mount(desk, id),
        _ => {}
    }
}

fn next_body(state: &State) -> BodyId {
    UnitId(state.bodies.len() as u16)
}

fn reform(
    desk: &mut Desk<'_, Discipline>,
    id: BodyId,
    stands: Vec<u8>,
    pose: Option<Pose>,
    mounted: bool,
    scattered: bool,
) {
    let body = desk.state().body(id);
    let place = pose.map_or(body.place, Place::At);
    let formation = if stands.len() == 1 { Formation::Line } else { body.formation };
    desk.emit(Event::Reformed { body: id, stands, place, formation, mounted, scattered });
}

/// The pose of some bases that stand in a row or one behind the other: the middle of their foremost front.
fn pose_of(bases: &[Base], column: bool) -> Pose {
    let (first, last) = (bases[0], bases[bases.len() - 1]);
    let at = match column {
        true => first.front().middle(),
        false => first.corners[0].middle(last.corners[1]),
    };
    Pose::new(at, first.facing())
}

fn divide(desk: &mut Desk<'_, Discipline>, id: BodyId, troops: u8) {
    let state = desk.state();
    let body = state.body(id);
    let sizes = troops_of(state, id);
    let keep: usize = sizes[..sizes.len() - usize::from(troops)].iter().sum();
    let column = body.formation == Formation::Column;
    let (own, given) = (body.stands[..keep].to_vec(), body.stands[keep..].to_vec());
    let (own_pose, given_pose) = (pose_of(&body.bases[..keep], column), pose_of(&body.bases[keep..], column));
    let (fresh, formation) = (next_body(state), body.formation);
    desk.emit(Event::Detached {
        from: id,
        body: fresh,
        stands: given,
        place: Place::At(given_pose),
        formation,
        moved: false,
    });
    reform(desk, id, own, Some(own_pose), true, false);
}

fn scatter(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let state = desk.state();
    let (stands, bases) = (state.body(id).stands.clone(), state.body(id).bases.clone());
    for (stand, base) in stands.iter().zip(bases.iter()).skip(1) {
        let fresh = next_body(desk.state());
        let (place, formation) = (Place::At(base.pose), Formation::Line);
        desk.emit(Event::Detached { from: id, body: fresh, stands: vec![*stand], place, formation, moved: false });
        reform(desk, fresh, vec![*stand], Some(base.pose), true, true);
    }
    if let (Some(stand), Some(base)) = (stands.first(), bases.first()) {
        reform(desk, id, vec![*stand], Some(base.pose), true, true);
    }
}

fn dismount(desk: &mut Desk<'_, Discipline>, id: BodyId, gap: Length) {
    let state = desk.state();
    let (stands, row) = (halves(state, id), row_on_foot(state, id, gap));
    if gap == Length::ZERO {
        let (place, formation) = (Place::At(row.pose), Formation::Line);
        let stands = stands.to_vec();
        desk.emit(Event::Reformed { body: id, stands, place, formation, mounted: false, scattered: false });
        desk.emit(Event::Rested(id));
        return;
    }
    let bases = row.bases();
    let (place, formation) = (Place::At(row.pose), Formation::Line);
    desk.emit(Event::Reformed {
        body: id,
        stands: stands.to_vec(),
        place,
        formation,
        mounted: false,
        scattered: false,
    });
    for (stand, base) in stands.iter().zip(&bases).skip(1) {
        let fresh = next_body(desk.state());
        let place = Place::At(base.pose);
        desk.emit(Event::Detached { from: id, body: fresh, stands: vec![*stand], place, formation, moved: true });
    }
    reform(desk, id, vec![stands[0]], Some(bases[0].pose), false, false);
    desk.emit(Event::Rested(id));
}

fn mount(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let Some((others, mounted)) = riders(desk.state(), id) else { return };
    for other in others {
        let state = desk.state();
        let body = state.body(id);
        let stands = body.stands.iter().chain(&state.body(other).stands).copied().collect();
        let (place, formation) = (body.place, body.formation);
        desk.emit(Event::Joined { body: other, into: id, stands, place, formation });
    }
    reform(desk, id, mounted.to_vec(), None, true, false);
    desk.emit(Event::Rested(id));
}

/// Bodies of one unit that end a normal move side by side and straight, or in column, become one; a half-stand rejoins by contact
/// (FD-FRM-16, FD-FRM-18, FD-ROS-42).
pub(crate) fn join(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let state = desk.state();
    let body = state.body(id);
    if !body.is_troops() || !body.is_on_table() || body.scattered || body.pose().is_none() {
        return;
    }
    let contact = state.stage.length(&numbers::CONTACT);
    let mates = state.bodies_of(body.unit).filter(|(other, mate)| {
        *other != id
            && mate.mounted == body.mounted
            && !mate.scattered
            && mate.pose().is_some()
            && mate.halted.is_none()
            && !state.in_contact(*other)
            && state.within(id, *other, contact)
    });
    let mates: Vec<BodyId> = mates.map(|(other, _)| other).collect();
    for other in mates {
        let Some(joined) = joined(desk.state(), id, other) else { continue };
        let state = desk.state();
        let main = state.main_body(state.body(id).unit);
        let (into, gone) =
            if main == Some(id) || (main != Some(other) && id < other) { (id, other) } else { (other, id) };
        let small = state.body(id).stands.len() == 1 && state.stands(id).all(|stand| stand.size == Size::Half);
        let moved = state.body(other).turn.moved;
        let (stands, place, formation) = joined;
        desk.emit(Event::Joined { body: gone, into, stands, place: Place::At(place), formation });
        if !small || moved {
            desk.emit(Event::Rested(into));
        }
        return;
    }
}

/// Two bodies of a unit as one, if they stand so: their stands in order, the pose, the formation.
fn joined(state: &State, id: BodyId, other: BodyId) -> Option<(Vec<u8>, Pose, Formation)> {
    let (one, two) = (state.body(id), state.body(other));
    let contact = state.stage.length(&numbers::CONTACT);
    let is_row = |body: &Body| body.formation != Formation::Column || body.stands.len() == 1;
    if one.stands.len() + two.stands.len() > MOST_BASES {
        return None;
    }
    let all = |first: &Body, second: &Body| first.stands.iter().chain(&second.stands).copied().collect::<Vec<u8>>();
    let small = |id: BodyId| state.body(id).stands.len() == 1 && state.stands(id).all(|stand| stand.size == Size::Half);
    if one.outline.facing() == two.outline.facing() {
        let near = |a: Point, b: Point| a.distance_squared(b) <= contact.squared();
        let (front, back) =
            (|body: &Body| body.bases[0].corners[0], |body: &Body| body.bases[body.bases.len() - 1].corners[1]);
        if is_row(one) && is_row(two) {
            for (left, right) in [(one, two), (two, one)] {
                if near(back(left), front(right)) {
                    let pose = Pose::new(front(left).middle(back(right)), left.outline.facing());
                    return Some((all(left, right), pose, Formation::Line));
                }
            }
        }
        let is_file = |body: &Body| body.formation == Formation::Column || body.stands.len() == 1;
        if is_file(one) && is_file(two) {
            for (head, tail) in [(one, two), (two, one)] {
                let (rear, lead) = (head.outline.rear().middle(), tail.outline.front().middle());
                if near(rear, lead) {
                    return Some((all(head, tail), head.outline.pose, Formation::Column));
                }
            }
        }
    }
    // A half-stand that touches its body goes to the nearer end of its row.
    let (half, row) = if small(id) { (id, other) } else { (other, id) };
    if !small(half) || small(row) || !is_row(state.body(row)) || state.body(half).mounted {
        return None;
    }
    let (small, large) = (state.body(half), state.body(row));
    let local = large.outline.pose.local(small.outline.center());
    let width = base_size(&state.stage, charts::Base::Half).width.half();
    let (stands, by) = match local.x < 0 {
        true => (all(small, large), -width),
        false => (all(large, small), width),
    };
    let pose = large.outline.pose.slid(large.outline.facing() + Angle::RIGHT, by);
    let stands: Vec<u8> = stands;
    let together = Body { stands: stands.iter().copied().collect(), bent: None, ..large.clone() };
    let block = Block::new(pose, layout(&state.stage, state.roster(row), &together));
    state.lies_on(&block.bases(), &[half, row]).is_none().then_some((stands, pose, Formation::Line))
}
