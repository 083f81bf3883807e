//! Sense for Regimental Fire and Fury.

use std::sync::LazyLock;

use firelock_core::{Frame, Grain, RuleSystem, Side, UnitId};
use firelock_regimental::command::{Command, Maneuver};
use firelock_regimental::roster::BodyOf;
use firelock_regimental::state::{Asking, ChargeStage, Place, State, Unit};
use firelock_regimental::words::{Arm as Branch, Cover, Effectiveness, Experience, Formation, Order};
use firelock_regimental::{Regimental, charts};

use super::{Act, Sense, alike};
use crate::captain::WAYS;
use crate::field::{Arm, Body, Field, Goal, Leader, Spot, cover, outward};
use crate::{Outlook, Pains, Weights};
use firelock_scenario::Schedule;

/// What a victory point is worth in stands.
const POINT: f64 = 2.0;

impl Sense for Regimental {
    /// Who spares his own stands wins: an army that has lost half of them has lost the battle (RF-VIC-12).
    const WEIGHTS: Weights = Weights { own: 1.4, ..Weights::PLAIN };

    const PAINS: Pains = Pains {
        looks: &[(1, 3), (1, 2), (2, 2)],
        sure: 0.7,
        own_dice: true,
        one_by_one: true,
        charges: 2,
        plain_charges: true,
        few_throws: true,
        stands_plainly: true,
        ..Pains::PLAIN
    };

    /// With both sides as recruits in his head he wins no more battles, and on some ground fewer.
    const GENERAL_PAINS: Pains = Pains { in_earnest: true, ..Self::PAINS };

    fn outlook() -> Option<&'static Outlook> {
        static TAUGHT: LazyLock<Outlook> =
            LazyLock::new(|| Outlook::shipped(include_str!("../../outlooks/regimental.txt")));
        Some(&TAUGHT)
    }

    fn field(state: &State, field: &mut Field) {
        Self::field_after(state, (state, &Field::default()), field);
    }

    fn field_after(state: &State, (before, known): (&State, &Field), field: &mut Field) {
        field.clear();
        let stage = &*state.stage;
        // Both lists are in the order of the units.
        let mut known = known.bodies.iter().peekable();
        for (id, unit) in state.all_units().filter(|(_, unit)| unit.is_on_table()) {
            while known.next_if(|known| known.unit < id).is_some() {}
            let same = known.next_if(|known| known.unit == id && stands_as(unit, before.unit(id)));
            field.bodies.push(same.copied().unwrap_or_else(|| body(state, id, unit)));
        }
        for (id, leader) in state.all_leaders().filter(|(_, leader)| leader.is_present()) {
            let reach = 6.0;
            field.leaders.push(Leader { side: leader.side, at: Spot::of(leader.at), command: u16::from(id.0), reach });
        }
        for (key, holder) in stage.keys.iter().zip(&state.keys) {
            let corners = key.ground.points();
            let sum = corners.iter().fold((0.0, 0.0), |sum, corner| {
                let spot = Spot::of(*corner);
                (sum.0 + spot.x, sum.1 + spot.y)
            });
            let n = corners.len().max(1) as f64;
            field.goals.push(Goal {
                at: Spot { x: sum.0 / n, y: sum.1 / n },
                reach: f64::from(key.reach.get()) / 2540.0,
                worth: f64::from(key.worth) * POINT,
                holder: *holder,
                only: key.only,
            });
        }
        for side in Side::BOTH {
            let army = &stage.armies[side.index()];
            // What the end of the turn would write down (RF-VIC-04, RF-VIC-05, RF-VIC-10).
            let (own, enemy) = (state.army(side).lost, state.army(side.enemy()).lost);
            let heavy = enemy >= stage.armies[side.enemy().index()].heavy_level;
            let gained = i32::from(heavy) * 2 + i32::from(heavy && enemy > own) + state.army(side).leader_points;
            field.points[side.index()] = f64::from(gained) * POINT;
            // A lead of one is a draw (RF-VIC-11).
            field.lead[side.index()] = 1.5 * POINT;
            // Half of its stands ends the battle (RF-VIC-12).
            let half = f64::from(army.start_total.max(2)) / 2.0;
            field.strain[side.index()] = (f64::from(state.army(side).lost) / half).min(1.0);
            field.home[side.index()] = outward(army.edge);
        }
        let turns = f64::from(stage.turns.max(1));
        let half = if state.active == stage.first { 0.0 } else { 0.5 };
        field.left = ((turns + 1.0 - f64::from(state.turn) - half) / turns).clamp(0.0, 1.0);
        field.attacker = stage.attacker;
        field.stride = 8.0;
        field.winner = state.verdict.as_ref().map(|verdict| verdict.winner);
    }

    fn act(state: &State, command: &Command) -> Act {
        match command {
            Command::Deploy { .. } | Command::DeployLeader { .. } | Command::DeployLights { .. } => Act::Deploy,
            Command::Attach { .. } | Command::Leave(_) | Command::Arrive { .. } | Command::MoveLeader { .. } => {
                Act::Ride
            }
            Command::Check { units, .. } => Act::Rouse { unit: units.first().copied().unwrap_or_default() },
            Command::Charge { unit, target, .. } => Act::Charge { unit: *unit, target: Some(*target) },
            Command::Countercharge { unit, charger } => Act::Charge { unit: *unit, target: Some(*charger) },
            Command::Maneuver { unit, maneuver: Maneuver::Hold, .. } => Act::Hold { unit: *unit },
            Command::Maneuver { unit, .. } => Act::Move { unit: *unit },
            Command::Fire { target, firers } => {
                Act::Fire { unit: firers.first().map_or(*target, |firing| firing.unit), target: Some(*target) }
            }
            Command::Fight(unit) | Command::BreakThrough(unit) => {
                let contact = state.contacts.iter().find(|contact| contact.charger == *unit);
                let (unit, target) = (*unit, contact.map(|contact| contact.target));
                match command {
                    Command::Fight(_) => Act::Fight { unit, target },
                    _ => Act::Charge { unit, target },
                }
            }
            Command::RunLow(_)
            | Command::CheckLeader(_)
            | Command::Recall { .. }
            | Command::DoNotRecall(_)
            | Command::LeadWith(_)
            | Command::Lose { .. }
            | Command::Flank { .. } => Act::Answer,
            Command::Done => Act::End,
            Command::Resign => Act::Resign,
        }
    }

    fn turn(state: &State) -> u16 {
        state.turn
    }

    fn half_turn(state: &State) -> u32 {
        2 * u32::from(state.turn) + u32::from(state.active != state.stage.first)
    }

    fn round(state: &State) -> Option<u32> {
        Some(Self::half_turn(state))
    }

    fn in_suspense(state: &State) -> bool {
        let charging = |unit: &Unit| {
            let stage = unit.turn.charge.as_ref().map(|charge| charge.stage);
            matches!(stage, Some(ChargeStage::Declared | ChargeStage::Home))
        };
        state.units.iter().any(|unit| unit.fate.is_none() && charging(unit))
    }

    fn same_question(one: &State, other: &State) -> bool {
        alike(one.agenda.top(), other.agenda.top())
    }

    fn foresee_fire(state: &mut State) {
        Regimental::foresee_fire(state);
    }

    fn ideas(state: &State, field: &Field, side: Side, grain: Grain, pains: &Pains, into: &mut Vec<Command>) {
        match state.agenda.top() {
            Some(Frame::Ask(Asking::Maneuver)) if pains.one_by_one => {
                Regimental::maneuvers_of_next(state, grain, into);
            }
            Some(Frame::Ask(Asking::Declare)) if pains.charges < usize::MAX => {
                let pairs = Regimental::may_charge(state).into_iter();
                let mut pairs: Vec<_> =
                    pairs.map(|(unit, target)| (promise(field, unit, target), (unit, target))).collect();
                pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
                let pairs: Vec<_> = pairs.into_iter().map(|(_, pair)| pair).collect();
                Regimental::charges_of(state, &pairs, grain, [pains.charges, WAYS], into);
            }
            _ => Regimental::candidates(state, side, grain, into),
        }
    }

    fn fire_about(state: &State, these: &[UnitId]) -> Option<Command> {
        let fires = matches!(state.agenda.top(), Some(Frame::Ask(Asking::Fire)));
        fires.then(|| Regimental::volley_about(state, these).unwrap_or(Command::Done))
    }

    fn pass(state: &State) -> Option<Command> {
        let Some(Frame::Ask(asking)) = state.agenda.top() else { return None };
        let idle = matches!(
            asking,
            Asking::Leaders
                | Asking::Check
                | Asking::Declare
                | Asking::Counter
                | Asking::Maneuver
                | Asking::LeadersMove
        );
        idle.then_some(Command::Done)
    }

    fn prior(state: &State, _side: Side, command: &Command) -> f64 {
        match command {
            // A check is the beginning of every move, and lets disordered troops rally; those under a leader check better.
            Command::Check { leader, units } => {
                let shaken = units.iter().filter(|unit| state.unit(**unit).order != Order::Good).count() as f64;
                0.5 * units.len() as f64 + 0.5 * shaken + if leader.is_some() { 0.4 } else { 0.0 }
            }
            Command::Fire { firers, .. } => 0.05 * firers.len() as f64,
            Command::Fight(_) => 1.0,
            Command::Maneuver { maneuver: Maneuver::Rally | Maneuver::Replenish, .. } => 0.6,
            Command::Maneuver { maneuver: Maneuver::GunFire { .. }, .. } => 0.5,
            _ => 0.0,
        }
    }

    fn name(state: &State, unit: UnitId) -> &str {
        &state.roster(unit).name
    }

    fn file_id(state: &State, unit: UnitId) -> &str {
        &state.roster(unit).id
    }

    fn schedule(state: &State) -> &Schedule {
        &state.stage.schedule
    }
}

/// What a charge promises at a glance: what it wins or costs, by what the one brings and the other has to stand with, less the fire that
/// it runs into.
fn promise(field: &Field, unit: UnitId, target: UnitId) -> f64 {
    let (Some(unit), Some(target)) = (field.body(unit), field.body(target)) else { return 0.0 };
    let turned = if target.looks_at(unit.at) < 0.0 { 1.5 } else { 1.0 };
    let force = unit.worth * unit.steel * unit.order * turned;
    let stand = target.worth * target.steel * target.order * (1.0 + target.cover) + 0.5;
    let wins = force * force / (force * force + stand * stand);
    let meets = |body: &&Body| body.fire > 0.0 && body.looks_at(unit.at) > 0.6 && body.gap(target) < body.close;
    let fire: f64 = field.of(target.side).filter(meets).map(|body| body.fire * body.order).sum();
    wins * target.worth - (1.0 - wins) * unit.worth - fire
}

/// Whether all that [`body`] reads of a unit is the same in both.
fn stands_as(one: &Unit, other: &Unit) -> bool {
    let strength = |unit: &Unit| (unit.roster, unit.start, unit.stands, unit.guns, unit.low_ammo);
    let stand = |unit: &Unit| (unit.side, unit.place, unit.outline, unit.formation, unit.order, unit.mounted);
    strength(one) == strength(other) && stand(one) == stand(other)
}

fn body(state: &State, id: UnitId, unit: &Unit) -> Body {
    let stage = &*state.stage;
    let roster = state.roster(id);
    let good = match roster.experience {
        Experience::Elite => 1.5,
        Experience::Veteran => 1.25,
        Experience::Trained => 1.0,
        Experience::Raw => 0.7,
    };
    let stands = f64::from(unit.stands);
    let worn = match state.effectiveness(id) {
        Effectiveness::Fresh => 1.0,
        Effectiveness::Worn => 0.85,
        Effectiveness::Spent => 0.65,
    };
    let mut body = Body { unit: id, side: unit.side, command: u16::from(roster.brigade.0), ..Body::default() };
    match &roster.body {
        BodyOf::Troops { arm, weapon, traits, .. } => {
            let mounted = unit.mounted;
            body.arm = if *arm == Branch::Cavalry && mounted { Arm::Horse } else { Arm::Foot };
            body.worth = stands * good;
            let low = if unit.low_ammo { 0.6 } else { 1.0 };
            body.fire = if body.arm == Arm::Horse { 0.0 } else { 0.11 * stands * low };
            (body.close, body.long) = weapon.firearm().map_or((0.0, 0.0), |firearm| {
                let long = charts::reach(&stage.book, firearm);
                (4.0, f64::from(long.get()) / 2540.0)
            });
            let (fire, steel) = match unit.formation {
                Formation::MarchColumn => (0.1, 0.5),
                Formation::FieldColumn => (0.3, 1.0),
                Formation::Mob => (0.0, 0.2),
                _ => (1.0, 1.0),
            };
            body.fire *= fire;
            body.steel = worn * steel * if traits.bayonets || body.arm == Arm::Horse { 1.0 } else { 0.6 };
            body.holds = true;
            body.has_flanks = true;
        }
        BodyOf::Guns { .. } => {
            let firing = unit.guns.iter().take(usize::from(unit.stands)).filter(|gun| !gun.silenced).count() as f64;
            body.arm = Arm::Guns;
            body.worth = 2.5 * stands;
            let limbered = unit.formation == Formation::Limbered;
            body.fire = if limbered { 0.0 } else { 0.4 * firing };
            (body.close, body.long) = (12.0, 24.0);
            body.steel = 0.2;
            body.has_flanks = true;
        }
    }
    body.order = match unit.order {
        Order::Good => 1.0,
        Order::Disordered => 0.6,
        Order::Broken => 0.2,
    };
    body.stand(&unit.outline);
    body.cover = match unit.place {
        Place::In(_) => 0.6,
        _ => cover(&stage.table, &unit.outline, |id| {
            let land = stage.land(id);
            let worth = match land.cover {
                Cover::None => 0.0,
                Cover::Partial => 0.25,
                Cover::Full => 0.4,
                Cover::Fortified => 0.6,
            };
            (worth, land.linear)
        }),
    };
    if let Place::In(_) = unit.place {
        body.has_flanks = false;
    }
    body
}
