//! Sense for Fire and Discipline.

use firelock_core::{Frame, Side, UnitId};
use firelock_discipline::Discipline;
use firelock_discipline::charts;
use firelock_discipline::command::{Command, Maneuver};
use firelock_discipline::state::{
    Asking, Body as Troop, ChargeStage, Goal as Aimed, GunOrder, Kind, Mission, Place, Response, State, Target, Turn,
    UnitNo,
};
use firelock_discipline::survey::Aim;
use firelock_discipline::words::{Arm as Corps, Chit, Cover, Directive, FireMode, Formation, GunState};
use firelock_table::Angle;

use super::{Act, Sense, alike};
use crate::field::{Arm, Body, Field, Goal, Leader, Spot, cover, outward};
use crate::{Pains, Weights};
use firelock_scenario::Schedule;

/// What a victory point is worth in stands.
const POINT: f64 = 1.0;

/// How nearly straight ahead guns fire: the cosine of fifteen degrees.
const BEARS: f64 = 0.966;

impl Sense for Discipline {
    const WEIGHTS: Weights =
        Weights { own: 1.2, press: 0.3, lacking: 2.0, command: 0.2, patience: 3.0, ..Weights::PLAIN };

    const PAINS: Pains = Pains { plans_attacks: true, ..Pains::PLAIN };

    fn field(state: &State, field: &mut Field) {
        field.clear();
        let stage = &*state.stage;
        for (id, body) in state.on_table().filter(|(_, body)| body.is_alive()) {
            field.bodies.push(troop(state, id, body));
        }
        for (nth, commander) in (0..).zip(&state.commanders).filter(|(_, commander)| commander.is_present()) {
            let reach = f64::from(stage.yards(200).get()) / 2540.0;
            field.leaders.push(Leader { side: commander.side, at: Spot::of(commander.at), command: nth, reach });
        }
        for (zone, owner) in stage.zones.iter().zip(&state.zones) {
            let corners = zone.ground.points();
            let n = corners.len().max(1) as f64;
            let sum =
                corners.iter().map(|corner| Spot::of(*corner)).fold(Spot::default(), |sum, spot| sum.ahead(spot, 1.0));
            let at = Spot { x: sum.x / n, y: sum.y / n };
            field.goals.push(Goal { at, reach: 1.0, worth: f64::from(zone.value) * POINT, holder: *owner, only: None });
        }
        for side in Side::BOTH {
            let (own, army) = (&state.armies[side.index()], &stage.armies[side.index()]);
            let points = f64::from(own.stands) / 2.0
                + f64::from(own.guns + own.colonels + own.wagons)
                + 3.0 * f64::from(own.brigadiers)
                + if own.chief { 5.0 } else { 0.0 };
            field.points[side.enemy().index()] = points * POINT;
            // A lead of less than three is a draw (FD-VIC-05).
            field.lead[side.index()] = 2.5 * POINT;
            let half = f64::from(army.start.max(2)) / 2.0;
            field.strain[side.index()] = (f64::from(own.stands) / half).min(1.0);
            field.home[side.index()] = outward(army.edge);
        }
        let turns = f64::from(stage.turns.max(1));
        field.left = ((turns + 1.0 - f64::from(state.turn)) / turns).clamp(0.0, 1.0);
        field.attacker = stage.first;
        field.stride = f64::from(stage.yards(60).get()) / 2540.0;
        field.winner = state.verdict.as_ref().map(|verdict| verdict.winner);
    }

    fn act(state: &State, command: &Command) -> Act {
        let aimed = |aim: &Aim| match aim {
            Aim::Stand(body, _) => Some(*body),
            Aim::Zone(_) => None,
        };
        match command {
            Command::Begin | Command::Deploy { .. } | Command::DeployCommander { .. } => Act::Deploy,
            Command::Direct { unit, .. } | Command::Send { to: unit, .. } => {
                Act::Order { unit: state.main_body(*unit) }
            }
            Command::Chit { body, .. } => Act::Order { unit: Some(*body) },
            Command::Guns { body, order: GunOrder::Fire { at, .. } } => Act::Fire { unit: *body, target: aimed(at) },
            Command::Guns { body, order: GunOrder::Hold } => Act::Hold { unit: *body },
            Command::Guns { body, .. } => Act::Move { unit: *body },
            Command::Fire { body, at } => Act::Fire { unit: *body, target: aimed(at) },
            Command::Charge { body, target, .. } => {
                let target = match target {
                    Target::Body(target) => Some(*target),
                    Target::Zone(_) => None,
                };
                Act::Charge { unit: *body, target }
            }
            Command::Answer { body, response: Response::Counter(target) } => {
                Act::Charge { unit: *body, target: Some(*target) }
            }
            Command::Answer { body, response: Response::Hold(_) } => Act::Hold { unit: *body },
            Command::Answer { .. } => Act::Answer,
            Command::Face { body, .. } | Command::Move { body, .. } | Command::Unlimber { body, .. } => {
                Act::Move { unit: *body }
            }
            Command::Pursue(body) => Act::Charge { unit: *body, target: None },
            Command::Ride { .. } => Act::Ride,
            Command::TakeBack(_) | Command::GoOn | Command::Yield => Act::Answer,
            Command::Done => Act::End,
            Command::Resign => Act::Resign,
        }
    }

    fn turn(state: &State) -> u16 {
        state.turn
    }

    fn half_turn(state: &State) -> u32 {
        2 * u32::from(state.turn)
    }

    fn round(state: &State) -> Option<u32> {
        Some(Self::half_turn(state))
    }

    fn in_suspense(state: &State) -> bool {
        let charging = |body: &Troop| {
            let stage = body.turn.charge.as_ref().map(|charge| charge.stage);
            matches!(stage, Some(ChargeStage::Declared | ChargeStage::Home))
        };
        state.bodies.iter().any(|body| body.is_on_table() && charging(body)) || !state.hits.is_empty()
    }

    fn turns_before_the_march(state: &State) -> bool {
        matches!(state.agenda.top(), Some(Frame::Ask(Asking::Face(_))))
    }

    fn same_question(one: &State, other: &State) -> bool {
        alike(one.agenda.top(), other.agenda.top())
    }

    fn pass(state: &State) -> Option<Command> {
        match state.agenda.top() {
            Some(Frame::Ask(Asking::Send(_) | Asking::Unlimber(_))) => Some(Command::Done),
            _ => None,
        }
    }

    fn prior(state: &State, side: Side, command: &Command) -> f64 {
        match command {
            Command::TakeBack(_) => -5.0,
            // Secret orders show nothing on the table until they are opened: their worth stands here.
            Command::Fire { body, at } => 0.4 + aim_worth(state, *body, at),
            Command::Guns { body, order: GunOrder::Fire { at, .. } } => 0.4 + aim_worth(state, *body, at),
            Command::Guns { order: GunOrder::Hold, .. } => 0.05,
            // Guns that have nothing to fire at are turned to where there is something.
            Command::Guns { body, order: GunOrder::Aim(heading) } => {
                let now = state.body(*body).outline.facing();
                if bears(state, *body, *heading) && !bears(state, *body, now) { 0.3 } else { -0.1 }
            }
            // Who turns goes half as far afterwards.
            Command::Face { turn: Turn::About, .. } => -1.2,
            Command::Face { .. } => -0.3,
            Command::Chit { chit, .. } if *chit == Chit::Hold => 0.1,
            Command::Direct { unit, mission } => directive(state, side, *unit, mission),
            // A courier is worth his ride where the regiment has something else to do than it is told.
            Command::Send { to, mission, .. } => {
                let now = state.unit(*to).mission.filter(|now| now.kind != mission.kind);
                now.map_or(-0.5, |now| directive(state, side, *to, mission) - directive(state, side, *to, &now) - 0.2)
            }
            Command::Move { maneuver: Maneuver::Exit, .. } => -10.0,
            // Regiments are kept together, and horse mounted.
            Command::Move { maneuver: Maneuver::Divide(_) | Maneuver::Detach { .. } | Maneuver::Scatter, .. } => -4.0,
            Command::Move { maneuver: Maneuver::Dismount(_), .. } => -2.0,
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

/// What a directive is worth to a regiment: foot of the attacker goes for the nearest post that the enemy has, his horse for the enemy;
/// the defender keeps his ground.
fn directive(state: &State, side: Side, unit: UnitNo, mission: &Mission) -> f64 {
    let attacks = state.stage.first == side;
    let foreign = |goal: Aimed| {
        let zones = state.stage.zones.iter().zip(&state.zones);
        zones.into_iter().any(|(zone, owner)| goal == Aimed::Feature(zone.feature) && *owner != Some(side))
    };
    let horse = state.line(unit).troops().is_some_and(|troops| troops.arm == Corps::Cavalry);
    match (mission.kind, attacks) {
        (Directive::Assault, true) if foreign(mission.goal) && !horse => 0.9,
        (Directive::GeneralAdvance, true) => 0.6,
        (Directive::Hold, true) => 0.1,
        // What was lost is to be taken back.
        (Directive::Assault, false) if foreign(mission.goal) && !horse => 1.0,
        (Directive::Hold, false) if mission.goal == Aimed::Here => 0.7,
        (Directive::Hold, false) => 0.4,
        (Directive::GeneralAdvance, false) if horse => 0.8,
        (Directive::GeneralAdvance, false) => 0.3,
        (Directive::Assault, _) => 0.0,
        (Directive::Withdrawal, _) => -2.0,
    }
}

/// Fire at the near and the strong is worth more.
fn aim_worth(state: &State, body: UnitId, aim: &Aim) -> f64 {
    let Aim::Stand(target, _) = aim else { return 0.1 };
    let distance = Spot::of(state.body(body).outline.center()).distance(Spot::of(state.body(*target).outline.center()));
    let fresh = f64::from(state.unit_of(*target).marked) / f64::from(state.roster(*target).boxes.max(1));
    // A few skirmishers are not worth a battalion's fire while the battalion stands behind them.
    let few = if state.halves(*target) <= 1 { 0.3 } else { 0.0 };
    2.0 / (2.0 + distance) + 0.3 * fresh - few
}

/// Whether guns that face so have an enemy before their muzzles.
fn bears(state: &State, guns: UnitId, heading: Angle) -> bool {
    let (own, ahead) = (state.body(guns), Spot::heading(heading));
    let at = Spot::of(own.outline.center());
    let reach = f64::from(state.stage.yards(500).get()) / 2540.0;
    let enemies = state.on_table().filter(|(_, body)| body.side != own.side && body.is_alive());
    enemies.map(|(_, body)| at.to(Spot::of(body.outline.center()))).any(|way| {
        let length = way.length();
        length <= reach && way.dot(ahead) > BEARS * length
    })
}

fn troop(state: &State, id: UnitId, body: &Troop) -> Body {
    let stage = &*state.stage;
    let roster = state.roster(id);
    let command = u16::from(roster.brigade.0);
    let mut troop = Body { unit: id, side: body.side, command, has_flanks: true, ..Body::default() };
    let stands = f64::from(state.halves(id)) / 2.0;
    let good = 0.7 + 0.15 * f64::from(roster.rating);
    let marked = f64::from(state.unit_of(id).marked) / f64::from(roster.boxes.max(1));
    troop.worth = stands * good * (1.0 - 0.7 * marked.min(1.0));
    match &body.kind {
        Kind::Troops => {
            let arm = roster.troops().map_or(Corps::Infantry, |troops| troops.arm);
            troop.arm = if body.mounted { Arm::Horse } else { Arm::Foot };
            let firearm = roster.troops().map(|troops| (troops.firearm, troops.mode));
            let reach = firearm.and_then(|(firearm, _)| charts::firearm_reach(&stage.book, firearm));
            let inches = |yards: i32| f64::from(stage.yards(yards).get()) / 2540.0;
            let platoon = if firearm.is_some_and(|(_, mode)| mode == FireMode::Platoon) { 1.3 } else { 1.0 };
            let column = if body.formation == Formation::Column { 0.3 } else { 1.0 };
            troop.fire = if body.mounted { 0.0 } else { 0.12 * stands * platoon * column };
            troop.close = inches(60);
            troop.long = reach.map_or(0.0, |yards| f64::from(yards.on_table(stage.scale).get()) / 2540.0);
            troop.steel = column.max(0.6) * if arm == Corps::Cavalry && body.mounted { 1.2 } else { 1.0 };
            troop.holds = true;
        }
        Kind::Section(gun) => {
            troop.arm = Arm::Guns;
            troop.worth = 1.5 * f64::from(gun.guns);
            troop.fire = if gun.state == GunState::Unlimbered { 0.25 * f64::from(gun.guns) } else { 0.0 };
            troop.close = f64::from(stage.yards(150).get()) / 2540.0;
            troop.long = f64::from(stage.yards(500).get()) / 2540.0;
            troop.steel = 0.2;
        }
        Kind::Crew { men, .. } => troop.worth = 0.1 * f64::from(*men),
        Kind::Wagon { .. } => troop.worth = 0.5,
    }
    troop.order = match (body.fled.is_some(), body.halted.is_some()) {
        (true, _) => 0.35,
        (false, true) => 0.7,
        (false, false) => 1.0,
    };
    troop.stand(&body.outline);
    if let Some(zone) = body.zone() {
        let corners = stage.zone(zone).ground.points();
        let n = corners.len().max(1) as f64;
        let sum =
            corners.iter().map(|corner| Spot::of(*corner)).fold(Spot::default(), |sum, spot| sum.ahead(spot, 1.0));
        troop.at = Spot { x: sum.x / n, y: sum.y / n };
        troop.has_flanks = false;
    }
    troop.cover = match body.place {
        Place::In(_) | Place::Emplaced(..) => 0.5,
        _ => cover(&stage.table, &body.outline, |id| {
            let land = stage.land(id);
            let worth = match land.cover {
                Cover::None => 0.0,
                Cover::Protective => 0.3,
                Cover::Earthworks => 0.5,
            };
            (worth, stage.lines.contains(&id))
        }),
    };
    troop
}
