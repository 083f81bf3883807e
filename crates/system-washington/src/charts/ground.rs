//! What each kind of ground does: T-TERRAIN.

use crate::words::Terrain;

/// A row of T-TERRAIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The kind.
    pub kind: Terrain,
    /// A line, not an area (WA-TERR-01).
    pub is_linear: bool,
    /// Increments through it cost more, and its far edge may disorder (WA-TERR-02).
    pub is_slowing: bool,
    /// Whom it covers (WA-TERR-03).
    pub cover: Cover,
    /// What it does to sight (WA-LOS-05, WA-LOS-06).
    pub sight: Sight,
    /// Its level.
    pub level: u8,
    /// Indians fight better in it (WA-SPEC-02).
    pub is_indian_ground: bool,
    /// Indians are not shaken in it (WA-SPEC-02).
    pub shelters_indians: bool,
    /// It separates a commander from a unit (WA-CMD-22).
    pub separates: bool,
}

/// Whom ground covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Nobody.
    None,
    /// Those inside.
    Inside,
    /// Those who defend it.
    Defended,
}

/// What ground does to sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Nothing.
    Clear,
    /// It is seen through for a few inches only.
    Depth,
    /// It hides what lies beyond.
    BlocksBeyond,
}

const PLAIN: Ground = Ground {
    kind: Terrain::Open,
    is_linear: false,
    is_slowing: false,
    cover: Cover::None,
    sight: Sight::Clear,
    level: 0,
    is_indian_ground: false,
    shelters_indians: false,
    separates: false,
};

/// T-TERRAIN in its order.
pub static T_TERRAIN: [Ground; 10] = [
    PLAIN,
    Ground {
        kind: Terrain::Wood,
        is_slowing: true,
        cover: Cover::Inside,
        sight: Sight::Depth,
        is_indian_ground: true,
        shelters_indians: true,
        separates: true,
        ..PLAIN
    },
    Ground {
        kind: Terrain::Building,
        is_slowing: true,
        cover: Cover::Inside,
        sight: Sight::Depth,
        shelters_indians: true,
        separates: true,
        ..PLAIN
    },
    Ground { kind: Terrain::Marsh, is_slowing: true, is_indian_ground: true, shelters_indians: true, ..PLAIN },
    Ground { kind: Terrain::Hill, sight: Sight::BlocksBeyond, level: 1, separates: true, ..PLAIN },
    Ground {
        kind: Terrain::RoughHill,
        is_slowing: true,
        sight: Sight::BlocksBeyond,
        level: 1,
        separates: true,
        ..PLAIN
    },
    Ground { kind: Terrain::River, is_slowing: true, separates: true, ..PLAIN },
    Ground { kind: Terrain::Stream, is_linear: true, ..PLAIN },
    Ground { kind: Terrain::Obstacle, is_linear: true, cover: Cover::Defended, ..PLAIN },
    Ground { kind: Terrain::Road, is_linear: true, ..PLAIN },
];

/// The row of a kind of ground.
pub fn ground(kind: Terrain) -> &'static Ground {
    &T_TERRAIN[kind as usize]
}
