//! The rules, chapter by chapter.

mod charge;
mod charging;
mod charts;
mod common;
mod control;
mod examples;
mod field;
mod fire;
mod leaders;
mod maneuver;
mod melee;
mod muster;
mod refusals;
mod results;
mod retreat;
mod setup;
mod sight;
mod victory;
mod view;
