use firelock_core::{RuleSystem, Side};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::key::quick_fingerprint;
use crate::record::{RESIGN, json};
use crate::replay::faces_of;
use crate::{Accepted, Entry, Game, Note, Outcome, Record, RecordFault, Refused};

/// A command as it is kept where the rest of its line is made again by playing it: the dice that fell, and the fingerprint of the
/// state after it, which tells whether the game went the same way.
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
    /// The fingerprint of what was said: the game is the same whatever that is. Kept before, a note has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The fingerprint of the state after it, as its line has it;
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// or, as it was kept before, the seal of its line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
}

impl Shorthand {
    /// A line of a record in shorthand.
    ///
    /// # Errors
    /// It is no line of a command.
    pub fn of_line(line: &str) -> Result<Shorthand, RecordFault> {
        let entry = Record::read_entry(line)?;
        let faces = faces_of(&entry).map_err(|error| RecordFault::new("", 1, error.to_string()))?;
        let Entry { side, command, state, note, .. } = entry;
        Ok(Shorthand { side, command, faces, said: said(note.as_ref()), note, state: Some(state), seal: None })
    }
}

fn said(note: Option<&Note>) -> Option<String> {
    note.map(|note| quick_fingerprint(json(note).as_bytes()))
}

impl Record {
    /// A command in shorthand, with the dice that fell; none beyond the last.
    pub fn shorthand(&self, n: usize, faces: &[i16]) -> Option<Shorthand> {
        let Entry { side, command, state, note, .. } = self.entries().get(n)?.clone();
        let (faces, said) = (faces.to_vec(), said(note.as_ref()));
        Some(Shorthand { side, command, faces, note, said, state: Some(state), seal: None })
    }
}

impl<S: RuleSystem> Game<S> {
    /// Plays the next command of a game that was kept in shorthand.
    ///
    /// # Errors
    /// The game goes another way than it did, or what was said about it is not what was kept.
    pub fn resume(&mut self, kept: &Shorthand) -> Result<Accepted, RecordFault> {
        let n = self.record.entries().len();
        let line = n + 2;
        let fault = |file: &str, problem: String| RecordFault::new(file, line, problem);
        if kept.said.is_some() && kept.said != said(kept.note.as_ref()) {
            let problem = "what was said about this command was changed after it was kept".to_owned();
            return Err(fault(self.record.file(), problem));
        }
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
        let state = self.record.entries()[n].state.clone();
        let seal = kept.seal.as_ref().map(|_| self.record.last_seal().to_owned());
        let own = (kept.seal.is_none().then_some(state), seal, &accepted.faces);
        let found = (kept.state.clone(), kept.seal.clone(), &kept.faces);
        if own != found {
            let words = |(state, seal, faces): (Option<String>, Option<String>, &Vec<i16>)| {
                format!(
                    "state {}, seal {}, faces {faces:?}",
                    state.as_deref().unwrap_or("-"),
                    seal.as_deref().unwrap_or("-")
                )
            };
            let problem = "the game goes another way here".to_owned();
            return Err(fault(self.record.file(), problem).differing(&words(own), &words(found)));
        }
        Ok(accepted)
    }
}
