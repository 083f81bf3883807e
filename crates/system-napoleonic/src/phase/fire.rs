//! Small arms: who may fire at whom, and what comes of it (NQ-SAF).

use firelock_core::{Clause, Desk, Halt, Place, Refusal, Side, UnitId};
use firelock_table::{Length, Point};

use super::{Lots, artillery, losses, name, own};
use crate::Napoleonic;
use crate::charts::{T_FIREMOD, numbers, range, range_limit};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{Shooter, Target, Volley};
use crate::share::Share;
use crate::sight::{Shooting, shooting, shot_range};
use crate::state::{Fire, State, Unit};
use crate::survey::Verdict;
use crate::words::{Ammunition, Arm, Formation, Range, Weapon};

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

/// What keeps a unit from firing small arms in FIRE_SMALLARMS (NQ-SAF-03..05, NQ-SAF-29).
fn bar(state: &State, id: UnitId) -> Option<(Clause, &'static str)> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let most = Share::hundredths(state.stage.book.number(&numbers::FIRE_MARCHED));
    let light = roster.class.is_light_infantry() && unit.formation.is_open();
    let marks = &unit.marks;
    let cavalry = roster.arm() == Arm::Cavalry;
    match () {
        () if roster.weapon == Weapon::None => Some((NQ_SPC_08, "has nothing to shoot with")),
        () if unit.routing => Some((NQ_SAF_05, "routs")),
        () if state.is_engaged(id) => Some((NQ_SAF_05, "is engaged")),
        () if marks.charging && cavalry => Some((NQ_SAF_29, "charges")),
        () if marks.declared || marks.countercharged => Some((NQ_SAF_05, "charged this turn")),
        () if marks.fled => Some((NQ_SAF_05, "fell back this turn")),
        () if unit.formation == Formation::Square && marks.moved => Some((NQ_SAF_05, "is a square that moved")),
        () if marks.marched > most && !light => Some((NQ_SAF_04, "marched too far to fire")),
        () => None,
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
    // What was found to bear needs no second look but for what has fired since.
    if loaded_bearings(state).any(|(bearing, verdict)| bearing.is_of(fire) && bearing.stands(state, verdict, fire)) {
        return Ok(());
    }
    may_be_target(state, side, fire.target())?;
    match *fire {
        Fire::Volley { unit, face, target, combine } => {
            if let Some((clause, why)) = bar(state, unit) {
                return Err(refuse(state, clause, unit, why));
            }
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
        let why = format!("{}: no base with arc, sight and range to {}", name(state, id), name(state, target));
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

/// A fire that might be declared: who with what at whom. Whether it can be is looked up when it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bearing {
    /// Of a unit or a face of a square.
    Volley { unit: UnitId, face: Option<u8>, target: UnitId },
    /// Of a gun.
    Shot { unit: UnitId, gun: u8, target: UnitId, ammunition: Ammunition },
}

/// What a look at a volley tells; of a shot it tells more by the base that is aimed at.
const CANNOT: u8 = 0;
const LONG: u8 = 2;

impl Bearing {
    /// Whether a fire is of this kind.
    fn is_of(&self, fire: &Fire) -> bool {
        match (*self, *fire) {
            (Bearing::Volley { unit, face, target }, Fire::Volley { unit: id, face: side, target: other, .. }) => {
                (unit, face, target) == (id, side, other)
            }
            (
                Bearing::Shot { unit, gun, target, ammunition },
                Fire::Shot { unit: id, gun: nth, target: other, ammunition: sort, .. },
            ) => (unit, gun, target, ammunition) == (id, nth, other, sort),
            _ => false,
        }
    }

    /// Whether it has not fired this turn.
    fn is_loaded(&self, state: &State) -> bool {
        match *self {
            Bearing::Volley { unit, face, .. } => is_loaded(state.unit(unit), face),
            Bearing::Shot { unit, gun, .. } => artillery::is_loaded(state.unit(unit), gun),
        }
    }

    /// Looks whether it can be declared, and how.
    fn look(&self, state: &State) -> u8 {
        match *self {
            Bearing::Volley { unit, face, target } => look_volley(state, unit, face, target),
            Bearing::Shot { unit, gun, target, ammunition } => {
                artillery::aimed(state, unit, gun, target, ammunition).map_or(CANNOT, |nth| nth + 1)
            }
        }
    }

    /// Whether a look finds just this fire.
    fn stands(&self, state: &State, verdict: &Verdict, fire: &Fire) -> bool {
        [false, true].into_iter().any(|combine| self.fire(state, verdict, combine).as_ref() == Some(fire))
    }

    /// The fire that a look found, bases combined or not; none where it cannot be.
    fn fire(&self, state: &State, verdict: &Verdict, combine: bool) -> Option<Fire> {
        if combine && matches!(self, Bearing::Shot { .. }) {
            return None;
        }
        let found = verdict.known(|| self.look(state));
        match *self {
            _ if found == CANNOT => None,
            Bearing::Volley { .. } if combine && found != LONG => None,
            Bearing::Volley { unit, face, target } => Some(Fire::Volley { unit, face, target, combine }),
            Bearing::Shot { unit, gun, target, ammunition } => {
                let at = artillery::mark(state.unit(target), found - 1);
                Some(Fire::Shot { unit, gun, target, at, ammunition })
            }
        }
    }
}

/// Whether a volley can be fired, and whether at long range: as [`measure`], but no farther than it takes to tell.
fn look_volley(state: &State, id: UnitId, face: Option<u8>, target: UnitId) -> u8 {
    let (book, weapon) = (&state.stage.book, state.roster(id).weapon);
    let Some(far) = reach(state, weapon) else { return CANNOT };
    let near = Range::ALL.iter().filter(|range| **range != Range::Long);
    let near = near.filter_map(|near| range_limit(book, weapon, *near)).max();
    let found = shot_range(state, id, face, target, far, near.unwrap_or(Length::grid(-1)));
    match found.and_then(|distance| range(book, weapon, distance)) {
        None => CANNOT,
        Some(Range::Long) => LONG,
        Some(_) => LONG - 1,
    }
}

/// All fire that the side whose half it is might declare, as boxes tell.
fn bearings(state: &State) -> Vec<(Bearing, Verdict)> {
    let mut found = Vec::new();
    for (id, unit) in state.alive(state.half) {
        if state.roster(id).is_battery() {
            if artillery::bar(state, id).is_none() {
                artillery::each(state, id, &mut |gun, target, ammunition| {
                    found.push((Bearing::Shot { unit: id, gun, target, ammunition }, Verdict::default()));
                });
            }
            continue;
        }
        let Some(far) = reach(state, state.roster(id).weapon).filter(|_| bar(state, id).is_none()) else { continue };
        for (target, other) in state.alive(unit.side.enemy()) {
            if unit.bounds.distance_squared(&other.bounds) > far.squared() || state.is_engaged(target) {
                continue;
            }
            found.extend(faces(unit).map(|face| (Bearing::Volley { unit: id, face, target }, Verdict::default())));
        }
    }
    found
}

/// The bearings of those who have not fired.
fn loaded_bearings(state: &State) -> impl Iterator<Item = &(Bearing, Verdict)> {
    let all = state.survey.fires.get_or_init(|| bearings(state));
    all.iter().filter(|(bearing, _)| bearing.is_loaded(state))
}

/// Whether any fire may still be declared.
pub(crate) fn may_fire(state: &State) -> bool {
    loaded_bearings(state).any(|(bearing, verdict)| bearing.fire(state, verdict, false).is_some())
}

/// All fire that may still be declared.
pub(crate) fn list(state: &State, into: &mut Vec<Command>) {
    for (bearing, verdict) in loaded_bearings(state) {
        let fires = [false, true].into_iter().filter_map(|combine| bearing.fire(state, verdict, combine));
        into.extend(fires.map(Command::Fire));
    }
}

/// One of them.
pub(crate) fn draw(state: &State, lots: Lots<'_>) -> Option<Command> {
    let mut proposals: Vec<(&(Bearing, Verdict), bool)> = Vec::with_capacity(32);
    for found in loaded_bearings(state).filter(|(_, verdict)| verdict.told() != Some(CANNOT)) {
        proposals.push((found, false));
        if matches!(found.0, Bearing::Volley { .. }) {
            proposals.push((found, true));
        }
    }
    lots.among(proposals, |((bearing, verdict), combine)| bearing.fire(state, verdict, combine).map(Command::Fire))
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
