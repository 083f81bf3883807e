//! Any text as a battle file: read, and mustered by every system where it can be read.

#![no_main]

use firelock_core::Overlay;
use firelock_game::{BattleFile, SYSTEMS};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match BattleFile::read("fuzz.toml", text) {
        Ok(file) => SYSTEMS.iter().for_each(|system| {
            if let Err(fault) = (system.muster)(&file, Overlay::default()) {
                let _ = fault.to_string();
            }
        }),
        Err(faults) => assert!(!faults.to_string().is_empty()),
    }
});
