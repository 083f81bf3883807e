use firelock_core::{Clause, Grain, Refusal, RuleSystem, Side, Verdict, Wish, carry_out};
use firelock_table::{Angle, Point};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Game;
use crate::Law;

/// How many wishes are tried at a decision.
const WISHES: usize = 8;

impl<S: RuleSystem> Game<'_, S> {
    /// Somebody is asked or there is a verdict, two sides only in secret, each by a rule of the chapter.
    pub(super) fn asks(&self) -> Result<(), String> {
        self.under(Law::Option);
        match (self.decision.is_over(), S::verdict(&self.state)) {
            (true, None) => return Err("nobody is asked and there is no verdict".into()),
            (false, Some(verdict)) => return Err(format!("there is a verdict ({}) and still an ask", verdict.words)),
            _ => {}
        }
        if let [one, other] = self.decision.asks.as_slice()
            && (one.side == other.side || !one.sealed || !other.sealed)
        {
            return Err("two asks are for two sides, and both sealed".into());
        }
        self.under(Law::Cited);
        for ask in &self.decision.asks {
            self.cited(ask.clause)?;
            if let Some(Err(refusal)) = &ask.end {
                self.cited(refusal.clause)?;
            }
        }
        Ok(())
    }

    /// A rule of the chapter, or a chart row without one.
    pub(super) fn cited(&self, clause: Clause) -> Result<(), String> {
        match self.clauses.contains(&clause) || clause.id().starts_with("T-") {
            true => Ok(()),
            false => Err(format!("{clause} is no rule of the chapter")),
        }
    }

    /// A refusal by a rule of the chapter.
    fn refused(&self, judged: Result<(), Refusal>) -> Result<(), String> {
        let Err(refusal) = judged else { return Ok(()) };
        self.law.set(Law::Cited);
        self.cited(refusal.clause)
    }

    /// After the end nothing more can be said.
    pub(super) fn is_over(&self, verdict: &Verdict) -> Result<(), String> {
        self.under(Law::Cited);
        self.cited(verdict.clause)?;
        for side in Side::BOTH {
            self.under(Law::Ends);
            if !self.sample(side, Grain::Middle).is_empty() {
                return Err(format!("the game is over and {side} still has candidates"));
            }
            for (_, command) in &self.earlier {
                self.says(side, command);
                if S::check(&self.state, side, command).is_ok() {
                    return Err("the game is over and a command still passes".into());
                }
            }
        }
        self.prompts()
    }

    /// The candidates of a side.
    pub(super) fn sample(&self, side: Side, grain: Grain) -> Vec<S::Command> {
        let mut into = Vec::new();
        S::candidates(&self.state, side, grain, &mut into);
        into
    }

    /// The grain that is tried at this place.
    pub(super) fn grain(&self) -> Grain {
        [Grain::Coarse, Grain::Middle, Grain::Fine][self.chance(4).below(3) as usize]
    }

    /// All laws on what may be said now.
    pub(super) fn choices(&self) -> Result<(), String> {
        self.under(Law::Same);
        if S::decision(&self.state) != self.decision {
            return Err("the decision, asked twice, differs".into());
        }
        for side in Side::BOTH {
            self.candidates(side)?;
        }
        self.earlier_commands()?;
        self.prompts()?;
        self.wishes()
    }

    fn candidates(&self, side: Side) -> Result<(), String> {
        self.under(Law::Option);
        let grain = self.grain();
        let commands = self.sample(side, grain);
        let Some(ask) = self.decision.ask(side) else {
            self.under(Law::WrongSide);
            return match commands.is_empty() {
                true => Ok(()),
                false => Err(format!("{side} is not asked and has candidates")),
            };
        };
        if commands.is_empty() {
            return Err(format!("{side} is asked and has no candidate at grain {grain:?}"));
        }
        self.under(Law::Same);
        if self.sample(side, grain) != commands {
            return Err("the candidates, asked twice, differ".into());
        }
        for command in &commands {
            self.law.set(Law::Legal);
            self.says(side, command);
            S::check(&self.state, side, command).map_err(|refusal| format!("a candidate is refused: {refusal}"))?;
            self.law.set(Law::CommandSaves);
            round_trip(command)?;
            self.law.set(Law::Words);
            if S::phrase(&self.state, command).trim().is_empty() {
                return Err("the command has no words".into());
            }
            if self.decision.ask(side.enemy()).is_none() {
                self.law.set(Law::WrongSide);
                match S::check(&self.state, side.enemy(), command) {
                    Ok(()) => return Err(format!("{} is not asked and may say so too", side.enemy())),
                    refused => self.refused(refused)?,
                }
            }
        }
        self.under(Law::Draw);
        let mut chance = self.chance(8);
        for _ in 0..2 {
            let drawn = S::draw(&self.state, side, grain, &mut chance).ok_or("nothing is drawn")?;
            self.says(side, &drawn);
            if !commands.contains(&drawn) {
                return Err(format!("it is drawn and not among the candidates at grain {grain:?}"));
            }
        }
        self.under(Law::Legal);
        for listed in ask.listed.iter().chain(ask.end.iter().flatten()) {
            self.says(side, listed);
            if !commands.contains(listed) {
                return Err(format!("it is listed and not among the candidates at grain {grain:?}"));
            }
        }
        Ok(())
    }

    /// Commands of other times and of the other side: judged without a panic, and carried out if they pass.
    fn earlier_commands(&self) -> Result<(), String> {
        for side in Side::BOTH {
            for (_, command) in &self.earlier {
                self.under(Law::Stale);
                self.says(side, command);
                let judged = S::check(&self.state, side, command);
                if judged.is_ok() {
                    if self.decision.ask(side).is_none() {
                        self.law.set(Law::WrongSide);
                        return Err(format!("{side} is not asked and an earlier command passes"));
                    }
                    self.law.set(Law::Resolves);
                    let carried = carry_out::<S>(&self.state, side, command, &mut self.dice());
                    carried.map_err(|halt| format!("an earlier command passes and halts: {halt}"))?;
                }
                self.refused(judged)?;
            }
        }
        Ok(())
    }

    /// The prompt of each view is the ask; what it offers can be sent back as it is.
    fn prompts(&self) -> Result<(), String> {
        self.under(Law::Prompt);
        for viewer in [Some(Side::Red), Some(Side::Blue), None] {
            let view = S::view(&self.state, viewer);
            if view.over.is_some() != self.decision.is_over() {
                return Err("the view does not know whether the game is over".into());
            }
            let asked = Side::BOTH.into_iter().filter(|side| self.decision.ask(*side).is_some());
            let others: Vec<Side> = asked.filter(|side| Some(*side) != viewer).collect();
            if view.waiting != others {
                return Err(format!("the view waits for {:?}, not for {others:?}", view.waiting));
            }
            let ask = viewer.and_then(|side| self.decision.ask(side));
            let (ask, prompt) = match (ask, view.prompt) {
                (None, None) => continue,
                (Some(ask), Some(prompt)) => (ask, prompt),
                (None, Some(_)) => return Err(format!("{viewer:?} is not asked and has a prompt")),
                (Some(_), None) => return Err(format!("{viewer:?} is asked and has no prompt")),
            };
            if (prompt.side, prompt.clause, prompt.form) != (ask.side, ask.clause, ask.form) {
                return Err("the prompt has another side, rule or form than the ask".into());
            }
            let mut offered = Vec::new();
            for option in prompt.options {
                let words = format!("the option {:?} ({})", option.words, option.command);
                let command: S::Command = serde_json::from_value(option.command)
                    .map_err(|error| format!("{words} is no command: {error}"))?;
                S::check(&self.state, ask.side, &command)
                    .map_err(|refusal| format!("{words} is refused: {refusal}"))?;
                offered.push(command);
            }
            for listed in ask.listed.iter().chain(ask.end.iter().flatten()) {
                if !offered.contains(listed) {
                    return Err(format!("{listed:?} is listed and not offered"));
                }
            }
        }
        Ok(())
    }

    /// Wishes at places drawn by chance; those of the table's edge and beyond it included.
    pub(super) fn drawn_wishes(&self, side: Side) -> Vec<Wish> {
        let view = S::view(&self.state, Some(side));
        let mut acts = view.prompt.map(|prompt| prompt.acts).unwrap_or_default();
        let mut chance = self.chance(5);
        let mut coordinate = |most: i32| chance.below(most.max(1) as u32 + 5080) as i32 - 2540;
        let mut wishes = Vec::new();
        while !acts.is_empty() && wishes.len() < WISHES {
            let (unit, act) = acts.swap_remove(coordinate(i32::from(u16::MAX)).unsigned_abs() as usize % acts.len());
            let at = Point::new(coordinate(view.size.0.get()), coordinate(view.size.1.get()));
            let turn = coordinate(36_000 - 1);
            let facing = (turn % 2 == 0).then(|| Angle::steps(turn).heading());
            let target = view.pieces.iter().find(|piece| piece.side != side).map(|piece| piece.id);
            wishes.push(Wish { unit, act, at, facing, target: target.filter(|_| turn % 3 == 0) });
        }
        wishes
    }

    fn wishes(&self) -> Result<(), String> {
        for ask in &self.decision.asks {
            self.under(Law::Fit);
            for wish in self.drawn_wishes(ask.side) {
                let Ok(fitted) = S::fit(&self.state, ask.side, &wish) else { continue };
                self.says(ask.side, &fitted.command);
                S::check(&self.state, ask.side, &fitted.command)
                    .map_err(|refusal| format!("{wish:?} is fitted by a command that is refused: {refusal}"))?;
            }
        }
        Ok(())
    }
}

/// Through JSON and back.
pub(super) fn round_trip<T: Serialize + DeserializeOwned + PartialEq>(value: &T) -> Result<(), String> {
    let json = serde_json::to_string(value).map_err(|error| format!("it cannot be written: {error}"))?;
    match serde_json::from_str::<T>(&json) {
        Ok(back) if back == *value => Ok(()),
        Ok(_) => Err(format!("it comes back as something else from {json}")),
        Err(error) => Err(format!("it does not come back from {json}: {error}")),
    }
}
