//! What hits by fire do to their target, whoever shot (WA-FIRE-07..16, WA-ART-05).

use firelock_core::{Read, Roll, Rulebook, Side, words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::counted;
use crate::charts::{self, FIRE_REMOVES_HALF_BASES, count, numbers};
use crate::clauses::*;
use crate::results::Danger;
use crate::words::{Formation, Officer};

/// The target of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Target {
    /// It is a field gun.
    pub gun: bool,
    /// What is left of it; a sound gun has two.
    pub half_bases: u8,
    /// How it stands; units only.
    pub formation: Formation,
    /// It is in single-base column (WA-FORM-04).
    pub column: bool,
    /// It is in cover from this shot (WA-TERR-03).
    pub cover: bool,
    /// It is disordered already.
    pub disordered: bool,
    /// It has ignored its hit of this turn; loose units only.
    pub first_hit_ignored: bool,
    /// Whether a commander is with it.
    pub officer: Officer,
}

impl Default for Target {
    fn default() -> Target {
        Target {
            gun: false,
            half_bases: 12,
            formation: Formation::Close,
            column: false,
            cover: false,
            disordered: false,
            first_hit_ignored: false,
            officer: Officer::None,
        }
    }
}

words! {
    /// With what a shot was made.
    Arms {
        /// Muskets and carbines.
        #[default]
        Muskets,
        /// Rifles.
        Rifles,
        /// A field gun.
        Guns,
    }
}

/// A shot that has been made: what saves and markers depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Impact {
    /// At whom.
    pub target: Target,
    /// The score that saves.
    pub save: i32,
    /// With what.
    pub arms: Arms,
}

/// What a shot came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Struck {
    /// Hits, those ignored included.
    pub hits: u8,
    /// Hits that a loose target ignored (WA-FIRE-07).
    pub ignored: u8,
    /// Failed saves.
    pub casualties: u8,
    /// Half bases lost, no more than there were.
    pub half_bases_lost: u8,
    /// Half bases left.
    pub half_bases: u8,
    /// Casualty markers placed.
    pub markers: u8,
    /// Some marker came from artillery (WA-ART-05).
    pub artillery_casualty: bool,
    /// It is disordered now.
    pub disordered: bool,
    /// It has ignored its hit of this turn.
    pub first_hit_ignored: bool,
    /// Nothing of it is left (WA-FIRE-16, WA-ART-09).
    pub destroyed: bool,
    /// The commander with it is in danger (WA-LEAD-02).
    pub danger: Option<Danger>,
}

impl Impact {
    /// How many of so many hits the target ignores (WA-FIRE-07).
    pub fn ignored(&self, book: &Rulebook, hits: u8) -> u8 {
        let target = &self.target;
        match !target.gun && target.formation == Formation::Loose && !target.first_hit_ignored {
            true => count(book, &numbers::HITS_IGNORED).min(hits),
            false => 0,
        }
    }

    /// The saves of so many hits, ignored ones left out; none when there is nothing to save.
    pub fn save_roll(&self, side: Side, n: u8) -> Option<Roll> {
        let clause = if self.arms == Arms::Guns { WA_ART_04 } else { WA_FIRE_08 };
        (n > 0).then(|| Roll::new(clause, "saves", Read::Tally, [counted(side, n, self.save)]))
    }

    /// The markers that so many casualties place (WA-FIRE-13, WA-FIRE-14).
    pub fn markers(&self, book: &Rulebook, casualties: u8) -> u8 {
        let each = if self.arms == Arms::Rifles { &numbers::RIFLE_MARKERS } else { &numbers::CASUALTY_MARKERS };
        casualties.saturating_mul(count(book, each))
    }

    /// The dice of the markers of so many casualties (WA-FIRE-15); none where the target is disordered already or destroyed.
    pub fn marker_roll(&self, book: &Rulebook, side: Side, casualties: u8) -> Option<Roll> {
        let n = self.markers(book, casualties).min(60);
        let matters = n > 0 && !self.target.disordered && self.half_bases_left(book, casualties) > 0;
        matters.then(|| {
            let lot = counted(side, n, charts::marker_disorders(book));
            Roll::new(WA_FIRE_15, "disorder by fire", Read::Tally, [lot])
        })
    }

    /// What so many hits, failed saves and disordering marker dice do.
    pub fn struck(&self, book: &Rulebook, hits: u8, casualties: u8, disordering: u8) -> Struck {
        let half_bases = self.half_bases_left(book, casualties);
        let ignored = self.ignored(book, hits);
        let markers = self.markers(book, casualties);
        let danger = if self.arms == Arms::Rifles { Danger::Rifles } else { Danger::Shot };
        Struck {
            hits,
            ignored,
            casualties,
            half_bases_lost: self.target.half_bases - half_bases,
            half_bases,
            markers,
            artillery_casualty: self.arms == Arms::Guns && markers > 0,
            disordered: self.target.disordered || disordering > 0,
            first_hit_ignored: self.target.first_hit_ignored || ignored > 0,
            destroyed: half_bases == 0,
            danger: (markers > 0 && self.target.officer.is_with()).then_some(danger),
        }
    }

    fn half_bases_left(&self, book: &Rulebook, casualties: u8) -> u8 {
        let lost = match book.is_on(&FIRE_REMOVES_HALF_BASES) {
            true => casualties.saturating_mul(count(book, &numbers::CASUALTY_LOSS)),
            false => 0,
        };
        self.target.half_bases.saturating_sub(lost)
    }
}
