use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::battle::Battle;
use crate::check::check;
use crate::declare::Readable;
use crate::fault::{Fault, FaultKind, Faults, Position};
use crate::reader::{Reader, quoted};

/// The largest file that is read, in bytes.
pub const LARGEST_FILE: usize = 1 << 20;

impl Battle {
    /// Reads a battle file; `name` is what faults call it.
    ///
    /// # Errors
    /// All faults of the file at once. Where the text itself is no TOML, those of its broken lines, and of the other
    /// values only what is wrong in itself: what a broken line would have said is not held against the rest.
    pub fn read(name: &str, text: &str) -> Result<Battle, Faults> {
        let mut reader = Reader::new(name, text);
        if text.len() > LARGEST_FILE {
            let problem = format!("the file has {} bytes", text.len());
            reader.fault(Position::START, FaultKind::TooMuch, problem, format!("at most {LARGEST_FILE} bytes"));
            return Err(reader.found.into_faults());
        }
        let (root, errors) = DeTable::parse_recoverable(text);
        let is_broken = note_errors(&mut reader, text, &errors);
        let root = Spanned::new(root.span(), DeValue::Table(root.into_inner()));
        let mut battle = <Battle as Readable>::read(&mut reader, &root, None).unwrap_or_else(Battle::placeholder);
        let Reader { places, mut found, .. } = reader;
        battle.places = places;
        if is_broken {
            found.retain(stands_alone);
        } else {
            check(&battle, &mut found);
        }
        if found.is_empty() { Ok(battle) } else { Err(found.into_faults()) }
    }

    /// Reads a battle file from bytes that may not even be text.
    ///
    /// # Errors
    /// As [`Battle::read`], and where the bytes are no UTF-8.
    pub fn read_bytes(name: &str, bytes: &[u8]) -> Result<Battle, Faults> {
        let error = match std::str::from_utf8(bytes) {
            Ok(text) => return Battle::read(name, text),
            Err(error) => error,
        };
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let mut reader = Reader::new(name, good);
        let position = reader.position(good.len());
        reader.fault(position, FaultKind::Syntax, "this is no text".to_owned(), "UTF-8".to_owned());
        Err(reader.found.into_faults())
    }
}

/// Notes what the parser stumbled over; true if the text is no TOML at some place.
fn note_errors(reader: &mut Reader<'_>, text: &str, errors: &[toml::de::Error]) -> bool {
    let (mut is_broken, mut last_line) = (false, 0);
    for error in errors {
        let span = error.span().unwrap_or_default();
        let position = reader.position(span.start);
        let is_twice = error.message().starts_with("duplicate key");
        is_broken |= !is_twice;
        // One slip often makes the parser stumble several times in its line.
        if position.line != last_line && is_twice {
            let key = quoted(text.get(span).unwrap_or_default());
            let problem = format!("the key {key} is given twice");
            reader.fault(position, FaultKind::Duplicate, problem, "each key once".to_owned());
        } else if position.line != last_line {
            let (problem, expected) = error.message().split_once(", expected ").unwrap_or((error.message(), ""));
            reader.fault(position, FaultKind::Syntax, problem.to_owned(), expected.to_owned());
        }
        last_line = position.line;
    }
    is_broken
}

/// A fault that no broken line elsewhere can have caused.
fn stands_alone(fault: &Fault) -> bool {
    use FaultKind::{BadShape, OutOfRange, Syntax, UnknownWord, WrongType};
    matches!(fault.kind, Syntax | WrongType | OutOfRange | UnknownWord | BadShape)
}
