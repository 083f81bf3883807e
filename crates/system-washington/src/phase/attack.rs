//! An assault measured before it is declared: as if nobody else did anything until it is fought out.

use firelock_core::{RuleSystem as _, UnitId};

use super::charge::{Declared, contact, declare, measure_falter};
use super::{control, fire, leaders, melee};
use crate::Washington;
use crate::chain::{AtContact, Onslaught, Whose};
use crate::charts::numbers;
use crate::command::{Act, Command};
use crate::event::{Event, Motion};
use crate::facts::Fighter;
use crate::state::State;

/// An assault by one unit on another, with what it does not tell of itself.
pub(crate) fn attack(state: &State, command: &Command) -> Option<(Onslaught, Vec<String>)> {
    let Command::Act(Act::Assault(target)) = *command else { return None };
    let unit = state.activation?.unit;
    let Declared { assault, .. } = declare(state, unit, target).ok()?;
    if !assault.battery.is_empty() {
        return None;
    }
    let falter = measure_falter(state, &assault);
    let mut met = state.clone();
    if let Some(to) = contact(state, &assault) {
        Washington::fold(&mut met, &Event::Moved { unit, to, motion: Motion::Contact });
    }
    let fight = melee::measure(&met, &assault);
    let shoots = fire::may_react(state, target, unit);
    let aimed = fire::aim(state, target, unit, true).ok();
    let near = state.stage.length(&numbers::COMMANDER_NEAR);
    let brigadier = |unit: UnitId| {
        let own = state.roster(unit).brigade.and_then(|brigade| state.brigadier(brigade));
        state.with(unit).any(|(id, _)| Some(id) == own)
    };
    let whose = |has: &dyn Fn(UnitId) -> bool| Whose::of(has(unit), has(target));
    let onslaught = Onslaught {
        assaulter: falter.assaulter,
        target: falter.target,
        approach: falter.approach,
        shoots,
        distance: aimed.map_or(assault.distance, |aimed| aimed.distance),
        off_center: aimed.is_some_and(|aimed| aimed.off_center),
        cover: aimed.is_some_and(|aimed| aimed.cover),
        hit_ignored: state.unit(unit).turn.first_hit_ignored,
        battalion_gun: whose(&|unit| state.roster(unit).has_battalion_gun()),
        commander_near: whose(&|unit| leaders::mounted_near(&met, met.unit(unit).side, unit, near)),
        brigade_commander: whose(&brigadier),
        at_contact: Some([at_contact(&fight.assaulter), at_contact(&fight.target)]),
    };
    let others = state.on_table(state.unit(target).side).map(|(id, _)| id);
    let n_others = others.filter(|id| *id != target && fire::may_react(state, *id, unit)).count();
    let mut left_out = Vec::new();
    match n_others {
        0 => {}
        1 => left_out.push("One more may take an opportunity shot at the assault.".to_owned()),
        more => left_out.push(format!("{more} more may take opportunity shots at the assault.")),
    }
    if control::spender(state, unit).is_some() {
        left_out.push("Your commander may let dice fall again.".to_owned());
    }
    Some((onslaught, left_out))
}

fn at_contact(fighter: &Fighter) -> AtContact {
    let Fighter { supports, in_open, in_wood_or_marsh, .. } = *fighter;
    AtContact { supports, in_open, in_wood_or_marsh }
}
