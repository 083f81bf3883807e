//! Where the stands of a body are, and what it faces: bases, fronts, gaps, quarters.

use std::sync::Arc;

use arrayvec::ArrayVec;
use firelock_core::Side;
use firelock_table::{
    Angle, Base, Body as Block, BodyId as InCrowd, Bounds, Crowd, Cut, Gap, Layout, Length, MOST_BASES, Point, Polygon,
    Pose, Quarter, Segment, Shape, Size as Extent, TableEdge, at_least_apart, gap, gap_within, quarter, ranks, solid,
};

use crate::charts::{self, Base as Piece, numbers};
use crate::known::{self, Near};
use crate::roster::Roster;
use crate::state::{Body, BodyId, CommanderId, Kind, Place, Stage, State, ZoneId};
use crate::words::{Formation, GunState, Order, Size};

/// The size of a base of T1 (FD-SCL-07).
pub(crate) fn base_size(stage: &Stage, piece: Piece) -> Extent {
    stage.sizes[piece as usize]
}

/// The sizes of all bases of T1, by row.
pub(crate) fn sizes(book: &firelock_core::Rulebook) -> [Extent; 4] {
    [Piece::Stand, Piece::Half, Piece::Limber, Piece::Double].map(|piece| {
        let (front, depth) = charts::base_size(book, piece);
        Extent::new(front, depth)
    })
}

/// The size of one stand of a body as it is now.
fn stand_size(stage: &Stage, roster: &Roster, kind: &Kind, stand: u8) -> Extent {
    let piece = match kind {
        Kind::Troops => match roster.stands[usize::from(stand)].size {
            Size::Full => Piece::Stand,
            Size::Half => Piece::Half,
            Size::Double => Piece::Double,
        },
        Kind::Section(gun) if gun.state == GunState::Limbered || gun.hitched => Piece::Limber,
        Kind::Section(_) => Piece::Stand,
        Kind::Crew { .. } => Piece::Half,
        Kind::Wagon { .. } => Piece::Limber,
    };
    base_size(stage, piece)
}

/// The straight layout of a body (FD-FRM-02, FD-FRM-05): a row, or one stand (horse: one troop) behind the other.
pub(crate) fn layout(stage: &Stage, roster: &Roster, body: &Body) -> Layout {
    drawn_up(stage, roster, body, body.formation, &body.stands)
}

/// The straight layout of a body that were drawn up otherwise.
pub(crate) fn drawn_up(stage: &Stage, roster: &Roster, body: &Body, formation: Formation, stands: &[u8]) -> Layout {
    let sizes: ArrayVec<Extent, MOST_BASES> =
        stands.iter().map(|stand| stand_size(stage, roster, &body.kind, *stand)).collect();
    if formation != Formation::Column {
        return ranks(&[&sizes]);
    }
    let mut rows: ArrayVec<&[Extent], MOST_BASES> = ArrayVec::new();
    let mut from = 0;
    while from < sizes.len() {
        let to = from + row_length(roster, body.mounted, stands, from);
        rows.push(&sizes[from..to]);
        from = to;
    }
    ranks(&rows)
}

/// How many stands of a column stand abreast, from that one on: one of foot, a troop of horse.
fn row_length(roster: &Roster, mounted: bool, stands: &[u8], from: usize) -> usize {
    let troop = |nth: usize| roster.stands[usize::from(stands[nth])].troop;
    match mounted {
        true => (from..stands.len()).take_while(|nth| troop(*nth) == troop(from)).count(),
        false => 1,
    }
}

/// How many stands are in the front row (FD-FRM-14).
pub(crate) fn front_row(roster: &Roster, body: &Body) -> usize {
    match body.formation {
        Formation::Column => row_length(roster, body.mounted, &body.stands, 0).min(body.stands.len()),
        _ => body.stands.len(),
    }
}

/// How deep the bases fill the rectangle around them, from its front on: in a line with half-stands as deep as those.
pub(crate) fn filled(layout: &Layout) -> Length {
    let slots = layout.slots();
    if slots.iter().all(|slot| slot.rank == 0 && slot.facing == Angle::ZERO) {
        return slots.iter().map(|slot| slot.size.depth).min().unwrap_or_default();
    }
    let area = |size: Extent| i64::from(size.width.get()) * i64::from(size.depth.get());
    let covered: i64 = slots.iter().map(|slot| area(slot.size)).sum();
    if covered == area(layout.size()) { layout.size().depth } else { Length::ZERO }
}

/// Makes the bases of a body anew from its place and formation.
pub(crate) fn settle(state: &mut State, id: BodyId) {
    let body = &mut state.bodies[id.index()];
    let roster = &state.stage.roster[usize::from(body.unit.0)];
    body.layout = body.pose().map(|_| Arc::new(layout(&state.stage, roster, body)));
    shift(state, id);
}

/// Makes the bases of a body anew that is drawn up as it was.
pub(crate) fn shift(state: &mut State, id: BodyId) {
    let stage = &state.stage;
    let body = &mut state.bodies[id.index()];
    let from = body.bounds;
    match (body.place, &body.layout) {
        (Place::At(pose) | Place::Emplaced(_, pose), Some(straight)) => {
            let layout = body.bent.as_deref().unwrap_or(straight);
            body.bases = layout.laid(pose).collect();
            body.outline = layout.outline(pose);
            body.filled = filled(layout);
            body.bounds = Bounds::around(body.bases.iter().map(Base::bounds));
        }
        (Place::In(zone), _) => {
            let bounds = *stage.zone(zone).ground.bounds();
            (body.bases, body.bounds, body.filled) = (Arc::from([]), bounds, Length::ZERO);
            body.outline = Base::new(Pose::new(bounds.min.middle(bounds.max), Angle::ZERO), Extent::default());
        }
        _ => {
            (body.bases, body.bounds, body.filled) = (Arc::from([]), Bounds::EMPTY, Length::ZERO);
            body.outline = Base::new(Pose::default(), Extent::default());
        }
    }
    known::moved(state, id, from);
}

impl State {
    /// The formation of a body on the table.
    pub(crate) fn block(&self, id: BodyId) -> Option<Block> {
        let (body, pose) = (self.body(id), self.body(id).pose()?);
        let layout = body.bent.as_deref().or(body.layout.as_deref())?;
        Some(Block::new(pose, layout.clone()))
    }

    /// What a distance to a body is measured to: its bases, or the whole zone of a garrison (FD-OBJ-14).
    pub(crate) fn shape(&self, id: BodyId) -> Shape<'_> {
        let body = self.body(id);
        match body.zone() {
            Some(zone) => Shape::Polygon(&self.stage.zone(zone).ground),
            None => Shape::Bases(&body.bases),
        }
    }

    /// The gap between two bodies (FD-SCL-11).
    pub(crate) fn gap(&self, a: BodyId, b: BodyId) -> Gap {
        gap(self.shape(a), self.shape(b))
    }

    /// Whether two bodies are at most so far apart: quick where they are far.
    pub(crate) fn within(&self, a: BodyId, b: BodyId, limit: Length) -> bool {
        let (own, other) = (self.body(a), self.body(b));
        if own.bounds.distance_squared(&other.bounds) > limit.squared() {
            return false;
        }
        outlines_within(own, other, limit).unwrap_or_else(|| gap_within(self.shape(a), self.shape(b), limit))
    }

    /// The middle of a body; of its zone for a garrison.
    pub(crate) fn center(&self, id: BodyId) -> Point {
        self.body(id).outline.center()
    }

    /// The front edge of the front row, from left to right; none for a garrison.
    pub(crate) fn front(&self, id: BodyId) -> Option<Segment> {
        let body = self.body(id);
        let last = front_row(self.roster(id), body).checked_sub(1)?;
        let (first, last) = (body.bases.first()?, body.bases.get(last)?);
        Some(Segment::new(first.corners[0], last.corners[1]))
    }

    /// The nearest enemy that can still fight, the lowest number of equals.
    pub(crate) fn nearest_enemy(&self, id: BodyId) -> Option<BodyId> {
        self.nearest(id).map(|near| near.enemy)
    }

    /// The same with how far off it is at most.
    pub(crate) fn nearest(&self, id: BodyId) -> Option<Near> {
        let find = || {
            // The one whose box is nearest leaves few others to look at.
            let mut first: Option<(i64, BodyId)> = None;
            for (apart, enemy) in self.boxes_of_enemies(id) {
                if first.is_none_or(|(least, _)| apart < least) && self.body(enemy).is_alive() {
                    first = Some((apart, enemy));
                }
            }
            let (_, first) = first?;
            let (own, found) = (self.body(id), self.gap_between(id, first));
            let others = self.in_box(own.bounds.grown(found.1));
            let others = others.filter(|(other, body)| body.side != own.side && *other != first);
            let others = others.map(|(other, body)| (own.bounds.distance_squared(&body.bounds), other));
            self.nearest_among(id, Some((found, first)), others, |enemy| self.body(enemy).is_alive())
        };
        *self.known(id).nearest.get_or_init(|| self.alerted(id, find()))
    }

    /// The nearest enemy that was found; the body is alerted to whoever may come nearer.
    pub(crate) fn alerted(&self, id: BodyId, near: Option<Near>) -> Option<Near> {
        self.alert(id).to_nearer(&self.body(id).bounds, near.as_ref());
        near
    }

    /// The nearest enemy that can still fight and matches, the lowest number of equals.
    pub(crate) fn nearest_of(&self, id: BodyId, matches: impl Fn(BodyId) -> bool) -> Option<Near> {
        let mut near: Vec<(i64, BodyId)> = Vec::with_capacity(self.bodies.len());
        near.extend(self.boxes_of_enemies(id).filter(|(_, enemy)| self.body(*enemy).is_alive()));
        near.sort_unstable();
        self.nearest_among(id, None, near, matches)
    }

    /// The enemies of a body on the table, with the square of the distance between the boxes around the two.
    fn boxes_of_enemies(&self, id: BodyId) -> impl Iterator<Item = (i64, BodyId)> {
        let own = self.body(id);
        let enemies = self.lore.boxes_of(own.side.enemy());
        enemies.map(|(enemy, bounds)| (own.bounds.distance_squared(&bounds), enemy))
    }

    /// The nearest of those who match, and of one that does and was measured before.
    fn nearest_among(
        &self,
        id: BodyId,
        mut best: Option<((Length, Length), BodyId)>,
        enemies: impl IntoIterator<Item = (i64, BodyId)>,
        matches: impl Fn(BodyId) -> bool,
    ) -> Option<Near> {
        for (apart, enemy) in enemies {
            // Boxes farther off than the best one hold nobody nearer.
            if best.is_some_and(|((_, most), _)| apart > most.squared()) {
                continue;
            }
            if best.is_some_and(|((_, most), _)| self.at_least_apart(id, enemy) > most) {
                continue;
            }
            // To see whether it matches costs no more than to measure.
            let is_first = best.is_none();
            if is_first && !matches(enemy) {
                continue;
            }
            let found = (self.gap_between(id, enemy), enemy);
            let nearer = |((least, most), other): ((Length, Length), BodyId)| match found.0 {
                (_, own_most) if own_most < least => true,
                (own_least, _) if own_least > most => false,
                _ => (self.gap(id, enemy), enemy) < (self.gap(id, other), other),
            };
            if is_first || best.is_some_and(nearer) && matches(enemy) {
                best = Some(found);
            }
        }
        best.map(|((_, most), enemy)| Near { enemy, most })
    }

    /// How far two bodies are apart at least, by the rectangles around them; nothing where one is measured by its zone.
    pub(crate) fn at_least_apart(&self, a: BodyId, b: BodyId) -> Length {
        let (own, other) = (self.body(a), self.body(b));
        match own.zone().or(other.zone()) {
            Some(_) => Length::ZERO,
            None => at_least_apart(&own.outline, &other.outline) - SLACK,
        }
    }

    /// The least and the most that two bodies can be apart: by the rectangles around them where they fill them.
    fn gap_between(&self, a: BodyId, b: BodyId) -> (Length, Length) {
        let (own, other) = (self.body(a), self.body(b));
        if let (Some(inner), Some(met)) = (own.core(), other.core()) {
            return (self.at_least_apart(a, b), gap(&inner, &met).length() + SLACK);
        }
        let off = self.gap(a, b).length();
        (off, off)
    }

    /// Whether some enemy that can still fight is at most so far from bases.
    pub(crate) fn enemy_within(&self, side: Side, bases: &[Base], limit: Length) -> Option<BodyId> {
        let bounds = Bounds::around(bases.iter().map(Base::bounds));
        let near = |body: &Body| body.side != side && body.is_alive();
        let found = self.in_box(bounds.grown(limit)).filter(|(_, body)| near(body));
        found.map(|(id, _)| id).find(|id| gap_within(bases, self.shape(*id), limit))
    }

    /// Whether a body stands in open order, which is skirmish order (FD-FRM-10, FD-FRM-12, FD-FRM-13). Dragoons on
    /// foot are half-stands like others (FD-SPC-05).
    pub(crate) fn is_open(&self, id: BodyId) -> bool {
        let body = self.body(id);
        if !body.is_troops() || body.is_garrison() {
            return false;
        }
        match body.stands[..] {
            _ if body.mounted => body.scattered,
            [stand] => self.skirmishes(id, stand),
            _ => false,
        }
    }

    /// Whether the only stand of a body on foot is a half-stand by itself. Few are asked that: kept apart from what all are asked.
    #[inline(never)]
    fn skirmishes(&self, id: BodyId, stand: u8) -> bool {
        if self.roster(id).stands[usize::from(stand)].size != Size::Half {
            return false;
        }
        // FD-FRM-10: beside another friendly stand of foot it is in close order.
        let (body, contact) = (self.body(id), self.stage.length(&numbers::CONTACT));
        let is_foot = |foot: &Body| foot.side == body.side && foot.is_troops() && !foot.mounted && foot.is_alive();
        let beside = |(other, foot): (BodyId, &Body)| other != id && is_foot(foot) && self.within(id, other, contact);
        !self.in_box(body.bounds.grown(contact)).any(beside)
    }

    /// Close or open order.
    pub fn order(&self, id: BodyId) -> Order {
        if self.is_open(id) { Order::Open } else { Order::Close }
    }

    /// In which quarter of a body a place lies (FD-FRM-15); a garrison's quarters are the table's (FD-OBJ-14).
    pub(crate) fn quarter(&self, id: BodyId, place: Point) -> Quarter {
        quarter(&self.body(id).outline, Cut::Diagonals, place)
    }

    /// The half-stand of a commander.
    pub(crate) fn commander_base(&self, id: CommanderId) -> Base {
        self.half_stand(self.commander(id).at)
    }

    /// A half-stand with its middle at a place.
    pub(crate) fn half_stand(&self, at: Point) -> Base {
        let size = base_size(&self.stage, Piece::Half);
        Base::new(Pose::new(at.ahead(Angle::ZERO, size.depth.half()), Angle::ZERO), size)
    }

    /// The ground of a zone.
    pub(crate) fn ground(&self, zone: ZoneId) -> &Polygon {
        &self.stage.zone(zone).ground
    }

    /// The friendly edge of a side (FD-SCL-09).
    pub(crate) fn home(&self, side: Side) -> TableEdge {
        self.stage.armies[side.index()].edge
    }

    /// Everyone in the way of a move within a box: bodies that can still fight and stand in no zone (FD-MOV-27, FD-MOV-40).
    pub(crate) fn crowd(&self, around: Bounds, leave_out: &[BodyId]) -> Crowd {
        self.crowd_of(around, |id, _| !leave_out.contains(&id))
    }

    /// Those of some bodies outside of zones who can still fight.
    pub(crate) fn crowd_among(&self, near: &[BodyId]) -> Crowd {
        let mut crowd = Crowd::with_capacity(near.len());
        for id in near.iter().filter(|id| self.body(**id).is_alive()) {
            self.join_crowd(*id, &mut crowd);
        }
        crowd
    }

    /// Adds a body in the field to a crowd.
    fn join_crowd(&self, id: BodyId, crowd: &mut Crowd) {
        let (body, known) = (self.body(id), self.known(id));
        let few = known.solid.get_or_init(|| solid(&body.bases));
        crowd.add_lent(in_crowd(id), body.bounds, Arc::clone(&body.bases), Arc::clone(few));
    }

    /// Those of them that match.
    pub(crate) fn crowd_of(&self, around: Bounds, matches: impl Fn(BodyId, &Body) -> bool) -> Crowd {
        let mut crowd = Crowd::new();
        for (id, _) in self.in_field(around).filter(|(id, body)| matches(*id, body)) {
            self.join_crowd(id, &mut crowd);
        }
        crowd
    }

    /// Whether some base lies on another body, or in a zone.
    pub(crate) fn lies_on(&self, bases: &[Base], own: &[BodyId]) -> Option<BodyId> {
        let bounds = Bounds::around(bases.iter().map(Base::bounds));
        let others = self.in_field(bounds).filter(|(id, _)| !own.contains(id));
        let overlap =
            |body: &Body| bases.iter().any(|base| body.bases.iter().any(|other| firelock_table::overlaps(base, other)));
        others.into_iter().find(|(_, body)| overlap(body)).map(|(id, _)| id)
    }
}

/// How much the corners of stands and of the rectangle around them may be off each other, as each is rounded to the grid.
pub(crate) const SLACK: Length = Length::grid(4);

/// Whether two bodies are at most so far apart, where the rectangles around them tell.
fn outlines_within(own: &Body, other: &Body, limit: Length) -> Option<bool> {
    // A garrison is measured by its zone.
    if own.zone().or(other.zone()).is_some() {
        return None;
    }
    if at_least_apart(&own.outline, &other.outline) > limit + SLACK {
        return Some(false);
    }
    if let (Some(inner), Some(met)) = (own.core(), other.core())
        && gap_within(&inner, &met, limit - SLACK)
    {
        return Some(true);
    }
    (!gap_within(&own.outline, &other.outline, limit + SLACK)).then_some(false)
}

/// The number of a body among those in a crowd.
pub(crate) fn in_crowd(id: BodyId) -> InCrowd {
    InCrowd(id.0)
}

/// The body behind a number in a crowd.
pub(crate) fn of_crowd(id: InCrowd) -> BodyId {
    firelock_core::UnitId(id.0)
}

/// The length of the edge of one base along which it touches another, within a gap.
pub(crate) fn shared_edge(own: &Base, other: &Base, within: Length) -> Length {
    if may_share_edge(own, other, within) { edge_along(own, other, within) } else { Length::ZERO }
}

/// The longer one of the edges of two bases along which each touches the other, within a gap.
pub(crate) fn longer_shared_edge(one: &Base, two: &Base, within: Length) -> Length {
    let both = || edge_along(one, two, within).max(edge_along(two, one, within));
    if may_share_edge(one, two, within) { both() } else { Length::ZERO }
}

/// Whether two bases may touch, within a gap: beyond a corner the outline grows a little farther than the gap.
fn may_share_edge(own: &Base, other: &Base, within: Length) -> bool {
    own.bounds().distance_squared(&other.bounds()) <= within.squared() && at_least_apart(own, other) <= within * 2
}

fn edge_along(own: &Base, other: &Base, within: Length) -> Length {
    let home = Pose::new(other.center(), other.facing());
    let [a, b, c, d] = own.corners.map(|corner| home.local(corner));
    let places = [(a, b), (b, c), (c, d), (d, a)];
    let edges = own.edges().into_iter().zip(places);
    edges.map(|(edge, places)| along(edge, places, other.size, within)).max().unwrap_or_default()
}

/// How much of an edge, with its ends as seen from the middle of a rectangle, lies at most so far from that, measured against its grown
/// outline.
fn along(edge: Segment, (from, to): (Point, Point), size: Extent, within: Length) -> Length {
    let (wide, deep) = (size.width.get() / 2 + within.get(), size.depth.get() / 2 + within.get());
    // Most lie wholly beyond one side of the box.
    let is_beyond = |start: i32, end: i32, limit: i32| start.min(end) > limit || start.max(end) < -limit;
    if is_beyond(from.x, to.x, wide) || is_beyond(from.y, to.y, deep) {
        return Length::ZERO;
    }
    // The part of the edge inside the box, as a fraction of 2^20.
    let (mut low, mut high) = (0_i64, 1 << 20);
    for (start, end, limit) in [(from.x, to.x, wide), (from.y, to.y, deep)] {
        let (start, way, limit) = (i64::from(start), i64::from(end - start), i64::from(limit));
        for (bound, sign) in [(limit - start, 1), (limit + start, -1)] {
            let rate = way * sign;
            if rate == 0 && bound < 0 {
                return Length::ZERO;
            }
            match rate.signum() {
                1 => high = high.min((bound << 20).div_euclid(rate)),
                -1 => low = low.max((bound << 20).div_euclid(rate) + 1),
                _ => {}
            }
        }
    }
    if low >= high {
        return Length::ZERO;
    }
    Length::grid(((i64::from(edge.length().get()) * (high - low)) >> 20) as i32)
}
