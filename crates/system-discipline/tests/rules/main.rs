//! The rules on the table: small battles played by hand, by chapter.

mod field;
mod movement;
