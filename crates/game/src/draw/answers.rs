//! What the table answers: arcs, zones, radii, rays, objectives, and a measured line.

use firelock_core::{Shape, View, ViewOverlay};
use firelock_table::Segment;

use super::Drawing;
use super::sheet::{Dot, Px, Rect, Sheet, path, ring};
use super::units::letter;
use super::words::{Words, width};

/// The overlays that were asked for.
pub(super) fn overlays(sheet: &Sheet, view: &View, drawing: &Drawing) -> String {
    wanted(view, drawing).map(|overlay| one(sheet, overlay)).collect()
}

fn wanted<'a>(view: &'a View, drawing: &'a Drawing) -> impl Iterator<Item = &'a ViewOverlay> {
    view.overlays.iter().filter(|overlay| {
        let of_side = drawing.side.is_none() || overlay.side.is_none() || overlay.side == drawing.side;
        overlay.kind != "objective" && of_side && drawing.overlays.iter().any(|kind| kind == overlay.kind)
    })
}

fn one(sheet: &Sheet, overlay: &ViewOverlay) -> String {
    let class = match overlay.kind {
        "arc" if overlay.label.contains("long") => "arc2",
        "arc" => "arc",
        "radius" => "radius",
        "zone" => "zone",
        "reach" => "reach",
        "box" => "box",
        _ => "other",
    };
    let fill = if overlay.kind == "zone" { " fill=\"url(#hatch)\"" } else { "" };
    match &overlay.shape {
        Shape::Area(points) => format!("<path class=\"{class}\"{fill} d=\"{}\"/>", ring(&sheet.dots(points))),
        Shape::Circle(center, radius) => {
            let center = sheet.dot(*center);
            format!(
                "<circle class=\"{class}\"{fill} cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                Px(center.x),
                Px(center.y),
                Px(sheet.length(*radius))
            )
        }
        Shape::Line(points, _) => {
            let data = path(&sheet.dots(points));
            format!("<path class=\"rayh\" d=\"{data}\"/><path class=\"ray\" d=\"{data}\"/>")
        }
        Shape::Point(point) => {
            let at = sheet.dot(*point);
            format!("<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"5\"/>", Px(at.x), Px(at.y))
        }
    }
}

/// The words of the overlays that were asked for, where there is room; none where there are too many to be told apart.
pub(super) fn notes(sheet: &Sheet, view: &View, drawing: &Drawing, words: &mut Words) {
    const MOST: usize = 8;
    if wanted(view, drawing).count() > MOST {
        return;
    }
    for overlay in wanted(view, drawing).filter(|overlay| !overlay.label.is_empty()) {
        words.note(&overlay.label, &label_places(sheet, view, overlay));
    }
}

/// Where the words of an overlay may stand: at the far end of a fan, on top of a circle, else in the middle.
fn label_places(sheet: &Sheet, view: &View, overlay: &ViewOverlay) -> Vec<Dot> {
    let unit = overlay.unit.and_then(|id| view.pieces.iter().find(|piece| piece.id == id));
    match (&overlay.shape, unit.and_then(|piece| piece.front)) {
        (Shape::Circle(center, radius), _) => {
            let rim = super::sheet::circle(sheet.dot(*center), sheet.length(*radius));
            [0, 2, 30, 4, 28, 16, 8, 24].into_iter().filter_map(|nth: usize| rim.get(nth).copied()).collect()
        }
        (Shape::Area(points), Some(front)) => {
            let from = sheet.dot(front.middle());
            let dots = sheet.dots(points);
            let far = dots.iter().map(|dot| from.to(*dot).length()).fold(0.0, f64::max);
            let mut rim: Vec<Dot> = dots.into_iter().filter(|dot| from.to(*dot).length() > far * 0.8).collect();
            // From the middle of the rim outward.
            let middle = rim.len() / 2;
            rim.rotate_left(middle);
            rim.into_iter().map(|dot| dot.plus(from.to(dot).unit(), -11.0)).collect()
        }
        (shape, _) => vec![sheet.middle(shape)],
    }
}

/// Objectives: a star of eight points with its value and the holder's flag; and the room they take.
pub(super) fn objectives(sheet: &Sheet, view: &View) -> (String, Vec<Rect>) {
    let objectives = || view.overlays.iter().filter(|overlay| overlay.kind == "objective");
    let room = |overlay: &ViewOverlay| {
        let at = sheet.middle(&overlay.shape);
        Rect { min: at.plus(Dot::new(18.0, 22.0), -1.0), max: at.plus(Dot::new(28.0, 16.0), 1.0) }
    };
    let star = |overlay: &ViewOverlay| {
        let at = sheet.middle(&overlay.shape);
        let value: String = overlay
            .label
            .chars()
            .skip_while(|letter| !letter.is_ascii_digit())
            .take_while(char::is_ascii_digit)
            .collect();
        let flag = overlay
            .side
            .map_or(String::new(), |side| format!("<use href=\"#flag{}\" x=\"15\" y=\"-8\"/>", letter(side)));
        let zone = match &overlay.shape {
            Shape::Point(_) => String::new(),
            shape => {
                let outline = sheet.outline(shape);
                if outline.len() > 2 {
                    format!("<path class=\"other\" d=\"{}\"/>", ring(&outline))
                } else {
                    String::new()
                }
            }
        };
        format!(
            "{zone}<g transform=\"translate({at})\"><use href=\"#star\" transform=\"scale(.9)\"/><circle class=\"obj\" r=\"8\"/>\
<text class=\"objn\" text-anchor=\"middle\" y=\"4.6\">{value}</text>{flag}</g>"
        )
    };
    (objectives().map(star).collect(), objectives().map(room).collect())
}

/// A measured line with its length.
pub(super) fn measured(sheet: &Sheet, view: &View, segment: Segment) -> String {
    let (from, to) = (sheet.dot(segment.from), sheet.dot(segment.to));
    let data = path(&[from, to]);
    let text = view.measure.show(segment.length()).replace('"', "″");
    let (at, wide) = (from.middle(to), width(&text, 13.0) + 16.0);
    let end = |dot: Dot| format!("<circle class=\"mkf\" cx=\"{}\" cy=\"{}\" r=\"3.6\"/>", Px(dot.x), Px(dot.y));
    format!(
        "<path class=\"rayh\" d=\"{data}\"/><path class=\"ray\" d=\"{data}\"/>{}{}\
<rect class=\"chip\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"22\" rx=\"3\"/><text class=\"note\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{text}</text>",
        end(from),
        end(to),
        Px(at.x - wide / 2.0),
        Px(at.y - 11.0),
        Px(wide),
        Px(at.x),
        Px(at.y + 4.6)
    )
}
