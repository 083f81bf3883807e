//! The ground, the counters, and shapes drawn for a reason.

use firelock_core::{FeatureView, Shape, Side, Track, UnitId, ViewOverlay};
use firelock_table::{Angle, Extent, Length, Point, Segment, side_boxes};

use super::name;
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::phase::victory;
use crate::state::{State, Step};
use crate::words::{GunRange, Range, Role};

/// The features with their meaning.
pub(super) fn ground(state: &State) -> Vec<FeatureView> {
    let features = state.ground.table.features().map(|(id, feature)| {
        let land = state.ground.land(id);
        let shape = match &feature.extent {
            Extent::Area { ground, .. } => Shape::Area(ground.points().to_vec()),
            Extent::Line { path, width } => Shape::Line(path.clone(), *width),
            Extent::Spot { at, radius } => Shape::Circle(*at, *radius),
        };
        FeatureView {
            id: id.0,
            kind: land.word.to_string(),
            name: land.name.clone(),
            shape,
            level: charts::ground(land.terrain).level as i8,
            meaning: land.meaning(),
        }
    });
    features.collect()
}

/// Countdown, points, tokens and determination.
pub(super) fn tracks(state: &State) -> Vec<Track> {
    let mut tracks = vec![Track {
        side: None,
        name: "countdown".into(),
        now: state.countdown.max(0).into(),
        of: Some(state.stage.book.number(&numbers::COUNTDOWN)),
        clause: WA_SEQ_21,
    }];
    let book = &state.stage.book;
    for side in Side::BOTH {
        let mut track = |name: &str, now: i32, clause| {
            tracks.push(Track { side: Some(side), name: name.to_string(), now, of: None, clause });
        };
        if state.turn > 0 {
            track("points", victory::measure(state, side).ledger(book).total, WA_VIC_10);
        }
        let own = state.side(side);
        if own.powder > 0 {
            track("powder tokens", own.powder.into(), WA_PRE_09);
        }
        if own.scouts > 0 {
            track("scouting dice", own.scouts.into(), WA_PRE_07);
        }
        let dice: i32 = state.present(side).map(|(_, commander)| i32::from(commander.determination)).sum();
        if dice > 0 {
            track("determination dice", dice, WA_CMD_05);
        }
        if let Some(activation) = state.activation.filter(|activation| state.unit(activation.unit).side == side) {
            track("action points", activation.ap.into(), WA_SEQ_12);
        }
    }
    tracks
}

/// Objectives, deployment zones, sections, arcs and boxes.
pub(super) fn overlays(state: &State) -> Vec<ViewOverlay> {
    let mut overlays = Vec::new();
    for (nth, objective) in state.objectives.iter().enumerate() {
        let home = state.base_line(objective.holder);
        let worth = charts::objective_points(&state.stage.book, state.depth_from(home, objective.at));
        let named = state.stage.objectives.get(nth).cloned().unwrap_or_else(|| format!("objective {}", nth + 1));
        overlays.push(ViewOverlay {
            kind: "objective",
            unit: None,
            side: Some(objective.holder),
            label: format!("{named}: {worth} points"),
            clause: WA_VIC_05,
            shape: Shape::Circle(objective.at, state.stage.length(&numbers::HOLD_REACH)),
        });
    }
    if let Step::Deploy(role) = state.step {
        zones(state, role, &mut overlays);
    }
    for side in Side::BOTH {
        for (id, _) in state.on_table(side) {
            arcs(state, id, &mut overlays);
            boxes(state, id, &mut overlays);
        }
    }
    overlays
}

fn zones(state: &State, role: Role, into: &mut Vec<ViewOverlay>) {
    let side = state.in_role(role);
    let mut zone = |corners: Vec<Point>| {
        into.push(ViewOverlay {
            kind: "zone",
            unit: None,
            side: Some(side),
            label: "deployment zone".to_string(),
            clause: WA_PRE_13,
            shape: Shape::Area(corners),
        });
    };
    let own = &state.stage.armies[side.index()].zones;
    own.iter().for_each(|ground| zone(ground.points().to_vec()));
    if own.is_empty() {
        let number = if role == Role::Defender { &numbers::DEFENDER_ZONE } else { &numbers::ATTACKER_ZONE };
        let Segment { from, to } = state.ground.table.edge(state.base_line(side));
        let (inward, deep) = (state.homeward(side) + Angle::HALF, state.stage.length(number));
        zone(vec![from, to, to.ahead(inward, deep), from.ahead(inward, deep)]);
    }
}

/// The range bands ahead of a front (WA-LOS-02, WA-FIRE-04, WA-ART-02).
fn arcs(state: &State, id: UnitId, into: &mut Vec<ViewOverlay>) {
    let (unit, book) = (state.unit(id), &state.stage.book);
    let bands: Vec<(&str, Length)> = match state.troop(id) {
        Some(troop) => vec![
            ("short range", charts::range_limit(book, troop, Range::Short)),
            ("long range", charts::range_limit(book, troop, Range::Long)),
        ],
        None if unit.limbered => Vec::new(),
        None => vec![
            ("canister", charts::gun_range_limit(book, GunRange::Canister)),
            ("short range", charts::gun_range_limit(book, GunRange::Short)),
            ("long range", charts::gun_range_limit(book, GunRange::Long)),
        ],
    };
    let clause = if state.roster(id).is_gun() { WA_ART_02 } else { WA_FIRE_04 };
    let spread = state.stage.degrees(&numbers::FIRE_ARC);
    for (label, reach) in bands {
        into.push(ViewOverlay {
            kind: "arc",
            unit: Some(id),
            side: Some(unit.side),
            label: format!("{}: {label} {reach}", name(state, id)),
            clause,
            shape: Shape::Area(fan(unit.outline.front(), unit.outline.facing(), spread, reach)),
        });
    }
}

/// The flank and rear boxes (WA-FORM-11).
fn boxes(state: &State, id: UnitId, into: &mut Vec<ViewOverlay>) {
    let wide = state.stage.length(&numbers::BOX);
    let words = ["left flank", "right flank", "rear"];
    for (base, word) in side_boxes(&state.unit(id).outline, wide).iter().zip(words) {
        into.push(ViewOverlay {
            kind: "box",
            unit: Some(id),
            side: Some(state.unit(id).side),
            label: format!("{}: {word} box", name(state, id)),
            clause: WA_FORM_11,
            shape: Shape::Area(base.corners.to_vec()),
        });
    }
}

/// The outline of all within a reach of an edge between the two rays that lean outwards from its ends.
fn fan(front: Segment, facing: Angle, spread: Angle, reach: Length) -> Vec<Point> {
    const STEPS: i32 = 4;
    let lean = |n: i32| Angle::steps(spread.get() * n / STEPS);
    let left = (0..=STEPS).map(|n| front.from.ahead(facing - spread + lean(n), reach));
    let right = (0..=STEPS).map(|n| front.to.ahead(facing + lean(n), reach));
    [front.from].into_iter().chain(left).chain(right).chain([front.to]).collect()
}
