//! Runs a published test of the rules and writes down what came of it.

use std::fmt::Write as _;

use firelock_core::{Checked, Given, Ledger, RuleSystem, Rulebook};
use serde_json::Value;

/// The printed rules of a system with an overlay.
///
/// # Panics
/// When the overlay is none, or names what the rules do not have.
pub fn book<S: RuleSystem>(overlay: Value) -> Rulebook {
    let overlay = serde_json::from_value(overlay).expect("an overlay");
    Rulebook::with_overlay(S::charts(), S::switches(), overlay).expect("known addresses")
}

/// Runs a test with these faces; all must be used.
///
/// # Panics
/// When there is no such test, it refuses the facts, or faces are left over.
pub fn run<S: RuleSystem>(book: &Rulebook, name: &str, facts: &Value, faces: &[i16]) -> Checked {
    let test = S::tests().iter().find(|test| test.name == name).expect("a published test");
    let mut dice = Given::new(faces.iter().copied());
    let checked = (test.run)(facts, book, &mut dice).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    assert_eq!(dice.left(), 0, "{name}: faces left over");
    checked
}

/// What came of a test: the lines that count, and the effects with their clauses.
pub fn told(checked: &Checked) -> String {
    let mut text = String::new();
    for (name, ledger) in &checked.ledgers {
        let _ = writeln!(text, "{name}: {}", counted(ledger));
    }
    let dice = if checked.dice.is_empty() { String::new() } else { format!("{}: ", checked.dice) };
    let _ = writeln!(text, "{dice}{} {} [{}]", checked.result, checked.effect.name, checked.effect.clause);
    for effect in &checked.also {
        let _ = writeln!(text, "  {} [{}]", effect.name, effect.clause);
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
