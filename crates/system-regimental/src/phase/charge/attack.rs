//! A charge measured before it is declared: as if nobody did anything else until it is fought out.

use firelock_core::{Given, RuleSystem as _, UnitId, try_out};

use super::combat::{Group, group, measure};
use crate::Regimental;
use crate::chain::{Charge, Troops};
use crate::command::Command;
use crate::facts::{Clash, Fighter, Firing, Party, Rated, Volley};
use crate::phase::fire;
use crate::state::{State, Step};

/// How many decisions may lie between a declaration and the contact.
const WAIT: usize = 12;

/// A charge by one unit of troops at another, with what it does not tell of itself.
pub(crate) fn attack(state: &State, command: &Command) -> Option<(Charge, Vec<String>)> {
    let Command::Charge { unit, target, cold_steel, .. } = command else { return None };
    if state.roster(*target).is_guns() {
        return None;
    }
    let met = come_home(state, command, *unit, *target)?;
    let [defensive, offensive] = volleys(&met, *unit, *target);
    let clash = clash(&met, *unit, *target)?;
    let cover = |volley: &Volley| (volley.target.cover, volley.firing.first().map(|firing| firing.linear_cover));
    let ((charger_cover, charger_linear), (cover, linear)) = (cover(&defensive), cover(&offensive));
    let charge = Charge {
        attacker: troops(&clash.attacker, offensive.firing.first())?,
        defender: troops(&clash.defender, defensive.firing.first())?,
        cold_steel: *cold_steel,
        crossed: clash.attacker.lead.crossed,
        outflanked: clash.defender.lead.outflanked,
        cover,
        linear_cover: linear.unwrap_or_default(),
        charger_cover,
        charger_linear_cover: charger_linear.unwrap_or_default(),
        position: clash.defender.lead.position,
    };
    let mut left_out = Vec::new();
    let n_firing = fire::firers_at(&at(&met, Step::DefensiveFire), *unit).len();
    match n_firing.saturating_sub(usize::from(!defensive.firing.is_empty())) {
        0 => {}
        1 => left_out.push("One more may fire at the charge.".to_owned()),
        more => left_out.push(format!("{more} more may fire at the charge.")),
    }
    Some((charge, left_out))
}

/// The table once the charge has met its target, everybody else passing; none where it meets somebody else, or nobody.
fn come_home(state: &State, command: &Command, unit: UnitId, target: UnitId) -> Option<State> {
    let mut met = state.clone();
    try_out::<Regimental>(&mut met, state.active, command, &mut Given::default()).ok()?;
    for _ in 0..WAIT {
        if met.contacts.iter().any(|contact| contact.charger == unit) {
            break;
        }
        let side = *Regimental::asked(&met).first()?;
        try_out::<Regimental>(&mut met, side, &Command::Done, &mut Given::default()).ok()?;
    }
    met.contacts.iter().any(|contact| contact.charger == unit && contact.target == target).then_some(met)
}

fn at(met: &State, step: Step) -> State {
    State { step, ..met.clone() }
}

/// All that the target fires at the charge, and all that the charger fires at it.
fn volleys(met: &State, unit: UnitId, target: UnitId) -> [Volley; 2] {
    [(Step::DefensiveFire, target, unit), (Step::OffensiveFire, unit, target)].map(|(step, firer, at_whom)| {
        let state = at(met, step);
        let own: Vec<_> = fire::firers_at(&state, at_whom).into_iter().filter(|firing| firing.unit == firer).collect();
        fire::measure(&state, at_whom, &own).volley
    })
}

/// The combat of the two; none where others fight in it.
fn clash(met: &State, unit: UnitId, target: UnitId) -> Option<Clash> {
    let met = at(met, Step::Charge);
    let Group { attackers, defenders } = group(&met, unit);
    (attackers == [unit] && defenders == [target]).then(|| measure(&met, &attackers, &defenders, false))
}

fn troops(party: &Party, firing: Option<&Firing>) -> Option<Troops> {
    let Fighter { branch, experience, order, formation, stands, leader, brave_colonel, .. } = party.lead;
    let Rated { morale, start_stands } = party.lead.rated?;
    let none = Troops::default();
    Some(Troops {
        branch,
        experience,
        morale,
        start_stands,
        stands,
        order,
        formation,
        firing: firing.map_or(0, |firing| firing.stands),
        firearm: firing.map_or(none.firearm, |firing| firing.firearm),
        low_ammo: firing.is_some_and(|firing| firing.low_ammo),
        marksmen: firing.is_some_and(|firing| firing.marksmen),
        buck_and_ball: firing.is_some_and(|firing| firing.buck_and_ball),
        bayonets: party.lead.bayonets,
        indians_in_woods: party.lead.indians_in_woods,
        support_stands: party.support_stands,
        leader,
        brave_colonel,
    })
}
