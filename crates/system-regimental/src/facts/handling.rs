//! The maneuver check of one unit (RF-CHK), and what its effect does (RF-MAN, RF-MOR, RF-GUN).

use firelock_core::{Ledger, Read, Roll, Rulebook, Side, UnitId, words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::d10;
use crate::charts::{Column, MILITIA_PROVISIONAL_ONLY, PANIC_GOOD_ORDER_LOSSES, T_MAN_MOD, maneuver_effect};
use crate::clauses::*;
use crate::results::{ManeuverEffect, Motion};
use crate::words::{Branch, Carriage, Control, Effectiveness, Experience, Formation, GunRole, Order, Rating};

/// What the maneuver chart asks about one unit, and what its effect needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Handling {
    /// Foot, horse or guns.
    pub branch: Branch,
    /// Battery or battalion gun; guns only.
    pub role: GunRole,
    /// Carriage; guns only.
    pub carriage: Carriage,
    /// Cannot limber or move; guns only.
    pub fixed: bool,
    /// How well it is trained.
    pub experience: Experience,
    /// What losses have left of it; troops only.
    pub effectiveness: Effectiveness,
    /// Its order; troops only.
    pub order: Order,
    /// How it stands.
    pub formation: Formation,
    /// Stands it has, so that no more are lost.
    pub stands: u8,
    /// Militia, for the switch of RF-OPT-02.
    pub militia: bool,
    /// Who leads the check.
    pub control: Control,
    /// The rating of that leader.
    pub rating: Rating,
    /// A leader is attached to this unit.
    pub leader_attached: bool,
    /// This unit has a brave colonel.
    pub brave_colonel: bool,
    /// Its front stands behind linear cover (RF-CHK-04).
    pub linear_cover: bool,
    /// Friendly troops stand within 2 inches; battalion guns only.
    pub friends_near: bool,
    /// Indians.
    pub indian: bool,
    /// In woods (RF-TER-13).
    pub in_woods: bool,
    /// Outflanked within 8 inches (RF-ARC-11).
    pub outflanked: bool,
    /// Its side has lost a key position.
    pub key_position_lost: bool,
    /// Its side has heavy casualties.
    pub heavy_casualties: bool,
    /// Its side has greater losses.
    pub greater_losses: bool,
    /// In close range of an enemy who can fire (RF-RET-02).
    pub in_close_range: bool,
    /// Fortified against every such enemy (RF-TER-24).
    pub fortified: bool,
}

impl Default for Handling {
    fn default() -> Handling {
        Handling {
            branch: Branch::Infantry,
            role: GunRole::Battery,
            carriage: Carriage::Light,
            fixed: false,
            experience: Experience::Trained,
            effectiveness: Effectiveness::Fresh,
            order: Order::Good,
            formation: Formation::Line,
            stands: 10,
            militia: false,
            control: Control::Own,
            rating: Rating::Able,
            leader_attached: false,
            brave_colonel: false,
            linear_cover: false,
            friends_near: false,
            indian: false,
            in_woods: false,
            outflanked: false,
            key_position_lost: false,
            heavy_casualties: false,
            greater_losses: false,
            in_close_range: false,
            fortified: false,
        }
    }
}

words! {
    /// The maneuvers an effect leaves open (T-ACT).
    Scope {
        /// None but to hold.
        #[default]
        Hold,
        /// Those of Tardy.
        Tardy,
        /// Those of Well Handled.
        WellHandled,
        /// Those of Well Handled at the double quick rate.
        DoubleQuick,
    }
}

/// What a check came to for one unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Handled {
    /// The modified result.
    pub result: i32,
    /// Its effect.
    pub effect: ManeuverEffect,
    /// The maneuvers it leaves open.
    pub scope: Scope,
    /// Where it takes the unit before that.
    pub motion: Motion,
    /// The order of the troops afterwards. After Rally they may choose to stay disordered for a full move (RF-MAN-27).
    pub order: Order,
    /// Broken troops form up again, after any retreat (RF-MOR-10, RF-MOR-11).
    pub reforms: bool,
    /// Stands lost.
    pub stands_lost: u8,
    /// All its gun stands are silenced.
    pub silenced: bool,
    /// As far as the check decides, it may fire in the fire phase of this player turn (RF-FIR-06); guns only as their maneuver says
    /// (RF-GUN-14).
    pub may_fire: bool,
}

/// The one die of a check, shared by all its units, with a ledger for each (RF-SEQ-05).
pub fn check_roll(side: Side, whys: impl IntoIterator<Item = (Option<UnitId>, Ledger)>) -> Roll {
    let mut roll = Roll::new(RF_CHK_01, "maneuver check", Read::Sum, [d10(side)]);
    roll.whys.extend(whys);
    roll
}

impl Handling {
    /// The facts as the switches of the rulebook have them read; the chart is read against these.
    pub fn under(&self, book: &Rulebook) -> Handling {
        let provisional = self.militia && self.control == Control::Own && book.is_on(&MILITIA_PROVISIONAL_ONLY);
        Handling { control: if provisional { Control::Provisional } else { self.control }, ..self.clone() }
    }

    /// What is added to the die.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T_MAN_MOD.ledger(book, &self.under(book))
    }

    /// The column of the chart it reads (RF-CHK-02, RF-GUN-06).
    pub fn column(&self) -> Column {
        match self.branch.is_troops() && self.order != Order::Good {
            true => Column::Disordered,
            false => Column::GoodOrder,
        }
    }

    /// What a modified result does to the unit.
    pub fn handle(&self, book: &Rulebook, result: i32) -> Handled {
        let effect = maneuver_effect(book, self.column(), result);
        match self.branch.is_troops() {
            true => self.handle_troops(book, effect, result),
            false => self.handle_guns(effect, result),
        }
    }

    /// Whether a check that sends units out of close range sends this one.
    fn must_go(&self) -> bool {
        self.in_close_range && !self.fortified
    }

    fn handle_troops(&self, book: &Rulebook, effect: ManeuverEffect, result: i32) -> Handled {
        let was_broken = self.order == Order::Broken;
        let held = Handled {
            result,
            effect,
            scope: Scope::Hold,
            motion: Motion::Hold,
            order: self.order,
            reforms: false,
            stands_lost: 0,
            silenced: false,
            may_fire: true,
        };
        let retreat = if self.must_go() { Motion::OutOfCloseRange } else { Motion::Hold };
        match effect {
            ManeuverEffect::DoubleQuick => Handled { scope: Scope::DoubleQuick, ..held },
            ManeuverEffect::WellHandled => Handled { scope: Scope::WellHandled, ..held },
            ManeuverEffect::Tardy => Handled { scope: Scope::Tardy, ..held },
            ManeuverEffect::FallBack if self.must_go() => {
                Handled { motion: retreat, order: Order::Disordered, may_fire: false, ..held }
            }
            ManeuverEffect::FallBack => held,
            ManeuverEffect::RallyWithElan => {
                Handled { scope: Scope::WellHandled, order: Order::Good, reforms: was_broken, ..held }
            }
            ManeuverEffect::Rally => Handled { scope: Scope::Tardy, order: Order::Good, reforms: was_broken, ..held },
            ManeuverEffect::Shaken => Handled { motion: retreat, order: Order::Good, reforms: was_broken, ..held },
            ManeuverEffect::Wavering => Handled {
                motion: retreat,
                order: Order::Disordered,
                reforms: was_broken,
                may_fire: retreat == Motion::Hold,
                ..held
            },
            ManeuverEffect::Panic => {
                let costs = self.column() == Column::Disordered || book.is_on(&PANIC_GOOD_ORDER_LOSSES);
                let lost = if costs { u8::try_from((-result).max(0)).unwrap_or(u8::MAX) } else { 0 };
                Handled {
                    motion: if lost >= self.stands { Motion::Removed } else { Motion::FullRetreat },
                    order: Order::Broken,
                    stands_lost: lost.min(self.stands),
                    may_fire: false,
                    ..held
                }
            }
        }
    }

    fn handle_guns(&self, effect: ManeuverEffect, result: i32) -> Handled {
        let held = Handled {
            result,
            effect,
            scope: Scope::Hold,
            motion: Motion::Hold,
            order: Order::Good,
            reforms: false,
            stands_lost: 0,
            silenced: false,
            may_fire: true,
        };
        let eliminated = Handled { motion: Motion::Removed, stands_lost: self.stands, may_fire: false, ..held.clone() };
        let silenced = Handled { silenced: true, may_fire: false, ..held.clone() };
        let retreats = Handled { motion: Motion::FullRetreat, ..silenced.clone() };
        let limbered = self.formation == Formation::Limbered && !self.fixed;
        let planted = !limbered && (self.fixed || self.carriage == Carriage::Heavy);
        match effect {
            ManeuverEffect::DoubleQuick => Handled { scope: Scope::DoubleQuick, ..held },
            ManeuverEffect::Tardy => Handled { scope: Scope::Tardy, ..held },
            // RF-GUN-16, RF-GUN-17.
            ManeuverEffect::FallBack if !self.must_go() => held,
            ManeuverEffect::FallBack if planted => eliminated,
            ManeuverEffect::FallBack => retreats,
            // RF-GUN-18.
            ManeuverEffect::Panic if planted && self.must_go() => eliminated,
            ManeuverEffect::Panic if planted && (self.fixed || self.in_close_range) => silenced,
            ManeuverEffect::Panic => retreats,
            // Guns never read the other column (RF-GUN-06).
            ManeuverEffect::WellHandled
            | ManeuverEffect::RallyWithElan
            | ManeuverEffect::Rally
            | ManeuverEffect::Shaken
            | ManeuverEffect::Wavering => Handled { scope: Scope::WellHandled, ..held },
        }
    }
}
