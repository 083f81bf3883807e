use firelock_table::{Point, Polygon, PolygonFault, Position};

use crate::check::Checker;
use crate::fault::FaultKind;
use crate::ground::{Feature, Outline, polygon};
use crate::unit::Arm;
use crate::values::MapPoint;

/// Checks the map and its features.
pub(crate) fn check(checker: &mut Checker<'_>) {
    let battle = checker.battle;
    if !battle.map.ground.is_cover() && checker.are_sound(&["map.ground"]) {
        let problem = format!("\"{}\" cannot be the ground of a whole map", battle.map.ground);
        checker.fault("map.ground".to_owned(), FaultKind::Contradiction, problem, "a kind of ground cover");
    }
    for (nth, feature) in battle.features.iter().enumerate() {
        let path = format!("feature[{nth}]");
        check_outline(checker, &path, feature);
        for (member, &gap) in feature.gaps.iter().enumerate() {
            checker.on_map(format!("{path}.gaps[{member}]"), gap);
        }
        if let Some(over) = &feature.over {
            checker.refer(format!("{path}.over"), over, |c| &c.features);
        }
    }
}

fn check_outline(checker: &mut Checker<'_>, path: &str, feature: &Feature) {
    let ways = [
        ("area", !feature.area.is_empty()),
        ("line", !feature.line.is_empty()),
        ("at", feature.at.is_some()),
        ("rectangle", feature.rectangle.is_some()),
        ("circle", feature.circle.is_some()),
    ];
    if !checker.exactly_one(path, &ways) {
        return;
    }
    let key = ways.iter().find(|(_, is_given)| *is_given).map_or("", |(key, _)| key);
    let path_of_key = format!("{path}.{key}");
    let lies = feature.kind.lies();
    let outline = feature.outline();
    let (is_right, word) = match outline {
        Outline::Area(_) => (lies.area, "an area"),
        Outline::Line(_) => (lies.line, "a line"),
        Outline::Spot(_) => (lies.spot, "a single place"),
    };
    if !is_right && checker.are_sound(&[&format!("{path}.kind")]) {
        let ways = [("an area", lies.area), ("a line", lies.line), ("a single place", lies.spot)];
        let ways: Vec<&str> = ways.into_iter().filter(|(_, is_way)| *is_way).map(|(word, _)| word).collect();
        let problem = format!("\"{}\" does not lie as {word}", feature.kind);
        checker.fault(path_of_key.clone(), FaultKind::BadShape, problem, ways.join(" or "));
    }
    match (&outline, key) {
        (Outline::Area(points), "area") => check_area(checker, &path_of_key, points),
        // The outline is ours; one fault for the whole is enough.
        (Outline::Area(points), _) => {
            let off = points.iter().find(|point| !checker.battle.map.whole().contains(**point));
            off.map(|&point| checker.on_map(path_of_key, point));
        }
        (Outline::Line(points), _) => check_points(checker, &path_of_key, points),
        (Outline::Spot(point), _) => drop(checker.on_map(path_of_key, *point)),
    }
}

/// Reports points off the map and neighbors that are the same.
fn check_points(checker: &mut Checker<'_>, path: &str, points: &[MapPoint]) {
    for (nth, &point) in points.iter().enumerate() {
        checker.on_map(format!("{path}[{nth}]"), point);
    }
    for (nth, pair) in points.windows(2).enumerate() {
        if pair[0] == pair[1] {
            let path = format!("{path}[{}]", nth + 1);
            checker.fault(path, FaultKind::BadShape, format!("{} is given twice running", pair[1]), "another point");
        }
    }
}

/// Reports what is wrong with a polygon.
pub(crate) fn check_area(checker: &mut Checker<'_>, path: &str, points: &[MapPoint]) {
    if !checker.are_sound(&[path]) {
        return;
    }
    check_points(checker, path, points);
    if points.first() == points.last() {
        let path = format!("{path}[{}]", points.len() - 1);
        let problem = "the last point is the first again";
        checker.fault(path, FaultKind::BadShape, problem, "each point once: a polygon closes itself");
    }
    if !checker.are_sound(&[path]) {
        return;
    }
    let edge = |nth: usize| (points[nth], points[(nth + 1) % points.len()]);
    let problem = match polygon(points) {
        Ok(_) => return,
        Err(PolygonFault::Crossing(first, second)) => {
            let ((a, b), (c, d)) = (edge(first), edge(second));
            format!("the edge from {a} to {b} meets the one from {c} to {d}")
        }
        Err(PolygonFault::Flat | PolygonFault::TooFar(_)) => "the points enclose no area".to_owned(),
    };
    checker.fault(path.to_owned(), FaultKind::BadShape, problem, "a polygon that does not cross itself");
}

/// An area of the map and what it is.
pub(crate) struct Area<'b> {
    feature: &'b Feature,
    polygon: Polygon,
}

/// The areas of the battle that are drawn rightly, in the order of the file.
pub(crate) fn areas<'b>(checker: &Checker<'b>) -> Vec<Area<'b>> {
    let features = checker.battle.features.iter().enumerate();
    let sound = features.filter(|(nth, _)| checker.found.is_sound(&format!("feature[{nth}]")));
    let area = |(_, feature): (usize, &'b Feature)| match feature.outline() {
        Outline::Area(points) => polygon(&points).ok().map(|polygon| Area { feature, polygon }),
        Outline::Line(_) | Outline::Spot(_) => None,
    };
    sound.filter_map(area).collect()
}

/// Reports a unit that stands where nothing of its arm can.
pub(crate) fn check_footing(checker: &mut Checker<'_>, areas: &[Area<'_>], path: String, arm: Arm, place: MapPoint) {
    let mut bar: Option<&Feature> = None;
    for Area { feature, polygon } in areas {
        if polygon.position(Point::new(place.x, place.y)) != Position::Inside {
            continue;
        }
        if feature.is_impassable() || feature.bars.contains(&arm) {
            bar = Some(feature);
        } else if feature.kind.is_cover() || feature.kind.is_crossing() {
            bar = None;
        }
    }
    if let Some(feature) = bar {
        let problem = format!("{place} lies in \"{}\" ({}), where {arm} cannot stand", feature.id, feature.kind);
        checker.fault(path, FaultKind::Misplaced, problem, "passable ground");
    }
}
