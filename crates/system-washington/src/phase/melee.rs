//! The fight: pools, saves, who won, and what the loser does (WA-FGT).

use firelock_core::{Desk, Halt, Rolled, UnitId};

use super::{charge, control, leaders, morale};
use crate::Washington;
use crate::charts::{self, numbers};
use crate::event::Event;
use crate::facts::{Fight, Fighter, Pool};
use crate::results::{Cause, Contender};
use crate::state::{Assault, AssaultStage, Fate, HeldFor, State};

/// The facts of a fight, after the contact move (WA-ASL-25).
pub(crate) fn measure(state: &State, assault: &Assault) -> Fight {
    let reach = state.stage.length(&numbers::FIGHT_SUPPORT_REACH);
    let fighter = |unit: UnitId| {
        let woody = state.front_rank_in(unit, |terrain| charts::ground(terrain).is_indian_ground);
        charge::measure_fighter(state, unit, state.count_near(unit, reach), state.front_rank_in_open(unit), woody)
    };
    let battery: Vec<u8> = assault.battery.iter().map(|gun| state.unit(*gun).half_bases).collect();
    Fight {
        assaulter: fighter(assault.assaulter),
        target: if battery.is_empty() { fighter(assault.target) } else { Fighter::default() },
        battery,
        approach: charge::approach(assault),
    }
}

/// WA-FGT-11: both pools fall; the assaulter's is held where it may fall again.
pub(crate) fn roll_fight(desk: &mut Desk<'_, Washington>, assault: &Assault) -> Result<(), Halt> {
    let facts = measure(desk.state(), assault);
    let side = desk.state().unit(assault.assaulter).side;
    let pools = facts.pools(desk.book());
    let [own, other] = facts.ledgers(desk.book());
    let roll = Fight::roll(side, &pools);
    let roll = roll.because(Some(assault.assaulter), own).because(Some(assault.target), other);
    let spender = control::spender(desk.state(), assault.assaulter);
    let rolled = desk.roll(roll)?;
    let hits = [1, 3].map(|band| rolled.count(band).clamp(0, 60) as u8);
    match spender {
        Some(commander) => {
            let faces = first_faces(&pools[0], &rolled);
            control::hold(desk, commander, faces, 0, HeldFor::Fight { against: hits[1] })
        }
        None => settle(desk, assault, &facts, hits),
    }
}

/// The assaulter's faces; where only counts are known, faces that count so.
fn first_faces(pool: &Pool, rolled: &Rolled) -> Vec<u8> {
    let n = usize::from(pool.dice);
    if rolled.faces.len() >= n {
        return rolled.faces[..n].iter().map(|face| (*face).clamp(1, 6) as u8).collect();
    }
    let hits = rolled.count(1).clamp(0, i32::from(pool.dice)) as usize;
    let hit = pool.need.clamp(1, 6) as u8;
    std::iter::repeat_n(hit, hits).chain(std::iter::repeat_n(1, n - hits)).collect()
}

/// Held dice of a fight are kept.
pub(crate) fn after_fight_dice(desk: &mut Desk<'_, Washington>, faces: &[u8], against: u8) -> Result<(), Halt> {
    let Some(assault) = charge::pending(desk.state()).cloned() else { return Ok(()) };
    let facts = measure(desk.state(), &assault);
    let need = facts.pools(desk.book())[0].need;
    let hits = faces.iter().filter(|face| i32::from(**face) >= need).count() as u8;
    settle(desk, &assault, &facts, [hits, against])
}

/// Saves, half bases, and who won (WA-FGT-12..20), all inside the activation (WA-SEQ-14). The winner tests nothing and stays where it
/// is (WA-FGT-17, WA-FGT-21).
fn settle(desk: &mut Desk<'_, Washington>, assault: &Assault, facts: &Fight, hits: [u8; 2]) -> Result<(), Halt> {
    let Assault { assaulter, target, .. } = *assault;
    let side = desk.state().unit(assaulter).side;
    let failed = match facts.save_roll(desk.book(), side, hits) {
        Some(roll) => {
            let rolled = desk.roll(roll)?;
            [0, 2].map(|band| rolled.count(band).clamp(0, 60) as u8)
        }
        None => [0, 0],
    };
    let fought = facts.result(desk.book(), failed);
    let losses = [failed[1], failed[0]];
    desk.emit(Event::Fought { assaulter, target, losses });
    let targets: Vec<(UnitId, u8)> = match assault.battery.is_empty() {
        true => vec![(target, fought.target.half_bases_lost)],
        false => {
            let left = assault.battery.iter().zip(facts.battery.iter().zip(&fought.battery));
            left.map(|(gun, (before, after))| (*gun, before - after)).collect()
        }
    };
    let struck = [(assaulter, fought.assaulter.half_bases_lost)].into_iter().chain(targets.iter().copied());
    let struck: Vec<(UnitId, u8)> = struck.collect();
    for (unit, half_bases) in &struck {
        if *half_bases > 0 {
            desk.emit(Event::HalfBasesLost { unit: *unit, half_bases: *half_bases });
        }
    }
    desk.emit(Event::FightEnded { unit: assaulter, as_: fought.assaulter.last_fight });
    for (unit, _) in &targets {
        desk.emit(Event::FightEnded { unit: *unit, as_: fought.target.last_fight });
    }
    let stage = match fought.winner {
        Some(Contender::Target) if fought.assaulter.tests => AssaultStage::Lost { assaulter: true },
        Some(Contender::Assaulter) if fought.target.tests => AssaultStage::Lost { assaulter: false },
        _ => AssaultStage::Spent,
    };
    desk.emit(Event::AssaultWent(stage));
    // WA-LEAD-03.
    for (unit, came) in [(assaulter, &fought.assaulter), (target, &fought.target)] {
        if let Some(danger) = came.danger {
            leaders::endanger(desk, unit, danger)?;
        }
    }
    for (unit, _) in struck {
        if desk.state().unit(unit).half_bases == 0 && desk.state().unit(unit).is_on_table() {
            morale::remove(desk, unit, Fate::Destroyed)?;
        }
    }
    Ok(())
}

/// WA-FGT-18: the loser tests, in the fighting column.
pub(crate) fn loser_tests(desk: &mut Desk<'_, Washington>, assault: &Assault, assaulter: bool) -> Result<(), Halt> {
    let loser = if assaulter { assault.assaulter } else { assault.target };
    match desk.state().unit(loser).is_on_table() {
        true => morale::test(desk, loser, Cause::LostFight),
        false => Ok(()),
    }
}

/// WA-FGT-19: after that both sides are disordered, guns too.
pub(crate) fn both_disordered(desk: &mut Desk<'_, Washington>, assault: &Assault) {
    let fought = [assault.assaulter, assault.target].into_iter().chain(assault.battery.iter().copied());
    for unit in fought {
        let own = desk.state().unit(unit);
        if own.is_on_table() && !own.disordered {
            desk.emit(Event::Disordered(unit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_without_faces_become_faces_that_count_the_same() {
        let pool = Pool { dice: 4, need: 5, again: 0 };
        let mut rolled = Rolled::default();
        rolled.answer.extend([3, 1, 0, 0]);
        assert_eq!(first_faces(&pool, &rolled), [5, 1, 1, 1]);
    }
}
