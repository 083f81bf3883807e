use firelock_core::{Checked, Clause, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::stands;
use crate::clauses::*;
use crate::facts::{Clash, Fighter, Outcome, Party, SideOutcome, UnitOutcome, clash_roll};
use crate::results::{Casualty, ChargeEffect, Motion};
use crate::words::{ChargeGround, Order};

pub(super) fn run(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let mut clash: Clash = facts_of(said)?;
    if let Some(fault) = fault(&clash) {
        return Err(TestFault::Facts(fault));
    }
    let mut ledgers = Vec::new();
    let mut rolls = Vec::new();
    let mut also = Vec::new();
    let outcome = loop {
        if let Some(outcome) = clash.walkover(book) {
            break outcome;
        }
        let [attacker, defender] = clash.ledgers(book);
        let roll = clash_roll(Side::Red, [attacker.total, defender.total])
            .because(None, attacker.clone())
            .because(None, defender.clone());
        let difference = dice.roll(&roll)?.value();
        rolls.push(roll.in_words());
        let round = if rolls.len() == 1 { String::new() } else { format!(", round {}", rolls.len()) };
        ledgers.push((format!("attacker{round}"), attacker));
        ledgers.push((format!("defender{round}"), defender));
        let outcome = clash.outcome(book, difference);
        if outcome.effect != ChargeEffect::Struggle {
            break outcome;
        }
        let [lost_by_attacker, lost_by_defender] = [&outcome.attacker, &outcome.defender].map(lost);
        also.push(Effect::new(
            "Desperate Struggle",
            RF_CHG_50,
            format!(
                "The attacker loses {}, the defender {}; all are disordered or silenced.",
                stands(lost_by_attacker),
                stands(lost_by_defender)
            ),
        ));
        clash = clash.after_struggle(book, &outcome);
    };
    also.extend(side_effects("Attacker", RF_CHG_39, &clash.attacker, &outcome.attacker, &outcome));
    also.extend(side_effects("Defender", outcome.effect.clause(), &clash.defender, &outcome.defender, &outcome));
    Ok(Checked {
        ledgers,
        dice: rolls.join(", then "),
        result: outcome.difference,
        effect: main_effect(&clash, &outcome),
        also,
    })
}

fn fault(clash: &Clash) -> Option<String> {
    for (name, party) in [("attacker", &clash.attacker), ("defender", &clash.defender)] {
        if party.units().any(|unit| unit.strength() == 0) {
            return Some(format!("{name}: a unit has no stands; troops have stands, guns a list of guns"));
        }
    }
    let guns = clash.attacker.units().any(|unit| !unit.branch.is_troops());
    guns.then(|| format!("attacker: guns never charge ({RF_CHG_02})"))
}

fn lost(side: &SideOutcome) -> u8 {
    side.units.iter().map(|unit| unit.stands_lost).fold(0, u8::saturating_add)
}

fn main_effect(clash: &Clash, outcome: &Outcome) -> Effect {
    let guns = !clash.defender.lead.branch.is_troops();
    let fortified = clash.defender.lead.position == ChargeGround::Fortified
        && outcome.attacker.units[0].motion == Motion::GiveGround
        && outcome.effect == ChargeEffect::HardPressed;
    let (clause, text) = match outcome.effect {
        ChargeEffect::Struggle => (RF_CHG_51, "Nobody is left on either side."),
        ChargeEffect::HardPressed if clash.defender.lead.strength() == 0 => (RF_CHG_51, "No defender is left."),
        ChargeEffect::Falter if clash.attacker.lead.strength() == 0 => (RF_CHG_51, "No attacker is left."),
        ChargeEffect::Swept => (RF_CHG_41, "The defender flees broken; unlimbered guns are lost."),
        ChargeEffect::DrivenBack if guns => (RF_CHG_44, "The guns limber and get away if they can, or are lost."),
        ChargeEffect::DrivenBack => (RF_CHG_43, "The defender is pushed out of close range."),
        ChargeEffect::HardPressed if fortified => {
            (RF_CHG_48, "The defender suffers but holds the works; the attacker falls back.")
        }
        ChargeEffect::HardPressed if guns => (RF_CHG_47, "The guns limber and get away if they can, or are lost."),
        ChargeEffect::HardPressed => (RF_CHG_46, "The defender gives a little ground."),
        ChargeEffect::Falter => (RF_CHG_52, "The attacker gives a little ground."),
        ChargeEffect::Recoil => (RF_CHG_53, "The attacker is pushed out of close range."),
        ChargeEffect::Repulsed => (RF_CHG_54, "The attacker flees broken."),
    };
    Effect::new(outcome.effect.name(), clause, text)
}

fn side_effects(name: &str, clause: Clause, party: &Party, side: &SideOutcome, outcome: &Outcome) -> Vec<Effect> {
    let loses = outcome.effect.clause();
    let mut also = Vec::new();
    for (at, (unit, came)) in party.units().zip(&side.units).enumerate() {
        let name = if at == 0 { name.to_string() } else { format!("{name}, unit {}", at + 1) };
        let mut add = |word: &str, clause: Clause, text: &str| {
            also.push(Effect::new(format!("{name}: {word}"), clause, text));
        };
        if came.stands_lost > 0 {
            let n = stands(came.stands_lost);
            add(&format!("{n} lost"), loses, &format!("It loses {n}."));
        }
        if unit.branch.is_troops() && came.order != unit.order {
            match came.order {
                Order::Broken => add("broken", loses, "It flees as a mob."),
                _ => add("disordered", clause, "It is in disorder."),
            }
        }
        if !unit.branch.is_troops() && came.guns.left() > 0 && came.guns.standing() != unit.guns {
            add("silenced", loses, "Its guns are silenced.");
        }
        let (word, clause, text) = motion(unit, came, outcome);
        add(word, clause, text);
        if came.may_recall {
            add("may recall", RF_CHG_57, "Its owner may recall it instead.");
        }
        match came.casualty {
            None => {}
            Some(Casualty::Leader) => add("leader in danger", RF_LDR_07, "The leader attached to it is checked."),
            Some(Casualty::Colonel) => add("colonel in danger", RF_LDR_10, "Its brave colonel is checked."),
        }
    }
    if side.owed > 0 {
        let n = stands(side.owed);
        let text = format!("Its other units lose {n} between them, as their owner likes.");
        also.push(Effect::new(format!("{name}: {n} more lost"), RF_CHG_37, text));
    }
    also
}

fn motion(unit: &Fighter, came: &UnitOutcome, outcome: &Outcome) -> (&'static str, Clause, &'static str) {
    match came.motion {
        Motion::Hold if outcome.effect == ChargeEffect::HardPressed => ("holds", RF_CHG_48, "It holds its works."),
        Motion::Hold => ("holds", RF_CHG_55, "It stays where it is."),
        Motion::Carry => ("carries the position", RF_CHG_40, "It takes the place of those it beat."),
        Motion::Breakthrough => (
            "breaks through",
            RF_CHG_60,
            "It must go on half a move against the nearest enemy in reach, if there is one.",
        ),
        Motion::GiveGround => ("retreats 2 inches", RF_RET_04, "It goes back until 2 inches off."),
        Motion::OutOfCloseRange => ("retreats out of close range", RF_RET_01, "It goes back out of close range."),
        Motion::FullRetreat if unit.branch.is_troops() => {
            ("full retreat", RF_RET_05, "It runs toward its own edge by its broken rate.")
        }
        Motion::FullRetreat => ("full retreat", RF_RET_05, "It limbers and makes off toward its own edge."),
        Motion::Removed => ("destroyed", RF_MOR_15, "No stand of it is left."),
    }
}
