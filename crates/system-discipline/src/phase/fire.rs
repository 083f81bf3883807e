//! Phases III and IV: volleys, platoons, skirmishers, and what hits do (FD-MUS, FD-SEQ-03).

use firelock_core::{Desk, Grain, Halt, Lots, Place as Spot, Refusal, Seeded, Side};
use firelock_table::Base;

use super::{leaders, morale, movement::flight, name, pending};
use crate::Discipline;
use crate::charts::numbers;
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{HITS_A_ROLL, Harm, Occasion, Skirmish, Target, Volley, effect_roll, musket_roll, nines};
use crate::geometry::front_row;
use crate::state::{Asking, BodyId, Due, Fate, Hit, HitKind, Kind, SealedStep, Secret, State};
use crate::survey::Aim;
use crate::words::{Arm, Cause, Cover, GunState, Size, Woods};
use crate::yards::Yards;

/// A target as the table gives it.
pub(crate) struct Marked {
    pub(crate) body: BodyId,
    pub(crate) stand: Option<u8>,
    pub(crate) facts: Target,
    /// It stands under cover against this fire (FD-MOR-24).
    pub(crate) covered: bool,
}

/// Who is hit by fire at something.
pub(crate) fn aimed_at(state: &State, at: Aim) -> Option<BodyId> {
    match at {
        Aim::Stand(body, nth) => {
            let own = state.bodies.get(body.index())?;
            own.bases.get(usize::from(nth)).map(|_| body)
        }
        Aim::Zone(zone) => state.stage.zones.get(usize::from(zone.0)).and_then(|_| state.garrison(zone)),
    }
}

/// The facts of a target of a body's fire.
pub(crate) fn target(state: &State, by: BodyId, at: Aim) -> Option<Marked> {
    let body = aimed_at(state, at)?;
    match at {
        Aim::Stand(_, nth) => {
            let base = state.body(body).bases.get(usize::from(nth))?;
            let cover = state.cover_from(base, state.stance(by)?);
            let facts = Target { cover, woods: state.woods(base), ..bare_target(state, body, Some(nth)) };
            Some(Marked { body, stand: Some(nth), facts, covered: cover != Cover::None })
        }
        Aim::Zone(_) => Some(Marked { body, stand: None, facts: bare_target(state, body, None), covered: false }),
    }
}

/// A body as a target, without what depends on the firer.
pub(crate) fn bare_target(state: &State, body: BodyId, nth: Option<u8>) -> Target {
    let own = state.body(body);
    let gun = own.gun();
    let number = nth.and_then(|nth| own.stands.get(usize::from(nth)).copied());
    let with = |man: &crate::state::Commander| {
        man.is_present()
            && man.attached.is_some_and(|(with, stand)| with == body && number.is_none_or(|own| own == stand))
    };
    Target {
        branch: state.branch(body),
        order: state.order(body),
        cover: Cover::None,
        woods: Woods::None,
        zone: own.zone().map(|zone| state.stage.zone(zone).class),
        in_transit: own.transit.is_some(),
        adjacent: nth.is_some_and(|nth| is_adjacent(state, body, usize::from(nth))),
        boxes: state.roster(body).boxes,
        marked: state.unit_of(body).marked,
        guns: gun.map_or(0, |gun| gun.guns),
        crew: own.crew(),
        limber_hits: match &own.kind {
            Kind::Section(gun) => gun.limber,
            Kind::Wagon { hits } => *hits,
            _ => 0,
        },
        commander: state.commanders.iter().any(with),
    }
}

/// Whether a stand is adjacent to any other stand of its side (FD-ART-12).
fn is_adjacent(state: &State, id: BodyId, nth: usize) -> bool {
    let adjacent = state.stage.length(&numbers::ADJACENT);
    let body = state.body(id);
    let Some(base) = body.bases.get(nth) else { return false };
    let near = |other: &Base| {
        base.bounds().distance_squared(&other.bounds()) <= adjacent.squared()
            && firelock_table::gap_within(base, other, adjacent)
    };
    let own = body.bases.iter().enumerate().any(|(at, other)| at != nth && near(other));
    let around = base.bounds().grown(adjacent);
    own || state.alive(body.side).any(|(other, mate)| {
        other != id && mate.bounds.meets(&around) && mate.zone().is_none() && mate.bases.iter().any(near)
    })
}

/// The facts of a volley at a target: the whole front row fires (FD-LOS-06).
pub(crate) fn volley(
    state: &State,
    by: BodyId,
    foe: BodyId,
    occasion: Occasion,
    range: Yards,
    target: Target,
) -> Option<Volley> {
    let (body, roster) = (state.body(by), state.roster(by));
    let troops = roster.troops()?;
    let garrison = body.is_garrison();
    let row = if garrison { body.stands.len() } else { front_row(roster, body) };
    let count = |size: Size| state.stands(by).take(row).filter(|stand| stand.size == size).count() as u8;
    Some(Volley {
        occasion,
        stands: count(Size::Full),
        half_stands: count(Size::Half),
        firearm: troops.firearm,
        mode: troops.mode,
        rating: roster.rating,
        mixed_armed: troops.mixed_armed,
        same_target: body.shot_at.contains(&state.body(foe).unit),
        dismounted: troops.arm != Arm::Infantry,
        garrison,
        range,
        weather: state.stage.weather,
        target,
    })
}

fn skirmish(state: &State, by: BodyId, foe: BodyId, range: Yards, target: Target) -> Option<Skirmish> {
    let (body, roster) = (state.body(by), state.roster(by));
    let troops = roster.troops()?;
    Some(Skirmish {
        firearm: troops.firearm,
        rating: roster.rating,
        mixed_armed: troops.mixed_armed,
        same_target: body.shot_at.contains(&state.body(foe).unit),
        dismounted: troops.arm != Arm::Infantry,
        range,
        weather: state.stage.weather,
        target,
    })
}

/// Judges an order to fire: the body is among those who fire in this step, the target among what it can hit.
pub(crate) fn check(state: &State, side: Side, id: BodyId, at: Aim) -> Result<(), Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    if body.side != side || !body.is_on_table() {
        return refuse(FD_SEQ_03, "is not yours to command");
    }
    if state.shot_at(id, at).is_some() {
        return Ok(());
    }
    let Some(troops) = state.roster(id).troops().filter(|_| body.is_troops()) else {
        return refuse(FD_MUS_01, "has no small arms to fire");
    };
    match body {
        _ if body.mounted => refuse(FD_MUS_05, "is mounted and does not fire"),
        _ if body.fled.is_some() => refuse(FD_MUS_27, "has fled and does not fire"),
        _ if body.transit.is_some() => refuse(FD_OBJ_04, "is in transit and does not fire"),
        _ if state.in_contact(id) => refuse(FD_LOS_12, "is in contact with the enemy"),
        _ if troops.firearm == crate::words::Firearm::None => refuse(FD_MUS_01, "has nothing to fire with"),
        _ => {
            let skirmishes = matches!(sealed_step(state), Some(SealedStep::Skirmish));
            if state.is_open(id) != skirmishes {
                let clause = if skirmishes { FD_MUS_20 } else { FD_MUS_07 };
                return refuse(clause, "does not fire in this step");
            }
            if sealed_step(state) == Some(SealedStep::Platoon)
                && state.shots_of(id).is_empty()
                && troops.mode != crate::words::FireMode::Platoon
            {
                return refuse(FD_MUS_07, "does not fire by platoons");
            }
            let place = aimed_at(state, at).map_or(Spot::Unit(id), Spot::Unit);
            let words = format!("{}: no clear shot at that", name(state, id));
            Err(Refusal::new(FD_LOS_05, words).at(place))
        }
    }
}

fn sealed_step(state: &State) -> Option<SealedStep> {
    match pending(state) {
        Some(Asking::Sealed(sealed)) => Some(sealed.step),
        _ => None,
    }
}

/// Whether somebody of a side can fire at something in this step; who is known to do so is asked first.
pub(crate) fn has_shot(state: &State, side: Side, next: Option<&Command>) -> bool {
    let fires = |id: BodyId, at: Aim| {
        let own = state.bodies.get(id.index());
        own.is_some_and(|body| body.side == side) && state.shot_at(id, at).is_some()
    };
    matches!(next, Some(Command::Fire { body, at }) if fires(*body, *at))
        || state.on_table().any(|(id, body)| body.side == side && state.has_shot(id))
}

/// What can be listed: the nearest stand of each enemy, for each body without an order.
pub(crate) fn list(state: &State, side: Side, into: &mut Vec<Command>) {
    each_shot(state, side, |body, at| into.push(Command::Fire { body, at }));
}

fn each_shot(state: &State, side: Side, mut each: impl FnMut(BodyId, Aim)) {
    let Some(Asking::Sealed(sealed)) = pending(state) else { return };
    let mut known: Vec<(BodyId, BodyId)> = Vec::new();
    for shot in state.shots_by(side) {
        let Some(foe) = aimed_at(state, shot.at) else { continue };
        if sealed.order(side, shot.by).is_none() && !known.contains(&(shot.by, foe)) {
            known.push((shot.by, foe));
            each(shot.by, shot.at);
        }
    }
}

/// The listed shots; finely, every stand that can be hit.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    list(state, side, into);
    let Some(Asking::Sealed(sealed)) = pending(state) else { return };
    if grain == Grain::Fine {
        let own = state.on_table().filter(|(_, body)| body.side == side);
        for shot in own.flat_map(|(id, _)| state.all_shots_of(id)) {
            let command = Command::Fire { body: shot.by, at: shot.at };
            if sealed.order(side, shot.by).is_none() && !into.contains(&command) {
                into.push(command);
            }
        }
    }
}

/// One of the listed shots, or the end of the step.
pub(crate) fn draw(state: &State, side: Side, chance: &mut Seeded) -> Option<Command> {
    let Some(Asking::Sealed(sealed)) = pending(state) else { return None };
    let own = state.on_table().filter(|(id, body)| body.side == side && sealed.order(side, *id).is_none());
    let lots = own.flat_map(|(by, _)| state.may_shoot_at(by).map(move |foe| (by, foe))).collect();
    Lots::new(chance, Some(Command::Done))
        .among(lots, |(by, foe)| state.shot_of(by, foe).map(|shot| Command::Fire { body: by, at: shot.at }))
}

/// All musketry of a step, by ascending number of the firer (FD-SEQ-20).
pub(crate) fn volleys(
    desk: &mut Desk<'_, Discipline>,
    orders: &[(BodyId, Secret)],
    occasion: Occasion,
) -> Result<(), Halt> {
    for (by, at) in shots(orders) {
        let hits = fire_volley(desk, by, at, occasion)?;
        desk.emit(Event::Fired { by, at, with: None, protective: false, hits });
    }
    Ok(())
}

fn shots(orders: &[(BodyId, Secret)]) -> Vec<(BodyId, Aim)> {
    let mut shots: Vec<(BodyId, Aim)> = orders
        .iter()
        .filter_map(|(body, order)| match order {
            Secret::Fire(at) => Some((*body, *at)),
            _ => None,
        })
        .collect();
    shots.sort();
    shots
}

fn fire_volley(desk: &mut Desk<'_, Discipline>, by: BodyId, at: Aim, occasion: Occasion) -> Result<Vec<Hit>, Halt> {
    let state = desk.state();
    let range = state.shot_at(by, at).map(|shot| state.stage.in_yards(shot.range));
    let (Some(aimed), Some(range)) = (target(state, by, at), range) else { return Ok(Vec::new()) };
    let Some(facts) = volley(state, by, aimed.body, occasion, range, aimed.facts) else { return Ok(Vec::new()) };
    let n_hits = musketry(desk, by, &facts)?;
    Ok(hit(by, &aimed, HitKind::Musketry, aimed.facts.small_arms(n_hits)))
}

/// The dice of a volley: how many hits.
pub(crate) fn musketry(desk: &mut Desk<'_, Discipline>, by: BodyId, facts: &Volley) -> Result<u8, Halt> {
    let state = desk.state();
    let book = &state.stage.book;
    let Some(loaded) = facts.loaded(book) else { return Ok(0) };
    let roll = musket_roll(state.body(by).side, facts.score(book, &loaded), loaded.faces);
    let roll = desk.explained(roll, by, |book| facts.ledger(book, &loaded));
    Ok(desk.roll(roll)?.count(1).max(0) as u8)
}

fn hit(by: BodyId, aimed: &Marked, kind: HitKind, harm: Harm) -> Vec<Hit> {
    if harm.is_none() {
        return Vec::new();
    }
    let (body, stand, covered) = (aimed.body, aimed.stand, aimed.covered);
    vec![Hit { by, body, stand, kind, harm, halts: false, retreats: false, covered }]
}

/// Skirmish fire, by ascending number of the firer; each hit with its three dice (FD-MUS-20..26).
pub(crate) fn skirmishes(desk: &mut Desk<'_, Discipline>, orders: &[(BodyId, Secret)]) -> Result<(), Halt> {
    for (by, at) in shots(orders) {
        let hits = gall(desk, by, at)?;
        desk.emit(Event::Fired { by, at, with: None, protective: false, hits });
    }
    Ok(())
}

fn gall(desk: &mut Desk<'_, Discipline>, by: BodyId, at: Aim) -> Result<Vec<Hit>, Halt> {
    let state = desk.state();
    let side = state.body(by).side;
    let range = state.shot_at(by, at).map(|shot| state.stage.in_yards(shot.range));
    let (Some(aimed), Some(range)) = (target(state, by, at), range) else { return Ok(Vec::new()) };
    let Some(facts) = skirmish(state, by, aimed.body, range, aimed.facts) else { return Ok(Vec::new()) };
    let Some(loaded) = facts.loaded(&state.stage.book) else { return Ok(Vec::new()) };
    let roll = musket_roll(side, facts.score(&state.stage.book, &loaded), loaded.faces);
    let roll = desk.explained(roll, by, |book| facts.ledger(book, &loaded));
    let n_hits = desk.roll(roll)?.count(1).max(0) as usize;
    let mut all = Vec::new();
    while all.len() < n_hits {
        let some = (n_hits - all.len()).min(HITS_A_ROLL);
        let roll = effect_roll(desk.book(), side, some);
        all.extend(nines(&desk.roll(roll)?));
    }
    let galled = facts.galled(desk.book(), all);
    if galled.struck.harm.is_none() && !galled.halts {
        return Ok(Vec::new());
    }
    Ok(vec![Hit {
        by,
        body: aimed.body,
        stand: aimed.stand,
        kind: HitKind::Skirmish,
        harm: galled.struck.harm,
        halts: galled.halts,
        retreats: galled.retreats.is_some(),
        covered: aimed.covered,
    }])
}

/// Losses together, commander rolls, then the checks of the step (FD-SEQ-03, FD-SEQ-18, FD-SEQ-20).
pub(crate) fn effects(desk: &mut Desk<'_, Discipline>) -> Result<(), Halt> {
    let hits = desk.state().hits.clone();
    if hits.is_empty() {
        return Ok(());
    }
    let near = morale::neighbors(desk.state());
    leaders::under_fire(desk)?;
    let struck = struck_bodies(&hits);
    let gone = take(desk, &hits, &struck);
    let mut due = Vec::new();
    for &body in &struck {
        let own = || hits.iter().filter(|hit| hit.body == body && hit.harm.casualties() > 0);
        let Some(first) = own().next().filter(|_| is_there(desk.state(), body)) else { continue };
        let cause = if first.kind == HitKind::Artillery { Cause::Artillery } else { Cause::Musketry };
        due.push(Due { covered: own().all(|hit| hit.covered), ..Due::new(body, cause) });
    }
    desk.emit(Event::HitsTaken);
    morale::begin(desk, due, near, gone);
    Ok(())
}

fn struck_bodies(hits: &[Hit]) -> Vec<BodyId> {
    let mut struck: Vec<BodyId> = hits.iter().map(|hit| hit.body).collect();
    struck.sort_unstable();
    struck.dedup();
    struck
}

/// Whether a body can still check: on the table and able to fight.
fn is_there(state: &State, id: BodyId) -> bool {
    let body = state.body(id);
    body.is_on_table() && body.is_alive() && !matches!(body.kind, Kind::Wagon { .. })
}

/// Takes the losses of hits; the bodies that are gone by shattering.
pub(crate) fn take(desk: &mut Desk<'_, Discipline>, hits: &[Hit], struck: &[BodyId]) -> Vec<BodyId> {
    let mut gone = Vec::new();
    for &body in struck {
        let harm = hits.iter().filter(|hit| hit.body == body).fold(Harm::default(), |sum, hit| sum.and(hit.harm));
        gone.extend(harmed(desk, body, harm));
    }
    gone
}

/// One body takes its losses (FD-ART-21..25, FD-MOR-20).
pub(crate) fn harmed(desk: &mut Desk<'_, Discipline>, body: BodyId, harm: Harm) -> Vec<BodyId> {
    if harm.is_none() || !desk.state().body(body).is_on_table() {
        return Vec::new();
    }
    if harm.crew > 0 || harm.guns > 0 || harm.limbers > 0 {
        desk.emit(Event::Damaged { body, crew: harm.crew, guns: harm.guns, limber: harm.limbers });
        let state = desk.state();
        let own = state.body(body);
        let wrecked = match &own.kind {
            Kind::Crew { men, .. } => *men == 0,
            Kind::Wagon { hits } => i32::from(*hits) >= state.stage.book.number(&numbers::LIMBER_HITS),
            Kind::Section(_) | Kind::Troops => false,
        };
        let left = own.gun().is_some_and(|gun| matches!(gun.state, GunState::Abandoned | GunState::Destroyed));
        if wrecked {
            desk.emit(Event::Removed { body, fate: Fate::Destroyed });
        }
        if wrecked || left {
            desk.emit(Event::Parted(body));
            leaders::orphaned(desk, body);
        }
    }
    let unit = desk.state().body(body).unit;
    morale::mark(desk, unit, harm.boxes)
}

/// Skirmish results: casualties add, the worst movement result applies once, nobody checks (FD-MUS-25, FD-MUS-26, FD-MUS-29).
pub(crate) fn skirmish_effects(desk: &mut Desk<'_, Discipline>) -> Result<(), Halt> {
    let hits = desk.state().hits.clone();
    if hits.is_empty() {
        return Ok(());
    }
    leaders::under_fire(desk)?;
    let struck = struck_bodies(&hits);
    take(desk, &hits, &struck);
    desk.emit(Event::HitsTaken);
    for body in struck {
        let own = |of: fn(&Hit) -> bool| hits.iter().any(|hit| hit.body == body && of(hit));
        let (halts, retreats) = (own(|hit| hit.halts), own(|hit| hit.retreats));
        if !halts || !is_there(desk.state(), body) {
            continue;
        }
        let state = desk.state();
        let section = state.body(body).gun().is_some();
        let silent = if section && !retreats { state.turn + 1 } else { 0 };
        let until = morale::marked_until(state);
        let distance = state.stage.length(&numbers::SKIRMISH_RETREAT);
        let runner = if section && retreats { morale::leave_guns(desk, body) } else { body };
        desk.emit(Event::Halted { body: runner, until, fled: false, silent });
        if retreats {
            flight::run_off(desk, runner, distance, None);
        }
    }
    Ok(())
}
