//! Sense for the Napoleonic quick-reference system.

mod fire;

use std::sync::LazyLock;

use firelock_core::{Frame, Side, UnitId};
use firelock_napoleonic::Napoleonic;
use firelock_napoleonic::command::{Command, Spot as Ground};
use firelock_napoleonic::roster::Roster;
use firelock_napoleonic::state::{Asking, Fire, Place, State, Step, Unit};
use firelock_napoleonic::words::{Arm as Branch, Class, Cover, Formation, Quality, Reaction};

use super::{Act, Sense, alike};
use crate::field::{Arm, Body, Field, Goal, Leader, Spot, cover, outward};
use crate::{Outlook, Pains, Weights};
use firelock_scenario::Schedule;

/// What a victory point is worth in bases.
const POINT: f64 = 1.0;

/// Points of an objective (NQ-VIC-06).
const OBJECTIVE: f64 = 5.0;

const INCH: f64 = 2.54;
/// How near a unit holds an objective (NQ-VIC-07).
const REACH: f64 = 5.0 / INCH;

impl Sense for Napoleonic {
    const WEIGHTS: Weights = Weights {
        own: 1.05,
        order: 0.7,
        foresight: 0.6,
        exposure: 1.7,
        press: 0.2,
        halt: 0.5,
        support: 0.01,
        command: 0.03,
        patience: 0.2,
        care: 0.0,
        stir: 0.16,
        ..Weights::PLAIN
    };

    /// Against captains it pays to spare troops, to close quickly and to use cover more than they do.
    const GENERAL_WEIGHTS: Weights =
        Weights { own: 1.3, press: 0.5, stir: 0.08, cover: 1.0, lacking: 0.6, patience: 0.12, ..Self::WEIGHTS };

    const PAINS: Pains = Pains { looks: &[(2, 8), (4, 4), (8, 2)], settled: 8, ..Pains::PLAIN };

    fn outlook() -> Option<&'static Outlook> {
        static TAUGHT: LazyLock<Outlook> =
            LazyLock::new(|| Outlook::shipped(include_str!("../../outlooks/napoleonic.txt")));
        Some(&TAUGHT)
    }

    fn field(state: &State, field: &mut Field) {
        field.clear();
        let stage = &*state.stage;
        let mut whole = [0.0, 0.0];
        field.points = [0.0; 2];
        for (id, unit) in state.all_units() {
            let roster = state.roster(id);
            if unit.is_on_table() {
                field.bodies.push(body(state, id, unit));
            }
            // Who is still to come is not lost (NQ-VIC-02).
            let each = value_of_base(roster);
            let there = unit.place == Place::Waiting || unit.is_on_table() && !unit.routing;
            let left = if there { f64::from(unit.bases) } else { 0.0 };
            let lost = each * (f64::from(roster.bases) - left);
            whole[unit.side.index()] += each * f64::from(roster.bases);
            field.points[unit.side.enemy().index()] += lost * POINT;
        }
        for (id, commander) in
            state.all_commanders().filter(|(_, commander)| commander.is_active() && !commander.waiting)
        {
            let command = commander.brigade.map_or(u16::MAX - u16::from(id.0), |brigade| u16::from(brigade.0));
            field.leaders.push(Leader { side: commander.side, at: Spot::of(commander.at), command, reach: 12.0 });
        }
        let mut held = [0.0, 0.0];
        for (objective, holder) in stage.objectives.iter().zip(&state.holders) {
            let worth = OBJECTIVE * POINT * f64::from(objective.worth);
            held[holder.map_or(0, Side::index)] += if holder.is_some() { worth } else { 0.0 };
            field.goals.push(Goal { at: Spot::of(objective.at), reach: REACH, worth, holder: *holder, only: None });
        }
        for side in Side::BOTH {
            let at = side.index();
            // A quarter of the smaller army is a lead (NQ-VIC-06).
            field.lead[at] = 0.25 * f64::min(whole[0], whole[1]) * POINT;
            // Half of its value breaks an army (NQ-VIC-03).
            field.strain[at] = (field.points[side.enemy().index()] / POINT / f64::max(whole[at], 1.0) * 2.0).min(1.0);
            field.home[at] = outward(stage.armies[at].edge);
        }
        let turns = f64::from(stage.turns.max(1));
        field.left = ((turns + 1.0 - f64::from(state.turn)) / turns).clamp(0.0, 1.0);
        field.attacker = if held[0] > held[1] { Side::Blue } else { Side::Red };
        field.stride = 16.0 / INCH;
        field.winner = state.verdict.as_ref().map(|verdict| verdict.winner);
    }

    fn act(_state: &State, command: &Command) -> Act {
        match command {
            Command::Begin | Command::Deploy { .. } | Command::DeployCommander { .. } => Act::Deploy,
            Command::Charge { unit, target, .. } => Act::Charge { unit: *unit, target: Some(*target) },
            Command::Fire(fire) => {
                let (Fire::Volley { unit, target, .. } | Fire::Shot { unit, target, .. }) = fire;
                Act::Fire { unit: *unit, target: Some(*target) }
            }
            Command::Move { unit, acts } if acts.is_empty() => Act::Hold { unit: *unit },
            Command::Move { unit, .. } | Command::BreakOff(unit) => Act::Move { unit: *unit },
            Command::Reform(unit) => Act::Hold { unit: *unit },
            Command::Ride { .. } => Act::Ride,
            Command::BeFirst(_)
            | Command::React { .. }
            | Command::Bring(_)
            | Command::Hold
            | Command::FollowUp(_)
            | Command::Occupy(_)
            | Command::Pursue => Act::Answer,
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

    fn round(_state: &State) -> Option<u32> {
        // Listing all fire of a turn costs ten times what it tells.
        None
    }

    fn in_suspense(state: &State) -> bool {
        let charging = matches!(
            state.step,
            Step::ChargeDeclare | Step::ChargeReact | Step::ChargeTests | Step::ChargeFire | Step::ChargeHome
        );
        charging && !state.charges.is_empty() || !state.fights.is_empty()
    }

    fn same_question(one: &State, other: &State) -> bool {
        alike(one.agenda.top(), other.agenda.top())
    }

    fn foretold(state: &State, command: &Command) -> Option<f64> {
        match command {
            Command::Fire(fire) => Some(fire::worth(state, fire)),
            _ => None,
        }
    }

    fn pass(state: &State) -> Option<Command> {
        match state.agenda.top() {
            Some(Frame::Ask(Asking::Declare(_) | Asking::Move(_))) => Some(Command::Done),
            _ => None,
        }
    }

    fn prior(state: &State, _side: Side, command: &Command) -> f64 {
        match command {
            // Fire is declared first and resolved later: what it is worth without a look at the charts stands here.
            Command::Fire(fire) => {
                let (Fire::Volley { unit, target, .. } | Fire::Shot { unit, target, .. }) = fire;
                let at = |id: UnitId| Spot::of(state.unit(id).outline.center());
                0.4 + 2.0 / (2.0 + at(*unit).distance(at(*target)))
            }
            Command::Reform(_) => 0.4,
            Command::React { reaction: Reaction::Evade, .. } => -0.2,
            Command::Pursue => -0.2,
            Command::Deploy { place: Ground::In(_), .. } => 0.2,
            _ => 0.0,
        }
    }

    fn habit(state: &State, side: Side, command: &Command) -> f64 {
        match command {
            Command::Bring(bases) => 0.1 * f64::from(bases.total()),
            _ => Self::prior(state, side, command),
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

/// What a base of such troops is worth against one of plain ones.
fn good(quality: Quality) -> f64 {
    match quality {
        Quality::Elite => 1.5,
        Quality::Veteran => 1.25,
        Quality::Regular => 1.0,
        Quality::Raw => 0.75,
    }
}

/// How often a base counts: a gun twice (NQ-VIC-01).
fn value_of_base(roster: &Roster) -> f64 {
    if roster.is_battery() { 2.0 } else { 1.0 }
}

fn body(state: &State, id: UnitId, unit: &Unit) -> Body {
    let roster = state.roster(id);
    let good = good(roster.quality);
    let bases = f64::from(unit.bases);
    let mut body = Body { unit: id, side: unit.side, command: u16::from(roster.brigade.0), ..Body::default() };
    body.worth = bases * good;
    body.has_flanks = !matches!(unit.formation, Formation::Square | Formation::Skirmish | Formation::OpenOrder);
    let wide = matches!(unit.formation, Formation::Line | Formation::OpenOrder | Formation::Skirmish);
    match roster.arm() {
        Branch::Infantry => {
            body.fire = bases * if wide { 0.12 } else { 0.05 };
            (body.close, body.long) = match roster.class {
                Class::RifleInfantry => (10.0 / INCH, 20.0 / INCH),
                _ => (6.0 / INCH, 15.0 / INCH),
            };
            body.steel = match unit.formation {
                Formation::Skirmish | Formation::OpenOrder => 0.5,
                Formation::AttackColumn => 1.1,
                _ => 1.0,
            };
            body.holds = true;
        }
        Branch::Cavalry => {
            body.arm = Arm::Horse;
            body.steel = if roster.class == Class::HeavyCavalry { 1.5 } else { 1.2 };
            body.holds = true;
        }
        Branch::Artillery => {
            body.arm = Arm::Guns;
            body.worth = 2.0 * bases;
            body.fire = if unit.formation == Formation::Limbered { 0.0 } else { 0.35 * bases };
            (body.close, body.long) = (25.0 / INCH, 80.0 / INCH);
            body.steel = 0.2;
        }
    }
    body.order = match (unit.routing, unit.unformed) {
        (true, _) => 0.15,
        (false, true) => 0.6,
        (false, false) => 1.0,
    };
    body.stand(&unit.outline);
    let stage = &*state.stage;
    body.cover = match unit.place {
        Place::In(_) => 0.5,
        _ => cover(&stage.table, &unit.outline, |id| {
            let worth = match stage.land(id).cover {
                Cover::None => 0.0,
                Cover::Light => 0.15,
                Cover::Medium => 0.3,
                Cover::Hard => 0.45,
            };
            (worth, stage.table.path(id).is_some())
        }),
    };
    if let Place::In(_) = unit.place {
        body.has_flanks = false;
    }
    body
}
