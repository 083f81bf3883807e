//! A finite sample of legal moves.

use arrayvec::ArrayVec;
use firelock_core::{Grain, Side, UnitId};
use firelock_table::{Angle, Length, Point, Pose};

use super::{check_break_off, check_reform, course, movers, rate};
use crate::command::{Act, Command};
use crate::phase::{Lots, leaders};
use crate::state::{CommanderId, State};
use crate::words::{Formation, Hand};

/// Acts that might be a legal move.
type Acts = ArrayVec<Act, 2>;

/// What might be a legal command.
#[derive(Clone, Debug)]
enum Proposal {
    Move(UnitId, Acts),
    Reform(UnitId),
    BreakOff(UnitId),
    Ride(CommanderId, Point, Option<UnitId>),
}

/// Moves of a side. The coarse sample is for the next unit only, so that playouts are quick.
pub(crate) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    propose(state, side, grain, &mut |proposal| into.extend(judge(state, side, &proposal)));
}

/// One of the coarse sample.
pub(crate) fn draw(state: &State, side: Side, lots: Lots<'_>) -> Option<Command> {
    let mut proposals = Vec::with_capacity(16);
    propose(state, side, Grain::Coarse, &mut |proposal| proposals.push(proposal));
    lots.among(proposals, |proposal| match &proposal {
        Proposal::Move(id, acts) => {
            // It will be carried out.
            state.planned.keep(*id, acts, course(state, *id, acts)?);
            Some(said(&proposal))
        }
        _ => judge(state, side, &proposal),
    })
}

/// The command, if it is legal.
fn judge(state: &State, side: Side, proposal: &Proposal) -> Option<Command> {
    let legal = match proposal {
        Proposal::Move(id, acts) => course(state, *id, acts).is_some(),
        Proposal::Reform(id) => check_reform(state, side, *id).is_ok(),
        Proposal::BreakOff(id) => check_break_off(state, side, *id).is_ok(),
        Proposal::Ride(id, to, join) => leaders::check_ride(state, side, *id, *to, *join).is_ok(),
    };
    legal.then(|| said(proposal))
}

fn said(proposal: &Proposal) -> Command {
    match *proposal {
        Proposal::Move(unit, ref acts) => Command::Move { unit, acts: acts.to_vec() },
        Proposal::Reform(id) => Command::Reform(id),
        Proposal::BreakOff(id) => Command::BreakOff(id),
        Proposal::Ride(commander, to, join) => Command::Ride { commander, to, join },
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
    let mut add = |acts: &[Act]| take(Proposal::Move(id, acts.iter().copied().collect()));
    let unit = state.unit(id);
    let Some(pose) = unit.pose() else {
        if let Some(body) = super::flight::out_of_building(state, id) {
            add(&[Act::Leave(body.pose, Formation::Line)]);
        }
        return;
    };
    let full = rate(state, id, unit.formation, unit.unformed);
    let towards = state.which_enemy(id).map(|enemy| Angle::towards(pose.at, state.unit(enemy).outline.center()));
    if full > Length::ZERO {
        walks(state, id, full, towards, grain, &mut add);
    }
    let forms: &[Formation] = match grain {
        Grain::Coarse => &FORMS[..4],
        Grain::Middle | Grain::Fine => &FORMS,
    };
    for formation in forms {
        if state.roster(id).class.may_form(*formation) && *formation != unit.formation {
            add(&[Act::Form(*formation, Hand::Left)]);
            if grain == Grain::Fine && *formation == Formation::Echelon {
                add(&[Act::Form(*formation, Hand::Right)]);
            }
        }
    }
    if let (Formation::Deployed, Some(heading)) = (unit.formation, towards) {
        let turn = (heading - pose.facing).turn();
        if turn != Angle::ZERO {
            add(&[Act::Pivot(turn)]);
        }
    }
    if grain != Grain::Coarse {
        add(&[Act::About]);
        enter(state, id, &mut add);
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

fn walks(state: &State, id: UnitId, full: Length, towards: Option<Angle>, grain: Grain, add: &mut impl FnMut(&[Act])) {
    let unit = state.unit(id);
    let Some(pose) = unit.pose() else { return };
    if unit.formation == Formation::Square {
        (0..4).for_each(|quarter| add(&[Act::Shift(quarter, full)]));
        return;
    }
    if unit.is_open() {
        let heading = towards.unwrap_or(pose.facing);
        let to = |heading: Angle, length: Length| Act::To(Pose::new(pose.at.ahead(heading, length), heading));
        add(&[to(heading, full)]);
        add(&[to(heading, full.half())]);
        let away = (heading + Angle::HALF).heading();
        add(&[Act::To(Pose::new(pose.at.ahead(away, full), heading))]);
        if grain != Grain::Coarse {
            add(&[to((heading + Angle::RIGHT).heading(), full.half())]);
            add(&[to((heading - Angle::RIGHT).heading(), full.half())]);
        }
        return;
    }
    add(&[Act::Ahead(full)]);
    add(&[Act::Ahead(full.half())]);
    if let Some(heading) = towards {
        let turn = (heading - pose.facing).turn();
        let hand = if turn < Angle::ZERO { Hand::Left } else { Hand::Right };
        let width = unit.outline.size.width;
        // As much of a turn towards the nearest enemy as half a rate pays for.
        let most = Angle::steps((i64::from(full.half().get()) * 5729 / i64::from(width.get().max(1))) as i32);
        let turn = turn.abs().min(most);
        if turn > Angle::degrees(2) {
            add(&[Act::Wheel(hand, turn)]);
            add(&[Act::Wheel(hand, turn), Act::Ahead(full.scaled(2, 5))]);
        }
    }
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

fn enter(state: &State, id: UnitId, add: &mut impl FnMut(&[Act])) {
    let near = state.unit(id).bounds.grown(Length::cm(1));
    for screen in state.stage.screens.iter().filter(|screen| screen.bounds.meets(&near)) {
        if state.stage.land(screen.feature).terrain == crate::words::Terrain::Building {
            add(&[Act::Enter(screen.feature)]);
        }
    }
}

fn follow(state: &State, id: UnitId, full: Length, add: &mut impl FnMut(&[Act])) {
    if !matches!(state.unit(id).formation, Formation::Column | Formation::Limbered) {
        return;
    }
    for (road, _) in state.stage.table.features() {
        if state.stage.land(road).terrain == crate::words::Terrain::Road {
            add(&[Act::Follow(road, full)]);
            add(&[Act::Follow(road, full.scaled(3, 2))]);
        }
    }
}

fn rides(state: &State, side: Side, id: CommanderId, take: &mut impl FnMut(Proposal)) {
    let base = state.commander_base(id);
    if let Some(friend) = state.which_nearest(&[base], base.bounds(), side) {
        take(Proposal::Ride(id, state.behind(friend), Some(friend)));
    }
    let ahead = (state.home(side).outward() + Angle::HALF).heading();
    take(Proposal::Ride(id, base.center().ahead(ahead, Length::cm(15)), None));
    take(Proposal::Ride(id, base.center().ahead(ahead, Length::cm(-15)), None));
}
