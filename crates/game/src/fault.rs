use std::fmt;

use serde::Serialize;

/// What is wrong with a record: which line, and how it differs from what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordFault {
    /// The record, as the caller named it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1, where one is known.
    pub column: Option<usize>,
    /// What is wrong.
    pub problem: String,
    /// What should stand there, in an excerpt; empty where that is not known.
    pub expected: String,
    /// What stands there, in an excerpt; empty where that says nothing.
    pub found: String,
}

impl RecordFault {
    pub(crate) fn new(file: &str, line: usize, problem: impl Into<String>) -> RecordFault {
        let (expected, found) = (String::new(), String::new());
        RecordFault { file: file.to_owned(), line, column: None, problem: problem.into(), expected, found }
    }

    /// With both texts, each shown around the first character in which they differ.
    pub(crate) fn differing(mut self, expected: &str, found: &str) -> RecordFault {
        let same = expected.chars().zip(found.chars()).take_while(|(expected, found)| expected == found).count();
        self.column = Some(same + 1);
        self.expected = excerpt(expected, same);
        self.found = excerpt(found, same);
        self
    }
}

/// Some characters before and after a place.
fn excerpt(text: &str, at: usize) -> String {
    const BEFORE: usize = 24;
    const AFTER: usize = 40;
    let from = at.saturating_sub(BEFORE);
    let shown: String = text.chars().skip(from).take(at - from + AFTER).collect();
    let head = if from > 0 { "…" } else { "" };
    let tail = if text.chars().nth(at + AFTER).is_some() { "…" } else { "" };
    format!("{head}{shown}{tail}")
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        write!(f, ": {}", self.problem)?;
        if !self.expected.is_empty() || !self.found.is_empty() {
            write!(f, "\n  expected {}\n  found    {}", self.expected, self.found)?;
        }
        Ok(())
    }
}

impl std::error::Error for RecordFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_shown_where_it_begins() {
        let long = "x".repeat(60);
        let fault =
            RecordFault::new("g.jsonl", 3, "differs").differing(&format!("{long}é1{long}"), &format!("{long}é2"));
        assert_eq!(fault.column, Some(62));
        assert_eq!(fault.expected, format!("…{}é1{}…", "x".repeat(23), "x".repeat(39)));
        assert_eq!(fault.to_string().lines().last(), Some(&*format!("  found    …{}é2", "x".repeat(23))));
    }
}
