use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CellInfo, Clause, Ledger, Line, Rulebook, Sink};

/// A printed list of numbers, read step by step against the facts of one test.
#[derive(Debug)]
pub struct Chart<F: 'static> {
    /// Its name, the first part of each address (`T-MAN-MOD`).
    pub id: &'static str,
    /// What the total counts.
    pub total: Quantity,
    /// The steps in printed order.
    pub steps: &'static [Step<F>],
}

/// What a number counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// Added to a die.
    #[default]
    Score,
    /// The least a roll must reach, or the most it may.
    Need,
    /// How many dice are rolled.
    Dice,
    /// How many faces hit.
    Faces,
    /// A chance out of a hundred.
    Percent,
    /// Quarters of a fire point.
    Quarters,
    /// Action points.
    Actions,
    /// Casualties.
    Casualties,
    /// Hundredths of an inch.
    Hundredths,
}

impl Quantity {
    /// A total with its unit, as a person reads it.
    pub fn show(self, total: i32) -> String {
        match self {
            Quantity::Score | Quantity::Casualties => total.to_string(),
            Quantity::Need => format!("{total} needed"),
            Quantity::Dice => format!("{total} dice"),
            Quantity::Faces => format!("{total} faces"),
            Quantity::Percent => format!("{total} %"),
            Quantity::Quarters => match (total / 4, total % 4) {
                (whole, 0) => format!("{whole} points"),
                (whole, rest) => format!("{whole}.{} points", rest * 25),
            },
            Quantity::Actions => format!("{total} AP"),
            Quantity::Hundredths => format!("{}.{:02}\"", total / 100, total % 100),
        }
    }
}

/// One row of a chart.
#[derive(Debug)]
pub struct Row<F: 'static> {
    /// Its part of the address (`fresh` in `T-MAN-MOD.fresh`).
    pub key: &'static str,
    /// The rule behind it.
    pub clause: Clause,
    /// What players read.
    pub label: &'static str,
    /// The printed number; an overlay may say another.
    pub cell: i32,
    /// How often it applies to these facts: 0 is not at all.
    pub times: fn(&F) -> u16,
}

/// One of several reasons for the same row.
#[derive(Debug)]
pub struct Reason<F: 'static> {
    /// The rule behind it.
    pub clause: Clause,
    /// What players read.
    pub label: &'static str,
    /// Whether it holds.
    pub holds: fn(&F) -> bool,
}

/// How a scaled total is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
}

/// Which of several applying rows count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// All of them.
    All,
    /// The one of the greatest size, positive or negative; the first of equals.
    Best,
    /// The first, which replaces the others.
    First,
}

/// One step of a chart.
#[derive(Debug)]
pub enum Step<F: 'static> {
    /// Adds the row as often as it applies.
    Add(Row<F>),
    /// Adds the row once if any of its reasons holds (`times` of the row is not asked).
    Any(Row<F>, &'static [Reason<F>]),
    /// Adds those applying rows that the group lets count. An overlay may change the group, by the first row's address.
    Of(Group, &'static [Row<F>]),
    /// Adds all applying rows, their sum held between two bounds.
    Within(i32, i32, &'static [Row<F>]),
    /// Multiplies the total so far by `cell` / `per` when the row applies.
    Scale(Row<F>, i32, Round),
    /// Holds the total so far between two bounds.
    Clamp(Row<F>, Option<i32>, Option<i32>),
    /// Puts the row's number in place of the total and ends the chart.
    Set(Row<F>),
    /// Adds a number that the facts carry themselves (a rating, a looked-up value).
    Given(Clause, &'static str, fn(&F) -> i32),
}

/// Reads a chart against facts: every row goes into the sink, the total comes back.
pub fn read<F>(book: &Rulebook, chart: &Chart<F>, facts: &F, sink: &mut impl Sink) -> i32 {
    let cell = |row: &Row<F>| book.cell([chart.id, row.key, ""], row.cell);
    let mut total = 0;
    for step in chart.steps {
        match step {
            Step::Add(row) => {
                let (value, applies) = counted(cell(row), row, facts);
                sink.line(line(row, value, applies));
                total += if applies { value } else { 0 };
            }
            Step::Any(row, reasons) => {
                let value = cell(row);
                let each = book.group(chart.id, row.key) == Some(Group::All);
                let mut once = false;
                for reason in *reasons {
                    let counts = (reason.holds)(facts) && (each || !once);
                    once |= counts;
                    sink.line(Line { clause: reason.clause, label: reason.label, value, applies: counts });
                    total += if counts { value } else { 0 };
                }
            }
            Step::Of(group, rows) => {
                let group = rows.first().and_then(|row| book.group(chart.id, row.key)).unwrap_or(*group);
                total += read_group(group, rows, facts, &cell, sink);
            }
            Step::Within(least, most, rows) => {
                let sum = read_group(Group::All, rows, facts, &cell, sink);
                let least = book.cell([chart.id, "least", ""], *least);
                let most = book.cell([chart.id, "most", ""], *most);
                let held = sum.max(least).min(most);
                if let (true, Some(row)) = (held != sum, rows.first()) {
                    sink.line(Line {
                        clause: row.clause,
                        label: "held to the limit",
                        value: held - sum,
                        applies: true,
                    });
                }
                total += held;
            }
            Step::Scale(row, per, round) => {
                let applies = (row.times)(facts) > 0;
                let scaled = match round {
                    Round::Down => (total * cell(row)).div_euclid(*per),
                    Round::Up => -(-total * cell(row)).div_euclid(*per),
                };
                sink.line(line(row, scaled - total, applies));
                total = if applies { scaled } else { total };
            }
            Step::Clamp(row, least, most) => {
                let least = least.map(|least| book.cell([chart.id, "floor", ""], least));
                let most = most.map(|most| book.cell([chart.id, "ceiling", ""], most));
                let held = most.map_or(total, |most| total.min(most));
                let held = least.map_or(held, |least| held.max(least));
                sink.line(line(row, held - total, held != total));
                total = held;
            }
            Step::Set(row) => {
                let applies = (row.times)(facts) > 0;
                sink.line(line(row, cell(row), applies));
                if applies {
                    return cell(row);
                }
            }
            Step::Given(clause, label, value) => {
                let value = value(facts);
                sink.line(Line { clause: *clause, label, value, applies: value != 0 });
                total += value;
            }
        }
    }
    total
}

/// A row's number times how often it applies; for one that does not, the bare number.
fn counted<F>(cell: i32, row: &Row<F>, facts: &F) -> (i32, bool) {
    let times = i32::from((row.times)(facts));
    (cell * times.max(1), times > 0)
}

fn read_group<F>(
    group: Group,
    rows: &[Row<F>],
    facts: &F,
    cell: &impl Fn(&Row<F>) -> i32,
    sink: &mut impl Sink,
) -> i32 {
    let mut chosen: Option<(usize, i32)> = None;
    for (at, row) in rows.iter().enumerate() {
        let (value, applies) = counted(cell(row), row, facts);
        let better = match (group, chosen) {
            (_, None) => true,
            (Group::Best, Some((_, other))) => value.abs() > other.abs(),
            _ => false,
        };
        if applies && better {
            chosen = Some((at, value));
        }
    }
    let mut sum = 0;
    for (at, row) in rows.iter().enumerate() {
        let (value, applies) = counted(cell(row), row, facts);
        let counts = applies && (group == Group::All || chosen.is_some_and(|(chosen, _)| chosen == at));
        sink.line(line(row, value, counts));
        sum += if counts { value } else { 0 };
    }
    sum
}

fn line<F>(row: &Row<F>, value: i32, applies: bool) -> Line {
    Line { clause: row.clause, label: row.label, value, applies }
}

impl<F> Chart<F> {
    /// Reads the chart into a fresh ledger.
    pub fn ledger(&self, book: &Rulebook, facts: &F) -> Ledger {
        let mut ledger = Ledger { lines: Vec::with_capacity(16), total: 0, quantity: self.total };
        ledger.total = read(book, self, facts, &mut ledger);
        ledger
    }

    /// Reads only the total.
    pub fn sum(&self, book: &Rulebook, facts: &F) -> i32 {
        read(book, self, facts, &mut ())
    }
}

/// Whatever has numbers with addresses: a chart, a grid, a single number.
pub trait Cells: Sync {
    /// Every number, in printed order.
    fn cells(&self, into: &mut Vec<CellInfo>);
    /// The addresses of rows whose group rule an overlay may change.
    fn groups(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<F> Cells for Chart<F> {
    fn cells(&self, into: &mut Vec<CellInfo>) {
        let info = |key: &str, row: &Row<F>, value: i32| CellInfo {
            address: format!("{}.{key}", self.id),
            clause: row.clause,
            label: row.label.to_string(),
            value,
        };
        for step in self.steps {
            match step {
                Step::Add(row) | Step::Any(row, _) | Step::Scale(row, ..) | Step::Set(row) => {
                    into.push(info(row.key, row, row.cell));
                }
                Step::Of(_, rows) => into.extend(rows.iter().map(|row| info(row.key, row, row.cell))),
                Step::Within(least, most, rows) => {
                    into.extend(rows.iter().map(|row| info(row.key, row, row.cell)));
                    into.extend(rows.first().map(|row| info("least", row, *least)));
                    into.extend(rows.first().map(|row| info("most", row, *most)));
                }
                Step::Clamp(row, least, most) => {
                    into.extend(least.map(|least| info("floor", row, least)));
                    into.extend(most.map(|most| info("ceiling", row, most)));
                }
                Step::Given(..) => {}
            }
        }
    }

    fn groups(&self) -> Vec<String> {
        let grouped = |step: &Step<F>| match step {
            Step::Any(row, _) => Some(format!("{}.{}", self.id, row.key)),
            Step::Of(_, rows) => rows.first().map(|row| format!("{}.{}", self.id, row.key)),
            _ => None,
        };
        self.steps.iter().filter_map(grouped).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Facts {
        fresh: bool,
        cover: u16,
        column: bool,
        enfiladed: bool,
        halved: bool,
    }

    const A: Clause = Clause::new("XX-A-01");

    static CHART: Chart<Facts> = Chart {
        id: "T-X",
        total: Quantity::Score,
        steps: &[
            Step::Add(Row { key: "fresh", clause: A, label: "fresh", cell: 2, times: |f| f.fresh.into() }),
            Step::Within(-3, 0, &[Row { key: "cover", clause: A, label: "cover", cell: -1, times: |f| f.cover }]),
            Step::Of(
                Group::Best,
                &[
                    Row { key: "column", clause: A, label: "column", cell: 1, times: |f| f.column.into() },
                    Row { key: "enfilade", clause: A, label: "enfilade", cell: 2, times: |f| f.enfiladed.into() },
                ],
            ),
            Step::Scale(
                Row { key: "halved", clause: A, label: "halved", cell: 1, times: |f| f.halved.into() },
                2,
                Round::Down,
            ),
        ],
    };

    const PLAIN: Facts = Facts { fresh: true, cover: 0, column: true, enfiladed: true, halved: false };

    #[test]
    fn every_row_is_in_the_ledger_and_only_applying_ones_count() {
        let ledger = CHART.ledger(&Rulebook::default(), &PLAIN);
        assert_eq!(ledger.to_string(), "+2 fresh, (-1 cover), (+1 column), +2 enfilade, (-2 halved) = 4");
        let sum: i32 = ledger.applied().map(|line| line.value).sum();
        assert_eq!((ledger.total, sum), (4, 4));
    }

    #[test]
    fn bounds_and_halves_show_as_lines() {
        let ledger = CHART.ledger(&Rulebook::default(), &Facts { cover: 5, halved: true, ..PLAIN });
        assert_eq!(
            ledger.to_string(),
            "+2 fresh, -5 cover, +2 held to the limit, (+1 column), +2 enfilade, -1 halved = 0"
        );
    }

    #[test]
    fn an_overlay_moves_a_cell_and_a_group() {
        let overlay = r#"{ "cells": { "T-X.fresh": 3 }, "groups": { "T-X.column": "all" } }"#;
        let overlay = serde_json::from_str(overlay).expect("well formed");
        let book = Rulebook::with_overlay(&[&CHART], &[], overlay).expect("known addresses");
        assert_eq!(CHART.sum(&book, &PLAIN), 6);
        assert_eq!(CHART.sum(&Rulebook::default(), &PLAIN), 4);
    }
}
