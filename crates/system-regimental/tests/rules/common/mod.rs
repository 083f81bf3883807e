//! Runs a published test and writes down what came of it.

use std::fmt::Write as _;

use firelock_core::{Checked, Given, Ledger, Rulebook, Test};
use firelock_regimental::charts::{CHARTS, SWITCHES};
use firelock_regimental::published::TESTS;
use serde_json::Value;

/// The published test of that name.
fn test(name: &str) -> &'static Test {
    TESTS.iter().find(|test| test.name == name).expect("a published test")
}

/// The printed rules with an overlay.
pub(crate) fn book(overlay: Value) -> Rulebook {
    let overlay = serde_json::from_value(overlay).expect("an overlay");
    Rulebook::with_overlay(CHARTS, SWITCHES, overlay).expect("known addresses")
}

/// Runs a test with these faces; all must be used.
pub(crate) fn run(book: &Rulebook, name: &str, facts: &Value, faces: &[i16]) -> Checked {
    let mut dice = Given::new(faces.iter().copied());
    let checked = (test(name).run)(facts, book, &mut dice).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    assert_eq!(dice.left(), 0, "{name}: faces left over");
    checked
}

/// What came of a test, the lines that count and the effects with their clauses.
pub(crate) fn told(checked: &Checked) -> String {
    let mut text = String::new();
    for (name, ledger) in &checked.ledgers {
        writeln!(text, "{name}: {}", counted(ledger)).expect("text");
    }
    let dice = if checked.dice.is_empty() { String::new() } else { format!("{}: ", checked.dice) };
    writeln!(text, "{dice}{} {} [{}]", checked.result, checked.effect.name, checked.effect.clause).expect("text");
    for effect in &checked.also {
        writeln!(text, "  {} [{}]", effect.name, effect.clause).expect("text");
    }
    text
}

/// The lines of a ledger that count, without the zeros.
fn counted(ledger: &Ledger) -> String {
    let lines: Vec<String> = ledger
        .applied()
        .filter(|line| line.value != 0)
        .map(|line| format!("{:+} {}", line.value, line.label))
        .collect();
    format!("{} = {}", lines.join(", "), ledger.quantity.show(ledger.total))
}
