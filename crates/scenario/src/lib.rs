//! Battle files: read, check all faults at once, and muster helpers.
