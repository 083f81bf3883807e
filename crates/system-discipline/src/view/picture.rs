//! The ground, the counters, and what is drawn for a reason.

use firelock_core::{FeatureView, Shape, Side, Track, ViewOverlay};
use firelock_table::{Extent, Point};

use crate::charts::numbers;
use crate::clauses::*;
use crate::phase::{artillery, pending, victory};
use crate::state::{Asking, SealedStep, State};

/// The features of the table with what they mean.
pub(super) fn ground(state: &State) -> Vec<FeatureView> {
    let feature = |(id, feature): (firelock_table::FeatureId, &firelock_table::Feature)| {
        let land = state.stage.land(id);
        let (shape, level) = match &feature.extent {
            Extent::Area { ground, levels } => (Shape::Area(ground.points().to_vec()), *levels),
            Extent::Line { path, width } => (Shape::Line(path.clone(), *width), 0),
            Extent::Spot { at, radius } => (Shape::Circle(*at, *radius), 0),
        };
        let meaning = match land.zone {
            Some(zone) => {
                let zone = state.stage.zone(zone);
                format!("objective zone of class {:?}, holds {} stands", zone.class, zone.capacity / 2)
            }
            None => land.meaning(),
        };
        FeatureView { id: id.0, kind: land.kind.to_string(), name: land.name.clone(), shape, level, meaning }
    };
    state.stage.table.features().map(feature).collect()
}

/// Points, losses and zones.
pub(super) fn tracks(state: &State) -> Vec<Track> {
    let points = victory::points(state);
    let score = victory::score(state);
    let mut tracks = Vec::new();
    for (side, account) in [(Side::Red, &score.red), (Side::Blue, &score.blue)] {
        let track = |name: &str, now: i32, of: Option<i32>, clause| Track {
            side: Some(side),
            name: name.into(),
            now,
            of,
            clause,
        };
        tracks.push(track("points", points[side.index()], None, FD_VIC_02));
        let breaks = account.own_start_halves as i32 * state.stage.book.number(&numbers::BREAK_PERCENT);
        tracks.push(track("half-stands lost", account.own_lost_halves as i32, Some((breaks + 99) / 100), FD_VIC_04));
    }
    tracks
}

/// Deployment zones, kill zones of those who choose a target, the slopes of hills.
pub(super) fn overlays(state: &State, side: Option<Side>) -> Vec<ViewOverlay> {
    let mut overlays = Vec::new();
    if state.turn == 0 {
        for whose in Side::BOTH {
            for zone in &state.stage.armies[whose.index()].zones {
                overlays.push(ViewOverlay {
                    kind: "zone",
                    unit: None,
                    side: Some(whose),
                    label: "deployment zone".into(),
                    clause: FD_SCL_10,
                    shape: Shape::Area(zone.ground.points().to_vec()),
                });
            }
        }
    }
    if let Some(Asking::Sealed(sealed)) = pending(state)
        && matches!(sealed.step, SealedStep::Guns | SealedStep::Volley | SealedStep::Platoon)
    {
        let firers = state.on_table().filter(|(id, body)| Some(body.side) == side && !state.shots_of(*id).is_empty());
        for (id, _) in firers {
            let strip: Option<[Point; 4]> = artillery::strip(state, id);
            overlays.extend(strip.map(|strip| ViewOverlay {
                kind: "arc",
                unit: Some(id),
                side,
                label: "kill zone".into(),
                clause: if state.body(id).gun().is_some() { FD_LOS_01 } else { FD_LOS_05 },
                shape: Shape::Area(strip.to_vec()),
            }));
        }
    }
    for (id, land) in state.hills() {
        if let Some(top) = state.stage.table.ground(id) {
            overlays.push(ViewOverlay {
                kind: "slope",
                unit: None,
                side: None,
                label: format!("slope, {} yards", state.stage.in_yards(land.slope)),
                clause: FD_TER_04,
                shape: Shape::Line(top.points().to_vec(), land.slope * 2),
            });
        }
    }
    overlays
}
