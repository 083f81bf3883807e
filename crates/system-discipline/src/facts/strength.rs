//! Stands and shatter boxes (FD-ROS-04, FD-ROS-18, FD-MOR-07, FD-MOR-19, FD-MOR-20).

use firelock_core::{Ledger, Quantity, Rulebook};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{boxes_per_stand, numbers};
use crate::clauses::*;

/// So many stands of each size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Stands {
    /// Full stands.
    pub full: u8,
    /// Half-stands.
    pub half: u8,
    /// Double stands.
    pub double: u8,
}

/// The facts of a unit's track of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Strength {
    /// Full stands.
    pub stands: u8,
    /// Half-stands.
    pub half_stands: u8,
    /// Double stands.
    pub double_stands: u8,
    /// Morale rating.
    #[schemars(range(max = 4))]
    pub rating: u8,
    /// Boxes marked.
    pub marked: u16,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength { stands: 6, half_stands: 0, double_stands: 0, rating: 2, marked: 0 }
    }
}

impl Stands {
    /// Their value in half-stands (FD-ROS-04).
    pub const fn halves(self) -> u16 {
        2 * self.full as u16 + self.half as u16 + 4 * self.double as u16
    }

    /// Their value, rounded up: what gives dice (FD-ROS-04).
    pub const fn value(self) -> u16 {
        self.halves().div_ceil(2)
    }

    /// A share of their value in hundredths, rounded up (FD-OBJ-07).
    pub fn share(self, hundredths: i32) -> u16 {
        let share = u32::from(self.halves()) * hundredths.max(0).unsigned_abs();
        share.div_ceil(200).min(u16::MAX.into()) as u16
    }

    /// The boxes of a unit of them (FD-ROS-18).
    pub fn boxes(self, book: &Rulebook, rating: u8) -> u16 {
        (self.halves() * boxes_per_stand(book, rating)).div_ceil(2)
    }

    /// The boxes that their surrender marks (FD-MOR-19).
    pub fn surrender_boxes(self, book: &Rulebook, rating: u8) -> u16 {
        let each = boxes_per_stand(book, rating);
        u16::from(self.full) * each + u16::from(self.half) * each.div_ceil(2) + u16::from(self.double) * 2 * each
    }
}

/// Whether losses tell: strictly more than half of the boxes are marked (FD-MOR-07).
pub fn is_over_half(book: &Rulebook, boxes: u16, marked: u16) -> bool {
    i32::from(marked) * 100 > i32::from(boxes) * book.number(&numbers::OVER_HALF)
}

impl Strength {
    /// Its stands.
    pub const fn stands(&self) -> Stands {
        Stands { full: self.stands, half: self.half_stands, double: self.double_stands }
    }

    /// Its boxes with their reasons.
    pub fn ledger(&self, book: &Rulebook) -> Ledger {
        let each = i32::from(boxes_per_stand(book, self.rating));
        let mut ledger = Ledger::bare(0, Quantity::Score);
        let sizes = [
            ("full stands", self.stands, 2),
            ("half-stands", self.half_stands, 1),
            ("double stands", self.double_stands, 4),
        ];
        // Halves are kept until the end, where one is rounded up.
        let mut odd = 0;
        for (label, n, halves) in sizes.into_iter().filter(|(_, n, _)| *n > 0) {
            let twice = i32::from(n) * halves * each;
            ledger.add(FD_ROS_18, label, twice / 2);
            odd += twice % 2;
        }
        if odd > 0 {
            ledger.add(FD_ROS_04, "a half box, rounded up", 1);
        }
        ledger
    }

    /// Its boxes in all.
    pub fn boxes(&self, book: &Rulebook) -> u16 {
        self.stands().boxes(book, self.rating)
    }

    /// Whether every box is marked (FD-MOR-20).
    pub fn is_shattered(&self, book: &Rulebook) -> bool {
        self.marked >= self.boxes(book)
    }

    /// The first mark from which losses tell.
    pub fn tells_from(&self, book: &Rulebook) -> u16 {
        let boxes = self.boxes(book);
        (0..=boxes).find(|marked| is_over_half(book, boxes, *marked)).unwrap_or(boxes)
    }
}
