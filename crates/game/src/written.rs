//! A roll as JSON. A command's ledgers are most of what is written of it, and nearly all of a ledger is constants of the rules: whether
//! one needs escaping is asked of eight bytes at once, and not of each as `serde_json` asks. A test holds both against each other.

use std::fmt;

use firelock_core::{Ledger, Line, Roll};
use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};

/// JSON that goes as it is into other JSON.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Written(Box<str>);

impl Written {
    pub(crate) fn of(roll: &Roll) -> Written {
        let mut json =
            Json(Vec::with_capacity(256 + 96 * roll.whys.iter().map(|(_, why)| why.lines.len()).sum::<usize>()));
        json.roll(roll);
        Written(String::from_utf8(json.0).expect("texts and JSON of texts").into())
    }
}

impl fmt::Debug for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // What `serde_json` calls its raw values; making one would read the text again to see that it is JSON.
        const RAW: &str = "$serde_json::private::RawValue";
        let mut raw = serializer.serialize_struct(RAW, 1)?;
        raw.serialize_field(RAW, &self.0)?;
        raw.end()
    }
}

/// JSON on its way.
struct Json(Vec<u8>);

impl Json {
    fn roll(&mut self, roll: &Roll) {
        let Roll { clause, label, lots, read, whys } = roll;
        self.plain(b"{\"clause\":");
        self.text(clause.id());
        self.plain(b",\"label\":");
        self.text(label);
        self.plain(b",\"lots\":");
        self.value(lots);
        self.plain(b",\"read\":");
        self.value(read);
        self.plain(b",\"whys\":");
        self.list(whys, |json, (unit, why)| {
            json.plain(b"[");
            json.value(unit);
            json.plain(b",");
            json.ledger(why);
            json.plain(b"]");
        });
        self.plain(b"}");
    }

    fn ledger(&mut self, ledger: &Ledger) {
        let Ledger { lines, total, quantity } = ledger;
        self.plain(b"{\"lines\":");
        self.list(lines, |json, line| json.line(line));
        self.plain(b",\"total\":");
        self.value(total);
        self.plain(b",\"quantity\":");
        self.value(quantity);
        self.plain(b"}");
    }

    fn line(&mut self, line: &Line) {
        let Line { clause, label, value, applies } = line;
        self.plain(b"{\"clause\":");
        self.text(clause.id());
        self.plain(b",\"label\":");
        self.text(label);
        self.plain(b",\"value\":");
        self.value(value);
        self.plain(if *applies { b",\"applies\":true}" } else { b",\"applies\":false}" });
    }

    fn list<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Json, &T)) {
        let mut before: &[u8] = b"[";
        for part in list {
            self.plain(std::mem::replace(&mut before, b","));
            each(self, part);
        }
        self.plain(if list.is_empty() { b"[]" } else { b"]" });
    }

    fn plain(&mut self, json: &[u8]) {
        self.0.extend_from_slice(json);
    }

    fn value(&mut self, value: &impl Serialize) {
        serde_json::to_writer(&mut self.0, value).expect("plain values with text keys always make JSON");
    }

    fn text(&mut self, text: &str) {
        if !is_plain(text) {
            return self.value(&text);
        }
        self.plain(b"\"");
        self.plain(text.as_bytes());
        self.plain(b"\"");
    }
}

/// Whether nothing in a text needs escaping: no quotation mark, no backslash, nothing below a blank.
fn is_plain(text: &str) -> bool {
    let (words, rest) = text.as_bytes().as_chunks();
    let mut last = [b' '; 8];
    last[..rest.len()].copy_from_slice(rest);
    words.iter().chain([&last]).all(|word| {
        // The high bit of each byte that is less than another, and is itself below 128.
        let below = |word: u64, than: u64| word.wrapping_sub(than * ONES) & !word & (0x80 * ONES);
        let word = u64::from_le_bytes(*word);
        let is = |byte: u8| below(word ^ (u64::from(byte) * ONES), 1);
        below(word, 0x20) | is(b'"') | is(b'\\') == 0
    })
}

/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

#[cfg(test)]
mod tests {
    use firelock_core::{Clause, Grain, Overlay, Quantity, Read, Taken, UnitId};
    use firelock_scenario::{Battle, Muster};

    use super::*;
    use crate::record::json;

    #[track_caller]
    fn check(roll: &Roll) {
        assert_eq!(json(&[Written::of(roll)]), json(&[roll]));
    }

    /// How many rolls and lines of a game by lot were written.
    fn check_rolls<S: Muster>(battle: &str) -> (usize, usize) {
        let battle = Battle::read("battle", battle).expect("a sound battle");
        let book = battle.book::<S>(Overlay::default()).expect("no house rules");
        let mut state = S::muster(&battle, &book).expect("it musters").state;
        let mut dice = firelock_core::Seeded::keyed([7; 32], 0);
        let (mut rolls, mut lines) = (0, 0);
        for nth in 0..200 {
            let Some(side) = S::asked(&state).first().copied() else { break };
            let mut commands = Vec::new();
            S::candidates(&state, side, Grain::Coarse, &mut commands);
            let command = &commands[nth * 7 % commands.len()];
            let (after, taken) = firelock_core::carry_out::<S>(&state, side, command, &mut dice).expect("a candidate");
            for taken in taken {
                if let Taken::Roll(fell) = taken {
                    check(&fell.0);
                    rolls += 1;
                    lines += fell.0.whys.iter().map(|(_, why)| why.lines.len()).sum::<usize>();
                }
            }
            state = after;
        }
        (rolls, lines)
    }

    #[test]
    fn rolls_of_every_system_are_written_as_serde_writes_them() {
        let written = [
            check_rolls::<firelock_regimental::Regimental>(include_str!(
                "../../../scenarios/first-volley-regimental.toml"
            )),
            check_rolls::<firelock_washington::Washington>(include_str!(
                "../../../scenarios/first-volley-washington.toml"
            )),
            check_rolls::<firelock_discipline::Discipline>(include_str!(
                "../../../scenarios/first-volley-discipline.toml"
            )),
            check_rolls::<firelock_napoleonic::Napoleonic>(include_str!(
                "../../../scenarios/first-volley-napoleonic.toml"
            )),
        ];
        assert!(written.iter().all(|(rolls, lines)| *rolls > 10 && *lines > 10), "{written:?}");
    }

    #[test]
    fn any_label_is_written_as_serde_writes_it() {
        let clause = Clause::new("T-\"\\.M");
        let mut ledger = Ledger::bare(-70_000, Quantity::default());
        for byte in 0..=255_u32 {
            for at in [0, 3, 7, 8, 12] {
                let odd = char::from_u32(byte).expect("a letter");
                let label =
                    format!("{}{odd}{}", "ü".repeat(at / 2) + &"x".repeat(at % 2), "y".repeat(byte as usize % 9));
                let (value, applies) = (i32::MIN + byte as i32, byte % 2 == 0);
                ledger.lines.push(Line { clause, label: label.leak(), value, applies });
            }
        }
        let label = "caf\u{e9} \u{1F40E} \u{7f}";
        let bare = Roll::new(Clause::new("FIFTEEN-LETTERS"), label, Read::Sum, []);
        check(&bare);
        check(&bare.because(Some(UnitId(3)), ledger.clone()).because(None, Ledger::default()).because(None, ledger));
    }
}
