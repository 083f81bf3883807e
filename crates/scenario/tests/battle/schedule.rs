//! The plans of a battle on a table: whose, from which turn, where.

use firelock_scenario::{Aim, Battle, Frame, Planned, Schedule, System, Task};
use firelock_table::Point;

use crate::head;

/// What follows the head of the file.
const REST: &str = r#"
[[feature]]
id = "wood"
kind = "dense-woods"
area = [[100, 100], [300, 100], [300, 200], [100, 200]]
[[command]]
id = "army"
name = "Army"
side = "red"
rank = "army"
[[command]]
id = "brigade"
name = "Brigade"
side = "red"
[[command]]
id = "left"
name = "Left"
side = "red"
[[command]]
id = "blue"
name = "Blue"
side = "blue"
rank = "army"
[[unit]]
id = "first"
name = "First"
side = "red"
command = "brigade"
arm = "infantry"
men = 300
training = "trained"
at = [500, 100]
facing = "north"
[[unit]]
id = "second"
name = "Second"
side = "red"
command = "left"
arm = "infantry"
men = 300
training = "trained"
at = [300, 100]
facing = "north"
[[unit]]
id = "enemy"
name = "Enemy"
side = "blue"
command = "blue"
arm = "infantry"
men = 300
training = "trained"
at = [500, 700]
facing = "north"
[[plan]]
command = "army"
task = "reserve"
[[plan]]
command = "army"
task = "attack"
minute = 30
target = "enemy"
[[plan]]
command = "left"
task = "hold"
target = "wood"
[[plan]]
command = "left"
task = "withdraw"
minute = 40
at = [500, 50]
"#;

#[test]
fn a_unit_follows_the_nearest_command_that_has_a_plan() {
    let battle =
        Battle::read("t.toml", &(head("yards", "south", "north") + REST)).unwrap_or_else(|faults| panic!("{faults}"));
    // 25 yards to the inch: 1000 yards are 40 inches of 2540 steps. Twelve turns of five minutes.
    let schedule = Schedule::new(&battle, &Frame::new(&battle, System::Washington), 12);
    let told = |unit: &str, turn: u16| {
        schedule.entry(unit, turn).map(|Planned { from, task, aim, .. }| (*from, *task, aim.clone()))
    };
    // The brigade has no plan of its own: the army's holds for it, until its next entry.
    assert_eq!(told("first", 1), Some((1, Task::Reserve, Aim::Here)));
    assert_eq!(told("first", 6), Some((1, Task::Reserve, Aim::Here)));
    assert_eq!(told("first", 7), Some((7, Task::Attack, Aim::Unit("enemy".into()))));
    assert_eq!(told("second", 1), Some((1, Task::Hold, Aim::Place(Point::new(8 * 2540, 6 * 2540)))));
    assert_eq!(told("second", 12), Some((9, Task::Withdraw, Aim::Place(Point::new(20 * 2540, 2 * 2540)))));
    assert_eq!(told("enemy", 12), None);
    assert!(!schedule.is_empty());
}
