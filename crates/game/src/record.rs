use firelock_core::{Overlay, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::key::{quick_fingerprint, short_fingerprint};
use crate::pack::pack;
use crate::{Came, Key, RecordFault};

/// The version of the record's form that this engine writes.
pub const FORMAT: u32 = 3;

/// The oldest form that it reads, and goes on with.
pub(crate) const OLDEST: u32 = 2;

/// The version of this engine.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// The command by which a side gives the battle up.
pub(crate) const RESIGN: &str = "\"resign\"";

/// A game as it is kept: one line of JSON for what was agreed before it, one for each command with all that came of it, and
/// one for its end. It is the save, the replay and the proof in one.
///
/// Each line ends with a seal over itself and the line before, so that no line can be changed without notice.
#[derive(Clone, Debug)]
pub struct Record {
    file: String,
    header: Header,
    entries: Vec<Entry>,
    end: Option<End>,
    /// The seals of the first lines: of all that were read, and of those made since as far as somebody wanted them.
    seals: Vec<String>,
}

/// What was agreed before the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the record's form.
    pub firelock: u32,
    /// The version of the engine that began the game.
    pub engine: String,
    /// The battle.
    pub battle: BattleName,
    /// The rule system, by name.
    pub system: String,
    /// The house rules.
    pub overlay: Overlay,
    /// Where the dice come from.
    pub dice: DiceRule,
    /// Who plays, red first.
    pub players: [String; 2],
}

impl Header {
    /// A state in 16 digits, as the form of the record has it: a quick fingerprint of its MessagePack, which says the same as its JSON
    /// in fewer bytes; in form 2 the beginning of its SHA-256.
    pub(crate) fn fingerprint(&self, state: &impl Serialize) -> String {
        let packed = pack(state);
        match self.firelock {
            2 => short_fingerprint(&[&packed]),
            _ => quick_fingerprint(&packed),
        }
    }
}

/// A battle file, named for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleName {
    /// Its short name.
    pub id: String,
    /// The SHA-256 of its text, in hex.
    pub hash: String,
}

/// Where the dice of a game come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum DiceRule {
    /// From a key that is fixed before the game.
    Seeded {
        /// The SHA-256 of the key, in hex.
        commitment: String,
        /// The key itself, where nothing is to be kept secret; else the end of the record tells it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<Key>,
    },
    /// Rolled by the players and typed in.
    Hand,
}

/// One command and all that came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its place in the record, from 0.
    pub n: usize,
    /// Who gave it.
    pub side: Side,
    /// The command, as the system writes it.
    pub command: Box<RawValue>,
    /// Rolls with their faces and ledgers, and events, in order.
    pub taken: Came,
    /// The fingerprint of the state after it, in 16 hex digits, by the form of the record.
    pub state: String,
    /// What was said about it, by a computer commander; the game does not depend on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Note>,
}

impl Entry {
    /// Whether a side gave the battle up here. A system that has such a command of its own tells what comes of it.
    pub(crate) fn is_resignation(&self) -> bool {
        self.command.get() == RESIGN && self.taken.written().get() == "[]"
    }
}

/// What a computer commander says about a command of his.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Who he is: `captain:bold`.
    pub by: String,
    /// What he means to do by it.
    pub intent: String,
    /// What he expects of it, in hundredths of a base of plain troops.
    pub score: i32,
    /// What else he weighed, the best first.
    pub others: Vec<Thought>,
}

/// Another choice that was weighed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thought {
    /// In a few words.
    pub words: String,
    /// What was expected of it.
    pub score: i32,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The verdict, as the system gives it.
    pub verdict: Box<RawValue>,
    /// The key of the dice, where the header keeps it secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Key>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: End,
}

impl Record {
    /// A record without a command.
    pub(crate) fn new(file: &str, header: Header) -> Record {
        Record { file: file.to_owned(), header, entries: Vec::new(), end: None, seals: Vec::new() }
    }

    /// Reads a record; whether its lines are true is found out by replaying it.
    ///
    /// # Errors
    /// Says which line is not as a record has it.
    pub fn read(file: &str, text: &str) -> Result<Record, RecordFault> {
        let fault = |line: usize, problem: &str| RecordFault::new(file, line, problem);
        let Some(body) = text.strip_suffix('\n') else {
            let (line, problem) = match text.lines().count() {
                0 => (1, "the record is empty"),
                last => (last, "the last line is cut off: a record ends with a line feed"),
            };
            return Err(fault(line, problem));
        };
        let mut lines = body.split('\n').enumerate().map(|(at, text)| Line { file, number: at + 1, text });
        let first = lines.next().unwrap_or(Line { file, number: 1, text: "" });
        let mut record = read_header(&first)?;
        for line in lines {
            if record.end.is_some() {
                return Err(fault(line.number, "there is a line after the end of the game"));
            }
            let (text, seal) = line.unseal()?;
            if text.starts_with("{\"end\":") {
                record.end = Some(line.parse::<EndLine>(&text)?.end);
            } else {
                let entry: Entry = line.parse(&text)?;
                if entry.n != record.entries.len() {
                    let words = format!("this is command {}, but command {} comes next", entry.n, record.entries.len());
                    return Err(fault(line.number, &words));
                }
                record.entries.push(entry);
            }
            record.seals.push(seal);
        }
        Ok(record)
    }

    /// One line of a command.
    ///
    /// # Errors
    /// It is not as a record has it.
    pub(crate) fn read_entry(line: &str) -> Result<Entry, RecordFault> {
        let line = Line { file: "", number: 1, text: line };
        let (text, _) = line.unseal()?;
        line.parse(&text)
    }

    /// The whole record as it is written: one JSON document per line.
    pub fn text(&self) -> String {
        self.sealed_lines().map(|(line, seal)| sealed(line, &seal) + "\n").collect()
    }

    /// One line as it is written, without its line feed, counted from 0: the header, the commands, the end; empty beyond the last.
    pub fn line(&self, at: usize) -> String {
        self.sealed_lines().nth(at).map_or_else(String::new, |(line, seal)| sealed(line, &seal))
    }

    /// All lines with their seals, which are made here where nobody wanted them before: most lines are long, and few are ever read.
    fn sealed_lines(&self) -> impl Iterator<Item = (String, String)> {
        let mut before = String::new();
        (0..self.n_lines()).map(move |at| {
            let line = self.bare_line(at);
            let seal = self.seals.get(at).cloned().unwrap_or_else(|| seal(&before, &line));
            before.clone_from(&seal);
            (line, seal)
        })
    }

    fn n_lines(&self) -> usize {
        1 + self.entries.len() + usize::from(self.end.is_some())
    }

    /// A line without its seal.
    pub(crate) fn bare_line(&self, at: usize) -> String {
        match (at.checked_sub(1).map(|n| self.entries.get(n)), &self.end) {
            (None, _) => json(&self.header),
            (Some(Some(entry)), _) => json(entry),
            (Some(None), Some(end)) => json(&EndLine { end: end.clone() }),
            (Some(None), None) => String::new(),
        }
    }

    /// What was agreed before the game.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The commands so far.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Who gave the battle up, where the game ended so without a rule of its system about it.
    pub fn resigned(&self) -> Option<Side> {
        let last = self.entries.last()?;
        last.is_resignation().then_some(last.side)
    }

    /// The name it was read under.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The record up to that many commands.
    pub fn cut(&self, n: usize) -> Record {
        let n = n.min(self.entries.len());
        let mut cut = self.clone();
        if n < self.entries.len() {
            cut.end = None;
        }
        cut.entries.truncate(n);
        cut.seals.truncate(1 + n + usize::from(cut.end.is_some()));
        cut
    }

    /// The key of the dice, if the record tells it.
    pub fn key(&self) -> Option<Key> {
        match &self.header.dice {
            DiceRule::Seeded { key, .. } => key.or(self.end.as_ref().and_then(|end| end.key)),
            DiceRule::Hand => None,
        }
    }

    /// The seal of the last command; the lines before it are sealed too.
    pub(crate) fn last_seal(&mut self) -> &str {
        while self.seals.len() <= self.entries.len() {
            let before = self.seals.last().map_or("", String::as_str);
            self.seals.push(seal(before, &self.bare_line(self.seals.len())));
        }
        &self.seals[self.entries.len()]
    }

    /// Adds a command.
    pub(crate) fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    pub(crate) fn finish(&mut self, end: End) {
        self.end = Some(end);
    }

    /// Adds a note to the last command, which is sealed anew, and what follows.
    pub(crate) fn annotate(&mut self, note: Note) {
        let Some(last) = self.entries.last_mut() else { return };
        last.note = Some(note);
        self.seals.truncate(self.entries.len());
    }

    /// Takes the last command out again.
    pub(crate) fn pop(&mut self) {
        if self.end.is_none() && self.entries.pop().is_some() {
            self.seals.truncate(self.n_lines());
        }
    }

    /// Whether a line that was read bears its true seal.
    ///
    /// # Errors
    /// It was changed after it was written.
    pub(crate) fn check_seal(&self, line: usize) -> Result<(), RecordFault> {
        let Some(found) = self.seals.get(line) else { return Ok(()) };
        let before = line.checked_sub(1).map_or("", |before| &self.seals[before]);
        let own = seal(before, &self.bare_line(line));
        if own == *found {
            return Ok(());
        }
        let problem = "the line or its seal was changed after it was written";
        Err(RecordFault::new(&self.file, line + 1, problem)
            .differing(&sealed(self.bare_line(line), &own), &self.line(line)))
    }
}

/// A line of a file that is being read.
struct Line<'a> {
    file: &'a str,
    number: usize,
    text: &'a str,
}

impl Line<'_> {
    fn fault(&self, problem: impl Into<String>) -> RecordFault {
        RecordFault::new(self.file, self.number, problem)
    }

    /// The line without its seal, and the seal.
    fn unseal(&self) -> Result<(String, String), RecordFault> {
        let parts = self.text.strip_suffix("\"}").and_then(|text| text.rsplit_once(",\"seal\":\""));
        match parts {
            Some((text, seal)) if is_seal(seal) => Ok((format!("{text}}}"), seal.to_owned())),
            _ => {
                let end: Vec<char> = self.text.chars().rev().take(28).collect();
                let mut fault = self.fault("a line ends with its seal of 16 digits 0-9 and a-f");
                fault.expected = "…,\"seal\":\"0123456789abcdef\"}".to_owned();
                fault.found = format!("…{}", end.into_iter().rev().collect::<String>());
                Err(fault)
            }
        }
    }

    /// The meaning of a line that is written the one way a record writes it.
    fn parse<T: for<'de> Deserialize<'de> + Serialize>(&self, text: &str) -> Result<T, RecordFault> {
        let meaning: T = serde_json::from_str(text).map_err(|error| self.json_fault(text, &error))?;
        let own = json(&meaning);
        if own == text {
            return Ok(meaning);
        }
        Err(self.fault("the line is not written as a record writes it").differing(&own, text))
    }

    fn json_fault(&self, text: &str, error: &serde_json::Error) -> RecordFault {
        let words = error.to_string();
        // serde_json counts lines and columns inside this one line; ours stand before the colon.
        let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
        let mut fault = self.fault(words);
        let bytes = error.column().saturating_sub(1).min(text.len());
        fault.column = Some(String::from_utf8_lossy(&text.as_bytes()[..bytes]).chars().count() + 1);
        fault
    }
}

fn read_header(line: &Line<'_>) -> Result<Record, RecordFault> {
    #[derive(Deserialize)]
    struct Version {
        firelock: u32,
    }
    let version: Version = serde_json::from_str(line.text).map_err(|error| {
        let fault = line.json_fault(line.text, &error);
        RecordFault { problem: format!("this is no Firelock record: {}", fault.problem), ..fault }
    })?;
    if !(OLDEST..=FORMAT).contains(&version.firelock) {
        let mut fault = line.fault("the record has another form than this engine reads");
        fault.expected = format!("form {OLDEST} to {FORMAT}");
        fault.found = format!("form {}", version.firelock);
        return Err(fault);
    }
    let (text, seal) = line.unseal()?;
    let header: Header = line.parse(&text)?;
    Ok(Record { file: line.file.to_owned(), header, entries: Vec::new(), end: None, seals: vec![seal] })
}

fn is_seal(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn seal(before: &str, line: &str) -> String {
    short_fingerprint(&[before.as_bytes(), line.as_bytes()])
}

/// A line with its seal as its last field.
fn sealed(mut line: String, seal: &str) -> String {
    if line.ends_with('}') {
        line.pop();
    }
    line.push_str(",\"seal\":\"");
    line.push_str(seal);
    line.push_str("\"}");
    line
}

/// A plain value as JSON.
pub(crate) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain values with text keys always make JSON")
}

/// A plain value as JSON that is kept as it is.
pub(crate) fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).expect("plain values with text keys always make JSON")
}

#[cfg(test)]
mod tests {
    use firelock_testkit::toy::{Command, Posture, State, Toy};

    use super::*;
    use crate::{Agreed, DiceSource, Game, Outcome, fingerprint};

    fn choose(game: &mut Game<Toy>, side: Side, posture: Posture) {
        let at = game.record().entries().len();
        let done = game.submit(side, Command::Choose(posture), at);
        assert!(matches!(done, Ok(Outcome::Done(_))), "{done:?}");
    }

    fn game_of_form(form: u32) -> Game<Toy> {
        let battle = BattleName { id: "skirmish".into(), hash: "0".repeat(64) };
        let players = ["Ann".into(), "Bob".into()];
        let agreed = Agreed { overlay: Overlay::default(), dice: DiceSource::Open(Key::from_seed(7)), players };
        let mut game = Game::<Toy>::start(battle, agreed, State::example());
        game.record.header.firelock = form;
        choose(&mut game, Side::Red, Posture::Press);
        game
    }

    #[test]
    fn both_forms_are_read_and_gone_on_with() {
        for form in OLDEST..=FORMAT {
            let game = game_of_form(form);
            let text = game.record().text();
            let read = Record::read("game.jsonl", &text).expect("a form that is read");
            let mut again = Game::<Toy>::load(read, State::example(), None, |_| {}).expect("the same game");
            choose(&mut again, Side::Blue, Posture::Hold);
            let longer = again.record().text();
            assert!(longer.starts_with(&text), "{longer}");
            let read = Record::read("game.jsonl", &longer).expect("just written");
            Game::<Toy>::load(read, State::example(), None, |_| {}).expect("the same game");
        }
    }

    #[test]
    fn each_form_has_its_fingerprint_of_the_state() {
        let [older, newer] = [2, 3].map(|form| {
            let game = game_of_form(form);
            (game.record().entries()[0].state.clone(), rmp_serde::to_vec(game.state()).expect("plain values"))
        });
        assert_eq!(older.0, fingerprint(&older.1)[..16]);
        assert_eq!(newer.0, quick_fingerprint(&newer.1));
        assert_ne!(older.0, newer.0);
    }
}
