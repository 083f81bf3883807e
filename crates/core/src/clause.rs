use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The id of a printed rule, such as `RF-FIR-12`, or of a chart row without a rule of its own, such as `T-MORALE.M2`.
///
/// Kept inline so that a ledger line or a refusal can carry it for nothing; screens turn it into words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause([u8; Clause::LONGEST]);

impl Clause {
    /// The longest id.
    const LONGEST: usize = 15;

    /// The clause with that id.
    ///
    /// # Panics
    /// When the id is longer than 15 bytes; ids are constants, so this fails the build.
    pub const fn new(id: &str) -> Clause {
        let bytes = id.as_bytes();
        assert!(bytes.len() <= Clause::LONGEST, "a clause id is at most 15 bytes");
        let mut text = [0; Clause::LONGEST];
        let mut at = 0;
        while at < bytes.len() {
            text[at] = bytes[at];
            at += 1;
        }
        Clause(text)
    }

    /// The id as text.
    pub fn id(&self) -> &str {
        // All bytes at once: what follows the id is zeros, and ledgers are full of ids.
        let mut bytes = [0; Clause::LONGEST + 1];
        bytes[..Clause::LONGEST].copy_from_slice(&self.0);
        let end = bytes.len() - u128::from_le_bytes(bytes).leading_zeros() as usize / 8;
        std::str::from_utf8(&self.0[..end]).unwrap_or("?")
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Clause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Clause {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Clause, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        if text.len() > Clause::LONGEST || text.bytes().any(|byte| byte == 0) {
            return Err(D::Error::custom(format!("{text:?} is not a clause id")));
        }
        Ok(Clause::new(&text))
    }
}

impl JsonSchema for Clause {
    fn schema_name() -> Cow<'static, str> {
        "Clause".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": Clause::LONGEST, "description": "The id of a printed rule." })
    }
}

/// One clause of a system's chapter: its id, words and origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClauseEntry {
    /// The id.
    pub clause: Clause,
    /// The section of the chapter.
    pub section: &'static str,
    /// The rule in our words.
    pub words: &'static str,
    /// A rule, a note that states nothing testable, or an optional rule.
    pub kind: ClauseKind,
    /// From the book, or ours.
    pub origin: Origin,
    /// Where in the book, or why we ruled so.
    pub source: &'static str,
}

/// What a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClauseKind {
    /// Binds the game.
    Rule,
    /// States nothing a program could break.
    Note,
    /// Binds the game when its switch is on.
    Option,
}

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The published rules.
    Book,
    /// Our own reading, where the published rules are silent or unclear.
    Ruling,
    /// An optional rule of either.
    Option,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_survives_json() {
        let clause = Clause::new("RF-FIR-12");
        let json = serde_json::to_string(&clause).expect("plain text");
        assert_eq!(json, "\"RF-FIR-12\"");
        assert_eq!(serde_json::from_str::<Clause>(&json).expect("just written"), clause);
        assert!(serde_json::from_str::<Clause>("\"RF-FIR-12-AND-MUCH-MORE\"").is_err());
    }
}
