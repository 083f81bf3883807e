//! Before and after in one picture: troops as they stand, ghosts where they stood, an arrow for the way.

use firelock_core::{Clause, Piece, PieceKind, Shape, View, ViewOverlay};
use firelock_game::{Drawing, draw};
use firelock_table::{Length, Point, Polygon};

/// Draws the table after an act, with the ghosts of those who stood elsewhere or otherwise before.
pub(crate) fn before_and_after(before: &View, after: &View, title: &str) -> String {
    let mut view = after.clone();
    // The strip under a small picture has no room for the phase.
    view.phase.clear();
    (view.turn, view.active) = (before.turn, before.active);
    for was in before.pieces.iter().filter(|piece| piece.kind != PieceKind::Marker && !piece.bases.is_empty()) {
        let is = after.pieces.iter().find(|piece| piece.id == was.id).filter(|piece| !piece.bases.is_empty());
        if is.is_some_and(|is| is.bases == was.bases) {
            continue;
        }
        view.overlays.extend(was.bases.iter().map(|base| ghost(was, Shape::Area(base.to_vec()))));
        match is {
            Some(is) => view.overlays.extend(way(was, is).into_iter().map(|shape| ghost(was, shape))),
            None if after.places.iter().any(|place| place.units.contains(&was.id)) => {}
            None => view.overlays.extend(cross(was).into_iter().map(|shape| ghost(was, shape))),
        }
    }
    let width = u32::try_from(after.size.0.get() / 2540).map(|inches| inches * 24);
    draw(
        &view,
        &Drawing {
            title: title.to_owned(),
            overlays: vec!["ghost".to_owned()],
            width: width.ok(),
            ..Drawing::default()
        },
    )
}

fn ghost(piece: &Piece, shape: Shape) -> ViewOverlay {
    let clause = Clause::new("DRAWN");
    ViewOverlay { kind: "ghost", unit: Some(piece.id), side: Some(piece.side), label: String::new(), clause, shape }
}

/// The middle of all that a piece covers.
fn middle(piece: &Piece) -> Point {
    let corners: Vec<Point> = piece.bases.iter().flatten().copied().collect();
    let mean = |of: fn(&Point) -> i32| {
        let sum: i64 = corners.iter().map(|corner| i64::from(of(corner))).sum();
        i32::try_from(sum / corners.len().max(1) as i64).expect("inside the table")
    };
    Point::new(mean(|corner| corner.x), mean(|corner| corner.y))
}

/// An arrow from where a piece stood to the edge of where it stands; none where the two overlap.
fn way(was: &Piece, is: &Piece) -> Vec<Shape> {
    let (from, to) = (middle(was), middle(is));
    let along = |nth: i32| {
        let part =
            |from: i32, to: i32| from + i32::try_from(i64::from(to - from) * i64::from(nth) / 100).expect("between");
        Point::new(part(from.x, to.x), part(from.y, to.y))
    };
    let bases: Vec<Polygon> = is.bases.iter().filter_map(|base| Polygon::new(base.to_vec()).ok()).collect();
    let is_there = |nth: &i32| bases.iter().any(|base| base.contains(along(*nth)));
    (0..=100).find(is_there).map_or_else(Vec::new, |nth| arrow(from, along(nth)))
}

/// A line with a head; none where it would be all head.
fn arrow(from: Point, to: Point) -> Vec<Shape> {
    let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let length = ((x * x + y * y) as f64).sqrt() as i64;
    if length < i64::from(Length::mm(10).get()) {
        return Vec::new();
    }
    let at = |back: i64, aside: i64| {
        let grid = |value: i64| i32::try_from(value).expect("inside the table");
        Point::new(
            grid(i64::from(to.x) - (x * back + y * aside) / length),
            grid(i64::from(to.y) - (y * back - x * aside) / length),
        )
    };
    let (long, wide) = (700, 280);
    vec![
        Shape::Line(vec![from, to], Length::ZERO),
        Shape::Line(vec![at(long, wide), to, at(long, -wide)], Length::ZERO),
    ]
}

/// Two strokes through who is gone.
fn cross(piece: &Piece) -> Vec<Shape> {
    let Point { x, y } = middle(piece);
    let arm = 900;
    [1, -1]
        .map(|way| {
            Shape::Line(vec![Point::new(x - arm, y - arm * way), Point::new(x + arm, y + arm * way)], Length::ZERO)
        })
        .to_vec()
}
