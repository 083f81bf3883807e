//! Exact odds: distributions and the dice that enumerate.
