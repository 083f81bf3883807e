//! Fixtures drawn as text: a table, pieces upon it, commands and their dice.
//!
//! ```text
//! table 48in 36in
//! A line 3rd-foot at 12,10 facing 0 stands 8 trained fresh brigade grey
//! A: check howe 3rd-foot
//! dice: 2
//! show
//! ```
//!
//! `A` is red and `B` blue. Numbers without a unit are in the unit of the table line, inches if there is none. A line of set-up
//! is read by the system; so are the words of a command. `dice:` gives the faces of the command before it, `show` draws the
//! table. What follows a `#` is a remark.

use std::fmt;
use std::str::FromStr;

use firelock_core::{Given, RuleSystem, Side, carry_out};
use firelock_table::{Angle, Length, Point, Pose};

use crate::words::{picture, record_words};

/// How a system reads its fixtures.
#[derive(Debug)]
pub struct Reader<S: RuleSystem> {
    /// The words that are followed by a value, beside `at` and `facing`.
    pub keys: &'static [&'static str],
    /// The state that the set-up lines describe.
    pub set_up: fn(&Fixture<'_>) -> Result<S::State, FixtureFault>,
    /// The command that the words of a side mean.
    #[expect(clippy::type_complexity, reason = "a plain function, said in full")]
    pub command: fn(&S::State, Side, &FixtureLine<'_>) -> Result<S::Command, FixtureFault>,
}

/// A fixture, read into lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture<'t> {
    /// Width and depth of the table, if the fixture says so.
    pub table: Option<(Length, Length)>,
    /// What stands on the table and whatever else the system wants to know.
    pub setup: Vec<FixtureLine<'t>>,
    /// What is done then.
    pub script: Vec<Act<'t>>,
}

/// One act of a fixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act<'t> {
    /// A side says something, and these faces fall.
    Say(Side, FixtureLine<'t>, Vec<i16>),
    /// The table is drawn.
    Show,
}

/// One line: words, and values by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixtureLine<'t> {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The side it is about.
    pub side: Option<Side>,
    /// The words without a key, in order.
    pub words: Vec<&'t str>,
    values: Vec<(&'t str, &'t str)>,
    unit: Length,
}

/// What is wrong with a fixture, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixtureFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub words: String,
}

impl<S: RuleSystem> Reader<S> {
    /// Runs a fixture and tells what comes of it: each roll with its ledger, each event in a sentence, each refusal with its
    /// rule. A refused or halted command changes nothing, and the script goes on.
    pub fn transcript(&self, text: &str) -> String {
        let mut told = String::new();
        if let Err(fault) = self.run(text, &mut told) {
            told += &format!("{fault}\n");
        }
        told
    }

    fn run(&self, text: &str, told: &mut String) -> Result<(), FixtureFault> {
        let fixture = Fixture::read(text, self.keys)?;
        let mut state = (self.set_up)(&fixture)?;
        for act in &fixture.script {
            let (side, line, faces) = match act {
                Act::Say(side, line, faces) => (*side, line, faces),
                Act::Show => {
                    *told += &picture(&S::view(&state, None));
                    continue;
                }
            };
            let command = (self.command)(&state, side, line)?;
            let mut dice = Given::new(faces.iter().copied());
            match carry_out::<S>(&state, side, &command, &mut dice) {
                Ok((_, taken)) if dice.left() == 0 => *told += &record_words::<S>(&mut state, &taken),
                Ok(_) => return Err(line.fault(format!("{} of its faces are not used", dice.left()))),
                Err(firelock_core::Halt::Refused(refusal)) => *told += &format!("refused: {refusal}\n"),
                Err(halt) => *told += &format!("halted: {halt}\n"),
            }
        }
        Ok(())
    }
}

impl<'t> Fixture<'t> {
    /// Reads a fixture; `keys` are the words that are followed by a value, beside `at` and `facing`.
    ///
    /// # Errors
    /// The first line that cannot be read, and why.
    pub fn read(text: &'t str, keys: &[&str]) -> Result<Fixture<'t>, FixtureFault> {
        let mut fixture = Fixture { table: None, setup: Vec::new(), script: Vec::new() };
        let mut unit = Length::INCH;
        for (text, number) in text.lines().zip(1..) {
            let text = text.split('#').next().unwrap_or_default().trim();
            let fault = |words: String| FixtureFault { line: number, words };
            let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let line = |side, words| FixtureLine::read(number, side, words, keys, unit);
            match first {
                "" => {}
                "table" => {
                    let (size, own) = table(rest).map_err(fault)?;
                    fixture.table = Some(size);
                    unit = own;
                }
                "show" => fixture.script.push(Act::Show),
                "A" => fixture.setup.push(line(Some(Side::Red), rest)?),
                "B" => fixture.setup.push(line(Some(Side::Blue), rest)?),
                "A:" => fixture.script.push(Act::Say(Side::Red, line(Some(Side::Red), rest)?, Vec::new())),
                "B:" => fixture.script.push(Act::Say(Side::Blue, line(Some(Side::Blue), rest)?, Vec::new())),
                "dice:" => match fixture.script.last_mut() {
                    Some(Act::Say(_, _, faces)) => {
                        let more: Result<Vec<i16>, _> = rest.split_whitespace().map(i16::from_str).collect();
                        faces.extend(more.map_err(|_| fault(format!("{rest:?} is not a list of faces")))?);
                    }
                    _ => return Err(fault("dice stand behind the command they fall for".into())),
                },
                _ => fixture.setup.push(line(None, text)?),
            }
        }
        Ok(fixture)
    }
}

/// `48in 36in`: the size, and the unit of numbers without one.
fn table(words: &str) -> Result<((Length, Length), Length), String> {
    let unit = if words.contains("cm") { Length::cm(1) } else { Length::INCH };
    match words.split_whitespace().collect::<Vec<_>>().as_slice() {
        [width, depth] => Ok(((length(width, unit)?, length(depth, unit)?), unit)),
        _ => Err(format!("a table is a width and a depth, as 48in 36in, not {words:?}")),
    }
}

/// `12`, `12.5in`, `30cm`, `30mm`: rounded half up to the grid.
fn length(text: &str, unit: Length) -> Result<Length, String> {
    let units = [("in", Length::INCH), ("cm", Length::cm(1)), ("mm", Length::mm(1))];
    let stripped = units.iter().find_map(|(word, unit)| text.strip_suffix(word).map(|digits| (digits, *unit)));
    let (digits, unit) = stripped.unwrap_or((text, unit));
    let steps = decimal(digits, unit.get()).ok_or_else(|| format!("{text:?} is not a length"))?;
    Ok(Length::grid(steps))
}

/// A decimal number times a whole one, rounded half up; at most four decimals.
fn decimal(text: &str, times: i32) -> Option<i32> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number =
        |part: &str, most| (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole, 5) || !is_number(rest, 4) {
        return None;
    }
    let ten_thousandths = i64::from_str(&format!("{whole}{rest:0<4}")).ok()?;
    let scaled = (sign * ten_thousandths * i64::from(times) * 2 + 10_000).div_euclid(20_000);
    i32::try_from(scaled).ok()
}

impl<'t> FixtureLine<'t> {
    fn read(
        number: usize,
        side: Option<Side>,
        text: &'t str,
        keys: &[&str],
        unit: Length,
    ) -> Result<FixtureLine<'t>, FixtureFault> {
        let mut line = FixtureLine { number, side, words: Vec::new(), values: Vec::new(), unit };
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if !["at", "facing"].contains(&word) && !keys.contains(&word) {
                line.words.push(word);
                continue;
            }
            let Some(value) = words.next() else { return Err(line.fault(format!("{word} wants a value"))) };
            if line.value(word).is_some() {
                return Err(line.fault(format!("{word} stands twice")));
            }
            line.values.push((word, value));
        }
        if line.words.is_empty() {
            return Err(line.fault("the line has no words"));
        }
        Ok(line)
    }

    /// A fault of this line.
    pub fn fault(&self, words: impl Into<String>) -> FixtureFault {
        FixtureFault { line: self.number, words: words.into() }
    }

    /// A word that the system does not know, with those it does.
    pub fn unknown(&self, word: &str, known: &[&str]) -> FixtureFault {
        self.fault(format!("{word:?} is not one of {}", known.join(", ")))
    }

    /// The word at a place, the first being 0.
    ///
    /// # Errors
    /// When the line is too short; `what` names what is missing.
    pub fn word(&self, at: usize, what: &str) -> Result<&'t str, FixtureFault> {
        self.words.get(at).copied().ok_or_else(|| self.fault(format!("{what} is missing")))
    }

    /// The value of a key, if the line has it.
    pub fn value(&self, key: &str) -> Option<&'t str> {
        self.values.iter().find(|(own, _)| *own == key).map(|(_, value)| *value)
    }

    /// The value of a key as a number or whatever else can be read from a word.
    ///
    /// # Errors
    /// When the value cannot be read.
    pub fn read_value<T: FromStr>(&self, key: &str) -> Result<Option<T>, FixtureFault> {
        let Some(value) = self.value(key) else { return Ok(None) };
        value.parse().map(Some).map_err(|_| self.fault(format!("{key} {value:?} cannot be read")))
    }

    /// The value of a key as a length.
    ///
    /// # Errors
    /// When the value is not a length.
    pub fn length(&self, key: &str) -> Result<Option<Length>, FixtureFault> {
        let read = |value| length(value, self.unit).map_err(|words| self.fault(format!("{key}: {words}")));
        self.value(key).map(read).transpose()
    }

    /// The value of a key as a turn or a heading in degrees.
    ///
    /// # Errors
    /// When the value is not a number of degrees.
    pub fn angle(&self, key: &str) -> Result<Option<Angle>, FixtureFault> {
        let read = |value| decimal(value, 100).map(Angle::steps);
        let Some(value) = self.value(key) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| self.fault(format!("{key}: {value:?} is not a number of degrees")))
    }

    /// The value of a key as a place: `12,10.5`.
    ///
    /// # Errors
    /// When the value is not a place.
    pub fn place(&self, key: &str) -> Result<Option<Point>, FixtureFault> {
        let Some(value) = self.value(key) else { return Ok(None) };
        let Some((x, y)) = value.split_once(',') else {
            return Err(self.fault(format!("{key}: {value:?} is not a place, as 12,10.5")));
        };
        let steps = |text| length(text, self.unit).map_err(|words| self.fault(format!("{key}: {words}")));
        Ok(Some(Point::new(steps(x)?.get(), steps(y)?.get())))
    }

    /// Where the line says something stands: `at`, and `facing` (north if it is not said).
    ///
    /// # Errors
    /// When `at` is missing, or either cannot be read.
    pub fn pose(&self) -> Result<Pose, FixtureFault> {
        let at = self.place("at")?.ok_or_else(|| self.fault("at is missing"))?;
        Ok(Pose::new(at, self.angle("facing")?.unwrap_or_default().heading()))
    }
}

impl fmt::Display for FixtureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.words)
    }
}

impl std::error::Error for FixtureFault {}
