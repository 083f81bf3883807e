//! The system at play: the laws on random games, and the clauses chapter by chapter.

mod charge;
mod command;
mod field;
mod fire;
mod golden;
mod laws;
mod melee;
mod movement;
mod refusals;
mod rulings;
mod words;
