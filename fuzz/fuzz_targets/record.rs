//! Any text as a record: read, and played again by the toy system. What is read is written the same.

#![no_main]

use firelock_game::{Game, Record};
use firelock_testkit::toy::{State, Toy};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Record::read("fuzz.jsonl", text) {
        Ok(record) => {
            assert_eq!(record.text(), text);
            if let Err(fault) = Game::<Toy>::load(record, State::example(), None, |_| {}) {
                assert!(fault.to_string().starts_with("fuzz.jsonl:"));
            }
        }
        Err(fault) => assert!(fault.to_string().starts_with("fuzz.jsonl:")),
    }
});
