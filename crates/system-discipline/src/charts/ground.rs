//! What ground is worth: T2. What it takes from fire, adds to morale and does in melee stands in T5, T8, T13 and T12.

use firelock_core::{Grid, Rulebook, words};

use super::{numbers, yards};
use crate::clauses::*;
use crate::words::{Cover, Weather, Woods, ZoneClass};
use crate::yards::Yards;

words! {
    /// A kind of ground: the rows of T2.
    Terrain {
        /// Open, rolling ground.
        #[default]
        Open,
        /// A road; it cancels other ground for those in column on it.
        Road,
        /// Light woods.
        LightWoods,
        /// Heavy woods.
        HeavyWoods,
        /// Rough ground.
        Rough,
        /// The slope of a hill.
        Slope,
        /// The top of a hill.
        Hilltop,
        /// Marsh.
        Marsh,
        /// Buildings outside a zone.
        Buildings,
        /// An objective zone: it ends a move.
        Zone,
        /// A brook.
        Stream,
        /// A river, crossed only at a bridge or a ford; any water or cliff that nobody crosses.
        River,
        /// A wall, hedge, fence, ditch or bank.
        Wall,
        /// A breastwork, a trench, a rampart.
        Earthworks,
    }
}

words! {
    /// How a body goes over ground: the columns of T2.
    Going {
        /// Foot in close order.
        #[default]
        CloseFoot,
        /// Foot in open order, and crews.
        OpenFoot,
        /// Mounted.
        Mounted,
        /// Guns and wagons.
        Limbered,
    }
}

words! {
    /// What ground does to sight and fire over it (FD-LOS-03, FD-LOS-18).
    Sight {
        /// Nothing.
        #[default]
        Clear,
        /// It is seen and fired into to a depth; beyond that it blocks.
        Depth,
        /// It blocks between lower places.
        Level,
        /// It blocks.
        Blocks,
    }
}

/// What is left of each yard in hundredths; a dash may not be entered.
#[rustfmt::skip]
pub static T2: Grid = Grid {
    id: "T2",
    clause: FD_TER_02,
    rows: &[
        "open", "road", "light-woods", "heavy-woods", "rough", "slope-uphill", "hilltop", "marsh", "buildings", "zone",
    ],
    columns: &["close-foot", "open-foot", "mounted", "limbered"],
    cells: &[
        Some(100), Some(100), Some(100), Some(100),
        Some(100), Some(100), Some(100), Some(100),
        Some(50),  Some(100), Some(50),  None,
        Some(50),  Some(100), None,      None,
        Some(50),  Some(100), Some(50),  Some(50),
        Some(100), Some(100), Some(100), Some(50),
        Some(100), Some(100), Some(100), Some(100),
        Some(50),  Some(50),  None,      None,
        None,      Some(50),  None,      None,
        Some(100), Some(100), Some(100), None,
    ],
};

/// What crossing a line costs, in tenths of a yard; a dash may not be crossed.
#[rustfmt::skip]
pub static T2_LINES: Grid = Grid {
    id: "T2-LINES",
    clause: FD_TER_02,
    rows: &["stream", "river", "wall", "earthworks"],
    columns: T2.columns,
    cells: &[
        Some(200), Some(200), Some(200), Some(400),
        None,      None,      None,      None,
        Some(200), Some(200), Some(200), None,
        Some(300), Some(300), None,      None,
    ],
};

/// A word of battle files and what it means here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The word.
    pub kind: &'static str,
    /// Its row.
    pub terrain: Terrain,
    /// The class it has as an objective zone, where it can be one.
    pub zone: Option<ZoneClass>,
}

/// Every word that battle files use. A word without a row of its own reads the nearest one, as said beside it.
#[rustfmt::skip]
pub static GROUND: &[Ground] = &[
    plain("clear", Terrain::Open),
    plain("crops", Terrain::Open),
    plain("beach", Terrain::Open),
    // The three levels of FD-TER-04 are all there is: a hollow is ground like any other.
    plain("hollow", Terrain::Open),
    plain("light-woods", Terrain::LightWoods),
    plain("orchard", Terrain::LightWoods),
    plain("dense-woods", Terrain::HeavyWoods),
    plain("rough", Terrain::Rough),
    plain("rocky", Terrain::Rough),
    // Vines and brush hinder formed troops and hide no hill.
    plain("vineyard", Terrain::Rough),
    plain("brush", Terrain::Rough),
    plain("marsh", Terrain::Marsh),
    plain("gentle-hill", Terrain::Hilltop),
    plain("steep-hill", Terrain::Hilltop),
    plain("stream", Terrain::Stream),
    // Banks cost time as a brook does.
    plain("creek", Terrain::Stream),
    plain("ravine", Terrain::Stream),
    plain("river", Terrain::River),
    plain("lake", Terrain::River),
    plain("sea", Terrain::River),
    plain("cliff", Terrain::River),
    crossing("bridge"),
    crossing("ford"),
    crossing("causeway"),
    plain("fence", Terrain::Wall),
    plain("hedge", Terrain::Wall),
    plain("stone-wall", Terrain::Wall),
    plain("high-wall", Terrain::Wall),
    plain("ditch", Terrain::Wall),
    plain("bank", Terrain::Wall),
    plain("sunken-road", Terrain::Wall),
    // Wagons and felled trees shelter like a hedge.
    plain("wagons", Terrain::Wall),
    plain("abatis", Terrain::Wall),
    plain("palisade", Terrain::Wall),
    plain("breastworks", Terrain::Earthworks),
    held("redoubt", Terrain::Earthworks, ZoneClass::F),
    held("fort", Terrain::Earthworks, ZoneClass::F),
    held("building", Terrain::Buildings, ZoneClass::B),
    held("farm", Terrain::Buildings, ZoneClass::B),
    held("village", Terrain::Buildings, ZoneClass::C),
    held("town", Terrain::Buildings, ZoneClass::D),
    held("church", Terrain::Buildings, ZoneClass::E),
    held("blockhouse", Terrain::Buildings, ZoneClass::E),
    plain("road", Terrain::Road),
    plain("track", Terrain::Road),
];

const fn plain(kind: &'static str, terrain: Terrain) -> Ground {
    Ground { kind, terrain, zone: None }
}

const fn held(kind: &'static str, terrain: Terrain, zone: ZoneClass) -> Ground {
    Ground { kind, terrain, zone: Some(zone) }
}

/// A way over water: a road by itself, and a class A zone where it is an objective.
const fn crossing(kind: &'static str) -> Ground {
    held(kind, Terrain::Road, ZoneClass::A)
}

/// What a word of battle files means.
pub fn ground(kind: &str) -> Option<&'static Ground> {
    GROUND.iter().find(|ground| ground.kind == kind)
}

/// What is left of each yard over an area, in hundredths; none where it may not be entered (FD-TER-03). A slope hinders uphill alone.
pub fn factor(book: &Rulebook, terrain: Terrain, going: Going) -> Option<i32> {
    debug_assert!(!terrain.is_line(), "lines cost once, not by the yard");
    book.look(&T2, terrain as usize, going as usize).filter(|factor| *factor > 0)
}

/// What crossing a line costs; none where it may not be crossed.
pub fn crossing_cost(book: &Rulebook, terrain: Terrain, going: Going) -> Option<Yards> {
    let row = (terrain as usize).checked_sub(Terrain::Stream as usize)?;
    book.look(&T2_LINES, row, going as usize).map(Yards::tenths)
}

/// The longest sight of a battle (FD-LOS-18).
pub fn sight_cap(book: &Rulebook, weather: Weather) -> Yards {
    match weather {
        Weather::Clear => yards(book, &numbers::SIGHT_CLEAR),
        Weather::Poor => yards(book, &numbers::SIGHT_POOR),
    }
}

/// How far a commander's fall is seen (FD-LDR-07).
pub fn fall_seen(book: &Rulebook, weather: Weather) -> Yards {
    match weather {
        Weather::Clear => yards(book, &numbers::FALL_SEEN),
        Weather::Poor => yards(book, &numbers::FALL_SEEN_POOR),
    }
}

impl Terrain {
    /// Whether it lies along a line.
    pub const fn is_line(self) -> bool {
        matches!(self, Terrain::Stream | Terrain::River | Terrain::Wall | Terrain::Earthworks)
    }

    /// The cover it gives (FD-TER-05); a zone by its class.
    pub const fn cover(self) -> Cover {
        match self {
            Terrain::Wall | Terrain::Buildings => Cover::Protective,
            Terrain::Earthworks => Cover::Earthworks,
            _ => Cover::None,
        }
    }

    /// The woods a stand in it is in (FD-TER-08).
    pub const fn woods(self) -> Woods {
        match self {
            Terrain::LightWoods | Terrain::Rough => Woods::Light,
            Terrain::HeavyWoods => Woods::Heavy,
            _ => Woods::None,
        }
    }

    /// What it does to sight.
    pub const fn sight(self) -> Sight {
        match self {
            Terrain::LightWoods | Terrain::HeavyWoods | Terrain::Rough => Sight::Depth,
            Terrain::Hilltop => Sight::Level,
            Terrain::Buildings | Terrain::Zone => Sight::Blocks,
            _ => Sight::Clear,
        }
    }
}
