//! Before the first turn: who deploys first, where, and with which directives; later arrivals; garrisons (FD-SEQ-02, FD-SEQ-21,
//! FD-OBJ-04).

use firelock_core::{Desk, Fitted, Grain, Halt, Place as Spot, Refusal, Side, Wish};
use firelock_table::{
    Angle, Base, Body as Block, Bounds, Length, Point, Polygon, Pose, Scene, free_place, grounds_overlap, is_inside,
    rear_on_edge,
};

use super::{name, pending};
use crate::Discipline;
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::{Event, Motion};
use crate::facts::{Deployment, deployment_roll};
use crate::geometry::layout;
use crate::roster::BrigadeNo;
use crate::state::{Asking, Body, BodyId, CommanderId, Kind, Place, State, ZoneId};
use crate::view::{commander_of, commander_piece};
use crate::words::{Formation, GunState};

/// Both sides roll, the lower deploys first (FD-SEQ-02).
pub(crate) fn begin(desk: &mut Desk<'_, Discipline>) -> Result<(), Halt> {
    let first = desk.state().stage.first;
    let rolled = desk.roll(deployment_roll())?;
    let begins = Deployment { first }.begins(rolled.value());
    desk.emit(Event::Answered);
    desk.emit(Event::Second(begins.enemy()));
    desk.emit(Event::Asked(Asking::Deploy(begins, None)));
    Ok(())
}

/// The bodies of a side that are still to be placed.
fn waiting(state: &State, side: Side) -> impl Iterator<Item = (BodyId, &Body)> {
    let late = |body: &Body| state.stage.arrivals.iter().any(|arrival| arrival.units.contains(&body.unit));
    state
        .all_bodies()
        .filter(move |(_, body)| body.side == side && body.fate.is_none() && body.place == Place::Off && !late(body))
}

/// Whether a side has a brigade left to place.
pub(crate) fn is_open(state: &State, side: Side) -> bool {
    waiting(state, side).next().is_some() || waiting_commanders(state, side, None).next().is_some()
}

fn waiting_commanders(state: &State, side: Side, brigade: Option<BrigadeNo>) -> impl Iterator<Item = CommanderId> {
    let late = |id: CommanderId| state.stage.arrivals.iter().any(|arrival| arrival.commanders.contains(&id));
    state
        .all_commanders()
        .filter(move |(id, man)| {
            man.side == side && man.waiting && !late(*id) && brigade.is_none_or(|brigade| brigade.0 == id.0)
        })
        .map(|(id, _)| id)
}

/// After a brigade: the other side's turn, or the same side's again if the other has none left; none when all stand.
pub(crate) fn next_to_deploy(state: &State, side: Side) -> Option<Asking> {
    [side.enemy(), side].into_iter().find(|side| is_open(state, *side)).map(|side| Asking::Deploy(side, None))
}

/// A brigade is placed when all its bodies and its commander are.
pub(crate) fn done(state: &State, side: Side, brigade: Option<BrigadeNo>) -> Result<(), Refusal> {
    let Some(brigade) = brigade else {
        return Err(Refusal::new(FD_SEQ_02, "choose a brigade by placing one of its bodies"));
    };
    if let Some((id, _)) = waiting(state, side).find(|(id, _)| state.roster(*id).brigade == brigade) {
        let words = format!("{}: still to be placed", name(state, id));
        return Err(Refusal::new(FD_SEQ_02, words).at(Spot::Unit(id)));
    }
    match waiting_commanders(state, side, Some(brigade)).next() {
        Some(man) => {
            let words = format!("{} is still to be placed", state.stage.officers[usize::from(man.0)].name);
            Err(Refusal::new(FD_SEQ_02, words).at(Spot::Unit(commander_piece(man))))
        }
        None => Ok(()),
    }
}

/// The ground on which a brigade may deploy.
fn grounds(state: &State, side: Side, brigade: BrigadeNo) -> impl Iterator<Item = &Polygon> {
    let zones = state.stage.armies[side.index()].zones.iter();
    zones.filter(move |zone| zone.brigades.is_empty() || zone.brigades.contains(&brigade)).map(|zone| &zone.ground)
}

/// A body as it would be placed.
fn placed(state: &State, id: BodyId, place: Place, formation: Formation) -> Body {
    let mut body = Body { place, formation, bent: None, ..state.body(id).clone() };
    if let Kind::Section(gun) = &mut body.kind {
        gun.state = if formation == Formation::Limbered { GunState::Limbered } else { GunState::Unlimbered };
    }
    body
}

/// Judges where a body is set up.
pub(crate) fn check_body(
    state: &State,
    side: Side,
    brigade: Option<BrigadeNo>,
    id: BodyId,
    place: Place,
    formation: Formation,
) -> Result<(), Refusal> {
    let own = state.roster(id).brigade;
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    if state.body(id).side != side || state.body(id).fate.is_some() {
        return refuse(FD_SEQ_02, "is not yours to place");
    }
    if state.stage.arrivals.iter().any(|arrival| arrival.units.contains(&state.body(id).unit)) {
        return refuse(FD_SEQ_21, "comes later");
    }
    match brigade {
        Some(brigade) if brigade != own => return refuse(FD_SEQ_02, "belongs to another brigade"),
        None if state.body(id).place != Place::Off => return refuse(FD_SEQ_02, "stands already"),
        _ => {}
    }
    can_stand(state, id, place, formation)?;
    let body = placed(state, id, place, formation);
    match place {
        Place::At(pose) => {
            let bases = Block::new(pose, layout(&state.stage, state.roster(id), &body)).bases();
            let inside =
                |ground: &Polygon| bases.iter().all(|base| is_inside(base, ground, firelock_table::Inside::Whole));
            match grounds(state, side, own).any(inside) {
                true => Ok(()),
                false => Err(Refusal::new(FD_SCL_10, "that is outside its deployment zone").at(Spot::At(pose.at))),
            }
        }
        Place::In(zone) | Place::Emplaced(zone, _) => {
            let ground = state.ground(zone);
            let holds = |outer: &Polygon| ground.points().iter().all(|corner| outer.contains(*corner));
            match grounds(state, side, own).any(holds) {
                true => Ok(()),
                false => refuse(FD_SEQ_02, "may only be put into a zone wholly inside its deployment zone"),
            }
        }
        Place::Off => refuse(FD_SEQ_02, "must stand somewhere"),
    }
}

/// Whether a body can stand in a place and formation: room, ground, capacity.
pub(crate) fn can_stand(state: &State, id: BodyId, place: Place, formation: Formation) -> Result<(), Refusal> {
    let body = placed(state, id, place, formation);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    let guns = matches!(body.kind, Kind::Section(_));
    let fits = match (&body.kind, formation) {
        (Kind::Troops, Formation::Line | Formation::Column) => matches!(place, Place::At(_)),
        (Kind::Troops, Formation::Garrison) => matches!(place, Place::In(_)),
        (Kind::Section(_), Formation::Limbered) => matches!(place, Place::At(_)),
        (Kind::Section(_), Formation::Unlimbered) => matches!(place, Place::At(_) | Place::Emplaced(..)),
        (Kind::Wagon { .. }, Formation::Line | Formation::Limbered) => matches!(place, Place::At(_)),
        _ => false,
    };
    if !fits {
        let clause = if guns { FD_FRM_06 } else { FD_FRM_02 };
        return refuse(clause, "cannot stand so");
    }
    let zone = match place {
        Place::In(zone) | Place::Emplaced(zone, _) => Some(zone),
        _ => None,
    };
    if let Some(zone) = zone {
        return can_hold(state, id, &body, zone, place);
    }
    let Place::At(pose) = place else { return refuse(FD_SEQ_02, "must stand somewhere") };
    let block = Block::new(pose, layout(&state.stage, state.roster(id), &body));
    let bases = block.bases();
    let table = state.stage.table.bounds();
    if bases.iter().flat_map(|base| base.corners).any(|corner| !table.contains(corner)) {
        return Err(Refusal::new(FD_SEQ_02, "that is off the table").at(Spot::At(pose.at)));
    }
    if let Some(other) = state.lies_on(&bases, &[id]) {
        let words = format!("taken by {}", name(state, other));
        return Err(Refusal::new(FD_SEQ_02, words).at(Spot::Unit(other)));
    }
    if let Some(feature) = state.closed_ground(id, &bases).next() {
        let words = format!("it may not stand in {}", state.stage.land(feature).called());
        return Err(Refusal::new(FD_TER_02, words).at(Spot::At(pose.at)));
    }
    Ok(())
}

/// Whether a zone has room for a body, and admits it (FD-OBJ-03, FD-OBJ-05).
fn can_hold(state: &State, id: BodyId, body: &Body, zone: ZoneId, place: Place) -> Result<(), Refusal> {
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    let Some(ground) = state.stage.zones.get(usize::from(zone.0)) else {
        return refuse(FD_OBJ_01, "knows no such zone");
    };
    if state.in_zone(zone).any(|(_, other)| other.side != body.side) {
        return refuse(FD_OBJ_11, "would share the zone with the enemy");
    }
    if body.mounted && !ground.class.admits_mounted() {
        return refuse(FD_OBJ_03, "is mounted and does not hold that zone");
    }
    let others = || state.in_zone(zone).filter(|(other, _)| *other != id);
    let taken: u16 = others().map(|(other, _)| state.halves(other)).sum();
    if taken + state.halves(id) > ground.capacity {
        return refuse(FD_OBJ_05, "has no room in that zone");
    }
    if let Place::Emplaced(_, pose) = place {
        let sections = others().filter(|(_, other)| other.gun().is_some()).count();
        if sections >= usize::from(charts::zone_sections(&state.stage.book, ground.class)) {
            return refuse(FD_OBJ_03, "has no sector of that zone for its guns");
        }
        let bases = Block::new(pose, layout(&state.stage, state.roster(id), body)).bases();
        if !bases.iter().all(|base| ground.ground.contains(base.center())) {
            return refuse(FD_OBJ_12, "must stand inside the zone");
        }
    }
    Ok(())
}

/// Judges where a commander is set up.
pub(crate) fn check_commander(
    state: &State,
    side: Side,
    brigade: Option<BrigadeNo>,
    id: CommanderId,
    at: Point,
) -> Result<(), Refusal> {
    let refuse = |words: &str| Err(Refusal::new(FD_SEQ_02, words).at(Spot::At(at)));
    if state.commander(id).side != side {
        return refuse("he is not yours to place");
    }
    if state.stage.arrivals.iter().any(|arrival| arrival.commanders.contains(&id)) {
        return Err(Refusal::new(FD_SEQ_21, "he comes later"));
    }
    if brigade.is_some_and(|brigade| brigade.0 != id.0) {
        return refuse("he belongs to another brigade");
    }
    match grounds(state, side, BrigadeNo(id.0)).any(|ground| ground.contains(at)) {
        true => Ok(()),
        false => Err(Refusal::new(FD_SCL_10, "that is outside his deployment zone").at(Spot::At(at))),
    }
}

/// Notes which brigade is being placed, from its first piece on.
fn take_up(desk: &mut Desk<'_, Discipline>, brigade: BrigadeNo) {
    if let Some(Asking::Deploy(side, None)) = pending(desk.state()) {
        let side = *side;
        desk.emit(Event::Answered);
        desk.emit(Event::Asked(Asking::Deploy(side, Some(brigade))));
    }
}

/// A body is set up.
pub(crate) fn deploy(desk: &mut Desk<'_, Discipline>, body: BodyId, place: Place, formation: Formation) {
    let brigade = desk.state().roster(body).brigade;
    take_up(desk, brigade);
    desk.emit(Event::Placed { body, place, formation });
}

/// A commander is set up; one with a personal force rides with it.
pub(crate) fn deploy_commander(desk: &mut Desk<'_, Discipline>, commander: CommanderId, at: Point) {
    take_up(desk, BrigadeNo(commander.0));
    let state = desk.state();
    let guard = state.stage.officers[usize::from(commander.0)].guard.and_then(|unit| state.main_body(unit));
    let attached = guard.map(|body| (body, state.body(body).stands.first().copied().unwrap_or(0)));
    let at = guard.map_or(at, |body| state.center(body));
    desk.emit(Event::CommanderAt { commander, at, attached, rode: false });
}

/// The formation a body is set up in where nothing else is wished.
fn usual_formation(state: &State, id: BodyId) -> Formation {
    match &state.body(id).kind {
        Kind::Section(_) => Formation::Unlimbered,
        _ => Formation::Line,
    }
}

/// The facing of a side's troops at the start: towards the enemy's edge.
fn forward(state: &State, side: Side) -> Angle {
    (state.home(side).outward() + Angle::HALF).heading()
}

/// A few places for the next body or commander to be set up, brigade by brigade.
pub(crate) fn candidates(state: &State, side: Side, brigade: Option<BrigadeNo>, grain: Grain, into: &mut Vec<Command>) {
    let of = |id: &BodyId| brigade.is_none_or(|brigade| state.roster(*id).brigade == brigade);
    let next = waiting(state, side).map(|(id, _)| id).find(of);
    let shares: &[i32] = match grain {
        Grain::Coarse => &[3],
        Grain::Middle => &[1, 3, 5],
        Grain::Fine => &[1, 2, 3, 4, 5],
    };
    if let Some(body) = next {
        let own = state.roster(body).brigade;
        let formation = usual_formation(state, body);
        for ground in grounds(state, side, own) {
            for share in shares {
                let wished = along(ground.bounds(), *share, i32::from(own.0) + 1);
                if let Some(place) = free_spot(state, side, body, formation, ground, wished) {
                    push(state, side, brigade, Command::Deploy { body, place: Place::At(place), formation }, into);
                }
            }
        }
        // A table too crowded for the usual formation still has room for a column.
        if into.is_empty() && formation == Formation::Line {
            for ground in grounds(state, side, own) {
                let wished = along(ground.bounds(), 3, 2);
                if let Some(place) = free_spot(state, side, body, Formation::Column, ground, wished) {
                    let command = Command::Deploy { body, place: Place::At(place), formation: Formation::Column };
                    push(state, side, brigade, command, into);
                }
            }
        }
    }
    let man = waiting_commanders(state, side, brigade).next();
    if let Some(commander) = man.filter(|_| next.is_none() || grain != Grain::Coarse) {
        for ground in grounds(state, side, BrigadeNo(commander.0)) {
            let at = along(ground.bounds(), 3, 3);
            push(state, side, brigade, Command::DeployCommander { commander, at }, into);
        }
    }
}

fn push(state: &State, side: Side, brigade: Option<BrigadeNo>, command: Command, into: &mut Vec<Command>) {
    let judged = match &command {
        Command::Deploy { body, place, formation } => check_body(state, side, brigade, *body, *place, *formation),
        Command::DeployCommander { commander, at } => check_commander(state, side, brigade, *commander, *at),
        _ => return,
    };
    if judged.is_ok() && !into.contains(&command) {
        into.push(command);
    }
}

/// A place of a box: so many sixths across and down.
fn along(bounds: &Bounds, across: i32, down: i32) -> Point {
    let part = |from: i32, to: i32, nth: i32| from + ((i64::from(to) - i64::from(from)) * i64::from(nth) / 6) as i32;
    Point::new(part(bounds.min.x, bounds.max.x, across), part(bounds.min.y, bounds.max.y, 1 + down.rem_euclid(5)))
}

/// The free pose for a body nearest to a place.
fn free_spot(
    state: &State,
    side: Side,
    id: BodyId,
    formation: Formation,
    ground: &Polygon,
    wished: Point,
) -> Option<Pose> {
    let pose = Pose::new(wished, forward(state, side));
    let body = placed(state, id, Place::At(pose), formation);
    let block = Block::new(pose, layout(&state.stage, state.roster(id), &body));
    let crowd = state.crowd(ground.bounds().grown(Length::inches(20)), &[id]);
    let scene = Scene::new(&state.stage.table, &crowd, None);
    let free = |block: &Block| {
        let bases = block.bases();
        state.closed_ground(id, &bases).next().is_none()
    };
    free_place(&scene, &block, ground, state.stage.yards(10), free)
}

/// The nearest legal set-up to where a hand points.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let Some(Asking::Deploy(_, brigade)) = pending(state) else {
        return Err(Refusal::new(FD_SEQ_02, "nothing is set up now"));
    };
    if let Some(commander) = commander_of(state, wish.unit) {
        check_commander(state, side, *brigade, commander, wish.at)?;
        return Ok(Fitted {
            command: Command::DeployCommander { commander, at: wish.at },
            ghost: vec![state.half_stand(wish.at).corners],
            path: Vec::new(),
            cost: String::new(),
            notes: Vec::new(),
            short: None,
        });
    }
    let id = wish.unit;
    if id.index() >= state.bodies.len() || state.body(id).side != side {
        return Err(Refusal::new(FD_SEQ_02, "there is no such body to place"));
    }
    let zone = state.stage.all_zones().find(|(_, zone)| zone.ground.contains(wish.at)).map(|(zone, _)| zone);
    let formation = match wish.act.as_str() {
        "deploy in column" => Formation::Column,
        "deploy limbered" => Formation::Limbered,
        _ if zone.is_some() && state.body(id).is_troops() => Formation::Garrison,
        _ => usual_formation(state, id),
    };
    let facing = wish.facing.unwrap_or_else(|| forward(state, side)).heading();
    let pose = Pose::new(wish.at, facing);
    let place = match (formation, zone) {
        (Formation::Garrison, Some(zone)) => Place::In(zone),
        (Formation::Unlimbered, Some(zone)) => Place::Emplaced(zone, pose),
        _ => Place::At(pose),
    };
    check_body(state, side, *brigade, id, place, formation)?;
    let body = placed(state, id, place, formation);
    let bases = match place {
        Place::In(_) => Vec::new(),
        _ => Block::new(pose, layout(&state.stage, state.roster(id), &body)).bases().to_vec(),
    };
    Ok(Fitted {
        command: Command::Deploy { body: id, place, formation },
        ghost: bases.iter().map(|base: &Base| base.corners).collect(),
        path: Vec::new(),
        cost: String::new(),
        notes: Vec::new(),
        short: None,
    })
}

/// What can be set up now, by name of the act.
pub(crate) fn acts(state: &State, side: Side, brigade: Option<BrigadeNo>) -> Vec<(BodyId, String)> {
    let mut acts = Vec::new();
    let of = |id: BodyId| brigade.is_none_or(|brigade| state.roster(id).brigade == brigade);
    for (id, body) in state.all_bodies().filter(|(id, body)| body.side == side && body.fate.is_none() && of(*id)) {
        if brigade.is_none() && body.place != Place::Off {
            continue;
        }
        acts.push((id, "deploy".to_string()));
        match &body.kind {
            Kind::Section(_) => acts.push((id, "deploy limbered".to_string())),
            Kind::Troops if body.stands.len() > 1 => acts.push((id, "deploy in column".to_string())),
            _ => {}
        }
    }
    acts.extend(waiting_commanders(state, side, brigade).map(|man| (commander_piece(man), "deploy".to_string())));
    acts
}

/// I.0: those who come later come on with their rear on the edge, in column (FD-SEQ-21).
pub(crate) fn arrivals(desk: &mut Desk<'_, Discipline>) {
    let state = desk.state();
    let now: Vec<_> = state.stage.arrivals.iter().filter(|arrival| arrival.turn <= state.turn).cloned().collect();
    for arrival in now {
        for unit in &arrival.units {
            let bodies: Vec<BodyId> = desk
                .state()
                .all_bodies()
                .filter(|(_, body)| body.unit == *unit && body.place == Place::Off && body.fate.is_none())
                .map(|(id, _)| id)
                .collect();
            for id in bodies {
                let state = desk.state();
                let formation = match &state.body(id).kind {
                    Kind::Troops if state.body(id).stands.len() > 1 => Formation::Column,
                    Kind::Troops => Formation::Line,
                    _ => Formation::Limbered,
                };
                let Some(pose) = entry(state, id, formation, &arrival) else { continue };
                desk.emit(Event::Placed { body: id, place: Place::At(pose), formation });
                desk.emit(Event::Moved { body: id, pose, bent: None, how: Motion::Arrival });
            }
        }
        for commander in arrival.commanders {
            if !desk.state().commander(commander).waiting || desk.state().turn != arrival.turn {
                continue;
            }
            desk.emit(Event::CommanderAt { commander, at: arrival.at, attached: None, rode: false });
        }
    }
}

/// The free place on the edge nearest to where they come on.
fn entry(state: &State, id: BodyId, formation: Formation, arrival: &crate::state::Arrival) -> Option<Pose> {
    let body = placed(state, id, Place::At(Pose::default()), formation);
    let shape = layout(&state.stage, state.roster(id), &body);
    let line = state.stage.table.edge(arrival.edge);
    let along = line.from.distance(arrival.at);
    let step = state.stage.yards(10);
    let off = state.stage.length(&numbers::STAND_OFF);
    (0..60).flat_map(|n| [n, -n]).find_map(|n| {
        let at = along + step * n;
        if at < Length::ZERO || at > line.length() {
            return None;
        }
        let pose = rear_on_edge(&state.stage.table, arrival.edge, at, &shape);
        let bases = Block::new(pose, shape.clone()).bases();
        let table = state.stage.table.bounds();
        let on_table =
            bases.iter().flat_map(|base| base.corners).all(|corner| table.grown(Length::grid(4)).contains(corner));
        let free = state.lies_on(&bases, &[id]).is_none()
            && state.enemy_within(state.body(id).side, &bases, off).is_none()
            && state.closed_ground(id, &bases).next().is_none();
        (on_table && free).then_some(pose)
    })
}

/// VI.5: bodies in transit since the turn before become garrison (FD-OBJ-04).
pub(crate) fn garrisons(desk: &mut Desk<'_, Discipline>) {
    let state = desk.state();
    let due = |body: &Body| body.transit.is_some_and(|turn| turn <= state.turn);
    let bodies: Vec<BodyId> = state.on_table().filter(|(_, body)| due(body)).map(|(id, _)| id).collect();
    bodies.into_iter().for_each(|body| desk.emit(Event::Garrisoned(body)));
}

/// Whether two deployment zones share ground: then the sides would stand among each other.
pub(crate) fn zones_overlap(state: &State) -> bool {
    let [red, blue] = &state.stage.armies;
    red.zones.iter().any(|one| blue.zones.iter().any(|two| grounds_overlap(&one.ground, &two.ground)))
}
