use firelock_core::{Checked, Clause, Dice, Effect, Ledger, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::fire::set;
use super::morale::{Tried, loss_effects};
use super::several;
use crate::clauses::*;
use crate::facts::{After, Came, Check, Lost, Melee, Objective, Pool, handfuls, melee_hits, melee_roll};
use crate::results::Standing;

/// A round of melee, with the checks of those who lost it.
pub(super) fn run_melee(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let melee: Melee = facts_of(said)?;
    if let Some(fault) = melee.fault() {
        return Err(TestFault::Facts(fault));
    }
    let name = |body: usize| named(&melee.bodies[body].name, "body", body);
    let mut told = Told::default();
    for bout in &melee.bouts {
        let heading = format!("{} against {}", name(bout.from.into()), name(bout.at.into()));
        told.ledger(heading, melee.ledger(book, bout));
    }
    let pools = melee.pools(book);
    let side = |body: usize| melee.bodies[body].side;
    let hits = told.roll(&pools, side, |pool| melee.pool_ledger(book, pool), dice)?;
    let came = melee.fought(book, &pools, &hits);
    let check = |body: usize, came: &Came| melee.check(body, came);
    let lost = told.checks(&came, side, name, check, book, dice)?;
    let after = melee.settled(&came, &lost);
    for (body, after) in after.iter().enumerate() {
        told.after(&name(body), after, name);
    }
    let stays = |side| (0..after.len()).any(|body| melee.bodies[body].side == side && !after[body].left);
    let (word, text) = match (stays(Side::Red), stays(Side::Blue)) {
        (true, true) => ("Engaged", "Both sides have bodies that stay."),
        (true, false) => ("Red has the field", "No body of blue stays."),
        (false, true) => ("Blue has the field", "No body of red stays."),
        (false, false) => ("Nobody stays", "Both sides leave."),
    };
    let by = |side| -> i32 {
        (0..came.len()).filter(|at| melee.bodies[*at].side == side).map(|at| i32::from(came[at].inflicted)).sum()
    };
    Ok(told.checked(by(Side::Red) - by(Side::Blue), Effect::new(word, FD_MEL_43, text)))
}

/// A fight for a zone, with the checks of those who lost it.
pub(super) fn run_objective(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let fight: Objective = facts_of(said)?;
    if fight.attackers.is_empty() || fight.garrison.is_empty() || fight.bodies() > 64 {
        return Err(TestFault::Facts("attackers and garrison: each has a body at least, both 64 at most".to_string()));
    }
    let n = fight.attackers.len();
    let name = |body: usize| match body < n {
        true => named(fight.name(body), "attacker", body),
        false => named(fight.name(body), "garrison", body - n),
    };
    let side = |body: usize| if body < n { Side::Red } else { Side::Blue };
    let mut told = Told::default();
    let pools = fight.pools(book);
    for pool in &pools {
        let heading = format!("{} against {}", name(pool.from.into()), name(pool.at.into()));
        told.ledger(heading, fight.ledger(book, pool));
    }
    let hits = told.roll(&pools, side, |pool| fight.ledger(book, pool), dice)?;
    let came = fight.fought(book, &pools, &hits);
    let lost = told.checks(&came, side, name, |body, came| fight.check(body, came), book, dice)?;
    let zone = fight.settled(book, &came, &lost);
    for body in &zone.fall_back {
        let words = format!("It goes back {} yards, facing the zone, without a marker.", zone.distance);
        told.also.push(Effect::new(format!("{}: falls back", name((*body).into())), FD_OBJ_27, words));
    }
    let effect = match zone.enters {
        _ if zone.held => Effect::new("Zone held", FD_OBJ_27, "The garrison keeps the zone."),
        Some(body) => {
            let words = format!("{} to go in, as many stands as the zone holds, in transit.", name(body.into()));
            Effect::new("Zone taken", FD_OBJ_26, words)
        }
        None => Effect::new("Zone empty", FD_OBJ_26, "The garrison is gone and nobody goes in."),
    };
    let by = |range: std::ops::Range<usize>| -> i32 { came[range].iter().map(|came| i32::from(came.inflicted)).sum() };
    Ok(told.checked(by(0..n) - by(n..came.len()), effect))
}

fn named(name: &str, what: &str, at: usize) -> String {
    if name.is_empty() { format!("{what} {}", at + 1) } else { name.to_string() }
}

/// What a melee tells as it goes on.
#[derive(Default)]
struct Told {
    ledgers: Vec<(String, Ledger)>,
    dice: Vec<String>,
    also: Vec<Effect>,
}

impl Told {
    fn ledger(&mut self, heading: String, ledger: Ledger) {
        self.ledgers.push((heading, ledger));
    }

    /// Rolls all pools; the hits of each.
    fn roll(
        &mut self,
        pools: &[Pool],
        side: impl Fn(usize) -> Side,
        why: impl Fn(&Pool) -> Ledger,
        dice: &mut dyn Dice,
    ) -> Result<Vec<u8>, TestFault> {
        let mut hits = Vec::with_capacity(pools.len());
        for own in handfuls(pools) {
            let roll = melee_roll(side(own[0].from.into()), own);
            let roll = own.iter().fold(roll, |roll, pool| roll.because(None, why(pool)));
            hits.extend(melee_hits(&dice.roll(&roll)?));
            let words: Vec<String> =
                own.iter().map(|pool| format!("{} d10 (0-9) on {}", pool.dice, set(pool.faces.into()))).collect();
            self.dice.push(words.join(", "));
        }
        Ok(hits)
    }

    /// Tells what a round did and makes the checks that follow.
    fn checks(
        &mut self,
        came: &[Came],
        side: impl Fn(usize) -> Side,
        name: impl Fn(usize) -> String,
        check: impl Fn(usize, &Came) -> Check,
        book: &Rulebook,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Option<Lost>>, TestFault> {
        for (body, came) in came.iter().enumerate() {
            self.round(&name(body), came);
        }
        let mut lost = Vec::with_capacity(came.len());
        for (body, came) in came.iter().enumerate() {
            if !came.checks {
                lost.push(None);
                continue;
            }
            let check = check(body, came);
            let tried = Tried::of(&check, side(body), book, dice)?;
            self.dice.extend(tried.dice.iter().cloned());
            let (effect, more) = match &tried.lost {
                None => (tried.passed(), Vec::new()),
                Some(lost) => loss_effects(&check, lost),
            };
            for effect in std::iter::once(effect).chain(more) {
                self.also.push(Effect { name: format!("{}: {}", name(body), effect.name), ..effect });
            }
            lost.push(tried.lost);
            self.ledgers.push((format!("morale of {}", name(body)), tried.ledger));
        }
        Ok(lost)
    }

    fn round(&mut self, name: &str, came: &Came) {
        let text = format!("It caused {} and took {}.", came.inflicted, came.received);
        self.add(name, came.standing.name(), FD_MEL_43, &text);
        if came.harm.boxes > 0 {
            self.add(
                name,
                &several(came.harm.boxes, "box", "boxes"),
                FD_MEL_44,
                "Boxes of its unit are marked for good.",
            );
        }
        if came.harm.crew > 0 {
            let lost = several(came.harm.crew, "crewman lost", "crewmen lost");
            self.add(name, &lost, FD_ART_21, "Men of the crew are removed.");
        }
        if came.gone {
            self.add(name, "gone", FD_MEL_44, "Nothing of it is left; it is removed before the checks.");
        }
        if came.standing != Standing::Loser && came.checks {
            self.add(name, "checks too", FD_OPT_18, "Winners and drawn bodies check as well.");
        }
    }

    fn after(&mut self, name: &str, after: &After, other: impl Fn(usize) -> String) {
        if !after.engaged.is_empty() {
            let others: Vec<String> = after.engaged.iter().map(|foe| other((*foe).into())).collect();
            self.add(name, &format!("engaged with {}", others.join(", ")), FD_MEL_47, "They fight on next turn.");
        }
        if after.may_pursue {
            self.add(name, "may pursue", FD_MEL_50, "Thirty yards straight forward.");
        }
        if after.captured {
            self.add(name, "guns captured", FD_ART_29, "The enemy has them.");
        }
    }

    fn add(&mut self, name: &str, word: &str, clause: Clause, text: &str) {
        self.also.push(Effect::new(format!("{name}: {word}"), clause, text));
    }

    fn checked(self, result: i32, effect: Effect) -> Checked {
        Checked { ledgers: self.ledgers, dice: self.dice.join("; "), result, effect, also: self.also }
    }
}
