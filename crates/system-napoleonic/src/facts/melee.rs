//! Close combat: pairs of bases, reinforcements, who won (NQ-MEL).

use arrayvec::ArrayVec;
use firelock_core::{Cuts, Ledger, Lot, Read, Roll, Rolled, Rulebook, Side, Tie, words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Strength, Toll, n_dice};
use crate::charts::{SQUARE_VS_CAVALRY_LITERAL, T_MELEE, combat_die, count, numbers};
use crate::clauses::*;
use crate::results::Contender;
use crate::words::{Arm, Class, Cover, Formation, Order, Quality, Zone};

words! {
    /// Whose base of a pair stands on higher ground (NQ-MEL-44).
    Higher {
        /// Neither's.
        #[default]
        Neither,
        /// The first named.
        Own,
        /// The other's.
        Enemy,
    }
}

/// A unit in close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fighter {
    /// What it is.
    pub class: Class,
    /// How good it is.
    pub quality: Quality,
    /// How it stands; a garrison counts as a line (NQ-TER-11).
    pub formation: Formation,
    /// It is unformed.
    pub unformed: bool,
    /// It routs: it does not fight back (NQ-MOR-12).
    pub routing: bool,
    /// It has lances.
    pub lance: bool,
    /// It wears the cuirass.
    pub cuirass: bool,
    /// A command unit is attached.
    pub command_attached: bool,
    /// It charged or countercharged this turn.
    pub charging: bool,
    /// The side of its enemy on which its charge came in.
    pub struck: Zone,
    /// Its cover against this enemy.
    pub cover: Cover,
    /// Bases at the start of the game.
    pub bases_initial: u8,
    /// Bases left.
    pub bases: u8,
    /// Figures lost from its reduced base.
    pub reduction: u8,
    /// Touching bases without an enemy of their own (NQ-MEL-06).
    pub reinforcements: u8,
}

impl Default for Fighter {
    fn default() -> Fighter {
        Fighter {
            class: Class::LineInfantry,
            quality: Quality::Regular,
            formation: Formation::Line,
            unformed: false,
            routing: false,
            lance: false,
            cuirass: false,
            command_attached: false,
            charging: false,
            struck: Zone::Front,
            cover: Cover::None,
            bases_initial: 6,
            bases: 6,
            reduction: 0,
            reinforcements: 0,
        }
    }
}

/// How a unit counts in T-MELEE (NQ-MEL-61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Footing {
    horse: bool,
    order: Order,
    formation: Formation,
}

impl Footing {
    /// Infantry or crews.
    pub fn is_foot(&self) -> bool {
        !self.horse
    }

    /// Cavalry.
    pub fn is_horse(&self) -> bool {
        self.horse
    }

    /// Formed infantry.
    pub fn is_formed_foot(&self) -> bool {
        !self.horse && self.order == Order::Formed
    }

    /// Unformed infantry, routers and crews.
    pub fn is_unformed_foot(&self) -> bool {
        !self.horse && self.order == Order::Unformed
    }

    /// Infantry in open order.
    pub fn is_open_foot(&self) -> bool {
        !self.horse && self.order == Order::Open
    }

    /// Formed infantry in that formation.
    pub fn is_foot_in(&self, formation: Formation) -> bool {
        self.is_formed_foot() && self.formation == formation
    }

    /// Formed cavalry.
    pub fn is_formed_horse(&self) -> bool {
        self.horse && self.order == Order::Formed
    }

    /// Unformed cavalry.
    pub fn is_unformed_horse(&self) -> bool {
        self.horse && self.order == Order::Unformed
    }

    /// Cavalry in open order.
    pub fn is_open_horse(&self) -> bool {
        self.horse && self.order == Order::Open
    }

    /// Formed cavalry in that formation.
    pub fn is_horse_in(&self, formation: Formation) -> bool {
        self.is_formed_horse() && self.formation == formation
    }
}

/// A base in a pair, as T-MELEE reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bout {
    /// Its unit.
    pub own: Footing,
    /// The enemy's.
    pub enemy: Footing,
    /// Its quality.
    pub quality: Quality,
    /// It charges or countercharges.
    pub charging: bool,
    /// It is cavalry that charges with lances.
    pub lance: bool,
    /// It is cavalry that charges in cuirass.
    pub cuirass: bool,
    /// A command unit is attached.
    pub command: bool,
    /// It stands higher.
    pub higher: bool,
    /// Its charge came in on flank or rear.
    pub flank: bool,
    /// The enemy is a formed square that cavalry has no bonus against (NQ-OPT-04).
    pub square_holds: bool,
    /// The enemy's cover.
    pub enemy_cover: Cover,
}

impl Fighter {
    /// How it counts.
    pub fn footing(&self) -> Footing {
        let crew = self.class.arm() == Arm::Artillery;
        Footing {
            horse: self.class.arm() == Arm::Cavalry,
            order: self.formation.order(self.unformed || self.routing || crew),
            formation: self.formation,
        }
    }

    /// Its strength.
    pub fn strength(&self) -> Strength {
        Strength { bases_initial: self.bases_initial, bases: self.bases, reduction: self.reduction }
    }

    /// Its base in a pair; a charge counts in the first turn of the melee only.
    pub fn bout(&self, book: &Rulebook, enemy: &Fighter, turn: u8, higher: bool) -> Bout {
        let (own, other) = (self.footing(), enemy.footing());
        let charging = self.charging && turn <= 1;
        Bout {
            own,
            enemy: other,
            quality: self.quality,
            charging,
            lance: charging && self.lance && own.is_horse(),
            cuirass: charging && self.cuirass && own.is_horse(),
            command: self.command_attached,
            higher,
            flank: charging && self.struck.is_flank_or_rear() && enemy.formation != Formation::Square,
            square_holds: other.is_foot_in(Formation::Square) && !book.is_on(&SQUARE_VS_CAVALRY_LITERAL),
            enemy_cover: enemy.cover,
        }
    }

    /// The hits of one of its bases that beats one of the enemy (NQ-MEL-08, NQ-MEL-09).
    pub fn hits(&self, book: &Rulebook, enemy: &Fighter) -> u8 {
        match (self.footing().is_horse(), enemy.footing().is_foot()) {
            (true, true) => count(book, &numbers::CAVALRY_HITS),
            _ => count(book, &numbers::HITS),
        }
    }
}

/// The facts of one pair of bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Duel {
    /// The first.
    pub own: Fighter,
    /// The other.
    pub enemy: Fighter,
    /// The turn of the melee, from 1.
    pub turn: u8,
    /// Whose base stands higher.
    pub higher: Higher,
}

impl Default for Duel {
    fn default() -> Duel {
        Duel { own: Fighter::default(), enemy: Fighter::default(), turn: 1, higher: Higher::Neither }
    }
}

/// What one pair came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Won {
    /// Who won; nobody in a tie.
    pub winner: Option<Contender>,
    /// Hits by the first on the other.
    pub hits: u8,
    /// Hits by the other on the first.
    pub enemy_hits: u8,
}

impl Duel {
    /// The bases as the chart reads them, the first's first.
    pub fn bouts(&self, book: &Rulebook) -> [Bout; 2] {
        bouts(book, &self.own, &self.enemy, self.turn, self.higher)
    }

    /// What is added to each die.
    pub fn ledgers(&self, book: &Rulebook) -> [Ledger; 2] {
        self.bouts(book).map(|bout| T_MELEE.ledger(book, &bout))
    }

    /// Both dice; the answer is the difference. Not asked where one of them routs.
    pub fn roll(&self, book: &Rulebook, side: Side, plus: [i32; 2]) -> Roll {
        let lots = lots(book, side, &self.own, &self.enemy, 1, plus);
        Roll::new(NQ_MEL_07, "pair of bases", Read::Versus { tie: Tie::Stands }, lots)
    }

    /// What a difference comes to.
    pub fn read(&self, book: &Rulebook, difference: i32) -> Won {
        let [won, tied, lost] = match difference {
            1.. => [1, 0, 0],
            0 => [0, 1, 0],
            _ => [0, 0, 1],
        };
        let [hits, enemy_hits] = hits(book, &self.own, &self.enemy, won, tied, lost);
        let winner = match difference {
            1.. => Some(Contender::Own),
            0 => None,
            _ => Some(Contender::Enemy),
        };
        Won { winner, hits, enemy_hits }
    }
}

fn bouts(book: &Rulebook, own: &Fighter, enemy: &Fighter, turn: u8, higher: Higher) -> [Bout; 2] {
    [own.bout(book, enemy, turn, higher == Higher::Own), enemy.bout(book, own, turn, higher == Higher::Enemy)]
}

fn lots(book: &Rulebook, side: Side, own: &Fighter, enemy: &Fighter, n: u8, plus: [i32; 2]) -> [Lot; 2] {
    [
        Lot::of(side, n, combat_die(book, own.class)).plus(plus[0]),
        Lot::of(side.enemy(), n, combat_die(book, enemy.class)).plus(plus[1]).why(1),
    ]
}

/// The hits of so many pairs, those by the first on the other first.
fn hits(book: &Rulebook, own: &Fighter, enemy: &Fighter, won: u8, tied: u8, lost: u8) -> [u8; 2] {
    let ties = tied.saturating_mul(count(book, &numbers::TIE_HITS));
    [
        won.saturating_mul(own.hits(book, enemy)).saturating_add(ties),
        lost.saturating_mul(enemy.hits(book, own)).saturating_add(ties),
    ]
}

/// The facts of a melee between two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fight {
    /// The first.
    pub own: Fighter,
    /// The other.
    pub enemy: Fighter,
    /// The turn of the melee, from 1.
    pub turn: u8,
    /// Pairs on level ground.
    pub pairs: u8,
    /// Pairs in which the first stands higher.
    pub pairs_higher: u8,
    /// Pairs in which the other stands higher.
    pub pairs_lower: u8,
}

impl Default for Fight {
    fn default() -> Fight {
        Fight { own: Fighter::default(), enemy: Fighter::default(), turn: 1, pairs: 4, pairs_higher: 0, pairs_lower: 0 }
    }
}

/// Equal pairs of a melee: those with the same ledgers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairs {
    /// How many.
    pub n: u8,
    /// Why, the first's first.
    pub bouts: [Bout; 2],
    /// What is added to the dice of each side.
    pub plus: [i32; 2],
}

/// What a melee of two units came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Fought {
    /// Who caused more hits; nobody in a draw (NQ-MEL-21).
    pub winner: Option<Contender>,
    /// Hits by the first on the other, reinforcements included.
    pub hits: u8,
    /// Hits by the other on the first.
    pub enemy_hits: u8,
    /// What the first lost.
    pub own: Toll,
    /// What the other lost.
    pub enemy: Toll,
}

/// The roll of equal pairs: pairs lost, tied and won by the first.
pub fn pair_roll(book: &Rulebook, side: Side, fight: &Fight, pairs: &Pairs) -> Roll {
    let [own, enemy] = lots(book, side, &fight.own, &fight.enemy, pairs.n, pairs.plus);
    let own = own.cut(Cuts::new([(0, 1), (1, 2)]));
    Roll::new(NQ_MEL_07, "melee", Read::Versus { tie: Tie::Stands }, [own, enemy])
}

impl Pairs {
    /// What is added to the dice of each side.
    pub fn ledgers(&self, book: &Rulebook) -> [Ledger; 2] {
        self.bouts.map(|bout| T_MELEE.ledger(book, &bout))
    }

    /// Pairs won, tied and lost by the first in a roll.
    pub fn read(rolled: &Rolled) -> [u8; 3] {
        [2, 1, 0].map(|band| rolled.count(band).clamp(0, 60) as u8)
    }
}

impl Fight {
    /// The pairs that roll, equal ones together: level, higher, lower. None where a side routs (NQ-MOR-12).
    pub fn pairs(&self, book: &Rulebook) -> ArrayVec<Pairs, 3> {
        if self.own.routing || self.enemy.routing {
            return ArrayVec::new();
        }
        let groups =
            [(self.pairs, Higher::Neither), (self.pairs_higher, Higher::Own), (self.pairs_lower, Higher::Enemy)];
        let pairs = |(n, higher): (u8, Higher)| {
            let bouts = bouts(book, &self.own, &self.enemy, self.turn, higher);
            Pairs { n: n_dice(n.into()), bouts, plus: bouts.map(|bout| T_MELEE.sum(book, &bout)) }
        };
        groups.into_iter().filter(|(n, _)| *n > 0).map(pairs).collect()
    }

    /// What so many pairs won, tied and lost come to, with the reinforcements (NQ-MEL-11).
    pub fn result(&self, book: &Rulebook, won: u8, tied: u8, lost: u8) -> Fought {
        let touching = self.pairs.saturating_add(self.pairs_higher).saturating_add(self.pairs_lower);
        let [hits, enemy_hits] = match (self.own.routing, self.enemy.routing) {
            (false, false) => {
                let pairs = hits(book, &self.own, &self.enemy, won, tied, lost);
                let reinforced = [&self.own, &self.enemy].map(|unit| reinforcement_hits(book, unit.reinforcements));
                [pairs[0].saturating_add(reinforced[0]), pairs[1].saturating_add(reinforced[1])]
            }
            // Routers are cut down by every base that touches them (NQ-MOR-13).
            (false, true) => [cut_down(book, &self.own, &self.enemy, touching), 0],
            (true, false) => [0, cut_down(book, &self.enemy, &self.own, touching)],
            (true, true) => [0, 0],
        };
        Fought {
            winner: match hits.cmp(&enemy_hits) {
                std::cmp::Ordering::Greater => Some(Contender::Own),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => Some(Contender::Enemy),
            },
            hits,
            enemy_hits,
            own: self.own.strength().struck(book, enemy_hits),
            enemy: self.enemy.strength().struck(book, hits),
        }
    }
}

/// One hit for every two reinforcement bases, rounded down.
fn reinforcement_hits(book: &Rulebook, bases: u8) -> u8 {
    bases / count(book, &numbers::REINFORCEMENTS).max(1)
}

fn cut_down(book: &Rulebook, unit: &Fighter, routers: &Fighter, paired: u8) -> u8 {
    paired.saturating_add(unit.reinforcements).saturating_mul(unit.hits(book, routers))
}
