//! Gun maneuvers by effect and carriage (RF-GUN).

use firelock_core::Refusal;
use firelock_table::{Angle, Leg, Length, Pose};

use super::plan::{Friends, Plan};
use super::{budget, retreat};
use crate::charts::{Pace, hand_haul};
use crate::clauses::*;
use crate::command::{Maneuver, SetGap};
use crate::event::Event;
use crate::facts::Scope;
use crate::roster::BodyOf;
use crate::state::{Gun, Place, Unit};
use crate::words::{Carriage, Formation, GunType};

/// Works out a maneuver of guns.
pub(super) fn work_out(mut plan: Plan<'_>, maneuver: &Maneuver, gap: Option<SetGap>) -> Result<Vec<Event>, Refusal> {
    let (gun, fixed) = match &plan.roster().body {
        BodyOf::Guns { gun, fixed, .. } => (*gun, *fixed),
        BodyOf::Troops { .. } => return plan.refuse(RF_GUN_07, "these are no guns"),
    };
    let scope = plan.unit.turn.scope;
    let light = gun.carriage() == Carriage::Light && !fixed;
    let handled_well = matches!(scope, Scope::WellHandled | Scope::DoubleQuick);
    let acts = handled_well || scope == Scope::Tardy;
    let (mut fires, mut changed, mut no_fire) = (false, false, true);
    let stays_put = matches!(
        maneuver,
        Maneuver::Hold | Maneuver::GunFire { .. } | Maneuver::Pivot(_) | Maneuver::Rally | Maneuver::Replenish
    );
    if fixed && !stays_put {
        return plan.refuse(RF_ROS_26, "a fixed gun never moves");
    }
    match maneuver {
        // RF-GUN-17: to hold is to hold and fire.
        Maneuver::Hold => (fires, no_fire) = (true, false),
        Maneuver::GunFire { facing: None } if acts => {
            plan.is_unlimbered()?;
            (fires, no_fire) = (true, false);
        }
        Maneuver::GunFire { facing: Some(facing) } if handled_well => {
            if !light {
                return plan.refuse(RF_GUN_08, "only light carriages turn or unlimber and fire");
            }
            match plan.unit.formation {
                Formation::Limbered => plan.unlimber(*facing)?,
                _ => plan.pivot(*facing)?,
            }
            (fires, no_fire) = (true, false);
        }
        Maneuver::GunMove { limber, steps, unlimber } if acts => {
            let combined = *limber || unlimber.is_some();
            if *limber && unlimber.is_some() {
                return plan.refuse(RF_GUN_08, "it limbers or unlimbers, not both");
            }
            if combined && !(light && handled_well) {
                return plan.refuse(RF_GUN_08, "only well handled light carriages limber or unlimber with a move");
            }
            if *limber {
                plan.limber()?;
            }
            // RF-GUN-12: the double quick rate only when it stays limbered throughout.
            let pace = if combined { Pace::Full } else { super::pace(scope) };
            plan.walk(steps, super::Budget { pace, ..budget(scope, false) })?;
            if let Some(facing) = unlimber {
                plan.unlimber(*facing)?;
            }
            changed = combined;
        }
        Maneuver::Limber if acts => {
            plan.limber()?;
            changed = true;
        }
        Maneuver::Unlimber(facing) if acts => {
            plan.unlimber(*facing)?;
            changed = true;
        }
        Maneuver::Pivot(facing) if acts => {
            plan.is_unlimbered()?;
            plan.pivot(*facing)?;
        }
        // RF-GUN-13.
        Maneuver::Rally if handled_well => plan.rally_guns()?,
        Maneuver::Rally if acts => return plan.refuse(RF_GUN_13, "a tardy gun does not rally"),
        Maneuver::Replenish if handled_well => plan.replenish()?,
        Maneuver::Haul { heading, by } if handled_well => plan.haul(gun, *heading, *by)?,
        Maneuver::LimberAndRetreat if scope == Scope::Tardy && light => {
            let events = retreat::limber_and_retreat(&plan)?;
            plan.events.extend(events);
            return Ok(plan.finish(true, true, false));
        }
        Maneuver::GunFire { .. }
        | Maneuver::GunMove { .. }
        | Maneuver::Limber
        | Maneuver::Unlimber(_)
        | Maneuver::Pivot(_)
        | Maneuver::Rally
        | Maneuver::Replenish
        | Maneuver::Haul { .. }
        | Maneuver::LimberAndRetreat => {
            let clause = if scope == Scope::Tardy { RF_GUN_10 } else { RF_GUN_07 };
            return plan.refuse(clause, "its check does not allow that maneuver");
        }
        _ => return plan.refuse(RF_GUN_07, "that is a maneuver of troops"),
    }
    if gap.is_some() && !matches!(maneuver, Maneuver::Unlimber(_) | Maneuver::GunMove { unlimber: Some(_), .. }) {
        return plan.refuse(RF_FRM_10, "guns set their gaps when they unlimber");
    }
    plan.set_gap(gap)?;
    Ok(plan.finish(changed, no_fire, fires))
}

impl Plan<'_> {
    fn is_unlimbered(&self) -> Result<(), Refusal> {
        match self.unit.formation {
            Formation::Unlimbered => Ok(()),
            _ => self.refuse(RF_FIR_03, "limbered guns do not fire"),
        }
    }

    /// Hitches up, one behind another, the way it faces.
    fn limber(&mut self) -> Result<(), Refusal> {
        if self.unit.formation == Formation::Limbered {
            return self.refuse(RF_GUN_07, "it is limbered");
        }
        let pose = self.body()?.pose;
        self.stand_so(Unit { formation: Formation::Limbered, gap: 0, place: Place::At(pose), ..self.unit.clone() })
    }

    /// Side by side on the same front center, facing anywhere.
    fn unlimber(&mut self, facing: Angle) -> Result<(), Refusal> {
        if self.unit.formation == Formation::Unlimbered {
            return self.refuse(RF_GUN_07, "it is unlimbered");
        }
        let center = self.body()?.bases().first().map_or(self.body()?.pose.at, |head| head.center());
        let deep = self.body()?.bases().first().map_or(Length::ZERO, |head| head.size.depth.half());
        let pose = Pose::new(center.ahead(facing, deep), facing.heading());
        self.stand_so(Unit {
            formation: Formation::Unlimbered,
            gap: 0,
            place: Place::At(pose),
            bend: Vec::new(),
            ..self.unit.clone()
        })
    }

    /// Turns in place to any facing (RF-GUN-15).
    fn pivot(&mut self, facing: Angle) -> Result<(), Refusal> {
        let body = self.body()?;
        let pose = body.pose.about(body.outline().center(), (facing - body.pose.facing).turn());
        self.stand_so(Unit { place: Place::At(pose), ..self.unit.clone() })
    }

    /// Silenced stands fire again (RF-GUN-13).
    fn rally_guns(&mut self) -> Result<(), Refusal> {
        let n_guns = usize::from(self.unit.stands);
        let silenced: Vec<usize> = (0..n_guns).filter(|gun| self.unit.guns[*gun].silenced).collect();
        if silenced.is_empty() {
            return self.refuse(RF_GUN_13, "none of its guns is silenced");
        }
        for gun in silenced {
            let marks = Gun { silenced: false, ..self.unit.guns[gun] };
            self.events.push(Event::GunMarked { unit: self.id, gun: gun as u8, marks });
        }
        Ok(())
    }

    /// Hauled by hand in any direction, the facing kept (RF-GUN-09).
    fn haul(&mut self, gun: GunType, heading: Angle, by: Length) -> Result<(), Refusal> {
        if self.is_unlimbered().is_err() {
            return self.refuse(RF_GUN_09, "only unlimbered guns are hauled by hand");
        }
        let Some(most) = hand_haul(&self.state.stage.book, gun) else {
            return self.refuse(RF_GUN_09, "only light carriages are hauled by hand");
        };
        if by.get() < 0 || by > most {
            return self.refuse(RF_GUN_09, format!("it is hauled at most {most}"));
        }
        let body = self.body()?;
        let drive = self.drive(&body, &[Leg::Slant((heading - body.pose.facing).turn(), by)], Friends::Bar)?;
        self.stand(&drive)
    }
}
