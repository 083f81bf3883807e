use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

/// How many faults of one file are kept; what lies beyond is only counted.
pub const MOST_FAULTS: usize = 200;

/// Where something stands in a file: line and column, both counted from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Position {
    /// The first character of a file.
    pub const START: Position = Position { line: 1, column: 1 };
}

/// What sort of mistake a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The text is no TOML.
    Syntax,
    /// The file or a list in it is too large.
    TooMuch,
    /// No such key in this table.
    UnknownKey,
    /// A key that must be given is not.
    Missing,
    /// A value of another type.
    WrongType,
    /// A number or a text outside its limits.
    OutOfRange,
    /// A word that is not on the list.
    UnknownWord,
    /// Something given twice that may stand once.
    Duplicate,
    /// A name that nothing in the file bears.
    NoSuch,
    /// Off the map, or on ground where nothing can stand.
    Misplaced,
    /// A polygon or line that cannot be drawn.
    BadShape,
    /// Two statements that cannot both be true.
    Contradiction,
}

/// One mistake in a battle file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The file, as the caller named it.
    pub file: String,
    /// Where in the file.
    #[serde(flatten)]
    pub position: Position,
    /// Where in the battle: `unit[3].training`, lists counted from 0; empty for the file as a whole.
    pub path: String,
    /// What sort of mistake it is.
    pub kind: FaultKind,
    /// What is wrong.
    pub problem: String,
    /// What would be right; may be empty.
    pub expected: String,
    /// The legal word that was most likely meant.
    pub nearest: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.position.line, self.position.column)?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.problem)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        match &self.nearest {
            Some(word) => write!(f, "; did you mean {word:?}?"),
            None => Ok(()),
        }
    }
}

/// All mistakes of one battle file, in the order in which they stand in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Faults {
    list: Vec<Fault>,
    left_out: usize,
}

impl Faults {
    /// The faults, at most [`MOST_FAULTS`].
    pub fn list(&self) -> &[Fault] {
        &self.list
    }

    /// How many more there were.
    pub fn left_out(&self) -> usize {
        self.left_out
    }
}

impl IntoIterator for Faults {
    type Item = Fault;
    type IntoIter = std::vec::IntoIter<Fault>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, fault) in self.list.iter().enumerate() {
            if nth > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        match self.left_out {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for Faults {}

/// Where each value of a battle stands in its file, by path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    file: String,
    positions: BTreeMap<String, Position>,
}

impl Default for Places {
    fn default() -> Places {
        Places::new("battle")
    }
}

impl Places {
    pub(crate) fn new(file: &str) -> Places {
        Places { file: file.to_owned(), positions: BTreeMap::new() }
    }

    pub(crate) fn note(&mut self, path: &str, position: Position) {
        self.positions.insert(path.to_owned(), position);
    }

    /// The file's name, as it was given to the reader.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Where a value stands; one that the file leaves out stands where the table does that would hold it.
    pub fn position(&self, path: &str) -> Position {
        let mut path = path;
        loop {
            if let Some(&position) = self.positions.get(path) {
                return position;
            }
            match path.rfind(['.', '[']) {
                Some(end) => path = &path[..end],
                None => return Position::START,
            }
        }
    }
}

/// Faults as they are found, with the paths that are spoilt by one, so that nothing is held against a value twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    list: Vec<Fault>,
    left_out: usize,
    spoilt: BTreeSet<String>,
}

impl Found {
    pub(crate) fn push(&mut self, fault: Fault) {
        self.spoilt.insert(fault.path.clone());
        if self.list.len() < MOST_FAULTS {
            self.list.push(fault);
        } else {
            self.left_out += 1;
        }
    }

    /// Marks a path as faulty without saying anything about it.
    pub(crate) fn spoil(&mut self, path: &str) {
        self.spoilt.insert(path.to_owned());
    }

    /// No fault was found at this path, below it, or at anything that holds it.
    pub(crate) fn is_sound(&self, path: &str) -> bool {
        let begins = |other: &&String| other.starts_with(path);
        let mut below = self.spoilt.range(path.to_owned()..).take_while(begins);
        let is_part = |other: &String| matches!(other.as_bytes().get(path.len()), None | Some(b'.' | b'['));
        let mut above = path.match_indices(['.', '[']).map(|(end, _)| &path[..end]);
        !below.any(is_part) && !above.any(|holder| self.spoilt.contains(holder))
    }

    /// Keep only some of the faults.
    pub(crate) fn retain(&mut self, keep: impl Fn(&Fault) -> bool) {
        self.list.retain(keep);
    }

    /// A fault was found at exactly this path: nothing is known of what should stand there.
    pub(crate) fn is_spoilt(&self, path: &str) -> bool {
        self.spoilt.contains(path)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn into_faults(mut self) -> Faults {
        self.list.sort_by_key(|fault| fault.position);
        Faults { list: self.list, left_out: self.left_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(path: &str) -> Fault {
        Fault {
            file: "x.toml".into(),
            position: Position { line: 4, column: 7 },
            path: path.into(),
            kind: FaultKind::UnknownWord,
            problem: "\"elit\" is no training".into(),
            expected: "one of raw, elite".into(),
            nearest: Some("elite".into()),
        }
    }

    #[test]
    fn a_fault_says_where_and_what_and_what_was_meant() {
        assert_eq!(
            fault("unit[3].training").to_string(),
            "x.toml:4:7: unit[3].training: \"elit\" is no training; expected one of raw, elite; did you mean \"elite\"?"
        );
    }

    #[test]
    fn only_the_path_and_what_lies_below_it_is_spoilt() {
        let mut found = Found::default();
        found.push(fault("unit[1].at"));
        assert!(!found.is_sound("unit[1].at"));
        assert!(!found.is_sound("unit[1]"));
        assert!(!found.is_sound("unit"));
        assert!(!found.is_sound("unit[1].at[0]"));
        assert!(found.is_sound("unit[1].attached"));
        assert!(found.is_sound("unit[1].a"));
        assert!(found.is_sound("unit[10].at"));
    }

    #[test]
    fn what_lies_beyond_the_limit_is_counted() {
        let mut found = Found::default();
        (0..MOST_FAULTS + 7).for_each(|nth| found.push(fault(&format!("unit[{nth}]"))));
        let faults = found.into_faults();
        assert_eq!((faults.list().len(), faults.left_out()), (MOST_FAULTS, 7));
        assert!(faults.to_string().ends_with("\nand 7 more"));
    }

    #[test]
    fn a_value_left_out_stands_where_its_table_stands() {
        let mut places = Places::new("x.toml");
        places.note("unit[1]", Position { line: 9, column: 1 });
        assert_eq!(places.position("unit[1].men"), Position { line: 9, column: 1 });
        assert_eq!(places.position("unit[2].men"), Position::START);
    }
}
