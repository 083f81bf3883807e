//! The program `firelock`.
fn main() {}
