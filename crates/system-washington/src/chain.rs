//! An assault from the opportunity shot to the loser's morale: shooting, falter dice, fight, morale, losses.
//!
//! Left out: batteries, a target that retreats before it, determination dice, commanders in danger, friends that test.

use firelock_core::{
    Dice, Encounter, Ending, Fate, Roll, Rulebook, Side, Stage, Stepped, TestFault, To, inches, words,
};
use firelock_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clauses::*;
use crate::facts::{
    Approach, Assault, Fight, Fighter, Losses, Morale, Shooter, Target, Volley, falter_roll, morale_roll,
};
use crate::published::{casualties, several};
use crate::results::{Cause, Contender, FalterEffect, MoraleEffect};
use crate::words::{Facet, Troop};

/// The facts of an assault by one unit on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Onslaught {
    /// Who comes on.
    pub assaulter: Fighter,
    /// Who is assaulted.
    pub target: Fighter,
    /// How the assault comes on.
    pub approach: Approach,
    /// The target takes its opportunity shot (WA-FIRE-19).
    pub shoots: bool,
    /// How far it shoots, in inches.
    #[serde(with = "inches")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// No part of the assaulter lies straight ahead of it (WA-LOS-03).
    pub off_center: bool,
    /// The assaulter is in cover from it (WA-TERR-03).
    pub cover: bool,
    /// It has ignored a hit this turn already.
    pub hit_ignored: bool,
    /// Who has a battalion gun; line only.
    pub battalion_gun: Whose,
    /// Who has a mounted commander of its side within 3 inches.
    pub commander_near: Whose,
    /// Who has its own brigade commander with it.
    pub brigade_commander: Whose,
    /// What changes of assaulter and target when they come into contact, where that was measured on a table.
    #[schemars(skip)]
    pub at_contact: Option<[AtContact; 2]>,
}

/// What a place is to a unit that fights on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtContact {
    /// See [`Fighter::supports`].
    pub supports: u8,
    /// See [`Fighter::in_open`].
    pub in_open: bool,
    /// See [`Fighter::in_wood_or_marsh`].
    pub in_wood_or_marsh: bool,
}

words! {
    /// Which of the two has it.
    Whose {
        /// Neither.
        #[default]
        Neither,
        /// The assaulter.
        Assaulter,
        /// The target.
        Target,
        /// Both.
        Both,
    }
}

impl Default for Onslaught {
    fn default() -> Onslaught {
        Onslaught {
            assaulter: Fighter::default(),
            target: Fighter::default(),
            approach: Approach::default(),
            shoots: true,
            distance: Length::inches(3),
            off_center: false,
            cover: false,
            hit_ignored: false,
            battalion_gun: Whose::Neither,
            commander_near: Whose::Neither,
            brigade_commander: Whose::Neither,
            at_contact: None,
        }
    }
}

/// What is left of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Left {
    half_bases: u8,
    markers: u8,
    disordered: bool,
}

/// How an assault stands between two tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    assaulter: Left,
    target: Left,
    /// Who lost the fight, once there was one.
    loser: Option<Contender>,
    to: To,
}

const SHOT: To = To::Stage(0);
const FALTER: To = To::Stage(1);
const FIGHT: To = To::Stage(2);
const MORALE: To = To::Stage(3);
const LOSSES: To = To::Stage(4);

impl AtContact {
    fn unit(self, unit: Fighter) -> Fighter {
        let AtContact { supports, in_open, in_wood_or_marsh } = self;
        Fighter { supports, in_open, in_wood_or_marsh, ..unit }
    }
}

impl Whose {
    /// Whether the assaulter has it, and the target.
    pub(crate) fn of(assaulter: bool, target: bool) -> Whose {
        match (assaulter, target) {
            (false, false) => Whose::Neither,
            (true, false) => Whose::Assaulter,
            (false, true) => Whose::Target,
            (true, true) => Whose::Both,
        }
    }

    fn has(self, who: Contender) -> bool {
        match who {
            Contender::Assaulter => matches!(self, Whose::Assaulter | Whose::Both),
            Contender::Target => matches!(self, Whose::Target | Whose::Both),
        }
    }

    fn turned(self) -> Whose {
        match self {
            Whose::Assaulter => Whose::Target,
            Whose::Target => Whose::Assaulter,
            same @ (Whose::Neither | Whose::Both) => same,
        }
    }
}

impl Left {
    fn of(unit: &Fighter) -> Left {
        Left { half_bases: unit.half_bases, markers: unit.casualty_markers, disordered: unit.disordered }
    }

    /// The unit as it now is: bases come off the last rank, and off the front rank when it is the only one (WA-FORM-07).
    fn unit(self, unit: &Fighter) -> Fighter {
        let mut now = *unit;
        for bases in (self.half_bases.div_ceil(2)..unit.bases()).rev() {
            if now.front > bases {
                now.front -= 1;
                now.spacers += 1;
            }
        }
        Fighter { half_bases: self.half_bases, casualty_markers: self.markers, disordered: self.disordered, ..now }
    }
}

impl Onslaught {
    fn assaulter(&self, point: &Point) -> Fighter {
        point.assaulter.unit(&self.assaulter)
    }

    fn target(&self, point: &Point) -> Fighter {
        point.target.unit(&self.target)
    }

    fn volley(&self, point: &Point) -> Volley {
        let (shooter, comes) = (self.target(point), self.assaulter(point));
        Volley {
            shooter: Shooter {
                troop: shooter.troop,
                quality: shooter.quality,
                formation: shooter.formation,
                front: shooter.front,
                battalion_gun: self.battalion_gun.has(Contender::Target),
                disordered: shooter.disordered,
            },
            target: Target {
                half_bases: comes.half_bases,
                formation: comes.formation,
                column: comes.is_column(),
                disordered: comes.disordered,
                cover: self.cover,
                first_hit_ignored: self.hit_ignored,
                officer: comes.officer,
                ..Target::default()
            },
            distance: self.distance,
            off_center: self.off_center,
            opportunity: true,
        }
    }

    fn assault(&self, point: &Point) -> Assault {
        let (assaulter, target) = (self.assaulter(point), self.target(point));
        Assault { assaulter, target, guns: 0, approach: self.approach }
    }

    fn fight(&self, point: &Point) -> Fight {
        let (mut assaulter, mut target) = (self.assaulter(point), self.target(point));
        if let Some([own, other]) = self.at_contact {
            (assaulter, target) = (own.unit(assaulter), other.unit(target));
        }
        Fight { assaulter, target, battery: Vec::new(), approach: self.approach }
    }

    fn loser(&self, point: &Point) -> (Contender, Fighter) {
        match point.loser {
            Some(Contender::Assaulter) => (Contender::Assaulter, self.assaulter(point)),
            _ => (Contender::Target, self.target(point)),
        }
    }

    fn morale(&self, point: &Point) -> Morale {
        let (who, unit) = self.loser(point);
        let struck = who == Contender::Target;
        Morale {
            cause: Cause::LostFight,
            gun: false,
            troop: unit.troop,
            quality: unit.quality,
            mounted: unit.mounted,
            start_bases: unit.start_bases,
            half_bases: unit.half_bases,
            casualty_markers: unit.casualty_markers,
            artillery_casualty: false,
            disordered: unit.disordered,
            column: unit.is_column(),
            enemy_in_flank_box: struck && self.approach.facet == Facet::Flank,
            enemy_in_rear_box: struck && self.approach.facet == Facet::Rear,
            sheltered: unit.troop == Troop::Indian && unit.in_wood_or_marsh,
            commander_near: self.commander_near.has(who),
            brigade_commander_with: self.brigade_commander.has(who),
            linear: struck && self.approach.linear,
        }
    }

    fn lost(&self, point: &Point) -> Losses {
        let (_, unit) = self.loser(point);
        Losses { quality: unit.quality, gun: false, start_bases: unit.start_bases, half_bases: unit.half_bases }
    }

    fn shoot(&self, book: &Rulebook, now: &mut Point, dice: &mut dyn Dice) -> Result<(i32, String), TestFault> {
        let volley = self.volley(now);
        now.to = FALTER;
        let Some(aim) = volley.aim(book) else { return Ok((0, "No shot".to_string())) };
        let pool = volley.pool(book, &aim);
        let impact = volley.impact(book, &aim);
        let hits = pool.hits(&dice.roll(&Volley::roll(&pool, Side::Red))?);
        let mut count = |roll: Option<Roll>, band: usize| -> Result<u8, TestFault> {
            roll.map_or(Ok(0), |roll| Ok(dice.roll(&roll)?.count(band).max(0) as u8))
        };
        let unsaved = count(impact.save_roll(Side::Blue, hits - impact.ignored(book, hits)), 0)?;
        let disordering = count(impact.marker_roll(book, Side::Blue, unsaved), 1)?;
        let struck = impact.struck(book, hits, unsaved, disordering);
        now.assaulter = Left {
            half_bases: struck.half_bases,
            markers: now.assaulter.markers.saturating_add(struck.markers),
            disordered: struck.disordered,
        };
        if struck.destroyed {
            now.to = To::Over(Ending::new(Fate::Stopped, "Destroyed by fire", WA_FIRE_16));
        }
        Ok((unsaved.into(), casualties(unsaved)))
    }

    fn close(&self, book: &Rulebook, now: &mut Point, dice: &mut dyn Dice) -> Result<(i32, String), TestFault> {
        let fight = self.fight(now);
        let rolled = dice.roll(&Fight::roll(Side::Red, &fight.pools(book)))?;
        let hits = [1, 3].map(|band| rolled.count(band).max(0) as u8);
        let failed = match fight.save_roll(book, Side::Red, hits) {
            None => [0, 0],
            Some(saves) => {
                let rolled = dice.roll(&saves)?;
                [0, 2].map(|band| rolled.count(band).max(0) as u8)
            }
        };
        let fought = fight.result(book, failed);
        now.assaulter.half_bases = fought.assaulter.half_bases;
        now.target.half_bases = fought.target.half_bases;
        now.loser = fought.winner.map(|winner| match winner {
            Contender::Assaulter => Contender::Target,
            Contender::Target => Contender::Assaulter,
        });
        now.to = match (fought.assaulter.destroyed, fought.target.destroyed) {
            (true, true) => To::Over(Ending::new(Fate::Undecided, "Both destroyed", WA_FGT_16)),
            (true, false) => To::Over(Ending::new(Fate::Held, "Assaulter destroyed", WA_MOR_18)),
            (false, true) => To::Over(Ending::new(Fate::Carried, "Target destroyed", WA_MOR_18)),
            (false, false) => MORALE,
        };
        let effect = match fought.winner {
            None => "Both destroyed",
            Some(Contender::Assaulter) => "Assaulter wins",
            Some(Contender::Target) => "Target wins",
        };
        Ok((i32::from(failed[1]) - i32::from(failed[0]), effect.to_string()))
    }

    fn test(&self, book: &Rulebook, now: &mut Point, dice: &mut dyn Dice) -> Result<(i32, String), TestFault> {
        let morale = self.morale(now);
        let fails = match morale_roll(book, Side::Red, morale.ledger(book).total) {
            Some(roll) => dice.roll(&roll)?.count(1).max(0) as u8,
            None => 0,
        };
        let tested = morale.result(book, fails);
        now.to = match tested.effect {
            MoraleEffect::RetireWithLosses => LOSSES,
            effect => To::Over(after(now, effect)),
        };
        Ok((fails.into(), tested.effect.name().to_string()))
    }
}

/// How the loser of a fight leaves it.
fn after(point: &Point, effect: MoraleEffect) -> Ending {
    let assaulter_lost = point.loser == Some(Contender::Assaulter);
    let fate = if assaulter_lost { Fate::Held } else { Fate::Carried };
    match (effect, assaulter_lost) {
        (MoraleEffect::Rout, true) => Ending::new(fate, "Assaulter routs", WA_MOR_17),
        (MoraleEffect::Rout, false) => Ending::new(fate, "Target routs after the fight", WA_MOR_17),
        (MoraleEffect::Retire | MoraleEffect::RetireWithLosses, true) => {
            Ending::new(fate, "Assaulter driven back", WA_MOR_23)
        }
        (MoraleEffect::Retire | MoraleEffect::RetireWithLosses, false) => {
            Ending::new(fate, "Target driven back", WA_MOR_23)
        }
        (_, true) => Ending::new(Fate::Undecided, "Assaulter loses and stays", WA_FGT_19),
        (_, false) => Ending::new(Fate::Undecided, "Target loses and stays", WA_FGT_19),
    }
}

impl Encounter for Onslaught {
    type Point = Point;
    const CLAUSE: firelock_core::Clause = WA_ASL_10;
    const SUMMARY: &'static str =
        "What an assault comes to: the shot that meets it, the falter dice, the fight, the morale of who lost it.";
    const LEFT_OUT: &'static str = "Batteries, a target that retreats before the assault, determination dice, commanders in danger and friends that test are not reckoned with.";
    const COIN: &'static str = "half bases";
    const STAGES: &'static [Stage] = &[
        Stage { test: "shooting", heading: "The target shoots at the assault" },
        Stage { test: "falter", heading: "The falter dice" },
        Stage { test: "fight", heading: "The fight" },
        Stage { test: "morale", heading: "The loser's morale" },
        Stage { test: "losses", heading: "The loser's losses on the way back" },
    ];

    fn fault(&self, _book: &Rulebook) -> Option<String> {
        let gun = |who| self.battalion_gun.has(who);
        match (self.assaulter.fault(), self.target.fault()) {
            (Some(fault), _) => Some(format!("assaulter.{fault}")),
            (_, Some(fault)) => Some(format!("target.{fault}")),
            _ if gun(Contender::Target) && self.target.troop != Troop::Line
                || gun(Contender::Assaulter) && self.assaulter.troop != Troop::Line =>
            {
                Some(format!("battalion_gun: only line infantry has one ({WA_ROST_06})"))
            }
            _ => None,
        }
    }

    /// Front to front, on level ground: wall and hill stay with who held them.
    fn turned(&self) -> Onslaught {
        Onslaught {
            assaulter: self.target,
            target: self.assaulter,
            approach: Approach::default(),
            battalion_gun: self.battalion_gun.turned(),
            commander_near: self.commander_near.turned(),
            brigade_commander: self.brigade_commander.turned(),
            cover: false,
            hit_ignored: false,
            at_contact: None,
            ..*self
        }
    }

    fn start(&self, _book: &Rulebook) -> Point {
        Point {
            assaulter: Left::of(&self.assaulter),
            target: Left::of(&self.target),
            loser: None,
            to: if self.shoots { SHOT } else { FALTER },
        }
    }

    fn to(point: &Point) -> To {
        point.to
    }

    fn facts(&self, _book: &Rulebook, point: &Point) -> Value {
        let facts = match point.to {
            SHOT => serde_json::to_value(self.volley(point)),
            FALTER => serde_json::to_value(self.assault(point)),
            FIGHT => serde_json::to_value(self.fight(point)),
            MORALE => serde_json::to_value(self.morale(point)),
            _ => serde_json::to_value(self.lost(point)),
        };
        facts.expect("facts are plain names and values")
    }

    fn step(&self, book: &Rulebook, point: &Point, dice: &mut dyn Dice) -> Result<Stepped<Point>, TestFault> {
        let mut now = *point;
        let (result, effect) = match point.to {
            SHOT => self.shoot(book, &mut now, dice)?,
            FALTER => {
                let assault = self.assault(point);
                let difference = dice.roll(&falter_roll(Side::Red, assault.totals(book)))?.value();
                let effect = assault.result(book, difference).effect;
                now.to = match effect {
                    FalterEffect::Rout => To::Over(Ending::new(Fate::Carried, effect.name(), WA_ASL_20)),
                    FalterEffect::Contact => FIGHT,
                    FalterEffect::Repulse => To::Over(Ending::new(Fate::Stopped, effect.name(), WA_ASL_22)),
                };
                (difference, effect.name().to_string())
            }
            FIGHT => self.close(book, &mut now, dice)?,
            MORALE => self.test(book, &mut now, dice)?,
            _ => {
                let losses = self.lost(point);
                let lost = losses.result(book, dice.roll(&losses.roll(book, Side::Red))?.count(1).max(0) as u8);
                let (who, _) = self.loser(point);
                let own = if who == Contender::Assaulter { &mut now.assaulter } else { &mut now.target };
                own.half_bases = lost.half_bases;
                now.to = To::Over(after(point, MoraleEffect::RetireWithLosses));
                (lost.half_bases_lost.into(), format!("{} lost", several(lost.half_bases_lost, "half base")))
            }
        };
        Ok(Stepped { result, effect, point: now })
    }

    fn losses(&self, _book: &Rulebook, point: &Point) -> [u16; 2] {
        let lost = |unit: &Fighter, left: Left| u16::from(unit.half_bases - left.half_bases);
        [lost(&self.assaulter, point.assaulter), lost(&self.target, point.target)]
    }
}
