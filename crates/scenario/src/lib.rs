//! Battle files: history as data, read with all faults at once, and what every rule system needs to muster it.
//!
//! A battle file is TOML. It describes real ground, the troops as history knew them and what became of them; it belongs
//! to no rule system. [`Battle::read`] gives the whole battle or every fault of the file. [`Frame`] lays the ground on a
//! table by a system's scale, and a [`Clerk`] turns men and guns into a system's roster and writes down how.
//!
//! ```
//! use firelock_scenario::Battle;
//!
//! let faults = Battle::read("ford.toml", "[map]\nwidth = 800\nheigth = 600\n").expect_err("a slip of the pen");
//! assert!(faults.to_string().contains("ford.toml:3:1: map.heigth: map knows no key \"heigth\"; did you mean \"height\"?"));
//! ```

mod battle;
mod check;
mod check_ground;
mod check_troops;
mod clip;
mod declare;
mod fault;
mod frame;
mod ground;
mod history;
mod muster;
mod nearest;
mod read_battle;
mod read_values;
mod reader;
mod schedule;
mod schema;
mod system;
mod unit;
mod values;

pub use battle::{
    About, Arrival, Battle, Change, Deployment, Goal, Hint, Moment, Objective, Plan, SideFacts, Sides, Special, Task,
    Victory, Visibility, Weather, Zone,
};
pub use declare::Word;
pub use fault::{Fault, FaultKind, Faults, MOST_FAULTS, Places, Position};
pub use frame::{Cropped, Frame, Laid, Survey};
pub use ground::{Certainty, Cover, Edge, Feature, Kind, Lies, Map, MapUnit, Outline, Passage, RoadCondition};
pub use history::{Doubt, Event, History, Loss, Margin, Source, Winner};
pub use muster::{Clerk, Derived, Muster, MusterLine, Mustered, Subject, divide};
pub use read_battle::LARGEST_FILE;
pub use schedule::{Aim, Planned, Schedule};
pub use schema::{reference, schema};
pub use system::{Fit, Overrides, Setting, Settings, System, SystemBlock};
pub use unit::{
    Arm, Bayonet, Blade, Carriage, Class, Command, FireDrill, Firearm, Formation, GunKind, Guns, Nation, Order,
    Purpose, Rank, Skill, Spirit, Tactic, Training, Unit,
};
pub use values::{Circle, Clock, Count, Date, Facing, Id, MapPoint, Rectangle, Tenths};
