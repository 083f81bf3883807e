//! What action points buy and how far it goes: T-ACTIONS, T-MOVEMENT.

use firelock_core::{Clause, Grid, Rulebook, words};
use firelock_table::Length;

use super::numbers;
use crate::clauses::*;

words! {
    /// A row of T-ACTIONS.
    Action {
        /// Straight ahead.
        #[default]
        Increment,
        /// The first shot of a unit.
        FirstShot,
        /// Its second and last.
        SecondShot,
        /// An assault.
        Assault,
        /// The front edge goes through slowing scenery, for each increment.
        Scenery,
        /// The front edge crosses a linear feature, each time.
        Linear,
        /// Another front, or Close for Loose and the other way round.
        Frontage,
        /// A turn on the spot.
        Facing,
        /// A wheel with a front of up to three bases.
        Wheel,
        /// A wheel with a wider front.
        WideWheel,
        /// A gun turns.
        GunFacing,
        /// Through another unit.
        PassThrough,
        /// A die of a gun's fire.
        GunShot,
        /// Limber or unlimber.
        Limber,
        /// Mount or dismount.
        Mount,
        /// Try to lose disorder.
        Rally,
    }
}

words! {
    /// A row of T-MOVEMENT: what moves.
    Mover {
        /// Infantry and dismounted cavalry.
        #[default]
        Foot,
        /// A limbered field gun.
        Gun,
        /// Mounted cavalry.
        Mounted,
    }
}

/// AP and the most times a turn; a dash is no limit, or the limit of T-MOVEMENT.
#[rustfmt::skip]
pub static T_ACTIONS: Grid = Grid {
    id: "T-ACTIONS",
    clause: WA_MOVE_01,
    rows: &[
        "increment", "first-shot", "second-shot", "assault", "scenery", "linear", "frontage", "facing", "wheel",
        "wide-wheel", "gun-facing", "pass-through", "gun-shot", "limber", "mount", "rally",
    ],
    columns: &["ap", "most"],
    cells: &[
        Some(1), None,
        Some(1), Some(1),
        Some(3), Some(1),
        Some(2), Some(1),
        Some(1), None,
        Some(1), None,
        Some(1), Some(1),
        Some(1), Some(1),
        Some(1), Some(2),
        Some(2), Some(2),
        Some(1), None,
        Some(1), None,
        Some(1), Some(4),
        Some(2), None,
        Some(1), None,
        Some(1), None,
    ],
};

/// Increments a turn by front, and for a gun the most.
pub static T_INCREMENTS: Grid = Grid {
    id: "T-INCREMENTS",
    clause: WA_MOVE_03,
    rows: &["front-1", "front-2", "front-3", "gun"],
    columns: &["most"],
    cells: &[Some(4), Some(3), Some(2), Some(2)],
};

/// The length of an increment in hundredths of an inch, off and on the road.
#[rustfmt::skip]
pub static T_MOVEMENT: Grid = Grid {
    id: "T-MOVEMENT",
    clause: WA_MOVE_02,
    rows: &["foot", "gun", "mounted"],
    columns: &["increment", "on-road"],
    cells: &[
        Some(300), Some(500),
        Some(300), Some(500),
        Some(400), Some(600),
    ],
};

impl Action {
    /// Its rule.
    pub const fn clause(self) -> Clause {
        match self {
            Action::Increment => WA_MOVE_02,
            Action::FirstShot | Action::SecondShot => WA_FIRE_02,
            Action::Assault => WA_ASL_01,
            Action::Scenery => WA_MOVE_10,
            Action::Linear => WA_MOVE_11,
            Action::Frontage => WA_MOVE_08,
            Action::Facing => WA_MOVE_07,
            Action::Wheel | Action::WideWheel => WA_MOVE_06,
            Action::GunFacing => WA_MOVE_21,
            Action::PassThrough => WA_MOVE_13,
            Action::GunShot => WA_ART_01,
            Action::Limber => WA_MOVE_20,
            Action::Mount => WA_MOVE_19,
            Action::Rally => WA_MOVE_27,
        }
    }

    /// What players read.
    pub const fn name(self) -> &'static str {
        match self {
            Action::Increment => "movement increment",
            Action::FirstShot => "first shot",
            Action::SecondShot => "second shot",
            Action::Assault => "assault",
            Action::Scenery => "through slowing scenery",
            Action::Linear => "over a linear feature",
            Action::Frontage => "change frontage",
            Action::Facing => "change facing",
            Action::Wheel => "wheel",
            Action::WideWheel => "wheel with a wide front",
            Action::GunFacing => "turn the gun",
            Action::PassThrough => "pass through a unit",
            Action::GunShot => "gun shot",
            Action::Limber => "limber or unlimber",
            Action::Mount => "mount or dismount",
            Action::Rally => "try to lose disorder",
        }
    }

    /// The wheel of a unit with that front (WA-MOVE-06).
    pub fn wheel(book: &Rulebook, front: u8) -> Action {
        match i32::from(front) >= book.number(&numbers::WIDE_FRONT) {
            true => Action::WideWheel,
            false => Action::Wheel,
        }
    }
}

/// The AP of an action.
pub fn price(book: &Rulebook, action: Action) -> u8 {
    small(book.look(&T_ACTIONS, action as usize, 0).expect("every action has a price"))
}

/// The most times a turn that T-ACTIONS itself allows; both wheels count together.
pub fn most(book: &Rulebook, action: Action) -> Option<u8> {
    book.look(&T_ACTIONS, action as usize, 1).map(small)
}

/// The AP of a second shot made with a powder token (WA-PRE-09).
pub fn powder_price(book: &Rulebook) -> u8 {
    small(book.number(&numbers::POWDER_COST))
}

/// The most increments a turn of a unit with that front, or of a gun (WA-MOVE-03).
pub fn increments(book: &Rulebook, mover: Mover, front: u8) -> u8 {
    let row = match mover {
        Mover::Gun => 3,
        Mover::Foot | Mover::Mounted => usize::from(front.clamp(1, 3)) - 1,
    };
    small(book.look(&T_INCREMENTS, row, 0).expect("every front has its increments"))
}

/// The longest increment off the road (WA-MOVE-02).
pub fn increment(book: &Rulebook, mover: Mover) -> Length {
    Length::inch_hundredths(book.look(&T_MOVEMENT, mover as usize, 0).expect("every mover has a length"))
}

/// The longest increment wholly along a road, for those who gain by it (WA-MOVE-05).
pub fn road_increment(book: &Rulebook, mover: Mover) -> Length {
    Length::inch_hundredths(book.look(&T_MOVEMENT, mover as usize, 1).expect("every mover has a length"))
}

fn small(number: i32) -> u8 {
    number.clamp(0, u8::MAX.into()) as u8
}
