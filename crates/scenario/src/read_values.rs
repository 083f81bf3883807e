//! How the plain values are read from a file.

use firelock_core::Side;
use toml::Spanned;
use toml::de::DeValue;

use crate::declare::{Limits, Readable, Shape, Word};
use crate::fault::{Fault, FaultKind};
use crate::nearest::nearest;
use crate::reader::{Reader, quoted};
use crate::values::{Circle, Clock, Count, Date, Facing, Id, MapPoint, Rectangle, Tenths};

/// The longest text a file may hold, in characters, where the key sets no other limit.
const LONGEST_TEXT: i64 = 4000;
/// The longest list, where the key sets no other limit.
const LONGEST_LIST: i64 = 500;
/// No map coordinate lies further off; what is off the map is said by a better fault.
const FARTHEST: i64 = 100_000;

impl Readable for String {
    fn shape(limits: Limits) -> Shape {
        Shape::Text { most: limits.map_or(LONGEST_TEXT, |(_, most)| most) }
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, limits: Limits) -> Option<String> {
        let (DeValue::String(text), Shape::Text { most }) = (value.get_ref(), Self::shape(limits)) else {
            return reader.wrong_type(value, &Self::shape(limits));
        };
        let letters = text.trim().chars().count();
        if letters == 0 || letters as i64 > most {
            let problem = format!("a text of {letters} characters");
            let expected = format!("1 to {most} characters");
            reader.fault(reader.position(value.span().start), FaultKind::OutOfRange, problem, expected);
            return None;
        }
        Some(text.trim().to_owned())
    }

    fn placeholder() -> String {
        String::new()
    }
}

impl Readable for Id {
    fn shape(_: Limits) -> Shape {
        Shape::Id
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, _: Limits) -> Option<Id> {
        let Some(text) = value.get_ref().as_str() else {
            return reader.wrong_type(value, &Shape::Id);
        };
        let id = Id::new(text);
        if id.is_none() {
            let problem = format!("{} is no id", quoted(text));
            let expected = "1 to 40 letters, digits, hyphens and underscores".to_owned();
            reader.fault(reader.position(value.span().start), FaultKind::OutOfRange, problem, expected);
        }
        id
    }

    fn placeholder() -> Id {
        Id(String::new())
    }
}

impl Readable for bool {
    fn shape(_: Limits) -> Shape {
        Shape::Flag
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, _: Limits) -> Option<bool> {
        match value.get_ref().as_bool() {
            None => reader.wrong_type(value, &Shape::Flag),
            flag => flag,
        }
    }

    fn placeholder() -> bool {
        false
    }
}

macro_rules! whole_numbers {
    ($($type:ty),+) => { $(
        impl Readable for $type {
            fn shape(limits: Limits) -> Shape {
                let (least, most) = limits.unwrap_or((i64::from(<$type>::MIN), i64::from(<$type>::MAX)));
                Shape::Whole { least, most }
            }

            fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, limits: Limits) -> Option<$type> {
                let (least, most) = limits.unwrap_or((i64::from(<$type>::MIN), i64::from(<$type>::MAX)));
                let DeValue::Integer(digits) = value.get_ref() else {
                    return reader.wrong_type(value, &Self::shape(limits));
                };
                let number = reader.number_of_word(value).filter(|number| (least..=most).contains(number));
                match number.and_then(|number| <$type>::try_from(number).ok()) {
                    None => reader.out_of_range(value, short(digits.as_str()), Self::shape(limits)),
                    number => number,
                }
            }

            fn placeholder() -> $type {
                0
            }
        }
    )+ };
}

whole_numbers!(u8, u16, u32, i8, i32);

fn short(digits: &str) -> &str {
    digits.get(..30).unwrap_or(digits)
}

/// A decimal number in tenths, read from its digits so that no rounding creeps in.
fn tenths(value: &DeValue<'_>) -> Option<i64> {
    match value {
        DeValue::Integer(digits) => i64::from_str_radix(digits.as_str(), digits.radix()).ok()?.checked_mul(10),
        DeValue::Float(digits) => {
            let (sign, digits) = match digits.as_str().strip_prefix('-') {
                Some(rest) => (-1, rest),
                None => (1, digits.as_str().trim_start_matches('+')),
            };
            let (whole, fraction) = digits.split_once('.')?;
            let tenth = fraction.trim_end_matches('0');
            if tenth.len() > 1 || whole.len() > 12 {
                return None;
            }
            let tenth: i64 = if tenth.is_empty() { 0 } else { tenth.parse().ok()? };
            Some(sign * (whole.parse::<i64>().ok()? * 10 + tenth))
        }
        _ => None,
    }
}

/// Reads a number of tenths that lies between whole limits.
fn read_tenths(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, least: i64, most: i64) -> Option<i32> {
    let shape = Shape::Tenths { least, most };
    let digits = match value.get_ref() {
        DeValue::Integer(digits) => digits.as_str(),
        DeValue::Float(digits) => digits.as_str(),
        _ => return reader.wrong_type(value, &shape),
    };
    match tenths(value.get_ref()) {
        Some(number) if (least * 10..=most * 10).contains(&number) => i32::try_from(number).ok(),
        _ => reader.out_of_range(value, short(digits), shape),
    }
}

impl Readable for Tenths {
    fn shape(limits: Limits) -> Shape {
        let (least, most) = limits.unwrap_or((-FARTHEST, FARTHEST));
        Shape::Tenths { least, most }
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, limits: Limits) -> Option<Tenths> {
        let (least, most) = limits.unwrap_or((-FARTHEST, FARTHEST));
        read_tenths(reader, value, least, most).map(Tenths)
    }

    fn placeholder() -> Tenths {
        Tenths(0)
    }
}

/// Reads a list of exactly so many numbers.
fn read_numbers<const N: usize>(
    reader: &mut Reader<'_>,
    value: &Spanned<DeValue<'_>>,
    names: &'static [&'static str; N],
) -> Option<[i32; N]> {
    let shape = Shape::Numbers { names };
    let Some(list) = value.get_ref().as_array() else {
        return reader.wrong_type(value, &shape);
    };
    if list.len() != N {
        let problem = format!("a list of {}", list.len());
        reader.fault(reader.position(value.span().start), FaultKind::WrongType, problem, shape.to_string());
        return None;
    }
    let mut numbers = [0; N];
    for ((number, value), name) in numbers.iter_mut().zip(list.iter()).zip(names) {
        let least = if matches!(*name, "width" | "height" | "radius") { 0 } else { -FARTHEST };
        *number = read_tenths(reader, value, least, FARTHEST)?;
    }
    Some(numbers)
}

impl Readable for MapPoint {
    fn shape(_: Limits) -> Shape {
        Shape::Numbers { names: &["x", "y"] }
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, _: Limits) -> Option<MapPoint> {
        read_numbers(reader, value, &["x", "y"]).map(|[x, y]| MapPoint { x, y })
    }

    fn placeholder() -> MapPoint {
        MapPoint::default()
    }
}

impl Readable for Rectangle {
    fn shape(_: Limits) -> Shape {
        Shape::Numbers { names: &["x", "y", "width", "height"] }
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, _: Limits) -> Option<Rectangle> {
        let [x, y, width, height] = read_numbers(reader, value, &["x", "y", "width", "height"])?;
        if width == 0 || height == 0 {
            let problem = "a rectangle without area".to_owned();
            reader.fault(reader.position(value.span().start), FaultKind::BadShape, problem, String::new());
            return None;
        }
        Some(Rectangle { x, y, width, height })
    }

    fn placeholder() -> Rectangle {
        Rectangle { x: 0, y: 0, width: 10, height: 10 }
    }
}

impl Readable for Circle {
    fn shape(_: Limits) -> Shape {
        Shape::Numbers { names: &["x", "y", "radius"] }
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, _: Limits) -> Option<Circle> {
        let [x, y, radius] = read_numbers(reader, value, &["x", "y", "radius"])?;
        if radius == 0 {
            let problem = "a circle without area".to_owned();
            reader.fault(reader.position(value.span().start), FaultKind::BadShape, problem, String::new());
            return None;
        }
        Some(Circle { center: MapPoint { x, y }, radius })
    }

    fn placeholder() -> Circle {
        Circle { center: MapPoint::default(), radius: 10 }
    }
}

impl Readable for Facing {
    fn shape(_: Limits) -> Shape {
        Shape::Facing
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, _: Limits) -> Option<Facing> {
        if let Some(text) = value.get_ref().as_str() {
            let point = Facing::POINTS.iter().position(|point| *point == text);
            if point.is_none() {
                reader.push(Fault {
                    file: reader.places.file().to_owned(),
                    position: reader.position(value.span().start),
                    path: reader.path().to_owned(),
                    kind: FaultKind::UnknownWord,
                    problem: format!("{} is no point of the compass", quoted(text)),
                    expected: Shape::Facing.to_string(),
                    nearest: nearest(text, Facing::POINTS).map(str::to_owned),
                });
            }
            // Between two main points lie 22.5 degrees; the half is dropped.
            return point.map(|point| Facing((point * 45 / 2) as u16));
        }
        let Some(number) = reader.number_of_word(value) else {
            return reader.wrong_type(value, &Shape::Facing);
        };
        match u16::try_from(number) {
            Ok(degrees) if degrees < 360 => Some(Facing(degrees)),
            _ => reader.out_of_range(value, number, Shape::Facing),
        }
    }

    fn placeholder() -> Facing {
        Facing(0)
    }
}

impl Readable for Date {
    fn shape(_: Limits) -> Shape {
        Shape::Date
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, _: Limits) -> Option<Date> {
        let text = match value.get_ref() {
            DeValue::Datetime(date) if date.time.is_none() => date.to_string(),
            DeValue::String(text) => text.trim().to_owned(),
            _ => return reader.wrong_type(value, &Shape::Date),
        };
        let mut parts = text.splitn(3, '-');
        let mut part = || parts.next().filter(|part| part.len() <= 4).and_then(|part| part.parse::<u16>().ok());
        let date = match (part(), part(), part()) {
            (Some(year), Some(month), Some(day)) => u8::try_from(month)
                .ok()
                .zip(u8::try_from(day).ok())
                .and_then(|(month, day)| Date::new(year, month, day)),
            _ => None,
        };
        match date {
            None => reader.out_of_range(value, quoted(&text), Shape::Date),
            date => date,
        }
    }

    fn placeholder() -> Date {
        Date { year: 1600, month: 1, day: 1 }
    }
}

impl Readable for Clock {
    fn shape(_: Limits) -> Shape {
        Shape::Clock
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, _: Limits) -> Option<Clock> {
        let text = match value.get_ref() {
            DeValue::Datetime(time) if time.date.is_none() => time.to_string(),
            DeValue::String(text) => text.trim().to_owned(),
            _ => return reader.wrong_type(value, &Shape::Clock),
        };
        let mut parts = text.splitn(3, ':');
        let mut part = |most: u16| {
            let digits = parts.next().filter(|part| part.len() == 2);
            digits.and_then(|digits| digits.parse::<u16>().ok()).filter(|number| *number <= most)
        };
        match (part(23), part(59)) {
            (Some(hours), Some(minutes)) => Some(Clock { minutes: hours * 60 + minutes }),
            _ => reader.out_of_range(value, quoted(&text), Shape::Clock),
        }
    }

    fn placeholder() -> Clock {
        Clock { minutes: 0 }
    }
}

impl Readable for Count {
    fn shape(_: Limits) -> Shape {
        Shape::Count
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, _: Limits) -> Option<Count> {
        let number = |value: &Spanned<DeValue<'_>>| reader.number_of_word(value).and_then(|n| u32::try_from(n).ok());
        let bounds = match value.get_ref() {
            DeValue::Integer(_) => number(value).map(|number| (number, number)),
            DeValue::Array(list) if list.len() == 2 => number(&list[0]).zip(number(&list[1])),
            _ => return reader.wrong_type(value, &Shape::Count),
        };
        match bounds {
            Some((low, high)) if low <= high => Some(Count { low, high }),
            _ => {
                let problem = "this is no count".to_owned();
                let expected = "a whole number, or [least, most] with the least first".to_owned();
                reader.fault(reader.position(value.span().start), FaultKind::OutOfRange, problem, expected);
                None
            }
        }
    }

    fn placeholder() -> Count {
        Count { low: 0, high: 0 }
    }
}

impl Word for Side {
    const NOUN: &'static str = "side";
    const WORDS: &'static [&'static str] = &["red", "blue"];

    fn from_word(word: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.word() == word)
    }

    fn word(self) -> &'static str {
        Self::WORDS[self.index()]
    }
}

impl Readable for Side {
    fn shape(_: Limits) -> Shape {
        Shape::Word { words: Side::WORDS, first_number: None }
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, limits: Limits) -> Option<Side> {
        reader.word(value, Self::shape(limits))
    }

    fn placeholder() -> Side {
        Side::Red
    }
}

impl<T: Readable> Readable for Option<T> {
    fn shape(limits: Limits) -> Shape {
        T::shape(limits)
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, limits: Limits) -> Option<Option<T>> {
        T::read(reader, value, limits).map(Some)
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }

    fn placeholder() -> Option<T> {
        None
    }
}

impl<T: Readable> Readable for Vec<T> {
    fn shape(limits: Limits) -> Shape {
        let (least, most) = limits.unwrap_or((0, LONGEST_LIST));
        Shape::List { of: Box::new(T::shape(None)), least, most }
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, limits: Limits) -> Option<Vec<T>> {
        let Some(list) = value.get_ref().as_array() else {
            return reader.wrong_type(value, &Self::shape(limits));
        };
        let (least, most) = limits.unwrap_or((0, LONGEST_LIST));
        if !(least..=most).contains(&(list.len() as i64)) {
            let problem = format!("a list of {}", list.len());
            let expected = format!("{least} to {most} members");
            let kind = if list.len() as i64 > most { FaultKind::TooMuch } else { FaultKind::OutOfRange };
            reader.fault(reader.position(value.span().start), kind, problem, expected);
            return None;
        }
        Some(list.iter().enumerate().map(|(nth, value)| reader.member(nth, value)).collect())
    }

    fn absent() -> Option<Vec<T>> {
        Some(Vec::new())
    }

    fn placeholder() -> Vec<T> {
        Vec::new()
    }
}
