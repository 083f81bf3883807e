//! Commanders: successors, their moves, determination, and what endangers them (WA-SEQ-03..05, WA-CMD-02..06, WA-LEAD).

use firelock_core::{Desk, Fitted, Grain, Halt, Place, Refusal, Side, UnitId, Wish};
use firelock_table::{Angle, Base, Gap, Length, Point, Polygon, Segment, Stretch, TOUCH, gap, gap_within, trace};

use super::refuse;
use crate::Washington;
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{self, Determination, Endangered, Succession};
use crate::geometry::centered;
use crate::results::Danger;
use crate::state::{Asking, CommanderId, CommanderStatus, State, Task};
use crate::words::{Rank, Terrain};

/// The facts of a determination roll (WA-CMD-05).
pub(crate) fn measure_determination(state: &State, commander: CommanderId) -> Determination {
    let side = state.commander(commander).side;
    let general = state.general(side);
    let on_table = general.is_some_and(|general| state.commander(general).is_present());
    Determination {
        value: state.commander(commander).value,
        general_value: general.map_or(0, |general| state.commander(general).value),
        distance: general.map_or(Length::ZERO, |general| {
            gap(&state.commander_base(commander), &state.commander_base(general)).length()
        }),
        general_on_table: on_table,
    }
}

/// Step 2: each dead commander of the active side may get a successor (WA-SEQ-03), who may move in step 3 (WA-LEAD-10).
pub(crate) fn seek_successors(desk: &mut Desk<'_, Washington>) {
    let side = desk.state().active;
    let dead = |(id, commander): (CommanderId, &crate::state::Commander)| {
        (commander.side == side && commander.status == CommanderStatus::Dead).then_some(Task::Successor(id))
    };
    let tasks: Vec<Task> = desk.state().all_commanders().filter_map(dead).collect();
    if !tasks.is_empty() {
        desk.emit(Event::Queued(tasks));
    }
}

/// WA-LEAD-08.
pub(crate) fn seek_successor(desk: &mut Desk<'_, Washington>, commander: CommanderId) -> Result<(), Halt> {
    let side = desk.state().commander(commander).side;
    let die = desk.roll(facts::successor_roll(side))?.value();
    let succession = Succession { value: desk.state().commander(commander).value };
    if let Some(value) = succession.successor(desk.book(), die) {
        desk.emit(Event::Succeeded { commander, value });
        desk.emit(Event::Asked(Asking::NewCommander(commander)));
    }
    Ok(())
}

/// Whether there is a commander beside whom a new one can be placed.
pub(crate) fn has_hosts(state: &State, commander: CommanderId) -> bool {
    state.present(state.commander(commander).side).next().is_some()
}

pub(crate) fn list(state: &State, asking: &Asking, into: &mut Vec<Command>) {
    let side = state.active;
    match asking {
        Asking::NewCommander(_) => into.extend(state.present(side).map(|(id, _)| Command::PlaceBeside(id))),
        Asking::Commanders => {
            let waiting = state.present(side).filter(|(_, commander)| !commander.rode);
            into.extend(waiting.map(|(id, _)| Command::Ride(id)));
        }
        Asking::Determination => {
            let named = state.present(side).filter(|(id, _)| check_determine(state, *id).is_ok());
            into.extend(named.map(|(id, _)| Command::Determine(id)));
        }
        Asking::Ride { commander, inches } => {
            for (unit, _) in state.on_table(side) {
                let join = Command::Join { unit, via: Vec::new() };
                if check_way(state, *commander, *inches, &join).is_ok() {
                    into.push(join);
                }
            }
        }
        _ => {}
    }
}

/// Beside another commander: to his right, else to his left, wherever the table is.
fn beside(state: &State, commander: CommanderId, host: CommanderId) -> Point {
    let (own, other) = (state.commander_size(commander), state.commander_base(host));
    let apart = (own.width + other.size.width).half();
    let at = state.commander(host).at;
    let places = [Angle::RIGHT, Angle::LEFT].map(|turn| at.ahead(other.facing() + turn, apart));
    let fits = |place: &Point| state.on_the_table(&Base::new(centered(*place, Angle::ZERO, own), own));
    places.into_iter().find(fits).unwrap_or(at)
}

pub(crate) fn check_beside(state: &State, own: CommanderId, other: CommanderId) -> Result<(), Refusal> {
    let host = state.commander(other);
    match host.is_present() && host.side == state.commander(own).side && own != other {
        true => Ok(()),
        false => Err(Refusal::new(WA_SEQ_03, "a new commander is placed beside another one of his side on the table")),
    }
}

pub(crate) fn place_beside(desk: &mut Desk<'_, Washington>, own: CommanderId, other: CommanderId) {
    let to = beside(desk.state(), own, other);
    desk.emit(Event::Answered);
    desk.emit(Event::CommanderMoved { commander: own, to, with: None });
}

/// WA-LEAD-09: without another commander the new one comes to the middle of the base line.
pub(crate) fn place_at_base_line(desk: &mut Desk<'_, Washington>, commander: CommanderId) {
    let state = desk.state();
    let edge = state.base_line(state.commander(commander).side);
    let inward = edge.outward() + Angle::HALF;
    let to = state.ground.table.edge(edge).middle().ahead(inward, state.commander_size(commander).depth.half());
    desk.emit(Event::CommanderMoved { commander, to, with: None });
}

/// Whether some commander has not had his move yet.
pub(crate) fn may_ride(state: &State) -> bool {
    state.present(state.active).any(|(_, commander)| !commander.rode)
}

pub(crate) fn check_ride(state: &State, commander: CommanderId) -> Result<(), Refusal> {
    let own = state.commander(commander);
    if own.side != state.active || !own.is_present() {
        return Err(Refusal::new(WA_SEQ_04, "he is no commander of yours on the table"));
    }
    match own.rode {
        true => Err(Refusal::new(WA_SEQ_04, "he has had his move").at(Place::At(own.at))),
        false => Ok(()),
    }
}

/// WA-SEQ-04: three dice say how far.
pub(crate) fn ride(desk: &mut Desk<'_, Washington>, commander: CommanderId) -> Result<(), Halt> {
    let roll = facts::ride_roll(desk.book(), desk.state().active);
    let inches = desk.roll(roll)?.value().clamp(0, u8::MAX.into()) as u8;
    desk.emit(Event::Asked(Asking::Ride { commander, inches }));
    Ok(())
}

/// Whether a commander may go that way (WA-CMD-03).
pub(crate) fn check_way(state: &State, commander: CommanderId, inches: u8, command: &Command) -> Result<(), Refusal> {
    let size = state.commander_size(commander);
    let from = state.commander(commander).at;
    let (via, end, joins) = match command {
        Command::RideTo { to, via } => (via, *to, None),
        Command::Join { unit, via } => {
            if state.unit(*unit).side != state.commander(commander).side {
                return Err(refuse(WA_CMD_02, *unit, "a commander joins his own side's units"));
            }
            let last = via.last().copied().unwrap_or(from);
            (via, touching(state, commander, last, *unit), Some(*unit))
        }
        _ => return Err(Refusal::new(WA_SEQ_04, "that is no commander's move")),
    };
    if via.len() > MOST_VIA {
        return Err(Refusal::new(WA_CMD_03, format!("at most {MOST_VIA} places on the way")));
    }
    let mut length = Length::ZERO;
    let mut at = from;
    for &next in via.iter().chain([&end]) {
        if !state.ground.table.bounds().contains(next) {
            return Err(Refusal::new(WA_CMD_03, "he stays on the table").at(Place::At(next)));
        }
        length += at.distance(next);
        if at != next {
            check_leg(state, commander, Segment::new(at, next))?;
        }
        at = next;
    }
    let base = Base::new(centered(end, Angle::ZERO, size), size);
    if joins.is_none() && !state.on_the_table(&base) {
        return Err(Refusal::new(WA_CMD_03, "his base stays on the table").at(Place::At(end)));
    }
    let reach = Length::inches(inches.into());
    match length > reach {
        true => {
            let reason = format!("it is {length} and he goes {reach} at most");
            Err(Refusal::new(WA_SEQ_04, reason).at(Place::Along(Segment::new(from, end))))
        }
        false => Ok(()),
    }
}

/// The most places a commander rides by.
const MOST_VIA: usize = 4;

/// Where a commander who rides straight to a unit touches it.
fn touching(state: &State, commander: CommanderId, from: Point, unit: UnitId) -> Point {
    let target = &state.unit(unit).outline;
    let size = state.commander_size(commander);
    let base = Base::new(centered(from, Angle::ZERO, size), size);
    let Segment { from: near, to: there } = gap(&base, target).ends();
    from + (there - near)
}

/// WA-CMD-03: no nearer than an inch to an enemy, and over a river only on a road.
fn check_leg(state: &State, commander: CommanderId, leg: Segment) -> Result<(), Refusal> {
    let side = state.commander(commander).side;
    let size = state.commander_size(commander);
    let clear = state.stage.length(&numbers::COMMANDER_CLEAR);
    let stand = |at: Point| Base::new(centered(at, Angle::ZERO, size), size);
    let (first, last) = (stand(leg.from), stand(leg.to));
    let near = first.bounds().join(last.bounds()).grown(clear);
    for (id, enemy) in state.on_table(side.enemy()) {
        if !enemy.outline.bounds().meets(&near) {
            continue;
        }
        let swept = swept(&first, &last);
        let passes = match &swept {
            Some(ground) => gap_within(ground, &enemy.outline, clear),
            None => gap_within(&last, &enemy.outline, clear),
        };
        // Who is near an enemy already may ride away from it.
        let leaves =
            gap_within(&first, &enemy.outline, clear) && gap(&last, &enemy.outline) >= gap(&first, &enemy.outline);
        if passes && !leaves {
            let reason = format!("he passes within {clear} of {}", state.roster(id).name);
            return Err(refuse(WA_CMD_03, id, reason));
        }
    }
    let wet = |id| state.ground.terrain(id) == Terrain::River || state.ground.land(id).impassable;
    if firelock_table::clear(&state.ground.table, leg.from, leg.to, wet) {
        return Ok(());
    }
    let way = trace(&state.ground.table, leg.from, leg.to);
    for span in way.spans().iter().filter(|span| wet(span.feature) && way.length(span.part) > TOUCH) {
        // A leg that neither enters nor leaves the water crosses nothing.
        if span.part != Stretch::WHOLE && !state.is_on_roads(leg.from, leg.to, span.part) {
            let place = span.part.from.place(leg);
            return Err(Refusal::new(WA_CMD_03, "he crosses a river only on a road").at(Place::At(place)));
        }
    }
    Ok(())
}

/// The ground that a base sweeps going straight from one place to another.
pub(crate) fn swept(first: &Base, last: &Base) -> Option<Polygon> {
    let corners: Vec<Point> = first.corners.iter().chain(&last.corners).copied().collect();
    Polygon::new(hull(corners)).ok()
}

/// The smallest ground without inward bends around some places.
fn hull(mut places: Vec<Point>) -> Vec<Point> {
    places.sort_unstable();
    places.dedup();
    let half = |places: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for place in places {
            while let [.., a, b] = chain[..]
                && Segment::new(a, b).side(place) <= 0
            {
                chain.pop();
            }
            chain.push(place);
        }
        chain.pop();
        chain
    };
    let mut ring = half(&mut places.iter().copied());
    ring.extend(half(&mut places.iter().rev().copied()));
    ring
}

pub(crate) fn go(desk: &mut Desk<'_, Washington>, commander: CommanderId, command: &Command) {
    let (to, with) = match command {
        Command::RideTo { to, .. } => (*to, None),
        Command::Join { unit, .. } => (desk.state().center(*unit), Some(*unit)),
        _ => return,
    };
    desk.emit(Event::Answered);
    desk.emit(Event::CommanderMoved { commander, to, with });
    desk.emit(Event::Rode(commander));
}

/// A few places for a commander: with his units, behind the middle of his brigade, ahead, back.
pub(crate) fn candidates(state: &State, commander: CommanderId, inches: u8, grain: Grain, into: &mut Vec<Command>) {
    list(state, &Asking::Ride { commander, inches }, into);
    let (from, side) = (state.commander(commander).at, state.commander(commander).side);
    let brigade = state.officer(commander).brigade;
    let own = |unit: UnitId| brigade.is_none() || state.roster(unit).brigade == brigade;
    let (mut sum, mut n) = ((0_i64, 0_i64), 0_i64);
    for (unit, _) in state.on_table(side).filter(|(unit, _)| own(*unit)) {
        let at = state.center(unit);
        sum = (sum.0 + i64::from(at.x), sum.1 + i64::from(at.y));
        n += 1;
    }
    let mut goals = Vec::new();
    if n > 0 {
        let middle = Point::new((sum.0 / n) as i32, (sum.1 / n) as i32);
        goals.push(middle.ahead(state.homeward(side), Length::inches(2)));
    }
    let reach = Length::inches(inches.into());
    let headings = match grain {
        Grain::Coarse => 2,
        Grain::Middle => 4,
        Grain::Fine => 8,
    };
    for nth in 0..headings {
        let heading = state.homeward(side) + Angle::degrees(nth * 360 / headings);
        goals.push(from.ahead(heading, reach.half()));
    }
    for goal in goals {
        let to = within_reach(from, goal, reach);
        let command = Command::RideTo { to, via: Vec::new() };
        if !into.contains(&command) && check_way(state, commander, inches, &command).is_ok() {
            into.push(command);
        }
    }
}

/// The place on the way to a goal that is not beyond reach.
fn within_reach(from: Point, goal: Point, reach: Length) -> Point {
    match from.distance(goal) <= reach {
        true => goal,
        false => from.ahead(Angle::towards(from, goal), reach - Length::grid(2)),
    }
}

pub(crate) fn fit(state: &State, commander: CommanderId, inches: u8, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let from = state.commander(commander).at;
    let side = state.commander(commander).side;
    let on = |(_, unit): &(UnitId, &crate::state::Unit)| unit.outline.contains(wish.at);
    let command = match state.on_table(side).find(on) {
        Some((unit, _)) => Command::Join { unit, via: Vec::new() },
        None => {
            let to = within_reach(from, wish.at, Length::inches(inches.into()));
            Command::RideTo { to, via: Vec::new() }
        }
    };
    check_way(state, commander, inches, &command)?;
    let (end, facing) = match &command {
        Command::Join { unit, .. } => (state.center(*unit), state.unit(*unit).outline.facing()),
        Command::RideTo { to, .. } => (*to, Angle::ZERO),
        _ => (from, Angle::ZERO),
    };
    let size = state.commander_size(commander);
    let base = Base::new(centered(end, facing, size), size);
    let short = (end != wish.at && matches!(command, Command::RideTo { .. }))
        .then(|| Refusal::new(WA_SEQ_04, format!("he goes {inches}\" at most")).at(Place::At(end)));
    Ok(Fitted {
        command,
        ghost: vec![base.corners],
        path: vec![from, end],
        cost: format!("{} of {inches} inches", from.distance(end).in_inches()),
        notes: Vec::new(),
        short,
    })
}

/// Whether somebody may be named in step 4.
pub(crate) fn may_determine(state: &State) -> bool {
    !state.side(state.active).determined
        && state.present(state.active).any(|(id, _)| check_determine(state, id).is_ok())
}

pub(crate) fn check_determine(state: &State, commander: CommanderId) -> Result<(), Refusal> {
    let own = state.commander(commander);
    let brigadier = state.officer(commander).rank == Rank::Brigade;
    if own.side != state.active || !own.is_present() || !brigadier {
        return Err(Refusal::new(WA_SEQ_05, "a living brigade commander of yours is named"));
    }
    if state.side(own.side).determined {
        return Err(Refusal::new(WA_SEQ_05, "one is named each turn"));
    }
    match measure_determination(state, commander).general_on_table {
        true => Ok(()),
        false => Err(Refusal::new(WA_CMD_06, "without the general on the table there is no determination")),
    }
}

pub(crate) fn determine(desk: &mut Desk<'_, Washington>, commander: CommanderId) -> Result<(), Halt> {
    let facts = measure_determination(desk.state(), commander);
    let ledger = desk.read(&charts::T_DETERMINATION, &facts.bond(desk.book()));
    let roll = facts::determination_roll(desk.state().active, ledger.total).because(None, ledger);
    let dice = Determination::dice(desk.roll(roll)?.value());
    desk.emit(Event::Answered);
    desk.emit(Event::Determined { commander: Some(commander), dice });
    Ok(())
}

/// Those with a unit are in danger (WA-LEAD-02..04): each rolls. Nobody tests for a fallen commander (WA-LEAD-07).
pub(crate) fn endanger(desk: &mut Desk<'_, Washington>, unit: UnitId, danger: Danger) -> Result<(), Halt> {
    let ids: Vec<CommanderId> = desk.state().with(unit).map(|(id, _)| id).collect();
    for id in ids {
        let side = desk.state().commander(id).side;
        let die = desk.roll(facts::danger_roll(side, danger))?.value();
        if (Endangered { danger }).dies(desk.book(), die) {
            desk.emit(Event::CommanderFell(id));
        } else if danger == Danger::Rout {
            take_refuge(desk, id);
        }
    }
    Ok(())
}

/// WA-LEAD-05: he goes to the nearest own unit, or is killed.
fn take_refuge(desk: &mut Desk<'_, Washington>, commander: CommanderId) {
    let state = desk.state();
    let base = state.commander_base(commander);
    let reach = state.stage.length(&numbers::REFUGE);
    let mut best: Option<(Gap, UnitId)> = None;
    for (id, unit) in state.on_table(state.commander(commander).side) {
        if !state.roster(id).is_gun() && gap_within(&base, &unit.outline, reach) {
            let found = (gap(&base, &unit.outline), id);
            best = Some(best.map_or(found, |best| best.min(found)));
        }
    }
    match best {
        Some((_, unit)) => {
            let to = state.center(unit);
            desk.emit(Event::CommanderMoved { commander, to, with: Some(unit) });
        }
        None => desk.emit(Event::CommanderFell(commander)),
    }
}

/// WA-LEAD-05: enemy commanders alone near a unit that acted are driven off.
pub(crate) fn drive_off(desk: &mut Desk<'_, Washington>, unit: UnitId) {
    let state = desk.state();
    if !state.unit(unit).is_on_table() {
        return;
    }
    let near = state.stage.length(&numbers::ALONE_NEAR);
    let side = state.unit(unit).side;
    let alone = |(id, commander): (CommanderId, &crate::state::Commander)| {
        (commander.with.is_none() && gap_within(&state.commander_base(id), &state.unit(unit).outline, near))
            .then_some(id)
    };
    let ids: Vec<CommanderId> = state.present(side.enemy()).filter_map(alone).collect();
    ids.into_iter().for_each(|id| take_refuge(desk, id));
}

/// WA-LEAD-06: when a unit leaves over the base line its commanders stay there, alone.
pub(crate) fn left_behind(desk: &mut Desk<'_, Washington>, unit: UnitId) {
    let state = desk.state();
    let edge = state.base_line(state.unit(unit).side);
    let ids: Vec<CommanderId> = state.with(unit).map(|(id, _)| id).collect();
    for id in ids {
        let to = at_edge(desk.state(), id, edge);
        desk.emit(Event::CommanderMoved { commander: id, to, with: None });
    }
}

/// The place at an edge nearest to a commander, his base on the table.
fn at_edge(state: &State, commander: CommanderId, edge: firelock_table::TableEdge) -> Point {
    let size = state.commander_size(commander);
    let at = state.commander(commander).at;
    let beyond = state.ground.table.beyond(edge, at);
    let to = at.ahead(edge.outward(), -beyond - size.depth.half());
    let (width, depth) = (state.ground.table.width().get(), state.ground.table.depth().get());
    let (x, y) = (size.width.half().get(), size.depth.half().get());
    Point::new(to.x.clamp(x, width - x), to.y.clamp(y, depth - y))
}

/// Whether a commander of a side is mounted and within a distance of a unit (WA-MOR-09).
pub(crate) fn mounted_near(state: &State, side: Side, unit: UnitId, limit: Length) -> bool {
    let near = |(id, commander): (CommanderId, &crate::state::Commander)| {
        commander.mounted
            && (commander.with == Some(unit) || gap_within(&state.commander_base(id), &state.unit(unit).outline, limit))
    };
    state.present(side).any(near)
}
