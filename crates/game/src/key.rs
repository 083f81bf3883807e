use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use twox_hash::XxHash3_64;

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

/// The XXH3 of some bytes in 16 hex digits: it finds faults, does not withstand a forger, and is several times quicker than SHA-256.
pub(crate) fn quick_fingerprint(bytes: &[u8]) -> String {
    hex(&XxHash3_64::oneshot(bytes).to_be_bytes())
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
    fn a_quick_fingerprint_is_that_of_the_published_xxh3() {
        // What XXH3 itself gives for nothing and for a short text.
        assert_eq!(quick_fingerprint(b""), "2d06800538d394c2");
        assert_eq!(quick_fingerprint(b"a"), "e6c632b61e964e1f");
    }
}
