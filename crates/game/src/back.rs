use std::borrow::Cow;

use firelock_core::{Given, RuleSystem, carry_out};

use crate::Game;

/// The states before the last commands of one side since its last roll: those that may be taken back.
///
/// Only the first and the last of them are kept. No dice fell between them, so each other one is found by giving the commands
/// again, when somebody wants it: a state for every command would be most of what a game takes in memory.
#[derive(Clone, Debug)]
pub(crate) struct Back<T> {
    /// Before the first of them, if there are several.
    first: Option<T>,
    /// Before the last of them.
    last: Option<T>,
    count: usize,
}

impl<T> Back<T> {
    pub(crate) const fn new() -> Back<T> {
        Back { first: None, last: None, count: 0 }
    }

    /// Keeps the state before a command as long as the command may be taken back.
    pub(crate) fn keep(&mut self, other_side: bool, rolled: bool, before: T) {
        if rolled || other_side {
            self.clear();
        }
        if !rolled {
            let last = self.last.replace(before);
            self.first = self.first.take().or(last);
            self.count += 1;
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Back::new();
    }

    /// The state before the last command, if that may be taken back.
    pub(crate) fn last(&self) -> Option<&T> {
        self.last.as_ref()
    }
}

impl<S: RuleSystem> Game<S> {
    /// The state before the last so many commands, if all of them may be taken back.
    pub(crate) fn before(&self, ago: usize) -> Option<Cow<'_, S::State>> {
        let n_kept = self.back.count.checked_sub(ago)?;
        match (ago, &self.back.first) {
            (0, _) => None,
            (1, _) => self.back.last().map(Cow::Borrowed),
            (_, first) if n_kept == 0 => first.as_ref().map(Cow::Borrowed),
            (_, first) => {
                let entries = self.record.entries();
                let since = entries.get(entries.len().checked_sub(self.back.count)?..)?;
                let mut state = first.clone()?;
                for entry in since.iter().take(n_kept) {
                    let command = serde_json::from_str(entry.command.get()).ok()?;
                    state = carry_out::<S>(&state, entry.side, &command, &mut Given::default()).ok()?.0;
                }
                Some(Cow::Owned(state))
            }
        }
    }

    /// Takes the last command out of the state and of the record; false if it may not be taken back.
    pub(crate) fn step_back(&mut self) -> bool {
        let earlier = self.before(2).map(Cow::into_owned);
        let Some(before) = std::mem::replace(&mut self.back.last, earlier) else { return false };
        self.state = before;
        self.back.count -= 1;
        if self.back.count < 2 {
            self.back.first = None;
        }
        self.record.pop();
        true
    }
}
