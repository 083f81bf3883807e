use firelock_core::{Checked, Dice, Effect, Ledger, Rulebook, Side, TestFault, facts_of};
use serde_json::Value;

use super::certain;
use super::charge::test;
use crate::charts::{count, numbers};
use crate::clauses::*;
use crate::facts::{CommandHit, Drill, Initiative, Reform, Score, command_hit_roll, wound_roll};
use crate::results::Hurt;

pub(super) fn run_initiative(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let initiative: Initiative = facts_of(said)?;
    let most = count(book, &numbers::RATING_MOST);
    if initiative.red_rating.max(initiative.blue_rating) > most {
        return Err(TestFault::Facts(format!("rating: a commander is rated 0 to {most} ({NQ_ROS_13})")));
    }
    let roll = initiative.roll(book);
    let difference = dice.roll(&roll)?.value();
    let name = match Initiative::winner(difference) {
        Side::Red => "Red chooses",
        Side::Blue => "Blue chooses",
    };
    let effect = Effect::new(name, NQ_SEQ_04, "That side says whether it is first or second this turn.");
    Ok(Checked { ledgers: Vec::new(), dice: roll.in_words(), result: difference, effect, also: Vec::new() })
}

/// A discipline test without additions.
fn bare(checked: Checked) -> Checked {
    Checked { ledgers: Vec::new(), ..checked }
}

pub(super) fn run_drill(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let drill: Drill = facts_of(said)?;
    let meanings = [
        ("Passed", NQ_CMD_04, "The unit does as it is told."),
        ("Failed", NQ_CMD_04, "The unit does not; one out of command hesitates this turn."),
    ];
    test(book, dice, drill.quality, &Ledger::default(), (NQ_CMD_04, "discipline"), meanings).map(bare)
}

pub(super) fn run_reform(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let reform: Reform = facts_of(said)?;
    let formed = ("Re-formed", NQ_MOV_12, "It is in order again.");
    if !reform.enemy_near {
        return Ok(certain(Vec::new(), 0, Effect::new(formed.0, formed.1, formed.2)));
    }
    let meanings = [formed, ("Still unformed", NQ_MOV_12, "It spends its move in vain.")];
    test(book, dice, reform.quality, &Ledger::default(), (NQ_MOV_12, "re-form"), meanings).map(bare)
}

pub(super) fn run_command_hit(said: &Value, book: &Rulebook, dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let CommandHit {} = facts_of(said)?;
    let roll = command_hit_roll(book, Side::Red);
    let mut rolls = vec![roll.in_words()];
    let hit = dice.roll(&roll)?.count(1) > 0;
    let mut killed = false;
    if hit {
        let roll = wound_roll(book, Side::Red);
        rolls.push(roll.in_words());
        killed = dice.roll(&roll)?.count(1) > 0;
    }
    let hurt = CommandHit::result(hit, killed);
    let (name, clause, text) = match hurt {
        Hurt::Unhurt => ("Unhurt", NQ_LDR_01, "Nothing happens to the commander."),
        Hurt::Wounded => ("Wounded", NQ_LDR_02, "The commander is carried off."),
        Hurt::Killed => ("Killed", NQ_LDR_02, "The commander is dead."),
    };
    let mut also = Vec::new();
    if hurt != Hurt::Unhurt {
        also.push(Effect::new("Tests morale", NQ_LDR_03, "The unit he was with tests morale, and with less heart."));
    }
    let effect = Effect::new(name, clause, text);
    Ok(Checked { ledgers: Vec::new(), dice: rolls.join(", then "), result: hurt as i32, effect, also })
}

pub(super) fn run_score(said: &Value, book: &Rulebook, _dice: &mut dyn Dice) -> Result<Checked, TestFault> {
    let score: Score = facts_of(said)?;
    for (name, army) in [("red", &score.red), ("blue", &score.blue)] {
        if army.bases_lost > army.bases || army.guns_lost > army.guns {
            return Err(TestFault::Facts(format!("{name}: it has lost more than it had")));
        }
    }
    let reckoned = score.result(book);
    let lead = i32::from(reckoned.points[0]) - i32::from(reckoned.points[1]);
    let broken = reckoned.broken != [false; 2];
    let clause = if broken { NQ_VIC_04 } else { NQ_VIC_06 };
    let (name, clause, text) = match (reckoned.over, reckoned.winner) {
        (false, _) => ("Game goes on", NQ_VIC_03, "Neither army is broken and there are turns left."),
        (true, Some(Side::Red)) => ("Red wins", clause, "Blue is broken or far behind."),
        (true, Some(Side::Blue)) => ("Blue wins", clause, "Red is broken or far behind."),
        (true, None) => ("Draw", clause, "Neither side is ahead by enough."),
    };
    let mut checked = certain(Vec::new(), lead, Effect::new(name, clause, text));
    let armies = [("Red", &score.red, reckoned.broken[0]), ("Blue", &score.blue, reckoned.broken[1])];
    for (name, army, broken) in armies {
        if broken {
            let text = format!("It has lost {} of {}.", army.loss(book), army.value(book));
            checked.also.push(Effect::new(format!("{name} breaks"), NQ_VIC_03, text));
        }
    }
    Ok(checked)
}
