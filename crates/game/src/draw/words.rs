//! Words on the map: never upon each other, never upon troops. What finds no room is left out.

use firelock_core::{FeatureView, Piece, PieceKind, Shape};

use super::lines::line_width;
use super::sheet::{Dot, Px, Rect, Sheet, along, escape};
use super::units::{Drawn, disc, letter};

/// The words so far and the room that is taken.
pub(super) struct Words {
    pub(super) svg: String,
    taken: Vec<Rect>,
    whole: Rect,
}

impl Words {
    pub(super) fn new(sheet: &Sheet, taken: Vec<Rect>) -> Words {
        Words { svg: String::new(), taken, whole: sheet.whole() }
    }

    /// Takes the first of several places that is free, given by the middle of the words.
    fn room(&mut self, width: f64, height: f64, places: impl IntoIterator<Item = Dot>) -> Option<Dot> {
        let half = Dot::new(width / 2.0, height / 2.0);
        let rect = |middle: &Dot| Rect { min: middle.plus(half, -1.0), max: middle.plus(half, 1.0) };
        let is_free = |middle: &Dot| {
            let rect = rect(middle);
            self.whole.grown(-2.0).holds(&rect) && !self.taken.iter().any(|taken| taken.meets(&rect))
        };
        let middle = places.into_iter().find(is_free)?;
        self.taken.push(rect(&middle));
        Some(middle)
    }

    /// The name of a unit at its rear, with its strength after a loss and a sign for a worn or spent one.
    pub(super) fn unit(&mut self, drawn: &Drawn<'_>) {
        let piece = drawn.piece;
        let strength = strength(piece);
        let sign = sign(piece);
        let (name, number) = (width(&piece.name, 14.0), strength.len() as f64 * 8.2);
        let extra = if number > 0.0 { number + 5.0 } else { 0.0 } + if sign.is_some() { 15.0 } else { 0.0 };
        let total = name + extra;
        let rect = drawn.rect();
        let middle = rect.min.middle(rect.max);
        let behind = {
            let push = drawn.rear + 11.0 + drawn.ahead.x.abs() * total / 2.0;
            drawn.at.plus(drawn.ahead, -push)
        };
        let shifted =
            [0.0, 0.3, -0.3, 0.6, -0.6].map(|share| behind.plus(drawn.aside(), share * total.min(drawn.right * 2.0)));
        let half = total / 2.0;
        let around = [
            Dot::new(middle.x, rect.max.y + 10.0),
            Dot::new(middle.x, rect.min.y - 10.0),
            Dot::new(rect.max.x + half + 6.0, middle.y),
            Dot::new(rect.min.x - half - 6.0, middle.y),
            Dot::new(rect.max.x + half - 10.0, rect.max.y + 10.0),
            Dot::new(rect.min.x - half + 10.0, rect.max.y + 10.0),
            Dot::new(middle.x, rect.max.y + 25.0),
            Dot::new(middle.x, rect.min.y - 25.0),
        ];
        let Some(at) = self.room(total, 15.0, shifted.into_iter().chain(around)) else { return };
        let letter = letter(piece.side);
        let (split, line) = (at.x - total / 2.0 + name, at.y + 5.0);
        self.svg += &format!(
            "<text class=\"label halo t{letter}\" text-anchor=\"end\" x=\"{}\" y=\"{}\">{}</text>",
            Px(split),
            Px(line),
            escape(&piece.name)
        );
        if !strength.is_empty() {
            self.svg += &format!(
                "<text class=\"label halo plain\" x=\"{}\" y=\"{}\">{strength}</text>",
                Px(split + 5.0),
                Px(line)
            );
        }
        if let Some(sign) = sign {
            let center = Dot::new(split + extra - 6.0, at.y);
            self.svg += &format!(
                "<g transform=\"translate({center})\"><circle r=\"4.6\" fill=\"#f2ead8\" stroke=\"#26211c\" stroke-width=\"1.3\"/>{}</g>",
                match sign {
                    Sign::Worn => "<path d=\"M0-4.6A4.6 4.6 0 0 0 0 4.6Z\" fill=\"#26211c\"/>",
                    Sign::Spent => "",
                }
            );
        }
    }

    /// A short note of the table at the first of several places that is free.
    pub(super) fn note(&mut self, text: &str, places: &[Dot]) {
        let Some(at) = self.room(width(text, 13.0), 13.0, places.iter().copied()) else { return };
        self.svg += &format!(
            "<text class=\"note halo\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>",
            Px(at.x),
            Px(at.y + 4.6),
            escape(text)
        );
    }

    /// The name of a leader beside his disc.
    pub(super) fn leader(&mut self, sheet: &Sheet, drawn: &Drawn<'_>) {
        let radius = disc(sheet, drawn);
        let total = width(&drawn.piece.name, 14.0);
        let out = radius + 5.0 + total / 2.0;
        let places = [(out, 0.0), (-out, 0.0), (0.0, radius + 10.0), (0.0, -radius - 10.0)];
        let Some(at) = self.room(total, 14.0, places.map(|(x, y)| drawn.at.plus(Dot::new(x, y), 1.0))) else { return };
        // Beside the disc the words begin or end there, however wide the face is.
        let (anchor, x) = match at.x - drawn.at.x {
            aside if aside > 1.0 => ("start", at.x - total / 2.0),
            aside if aside < -1.0 => ("end", at.x + total / 2.0),
            _ => ("middle", at.x),
        };
        self.svg += &format!(
            "<text class=\"lead book halo t{}\" text-anchor=\"{anchor}\" x=\"{}\" y=\"{}\">{}</text>",
            letter(drawn.piece.side),
            Px(x),
            Px(at.y + 5.0),
            escape(&drawn.piece.name)
        );
    }

    /// The name of a piece of ground: in the middle of an area, along a line, beside a point.
    pub(super) fn place(&mut self, sheet: &Sheet, feature: &FeatureView) {
        if feature.name.is_empty() {
            return;
        }
        let class = match feature.kind.as_str() {
            "stream" | "creek" | "river" | "lake" | "sea" | "marsh" => "waterword",
            _ => "place",
        };
        let spaced = if class == "waterword" { 1.7 } else { 0.6 };
        let total = width(&feature.name, 14.5) + spaced * feature.name.chars().count() as f64;
        if let Shape::Line(points, width) = &feature.shape {
            let off = 11.0 + line_width(sheet, *width, 2.0) / 2.0;
            return self.along(sheet, &feature.name, class, &sheet.dots(points), total, off);
        }
        let middle = sheet.middle(&feature.shape);
        let half = match sheet.outline(&feature.shape) {
            outline if outline.len() > 2 => Rect::around(outline).size().y / 2.0,
            _ => 12.0,
        };
        let is_built = matches!(feature.kind.as_str(), "farm" | "village" | "town" | "wagons");
        let steps = match half < 16.0 || is_built {
            true => vec![half + 11.0, -half - 11.0],
            false => vec![0.0, -0.35 * half, 0.35 * half, -0.65 * half, 0.65 * half, half + 11.0, -half - 11.0],
        };
        let aside = [0.0, -0.6, 0.6].map(|share| share * total);
        let places = steps.iter().flat_map(|y| aside.map(|x| middle.plus(Dot::new(x, *y), 1.0)));
        let Some(at) = self.room(total, 16.0, places.collect::<Vec<_>>()) else { return };
        self.svg += &format!(
            "<text class=\"{class} book halo\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>",
            Px(at.x),
            Px(at.y + 5.0),
            escape(&feature.name)
        );
    }

    /// A name along a line, where a straight stretch is free.
    fn along(&mut self, sheet: &Sheet, name: &str, class: &str, line: &[Dot], total: f64, off: f64) {
        // The middles of its straight pieces, the longest first; then anywhere.
        let mut pieces: Vec<(Dot, Dot)> = line.windows(2).map(|pair| (pair[0], pair[1])).collect();
        pieces.sort_by(|a, b| b.0.to(b.1).length().total_cmp(&a.0.to(a.1).length()));
        let straight = pieces.into_iter().map(|(from, to)| (from.middle(to), from.to(to).unit()));
        let anywhere = [0.5, 0.3, 0.7, 0.15, 0.85].map(|share| along(line, share));
        for (at, way) in straight.chain(anywhere).collect::<Vec<_>>() {
            // Read from left to right, and from the top down where it is steep.
            let way = if way.x < -0.1 || (way.x.abs() <= 0.1 && way.y < 0.0) { Dot::new(-way.x, -way.y) } else { way };
            let middle = at.plus(way.left(), off);
            let reach =
                Dot::new(way.x.abs() * total / 2.0 + way.y.abs() * 8.0, way.y.abs() * total / 2.0 + way.x.abs() * 8.0);
            let parts: Vec<Rect> = (0..5)
                .map(|nth| middle.plus(way, total * (f64::from(nth) - 2.0) / 5.0))
                .map(|part| Rect { min: part, max: part }.grown(total / 10.0 + 3.0))
                .collect();
            let whole = Rect { min: middle.plus(reach, -1.0), max: middle.plus(reach, 1.0) };
            let is_free = sheet.whole().grown(-3.0).holds(&whole)
                && !parts.iter().any(|part| self.taken.iter().any(|taken| taken.meets(part)));
            if is_free {
                self.taken.extend(parts);
                let axes = [way.x, way.y, -way.y, way.x].map(|number| format!("{number:.4}")).join(" ");
                self.svg += &format!(
                    "<text class=\"{class} book halo\" text-anchor=\"middle\" y=\"4.5\" transform=\"matrix({axes} {middle})\">{}</text>",
                    escape(name)
                );
                return;
            }
        }
    }
}

/// Strength now and at the start, once there has been a loss.
fn strength(piece: &Piece) -> String {
    let badge = &piece.badge;
    if badge.now < badge.full && piece.kind != PieceKind::Leader {
        format!("{}/{}", badge.now, badge.full)
    } else {
        String::new()
    }
}

enum Sign {
    Worn,
    Spent,
}

fn sign(piece: &Piece) -> Option<Sign> {
    match piece.badge.state.as_str() {
        "worn" => Some(Sign::Worn),
        "spent" => Some(Sign::Spent),
        _ => None,
    }
}

/// About how wide a text is, in a plain bold face.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let share = |letter: char| match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'I' | '.' | ',' | '\'' | '’' | '-' | ' ' | '(' | ')' => 0.35,
        'm' | 'w' | 'M' | 'W' => 0.92,
        'A'..='Z' => 0.74,
        '0'..='9' => 0.6,
        _ => 0.63,
    };
    text.chars().map(share).sum::<f64>() * size
}
