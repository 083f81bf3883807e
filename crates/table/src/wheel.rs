//! How far a body can wheel.

use crate::{
    Angle, Base, Bases, Body, Corner, FeatureId, Length, Point, Scene, Segment, Standing, gap,
    meet::{Watch, is_too_near},
    meet_walk::{Looks, Pieces, Stand},
    path::{Path, Swing},
};

/// How far a body can wheel on a corner where everybody halts it, and such ground as bars it: the whole turn, or the farthest part of it
/// in whole units. So far, and no unit farther, [`drive_to_halt`](crate::drive_to_halt) lets it go; but each look along the way is taken
/// once, whatever part of the turn it serves. None where the way may leave the table or begins on ground that bars.
pub fn farthest_wheel(
    scene: &Scene<'_>,
    body: &Body,
    (corner, turn): (Corner, Angle),
    unit: Angle,
    bars: impl Fn(FeatureId) -> bool,
) -> Option<Angle> {
    let Segment { from, to } = body.front();
    let corners = if corner == Corner::Left { (from, to) } else { (to, from) };
    let path = Swing::new(body, body.layout.solid(), corners, turn);
    let (bounds, table) = (path.bounds(), scene.table.bounds());
    if !table.contains(bounds.min) || !table.contains(bounds.max) {
        return None;
    }
    let looks = Looks::new(&path);
    let rings = scene.table.rings().filter(|(ring, around)| around.meets(&bounds) && bars(ring.feature));
    let near: Vec<(FeatureId, &[Point])> = rings.map(|(ring, _)| (ring.feature, scene.table.corners(ring))).collect();
    let ground: Vec<Pieces<'_>> = near.chunk_by(|one, two| one.0 == two.0).map(Pieces::new).collect();
    let others: Vec<Standing<'_>> = scene.others().filter(|other| other.bounds.meets(&bounds)).collect();
    let off_ground = |pieces: &Pieces<'_>, stand: &Stand<'_>| pieces.off(stand, true);
    // Up to here all looks find the way clear: of those behind, none but the last of a shorter turn need be taken.
    let (end, sign) = (path.end(), turn.get().signum());
    let mut clear = end;
    for other in &others {
        clear = looks.first_before(clear, |stand| looks.off_body(stand, other)).unwrap_or(clear);
    }
    for pieces in &ground {
        clear = looks.first_before(clear, |stand| off_ground(pieces, stand)).unwrap_or(clear);
    }
    if clear == 0 && !ground.is_empty() {
        return None;
    }
    let mut kept: Vec<KeptOff<'_>> = Vec::new();
    for other in scene.others() {
        let Some(off) = (scene.keep_off)(other.id) else { continue };
        if bounds.distance_squared(&other.bounds) <= off.squared() {
            let keeps = KeptOff::watched(&path, other, off, clear);
            clear = keeps.clear.min(clear);
            kept.push(keeps);
        }
    }
    let is_free = |at: i32| {
        let solid = path.solid(at);
        let stand = Stand { at, solid: &solid };
        others.iter().all(|other| looks.off_body(&stand, other).is_some())
            && ground.iter().all(|pieces| off_ground(pieces, &stand).is_some())
            && kept.iter().all(|keeps| keeps.is_free(&path, at, &solid))
    };
    if clear == end && is_free(end) {
        return Some(turn);
    }
    let parts = (1..=(clear - 1).max(0) / unit.get().max(1)).rev();
    Some(parts.map(|part| part * unit.get()).find(|&at| is_free(at)).map_or(Angle::ZERO, |at| Angle::steps(sign * at)))
}

/// Another body that must be kept off from, as it was watched along a wheel.
struct KeptOff<'a> {
    other: Standing<'a>,
    watch: Watch,
    begins_off: bool,
    /// The looks, and how far off it had been at most after each.
    looks: Vec<(i32, Length)>,
    /// The first look at which it was too near, or where watching ended.
    clear: i32,
}

impl<'a> KeptOff<'a> {
    /// Watches it up to a step.
    fn watched(path: &Swing<'_>, other: Standing<'a>, off: Length, end: i32) -> KeptOff<'a> {
        let (mut solid, mut looks) = (Bases::new(), Vec::new());
        let mut watch = Watch::new(off, path.speed());
        let mut at = 0;
        while at < end {
            path.lay_solid(at, &mut solid);
            let now = off_solid(&solid, &other);
            if watch.is_too_near(now) {
                break;
            }
            let step = watch.until_next(now);
            looks.push((at, watch.widest));
            at = at.saturating_add(step);
        }
        KeptOff { other, watch, begins_off: !is_too_near(path, 0, &other, off), looks, clear: at }
    }

    /// Whether a turn up to a step that all looks before it leave clear ends without coming too near.
    fn is_free(&self, path: &Swing<'_>, at: i32, solid: &[Base]) -> bool {
        let before = self.looks.iter().rev().find(|(look, _)| *look < at);
        let watch = Watch { widest: before.map_or(Length::ZERO, |(_, widest)| *widest), ..self.watch };
        let comes_near = watch.is_too_near(off_solid(solid, &self.other));
        let ends_near = || self.begins_off && is_too_near(path, at, &self.other, watch.off);
        !(comes_near || ends_near())
    }
}

fn off_solid(solid: &[Base], other: &Standing<'_>) -> Length {
    gap(solid, other.solid).length()
}
