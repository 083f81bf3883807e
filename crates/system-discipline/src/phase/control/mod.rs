//! Phase I and the couriers: initiative, lost commanders, directives and their duties, chits (FD-CMD, FD-OPT-01).

pub(crate) mod chits;
pub(crate) mod duty;

use arrayvec::ArrayVec;
use firelock_core::{Clause, Desk, Grain, Halt, Place, Refusal, Side};
use firelock_table::{Angle, Point, gap, gap_within};

use super::{morale, name};
use crate::Discipline;
use crate::charts::numbers;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{Initiative, initiative_roll};
use crate::state::{
    Asking, BodyId, Commander, CommanderId, Courier, Due, Goal, Message, Mission, Secret, State, Target, Task, UnitNo,
};
use crate::terrain::{gap_to, touches};
use crate::words::{Cause, Directive, Rank};

/// I.1: who is active (FD-SEQ-04).
pub(crate) fn initiative(desk: &mut Desk<'_, Discipline>) -> Result<(), Halt> {
    let state = desk.state();
    let tie = if state.turn == 1 { state.second } else { state.active.enemy() };
    let rolled = desk.roll(initiative_roll())?;
    desk.emit(Event::Active(Initiative { tie }.active(rolled.value())));
    Ok(())
}

/// I.2: bodies that lost a commander check, and may not charge this turn whatever comes of it (FD-LDR-06).
pub(crate) fn commander_loss(desk: &mut Desk<'_, Discipline>) {
    let state = desk.state();
    let bereaved: Vec<BodyId> =
        state.grief.iter().copied().filter(|id| state.body(*id).is_on_table() && state.body(*id).is_alive()).collect();
    if state.grief.is_empty() {
        return;
    }
    let near = morale::neighbors(state);
    desk.emit(Event::Mourned);
    desk.emit(Event::Queued(vec![Task::Bereaved(bereaved.clone())]));
    let due = bereaved.into_iter().map(|id| Due::new(id, Cause::CommanderHit)).collect();
    morale::begin(desk, due, near, Vec::new());
}

/// I.3: directives that came last turn take effect, at once for all stands (FD-CMD-05, FD-CMD-06).
pub(crate) fn signal(desk: &mut Desk<'_, Discipline>) {
    let pending: Vec<(UnitNo, Mission)> =
        desk.state().all_units().filter_map(|(unit, own)| Some((unit, own.pending?))).collect();
    for (unit, mission) in pending {
        take(desk, unit, mission);
    }
}

/// A directive takes effect; Hold without a place is on where the main body stands (FD-CMD-11).
pub(crate) fn take(desk: &mut Desk<'_, Discipline>, unit: UnitNo, mission: Mission) {
    let state = desk.state();
    let mission = settled(state, unit, mission);
    desk.emit(Event::MissionTaken { side: state.unit(unit).side, unit, mission });
}

/// A directive with its place filled in.
pub(crate) fn settled(state: &State, unit: UnitNo, mission: Mission) -> Mission {
    match (mission, state.main_body(unit)) {
        (Mission { kind: Directive::Hold, goal: Goal::Here }, Some(main)) => {
            Mission { goal: Goal::Place(state.center(main)), ..mission }
        }
        _ => mission,
    }
}

/// Whether some commander of a side can send something.
pub(crate) fn may_send(state: &State, side: Side) -> bool {
    let own = |man: &Commander| man.side == side && man.is_present();
    let men = || state.all_commanders().filter(|(_, man)| own(man)).map(|(id, _)| id);
    let open = state.all_units().filter(|(unit, own)| own.side == side && is_addressable(state, *unit));
    open.into_iter().any(|(unit, _)| men().any(|man| may_address(state, man, unit)))
}

/// Whether a commander may send a directive to a regiment: of his own brigade, the chief to any (FD-CMD-02, FD-CMD-03).
fn may_address(state: &State, id: CommanderId, unit: UnitNo) -> bool {
    let (man, roster) = (state.commander(id), state.line(unit));
    roster.side == man.side && (roster.brigade.0 == id.0 || man.rank == Rank::Chief) && is_addressable(state, unit)
}

/// Whether a directive may still be sent to a unit this turn.
fn is_addressable(state: &State, unit: UnitNo) -> bool {
    let own = state.unit(unit);
    state.line(unit).is_regiment() && !own.sent && !own.shattered && state.bodies_of(unit).next().is_some()
}

/// Judges a directive sent (FD-CMD-01..03, FD-CMD-13).
pub(crate) fn check_send(
    state: &State,
    side: Side,
    by: CommanderId,
    to: UnitNo,
    mission: Mission,
) -> Result<(), Refusal> {
    let man = state.commander(by);
    let at = Place::At(man.at);
    if man.side != side || !man.is_present() {
        return Err(Refusal::new(FD_CMD_02, "he cannot send anything").at(at));
    }
    if !state.line(to).is_regiment() {
        return Err(Refusal::new(FD_CMD_14, format!("{}: no directive needed", state.line(to).name)).at(at));
    }
    if state.unit(to).sent {
        let words = format!("{}: a directive was sent this turn", state.line(to).name);
        return Err(Refusal::new(FD_CMD_03, words).at(at));
    }
    if !may_address(state, by, to) {
        return Err(Refusal::new(FD_CMD_02, format!("{}: not his to command", state.line(to).name)).at(at));
    }
    check_mission(state, to, mission)
}

/// Judges what a directive says (FD-CMD-01, FD-CMD-13).
pub(crate) fn check_mission(state: &State, unit: UnitNo, mission: Mission) -> Result<(), Refusal> {
    let refuse = |clause, words: &str| Err(Refusal::new(clause, words));
    let known = |goal: Goal| match goal {
        Goal::Feature(id) => usize::from(id.0) < state.stage.land.len(),
        Goal::Place(place) => state.stage.table.bounds().contains(place),
        Goal::Here => true,
    };
    if !known(mission.goal) {
        return refuse(FD_CMD_01, "there is no such place");
    }
    match (mission.kind, mission.goal) {
        (Directive::GeneralAdvance, Goal::Here) | (Directive::Assault, Goal::Feature(_)) | (Directive::Hold, _) => {
            Ok(())
        }
        (Directive::GeneralAdvance, _) => refuse(FD_CMD_01, "a general advance names no place"),
        (Directive::Assault, _) => refuse(FD_CMD_01, "an assault names a feature"),
        (Directive::Withdrawal, Goal::Here) => refuse(FD_CMD_01, "a withdrawal names a place"),
        (Directive::Withdrawal, goal) => {
            let Some(main) = state.main_body(unit) else { return Ok(()) };
            let edge = state.stage.table.edge(state.home(state.unit(unit).side));
            let there = match goal {
                Goal::Place(place) => gap(place, edge),
                Goal::Feature(id) => gap_to(&state.stage.table, edge, id),
                Goal::Here => return Ok(()),
            };
            match there < gap(state.center(main), edge) {
                true => Ok(()),
                false => {
                    let words = "the place must be nearer to the friendly edge than the regiment is";
                    Err(Refusal::new(FD_CMD_13, words).at(Place::Unit(main)))
                }
            }
        }
    }
}

/// Sends a directive: by courier, or at once by a commander beside the regimental commander's stand (FD-CMD-04, FD-CMD-07).
pub(crate) fn send(desk: &mut Desk<'_, Discipline>, by: CommanderId, to: UnitNo, mission: Mission) {
    let state = desk.state();
    let (side, at) = (state.commander(by).side, state.commander(by).at);
    desk.emit(Event::MissionSent { side, unit: to });
    if hands_over(desk.state(), by, to) {
        take(desk, to, mission);
        return;
    }
    let id = desk.state().couriers.iter().map(|courier| courier.id + 1).max().unwrap_or(0);
    let message = Some(Message { from: by, to, mission });
    desk.emit(Event::CourierSent(Courier { id, side, at, message }));
}

/// Whether a commander is in contact with the regimental commander's stand.
fn hands_over(state: &State, by: CommanderId, to: UnitNo) -> bool {
    let Some(main) = state.main_body(to) else { return false };
    let contact = state.stage.length(&numbers::CONTACT);
    let stand = first_stand(state, to, main);
    match (state.commander(by).attached, stand) {
        (Some((body, own)), Some((_, stand))) if body == main => own == stand,
        (Some((body, _)), None) => body == main,
        (_, Some((base, _))) => gap_within(&state.commander_base(by), &base, contact),
        _ => false,
    }
}

/// The base and number of the regimental commander's stand (FD-ROS-30): the first that is left.
fn first_stand(state: &State, unit: UnitNo, main: BodyId) -> Option<(firelock_table::Base, u8)> {
    let body = state.body(main);
    let first = |stand: &u8| *stand == 0 || state.line(unit).stands[usize::from(*stand)].of == Some(0);
    let nth = body.stands.iter().position(first).unwrap_or(0);
    Some((*body.bases.get(nth)?, *body.stands.get(nth)?))
}

/// So many zones are worth a directive at most.
const MOST_ZONES: usize = 8;

/// To advance, to hold or to withdraw, and to take or hold each zone.
const MOST_MISSIONS: usize = 3 + 2 * MOST_ZONES;

/// Directives worth sending: advance, hold here, take or hold each zone or named feature near, withdraw homewards.
pub(crate) fn missions(state: &State, unit: UnitNo, grain: Grain) -> ArrayVec<Mission, MOST_MISSIONS> {
    let Some(main) = state.main_body(unit) else { return ArrayVec::new() };
    let side = state.unit(unit).side;
    let center = state.center(main);
    let mut missions = ArrayVec::new();
    missions.push(Mission { kind: Directive::GeneralAdvance, goal: Goal::Here });
    missions.push(Mission { kind: Directive::Hold, goal: Goal::Here });
    let most = match grain {
        Grain::Coarse => 1,
        Grain::Middle => 3,
        Grain::Fine => MOST_ZONES,
    };
    let mut zones: Vec<_> = state.stage.zones.iter().collect();
    if zones.len() > 1 {
        zones.sort_by_cached_key(|zone| (gap(center, &zone.ground), zone.feature));
    }
    for feature in zones.into_iter().take(most).map(|zone| zone.feature) {
        missions.push(Mission { kind: Directive::Assault, goal: Goal::Feature(feature) });
        missions.push(Mission { kind: Directive::Hold, goal: Goal::Feature(feature) });
    }
    if grain != Grain::Coarse {
        let back = back_of(state, side, center);
        missions.push(Mission { kind: Directive::Withdrawal, goal: Goal::Place(back) });
    }
    missions.retain(|mission| check_mission(state, unit, *mission).is_ok());
    missions
}

/// A place halfway to the friendly edge.
fn back_of(state: &State, side: Side, from: Point) -> Point {
    let edge = state.home(side);
    let way = gap(from, state.stage.table.edge(edge)).length();
    from.ahead(edge.outward(), way.half())
}

/// What commanders may send: each to each of his regiments what is worth it and new.
pub(crate) fn candidates_send(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    let open = state.all_units().filter(|(unit, own)| own.side == side && is_addressable(state, *unit));
    let open: Vec<UnitNo> = open.map(|(unit, _)| unit).collect();
    let mut units: Vec<UnitNo> = Vec::with_capacity(open.len());
    into.reserve(32);
    for (by, man) in state.all_commanders().filter(|(_, man)| man.side == side && man.is_present()) {
        let any = man.rank == Rank::Chief && grain == Grain::Fine;
        units.clear();
        units.extend(open.iter().filter(|unit| any || state.line(**unit).brigade.0 == by.0));
        let offered = match grain {
            Grain::Coarse if !units.is_empty() => {
                let nth = usize::from(state.turn) % units.len();
                &units[nth..=nth]
            }
            _ => &units[..],
        };
        for &to in offered {
            let now = state.unit(to).mission.map(|own| own.kind);
            for mission in missions(state, to, grain) {
                if now != Some(mission.kind) || grain != Grain::Coarse {
                    into.push(Command::Send { by, to, mission });
                }
            }
        }
    }
}

/// VI.5: couriers ride straight to their regiments; who arrives is read (FD-CMD-04, FD-CMD-05).
pub(crate) fn couriers(desk: &mut Desk<'_, Discipline>) {
    let couriers = desk.state().couriers.clone();
    for courier in couriers {
        let Some(message) = courier.message else { continue };
        let state = desk.state();
        let Some(main) = state.main_body(message.to) else {
            desk.emit(Event::CourierGone { courier: courier.id, lost: true });
            continue;
        };
        let most = state.stage.length(&numbers::COURIER_MOVE);
        if gap_within(courier.at, state.shape(main), most) {
            desk.emit(Event::CourierGone { courier: courier.id, lost: false });
            desk.emit(Event::MissionCame { side: courier.side, unit: message.to, mission: message.mission });
        } else {
            let nearest = gap(courier.at, state.shape(main)).ends().to;
            let to = courier.at.ahead(Angle::towards(courier.at, nearest), most);
            desk.emit(Event::CourierMoved { courier: courier.id, to });
        }
    }
}

/// The starting directives a side may still change; every regiment has one already.
pub(crate) fn candidates_direct(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    for (unit, _) in state.all_units().filter(|(unit, own)| own.side == side && state.line(*unit).is_regiment()) {
        let Some(main) = state.main_body(unit) else { continue };
        let given = match super::pending(state) {
            Some(Asking::Sealed(sealed)) => sealed.order(side, main).is_some(),
            _ => false,
        };
        if given {
            continue;
        }
        let all = missions(state, unit, grain).into_iter();
        into.extend(all.map(|mission| Command::Direct { unit, mission }));
    }
}

/// Judges a starting directive (FD-SEQ-02).
pub(crate) fn check_direct(state: &State, side: Side, unit: UnitNo, mission: Mission) -> Result<BodyId, Refusal> {
    if state.unit(unit).side != side || !state.line(unit).is_regiment() {
        return Err(Refusal::new(FD_CMD_14, format!("{}: no directive from you", state.line(unit).name)));
    }
    let Some(main) = state.main_body(unit) else {
        return Err(Refusal::new(FD_SEQ_02, format!("{}: not on the table", state.line(unit).name)));
    };
    check_mission(state, unit, mission)?;
    Ok(main)
}

/// The secret order that a starting directive is.
pub(crate) fn direct(state: &State, unit: UnitNo, mission: Mission) -> Option<(BodyId, Secret)> {
    Some((state.main_body(unit)?, Secret::Mission(settled(state, unit, mission))))
}

/// A body's directive, where it needs one (FD-CMD-14): detached half-stands do not.
pub(crate) fn mission_of(state: &State, id: BodyId) -> Option<Mission> {
    let body = state.body(id);
    if !body.is_troops() || !state.roster(id).is_regiment() || state.is_open(id) {
        return None;
    }
    let detached = body.stands.len() == 1
        && state.main_body(body.unit) != Some(id)
        && state.stands(id).all(|stand| stand.size == crate::words::Size::Half);
    state.unit_of(id).mission.filter(|_| !detached)
}

/// Whether a directive lets a body charge anybody: a quick look.
pub(crate) fn may_charge(state: &State, id: BodyId) -> bool {
    mission_of(state, id).is_none_or(|mission| match (mission.kind, mission.goal) {
        (Directive::Withdrawal, _) | (Directive::Hold, Goal::Here) => false,
        (Directive::Hold, goal @ Goal::Place(_)) => is_away(state, id, goal),
        (Directive::Hold, Goal::Feature(_)) | (Directive::GeneralAdvance | Directive::Assault, _) => true,
    })
}

/// Whether the main body of a regiment is away from the place it holds (FD-CMD-11).
fn is_away(state: &State, id: BodyId, goal: Goal) -> bool {
    let reach = state.stage.length(&numbers::HOLD_REACH);
    match (state.main_body(state.body(id).unit), goal) {
        (Some(main), goal) => !duty::is_near_goal(state, state.shape(main), goal, reach),
        (None, _) => false,
    }
}

/// Whether a directive lets a body charge that enemy (FD-CMD-09..12, T18).
pub(crate) fn lets_charge(state: &State, id: BodyId, target: Target) -> Result<(), Refusal> {
    match bar_to_charge(state, id, target) {
        Some((clause, words)) => Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Place::Unit(id))),
        None => Ok(()),
    }
}

/// How a directive keeps a body from charging that enemy, if it does.
pub(crate) fn bar_to_charge(state: &State, id: BodyId, target: Target) -> Option<(Clause, &'static str)> {
    let mission = mission_of(state, id).filter(|mission| !mission.kind.may_charge())?;
    if mission.kind == Directive::Withdrawal {
        return Some((FD_CMD_12, "is to withdraw and may not charge"));
    }
    // FD-CMD-11: only to retake the held place.
    let in_feature = match (mission.goal, target) {
        (Goal::Feature(feature), Target::Zone(zone)) => state.stage.zone(zone).feature == feature,
        (Goal::Feature(feature), Target::Body(enemy)) => touches(&state.stage.table, state.shape(enemy), feature),
        _ => false,
    };
    let reach = state.stage.length(&numbers::HOLD_REACH);
    let near = || match target {
        Target::Body(enemy) => duty::is_near_goal(state, state.shape(enemy), mission.goal, reach),
        Target::Zone(zone) => duty::is_near_goal(state, state.ground(zone), mission.goal, reach),
    };
    let may = in_feature || (is_away(state, id, mission.goal) && near());
    (!may).then_some((FD_CMD_11, "holds its place and charges only to retake it"))
}

/// Whether a directive lets a body meet a charge (T18).
pub(crate) fn lets_countercharge(state: &State, id: BodyId) -> bool {
    mission_of(state, id).is_none_or(|mission| mission.kind.may_countercharge())
}
