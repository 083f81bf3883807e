//! Where units and leaders could be set up, and where reinforcements enter.

use firelock_core::{Grain, Side, UnitId};
use firelock_table::{Angle, Bounds, Length, Point, Pose};

use super::{can_stand, check_leader, check_unit, is_fixed, may_form, posted};
use crate::charts;
use crate::phase::leaders::subordinates;
use crate::state::{Arrival, LeaderId, Place, State, Unit};
use crate::words::Formation;

/// The formation a unit is set up in where nobody says otherwise.
pub(crate) fn usual_formation(state: &State, id: UnitId) -> Formation {
    const LIKED: [Formation; 4] =
        [Formation::Line, Formation::OpenOrder, Formation::Unlimbered, Formation::MarchColumn];
    LIKED.into_iter().find(|formation| may_form(state, id, *formation).is_ok()).unwrap_or_default()
}

/// The heading from a side's edge into the table.
pub(crate) fn ahead_of(state: &State, side: Side) -> Angle {
    (state.home(side).outward() + Angle::HALF).heading()
}

/// Legal placings of a unit in its zones, front rows first and from the middle outwards: in its usual formation, then in others.
pub(crate) fn unit_places(state: &State, id: UnitId, grain: Grain) -> impl Iterator<Item = Unit> {
    let side = state.unit(id).side;
    let usual = usual_formation(state, id);
    let others = [Formation::FieldColumn, Formation::MarchColumn, Formation::Limbered];
    let others = others.into_iter().filter(move |formation| grain == Grain::Fine && *formation != usual);
    let formations = [usual].into_iter().chain(others);
    let facing = ahead_of(state, side);
    formations.flat_map(move |formation| {
        lattice(state, side, step(grain)).filter_map(move |at| {
            let place = Place::At(Pose::new(at, facing));
            check_unit(state, side, id, place, formation).is_ok().then(|| posted(state, id, place, formation))
        })
    })
}

/// Legal placings of a leader: near the middle of his units first.
pub(crate) fn leader_places(state: &State, id: LeaderId, grain: Grain) -> impl Iterator<Item = Point> {
    let side = state.leader(id).side;
    let near = subordinates(state, id).into_iter().map(|unit| crate::phase::leaders::beside(state, id, unit));
    let near: Vec<Point> = near.collect();
    near.into_iter()
        .chain(lattice(state, side, step(grain)))
        .filter(move |at| check_leader(state, side, id, *at).is_ok())
}

fn step(grain: Grain) -> Length {
    match grain {
        Grain::Coarse => Length::inches(4),
        Grain::Middle => Length::inches(2),
        Grain::Fine => Length::INCH,
    }
}

/// Places over a side's zones: rows from the front to the rear, each from the middle outwards.
fn lattice(state: &State, side: Side, step: Length) -> impl Iterator<Item = Point> {
    let facing = ahead_of(state, side);
    let boxes: Vec<Bounds> = state.stage.armies[side.index()].zones.iter().map(|zone| *zone.ground.bounds()).collect();
    boxes.into_iter().flat_map(move |zone| {
        let pose = Pose::new(zone.min.middle(zone.max), facing);
        // The half width and half depth of the zone, seen the way the side faces.
        let corner = pose.local(zone.max);
        let (wide, deep) = (corner.x.abs(), corner.y.abs());
        let rows = 0..=(2 * deep / step.get());
        rows.flat_map(move |row| {
            let files = 0..=(2 * wide / step.get());
            files.map(move |file| {
                let aside = (file + 1) / 2 * step.get() * if file % 2 == 0 { 1 } else { -1 };
                pose.place(Point::new(aside, deep - row * step.get()))
            })
        })
    })
}

/// A place, then those around it, the nearest rings first.
pub(crate) fn around(place: Point) -> impl Iterator<Item = Point> {
    const RINGS: i32 = 12;
    let ring = move |ring: i32| {
        let reach = Length::inch_hundredths(50 * ring);
        (0..16).map(move |n| place.ahead(Angle::steps(2250 * n), reach))
    };
    [place].into_iter().chain((1..=RINGS).flat_map(ring))
}

/// How a unit would enter: in column at the entry, or beside it where that is taken (RF-SEQ-25).
pub(crate) fn entry_poses(state: &State, id: UnitId, arrival: &Arrival) -> impl Iterator<Item = Unit> {
    let unit = state.unit(id);
    let column = match state.roster(id).is_guns() {
        true if is_fixed(state, unit) => Formation::Unlimbered,
        true => Formation::Limbered,
        false => Formation::MarchColumn,
    };
    let inward = (arrival.edge.outward() + Angle::HALF).heading();
    let mut unit = posted(state, id, Place::Off, column);
    // RF-FRM-16: on foot dragoons have no column.
    unit.mounted = state.roster(id).arm() == Some(crate::words::Arm::Cavalry);
    let depth = crate::geometry::layout(&state.stage, state.roster(id), &unit).size().depth;
    let near = state.stage.length(&charts::STAND_OFF) - Length::grid(1);
    entries(arrival).filter_map(move |edge| {
        let entered = Unit { place: Place::At(Pose::new(edge.ahead(inward, depth), inward)), ..unit.clone() };
        let bases = super::stands_of(state, &entered);
        let clear = state.on_table(entered.side.enemy()).all(|(enemy, _)| {
            let apart = match state.garrison(enemy) {
                Some(ground) => firelock_table::gap(&bases[..], ground),
                None => firelock_table::gap(&bases[..], state.bases(enemy)),
            };
            !apart.within(near)
        });
        (clear && can_stand(state, id, &entered).is_ok()).then_some(entered)
    })
}

/// Places on the edge where an arrival may enter: from one end of its stretch to the other, or side by side at its one place.
fn entries(arrival: &Arrival) -> impl Iterator<Item = Point> {
    /// Columns that find room beside each other at one place.
    const BESIDE: i32 = 8;
    let (at, along) = (arrival.at, arrival.edge.outward() + Angle::RIGHT);
    let stretch = at.distance(arrival.to);
    let wide = stretch.get() > 0;
    let heading = if wide { Angle::towards(at, arrival.to) } else { along };
    let pitch = if wide { Length::INCH.half() } else { Length::inch_hundredths(125) };
    let many = if wide { stretch.get() / pitch.get() } else { 2 * BESIDE };
    (0..=many).map(move |n| match wide {
        true => at.ahead(heading, pitch * n),
        false => at.ahead(heading, pitch * ((n + 1) / 2) * if n % 2 == 0 { 1 } else { -1 }),
    })
}
