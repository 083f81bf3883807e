//! Sense for Washington's Army.

use firelock_core::{Frame, Side, UnitId};
use firelock_scenario::Schedule;
use firelock_table::TableEdge;
use firelock_washington::charts::objective_points;
use firelock_washington::command::{Act as Deed, Command};
use firelock_washington::state::{Asking, CommanderStatus, Held, HeldFor, Place, State, Unit, Work};
use firelock_washington::words::{Formation, Quality, Rank, Terrain, Troop};
use firelock_washington::{Washington, charts};

use super::{Act, Sense, alike};
use crate::field::{Arm, Body, Field, Goal, Leader, Spot, cover, outward};
use crate::{Pains, Weights};

/// What a victory point is worth in bases.
const POINT: f64 = 1.5;

/// The usual throw for action points.
const USUAL: f64 = 3.5;

/// What a die that may be rolled again is worth, in units that may act.
const DIE: f64 = 0.15;

impl Sense for Washington {
    const WEIGHTS: Weights = Weights { own: 1.3, press: 0.3, stir: 0.3, prior: 2.0, ..Weights::PLAIN };

    const PAINS: Pains = Pains { looks: &[(2, 8), (4, 4), (8, 2)], plans_attacks: true, ..Pains::PLAIN };

    /// A failed motivation ends a commander's turn: a general sees who may still act, and spends his dice by it.
    const GENERAL_WEIGHTS: Weights = Weights { ready: 4.0, ..Self::WEIGHTS };

    const GENERAL_PAINS: Pains = Pains { settled: 6, ..Self::PAINS };

    fn field(state: &State, field: &mut Field) {
        field.clear();
        for (id, unit) in state.all_units().filter(|(_, unit)| unit.is_on_table()) {
            field.bodies.push(body(state, id, unit));
        }
        for (id, commander) in state.all_commanders().filter(|(_, commander)| commander.is_present()) {
            let command = state.officer(id).brigade.map_or(u16::MAX, |brigade| u16::from(brigade.0));
            field.leaders.push(Leader { side: commander.side, at: Spot::of(commander.at), command, reach: 6.0 });
        }
        for objective in &state.objectives {
            let depth = |side: Side| -state.ground.table.beyond(state.base_line(side), objective.at);
            // It is worth more to whom it lies farther from; what matters is what changes hands.
            let worth: i32 = Side::BOTH.map(|side| objective_points(&state.stage.book, depth(side))).iter().sum();
            let (at, holder) = (Spot::of(objective.at), Some(objective.holder));
            field.goals.push(Goal { at, reach: 3.0, worth: f64::from(worth) / 2.0 * POINT, holder, only: None });
        }
        field.points = [0.0; 2];
        field.strain = [0.0; 2];
        let mut whole = [0.0, 0.0];
        for (id, unit) in state.all_units() {
            let (side, gun) = (unit.side.index(), state.roster(id).is_gun());
            let lost = matches!(unit.place, Place::Gone(_));
            let points = match (lost, gun) {
                (true, true) => 1.0,
                (true, false) => 3.0,
                (false, _) if state.is_battered(id) => 1.0,
                (false, _) => 0.0,
            };
            field.points[unit.side.enemy().index()] += points * POINT;
            whole[side] += 1.0;
            field.strain[side] += f64::from(u8::from(lost));
        }
        for (id, commander) in state.all_commanders() {
            if commander.status == CommanderStatus::Dead {
                let points = if state.officer(id).rank == Rank::General { 2.0 } else { 1.0 };
                field.points[commander.side.enemy().index()] += points * POINT;
            }
        }
        for side in Side::BOTH {
            field.points[side.index()] += 2.0 * POINT * f64::from(sections(state, side, field));
            // The defender wins a tie (WA-VIC-10).
            field.lead[side.index()] = if state.attacker == side { 0.5 * POINT } else { -0.5 * POINT };
        }
        for side in [0, 1] {
            field.strain[side] /= f64::max(whole[side], 1.0);
            field.home[side] = outward(state.stage.armies[side].base_line);
        }
        let countdown = f64::from(state.stage.book.number(&charts::numbers::COUNTDOWN).max(1));
        field.left = (f64::from(state.countdown) / countdown).clamp(0.0, 1.0);
        field.ready = [0.0; 2];
        field.ready[state.active.index()] = readiness(state);
        field.attacker = state.attacker;
        field.stride = 6.0;
        field.winner = state.verdict.as_ref().map(|verdict| verdict.winner);
    }

    fn act(state: &State, command: &Command) -> Act {
        let active = state.activation.map(|activation| activation.unit).unwrap_or_default();
        match command {
            Command::Split(_)
            | Command::LayPiece(_)
            | Command::TakePiece(_)
            | Command::ShiftPiece { .. }
            | Command::PlaceObjective(_)
            | Command::RemoveObjective(_)
            | Command::SetAside { .. }
            | Command::Deploy { .. }
            | Command::DeployCommander { .. }
            | Command::Enter { .. }
            | Command::ComeOn { .. } => Act::Deploy,
            Command::PlaceBeside(_)
            | Command::Ride(_)
            | Command::RideTo { .. }
            | Command::Join { .. }
            | Command::Determine(_) => Act::Ride,
            Command::Automatic(unit) | Command::Motivate(unit) | Command::Test(unit) => Act::Rouse { unit: *unit },
            Command::Act(deed) => match deed {
                Deed::Shoot { target, .. } | Deed::Bombard { target, .. } => {
                    Act::Fire { unit: active, target: Some(*target) }
                }
                Deed::Assault(target) => Act::Charge { unit: active, target: Some(*target) },
                Deed::Rally => Act::Hold { unit: active },
                _ => Act::Move { unit: active },
            },
            Command::React(unit) => Act::Fire { unit: *unit, target: None },
            Command::Pass | Command::EndCommander | Command::Done => Act::End,
            Command::Stand
            | Command::Retreat
            | Command::Again(_)
            | Command::Keep
            | Command::Follow(_)
            | Command::Saddle(_)
            | Command::Witness(_) => Act::Answer,
        }
    }

    fn turn(state: &State) -> u16 {
        state.turn
    }

    fn half_turn(state: &State) -> u32 {
        2 * u32::from(state.turn) + u32::from(state.active != state.attacker)
    }

    fn round(_state: &State) -> Option<u32> {
        None
    }

    fn in_suspense(state: &State) -> bool {
        state.agenda.frames().iter().any(|frame| match frame {
            Frame::Work(Work::Assault(_)) => true,
            // Who acts, and how much, is told by who may still act.
            Frame::Ask(Asking::Reroll(Held { of: HeldFor::Motivation(_) | HeldFor::ActionPoints(_), .. })) => false,
            Frame::Ask(asking) => {
                matches!(asking, Asking::Answer | Asking::Reroll(_) | Asking::React(_) | Asking::Witnesses { .. })
            }
            Frame::Work(_) => false,
        })
    }

    fn acting(state: &State) -> Option<UnitId> {
        match state.agenda.top() {
            Some(Frame::Ask(Asking::Act)) => state.activation.map(|activation| activation.unit),
            _ => None,
        }
    }

    fn same_question(one: &State, other: &State) -> bool {
        alike(one.agenda.top(), other.agenda.top())
    }

    fn pass(state: &State) -> Option<Command> {
        match state.agenda.top() {
            Some(Frame::Ask(Asking::Commanders | Asking::Determination)) => Some(Command::Done),
            _ => None,
        }
    }

    fn prior(state: &State, side: Side, command: &Command) -> f64 {
        match command {
            // Who can shoot or is near the enemy is roused first.
            Command::Automatic(unit) | Command::Motivate(unit) => {
                let near = nearest(state, side, state.unit(*unit));
                let free = if matches!(command, Command::Automatic(_)) { 0.3 } else { 0.0 };
                0.5 + free + 6.0 / (6.0 + near)
            }
            Command::Test(_) => 0.5,
            Command::Determine(_) => 0.5,
            // A die that changes nothing is kept for another roll.
            Command::Keep => 0.02,
            Command::React(_) => 0.2,
            Command::Act(Deed::Rally) => 0.3,
            _ => 0.0,
        }
    }

    fn name(state: &State, unit: UnitId) -> &str {
        &state.roster(unit).name
    }

    fn file_id(state: &State, unit: UnitId) -> &str {
        &state.roster(unit).id
    }

    fn schedule(state: &State) -> &Schedule {
        &state.stage.schedule
    }
}

/// What the troops whose turn it is may still do: each by its worth, how near the enemy is and how surely it will act; action points by
/// the usual throw, and a little for dice that may be rolled again (WA-CMD-07).
fn readiness(state: &State) -> f64 {
    let side = state.active;
    let points = match state.agenda.top() {
        Some(Frame::Ask(Asking::Reroll(Held { faces, of: HeldFor::ActionPoints(unit), .. }))) => {
            Some((*unit, faces.iter().sum::<u8>()))
        }
        _ => state.activation.map(|activation| (activation.unit, activation.ap)),
    };
    let (mut sum, mut waiting) = (0.0, 0.0);
    for (id, unit) in state.on_table(side) {
        let sure = match points {
            Some((active, points)) if active == id => f64::from(points) / USUAL,
            _ => f64::from(Washington::chance_to_act(state, id)) / 36.0,
        };
        if sure > 0.0 {
            let near = 6.0 / (6.0 + nearest(state, side, unit));
            sum += sure * f64::from(unit.half_bases) / 8.0 * (0.3 + near);
            waiting += 1.0;
        }
    }
    let own = state.all_commanders().filter(|(_, one)| one.side == side && one.is_present());
    let dice: f64 = own.map(|(_, one)| f64::from(one.determination)).sum();
    sum + DIE * dice.min(2.0 * waiting)
}

/// How far the nearest enemy is from a unit.
fn nearest(state: &State, side: Side, unit: &Unit) -> f64 {
    let own = Spot::of(unit.outline.center());
    let enemies = state.on_table(side.enemy()).map(|(_, enemy)| Spot::of(enemy.outline.center()).distance(own));
    enemies.fold(f64::MAX, f64::min)
}

/// Sections of the enemy half where a side stands alone (WA-VIC-07).
fn sections(state: &State, side: Side, field: &Field) -> u8 {
    let table = &state.ground.table;
    let number = |name| f64::from(state.stage.book.number(name).max(1));
    let (across, deep) = (number(&charts::numbers::SECTIONS_ACROSS), number(&charts::numbers::SECTIONS_DEEP));
    let inches = |length: firelock_table::Length| f64::from(length.get()) / 2540.0;
    let (width, depth) = (inches(table.width()), inches(table.depth()));
    let section = |body: &Body| {
        let (along, up, whole, high) = match state.base_line(side) {
            TableEdge::South => (body.at.x, body.at.y, width, depth),
            TableEdge::North => (body.at.x, depth - body.at.y, width, depth),
            TableEdge::West => (body.at.y, body.at.x, depth, width),
            TableEdge::East => (body.at.y, width - body.at.x, depth, width),
        };
        ((along / whole * across) as u8, (up / high * deep) as u8)
    };
    let mut own: Vec<(u8, u8)> = Vec::new();
    for body in field.of(side).filter(|body| body.holds) {
        let here = section(body);
        let far = here.1 >= (deep / 2.0).ceil() as u8;
        if far && !own.contains(&here) && !field.of(side.enemy()).any(|enemy| enemy.holds && section(enemy) == here) {
            own.push(here);
        }
    }
    own.len() as u8
}

fn body(state: &State, id: UnitId, unit: &Unit) -> Body {
    let roster = state.roster(id);
    let command = roster.brigade.map_or(u16::MAX, |brigade| u16::from(brigade.0));
    let mut body = Body { unit: id, side: unit.side, command, has_flanks: true, ..Body::default() };
    let halves = f64::from(unit.half_bases) / 2.0;
    let good = match state.quality(id) {
        Quality::Veteran => 1.3,
        Quality::Average => 1.0,
        Quality::Raw => 0.75,
    };
    body.worth = halves * good;
    match state.troop(id) {
        None => {
            body.arm = Arm::Guns;
            body.worth = 1.5 * halves;
            body.fire = if unit.limbered { 0.0 } else { 0.5 * halves };
            (body.close, body.long) = (12.0, 36.0);
            body.steel = 0.2;
        }
        Some(troop) => {
            let mounted = state.is_mounted(id);
            body.arm = if mounted { Arm::Horse } else { Arm::Foot };
            let (power, close, long) = match troop {
                Troop::Rifle => (0.16, 6.0, 12.0),
                Troop::Indian => (0.1, 4.0, 8.0),
                Troop::Cavalry => (0.05, 3.0, 6.0),
                Troop::Line | Troop::Light | Troop::Militia => (0.12, 4.0, 8.0),
            };
            let front = f64::from(unit.front.max(1));
            body.fire = if mounted { 0.0 } else { front.min(halves) * power };
            (body.close, body.long) = (close, long);
            body.steel = match troop {
                Troop::Line | Troop::Cavalry => 1.0,
                Troop::Light => 0.9,
                Troop::Indian => 0.8,
                Troop::Militia | Troop::Rifle => 0.6,
            };
            body.holds = true;
            body.has_flanks = unit.formation == Formation::Close;
        }
    }
    body.order = (if unit.disordered { 0.7 } else { 1.0 }) - 0.08 * f64::from(unit.markers.min(4));
    body.stand(&unit.outline);
    body.cover = cover(&state.ground.table, &unit.outline, |id| match state.ground.terrain(id) {
        Terrain::Wood => (0.3, false),
        Terrain::Building => (0.45, false),
        Terrain::Hill | Terrain::RoughHill => (0.1, false),
        Terrain::Obstacle => (0.3, true),
        _ => (0.0, false),
    });
    body
}
