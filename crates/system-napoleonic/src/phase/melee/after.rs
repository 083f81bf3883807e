//! When all enemies have left: hold, follow up, pursue (NQ-MEL-32..34).

use firelock_core::{Desk, Halt, Place, Refusal, UnitId};
use firelock_table::{Angle, BodyId, FeatureId, Leg, Length, Meet, Met, Scene, Stop, drive, gap_within};

use crate::Napoleonic;
use crate::charts::{T_CONTROL, count, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::{Event, Motion};
use crate::facts::Control;
use crate::geometry::{Strip, in_crowd, of_crowd};
use crate::phase::charge::NEAR;
use crate::phase::control::discipline;
use crate::phase::movement::{admits, flight::charge_rate};
use crate::phase::{cm, leaders, losses, name};
use crate::state::{Asking, Followed, Outcome, Place as Where, State};
use crate::words::{Arm, Formation, Terrain};

/// Winners whose enemies are all gone are asked what they do.
pub(crate) fn ask(desk: &mut Desk<'_, Napoleonic>, group: &[UnitId], outcomes: &[Outcome]) {
    for id in group.iter().rev() {
        let state = desk.state();
        let unit = state.unit(*id);
        if !unit.is_on_table() || unit.routing || unit.marks.fled || state.is_engaged(*id) {
            continue;
        }
        let own = outcomes.iter().filter_map(|outcome| {
            let own = outcome.index(*id)?;
            Some((outcome.units[1 - own], outcome.touching[own]))
        });
        let fled: Vec<(UnitId, u8)> = own.filter(|(enemy, _)| state.unit(*enemy).marks.fled).collect();
        let fled: Vec<(UnitId, u8)> = fled.into_iter().filter(|(enemy, _)| state.unit(*enemy).is_on_table()).collect();
        let fought = outcomes.iter().any(|outcome| outcome.index(*id).is_some());
        if fought && unit.building().is_none() {
            desk.emit(Event::Asked(Asking::After(Followed { unit: *id, fled })));
        }
    }
}

fn is_horse(state: &State, followed: &Followed) -> bool {
    state.roster(followed.unit).arm() == Arm::Cavalry
}

fn refuse(state: &State, followed: &Followed, why: &str) -> Refusal {
    Refusal::new(NQ_MEL_32, format!("{} {why}", name(state, followed.unit))).at(Place::Unit(followed.unit))
}

/// Anyone may try to stay (NQ-MEL-33).
pub(crate) fn check_hold(_state: &State, _followed: &Followed) -> Result<(), Refusal> {
    Ok(())
}

/// Infantry goes ahead a little.
pub(crate) fn check_follow(state: &State, followed: &Followed, length: Length) -> Result<(), Refusal> {
    if !follows_up(state, followed) {
        return Err(refuse(state, followed, "does not follow up"));
    }
    let most = state.stage.length(&numbers::FOLLOW_UP);
    if length <= Length::ZERO || length > most {
        return Err(refuse(state, followed, &format!("follows up by {} at most", cm(most))));
    }
    match may_go(state, followed, length) {
        true => Ok(()),
        false => Err(refuse(state, followed, "has no clear way so far")),
    }
}

fn follows_up(state: &State, followed: &Followed) -> bool {
    let unit = state.unit(followed.unit);
    state.roster(followed.unit).arm() == Arm::Infantry && unit.formation != Formation::Square
}

/// Whether the way of one who follows up is clear so far.
fn may_go(state: &State, followed: &Followed, length: Length) -> bool {
    let off = state.stage.length(&numbers::FOLLOW_CLEAR);
    follows_up(state, followed)
        && ahead(state, followed.unit, length, off, None).is_some_and(|(gone, _)| gone == length)
}

/// Infantry goes into a building just emptied.
pub(crate) fn check_occupy(state: &State, followed: &Followed, building: FeatureId) -> Result<(), Refusal> {
    let (unit, roster) = (state.unit(followed.unit), state.roster(followed.unit));
    let known =
        usize::from(building.0) < state.stage.land.len() && state.stage.land(building).terrain == Terrain::Building;
    let ground = state.stage.table.ground(building).filter(|_| known);
    let near = ground.is_some_and(|ground| gap_within(&unit.stands[..], ground, state.stage.length(&numbers::TOUCH)));
    let held = state.on_table().any(|(_, other)| other.building() == Some(building));
    let fits = unit.bases <= count(&state.stage.book, &numbers::GARRISON_MOST);
    match near && !held && fits && roster.arm() == Arm::Infantry {
        true => Ok(()),
        false => Err(refuse(state, followed, "cannot go into that building")),
    }
}

/// Cavalry goes after those who flee.
pub(crate) fn check_pursue(state: &State, followed: &Followed) -> Result<(), Refusal> {
    match pursues(state, followed) {
        true => Ok(()),
        false => Err(refuse(state, followed, "has nobody to pursue, or is no cavalry")),
    }
}

fn pursues(state: &State, followed: &Followed) -> bool {
    is_horse(state, followed) && !followed.fled.is_empty()
}

/// Whether a winner has anything to choose: who can only stay is not asked.
pub(crate) fn may_follow(state: &State, followed: &Followed) -> bool {
    state.unit(followed.unit).is_on_table() && choices(state, followed).nth(1).is_some()
}

/// All that a winner may do.
pub(crate) fn list_after(state: &State, followed: &Followed, into: &mut Vec<Command>) {
    into.extend(choices(state, followed));
}

fn choices(state: &State, followed: &Followed) -> impl Iterator<Item = Command> {
    let after_them = std::iter::once(Command::Pursue).filter(|_| pursues(state, followed));
    let most = state.stage.length(&numbers::FOLLOW_UP);
    let follows = [most, most.half()].into_iter().filter(|length| may_go(state, followed, *length));
    let near = state.unit(followed.unit).bounds.grown(Length::cm(1));
    let buildings = state.stage.screens.iter().filter(move |screen| screen.bounds.meets(&near));
    let buildings = buildings.filter(|screen| check_occupy(state, followed, screen.feature).is_ok());
    let occupies = buildings.map(|screen| Command::Occupy(screen.feature));
    std::iter::once(Command::Hold).chain(after_them).chain(follows.map(Command::FollowUp)).chain(occupies)
}

/// Carries out what a winner does.
pub(crate) fn follow(desk: &mut Desk<'_, Napoleonic>, followed: &Followed, command: &Command) -> Result<(), Halt> {
    match command {
        Command::Pursue => return pursue(desk, followed),
        Command::FollowUp(length) => {
            let off = desk.state().stage.length(&numbers::FOLLOW_CLEAR);
            if let Some((_, pose)) = ahead(desk.state(), followed.unit, *length, off, None) {
                desk.emit(Event::Moved { unit: followed.unit, pose, motion: Motion::FollowUp });
                leaders::displace(desk, followed.unit);
            }
        }
        Command::Occupy(building) => {
            let lead = desk.state().unit(followed.unit).lead;
            let place = Where::In(*building);
            desk.emit(Event::Placed { unit: followed.unit, place, formation: Formation::Line, lead });
        }
        _ => {
            // Cavalry is held back only by a test (NQ-MEL-33).
            let state = desk.state();
            if !is_horse(state, followed) || followed.fled.is_empty() {
                return Ok(());
            }
            let facts = Control {
                quality: state.roster(followed.unit).quality,
                command_attached: state.attached(followed.unit).is_some(),
            };
            let ledger = desk.read(&T_CONTROL, &facts);
            let why = (NQ_MEL_33, "hold back");
            if !discipline(desk, followed.unit, ledger.total, Some(ledger), why)? {
                return pursue(desk, followed);
            }
        }
    }
    Ok(())
}

/// Further hits, then straight after them (NQ-MEL-34).
fn pursue(desk: &mut Desk<'_, Napoleonic>, followed: &Followed) -> Result<(), Halt> {
    let each = count(desk.book(), &numbers::PURSUIT_HITS);
    for (enemy, bases) in &followed.fled {
        if desk.state().unit(*enemy).is_on_table() && *bases > 0 {
            desk.emit(Event::Hit { unit: *enemy, hits: bases.saturating_mul(each) });
        }
    }
    losses::take(desk)?;
    let state = desk.state();
    let (id, book) = (followed.unit, &state.stage.book);
    let far = charge_rate(state, id).scaled(book.number(&numbers::PURSUIT), 100);
    let quarry = followed.fled.iter().map(|(enemy, _)| *enemy).find(|enemy| state.unit(*enemy).is_on_table());
    let off = state.stage.length(&numbers::PURSUIT_CLEAR);
    if let Some((_, pose)) = ahead(state, id, far, off, quarry) {
        desk.emit(Event::Moved { unit: id, pose, motion: Motion::Pursue });
        leaders::displace(desk, id);
    }
    if !desk.state().unit(id).unformed {
        desk.emit(Event::Unformed(id));
    }
    losses::end_step(desk)
}

/// Straight ahead, or straight after a quarry, as far as the way is clear.
fn ahead(
    state: &State,
    id: UnitId,
    length: Length,
    off: Length,
    quarry: Option<UnitId>,
) -> Option<(Length, firelock_table::Pose)> {
    let body = state.straight(id)?;
    let side = state.unit(id).side;
    let heading = quarry.map_or(body.pose.facing, |quarry| {
        Angle::towards(body.outline().center(), state.unit(quarry).outline.center())
    });
    let slant = (heading - body.pose.facing).turn();
    let (whole, strip) = (body.outline().bounds().grown(length + off + off), Strip::along(&body, heading, length));
    let crowd =
        state.crowd_of(id, |unit| unit.bounds.meets(&whole) && strip.may_meet(&unit.outline.corners, off + NEAR));
    let keep_off = |other: BodyId| (state.unit(of_crowd(other)).side != side).then_some(off);
    let scene = Scene { keep_off: &keep_off, ..Scene::new(&state.stage.table, &crowd, Some(in_crowd(id))) };
    let stop = |meet: &Meet| match meet.with {
        Met::Feature(feature) if admits(state, id, feature) => Stop::Through,
        _ => Stop::Halt,
    };
    let way = drive(&scene, &body, &[Leg::Slant(slant, length)], stop);
    (way.length() > Length::ZERO && way.on.is_empty()).then(|| (way.length(), way.end.pose))
}
