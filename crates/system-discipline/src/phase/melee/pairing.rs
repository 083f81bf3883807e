//! Which stand fights which (FD-MEL-25, FD-MEL-31, FD-MEL-32, FD-MEL-38, FD-MEL-40).

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use firelock_table::{Angle, Base, Bounds, Fan, Length, Pose, Size as Extent, in_fan, overlaps};

use super::flank_of;
use crate::charts::numbers;
use crate::facts::Bout;
use crate::geometry::{longer_shared_edge, shared_edge};
use crate::sight::Ahead;
use crate::state::{BodyId, Contact, State};
use crate::words::{Cover, Size, Woods};

/// A stand, a pair of half-stands, or a crew that fights.
struct Fighter {
    /// Its body, by its place in the list of the melee.
    body: usize,
    /// Its stands, by their places in the body.
    stands: ArrayVec<usize, 2>,
    size: Size,
    castings: u8,
}

/// The bouts of a melee, and the stands behind them.
pub(super) struct Bouts {
    /// As the melee reads them.
    pub(super) facts: Vec<Bout>,
    /// For each body its stands that fight, each with a stand it fights: body and place.
    fights: Vec<(BodyId, usize, BodyId, usize, bool)>,
}

impl Bouts {
    /// Whether every stand of a body that fights is under cover against the stand it fights (FD-MOR-24).
    pub(super) fn is_covered(&self, state: &State, id: BodyId) -> bool {
        let own: Vec<_> = self.fights.iter().filter(|(body, ..)| *body == id).collect();
        let covered = |fight: &&(BodyId, usize, BodyId, usize, bool)| {
            let (body, nth, foe, at, held) = **fight;
            let (Some(base), Some(enemy)) = (state.body(body).bases.get(nth), state.body(foe).bases.get(at)) else {
                return false;
            };
            // FD-EX-15: a wall that it has charged across shelters nobody.
            let cover = if held { state.cover_against(base, enemy.center()) } else { state.area_cover(base) };
            cover != Cover::None
        };
        !own.is_empty() && own.iter().all(covered)
    }
}

/// Pairs the stands of a melee.
pub(super) fn pair(state: &State, bodies: &[BodyId], contacts: &[Contact]) -> Bouts {
    let edges: Vec<Edges> = contacts.iter().map(|contact| Edges::measure(state, contact)).collect();
    let fighters = fighters(state, bodies, &edges);
    let mut chosen: Vec<Option<usize>> = Vec::with_capacity(fighters.len());
    for fighter in &fighters {
        let own = bodies[fighter.body];
        let is_foe = |id: BodyId| contacts.iter().any(|contact| contact.other(own) == Some(id));
        let shared = |other: &Fighter| touch(bodies, &edges, fighter, other);
        // FD-MEL-32: the longest shared edge, the lowest number of equals.
        let among = fighters.iter().enumerate().filter(|(_, other)| is_foe(bodies[other.body]));
        let best = among.map(|(nth, other)| (shared(other), nth)).filter(|(length, _)| *length > Length::ZERO);
        chosen.push(best.max_by_key(|(length, nth)| (*length, std::cmp::Reverse(*nth))).map(|(_, nth)| nth));
    }
    let n_fighters = fighters.len();
    let mut bouts = Bouts { facts: Vec::with_capacity(n_fighters), fights: Vec::with_capacity(n_fighters) };
    for (fighter, foe) in fighters.iter().zip(&chosen) {
        let Some(foe) = foe.map(|foe| &fighters[foe]) else { continue };
        let (own, enemy) = (bodies[fighter.body], bodies[foe.body]);
        let Some(contact) = contacts.iter().find(|contact| contact.other(own) == Some(enemy)) else { continue };
        bouts.fights.push((own, fighter.stands[0], enemy, foe.stands[0], contact.held(own)));
        // Two half-stands are one full stand, one alone rolls a die too (FD-MEL-31).
        bouts.facts.push(Bout {
            from: fighter.body as u8,
            at: foe.body as u8,
            stands: 1,
            size: fighter.size,
            castings: fighter.castings,
            foe_size: foe.size,
            foe_castings: foe.castings,
            engaged: contact.since < state.turn,
            flank: flank_of(contact, own),
            sheltered: contact.held(enemy) && is_sheltered(state, own, fighter, enemy, foe),
        });
    }
    bouts
}

/// The stands of each body that touch an enemy of the melee, half-stands side by side as one.
fn fighters(state: &State, bodies: &[BodyId], edges: &[Edges]) -> Vec<Fighter> {
    let mut all = Vec::with_capacity(16);
    for (nth, &id) in bodies.iter().enumerate() {
        let body = state.body(id);
        if !body.is_troops() {
            let men = body.crew();
            if men > 0 {
                all.push(Fighter { body: nth, stands: one(0), size: Size::Full, castings: men });
            }
            continue;
        }
        let stands: Vec<_> = state.stands(id).collect();
        let fights = |at: usize| edges.iter().any(|edges| edges.has_any(id, at));
        let mut at = 0;
        while at < stands.len() {
            if !fights(at) {
                at += 1;
                continue;
            }
            let half = |nth: usize| stands.get(nth).is_some_and(|stand| stand.size == Size::Half);
            if half(at) && half(at + 1) && fights(at + 1) {
                let castings = stands[at].castings + stands[at + 1].castings;
                all.push(Fighter { body: nth, stands: [at, at + 1].into(), size: Size::Full, castings });
                at += 2;
            } else {
                all.push(Fighter { body: nth, stands: one(at), size: stands[at].size, castings: stands[at].castings });
                at += 1;
            }
        }
    }
    all
}

/// One stand that fights alone.
fn one(nth: usize) -> ArrayVec<usize, 2> {
    ArrayVec::from_iter([nth])
}

/// The length along which two fighters touch.
fn touch(bodies: &[BodyId], edges: &[Edges], own: &Fighter, other: &Fighter) -> Length {
    let (one, two) = (bodies[own.body], bodies[other.body]);
    let Some(edges) = edges.iter().find(|edges| edges.contact.other(one) == Some(two)) else { return Length::ZERO };
    let pairs = own.stands.iter().flat_map(|a| other.stands.iter().map(move |b| (*a, *b)));
    pairs.map(|(a, b)| edges.between(one, a, b)).sum()
}

/// The lengths along which the stands of two bodies in contact touch.
struct Edges {
    contact: Contact,
    /// Of each stand of the charger with each of the target, row by row.
    lengths: Vec<Length>,
    /// The stands of the target.
    n_target: usize,
}

impl Edges {
    fn measure(state: &State, contact: &Contact) -> Edges {
        let (chargers, targets) = (&state.body(contact.charger).bases, &state.body(contact.target).bases);
        let boxes: Vec<Bounds> = targets.iter().map(Base::bounds).collect();
        let near = state.stage.length(&numbers::CONTACT).max(contact.reach).squared();
        let mut lengths = Vec::with_capacity(chargers.len() * targets.len());
        let all = Bounds::around(boxes.iter().copied());
        for own in chargers.iter() {
            let around = own.bounds();
            if around.distance_squared(&all) > near {
                lengths.resize(lengths.len() + targets.len(), Length::ZERO);
                continue;
            }
            let known = OnceCell::new();
            let touches = || *known.get_or_init(|| touches_any(state, contact.charger, own));
            let ahead = Ahead::of(own.front(), own.facing());
            lengths.extend(targets.iter().zip(&boxes).map(|(other, bounds)| {
                let is_near = around.distance_squared(bounds) <= near;
                if is_near { edge(state, contact, (own, &ahead), other, &touches) } else { Length::ZERO }
            }));
        }
        Edges { contact: *contact, lengths, n_target: targets.len() }
    }

    /// Along which a stand of one of the two bodies touches a stand of the other.
    fn between(&self, one: BodyId, own: usize, other: usize) -> Length {
        let (charger, target) = if one == self.contact.charger { (own, other) } else { (other, own) };
        let row = self.lengths.chunks(self.n_target.max(1)).nth(charger);
        row.and_then(|row| row.get(target)).copied().unwrap_or_default()
    }

    /// Whether a stand of a body touches any of the other.
    fn has_any(&self, id: BodyId, nth: usize) -> bool {
        let n_others =
            if id == self.contact.charger { self.n_target } else { self.lengths.len() / self.n_target.max(1) };
        self.contact.other(id).is_some() && (0..n_others).any(|other| self.between(id, nth, other) > Length::ZERO)
    }
}

/// The length along which a stand of the charger and one of the target touch. Stands of the charger that are a little behind step up
/// to fight: they count as touching whatever of the target lies straight before them within what the charge had left to go
/// (FD-MEL-25).
fn edge(
    state: &State,
    contact: &Contact,
    (own, ahead): (&Base, &Ahead),
    other: &Base,
    touches: &dyn Fn() -> bool,
) -> Length {
    let reach = state.stage.length(&numbers::CONTACT);
    let length = longer_shared_edge(own, other, reach);
    if length > reach * 2 {
        return length;
    }
    if contact.reach <= Length::ZERO || !ahead.may_have(other, contact.reach) || touches() {
        return Length::ZERO;
    }
    step_up(state, contact, own, other)
}

/// The edge that two stands share; to touch at a corner only is no contact of stands (FD-MEL-24, FD-MEL-32).
fn flush(own: &Base, other: &Base, reach: Length) -> Length {
    let length = shared_edge(own, other, reach);
    if length > reach * 2 { length } else { Length::ZERO }
}

/// Whether a stand of the charger touches some enemy already.
fn touches_any(state: &State, charger: BodyId, stand: &Base) -> bool {
    let reach = state.stage.length(&numbers::CONTACT);
    let touches = |other: &Base| flush(stand, other, reach) > Length::ZERO;
    state.opponents(charger).any(|foe| state.body(foe).bases.iter().any(touches))
}

/// The width of a stand that can step up to one of the target, if it can.
fn step_up(state: &State, contact: &Contact, stand: &Base, met: &Base) -> Length {
    let fan = Fan { edge: stand.front(), facing: stand.facing(), spread: Angle::ZERO, reach: contact.reach };
    let Some(gap) = in_fan(&fan, met) else { return Length::ZERO };
    let way = gap.length();
    // The ground between must be free.
    let between = Base::new(
        Pose::new(stand.pose.at.ahead(stand.facing(), way), stand.facing()),
        Extent::new(stand.size.width, way),
    );
    let mut bases = state.in_field(between.bounds()).flat_map(|(_, body)| body.bases.iter());
    if bases.any(|base| base != met && base != stand && overlaps(base, &between)) {
        return Length::ZERO;
    }
    let moved = Base::new(stand.pose.ahead(way), stand.size);
    flush(&moved, met, state.stage.length(&numbers::CONTACT))
}

/// Whether a stand that held stands in woods, rough, or behind cover against the one it fights (FD-MEL-40, FD-MEL-41).
fn is_sheltered(state: &State, own: BodyId, fighter: &Fighter, enemy: BodyId, foe: &Fighter) -> bool {
    let (Some(base), Some(met)) =
        (state.body(own).bases.get(fighter.stands[0]), state.body(enemy).bases.get(foe.stands[0]))
    else {
        return false;
    };
    state.woods(met) != Woods::None || state.cover_against(met, base.center()) != Cover::None
}
