use firelock_core::{Side, UnitId};
use firelock_scenario::{Aim, Planned, Task as Meant};

use crate::Sense;
use crate::field::{Arm, Body, Field, Goal, Spot};

/// A plan of battle for one side: which place matters most, who goes at it, who holds the enemy elsewhere, who is kept in hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Plan {
    /// What each body is to do, in order of their numbers.
    pub(crate) tasks: Vec<(UnitId, Task)>,
}

/// What a body is to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Task {
    /// Go and take this place.
    Take(Spot),
    /// Go at this place and whoever stands there.
    Attack(Spot),
    /// Keep the enemy busy from a distance.
    Pin,
    /// Keep this place.
    Keep(Spot),
    /// Stay in hand near this place until the attack needs it.
    Reserve(Spot),
}

/// The part of an army's worth that attacks, and that pins; the rest is the reserve.
const ATTACK: f64 = 0.65;
const PIN: f64 = 0.2;

/// From how far, in strides, troops can be at a place soon.
const GRASP: f64 = 3.0;

impl Plan {
    /// A captain's plan: a side that need not attack keeps what it has, an attacker's troops use their eyes.
    pub(crate) fn plain(field: &Field, side: Side) -> Plan {
        let tasks = if must_attack(field, side) { Vec::new() } else { defend(field, side) };
        Plan { tasks }.taking_what_is_near(field, side)
    }

    /// A general's plan: the same, and for an attack what ground, goals and both lines suggest.
    pub(crate) fn of(field: &Field, side: Side) -> Plan {
        let tasks = if must_attack(field, side) { attack(field, side) } else { defend(field, side) };
        Plan { tasks }.taking_what_is_near(field, side)
    }

    /// This plan, but whoever is nearest to a place that is wanted takes it, whatever the others do.
    fn taking_what_is_near(mut self, field: &Field, side: Side) -> Plan {
        let mut sent: Vec<UnitId> = Vec::new();
        for goal in wanted(field, side) {
            let free = field.of(side).filter(|body| body.holds && body.order > 0.5 && !sent.contains(&body.unit));
            let nearest = free.min_by(|a, b| a.at.distance(goal.at).total_cmp(&b.at.distance(goal.at)));
            let Some(body) = nearest else { continue };
            // Who need not attack does not leave his line for a place that the enemy is about to have.
            let enemies = field.of(side.enemy()).filter(|enemy| enemy.at.distance(goal.at) < GRASP * field.stride);
            let guard: f64 = enemies.map(|enemy| enemy.worth * enemy.order).sum();
            if guard > body.worth && !must_attack(field, side) {
                continue;
            }
            sent.push(body.unit);
            self.give(body.unit, Task::Take(goal.at));
        }
        self
    }

    /// Gives a body a task in place of the one it has.
    fn give(&mut self, unit: UnitId, task: Task) {
        match self.tasks.iter_mut().find(|(own, _)| *own == unit) {
            Some((_, own)) => *own = task,
            None => self.tasks.push((unit, task)),
        }
    }

    /// This plan, with what the battle file had each body do in this turn put before it.
    pub(crate) fn with_history<S: Sense>(mut self, state: &S::State, field: &Field, side: Side) -> Plan {
        for body in field.of(side) {
            let Some(planned) = planned::<S>(state, body.unit) else { continue };
            let aim = match &planned.aim {
                Aim::Here => None,
                Aim::Place(place) => Some(Spot::of(*place)),
                Aim::Unit(id) => match field.bodies.iter().find(|body| S::file_id(state, body.unit) == id) {
                    Some(other) => Some(other.at),
                    // Whom the plan was about has left the field: they use their eyes.
                    None => continue,
                },
            };
            let at = aim.unwrap_or(body.at);
            let task = match planned.task {
                Meant::Attack => Task::Attack(at),
                Meant::Hold => Task::Keep(at),
                Meant::Reserve => Task::Reserve(at),
                Meant::Withdraw => Task::Keep(aim.unwrap_or(body.at.ahead(field.home[side.index()], field.stride))),
            };
            self.give(body.unit, task);
        }
        self
    }

    /// What a body is to do.
    pub(crate) fn task(&self, unit: UnitId) -> Option<Task> {
        self.tasks.iter().find(|(own, _)| *own == unit).map(|(_, task)| *task)
    }
}

/// What the battle file had a unit do in this turn.
pub(crate) fn planned<S: Sense>(state: &S::State, unit: UnitId) -> Option<&Planned> {
    S::schedule(state).entry(S::file_id(state, unit), S::turn(state))
}

/// Whether a side attacks, or must come out.
pub(crate) fn must_attack(field: &Field, side: Side) -> bool {
    field.attacker == side || is_behind(field, side)
}

/// Whether a side must come out: the other has more to show.
fn is_behind(field: &Field, side: Side) -> bool {
    let held = |side: Side| -> f64 {
        let own =
            field.goals.iter().filter(|goal| goal.holder == Some(side) && goal.only.is_none_or(|only| only == side));
        own.map(|goal| goal.worth).sum::<f64>() + field.points[side.index()]
    };
    held(side) + 1.0 < held(side.enemy())
}

/// The places that a side wants and does not have.
fn wanted(field: &Field, side: Side) -> impl Iterator<Item = &Goal> {
    field.goals.iter().filter(move |goal| goal.holder != Some(side) && goal.only.is_none_or(|only| only == side))
}

/// The goal that gives most for the strength around it; else the weakest part of the enemy's line.
fn main_goal(field: &Field, side: Side) -> Option<Spot> {
    let guard = |at: Spot| -> f64 {
        let near = field.of(side.enemy()).filter(|enemy| enemy.at.distance(at) < 8.0);
        near.map(|enemy| enemy.worth * enemy.order * (1.0 + enemy.cover)).sum()
    };
    let way = |at: Spot| {
        let ways = field.of(side).map(|body| body.at.distance(at) * body.worth);
        ways.sum::<f64>() / field.of(side).map(|body| body.worth).sum::<f64>().max(0.1)
    };
    let open = wanted(field, side);
    let worth = |at: Spot, worth: f64| worth / (4.0 + guard(at)) / (1.0 + way(at) / field.stride.max(1.0) / 4.0);
    let best = open.map(|goal| (worth(goal.at, goal.worth), goal.at)).reduce(|a, b| if b.0 > a.0 { b } else { a });
    let best = best.map(|(_, at)| at);
    best.or_else(|| {
        let enemies = field.of(side.enemy()).map(|enemy| (worth(enemy.at, enemy.worth), enemy.at));
        enemies.reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|(_, at)| at)
    })
}

fn attack(field: &Field, side: Side) -> Vec<(UnitId, Task)> {
    let Some(goal) = main_goal(field, side) else { return Vec::new() };
    let mut troops: Vec<&Body> = field.of(side).filter(|body| body.arm != Arm::Guns).collect();
    troops.sort_by(|a, b| a.at.distance(goal).total_cmp(&b.at.distance(goal)).then(a.unit.cmp(&b.unit)));
    let whole: f64 = troops.iter().map(|body| body.worth).sum();
    // The reserve goes in when the attack has lost its order, or the day is short.
    let shaken: f64 = troops.iter().map(|body| body.worth * (1.0 - body.order)).sum();
    let commit = field.left < 0.6 || shaken > 0.15 * whole;
    let mut sum = 0.0;
    let tasks = troops.iter().map(|body| {
        let task = match sum / whole.max(0.1) {
            part if part < ATTACK || commit => Task::Attack(goal),
            part if part < ATTACK + PIN => Task::Pin,
            _ => Task::Reserve(goal.ahead(field.home[side.index()], 2.0 * field.stride)),
        };
        sum += body.worth;
        (body.unit, task)
    });
    tasks.chain(field.of(side).filter(|body| body.arm == Arm::Guns).map(|body| (body.unit, Task::Pin))).collect()
}

fn defend(field: &Field, side: Side) -> Vec<(UnitId, Task)> {
    let own: Vec<Spot> = field.goals.iter().filter(|goal| goal.holder == Some(side)).map(|goal| goal.at).collect();
    let keep = |body: &Body| {
        let nearest = own.iter().copied().reduce(|a, b| if body.at.distance(b) < body.at.distance(a) { b } else { a });
        match nearest {
            // Horse waits behind what is held.
            Some(goal) if body.arm == Arm::Horse => {
                Task::Reserve(goal.ahead(field.home[side.index()], field.stride * 0.5))
            }
            Some(goal) => Task::Keep(goal),
            None => Task::Pin,
        }
    };
    field.of(side).map(|body| (body.unit, keep(body))).collect()
}

#[cfg(test)]
mod tests {
    use firelock_discipline::Discipline;
    use firelock_napoleonic::Napoleonic;
    use firelock_regimental::Regimental;

    use super::*;

    /// Cowpens: McArthur's Highlanders wait behind the line, while Tarleton's own go at the ridge, and Howard's hold theirs.
    #[test]
    fn history_tells_each_command_its_task() {
        let (battle, state) = crate::mustered::<Regimental>("cowpens");
        let mut field = Field::default();
        Regimental::field(&state, &mut field);
        for side in Side::BOTH {
            let plan = Plan::plain(&field, side).with_history::<Regimental>(&state, &field, side);
            for body in field.of(side) {
                let unit = battle.units.iter().find(|unit| unit.id.as_str() == state.roster(body.unit).id);
                let command = unit.expect("a unit of the file").command.as_str();
                let fits = match command {
                    "mcarthur" | "washington" => |task| matches!(task, Some(Task::Reserve(_))),
                    "tarleton" => |task| matches!(task, Some(Task::Attack(_))),
                    _ => |task| matches!(task, Some(Task::Keep(_))),
                };
                let task = plan.task(body.unit);
                assert!(fits(task), "{} under {command}: {task:?}", state.roster(body.unit).name);
            }
        }
    }

    /// The mill at Overwinden: the French have the hamlet and keep it, the Allies use their eyes and send the nearest to take it.
    #[test]
    fn a_captain_who_need_not_attack_keeps_what_he_has() {
        let (_, state) = crate::mustered::<Discipline>("first-volley-discipline");
        let mut field = Field::default();
        Discipline::field(&state, &mut field);
        let hamlet = field.goals[0].at;
        let tasks = |side| Plan::plain(&field, side).tasks.into_iter().map(|(_, task)| task);
        assert!(tasks(Side::Blue).any(|task| task == Task::Keep(hamlet)));
        assert!(tasks(Side::Blue).all(|task| matches!(task, Task::Keep(_) | Task::Reserve(_))));
        assert_eq!(tasks(Side::Red).collect::<Vec<_>>(), [Task::Take(hamlet)]);
    }

    /// The crossroads lie nearer to the British line: no Continental leaves the hill for it, while the British go for it.
    #[test]
    fn a_defender_does_not_run_for_what_the_enemy_is_about_to_have() {
        let (_, state) = crate::mustered::<Napoleonic>("first-volley-washington");
        let mut field = Field::default();
        Napoleonic::field(&state, &mut field);
        let crossroads = field.goals.iter().min_by(|a, b| a.at.y.total_cmp(&b.at.y)).expect("there are places").at;
        let runs = |side| Plan::plain(&field, side).tasks.iter().any(|(_, task)| *task == Task::Take(crossroads));
        assert!(!runs(Side::Blue));
        assert!(runs(Side::Red));
    }
}
