//! Losses, victory and the end (RF-VIC, RF-SEQ-20).

use firelock_core::{Clause, Desk, Side};
use firelock_table::gap;

use crate::Regimental;
use crate::charts;
use crate::clauses::*;
use crate::event::{Event, VerdictWords};
use crate::results::Margin;

use crate::state::{KeyPosition, State};
use crate::words::Order;

// Facts.

/// Whether a side has an unbroken troop unit near a key position (RF-VIC-06).
pub(crate) fn is_near_key(state: &State, side: Side, key: &KeyPosition) -> bool {
    steady_troops(state, side).any(|unit| match state.garrison(unit) {
        Some(ground) => gap(ground, &key.ground).within(key.reach),
        None => gap(state.bases(unit), &key.ground).within(key.reach),
    })
}

/// The unbroken troop units of a side on the table.
fn steady_troops(state: &State, side: Side) -> impl Iterator<Item = firelock_core::UnitId> {
    let steady = move |(id, unit): &(firelock_core::UnitId, &crate::state::Unit)| {
        unit.order != Order::Broken && !state.roster(*id).is_guns()
    };
    state.on_table(side).filter(steady).map(|(id, _)| id)
}

/// The points of both sides as the battle stands, red first (RF-VIC-10).
pub(crate) fn score(state: &State) -> [i32; 2] {
    Side::BOTH.map(|side| {
        let enemy = state.army(side.enemy());
        let held = |(key, holder): (&KeyPosition, &Option<Side>)| {
            let counts = *holder == Some(side) && key.only.is_none_or(|only| only == side);
            if counts { key.worth } else { 0 }
        };
        let keys: i32 = state.stage.keys.iter().zip(&state.keys).map(held).sum();
        let number = |applies: bool, number| if applies { state.stage.book.number(number) } else { 0 };
        keys + number(enemy.heavy, &charts::HEAVY_VP)
            + number(enemy.greater, &charts::GREATER_VP)
            + state.army(side).leader_points
    })
}

// Resolve.

/// The end step: key positions, casualties, the end of the battle (RF-SEQ-20, RF-VIC-08).
pub(crate) fn end_step(desk: &mut Desk<'_, Regimental>) {
    take_keys(desk);
    tally(desk);
    let state = desk.state();
    let beaten = Side::BOTH.map(|side| collapse(state, side));
    match beaten {
        [None, None] => {
            let last = state.turn >= state.stage.turns && state.active != state.stage.first;
            if last {
                let verdict = by_points(state);
                desk.emit(Event::Ended(verdict));
            }
        }
        // RF-VIC-12 makes both lose: nobody has won.
        [Some(_), Some(_)] => {
            let words = "both armies are finished; nobody has won".to_string();
            let verdict = verdict(state, None, RF_VIC_12, Margin::Draw, words);
            desk.emit(Event::Ended(verdict));
        }
        [Some(why), None] => desk_ends(desk, Side::Blue, &why),
        [None, Some(why)] => desk_ends(desk, Side::Red, &why),
    }
}

/// A side gives up: the other has won beyond doubt.
pub(crate) fn resign(desk: &mut Desk<'_, Regimental>, side: Side) {
    let state = desk.state();
    let words = format!("the {} give up the battle", state.stage.armies[side.index()].name);
    let verdict = verdict(state, Some(side.enemy()), RF_VIC_12, Margin::Decisive, words);
    desk.emit(Event::Ended(verdict));
}

fn desk_ends(desk: &mut Desk<'_, Regimental>, winner: Side, why: &str) {
    let state = desk.state();
    let name = &state.stage.armies[winner.index()].name;
    let words = format!("{why}: a decisive victory for the {name}");
    let verdict = verdict(state, Some(winner), RF_VIC_12, Margin::Decisive, words);
    desk.emit(Event::Ended(verdict));
}

/// Key positions go to the side that alone has steady troops near them (RF-VIC-06).
fn take_keys(desk: &mut Desk<'_, Regimental>) {
    let stage = desk.state().stage.clone();
    for (at, key) in (0_u8..).zip(&stage.keys) {
        let near = Side::BOTH.map(|side| is_near_key(desk.state(), side, key));
        let taker = match near {
            [true, false] => Side::Red,
            [false, true] => Side::Blue,
            _ => continue,
        };
        if desk.state().keys[usize::from(at)] != Some(taker) {
            desk.emit(Event::KeyTaken { key: at, side: taker });
        }
    }
}

/// Heavy casualties, greater losses and lost positions, said where they change (RF-VIC-04, 05, 07).
fn tally(desk: &mut Desk<'_, Regimental>) {
    for side in Side::BOTH {
        let state = desk.state();
        let (own, other) = (state.army(side), state.army(side.enemy()));
        let heavy = own.lost >= state.stage.armies[side.index()].heavy_level;
        let greater = heavy && own.lost > other.lost;
        let lost = |(key, now): (&KeyPosition, &Option<Side>)| key.holder == Some(side) && *now == Some(side.enemy());
        let key_lost = state.stage.keys.iter().zip(&state.keys).any(lost);
        if (heavy, greater, key_lost) != (own.heavy, own.greater, own.key_lost) {
            desk.emit(Event::Tallied { side, heavy, greater, key_lost });
        }
    }
}

// Predicates.

/// Why a side has lost at once, if it has (RF-VIC-12).
fn collapse(state: &State, side: Side) -> Option<String> {
    let army = &state.stage.armies[side.index()];
    let level = charts::sudden_level(&state.stage.book, u32::from(army.start_total));
    if u32::from(state.army(side).lost) >= level {
        return Some(format!("the {} have lost {} of {} stands", army.name, state.army(side).lost, army.start_total));
    }
    let broken = steady_troops(state, side).next().is_none();
    broken.then(|| format!("the {} have no steady troops left on the field", army.name))
}

/// The end of the last turn: the lead in points decides (RF-VIC-09..11).
fn by_points(state: &State) -> VerdictWords {
    let [red, blue] = score(state);
    let margin = charts::margin(&state.stage.book, red.abs_diff(blue));
    let leader = if red > blue { Side::Red } else { Side::Blue };
    let winner = (margin != Margin::Draw).then_some(leader);
    let (most, least) = (red.max(blue), red.min(blue));
    let words = match winner {
        None => format!("the day ends at {red} to {blue} points, a draw"),
        Some(side) => {
            let name = &state.stage.armies[side.index()].name;
            format!("the day ends at {most} to {least} points, a {} victory for the {name}", margin_word(margin))
        }
    };
    verdict(state, winner, RF_VIC_11, margin, words)
}

fn verdict(state: &State, winner: Option<Side>, clause: Clause, margin: Margin, words: String) -> VerdictWords {
    VerdictWords { winner, clause, margin: margin as u8, score: score(state), words }
}

fn margin_word(margin: Margin) -> &'static str {
    crate::event::MARGINS[margin as usize]
}
