//! Drawn proofs: every maneuver and every end of a charge as a picture, and a small battle of each system fought to its end.
//!
//! The pictures and their pages stand in `docs/drawn/`; they are made here and compared byte for byte. `FIRELOCK_BLESS=1` writes
//! them anew. How a sheet is written is told in `docs/decisions/0019-drawn-proofs.md`.

mod battle;
mod field;
mod picture;
mod sheet;
mod table;

use sheet::draw_sheet;

#[test]
fn washington_is_drawn() {
    draw_sheet("washington");
}

#[test]
fn regimental_is_drawn() {
    draw_sheet("regimental");
}

#[test]
fn discipline_is_drawn() {
    draw_sheet("discipline");
}

#[test]
fn napoleonic_is_drawn() {
    draw_sheet("napoleonic");
}

#[test]
fn washington_fights_to_the_end() {
    battle::fight("washington", 2);
}

#[test]
fn regimental_fights_to_the_end() {
    battle::fight("regimental", 1);
}

#[test]
fn discipline_fights_to_the_end() {
    battle::fight("discipline", 1);
}

#[test]
fn napoleonic_fights_to_the_end() {
    battle::fight("napoleonic", 1);
}
