//! Dice split in secret, then rolled, and what they do (WA-PRE-03..09).

use firelock_core::{Desk, Die, Halt, Lot, Read, Refusal, Roll, Side, UnitId};

use crate::Washington;
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{self, Contest, Troubled};
use crate::results::Trouble;
use crate::state::{CommanderId, Pool, State};
use crate::words::Effort;

/// Splits worth a look, in parts of twelve.
const PLANS: [[u8; 4]; 5] = [[3, 3, 3, 3], [6, 2, 2, 2], [9, 1, 1, 1], [4, 4, 0, 4], [2, 2, 6, 2]];

pub(crate) fn list(state: &State, into: &mut Vec<Command>) {
    let whole = state.stage.count(&numbers::POOL_DICE);
    for plan in PLANS {
        let mut dice = plan.map(|part| (u16::from(part) * u16::from(whole) / 12) as u8);
        let rest = whole - dice.iter().sum::<u8>().min(whole);
        dice[0] += rest;
        into.push(Command::Split(dice));
    }
}

pub(crate) fn check_split(state: &State, dice: &[u8; 4]) -> Result<(), Refusal> {
    let whole = u16::from(state.stage.count(&numbers::POOL_DICE));
    let sum: u16 = dice.iter().map(|dice| u16::from(*dice)).sum();
    match sum == whole {
        true => Ok(()),
        false => Err(Refusal::new(WA_PRE_04, format!("{whole} dice are split, not {sum}"))),
    }
}

/// Both splits are in: values of commanders, pools, and what follows from them.
pub(crate) fn reveal(desk: &mut Desk<'_, Washington>) -> Result<(), Halt> {
    let dice = desk.state().pools.map(|pool| match pool {
        Pool::Split(dice) => dice,
        Pool::Open | Pool::Sealed => [0; 4],
    });
    // WA-PRE-03.
    for nth in 0..desk.state().commanders.len() {
        let commander = CommanderId(nth as u8);
        let side = desk.state().commander(commander).side;
        let die = desk.roll(facts::value_roll(side))?.value();
        desk.emit(Event::Rated { commander, value: charts::commander_value(desk.book(), die) });
    }
    let mut successes = [[0; 4]; 2];
    for (nth, effort) in Effort::ALL.iter().enumerate() {
        let contest = Contest { effort: *effort, own: dice[0][nth], enemy: dice[1][nth] };
        if contest.own > 0 || contest.enemy > 0 {
            let rolled = desk.roll(facts::contest_roll(desk.book(), Side::Red, &contest))?;
            successes[0][nth] = rolled.count(1).clamp(0, 60) as u8;
            successes[1][nth] = rolled.count(3).clamp(0, 60) as u8;
        }
    }
    desk.emit(Event::PoolsRolled { dice, successes });
    for (nth, effort) in Effort::ALL.iter().enumerate() {
        let contest = Contest { effort: *effort, own: dice[0][nth], enemy: dice[1][nth] };
        let result = contest.result(desk.book(), successes[0][nth], successes[1][nth]);
        let leads = if result.difference > 0 { Side::Red } else { Side::Blue };
        match effort {
            Effort::Aggression => {
                let side = match result.rolls_off {
                    true if desk.roll(facts::roll_off(Side::Red))?.value() > 0 => Side::Red,
                    true => Side::Blue,
                    false => leads,
                };
                desk.emit(Event::AttackerSet { side, margin: result.margin });
                troubles(desk, side.enemy(), result.margin)?;
            }
            Effort::Scouting if result.margin > 0 => desk.emit(Event::Scouted { side: leads, dice: result.margin }),
            Effort::Sharpshooters if result.kills => snipe(desk, leads.enemy())?,
            Effort::Powder if result.margin > 0 => {
                desk.emit(Event::PowderGiven { side: leads, tokens: result.margin });
            }
            Effort::Scouting | Effort::Sharpshooters | Effort::Powder => {}
        }
    }
    Ok(())
}

/// WA-PRE-06: each unit and gun of the defender rolls.
fn troubles(desk: &mut Desk<'_, Washington>, defender: Side, margin: u8) -> Result<(), Halt> {
    let units: Vec<UnitId> =
        desk.state().all_units().filter(|(_, unit)| unit.side == defender).map(|(id, _)| id).collect();
    let mut delayed = 0;
    let n_units = units.iter().filter(|unit| !desk.state().roster(**unit).is_gun()).count();
    for unit in units {
        let die = desk.roll(facts::trouble_roll(defender))?.value();
        let gun = desk.state().roster(unit).is_gun();
        match (Troubled { margin, gun }).trouble(die) {
            // WA-PRE-15: the last unit that could deploy is there in time.
            Trouble::Delayed if !gun && delayed + 1 >= n_units => {}
            Trouble::Delayed => {
                delayed += usize::from(!gun);
                desk.emit(Event::Delayed(unit));
            }
            Trouble::Weakened => {
                let half_bases = desk.state().stage.count(&numbers::TROUBLE_LOSS);
                desk.emit(Event::HalfBasesLost { unit, half_bases });
            }
            Trouble::None => {}
        }
    }
    Ok(())
}

/// WA-PRE-08: one commander, drawn at random, is killed.
fn snipe(desk: &mut Desk<'_, Washington>, side: Side) -> Result<(), Halt> {
    let ids: Vec<CommanderId> =
        desk.state().all_commanders().filter(|(_, own)| own.side == side).map(|(id, _)| id).collect();
    let Ok(n @ 1..) = u8::try_from(ids.len()) else { return Ok(()) };
    let lot = Lot::of(side.enemy(), 1, Die::D(n));
    let drawn = desk.roll(Roll::new(WA_PRE_08, "which commander", Read::Sum, [lot]))?.value();
    let nth = (drawn - 1).clamp(0, i32::from(n) - 1) as usize;
    desk.emit(Event::CommanderFell(ids[nth]));
    Ok(())
}
