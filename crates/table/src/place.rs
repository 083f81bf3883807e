use crate::{
    Angle, Base, Body, Bounds, Layout, Length, Point, Polygon, Pose, Scene, Table, TableEdge, gap_within,
    meet::overhang, overlaps, wholly_in_ground,
};

/// Finds the free place for a body that is nearest to where it is wished, its facing kept.
///
/// Tried are the wished place and the places of a lattice of `step` about it, the nearest first (of equally near ones the
/// southernmost, then the westernmost). All bases must lie in the zone, on the table and on nobody, keep off from whom the
/// scene says, and the place must fit.
pub fn free_place(
    scene: &Scene<'_>,
    wished: &Body,
    zone: &Polygon,
    step: Length,
    fits: impl Fn(&Body) -> bool,
) -> Option<Pose> {
    let step = step.get().max(1);
    let at = wished.pose.at;
    let Bounds { min, max } = *zone.bounds();
    // The body must lie in the zone, so its front is at most its own size beyond it.
    let size = wished.layout.size();
    let reach = size.width.get().max(size.depth.get());
    let places =
        |from: i32, to: i32, at: i32| (from - reach - at).div_euclid(step)..=(to + reach - at).div_euclid(step);
    let columns = places(min.x, max.x, at.x);
    let mut lattice: Vec<(i64, i32, i32)> = places(min.y, max.y, at.y)
        .flat_map(|y| columns.clone().map(move |x| (i64::from(x).pow(2) + i64::from(y).pow(2), y, x)))
        .collect();
    lattice.sort_unstable();
    let mut body = wished.clone();
    lattice.into_iter().find_map(|(_, y, x)| {
        body.pose.at = at + Point::new(x * step, y * step);
        (is_free(scene, &body, zone) && fits(&body)).then_some(body.pose)
    })
}

/// Whether a body lies in a zone, on the table, on nobody, and far enough off from everyone.
pub fn is_free(scene: &Scene<'_>, body: &Body, zone: &Polygon) -> bool {
    let bases = body.bases();
    let on_table = || TableEdge::ALL.iter().all(|&edge| overhang(scene.table, edge, &bases) <= Length::ZERO);
    let in_zone = || bases.iter().all(|base| wholly_in_ground(base, zone));
    let off = |others: &[Base], off: Option<Length>| match off {
        Some(off) => !gap_within(&bases[..], others, off - Length::grid(1)),
        None => !bases.iter().any(|one| others.iter().any(|two| overlaps(one, two))),
    };
    on_table() && in_zone() && scene.others().all(|other| off(other.bases, (scene.keep_off)(other.id)))
}

/// A strip along an edge of the table: `from` and `to` counted along it clockwise about the table, `depth` inwards.
///
/// None if the strip has no area.
pub fn edge_zone(table: &Table, edge: TableEdge, (from, to): (Length, Length), depth: Length) -> Option<Polygon> {
    let line = table.edge(edge);
    let (outward, along) = (edge.outward(), edge.outward() + Angle::RIGHT);
    let (from, to) = (from.max(Length::ZERO), to.min(line.length()));
    if from >= to || depth <= Length::ZERO {
        return None;
    }
    let near = [line.from.ahead(along, from), line.from.ahead(along, to)];
    let far = near.map(|place| place.ahead(outward, -depth));
    Polygon::new(vec![near[0], near[1], far[1], far[0]]).ok()
}

/// The pose of a formation that comes on with its rear on an edge of the table, its middle `at` so far along it, clockwise about
/// the table.
pub fn rear_on_edge(table: &Table, edge: TableEdge, at: Length, layout: &Layout) -> Pose {
    let (outward, along) = (edge.outward(), edge.outward() + Angle::RIGHT);
    let inward = Length::grid(-layout.footprint().min.y);
    let place = table.edge(edge).from.ahead(along, at).ahead(outward, -inward);
    Pose::new(place, (outward + Angle::HALF).heading())
}
