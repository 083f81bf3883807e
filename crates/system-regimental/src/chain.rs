//! A charge from the first volley to the last blow: defensive fire, the charger's own fire, the charge combat.
//!
//! Left out: countercharges, guns, units that fire or fight beside these two, what a checked charger still fires (RF-FIR-34), fallen
//! leaders and breakthroughs.

use firelock_core::{Dice, Encounter, Ending, Fate, Rulebook, Side, Stage, Stepped, TestFault, To};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::charts::effectiveness;
use crate::clauses::*;
use crate::facts::{
    ChargeFate, Clash, Fighter, Firing, LeaderAt, Outcome, Party, Rated, Target, Volley, clash_roll, fire_roll,
};
use crate::results::{ChargeEffect, Motion};
use crate::words::{Branch, ChargeGround, Charging, Cover, Experience, Firearm, Formation, Morale, MoveClass, Order};

/// The facts of a charge by one unit at another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Charge {
    /// Who charges.
    pub attacker: Troops,
    /// Who is charged.
    pub defender: Troops,
    /// The charge is made with cold steel (RF-CHG-07).
    pub cold_steel: bool,
    /// The slowest ground that the charge crosses (RF-CHG-08).
    pub crossed: MoveClass,
    /// The defender is struck on flank or rear (RF-ARC-12).
    pub outflanked: bool,
    /// The cover of the area that the defender stands in.
    pub cover: Cover,
    /// The linear cover between the two.
    pub linear_cover: Cover,
    /// The cover of the area that the charger comes from, against the fire that meets it.
    pub charger_cover: Cover,
    /// The linear cover between the two that shelters the charger from it.
    pub charger_linear_cover: Cover,
    /// What the defender's ground is worth in the combat (RF-TER-03).
    pub position: ChargeGround,
}

/// One of the two units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Troops {
    /// Foot or horse.
    pub branch: Branch,
    /// How well it is trained.
    pub experience: Experience,
    /// Its morale: how soon losses wear it out.
    pub morale: Morale,
    /// Stands at the start of the battle.
    pub start_stands: u8,
    /// Stands left.
    pub stands: u8,
    /// Its order.
    pub order: Order,
    /// How it stands.
    pub formation: Formation,
    /// Stands that may fire at the other.
    pub firing: u8,
    /// With what.
    pub firearm: Firearm,
    /// It is low on ammunition.
    pub low_ammo: bool,
    /// Picked shots.
    pub marksmen: bool,
    /// Muskets loaded with ball and shot.
    pub buck_and_ball: bool,
    /// It has bayonets.
    pub bayonets: bool,
    /// Indians in woods.
    pub indians_in_woods: bool,
    /// Stands of supporting units (RF-CHG-10).
    pub support_stands: u16,
    /// Where the nearest leader of its side is.
    pub leader: LeaderAt,
    /// It has a brave colonel.
    pub brave_colonel: bool,
}

impl Default for Troops {
    fn default() -> Troops {
        Troops {
            branch: Branch::Infantry,
            experience: Experience::Trained,
            morale: Morale::Reliable,
            start_stands: 10,
            stands: 10,
            order: Order::Good,
            formation: Formation::Line,
            firing: 10,
            firearm: Firearm::Musket,
            low_ammo: false,
            marksmen: false,
            buck_and_ball: false,
            bayonets: true,
            indians_in_woods: false,
            support_stands: 0,
            leader: LeaderAt::Away,
            brave_colonel: false,
        }
    }
}

/// What is left of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Left {
    stands: u8,
    order: Order,
}

/// How a charge stands between two tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    attacker: Left,
    defender: Left,
    to: To,
}

const DEFENSIVE: To = To::Stage(0);
const OFFENSIVE: To = To::Stage(1);
const COMBAT: To = To::Stage(2);

impl Troops {
    fn left(&self) -> Left {
        Left { stands: self.stands, order: self.order }
    }

    fn fault(&self) -> Option<String> {
        match self {
            _ if !self.branch.is_troops() => {
                Some(format!("branch: guns neither charge nor are asked here ({RF_CHG_02})"))
            }
            _ if self.stands == 0 => Some("stands: none is left".to_string()),
            _ if self.stands > self.start_stands => Some("stands: more than at the start".to_string()),
            _ => None,
        }
    }

    /// As it fires at the other unit, in contact with it.
    fn firing(&self, left: Left) -> Firing {
        let stands = self.firing.min(left.stands);
        Firing {
            stands,
            firearm: self.firearm,
            range: Length::ZERO,
            experience: self.experience,
            disordered: left.order != Order::Good,
            low_ammo: self.low_ammo,
            marksmen: self.marksmen,
            buck_and_ball: self.buck_and_ball,
            in_charge: true,
            half_of_unit: 2 * u16::from(stands) >= u16::from(left.stands),
            ..Firing::default()
        }
    }

    fn target(&self, left: Left, cover: Cover, charging: Charging) -> Target {
        Target {
            branch: self.branch,
            experience: self.experience,
            order: left.order,
            formation: self.formation,
            stands: left.stands,
            guns: Vec::new(),
            cover,
            charging,
            leader_at: (self.leader != LeaderAt::Away).then_some(Length::ZERO),
            brave_colonel: self.brave_colonel,
        }
    }

    fn party(&self, book: &Rulebook, left: Left, lead: Fighter) -> Party {
        let lead = Fighter {
            branch: self.branch,
            experience: self.experience,
            effectiveness: effectiveness(book, self.morale, self.start_stands, left.stands),
            rated: Some(Rated { morale: self.morale, start_stands: self.start_stands }),
            order: left.order,
            formation: self.formation,
            stands: left.stands,
            bayonets: self.bayonets,
            indians_in_woods: self.indians_in_woods,
            leader: self.leader,
            brave_colonel: self.brave_colonel,
            ..lead
        };
        Party { lead, others: Vec::new(), support_stands: self.support_stands }
    }
}

impl Charge {
    fn charging(&self) -> Charging {
        if self.cold_steel { Charging::ColdSteel } else { Charging::Charge }
    }

    /// Whether the charger may fire before the combat: not with cold steel, but for elite infantry (RF-CHG-07).
    fn charger_fires(&self) -> bool {
        let elite = self.attacker.experience == Experience::Elite && self.attacker.branch == Branch::Infantry;
        self.attacker.firing > 0 && (!self.cold_steel || elite)
    }

    fn defensive(&self, point: &Point) -> Volley {
        Volley {
            firing: vec![Firing { linear_cover: self.charger_linear_cover, ..self.defender.firing(point.defender) }],
            target: self.attacker.target(point.attacker, self.charger_cover, self.charging()),
            behind: Vec::new(),
        }
    }

    fn offensive(&self, point: &Point) -> Volley {
        let firing = Firing {
            on_flank: self.outflanked,
            linear_cover: self.linear_cover,
            ..self.attacker.firing(point.attacker)
        };
        Volley {
            firing: vec![firing],
            target: self.defender.target(point.defender, self.cover, Charging::No),
            behind: Vec::new(),
        }
    }

    fn clash(&self, book: &Rulebook, point: &Point) -> Clash {
        let comes = Fighter { charging: self.charging(), crossed: self.crossed, ..Fighter::default() };
        let stands = Fighter { position: self.position, outflanked: self.outflanked, ..Fighter::default() };
        Clash {
            attacker: self.attacker.party(book, point.attacker, comes),
            defender: self.defender.party(book, point.defender, stands),
            ..Clash::default()
        }
    }

    /// Fire of one at the other, unless it has nothing to fire with.
    fn fire(
        volley: &Volley,
        book: &Rulebook,
        dice: &mut dyn Dice,
    ) -> Result<(i32, &'static str, Left, ChargeFate), TestFault> {
        let target = &volley.target;
        let Some(weighed) = volley.weigh(book) else {
            let left = Left { stands: target.stands, order: target.order };
            return Ok((0, "No fire", left, ChargeFate::Home));
        };
        let total = volley.ledger(book, &weighed).total;
        let result = dice.roll(&fire_roll(Side::Red, total))?.value();
        let fired = volley.result(book, &weighed, result - total, result);
        let left = Left { stands: target.stands - fired.struck.stands_lost, order: fired.struck.order };
        Ok((result, fired.struck.effect.name(), left, fired.charge))
    }

    fn fight(mut clash: Clash, book: &Rulebook, dice: &mut dyn Dice) -> Result<(Clash, Outcome), TestFault> {
        loop {
            if let Some(outcome) = clash.walkover(book) {
                return Ok((clash, outcome));
            }
            let totals = clash.ledgers(book).map(|ledger| ledger.total);
            let difference = dice.roll(&clash_roll(Side::Red, totals))?.value();
            let outcome = clash.outcome(book, difference);
            if outcome.effect != ChargeEffect::Struggle {
                return Ok((clash, outcome));
            }
            clash = clash.after_struggle(book, &outcome);
        }
    }
}

fn ending(outcome: &Outcome) -> Ending {
    let effect = outcome.effect;
    let name = effect.name();
    match effect {
        ChargeEffect::HardPressed if outcome.attacker.units[0].motion == Motion::GiveGround => {
            Ending::new(Fate::Held, "Hard Pressed, holds the works", RF_CHG_48)
        }
        ChargeEffect::Swept | ChargeEffect::DrivenBack | ChargeEffect::HardPressed => {
            Ending::new(Fate::Carried, name, effect.clause())
        }
        ChargeEffect::Struggle => Ending::new(Fate::Undecided, "Both destroyed", RF_CHG_51),
        ChargeEffect::Falter | ChargeEffect::Recoil | ChargeEffect::Repulsed => {
            Ending::new(Fate::Held, name, effect.clause())
        }
    }
}

impl Encounter for Charge {
    type Point = Point;
    const CLAUSE: firelock_core::Clause = RF_CHG_22;
    const SUMMARY: &'static str = "What a charge comes to: the fire that meets it, its own fire, the combat.";
    const LEFT_OUT: &'static str = "Countercharges, guns, other units that fire or fight beside these two, what a checked charger still fires, fallen leaders and breakthroughs are not reckoned with.";
    const COIN: &'static str = "stands";
    const STAGES: &'static [Stage] = &[
        Stage { test: "fire", heading: "The defender fires at the charge" },
        Stage { test: "fire", heading: "The charger fires" },
        Stage { test: "charge", heading: "The charge combat" },
    ];

    fn fault(&self, _book: &Rulebook) -> Option<String> {
        let attacker = &self.attacker;
        let cannot = attacker.order == Order::Broken
            || matches!(attacker.formation, Formation::MarchColumn | Formation::Garrison | Formation::Mob);
        match (attacker.fault(), self.defender.fault()) {
            (Some(fault), _) => Some(format!("attacker.{fault}")),
            (_, Some(fault)) => Some(format!("defender.{fault}")),
            _ if cannot => Some(format!(
                "attacker: troops that are broken, in march column or in garrison do not charge ({RF_CHG_02})"
            )),
            _ => None,
        }
    }

    /// The cover and the ground that the defender holds stay with the place: who attacks out of it leaves them behind.
    fn turned(&self) -> Charge {
        Charge {
            attacker: self.defender.clone(),
            defender: self.attacker.clone(),
            cold_steel: self.cold_steel,
            crossed: self.crossed,
            ..Charge::default()
        }
    }

    fn start(&self, _book: &Rulebook) -> Point {
        Point { attacker: self.attacker.left(), defender: self.defender.left(), to: DEFENSIVE }
    }

    fn to(point: &Point) -> To {
        point.to
    }

    fn facts(&self, book: &Rulebook, point: &Point) -> Value {
        let facts = match point.to {
            DEFENSIVE => serde_json::to_value(self.defensive(point)),
            OFFENSIVE => serde_json::to_value(self.offensive(point)),
            _ => serde_json::to_value(self.clash(book, point)),
        };
        facts.expect("facts are plain names and values")
    }

    fn step(&self, book: &Rulebook, point: &Point, dice: &mut dyn Dice) -> Result<Stepped<Point>, TestFault> {
        let mut now = *point;
        let (result, effect) = match point.to {
            DEFENSIVE => {
                let (result, effect, left, fate) = Charge::fire(&self.defensive(point), book, dice)?;
                now.attacker = left;
                now.to = match fate {
                    _ if left.stands == 0 => To::Over(Ending::new(Fate::Stopped, "Destroyed by fire", RF_FIR_44)),
                    ChargeFate::Checked => To::Over(Ending::new(Fate::Stopped, "Checked by fire", RF_FIR_34)),
                    _ if self.charger_fires() => OFFENSIVE,
                    _ => COMBAT,
                };
                (result, effect)
            }
            OFFENSIVE => {
                let (result, effect, left, _) = Charge::fire(&self.offensive(point), book, dice)?;
                now.defender = left;
                now.to = match left.stands {
                    0 => To::Over(Ending::new(Fate::Carried, "Defender destroyed by fire", RF_FIR_44)),
                    _ => COMBAT,
                };
                (result, effect)
            }
            _ => {
                let (clash, outcome) = Charge::fight(self.clash(book, point), book, dice)?;
                let left = |party: &Party, lost: u8| Left { stands: party.lead.stands - lost, order: party.lead.order };
                now.attacker = left(&clash.attacker, outcome.attacker.units[0].stands_lost);
                now.defender = left(&clash.defender, outcome.defender.units[0].stands_lost);
                now.to = To::Over(ending(&outcome));
                (outcome.difference, outcome.effect.name())
            }
        };
        Ok(Stepped { result, effect: effect.to_string(), point: now })
    }

    fn losses(&self, _book: &Rulebook, point: &Point) -> [u16; 2] {
        let lost = |troops: &Troops, left: Left| u16::from(troops.stands - left.stands);
        [lost(&self.attacker, point.attacker), lost(&self.defender, point.defender)]
    }
}
