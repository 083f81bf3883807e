//! Regimental Fire and Fury, American War of Independence variant.

pub mod charts;
pub mod clauses;
pub mod facts;
pub mod published;
pub mod results;
pub mod words;
