use firelock_core::{Ask, Decision, RuleSystem, Seeded, Side, Taken, carry_out};

use super::Game;
use super::choices::round_trip;
use super::record::{bytes, differ, differences};
use crate::Law;

/// How many sealed answers are compared.
const ANSWERS: usize = 6;

impl<S: RuleSystem> Game<'_, S> {
    /// All laws on what is hidden.
    pub(super) fn secrets(&self) -> Result<(), String> {
        let seen = Side::BOTH.map(|side| S::observe(&self.state, side));
        for side in Side::BOTH {
            self.observed(side, &seen[side.index()])?;
        }
        self.under(Law::View);
        for side in Side::BOTH {
            self.same_view(Some(side), &seen[side.index()])?;
        }
        // A spectator sees what both sides know.
        self.same_view(None, &S::observe(&seen[0], Side::Blue))?;
        for ask in self.decision.asks.iter().filter(|ask| ask.sealed) {
            self.sealed(ask)?;
        }
        match self.decision.asks.as_slice() {
            [one, other] => self.either_first(one, other),
            _ => Ok(()),
        }
    }

    /// A side is asked the same and answered the same on what it knows.
    fn observed(&self, side: Side, seen: &S::State) -> Result<(), String> {
        self.under(Law::StateSaves);
        bytes(seen)?;
        self.under(Law::Observe);
        if S::observe(seen, side) != *seen {
            return Err(format!("observed twice, {side} knows something else"));
        }
        if S::decision(seen).ask(side) != self.decision.ask(side) {
            return Err(format!("{side} is asked something else on what it knows"));
        }
        let commands = self.sample(side, self.grain());
        let mut known = Vec::new();
        S::candidates(seen, side, self.grain(), &mut known);
        if commands != known {
            return Err(format!("{side} has other candidates on what it knows"));
        }
        if self.decision.ask(side).is_none() {
            return Ok(());
        }
        for command in commands.iter().chain(self.earlier.iter().map(|(_, command)| command)) {
            self.says(side, command);
            let (real, known) = (S::check(&self.state, side, command), S::check(seen, side, command));
            if real != known {
                return Err(format!("check says {real:?}, on what {side} knows {known:?}"));
            }
        }
        self.under(Law::Observe);
        for wish in self.drawn_wishes(side) {
            if S::fit(&self.state, side, &wish) != S::fit(seen, side, &wish) {
                return Err(format!("{wish:?} is fitted otherwise on what {side} knows"));
            }
        }
        Ok(())
    }

    fn same_view(&self, viewer: Option<Side>, seen: &S::State) -> Result<(), String> {
        let who = viewer.map_or("a spectator".into(), |side| side.to_string());
        let (real, known) = (S::view(&self.state, viewer), S::view(seen, viewer));
        differ(&format!("what {who} sees and what it knows"), &bytes(&real)?, &bytes(&known)?)
    }

    /// While a sealed step lasts, whatever is answered looks the same to the other side.
    fn sealed(&self, ask: &Ask<S::Command>) -> Result<(), String> {
        let enemy = ask.side.enemy();
        // Answers that end the asking and answers that do not may look different.
        let mut seen = [None, None];
        for command in drawn(self.sample(ask.side, self.grain()), &mut self.chance(6)) {
            self.under(Law::Resolves);
            self.says(ask.side, &command);
            let carried = carry_out::<S>(&self.state, ask.side, &command, &mut self.dice());
            let (after, taken) = carried.map_err(|halt| halt.to_string())?;
            let next = S::decision(&after);
            if !self.lasts(ask, &next) {
                continue;
            }
            self.law.set(Law::Sealed);
            let events = taken.iter().filter_map(|taken| match taken {
                Taken::Event(event) => S::redact(event, enemy),
                Taken::Roll(_) => None,
            });
            let now: (S::State, Vec<S::Event>) = (S::observe(&after, enemy), events.collect());
            let other = &mut seen[usize::from(next.ask(ask.side).is_some())];
            match other {
                None => *other = Some(now),
                Some(other) if other.0 != now.0 => {
                    return Err(format!("{enemy} can tell it from another answer: {}", differences(&other.0, &now.0)));
                }
                Some(other) if other.1 != now.1 => {
                    return Err(format!("{enemy} can tell it from another answer: {:?}, not {:?}", now.1, other.1));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Whether a sealed step goes on after an answer: the other side's ask is as it was, or it is done and this side is not.
    fn lasts(&self, ask: &Ask<S::Command>, next: &Decision<S::Command>) -> bool {
        let enemy = ask.side.enemy();
        let is_same =
            |other: &Ask<S::Command>| other.sealed && (other.clause, other.prompt) == (ask.clause, ask.prompt);
        match (self.decision.ask(enemy), next.ask(enemy)) {
            (Some(before), Some(now)) => before == now,
            (None, None) => next.ask(ask.side).is_some_and(is_same),
            _ => false,
        }
    }

    /// Two sealed answers come to the same state whichever is in first.
    fn either_first(&self, one: &Ask<S::Command>, other: &Ask<S::Command>) -> Result<(), String> {
        self.under(Law::Sealed);
        let answer = |ask: &Ask<S::Command>| {
            let mut answers = drawn(self.sample(ask.side, self.grain()), &mut self.chance(7));
            answers.pop().map(|command| (ask.side, command))
        };
        let (Some(one), Some(other)) = (answer(one), answer(other)) else { return Ok(()) };
        let both = |first: &(Side, S::Command), second: &(Side, S::Command)| {
            let (between, _) = carry_out::<S>(&self.state, first.0, &first.1, &mut self.dice())?;
            carry_out::<S>(&between, second.0, &second.1, &mut Seeded::new(self.seed, self.place + 1))
        };
        let words = |halt| format!("{one:?} and {other:?} do not both resolve: {halt}");
        let (after, _) = both(&one, &other).map_err(words)?;
        let (swapped, _) = both(&other, &one).map_err(words)?;
        match after == swapped {
            true => Ok(()),
            false => Err(format!("the order of {one:?} and {other:?} matters: {}", differences(&after, &swapped))),
        }
    }

    /// What a side is told of a command leads to what it knows afterwards.
    pub(super) fn redacted(&self, after: &S::State, taken: &[Taken<S::Event>]) -> Result<(), String> {
        for side in Side::BOTH {
            self.law.set(Law::Redact);
            let mut known = S::observe(&self.state, side);
            for taken in taken {
                let Taken::Event(event) = taken else { continue };
                let redacted = S::redact(event, side);
                if S::is_open(event) && redacted.as_ref() != Some(event) {
                    return Err(format!("{event:?} is said to be open, but {side} does not see all of it"));
                }
                let Some(told) = redacted else { continue };
                if S::redact(&told, side).as_ref() != Some(&told) {
                    return Err(format!("{told:?}, redacted again for {side}, is something else"));
                }
                self.law.set(Law::EventSaves);
                round_trip(&told).map_err(|words| format!("{told:?}: {words}"))?;
                self.law.set(Law::Words);
                let _ = S::tell(&known, &told);
                self.law.set(Law::Redact);
                S::fold(&mut known, &told);
            }
            let seen = S::observe(after, side);
            if known != seen {
                return Err(format!("for {side}: {}", differences(&known, &seen)));
            }
        }
        Ok(())
    }
}

/// A few of many, by chance.
fn drawn<C>(mut commands: Vec<C>, chance: &mut Seeded) -> Vec<C> {
    let mut few = Vec::new();
    while !commands.is_empty() && few.len() < ANSWERS {
        few.push(commands.swap_remove(chance.below(commands.len() as u32) as usize));
    }
    few
}
