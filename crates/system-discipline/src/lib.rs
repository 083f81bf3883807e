//! Fire and Discipline, the horse-and-musket rules of about 1685-1750.
//!
//! The rules in our words stand in `docs/rules/discipline.md`; the README of this crate tells the hardest flow.

pub mod charts;
pub mod clauses;
pub mod facts;
pub mod published;
pub mod results;
pub mod words;
pub mod yards;
