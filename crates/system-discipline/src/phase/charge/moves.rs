//! The charge moves of VI.2 and the pursuits of VII.3 (FD-MEL-20..25, FD-MEL-50, FD-MEL-51, FD-MUS-40..44).

use firelock_core::{Desk, Halt};
use firelock_table::{Base, Body as Block, Length, Met, Quarter, gap, gap_within};

use super::align;
use super::declare::sortie;
use crate::Discipline;
use crate::charts::{Pace, numbers};
use crate::event::{Event, Motion};
use crate::facts::{Occasion, Volley, meet};
use crate::geometry::of_crowd;
use crate::phase::movement::course::{Manner, Run, block_at};
use crate::phase::movement::turn::can_turn;
use crate::phase::movement::{arrive, flight as runs, plan::enter_zone, plan::free_room, resolve_face};
use crate::phase::{artillery, fire, leaders, morale};
use crate::state::{
    BodyId, Charge, ChargeStage, Due, Fate, Hit, HitKind, Hold, Kind, Place, Response, State, Storm, Target, Task,
    ZoneId,
};
use crate::survey::Aim;
use crate::words::{Ammunition, Branch, Cause, Formation};

/// VI.1: declared chargers of both sides turn, garrisons come out (FD-MEL-09); who cannot gives its charge up.
pub(crate) fn turn_chargers(desk: &mut Desk<'_, Discipline>) {
    let chargers: Vec<(BodyId, Charge)> = desk
        .state()
        .on_table()
        .filter_map(|(id, body)| Some((id, *body.declared()?)))
        .filter(|(_, charge)| !charge.counter)
        .collect();
    for (id, charge) in chargers {
        let state = desk.state();
        if !can_run(state, id) {
            desk.emit(Event::ChargeDropped(id));
            continue;
        }
        if state.body(id).zone().is_some() {
            let block = sortie(state, id, charge.target);
            match block.filter(|block| state.lies_on(&block.bases(), &[id]).is_none()) {
                Some(block) => {
                    desk.emit(Event::Placed { body: id, place: Place::At(block.pose), formation: Formation::Line });
                }
                None => desk.emit(Event::ChargeDropped(id)),
            }
        } else if let Some(turn) = charge.turn {
            match can_turn(state, id, turn, Pace::Charge).is_some() {
                true => resolve_face(desk, id, turn, Pace::Charge),
                false => desk.emit(Event::ChargeDropped(id)),
            }
        }
    }
}

/// Whether a charger can still go.
fn can_run(state: &State, id: BodyId) -> bool {
    let body = state.body(id);
    body.is_on_table() && body.is_alive() && body.halted.is_none() && body.fled.is_none() && !state.in_contact(id)
}

/// The bases of a charger after the turn it declared.
pub(crate) fn turned_bases(state: &State, id: BodyId) -> Vec<Base> {
    let body = state.body(id);
    let turn = body.declared().and_then(|charge| charge.turn);
    let block = turn.and_then(|turn| can_turn(state, id, turn, Pace::Charge)).map(|done| done.block(state, id));
    block.map_or_else(|| body.bases.to_vec(), |block| block.bases().to_vec())
}

/// A body runs from a charge of its own will (FD-MEL-17).
pub(crate) fn flight(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let state = desk.state();
    if !state.body(id).is_on_table() || !state.body(id).is_alive() {
        return;
    }
    let mounted = state.body(id).mounted;
    let distance =
        state.stage.length(if mounted { &numbers::SKIRMISH_FLIGHT_MOUNTED } else { &numbers::SKIRMISH_FLIGHT_FOOT });
    let section = state.body(id).gun().is_some();
    let runner = if section { morale::leave_guns(desk, id) } else { id };
    desk.emit(Event::RanOff(runner));
    runs::run_off(desk, runner, distance, None);
}

/// What a charge meets on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ahead {
    /// An enemy body, by the base of it that is met.
    Enemy(BodyId, u8),
    /// A zone.
    Zone(ZoneId),
    /// Nobody within what it can go.
    Nothing,
}

/// How far a charge can go from where it stands, and whom it meets.
type Outlook = (Run, Ahead, Length);

fn outlook(state: &State, id: BodyId, block: &Block, allowance: Length) -> Outlook {
    let run = state.run(id, block, block.pose.facing, allowance, allowance, Manner::Charge);
    let far = run.length();
    let reached = run.drive.length() <= run.paid;
    let ahead = match run.drive.halt().filter(|_| reached).map(|meet| meet.with) {
        Some(Met::Body { id: met, base, .. }) if state.body(of_crowd(met)).side != state.body(id).side => {
            Ahead::Enemy(of_crowd(met), base)
        }
        Some(Met::Feature(feature)) => match state.stage.land(feature).zone {
            Some(zone) => Ahead::Zone(zone),
            None => Ahead::Nothing,
        },
        _ => Ahead::Nothing,
    };
    // FD-MEL-21: short of friends; open order ten yards short of close order.
    let friend = matches!(run.drive.halt().map(|meet| meet.with), Some(Met::Body { id: met, .. })
        if state.body(of_crowd(met)).side == state.body(id).side);
    let close = |enemy: BodyId| state.body(enemy).is_troops() && !state.is_open(enemy);
    match ahead {
        Ahead::Enemy(enemy, _) if state.is_open(id) && close(enemy) => {
            let short = far - state.stage.length(&numbers::STOP_SHORT);
            (run, Ahead::Nothing, short.max(Length::ZERO))
        }
        _ if friend && reached => {
            let short = far - state.stage.yards(1);
            (run, ahead, short.max(Length::ZERO))
        }
        _ => (run, ahead, far),
    }
}

/// A charge goes up to where it is fired at; all fire at it falls, and it checks once (FD-MUS-42, FD-MUS-44).
pub(crate) fn charge(desk: &mut Desk<'_, Discipline>, id: BodyId) -> Result<(), Halt> {
    let state = desk.state();
    let Some(charge) = state.body(id).declared().copied() else { return Ok(()) };
    let (Some(block), true) = (state.straight(id), can_run(state, id)) else {
        desk.emit(Event::ChargeWent { body: id, charge: Charge { stage: ChargeStage::Stopped, ..charge } });
        return Ok(());
    };
    let allowance = state.allowance(id, Pace::Charge).unwrap_or_default();
    let (run, ahead, far) = outlook(state, id, &block, allowance);
    let firers = firers(state, id, &block, ahead, far);
    let Some(stop) = firers.iter().map(|(_, at)| *at).max() else {
        let charge = Charge { left: Some(allowance), ..charge };
        desk.emit(Event::ChargeWent { body: id, charge });
        go_home(desk, id, charge, &block, (run, ahead, far));
        return Ok(());
    };
    let left = (allowance - run.cost(stop)).max(Length::ZERO);
    // FD-SEQ-19, FD-SEQ-20: each charge is a step of its own; who stood beside it when it began.
    let near = morale::neighbors(state);
    desk.emit(Event::ChargeWent { body: id, charge: Charge { left: Some(left), ..charge } });
    if stop > Length::ZERO {
        desk.emit(Event::Moved { body: id, pose: block.pose.ahead(stop), bent: None, how: Motion::Charge });
    }
    for (firer, _) in firers {
        protective(desk, firer, id)?;
    }
    desk.emit(Event::Queued(vec![Task::Onset(id)]));
    let hits = desk.state().hits.clone();
    if hits.is_empty() {
        return Ok(());
    }
    leaders::under_fire(desk)?;
    let gone = fire::take(desk, &hits, &[id]);
    desk.emit(Event::HitsTaken);
    let state = desk.state();
    let hurt = hits.iter().any(|hit| hit.harm.casualties() > 0);
    let mut due = Vec::new();
    if hurt && state.body(id).is_on_table() && state.body(id).is_alive() && !state.body(id).turn.failed {
        let musketry = hits.iter().any(|hit| hit.kind == HitKind::Musketry);
        let cause = if musketry { Cause::Musketry } else { Cause::Artillery };
        due.push(Due { covered: hits.iter().all(|hit| hit.covered), ..Due::new(id, cause) });
    }
    morale::begin(desk, due, near, gone);
    Ok(())
}

/// Who fires at a charge and where it then is: those who answered so, with it before them at ten yards (FD-MUS-41, FD-MUS-43,
/// FD-OBJ-21). One that was not charged has answered nothing (FD-MUS-45).
fn firers(state: &State, id: BodyId, block: &Block, ahead: Ahead, far: Length) -> Vec<(BodyId, Length)> {
    let side = state.body(id).side;
    let answered = |body: &crate::state::Body| body.turn.response == Some(Response::Hold(Hold { fire: Some(id) }));
    let all = state.alive(side.enemy()).filter(|(_, body)| answered(body) && !body.turn.protected);
    let mut firers: Vec<(BodyId, Length)> = Vec::new();
    for (firer, body) in all {
        let Some(at) = at_range(state, firer, block, far) else { continue };
        let bases = block_at(block, block.pose.facing, at).bases();
        let fits = match state.branch(firer) {
            Branch::Unlimbered => {
                let last = block_at(block, block.pose.facing, far).bases();
                body.silent < state.turn && artillery::holds_in_zone(state, firer, &last).is_some()
            }
            _ => {
                let center = block_at(block, block.pose.facing, at).outline().center();
                let front = body.zone().is_some() || state.quarter(firer, center) == Quarter::Front;
                let flanked = match ahead {
                    Ahead::Enemy(enemy, base) if enemy == firer => {
                        let last = block_at(block, block.pose.facing, far);
                        align::is_flank(state, &last, enemy, base)
                    }
                    _ => false,
                };
                front && !flanked && body.fled.is_none() && !bases.is_empty()
            }
        };
        if fits {
            firers.push((firer, at));
        }
    }
    firers
}

/// How far a charge has gone when it is ten yards from a body, or its start if it starts nearer; none if it never comes so near.
fn at_range(state: &State, firer: BodyId, block: &Block, far: Length) -> Option<Length> {
    let range = state.stage.length(&numbers::PROTECTIVE_RANGE);
    let near = |at: Length| gap_within(&block_at(block, block.pose.facing, at).bases()[..], state.shape(firer), range);
    if near(Length::ZERO) {
        return Some(Length::ZERO);
    }
    if !near(far) {
        return None;
    }
    let (mut low, mut high) = (0, far.get());
    while high - low > 1 {
        let middle = (low + high) / 2;
        if near(Length::grid(middle)) { high = middle } else { low = middle }
    }
    Some(Length::grid(low))
}

/// Protective fire of foot, or held fire of guns, at a charger (FD-MUS-40, FD-ART-26).
fn protective(desk: &mut Desk<'_, Discipline>, firer: BodyId, charger: BodyId) -> Result<(), Halt> {
    let state = desk.state();
    let body = state.body(charger);
    let range = state.stage.length(&numbers::PROTECTIVE_RANGE);
    if state.branch(firer) == Branch::Unlimbered {
        let nth = artillery::holds_in_zone(state, firer, &body.bases).unwrap_or(0);
        let rounds = state.body(firer).gun().map_or([0; 3], |gun| gun.rounds);
        let with = if rounds[1] > 0 { Ammunition::Cannister } else { Ammunition::Ball };
        let at = Aim::Stand(charger, nth);
        let hits: Vec<Hit> = artillery::shoot(desk, firer, at, with, range)?.into_iter().collect();
        desk.emit(Event::Fired { by: firer, at, with: Some(with), protective: true, hits });
        return Ok(());
    }
    let nth = nearest(state, firer, charger);
    let at = Aim::Stand(charger, nth);
    let mut hits = Vec::new();
    if let Some((aimed, facts)) = volley_at(state, firer, charger) {
        let n_hits = fire::musketry(desk, firer, &facts)?;
        let harm = aimed.facts.small_arms(n_hits);
        if !harm.is_none() {
            hits.push(Hit {
                by: firer,
                body: charger,
                stand: Some(nth),
                kind: HitKind::Musketry,
                harm,
                halts: false,
                retreats: false,
                covered: aimed.covered,
            });
        }
    }
    desk.emit(Event::Fired { by: firer, at, with: None, protective: true, hits });
    Ok(())
}

/// The stand of a charger that is nearest to who fires at it.
fn nearest(state: &State, firer: BodyId, charger: BodyId) -> u8 {
    let bases = &state.body(charger).bases;
    (0..bases.len()).min_by_key(|nth| gap(&bases[*nth], state.shape(firer))).unwrap_or(0) as u8
}

/// The volley of foot at a charger that has come so near, and the charger as its target.
pub(super) fn volley_at(state: &State, firer: BodyId, charger: BodyId) -> Option<(fire::Marked, Volley)> {
    let aimed = fire::target(state, firer, Aim::Stand(charger, nearest(state, firer, charger)))?;
    let range = state.stage.in_yards(state.stage.length(&numbers::PROTECTIVE_RANGE));
    let facts = fire::volley(state, firer, charger, Occasion::Protective, range, aimed.facts)?;
    Some((aimed, facts))
}

/// The charge goes on to the end of its way: contact, a zone, guns, or nobody (FD-MEL-21..25).
pub(crate) fn onset(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let state = desk.state();
    let Some(charge) = state.body(id).declared().copied() else { return };
    match state.straight(id).filter(|_| can_run(state, id)) {
        Some(block) => {
            let seen = outlook(state, id, &block, charge.left.unwrap_or_default());
            go_home(desk, id, charge, &block, seen);
        }
        None => desk.emit(Event::ChargeWent { body: id, charge: Charge { stage: ChargeStage::Stopped, ..charge } }),
    }
}

/// A charge goes as far as it was seen to go.
fn go_home(desk: &mut Desk<'_, Discipline>, id: BodyId, charge: Charge, block: &Block, (run, ahead, far): Outlook) {
    let left = (charge.left.unwrap_or_default() - run.cost(far)).max(Length::ZERO);
    if far > Length::ZERO {
        desk.emit(Event::Moved { body: id, pose: block.pose.ahead(far), bent: None, how: Motion::Charge });
    }
    let home = match ahead {
        Ahead::Enemy(enemy, base) => strike(desk, id, enemy, base, left, false),
        Ahead::Zone(zone) => reach_zone(desk, id, zone),
        Ahead::Nothing => false,
    };
    arrive(desk, id);
    let target = match ahead {
        Ahead::Enemy(enemy, _) => Target::Body(enemy),
        Ahead::Zone(zone) => Target::Zone(zone),
        Ahead::Nothing => charge.target,
    };
    // FD-MEL-23: a counter-charger that meets nobody does not check.
    let stage = match (home, charge.counter) {
        (true, _) => ChargeStage::Home,
        (false, false) => ChargeStage::Missed,
        (false, true) => ChargeStage::Stopped,
    };
    desk.emit(Event::ChargeWent { body: id, charge: Charge { target, stage, left: Some(left), ..charge } });
}

/// A charge meets an enemy: it lies flush on it; wagons and guns without a crew are simply taken. Whether that is contact.
fn strike(desk: &mut Desk<'_, Discipline>, id: BodyId, enemy: BodyId, base: u8, left: Length, pursuit: bool) -> bool {
    let state = desk.state();
    let side = state.body(id).side;
    match &state.body(enemy).kind {
        Kind::Wagon { .. } => {
            desk.emit(Event::Removed { body: enemy, fate: Fate::Destroyed });
            return true;
        }
        // FD-ART-31
        Kind::Section(_) if !state.body(enemy).is_alive() => {
            desk.emit(Event::GunsTaken { section: enemy, by: side });
            return true;
        }
        _ => {}
    }
    align::onto_body(desk, id, enemy, base, left, pursuit);
    true
}

/// A charge comes to a zone (FD-OBJ-20): an empty one is entered, one with enemies is stormed, its own stops it.
fn reach_zone(desk: &mut Desk<'_, Discipline>, id: BodyId, zone: ZoneId) -> bool {
    let state = desk.state();
    let side = state.body(id).side;
    let owner = state.in_zone(zone).map(|(_, body)| body.side).next();
    match owner {
        Some(owner) if owner == side => false,
        Some(_) => {
            align::onto_zone(desk, id, zone);
            desk.emit(Event::StormBegan(Storm { body: id, zone }));
            true
        }
        None => {
            let place = state.stage.zone(zone);
            let body = state.body(id);
            if body.mounted && !place.class.admits_mounted() {
                return false;
            }
            let room = free_room(state, zone);
            let fits = |n: &usize| state.stands(id).take(*n).map(|stand| stand.size.halves()).sum::<u16>() <= room;
            let Some(n) = (1..=body.stands.len()).rev().find(fits) else { return false };
            enter_zone(desk, id, zone, n as u8, None);
            true
        }
    }
}

/// Two bodies that charge each other meet on their way (FD-MEL-22, FD-MEL-54).
pub(crate) fn meeting(desk: &mut Desk<'_, Discipline>, charger: BodyId, counter: BodyId) -> Result<(), Halt> {
    let state = desk.state();
    let able = |id: BodyId| can_run(state, id) && state.body(id).declared().is_some();
    match (able(charger), able(counter)) {
        (true, true) => {}
        (true, false) => return charge(desk, charger),
        (false, true) => {
            desk.emit(Event::ChargeDropped(counter));
            return Ok(());
        }
        (false, false) => return Ok(()),
    }
    let (Some(own), Some(other)) = (state.straight(charger), state.straight(counter)) else { return Ok(()) };
    let rates = [charger, counter].map(|id| state.allowance(id, Pace::Charge).unwrap_or_default());
    let between = gap(&own.bases()[..], &other.bases()[..]).length();
    // What each can go along its line: the other one is not in its way.
    let [a, b] = [(charger, &own, rates[0]), (counter, &other, rates[1])].map(|(id, block, rate)| {
        let run = state.run(id, block, block.pose.facing, rate, rate, Manner::Charge);
        let only = matches!(run.drive.halt().map(|meet| meet.with), Some(Met::Body { id: met, .. })
            if [charger, counter].contains(&of_crowd(met)));
        if only { free_way(&run, rate) } else { run.length() }
    });
    let (x, y, meets) = meet(between, a, b);
    go(desk, charger, &own, x.min(a));
    go(desk, counter, &other, y.min(b));
    let state = desk.state();
    let contact = state.stage.length(&numbers::CONTACT);
    let mut left = (rates[0] - x).max(Length::ZERO);
    if meets && !state.within(charger, counter, contact) {
        // Their lines do not run at each other: the charger goes on to it.
        if let Some(block) = state.straight(charger) {
            let (run, ahead, far) = outlook(state, charger, &block, left);
            if ahead != Ahead::Nothing {
                left = (left - run.cost(far)).max(Length::ZERO);
                go(desk, charger, &block, far);
            }
        }
    }
    let home = desk.state().within(charger, counter, contact);
    if home {
        let base = align::nearest_base(desk.state(), charger, counter);
        align::onto_body(desk, charger, counter, base, left, false);
    }
    for (id, foe) in [(charger, counter), (counter, charger)] {
        arrive(desk, id);
        let Some(charge) = desk.state().body(id).turn.charge else { continue };
        let stage = match (home, charge.counter) {
            (true, _) => ChargeStage::Home,
            (false, false) => ChargeStage::Missed,
            (false, true) => ChargeStage::Stopped,
        };
        desk.emit(Event::ChargeWent { body: id, charge: Charge { target: Target::Body(foe), stage, ..charge } });
    }
    Ok(())
}

/// How far a body could go if the one it runs at were not there: open ground beyond it.
fn free_way(run: &Run, rate: Length) -> Length {
    let gone = run.drive.length();
    gone + (rate - run.cost(gone)).max(Length::ZERO)
}

fn go(desk: &mut Desk<'_, Discipline>, id: BodyId, block: &Block, by: Length) {
    let state = desk.state();
    let run = state.run(id, block, block.pose.facing, by, Length::FAR, Manner::Charge);
    let by = by.min(run.drive.length());
    if by > Length::ZERO {
        desk.emit(Event::Moved { body: id, pose: block.pose.ahead(by), bent: None, how: Motion::Charge });
    }
}

/// The end of VI.2: chargers that met nobody check (FD-MEL-23).
pub(crate) fn missed(desk: &mut Desk<'_, Discipline>) {
    let state = desk.state();
    let missed = |body: &crate::state::Body| {
        body.turn.charge.is_some_and(|charge| charge.stage == ChargeStage::Missed) && !body.turn.failed
    };
    let due: Vec<Due> = state
        .on_table()
        .filter(|(_, body)| body.is_alive() && missed(body))
        .map(|(id, _)| Due::new(id, Cause::NoContact))
        .collect();
    let near = if due.is_empty() { Vec::new() } else { morale::neighbors(state) };
    morale::begin(desk, due, near, Vec::new());
}

/// A pursuit: straight forward, to the first enemy, a zone edge, or short of friends (FD-MEL-50, FD-MEL-51).
pub(crate) fn pursue(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let state = desk.state();
    let Some(block) = state.straight(id) else { return };
    let allowance = state.stage.length(&numbers::PURSUIT);
    let (run, ahead, mut far) = outlook(state, id, &block, allowance);
    let left = (allowance - run.cost(far)).max(Length::ZERO);
    if let Ahead::Zone(_) = ahead {
        far = (far - state.stage.length(&numbers::PURSUIT_CLEAR)).max(Length::ZERO);
    }
    if far > Length::ZERO {
        desk.emit(Event::Moved { body: id, pose: block.pose.ahead(far), bent: None, how: Motion::Pursuit });
    }
    if let Ahead::Enemy(enemy, base) = ahead {
        strike(desk, id, enemy, base, left, true);
    }
    desk.emit(Event::Pursued(id));
    arrive(desk, id);
}
