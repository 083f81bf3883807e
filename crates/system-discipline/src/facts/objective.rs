//! The fight for an objective zone (FD-OBJ-20 to FD-OBJ-29).

use firelock_core::{Ledger, Rulebook};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::melee::{casualties_each, check_after, gathered, reckoned};
use super::{Arms, Blow, Came, Check, Lost, Pool, Stands};
use crate::charts::{MMG_PLUS_ONE, T12, melee_faces, numbers, yards, zone_halves};
use crate::results::Standing;
use crate::words::{Branch, Cause, MeleeWeapon, Order, Tactic, ZoneClass};
use crate::yards::Yards;

/// The facts of a fight for a zone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Objective {
    /// The class of the zone.
    pub zone: ZoneClass,
    /// Who comes at it, in ascending order of their ids.
    pub attackers: Vec<Assailant>,
    /// Who holds it, in ascending order of their ids.
    pub garrison: Vec<Holder>,
}

/// A body that attacks a zone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Assailant {
    /// What it is called.
    pub name: String,
    /// How closely it stands.
    pub order: Order,
    /// What foot strikes with.
    pub weapon: MeleeWeapon,
    /// How horse fights.
    pub tactic: Tactic,
    /// When it came to the edge: lower is earlier.
    pub arrival: u8,
    /// Full stands at the edge.
    pub stands: u8,
    /// Half-stands at the edge.
    pub half_stands: u8,
    /// Double stands at the edge.
    pub double_stands: u8,
    /// What its check would be asked, with all its stands.
    pub body: Check,
}

/// A body that holds a zone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Holder {
    /// What it is called.
    pub name: String,
    /// How closely it stands.
    pub order: Order,
    /// What foot strikes with.
    pub weapon: MeleeWeapon,
    /// How horse fights.
    pub tactic: Tactic,
    /// Men of a gun section.
    pub crew: u8,
    /// It came in too lately to have the walls (FD-OBJ-04).
    pub in_transit: bool,
    /// What its check would be asked; half of its stands fight.
    pub body: Check,
}

impl Default for Assailant {
    fn default() -> Assailant {
        Assailant {
            name: String::new(),
            order: Order::Close,
            weapon: MeleeWeapon::Bayonet,
            tactic: Tactic::Mix,
            arrival: 0,
            stands: 6,
            half_stands: 0,
            double_stands: 0,
            body: Check::default(),
        }
    }
}

impl Default for Objective {
    fn default() -> Objective {
        let body = Check { stands: 4, boxes: 8, garrison: true, ..Check::default() };
        Objective {
            zone: ZoneClass::C,
            attackers: vec![Assailant::default()],
            garrison: vec![Holder { body, ..Holder::default() }],
        }
    }
}

/// How a zone stands when all checks are made. Bodies are numbered attackers first, then the garrison.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ZoneAfter {
    /// Somebody of the garrison is left inside.
    pub held: bool,
    /// The attacker that enters, if one does (FD-OBJ-26).
    pub enters: Option<u8>,
    /// The attackers that fall back, and how far (FD-OBJ-27).
    pub fall_back: Vec<u8>,
    /// How far they fall back.
    pub distance: Yards,
}

impl Objective {
    /// Attackers and garrison: how many they are together.
    pub fn bodies(&self) -> usize {
        self.attackers.len() + self.garrison.len()
    }

    /// The name of a body.
    pub fn name(&self, body: usize) -> &str {
        match self.attackers.get(body) {
            Some(attacker) => &attacker.name,
            None => self.garrison.get(body - self.attackers.len()).map_or("", |holder| &holder.name),
        }
    }

    fn body(&self, body: usize) -> &Check {
        match self.attackers.get(body) {
            Some(attacker) => &attacker.body,
            None => &self.garrison[body - self.attackers.len()].body,
        }
    }

    fn arms(&self, body: usize) -> Arms {
        let branch = self.body(body).branch;
        match self.attackers.get(body) {
            Some(attacker) => Arms { branch, order: attacker.order, weapon: attacker.weapon, tactic: attacker.tactic },
            None => {
                let holder = &self.garrison[body - self.attackers.len()];
                Arms { branch, order: holder.order, weapon: holder.weapon, tactic: holder.tactic }
            }
        }
    }

    /// Dice of each body: attackers as the capacity of the zone lets them, in order of arrival; half of each garrison body
    /// (FD-OBJ-22).
    pub fn dice(&self, book: &Rulebook) -> Vec<u16> {
        let mut dice = vec![0; self.bodies()];
        let mut room = zone_halves(book, self.zone);
        let mut order: Vec<usize> = (0..self.attackers.len()).collect();
        order.sort_by_key(|at| (self.attackers[*at].arrival, *at));
        for at in order {
            let fighting = self.attackers[at].at_edge().halves().min(room);
            room -= fighting;
            dice[at] = fighting.div_ceil(2);
        }
        for (at, holder) in self.garrison.iter().enumerate() {
            let share = holder.body.own_stands().share(book.number(&numbers::GARRISON_SHARE));
            let fights = holder.body.branch != Branch::Wagon;
            dice[self.attackers.len() + at] = if fights { share } else { 0 };
        }
        dice
    }

    /// The dice of one body against another weighed up (FD-OBJ-23).
    pub fn blow(&self, book: &Rulebook, from: usize, at: usize) -> Blow {
        let own = self.arms(from);
        let holder = at.checked_sub(self.attackers.len()).and_then(|at| self.garrison.get(at));
        Blow {
            faces: melee_faces(book, &own, &self.arms(at), false),
            mounted: own.branch.is_mounted(),
            rating_widens: book.is_on(&MMG_PLUS_ONE) && self.body(from).rating > self.body(at).rating,
            walls: holder.is_some_and(|holder| self.zone.limits_attackers() && !holder.in_transit),
            ..Blow::default()
        }
    }

    /// The hit set of one body against another with its reasons.
    pub fn ledger(&self, book: &Rulebook, pool: &Pool) -> Ledger {
        T12.ledger(book, &self.blow(book, pool.from.into(), pool.at.into()))
    }

    /// All dice, spread over the enemy as evenly as can be, the first in the list having the odd ones (FD-OBJ-24).
    pub fn pools(&self, book: &Rulebook) -> Vec<Pool> {
        let n = self.attackers.len();
        let mut pools = Vec::new();
        for (from, dice) in self.dice(book).into_iter().map(usize::from).enumerate() {
            let foes: Vec<usize> = if from < n { (n..self.bodies()).collect() } else { (0..n).collect() };
            for (nth, &at) in foes.iter().enumerate() {
                let share = dice / foes.len() + usize::from(nth < dice % foes.len());
                pools.push(Pool {
                    from: from as u8,
                    at: at as u8,
                    faces: T12.sum(book, &self.blow(book, from, at)).clamp(1, 10) as u8,
                    each: casualties_each(book, self.body(from).rating, self.body(at).rating),
                    dice: share.min(60) as u8,
                });
            }
        }
        gathered(pools)
    }

    /// What the hits of each pool do to each body, attackers first.
    pub fn fought(&self, book: &Rulebook, pools: &[Pool], hits: &[u8]) -> Vec<Came> {
        let crew = |at: usize| at.checked_sub(self.attackers.len()).map_or(0, |at| self.garrison[at].crew);
        let bodies: Vec<(&Check, u8)> = (0..self.bodies()).map(|at| (self.body(at), crew(at))).collect();
        reckoned(book, &bodies, pools, hits)
    }

    /// The check of a body afterwards; a garrison that lost does without its walls (FD-OBJ-25).
    pub fn check(&self, body: usize, came: &Came) -> Check {
        let garrison = body >= self.attackers.len() && came.standing == Standing::Loser;
        check_after(self.body(body), came, if garrison { Cause::ZoneLost } else { Cause::MeleeLost })
    }

    /// Who has the zone when all checks are made.
    pub fn settled(&self, book: &Rulebook, came: &[Came], lost: &[Option<Lost>]) -> ZoneAfter {
        let n = self.attackers.len();
        let stays = |at: &usize| !came[*at].gone && !lost[*at].is_some_and(|lost| lost.leaves());
        let held = (n..self.bodies()).any(|at| stays(&at));
        let here: Vec<usize> = (0..n).filter(stays).collect();
        let may_enter = |at: &usize| {
            let attacker = &self.attackers[*at];
            let admitted = !attacker.body.branch.is_mounted() || self.zone.admits_mounted();
            came[*at].standing != Standing::Loser && admitted
        };
        // Of equals the first in the list, so the last maximum is wanted of the list turned about.
        let strongest = |at: &usize| self.attackers[*at].body.own_stands().halves();
        let enters = match held {
            true => None,
            false => here.iter().copied().filter(may_enter).rev().max_by_key(strongest),
        };
        ZoneAfter {
            held,
            enters: enters.map(|at| at as u8),
            fall_back: if held { here.iter().map(|at| *at as u8).collect() } else { Vec::new() },
            distance: yards(book, &numbers::FALL_BACK),
        }
    }
}

impl Assailant {
    /// Its stands at the edge.
    pub const fn at_edge(&self) -> Stands {
        Stands { full: self.stands, half: self.half_stands, double: self.double_stands }
    }
}
