//! Reinforcements and flankers (WA-SEQ-18, 19, 33, 34; WA-MOVE-25, 26).

use firelock_core::{Desk, Fitted, Grain, Halt, Place as Spot, Refusal, Side, UnitId, Wish};
use firelock_table::{Angle, Base, Length, Point, Pose, TableEdge, gap_within};

use super::movement::limits::{check_end, check_open};
use super::movement::plan::{Shape, check_formation, size_of};
use super::refuse;
use crate::Washington;
use crate::charts::numbers;
use crate::clauses::*;
use crate::command::{Command, Stand};
use crate::event::Event;
use crate::facts::{self, Flankers, Flanking, Reinforcement};
use crate::state::{Asking, Entry, Place, State, Unit};
use crate::words::{Formation, Role, ShortEdge, Terrain};

/// The short edge of the table on a side's left or right.
pub(crate) fn short_edge(state: &State, side: Side, edge: ShortEdge) -> TableEdge {
    let clockwise = [TableEdge::South, TableEdge::West, TableEdge::North, TableEdge::East];
    let home = clockwise.iter().position(|other| *other == state.base_line(side)).unwrap_or(0);
    // Seen from the base line into the table, the left edge is the next one clockwise.
    clockwise[(home + if edge == ShortEdge::Left { 1 } else { 3 }) % 4]
}

/// Step 9: each reinforcement of the active side rolls once (WA-SEQ-18).
pub(crate) fn reinforcements(desk: &mut Desk<'_, Washington>) {
    let state = desk.state();
    let due = |(id, unit): (UnitId, &Unit)| match unit.place {
        Place::Reinforcement { from } if unit.side == state.active && from <= state.turn => Some(id),
        _ => None,
    };
    let mut units: Vec<UnitId> = state.all_units().filter_map(due).collect();
    // The last asked is the first decided.
    units.reverse();
    units.into_iter().for_each(|unit| desk.emit(Event::Asked(Asking::WayIn(unit))));
}

/// Whether a reinforcement has a choice of ways: some road meets its base line.
pub(crate) fn has_way(state: &State, unit: UnitId) -> bool {
    !roads_in(state, state.unit(unit).side).is_empty()
}

/// Where roads meet a side's base line.
fn roads_in(state: &State, side: Side) -> Vec<Point> {
    let edge = state.base_line(side);
    let near = state.stage.mm(&numbers::INFANTRY_WIDTH);
    let roads = state.lines(|terrain| terrain == Terrain::Road);
    let ends = roads.flat_map(|(_, path)| [path.first(), path.last()]).flatten();
    ends.filter(|end| state.depth_from(edge, **end) <= near).copied().collect()
}

pub(crate) fn check_way(state: &State, unit: UnitId, by_road: bool) -> Result<(), Refusal> {
    match by_road && !has_way(state, unit) {
        true => Err(refuse(WA_MOVE_25, unit, "no road meets its base line")),
        false => Ok(()),
    }
}

/// WA-MOVE-25: the die of a reinforcement.
pub(crate) fn roll_in(desk: &mut Desk<'_, Washington>, unit: UnitId, by_road: bool) -> Result<(), Halt> {
    let side = desk.state().unit(unit).side;
    let die = desk.roll(facts::reinforcement_roll(side))?.value();
    let comes = Reinforcement { by_road }.arrives(desk.book(), die);
    desk.emit(Event::RolledIn { unit, comes });
    if comes {
        desk.emit(Event::Asked(Asking::Enter(Entry::Reinforcement { unit, by_road })));
    }
    Ok(())
}

/// The flankers of a side that may roll now, and their edge.
fn flankers(state: &State, side: Side) -> Vec<(UnitId, ShortEdge)> {
    let waiting = |(id, unit): (UnitId, &Unit)| match unit.place {
        Place::Flanker { edge, from } if unit.side == side && from <= state.turn => Some((id, edge)),
        _ => None,
    };
    state.all_units().filter_map(waiting).collect()
}

/// Step 10, in the attacker's turn: both sides roll (WA-SEQ-19, WA-SEQ-33).
pub(crate) fn flanking(desk: &mut Desk<'_, Washington>) -> Result<(), Halt> {
    let state = desk.state();
    if state.active != state.attacker {
        return Ok(());
    }
    let of = |role: Role| {
        let side = state.in_role(role);
        let units = flankers(state, side);
        let edge = units.first().map(|(_, edge)| short_edge(state, side, *edge));
        (Flankers { units: units.len() as u8, scouting: state.side(side).scouts }, edge)
    };
    let ((attacker, one), (defender, other)) = (of(Role::Attacker), of(Role::Defender));
    if attacker.units == 0 && defender.units == 0 {
        return Ok(());
    }
    let facts = Flanking { attacker, defender, same_edge: one.is_some() && one == other };
    let sides = [state.attacker, state.attacker.enemy()];
    let rolled = desk.roll(facts.roll(desk.book(), sides[0]))?;
    let arrivals = facts.arrivals([1, 3].map(|band| rolled.count(band).clamp(0, 60) as u8));
    // The active side places first: its ask comes last on the agenda.
    for (side, units, had) in [(sides[1], arrivals.defender, defender), (sides[0], arrivals.attacker, attacker)] {
        if had.units > 0 {
            desk.emit(Event::FlankersDue { side, units });
        }
        if units > 0 {
            desk.emit(Event::Asked(Asking::Enter(Entry::Flanker(side))));
        }
    }
    Ok(())
}

/// Who may be placed by an entry.
fn entering(state: &State, entry: &Entry) -> Vec<UnitId> {
    match entry {
        Entry::Reinforcement { unit, .. } => match state.unit(*unit).is_to_come() {
            true => vec![*unit],
            false => Vec::new(),
        },
        Entry::Flanker(side) if state.side(*side).flankers_due == 0 => Vec::new(),
        Entry::Flanker(side) => flankers(state, *side).into_iter().map(|(id, _)| id).collect(),
    }
}

/// The edge by which a unit comes.
fn edge_of(state: &State, unit: UnitId) -> Option<TableEdge> {
    let own = state.unit(unit);
    match own.place {
        Place::Reinforcement { .. } => Some(state.base_line(own.side)),
        Place::Flanker { edge, .. } => Some(short_edge(state, own.side, edge)),
        _ => None,
    }
}

/// Whether there is a place for somebody; without one they wait.
pub(crate) fn has_place(state: &State, entry: &Entry) -> bool {
    let mut found = Vec::new();
    candidates(state, entry, Grain::Coarse, &mut found);
    !found.is_empty()
}

/// WA-MOVE-25, WA-SEQ-34.
pub(crate) fn check_enter(state: &State, entry: &Entry, unit: UnitId, stand: &Stand) -> Result<(), Refusal> {
    let flanks = matches!(entry, Entry::Flanker(_));
    let clause = if flanks { WA_SEQ_34 } else { WA_MOVE_25 };
    let Some(edge) = edge_of(state, unit).filter(|_| entering(state, entry).contains(&unit)) else {
        return Err(refuse(clause, unit, "it is not its turn to come on"));
    };
    let own = state.unit(unit);
    check_formation(state, unit, own.bases(), stand.front, stand.formation, own.mounted)?;
    if state.roster(unit).is_gun() && !stand.limbered {
        return Err(refuse(clause, unit, "guns come on limbered"));
    }
    let shape = Shape { formation: stand.formation, front: stand.front, limbered: stand.limbered, ..Shape::of(own) };
    let end = Base::new(stand.pose, size_of(state, unit, &shape));
    let at = Spot::At(stand.pose.at);
    if !state.touches_edge(&end, edge) {
        return Err(Refusal::new(clause, "it is placed touching its edge").at(at));
    }
    let depths = if flanks { &numbers::FLANKER_DEPTHS } else { &numbers::REINFORCEMENT_DEPTHS };
    let most = state.base_depth(unit) * i32::from(state.stage.count(depths)) + firelock_table::TOUCH;
    if end.corners.iter().any(|corner| state.depth_from(edge, *corner) > most) {
        return Err(Refusal::new(clause, format!("it is placed wholly within {most} of the edge")).at(at));
    }
    if flanks && stand.pose.facing != (edge.outward() + Angle::HALF).heading() {
        return Err(Refusal::new(clause, "it faces into the table").at(at));
    }
    if let Entry::Reinforcement { by_road: true, .. } = entry {
        let near = state.stage.mm(&numbers::INFANTRY_WIDTH).half();
        let on_road = |end_of_road: &Point| gap_within(*end_of_road, &end, near + firelock_table::TOUCH);
        if !roads_in(state, own.side).iter().any(on_road) {
            return Err(Refusal::new(clause, "by road it is placed touching the road").at(at));
        }
    }
    let clear = if flanks { &numbers::FLANKER_CLEAR } else { &numbers::REINFORCEMENT_CLEAR };
    let clear = state.stage.length(clear);
    let near = |(_, enemy): &(UnitId, &Unit)| gap_within(&end, &enemy.outline, clear - Length::grid(1));
    if let Some((enemy, _)) = state.on_table(own.side.enemy()).find(near) {
        return Err(refuse(clause, enemy, format!("it is placed at least {clear} from the enemy")));
    }
    check_end(state, unit, &end, &shape)?;
    check_open(state, unit, &end)
}

pub(crate) fn enter(desk: &mut Desk<'_, Washington>, entry: &Entry, unit: UnitId, stand: Stand) {
    let last = match entry {
        Entry::Reinforcement { .. } => true,
        Entry::Flanker(side) => desk.state().side(*side).flankers_due <= 1,
    };
    if last {
        desk.emit(Event::Answered);
    }
    desk.emit(Event::Placed { unit, stand, arrives: true });
}

/// The fronts in which a unit is no deeper than it may be, widest first.
fn fronts(state: &State, unit: UnitId, ranks: u8) -> Vec<(u8, Formation)> {
    let own = state.unit(unit);
    let Some(troop) = state.troop(unit) else { return vec![(1, Formation::Close)] };
    let bases = own.bases();
    let mut fronts = Vec::new();
    for formation in [Formation::Close, Formation::Loose] {
        if !troop.may_form(own.mounted, formation) {
            continue;
        }
        for front in [bases.div_ceil(2), bases.div_ceil(ranks.max(1)), bases] {
            let fits = check_formation(state, unit, bases, front, formation, own.mounted).is_ok();
            if fits && !fronts.contains(&(front, formation)) {
                fronts.push((front, formation));
            }
        }
    }
    fronts
}

/// Places along the edge: as many as the grain says, or, where none of them fits, the first that does.
pub(crate) fn candidates(state: &State, entry: &Entry, grain: Grain, into: &mut Vec<Command>) {
    let (step, most) = match grain {
        Grain::Coarse => (Length::inches(6), 6),
        Grain::Middle => (Length::inches(3), 16),
        Grain::Fine => (Length::inches(1), 60),
    };
    for unit in entering(state, entry) {
        let from = into.len();
        places(state, entry, unit, step, most, into);
        if into.len() == from {
            places(state, entry, unit, Length::INCH.half(), 1, into);
        }
    }
}

fn places(state: &State, entry: &Entry, unit: UnitId, step: Length, most: usize, into: &mut Vec<Command>) {
    let Some(edge) = edge_of(state, unit) else { return };
    let line = state.ground.table.edge(edge);
    let inward = (edge.outward() + Angle::HALF).heading();
    let gun = state.roster(unit).is_gun();
    let own = state.unit(unit);
    let (along, length) = (Angle::towards(line.from, line.to), line.length());
    let from = into.len();
    let mut spots: Vec<Point> = Vec::new();
    if let Entry::Reinforcement { by_road: true, .. } = entry {
        spots.extend(roads_in(state, own.side));
    } else {
        let mut at = step.half();
        while at < length {
            spots.push(line.from.ahead(along, at));
            at += step;
        }
    }
    for spot in spots {
        for (front, formation) in fronts(state, unit, state.stage.count(&numbers::REINFORCEMENT_DEPTHS)) {
            let shape = Shape { formation, front, limbered: gun, ..Shape::of(own) };
            let pose = Pose::new(spot.ahead(inward, size_of(state, unit, &shape).depth), inward);
            let stand = Stand { pose, formation, front, limbered: gun };
            if check_enter(state, entry, unit, &stand).is_ok() {
                into.push(Command::Enter { unit, stand });
                break;
            }
        }
        if into.len() >= from + most {
            return;
        }
    }
}

/// The legal entry nearest to the pointer.
pub(crate) fn fit(state: &State, entry: &Entry, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let mut found = Vec::new();
    candidates(state, entry, Grain::Fine, &mut found);
    let place = |command: &Command| match command {
        Command::Enter { unit, stand } => Some((*unit, *stand)),
        _ => None,
    };
    let wanted =
        found.iter().filter_map(place).filter(|(unit, _)| *unit == wish.unit || wish.unit == UnitId::default());
    let nearest = wanted.min_by_key(|(unit, stand)| (stand.pose.at.distance_squared(wish.at), *unit));
    let Some((unit, stand)) = nearest else {
        return Err(Refusal::new(WA_MOVE_25, "there is no place for it here"));
    };
    let shape = Shape { formation: stand.formation, front: stand.front, ..Shape::of(state.unit(unit)) };
    let bases = super::movement::plan::build_of(state, unit, &shape).bases(stand.pose);
    Ok(Fitted {
        command: Command::Enter { unit, stand },
        ghost: bases.iter().map(|base| base.corners).collect(),
        path: vec![stand.pose.at],
        cost: "comes on".to_owned(),
        notes: Vec::new(),
        short: None,
    })
}
