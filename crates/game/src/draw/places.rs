//! Buildings, villages and closed works: true to their footprint.

use firelock_core::{FeatureView, Shape};

use super::sheet::{Dot, Rect, Scatter, Sheet, closed, distance, inside, path, ring};

/// All places that troops can hold.
pub(super) fn places(sheet: &Sheet, ground: &[FeatureView]) -> String {
    ground.iter().map(|feature| place(sheet, feature)).collect()
}

fn place(sheet: &Sheet, feature: &FeatureView) -> String {
    let outline = footprint(sheet, &feature.shape);
    match feature.kind.as_str() {
        _ if outline.len() < 3 => String::new(),
        "redoubt" | "fort" => works(&outline),
        "building" => house(&outline),
        "church" => house(&outline) + &tower(&outline),
        "blockhouse" => works(&grown(&outline, 5.0)) + &house(&outline),
        "farm" => {
            format!("<path class=\"yard\" d=\"{}\"/>", ring(&outline))
                + &wall(&outline)
                + &houses(&outline, 26.0, feature.id)
        }
        "village" | "town" => {
            format!("<path class=\"yard\" d=\"{}\"/>", ring(&outline)) + &houses(&outline, 27.0, feature.id)
        }
        "wagons" => format!("<path class=\"yard\" d=\"{}\"/>", ring(&outline)) + &houses(&outline, 18.0, feature.id),
        _ => String::new(),
    }
}

/// The outline of a place; a mere point gets a small one.
fn footprint(sheet: &Sheet, shape: &Shape) -> Vec<Dot> {
    let square = |center: Dot, half: f64| {
        [(-1.0, -0.7), (1.0, -0.7), (1.0, 0.7), (-1.0, 0.7)].map(|(x, y)| center.plus(Dot::new(x, y), half)).to_vec()
    };
    match shape {
        Shape::Area(points) => sheet.dots(points),
        Shape::Circle(center, radius) => square(sheet.dot(*center), sheet.length(*radius).max(7.0)),
        Shape::Point(point) => square(sheet.dot(*point), 9.0),
        Shape::Line(..) => Vec::new(),
    }
}

fn works(outline: &[Dot]) -> String {
    let data = ring(outline);
    format!("<path class=\"redoubt\" d=\"{data}\"/><path class=\"redoubt2\" d=\"{data}\"/>")
}

fn wall(outline: &[Dot]) -> String {
    let data = ring(outline);
    format!(
        "<path class=\"wallo\" stroke-width=\"5\" d=\"{data}\"/><path class=\"walli\" stroke-width=\"3\" d=\"{data}\"/>"
    )
}

/// A roof in two tones with its ridge and its shadow.
fn house(outline: &[Dot]) -> String {
    let shadow: Vec<Dot> = outline.iter().map(|dot| dot.plus(Dot::new(3.0, 4.0), 1.0)).collect();
    let mut svg =
        format!("<path class=\"fall\" d=\"{}\"/><path class=\"roof\" d=\"{}\"/>", ring(&shadow), ring(outline));
    if let [a, b, c, d] = *outline {
        // The ridge runs the long way; the lower half lies in the shade.
        let (from, to, lower) = if a.to(b).length() >= b.to(c).length() {
            (a.middle(d), b.middle(c), if c.y > a.y { [c, d] } else { [b, a] })
        } else {
            (a.middle(b), d.middle(c), if b.y > d.y { [c, b] } else { [d, a] })
        };
        svg += &format!("<path class=\"roof2\" d=\"{}\"/>", ring(&[from, to, lower[0], lower[1]]));
        svg += &format!("<path class=\"ridge\" d=\"{}\"/>", path(&[from, to]));
        svg += &format!("<path class=\"ridge\" d=\"{}\"/>", ring(outline));
    }
    svg
}

fn tower(outline: &[Dot]) -> String {
    let rect = Rect::around(outline.iter().copied());
    let half = (rect.size().x.min(rect.size().y) / 3.0).max(5.0);
    let center = outline[0].middle(outline[outline.len() - 1]);
    let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| center.plus(Dot::new(x, y), half));
    let cross = path(&[square[0], square[2]]) + &path(&[square[1], square[3]]);
    format!("<path class=\"roof\" d=\"{}\"/><path class=\"ridge\" d=\"{cross}\"/>", ring(&square))
}

/// Houses inside an outline, as many as fit; at least one.
fn houses(outline: &[Dot], apart: f64, id: u16) -> String {
    let edge = closed(outline);
    let rect = Rect::around(outline.iter().copied());
    let mut scatter = Scatter::new(u64::from(id) + 31);
    let at = |center: Dot, scatter: &mut Scatter| {
        let long = apart * scatter.between(0.28, 0.36);
        let wide = long * 0.66;
        let (ahead, aside) = if scatter.next() < 0.5 { (long, wide) } else { (wide, long) };
        let slant = Dot::new(scatter.between(-0.12, 0.12), 0.0);
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| {
            center
                .plus(Dot::new(x * ahead, y * aside), 1.0)
                .plus(slant, -y * ahead)
                .plus(Dot::new(0.0, slant.x), x * ahead)
        })
    };
    let mut svg = String::new();
    let steps = |length: f64| (length / apart).clamp(0.0, 60.0) as usize;
    for row in 0..=steps(rect.size().y) {
        for column in 0..=steps(rect.size().x) {
            let jitter = Dot::new(scatter.between(-0.12, 0.12), scatter.between(-0.12, 0.12));
            let center = rect.min.plus(Dot::new(column as f64 + 0.5, row as f64 + 0.5), apart).plus(jitter, apart);
            if inside(outline, center) && distance(&edge, center) > apart * 0.42 {
                svg += &house(&at(center, &mut scatter));
            }
        }
    }
    if svg.is_empty() {
        svg = house(&at(rect.min.middle(rect.max), &mut scatter));
    }
    svg
}

/// An outline with every corner so much farther from the middle.
fn grown(outline: &[Dot], by: f64) -> Vec<Dot> {
    let rect = Rect::around(outline.iter().copied());
    let middle = rect.min.middle(rect.max);
    outline.iter().map(|dot| dot.plus(middle.to(*dot).unit(), by * 1.4)).collect()
}
