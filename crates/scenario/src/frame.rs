use firelock_table::{Angle, Extent, Length, Point, Polygon, TableEdge};
use serde::Serialize;

use crate::battle::Battle;
use crate::clip::{clip_area, clip_line};
use crate::ground::{Edge, Feature, Map, MapUnit, Outline, polygon};
use crate::system::System;
use crate::values::{Facing, Id, MapPoint, Rectangle, Tenths};

/// How the ground of a battle lies on a system's table.
///
/// The frame is the part of the map that is played. It is turned by quarters so that red's edge is the bottom of the
/// table, and shrunk by the system's scale. All of it is whole numbers: a place on the table is the nearest point of the
/// grid, halves to the north and east.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    ground: Rectangle,
    bottom: Edge,
    /// Table steps of 1/100 mm for so many tenths of the map's unit.
    steps: i64,
    tenths: i64,
}

/// A feature of the battle as it lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its place in the battle's list of features.
    pub feature: usize,
    /// Its parts on the table: usually one, more where the frame cuts it in pieces.
    pub extents: Vec<Extent>,
}

/// Something of the battle that the frame leaves out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cropped {
    /// What it is: `feature`, `unit`, `command`, `objective` or `arrival`.
    pub what: &'static str,
    /// Its id; an arrival goes by its first unit or command.
    pub id: Id,
    /// A part of it is still there.
    pub is_partly: bool,
}

/// The ground on the table, and what the frame left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The features that lie on the table at least in part, in the order of the file.
    pub features: Vec<Laid>,
    /// What does not.
    pub cropped: Vec<Cropped>,
}

impl System {
    /// The ground scale in tenths: yards to the inch; for `napoleonic` meters to the centimeter (RF-SCL-02, FD-SCL-04,
    /// NQ-SCA-02; `washington` has none, 25 yards follow from its frontages).
    pub const fn scale(self) -> Tenths {
        match self {
            System::Regimental | System::Washington => Tenths(250),
            System::Discipline | System::Napoleonic => Tenths(100),
        }
    }
}

impl Frame {
    /// The frame of a battle for a system.
    pub fn new(battle: &Battle, system: System) -> Frame {
        let block = battle.block(system);
        let ground = block.and_then(|block| block.frame).unwrap_or(battle.map.whole());
        let scale = i64::from(block.and_then(|block| block.scale).unwrap_or(system.scale()).0);
        // A yard is 0.9144 meters, exactly.
        let (steps, tenths) = match (system, battle.map.unit) {
            (System::Napoleonic, MapUnit::Meters) => (1000, scale),
            (System::Napoleonic, MapUnit::Yards) => (1000 * 9144, scale * 10_000),
            (_, MapUnit::Yards) => (2540, scale),
            (_, MapUnit::Meters) => (2540 * 10_000, scale * 9144),
        };
        Frame { ground, bottom: battle.sides.red.edge, steps, tenths }
    }

    /// The part of the map that is played.
    pub const fn ground(&self) -> Rectangle {
        self.ground
    }

    /// From west to east on the table.
    pub fn width(&self) -> Length {
        self.length(if self.is_sideways() { self.ground.height } else { self.ground.width })
    }

    /// From south to north on the table.
    pub fn depth(&self) -> Length {
        self.length(if self.is_sideways() { self.ground.width } else { self.ground.height })
    }

    /// The place lies in the frame or on its edge.
    pub const fn contains(&self, place: MapPoint) -> bool {
        self.ground.contains(place)
    }

    /// A length of ground, in tenths of the map's unit, on the table.
    pub fn length(&self, tenths: i32) -> Length {
        let steps = (2 * i64::from(tenths) * self.steps + self.tenths).div_euclid(2 * self.tenths);
        // The largest map at the finest scale is below the table's reach.
        Length::grid(i32::try_from(steps).unwrap_or(i32::MAX))
    }

    /// A place of the map on the table.
    pub fn point(&self, place: MapPoint) -> Point {
        let (east, north) = (place.x - self.ground.x, place.y - self.ground.y);
        let (west, south) = (self.ground.width - east, self.ground.height - north);
        let (x, y) = match self.bottom {
            Edge::South => (east, north),
            Edge::West => (south, east),
            Edge::North => (west, south),
            Edge::East => (north, west),
        };
        Point::new(self.length(x).get(), self.length(y).get())
    }

    /// A facing of the map on the table.
    pub fn heading(&self, facing: Facing) -> Angle {
        let turn = match self.bottom {
            Edge::South => 0,
            Edge::West => 270,
            Edge::North => 180,
            Edge::East => 90,
        };
        Angle::degrees(i32::from(facing.degrees()) + turn).heading()
    }

    /// Where the map's north lies on the table.
    pub fn north(&self) -> Angle {
        self.heading(Facing::default())
    }

    /// Where true north lies on the table, for a map whose top may be another point of the compass.
    pub fn true_north(&self, map: &Map) -> Angle {
        let top = map.top.map_or(0, Facing::degrees);
        Angle::degrees(self.north().get() / 100 - i32::from(top)).heading()
    }

    /// An edge of the map on the table.
    pub fn edge(&self, edge: Edge) -> TableEdge {
        let clockwise = [TableEdge::South, TableEdge::West, TableEdge::North, TableEdge::East];
        clockwise[(edge as usize + 4 - self.bottom as usize) % 4]
    }

    /// Lays the ground of a battle on the table and says what the frame leaves out.
    ///
    /// Heights are given as the table wants them: by how much each area rises above the earlier one that holds it.
    pub fn survey(&self, battle: &Battle) -> Survey {
        let mut survey = Survey { features: Vec::new(), cropped: Vec::new() };
        let mut heights = Heights { ground: battle.map.level, areas: Vec::new() };
        for (nth, feature) in battle.features.iter().enumerate() {
            let levels = heights.lay(&battle.map, feature);
            let (extents, is_whole) = self.lay(feature, levels);
            if !is_whole {
                let cropped = Cropped { what: "feature", id: feature.id.clone(), is_partly: !extents.is_empty() };
                survey.cropped.push(cropped);
            }
            if !extents.is_empty() {
                survey.features.push(Laid { feature: nth, extents });
            }
        }
        let mut leave_out = |what: &'static str, id: &Id, place: Option<MapPoint>| {
            if place.is_some_and(|place| !self.contains(place)) {
                survey.cropped.push(Cropped { what, id: id.clone(), is_partly: false });
            }
        };
        battle.units.iter().for_each(|unit| leave_out("unit", &unit.id, unit.at));
        battle.commands.iter().for_each(|command| leave_out("command", &command.id, command.at));
        battle.objectives.iter().for_each(|objective| leave_out("objective", &objective.id, objective.at));
        for arrival in &battle.arrivals {
            let first = arrival.units.iter().chain(&arrival.commands).next();
            first.into_iter().for_each(|id| leave_out("arrival", id, Some(arrival.at)));
        }
        survey
    }

    /// The parts of a feature on the table, and whether that is all of it.
    fn lay(&self, feature: &Feature, levels: i8) -> (Vec<Extent>, bool) {
        let across = |width: Option<u32>| self.length(width.unwrap_or(0) as i32 * 10);
        match feature.outline() {
            Outline::Area(points) => {
                let is_whole = points.iter().all(|&point| self.contains(point));
                let placed = points.iter().map(|&point| self.point(point)).collect();
                let parts = clip_area(placed, self.width(), self.depth());
                let grounds = parts.into_iter().filter_map(|part| Polygon::new(part).ok());
                (grounds.map(|ground| Extent::Area { ground, levels }).collect(), is_whole)
            }
            Outline::Line(points) => {
                let is_whole = points.iter().all(|&point| self.contains(point));
                let placed: Vec<Point> = points.iter().map(|&point| self.point(point)).collect();
                let parts = clip_line(&placed, self.width(), self.depth());
                let width = across(feature.width);
                (parts.into_iter().map(|path| Extent::Line { path, width }).collect(), is_whole)
            }
            Outline::Spot(place) if self.contains(place) => {
                (vec![Extent::Spot { at: self.point(place), radius: across(feature.width).half() }], true)
            }
            Outline::Spot(_) => (Vec::new(), false),
        }
    }

    const fn is_sideways(&self) -> bool {
        matches!(self.bottom, Edge::West | Edge::East)
    }
}

/// The areas with a height of their own that are laid so far.
struct Heights {
    ground: i8,
    areas: Vec<(Polygon, i8)>,
}

impl Heights {
    /// By how many levels a feature lies above the last earlier area that holds all of it.
    fn lay(&mut self, map: &Map, feature: &Feature) -> i8 {
        let Outline::Area(points) = feature.outline() else { return 0 };
        if !feature.kind.is_height() && feature.level.is_none() {
            return 0;
        }
        let holds = |area: &Polygon| points.iter().all(|point| area.contains(Point::new(point.x, point.y)));
        let under = self.areas.iter().rev().find(|(area, _)| holds(area)).map_or(self.ground, |(_, height)| *height);
        let height = feature.height(map);
        self.areas.extend(polygon(&points).ok().map(|area| (area, height)));
        height - under
    }
}
