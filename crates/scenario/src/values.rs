//! The plain values of a battle file: numbers, names, places, dates.

use std::borrow::Borrow;
use std::fmt;

use firelock_table::Angle;
use serde::{Serialize, Serializer};
/// A short name by which the tables of a file know each other: letters, digits, hyphens and underscores.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Id(pub(crate) String);

impl Id {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id, if the text makes one: 1 to 40 letters, digits, hyphens and underscores.
    pub fn new(text: &str) -> Option<Id> {
        let legal = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        ((1..=40).contains(&text.len()) && text.bytes().all(legal)).then(|| Id(text.to_owned()))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Borrow<str> for Id {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// A number to one decimal place, kept in tenths: 1.5 is 15.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub i32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        let sign = if self.0 < 0 { "-" } else { "" };
        if tenth == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{tenth}") }
    }
}

impl Serialize for Tenths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 10 == 0 {
            serializer.serialize_i32(self.0 / 10)
        } else {
            serializer.serialize_f64(f64::from(self.0) / 10.0)
        }
    }
}

/// A place on the map: so far east and north of its south-west corner, in tenths of the map's unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MapPoint {
    /// To the east.
    pub x: i32,
    /// To the north.
    pub y: i32,
}

impl fmt::Display for MapPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", Tenths(self.x), Tenths(self.y))
    }
}

impl Serialize for MapPoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [Tenths(self.x), Tenths(self.y)].serialize(serializer)
    }
}

/// An upright rectangle of the map: south-west corner, width and height, in tenths of the map's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rectangle {
    /// West edge.
    pub x: i32,
    /// South edge.
    pub y: i32,
    /// From west to east; more than nothing.
    pub width: i32,
    /// From south to north; more than nothing.
    pub height: i32,
}

impl Rectangle {
    /// The place lies inside or on the edge.
    pub const fn contains(&self, point: MapPoint) -> bool {
        self.x <= point.x && point.x <= self.x + self.width && self.y <= point.y && point.y <= self.y + self.height
    }
}

impl Rectangle {
    /// The four corners, from the south-west against the clock.
    pub fn outline(&self) -> Vec<MapPoint> {
        let (east, north) = (self.x + self.width, self.y + self.height);
        [(self.x, self.y), (east, self.y), (east, north), (self.x, north)].map(|(x, y)| MapPoint { x, y }).to_vec()
    }
}

impl Serialize for Rectangle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x, self.y, self.width, self.height].map(Tenths).serialize(serializer)
    }
}

/// A circle on the map, in tenths of the map's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Circle {
    /// Its center.
    pub center: MapPoint,
    /// Its radius; more than nothing.
    pub radius: i32,
}

impl Circle {
    /// The circle as a polygon of 24 points on it, each rounded to the map's grid.
    pub fn outline(&self) -> Vec<MapPoint> {
        /// Cosines of 0, 15, 30, ... 90 degrees, in 1/100,000.
        const COSINES: [i64; 7] = [100_000, 96_593, 86_603, 70_711, 50_000, 25_882, 0];
        let along = |nth: usize| {
            let (quarter, rest) = (nth % 24 / 6, nth % 6);
            match quarter {
                0 => COSINES[rest],
                1 => -COSINES[6 - rest],
                2 => -COSINES[rest],
                _ => COSINES[6 - rest],
            }
        };
        let at = |share: i64| (i64::from(self.radius) * share + 50_000).div_euclid(100_000) as i32;
        let point = |nth: usize| MapPoint { x: self.center.x + at(along(nth)), y: self.center.y + at(along(nth + 18)) };
        (0..24).map(point).collect()
    }
}

impl Serialize for Circle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.center.x, self.center.y, self.radius].map(Tenths).serialize(serializer)
    }
}

/// Where a body of troops looks: whole degrees of the map's compass, 0 north, 90 east.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Facing(pub(crate) u16);

impl Facing {
    /// The sixteen points of the compass, clockwise from north.
    pub const POINTS: [&'static str; 16] = [
        "north",
        "north-north-east",
        "north-east",
        "east-north-east",
        "east",
        "east-south-east",
        "south-east",
        "south-south-east",
        "south",
        "south-south-west",
        "south-west",
        "west-south-west",
        "west",
        "west-north-west",
        "north-west",
        "north-north-west",
    ];

    /// The degrees, 0 to 359.
    pub const fn degrees(self) -> u16 {
        self.0
    }

    /// The heading on a map that is not turned; see [`Frame::heading`](crate::Frame::heading) for the table's.
    pub const fn angle(self) -> Angle {
        Angle::degrees(self.0 as i32)
    }
}

/// A day of the calendar that the sources use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl Date {
    /// The day, if the calendar has it and it lies between 1600 and 1900.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let last = match month {
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            _ => return None,
        };
        ((1600..=1900).contains(&year) && (1..=last).contains(&day)).then_some(Date { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A time of day, to the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clock {
    /// Minutes since midnight.
    pub minutes: u16,
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.minutes / 60, self.minutes % 60)
    }
}

impl Serialize for Clock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A number that the sources may give as a range: 12, or 200 to 229.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The least that is given.
    pub low: u32,
    /// The most that is given.
    pub high: u32,
}

impl Count {
    /// The middle of the range, rounded down.
    pub const fn middle(self) -> u32 {
        self.low + (self.high - self.low) / 2
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low == self.high { write!(f, "{}", self.low) } else { write!(f, "{}-{}", self.low, self.high) }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.low == self.high { self.low.serialize(serializer) } else { [self.low, self.high].serialize(serializer) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_show_a_decimal_only_where_there_is_one() {
        assert_eq!(Tenths(15).to_string(), "1.5");
        assert_eq!(Tenths(-40).to_string(), "-4");
        assert_eq!(Tenths(-5).to_string(), "-0.5");
        assert_eq!(serde_json::to_string(&[Tenths(6555), Tenths(2700)]).expect("numbers"), "[655.5,270]");
    }

    #[test]
    fn dates_follow_the_calendar() {
        assert!(Date::new(1776, 2, 29).is_some());
        assert!(Date::new(1777, 2, 29).is_none());
        assert!(Date::new(1800, 2, 29).is_none());
        assert!(Date::new(1781, 4, 31).is_none());
        assert!(Date::new(1781, 13, 1).is_none());
        assert_eq!(Date::new(1781, 1, 17).expect("a day").to_string(), "1781-01-17");
    }

    #[test]
    fn a_circle_is_drawn_through_its_four_compass_points() {
        let outline = Circle { center: MapPoint { x: 1000, y: 2000 }, radius: 500 }.outline();
        let corners = [outline[0], outline[6], outline[12], outline[18]].map(|point| (point.x, point.y));
        assert_eq!(corners, [(1500, 2000), (1000, 2500), (500, 2000), (1000, 1500)]);
        for point in outline {
            let (x, y) = (f64::from(point.x - 1000), f64::from(point.y - 2000));
            assert!((x.hypot(y) - 500.0).abs() < 1.0, "{point}");
        }
    }
}
