use firelock_core::{Checked, Dice, Effect, Rolled, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::{certain, several};
use crate::charts::{commander_value, count, numbers};
use crate::clauses::*;
use crate::facts::{
    Army, Commission, Contest, Contested, Countdown, Flanking, Reinforcement, Score, Troubled, contest_roll,
    countdown_roll, reinforcement_roll, roll_off, trouble_roll, value_roll,
};
use crate::results::Trouble;
use crate::words::{Effort, Role, Troop};

pub(super) fn run_reinforcement(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Reinforcement = facts_of(said)?;
    let roll = reinforcement_roll(Side::Red);
    let die = dice.roll(&roll)?.value();
    let effect = match facts.arrives(book, die) {
        true => Effect::new("Arrives", WA_MOVE_25, "It is placed at its base line and acts in its next turn."),
        false => Effect::new("Waits", WA_MOVE_25, "It rolls again in its next turn."),
    };
    Ok(Checked { ledgers: Vec::new(), dice: roll.in_words(), result: die, effect, also: Vec::new() })
}

pub(super) fn run_flanking(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Flanking = facts_of(said)?;
    if facts.attacker.dice().max(facts.defender.dice()) > MOST_DICE {
        return Err(TestFault::Facts(format!("a side rolls at most {MOST_DICE} flanking dice")));
    }
    let roll = facts.roll(book, Side::Red);
    let arrivals = facts.arrivals(successes(&dice.roll(&roll)?));
    let (attacker, defender) = (several(arrivals.attacker, "unit"), several(arrivals.defender, "unit"));
    let arrive = Effect::new(
        format!("Attacker: {attacker}, defender: {defender}"),
        WA_SEQ_33,
        format!("The attacker brings on {attacker}, the defender {defender}."),
    );
    Ok(Checked {
        ledgers: Vec::new(),
        dice: roll.in_words(),
        result: i32::from(arrivals.attacker) - i32::from(arrivals.defender),
        effect: arrive,
        also: Vec::new(),
    })
}

/// More dice than any side has in one of these rolls.
const MOST_DICE: u8 = 24;

/// Successes of both sides, out of a tally of two lots.
fn successes(rolled: &Rolled) -> [u8; 2] {
    [1, 3].map(|at| rolled.count(at).max(0) as u8)
}

pub(super) fn run_countdown(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Countdown = facts_of(said)?;
    let start = count(book, &numbers::COUNTDOWN);
    if facts.left == 0 || facts.rounds == 0 || facts.rounds > start {
        return Err(TestFault::Facts(format!("left and rounds: at least 1; rounds: at most {start}")));
    }
    let roll = countdown_roll(Side::Red, facts.rounds);
    let left = facts.after(dice.roll(&roll)?.value());
    let effect = match left {
        0 => Effect::new("Game ends", WA_VIC_01, "The countdown has run out."),
        left => Effect::new("Game goes on", WA_SEQ_21, format!("The countdown stands at {left}.")),
    };
    Ok(Checked { ledgers: Vec::new(), dice: roll.in_words(), result: left.into(), effect, also: Vec::new() })
}

pub(super) fn run_points(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let army: Army = facts_of(said)?;
    let (least, most) = army.sizes(book);
    if !army.field_gun && !(least..=most).contains(&army.bases) {
        return Err(TestFault::Facts(format!("bases: such a unit has {least} to {most} ({WA_ROST_04})")));
    }
    if army.battalion_gun && (army.field_gun || army.troop != Troop::Line) {
        return Err(TestFault::Facts(format!("battalion_gun: only line infantry has one ({WA_ROST_06})")));
    }
    Ok(match army.ledger(book) {
        Some(ledger) => {
            let points = ledger.total;
            let effect = Effect::new(format!("{points} points"), WA_PRE_02, format!("It costs {points} points."));
            certain(vec![("points".to_string(), ledger)], points, effect)
        }
        None => certain(Vec::new(), 0, Effect::new("Not to be had", WA_PRE_02, "No army has such troops.")),
    })
}

pub(super) fn run_value(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let Commission {} = facts_of(said)?;
    let roll = value_roll(Side::Red);
    let die = dice.roll(&roll)?.value();
    let value = commander_value(book, die);
    let effect = Effect::new(format!("Value {value}"), WA_PRE_03, format!("His value is {value}; 0 is the best."));
    Ok(Checked { ledgers: Vec::new(), dice: roll.in_words(), result: die, effect, also: Vec::new() })
}

pub(super) fn run_contest(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let contest: Contest = facts_of(said)?;
    let most = count(book, &numbers::POOL_DICE);
    if contest.own.max(contest.enemy) > most {
        return Err(TestFault::Facts(format!("own and enemy: a side has {most} dice for everything ({WA_PRE_04})")));
    }
    let roll = contest_roll(book, Side::Red, &contest);
    let [own, enemy] = successes(&dice.roll(&roll)?);
    let result = contest.result(book, own, enemy);
    let mut rolls = vec![roll.in_words()];
    let ahead = match result.rolls_off {
        false => result.difference.signum(),
        true => {
            let roll = roll_off(Side::Red);
            rolls.push(roll.in_words());
            dice.roll(&roll)?.value().signum()
        }
    };
    Ok(Checked {
        ledgers: Vec::new(),
        dice: rolls.join(", then "),
        result: result.difference,
        effect: contested(contest.effort, &result, ahead),
        also: Vec::new(),
    })
}

/// What a contest gives to whoever is ahead: the own side with 1, the enemy with -1.
fn contested(effort: Effort, result: &Contested, ahead: i32) -> Effect {
    let (who, whom) = if ahead > 0 { ("Own side", "the enemy") } else { ("Enemy", "the own side") };
    let n = result.margin;
    match effort {
        Effort::Aggression => Effect::new(
            format!("{who} attacks, margin {n}"),
            WA_PRE_05,
            format!("The margin is {n}: the more, the worse for the defender."),
        ),
        _ if ahead == 0 => Effect::new("Nothing", WA_PRE_04, "Neither side is ahead."),
        Effort::Scouting => Effect::new(
            format!("{who}: {n} further flanking dice"),
            WA_PRE_07,
            format!("{} to the first flanking roll.", several(n, "die")),
        ),
        Effort::Sharpshooters if result.kills => {
            Effect::new(format!("{who} kills a commander"), WA_PRE_08, format!("A commander of {whom} is dead."))
        }
        Effort::Sharpshooters => Effect::new("Nothing", WA_PRE_08, "The lead is too small to kill anyone."),
        Effort::Powder => {
            let tokens = several(n, "powder token");
            Effect::new(format!("{who}: {tokens}"), WA_PRE_09, "Each makes a second shot cheap.")
        }
    }
}

pub(super) fn run_trouble(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let facts: Troubled = facts_of(said)?;
    let (least, most) = (count(book, &numbers::MARGIN_LEAST), count(book, &numbers::MARGIN_MOST));
    if !(least..=most).contains(&facts.margin) {
        return Err(TestFault::Facts(format!("margin: {least} to {most} ({WA_PRE_05})")));
    }
    let roll = trouble_roll(Side::Red);
    let die = dice.roll(&roll)?.value();
    let n = several(count(book, &numbers::TROUBLE_LOSS), "half base");
    let effect = match facts.trouble(die) {
        Trouble::Delayed => Effect::new("Delayed", WA_PRE_06, "It comes on as a reinforcement."),
        Trouble::Weakened => Effect::new("Weakened", WA_PRE_06, format!("It starts without {n}.")),
        Trouble::None => Effect::new("No trouble", WA_PRE_06, "Nothing is the matter with it."),
    };
    Ok(Checked { ledgers: Vec::new(), dice: roll.in_words(), result: die, effect, also: Vec::new() })
}

pub(super) fn run_score(said: &Value, book: &Rulebook, _: &mut dyn Dice) -> Result<Checked, TestFault> {
    let score: Score = facts_of(said)?;
    let [attacker, defender] = score.ledgers(book);
    let reckoned = Score::reckoned(book, attacker.total, defender.total);
    let who = match reckoned.winner {
        Role::Attacker => "attacker",
        Role::Defender => "defender",
    };
    let lead = attacker.total - defender.total;
    let name = format!("{} win of the {who}", reckoned.margin.name());
    let text = format!("{} points against {}.", attacker.total, defender.total);
    let effect = Effect::new(name, WA_VIC_10, text);
    Ok(certain(vec![("attacker".to_string(), attacker), ("defender".to_string(), defender)], lead, effect))
}
