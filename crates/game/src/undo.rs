use firelock_core::{Given, RuleSystem, Side, carry_out};

use crate::{Game, Refused};

/// Why a command cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoBar {
    /// There is no command.
    #[error("there is nothing to take back")]
    Nothing,
    /// Dice have fallen since.
    #[error("the die is cast: undo ends here")]
    Rolled,
    /// The other side has decided since.
    #[error("{0} has decided since: undo ends here")]
    Decided(Side),
    /// Something that was hidden has been seen since.
    #[error("something hidden has been seen since: undo ends here")]
    Seen,
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

impl<S: RuleSystem> Game<S> {
    /// Takes back the last command of a side: freely, as long as it has seen no dice and nothing hidden since, and the
    /// other side has not decided. A command that still waits for its first dice is put down.
    ///
    /// # Errors
    /// Why not.
    pub fn undo(&mut self, side: Side, at: usize) -> Result<(), Refused> {
        self.check_at(at)?;
        self.undo_one(side).map_err(Refused::Undo)
    }

    /// Takes back as many commands of a side as it may, and says how many there were.
    ///
    /// # Errors
    /// Why not even one.
    pub fn reset(&mut self, side: Side, at: usize) -> Result<usize, Refused> {
        self.check_at(at)?;
        self.undo_one(side)?;
        let mut n_back = 1;
        while self.undo_one(side).is_ok() {
            n_back += 1;
        }
        Ok(n_back)
    }

    /// Whether a side may take its last command back.
    ///
    /// # Errors
    /// Why not.
    pub fn can_undo(&self, side: Side) -> Result<(), UndoBar> {
        if let Some(open) = &self.open {
            let own = open.side == side;
            return match open.faces.is_empty() {
                true if own => Ok(()),
                true => Err(UndoBar::Decided(open.side)),
                false => Err(UndoBar::Rolled),
            };
        }
        if self.record.end().is_some() {
            return Err(UndoBar::Over);
        }
        let last = self.record.entries().last().ok_or(UndoBar::Nothing)?;
        if last.side != side {
            return Err(UndoBar::Decided(last.side));
        }
        let before = self.back.last().ok_or(UndoBar::Rolled)?;
        match serde_json::from_str(last.command.get()) {
            Ok(command) if learns_nothing::<S>(before, &self.state, side, &command) => Ok(()),
            _ => Err(UndoBar::Seen),
        }
    }

    /// The last command of a side in a few words, if the side may take it back.
    ///
    /// # Errors
    /// Why not.
    pub fn undo_words(&self, side: Side) -> Result<String, UndoBar> {
        self.can_undo(side)?;
        if let Some(open) = &self.open {
            return Ok(S::phrase(&self.state, &open.command));
        }
        let (before, last) = self.back.last().zip(self.record.entries().last()).ok_or(UndoBar::Nothing)?;
        Ok(serde_json::from_str(last.command.get())
            .map_or_else(|_| String::new(), |command| S::phrase(before, &command)))
    }

    fn undo_one(&mut self, side: Side) -> Result<(), UndoBar> {
        self.can_undo(side)?;
        if self.open.take().is_some() {
            return Ok(());
        }
        if self.step_back() { Ok(()) } else { Err(UndoBar::Nothing) }
    }
}

/// Whether a side could have foreseen all it knows after its command: carried out on what it knew, it gives the same.
fn learns_nothing<S: RuleSystem>(before: &S::State, after: &S::State, side: Side, command: &S::Command) -> bool {
    let known = S::observe(before, side);
    if known == *before {
        return true;
    }
    let foreseen = carry_out::<S>(&known, side, command, &mut Given::default());
    foreseen.is_ok_and(|(foreseen, _)| S::observe(&foreseen, side) == S::observe(after, side))
}
