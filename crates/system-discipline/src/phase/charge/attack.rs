//! A charge measured before it is declared: as if its target stood and fired, and nobody did anything else until it is fought out.

use firelock_core::{Dice, Given, Halt, Roll, Rolled, RuleSystem as _, Side, fall, try_out};

use super::moves::volley_at;
use crate::Discipline;
use crate::chain::{Body, Charge, OnTable};
use crate::clauses::FD_MOR_03;
use crate::command::Command;
use crate::facts::{Contender, Reception, Volley};
use crate::phase::{melee, morale};
use crate::results::LossEffect;
use crate::state::{BodyId, Due, Hold, Response, State, Step, Target};
use crate::words::{Cause, Weather};

/// How many decisions may lie between a declaration and the contact.
const WAIT: usize = 24;

/// A charge by one body of troops at another, with what it does not tell of itself.
pub(crate) fn attack(state: &State, side: Side, command: &Command) -> Option<(Charge, Vec<String>)> {
    let Command::Charge { body: unit, target: Target::Body(target), .. } = *command else { return None };
    let is_plain = |id: BodyId| state.body(id).is_troops() && state.body(id).fled.is_none();
    if ![unit, target].into_iter().all(is_plain) || state.body(target).charged() {
        return None;
    }
    let received = come_up(state, side, command, Until::FireOf(target));
    let reception = received.and_then(|near| reception(&near, unit, target));
    let met = come_up(state, side, command, Until::Contact(unit))?;
    let melee = melee::between(&met, unit, target)?;
    let [charger, charged] = [&melee.bodies[0], &melee.bodies[1]];
    let volley = reception.as_ref().and_then(|reception| reception.volleys.first());
    let charge = Charge {
        charger: body(charger, None),
        target: body(charged, volley),
        fires: reception.is_some(),
        weather: volley.map_or(Weather::default(), |volley| volley.weather),
        on_table: Some(OnTable { reception, melee }),
        ..Charge::default()
    };
    Some((charge, vec!["It is taken that the target stands, and fires if it can.".to_owned()]))
}

/// How far a charge is played on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// To where a body fires at it.
    FireOf(BodyId),
    /// To where a charger has come home.
    Contact(BodyId),
}

/// Dice that hit nobody and let no check fail; the roll that is waited for is not made.
struct Misses(Until);

impl Dice for Misses {
    fn roll(&mut self, roll: &Roll) -> Result<Rolled, Halt> {
        match self.0 {
            Until::FireOf(firer) if roll.whys.iter().any(|(who, _)| *who == Some(firer)) => {
                Err(Halt::NeedRoll(Box::new(roll.clone())))
            }
            _ if roll.clause == FD_MOR_03 => fall(roll, &mut |die| Ok(die.faces().0)),
            _ => fall(roll, &mut |die| Ok(die.faces().1)),
        }
    }
}

/// The table so far on, the target standing to fire and everybody else passing; none where it does not come to that.
fn come_up(state: &State, side: Side, command: &Command, until: Until) -> Option<State> {
    let Command::Charge { body: unit, target: Target::Body(target), .. } = *command else { return None };
    let mut table = state.clone();
    try_out::<Discipline>(&mut table, side, command, &mut Given::default()).ok()?;
    for _ in 0..WAIT {
        let side = *Discipline::asked(&table).first()?;
        let fires = Command::Answer { body: target, response: Response::Hold(Hold { fire: Some(unit) }) };
        let mut said = [fires, Command::Done].into_iter();
        let command = said.find(|command| Discipline::check(&table, side, command).is_ok())?;
        match try_out::<Discipline>(&mut table, side, &command, &mut Misses(until)) {
            Ok(()) => {}
            // The table is as the fire finds it.
            Err(Halt::NeedRoll(_)) => return Some(table),
            Err(_) => return None,
        }
        if let Until::Contact(unit) = until
            && table.in_contact(unit)
        {
            return Some(table);
        }
        if table.step > Step::ChargeMoves {
            return None;
        }
    }
    None
}

/// The fire of the target at a charge that has come so near, and the check it may ask for (FD-MUS-40..44).
fn reception(near: &State, unit: BodyId, target: BodyId) -> Option<Reception> {
    let (aimed, volley) = volley_at(near, target, unit)?;
    let due = Due { covered: aimed.covered, ..Due::new(unit, Cause::Musketry) };
    let body = morale::measure_loss(near, &due, Cause::Musketry, LossEffect::Surrenders);
    Some(Reception { volleys: vec![volley], guns: Vec::new(), charger: aimed.facts, body })
}

fn body(contender: &Contender, volley: Option<&Volley>) -> Body {
    let Contender { order, weapon, tactic, body: check, .. } = *contender;
    Body {
        branch: check.branch,
        order,
        rating: check.rating,
        boxes: check.boxes,
        marked: check.marked,
        stands: check.stands.max(1),
        castings: check.castings,
        weapon,
        tactic,
        commander: check.commander,
        firing: volley.map_or(0, |volley| volley.stands),
        firearm: volley.map_or(Body::default().firearm, |volley| volley.firearm),
        mode: volley.map_or(Body::default().mode, |volley| volley.mode),
        mixed_armed: volley.is_some_and(|volley| volley.mixed_armed),
        same_target: volley.is_some_and(|volley| volley.same_target),
    }
}
