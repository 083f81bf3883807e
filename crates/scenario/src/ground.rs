//! The map: real ground in yards or meters.

use firelock_table::{Point, Polygon, PolygonFault};

use crate::declare::{table, words};
use crate::unit::Arm;
use crate::values::{Circle, Facing, Id, MapPoint, Rectangle};

words! {
    /// The map's unit of length.
    pub enum MapUnit: "unit of length" {
        /// Yards.
        Yards = "yards",
        /// Meters.
        Meters = "meters",
    }
}

words! {
    /// An edge of the map.
    pub enum Edge: "edge" {
        /// The south edge, y = 0.
        South = "south",
        /// The west edge, x = 0.
        West = "west",
        /// The north edge.
        North = "north",
        /// The east edge.
        East = "east",
    }
}

words! {
    /// What a feature of the ground is.
    pub enum Kind: "kind of ground" {
        /// Open ground: pasture, plough land, a clearing.
        Clear = "clear",
        /// Standing crops.
        Crops = "crops",
        /// Vines.
        Vineyard = "vineyard",
        /// An orchard.
        Orchard = "orchard",
        /// Trees without undergrowth.
        LightWoods = "light-woods",
        /// Thick or tangled wood.
        DenseWoods = "dense-woods",
        /// Scrub, brushwood, cane.
        Brush = "brush",
        /// Rocks.
        Rocky = "rocky",
        /// Broken ground: pits, gullies, steep banks.
        Rough = "rough",
        /// Marsh, bog, swamp, wet meadow.
        Marsh = "marsh",
        /// A strip of shore.
        Beach = "beach",
        /// A hill or rise of gentle slope.
        GentleHill = "gentle-hill",
        /// A hill or rise of steep slope.
        SteepHill = "steep-hill",
        /// A hollow or swale, lower than the ground about it.
        Hollow = "hollow",
        /// A brook that men step over.
        Stream = "stream",
        /// A creek with steep banks.
        Creek = "creek",
        /// A ravine or gully.
        Ravine = "ravine",
        /// A river.
        River = "river",
        /// A lake or pond.
        Lake = "lake",
        /// The sea or a harbor.
        Sea = "sea",
        /// Crags, a cliff.
        Cliff = "cliff",
        /// A bluff or scarp that must be climbed.
        Bank = "bank",
        /// A bridge.
        Bridge = "bridge",
        /// A ford.
        Ford = "ford",
        /// A causeway over wet ground.
        Causeway = "causeway",
        /// A rail fence.
        Fence = "fence",
        /// A hedge.
        Hedge = "hedge",
        /// A wall or dyke that men can fire over.
        StoneWall = "stone-wall",
        /// A park wall too high to fire over.
        HighWall = "high-wall",
        /// A sunken lane.
        SunkenRoad = "sunken-road",
        /// A ditch.
        Ditch = "ditch",
        /// Breastworks, trenches, fleches.
        Breastworks = "breastworks",
        /// A closed field work.
        Redoubt = "redoubt",
        /// A fort.
        Fort = "fort",
        /// Felled trees.
        Abatis = "abatis",
        /// A palisade.
        Palisade = "palisade",
        /// A house or barn.
        Building = "building",
        /// A farm within its walls.
        Farm = "farm",
        /// A village or hamlet.
        Village = "village",
        /// A town block.
        Town = "town",
        /// A church with its yard.
        Church = "church",
        /// A blockhouse or fortified house.
        Blockhouse = "blockhouse",
        /// A block of wagons.
        Wagons = "wagons",
        /// A road.
        Road = "road",
        /// A cart track or path.
        Track = "track",
    }
}

words! {
    /// The state of a road.
    pub enum RoadCondition: "condition" {
        /// Good going.
        Good = "good",
        /// Deep, rutted or narrow.
        Poor = "poor",
    }
}

words! {
    /// What shelter a feature gives, where its kind does not say enough.
    pub enum Cover: "cover" {
        /// None.
        None = "none",
        /// A hedge's worth.
        Light = "light",
        /// A stone wall's worth.
        Medium = "medium",
        /// Works.
        Strong = "strong",
    }
}

words! {
    /// How a feature is passed, where its kind does not say enough.
    pub enum Passage: "passage" {
        /// Freely.
        Free = "free",
        /// With delay or disorder.
        Slow = "slow",
        /// Not at all.
        Impassable = "impassable",
    }
}

words! {
    /// How sure a feature is.
    pub enum Certainty: "certainty" {
        /// Several accounts agree.
        Firm = "firm",
        /// One good account, or general knowledge of the ground.
        Fair = "fair",
        /// Needed on the table, invented within what the accounts allow.
        Guess = "guess",
    }
}

/// How a feature lies on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A polygon.
    Area(Vec<MapPoint>),
    /// A line of two points or more.
    Line(Vec<MapPoint>),
    /// One place.
    Spot(MapPoint),
}

table! {
    /// The rectangle of ground on which the battle is fought.
    pub struct Map: "map" {
        /// Yards or meters.
        unit: MapUnit = MapUnit::Yards,
        /// From west to east.
        width: u32 [50..=20000],
        /// From south to north.
        height: u32 [50..=20000],
        /// What the ground is where no feature says otherwise.
        ground: Kind = Kind::Clear,
        /// The height of that ground, in levels.
        level: i8 [-5..=9] = 0,
        /// Where the top of the map lies by the true compass, if not north.
        top: Option<Facing>,
        /// What else is known of the ground.
        note: Option<String> [1..=2000],
    }
}

table! {
    /// A feature of the ground.
    ///
    /// Exactly one of `area`, `line`, `at`, `rectangle` and `circle` gives its place. Features are laid in the order of
    /// the file: where two areas of ground cover lie over each other, the later one counts; heights, water, lines and
    /// places are laid over the cover.
    pub struct Feature: "feature" {
        /// Short name that other tables use.
        id: Id,
        /// What it is.
        kind: Kind,
        /// What it was called.
        name: Option<String> [1..=120],
        /// A polygon: three points or more.
        area: Vec<MapPoint> [3..=300],
        /// A line: two points or more.
        line: Vec<MapPoint> [2..=300],
        /// One place: `[x, y]`.
        at: Option<MapPoint>,
        /// An upright rectangle: `[x, y, width, height]`.
        rectangle: Option<Rectangle>,
        /// A circle: `[x, y, radius]`.
        circle: Option<Circle>,
        /// The height of its ground in levels; a hill without one is a level above the map's ground.
        level: Option<i8> [-5..=9],
        /// How wide a line is, or how large a single place, in the map's unit.
        width: Option<u32> [1..=2000],
        /// Trees stand on it.
        wooded: bool = false,
        /// Loopholed, barricaded or dug in.
        fortified: bool = false,
        /// The state of a road.
        condition: Option<RoadCondition>,
        /// What shelter it gives.
        cover: Option<Cover>,
        /// How it is passed.
        passage: Option<Passage>,
        /// Arms that can neither enter nor cross it.
        bars: Vec<Arm> [0..=5],
        /// Places where a line can be passed freely.
        gaps: Vec<MapPoint> [0..=20],
        /// How far one can see into it, in the map's unit.
        sight: Option<u32> [1..=5000],
        /// Where a work or a building fronts.
        facing: Option<Facing>,
        /// The water that a bridge, ford or causeway crosses.
        over: Option<Id>,
        /// How sure it is.
        certainty: Option<Certainty>,
        /// What else is known of it.
        note: Option<String> [1..=600],
    }
}

/// Which of the ways to lie on the map a kind of feature may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lies {
    /// As a polygon.
    pub area: bool,
    /// As a line.
    pub line: bool,
    /// As one place.
    pub spot: bool,
}

impl Kind {
    /// How a feature of this kind may lie on the map.
    pub const fn lies(self) -> Lies {
        const AREA: Lies = Lies { area: true, line: false, spot: false };
        const LINE: Lies = Lies { area: false, line: true, spot: false };
        const BOTH: Lies = Lies { area: true, line: true, spot: false };
        const PLACE: Lies = Lies { area: true, line: false, spot: true };
        const ANY: Lies = Lies { area: true, line: true, spot: true };
        match self {
            Kind::Clear | Kind::Crops | Kind::Vineyard | Kind::Orchard => AREA,
            Kind::LightWoods | Kind::DenseWoods | Kind::Brush | Kind::Rocky | Kind::Rough | Kind::Beach => AREA,
            Kind::GentleHill | Kind::SteepHill | Kind::Lake | Kind::Sea => AREA,
            Kind::Marsh | Kind::Hollow | Kind::Ravine | Kind::River | Kind::Cliff | Kind::Wagons => BOTH,
            Kind::Bridge | Kind::Ford | Kind::Causeway => ANY,
            Kind::Stream | Kind::Creek | Kind::Bank | Kind::Ditch | Kind::Road | Kind::Track => LINE,
            Kind::Fence | Kind::Hedge | Kind::StoneWall | Kind::HighWall | Kind::SunkenRoad => LINE,
            Kind::Breastworks | Kind::Abatis | Kind::Palisade => LINE,
            Kind::Redoubt | Kind::Fort | Kind::Building | Kind::Farm | Kind::Village => PLACE,
            Kind::Town | Kind::Church | Kind::Blockhouse => PLACE,
        }
    }

    /// Ground cover: what a later feature paints over an earlier one.
    pub const fn is_cover(self) -> bool {
        matches!(
            self,
            Kind::Clear
                | Kind::Crops
                | Kind::Vineyard
                | Kind::Orchard
                | Kind::LightWoods
                | Kind::DenseWoods
                | Kind::Brush
                | Kind::Rocky
                | Kind::Rough
                | Kind::Marsh
                | Kind::Beach
        )
    }

    /// Ground that lies higher or lower than the map's.
    pub const fn is_height(self) -> bool {
        matches!(self, Kind::GentleHill | Kind::SteepHill | Kind::Hollow)
    }

    /// A place that troops can hold as a garrison.
    pub const fn is_place(self) -> bool {
        matches!(
            self,
            Kind::Redoubt
                | Kind::Fort
                | Kind::Building
                | Kind::Farm
                | Kind::Village
                | Kind::Town
                | Kind::Church
                | Kind::Blockhouse
                | Kind::Bridge
        )
    }

    /// Nothing stands there: deep water and crags.
    pub const fn is_impassable(self) -> bool {
        matches!(self, Kind::River | Kind::Lake | Kind::Sea | Kind::Cliff)
    }

    /// A way over water or wet ground.
    pub const fn is_crossing(self) -> bool {
        matches!(self, Kind::Bridge | Kind::Ford | Kind::Causeway)
    }
}

impl Feature {
    /// How it lies on the map, with rectangles and circles drawn out.
    pub fn outline(&self) -> Outline {
        match (self.rectangle, self.circle, self.at) {
            (Some(rectangle), ..) => Outline::Area(rectangle.outline()),
            (_, Some(circle), _) => Outline::Area(circle.outline()),
            (.., Some(spot)) => Outline::Spot(spot),
            _ if self.area.is_empty() => Outline::Line(self.line.clone()),
            _ => Outline::Area(self.area.clone()),
        }
    }

    /// The height of its ground: its own, a level above the map's for a hill without one, a level below for a hollow,
    /// the map's for the rest.
    pub fn height(&self, map: &Map) -> i8 {
        self.level.unwrap_or(match self.kind {
            Kind::GentleHill | Kind::SteepHill => map.level + 1,
            Kind::Hollow => map.level - 1,
            _ => map.level,
        })
    }

    /// Nothing can stand on it.
    pub fn is_impassable(&self) -> bool {
        match self.passage {
            Some(passage) => passage == Passage::Impassable,
            None => self.kind.is_impassable(),
        }
    }
}

/// A polygon of the map in its own measure, tenths of the map's unit.
pub(crate) fn polygon(points: &[MapPoint]) -> Result<Polygon, PolygonFault> {
    Polygon::new(points.iter().map(|point| Point::new(point.x, point.y)).collect())
}

impl Map {
    /// The whole map as a rectangle in tenths of its unit.
    pub const fn whole(&self) -> Rectangle {
        Rectangle { x: 0, y: 0, width: self.width as i32 * 10, height: self.height as i32 * 10 }
    }
}
