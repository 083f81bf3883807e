//! Battle files: their faults, those of the project, the guide, muster, the table.

mod faults;
mod files;
mod guide;
mod muster;
mod random;
mod schedule;
mod table;

/// The head of a small battle file: a map of 1,000 by 800, red and blue on these edges of it.
fn head(unit: &str, red: &str, blue: &str) -> String {
    format!(
        r#"
[battle]
id = "t"
name = "Test"
date = 1777-06-01
place = "a field"
minutes = 60
first = "red"
attacker = "red"
[side.red]
name = "Red"
edge = "{red}"
[side.blue]
name = "Blue"
edge = "{blue}"
[map]
unit = "{unit}"
width = 1000
height = 800
"#
    )
}
