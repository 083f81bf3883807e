//! What the ground means for those who stand or move on it (WA-TERR).

use firelock_core::UnitId;
use firelock_table::{
    Along, Angle, Base, Bounds, Corner, Extent, FeatureId, Inside, Length, Point, Polygon, Position, Segment, Size,
    Stretch, TOUCH, inside, lining, overlaps_ground, passes_through, trace,
};

use crate::charts::{self, numbers};
use crate::state::State;
use crate::words::Terrain;

impl State {
    /// Whether enough of a unit's bases are in some piece that matches (WA-TERR-13).
    pub fn is_in(&self, id: UnitId, matches: impl Fn(Terrain) -> bool) -> bool {
        self.pieces_of(id, matches).next().is_some()
    }

    /// The pieces that match and that a unit is in (WA-TERR-13).
    pub(crate) fn pieces_of(&self, id: UnitId, matches: impl Fn(Terrain) -> bool) -> impl Iterator<Item = FeatureId> {
        let bounds = self.unit(id).outline.bounds();
        let near = self.areas(matches).filter(move |(_, ground)| ground.bounds().meets(&bounds));
        near.filter(move |(_, ground)| self.is_inside(id, ground)).map(|(id, _)| id)
    }

    /// Whether enough of a unit's bases have their middle inside.
    fn is_inside(&self, id: UnitId, ground: &Polygon) -> bool {
        let count = inside(&self.bases(id), ground, Inside::Center);
        let part = self.stage.book.number(&numbers::IN_PIECE);
        count.n > 0 && 100 * i32::from(count.n) >= part * i32::from(count.of)
    }

    /// Whether all bases of the front rank are in ground that matches; no piece need hold them all (WA-TERR-13).
    pub(crate) fn front_rank_in(&self, id: UnitId, matches: impl Fn(Terrain) -> bool) -> bool {
        let bases = self.front_rank(id);
        let grounds: Vec<&Polygon> = self.areas(matches).map(|(_, ground)| ground).collect();
        !bases.is_empty() && bases.iter().all(|base| grounds.iter().any(|ground| ground.holds_center(base)))
    }

    /// Whether no base of the front rank is in slowing scenery (WA-TERR-04).
    pub(crate) fn front_rank_in_open(&self, id: UnitId) -> bool {
        let grounds: Vec<&Polygon> = self.areas(is_slowing).map(|(_, ground)| ground).collect();
        self.front_rank(id).iter().all(|base| !grounds.iter().any(|ground| ground.holds_center(base)))
    }

    /// Whether a place lies in a piece that matches.
    pub(crate) fn place_in(&self, place: Point, matches: impl Fn(Terrain) -> bool) -> bool {
        self.ground.table.areas_at(place).any(|id| matches(self.ground.terrain(id)))
    }

    /// The areas of ground that match.
    pub(crate) fn areas(&self, matches: impl Fn(Terrain) -> bool) -> impl Iterator<Item = (FeatureId, &Polygon)> {
        let ground = &self.ground;
        ground.table.features().filter_map(move |(id, feature)| match &feature.extent {
            Extent::Area { ground: area, .. } if matches(ground.terrain(id)) => Some((id, area)),
            _ => None,
        })
    }

    /// The lines of ground that match.
    pub(crate) fn lines(&self, matches: impl Fn(Terrain) -> bool) -> impl Iterator<Item = (FeatureId, &[Point])> {
        let ground = &self.ground;
        ground.table.features().filter_map(move |(id, feature)| match &feature.extent {
            Extent::Line { path, .. } if matches(ground.terrain(id)) => Some((id, &path[..])),
            _ => None,
        })
    }

    /// The hill at a place, the uppermost where several lie over each other (WA-TERR-06).
    pub(crate) fn hill_at(&self, place: Point) -> Option<FeatureId> {
        self.ground.table.areas_at(place).filter(|id| is_hill(self.ground.terrain(*id))).last()
    }

    /// The hill a unit stands on.
    pub(crate) fn hill_of(&self, id: UnitId) -> Option<FeatureId> {
        self.unit(id).hill_entry.map(|(hill, _)| hill)
    }

    /// The obstacle along enough of a unit's front, close ahead of it (WA-TERR-05).
    pub(crate) fn obstacles_ahead(&self, id: UnitId) -> impl Iterator<Item = &[Point]> {
        let front = self.front(id);
        let within = self.stage.length(&numbers::LINEAR_REACH);
        let part = self.stage.book.number(&numbers::LINEAR_PART);
        let near = front.bounds().grown(within + TOUCH);
        self.lines(|terrain| terrain == Terrain::Obstacle).map(|(_, path)| path).filter(move |path| {
            let close = path.windows(2).any(|leg| Segment::new(leg[0], leg[1]).bounds().meets(&near));
            close && {
                let lining = lining(front, path, within);
                lining.covered.get() > 0
                    && 100 * i64::from(lining.covered.get()) >= i64::from(part) * i64::from(lining.of.get())
            }
        })
    }

    /// Whether a unit defends a linear against whoever or whatever comes along that line towards it (WA-TERR-05).
    pub(crate) fn defends_linear(&self, id: UnitId, line: Segment) -> bool {
        let crosses = |path: &[Point]| path.windows(2).any(|leg| line.meets(Segment::new(leg[0], leg[1])));
        self.obstacles_ahead(id).any(crosses)
    }

    /// Whether the straight way between two places lies wholly on roads (WA-TERR-10, WA-MOVE-05).
    pub(crate) fn is_along_road(&self, from: Point, to: Point) -> bool {
        let bounds = Segment::new(from, to).bounds();
        let near = |extent: &Extent| match extent {
            Extent::Line { path, width } => {
                path.windows(2).any(|leg| Segment::new(leg[0], leg[1]).bounds().grown(*width).meets(&bounds))
            }
            Extent::Spot { .. } => true,
            Extent::Area { .. } => false,
        };
        let mut roads = self.ground.table.features().filter(|(id, _)| self.ground.terrain(*id) == Terrain::Road);
        roads.any(|(_, road)| near(&road.extent)) && self.is_on_roads(from, to, Stretch::WHOLE)
    }

    /// Whether a part of a straight way lies wholly on roads.
    pub(crate) fn is_on_roads(&self, from: Point, to: Point, part: Stretch) -> bool {
        let way = trace(&self.ground.table, from, to);
        let mut reached: Option<Along> = None;
        for span in way.spans().iter().filter(|span| self.ground.terrain(span.feature) == Terrain::Road) {
            let begins = match reached {
                None => span.part.from <= part.from,
                Some(end) => span.part.from <= end,
            };
            if !begins {
                break;
            }
            reached = Some(reached.map_or(span.part.to, |end| end.max(span.part.to)));
        }
        reached.is_some_and(|end| end >= part.to)
    }
}

/// Ground swept by a front edge, in one act.
#[derive(Clone, Debug)]
pub(crate) enum Swept {
    /// A straight increment: a rectangle as wide as the front and as deep as the way.
    Ahead(Base),
    /// A wheel: the outline of the sector, as straight pieces.
    Sector([Point; 5]),
}

impl Swept {
    /// What the front of a footprint sweeps going straight ahead by so much.
    pub(crate) fn ahead(outline: &Base, by: Length) -> Swept {
        Swept::Ahead(Base::new(outline.pose.ahead(by), Size::new(outline.size.width, by)))
    }

    /// Whether some of it lies in an area.
    pub(crate) fn overlaps(&self, ground: &Polygon) -> bool {
        match self {
            Swept::Ahead(base) => {
                base.bounds().meets(ground.bounds()) && (overlaps_ground(base, ground) || edge_in(base.front(), ground))
            }
            Swept::Sector(outline) => {
                Bounds::of(outline).meets(ground.bounds())
                    && Polygon::new(outline.to_vec())
                        .is_ok_and(|sector| firelock_table::grounds_overlap(&sector, ground))
            }
        }
    }

    /// Whether the front edge crosses a line: some of the line is swept over, not only run along.
    pub(crate) fn crosses(&self, path: &[Point]) -> bool {
        let legs = path.windows(2).map(|leg| Segment::new(leg[0], leg[1]));
        match self {
            Swept::Ahead(base) => {
                let bounds = base.bounds();
                legs.filter(|leg| leg.bounds().meets(&bounds)).any(|leg| crosses_strip(base, leg))
            }
            Swept::Sector(outline) => {
                let bounds = Bounds::of(outline);
                let mut near = legs.filter(|leg| leg.bounds().meets(&bounds)).peekable();
                if near.peek().is_none() {
                    return false;
                }
                let Ok(sector) = Polygon::new(outline.to_vec()) else { return false };
                near.any(|leg| edge_in(leg, &sector))
            }
        }
    }
}

/// Whether a leg has a part in a strip that is swept lengthwise, wider across than a touch.
fn crosses_strip(strip: &Base, leg: Segment) -> bool {
    if !passes_through(leg, strip) {
        return false;
    }
    let (from, to) = (strip.pose.local(leg.from), strip.pose.local(leg.to));
    // The part of the leg between front and rear of the strip, by its share; then how far that goes sideways.
    let (y0, y1) = (i64::from(from.y), i64::from(to.y));
    let (least, most) = (-i64::from(strip.size.depth.get()), 0);
    let x_at = |y: i64| {
        let rise = y1 - y0;
        i64::from(from.x) + i64::from(to.x - from.x) * (y - y0) / if rise == 0 { 1 } else { rise }
    };
    let (mut x0, mut x1) = (i64::from(from.x), i64::from(to.x));
    if y0 != y1 {
        let (low, high) = (y0.min(y1).max(least), y0.max(y1).min(most));
        (x0, x1) = (x_at(low), x_at(high));
    }
    let half = i64::from(strip.size.width.get()) / 2;
    let (left, right) = (x0.min(x1).max(-half), x0.max(x1).min(half));
    right - left > i64::from(TOUCH.get())
}

/// Whether some of a line lies inside an area, not only on its border.
pub(crate) fn edge_in(line: Segment, ground: &Polygon) -> bool {
    if !line.bounds().meets(ground.bounds()) {
        return false;
    }
    let is_inside = |place: Point| ground.position(place) == Position::Inside;
    is_inside(line.from)
        || is_inside(line.to)
        || is_inside(line.middle())
        || ground.edges().any(|edge| edge.crosses(line))
}

/// The sector that a front edge sweeps when it wheels about one end, as straight pieces of at most 15 degrees.
pub(crate) fn sector(outline: &Base, corner: Corner, by: Angle) -> [Point; 5] {
    let front = outline.front();
    let (pivot, far) = match corner {
        Corner::Left => (front.from, front.to),
        Corner::Right => (front.to, front.from),
    };
    let swept = |third: i32| far.about(pivot, Angle::steps(by.get() * third / 3));
    [pivot, far, swept(1), swept(2), swept(3)]
}

/// Whether ground slows (WA-TERR-02).
pub(crate) fn is_slowing(terrain: Terrain) -> bool {
    charts::ground(terrain).is_slowing
}

/// Whether it is a hill.
pub(crate) fn is_hill(terrain: Terrain) -> bool {
    charts::ground(terrain).level > 0
}

/// Whether it is a line that costs to cross (WA-TERR-11).
pub(crate) fn is_crossed(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Obstacle | Terrain::Stream)
}
