//! Lines: roads, water, walls, works; and the crossings and spots upon them.

use firelock_core::{FeatureView, Shape};
use firelock_table::Length;

use super::ground::{Down, Strokes, strokes_along};
use super::sheet::{Dot, Px, Sheet, along, distance, path, ring, walk};

pub(super) fn is_road(kind: &str) -> bool {
    matches!(kind, "road" | "track" | "sunken-road" | "causeway")
}

/// The width of a line in the picture, at least so many pixels.
pub(super) fn line_width(sheet: &Sheet, width: Length, least: f64) -> f64 {
    sheet.length(width).clamp(least, 400.0)
}

/// All linear features in their order of painting.
pub(super) fn lines(sheet: &Sheet, ground: &[FeatureView]) -> String {
    let each = |paint: &dyn Fn(&FeatureView, &[Dot], Length) -> String| -> String {
        let line = |feature: &FeatureView| match &feature.shape {
            Shape::Line(points, width) if points.len() > 1 => paint(feature, &sheet.dots(points), *width),
            _ => String::new(),
        };
        ground.iter().map(line).collect()
    };
    let mut svg = each(&|feature, line, width| low(sheet, feature, line, width));
    svg += &each(&|feature, line, width| road_edges(sheet, feature, line, width));
    svg += &each(&|feature, line, width| road(sheet, feature, line, width));
    svg += &ground.iter().map(|feature| crossing(sheet, feature, ground)).collect::<String>();
    svg += &each(&|feature, line, _| obstacle(feature, line));
    svg
}

fn stroke(class: &str, width: f64, data: &str) -> String {
    format!("<path class=\"{class}\" stroke-width=\"{}\" d=\"{data}\"/>", Px(width))
}

/// Water, ravines, banks, marshy strips.
fn low(sheet: &Sheet, feature: &FeatureView, line: &[Dot], width: Length) -> String {
    let (data, id) = (path(line), u64::from(feature.id));
    let banks = |class, step, least, most, off: f64| {
        let strokes = Strokes { class, step, least, most, down: Down::Outward };
        [1.0, -1.0].map(|sign| strokes_along(line, &strokes, sign, off, id)).concat()
    };
    let water = |width: f64| stroke("bankline", width + 2.0, &data) + &stroke("flow", width, &data);
    match feature.kind.as_str() {
        "stream" => water(line_width(sheet, width, 4.0)),
        "creek" => {
            let wide = line_width(sheet, width, 4.0);
            water(wide) + &banks("hachure", 5.0, 5.0, 8.0, wide / 2.0 + 2.5)
        }
        "river" => water(line_width(sheet, width, 10.0)),
        "ravine" | "hollow" => {
            let wide = line_width(sheet, width, 10.0);
            let strokes =
                Strokes { class: "hachure", step: 4.0, least: wide * 0.3, most: wide * 0.45, down: Down::Inward };
            [1.0, -1.0].map(|sign| strokes_along(line, &strokes, sign, -wide / 2.0, id)).concat()
        }
        "marsh" => {
            let reeds = walk(line, 18.0)
                .into_iter()
                .map(|(dot, _)| format!("<use href=\"#reed\" x=\"{}\" y=\"{}\"/>", Px(dot.x), Px(dot.y)));
            format!(
                "<path stroke=\"#dbe4d6\" fill=\"none\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"{data}\"/>",
                Px(line_width(sheet, width, 14.0))
            ) + &reeds.collect::<String>()
        }
        "bank" => {
            let strokes = Strokes { class: "hachure", step: 4.0, least: 6.0, most: 9.0, down: Down::Outward };
            stroke("hachure", 1.4, &data) + &strokes_along(line, &strokes, -1.0, 1.0, id)
        }
        "cliff" => {
            let strokes = Strokes { class: "crag", step: 3.4, least: 6.0, most: 11.0, down: Down::Outward };
            stroke("crag", 1.8, &data) + &strokes_along(line, &strokes, -1.0, 1.0, id)
        }
        "ditch" => format!("<path class=\"ditch\" d=\"{data}\"/><path class=\"ditch2\" d=\"{data}\"/>"),
        _ => String::new(),
    }
}

fn road_edges(sheet: &Sheet, feature: &FeatureView, line: &[Dot], width: Length) -> String {
    let data = path(line);
    let wide = line_width(sheet, width, 8.0);
    match feature.kind.as_str() {
        "road" | "sunken-road" => stroke("roadedge", wide + 2.4, &data),
        "track" => format!(
            "<path class=\"roadedge\" stroke-dasharray=\"9 5\" stroke-width=\"{}\" d=\"{data}\"/>",
            Px(wide + 2.4)
        ),
        "causeway" => stroke("roadedge", wide + 5.0, &data),
        _ => String::new(),
    }
}

fn road(sheet: &Sheet, feature: &FeatureView, line: &[Dot], width: Length) -> String {
    if !is_road(&feature.kind) {
        return String::new();
    }
    let wide = line_width(sheet, width, 8.0);
    let way = stroke("road", wide, &path(line));
    if feature.kind != "sunken-road" {
        return way;
    }
    let strokes = Strokes { class: "hachure", step: 4.0, least: wide * 0.22, most: wide * 0.34, down: Down::Inward };
    way + &[1.0, -1.0].map(|sign| strokes_along(line, &strokes, sign, -wide / 2.0, u64::from(feature.id))).concat()
}

/// Fences, hedges, walls and works.
fn obstacle(feature: &FeatureView, line: &[Dot]) -> String {
    let data = path(line);
    let twice = |lower: &str, upper: &str| {
        format!("<path class=\"{lower}\" d=\"{data}\"/><path class=\"{upper}\" d=\"{data}\"/>")
    };
    match feature.kind.as_str() {
        "fence" => format!("<path class=\"fence\" d=\"{}\"/>", path(&worm(line, 9.0, 3.0))),
        "hedge" => twice("hedgeo", "hedge"),
        "stone-wall" => stroke("wallo", 6.0, &data) + &stroke("walli", 3.6, &data),
        "high-wall" => stroke("wallo", 8.0, &data) + &stroke("walli", 4.0, &data),
        "breastworks" => {
            let teeth: String = walk(line, 12.0).into_iter().map(|(dot, way)| cross(dot, way, 6.0)).collect();
            format!("<path class=\"teeth\" d=\"{teeth}\"/>") + &twice("workso", "works")
        }
        "abatis" => {
            let tree = |(nth, (dot, way)): (usize, (Dot, Dot))| {
                let sign = if nth.is_multiple_of(2) { 1.0 } else { -1.0 };
                let top = dot.plus(way.left(), sign * 7.0).plus(way, 1.5);
                let fork = dot.plus(way.left(), sign * 2.5);
                let tips = [-4.0, 4.5].map(|by| top.plus(way, by).plus(way.left(), -sign));
                format!("M{}L{top}M{fork}L{}M{fork}L{}", dot.plus(way.left(), -sign * 4.0), tips[0], tips[1])
            };
            let trees: String = walk(line, 8.0).into_iter().enumerate().map(tree).collect();
            format!("<path class=\"fence\" stroke-linecap=\"round\" d=\"{trees}\"/>")
        }
        "palisade" => {
            let stakes: String = walk(line, 4.6).into_iter().map(|(dot, way)| cross(dot, way, 4.0)).collect();
            format!("<path class=\"stake\" d=\"{stakes}\"/>")
        }
        "wagons" => {
            let wagon = |(dot, way): (Dot, Dot)| {
                let (long, wide) = (6.0, way.left());
                let corners = [(-long, -4.0), (long, -4.0), (long, 4.0), (-long, 4.0)];
                let box_of = corners.map(|(ahead, aside)| dot.plus(way, ahead).plus(wide, aside));
                format!("<path class=\"bridge\" d=\"{}\"/>", ring(&box_of))
            };
            walk(line, 17.0).into_iter().map(wagon).collect()
        }
        _ => String::new(),
    }
}

/// A short stroke across a line.
fn cross(dot: Dot, way: Dot, half: f64) -> String {
    format!("M{}L{}", dot.plus(way.left(), half), dot.plus(way.left(), -half))
}

/// A zigzag along a line.
fn worm(line: &[Dot], step: f64, swing: f64) -> Vec<Dot> {
    let bend = |(nth, (dot, way)): (usize, (Dot, Dot))| {
        dot.plus(way.left(), if nth.is_multiple_of(2) { swing } else { -swing })
    };
    let inner = walk(line, step).into_iter().enumerate().map(bend);
    line.first().copied().into_iter().chain(inner).chain(line.last().copied()).collect()
}

/// A bridge or a ford, turned along the road it carries, else across the water.
fn crossing(sheet: &Sheet, feature: &FeatureView, ground: &[FeatureView]) -> String {
    if !matches!(feature.kind.as_str(), "bridge" | "ford") {
        return String::new();
    }
    let (from, to, wide) = match &feature.shape {
        Shape::Line(points, width) if points.len() > 1 => {
            let line = sheet.dots(points);
            (line[0], line[line.len() - 1], line_width(sheet, *width, 10.0))
        }
        shape => {
            let center = sheet.middle(shape);
            let half = match shape {
                Shape::Circle(_, radius) => sheet.length(*radius).max(13.0),
                Shape::Area(points) => {
                    let size = super::sheet::Rect::around(sheet.dots(points)).size();
                    (size.x.max(size.y) / 2.0).max(13.0)
                }
                _ => 13.0,
            };
            let way = way_across(sheet, center, ground);
            (center.plus(way, -half), center.plus(way, half), 14.0)
        }
    };
    let way = from.to(to).unit();
    let aside = way.left();
    if feature.kind == "ford" {
        let rows = [-3.5, 3.5].map(|by| path(&[from.plus(aside, by), to.plus(aside, by)]));
        return format!("<path class=\"ford\" d=\"{}\"/>", rows.concat());
    }
    let corners = [
        from.plus(aside, wide / 2.0),
        to.plus(aside, wide / 2.0),
        to.plus(aside, -wide / 2.0),
        from.plus(aside, -wide / 2.0),
    ];
    let planks: String = walk(&[from, to], 4.0).into_iter().map(|(dot, way)| cross(dot, way, wide / 2.0)).collect();
    format!("<path class=\"bridge\" d=\"{}\"/><path class=\"plank\" d=\"{planks}\"/>", ring(&corners))
}

/// The way of the nearest road, else straight across the nearest water.
fn way_across(sheet: &Sheet, center: Dot, ground: &[FeatureView]) -> Dot {
    let nearest = |wanted: &dyn Fn(&str) -> bool| {
        let lines = ground.iter().filter(|feature| wanted(&feature.kind)).filter_map(|feature| match &feature.shape {
            Shape::Line(points, _) if points.len() > 1 => Some(sheet.dots(points)),
            _ => None,
        });
        let pieces = lines.flat_map(|line| line.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>());
        pieces.map(|piece| (distance(&piece, center), piece[0].to(piece[1]).unit())).min_by(|a, b| a.0.total_cmp(&b.0))
    };
    match (nearest(&is_road), nearest(&|kind| matches!(kind, "stream" | "creek" | "river"))) {
        (Some((near, way)), _) if near < 24.0 => way,
        (_, Some((_, way))) => way.left(),
        (Some((_, way)), None) => way,
        (None, None) => along(&[], 0.0).1,
    }
}
