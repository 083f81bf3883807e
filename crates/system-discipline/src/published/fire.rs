use firelock_core::{Checked, Clause, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::several;
use crate::clauses::*;
use crate::facts::{
    Aimed, Cannonade, GunHits, HITS_A_ROLL, Harm, Skirmish, Struck, Target, Volley, effect_roll, musket_roll, nines,
};
use crate::results::SkirmishEffect;
use crate::words::Ammunition;

/// A shot of a section.
pub(super) fn run_artillery(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let shot: Cannonade = facts_of(said)?;
    let Some(laid) = shot.laid(book) else {
        return Ok(barred(shot.bar(book)));
    };
    let ledger = shot.ledger(book, &laid);
    let aimed = Aimed::at(book, ledger.total);
    let mut rolls = Vec::new();
    let rolled = match aimed.roll(Side::Red) {
        None => None,
        Some(roll) => {
            let roll = roll.because(None, ledger.clone());
            rolls.push(roll.in_words());
            Some(dice.roll(&roll)?)
        }
    };
    let hits = aimed.hits(rolled.as_ref());
    let (harm, placed) = placed(&shot.target, hits, book, dice)?;
    rolls.extend(placed);
    let struck = shot.target.struck(book, harm);
    let mut also = further_effects(&struck, FD_ART_18);
    also.push(round(shot.ammunition));
    Ok(Checked {
        ledgers: vec![("chance".to_string(), ledger)],
        dice: rolls.join(", then "),
        result: hits.into(),
        effect: Effect::new(hits_name(hits), FD_ART_13, text(&struck)),
        also,
    })
}

/// Hits by guns and where they fall.
pub(super) fn run_hits(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: GunHits = facts_of(said)?;
    let (harm, placed) = placed(&facts.target, facts.hits, book, dice)?;
    let struck = facts.target.struck(book, harm);
    let name = match harm {
        _ if harm.is_none() => "No harm".to_string(),
        Harm { boxes: 1.., .. } => several(harm.boxes, "box", "boxes"),
        _ => {
            let parts = [(harm.crew, "crew"), (harm.limbers, "limber"), (harm.guns, "gun")];
            let words: Vec<&str> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(_, word)| word).collect();
            words.join(" and ")
        }
    };
    Ok(Checked {
        ledgers: Vec::new(),
        dice: placed.unwrap_or_default(),
        result: harm.casualties().into(),
        effect: Effect::new(name, if harm.boxes > 0 { FD_ART_18 } else { FD_ART_20 }, text(&struck)),
        also: further_effects(&struck, FD_ART_18),
    })
}

/// Musketry of close order.
pub(super) fn run_volley(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let volley: Volley = facts_of(said)?;
    let Some(loaded) = volley.loaded(book) else {
        return Ok(barred(volley.bar(book)));
    };
    let ledger = volley.ledger(book, &loaded);
    let roll = musket_roll(Side::Red, ledger.total, loaded.faces).because(None, ledger.clone());
    let hits = dice.roll(&roll)?.count(1) as u8;
    let struck = volley.target.struck(book, volley.target.small_arms(hits));
    Ok(Checked {
        ledgers: vec![("dice".to_string(), ledger)],
        dice: format!("{} on {}", roll.in_words(), set(loaded.faces)),
        result: hits.into(),
        effect: Effect::new(hits_name(hits), FD_MUS_19, text(&struck)),
        also: further_effects(&struck, FD_MUS_19),
    })
}

/// Skirmish fire.
pub(super) fn run_skirmish(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let fire: Skirmish = facts_of(said)?;
    let Some(loaded) = fire.loaded(book) else {
        return Ok(barred(fire.bar(book)));
    };
    let ledger = fire.ledger(book, &loaded);
    let roll = musket_roll(Side::Red, ledger.total, loaded.faces).because(None, ledger.clone());
    let hits = dice.roll(&roll)?.count(1) as usize;
    let mut words = vec![format!("{} on {}", roll.in_words(), set(loaded.faces))];
    let mut counts = Vec::with_capacity(hits);
    while counts.len() < hits {
        let roll = effect_roll(book, Side::Red, (hits - counts.len()).min(HITS_A_ROLL));
        counts.extend(nines(&dice.roll(&roll)?));
        words.push(roll.in_words());
    }
    let galled = fire.galled(book, counts);
    let mut also = Vec::new();
    for (nth, effect) in galled.effects.iter().enumerate().filter(|_| hits > 1) {
        also.push(Effect::new(format!("Hit {}: {}", nth + 1, effect.name()), FD_MUS_24, "One of several hits."));
    }
    // FD-MUS-26: skirmish results start no check of neighbors, not even the last box.
    also.extend(further_effects(&galled.struck, FD_MUS_24).into_iter().filter(|effect| effect.clause != FD_MOR_09));
    let section = fire.target.branch.is_section();
    if let Some(distance) = galled.retreats {
        also.push(match section {
            true => Effect::new(
                "Crew retreats",
                FD_MUS_29,
                format!("The crew goes back {distance} yards; the guns stand abandoned."),
            ),
            false => Effect::new(format!("Retreats {distance} yards"), FD_MUS_24, "The body goes back and is halted."),
        });
    } else if galled.worst == SkirmishEffect::Retreats && galled.halts {
        also.push(Effect::new("Does not retreat", FD_MUS_29, "A garrison stays and halts."));
    }
    if galled.halts {
        also.push(match section {
            true => Effect::new("Silent", FD_MOR_17, "The guns do not fire until Phase II of the next turn is over."),
            false => Effect::new("Halted", FD_MOR_10, "No move, no turn, no charge, no counter-charge for a while."),
        });
    }
    Ok(Checked {
        ledgers: vec![("dice".to_string(), ledger)],
        dice: words.join(", then "),
        result: hits as i32,
        effect: Effect::new(galled.worst.name(), FD_MUS_24, text(&galled.struck)),
        also,
    })
}

/// Places hits on a section and tells what they do, with the dice it took.
pub(super) fn placed(
    target: &Target,
    hits: u8,
    book: &Rulebook,
    dice: &mut dyn Dice,
) -> Result<(Harm, Option<String>), TestFault> {
    if hits == 0 || !target.has_locations() {
        return Ok((target.artillery(hits, 0), None));
    }
    let roll = target.location_roll(book, Side::Red, hits);
    let beside = dice.roll(&roll)?.count(1) as u8;
    Ok((target.artillery(hits, beside), Some(roll.in_words())))
}

fn barred(bar: Option<(Clause, &'static str)>) -> Checked {
    let (clause, text) = bar.expect("fire that is not loaded is barred");
    Checked {
        ledgers: Vec::new(),
        dice: String::new(),
        result: 0,
        effect: Effect::new("No fire", clause, text),
        also: Vec::new(),
    }
}

fn round(ammunition: Ammunition) -> Effect {
    let name = match ammunition {
        Ammunition::Ball => "ball",
        Ammunition::Cannister => "cannister",
        Ammunition::Shell => "shell",
    };
    Effect::new(format!("1 round of {name} used"), FD_ART_14, "There is no more where it came from.")
}

/// `0, 1, 2`: the faces that hit.
pub(super) fn set(faces: i32) -> String {
    (0..faces.clamp(1, 10)).map(|face| face.to_string()).collect::<Vec<_>>().join(", ")
}

fn hits_name(hits: u8) -> String {
    match hits {
        0 => "No hit".to_string(),
        hits => several(hits, "hit", "hits"),
    }
}

/// What hits did, in a sentence.
fn text(struck: &Struck) -> String {
    let harm = struck.harm;
    let parts = [
        (u32::from(harm.boxes), several(harm.boxes, "box is marked", "boxes are marked")),
        (harm.crew.into(), several(harm.crew, "crewman is lost", "crewmen are lost")),
        (harm.guns.into(), several(harm.guns, "gun is lost", "guns are lost")),
        (harm.limbers.into(), several(harm.limbers, "limber hit", "limber hits")),
    ];
    let words: Vec<String> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(_, words)| words).collect();
    match words.is_empty() {
        true => "No harm is done.".to_string(),
        false => format!("{}.", words.join(", ")),
    }
}

/// What follows from hits.
pub(super) fn further_effects(struck: &Struck, boxes: Clause) -> Vec<Effect> {
    let mut also = Vec::new();
    let mut add = |holds: bool, name: String, clause: Clause, text: &str| {
        if holds {
            also.push(Effect::new(name, clause, text));
        }
    };
    let harm = struck.harm;
    add(harm.boxes > 0, several(harm.boxes, "box", "boxes"), boxes, "Boxes of the target's unit are marked for good.");
    add(harm.crew > 0, several(harm.crew, "crewman lost", "crewmen lost"), FD_ART_21, "Men of the crew are removed.");
    add(harm.guns > 0, several(harm.guns, "gun lost", "guns lost"), FD_ART_22, "A gun hit frightens nobody.");
    add(harm.limbers > 0, several(harm.limbers, "limber hit", "limber hits"), FD_ART_23, "It moves more slowly.");
    add(struck.shattered, "Shattered".into(), FD_MOR_20, "Its last box is marked: all bodies of the unit are removed.");
    let wrecked = if harm.limbers > 0 { FD_ART_25 } else { FD_ART_22 };
    add(struck.destroyed, "Destroyed".into(), wrecked, "Nothing is left of it.");
    add(struck.abandoned, "Abandoned".into(), FD_ART_24, "No crewman is left; guns stand where they are.");
    add(struck.stuck, "Stuck".into(), FD_MOV_18, "Its limber is wrecked; it neither moves nor unlimbers.");
    add(struck.checks, "Morale check".into(), FD_MOR_08, "It checks morale when the effects of the step are settled.");
    add(struck.shattered, "Neighbors check".into(), FD_MOR_09, "Friends beside it check as if it had failed.");
    add(struck.commander, "Commander in danger".into(), FD_LDR_01, "The commander with the stand is tested.");
    also
}
