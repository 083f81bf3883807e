//! The rules on the table, chapter by chapter; the laws and golden games.

mod arrivals;
mod assault;
mod field;
mod fire;
mod golden;
mod hand;
mod laws;
mod leaders;
mod morale;
mod movement;
mod muster;
mod pregame;
mod turn;
mod victory;
