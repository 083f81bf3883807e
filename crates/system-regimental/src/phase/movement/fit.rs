//! The nearest legal maneuver to what a hand points at.

use firelock_core::{Fitted, Refusal, Side, Wish};
use firelock_table::{Angle, Length, Point, Pose};

use super::plan::{Plan, is_filing};
use super::{Others, events, may_maneuver};
use crate::clauses::*;
use crate::command::{Change, Command, Maneuver, Step};
use crate::event::Event;
use crate::facts::Scope;
use crate::geometry;
use crate::results::ManeuverEffect;
use crate::state::{Place, State, Unit};
use crate::words::{Formation, Order};

/// The acts a player can point with, by the names that prompts use.
pub(crate) const ACTS: [&str; 12] = [
    "move",
    "half move",
    "full move disordered",
    "withdraw",
    "march by the flank",
    "pass lines",
    "face by the rear rank",
    "form line",
    "form open order",
    "form field column",
    "form march column",
    "hold",
];

/// The nearest legal command to the wish.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let id = wish.unit;
    if state.unit(id).side != side {
        return Err(Refusal::new(RF_SEQ_08, "that is not your unit"));
    }
    may_maneuver(state, id)?;
    let others = Others::of(state);
    let mut first: Option<Refusal> = None;
    let mut best: Option<(i64, Fitted<Command>)> = None;
    for maneuver in wishes(state, &others, wish)? {
        match longest(state, &others, wish, &maneuver) {
            Ok((maneuver, short)) => {
                let fitted = fitted(state, &others, wish, maneuver, short)?;
                let end = fitted.path.last().copied().unwrap_or_else(|| state.center(id));
                let off = end.distance_squared(wish.at);
                if best.as_ref().is_none_or(|(other, _)| off < *other) {
                    best = Some((off, fitted));
                }
            }
            Err(refusal) => {
                first.get_or_insert(refusal);
            }
        }
    }
    let none = || Refusal::new(RF_MAN_02, "nothing like that is open to this unit");
    best.map(|(_, fitted)| fitted).ok_or_else(|| first.unwrap_or_else(none))
}

/// The maneuvers a wish may mean, each at its full length.
fn wishes(state: &State, others: &Others<'_>, wish: &Wish) -> Result<Vec<Maneuver>, Refusal> {
    let unit = state.unit(wish.unit);
    let Some(pose) = unit.pose() else {
        return Err(Refusal::new(RF_MAN_44, "a garrison leaves its place by a change of formation"));
    };
    if state.roster(wish.unit).is_guns() {
        return Ok(gun_wishes(state, wish, pose));
    }
    let tardy = unit.turn.scope == Scope::Tardy;
    let form = |formation: Formation| {
        let left = pose.local(wish.at).x < 0;
        vec![Maneuver::Change(Change::Form { formation, left })]
    };
    let local = pose.local(wish.at);
    Ok(match wish.act.as_str() {
        "hold" => vec![Maneuver::Hold],
        "withdraw" => {
            let steps = vec![Step::Withdraw(Length::grid((-local.y).max(0)))];
            if tardy { vec![half(steps)] } else { vec![Maneuver::Full(steps)] }
        }
        "march by the flank" => vec![Maneuver::ByTheFlank { left: local.x < 0, by: Length::grid(local.x.abs()) }],
        "pass lines" => vec![Maneuver::Passage(Length::grid(local.y.max(0)))],
        "face by the rear rank" => vec![Maneuver::Change(Change::FaceRear)],
        "form line" => form(Formation::Line),
        "form open order" => form(Formation::OpenOrder),
        "form field column" => form(Formation::FieldColumn),
        "form march column" => form(Formation::MarchColumn),
        "half move" => ways(state, others, wish, pose).into_iter().map(half).collect(),
        "full move disordered" => ways(state, others, wish, pose).into_iter().map(Maneuver::FullDisordered).collect(),
        _ if tardy => ways(state, others, wish, pose).into_iter().map(half).collect(),
        _ => ways(state, others, wish, pose).into_iter().map(Maneuver::Full).collect(),
    })
}

fn half(steps: Vec<Step>) -> Maneuver {
    Maneuver::Half { before: None, steps, after: None }
}

/// Ways that would bring the front center to the pointer: straight, by a wheel, by an oblique; columns turn and go.
fn ways(state: &State, others: &Others<'_>, wish: &Wish, pose: Pose) -> Vec<Vec<Step>> {
    let local = pose.local(wish.at);
    let towards = (Angle::towards(pose.at, wish.at) - pose.facing).turn();
    let far = pose.at.distance(wish.at);
    if is_filing(state.unit(wish.unit).formation) {
        return vec![vec![Step::Turn(towards), Step::Ahead(far)]];
    }
    let mut ways = Vec::new();
    if local.y > 0 {
        ways.push(vec![Step::Ahead(Length::grid(local.y))]);
        ways.push(vec![Step::Oblique(clamped(towards), far)]);
    } else {
        ways.push(vec![Step::Withdraw(Length::grid(-local.y))]);
    }
    let plan = Plan::new(state, wish.unit, others);
    if let Ok(body) = plan.body() {
        let front = body.front();
        // The wheel after which the pointer lies straight ahead of the new front center, found by halving.
        let wheel = |by: Angle| {
            let pivot = if by.get() < 0 { front.from } else { front.to };
            body.pose.about(pivot, by)
        };
        let off = |by: Angle| wheel(by).local(wish.at).x;
        let (mut low, mut high) = if towards.get() < 0 { (-4500, 0) } else { (0, 4500) };
        for _ in 0..16 {
            let middle = (low + high) / 2;
            if off(Angle::steps(middle)) > 0 { low = middle } else { high = middle }
        }
        let by = wish.facing.map_or(Angle::steps((low + high) / 2), |facing| clamped((facing - pose.facing).turn()));
        let ahead = wheel(by).local(wish.at).y;
        if by.get() != 0 {
            let rest = Length::grid(ahead.max(0));
            ways.push(vec![Step::Wheel(by), Step::Ahead(rest)]);
        }
    }
    ways
}

fn clamped(turn: Angle) -> Angle {
    Angle::steps(turn.get().clamp(-4500, 4500))
}

fn gun_wishes(state: &State, wish: &Wish, pose: Pose) -> Vec<Maneuver> {
    let unit = state.unit(wish.unit);
    let towards = Angle::towards(unit.outline.center(), wish.at);
    let far = pose.at.distance(wish.at);
    match (wish.act.as_str(), unit.formation) {
        ("hold", _) => vec![Maneuver::Hold],
        ("limber", _) => vec![Maneuver::Limber],
        ("unlimber", _) => vec![Maneuver::Unlimber(wish.facing.unwrap_or(towards))],
        ("pivot", _) => vec![Maneuver::Pivot(towards)],
        ("fire", _) => vec![Maneuver::GunFire { facing: None }],
        ("pivot and fire", _) => vec![Maneuver::GunFire { facing: Some(towards) }],
        ("rally", _) => vec![Maneuver::Rally],
        ("haul", _) => vec![Maneuver::Haul { heading: towards, by: far }],
        (_, Formation::Limbered) => {
            let turn = (Angle::towards(pose.at, wish.at) - pose.facing).turn();
            vec![Maneuver::GunMove { limber: false, steps: vec![Step::Turn(turn), Step::Ahead(far)], unlimber: None }]
        }
        _ => vec![Maneuver::Pivot(towards), Maneuver::GunFire { facing: Some(towards) }],
    }
}

/// The maneuver with its last length cut until it is legal, and why it was cut.
fn longest(
    state: &State,
    others: &Others<'_>,
    wish: &Wish,
    maneuver: &Maneuver,
) -> Result<(Maneuver, Option<Refusal>), Refusal> {
    let legal = |maneuver: &Maneuver| events(state, others, wish.unit, maneuver, None, None);
    let why = match legal(maneuver) {
        Ok(_) => return Ok((maneuver.clone(), None)),
        Err(refusal) => refusal,
    };
    let Some(most) = last_length(maneuver) else { return Err(why) };
    let (mut good, mut bad) = (0, most.get());
    if legal(&cut(maneuver, Length::ZERO)).is_err() {
        return Err(why);
    }
    while bad - good > 25 {
        let middle = (good + bad) / 2;
        if legal(&cut(maneuver, Length::grid(middle))).is_ok() { good = middle } else { bad = middle }
    }
    Ok((cut(maneuver, Length::grid(good)), Some(why)))
}

fn last_length(maneuver: &Maneuver) -> Option<Length> {
    match maneuver {
        Maneuver::Full(steps)
        | Maneuver::FullDisordered(steps)
        | Maneuver::Half { steps, .. }
        | Maneuver::GunMove { steps, .. } => match steps.last()? {
            Step::Ahead(length) | Step::Oblique(_, length) | Step::Withdraw(length) | Step::Road(_, length) => {
                Some(*length)
            }
            Step::Wheel(_) | Step::Turn(_) | Step::About => None,
        },
        Maneuver::Passage(by) | Maneuver::ByTheFlank { by, .. } | Maneuver::Haul { by, .. } => Some(*by),
        _ => None,
    }
}

/// The same maneuver with another last length.
fn cut(maneuver: &Maneuver, to: Length) -> Maneuver {
    let mut cut = maneuver.clone();
    match &mut cut {
        Maneuver::Full(steps)
        | Maneuver::FullDisordered(steps)
        | Maneuver::Half { steps, .. }
        | Maneuver::GunMove { steps, .. } => {
            if let Some(
                Step::Ahead(length) | Step::Oblique(_, length) | Step::Withdraw(length) | Step::Road(_, length),
            ) = steps.last_mut()
            {
                *length = to;
            }
        }
        Maneuver::Passage(by) | Maneuver::ByTheFlank { by, .. } | Maneuver::Haul { by, .. } => *by = to,
        _ => {}
    }
    cut
}

/// How the maneuver would look.
fn fitted(
    state: &State,
    others: &Others<'_>,
    wish: &Wish,
    maneuver: Maneuver,
    short: Option<Refusal>,
) -> Result<Fitted<Command>, Refusal> {
    let id = wish.unit;
    let events = events(state, others, id, &maneuver, None, None)?;
    let mut unit: Unit = state.unit(id).clone();
    let mut path: Vec<Point> = Vec::new();
    let mut notes = Vec::new();
    for event in &events {
        match event {
            Event::Moved { way, bend, .. } => {
                path = way.iter().map(|pose| pose.at).collect();
                unit.place = way.last().map_or(unit.place, |pose| Place::At(*pose));
                unit.bend.clone_from(bend);
            }
            Event::Placed { place, formation, gap, flank, mounted, .. } => {
                (unit.place, unit.formation, unit.gap) = (*place, *formation, *gap);
                (unit.flank, unit.mounted) = (*flank, *mounted);
            }
            Event::Ordered { order: Order::Disordered, unit: other } if *other == id => {
                notes.push((RF_MOR_02, "it becomes disordered".to_string()));
            }
            Event::Maneuvered { no_fire: true, .. } => {
                notes.push((RF_FIR_05, "it does not fire this turn".to_string()))
            }
            _ => {}
        }
    }
    let ghost = match unit.place {
        Place::At(pose) => geometry::layout(&state.stage, state.roster(id), &unit)
            .bases(pose)
            .iter()
            .map(|base| base.corners)
            .collect(),
        _ => Vec::new(),
    };
    let cost = super::cost_of(state, others, id, &maneuver);
    let command = Command::Maneuver { unit: id, maneuver, flank: None, gap: None };
    Ok(Fitted { command, ghost, path, cost, notes, short })
}

/// The acts open to a unit by name, for prompts.
pub(crate) fn acts(state: &State, id: firelock_core::UnitId) -> Vec<&'static str> {
    let unit = state.unit(id);
    let well = matches!(unit.turn.scope, Scope::WellHandled | Scope::DoubleQuick);
    if state.roster(id).is_guns() {
        return match unit.formation {
            Formation::Limbered => vec!["move", "unlimber", "rally", "hold"],
            _ => vec!["fire", "pivot", "pivot and fire", "limber", "haul", "rally", "hold"],
        };
    }
    let disordered = unit.turn.effect == Some(ManeuverEffect::Tardy) || unit.turn.effect == Some(ManeuverEffect::Rally);
    let open = |act: &&&str| match **act {
        "hold" => true,
        "full move disordered" => disordered,
        "march by the flank" | "pass lines" | "form field column" | "form march column" => well,
        "move" => well || unit.turn.scope == Scope::Tardy,
        _ => unit.turn.scope != Scope::Hold,
    };
    ACTS.iter().filter(open).copied().collect()
}
