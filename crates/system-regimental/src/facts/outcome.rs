//! What the result of a charge combat does to each unit (RF-CHG-35 to RF-CHG-57).

use firelock_core::Rulebook;
use serde::Serialize;

use super::{Clash, Combat, Fighter, Guns, LeaderAt, Party};
use crate::charts::{charge_effect, charge_overshoot, count, numbers};
use crate::results::{Casualty, ChargeEffect, Motion};
use crate::words::{Carriage, ChargeGround, Charging, MoveClass, Order};

/// What a charge combat came to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// The attacker's total less the defender's.
    pub difference: i32,
    /// Its effect.
    pub effect: ChargeEffect,
    /// What it does to the attacker.
    pub attacker: SideOutcome,
    /// What it does to the defender.
    pub defender: SideOutcome,
}

/// What a result does to one side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SideOutcome {
    /// To each unit, the lead first.
    pub units: Vec<UnitOutcome>,
    /// Stands still to be lost by the other units, as their owner likes: the lead has none left (RF-CHG-37).
    pub owed: u8,
}

/// What a result does to one unit, in the order of RF-CHG-68.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct UnitOutcome {
    /// Troop or gun stands lost, no more than there are.
    pub stands_lost: u8,
    /// The order of troops afterwards.
    pub order: Order,
    /// The gun stands afterwards.
    pub guns: Guns,
    /// Where it goes.
    pub motion: Motion,
    /// Its owner may recall it instead (RF-CHG-57).
    pub may_recall: bool,
    /// Who must be checked on T-FALL.
    pub casualty: Option<Casualty>,
}

impl Clash {
    /// What a difference of totals does to both sides.
    pub fn outcome(&self, book: &Rulebook, difference: i32) -> Outcome {
        let effect = charge_effect(book, difference);
        let fight = Fight { clash: self, book, effect, overshoot: charge_overshoot(book, difference) };
        let (attacker, defender) = match effect {
            ChargeEffect::Swept | ChargeEffect::DrivenBack | ChargeEffect::HardPressed => {
                (fight.won_by_attacker(), fight.lost(&self.defender, &self.attacker))
            }
            ChargeEffect::Struggle => (fight.struggle(&self.attacker), fight.struggle(&self.defender)),
            ChargeEffect::Falter | ChargeEffect::Recoil | ChargeEffect::Repulsed => {
                (fight.lost(&self.attacker, &self.defender), fight.won_by_defender())
            }
        };
        Outcome { difference, effect, attacker, defender }
    }

    /// The outcome where a side has no stands left: the other has won without a roll; none while both have some (RF-CHG-51).
    pub fn walkover(&self, book: &Rulebook) -> Option<Outcome> {
        let gone = [&self.attacker, &self.defender].map(|party| party.fighting() == 0);
        let effect = match gone {
            [false, false] => return None,
            [true, true] => ChargeEffect::Struggle,
            [false, true] => ChargeEffect::HardPressed,
            [true, false] => ChargeEffect::Falter,
        };
        let fight = Fight { clash: self, book, effect, overshoot: 0 };
        let nothing = |party: &Party| SideOutcome {
            units: party.units().map(|unit| UnitOutcome { motion: Motion::Removed, ..as_it_was(unit) }).collect(),
            owed: 0,
        };
        Some(Outcome {
            difference: 0,
            effect,
            attacker: if gone[0] { nothing(&self.attacker) } else { fight.won_by_attacker() },
            defender: if gone[1] { nothing(&self.defender) } else { fight.won_by_defender() },
        })
    }
}

struct Fight<'a> {
    clash: &'a Clash,
    book: &'a Rulebook,
    effect: ChargeEffect,
    overshoot: i32,
}

impl Fight<'_> {
    fn first_combat(&self) -> bool {
        self.clash.combat == Combat::First
    }

    /// Fortified holders do not give way when they are only hard pressed (RF-CHG-48).
    fn holds_works(&self) -> bool {
        self.effect == ChargeEffect::HardPressed
            && self.clash.defender.fighting() > 0
            && self.clash.defender.position() == ChargeGround::Fortified
    }

    fn won_by_attacker(&self) -> SideOutcome {
        let unit = |unit: &Fighter| {
            let mounted = unit.branch.is_mounted();
            // RF-CHG-39.
            let disordered = unit.crossed > MoveClass::Open || mounted || !self.first_combat();
            UnitOutcome {
                order: if disordered { unit.order.max(Order::Disordered) } else { unit.order },
                motion: match self.effect {
                    ChargeEffect::Swept if self.first_combat() => Motion::Breakthrough,
                    ChargeEffect::DrivenBack if self.first_combat() && mounted => Motion::Breakthrough,
                    _ if self.holds_works() => Motion::GiveGround,
                    _ => Motion::Carry,
                },
                may_recall: self.effect == ChargeEffect::HardPressed && mounted && self.first_combat(),
                ..as_it_was(unit)
            }
        };
        SideOutcome { units: self.clash.attacker.units().map(unit).collect(), owed: 0 }
    }

    /// RF-CHG-55.
    fn won_by_defender(&self) -> SideOutcome {
        let unit = |unit: &Fighter| {
            let mounted = unit.branch.is_mounted();
            let countercharged = mounted && unit.charging == Charging::Countercharge;
            UnitOutcome {
                order: if mounted { unit.order.max(Order::Disordered) } else { unit.order },
                motion: if countercharged { Motion::Carry } else { Motion::Hold },
                may_recall: countercharged,
                ..as_it_was(unit)
            }
        };
        SideOutcome { units: self.clash.defender.units().map(unit).collect(), owed: 0 }
    }

    /// RF-CHG-50.
    fn struggle(&self, party: &Party) -> SideOutcome {
        let units = party.units().map(|unit| {
            let mut came = as_it_was(unit);
            came.guns.silence_all();
            if unit.branch.is_troops() {
                came.order = unit.order.max(Order::Disordered);
            }
            came
        });
        with_losses(units.collect(), party, count(self.book, &numbers::STRUGGLE_LOSS))
    }

    fn lost(&self, party: &Party, winner: &Party) -> SideOutcome {
        // RF-CHG-38.
        let by_cavalry = winner.lead.branch.is_mounted();
        let outflanked = party.is_outflanked();
        let units = party.units().map(|unit| match unit.branch.is_troops() {
            true => self.lost_by_troops(unit, by_cavalry, outflanked),
            false => self.lost_by_guns(unit, by_cavalry),
        });
        let mut units: Vec<UnitOutcome> = units.collect();
        // Damage is a loss, so it falls on the lead (RF-CHG-37, RF-CHG-47).
        if self.effect == ChargeEffect::HardPressed && !party.lead.branch.is_troops() {
            for _ in 0..count(self.book, &numbers::HARD_PRESSED_DAMAGE) {
                units[0].guns.damage();
            }
        }
        with_losses(units, party, self.losses(party, by_cavalry || outflanked))
    }

    /// The stands a beaten side loses, before guns that cannot get away.
    fn losses(&self, party: &Party, beaten_badly: bool) -> u8 {
        let (troops, already) = (party.lead.branch.is_troops(), party.lead.order != Order::Good);
        let of = |number| count(self.book, number);
        let further = |number| if beaten_badly { of(number) } else { 0 };
        let overshoot = u8::try_from(self.overshoot.max(0)).unwrap_or(u8::MAX);
        match self.effect {
            ChargeEffect::Swept => of(&numbers::SWEPT_LOSS).saturating_add(overshoot),
            ChargeEffect::Repulsed => of(&numbers::REPULSED_LOSS).saturating_add(overshoot),
            ChargeEffect::DrivenBack if troops => {
                of(&numbers::DRIVEN_BACK_LOSS).saturating_add(further(&numbers::DRIVEN_BACK_FURTHER))
            }
            ChargeEffect::Recoil => of(&numbers::RECOIL_LOSS).saturating_add(further(&numbers::RECOIL_FURTHER)),
            ChargeEffect::HardPressed if troops && already => of(&numbers::HARD_PRESSED_LOSS),
            ChargeEffect::Falter if already => of(&numbers::FALTER_LOSS),
            ChargeEffect::DrivenBack | ChargeEffect::HardPressed | ChargeEffect::Falter | ChargeEffect::Struggle => 0,
        }
    }

    fn lost_by_troops(&self, unit: &Fighter, by_cavalry: bool, outflanked: bool) -> UnitOutcome {
        let flees = match self.effect {
            ChargeEffect::Swept | ChargeEffect::Repulsed => true,
            _ if self.holds_works() => false,
            ChargeEffect::DrivenBack | ChargeEffect::Recoil => by_cavalry || outflanked || unit.is_broken(),
            _ => outflanked || unit.is_broken(),
        };
        let checked = matches!(self.effect, ChargeEffect::Swept | ChargeEffect::Repulsed);
        UnitOutcome {
            order: if flees { Order::Broken } else { unit.order.max(Order::Disordered) },
            motion: match self.effect {
                _ if flees => Motion::FullRetreat,
                _ if self.holds_works() => Motion::Hold,
                ChargeEffect::DrivenBack | ChargeEffect::Recoil => Motion::OutOfCloseRange,
                _ => Motion::GiveGround,
            },
            may_recall: !flees && !self.holds_works() && unit.branch.is_mounted() && self.first_combat(),
            casualty: if checked { casualty(unit) } else { None },
            ..as_it_was(unit)
        }
    }

    fn lost_by_guns(&self, unit: &Fighter, by_cavalry: bool) -> UnitOutcome {
        let mut came = as_it_was(unit);
        came.guns.silence_all();
        // RF-GUN-24: a fixed gun fights as an unlimbered heavy one.
        let heavy = unit.carriage == Carriage::Heavy || unit.fixed;
        let taken = match self.effect {
            _ if unit.is_limbered() || self.holds_works() => false,
            ChargeEffect::Swept => true,
            ChargeEffect::DrivenBack => heavy || by_cavalry,
            _ => heavy,
        };
        if taken {
            came.guns.wreck_all();
        }
        came.motion = if self.holds_works() { Motion::Hold } else { Motion::FullRetreat };
        came.casualty = if self.effect == ChargeEffect::Swept { casualty(unit) } else { None };
        came
    }
}

/// RF-CHG-41, RF-CHG-54, RF-LDR-10.
fn casualty(unit: &Fighter) -> Option<Casualty> {
    match unit.leader {
        LeaderAt::Attached => Some(Casualty::Leader),
        LeaderAt::Away if unit.brave_colonel => Some(Casualty::Colonel),
        LeaderAt::Away | LeaderAt::Near => None,
    }
}

fn as_it_was(unit: &Fighter) -> UnitOutcome {
    UnitOutcome {
        stands_lost: 0,
        order: unit.order,
        guns: Guns::of(if unit.branch.is_troops() { &[] } else { &unit.guns }),
        motion: Motion::Hold,
        may_recall: false,
        casualty: None,
    }
}

/// Lays losses on the lead, as many as it has stands; the rest is owed by the others, as many as they have (RF-CHG-37, RF-MOR-15).
fn with_losses(mut units: Vec<UnitOutcome>, party: &Party, losses: u8) -> SideOutcome {
    let lead = &mut units[0];
    let mut owed = losses.saturating_sub(party.lead.strength());
    if party.lead.branch.is_troops() {
        lead.stands_lost = losses.min(party.lead.stands);
    } else {
        let taken = losses.saturating_sub(lead.guns.lost());
        lead.guns.wreck(taken);
    }
    for (unit, came) in party.units().zip(&mut units) {
        if !unit.branch.is_troops() {
            came.stands_lost = came.guns.lost();
        }
        if unit.strength() > 0 && came.stands_lost == unit.strength() {
            came.motion = Motion::Removed;
            came.may_recall = false;
        }
    }
    let left = party.units().zip(&units).skip(1).map(|(unit, came)| unit.strength() - came.stands_lost);
    owed = owed.min(left.fold(0, u8::saturating_add));
    SideOutcome { units, owed }
}
