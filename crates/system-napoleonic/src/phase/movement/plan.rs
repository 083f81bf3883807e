//! One move, act by act: where it leads, what it costs, what it does on its way (NQ-MOV-01..23).

mod change;

use firelock_core::{Clause, Place as Where, Refusal, UnitId};
use firelock_table::{
    Angle, Body, BodyId, Bounds, Corner, Drive, FeatureId, Layout, Leg, Length, Meet, Met, Part, Point, Pose, Scene,
    Stop, TOUCH, arc_length, drive, gap, gap_within,
};

use super::{admits_in, both_unform, closed_ground, name, rate, toll};
use crate::charts::numbers;
use crate::clauses::*;
use crate::command::Act;
use crate::geometry::{Swath, around, in_crowd, layout, of_crowd, swept};
use crate::phase::charge::NEAR;
use crate::phase::cm;
use crate::share::Share;
use crate::state::{Marks, Place, State, Unit};
use crate::words::{Arm, Formation, GunType, Hand, Terrain};

/// A move as it would go.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) place: Place,
    pub(crate) formation: Formation,
    pub(crate) lead: Hand,
    pub(crate) bent: Option<Box<Layout>>,
    pub(crate) marks: Marks,
    pub(crate) cost: Share,
    /// It becomes unformed on its way.
    pub(crate) unformed: bool,
    /// Friends that become unformed as it passes through them.
    pub(crate) passed: Vec<UnitId>,
    /// The way of its front middle.
    pub(crate) path: Vec<Point>,
    /// Where it ends.
    pub(crate) body: Option<Body>,
}

/// Plans a move, or says what forbids it.
pub(crate) fn plan(state: &State, id: UnitId, acts: &[Act]) -> Result<Course, Refusal> {
    Walk::new(state, id, Told::InWords).whole(acts)
}

/// The course of a legal move: [`plan`] without the words, which cost more than most refusals take to find.
pub(crate) fn course(state: &State, id: UnitId, acts: &[Act]) -> Option<Course> {
    Walk::new(state, id, Told::Not).whole(acts).ok()
}

/// Whether a refusal is put into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    InWords,
    Not,
}

/// More acts than a budget can pay for are not worth a look.
const MOST_ACTS: usize = 8;

struct Walk<'a> {
    state: &'a State,
    id: UnitId,
    told: Told,
    body: Option<Body>,
    building: Option<FeatureId>,
    formation: Formation,
    lead: Hand,
    bent: bool,
    unformed: bool,
    became_unformed: bool,
    cost: Share,
    back: Share,
    marks: Marks,
    pivoted: bool,
    passed: Vec<UnitId>,
    path: Vec<Point>,
}

impl<'a> Walk<'a> {
    fn new(state: &'a State, id: UnitId, told: Told) -> Walk<'a> {
        let unit = state.unit(id);
        let body = state.body(id);
        let path = body.iter().map(|body| body.pose.at).collect();
        Walk {
            state,
            id,
            told,
            body,
            building: unit.building(),
            formation: unit.formation,
            lead: unit.lead,
            bent: unit.bent.is_some(),
            unformed: unit.unformed,
            became_unformed: false,
            cost: Share::NONE,
            back: Share::NONE,
            marks: unit.marks,
            pivoted: false,
            passed: Vec::new(),
            path,
        }
    }

    fn whole(mut self, acts: &[Act]) -> Result<Course, Refusal> {
        if acts.is_empty() || acts.len() > MOST_ACTS {
            return self.refuse(NQ_SEQ_07, "is given one to eight acts");
        }
        let budget = Share::hundredths(self.state.stage.book.number(&numbers::BUDGET));
        for act in acts {
            self.act(*act)?;
            if self.cost > budget {
                let why = || format!("spends {} of a budget of {budget}", self.cost);
                return Err(self.refusal(NQ_MOV_01, Where::Unit(self.id), why));
            }
        }
        self.end()
    }

    fn refuse<T>(&self, clause: Clause, why: &str) -> Result<T, Refusal> {
        Err(self.refusal(clause, Where::Unit(self.id), || why.to_owned()))
    }

    fn refusal(&self, clause: Clause, place: Where, why: impl FnOnce() -> String) -> Refusal {
        let words = match self.told {
            Told::InWords => format!("{} {}", name(self.state, self.id), why()),
            Told::Not => String::new(),
        };
        Refusal::new(clause, words).at(place)
    }

    /// A length that is one.
    fn positive(&self, length: Length) -> Result<Length, Refusal> {
        match length > Length::ZERO && length < Length::cm(400) {
            true => Ok(length),
            false => self.refuse(NQ_MOV_01, "is given no distance to move"),
        }
    }

    fn rate(&self) -> Length {
        rate(self.state, self.id, self.formation, self.unformed)
    }

    fn is_open(&self) -> bool {
        self.formation.is_open() && !self.unformed
    }

    /// The formation straight again, where a road had bent it (NQ-MOV-32).
    fn straighten(&mut self) -> Result<(), Refusal> {
        let Some(body) = &mut self.body else {
            return self.refuse(NQ_TER_12, "is in a building and must leave it first");
        };
        if self.bent {
            let unit = self.state.unit(self.id);
            let roster = self.state.roster(self.id);
            body.layout = layout(&self.state.stage, roster.arm(), self.formation, self.lead, unit.bases);
            self.bent = false;
        }
        Ok(())
    }

    fn act(&mut self, act: Act) -> Result<(), Refusal> {
        let book = &self.state.stage.book;
        match act {
            Act::Ahead(length) => self.go(Leg::Ahead(self.positive(length)?), length, 100),
            Act::Oblique(angle, length) => {
                let angle = angle.turn();
                if angle.abs() > self.state.stage.degrees(&numbers::OBLIQUE_DEGREES) {
                    return self.refuse(NQ_MOV_04, "may go 45 degrees off its facing at most");
                }
                self.go(Leg::Slant(angle, self.positive(length)?), length, 100)
            }
            Act::Wheel(hand, angle) => {
                if angle <= Angle::ZERO || angle > Angle::HALF {
                    return self.refuse(NQ_MOV_05, "wheels by more than nothing and half a turn at most");
                }
                if self.formation == Formation::Square {
                    return self.refuse(NQ_MOV_23, "is a square and keeps its facing");
                }
                let (corner, turn) = match hand {
                    Hand::Left => (Corner::Left, -angle),
                    Hand::Right => (Corner::Right, angle),
                };
                // The outer corner's arc, rounded once (NQ-MOV-33).
                self.straighten()?;
                let width = self.body.as_ref().map_or(Length::ZERO, |body| body.layout.front().length());
                self.go(Leg::Wheel(corner, turn), arc_length(width, angle), 100)
            }
            Act::Back(length) => {
                self.go(Leg::Back(self.positive(length)?), length, book.number(&numbers::BACKWARD))?;
                match self.back > Share::hundredths(book.number(&numbers::BACKWARD_MOST)) {
                    true => self.refuse(NQ_MOV_06, "may step back with half of its budget at most"),
                    false => Ok(()),
                }
            }
            Act::About => self.about(),
            Act::To(pose) => {
                if !self.is_open() {
                    return self.refuse(NQ_MOV_08, "is not in open order");
                }
                let from = self.body.as_ref().map_or(pose.at, |body| body.pose.at);
                self.go(Leg::To(pose), from.distance(pose.at), 100)
            }
            Act::Shift(quarter, length) => {
                if self.formation != Formation::Square {
                    return self.refuse(NQ_MOV_23, "is not a square");
                }
                let turn = Angle::degrees(90 * i32::from(quarter % 4)).turn();
                self.go(Leg::Slant(turn, self.positive(length)?), length, 100)
            }
            Act::Form(formation, lead) => self.form(formation, lead),
            Act::Pivot(angle) => self.pivot(angle),
            Act::Follow(road, length) => self.follow(road, length),
            Act::Enter(building) => self.enter(building),
            Act::Leave(pose, formation) => self.leave(pose, formation),
        }
    }

    /// One leg over the table.
    fn go(&mut self, leg: Leg, length: Length, percent: i32) -> Result<(), Refusal> {
        self.straighten()?;
        let state = self.state;
        if state.roster(self.id).arm() == Arm::Artillery && self.has_mortar() {
            return self.refuse(NQ_ART_08, "has a mortar, which cannot be moved in play");
        }
        if self.formation == Formation::Square && !matches!(leg, Leg::Ahead(_) | Leg::Slant(..) | Leg::Back(_)) {
            return self.refuse(NQ_MOV_23, "is a square");
        }
        let rate = self.rate();
        let Some(cost) = Share::of(length, rate) else {
            return self.refuse(NQ_MOV_01, "cannot move so");
        };
        let mut cost = cost.scaled(percent);
        let body = self.body.clone().expect("straightened bodies stand on the table");
        let end = match self.free(&body, &leg) {
            Some(pose) => Body::new(pose, body.layout.clone()),
            None => {
                let drive = self.drive(&body, &leg, false)?;
                cost += self.surcharge(&drive, cost, rate, percent);
                self.unform(&drive);
                drive.end
            }
        };
        if matches!(leg, Leg::Back(_)) {
            self.back += cost;
        }
        self.stepped(end, cost);
        Ok(())
    }

    fn has_mortar(&self) -> bool {
        let guns = self.state.roster(self.id).guns.iter().take(usize::from(self.state.unit(self.id).bases));
        guns.into_iter().any(|gun| *gun == GunType::Mortar)
    }

    /// What marching marks (NQ-MOV-13); guns moved by hand are marked too (NQ-MOV-21).
    fn stepped(&mut self, end: Body, cost: Share) {
        self.cost += cost;
        self.marks.moved = true;
        self.marks.marched += cost;
        self.marks.towed |= self.formation == Formation::Limbered;
        self.path.push(end.pose.at);
        self.body = Some(end);
    }

    /// How far it keeps off from enemies (NQ-MOV-14).
    fn stand_off(&self) -> Length {
        self.state.stage.length(match self.formation {
            Formation::Skirmish => &numbers::SKIRMISH_STAND_OFF,
            _ => &numbers::STAND_OFF,
        })
    }

    /// Where a leg ends if nobody it could meet or come too near to, and no ground that matters, lies by its way: quick.
    fn free(&self, body: &Body, leg: &Leg) -> Option<Pose> {
        let (end, around) = swept(body, leg)?;
        let (state, side) = (self.state, self.state.unit(self.id).side);
        if !state.on_board(around) {
            return None;
        }
        let swath = Swath::of(body, leg);
        let hinders = |bounds: &Bounds| {
            let near = Length::mm(1);
            bounds.meets(&around) && swath.as_ref().is_none_or(|swath| swath.may_meet_box(bounds, near))
        };
        if state.stage.barriers.iter().any(|(_, bounds)| hinders(bounds)) {
            return None;
        }
        let off = self.stand_off();
        let meets = |(other, unit): (UnitId, &Unit)| {
            let near = if unit.side == side { NEAR } else { off + Length::mm(1) };
            other != self.id
                && unit.bounds.meets(&around.grown(near))
                && swath.as_ref().is_none_or(|swath| swath.may_meet(&unit.outline, near))
        };
        (!state.on_table().any(meets)).then_some(end)
    }

    /// An enemy that a leg straight ahead is sure to run into, or to come too near to: quick. It stands before a front without
    /// gaps.
    fn runs_into(&self, body: &Body, leg: &Leg) -> Option<UnitId> {
        let (Leg::Ahead(length), false) = (leg, self.formation.is_open()) else { return None };
        let (front, Bounds { min, max }) = (body.layout.front(), body.layout.footprint());
        if matches!(self.formation, Formation::Deployed | Formation::Echelon)
            || (front.from, front.to) != (Point::new(min.x, max.y), max)
        {
            return None;
        }
        let (state, off) = (self.state, self.stand_off());
        let bounds = body.bounds();
        let before = |far: Length| Bounds {
            min: Point::new(min.x + NEAR.get(), max.y + NEAR.get()),
            max: Point::new(max.x - NEAR.get(), max.y + (far - NEAR).get()),
        };
        let (met, near) = (before(*length), before(*length + off));
        let mut enemies = state.alive(state.unit(self.id).side.enemy()).filter(|(_, unit)| unit.building().is_none());
        let found = enemies.find(|(_, unit)| {
            // One that is too near from the start may be passed by.
            let reach = if bounds.distance_squared(&unit.bounds) > off.squared() { &near } else { &met };
            unit.stands.iter().any(|base| reach.contains(body.pose.local(base.center())))
        });
        found.map(|(enemy, _)| enemy)
    }

    /// Walks a leg among all that is in the way.
    fn drive(&self, body: &Body, leg: &Leg, road: bool) -> Result<Drive, Refusal> {
        let state = self.state;
        let side = state.unit(self.id).side;
        let off = self.stand_off();
        if self.told == Told::Not
            && let Some(enemy) = self.runs_into(body, leg)
        {
            return Err(self.refusal(NQ_MOV_14, Where::Unit(enemy), String::new));
        }
        // Along a road nobody goes farther than this in a turn; a body that turns on its way needs its width.
        let wide = body.layout.size().width;
        let near = match (swept(body, leg), leg) {
            (None, _) => body.bounds().grown(Length::cm(60) + wide),
            (Some((_, bounds)), Leg::To(_)) => bounds.grown(off + wide),
            (Some((_, bounds)), _) => bounds.grown(off + NEAR),
        };
        let swath = Swath::of(body, leg);
        let crowd = state.crowd_of(self.id, |unit| {
            let near_by = if unit.side == side { NEAR } else { off + NEAR };
            unit.bounds.meets(&near) && swath.as_ref().is_none_or(|swath| swath.may_meet(&unit.outline, near_by))
        });
        let keep_off = |other: BodyId| (state.unit(of_crowd(other)).side != side).then_some(off);
        let scene = Scene {
            watch: &[Part::AnyBase],
            keep_off: &keep_off,
            ..Scene::new(&state.stage.table, &crowd, Some(in_crowd(self.id)))
        };
        let mut barred: Option<Refusal> = None;
        let mut bar = |refusal: Refusal| {
            barred.get_or_insert(refusal);
            Stop::Halt
        };
        let formation = self.formation;
        let stop = |meet: &Meet| match meet.with {
            Met::Body { id: other, .. } if state.unit(of_crowd(other)).side == side => Stop::Through,
            Met::Body { id: other, .. } | Met::Near(other) => {
                let other = of_crowd(other);
                let why = || format!("comes within {} of {}", cm(off), name(state, other));
                bar(self.refusal(NQ_MOV_14, Where::Unit(other), why))
            }
            Met::Feature(_) if road => Stop::Through,
            Met::Feature(feature) if !admits_in(state, self.id, formation, feature) => {
                let at = body.pose.slid(way_of(body, leg), meet.at).at;
                if self.crosses_by_bridge(feature, at) {
                    return Stop::Through;
                }
                let land = state.stage.land(feature);
                let clause = if land.terrain == Terrain::Building { NQ_TER_12 } else { NQ_TER_01 };
                bar(self.refusal(clause, Where::At(at), || format!("may not enter {}", land.called())))
            }
            Met::Feature(_) => Stop::Through,
            Met::Edge(_) => bar(self.refusal(NQ_MOV_28, Where::At(body.pose.at), || "may not leave the table".into())),
        };
        let drive = drive(&scene, body, std::slice::from_ref(leg), stop);
        match barred {
            Some(refusal) => Err(refusal),
            None => Ok(drive),
        }
    }

    /// A column or limbered guns cross a river where a bridge or ford is (T-TERRAIN).
    fn crosses_by_bridge(&self, feature: FeatureId, at: Point) -> bool {
        let stage = &self.state.stage;
        if stage.land(feature).terrain != Terrain::River
            || !matches!(self.formation, Formation::Column | Formation::Limbered)
        {
            return false;
        }
        let width = stage.sizes[0].width;
        let bridges = stage.barriers.iter().filter(|(id, _)| stage.land(*id).terrain == Terrain::Bridge);
        bridges.into_iter().any(|(_, bounds)| bounds.grown(width).contains(at))
    }

    /// What the ground adds: difficult ground doubles, lines cost a part of the budget (NQ-TER-08, NQ-TER-14, NQ-MOV-19).
    fn surcharge(&self, drive: &Drive, cost: Share, rate: Length, percent: i32) -> Share {
        let state = self.state;
        let stage = &state.stage;
        let slow = drive.length_on(Part::AnyBase, |feature| stage.land(feature).ground().is_difficult);
        let more = stage.book.number(&numbers::DIFFICULT) - 100;
        let mut extra = match slow >= drive.length() {
            true => cost.scaled(more),
            false => Share::of(slow, rate).unwrap_or_default().scaled(percent).scaled(more),
        };
        for feature in drive.features(Part::AnyBase) {
            let begun = |ground: &firelock_table::Ground| ground.feature == feature && ground.from > Length::ZERO;
            if stage.land(feature).ground().is_linear && drive.ground.iter().any(begun) {
                extra += Share::hundredths(toll(state, feature));
            }
        }
        extra
    }

    /// Formed units become unformed in some ground, and where they pass through formed friends (NQ-TER-09, NQ-TER-10,
    /// NQ-MOV-17).
    fn unform(&mut self, drive: &Drive) {
        let state = self.state;
        let side = state.unit(self.id).side;
        let mut unforms = false;
        if !self.formation.is_open() {
            let by_bridge = |feature: FeatureId| {
                matches!(self.formation, Formation::Column | Formation::Limbered)
                    && drive.path().iter().any(|place| self.crosses_by_ford(feature, *place))
            };
            unforms = drive
                .features(Part::AnyBase)
                .into_iter()
                .any(|feature| state.stage.land(feature).ground().unforms && !by_bridge(feature));
        }
        let length = drive.length();
        for meet in &drive.meets {
            let Met::Body { id: other, .. } = meet.with else { continue };
            let friend = of_crowd(other);
            if meet.at >= length || state.unit(friend).side != side || !both_unform(state, self.id, friend) {
                continue;
            }
            unforms = true;
            if state.unit(friend).is_formed() && !self.passed.contains(&friend) {
                self.passed.push(friend);
            }
        }
        if unforms && !self.unformed {
            (self.unformed, self.became_unformed) = (true, true);
        }
    }

    fn crosses_by_ford(&self, feature: FeatureId, place: Point) -> bool {
        let stage = &self.state.stage;
        let width = stage.sizes[0].width;
        let ways = stage.land.iter().zip(stage.table.features());
        let crossing = |(land, _): &(&crate::terrain::Land, (FeatureId, &firelock_table::Feature))| {
            land.terrain == Terrain::Bridge
        };
        stage.land(feature).ground().is_linear
            && ways.filter(crossing).any(|(_, (id, _))| {
                stage.table.boxes().any(|(own, bounds)| own == id && bounds.grown(width).contains(place))
            })
    }

    /// The end of the move: on nobody, off from enemies, and not nearer than a hesitant unit may come.
    fn end(mut self) -> Result<Course, Refusal> {
        let state = self.state;
        let place = match (&self.body, self.building) {
            (Some(body), _) => Place::At(body.pose),
            (None, Some(building)) => Place::In(building),
            (None, None) => state.unit(self.id).place,
        };
        if let Some(body) = &self.body {
            self.judge_end(body)?;
        }
        self.marks.done = true;
        let bent = match (self.bent, &self.body) {
            (true, Some(body)) => Some(Box::new(body.layout.clone())),
            _ => None,
        };
        Ok(Course {
            place,
            formation: self.formation,
            lead: self.lead,
            bent,
            marks: self.marks,
            cost: self.cost,
            unformed: self.became_unformed,
            passed: self.passed,
            path: self.path,
            body: self.body,
        })
    }

    fn judge_end(&self, body: &Body) -> Result<(), Refusal> {
        let state = self.state;
        let bases = body.bases();
        let bounds = around(&bases);
        if !state.on_board(bounds) {
            return self.refuse(NQ_MOV_28, "may not leave the table");
        }
        if let Some(other) = state.lies_on(&bases, bounds, self.id) {
            let why = || format!("would stand on {}", name(state, other));
            return Err(self.refusal(NQ_MOV_18, Where::Unit(other), why));
        }
        if let Some(feature) = closed_ground(state, self.id, self.formation, &bases, bounds) {
            let why = || format!("may not stand in {}", state.stage.land(feature).called());
            return Err(self.refusal(NQ_TER_01, Where::At(body.pose.at), why));
        }
        self.judge_distance(&bases, bounds)
    }

    /// NQ-MOV-14 at the end of the move, and NQ-CMD-06.
    fn judge_distance(&self, bases: &[firelock_table::Base], bounds: Bounds) -> Result<(), Refusal> {
        let state = self.state;
        let unit = state.unit(self.id);
        let off = self.stand_off() - TOUCH;
        let wary = state.stage.length(&numbers::HESITANT_REACH);
        let moved = self.marks.moved;
        for (enemy, other) in state.alive(unit.side.enemy()) {
            let apart = bounds.distance_squared(&other.bounds);
            let near = apart <= off.squared() && moved && gap_within(bases, &other.stands[..], off);
            // One that began so near may change formation, or go straight away (NQ-MOV-15).
            if near && gap(bases, &other.stands[..]) < state.gap(self.id, enemy) {
                let why = || format!("would stand too near to {}", name(state, enemy));
                return Err(self.refusal(NQ_MOV_14, Where::Unit(enemy), why));
            }
            if unit.marks.hesitant && moved && apart <= wary.squared() {
                let before = state.gap(self.id, enemy);
                if before.within(wary) && gap(bases, &other.stands[..]) < before {
                    let why = || format!("hesitates and would come nearer to {}", name(state, enemy));
                    return Err(self.refusal(NQ_CMD_06, Where::Unit(enemy), why));
                }
            }
        }
        Ok(())
    }
}

/// The heading of a straight leg.
fn way_of(body: &Body, leg: &Leg) -> Angle {
    let facing = body.pose.facing;
    match leg {
        Leg::Slant(turn, _) => (facing + *turn).heading(),
        Leg::Back(_) => (facing + Angle::HALF).heading(),
        Leg::To(pose) => Angle::towards(body.pose.at, pose.at),
        _ => facing,
    }
}
