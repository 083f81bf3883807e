//! A fire combat (RF-FIR, RF-GUN): all who fire at one target in a step, one die.

use firelock_core::{Clause, Ledger, Line, Quantity, Read, Roll, Rulebook, Side, Sink, inches, words};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GunStand, Guns, d10};
use crate::charts::{T_FIRE_MOD, count, fire_effect, fire_points, length, numbers, point_modifier};
use crate::clauses::*;
use crate::results::{Casualty, FireEffect};
use crate::words::{Branch, Charging, Cover, Experience, Firearm, Formation, Order};

/// The facts of a fire combat.
///
/// Raw guns count as raw troops (RF-GUN-05), marksmen of any kind add once (RF-SPC-05), an amusette fires with its unit (RF-SPC-24);
/// fire alone routs nobody (RF-FIR-45).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Volley {
    /// Who fires: equal stands of one unit at one range in each entry.
    pub firing: Vec<Firing>,
    /// At whom.
    pub target: Target,
    /// Units massed close behind the target (RF-FIR-36).
    pub behind: Vec<Target>,
}

/// Equal stands of one unit that fire together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Firing {
    /// How many fire.
    pub stands: u8,
    /// With what.
    pub firearm: Firearm,
    /// How far, in inches.
    #[serde(with = "inches")]
    #[schemars(with = "f64")]
    pub range: Length,
    /// How well they are trained.
    pub experience: Experience,
    /// Their unit is disordered.
    pub disordered: bool,
    /// Their unit, or this gun stand, is low on ammunition.
    pub low_ammo: bool,
    /// These gun stands are damaged.
    pub damaged: bool,
    /// Picked shots.
    pub marksmen: bool,
    /// Muskets loaded with ball and shot.
    pub buck_and_ball: bool,
    /// They charge the target, or it charges them (RF-FIR-21).
    pub in_charge: bool,
    /// They stand on or behind the line of the target's front (RF-ARC-10).
    pub on_flank: bool,
    /// The linear cover that lies between them and the target (RF-TER-10).
    pub linear_cover: Cover,
    /// At least half of their unit's stands fire (RF-FIR-38).
    pub half_of_unit: bool,
}

/// A target of fire.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Target {
    /// Foot, horse or guns.
    pub branch: Branch,
    /// How well it is trained.
    pub experience: Experience,
    /// Its order; troops only.
    pub order: Order,
    /// How it stands.
    pub formation: Formation,
    /// Its stands; troops only.
    pub stands: u8,
    /// Its stands; guns only.
    pub guns: Vec<GunStand>,
    /// The cover of the area it stands in, works included.
    pub cover: Cover,
    /// Whether it charges, and how.
    pub charging: Charging,
    /// How far the nearest leader of its side is, in inches, if there is one.
    #[serde(with = "inches::optional")]
    #[schemars(with = "Option<f64>")]
    pub leader_at: Option<Length>,
    /// It has a brave colonel.
    pub brave_colonel: bool,
}

impl Default for Volley {
    fn default() -> Volley {
        Volley { firing: vec![Firing::default()], target: Target::default(), behind: Vec::new() }
    }
}

impl Default for Firing {
    fn default() -> Firing {
        Firing {
            stands: 10,
            firearm: Firearm::Musket,
            range: Length::inches(4),
            experience: Experience::Trained,
            disordered: false,
            low_ammo: false,
            damaged: false,
            marksmen: false,
            buck_and_ball: false,
            in_charge: false,
            on_flank: false,
            linear_cover: Cover::None,
            half_of_unit: true,
        }
    }
}

impl Default for Target {
    fn default() -> Target {
        Target {
            branch: Branch::Infantry,
            experience: Experience::Trained,
            order: Order::Good,
            formation: Formation::Line,
            stands: 10,
            guns: Vec::new(),
            cover: Cover::None,
            charging: Charging::No,
            leader_at: None,
            brave_colonel: false,
        }
    }
}

/// A fire combat weighed up: what T-FIRE-MOD is read against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Weighed {
    /// Quarter points in all.
    pub points: i32,
    /// What they add to the die.
    pub point_modifier: i32,
    /// More than half of them from raw units.
    pub raw: bool,
    /// At least half of them from marksmen.
    pub marksmen: bool,
    /// At least half of them from buck and ball in a charge.
    pub buck_and_ball: bool,
    /// The target is in open order.
    pub open_order: bool,
    /// The cover that counts.
    pub cover: Cover,
    /// The target is in column or limbered.
    pub column_or_limbered: bool,
    /// More than half of the points enfilade the target.
    pub enfiladed: bool,
    /// The target is mounted cavalry.
    pub mounted: bool,
    /// A gun or amusette takes part.
    pub cannonade: bool,
}

words! {
    /// What fire does to a charge (RF-FIR-34, RF-FIR-35).
    ChargeFate {
        /// The target does not charge.
        #[default]
        None,
        /// The charge is stopped and falls back.
        Checked,
        /// The charge goes home.
        Home,
    }
}

/// What a fire effect does to one unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Struck {
    /// The effect.
    pub effect: FireEffect,
    /// Troop or gun stands lost, no more than there are.
    pub stands_lost: u8,
    /// The order of troops afterwards.
    pub order: Order,
    /// The gun stands afterwards.
    pub guns: Guns,
    /// No stand is left (RF-FIR-44).
    pub destroyed: bool,
}

/// What a fire combat came to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Fired {
    /// The die as it fell.
    pub base: i32,
    /// The modified result.
    pub result: i32,
    /// What it does to the target.
    pub struck: Struck,
    /// What it does to the target's charge.
    pub charge: ChargeFate,
    /// What those behind suffer, in the order of the facts.
    pub behind: Vec<Struck>,
    /// Places in the list of firers of which one runs low on ammunition; its side picks (RF-FIR-38).
    pub low_ammo: Vec<usize>,
    /// Who must be checked on T-FALL (RF-FIR-39, RF-LDR-10).
    pub casualty: Option<Casualty>,
}

/// The die of a fire combat with so much added to it.
pub fn fire_roll(side: Side, total: i32) -> Roll {
    Roll::new(RF_FIR_18, "fire", Read::Sum, [d10(side).plus(total)])
}

impl Firing {
    /// Quarter points of these stands, before and after halving; none out of range.
    pub(crate) fn points(&self, book: &Rulebook) -> Option<(i32, i32)> {
        let full = fire_points(book, self.firearm, self.range)? * i32::from(self.stands);
        let halved = self.disordered || self.low_ammo || self.damaged;
        Some((full, if halved { full * book.number(&numbers::HALVED) / 100 } else { full }))
    }
}

impl Target {
    /// RF-ARC-13: these have no flank to rake.
    fn can_be_enfiladed(&self) -> bool {
        let formed = !self.branch.is_troops() || self.order != Order::Broken;
        formed
            && !matches!(
                self.formation,
                Formation::OpenOrder | Formation::Garrison | Formation::Mob | Formation::Limbered
            )
    }

    /// What an effect does to this unit; `result` tells how far above Withering it lies, `cannonade` whether Lively counts.
    fn struck(&self, book: &Rulebook, effect: FireEffect, result: i32, cannonade: bool) -> Struck {
        match self.branch.is_troops() {
            true => self.struck_troops(book, effect, result, cannonade),
            false => self.struck_guns(book, effect, result, cannonade),
        }
    }

    fn struck_troops(&self, book: &Rulebook, effect: FireEffect, result: i32, cannonade: bool) -> Struck {
        let lost = match effect {
            FireEffect::Withering => count(book, &numbers::WITHERING_LOSS).saturating_add(further(book, result)),
            FireEffect::Telling => count(book, &numbers::TELLING_LOSS),
            FireEffect::Galling if self.order != Order::Good => count(book, &numbers::GALLING_LOSS),
            FireEffect::Galling | FireEffect::Lively | FireEffect::Desultory => 0,
        };
        let disorders = match effect {
            FireEffect::Withering | FireEffect::Telling | FireEffect::Galling => true,
            FireEffect::Lively => cannonade,
            FireEffect::Desultory => false,
        };
        Struck {
            effect,
            stands_lost: lost.min(self.stands),
            order: if disorders { self.order.max(Order::Disordered) } else { self.order },
            guns: Guns::default(),
            destroyed: lost >= self.stands,
        }
    }

    fn struck_guns(&self, book: &Rulebook, effect: FireEffect, result: i32, cannonade: bool) -> Struck {
        let mut guns = Guns::of(&self.guns);
        match effect {
            FireEffect::Withering => {
                guns.wreck(count(book, &numbers::WITHERING_WRECKS).saturating_add(further(book, result)));
                guns.silence_all();
            }
            FireEffect::Telling => {
                let damaged = guns.damage();
                guns.silence(damaged);
            }
            FireEffect::Galling => guns.silence(None),
            FireEffect::Lively if cannonade => guns.silence(None),
            FireEffect::Lively | FireEffect::Desultory => {}
        }
        Struck { effect, stands_lost: guns.lost(), order: Order::Good, destroyed: guns.left() == 0, guns }
    }
}

/// The stands that Withering Fire costs further (RF-FIR-27).
fn further(book: &Rulebook, result: i32) -> u8 {
    match result >= book.number(&numbers::WITHERING_FURTHER) {
        true => count(book, &numbers::WITHERING_FURTHER_LOSS),
        false => 0,
    }
}

impl Volley {
    /// The points of all firers with their reasons, in quarters.
    pub fn points(&self, book: &Rulebook) -> Ledger {
        let mut ledger = Ledger::bare(0, Quantity::Quarters);
        for firing in &self.firing {
            let clause = if firing.firearm.is_cannon() { RF_GUN_01 } else { RF_FIR_07 };
            let label = firing.firearm.label();
            match firing.points(book) {
                None => ledger.line(Line { clause, label, value: 0, applies: false }),
                Some((full, left)) => {
                    ledger.add(clause, label, full);
                    for (clause, label) in firing.halvings().take(usize::from(left != full)) {
                        ledger.add(clause, label, left - full);
                    }
                }
            }
        }
        ledger
    }

    /// Weighs the combat up; none when nobody has a point to fire with.
    pub fn weigh(&self, book: &Rulebook) -> Option<Weighed> {
        let mut all = 0;
        let [mut raw, mut marksmen, mut buck_and_ball, mut flank] = [0; 4];
        let mut covered = [0; 4];
        let mut cannonade = false;
        for firing in &self.firing {
            let Some((_, points)) = firing.points(book) else { continue };
            let counts = |fact: bool| if fact { points } else { 0 };
            all += points;
            raw += counts(firing.experience == Experience::Raw);
            marksmen += counts(firing.marksmen);
            buck_and_ball += counts(firing.buck_and_ball && firing.in_charge && firing.firearm == Firearm::Musket);
            flank += counts(firing.on_flank);
            for cover in Cover::ALL {
                covered[*cover as usize] += counts(firing.linear_cover >= *cover);
            }
            cannonade |= firing.firearm.is_cannon() && points > 0;
        }
        if all == 0 {
            return None;
        }
        let target = &self.target;
        let enfiladed = target.can_be_enfiladed() && 2 * flank > all;
        // RF-FIR-50: of several firers those count who fire more than half of the points.
        let linear = Cover::ALL.iter().rev().find(|cover| 2 * covered[**cover as usize] > all).copied();
        let linear = if enfiladed { Cover::None } else { linear.unwrap_or_default() };
        let formed = !target.branch.is_troops() || target.order != Order::Broken;
        Some(Weighed {
            points: all,
            point_modifier: point_modifier(book, all),
            raw: 2 * raw > all,
            marksmen: 2 * marksmen >= all,
            buck_and_ball: 2 * buck_and_ball >= all,
            open_order: formed && target.formation == Formation::OpenOrder,
            cover: target.cover.max(linear),
            column_or_limbered: formed
                && matches!(target.formation, Formation::FieldColumn | Formation::MarchColumn | Formation::Limbered),
            enfiladed,
            mounted: target.branch.is_mounted(),
            cannonade,
        })
    }

    /// What is added to the die.
    pub fn ledger(&self, book: &Rulebook, weighed: &Weighed) -> Ledger {
        T_FIRE_MOD.ledger(book, weighed)
    }

    /// What a die and its modified result do.
    pub fn result(&self, book: &Rulebook, weighed: &Weighed, base: i32, result: i32) -> Fired {
        let target = &self.target;
        let effect = fire_effect(book, target.experience, result);
        let lower = effect.next_lower();
        let behind = self.behind.iter().map(|unit| unit.struck(book, lower, 0, weighed.cannonade)).collect();
        let low = base == book.number(&numbers::AMMO_DIE);
        let in_danger = base == book.number(&numbers::LEADER_DIE);
        let leader_near = target.leader_at.is_some_and(|at| at <= length(book, &numbers::LEADER_REACH));
        Fired {
            base,
            result,
            struck: target.struck(book, effect, result, weighed.cannonade),
            charge: match (target.charging, effect) {
                (Charging::No, _) => ChargeFate::None,
                (Charging::ColdSteel, FireEffect::Telling) => ChargeFate::Home,
                (_, FireEffect::Withering | FireEffect::Telling) => ChargeFate::Checked,
                (_, FireEffect::Galling | FireEffect::Lively | FireEffect::Desultory) => ChargeFate::Home,
            },
            behind,
            low_ammo: if low { self.short_of_ammo(book) } else { Vec::new() },
            casualty: match (in_danger, leader_near) {
                (true, true) => Some(Casualty::Leader),
                (true, false) if target.brave_colonel => Some(Casualty::Colonel),
                _ => None,
            },
        }
    }

    /// The firers of which one may run low: a gun stand, or a unit that fires with half of its stands; no amusette (RF-FIR-38).
    fn short_of_ammo(&self, book: &Rulebook) -> Vec<usize> {
        let may = |firing: &Firing| {
            firing.firearm != Firearm::Amusette
                && (firing.firearm.is_cannon() || firing.half_of_unit)
                && firing.points(book).is_some_and(|(_, points)| points > 0)
        };
        (0..self.firing.len()).filter(|&at| may(&self.firing[at])).collect()
    }
}

impl Firing {
    /// Why the points are halved, the first reason being the one that counts (RF-FIR-12, RF-GUN-03, RF-SPC-23).
    fn halvings(&self) -> impl Iterator<Item = (Clause, &'static str)> {
        let disordered = if self.firearm == Firearm::Amusette { RF_SPC_23 } else { RF_FIR_12 };
        let low = if self.firearm.is_cannon() { RF_GUN_03 } else { RF_FIR_12 };
        [
            (self.disordered, disordered, "halved: disordered"),
            (self.low_ammo, low, "halved: low on ammunition"),
            (self.damaged, RF_GUN_03, "halved: damaged"),
        ]
        .into_iter()
        .filter(|(holds, ..)| *holds)
        .map(|(_, clause, label)| (clause, label))
    }
}
