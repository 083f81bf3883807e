//! The paper: where a place of the table lies in the picture, and how numbers are written there.

use std::fmt;

use firelock_core::Shape;
use firelock_table::{Length, Point};

/// A place or a step in the picture, in pixels, y downward.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Dot {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Written as SVG wants it, to a tenth of a pixel.
impl fmt::Display for Dot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Px(self.x), Px(self.y))
    }
}

/// A number of pixels, written to a tenth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Px(pub(super) f64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        match tenths % 10 {
            0 => write!(f, "{}", tenths / 10),
            rest => write!(f, "{}{}.{}", if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, rest.abs()),
        }
    }
}

impl Dot {
    pub(super) const fn new(x: f64, y: f64) -> Dot {
        Dot { x, y }
    }

    pub(super) fn plus(self, step: Dot, times: f64) -> Dot {
        Dot::new(self.x + step.x * times, self.y + step.y * times)
    }

    /// The step to another place.
    pub(super) fn to(self, other: Dot) -> Dot {
        Dot::new(other.x - self.x, other.y - self.y)
    }

    pub(super) fn middle(self, other: Dot) -> Dot {
        self.plus(self.to(other), 0.5)
    }

    pub(super) fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// A step of one pixel the same way; straight up where there is none.
    pub(super) fn unit(self) -> Dot {
        let length = self.length();
        if length < 1e-6 { Dot::new(0.0, -1.0) } else { Dot::new(self.x / length, self.y / length) }
    }

    /// The step a quarter turn to the left of this one.
    pub(super) fn left(self) -> Dot {
        Dot::new(self.y, -self.x)
    }
}

/// An upright rectangle of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub(super) min: Dot,
    pub(super) max: Dot,
}

impl Rect {
    pub(super) fn around(dots: impl IntoIterator<Item = Dot>) -> Rect {
        let none = Rect { min: Dot::new(f64::MAX, f64::MAX), max: Dot::new(f64::MIN, f64::MIN) };
        dots.into_iter().fold(none, |rect, dot| Rect {
            min: Dot::new(rect.min.x.min(dot.x), rect.min.y.min(dot.y)),
            max: Dot::new(rect.max.x.max(dot.x), rect.max.y.max(dot.y)),
        })
    }

    pub(super) fn grown(self, by: f64) -> Rect {
        let step = Dot::new(by, by);
        Rect { min: self.min.plus(step, -1.0), max: self.max.plus(step, 1.0) }
    }

    pub(super) fn meets(&self, other: &Rect) -> bool {
        self.min.x < other.max.x && other.min.x < self.max.x && self.min.y < other.max.y && other.min.y < self.max.y
    }

    pub(super) fn holds(&self, other: &Rect) -> bool {
        self.min.x <= other.min.x && other.max.x <= self.max.x && self.min.y <= other.min.y && other.max.y <= self.max.y
    }

    pub(super) fn contains(&self, dot: Dot) -> bool {
        self.min.x <= dot.x && dot.x <= self.max.x && self.min.y <= dot.y && dot.y <= self.max.y
    }

    pub(super) fn size(&self) -> Dot {
        self.min.to(self.max)
    }
}

/// The paper: its scale and the size of the table on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    /// Pixels to an inch of the table.
    pub(super) inch: f64,
    pub(super) size: Dot,
}

impl Sheet {
    /// A table so many pixels wide.
    pub(super) fn new((width, depth): (Length, Length), pixels: f64) -> Sheet {
        let inches = |length: Length| f64::from(length.get().max(1)) / f64::from(Length::INCH.get());
        let inch = pixels / inches(width);
        Sheet { inch, size: Dot::new(pixels, inches(depth) * inch) }
    }

    pub(super) fn dot(&self, point: Point) -> Dot {
        let Dot { x, y } = Dot::new(f64::from(point.x), f64::from(point.y));
        Dot::new(x / 2540.0 * self.inch, self.size.y - y / 2540.0 * self.inch)
    }

    pub(super) fn dots(&self, points: &[Point]) -> Vec<Dot> {
        points.iter().map(|point| self.dot(*point)).collect()
    }

    pub(super) fn length(&self, length: Length) -> f64 {
        f64::from(length.get()) / 2540.0 * self.inch
    }

    /// How large things that keep their size in pixels are drawn: full size from 20 pixels an inch on.
    pub(super) fn figure(&self) -> f64 {
        (self.inch / 24.0).clamp(0.6, 1.6)
    }

    /// The whole table.
    pub(super) fn whole(&self) -> Rect {
        Rect { min: Dot::default(), max: self.size }
    }

    /// The corners of an outline; a circle has 32, a line or a point none.
    pub(super) fn outline(&self, shape: &Shape) -> Vec<Dot> {
        match shape {
            Shape::Area(points) => self.dots(points),
            Shape::Circle(center, radius) => circle(self.dot(*center), self.length(*radius)),
            Shape::Line(..) | Shape::Point(_) => Vec::new(),
        }
    }

    /// A place to hang a sign: the middle of the outline's box, of the line, or the point itself.
    pub(super) fn middle(&self, shape: &Shape) -> Dot {
        match shape {
            Shape::Area(points) => {
                let rect = Rect::around(self.dots(points));
                rect.min.middle(rect.max)
            }
            Shape::Line(points, _) => along(&self.dots(points), 0.5).0,
            Shape::Circle(center, _) | Shape::Point(center) => self.dot(*center),
        }
    }
}

/// 32 places on a circle, by the exact table of sines so that every machine draws the same.
pub(super) fn circle(center: Dot, radius: f64) -> Vec<Dot> {
    let place = |nth: i32| {
        let (sin, cos) = firelock_table::Angle::steps(nth * 1125).sin_cos();
        let unit = f64::from(1_u32 << 30);
        center.plus(Dot::new(sin as f64 / unit, -(cos as f64) / unit), radius)
    };
    (0..32).map(place).collect()
}

/// A place so far along a line (0 its beginning, 1 its end) and the way the line goes there.
pub(super) fn along(dots: &[Dot], share: f64) -> (Dot, Dot) {
    let total: f64 = dots.windows(2).map(|pair| pair[0].to(pair[1]).length()).sum();
    let mut left = total * share;
    for pair in dots.windows(2) {
        let step = pair[0].to(pair[1]);
        if left <= step.length() {
            return (pair[0].plus(step.unit(), left), step.unit());
        }
        left -= step.length();
    }
    (dots.last().copied().unwrap_or_default(), Dot::new(1.0, 0.0))
}

/// Places along a line at even steps, each with the way the line goes.
pub(super) fn walk(dots: &[Dot], step: f64) -> Vec<(Dot, Dot)> {
    let mut places = Vec::new();
    let mut next = step / 2.0;
    for pair in dots.windows(2) {
        let way = pair[0].to(pair[1]);
        let length = way.length();
        while next < length {
            places.push((pair[0].plus(way.unit(), next), way.unit()));
            next += step;
        }
        next -= length;
    }
    places
}

/// A closed outline as an open line that comes back to its beginning.
pub(super) fn closed(outline: &[Dot]) -> Vec<Dot> {
    outline.iter().chain(outline.first()).copied().collect()
}

/// Whether the corners run clockwise in the picture.
pub(super) fn clockwise(outline: &[Dot]) -> bool {
    let area: f64 = closed(outline).windows(2).map(|pair| pair[0].x * pair[1].y - pair[1].x * pair[0].y).sum();
    area > 0.0
}

pub(super) fn inside(outline: &[Dot], dot: Dot) -> bool {
    closed(outline).windows(2).fold(false, |inside, pair| {
        let (a, b) = (pair[0], pair[1]);
        let crosses = (a.y > dot.y) != (b.y > dot.y) && dot.x < (b.x - a.x) * (dot.y - a.y) / (b.y - a.y) + a.x;
        inside != crosses
    })
}

/// How far a place lies from a line.
pub(super) fn distance(dots: &[Dot], dot: Dot) -> f64 {
    let to_piece = |pair: &[Dot]| {
        let way = pair[0].to(pair[1]);
        let step = pair[0].to(dot);
        let share = (step.x * way.x + step.y * way.y) / (way.x * way.x + way.y * way.y).max(1e-9);
        pair[0].plus(way, share.clamp(0.0, 1.0)).to(dot).length()
    };
    dots.windows(2).map(to_piece).fold(f64::MAX, f64::min)
}

/// The data of an open path.
pub(super) fn path(dots: &[Dot]) -> String {
    let mut data = String::new();
    for (nth, dot) in dots.iter().enumerate() {
        data += &format!("{}{dot}", if nth == 0 { "M" } else { "L" });
    }
    data
}

/// The data of a closed path.
pub(super) fn ring(dots: &[Dot]) -> String {
    path(dots) + "Z"
}

/// Even numbers by a fixed rule from a beginning: same battle, same picture, everywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scatter(u64);

impl Scatter {
    pub(super) fn new(id: u64) -> Scatter {
        Scatter(id.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x51_7cc1_b727_2202)
    }

    /// The next number from 0 to 1 (splitmix64).
    pub(super) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The next number between two bounds.
    pub(super) fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * self.next()
    }
}

/// A text with the characters that mean something in XML written out; control characters are left out.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn north_is_up_and_an_inch_is_as_long_either_way() {
        let sheet = Sheet::new((Length::inches(48), Length::inches(36)), 960.0);
        assert_eq!(sheet.dot(Point::inches(12, 36)), Dot::new(240.0, 0.0));
        assert_eq!(sheet.dot(Point::inches(0, 0)), Dot::new(0.0, 720.0));
    }

    #[test]
    fn pixels_are_written_to_a_tenth() {
        let shown: Vec<String> = [0.0, 1.04, -0.04, -2.26, 10.95].iter().map(|px| Px(*px).to_string()).collect();
        assert_eq!(shown, ["0", "1", "0", "-2.3", "11"]);
    }

    #[test]
    fn a_walk_keeps_its_step_round_corners() {
        let places = walk(&[Dot::new(0.0, 0.0), Dot::new(5.0, 0.0), Dot::new(5.0, 5.0)], 4.0);
        let dots: Vec<(f64, f64)> = places.iter().map(|(dot, _)| (dot.x, dot.y)).collect();
        assert_eq!(dots, [(2.0, 0.0), (5.0, 1.0)]);
    }

    #[test]
    fn a_place_is_inside_a_bent_outline_or_not() {
        let hook =
            [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (6.0, 9.0), (6.0, 3.0), (0.0, 3.0)].map(|(x, y)| Dot::new(x, y));
        assert!(inside(&hook, Dot::new(7.0, 8.0)) && !inside(&hook, Dot::new(3.0, 6.0)));
        assert!(clockwise(&hook));
    }
}
