//! Shooting: small arms and guns, in the own turn and at opportunity (WA-FIRE, WA-ART).

use firelock_core::{Desk, Halt, Refusal, Rolled, UnitId};
use firelock_table::{Fan, Length, Segment, in_fan};

use super::{charge, control, leaders, morale, refuse};
use crate::Washington;
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{Aim, Cannonade, Impact, Laying, Pool, Shooter, Target, Volley};
use crate::sight::{Hidden, Purpose};
use crate::state::{Fate, HeldFor, Shot, State};
use crate::words::{GunRange, Range, Terrain};

/// Why a shot cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Miss {
    /// It is no enemy.
    Friend,
    /// A limbered gun (WA-MOVE-20).
    Limbered,
    /// Beyond all range, or for an opportunity shot beyond short range.
    OutOfRange(Length),
    /// Too far off in the same wood or building, or no opportunity shot there (WA-ART-03).
    WithinCover(Length),
    /// Not in arc.
    OutOfArc,
    /// Hidden.
    Hidden(Hidden),
}

/// A shot that can be made, measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aimed {
    /// How far.
    pub(crate) distance: Length,
    /// No part of the target lies straight ahead.
    pub(crate) off_center: bool,
    /// The target is in cover from it.
    pub(crate) cover: bool,
    /// Gun and target are in the same wood or building.
    pub(crate) within_cover: bool,
}

/// A shot weighed up for its rolls.
pub(crate) enum Weighed {
    Volley(Volley, Aim),
    Cannonade(Cannonade, Laying),
}

/// Measures a shot at one target, a limbered gun like any other, never a commander (WA-FIRE-01, WA-FIRE-17, WA-FIRE-19; WA-ART-11,
/// WA-LEAD-01; WA-LOS).
pub(crate) fn aim(state: &State, shooter: UnitId, target: UnitId, opportunity: bool) -> Result<Aimed, Miss> {
    let (own, other) = (state.unit(shooter), state.unit(target));
    if own.side == other.side {
        return Err(Miss::Friend);
    }
    let troop = state.troop(shooter);
    if troop.is_none() && own.limbered {
        return Err(Miss::Limbered);
    }
    let book = &state.stage.book;
    let reach = match (troop, opportunity) {
        (Some(troop), true) => charts::range_limit(book, troop, Range::Short),
        (Some(troop), false) => charts::range_limit(book, troop, Range::Long),
        (None, true) => charts::gun_range_limit(book, GunRange::Short),
        (None, false) => charts::gun_range_limit(book, GunRange::Long),
    };
    if !state.within(shooter, target, reach) {
        return Err(Miss::OutOfRange(reach));
    }
    if !is_in_arc(state, shooter, target) {
        return Err(Miss::OutOfArc);
    }
    let within_cover = troop.is_none() && shares_cover(state, shooter, target);
    let distance = state.gap(shooter, target).length();
    if within_cover && (opportunity || charts::gun_range(book, distance, true).is_none()) {
        return Err(Miss::WithinCover(charts::gun_range_limit(book, GunRange::WithinCover)));
    }
    let purpose = if troop.is_none() { Purpose::Guns } else { Purpose::SmallArms };
    let line = state.line_of_sight(shooter, target, purpose).map_err(Miss::Hidden)?;
    let ahead = arc(state, shooter, firelock_table::Angle::ZERO);
    let off_center = in_fan(&ahead, &other.outline).is_none();
    Ok(Aimed { distance, off_center, cover: is_covered(state, target, line), within_cover })
}

/// The arc of a unit or gun, leaning outward by so much (WA-LOS-02, WA-LOS-03).
fn arc(state: &State, unit: UnitId, spread: firelock_table::Angle) -> Fan {
    let outline = &state.unit(unit).outline;
    Fan { edge: outline.front(), facing: outline.facing(), spread, reach: Length::FAR }
}

/// Whether some part of another lies in a unit's arc (WA-LOS-02).
pub(crate) fn is_in_arc(state: &State, unit: UnitId, other: UnitId) -> bool {
    let arc = arc(state, unit, state.stage.degrees(&numbers::FIRE_ARC));
    in_fan(&arc, &state.unit(other).outline).is_some()
}

/// Whether two stand in the same wood or building (WA-ART-03).
fn shares_cover(state: &State, one: UnitId, other: UnitId) -> bool {
    let covers = |terrain: Terrain| charts::ground(terrain).cover == charts::Cover::Inside;
    state.pieces_of(one, covers).any(|piece| state.pieces_of(other, covers).any(|held| held == piece))
}

/// Whether a target is in cover from a line of fire (WA-TERR-03).
fn is_covered(state: &State, target: UnitId, line: Segment) -> bool {
    state.is_in(target, |terrain| charts::ground(terrain).cover == charts::Cover::Inside)
        || state.defends_linear(target, line)
}

/// The facts of a shot, weighed up; none where a house rule leaves it without range.
pub(crate) fn weigh(state: &State, shot: &Shot, aimed: &Aimed) -> Option<Weighed> {
    let (own, other) = (state.unit(shot.shooter), state.unit(shot.target));
    let book = &state.stage.book;
    let target = Target {
        gun: state.roster(shot.target).is_gun(),
        half_bases: other.half_bases,
        formation: other.formation,
        column: state.is_column(shot.target),
        cover: aimed.cover,
        disordered: other.disordered,
        first_hit_ignored: other.turn.first_hit_ignored,
        officer: control::officer_with(state, shot.target),
    };
    let roster = state.roster(shot.shooter);
    match roster.troop() {
        Some(troop) => {
            let shooter = Shooter {
                troop,
                quality: roster.quality(),
                formation: own.formation,
                front: own.front,
                battalion_gun: roster.has_battalion_gun(),
                disordered: own.disordered,
            };
            let volley = Volley {
                shooter,
                target,
                distance: aimed.distance,
                off_center: aimed.off_center,
                opportunity: shot.opportunity,
            };
            let aim = volley.aim(book)?;
            Some(Weighed::Volley(volley, aim))
        }
        None => {
            let cannonade = Cannonade {
                ap: shot.dice,
                opportunity: shot.opportunity,
                disordered: own.disordered,
                damaged: state.is_damaged(shot.shooter),
                target,
                distance: aimed.distance,
                within_cover: aimed.within_cover,
            };
            let laying = cannonade.laying(book)?;
            Some(Weighed::Cannonade(cannonade, laying))
        }
    }
}

impl Weighed {
    // Riflemen are told by their troop (WA-SPEC-01).
    fn pool(&self, state: &State) -> Pool {
        match self {
            Weighed::Volley(volley, aim) => volley.pool(&state.stage.book, aim),
            Weighed::Cannonade(cannonade, laying) => cannonade.pool(&state.stage.book, laying),
        }
    }

    fn impact(&self, state: &State) -> Impact {
        match self {
            Weighed::Volley(volley, aim) => volley.impact(&state.stage.book, aim),
            Weighed::Cannonade(cannonade, laying) => cannonade.impact(&state.stage.book, laying),
        }
    }
}

impl Miss {
    /// In words, with the rule.
    pub(crate) fn refusal(self, state: &State, shooter: UnitId, target: UnitId) -> Refusal {
        let gap = state.gap(shooter, target);
        let along = firelock_core::Place::Along(gap.ends());
        let name = &state.roster(target).name;
        let gun = state.roster(shooter).is_gun();
        match self {
            Miss::Friend => refuse(WA_FIRE_01, target, format!("{name}: no enemy")),
            Miss::Limbered => refuse(WA_MOVE_20, shooter, "only an unlimbered gun shoots"),
            Miss::OutOfRange(reach) => {
                let clause = if gun { WA_ART_02 } else { WA_FIRE_04 };
                Refusal::new(clause, format!("{name}: {} off, beyond {reach}", gap.length())).at(along)
            }
            Miss::WithinCover(reach) => {
                let reason = format!("within cover a gun reaches {reach} and takes no opportunity shot");
                Refusal::new(WA_ART_03, reason).at(along)
            }
            Miss::OutOfArc => Refusal::new(WA_LOS_02, format!("{name}: not in arc")).at(along),
            Miss::Hidden(hidden) => {
                let troops = if gun { WA_ART_07 } else { WA_LOS_07 };
                state.unseen(hidden, target, troops, gap.ends())
            }
        }
    }
}

/// Whether a unit of the other side, disordered or not (WA-FIRE-23), may take an opportunity shot at one that acted (WA-FIRE-19).
pub(crate) fn may_react(state: &State, shooter: UnitId, target: UnitId) -> bool {
    let own = state.unit(shooter);
    !own.turn.turned && !own.turn.fought && aim(state, shooter, target, true).is_ok()
}

/// Whether anybody may.
pub(crate) fn has_reaction(state: &State, target: UnitId) -> bool {
    let acted = state.unit(target);
    acted.is_on_table() && state.on_table(acted.side.enemy()).any(|(id, _)| may_react(state, id, target))
}

pub(crate) fn list(state: &State, target: UnitId, into: &mut Vec<Command>) {
    let enemies = state.on_table(state.unit(target).side.enemy()).map(|(id, _)| id);
    into.extend(enemies.filter(|id| may_react(state, *id, target)).map(Command::React));
    into.push(Command::Pass);
}

pub(crate) fn check_reaction(state: &State, shooter: UnitId, target: UnitId) -> Result<(), Refusal> {
    let own = state.unit(shooter);
    if own.side == state.unit(target).side {
        return Err(refuse(WA_FIRE_22, shooter, "the other side reacts"));
    }
    if own.turn.turned {
        return Err(refuse(WA_FIRE_20, shooter, "it has used its opportunity shot this turn"));
    }
    if own.turn.fought {
        return Err(refuse(WA_FIRE_19, shooter, "it has fought this turn"));
    }
    aim(state, shooter, target, true).map(|_| ()).map_err(|miss| miss.refusal(state, shooter, target))
}

/// An opportunity shot (WA-FIRE-20).
pub(crate) fn react(desk: &mut Desk<'_, Washington>, shooter: UnitId, target: UnitId) -> Result<(), Halt> {
    if charge::pending(desk.state()).is_some_and(|assault| assault.is_target(shooter)) {
        desk.emit(Event::TargetShot);
    }
    shoot(desk, &Shot { shooter, target, dice: 0, opportunity: true })
}

/// Lets the dice of a shot fall; they are held where they may fall again (WA-CMD-07).
pub(crate) fn shoot(desk: &mut Desk<'_, Washington>, shot: &Shot) -> Result<(), Halt> {
    let state = desk.state();
    let aimed = aim(state, shot.shooter, shot.target, shot.opportunity)
        .map_err(|miss| miss.refusal(state, shot.shooter, shot.target))?;
    let weighed = weigh(state, shot, &aimed)
        .ok_or_else(|| Miss::OutOfRange(aimed.distance).refusal(state, shot.shooter, shot.target))?;
    let side = state.unit(shot.shooter).side;
    let pool = weighed.pool(state);
    let (dice, need) = match &weighed {
        Weighed::Volley(_, aim) => (desk.read(&charts::T_SHOOTERS, aim), desk.read(&charts::T_HIT, aim)),
        Weighed::Cannonade(_, laying) => {
            (desk.read(&charts::T_GUN_DICE, laying), desk.read(&charts::T_GUN_HIT, laying))
        }
    };
    let who = Some(shot.shooter);
    let Some(commander) = control::spender(state, shot.shooter) else {
        let roll = match &weighed {
            Weighed::Volley(..) => Volley::roll(&pool, side),
            Weighed::Cannonade(..) => Cannonade::roll(&pool, side),
        };
        let hits = pool.hits(&desk.roll(roll.because(who, dice).because(who, need))?);
        return settle(desk, shot, &weighed, hits);
    };
    let roll = match &weighed {
        Weighed::Volley(..) => Volley::held_roll(&pool, side),
        Weighed::Cannonade(..) => Cannonade::held_roll(&pool, side),
    };
    let rolled = desk.roll(roll.because(who, dice).because(who, need))?;
    let mut faces = first_faces(&pool, &rolled);
    // WA-FIRE-06: what quality rolls again falls at once, and then no more (WA-CMD-09).
    let again: Vec<usize> = (0..faces.len()).filter(|die| pool.again & (1 << faces[*die]) != 0).collect();
    let mut fixed = 0;
    if !again.is_empty() {
        let second = pool.again(again.len() as u8);
        let rolled = desk.roll(second.roll(WA_FIRE_06, "re-rolls of quality", side))?;
        for (die, face) in again.into_iter().zip(first_faces(&second, &rolled)) {
            faces[die] = face;
            fixed |= 1 << die;
        }
    }
    control::hold(desk, commander, faces, fixed, HeldFor::Hits(*shot))
}

/// The faces of a pool as they first fell; where only counts are known, faces that count so.
fn first_faces(pool: &Pool, rolled: &Rolled) -> Vec<u8> {
    let n = usize::from(pool.dice);
    if rolled.faces.len() >= n {
        return rolled.faces[..n].iter().map(|face| (*face).clamp(1, 6) as u8).collect();
    }
    let held = pool.held(rolled);
    let face = |hits: bool, again: bool| {
        let is = |face: &u8| (i32::from(*face) >= pool.need) == hits && (pool.again & (1 << face) != 0) == again;
        (1..=6).find(is).unwrap_or(if hits { 6 } else { 1 })
    };
    let misses = std::iter::repeat_n(face(false, false), held.misses.into());
    let hits = std::iter::repeat_n(face(true, false), held.hits.into());
    let again = std::iter::repeat_n(face(false, true), held.again.into());
    misses.chain(hits).chain(again).take(n).collect()
}

/// Held dice of a shot are kept.
pub(crate) fn after_hits(desk: &mut Desk<'_, Washington>, shot: &Shot, faces: &[u8]) -> Result<(), Halt> {
    let state = desk.state();
    let weighed =
        aim(state, shot.shooter, shot.target, shot.opportunity).ok().and_then(|aimed| weigh(state, shot, &aimed));
    let Some(weighed) = weighed else { return Ok(()) };
    let pool = weighed.pool(state);
    let hits = faces.iter().filter(|face| i32::from(**face) >= pool.need).count() as u8;
    settle(desk, shot, &weighed, hits)
}

/// So many hits are saved or take effect (WA-FIRE-07..16). The save asks for range, cover and shooters (WA-FIRE-11), never for the
/// target's quality (WA-FIRE-12).
fn settle(desk: &mut Desk<'_, Washington>, shot: &Shot, weighed: &Weighed, hits: u8) -> Result<(), Halt> {
    let state = desk.state();
    let impact = weighed.impact(state);
    let (target, side) = (shot.target, state.unit(shot.target).side);
    let saving = hits - impact.ignored(desk.book(), hits);
    let casualties = match impact.save_roll(side, saving) {
        Some(roll) => {
            let why = match weighed {
                Weighed::Volley(_, aim) => desk.read(&charts::T_SAVE, aim),
                Weighed::Cannonade(_, laying) => desk.read(&charts::T_GUN_SAVE, laying),
            };
            desk.roll(roll.because(Some(target), why))?.count(0).clamp(0, 60) as u8
        }
        None => 0,
    };
    let disordering = match impact.marker_roll(desk.book(), side, casualties) {
        Some(roll) => desk.roll(roll)?.count(1).clamp(0, 60) as u8,
        None => 0,
    };
    let struck = impact.struck(desk.book(), hits, casualties, disordering);
    let (was_ignored, was_disordered) = (impact.target.first_hit_ignored, impact.target.disordered);
    desk.emit(Event::Fired { shot: *shot, hits, ignored: struck.ignored, casualties });
    if struck.first_hit_ignored && !was_ignored {
        desk.emit(Event::HitIgnored(target));
    }
    if struck.markers > 0 {
        desk.emit(Event::Marked { unit: target, markers: struck.markers, artillery: struck.artillery_casualty });
    }
    if struck.half_bases_lost > 0 {
        desk.emit(Event::HalfBasesLost { unit: target, half_bases: struck.half_bases_lost });
    }
    if struck.disordered && !was_disordered {
        desk.emit(Event::Disordered(target));
    }
    if let Some(danger) = struck.danger {
        leaders::endanger(desk, target, danger)?;
    }
    match struck.destroyed {
        true => morale::remove(desk, target, Fate::Destroyed),
        false => Ok(()),
    }
}
