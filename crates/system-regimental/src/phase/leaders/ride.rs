//! The way of a leader who moves by himself: what it costs and what bars it (RF-LDR-01, RF-MOV-08).

use firelock_core::{Place, Refusal};
use firelock_table::{Along, FeatureId, Length, Point, Segment, Shape, Stretch, TOUCH, Trace, clear, gap, trace};

use crate::charts::{self, Mover};
use crate::clauses::*;
use crate::facts::{Allowance, March, Road as Surface};
use crate::state::{Land, LeaderId, Road, State};
use crate::terrain::Underfoot;
use crate::words::{MoveClass, Obstacle};

/// The most corners a way may have.
const MOST_CORNERS: usize = 40;
/// Into how many parts a straight way is cut to find how far he gets.
const PARTS: i64 = 24;

/// What a way came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ride {
    /// What it costs of his rate: a road counts less.
    pub(crate) cost: Length,
    /// His rate over the slowest ground of the way.
    pub(crate) rate: Length,
}

/// Judges the way of a leader through these places, the first of them where he is.
pub(crate) fn ride(state: &State, id: LeaderId, way: &[Point]) -> Result<Ride, Refusal> {
    let name = &state.officer(id).name;
    if way.len() > MOST_CORNERS {
        return Err(Refusal::new(RF_LDR_01, format!("the way of {name} has too many corners")));
    }
    let bounds = state.stage.table.bounds();
    if let Some(off) = way.iter().find(|place| !bounds.contains(**place)) {
        return Err(Refusal::new(RF_MOV_30, format!("{name} would leave the table")).at(Place::At(*off)));
    }
    keeps_off_enemies(state, id, way)?;
    let (mut off_road, mut on_road, mut ground) = (Length::ZERO, Length::ZERO, MoveClass::Open);
    for leg in way.windows(2).map(|leg| Segment::new(leg[0], leg[1])) {
        let underfoot = read_leg(state, leg)
            .map_err(|refusal| Refusal { reason: format!("{name} {}", refusal.reason), ..refusal })?;
        ground = ground.max(underfoot.class);
        on_road += underfoot.good_road;
        off_road += leg.length() - underfoot.good_road.min(leg.length());
    }
    let mover = mover(state, id);
    let march = March { mover, ground, off_road, road: Surface::Good, ..March::default() };
    let book = &state.stage.book;
    let rate = charts::rate(book, mover, ground).map_or(Length::ZERO, |rates| rates.full);
    let last = way.last().copied().unwrap_or_default();
    let too_far = || {
        let reason = format!("{name} can ride {rate} over such ground, and that is farther");
        Refusal::new(RF_LDR_01, reason).at(Place::At(last))
    };
    match march.allowance(book) {
        Some(Allowance { farther, .. }) if on_road <= farther => {
            let multiplier = charts::road_multiplier(book, mover).unwrap_or(100).max(1);
            Ok(Ride { cost: off_road + on_road.scaled(100, multiplier), rate })
        }
        _ => Err(too_far()),
    }
}

/// Farther than this a leader never comes in one move: his best rate, all of it on a good road.
pub(super) fn farthest(state: &State, id: LeaderId) -> Length {
    let (book, mover) = (&state.stage.book, mover(state, id));
    let rate = charts::rate(book, mover, MoveClass::Open).map_or(Length::ZERO, |rates| rates.full);
    rate.scaled(charts::road_multiplier(book, mover).unwrap_or(100).max(100), 100) + Length::grid(1)
}

fn mover(state: &State, id: LeaderId) -> Mover {
    if state.is_on_foot(id) { Mover::LeaderDismounted } else { Mover::LeaderMounted }
}

/// No nearer than an inch to an enemy unit, or than he was if he begins so near (RF-MOV-27).
fn keeps_off_enemies(state: &State, id: LeaderId, way: &[Point]) -> Result<(), Refusal> {
    let Some(&start) = way.first() else { return Ok(()) };
    let limit = state.stage.length(&charts::STAND_OFF) + state.leader_base(id);
    let around = Shape::Path(way).bounds().grown(limit);
    for (unit, piece) in state.on_table(state.leader(id).side.enemy()) {
        let apart = |from: Shape<'_>| match state.garrison(unit) {
            Some(ground) => gap(from, ground),
            None => gap(from, state.bases(unit)),
        };
        if state.garrison(unit).is_none() && !piece.outline.bounds().meets(&around) {
            continue;
        }
        let nearest = apart(Shape::Path(way));
        let begins = apart(Shape::Point(start));
        let too_near = nearest.within(limit - Length::grid(1));
        if too_near && nearest < begins {
            let (own, other) = (&state.officer(id).name, &state.roster(unit).name);
            let reason = format!("{own} would ride closer than an inch to {other}");
            return Err(Refusal::new(RF_MOV_27, reason).at(Place::Along(nearest.ends())));
        }
    }
    Ok(())
}

/// The ground of one straight leg.
fn read_leg(state: &State, leg: Segment) -> Result<Underfoot, Refusal> {
    let matters = |id: FeatureId| {
        let land = state.stage.land(id);
        land.movement != MoveClass::Open || land.obstacle != Obstacle::None || land.road.is_some()
    };
    if clear(&state.stage.table, leg.from, leg.to, matters) {
        return Ok(Underfoot { class: MoveClass::Open, good_road: Length::ZERO });
    }
    let way = trace(&state.stage.table, leg.from, leg.to);
    let land = |span: &firelock_table::Span| state.stage.land(span.feature);
    let ways: Vec<Stretch> = way.spans().iter().filter(|span| land(span).is_crossing()).map(|span| span.part).collect();
    let mut class = MoveClass::Open;
    for span in way.spans() {
        let land = land(span);
        if land.road.is_some() || (!land.is_crossing() && is_covered(&way, span.part, &ways)) {
            continue;
        }
        let at = Place::At(span.part.from.place(leg));
        let inside = way.length(span.part) > TOUCH;
        // Standing at the border of a piece of ground is not being in it.
        if !land.linear && !inside {
            continue;
        }
        if land.movement == MoveClass::Impassable {
            return Err(Refusal::new(RF_TER_01, format!("cannot cross {}", land.called())).at(at));
        }
        if bars(land, span.part) {
            return Err(Refusal::new(RF_TER_19, format!("cannot cross {}", land.called())).at(at));
        }
        class = class.max(land.movement);
    }
    // Only a leg that stays on the road uses it; one that crosses it does not.
    let good = way.spans().iter().any(|span| land(span).road == Some(Road::Good) && is_whole(span.part));
    Ok(Underfoot { class, good_road: if good { leg.length() } else { Length::ZERO } })
}

/// Whether an obstacle stops a rider: he may move inside works, not over their ramparts.
fn bars(land: &Land, part: Stretch) -> bool {
    match land.obstacle {
        Obstacle::Major => land.linear || !is_whole(part),
        Obstacle::GarrisonOnly => true,
        Obstacle::None | Obstacle::Minor => false,
    }
}

/// Whether a part is the whole leg.
fn is_whole(part: Stretch) -> bool {
    part.from <= Along::START && part.to >= Along::END
}

/// Whether a part of the leg lies wholly on roads, bridges and fords.
fn is_covered(way: &Trace, part: Stretch, ways: &[Stretch]) -> bool {
    let within = |cover: &Stretch| cover.from <= part.from && part.to <= cover.to;
    if ways.iter().any(within) {
        return true;
    }
    let alone = way.total(ways.iter().copied());
    way.length(part) > TOUCH && way.total(ways.iter().copied().chain([part])) <= alone + TOUCH
}

/// The corners of the way to a place by the first good road that serves, without its two ends.
pub(crate) fn by_road(state: &State, id: LeaderId, to: Point) -> Option<Vec<Point>> {
    let at = state.leader(id).at;
    let roads = state.stage.table.features().filter(|(road, _)| state.stage.land(*road).road == Some(Road::Good));
    let mut ways = roads.filter_map(|(road, _)| along(state.stage.table.path(road)?, at, to));
    ways.find(|via| ride(state, id, &joined(at, via, to)).is_ok())
}

/// The whole way from a place by some corners to another.
pub(crate) fn joined(at: Point, via: &[Point], to: Point) -> Vec<Point> {
    [at].into_iter().chain(via.iter().copied()).chain([to]).collect()
}

/// The farthest place towards another that he can reach straight ahead, if he can go at all.
pub(crate) fn towards(state: &State, id: LeaderId, to: Point) -> Option<Point> {
    let at = state.leader(id).at;
    let share = |parts: i64| {
        let step = |from: i32, to: i32| (i64::from(from) + (i64::from(to) - i64::from(from)) * parts / PARTS) as i32;
        Point::new(step(at.x, to.x), step(at.y, to.y))
    };
    let reaches = |parts: &i64| ride(state, id, &[at, share(*parts)]).is_ok();
    (1..=PARTS).rev().find(reaches).map(share)
}

/// Where a road is joined from a place and left for another, with its corners between.
fn along(road: &[Point], from: Point, to: Point) -> Option<Vec<Point>> {
    let nearest = |place: Point| {
        let legs = road.windows(2).map(|leg| Segment::new(leg[0], leg[1])).enumerate();
        let (leg, found) = legs.map(|(at, leg)| (at, gap(place, leg))).min_by_key(|(_, gap)| *gap)?;
        Some((leg, found.ends().to))
    };
    let ((enter, joined), (exit, left)) = (nearest(from)?, nearest(to)?);
    let mut via = vec![joined];
    if enter < exit {
        via.extend_from_slice(&road[enter + 1..=exit]);
    } else {
        via.extend(road[exit + 1..=enter].iter().rev());
    }
    via.push(left);
    via.dedup();
    Some(via)
}
