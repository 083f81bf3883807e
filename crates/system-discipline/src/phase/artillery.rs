//! Phase II: what sections do, their fire, and how they are moved by hand (FD-ART, FD-MOV-14..16).

use firelock_core::{Desk, Fitted, Grain, Halt, Lots, Place as Spot, Refusal, Seeded, Side, Wish};
use firelock_table::{Angle, Body as Block, Fan, Length, Point, Pose, in_fan};

use super::fire::{aimed_at, target};
use super::movement::arrive;
use super::movement::course::{Manner, block_at};
use super::{name, pending};
use crate::Discipline;
use crate::charts::{self, EXTENDED_KILL_ZONE, Mover, Pace, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::{Event, Motion};
use crate::facts::{Aimed, Cannonade, Target};
use crate::sight;
use crate::state::{Asking, BodyId, GunOrder, Hit, HitKind, Place, Secret, State};
use crate::survey::{self, Aim, Shot};
use crate::words::{Ammunition, Branch, Level, Piece};
use crate::yards::Yards;

/// The sections of a side that choose in II.1.
pub(crate) fn able(state: &State, side: Side) -> impl Iterator<Item = BodyId> {
    let own = state.alive(side).filter(|(id, body)| survey::may_serve(state, *id, body));
    own.map(|(id, _)| id)
}

/// The facts of a shot at a target.
pub(crate) fn measure(
    state: &State,
    by: BodyId,
    with: Ammunition,
    range: Yards,
    target: Target,
    foe: BodyId,
) -> Cannonade {
    let (piece, poundage) = state.roster(by).guns().map_or((Piece::Gun, 0), |guns| (guns.piece, guns.pounds));
    let body = state.body(by);
    let (guns, crew) = body.gun().map_or((0, 0), |gun| (gun.guns, gun.crew));
    let same_target = body.aimed_at == Some((foe, state.turn.wrapping_sub(1)));
    // Where a gun on a slope may not fire so far, the shot is not among those it can take.
    Cannonade { piece, poundage, guns, crew, ammunition: with, range, downhill: false, same_target, target }
}

/// Judges what a section is ordered (FD-ART-01).
pub(crate) fn check(state: &State, side: Side, id: BodyId, order: GunOrder) -> Result<(), Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    if body.side != side || body.gun().is_none() {
        return refuse(FD_ART_01, "is no section of yours");
    }
    if body.silent >= state.turn {
        return refuse(FD_MOR_17, "does not fire yet");
    }
    if body.gun().is_some_and(|gun| gun.manned > state.turn) {
        return refuse(FD_MOV_38, "has its crew back only from the next turn on");
    }
    if state.in_contact(id) {
        return refuse(FD_LOS_12, "is in contact with the enemy");
    }
    if !survey::may_serve(state, id, body) {
        return refuse(FD_ART_01, "is not unlimbered with a crew");
    }
    match order {
        GunOrder::Hold => Ok(()),
        GunOrder::Fire { at, with } => check_fire(state, id, at, with),
        GunOrder::Prolonge(by) => prolonge(state, id, by).map(|_| ()),
        GunOrder::Aim(facing) => {
            let (Some(before), Some(after)) = (state.block(id), aimed(state, id, facing)) else {
                return refuse(FD_MOV_16, "is not on the table");
            };
            if body.zone().is_some() { Ok(()) } else { state.has_room(id, &before, &after) }
        }
    }
}

fn check_fire(state: &State, id: BodyId, at: Aim, with: Ammunition) -> Result<(), Refusal> {
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    let Some(guns) = state.roster(id).guns() else { return refuse(FD_ART_01, "has no guns") };
    if guns.rockets {
        return refuse(FD_ROS_23, "has rockets, which hit nothing");
    }
    let Some(shot) = state.shot_at(id, at) else {
        return Err(no_shot(state, id, at));
    };
    if state.body(id).gun().is_none_or(|gun| gun.rounds_of(with) == 0) {
        return refuse(FD_ART_14, "has no such round left");
    }
    // FD-OPT-05: then no stand stops a ball.
    let through = with == Ammunition::Ball && state.stage.book.is_on(&EXTENDED_KILL_ZONE);
    if shot.over && with != Ammunition::Shell && !through {
        return refuse(FD_LOS_02, "has others between it and the target");
    }
    match charts::reaches(&state.stage.book, guns.piece, guns.pounds, with, state.stage.in_yards(shot.range)) {
        true => Ok(()),
        false => {
            let clause = match with {
                Ammunition::Ball => FD_ART_06,
                Ammunition::Cannister => FD_ART_16,
                Ammunition::Shell => FD_ART_17,
            };
            let words = format!("does not fire that at {} yards", state.stage.in_yards(shot.range));
            refuse(clause, &words)
        }
    }
}

/// Why a target cannot be hit: out of the strip, or hidden.
fn no_shot(state: &State, id: BodyId, at: Aim) -> Refusal {
    let place = aimed_at(state, at).map_or(Spot::Unit(id), Spot::Unit);
    let words = format!("{}: no clear shot at that", name(state, id));
    let Some((edge, pose)) = state.front(id).zip(state.body(id).pose()) else {
        return Refusal::new(FD_LOS_01, words).at(place);
    };
    let fan = Fan { edge, facing: pose.facing, spread: Angle::ZERO, reach: Length::FAR };
    let ahead = match at {
        Aim::Stand(body, nth) => {
            let bodies = &state.bodies;
            let base = bodies.get(body.index()).and_then(|body| body.bases.get(usize::from(nth)));
            base.is_some_and(|base| in_fan(&fan, base).is_some())
        }
        Aim::Zone(zone) => {
            state.stage.zones.get(usize::from(zone.0)).is_some_and(|zone| in_fan(&fan, &zone.ground).is_some())
        }
    };
    let clause = match (ahead, state.height(state.center(id)).level) {
        (false, _) => FD_LOS_01,
        (true, Level::Slope) => FD_LOS_14,
        (true, Level::Hilltop) => FD_LOS_16,
        (true, Level::Ground) => FD_LOS_03,
    };
    Refusal::new(clause, words).at(place)
}

/// A section hauled ahead or back (FD-MOV-14, FD-MOV-15).
fn prolonge(state: &State, id: BodyId, by: Length) -> Result<Block, Refusal> {
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    let book = &state.stage.book;
    let guns = state.roster(id).guns();
    let rate = guns.filter(|guns| guns.piece == Piece::Gun).and_then(|guns| {
        charts::rate(book, Mover::of(book, Branch::Unlimbered, guns.piece, guns.pounds), Pace::Tactical)
    });
    let Some(rate) = rate.map(|rate| rate.on_table(state.stage.scale)) else {
        return refuse(FD_MOV_14, "is too heavy to be hauled by hand");
    };
    if by == Length::ZERO || by.abs() > rate {
        let words = format!("is hauled {} yards at most", state.stage.in_yards(rate));
        return refuse(FD_MOV_14, &words);
    }
    let Place::At(pose) = state.body(id).place else { return refuse(FD_OBJ_12, "keeps its place in the zone") };
    let Some(block) = state.block(id) else { return refuse(FD_MOV_14, "is not on the table") };
    let heading = if by > Length::ZERO { pose.facing } else { (pose.facing + Angle::HALF).heading() };
    let run = state.run(id, &block, heading, by.abs(), rate, Manner::Turn);
    if run.drive.length() < by.abs() {
        let why = state.stopped(id, &run.drive);
        return Err(why.unwrap_or_else(|| Refusal::new(FD_MOV_14, "it cannot go so far").at(Spot::Unit(id))));
    }
    if run.paid < by.abs() {
        return refuse(FD_TER_03, "cannot be hauled so far over this ground");
    }
    let end = block_at(&block, heading, by.abs());
    let clear = state.stage.length(&numbers::PROLONGE_CLEAR);
    match state.enemy_within(state.body(id).side, &end.bases(), clear) {
        Some(enemy) => {
            let words = format!("it would end too near to {}", name(state, enemy));
            Err(Refusal::new(FD_MOV_15, words).at(Spot::Unit(enemy)))
        }
        None => Ok(end),
    }
}

/// A section turned in its place (FD-MOV-16).
fn aimed(state: &State, id: BodyId, facing: Angle) -> Option<Block> {
    let block = state.block(id)?;
    let depth = block.layout.size().depth.half();
    let facing = facing.heading();
    let pose = Pose::new(block.outline().center().ahead(facing, depth), facing);
    Some(Block::new(pose, block.layout))
}

/// What can be listed: shots at the nearest stand of each enemy, and holding fire.
pub(crate) fn list(state: &State, side: Side, into: &mut Vec<Command>) {
    let Some(Asking::Sealed(sealed)) = pending(state) else { return };
    for body in able(state, side).filter(|id| sealed.order(side, *id).is_none()) {
        let mut known: Vec<BodyId> = Vec::new();
        for shot in state.shots_of(body) {
            let Some(foe) = aimed_at(state, shot.at) else { continue };
            if known.contains(&foe) {
                continue;
            }
            known.push(foe);
            for with in Ammunition::ALL.iter().copied() {
                let order = GunOrder::Fire { at: shot.at, with };
                if check_fire(state, body, shot.at, with).is_ok() {
                    into.push(Command::Guns { body, order });
                }
            }
        }
        into.push(Command::Guns { body, order: GunOrder::Hold });
    }
}

/// What sections may be told by pointing: where they are hauled, or which way they turn.
pub(crate) fn acts(state: &State, side: Side) -> impl Iterator<Item = (BodyId, String)> {
    able(state, side).flat_map(|id| ["haul", "aim"].map(|act| (id, act.to_string())))
}

/// The nearest legal haul or turn to a wish in II.1.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let id = wish.unit;
    let Some(pose) = state.bodies.get(id.index()).and_then(|body| body.pose()) else {
        return Err(Refusal::new(FD_ART_01, "there is no such section"));
    };
    let (order, end) = if wish.act == "haul" {
        let by = Length::grid(pose.local(wish.at).y);
        (GunOrder::Prolonge(by), prolonge(state, id, by)?)
    } else {
        let facing = wish.facing.unwrap_or_else(|| Angle::towards(state.center(id), wish.at)).heading();
        let end = aimed(state, id, facing).ok_or_else(|| Refusal::new(FD_MOV_16, "it is not on the table"))?;
        (GunOrder::Aim(facing), end)
    };
    check(state, side, id, order)?;
    Ok(Fitted {
        command: Command::Guns { body: id, order },
        ghost: end.bases().iter().map(|base| base.corners).collect(),
        path: vec![pose.at, end.pose.at],
        cost: "instead of firing".into(),
        notes: Vec::new(),
        short: None,
    })
}

/// The listed orders, and hauling and turning.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    list(state, side, into);
    into.extend(moves_of(state, side, grain).into_iter().filter(|command| is_legal(state, side, command)));
}

/// One of the candidates, or the end of the step.
pub(crate) fn draw(state: &State, side: Side, grain: Grain, chance: &mut Seeded) -> Option<Command> {
    enum Lot {
        Fire(BodyId, BodyId, Ammunition),
        Hold(BodyId),
        Move(Command),
    }
    let Some(Asking::Sealed(sealed)) = pending(state) else { return None };
    let mut lots = Vec::new();
    for body in able(state, side).filter(|id| sealed.order(side, *id).is_none()) {
        let targets = state.may_shoot_at(body);
        lots.extend(targets.flat_map(|foe| Ammunition::ALL.iter().map(move |with| Lot::Fire(body, foe, *with))));
        lots.push(Lot::Hold(body));
    }
    lots.extend(moves_of(state, side, grain).into_iter().map(Lot::Move));
    Lots::new(chance, Some(Command::Done)).among(lots, |lot| match lot {
        Lot::Fire(body, foe, with) => {
            let at = state.shot_of(body, foe)?.at;
            check_fire(state, body, at, with).ok()?;
            Some(Command::Guns { body, order: GunOrder::Fire { at, with } })
        }
        Lot::Hold(body) => Some(Command::Guns { body, order: GunOrder::Hold }),
        Lot::Move(command) => Some(command).filter(|command| is_legal(state, side, command)),
    })
}

fn is_legal(state: &State, side: Side, command: &Command) -> bool {
    match command {
        Command::Guns { body, order } => check(state, side, *body, *order).is_ok(),
        _ => true,
    }
}

/// Hauling and turning that is worth a look, not yet judged.
fn moves_of(state: &State, side: Side, grain: Grain) -> Vec<Command> {
    let Some(Asking::Sealed(sealed)) = pending(state) else { return Vec::new() };
    let mut moves = Vec::new();
    for body in able(state, side).filter(|id| sealed.order(side, *id).is_none()) {
        let mut add = |order: GunOrder| moves.push(Command::Guns { body, order });
        if let Some(enemy) = state.nearest_enemy(body) {
            add(GunOrder::Aim(Angle::towards(state.center(body), state.center(enemy))));
        }
        if grain != Grain::Coarse || (state.turn + body.0).is_multiple_of(3) {
            [20, -20, 10].into_iter().for_each(|yards| add(GunOrder::Prolonge(state.stage.yards(yards))));
        }
    }
    moves
}

/// II.2: all shots, field targets first, then zones, each by ascending number (FD-ART-03, FD-SEQ-20).
pub(crate) fn fire(desk: &mut Desk<'_, Discipline>, orders: &[(BodyId, Secret)]) -> Result<(), Halt> {
    let shots = |zones: bool| {
        orders.iter().filter_map(move |(body, order)| match order {
            Secret::Guns(GunOrder::Fire { at, with }) if matches!(at, Aim::Zone(_)) == zones => {
                Some((*body, *at, *with))
            }
            _ => None,
        })
    };
    for (body, at, with) in shots(false).chain(shots(true)) {
        let range = desk.state().shot_at(body, at).map(|shot| shot.range);
        let Some(range) = range else { continue };
        let ball = with == Ammunition::Ball && desk.book().is_on(&EXTENDED_KILL_ZONE);
        let hits = match ball {
            true => through(desk, body, at)?,
            false => shoot(desk, body, at, with, range)?.into_iter().collect(),
        };
        desk.emit(Event::Fired { by: body, at, with: Some(with), protective: false, hits });
    }
    Ok(())
}

/// One shot at one target: the hit, if there is one.
pub(crate) fn shoot(
    desk: &mut Desk<'_, Discipline>,
    by: BodyId,
    at: Aim,
    with: Ammunition,
    range: Length,
) -> Result<Option<Hit>, Halt> {
    let state = desk.state();
    let Some(aimed) = target(state, by, at) else { return Ok(None) };
    let facts = measure(state, by, with, state.stage.in_yards(range), aimed.facts, aimed.body);
    let hits = cannonade(desk, by, &facts)?;
    if hits == 0 {
        return Ok(None);
    }
    let side = desk.state().body(by).side;
    let beside = match facts.target.has_locations() {
        true => {
            let roll = facts.target.location_roll(desk.book(), side, hits);
            desk.roll(roll)?.count(1).max(0) as u8
        }
        false => 0,
    };
    Ok(Some(Hit {
        by,
        body: aimed.body,
        stand: aimed.stand,
        kind: HitKind::Artillery,
        harm: facts.target.artillery(hits, beside),
        halts: false,
        retreats: false,
        covered: aimed.covered,
    }))
}

/// The dice of a shot: how many hits.
pub(crate) fn cannonade(desk: &mut Desk<'_, Discipline>, by: BodyId, facts: &Cannonade) -> Result<u8, Halt> {
    let state = desk.state();
    let book = &state.stage.book;
    let Some(laid) = facts.laid(book) else { return Ok(0) };
    let chance = facts.chance(book, &laid);
    let aimed = Aimed::at(book, chance);
    let rolled = match aimed.roll(state.body(by).side) {
        Some(roll) => Some(desk.roll(desk.explained(roll, by, |book| facts.ledger(book, &laid)))?),
        None => None,
    };
    Ok(aimed.hits(rolled.as_ref()))
}

/// A ball through all that stands in the kill zone, nearest first, friend or enemy (FD-OPT-05).
fn through(desk: &mut Desk<'_, Discipline>, by: BodyId, at: Aim) -> Result<Vec<Hit>, Halt> {
    let mut hits = Vec::new();
    for shot in in_the_way(desk.state(), by, at) {
        hits.extend(shoot(desk, by, shot.at, Ammunition::Ball, shot.range)?);
    }
    Ok(hits)
}

/// Every stand in the kill zone of a gun out to its range or the first ground that blocks, nearest first.
fn in_the_way(state: &State, by: BodyId, at: Aim) -> Vec<Shot> {
    if matches!(at, Aim::Zone(_)) {
        return state.shot_at(by, at).copied().into_iter().collect();
    }
    let Some(guns) = state.roster(by).guns() else { return Vec::new() };
    let reach = charts::gun_reach(&state.stage.book, guns.piece, guns.pounds).on_table(state.stage.scale);
    let mut shots = Vec::new();
    if let Some(stance) = state.stance(by) {
        sight::all_in_strip(state, by, stance, reach, &mut shots);
    }
    shots
}

/// II.3: hauling and turning, here and never in Phase VI (FD-SEQ-14, FD-MOV-14, FD-MOV-16).
pub(crate) fn moves(desk: &mut Desk<'_, Discipline>, orders: &[(BodyId, Secret)]) {
    for (body, order) in orders {
        let state = desk.state();
        let end = match order {
            Secret::Guns(GunOrder::Prolonge(by)) => prolonge(state, *body, *by).ok(),
            Secret::Guns(GunOrder::Aim(facing)) => aimed(state, *body, *facing),
            _ => None,
        };
        let Some(end) = end else { continue };
        let free = state.body(*body).zone().is_some() || state.lies_on(&end.bases(), &[*body]).is_none();
        if free {
            desk.emit(Event::Moved { body: *body, pose: end.pose, bent: None, how: Motion::Guns });
            arrive(desk, *body);
        }
    }
}

/// Whether a charger stands in the kill zone of a section just before contact (FD-ART-26).
pub(crate) fn holds_in_zone(state: &State, gun: BodyId, charger: &[firelock_table::Base]) -> Option<u8> {
    let (edge, pose) = state.front(gun).zip(state.body(gun).pose())?;
    let fan = Fan { edge, facing: pose.facing, spread: Angle::ZERO, reach: Length::FAR };
    let near = |base: &firelock_table::Base| in_fan(&fan, base);
    let nearest = (0_u8..).zip(charger).filter_map(|(nth, base)| Some((near(base)?, nth))).min();
    nearest.map(|(_, nth)| nth)
}

/// Whether a place is within reach of a gun, for pictures.
pub(crate) fn strip(state: &State, id: BodyId) -> Option<[Point; 4]> {
    let (edge, pose) = state.front(id).zip(state.body(id).pose())?;
    let reach = match state.roster(id).guns() {
        Some(guns) => charts::gun_reach(&state.stage.book, guns.piece, guns.pounds).on_table(state.stage.scale),
        None => survey::musket_reach(state, id)?,
    };
    let ahead = |place: Point| place.ahead(pose.facing, reach);
    Some([edge.from, ahead(edge.from), ahead(edge.to), edge.to])
}
