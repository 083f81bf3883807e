//! The system at play: the laws on random games, and the clauses chapter by chapter.

mod field;
mod laws;
