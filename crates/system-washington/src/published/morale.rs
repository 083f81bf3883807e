use firelock_core::{Checked, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::several;
use crate::charts::{count, numbers};
use crate::clauses::*;
use crate::facts::{Losses, Morale, Retire, morale_roll, retire_roll};
use crate::results::MoraleEffect;

pub(super) fn run_morale(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let morale: Morale = facts_of(said)?;
    if !morale.gun {
        is_alive(morale.start_bases, morale.half_bases)?;
    }
    let ledger = morale.ledger(book);
    let roll = morale_roll(book, Side::Red, ledger.total).map(|roll| roll.because(None, ledger.clone()));
    let fails = match &roll {
        Some(roll) => dice.roll(roll)?.count(1).max(0) as u8,
        None => 0,
    };
    let tested = morale.result(book, fails);
    let text = match tested.effect {
        MoraleEffect::Rout => "It runs and is removed.",
        MoraleEffect::RetireWithLosses => "It falls back and then rolls for losses.",
        MoraleEffect::Retire => "It falls back.",
        MoraleEffect::Steady => "It stays where it is: it may form, turn, wheel once and shoot, but not advance.",
        MoraleEffect::Unaffected => "It is not shaken.",
    };
    let mut also = Vec::new();
    if tested.losses_dice > 0 {
        let text = format!("It then rolls {} dice for losses.", tested.losses_dice);
        also.push(Effect::new("Losses", WA_MOR_30, text));
    }
    if tested.tests_caused > 0 {
        let n = several(tested.tests_caused, "morale test");
        also.push(Effect::new(n, WA_MOR_17, "Its nearest friends test morale."));
    }
    Ok(Checked {
        dice: roll.map(|roll| roll.in_words()).unwrap_or_default(),
        result: fails.into(),
        effect: Effect::new(tested.effect.name(), tested.effect.clause(morale.is_fighting()), text),
        also,
        ledgers: vec![("morale".to_string(), ledger)],
    })
}

pub(super) fn run_retire(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let Retire {} = facts_of(said)?;
    let roll = retire_roll(book, Side::Red);
    let inches = dice.roll(&roll)?.value();
    let name = if inches == 1 { "1 inch".to_string() } else { format!("{inches} inches") };
    Ok(Checked {
        ledgers: Vec::new(),
        dice: roll.in_words(),
        result: inches,
        effect: Effect::new(name.clone(), WA_MOR_23, format!("It falls back {name} and faces the enemy in two ranks.")),
        also: Vec::new(),
    })
}

pub(super) fn run_losses(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let losses: Losses = facts_of(said)?;
    match losses.gun {
        false => is_alive(losses.start_bases, losses.half_bases)?,
        true if (1..=count(book, &numbers::GUN_HALF_BASES)).contains(&losses.half_bases) => {}
        true => return Err(TestFault::Facts(format!("half_bases: a gun has one or two ({WA_ROST_17})"))),
    }
    let roll = losses.roll(book, Side::Red);
    let lost = losses.result(book, dice.roll(&roll)?.count(1).max(0) as u8);
    let mut also = Vec::new();
    if lost.destroyed {
        also.push(match losses.gun {
            true => Effect::new("Gun destroyed", WA_ART_09, "The gun is lost; nobody tests for it."),
            false => Effect::new("Destroyed", WA_MOR_18, "Nothing of it is left; two near friends test morale."),
        });
    }
    let n = several(lost.half_bases_lost, "half base");
    let text = format!("It loses {n}, without markers; {} left.", lost.half_bases);
    Ok(Checked {
        ledgers: Vec::new(),
        dice: roll.in_words(),
        result: lost.half_bases_lost.into(),
        effect: Effect::new(format!("{n} lost"), WA_MOR_30, text),
        also,
    })
}

fn is_alive(start_bases: u8, half_bases: u8) -> Result<(), TestFault> {
    match (1..=2 * u16::from(start_bases)).contains(&half_bases.into()) {
        true => Ok(()),
        false => Err(TestFault::Facts(format!("half_bases: from 1 to twice start_bases ({WA_ROST_05})"))),
    }
}
