//! The course of a charge: how far it may go, over what ground, and what ends it (RF-CHG-03, 04, 06, 08, 16, 66).

use firelock_core::{Place as Where, Refusal, UnitId};
use firelock_table::{
    Angle, Body, BodyId, Corner, Crowd, Drive, Leg, Length, Meet, Met, Part, Scene, Stop, TOUCH, arc_length, drive, gap,
};

use super::contact::{Meeting, across_of, defended, lined_ground, stands_at};
use crate::charts::{Mover, Pace, numbers, rate};
use crate::clauses::*;
use crate::command::ChargeWay;
use crate::facts::Scope;
use crate::phase::movement;
use crate::state::{ChargeStage, State, Unit};
use crate::words::{Formation, MoveClass, Obstacle, Order};

/// How far an effect lets a unit charge (RF-CHG-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    pub(super) pace: Pace,
    pub(super) half: bool,
}

/// A charge followed to its end.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// The move as far as it goes.
    pub(super) drive: Drive,
    /// The slowest ground crossed.
    pub(super) ground: MoveClass,
    /// What it may spend over that ground.
    pub(super) reach: Length,
    /// What ended it.
    pub(super) end: CourseEnd,
}

/// What ends a charge.
#[derive(Clone, Debug)]
pub(super) enum CourseEnd {
    /// It touches an enemy.
    Meets(Meeting),
    /// Its reach is used up.
    Short,
    /// Something stands in its way.
    Barred(Refusal),
}

impl Effort {
    /// The charge of a unit under its check; a full move disordered is a full one.
    pub(super) fn of(unit: &Unit, disordered: bool) -> Effort {
        match unit.turn.scope {
            Scope::DoubleQuick => Effort { pace: Pace::Quick, half: false },
            Scope::Tardy if !disordered => Effort { pace: Pace::Full, half: true },
            Scope::WellHandled | Scope::Tardy | Scope::Hold => Effort { pace: Pace::Full, half: false },
        }
    }

    /// The charge of a unit that was declared: who was marked disordered for it makes a full move disordered (RF-MAN-26, RF-MAN-27).
    pub(super) fn declared(unit: &Unit) -> Effort {
        Effort::of(unit, unit.order == Order::Disordered)
    }

    /// A breakthrough, or a countercharge at its longest (RF-CHG-12, RF-CHG-60).
    pub(super) const HALF_FULL: Effort = Effort { pace: Pace::Full, half: true };

    /// How far that is over ground of a class; none where it cannot go.
    pub(super) fn reach(self, state: &State, id: UnitId, ground: MoveClass) -> Option<Length> {
        let full = rate(&state.stage.book, mover(state, id)?, ground)?.at(self.pace);
        Some(if self.half { full.half() } else { full })
    }
}

/// A unit's row of the rates.
pub(super) fn mover(state: &State, id: UnitId) -> Option<Mover> {
    let unit = state.unit(id);
    Mover::of_troops(movement::branch(state.roster(id), unit.mounted), unit.formation)
}

/// Everyone but those who have declared a charge and will be gone from where they stand.
pub(super) fn crowd_without_chargers(state: &State) -> Crowd {
    let mut crowd = Crowd::with_capacity(state.units.len());
    let leaves = |unit: &Unit| matches!(&unit.turn.charge, Some(charge) if charge.stage == ChargeStage::Declared && !charge.counter);
    for (id, unit) in state.all_units() {
        if let Some(stance) = state.stance(id).filter(|_| !leaves(unit)) {
            crowd.add_stance(BodyId(id.0), stance);
        }
    }
    crowd
}

/// Follows a charge along its way; `wanted` is whom it was declared at.
pub(super) fn follow(
    state: &State,
    crowd: &Crowd,
    id: UnitId,
    way: ChargeWay,
    effort: Effort,
    wanted: UnitId,
) -> Option<Course> {
    let body = state.body(id)?;
    along(state, crowd, id, body, effort, wanted, |reach| legs(body, way, reach))
}

/// Follows a body along legs that depend on its reach: the slower the ground it crosses, the shorter (RF-MOV-02, RF-CHG-08).
pub(super) fn along(
    state: &State,
    crowd: &Crowd,
    id: UnitId,
    body: &Body,
    effort: Effort,
    wanted: UnitId,
    legs: impl Fn(Length) -> Vec<Leg>,
) -> Option<Course> {
    let mut class = MoveClass::Open;
    loop {
        let reach = effort.reach(state, id, class)?;
        let course = go(state, crowd, id, body, &legs(reach), wanted, reach);
        if course.ground <= class {
            return Some(course);
        }
        // What ended it on slower ground still ends it if that ground lets it come so far.
        let slower = effort.reach(state, id, course.ground)?;
        if !matches!(course.end, CourseEnd::Short) && course.drive.length() <= slower {
            return Some(Course { reach: slower, ..course });
        }
        class = course.ground;
    }
}

/// The legs of a way within a reach (RF-CHG-04).
pub(super) fn legs(body: &Body, way: ChargeWay, reach: Length) -> Vec<Leg> {
    match way {
        ChargeWay::Straight => vec![Leg::Ahead(reach)],
        ChargeWay::Oblique { by } => vec![Leg::Slant(by, reach)],
        ChargeWay::Wheel { ahead, by } => {
            let corner = if by.get() < 0 { Corner::Left } else { Corner::Right };
            let front = body.layout.front();
            let (ahead, arc) = (ahead.min(reach), arc_length(front.from.distance(front.to), by));
            let rest = reach - ahead;
            let mut legs = Vec::with_capacity(3);
            if ahead > Length::ZERO {
                legs.push(Leg::Ahead(ahead));
            }
            if arc <= rest {
                legs.extend([Leg::Wheel(corner, by), Leg::Ahead(rest - arc)]);
            } else {
                // Its reach ends in the wheel.
                let part = i64::from(by.get()) * i64::from(rest.get()) / i64::from(arc.get().max(1));
                legs.push(Leg::Wheel(corner, Angle::steps(part as i32)));
            }
            legs
        }
    }
}

fn go(state: &State, crowd: &Crowd, id: UnitId, body: &Body, legs: &[Leg], wanted: UnitId, reach: Length) -> Course {
    let table = &state.stage.table;
    let scene = Scene { watch: &[Part::AnyBase], ..Scene::new(table, crowd, Some(BodyId(id.0))) };
    let mut driven = drive(&scene, body, legs, |meet| if halts(state, id, meet) { Stop::Halt } else { Stop::Through });
    // Ground that it only touches where it halts is not crossed.
    driven.ground.retain(|ground| ground.from < ground.to);
    let slowest = match driven.ground.is_empty() {
        true => MoveClass::Open,
        false => movement::slowest(state, crowd, id, &driven, body),
    };
    let (ground, end) = match driven.halt() {
        None => (slowest, CourseEnd::Short),
        Some(meet) => match met(state, crowd, id, body, legs, &driven, meet, wanted) {
            Ok(meeting) => {
                let works = meeting.across.map_or(MoveClass::Open, |feature| state.stage.land(feature).movement);
                let lined = lined_ground(state, driven.end.front());
                (slowest.max(works).max(lined), CourseEnd::Meets(meeting))
            }
            Err(refusal) => (slowest, CourseEnd::Barred(refusal)),
        },
    };
    Course { drive: driven, ground, reach, end }
}

/// Whether a meeting ends a charge: any enemy, friends who are not passed freely, closed ground, the edge.
fn halts(state: &State, id: UnitId, meet: &Meet) -> bool {
    match meet.with {
        Met::Body { id: other, .. } => {
            let other = UnitId(other.0);
            state.unit(other).side != state.unit(id).side || !passes_freely(state, id, other)
        }
        Met::Near(_) => false,
        Met::Feature(feature) => {
            let land = state.stage.land(feature);
            land.movement == MoveClass::Impassable || matches!(land.obstacle, Obstacle::Major | Obstacle::GarrisonOnly)
        }
        Met::Edge(_) => true,
    }
}

/// Guns and open order pass and are passed freely (RF-MOV-28).
fn passes_freely(state: &State, id: UnitId, friend: UnitId) -> bool {
    let loose = |id: UnitId| state.roster(id).is_guns() || state.unit(id).formation == Formation::OpenOrder;
    loose(id) || loose(friend)
}

/// The enemy that a halted charge has met, or why it is no charge.
#[expect(clippy::too_many_arguments, reason = "the charge, its way, and where it halted")]
fn met(
    state: &State,
    crowd: &Crowd,
    id: UnitId,
    body: &Body,
    legs: &[Leg],
    driven: &Drive,
    meet: &Meet,
    wanted: UnitId,
) -> Result<Meeting, Refusal> {
    let from = body.front_center();
    match meet.with {
        Met::Body { id: other, base, edge, .. } => {
            let other = UnitId(other.0);
            let name = &state.roster(other).name;
            if state.unit(other).side == state.unit(id).side {
                return Err(Refusal::new(RF_MOV_28, format!("{name}: in the way")).at(Where::Unit(other)));
            }
            if !gap(driven.end.front(), state.bases(other)).within(TOUCH + Length::grid(1)) {
                let reason = format!("it would meet {name} with its side, not its front");
                return Err(Refusal::new(RF_CHG_04, reason).at(Where::Unit(other)));
            }
            // Who lines the works is touched at the moment they are.
            let front = driven.end.front();
            match across_of(state, from, other).filter(|feature| stands_at(state, front, *feature)) {
                Some(feature) => {
                    may_assault(state, id, feature)?;
                    Ok(Meeting::at_feature(state, other, feature, driven.end.front_center(), from))
                }
                None => Ok(Meeting::at_body(state, other, base, edge)),
            }
        }
        Met::Feature(feature) => {
            let land = state.stage.land(feature);
            let beyond = || first_beyond(state, crowd, id, body, legs, feature);
            match defended(state, id, from, feature, wanted, beyond) {
                Some(target) => {
                    may_assault(state, id, feature)?;
                    Ok(Meeting::at_feature(state, target, feature, driven.end.front_center(), from))
                }
                None => {
                    let clause = if land.obstacle == Obstacle::Major { RF_TER_19 } else { RF_MOV_29 };
                    let reason = format!("{} is in the way", land.called());
                    Err(Refusal::new(clause, reason).at(Where::At(driven.end.front_center())))
                }
            }
        }
        Met::Edge(_) => {
            let place = Where::At(driven.end.front_center());
            Err(Refusal::new(RF_MOV_30, "it would leave the table").at(place))
        }
        Met::Near(_) => Err(Refusal::new(RF_MOV_27, "an enemy is near")),
    }
}

/// Foot alone assaults works, buildings and what lies behind a major obstacle (RF-CHG-66).
fn may_assault(state: &State, id: UnitId, feature: firelock_table::FeatureId) -> Result<(), Refusal> {
    let unit = state.unit(id);
    if !movement::branch(state.roster(id), unit.mounted).is_mounted() {
        return Ok(());
    }
    let reason = format!("mounted troops do not charge across {}", state.stage.land(feature).called());
    Err(Refusal::new(RF_CHG_66, reason).at(Where::Unit(id)))
}

/// The first enemy that the charge would meet beyond an obstacle, if nothing else stopped it.
fn first_beyond(
    state: &State,
    crowd: &Crowd,
    id: UnitId,
    body: &Body,
    legs: &[Leg],
    over: firelock_table::FeatureId,
) -> Option<UnitId> {
    let scene = Scene::new(&state.stage.table, crowd, Some(BodyId(id.0)));
    // An obstacle is thin, and who stands behind it within half an inch of it.
    let mut longer = legs.to_vec();
    if let Some(Leg::Ahead(length) | Leg::Slant(_, length)) = longer.last_mut() {
        *length += state.stage.length(&numbers::ASSAULT_REACH) + Length::INCH * 3;
    }
    let driven = drive(&scene, body, &longer, |meet| match meet.with {
        Met::Feature(feature) if feature == over => Stop::Through,
        _ if halts(state, id, meet) => Stop::Halt,
        _ => Stop::Through,
    });
    match driven.halt()?.with {
        Met::Body { id: other, .. } => {
            Some(UnitId(other.0)).filter(|other| state.unit(*other).side != state.unit(id).side)
        }
        _ => None,
    }
}

/// The same way, halted at least an inch from every enemy and clear of friends (RF-CHG-06, RF-MOV-29).
pub(super) fn stop_short(
    state: &State,
    crowd: &Crowd,
    id: UnitId,
    body: &Body,
    reach: Length,
    legs: impl Fn(Length) -> Vec<Leg>,
) -> Drive {
    let stage = &state.stage;
    let side = state.unit(id).side;
    let off = stage.length(&numbers::STAND_OFF);
    let keep_off = |other: BodyId| (state.units[usize::from(other.0)].side != side).then_some(off);
    let scene =
        Scene { watch: &[Part::AnyBase], keep_off: &keep_off, ..Scene::new(&stage.table, crowd, Some(BodyId(id.0))) };
    let held = |feature| state.on_table(side.enemy()).any(|(enemy, _)| state.garrisoned(enemy) == Some(feature));
    let go = |reach: Length| {
        drive(&scene, body, &legs(reach), |meet| match meet.with {
            Met::Near(_) => Stop::Halt,
            Met::Feature(feature) if held(feature) => Stop::HaltShort(off),
            _ if halts(state, id, meet) => Stop::Halt,
            _ => Stop::Through,
        })
    };
    let mut driven = go(reach);
    let step = stage.length(&numbers::RETREAT_STEP);
    let mut left = driven.length();
    while !driven.on.is_empty() && left > Length::ZERO {
        left = (left - step).max(Length::ZERO);
        driven = go(left);
    }
    driven
}
