use firelock_core::{Checked, Dice, Effect, Ledger, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::stands;
use crate::clauses::*;
use crate::facts::{ChargeFate, Fired, Guns, Struck, Target, Volley, fire_roll};
use crate::results::{Casualty, FireEffect};
use crate::words::Order;

pub(super) fn run(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let volley: Volley = facts_of(said)?;
    if let Some(fault) = fault(&volley) {
        return Err(TestFault::Facts(fault.to_string()));
    }
    let points = volley.points(book);
    let Some(weighed) = volley.weigh(book) else {
        return Ok(no_fire(points));
    };
    let ledger = volley.ledger(book, &weighed);
    let roll = fire_roll(Side::Red, ledger.total).because(None, ledger.clone()).because(None, points.clone());
    let result = dice.roll(&roll)?.value();
    let fired = volley.result(book, &weighed, result - ledger.total, result);
    let effect = fired.struck.effect;
    Ok(Checked {
        dice: roll.in_words(),
        result,
        effect: Effect::new(effect.name(), effect.clause(), text(&volley.target, &fired)),
        also: further_effects(&volley, &fired),
        ledgers: vec![("fire points".to_string(), points), ("fire".to_string(), ledger)],
    })
}

fn fault(volley: &Volley) -> Option<&'static str> {
    let empty = |target: &Target| match target.branch.is_troops() {
        true => target.stands == 0,
        false => target.guns.is_empty(),
    };
    match volley {
        _ if empty(&volley.target) => Some("target: it has no stands; troops have stands, guns a list of guns"),
        _ if volley.behind.iter().any(empty) => Some("behind: a unit has no stands"),
        _ => None,
    }
}

fn no_fire(points: Ledger) -> Checked {
    Checked {
        ledgers: vec![("fire points".to_string(), points)],
        dice: String::new(),
        result: 0,
        effect: Effect::new("No fire", RF_FIR_07, "Nobody has a point to fire with at that range."),
        also: Vec::new(),
    }
}

fn text(target: &Target, fired: &Fired) -> String {
    let struck = &fired.struck;
    match struck.effect {
        _ if struck.destroyed => "Not a stand of the target is left.".to_string(),
        FireEffect::Desultory => "No harm is done.".to_string(),
        FireEffect::Lively if !harmed(target, struck) => "No harm is done.".to_string(),
        _ => format!("{}.", harm(target, struck)),
    }
}

fn harmed(target: &Target, struck: &Struck) -> bool {
    struck.stands_lost > 0 || struck.order != target.order || struck.guns != guns_of(target)
}

fn guns_of(target: &Target) -> Guns {
    Guns::of(if target.branch.is_troops() { &[] } else { &target.guns })
}

/// What an effect does, in words without a final stop.
fn harm(target: &Target, struck: &Struck) -> String {
    let mut parts = Vec::new();
    if target.branch.is_troops() {
        match (target.order, struck.order) {
            (Order::Good, Order::Disordered) => parts.push("The target is disordered".to_string()),
            (_, Order::Broken) => parts.push("The target stays broken".to_string()),
            (_, Order::Disordered) => parts.push("The target stays disordered".to_string()),
            (_, Order::Good) => {}
        }
        if struck.stands_lost > 0 {
            parts.push(format!("loses {}", stands(struck.stands_lost)));
        }
    } else {
        let now =
            |marked: fn(&crate::facts::GunStand) -> bool| struck.guns.0.iter().flatten().filter(|s| marked(s)).count();
        let was = |marked: fn(&crate::facts::GunStand) -> bool| {
            target.guns.iter().zip(&struck.guns.0).filter(|(s, left)| marked(s) && left.is_some()).count()
        };
        let newly = |marked| (now(marked) - was(marked)) as u8;
        let [wrecked, damaged, silenced] =
            [struck.stands_lost, newly(|stand| stand.damaged), newly(|stand| stand.silenced)];
        for (n, word) in [(wrecked, "wrecked"), (damaged, "damaged"), (silenced, "silenced")] {
            if n > 0 {
                parts.push(format!("{} {word}", stands(n).replace("stand", "gun stand")));
            }
        }
        if parts.is_empty() {
            parts.push("All its guns are silenced already".to_string());
        }
    }
    parts.join(", ")
}

fn further_effects(volley: &Volley, fired: &Fired) -> Vec<Effect> {
    let mut also = Vec::new();
    let struck = &fired.struck;
    let clause = struck.effect.clause();
    if volley.target.order == Order::Good && struck.order == Order::Disordered {
        also.push(Effect::new("Disordered", clause, "The target is in disorder."));
    }
    if struck.stands_lost > 0 {
        let n = stands(struck.stands_lost);
        also.push(Effect::new(format!("{n} lost"), clause, format!("The target loses {n}.")));
    }
    if !volley.target.branch.is_troops() && struck.guns != guns_of(&volley.target) {
        also.push(Effect::new("Guns hit", clause, format!("{}.", harm(&volley.target, struck))));
    }
    if struck.destroyed {
        also.push(Effect::new("Destroyed", RF_FIR_44, "No stand is left; the unit leaves the game."));
    }
    match fired.charge {
        ChargeFate::None => {}
        ChargeFate::Checked => {
            also.push(Effect::new("Charge checked", RF_FIR_34, "The charge stops and falls back; it does not fight."));
        }
        ChargeFate::Home => {
            also.push(Effect::new("Charge home", RF_FIR_35, "The charge comes to a fight."));
        }
    }
    for (unit, struck) in volley.behind.iter().zip(&fired.behind) {
        let words = match harmed(unit, struck) {
            true => format!("{}.", harm(unit, struck)).replace("The target", "The unit behind"),
            false => "The unit behind is not harmed.".to_string(),
        };
        also.push(Effect::new(format!("Behind: {}", struck.effect.name()), RF_FIR_36, words));
    }
    if !fired.low_ammo.is_empty() {
        let words = "One firing gun stand or unit runs low on ammunition; its side picks.";
        also.push(Effect::new("Low on ammunition", RF_FIR_38, words));
    }
    match fired.casualty {
        None => {}
        Some(Casualty::Leader) => {
            also.push(Effect::new("Leader in danger", RF_FIR_39, "The leader nearest to the target is checked."));
        }
        Some(Casualty::Colonel) => {
            also.push(Effect::new("Colonel in danger", RF_LDR_10, "The target's brave colonel is checked."));
        }
    }
    also
}
