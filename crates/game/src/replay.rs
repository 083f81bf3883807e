use firelock_core::{Clause, Dice, Given, Halt, RuleSystem, Seeded, Side, Taken, Verdict, carry_out};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::record::{End, json, raw};
use crate::{Came, DiceRule, ENGINE, Entry, Header, Key, Note, Record, RecordFault};

/// One command of a game that is played again, with the state before and after it.
#[derive(Debug)]
pub struct Step<'a, S: RuleSystem> {
    /// Its place in the record, from 0.
    pub n: usize,
    /// Who gave it.
    pub side: Side,
    /// The command.
    pub command: &'a S::Command,
    /// The state before.
    pub before: &'a S::State,
    /// The state after.
    pub after: &'a S::State,
    /// What came of it.
    pub taken: &'a [Taken<S::Event>],
    /// What was said about it.
    pub note: Option<&'a Note>,
}

impl Record {
    /// Plays the record again from its first state and checks that each line comes out the same, byte for byte.
    ///
    /// The dice come from the key where the record or the caller tells it; else the faces of the record are rolled again.
    ///
    /// # Errors
    /// Says at which line the record differs from the game, and how.
    pub fn replay<S: RuleSystem>(
        &self,
        start: S::State,
        key: Option<Key>,
        mut each: impl FnMut(Step<'_, S>),
    ) -> Result<S::State, RecordFault> {
        self.check_seal(0)?;
        let key = self.check_key(key)?;
        let mut state = start;
        for (n, entry) in self.entries().iter().enumerate() {
            let fault = |problem: String| self.fault(n + 1, problem);
            if entry.is_resignation() && n + 1 == self.entries().len() {
                let (own, found) =
                    (json(&resignation::<S>(self.header(), n, entry.side, &state)), self.bare_line(n + 1));
                if own != found {
                    return Err(self.fault(n + 1, "the game goes another way here".to_owned()).differing(&own, &found));
                }
                self.check_seal(n + 1)?;
                break;
            }
            let command: S::Command = serde_json::from_str(entry.command.get())
                .map_err(|error| fault(format!("command: {}", words_of(&error))))?;
            let faces = faces_of(entry)
                .map(|faces| (n, faces))
                .map_err(|error| fault(format!("taken: {}", words_of(&error))))?;
            let (after, taken) = again::<S>(&state, entry.side, &command, key, faces).map_err(fault)?;
            let own = entry_of::<S>(self.header(), n, entry.side, &command, raw(&taken).into(), &after);
            let own = Entry { note: entry.note.clone(), ..own };
            let (own, found) = (json(&own), self.bare_line(n + 1));
            if own != found {
                return Err(self.fault(n + 1, "the game goes another way here".to_owned()).differing(&own, &found));
            }
            self.check_seal(n + 1)?;
            let note = entry.note.as_ref();
            each(Step { n, side: entry.side, command: &command, before: &state, after: &after, taken: &taken, note });
            state = after;
        }
        self.check_end::<S>(&state, key)?;
        Ok(state)
    }

    fn fault(&self, line: usize, problem: String) -> RecordFault {
        let engine = &self.header().engine;
        let note = match engine == ENGINE {
            true => String::new(),
            false => format!(" (begun by engine {engine}, read by engine {ENGINE})"),
        };
        RecordFault::new(self.file(), line + 1, problem + &note)
    }

    /// The key of the dice, if anyone knows it; it must be the one that was committed to.
    fn check_key(&self, key: Option<Key>) -> Result<Option<Key>, RecordFault> {
        let DiceRule::Seeded { commitment, key: open } = &self.header().dice else {
            return Ok(None);
        };
        let told = self.end().and_then(|end| end.key);
        let line = if open.is_none() && told.is_some() { self.entries().len() + 1 } else { 0 };
        let key = open.or(told).or(key);
        match key.map(|key| key.commitment()) {
            Some(own) if own != *commitment => {
                let problem = "the key of the dice is not the one that was committed to";
                Err(self.fault(line, problem.to_owned()).differing(commitment, &own))
            }
            _ => Ok(key),
        }
    }

    fn check_end<S: RuleSystem>(&self, state: &S::State, key: Option<Key>) -> Result<(), RecordFault> {
        let line = self.entries().len() + 1;
        match (end_of::<S>(self, state, key), self.end()) {
            (None, None) => Ok(()),
            (Some(_), None) => {
                Err(self.fault(line, "the game is over here, but the record does not say so".to_owned()))
            }
            (None, Some(_)) => Err(self.fault(line, "the record says that the game is over, but it is not".to_owned())),
            (Some(own), Some(_)) => {
                let (own, found) = (format!("{{\"end\":{}}}", json(&own)), self.bare_line(line));
                if own != found {
                    return Err(self.fault(line, "the game ended otherwise".to_owned()).differing(&own, &found));
                }
                self.check_seal(line)
            }
        }
    }
}

/// Carries a command out as it was; a problem in words where that is not possible.
#[expect(clippy::type_complexity, reason = "a state and what was taken, said plainly")]
fn again<S: RuleSystem>(
    state: &S::State,
    side: Side,
    command: &S::Command,
    key: Option<Key>,
    (n, faces): (usize, Vec<i16>),
) -> Result<(S::State, Vec<Taken<S::Event>>), String> {
    let mut given = Given::new(faces);
    let mut seeded = key.map(|key| dice_at(key, n));
    let dice: &mut dyn Dice = match &mut seeded {
        Some(seeded) => seeded,
        None => &mut given,
    };
    let result = carry_out::<S>(state, side, command, dice).map_err(|halt| match halt {
        Halt::Refused(refusal) => format!("the rules refuse this command: {refusal}"),
        Halt::NeedRoll(_) => format!("a roll is missing: {halt}"),
        Halt::BadFace { .. } => format!("{halt}"),
    })?;
    match given.left() {
        left if left > 0 && key.is_none() => Err(format!("{left} faces are left over")),
        _ => Ok(result),
    }
}

/// The dice of the command at that place of the record.
pub(crate) fn dice_at(key: Key, n: usize) -> Seeded {
    Seeded::keyed(key.bytes(), n as u64)
}

/// The line of a command.
pub(crate) fn entry_of<S: RuleSystem>(
    header: &Header,
    n: usize,
    side: Side,
    command: &S::Command,
    taken: Came,
    after: &S::State,
) -> Entry {
    let state = header.fingerprint(after);
    Entry { n, side, command: raw(command), taken, state, note: None }
}

/// The line of a side that gives the battle up.
pub(crate) fn resignation<S: RuleSystem>(header: &Header, n: usize, side: Side, state: &S::State) -> Entry {
    let state = header.fingerprint(state);
    Entry { n, side, command: raw(&"resign"), taken: raw(&[(); 0]).into(), state, note: None }
}

/// How a game ended: by its rules, or because a side gave it up.
pub(crate) fn verdict_of<S: RuleSystem>(record: &Record, state: &S::State) -> Option<Verdict> {
    let given_up = |side: Side| Verdict {
        winner: Some(side.enemy()),
        clause: Clause::new("RESIGNATION"),
        margin: "resigned",
        score: [0, 0],
        words: format!("{side} gives the battle up; {} wins", side.enemy()),
    };
    S::verdict(state).or_else(|| record.resigned().map(given_up))
}

/// The end of a game, once it has one.
pub(crate) fn end_of<S: RuleSystem>(record: &Record, state: &S::State, key: Option<Key>) -> Option<End> {
    let verdict = verdict_of::<S>(record, state)?;
    let secret = matches!(&record.header().dice, DiceRule::Seeded { key: None, .. });
    Some(End { verdict: raw(&verdict), key: key.filter(|_| secret) })
}

/// All faces of a command, in the order they fell.
pub(crate) fn faces_of(entry: &Entry) -> Result<Vec<i16>, serde_json::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kept {
        Roll((IgnoredAny, Fell)),
        Event(IgnoredAny),
    }
    #[derive(Deserialize)]
    struct Fell {
        faces: Vec<i16>,
    }
    let taken: Vec<Kept> = serde_json::from_str(entry.taken.written().get())?;
    let faces = taken.into_iter().flat_map(|kept| match kept {
        Kept::Roll((_, fell)) => fell.faces,
        Kept::Event(_) => Vec::new(),
    });
    Ok(faces.collect())
}

fn words_of(error: &serde_json::Error) -> String {
    let words = error.to_string();
    words.rsplit_once(" at line ").map_or(words.clone(), |(words, _)| words.to_owned())
}
