//! Charge combats: who fights, with what numbers and modifiers (RF-CHG-20..33).

use firelock_core::{Desk, Halt, Place as Where, Refusal, Side, UnitId};
use firelock_table::{Base, Pose, Size, gap, side_boxes};

use super::results;
use crate::Regimental;
use crate::charts::{T_CHG_MOD, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{Clash, Combat, Fighter, GunStand, LeaderAt, Party, Rated, clash_roll};
use crate::phase::movement;
use crate::roster::BodyOf;
use crate::state::{Asking, ChargeStage, Colonel, Contact, State, Step, Task};
use crate::words::{Carriage, Charging, MoveClass, Order};

// Facts.

/// The units of one combat, the active side's first; the strongest of each side leads (RF-CHG-20, RF-CHG-21).
pub(super) struct Group {
    pub(super) attackers: Vec<UnitId>,
    pub(super) defenders: Vec<UnitId>,
}

/// All units joined by contact to one.
pub(super) fn group(state: &State, unit: UnitId) -> Group {
    let mut joined = vec![unit];
    let mut at = 0;
    while let Some(&next) = joined.get(at) {
        for contact in live(state) {
            for (own, other) in [(contact.charger, contact.target), (contact.target, contact.charger)] {
                if own == next && !joined.contains(&other) {
                    joined.push(other);
                }
            }
        }
        at += 1;
    }
    joined.sort_unstable();
    let strongest_first = |side: Side| {
        let mut units: Vec<UnitId> = joined.iter().copied().filter(|id| state.unit(*id).side == side).collect();
        units.sort_by_key(|id| std::cmp::Reverse(state.unit(*id).stands));
        units
    };
    Group { attackers: strongest_first(state.active), defenders: strongest_first(state.active.enemy()) }
}

/// The contacts that are still to be fought.
fn live(state: &State) -> impl Iterator<Item = &Contact> {
    state.contacts.iter().filter(|contact| {
        let home =
            |id: UnitId| state.unit(id).turn.charge.as_ref().is_some_and(|charge| charge.stage == ChargeStage::Home);
        home(contact.charger) && state.unit(contact.charger).is_on_table() && state.unit(contact.target).is_on_table()
    })
}

/// What the charge charts ask about a combat as everyone is now (RF-CHG-64); each side's lead comes first (RF-CHG-21).
pub(super) fn measure(state: &State, attackers: &[UnitId], defenders: &[UnitId], again: bool) -> Clash {
    Clash {
        combat: if state.step == Step::SecondCharge { Combat::Second } else { Combat::First },
        attacker: party(state, attackers, defenders),
        defender: party(state, defenders, attackers),
        struggled: again,
    }
}

fn party(state: &State, own: &[UnitId], foes: &[UnitId]) -> Party {
    let mut units = own.iter().map(|id| fighter(state, *id, foes));
    let lead = units.next().unwrap_or(Fighter { stands: 0, ..Fighter::default() });
    Party { lead, others: units.collect(), support_stands: support(state, own) }
}

/// One unit as its combat reads it.
fn fighter(state: &State, id: UnitId, foes: &[UnitId]) -> Fighter {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let (carriage, fixed, rated) = match &roster.body {
        BodyOf::Guns { gun, fixed, .. } => (gun.carriage(), *fixed, None),
        BodyOf::Troops { morale, .. } => {
            (Carriage::Light, false, Some(Rated { morale: *morale, start_stands: unit.start }))
        }
    };
    let traits = roster.traits();
    let charge = unit
        .turn
        .charge
        .as_ref()
        .filter(|_| state.contacts.iter().any(|contact| contact.charger == id && foes.contains(&contact.target)));
    let struck = || state.contacts.iter().filter(|contact| contact.target == id && foes.contains(&contact.charger));
    let guns = &unit.guns[..if roster.is_guns() { usize::from(unit.stands) } else { 0 }];
    Fighter {
        branch: movement::branch(roster, unit.mounted),
        experience: roster.experience,
        effectiveness: state.effectiveness(id),
        rated,
        order: unit.order,
        formation: unit.formation,
        // An amusette is no stand (RF-SPC-21).
        stands: unit.stands,
        guns: guns.iter().map(|gun| GunStand { damaged: gun.damaged, silenced: gun.silenced }).collect(),
        carriage,
        fixed,
        supported: roster.is_guns() && has_troops_near(state, id),
        bayonets: traits.bayonets,
        indians_in_woods: traits.indian && unit.is_on_table() && state.is_in_woods(id),
        charging: match charge {
            None => Charging::No,
            Some(charge) if charge.counter => Charging::Countercharge,
            Some(charge) if charge.cold_steel => Charging::ColdSteel,
            Some(_) => Charging::Charge,
        },
        // RF-CHG-63: horse that breaks through counts the ground of that move, and the breakthrough.
        breakthrough: charge.is_some_and(|charge| charge.breakthrough),
        crossed: charge.map_or(MoveClass::Open, |charge| charge.ground),
        // RF-CHG-72: the best against any of them.
        position: struck().map(|contact| contact.ground).max().unwrap_or_default(),
        outflanked: struck().any(|contact| contact.flank),
        leader: leader_at(state, id),
        brave_colonel: unit.colonel == Colonel::Leads,
    }
}

/// Whether unbroken friendly troops stand close to guns (RF-CHG-29).
fn has_troops_near(state: &State, id: UnitId) -> bool {
    let reach = state.stage.length(&numbers::GUN_SUPPORT);
    state.on_table(state.unit(id).side).any(|(friend, unit)| {
        friend != id
            && unit.order != Order::Broken
            && !state.roster(friend).is_guns()
            && state.within(friend, id, reach)
    })
}

/// Where the nearest leader is (RF-LDR-10, RF-LDR-11).
fn leader_at(state: &State, id: UnitId) -> LeaderAt {
    if state.attached(id).is_some() {
        return LeaderAt::Attached;
    }
    let reach = state.stage.length(&numbers::LEADER_REACH);
    let side = state.unit(id).side;
    let near = state.all_leaders().any(|(leader, man)| {
        man.side == side && man.is_present() && state.is_leader_within(leader, id, reach + state.leader_base(leader))
    });
    if near { LeaderAt::Near } else { LeaderAt::Away }
}

/// The stands of all units that support a side (RF-CHG-09, RF-CHG-10).
fn support(state: &State, own: &[UnitId]) -> u16 {
    let Some(side) = own.first().map(|id| state.unit(*id).side) else { return 0 };
    let backs = |id: &UnitId| own.iter().any(|fighter| supports(state, *id, *fighter));
    let friends = state.on_table(side).map(|(id, _)| id).filter(|id| !own.contains(id));
    friends.filter(backs).map(|id| u16::from(state.unit(id).stands)).sum()
}

/// Whether a unit stands within an inch directly behind or beside another that fights, facing much the same way.
pub(super) fn supports(state: &State, id: UnitId, of: UnitId) -> bool {
    let (unit, fighter) = (state.unit(id), state.unit(of));
    let touching = || state.contacts.iter().any(|contact| contact.charger == id || contact.target == id);
    if state.roster(id).is_guns() || unit.order == Order::Broken || unit.pose().is_none() || fighter.pose().is_none() {
        return false;
    }
    let (reach, most) = (state.stage.length(&numbers::SUPPORT_REACH), state.stage.degrees(&numbers::SUPPORT_DEGREES));
    let turned = unit.outline.facing().between(fighter.outline.facing()) > most;
    if turned || !state.within(id, of, reach) || touching() {
        return false;
    }
    let outline = fighter.outline;
    let rear = Pose::new(outline.rear().middle(), outline.facing());
    let [left, right, _] = side_boxes(&outline, reach);
    let behind = Base::new(rear, Size::new(outline.size.width, reach));
    let bases = state.bases(id);
    [behind, left, right].iter().any(|ground| gap(ground, bases).is_zero())
}

// Check.

/// Whether a unit is in a combat that is still to be fought.
pub(crate) fn check_fight(state: &State, id: UnitId) -> Result<(), Refusal> {
    match live(state).any(|contact| contact.charger == id || contact.target == id) {
        true => Ok(()),
        false => {
            let reason = format!("{}: in no combat that is to be fought now", state.roster(id).name);
            Err(Refusal::new(RF_CHG_20, reason).at(Where::Unit(id)))
        }
    }
}

/// Each combat once, by the unit that leads its attack.
pub(super) fn list(state: &State, into: &mut Vec<Command>) {
    let mut seen: Vec<UnitId> = Vec::new();
    for contact in live(state) {
        if seen.contains(&contact.charger) {
            continue;
        }
        let Group { attackers, defenders } = group(state, contact.charger);
        into.extend(attackers.first().map(|lead| Command::Fight(*lead)));
        seen.extend(attackers.into_iter().chain(defenders));
    }
}

// Resolve.

/// Opens a combat; who leads is asked where several are equally strong (RF-CHG-21).
pub(crate) fn resolve_fight(desk: &mut Desk<'_, Regimental>, id: UnitId) -> Result<(), Halt> {
    let Group { attackers, defenders } = group(desk.state(), id);
    let ask = tie(desk.state(), &attackers).or_else(|| tie(desk.state(), &defenders));
    desk.emit(Event::Queued(vec![Task::Round { attackers, defenders, again: false }]));
    if let Some(ask) = ask {
        desk.emit(Event::Asked(ask));
    }
    Ok(())
}

/// The question who leads, if several of a side are equally strong; the strongest come first.
pub(super) fn tie(state: &State, units: &[UnitId]) -> Option<Asking> {
    let most = state.unit(*units.first()?).stands;
    let equal: Vec<UnitId> = units.iter().copied().filter(|id| state.unit(*id).stands == most).collect();
    (equal.len() > 1).then(|| Asking::Lead { side: state.unit(equal[0]).side, units: equal })
}

/// One round: both roll, and the result is carried out (RF-CHG-22, RF-CHG-35).
pub(crate) fn fight_round(
    desk: &mut Desk<'_, Regimental>,
    attackers: &[UnitId],
    defenders: &[UnitId],
    again: bool,
) -> Result<(), Halt> {
    let state = desk.state();
    let (attackers, defenders) = (led(state, attackers), led(state, defenders));
    let clash = measure(state, &attackers, &defenders, again);
    let outcome = match clash.walkover(desk.book()) {
        Some(outcome) => outcome,
        None => {
            let [own, other] = clash.stances(desk.book()).map(|stance| desk.read(&T_CHG_MOD, &stance));
            let roll = clash_roll(desk.state().active, [own.total, other.total])
                .because(attackers.first().copied(), own)
                .because(defenders.first().copied(), other);
            let difference = desk.roll(roll)?.value();
            clash.outcome(desk.book(), difference)
        }
    };
    results::carry_out(desk, &attackers, &defenders, &outcome)
}

/// The units of a side that are left, the strongest in front; of equals who led before. Those gone are kept only if none is left.
fn led(state: &State, units: &[UnitId]) -> Vec<UnitId> {
    let mut left: Vec<UnitId> = units.iter().copied().filter(|id| state.unit(*id).is_on_table()).collect();
    let most = left.iter().map(|id| state.unit(*id).stands).max();
    match left.iter().position(|id| Some(state.unit(*id).stands) == most) {
        Some(lead) => left[..=lead].rotate_right(1),
        None => left.extend(units.first()),
    }
    left
}

// Predicates.

/// Whether a combat is still to be fought.
pub(crate) fn has_combat(state: &State) -> bool {
    live(state).next().is_some()
}
