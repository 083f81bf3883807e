//! Command units: their moves, dangers and successors (NQ-CMD-07..12, NQ-LDR). They never fight themselves (NQ-LDR-07).

use firelock_core::{Desk, Halt, Place, Refusal, Side, UnitId};
use firelock_table::{Base, Length, Point, gap, gap_within, overlaps};

use super::{cm, own};
use crate::Napoleonic;
use crate::charts::{command_rate, count, numbers};
use crate::clauses::*;
use crate::event::Event;
use crate::facts::{CommandHit, command_hit_roll, wound_roll};
use crate::results::Hurt;
use crate::state::{Commander, CommanderId, State};
use crate::words::{Level, Status};

/// The commanders of a side that may still move this turn (NQ-CMD-07); not from a unit that is engaged (NQ-CMD-09).
pub(crate) fn riders(state: &State, side: Side) -> impl Iterator<Item = CommanderId> {
    let free = move |commander: &Commander| {
        commander.side == side
            && commander.is_active()
            && !commander.moved
            && commander.attached.is_none_or(|unit| !state.is_engaged(unit))
    };
    state.all_commanders().filter(move |(_, commander)| free(commander)).map(|(id, _)| id)
}

/// Judges a ride.
pub(crate) fn check_ride(
    state: &State,
    side: Side,
    id: CommanderId,
    to: Point,
    join: Option<UnitId>,
) -> Result<(), Refusal> {
    let commander = state.commander(id);
    let from = state.commander_base(id).center();
    if commander.side != side || !commander.is_active() {
        return Err(Refusal::new(NQ_CMD_07, "this commander is not yours to move").at(Place::At(from)));
    }
    if commander.moved {
        return Err(Refusal::new(NQ_CMD_07, "he has had his move this turn").at(Place::At(from)));
    }
    if let Some(unit) = commander.attached.filter(|unit| state.is_engaged(*unit)) {
        return Err(Refusal::new(NQ_CMD_09, "he is with a unit that is engaged").at(Place::Unit(unit)));
    }
    let base = state.command_base(to);
    if !state.on_board(base.bounds()) {
        return Err(Refusal::new(NQ_CMD_07, "he would stand off the table").at(Place::At(to)));
    }
    if from.distance_squared(to) > command_rate(&state.stage.book).squared() {
        let rate = cm(command_rate(&state.stage.book));
        return Err(Refusal::new(NQ_CMD_07, format!("that is farther than {rate}")).at(Place::At(to)));
    }
    match join {
        Some(unit) => check_join(state, side, id, &base, unit),
        None => check_alone(state, side, &base),
    }
}

fn check_join(state: &State, side: Side, id: CommanderId, base: &Base, unit: UnitId) -> Result<(), Refusal> {
    own(state, side, unit)?;
    let here = Place::Unit(unit);
    if state.attached(unit).is_some_and(|other| other != id) {
        return Err(Refusal::new(NQ_CMD_10, "another commander is with that unit").at(here));
    }
    if state.is_engaged(unit) {
        return Err(Refusal::new(NQ_CMD_09, "that unit is engaged").at(here));
    }
    // He touches it where he ends; from there he stands behind its middle (NQ-CMD-08, NQ-CMD-12).
    match gap_within(base, &state.unit(unit).stands[..], state.stage.length(&numbers::TOUCH)) {
        true => Ok(()),
        false => Err(Refusal::new(NQ_CMD_08, "he does not touch that unit").at(here)),
    }
}

fn check_alone(state: &State, side: Side, base: &Base) -> Result<(), Refusal> {
    let (bounds, clear) = (base.bounds(), state.stage.length(&numbers::COMMAND_CLEAR));
    if let Some(enemy) = state.enemy_within(side, std::slice::from_ref(base), bounds, clear - Length::grid(1)) {
        return Err(Refusal::new(NQ_CMD_07, "too near to an enemy").at(Place::Unit(enemy)));
    }
    let on = state
        .on_table()
        .find(|(_, unit)| unit.bounds.meets(&bounds) && unit.stands.iter().any(|other| overlaps(base, other)));
    match on {
        Some((unit, _)) => Err(Refusal::new(NQ_MOV_18, "he would stand on a unit").at(Place::Unit(unit))),
        None => Ok(()),
    }
}

/// The commander with a unit that took casualties is in danger, once a step (NQ-LDR-01, NQ-LDR-02).
pub(crate) fn risk(desk: &mut Desk<'_, Napoleonic>, id: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    let Some(commander) = state.attached(id).filter(|_| !state.log.risked.contains(&id)) else { return Ok(()) };
    let side = state.unit(id).side;
    desk.emit(Event::CommanderRisked(id));
    let hit = desk.roll(command_hit_roll(desk.book(), side))?.count(1) > 0;
    let killed = hit && desk.roll(wound_roll(desk.book(), side))?.count(1) > 0;
    let status = match CommandHit::result(hit, killed) {
        Hurt::Unhurt => return Ok(()),
        Hurt::Wounded => Status::Wounded,
        Hurt::Killed => Status::Killed,
    };
    desk.emit(Event::CommanderLost { commander, status, with: Some(id) });
    Ok(())
}

/// A commander in the open whom an enemy reaches, or whose unit is gone, goes to the nearest friend near by, or is taken
/// (NQ-CMD-11, NQ-LDR-08).
pub(crate) fn refuge(desk: &mut Desk<'_, Napoleonic>, id: CommanderId, from: Point) {
    let state = desk.state();
    let base = state.command_base(from);
    let nearest = state.nearest_to(&[base], base.bounds(), state.commander(id).side);
    let reach = state.stage.length(&numbers::REFUGE);
    match nearest.filter(|(gap, _)| gap.within(reach)) {
        Some((_, unit)) => {
            let at = state.behind(unit);
            desk.emit(Event::CommanderMoved { commander: id, at, join: None, rode: false });
        }
        None => desk.emit(Event::CommanderLost { commander: id, status: Status::Killed, with: None }),
    }
}

/// Commanders whom a unit reaches by a move are displaced (NQ-CMD-11).
pub(crate) fn displace(desk: &mut Desk<'_, Napoleonic>, id: UnitId) {
    let ids: Vec<CommanderId> = desk.state().all_commanders().map(|(id, _)| id).collect();
    for commander in ids {
        let state = desk.state();
        let (own, unit) = (state.commander(commander), state.unit(id));
        if own.side == unit.side || !own.is_active() || own.attached.is_some() {
            continue;
        }
        let base = state.commander_base(commander);
        if base.bounds().meets(&unit.bounds) && unit.stands.iter().any(|stand| overlaps(stand, &base)) {
            refuge(desk, commander, base.center());
        }
    }
}

/// Lost commanders are replaced (NQ-LDR-04, NQ-LDR-05).
pub(crate) fn succession(desk: &mut Desk<'_, Napoleonic>) {
    desk.emit(Event::SuccessionNeared);
    for side in [desk.state().first, desk.state().first.enemy()] {
        let due: Vec<CommanderId> = desk
            .state()
            .all_commanders()
            .filter(|(_, own)| own.side == side && own.status != Status::Active && own.due == 0)
            .map(|(id, _)| id)
            .collect();
        for id in due {
            match desk.state().commander(id).level {
                Level::Brigade => next_in_line(desk, id),
                Level::Army => promote(desk, id),
            }
        }
    }
}

/// A brigade goes to one of the lowest rating, at its nearest unit.
fn next_in_line(desk: &mut Desk<'_, Napoleonic>, id: CommanderId) {
    let state = desk.state();
    let (own, base) = (state.commander(id), state.commander_base(id));
    let brigade = own.brigade;
    let units = state.alive(own.side).filter(|(unit, _)| Some(state.roster(*unit).brigade) == brigade);
    let nearest = units.min_by_key(|(unit, other)| (gap(&base, &other.stands[..]), *unit)).map(|(unit, _)| unit);
    let Some(unit) = nearest else { return };
    let rating = count(&state.stage.book, &numbers::SUCCESSOR_RATING);
    let at = state.behind(unit);
    desk.emit(Event::CommanderNamed { commander: id, level: Level::Brigade, brigade, rating, at });
}

/// The army goes to the best brigade commander, his brigade to the next in line.
fn promote(desk: &mut Desk<'_, Napoleonic>, id: CommanderId) {
    let state = desk.state();
    let side = state.commander(id).side;
    let brigadiers =
        state.all_commanders().filter(|(_, own)| own.side == side && own.level == Level::Brigade && own.is_active());
    let Some((best, own)) = brigadiers.max_by_key(|(id, own)| (own.rating, std::cmp::Reverse(*id))) else { return };
    let (rating, at) = (own.rating, state.commander_base(best).center());
    let kept = state.commander(id).brigade;
    desk.emit(Event::CommanderNamed { commander: id, level: Level::Army, brigade: kept, rating, at });
    // The man rides over; his old post is filled at once.
    next_in_line(desk, best);
}
