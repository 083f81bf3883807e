use std::fmt::{Display, Write as _};
use std::path::Path;

use serde_json::{Value, json};

/// What the program says: its output, its complaints, and its exit code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// For the output.
    pub out: Vec<u8>,
    /// For people only.
    pub err: String,
    /// 0 all is well, 1 a verification failed, 2 the input is bad.
    pub code: u8,
}

/// What a command found, as text and as a JSON document.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) text: String,
    pub(crate) json: Value,
    pub(crate) code: u8,
}

impl Found {
    pub(crate) fn new(text: impl Into<String>, json: Value) -> Found {
        Found { text: text.into(), json, code: 0 }
    }
}

/// Why a command could not do its work.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) words: String,
    pub(crate) json: Value,
    pub(crate) code: u8,
}

impl Failure {
    /// The input is bad.
    pub(crate) fn bad(words: impl Display) -> Failure {
        let words = words.to_string();
        Failure { json: json!({ "error": words }), words, code: 2 }
    }

    /// The input is bad, in several places that a program may want to read.
    pub(crate) fn faults(words: impl Display, faults: Value) -> Failure {
        let words = words.to_string();
        Failure { json: json!({ "error": words, "faults": faults }), words, code: 2 }
    }

    /// A verification failed.
    pub(crate) fn unverified(self) -> Failure {
        Failure { code: 1, ..self }
    }
}

/// Lines of cells, each column as wide as its widest cell; the last column is not filled up.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..n_columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:<width$}  ");
        }
        text += line.trim_end();
        text += "\n";
    }
    text
}

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::bad(format!("{}: {error}", path.display())))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        Failure::bad(format!("{}:{line}: the text is not UTF-8", path.display()))
    })
}
