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
        // A little air on either side, so that two names do not read as one.
        let half = Dot::new(width / 2.0 + 3.0, height / 2.0);
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
        let number = strength.len() as f64 * 8.2;
        let extra = if number > 0.0 { number + 5.0 } else { 0.0 } + if sign.is_some() { 15.0 } else { 0.0 };
        let lines = wrap(&piece.name, 14.0, (drawn.right * 2.6).clamp(96.0, 200.0));
        let Some((last, upper)) = lines.split_last() else { return };
        let last_wide = width(last, 14.0);
        let wide = upper.iter().map(|line| width(line, 14.0)).fold(last_wide + extra, f64::max);
        let high = LINE * lines.len() as f64;
        let Some(at) = self.room(wide, high, places_about(drawn, wide, high)) else { return };
        let class = format!("label halo t{}", letter(piece.side));
        let base = |nth: usize| at.y - high / 2.0 + LINE * nth as f64 + 12.0;
        for (nth, line) in upper.iter().enumerate() {
            self.svg += &words(&class, "middle", Dot::new(at.x, base(nth)), line);
        }
        // The last line ends where the strength begins, however wide the face is.
        let (split, line) = (at.x - (last_wide + extra) / 2.0 + last_wide, base(upper.len()));
        match extra > 0.0 {
            true => self.svg += &words(&class, "end", Dot::new(split, line), last),
            false => self.svg += &words(&class, "middle", Dot::new(at.x, line), last),
        }
        if !strength.is_empty() {
            self.svg += &words("label halo plain", "start", Dot::new(split + 5.0, line), &strength);
        }
        if let Some(sign) = sign {
            let half = match sign {
                Sign::Worn => "<path d=\"M0-4.6A4.6 4.6 0 0 0 0 4.6Z\" fill=\"#26211c\"/>",
                Sign::Spent => "",
            };
            let center = Dot::new(split + extra - 6.0, line - 5.0);
            self.svg += &format!(
                "<g transform=\"translate({center})\"><circle r=\"4.6\" fill=\"#f2ead8\" stroke=\"#26211c\" stroke-width=\"1.3\"/>{half}</g>"
            );
        }
    }

    /// A short note of the table at the first of several places that is free.
    pub(super) fn note(&mut self, text: &str, places: &[Dot]) {
        let Some(at) = self.room(width(text, 13.0), 13.0, places.iter().copied()) else { return };
        self.svg += &words("note halo", "middle", Dot::new(at.x, at.y + 4.6), text);
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
        let class = format!("lead book halo t{}", letter(drawn.piece.side));
        self.svg += &words(&class, anchor, Dot::new(x, at.y + 5.0), &drawn.piece.name);
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
        let wide = |text: &str| width(text, 14.5) + spaced * text.chars().count() as f64;
        if let Shape::Line(points, width) = &feature.shape {
            let off = 11.0 + line_width(sheet, *width, 2.0) / 2.0;
            return self.along(sheet, &feature.name, class, &sheet.dots(points), wide(&feature.name), off);
        }
        let middle = sheet.middle(&feature.shape);
        let half = match sheet.outline(&feature.shape) {
            outline if outline.len() > 2 => {
                let size = Rect::around(outline).size();
                Dot::new(size.x / 2.0, size.y / 2.0)
            }
            _ => Dot::new(12.0, 12.0),
        };
        let lines = wrap(&feature.name, 14.5 + spaced * 1.7, (half.x * 1.8).clamp(100.0, 260.0));
        let (total, high) = (lines.iter().map(|line| wide(line)).fold(0.0, f64::max), 17.0 * lines.len() as f64);
        let is_built = matches!(
            feature.kind.as_str(),
            "building" | "church" | "blockhouse" | "farm" | "village" | "town" | "wagons"
        );
        let out = half.y + high / 2.0 + 3.0;
        let (rows, columns) = match half.y < 16.0 || is_built {
            true => (vec![out, -out, out + 14.0, -out - 14.0], vec![0.0]),
            false => {
                let rows = [0.0, -0.35, 0.35, -0.65, 0.65].map(|share| share * half.y).to_vec();
                (rows, [0.0, -0.5, 0.5].map(|share| share * half.x).to_vec())
            }
        };
        let places = rows.iter().flat_map(|y| columns.iter().map(|x| middle.plus(Dot::new(*x, *y), 1.0)));
        let Some(at) = self.room(total, high, places.collect::<Vec<_>>()) else { return };
        for (nth, line) in lines.iter().enumerate() {
            let base = Dot::new(at.x, at.y - high / 2.0 + 17.0 * nth as f64 + 13.0);
            self.svg += &words(&format!("{class} book halo"), "middle", base, line);
        }
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

/// The height of a line of a label.
const LINE: f64 = 15.0;

fn words(class: &str, anchor: &str, at: Dot, text: &str) -> String {
    let Dot { x, y } = at;
    format!("<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{}\" y=\"{}\">{}</text>", Px(x), Px(y), escape(text))
}

/// Where the name of a unit may stand, by the middle of its words: at the rear, shifted along it, before the front, beside.
fn places_about(drawn: &Drawn<'_>, wide: f64, high: f64) -> Vec<Dot> {
    let (ahead, aside) = (drawn.ahead, drawn.aside());
    let half = |way: Dot| way.x.abs() * wide / 2.0 + way.y.abs() * high / 2.0;
    let behind = drawn.at.plus(ahead, -(drawn.rear + 4.0 + half(ahead)));
    let before = drawn.at.plus(ahead, 13.0 + half(ahead));
    let level = drawn.at.plus(ahead, -drawn.rear / 2.0);
    let out = drawn.right + 5.0 + half(aside);
    let slide = half(aside) * 0.5;
    vec![
        behind,
        behind.plus(aside, slide),
        behind.plus(aside, -slide),
        before,
        level.plus(aside, out),
        level.plus(aside, -out),
        before.plus(aside, slide),
        before.plus(aside, -slide),
        behind.plus(ahead, -high),
        before.plus(ahead, high),
    ]
}

/// A text in lines of about so many pixels, broken at spaces.
fn wrap(text: &str, size: f64, most: f64) -> Vec<String> {
    let n_lines = (width(text, size) / most).ceil().clamp(1.0, 3.0);
    let share = width(text, size) / n_lines;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let n_done = lines.len() as f64;
        if let Some(line) = lines.last_mut() {
            let grown = width(line, size) + width(word, size);
            // A word goes down where the line would be longer by more than it is short.
            let is_full = !line.is_empty() && n_done < n_lines && grown - share > share - width(line, size);
            match is_full {
                true => lines.push(word.to_owned()),
                false => {
                    *line += if line.is_empty() { "" } else { " " };
                    *line += word;
                }
            }
        }
    }
    lines
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
