//! Discipline tests: the morale die, a few additions, six or less passes (NQ-CMD-04).

use firelock_core::{Clause, Ledger, Lot, Read, Roll, Rulebook, Side, centimeters};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Strength;
use crate::charts::{
    SQUARE_VS_CAVALRY_LITERAL, T_CONTROL, T_COUNTERCHARGE, T_PRESS_HOME, T_RALLY, T_SQUARE_TEST, count, length,
    losses_dm, morale_die, numbers,
};
use crate::words::{Formation, Quality};

/// A discipline test for the sake of a rule; the answer is the modified score.
pub fn discipline_roll(
    book: &Rulebook,
    side: Side,
    quality: Quality,
    plus: i32,
    (clause, label): (Clause, &'static str),
) -> Roll {
    Roll::new(clause, label, Read::Sum, [Lot::of(side, 1, morale_die(book, quality)).plus(plus)])
}

/// Whether a score passes a discipline test.
pub fn passes(book: &Rulebook, score: i32) -> bool {
    score <= book.number(&numbers::DISCIPLINE)
}

/// The facts of a plain discipline test, as of a unit out of command (NQ-CMD-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Drill {
    /// How good it is.
    pub quality: Quality,
}

/// The facts of re-forming (NQ-MOV-12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Reform {
    /// How good it is.
    pub quality: Quality,
    /// An enemy is within 20 centimeters.
    pub enemy_near: bool,
}

/// The facts of an emergency square (NQ-CHG-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FormSquare {
    /// How good it is.
    pub quality: Quality,
    /// How it stands.
    pub formation: Formation,
    /// How far off the charge starts, in centimeters.
    #[serde(with = "centimeters")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// A command unit is attached.
    pub command_attached: bool,
}

impl Default for FormSquare {
    fn default() -> FormSquare {
        FormSquare {
            quality: Quality::Regular,
            formation: Formation::Line,
            distance: Length::cm(20),
            command_attached: false,
        }
    }
}

/// An emergency square as T-SQUARE reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Squaring {
    /// The charge starts near.
    pub close: bool,
    /// It stands in line.
    pub line: bool,
    /// A command unit is attached.
    pub command: bool,
}

impl FormSquare {
    /// As the chart reads it.
    pub fn squaring(&self, book: &Rulebook) -> Squaring {
        Squaring {
            close: self.distance <= length(book, &numbers::CLOSE_CHARGE),
            line: self.formation == Formation::Line,
            command: self.command_attached,
        }
    }

    /// What is added to the die.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T_SQUARE_TEST.ledger(book, &self.squaring(book))
    }
}

/// The facts of a countercharge (NQ-CHG-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Countercharge {
    /// How good it is.
    pub quality: Quality,
    /// How far off the charge starts, in centimeters.
    #[serde(with = "centimeters")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// A command unit is attached.
    pub command_attached: bool,
}

impl Default for Countercharge {
    fn default() -> Countercharge {
        Countercharge { quality: Quality::Regular, distance: Length::cm(20), command_attached: false }
    }
}

/// A countercharge as T-COUNTERCHARGE reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    /// The charge starts near.
    pub close: bool,
    /// A command unit is attached.
    pub command: bool,
}

impl Countercharge {
    /// What is added to the die.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        let close = self.distance <= length(book, &numbers::CLOSE_CHARGE);
        T_COUNTERCHARGE.ledger(book, &Counter { close, command: self.command_attached })
    }
}

/// The facts of a press-home test (NQ-CHG-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PressHome {
    /// How good the charger is.
    pub quality: Quality,
    /// A command unit is attached to the charger.
    pub command_attached: bool,
    /// It is cavalry and charges a formed square.
    pub square: bool,
    /// How good the square is.
    pub square_quality: Quality,
    /// Bases of the square at the start of the game.
    pub bases_initial: u8,
    /// Bases left.
    pub bases: u8,
    /// Figures lost from its reduced base.
    pub reduction: u8,
}

impl Default for PressHome {
    fn default() -> PressHome {
        PressHome {
            quality: Quality::Regular,
            command_attached: false,
            square: true,
            square_quality: Quality::Regular,
            bases_initial: 6,
            bases: 6,
            reduction: 0,
        }
    }
}

/// A press-home test as T-PRESS-HOME reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pressing {
    /// Cavalry against a formed square.
    pub square: bool,
    /// The square is easier to ride at (NQ-OPT-04).
    pub softer: bool,
    /// The square is raw.
    pub raw_square: bool,
    /// The square has lost a quarter of its figures.
    pub worn_square: bool,
    /// The charger is raw.
    pub raw: bool,
    /// A command unit is attached.
    pub command: bool,
}

impl PressHome {
    /// Whether there is a test at all.
    pub fn is_needed(&self) -> bool {
        self.square || self.quality == Quality::Raw
    }

    /// What is added to the die.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        let square = Strength { bases_initial: self.bases_initial, bases: self.bases, reduction: self.reduction };
        T_PRESS_HOME.ledger(
            book,
            &Pressing {
                square: self.square,
                softer: !book.is_on(&SQUARE_VS_CAVALRY_LITERAL),
                raw_square: self.square_quality == Quality::Raw,
                worn_square: square.is_weak_square(book),
                raw: self.quality == Quality::Raw,
                command: self.command_attached,
            },
        )
    }
}

/// The facts of winning cavalry that would be held back (NQ-MEL-33).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Control {
    /// How good it is.
    pub quality: Quality,
    /// A command unit is attached.
    pub command_attached: bool,
}

impl Control {
    /// What is added to the die.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T_CONTROL.ledger(book, self)
    }
}

/// The facts of a rally (NQ-MOR-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rally {
    /// How good it is.
    pub quality: Quality,
    /// Bases at the start of the game.
    pub bases_initial: u8,
    /// Bases left.
    pub bases: u8,
    /// Figures lost from its reduced base.
    pub reduction: u8,
    /// An enemy is within 20 centimeters.
    pub enemy_near: bool,
    /// A command unit is attached.
    pub command_attached: bool,
    /// Rallies of this rout that failed before.
    pub failed: u8,
}

impl Default for Rally {
    fn default() -> Rally {
        Rally {
            quality: Quality::Regular,
            bases_initial: 6,
            bases: 6,
            reduction: 0,
            enemy_near: false,
            command_attached: false,
            failed: 0,
        }
    }
}

/// A rally as T-RALLY reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rallying {
    /// What its losses add, by T-MORDM.
    pub losses: i32,
    /// An enemy is near.
    pub enemy_near: bool,
    /// A command unit is attached.
    pub command: bool,
}

/// What a rally came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rallied {
    /// It is unformed instead of routing.
    Rallied,
    /// It runs on.
    RunsOn,
    /// It disperses (NQ-MOR-15).
    Dispersed,
}

impl Rally {
    /// What is added to the die.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        let strength = Strength { bases_initial: self.bases_initial, bases: self.bases, reduction: self.reduction };
        T_RALLY.ledger(
            book,
            &Rallying {
                losses: losses_dm(book, strength.worn(book)),
                enemy_near: self.enemy_near,
                command: self.command_attached,
            },
        )
    }

    /// What a score comes to.
    pub fn result(&self, book: &Rulebook, score: i32) -> Rallied {
        match passes(book, score) {
            true => Rallied::Rallied,
            false if self.failed.saturating_add(1) >= count(book, &numbers::RALLY_FAILS) => Rallied::Dispersed,
            false => Rallied::RunsOn,
        }
    }
}
