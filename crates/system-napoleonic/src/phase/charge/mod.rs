//! Charges: declared, answered, tested, shot at, brought home, in the steps of NQ-CHG-01.

mod attack;
mod contact;
mod declare;
mod home;
mod react;

pub(crate) use attack::attack;
pub(crate) use contact::NEAR;
pub(crate) use declare::{Prospect, check_declare, draw, fit, list_declare, may_declare};
pub(crate) use home::{check_fire, fire, gun_moment, home, list_fire, may_fire, volley_moment};
pub(crate) use react::{check_reaction, list_reactions, may_react, react, tests};

use firelock_core::UnitId;

use crate::facts::{ChargeReaction, Charged, Charger};
use crate::phase::morale;
use crate::results::Cause;
use crate::state::{Charge, State};
use crate::words::Reaction;

/// The facts of a charge as both units stand now.
pub(crate) fn measure(state: &State, charge: &Charge, reaction: Reaction) -> ChargeReaction {
    let (unit, roster) = (state.unit(charge.unit), state.roster(charge.unit));
    let (target, line) = (state.unit(charge.target), state.roster(charge.target));
    let occasion = morale::Occasion { enemy: Some(unit.outline.pose.at), ..Default::default() };
    let mood = morale::measure(state, charge.target, Cause::Stand, occasion);
    ChargeReaction {
        charger: Charger {
            class: roster.class,
            quality: roster.quality,
            formation: unit.formation,
            command_attached: state.attached(charge.unit).is_some(),
        },
        target: Charged {
            class: line.class,
            quality: line.quality,
            formation: target.read_as(),
            unformed: target.unformed || target.routing,
            engaged: state.is_engaged(charge.target),
            garrison: target.building().is_some(),
            command_attached: mood.command_attached,
            cover: mood.cover,
            supported: mood.supported,
            bases_initial: line.bases,
            bases: target.bases,
            reduction: target.reduction,
        },
        reaction,
        distance: charge.distance,
        zone: charge.zone,
    }
}

/// The units of the passive side that are charged, each once, by number.
pub(crate) fn charged(state: &State) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = state.charges.iter().map(|charge| charge.target).collect();
    units.sort_unstable();
    units.dedup();
    units.retain(|id| state.unit(*id).is_on_table());
    units
}
