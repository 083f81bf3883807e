//! The nearest legal facing change, move or unlimbering to what a hand points at.

use firelock_core::{Clause, Fitted, Place as Spot, Refusal, Side, Wish};
use firelock_table::{Angle, Bases, Body as Block, Length, Point, Pose};

use super::candidates::most_turn;
use super::course::Manner;
use super::plan::{Ahead, ghost, longest, plan, too_far};
use super::{check_face, check_unlimber, duty, may_face, may_move, turned, unlimbered, unlimberers};
use crate::charts::Pace;
use crate::clauses::*;
use crate::command::{Command, Maneuver};
use crate::phase::{leaders, name};
use crate::state::{Asking, BodyId, FormOn, Kind, Place, State, Turn};
use crate::view::{commander_of, commander_piece};
use crate::words::{Formation, Size};

/// What each body of a side may do on the table now, by name of the act.
pub(crate) fn acts(state: &State, asking: &Asking) -> Vec<(BodyId, String)> {
    let mut acts = Vec::new();
    match asking {
        Asking::Face(side) => {
            for id in super::facers(state, *side) {
                let several = state.body(id).stands.len() > 1 && state.body(id).is_troops();
                let forms: &[&str] =
                    if several { &["form on the left", "form on the center", "form on the right"] } else { &[] };
                acts.extend(["turn", "about face"].iter().chain(forms).map(|act| (id, act.to_string())));
            }
        }
        Asking::Move(side) => {
            for id in super::movers(state, *side) {
                acts.extend(moves_of(state, id).into_iter().map(|act| (id, act.to_string())));
            }
            acts.extend(leaders::riders(state, *side).map(|man| (commander_piece(man), "ride".to_string())));
        }
        Asking::Unlimber(side) => acts.extend(unlimberers(state, *side).map(|id| (id, "unlimber".to_string()))),
        _ => {}
    }
    acts
}

fn moves_of(state: &State, id: BodyId) -> Vec<&'static str> {
    let body = state.body(id);
    if matches!(body.place, Place::In(_)) {
        return vec!["leave"];
    }
    let mut acts = vec!["move", "enter", "leave the table"];
    if super::marches(state, id) {
        acts.push("follow the road");
    }
    if !matches!(body.kind, Kind::Troops) {
        return acts;
    }
    acts.push("shift");
    if body.mounted {
        acts.extend(["divide", "open order", "close order", "dismount", "dismount in open order"]);
    } else {
        acts.push("mount");
        if state.stands(id).any(|stand| stand.size == Size::Half) && body.stands.len() > 1 {
            acts.push("send out");
        }
    }
    acts
}

/// The nearest legal command to a wish in VI.1, VI.3 or VI.4.
pub(crate) fn fit(state: &State, side: Side, asking: &Asking, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    if matches!(asking, Asking::Move(_)) && commander_of(state, wish.unit).is_some() {
        return leaders::fit(state, side, wish);
    }
    let id = wish.unit;
    if id.index() >= state.bodies.len() || !state.body(id).is_on_table() || state.body(id).side != side {
        return Err(Refusal::new(FD_ROS_40, "there is no such body to move"));
    }
    match asking {
        Asking::Face(_) => face(state, side, id, wish),
        Asking::Unlimber(_) => unlimber(state, side, id, wish),
        _ => maneuver(state, side, id, wish),
    }
}

fn face(state: &State, side: Side, id: BodyId, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let (turn, short) = match wish.act.as_str() {
        "about face" => (Turn::About, None),
        "form on the left" => (Turn::Form(FormOn::Left), None),
        "form on the center" => (Turn::Form(FormOn::Center), None),
        "form on the right" => (Turn::Form(FormOn::Right), None),
        _ => match nearest_turn(state, side, id, wish) {
            Ok((by, short)) => (Turn::By(by), short),
            // What its duty asks for is the nearest that it may do.
            Err(why) if why.clause == FD_CMD_17 => match duty::turn_due(state, id) {
                Some((turn, _)) => (turn, Some(why)),
                None => return Err(why),
            },
            Err(why) => return Err(why),
        },
    };
    check_face(state, side, id, turn)?;
    let done = turned(state, id, turn, Pace::Field)?;
    let end = done.block(state, id);
    let notes: Vec<(Clause, String)> = vec![(FD_MOV_19, "moves at half rate this turn".into())];
    let cost = match turn {
        Turn::By(by) => format!("a turn of {}", by.abs()),
        Turn::About => "about face".into(),
        Turn::Form(_) => "a change of formation".into(),
    };
    let command = Command::Face { body: id, turn };
    let (short, notes) = short_or_due(short, notes);
    Ok(Fitted { short, ..fitted(state, id, command, &end.bases(), &end, cost, notes) })
}

/// The legal turn nearest to the wished one, as far that way as it goes, and why it goes no farther.
fn nearest_turn(state: &State, side: Side, id: BodyId, wish: &Wish) -> Result<(Angle, Option<Refusal>), Refusal> {
    let block = state.straight(id).ok_or_else(|| Refusal::new(FD_OBJ_06, "it has no facing in a zone"))?;
    let facing = wish.facing.unwrap_or_else(|| Angle::towards(block.outline().center(), wish.at));
    let most = most_turn(state, id, Pace::Field);
    let whole = (facing - block.pose.facing).turn();
    let wanted = Angle::steps(whole.get().clamp(-most.get(), most.get()));
    if wanted == Angle::ZERO {
        return Err(Refusal::new(FD_MOV_22, format!("{}: faced that way already", name(state, id))).at(Spot::Unit(id)));
    }
    let why = match check_face(state, side, id, Turn::By(wanted)) {
        Ok(()) if whole == wanted => return Ok((wanted, None)),
        Ok(()) => return Ok((wanted, check_face(state, side, id, Turn::By(whole)).err())),
        Err(why) if !may_face(state, id) => return Err(why),
        Err(why) => why,
    };
    // Degree by degree towards no turn at all.
    let sign = wanted.get().signum();
    let legal = |degrees: &i32| check_face(state, side, id, Turn::By(Angle::degrees(sign * degrees))).is_ok();
    match (1..=wanted.abs().get() / 100).rev().step_by(3).find(legal) {
        Some(degrees) => Ok((Angle::degrees(sign * degrees), Some(why))),
        None => Err(why),
    }
}

fn unlimber(state: &State, side: Side, id: BodyId, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let facing = wish.facing.unwrap_or_else(|| Angle::towards(state.center(id), wish.at)).heading();
    check_unlimber(state, side, id, facing)?;
    let end = unlimbered(state, id, facing).ok_or_else(|| Refusal::new(FD_MOV_17, "it is not on the table"))?;
    let notes = vec![(FD_FRM_07, "never limbers again".to_string())];
    Ok(fitted(state, id, Command::Unlimber { body: id, facing }, &end.bases(), &end, "unlimbers".into(), notes))
}

fn maneuver(state: &State, side: Side, id: BodyId, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    super::barred(state, id)?;
    if !may_move(state, id) {
        let words = format!("{}: no normal move this turn", name(state, id));
        return Err(Refusal::new(FD_MOV_34, words).at(Spot::Unit(id)));
    }
    let (maneuver, short) = wished(state, side, id, wish)?;
    let done = plan(state, side, id, maneuver)?;
    let cost = format!("{} of {} yards", state.stage.in_yards(done.length), state.stage.in_yards(done.most));
    let bases = ghost(&done);
    let end = done.end.clone().or_else(|| state.straight(id));
    let end = end.ok_or_else(|| Refusal::new(FD_MOV_02, "it is not on the table"))?;
    let command = Command::Move { body: id, maneuver };
    let (short, notes) = short_or_due(short, Vec::new());
    Ok(Fitted { short, ..fitted(state, id, command, &bases, &end, cost, notes) })
}

/// What a duty asks beyond a wish is to be known; it does not stop short of it.
fn short_or_due(short: Option<Refusal>, mut notes: Vec<(Clause, String)>) -> (Option<Refusal>, Vec<(Clause, String)>) {
    match short {
        Some(due) if due.clause == FD_CMD_17 => {
            notes.push((due.clause, due.reason));
            (None, notes)
        }
        short => (short, notes),
    }
}

fn fitted(
    state: &State,
    id: BodyId,
    command: Command,
    bases: &Bases,
    end: &Block,
    cost: String,
    notes: Vec<(Clause, String)>,
) -> Fitted<Command> {
    let from = state.body(id).pose().map_or_else(|| state.center(id), |pose| pose.at);
    Fitted {
        command,
        ghost: bases.iter().map(|base| base.corners).collect(),
        path: vec![from, end.pose.at],
        cost,
        notes,
        short: None,
    }
}

/// The maneuver that an act and a place mean, and why it stops short of the place.
fn wished(state: &State, side: Side, id: BodyId, wish: &Wish) -> Result<(Maneuver, Option<Refusal>), Refusal> {
    let body = state.body(id);
    let zone_at =
        |place: Point| state.stage.all_zones().find(|(_, zone)| zone.ground.contains(place)).map(|(zone, _)| zone);
    let done = |maneuver: Maneuver| Ok((maneuver, None));
    match wish.act.as_str() {
        "enter" => {
            let zone = zone_at(wish.at).or_else(|| zone_ahead(state, id));
            let zone = zone.ok_or_else(|| Refusal::new(FD_OBJ_03, "there is no zone").at(Spot::At(wish.at)))?;
            let room = super::plan::free_room(state, zone);
            let fits = |n: &usize| state.stands(id).take(*n).map(|stand| stand.size.halves()).sum::<u16>() <= room;
            let n = (1..=body.stands.len()).rev().find(fits).unwrap_or(0);
            done(Maneuver::Enter(zone, n as u8))
        }
        "leave" => leave(state, side, id, wish).map(|maneuver| (maneuver, None)),
        "leave the table" => done(Maneuver::Exit),
        "follow the road" => {
            let roads = state.stage.table.features().map(|(road, _)| road).filter(|road| {
                state.stage.land(*road).terrain == crate::charts::Terrain::Road
                    && firelock_table::on_road(&state.stage.table, *road, &body.bases).touches
            });
            let road = roads.into_iter().next();
            let road = road.ok_or_else(|| Refusal::new(FD_MOV_12, "it is not on a road").at(Spot::Unit(id)))?;
            let way = Length::grid(body.outline.pose.at.distance_squared(wish.at).isqrt() as i32).max(Length::grid(1));
            let most = state.allowance(id, Pace::Road).unwrap_or_default();
            let fits = |by: &Length| plan(state, side, id, Maneuver::Road(road, *by)).is_ok();
            let yard = state.stage.yards(5);
            let lengths =
                std::iter::successors(Some(way.min(most)), |by| Some(*by - yard).filter(|by| *by > Length::ZERO));
            let by = lengths.into_iter().find(fits).unwrap_or(way.min(most));
            done(Maneuver::Road(road, by))
        }
        "shift" => {
            let local = body.outline.pose.local(wish.at);
            let most = state.allowance(id, Pace::Tactical).unwrap_or_default();
            let clamp = |by: i32| Length::grid(by.clamp(-most.get(), most.get()));
            let shift = |by: i32, way: fn(Length) -> Maneuver| {
                let why = || Refusal { clause: FD_MOV_25, ..too_far(state, id, Length::grid(by.abs()), most) };
                let short = (by.abs() > most.get()).then(why);
                Ok((way(clamp(by)), short))
            };
            match local.y < 0 && local.y.abs() > local.x.abs() {
                true => shift(-local.y, Maneuver::Back),
                false => shift(local.x, Maneuver::Side),
            }
        }
        "divide" => done(Maneuver::Divide(1)),
        "open order" => done(Maneuver::Scatter),
        "close order" => done(Maneuver::Close),
        "dismount" => done(Maneuver::Dismount(Length::ZERO)),
        "dismount in open order" => done(Maneuver::Dismount(state.stage.yards(5))),
        "mount" => done(Maneuver::Mount),
        "send out" => {
            let half = (0_u8..).zip(state.stands(id)).find(|(_, stand)| stand.size == Size::Half);
            let stand = half.map(|(nth, _)| nth).ok_or_else(|| Refusal::new(FD_FRM_09, "it has no half-stand"))?;
            let facing = wish.facing.unwrap_or(body.outline.facing());
            done(Maneuver::Detach { stand, to: Pose::new(wish.at, facing) })
        }
        _ => ahead(state, id, wish),
    }
}

fn zone_ahead(state: &State, id: BodyId) -> Option<crate::state::ZoneId> {
    let block = state.straight(id)?;
    let (usual, _) = longest(state, id, &block);
    let run = state.run(id, &block, block.pose.facing, usual, usual, Manner::Normal);
    match run.drive.halt()?.with {
        firelock_table::Met::Feature(feature) => state.stage.land(feature).zone,
        _ => None,
    }
}

/// Straight ahead to where the pointer lies along the facing, or as far as it goes.
fn ahead(state: &State, id: BodyId, wish: &Wish) -> Result<(Maneuver, Option<Refusal>), Refusal> {
    let block = state.straight(id).ok_or_else(|| Refusal::new(FD_OBJ_09, "it leaves its zone first"))?;
    let (usual, road) = longest(state, id, &block);
    let reach = road.unwrap_or(usual);
    let run = state.run(id, &block, block.pose.facing, reach, reach, Manner::Normal);
    let wanted = block.pose.local(wish.at).y;
    let by = wanted.clamp(1, run.length().get().max(1));
    let most = run.length();
    if let Some(dutiful) = dutiful_move(state, id, Length::grid(by))? {
        return Ok(dutiful);
    }
    let short = (wanted > by)
        .then(|| state.stopped(id, &run.drive).unwrap_or_else(|| too_far(state, id, Length::grid(wanted), most)));
    Ok((Maneuver::Ahead(Length::grid(by)), short))
}

/// Where a duty refuses so short a move: the shortest in whole yards that does it, and the duty (FD-CMD-17).
fn dutiful_move(state: &State, id: BodyId, wanted: Length) -> Result<Option<(Maneuver, Option<Refusal>)>, Refusal> {
    let ahead = Ahead::of(state, id)?;
    let Some(why) = ahead.plan(state, id, wanted).err().filter(|why| why.clause == FD_CMD_17) else { return Ok(None) };
    let (yard, most) = (state.stage.yards(1), ahead.most(state, id));
    let lengths = (wanted.get() / yard.get() + 1..).map(|n| yard * n).take_while(|by| *by < most).chain([most]);
    let serves = |by: &Length| ahead.plan(state, id, *by).is_ok();
    Ok(lengths.into_iter().find(serves).map(|by| (Maneuver::Ahead(by), Some(why))))
}

/// Out of a zone over the side nearest to the pointer.
fn leave(state: &State, side: Side, id: BodyId, wish: &Wish) -> Result<Maneuver, Refusal> {
    let zone = state.body(id).zone().ok_or_else(|| Refusal::new(FD_OBJ_09, "it is in no zone").at(Spot::Unit(id)))?;
    let ground = state.ground(zone);
    let edge = ground.edges().min_by_key(|edge| firelock_table::gap(wish.at, *edge));
    let edge = edge.ok_or_else(|| Refusal::new(FD_OBJ_09, "the zone has no edge"))?;
    let out = (Angle::towards(edge.from, edge.to) + Angle::LEFT).heading();
    let formation = if state.body(id).stands.len() > 1 { Formation::Column } else { Formation::Line };
    let shaped = crate::state::Body { formation, ..state.body(id).clone() };
    let depth = crate::geometry::layout(&state.stage, state.roster(id), &shaped).size().depth;
    let from = Pose::new(edge.middle().ahead(out, depth), out);
    let most = state.allowance(id, state.usual_pace(id)).unwrap_or_default();
    let by = Length::grid(from.local(wish.at).y.clamp(0, most.get()));
    let fits = |by: &Length| plan(state, side, id, Maneuver::Leave { from, formation, by: *by }).is_ok();
    let by = [by, by.half(), Length::ZERO].into_iter().find(fits).unwrap_or(Length::ZERO);
    Ok(Maneuver::Leave { from, formation, by })
}
