//! The ground, the counters, and shapes drawn for a reason.

use firelock_core::{FeatureView, Shape, Side, Track, ViewOverlay};
use firelock_table::{Angle, Extent, Length, Point, Segment};

use super::{cm, commander_piece, name, officer};
use crate::charts::{self, numbers};
use crate::clauses::*;
use crate::phase::victory;
use crate::sight::spread;
use crate::state::{State, Step};
use crate::words::{Formation, GunRange, Level, Range};

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

/// Losses, what breaks an army, and points.
pub(super) fn tracks(state: &State) -> Vec<Track> {
    let (score, book) = (victory::measure(state), &state.stage.book);
    let reckoned = score.result(book);
    let mut tracks = Vec::new();
    for (side, army) in [(Side::Red, score.red), (Side::Blue, score.blue)] {
        let breaks = i32::from(army.value(book)) * book.number(&numbers::BROKEN);
        tracks.push(Track {
            side: Some(side),
            name: "losses".into(),
            now: army.loss(book).into(),
            of: Some((breaks + 99) / 100),
            clause: NQ_VIC_03,
        });
        let points = reckoned.points[side.index()].into();
        tracks.push(Track { side: Some(side), name: "points".into(), now: points, of: None, clause: NQ_VIC_06 });
    }
    tracks
}

/// Objectives, deployment zones, command radii and arcs.
pub(super) fn overlays(state: &State) -> Vec<ViewOverlay> {
    let mut overlays = Vec::new();
    for (objective, holder) in state.stage.objectives.iter().zip(&state.holders) {
        overlays.push(ViewOverlay {
            kind: "objective",
            unit: None,
            side: *holder,
            label: objective.name.clone(),
            clause: NQ_VIC_07,
            shape: Shape::Circle(objective.at, state.stage.length(&numbers::OBJECTIVE_REACH)),
        });
    }
    if state.step == Step::Deploy && state.stage.free_deployment {
        for side in Side::BOTH {
            overlays.extend(state.stage.armies[side.index()].zones.iter().map(|zone| ViewOverlay {
                kind: "zone",
                unit: None,
                side: Some(side),
                label: "deployment zone".into(),
                clause: NQ_SEQ_03,
                shape: Shape::Area(zone.points().to_vec()),
            }));
        }
    }
    for (id, commander) in state.all_commanders().filter(|(_, own)| own.is_active()) {
        let reach = match commander.level {
            Level::Brigade => &numbers::BRIGADE_RADIUS,
            Level::Army => &numbers::ARMY_RADIUS,
        };
        overlays.push(ViewOverlay {
            kind: "radius",
            unit: Some(commander_piece(id)),
            side: Some(commander.side),
            label: format!("command radius of {}", officer(state, id)),
            clause: NQ_CMD_01,
            shape: Shape::Circle(state.commander_base(id).center(), state.stage.length(reach)),
        });
    }
    arcs(state, &mut overlays);
    overlays
}

/// The range bands ahead of each front.
fn arcs(state: &State, into: &mut Vec<ViewOverlay>) {
    let book = &state.stage.book;
    for (id, unit) in state.on_table().filter(|(_, unit)| unit.pose().is_some() && !unit.routing) {
        let roster = state.roster(id);
        let bands: Vec<(&str, Length)> = match (roster.guns.first(), unit.formation) {
            (Some(gun), Formation::Deployed) => {
                let gun = gun.of(roster.class);
                let sort = if gun.lobs() { crate::words::Ammunition::Shell } else { crate::words::Ammunition::Shot };
                let limit = |range| charts::gun_range_limit(book, gun, sort, range);
                let named = [("effective range", GunRange::Effective), ("long range", GunRange::Long)];
                named.into_iter().filter_map(|(word, range)| Some((word, limit(range)?))).collect()
            }
            (Some(_), _) => Vec::new(),
            (None, _) => {
                let limit = |range| charts::range_limit(book, roster.weapon, range);
                let named = [("short", Range::Short), ("medium", Range::Medium), ("long", Range::Long)];
                named.into_iter().filter_map(|(word, range)| Some((word, limit(range)?))).collect()
            }
        };
        for (label, reach) in bands {
            into.push(ViewOverlay {
                kind: "arc",
                unit: Some(id),
                side: Some(unit.side),
                label: format!("{}: {label} {}", name(state, id), cm(reach)),
                clause: if roster.is_battery() { NQ_LOS_08 } else { NQ_LOS_07 },
                shape: Shape::Area(fan(unit.outline.front(), unit.facing(), spread(state, id), reach)),
            });
        }
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
