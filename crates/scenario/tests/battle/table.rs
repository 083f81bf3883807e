//! From real ground to a system's table.

use firelock_scenario::{Battle, Edge, Frame, Id, MapPoint, System};
use firelock_table::{Angle, Extent, Length, Point, Table, TableEdge};

use crate::head;

/// A battle of 1,000 by 800 with red on the given edge and extra tables.
fn battle(unit: &str, red: &str, blue: &str, extra: &str) -> Battle {
    let head = head(unit, red, blue);
    let text = format!(
        r#"{head}[[command]]
id = "r"
name = "R"
side = "red"
rank = "army"
[[command]]
id = "b"
name = "B"
side = "blue"
rank = "army"
[[unit]]
id = "red"
name = "Red"
side = "red"
command = "r"
arm = "infantry"
men = 300
training = 2
at = [500, 100]
facing = "north-east"
[[unit]]
id = "blue"
name = "Blue"
side = "blue"
command = "b"
arm = "infantry"
men = 300
training = 2
at = [500, 700]
facing = 180
{extra}"#
    );
    Battle::read("t.toml", &text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn at(x: i32, y: i32) -> MapPoint {
    MapPoint { x: x * 10, y: y * 10 }
}

#[test]
fn each_system_has_its_scale() {
    let battle = battle("yards", "south", "north", "");
    let size = |system| {
        let frame = Frame::new(&battle, system);
        (frame.width(), frame.depth())
    };
    assert_eq!(size(System::Regimental), (Length::inches(40), Length::inches(32)));
    assert_eq!(size(System::Washington), (Length::inches(40), Length::inches(32)));
    assert_eq!(size(System::Discipline), (Length::inches(100), Length::inches(80)));
    // 914.4 and 731.52 meters at 10 meters to the centimeter.
    assert_eq!(size(System::Napoleonic), (Length::grid(91_440), Length::grid(73_152)));
}

#[test]
fn meters_are_exact_too() {
    let battle = battle("meters", "south", "north", "[discipline]\nscale = 12.7\n");
    let napoleonic = Frame::new(&battle, System::Napoleonic);
    assert_eq!((napoleonic.width(), napoleonic.depth()), (Length::cm(100), Length::cm(80)));
    // 22.86 meters are 25 yards, an inch.
    assert_eq!(Frame::new(&battle, System::Regimental).length(2286), Length::inches(10));
    // A centimeter for 5 yards, as FD-SCL-05 has it: 4.572 meters. 45.72 meters do not stand on the map's grid.
    assert_eq!(Frame::new(&battle, System::Discipline).length(4572), Length::cm(100));
}

#[test]
fn places_are_rounded_to_the_nearest_step_halves_up() {
    let battle = battle("yards", "south", "north", "[regimental]\nscale = 30\n");
    let frame = Frame::new(&battle, System::Regimental);
    // A tenth of a yard is 8.466.. steps.
    let steps = |tenths: i32| frame.length(tenths).get();
    assert_eq!([steps(1), steps(2), steps(3), steps(300)], [8, 17, 25, 2540]);
    assert_eq!([steps(-1), steps(-300)], [-8, -2540]);
}

#[test]
fn red_stands_at_the_bottom_of_the_table() {
    let corner = |red: &str, blue: &str| {
        let frame = Frame::new(&battle("yards", red, blue, ""), System::Regimental);
        let inches = |point: Point| (point.x / 2540, point.y / 2540);
        let size = (frame.width().get() / 2540, frame.depth().get() / 2540);
        (size, inches(frame.point(at(0, 0))), inches(frame.point(at(250, 100))), frame.north())
    };
    assert_eq!(corner("south", "north"), ((40, 32), (0, 0), (10, 4), Angle::ZERO));
    assert_eq!(corner("west", "east"), ((32, 40), (32, 0), (28, 10), Angle::degrees(270)));
    assert_eq!(corner("north", "south"), ((40, 32), (40, 32), (30, 28), Angle::HALF));
    assert_eq!(corner("east", "west"), ((32, 40), (0, 40), (4, 30), Angle::RIGHT));
}

#[test]
fn headings_and_edges_turn_with_the_table() {
    let battle = battle("yards", "west", "east", "");
    let frame = Frame::new(&battle, System::Regimental);
    let facing = battle.units[0].facing.expect("it has one");
    assert_eq!(frame.heading(facing), Angle::degrees(315));
    assert_eq!(frame.edge(Edge::West), TableEdge::South);
    assert_eq!(frame.edge(Edge::North), TableEdge::West);
    assert_eq!(frame.edge(Edge::East), TableEdge::North);
    assert_eq!(frame.edge(Edge::South), TableEdge::East);
    // A step along a heading of the map is a step along the heading of the table.
    let (from, to) = (frame.point(at(500, 100)), frame.point(at(600, 200)));
    assert_eq!(Angle::towards(from, to), frame.heading(facing));
}

const GROUND: &str = r#"
[[feature]]
id = "hill"
kind = "gentle-hill"
rectangle = [100, 100, 400, 400]
level = 1
[[feature]]
id = "top"
kind = "steep-hill"
rectangle = [200, 200, 100, 100]
level = 3
[[feature]]
id = "dell"
kind = "hollow"
rectangle = [600, 600, 100, 100]
[[feature]]
id = "wood"
kind = "light-woods"
circle = [700, 300, 100]
[[feature]]
id = "road"
kind = "road"
line = [[0, 400], [300, 450], [1000, 400]]
width = 10
[[feature]]
id = "house"
kind = "building"
at = [900, 700]
width = 20
[[objective]]
id = "far"
name = "Far house"
feature = "house"
[[objective]]
id = "spot"
name = "A spot"
at = [900, 650]
"#;

#[test]
fn ground_is_laid_whole_where_the_frame_holds_it() {
    let battle = battle("yards", "south", "north", GROUND);
    let frame = Frame::new(&battle, System::Regimental);
    let survey = frame.survey(&battle);
    assert!(survey.cropped.is_empty());
    let rise = |extent: &Extent| if let Extent::Area { levels, .. } = extent { *levels } else { 0 };
    let levels: Vec<i8> = survey.features.iter().map(|laid| rise(&laid.extents[0])).collect();
    // The top lies two above the hill it stands on.
    assert_eq!(levels, [1, 2, -1, 0, 0, 0]);
    let features = survey
        .features
        .iter()
        .flat_map(|laid| &laid.extents)
        .map(|extent| firelock_table::Feature { kind: firelock_table::FeatureKind(0), extent: extent.clone() });
    let table = Table::new(frame.width(), frame.depth(), features.collect()).expect("a table");
    assert_eq!(table.level_at(frame.point(at(250, 250))), 3);
    assert_eq!(table.level_at(frame.point(at(150, 150))), 1);
    assert_eq!(table.level_at(frame.point(at(650, 650))), -1);
}

#[test]
fn what_the_frame_leaves_out_is_named() {
    let extra = format!("{GROUND}\n[discipline]\nframe = [250, 50, 500, 500]\n");
    let battle = battle("yards", "south", "north", &extra);
    let frame = Frame::new(&battle, System::Discipline);
    assert_eq!((frame.width(), frame.depth()), (Length::inches(50), Length::inches(50)));
    assert!(frame.contains(at(250, 550)));
    assert!(!frame.contains(at(249, 550)));
    let survey = frame.survey(&battle);
    let cropped: Vec<(&str, &str, bool)> =
        survey.cropped.iter().map(|cropped| (cropped.what, cropped.id.as_str(), cropped.is_partly)).collect();
    let expected = [
        ("feature", "hill", true),
        ("feature", "top", true),
        ("feature", "dell", false),
        ("feature", "wood", true),
        ("feature", "road", true),
        ("feature", "house", false),
        ("unit", "blue", false),
        ("objective", "spot", false),
    ];
    assert_eq!(cropped, expected);
    let road = survey.features.iter().find(|laid| battle.features[laid.feature].id == Id::new("road").expect("an id"));
    let Some(Extent::Line { path, width }) = road.and_then(|laid| laid.extents.first()) else { panic!("a road") };
    assert_eq!(*width, Length::inches(1));
    assert_eq!((path[0].x, path[path.len() - 1].x), (0, Length::inches(50).get()));
    // 441 2/3 yards of the map at the west edge of the frame, 391 2/3 above its south edge.
    assert_eq!(path[0].y, 99_483);
}
