//! Leaders: attaching, moving, casualties (RF-LDR, RF-CMD-14, RF-CMD-15, RF-SEQ-03, RF-SEQ-09).
//!
//! A leader is no unit: nothing fires at him, he fires at nobody and adds no stand to a fight (RF-LDR-12).

mod casualties;
mod ride;

use firelock_core::{Desk, Fitted, Grain, Halt, Place, Refusal, Side, UnitId, Wish};
use firelock_table::{Angle, Bounds, Length, Point, Segment, TableEdge, gap};

use crate::Regimental;
use crate::charts;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::phase::Lots;
use crate::phase::control::is_in_chain;
use crate::state::{Asking, Leader, LeaderId, LeaderStatus, State};
use crate::words::{MoveClass, Obstacle, Rank};

pub(crate) use casualties::{check_colonel, check_fallen, check_nearest, follow, returns, swept_by};
use ride::{by_road, farthest, joined, ride, towards};

// Facts.

impl State {
    /// Whether a leader goes on foot: he has no horse, or it was shot (RF-LDR-06).
    pub fn is_on_foot(&self, id: LeaderId) -> bool {
        matches!(self.leader(id).status, LeaderStatus::DismountedUntil(_)) || !self.officer(id).mounted
    }

    /// Half the diameter of a leader's base (RF-SCL-09).
    pub fn leader_base(&self, id: LeaderId) -> Length {
        let army = self.officer(id).rank == Rank::Army;
        self.stage.length(if army { &charts::COMMANDER_BASE } else { &charts::LEADER_BASE }).half()
    }
}

/// The units on the table in whose chain a leader stands.
pub(crate) fn subordinates(state: &State, id: LeaderId) -> Vec<UnitId> {
    let side = state.leader(id).side;
    state.on_table(side).map(|(unit, _)| unit).filter(|unit| is_in_chain(state, id, *unit)).collect()
}

/// A place where a leader's base touches a unit: on the side of the friendly table edge if there is room, else on another.
pub(crate) fn beside(state: &State, id: LeaderId, unit: UnitId) -> Point {
    let home = state.home(state.leader(id).side);
    let sides = [home].into_iter().chain(TableEdge::ALL.into_iter().filter(|edge| *edge != home));
    let mut places = sides.map(|edge| touching(state, id, unit, edge));
    places.find(|place| can_stand(state, id, *place).is_ok()).unwrap_or_else(|| state.center(unit))
}

/// The place where a leader touches a unit on the side of a table edge.
fn touching(state: &State, id: LeaderId, unit: UnitId, edge: TableEdge) -> Point {
    let outside = gap(state.center(unit), state.stage.table.edge(edge)).ends().to;
    let contact = touch(state, outside, unit);
    contact.to.ahead(Angle::towards(contact.to, contact.from), state.leader_base(id))
}

/// The line from a place to the nearest place of a unit.
fn touch(state: &State, from: Point, unit: UnitId) -> Segment {
    match state.garrison(unit) {
        Some(ground) => gap(from, ground).ends(),
        None => gap(from, state.bases(unit)).ends(),
    }
}

/// The places a leader rides through to touch a unit.
fn way_to(state: &State, id: LeaderId, unit: UnitId, via: &[Point]) -> Vec<Point> {
    let at = state.leader(id).at;
    let contact = touch(state, via.last().copied().unwrap_or(at), unit);
    let base = state.leader_base(id);
    let distance = contact.length();
    let to = match distance > base {
        true => contact.from.ahead(Angle::towards(contact.from, contact.to), distance - base),
        false => contact.from,
    };
    joined(at, via, to)
}

// Check.

/// Judges M1, and the placing of a leader who returns.
pub(crate) fn check(state: &State, asking: &Asking, command: &Command) -> Result<(), Refusal> {
    match (asking, command) {
        (Asking::Leaders, Command::Attach { leader, unit, via }) => check_attach(state, *leader, *unit, via),
        (Asking::Leaders, Command::Leave(leader)) => check_leave(state, *leader),
        (Asking::Place(due), Command::Arrive { leader, unit }) => check_arrive(state, *due, *leader, *unit),
        _ => Err(Refusal::new(RF_CMD_15, "that is not what is decided about leaders now")),
    }
}

/// A leader joins a unit that he can ride to (RF-SEQ-03, RF-CMD-14).
fn check_attach(state: &State, id: LeaderId, unit: UnitId, via: &[Point]) -> Result<(), Refusal> {
    let name = &state.officer(id).name;
    is_free(state, id)?;
    if let Some(own) = state.leader(id).attached {
        let reason = format!("{name} is with {}; he must leave it first", state.roster(own).name);
        return Err(Refusal::new(RF_CMD_15, reason).at(Place::Unit(own)));
    }
    if state.unit(unit).side != state.active {
        return Err(Refusal::new(RF_CMD_14, format!("{name} joins only his own side")).at(Place::Unit(unit)));
    }
    ride(state, id, &way_to(state, id, unit, via)).map(|_| ())
}

fn check_leave(state: &State, id: LeaderId) -> Result<(), Refusal> {
    is_free(state, id)?;
    match state.leader(id).attached {
        Some(_) => Ok(()),
        None => Err(Refusal::new(RF_CMD_15, format!("{} is with no unit", state.officer(id).name))),
    }
}

/// Whether a leader is there, of the active side, and has not spent his move.
fn is_ready(state: &State, leader: &Leader) -> bool {
    leader.side == state.active && leader.is_present() && !leader.moved
}

/// The leaders who may be sent now.
fn ready(state: &State) -> impl Iterator<Item = (LeaderId, &Leader)> {
    state.all_leaders().filter(|(_, leader)| is_ready(state, leader))
}

/// Why a leader may not be sent now, if he may not.
fn is_free(state: &State, id: LeaderId) -> Result<(), Refusal> {
    let (leader, name) = (state.leader(id), &state.officer(id).name);
    if leader.side != state.active || !leader.is_present() {
        return Err(Refusal::new(RF_LDR_09, format!("{name} is not yours to send")));
    }
    match leader.moved {
        true => Err(Refusal::new(RF_LDR_02, format!("{name} has spent his move")).at(Place::At(leader.at))),
        false => Ok(()),
    }
}

fn check_arrive(state: &State, due: LeaderId, id: LeaderId, unit: UnitId) -> Result<(), Refusal> {
    let name = &state.officer(due).name;
    if due != id {
        return Err(Refusal::new(RF_LDR_05, format!("it is {name} who is placed now")));
    }
    match subordinates(state, id).contains(&unit) {
        true => Ok(()),
        false => {
            let reason = format!("{}: not under {name}", state.roster(unit).name);
            Err(Refusal::new(RF_LDR_05, reason).at(Place::Unit(unit)))
        }
    }
}

/// Judges M3: a detached leader moves (RF-SEQ-09, RF-LDR-02).
pub(crate) fn check_move(state: &State, id: LeaderId, to: Point, via: &[Point]) -> Result<(), Refusal> {
    is_free(state, id)?;
    let leader = state.leader(id);
    if let Some(unit) = leader.attached {
        let reason = format!("{} goes with {}", state.officer(id).name, state.roster(unit).name);
        return Err(Refusal::new(RF_LDR_02, reason).at(Place::Unit(unit)));
    }
    ride(state, id, &joined(leader.at, via, to)).map(|_| ())
}

/// Whether a leader could stand at a place at all.
pub(crate) fn can_stand(state: &State, id: LeaderId, place: Point) -> Result<(), Refusal> {
    let (table, name) = (&state.stage.table, &state.officer(id).name);
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).at(Place::At(place)));
    if !table.bounds().contains(place) {
        return refuse(RF_MOV_30, format!("{name} would stand off the table"));
    }
    if let Some(id) =
        state.closed_at(place, |land| land.movement == MoveClass::Impassable || land.obstacle == Obstacle::GarrisonOnly)
    {
        return refuse(RF_MOV_29, format!("nobody can stand in {}", state.stage.land(id).called()));
    }
    let limit = state.stage.length(&charts::STAND_OFF) + state.leader_base(id);
    // Boxes first; the ends of a gap are rounded by less than a grid step each.
    let (here, far) = (Bounds::of(&[place]), (limit + Length::grid(4)).squared());
    let is_near =
        |unit: UnitId| state.around(unit).distance_squared(&here) <= far && touch(state, place, unit).length() < limit;
    let near = state.on_table(state.leader(id).side.enemy()).find(|(unit, _)| is_near(*unit));
    match near {
        Some((unit, _)) => {
            refuse(RF_MOV_27, format!("{name} would stand closer than an inch to {}", state.roster(unit).name))
        }
        None => Ok(()),
    }
}

// Resolve.

/// Carries out what a leader was told.
pub(crate) fn resolve(desk: &mut Desk<'_, Regimental>, command: &Command) -> Result<(), Halt> {
    match command {
        Command::Attach { leader, unit, .. } => desk.emit(Event::Attached { leader: *leader, unit: *unit }),
        Command::Leave(leader) => {
            let state = desk.state();
            let at =
                state.leader(*leader).attached.map_or(state.leader(*leader).at, |unit| beside(state, *leader, unit));
            desk.emit(Event::Detached { leader: *leader, at });
        }
        Command::Arrive { leader, unit } => {
            desk.emit(Event::Answered);
            casualties::arrive(desk, *leader, *unit);
        }
        Command::MoveLeader { leader, to, .. } => desk.emit(Event::LeaderMoved { leader: *leader, to: *to }),
        _ => {}
    }
    Ok(())
}

// Predicates.

/// Whether M1 has anything to decide.
pub(crate) fn has_choice(state: &State) -> bool {
    ready(state).any(|(_, leader)| leader.attached.is_some())
        || ready(state).any(|(id, _)| state.on_table(state.active).any(|(unit, _)| may_attach(state, id, unit)))
}

/// Whether a leader could join a unit straight away: quick where it is far off.
fn may_attach(state: &State, id: LeaderId, unit: UnitId) -> bool {
    let apart = state.around(unit).distance_squared(&Bounds::of(&[state.leader(id).at]));
    let far = farthest(state, id) + state.leader_base(id);
    apart <= far.squared() && check_attach(state, id, unit, &[]).is_ok()
}

/// Whether a detached leader has his move left.
pub(crate) fn may_move(state: &State) -> bool {
    movable(state).next().is_some()
}

pub(crate) fn movable(state: &State) -> impl Iterator<Item = LeaderId> {
    ready(state).filter(|(_, leader)| leader.attached.is_none()).map(|(id, _)| id)
}

/// What may be said of leaders in M1, and where a returning one may be placed.
pub(crate) fn list(state: &State, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::Leaders => {
            into.extend(sendings(state).into_iter().filter_map(|sending| send(state, sending)));
        }
        Asking::Place(leader) => {
            into.extend(subordinates(state, *leader).into_iter().map(|unit| Command::Arrive { leader: *leader, unit }));
        }
        _ => {}
    }
}

/// Who may leave his unit, or join one that is not too far: not yet judged.
fn sendings(state: &State) -> Vec<(LeaderId, Option<UnitId>)> {
    let mut sendings = Vec::with_capacity(32);
    for (leader, man) in ready(state) {
        match man.attached {
            Some(_) => sendings.push((leader, None)),
            None => sendings.extend(state.on_table(state.active).map(|(unit, _)| (leader, Some(unit)))),
        }
    }
    sendings
}

/// The command of a leader who leaves his unit or joins one, if he may.
fn send(state: &State, (leader, unit): (LeaderId, Option<UnitId>)) -> Option<Command> {
    match unit {
        None => Some(Command::Leave(leader)),
        Some(unit) => may_attach(state, leader, unit).then(|| Command::Attach { leader, unit, via: Vec::new() }),
    }
}

/// One of what may be said of leaders in M1.
pub(crate) fn draw(state: &State, lots: Lots<'_>) -> Option<Command> {
    lots.among(sendings(state), |sending| send(state, sending))
}

/// Moves worth a look: to the middle of a leader's units, towards each of them, and round about.
pub(crate) fn candidates(state: &State, grain: Grain, into: &mut Vec<Command>) {
    let (headings, reach) = match grain {
        Grain::Coarse => (0, 0),
        Grain::Middle => (4, 6),
        Grain::Fine => (16, 12),
    };
    for leader in movable(state) {
        let at = state.leader(leader).at;
        let own = subordinates(state, leader);
        let mut wishes = Vec::new();
        wishes.extend(middle(own.iter().map(|unit| state.center(*unit))));
        if grain != Grain::Coarse {
            wishes.extend(own.iter().map(|unit| state.center(*unit)));
        }
        wishes.extend((0..headings).map(|n| at.ahead(Angle::degrees(360 / headings * n), Length::inches(reach))));
        let mut reached: Vec<Point> = wishes.into_iter().filter_map(|to| towards(state, leader, to)).collect();
        reached.retain(|to| *to != at);
        reached.sort_unstable();
        reached.dedup();
        into.extend(reached.into_iter().map(|to| Command::MoveLeader { leader, to, via: Vec::new() }));
    }
}

/// The middle of some places.
fn middle(places: impl Iterator<Item = Point>) -> Option<Point> {
    let (mut x, mut y, mut n) = (0_i64, 0_i64, 0_i64);
    for place in places {
        (x, y, n) = (x + i64::from(place.x), y + i64::from(place.y), n + 1);
    }
    (n > 0).then(|| Point::new((x / n) as i32, (y / n) as i32))
}

/// The nearest legal ride to where a hand points: straight, by a road, or as far as he gets.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let leader = crate::view::leader_of(state, wish.unit).filter(|leader| state.leader(*leader).side == side);
    let leader = leader.ok_or_else(|| Refusal::new(RF_SEQ_09, "point at one of your leaders"))?;
    let (at, straight) = (state.leader(leader).at, check_move(state, leader, wish.at, &[]));
    let (to, via, short) = match straight {
        Ok(()) => (wish.at, Vec::new(), None),
        Err(refusal) => match by_road(state, leader, wish.at) {
            Some(via) if check_move(state, leader, wish.at, &via).is_ok() => (wish.at, via, None),
            _ => match towards(state, leader, wish.at) {
                Some(to) if check_move(state, leader, to, &[]).is_ok() => (to, Vec::new(), Some(refusal)),
                _ => return Err(refusal),
            },
        },
    };
    let path = joined(at, &via, to);
    let ridden = ride(state, leader, &path)?;
    Ok(Fitted {
        command: Command::MoveLeader { leader, to, via },
        ghost: vec![crate::view::leader_corners(state, leader, to)],
        path,
        cost: format!("{} of {} inches", ridden.cost.in_inches(), ridden.rate.in_inches()),
        notes: Vec::new(),
        short,
    })
}
