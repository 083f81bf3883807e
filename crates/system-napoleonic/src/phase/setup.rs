//! Deployment (NQ-SEQ-02, NQ-SEQ-03).

use firelock_core::{Desk, Fitted, Halt, Place as Where, Refusal, Side, UnitId, Wish};
use firelock_table::{
    Angle, Base, Body, Bounds, FeatureId, Length, Point, Polygon, Pose, Scene, free_place, wholly_in_ground,
};

use super::{movement, name};
use crate::Napoleonic;
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::command::{Command, Spot};
use crate::event::Event;
use crate::facts::roll_off;
use crate::geometry::{around, in_crowd, layout};
use crate::state::{Arrival, Asking, BrigadeNo, Comer, CommanderId, Place, State, Unit};
use crate::view::commander_of;
use crate::words::{Arm, Formation, Hand, Level, Terrain};

/// The battle begins: the lower die deploys first, where the sides deploy at all.
pub(crate) fn begin(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    desk.emit(Event::Answered);
    if desk.state().stage.free_deployment {
        let difference = desk.roll(roll_off(desk.book()))?.value();
        let lower = if difference < 0 { Side::Red } else { Side::Blue };
        desk.emit(Event::Asked(Asking::Deploy(lower, None)));
    }
    Ok(())
}

/// Whether a unit can stand so (NQ-FOR-01, NQ-MOV-18, NQ-TER-11).
pub(crate) fn can_stand(
    state: &State,
    id: UnitId,
    place: Place,
    formation: Formation,
    lead: Hand,
) -> Result<(), Refusal> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let refuse =
        |clause, why: &str| Err(Refusal::new(clause, format!("{} {why}", name(state, id))).at(Where::Unit(id)));
    if !roster.class.may_form(formation) {
        return refuse(NQ_FOR_01, "may not form so");
    }
    if formation == Formation::Square && unit.bases < charts::count(&state.stage.book, &numbers::SQUARE_LEAST) {
        return refuse(NQ_FOR_06, "has too few bases for a square");
    }
    match place {
        Place::At(pose) => {
            let bases = layout(&state.stage, roster.arm(), formation, lead, unit.bases).bases(pose);
            let bounds = around(&bases);
            if !state.on_board(bounds) {
                return refuse(NQ_SEQ_03, "would stand off the table");
            }
            if let Some(other) = state.lies_on(&bases, bounds, id) {
                return refuse(NQ_MOV_18, &format!("would stand on {}", name(state, other)));
            }
            match movement::closed_ground(state, id, formation, &bases, bounds) {
                Some(feature) => refuse(NQ_TER_01, &format!("may not stand in {}", state.stage.land(feature).called())),
                None => Ok(()),
            }
        }
        Place::In(building) => {
            let known = usize::from(building.0) < state.stage.land.len()
                && state.stage.land(building).terrain == Terrain::Building;
            match () {
                () if !known => refuse(NQ_TER_11, "finds no building there"),
                () if roster.arm() != Arm::Infantry => refuse(NQ_TER_12, "is no infantry"),
                () if unit.bases > charts::count(&state.stage.book, &numbers::GARRISON_MOST) => {
                    refuse(NQ_TER_11, "is too large for it")
                }
                () if state.on_table().any(|(other, held)| other != id && held.building() == Some(building)) => {
                    refuse(NQ_TER_11, "finds it held")
                }
                () => Ok(()),
            }
        }
        Place::Waiting | Place::Gone(_) => refuse(NQ_SEQ_03, "stands nowhere"),
    }
}

fn waits(unit: &Unit) -> bool {
    unit.place == Place::Waiting
}

/// The units of a side, or of one of its brigades, that are not on the table yet.
fn waiting(state: &State, side: Side, brigade: Option<BrigadeNo>) -> impl Iterator<Item = UnitId> {
    let own = move |(id, unit): &(UnitId, &Unit)| {
        unit.side == side && waits(unit) && brigade.is_none_or(|brigade| state.roster(*id).brigade == brigade)
    };
    state.all_units().filter(own).map(|(id, _)| id)
}

/// The commanders that may be placed now: those of the brigade, the army's last (NQ-SEQ-02).
fn commanders(state: &State, side: Side, brigade: Option<BrigadeNo>) -> impl Iterator<Item = CommanderId> {
    let units_left = waiting(state, side, None).next().is_some();
    let brigadiers_left =
        state.all_commanders().any(|(_, own)| own.side == side && own.waiting && own.level == Level::Brigade);
    state
        .all_commanders()
        .filter(move |(_, own)| {
            let turn = match own.level {
                Level::Brigade => brigade.is_none_or(|brigade| own.brigade == Some(brigade)),
                Level::Army => !units_left && !brigadiers_left,
            };
            own.side == side && own.waiting && turn
        })
        .map(|(id, _)| id)
}

/// Whether a side still has something to place.
pub(crate) fn is_open(state: &State, side: Side, brigade: Option<BrigadeNo>) -> bool {
    waiting(state, side, brigade).next().is_some() || commanders(state, side, brigade).next().is_some()
}

/// Sides take turns, brigade by brigade.
pub(crate) fn next_to_deploy(state: &State, side: Side) -> Option<Asking> {
    let next = [side.enemy(), side].into_iter().find(|side| is_open(state, *side, None));
    next.map(|side| Asking::Deploy(side, None))
}

/// A brigade is placed as a whole.
pub(crate) fn done(state: &State, side: Side, brigade: Option<BrigadeNo>) -> Result<(), Refusal> {
    match is_open(state, side, brigade) {
        true => Err(Refusal::new(NQ_SEQ_02, "the brigade is not on the table yet")),
        false => Ok(()),
    }
}

fn in_zone(state: &State, side: Side, bases: &[Base]) -> bool {
    let zones = &state.stage.armies[side.index()].zones;
    zones.iter().any(|zone| bases.iter().all(|base| wholly_in_ground(base, zone)))
}

/// Judges the placing of a unit.
pub(crate) fn check(
    state: &State,
    side: Side,
    brigade: Option<BrigadeNo>,
    id: UnitId,
    spot: Spot,
    formation: Formation,
    lead: Hand,
) -> Result<(), Refusal> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    if unit.side != side || !waits(unit) {
        return Err(Refusal::new(NQ_SEQ_02, format!("{}: not to be set up", name(state, id))));
    }
    if brigade.is_some_and(|brigade| roster.brigade != brigade) {
        return Err(Refusal::new(NQ_SEQ_02, format!("{}: of another brigade", name(state, id))));
    }
    can_stand(state, id, place_of(spot), formation, lead)?;
    let bases = match spot {
        Spot::At(pose) => layout(&state.stage, roster.arm(), formation, lead, unit.bases).bases(pose).to_vec(),
        Spot::In(building) => building_box(state, building),
    };
    match in_zone(state, side, &bases) {
        true => Ok(()),
        false => Err(Refusal::new(NQ_SEQ_03, format!("{}: outside the zone", name(state, id))).at(Where::Unit(id))),
    }
}

/// A building as one rectangle.
fn building_box(state: &State, building: FeatureId) -> Vec<Base> {
    let Some(ground) = state.stage.table.ground(building) else { return Vec::new() };
    let Bounds { min, max } = *ground.bounds();
    let size = firelock_table::Size::new(Length::grid(max.x - min.x), Length::grid(max.y - min.y));
    vec![Base::new(Pose::new(Point::new(min.x.midpoint(max.x), max.y), Angle::ZERO), size)]
}

fn place_of(spot: Spot) -> Place {
    match spot {
        Spot::At(pose) => Place::At(pose),
        Spot::In(building) => Place::In(building),
    }
}

/// Judges the placing of a command unit.
pub(crate) fn check_commander(
    state: &State,
    side: Side,
    brigade: Option<BrigadeNo>,
    id: CommanderId,
    at: Point,
) -> Result<(), Refusal> {
    if !commanders(state, side, brigade).any(|own| own == id) {
        return Err(Refusal::new(NQ_SEQ_02, "this commander is not to be set up now"));
    }
    let base = state.command_base(at);
    let room = state.on_board(base.bounds()) && state.lies_on(&[base], base.bounds(), UnitId(u16::MAX)).is_none();
    match room && in_zone(state, side, &[base]) {
        true => Ok(()),
        false => Err(Refusal::new(NQ_SEQ_03, "there is no room in the zone").at(Where::At(at))),
    }
}

/// Sets a unit down; the first of a brigade begins it.
pub(crate) fn deploy(desk: &mut Desk<'_, Napoleonic>, id: UnitId, spot: Spot, formation: Formation, lead: Hand) {
    begun(desk, desk.state().roster(id).brigade);
    desk.emit(Event::Placed { unit: id, place: place_of(spot), formation, lead });
}

/// Sets a command unit down.
pub(crate) fn deploy_commander(desk: &mut Desk<'_, Napoleonic>, id: CommanderId, at: Point) {
    let commander = desk.state().commander(id);
    if let (Level::Brigade, Some(brigade)) = (commander.level, commander.brigade) {
        begun(desk, brigade);
    }
    desk.emit(Event::CommanderMoved { commander: id, at, join: None, rode: false });
}

fn begun(desk: &mut Desk<'_, Napoleonic>, brigade: BrigadeNo) {
    if matches!(super::pending(desk.state()), Some(Asking::Deploy(_, None))) {
        desk.emit(Event::BrigadeBegun(brigade));
    }
}

/// The facing away from the own edge.
fn ahead(state: &State, side: Side) -> Angle {
    (state.home(side).outward() + Angle::HALF).heading()
}

/// The free place nearest to a wish.
fn spot_near(state: &State, side: Side, id: UnitId, formation: Formation, lead: Hand, wished: Pose) -> Option<Pose> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let body = Body::new(wished, layout(&state.stage, roster.arm(), formation, lead, unit.bases));
    let crowd = state.crowd(state.stage.table.bounds(), id);
    let scene = Scene::new(&state.stage.table, &crowd, Some(in_crowd(id)));
    let fits = |body: &Body| can_stand(state, id, Place::At(body.pose), formation, lead).is_ok();
    let zones = &state.stage.armies[side.index()].zones;
    zones.iter().find_map(|zone| free_place(&scene, &body, zone, Length::cm(5), fits))
}

/// Sets down who comes this turn, or came earlier and found no room, as near to the entry as there is room (NQ-SEQ-19).
pub(crate) fn arrive(desk: &mut Desk<'_, Napoleonic>) {
    for nth in 0..desk.state().stage.arrivals.len() {
        let state = desk.state();
        let Arrival { turn, who, pose } = state.stage.arrivals[nth];
        match who {
            _ if turn > state.turn => {}
            Comer::Unit(id) if waits(state.unit(id)) => {
                let (formation, lead) = (state.unit(id).formation, state.unit(id).lead);
                if let Some(pose) = room_at(state, id, formation, lead, pose) {
                    desk.emit(Event::Placed { unit: id, place: Place::At(pose), formation, lead });
                }
            }
            Comer::Commander(commander) if state.commander(commander).waiting => {
                desk.emit(Event::CommanderMoved { commander, at: pose.at, join: None, rode: false });
            }
            Comer::Unit(_) | Comer::Commander(_) => {}
        }
    }
}

/// The free place nearest to an entry, within 60 centimeters of it.
fn room_at(state: &State, id: UnitId, formation: Formation, lead: Hand, wished: Pose) -> Option<Pose> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let body = Body::new(wished, layout(&state.stage, roster.arm(), formation, lead, unit.bases));
    let crowd = state.crowd(state.stage.table.bounds(), id);
    let scene = Scene::new(&state.stage.table, &crowd, Some(in_crowd(id)));
    let fits = |body: &Body| can_stand(state, id, Place::At(body.pose), formation, lead).is_ok();
    let (reach, board) = (Length::cm(60).get(), state.stage.table.bounds());
    let (x, y) = (wished.at.x, wished.at.y);
    let min = Point::new((x - reach).max(board.min.x), (y - reach).max(board.min.y));
    let max = Point::new((x + reach).min(board.max.x), (y + reach).min(board.max.y));
    let near = Polygon::upright(min, max).ok()?;
    free_place(&scene, &body, &near, Length::cm(5), fits)
}

/// A place for the next unit or commander of the side.
pub(crate) fn candidates(state: &State, side: Side, brigade: Option<BrigadeNo>, into: &mut Vec<Command>) {
    let Some(zone) = state.stage.armies[side.index()].zones.first() else { return };
    let Bounds { min, max } = *zone.bounds();
    let facing = ahead(state, side);
    if let Some(id) = waiting(state, side, brigade).next() {
        let usual = state.unit(id).formation;
        let others = [Formation::AttackColumn, Formation::OpenOrder, Formation::Limbered];
        let may = |formation: &Formation| state.roster(id).class.may_form(*formation);
        let forms: Vec<Formation> = others.into_iter().filter(|form| may(form) && *form != usual).collect();
        for part in [3, 1, 5] {
            let at = Point::new(min.x + (max.x - min.x) / 6 * part, min.y.midpoint(max.y));
            for formation in std::iter::once(usual).chain(forms.iter().copied().take(1)) {
                if let Some(pose) = spot_near(state, side, id, formation, Hand::Left, Pose::new(at, facing)) {
                    let place = Spot::At(pose);
                    into.push(Command::Deploy { unit: id, place, formation, lead: Hand::Left });
                }
            }
        }
        into.dedup();
        return;
    }
    if let Some(id) = commanders(state, side, brigade).next() {
        let step = Length::cm(3).get();
        let places =
            (0..).map(|n| Point::new(min.x + step / 2 + 1 + step * (n % 50), min.y + step / 2 + 1 + step * (n / 50)));
        let free = |at: &Point| check_commander(state, side, brigade, id, *at).is_ok();
        if let Some(at) = places.take(2000).find(free) {
            into.push(Command::DeployCommander { commander: id, at });
        }
    }
}

/// The nearest place to what a hand points at.
pub(crate) fn fit(
    state: &State,
    side: Side,
    brigade: Option<BrigadeNo>,
    wish: &Wish,
) -> Result<Fitted<Command>, Refusal> {
    if let Some(commander) = commander_of(state, wish.unit) {
        check_commander(state, side, brigade, commander, wish.at)?;
        return Ok(Fitted {
            command: Command::DeployCommander { commander, at: wish.at },
            ghost: vec![state.command_base(wish.at).corners],
            path: Vec::new(),
            cost: String::new(),
            notes: Vec::new(),
            short: None,
        });
    }
    if !waiting(state, side, brigade).any(|id| id == wish.unit) {
        return Err(Refusal::new(NQ_SEQ_02, "that is not to be set up now"));
    }
    let (unit, roster) = (state.unit(wish.unit), state.roster(wish.unit));
    let facing = wish.facing.unwrap_or_else(|| ahead(state, side));
    let wished = Pose::new(wish.at, facing);
    let Some(pose) = spot_near(state, side, wish.unit, unit.formation, unit.lead, wished) else {
        return Err(Refusal::new(NQ_SEQ_03, "there is no room in the zone").at(Where::At(wish.at)));
    };
    let bases = layout(&state.stage, roster.arm(), unit.formation, unit.lead, unit.bases).bases(pose);
    let command =
        Command::Deploy { unit: wish.unit, place: Spot::At(pose), formation: unit.formation, lead: unit.lead };
    Ok(Fitted {
        command,
        ghost: bases.iter().map(|base| base.corners).collect(),
        path: Vec::new(),
        cost: String::new(),
        notes: Vec::new(),
        short: (pose.at != wish.at).then(|| Refusal::new(NQ_SEQ_03, "that place is taken or outside the zone")),
    })
}
