//! The normal moves of VI.3: each judged, priced and carried out (FD-MOV-02..13, FD-MOV-25..27, FD-OBJ-03, FD-OBJ-09).

use std::cell::OnceCell;

use firelock_core::{Desk, Place as Spot, Refusal, Side};
use firelock_table::{
    Angle, Base, Bases, Body as Block, Drive, FeatureId, Layout, Leg, Length, Met, Part, Pose, Scene, Stop, TableEdge,
    drive, gap, gap_within, on_road, overlaps_ground,
};

use super::course::{Manner, Run, block_at};
use super::{arrive, barred, marches, may_move, split};
use crate::Discipline;
use crate::charts::{Going, Pace, numbers};
use crate::clauses::*;
use crate::command::Maneuver;
use crate::event::{Event, Motion};
use crate::geometry::{in_crowd, layout, of_crowd};
use crate::phase::control::duty;
use crate::phase::name;
use crate::state::{Body, BodyId, Fate, Place, State, ZoneId};
use crate::words::{Branch, Directive, Formation};

/// A move as it would be made.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Where the body would stand; none where it leaves the field.
    pub(crate) end: Option<Block>,
    /// How far it goes, for the words of its cost.
    pub(crate) length: Length,
    /// What it may go at most.
    pub(crate) most: Length,
}

/// Judges a normal move.
pub(crate) fn check(state: &State, side: Side, id: BodyId, maneuver: Maneuver) -> Result<(), Refusal> {
    plan(state, side, id, maneuver).map(|_| ())
}

/// Judges a normal move and says where it leads.
pub(crate) fn plan(state: &State, side: Side, id: BodyId, maneuver: Maneuver) -> Result<Plan, Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    if body.side != side {
        return refuse(FD_SEQ_04, "is not yours");
    }
    barred(state, id)?;
    if !may_move(state, id) {
        return refuse(FD_MOV_34, "makes no normal move this turn");
    }
    if body.zone().is_some() != matches!(maneuver, Maneuver::Leave { .. }) {
        return refuse(FD_OBJ_09, "leaves a zone before it goes anywhere else");
    }
    match maneuver {
        Maneuver::Ahead(by) => ahead(state, id, by),
        Maneuver::Road(road, by) => along(state, id, road, by),
        Maneuver::Side(by) => shift(state, id, if by < Length::ZERO { Angle::LEFT } else { Angle::RIGHT }, by.abs()),
        Maneuver::Back(by) => shift(state, id, Angle::HALF, by),
        Maneuver::Enter(zone, stands) => enter(state, id, zone, stands),
        Maneuver::Leave { from, formation, by } => leave(state, id, from, formation, by),
        Maneuver::Exit => exit(state, id),
        Maneuver::Detach { stand, to } => split::plan_detach(state, id, stand, to),
        Maneuver::Divide(troops) => split::plan_divide(state, id, troops),
        Maneuver::Scatter => split::plan_scatter(state, id),
        Maneuver::Close => split::plan_close(state, id),
        Maneuver::Dismount(gap) => split::plan_dismount(state, id, gap),
        Maneuver::Mount => split::plan_mount(state, id),
    }
}

/// The formation a move starts from: a bent column is straight again off the road, if there is room (FD-MOV-41).
fn start(state: &State, id: BodyId) -> Result<Block, Refusal> {
    let Some(block) = state.straight(id) else {
        return Err(Refusal::new(FD_MOV_02, format!("{}: not on the table", name(state, id))));
    };
    if state.body(id).bent.is_some()
        && let Some(other) = state.lies_on(&block.bases(), &[id])
    {
        let words = format!("{}: no room to straighten behind the head", name(state, id));
        return Err(Refusal::new(FD_MOV_41, words).at(Spot::Unit(other)));
    }
    Ok(block)
}

fn ahead(state: &State, id: BodyId, by: Length) -> Result<Plan, Refusal> {
    Ahead::of(state, id)?.plan(state, id, by)
}

/// The way straight ahead of a body, as far as it may go at all: every move ahead is a part of it.
#[derive(Debug)]
pub(crate) struct Ahead {
    block: Block,
    /// What it may go near the enemy.
    pub(crate) usual: Length,
    /// The road rate, where it may use it at its start (FD-MOV-05, FD-MOV-09).
    pub(crate) road: Option<Length>,
    /// The way, paid for by the usual allowance, once it is looked along.
    run: OnceCell<Run>,
    /// What it has the duty to come nearer to, once that is asked for.
    aim: OnceCell<Option<duty::Aim>>,
}

impl Ahead {
    /// The way of a body before it is looked along.
    pub(crate) fn of(state: &State, id: BodyId) -> Result<Ahead, Refusal> {
        let block = start(state, id)?;
        let (usual, road) = longest(state, id, &block);
        Ok(Ahead { block, usual, road, run: OnceCell::new(), aim: OnceCell::new() })
    }

    /// Looks as far ahead as a body may go.
    pub(crate) fn run(&self, state: &State, id: BodyId) -> &Run {
        let reach = self.usual.max(self.road.unwrap_or_default());
        let look = || state.run(id, &self.block, self.block.pose.facing, reach, self.usual, Manner::Normal);
        self.run.get_or_init(look)
    }

    /// As far as it can go.
    pub(crate) fn most(&self, state: &State, id: BodyId) -> Length {
        let run = self.run(state, id);
        run.drive.length().min(run.afforded(self.road.unwrap_or(self.usual)))
    }

    /// Judges a move so far ahead.
    pub(crate) fn plan(&self, state: &State, id: BodyId, by: Length) -> Result<Plan, Refusal> {
        positive(state, id, by)?;
        let Ahead { block, usual, road, .. } = self;
        let most = (*usual).max(road.unwrap_or_default());
        let end = block_at(block, block.pose.facing, by);
        // Who goes as far as he may, and surely nearer to his goal, has done his duty, whatever it is. Where several moves are judged, one
        // of them needs to know it all the same.
        let is_alone = self.run.get().is_none();
        let is_done = is_alone && by == *usual && road.is_none() && duty::leads_on(state, id, by);
        let duty = if is_done { None } else { *self.aim.get_or_init(|| duty::duty(state, id)) };
        let duty = duty.map(|aim| (aim, duty::nearer_by(state, id, block, aim, by)));
        let undone = duty.filter(|(_, nearer)| nearer.is_none_or(|nearer| nearer < duty::asked(state, id)));
        // Who does not come near enough must go as far as he can; on the march he could go farther.
        let whole = match (undone, road) {
            (Some(_), None) => Some(self.run(state, id)),
            _ => self.run.get(),
        };
        // The way is looked at as far as it goes, also where a longer one stops just short of it (it may end touching what stops the
        // longer one), and for guns, whose slopes are looked at yard by yard. Who is stopped there may still be let through by the longer
        // look, which rounds otherwise: what either lets through is legal.
        let goes_by = |run: &&Run| run.drive.length() >= by && state.going(id) != Going::Limbered;
        let exact;
        let run = match whole.filter(goes_by) {
            Some(run) => run,
            None => {
                exact = state.run(id, block, block.pose.facing, by, *usual, Manner::Normal);
                if exact.drive.length() >= by {
                    &exact
                } else {
                    Some(self.run(state, id)).filter(goes_by).unwrap_or(&exact)
                }
            }
        };
        if run.drive.length() < by {
            return Err(state.stopped(id, &run.drive).unwrap_or_else(|| too_far(state, id, by, most)));
        }
        if run.paid < by {
            // FD-MOV-05, FD-MOV-09: the road rate, far from the enemy at both ends.
            let paid = road.map(|road| run.afforded(road)).filter(|paid| *paid >= by);
            if paid.is_none() {
                return Err(too_far(state, id, by, road.map_or(run.paid, |road| run.afforded(road))));
            }
            let clear = state.stage.length(&numbers::ROAD_CLEAR);
            if let Some(enemy) = state.enemy_within(state.body(id).side, &end.bases(), clear) {
                let words = format!("at that rate it may not come so near to {}", name(state, enemy));
                return Err(Refusal::new(road_clause(state, id), words).at(Spot::Unit(enemy)));
            }
        }
        if state.is_open(id) || duty::is_held(state, id) {
            let bases = end.bases();
            tethered(state, id, &bases)?;
            duty::lets_move(state, id, &bases, false)?;
        }
        if let Some((aim, nearer)) = undone {
            duty::serves_ahead(state, id, aim, block, by, nearer, whole.filter(|_| road.is_none()))?;
        }
        Ok(Plan { end: Some(end), length: by, most })
    }
}

/// The allowance of a normal move near the enemy, and the road rate where the body may use it at its start.
pub(crate) fn longest(state: &State, id: BodyId, block: &Block) -> (Length, Option<Length>) {
    let usual = state.allowance(id, state.usual_pace(id)).unwrap_or_default();
    let may = match state.branch(id) {
        Branch::Foot => state.body(id).formation == Formation::Column || state.body(id).stands.len() == 1,
        Branch::Horse | Branch::LightHorse | Branch::Dragoons => true,
        _ => false,
    };
    let clear = state.stage.length(&numbers::ROAD_CLEAR);
    let body = state.body(id);
    let is_near = || match body.bent {
        Some(_) => state.enemy_within(body.side, &block.bases(), clear).is_some(),
        None => {
            let mut others = state.in_box(body.bounds.grown(clear));
            others.any(|(other, enemy)| enemy.side != body.side && enemy.is_alive() && state.within(id, other, clear))
        }
    };
    let road = may && !is_near();
    (usual, road.then(|| state.allowance(id, Pace::Road)).flatten())
}

fn road_clause(state: &State, id: BodyId) -> firelock_core::Clause {
    match state.branch(id) {
        Branch::Foot | Branch::Crew => FD_MOV_05,
        Branch::Horse | Branch::LightHorse | Branch::Dragoons => FD_MOV_09,
        _ => FD_MOV_12,
    }
}

/// The clause of the rate a body moves at.
fn rate_clause(state: &State, id: BodyId) -> firelock_core::Clause {
    let open = state.is_open(id);
    match state.branch(id) {
        Branch::Foot if state.roster(id).troops().is_some_and(|troops| troops.arm != crate::words::Arm::Infantry) => {
            FD_MOV_11
        }
        Branch::Foot if open => FD_MOV_06,
        Branch::Foot => FD_MOV_03,
        Branch::Horse | Branch::LightHorse | Branch::Dragoons if open => FD_MOV_10,
        Branch::Horse | Branch::LightHorse | Branch::Dragoons => FD_MOV_07,
        Branch::Crew => FD_MOV_38,
        Branch::Unlimbered | Branch::Limbered | Branch::Wagon => FD_MOV_12,
    }
}

pub(crate) fn too_far(state: &State, id: BodyId, by: Length, most: Length) -> Refusal {
    let words =
        format!("{} can go {} yards, not {}", name(state, id), state.stage.in_yards(most), state.stage.in_yards(by));
    Refusal::new(rate_clause(state, id), words).at(Spot::Unit(id))
}

fn positive(state: &State, id: BodyId, by: Length) -> Result<(), Refusal> {
    match by > Length::ZERO {
        true => Ok(()),
        false => Err(Refusal::new(FD_MOV_02, format!("{}: this leads nowhere", name(state, id))).at(Spot::Unit(id))),
    }
}

/// What holds at the end of every normal move: the tether of open order, the directive.
fn fits(state: &State, id: BodyId, end: &Block, is_shift: bool) -> Result<(), Refusal> {
    let bases = end.bases();
    tethered(state, id, &bases)?;
    duty::lets_move(state, id, &bases, is_shift)?;
    duty::serves_move(state, id, &bases)
}

/// FD-FRM-11: an open-order body ends within 50 yards of another stand of its brigade, or nearer to one than it was.
pub(crate) fn tethered(state: &State, id: BodyId, bases: &[Base]) -> Result<(), Refusal> {
    if !state.is_open(id) {
        return Ok(());
    }
    let reach = state.stage.length(&numbers::SKIRMISH_TETHER);
    let (side, brigade) = (state.body(id).side, state.roster(id).brigade);
    let own = |other: &BodyId| *other != id && state.roster(*other).brigade == brigade;
    let mates: Vec<BodyId> = state.alive(side).map(|(other, _)| other).filter(own).collect();
    if mates.is_empty() || mates.iter().any(|mate| gap_within(bases, state.shape(*mate), reach)) {
        return Ok(());
    }
    let nearest = |bases: &[Base]| mates.iter().map(|mate| gap(bases, state.shape(*mate))).min();
    let (before, after) = (nearest(&state.body(id).bases), nearest(bases));
    let strayed = before.is_some_and(|before| !before.within(reach));
    match strayed && after < before {
        true => Ok(()),
        false => {
            let words =
                format!("{} must stay within {} yards of its brigade", name(state, id), state.stage.in_yards(reach));
            let refusal = Refusal::new(FD_FRM_11, words);
            Err(after.map_or_else(|| Refusal::new(FD_FRM_11, "it strays"), |gap| refusal.at(Spot::Along(gap.ends()))))
        }
    }
}

/// Along a road, in column or on wheels (FD-MOV-12, FD-MOV-21, FD-MOV-41).
fn along(state: &State, id: BodyId, road: FeatureId, by: Length) -> Result<Plan, Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    positive(state, id, by)?;
    let is_road = usize::from(road.0) < state.stage.land.len()
        && state.stage.table.path(road).is_some()
        && state.stage.land(road).terrain == crate::charts::Terrain::Road;
    if !is_road || !marches(state, id) {
        return refuse(FD_MOV_41, "is not drawn up to march on that road");
    }
    if !on_road(&state.stage.table, road, &body.bases).touches {
        return refuse(FD_MOV_12, "is not on that road");
    }
    let clear = state.stage.length(&numbers::ROAD_CLEAR);
    let near = state.enemy_within(body.side, &body.bases, clear);
    let wheels = matches!(state.branch(id), Branch::Limbered | Branch::Wagon);
    let block = state.block(id).ok_or_else(|| Refusal::new(FD_MOV_02, "it is not on the table"))?;
    let (usual, road_rate) =
        (state.allowance(id, state.usual_pace(id)).unwrap_or_default(), state.allowance(id, Pace::Road));
    let most = match (wheels, near) {
        (true, _) => road_rate.unwrap_or(usual),
        (false, None) => road_rate.unwrap_or(usual),
        (false, Some(_)) => usual,
    };
    if by > most {
        return Err(too_far(state, id, by, most));
    }
    let drive = follow(state, id, &block, road, by);
    if let Some(refusal) = state.stopped(id, &drive) {
        return Err(refusal);
    }
    // Along a road lengths are rounded piece by piece.
    if drive.length() + Length::grid(16) < by {
        return refuse(FD_MOV_12, "comes to the end of the road");
    }
    // FD-MOV-21: within 300 yards of the enemy a turn along the road is a wheel.
    if near.is_some() && !wheels && drive.end.pose.facing != block.pose.facing && by > usual.half() {
        return refuse(FD_MOV_21, "has half its rate on a bend so near to the enemy");
    }
    if by > usual
        && !wheels
        && let Some(enemy) = state.enemy_within(body.side, &drive.end.bases(), clear)
    {
        let words = format!("at that rate it may not come so near to {}", name(state, enemy));
        return Err(Refusal::new(road_clause(state, id), words).at(Spot::Unit(enemy)));
    }
    if wheels && by > usual && !on_road(&state.stage.table, road, &body.bases).aligned {
        return refuse(FD_MOV_12, "must be on the road for the whole move");
    }
    fits(state, id, &drive.end, false)?;
    Ok(Plan { end: Some(drive.end), length: by, most })
}

/// Walks a column along a road; other ground does not count (T2).
fn follow(state: &State, id: BodyId, block: &Block, road: FeatureId, by: Length) -> Drive {
    let off = state.stage.length(match state.branch(id) {
        Branch::Limbered => &numbers::LIMBERED_CLEAR,
        _ => &numbers::STAND_OFF,
    });
    let crowd = state.crowd(block.outline().bounds().grown(by + off), &[id]);
    let side = state.body(id).side;
    let keep_off = |other| (state.body(of_crowd(other)).side != side).then_some(off);
    let scene = Scene {
        table: &state.stage.table,
        crowd: &crowd,
        mover: Some(in_crowd(id)),
        watch: &[Part::FrontCenter],
        keep_off: &keep_off,
    };
    drive(&scene, block, &[Leg::Follow(road, by)], |meet| match meet.with {
        Met::Feature(feature) if state.stage.land(feature).zone.is_none() => Stop::Through,
        _ => Stop::Halt,
    })
}

/// A tactical shift (FD-MOV-25).
fn shift(state: &State, id: BodyId, turn: Angle, by: Length) -> Result<Plan, Refusal> {
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    positive(state, id, by)?;
    if !state.body(id).is_troops()
        || i32::from(state.roster(id).rating) < state.stage.book.number(&numbers::SHIFT_RATING)
    {
        return refuse(FD_MOV_25, "is not trained to shift");
    }
    let block = start(state, id)?;
    let most = state.allowance(id, Pace::Tactical).unwrap_or_default();
    if by > most {
        let words = format!("shifts {} yards at most", state.stage.in_yards(most));
        return refuse(FD_MOV_25, &words);
    }
    let heading = (block.pose.facing + turn).heading();
    let run = state.run(id, &block, heading, by, most, Manner::Normal);
    if run.drive.length() < by {
        return Err(state.stopped(id, &run.drive).unwrap_or_else(|| too_far(state, id, by, most)));
    }
    if run.paid < by {
        return Err(too_far(state, id, by, run.paid));
    }
    let end = block_at(&block, heading, by);
    fits(state, id, &end, true)?;
    Ok(Plan { end: Some(end), length: by, most })
}

/// Straight ahead into a zone (FD-OBJ-03, FD-OBJ-05, FD-OBJ-11, FD-OBJ-13).
fn enter(state: &State, id: BodyId, zone: ZoneId, stands: u8) -> Result<Plan, Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    if usize::from(zone.0) >= state.stage.zones.len() {
        return refuse(FD_OBJ_01, "knows no such zone");
    }
    let place = state.stage.zone(zone);
    if !body.is_troops() {
        return refuse(FD_OBJ_03, "may not enter a zone");
    }
    if body.mounted && !place.class.admits_mounted() {
        return refuse(FD_OBJ_03, "is mounted and stops at the edge");
    }
    if state.in_zone(zone).any(|(_, other)| other.side != body.side) {
        return refuse(FD_OBJ_11, "would share the zone with the enemy");
    }
    let room = free_room(state, zone);
    let wanted: u16 = state.stands(id).take(usize::from(stands)).map(|stand| stand.size.halves()).sum();
    if stands == 0 || usize::from(stands) > body.stands.len() || wanted > room {
        let words = format!("can put in stands of {} at most", in_stands(room));
        return refuse(FD_OBJ_13, &words);
    }
    let block = start(state, id)?;
    let (usual, _) = longest(state, id, &block);
    let run = state.run(id, &block, block.pose.facing, usual, usual, Manner::Normal);
    let reached = zone_ahead(state, &run.drive, zone);
    match reached {
        Some(at) if at <= run.paid => {
            let end = block_at(&block, block.pose.facing, at);
            duty::lets_enter(state, id, zone)?;
            Ok(Plan { end: Some(end), length: at, most: usual })
        }
        Some(_) => refuse(FD_OBJ_03, "cannot reach the zone this turn"),
        None => Err(state.stopped(id, &run.drive).unwrap_or_else(|| {
            Refusal::new(FD_OBJ_03, format!("{} does not lie straight ahead", place.name)).at(Spot::Unit(id))
        })),
    }
}

/// Half-stands as stand values, in words.
fn in_stands(halves: u16) -> String {
    match halves % 2 {
        0 => (halves / 2).to_string(),
        _ => format!("{}.5", halves / 2),
    }
}

/// How much a zone still holds, in half-stands (FD-OBJ-05).
pub(crate) fn free_room(state: &State, zone: ZoneId) -> u16 {
    let taken: u16 = state.in_zone(zone).map(|(id, _)| state.halves(id)).sum();
    state.stage.zone(zone).capacity.saturating_sub(taken)
}

/// How far ahead a run comes to a zone, if that is what stops it.
fn zone_ahead(state: &State, drive: &Drive, zone: ZoneId) -> Option<Length> {
    match drive.halt()?.with {
        Met::Feature(feature) if state.stage.land(feature).zone == Some(zone) => Some(drive.length()),
        _ => None,
    }
}

/// Out of a zone (FD-OBJ-09): from its edge, any facing, then straight ahead.
fn leave(state: &State, id: BodyId, from: Pose, formation: Formation, by: Length) -> Result<Plan, Refusal> {
    let body = state.body(id);
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    let Place::In(zone) = body.place else { return refuse(FD_OBJ_12, "stays where it was put") };
    let from = Pose::new(from.at, from.facing.heading());
    if !matches!(formation, Formation::Line | Formation::Column) || by < Length::ZERO {
        return refuse(FD_OBJ_09, "comes out in line or column");
    }
    let shaped = Body { formation, bent: None, ..body.clone() };
    let block = Block::new(from, layout(&state.stage, state.roster(id), &shaped));
    let bases = block.bases();
    let ground = state.ground(zone);
    let contact = state.stage.length(&numbers::CONTACT);
    let touches = gap_within(&bases[..], ground, contact);
    if !touches || bases.iter().any(|base| overlaps_ground(base, ground)) {
        return refuse(FD_OBJ_09, "must begin at the edge of the zone");
    }
    state.has_room(id, &Block::new(from, Layout::new(Default::default())), &block)?;
    let most = state.allowance(id, state.usual_pace(id)).unwrap_or_default();
    let mut end = block.clone();
    if by > Length::ZERO {
        let run = state.run(id, &block, from.facing, by.min(most), most, Manner::Normal);
        if run.drive.length() < by {
            return Err(state.stopped(id, &run.drive).unwrap_or_else(|| too_far(state, id, by, most)));
        }
        if run.paid < by {
            return Err(too_far(state, id, by, run.paid));
        }
        end = block_at(&block, from.facing, by);
    }
    duty::lets_move(state, id, &end.bases(), false)?;
    Ok(Plan { end: Some(end), length: by, most })
}

/// Over its own edge, under Withdrawal only (FD-MOV-33).
fn exit(state: &State, id: BodyId) -> Result<Plan, Refusal> {
    let refuse =
        |clause, words: &str| Err(Refusal::new(clause, format!("{} {words}", name(state, id))).at(Spot::Unit(id)));
    let withdraws = state.unit_of(id).mission.is_some_and(|mission| mission.kind == Directive::Withdrawal);
    if !withdraws {
        return refuse(FD_MOV_33, "is not under Withdrawal");
    }
    let block = start(state, id)?;
    let (usual, road) = longest(state, id, &block);
    let most = road.unwrap_or(usual);
    let run = state.run(id, &block, block.pose.facing, most, most, Manner::Normal);
    let home: TableEdge = state.home(state.body(id).side);
    match run.drive.halt().map(|meet| meet.with) {
        Some(Met::Edge(edge)) if edge == home && run.drive.length() <= run.paid => {
            Ok(Plan { end: None, length: run.drive.length(), most })
        }
        _ => refuse(FD_MOV_33, "does not reach its own edge straight ahead"),
    }
}

/// Where a move leads that only slides the body, seen from its facing, and how far.
fn straight_way(maneuver: Maneuver) -> Option<(Angle, Length)> {
    match maneuver {
        Maneuver::Ahead(by) => Some((Angle::ZERO, by)),
        Maneuver::Side(by) if by < Length::ZERO => Some((Angle::LEFT, by.abs())),
        Maneuver::Side(by) => Some((Angle::RIGHT, by)),
        Maneuver::Back(by) => Some((Angle::HALF, by)),
        _ => None,
    }
}

/// Carries a normal move out, as has been judged.
pub(crate) fn resolve(desk: &mut Desk<'_, Discipline>, side: Side, id: BodyId, maneuver: Maneuver) {
    let state = desk.state();
    let end = match straight_way(maneuver) {
        Some((turn, by)) => state.straight(id).map(|block| {
            let heading = (block.pose.facing + turn).heading();
            block_at(&block, heading, by)
        }),
        None => match plan(state, side, id, maneuver) {
            Ok(plan) => plan.end,
            Err(_) => return,
        },
    };
    match maneuver {
        Maneuver::Ahead(_) | Maneuver::Side(_) | Maneuver::Back(_) => {
            if let Some(end) = end {
                desk.emit(Event::Moved { body: id, pose: end.pose, bent: None, how: Motion::March });
            }
            arrive(desk, id);
            split::join(desk, id);
        }
        Maneuver::Road(..) => {
            if let Some(end) = end {
                let straight = desk.state().straight(id).map(|block| block.layout);
                let bent = (straight.as_ref() != Some(&end.layout)).then(|| Box::new(end.layout.clone()));
                desk.emit(Event::Moved { body: id, pose: end.pose, bent, how: Motion::March });
            }
            arrive(desk, id);
        }
        Maneuver::Enter(zone, stands) => enter_zone(desk, id, zone, stands, end.map(|end| end.pose)),
        Maneuver::Leave { formation, .. } => {
            if let Some(end) = end {
                desk.emit(Event::Placed { body: id, place: Place::At(end.pose), formation });
                desk.emit(Event::Moved { body: id, pose: end.pose, bent: None, how: Motion::March });
            }
            arrive(desk, id);
            split::join(desk, id);
        }
        Maneuver::Exit => {
            desk.emit(Event::Removed { body: id, fate: Fate::Withdrawn });
            crate::phase::leaders::go_off(desk, id);
        }
        Maneuver::Detach { .. }
        | Maneuver::Divide(_)
        | Maneuver::Scatter
        | Maneuver::Close
        | Maneuver::Dismount(_)
        | Maneuver::Mount => split::resolve(desk, id, maneuver),
    }
}

/// Stands go into a zone, in transit; what does not fit stays at the edge as another body (FD-OBJ-04, FD-OBJ-13).
pub(crate) fn enter_zone(desk: &mut Desk<'_, Discipline>, id: BodyId, zone: ZoneId, stands: u8, at: Option<Pose>) {
    let state = desk.state();
    let body = state.body(id);
    let outside: Vec<u8> = body.stands.iter().skip(usize::from(stands)).copied().collect();
    let transit = Some(state.turn + 1);
    if let Some(pose) = at {
        desk.emit(Event::Moved { body: id, pose, bent: None, how: Motion::March });
    }
    // The main body's stand goes in with the first; the rest is a new body where it stood.
    if !outside.is_empty() {
        let state = desk.state();
        let body = state.body(id);
        let (pose, formation) = (body.pose().unwrap_or_default(), body.formation);
        let rest = firelock_core::UnitId(state.bodies.len() as u16);
        desk.emit(Event::Detached {
            from: id,
            body: rest,
            stands: outside,
            place: Place::At(pose),
            formation,
            moved: true,
        });
    }
    desk.emit(Event::Entered { body: id, zone, transit });
    merge_in_zone(desk, id, zone);
}

/// The stands of one unit in a zone are one body (FD-OBJ-05); it is in transit as long as the last to enter.
fn merge_in_zone(desk: &mut Desk<'_, Discipline>, id: BodyId, zone: ZoneId) {
    let state = desk.state();
    let unit = state.body(id).unit;
    let other = state.bodies_of(unit).find(|(other, body)| *other != id && body.place == Place::In(zone));
    let Some((other, _)) = other else { return };
    let (into, gone) = if other < id { (other, id) } else { (id, other) };
    let stands: Vec<u8> = state.body(into).stands.iter().chain(&state.body(gone).stands).copied().collect();
    let transit = state.body(into).transit.max(state.body(gone).transit);
    let formation = Formation::Garrison;
    desk.emit(Event::Joined { body: gone, into, stands, place: Place::In(zone), formation });
    desk.emit(Event::Entered { body: into, zone, transit });
}

/// The ghost of a plan.
pub(crate) fn ghost(plan: &Plan) -> Bases {
    plan.end.as_ref().map(Block::bases).unwrap_or_default()
}
