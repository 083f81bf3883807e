//! A Napoleonic quick reference sheet, filled out into a whole game.
//!
//! The rules in our words stand in `docs/rules/napoleonic.md`.

pub mod charts;
pub mod clauses;
pub mod facts;
pub mod published;
pub mod results;
pub mod words;
