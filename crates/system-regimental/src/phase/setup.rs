//! Deployment and reinforcements (RF-SEQ-24, RF-SEQ-25, RF-MAN-42, RF-MAN-43).

mod places;
mod standing;

use firelock_core::{Desk, Fitted, Grain, Place as Spot, Refusal, Side, UnitId, Wish};
use firelock_scenario::Word;
use firelock_table::{Bases, Length, Point, Pose, gap, wholly_in_ground};

use crate::Regimental;
use crate::charts;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::phase::leaders;
use crate::phase::movement::branch;
use crate::roster::{BodyOf, Roster};
use crate::state::{Arrival, LeaderId, LeaderStatus, Place, State, Unit};
use crate::words::{Branch, Effectiveness, Formation};

pub(crate) use places::usual_formation;
use places::{entry_poses, leader_places, unit_places};
pub(crate) use standing::can_stand;

// Facts.

/// A unit as it would stand there.
pub(crate) fn posted(state: &State, id: UnitId, place: Place, formation: Formation) -> Unit {
    let gap = match formation {
        Formation::OpenOrder => u16::try_from(state.stage.book.number(&charts::OPEN_GAP_LEAST)).unwrap_or(0),
        _ => 0,
    };
    Unit { place, formation, gap, bend: Vec::new(), flank: None, ..state.unit(id).clone() }
}

/// Its stands there.
pub(crate) fn stands_of(state: &State, unit: &Unit) -> Bases {
    let roster = roster_of(state, unit);
    unit.pose().map(|pose| crate::geometry::layout(&state.stage, roster, unit).bases(pose)).unwrap_or_default()
}

/// The roster line of a unit that may stand otherwise than in the state.
fn roster_of<'s>(state: &'s State, unit: &Unit) -> &'s Roster {
    &state.stage.roster[usize::from(unit.roster)]
}

/// The arrival that brings a unit, if it does not stand there from the start.
fn arrival_of(state: &State, id: UnitId) -> Option<&Arrival> {
    state.stage.arrivals.iter().find(|arrival| arrival.units.contains(&id))
}

/// The units a side has still to set up.
fn units_left(state: &State, side: Side) -> impl Iterator<Item = UnitId> {
    let left = move |(id, unit): &(UnitId, &Unit)| {
        unit.side == side && unit.fate.is_none() && unit.place == Place::Off && arrival_of(state, *id).is_none()
    };
    state.all_units().filter(left).map(|(id, _)| id)
}

/// The leaders a side has still to set up.
fn leaders_left(state: &State, side: Side) -> impl Iterator<Item = LeaderId> {
    let comes_later = |id: LeaderId| state.stage.arrivals.iter().any(|arrival| arrival.leaders.contains(&id));
    let waits = move |id: &LeaderId| {
        let leader = state.leader(*id);
        leader.side == side && leader.status == LeaderStatus::Waiting && !comes_later(*id)
    };
    state.all_leaders().map(|(id, _)| id).filter(waits)
}

// Check.

/// Whether the side may stop setting up: everyone stands, or there is no room left for him.
pub(crate) fn done(state: &State, side: Side) -> Result<(), Refusal> {
    let homeless = |id: &UnitId| unit_places(state, *id, Grain::Fine).next().is_some();
    if let Some(unit) = units_left(state, side).find(homeless) {
        let reason = format!("{}: not set up yet", state.roster(unit).name);
        return Err(Refusal::new(RF_SEQ_24, reason).at(Spot::Unit(unit)));
    }
    match leaders_left(state, side).find(|id| leader_places(state, *id, Grain::Fine).next().is_some()) {
        Some(leader) => Err(Refusal::new(RF_SEQ_24, format!("{} is not set up yet", state.officer(leader).name))),
        None => Ok(()),
    }
}

/// Judges a placing.
pub(crate) fn check(state: &State, side: Side, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::Deploy { unit, place, formation } => check_unit(state, side, *unit, *place, *formation),
        Command::DeployLeader { leader, at } => check_leader(state, side, *leader, *at),
        Command::DeployLights { unit, stands, pose } => {
            is_own(state, side, *unit)?;
            check_lights(state, *unit, *stands, *pose)?;
            let lights = lights_of(state, *unit, *stands, *pose);
            in_zone(state, *unit, &stands_of(state, &lights))
        }
        _ => Err(Refusal::new(RF_SEQ_24, "the armies are being set up")),
    }
}

fn is_own(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    let name = &state.roster(id).name;
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).at(Spot::Unit(id)));
    if state.unit(id).side != side || state.unit(id).fate.is_some() {
        return refuse(RF_SEQ_24, format!("{name}: not yours to set up"));
    }
    match arrival_of(state, id) {
        Some(arrival) => refuse(RF_SEQ_25, format!("{name} arrives in turn {}", arrival.turn)),
        None => Ok(()),
    }
}

/// A unit in its zone, in a formation it may take, with room, away from the enemy.
fn check_unit(state: &State, side: Side, id: UnitId, place: Place, formation: Formation) -> Result<(), Refusal> {
    is_own(state, side, id)?;
    may_form(state, id, formation)?;
    let unit = posted(state, id, place, formation);
    can_stand(state, id, &unit)?;
    let bases = stands_of(state, &unit);
    match place {
        Place::In(feature) => {
            // A garrison is in the zone when the middle of its place is.
            let ground = state.stage.table.ground(feature);
            let middle = ground.map_or(Point::ORIGIN, |ground| ground.bounds().min.middle(ground.bounds().max));
            point_in_zone(state, side, Some(state.roster(id).brigade), middle)
        }
        _ => in_zone(state, id, &bases),
    }?;
    keeps_apart(state, id, &bases)
}

/// Whether a unit may take a formation (RF-FRM-11..18, RF-ROS-26).
pub(crate) fn may_form(state: &State, id: UnitId, formation: Formation) -> Result<(), Refusal> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let allowed = branch(roster_of(state, unit), unit.mounted).may_form(unit_traits(state, unit), formation);
    let refuse = |clause| {
        let reason = format!("{} may not form {}", roster.name, formation.word().replace('-', " "));
        Err(Refusal::new(clause, reason).at(Spot::Unit(id)))
    };
    match formation {
        Formation::Mob => refuse(RF_FRM_09),
        _ if !allowed => refuse(clause_of(state, unit)),
        Formation::Limbered if is_fixed(state, unit) => refuse(RF_ROS_26),
        _ => Ok(()),
    }
}

/// The rule that lists what a unit may form.
fn clause_of(state: &State, unit: &Unit) -> firelock_core::Clause {
    let traits = unit_traits(state, unit);
    match branch(roster_of(state, unit), unit.mounted) {
        Branch::Guns => RF_FRM_10,
        Branch::Cavalry => RF_FRM_17,
        Branch::Dismounted => RF_FRM_16,
        Branch::Infantry if traits.indian => RF_FRM_15,
        Branch::Infantry if traits.militia || traits.lt_detachment => RF_FRM_14,
        Branch::Infantry if traits.light_infantry => RF_FRM_13,
        Branch::Infantry => RF_FRM_12,
    }
}

/// All stands in one zone of the unit's brigade (RF-SEQ-24).
fn in_zone(state: &State, id: UnitId, bases: &Bases) -> Result<(), Refusal> {
    let brigade = state.roster(id).brigade;
    let army = &state.stage.armies[state.unit(id).side.index()];
    let mut zones = army.zones.iter().filter(|zone| zone.brigades.is_empty() || zone.brigades.contains(&brigade));
    let whole = zones.any(|zone| bases.iter().all(|base| wholly_in_ground(base, &zone.ground)));
    match whole {
        true => Ok(()),
        false => {
            let reason = format!("{} would stand outside its deployment zone", state.roster(id).name);
            let place = bases.first().map_or(Spot::Unit(id), |base| Spot::At(base.center()));
            Err(Refusal::new(RF_SEQ_24, reason).at(place))
        }
    }
}

fn point_in_zone(state: &State, side: Side, brigade: Option<LeaderId>, place: Point) -> Result<(), Refusal> {
    let serves = |zone: &&crate::state::Zone| {
        zone.brigades.is_empty() || brigade.is_none_or(|brigade| zone.brigades.contains(&brigade))
    };
    match state.stage.armies[side.index()].zones.iter().filter(serves).any(|zone| zone.ground.contains(place)) {
        true => Ok(()),
        false => Err(Refusal::new(RF_SEQ_24, "that is outside the deployment zone").at(Spot::At(place))),
    }
}

/// No nearer to the enemy than the sides stand apart at the start (RF-SEQ-24).
fn keeps_apart(state: &State, id: UnitId, bases: &Bases) -> Result<(), Refusal> {
    let apart = state.stage.apart;
    if apart == Length::ZERO {
        return Ok(());
    }
    for (enemy, _) in state.on_table(state.unit(id).side.enemy()) {
        let found = match state.garrison(enemy) {
            Some(ground) => gap(&bases[..], ground),
            None => gap(&bases[..], state.bases(enemy)),
        };
        if found.within(apart - Length::grid(1)) {
            let reason = format!(
                "{} would stand {} from {}, not {apart}",
                state.roster(id).name,
                found.length(),
                state.roster(enemy).name
            );
            return Err(Refusal::new(RF_SEQ_24, reason).at(Spot::Along(found.ends())));
        }
    }
    Ok(())
}

fn check_leader(state: &State, side: Side, id: LeaderId, at: Point) -> Result<(), Refusal> {
    let leader = state.leader(id);
    if leader.side != side || state.stage.arrivals.iter().any(|arrival| arrival.leaders.contains(&id)) {
        return Err(Refusal::new(RF_SEQ_24, format!("{} is not yours to set up now", state.officer(id).name)));
    }
    leaders::can_stand(state, id, at)?;
    // A leader goes to any zone of his side.
    point_in_zone(state, side, None, at)
}

/// Whether so many stands may go out as light infantry and stand there (RF-MAN-42, RF-MAN-43).
pub(crate) fn check_lights(state: &State, id: UnitId, stands: u8, pose: Pose) -> Result<(), Refusal> {
    let (unit, name) = (state.unit(id), &state.roster(id).name);
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).at(Spot::Unit(id)));
    if unit.pose().is_none() {
        return refuse(RF_MAN_42, format!("{name}: not in the field"));
    }
    if stands > unit.light_stands {
        return refuse(RF_ROS_21, format!("{name} can send out {} stands", unit.light_stands));
    }
    let least = charts::count(&state.stage.book, &charts::DETACHMENT_LEAST);
    if stands < least || unit.stands < stands + least {
        return refuse(RF_MAN_43, format!("{name} and its detachment need {least} stands each"));
    }
    if state.effectiveness(id) != Effectiveness::Fresh {
        return refuse(RF_MAN_43, format!("{name}: not fresh"));
    }
    let lights = lights_of(state, id, stands, pose);
    can_stand(state, id, &lights)?;
    let rest = Unit { stands: unit.stands - stands, ..unit.clone() };
    let (own, parent) = (stands_of(state, &lights), stands_of(state, &rest));
    let crowded = own.iter().any(|base| parent.iter().any(|other| firelock_table::overlaps(base, other)));
    if crowded {
        return refuse(RF_MOV_29, format!("the detachment would stand on {name}"));
    }
    let apart = gap(&own[..], &parent[..]);
    match apart.within(state.stage.length(&charts::DETACH_REACH)) {
        true => Ok(()),
        false => {
            let reason = format!("the detachment would be {} from {name}", apart.length());
            Err(Refusal::new(RF_MAN_42, reason).at(Spot::Along(apart.ends())))
        }
    }
}

/// A detachment as it would stand.
fn lights_of(state: &State, id: UnitId, stands: u8, pose: Pose) -> Unit {
    Unit { stands, detachment: true, ..posted(state, id, Place::At(pose), Formation::OpenOrder) }
}

// Resolve.

/// Sets somebody up.
pub(crate) fn resolve(desk: &mut Desk<'_, Regimental>, command: &Command) {
    match command {
        Command::Deploy { unit, place, formation } => {
            let posted = posted(desk.state(), *unit, *place, *formation);
            place_unit(desk, *unit, &posted);
        }
        Command::DeployLeader { leader, at } => place_leader(desk, *leader, *at),
        Command::DeployLights { unit, stands, pose } => {
            desk.emit(Event::LightsDetached { parent: *unit, stands: *stands, pose: *pose });
        }
        _ => {}
    }
}

fn place_unit(desk: &mut Desk<'_, Regimental>, id: UnitId, unit: &Unit) {
    let Unit { place, formation, gap, mounted, .. } = *unit;
    desk.emit(Event::Placed { unit: id, place, formation, gap, flank: None, mounted });
}

fn place_leader(desk: &mut Desk<'_, Regimental>, leader: LeaderId, at: Point) {
    if !desk.state().leader(leader).is_present() {
        desk.emit(Event::LeaderFared { leader, status: LeaderStatus::Present, points: 0 });
    }
    desk.emit(Event::LeaderPlaced { leader, at });
}

/// Units whose turn has come enter in march column or limbered, their rear on the edge, and check as if on the table; those without
/// room wait (RF-SEQ-25).
pub(crate) fn reinforcements(desk: &mut Desk<'_, Regimental>) {
    let (stage, turn, side) = (desk.state().stage.clone(), desk.state().turn, desk.state().active);
    for arrival in stage.arrivals.iter().filter(|arrival| arrival.turn <= turn) {
        for &id in &arrival.units {
            let unit = desk.state().unit(id);
            if unit.side != side || unit.fate.is_some() || unit.place != Place::Off {
                continue;
            }
            let entered = entry_poses(desk.state(), id, arrival).next();
            if let Some(entered) = entered {
                place_unit(desk, id, &entered);
            }
        }
        for &id in &arrival.leaders {
            let leader = desk.state().leader(id);
            if leader.side == side && leader.status == LeaderStatus::Waiting {
                let base = desk.state().leader_base(id);
                let inward = arrival.edge.outward() + firelock_table::Angle::HALF;
                place_leader(desk, id, arrival.at.ahead(inward, base));
            }
        }
    }
}

// Predicates.

/// Placings worth a look: for the next unit or leader without a place, and light infantry to be sent out.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    let many = match grain {
        Grain::Coarse => 3,
        Grain::Middle => 8,
        Grain::Fine => 32,
    };
    let from = into.len();
    let next = match grain {
        Grain::Coarse => 1,
        Grain::Middle | Grain::Fine => usize::MAX,
    };
    for unit in units_left(state, side).take(next) {
        let places = unit_places(state, unit, grain).take(many);
        into.extend(places.map(|posted| Command::Deploy { unit, place: posted.place, formation: posted.formation }));
    }
    for leader in leaders_left(state, side).take(next) {
        into.extend(leader_places(state, leader, grain).take(many).map(|at| Command::DeployLeader { leader, at }));
    }
    // A coarse look that found nothing looks again.
    if into.len() == from && grain != Grain::Fine {
        candidates(state, side, Grain::Fine, into);
    }
    if grain != Grain::Coarse {
        into.extend(state.on_table(side).filter_map(|(unit, piece)| {
            let pose = piece.pose()?.ahead(Length::inches(2));
            let stands = piece.light_stands.min(piece.stands.saturating_sub(2));
            let command = Command::DeployLights { unit, stands, pose };
            check(state, side, &command).is_ok().then_some(command)
        }));
    }
}

/// What each unit and leader of a side may do while it sets up: be placed in a formation, or at all.
pub(crate) fn acts(state: &State, side: Side) -> Vec<(UnitId, String)> {
    let own = state
        .all_units()
        .filter(|(id, unit)| unit.side == side && unit.fate.is_none() && arrival_of(state, *id).is_none());
    let forms = |id: UnitId| Formation::ALL.iter().filter(move |formation| may_form(state, id, **formation).is_ok());
    let units = own.flat_map(|(id, _)| forms(id).map(move |formation| (id, formation.word().replace('-', " "))));
    let men = leaders_left(state, side).map(|leader| (crate::view::leader_piece(leader), "place".to_string()));
    units.chain(men).collect()
}

/// The nearest placing to where a hand points. The act may name a formation.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let around = || places::around(wish.at);
    if let Some(leader) = crate::view::leader_of(state, wish.unit) {
        let exact = check_leader(state, side, leader, wish.at);
        let at = around().find(|at| check_leader(state, side, leader, *at).is_ok());
        let at = at.ok_or_else(|| exact.clone().err().unwrap_or_else(no_room))?;
        let ghost = vec![crate::view::leader_corners(state, leader, at)];
        return Ok(fitted(Command::DeployLeader { leader, at }, ghost, at, exact.err()));
    }
    let unit = wish.unit;
    if unit.index() >= state.units.len() {
        return Err(Refusal::new(RF_ROS_02, format!("there is no unit {unit}")));
    }
    let formation = Formation::from_word(&wish.act.replace(' ', "-")).unwrap_or_else(|| usual_formation(state, unit));
    let facing = wish.facing.unwrap_or_else(|| places::ahead_of(state, side)).heading();
    let deploy = |at: Point| {
        let house = (formation == Formation::Garrison)
            .then(|| state.stage.table.areas_at(at).find(|id| state.stage.land(*id).capacity.is_some()));
        let place = house.flatten().map_or(Place::At(Pose::new(at, facing)), Place::In);
        (place, check_unit(state, side, unit, place, formation))
    };
    let exact = deploy(wish.at).1;
    let place = around().map(deploy).find(|(_, judged)| judged.is_ok()).map(|(place, _)| place);
    let place = place.ok_or_else(|| exact.clone().err().unwrap_or_else(no_room))?;
    let bases = stands_of(state, &posted(state, unit, place, formation));
    let ghost = bases.iter().map(|base| base.corners).collect();
    let at = match place {
        Place::At(pose) => pose.at,
        _ => wish.at,
    };
    Ok(fitted(Command::Deploy { unit, place, formation }, ghost, at, exact.err()))
}

fn fitted(command: Command, ghost: Vec<[Point; 4]>, at: Point, short: Option<Refusal>) -> Fitted<Command> {
    Fitted { command, ghost, path: vec![at], cost: "free".into(), notes: Vec::new(), short }
}

fn no_room() -> Refusal {
    Refusal::new(RF_SEQ_24, "there is no room near that place")
}

/// The traits of a unit; a detachment is one whatever its parent is.
pub(crate) fn unit_traits(state: &State, unit: &Unit) -> crate::words::Traits {
    let traits = roster_of(state, unit).traits();
    crate::words::Traits { lt_detachment: traits.lt_detachment || unit.detachment, ..traits }
}

/// Whether guns can never limber (RF-ROS-26).
pub(crate) fn is_fixed(state: &State, unit: &Unit) -> bool {
    matches!(roster_of(state, unit).body, BodyOf::Guns { fixed: true, .. })
}
