use firelock_core::{Checked, Clause, Dice, Effect, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::fire::{strength_fault, toll_effects};
use super::{certain, headed, several};
use crate::clauses::*;
use crate::facts::{Duel, Fight, Fighter, Pairs, Toll, pair_roll};
use crate::results::Contender;

/// More pairs than any two units can form.
const MOST_PAIRS: u8 = 20;

fn check_fighter(book: &Rulebook, name: &str, fighter: &Fighter) -> Result<(), TestFault> {
    let fault = strength_fault(book, &fighter.strength());
    fault.map_or(Ok(()), |fault| Err(TestFault::Facts(format!("{name}: {fault}"))))
}

pub(super) fn run_duel(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let duel: Duel = facts_of(said)?;
    check_fighter(book, "own", &duel.own)?;
    check_fighter(book, "enemy", &duel.enemy)?;
    if duel.own.routing || duel.enemy.routing {
        return Err(TestFault::Facts(format!("routing: routers are cut down without a roll ({NQ_MOR_12})")));
    }
    let [own, enemy] = duel.ledgers(book);
    let roll = duel.roll(book, Side::Red, [own.total, enemy.total]);
    let difference = dice.roll(&roll.clone().because(None, own.clone()).because(None, enemy.clone()))?.value();
    let won = duel.read(book, difference);
    let effect = match won.winner {
        Some(Contender::Own) => {
            let n = several(won.hits, "hit");
            Effect::new(format!("Own base wins, {n}"), by_arm(won.hits), format!("The enemy takes {n}."))
        }
        Some(Contender::Enemy) => {
            let n = several(won.enemy_hits, "hit");
            Effect::new(format!("Enemy base wins, {n}"), by_arm(won.enemy_hits), format!("It takes {n}."))
        }
        None => Effect::new("Tie", NQ_MEL_10, "Both sides take a hit."),
    };
    Ok(Checked {
        ledgers: vec![headed("own", &own), headed("enemy", &enemy)],
        dice: roll.in_words(),
        result: difference,
        effect,
        also: Vec::new(),
    })
}

fn by_arm(hits: u8) -> Clause {
    if hits > 1 { NQ_MEL_09 } else { NQ_MEL_08 }
}

pub(super) fn run_fight(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let fight: Fight = facts_of(said)?;
    check_fighter(book, "own", &fight.own)?;
    check_fighter(book, "enemy", &fight.enemy)?;
    let parts = [fight.pairs, fight.pairs_higher, fight.pairs_lower];
    if parts.iter().any(|n| *n > MOST_PAIRS) {
        return Err(TestFault::Facts(format!("pairs: at most {MOST_PAIRS}")));
    }
    if fight.own.routing && fight.enemy.routing {
        return Err(TestFault::Facts(format!("routing: two routers do not fight ({NQ_MOR_12})")));
    }
    let mut checked = certain(Vec::new(), 0, Effect::new("", NQ_MEL_21, ""));
    let mut rolls = Vec::new();
    let mut tally = [0; 3];
    let groups = fight.pairs(book);
    for pairs in &groups {
        let [own, enemy] = pairs.ledgers(book);
        let roll = pair_roll(book, Side::Red, &fight, pairs);
        rolls.push(roll.in_words());
        let rolled = dice.roll(&roll.because(None, own.clone()).because(None, enemy.clone()))?;
        Pairs::read(&rolled).into_iter().zip(&mut tally).for_each(|(n, sum): (u8, &mut u8)| *sum += n);
        checked.ledgers.extend([headed("own", &own), headed("enemy", &enemy)]);
    }
    let [won, tied, lost] = tally;
    let fought = fight.result(book, won, tied, lost);
    checked.dice = rolls.join(", then ");
    checked.result = i32::from(fought.hits) - i32::from(fought.enemy_hits);
    let text = format!("{} against {}.", several(fought.hits, "hit"), several(fought.enemy_hits, "hit"));
    let name = match fought.winner {
        Some(Contender::Own) => "Own unit wins",
        Some(Contender::Enemy) => "Enemy wins",
        None => "Draw",
    };
    checked.effect = Effect::new(name, NQ_MEL_21, text);
    let sides =
        [("Own", &fight.own, &fought.own, Contender::Enemy), ("Enemy", &fight.enemy, &fought.enemy, Contender::Own)];
    for (name, fighter, toll, victor) in sides {
        // In a melee the lost fight calls for the test, not the lost bases (NQ-MOR-04).
        let losses = Toll { fell_to_half: false, ..*toll };
        let effects = toll_effects(name, &losses, fighter.command_attached);
        checked.also.extend(effects.into_iter().filter(|effect| effect.clause != NQ_MOR_03));
        if fought.winner == Some(victor) && !toll.destroyed {
            let (word, clause, text) = match fighter.routing {
                true => ("runs on", NQ_MOR_13, "It makes a rout move without a test."),
                false => ("tests morale", NQ_MOR_04, "It lost the fight and tests morale."),
            };
            checked.also.push(Effect::new(format!("{name}: {word}"), clause, text));
        }
    }
    Ok(checked)
}
