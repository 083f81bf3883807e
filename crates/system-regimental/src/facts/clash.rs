//! A charge combat (RF-CHG): two sides, a die each, again while the totals are equal.

use firelock_core::{Ledger, Read, Roll, Rulebook, Side, Tie, words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GunStand, Outcome, SideOutcome, d10};
use crate::charts::{T_CHG_MOD, effectiveness, outnumbered};
use crate::clauses::*;
use crate::words::{
    Branch, Carriage, ChargeGround, Charging, Effectiveness, Experience, Formation, Morale, MoveClass, Order,
};

/// The facts of a charge combat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Clash {
    /// First combat, or second after a breakthrough (RF-CHG-36).
    pub combat: Combat,
    /// The side whose turn it is.
    pub attacker: Party,
    /// The other.
    pub defender: Party,
    /// A desperate struggle went before: cold steel, breakthrough and cavalry charge count no more (RF-CHG-50).
    pub struggled: bool,
}

words! {
    /// Which combat of a player turn.
    Combat {
        /// Of the charges.
        #[default]
        First,
        /// Of the breakthroughs.
        Second,
    }
}

/// One side of a charge combat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Party {
    /// The unit whose qualities count: the one with most stands (RF-CHG-21).
    pub lead: Fighter,
    /// The other units of the group: they add numbers and share the result.
    pub others: Vec<Fighter>,
    /// Stands of supporting units, of which half count (RF-CHG-10).
    pub support_stands: u16,
}

/// One unit in a charge combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fighter {
    /// Foot, horse or guns.
    pub branch: Branch,
    /// How well it is trained.
    pub experience: Experience,
    /// What losses have left of it; troops only.
    pub effectiveness: Effectiveness,
    /// Morale and first strength: where said, effectiveness follows the losses of a desperate struggle.
    pub rated: Option<Rated>,
    /// Its order; troops only.
    pub order: Order,
    /// How it stands.
    pub formation: Formation,
    /// Its stands; troops only. Amusettes do not count (RF-CHG-23).
    pub stands: u8,
    /// Its stands; guns only.
    pub guns: Vec<GunStand>,
    /// Carriage; guns only.
    pub carriage: Carriage,
    /// Cannot limber or move; guns only.
    pub fixed: bool,
    /// Friendly troops stand within 2 inches; guns only (RF-CHG-29).
    pub supported: bool,
    /// Has bayonets; foot only.
    pub bayonets: bool,
    /// Indians in woods.
    pub indians_in_woods: bool,
    /// Whether it charges or countercharges, and how.
    pub charging: Charging,
    /// It comes on from a won combat.
    pub breakthrough: bool,
    /// The slowest ground its charge crossed (RF-CHG-08).
    pub crossed: MoveClass,
    /// What the ground is worth that it defends (RF-TER-03, RF-TER-17).
    pub position: ChargeGround,
    /// Outflanked in this combat (RF-ARC-12).
    pub outflanked: bool,
    /// Where the nearest leader of its side is.
    pub leader: LeaderAt,
    /// Has a brave colonel.
    pub brave_colonel: bool,
}

/// What a unit's effectiveness is reckoned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rated {
    /// Its morale.
    pub morale: Morale,
    /// Stands at the start.
    pub start_stands: u8,
}

words! {
    /// Where the nearest leader is.
    LeaderAt {
        /// Farther than 4 inches, or nowhere.
        #[default]
        Away,
        /// Within 4 inches, not attached.
        Near,
        /// Attached to the unit.
        Attached,
    }
}

words! {
    /// How badly a side is outnumbered (RF-CHG-24).
    Outnumbered {
        /// Three to two.
        #[default]
        ThreeToTwo,
        /// Two to one.
        TwoToOne,
        /// Three to one or worse.
        ThreeToOne,
    }
}

impl Default for Fighter {
    fn default() -> Fighter {
        Fighter {
            branch: Branch::Infantry,
            experience: Experience::Trained,
            effectiveness: Effectiveness::Fresh,
            rated: None,
            order: Order::Good,
            formation: Formation::Line,
            stands: 10,
            guns: Vec::new(),
            carriage: Carriage::Light,
            fixed: false,
            supported: false,
            bayonets: true,
            indians_in_woods: false,
            charging: Charging::No,
            breakthrough: false,
            crossed: MoveClass::Open,
            position: ChargeGround::None,
            outflanked: false,
            leader: LeaderAt::Away,
            brave_colonel: false,
        }
    }
}

/// One side as T-CHG-MOD reads it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Stance {
    /// Of the lead unit.
    pub experience: Experience,
    /// Of the lead unit; none for guns.
    pub effectiveness: Option<Effectiveness>,
    /// How badly, if at all.
    pub outnumbered: Option<Outnumbered>,
    /// The lead unit is guns.
    pub guns: bool,
    /// They are supported.
    pub supported: bool,
    /// The lead unit is disordered troops.
    pub disordered: bool,
    /// A stand of the lead unit is silenced.
    pub silenced: bool,
    /// The lead unit has a brave colonel.
    pub brave_colonel: bool,
    /// A leader is attached to it.
    pub leader_attached: bool,
    /// It is in open order.
    pub open_order: bool,
    /// It lacks bayonets.
    pub no_bayonets: bool,
    /// Any unit of the side is outflanked.
    pub outflanked: bool,
    /// The lead unit is broken.
    pub broken: bool,
    /// It is in march column.
    pub march_column: bool,
    /// It is limbered guns.
    pub limbered: bool,
    /// The ground it defends.
    pub position: ChargeGround,
    /// It came with cold steel, and that still counts.
    pub cold_steel: bool,
    /// It breaks through, and that still counts.
    pub breakthrough: bool,
    /// Indians in woods.
    pub indians_in_woods: bool,
    /// It is mounted cavalry.
    pub mounted: bool,
    /// The ground its horses charged over, while that still counts.
    pub cavalry_charge: Option<MoveClass>,
}

/// The dice of a charge combat, attacker first, each with so much added to it.
pub fn clash_roll(attacker: Side, totals: [i32; 2]) -> Roll {
    let lots = [d10(attacker).plus(totals[0]), d10(attacker.enemy()).plus(totals[1]).why(1)];
    Roll::new(RF_CHG_22, "charge", Read::Versus { tie: Tie::Stands }, lots)
}

impl Fighter {
    /// Stands that count.
    pub fn strength(&self) -> u8 {
        match self.branch.is_troops() {
            true => self.stands,
            false => self.guns.len() as u8,
        }
    }

    pub(super) fn is_broken(&self) -> bool {
        self.branch.is_troops() && self.order == Order::Broken
    }

    pub(super) fn is_limbered(&self) -> bool {
        !self.branch.is_troops() && self.formation == Formation::Limbered && !self.fixed
    }

    /// RF-ARC-12: these have no flank, or pay for it already.
    pub(super) fn is_outflanked(&self) -> bool {
        self.outflanked && !self.is_broken() && !self.is_limbered() && self.formation != Formation::Garrison
    }
}

impl Party {
    /// The units, the lead first.
    pub fn units(&self) -> impl Iterator<Item = &Fighter> {
        std::iter::once(&self.lead).chain(&self.others)
    }

    /// Numbers (RF-CHG-10, RF-CHG-23).
    pub fn numbers(&self) -> i32 {
        self.fighting() + i32::from(self.support_stands / 2)
    }

    /// Stands in the fight itself.
    pub(super) fn fighting(&self) -> i32 {
        self.units().map(|unit| i32::from(unit.strength())).sum()
    }

    /// RF-CHG-26: one outflanked unit is enough.
    pub(super) fn is_outflanked(&self) -> bool {
        self.units().any(Fighter::is_outflanked)
    }

    /// What the ground is worth: nothing to those who came on (RF-CHG-33) or are outflanked (RF-TER-17).
    pub(super) fn position(&self) -> ChargeGround {
        match self.lead.charging == Charging::No && !self.is_outflanked() {
            true => self.lead.position,
            false => ChargeGround::None,
        }
    }

    /// The side after losses: units without stands are gone, and who has most stands leads (RF-CHG-21; among equals the former lead).
    fn after(&self, book: &Rulebook, outcome: &SideOutcome) -> Party {
        let mut units: Vec<Fighter> = self
            .units()
            .zip(&outcome.units)
            .map(|(unit, came)| {
                let stands = unit.stands.saturating_sub(came.stands_lost);
                let rated = unit.rated.map(|rated| effectiveness(book, rated.morale, rated.start_stands, stands));
                Fighter {
                    stands,
                    order: came.order,
                    guns: came.guns.standing(),
                    effectiveness: rated.unwrap_or(unit.effectiveness),
                    ..unit.clone()
                }
            })
            .collect();
        let most = units.iter().map(Fighter::strength).max().unwrap_or(0);
        let at = units.iter().position(|unit| unit.strength() == most).unwrap_or(0);
        let lead = units.remove(at);
        units.retain(|unit| unit.strength() > 0);
        Party { lead, others: units, support_stands: self.support_stands }
    }
}

impl Clash {
    /// Both sides as the chart reads them, attacker first.
    pub fn stances(&self, book: &Rulebook) -> [Stance; 2] {
        [self.stance(book, &self.attacker, &self.defender), self.stance(book, &self.defender, &self.attacker)]
    }

    /// What is added to each die, attacker first.
    pub fn ledgers(&self, book: &Rulebook) -> [Ledger; 2] {
        self.stances(book).map(|stance| T_CHG_MOD.ledger(book, &stance))
    }

    /// The combat after a desperate struggle, for the next round (RF-CHG-50). Each side keeps the order of its units but for those that
    /// are gone and the one that leads.
    pub fn after_struggle(&self, book: &Rulebook, outcome: &Outcome) -> Clash {
        Clash {
            combat: self.combat,
            attacker: self.attacker.after(book, &outcome.attacker),
            defender: self.defender.after(book, &outcome.defender),
            struggled: true,
        }
    }

    fn stance(&self, book: &Rulebook, own: &Party, enemy: &Party) -> Stance {
        let lead = &own.lead;
        let troops = lead.branch.is_troops();
        let mounted = lead.branch.is_mounted();
        let charges = lead.charging != Charging::No || lead.breakthrough;
        Stance {
            experience: lead.experience,
            effectiveness: troops.then_some(lead.effectiveness),
            outnumbered: outnumbered(book, own.numbers(), enemy.numbers()),
            guns: !troops,
            supported: lead.supported,
            // RF-MOR-04: broken troops pay otherwise.
            disordered: troops && lead.order == Order::Disordered,
            silenced: !troops && lead.guns.iter().any(|stand| stand.silenced),
            brave_colonel: lead.brave_colonel,
            leader_attached: lead.leader == LeaderAt::Attached,
            open_order: lead.formation == Formation::OpenOrder && !lead.is_broken(),
            no_bayonets: troops && !mounted && !lead.bayonets,
            outflanked: own.is_outflanked(),
            broken: lead.is_broken(),
            march_column: lead.formation == Formation::MarchColumn && !lead.is_broken(),
            limbered: lead.is_limbered(),
            position: own.position(),
            cold_steel: lead.charging == Charging::ColdSteel && self.combat == Combat::First && !self.struggled,
            breakthrough: lead.breakthrough && self.combat == Combat::Second && !self.struggled,
            indians_in_woods: lead.indians_in_woods,
            mounted,
            cavalry_charge: (mounted && charges && !self.struggled).then_some(lead.crossed),
        }
    }
}
