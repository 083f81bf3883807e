//! A shot of a gun section (FD-ART).

use firelock_core::{Clause, Cuts, Die, Ledger, Lot, Read, Roll, Rolled, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Target;
use crate::charts::{chances_at, gun_chance, numbers, yards};
use crate::clauses::*;
use crate::words::{Ammunition, Branch, Cover, Piece, Woods};
use crate::yards::Yards;

/// The facts of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Cannonade {
    /// A gun, a howitzer or a mortar.
    pub piece: Piece,
    /// Pounds of a gun's ball.
    pub poundage: u8,
    /// Working guns of the section.
    #[schemars(range(max = 2))]
    pub guns: u8,
    /// Its crewmen.
    pub crew: u8,
    /// What it fires.
    pub ammunition: Ammunition,
    /// How far.
    pub range: Yards,
    /// It stands on a slope and faces downhill (FD-LOS-15).
    pub downhill: bool,
    /// The same body was its target in the turn before.
    pub same_target: bool,
    /// At whom.
    pub target: Target,
}

impl Default for Cannonade {
    fn default() -> Cannonade {
        Cannonade {
            piece: Piece::Gun,
            poundage: 6,
            guns: 2,
            crew: 4,
            ammunition: Ammunition::Ball,
            range: Yards::whole(240),
            downhill: false,
            same_target: false,
            target: Target::default(),
        }
    }
}

/// A shot weighed up: what T5 is read against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Laid {
    /// The chart's chance of two guns.
    pub chance: i32,
    /// The section has one gun.
    pub one_gun: bool,
    /// It has two, and one man to serve them.
    pub one_crewman: bool,
    /// The same target as last turn.
    pub same_target: bool,
    /// The cover of the target.
    pub cover: Cover,
    /// The woods it is in.
    pub woods: Woods,
    /// It stands beside others.
    pub adjacent: bool,
    /// It is mounted.
    pub mounted: bool,
    /// It is unlimbered guns.
    pub unlimbered: bool,
    /// It is limbered guns or a wagon.
    pub limbered_or_wagon: bool,
    /// It is in skirmish order.
    pub skirmish_order: bool,
}

/// A chance read into hits that are certain and one that is rolled for (FD-ART-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Aimed {
    /// Hits without dice.
    pub certain: u8,
    /// The chance in a hundred of one more; none where no die is rolled.
    pub chance: Option<u8>,
}

impl Cannonade {
    /// Why it cannot fire, if it cannot.
    pub fn bar(&self, book: &Rulebook) -> Option<(Clause, &'static str)> {
        match self {
            _ if self.guns == 0 => Some((FD_ART_22, "No gun is left.")),
            _ if self.crew == 0 => Some((FD_MOV_39, "Nobody is left to serve the guns.")),
            _ if self.downhill && self.range > yards(book, &numbers::DOWNHILL_FIRE) => {
                Some((FD_LOS_15, "It cannot fire so far downhill."))
            }
            _ if self.chart_chance(book).is_none() => Some(match (self.ammunition, self.piece) {
                (Ammunition::Cannister, Piece::Gun | Piece::Howitzer) => {
                    (FD_ART_16, "Cannister does not reach so far.")
                }
                (Ammunition::Shell, _) | (_, Piece::Mortar) => (
                    FD_ART_17,
                    "Only howitzers and mortars fire shell, neither too near nor too far; mortars nothing else.",
                ),
                (Ammunition::Ball, _) => (FD_ART_06, "It does not reach so far."),
            }),
            _ => None,
        }
    }

    fn chart_chance(&self, book: &Rulebook) -> Option<i32> {
        gun_chance(book, self.piece, self.poundage, self.ammunition, self.range)
    }

    /// Weighs the shot up; none when it cannot be fired.
    pub fn laid(&self, book: &Rulebook) -> Option<Laid> {
        if self.bar(book).is_some() {
            return None;
        }
        let target = &self.target;
        Some(Laid {
            chance: self.chart_chance(book)?,
            one_gun: self.guns == 1,
            one_crewman: self.guns > 1 && self.crew == 1,
            same_target: self.same_target,
            cover: target.shelter(),
            woods: target.woods,
            adjacent: target.is_adjacent(),
            mounted: target.branch.is_mounted(),
            unlimbered: target.branch == Branch::Unlimbered,
            limbered_or_wagon: matches!(target.branch, Branch::Limbered | Branch::Wagon),
            skirmish_order: target.is_open_order(),
        })
    }

    /// The chance with its reasons, in the order of FD-ART-09.
    pub fn ledger(&self, book: &Rulebook, laid: &Laid) -> Ledger {
        chances_at(book, self.range).ledger(book, laid)
    }

    /// Only its total.
    pub fn chance(&self, book: &Rulebook, laid: &Laid) -> i32 {
        chances_at(book, self.range).sum(book, laid)
    }
}

impl Aimed {
    /// What a final chance comes to.
    pub fn at(book: &Rulebook, chance: i32) -> Aimed {
        let each = book.number(&numbers::AUTOMATIC_HIT).max(1);
        let most = book.number(&numbers::HITS_MOST).clamp(0, 60);
        let certain = (chance.max(0) / each).min(most);
        let rest = (chance - certain * each).min(100);
        let rolls = certain < most && rest > 0;
        Aimed { certain: certain as u8, chance: rolls.then_some(rest as u8) }
    }

    /// The roll for the hit that is not certain.
    pub fn roll(&self, side: Side) -> Option<Roll> {
        let most = i16::from(self.chance?);
        let cuts = Cuts::new([(1, 1), (most + 1, 0)]);
        // FD-GEN-06: equal to or under the chance, of a hundred.
        Some(Roll::new(FD_ART_13, "artillery", Read::Tally, [Lot::of(side, 1, Die::D100).cut(cuts)]))
    }

    /// Hits in all.
    pub fn hits(&self, rolled: Option<&Rolled>) -> u8 {
        self.certain + rolled.map_or(0, |rolled| rolled.count(1) as u8)
    }
}
