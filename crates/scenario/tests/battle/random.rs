//! No bytes make the reader panic.

use firelock_scenario::{Battle, Frame, System};
use proptest::prelude::*;

const COWPENS: &str = include_str!("../../../../scenarios/cowpens.toml");
const FIRST_VOLLEY: &str = include_str!("../../../../scenarios/first-volley-regimental.toml");

/// Reads, and does with a battle what everybody does who gets one.
fn read(bytes: &[u8]) {
    match Battle::read_bytes("random.toml", bytes) {
        Ok(battle) => {
            for &system in System::ALL {
                Frame::new(&battle, system).survey(&battle);
            }
        }
        Err(faults) => {
            assert!(!faults.list().is_empty());
            assert!(faults.list().iter().all(|fault| fault.position.line >= 1 && fault.position.column >= 1));
            assert!(!faults.to_string().is_empty());
        }
    }
}

/// One change to a text: at a place, so many bytes out, some others in.
fn change() -> impl Strategy<Value = (prop::sample::Index, usize, Vec<u8>)> {
    let bits = [
        "[",
        "]",
        "[[",
        "\"",
        "=",
        "\n",
        ",",
        "-",
        "0",
        "99999999999999999999",
        "1e9",
        "nan",
        "true",
        "{",
        "}",
        "\u{0}",
        "ő",
        "[[unit]]\n",
    ];
    let taken = prop::sample::select(bits.to_vec()).prop_map(|bit| bit.as_bytes().to_vec());
    let put_in = prop_oneof![taken, prop::collection::vec(any::<u8>(), 0..4)];
    (any::<prop::sample::Index>(), 0_usize..40, put_in)
}

proptest! {
    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        read(&bytes);
    }

    #[test]
    fn random_toml(text in "(\\[{1,2}(unit|map|battle|side\\.red|feature|history)\\]{1,2}\n|[a-z_.]{1,8} ?= ?(-?[0-9.]{1,6}|\"[a-z]{0,6}\"|\\[[0-9, \\[\\]]{0,20}\\]|true|\\{[a-z=1, ]{0,9}\\})\n){0,60}") {
        read(text.as_bytes());
    }

    #[test]
    fn battles_with_random_changes(
        file in prop::sample::select(vec![COWPENS, FIRST_VOLLEY]),
        changes in prop::collection::vec(change(), 1..6),
    ) {
        let mut bytes = file.as_bytes().to_vec();
        for (place, out, put_in) in changes {
            let from = place.index(bytes.len());
            let to = (from + out).min(bytes.len());
            bytes.splice(from..to, put_in);
        }
        read(&bytes);
    }

    /// Numbers of every size in place of those of the file: the text stays TOML, so everything behind the parser is met.
    #[test]
    fn battles_with_random_numbers(
        file in prop::sample::select(vec![COWPENS, FIRST_VOLLEY]),
        numbers in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![-20_i64..2000, any::<i64>()]), 1..8),
    ) {
        let mut text = file.to_owned();
        for (place, number) in numbers {
            let digits: Vec<(usize, usize)> = runs_of_digits(&text);
            let (from, to) = digits[place.index(digits.len())];
            text.replace_range(from..to, &number.to_string());
        }
        read(text.as_bytes());
    }
}

fn runs_of_digits(text: &str) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match runs.last_mut() {
            _ if !byte.is_ascii_digit() => {}
            Some((_, end)) if *end == at => *end = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

#[test]
fn a_large_file_on_one_line_is_read_in_reasonable_steps() {
    let units: Vec<String> =
        (0..4000).map(|nth| format!("{{ id = \"u{nth}\", name = \"ő\", side = \"redd\", at = [1, 2] }}")).collect();
    read(format!("unit = [{}]", units.join(", ")).as_bytes());
    let nested = format!("x = {}{}", "[".repeat(50_000), "]".repeat(50_000));
    read(nested.as_bytes());
    read("[a.".repeat(50_000).as_bytes());
}
