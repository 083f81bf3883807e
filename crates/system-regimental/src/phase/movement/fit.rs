//! The nearest legal maneuver to what a hand points at.

use firelock_core::{Fitted, Refusal, Side, UnitId, Wish};
use firelock_table::{Angle, Bounds, FeatureId, Length, Point, Pose};

use super::plan::{Plan, is_filing};
use super::{Others, events, may_maneuver};
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::command::{Change, Command, Keep, Maneuver, SetFlank, SetGap, Step};
use crate::event::Event;
use crate::facts::Scope;
use crate::geometry;
use crate::results::ManeuverEffect;
use crate::roster::BodyOf;
use crate::state::{Flank, Place, State, Unit};
use crate::words::{Carriage, Formation, Order};

/// A maneuver with what may be done to a flank or the gaps at its end.
#[derive(Clone)]
struct Meant {
    maneuver: Maneuver,
    flank: Option<SetFlank>,
    gap: Option<SetGap>,
}

impl From<Maneuver> for Meant {
    fn from(maneuver: Maneuver) -> Meant {
        Meant { maneuver, flank: None, gap: None }
    }
}

impl Meant {
    fn events(&self, state: &State, others: &Others<'_>, id: UnitId) -> Result<Vec<Event>, Refusal> {
        events(state, others, id, &self.maneuver, self.flank, self.gap)
    }
}

/// The changes of formation by the names that prompts use.
const FORMS: [(&str, Formation); 4] = [
    ("form line", Formation::Line),
    ("form open order", Formation::OpenOrder),
    ("form field column", Formation::FieldColumn),
    ("form march column", Formation::MarchColumn),
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
    for meant in wishes(state, &others, wish)? {
        match longest(state, &others, wish, &meant) {
            Ok((meant, short)) => {
                let fitted = fitted(state, &others, wish, meant, short)?;
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
fn wishes(state: &State, others: &Others<'_>, wish: &Wish) -> Result<Vec<Meant>, Refusal> {
    let unit = state.unit(wish.unit);
    let Some(pose) = unit.pose() else { return Ok(leave(state, wish)) };
    if state.roster(wish.unit).is_guns() {
        return Ok(gun_wishes(state, wish, pose).into_iter().map(Meant::from).collect());
    }
    let tardy = unit.turn.scope == Scope::Tardy;
    let local = pose.local(wish.at);
    let form = |formation: Formation| Change::Form { formation, left: local.x < 0 };
    let all = |ways: Vec<Vec<Step>>, meant: &dyn Fn(Vec<Step>) -> Maneuver| -> Vec<Meant> {
        ways.into_iter().map(|steps| meant(steps).into()).collect()
    };
    let ways = || ways(state, others, wish, pose);
    let one = |maneuver: Maneuver| vec![Meant::from(maneuver)];
    let hold = Meant::from(Maneuver::Hold);
    if let Some((_, formation)) = FORMS.iter().find(|(act, _)| *act == wish.act) {
        return Ok(one(Maneuver::Change(form(*formation))));
    }
    if let Some((_, formation)) = wish.act.strip_prefix("half move, then ").and_then(form_named) {
        let after = Some(form(formation));
        return Ok(all(ways(), &|steps| Maneuver::Half { before: None, steps, after }));
    }
    if let Some((_, formation)) = wish.act.strip_suffix(", then half move").and_then(form_named) {
        let before = Some(form(formation));
        let steps = vec![Step::Ahead(Length::grid(local.y.max(0)))];
        return Ok(one(Maneuver::Half { before, steps, after: None }));
    }
    Ok(match wish.act.as_str() {
        "hold" => vec![hold],
        "withdraw" => {
            let steps = vec![Step::Withdraw(Length::grid((-local.y).max(0)))];
            one(if tardy { half(steps) } else { Maneuver::Full(steps) })
        }
        "march by the flank" => one(Maneuver::ByTheFlank { left: local.x < 0, by: Length::grid(local.x.abs()) }),
        "pass lines" => one(Maneuver::Passage(Length::grid(local.y.max(0)))),
        "face by the rear rank" => one(Maneuver::Change(Change::FaceRear)),
        "deploy to the front" => one(Maneuver::DeployToFront { left: unit.stands.div_ceil(2) / 2 }),
        "change front" => {
            let towards = wish.facing.unwrap_or(Angle::towards(pose.at, wish.at));
            let by = (towards - pose.facing).turn();
            one(Maneuver::ChangeFront { left: by.get() < 0, by })
        }
        "march by road" => by_road(state, unit, pose.at.distance(wish.at)),
        "scale" => near(state, unit).map(|feature| Maneuver::Scale(feature).into()).collect(),
        "garrison" => near(state, unit).map(|feature| Maneuver::Change(Change::Garrison(feature)).into()).collect(),
        "mount" => one(Maneuver::Change(Change::Mount(Formation::Line))),
        "dismount" => one(Maneuver::Change(Change::Dismount)),
        "replenish" => one(Maneuver::Replenish),
        "send out lights" => {
            let pose = Pose::new(wish.at, wish.facing.unwrap_or(pose.facing));
            one(Maneuver::Change(Change::DetachLights { stands: unit.light_stands, pose }))
        }
        "refuse the left flank" => refuse(state, unit, true).collect(),
        "refuse the right flank" => refuse(state, unit, false).collect(),
        "straighten the flank" => vec![Meant { flank: Some(SetFlank::Straight), ..hold }],
        "open the gaps" => vec![Meant { gap: Some(SetGap { gap: 100, keep: Keep::Center }), ..hold }],
        "close the gaps" => vec![Meant { gap: Some(SetGap { gap: 50, keep: Keep::Center }), ..hold }],
        "half move" => all(ways(), &half),
        "full move disordered" => all(ways(), &Maneuver::FullDisordered),
        _ if tardy => all(ways(), &half),
        _ => all(ways(), &Maneuver::Full),
    })
}

fn form_named(act: &str) -> Option<(&'static str, Formation)> {
    FORMS.into_iter().find(|(name, _)| *name == act)
}

/// A garrison comes out where the hand points, in the formation that is named.
fn leave(state: &State, wish: &Wish) -> Vec<Meant> {
    let facing = wish.facing.unwrap_or(Angle::towards(state.center(wish.unit), wish.at));
    let pose = Pose::new(wish.at, facing);
    let leave = |formation: Formation| Maneuver::Change(Change::Leave { formation, pose }).into();
    match form_named(&wish.act) {
        Some((_, formation)) => vec![leave(formation)],
        None => vec![Maneuver::Hold.into()],
    }
}

/// The features at hand.
fn near(state: &State, unit: &Unit) -> impl Iterator<Item = FeatureId> {
    let around = unit.outline.bounds();
    let table = &state.stage.table;
    let at_hand = move |feature: &FeatureId| {
        let ground = table.ground(*feature).map(|ground| *ground.bounds());
        let bounds = ground.or_else(|| table.path(*feature).map(Bounds::of));
        bounds.is_some_and(|bounds| bounds.distance_squared(&around) <= Length::INCH.squared())
    };
    table.features().map(|(feature, _)| feature).filter(at_hand)
}

/// So far along each road at hand, one way and the other.
fn by_road(state: &State, unit: &Unit, far: Length) -> Vec<Meant> {
    let on = |road: FeatureId| {
        let on = Step::Road(road, far);
        [vec![on], vec![Step::About, on]].map(|steps| Maneuver::Full(steps).into())
    };
    near(state, unit).filter(|feature| state.stage.land[usize::from(feature.0)].road.is_some()).flat_map(on).collect()
}

/// As many files as may be turned back, as far as they may.
fn refuse(state: &State, unit: &Unit, left: bool) -> impl Iterator<Item = Meant> {
    let by = state.stage.degrees(&numbers::REFUSE_DEGREES);
    let files = (1..=unit.stands.div_ceil(4)).rev();
    files.map(move |files| {
        let flank = Some(SetFlank::Back(Flank { left, files, by }));
        Meant { flank, ..Maneuver::Hold.into() }
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
    // Another facing is come by only by a wheel.
    let keeps_facing = wish.facing.is_none_or(|facing| facing == pose.facing);
    if keeps_facing && local.y > 0 {
        ways.push(vec![Step::Ahead(Length::grid(local.y))]);
        ways.push(vec![Step::Oblique(clamped(towards), far)]);
    } else if keeps_facing {
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
        ("replenish", _) => vec![Maneuver::Replenish],
        ("limber and retreat", _) => vec![Maneuver::LimberAndRetreat],
        ("unlimber and fire", _) => vec![Maneuver::GunFire { facing: Some(wish.facing.unwrap_or(towards)) }],
        ("limber and move", _) => {
            let turn = (Angle::towards(pose.at, wish.at) - pose.facing).turn();
            vec![Maneuver::GunMove { limber: true, steps: vec![Step::Turn(turn), Step::Ahead(far)], unlimber: None }]
        }
        ("move and unlimber", _) => {
            let turn = (Angle::towards(pose.at, wish.at) - pose.facing).turn();
            let unlimber = Some(wish.facing.unwrap_or(pose.facing));
            vec![Maneuver::GunMove { limber: false, steps: vec![Step::Turn(turn), Step::Ahead(far)], unlimber }]
        }
        ("unlimber", _) => vec![Maneuver::Unlimber(wish.facing.unwrap_or(towards))],
        ("pivot", _) => vec![Maneuver::Pivot(wish.facing.unwrap_or(towards))],
        ("fire", _) => vec![Maneuver::GunFire { facing: None }],
        ("pivot and fire", _) => vec![Maneuver::GunFire { facing: Some(wish.facing.unwrap_or(towards)) }],
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
    meant: &Meant,
) -> Result<(Meant, Option<Refusal>), Refusal> {
    let legal = |meant: &Meant| meant.events(state, others, wish.unit);
    let why = match legal(meant) {
        Ok(_) => return Ok((meant.clone(), None)),
        Err(refusal) => refusal,
    };
    let Some(most) = last_length(&meant.maneuver) else { return Err(why) };
    let cut = |to: Length| Meant { maneuver: cut(&meant.maneuver, to), ..meant.clone() };
    let (mut good, mut bad) = (0, most.get());
    if legal(&cut(Length::ZERO)).is_err() {
        return Err(why);
    }
    while bad - good > 25 {
        let middle = (good + bad) / 2;
        if legal(&cut(Length::grid(middle))).is_ok() { good = middle } else { bad = middle }
    }
    Ok((cut(Length::grid(good)), Some(why)))
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
    meant: Meant,
    short: Option<Refusal>,
) -> Result<Fitted<Command>, Refusal> {
    let id = wish.unit;
    let events = meant.events(state, others, id)?;
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
    let Meant { maneuver, flank, gap } = meant;
    let cost = super::cost_of(state, others, id, &maneuver);
    let command = Command::Maneuver { unit: id, maneuver, flank, gap };
    Ok(Fitted { command, ghost, path, cost, notes, short })
}

/// The acts open to a unit by name, for prompts.
pub(crate) fn acts(state: &State, id: UnitId) -> Vec<&'static str> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let well = matches!(unit.turn.scope, Scope::WellHandled | Scope::DoubleQuick);
    let able = unit.turn.scope != Scope::Hold;
    if let BodyOf::Guns { gun, .. } = &roster.body {
        return gun_acts(unit, well, gun.carriage() == Carriage::Light);
    }
    let disordered = matches!(unit.turn.effect, Some(ManeuverEffect::Tardy | ManeuverEffect::Rally));
    let is_line = matches!(unit.formation, Formation::Line | Formation::OpenOrder);
    let is_column = unit.formation == Formation::MarchColumn;
    let (is_out, is_open) = (unit.pose().is_some(), unit.formation == Formation::OpenOrder);
    let lies_near = || near(state, unit).next().is_some();
    let dragoons = roster.traits().dragoon;
    let acts = [
        ("move", is_out && (well || unit.turn.scope == Scope::Tardy)),
        ("half move", is_out && able),
        ("full move disordered", is_out && disordered),
        ("withdraw", is_out && able),
        ("march by the flank", is_out && well),
        ("pass lines", is_out && well),
        ("march by road", is_column && well && lies_near()),
        ("deploy to the front", is_column && well),
        ("change front", is_line && able && state.stage.book.is_on(&charts::CHANGE_FRONT)),
        ("face by the rear rank", is_out && able),
        ("form line", able),
        ("form open order", able),
        ("form field column", well),
        ("form march column", well),
        ("half move, then form line", is_out && well),
        ("half move, then form open order", is_out && well),
        ("half move, then form field column", is_out && well),
        ("half move, then form march column", is_out && well),
        ("form line, then half move", is_out && well),
        ("form open order, then half move", is_out && well),
        ("form field column, then half move", is_out && well),
        ("form march column, then half move", is_out && well),
        ("refuse the left flank", is_line && able),
        ("refuse the right flank", is_line && able),
        ("straighten the flank", unit.flank.is_some() && able),
        ("open the gaps", is_open && able),
        ("close the gaps", is_open && able),
        ("scale", is_out && able && lies_near()),
        ("garrison", is_out && able && lies_near()),
        ("mount", dragoons && !unit.mounted && well),
        ("dismount", dragoons && unit.mounted && well),
        ("send out lights", unit.light_stands > 0 && well),
        ("replenish", unit.low_ammo && well),
        ("hold", true),
    ];
    acts.into_iter().filter(|(_, open)| *open).map(|(act, _)| act).collect()
}

fn gun_acts(unit: &Unit, well: bool, light: bool) -> Vec<&'static str> {
    let limbered = unit.formation == Formation::Limbered;
    let acts = [
        ("move", limbered),
        ("move and unlimber", limbered && light && well),
        ("unlimber", limbered),
        ("unlimber and fire", limbered && light && well),
        ("fire", !limbered),
        ("pivot", !limbered),
        ("pivot and fire", !limbered && light && well),
        ("limber", !limbered),
        ("limber and move", !limbered && light && well),
        ("limber and retreat", !limbered && light && !well),
        ("haul", !limbered && light && well),
        ("rally", well && unit.guns.iter().any(|gun| gun.silenced)),
        ("replenish", well && unit.guns.iter().any(|gun| gun.low_ammo)),
        ("hold", true),
    ];
    acts.into_iter().filter(|(_, open)| *open).map(|(act, _)| act).collect()
}
