//! What each kind of ground does: T-TERRAIN.

use firelock_core::{Grid, Rulebook};
use firelock_table::Length;

use super::length_in;
use crate::clauses::*;
use crate::words::{Arm, Class, Cover, Formation, Terrain};

/// A row of T-TERRAIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The kind.
    pub kind: Terrain,
    /// A line, not an area.
    pub is_linear: bool,
    /// Distances over it cost more (NQ-TER-08).
    pub is_difficult: bool,
    /// Who may go there at all.
    pub crossing: Crossing,
    /// Its cover.
    pub cover: Cover,
    /// What it does to sight.
    pub sight: Sight,
    /// Formed units that enter it become unformed (NQ-TER-09).
    pub unforms: bool,
}

/// Who may enter or cross ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// Everybody.
    All,
    /// All but artillery.
    NoArtillery,
    /// Infantry only.
    InfantryOnly,
    /// Columns and limbered guns only.
    ColumnOnly,
    /// Nobody.
    Nobody,
}

/// What ground does to sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Nothing.
    Clear,
    /// It is seen through for a little only (NQ-LOS-02).
    Depth,
    /// It blocks (NQ-LOS-02).
    Blocks,
    /// It raises what stands on it (NQ-LOS-04).
    Hill,
}

const PLAIN: Ground = Ground {
    kind: Terrain::Open,
    is_linear: false,
    is_difficult: false,
    crossing: Crossing::All,
    cover: Cover::None,
    sight: Sight::Clear,
    unforms: false,
};

/// T-TERRAIN in its order.
#[rustfmt::skip]
pub static T_TERRAIN: [Ground; 15] = [
    PLAIN,
    Ground { kind: Terrain::Road, is_linear: true, ..PLAIN },
    Ground { kind: Terrain::GentleHill, sight: Sight::Hill, ..PLAIN },
    Ground { kind: Terrain::SteepHill, is_difficult: true, sight: Sight::Hill, ..PLAIN },
    Ground { kind: Terrain::Crops, cover: Cover::Light, sight: Sight::Depth, ..PLAIN },
    Ground {
        kind: Terrain::LightWood, is_difficult: true, cover: Cover::Light, sight: Sight::Depth, unforms: true, ..PLAIN
    },
    Ground {
        kind: Terrain::DenseWood, is_difficult: true, crossing: Crossing::NoArtillery, cover: Cover::Medium,
        sight: Sight::Depth, unforms: true, ..PLAIN
    },
    Ground {
        kind: Terrain::Building, crossing: Crossing::InfantryOnly, cover: Cover::Hard, sight: Sight::Blocks, ..PLAIN
    },
    Ground { kind: Terrain::Marsh, is_difficult: true, crossing: Crossing::NoArtillery, unforms: true, ..PLAIN },
    Ground { kind: Terrain::Hedge, is_linear: true, cover: Cover::Light, ..PLAIN },
    Ground {
        kind: Terrain::Wall, is_linear: true, crossing: Crossing::NoArtillery, cover: Cover::Medium, ..PLAIN
    },
    Ground {
        kind: Terrain::Earthwork, is_linear: true, crossing: Crossing::InfantryOnly, cover: Cover::Hard, unforms: true,
        ..PLAIN
    },
    Ground { kind: Terrain::Stream, is_linear: true, unforms: true, ..PLAIN },
    Ground { kind: Terrain::River, is_linear: true, crossing: Crossing::Nobody, ..PLAIN },
    Ground { kind: Terrain::Bridge, is_linear: true, crossing: Crossing::ColumnOnly, ..PLAIN },
];

/// The numbers of T-TERRAIN: crossing costs in hundredths of the budget, depths of sight, levels.
#[rustfmt::skip]
pub static T_TERRAIN_NUMBERS: Grid = Grid {
    id: "T-TERRAIN",
    clause: NQ_TER_01,
    rows: &[
        "open", "road", "gentle-hill", "steep-hill", "crops", "light-wood", "dense-wood", "building", "marsh", "hedge",
        "wall", "earthwork", "stream", "river", "bridge",
    ],
    columns: &["crossing", "sight", "level"],
    cells: &[
        None, None, Some(0),
        None, None, Some(0),
        None, None, Some(1),
        None, None, Some(1),
        None, Some(50), Some(0),
        None, Some(50), Some(0),
        None, Some(25), Some(0),
        Some(50), None, Some(0),
        None, None, Some(0),
        Some(25), None, Some(0),
        Some(25), None, Some(0),
        Some(50), None, Some(0),
        Some(25), None, Some(0),
        None, None, Some(0),
        None, None, Some(0),
    ],
};

/// The row of a kind of ground.
pub fn ground(kind: Terrain) -> &'static Ground {
    &T_TERRAIN[kind as usize]
}

/// What crossing or entering costs in hundredths of the budget (NQ-MOV-19, NQ-TER-12).
pub fn crossing_cost(book: &Rulebook, kind: Terrain) -> i32 {
    book.look(&T_TERRAIN_NUMBERS, kind as usize, 0).unwrap_or(0)
}

/// How deep it is seen through; none where that does not matter (NQ-LOS-02).
pub fn sight_depth(book: &Rulebook, kind: Terrain) -> Option<Length> {
    length_in(book, &T_TERRAIN_NUMBERS, kind as usize, 1)
}

/// By how many levels it raises its area (NQ-TER-06).
pub fn level(book: &Rulebook, kind: Terrain) -> i32 {
    book.look(&T_TERRAIN_NUMBERS, kind as usize, 2).unwrap_or(0)
}

impl Crossing {
    /// Whether a unit of that class may enter or cross in that formation.
    pub const fn admits(self, class: Class, formation: Formation) -> bool {
        match self {
            Crossing::All => true,
            Crossing::NoArtillery => !matches!(class.arm(), Arm::Artillery),
            Crossing::InfantryOnly => matches!(class.arm(), Arm::Infantry),
            Crossing::ColumnOnly => matches!(formation, Formation::Column | Formation::Limbered),
            Crossing::Nobody => false,
        }
    }
}
