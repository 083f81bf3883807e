//! Morale tests and what they do, panic, rally (NQ-MOR).

use firelock_core::{Desk, Halt, UnitId};
use firelock_table::{Angle, Base, Point, gap_within};

use super::{control, losses, movement};
use crate::Napoleonic;
use crate::charts::{T_MORDM, numbers};
use crate::clauses::*;
use crate::event::Event;
use crate::facts::{Morale, Rallied, Rally, Tested, morale_roll};
use crate::geometry::{around, centered};
use crate::results::Cause;
use crate::state::{Fallen, Fate, Place, State};
use crate::words::{Formation, Zone};
use movement::flight::{self, Flight};

/// What a test asks beyond the state of the table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Occasion {
    /// From where the enemy comes that it tests because of.
    pub(crate) enemy: Option<Point>,
    /// Charged by cavalry.
    pub(crate) ridden_at: bool,
    /// Fights lost and won.
    pub(crate) fights: (u8, u8),
}

/// The facts of a morale test of a unit as it stands.
pub(crate) fn measure(state: &State, id: UnitId, cause: Cause, occasion: Occasion) -> Morale {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let enemy = occasion.enemy.or_else(|| {
        let enemy = state.which_enemy(id)?;
        Some(state.unit(enemy).outline.pose.at)
    });
    Morale {
        cause,
        class: roster.class,
        quality: roster.quality,
        formation: unit.read_as(),
        unformed: unit.unformed,
        engaged: state.is_engaged(id),
        garrison: unit.building().is_some(),
        bases_initial: roster.bases,
        bases: unit.bases,
        reduction: unit.reduction,
        bases_lost: state.bases_lost(id),
        flank_or_rear: state.log.flanked.contains(&id),
        charged_by_cavalry: occasion.ridden_at,
        friend_lost: saw_friend_lost(state, id),
        command_hit: state.log.leaderless.contains(&id),
        command_attached: state.attached(id).is_some(),
        cover: state.cover(id, enemy),
        supported: is_supported(state, id),
        fights_lost: occasion.fights.0,
        fights_won: occasion.fights.1,
    }
}

/// A formed friend, not engaged, close behind (NQ-MOR-30).
fn is_supported(state: &State, id: UnitId) -> bool {
    let reach = state.stage.length(&numbers::SUPPORT_REACH);
    state.alive(state.unit(id).side).any(|(other, friend)| {
        other != id
            && friend.is_formed()
            && !state.is_engaged(other)
            && state.zone(id, friend.outline.center()) == Zone::Rear
            && state.within(id, other, reach)
    })
}

/// A friend of its brigade near by was lost in this step (NQ-MOR-26).
fn saw_friend_lost(state: &State, id: UnitId) -> bool {
    let (unit, reach) = (state.unit(id), state.stage.length(&numbers::PANIC_REACH));
    let near = |outline: &Base| gap_within(&unit.stands[..], outline, reach);
    let own = |fallen: &&Fallen| {
        fallen.unit != id
            && state.unit(fallen.unit).side == unit.side
            && state.roster(fallen.unit).brigade == state.roster(id).brigade
    };
    state.log.fallen.iter().filter(own).any(|fallen| near(&fallen.outline))
}

/// Rolls a morale test; what comes of it is still to be applied.
pub(crate) fn roll(
    desk: &mut Desk<'_, Napoleonic>,
    id: UnitId,
    cause: Cause,
    occasion: Occasion,
) -> Result<Tested, Halt> {
    let facts = measure(desk.state(), id, cause, occasion);
    let ledger = desk.read(&T_MORDM, &facts.mood(desk.book()));
    let side = desk.state().unit(id).side;
    let roll = morale_roll(desk.book(), side, facts.quality, ledger.total).because(Some(id), ledger);
    let score = desk.roll(roll)?.value();
    let tested = facts.result(desk.book(), score);
    desk.emit(Event::Tested { unit: id, cause, effect: tested.effect });
    Ok(tested)
}

/// What a test does to the unit (NQ-MOR-06..11).
pub(crate) fn apply(desk: &mut Desk<'_, Napoleonic>, id: UnitId, tested: &Tested) {
    if tested.destroyed {
        return losses::remove(desk, id, Fate::GunsLost);
    }
    if tested.unformed {
        desk.emit(Event::Unformed(id));
    }
    if tested.limbers {
        limber(desk, id);
    }
    if tested.routs {
        desk.emit(Event::Routed(id));
        flight::flee(desk, id, Flight::Rout);
    } else if tested.retreats {
        flight::flee(desk, id, Flight::Retreat);
    }
}

/// Guns limber up where they stand (NQ-MOR-10).
fn limber(desk: &mut Desk<'_, Napoleonic>, id: UnitId) {
    if let Some(pose) = desk.state().unit(id).pose() {
        desk.emit(Event::Formed { unit: id, pose, formation: Formation::Limbered });
    }
}

/// Tests and applies at once.
pub(crate) fn test(
    desk: &mut Desk<'_, Napoleonic>,
    id: UnitId,
    cause: Cause,
    occasion: Occasion,
) -> Result<Tested, Halt> {
    let tested = roll(desk, id, cause, occasion)?;
    apply(desk, id, &tested);
    Ok(tested)
}

/// Whether what happened to a unit in this step calls for a test (NQ-MOR-03).
pub(crate) fn has_trigger(state: &State, id: UnitId) -> bool {
    state.bases_lost(id) > 0 || state.log.halved.contains(&id) || state.log.leaderless.contains(&id)
}

/// The tests after fire (NQ-SEQ-13), then the end of the step.
pub(crate) fn after_fire(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    for id in desk.state().in_order() {
        let state = desk.state();
        let unit = state.unit(id);
        if unit.is_on_table() && !unit.routing && !state.log.tested.contains(&id) && has_trigger(state, id) {
            test(desk, id, Cause::Fire, Occasion::default())?;
        }
    }
    losses::end_step(desk)
}

/// The panic pass (NQ-MOR-18): what happens in it triggers nothing more.
pub(crate) fn panic(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    if desk.state().log.fallen.is_empty() {
        return Ok(());
    }
    let shaken: Vec<UnitId> = desk
        .state()
        .in_order()
        .into_iter()
        .filter(|id| {
            let state = desk.state();
            !state.log.tested.contains(id)
                && !state.unit(*id).routing
                && !state.is_engaged(*id)
                && saw_friend_lost(state, *id)
        })
        .collect();
    for id in shaken {
        if desk.state().unit(id).is_on_table() {
            test(desk, id, Cause::Panic, Occasion::default())?;
        }
    }
    Ok(())
}

/// The rally step (NQ-SEQ-15, NQ-MOR-14, NQ-MOR-15).
pub(crate) fn rally(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    for id in desk.state().in_order() {
        let state = desk.state();
        if !state.unit(id).routing || !control::commanded(state, id, |_| true) {
            continue;
        }
        let (unit, roster) = (state.unit(id), state.roster(id));
        let near = state.stage.length(&numbers::RALLY_NEAR);
        let facts = Rally {
            quality: roster.quality,
            bases_initial: roster.bases,
            bases: unit.bases,
            reduction: unit.reduction,
            enemy_near: state.enemy_within(unit.side, &unit.stands, unit.bounds, near).is_some(),
            command_attached: state.attached(id).is_some(),
            failed: unit.rally_fails,
        };
        let ledger = facts.ledger(&state.stage.book);
        let side = unit.side;
        let why = (NQ_MOR_14, "rally");
        let roll = crate::facts::discipline_roll(desk.book(), side, facts.quality, ledger.total, why);
        let score = desk.roll(roll.because(Some(id), ledger))?.value();
        match facts.result(desk.book(), score) {
            Rallied::Rallied => {
                let place = facing_enemy(desk.state(), id);
                desk.emit(Event::Rallied { unit: id, place });
            }
            Rallied::RunsOn => desk.emit(Event::RallyFailed(id)),
            Rallied::Dispersed => losses::remove(desk, id, Fate::Dispersed),
        }
    }
    desk.emit(Event::StepClosed);
    Ok(())
}

/// The place of a unit turned towards the nearest enemy, where there is room to turn.
pub(crate) fn facing_enemy(state: &State, id: UnitId) -> Place {
    let unit = state.unit(id);
    let (Some(body), Some((_, enemy))) = (state.straight(id), state.nearest_enemy(id)) else { return unit.place };
    let center = body.outline().center();
    let heading = Angle::towards(center, state.unit(enemy).outline.center());
    let pose = centered(&body.layout, center, heading);
    let bases = body.layout.bases(pose);
    let bounds = around(&bases);
    match movement::is_clear(state, id, &bases, bounds) {
        true => Place::At(pose),
        false => unit.place,
    }
}
