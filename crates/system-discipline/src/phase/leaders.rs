//! Commanders: in danger, lost, replaced, riding; couriers out of the way (FD-LDR, FD-CMD-08, FD-CMD-15, FD-MOV-37).

use firelock_core::{Desk, Fitted, Grain, Halt, Place, Refusal, Side, Wish};
use firelock_table::{Angle, Base, Bounds, Gap, Length, Point, gap, gap_within, overlaps};

use super::name;
use crate::Discipline;
use crate::charts::{Base as Piece, fall_seen, numbers};
use crate::clauses::*;
use crate::command::{Command, Ride};
use crate::event::{Event, Leader};
use crate::facts::{Danger, Peril, fell};
use crate::geometry::base_size;
use crate::results::Fate;
use crate::state::{BodyId, CommanderId, State, UnitNo};
use crate::view::commander_of;
use crate::words::{CommanderStatus, Rank};

/// Rolls for the commanders attached to stands that were hit (FD-LDR-01, FD-LDR-02): per shot, at the very stand aimed at.
pub(crate) fn under_fire(desk: &mut Desk<'_, Discipline>) -> Result<(), Halt> {
    let hits = desk.state().hits.clone();
    for hit in hits.iter().filter(|hit| hit.harm.casualties() > 0) {
        let state = desk.state();
        let body = state.body(hit.body);
        let stand = hit.stand.and_then(|nth| body.stands.get(usize::from(nth)).copied());
        let unit = body.unit;
        let with = |man: &crate::state::Commander| match (man.attached, stand) {
            (Some((body, own)), Some(stand)) => body == hit.body && own == stand,
            // In a zone there is no stand to aim at: he is with the body.
            (Some((body, _)), None) => body == hit.body,
            (None, _) => false,
        };
        let men: Vec<CommanderId> =
            state.all_commanders().filter(|(_, man)| man.is_present() && with(man)).map(|(id, _)| id).collect();
        let colonel = state.line(unit).is_regiment() && stand.is_some_and(|stand| is_first(state, unit, stand));
        for man in men {
            let peril = Peril { rank: desk.state().commander(man).rank, danger: Danger::Shot };
            test(desk, Leader::Commander(man), peril)?;
        }
        if colonel {
            test(desk, Leader::Colonel(unit), Peril { rank: Rank::Regimental, danger: Danger::Shot })?;
        }
    }
    Ok(())
}

/// Whether a stand is the one with the regimental commander (FD-ROS-30).
fn is_first(state: &State, unit: UnitNo, stand: u8) -> bool {
    stand == 0 || state.line(unit).stands[usize::from(stand)].of == Some(0)
}

/// Rolls for a brigade commander with a body in a melee (FD-LDR-03, FD-LDR-10).
pub(crate) fn in_melee(desk: &mut Desk<'_, Discipline>, man: Option<CommanderId>, danger: Danger) -> Result<(), Halt> {
    let Some(man) = man.filter(|man| desk.state().commander(*man).is_present()) else { return Ok(()) };
    let peril = Peril { rank: desk.state().commander(man).rank, danger };
    test(desk, Leader::Commander(man), peril)
}

fn test(desk: &mut Desk<'_, Discipline>, who: Leader, peril: Peril) -> Result<(), Halt> {
    let side = match who {
        Leader::Commander(man) => desk.state().commander(man).side,
        Leader::Colonel(unit) => desk.state().unit(unit).side,
    };
    if !peril.is_tested() {
        return Ok(());
    }
    let roll = peril.roll(desk.book(), side);
    let mut hit = fell(&desk.roll(roll)?);
    if hit && let Some(second) = peril.second_roll(desk.book(), side) {
        hit = fell(&desk.roll(second)?);
    }
    if !hit {
        desk.emit(Event::Endangered { who, status: CommanderStatus::Present });
        return Ok(());
    }
    let wound = match peril.wound_roll(desk.book(), side) {
        Some(roll) => Some(desk.roll(roll)?),
        None => None,
    };
    let status = match peril.fate(wound.as_ref()) {
        Fate::Wounded => CommanderStatus::Wounded,
        Fate::Dead | Fate::Unhurt => CommanderStatus::Dead,
    };
    fall(desk, who, status);
    Ok(())
}

/// A commander is lost; who will check for him (FD-LDR-06, FD-LDR-07). A regiment has another at once (FD-CMD-16).
fn fall(desk: &mut Desk<'_, Discipline>, who: Leader, status: CommanderStatus) {
    let state = desk.state();
    let bereaved: Vec<BodyId> = match who {
        Leader::Colonel(unit) => state.bodies_of(unit).map(|(id, _)| id).collect(),
        Leader::Commander(man) => {
            let (side, at) = (state.commander(man).side, state.commander(man).at);
            let reach = fall_seen(&state.stage.book, state.stage.weather).on_table(state.stage.scale);
            let place = state.half_stand(at);
            let saw = |id: BodyId| {
                gap_within(&place, state.shape(id), reach)
                    && state.sees(state.center(id), at, [state.body(id).zone(), None])
            };
            state.alive(side).map(|(id, _)| id).filter(|id| saw(*id)).collect()
        }
    };
    desk.emit(Event::Endangered { who, status });
    if !bereaved.is_empty() {
        desk.emit(Event::Bereaved(bereaved));
    }
}

/// The commanders with a body that is no more find refuge, or are captured (FD-LDR-09).
pub(crate) fn orphaned(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let state = desk.state();
    let gone = |body: BodyId| !state.body(body).is_on_table() || !state.body(body).is_alive();
    let with = |man: &crate::state::Commander| man.attached.is_some_and(|(body, _)| body == id && gone(body));
    let men: Vec<CommanderId> =
        state.all_commanders().filter(|(_, man)| man.is_present() && with(man)).map(|(id, _)| id).collect();
    men.into_iter().for_each(|man| seek_refuge(desk, man));
}

/// Commanders with a body that leaves by its own edge go with it, unhurt.
pub(crate) fn go_off(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let with = |man: &crate::state::Commander| man.attached.is_some_and(|(body, _)| body == id);
    let state = desk.state();
    let men: Vec<CommanderId> =
        state.all_commanders().filter(|(_, man)| man.is_present() && with(man)).map(|(id, _)| id).collect();
    men.into_iter().for_each(|commander| desk.emit(Event::CommanderOff(commander)));
}

/// A commander goes to the nearest friendly body, or is captured (FD-LDR-08, FD-LDR-09).
fn seek_refuge(desk: &mut Desk<'_, Discipline>, man: CommanderId) {
    let state = desk.state();
    let (side, base) = (state.commander(man).side, state.commander_base(man));
    let reach = state.stage.length(&numbers::REFUGE);
    let near = state.alive(side).filter(|(id, _)| state.commander(man).attached.is_none_or(|(body, _)| body != *id));
    let nearest = near.map(|(id, _)| (gap(&base, state.shape(id)), id)).min();
    match nearest.filter(|(gap, _)| gap.within(reach)) {
        Some((_, body)) => attach(desk, man, body, None, false),
        None => fall(desk, Leader::Commander(man), CommanderStatus::Captured),
    }
}

/// A commander joins a body, at a stand or at its nearest.
fn attach(desk: &mut Desk<'_, Discipline>, man: CommanderId, body: BodyId, nth: Option<u8>, rode: bool) {
    let state = desk.state();
    let from = state.commander(man).at;
    let bases = &state.body(body).bases;
    let nearest = || (0..bases.len()).min_by_key(|nth| gap(from, &bases[*nth])).unwrap_or(0);
    let nth = nth.map_or_else(nearest, usize::from);
    let at = bases.get(nth).map_or_else(|| state.center(body), Base::center);
    let stand = state.body(body).stands.get(nth).copied().unwrap_or(0);
    desk.emit(Event::CommanderAt { commander: man, at, attached: Some((body, stand)), rode });
}

/// Unattached commanders and couriers of the enemy whom a body has come upon get out of its way (FD-LDR-08, FD-CMD-08).
pub(crate) fn ridden_down(desk: &mut Desk<'_, Discipline>, mover: BodyId) {
    let state = desk.state();
    let body = state.body(mover);
    if body.bases.is_empty() || (state.couriers.is_empty() && state.commanders.iter().all(|man| man.attached.is_some()))
    {
        return;
    }
    let (side, contact) = (body.side, state.stage.length(&numbers::CONTACT));
    let around = body.bounds.grown(contact);
    // Most stand far off: the middle of a half-stand tells.
    let half = base_size(&state.stage, Piece::Half);
    let near = around.grown(half.width + half.depth);
    let touches = |at: Point| {
        near.contains(at) && {
            let base = state.half_stand(at);
            base.bounds().meets(&around) && gap_within(&base, state.shape(mover), contact)
        }
    };
    let loose = |man: &crate::state::Commander| man.side != side && man.is_present() && man.attached.is_none();
    let men: Vec<CommanderId> =
        state.all_commanders().filter(|(_, man)| loose(man) && touches(man.at)).map(|(id, _)| id).collect();
    let couriers: Vec<(u16, Point)> = state
        .couriers_of(side.enemy())
        .filter(|courier| touches(courier.at))
        .map(|courier| (courier.id, courier.at))
        .collect();
    men.into_iter().for_each(|man| seek_refuge(desk, man));
    for (courier, at) in couriers {
        match free_spot(desk.state(), at) {
            Some(to) => desk.emit(Event::CourierMoved { courier, to }),
            None => desk.emit(Event::CourierGone { courier, lost: true }),
        }
    }
}

/// The free place for a courier nearest to where he was, by rings of ten yards (FD-CMD-08).
fn free_spot(state: &State, at: Point) -> Option<Point> {
    let most = state.stage.length(&numbers::COURIER_SHIFT);
    let step = state.stage.yards(10);
    let table = state.stage.table.bounds();
    let free = |place: &Point| {
        let base = state.half_stand(*place);
        table.contains(*place)
            && !state.on_table().any(|(_, body)| body.bases.iter().any(|other| overlaps(&base, other)))
    };
    let mut by = step;
    while by <= most {
        let ring = (0..16).map(|n| at.ahead(Angle::steps(n * 2250), by));
        if let Some(place) = ring.into_iter().find(free) {
            return Some(place);
        }
        by += step;
    }
    None
}

/// I.0: a brigade whose commander is lost gets a new one in time (FD-CMD-15).
pub(crate) fn successors(desk: &mut Desk<'_, Discipline>) {
    let state = desk.state();
    let wait = u16::try_from(state.stage.book.number(&numbers::SUCCESSION_TURNS)).unwrap_or(0);
    let due: Vec<(CommanderId, UnitNo)> = state
        .all_commanders()
        .filter(|(_, man)| man.status != CommanderStatus::Present && state.turn == man.lost + wait)
        .filter_map(|(id, man)| Some((id, senior(state, id, man.side)?)))
        .collect();
    for (commander, unit) in due {
        desk.emit(Event::TookOver { commander, unit });
    }
}

/// The regiment of a brigade with the lowest number that is still on the table.
fn senior(state: &State, id: CommanderId, side: Side) -> Option<UnitNo> {
    let of = |unit: &UnitNo| {
        let roster = state.line(*unit);
        roster.side == side
            && roster.brigade.0 == id.0
            && roster.is_regiment()
            && state.bodies_of(*unit).next().is_some()
    };
    state.all_units().map(|(unit, _)| unit).find(of)
}

/// Whether a commander may ride now (FD-MOV-37).
pub(crate) fn may_ride(state: &State, id: CommanderId) -> bool {
    let man = state.commander(id);
    man.is_present() && !man.moved && man.attached.is_none_or(|(body, _)| !state.in_contact(body))
}

/// The commanders of a side who may ride.
pub(crate) fn riders(state: &State, side: Side) -> impl Iterator<Item = CommanderId> {
    state.all_commanders().filter(move |(id, man)| man.side == side && may_ride(state, *id)).map(|(id, _)| id)
}

/// Judges a ride: up to his move in any direction; one with his personal force stays with it (FD-ROS-32).
pub(crate) fn check_ride(state: &State, side: Side, id: CommanderId, to: Ride) -> Result<(), Refusal> {
    let man = state.commander(id);
    let refuse = |words: String| Err(Refusal::new(FD_MOV_37, words).at(Place::At(man.at)));
    if man.side != side || !may_ride(state, id) {
        return refuse("he cannot ride now".into());
    }
    if let (Some((body, _)), Some(guard)) = (man.attached, state.stage.officers[usize::from(id.0)].guard)
        && state.body(body).unit == guard
    {
        return Err(Refusal::new(FD_ROS_32, "he rides with his personal force").at(Place::Unit(body)));
    }
    let most = state.stage.length(&numbers::COMMANDER_MOVE);
    let way = match to {
        Ride::To(place) => {
            if !state.stage.table.bounds().contains(place) {
                return refuse("that is off the table".into());
            }
            let touched = state.enemy_within(side, &[state.half_stand(place)], state.stage.length(&numbers::CONTACT));
            if let Some(enemy) = touched {
                let words = format!("in the way: {}", name(state, enemy));
                return Err(Refusal::new(FD_LDR_08, words).at(Place::Unit(enemy)));
            }
            gap(man.at, place)
        }
        Ride::Join(body, nth) => {
            let own = body.index() < state.bodies.len() && state.body(body).side == side;
            if !own || !state.body(body).is_on_table() || !state.body(body).is_alive() {
                return refuse("there is no such body to join".into());
            }
            if state.in_contact(body) || man.attached.is_some_and(|(with, _)| with == body) {
                return refuse(format!("he does not join {} now", name(state, body)));
            }
            match (state.body(body).bases.get(usize::from(nth)), state.body(body).zone()) {
                (Some(base), _) => gap(man.at, base),
                (None, Some(zone)) if nth == 0 => gap(man.at, state.ground(zone)),
                _ => return refuse("there is no such stand".into()),
            }
        }
    };
    match way.within(most) {
        true => Ok(()),
        false => {
            let words = format!("it is {} yards, he rides {}", in_yards(state, way.length()), in_yards(state, most));
            Err(Refusal::new(FD_MOV_37, words).at(Place::Along(way.ends())))
        }
    }
}

fn in_yards(state: &State, length: Length) -> crate::yards::Yards {
    state.stage.in_yards(length)
}

/// A commander rides.
pub(crate) fn ride(desk: &mut Desk<'_, Discipline>, id: CommanderId, to: Ride) {
    match to {
        Ride::To(at) => desk.emit(Event::CommanderAt { commander: id, at, attached: None, rode: true }),
        Ride::Join(body, nth) => attach(desk, id, body, Some(nth), true),
    }
}

/// A few rides: to the nearest bodies of his brigade, and a little ahead or back.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    let most = if grain == Grain::Fine { 6 } else { 3 };
    for commander in riders(state, side) {
        if grain == Grain::Coarse {
            into.extend(nearest_ride(state, side, commander));
            continue;
        }
        let man = state.commander(commander);
        let mut near: Vec<_> =
            brigade_of(state, side, commander).map(|id| (gap(man.at, state.shape(id)), id)).collect();
        near.sort();
        let joins = near.into_iter().take(most).map(|(_, body)| Ride::Join(body, 0));
        let home = state.home(side).outward();
        let reach = state.stage.length(&numbers::COMMANDER_MOVE).half();
        let rides = [(home + Angle::HALF), home].map(|heading| Ride::To(man.at.ahead(heading, reach)));
        for to in joins.chain(rides) {
            if check_ride(state, side, commander, to).is_ok() {
                into.push(Command::Ride { commander, to });
            }
        }
    }
}

/// The bodies of a commander's brigade.
fn brigade_of(state: &State, side: Side, commander: CommanderId) -> impl Iterator<Item = BodyId> {
    state.alive(side).map(|(id, _)| id).filter(move |id| state.roster(*id).brigade.0 == commander.0)
}

/// A ride to the nearest body of his brigade, if he may make it.
pub(crate) fn nearest_ride(state: &State, side: Side, commander: CommanderId) -> Option<Command> {
    let at = state.commander(commander).at;
    let mut nearest: Option<(Gap, BodyId)> = None;
    for id in brigade_of(state, side, commander) {
        // A box farther off than the nearest so far holds nobody nearer.
        let apart = Bounds::of(&[at]).distance_squared(&state.body(id).bounds);
        if nearest.is_none_or(|(gap, _)| apart <= gap.length().squared()) {
            let found = (gap(at, state.shape(id)), id);
            nearest = Some(nearest.map_or(found, |best| best.min(found)));
        }
    }
    let to = Ride::Join(nearest?.1, 0);
    check_ride(state, side, commander, to).is_ok().then_some(Command::Ride { commander, to })
}

/// The nearest legal ride to where a hand points.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let commander =
        commander_of(state, wish.unit).ok_or_else(|| Refusal::new(FD_MOV_37, "there is no such commander"))?;
    let man = state.commander(commander);
    let own = wish.target.filter(|body| body.index() < state.bodies.len() && state.body(*body).side == side);
    let (to, at) = match own {
        Some(body) => (Ride::Join(body, 0), state.center(body)),
        None => {
            let most = state.stage.length(&numbers::COMMANDER_MOVE);
            // The place is rounded to the grid: a step less keeps it within his move.
            let way = man.at.distance(wish.at).min(most - Length::grid(1));
            let at = man.at.ahead(Angle::towards(man.at, wish.at), way);
            (Ride::To(at), at)
        }
    };
    check_ride(state, side, commander, to)?;
    let cost = format!("{} yards", in_yards(state, man.at.distance(at)));
    Ok(Fitted {
        command: Command::Ride { commander, to },
        ghost: vec![state.half_stand(at).corners],
        path: vec![man.at, at],
        cost,
        notes: Vec::new(),
        short: None,
    })
}
