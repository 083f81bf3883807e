//! A charge from the target's answer to the loser's morale: reaction and stand tests, reaction fire, the charger's morale, melee, morale.
//!
//! Left out: guns, units that fire or fight beside these two, passing fire (NQ-CHG-18), targets caught as they make off (NQ-CHG-21),
//! commanders hit, friends that see it, pursuit.

use firelock_core::{
    Clause, Dice, Encounter, Ending, Fate, Rulebook, Side, Stage, Stepped, TestFault, To, centimeters,
};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::charts::{length, numbers};
use crate::clauses::*;
use crate::facts::{
    ChargeReaction, Charged, Charger, Fight, Fighter, Higher, Morale, Pairs, Shooter, Strength, Target, Tested, Volley,
    morale_roll, pair_roll,
};
use crate::published::{casualties, charge_fault, react, strength_fault};
use crate::results::{Cause, ChargeEffect, Contender};
use crate::words::{Arm, Class, Cover, Formation, Order, Quality, Reaction, Weapon, Zone};

/// The facts of a charge by one unit at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Charge {
    /// Who charges.
    pub charger: Unit,
    /// Who is charged.
    pub target: Unit,
    /// How it reacts.
    pub reaction: Reaction,
    /// It uses reaction fire if it may.
    pub fires: bool,
    /// How far off the charge starts, in centimeters.
    #[serde(with = "centimeters")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// Where the charger stands, seen from the target.
    pub zone: Zone,
    /// The target's cover against the charge.
    pub cover: Cover,
    /// The charger's cover against the fire that meets it.
    pub charger_cover: Cover,
    /// Where the target stands, seen from the charger.
    pub charger_zone: Zone,
    /// Pairs of bases that touch in the melee; never more than either has left.
    #[schemars(range(min = 1, max = 20))]
    pub pairs: u8,
    /// Whose bases stand higher; the charger's are `own`.
    pub higher: Higher,
    /// How they touch, where that was measured on a table.
    #[schemars(skip)]
    pub at_contact: Option<AtContact>,
}

/// How two units touch once the charge has come home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtContact {
    /// Pairs on level ground, those where the charger stands higher, those where the target does.
    pub pairs: [u8; 3],
    /// Touching bases of charger and target without an opponent.
    pub reinforcements: [u8; 2],
    /// The target's cover there.
    pub cover: Cover,
    /// The target's reduced base is among those that fire.
    pub reduced_fires: bool,
    /// A formed friend is close behind charger and target.
    pub supported: [bool; 2],
    /// The cover of charger and target from each other.
    pub covers: [Cover; 2],
}

/// One of the two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Unit {
    /// What it is.
    pub class: Class,
    /// How good it is.
    pub quality: Quality,
    /// How it stands.
    pub formation: Formation,
    /// It is unformed.
    pub unformed: bool,
    /// Bases at the start of the game.
    pub bases_initial: u8,
    /// Bases left.
    pub bases: u8,
    /// Figures lost from its reduced base.
    pub reduction: u8,
    /// What it shoots with.
    pub weapon: Weapon,
    /// Bases that may shoot at the other.
    pub firing: u8,
    /// It has not fired before in the battle.
    pub first_volley: bool,
    /// It is drilled to fight in two ranks (NQ-ROS-07).
    pub two_rank: bool,
    /// It has lances.
    pub lance: bool,
    /// It wears the cuirass.
    pub cuirass: bool,
    /// A command unit is attached.
    pub command_attached: bool,
    /// A formed friend stands close behind.
    pub supported: bool,
}

impl Default for Charge {
    fn default() -> Charge {
        Charge {
            charger: Unit { formation: Formation::AttackColumn, ..Unit::default() },
            target: Unit::default(),
            reaction: Reaction::Stand,
            fires: true,
            distance: Length::cm(15),
            zone: Zone::Front,
            cover: Cover::None,
            charger_cover: Cover::None,
            charger_zone: Zone::Front,
            pairs: 3,
            higher: Higher::Neither,
            at_contact: None,
        }
    }
}

impl Default for Unit {
    fn default() -> Unit {
        Unit {
            class: Class::LineInfantry,
            quality: Quality::Regular,
            formation: Formation::Line,
            unformed: false,
            bases_initial: 6,
            bases: 6,
            reduction: 0,
            weapon: Weapon::Musket,
            firing: 6,
            first_volley: false,
            two_rank: false,
            lance: false,
            cuirass: false,
            command_attached: false,
            supported: false,
        }
    }
}

/// What is left of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Left {
    bases: u8,
    reduction: u8,
    formation: Formation,
    unformed: bool,
    /// In the step that its next test belongs to.
    bases_lost: u8,
}

/// How a charge stands between two tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    charger: Left,
    target: Left,
    /// It was not pressed home before a square, whose faces fire (NQ-CHG-30).
    turned_away: bool,
    countercharged: bool,
    /// Who lost the melee, once there was one.
    loser: Option<Contender>,
    to: To,
}

const REACTION: To = To::Stage(0);
const FIRE: To = To::Stage(1);
const NERVE: To = To::Stage(2);
const MELEE: To = To::Stage(3);
const MORALE: To = To::Stage(4);

impl Unit {
    fn left(&self) -> Left {
        Left {
            bases: self.bases,
            reduction: self.reduction,
            formation: self.formation,
            unformed: self.unformed,
            bases_lost: 0,
        }
    }

    fn strength(&self, left: Left) -> Strength {
        Strength { bases_initial: self.bases_initial, bases: left.bases, reduction: left.reduction }
    }

    fn fault(&self, book: &Rulebook) -> Option<String> {
        match self.class.arm() {
            Arm::Artillery => Some(format!("class: guns neither charge nor are asked here ({NQ_CHG_04})")),
            _ => strength_fault(book, &self.strength(self.left())),
        }
    }

    /// What so many hits leave of it.
    fn struck(&self, book: &Rulebook, left: Left, hits: u8) -> Left {
        let toll = self.strength(left).struck(book, hits);
        Left { bases: toll.bases, reduction: toll.reduction, bases_lost: toll.bases_lost, ..left }
    }

    fn morale(&self, left: Left, cause: Cause) -> Morale {
        Morale {
            cause,
            class: self.class,
            quality: self.quality,
            formation: left.formation,
            unformed: left.unformed,
            bases_initial: self.bases_initial,
            bases: left.bases,
            reduction: left.reduction,
            bases_lost: left.bases_lost,
            command_attached: self.command_attached,
            supported: self.supported,
            ..Morale::default()
        }
    }

    fn fighter(&self, left: Left) -> Fighter {
        Fighter {
            class: self.class,
            quality: self.quality,
            formation: left.formation,
            unformed: left.unformed,
            lance: self.lance,
            cuirass: self.cuirass,
            command_attached: self.command_attached,
            bases_initial: self.bases_initial,
            bases: left.bases,
            reduction: left.reduction,
            ..Fighter::default()
        }
    }
}

impl Charge {
    fn reaction(&self) -> ChargeReaction {
        let (charger, target) = (&self.charger, &self.target);
        ChargeReaction {
            charger: Charger {
                class: charger.class,
                quality: charger.quality,
                formation: charger.formation,
                command_attached: charger.command_attached,
            },
            target: Charged {
                class: target.class,
                quality: target.quality,
                formation: target.formation,
                unformed: target.unformed,
                engaged: false,
                garrison: false,
                command_attached: target.command_attached,
                cover: self.cover,
                supported: target.supported,
                bases_initial: target.bases_initial,
                bases: target.bases,
                reduction: target.reduction,
            },
            reaction: self.reaction,
            distance: self.distance,
            zone: self.zone,
        }
    }

    fn volley(&self, book: &Rulebook, point: &Point) -> Volley {
        let (firer, now, comes) = (&self.target, point.target, point.charger);
        // All faces of a square fire at one that sheers off before it, at short range (NQ-CHG-30).
        let (bases, distance) = match point.turned_away {
            true => (now.bases, Length::ZERO),
            false => (firer.firing.min(now.bases), self.distance.min(length(book, &numbers::REACTION_RANGE))),
        };
        let measured = self.at_contact.filter(|_| !point.turned_away);
        let reduced_fires = measured.map_or(bases == now.bases, |found| found.reduced_fires);
        Volley {
            firer: Shooter {
                class: firer.class,
                quality: firer.quality,
                weapon: firer.weapon,
                formation: now.formation,
                unformed: now.unformed,
                reformed: false,
                formation_changed: now.formation != firer.formation,
                two_rank: firer.two_rank,
                first_volley: firer.first_volley,
                bases,
                reduction: if reduced_fires { now.reduction } else { 0 },
            },
            target: Target {
                class: self.charger.class,
                formation: comes.formation,
                unformed: comes.unformed,
                bases_initial: self.charger.bases_initial,
                bases: comes.bases,
                reduction: comes.reduction,
                command_attached: self.charger.command_attached,
                cover: self.charger_cover,
                zone: self.charger_zone,
                ..Target::default()
            },
            distance,
            combine: false,
        }
    }

    fn nerve(&self, point: &Point) -> Morale {
        self.charger.morale(point.charger, Cause::Charge)
    }

    /// How they touch: as it was measured, else as the other facts say.
    fn at_contact(&self) -> AtContact {
        let on = |higher: Higher| if self.higher == higher { self.pairs } else { 0 };
        self.at_contact.unwrap_or(AtContact {
            pairs: [Higher::Neither, Higher::Own, Higher::Enemy].map(on),
            reinforcements: [0, 0],
            cover: self.cover,
            reduced_fires: false,
            supported: [self.charger.supported, self.target.supported],
            covers: [Cover::None, self.cover],
        })
    }

    fn fight(&self, point: &Point) -> Fight {
        let most = point.charger.bases.min(point.target.bases);
        let found = self.at_contact();
        // Who has lost bases since has fewer to pair, and none to spare.
        let mut left = most;
        let [pairs, pairs_higher, pairs_lower] = found.pairs.map(|pairs| {
            let pairs = pairs.min(left);
            left -= pairs;
            pairs
        });
        let paired = pairs + pairs_higher + pairs_lower;
        let spare = |at: usize, unit: Left| found.reinforcements[at].min(unit.bases.saturating_sub(paired));
        Fight {
            own: Fighter {
                charging: true,
                struck: self.zone,
                reinforcements: spare(0, point.charger),
                ..self.charger.fighter(point.charger)
            },
            enemy: Fighter {
                charging: point.countercharged,
                cover: if point.countercharged { Cover::None } else { found.cover },
                reinforcements: spare(1, point.target),
                ..self.target.fighter(point.target)
            },
            turn: 1,
            pairs,
            pairs_higher,
            pairs_lower,
        }
    }

    fn morale(&self, point: &Point) -> Morale {
        let AtContact { supported, covers, .. } = self.at_contact();
        let lost = match point.loser {
            Some(Contender::Own) => {
                Morale { cover: covers[0], supported: supported[0], ..self.charger.morale(point.charger, Cause::Melee) }
            }
            _ => Morale {
                flank_or_rear: self.zone.is_flank_or_rear() && point.target.formation != Formation::Square,
                cover: if point.countercharged { Cover::None } else { covers[1] },
                supported: supported[1],
                ..self.target.morale(point.target, Cause::Melee)
            },
        };
        Morale { engaged: true, fights_lost: 1, ..lost }
    }

    fn answer(&self, book: &Rulebook, now: &mut Point, dice: &mut dyn Dice) -> Result<(i32, String), TestFault> {
        let (after, reacted, checked) = react(self.reaction(), book, dice)?;
        now.target.formation = after.target.formation;
        now.target.unformed = after.target.unformed || reacted.target_unformed;
        now.charger.unformed |= reacted.charger_unformed;
        now.turned_away = reacted.effect == ChargeEffect::TurnedAway;
        now.countercharged = reacted.effect == ChargeEffect::Countercharge;
        let may_fire = self.fires && self.volley(book, now).salvos(book).is_some() && self.target.firing > 0;
        let (name, clause) = (reacted.effect.name(), reacted.effect.clause());
        now.to = match reacted.effect {
            ChargeEffect::GoesOn if reacted.may_fire && may_fire => FIRE,
            ChargeEffect::GoesOn | ChargeEffect::Countercharge => MELEE,
            ChargeEffect::TurnedAway if reacted.all_faces_fire && may_fire => FIRE,
            ChargeEffect::TurnedAway => over(Fate::Stopped, name, clause),
            ChargeEffect::Evaded => over(Fate::Undecided, name, clause),
            ChargeEffect::TargetRetreats | ChargeEffect::TargetRouts | ChargeEffect::GunsAbandoned => {
                over(Fate::Carried, name, clause)
            }
        };
        Ok((checked.result, checked.effect.name))
    }

    fn fire(&self, book: &Rulebook, now: &mut Point, dice: &mut dyn Dice) -> Result<(i32, String), TestFault> {
        let hits = match self.volley(book, now).salvos(book) {
            Some(salvos) => Volley::casualties(&dice.roll(&Volley::roll(Side::Red, &salvos))?),
            None => 0,
        };
        now.charger = self.charger.struck(book, now.charger, hits);
        now.to = match now.charger {
            Left { bases: 0, .. } => over(Fate::Stopped, "Destroyed by fire", NQ_MOR_19),
            Left { bases_lost: 1.., .. } => NERVE,
            _ => self.after_fire(book, now),
        };
        Ok((hits.into(), casualties(hits)))
    }

    /// Where a charge goes on that fire has not stopped (NQ-MOR-17 at the end of the step).
    fn after_fire(&self, book: &Rulebook, now: &Point) -> To {
        match now {
            _ if self.charger.strength(now.charger).is_burnt_out(book) => {
                over(Fate::Stopped, "Dispersed by fire", NQ_MOR_17)
            }
            Point { turned_away: true, .. } => over(Fate::Stopped, "Charge turned away", NQ_CHG_14),
            _ => MELEE,
        }
    }

    fn close(&self, book: &Rulebook, now: &mut Point, dice: &mut dyn Dice) -> Result<(i32, String), TestFault> {
        let fight = self.fight(now);
        let mut tally = [0_u8; 3];
        for pairs in &fight.pairs(book) {
            let rolled = dice.roll(&pair_roll(book, Side::Red, &fight, pairs))?;
            Pairs::read(&rolled).into_iter().zip(&mut tally).for_each(|(n, sum)| *sum += n);
        }
        let [won, tied, lost] = tally;
        let fought = fight.result(book, won, tied, lost);
        now.charger = self.charger.struck(book, now.charger, fought.enemy_hits);
        now.target = self.target.struck(book, now.target, fought.hits);
        now.loser = fought.winner.map(|winner| match winner {
            Contender::Own => Contender::Enemy,
            Contender::Enemy => Contender::Own,
        });
        now.to = match (fought.own.destroyed, fought.enemy.destroyed, now.loser) {
            (true, true, _) => over(Fate::Undecided, "Both destroyed", NQ_MOR_19),
            (true, false, _) => over(Fate::Held, "Charger destroyed", NQ_MOR_19),
            (false, true, _) => over(Fate::Carried, "Target destroyed", NQ_MOR_19),
            (false, false, Some(_)) => MORALE,
            (false, false, None) => self.end(book, now, None),
        };
        let effect = match fought.winner {
            Some(Contender::Own) => "Own unit wins",
            Some(Contender::Enemy) => "Enemy wins",
            None => "Draw",
        };
        Ok((i32::from(fought.hits) - i32::from(fought.enemy_hits), effect.to_string()))
    }

    /// How a melee ends when nobody was destroyed; the loser's test, if there was a loser.
    fn end(&self, book: &Rulebook, now: &Point, tested: Option<Tested>) -> To {
        let leaves = tested.is_some_and(|tested| tested.retreats || tested.routs || tested.destroyed);
        let routs = tested.is_some_and(|tested| tested.routs);
        let burnt = [(&self.charger, now.charger), (&self.target, now.target)]
            .map(|(unit, left)| unit.strength(left).is_burnt_out(book));
        let square = now.target.formation.order(now.target.unformed) == Order::Formed
            && now.target.formation == Formation::Square;
        match (now.loser, leaves) {
            (Some(Contender::Own), true) if routs => over(Fate::Held, "Charger routs", NQ_MOR_09),
            (Some(Contender::Own), true) => over(Fate::Held, "Charger retreats", NQ_MOR_08),
            (Some(Contender::Enemy), true) if routs => over(Fate::Carried, "Target routs in melee", NQ_MOR_09),
            (Some(Contender::Enemy), true) => over(Fate::Carried, "Target retreats from melee", NQ_MOR_08),
            _ if burnt == [true, true] => over(Fate::Undecided, "Both disperse", NQ_MOR_17),
            _ if burnt[0] => over(Fate::Held, "Charger disperses", NQ_MOR_17),
            _ if burnt[1] => over(Fate::Carried, "Target disperses", NQ_MOR_17),
            _ if square && self.charger.class.arm() == Arm::Cavalry => {
                over(Fate::Held, "Charger recoils from the square", NQ_MEL_37)
            }
            _ => over(Fate::Undecided, "Melee goes on", NQ_MEL_30),
        }
    }
}

fn over(fate: Fate, name: &'static str, clause: Clause) -> To {
    To::Over(Ending::new(fate, name, clause))
}

/// The score and the result of a morale test.
fn test(morale: &Morale, book: &Rulebook, dice: &mut dyn Dice) -> Result<(i32, Tested), TestFault> {
    let score = dice.roll(&morale_roll(book, Side::Red, morale.quality, morale.plus(book)))?.value();
    Ok((score, morale.result(book, score)))
}

impl Encounter for Charge {
    type Point = Point;
    const CLAUSE: Clause = NQ_CHG_01;
    const SUMMARY: &'static str =
        "What a charge comes to: the target's reaction, the fire that meets it, the melee, the morale of who lost it.";
    const LEFT_OUT: &'static str = "Guns, other units that fire or fight beside these two, passing fire, targets caught as they make off, commanders hit, friends that see it and pursuit are not reckoned with.";
    const COIN: &'static str = "figures";
    const STAGES: &'static [Stage] = &[
        Stage { test: "charge-reaction", heading: "The target's reaction" },
        Stage { test: "small-arms", heading: "The target fires at the charge" },
        Stage { test: "morale", heading: "The charger's morale under fire" },
        Stage { test: "melee", heading: "The melee (own unit: the charger)" },
        Stage { test: "morale", heading: "The loser's morale" },
    ];

    fn fault(&self, book: &Rulebook) -> Option<String> {
        match (self.charger.fault(book), self.target.fault(book)) {
            (Some(fault), _) => Some(format!("charger: {fault}")),
            (_, Some(fault)) => Some(format!("target: {fault}")),
            _ if self.pairs == 0 || self.pairs > 20 => Some("pairs: from 1 to 20".to_string()),
            _ if self.charger.unformed || matches!(self.charger.formation, Formation::Square | Formation::Skirmish) => {
                Some(format!("charger: troops that are unformed, in square or skirmishing do not charge ({NQ_CHG_03})"))
            }
            _ => charge_fault(book, &self.reaction()),
        }
    }

    /// Front to front: cover and hill stay with who held them, and the other stands to receive the charge.
    fn turned(&self) -> Charge {
        Charge {
            charger: self.target,
            target: self.charger,
            reaction: Reaction::Stand,
            zone: Zone::Front,
            cover: Cover::None,
            charger_cover: Cover::None,
            charger_zone: Zone::Front,
            at_contact: None,
            higher: match self.higher {
                Higher::Neither => Higher::Neither,
                Higher::Own => Higher::Enemy,
                Higher::Enemy => Higher::Own,
            },
            ..*self
        }
    }

    fn start(&self, _book: &Rulebook) -> Point {
        Point {
            charger: self.charger.left(),
            target: self.target.left(),
            turned_away: false,
            countercharged: false,
            loser: None,
            to: REACTION,
        }
    }

    fn to(point: &Point) -> To {
        point.to
    }

    fn facts(&self, book: &Rulebook, point: &Point) -> Value {
        let facts = match point.to {
            REACTION => serde_json::to_value(self.reaction()),
            FIRE => serde_json::to_value(self.volley(book, point)),
            NERVE => serde_json::to_value(self.nerve(point)),
            MELEE => serde_json::to_value(self.fight(point)),
            _ => serde_json::to_value(self.morale(point)),
        };
        facts.expect("facts are plain names and values")
    }

    fn step(&self, book: &Rulebook, point: &Point, dice: &mut dyn Dice) -> Result<Stepped<Point>, TestFault> {
        let mut now = *point;
        let (result, effect) = match point.to {
            REACTION => self.answer(book, &mut now, dice)?,
            FIRE => self.fire(book, &mut now, dice)?,
            NERVE => {
                let (score, tested) = test(&self.nerve(point), book, dice)?;
                now.charger.bases_lost = 0;
                now.to = match tested.charges_on {
                    true => self.after_fire(book, &now),
                    false => over(Fate::Stopped, "Stopped by fire", NQ_CHG_20),
                };
                (score, tested.effect.name().to_string())
            }
            MELEE => self.close(book, &mut now, dice)?,
            _ => {
                let (score, tested) = test(&self.morale(point), book, dice)?;
                if point.loser == Some(Contender::Enemy) {
                    now.target.unformed |= tested.unformed;
                }
                now.to = self.end(book, &now, Some(tested));
                (score, tested.effect.name().to_string())
            }
        };
        Ok(Stepped { result, effect, point: now })
    }

    fn losses(&self, book: &Rulebook, point: &Point) -> [u16; 2] {
        let figures =
            |unit: &Unit, left: Left| unit.strength(unit.left()).figures(book) - unit.strength(left).figures(book);
        [figures(&self.charger, point.charger), figures(&self.target, point.target)]
    }
}
