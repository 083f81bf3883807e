//! Morale tests (NQ-MOR).

use firelock_core::{Ledger, Lot, Read, Roll, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Strength, Worn};
use crate::charts::{T_MORDM, morale_die, morale_effect};
use crate::clauses::*;
use crate::results::{Cause, MoraleEffect};
use crate::words::{Arm, Class, Cover, Formation, Order, Quality};

/// The facts of a morale test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Morale {
    /// Why it tests.
    pub cause: Cause,
    /// What it is.
    pub class: Class,
    /// How good it is.
    pub quality: Quality,
    /// How it stands.
    pub formation: Formation,
    /// It is unformed.
    pub unformed: bool,
    /// It is in contact with an enemy.
    pub engaged: bool,
    /// It holds a building.
    pub garrison: bool,
    /// Bases at the start of the game.
    pub bases_initial: u8,
    /// Bases left.
    pub bases: u8,
    /// Figures lost from its reduced base.
    pub reduction: u8,
    /// Bases removed in this step.
    pub bases_lost: u8,
    /// Charged or fought in flank or rear in this step.
    pub flank_or_rear: bool,
    /// The charge that it awaits is one of cavalry; stand test only.
    pub charged_by_cavalry: bool,
    /// A friend of the brigade near by routed, dispersed or was destroyed in this step.
    pub friend_lost: bool,
    /// Its command unit was hit in this step.
    pub command_hit: bool,
    /// A command unit is attached.
    pub command_attached: bool,
    /// Its cover; in a stand test or a melee, against that enemy.
    pub cover: Cover,
    /// A formed friend stands close behind.
    pub supported: bool,
    /// Opponents that beat it in this turn's melee.
    pub fights_lost: u8,
    /// Opponents that it beat.
    pub fights_won: u8,
}

impl Default for Morale {
    fn default() -> Morale {
        Morale {
            cause: Cause::Fire,
            class: Class::LineInfantry,
            quality: Quality::Regular,
            formation: Formation::Line,
            unformed: false,
            engaged: false,
            garrison: false,
            bases_initial: 6,
            bases: 6,
            reduction: 0,
            bases_lost: 0,
            flank_or_rear: false,
            charged_by_cavalry: false,
            friend_lost: false,
            command_hit: false,
            command_attached: false,
            cover: Cover::None,
            supported: false,
            fights_lost: 0,
            fights_won: 0,
        }
    }
}

/// A unit as T-MORDM reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mood {
    /// What it has lost.
    pub worn: Worn,
    /// Bases removed in this step beyond the first.
    pub further_bases: u16,
    /// It is unformed.
    pub unformed: bool,
    /// Struck in flank or rear.
    pub flank: bool,
    /// Infantry out of square that awaits cavalry.
    pub ridden_at: bool,
    /// A friend was lost near by.
    pub friend_lost: bool,
    /// Its command unit was hit.
    pub command_hit: bool,
    /// A command unit is attached and was not hit (NQ-LDR-03).
    pub command: bool,
    /// Its cover.
    pub cover: Cover,
    /// It is supported.
    pub supported: bool,
    /// Fights lost beyond those won.
    pub fights_lost: u16,
    /// A formed square or attack column.
    pub close_order: bool,
}

/// What a morale test came to: exactly what happens to the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Tested {
    /// The modified score.
    pub score: i32,
    /// The result.
    pub effect: MoraleEffect,
    /// It becomes unformed where it stands.
    pub unformed: bool,
    /// It makes a retreat move and leaves contact (NQ-MOV-24).
    pub retreats: bool,
    /// Its guns limber up first (NQ-MOR-10).
    pub limbers: bool,
    /// It leaves its building (NQ-MOR-11).
    pub leaves_building: bool,
    /// It routs: a rout move now (NQ-MOV-25).
    pub routs: bool,
    /// Its guns are lost or abandoned: it is destroyed (NQ-MOR-10).
    pub destroyed: bool,
    /// After a stand test: it may still use reaction fire (NQ-CHG-16).
    pub may_fire: bool,
    /// After fire at its charge: it goes on (NQ-CHG-20).
    pub charges_on: bool,
}

/// The morale die of a quality; the answer is the modified score.
pub fn morale_roll(book: &Rulebook, side: Side, quality: Quality, plus: i32) -> Roll {
    Roll::new(NQ_MOR_01, "morale", Read::Sum, [Lot::of(side, 1, morale_die(book, quality)).plus(plus)])
}

/// What the fights of a turn add to the morale die; none where the unit does not test (NQ-MEL-26, NQ-MEL-27, NQ-MEL-29).
pub const fn melee_balance(lost: u8, won: u8) -> Option<u8> {
    match lost {
        0 => None,
        lost => Some(lost.saturating_sub(won)),
    }
}

impl Morale {
    /// Its strength.
    pub fn strength(&self) -> Strength {
        Strength { bases_initial: self.bases_initial, bases: self.bases, reduction: self.reduction }
    }

    /// As the chart reads it.
    pub fn mood(&self, book: &Rulebook) -> Mood {
        let formed = self.formation.order(self.unformed) == Order::Formed;
        let in_square = formed && self.formation == Formation::Square;
        Mood {
            worn: self.strength().worn(book),
            further_bases: self.bases_lost.saturating_sub(1).into(),
            unformed: self.unformed,
            flank: self.flank_or_rear,
            ridden_at: self.cause == Cause::Stand
                && self.charged_by_cavalry
                && self.class.arm() == Arm::Infantry
                && !in_square,
            friend_lost: self.friend_lost,
            command_hit: self.command_hit,
            command: self.command_attached && !self.command_hit,
            cover: self.cover,
            supported: self.supported,
            fights_lost: melee_balance(self.fights_lost, self.fights_won).unwrap_or(0).into(),
            close_order: in_square || (formed && self.formation == Formation::AttackColumn),
        }
    }

    /// What is added to the die.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T_MORDM.ledger(book, &self.mood(book))
    }

    /// Only its total.
    pub fn plus(&self, book: &Rulebook) -> i32 {
        T_MORDM.sum(book, &self.mood(book))
    }

    /// What a score does to the unit.
    pub fn result(&self, book: &Rulebook, score: i32) -> Tested {
        let effect = morale_effect(book, score, self.unformed);
        let guns = self.class.arm() == Arm::Artillery && self.formation == Formation::Deployed;
        let retreats = effect == MoraleEffect::Retreat;
        let routs = effect == MoraleEffect::Rout;
        let destroyed = guns && (routs || (retreats && self.engaged));
        Tested {
            score,
            effect,
            unformed: effect == MoraleEffect::Unformed && !self.garrison,
            retreats: retreats && !destroyed,
            limbers: retreats && guns && !destroyed,
            leaves_building: (retreats || routs) && self.garrison,
            routs: routs && !destroyed,
            destroyed,
            may_fire: self.cause == Cause::Stand
                && (effect == MoraleEffect::Steady || (effect == MoraleEffect::Unformed && self.garrison)),
            charges_on: self.cause == Cause::Charge && effect == MoraleEffect::Steady,
        }
    }
}
