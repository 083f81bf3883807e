//! Before the battle: pools, troubles, values and points (WA-PRE).

use firelock_core::{Ledger, Quantity, Read, Roll, Rulebook, Side, Tie};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{counted, dice};
use crate::charts::{base_points, battalion_gun_points, count, field_gun_points, numbers};
use crate::clauses::*;
use crate::results::Trouble;
use crate::words::{Effort, Quality, Troop};

/// The facts of one contest of pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Contest {
    /// What the dice were spent on.
    pub effort: Effort,
    /// Dice of the one side.
    #[schemars(range(max = 12))]
    pub own: u8,
    /// Dice of the other.
    #[schemars(range(max = 12))]
    pub enemy: u8,
}

impl Default for Contest {
    fn default() -> Contest {
        Contest { effort: Effort::Aggression, own: 3, enemy: 3 }
    }
}

/// What a contest came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Contested {
    /// Successes of the one side less those of the other.
    pub difference: i32,
    /// Aggression: both roll off for the attack (WA-PRE-05).
    pub rolls_off: bool,
    /// Aggression: the margin of the attacker. Scouting: further dice of his first flanking roll. Powder: tokens. Of whoever has more.
    pub margin: u8,
    /// Sharpshooters: a commander of the loser is killed (WA-PRE-08).
    pub kills: bool,
}

/// The dice of both sides: misses and successes of the one, then of the other.
pub fn contest_roll(book: &Rulebook, side: Side, contest: &Contest) -> Roll {
    let from = book.number(&numbers::POOL_SUCCESS);
    let lots = [counted(side, contest.own.min(60), from), counted(side.enemy(), contest.enemy.min(60), from).why(1)];
    Roll::new(WA_PRE_04, "pools", Read::Tally, lots)
}

/// A die each until one is higher, who is then the attacker (WA-PRE-05).
pub fn roll_off(side: Side) -> Roll {
    let lots = [dice(side, 1), dice(side.enemy(), 1).why(1)];
    Roll::new(WA_PRE_05, "roll-off", Read::Versus { tie: Tie::Again }, lots)
}

impl Contest {
    /// What so many successes come to.
    pub fn result(&self, book: &Rulebook, own: u8, enemy: u8) -> Contested {
        let difference = i32::from(own) - i32::from(enemy);
        let by = own.abs_diff(enemy);
        let aggression = self.effort == Effort::Aggression;
        Contested {
            difference,
            rolls_off: aggression && difference == 0,
            margin: match aggression {
                true => by.min(count(book, &numbers::MARGIN_MOST)).max(count(book, &numbers::MARGIN_LEAST)),
                false => by,
            },
            kills: self.effort == Effort::Sharpshooters
                && i32::from(by) >= book.number(&numbers::SHARPSHOOTER_MARGIN).max(1),
        }
    }
}

/// The facts of a defending unit or gun before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Troubled {
    /// The attacker's margin.
    #[schemars(range(min = 1, max = 3))]
    pub margin: u8,
    /// It is a field gun.
    pub gun: bool,
}

impl Default for Troubled {
    fn default() -> Troubled {
        Troubled { margin: 1, gun: false }
    }
}

/// The die of a defending unit or gun.
pub fn trouble_roll(side: Side) -> Roll {
    Roll::new(WA_PRE_06, "defender's troubles", Read::Sum, [dice(side, 1)])
}

/// The facts of a commander's value: there are none, the die alone decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Commission {}

/// The die of a commander's value.
pub fn value_roll(side: Side) -> Roll {
    Roll::new(WA_PRE_03, "commander's value", Read::Sum, [dice(side, 1)])
}

impl Troubled {
    /// What a die does to it.
    pub fn trouble(&self, die: i32) -> Trouble {
        match die - i32::from(self.margin) {
            ..=0 => Trouble::Delayed,
            1 if !self.gun => Trouble::Weakened,
            _ => Trouble::None,
        }
    }
}

/// The facts of what a unit costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Army {
    /// What it is.
    pub troop: Troop,
    /// How good it is.
    pub quality: Quality,
    /// Its bases.
    pub bases: u8,
    /// It has a battalion gun; line only.
    pub battalion_gun: bool,
    /// It is a field gun and nothing else.
    pub field_gun: bool,
}

impl Default for Army {
    fn default() -> Army {
        Army { troop: Troop::Line, quality: Quality::Average, bases: 6, battalion_gun: false, field_gun: false }
    }
}

impl Army {
    /// Its points with their reasons; none where such troops are not to be had.
    pub fn ledger(&self, book: &Rulebook) -> Option<Ledger> {
        let mut ledger = Ledger::bare(0, Quantity::Score);
        if self.field_gun {
            ledger.add(WA_PRE_02, "field gun", field_gun_points(book));
            return Some(ledger);
        }
        let each = base_points(book, self.troop, self.quality)?;
        ledger.add(WA_PRE_02, "bases", each * i32::from(self.bases));
        if self.battalion_gun {
            ledger.add(WA_SPEC_05, "battalion gun", battalion_gun_points(book));
        }
        Some(ledger)
    }

    /// The fewest and most bases of such a unit (WA-ROST-04).
    pub fn sizes(&self, book: &Rulebook) -> (u8, u8) {
        let (least, most) = match self.troop {
            Troop::Cavalry => (&numbers::CAVALRY_LEAST, &numbers::CAVALRY_MOST),
            _ => (&numbers::FOOT_LEAST, &numbers::FOOT_MOST),
        };
        (count(book, least), count(book, most))
    }
}
