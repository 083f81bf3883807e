//! The score at the end (WA-VIC).

use firelock_core::{Ledger, Quantity, Rulebook, inches};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{margin, numbers, objective_points};
use crate::clauses::*;
use crate::results::Margin;
use crate::words::Role;

/// The facts of a score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Score {
    /// What the attacker has.
    pub attacker: Tallied,
    /// What the defender has.
    pub defender: Tallied,
}

/// What a side has at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Tallied {
    /// How far each objective it holds lies from its own base line, in inches.
    #[serde(with = "inches::list")]
    #[schemars(with = "Vec<f64>")]
    pub objectives: Vec<Length>,
    /// Enemy units routed, destroyed or gone.
    pub units_lost: u8,
    /// Battered enemy units on the table.
    pub units_battered: u8,
    /// Enemy guns lost.
    pub guns_lost: u8,
    /// Enemy brigade commanders dead at the end.
    pub commanders_dead: u8,
    /// The enemy general is dead at the end.
    pub general_dead: bool,
    /// Sections of the enemy half that it holds alone.
    pub sections: u8,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Reckoned {
    /// The attacker's points.
    pub attacker: i32,
    /// The defender's points.
    pub defender: i32,
    /// The winner; of equal scores the defender.
    pub winner: Role,
    /// How clearly.
    pub margin: Margin,
}

impl Tallied {
    /// Its points with their reasons.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        let mut ledger = Ledger::bare(0, Quantity::Score);
        for depth in &self.objectives {
            ledger.add(WA_VIC_05, "objective", objective_points(book, *depth));
        }
        let mut add = |clause, label, n: u8, number| {
            if n > 0 {
                ledger.add(clause, label, i32::from(n) * book.number(number));
            }
        };
        add(WA_VIC_06, "enemy units lost", self.units_lost, &numbers::UNIT_POINTS);
        add(WA_VIC_06, "battered enemy units", self.units_battered, &numbers::BATTERED_POINTS);
        add(WA_VIC_06, "enemy guns lost", self.guns_lost, &numbers::GUN_POINTS);
        add(WA_VIC_06, "enemy commanders dead", self.commanders_dead, &numbers::COMMANDER_POINTS);
        add(WA_VIC_06, "enemy general dead", self.general_dead.into(), &numbers::GENERAL_POINTS);
        add(WA_VIC_07, "sections held", self.sections, &numbers::SECTION_POINTS);
        ledger
    }
}

impl Score {
    /// The points of both, attacker first.
    pub fn ledgers(&self, book: &Rulebook) -> [Ledger; 2] {
        [self.attacker.ledger(book), self.defender.ledger(book)]
    }

    /// Who won by so many points (WA-VIC-10).
    pub fn reckoned(book: &Rulebook, attacker: i32, defender: i32) -> Reckoned {
        Reckoned {
            attacker,
            defender,
            winner: if attacker > defender { Role::Attacker } else { Role::Defender },
            margin: margin(book, attacker.abs_diff(defender)),
        }
    }
}
