//! The table in exact numbers.
//!
//! Positions are integers of 1/100 mm, headings integers of 1/100 degree; no float decides anything.
//! The crate measures and moves; it knows no rule: what a gap, a quarter or a meeting means is the system's word.
//!
//! Heading 0 faces +y (north, away from red's home edge), 90 degrees faces +x; headings grow clockwise.

mod angle;
mod base;
mod body;
mod bounds;
mod clip;
mod conform;
mod crossing;
mod crowd;
mod drive;
mod fan;
mod frame;
mod gap;
mod inside;
mod layout;
mod length;
mod lining;
mod meet;
mod meet_slide;
mod meet_walk;
mod nearest;
mod nearest_base_base;
mod overlap;
mod path;
mod pieces;
mod place;
mod point;
mod polygon;
mod pose;
mod quarter;
mod road;
mod segment;
mod shade;
mod shape;
mod solid;
mod stance;
mod sweep;
mod terrain;
mod trace;
mod wheel;
mod withdraw;

pub use angle::{Angle, arc_length};
pub use base::{Base, Size};
pub use body::{Bases, Body, Layout, MOST_BASES, Slot};
pub use bounds::Bounds;
pub use conform::{Conform, Conformed, Onto, conform};
pub use crossing::{Along, Stretch};
pub use crowd::{BodyId, Crowd, Standing, solid};
pub use drive::{BaseEdge, Corner, Drive, Ground, Leg, Meet, Met, Part, Scene, Stop, drive, drive_to_halt};
pub use fan::{Fan, in_fan, is_in_fan, passes_fan};
pub use gap::{Gap, gap, gap_within, meet_between};
pub use inside::{Count, Inside, inside, is_inside, shared_area2};
pub use layout::{End, LastRank, along, block, echelon, ranks, square};
pub use length::Length;
pub use lining::{LineSide, Lining, lining};
pub use meet::slides_clear;
pub use overlap::{
    Contact, at_least_apart, contact, grounds_overlap, overlaps, overlaps_ground, passes_through, wholly_in_ground,
};
pub use pieces::without_gaps;
pub use place::{edge_zone, free_place, is_free, rear_on_edge};
pub use point::Point;
pub use polygon::{Polygon, PolygonFault, Position};
pub use pose::Pose;
pub use quarter::{Cut, Quarter, quarter, side_boxes};
pub use road::{OnRoad, nearest_on_road, on_road};
pub use segment::Segment;
pub use shade::{Lit, Rays, Shade, Width, shade};
pub use shape::Shape;
pub use stance::Stance;
pub use terrain::{Extent, Feature, FeatureId, FeatureKind, Table, TableEdge, TableFault};
pub use trace::{Passed, Sightline, Span, Step, Trace, aim_points, clear, passed, trace, trace_over};
pub use wheel::farthest_wheel;
pub use withdraw::{Retreat, Until, Withdrawn, withdraw};

/// How far two bodies set flush may gape or overlap on the grid and still count as touching: 2 steps of 1/100 mm.
///
/// Flush bodies at a free heading cannot meet exactly on a grid; contact is at most this far apart, overlap is more than this deep.
pub const TOUCH: Length = Length::grid(2);
