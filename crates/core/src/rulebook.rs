use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cells, Clause, Group};

/// The numbers and readings a game is played by: the printed ones, and what an overlay says otherwise.
///
/// The printed numbers stand in the system's charts; the rulebook holds only the differences, so that one without an overlay costs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rulebook {
    cells: Vec<([String; 3], i32)>,
    groups: Vec<([String; 2], Group)>,
    switches: Vec<(String, String)>,
    /// As it was given, for the record.
    overlay: Overlay,
}

/// House rules as data: numbers by address, group rules by address, named switches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Overlay {
    /// `T-MAN-MOD.fresh = 3`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cells: BTreeMap<String, i32>,
    /// `T-FIGHT.F7 = "all"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<String, Group>,
    /// `change_front = "on"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub switches: BTreeMap<String, String>,
}

/// A choice between readings, or an optional rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Switch {
    /// Its name.
    pub name: &'static str,
    /// The rule behind it.
    pub clause: Clause,
    /// What it does, in a few words.
    pub label: &'static str,
    /// The words it takes; the first is the default.
    pub choices: &'static [&'static str],
}

/// A number of the rules that stands alone.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its address (`K.fire_arc_deg`).
    pub address: &'static str,
    /// The rule behind it.
    pub clause: Clause,
    /// What players read.
    pub label: &'static str,
    /// The printed number.
    pub value: i32,
}

/// All the numbers of a chapter that stand alone.
#[derive(Clone, Copy, Debug)]
pub struct Numbers(pub &'static [&'static Number]);

impl Cells for Numbers {
    fn cells(&self, into: &mut Vec<CellInfo>) {
        self.0.iter().for_each(|number| number.cells(into));
    }
}

/// Declares the numbers of a chapter that stand alone, a line each: name, address, clause, value, label; and all of them
/// as `NUMBERS`.
#[macro_export]
macro_rules! numbers {
    ($($name:ident $address:literal $clause:ident $value:literal $label:literal;)+) => {
        $(
            #[doc = concat!(stringify!($clause), ": ", $label, ".")]
            pub static $name: $crate::Number =
                $crate::Number { address: $address, clause: $clause, label: $label, value: $value };
        )+

        /// All of them.
        pub static NUMBERS: $crate::Numbers = $crate::Numbers(&[$(&$name,)+]);
    };
}

/// A printed table of numbers with rows and columns; an empty cell is a dash.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Its name, the first part of each address.
    pub id: &'static str,
    /// The rule behind it.
    pub clause: Clause,
    /// Names of the rows.
    pub rows: &'static [&'static str],
    /// Names of the columns.
    pub columns: &'static [&'static str],
    /// Row after row.
    pub cells: &'static [Option<i32>],
}

/// A number that an overlay may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellInfo {
    /// chart.row or chart.row.column.
    pub address: String,
    /// The rule behind it.
    pub clause: Clause,
    /// What players read.
    pub label: String,
    /// The printed number.
    pub value: i32,
}

/// What is wrong with an overlay; all of it at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayFault(pub Vec<String>);

impl Rulebook {
    /// The printed rules with an overlay upon them.
    ///
    /// # Errors
    /// Lists every unknown address, group or switch, and every word that a switch does not take.
    pub fn with_overlay(
        charts: &[&dyn Cells],
        switches: &[Switch],
        overlay: Overlay,
    ) -> Result<Rulebook, OverlayFault> {
        let mut known = Vec::new();
        charts.iter().for_each(|chart| chart.cells(&mut known));
        let groups: Vec<String> = charts.iter().flat_map(|chart| chart.groups()).collect();
        let mut faults = Vec::new();
        for address in overlay.cells.keys() {
            if !known.iter().any(|cell| &cell.address == address) {
                faults.push(format!("cells: there is no number at {address:?}"));
            }
        }
        for address in overlay.groups.keys() {
            if !groups.contains(address) {
                faults.push(format!("groups: there is no group of rows at {address:?}"));
            }
        }
        for (name, word) in &overlay.switches {
            match switches.iter().find(|switch| switch.name == name) {
                None => faults.push(format!("switches: there is no switch {name:?}")),
                Some(switch) if !switch.choices.contains(&word.as_str()) => {
                    faults.push(format!("switches: {name} is one of {}, not {word:?}", switch.choices.join(", ")));
                }
                Some(_) => {}
            }
        }
        if !faults.is_empty() {
            return Err(OverlayFault(faults));
        }
        let cells = overlay.cells.iter().map(|(address, value)| (split(address), *value)).collect();
        let groups = overlay.groups.iter().map(|(address, group)| {
            let [chart, row, _] = split(address);
            ([chart, row], *group)
        });
        let groups = groups.collect();
        let switches = overlay.switches.clone().into_iter().collect();
        Ok(Rulebook { cells, groups, switches, overlay })
    }

    /// The overlay, as it was given.
    pub fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// The number at an address: the overlay's, else the printed one.
    #[inline]
    pub fn cell(&self, address: [&str; 3], printed: i32) -> i32 {
        if self.cells.is_empty() { printed } else { self.overlaid(address).unwrap_or(printed) }
    }

    fn overlaid(&self, address: [&str; 3]) -> Option<i32> {
        self.cells.iter().find(|(own, _)| own.each_ref().map(String::as_str) == address).map(|(_, value)| *value)
    }

    /// What the overlay says of a group of rows.
    #[inline]
    pub fn group(&self, chart: &str, row: &str) -> Option<Group> {
        if self.groups.is_empty() {
            return None;
        }
        self.groups.iter().find(|([own, key], _)| own == chart && key == row).map(|(_, group)| *group)
    }

    /// A number that stands alone.
    pub fn number(&self, number: &Number) -> i32 {
        if self.cells.is_empty() {
            return number.value;
        }
        let mut parts = number.address.splitn(3, '.');
        self.cell([0; 3].map(|_| parts.next().unwrap_or_default()), number.value)
    }

    /// A number of a grid by row and column; `None` is a dash, or beyond the grid.
    pub fn look(&self, grid: &Grid, row: usize, column: usize) -> Option<i32> {
        let printed = *grid.cells.get(row * grid.columns.len() + column)?;
        if self.cells.is_empty() || column >= grid.columns.len() {
            return printed.filter(|_| column < grid.columns.len());
        }
        printed.map(|printed| self.cell([grid.id, grid.rows[row], grid.columns[column]], printed))
    }

    /// The word a switch stands at.
    pub fn switch(&self, switch: &Switch) -> &str {
        let set = self.switches.iter().find(|(name, _)| name == switch.name);
        set.map_or(switch.choices[0], |(_, word)| word)
    }

    /// Whether a switch of off and on is on.
    pub fn is_on(&self, switch: &Switch) -> bool {
        self.switch(switch) == "on"
    }
}

fn split(address: &str) -> [String; 3] {
    let mut parts = address.splitn(3, '.').map(str::to_string);
    [0; 3].map(|_| parts.next().unwrap_or_default())
}

impl Cells for Number {
    fn cells(&self, into: &mut Vec<CellInfo>) {
        into.push(CellInfo {
            address: self.address.to_string(),
            clause: self.clause,
            label: self.label.to_string(),
            value: self.value,
        });
    }
}

impl Cells for Grid {
    fn cells(&self, into: &mut Vec<CellInfo>) {
        for (row, name) in self.rows.iter().enumerate() {
            for (column, head) in self.columns.iter().enumerate() {
                if let Some(Some(value)) = self.cells.get(row * self.columns.len() + column) {
                    into.push(CellInfo {
                        address: format!("{}.{name}.{head}", self.id),
                        clause: self.clause,
                        label: format!("{name}, {head}"),
                        value: *value,
                    });
                }
            }
        }
    }
}

impl fmt::Display for OverlayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for OverlayFault {}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Clause = Clause::new("XX-A-01");
    static GRID: Grid = Grid {
        id: "T-G",
        clause: A,
        rows: &["line", "column"],
        columns: &["open", "rough"],
        cells: &[Some(10), Some(6), Some(12), None],
    };
    static ARC: Number = Number { address: "K.arc", clause: A, label: "arc", value: 45 };
    static SWITCH: Switch = Switch { name: "change_front", clause: A, label: "change front", choices: &["off", "on"] };

    fn book(json: &str) -> Result<Rulebook, OverlayFault> {
        Rulebook::with_overlay(&[&GRID, &ARC], &[SWITCH], serde_json::from_str(json).expect("well formed"))
    }

    #[test]
    fn printed_numbers_stand_without_an_overlay() {
        let book = Rulebook::default();
        assert_eq!(book.look(&GRID, 0, 1), Some(6));
        assert_eq!(book.look(&GRID, 1, 1), None);
        assert_eq!(book.look(&GRID, 0, 2), None);
        assert_eq!(book.look(&GRID, 2, 0), None);
        assert_eq!(book.number(&ARC), 45);
        assert!(!book.is_on(&SWITCH));
    }

    #[test]
    fn an_overlay_changes_what_it_names() {
        let book =
            book(r#"{"cells":{"T-G.line.rough":7,"K.arc":30},"switches":{"change_front":"on"}}"#).expect("known");
        assert_eq!(book.look(&GRID, 0, 1), Some(7));
        assert_eq!(book.look(&GRID, 0, 0), Some(10));
        assert_eq!(book.number(&ARC), 30);
        assert!(book.is_on(&SWITCH));
    }

    #[test]
    fn all_faults_of_an_overlay_are_told_at_once() {
        let json = r#"{"cells":{"T-G.line.mud":7,"T-G.column.rough":1},"groups":{"T-G.line":"all"},"switches":{"change_front":"maybe","x":"on"}}"#;
        let faults = book(json).expect_err("five faults").0;
        assert_eq!(faults.len(), 5, "{faults:?}");
        assert_eq!(faults[3], "switches: change_front is one of off, on, not \"maybe\"");
    }
}
