//! The nearest legal move to what a hand points at.

use firelock_core::{Fitted, Place as Where, Refusal, Side, UnitId, Wish};
use firelock_table::{Angle, FeatureId, Length, Point, Pose, gap, nearest_on_road};

use super::enter::ways_in;
use super::{Course, able, check_reform, course, flight, name, plan, rate};
use crate::charts::numbers;
use crate::clauses::*;
use crate::command::{Act, Command};
use crate::phase::cm;
use crate::phase::leaders;
use crate::state::State;
use crate::view::commander_of;
use crate::words::{Formation, Hand, Terrain};

/// The changes of formation by the names that a prompt uses.
const FORMS: [(&str, Formation); 9] = [
    ("form line", Formation::Line),
    ("form column", Formation::Column),
    ("form attack column", Formation::AttackColumn),
    ("form square", Formation::Square),
    ("form open order", Formation::OpenOrder),
    ("form skirmish order", Formation::Skirmish),
    ("form echelon", Formation::Echelon),
    ("limber", Formation::Limbered),
    ("unlimber", Formation::Deployed),
];

/// The acts open to a unit, by the names that a prompt uses.
pub(crate) fn acts_of(state: &State, id: UnitId) -> Vec<&'static str> {
    let (unit, class) = (state.unit(id), state.roster(id).class);
    if unit.pose().is_none() {
        return vec!["leave"];
    }
    let mut acts = vec!["move", "wheel", "retire", "about face"];
    let open = |(_, formation): &&(&str, Formation)| class.may_form(*formation) && *formation != unit.formation;
    acts.extend(FORMS.iter().filter(open).map(|(act, _)| *act));
    if unit.formation == Formation::Deployed {
        acts.push("pivot");
    }
    if !ways_in(state, id).is_empty() {
        acts.push("enter");
    }
    if roads(state, id).next().is_some() {
        acts.push("follow road");
    }
    if unit.unformed {
        acts.push("re-form");
    }
    acts
}

/// The roads that a column or limbered guns may follow from where they stand (NQ-TER-13).
fn roads(state: &State, id: UnitId) -> impl Iterator<Item = FeatureId> {
    let (unit, stage) = (state.unit(id), &state.stage);
    let marches = matches!(unit.formation, Formation::Column | Formation::Limbered);
    let half = stage.sizes[0].width.half();
    let stands_on = move |road: FeatureId, pose: Pose| {
        nearest_on_road(&stage.table, road, pose.at).is_some_and(|place| gap(place, pose.at).within(half))
    };
    let features = stage.table.features().map(|(feature, _)| feature);
    let roads = features.filter(|feature| stage.land(*feature).terrain == Terrain::Road);
    roads.filter(move |road| marches && unit.pose().is_some_and(|pose| stands_on(*road, pose)))
}

/// The nearest legal move to a wish.
pub(crate) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    if let Some(commander) = commander_of(state, wish.unit) {
        return ride(state, side, commander, wish);
    }
    if wish.unit.index() >= state.units.len() {
        return Err(Refusal::new(NQ_ROS_01, "there is no such unit"));
    }
    let id = wish.unit;
    able(state, side, id)?;
    if wish.act == "re-form" {
        check_reform(state, side, id)?;
        let ghost = state.unit(id).stands.iter().map(|base| base.corners).collect();
        return Ok(Fitted {
            command: Command::Reform(id),
            ghost,
            path: Vec::new(),
            cost: "the whole budget".into(),
            notes: Vec::new(),
            short: None,
        });
    }
    if state.is_engaged(id) {
        return Err(Refusal::new(NQ_SEQ_08, format!("{}: engaged", name(state, id))).at(Where::Unit(id)));
    }
    let unit = state.unit(id);
    let Some(pose) = unit.pose() else {
        let Some(body) = flight::out_of_building(state, id).filter(|_| wish.act == "leave") else {
            let why = format!("{} must leave its building first", name(state, id));
            return Err(Refusal::new(NQ_TER_12, why).at(Where::Unit(id)));
        };
        let acts = vec![Act::Leave(body.pose, Formation::Line)];
        let course = plan(state, id, &acts)?;
        return Ok(fitted(state, wish, acts, course, None));
    };
    if let Some(acts) = in_place(state, wish, pose) {
        let course = plan(state, id, &acts)?;
        return Ok(fitted(state, wish, acts, course, None));
    }
    let full = rate(state, id, unit.formation, unit.unformed);
    let wished = |length: Length| acts(state, wish, pose, unit.formation, unit.is_open(), length);
    let far = pose.at.distance(wish.at).min(full + full);
    let mut refusal = None;
    // As near to the pointer as is legal: the whole way, then a step less each time.
    let step = (full / 20).max(Length::mm(1));
    let mut length = far;
    loop {
        for acts in wished(length) {
            match plan(state, id, &acts) {
                Ok(course) => return Ok(fitted(state, wish, acts, course, refusal)),
                Err(why) => {
                    refusal.get_or_insert(why);
                }
            }
        }
        if length <= step {
            break;
        }
        length -= step;
    }
    Err(refusal.unwrap_or_else(|| Refusal::new(NQ_MOV_01, "there is no such move")))
}

/// What a wish means that asks for no way to go.
fn in_place(state: &State, wish: &Wish, pose: Pose) -> Option<Vec<Act>> {
    let facing = wish.facing.unwrap_or(Angle::towards(pose.at, wish.at));
    let turn = (facing - pose.facing).turn();
    let hand = if turn < Angle::ZERO { Hand::Left } else { Hand::Right };
    let form = FORMS.iter().find(|(act, _)| *act == wish.act);
    match wish.act.as_str() {
        "about face" => Some(vec![Act::About]),
        "pivot" => Some(vec![Act::Pivot(turn)]),
        "enter" => {
            let ways = ways_in(state, wish.unit);
            let legal = ways.iter().find(|acts| course(state, wish.unit, acts).is_some());
            legal.or(ways.first()).map(|acts| acts.to_vec())
        }
        "wheel" if wish.facing.is_some() => Some(vec![Act::Wheel(hand, turn.abs())]),
        _ => form.map(|(_, formation)| vec![Act::Form(*formation, Hand::Left)]),
    }
}

/// What a wish may mean for a length of way, the nearest meaning first.
fn acts(state: &State, wish: &Wish, pose: Pose, formation: Formation, open: bool, length: Length) -> Vec<Vec<Act>> {
    if length <= Length::ZERO {
        return Vec::new();
    }
    if wish.act == "follow road" {
        return roads(state, wish.unit).map(|road| vec![Act::Follow(road, length)]).collect();
    }
    let heading = Angle::towards(pose.at, wish.at);
    let turn = (heading - pose.facing).turn();
    if open {
        let facing = wish.facing.unwrap_or(if wish.act == "retire" { pose.facing } else { heading });
        return vec![vec![Act::To(Pose::new(pose.at.ahead(heading, length), facing))]];
    }
    if formation == Formation::Square {
        let quarter = ((turn.heading().get() + 4500) / 9000 % 4) as u8;
        return vec![vec![Act::Shift(quarter, length)]];
    }
    let ahead = Act::Ahead(length);
    match wish.act.as_str() {
        "retire" => vec![vec![Act::Back(length)]],
        "wheel" => {
            let hand = if turn < Angle::ZERO { Hand::Left } else { Hand::Right };
            vec![vec![Act::Wheel(hand, turn.abs())], vec![ahead]]
        }
        _ => {
            let oblique = turn.abs() <= state.stage.degrees(&numbers::OBLIQUE_DEGREES);
            let hand = if turn < Angle::ZERO { Hand::Left } else { Hand::Right };
            let mut ways = Vec::new();
            if turn.abs() < Angle::degrees(1) {
                ways.push(vec![ahead]);
            } else if oblique {
                ways.push(vec![Act::Oblique(turn, length)]);
            }
            if turn.abs() >= Angle::degrees(1) {
                ways.push(vec![Act::Wheel(hand, turn.abs()), ahead]);
            }
            if turn.abs() > Angle::degrees(135) {
                ways.push(vec![Act::Back(length)]);
                ways.push(vec![Act::About, ahead]);
            }
            ways
        }
    }
}

fn fitted(state: &State, wish: &Wish, acts: Vec<Act>, course: Course, refusal: Option<Refusal>) -> Fitted<Command> {
    let bases = course.body.as_ref().map(|body| body.bases().iter().map(|base| base.corners).collect());
    let mut notes = Vec::new();
    if course.unformed {
        notes.push((NQ_TER_09, "becomes unformed".to_string()));
    }
    for friend in &course.passed {
        notes.push((NQ_MOV_17, format!("{} becomes unformed", name(state, *friend))));
    }
    Fitted {
        command: Command::Move { unit: wish.unit, acts },
        ghost: bases.unwrap_or_default(),
        path: course.path,
        cost: format!("{} of 1.00", course.cost),
        notes,
        short: refusal,
    }
}

/// A commander rides as near to the pointer as he may; onto a friend he joins it.
fn ride(state: &State, side: Side, id: crate::state::CommanderId, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let from = state.commander_base(id).center();
    let under = state.alive(side).find(|(_, unit)| unit.stands.iter().any(|base| base.contains(wish.at)));
    if let Some((unit, _)) = under {
        let to = state.behind(unit);
        leaders::check_ride(state, side, id, to, Some(unit))?;
        return Ok(ridden(state, id, to, Some(unit), from, None));
    }
    let heading = Angle::towards(from, wish.at);
    let mut refusal = None;
    let mut length = from.distance(wish.at);
    loop {
        let to = from.ahead(heading, length);
        match leaders::check_ride(state, side, id, to, None) {
            Ok(()) => return Ok(ridden(state, id, to, None, from, refusal)),
            Err(why) => {
                refusal.get_or_insert(why);
            }
        }
        if length <= Length::ZERO {
            break;
        }
        length = (length - Length::cm(2)).max(Length::ZERO);
    }
    Err(refusal.unwrap_or_else(|| Refusal::new(NQ_CMD_07, "there is no such ride")))
}

fn ridden(
    state: &State,
    commander: crate::state::CommanderId,
    to: Point,
    join: Option<firelock_core::UnitId>,
    from: Point,
    short: Option<Refusal>,
) -> Fitted<Command> {
    Fitted {
        command: Command::Ride { commander, to, join },
        ghost: vec![state.command_base(to).corners],
        path: vec![from, to],
        cost: format!("{} of {}", from.distance(to).in_cm(), cm(crate::charts::command_rate(&state.stage.book))),
        notes: Vec::new(),
        short,
    }
}
