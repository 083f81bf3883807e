//! What a charged unit does, and whether the charge goes on (NQ-CHG-08..16).

use firelock_core::{Rulebook, centimeters};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Countercharge, FormSquare, Morale, PressHome, Tested};
use crate::charts::{count, numbers};
use crate::results::{Cause, ChargeEffect, MoraleEffect};
use crate::words::{Arm, Class, Cover, Formation, Order, Quality, Reaction, Zone};

/// The facts of a charge by one unit at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChargeReaction {
    /// Who charges.
    pub charger: Charger,
    /// Who is charged.
    pub target: Charged,
    /// How it reacts.
    pub reaction: Reaction,
    /// How far off the charge starts, in centimeters.
    #[serde(with = "centimeters")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// Where the charger stands, seen from the target.
    pub zone: Zone,
}

/// A unit that charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Charger {
    /// What it is.
    pub class: Class,
    /// How good it is.
    pub quality: Quality,
    /// How it stands.
    pub formation: Formation,
    /// A command unit is attached.
    pub command_attached: bool,
}

/// A unit that is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Charged {
    /// What it is.
    pub class: Class,
    /// How good it is.
    pub quality: Quality,
    /// How it stands.
    pub formation: Formation,
    /// It is unformed.
    pub unformed: bool,
    /// It already fights somebody (NQ-CHG-25).
    pub engaged: bool,
    /// It holds a building.
    pub garrison: bool,
    /// A command unit is attached.
    pub command_attached: bool,
    /// Its cover against this charge.
    pub cover: Cover,
    /// A formed friend stands close behind.
    pub supported: bool,
    /// Bases at the start of the game.
    pub bases_initial: u8,
    /// Bases left.
    pub bases: u8,
    /// Figures lost from its reduced base.
    pub reduction: u8,
}

impl Default for ChargeReaction {
    fn default() -> ChargeReaction {
        ChargeReaction {
            charger: Charger::default(),
            target: Charged::default(),
            reaction: Reaction::Stand,
            distance: Length::cm(20),
            zone: Zone::Front,
        }
    }
}

impl Default for Charger {
    fn default() -> Charger {
        Charger {
            class: Class::LightCavalry,
            quality: Quality::Regular,
            formation: Formation::Line,
            command_attached: false,
        }
    }
}

impl Default for Charged {
    fn default() -> Charged {
        Charged {
            class: Class::LineInfantry,
            quality: Quality::Regular,
            formation: Formation::Line,
            unformed: false,
            engaged: false,
            garrison: false,
            command_attached: false,
            cover: Cover::None,
            supported: false,
            bases_initial: 6,
            bases: 6,
            reduction: 0,
        }
    }
}

/// What a charge came to before reaction fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Reacted {
    /// What it is.
    pub effect: ChargeEffect,
    /// The target became unformed.
    pub target_unformed: bool,
    /// The charger became unformed.
    pub charger_unformed: bool,
    /// The target may use reaction fire (NQ-CHG-10, NQ-CHG-16, NQ-CHG-17).
    pub may_fire: bool,
    /// All faces of the square may fire (NQ-CHG-30).
    pub all_faces_fire: bool,
}

impl Charged {
    fn order(&self) -> Order {
        self.formation.order(self.unformed)
    }

    fn is_formed_square(&self) -> bool {
        self.formation == Formation::Square && self.order() == Order::Formed
    }
}

impl ChargeReaction {
    /// Whether the target may react so (NQ-CHG-10..13, NQ-CHG-25); room for a square is not asked here.
    pub fn may_react(&self, book: &Rulebook, reaction: Reaction) -> bool {
        let target = &self.target;
        let ridden_at = self.charger.class.arm() == Arm::Cavalry;
        let formed = target.order() == Order::Formed;
        match reaction {
            Reaction::Stand => true,
            _ if target.engaged => false,
            Reaction::FormSquare => {
                target.class.arm() == Arm::Infantry
                    && formed
                    && ridden_at
                    && target.formation != Formation::Square
                    && !target.garrison
                    && target.bases >= count(book, &numbers::SQUARE_LEAST)
            }
            Reaction::Countercharge => {
                target.class.arm() == Arm::Cavalry && formed && ridden_at && self.zone == Zone::Front
            }
            Reaction::Evade => target.class.may_evade(target.formation),
        }
    }

    /// The emergency square.
    pub fn form_square(&self) -> FormSquare {
        FormSquare {
            quality: self.target.quality,
            formation: self.target.formation,
            distance: self.distance,
            command_attached: self.target.command_attached,
        }
    }

    /// The countercharge.
    pub fn countercharge(&self) -> Countercharge {
        Countercharge {
            quality: self.target.quality,
            distance: self.distance,
            command_attached: self.target.command_attached,
        }
    }

    /// The press-home test against the target as it now stands; see [`PressHome::is_needed`].
    pub fn press_home(&self) -> PressHome {
        let target = &self.target;
        PressHome {
            quality: self.charger.quality,
            command_attached: self.charger.command_attached,
            square: self.charger.class.arm() == Arm::Cavalry && target.is_formed_square(),
            square_quality: target.quality,
            bases_initial: target.bases_initial,
            bases: target.bases,
            reduction: target.reduction,
        }
    }

    /// Struck in flank or rear; a square and a garrison have neither (NQ-FOR-15, NQ-TER-11).
    fn is_flanked(&self) -> bool {
        self.zone.is_flank_or_rear() && self.target.formation != Formation::Square && !self.target.garrison
    }

    /// Whether the target, as it now stands, must test whether it stands (NQ-CHG-15, NQ-CHG-25); one that evades does not.
    pub fn must_stand_test(&self) -> bool {
        let target = &self.target;
        if target.engaged {
            return self.is_flanked();
        }
        let ridden_at = self.charger.class.arm() == Arm::Cavalry;
        let by_formed = self.charger.formation.order(false) == Order::Formed;
        let shaky = target.order() != Order::Formed || target.quality == Quality::Raw;
        (ridden_at && target.class.arm() == Arm::Infantry && !target.is_formed_square())
            || self.is_flanked()
            || (by_formed && shaky)
            || target.formation == Formation::Deployed
    }

    /// The stand test of the target as it now stands.
    pub fn stand_test(&self) -> Morale {
        let target = &self.target;
        Morale {
            cause: Cause::Stand,
            class: target.class,
            quality: target.quality,
            formation: target.formation,
            unformed: target.unformed,
            engaged: target.engaged,
            garrison: target.garrison,
            bases_initial: target.bases_initial,
            bases: target.bases,
            reduction: target.reduction,
            flank_or_rear: self.is_flanked(),
            charged_by_cavalry: self.charger.class.arm() == Arm::Cavalry,
            command_attached: target.command_attached,
            cover: target.cover,
            supported: target.supported,
            ..Morale::default()
        }
    }

    /// The charge after the emergency square: in square, or unformed.
    pub fn after_square(&self, passed: bool) -> ChargeReaction {
        let mut after = *self;
        match passed {
            true => after.target.formation = Formation::Square,
            false => after.target.unformed = true,
        }
        after
    }

    /// What a charge comes to that was not pressed home.
    pub fn turned_away(&self) -> Reacted {
        let square = self.press_home().square;
        Reacted {
            effect: ChargeEffect::TurnedAway,
            target_unformed: false,
            charger_unformed: true,
            may_fire: false,
            all_faces_fire: square,
        }
    }

    /// What a stand test, or none, comes to for the charge; `countercharges` when that test was passed.
    pub fn stood(&self, tested: Option<&Tested>, countercharges: bool) -> Reacted {
        let effect = match tested {
            Some(tested) if tested.destroyed => ChargeEffect::GunsAbandoned,
            Some(tested) if tested.routs => ChargeEffect::TargetRouts,
            Some(tested) if tested.retreats => ChargeEffect::TargetRetreats,
            Some(tested) if countercharges && tested.effect == MoraleEffect::Steady => ChargeEffect::Countercharge,
            None if countercharges => ChargeEffect::Countercharge,
            _ => ChargeEffect::GoesOn,
        };
        let stands = effect == ChargeEffect::GoesOn;
        Reacted {
            effect,
            target_unformed: tested.is_some_and(|tested| tested.unformed),
            charger_unformed: false,
            may_fire: stands
                && !self.target.engaged
                && !self.target.unformed
                && tested.is_none_or(|tested| tested.may_fire),
            all_faces_fire: false,
        }
    }
}
