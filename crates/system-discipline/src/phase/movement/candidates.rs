//! A finite sample of facing changes, moves and unlimbering.

use std::cell::OnceCell;

use firelock_core::{Grain, Lots, Seeded, Side};
use firelock_table::{Angle, Length, Met, Point, Pose};

use super::plan::{Ahead, check, free_room};
use super::turn::is_barred;
use super::{
    check_face, check_unlimber, duty, facers, forced_turn, leaders, marches, movers, must_unlimber, unlimberers,
};
use crate::charts::{self, Pace, Terrain, numbers};
use crate::command::{Command, Maneuver};
use crate::geometry::base_size;
use crate::state::{BodyId, CommanderId, FormOn, Place, State, Turn};
use crate::words::{Branch, Formation, Size};

/// How many bodies are offered at once; which ones changes as others have acted.
fn some(state: &State, all: Vec<BodyId>, grain: Grain) -> Vec<BodyId> {
    match grain {
        Grain::Coarse if all.len() > 1 => {
            let at = (usize::from(state.turn) * 3 + all.len()) % all.len();
            vec![all[at]]
        }
        _ => all,
    }
}

/// Facing and formation changes: those that are due, then towards the enemy, about, into another formation. Whether the step may end.
pub(crate) fn face(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) -> bool {
    let all: Vec<BodyId> = facers(state, side).collect();
    for &body in &all {
        if let Some(turn) = forced_turn(state, body) {
            into.push(Command::Face { body, turn });
        }
    }
    if let Some((body, turn)) = duty::open_turn(state, side) {
        into.push(Command::Face { body, turn });
    }
    let may_end = into.is_empty();
    for body in some(state, all, grain) {
        for turn in turns(state, body, grain) {
            let command = Command::Face { body, turn };
            if !into.contains(&command) && may_turn(state, side, body, turn) {
                into.push(command);
            }
        }
    }
    may_end
}

/// One of the facing and formation changes of a playout, or the end of the step.
pub(crate) fn draw_face(state: &State, side: Side, chance: &mut Seeded) -> Option<Command> {
    // What a duty asks for, or else the end: one of the two is always there.
    let due_or_end = || duty::open_turn(state, side).map_or(Command::Done, |(body, turn)| Command::Face { body, turn });
    let mut proposals = vec![None];
    for body in some(state, facers(state, side).collect(), Grain::Coarse) {
        proposals.extend(turns(state, body, Grain::Coarse).into_iter().map(|turn| Some((body, turn))));
    }
    Lots::new(chance, None).among(proposals, |proposal| {
        let Some((body, turn)) = proposal else { return Some(due_or_end()) };
        let command = Command::Face { body, turn };
        if !may_turn(state, side, body, turn) {
            return None;
        }
        // What is due counts once.
        let is_due = duty::turn_due(state, body).is_some_and(|(due, _)| due == turn) && due_or_end() == command;
        (!is_due).then_some(command)
    })
}

fn may_turn(state: &State, side: Side, body: BodyId, turn: Turn) -> bool {
    !is_barred(state, body, turn, Pace::Field) && check_face(state, side, body, turn).is_ok()
}

/// Facing and formation changes of a body that are worth a look.
fn turns(state: &State, body: BodyId, grain: Grain) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    if let Some(wanted) = to_enemy(state, body) {
        let steps: &[i32] = match grain {
            Grain::Coarse => &[100],
            Grain::Middle => &[100, 50],
            Grain::Fine => &[100, 75, 50, 25],
        };
        turns.extend(steps.iter().map(|part| Turn::By(Angle::steps(wanted.get() * part / 100))));
    }
    if grain != Grain::Coarse {
        let by = [-45, 45].map(|degrees| Turn::By(Angle::degrees(degrees)));
        turns.extend(by.into_iter().chain([Turn::About]));
        turns.extend([FormOn::Left, FormOn::Center, FormOn::Right].map(Turn::Form));
    } else if state.body(body).stands.len() > 1 && state.body(body).formation == Formation::Column {
        turns.push(Turn::Form(FormOn::Center));
    }
    turns.dedup();
    turns
}

/// The turn towards the nearest enemy, within what a wheel allows; none if it lies ahead already.
fn to_enemy(state: &State, id: BodyId) -> Option<Angle> {
    let enemy = state.nearest_enemy(id)?;
    let block = state.straight(id)?;
    let wanted = (Angle::towards(block.outline().center(), state.center(enemy)) - block.pose.facing).turn();
    let most = most_turn(state, id, Pace::Field);
    (wanted.abs() > Angle::degrees(10)).then(|| Angle::steps(wanted.get().clamp(-most.get(), most.get())))
}

/// The farthest a body can turn by its formation and rate.
pub(crate) fn most_turn(state: &State, id: BodyId, pace: Pace) -> Angle {
    let body = state.body(id);
    if body.stands.len() == 1 {
        return Angle::HALF;
    }
    let most = Angle::degrees(state.stage.book.number(&numbers::WHEEL_DEGREES));
    if body.formation == Formation::Column {
        return most;
    }
    let (Some(front), Some(rate)) = (state.front(id), state.rate(id, pace)) else { return Angle::ZERO };
    // Radians as hundredths of a degree, rounded down: a wheel is never asked too far.
    let steps = i64::from(rate.get()) * 572_957 / (i64::from(front.length().get()).max(1) * 100);
    Angle::steps(i32::try_from(steps).unwrap_or(i32::MAX).min(most.get()))
}

/// Normal moves: what is due, then straight ahead, shifts, zones, and what parts or changes a body. Whether the step may end.
pub(crate) fn moves(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) -> bool {
    let due = duty::open_move(state, side);
    if let Some((body, by)) = due {
        into.push(Command::Move { body, maneuver: Maneuver::Ahead(by) });
        if grain == Grain::Coarse {
            return false;
        }
    }
    for body in some(state, movers(state, side).collect(), grain) {
        let ways = Ways::of(state, side, body);
        for proposal in ways.worth(grain) {
            let command = ways.judge(proposal).map(|maneuver| Command::Move { body, maneuver });
            if let Some(command) = command.filter(|command| !into.contains(command)) {
                into.push(command);
            }
        }
    }
    leaders::candidates(state, side, grain, into);
    due.is_none()
}

/// One of the moves of a playout, or the end of the step.
pub(crate) fn draw_move(state: &State, side: Side, chance: &mut Seeded) -> Option<Command> {
    enum Lot {
        Move(Worth),
        Ride(CommanderId),
    }
    if let Some((body, by)) = duty::open_move(state, side) {
        return Some(Command::Move { body, maneuver: Maneuver::Ahead(by) });
    }
    let body = some(state, movers(state, side).collect(), Grain::Coarse).first().copied();
    let ways = body.map(|body| Ways::of(state, side, body));
    let moves = ways.as_ref().map(|ways| ways.worth(Grain::Coarse)).unwrap_or_default();
    let riders = leaders::riders(state, side).map(Lot::Ride);
    let lots = moves.into_iter().map(Lot::Move).chain(riders).collect();
    Lots::new(chance, Some(Command::Done)).among(lots, |lot| match lot {
        Lot::Move(worth) => {
            let ways = ways.as_ref()?;
            ways.judge(worth).map(|maneuver| Command::Move { body: ways.body, maneuver })
        }
        Lot::Ride(commander) => leaders::nearest_ride(state, side, commander),
    })
}

/// A normal move that is worth a look, not yet judged.
#[derive(Clone, Copy, Debug)]
enum Worth {
    /// Straight ahead, a part of as far as it can go.
    Ahead { part: i32, whole: i32 },
    /// Straight ahead at the usual rate, where it could go farther on the march.
    Usual { grain: Grain },
    /// Into the zone ahead, or over the edge ahead.
    On,
    /// Any other.
    As(Maneuver),
}

/// The ways of a body on the field; how far it can go ahead is looked at once, when it is asked for.
struct Ways<'a> {
    state: &'a State,
    side: Side,
    body: BodyId,
    ahead: OnceCell<Option<Ahead>>,
}

impl Ways<'_> {
    fn of(state: &State, side: Side, body: BodyId) -> Ways<'_> {
        Ways { state, side, body, ahead: OnceCell::new() }
    }

    fn ahead(&self) -> Option<&Ahead> {
        self.ahead.get_or_init(|| Ahead::of(self.state, self.body).ok()).as_ref()
    }

    /// What is worth a look: straight ahead, shifts, zones, and what parts or changes a body.
    fn worth(&self, grain: Grain) -> Vec<Worth> {
        let (state, id) = (self.state, self.body);
        let mut others = Vec::new();
        if let Place::In(_) = state.body(id).place {
            leave(state, id, grain, &mut others);
            return others.into_iter().map(Worth::As).collect();
        }
        let (parts, whole): (&[i32], i32) = match grain {
            Grain::Coarse => (&[4, 2], 4),
            Grain::Middle => (&[4, 3, 2, 1], 4),
            Grain::Fine => (&[8, 7, 6, 5, 4, 3, 2, 1], 8),
        };
        let mut worth = Vec::with_capacity(8);
        if state.body(id).zone().is_none() {
            worth.extend(parts.iter().map(|&part| Worth::Ahead { part, whole }));
            worth.extend([Worth::Usual { grain }, Worth::On]);
        }
        if state.body(id).is_troops() && (grain != Grain::Coarse || (state.turn + id.0).is_multiple_of(3)) {
            let tactical = state.allowance(id, Pace::Tactical).unwrap_or_default();
            others.extend([Maneuver::Back(tactical), Maneuver::Side(tactical), Maneuver::Side(-tactical)]);
        }
        special(state, id, grain, &mut others);
        worth.extend(others.into_iter().map(Worth::As));
        worth
    }

    /// The maneuver that was meant, if it is legal.
    fn judge(&self, worth: Worth) -> Option<Maneuver> {
        let (state, id) = (self.state, self.body);
        let maneuver = match worth {
            Worth::As(maneuver) => maneuver,
            Worth::Ahead { part, whole } => Maneuver::Ahead(self.ahead()?.most(state, id).scaled(part, whole)),
            Worth::Usual { grain } => {
                let ahead = self.ahead()?;
                let (usual, most) = (ahead.usual, ahead.most(state, id));
                // Half of the way is worth a look anyway.
                let is_half = grain == Grain::Coarse && usual == most.half();
                (ahead.road.is_some() && most > usual && !is_half).then_some(Maneuver::Ahead(usual))?
            }
            Worth::On => on(state, id, self.ahead()?)?,
        };
        let fits = match maneuver {
            Maneuver::Ahead(by) => self.ahead()?.plan(state, id, by).is_ok(),
            _ => check(state, self.side, id, maneuver).is_ok(),
        };
        fits.then_some(maneuver)
    }
}

/// Into the zone, or over the edge, that stops a body on its way ahead.
fn on(state: &State, id: BodyId, ahead: &Ahead) -> Option<Maneuver> {
    match ahead.run(state, id).drive.halt()?.with {
        Met::Feature(feature) => {
            let zone = state.stage.land(feature).zone?;
            let room = free_room(state, zone);
            let fits = |n: &usize| state.stands(id).take(*n).map(|stand| stand.size.halves()).sum::<u16>() <= room;
            let n = (1..=state.body(id).stands.len()).rev().find(fits)?;
            Some(Maneuver::Enter(zone, n as u8))
        }
        Met::Edge(_) => Some(Maneuver::Exit),
        _ => None,
    }
}

/// Ways out of a zone: through the middle of each of its sides, facing out.
fn leave(state: &State, id: BodyId, grain: Grain, into: &mut Vec<Maneuver>) {
    let Some(zone) = state.body(id).zone() else { return };
    let edges: Vec<_> = state.ground(zone).edges().collect();
    let formation = if state.body(id).stands.len() > 1 { Formation::Column } else { Formation::Line };
    let depth: Length = state.stands(id).map(|stand| stand_depth(state, stand.size)).sum();
    let most = if grain == Grain::Coarse { 1 } else { edges.len() };
    let from = usize::from(state.turn) % edges.len().max(1);
    for nth in 0..most {
        let edge = edges[(from + nth) % edges.len()];
        let out = (Angle::towards(edge.from, edge.to) + Angle::LEFT).heading();
        let at = edge.middle().ahead(out, depth);
        let by = state.allowance(id, state.usual_pace(id)).unwrap_or_default().half();
        into.push(Maneuver::Leave { from: Pose::new(at, out), formation, by });
        into.push(Maneuver::Leave { from: Pose::new(at, out), formation, by: Length::ZERO });
    }
}

fn stand_depth(state: &State, size: Size) -> Length {
    let piece = match size {
        Size::Full => charts::Base::Stand,
        Size::Half => charts::Base::Half,
        Size::Double => charts::Base::Double,
    };
    base_size(&state.stage, piece).depth
}

/// Roads, half-stands, troops, open order, dragoons.
fn special(state: &State, id: BodyId, grain: Grain, into: &mut Vec<Maneuver>) {
    let body = state.body(id);
    if grain == Grain::Coarse && !(state.turn + id.0).is_multiple_of(4) {
        return;
    }
    if marches(state, id) && body.pose().is_some() {
        let roads = state.stage.table.features().filter(|(road, _)| state.stage.land(*road).terrain == Terrain::Road);
        for (road, _) in roads {
            if firelock_table::on_road(&state.stage.table, road, &body.bases).touches {
                let wheels = matches!(state.branch(id), Branch::Limbered | Branch::Wagon);
                let pace = if wheels { Pace::Road } else { state.usual_pace(id) };
                let most = state.allowance(id, pace).unwrap_or_default();
                into.extend([Maneuver::Road(road, most), Maneuver::Road(road, most.half())]);
            }
        }
    }
    if !body.is_troops() || body.pose().is_none() {
        return;
    }
    if body.mounted {
        into.extend([Maneuver::Divide(1), Maneuver::Scatter, Maneuver::Close, Maneuver::Dismount(Length::ZERO)]);
        into.push(Maneuver::Dismount(state.stage.yards(5)));
        return;
    }
    into.push(Maneuver::Mount);
    let half = |(_, stand): &(u8, &crate::roster::Stand)| stand.size == Size::Half;
    if body.stands.len() > 1
        && let Some((stand, _)) = (0_u8..).zip(state.stands(id)).find(half)
        && let Some(base) = body.bases.get(usize::from(stand))
    {
        let ahead = |yards: i32| base.pose.ahead(state.stage.yards(yards));
        into.extend([30, 60].map(|yards| Maneuver::Detach { stand, to: ahead(yards) }));
    }
}

/// Unlimbering: what is due, then as it stands, towards the enemy.
pub(crate) fn unlimber(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    for body in unlimberers(state, side) {
        let Some(pose) = state.body(body).pose() else { continue };
        let mut facings = vec![pose.facing];
        if grain != Grain::Coarse || !must_unlimber(state, body) {
            let enemy = state.nearest_enemy(body).map(|enemy| state.center(enemy));
            let towards = |place: Point| Angle::towards(state.center(body), place);
            facings.extend(enemy.map(towards));
        }
        facings.dedup();
        for facing in facings {
            if check_unlimber(state, side, body, facing).is_ok() {
                into.push(Command::Unlimber { body, facing });
            }
        }
    }
}
