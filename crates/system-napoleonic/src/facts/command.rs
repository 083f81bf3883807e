//! Roll-offs, initiative, command units in danger, evades.

use firelock_core::{Clause, Cuts, Lot, Number, Read, Roll, Rulebook, Side, Tie};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::small;
use crate::charts::{lone_die, numbers, rate, unformed_rate};
use crate::clauses::*;
use crate::results::Hurt;
use crate::words::{Class, Formation};

/// The roll before deployment: the lower score deploys first (NQ-SEQ-02). The answer is red's score less blue's.
pub fn roll_off(book: &Rulebook) -> Roll {
    versus(book, (NQ_SEQ_02, "deployment"), &numbers::ROLL_OFF_DIE, [0, 0])
}

fn versus(book: &Rulebook, (clause, label): (Clause, &'static str), die: &Number, plus: [u8; 2]) -> Roll {
    let die = lone_die(book, die);
    let lots = [Lot::of(Side::Red, 1, die).plus(plus[0].into()), Lot::of(Side::Blue, 1, die).plus(plus[1].into())];
    Roll::new(clause, label, Read::Versus { tie: Tie::Again }, lots)
}

/// The facts of the initiative (NQ-SEQ-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Initiative {
    /// Rating of the red army's commander; 0 where there is none in command.
    pub red_rating: u8,
    /// Rating of the blue army's commander.
    pub blue_rating: u8,
}

impl Initiative {
    /// Both dice; the answer is red's score less blue's.
    pub fn roll(&self, book: &Rulebook) -> Roll {
        let plus = [self.red_rating, self.blue_rating];
        versus(book, (NQ_SEQ_04, "initiative"), &numbers::INITIATIVE_DIE, plus)
    }

    /// Who chooses to be first or second.
    pub const fn winner(difference: i32) -> Side {
        if difference > 0 { Side::Red } else { Side::Blue }
    }
}

/// The facts of a command unit in danger: there are none, the dice alone decide (NQ-LDR-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CommandHit {}

/// Whether a command unit is hit: band 1 is.
pub fn command_hit_roll(book: &Rulebook, side: Side) -> Roll {
    let lot = Lot::of(side, 1, lone_die(book, &numbers::COMMAND_HIT_DIE));
    let lot = lot.cut(Cuts::at(small(book.number(&numbers::COMMAND_HIT))));
    Roll::new(NQ_LDR_01, "command unit in danger", Read::Tally, [lot])
}

/// How badly it is hit: band 1 kills.
pub fn wound_roll(book: &Rulebook, side: Side) -> Roll {
    let lot = Lot::of(side, 1, lone_die(book, &numbers::WOUND_DIE));
    let lot = lot.cut(Cuts::at(small(book.number(&numbers::KILLED))));
    Roll::new(NQ_LDR_02, "command unit hit", Read::Tally, [lot])
}

impl CommandHit {
    /// What became of it; `killed` is asked only where it is hit.
    pub const fn result(hit: bool, killed: bool) -> Hurt {
        match (hit, killed) {
            (false, _) => Hurt::Unhurt,
            (true, false) => Hurt::Wounded,
            (true, true) => Hurt::Killed,
        }
    }
}

/// The facts of an evade (NQ-MOV-29); guns by their own rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Evasion {
    /// What it is: infantry or cavalry.
    pub class: Class,
    /// How it stands.
    pub formation: Formation,
    /// It is unformed.
    pub unformed: bool,
}

impl Default for Evasion {
    fn default() -> Evasion {
        Evasion { class: Class::LightCavalry, formation: Formation::Line, unformed: false }
    }
}

/// The die of an evade: its sum is centimeters beyond the full rate.
pub fn evade_roll(book: &Rulebook, side: Side) -> Roll {
    Roll::new(NQ_MOV_29, "evade", Read::Sum, [Lot::of(side, 1, lone_die(book, &numbers::EVADE_DIE))])
}

impl Evasion {
    /// How far it gets with such a die; none where it has no rate.
    pub fn distance(&self, book: &Rulebook, die: i32) -> Option<Length> {
        let rate = match self.unformed {
            true => unformed_rate(book, self.class)?,
            false => rate(book, self.class, self.formation)?,
        };
        Some(rate + Length::cm(die))
    }
}
