//! What actions cost and how far a unit goes (WA-MOVE).

use firelock_core::{Ledger, Quantity, Rulebook};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Action, Mover, increment, increments, powder_price, price, road_increment};
use crate::clauses::*;
use crate::words::Formation;

/// The facts of an action's price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Price {
    /// Which action; scenery and linear features are told below.
    pub action: Action,
    /// Who acts.
    pub mover: Mover,
    /// How it stands.
    pub formation: Formation,
    /// It is in single-base column.
    pub column: bool,
    /// The front edge goes through slowing scenery (WA-MOVE-10).
    pub scenery: bool,
    /// Linear features that the front edge crosses (WA-MOVE-11).
    pub linears: u8,
    /// Friendly units passed through (WA-MOVE-13).
    pub passed: u8,
    /// A powder token is spent on the second shot (WA-PRE-09).
    pub powder: bool,
}

impl Default for Price {
    fn default() -> Price {
        Price {
            action: Action::Increment,
            mover: Mover::Foot,
            formation: Formation::Close,
            column: false,
            scenery: false,
            linears: 0,
            passed: 0,
            powder: false,
        }
    }
}

impl Price {
    /// Whether it pays for scenery and linear features: loose foot and foot columns do not (WA-MOVE-12).
    pub fn pays_for_ground(&self) -> bool {
        self.mover != Mover::Foot || (self.formation == Formation::Close && !self.column)
    }

    /// The AP of the action.
    pub fn ap(&self, book: &Rulebook) -> u8 {
        let ground = match self.pays_for_ground() {
            true => {
                let scenery = if self.scenery { price(book, Action::Scenery) } else { 0 };
                scenery.saturating_add(self.linears.saturating_mul(price(book, Action::Linear)))
            }
            false => 0,
        };
        let passed = self.passed.saturating_mul(price(book, Action::PassThrough));
        self.bare(book).saturating_add(ground).saturating_add(passed)
    }

    /// The AP with their reasons.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        let mut ledger = Ledger::bare(0, Quantity::Actions);
        let token = self.powder && self.action == Action::SecondShot;
        let clause = if token { WA_PRE_09 } else { self.action.clause() };
        ledger.add(clause, self.action.name(), self.bare(book).into());
        let mut add = |n: u8, action: Action| {
            if n > 0 {
                ledger.add(action.clause(), action.name(), i32::from(n) * i32::from(price(book, action)));
            }
        };
        if self.pays_for_ground() {
            add(self.scenery.into(), Action::Scenery);
            add(self.linears, Action::Linear);
        }
        add(self.passed, Action::PassThrough);
        if !self.pays_for_ground() && (self.scenery || self.linears > 0) {
            ledger.add(WA_MOVE_12, "loose foot or column crosses free", 0);
        }
        ledger
    }

    fn bare(&self, book: &Rulebook) -> u8 {
        match self.action == Action::SecondShot && self.powder {
            true => powder_price(book),
            false => price(book, self.action),
        }
    }
}

/// The facts of a march straight ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct March {
    /// Who marches.
    pub mover: Mover,
    /// How it stands.
    pub formation: Formation,
    /// Troop bases in its front rank; units only.
    pub front: u8,
    /// Casualty spacers beside it.
    pub spacers: u8,
    /// AP to spend.
    pub ap: u8,
    /// Increments made this turn already.
    pub made: u8,
    /// Each increment goes wholly along a road.
    pub road: bool,
    /// Each increment goes through slowing scenery.
    pub scenery: bool,
    /// Linear features on the way.
    pub linears: u8,
}

impl Default for March {
    fn default() -> March {
        March {
            mover: Mover::Foot,
            formation: Formation::Close,
            front: 3,
            spacers: 0,
            ap: 3,
            made: 0,
            road: false,
            scenery: false,
            linears: 0,
        }
    }
}

/// How far a march goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Marched {
    /// Increments made.
    pub increments: u8,
    /// The farthest of each.
    pub each: Length,
    /// The farthest of all together.
    pub distance: Length,
    /// AP left.
    pub ap_left: u8,
}

impl March {
    /// What an increment of this march costs, linear features left out.
    pub fn price(&self) -> Price {
        Price {
            mover: self.mover,
            formation: self.formation,
            column: self.front == 1 && self.spacers == 0,
            // A road cancels the slowing of what it runs through, but not for guns (WA-TERR-10).
            scenery: self.scenery && !(self.road && self.front == 1 && self.mover != Mover::Gun),
            ..Price::default()
        }
    }

    /// Whether the road takes it farther (WA-MOVE-05).
    pub fn gains_by_road(&self) -> bool {
        self.road && (self.mover == Mover::Gun || self.front == 1)
    }

    /// The whole march: as many increments as AP and front allow, the linear features paid.
    pub fn marched(&self, book: &Rulebook) -> Marched {
        let one = self.price();
        let linears = Price { linears: self.linears, ..one }.ap(book) - one.ap(book);
        let (each_ap, budget) = (one.ap(book).max(1), self.ap.saturating_sub(linears));
        let allowed = increments(book, self.mover, self.front).saturating_sub(self.made);
        let made = if self.ap < linears { 0 } else { allowed.min(budget / each_ap) };
        let each = match self.gains_by_road() {
            true => road_increment(book, self.mover),
            false => increment(book, self.mover),
        };
        let spent = if made == 0 { 0 } else { linears + made * each_ap };
        Marched { increments: made, each, distance: each * i32::from(made), ap_left: self.ap - spent }
    }
}
