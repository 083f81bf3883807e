//! Flankers and deployment (WA-PRE-12, WA-PRE-13).

use firelock_core::{Fitted, Grain, Place as Spot, Refusal, Side, UnitId, Wish};
use firelock_table::{Angle, Base, Length, Point, Pose, TOUCH, gap_within};

use crate::charts::numbers;
use crate::clauses::*;
use crate::command::{Command, Stand};
use crate::geometry::centered;
use crate::phase::movement::limits::{check_end, check_open};
use crate::phase::movement::plan::{Shape, build_of, check_formation, size_of};
use crate::phase::refuse;
use crate::state::{CommanderId, CommanderStatus, Place, State, Unit};
use crate::words::{Formation, Role, ShortEdge};

pub(super) fn check_aside(state: &State, side: Side, units: &[UnitId]) -> Result<(), Refusal> {
    let most = usize::from(state.stage.count(&numbers::FLANKERS_MOST));
    if units.is_empty() || units.len() > most {
        return Err(Refusal::new(WA_PRE_12, format!("1 to {most} units are set aside")));
    }
    for (nth, unit) in units.iter().enumerate() {
        let own = state.unit(*unit);
        if own.side != side || own.place != Place::Waiting || state.roster(*unit).is_gun() {
            return Err(refuse(WA_PRE_12, *unit, "infantry and cavalry that would deploy are set aside"));
        }
        if units[..nth].contains(unit) {
            return Err(refuse(WA_PRE_12, *unit, "it is named twice"));
        }
    }
    let waiting =
        |(id, unit): (UnitId, &Unit)| unit.side == side && unit.place == Place::Waiting && !state.roster(id).is_gun();
    let staying = state.all_units().filter(|unit| waiting(*unit)).count() - units.len();
    match staying {
        // WA-PRE-15.
        0 => Err(Refusal::new(WA_PRE_15, "a unit must be left to deploy")),
        _ => Ok(()),
    }
}

pub(super) fn aside_candidates(state: &State, side: Side, into: &mut Vec<Command>) {
    let free = |(id, unit): (UnitId, &Unit)| {
        (unit.side == side && unit.place == Place::Waiting && !state.roster(id).is_gun()).then_some(id)
    };
    let units: Vec<UnitId> = state.all_units().filter_map(free).collect();
    for edge in [ShortEdge::Left, ShortEdge::Right] {
        for n in 1..=2 {
            let aside: Vec<UnitId> = units.iter().rev().take(n).copied().collect();
            if check_aside(state, side, &aside).is_ok() {
                into.push(Command::SetAside { units: aside, edge });
            }
        }
    }
}

/// Whether a footprint lies in a side's zone.
fn check_zone(state: &State, side: Side, base: &Base) -> Result<(), Refusal> {
    let zones = &state.stage.armies[side.index()].zones;
    let at = Spot::At(base.pose.at);
    if !zones.is_empty() {
        let inside = |zone: &firelock_table::Polygon| firelock_table::wholly_in_ground(base, zone);
        return match zones.iter().any(inside) {
            true => Ok(()),
            false => Err(Refusal::new(WA_PRE_13, "it deploys in its zone").at(at)),
        };
    }
    let deep = zone_depth(state, side);
    let home = state.base_line(side);
    let beyond = base.corners.iter().any(|corner| state.depth_from(home, *corner) > deep + TOUCH);
    match beyond {
        true => Err(Refusal::new(WA_PRE_13, format!("it deploys within {deep} of its base line")).at(at)),
        false => Ok(()),
    }
}

fn zone_depth(state: &State, side: Side) -> Length {
    state.stage.length(match state.role(side) {
        Role::Defender => &numbers::DEFENDER_ZONE,
        Role::Attacker => &numbers::ATTACKER_ZONE,
    })
}

/// Whether a unit may stand so, wherever it comes from.
pub(crate) fn check_stand(state: &State, unit: UnitId, stand: &Stand) -> Result<Base, Refusal> {
    let own = state.unit(unit);
    check_formation(state, unit, own.bases(), stand.front, stand.formation, own.mounted)?;
    if stand.limbered && !state.roster(unit).is_gun() {
        return Err(refuse(WA_MOVE_20, unit, "only a gun has a limber"));
    }
    let shape = Shape { formation: stand.formation, front: stand.front, limbered: stand.limbered, ..Shape::of(own) };
    let base = Base::new(stand.pose, size_of(state, unit, &shape));
    check_end(state, unit, &base, &shape)?;
    check_open(state, unit, &base)?;
    Ok(base)
}

pub(super) fn check_deploy(state: &State, side: Side, unit: UnitId, stand: &Stand) -> Result<(), Refusal> {
    let own = state.unit(unit);
    let deploys = matches!(own.place, Place::Waiting | Place::At(_));
    if own.side != side || !deploys {
        return Err(refuse(WA_PRE_13, unit, "it does not deploy now"));
    }
    if !state.ground.table.bounds().contains(stand.pose.at) {
        return Err(Refusal::new(WA_PRE_13, "it deploys on the table").at(Spot::At(stand.pose.at)));
    }
    let base = check_stand(state, unit, stand)?;
    check_zone(state, side, &base)
}

pub(super) fn check_commander(state: &State, side: Side, commander: CommanderId, at: Point) -> Result<(), Refusal> {
    let own = state.commander(commander);
    if own.side != side || own.status == CommanderStatus::Dead {
        return Err(Refusal::new(WA_PRE_13, "he does not deploy now"));
    }
    if !state.ground.table.bounds().contains(at) {
        return Err(Refusal::new(WA_PRE_13, "he deploys on the table").at(Spot::At(at)));
    }
    let size = state.commander_size(commander);
    let base = Base::new(centered(at, Angle::ZERO, size), size);
    if !state.on_the_table(&base) {
        return Err(Refusal::new(WA_PRE_13, "his base stays on the table").at(Spot::At(at)));
    }
    check_zone(state, side, &base)
}

/// Whom a commander is with when he is set down there: the unit that his base touches (WA-CMD-02).
pub(super) fn joined(state: &State, commander: CommanderId, at: Point) -> Option<UnitId> {
    let size = state.commander_size(commander);
    let base = Base::new(centered(at, Angle::ZERO, size), size);
    let touches = |(_, unit): &(UnitId, &Unit)| gap_within(&base, &unit.outline, TOUCH);
    state.on_table(state.commander(commander).side).find(touches).map(|(id, _)| id)
}

fn undeployed(state: &State, side: Side) -> Option<UnitId> {
    state.all_units().find(|(_, unit)| unit.side == side && unit.place == Place::Waiting).map(|(id, _)| id)
}

fn commander_waiting(state: &State, side: Side) -> Option<CommanderId> {
    let waits =
        |(_, own): &(CommanderId, &crate::state::Commander)| own.side == side && own.status == CommanderStatus::Waiting;
    state.all_commanders().find(waits).map(|(id, _)| id)
}

pub(super) fn done(state: &State, side: Side) -> Result<(), Refusal> {
    if let Some(unit) = undeployed(state, side) {
        let reason = format!("{}: not set up yet", state.roster(unit).name);
        return Err(refuse(WA_PRE_13, unit, reason));
    }
    match commander_waiting(state, side) {
        Some(commander) => {
            let reason = format!("{} is not set up yet", state.officer(commander).name);
            Err(Refusal::new(WA_PRE_13, reason))
        }
        None => Ok(()),
    }
}

/// How a unit is usually drawn up: two ranks.
pub(crate) fn usual(state: &State, unit: UnitId) -> (u8, Formation) {
    let own = state.unit(unit);
    let Some(troop) = state.troop(unit) else { return (1, Formation::Close) };
    let formation = if troop.may_form(own.mounted, Formation::Close) { Formation::Close } else { Formation::Loose };
    (own.bases().div_ceil(2).max(1), formation)
}

/// Places for the next unit or commander that is not set up.
pub(super) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    let (step, most) = match grain {
        Grain::Coarse => (Length::inches(6), 8),
        Grain::Middle => (Length::inches(4), 20),
        Grain::Fine => (Length::inches(2), 60),
    };
    if let Some(unit) = undeployed(state, side) {
        let from = into.len();
        places(state, side, unit, step, most, into);
        if into.len() == from {
            places(state, side, unit, Length::INCH, 1, into);
        }
        return;
    }
    if let Some(commander) = commander_waiting(state, side) {
        let from = into.len();
        for (at, _) in spots(state, side, Length::inches(3)) {
            if check_commander(state, side, commander, at).is_ok() {
                into.push(Command::DeployCommander { commander, at });
            }
            if into.len() >= from + most {
                return;
            }
        }
    }
}

/// Places in a side's zone, front to rear and from side to side, with the way it faces.
fn spots(state: &State, side: Side, step: Length) -> Vec<(Point, Angle)> {
    let home = state.base_line(side);
    let ahead = (home.outward() + Angle::HALF).heading();
    let zones = &state.stage.armies[side.index()].zones;
    let line = state.ground.table.edge(home);
    let along = Angle::towards(line.from, line.to);
    let deep = if zones.is_empty() {
        zone_depth(state, side)
    } else {
        state.ground.table.depth().max(state.ground.table.width())
    };
    let mut spots = Vec::new();
    let mut back = Length::ZERO;
    while back < deep {
        let mut at = step.half();
        while at < line.length() {
            spots.push((line.from.ahead(along, at).ahead(ahead, deep - back), ahead));
            at += step;
        }
        back += step.min(Length::inches(3));
    }
    spots
}

fn places(state: &State, side: Side, unit: UnitId, step: Length, most: usize, into: &mut Vec<Command>) {
    let (front, formation) = usual(state, unit);
    let from = into.len();
    for (at, facing) in spots(state, side, step) {
        let stand = Stand { pose: Pose::new(at, facing), formation, front, limbered: false };
        if check_deploy(state, side, unit, &stand).is_ok() {
            into.push(Command::Deploy { unit, stand });
        }
        if into.len() >= from + most {
            return;
        }
    }
}

/// The unit, or the next one to be set up, where the pointer is.
pub(super) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let ahead = (state.homeward(side) + Angle::HALF).heading();
    let facing = wish.facing.unwrap_or(ahead).heading();
    if let Some(commander) = crate::view::commander_of(state, wish.unit) {
        check_commander(state, side, commander, wish.at)?;
        let size = state.commander_size(commander);
        let base = Base::new(centered(wish.at, Angle::ZERO, size), size);
        let command = Command::DeployCommander { commander, at: wish.at };
        return Ok(shown(command, vec![base.corners], wish.at));
    }
    let unit = wish.unit;
    crate::phase::known_unit(state, unit)?;
    let own = state.unit(unit);
    let (front, formation) = match own.is_on_table() {
        true => (own.front, own.formation),
        false => usual(state, unit),
    };
    let front = wish.act.strip_prefix("front ").and_then(|front| front.parse().ok()).unwrap_or(front);
    let formation = match wish.act.as_str() {
        "loose" => Formation::Loose,
        "close" => Formation::Close,
        _ => formation,
    };
    let limbered = wish.act == "limbered";
    let stand = Stand { pose: Pose::new(wish.at, facing), formation, front, limbered };
    check_deploy(state, side, unit, &stand)?;
    let shape = Shape { formation, front, limbered, ..Shape::of(own) };
    let bases = build_of(state, unit, &shape).bases(stand.pose);
    Ok(shown(Command::Deploy { unit, stand }, bases.iter().map(|base| base.corners).collect(), wish.at))
}

fn shown(command: Command, ghost: Vec<[Point; 4]>, at: Point) -> Fitted<Command> {
    Fitted { command, ghost, path: vec![at], cost: "set up".to_owned(), notes: Vec::new(), short: None }
}
