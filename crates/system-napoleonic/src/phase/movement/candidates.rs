//! A finite sample of legal moves.

use arrayvec::ArrayVec;
use firelock_core::{Grain, Side, UnitId};
use firelock_table::{Angle, Length, Point, Pose};

use super::enter::ways_in;
use super::{check_break_off, check_reform, course, movers, rate};
use crate::command::{Act, Command};
use crate::phase::{Lots, leaders};
use crate::state::{CommanderId, State};
use crate::words::{Formation, Hand, Terrain};

/// Acts that might be a legal move.
pub(super) type Acts = ArrayVec<Act, 3>;

/// What might be a legal command.
#[derive(Clone, Debug)]
enum Proposal {
    Move(UnitId, Acts),
    /// A move by where the nearest enemy stands: who that is, is looked for when the proposal is judged.
    Towards(UnitId, Towards),
    Reform(UnitId),
    BreakOff(UnitId),
    /// Of a commander to the nearest friend.
    Join(CommanderId),
    Ride(CommanderId, Point),
}

/// A move by where the nearest enemy stands.
#[derive(Clone, Copy, Debug)]
enum Towards {
    /// As much of a turn towards it as half a rate pays for, then so far ahead.
    Wheel(Length, Length),
    /// Guns turn towards it.
    Pivot,
    /// Open order goes so far along a heading, seen from that to the enemy, and faces it or that heading.
    Go(Angle, Length, Facing),
}

/// How open order faces where it ends.
#[derive(Clone, Copy, Debug)]
enum Facing {
    Enemy,
    Way,
}

/// Moves of a side. The coarse sample is for the next unit only, so that playouts are quick.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    propose(state, side, grain, &mut |proposal| into.extend(judge(state, side, &proposal, Fate::Listed)));
}

/// One of the coarse sample.
pub(crate) fn draw(state: &State, side: Side, lots: Lots<'_>) -> Option<Command> {
    let mut proposals = Vec::with_capacity(16);
    propose(state, side, Grain::Coarse, &mut |proposal| proposals.push(proposal));
    lots.among(proposals, |proposal| judge(state, side, &proposal, Fate::Taken))
}

/// What becomes of a proposal that is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is one of many.
    Listed,
    /// It will be carried out.
    Taken,
}

/// The command, if it is legal.
fn judge(state: &State, side: Side, proposal: &Proposal, fate: Fate) -> Option<Command> {
    let ride = |commander, to, join| {
        let legal = leaders::check_ride(state, side, commander, to, join).is_ok();
        legal.then_some(Command::Ride { commander, to, join })
    };
    match *proposal {
        Proposal::Move(id, ref acts) => go(state, id, acts, fate),
        Proposal::Towards(id, towards) => go(state, id, &acts(state, id, towards)?, fate),
        Proposal::Reform(id) => check_reform(state, side, id).is_ok().then_some(Command::Reform(id)),
        Proposal::BreakOff(id) => check_break_off(state, side, id).is_ok().then_some(Command::BreakOff(id)),
        Proposal::Join(id) => {
            let base = state.commander_base(id);
            let friend = state.which_nearest(&[base], base.bounds(), side)?;
            ride(id, state.behind(friend), Some(friend))
        }
        Proposal::Ride(id, to) => ride(id, to, None),
    }
}

/// A legal move.
fn go(state: &State, unit: UnitId, acts: &[Act], fate: Fate) -> Option<Command> {
    let course = course(state, unit, acts)?;
    if fate == Fate::Taken {
        state.planned.keep(unit, acts, course);
    }
    Some(Command::Move { unit, acts: acts.to_vec() })
}

/// The acts of a move by where the nearest enemy stands; none where they would change nothing.
fn acts(state: &State, id: UnitId, towards: Towards) -> Option<Acts> {
    let unit = state.unit(id);
    let pose = unit.pose()?;
    let enemy = state.which_enemy(id).map(|enemy| Angle::towards(pose.at, state.unit(enemy).outline.center()));
    match towards {
        Towards::Wheel(full, then) => {
            let turn = (enemy? - pose.facing).turn();
            let hand = if turn < Angle::ZERO { Hand::Left } else { Hand::Right };
            let width = unit.outline.size.width;
            let most = Angle::steps((i64::from(full.half().get()) * 5729 / i64::from(width.get().max(1))) as i32);
            let turn = turn.abs().min(most);
            let acts = [Act::Wheel(hand, turn), Act::Ahead(then)].into_iter();
            (turn > Angle::degrees(2)).then(|| acts.take(if then > Length::ZERO { 2 } else { 1 }).collect())
        }
        Towards::Pivot => {
            let turn = (enemy? - pose.facing).turn();
            (turn != Angle::ZERO).then(|| ArrayVec::from_iter([Act::Pivot(turn)]))
        }
        Towards::Go(aside, length, facing) => {
            let enemy = enemy.unwrap_or(pose.facing);
            let heading = (enemy + aside).heading();
            let facing = match facing {
                Facing::Enemy => enemy,
                Facing::Way => heading,
            };
            Some(ArrayVec::from_iter([Act::To(Pose::new(pose.at.ahead(heading, length), facing))]))
        }
    }
}

fn propose(state: &State, side: Side, grain: Grain, take: &mut impl FnMut(Proposal)) {
    let most = match grain {
        Grain::Coarse => 1,
        Grain::Middle | Grain::Fine => usize::MAX,
    };
    for id in movers(state, side).take(most) {
        units(state, id, grain, take);
    }
    for id in leaders::riders(state, side).take(most) {
        rides(state, side, id, take);
    }
}

fn units(state: &State, id: UnitId, grain: Grain, take: &mut impl FnMut(Proposal)) {
    if state.is_engaged(id) {
        return take(Proposal::BreakOff(id));
    }
    if state.unit(id).unformed {
        take(Proposal::Reform(id));
    }
    let unit = state.unit(id);
    if unit.pose().is_none() {
        if let Some(body) = super::flight::out_of_building(state, id) {
            take(Proposal::Move(id, ArrayVec::from_iter([Act::Leave(body.pose, Formation::Line)])));
        }
        return;
    }
    let full = rate(state, id, unit.formation, unit.unformed);
    if full > Length::ZERO {
        walks(state, id, full, grain, take);
    }
    let add = |acts: &[Act], take: &mut dyn FnMut(Proposal)| take(Proposal::Move(id, acts.iter().copied().collect()));
    let forms: &[Formation] = match grain {
        Grain::Coarse => &FORMS[..4],
        Grain::Middle | Grain::Fine => &FORMS,
    };
    for formation in forms {
        if state.roster(id).class.may_form(*formation) && *formation != unit.formation {
            add(&[Act::Form(*formation, Hand::Left)], take);
            if grain == Grain::Fine && *formation == Formation::Echelon {
                add(&[Act::Form(*formation, Hand::Right)], take);
            }
        }
    }
    if unit.formation == Formation::Deployed {
        take(Proposal::Towards(id, Towards::Pivot));
    }
    if grain != Grain::Coarse {
        let mut add = |acts: &[Act]| add(acts, take);
        add(&[Act::About]);
        ways_in(state, id).iter().for_each(|acts| add(acts));
        follow(state, id, full, &mut add);
    }
}

/// The formations, those most often wanted first.
const FORMS: [Formation; 9] = [
    Formation::AttackColumn,
    Formation::Line,
    Formation::Limbered,
    Formation::Deployed,
    Formation::Square,
    Formation::OpenOrder,
    Formation::Skirmish,
    Formation::Column,
    Formation::Echelon,
];

fn walks(state: &State, id: UnitId, full: Length, grain: Grain, take: &mut impl FnMut(Proposal)) {
    let unit = state.unit(id);
    if unit.formation == Formation::Square {
        (0..4).for_each(|quarter| take(Proposal::Move(id, ArrayVec::from_iter([Act::Shift(quarter, full)]))));
        return;
    }
    let half = full.half();
    let mut go = |towards: Towards| take(Proposal::Towards(id, towards));
    if unit.is_open() {
        go(Towards::Go(Angle::ZERO, full, Facing::Way));
        go(Towards::Go(Angle::ZERO, half, Facing::Way));
        go(Towards::Go(Angle::HALF, full, Facing::Enemy));
        if grain != Grain::Coarse {
            go(Towards::Go(Angle::RIGHT, half, Facing::Way));
            go(Towards::Go(Angle::LEFT, half, Facing::Way));
        }
        return;
    }
    let add = |acts: &[Act], take: &mut dyn FnMut(Proposal)| take(Proposal::Move(id, acts.iter().copied().collect()));
    add(&[Act::Ahead(full)], take);
    add(&[Act::Ahead(half)], take);
    take(Proposal::Towards(id, Towards::Wheel(full, Length::ZERO)));
    take(Proposal::Towards(id, Towards::Wheel(full, full.scaled(2, 5))));
    let mut add = |acts: &[Act]| add(acts, take);
    if grain == Grain::Coarse {
        return;
    }
    add(&[Act::Back(full.scaled(1, 4))]);
    for degrees in [-45, -20, 20, 45] {
        add(&[Act::Oblique(Angle::degrees(degrees), full.half())]);
    }
    if grain == Grain::Fine {
        for part in [1, 2, 3, 4] {
            add(&[Act::Ahead(full.scaled(part, 5))]);
            for hand in [Hand::Left, Hand::Right] {
                add(&[Act::Wheel(hand, Angle::degrees(8 * part)), Act::Ahead(full.scaled(1, 4))]);
            }
        }
        add(&[Act::Ahead(full.half()), Act::Form(Formation::Line, Hand::Left)]);
        add(&[Act::Form(Formation::Column, Hand::Left), Act::Ahead(full.half())]);
    }
}

fn follow(state: &State, id: UnitId, full: Length, add: &mut impl FnMut(&[Act])) {
    if !matches!(state.unit(id).formation, Formation::Column | Formation::Limbered) {
        return;
    }
    for (road, _) in state.stage.table.features() {
        if state.stage.land(road).terrain == Terrain::Road {
            add(&[Act::Follow(road, full)]);
            add(&[Act::Follow(road, full.scaled(3, 2))]);
        }
    }
}

fn rides(state: &State, side: Side, id: CommanderId, take: &mut impl FnMut(Proposal)) {
    let center = state.commander_base(id).center();
    let ahead = (state.home(side).outward() + Angle::HALF).heading();
    take(Proposal::Join(id));
    take(Proposal::Ride(id, center.ahead(ahead, Length::cm(15))));
    take(Proposal::Ride(id, center.ahead(ahead, Length::cm(-15))));
}
