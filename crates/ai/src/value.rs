use firelock_core::Side;

use crate::Weights;
use crate::field::{Arm, Body, Field, Spot};
use crate::outlook::{Moment, Outlook};
use crate::plan::{Plan, Task, must_attack};

/// A won or lost battle.
const VERDICT: f64 = 1000.0;

/// By what a position is judged: what counts how much, and the plan of the side that judges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) plan: &'a Plan,
    /// How much of the battle is left where the decision is made: ending a step must not look good or bad because the clock goes on.
    pub(crate) left: f64,
    /// Who must go forward, red first: the attacker, and whoever has less to show.
    pub(crate) presses: [bool; 2],
    /// Whether it matters who may still act: not to a body in the middle of its own steps, which are there to be taken, nor when the turn
    /// is over.
    pub(crate) readiness: bool,
    /// The bodies as they stand where the decision is made.
    pub(crate) bodies: &'a [Body],
    /// What battles have taught, and when this is: for a general who has it.
    pub(crate) outlook: Option<(&'static Outlook, Moment)>,
}

impl<'a> Judge<'a> {
    /// The judge of a decision in this position.
    pub(crate) fn new(field: &'a Field, weights: &'a Weights, plan: &'a Plan) -> Judge<'a> {
        let presses = Side::BOTH.map(|side| must_attack(field, side));
        Judge { weights, plan, left: field.left, presses, readiness: true, bodies: &field.bodies, outlook: None }
    }

    /// The same judge at another moment, which only an outlook asks for.
    pub(crate) fn at(&self, moment: impl FnOnce() -> Moment) -> Judge<'a> {
        Judge { outlook: self.outlook.map(|(outlook, _)| (outlook, moment())), ..*self }
    }
}

/// What a position is worth to a side.
pub(crate) fn value(field: &Field, side: Side, judge: &Judge<'_>) -> f64 {
    value_after(field, side, judge, &Footing::default())
}

/// The same of a position that came of one in which it is known how all stood to each other.
pub(crate) fn value_after(field: &Field, side: Side, judge: &Judge<'_>, before: &Footing) -> f64 {
    if let Some(winner) = field.winner {
        let points = field.points[side.index()] - field.points[side.enemy().index()];
        return match winner {
            Some(winner) if winner == side => VERDICT,
            Some(_) => -VERDICT,
            None => 0.0,
        } + points;
    }
    let stands = Stands::new(field, before);
    let own = half(&stands, side, judge, Some(judge.plan));
    let enemy = half(&stands, side.enemy(), judge, None);
    let weights = judge.weights;
    let likely = judge.outlook.map_or(0.0, |(outlook, moment)| outlook.worth(field, &moment, before, side));
    own.dot(weights) * weights.own - enemy.dot(weights) + common(field, side, judge).dot(weights) + likely
}

/// What each weight is multiplied by in a position, for nobody's plan: what `examples/learn.rs` learns from.
pub fn terms(field: &Field, side: Side) -> Weights {
    let plan = Plan::default();
    let judge = Judge::new(field, &Weights::PLAIN, &plan);
    let before = Footing::default();
    let stands = Stands::new(field, &before);
    let mut terms = common(field, side, &judge);
    terms.add(&half(&stands, side, &judge, None), 1.0);
    terms.add(&half(&stands, side.enemy(), &judge, None), -1.0);
    terms
}

/// What both sides have in common: points, places, who would win, who is near breaking.
pub(crate) fn common(field: &Field, side: Side, judge: &Judge<'_>) -> Weights {
    let enemy = side.enemy();
    let points = field.points[side.index()] - field.points[enemy.index()];
    let places = places(field, side);
    // Held now counts for less while there is time to change it.
    let sure = 0.5 + 0.5 * (1.0 - judge.left);
    Weights {
        points,
        places: sure * places,
        victory: verdict(field, side, points + places, judge),
        wear: field.strain[enemy.index()] - field.strain[side.index()],
        ready: if judge.readiness { field.ready[side.index()] - field.ready[enemy.index()] } else { 0.0 },
        strain: squared(field.strain[enemy.index()]) - squared(field.strain[side.index()]),
        ..Weights::NONE
    }
}

/// Who would win if the battle ended like this, from 1 (this side) to -1: the less time is left, the surer.
fn verdict(field: &Field, side: Side, lead: f64, judge: &Judge<'_>) -> f64 {
    let scale = 1.0 + 12.0 * judge.left / judge.weights.foresight.max(0.05);
    let wins = |lead: f64, side: Side| 1.0 / (1.0 + (-(lead - field.lead[side.index()]) / scale).exp());
    wins(lead, side) - wins(-lead, side.enemy())
}

fn squared(number: f64) -> f64 {
    number * number
}

/// Places held or within grasp.
fn places(field: &Field, side: Side) -> f64 {
    let mut sum = 0.0;
    for goal in &field.goals {
        let near = |side: Side| {
            let holds = |body: &&Body| {
                body.holds && body.order > 0.3 && body.at.distance(goal.at) <= goal.reach + body.half.min(1.5)
            };
            field.of(side).any(|body| holds(&body))
        };
        let holder = match (near(side), near(side.enemy())) {
            (true, false) => Some(side),
            (false, true) => Some(side.enemy()),
            _ => goal.holder,
        };
        sum += match holder.filter(|holder| goal.only.is_none_or(|only| only == *holder)) {
            Some(holder) if holder == side => goal.worth,
            Some(_) => -goal.worth,
            None => 0.0,
        };
    }
    sum
}

/// How the bodies of a field stand to each other, each to each: most ideas move one or two, and what lies between the others stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footing {
    stride: f64,
    bodies: Vec<Body>,
    pairs: Vec<Pair>,
    /// Who stands around each of them.
    arounds: Vec<Around>,
}

/// How one body stands to another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pair {
    /// The square of the way between their middles.
    pub(crate) squared: f64,
    /// What its fire at the other would do now.
    pub(crate) fire: f64,
    /// Both are of one side, and the other is near enough to support it.
    pub(crate) supported: bool,
    /// The other, an enemy, is near.
    pub(crate) near: bool,
    /// Then: how near.
    pub(crate) gap: f64,
    /// Then: it is before the body's front.
    pub(crate) before: bool,
    /// Then: it has turned the body.
    pub(crate) turned: bool,
    /// Then: how surely it would overthrow the body.
    pub(crate) threat: f64,
}

impl Footing {
    /// How they stand in this field.
    pub(crate) fn of(field: &Field) -> Footing {
        let bodies = &field.bodies;
        let mut pairs = Vec::with_capacity(bodies.len() * bodies.len());
        let mut arounds = Vec::with_capacity(bodies.len());
        for body in bodies {
            let row = pairs.len();
            pairs.extend(bodies.iter().map(|other| Pair::new(field, body, other)));
            arounds.push(Around::new(body, bodies.iter().zip(pairs[row..].iter().copied())));
        }
        Footing { stride: field.stride, bodies: bodies.clone(), pairs, arounds }
    }

    /// Where a body is in it, however it stands now; most have their old place in the list.
    fn place(&self, body: &Body, at: usize) -> Option<usize> {
        let there = |at: &usize| self.bodies.get(*at).is_some_and(|known| known.unit == body.unit);
        Some(at).filter(there).or_else(|| self.bodies.iter().position(|known| known.unit == body.unit))
    }

    /// How a body stood to all.
    fn row(&self, place: usize) -> &[Pair] {
        &self.pairs[place * self.bodies.len()..][..self.bodies.len()]
    }
}

impl Pair {
    fn new(field: &Field, body: &Body, other: &Body) -> Pair {
        let squared = body.at.distance_squared(other.at);
        let within = |reach: f64| squared <= reach * reach;
        let mut pair = Pair { squared, ..Pair::default() };
        if other.unit == body.unit {
            return pair;
        }
        if other.side == body.side {
            pair.supported = other.order > 0.5 && within(5.0 + body.half + other.half);
            return pair;
        }
        if body.fire != 0.0 && within(body.long + body.half + other.half) {
            pair.fire = fire(body, other);
        }
        pair.near = within(field.stride * 2.0 + body.half + other.half);
        if pair.near {
            let looks = body.looks_at(other.at);
            let behind = body.has_flanks && looks < 0.0;
            pair.gap = other.gap(body);
            pair.before = looks > 0.0;
            pair.turned = behind && pair.gap <= 6.0 && other.order > 0.5;
            if other.arm != Arm::Guns && pair.gap <= field.stride && other.looks_at(body.at) > 0.5 {
                let force = other.worth * other.steel * other.order * if behind { 1.5 } else { 1.0 };
                let stand = body.worth * body.steel * body.order * (1.0 + body.cover) + 0.5;
                pair.threat = (force / stand - 1.0).clamp(0.0, 1.0);
            }
        }
        pair
    }
}

/// A field, and what was known of it before.
pub(crate) struct Stands<'a> {
    field: &'a Field,
    before: &'a Footing,
    /// Where each body is among those known, if it stands as it did.
    places: Vec<Option<usize>>,
    /// Who stands otherwise, is gone or is new: where among those known, and where in the field. Nothing where the lists have not the same
    /// order, so that what is known of one does not tell who of equals comes first in the other.
    changes: Option<Vec<(Option<usize>, Option<usize>)>>,
}

impl<'a> Stands<'a> {
    pub(crate) fn new(field: &'a Field, before: &'a Footing) -> Stands<'a> {
        let mut places = Vec::with_capacity(field.bodies.len());
        if before.bodies.is_empty() || before.stride != field.stride {
            places.resize(field.bodies.len(), None);
            return Stands { field, before, places, changes: None };
        }
        let (mut changes, mut next, mut in_order) = (Vec::new(), 0, true);
        for (at, body) in field.bodies.iter().enumerate() {
            let place = before.place(body, at);
            if let Some(place) = place {
                in_order &= place >= next;
                changes.extend((next..place).map(|gone| (Some(gone), None)));
                next = place + 1;
            }
            let same = place.filter(|place| before.bodies[*place] == *body);
            if same.is_none() {
                changes.push((place, Some(at)));
            }
            places.push(same);
        }
        changes.extend((next..before.bodies.len()).map(|gone| (Some(gone), None)));
        Stands { field, before, places, changes: in_order.then_some(changes) }
    }

    /// Who stands around a body.
    fn around(&self, at: usize) -> Around {
        let known = self.places[at].and_then(|place| self.around_as_changed(at, place));
        known.unwrap_or_else(|| Around::new(&self.field.bodies[at], self.pairs(at)))
    }

    /// The same of a body that stands as it did, by what has changed around it, where that tells.
    fn around_as_changed(&self, at: usize, place: usize) -> Option<Around> {
        let (field, body, row) = (self.field, &self.field.bodies[at], self.before.row(place));
        let mut around = self.before.arounds[place];
        for (old, new) in self.changes.as_ref()? {
            let old = old.map(|old| (&self.before.bodies[old], row[old]));
            let new = new.map(|new| &field.bodies[new]).map(|new| (new, Pair::new(field, body, new)));
            around.change(body, old, new)?;
        }
        Some(around)
    }

    /// How a body stands to all, itself included.
    pub(crate) fn pairs(&self, at: usize) -> impl Iterator<Item = (&'a Body, Pair)> {
        let (field, body, known) = (self.field, &self.field.bodies[at], self.places[at]);
        let row = known.map(|place| self.before.row(place));
        field.bodies.iter().zip(&self.places).map(move |(other, place)| match (row, place) {
            (Some(row), Some(place)) => (other, row[*place]),
            _ => (other, Pair::new(field, body, other)),
        })
    }
}

/// One army's troops and how they stand.
pub(crate) fn half(stands: &Stands<'_>, side: Side, judge: &Judge<'_>, plan: Option<&Plan>) -> Weights {
    let field = stands.field;
    let attacks = judge.presses[side.index()];
    let mut sum = Weights { lacking: lacking(field, side, judge.left), ..Weights::NONE };
    let mut fire = 0.0;
    let mut fear = 0.0;
    for (at, body) in field.bodies.iter().enumerate().filter(|(_, body)| body.side == side) {
        sum.material += body.worth;
        sum.order -= body.worth * (1.0 - body.order);
        let around = stands.around(at);
        fire += around.fire;
        fear -= around.weigh(field, body, &mut sum);
        // How far the enemy has to come is no merit of his or ours: else every step back would look like a gain.
        if let Some(plan) = plan {
            let task = plan.task(body.unit);
            let length = body.worth * way(field, body, around.nearest, attacks, judge.weights.halt, task);
            // The shorter the day, the more an attack must press.
            if attacks || matches!(task, Some(Task::Attack(_))) {
                sum.press += length * (2.0 - judge.left);
            } else {
                sum.hold += length;
            }
        }
        let led = |leader: &crate::Leader| {
            leader.side == side && leader.command == body.command && leader.at.within(body.at, leader.reach + 1.0)
        };
        if field.leaders.iter().any(led) {
            sum.command += body.worth;
        }
    }
    // Only the side that judges has a plan: what the enemy can do is what it may suffer.
    if plan.is_some() {
        (sum.fire, sum.threat) = (fire, fear);
    } else {
        (sum.exposure, sum.steel) = (fire, fear);
    }
    sum
}

/// What the fire of a body at an enemy in reach of it would do now.
fn fire(body: &Body, target: &Body) -> f64 {
    let gap = body.gap(target);
    if gap > body.long || body.looks_at(target.at) < 0.6 {
        return 0.0;
    }
    let band = if gap <= body.close { 1.0 } else { 0.45 };
    let flank = if target.has_flanks && target.looks_at(body.at) < 0.0 { 1.5 } else { 1.0 };
    body.fire * body.order * band * flank * (1.0 - target.cover) * quality(target)
}

/// Good troops are worth shooting at.
fn quality(target: &Body) -> f64 {
    if target.order < 0.3 { 0.6 } else { 1.0 }
}

/// The most of several, where one of them was so much and is now so much; nothing where it was the most and is less.
fn most(most: f64, was: f64, is: f64) -> Option<f64> {
    if is >= most {
        Some(is)
    } else if was < most {
        Some(most)
    } else {
        None
    }
}

/// Who stands around a body: friends that support it, enemies that can charge it or have turned it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Around {
    friends: u8,
    /// The best fire that it could give now.
    fire: f64,
    threat: f64,
    turned: bool,
    /// The nearest enemy, by the square of the way between their middles.
    nearest: Option<(f64, Spot)>,
    /// The least gap to an enemy nearby, and whether he is before its front.
    least: Option<(f64, bool)>,
}

impl Around {
    fn new<'a>(body: &Body, others: impl Iterator<Item = (&'a Body, Pair)>) -> Around {
        let mut around = Around::default();
        for (other, pair) in others {
            if other.side == body.side {
                around.friends += u8::from(pair.supported);
                continue;
            }
            around.fire = around.fire.max(pair.fire);
            if around.nearest.is_none_or(|(squared, _)| pair.squared < squared) {
                around.nearest = Some((pair.squared, other.at));
            }
            if pair.near {
                if around.least.is_none_or(|(gap, _)| pair.gap < gap) {
                    around.least = Some((pair.gap, pair.before));
                }
                around.turned |= pair.turned;
                around.threat = around.threat.max(pair.threat);
            }
        }
        around
    }

    /// Takes in how another stands now in place of how he stood: exactly, or nothing where all have to be looked at again, because he was
    /// the one who counted, or counts no more than others.
    fn change(&mut self, body: &Body, old: Option<(&Body, Pair)>, new: Option<(&Body, Pair)>) -> Option<()> {
        let (was, is) = (old.map_or(Pair::default(), |(_, pair)| pair), new.map_or(Pair::default(), |(_, pair)| pair));
        let other = new.or(old).map(|(other, _)| other)?;
        if old.is_some_and(|(old, _)| old.side != other.side) {
            return None;
        }
        if other.side == body.side {
            self.friends = (self.friends + u8::from(is.supported)).checked_sub(u8::from(was.supported))?;
            return Some(());
        }
        self.fire = most(self.fire, was.fire, is.fire)?;
        match (self.nearest, new) {
            (None, new) => self.nearest = new.map(|(other, _)| (is.squared, other.at)),
            (Some((squared, _)), Some((other, _))) if is.squared < squared => {
                self.nearest = Some((is.squared, other.at))
            }
            (Some((squared, _)), new) => {
                let counted = old.filter(|_| was.squared <= squared);
                let counts = new.filter(|_| is.squared <= squared);
                if counted.map(|(old, _)| old.at) != counts.map(|(new, _)| new.at) {
                    return None;
                }
            }
        }
        match self.least {
            None => self.least = is.near.then_some((is.gap, is.before)),
            Some((gap, _)) if is.near && is.gap < gap => self.least = Some((is.gap, is.before)),
            Some((gap, _)) => {
                let counts = |pair: Pair| (pair.near && pair.gap <= gap).then_some((pair.gap, pair.before));
                if counts(was) != counts(is) {
                    return None;
                }
            }
        }
        if self.turned && was.turned && !is.turned {
            return None;
        }
        self.turned |= is.turned;
        self.threat = most(self.threat, was.threat, is.threat)?;
        Some(())
    }

    /// What that is worth. Gives what the body has to fear.
    fn weigh(&self, field: &Field, body: &Body, sum: &mut Weights) -> f64 {
        let (nearest, before) = self.least.unwrap_or((f64::MAX, true));
        if self.turned {
            sum.flank -= body.worth;
        }
        // A wall behind one's back is none.
        if nearest < 2.0 * field.stride && before {
            sum.cover += body.worth * body.cover;
        }
        sum.support += body.worth * f64::from(self.friends.min(2));
        if body.order < 0.8 && nearest < field.stride {
            sum.retreat -= body.worth * (1.0 - nearest / field.stride);
        }
        0.3 * body.worth * self.threat
    }
}

/// How far a body is on its way, in strides from 0 (there) down.
fn way(field: &Field, body: &Body, nearest: Option<(f64, Spot)>, attacks: bool, halt: f64, task: Option<Task>) -> f64 {
    let Some((squared, at)) = nearest.filter(|_| body.order >= 0.5) else { return 0.0 };
    let (nearest, looks) = (squared.sqrt(), body.looks_at(at));
    let stand_off = if body.arm == Arm::Horse { 4.0 } else { body.close * halt };
    let to_enemy = (nearest - body.half.min(1.0) - stand_off).max(0.0);
    let length = match task {
        Some(Task::Take(goal)) => (body.at.distance(goal) - 0.5).max(0.0),
        Some(Task::Attack(goal)) => 0.5 * to_enemy + 0.5 * (body.at.distance(goal) - 1.0).max(0.0),
        Some(Task::Pin) => 0.5 * (nearest - body.long * 0.9).abs(),
        Some(Task::Keep(goal)) => 0.5 * (body.at.distance(goal) - 2.0).max(0.0),
        Some(Task::Reserve(place)) => 0.5 * (body.at.distance(place) - 3.0).max(0.0),
        None if attacks => to_enemy,
        None => 0.1 * to_enemy,
    };
    // Where the enemy is near, it matters where one looks.
    let facing = if nearest < body.long + field.stride { 0.2 * (1.0 - looks) } else { 0.03 * (1.0 - looks) };
    -(length / field.stride).min(8.0) - facing
}

/// The way of a side's nearest troops to the places it wants, and to those it has: what each still lacks.
fn lacking(field: &Field, side: Side, left: f64) -> f64 {
    let mut sum = 0.0;
    for goal in field.goals.iter().filter(|goal| goal.only.is_none_or(|only| only == side || goal.holder == Some(side)))
    {
        let (mut first, mut second) = (8.0_f64, 8.0_f64);
        for body in field.of(side).filter(|body| body.holds && body.order > 0.5) {
            let strides = (body.at.distance(goal.at) - goal.reach).max(0.0) / field.stride;
            if strides < first {
                (first, second) = (strides, first);
            } else if strides < second {
                second = strides;
            }
        }
        let urgent = if goal.holder == Some(side) { 0.06 } else { 0.12 + 0.12 * (1.0 - left) };
        sum -= urgent * goal.worth * (0.7 * first + 0.3 * second);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use firelock_core::UnitId;

    /// What is known of how they stood saves work and changes nothing.
    #[test]
    fn who_stands_around_is_told_exactly_by_what_has_changed() {
        let mut chance = firelock_core::Seeded::new(11, 0);
        let mut told = 0;
        for _ in 0..400 {
            let mut body = |unit: u16| Body {
                unit: UnitId(unit),
                side: if chance.below(2) == 0 { Side::Red } else { Side::Blue },
                at: Spot { x: f64::from(chance.below(9)) * 4.0, y: f64::from(chance.below(9)) * 4.0 },
                facing: Spot { x: 0.0, y: if chance.below(2) == 0 { 1.0 } else { -1.0 } },
                half: 1.5,
                worth: 3.0,
                order: 1.0,
                fire: f64::from(chance.below(3)) * 0.3,
                close: 4.0,
                long: 12.0,
                steel: 1.0,
                has_flanks: true,
                ..Body::default()
            };
            let mut field = Field { bodies: (0..9).map(&mut body).collect(), stride: 6.0, ..Field::default() };
            let before = Footing::of(&field);
            let moved = Body { side: field.bodies[4].side, ..body(4) };
            field.bodies[4] = moved;
            match chance.below(3) {
                0 => drop(field.bodies.remove(2)),
                1 => field.bodies[6].facing = Spot { x: 1.0, y: 0.0 },
                _ => {}
            }
            let stands = Stands::new(&field, &before);
            for (at, body) in field.bodies.iter().enumerate() {
                let anew = Around::new(body, field.bodies.iter().map(|other| (other, Pair::new(&field, body, other))));
                assert_eq!(stands.around(at), anew);
                let known = stands.places[at].and_then(|place| stands.around_as_changed(at, place));
                told += usize::from(known.is_some());
            }
        }
        assert!(told > 1000, "{told}");
    }

    /// A line with a wall an inch before or behind it, and the enemy to the south.
    #[test]
    fn a_wall_behind_the_back_is_no_cover() {
        let line = |unit, side, y, facing| Body {
            unit: UnitId(unit),
            side,
            at: Spot { x: 20.0, y },
            facing: Spot { x: 0.0, y: facing },
            half: 2.0,
            worth: 4.0,
            order: 1.0,
            has_flanks: true,
            ..Body::default()
        };
        let covered = |facing| {
            let own = Body { cover: 0.3, ..line(0, Side::Blue, 20.0, facing) };
            let bodies = vec![own, line(1, Side::Red, 14.0, 1.0)];
            let field = Field { bodies, stride: 6.0, left: 1.0, ..Field::default() };
            terms(&field, Side::Blue).cover
        };
        assert!(covered(-1.0) > 1.0, "the wall is before it");
        assert_eq!(covered(1.0), 0.0, "the wall is behind it");
    }
}
