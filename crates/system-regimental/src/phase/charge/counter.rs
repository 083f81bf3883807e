//! Cavalry countercharges (RF-SEQ-07, RF-CHG-11..14, 19, 69).

use firelock_core::{Desk, Halt, Place as Where, Refusal, UnitId};
use firelock_table::{Angle, Crowd, Drive, Fan, Leg, Length, TOUCH, in_fan, meet_between};

use super::contact::Meeting;
use super::course::{CourseEnd, Effort, along, crowd_without_chargers, stop_short};
use super::declare::friend_under;
use super::moves;
use crate::Regimental;
use crate::charts::{Pace, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::phase::movement;
use crate::state::{Charge, ChargeStage, Contact, Edge, State};
use crate::words::{Branch, Formation, MoveClass, Order};

// Facts.

/// A countercharge worked out: how far each side goes along the line between them.
struct Halfway {
    /// The way of the cavalry that meets the charge.
    drive: Drive,
    /// The slowest ground it crosses.
    ground: MoveClass,
    /// The heading that the charger takes, and how far.
    heading: Angle,
    rest: Length,
}

/// Both go to the middle of their gap, or the countercharger to its limit and the charger the rest (RF-CHG-12, RF-CHG-69), along
/// the shortest line between them (RF-CHG-71).
fn halfway(state: &State, crowd: &Crowd, id: UnitId, charger: UnitId) -> Result<Halfway, Refusal> {
    let between = state.gap(id, charger);
    let (body, ends) = (state.body(id), between.ends());
    let Some(body) = body else {
        return Err(Refusal::new(RF_CHG_11, "a garrison does not countercharge").at(Where::Unit(id)));
    };
    let heading = Angle::towards(ends.from, ends.to);
    let whole = between.length();
    let (_, half) = meet_between(whole, (1, 1));
    let leg = |reach: Length| vec![Leg::Slant((heading - body.pose.facing).turn(), reach.min(half))];
    let course = along(state, crowd, id, body, Effort::HALF_FULL, charger, leg);
    let course = course.ok_or_else(|| Refusal::new(RF_CHG_11, "it cannot countercharge so").at(Where::Unit(id)))?;
    if let Some(friend) = friend_under(state, id, &course) {
        let reason = format!("it would end on {}", state.roster(friend).name);
        return Err(Refusal::new(RF_MOV_29, reason).at(Where::Unit(friend)));
    }
    match course.end {
        CourseEnd::Barred(refusal) => Err(refusal),
        CourseEnd::Meets(other) if other.target != charger => {
            let reason = format!("between them: {}", state.roster(other.target).name);
            Err(Refusal::new(RF_CHG_71, reason).at(Where::Unit(other.target)))
        }
        CourseEnd::Short | CourseEnd::Meets(_) => {
            let rest = whole - course.drive.length().min(whole);
            Ok(Halfway { drive: course.drive, ground: course.ground, heading: (heading + Angle::HALF).heading(), rest })
        }
    }
}

// Check.

/// Judges a countercharge.
pub(crate) fn check_counter(state: &State, id: UnitId, charger: UnitId) -> Result<(), Refusal> {
    judge(state, &crowd_without_chargers(state), id, charger)
}

fn judge(state: &State, crowd: &Crowd, id: UnitId, charger: UnitId) -> Result<(), Refusal> {
    let (unit, name, enemy) = (state.unit(id), &state.roster(id).name, &state.roster(charger).name);
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).at(Where::Unit(id)));
    let declared = match &state.unit(charger).turn.charge {
        Some(charge) if charge.stage == ChargeStage::Declared && !charge.counter => charge,
        _ => return Err(Refusal::new(RF_SEQ_07, format!("{enemy} does not charge now")).at(Where::Unit(charger))),
    };
    if unit.side == state.unit(charger).side {
        return refuse(RF_SEQ_07, format!("{enemy} is a friend of {name}"));
    }
    if movement::branch(state.roster(id), unit.mounted) != Branch::Cavalry {
        return refuse(RF_CHG_11, format!("{name}: only mounted cavalry countercharges"));
    }
    if unit.order != Order::Good {
        return refuse(RF_CHG_11, format!("{name}: out of order, no countercharge"));
    }
    if !matches!(unit.formation, Formation::Line | Formation::OpenOrder | Formation::FieldColumn) {
        return refuse(RF_CHG_11, format!("{name}: no formation to countercharge in"));
    }
    if unit.turn.countercharged {
        return refuse(RF_CHG_13, format!("{name}: countercharged this turn already"));
    }
    if is_touching(state, id) {
        return refuse(RF_CHG_11, format!("{name}: in contact with the enemy already"));
    }
    let target = declared.target;
    if state.unit(target).turn.charge.as_ref().is_some_and(|charge| charge.counter) {
        return refuse(RF_CHG_71, format!("{} meets that charge already", state.roster(target).name));
    }
    let near = state.stage.length(&numbers::COUNTERCHARGE_FRIEND);
    if target != id && !state.within(id, target, near) {
        let between = state.gap(id, target);
        let reason = format!("{}: {} from {name}, too far to be helped", state.roster(target).name, between.length());
        return Err(Refusal::new(RF_CHG_11, reason).at(Where::Along(between.ends())));
    }
    is_before(state, id, charger)?;
    let Halfway { ground, .. } = halfway(state, crowd, id, charger)?;
    let full = Effort { pace: Pace::Full, half: false }.reach(state, id, ground).unwrap_or_default();
    let between = state.gap(id, charger);
    match between.within(full) {
        true => Ok(()),
        false => {
            let reason = format!("{enemy} is {} off, beyond a full move of {full}", between.length());
            Err(Refusal::new(RF_CHG_11, reason).at(Where::Along(between.ends())))
        }
    }
}

/// Whether the charger lies in the front arc (RF-CHG-11).
fn is_before(state: &State, id: UnitId, charger: UnitId) -> Result<(), Refusal> {
    let spread = state.stage.degrees(&numbers::COUNTERCHARGE_ARC);
    let unit = state.unit(id);
    let fan = state.front(id).map(|edge| Fan { edge, facing: unit.outline.facing(), spread, reach: Length::FAR });
    match fan.is_some_and(|fan| in_fan(&fan, state.bases(charger)).is_some()) {
        true => Ok(()),
        false => {
            let reason = format!("{}: not in the front arc of {}", state.roster(charger).name, state.roster(id).name);
            Err(Refusal::new(RF_CHG_11, reason).at(Where::Along(state.gap(id, charger).ends())))
        }
    }
}

/// Countercharges that may be declared now.
pub(super) fn list(state: &State, into: &mut Vec<Command>) {
    let charging: Vec<UnitId> = declared(state).collect();
    if charging.is_empty() {
        return;
    }
    let crowd = crowd_without_chargers(state);
    for id in horsemen(state) {
        let legal = charging.iter().filter(|charger| judge(state, &crowd, id, **charger).is_ok());
        into.extend(legal.map(|charger| Command::Countercharge { unit: id, charger: *charger }));
    }
}

// Resolve.

/// The charger's target is the countercharger from now on (RF-CHG-19).
pub(super) fn declare(desk: &mut Desk<'_, Regimental>, id: UnitId, charger: UnitId) {
    let charge = Charge {
        target: charger,
        cold_steel: false,
        counter: true,
        breakthrough: false,
        ground: MoveClass::Open,
        stage: ChargeStage::Declared,
    };
    desk.emit(Event::Countercharged { unit: id, charge });
    let (ground, stage) = (MoveClass::Open, ChargeStage::Declared);
    desk.emit(Event::ChargeWent { unit: charger, target: id, ground, stage });
}

/// The countercharger of a charge that has yet to move.
pub(super) fn met_by(state: &State, charger: UnitId) -> Option<UnitId> {
    let target = state.unit(charger).turn.charge.as_ref()?.target;
    let charge = state.unit(target).turn.charge.as_ref()?;
    (charge.counter && charge.target == charger && charge.stage == ChargeStage::Declared).then_some(target)
}

/// Both move: the countercharger its part of the way, then the charger until they touch (RF-CHG-12).
pub(super) fn move_both(desk: &mut Desk<'_, Regimental>, charger: UnitId, id: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    let crowd = movement::crowd(state);
    // RF-CHG-56: each by where both stood before they moved.
    let flanks = (state.is_flank(charger, id), state.is_flank(id, charger));
    let Ok(Halfway { drive, ground, heading, rest }) = halfway(state, &crowd, id, charger) else {
        // Somebody has come between since it was declared: the charge goes on as if it had not been met.
        desk.emit(Event::ChargeEnded(id));
        return moves::go_home(desk, charger);
    };
    moves::advance(desk, id, &drive, None)?;
    let state = desk.state();
    let Some(body) = state.body(charger) else { return Ok(()) };
    let crowd = movement::crowd(state);
    let effort = Effort::declared(state.unit(charger));
    let turn = (heading - body.pose.facing).turn();
    let leg = |reach: Length| vec![Leg::Slant(turn, reach)];
    // A few steps more than the gap, for what the grid rounded.
    let course = along(state, &crowd, charger, body, effort, id, |reach| leg(reach.min(rest + TOUCH * 4)));
    let Some(course) = course else { return Ok(()) };
    let clear = friend_under(state, charger, &course).is_none();
    match course.end {
        CourseEnd::Meets(meeting) if meeting.target == id && clear => {
            let aligned = meeting.aligned(state, &crowd, charger, &course.drive.end);
            let contact = Contact { flank: flanks.0, ..meeting.open_contact(state, charger) };
            moves::advance(desk, charger, &course.drive, aligned)?;
            let back = struck_edge(desk.state(), charger, id);
            let answer = Contact { flank: flanks.1, ..back.open_contact(desk.state(), id) };
            desk.emit(Event::Met(contact));
            desk.emit(Event::Met(answer));
            let stage = ChargeStage::Home;
            desk.emit(Event::ChargeWent { unit: charger, target: id, ground: course.ground, stage });
            desk.emit(Event::ChargeWent { unit: id, target: charger, ground, stage });
            Ok(())
        }
        // Another enemy is met on the way: he is the target (RF-CHG-16).
        CourseEnd::Meets(meeting) if meeting.target != id && clear && meeting.has_room(state, charger) => {
            desk.emit(Event::ChargeEnded(id));
            moves::strike(desk, charger, &course, &meeting)
        }
        // Its reach ends before they touch: neither has charged.
        CourseEnd::Meets(_) | CourseEnd::Short | CourseEnd::Barred(_) => {
            let short = stop_short(state, &crowd, charger, body, course.reach.min(rest), leg);
            moves::end_short(desk, charger, &short)?;
            desk.emit(Event::ChargeEnded(id));
            Ok(())
        }
    }
}

/// The edge of a charger that faces the cavalry which met it.
fn struck_edge(state: &State, charger: UnitId, by: UnitId) -> Meeting {
    let outline = state.unit(charger).outline;
    let bases = state.bases(by);
    let edges = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];
    let nearest = outline
        .edges()
        .into_iter()
        .zip(edges)
        .zip(0..)
        .min_by_key(|((line, _), nth)| (firelock_table::gap(*line, bases), *nth));
    let ((line, edge), _) = nearest.expect("a base has four edges");
    Meeting { target: charger, edge, onto: firelock_table::Onto::line(line), line, across: None }
}

// Predicates.

/// Whether some cavalry may countercharge.
pub(crate) fn may_counter(state: &State) -> bool {
    if declared(state).next().is_none() || horsemen(state).next().is_none() {
        return false;
    }
    let crowd = crowd_without_chargers(state);
    horsemen(state).any(|id| declared(state).any(|charger| judge(state, &crowd, id, charger).is_ok()))
}

fn declared(state: &State) -> impl Iterator<Item = UnitId> {
    let waits = |charge: &Charge| charge.stage == ChargeStage::Declared && !charge.counter;
    let charging = state.on_table(state.active).filter(move |(_, unit)| unit.turn.charge.as_ref().is_some_and(waits));
    charging.map(|(id, _)| id)
}

/// Mounted cavalry of the other side in good order that has not countercharged yet.
fn horsemen(state: &State) -> impl Iterator<Item = UnitId> {
    let able = |(id, unit): &(UnitId, &crate::state::Unit)| {
        let mounted = movement::branch(state.roster(*id), unit.mounted) == Branch::Cavalry;
        mounted && unit.order == Order::Good && !unit.turn.countercharged
    };
    state.on_table(state.active.enemy()).filter(able).map(|(id, _)| id)
}

fn is_touching(state: &State, id: UnitId) -> bool {
    state.contacts.iter().any(|contact| contact.target == id || contact.charger == id)
}
