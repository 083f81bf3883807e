//! Why a volley is not allowed.

use firelock_core::{Clause, Place, Refusal, UnitId};

use super::aim::{Miss, Shot, Targets, room_at};
use super::firer::{AMUSETTE, Firer, Muzzle, firing_stands, may_fire};
use crate::clauses::*;
use crate::command::{Command, Firing};
use crate::sequence::firing_side;
use crate::state::{Asking, State};
use crate::words::Formation;

/// All the fire at one target (RF-FIR-13).
pub(crate) fn check(state: &State, target: UnitId, firers: &[Firing]) -> Result<(), Refusal> {
    let name = &state.roster(target).name;
    let marked = |clause: Clause, reason: String| Err(Refusal::new(clause, reason).at(Place::Unit(target)));
    if state.unit(target).side == firing_side(state) {
        let clause = if state.unit(target).turn.countercharged { RF_CHG_14 } else { RF_FIR_16 };
        return marked(clause, format!("{name}: no enemy"));
    }
    if state.unit(target).turn.under_fire {
        return marked(RF_FIR_15, format!("{name}: fired on in this step already"));
    }
    if firers.is_empty() {
        return marked(RF_FIR_13, format!("nobody fires at {name}"));
    }
    let targets = Targets::of(state);
    for (nth, firing) in firers.iter().enumerate() {
        if firers[..nth].iter().any(|other| other.unit == firing.unit) {
            let reason = format!("{}: named twice", state.roster(firing.unit).name);
            return Err(Refusal::new(RF_FIR_13, reason).at(Place::Unit(firing.unit)));
        }
        Fire { state, targets: &targets, target, firing }.check()?;
    }
    Ok(())
}

/// The part of one unit in a volley.
struct Fire<'a> {
    state: &'a State,
    targets: &'a Targets<'a>,
    target: UnitId,
    firing: &'a Firing,
}

impl Fire<'_> {
    fn refuse<T>(&self, clause: Clause, words: &str) -> Result<T, Refusal> {
        let reason = format!("{} {words}", self.state.roster(self.firing.unit).name);
        Err(Refusal::new(clause, reason).at(Place::Unit(self.firing.unit)))
    }

    fn check(&self) -> Result<(), Refusal> {
        let Firing { unit, stands } = *self.firing;
        if let Err((clause, words)) = may_fire(self.state, unit) {
            return self.refuse(clause, words);
        }
        self.check_stands()?;
        let Some(firer) = Firer::of(self.state, unit) else {
            return self.refuse(RF_FIR_01, "has no stand left to fire");
        };
        let mut shots = Vec::new();
        for muzzle in firer.muzzles.iter().filter(|muzzle| muzzle.stands & stands != 0) {
            shots.clear();
            self.targets.allowed(&firer, muzzle, &mut shots);
            match shots.iter().find(|shot| shot.target == self.target) {
                Some(shot) => self.check_wall(shot)?,
                None => return Err(self.why_not(&firer, muzzle, &shots)),
            }
        }
        Ok(())
    }

    /// Whether the stands named are there, may fire in this formation and have not fired.
    fn check_stands(&self) -> Result<(), Refusal> {
        let (unit, Firing { unit: id, stands }) = (self.state.unit(self.firing.unit), *self.firing);
        let named = stands & !AMUSETTE;
        let there = (1_u32 << unit.stands.min(31)) - 1;
        let may = firing_stands(self.state, id);
        if stands == 0 {
            return self.refuse(RF_FIR_14, "fires with no stand");
        }
        if named & !there != 0 {
            return self.refuse(RF_FIR_14, "has no such stand");
        }
        if stands & AMUSETTE != 0 && !unit.amusette {
            return self.refuse(RF_SPC_20, "has no amusette");
        }
        if named & !may != 0 {
            return match unit.formation == Formation::FieldColumn {
                true => self.refuse(RF_FIR_02, "in field column fires with its front four stands"),
                false => self.refuse(RF_GUN_04, "has silenced guns among these"),
            };
        }
        if stands & unit.turn.fired != 0 {
            return self.refuse(RF_FIR_01, "has fired with some of these stands");
        }
        Ok(())
    }

    /// Half of a garrison at most fires from one side (RF-ARC-04).
    fn check_wall(&self, shot: &Shot) -> Result<(), Refusal> {
        let Firing { unit, stands } = *self.firing;
        match shot.wall {
            Some(wall) if (stands & !AMUSETTE).count_ones() > room_at(self.state, unit, wall) => {
                self.refuse(RF_ARC_04, "fires with at most half of its stands from one side")
            }
            _ => Ok(()),
        }
    }

    /// Why a muzzle may not fire at the target, with the shots it may fire.
    fn why_not(&self, firer: &Firer, muzzle: &Muzzle, shots: &[Shot]) -> Refusal {
        let named = |unit: UnitId| &self.state.roster(unit).name;
        let (own, name) = (named(firer.unit), named(self.target));
        if let Some(target) = firer.charging {
            let reason = format!("{own} must fire at {}, the target of the charge", named(target));
            return Refusal::new(RF_FIR_17, reason).at(Place::Unit(target));
        }
        if self.targets.shot(firer, muzzle, self.target).is_some()
            && let Some(first) = shots.first()
        {
            let charger = firer.charged_by.iter().any(|(charger, _)| *charger == first.target);
            let reason = match charger {
                true => format!("{}, charging {own}, must come before {name}", named(first.target)),
                false => format!("nearer to {own} than {name}: {}", named(first.target)),
            };
            return Refusal::new(RF_FIR_16, reason).at(Place::Unit(first.target));
        }
        match self.targets.miss(firer, muzzle, self.target) {
            Some(Miss::Range(gap)) => {
                let clause = if muzzle.firearm.is_cannon() { RF_GUN_01 } else { RF_FIR_07 };
                let reason = format!("{name}: {} from {own}, out of range", gap.length());
                Refusal::new(clause, reason).at(Place::Along(gap.ends()))
            }
            Some(Miss::Arc(gap)) => {
                Refusal::new(RF_ARC_01, format!("{name}: out of the arc of {own}")).at(Place::Along(gap.ends()))
            }
            Some(Miss::Sight(hidden, line)) => self.state.unseen(hidden, line, name),
            None => Refusal::new(RF_FIR_16, format!("{own} cannot fire at {name}")).at(Place::Unit(self.target)),
        }
    }
}

/// A choice of who runs low, or of the leader who is checked (RF-FIR-38, RF-FIR-39).
pub(crate) fn check_pick(asking: &Asking, command: &Command) -> Result<(), Refusal> {
    match (asking, command) {
        (Asking::LowAmmo(among), Command::RunLow(who)) if !among.contains(who) => {
            Err(Refusal::new(RF_FIR_38, "it cannot run low for this fire").at(Place::Unit(who.unit())))
        }
        (Asking::LeaderTie(among), Command::CheckLeader(who)) if !among.contains(who) => {
            Err(Refusal::new(RF_FIR_39, "he is not one of the nearest leaders"))
        }
        _ => Ok(()),
    }
}
