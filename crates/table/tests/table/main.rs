//! The table: footprints, measures, moves, sight.

mod drive;
mod footprints;
mod laws;
mod maneuver;
mod measures;
mod sight;
