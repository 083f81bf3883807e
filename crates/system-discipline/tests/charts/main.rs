//! The charts, their rows and the worked examples, without a table.

mod examples;
mod numbers;
mod rows;
mod tallies;
