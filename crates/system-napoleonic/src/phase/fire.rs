//! Small arms: who may fire at whom, and what comes of it (NQ-SAF).

use firelock_core::{Clause, Desk, Halt, Place, Refusal, Side, UnitId};
use firelock_table::{Length, Point};

use super::{artillery, losses, name, own};
use crate::Napoleonic;
use crate::charts::{T_FIREMOD, numbers, range_limit};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{Shooter, Target, Volley};
use crate::share::Share;
use crate::sight::{Shooting, shooting};
use crate::state::{Fire, State, Unit};
use crate::words::{Arm, Formation, Range, Weapon};

/// When a volley is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// As declared.
    Declared,
    /// At a charger that came from so far (NQ-CHG-17).
    Reaction(Length),
    /// By all faces of a square at a charger that sheered off (NQ-CHG-30).
    AllRound,
}

/// A target as the tables read it, seen from a place.
pub(crate) fn target_facts(state: &State, id: UnitId, from: Point) -> Target {
    let (unit, roster) = (state.unit(id), state.roster(id));
    Target {
        class: roster.class,
        formation: unit.read_as(),
        unformed: unit.unformed,
        routing: unit.routing,
        moved: unit.has_moved(),
        cover: state.cover(id, Some(from)),
        zone: state.zone(id, from),
        bases_initial: roster.bases,
        bases: unit.bases,
        reduction: unit.reduction,
        command_attached: state.attached(id).is_some(),
    }
}

/// How far a weapon carries.
fn reach(state: &State, weapon: Weapon) -> Option<Length> {
    [Range::Long, Range::Medium].into_iter().find_map(|range| range_limit(&state.stage.book, weapon, range))
}

/// The facts of a volley; none where no base can shoot.
pub(crate) fn measure(
    state: &State,
    id: UnitId,
    face: Option<u8>,
    target: UnitId,
    combine: bool,
    moment: Moment,
) -> Option<Volley> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let far = reach(state, roster.weapon)?;
    let near = state.stage.length(&numbers::REACTION_RANGE);
    let found = match moment {
        Moment::Declared => shooting(state, id, face, target, far)?,
        Moment::Reaction(distance) => {
            // The range is that of close quarters; arc and sight are those of now.
            let found = shooting(state, id, face, target, Length::cm(400))?;
            Shooting { range: distance.min(near), ..found }
        }
        Moment::AllRound => {
            let ready = |nth: usize| unit.marks.fired & (1 << (nth % 4)) == 0;
            let bases = (0..usize::from(unit.bases)).filter(|nth| ready(*nth)).count() as u8;
            let last = usize::from(unit.bases).checked_sub(1)?;
            Shooting { bases, reduced: ready(last), range: Length::ZERO, from: unit.outline.center() }
        }
    };
    let firer = Shooter {
        class: roster.class,
        quality: roster.quality,
        weapon: roster.weapon,
        formation: unit.read_as(),
        unformed: unit.unformed,
        reformed: unit.marks.reformed,
        formation_changed: unit.marks.formation_changed,
        two_rank: roster.two_rank,
        first_volley: !unit.volley_used,
        bases: found.bases,
        reduction: if found.reduced { unit.reduction } else { 0 },
    };
    let volley = Volley { firer, target: target_facts(state, target, found.from), distance: found.range, combine };
    (found.bases > 0 && volley.range(&state.stage.book).is_some()).then_some(volley)
}

fn refuse(state: &State, clause: Clause, id: UnitId, why: &str) -> Refusal {
    Refusal::new(clause, format!("{} {why}", name(state, id))).at(Place::Unit(id))
}

/// Whether a unit may fire small arms at all in FIRE_SMALLARMS (NQ-SAF-03..05, NQ-SAF-29).
fn able(state: &State, id: UnitId) -> Result<(), Refusal> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let most = Share::hundredths(state.stage.book.number(&numbers::FIRE_MARCHED));
    let light = roster.class.is_light_infantry() && unit.formation.is_open();
    let marks = &unit.marks;
    let cavalry = roster.arm() == Arm::Cavalry;
    match () {
        () if roster.weapon == Weapon::None => Err(refuse(state, NQ_SPC_08, id, "has nothing to shoot with")),
        () if unit.routing => Err(refuse(state, NQ_SAF_05, id, "routs")),
        () if state.is_engaged(id) => Err(refuse(state, NQ_SAF_05, id, "is engaged")),
        () if marks.charging && cavalry => Err(refuse(state, NQ_SAF_29, id, "charges")),
        () if marks.declared || marks.countercharged => Err(refuse(state, NQ_SAF_05, id, "charged this turn")),
        () if marks.fled => Err(refuse(state, NQ_SAF_05, id, "fell back this turn")),
        () if unit.formation == Formation::Square && marks.moved => {
            Err(refuse(state, NQ_SAF_05, id, "is a square that moved"))
        }
        () if marks.marched > most && !light => Err(refuse(state, NQ_SAF_04, id, "marched too far to fire")),
        () => Ok(()),
    }
}

/// Whether a face, or the unit as a whole, is still loaded, and named as it must be (NQ-SAF-03).
pub(crate) fn loaded(state: &State, id: UnitId, face: Option<u8>) -> Result<(), Refusal> {
    let unit = state.unit(id);
    match (unit.formation == Formation::Square && unit.building().is_none(), face) {
        (true, Some(0..=3)) | (false, None) => {}
        (true, _) => return Err(refuse(state, NQ_SAF_03, id, "fires face by face")),
        (false, _) => return Err(refuse(state, NQ_SAF_03, id, "has no faces")),
    }
    match is_loaded(unit, face) {
        true => Ok(()),
        false => Err(refuse(state, NQ_SAF_03, id, "has fired this turn")),
    }
}

/// Whether a face, or the unit as a whole, has not fired this turn.
fn is_loaded(unit: &Unit, face: Option<u8>) -> bool {
    unit.marks.fired & face.map_or(0b1111, |face| 1 << face) == 0
}

/// Whether somebody may be shot at (NQ-SAF-06, NQ-ART-37).
pub(crate) fn may_be_target(state: &State, side: Side, target: UnitId) -> Result<(), Refusal> {
    let unit = state.unit(target);
    if unit.side == side || !unit.is_on_table() {
        return Err(refuse(state, NQ_SAF_03, target, "is no enemy on the table"));
    }
    match state.is_engaged(target) {
        true => Err(refuse(state, NQ_SAF_06, target, "is engaged")),
        false => Ok(()),
    }
}

/// Judges declared fire.
pub(crate) fn check_declared(state: &State, side: Side, fire: &Fire) -> Result<(), Refusal> {
    own(state, side, fire.unit())?;
    // What the survey found needs no second look but for what has fired since.
    if left(state).any(|found| found == fire) {
        return Ok(());
    }
    may_be_target(state, side, fire.target())?;
    match *fire {
        Fire::Volley { unit, face, target, combine } => {
            able(state, unit)?;
            loaded(state, unit, face)?;
            let volley = measure(state, unit, face, target, combine, Moment::Declared);
            judge(state, unit, target, combine, volley.as_ref())
        }
        Fire::Shot { .. } => artillery::check_declared(state, side, fire),
    }
}

/// Whether a volley can be fired, and its bases combined as said.
pub(crate) fn judge(
    state: &State,
    id: UnitId,
    target: UnitId,
    combine: bool,
    volley: Option<&Volley>,
) -> Result<(), Refusal> {
    let Some(volley) = volley else {
        let why = format!("{} has no base with arc, sight and range to {}", name(state, id), name(state, target));
        return Err(Refusal::new(NQ_SAF_02, why).at(Place::Unit(target)));
    };
    match combine && volley.range(&state.stage.book) != Some(Range::Long) {
        true => Err(refuse(state, NQ_SAF_12, id, "combines bases at long range only")),
        false => Ok(()),
    }
}

/// The faces that a unit fires by.
pub(crate) fn faces(unit: &Unit) -> impl Iterator<Item = Option<u8>> {
    let square = unit.formation == Formation::Square && unit.building().is_none();
    let faces: &[Option<u8>] = if square { &[Some(0), Some(1), Some(2), Some(3)] } else { &[None] };
    faces.iter().copied()
}

/// Calls for every fire that a side may declare.
fn each(state: &State, side: Side, take: &mut dyn FnMut(Fire)) {
    for (id, unit) in state.alive(side) {
        if state.roster(id).is_battery() {
            artillery::each(state, side, id, take);
            continue;
        }
        let Some(far) = reach(state, state.roster(id).weapon) else { continue };
        if able(state, id).is_err() {
            continue;
        }
        for (target, other) in state.alive(side.enemy()) {
            if unit.bounds.distance_squared(&other.bounds) > far.squared() || state.is_engaged(target) {
                continue;
            }
            for face in faces(unit).filter(|face| is_loaded(unit, *face)) {
                let Some(volley) = measure(state, id, face, target, false, Moment::Declared) else { continue };
                let long = volley.range(&state.stage.book) == Some(Range::Long);
                for combine in [false, true] {
                    if !combine || long {
                        take(Fire::Volley { unit: id, face, target, combine });
                    }
                }
            }
        }
    }
}

/// All fire that a side may declare, as nobody has yet.
pub(crate) fn survey(state: &State, side: Side) -> Vec<Fire> {
    let mut found = Vec::new();
    each(state, side, &mut |fire| found.push(fire));
    found
}

/// The fire of the survey that is still loaded.
fn left(state: &State) -> impl Iterator<Item = &Fire> {
    state.survey.fires.iter().filter(|fire| match fire {
        Fire::Volley { unit, face, .. } => is_loaded(state.unit(*unit), *face),
        Fire::Shot { unit, gun, .. } => artillery::is_loaded(state.unit(*unit), *gun),
    })
}

/// Whether any fire may still be declared.
pub(crate) fn may_fire(state: &State) -> bool {
    left(state).next().is_some()
}

/// All fire that may still be declared.
pub(crate) fn list(state: &State, into: &mut Vec<Command>) {
    into.extend(left(state).map(|fire| Command::Fire(*fire)));
}

/// All declared volleys, with the bases left (NQ-SEQ-11); losses together at the end.
pub(crate) fn resolve_all(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    for id in desk.state().in_order() {
        let own: Vec<Fire> = desk.state().declared.iter().copied().filter(|fire| fire.unit() == id).collect();
        for fire in own {
            if let Fire::Volley { unit, face, target, combine } = fire {
                if !desk.state().unit(target).is_on_table() {
                    desk.emit(Event::FireLost(unit));
                    continue;
                }
                volley(desk, unit, face, target, combine, Moment::Declared)?;
            }
        }
    }
    desk.emit(Event::FiresDone { guns: false });
    losses::take(desk)
}

/// One volley; its hits wait for the end of the step.
pub(crate) fn volley(
    desk: &mut Desk<'_, Napoleonic>,
    id: UnitId,
    face: Option<u8>,
    target: UnitId,
    combine: bool,
    moment: Moment,
) -> Result<(), Halt> {
    let Some(facts) = measure(desk.state(), id, face, target, combine, moment) else { return Ok(()) };
    let Some(salvos) = facts.salvos(desk.book()) else { return Ok(()) };
    let mut roll = Volley::roll(desk.state().unit(id).side, &salvos);
    for salvo in &salvos {
        roll = roll.because(Some(id), desk.read(&T_FIREMOD, &salvo.aim));
    }
    let hits = Volley::casualties(&desk.roll(roll)?);
    desk.emit(Event::Volleyed(id));
    if hits > 0 {
        desk.emit(Event::Hit { unit: target, hits });
    }
    Ok(())
}
