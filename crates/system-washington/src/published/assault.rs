use firelock_core::{Checked, Clause, Dice, Effect, Rolled, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::several;
use crate::charts::{count, numbers};
use crate::clauses::*;
use crate::facts::{Assault, Came, Faltered, Fight, Fighter, falter_roll};
use crate::results::{Contender, FalterEffect};

pub(super) fn run_falter(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let assault: Assault = facts_of(said)?;
    may_fight("assaulter", &assault.assaulter)?;
    if assault.guns == 0 {
        may_fight("target", &assault.target)?;
    }
    let [assaulter, target] = assault.ledgers(book);
    let roll = falter_roll(Side::Red, [assaulter.total, target.total])
        .because(None, assaulter.clone())
        .because(None, target.clone());
    let difference = dice.roll(&roll)?.value();
    let result = assault.result(book, difference);
    Ok(Checked {
        dice: roll.in_words(),
        result: difference,
        effect: main_effect(&assault, &result),
        also: falter_also(&assault, &result),
        ledgers: vec![("assaulter".to_string(), assaulter), ("target".to_string(), target)],
    })
}

fn may_fight(name: &str, fighter: &Fighter) -> Result<(), TestFault> {
    fighter.fault().map_or(Ok(()), |fault| Err(TestFault::Facts(format!("{name}: {fault}"))))
}

fn main_effect(assault: &Assault, result: &Faltered) -> Effect {
    let (name, clause, text) = match result.effect {
        FalterEffect::Rout if assault.guns > 0 => {
            ("Battery destroyed", WA_ASL_23, "The battery is overrun before it comes to a fight.")
        }
        FalterEffect::Rout => (result.effect.name(), WA_ASL_20, "The target runs and is removed."),
        FalterEffect::Contact => (result.effect.name(), WA_ASL_21, "The assaulter closes and they fight at once."),
        FalterEffect::Repulse => (result.effect.name(), WA_ASL_22, "The assault does not go in; the target stays."),
    };
    Effect::new(name, clause, text)
}

fn falter_also(assault: &Assault, result: &Faltered) -> Vec<Effect> {
    let mut also = Vec::new();
    if result.tests_caused > 0 {
        let n = several(result.tests_caused, "morale test");
        also.push(Effect::new(n, WA_MOR_17, "The nearest friends of the routed unit test morale."));
    }
    if result.advances {
        let text = "The assaulter may go ahead by up to its base depth.";
        also.push(Effect::new("Assaulter: may advance", WA_ASL_20, text));
    }
    if result.retires {
        also.push(Effect::new("Assaulter: retires", WA_ASL_22, "The horsemen fall back in order."));
    }
    if result.disordered && !assault.assaulter.disordered {
        also.push(Effect::new("Assaulter: disordered", result.effect.clause(), "The assaulter is in disorder."));
    }
    also
}

pub(super) fn run_fight(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let fight: Fight = facts_of(said)?;
    check_fight(book, &fight)?;
    let [assaulter, target] = fight.ledgers(book);
    let pools = fight.pools(book);
    let roll = Fight::roll(Side::Red, &pools).because(None, assaulter.clone()).because(None, target.clone());
    let mut rolls = vec![roll.in_words()];
    let count_of = |rolled: &Rolled, at: usize| rolled.count(at).max(0) as u8;
    let rolled = dice.roll(&roll)?;
    let hits = [count_of(&rolled, 1), count_of(&rolled, 3)];
    let failed = match fight.save_roll(book, Side::Red, hits) {
        None => [0, 0],
        Some(saves) => {
            rolls.push(saves.in_words());
            let rolled = dice.roll(&saves)?;
            [count_of(&rolled, 0), count_of(&rolled, 2)]
        }
    };
    let fought = fight.result(book, failed);
    let mut also = came("Assaulter", &fought.assaulter, Some(&fight.assaulter));
    also.extend(came("Target", &fought.target, fight.battery.is_empty().then_some(&fight.target)));
    Ok(Checked {
        dice: rolls.join(", then "),
        result: i32::from(failed[1]) - i32::from(failed[0]),
        effect: winner(fought.winner, failed),
        also,
        ledgers: vec![("assaulter".to_string(), assaulter), ("target".to_string(), target)],
    })
}

fn check_fight(book: &Rulebook, fight: &Fight) -> Result<(), TestFault> {
    may_fight("assaulter", &fight.assaulter)?;
    if fight.battery.is_empty() {
        return may_fight("target", &fight.target);
    }
    let most = count(book, &numbers::GUN_HALF_BASES);
    match fight.battery.len() <= 20 && fight.battery.iter().all(|gun| (1..=most).contains(gun)) {
        true => Ok(()),
        false => {
            Err(TestFault::Facts(format!("battery: at most 20 guns, each of 1 to {most} half bases ({WA_ROST_17})")))
        }
    }
}

fn winner(winner: Option<Contender>, failed: [u8; 2]) -> Effect {
    let [own, other] = failed.map(|n| several(n, "half base"));
    match winner {
        None => Effect::new("Both destroyed", WA_FGT_16, "Nobody is left to win."),
        Some(Contender::Assaulter) => {
            Effect::new("Assaulter wins", WA_FGT_15, format!("It took {other} and suffered {own}."))
        }
        Some(Contender::Target) => Effect::new(
            "Target wins",
            WA_FGT_15,
            format!("It suffered {other} and took {own}; the assaulter had to take more."),
        ),
    }
}

fn came(name: &str, came: &Came, unit: Option<&Fighter>) -> Vec<Effect> {
    let mut also = Vec::new();
    let mut add = |word: &str, clause: Clause, text: &str| {
        also.push(Effect::new(format!("{name}: {word}"), clause, text));
    };
    if came.half_bases_lost > 0 {
        let n = several(came.half_bases_lost, "half base");
        let clause = if unit.is_none() && came.destroyed { WA_FGT_20 } else { WA_FGT_13 };
        add(&format!("{n} lost"), clause, &format!("It loses {n}; {} left.", came.half_bases));
    }
    match (came.destroyed, unit) {
        (true, Some(_)) => add("destroyed", WA_MOR_18, "Nothing of it is left; two near friends test morale."),
        (true, None) => add("guns lost", WA_FGT_20, "The guns are lost; nobody tests for them."),
        (false, _) => {}
    }
    if came.danger.is_some() {
        add("commander in danger", WA_LEAD_03, "The commander with it may be killed.");
    }
    if came.tests {
        add("tests morale", WA_FGT_18, "It tests morale, read as after a fight.");
    }
    if came.disordered && unit.is_none_or(|unit| !unit.disordered) {
        add("disordered", WA_FGT_19, "It is in disorder afterwards, if it is still there.");
    }
    also
}
