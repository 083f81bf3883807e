//! Phase VII: rounds of melee, what follows from them, pursuit (FD-MEL-30..53).

mod pairing;
mod storm;

use firelock_core::{Desk, Halt, Side};

use super::{charge, fire, morale, name};
use crate::Discipline;
use crate::command::Command;
use crate::event::{Event, Score};
use crate::facts::{Came, Contender, Flank, Melee, Pool, handfuls, melee_hits, melee_roll};
use crate::results::{LossEffect, Standing};
use crate::state::{BodyId, CommanderId, Contact, Due, Round, Settled, State, Task};
use crate::words::{Cause, GunState, MeleeWeapon, Tactic};
use pairing::{Bouts, pair};

pub(crate) use storm::{stormed, storms};

/// A melee: the bodies and contacts of it, and its facts.
struct Group {
    bodies: Vec<BodyId>,
    contacts: Vec<Contact>,
    bouts: Bouts,
    facts: Melee,
}

/// All melees of a round are fought: dice first, then losses, then the checks (FD-SEQ-20, FD-MEL-44).
pub(crate) fn melees(desk: &mut Desk<'_, Discipline>, round: Round) -> Result<(), Halt> {
    let groups: Vec<Group> = groups(desk.state(), round).into_iter().map(|(b, c)| group(desk.state(), b, c)).collect();
    if groups.is_empty() {
        return Ok(());
    }
    let near = morale::neighbors(desk.state());
    let hits = roll(desk, &groups)?;
    let mut settled = Settled { pairs: Vec::new(), eager: Vec::new() };
    let (mut due, mut gone) = (Vec::new(), Vec::new());
    for (group, (pools, hits)) in groups.iter().zip(hits) {
        let came = group.facts.fought(desk.book(), &pools, &hits);
        fought(desk, &group.bodies, &came);
        settled.pairs.extend(group.contacts.iter().map(|contact| (contact.charger, contact.target)));
        for (nth, body) in group.bodies.iter().enumerate() {
            let most = inflicted_most(nth, &pools, &hits).map(|foe| group.bodies[foe]);
            let covered = group.bouts.is_covered(desk.state(), *body);
            due.extend(due_of(desk.state(), *body, &came[nth], Cause::MeleeLost, covered, most));
            let charged = desk.state().body(*body).charged();
            // FD-MEL-52, FD-MEL-53: neither after a pursuit melee nor after an engaged one.
            if round == Round::New && charged && came[nth].standing != Standing::Loser {
                settled.eager.push(*body);
            }
        }
        for (body, came) in group.bodies.iter().zip(&came) {
            gone.extend(fire::harmed(desk, *body, came.harm));
        }
    }
    desk.emit(Event::RoundOver(settled.pairs.clone()));
    desk.emit(Event::Queued(vec![Task::Settled(settled)]));
    let failed = gone
        .iter()
        .copied()
        .filter(|body| !desk.state().body(*body).is_alive() || !desk.state().body(*body).is_on_table());
    let failed = failed.collect();
    due.retain(|due| due.danger.is_some() || due.cause.is_some());
    morale::begin(desk, due, near, failed);
    Ok(())
}

/// What each body did and suffered, told.
fn fought(desk: &mut Desk<'_, Discipline>, bodies: &[BodyId], came: &[Came]) {
    let score =
        |(body, came): (&BodyId, &Came)| Score { body: *body, inflicted: came.inflicted, received: came.received };
    desk.emit(Event::Fought(bodies.iter().zip(came).map(score).collect()));
}

/// A body that is to check after a round, or whose commander is in danger (FD-MEL-45, FD-LDR-03, FD-LDR-10).
fn due_of(state: &State, body: BodyId, came: &Came, cause: Cause, covered: bool, from: Option<BodyId>) -> Option<Due> {
    let danger = commander_with(state, body);
    let checks = came.checks;
    (checks || danger.is_some()).then(|| Due {
        body,
        cause: checks.then_some(cause),
        covered,
        from,
        danger,
        shattered: came.gone,
    })
}

/// The brigade commander attached to a body.
pub(super) fn commander_with(state: &State, body: BodyId) -> Option<CommanderId> {
    let with = |man: &crate::state::Commander| man.is_present() && man.attached.is_some_and(|(own, _)| own == body);
    state.all_commanders().find(|(_, man)| with(man)).map(|(id, _)| id)
}

/// The opponent that inflicted most on a body, the lowest number of equals (FD-MOV-30).
fn inflicted_most(body: usize, pools: &[Pool], hits: &[u8]) -> Option<usize> {
    let mut by: Vec<(usize, u16)> = Vec::new();
    for (pool, hits) in pools.iter().zip(hits).filter(|(pool, _)| usize::from(pool.at) == body) {
        let casualties = u16::from(*hits) * u16::from(pool.each);
        match by.iter_mut().find(|(from, _)| *from == usize::from(pool.from)) {
            Some((_, sum)) => *sum += casualties,
            None => by.push((pool.from.into(), casualties)),
        }
    }
    by.into_iter().max_by_key(|(from, sum)| (*sum, std::cmp::Reverse(*from))).map(|(from, _)| from)
}

/// The connected sets of bodies that fight in a round (FD-MEL-30, FD-SEQ-17), in order of their lowest number.
fn groups(state: &State, round: Round) -> Vec<(Vec<BodyId>, Vec<Contact>)> {
    let mut groups: Vec<(Vec<BodyId>, Vec<Contact>)> = Vec::new();
    for contact in open(state, round) {
        let mut bodies = vec![contact.charger, contact.target];
        let mut contacts = vec![*contact];
        let (joined, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(own, _)| own.iter().any(|body| bodies.contains(body)));
        for (own, more) in joined {
            bodies.extend(own);
            contacts.extend(more);
        }
        groups = apart;
        bodies.sort_unstable();
        bodies.dedup();
        groups.push((bodies, contacts));
    }
    if round == Round::New {
        groups.retain(|(_, contacts)| contacts.iter().any(|contact| contact.since == state.turn));
    }
    groups.sort_by(|a, b| a.0.cmp(&b.0));
    groups
}

/// The contacts of which a round of melee may be fought.
fn open(state: &State, round: Round) -> impl Iterator<Item = &Contact> {
    state.contacts.iter().filter(move |contact| match round {
        Round::New | Round::Engaged => !contact.fought && !contact.pursuit,
        Round::Pursuit => !contact.fought && contact.pursuit && contact.since == state.turn,
    })
}

/// Whether some melee is to be fought in a round.
pub(crate) fn has_melee(state: &State, round: Round) -> bool {
    open(state, round).any(|contact| round != Round::New || contact.since == state.turn)
}

/// The facts of a melee: who fights whom with what.
fn group(state: &State, bodies: Vec<BodyId>, contacts: Vec<Contact>) -> Group {
    let bouts = pair(state, &bodies, &contacts);
    let contenders = bodies.iter().map(|body| contender(state, *body, &contacts)).collect();
    let facts = Melee { bodies: contenders, bouts: bouts.facts.clone() };
    Group { bodies, contacts, bouts, facts }
}

fn contender(state: &State, id: BodyId, contacts: &[Contact]) -> Contender {
    let body = state.body(id);
    let (weapon, tactic) = weapons(state, id);
    Contender {
        name: name(state, id),
        side: body.side,
        order: state.order(id),
        weapon,
        tactic,
        crew: body.crew(),
        charged: body.charged(),
        caught: contacts.iter().any(|contact| contact.caught && contact.target == id),
        body: morale::measure(state, &Due::new(id, Cause::MeleeLost), Cause::MeleeLost),
    }
}

/// What a body strikes with.
pub(super) fn weapons(state: &State, id: BodyId) -> (MeleeWeapon, Tactic) {
    let troops = state.roster(id).troops();
    troops.map_or((MeleeWeapon::Mixed, Tactic::Mix), |troops| (troops.melee, troops.tactic))
}

/// The dice of all melees of a round, by ascending number of the rolling body (FD-SEQ-20): pools and hits of each.
#[expect(clippy::type_complexity, reason = "pools and their hits, melee by melee")]
fn roll(desk: &mut Desk<'_, Discipline>, groups: &[Group]) -> Result<Vec<(Vec<Pool>, Vec<u8>)>, Halt> {
    let pools: Vec<Vec<Pool>> = groups.iter().map(|group| group.facts.pools(desk.book())).collect();
    let mut order: Vec<(BodyId, usize, Vec<Pool>)> = Vec::new();
    for (nth, group) in groups.iter().enumerate() {
        for own in handfuls(&pools[nth]) {
            order.push((group.bodies[usize::from(own[0].from)], nth, own.to_vec()));
        }
    }
    // A stable sort: the handfuls of one body keep their order.
    order.sort_by_key(|(body, ..)| *body);
    let mut hits: Vec<Vec<u8>> = pools.iter().map(|_| Vec::new()).collect();
    for (body, nth, own) in order {
        let roll = melee_roll(desk.state().body(body).side, &own);
        let facts = &groups[nth].facts;
        let roll = own.iter().fold(roll, |roll, pool| desk.explained(roll, body, |book| facts.pool_ledger(book, pool)));
        hits[nth].extend(melee_hits(&desk.roll(roll)?));
    }
    Ok(pools.into_iter().zip(hits).collect())
}

/// After the checks of a round: guns whose crew is gone are taken (FD-ART-29), who is free of all its opponents may pursue
/// (FD-MEL-50).
pub(crate) fn settle(desk: &mut Desk<'_, Discipline>, settled: &Settled) {
    for (one, two) in &settled.pairs {
        for (taker, section) in [(*one, *two), (*two, *one)] {
            let state = desk.state();
            let left = state.body(section).gun().is_some_and(|gun| gun.state == GunState::Abandoned);
            let stays =
                state.body(taker).is_on_table() && state.body(taker).is_troops() && state.body(taker).fled.is_none();
            if left && stays {
                desk.emit(Event::GunsTaken { section, by: state.body(taker).side });
            }
        }
    }
    for body in &settled.eager {
        let state = desk.state();
        let own = state.body(*body);
        let free = own.is_on_table() && own.is_alive() && own.halted.is_none() && !state.in_contact(*body);
        if free && own.pose().is_some() {
            desk.emit(Event::MayPursue(*body));
        }
    }
}

/// The melee of two bodies that are in contact, as their checks would be measured too; none where others fight in it.
pub(crate) fn between(state: &State, one: BodyId, two: BodyId) -> Option<Melee> {
    let mut all = groups(state, Round::New).into_iter();
    let (bodies, contacts) = all.find(|(bodies, _)| bodies.contains(&one))?;
    if bodies.len() != 2 || !bodies.contains(&two) {
        return None;
    }
    let Group { bodies, bouts, mut facts, .. } = group(state, bodies, contacts);
    for (body, contender) in bodies.iter().zip(&mut facts.bodies) {
        let due = Due { covered: bouts.is_covered(state, *body), ..Due::new(*body, Cause::MeleeLost) };
        contender.body = morale::measure_loss(state, &due, Cause::MeleeLost, LossEffect::Surrenders);
    }
    if bodies[0] == two {
        facts.bodies.swap(0, 1);
        facts.bouts.iter_mut().for_each(|bout| std::mem::swap(&mut bout.from, &mut bout.at));
    }
    Some(facts)
}

/// The bodies of a side that may pursue.
pub(crate) fn pursuers(state: &State, side: Side) -> impl Iterator<Item = BodyId> {
    state.alive(side).filter(|(_, body)| body.turn.may_pursue && body.pose().is_some()).map(|(id, _)| id)
}

/// The pursuits that can be listed.
pub(crate) fn list(state: &State, side: Side, into: &mut Vec<Command>) {
    into.extend(pursuers(state, side).map(Command::Pursue));
}

/// A body pursues.
pub(crate) fn pursue(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    charge::pursue(desk, id);
}

/// Whether a contact takes its target in flank, seen from one of the two (FD-MEL-27).
pub(super) fn flank_of(contact: &Contact, id: BodyId) -> Flank {
    match contact.flank {
        true if id == contact.charger => Flank::Flanker,
        true => Flank::Flanked,
        false => Flank::No,
    }
}
