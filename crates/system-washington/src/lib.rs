//! Washington's Army, the American War of Independence by Peter Pig.
//!
//! The rules in our words stand in `docs/rules/washington.md`; the README of this crate tells the hardest flow.

pub mod charts;
pub mod clauses;
pub mod facts;
pub mod published;
pub mod results;
pub mod words;
