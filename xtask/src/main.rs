//! Generated files and clause coverage.
fn main() {}
