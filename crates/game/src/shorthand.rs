use firelock_core::{RuleSystem, Side};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::record::RESIGN;
use crate::replay::faces_of;
use crate::{Accepted, Game, Note, Outcome, Record, RecordFault, Refused};

/// A command as it is kept where the rest of its line is made again by playing it: the dice that fell, and the seal of the line,
/// which tells whether what is made is the same byte for byte.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shorthand {
    /// Who gave it.
    pub side: Side,
    /// The command, as the system writes it.
    pub command: Box<RawValue>,
    /// All faces that fell, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<i16>,
    /// What was said about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Note>,
    /// The seal of its line.
    pub seal: String,
}

impl Shorthand {
    /// A line of a record in shorthand.
    ///
    /// # Errors
    /// It is no line of a command.
    pub fn of_line(line: &str) -> Result<Shorthand, RecordFault> {
        let (entry, seal) = Record::read_entry(line)?;
        let faces = faces_of(&entry).map_err(|error| RecordFault::new("", 1, error.to_string()))?;
        Ok(Shorthand { side: entry.side, command: entry.command, faces, note: entry.note, seal })
    }
}

impl Record {
    /// A command in shorthand, with the dice that fell; none beyond the last.
    pub fn shorthand(&self, n: usize, faces: &[i16]) -> Option<Shorthand> {
        let (entry, seal) = (self.entries().get(n)?, self.seal_of(n + 1)?);
        let (command, note) = (entry.command.clone(), entry.note.clone());
        Some(Shorthand { side: entry.side, command, faces: faces.to_vec(), note, seal: seal.to_owned() })
    }
}

impl<S: RuleSystem> Game<S> {
    /// Plays the next command of a game that was kept in shorthand.
    ///
    /// # Errors
    /// The game goes another way than it did.
    pub fn resume(&mut self, kept: &Shorthand) -> Result<Accepted, RecordFault> {
        let n = self.record.entries().len();
        let line = n + 2;
        let fault = |file: &str, problem: String| RecordFault::new(file, line, problem);
        let played = match serde_json::from_str(kept.command.get()) {
            Ok(command) => self.carry(kept.side, command, kept.faces.clone()),
            Err(error) => Err(Refused::NoCommand(error.to_string())),
        };
        let accepted = match played {
            Ok(Outcome::Done(accepted)) => accepted,
            // A system without such a command, or one that hears only the side that decides.
            Err(Refused::Rule(_) | Refused::NoCommand(_)) if kept.command.get() == RESIGN => self.give_up(kept.side),
            Ok(Outcome::NeedRoll(roll)) => {
                let problem = format!("a roll is missing: {}", roll.in_words());
                return Err(fault(self.record.file(), problem));
            }
            Err(refused) => return Err(fault(self.record.file(), refused.to_string())),
        };
        if let Some(note) = &kept.note {
            self.record.annotate(note.clone());
        }
        let own = self.record.seal_of(n + 1).unwrap_or_default();
        if (own, &accepted.faces) != (kept.seal.as_str(), &kept.faces) {
            let found = format!("seal {}, faces {:?}", kept.seal, kept.faces);
            let own = format!("seal {own}, faces {:?}", accepted.faces);
            let problem = "the game goes another way here".to_owned();
            return Err(fault(self.record.file(), problem).differing(&own, &found));
        }
        Ok(accepted)
    }
}
