//! The table in exact numbers: lengths, poses, footprints, ground, distance, sight and movement.
