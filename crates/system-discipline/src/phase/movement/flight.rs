//! Bodies that run: where to, through whom, and what it costs them (FD-MOV-28..32).

use firelock_core::Desk;
use firelock_table::{
    Angle, Base, Body as Block, BodyId as InCrowd, Drive, Leg, Length, Meet, Met, Pose, Scene, Size, Stop, TableEdge,
    drive, drive_to_halt, overlaps, overlaps_ground,
};

use super::course::{block_at, way_around};
use super::looks::Way;
use crate::Discipline;
use crate::charts::numbers;
use crate::clearance::{MARGIN, drawn_in, may_slide_near, must_slide_over};
use crate::event::Event;
use crate::geometry::{filled, in_crowd, layout, of_crowd};
use crate::phase::{leaders, morale};
use crate::state::{Body, BodyId, Fate, State, ZoneId};
use crate::words::Formation;

/// How a flight ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flight {
    /// Where it stands then.
    pub(crate) pose: Pose,
    /// It ran through friends (FD-MOV-28).
    pub(crate) through: bool,
    /// It found no way at all and stays (FD-MOV-31).
    pub(crate) no_way: bool,
    /// The table edge it crossed (FD-MOV-32).
    pub(crate) over: Option<TableEdge>,
}

/// Turns from the flight line are tried in steps of so many degrees, to the left first.
const STEP: i32 = 5;

/// Runs a body off: it moves, marks boxes, or is lost over the edge. `from` is the opponent that inflicted most on it.
pub(crate) fn run_off(desk: &mut Desk<'_, Discipline>, id: BodyId, distance: Length, from: Option<BodyId>) {
    let state = desk.state();
    let zone = state.body(id).zone();
    let Some(flight) = find(state, id, distance, from) else { return };
    let book = &state.stage.book;
    let boxes = match (flight.through, flight.no_way) {
        (_, true) => book.number(&numbers::NO_WAY_BOXES),
        (true, _) => book.number(&numbers::PASSAGE_BOXES),
        _ => 0,
    };
    desk.emit(Event::Parted(id));
    if flight.over.is_some() {
        desk.emit(Event::Removed { body: id, fate: Fate::FledTable });
        leaders::orphaned(desk, id);
        return;
    }
    if !flight.no_way || zone.is_some() {
        desk.emit(Event::Ran { body: id, pose: flight.pose, through: flight.through });
        leaders::ridden_down(desk, id);
    }
    // FD-MOV-31: it halts where it is.
    if flight.no_way && desk.state().body(id).halted.is_none() {
        let until = morale::marked_until(desk.state());
        desk.emit(Event::Halted { body: id, until, fled: false, silent: 0 });
    }
    if boxes > 0 {
        let unit = desk.state().body(id).unit;
        morale::shaken_by_boxes(desk, unit, u16::try_from(boxes).unwrap_or(0));
    }
}

/// Where a body runs to.
pub(crate) fn find(state: &State, id: BodyId, distance: Length, from: Option<BodyId>) -> Option<Flight> {
    let block = match state.body(id).zone() {
        Some(_) if state.body(id).pose().is_none() => None,
        _ => Some(state.block(id)?),
    };
    let line = flight_line(state, id, block.as_ref(), distance, from);
    let block = match block {
        Some(block) => block,
        None => out_of_zone(state, id, state.body(id).zone()?, line),
    };
    let start = block.pose;
    let straight = go(state, id, &block, line, distance, Friends::Bar);
    if straight.halted.is_none() {
        return Some(done(&straight, false));
    }
    let by_friends = matches!(straight.halt().map(|meet| meet.with), Some(Met::Body { id: other, .. })
        if state.body(of_crowd(other)).side == state.body(id).side);
    if by_friends {
        // FD-MOV-28: a gap wide enough that asks the least turn, else straight through.
        for heading in headings(state, line).filter(|heading| !is_barred(state, id, &block, *heading, distance)) {
            let way = go(state, id, &block, heading, distance, Friends::Bar);
            if way.halted.is_none() {
                return Some(done(&way, false));
            }
        }
        // FD-MOV-29: on until clear. Where it would lie on somebody for certain, it need not be driven.
        let clear = |from: Length| {
            let mut length = from;
            while lies_on_somebody(state, id, &block, line, length) {
                length += state.stage.yards(5);
            }
            length
        };
        let mut length = clear(distance);
        let mut way = go(state, id, &block, line, length, Friends::Pass);
        while way.halted.is_none() && !way.on.is_empty() && edge(&way).is_none() {
            length = clear(length + state.stage.yards(5));
            way = go(state, id, &block, line, length, Friends::Pass);
        }
        if way.on.is_empty() || edge(&way).is_some() {
            let passed = way.meets.iter().any(|meet| matches!(meet.with, Met::Body { .. }));
            return Some(done(&way, passed));
        }
    }
    // FD-MOV-31: as far as there is a way; where there is none within the turn, it stays.
    let least = state.stage.yards(1);
    if straight.length() >= least {
        return Some(done(&straight, false));
    }
    for heading in headings(state, line) {
        let way = go(state, id, &block, heading, distance, Friends::Bar);
        if way.length() >= least {
            return Some(done(&way, false));
        }
    }
    Some(Flight { pose: start, through: false, no_way: true, over: None })
}

fn done(way: &Drive, through: bool) -> Flight {
    Flight { pose: way.end.pose, through, no_way: false, over: edge(way) }
}

/// The edge that a way crosses.
fn edge(way: &Drive) -> Option<TableEdge> {
    way.meets.iter().find_map(|meet| match meet.with {
        Met::Edge(edge) => Some(edge),
        _ => None,
    })
}

/// The headings beside a line, the least turn first, to the left first.
fn headings(state: &State, line: Angle) -> impl Iterator<Item = Angle> + use<> {
    let most = state.stage.book.number(&numbers::FLIGHT_DEGREES);
    (1..=most / STEP).flat_map(move |n| [-n * STEP, n * STEP]).map(move |by| (line + Angle::degrees(by)).heading())
}

/// How a flight minds friends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Friends {
    Bar,
    Pass,
}

/// Whether somebody stands in a way for certain: a quick look.
fn is_barred(state: &State, id: BodyId, block: &Block, heading: Angle, length: Length) -> bool {
    let (outline, filled) = (block.outline(), state.body(id).filled);
    let own = Base::new(outline.pose, Size::new(outline.size.width, filled));
    let way = way_around(block, &slant(block, heading, length), length).grown(MARGIN);
    let bars = |body: &Body| body.core().is_some_and(|other| must_slide_over(&own, heading, length, &other));
    let mut others = state.in_box(way).filter(|(other, body)| *other != id && body.is_alive());
    filled > Length::ZERO && others.any(|(_, body)| bars(body))
}

/// Whether a body would lie on somebody for certain so far along a heading.
fn lies_on_somebody(state: &State, id: BodyId, block: &Block, heading: Angle, length: Length) -> bool {
    let (outline, filled) = (block.outline(), state.body(id).filled);
    let Some(core) = drawn_in(&Base::new(outline.pose.slid(heading, length), Size::new(outline.size.width, filled)))
    else {
        return false;
    };
    let lies_on = |other: &Body| other.core().is_some_and(|other| overlaps(&core, &other));
    state.in_field(core.bounds()).any(|(other, body)| other != id && lies_on(body))
}

/// Straight along a heading.
fn slant(block: &Block, heading: Angle, length: Length) -> Leg {
    Leg::Slant((heading - block.pose.facing).turn(), length)
}

fn go(state: &State, id: BodyId, block: &Block, heading: Angle, length: Length, friends: Friends) -> Drive {
    let (side, going, own) = (state.body(id).side, state.going(id), state.body(id).zone());
    let leg = slant(block, heading, length);
    let way = Way::along(block, &leg, Length::ZERO);
    let near = way.as_ref().map(|way| state.near_way(id, way));
    if let (Some(way), Some([])) = (&way, near.as_deref())
        && state.is_open_ground(going, way)
    {
        return way.unhindered();
    }
    let crowd = match &near {
        Some(near) => state.crowd_among(near),
        None => state.crowd(way_around(block, &leg, length).grown(MARGIN), &[id]),
    };
    let touches_ground = way.as_ref().is_none_or(|way| way.may_touch_ground(state, going));
    let table = if touches_ground { &state.stage.closed } else { &state.stage.bare };
    let scene = Scene::new(table, &crowd, Some(in_crowd(id)));
    let stop = |meet: &Meet| match meet.with {
        Met::Body { id: other, .. } => {
            let friend = state.body(of_crowd(other)).side == side;
            if friend && friends == Friends::Pass { Stop::Through } else { Stop::Halt }
        }
        Met::Near(_) | Met::Edge(_) => Stop::Through,
        // Flight ignores what slows, not what bars (FD-MOV-31).
        Met::Feature(feature) => {
            let land = state.stage.land(feature);
            let zone = land.zone.is_some() && land.zone != own;
            let barred = land.factor(&state.stage.book, going).is_none() || land.toll(&state.stage, going).is_none();
            let over = || state.is_crossing(block.pose.slid(heading, meet.at).at);
            if zone || (barred && land.zone.is_none() && !over()) { Stop::Halt } else { Stop::Through }
        }
    };
    match friends {
        Friends::Bar => drive_to_halt(&scene, block, &leg, stop),
        Friends::Pass => drive(&scene, block, std::slice::from_ref(&leg), stop),
    }
}

/// The flight line (FD-MOV-30): away from who inflicted most; else to the friendly edge, or away from an enemy near that way.
fn flight_line(state: &State, id: BodyId, block: Option<&Block>, distance: Length, from: Option<BodyId>) -> Angle {
    let center = state.center(id);
    if let Some(from) = from {
        return Angle::towards(state.center(from), center);
    }
    let home = state.home(state.body(id).side).outward();
    let near = match block {
        Some(block) => passes_enemy(state, id, block, home, distance),
        None => false,
    };
    match state.nearest_enemy(id).filter(|_| near) {
        Some(enemy) => Angle::towards(state.center(enemy), center),
        None => home,
    }
}

/// Whether a way comes too near to an enemy.
fn passes_enemy(state: &State, id: BodyId, block: &Block, heading: Angle, distance: Length) -> bool {
    let clear = state.stage.length(&numbers::FLIGHT_CLEAR);
    let (side, outline) = (state.body(id).side, block.outline());
    let leg = slant(block, heading, distance);
    let around = way_around(block, &leg, distance).grown(clear + MARGIN);
    let near = |body: &Body| body.side != side && may_slide_near(&outline, heading, distance, &body.outline, clear);
    let crowd = state.crowd_of(around, |_, body| near(body));
    if crowd.bodies().next().is_none() {
        return false;
    }
    // Ground and edges do not matter here.
    let keep_off = |_: InCrowd| Some(clear);
    let scene =
        Scene { table: &state.stage.bare, crowd: &crowd, mover: Some(in_crowd(id)), watch: &[], keep_off: &keep_off };
    let mut near = false;
    drive(&scene, block, &[leg], |meet| {
        near |= matches!(meet.with, Met::Near(_));
        Stop::Through
    });
    near
}

/// A garrison as it comes out of its zone on a heading: in line, facing back, just clear of it (FD-OBJ-26).
pub(crate) fn out_of_zone(state: &State, id: BodyId, zone: ZoneId, heading: Angle) -> Block {
    let body = Body { formation: Formation::Line, bent: None, ..state.body(id).clone() };
    let layout = layout(&state.stage, state.roster(id), &body);
    let facing = (heading + Angle::HALF).heading();
    let start = Block::new(Pose::new(state.center(id), facing), layout);
    let (ground, deep) = (state.ground(zone), filled(&start.layout));
    // What lies in what its bases fill, lies in one of them.
    let surely_inside = |block: &Block| {
        let outline = block.outline();
        let core = drawn_in(&Base::new(outline.pose, Size::new(outline.size.width, deep)));
        core.is_some_and(|core| overlaps_ground(&core, ground))
    };
    let inside =
        |block: &Block| surely_inside(block) || block.bases().iter().any(|base: &Base| overlaps_ground(base, ground));
    let yard = state.stage.yards(1);
    let bounds = ground.bounds();
    let most = Length::grid((bounds.max.x - bounds.min.x).max(bounds.max.y - bounds.min.y)) * 2;
    // Out of ground without inward bends it comes once: what is surely inside is halved.
    let (mut low, mut high) = (0, if ground.is_convex() { most.get() / yard.get().max(1) } else { 0 });
    while low < high {
        let middle = (low + high) / 2;
        if surely_inside(&block_at(&start, heading, yard * middle)) { low = middle + 1 } else { high = middle }
    }
    let mut by = yard * low;
    while by < most && inside(&block_at(&start, heading, by)) {
        by += yard;
    }
    block_at(&start, heading, by)
}
