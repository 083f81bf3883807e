//! A round of melee between any number of bodies (FD-MEL-30 to FD-MEL-53).

use firelock_core::{Ledger, Read, Roll, Rolled, Rulebook, Side, words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Check, Harm, Lost, hit_lot};
use crate::charts::{MMG_PLUS_ONE, T12, WINNER_CHECKS, count, melee_faces, numbers};
use crate::clauses::*;
use crate::results::Standing;
use crate::words::{Branch, Cause, MeleeWeapon, Order, Size, Tactic};

/// The facts of a round of melee.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Melee {
    /// The bodies that fight, in ascending order of their ids.
    pub bodies: Vec<Contender>,
    /// Who fights whom: equal stands of one body against equal stands of another in each entry.
    pub bouts: Vec<Bout>,
}

/// A body in a melee.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Contender {
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// How closely it stands.
    pub order: Order,
    /// What foot strikes with.
    pub weapon: MeleeWeapon,
    /// How horse fights.
    pub tactic: Tactic,
    /// Men of a section or of a crew away from it.
    pub crew: u8,
    /// It charged or counter-charged this turn.
    pub charged: bool,
    /// It ran from the charge and was caught (FD-MEL-18).
    pub caught: bool,
    /// What its check would be asked, its branch, rating and boxes among it.
    pub body: Check,
}

words! {
    /// Whether a body was taken in flank in this round of contact (FD-MEL-27).
    Flank {
        /// It was not.
        #[default]
        No,
        /// These stands took the other body in flank.
        Flanker,
        /// The other body took theirs in flank.
        Flanked,
    }
}

/// Equal stands of one body that fight equal stands of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bout {
    /// Whose stands: a place in the list of bodies, from 0.
    pub from: u8,
    /// Against whose.
    pub at: u8,
    /// How many stands. Two half-stands side by side are entered as one full stand (FD-MEL-31).
    pub stands: u8,
    /// Their size.
    pub size: Size,
    /// Castings of each; of a crew its men.
    pub castings: u8,
    /// The size of the stands they fight.
    pub foe_size: Size,
    /// Castings of each of those.
    pub foe_castings: u8,
    /// The two bodies have been engaged since an earlier turn.
    pub engaged: bool,
    /// Who was taken in flank, if the contact is new.
    pub flank: Flank,
    /// The stands they fight did not charge and hold woods, rough or cover against them (FD-MEL-40).
    pub sheltered: bool,
}

impl Default for Bout {
    fn default() -> Bout {
        Bout {
            from: 0,
            at: 1,
            stands: 1,
            size: Size::Full,
            castings: 5,
            foe_size: Size::Full,
            foe_castings: 5,
            engaged: false,
            flank: Flank::No,
            sheltered: false,
        }
    }
}

impl Default for Melee {
    fn default() -> Melee {
        let body = |side, charged| Contender { side, charged, ..Contender::default() };
        let stands = |from, at| Bout { from, at, stands: 6, ..Bout::default() };
        Melee { bodies: vec![body(Side::Red, true), body(Side::Blue, false)], bouts: vec![stands(0, 1), stands(1, 0)] }
    }
}

/// What a body fights with, as T10 and T11 ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Arms {
    /// What it fights as.
    pub branch: Branch,
    /// How closely it stands.
    pub order: Order,
    /// What foot strikes with.
    pub weapon: MeleeWeapon,
    /// How horse fights.
    pub tactic: Tactic,
}

/// The dice of stands weighed up: what T12 is read against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Blow {
    /// The printed hit set.
    pub faces: i32,
    /// They are mounted.
    pub mounted: bool,
    /// Engaged since an earlier turn.
    pub engaged: bool,
    /// They have twice the castings.
    pub twice_the_castings: bool,
    /// They took the enemy in flank.
    pub flanker: bool,
    /// Their higher rating adds a face (FD-OPT-11).
    pub rating_widens: bool,
    /// They were caught in flight.
    pub caught: bool,
    /// They were taken in flank.
    pub flanked: bool,
    /// The enemy holds woods, rough or cover.
    pub sheltered: bool,
    /// The enemy is the garrison of a zone with walls.
    pub walls: bool,
}

/// Dice of one body against another that hit alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Pool {
    /// Who rolls: a place in the list of bodies.
    pub from: u8,
    /// Whom they hit.
    pub at: u8,
    /// How many faces from 0 up hit.
    pub faces: u8,
    /// Casualties of each hit.
    pub each: u8,
    /// How many dice.
    pub dice: u8,
}

/// What a round did to one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Came {
    /// Casualties it caused.
    pub inflicted: u16,
    /// Casualties it took, even beyond what it had left.
    pub received: u16,
    /// Whether it won.
    pub standing: Standing,
    /// Boxes to mark, or men lost.
    pub harm: Harm,
    /// Nothing of it is left: its unit is shattered, or its crew dead (FD-MEL-44).
    pub gone: bool,
    /// It checks morale (FD-MEL-45, FD-OPT-18).
    pub checks: bool,
}

/// What is left of a melee for one body when the checks are over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct After {
    /// It has left the melee, or is no more.
    pub left: bool,
    /// The bodies it stays engaged with (FD-MEL-47).
    pub engaged: Vec<u8>,
    /// It may pursue (FD-MEL-50).
    pub may_pursue: bool,
    /// Its guns fall to the enemy (FD-ART-29).
    pub captured: bool,
}

/// The most pools that one roll holds.
pub const POOLS_A_ROLL: usize = 4;

/// The dice of up to four pools of one body (FD-SEQ-20); band 1 of each lot counts the hits.
pub fn melee_roll(side: Side, pools: &[Pool]) -> Roll {
    let lot = |(at, pool): (usize, &Pool)| hit_lot(side, pool.dice.into(), pool.faces.into()).why(at as u8);
    Roll::new(FD_MEL_30, "melee", Read::Tally, pools.iter().take(POOLS_A_ROLL).enumerate().map(lot))
}

/// The hits of each pool of a roll.
pub fn melee_hits(rolled: &Rolled) -> impl Iterator<Item = u8> {
    rolled.answer.chunks(2).map(|lot| lot.get(1).copied().unwrap_or(0).max(0) as u8)
}

/// The pools in rolls: one body after the other, up to four pools at a time.
pub fn handfuls(pools: &[Pool]) -> impl Iterator<Item = &[Pool]> {
    pools.chunk_by(|one, next| one.from == next.from).flat_map(|own| own.chunks(POOLS_A_ROLL))
}

/// Pools in order, equal ones together.
pub(super) fn gathered(pools: impl IntoIterator<Item = Pool>) -> Vec<Pool> {
    let mut all: Vec<Pool> = Vec::new();
    for pool in pools.into_iter().filter(|pool| pool.dice > 0) {
        let alike = |other: &&mut Pool| Pool { dice: 0, ..**other } == Pool { dice: 0, ..pool };
        match all.iter_mut().find(alike) {
            Some(other) => other.dice = other.dice.saturating_add(pool.dice),
            None => all.push(pool),
        }
    }
    all.sort_by_key(|pool| Pool { dice: 0, ..*pool });
    all
}

/// What the hits of all pools do to bodies of which each has a check and a crew.
pub(super) fn reckoned(book: &Rulebook, bodies: &[(&Check, u8)], pools: &[Pool], hits: &[u8]) -> Vec<Came> {
    let mut inflicted = vec![0_u16; bodies.len()];
    let mut received = vec![0_u16; bodies.len()];
    for (pool, hits) in pools.iter().zip(hits) {
        let casualties = u16::from(*hits) * u16::from(pool.each);
        inflicted[usize::from(pool.from)] += casualties;
        received[usize::from(pool.at)] += casualties;
    }
    let all_check = book.is_on(&WINNER_CHECKS);
    let came = |(at, (check, crew)): (usize, &(&Check, u8))| {
        let received = received[at];
        let standing = Standing::of(inflicted[at], received);
        let (harm, gone) = match check.branch {
            branch if branch.loses_crew() => {
                let lost = received.min(u8::MAX.into()) as u8;
                (Harm { crew: lost, ..Harm::default() }, lost > 0 && lost >= *crew)
            }
            _ => (
                Harm { boxes: received, ..Harm::default() },
                received > 0 && check.marked.saturating_add(received) >= check.boxes,
            ),
        };
        let checks = (standing == Standing::Loser || all_check) && !gone && check.is_needed();
        Came { inflicted: inflicted[at], received, standing, harm, gone, checks }
    };
    bodies.iter().enumerate().map(came).collect()
}

/// The check of a body as the round left it.
pub(super) fn check_after(check: &Check, came: &Came, cause: Cause) -> Check {
    Check {
        cause,
        marked: check.marked.saturating_add(came.harm.boxes),
        castings: check.castings.saturating_sub(came.harm.crew),
        ..*check
    }
}

impl Contender {
    /// What it fights with.
    pub const fn arms(&self) -> Arms {
        Arms { branch: self.body.branch, order: self.order, weapon: self.weapon, tactic: self.tactic }
    }
}

impl Bout {
    /// Dice: one for a stand, two for a double one (FD-MEL-31).
    pub fn dice(&self) -> u8 {
        match self.size {
            Size::Full | Size::Half => self.stands,
            Size::Double => self.stands.saturating_mul(2),
        }
    }

    /// Whether these stands have twice the castings of those they fight; a double stand is two of half its castings (FD-MEL-38).
    fn has_twice(&self, book: &Rulebook) -> bool {
        let parts = |size| if size == Size::Double { 2 } else { 1 };
        let own = i32::from(self.castings) * parts(self.foe_size);
        let foe = i32::from(self.foe_castings) * parts(self.size);
        foe > 0 && own >= book.number(&numbers::CASTINGS_TIMES) * foe
    }
}

impl Melee {
    /// Why the facts make no melee, if they do not.
    pub fn fault(&self) -> Option<String> {
        if self.bodies.len() > 64 {
            return Some("bodies: a melee has 64 at most".to_string());
        }
        for (at, bout) in self.bouts.iter().enumerate() {
            let [Some(own), Some(foe)] = [bout.from, bout.at].map(|body| self.bodies.get(usize::from(body))) else {
                return Some(format!("bouts: entry {at} names a body that is not in the list"));
            };
            if own.side == foe.side {
                return Some(format!("bouts: entry {at} sets two bodies of one side against each other"));
            }
            if own.body.branch == Branch::Wagon {
                return Some(format!("bouts: entry {at}: wagons roll no dice ({FD_ART_25})"));
            }
        }
        None
    }

    /// A bout weighed up.
    pub fn blow(&self, book: &Rulebook, bout: &Bout) -> Blow {
        let (own, foe) = (&self.bodies[usize::from(bout.from)], &self.bodies[usize::from(bout.at)]);
        let fresh = !bout.engaged;
        Blow {
            faces: melee_faces(book, &own.arms(), &foe.arms(), bout.engaged),
            mounted: own.body.branch.is_mounted(),
            engaged: bout.engaged,
            twice_the_castings: bout.has_twice(book),
            flanker: fresh && (bout.flank == Flank::Flanker || foe.caught),
            rating_widens: book.is_on(&MMG_PLUS_ONE) && own.body.rating > foe.body.rating,
            caught: fresh && own.caught,
            flanked: fresh && bout.flank == Flank::Flanked,
            sheltered: bout.sheltered,
            walls: false,
        }
    }

    /// The hit set of a bout with its reasons.
    pub fn ledger(&self, book: &Rulebook, bout: &Bout) -> Ledger {
        T12.ledger(book, &self.blow(book, bout))
    }

    /// All dice of the round, body after body.
    pub fn pools(&self, book: &Rulebook) -> Vec<Pool> {
        let pool = |bout: &Bout| Pool {
            from: bout.from,
            at: bout.at,
            faces: self.faces(book, bout),
            each: casualties_each(book, self.rating(bout.from), self.rating(bout.at)),
            dice: bout.dice(),
        };
        gathered(self.bouts.iter().map(pool))
    }

    /// The hit set of a pool with its reasons: those of its first bout.
    pub fn pool_ledger(&self, book: &Rulebook, pool: &Pool) -> Ledger {
        let mut own = self.bouts.iter().filter(|bout| bout.from == pool.from && bout.at == pool.at);
        let bout = own.find(|bout| self.faces(book, bout) == pool.faces);
        bout.map(|bout| self.ledger(book, bout)).unwrap_or_default()
    }

    /// How many faces of a die hit in a bout.
    fn faces(&self, book: &Rulebook, bout: &Bout) -> u8 {
        T12.sum(book, &self.blow(book, bout)).clamp(1, 10) as u8
    }

    fn rating(&self, body: u8) -> u8 {
        self.bodies[usize::from(body)].body.rating
    }

    /// What the hits of each pool do to each body.
    pub fn fought(&self, book: &Rulebook, pools: &[Pool], hits: &[u8]) -> Vec<Came> {
        let bodies: Vec<(&Check, u8)> = self.bodies.iter().map(|body| (&body.body, body.crew)).collect();
        reckoned(book, &bodies, pools, hits)
    }

    /// The check of a body after the round.
    pub fn check(&self, body: usize, came: &Came) -> Check {
        check_after(&self.bodies[body].body, came, Cause::MeleeLost)
    }

    /// How the melee stands when all checks are made; a body without a check, or that passed, lost nothing.
    pub fn settled(&self, came: &[Came], lost: &[Option<Lost>]) -> Vec<After> {
        let left: Vec<bool> =
            came.iter().zip(lost).map(|(came, lost)| came.gone || lost.is_some_and(|lost| lost.leaves())).collect();
        let foes = |body: usize| {
            let mut foes: Vec<u8> = self
                .bouts
                .iter()
                .filter_map(|bout| match (usize::from(bout.from), usize::from(bout.at)) {
                    (from, _) if from == body => Some(bout.at),
                    (_, at) if at == body => Some(bout.from),
                    _ => None,
                })
                .collect();
            foes.sort_unstable();
            foes.dedup();
            foes
        };
        let after = |body: usize| {
            let foes = foes(body);
            let still = |foe: &u8| !left[usize::from(*foe)];
            let contender = &self.bodies[body];
            if left[body] {
                let taken = contender.body.branch.is_section() && foes.iter().any(still);
                return After { left: true, captured: taken, ..After::default() };
            }
            let engaged: Vec<u8> = foes.iter().copied().filter(still).collect();
            // FD-OPT-18: one that halts after its check does not pursue.
            let steady = lost[body].is_none_or(|lost| lost.ignored);
            let may_pursue = contender.charged
                && came[body].standing != Standing::Loser
                && steady
                && !foes.is_empty()
                && engaged.is_empty();
            After { left: false, engaged, may_pursue, captured: false }
        };
        (0..self.bodies.len()).map(after).collect()
    }
}

/// Casualties of each hit by ratings (FD-MEL-39).
pub(super) fn casualties_each(book: &Rulebook, own: u8, foe: u8) -> u8 {
    match own > foe && !book.is_on(&MMG_PLUS_ONE) {
        true => count(book, &numbers::RATING_CASUALTIES),
        false => 1,
    }
}
