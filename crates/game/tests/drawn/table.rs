//! A game played by typed orders and dice that are told, as at the text table.

use std::collections::VecDeque;

use firelock_core::{Choice, Side, View};
use firelock_game::{Agreed, AnyGame, BattleFile, DiceSource, Order, Outcome, Refused, System, read_order, text};

/// A game in progress, and what was told of it.
pub(crate) struct Table {
    pub(crate) game: Box<dyn AnyGame>,
    /// Faces that have been told and have not fallen yet.
    pub(crate) faces: VecDeque<i16>,
    /// What happened, a sentence each.
    pub(crate) told: Vec<String>,
}

impl Table {
    /// Musters a battle.
    ///
    /// # Errors
    /// The faults of the battle file.
    pub(crate) fn muster(system: &str, file: &str, dice: DiceSource) -> Result<Table, String> {
        let battle = BattleFile::read("drawn", file).map_err(|faults| faults.to_string())?;
        let system = System::named(system).expect("a system");
        let players = ["red", "blue"].map(str::to_owned);
        let agreed = Agreed { overlay: Default::default(), dice, players };
        let game = (system.start)(&battle, agreed).map_err(|fault| fault.to_string())?;
        Ok(Table { game, faces: VecDeque::new(), told: Vec::new() })
    }

    /// The table as everybody sees it.
    pub(crate) fn view(&self) -> View {
        self.game.view(None)
    }

    /// Who is asked, and what he sees.
    fn asked(&self) -> Option<(Side, View)> {
        self.game.asked().first().map(|side| (*side, self.game.view(Some(*side))))
    }

    /// What is asked now, with everything that can be answered: for whoever writes the next order.
    pub(crate) fn question(&self) -> String {
        let Some((_, view)) = self.asked() else { return "the game is over".to_owned() };
        text(&view).split("\n\n").next().unwrap_or_default().to_owned()
    }

    /// Types an order; a place that cannot be reached as it was typed is refused.
    pub(crate) fn order(&mut self, side: Side, words: &str) -> Result<(), String> {
        if !self.game.asked().contains(&side) {
            return Err(format!("{side} is not asked"));
        }
        let command = match read_order(&self.game.view(Some(side)), words)? {
            Order::Command(command) => command,
            Order::Wish(wish) => {
                let fitted = self.game.fit(side, &wish).map_err(|refusal| refusal.to_string())?;
                if let Some(short) = fitted.short {
                    return Err(format!("it falls short: {short}"));
                }
                fitted.command
            }
            other => return Err(format!("{other:?} is no order of a script")),
        };
        self.submit(side, &command)
    }

    /// Lets everybody pass until these words stand in a question (`red choose who acts`) or an answer.
    pub(crate) fn until(&mut self, words: &str) -> Result<(), String> {
        for _ in 0..400 {
            let Some((side, view)) = self.asked() else { return Err("the game is over".to_owned()) };
            let prompt = view.prompt.expect("who is asked sees what");
            if format!("{side} {}", prompt.words).contains(words)
                || prompt.options.iter().any(|option| option.words.contains(words))
            {
                return Ok(());
            }
            let pass = pass(&prompt.options).ok_or_else(|| format!("{:?} cannot be passed", prompt.words))?;
            let command = pass.command.clone();
            self.submit(side, &command)?;
        }
        Err(format!("nobody is asked {words:?}"))
    }

    fn submit(&mut self, side: Side, command: &serde_json::Value) -> Result<(), String> {
        let at = self.game.record().entries().len();
        let mut outcome = self.game.submit(side, &command.to_string(), at).map_err(|refused| refused.to_string())?;
        let mut fell = String::new();
        loop {
            match outcome {
                Outcome::Done(accepted) => {
                    self.told.extend(accepted.seen[2].told.iter().map(|telling| telling.words.clone()));
                    return Ok(());
                }
                Outcome::NeedRoll(roll) => {
                    let left = self.faces.len();
                    outcome = self.fall(at).ok_or_else(|| {
                        let (dice, label) = (roll.in_words(), roll.label);
                        format!("{dice} is wanted for {label}, faces told: {:?}; before it fell:{fell}", self.faces)
                    })?;
                    fell += &format!(" {} for {}", left - self.faces.len(), roll.label);
                }
            }
        }
    }

    /// Lets as many faces fall as the roll wants.
    fn fall(&mut self, at: usize) -> Option<Outcome> {
        for n in 1..=self.faces.len() {
            let faces: Vec<i16> = self.faces.iter().take(n).copied().collect();
            match self.game.answer(&faces, at) {
                Ok(outcome) => {
                    self.faces.drain(..n);
                    return Some(outcome);
                }
                Err(Refused::Faces(_)) => {}
                Err(other) => panic!("{other}"),
            }
        }
        None
    }
}

/// The option that does nothing.
fn pass(options: &[Choice]) -> Option<&Choice> {
    const WORDS: [&str; 12] =
        ["done", "end", "hold", "stand", "pass", "nobody", "stay", "no ", "keep", "ends", "none", "let"];
    let does_nothing = |option: &&Choice| {
        let words = option.words.to_lowercase();
        WORDS.iter().any(|word| words.starts_with(word)) || words.ends_with(" ends")
    };
    options.iter().rev().find(does_nothing).or_else(|| options.last().filter(|_| options.len() == 1))
}
