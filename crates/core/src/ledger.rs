use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Clause, Quantity};

/// One line of a ledger: a reason and its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Line {
    /// The rule behind it.
    pub clause: Clause,
    /// What players read ("fresh troops").
    pub label: &'static str,
    /// What it adds; for a line that does not apply, what it would.
    pub value: i32,
    /// Whether it counts in the total.
    pub applies: bool,
}

/// A sum that keeps its reasons, those that did not apply included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Ledger {
    /// The lines in printed order.
    pub lines: Vec<Line>,
    /// The sum of the lines that apply, after all steps of the chart.
    pub total: i32,
    /// What the total counts.
    pub quantity: Quantity,
}

/// Where a chart writes its lines: a [`Ledger`], or `()` when only the total is wanted.
pub trait Sink {
    /// Takes a line.
    fn line(&mut self, line: Line);
}

impl Sink for Ledger {
    fn line(&mut self, line: Line) {
        self.lines.push(line);
    }
}

impl Sink for () {
    fn line(&mut self, _line: Line) {}
}

impl Ledger {
    /// A total without its reasons, for fast play.
    pub fn bare(total: i32, quantity: Quantity) -> Ledger {
        Ledger { lines: Vec::new(), total, quantity }
    }

    /// Adds a line that applies, and its value to the total.
    pub fn add(&mut self, clause: Clause, label: &'static str, value: i32) {
        self.lines.push(Line { clause, label, value, applies: true });
        self.total += value;
    }

    /// The lines that count.
    pub fn applied(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.applies)
    }
}

impl fmt::Display for Ledger {
    /// `+2 fresh, (-1 raw) = 2`: what does not apply stands in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, line) in self.lines.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            match line.applies {
                true => write!(f, "{comma}{:+} {}", line.value, line.label)?,
                false => write!(f, "{comma}({:+} {})", line.value, line.label)?,
            }
        }
        write!(f, "{}= {}", if self.lines.is_empty() { "" } else { " " }, self.quantity.show(self.total))
    }
}
