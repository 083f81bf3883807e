use firelock_core::{Checked, Clause, Dice, Effect, Ledger, Roll, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::{certain, several};
use crate::charts::{T_GUN_DICE, T_GUN_HIT, T_GUN_SAVE, T_HIT, T_SAVE, T_SHOOTERS, count, numbers};
use crate::clauses::*;
use crate::facts::{Arms, Cannonade, Impact, Struck, Target, Volley};
use crate::words::Troop;

pub(super) fn run_volley(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let volley: Volley = facts_of(said)?;
    let shooter = &volley.shooter;
    let fault = match fault(book, &volley.target) {
        Some(fault) => Some(fault),
        _ if shooter.front == 0 => Some("shooter: it has no base in its front rank".to_string()),
        _ if shooter.battalion_gun && shooter.troop != Troop::Line => {
            Some(format!("shooter: only line infantry has a battalion gun ({WA_ROST_06})"))
        }
        _ => None,
    };
    if let Some(fault) = fault {
        return Err(TestFault::Facts(fault));
    }
    let Some(aim) = volley.aim(book) else {
        return Ok(no_shot(volley.opportunity, WA_FIRE_01));
    };
    let pool = volley.pool(book, &aim);
    let ledgers = [T_SHOOTERS.ledger(book, &aim), T_HIT.ledger(book, &aim), T_SAVE.ledger(book, &aim)];
    let roll = Volley::roll(&pool, Side::Red);
    let rolled = dice.roll(&because(roll.clone(), &ledgers))?;
    settle(book, dice, &volley.impact(book, &aim), pool.hits(&rolled), &roll, ledgers)
}

pub(super) fn run_cannonade(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let shot: Cannonade = facts_of(said)?;
    if let Some(fault) = fault(book, &shot.target) {
        return Err(TestFault::Facts(fault));
    }
    if shot.ap == 0 && !shot.opportunity {
        return Err(TestFault::Facts(format!("ap: a shot in the own turn takes at least 1 AP ({WA_ART_01})")));
    }
    let Some(laying) = shot.laying(book) else {
        return Ok(no_shot(shot.opportunity, WA_ART_02));
    };
    let pool = shot.pool(book, &laying);
    let ledgers = [T_GUN_DICE.ledger(book, &laying), T_GUN_HIT.ledger(book, &laying), T_GUN_SAVE.ledger(book, &laying)];
    let roll = Cannonade::roll(&pool, Side::Red);
    let rolled = dice.roll(&because(roll.clone(), &ledgers))?;
    settle(book, dice, &shot.impact(book, &laying), pool.hits(&rolled), &roll, ledgers)
}

/// What is the matter with a target, if anything.
fn fault(book: &Rulebook, target: &Target) -> Option<String> {
    let most = count(book, &numbers::GUN_HALF_BASES);
    match target {
        _ if target.half_bases == 0 => Some("target: nothing of it is left".to_string()),
        _ if target.gun && target.half_bases > most => {
            Some(format!("target: a gun has at most {most} half bases ({WA_ROST_17})"))
        }
        _ => None,
    }
}

fn because(roll: Roll, ledgers: &[Ledger; 3]) -> Roll {
    ledgers.iter().fold(roll, |roll, ledger| roll.because(None, ledger.clone()))
}

fn no_shot(opportunity: bool, out_of_range: Clause) -> Checked {
    let effect = match opportunity {
        true => Effect::new("No shot", WA_FIRE_19, "In the enemy's turn it reaches short range only."),
        false => Effect::new("No shot", out_of_range, "It does not reach so far."),
    };
    certain(Vec::new(), 0, effect)
}

/// Saves, markers and what follows.
fn settle(
    book: &Rulebook,
    dice: &mut dyn Dice,
    impact: &Impact,
    hits: u8,
    first: &Roll,
    ledgers: [Ledger; 3],
) -> Result<Checked, TestFault> {
    let mut rolls = vec![first.in_words()];
    let mut roll = |roll: Option<Roll>, band: usize| -> Result<u8, TestFault> {
        let Some(roll) = roll else { return Ok(0) };
        rolls.push(roll.in_words());
        Ok(dice.roll(&roll)?.count(band).max(0) as u8)
    };
    let casualties = roll(impact.save_roll(Side::Blue, hits - impact.ignored(book, hits)), 0)?;
    let disordering = roll(impact.marker_roll(book, Side::Blue, casualties), 1)?;
    let struck = impact.struck(book, hits, casualties, disordering);
    let [own, to_hit, save] = ledgers;
    let ledgers = [("dice", own), ("to hit", to_hit), ("save", save)];
    let text = match (struck.hits, struck.casualties) {
        (0, _) => "Nobody is hit.".to_string(),
        (hits, 0) => format!("{}, all of them saved or ignored.", several(hits, "hit")),
        (hits, n) => format!("{}, {} not saved.", several(hits, "hit"), n),
    };
    Ok(Checked {
        ledgers: ledgers.map(|(name, ledger)| (name.to_string(), ledger)).into(),
        dice: rolls.join(", then "),
        result: casualties.into(),
        effect: Effect::new(super::casualties(casualties), WA_FIRE_13, text),
        also: consequences(impact, &struck),
    })
}

fn consequences(impact: &Impact, struck: &Struck) -> Vec<Effect> {
    let target = &impact.target;
    let guns = impact.arms == Arms::Guns;
    let mut also = Vec::new();
    if struck.ignored > 0 {
        let text = "A loose target ignores the first hit of each turn.";
        also.push(Effect::new(format!("{} ignored", several(struck.ignored, "hit")), WA_FIRE_07, text));
    }
    if struck.half_bases_lost > 0 {
        let n = several(struck.half_bases_lost, "half base");
        let text = format!("The target loses {n}; {} left.", struck.half_bases);
        also.push(Effect::new(format!("{n} lost"), WA_FIRE_13, text));
    }
    if struck.markers > 0 {
        let n = several(struck.markers, "marker");
        let clause = if impact.arms == Arms::Rifles { WA_FIRE_14 } else { WA_FIRE_13 };
        also.push(Effect::new(n.clone(), clause, format!("{} placed on the target.", capital(n))));
    }
    if struck.artillery_casualty {
        also.push(Effect::new("Artillery casualty", WA_ART_05, "A marker came from artillery."));
    }
    if struck.disordered && !target.disordered {
        let clause = if guns { WA_ART_05 } else { WA_FIRE_15 };
        also.push(Effect::new("Disordered", clause, "The target is in disorder."));
    }
    match (target.gun, struck.half_bases) {
        (true, 0) => also.push(Effect::new("Gun destroyed", WA_ART_09, "The gun is lost; nobody tests for it.")),
        (true, 1) if struck.half_bases_lost > 0 => {
            also.push(Effect::new("Gun damaged", WA_ART_09, "The gun has lost half of its base."));
        }
        (false, 0) => {
            also.push(Effect::new("Destroyed", WA_FIRE_16, "Nothing of the target is left; two near friends test."));
        }
        _ => {}
    }
    if struck.danger.is_some() {
        let text = "The commander with the target may be killed.";
        also.push(Effect::new("Commander in danger", WA_LEAD_02, text));
    }
    also
}

pub(super) fn capital(words: String) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
