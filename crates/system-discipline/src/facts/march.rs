//! How far bodies go, and where two that charge each other meet (FD-MOV, FD-TER-03, FD-MEL-22).

use firelock_core::{Clause, Rulebook};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Going, Mover, Pace, Terrain, count, crossing_cost, factor, numbers, rate};
use crate::clauses::*;
use crate::yards::Yards;

/// The facts of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct March {
    /// What moves.
    pub mover: Mover,
    /// At which rate.
    pub pace: Pace,
    /// How it goes over ground.
    pub going: Going,
    /// It changed facing or formation this turn (FD-MOV-19, FD-FRM-17).
    pub turned: bool,
    /// Limber hits of guns.
    pub limber_hits: u8,
    /// The ground in order; open ground follows.
    pub way: Vec<Stretch>,
}

/// A stretch of ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Stretch {
    /// What it is.
    pub terrain: Terrain,
    /// How long it is; a line has no length.
    pub length: Yards,
}

/// How far a body can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Marched {
    /// Its rate this turn.
    pub allowance: Yards,
    /// How far that takes it over this ground.
    pub distance: Yards,
    /// The stretch that stopped it, if it may not enter it or cannot pay for it.
    pub stopped: Option<usize>,
}

/// Two bodies that move at each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Meeting {
    /// Between them.
    pub gap: Yards,
    /// What the charger can go along the line this turn.
    pub charger: Yards,
    /// What the counter-charger can.
    pub counter: Yards,
}

impl Default for Meeting {
    fn default() -> Meeting {
        Meeting { gap: Yards::whole(100), charger: Yards::whole(120), counter: Yards::whole(80) }
    }
}

/// How far each goes, and whether they meet (FD-MEL-22, FD-MEL-54).
pub fn meet(gap: Length, charger: Length, counter: Length) -> (Length, Length, bool) {
    let both = i64::from(charger.get().max(0)) + i64::from(counter.get().max(0));
    if i64::from(gap.get()) > both || both == 0 {
        return (charger, counter, false);
    }
    let goes = i64::from(gap.get()) * i64::from(charger.get().max(0)) / both;
    let goes = Length::grid(goes as i32);
    (goes, gap - goes, true)
}

impl March {
    /// Its rate this turn; none where it has none, or its limber is wrecked.
    pub fn allowance(&self, book: &Rulebook) -> Option<Yards> {
        let full = rate(book, self.mover, self.pace)?;
        let guns = matches!(self.mover, Mover::LightGuns | Mover::HeavyGuns);
        let mut left = full;
        if guns && self.limber_hits > 0 {
            if self.limber_hits >= count(book, &numbers::LIMBER_HITS) {
                return None;
            }
            let cut = book.number(&numbers::LIMBER_HIT_CUT).clamp(0, 100) * i32::from(self.limber_hits);
            left = full.scaled((100 - cut).max(0), 100);
        }
        // FD-MOV-20: guns on a road turn for nothing.
        if self.turned && !(guns && self.pace == Pace::Road) {
            left = left.scaled(book.number(&numbers::TURN_SHARE).clamp(0, 100), 100);
        }
        Some(left)
    }

    /// Why it has no rate, if it has none.
    pub fn bar(&self, book: &Rulebook) -> Option<(Clause, &'static str)> {
        match (rate(book, self.mover, self.pace), self.allowance(book)) {
            (None, _) => Some((FD_MOV_01, "It has no such rate.")),
            (_, None) => Some((FD_MOV_18, "Its limber is wrecked.")),
            _ => None,
        }
    }

    /// How far its rate takes it; none where it has none.
    pub fn marched(&self, book: &Rulebook) -> Option<Marched> {
        let allowance = self.allowance(book)?;
        let mut left = allowance;
        let mut distance = Yards::ZERO;
        for (at, stretch) in self.way.iter().enumerate() {
            let stopped = Marched { allowance, distance, stopped: Some(at) };
            if stretch.terrain.is_line() {
                match crossing_cost(book, stretch.terrain, self.going) {
                    Some(cost) if cost <= left => left = left - cost,
                    _ => return Some(stopped),
                }
                continue;
            }
            let Some(factor) = factor(book, stretch.terrain, self.going) else {
                return Some(stopped);
            };
            // FD-TER-03: a yard costs 1/f yards.
            let goes = left.scaled(factor, 100);
            if goes < stretch.length {
                return Some(Marched { allowance, distance: distance + goes, stopped: None });
            }
            distance = distance + stretch.length;
            left = left - stretch.length.scaled(100, factor);
        }
        Some(Marched { allowance, distance: distance + left, stopped: None })
    }
}
