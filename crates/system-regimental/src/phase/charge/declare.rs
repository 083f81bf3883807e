//! Declaring charges (RF-SEQ-06, RF-CHG-01..08).

use firelock_core::{Desk, Halt, Place as Where, Refusal, UnitId};
use firelock_table::{Length, Met, Scene, Stop, drive};

use super::course::{Course, CourseEnd, Effort, crowd_without_chargers, follow, legs};
use crate::Regimental;
use crate::charts::numbers;
use crate::clauses::*;
use crate::command::{ChargeWay, Command};
use crate::event::Event;
use crate::facts::Scope;
use crate::phase::movement;
use crate::results::ManeuverEffect;
use crate::state::{Charge, ChargeStage, State, Unit};
use crate::words::{Branch, Formation, MoveClass, Order};

// Check.

/// Whether a unit may declare a charge, as [`may_charge`] tells with reasons.
fn is_ready(state: &State, id: UnitId, unit: &Unit) -> bool {
    let formed = matches!(unit.formation, Formation::Line | Formation::OpenOrder | Formation::FieldColumn);
    let marks = &unit.turn;
    (marks.to_maneuver && marks.charge.is_none() && marks.scope != Scope::Hold)
        && (formed && unit.order != Order::Broken)
        && (unit.side == state.active && !state.roster(id).is_guns())
}

/// Whether a unit may declare a charge at all (RF-CHG-01, RF-CHG-02); who has just rallied may (RF-MOR-16).
pub(super) fn may_charge(state: &State, id: UnitId) -> Result<(), Refusal> {
    let (unit, name) = (state.unit(id), &state.roster(id).name);
    let refuse = |clause, reason: &str| Err(Refusal::new(clause, format!("{name} {reason}")).at(Where::Unit(id)));
    if unit.side != state.active {
        return refuse(RF_SEQ_06, "is not yours to charge with");
    }
    if state.roster(id).is_guns() {
        return refuse(RF_CHG_02, "is guns, and guns do not charge");
    }
    if unit.turn.charge.is_some() {
        return refuse(RF_SEQ_06, "has declared its charge");
    }
    if !unit.turn.to_maneuver {
        return refuse(RF_SEQ_06, "is not a unit of this check");
    }
    if unit.turn.scope == Scope::Hold {
        let effect = unit.turn.effect.map_or("its check", ManeuverEffect::name);
        return refuse(RF_CHG_01, &format!("does not charge under {effect}"));
    }
    match (unit.order, unit.formation) {
        (Order::Broken, _) | (_, Formation::Mob) => refuse(RF_CHG_02, "is broken and does not charge"),
        (_, Formation::Line | Formation::OpenOrder | Formation::FieldColumn) => Ok(()),
        (_, Formation::MarchColumn) => refuse(RF_CHG_02, "is in march column and does not charge"),
        (_, Formation::Garrison) => refuse(RF_CHG_02, "is a garrison and does not charge"),
        (_, Formation::Limbered | Formation::Unlimbered) => refuse(RF_CHG_02, "is guns, and guns do not charge"),
    }
}

/// Whether a charge may be made as a full move disordered (RF-MAN-26, RF-MAN-27).
pub(super) fn may_go_disordered(unit: &Unit) -> bool {
    match unit.turn.effect {
        Some(ManeuverEffect::Tardy) => unit.turn.began_good,
        Some(ManeuverEffect::Rally) => true,
        _ => false,
    }
}

/// Whether a unit may charge with cold steel (RF-CHG-07).
pub(super) fn has_cold_steel(state: &State, id: UnitId) -> bool {
    movement::branch(state.roster(id), state.unit(id).mounted) == Branch::Infantry && state.roster(id).traits().bayonets
}

/// Judges a declared charge.
pub(crate) fn check_declare(state: &State, command: &Command) -> Result<(), Refusal> {
    let Command::Charge { unit, target, way, cold_steel, disordered } = command else {
        return Err(Refusal::new(RF_SEQ_06, "charges are declared now"));
    };
    may_charge(state, *unit)?;
    judge(state, &crowd_without_chargers(state), *unit, *target, *way, *cold_steel, *disordered).map(drop)
}

/// The course of a charge of a unit that may charge, or why it may not go so.
pub(super) fn judge(
    state: &State,
    crowd: &firelock_table::Crowd,
    id: UnitId,
    target: UnitId,
    way: ChargeWay,
    cold_steel: bool,
    disordered: bool,
) -> Result<Course, Refusal> {
    let (unit, name, enemy) = (state.unit(id), &state.roster(id).name, &state.roster(target).name);
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).at(Where::Unit(id)));
    if state.unit(target).side == unit.side {
        return Err(Refusal::new(RF_CHG_04, format!("{enemy} is no enemy")).at(Where::Unit(target)));
    }
    let most = state.stage.degrees(&numbers::CHARGE_WHEEL_DEGREES);
    let (by, ahead) = match way {
        ChargeWay::Straight => (firelock_table::Angle::ZERO, Length::ZERO),
        ChargeWay::Wheel { ahead, by } => (by, ahead),
        ChargeWay::Oblique { by } => (by, Length::ZERO),
    };
    if by.abs() > most {
        return refuse(RF_CHG_04, format!("a charge wheels or obliques by at most {most}"));
    }
    if cold_steel && !has_cold_steel(state, id) {
        return refuse(RF_CHG_07, format!("{name}: no bayonets to charge with"));
    }
    if disordered && !may_go_disordered(unit) {
        let reason = "only a tardy unit in good order, or a rallied one, makes a full move disordered";
        return refuse(RF_MAN_26, reason.into());
    }
    // Nobody asks whether it sees its target (RF-CHG-05).
    let effort = Effort::of(unit, disordered);
    let reach = effort.reach(state, id, MoveClass::Open).unwrap_or_default();
    let between = state.gap(id, target);
    if !between.within(reach) || ahead > reach || ahead < Length::ZERO {
        let reason = format!("{enemy}: {} off, and {name} may charge {reach} at most", between.length());
        return Err(Refusal::new(RF_CHG_03, reason).at(Where::Along(between.ends())));
    }
    if state.garrisoned(target).is_some() && movement::branch(state.roster(id), unit.mounted).is_mounted() {
        let reason = format!("mounted troops do not charge the garrison {enemy}");
        return Err(Refusal::new(RF_CHG_66, reason).at(Where::Unit(target)));
    }
    let Some(course) = follow(state, crowd, id, way, effort, target) else {
        return refuse(RF_CHG_02, format!("{name} cannot charge from where it is"));
    };
    match &course.end {
        CourseEnd::Barred(refusal) => return Err(refusal.clone()),
        CourseEnd::Short if !leads_to_enemy(state, crowd, id, way) => {
            let reason = format!("that way does not lead to {enemy}");
            return Err(Refusal::new(RF_CHG_04, reason).at(Where::Along(between.ends())));
        }
        CourseEnd::Short | CourseEnd::Meets(_) => {}
    }
    match friend_under(state, id, &course) {
        Some(friend) if matches!(course.end, CourseEnd::Meets(_)) => {
            let reason = format!("it would end on {}", state.roster(friend).name);
            Err(Refusal::new(RF_MOV_29, reason).at(Where::Unit(friend)))
        }
        _ => Ok(course),
    }
}

/// The friend that a charge would end on: who is passed freely is not stood upon (RF-MOV-29).
pub(super) fn friend_under(state: &State, id: UnitId, course: &Course) -> Option<UnitId> {
    let side = state.unit(id).side;
    course.drive.on.iter().map(|on| UnitId(on.0)).find(|on| state.unit(*on).side == side)
}

/// Whether a way that is too long to be gone leads to some enemy (RF-CHG-06, RF-CHG-70).
fn leads_to_enemy(state: &State, crowd: &firelock_table::Crowd, id: UnitId, way: ChargeWay) -> bool {
    let Some(body) = state.body(id) else { return false };
    let scene = Scene::new(&state.stage.table, crowd, Some(firelock_table::BodyId(id.0)));
    let enemy = |met: &Met| matches!(met, Met::Body { id: other, .. } if state.unit(UnitId(other.0)).side != state.unit(id).side);
    let garrison = |met: &Met| {
        let held = |feature| {
            state.on_table(state.unit(id).side.enemy()).any(|(enemy, _)| state.garrisoned(enemy) == Some(feature))
        };
        matches!(met, Met::Feature(feature) if held(*feature))
    };
    let driven = drive(&scene, body, &legs(body, way, Length::inches(40)), |meet| {
        if enemy(&meet.with) || garrison(&meet.with) { Stop::Halt } else { Stop::Through }
    });
    driven.halted.is_some()
}

// Resolve.

/// Declares a charge or a countercharge.
pub(crate) fn resolve_declare(desk: &mut Desk<'_, Regimental>, command: &Command) -> Result<(), Halt> {
    match command {
        Command::Charge { unit, target, way, cold_steel, disordered } => {
            // RF-MAN-26, RF-MAN-27: marked at once, so that fire finds it so (RF-MAN-30).
            if *disordered {
                desk.emit(Event::Ordered { unit: *unit, order: Order::Disordered });
            }
            let charge = Charge {
                target: *target,
                cold_steel: *cold_steel,
                counter: false,
                breakthrough: false,
                ground: MoveClass::Open,
                stage: ChargeStage::Declared,
            };
            desk.emit(Event::ChargeDeclared { unit: *unit, charge, way: *way });
        }
        Command::Countercharge { unit, charger } => super::counter::declare(desk, *unit, *charger),
        _ => {}
    }
    Ok(())
}

// Predicates.

/// Whether a unit of this check could charge, and an enemy stands within what it could go at most.
pub(crate) fn may_declare(state: &State) -> bool {
    chargers(state).any(|id| targets(state, id).next().is_some())
}

/// The units that may still declare a charge.
pub(super) fn chargers(state: &State) -> impl Iterator<Item = UnitId> {
    state.on_table(state.active).filter(|(id, unit)| is_ready(state, *id, unit)).map(|(id, _)| id)
}

/// The enemies that a unit might reach, told by their boxes.
pub(super) fn targets(state: &State, id: UnitId) -> impl Iterator<Item = UnitId> {
    let unit = state.unit(id);
    let effort = Effort::of(unit, may_go_disordered(unit));
    let reach = effort.reach(state, id, MoveClass::Open).unwrap_or_default();
    let around = unit.outline.bounds();
    state.on_table(unit.side.enemy()).map(|(enemy, _)| enemy).filter(move |enemy| {
        let bounds = match state.garrison(*enemy) {
            Some(ground) => *ground.bounds(),
            None => state.unit(*enemy).outline.bounds(),
        };
        bounds.distance_squared(&around) <= reach.squared()
    })
}
