//! Guns: where they may aim, where shots come down, whom they strike (NQ-ART).

use arrayvec::ArrayVec;
use firelock_core::{Clause, Desk, Halt, Place, Refusal, Side, UnitId};
use firelock_table::{Base, Bounds, Fan, Length, Point, gap_within, passes_fan};

use super::{fire, losses, name};
use crate::Napoleonic;
use crate::charts::{T_ACCMOD, gun_range, gun_range_limit, numbers};
use crate::clauses::*;
use crate::event::Event;
use crate::facts::{Accuracy, Impact, deviation_roll, drift};
use crate::results::ShotEffect;
use crate::share::Share;
use crate::sight::{bears, spread};
use crate::state::{Charge, Fire, State, Unit};
use crate::survey::Verdict;
use crate::words::{Ammunition, Class, Formation, GunRange, GunType};

/// When a gun fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment<'a> {
    /// As declared.
    Declared,
    /// At the unit that charges its battery (NQ-CHG-17).
    Reaction(&'a Charge),
    /// At a unit that charges another (NQ-CHG-18).
    Passing(&'a Charge),
}

fn refuse(state: &State, clause: Clause, id: UnitId, why: &str) -> Refusal {
    Refusal::new(clause, format!("{} {why}", name(state, id))).at(Place::Unit(id))
}

/// The type of a gun of a battery.
pub(crate) fn gun_type(state: &State, id: UnitId, gun: u8) -> Option<GunType> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let own = roster.guns.get(usize::from(gun)).filter(|_| gun < unit.bases)?;
    Some(own.of(roster.class))
}

/// Whether a battery may fire at all (NQ-ART-01..03).
pub(crate) fn able(state: &State, id: UnitId) -> Result<(), Refusal> {
    match bar(state, id) {
        Some((clause, why)) => Err(refuse(state, clause, id, why)),
        None => Ok(()),
    }
}

/// What keeps a battery from firing.
pub(crate) fn bar(state: &State, id: UnitId) -> Option<(Clause, &'static str)> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let marks = &unit.marks;
    let most = Share::hundredths(state.stage.book.number(&numbers::HORSE_MARCHED));
    match () {
        () if !roster.is_battery() => Some((NQ_ART_01, "has no guns")),
        () if unit.formation != Formation::Deployed || marks.limbered => Some((NQ_ART_02, "is not deployed")),
        () if unit.routing || state.is_engaged(id) => Some((NQ_ART_37, "is engaged or routs")),
        () if marks.fled => Some((NQ_SAF_05, "fell back this turn")),
        () if marks.towed && roster.class == Class::FootArtillery => Some((NQ_ART_03, "marched limbered this turn")),
        () if marks.towed && marks.marched > most => Some((NQ_ART_03, "marched too far to fire")),
        () => None,
    }
}

/// Judges declared fire of a gun.
pub(crate) fn check_declared(state: &State, side: Side, fire: &Fire) -> Result<(), Refusal> {
    let Fire::Shot { unit, gun, target, at, ammunition } = *fire else { return Ok(()) };
    able(state, unit)?;
    fire::may_be_target(state, side, target)?;
    loaded(state, unit, gun)?;
    aim(state, unit, gun, target, at, ammunition, Moment::Declared).map(|_| ())
}

/// Whether a gun has not fired this turn (NQ-ART-01).
pub(crate) fn loaded(state: &State, id: UnitId, gun: u8) -> Result<(), Refusal> {
    match is_loaded(state.unit(id), gun) {
        true => Ok(()),
        false => Err(refuse(state, NQ_ART_01, id, "has fired that gun this turn")),
    }
}

/// The same, without the words.
pub(crate) fn is_loaded(unit: &Unit, gun: u8) -> bool {
    gun >= 8 || unit.marks.fired & (1 << gun) == 0
}

/// What forbids a shot, before it is put into words.
struct Miss {
    clause: Clause,
    who: UnitId,
    why: &'static str,
    at: Option<Point>,
}

impl Miss {
    fn refusal(self, state: &State) -> Refusal {
        let refusal = refuse(state, self.clause, self.who, self.why);
        match self.at {
            Some(at) => refusal.at(Place::At(at)),
            None => refusal,
        }
    }
}

/// The arc of a gun.
fn arc(state: &State, id: UnitId, base: &Base) -> Fan {
    Fan { edge: base.front(), facing: base.facing(), spread: spread(state, id), reach: Length::FAR }
}

/// The facts of a shot, or what forbids it (NQ-ART-04..11).
pub(crate) fn aim(
    state: &State,
    id: UnitId,
    gun: u8,
    target: UnitId,
    at: Point,
    ammunition: Ammunition,
    moment: Moment<'_>,
) -> Result<Accuracy, Refusal> {
    lay(state, id, gun, target, at, ammunition, moment).map_err(|miss| miss.refusal(state))
}

fn lay(
    state: &State,
    id: UnitId,
    gun: u8,
    target: UnitId,
    at: Point,
    ammunition: Ammunition,
    moment: Moment<'_>,
) -> Result<Accuracy, Miss> {
    let miss = |clause, who, why, at| Err(Miss { clause, who, why, at });
    let (unit, roster) = (state.unit(id), state.roster(id));
    let Some(kind) = gun_type(state, id, gun) else { return miss(NQ_ART_01, id, "has no such gun", None) };
    if !kind.fires(ammunition) {
        return miss(NQ_ART_05, id, "does not fire that from this gun", None);
    }
    let other = state.unit(target);
    if !other.stands.iter().any(|base| base.contains(at)) {
        return miss(NQ_ART_09, target, "has no base at that point", None);
    }
    let Some(base) = unit.stands.get(usize::from(gun)) else {
        return miss(NQ_ART_01, id, "has no such gun", None);
    };
    let (eye, fan) = (base.front().middle(), arc(state, id, base));
    let close = state.stage.length(&numbers::REACTION_GUN_RANGE);
    let (distance, crossing) = match moment {
        Moment::Declared => (eye.distance(at), false),
        Moment::Reaction(charge) => (charge.distance.min(close), false),
        Moment::Passing(charge) => match passes_fan(&fan, &charge.path) {
            Some(gap) => (gap.length(), true),
            None => return miss(NQ_CHG_18, id, "has no arc to the path of that charge", None),
        },
    };
    if !crossing && !bears(&fan, base.pose, &[at], at) {
        return miss(NQ_LOS_08, id, "has no arc to that point", Some(at));
    }
    if gun_range(&state.stage.book, kind, ammunition, distance).is_none() {
        return miss(NQ_ART_06, id, "does not reach so far, or so near", Some(at));
    }
    if let Some(friend) = friend_near(state, unit.side, at) {
        return miss(NQ_ART_10, friend, "is too near to that point", None);
    }
    let lane = state.lane(Some(id), Some(target), Bounds::of(&[eye]), Bounds::of(&[at]));
    let direct = crossing || lane.is_clear(eye, at);
    let seen = direct || (kind.lobs() && spotted(state, unit.side, target));
    if !seen {
        return miss(NQ_ART_10, id, "does not see that point", Some(at));
    }
    Ok(Accuracy {
        class: roster.class,
        quality: roster.quality,
        gun: kind,
        ammunition,
        distance,
        target_moved: other.has_moved(),
        crossing: crossing && other.marks.charging,
        under_fire: unit.fired_at >= state.turn && unit.fired_at > 0,
        gun_moved: unit.marks.moved,
        direct_sight: direct,
        unformed: unit.unformed,
    })
}

/// A friend too near to an impact point (NQ-ART-10).
fn friend_near(state: &State, side: Side, at: Point) -> Option<UnitId> {
    let clear = state.stage.length(&numbers::IMPACT_CLEAR) - Length::grid(1);
    let near = |bounds: &Bounds| bounds.distance_squared(&Bounds::of(&[at])) <= clear.squared();
    let mut friends = state.alive(side).filter(|(_, unit)| near(&unit.bounds));
    friends.find(|(_, unit)| gap_within(at, &unit.stands[..], clear)).map(|(id, _)| id)
}

/// Whether a friend or a command unit sees a unit for those who do not (NQ-ART-11).
fn spotted(state: &State, side: Side, target: UnitId) -> bool {
    let all = state.survey.spotted.get_or_init(|| state.units.iter().map(|_| Verdict::default()).collect());
    all[target.index()].known(|| look_out(state, side, target).into()) > 0
}

fn look_out(state: &State, side: Side, target: UnitId) -> bool {
    let other = state.unit(target);
    let friends = || state.alive(side).filter(|(_, unit)| !unit.routing);
    // Who stands nearest most likely sees it.
    let nearest = friends().min_by_key(|(_, unit)| unit.bounds.distance_squared(&other.bounds));
    nearest.is_some_and(|(friend, _)| state.sees(friend, target))
        || friends().any(|(friend, _)| state.sees(friend, target))
        || state.all_commanders().any(|(id, own)| {
            let eye = state.commander_base(id).center();
            own.side == side
                && own.is_active()
                && state.lane(None, Some(target), Bounds::of(&[eye]), other.bounds).any(eye, other)
        })
}

/// Calls for every shot of a battery that boxes do not rule out: a gun, whom it aims at, and what it fires.
pub(crate) fn each(state: &State, id: UnitId, take: &mut dyn FnMut(u8, UnitId, Ammunition)) {
    let unit = state.unit(id);
    for (gun, base) in (0..unit.bases).zip(unit.stands.iter()) {
        let Some(kind) = gun_type(state, id, gun) else { continue };
        let eye = Bounds::of(&[base.front().middle()]);
        let far = |sort: &Ammunition| gun_range_limit(&state.stage.book, kind, *sort, GunRange::Long);
        let sorts = Ammunition::ALL.iter().filter_map(|sort| Some((*sort, far(sort)?.squared())));
        let sorts: ArrayVec<(Ammunition, i64), { Ammunition::ALL.len() }> = sorts.collect();
        for (target, other) in state.alive(unit.side.enemy()).filter(|(target, _)| !state.is_engaged(*target)) {
            let apart = other.bounds.distance_squared(&eye);
            sorts.iter().filter(|(_, far)| apart <= *far).for_each(|(sort, _)| take(gun, target, *sort));
        }
    }
}

/// The middle of the first base that a gun can aim at as declared, beginning with the middle one, and which it is.
pub(crate) fn aimed(state: &State, id: UnitId, gun: u8, target: UnitId, sort: Ammunition) -> Option<u8> {
    let (unit, other) = (state.unit(id), state.unit(target));
    let kind = gun_type(state, id, gun)?;
    let base = unit.stands.get(usize::from(gun))?;
    let (eye, fan) = (base.front().middle(), arc(state, id, base));
    if !bears(&fan, base.pose, &other.outline.corners, &other.outline) {
        return None;
    }
    // A glance at arc and range spares most of them a closer look; those who fire unseen aim at the middle.
    let book = &state.stage.book;
    let near = |at: Point| bears(&fan, base.pose, &[at], at) && gun_range(book, kind, sort, eye.distance(at)).is_some();
    let most = if kind.lobs() { 1 } else { other.stands.len() };
    let mut tries = (0..other.stands.len() as u8).filter(|nth| near(mark(other, *nth))).take(most);
    tries.find(|nth| lay(state, id, gun, target, mark(other, *nth), sort, Moment::Declared).is_ok())
}

/// The middle of a base of a target, counted from its middle base on.
pub(crate) fn mark(target: &Unit, nth: u8) -> Point {
    let n = target.stands.len();
    target.stands[(n / 2 + usize::from(nth)) % n].center()
}

/// The shots of a battery at a charger, until one is taken.
pub(crate) fn shots(
    state: &State,
    id: UnitId,
    charger: UnitId,
    moment: Moment<'_>,
    take: &mut dyn FnMut(Fire) -> bool,
) -> bool {
    let (unit, other) = (state.unit(id), state.unit(charger));
    for gun in (0..unit.bases).filter(|gun| is_loaded(unit, *gun)) {
        let Some(kind) = gun_type(state, id, gun) else { continue };
        let most = if kind.lobs() { 1 } else { other.stands.len() };
        for ammunition in Ammunition::ALL.iter().copied().filter(|sort| kind.fires(*sort)) {
            if gun_range_limit(&state.stage.book, kind, ammunition, GunRange::Long).is_none() {
                continue;
            }
            let mut points = (0..other.stands.len() as u8).map(|nth| mark(other, nth)).take(most);
            let Some(at) = points.find(|at| lay(state, id, gun, charger, *at, ammunition, moment).is_ok()) else {
                continue;
            };
            if take(Fire::Shot { unit: id, gun, target: charger, at, ammunition }) {
                return true;
            }
        }
    }
    false
}

/// All declared shots of both sides; losses together at the end (NQ-SEQ-10, NQ-ART-33).
pub(crate) fn resolve_all(desk: &mut Desk<'_, Napoleonic>) -> Result<(), Halt> {
    for id in desk.state().in_order() {
        let own: Vec<Fire> = desk.state().declared.iter().copied().filter(|fire| fire.unit() == id).collect();
        for fire in own {
            if let Fire::Shot { unit, gun, target, at, ammunition } = fire {
                if !desk.state().unit(target).is_on_table() {
                    desk.emit(Event::FireLost(unit));
                    continue;
                }
                shoot(desk, unit, gun, target, at, ammunition, Moment::Declared)?;
            }
        }
    }
    desk.emit(Event::FiresDone { guns: true });
    losses::take(desk)
}

/// One shot: accuracy, deviation, casualties; its hits wait for the end of the step. Canister never moves (NQ-ART-25), a shot
/// strikes one unit as it stands (NQ-ART-23, NQ-ART-35), batteries too (NQ-ART-36), with all its guns have left (NQ-ART-34,
/// NQ-ART-38).
pub(crate) fn shoot(
    desk: &mut Desk<'_, Napoleonic>,
    id: UnitId,
    gun: u8,
    target: UnitId,
    at: Point,
    ammunition: Ammunition,
    moment: Moment<'_>,
) -> Result<(), Halt> {
    let Ok(facts) = lay(desk.state(), id, gun, target, at, ammunition, moment) else { return Ok(()) };
    let Some(range) = facts.range(desk.book()) else { return Ok(()) };
    let (side, quality) = (desk.state().unit(id).side, facts.quality);
    let ledger = desk.read(&T_ACCMOD, &facts.laying());
    let roll = facts.roll(desk.book(), side, ledger.total).because(Some(id), ledger);
    let score = desk.roll(roll)?.value();
    let effect = facts.read(desk.book(), score);
    let struck = match effect {
        ShotEffect::Accurate | ShotEffect::Inaccurate => Some(target),
        ShotEffect::Deviates => {
            let roll = deviation_roll(desk.book(), side, quality);
            let land = |state: &State, faces: &[i16]| {
                let place = drift(&state.stage.book, quality, range, faces).moved(at);
                struck(state, place).map_or(0, |id| id.0.saturating_add(1).min(255) as u8)
            };
            let rolled = desk.land(roll, land)?;
            if !rolled.faces.is_empty() {
                let place = drift(desk.book(), quality, range, &rolled.faces).moved(at);
                desk.emit(Event::Deviated { unit: id, gun, at: place });
            }
            u16::try_from(rolled.value()).ok().and_then(|class| class.checked_sub(1)).map(UnitId)
        }
    };
    let Some(struck) = struck else { return Ok(()) };
    let muzzle = desk.state().unit(id).stands.get(usize::from(gun)).map_or(at, |base| base.front().middle());
    let impact = Impact {
        class: facts.class,
        gun: facts.gun,
        ammunition,
        range,
        inaccurate: effect == ShotEffect::Inaccurate,
        target: fire::target_facts(desk.state(), struck, muzzle),
    };
    let hits = impact.casualties(desk.book());
    if hits > 0 {
        desk.emit(Event::Hit { unit: struck, hits });
    }
    Ok(())
}

/// The unit on which a point lies, or in whose square (NQ-ART-22, NQ-ART-24).
pub(crate) fn struck(state: &State, at: Point) -> Option<UnitId> {
    let hit = state.on_table().find(|(_, unit)| {
        unit.bounds.contains(at)
            && (unit.stands.iter().any(|base| base.contains(at))
                || (unit.formation == Formation::Square && unit.building().is_none() && unit.outline.contains(at)))
    });
    hit.map(|(id, _)| id)
}
