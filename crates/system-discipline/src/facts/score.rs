//! The end of a battle (FD-VIC).

use firelock_core::{Ledger, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{T23, is_broken, verdict};
use crate::results::Verdict;

/// The facts of a battle's end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Score {
    /// What red has gained.
    pub red: Account,
    /// What blue has gained.
    pub blue: Account,
}

/// What a side has gained, and what it has lost of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Account {
    /// Stand values the enemy lost, guns apart.
    pub stands_taken: u16,
    /// Half stand values the enemy lost beside them.
    pub half_stands_taken: u16,
    /// Enemy guns held captured.
    pub guns_captured: u16,
    /// Enemy guns destroyed.
    pub guns_destroyed: u16,
    /// Enemy regimental commanders hit.
    pub regimental_commanders: u16,
    /// Enemy brigade commanders hit or captured.
    pub brigade_commanders: u16,
    /// The enemy commander in chief hit or captured.
    pub commander_in_chief: bool,
    /// Zones of the usual value under control.
    pub zones: u16,
    /// Points of zones of another value.
    pub other_points: i32,
    /// Its own stand values lost, in half-stands.
    pub own_lost_halves: u32,
    /// Its own stand values at the start, in half-stands; 0 where breaking is not asked.
    pub own_start_halves: u32,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Reckoned {
    /// How clearly.
    pub verdict: Verdict,
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// It was won because the other army broke (FD-VIC-04).
    pub by_break: bool,
    /// Points of red and blue.
    pub points: [i32; 2],
}

impl Account {
    /// Stand values taken, halves rounded up as everywhere (FD-ROS-04).
    pub fn stands(&self) -> u16 {
        self.stands_taken.saturating_add(self.half_stands_taken.div_ceil(2))
    }

    /// Its points with their reasons (FD-VIC-02).
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T23.ledger(book, self)
    }

    /// Only the total.
    pub fn points(&self, book: &Rulebook) -> i32 {
        T23.sum(book, self)
    }

    /// Whether its army has broken.
    pub fn is_broken(&self, book: &Rulebook) -> bool {
        is_broken(book, self.own_lost_halves, self.own_start_halves)
    }
}

impl Score {
    /// Who won.
    pub fn reckoned(&self, book: &Rulebook) -> Reckoned {
        let points = [self.red.points(book), self.blue.points(book)];
        let by_break = match (self.red.is_broken(book), self.blue.is_broken(book)) {
            (true, false) => Some(Side::Blue),
            (false, true) => Some(Side::Red),
            _ => None,
        };
        if by_break.is_some() {
            return Reckoned { verdict: Verdict::Decisive, winner: by_break, by_break: true, points };
        }
        let [more, less] = [points[0].max(points[1]), points[0].min(points[1])];
        let verdict = verdict(book, more, less);
        let ahead = if points[0] >= points[1] { Side::Red } else { Side::Blue };
        Reckoned { verdict, winner: (verdict != Verdict::Draw).then_some(ahead), by_break: false, points }
    }
}
