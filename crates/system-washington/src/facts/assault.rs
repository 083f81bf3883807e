//! An assault up to contact: the falter test (WA-ASL).

use firelock_core::{Ledger, Read, Roll, Rulebook, Side, Tie};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice;
use crate::charts::{T_FALTER_ASSAULTER, T_FALTER_GUNS, T_FALTER_TARGET, count, falter_effect, is_battered, numbers};
use crate::clauses::*;
use crate::results::FalterEffect;
use crate::words::{Facet, Formation, LastFight, Officer, Quality, Slope, Tag, Troop};

/// One unit in an assault, as it is at the falter dice or at the fight (WA-ASL-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fighter {
    /// What it is.
    pub troop: Troop,
    /// How good it is.
    pub quality: Quality,
    /// Hessians or Scots loyalists.
    pub tag: Tag,
    /// It is mounted; cavalry only.
    pub mounted: bool,
    /// How it stands.
    pub formation: Formation,
    /// Troop bases in its front rank.
    pub front: u8,
    /// Casualty spacers in its front rank.
    pub spacers: u8,
    /// Bases at the start.
    pub start_bases: u8,
    /// Half bases left.
    pub half_bases: u8,
    /// It is disordered.
    pub disordered: bool,
    /// Casualty markers on it.
    pub casualty_markers: u8,
    /// Whether a commander is with it.
    pub officer: Officer,
    /// Other units of its side within 6 inches, no guns.
    pub supports: u8,
    /// It has rolled falter dice as an assaulter before.
    pub assault_attempted: bool,
    /// What became of its latest fight.
    pub last_fight: LastFight,
    /// All its front-rank bases stand in the open; counts for mounted cavalry in a fight.
    pub in_open: bool,
    /// In a fight all its front-rank bases stand in wood or marsh, before it the unit does; counts for Indians.
    pub in_wood_or_marsh: bool,
}

/// How an assault comes on: read at the declaration and kept until the fight (WA-ASL-25).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Approach {
    /// Which side of the target is assaulted.
    pub facet: Facet,
    /// The target defends a linear against the assaulter (WA-TERR-05).
    pub linear: bool,
    /// The target was first on its hill (WA-TERR-07).
    pub first_on_hill: bool,
    /// The target is uphill (WA-TERR-06).
    pub uphill: Slope,
}

/// The facts of a falter test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Assault {
    /// Who comes on.
    pub assaulter: Fighter,
    /// Who is assaulted, unless it is a battery.
    pub target: Fighter,
    /// Guns of the battery that is assaulted; none where the target is a unit.
    pub guns: u8,
    /// How the assault comes on.
    pub approach: Approach,
}

impl Default for Fighter {
    fn default() -> Fighter {
        Fighter {
            troop: Troop::Line,
            quality: Quality::Average,
            tag: Tag::None,
            mounted: true,
            formation: Formation::Close,
            front: 3,
            spacers: 0,
            start_bases: 6,
            half_bases: 12,
            disordered: false,
            casualty_markers: 0,
            officer: Officer::None,
            supports: 0,
            assault_attempted: false,
            last_fight: LastFight::None,
            in_open: true,
            in_wood_or_marsh: false,
        }
    }
}

impl Fighter {
    /// Bases, half ones counted whole (WA-ROST-05).
    pub fn bases(&self) -> u8 {
        self.half_bases.div_ceil(2)
    }

    /// Whether it is mounted cavalry.
    pub fn is_mounted(&self) -> bool {
        self.troop == Troop::Cavalry && self.mounted
    }

    /// Whether it is dismounted cavalry.
    pub fn is_dismounted(&self) -> bool {
        self.troop == Troop::Cavalry && !self.mounted
    }

    /// Whether it is in loose formation.
    pub fn is_loose(&self) -> bool {
        self.formation == Formation::Loose
    }

    /// Whether it is a single-base column (WA-FORM-04).
    pub fn is_column(&self) -> bool {
        self.formation == Formation::Close && self.front == 1 && self.spacers == 0
    }

    /// Whether it counts as line infantry (WA-ROST-16).
    pub fn is_line_like(&self) -> bool {
        self.troop.is_line_like(self.formation)
    }

    /// Whether it counts as line infantry and is in order (WA-ASL-13).
    pub fn is_ordered_line(&self) -> bool {
        self.is_line_like() && !self.disordered
    }

    /// Whether it is battered (WA-ROST-15).
    pub fn is_battered(&self, book: &Rulebook) -> bool {
        is_battered(book, self.start_bases, self.half_bases)
    }

    /// Whether it is Hessian.
    pub fn is_hessian(&self) -> bool {
        self.tag == Tag::Hessian
    }

    /// Whether it is Scots loyalist.
    pub fn is_scots_loyalist(&self) -> bool {
        self.tag == Tag::ScotsLoyalist
    }

    /// What of it cannot be, in words.
    pub fn fault(&self) -> Option<&'static str> {
        let limit = 2 * u16::from(self.start_bases);
        match self {
            _ if self.half_bases == 0 => Some("half_bases: nothing of it is left"),
            _ if u16::from(self.half_bases) > limit => Some("half_bases: more than twice start_bases"),
            _ if self.front == 0 || self.front > self.bases() => Some("front: from 1 to its bases"),
            _ if !self.troop.may_form(self.mounted, self.formation) => {
                Some("formation: these troops do not stand so (WA-FORM-03)")
            }
            _ => None,
        }
    }
}

/// The assaulter as T-FALTER reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Onset {
    /// The assaulter.
    pub own: Fighter,
    /// The target; none is a battery.
    pub target: Option<Fighter>,
    /// The target is battered.
    pub target_battered: bool,
    /// Enough friends are near.
    pub supported: bool,
    /// The target's flank or rear is assaulted.
    pub on_flank_or_rear: bool,
}

/// A unit that is assaulted, as T-FALTER reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stand {
    /// The target.
    pub own: Fighter,
    /// The assaulter.
    pub assaulter: Fighter,
    /// Enough friends are near.
    pub supported: bool,
    /// It defends a linear.
    pub linear: bool,
    /// It was first on its hill.
    pub first_on_hill: bool,
}

/// What a falter test came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Faltered {
    /// The effect.
    pub effect: FalterEffect,
    /// Assaulter less target.
    pub difference: i32,
    /// The target routs; a battery is destroyed instead (WA-ASL-23).
    pub target_removed: bool,
    /// The morale tests that this causes (WA-MOR-17, WA-MOR-22).
    pub tests_caused: u8,
    /// The assaulter may go ahead by up to its base depth (WA-ASL-20).
    pub advances: bool,
    /// The assaulter becomes disordered.
    pub disordered: bool,
    /// The assaulter retires (WA-ASL-22).
    pub retires: bool,
    /// They fight at once (WA-ASL-21).
    pub fights: bool,
}

/// Two dice of each side, the assaulter's first, each with so much added to them: the difference.
pub fn falter_roll(assaulter: Side, totals: [i32; 2]) -> Roll {
    let lots = [dice(assaulter, 1).dice(2).plus(totals[0]), dice(assaulter.enemy(), 1).dice(2).plus(totals[1]).why(1)];
    Roll::new(WA_ASL_10, "falter test", Read::Versus { tie: Tie::Stands }, lots)
}

/// The same dice one by one, the assaulter's two sorted and then the target's, for an assaulter who may roll one again (WA-CMD-07).
pub fn falter_dice(assaulter: Side) -> Roll {
    let lots = [dice(assaulter, 2), dice(assaulter.enemy(), 2).why(1)];
    Roll::new(WA_ASL_10, "falter test", Read::Faces, lots)
}

impl Assault {
    /// The assaulter as the chart reads it.
    pub fn onset(&self, book: &Rulebook) -> Onset {
        let target = (self.guns == 0).then_some(self.target);
        Onset {
            own: self.assaulter,
            target,
            target_battered: target.is_some_and(|target| target.is_battered(book)),
            supported: self.assaulter.supports >= count(book, &numbers::FALTER_SUPPORTS),
            on_flank_or_rear: self.approach.facet.is_flank_or_rear(),
        }
    }

    /// The target as the chart reads it; none is a battery.
    pub fn stand(&self, book: &Rulebook) -> Option<Stand> {
        (self.guns == 0).then_some(Stand {
            own: self.target,
            assaulter: self.assaulter,
            supported: self.target.supports >= count(book, &numbers::FALTER_SUPPORTS),
            linear: self.approach.linear,
            first_on_hill: self.approach.first_on_hill,
        })
    }

    /// What each side adds, assaulter first.
    pub fn ledgers(&self, book: &Rulebook) -> [Ledger; 2] {
        let target = match self.stand(book) {
            Some(stand) => T_FALTER_TARGET.ledger(book, &stand),
            None => T_FALTER_GUNS.ledger(book, &self.guns.into()),
        };
        [T_FALTER_ASSAULTER.ledger(book, &self.onset(book)), target]
    }

    /// Only the totals.
    pub fn totals(&self, book: &Rulebook) -> [i32; 2] {
        let target = match self.stand(book) {
            Some(stand) => T_FALTER_TARGET.sum(book, &stand),
            None => T_FALTER_GUNS.sum(book, &self.guns.into()),
        };
        [T_FALTER_ASSAULTER.sum(book, &self.onset(book)), target]
    }

    /// What a difference does.
    pub fn result(&self, book: &Rulebook, difference: i32) -> Faltered {
        let effect = falter_effect(book, difference);
        let mounted = self.assaulter.is_mounted();
        let routs = effect == FalterEffect::Rout;
        let repulsed = effect == FalterEffect::Repulse;
        Faltered {
            effect,
            difference,
            target_removed: routs,
            tests_caused: if routs && self.guns == 0 { count(book, &numbers::ROUT_TESTS) } else { 0 },
            advances: routs,
            disordered: routs || (repulsed && !mounted),
            retires: repulsed && mounted,
            fights: effect == FalterEffect::Contact,
        }
    }
}
