//! Whether a unit can stand somewhere: on the table, on nobody, on ground that bears it (RF-MOV-29, RF-FRM-08).

use firelock_core::{Place as Spot, Refusal, UnitId};
use firelock_table::{Base, FeatureId, Length, Pose, Size, TOUCH, overlaps, overlaps_ground};

use super::{roster_of, stands_of};
use crate::clauses::*;
use crate::phase::movement::branch;
use crate::state::{Place, State, Unit};
use crate::words::{Branch, Formation, MoveClass, Obstacle};

/// Whether a unit could stand as `posted` says; it may stand where it stands itself now.
pub(crate) fn can_stand(state: &State, id: UnitId, posted: &Unit) -> Result<(), Refusal> {
    match posted.place {
        Place::Off => Err(Refusal::new(RF_SEQ_24, "a place on the table is wanted").at(Spot::Unit(id))),
        Place::In(feature) => can_garrison(state, id, posted, feature),
        Place::At(_) if posted.formation == Formation::Garrison => {
            Err(Refusal::new(RF_FRM_08, "a garrison stands in a building or works").at(Spot::Unit(id)))
        }
        Place::At(_) => has_room(state, id, posted),
    }
}

fn has_room(state: &State, id: UnitId, posted: &Unit) -> Result<(), Refusal> {
    let name = &state.roster(id).name;
    let bounds = state.stage.table.bounds();
    let bases = stands_of(state, posted);
    for base in &bases {
        if let Some(off) = base.corners.iter().find(|corner| !bounds.contains(**corner)) {
            return Err(Refusal::new(RF_MOV_30, format!("{name} would stand off the table")).at(Spot::At(*off)));
        }
        if let Some(feature) = closed_under(state, base) {
            let reason = format!("{name} cannot stand in {}", state.stage.land(feature).called());
            return Err(Refusal::new(RF_MOV_29, reason).at(Spot::At(base.center())));
        }
    }
    let around = firelock_table::Bounds::around(bases.iter().map(Base::bounds));
    for (other, piece) in state.all_units() {
        if other == id || !piece.is_on_table() || piece.pose().is_none() || !piece.outline.bounds().meets(&around) {
            continue;
        }
        let theirs = state.bases(other);
        if let Some(base) = bases.iter().find(|base| theirs.iter().any(|their| overlaps(base, their))) {
            let reason = format!("{name} would stand on {}", state.roster(other).name);
            return Err(Refusal::new(RF_MOV_29, reason).at(Spot::At(base.center())));
        }
    }
    Ok(())
}

/// The feature under a stand that nobody can stand in, unless the stand is on a road, bridge or ford.
fn closed_under(state: &State, base: &Base) -> Option<FeatureId> {
    let inner = drawn_in(base);
    let table = &state.stage.table;
    let under: Vec<FeatureId> = table.under(&inner).collect();
    let closes = |id: &FeatureId| {
        let land = state.stage.land(*id);
        let closed = land.movement == MoveClass::Impassable || land.obstacle == Obstacle::GarrisonOnly;
        closed && table.ground(*id).is_none_or(|ground| overlaps_ground(base, ground))
    };
    let closed = under.iter().copied().find(closes)?;
    let crossed = |id: &FeatureId| {
        let land = state.stage.land(*id);
        land.is_crossing() && (state.is_on_road(base, *id) || table.path(*id).is_none())
    };
    (!under.iter().any(crossed)).then_some(closed)
}

/// A stand drawn in by a touch on every side, so that lying flush beside something is not being in it.
fn drawn_in(base: &Base) -> Base {
    let less = |length: Length| (length - TOUCH * 2).max(Length::ZERO);
    let pose = Pose::new(base.pose.at.ahead(base.facing(), -TOUCH), base.facing());
    Base::new(pose, Size::new(less(base.size.width), less(base.size.depth)))
}

/// Infantry or dismounted troops in a place that holds them all, and no enemy (RF-FRM-08, RF-FRM-18).
fn can_garrison(state: &State, id: UnitId, posted: &Unit, feature: FeatureId) -> Result<(), Refusal> {
    let name = &state.roster(id).name;
    let refuse = |reason: String| Err(Refusal::new(RF_FRM_08, reason).at(Spot::Unit(id)));
    if state.stage.table.feature(feature).is_none() {
        return refuse(format!("there is no feature {}", feature.0));
    }
    let land = state.stage.land(feature);
    if posted.formation != Formation::Garrison {
        return refuse(format!("{name} may hold {} only as a garrison", land.called()));
    }
    if !matches!(branch(roster_of(state, posted), posted.mounted), Branch::Infantry | Branch::Dismounted) {
        return Err(Refusal::new(RF_FRM_18, format!("{name} cannot garrison")).at(Spot::Unit(id)));
    }
    let Some(capacity) = land.capacity else { return refuse(format!("nobody can garrison {}", land.called())) };
    let others = state
        .all_units()
        .filter(|(other, unit)| *other != id && unit.is_on_table() && unit.place == Place::In(feature));
    let mut held = 0_u16;
    for (other, unit) in others {
        if unit.side != posted.side {
            return refuse(format!("{}: held by {}", land.called(), state.roster(other).name));
        }
        held += u16::from(unit.stands);
    }
    match held + u16::from(posted.stands) <= u16::from(capacity) {
        true => Ok(()),
        false => refuse(format!("{} holds {capacity} stands", land.called())),
    }
}
