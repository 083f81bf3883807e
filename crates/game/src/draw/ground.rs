//! Areas: cover, heights and water, with what is scattered over them.

use firelock_core::{FeatureView, Shape};

use super::lines::{is_road, line_width};
use super::sheet::{Dot, Px, Rect, Scatter, Sheet, clockwise, closed, distance, inside, ring, walk};

/// What covers a piece of ground: its wash, and what is strewn over it.
#[derive(Clone, Copy)]
struct Cover {
    class: &'static str,
    strewn: &'static [&'static str],
    /// Least pixels between two.
    apart: f64,
}

/// The cover of a kind of ground, if it is one.
fn cover(kind: &str) -> Option<Cover> {
    let cover = |class, strewn, apart| Some(Cover { class, strewn, apart });
    match kind {
        "clear" => cover("linen", &[], 0.0),
        "crops" => cover("field", &[], 0.0),
        "vineyard" => cover("fieldbg", &["vine"], 14.0),
        "orchard" => cover("wood", &["fruit"], 19.0),
        "light-woods" => cover("wood", &["tree1", "tree2", "tree3"], 22.0),
        "dense-woods" => cover("dense", &["tree1", "tree2", "pine", "pine"], 14.0),
        "brush" => cover("brush", &["bush"], 15.0),
        "rocky" => cover("rocky", &["rock1", "rock2"], 20.0),
        "rough" => cover("rocky", &["tuft", "rock2"], 17.0),
        "marsh" => cover("marsh", &["reed"], 21.0),
        "beach" => cover("sand", &["grain"], 7.0),
        _ => None,
    }
}

fn is_water(kind: &str) -> bool {
    matches!(kind, "river" | "lake" | "sea")
}

/// The most things that are strewn over one picture; they stand farther apart where they would be more.
const MOST_STREWN: f64 = 2400.0;

/// All areas but buildings and works, bottom up: washes, heights, what is strewn, water.
pub(super) fn areas(sheet: &Sheet, ground: &[FeatureView], units: &[Rect]) -> String {
    let mut svg = String::new();
    let covers: Vec<(&FeatureView, Vec<Dot>, Cover)> = ground
        .iter()
        .filter_map(|feature| {
            let outline = sheet.outline(&feature.shape);
            let cover = cover(&feature.kind).filter(|_| outline.len() > 2)?;
            Some((feature, outline, cover))
        })
        .collect();
    for (feature, outline, cover) in &covers {
        let fill = if feature.kind == "crops" { " fill=\"url(#crops)\"" } else { "" };
        svg += &format!("<path class=\"{}\"{fill} d=\"{}\"/>", cover.class, ring(outline));
    }
    svg += &heights(sheet, ground);
    let total: f64 = covers
        .iter()
        .filter(|(.., cover)| cover.apart > 0.0)
        .map(|(_, outline, cover)| count(outline, cover.apart))
        .sum();
    let spread = (total / MOST_STREWN).max(1.0).sqrt();
    let roads: Vec<(Vec<Dot>, f64)> = ground
        .iter()
        .filter(|feature| is_road(&feature.kind))
        .filter_map(|feature| match &feature.shape {
            Shape::Line(points, width) => Some((sheet.dots(points), line_width(sheet, *width, 8.0) / 2.0 + 6.0)),
            _ => None,
        })
        .collect();
    for (nth, (feature, outline, cover)) in covers.iter().enumerate() {
        let later: Vec<&[Dot]> = covers[nth + 1..].iter().map(|(_, outline, _)| outline.as_slice()).collect();
        let is_free = |dot: Dot| {
            sheet.whole().contains(dot)
                && !later.iter().any(|outline| inside(outline, dot))
                && !units.iter().any(|unit| unit.contains(dot))
                && !roads.iter().any(|(road, half)| distance(road, dot) < *half)
        };
        let apart = cover.apart * spread;
        let places = match feature.kind.as_str() {
            "orchard" | "vineyard" => rows(outline, apart),
            _ if apart > 0.0 => strew(outline, apart, u64::from(feature.id)),
            _ => Vec::new(),
        };
        let mut choose = Scatter::new(u64::from(feature.id) + 1_000_003);
        for dot in places {
            let which = (choose.next() * cover.strewn.len() as f64) as usize;
            if let (true, Some(symbol)) = (is_free(dot), cover.strewn.get(which)) {
                svg += &format!("<use href=\"#{symbol}\" x=\"{}\" y=\"{}\"/>", Px(dot.x), Px(dot.y));
            }
        }
    }
    for feature in ground.iter().filter(|feature| is_water(&feature.kind)) {
        let outline = sheet.outline(&feature.shape);
        if outline.len() > 2 {
            svg += &format!("<path class=\"water\" d=\"{}\"/>", ring(&outline));
            for dot in strew(&outline, 46.0, u64::from(feature.id)) {
                let ends = [Dot::new(-14.0, 0.0), Dot::new(14.0, 0.0)].map(|step| dot.plus(step, 1.0));
                if ends.iter().all(|end| inside(&outline, *end)) {
                    svg += &format!("<use href=\"#ripple\" x=\"{}\" y=\"{}\"/>", Px(dot.x), Px(dot.y));
                }
            }
        }
    }
    svg
}

/// Hills and hollows, the lowest first.
fn heights(sheet: &Sheet, ground: &[FeatureView]) -> String {
    let mut heights: Vec<&FeatureView> = ground
        .iter()
        .filter(|feature| matches!(feature.kind.as_str(), "gentle-hill" | "steep-hill" | "hollow" | "cliff" | "ravine"))
        .collect();
    heights.sort_by_key(|feature| feature.level);
    let mut svg = String::new();
    for feature in heights {
        let outline = sheet.outline(&feature.shape);
        if outline.len() < 3 {
            continue;
        }
        let (class, strokes) = match feature.kind.as_str() {
            "steep-hill" => {
                ("hill", Strokes { class: "hachure", step: 3.8, least: 12.0, most: 17.0, down: Down::Outward })
            }
            "hollow" => ("hollow", Strokes { class: "hachure", step: 8.0, least: 6.0, most: 10.0, down: Down::Inward }),
            "ravine" => ("hollow", Strokes { class: "hachure", step: 4.0, least: 8.0, most: 13.0, down: Down::Inward }),
            "cliff" => ("rocky", Strokes { class: "crag", step: 3.6, least: 6.0, most: 12.0, down: Down::Outward }),
            _ => ("hill", Strokes { class: "hachure", step: 7.0, least: 7.0, most: 11.0, down: Down::Outward }),
        };
        svg += &format!("<path class=\"{class}\" d=\"{}\"/>", ring(&outline));
        svg += &hachures(&outline, &strokes, u64::from(feature.id));
    }
    svg
}

/// Short strokes downhill from an edge.
pub(super) struct Strokes {
    pub(super) class: &'static str,
    pub(super) step: f64,
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) down: Down,
}

/// Where downhill is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Down {
    Outward,
    Inward,
}

fn hachures(outline: &[Dot], strokes: &Strokes, id: u64) -> String {
    let outward = clockwise(outline) == (strokes.down == Down::Outward);
    let sign = if outward { 1.0 } else { -1.0 };
    strokes_along(&closed(outline), strokes, sign, 2.0, id)
}

/// Strokes to one side of a line: 1 is its left.
pub(super) fn strokes_along(line: &[Dot], strokes: &Strokes, sign: f64, off: f64, id: u64) -> String {
    let mut scatter = Scatter::new(id + 7);
    let mut data = String::new();
    for (dot, way) in walk(line, strokes.step) {
        let normal = way.left();
        let from = dot.plus(normal, sign * off).plus(way, scatter.between(-1.0, 1.0));
        let to = from.plus(normal, sign * scatter.between(strokes.least, strokes.most));
        data += &format!("M{from}L{to}");
    }
    format!("<path class=\"{}\" d=\"{data}\"/>", strokes.class)
}

/// About how many things fit into an outline so far apart.
fn count(outline: &[Dot], apart: f64) -> f64 {
    let size = Rect::around(outline.iter().copied()).size();
    size.x * size.y * 0.7 / (apart * apart)
}

/// Places inside an outline, none nearer to another than said, from the top down.
pub(super) fn strew(outline: &[Dot], apart: f64, id: u64) -> Vec<Dot> {
    let rect = Rect::around(outline.iter().copied());
    let size = rect.size();
    let columns = (size.x / apart).max(0.0) as usize + 1;
    let mut cells: Vec<Vec<Dot>> = vec![Vec::new(); columns * ((size.y / apart).max(0.0) as usize + 1)];
    let cell = |dot: Dot| {
        let (column, row) = (((dot.x - rect.min.x) / apart) as usize, ((dot.y - rect.min.y) / apart) as usize);
        (column, row)
    };
    let mut scatter = Scatter::new(id);
    let mut places = Vec::new();
    let tries = (count(outline, apart) * 14.0).min(60_000.0) as usize + 30;
    for _ in 0..tries {
        let dot = Dot::new(scatter.between(rect.min.x, rect.max.x), scatter.between(rect.min.y, rect.max.y));
        let (column, row) = cell(dot);
        let near = (row.saturating_sub(1)..=row + 1)
            .flat_map(|row| (column.saturating_sub(1)..=column + 1).map(move |column| (column, row)))
            .filter(|(column, _)| *column < columns)
            .filter_map(|(column, row)| cells.get(row * columns + column))
            .flatten()
            .any(|other| other.to(dot).length() < apart);
        if !near && inside(outline, dot) {
            if let Some(cell) = cells.get_mut(row * columns + column) {
                cell.push(dot);
            }
            places.push(dot);
        }
    }
    places.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    places
}

/// Places in rows inside an outline, clear of its edge.
fn rows(outline: &[Dot], apart: f64) -> Vec<Dot> {
    let rect = Rect::around(outline.iter().copied());
    let edge = closed(outline);
    let steps = |length: f64| (length / apart).clamp(0.0, 200.0) as usize;
    let size = rect.size();
    let mut places = Vec::new();
    for row in 0..=steps(size.y) {
        for column in 0..=steps(size.x) {
            let dot = rect.min.plus(Dot::new(column as f64 + 0.5, row as f64 + 0.5), apart);
            if inside(outline, dot) && distance(&edge, dot) > apart * 0.35 {
                places.push(dot);
            }
        }
    }
    places
}
