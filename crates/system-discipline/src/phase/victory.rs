//! Zone control, army break, points, the end (FD-VIC, FD-OBJ-10).

use firelock_core::{Clause, Desk, Side};

use super::control::duty;
use crate::Discipline;
use crate::clauses::*;
use crate::event::{Event, VerdictWords};
use crate::facts::{Account, Score};
use crate::results::Verdict;
use crate::state::{BodyId, Kind, Place, State};
use crate::terrain::touches;
use crate::words::GunState;

/// VII.5: who controls what, directives that are fulfilled, and whether the game ends.
pub(crate) fn end_step(desk: &mut Desk<'_, Discipline>) {
    control(desk);
    duty::fulfilled(desk);
    let state = desk.state();
    let score = score(state);
    let broken = Side::BOTH.map(|side| account(&score, side).is_broken(&state.stage.book));
    if broken != [false; 2] {
        let reckoned = score.reckoned(&state.stage.book);
        let words = match (reckoned.by_break, reckoned.winner) {
            (true, Some(winner)) => {
                format!("the {} break; the {} win decisively", army(state, winner.enemy()), army(state, winner))
            }
            (_, winner) => format!("both armies break; {}", by_points(state, winner, reckoned.verdict)),
        };
        return end(desk, reckoned.winner, FD_VIC_04, reckoned.verdict, words);
    }
    if state.turn >= state.stage.turns {
        last_turn(desk, &score);
    }
}

/// The last turn is over: what decides alone, else the points (FD-VIC-05, FD-VIC-06).
fn last_turn(desk: &mut Desk<'_, Discipline>, score: &Score) {
    let state = desk.state();
    if !state.stage.decisive.is_empty() {
        let owners = &state.zones[state.stage.zones.len()..];
        let mut winners: Vec<Side> = Vec::new();
        for (decisive, owner) in state.stage.decisive.iter().zip(owners) {
            match (decisive.side, owner) {
                (Some(side), owner) if *owner == Some(side) => winners.push(side),
                (Some(side), _) => winners.push(side.enemy()),
                (None, Some(owner)) => winners.push(*owner),
                (None, None) => {}
            }
        }
        let winner = winners.first().copied().filter(|first| winners.iter().all(|side| side == first));
        let words = match winner {
            Some(winner) => format!("the {} have what decides the battle", army(state, winner)),
            None => "nobody has all that decides the battle".to_string(),
        };
        let verdict = if winner.is_some() { Verdict::Decisive } else { Verdict::Draw };
        return end(desk, winner, FD_VIC_06, verdict, words);
    }
    let reckoned = score.reckoned(&state.stage.book);
    let words = by_points(state, reckoned.winner, reckoned.verdict);
    end(desk, reckoned.winner, FD_VIC_05, reckoned.verdict, words);
}

fn by_points(state: &State, winner: Option<Side>, verdict: Verdict) -> String {
    match (winner, verdict) {
        (Some(winner), Verdict::Decisive) => format!("the {} win decisively on points", army(state, winner)),
        (Some(winner), _) => format!("the {} win narrowly on points", army(state, winner)),
        (None, _) => "the points are even: a draw".to_string(),
    }
}

fn army(state: &State, side: Side) -> String {
    state.stage.armies[side.index()].name.clone()
}

/// Whether a side has nobody left, which ends the game (FD-VIC-07).
pub(crate) fn is_swept(desk: &mut Desk<'_, Discipline>) -> bool {
    let state = desk.state();
    if state.turn == 0 {
        return false;
    }
    let swept = |side: Side| {
        let later = |body: &crate::state::Body| {
            let own = body.side == side && body.fate.is_none() && body.place == Place::Off;
            own && state.stage.arrivals.iter().any(|arrival| arrival.units.contains(&body.unit))
        };
        state.alive(side).next().is_none() && !state.bodies.iter().any(later)
    };
    let (winner, words) = match Side::BOTH.map(swept) {
        [false, false] => return false,
        [true, true] => (None, "nobody is left on the table".to_string()),
        [true, false] => (Some(Side::Blue), format!("the {} have nobody left on the table", army(state, Side::Red))),
        [false, true] => (Some(Side::Red), format!("the {} have nobody left on the table", army(state, Side::Blue))),
    };
    let verdict = if winner.is_some() { Verdict::Decisive } else { Verdict::Draw };
    end(desk, winner, FD_VIC_07, verdict, words);
    true
}

/// A side gives the battle up.
pub(crate) fn resign(desk: &mut Desk<'_, Discipline>, side: Side) {
    let words = format!("the {} concede", army(desk.state(), side));
    end(desk, Some(side.enemy()), FD_VIC_07, Verdict::Decisive, words);
}

fn end(desk: &mut Desk<'_, Discipline>, winner: Option<Side>, clause: Clause, verdict: Verdict, words: String) {
    let points = points(desk.state());
    let words = VerdictWords { winner, clause, margin: verdict as u8, score: points, words };
    desk.emit(Event::Ended(words));
}

/// Who controls each zone and each decisive feature at the end of a turn (FD-OBJ-10).
fn control(desk: &mut Desk<'_, Discipline>) {
    let state = desk.state();
    let mut taken = Vec::new();
    for (nth, owner) in state.zones.iter().enumerate() {
        let zone = state.stage.zones.get(nth).map(|zone| zone.feature);
        let feature = zone.or_else(|| {
            state.stage.decisive.get(nth.wrapping_sub(state.stage.zones.len())).map(|decisive| decisive.feature)
        });
        let Some(feature) = feature else { continue };
        let within = state.stage.land(feature).zone;
        let is_in = |id: BodyId| match within {
            Some(zone) => state.body(id).zone() == Some(zone),
            None => touches(&state.stage.table, state.shape(id), feature),
        };
        let holds = Side::BOTH.map(|side| state.alive(side).any(|(id, _)| is_in(id)));
        let side = match holds {
            [true, false] => Side::Red,
            [false, true] => Side::Blue,
            _ => continue,
        };
        if *owner != Some(side) {
            taken.push((nth as u8, side));
        }
    }
    for (zone, side) in taken {
        desk.emit(Event::ZoneTaken { zone, side });
    }
}

fn account(score: &Score, side: Side) -> &Account {
    match side {
        Side::Red => &score.red,
        Side::Blue => &score.blue,
    }
}

/// The points of both sides as they stand now (FD-VIC-02).
pub(crate) fn points(state: &State) -> [i32; 2] {
    let score = score(state);
    Side::BOTH.map(|side| account(&score, side).points(&state.stage.book))
}

/// What each side has gained and lost (FD-VIC-02, FD-VIC-03).
pub(crate) fn score(state: &State) -> Score {
    let [red, blue] = Side::BOTH.map(|side| gained(state, side));
    Score { red, blue }
}

fn gained(state: &State, side: Side) -> Account {
    let (own, foe) = (&state.armies[side.index()], &state.armies[side.enemy().index()]);
    let sections = |side: Side, which: &dyn Fn(GunState) -> bool| {
        let guns =
            state.all_bodies().filter(move |(_, body)| body.side == side).filter_map(|(_, body)| match &body.kind {
                Kind::Section(gun) => Some(*gun),
                _ => None,
            });
        guns.filter(|gun| which(gun.state)).collect::<Vec<_>>()
    };
    let captured: u16 =
        sections(side.enemy(), &|state| state == GunState::Captured).iter().map(|gun| u16::from(gun.guns)).sum();
    let lost = sections(side, &|state| matches!(state, GunState::Captured | GunState::Destroyed)).len();
    let usual = state.stage.book.number(&crate::charts::ZONE_POINTS);
    let zones = || {
        let held = state.stage.zones.iter().zip(&state.zones).filter(|(_, owner)| **owner == Some(side));
        held.map(|(zone, _)| zone.value)
    };
    Account {
        stands_taken: foe.stands / 2 + foe.wagons,
        half_stands_taken: foe.stands % 2,
        guns_captured: captured,
        guns_destroyed: foe.guns,
        regimental_commanders: foe.colonels,
        brigade_commanders: foe.brigadiers,
        commander_in_chief: foe.chief,
        zones: zones().filter(|value| *value == usual).count() as u16,
        other_points: zones().filter(|value| *value != usual).sum(),
        own_lost_halves: u32::from(own.stands) + 2 * (u32::from(own.wagons) + lost as u32),
        own_start_halves: u32::from(state.stage.armies[side.index()].start),
    }
}
