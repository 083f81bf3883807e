//! Who acts: motivation, action points, and dice that are held while a re-roll is chosen (WA-SEQ-07..12, WA-CMD).

use firelock_core::{Desk, Frame, Halt, Read, Refusal, Roll, Rolled, UnitId};
use firelock_table::{Segment, TOUCH, passes_through, trace};

use super::{charge, fire, melee, movement, refuse};
use crate::Washington;
use crate::charts;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{self, Call, Motivation};
use crate::state::{Asking, BrigadeId, CommanderId, Held, HeldFor, State};
use crate::words::{Officer, Terrain};

/// The facts of a unit's motivation by a commander (WA-CMD-11, WA-CMD-18..22).
pub(crate) fn measure_motivation(state: &State, unit: UnitId, by: CommanderId) -> Motivation {
    let (commander, side) = (state.commander(by), state.unit(unit).side);
    // WA-CMD-19; what lies across it adds up (WA-CMD-23).
    let line = Segment::new(commander.at, state.center(unit));
    let sheltering = |terrain: Terrain| matches!(terrain, Terrain::Wood | Terrain::Building);
    let bounds = line.bounds();
    let units_between = state.all_units().any(|(other, body)| {
        other != unit
            && body.is_on_table()
            && !state.roster(other).is_gun()
            // The unit he is with is not between.
            && commander.with != Some(other)
            && body.outline.bounds().meets(&bounds)
            && passes_through(line, &body.outline)
    });
    let with = |(_, commander): (CommanderId, &crate::state::Commander)| commander.side == side && commander.mounted;
    Motivation {
        quality: state.quality(unit),
        value: commander.value,
        distance: state.commander_gap(by, unit).length(),
        sheltered: state.place_in(line.from, sheltering) || state.place_in(line.to, sheltering),
        units_between,
        separated: is_separated(state, line),
        mounted_commander_with: state.with(unit).any(with),
    }
}

/// Whether ground that holds neither end lies across a line (WA-CMD-22).
fn is_separated(state: &State, line: Segment) -> bool {
    let matters = |id| charts::ground(state.ground.terrain(id)).separates;
    if firelock_table::clear(&state.ground.table, line.from, line.to, matters) {
        return false;
    }
    let way = trace(&state.ground.table, line.from, line.to);
    way.spans().iter().any(|span| {
        let ground = state.ground.table.ground(span.feature);
        let holds_end = ground.is_some_and(|ground| ground.contains(line.from) || ground.contains(line.to));
        matters(span.feature) && !holds_end && way.length(span.part) > TOUCH
    })
}

/// Whether a commander is with a unit, and how (WA-ROST-24).
pub(crate) fn officer_with(state: &State, unit: UnitId) -> Officer {
    state.with(unit).fold(Officer::None, |best, (_, commander)| {
        best.max(if commander.mounted { Officer::Mounted } else { Officer::OnFoot })
    })
}

/// Whether anybody may act.
pub(crate) fn has_choice(state: &State) -> bool {
    state
        .on_table(state.active)
        .any(|(id, unit)| !unit.turn.turned && (acts_of_itself(state, id) || motivator(state, id).is_ok()))
}

pub(crate) fn list(state: &State, asking: &Asking, into: &mut Vec<Command>) {
    match asking {
        Asking::Loop => {
            for (id, unit) in state.on_table(state.active) {
                if unit.turn.turned {
                    continue;
                }
                if acts_of_itself(state, id) {
                    into.push(Command::Automatic(id));
                } else if motivator(state, id).is_ok() {
                    into.push(Command::Motivate(id));
                }
            }
            if state.current.is_some() {
                into.push(Command::EndCommander);
            }
        }
        Asking::Reroll(held) => {
            // Equal faces are the same choice: the first of each is listed.
            let mut seen = 0_u8;
            for (die, face) in held.faces.iter().enumerate() {
                if held.again & (1 << die) == 0 && seen & (1 << face) == 0 {
                    seen |= 1 << face;
                    into.push(Command::Again(die as u8));
                }
            }
            into.push(Command::Keep);
        }
        _ => {}
    }
}

pub(crate) fn check_automatic(state: &State, unit: UnitId) -> Result<(), Refusal> {
    own_and_fresh(state, unit)?;
    match acts_of_itself(state, unit) {
        true => Ok(()),
        false => Err(refuse(WA_SEQ_08, unit, "only guns, cavalry and arriving units act of themselves")),
    }
}

/// Who would motivate a unit.
pub(crate) fn check_motivate(state: &State, unit: UnitId) -> Result<CommanderId, Refusal> {
    own_and_fresh(state, unit)?;
    if acts_of_itself(state, unit) {
        return Err(refuse(WA_SEQ_09, unit, "it acts of itself and is not motivated"));
    }
    motivator(state, unit)
}

pub(crate) fn check_end_commander(state: &State) -> Result<(), Refusal> {
    match state.current {
        Some(_) => Ok(()),
        None => Err(Refusal::new(WA_SEQ_07, "no commander is motivating")),
    }
}

pub(crate) fn check_again(held: &Held, die: u8) -> Result<(), Refusal> {
    if usize::from(die) >= held.faces.len() {
        return Err(Refusal::new(WA_CMD_07, format!("there is no die {die}")));
    }
    match held.again & (1 << die) {
        0 => Ok(()),
        _ => Err(Refusal::new(WA_CMD_09, "that die has been rolled again already")),
    }
}

fn own_and_fresh(state: &State, unit: UnitId) -> Result<(), Refusal> {
    if state.unit(unit).side != state.active {
        return Err(refuse(WA_SEQ_07, unit, "it is the enemy's"));
    }
    match state.unit(unit).turn.turned {
        true => Err(refuse(WA_SEQ_08, unit, "its command base is turned: it has acted this turn")),
        false => Ok(()),
    }
}

/// Guns, cavalry mounted or not (WA-SPEC-04), and arriving units (WA-SEQ-08).
fn acts_of_itself(state: &State, unit: UnitId) -> bool {
    let roster = state.roster(unit);
    roster.is_gun() || roster.is_cavalry() || state.unit(unit).is_arriving()
}

/// The commander who motivates a unit: its brigade's own, or the general in a dead one's place (WA-SEQ-10, WA-CMD-14).
fn motivator(state: &State, unit: UnitId) -> Result<CommanderId, Refusal> {
    let side = state.unit(unit).side;
    let Some(brigade) = state.roster(unit).brigade else {
        return Err(refuse(WA_CMD_14, unit, "it belongs to no brigade"));
    };
    let own = state.brigadier(brigade).filter(|own| state.commander(*own).is_present());
    let commander = match own {
        Some(own) => own,
        None => {
            let general = state.general(side).filter(|general| state.commander(*general).is_present());
            let Some(general) = general else {
                return Err(refuse(
                    WA_CMD_14,
                    unit,
                    "its brigade has no commander, and there is no general to stand in",
                ));
            };
            if state.side(side).stands_in.is_some_and(|other| other != brigade) {
                return Err(refuse(WA_CMD_14, unit, "the general stands in for another brigade this turn"));
            }
            general
        }
    };
    match state.commander(commander).finished {
        true => Err(refuse(WA_SEQ_10, unit, "its commander has ended or failed this turn")),
        false => Ok(commander),
    }
}

/// See [`Washington::chance_to_act`].
pub(crate) fn chance_to_act(state: &State, unit: UnitId) -> u8 {
    let (all, none) = (36, 0);
    if own_and_fresh(state, unit).is_err() {
        return none;
    }
    if acts_of_itself(state, unit) {
        return all;
    }
    let Ok(by) = motivator(state, unit) else { return none };
    let need = |unit: UnitId| {
        let facts = measure_motivation(state, unit, by);
        (facts.call() == Call::Roll)
            .then(|| charts::T_MOTIVATION.sum(&state.stage.book, &facts.asked(&state.stage.book)))
    };
    if let Some(Frame::Ask(Asking::Reroll(Held { faces, of: HeldFor::Motivation(asked), .. }))) = state.agenda.top() {
        let sum = faces.iter().map(|face| i32::from(*face)).sum();
        let passes = need(*asked).is_none_or(|need| Motivation::passes(&state.stage.book, need, sum));
        match passes {
            true if *asked == unit => return all,
            // Who fails is spent, and so is his commander (WA-SEQ-11).
            false if *asked == unit || state.current == Some(by) => return none,
            _ => {}
        }
    }
    let Some(need) = need(unit) else { return all };
    let throws = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    throws.filter(|sum| Motivation::passes(&state.stage.book, need, *sum)).count() as u8
}

/// The brigade for which the general stands in when he motivates a unit.
fn stood_in_for(state: &State, unit: UnitId, by: CommanderId) -> Option<BrigadeId> {
    state.roster(unit).brigade.filter(|brigade| state.brigadier(*brigade) != Some(by))
}

pub(crate) fn end_commander(desk: &mut Desk<'_, Washington>) {
    if let Some(commander) = desk.state().current {
        desk.emit(Event::Finished(commander));
    }
}

/// WA-SEQ-10: a commander asks a unit to act.
pub(crate) fn motivate(desk: &mut Desk<'_, Washington>, unit: UnitId) -> Result<(), Halt> {
    let by = check_motivate(desk.state(), unit)?;
    let for_brigade = stood_in_for(desk.state(), unit, by);
    let stands_in = for_brigade.is_some() && desk.state().side(desk.state().active).stands_in != for_brigade;
    if desk.state().current != Some(by) || stands_in {
        desk.emit(Event::TookOver { commander: by, for_brigade });
    }
    let facts = measure_motivation(desk.state(), unit, by);
    if facts.call() == Call::Pass {
        return after_motivation(desk, unit, None);
    }
    let side = desk.state().active;
    let ledger = desk.read(&charts::T_MOTIVATION, &facts.asked(desk.book()));
    match spender(desk.state(), unit) {
        Some(commander) => {
            let roll = facts::motivation_dice(side).because(Some(unit), ledger);
            let faces = faces_of(&desk.roll(roll)?, 2);
            hold(desk, commander, faces, 0, HeldFor::Motivation(unit))
        }
        None => {
            let sum = desk.roll(facts::motivation_roll(side).because(Some(unit), ledger))?.value();
            after_motivation(desk, unit, Some(sum))
        }
    }
}

/// The dice of motivation have fallen; none were needed where there is no sum (WA-CMD-13).
fn after_motivation(desk: &mut Desk<'_, Washington>, unit: UnitId, sum: Option<i32>) -> Result<(), Halt> {
    let by = desk.state().current.expect("who motivates is current");
    let passed = match sum {
        None => true,
        Some(sum) => {
            let facts = measure_motivation(desk.state(), unit, by);
            let need = charts::T_MOTIVATION.sum(desk.book(), &facts.asked(desk.book()));
            Motivation::passes(desk.book(), need, sum)
        }
    };
    desk.emit(Event::Motivated { unit, passed });
    if passed {
        return activate(desk, unit);
    }
    // WA-SEQ-11.
    desk.emit(Event::Finished(by));
    Ok(())
}

/// WA-SEQ-12: the unit rolls its action points.
pub(crate) fn activate(desk: &mut Desk<'_, Washington>, unit: UnitId) -> Result<(), Halt> {
    let facts = measure_activation(desk.state(), unit);
    let ledger = desk.read(&charts::T_AP, &facts);
    let (side, total) = (desk.state().active, ledger.total);
    let rolled = desk.roll(facts::ap_roll(side, total).because(Some(unit), ledger))?;
    match spender(desk.state(), unit) {
        Some(commander) => {
            let face = rolled.value() - total;
            hold(desk, commander, vec![face.clamp(1, 6) as u8], 0, HeldFor::ActionPoints(unit))
        }
        None => {
            after_points(desk, unit, rolled.value());
            Ok(())
        }
    }
}

/// The facts of the roll for action points.
pub(crate) fn measure_activation(state: &State, unit: UnitId) -> facts::Activation {
    facts::Activation {
        quality: state.quality(unit),
        commander_with: officer_with(state, unit).is_with(),
        disordered: state.unit(unit).disordered,
        gun: state.roster(unit).is_gun(),
        damaged: state.is_damaged(unit),
    }
}

fn after_points(desk: &mut Desk<'_, Washington>, unit: UnitId, sum: i32) {
    let ap = facts::Activation::points(desk.book(), sum);
    desk.emit(Event::Activated { unit, ap });
    desk.emit(Event::Asked(Asking::Act));
}

/// Whose determination dice may be spent on a die of a unit: its brigade commander's, in its own turn (WA-CMD-07).
///
/// Saves, morale, losses and distances never ask (WA-CMD-08).
pub(crate) fn spender(state: &State, unit: UnitId) -> Option<CommanderId> {
    let own = state.unit(unit).side == state.active;
    let commander = state.roster(unit).brigade.filter(|_| own).and_then(|brigade| state.brigadier(brigade))?;
    let dice = state.commander(commander);
    (dice.is_present() && dice.determination > 0).then_some(commander)
}

/// Holds a roll until its owner keeps it (WA-SEQ-32).
pub(crate) fn hold(
    desk: &mut Desk<'_, Washington>,
    commander: CommanderId,
    faces: Vec<u8>,
    again: u32,
    of: HeldFor,
) -> Result<(), Halt> {
    desk.emit(Event::Asked(Asking::Reroll(Held { commander, faces, again, of })));
    Ok(())
}

/// Whether some held die may still fall again.
pub(crate) fn may_fall_again(state: &State, held: &Held) -> bool {
    let left = (0..held.faces.len()).any(|die| held.again & (1 << die) == 0);
    left && state.commander(held.commander).determination > 0
}

/// One held die falls again (WA-CMD-07).
pub(crate) fn fall_again(desk: &mut Desk<'_, Washington>, held: &Held, die: u8) -> Result<(), Halt> {
    let side = desk.state().active;
    let lot = firelock_core::Lot::of(side, 1, firelock_core::Die::D(6));
    let face = desk.roll(Roll::new(WA_CMD_07, "determination re-roll", Read::Sum, [lot]))?.value();
    debug_assert!(usize::from(die) < held.faces.len());
    desk.emit(Event::FellAgain { die, face: face.clamp(1, 6) as u8 });
    Ok(())
}

/// A held roll takes effect.
pub(crate) fn take_effect(desk: &mut Desk<'_, Washington>, held: &Held) -> Result<(), Halt> {
    let sum: i32 = held.faces.iter().map(|face| i32::from(*face)).sum();
    match &held.of {
        HeldFor::Motivation(unit) => after_motivation(desk, *unit, Some(sum)),
        HeldFor::ActionPoints(unit) => {
            let facts = measure_activation(desk.state(), *unit);
            let total = charts::T_AP.sum(desk.book(), &facts);
            after_points(desk, *unit, sum + total);
            Ok(())
        }
        HeldFor::Hits(shot) => fire::after_hits(desk, shot, &held.faces),
        HeldFor::Falter { against } => charge::after_falter_dice(desk, sum, (*against).into()),
        HeldFor::Fight { against } => melee::after_fight_dice(desk, &held.faces, *against),
        HeldFor::Rally(unit) => {
            movement::after_rally(desk, *unit, sum);
            Ok(())
        }
        HeldFor::Scenery { unit, .. } => {
            movement::after_scenery(desk, *unit, sum);
            Ok(())
        }
    }
}

/// The faces of the first dice of a roll that is read by faces; where only odds are asked for, as they are sorted.
pub(crate) fn faces_of(rolled: &Rolled, n: usize) -> Vec<u8> {
    let faces = if rolled.faces.is_empty() { &rolled.answer[..] } else { &rolled.faces[..] };
    faces.iter().take(n).map(|face| (*face).clamp(1, 6) as u8).collect()
}
