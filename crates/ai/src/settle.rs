use std::borrow::Cow;

use firelock_core::{Dice, Grain, Halt, Roll, Rolled, RuleSystem, Seeded, Side, UnitId, fall, try_out};

use crate::{Act, Sense};

/// The most decisions that are looked on.
const LONGEST: usize = 80;

/// What people do without thinking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reflex<'a> {
    /// Whose fire counts: theirs and what is aimed at them; everybody's where none are told.
    fire: Option<&'a [UnitId]>,
    /// Whether they charge where they can.
    charge: bool,
}

impl<'a> Reflex<'a> {
    /// Everybody fires, fights and charges.
    const FIGHT: Reflex<'static> = Reflex { fire: None, charge: true };
    /// Everybody fires and fights from where he stands.
    pub(crate) const STAND: Reflex<'static> = Reflex { charge: false, ..Reflex::FIGHT };

    /// Only fire that concerns these counts.
    pub(crate) fn about(these: &'a [UnitId]) -> Reflex<'a> {
        Reflex { fire: Some(these), ..Reflex::FIGHT }
    }
}

/// Plays on with quick answers of both sides until nothing is in suspense.
pub(crate) fn settle<S: Sense>(state: &mut S::State, dice: &mut dyn Dice) {
    for _ in 0..LONGEST {
        if !S::in_suspense(state) || !answer::<S>(state, Reflex::FIGHT, dice) {
            return;
        }
    }
}

/// One quick answer; false when there is none.
pub(crate) fn answer<S: Sense>(state: &mut S::State, reflex: Reflex<'_>, dice: &mut dyn Dice) -> bool {
    let Some((side, command)) = reflex.answer::<S>(state) else { return false };
    try_out::<S>(state, side, &command, dice).is_ok()
}

/// An idea that is carried out, and the round played on with quick answers of both sides until it is over and nothing is in suspense: a
/// charge and standing fast are compared after the same fire and the same fights. Fire that concerns none of some bodies is left out: it
/// costs time, and its dice hide what is looked for.
///
/// It rests before its first die: what comes before that is the same however the dice fall, and is played once.
pub(crate) struct Play<'a, S: Sense> {
    /// That of all ideas, until something is carried out.
    state: Cow<'a, S::State>,
    /// What is said next, and by whom.
    next: Option<(Side, S::Command)>,
    stage: Stage,
    reflex: Reflex<'a>,
    /// How many answers may still be given in this stage.
    left: usize,
}

/// How far a play has come.
#[derive(Clone, Copy)]
enum Stage {
    /// The idea is to be carried out.
    Idea,
    /// This round is played to its end.
    Round(u32),
    /// What is in suspense is played to its end.
    Suspense,
}

impl<S: Sense> Clone for Play<'_, S> {
    fn clone(&self) -> Self {
        Play { state: self.state.clone(), next: self.next.clone(), ..*self }
    }
}

impl<'a, S: Sense> Play<'a, S> {
    /// The idea of a side, and how the round is played on after it.
    pub(crate) fn new(state: &'a S::State, side: Side, idea: &S::Command, reflex: Reflex<'a>) -> Play<'a, S> {
        Play { state: Cow::Borrowed(state), next: Some((side, idea.clone())), stage: Stage::Idea, reflex, left: 0 }
    }

    /// How it ends with these dice; nothing where the idea cannot be carried out.
    pub(crate) fn end(&mut self, mut dice: Throw) -> Option<S::State> {
        loop {
            let mut further = self.clone();
            let goes_on = further.go_on(&mut dice)?;
            if dice.thrown {
                while goes_on && further.go_on(&mut dice)? {}
                return Some(further.state.into_owned());
            }
            *self = further;
            if !goes_on {
                return Some(self.state.clone().into_owned());
            }
        }
    }

    /// One command further; whether there is another. Nothing where the idea cannot be carried out.
    fn go_on(&mut self, dice: &mut Throw) -> Option<bool> {
        let Some((side, command)) = self.next.take() else { return Some(false) };
        let round = S::round(&self.state);
        if S::PAINS.own_dice {
            dice.are_of(S::act(&self.state, &command));
        }
        let carried = try_out::<S>(self.state.to_mut(), side, &command, dice).is_ok();
        match (self.stage, carried) {
            (Stage::Idea, false) => return None,
            (Stage::Idea, true) => self.enter(round.map_or(Stage::Suspense, Stage::Round)),
            (Stage::Round(_), false) => self.enter(Stage::Suspense),
            (Stage::Suspense, false) => return Some(false),
            (Stage::Round(_) | Stage::Suspense, true) => {}
        }
        self.next = self.answer();
        Some(self.next.is_some())
    }

    fn enter(&mut self, stage: Stage) {
        (self.stage, self.left) = (stage, LONGEST);
    }

    /// What is said next.
    fn answer(&mut self) -> Option<(Side, S::Command)> {
        if let Stage::Round(round) = self.stage {
            let goes_on = self.left > 0 && S::round(&self.state) == Some(round);
            let answer = goes_on.then(|| self.reflex.answer::<S>(&self.state)).flatten();
            if answer.is_some() {
                self.left -= 1;
                return answer;
            }
            self.enter(Stage::Suspense);
        }
        self.left = self.left.checked_sub(1)?;
        S::in_suspense(&self.state).then(|| Reflex::FIGHT.answer::<S>(&self.state)).flatten()
    }
}

/// The dice of one throw at an idea. Every other throw is the one before it turned upside down, so that a few throws tell as much as twice
/// as many.
pub(crate) struct Throw {
    dice: Seeded,
    /// Which pair of throws it is.
    pair: u64,
    upside_down: bool,
    /// Whether any of them was thrown.
    pub(crate) thrown: bool,
    /// Whose dice come next, where acts have their own.
    next: Option<u64>,
    /// Whose were thrown.
    taken: Vec<u64>,
}

impl Throw {
    /// The throw of that number.
    pub(crate) fn new(seed: u64, number: u64) -> Throw {
        let pair = number / 2;
        let upside_down = !number.is_multiple_of(2);
        Throw { dice: Seeded::new(seed, pair), pair, upside_down, thrown: false, next: None, taken: Vec::new() }
    }

    /// What comes next are the dice of an act: those of a volley at somebody, or of somebody's charge or fight, are the same whatever was
    /// thrown before.
    pub(crate) fn are_of(&mut self, act: Act) {
        let (sort, unit) = match act {
            Act::Fire { unit, target } => (1, target.unwrap_or(unit)),
            Act::Charge { unit, .. } | Act::Fight { unit, .. } => (2, unit),
            Act::End => (3, UnitId::default()),
            Act::Move { unit } | Act::Hold { unit } | Act::Rouse { unit } => (5, unit),
            _ => (4, UnitId::default()),
        };
        self.next = Some(sort << 32 | u64::from(unit.0) << 16);
    }

    /// Takes up the dice that come next, others each time.
    fn take_up(&mut self) {
        let Some(mut own) = self.next.take() else { return };
        while self.taken.contains(&own) {
            own += 1;
        }
        self.taken.push(own);
        self.dice.turn_to(self.pair << 40 | own);
    }
}

impl Dice for Throw {
    fn roll(&mut self, roll: &Roll) -> Result<Rolled, Halt> {
        self.thrown = true;
        self.take_up();
        fall(roll, &mut |die| {
            let (least, most) = die.faces();
            let above = self.dice.below(die.sides()) as i16;
            Ok(if self.upside_down { most - above } else { least + above })
        })
    }
}

impl Reflex<'_> {
    /// What the side that is asked says, if it says anything.
    fn answer<S: Sense>(self, state: &S::State) -> Option<(Side, S::Command)> {
        let side = S::asked(state).first().copied()?;
        Some((side, self.choose::<S>(state, side)?))
    }

    /// What anybody would say without thinking: fire, fight, stand, and else be done.
    fn choose<S: Sense>(self, state: &S::State, side: Side) -> Option<S::Command> {
        if let Some(pass) = S::pass(state) {
            return Some(pass);
        }
        let volley = self.fire.and_then(|these| S::fire_about(state, these));
        volley.or_else(|| self.choose_listed::<S>(state, side))
    }

    /// The same, looked for in the list.
    fn choose_listed<S: Sense>(self, state: &S::State, side: Side) -> Option<S::Command> {
        let decision = <S as RuleSystem>::decision(state);
        let ask = decision.ask(side)?;
        let concerns = |unit: UnitId| self.fire.is_none_or(|these| these.contains(&unit));
        let weigh = |command: &S::Command| match S::act(state, command) {
            Act::Fire { unit, target } if !concerns(unit) && !target.is_some_and(concerns) => -1.0,
            Act::Fire { .. } => 2.0 + S::habit(state, side, command),
            Act::Charge { .. } if !self.charge => -1.0,
            Act::Charge { .. } | Act::Fight { .. } | Act::Answer => 1.0 + S::habit(state, side, command),
            Act::Resign => -100.0,
            _ => -1.0,
        };
        let mut best: Option<(f64, &S::Command)> = None;
        for command in &ask.listed {
            let weight = weigh(command);
            if best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, command));
            }
        }
        let end = || ask.end.as_ref().and_then(|end| end.clone().ok());
        match best {
            Some((weight, command)) if weight > 0.0 => Some(command.clone()),
            Some((weight, command)) => end().or((weight > -50.0).then(|| command.clone())),
            None => end().or_else(|| first::<S>(state, side)),
        }
    }
}

fn first<S: Sense>(state: &S::State, side: Side) -> Option<S::Command> {
    let mut options = Vec::new();
    S::candidates(state, side, Grain::Coarse, &mut options);
    options.into_iter().find(|command| S::act(state, command) != Act::Resign)
}

#[cfg(test)]
mod tests {
    use firelock_core::{Clause, Die, Lot, Read};
    use firelock_regimental::Regimental;

    use super::*;

    /// Along a battle of reflexes and chance, for every pair of bodies that may fire or be fired at.
    #[test]
    fn the_volley_about_some_is_the_one_that_the_list_gives() {
        let (_, mut state) = crate::mustered::<Regimental>("first-volley-washington");
        let (mut chance, mut volleys, mut options) = (Seeded::new(5, 0), 0, Vec::new());
        for _ in 0..400 {
            let Some(side) = Regimental::asked(&state).first().copied() else { break };
            let ids: Vec<UnitId> = state.all_units().map(|(id, _)| id).collect();
            for these in ids.chunks(2).chain(std::iter::once(&ids[..])) {
                let Some(order) = Regimental::fire_about(&state, these) else { break };
                let reflex = Reflex::about(these);
                assert_eq!(Some(&order), reflex.choose_listed::<Regimental>(&state, side).as_ref());
                volleys += usize::from(Regimental::act(&state, &order) != Act::End);
            }
            options.clear();
            Regimental::candidates(&state, side, Grain::Coarse, &mut options);
            options.retain(|command| Regimental::act(&state, command) != Act::Resign);
            let command = options.swap_remove(chance.below(options.len() as u32) as usize);
            try_out::<Regimental>(&mut state, side, &command, &mut chance).expect("it is listed");
        }
        assert!(volleys > 100, "{volleys}");
    }

    #[test]
    fn a_volley_has_the_same_dice_whatever_was_thrown_before() {
        let roll = Roll::new(Clause::new("XX-A-01"), "volley", Read::Faces, [Lot::of(Side::Red, 6, Die::D(10))]);
        let fire = |target| Act::Fire { unit: UnitId(1), target: Some(UnitId(target)) };
        let faces = |number, acts: &[Act]| {
            let mut throw = Throw::new(7, number);
            let fallen = acts.iter().map(|act| {
                throw.are_of(*act);
                throw.roll(&roll).expect("there are dice").faces
            });
            fallen.collect::<Vec<_>>()
        };
        let alone = faces(0, &[fire(2)]);
        let later = faces(0, &[Act::End, fire(3), fire(2), fire(2)]);
        assert_eq!(later[2], alone[0]);
        assert_ne!(later[1], alone[0], "another has others");
        assert_ne!(later[3], alone[0], "the second time it has others");
        let turned: Vec<i16> = alone[0].iter().map(|face| 11 - face).collect();
        assert_eq!(faces(1, &[fire(2)])[0], turned);
        assert_ne!(faces(2, &[fire(2)])[0], alone[0]);
    }
}
