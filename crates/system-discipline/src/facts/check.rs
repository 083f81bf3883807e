//! A morale check and what failing it does (FD-MOR).

use firelock_core::{Cuts, Die, Ledger, Lot, Read, Roll, Rolled, Rulebook, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Stands, is_over_half};
use crate::charts::{
    ADJACENT_BONUS, CASTINGS_BASE, FANATICISM, T13, ZONE_BONUS_KEPT, count, loss_from, numbers, yards,
};
use crate::clauses::*;
use crate::results::LossEffect;
use crate::words::{Branch, Cause};
use crate::yards::Yards;

/// The facts of a check of one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Check {
    /// Why it checks.
    pub cause: Cause,
    /// What it fights as.
    pub branch: Branch,
    /// Its morale rating.
    #[schemars(range(max = 4))]
    pub rating: u8,
    /// Castings of its fullest stand; of a section its crew left (FD-OPT-10).
    pub castings: u8,
    /// The castings are those of a 6 mm army, twice as many (FD-SCL-08).
    pub six_mm: bool,
    /// It is in a protective position against those who caused the check (FD-MOR-24).
    pub protected: bool,
    /// It is the garrison of a zone, not in transit.
    pub garrison: bool,
    /// It is in open order, in woods or rough.
    pub open_in_woods: bool,
    /// Its brigade commander or the commander in chief is near (FD-MOR-06).
    pub commander: bool,
    /// It stands beside its own unit as FD-OPT-17 asks.
    pub beside_own: bool,
    /// Boxes of its unit.
    pub boxes: u16,
    /// Those marked.
    pub marked: u16,
    /// Its own full stands.
    pub stands: u8,
    /// Its own half-stands.
    pub half_stands: u8,
    /// Its own double stands.
    pub double_stands: u8,
    /// Quarters in which an enemy stand is near (FD-MOR-13).
    #[schemars(range(max = 4))]
    pub closed_sides: u8,
    /// It is one that may go on now in spite of a loss (FD-OPT-04).
    pub fanatic: bool,
    /// Its owner lets it go on.
    pub goes_on: bool,
}

impl Default for Check {
    fn default() -> Check {
        Check {
            cause: Cause::Musketry,
            branch: Branch::Foot,
            rating: 2,
            castings: 5,
            six_mm: false,
            protected: false,
            garrison: false,
            open_in_woods: false,
            commander: false,
            beside_own: false,
            boxes: 12,
            marked: 0,
            stands: 6,
            half_stands: 0,
            double_stands: 0,
            closed_sides: 0,
            fanatic: false,
            goes_on: false,
        }
    }
}

/// A check weighed up: what T13 is read against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Nerve {
    /// Castings where they are the base (FD-OPT-10).
    pub castings: Option<i32>,
    /// Its rating.
    pub rating: i32,
    /// A protective position counts.
    pub protected: bool,
    /// The zone it holds counts.
    pub garrison: bool,
    /// Open order in woods or rough.
    pub open_in_woods: bool,
    /// A commander is near.
    pub commander: bool,
    /// Over half of the boxes are marked.
    pub over_half: bool,
    /// Its own unit is beside it, where that counts.
    pub beside_own: bool,
}

/// What a failed check does to a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Lost {
    /// The effect, a 0 read as the body's surroundings say.
    pub effect: LossEffect,
    /// Its owner let it go on: it counts as having passed (FD-OPT-04).
    pub ignored: bool,
    /// Boxes to mark.
    pub boxes: u16,
    /// Those boxes are its unit's last (FD-MOR-20).
    pub shattered: bool,
    /// It is halted (FD-MOR-15).
    pub halted: bool,
    /// It runs so far and is marked as fled (FD-MOR-16).
    pub flees: Option<Yards>,
    /// It surrenders and is removed, its guns captured (FD-MOR-19).
    pub surrenders: bool,
    /// Its crew leaves the guns (FD-MOR-11).
    pub leaves_guns: bool,
    /// Its guns do not fire until Phase II of the next turn is over (FD-MOR-17).
    pub silent: bool,
}

/// The die of a check, whose 0 is ten; band 1 of the answer is a failure (FD-GEN-04, FD-MOR-03).
pub fn check_roll(side: Side, total: i32) -> Roll {
    let from = total.saturating_add(1).clamp(0, 11) as i16;
    Roll::new(FD_MOR_03, "morale check", Read::Tally, [Lot::of(side, 1, Die::D(10)).cut(Cuts::at(from))])
}

/// Whether a check failed.
pub fn has_failed(rolled: &Rolled) -> bool {
    rolled.count(1) > 0
}

/// The die of a morale loss; the answer counts by effect, in the order of [`LossEffect::ALL`]; 0 has a row of its own (FD-GEN-05, FD-MOR-04).
pub fn loss_roll(book: &Rulebook, side: Side) -> Roll {
    let from = loss_from(book);
    let band = |face: i32| from.iter().rposition(|from| if face == 0 { 10 } else { face } >= *from).unwrap_or(0) as u8;
    let mut cuts: Vec<(i16, u8)> = (0..=9).map(|face| (face as i16, band(face))).collect();
    cuts.dedup_by_key(|(_, band)| *band);
    Roll::new(FD_MOR_04, "morale loss", Read::Tally, [Lot::of(side, 1, Die::Z10).cut(Cuts::new(cuts))])
}

/// The effect that fell.
pub fn loss_fallen(rolled: &Rolled) -> LossEffect {
    let band = rolled.answer.iter().position(|count| *count > 0).unwrap_or(0);
    LossEffect::ALL[band.min(LossEffect::ALL.len() - 1)]
}

impl Check {
    /// Its own stands.
    pub const fn own_stands(&self) -> Stands {
        Stands { full: self.stands, half: self.half_stands, double: self.double_stands }
    }

    /// Whether it checks at all (FD-MOR-25).
    pub fn is_needed(&self) -> bool {
        self.branch != Branch::Wagon
    }

    /// Weighs the check up.
    pub fn nerve(&self, book: &Rulebook) -> Nerve {
        let castings = if self.six_mm { self.castings.div_ceil(2) } else { self.castings };
        let inside = self.cause == Cause::ZoneLost && !book.is_on(&ZONE_BONUS_KEPT);
        Nerve {
            castings: book.is_on(&CASTINGS_BASE).then_some(castings.into()),
            rating: self.rating.into(),
            protected: self.protected && !self.garrison,
            garrison: self.garrison && !inside,
            open_in_woods: self.open_in_woods,
            commander: self.commander,
            over_half: is_over_half(book, self.boxes, self.marked),
            beside_own: self.beside_own && book.is_on(&ADJACENT_BONUS),
        }
    }

    /// The total with its reasons (FD-MOR-01).
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        T13.ledger(book, &self.nerve(book))
    }

    /// Only the total.
    pub fn total(&self, book: &Rulebook) -> i32 {
        T13.sum(book, &self.nerve(book))
    }

    /// Whether such a total passes without dice (FD-MOR-02).
    pub fn is_certain(&self, book: &Rulebook, total: i32) -> bool {
        total >= book.number(&numbers::CERTAIN_PASS)
    }

    /// What an effect is for this body: it surrenders only where it is closed in (FD-MOR-13).
    pub fn settled(&self, book: &Rulebook, fallen: LossEffect) -> LossEffect {
        match fallen {
            LossEffect::Surrenders if self.closed_sides < count(book, &numbers::SURRENDER_SIDES) => {
                LossEffect::FleesWithLoss
            }
            effect => effect,
        }
    }

    /// Whether its owner may let it go on in spite of that effect (FD-OPT-04).
    pub fn may_go_on(&self, book: &Rulebook, fallen: LossEffect) -> bool {
        book.is_on(&FANATICISM) && self.fanatic && self.settled(book, fallen) != LossEffect::Surrenders
    }

    /// What an effect does to it.
    pub fn lost(&self, book: &Rulebook, fallen: LossEffect) -> Lost {
        let effect = self.settled(book, fallen);
        let ignored = self.goes_on && self.may_go_on(book, fallen);
        let boxes: u16 = match effect {
            LossEffect::Halts | LossEffect::Flees if ignored => count(book, &numbers::FANATIC_BOXES).into(),
            LossEffect::FleesWithLoss if ignored => count(book, &numbers::FANATIC_BOXES_WORSE).into(),
            LossEffect::Halts | LossEffect::Flees => 0,
            LossEffect::FleesWithLoss => count(book, &numbers::FLIGHT_BOXES).into(),
            LossEffect::Surrenders => self.own_stands().surrender_boxes(book, self.rating),
        };
        let shattered = boxes > 0 && self.marked.saturating_add(boxes) >= self.boxes;
        let runs = matches!(effect, LossEffect::Flees | LossEffect::FleesWithLoss) && !ignored && !shattered;
        let stays = !ignored && !shattered && effect != LossEffect::Surrenders;
        let section = self.branch.is_section();
        Lost {
            effect,
            ignored,
            boxes,
            shattered,
            halted: stays,
            flees: runs.then(|| yards(book, &numbers::FLIGHT)),
            surrenders: effect == LossEffect::Surrenders,
            leaves_guns: section && runs,
            silent: section && stays && !runs,
        }
    }
}

impl Lost {
    /// Whether the body is no longer where it stood, or no longer there: what ends a melee for it (FD-MEL-46).
    pub const fn leaves(&self) -> bool {
        self.flees.is_some() || self.surrenders || self.shattered
    }
}
