//! Losses, broken armies, victory points (NQ-VIC).

use firelock_core::{Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{numbers, reaches};

/// The facts of an end check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Score {
    /// The red army.
    pub red: Army,
    /// The blue army.
    pub blue: Army,
    /// The turn limit is reached.
    pub last_turn: bool,
}

/// An army at an end check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Army {
    /// Bases of infantry and cavalry at the start.
    pub bases: u16,
    /// Guns at the start.
    pub guns: u16,
    /// Bases lost, those of units lost, gone or routing included.
    pub bases_lost: u16,
    /// Guns lost, those of batteries lost, gone or routing included.
    pub guns_lost: u16,
    /// Objectives held.
    pub objectives: u8,
}

impl Default for Army {
    fn default() -> Army {
        Army { bases: 30, guns: 3, bases_lost: 0, guns_lost: 0, objectives: 0 }
    }
}

/// What an end check came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Reckoned {
    /// Whether each army is broken, red first.
    pub broken: [bool; 2],
    /// Victory points, red first; they count at the turn limit.
    pub points: [u16; 2],
    /// The game is over.
    pub over: bool,
    /// Who won; nobody in a draw or while the game goes on.
    pub winner: Option<Side>,
}

impl Army {
    /// Its value (NQ-VIC-01).
    pub fn value(&self, book: &Rulebook) -> u16 {
        worth(book, self.bases, self.guns)
    }

    /// Its loss value (NQ-VIC-02).
    pub fn loss(&self, book: &Rulebook) -> u16 {
        worth(book, self.bases_lost, self.guns_lost)
    }

    /// Whether it breaks (NQ-VIC-03).
    pub fn is_broken(&self, book: &Rulebook) -> bool {
        self.value(book) > 0 && reaches(book, self.loss(book), self.value(book), &numbers::BROKEN)
    }

    /// Victory points against such an enemy (NQ-VIC-06).
    fn points(&self, book: &Rulebook, enemy: &Army) -> u16 {
        let each = book.number(&numbers::OBJECTIVE_POINTS).max(0).min(i32::from(u16::MAX)) as u16;
        enemy.loss(book).saturating_add(u16::from(self.objectives).saturating_mul(each))
    }
}

fn worth(book: &Rulebook, bases: u16, guns: u16) -> u16 {
    let each = book.number(&numbers::GUN_VALUE).max(0).min(i32::from(u16::MAX)) as u16;
    bases.saturating_add(guns.saturating_mul(each))
}

impl Score {
    /// What the check comes to.
    pub fn result(&self, book: &Rulebook) -> Reckoned {
        let broken = [self.red.is_broken(book), self.blue.is_broken(book)];
        let points = [self.red.points(book, &self.blue), self.blue.points(book, &self.red)];
        let lead = points[0].abs_diff(points[1]);
        let smaller = self.red.value(book).min(self.blue.value(book));
        let winner = match broken {
            [true, false] => Some(Side::Blue),
            [false, true] => Some(Side::Red),
            [false, false] if self.last_turn && lead > 0 && reaches(book, lead, smaller, &numbers::LEAD) => {
                Some(if points[0] > points[1] { Side::Red } else { Side::Blue })
            }
            _ => None,
        };
        Reckoned { broken, points, over: self.last_turn || broken != [false; 2], winner }
    }
}
