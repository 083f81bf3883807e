use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::declare::{Limits, Readable, Shape, Table, Word};
use crate::fault::{Fault, FaultKind, Found, Places, Position};
use crate::nearest::nearest;

/// Walks a file's values and gathers what is wrong with them.
pub(crate) struct Reader<'t> {
    lines: Lines<'t>,
    path: String,
    pub(crate) places: Places,
    pub(crate) found: Found,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(file: &str, text: &'t str) -> Reader<'t> {
        Reader { lines: Lines::new(text), path: String::new(), places: Places::new(file), found: Found::default() }
    }

    /// The position of a byte of the text.
    pub(crate) fn position(&self, byte: usize) -> Position {
        self.lines.position(byte)
    }

    /// Notes a fault at a position under the path that is being read.
    pub(crate) fn fault(&mut self, position: Position, kind: FaultKind, problem: String, expected: String) {
        let path = self.path.clone();
        self.push(Fault {
            file: self.places.file().to_owned(),
            position,
            path,
            kind,
            problem,
            expected,
            nearest: None,
        });
    }

    pub(crate) fn push(&mut self, fault: Fault) {
        self.found.push(fault);
    }

    /// Notes that a value has the wrong type.
    pub(crate) fn wrong_type<T>(&mut self, value: &Spanned<DeValue<'_>>, shape: &Shape) -> Option<T> {
        if value.span().is_empty() {
            // Nothing was written: the parser put this value into a line that it could not read.
            let path = self.path.clone();
            self.found.spoil(&path);
            return None;
        }
        let problem = format!("this is {}", named(value.get_ref()));
        self.fault(self.position(value.span().start), FaultKind::WrongType, problem, shape.to_string());
        None
    }

    /// Notes that a number lies outside its limits.
    pub(crate) fn out_of_range<T>(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        number: impl ToString,
        shape: Shape,
    ) -> Option<T> {
        let problem = format!("{} is out of range", number.to_string());
        self.fault(self.position(value.span().start), FaultKind::OutOfRange, problem, shape.to_string());
        None
    }

    /// Reads one word of a list.
    pub(crate) fn word<T: Word>(&mut self, value: &Spanned<DeValue<'_>>, shape: Shape) -> Option<T> {
        let Some(text) = value.get_ref().as_str() else {
            return self.wrong_type(value, &shape);
        };
        let word = T::from_word(text);
        if word.is_none() {
            self.push(Fault {
                file: self.places.file().to_owned(),
                position: self.position(value.span().start),
                path: self.path.clone(),
                kind: FaultKind::UnknownWord,
                problem: format!("{} is no {}", quoted(text), T::NOUN),
                expected: shape.to_string(),
                nearest: nearest(text, T::WORDS.iter().copied()).map(str::to_owned),
            });
        }
        word
    }

    /// The number that stands where a word might, if one does.
    pub(crate) fn number_of_word(&self, value: &Spanned<DeValue<'_>>) -> Option<i64> {
        value.get_ref().as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok())
    }

    /// Takes a value for a table and reports each key that the table does not know.
    pub(crate) fn table<'v, 'i>(
        &mut self,
        value: &'v Spanned<DeValue<'i>>,
        known: &'static Table,
    ) -> Option<&'v DeTable<'i>> {
        let Some(table) = value.get_ref().as_table() else {
            return self.wrong_type(value, &Shape::Table(known));
        };
        for key in table.keys() {
            let name: &str = key.get_ref();
            if known.keys.iter().any(|key| key.name == name) {
                continue;
            }
            let names = known.keys.iter().map(|key| key.name);
            let fault = Fault {
                file: self.places.file().to_owned(),
                position: self.position(key.span().start),
                path: joined(&self.path, name),
                kind: FaultKind::UnknownKey,
                problem: format!("{} knows no key {}", known.name, quoted(name)),
                expected: String::new(),
                nearest: nearest(name, names).map(str::to_owned),
            };
            self.push(fault);
        }
        Some(table)
    }

    /// Reads one key of a table: its value, what stands for it when it is left out, or a placeholder and a fault.
    pub(crate) fn key<T: Readable>(
        &mut self,
        table: &DeTable<'_>,
        name: &'static str,
        limits: Limits,
        absent: Option<T>,
    ) -> T {
        let above = self.path.len();
        if above > 0 {
            self.path.push('.');
        }
        self.path.push_str(name);
        let value = match (table.get_key_value(name), absent) {
            (Some((key, value)), _) => {
                let position = self.position(start(key, value));
                self.places.note(&self.path, position);
                T::read(self, value, limits)
            }
            (None, Some(absent)) => Some(absent),
            (None, None) => {
                let position = self.places.position(&self.path);
                self.fault(position, FaultKind::Missing, format!("{name} is missing"), T::shape(limits).to_string());
                None
            }
        };
        self.path.truncate(above);
        value.unwrap_or_else(T::placeholder)
    }

    /// Reads one member of a list.
    pub(crate) fn member<T: Readable>(&mut self, nth: usize, value: &Spanned<DeValue<'_>>) -> T {
        let above = self.path.len();
        self.path.push_str(&format!("[{nth}]"));
        let position = self.position(value.span().start);
        self.places.note(&self.path, position);
        let member = T::read(self, value, None);
        self.path.truncate(above);
        member.unwrap_or_else(T::placeholder)
    }

    /// Reads something under a name that the file chose.
    pub(crate) fn named<T>(
        &mut self,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let above = self.path.len();
        self.path = joined(&self.path, key.get_ref());
        let position = self.position(key.span().start);
        self.places.note(&self.path, position);
        let value = read(self);
        self.path.truncate(above);
        value
    }

    /// The path that is being read.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }
}

/// Where a value begins; a table made by dotted keys alone begins at its key.
fn start(key: &Spanned<std::borrow::Cow<'_, str>>, value: &Spanned<DeValue<'_>>) -> usize {
    if value.span().is_empty() { key.span().start } else { value.span().start }
}

fn joined(path: &str, name: &str) -> String {
    let name: String = name.chars().take(60).collect();
    if path.is_empty() { name } else { format!("{path}.{name}") }
}

/// A text in quotes, cut to a length that a message can bear.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

fn named(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text {}", quoted(text)),
        DeValue::Integer(number) => format!("the number {}", cut(number.as_str())),
        DeValue::Float(number) => format!("the number {}", cut(number.as_str())),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(_) => "a date or time".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

fn cut(number: &str) -> String {
    number.chars().take(30).collect()
}

/// The lines of a text, to turn a byte into line and column.
struct Lines<'t> {
    text: &'t [u8],
    starts: Vec<usize>,
    /// How many characters begin before each block, so that a file of one long line is no slower than any other.
    before_block: Vec<usize>,
}

const BLOCK: usize = 64;

/// Characters are counted by the bytes that begin one, so a span that cuts a character does no harm.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Lines<'t> {
        let text = text.as_bytes();
        let after_breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(after_breaks).collect();
        let mut before_block = vec![0];
        for (nth, block) in text.chunks(BLOCK).enumerate() {
            before_block.push(before_block[nth] + characters(block));
        }
        Lines { text, starts, before_block }
    }

    fn characters_before(&self, byte: usize) -> usize {
        let block = byte / BLOCK;
        self.before_block[block] + characters(&self.text[block * BLOCK..byte])
    }

    fn position(&self, byte: usize) -> Position {
        let byte = byte.min(self.text.len());
        let line = self.starts.partition_point(|&start| start <= byte);
        let column = self.characters_before(byte) - self.characters_before(self.starts[line - 1]) + 1;
        Position { line: u32::try_from(line).unwrap_or(u32::MAX), column: u32::try_from(column).unwrap_or(u32::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let lines = Lines::new("ab\nGyőr = 1\n");
        let at = |byte| {
            let position = lines.position(byte);
            (position.line, position.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 3));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(7), (2, 4));
        assert_eq!(at(999), (3, 1));
    }
}
