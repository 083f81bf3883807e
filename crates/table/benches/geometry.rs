//! Times of the geometry.
fn main() {}
