//! Who sees whom, and what stops a shot: kill zones, blocking and heights (FD-LOS).

use std::cell::LazyCell;

use arrayvec::ArrayVec;
use firelock_core::{Place, Refusal};
use firelock_table::{
    Angle, Base, Bounds, Fan, FeatureId, Gap, Length, Lit, MOST_BASES, Point, Pose, Rays, Segment, Size, Trace,
    at_least_apart, gap, in_fan, is_in_fan, shade, trace, trace_over,
};

use crate::charts::{self, Sight, numbers};
use crate::clauses::FD_LOS_18;
use crate::geometry::shared_edge;
use crate::state::{Body, BodyId, State, ZoneId};
use crate::survey::{Aim, Shot};
use crate::terrain::{Height, Land, may_block};
use crate::words::Level;

/// From where a body fires.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stance<'a> {
    /// Straight ahead from a front edge (FD-LOS-01, FD-LOS-05).
    Strip(Segment, Angle),
    /// All round from a stand (FD-LOS-09).
    Round(&'a Base),
    /// All round from the edge of a zone (FD-OBJ-07).
    Zone(ZoneId),
}

impl Stance<'_> {
    fn ahead(&self) -> Option<Ahead> {
        match self {
            Stance::Strip(edge, facing) => Some(Ahead::of(*edge, *facing)),
            Stance::Round(_) | Stance::Zone(_) => None,
        }
    }
}

/// What hides one place from another.
enum Hidden {
    /// The distance; one sees so far.
    TooFar(Length),
    /// Something that lies between.
    Behind(FeatureId),
}

/// A body that fires, with what its sight depends on.
struct Gunner<'a> {
    state: &'a State,
    id: BodyId,
    stance: Stance<'a>,
    reach: Length,
    height: Height,
    /// Guns obey FD-LOS-13 to FD-LOS-16.
    gun: bool,
    /// A strip as it is seen from its left end.
    ahead: Option<Ahead>,
}

/// A body that may have a stand in the kill zone.
#[derive(Clone, Copy)]
struct Near<'a> {
    id: BodyId,
    body: &'a Body,
    /// Where the rectangle around it lies as seen from the front of who fires.
    seen: Bounds,
}

/// A stand that may lie in the kill zone, and so hide another.
struct Mark<'a> {
    aim: Aim,
    base: &'a Base,
    friend: bool,
    /// It is at least so far off.
    near: Length,
    steps: i32,
    /// Where it lies as seen from the front of who fires.
    seen: Bounds,
}

impl Mark<'_> {
    fn body(&self) -> Option<BodyId> {
        match self.aim {
            Aim::Stand(body, _) => Some(body),
            Aim::Zone(_) => None,
        }
    }
}

/// Which shots are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All.
    All,
    /// At each enemy the nearest.
    NearestOfEach,
    /// The nearest at one of them.
    At(BodyId),
    /// The one at this stand of an enemy.
    AtStand(BodyId, Aim),
    /// Any one that is the nearest at its enemy.
    Any,
}

/// All that a body can fire at from where it stands; the nearest first, equal ones by number. Guns also at what only a shell reaches.
/// Gives the box that holds everyone on whom that depends.
pub(crate) fn shots(
    state: &State,
    id: BodyId,
    stance: Stance<'_>,
    reach: Length,
    gun: bool,
    wanted: Wanted,
    into: &mut Vec<Shot>,
) -> Bounds {
    let height = if gun { state.height_of(id) } else { Height::GROUND };
    let reach = match gun {
        true => gun_reach(state, id, height, reach),
        false => reach,
    };
    let mut gunner = Gunner { state, id, stance, reach, height, gun, ahead: stance.ahead() };
    let near: Vec<Near<'_>> = gunner.near().collect();
    if !gunner.may_have_targets(&near) {
        return gunner.around();
    }
    if !gun {
        gunner.height = state.height_of(id);
    }
    let from = into.len();
    gunner.stands(&near, wanted, into);
    let has_all = match wanted {
        Wanted::At(_) | Wanted::AtStand(..) => true,
        Wanted::Any => into.len() > from,
        Wanted::All | Wanted::NearestOfEach => false,
    };
    if !has_all {
        gunner.zones(into);
    }
    into[from..].sort_by_key(|shot| (shot.range, shot.at));
    gunner.around()
}

/// Whom a body may be able to hit outside of zones, and the box that holds everyone on whom that depends: a quick look.
pub(crate) fn targets(
    state: &State,
    id: BodyId,
    stance: Stance<'_>,
    reach: Length,
    gun: bool,
) -> (Vec<BodyId>, Bounds) {
    let gunner = Gunner { state, id, stance, reach, height: Height::GROUND, gun, ahead: stance.ahead() };
    let side = state.body(id).side;
    let enemies = gunner.near().filter(|near| near.body.side != side).map(|near| near.id);
    (enemies.collect(), gunner.bounds())
}

/// Every stand, friend or enemy, in the strip of a gun up to the first ground that hides it (FD-OPT-05); the nearest first.
pub(crate) fn all_in_strip(state: &State, id: BodyId, stance: Stance<'_>, reach: Length, into: &mut Vec<Shot>) {
    let height = state.height_of(id);
    let reach = gun_reach(state, id, height, reach);
    let gunner = Gunner { state, id, stance, reach, height, gun: true, ahead: stance.ahead() };
    for mark in gunner.marks(gunner.near(), None) {
        let Some(gap) = gunner.gap_to(mark.base, &mark.seen) else { continue };
        if gunner.ground_before(mark.base, None).is_none_or(|ground| !gunner.is_lit(mark.base, &ground)) {
            continue;
        }
        into.push(Shot { by: id, at: mark.aim, range: gap.length(), over: false });
    }
    into.sort_by_key(|shot| (shot.range, shot.at));
}

/// FD-LOS-15: a gun on a slope that faces downhill does not reach so far.
fn gun_reach(state: &State, id: BodyId, height: Height, reach: Length) -> Length {
    match height {
        Height { level: Level::Slope, hill: Some(hill), .. } if !faces_uphill(state, id, hill) => {
            reach.min(state.stage.length(&numbers::DOWNHILL_FIRE))
        }
        _ => reach,
    }
}

/// Whether a gun on a slope faces towards its hilltop: straight ahead the crest comes nearer.
fn faces_uphill(state: &State, id: BodyId, hill: FeatureId) -> bool {
    let Some(pose) = state.body(id).pose() else { return false };
    state.behind_crest(hill, pose.ahead(state.stage.yards(1)).at) < state.behind_crest(hill, pose.at)
}

impl<'a> Gunner<'a> {
    /// The nearest way to a base, seen there, that lies in the kill zone and within reach.
    fn gap_to(&self, base: &Base, seen: &Bounds) -> Option<Gap> {
        match self.stance {
            // What lies well in the strip need not be cut to it.
            Stance::Strip(edge, _) if self.ahead.is_some_and(|ahead| ahead.holds(seen)) => {
                Some(gap(edge, base)).filter(|gap| gap.within(self.reach))
            }
            Stance::Strip(edge, facing) => in_fan(&Fan { edge, facing, spread: Angle::ZERO, reach: self.reach }, base),
            Stance::Round(own) if at_least_apart(own, base) > self.reach => None,
            Stance::Round(own) => Some(gap(own, base)).filter(|gap| gap.within(self.reach)),
            Stance::Zone(zone) => Some(gap(self.state.ground(zone), base)).filter(|gap| gap.within(self.reach)),
        }
    }

    fn bounds(&self) -> Bounds {
        match self.stance {
            Stance::Strip(edge, facing) => {
                let ahead = |place: Point| place.ahead(facing, self.reach);
                Bounds::of(&[edge.from, edge.to, ahead(edge.from), ahead(edge.to)])
            }
            Stance::Round(own) => own.bounds().grown(self.reach),
            Stance::Zone(zone) => self.state.ground(zone).bounds().grown(self.reach),
        }
    }

    /// The box that holds everyone on whom the shots depend. The range of a zone is that of its nearest place, straight ahead or not, so it
    /// can be fired at though it lies off the box of the strip.
    fn around(&self) -> Bounds {
        let own = self.bounds();
        let Stance::Strip(edge, facing) = self.stance else { return own };
        let fan = Fan { edge, facing, spread: Angle::ZERO, reach: self.reach };
        let grounds = self.state.stage.all_zones().map(|(_, zone)| &zone.ground);
        let off = grounds.filter(|ground| !own.meets(ground.bounds()) && is_in_fan(&fan, *ground));
        off.fold(own, |around, ground| around.join(*ground.bounds()))
    }

    /// Whether a rectangle, seen there, may lie in the kill zone: a quick look.
    fn may_hold(&self, base: &Base, seen: &Bounds) -> bool {
        match (self.stance, &self.ahead) {
            (_, Some(ahead)) => ahead.may_hold(seen, self.reach),
            (Stance::Round(own), None) => at_least_apart(own, base) <= self.reach,
            (Stance::Strip(..) | Stance::Zone(_), None) => true,
        }
    }

    /// The bodies of either side that may have a stand in the kill zone.
    fn near(&self) -> impl Iterator<Item = Near<'a>> {
        // FD-MOV-40: guns left on the field neither block nor are a target.
        let others = self.state.in_field(self.bounds()).filter(|(id, _)| *id != self.id);
        let near = others.map(|(id, body)| Near { id, body, seen: self.seen(&body.outline) });
        near.filter(|near| self.may_hold(&near.body.outline, &near.seen))
    }

    /// Whether there may be anything to fire at.
    fn may_have_targets(&self, near: &[Near<'_>]) -> bool {
        let side = self.state.body(self.id).side;
        let held = |zone: ZoneId| self.state.in_zone(zone).any(|(_, body)| body.side != side);
        near.iter().any(|near| near.body.side != side) || self.state.stage.all_zones().any(|(zone, _)| held(zone))
    }

    /// The box that holds all lines to what lies in another one; none for parallels.
    fn lines_to(&self, around: Bounds) -> Option<Bounds> {
        match self.stance {
            Stance::Strip(..) => None,
            Stance::Round(own) => Some(Bounds::of(&[own.center()]).join(around)),
            Stance::Zone(zone) => Some(self.state.ground(zone).bounds().join(around)),
        }
    }

    /// Whether a stand of a body may hide some of what is seen there, or lies in the box of all lines to it: a quick look.
    fn may_hide(&self, body: &Near<'_>, seen: &Bounds, lines: Option<&Bounds>) -> bool {
        match lines {
            None => may_hide(&body.seen.grown(Length::grid(2 * SLACK)), seen),
            Some(lines) => lines.meets(&body.body.bounds),
        }
    }

    /// How far off a stand is at least that lies within reach of who looks all round.
    fn off_round(&self, base: &Base) -> Option<Length> {
        match self.stance {
            Stance::Round(own) if own.center().distance_squared(base.center()) <= self.reach.squared() => {
                Some(at_least_apart(own, base).max(Length::ZERO))
            }
            _ => self.gap_to(base, &self.seen(base)).map(|gap| gap.length()),
        }
    }

    /// Every stand of either side that may lie in the kill zone, and in the box of all lines where one is given; couriers and commanders
    /// are none (FD-LOS-11).
    fn marks(&self, near: impl Iterator<Item = Near<'a>>, lines: Option<&Bounds>) -> Vec<Mark<'a>> {
        let side = self.state.body(self.id).side;
        let mut marks = Vec::with_capacity(16);
        for Near { id, body, .. } in near {
            for (nth, base) in (0_u8..).zip(body.bases.iter()) {
                let seen = self.seen(base);
                if !self.may_see(&seen) || lines.is_some_and(|lines| !lines.meets(&base.bounds())) {
                    continue;
                }
                let near = match self.ahead {
                    Some(_) => Length::grid((seen.min.y - SLACK).max(0)),
                    None => match self.off_round(base) {
                        Some(off) => off,
                        None => continue,
                    },
                };
                let steps = if self.gun { self.state.height(base.center()).steps } else { 0 };
                marks.push(Mark { aim: Aim::Stand(id, nth), base, friend: body.side == side, near, steps, seen });
            }
        }
        marks
    }

    fn stands(&self, near: &[Near<'a>], wanted: Wanted, into: &mut Vec<Shot>) {
        // The stands of a body follow each other.
        let of_one = |one: &Mark<'_>, two: &Mark<'_>| one.body() == two.body();
        if matches!(wanted, Wanted::All | Wanted::NearestOfEach) {
            let marks = self.marks(near.iter().copied(), None);
            for stands in marks.chunk_by(of_one).filter(|stands| !stands[0].friend) {
                self.stands_of(stands, &marks, wanted, into);
            }
            return;
        }
        // For one enemy only those who may hide him are looked at.
        let (side, from) = (self.state.body(self.id).side, into.len());
        let is_wanted = |enemy: BodyId| match wanted {
            Wanted::At(one) | Wanted::AtStand(one, _) => enemy == one,
            Wanted::All | Wanted::NearestOfEach | Wanted::Any => true,
        };
        for target in near.iter().filter(|near| near.body.side != side && is_wanted(near.id)) {
            let stand = match wanted {
                Wanted::AtStand(_, Aim::Stand(_, nth)) => target.body.bases.get(usize::from(nth)),
                _ => None,
            };
            let all = || (target.seen, target.body.bounds);
            let (seen, around) = stand.map_or_else(all, |base| (self.seen(base), base.bounds()));
            let lines = self.lines_to(around);
            let may_hide = |other: &Near<'_>| self.may_hide(other, &seen, lines.as_ref());
            let others = near.iter().filter(|other| other.id == target.id || may_hide(other));
            let marks = self.marks(others.copied(), lines.as_ref());
            for stands in marks.chunk_by(of_one).filter(|stands| stands[0].body() == Some(target.id)) {
                let stands = match wanted {
                    Wanted::AtStand(_, at) => {
                        stands.iter().position(|mark| mark.aim == at).map(|nth| &stands[nth..=nth])
                    }
                    _ => Some(stands),
                };
                self.stands_of(stands.unwrap_or_default(), &marks, wanted, into);
            }
            if wanted == Wanted::Any && into.len() > from {
                return;
            }
        }
    }

    /// The stands of one enemy, the nearest first. How far off a stand is exactly is measured when it may be the next.
    fn stands_of(&self, stands: &[Mark<'_>], marks: &[Mark<'_>], wanted: Wanted, into: &mut Vec<Shot>) {
        let mut left: ArrayVec<(Length, Option<Gap>, &Mark<'_>), MOST_BASES> =
            stands.iter().map(|mark| (mark.near, None, mark)).collect();
        while let Some(nth) = (0..left.len()).min_by_key(|nth| (left[*nth].0, left[*nth].1.is_some(), left[*nth].2.aim))
        {
            let (_, measured, mark) = left.swap_remove(nth);
            let Some(gap) = measured else {
                left.extend(self.gap_to(mark.base, &mark.seen).map(|gap| (gap.length(), Some(gap), mark)));
                continue;
            };
            let Aim::Stand(target, nth) = mark.aim else { continue };
            if self.state.is_locked(target, usize::from(nth)) || !self.within_levels(target, mark.base) {
                continue;
            }
            let Some(ground) = self.ground_before(mark.base, None) else { continue };
            let found = into.len();
            self.push(mark.aim, mark.base, gap, mark.steps, marks, &ground, into);
            if into.len() > found && wanted != Wanted::All {
                return;
            }
        }
    }

    /// Zones with an enemy in them (FD-OBJ-08).
    fn zones(&self, into: &mut Vec<Shot>) {
        let side = self.state.body(self.id).side;
        let mut marks = None;
        for (id, zone) in self.state.stage.all_zones() {
            if !self.state.in_zone(id).any(|(_, body)| body.side != side) {
                continue;
            }
            let reach = match self.stance {
                Stance::Strip(edge, facing) => {
                    in_fan(&Fan { edge, facing, spread: Angle::ZERO, reach: self.reach }, &zone.ground)
                }
                Stance::Round(own) => Some(gap(own, &zone.ground)).filter(|gap| gap.within(self.reach)),
                Stance::Zone(own) => {
                    Some(gap(self.state.ground(own), &zone.ground)).filter(|gap| gap.within(self.reach))
                }
            };
            let base = boxed(zone.ground.bounds());
            let (Some(gap), Some(ground)) = (reach, self.ground_before(&base, Some(id))) else { continue };
            let marks = marks.get_or_insert_with(|| self.marks(self.near(), None));
            self.push(Aim::Zone(id), &base, gap, self.state.height(base.center()).steps, marks, &ground, into);
        }
    }

    /// Adds the shot if friends hide no part of the target and enemies and ground not all of it (FD-LOS-07, FD-LOS-08).
    #[expect(clippy::too_many_arguments, reason = "one target with all that may hide it")]
    fn push(
        &self,
        at: Aim,
        base: &Base,
        range: Gap,
        steps: i32,
        marks: &[Mark<'_>],
        ground: &[FeatureId],
        into: &mut Vec<Shot>,
    ) {
        // FD-LOS-10: along parallels to the front, or from the middle of who looks all round.
        let rays = match self.stance {
            Stance::Strip(front, facing) => Rays::Ahead { front, facing },
            Stance::Round(own) => Rays::From(own.center()),
            Stance::Zone(zone) => Rays::From(gap(self.state.ground(zone), base).ends().from),
        };
        // FD-LOS-13: a gun above both the target and those between fires over them.
        let over = |mark: &&Mark<'_>| !(self.gun && self.height.steps > steps && self.height.steps > mark.steps);
        // No stand that hides it begins farther off than its far end, and from one place none off the box of all lines to it.
        let far = range.length() + base.size.width + base.size.depth;
        let seen = self.seen(base);
        let lines = match rays {
            Rays::From(eye) => Some(Bounds::of(&[eye]).join(base.bounds())),
            Rays::Ahead { .. } => None,
        };
        let near = |mark: &&Mark<'_>| {
            mark.aim != at
                && mark.near <= far
                && lines.map_or_else(|| may_hide(&mark.seen, &seen), |lines| lines.meets(&mark.base.bounds()))
        };
        let others: Vec<&Mark<'_>> = marks.iter().filter(near).filter(over).collect();
        let grounds = ground.iter().filter_map(|id| self.state.stage.table.ground(*id));
        let grounds = grounds
            .filter(|ground| self.ahead.as_ref().is_none_or(|ahead| may_hide(&ahead.seen_of(ground.points()), &seen)));
        let mut grounds = grounds.peekable();
        if let Some(ahead) = &self.ahead {
            let by_friend = || others.iter().any(|mark| mark.friend && ahead.hides(&mark.seen, &seen));
            let is_bare = grounds.peek().is_none();
            let shot = |over: bool| Shot { by: self.id, at, range: range.length(), over };
            if is_bare && ahead.leaves(&seen, &others) {
                into.push(shot(false));
                return;
            }
            if (is_bare && ahead.holds(&seen) || !self.gun) && by_friend() {
                // Only a shell reaches it.
                into.extend(self.gun.then(|| shot(true)));
                return;
            }
        }
        let stands = others.into_iter().map(|mark| (Some(mark.friend), &mark.base.corners[..]));
        let mut blockers = stands.chain(grounds.map(|ground| (None, ground.points()))).peekable();
        // Without them a target is seen that lies well in the strip, or well off the place.
        let is_seen = |ahead: &Ahead| ahead.holds(&seen);
        let is_off = || range.length() > base.size.width + base.size.depth;
        if blockers.peek().is_none() && self.ahead.as_ref().map_or_else(is_off, is_seen) {
            into.push(Shot { by: self.id, at, range: range.length(), over: false });
            return;
        }
        let shade = shade(rays, base, blockers);
        let lit = shade.lit_past(|by| by == Some(true)) == Lit::Wholly
            && matches!(shade.lit_past(|by| by != Some(true)), Lit::Wholly | Lit::Partly);
        let bursting = || self.gun && matches!(shade.lit_past(|by| by.is_none()), Lit::Wholly | Lit::Partly);
        if lit || bursting() {
            into.push(Shot { by: self.id, at, range: range.length(), over: !lit });
        }
    }

    /// Whether what is seen there may lie in the strip; who looks all round has none.
    fn may_see(&self, seen: &Bounds) -> bool {
        self.ahead.as_ref().is_none_or(|ahead| ahead.may_hold(seen, self.reach))
    }

    /// Where a rectangle lies as seen from the front of a strip; who looks all round sees nothing beside another.
    fn seen(&self, base: &Base) -> Bounds {
        self.ahead.as_ref().map_or(Bounds::of(&[Point::ORIGIN]), |ahead| ahead.seen(base))
    }

    /// Whether ground leaves some of a target to be seen along the strip.
    fn is_lit(&self, base: &Base, ground: &[FeatureId]) -> bool {
        let Stance::Strip(front, facing) = self.stance else { return true };
        let grounds = ground.iter().filter_map(|id| self.state.stage.table.ground(*id));
        let shade = shade(Rays::Ahead { front, facing }, base, grounds.map(|ground| ((), ground.points())));
        matches!(shade.lit(), Lit::Wholly | Lit::Partly)
    }

    /// The ground that may hide a part of a target; none where it hides all of it (FD-LOS-03, FD-LOS-04, FD-LOS-17, FD-LOS-19).
    fn ground_before(&self, base: &Base, zone: Option<ZoneId>) -> Option<Vec<FeatureId>> {
        let state = self.state;
        let line = self.line_to(base);
        let reach = Bounds::of(&[line.from, line.to]).join(base.bounds()).join(self.edge_bounds());
        let aim = state.height(base.center());
        let own = state.body(self.id).zone();
        let mut found = Vec::new();
        for &(id, _) in state.stage.screens.iter().filter(|(_, around)| around.meets(&reach)) {
            let (land, Some(ground)) = (state.stage.land(id), state.stage.table.ground(id)) else { continue };
            if land.height < self.height.steps.min(aim.steps) {
                continue;
            }
            match land.terrain.sight() {
                Sight::Clear => {}
                Sight::Depth => {
                    let ends = [line.from, base.center()].map(|place| ground.contains(place));
                    if ends == [false, false] {
                        found.push(id);
                    } else if depth(state, line, id) > state.stage.length(&numbers::WOODS_FIRE) {
                        return None;
                    }
                }
                Sight::Level => {
                    let on_top = self.height.hill == Some(id) && self.height.level == Level::Hilltop
                        || aim.hill == Some(id) && aim.level == Level::Hilltop;
                    if !on_top {
                        found.push(id);
                    }
                }
                Sight::Blocks => {
                    let is_own = land.zone.is_some() && (land.zone == zone || land.zone == own);
                    let inside = ground.contains(base.center()) || ground.contains(line.from);
                    if !is_own && !inside {
                        found.push(id);
                    }
                }
            }
        }
        Some(found)
    }

    /// The line of fire at the middle of a target: a parallel of the strip, or straight from the firer.
    fn line_to(&self, base: &Base) -> Segment {
        line_of_fire(self.state, self.stance, base)
    }

    fn edge_bounds(&self) -> Bounds {
        match self.stance {
            Stance::Strip(edge, _) => edge.bounds(),
            Stance::Round(own) => own.bounds(),
            Stance::Zone(_) => Bounds::EMPTY,
        }
    }

    /// FD-LOS-14, FD-LOS-16: what a gun on a hill may hit, and from where a gun on top may be hit.
    fn within_levels(&self, target: BodyId, base: &Base) -> bool {
        let state = self.state;
        let aim = state.height(base.center());
        let near_crest = |hill: FeatureId, place: Point, reach: &firelock_core::Number| {
            state.behind_crest(hill, place) <= state.stage.length(reach)
        };
        if self.gun
            && let (Level::Slope, Some(hill)) = (self.height.level, self.height.hill)
            && faces_uphill(state, self.id, hill)
        {
            let same = aim.hill == Some(hill);
            return match aim.level {
                Level::Slope => same,
                Level::Hilltop => same && near_crest(hill, base.center(), &numbers::UPHILL_FIRE),
                Level::Ground => false,
            };
        }
        if self.gun
            && let (Level::Hilltop, Some(hill)) = (self.height.level, self.height.hill)
            && aim.steps < self.height.steps
        {
            return near_crest(hill, state.center(self.id), &numbers::CREST_FIRE);
        }
        if let (Level::Hilltop, Some(hill)) = (aim.level, aim.hill)
            && self.height.steps < aim.steps
            && state.body(target).gun().is_some()
        {
            return near_crest(hill, base.center(), &numbers::CREST_FIRE);
        }
        true
    }
}

/// Whether ground hides what lies behind it from a place so high, between ends in such zones.
fn blocks_sight(land: &Land, level: impl Fn() -> i32, ends: [Option<ZoneId>; 2]) -> bool {
    match land.terrain.sight() {
        Sight::Level => land.height > level(),
        Sight::Blocks => land.zone.is_none() || !ends.contains(&land.zone),
        Sight::Clear | Sight::Depth => false,
    }
}

/// Whether a line may pass through a box that its own box meets: the corners do not all lie on one side of it.
fn may_cross(line: Segment, Bounds { min, max }: &Bounds) -> bool {
    let side = |x: i32, y: i32| line.side(Point::new(x, y)).signum();
    (side(min.x, min.y) + side(min.x, max.y) + side(max.x, max.y) + side(max.x, min.y)).abs() < 4
}

/// How many steps of the grid what is seen from a front may be off.
const SLACK: i32 = 4;

/// Whether a stand may hide some of a target: on parallels one that lies beside or behind it does not, as what is narrower than a
/// touch hides nothing.
fn may_hide(stand: &Bounds, target: &Bounds) -> bool {
    let beside = stand.max.x <= target.min.x || stand.min.x >= target.max.x;
    !beside && stand.min.y <= target.max.y + SLACK
}

/// The ground before a front, to the right and ahead of its left end: for quick looks, to a few steps of the grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    from: Point,
    sin: i64,
    cos: i64,
    width: i32,
}

impl Ahead {
    pub(crate) fn of(edge: Segment, facing: Angle) -> Ahead {
        let (sin, cos) = facing.sin_cos();
        let home = Ahead { from: edge.from, sin, cos, width: 0 };
        Ahead { width: home.local(edge.to).x, ..home }
    }

    fn local(&self, place: Point) -> Point {
        let (east, north) = (i64::from(place.x - self.from.x), i64::from(place.y - self.from.y));
        let grid = |fine: i64| (fine >> 30) as i32;
        Point::new(grid(east * self.cos - north * self.sin), grid(north * self.cos + east * self.sin))
    }

    /// Where a closed line of corners lies.
    fn seen_of(&self, corners: &[Point]) -> Bounds {
        corners.iter().fold(Bounds::EMPTY, |bounds, corner| bounds.with(self.local(*corner)))
    }

    /// Where a rectangle lies.
    fn seen(&self, base: &Base) -> Bounds {
        let [a, b, c, d] = base.corners;
        let (a, b, c, d) = (self.local(a), self.local(b), self.local(c), self.local(d));
        Bounds {
            min: Point::new(a.x.min(b.x).min(c.x.min(d.x)), a.y.min(b.y).min(c.y.min(d.y))),
            max: Point::new(a.x.max(b.x).max(c.x.max(d.x)), a.y.max(b.y).max(c.y.max(d.y))),
        }
    }

    /// Whether some of what lies there lies ahead in the strip for certain.
    fn holds(&self, Bounds { min, max }: &Bounds) -> bool {
        max.x.min(self.width) - min.x.max(0) > 4 * SLACK && min.y > SLACK
    }

    /// From where to where what lies there lies in the strip across it.
    fn across(&self, Bounds { min, max }: &Bounds) -> (i32, i32) {
        (min.x.max(0), max.x.min(self.width))
    }

    /// Whether a stand hides some of a target for certain: it lies before it.
    fn hides(&self, stand: &Bounds, target: &Bounds) -> bool {
        let ((from, to), (left, right)) = (self.across(stand), self.across(target));
        to.min(right) - from.max(left) > 4 * SLACK && stand.min.y > SLACK && stand.max.y + SLACK < target.min.y
    }

    /// Whether enemies alone stand before a target and leave some of it to be seen for certain.
    fn leaves(&self, target: &Bounds, others: &[&Mark<'_>]) -> bool {
        if !self.holds(target) || others.iter().any(|mark| mark.friend) {
            return false;
        }
        let (mut from, to) = self.across(target);
        let hidden = |mark: &&Mark<'_>| (mark.seen.min.x - SLACK, mark.seen.max.x + SLACK);
        while from < to {
            // On to the end of what hides this place, or see how wide it is open.
            match others
                .iter()
                .map(hidden)
                .filter(|(left, right)| *left <= from && from < *right)
                .map(|(_, right)| right)
                .max()
            {
                Some(right) => from = right,
                None => {
                    let next = others.iter().map(hidden).map(|(left, _)| left).filter(|left| *left > from).min();
                    let open = next.unwrap_or(to).min(to);
                    if open - from > 4 * SLACK {
                        return true;
                    }
                    from = open;
                }
            }
        }
        false
    }

    /// Whether a rectangle may lie in the strip.
    pub(crate) fn may_have(&self, base: &Base, reach: Length) -> bool {
        self.may_hold(&self.seen(base), reach)
    }

    /// Whether some of a rectangle lies in the strip and within reach for certain.
    pub(crate) fn has(&self, base: &Base, reach: Length) -> bool {
        let seen = self.seen(base);
        self.holds(&seen) && seen.max.y + SLACK < reach.get()
    }

    /// Whether what lies there may lie in the strip.
    fn may_hold(&self, Bounds { min, max }: &Bounds, reach: Length) -> bool {
        max.x >= -SLACK && min.x <= self.width + SLACK && max.y >= -SLACK && min.y <= reach.get() + SLACK
    }
}

/// The line of fire at the middle of a base.
pub(crate) fn line_of_fire(state: &State, stance: Stance<'_>, base: &Base) -> Segment {
    match stance {
        Stance::Strip(front, facing) => {
            let home = Pose::new(front.from, facing);
            let middle = home.local(base.center());
            let across = middle.x.clamp(0, front.length().get());
            Segment::new(home.place(Point::new(across, 0)), home.place(Point::new(across, middle.y)))
        }
        Stance::Round(own) => Segment::new(own.center(), base.center()),
        Stance::Zone(zone) => Segment::new(gap(state.ground(zone), base).ends().from, base.center()),
    }
}

/// The length of a line of fire inside a wood or rough.
fn depth(state: &State, line: Segment, id: FeatureId) -> Length {
    trace(&state.stage.table, line.from, line.to).length_in(|feature| feature == id)
}

/// One rectangle around a box.
fn boxed(bounds: &Bounds) -> Base {
    let size = Size::new(Length::grid(bounds.max.x - bounds.min.x), Length::grid(bounds.max.y - bounds.min.y));
    Base::new(Pose::new(Point::new(bounds.min.x.midpoint(bounds.max.x), bounds.max.y), Angle::ZERO), size)
}

impl State {
    /// Whether a stand of a body touches an enemy: it neither fires nor is fired at (FD-LOS-12).
    pub(crate) fn is_locked(&self, id: BodyId, nth: usize) -> bool {
        if !self.in_contact(id) {
            return false;
        }
        let contact = self.stage.length(&numbers::CONTACT);
        let Some(base) = self.body(id).bases.get(nth) else { return true };
        let touches = |other: &Base| shared_edge(base, other, contact) > Length::ZERO;
        self.opponents(id).any(|other| self.body(other).bases.iter().any(touches))
    }

    /// Visibility (FD-LOS-18): a clear line between two places, within the limit of the weather.
    pub(crate) fn sees(&self, from: Point, to: Point, ends: [Option<ZoneId>; 2]) -> bool {
        self.looks_through(from, to, ends, || self.height(from).steps.max(self.height(to).steps))
    }

    /// The same as `hidden` tells, without what hides it; how high the higher of the two lies is asked only where that matters.
    fn looks_through(&self, from: Point, to: Point, ends: [Option<ZoneId>; 2], level: impl Fn() -> i32) -> bool {
        let sees = self.is_clear(from, to, ends, level);
        debug_assert_eq!(sees, self.hidden(from, to, ends).is_none());
        sees
    }

    fn is_clear(&self, from: Point, to: Point, ends: [Option<ZoneId>; 2], level: impl Fn() -> i32) -> bool {
        if from.distance_squared(to) > self.sight_cap().squared() {
            return false;
        }
        let line = Segment::new(from, to);
        let own = line.bounds();
        let level = LazyCell::new(level);
        let mut is_in_woods = false;
        for (id, _) in self.stage.screens.iter().filter(|(_, around)| around.meets(&own) && may_cross(line, around)) {
            let blocks = blocks_sight(self.stage.land(*id), || *level, ends);
            let is_wood = self.stage.land(*id).terrain.sight() == Sight::Depth;
            if (blocks || is_wood && !is_in_woods)
                && self.stage.table.ground(*id).is_some_and(|ground| ground.meets_line(line))
            {
                if blocks {
                    return false;
                }
                is_in_woods = true;
            }
        }
        !is_in_woods || !self.is_deep_in_woods(&trace_over(&self.stage.table, from, to, |id| self.is_wood(id)))
    }

    fn sight_cap(&self) -> Length {
        charts::sight_cap(&self.stage.book, self.stage.weather).on_table(self.stage.scale)
    }

    fn is_wood(&self, id: FeatureId) -> bool {
        self.stage.land(id).terrain.sight() == Sight::Depth
    }

    fn is_deep_in_woods(&self, trace: &Trace) -> bool {
        trace.length_in(|id| self.is_wood(id)) > self.stage.length(&numbers::WOODS_SIGHT)
    }

    /// What hides one place from another, if anything does.
    fn hidden(&self, from: Point, to: Point, ends: [Option<ZoneId>; 2]) -> Option<Hidden> {
        let cap = self.sight_cap();
        if from.distance_squared(to) > cap.squared() {
            return Some(Hidden::TooFar(cap));
        }
        let level = LazyCell::new(|| self.height(from).steps.max(self.height(to).steps));
        let blocks = |id: FeatureId| blocks_sight(self.stage.land(id), || *level, ends);
        let trace = trace_over(&self.stage.table, from, to, |id| self.is_wood(id) || blocks(id));
        let deep = self.is_deep_in_woods(&trace);
        let first = if deep { trace.first(|id| self.is_wood(id)) } else { trace.first(blocks) };
        first.map(|span| Hidden::Behind(span.feature))
    }

    /// Whether a body sees another one.
    pub(crate) fn sees_body(&self, id: BodyId, other: BodyId) -> bool {
        let level = || self.height_of(id).steps.max(self.height_of(other).steps);
        self.looks_through(self.center(id), self.center(other), [id, other].map(|id| self.body(id).zone()), level)
    }

    /// Whether a body sees another one, and what hides it if not.
    pub(crate) fn looks_at(&self, id: BodyId, other: BodyId) -> Result<(), Refusal> {
        let line = Segment::new(self.center(id), self.center(other));
        let who = crate::view::name(self, other);
        let reason = match self.hidden(line.from, line.to, [id, other].map(|id| self.body(id).zone())) {
            None => return Ok(()),
            Some(Hidden::Behind(feature)) => format!("{} hides {who}", self.stage.land(feature).called()),
            Some(Hidden::TooFar(cap)) => {
                let [far, cap] = [line.length(), cap].map(|length| self.stage.in_yards(length));
                format!("{who} is {far} yards off and one sees {cap}")
            }
        };
        Err(Refusal::new(FD_LOS_18, reason).at(Place::Along(line)))
    }

    /// The nearest enemy that a body sees, the lowest number of equals.
    pub(crate) fn nearest_visible(&self, id: BodyId) -> Option<BodyId> {
        let sees = |enemy: BodyId| self.sees_body(id, enemy);
        // Mostly it sees the nearest of all.
        let found = || {
            let near = self.nearest(id)?;
            let sees_other = |enemy: BodyId| enemy != near.enemy && sees(enemy);
            if sees(near.enemy) { Some(near) } else { self.nearest_of(id, sees_other) }
        };
        self.known(id).visible.get_or_init(|| self.alerted(id, found())).map(|near| near.enemy)
    }

    /// From where a body fires, if it has a front or needs none; guns to their front side (FD-FRM-08).
    pub(crate) fn stance(&self, id: BodyId) -> Option<Stance<'_>> {
        let body: &Body = self.body(id);
        if let (Some(zone), None) = (body.zone(), body.pose()) {
            return Some(Stance::Zone(zone));
        }
        if self.is_open(id) {
            return body.bases.first().map(Stance::Round);
        }
        Some(Stance::Strip(self.front(id)?, body.pose()?.facing))
    }
}

/// The features of a table that can stop sight or fire, with the boxes around them.
pub(crate) fn screens(table: &firelock_table::Table, land: &[crate::terrain::Land]) -> Vec<(FeatureId, Bounds)> {
    let all = table.features().map(|(id, _)| id).filter(|id| may_block(&land[usize::from(id.0)]));
    all.filter_map(|id| Some((id, *table.ground(id)?.bounds()))).collect()
}
