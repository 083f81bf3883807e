//! Duties to come nearer, and what Hold allows (FD-CMD-09..12, FD-CMD-17).

use firelock_core::{Desk, Place, Refusal, Side};
use firelock_table::{
    Angle, Base, Body as Block, Bounds, Extent, Fan, FeatureId, Gap, Leg, Length, Point, Pose, Segment, Shape, Size,
    gap, gap_within, is_in_fan,
};

use crate::Discipline;
use crate::charts::{Pace, numbers};
use crate::clauses::*;
use crate::clearance::MARGIN;
use crate::geometry::SLACK;
use crate::known::Found;
use crate::phase::control::chits;
use crate::phase::movement::course::{Manner, Run, way_around};
use crate::phase::movement::most_turn;
use crate::phase::movement::turn::{Turned, can_turn, drilled, inner, is_line};
use crate::phase::{control, name};
use crate::sight::Ahead;
use crate::state::{Body, BodyId, Goal, Mission, State, Turn, UnitNo, ZoneId};
use crate::terrain::{gap_to, touches, within_of};
use crate::view::turn_words;
use crate::words::Directive;

/// What a main body has the duty to come nearer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The nearest enemy it sees.
    Enemy(BodyId),
    /// The enemy's edge.
    Edge(Segment),
    /// A feature.
    Feature(FeatureId),
    /// A place.
    Place(Point),
}

/// The distance of a shape from a named place or feature.
pub(crate) fn gap_to_goal<'a>(state: &State, shape: impl Into<Shape<'a>>, goal: Goal) -> Gap {
    match goal {
        Goal::Here => Gap::NONE,
        Goal::Place(place) => gap(shape, place),
        Goal::Feature(feature) => gap_to(&state.stage.table, shape, feature),
    }
}

/// Whether a shape is at most so far from a named place or feature.
pub(crate) fn is_near_goal<'a>(state: &State, shape: impl Into<Shape<'a>>, goal: Goal, limit: Length) -> bool {
    match goal {
        Goal::Here => false,
        Goal::Place(place) => gap_within(shape, place, limit),
        Goal::Feature(feature) => within_of(&state.stage.table, shape, feature, limit),
    }
}

/// The directive that a main body has to act on now, as far as it shows at a glance.
fn charged_with(state: &State, id: BodyId) -> Option<Mission> {
    let body = state.body(id);
    let mission = control::mission_of(state, id)?;
    let is_free = body.halted.is_none() && body.fled.is_none() && !state.in_contact(id) && body.zone().is_none();
    let is_done = mission.kind != Directive::Withdrawal && (body.charged() || body.turn.ran);
    let acts = mission.kind != Directive::Hold && state.main_body(body.unit) == Some(id) && is_free && !is_done;
    acts.then_some(mission)
}

/// The duty of a main body, if it has one now (FD-CMD-09, FD-CMD-10, FD-CMD-12).
pub(crate) fn duty(state: &State, id: BodyId) -> Option<Aim> {
    charged_with(state, id).and_then(|mission| duty_under(state, id, mission))
}

/// The same under the directive that it has to act on.
fn duty_under(state: &State, id: BodyId, mission: Mission) -> Option<Aim> {
    match mission.kind {
        Directive::Withdrawal => match mission.goal {
            Goal::Place(place) => Some(Aim::Place(place)),
            Goal::Feature(feature) => Some(Aim::Feature(feature)),
            Goal::Here => None,
        },
        _ if is_confronted(state, id) => None,
        Directive::Assault => match mission.goal {
            Goal::Feature(feature) => Some(Aim::Feature(feature)),
            _ => None,
        },
        Directive::GeneralAdvance => Some(match state.nearest_visible(id) {
            Some(enemy) => Aim::Enemy(enemy),
            None => Aim::Edge(state.stage.table.edge(state.home(state.body(id).side.enemy()))),
        }),
        Directive::Hold => None,
    }
}

/// An enemy within 100 yards in its kill zone ends the duty to advance (FD-CMD-09).
pub(crate) fn is_confronted(state: &State, id: BodyId) -> bool {
    let reach = state.stage.length(&numbers::ADVANCE_NEAR);
    let find = || {
        let around = state.body(id).bounds.grown(reach);
        state.alert(id).to_enemies(&around);
        Found { what: has_enemy_ahead(state, id, reach), around }
    };
    state.known(id).confronted.get_or_init(find).what
}

fn has_enemy_ahead(state: &State, id: BodyId, reach: Length) -> bool {
    let own = state.body(id);
    let mut enemies =
        state.in_box(own.bounds.grown(reach)).filter(|(_, body)| body.side != own.side && body.is_alive());
    let Some(first) = enemies.next() else { return false };
    let (Some(edge), Some(pose)) = (state.front(id), own.pose()) else { return false };
    let fan = Fan { edge, facing: pose.facing, spread: Angle::ZERO, reach };
    let ahead = Ahead::of(edge, pose.facing);
    // The rectangle around an enemy tells, or that of a stand; the nearest stand need not be the one that lies ahead.
    let surely = |base: &Base| ahead.has(base, reach);
    let is_ahead = |body: &Body| {
        let Size { width, depth } = body.outline.size;
        let may = |base: &Base| ahead.may_have(base, reach + width + depth);
        ahead.may_have(&body.outline, reach)
            && (body.core().is_some_and(|core| surely(&core))
                || body.bases.iter().any(surely)
                || body.bases.iter().any(may) && is_in_fan(&fan, &body.bases[..]))
    };
    std::iter::once(first).chain(enemies).any(|(_, body)| match body.zone() {
        Some(zone) => is_in_fan(&fan, state.ground(zone)),
        None => is_ahead(body),
    })
}

/// The distance of bases from what they are to come nearer to.
pub(crate) fn off(state: &State, bases: &[Base], aim: Aim) -> Length {
    match aim {
        Aim::Enemy(enemy) => gap(bases, state.shape(enemy)).length(),
        Aim::Edge(edge) => gap(bases, edge).length(),
        Aim::Feature(feature) => gap_to(&state.stage.table, bases, feature).length(),
        Aim::Place(place) => gap(bases, place).length(),
    }
}

/// The place a body looks to: the nearest of its goal.
fn spot(state: &State, id: BodyId, aim: Aim) -> Point {
    let find = || {
        alert_to(state, id, aim);
        (aim, find_spot(state, id, aim))
    };
    match *state.known(id).spot.get_or_init(find) {
        (known, place) if known == aim => place,
        _ => find_spot(state, id, aim),
    }
}

/// Something is known of a body that depends on what it comes nearer to.
fn alert_to(state: &State, id: BodyId, aim: Aim) {
    if let Aim::Enemy(enemy) = aim {
        state.alert(id).to_enemy(enemy);
    }
}

pub(crate) fn find_spot(state: &State, id: BodyId, aim: Aim) -> Point {
    let center = state.center(id);
    match aim {
        Aim::Enemy(enemy) => gap(center, state.shape(enemy)).ends().to,
        Aim::Edge(edge) => gap(center, edge).ends().to,
        Aim::Feature(feature) => gap_to(&state.stage.table, center, feature).ends().to,
        Aim::Place(place) => place,
    }
}

/// Whether a place lies less than so far off the front of a body for certain: a quick look that needs no angle.
fn lies_before(body: &Body, place: Point, off: Angle) -> bool {
    let Some(pose) = body.pose().filter(|_| body.bent.is_none()) else { return false };
    let (sin, cos) = (off - Angle::degrees(1)).sin_cos();
    let seen = Pose::new(body.outline.center(), pose.facing).local(place);
    // So far off, a step of the grid is a fraction of a degree.
    off < Angle::RIGHT && seen.y > 256 && i64::from(seen.y) * sin > i64::from(seen.x.abs()) * cos
}

/// How far off the front of a body a place lies.
fn off_front(block: &Block, place: Point) -> Angle {
    block.pose.facing.between(Angle::towards(block.outline().center(), place))
}

/// A body that must turn, where to, and how far off its front that lies.
pub(crate) type Wanted = (Block, Point, Angle);

/// VI.1: where a body must turn to, if its duty asks for a turn (FD-CMD-17).
pub(crate) fn turn_wanted(state: &State, id: BodyId) -> Option<Wanted> {
    let body = state.body(id);
    // FD-OPT-02: a chit that says where to turn goes before.
    if chits::turn_due(state, id).is_some() {
        return None;
    }
    if body.turn.turned || body.charged() || body.turn.response.is_some_and(|response| !is_hold(response)) {
        return None;
    }
    let is_before = |aim: Aim| lies_before(body, spot(state, id, aim), enough(state));
    // What lies before it asks for no turn, whether enemies end the duty or not.
    let mission = charged_with(state, id)?;
    if let Mission { kind: Directive::Assault, goal: Goal::Feature(feature) } = mission
        && is_before(Aim::Feature(feature))
    {
        return None;
    }
    let aim = duty_under(state, id, mission)?;
    if is_before(aim) {
        return None;
    }
    let place = spot(state, id, aim);
    let block = state.straight(id)?;
    let now = off_front(&block, place);
    (now > enough(state)).then_some((block, place, now))
}

/// A goal that lies so far off the front asks for no turn.
fn enough(state: &State) -> Angle {
    Angle::degrees(state.stage.book.number(&numbers::DUTY_DEGREES))
}

/// VI.1: the turn that the duty of a body asks for, if it does (FD-CMD-17).
pub(crate) fn turn_due(state: &State, id: BodyId) -> Option<(Turn, Angle)> {
    due_of(state, id, &turn_wanted(state, id)?)
}

/// The turn that serves where one is wanted.
pub(crate) fn due_of(state: &State, id: BodyId, (block, place, now): &Wanted) -> Option<(Turn, Angle)> {
    best_turn(state, id, block, *place).filter(|best| best.1 < *now)
}

fn is_hold(response: crate::state::Response) -> bool {
    matches!(response, crate::state::Response::Hold(_))
}

/// The legal facing change that leaves a place least off the front.
fn best_turn(state: &State, id: BodyId, block: &Block, place: Point) -> Option<(Turn, Angle)> {
    let find =
        || Found { what: (place, find_turn(state, id, block, place)), around: room_to_turn(state, id, block, place) };
    match state.known(id).best_turn.get_or_find(state.alert(id), find).what {
        (known, best) if known == place => best,
        _ => find_turn(state, id, block, place),
    }
}

/// The box that holds everyone who matters to the turns of a body towards a place.
fn room_to_turn(state: &State, id: BodyId, block: &Block, place: Point) -> Bounds {
    let (size, own) = (block.layout.size(), state.body(id).bounds);
    let off = state.stage.length(&numbers::STAND_OFF) + MARGIN;
    if !is_line(state.body(id)) {
        return own.grown(size.width + size.depth + off);
    }
    // The boxes around shorter wheels may be a hundredth wider.
    let by = farthest_turn(state, id, wanted_turn(block, place));
    let slack = (size.width + size.depth) / 100;
    way_around(block, &Leg::Wheel(inner(by), by), Length::ZERO).join(own).grown(off + slack)
}

/// The turn that brings a place straight ahead.
fn wanted_turn(block: &Block, place: Point) -> Angle {
    (Angle::towards(block.outline().center(), place) - block.pose.facing).turn()
}

/// As far that way as its formation and rate let a body turn.
fn farthest_turn(state: &State, id: BodyId, wanted: Angle) -> Angle {
    let most = most_turn(state, id, Pace::Field);
    Angle::steps(wanted.get().clamp(-most.get(), most.get()))
}

pub(crate) fn find_turn(state: &State, id: BodyId, block: &Block, place: Point) -> Option<(Turn, Angle)> {
    let wanted = wanted_turn(block, place);
    let off = |(turn, done): (Turn, Turned)| (turn, off_front(&done.block(state, id), place));
    let farthest = farthest_turn(state, id, wanted);
    let best = if farthest == Angle::ZERO { None } else { farthest_legal(state, id, block, farthest) };
    let about = || Some((Turn::About, can_turn(state, id, Turn::About, Pace::Field)?));
    let about = if wanted.abs() > Angle::RIGHT { about() } else { None };
    [best, about].into_iter().flatten().map(off).min_by_key(|(_, off)| *off)
}

/// The whole turn, or the farthest that way that is legal, to the degree.
fn farthest_legal(state: &State, id: BodyId, block: &Block, farthest: Angle) -> Option<(Turn, Turned)> {
    let judge = |by: Angle| Some((Turn::By(by), can_turn(state, id, Turn::By(by), Pace::Field)?));
    let sign = farthest.get().signum();
    let (mut best, mut next) = (None, None);
    if is_line(state.body(id))
        && let Some((by, is_all)) = state.farthest_wheel(id, block, inner(farthest), farthest)
    {
        let done = |by| drilled(state, id, Turn::By(by), Pace::Field).ok().map(|(_, done)| (Turn::By(by), done));
        best = Some(by).filter(|by| *by != Angle::ZERO).and_then(done);
        if is_all {
            return best;
        }
        next = Some(by.abs().get() / 100 + 1);
    }
    if next.is_none() {
        best = judge(farthest);
        if best.is_some() {
            return best;
        }
    }
    let (mut low, mut high) = (next.map_or(0, |next| next - 1), farthest.abs().get() / 100);
    while low < high {
        // A degree farther than is known, then halfway.
        let middle = next.take().unwrap_or((low + high + 1) / 2);
        let found = judge(Angle::degrees(middle * sign));
        match found {
            Some(_) => (low, best) = (middle, found),
            None => high = middle - 1,
        }
    }
    best
}

/// Whether a facing change does what a duty asks: the goal then lies in front, or as near to it as can be.
pub(crate) fn serves_turn(state: &State, id: BodyId, wanted: Option<&Wanted>, done: &Turned) -> Result<(), Refusal> {
    let Some(wanted) = wanted else { return Ok(()) };
    if is_enough(state, id, wanted, done) {
        return Ok(());
    }
    let (block, place, now) = wanted;
    let left = off_front(&done.block(state, id), *place);
    match best_turn(state, id, block, *place) {
        Some((best, off)) if off < *now && left > off + Angle::degrees(1) => {
            Err(must_turn(state, id, best).at(Place::At(*place)))
        }
        _ => Ok(()),
    }
}

/// Whether a facing change leaves the goal near enough to the front, whatever else could be done.
pub(crate) fn is_enough(state: &State, id: BodyId, (_, place, _): &Wanted, done: &Turned) -> bool {
    off_front(&done.block(state, id), *place) <= enough(state)
}

/// Whether a turn is as far towards the goal as the formation and rate of a body allow, and to turn about is no better.
pub(crate) fn is_farthest(state: &State, id: BodyId, (block, place, _): &Wanted, turn: Turn) -> bool {
    let wanted = wanted_turn(block, *place);
    wanted.abs() <= Angle::RIGHT && turn == Turn::By(farthest_turn(state, id, wanted))
}

/// Why a body may not go on without a turn, and which one serves.
pub(crate) fn must_turn(state: &State, id: BodyId, best: Turn) -> Refusal {
    let words = format!("{} must turn towards what it is sent to: {}", name(state, id), turn_words(best));
    Refusal::new(FD_CMD_17, words).at(Place::Unit(id))
}

/// Why a body may not go on without a move, and which one serves.
pub(crate) fn must_move(state: &State, id: BodyId, longest: Length) -> Refusal {
    let yards = |length: Length| state.stage.in_yards(length);
    let share = asked(state, id);
    let words = match share < longest {
        true => format!("by {} yards, or go {} straight ahead", yards(share), yards(longest)),
        false => format!("and go {} yards straight ahead", yards(longest)),
    };
    let words = format!("{} must come nearer to what it is sent to {words}", name(state, id));
    Refusal::new(FD_CMD_17, words).at(Place::Unit(id))
}

/// How much nearer a body comes to its goal to have done its duty, however it goes.
pub(crate) fn asked(state: &State, id: BodyId) -> Length {
    let rate = state.rate(id, Pace::Field).unwrap_or_default();
    rate.scaled(state.stage.book.number(&numbers::DUTY_SHARE), 100)
}

/// VI.3: the straight move that the duty of a body asks for, if it does: the longest that brings it nearer.
pub(crate) fn move_due(state: &State, id: BodyId) -> Option<(Aim, Length)> {
    if !crate::phase::movement::may_move(state, id) || charged_with(state, id).is_none() {
        return None;
    }
    // Who is stopped before it need not know where to.
    let known = state.known(id).longest.get();
    if known.is_none() && state.is_stopped_within(id, &state.straight(id)?, state.stage.length(&numbers::DUTY_LEAST)) {
        return None;
    }
    let aim = duty(state, id)?;
    longest(state, id, aim, None).map(|by| (aim, by))
}

/// The longest straight move that brings a body nearer to its goal, if it is long enough to be asked for. The run as far as it may go
/// at its usual pace need not be made again where it is known.
pub(crate) fn longest(state: &State, id: BodyId, aim: Aim, run: Option<&Run>) -> Option<Length> {
    let block = state.straight(id)?;
    let allowance = state.allowance(id, state.usual_pace(id))?;
    let find = || find_longest(state, id, &block, allowance, aim, run);
    let known = state.known(id).longest.get_or_find(state.alert(id), || {
        alert_to(state, id, aim);
        let around = state.on_the_way(id, &block, &Leg::Ahead(allowance)).join(state.body(id).bounds);
        Found { what: (aim, find()), around }
    });
    if known.what.0 == aim { known.what.1 } else { find() }
}

fn find_longest(
    state: &State,
    id: BodyId,
    block: &Block,
    allowance: Length,
    aim: Aim,
    run: Option<&Run>,
) -> Option<Length> {
    let least = state.stage.length(&numbers::DUTY_LEAST);
    let most = match run {
        Some(run) => run.length(),
        None if state.is_stopped_within(id, block, least) => return None,
        None => state.run(id, block, block.pose.facing, allowance, allowance, Manner::Normal).length(),
    };
    if most < least {
        return None;
    }
    let longest = nearest_on(state, id, block, aim, most);
    (longest >= least).then_some(longest)
}

/// Whether a move so far ahead brings a body nearer for certain to whatever it may have the duty to come nearer to: all that lies beyond
/// its front even then. Who is the nearest enemy, and who is seen, need not be known for that.
pub(crate) fn leads_on(state: &State, id: BodyId, by: Length) -> bool {
    let body = state.body(id);
    let mission = charged_with(state, id);
    let (Some(mission), Some(pose)) = (mission, body.pose().filter(|_| body.bent.is_none())) else { return false };
    // From what lies far to one side it comes nearer by little: never by less than its way squared over twice the distance.
    let Bounds { min, max } = state.stage.table.bounds();
    let farthest = i64::from(max.x - min.x) + i64::from(max.y - min.y);
    if by.squared() < farthest * 64 {
        return false;
    }
    let (sin, cos) = pose.facing.sin_cos();
    let ahead = |place: &Point| i64::from(place.x) * sin + i64::from(place.y) * cos;
    let front = body.outline.corners.iter().map(ahead).max().unwrap_or(i64::MAX);
    let line = front + (i64::from((by + SLACK).get()) << 30);
    let is_beyond = |place: &Point| ahead(place) > line;
    match (mission.kind, mission.goal) {
        (Directive::GeneralAdvance, _) => {
            let enemy = body.side.enemy();
            let Segment { from, to } = state.stage.table.edge(state.home(enemy));
            let nearest = |Bounds { min, max }: &Bounds| {
                Point::new(if sin < 0 { max.x } else { min.x }, if cos < 0 { max.y } else { min.y })
            };
            let lies_on =
                |(other, around): (BodyId, Bounds)| is_beyond(&nearest(&around)) || !state.body(other).is_alive();
            is_beyond(&from) && is_beyond(&to) && state.lore.boxes_of(enemy).all(lies_on)
        }
        (_, Goal::Feature(feature)) => match state.stage.table.feature(feature).map(|feature| &feature.extent) {
            Some(Extent::Area { ground, .. }) => ground.points().iter().all(is_beyond),
            Some(Extent::Line { path, .. }) => path.iter().all(is_beyond),
            Some(Extent::Spot { at, .. }) => is_beyond(at),
            None => false,
        },
        (_, Goal::Place(place)) => is_beyond(&place),
        (_, Goal::Here) => false,
    }
}

/// How much nearer a move so far ahead brings a body to its goal at least, by the rectangle around it and what its bases fill.
pub(crate) fn nearer_by(state: &State, id: BodyId, block: &Block, aim: Aim, by: Length) -> Option<Length> {
    let (outline, filled) = (block.outline(), state.body(id).filled);
    if filled == Length::ZERO || state.body(id).bent.is_some() {
        return None;
    }
    let core = Base::new(outline.pose.ahead(by), Size::new(outline.size.width, filled));
    let before = std::slice::from_ref(&outline);
    let after = std::slice::from_ref(&core);
    let (least, most) = match aim {
        Aim::Enemy(enemy) => {
            let met = state.body(enemy).core()?;
            (gap(&outline, &state.body(enemy).outline).length(), gap(&core, &met).length())
        }
        _ => (off(state, before, aim), off(state, after, aim)),
    };
    Some(least - most - SLACK * 2)
}

/// How far ahead a body comes nearest to its goal, at most so far; nothing if it does not come nearer at all, as a bent column may not that
/// straightens as it goes.
fn nearest_on(state: &State, id: BodyId, block: &Block, aim: Aim, most: Length) -> Length {
    let off_at = |by: Length| {
        let bases = Block::new(block.pose.ahead(by), block.layout.clone()).bases();
        off(state, &bases, aim)
    };
    if nearer_by(state, id, block, aim, most).is_some_and(|nearer| nearer > Length::ZERO) {
        return most;
    }
    let now = off(state, &state.body(id).bases, aim);
    if off_at(most) < now {
        return most;
    }
    // Past the goal: the farthest whole yard at which it is still nearer than it is. Nobody comes nearer by more than he goes, but for
    // rounding: so far back it is not nearer yet.
    let yard = state.stage.yards(1).get();
    let mut yards = most.get() / yard;
    while yards > 0 {
        let by = Length::grid(yards * yard);
        let farther = off_at(by) - now;
        if farther < Length::ZERO {
            return by;
        }
        yards -= 1 + (farther - SLACK * 2).max(Length::ZERO).get() / yard;
    }
    Length::ZERO
}

/// Whether a move does what a duty asks (FD-CMD-17): nearer by half the Field rate, or as far as the longest straight move goes.
fn serves(
    state: &State,
    id: BodyId,
    aim: Aim,
    after: &[Base],
    ahead: Option<(Length, Option<&Run>)>,
) -> Result<(), Refusal> {
    let (before, now) = (off(state, &state.body(id).bases, aim), off(state, after, aim));
    if now + asked(state, id) <= before {
        return Ok(());
    }
    match longest(state, id, aim, ahead.and_then(|(_, run)| run)) {
        Some(longest) if !ahead.is_some_and(|(by, _)| by >= longest && now < before) => {
            Err(must_move(state, id, longest))
        }
        _ => Ok(()),
    }
}

/// Whether a move so far straight ahead does what a duty asks where it may not bring the body near enough; how much nearer it does at
/// least, and the run as far as the body may go at its usual pace, help where they are known.
pub(crate) fn serves_ahead(
    state: &State,
    id: BodyId,
    aim: Aim,
    block: &Block,
    by: Length,
    nearer: Option<Length>,
    run: Option<&Run>,
) -> Result<(), Refusal> {
    // No move that is asked for is longer than the longest.
    if nearer.is_some_and(|nearer| nearer > Length::ZERO) && run.is_some_and(|run| by >= run.length()) {
        return Ok(());
    }
    let after = Block::new(block.pose.ahead(by), block.layout.clone()).bases();
    serves(state, id, aim, &after, Some((by, run)))
}

/// Whether a move that is not straight ahead does what the duty of a body asks, if it has one.
pub(crate) fn serves_move(state: &State, id: BodyId, after: &[Base]) -> Result<(), Refusal> {
    duty(state, id).map_or(Ok(()), |aim| serves(state, id, aim, after, None))
}

/// The first open duty of VI.1, with the turn that does it; the step cannot end before.
pub(crate) fn open_turn(state: &State, side: Side) -> Option<(BodyId, Turn)> {
    main_bodies(state, side).find_map(|id| {
        let free = crate::phase::movement::may_face(state, id);
        free.then(|| turn_due(state, id)).flatten().map(|(turn, _)| (id, turn))
    })
}

/// The first open duty of VI.3, with the longest straight move that does it.
pub(crate) fn open_move(state: &State, side: Side) -> Option<(BodyId, Length)> {
    main_bodies(state, side).find_map(|id| move_due(state, id).map(|(_, by)| (id, by)))
}

fn main_bodies(state: &State, side: Side) -> impl Iterator<Item = BodyId> {
    let ordered = move |unit: &UnitNo| {
        let own = state.unit(*unit);
        own.side == side && own.mission.is_some_and(|mission| mission.kind != Directive::Hold)
    };
    state.all_units().map(|(unit, _)| unit).filter(ordered).filter_map(|unit| state.main_body(unit))
}

/// Whether a body is told to hold a place.
pub(crate) fn is_held(state: &State, id: BodyId) -> bool {
    control::mission_of(state, id).is_some_and(|mission| mission.kind == Directive::Hold)
}

/// What Hold allows of a move that is no shift (FD-CMD-11): only to march to a place far off.
pub(crate) fn lets_move(state: &State, id: BodyId, after: &[Base], shift: bool) -> Result<(), Refusal> {
    let Some(Mission { kind: Directive::Hold, goal }) = control::mission_of(state, id) else { return Ok(()) };
    let reach = state.stage.length(&numbers::HOLD_REACH);
    let before = gap_to_goal(state, state.shape(id), goal);
    let now = gap_to_goal(state, after, goal);
    let refuse = |words: &str| {
        let words = format!("{} must stay in place: {words}", name(state, id));
        Err(Refusal::new(FD_CMD_11, words).at(Place::Along(now.ends())))
    };
    if goal == Goal::Here || (before > now && !before.within(reach)) {
        return Ok(());
    }
    match shift {
        true if now.within(reach) => Ok(()),
        true => refuse("a shift may not lead so far off"),
        false => refuse("it may only turn, form and shift"),
    }
}

/// Assault that is done becomes Hold on the feature, Withdrawal that has arrived Hold where it is (FD-CMD-10, FD-CMD-12).
pub(crate) fn fulfilled(desk: &mut Desk<'_, Discipline>) {
    let state = desk.state();
    let mut done: Vec<(UnitNo, Mission)> = Vec::new();
    for (unit, own) in state.all_units() {
        let (Some(mission), Some(main)) = (own.mission, state.main_body(unit)) else { continue };
        match (mission.kind, mission.goal) {
            (Directive::Assault, Goal::Feature(feature)) if is_secured(state, unit, feature) => {
                done.push((unit, Mission { kind: Directive::Hold, ..mission }));
            }
            (Directive::Withdrawal, goal)
                if is_near_goal(state, state.shape(main), goal, state.stage.length(&numbers::ADJACENT)) =>
            {
                done.push((unit, Mission { kind: Directive::Hold, ..mission }));
            }
            _ => {}
        }
    }
    for (unit, mission) in done {
        control::take(desk, unit, mission);
    }
}

/// A feature is secured by a unit: a stand of it in it, and no enemy (FD-CMD-10).
fn is_secured(state: &State, unit: UnitNo, feature: FeatureId) -> bool {
    let zone = state.stage.land(feature).zone;
    let is_in = |id: BodyId| match zone {
        Some(zone) => state.body(id).zone() == Some(zone),
        None => touches(&state.stage.table, state.shape(id), feature),
    };
    let side = state.unit(unit).side;
    state.bodies_of(unit).any(|(id, _)| is_in(id)) && !state.alive(side.enemy()).any(|(id, _)| is_in(id))
}

/// What Hold allows of entering a zone: only the one that is held (FD-CMD-11).
pub(crate) fn lets_enter(state: &State, id: BodyId, zone: ZoneId) -> Result<(), Refusal> {
    let Some(Mission { kind: Directive::Hold, goal }) = control::mission_of(state, id) else { return Ok(()) };
    match goal {
        Goal::Here => Ok(()),
        Goal::Feature(feature) if state.stage.zone(zone).feature == feature => Ok(()),
        _ => {
            let words = format!("{} must stay in place and not enter {}", name(state, id), state.stage.zone(zone).name);
            Err(Refusal::new(FD_CMD_11, words).at(Place::Unit(id)))
        }
    }
}

#[cfg(test)]
mod tests {
    use firelock_core::{Grain, RuleSystem, Seeded, try_out};
    use firelock_scenario::{Battle, Muster};

    use super::*;

    /// Who goes on towards all that he may be sent to comes nearer to what he is sent to.
    #[test]
    fn who_goes_on_towards_all_comes_nearer() {
        let path = format!("{}/../../scenarios/first-volley-discipline.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a battle of this project");
        let battle = Battle::read("first-volley-discipline", &text).unwrap_or_else(|faults| panic!("{faults}"));
        let start = Discipline::muster(&battle, &Default::default()).unwrap_or_else(|faults| panic!("{faults}")).state;
        let mut nearer = 0;
        for seed in 0..6 {
            let (mut state, mut dice, mut chance) = (start.clone(), Seeded::new(seed, 0), Seeded::new(seed, u64::MAX));
            while let Some(side) = Discipline::asked(&state).first().copied() {
                for id in state.alive(side).map(|(id, _)| id) {
                    let (Some(aim), Some(block)) = (duty(&state, id), state.straight(id)) else { continue };
                    let by = state.allowance(id, state.usual_pace(id)).unwrap_or_default();
                    if leads_on(&state, id, by) {
                        let after = Block::new(block.pose.ahead(by), block.layout.clone()).bases();
                        assert!(off(&state, &after, aim) < off(&state, &state.body(id).bases, aim), "{id} to {aim:?}");
                        nearer += 1;
                    }
                }
                let Some(command) = Discipline::draw(&state, side, Grain::Coarse, &mut chance) else { break };
                try_out::<Discipline>(&mut state, side, &command, &mut dice).expect("it was drawn");
            }
        }
        assert!(nearer > 200, "only {nearer} moves");
    }
}
