use std::fmt;

/// A law that every rule system keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// A decision always has an option, or the game is over and has a verdict.
    Option,
    /// Every candidate passes `check`, and what is listed is among the candidates.
    Legal,
    /// What is drawn is one of the candidates.
    Draw,
    /// What passes `check` resolves.
    Resolves,
    /// Folding the recorded events over the old state gives the new one.
    Fold,
    /// Replaying the faces gives the same record, byte for byte.
    Replay,
    /// Fast play comes to the same state as recorded play.
    FastPlay,
    /// The same question and the same seed give the same answer.
    Same,
    /// A side decides from what it knows: its ask, candidates, `check` and `fit` are the same on what it observes.
    Observe,
    /// A view shows nothing that its viewer does not observe.
    View,
    /// Redacted events lead from what a side observed to what it observes.
    Redact,
    /// A sealed answer tells the other side nothing, and the order of two does not matter.
    Sealed,
    /// A command survives JSON.
    CommandSaves,
    /// An event survives JSON.
    EventSaves,
    /// A state can be written as JSON.
    StateSaves,
    /// A side that is not asked can say nothing.
    WrongSide,
    /// `check` answers any command at any time.
    Stale,
    /// Every rule that is cited stands in the chapter.
    Cited,
    /// The view's prompt is the ask, and what it offers is legal.
    Prompt,
    /// What `fit` gives is legal.
    Fit,
    /// Every command, and whatever dice come to, has words.
    Words,
    /// The game ends by its rules, and then nothing more can be said.
    Ends,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Law::Option => "a decision always has an option, or the game is over and has a verdict",
            Law::Legal => "every candidate passes check, and what is listed is among the candidates",
            Law::Draw => "what is drawn is one of the candidates",
            Law::Resolves => "what passes check resolves",
            Law::Fold => "folding the recorded events over the old state gives the new one",
            Law::Replay => "replaying the faces gives the same record",
            Law::FastPlay => "fast play comes to the same state as recorded play",
            Law::Same => "the same question and the same seed give the same answer",
            Law::Observe => "a side decides from what it knows",
            Law::View => "a view shows nothing that its viewer does not observe",
            Law::Redact => "redacted events lead from what a side observed to what it observes",
            Law::Sealed => "a sealed answer tells the other side nothing, and the order of two does not matter",
            Law::CommandSaves => "a command survives JSON",
            Law::EventSaves => "an event survives JSON",
            Law::StateSaves => "a state can be written as JSON",
            Law::WrongSide => "a side that is not asked can say nothing",
            Law::Stale => "check answers any command at any time",
            Law::Cited => "every rule that is cited stands in the chapter",
            Law::Prompt => "the prompt of a view is the ask, and what it offers is legal",
            Law::Fit => "what fit gives is legal",
            Law::Words => "every command, and whatever dice come to, has words",
            Law::Ends => "the game ends by its rules, and then nothing more can be said",
        })
    }
}

/// A broken law: which, where, and how the table stood.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    /// The system.
    pub system: &'static str,
    /// The law.
    pub law: Law,
    /// The seed of the game.
    pub seed: u64,
    /// The place in the record, from 0.
    pub place: u64,
    /// Who was asked what.
    pub decision: String,
    /// The side and the command under trial, if there was one.
    pub command: Option<String>,
    /// What was wrong.
    pub words: String,
    /// The table in a few lines.
    pub table: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} breaks a law: {} ({:?})", self.system, self.law, self.law)?;
        writeln!(f, "seed {}, place {}: {}", self.seed, self.place, self.decision)?;
        if let Some(command) = &self.command {
            writeln!(f, "command: {command}")?;
        }
        writeln!(f, "{}", self.words)?;
        f.write_str(&self.table)
    }
}

impl fmt::Debug for Fault {
    /// As it is displayed, so that a test that returns it can be read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Fault {}
