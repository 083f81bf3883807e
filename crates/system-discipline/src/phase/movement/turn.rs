//! Facing and formation changes of VI.1 (FD-MOV-22..24, FD-FRM-17).

use arrayvec::ArrayVec;
use firelock_core::{Place as Spot, Refusal};
use firelock_table::{
    Angle, Base, Body as Block, Bounds, Corner, Drive, Extent, FeatureId, Layout, Leg, Length, MOST_BASES, Pose,
    arc_length, gap, gap_within, overlaps_ground,
};

use super::course::Manner;
use crate::charts::{Pace, Terrain, numbers};
use crate::clauses::*;
use crate::geometry::{drawn_up, front_row};
use crate::phase::name;
use crate::roster::Roster;
use crate::state::{Body, BodyId, FormOn, State, Turn};
use crate::words::Formation;

/// A body as a change leaves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turned {
    pub(crate) pose: Pose,
    pub(crate) formation: Formation,
    pub(crate) stands: ArrayVec<u8, MOST_BASES>,
}

impl Turned {
    /// Its bases on the table.
    pub(crate) fn block(&self, state: &State, id: BodyId) -> Block {
        let body = state.body(id);
        let layout = match &body.layout {
            Some(same) if self.formation == body.formation && self.stands == body.stands => Layout::clone(same),
            _ => drawn_up(&state.stage, state.roster(id), body, self.formation, &self.stands),
        };
        Block::new(self.pose, layout)
    }
}

/// Judges a facing or formation change, at the rate that limits a wheel.
pub(crate) fn turned(state: &State, id: BodyId, turn: Turn, pace: Pace) -> Result<Turned, Refusal> {
    let (block, done) = drilled(state, id, turn, pace)?;
    has_way(state, id, turn, &block, &done).map(|()| done)
}

/// Whether nothing bars the facing or formation change that leaves a body so: a line wheels over the ground, all else is put down anew.
pub(super) fn has_way(state: &State, id: BodyId, turn: Turn, block: &Block, done: &Turned) -> Result<(), Refusal> {
    match turn {
        Turn::By(by) if is_line(state.body(id)) => state.stopped(id, &wheel(state, id, block, by)).map_or(Ok(()), Err),
        _ => state.has_room(id, block, &done.block(state, id)),
    }
}

/// A line wheels over the ground, as far as it can.
fn wheel(state: &State, id: BodyId, block: &Block, by: Angle) -> Drive {
    let reach = block.layout.size().width * 2;
    state.sweep(id, state.going(id), block, &Leg::Wheel(inner(by), by), reach, Manner::Turn)
}

/// A body after a facing or formation change, if that is legal: without the words why it is not.
pub(crate) fn can_turn(state: &State, id: BodyId, turn: Turn, pace: Pace) -> Option<Turned> {
    match quick_wheel(state, id, turn, pace) {
        Some(free) => free,
        None => turned(state, id, turn, pace).ok(),
    }
}

/// Whether a quick look tells that a wheel is not legal.
pub(crate) fn is_barred(state: &State, id: BodyId, turn: Turn, pace: Pace) -> bool {
    matches!(quick_wheel(state, id, turn, pace), Some(None))
}

/// What a quick look tells of a wheel, if it tells: a body after it, or that it is not legal.
pub(crate) fn quick_wheel(state: &State, id: BodyId, turn: Turn, pace: Pace) -> Option<Option<Turned>> {
    let Turn::By(by) = turn else { return None };
    if !is_line(state.body(id)) {
        return None;
    }
    let Ok((block, done)) = drilled(state, id, turn, pace) else { return Some(None) };
    state.can_wheel(id, &block, inner(by), by).map(|free| free.then_some(done))
}

/// The corner a line wheels on.
pub(crate) fn inner(by: Angle) -> Corner {
    if by > Angle::ZERO { Corner::Right } else { Corner::Left }
}

/// A body before and after a facing or formation change, whatever ground it has for it.
pub(crate) fn drilled(state: &State, id: BodyId, turn: Turn, pace: Pace) -> Result<(Block, Turned), Refusal> {
    let body = state.body(id);
    let refuse = |clause, words: String| Err(Refusal::new(clause, words).at(Spot::Unit(id)));
    let Some(block) = state.straight(id) else {
        return refuse(FD_OBJ_06, format!("{}: in a zone, without a facing", name(state, id)));
    };
    let done = match turn {
        Turn::By(by) => by_angle(state, id, &block, by, pace)?,
        Turn::About => about(body, &block),
        Turn::Form(on) => form(state, id, &block, on)?,
    };
    Ok((block, done))
}

/// Whether a body wheels: a row of more than one stand.
pub(crate) fn is_line(body: &Body) -> bool {
    body.formation != Formation::Column && body.stands.len() > 1
}

fn by_angle(state: &State, id: BodyId, block: &Block, by: Angle, pace: Pace) -> Result<Turned, Refusal> {
    let body = state.body(id);
    let (formation, stands) = (body.formation, body.stands.clone());
    let number = |number| Angle::degrees(state.stage.book.number(number));
    let refuse = |clause, words: String| Err(Refusal::new(clause, words).at(Spot::Unit(id)));
    if by == Angle::ZERO || by.abs() > Angle::HALF {
        return refuse(FD_MOV_22, format!("{by} is no turn"));
    }
    if is_line(body) {
        let most = number(&numbers::WHEEL_DEGREES);
        if by.abs() > most {
            return refuse(FD_MOV_23, format!("a line wheels {most} at most, not {}", by.abs()));
        }
        let front = block.front();
        let rate = state.rate(id, pace).unwrap_or_default();
        // FD-MOV-42: rounded once, by the table.
        let arc = arc_length(front.length(), by);
        if arc > rate {
            let words = format!(
                "its outer corner would go {} yards of {}",
                state.stage.in_yards(arc),
                state.stage.in_yards(rate)
            );
            return refuse(FD_MOV_23, words);
        }
        let pivot = if by > Angle::ZERO { front.to } else { front.from };
        return Ok(Turned { pose: block.pose.about(pivot, by), formation, stands });
    }
    let lead = front_row(state.roster(id), body);
    if body.stands.len() > lead {
        let most = number(&numbers::COLUMN_DEGREES);
        if by.abs() > most {
            return refuse(FD_MOV_24, format!("a column turns {most} at most, not {}", by.abs()));
        }
    }
    // The leading stand or troop turns about its middle, the rest is put straight behind it (FD-MOV-24).
    let depth = block.layout.slots()[..lead].iter().map(|slot| slot.size.depth).max().unwrap_or_default();
    let middle = block.pose.ahead(-depth.half());
    let facing = (block.pose.facing + by).heading();
    Ok(Turned { pose: Pose::new(middle.at.ahead(facing, depth.half()), facing), formation, stands })
}

/// The rear becomes the front, the left the right.
fn about(body: &Body, block: &Block) -> Turned {
    let outline = block.outline();
    let pose = Pose::new(outline.rear().middle(), (outline.facing() + Angle::HALF).heading());
    let stands = body.stands.iter().rev().copied().collect();
    Turned { pose, formation: body.formation, stands }
}

/// From line into column or back (FD-FRM-17): the stand it forms on keeps its place.
fn form(state: &State, id: BodyId, block: &Block, on: FormOn) -> Result<Turned, Refusal> {
    let (body, roster) = (state.body(id), state.roster(id));
    let n = body.stands.len();
    if !body.is_troops() || n < 2 {
        let words = format!("{}: no formation to change", name(state, id));
        return Err(Refusal::new(FD_FRM_01, words).at(Spot::Unit(id)));
    }
    let nth = match on {
        FormOn::Left => 0,
        FormOn::Center => n / 2,
        FormOn::Right => n - 1,
    };
    let bases = block.bases();
    if body.formation == Formation::Column {
        // The head keeps its place as the left, middle or right of the line.
        let (head, rest) = (body.stands[0], &body.stands[1..]);
        let (left, right): (Vec<u8>, Vec<u8>) = match on {
            FormOn::Left => (Vec::new(), rest.to_vec()),
            FormOn::Right => (rest.iter().rev().copied().collect(), Vec::new()),
            FormOn::Center => {
                let half = rest.len() / 2;
                (rest[..half].iter().rev().copied().collect(), rest[half..].to_vec())
            }
        };
        let stands: ArrayVec<u8, MOST_BASES> = left.iter().copied().chain([head]).chain(right).collect();
        let mut done = Turned { pose: block.pose, formation: Formation::Line, stands };
        // Put the line so that the head's stand lies where it was.
        let slot = done.block(state, id).bases()[left.len()];
        done.pose.at = done.pose.at + (bases[0].front().middle() - slot.front().middle());
        return Ok(done);
    }
    let stands = column(roster, body, nth);
    let mut done = Turned { pose: block.pose, formation: Formation::Column, stands };
    let head = done.block(state, id).bases()[0];
    let keeps = done.stands[0];
    let place = body.stands.iter().position(|stand| *stand == keeps).unwrap_or(nth);
    done.pose.at = done.pose.at + (bases[place].front().middle() - head.front().middle());
    Ok(done)
}

/// The order of a column on one of the stands: that one first, the others as they stood; horse with the largest troop in front
/// (FD-FRM-05).
fn column(roster: &Roster, body: &Body, nth: usize) -> ArrayVec<u8, MOST_BASES> {
    let mut order: Vec<u8> = vec![body.stands[nth]];
    let (before, after) = (&body.stands[..nth], &body.stands[nth + 1..]);
    match nth + 1 == body.stands.len() {
        true => order.extend(before.iter().rev()),
        false => order.extend(before.iter().chain(after)),
    }
    if body.mounted {
        let stand = |number: &u8| &roster.stands[usize::from(*number)];
        let troop = |number: &u8| stand(number).troop;
        let weight = |number: &u8| -> u16 {
            let same = body.stands.iter().filter(|other| troop(other) == troop(number));
            same.map(|other| stand(other).size.halves()).sum()
        };
        let first = |number: &u8| order.iter().position(|other| troop(other) == troop(number)).unwrap_or(0);
        let mut sorted = order.clone();
        sorted.sort_by_key(|number| (std::cmp::Reverse(weight(number)), first(number)));
        order = sorted;
    }
    order.into_iter().collect()
}

impl State {
    /// The formation of a body, a bent column straightened behind its head (FD-MOV-41).
    pub(crate) fn straight(&self, id: BodyId) -> Option<Block> {
        let body = self.body(id);
        Some(Block::new(body.pose()?, body.layout.as_deref()?.clone()))
    }

    /// Whether a body has room where it is put anew (FD-FRM-17): on the table, on nobody, on ground it may enter, and no nearer to
    /// the enemy than it may be.
    pub(crate) fn has_room(&self, id: BodyId, before: &Block, after: &Block) -> Result<(), Refusal> {
        let (bases, old) = (after.bases(), before.bases());
        let at = Spot::At(after.front_center());
        let bounds = self.stage.table.bounds();
        if bases.iter().flat_map(|base| &base.corners).any(|corner| !bounds.contains(*corner)) {
            return Err(Refusal::new(FD_FRM_17, "there is no room on the table").at(at));
        }
        if let Some(other) = self.lies_on(&bases, &[id]) {
            let words = format!("{}: in the way", name(self, other));
            return Err(Refusal::new(FD_FRM_17, words).at(Spot::Unit(other)));
        }
        if let Some(feature) = self.closed_ground(id, &bases).find(|feature| !self.lies_in(&old, *feature)) {
            let land = self.stage.land(feature);
            return Err(Refusal::new(FD_TER_02, format!("it may not stand in {}", land.called())).at(at));
        }
        let off = self.stage.length(&numbers::STAND_OFF) - Length::grid(1);
        let (side, around) = (self.body(id).side, Bounds::around(bases.iter().map(Base::bounds)));
        for (enemy, _) in self.in_box(around.grown(off)).filter(|(_, body)| body.side != side && body.is_alive()) {
            if !gap_within(&bases[..], self.shape(enemy), off) {
                continue;
            }
            if gap(&bases[..], self.shape(enemy)) < gap(&old[..], self.shape(enemy)) {
                let words = format!("too near to {}", name(self, enemy));
                return Err(Refusal::new(FD_MOV_26, words).at(Spot::Unit(enemy)));
            }
        }
        Ok(())
    }

    /// The ground under some bases that a body may not enter.
    pub(crate) fn closed_ground<'a>(&'a self, id: BodyId, bases: &'a [Base]) -> impl Iterator<Item = FeatureId> + 'a {
        let going = self.going(id);
        let closed = move |feature: &FeatureId| {
            let land = self.stage.land(*feature);
            let barred =
                land.zone.is_some() || land.factor(&self.stage.book, going).is_none() || land.terrain == Terrain::River;
            barred && self.lies_in(bases, *feature)
        };
        self.stage.table.features().map(|(feature, _)| feature).filter(closed)
    }

    /// Whether some base lies in a feature deeper than a touch.
    fn lies_in(&self, bases: &[Base], feature: FeatureId) -> bool {
        match self.stage.table.feature(feature).map(|feature| &feature.extent) {
            Some(Extent::Area { ground, .. }) => bases.iter().any(|base| overlaps_ground(base, ground)),
            Some(Extent::Line { path, width }) => {
                bases.iter().any(|base| gap_within(base, &path[..], (width.half() - Length::grid(4)).max(Length::ZERO)))
            }
            Some(Extent::Spot { .. }) | None => false,
        }
    }
}
