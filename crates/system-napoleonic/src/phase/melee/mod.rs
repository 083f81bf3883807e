//! Close combat, group after group: pairs, hits, wrapping, tests, what winners do (NQ-MEL).

mod after;
pub(crate) mod pairs;
mod wrap;

use std::collections::VecDeque;

use firelock_core::{Desk, Halt, UnitId};

use super::losses;
use super::morale::{self, Occasion};
use super::movement::flight::{self, Flight};
use crate::Napoleonic;
use crate::charts::T_MELEE;
use crate::event::Event;
use crate::facts::{Fight as Facts, Pairs, melee_balance, pair_roll};
use crate::results::Cause;
use crate::state::{Asking, Fight, MeleeStage, Melees, Outcome, State};
use crate::words::Zone;

pub(crate) use after::{check_follow, check_hold, check_occupy, check_pursue, follow, list_after, may_follow};
pub(crate) use pairs::touching;
pub(crate) use wrap::{check_wrap, list_wrap, may_wrap, wrap};

/// The melees of the turn begin (NQ-SEQ-14), as often as it takes (NQ-MEL-35).
pub(crate) fn begin(desk: &mut Desk<'_, Napoleonic>) {
    let waiting = groups(desk.state());
    if !waiting.is_empty() {
        desk.emit(Event::MeleesBegan(Melees { waiting, ..Melees::default() }));
    }
}

/// Units joined by being engaged, directly or through others, by lowest number.
fn groups(state: &State) -> VecDeque<Vec<UnitId>> {
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    for fight in &state.fights {
        let mut joined: Vec<UnitId> = fight.units.to_vec();
        groups.retain(|group| {
            let meets = group.iter().any(|unit| fight.units.contains(unit));
            if meets {
                joined.extend(group);
            }
            !meets
        });
        joined.sort_unstable();
        joined.dedup();
        groups.push(joined);
    }
    groups.sort_unstable();
    groups.into()
}

/// Goes on with the melees of the turn.
pub(crate) fn go_on(desk: &mut Desk<'_, Napoleonic>, mut melees: Melees) -> Result<(), Halt> {
    match melees.stage {
        MeleeStage::Next => match melees.waiting.pop_front() {
            None => desk.emit(Event::Answered),
            Some(group) => {
                melees.outcomes = fight(desk, &group)?;
                (melees.group, melees.stage) = (group, MeleeStage::Wrap);
                desk.emit(Event::MeleesWent(melees));
            }
        },
        MeleeStage::Wrap => {
            let outcomes = melees.outcomes.clone();
            melees.stage = MeleeStage::Morale;
            desk.emit(Event::MeleesWent(melees));
            for outcome in outcomes.iter().rev() {
                if let Some(wrapping) = wrap::offer(desk.state(), outcome) {
                    desk.emit(Event::Asked(Asking::Wrap(wrapping)));
                }
            }
        }
        MeleeStage::Morale => {
            losers(desk, &melees)?;
            melees.stage = MeleeStage::After;
            desk.emit(Event::MeleesWent(melees));
        }
        MeleeStage::After => {
            let group = std::mem::take(&mut melees.group);
            let outcomes = std::mem::take(&mut melees.outcomes);
            melees.stage = MeleeStage::Next;
            desk.emit(Event::MeleesWent(melees));
            recoil(desk, &group);
            losses::end_step(desk)?;
            desk.emit(Event::FightsAged(group.clone()));
            after::ask(desk, &group, &outcomes);
        }
    }
    Ok(())
}

/// The fights of a group as they stand.
fn fights_of(state: &State, group: &[UnitId]) -> Vec<Fight> {
    state.fights.iter().filter(|fight| group.contains(&fight.units[0])).cloned().collect()
}

/// Steps 1 to 6: pairs, rolls, reinforcements, hits, removal (NQ-MEL-01..21). Hits are counted per pair of units (NQ-MEL-12), are a
/// figure each for all arms (NQ-MEL-13) and are taken together (NQ-MEL-14).
fn fight(desk: &mut Desk<'_, Napoleonic>, group: &[UnitId]) -> Result<Vec<Outcome>, Halt> {
    pairs::realign(desk, group);
    // State is read before any roll (NQ-MEL-62).
    let fights = fights_of(desk.state(), group);
    let matched: Vec<(Fight, Facts, pairs::Matched)> = fights
        .into_iter()
        .map(|fight| {
            let matched = pairs::matched(desk.state(), &fight);
            let facts = pairs::measure(desk.state(), &fight, &matched);
            (fight, facts, matched)
        })
        .collect();
    let mut outcomes = Vec::new();
    for (fight, facts, matched) in &matched {
        for (own, struck) in fight.struck.iter().enumerate() {
            let enemy = fight.units[1 - own];
            if fight.turn == 1 && *struck != Zone::Front && !desk.state().unit(enemy).is_square() {
                desk.emit(Event::Flanked(enemy));
            }
        }
        let [won, tied, lost] = rolled(desk, fight, facts)?;
        let fought = facts.result(desk.book(), won, tied, lost);
        for (unit, hits) in [(fight.units[1], fought.hits), (fight.units[0], fought.enemy_hits)] {
            if hits > 0 {
                desk.emit(Event::Hit { unit, hits });
            }
        }
        outcomes.push(Outcome {
            units: fight.units,
            hits: [fought.hits, fought.enemy_hits],
            touching: matched.touching,
            spare: [0, 0],
            unpaired: matched.unpaired,
        });
    }
    losses::take(desk)?;
    for outcome in &mut outcomes {
        outcome.spare = outcome.units.map(|id| pairs::spare(desk.state(), id));
    }
    Ok(outcomes)
}

/// The rolls of one fight: pairs won, tied and lost by its first unit.
fn rolled(desk: &mut Desk<'_, Napoleonic>, fight: &Fight, facts: &Facts) -> Result<[u8; 3], Halt> {
    let mut sum = [0_u8; 3];
    let side = desk.state().unit(fight.units[0]).side;
    for pairs in facts.pairs(desk.book()) {
        let mut roll = pair_roll(desk.book(), side, facts, &pairs);
        for (unit, bout) in fight.units.iter().zip(&pairs.bouts) {
            roll = roll.because(Some(*unit), desk.read(&T_MELEE, bout));
        }
        let read = Pairs::read(&desk.roll(roll)?);
        sum.iter_mut().zip(read).for_each(|(sum, n)| *sum = sum.saturating_add(n));
    }
    Ok(sum)
}

/// Step 8: who lost tests, once (NQ-MEL-26, NQ-MEL-27, NQ-MEL-28, NQ-MEL-29, NQ-MOR-02); routers run on without a test (NQ-MOR-13).
fn losers(desk: &mut Desk<'_, Napoleonic>, melees: &Melees) -> Result<(), Halt> {
    let order: Vec<UnitId> = desk.state().in_order().into_iter().filter(|id| melees.group.contains(id)).collect();
    for id in order {
        if !desk.state().unit(id).is_on_table() {
            continue;
        }
        let own = melees.outcomes.iter().filter_map(|outcome| {
            let own = outcome.index(id)?;
            Some((outcome.units[1 - own], outcome.winner()? == own))
        });
        let own: Vec<(UnitId, bool)> = own.collect();
        let won = own.iter().filter(|(_, won)| *won).count() as u8;
        let lost = own.len() as u8 - won;
        if desk.state().unit(id).routing {
            flight::flee(desk, id, Flight::Rout);
            continue;
        }
        let commander_hit = desk.state().log.leaderless.contains(&id);
        if melee_balance(lost, won).is_none() && !commander_hit {
            continue;
        }
        let beaten_by = own.iter().find(|(_, won)| !won).map(|(enemy, _)| *enemy);
        let enemy = beaten_by.map(|enemy| desk.state().unit(enemy).outline.center());
        let enemy = enemy.filter(|_| beaten_by.is_some_and(|enemy| desk.state().unit(enemy).is_on_table()));
        morale::test(desk, id, Cause::Melee, Occasion { enemy, ridden_at: false, fights: (lost, won) })?;
    }
    Ok(())
}

/// Cavalry that has only formed squares before it falls back (NQ-MEL-37).
fn recoil(desk: &mut Desk<'_, Napoleonic>, group: &[UnitId]) {
    for id in group {
        let state = desk.state();
        let horse = state.roster(*id).arm() == crate::words::Arm::Cavalry;
        if !horse || !state.unit(*id).is_on_table() || !state.is_engaged(*id) {
            continue;
        }
        if state.opponents(*id).all(|enemy| state.unit(enemy).is_square()) {
            flight::flee(desk, *id, Flight::Retreat);
        }
    }
}
