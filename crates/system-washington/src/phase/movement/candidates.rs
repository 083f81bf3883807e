//! A finite sample of the acts of the activated unit or gun.

use firelock_core::{Grain, UnitId};
use firelock_table::{Angle, Corner, Length};

use super::limits::reach;
use super::plan::{least_loose_front, plan};
use super::{active, check, gun_dice_left, shot_price};
use crate::charts::{self, Action, numbers};
use crate::command::{Act, Command, Turn};
use crate::phase::{charge, fire};
use crate::state::State;
use crate::words::{Formation, GunRange, Range};

/// The acts that can be listed: everything but straight moves, wheels and free turns.
pub(crate) fn list(state: &State, into: &mut Vec<Command>) {
    let Some(id) = active(state) else { return };
    let unit = state.unit(id);
    let mut offer = |act: Act| {
        if plan(state, id, &act).is_some_and(|plan| plan.is_ok()) {
            into.push(Command::Act(act));
        }
    };
    let ap = state.activation.map_or(0, |activation| activation.ap);
    let affords = |action: Action| charts::price(&state.stage.book, action) <= ap;
    if unit.disordered {
        offer(Act::Rally);
    }
    if state.roster(id).is_gun() {
        if affords(Action::Limber) {
            offer(if unit.limbered { Act::Unlimber } else { Act::Limber });
        }
    } else {
        if unit.turn.facings == 0 && affords(Action::Facing) {
            Turn::ALL.into_iter().for_each(|turn| offer(Act::Face(turn)));
        }
        if unit.turn.frontages == 0 && affords(Action::Frontage) {
            forms(state, id).into_iter().for_each(|(front, formation)| offer(Act::Form { front, formation }));
        }
        if state.roster(id).is_cavalry() && affords(Action::Mount) {
            offer(if unit.mounted { Act::Dismount } else { Act::Mount });
        }
    }
    shots(state, id, into);
    charge::list(state, id, into);
}

/// Fronts worth a look: one base more or less, as much more or less as is allowed, and the other formation.
fn forms(state: &State, id: UnitId) -> Vec<(u8, Formation)> {
    let unit = state.unit(id);
    let (bases, most) = (unit.bases(), state.stage.count(&numbers::FRONTAGE_CHANGE));
    let Some(troop) = state.troop(id) else { return Vec::new() };
    let mut forms = Vec::with_capacity(6);
    for formation in [unit.formation, other(unit.formation)] {
        if !troop.may_form(unit.mounted, formation) {
            continue;
        }
        let least = match formation {
            Formation::Close => 1,
            Formation::Loose => least_loose_front(state, bases),
        };
        let fronts = match formation == unit.formation {
            true => [unit.front.saturating_sub(most), unit.front.saturating_sub(1), unit.front + 1, unit.front + most],
            false => [unit.front; 4],
        };
        for front in fronts {
            let front = front.clamp(least, bases.max(least));
            if (front, formation) != (unit.front, unit.formation) && !forms.contains(&(front, formation)) {
                forms.push((front, formation));
            }
        }
    }
    forms
}

fn other(formation: Formation) -> Formation {
    match formation {
        Formation::Close => Formation::Loose,
        Formation::Loose => Formation::Close,
    }
}

/// Shots at everyone who can be shot at.
fn shots(state: &State, id: UnitId, into: &mut Vec<Command>) {
    let unit = state.unit(id);
    let book = &state.stage.book;
    let ap = state.activation.map_or(0, |activation| activation.ap);
    let dice = match state.troop(id) {
        None if unit.limbered => return,
        None => gun_dice_left(state, id),
        Some(_) => 0,
    };
    let affordable = |powder: bool| shot_price(state, id, powder).is_ok_and(|price| price.ap(book) <= ap);
    let (plain, powder) = match state.troop(id) {
        None => (dice > 0, false),
        Some(_) => (affordable(false), affordable(true)),
    };
    if !plain && !powder {
        return;
    }
    let far = match state.troop(id) {
        Some(troop) => charts::range_limit(book, troop, Range::Long),
        None => charts::gun_range_limit(book, GunRange::Long),
    };
    let near = unit.outline.bounds().grown(far);
    for (target, enemy) in state.on_table(unit.side.enemy()) {
        if !enemy.outline.bounds().meets(&near) || fire::aim(state, id, target, false).is_err() {
            continue;
        }
        into.extend((1..=dice).map(|ap| Command::Act(Act::Bombard { target, ap })));
        if dice == 0 {
            let kinds = [(plain, false), (powder, true)];
            let may = kinds.into_iter().filter(|(may, _)| *may);
            into.extend(may.map(|(_, powder)| Command::Act(Act::Shoot { target, powder })));
        }
    }
}

/// All that is listed, and a sample of straight moves, wheels and turns.
pub(crate) fn candidates(state: &State, grain: Grain, into: &mut Vec<Command>) {
    list(state, into);
    let Some(id) = active(state) else { return };
    let mut offer = |act: Act| {
        let command = Command::Act(act);
        if check(state, &act).is_ok() && !into.contains(&command) {
            into.push(command);
        }
    };
    if let Some((most, _)) = reach(state, id) {
        let parts: &[(i32, i32)] = match grain {
            Grain::Coarse => &[(1, 1)],
            Grain::Middle => &[(1, 1), (1, 2)],
            Grain::Fine => &[(1, 1), (2, 3), (1, 2), (1, 3)],
        };
        parts.iter().for_each(|(part, of)| offer(Act::Advance(most.scaled(*part, *of).max(Length::grid(1)))));
        // Two increments as one, to pass a friend.
        let twice = most * 2;
        if blocked_by_friend(state, id, most) {
            offer(Act::Advance(twice));
        }
    }
    if state.roster(id).is_gun() {
        let steps: &[i32] = if grain == Grain::Coarse { &[-45, 45] } else { &[-90, -45, 45, 90, 180] };
        steps.iter().for_each(|degrees| offer(Act::TurnGun(Angle::degrees(*degrees))));
        return;
    }
    let wheels: &[i32] = match grain {
        Grain::Coarse => &[45],
        Grain::Middle => &[45, 20],
        Grain::Fine => &[45, 30, 15],
    };
    for degrees in wheels {
        offer(Act::Wheel { corner: Corner::Left, by: Angle::degrees(-degrees) });
        offer(Act::Wheel { corner: Corner::Right, by: Angle::degrees(*degrees) });
    }
    if grain == Grain::Fine {
        offer(Act::Wheel { corner: Corner::Left, by: Angle::degrees(45) });
        offer(Act::Wheel { corner: Corner::Right, by: Angle::degrees(-45) });
    }
}

/// Whether a friend stands where the unit would end.
fn blocked_by_friend(state: &State, id: UnitId, by: Length) -> bool {
    let outline = &state.unit(id).outline;
    let end = firelock_table::Base::new(outline.pose.ahead(by), outline.size);
    state.lies_on(&end, &[id]).is_some_and(|other| state.unit(other).side == state.unit(id).side)
}
