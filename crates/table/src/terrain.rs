use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Angle, Base, Bounds, Length, Point, Polygon, Segment, crossing::Ray};

/// One feature of a table, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FeatureId(pub u16);

/// What a feature is, in the words of the rule system: a number this crate only hands back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FeatureKind(pub u16);

/// A wood, a hill, a wall, a road, a bridge: what it is, and where.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Feature {
    /// The system's word for it.
    pub kind: FeatureKind,
    /// Where it lies.
    pub extent: Extent,
}

/// The ground a feature takes up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Extent {
    /// A piece of ground, which may raise what stands on it: each contour of a hill is an area of one level.
    Area {
        /// Its outline.
        ground: Polygon,
        /// By how many levels it lies above what is around it.
        levels: i8,
    },
    /// A wall, a stream, a road: straight pieces from corner to corner, as wide as said. Its condition, like all else that the
    /// rules know of a feature, goes with its kind or stands in a list of the system's own.
    Line {
        /// The corners of its middle line.
        path: Vec<Point>,
        /// From side to side; nothing for a mere line.
        width: Length,
    },
    /// A bridge, a ford: all within a radius of a place, kept as an octagon.
    Spot {
        /// Its middle.
        at: Point,
        /// How far it reaches.
        radius: Length,
    },
}

/// One of the four edges of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TableEdge {
    /// y = 0.
    South,
    /// x = width.
    East,
    /// y = depth.
    North,
    /// x = 0.
    West,
}

/// The playing surface: its size and its features, with a flat list of boxes for quick answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Plan", into = "Plan")]
pub struct Table {
    size: Point,
    features: Vec<Feature>,
    rings: Vec<Ring>,
    boxes: Vec<Bounds>,
    corners: Vec<Point>,
}

/// A closed line of corners that is one feature or one straight piece of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ring {
    pub(crate) feature: FeatureId,
    from: u32,
    to: u32,
}

/// What of a table is written down; the rest follows from it.
#[derive(Serialize, Deserialize)]
struct Plan {
    size: Point,
    features: Vec<Feature>,
}

/// Why a list of features makes no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFault {
    /// The table has no width or no depth, or is larger than [`Table::LARGEST`].
    Size,
    /// More features than can be numbered.
    TooMany,
    /// A line has fewer than two corners, or two equal ones in a row.
    Line(FeatureId),
    /// A width or a radius is negative or larger than any table.
    Width(FeatureId),
    /// A corner lies more than [`Polygon::REACH`] from the origin.
    TooFar(FeatureId),
}

impl TableEdge {
    /// The four edges.
    pub const ALL: [TableEdge; 4] = [TableEdge::South, TableEdge::East, TableEdge::North, TableEdge::West];

    /// The heading that leads over it.
    pub const fn outward(self) -> Angle {
        match self {
            TableEdge::South => Angle::HALF,
            TableEdge::East => Angle::RIGHT,
            TableEdge::North => Angle::ZERO,
            TableEdge::West => Angle::degrees(270),
        }
    }
}

impl Table {
    /// The widest and deepest a table may be.
    pub const LARGEST: Length = Length::inches(400);

    /// A table of that width and depth with its south-west corner at the origin.
    ///
    /// # Errors
    /// When the size, the number of features or one of them is out of bounds.
    pub fn new(width: Length, depth: Length, features: Vec<Feature>) -> Result<Table, TableFault> {
        let size = Point::new(width.get(), depth.get());
        if width <= Length::ZERO || depth <= Length::ZERO || width > Table::LARGEST || depth > Table::LARGEST {
            return Err(TableFault::Size);
        }
        let mut table = Table { size, features: Vec::new(), rings: Vec::new(), boxes: Vec::new(), corners: Vec::new() };
        for (n, feature) in features.iter().enumerate() {
            let id = FeatureId(u16::try_from(n).map_err(|_| TableFault::TooMany)?);
            feature.check(id)?;
            feature.extent.for_rings(|ring| table.lay(id, ring));
        }
        table.features = features;
        Ok(table)
    }

    fn lay(&mut self, feature: FeatureId, ring: &[Point]) {
        let from = self.corners.len();
        self.corners.extend_from_slice(ring);
        self.boxes.push(Bounds::of(ring));
        // At most 2^16 features; a list of 2^32 corners does not fit into memory.
        self.rings.push(Ring { feature, from: from as u32, to: self.corners.len() as u32 });
    }

    /// From west to east.
    pub const fn width(&self) -> Length {
        Length::grid(self.size.x)
    }

    /// From south to north.
    pub const fn depth(&self) -> Length {
        Length::grid(self.size.y)
    }

    /// The whole surface.
    pub const fn bounds(&self) -> Bounds {
        Bounds { min: Point::ORIGIN, max: self.size }
    }

    /// One edge, walked clockwise about the table.
    pub const fn edge(&self, edge: TableEdge) -> Segment {
        let Point { x, y } = self.size;
        match edge {
            TableEdge::South => Segment::new(Point::new(x, 0), Point::ORIGIN),
            TableEdge::East => Segment::new(Point::new(x, y), Point::new(x, 0)),
            TableEdge::North => Segment::new(Point::new(0, y), Point::new(x, y)),
            TableEdge::West => Segment::new(Point::ORIGIN, Point::new(0, y)),
        }
    }

    /// How far a place lies beyond an edge; negative while it lies on the table side of it.
    pub const fn beyond(&self, edge: TableEdge, place: Point) -> Length {
        Length::grid(match edge {
            TableEdge::South => -place.y,
            TableEdge::East => place.x - self.size.x,
            TableEdge::North => place.y - self.size.y,
            TableEdge::West => -place.x,
        })
    }

    /// All features with their ids.
    pub fn features(&self) -> impl ExactSizeIterator<Item = (FeatureId, &Feature)> {
        self.features.iter().enumerate().map(|(n, feature)| (FeatureId(n as u16), feature))
    }

    /// One feature; none for an id of another table.
    pub fn feature(&self, id: FeatureId) -> Option<&Feature> {
        self.features.get(usize::from(id.0))
    }

    /// The corners of a line feature; none for an area or a spot.
    pub fn path(&self, id: FeatureId) -> Option<&[Point]> {
        match &self.feature(id)?.extent {
            Extent::Line { path, .. } => Some(path),
            _ => None,
        }
    }

    /// The outline of an area; none for a line or a spot.
    pub fn ground(&self, id: FeatureId) -> Option<&Polygon> {
        match &self.feature(id)?.extent {
            Extent::Area { ground, .. } => Some(ground),
            _ => None,
        }
    }

    /// The areas that hold a place, inside or on an edge.
    pub fn areas_at(&self, place: Point) -> impl Iterator<Item = FeatureId> {
        self.rings().filter_map(move |(ring, bounds)| {
            let ground = bounds.contains(place).then(|| self.ground(ring.feature)).flatten()?;
            ground.contains(place).then_some(ring.feature)
        })
    }

    /// The height of the ground at a place: the levels of all areas that hold it.
    pub fn level_at(&self, place: Point) -> i32 {
        self.areas_at(place).map(|id| i32::from(self.levels(id))).sum()
    }

    /// By how many levels a feature raises the ground.
    pub fn levels(&self, id: FeatureId) -> i8 {
        match self.feature(id).map(|feature| &feature.extent) {
            Some(Extent::Area { levels, .. }) => *levels,
            _ => 0,
        }
    }

    /// The features that a base touches, each once.
    pub fn under(&self, base: &Base) -> impl Iterator<Item = FeatureId> {
        let bounds = base.bounds();
        let mut last = None;
        self.rings().filter_map(move |(ring, around)| {
            if last == Some(ring.feature) || !around.meets(&bounds) || !touches(&base.corners, self.corners(ring)) {
                return None;
            }
            last = Some(ring.feature);
            last
        })
    }

    /// The upright box of each piece of each feature: for quick answers.
    pub fn boxes(&self) -> impl Iterator<Item = (FeatureId, &Bounds)> {
        self.rings.iter().zip(&self.boxes).map(|(ring, bounds)| (ring.feature, bounds))
    }

    /// The same table on which only some of the features lie in anybody's way. All keep their numbers.
    pub fn only(&self, keep: impl Fn(FeatureId) -> bool) -> Table {
        let kept = self.rings.iter().zip(&self.boxes).filter(|(ring, _)| keep(ring.feature));
        let (rings, boxes) = kept.map(|(ring, bounds)| (*ring, *bounds)).unzip();
        Table { rings, boxes, ..self.clone() }
    }

    /// Each piece of each feature with its box, in order of the features.
    pub(crate) fn rings(&self) -> impl Iterator<Item = (Ring, &Bounds)> {
        self.rings.iter().copied().zip(&self.boxes)
    }

    /// The corners of a piece.
    pub(crate) fn corners(&self, ring: Ring) -> &[Point] {
        &self.corners[ring.from as usize..ring.to as usize]
    }
}

impl Feature {
    fn check(&self, id: FeatureId) -> Result<(), TableFault> {
        let far = |p: &Point| p.x.unsigned_abs().max(p.y.unsigned_abs()) > Polygon::REACH.unsigned_abs();
        let wide = |length: Length| length.get() < 0 || length.get() > Polygon::REACH;
        match &self.extent {
            Extent::Area { .. } => Ok(()),
            Extent::Line { path, .. } if path.iter().any(far) => Err(TableFault::TooFar(id)),
            Extent::Line { path, .. } if path.len() < 2 || path.windows(2).any(|two| two[0] == two[1]) => {
                Err(TableFault::Line(id))
            }
            Extent::Line { width, .. } if wide(*width) => Err(TableFault::Width(id)),
            Extent::Spot { at, .. } if far(at) => Err(TableFault::TooFar(id)),
            Extent::Spot { radius, .. } if wide(*radius) => Err(TableFault::Width(id)),
            Extent::Line { .. } | Extent::Spot { .. } => Ok(()),
        }
    }
}

impl Extent {
    /// Calls a function with each closed line that makes up the extent: a piece of a line runs there and back, or round
    /// its band, which overlaps the next one at a bend by half the width.
    fn for_rings(&self, mut each: impl FnMut(&[Point])) {
        match self {
            Extent::Area { ground, .. } => each(ground.points()),
            Extent::Line { path, width } if width.get() == 0 => path.windows(2).for_each(each),
            Extent::Line { path, width } => {
                for (n, piece) in path.windows(2).enumerate() {
                    let (heading, half) = (Angle::towards(piece[0], piece[1]), width.half());
                    let over = |bends: bool| if bends { half } else { Length::ZERO };
                    let from = piece[0].ahead(heading, -over(n > 0));
                    let to = piece[1].ahead(heading, over(n + 2 < path.len()));
                    let side = heading + Angle::RIGHT;
                    each(&[
                        from.ahead(side, -half),
                        to.ahead(side, -half),
                        to.ahead(side, half),
                        from.ahead(side, half),
                    ]);
                }
            }
            Extent::Spot { at, radius } if radius.get() == 0 => each(&[*at]),
            Extent::Spot { at, radius } => {
                each(&std::array::from_fn::<_, 8, _>(|n| at.ahead(Angle::degrees(45 * n as i32), *radius)));
            }
        }
    }
}

/// Whether two closed lines share a place with their insides, borders included.
pub(crate) fn touches(a: &[Point], b: &[Point]) -> bool {
    let edge = |n: usize| Segment::new(a[n], a[(n + 1) % a.len()]);
    (0..a.len()).any(|n| Ray::new(edge(n)).meets(b))
        || b.first().is_some_and(|&place| Ray::new(Segment::new(place, place)).meets(a))
}

impl TryFrom<Plan> for Table {
    type Error = TableFault;
    fn try_from(plan: Plan) -> Result<Table, TableFault> {
        Table::new(Length::grid(plan.size.x), Length::grid(plan.size.y), plan.features)
    }
}

impl From<Table> for Plan {
    fn from(table: Table) -> Plan {
        Plan { size: table.size, features: table.features }
    }
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFault::Size => write!(f, "the table has no area or is too large"),
            TableFault::TooMany => write!(f, "more than 65536 features"),
            TableFault::Line(id) => write!(f, "feature {}: a line needs two corners, none twice in a row", id.0),
            TableFault::Width(id) => write!(f, "feature {}: a width or radius below zero or beyond any table", id.0),
            TableFault::TooFar(id) => write!(f, "feature {}: a corner lies too far from the table", id.0),
        }
    }
}

impl std::error::Error for TableFault {}
