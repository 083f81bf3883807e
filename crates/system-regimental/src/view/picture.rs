//! The ground, the counters, and shapes drawn for a reason.

use firelock_core::{FeatureView, Shape, Side, Track, UnitId, ViewOverlay};
use firelock_table::{Angle, Extent, Length, Point, Polygon, Segment};

use super::{leader_piece, name};
use crate::charts;
use crate::clauses::*;
use crate::phase::movement::is_able_to_fire;
use crate::phase::{control, victory};
use crate::roster::BodyOf;
use crate::state::{State, Step};
use crate::words::Firearm;

/// The features with their meaning.
pub(super) fn ground(state: &State) -> Vec<FeatureView> {
    let features = state.stage.table.features().map(|(id, feature)| {
        let land = state.stage.land(id);
        let shape = match &feature.extent {
            Extent::Area { ground, .. } => Shape::Area(ground.points().to_vec()),
            Extent::Line { path, width } => Shape::Line(path.clone(), *width),
            Extent::Spot { at, radius } => Shape::Circle(*at, *radius),
        };
        FeatureView {
            id: id.0,
            kind: land.kind.to_string(),
            name: land.name.clone(),
            shape,
            level: state.stage.table.levels(id),
            meaning: land.meaning(),
        }
    });
    features.collect()
}

/// Points, losses and their thresholds.
pub(super) fn tracks(state: &State) -> Vec<Track> {
    let score = victory::score(state);
    let mut tracks = Vec::new();
    for side in Side::BOTH {
        let (army, stage) = (state.army(side), &state.stage.armies[side.index()]);
        let mut track = |name: &str, now: i32, of: Option<i32>, clause| {
            tracks.push(Track { side: Some(side), name: name.to_string(), now, of, clause });
        };
        track("points", score[side.index()], None, RF_VIC_10);
        track("stands lost, heavy from", army.lost.into(), Some(stage.heavy_level.into()), RF_VIC_04);
        let sudden = charts::sudden_level(&state.stage.book, stage.start_total.into());
        track("stands lost, beaten from", army.lost.into(), i32::try_from(sudden).ok(), RF_VIC_12);
        for (holds, name, clause) in [
            (army.greater, "greater losses", RF_VIC_05),
            (army.heavy && !army.greater, "heavy casualties", RF_VIC_04),
            (army.key_lost, "key position lost", RF_VIC_07),
        ] {
            if holds {
                track(name, 1, None, clause);
            }
        }
    }
    tracks
}

/// Command radii, key positions, deployment zones, arcs of fire.
pub(super) fn overlays(state: &State) -> Vec<ViewOverlay> {
    let mut overlays = Vec::new();
    radii(state, &mut overlays);
    keys(state, &mut overlays);
    if let Step::Deploy(side) = state.step {
        zones(state, side, &mut overlays);
    }
    for side in Side::BOTH {
        for (id, _) in state.on_table(side).filter(|(id, _)| is_able_to_fire(state, *id)) {
            arcs(state, id, &mut overlays);
        }
    }
    overlays
}

/// The command radius of each leader on the table, from the edge of his base (RF-CMD-02, RF-CMD-03).
fn radii(state: &State, into: &mut Vec<ViewOverlay>) {
    for (id, leader) in state.all_leaders().filter(|(_, leader)| leader.is_present()) {
        let short = control::has_short_radius(state, id);
        let number = if short { &charts::COMMAND_HINDERED } else { &charts::COMMAND_CLEAR };
        let radius = state.stage.length(number);
        into.push(ViewOverlay {
            kind: "radius",
            unit: Some(leader_piece(id)),
            side: Some(leader.side),
            label: format!("command radius {radius}"),
            clause: number.clause,
            shape: Shape::Circle(leader.at, radius + state.leader_base(id)),
        });
    }
}

fn keys(state: &State, into: &mut Vec<ViewOverlay>) {
    for (key, holder) in state.stage.keys.iter().zip(&state.keys) {
        into.push(ViewOverlay {
            kind: "objective",
            unit: None,
            side: *holder,
            label: format!("{} points: {}", key.worth, key.name),
            clause: RF_VIC_06,
            shape: area_or_point(&key.ground),
        });
    }
}

/// A mere place is kept as a square too small to be drawn.
fn area_or_point(ground: &Polygon) -> Shape {
    let bounds = ground.bounds();
    match bounds.max.x - bounds.min.x <= 2 {
        true => Shape::Point(bounds.min.middle(bounds.max)),
        false => Shape::Area(ground.points().to_vec()),
    }
}

fn zones(state: &State, side: Side, into: &mut Vec<ViewOverlay>) {
    for zone in &state.stage.armies[side.index()].zones {
        let names: Vec<&str> = zone.brigades.iter().map(|id| state.officer(*id).name.as_str()).collect();
        let label = if names.is_empty() {
            "deployment zone".to_string()
        } else {
            format!("deployment zone of {}", names.join(", "))
        };
        let shape = Shape::Area(zone.ground.points().to_vec());
        into.push(ViewOverlay { kind: "zone", unit: None, side: Some(side), label, clause: RF_SEQ_24, shape });
    }
}

/// Close range and the longest range of a unit ahead of its front (RF-ARC-01, RF-FIR-11).
fn arcs(state: &State, id: UnitId, into: &mut Vec<ViewOverlay>) {
    let (Some(front), Some(pose)) = (state.front(id), state.unit(id).pose()) else { return };
    let firearm = match &state.roster(id).body {
        BodyOf::Troops { weapon, .. } => weapon.firearm(),
        BodyOf::Guns { gun, .. } => Some(Firearm::from(*gun)),
    };
    let Some(firearm) = firearm else { return };
    let close = state.stage.length(&charts::CLOSE_RANGE);
    let far = longest(state, firearm);
    let spread = state.stage.degrees(&charts::FIRE_ARC);
    let mut arc = |label: &str, reach: Length, clause| {
        into.push(ViewOverlay {
            kind: "arc",
            unit: Some(id),
            side: Some(state.unit(id).side),
            label: format!("{}: {label} {reach}", name(state, id)),
            clause,
            shape: Shape::Area(fan(front, pose.facing, spread, reach)),
        });
    };
    arc("close range", close, RF_FIR_11);
    if far > close {
        arc("long range", far, RF_FIR_07);
    }
}

/// How far a firearm reaches.
fn longest(state: &State, firearm: Firearm) -> Length {
    let book = &state.stage.book;
    let cap = state.sight_cap();
    let reaches = |range: &Length| charts::fire_points(book, firearm, *range).is_some();
    (1..=cap.get() / Length::INCH.get()).rev().map(Length::inches).find(reaches).unwrap_or_default()
}

/// The outline of all within a reach of an edge between the two rays that lean outwards from its ends.
fn fan(front: Segment, facing: Angle, spread: Angle, reach: Length) -> Vec<Point> {
    const STEPS: i32 = 4;
    let lean = |n: i32| Angle::steps(spread.get() * n / STEPS);
    let left = (0..=STEPS).map(|n| front.from.ahead(facing - spread + lean(n), reach));
    let right = (0..=STEPS).map(|n| front.to.ahead(facing + lean(n), reach));
    [front.from].into_iter().chain(left).chain(right).chain([front.to]).collect()
}
