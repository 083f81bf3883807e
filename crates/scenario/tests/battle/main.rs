//! Battle files: their faults, those of the project, the guide, muster, the table.

mod faults;
mod files;
mod guide;
mod muster;
mod random;
mod schedule;
mod table;
