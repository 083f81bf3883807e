//! The rules on the table: small battles played by hand, by chapter.

mod charge;
mod control;
mod drawn;
mod drill;
mod ends;
mod field;
mod fire;
mod melee;
mod movement;
mod muster;
mod refusals;
mod told;
mod zones;
