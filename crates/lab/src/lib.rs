//! The laboratory: many games of a battle, and what they show.
//!
//! A [`Plan`] says what is played; [`Bench::trial`] plays one game of it; a [`Report`] is made from plan and outcomes and from
//! nothing else, so that it comes out the same however many threads played and however often the work was broken off.

mod bench;
mod facts;
mod gauge;
mod html;
mod plan;
mod report;
mod stats;
mod text;

pub use bench::{Bench, Fate, Outcome, TrialFault};
pub use gauge::Gauge;
pub use html::html;
pub use plan::{Cell, Change, Plan, PlanFault, Trial, Vary, VaryFault};
pub use report::{CellReport, Losses, Report, UnitReport};
pub use stats::{Interval, Spread};
pub use text::{csv, text};
