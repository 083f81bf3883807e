use firelock_core::{RuleSystem, Side, UnitId, Wish};
use firelock_table::{Angle, Length, Point};

/// The directions that are tried, evenly round the compass.
const DIRECTIONS: i32 = 40;

/// Ways shorter than this are none: the unit turns or forms where it stands.
const LEAST: Length = Length::inches(1);

/// How far a unit may go by an act: for each direction the end of the way that the system itself offers to a hand that points
/// beyond the table; a unit that only goes straight ahead has the same end for all. Empty where the act leads nowhere or is refused.
pub(crate) fn reach<S: RuleSystem>(state: &S::State, side: Side, unit: UnitId, act: &str) -> Vec<Point> {
    let view = S::view(state, Some(side));
    let Some(piece) = view.pieces.iter().find(|piece| piece.id == unit) else { return Vec::new() };
    let corner = piece.bases.first().map(|base| base[0]);
    let Some(from) = piece.front.map(|front| front.middle()).or(corner) else { return Vec::new() };
    let beyond = view.size.0 + view.size.1;
    let end = |nth: i32| {
        let at = from.ahead(Angle::degrees(nth * 360 / DIRECTIONS), beyond);
        let wish = Wish { unit, act: act.to_owned(), at, ..Wish::default() };
        let fitted = S::fit(state, side, &wish).ok()?;
        fitted.path.last().copied()
    };
    let ends: Vec<Point> = (0..DIRECTIONS).map(|nth| end(nth).unwrap_or(from)).collect();
    let far = ends.iter().any(|end| end.distance_squared(from) >= LEAST.squared());
    if far { ends } else { Vec::new() }
}
