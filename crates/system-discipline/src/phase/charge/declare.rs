//! Declarations of V.2 and V.4 (FD-MEL-01..09).

use arrayvec::ArrayVec;
use firelock_core::{Clause, Desk, Fitted, Grain, Lots, Place as Spot, Refusal, Seeded, Side, Wish};
use firelock_table::{Angle, Body as Block, FeatureId, Leg, Length, Met, Pose, gap, gap_within};

use super::is_charged;
use crate::Discipline;
use crate::charts::Pace;
use crate::clauses::*;
use crate::clearance::MARGIN;
use crate::command::Command;
use crate::event::Event;
use crate::geometry::{drawn_up, of_crowd};
use crate::phase::control::{self, chits};
use crate::phase::movement::course::Manner;
use crate::phase::movement::turn::{drilled, quick_wheel};
use crate::phase::movement::{flight, most_turn, turned};
use crate::phase::{morale, name};
use crate::state::{Body, BodyId, Charge, ChargeStage, Due, Goal, State, Target, Turn, Unit};
use crate::survey::{Approach, Onset, Prospect};
use crate::terrain::touches;
use crate::words::{Cause, Directive, Formation};

/// Whether a body may charge at all, as far as it shows on the table (FD-MEL-02, FD-MEL-08).
fn eligible(state: &State, id: BodyId) -> Result<(), Refusal> {
    match bar(state, id) {
        Some((clause, words)) => Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id))),
        None => Ok(()),
    }
}

/// The same without the words of a refusal.
pub(crate) fn is_eligible(state: &State, id: BodyId) -> bool {
    bar(state, id).is_none()
}

/// What keeps a body from charging at all.
fn bar(state: &State, id: BodyId) -> Option<(Clause, &'static str)> {
    let body = state.body(id);
    Some(match body {
        _ if !body.is_on_table() || !body.is_alive() || !body.is_troops() => (FD_MEL_02, "does not charge"),
        _ if body.fled.is_some() => (FD_MOR_16, "has fled"),
        _ if body.halted.is_some() => (FD_MOR_10, "is halted"),
        _ if state.in_contact(id) => (FD_MEL_47, "is engaged"),
        _ if body.transit.is_some() => (FD_OBJ_04, "is in transit"),
        _ if body.turn.no_charge => (FD_LDR_06, "has lost a commander and may not charge"),
        _ if body.charged() => (FD_MEL_02, "charges already"),
        _ if is_charged(state, id) => (FD_MEL_08, "is charged and declares no charge of its own"),
        _ => return None,
    })
}

/// The enemies within reach of a body's charge: in the field, and in zones, by horse too (FD-MEL-06), and in engaged melees (FD-MEL-48).
pub(crate) fn prospects(state: &State, body: BodyId) -> Vec<Prospect> {
    let side = state.body(body).side;
    let Some(rate) = state.rate(body, Pace::Charge) else { return Vec::new() };
    let around = state.body(body).bounds.grown(rate);
    let near = |id: BodyId, enemy: &Body| enemy.side != side && state.at_least_apart(body, id) <= rate;
    let enemies = state.in_field(around).filter(|(id, enemy)| near(*id, enemy));
    let enemies = enemies.map(|(id, _)| Target::Body(id));
    let zones = state.stage.all_zones().filter(|(zone, place)| {
        place.ground.bounds().meets(&around)
            && state.in_zone(*zone).any(|(_, other)| other.side != side)
            && gap_within(state.shape(body), &place.ground, rate)
    });
    let targets = enemies.chain(zones.map(|(zone, _)| Target::Zone(zone)));
    targets.filter(|target| !is_too_loose(state, body, *target)).map(|target| Prospect::new(body, target)).collect()
}

/// The ways to charge an enemy within reach that the table may allow: straight ahead, or after the turn that brings him ahead.
pub(crate) fn ways(state: &State, body: BodyId, target: Target) -> ArrayVec<Approach, 2> {
    let Some(rate) = state.rate(body, Pace::Charge) else { return ArrayVec::new() };
    let mut ways: ArrayVec<Approach, 2> = approach(state, body, target, None, rate).into_iter().collect();
    // Who strikes straight ahead needs no turn, and is near enough.
    if ways.iter().any(|way| way.strikes) {
        return ways;
    }
    let turn = towards(state, body, target);
    ways.extend(turn.and_then(|turn| approach(state, body, target, Some(turn), rate)));
    let is_near = || match target {
        Target::Body(enemy) => state.within(body, enemy, rate),
        Target::Zone(_) => true,
    };
    if ways.is_empty() || is_near() { ways } else { ArrayVec::new() }
}

/// The turn, or none, with which a body can charge an enemy that it may be able to: the first that serves.
pub(crate) fn way_to_strike(state: &State, prospect: &Prospect) -> Option<Option<Turn>> {
    let (body, target) = (prospect.body, prospect.target);
    let (rate, ways) = (state.rate(body, Pace::Charge)?, prospect.ways(state));
    let strikes = |way: &&Approach| can_strike(state, body, target, **way, rate);
    (!ways.is_empty() && sees(state, body, target)).then(|| ways.iter().find(strikes).map(|way| way.turn)).flatten()
}

/// The turn that brings a target ahead.
fn towards(state: &State, id: BodyId, target: Target) -> Option<Turn> {
    let block = state.straight(id)?;
    let place = match target {
        Target::Body(enemy) => state.center(enemy),
        Target::Zone(zone) => gap(block.outline().center(), state.ground(zone)).ends().to,
    };
    let wanted = (Angle::towards(block.outline().center(), place) - block.pose.facing).turn();
    (wanted != Angle::ZERO).then_some(Turn::By(wanted))
}

/// A charge after a turn or none, if a target may then lie straight ahead: a quick look before the way is gone.
fn approach(state: &State, id: BodyId, target: Target, turn: Option<Turn>, rate: Length) -> Option<Approach> {
    let too_far = |by: Angle| {
        let line = state.body(id).formation != Formation::Column;
        line && by.abs() > most_turn(state, id, Pace::Charge) + Angle::degrees(1)
    };
    let open = Approach { turn, strikes: false };
    let block = match turn {
        // Out of a zone it comes facing its target.
        _ if state.body(id).zone().is_some() => return turn.is_none().then_some(open),
        Some(Turn::By(by)) if too_far(by) => return None,
        Some(turn) => drilled(state, id, turn, Pace::Charge).ok().map(|(_, done)| done.block(state, id)),
        None => state.straight(id),
    };
    let block = block?;
    match target {
        Target::Body(enemy) => match state.strikes(id, &block, enemy, rate) {
            Some(false) => None,
            struck => Some(Approach { strikes: struck == Some(true), ..open }),
        },
        Target::Zone(_) => Some(open),
    }
}

/// Whether a charge that a quick look leaves open meets its target first.
fn can_strike(state: &State, id: BodyId, target: Target, Approach { turn, strikes }: Approach, rate: Length) -> bool {
    let mut judged = None;
    let block = match turn {
        _ if state.body(id).zone().is_some() => None,
        Some(turn) => {
            judged = quick_wheel(state, id, turn, Pace::Charge);
            let done = match &judged {
                Some(judged) => judged.clone(),
                None => drilled(state, id, turn, Pace::Charge).ok().map(|(_, done)| done),
            };
            match done {
                Some(done) => Some(done.block(state, id)),
                None => return false,
            }
        }
        None => state.straight(id),
    };
    let Some(block) = block else { return reach(state, id, target, turn).is_ok() };
    // A turn that a quick look left open is the dearest to look along.
    let can_turn = |turn: Turn| judged.is_some() || turned(state, id, turn, Pace::Charge).is_ok();
    (strikes || meets(state, id, &block, target, rate).is_ok()) && turn.is_none_or(can_turn)
}

/// Whether a body is in open order and its target in close order (FD-MEL-05): open order charges zones, open order and crews only.
fn is_too_loose(state: &State, id: BodyId, target: Target) -> bool {
    match target {
        Target::Body(enemy) => state.body(enemy).is_troops() && state.is_open(id) && !state.is_open(enemy),
        Target::Zone(_) => false,
    }
}

/// Whether a charger sees its target (FD-MEL-03, FD-LOS-18): some stand of it.
fn sees(state: &State, id: BodyId, target: Target) -> bool {
    let (center, zone) = (state.center(id), state.body(id).zone());
    match target {
        Target::Body(enemy) => {
            let body = state.body(enemy);
            body.bases.iter().any(|base| state.sees(center, base.center(), [zone, None]))
        }
        Target::Zone(at) => state.sees(center, gap(center, state.ground(at)).ends().to, [zone, Some(at)]),
    }
}

/// A garrison that sallies out at an enemy: in line at the edge of its zone, facing it (FD-OBJ-09).
pub(crate) fn sortie(state: &State, id: BodyId, target: Target) -> Option<Block> {
    let zone = state.body(id).zone()?;
    state.body(id).pose().is_none().then_some(())?;
    let place = match target {
        Target::Body(enemy) => state.center(enemy),
        Target::Zone(other) => gap(state.center(id), state.ground(other)).ends().to,
    };
    let heading = Angle::towards(state.center(id), place);
    let out = flight::out_of_zone(state, id, zone, heading);
    // It comes out facing the enemy, its rear on the edge.
    let outline = out.outline();
    Some(Block::new(Pose::new(outline.rear().middle(), heading), line_of(state, id)))
}

fn line_of(state: &State, id: BodyId) -> firelock_table::Layout {
    let body = state.body(id);
    drawn_up(&state.stage, state.roster(id), body, Formation::Line, &body.stands)
}

/// A charger as it stands when it begins to run.
fn ready(state: &State, id: BodyId, target: Target, turn: Option<Turn>) -> Result<Block, Refusal> {
    if state.body(id).zone().is_some() {
        let none = || Refusal::new(FD_OBJ_09, format!("{} cannot come out", name(state, id))).at(Spot::Unit(id));
        let block = sortie(state, id, target).ok_or_else(none)?;
        let empty = Block::new(block.pose, firelock_table::Layout::new(Default::default()));
        // Only other bodies bar the way out: a charge goes near the enemy.
        return match state.lies_on(&block.bases(), &[id]) {
            Some(_) => Err(none()),
            None => Ok(Block { pose: empty.pose, ..block }),
        };
    }
    match turn {
        Some(turn) => Ok(turned(state, id, turn, Pace::Charge)?.block(state, id)),
        None => state.straight(id).ok_or_else(|| Refusal::new(FD_MEL_03, "it is not on the table").at(Spot::Unit(id))),
    }
}

/// How far a target lies straight ahead after a turn or none, at most one full rate, nobody before it (FD-MEL-03, FD-MEL-04).
pub(crate) fn reach(state: &State, id: BodyId, target: Target, turn: Option<Turn>) -> Result<Length, Refusal> {
    let block = ready(state, id, target, turn)?;
    meets(state, id, &block, target, state.rate(id, Pace::Charge).unwrap_or_default())
}

/// How far a target lies straight ahead of a charger that is ready to run.
fn meets(state: &State, id: BodyId, block: &Block, target: Target, rate: Length) -> Result<Length, Refusal> {
    // Nothing matters beyond an enemy that it meets for certain.
    let met_by = match target {
        Target::Body(enemy) => state.must_meet_by(id, block, enemy, rate),
        Target::Zone(_) => None,
    };
    let way = met_by.map_or(rate, |met| rate.min(met + MARGIN));
    let drive = state.sweep(id, state.going(id), block, &Leg::Ahead(way), way, Manner::Charge);
    let refuse = |clause: Clause, words: String| Err(Refusal::new(clause, words).at(Spot::Unit(id)));
    let Some(meet) = drive.halt() else {
        return refuse(
            FD_MEL_03,
            format!("its target is not straight ahead within {} yards", state.stage.in_yards(rate)),
        );
    };
    match (meet.with, target) {
        (Met::Body { id: met, .. }, Target::Body(enemy)) if of_crowd(met) == enemy => Ok(drive.length()),
        (Met::Feature(feature), Target::Zone(zone)) if state.stage.land(feature).zone == Some(zone) => {
            Ok(drive.length())
        }
        (Met::Body { id: met, .. }, _) => {
            let met = of_crowd(met);
            let words = format!("in the way: {}", name(state, met));
            Err(Refusal::new(FD_MEL_03, words).at(Spot::Unit(met)))
        }
        _ => Err(state.stopped(id, &drive).map_or_else(
            || Refusal::new(FD_MEL_03, "its target is not straight ahead").at(Spot::Unit(id)),
            |why| Refusal { clause: FD_MEL_03, ..why },
        )),
    }
}

/// Judges a declaration.
pub(crate) fn check(state: &State, side: Side, id: BodyId, target: Target, turn: Option<Turn>) -> Result<(), Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    if body.side != side {
        return refuse(FD_SEQ_04, "is not yours");
    }
    let known = match target {
        Target::Body(enemy) => {
            let there = enemy.index() < state.bodies.len() && state.body(enemy).is_on_table();
            there
                && state.body(enemy).side != side
                && state.body(enemy).is_alive()
                && state.body(enemy).zone().is_none()
        }
        Target::Zone(zone) => {
            usize::from(zone.0) < state.stage.zones.len() && state.in_zone(zone).any(|(_, other)| other.side != side)
        }
    };
    if !known {
        return refuse(FD_MEL_03, "has no such enemy to charge");
    }
    eligible(state, id)?;
    if !chits::lets_charge(state, id) {
        return refuse(FD_OPT_02, "has no chit to charge");
    }
    if chits::are_used(state) && turn.is_some() && !body.mounted {
        return refuse(FD_OPT_02, "charges straight ahead");
    }
    if matches!(turn, Some(Turn::Form(_))) || (turn.is_some() && body.zone().is_some()) {
        return refuse(FD_MEL_09, "charges after a facing change, not a change of formation");
    }
    control::lets_charge(state, id, target)?;
    if let Target::Body(enemy) = target
        && is_too_loose(state, id, target)
    {
        let words = format!("{}: open order may not charge close order", name(state, id));
        return Err(Refusal::new(FD_MEL_05, words).at(Spot::Unit(enemy)));
    }
    let listed = state.prospects_of(id).iter().find(|prospect| prospect.target == target);
    if listed.and_then(|prospect| prospect.onset(state)).is_some_and(|onset| onset.turn == turn) {
        return Ok(());
    }
    if !sees(state, id, target) {
        return refuse(FD_LOS_18, "does not see its target");
    }
    reach(state, id, target, turn).map(|_| ())
}

/// Whether a side has a charge to declare; that which is known to be declared is asked for first.
pub(crate) fn may_declare(state: &State, side: Side, next: Option<&Command>) -> bool {
    let declares = |id: BodyId, target: Target| {
        let own = state.bodies.get(id.index());
        own.is_some_and(|body| body.side == side && body.is_on_table() && body.is_alive())
            && may_charge(state, id)
            && chances_of(state, id).any(|prospect| prospect.target == target && onset(state, prospect).is_some())
    };
    if matches!(next, Some(Command::Charge { body, target, .. }) if declares(*body, *target)) {
        return true;
    }
    // One is enough, and some need no way gone.
    let mut doubtful: Vec<&Prospect> = Vec::new();
    for prospect in chances(state, side) {
        if !prospect.is_plain(state) {
            doubtful.push(prospect);
        } else if onset(state, prospect).is_some() {
            return true;
        }
    }
    doubtful.into_iter().any(|prospect| onset(state, prospect).is_some())
}

/// The bodies of a side that may charge somebody, as far as it knows.
fn chargers(state: &State, side: Side) -> impl Iterator<Item = BodyId> {
    state.alive(side).map(|(id, _)| id).filter(|id| may_charge(state, *id))
}

/// Whether its chit and its directive let a body charge anybody.
fn may_charge(state: &State, id: BodyId) -> bool {
    chits::lets_charge(state, id) && control::may_charge(state, id)
}

/// The charges that might still be declared, as far as its own side knows; the way of none is gone yet.
fn chances(state: &State, side: Side) -> impl Iterator<Item = &Prospect> {
    chargers(state, side).flat_map(|id| chances_of(state, id))
}

/// Those of one body.
fn chances_of(state: &State, id: BodyId) -> impl Iterator<Item = &Prospect> {
    state.prospects_of(id).iter().filter(|prospect| is_chance(state, prospect))
}

/// Whether the directive lets a charge be made, and a quick look leaves a way open.
fn is_chance(state: &State, prospect: &Prospect) -> bool {
    control::bar_to_charge(state, prospect.body, prospect.target).is_none() && !prospect.ways(state).is_empty()
}

/// A charge, if it can be declared: with chits foot goes straight ahead (FD-OPT-02).
fn onset(state: &State, prospect: &Prospect) -> Option<Onset> {
    let straight_only = chits::are_used(state) && !state.body(prospect.body).mounted;
    prospect.onset(state).filter(|onset| !(straight_only && onset.turn.is_some()))
}

/// The charges that can still be declared.
fn open(state: &State, side: Side) -> impl Iterator<Item = Onset> {
    chances(state, side).filter_map(|prospect| onset(state, prospect))
}

fn declared(Onset { body, target, turn }: Onset) -> Command {
    Command::Charge { body, target, turn }
}

/// The charges that can be listed.
pub(crate) fn list(state: &State, side: Side, into: &mut Vec<Command>) {
    into.extend(open(state, side).map(declared));
}

/// One of the listed charges, or the end of the step.
pub(crate) fn draw(state: &State, side: Side, chance: &mut Seeded) -> Option<Command> {
    let lots = std::iter::once(None).chain(chances(state, side).map(Some)).collect();
    Lots::new(chance, None).among(lots, |lot| match lot {
        Some(prospect) => onset(state, prospect).map(declared),
        None => done(state, side).is_ok().then_some(Command::Done),
    })
}

/// The listed charges, and finely some with another turn.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    list(state, side, into);
    if grain != Grain::Fine {
        return;
    }
    let listed = into.clone();
    for command in listed {
        let Command::Charge { body, target, turn } = command else { continue };
        let base = match turn {
            Some(Turn::By(by)) => by,
            _ => Angle::ZERO,
        };
        for by in [-10, 10].map(|degrees| base + Angle::degrees(degrees)) {
            let turn = Some(Turn::By(by));
            let command = Command::Charge { body, target, turn };
            if by != Angle::ZERO && !into.contains(&command) && check(state, side, body, target, turn).is_ok() {
                into.push(command);
            }
        }
    }
}

/// Why the declarations cannot end yet: an assault must go home when it can (FD-CMD-10).
pub(crate) fn done(state: &State, side: Side) -> Result<(), Refusal> {
    if !state.units.iter().any(|unit| unit.side == side && is_assault(unit)) {
        return Ok(());
    }
    // What a main body is to take.
    let task = |id: BodyId| {
        let unit = state.body(id).unit;
        let mission = state.unit(unit).mission.filter(|_| is_assault(state.unit(unit)))?;
        match mission.goal {
            Goal::Feature(feature) if state.main_body(unit) == Some(id) => Some((id, feature)),
            _ => None,
        }
    };
    let is_due = |id: BodyId, feature: FeatureId| {
        let holds = |prospect: &Prospect| match prospect.target {
            Target::Zone(zone) => state.stage.zone(zone).feature == feature,
            Target::Body(enemy) => touches(&state.stage.table, state.shape(enemy), feature),
        };
        let open = state.prospects_of(id).iter().filter(|prospect| holds(prospect) && is_chance(state, prospect));
        may_charge(state, id) && open.into_iter().any(|prospect| onset(state, prospect).is_some())
    };
    let mut tasks = state.alive(side).filter_map(|(id, _)| task(id));
    match tasks.find(|(id, feature)| is_due(*id, *feature)) {
        Some((body, _)) => {
            let words = format!("{} must charge what it is to take", name(state, body));
            Err(Refusal::new(FD_CMD_10, words).at(Spot::Unit(body)))
        }
        None => Ok(()),
    }
}

/// Whether a unit is to assault something.
fn is_assault(unit: &Unit) -> bool {
    unit.mission.is_some_and(|mission| mission.kind == Directive::Assault)
}

/// Declares a charge; raw troops check first (FD-MEL-07).
pub(crate) fn resolve(desk: &mut Desk<'_, Discipline>, id: BodyId, target: Target, turn: Option<Turn>) {
    let charge = Charge { target, turn, counter: false, stage: ChargeStage::Declared, left: None };
    desk.emit(Event::ChargeDeclared { body: id, charge });
    if desk.state().roster(id).rating == 0 {
        let near = morale::neighbors(desk.state());
        morale::begin(desk, vec![Due::new(id, Cause::RawCharge)], near, Vec::new());
    }
}

/// The nearest charge to what a hand points at.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let id = wish.unit;
    if id.index() >= state.bodies.len() || state.body(id).side != side {
        return Err(Refusal::new(FD_MEL_02, "there is no such body to charge"));
    }
    let at = |onset: &Onset| match onset.target {
        Target::Body(enemy) => wish.target.is_none_or(|target| target == enemy),
        Target::Zone(zone) => wish.target.is_none() && state.ground(zone).contains(wish.at),
    };
    let mut found: Vec<Onset> = state.onsets_of(id).filter(at).collect();
    found.sort_by_key(|onset| match onset.target {
        Target::Body(enemy) => gap(wish.at, state.shape(enemy)),
        Target::Zone(zone) => gap(wish.at, state.ground(zone)),
    });
    let Some(onset) = found.first() else {
        let target = match wish.target {
            Some(enemy) => Target::Body(enemy),
            None => return Err(Refusal::new(FD_MEL_03, "point at an enemy to charge").at(Spot::Unit(id))),
        };
        check(state, side, id, target, None)?;
        return Err(Refusal::new(FD_MEL_03, "no charge reaches that").at(Spot::Unit(id)));
    };
    check(state, side, id, onset.target, onset.turn)?;
    let way = reach(state, id, onset.target, onset.turn)?;
    let block = ready(state, id, onset.target, onset.turn)?;
    let end = Block::new(block.pose.ahead(way), block.layout.clone());
    let from = state.body(id).pose().map_or_else(|| state.center(id), |pose| pose.at);
    Ok(Fitted {
        command: Command::Charge { body: id, target: onset.target, turn: onset.turn },
        ghost: end.bases().iter().map(|base| base.corners).collect(),
        path: vec![from, block.pose.at, end.pose.at],
        cost: format!(
            "{} of {} yards",
            state.stage.in_yards(way),
            state.stage.in_yards(state.rate(id, Pace::Charge).unwrap_or_default())
        ),
        notes: onset.turn.map(|_| (FD_MOV_19, "charges at half rate after the turn".to_string())).into_iter().collect(),
        short: None,
    })
}
