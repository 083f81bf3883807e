use firelock_core::{Given, Grain, RuleSystem, Side, Taken, carry_out, replay, try_out};
use serde::Serialize;

use super::Game;
use super::choices::round_trip;
use crate::Law;

impl<S: RuleSystem> Game<'_, S> {
    /// All laws on a command that was carried out.
    pub(super) fn record(
        &self,
        side: Side,
        command: &S::Command,
        after: &S::State,
        taken: &[Taken<S::Event>],
    ) -> Result<(), String> {
        self.law.set(Law::StateSaves);
        bytes(after)?;
        self.events(after, taken)?;

        self.law.set(Law::Same);
        let first = bytes(&taken)?;
        let (_, again) =
            carry_out::<S>(&self.state, side, command, &mut self.dice()).map_err(|halt| halt.to_string())?;
        differ("the record made twice", &first, &bytes(&again)?)?;

        self.law.set(Law::FastPlay);
        let mut fast = self.state.clone();
        try_out::<S>(&mut fast, side, command, &mut self.dice()).map_err(|halt| halt.to_string())?;
        if fast != *after {
            return Err(differences(&fast, after));
        }

        // What a record tells of those who are asked next changes nothing.
        let draw = |side| Some((side, S::draw(after, side, Grain::Coarse, &mut self.dice())?));
        let next = S::asked(after).into_iter().filter_map(draw);
        let record: Vec<_> = std::iter::once((side, command.clone())).chain(next).collect();
        let mut told = self.state.clone();
        replay::<S>(&mut told, &record, &mut self.dice()).map_err(|halt| halt.to_string())?;
        if told != *after {
            return Err(differences(&told, after));
        }

        self.law.set(Law::Replay);
        let mut dice = Given::new(taken.iter().flat_map(|taken| match taken {
            Taken::Roll(rolled) => rolled.1.faces.clone(),
            Taken::Event(_) => Vec::new(),
        }));
        let (_, again) = carry_out::<S>(&self.state, side, command, &mut dice).map_err(|halt| halt.to_string())?;
        differ("the record and its replay", &first, &bytes(&again)?)
    }

    /// Rolls cite rules, what they come to has words, events survive JSON, and their fold is the new state.
    fn events(&self, after: &S::State, taken: &[Taken<S::Event>]) -> Result<(), String> {
        let mut folded = self.state.clone();
        let (mut rolls, mut told) = (false, false);
        for taken in taken {
            match taken {
                Taken::Roll(rolled) => {
                    rolls = true;
                    self.law.set(Law::Cited);
                    self.cited(rolled.0.clause)?;
                    let lines = rolled.0.whys.iter().flat_map(|(_, ledger)| &ledger.lines);
                    lines.map(|line| line.clause).try_for_each(|clause| self.cited(clause))?;
                }
                Taken::Event(event) => {
                    self.law.set(Law::EventSaves);
                    round_trip(event).map_err(|words| format!("{event:?}: {words}"))?;
                    self.law.set(Law::Words);
                    told |= !S::tell(&folded, event).trim().is_empty();
                    self.law.set(Law::Fold);
                    S::fold(&mut folded, event);
                }
            }
        }
        self.law.set(Law::Words);
        if rolls && !told {
            return Err("dice fell and no event tells what came of them".into());
        }
        self.law.set(Law::Fold);
        if folded == *after { Ok(()) } else { Err(differences(&folded, after)) }
    }
}

pub(super) fn bytes(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| format!("it cannot be written: {error}"))
}

/// Two states side by side, from where they part.
pub(super) fn differences(one: &impl Serialize, other: &impl Serialize) -> String {
    match (bytes(one), bytes(other)) {
        (Ok(one), Ok(other)) if one == other => "the states differ in what is not written".into(),
        (Ok(one), Ok(other)) => differ("the states", &one, &other).err().unwrap_or_default(),
        (Err(words), _) | (_, Err(words)) => words,
    }
}

/// Says where two texts part.
pub(super) fn differ(what: &str, one: &str, other: &str) -> Result<(), String> {
    if one == other {
        return Ok(());
    }
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let from = |text: &str| {
        let lossy = String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(60)..]).into_owned();
        lossy.chars().take(160).collect::<String>()
    };
    Err(format!("{what} part at byte {at}:\n  {}\n  {}", from(one), from(other)))
}
