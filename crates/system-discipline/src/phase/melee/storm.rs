//! VII.1: the fight for objective zones (FD-OBJ-20..29).

use firelock_core::{Desk, Halt};
use firelock_table::{Angle, gap_within};

use super::{due_of, fought, inflicted_most, weapons};
use crate::Discipline;
use crate::charts::numbers;
use crate::event::{Event, Motion};
use crate::facts::{Assailant, Holder, Objective, handfuls, melee_hits, melee_roll};
use crate::phase::movement::course::{Manner, block_at};
use crate::phase::movement::plan::{enter_zone, free_room};
use crate::phase::{fire, morale, name};
use crate::results::Standing;
use crate::state::{BodyId, Due, State, Task, ZoneId};
use crate::words::{Cause, GunState, Size};

/// All assaults on zones are fought: dice, losses, checks; then each zone is seen to.
pub(crate) fn storms(desk: &mut Desk<'_, Discipline>) -> Result<(), Halt> {
    let state = desk.state();
    let mut zones: Vec<ZoneId> = state.storms.iter().map(|storm| storm.zone).collect();
    zones.sort_unstable();
    zones.dedup();
    if zones.is_empty() {
        return Ok(());
    }
    let near = morale::neighbors(state);
    let (mut due, mut gone, mut after): (Vec<Due>, Vec<BodyId>, Vec<Task>) = (Vec::new(), Vec::new(), Vec::new());
    for zone in zones {
        let state = desk.state();
        let (attackers, garrison) = fighters(state, zone);
        let facts = objective(state, zone, &attackers, &garrison);
        let bodies: Vec<BodyId> = attackers.iter().chain(&garrison).copied().collect();
        let pools = facts.pools(desk.book());
        let mut hits = Vec::new();
        for own in handfuls(&pools) {
            let body = bodies[usize::from(own[0].from)];
            let roll = melee_roll(desk.state().body(body).side, own);
            let roll = own.iter().fold(roll, |roll, pool| desk.explained(roll, body, |book| facts.ledger(book, pool)));
            hits.extend(melee_hits(&desk.roll(roll)?));
        }
        let came = facts.fought(desk.book(), &pools, &hits);
        fought(desk, &bodies, &came);
        let mut losers = Vec::new();
        for (nth, body) in bodies.iter().enumerate() {
            let loser = came[nth].standing == Standing::Loser;
            let inside = nth >= attackers.len();
            let cause = if loser && inside { Cause::ZoneLost } else { Cause::MeleeLost };
            let most = inflicted_most(nth, &pools, &hits).map(|foe| bodies[foe]);
            due.extend(due_of(desk.state(), *body, &came[nth], cause, false, most));
            losers.extend(loser.then_some(*body));
        }
        for (body, came) in bodies.iter().zip(&came) {
            gone.extend(fire::harmed(desk, *body, came.harm));
        }
        after.push(Task::Stormed(zone, losers));
    }
    desk.emit(Event::Queued(after));
    morale::begin(desk, due, near, gone);
    Ok(())
}

/// Attackers and garrison of a zone, each by ascending number.
fn fighters(state: &State, zone: ZoneId) -> (Vec<BodyId>, Vec<BodyId>) {
    let mut attackers: Vec<BodyId> =
        state.storms.iter().filter(|storm| storm.zone == zone).map(|storm| storm.body).collect();
    attackers.sort_unstable();
    let side = attackers.first().map(|body| state.body(*body).side);
    let inside = state.in_zone(zone).filter(|(_, body)| Some(body.side) != side);
    (attackers, inside.map(|(id, _)| id).collect())
}

fn objective(state: &State, zone: ZoneId, attackers: &[BodyId], garrison: &[BodyId]) -> Objective {
    let contact = state.stage.length(&numbers::CONTACT);
    let ground = state.ground(zone);
    let check = |id: BodyId, cause: Cause| morale::measure(state, &Due::new(id, cause), cause);
    let assailant = |id: &BodyId| {
        let (weapon, tactic) = weapons(state, *id);
        let at_edge = |size: Size| {
            let each = state.body(*id).bases.iter().zip(state.stands(*id));
            each.filter(|(base, stand)| stand.size == size && gap_within(*base, ground, contact)).count() as u8
        };
        Assailant {
            name: name(state, *id),
            order: state.order(*id),
            weapon,
            tactic,
            arrival: state.storms.iter().position(|storm| storm.body == *id).unwrap_or(0) as u8,
            stands: at_edge(Size::Full),
            half_stands: at_edge(Size::Half),
            double_stands: at_edge(Size::Double),
            body: check(*id, Cause::MeleeLost),
        }
    };
    let holder = |id: &BodyId| {
        let (weapon, tactic) = weapons(state, *id);
        let body = state.body(*id);
        let mut own = check(*id, Cause::ZoneLost);
        // A section in a zone is a garrison body of stand value 1 (FD-OBJ-12).
        if body.gun().is_some() {
            (own.stands, own.half_stands, own.double_stands) = (1, 0, 0);
        }
        Holder {
            name: name(state, *id),
            order: crate::words::Order::Close,
            weapon,
            tactic,
            crew: body.crew(),
            in_transit: body.transit.is_some(),
            body: own,
        }
    };
    Objective {
        zone: state.stage.zone(zone).class,
        attackers: attackers.iter().map(assailant).collect(),
        garrison: garrison.iter().map(holder).collect(),
    }
}

/// After the checks: one attacker enters an empty zone, or all fall back from one that is held (FD-OBJ-26, FD-OBJ-27).
pub(crate) fn stormed(desk: &mut Desk<'_, Discipline>, zone: ZoneId, losers: &[BodyId]) {
    let state = desk.state();
    let here: Vec<BodyId> = state
        .storms
        .iter()
        .filter(|storm| storm.zone == zone && state.body(storm.body).is_on_table() && state.body(storm.body).is_alive())
        .map(|storm| storm.body)
        .collect();
    let Some(side) = here.first().map(|body| state.body(*body).side) else {
        desk.emit(Event::StormOver(zone));
        return;
    };
    let held = state.in_zone(zone).any(|(_, body)| body.side != side);
    desk.emit(Event::StormOver(zone));
    if held {
        here.into_iter().for_each(|body| fall_back(desk, body));
        return;
    }
    let state = desk.state();
    let class = state.stage.zone(zone).class;
    let may = |body: &&BodyId| {
        let own = state.body(**body);
        !losers.contains(*body) && own.halted.is_none() && (!own.mounted || class.admits_mounted())
    };
    let strongest = here.iter().filter(may).max_by_key(|body| (state.halves(**body), std::cmp::Reverse(**body)));
    let Some(&body) = strongest else { return };
    let room = free_room(state, zone);
    let fits = |n: &usize| state.stands(body).take(*n).map(|stand| stand.size.halves()).sum::<u16>() <= room;
    if let Some(n) = (1..=state.body(body).stands.len()).rev().find(fits) {
        take_guns(desk, zone, body);
        enter_zone(desk, body, zone, n as u8, None);
    }
}

/// Guns left in a zone fall to those who enter it (FD-ART-29).
fn take_guns(desk: &mut Desk<'_, Discipline>, zone: ZoneId, by: BodyId) {
    let state = desk.state();
    let side = state.body(by).side;
    let left = |body: &crate::state::Body| {
        body.side != side && body.zone() == Some(zone) && body.gun().is_some_and(|gun| gun.state == GunState::Abandoned)
    };
    let guns: Vec<BodyId> = state.on_table().filter(|(_, body)| left(body)).map(|(id, _)| id).collect();
    guns.into_iter().for_each(|section| desk.emit(Event::GunsTaken { section, by: side }));
}

/// An attacker falls back from a zone that is held, facing it (FD-OBJ-27).
fn fall_back(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let state = desk.state();
    let Some(block) = state.straight(id) else { return };
    let most = state.stage.length(&numbers::FALL_BACK);
    let heading = (block.pose.facing + Angle::HALF).heading();
    let run = state.run(id, &block, heading, most, firelock_table::Length::FAR, Manner::Charge);
    let by = run.drive.length();
    if by > firelock_table::Length::ZERO {
        let pose = block_at(&block, heading, by).pose;
        desk.emit(Event::Moved { body: id, pose, bent: None, how: Motion::FallBack });
    }
}
