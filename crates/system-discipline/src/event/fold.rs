//! How events change the state.

use std::collections::VecDeque;
use std::sync::Arc;

use arrayvec::ArrayVec;
use firelock_core::{Frame, Side, UnitId, Verdict};
use firelock_table::MOST_BASES;

use super::{Event, Leader, MARGINS, Motion, VerdictWords};
use crate::geometry::{settle, shift};
use crate::known;
use crate::state::{
    Asking, Body, BodyId, Commander, CommanderId, Fate, Kind, Place, Secret, State, Step, TurnMarks, Unit, UnitNo, Work,
};
use crate::survey;
use crate::words::{CommanderStatus, Formation, GunState, Rank};

/// Applies an event.
pub fn fold(state: &mut State, event: &Event) {
    match event {
        Event::StepBegan { turn, step } => begin_step(state, *turn, *step),
        Event::Active(side) => state.active = *side,
        Event::Second(side) => state.second = *side,
        Event::Asked(asking) => state.agenda.ask(asking.clone()),
        Event::Answered | Event::ChecksEnded => {
            state.agenda.pop();
        }
        Event::Ordered { .. } | Event::SideDone(_) | Event::Revealed(_) | Event::ChitsShown(_) => seal(state, event),
        Event::Queued(tasks) => state.agenda.work(Work::Tasks(tasks.iter().cloned().collect())),
        Event::TaskTaken => {
            if let Some(Frame::Work(Work::Tasks(tasks))) = state.agenda.top_mut() {
                tasks.pop_front();
                if tasks.is_empty() {
                    state.agenda.pop();
                }
            }
        }
        Event::ChecksBegan(checks) => state.agenda.work(Work::Checks(checks.clone())),
        Event::CheckTaken | Event::Shaken(_) | Event::WaveBegan(_) => check(state, event),
        Event::MissionTaken { unit, mission, .. } => {
            let unit = unit_mut(state, *unit);
            unit.mission = Some(*mission);
            unit.pending = None;
        }
        Event::MissionCame { unit, mission, .. } => unit_mut(state, *unit).pending = Some(*mission),
        Event::MissionSent { unit, .. } => unit_mut(state, *unit).sent = true,
        Event::CourierSent(courier) => state.couriers.push(courier.clone()),
        Event::CourierMoved { courier, to } => {
            if let Some(courier) = state.couriers.iter_mut().find(|own| own.id == *courier) {
                courier.at = *to;
            }
        }
        Event::CourierGone { courier, .. } => state.couriers.retain(|own| own.id != *courier),
        Event::Fired { .. } | Event::HitsTaken | Event::Marked { .. } | Event::Damaged { .. } => suffer(state, event),
        Event::Shattered(unit) => unit_mut(state, *unit).shattered = true,
        Event::Routed(body) => {
            let halves = state.halves(*body);
            let side = state.body(*body).side;
            state.armies[side.index()].stands += halves;
            body_mut(state, *body).routed = true;
            let at = state.body(*body).bounds;
            known::moved(state, *body, at);
            part(state, *body);
        }
        Event::Removed { body, fate } => remove(state, *body, *fate),
        Event::Checked { body, passed, .. } => {
            if !passed && state.step == Step::ChargeMoves {
                body_mut(state, *body).turn.failed = true;
            }
        }
        Event::WentOn(body) => body_mut(state, *body).turn.failed = false,
        Event::Halted { body, until, fled, silent } => {
            let body = body_mut(state, *body);
            body.halted = body.halted.max(Some(*until));
            if *fled {
                body.fled = body.fled.max(Some(*until));
            }
            body.silent = body.silent.max(*silent);
        }
        Event::MarkersOff => {
            let turn = state.turn;
            for body in &mut state.bodies {
                body.halted = body.halted.filter(|until| *until > turn);
                body.fled = body.fled.filter(|until| *until > turn);
            }
        }
        Event::Garrisoned(body) => body_mut(state, *body).transit = None,
        Event::Endangered { .. } | Event::CommanderAt { .. } | Event::CommanderOff(_) | Event::TookOver { .. } => {
            lead(state, event)
        }
        Event::Bereaved(bodies) => {
            state.grief.extend(bodies);
            state.grief.sort_unstable();
            state.grief.dedup();
        }
        Event::Mourned => state.grief.clear(),
        Event::NoCharge(bodies) => bodies.iter().for_each(|body| body_mut(state, *body).turn.no_charge = true),
        Event::ChargeDeclared { body, charge } | Event::ChargeWent { body, charge } => {
            body_mut(state, *body).turn.charge = Some(*charge);
        }
        Event::ChargeDropped(body) => body_mut(state, *body).turn.charge = None,
        Event::Responded { body, response } => body_mut(state, *body).turn.response = Some(*response),
        Event::Met(_) | Event::StormBegan(_) | Event::Parted(_) | Event::RoundOver(_) | Event::StormOver(_) => {
            touch(state, event);
        }
        Event::Fought(_) => {}
        Event::MayPursue(body) => body_mut(state, *body).turn.may_pursue = true,
        Event::Pursued(body) => body_mut(state, *body).turn.may_pursue = false,
        Event::RanOff(body) => body_mut(state, *body).turn.ran = true,
        Event::ZoneTaken { zone, side } => {
            if let Some(owner) = state.zones.get_mut(usize::from(*zone)) {
                *owner = Some(*side);
            }
        }
        Event::CrewLeft { .. } | Event::CrewBack { .. } | Event::GunsTaken { .. } => man(state, event),
        Event::Placed { .. }
        | Event::Moved { .. }
        | Event::Turned { .. }
        | Event::Ran { .. }
        | Event::Rested(_)
        | Event::Entered { .. }
        | Event::Unlimbered { .. }
        | Event::Detached { .. }
        | Event::Joined { .. }
        | Event::Reformed { .. } => stand(state, event),
        Event::Ended(words) => {
            state.agenda.clear();
            state.verdict = Some(verdict(words));
        }
    }
}

fn begin_step(state: &mut State, turn: u16, step: Step) {
    (state.turn, state.step) = (turn, step);
    if step == Step::Upkeep {
        for (nth, body) in state.bodies.iter_mut().enumerate() {
            if body.turn.turned {
                state.lore.forget_longest(UnitId(nth as u16));
            }
            body.turn = TurnMarks::default();
        }
        state.commanders.iter_mut().for_each(|commander| commander.moved = false);
        state.units.iter_mut().for_each(|unit| unit.sent = false);
        state.contacts.iter_mut().for_each(|contact| contact.fought = false);
    }
}

/// Secret orders: kept in the ask, shown when both sides are done.
fn seal(state: &mut State, event: &Event) {
    let sealed = match state.agenda.top_mut() {
        Some(Frame::Ask(Asking::Sealed(sealed))) => Some(sealed),
        _ => None,
    };
    match event {
        Event::Ordered { side, body, order } => {
            if let Some(sealed) = sealed {
                let orders = &mut sealed.orders[side.index()];
                orders.retain(|(own, _)| own != body);
                if let Some(order) = order {
                    let at = orders.partition_point(|(own, _)| own < body);
                    orders.insert(at, (*body, *order));
                }
            }
        }
        Event::SideDone(side) => {
            if let Some(sealed) = sealed {
                sealed.done[side.index()] = true;
            }
        }
        Event::Revealed(orders) => {
            state.agenda.pop();
            for (body, order) in orders.iter().flatten() {
                match order {
                    Secret::Mission(mission) => {
                        let unit = state.body(*body).unit;
                        unit_mut(state, unit).mission = Some(*mission);
                    }
                    Secret::Chit(chit) => body_mut(state, *body).turn.chit = Some(*chit),
                    Secret::Guns(crate::state::GunOrder::Hold) => body_mut(state, *body).turn.held = true,
                    Secret::Guns(_) | Secret::Fire(_) => {}
                }
            }
        }
        Event::ChitsShown(chits) => {
            chits.iter().for_each(|(body, chit)| body_mut(state, *body).turn.chit = Some(*chit));
        }
        _ => {}
    }
}

/// A step of checks.
fn check(state: &mut State, event: &Event) {
    let Some(Frame::Work(Work::Checks(checks))) = state.agenda.top_mut() else { return };
    match event {
        Event::CheckTaken => {
            if let Some(due) = checks.due.pop_front()
                && due.cause.is_some()
            {
                checks.done.push(due.body);
            }
        }
        Event::Shaken(body) => checks.failed.push(*body),
        Event::WaveBegan(due) => {
            checks.due = due.iter().cloned().collect::<VecDeque<_>>();
            checks.failed.clear();
        }
        _ => {}
    }
}

/// Fire and what it does.
fn suffer(state: &mut State, event: &Event) {
    match event {
        Event::Fired { by, at, with, protective, hits } => {
            let turn = state.turn;
            let unit = match at {
                survey::Aim::Stand(body, _) => Some(state.body(*body).unit),
                survey::Aim::Zone(_) => None,
            };
            let struck = hits.first().map(|hit| hit.body);
            let target = struck.or(match at {
                survey::Aim::Stand(body, _) => Some(*body),
                survey::Aim::Zone(zone) => state.garrison(*zone),
            });
            let unit = unit.or_else(|| target.map(|body| state.body(body).unit));
            let body = body_mut(state, *by);
            match with {
                Some(kind) => {
                    if let Kind::Section(gun) = &mut body.kind {
                        let rounds = &mut gun.rounds[*kind as usize];
                        *rounds = rounds.saturating_sub(1);
                    }
                    body.aimed_at = target.map(|target| (target, turn));
                }
                None => {
                    if let Some(unit) = unit
                        && !body.shot_at.contains(&unit)
                    {
                        body.shot_at.push(unit);
                    }
                }
            }
            match protective {
                true => body.turn.protected = true,
                false => body.turn.fired = true,
            }
            state.hits.extend(hits.iter().cloned());
        }
        Event::HitsTaken => state.hits.clear(),
        Event::Marked { unit, boxes } => {
            let all = state.line(*unit).boxes;
            let unit = unit_mut(state, *unit);
            unit.marked = (unit.marked + boxes).min(all);
        }
        Event::Damaged { body, crew, guns, limber } => {
            let side = state.body(*body).side;
            let mut lost = 0;
            match &mut body_mut(state, *body).kind {
                Kind::Section(gun) => {
                    gun.crew = gun.crew.saturating_sub(*crew);
                    lost = u16::from(gun.guns.min(*guns));
                    gun.guns = gun.guns.saturating_sub(*guns);
                    gun.limber += limber;
                    if gun.guns == 0 {
                        gun.state = GunState::Destroyed;
                    } else if gun.crew == 0 && matches!(gun.state, GunState::Limbered | GunState::Unlimbered) {
                        gun.hitched = gun.state == GunState::Limbered;
                        gun.state = GunState::Abandoned;
                    }
                }
                Kind::Crew { men, .. } => *men = men.saturating_sub(*crew),
                Kind::Wagon { hits } => *hits += limber,
                Kind::Troops => {}
            }
            state.armies[side.index()].guns += lost;
            settle(state, *body);
        }
        _ => {}
    }
}

/// A body leaves the game; what it leaves behind stays lost to its side (FD-VIC-03).
fn remove(state: &mut State, id: BodyId, fate: Fate) {
    let halves = state.halves(id);
    let body = body_mut(state, id);
    let (side, kind) = (body.side, body.kind.clone());
    let counts = body.is_on_table() && !body.routed;
    body.fate = Some(fate);
    body.place = Place::Off;
    settle(state, id);
    part(state, id);
    let lost = matches!(fate, Fate::Shattered | Fate::Surrendered | Fate::FledTable | Fate::Destroyed);
    if lost && counts {
        let army = &mut state.armies[side.index()];
        match kind {
            Kind::Troops => army.stands += halves,
            Kind::Wagon { .. } => army.wagons += 1,
            Kind::Section(_) | Kind::Crew { .. } => {}
        }
    }
}

fn lead(state: &mut State, event: &Event) {
    match event {
        Event::Endangered { status: CommanderStatus::Present, .. } => {}
        Event::Endangered { who: Leader::Colonel(unit), .. } => {
            let side = state.unit(*unit).side;
            state.armies[side.index()].colonels += 1;
        }
        Event::Endangered { who: Leader::Commander(id), status } => {
            let turn = state.turn;
            let commander = commander_mut(state, *id);
            (commander.status, commander.lost, commander.attached) = (*status, turn, None);
            let (side, rank) = (commander.side, commander.rank);
            let army = &mut state.armies[side.index()];
            match rank {
                Rank::Chief => army.chief = true,
                Rank::Brigade | Rank::Regimental => army.brigadiers += 1,
            }
        }
        Event::CommanderAt { commander, at, attached, rode } => {
            let commander = commander_mut(state, *commander);
            (commander.at, commander.attached, commander.waiting) = (*at, *attached, false);
            commander.moved |= rode;
        }
        Event::CommanderOff(commander) => {
            let commander = commander_mut(state, *commander);
            (commander.waiting, commander.attached) = (true, None);
        }
        Event::TookOver { commander, unit } => {
            let main = state.main_body(*unit);
            let at = main.and_then(|id| state.body(id).bases.first().map(|base| base.center()));
            let at = at.or_else(|| main.map(|id| state.center(id))).unwrap_or_default();
            let commander = commander_mut(state, *commander);
            commander.status = CommanderStatus::Present;
            commander.rank = Rank::Brigade;
            (commander.acting, commander.at) = (Some(*unit), at);
            commander.attached = main.map(|id| (id, 0));
        }
        _ => {}
    }
}

fn touch(state: &mut State, event: &Event) {
    match event {
        Event::Met(contact) => {
            state.contacts.retain(|own| own.other(contact.charger) != Some(contact.target));
            state.contacts.push(*contact);
            for body in [contact.charger, contact.target] {
                body_mut(state, body).turn.contacted = true;
            }
            known::contact_changes(state, contact.charger);
        }
        Event::StormBegan(storm) => {
            state.storms.retain(|own| own.body != storm.body);
            state.storms.push(*storm);
            body_mut(state, storm.body).turn.contacted = true;
        }
        Event::Parted(body) => part(state, *body),
        Event::RoundOver(pairs) => {
            for contact in &mut state.contacts {
                if pairs.contains(&(contact.charger, contact.target)) {
                    (contact.fought, contact.flank, contact.caught) = (true, false, false);
                }
            }
        }
        Event::StormOver(zone) => state.storms.retain(|storm| storm.zone != *zone),
        _ => {}
    }
}

fn part(state: &mut State, body: BodyId) {
    known::contact_changes(state, body);
    state.contacts.retain(|contact| contact.other(body).is_none());
    state.storms.retain(|storm| storm.body != body);
}

fn man(state: &mut State, event: &Event) {
    match event {
        Event::CrewLeft { section, crew } => {
            known::contact_changes(state, *section);
            let gun = body_mut(state, *section);
            let (unit, side, place) = (gun.unit, gun.side, gun.pose().map_or(Place::Off, Place::At));
            let (halted, fled, turn) = (gun.halted, gun.fled, gun.turn.clone());
            let mut men = 0;
            if let Kind::Section(guns) = &mut gun.kind {
                men = std::mem::take(&mut guns.crew);
                guns.hitched = guns.state == GunState::Limbered;
                guns.state = GunState::Abandoned;
            }
            let stands = gun.stands.clone();
            let fresh = Body { halted, fled, turn, ..Body::new(unit, side, Kind::Crew { of: *section, men }, stands) };
            debug_assert_eq!(crew.index(), state.bodies.len(), "bodies are numbered in order");
            state.add(Body { place, formation: Formation::Line, ..fresh });
            settle(state, *section);
            settle(state, *crew);
            for contact in &mut state.contacts {
                if contact.charger == *section {
                    contact.charger = *crew;
                } else if contact.target == *section {
                    contact.target = *crew;
                }
            }
            for commander in &mut state.commanders {
                if commander.attached.is_some_and(|(body, _)| body == *section) {
                    commander.attached = Some((*crew, 0));
                }
            }
        }
        Event::CrewBack { section, crew } => {
            let (men, turn) = (state.body(*crew).crew(), state.turn);
            let gun = body_mut(state, *section);
            if let Kind::Section(guns) = &mut gun.kind {
                guns.crew = men;
                guns.state = if guns.hitched { GunState::Limbered } else { GunState::Unlimbered };
                guns.hitched = false;
                guns.manned = turn + 1;
            }
            gun.turn.moved = true;
            settle(state, *section);
            remove(state, *crew, Fate::Joined);
        }
        Event::GunsTaken { section, by } => {
            let gun = body_mut(state, *section);
            let own = gun.side == *by;
            if let Kind::Section(guns) = &mut gun.kind {
                guns.state = if own { GunState::Abandoned } else { GunState::Captured };
            }
        }
        _ => {}
    }
}

fn stand(state: &mut State, event: &Event) {
    let list = |stands: &[u8]| stands.iter().copied().collect::<ArrayVec<u8, MOST_BASES>>();
    let mut is_redrawn = true;
    let id = match event {
        Event::Placed { body, place, formation } => {
            let own = body_mut(state, *body);
            (own.place, own.formation, own.bent) = (*place, *formation, None);
            if let Kind::Section(gun) = &mut own.kind {
                gun.state = if *formation == Formation::Limbered { GunState::Limbered } else { GunState::Unlimbered };
            }
            *body
        }
        Event::Moved { body, pose, bent, how } => {
            let own = body_mut(state, *body);
            own.place = match own.place {
                Place::Emplaced(zone, _) if *how == Motion::Guns => Place::Emplaced(zone, *pose),
                _ => Place::At(*pose),
            };
            own.bent = bent.as_ref().map(|bent| Arc::new(bent.as_ref().clone()));
            own.transit = None;
            own.turn.moved |= *how == Motion::March;
            is_redrawn = own.layout.is_none();
            *body
        }
        Event::Turned { body, pose, formation, stands } => {
            let own = body_mut(state, *body);
            is_redrawn = own.layout.is_none() || own.formation != *formation || own.stands[..] != stands[..];
            (own.place, own.formation, own.stands, own.bent) = (Place::At(*pose), *formation, list(stands), None);
            own.turn.turned = true;
            *body
        }
        Event::Ran { body, pose, .. } => {
            let own = body_mut(state, *body);
            if own.zone().is_some() {
                own.formation = if own.gun().is_some() { own.formation } else { Formation::Line };
            }
            (own.place, own.bent, own.transit) = (Place::At(*pose), None, None);
            *body
        }
        Event::Rested(body) => {
            body_mut(state, *body).turn.moved = true;
            *body
        }
        Event::Entered { body, zone, transit } => {
            let own = body_mut(state, *body);
            (own.place, own.transit, own.bent) = (Place::In(*zone), *transit, None);
            own.formation = Formation::Garrison;
            own.turn.moved = true;
            part(state, *body);
            *body
        }
        Event::Unlimbered { body, pose } => {
            let own = body_mut(state, *body);
            (own.place, own.formation, own.bent) = (Place::At(*pose), Formation::Unlimbered, None);
            if let Kind::Section(gun) = &mut own.kind {
                gun.state = GunState::Unlimbered;
            }
            *body
        }
        Event::Detached { from, body, stands, place, formation, moved } => {
            let parent = body_mut(state, *from);
            parent.stands.retain(|stand| !stands.contains(stand));
            let fresh = Body::new(parent.unit, parent.side, Kind::Troops, list(stands));
            let (mounted, scattered, halted) = (parent.mounted, parent.scattered, parent.halted);
            let turn = TurnMarks { moved: *moved, ..parent.turn.clone() };
            let (place, formation) = (*place, *formation);
            let fresh = Body { mounted, scattered, halted, turn, place, formation, ..fresh };
            debug_assert_eq!(body.index(), state.bodies.len(), "bodies are numbered in order");
            state.add(fresh);
            for commander in &mut state.commanders {
                if let Some((attached, stand)) = commander.attached
                    && attached == *from
                    && stands.contains(&stand)
                {
                    commander.attached = Some((*body, stand));
                }
            }
            settle(state, *from);
            *body
        }
        Event::Joined { body, into, stands, place, formation } => {
            remove(state, *body, Fate::Joined);
            let own = body_mut(state, *into);
            (own.stands, own.place, own.formation, own.bent) = (list(stands), *place, *formation, None);
            own.scattered = false;
            for commander in &mut state.commanders {
                if let Some((attached, stand)) = commander.attached
                    && attached == *body
                {
                    commander.attached = Some((*into, stand));
                }
            }
            *into
        }
        Event::Reformed { body, stands, place, formation, mounted, scattered } => {
            let own = body_mut(state, *body);
            (own.stands, own.place, own.formation, own.bent) = (list(stands), *place, *formation, None);
            (own.mounted, own.scattered) = (*mounted, *scattered);
            *body
        }
        _ => return,
    };
    if is_redrawn {
        settle(state, id);
    } else {
        shift(state, id);
    }
    follow(state, id);
}

/// Commanders stand with the stand they are attached to.
fn follow(state: &mut State, id: BodyId) {
    for nth in 0..state.commanders.len() {
        let Some((body, stand)) = state.commanders[nth].attached else { continue };
        if body != id {
            continue;
        }
        let place = state.body(id).stands.iter().position(|own| *own == stand).unwrap_or(0);
        let at = state.body(id).bases.get(place).map(|base| base.center());
        state.commanders[nth].at = at.unwrap_or_else(|| state.center(id));
    }
}

fn verdict(words: &VerdictWords) -> Verdict {
    Verdict {
        winner: words.winner,
        clause: words.clause,
        margin: MARGINS[usize::from(words.margin).min(MARGINS.len() - 1)],
        score: words.score,
        words: words.words.clone(),
    }
}

fn body_mut(state: &mut State, id: BodyId) -> &mut Body {
    &mut state.bodies[id.index()]
}

fn unit_mut(state: &mut State, id: UnitNo) -> &mut Unit {
    &mut state.units[usize::from(id.0)]
}

fn commander_mut(state: &mut State, id: CommanderId) -> &mut Commander {
    &mut state.commanders[usize::from(id.0)]
}

/// What a side knows: the enemy's directives, messages, orders not yet shown, chits and hold-fire marks are taken away (FD-GEN-13).
pub(crate) fn observe(state: &State, side: Side) -> State {
    let mut seen = state.clone();
    let enemy = side.enemy();
    for unit in seen.units.iter_mut().filter(|unit| unit.side == enemy) {
        (unit.mission, unit.pending, unit.sent) = (None, None, false);
    }
    seen.couriers.iter_mut().filter(|courier| courier.side == enemy).for_each(|courier| courier.message = None);
    for body in seen.bodies.iter_mut().filter(|body| body.side == enemy) {
        body.turn.held = false;
        // Chits are shown in V.1.
        if state.step < Step::Reveal {
            body.turn.chit = None;
        }
    }
    let frames = seen.agenda.frames().to_vec();
    seen.agenda.clear();
    for frame in frames {
        match frame {
            Frame::Ask(Asking::Sealed(mut sealed)) => {
                sealed.orders[enemy.index()].clear();
                seen.agenda.ask(Asking::Sealed(sealed));
            }
            Frame::Ask(asking) => seen.agenda.ask(asking),
            Frame::Work(work) => seen.agenda.work(work),
        }
    }
    seen
}
