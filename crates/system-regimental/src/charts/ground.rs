//! What ground is worth where a battle does not say otherwise: T-TER.

use firelock_core::Rulebook;
use firelock_table::Length;

use super::{length, numbers};
use crate::words::{ChargeGround, Cover, MoveClass, Obstacle, Visibility};

/// How a kind of feature lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroundShape {
    /// Over an area.
    Area,
    /// Along a line.
    Linear,
    /// At one place.
    Spot,
}

/// Where a defender must stand to have the worth of the ground in a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChargeWhen {
    /// In it, or along it.
    Held,
    /// Higher than the attacker (RF-TER-15).
    Uphill,
    /// Beyond it.
    Behind,
}

/// What a feature does to sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SightRule {
    /// Nothing.
    Free,
    /// Sight passes as much as of light woods (RF-LOS-03).
    LightWoods,
    /// Sight passes as much as of dense woods (RF-LOS-03).
    DenseWoods,
    /// Its level counts (RF-LOS-02).
    Level,
    /// It blocks (RF-LOS-04).
    Blocks,
}

/// Whether a feature is works (RF-TER-23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Works {
    /// None.
    None,
    /// With a flank and a rear.
    Open,
    /// Without.
    Closed,
}

/// A kind of feature and what it is worth (RF-TER-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The word of battle files.
    pub kind: &'static str,
    /// How it lies.
    pub shape: GroundShape,
    /// How it is crossed.
    pub class: MoveClass,
    /// Its cover.
    pub cover: Cover,
    /// Its worth to those who are charged.
    pub charge: ChargeGround,
    /// Where they must stand for it.
    pub charge_when: ChargeWhen,
    /// What it does to sight.
    pub sight: SightRule,
    /// Levels that its ground lies above the ground about it.
    pub level: i8,
    /// What crossing it asks.
    pub obstacle: Obstacle,
    /// "In woods" is in it (RF-TER-13).
    pub wooded: bool,
    /// Whether it is works.
    pub works: Works,
    /// Troops may form a garrison in it (RF-FRM-08).
    pub garrison: bool,
}

/// What a kind of feature is worth, by the word of battle files.
pub fn ground(kind: &str) -> Option<&'static Ground> {
    GROUND.iter().find(|ground| ground.kind == kind)
}

/// The longest sight of a battle (RF-TER-22, RF-LOS-08).
pub fn sight_cap(book: &Rulebook, visibility: Visibility) -> Length {
    length(
        book,
        match visibility {
            Visibility::Clear => &numbers::SIGHT_CLEAR,
            Visibility::Twilight => &numbers::SIGHT_TWILIGHT,
            Visibility::Fog => &numbers::SIGHT_FOG,
        },
    )
}

/// The rows of T-TER by every word that battle files use. A word without a row of its own reads the nearest one, as said beside it.
pub static GROUND: &[Ground] = &[
    CLEAR,
    // Sand slows nobody much.
    CLEAR.named("beach"),
    CLEAR.named("crops"),
    ORCHARD,
    // Vines and brush hide and hinder like fruit trees; neither is woods.
    ORCHARD.named("vineyard"),
    ORCHARD.named("brush"),
    LIGHT_WOODS,
    DENSE_WOODS,
    ROCKY,
    // Pits and gullies are crossed like rocks.
    ROCKY.named("rough"),
    Ground { class: MoveClass::Rough, ..CLEAR.named("marsh") },
    GENTLE_HILL,
    // A hollow is a gentle slope the other way.
    Ground { level: -1, ..GENTLE_HILL.named("hollow") },
    Ground { class: MoveClass::Rough, charge: ChargeGround::Strong, ..GENTLE_HILL.named("steep-hill") },
    STREAM,
    // A dry ditch is stepped over like a brook.
    STREAM.named("ditch"),
    RAVINE,
    RAVINE.named("creek"),
    // A bluff is climbed like the bank of a ravine, and has no inside to hide in.
    Ground { cover: Cover::None, ..RAVINE.named("bank") },
    RIVER,
    RIVER.named("lake"),
    RIVER.named("sea"),
    RIVER.named("cliff"),
    BRIDGE,
    BRIDGE.named("causeway"),
    BRIDGE.named("ford-on-road"),
    Ground {
        class: MoveClass::Rough,
        charge: ChargeGround::Favorable,
        charge_when: ChargeWhen::Behind,
        ..BRIDGE.named("ford")
    },
    FENCE,
    FENCE.named("hedge"),
    // Wagons shelter and hinder like a fence.
    FENCE.named("wagons"),
    STONE_WALL,
    STONE_WALL.named("sunken-road"),
    Ground {
        cover: Cover::Fortified,
        charge: ChargeGround::Fortified,
        works: Works::Open,
        ..FENCE.named("breastworks")
    },
    REDOUBT,
    REDOUBT.named("fort"),
    ABATIS,
    ABATIS.named("palisade"),
    // RF-TER-19 names the high wall beside the palisade.
    ABATIS.named("high-wall"),
    BUILDING,
    BUILDING.named("farm"),
    BUILDING.named("village"),
    BUILDING.named("town"),
    BUILDING.named("church"),
    Ground {
        cover: Cover::Fortified,
        charge: ChargeGround::Fortified,
        works: Works::Closed,
        ..BUILDING.named("blockhouse")
    },
    ROAD,
    ROAD.named("road-good"),
    // A track is a poor road; RF-TER-07 tells the two apart, not this chart.
    ROAD.named("road-poor"),
    ROAD.named("track"),
];

impl Ground {
    const fn named(self, kind: &'static str) -> Ground {
        Ground { kind, ..self }
    }
}

const CLEAR: Ground = Ground {
    kind: "clear",
    shape: GroundShape::Area,
    class: MoveClass::Open,
    cover: Cover::None,
    charge: ChargeGround::None,
    charge_when: ChargeWhen::Held,
    sight: SightRule::Free,
    level: 0,
    obstacle: Obstacle::None,
    wooded: false,
    works: Works::None,
    garrison: false,
};

const ORCHARD: Ground = Ground {
    class: MoveClass::Broken,
    cover: Cover::Partial,
    charge: ChargeGround::Favorable,
    sight: SightRule::LightWoods,
    ..CLEAR.named("orchard")
};

const LIGHT_WOODS: Ground = Ground { wooded: true, ..ORCHARD.named("light-woods") };

const DENSE_WOODS: Ground = Ground {
    class: MoveClass::Rough,
    cover: Cover::Full,
    sight: SightRule::DenseWoods,
    ..LIGHT_WOODS.named("dense-woods")
};

const ROCKY: Ground =
    Ground { class: MoveClass::Rough, cover: Cover::Partial, charge: ChargeGround::Favorable, ..CLEAR.named("rocky") };

const GENTLE_HILL: Ground = Ground {
    charge: ChargeGround::Favorable,
    charge_when: ChargeWhen::Uphill,
    sight: SightRule::Level,
    level: 1,
    ..CLEAR.named("gentle-hill")
};

const STREAM: Ground = Ground {
    shape: GroundShape::Linear,
    class: MoveClass::Broken,
    charge: ChargeGround::Favorable,
    charge_when: ChargeWhen::Behind,
    obstacle: Obstacle::Minor,
    ..CLEAR.named("stream")
};

const RAVINE: Ground = Ground {
    class: MoveClass::Rough,
    cover: Cover::Partial,
    charge: ChargeGround::Strong,
    obstacle: Obstacle::Major,
    ..STREAM.named("ravine")
};

const RIVER: Ground = Ground { class: MoveClass::Impassable, ..CLEAR.named("river") };

const BRIDGE: Ground = Ground { shape: GroundShape::Spot, ..CLEAR.named("bridge") };

const FENCE: Ground = Ground {
    shape: GroundShape::Linear,
    class: MoveClass::Broken,
    cover: Cover::Partial,
    charge: ChargeGround::Favorable,
    obstacle: Obstacle::Minor,
    ..CLEAR.named("fence")
};

const STONE_WALL: Ground = Ground { cover: Cover::Full, charge: ChargeGround::Strong, ..FENCE.named("stone-wall") };

const REDOUBT: Ground = Ground {
    class: MoveClass::Rough,
    cover: Cover::Fortified,
    charge: ChargeGround::Fortified,
    obstacle: Obstacle::Major,
    works: Works::Closed,
    garrison: true,
    ..CLEAR.named("redoubt")
};

const ABATIS: Ground = Ground {
    shape: GroundShape::Linear,
    class: MoveClass::Rough,
    charge: ChargeGround::Favorable,
    obstacle: Obstacle::Major,
    ..CLEAR.named("abatis")
};

const BUILDING: Ground = Ground {
    class: MoveClass::Rough,
    cover: Cover::Full,
    charge: ChargeGround::Strong,
    sight: SightRule::Blocks,
    obstacle: Obstacle::GarrisonOnly,
    garrison: true,
    ..CLEAR.named("building")
};

const ROAD: Ground = Ground { shape: GroundShape::Linear, ..CLEAR.named("road") };
