use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// The secret that all dice of a game come from. Its fingerprint is shown before the game, the key itself after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// A key of 32 bytes, drawn by whoever holds the game.
    pub const fn new(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// The key of a small seed, as people type it for a local game.
    pub fn from_seed(seed: u64) -> Key {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Key(bytes)
    }

    /// The bytes.
    pub const fn bytes(&self) -> [u8; 32] {
        self.0
    }

    /// What is shown before the game: the SHA-256 of the key, in hex.
    pub fn commitment(&self) -> String {
        fingerprint(&self.0)
    }
}

impl fmt::Debug for Key {
    /// A key does not show itself in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Key, String> {
        let wrong = || "a key is 64 digits 0-9 and a-f".to_owned();
        let digits: Vec<u8> = text.bytes().map(digit).collect::<Option<_>>().ok_or_else(wrong)?;
        let bytes: Vec<u8> = digits.chunks(2).map(|pair| pair.iter().fold(0, |sum, digit| sum * 16 + digit)).collect();
        if digits.len() != 64 {
            return Err(wrong());
        }
        bytes.try_into().map(Key).map_err(|_| wrong())
    }
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The SHA-256 of some bytes, in hex: how a battle file is named for good.
pub fn fingerprint(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The first 16 hex digits of the SHA-256 of some bytes, one part after another.
pub(crate) fn short_fingerprint(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hex(&hash.finalize()[..8])
}

/// A fingerprint of 16 hex digits that finds faults and does not withstand a forger, several times quicker than SHA-256: 32 bytes at a
/// time, each eight of them stirred into a number of their own by the two halves of a product; last the numbers into each other.
pub(crate) fn quick_fingerprint(bytes: &[u8]) -> String {
    // Digits of the fraction of pi.
    const STIRS: [u64; 4] =
        [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89];
    let stir = |number: u64, by: u64| {
        let product = u128::from(number) * u128::from(by);
        product as u64 ^ (product >> 64) as u64
    };
    let mut numbers = STIRS;
    let mut take = |block: &[u8]| {
        for ((number, by), word) in numbers.iter_mut().zip(STIRS).zip(block.chunks_exact(8)) {
            let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
            *number = stir(*number ^ word, by);
        }
    };
    let blocks = bytes.chunks_exact(32);
    let rest = blocks.remainder();
    blocks.for_each(&mut take);
    let mut last = [0; 32];
    last[..rest.len()].copy_from_slice(rest);
    take(&last);
    let all = numbers.into_iter().zip(STIRS).fold(bytes.len() as u64, |all, (number, by)| stir(all ^ number, by));
    hex(&all.to_be_bytes())
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for digit in bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]) {
        text.push(char::from(b"0123456789abcdef"[usize::from(digit)]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_survives_its_text_and_commits_to_itself() {
        let key = Key::from_seed(42);
        let text = serde_json::to_string(&key).expect("plain text");
        assert_eq!(&text[..9], "\"2a000000");
        assert_eq!(serde_json::from_str::<Key>(&text).expect("just written"), key);
        // From `python3 -c 'import hashlib; print(hashlib.sha256((42).to_bytes(32, "little")).hexdigest())'`.
        assert_eq!(key.commitment(), "12f3bb4c5076ada91fab3a59f9e379ea300fbdf187ee4049227078006c395741");
        assert_eq!(format!("{key:?}"), "Key(..)");
    }

    #[test]
    fn what_is_no_key_is_told() {
        for text in ["", "2a", &"2a".repeat(33), &"2A".repeat(32), &"é".repeat(32), &format!("{}0", "2a".repeat(31))] {
            assert!(text.parse::<Key>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_quick_fingerprint_tells_apart_what_differs_in_a_bit_or_in_length() {
        // As it stands in records: it never changes.
        assert_eq!(quick_fingerprint(b"the 3rd Foot advances on the hedge and halts"), "f52ba6fa53cc71d9");
        let mut seen = std::collections::BTreeSet::new();
        for len in 0..100 {
            let mut bytes = vec![0; len];
            assert!(seen.insert(quick_fingerprint(&bytes)), "{len} bytes");
            for bit in 0..8 * len {
                bytes[bit / 8] ^= 1 << (bit % 8);
                assert!(seen.insert(quick_fingerprint(&bytes)), "bit {bit} of {len} bytes");
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
        }
    }
}
