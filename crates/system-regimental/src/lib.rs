//! Regimental Fire and Fury, American War of Independence variant.
