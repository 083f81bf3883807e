//! Command and the maneuver check (RF-CMD, RF-CHK).

use firelock_core::{Clause, Desk, Grain, Halt, Ledger, Place, Refusal, UnitId};
use firelock_table::{FeatureId, clear, in_fan, trace};

use super::{Lots, movement};
use crate::Regimental;
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::command::Command;
use crate::event::Event;
use crate::facts::{Handled, Handling, check_roll};
use crate::roster::BodyOf;
use crate::sight::{Look, Purpose};
use crate::state::{Asking, Colonel, Leader, LeaderId, Sight, State};
use crate::words::{Control, Formation, GunRole, Order, Visibility};

// Facts.

/// What the maneuver chart asks about a unit, under that leader or none. A leader attached to it gives it both his rating and his
/// presence (RF-CMD-18); disorder only picks the column (RF-CHK-15).
pub(crate) fn measure_handling(state: &State, id: UnitId, leader: Option<LeaderId>) -> Handling {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let army = state.army(unit.side);
    let (role, carriage, fixed) = match &roster.body {
        BodyOf::Guns { role, gun, fixed } => (*role, gun.carriage(), *fixed),
        BodyOf::Troops { .. } => Default::default(),
    };
    let traits = roster.traits();
    let control = match leader {
        None => Control::Out,
        Some(leader) if is_in_chain(state, leader, id) => Control::Own,
        Some(_) => Control::Provisional,
    };
    let near_friends = || {
        let reach = state.stage.length(&numbers::GUN_FRIENDS);
        state.on_table(unit.side).any(|(other, _)| !state.roster(other).is_guns() && state.within(id, other, reach))
    };
    let (in_close_range, fortified) = movement::close_range(state, id);
    Handling {
        branch: movement::branch(roster, unit.mounted),
        role,
        carriage,
        fixed,
        experience: roster.experience,
        effectiveness: state.effectiveness(id),
        order: unit.order,
        formation: unit.formation,
        stands: unit.stands,
        militia: traits.militia,
        control,
        rating: leader.map(|leader| state.leader(leader).rating).unwrap_or_default(),
        leader_attached: state.attached(id).is_some(),
        brave_colonel: unit.colonel == Colonel::Leads,
        linear_cover: state.is_behind_cover(id),
        friends_near: role == GunRole::BattalionGun && near_friends(),
        indian: traits.indian,
        in_woods: traits.indian && state.is_in_woods(id),
        outflanked: is_outflanked(state, id),
        key_position_lost: army.key_lost,
        heavy_casualties: army.heavy,
        greater_losses: army.greater,
        in_close_range,
        fortified,
    }
}

/// Whether an enemy outflanks a unit within 8 inches (RF-ARC-11).
pub(crate) fn is_outflanked(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    let reach = state.stage.length(&numbers::OUTFLANK_REACH);
    state.on_table(unit.side.enemy()).any(|(by, enemy)| {
        !state.roster(by).is_guns()
            && enemy.order != Order::Broken
            && enemy.formation != Formation::MarchColumn
            && state.within(by, id, reach)
            && state.is_flank(by, id)
            && has_in_arc(state, by, id, Purpose::Watch)
    })
}

/// Whether some front-rank stand of `by` has `id` in its arc and sight, at any range (RF-ARC-02, RF-LOS-01).
pub(crate) fn has_in_arc(state: &State, by: UnitId, id: UnitId, purpose: Purpose) -> bool {
    let look = Look { from: Some(by), at: Some(id), purpose };
    let target = state.bases(id);
    state.front_rank(by).iter().any(|stand| {
        let fan = state.arc(stand, state.sight_cap());
        let held = match state.garrison(id) {
            Some(ground) => in_fan(&fan, ground),
            None => in_fan(&fan, target),
        };
        held.is_some() && state.sees_unit(stand.front().middle(), id, look)
    })
}

// Check.

/// A check of these units under a leader, or of one under nobody; whoever is left out may roll alone (RF-CMD-13).
pub(crate) fn check(state: &State, leader: Option<LeaderId>, units: &[UnitId]) -> Result<(), Refusal> {
    if units.is_empty() {
        return Err(Refusal::new(RF_SEQ_05, "choose at least one unit"));
    }
    for (at, id) in units.iter().enumerate() {
        let (unit, name) = (state.unit(*id), &state.roster(*id).name);
        let refuse = |clause, reason: &str| Err(Refusal::new(clause, format!("{name} {reason}")).at(Place::Unit(*id)));
        if unit.side != state.active || !unit.is_on_table() {
            return refuse(RF_SEQ_05, "is not yours to check");
        }
        if unit.turn.checked || units[..at].contains(id) {
            return refuse(RF_CMD_17, "checks only once in a turn");
        }
    }
    match leader {
        None if units.len() > 1 => Err(Refusal::new(RF_CMD_08, "without a leader each unit checks alone")),
        None => Ok(()),
        Some(leader) => {
            may_lead(state, leader)?;
            units.iter().try_for_each(|unit| is_commanded(state, leader, *unit))
        }
    }
}

/// The leaders who may lead a check now.
fn leading(state: &State) -> impl Iterator<Item = LeaderId> {
    let may = |leader: &Leader| leader.side == state.active && leader.is_present() && !leader.led;
    state.all_leaders().filter(move |(_, leader)| may(leader)).map(|(id, _)| id)
}

/// The units that have not checked.
fn unchecked(state: &State) -> impl Iterator<Item = UnitId> {
    state.on_table(state.active).filter(|(_, unit)| !unit.turn.checked).map(|(id, _)| id)
}

fn may_lead(state: &State, id: LeaderId) -> Result<(), Refusal> {
    let (leader, name) = (state.leader(id), &state.officer(id).name);
    if leader.side != state.active || !leader.is_present() {
        return Err(Refusal::new(RF_LDR_09, format!("{name} is not there to lead")));
    }
    if leader.led {
        return Err(Refusal::new(RF_CMD_11, format!("{name} has led a check this turn")).at(Place::At(leader.at)));
    }
    Ok(())
}

/// Whether a leader reaches a unit, else why not (RF-CMD-01..06).
pub(crate) fn is_commanded(state: &State, id: LeaderId, unit: UnitId) -> Result<(), Refusal> {
    let Err(clause) = reach(state, id, unit) else { return Ok(()) };
    let gap = state.leader_gap(id, unit);
    let names = format!("{} to {}", state.officer(id).name, state.roster(unit).name);
    let reason = match clause {
        RF_CMD_06 => format!("no line of sight from {names}"),
        RF_CMD_03 => format!("{names} is {}, beyond the short radius", gap.length()),
        _ => format!("{names} is {}, beyond the radius", gap.length()),
    };
    Err(Refusal::new(clause, reason).at(Place::Along(gap.ends())))
}

/// Whether a leader reaches a unit, else the clause that forbids it; quick where boxes and middles tell.
fn reach(state: &State, id: LeaderId, unit: UnitId) -> Result<(), Clause> {
    let leader = state.leader(id);
    if leader.attached == Some(unit) || leads_line_of_march(state, leader, unit) {
        return Ok(());
    }
    let half_base = state.leader_base(id);
    let within = |number| state.is_leader_within(id, unit, state.stage.length(number) + half_base);
    let look = Look { from: leader.attached, at: Some(unit), purpose: Purpose::Command };
    if !within(&charts::COMMAND_CLEAR) {
        return Err(RF_CMD_02);
    }
    if !state.sees_unit(leader.at, unit, look) {
        return Err(RF_CMD_06);
    }
    if !within(&charts::COMMAND_HINDERED) && is_hindered(state, id, unit) {
        return Err(RF_CMD_03);
    }
    Ok(())
}

/// Whether the short radius holds towards a place: dense woods on the way, or always so (RF-CMD-03).
fn is_hindered(state: &State, id: LeaderId, unit: UnitId) -> bool {
    if has_short_radius(state, id) {
        return true;
    }
    let dense = state.stage.length(&numbers::DENSE_WOODS_DEPTH);
    let (table, ends) = (&state.stage.table, state.leader_gap(id, unit).ends());
    let is_dense = |feature: FeatureId| state.stage.land(feature).sight == Sight::Through(dense);
    !clear(table, ends.from, ends.to, is_dense) && trace(table, ends.from, ends.to).length_in(is_dense).get() > 0
}

/// Whether a leader has the short radius in every direction: twilight, fog, attached or on foot (RF-CMD-03, RF-LDR-06).
pub(crate) fn has_short_radius(state: &State, id: LeaderId) -> bool {
    state.leader(id).attached.is_some() || state.is_on_foot(id) || state.stage.visibility != Visibility::Clear
}

/// Whether a leader attached to the head of a contiguous line of march leads this unit of it (RF-CMD-04, RF-CMD-05).
fn leads_line_of_march(state: &State, leader: &Leader, unit: UnitId) -> bool {
    let Some(head) = leader.attached else { return false };
    let marches = |id: UnitId| matches!(state.unit(id).formation, Formation::MarchColumn | Formation::Limbered);
    if !marches(head) || !marches(unit) {
        return false;
    }
    let reach = state.stage.length(&numbers::MARCH_LINE_GAP);
    let mut line = vec![head];
    // Each follows within 2 inches of the rear of the one ahead; a unit joins the line once.
    let mut last = head;
    loop {
        let rear = state.bases(last).last().map(|base| base.rear());
        let follows = |id: UnitId| {
            let own = state.bases(id);
            rear.is_some_and(|rear| own.first().is_some_and(|base| firelock_table::gap(base, rear).within(reach)))
        };
        let side = state.unit(head).side;
        let next = state.on_table(side).map(|(id, _)| id).find(|id| !line.contains(id) && marches(*id) && follows(*id));
        match next {
            Some(next) if next == unit => return true,
            Some(next) => {
                line.push(next);
                last = next;
            }
            None => return false,
        }
    }
}

/// Why the step cannot end: an unchecked unit of one's own is out of order (RF-SEQ-11). Silenced guns need not check (RF-SEQ-12).
pub(crate) fn done(state: &State) -> Result<(), Refusal> {
    let open = state
        .on_table(state.active)
        .find(|(id, unit)| unit.order != Order::Good && !unit.turn.checked && !state.roster(*id).is_guns());
    match open {
        None => Ok(()),
        Some((id, unit)) => {
            let word = if unit.order == Order::Broken { "broken" } else { "disordered" };
            let reason = format!("{} must check first: {word}", state.roster(id).name);
            Err(Refusal::new(RF_SEQ_11, reason).at(Place::Unit(id)))
        }
    }
}

/// Whether anyone is left to check.
pub(crate) fn has_choice(state: &State) -> bool {
    unchecked(state).next().is_some()
}

/// The checks worth listing under a leader: of his own units, where he reaches others too, and of all he reaches.
fn led_by(state: &State, leader: LeaderId) -> [Option<Command>; 2] {
    let reached: Vec<UnitId> = unchecked(state).filter(|unit| reach(state, leader, *unit).is_ok()).collect();
    let own: Vec<UnitId> = reached.iter().copied().filter(|unit| is_in_chain(state, leader, *unit)).collect();
    let own = if own.len() < reached.len() { own } else { Vec::new() };
    [own, reached].map(|units| (!units.is_empty()).then_some(Command::Check { leader: Some(leader), units }))
}

fn alone(unit: UnitId) -> Command {
    Command::Check { leader: None, units: vec![unit] }
}

/// Checks worth listing: each leader with his own units, and with all he reaches; each unit by itself.
pub(crate) fn list(state: &State, into: &mut Vec<Command>) {
    into.extend(leading(state).flat_map(|leader| led_by(state, leader)).flatten());
    into.extend(unchecked(state).map(alone));
}

/// One of the checks worth listing.
pub(crate) fn draw(state: &State, lots: Lots<'_>) -> Option<Command> {
    enum Worth {
        Led(LeaderId, usize),
        Alone(UnitId),
    }
    let led = leading(state).flat_map(|leader| [Worth::Led(leader, 0), Worth::Led(leader, 1)]);
    let mut worth = Vec::with_capacity(state.units.len());
    worth.extend(led.chain(unchecked(state).map(Worth::Alone)));
    lots.among(worth, |worth| match worth {
        Worth::Led(leader, which) => led_by(state, leader)[which].take(),
        Worth::Alone(unit) => Some(alone(unit)),
    })
}

/// More checks: each unit by itself under each leader.
pub(crate) fn candidates(state: &State, grain: Grain, into: &mut Vec<Command>) {
    list(state, into);
    if grain == Grain::Coarse {
        return;
    }
    let listed = into.len();
    for leader in leading(state) {
        let reached = unchecked(state).filter(|unit| reach(state, leader, *unit).is_ok());
        into.extend(reached.map(|unit| Command::Check { leader: Some(leader), units: vec![unit] }));
    }
    let more = into.split_off(listed);
    into.extend(more.into_iter().filter(|command| !into[..listed].contains(command)).collect::<Vec<_>>());
}

// Resolve.

/// One die for all, each unit with its own ledger and effect (RF-SEQ-05, RF-CHK-01), measured now (RF-CMD-12). There is no other
/// morale test than this (RF-MOR-01).
pub(crate) fn resolve(desk: &mut Desk<'_, Regimental>, leader: Option<LeaderId>, units: &[UnitId]) -> Result<(), Halt> {
    let measured: Vec<(UnitId, Handling)> =
        units.iter().map(|unit| (*unit, measure_handling(desk.state(), *unit, leader).under(desk.book()))).collect();
    let ledgers: Vec<Ledger> = measured.iter().map(|(_, handling)| desk.read(&charts::T_MAN_MOD, handling)).collect();
    let whys = measured.iter().zip(&ledgers).map(|((unit, _), ledger)| (Some(*unit), ledger.clone()));
    let die = desk.roll(check_roll(desk.state().active, whys))?.value();
    desk.emit(Event::Answered);
    if let Some(leader) = leader {
        desk.emit(Event::Led(leader));
    }
    for ((unit, handling), ledger) in measured.iter().zip(&ledgers) {
        let Handled { result, effect, scope, motion, order, reforms, .. } =
            handling.handle(desk.book(), die + ledger.total);
        desk.emit(Event::Checked { unit: *unit, result, effect, scope, motion, order, reforms });
        movement::regain_order(desk, *unit);
    }
    desk.emit(Event::Asked(Asking::Declare));
    Ok(())
}

// Predicates.

/// Whether a leader is the unit's brigade leader or a superior of its chain (RF-CMD-01).
pub(crate) fn is_in_chain(state: &State, leader: LeaderId, unit: UnitId) -> bool {
    let mut next = Some(state.roster(unit).brigade);
    // A chain has at most three ranks; the count guards against a loop in a battle file.
    for _ in 0..4 {
        match next {
            Some(id) if id == leader => return true,
            Some(id) => next = state.stage.officers.get(usize::from(id.0)).and_then(|officer| officer.superior),
            None => return false,
        }
    }
    false
}
