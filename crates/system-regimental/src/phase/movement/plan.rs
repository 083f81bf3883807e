//! A maneuver worked out step by step on a copy of the unit; the first thing that is not allowed refuses it.

use std::cell::OnceCell;

use firelock_core::{Clause, Place as Where, Refusal, Side, UnitId};
use firelock_table::{
    Angle, Base, Body, BodyId, Bounds, Corner, Crowd, Drive, FeatureId, Leg, Length, Meet, Met, Part, Point, Pose,
    Scene, Shape, Stop, TOUCH, Table, drive, gap,
};

use super::lane::{Lane, free_lane};
use crate::charts::{Mover, Pace, numbers, rate, road_multiplier};
use crate::clauses::*;
use crate::command::{SetFlank, SetGap, Step};
use crate::event::Event;
use crate::geometry;
use crate::roster::{BodyOf, Roster};
use crate::state::{Flank, Place, Road, State, Unit};
use crate::words::{Branch, Experience, Formation, MoveClass, Obstacle, Order};

/// A maneuver in the making.
pub(super) struct Plan<'a> {
    pub(super) state: &'a State,
    pub(super) id: UnitId,
    /// The unit as it would stand.
    pub(super) unit: Unit,
    pub(super) others: &'a Others<'a>,
    /// What would happen.
    pub(super) events: Vec<Event>,
    /// The poses it would go through.
    pub(super) way: Vec<Pose>,
    /// What the moves cost of what they may.
    pub(super) cost: Option<(Length, Length)>,
}

/// What a move may spend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// The full or the double quick rate.
    pub(super) pace: Pace,
    /// Half of it only.
    pub(super) half: bool,
    /// The clause that grants it, for refusals.
    pub(super) clause: Clause,
}

/// How a leg is paid.
#[derive(Clone, Copy, Debug)]
enum Pays {
    /// By its length.
    Plain,
    /// By twice its length: straight back (RF-MOV-24).
    Double,
    /// The way of a column's head: a road under all of it helps.
    Column,
    /// Along this road.
    Road(FeatureId),
}

/// What friends in the way do to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Friends {
    /// Only guns and open order are passed (RF-MOV-28).
    Bar,
    /// Anyone is passed (RF-MAN-20).
    Pass,
}

/// Everyone else on the table: stand by stand only where a move needs it.
#[derive(Debug)]
pub(crate) struct Others<'a> {
    state: &'a State,
    given: Option<&'a Crowd>,
    crowd: OnceCell<Crowd>,
}

impl<'a> Others<'a> {
    /// Everyone on the table.
    pub(crate) fn of(state: &'a State) -> Others<'a> {
        Others { state, given: None, crowd: OnceCell::new() }
    }

    /// Those of a crowd.
    pub(crate) fn in_crowd(state: &'a State, crowd: &'a Crowd) -> Others<'a> {
        Others { state, given: Some(crowd), crowd: OnceCell::new() }
    }

    /// As bodies, for a drive.
    pub(crate) fn crowd(&self) -> &Crowd {
        self.given.unwrap_or_else(|| self.crowd.get_or_init(|| crowd(self.state)))
    }

    /// Those whose box comes within a length of a box, with their stands.
    fn near(&self, around: &Bounds, reach: Length) -> Vec<(UnitId, &[Base])> {
        let close = |bounds: &Bounds| around.distance_squared(bounds) <= reach.squared();
        match self.given {
            Some(crowd) => {
                let bodies = crowd.bodies().filter(|other| close(&other.bounds));
                bodies.map(|other| (UnitId(other.id.0), other.bases)).collect()
            }
            None => {
                let units = self.state.all_units().filter_map(|(id, _)| Some((id, self.state.stance(id)?)));
                units.filter(|(_, stance)| close(&stance.bounds())).map(|(id, stance)| (id, stance.bases())).collect()
            }
        }
    }
}

/// Everyone on the table as bodies, to be asked many times.
pub(crate) fn crowd(state: &State) -> Crowd {
    gathered(state, state.all_units())
}

/// The same of one side.
pub(super) fn crowd_of(state: &State, side: Side) -> Crowd {
    gathered(state, state.on_table(side))
}

fn gathered<'a>(state: &'a State, units: impl Iterator<Item = (UnitId, &'a Unit)>) -> Crowd {
    let mut crowd = Crowd::with_capacity(state.units.len());
    for (id, _) in units {
        if let Some(stance) = state.stance(id) {
            crowd.add_stance(BodyId(id.0), stance);
        }
    }
    crowd
}

impl<'a> Plan<'a> {
    pub(super) fn new(state: &'a State, id: UnitId, others: &'a Others<'a>) -> Plan<'a> {
        let unit = state.unit(id).clone();
        Plan { state, id, unit, others, events: Vec::new(), way: Vec::new(), cost: None }
    }

    pub(super) fn table(&self) -> &'a Table {
        &self.state.stage.table
    }

    pub(super) fn roster(&self) -> &'a Roster {
        &self.state.stage.roster[usize::from(self.unit.roster)]
    }

    pub(super) fn refuse<T>(&self, clause: Clause, reason: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal::new(clause, reason).at(Where::Unit(self.id)))
    }

    /// What it moves as.
    pub(super) fn branch(&self) -> Branch {
        branch(self.roster(), self.unit.mounted)
    }

    /// Its row of the rates as it stands now.
    pub(super) fn mover(&self) -> Result<Mover, Refusal> {
        let mover = match &self.roster().body {
            BodyOf::Guns { gun, .. } if self.unit.formation == Formation::Limbered => Some(Mover::of_guns(*gun)),
            BodyOf::Guns { .. } => return self.refuse(RF_MOV_07, "unlimbered guns move only by hand"),
            BodyOf::Troops { .. } => Mover::of_troops(self.branch(), self.unit.formation),
        };
        match mover {
            Some(mover) => Ok(mover),
            None => self.refuse(RF_FRM_08, "a garrison does not move; it leaves first"),
        }
    }

    /// The formation where it would stand.
    pub(super) fn body(&self) -> Result<Body, Refusal> {
        match self.unit.place {
            Place::At(pose) => Ok(Body::new(pose, geometry::layout(&self.state.stage, self.roster(), &self.unit))),
            Place::In(_) => self.refuse(RF_FRM_08, "a garrison has no place of its own"),
            Place::Off => self.refuse(RF_SEQ_25, "it is not on the table"),
        }
    }

    fn name(&self, id: UnitId) -> &'a str {
        &self.state.roster(id).name
    }

    /// Goes along steps and pays for them out of the budget.
    pub(super) fn walk(&mut self, steps: &[Step], budget: Budget) -> Result<(), Refusal> {
        self.handles(steps)?;
        let mover = self.mover()?;
        match free_lane(self.state, self.id, &self.unit, steps) {
            Some(lane) if lane.cost <= self.allowed(mover, budget, lane.ground) => {
                self.take(&lane);
                Ok(())
            }
            _ => self.walk_among(steps, budget, Friends::Bar).map(drop),
        }
    }

    /// What a move may cost over such ground; nothing where it cannot be passed.
    fn allowed(&self, mover: Mover, budget: Budget, ground: MoveClass) -> Length {
        let full = rate(&self.state.stage.book, mover, ground).map_or(Length::ZERO, |rates| rates.at(budget.pace));
        if budget.half { full.half() } else { full }
    }

    /// Takes a free lane.
    fn take(&mut self, lane: &Lane) {
        if let Some(end) = lane.way.last() {
            self.unit.place = Place::At(*end);
        }
        let known = usize::from(!self.way.is_empty());
        self.way.extend(&lane.way[known..]);
    }

    /// Goes along steps among others and over all kinds of ground, and pays for them out of the budget.
    pub(super) fn walk_among(&mut self, steps: &[Step], budget: Budget, friends: Friends) -> Result<Drive, Refusal> {
        let (mover, body) = (self.mover()?, self.body()?);
        let (legs, pays) = self.legs(&body, steps)?;
        let drive = self.drive(&body, &legs, friends)?;
        self.pay(&drive, &body, &pays, mover, budget)?;
        self.stand(&drive)?;
        Ok(drive)
    }

    /// Whether the steps are handled as the formation may (RF-MOV-20..25); open order like a line (RF-MOV-26).
    pub(super) fn handles(&self, steps: &[Step]) -> Result<(), Refusal> {
        let files = is_filing(self.unit.formation);
        let most_wheel = self.state.stage.degrees(match self.unit.formation {
            Formation::FieldColumn => &numbers::COLUMN_WHEEL_DEGREES,
            _ => &numbers::WHEEL_DEGREES,
        });
        let most_oblique = self.state.stage.degrees(&numbers::OBLIQUE_DEGREES);
        let (mut wheeled, mut obliqued, mut turned) = (false, false, Angle::ZERO);
        for step in steps {
            match step {
                Step::Ahead(length) | Step::Withdraw(length) | Step::Oblique(_, length) | Step::Road(_, length)
                    if length.get() < 0 || *length > Length::inches(120) =>
                {
                    return self.refuse(RF_MOV_20, "a leg is a length ahead, from nothing to ten feet");
                }
                Step::Wheel(_) if files => {
                    return self.refuse(RF_MOV_25, "a march column turns freely; it does not wheel");
                }
                Step::Wheel(by) => {
                    wheeled = true;
                    turned = turned + *by;
                    if turned.abs() > most_wheel || by.abs() > most_wheel {
                        let clause = if self.unit.formation == Formation::FieldColumn { RF_MOV_25 } else { RF_MOV_21 };
                        return self.refuse(clause, format!("it wheels at most {most_wheel} from its first facing"));
                    }
                }
                Step::Oblique(by, _) => {
                    obliqued = true;
                    if by.abs() > most_oblique {
                        return self.refuse(RF_MOV_22, format!("an oblique is at most {most_oblique} off the facing"));
                    }
                }
                Step::Turn(by) if !files || by.abs() > Angle::HALF => {
                    return self.refuse(RF_MOV_25, "only march columns, limbered guns and crowds turn freely");
                }
                Step::Road(..) | Step::About if !files => {
                    return self.refuse(RF_MOV_09, "only march columns and limbered guns follow a road");
                }
                Step::Ahead(_) | Step::Withdraw(_) | Step::Turn(_) | Step::Road(..) | Step::About => {}
            }
        }
        match wheeled && obliqued {
            true => self.refuse(RF_MOV_23, "a wheel and an oblique do not go together"),
            false => Ok(()),
        }
    }

    /// The steps as legs of the table, each with how it is paid.
    fn legs(&self, body: &Body, steps: &[Step]) -> Result<(Vec<Leg>, Vec<Pays>), Refusal> {
        let files = is_filing(self.unit.formation);
        let mut head = body.pose;
        let (mut legs, mut pays) = (Vec::with_capacity(steps.len()), Vec::with_capacity(steps.len()));
        let mut on_road = false;
        for step in steps {
            if on_road && !matches!(step, Step::Road(..) | Step::About) {
                return self.refuse(RF_MOV_11, "on the road it stays on the road for the rest of its move");
            }
            let (leg, how) = match *step {
                // A column that turns, or is bent, follows its head; a straight one that goes straight on is a block.
                Step::Ahead(length) if files => {
                    let straight = head.facing == body.pose.facing && self.unit.bend.is_empty();
                    head = head.ahead(length);
                    (if straight { Leg::Ahead(length) } else { Leg::Lead(head.at) }, Pays::Column)
                }
                Step::Ahead(length) => (Leg::Ahead(length), Pays::Plain),
                Step::Oblique(by, length) => (Leg::Slant(by, length), Pays::Plain),
                Step::Wheel(by) => {
                    (Leg::Wheel(if by.get() < 0 { Corner::Left } else { Corner::Right }, by), Pays::Plain)
                }
                Step::Withdraw(length) => (Leg::Back(length), Pays::Double),
                Step::Turn(by) => {
                    head.facing = (head.facing + by).heading();
                    continue;
                }
                Step::Road(road, length) => {
                    let land = self.state.stage.land.get(usize::from(road.0));
                    let path = self.table().path(road).filter(|_| land.is_some_and(|land| land.road.is_some()));
                    let Some(path) = path else { return self.refuse(RF_MOV_10, "that is no road") };
                    // A head that turns onto the road first steps onto its middle.
                    if !on_road && head.facing != body.pose.facing {
                        let ahead = head.at.ahead(head.facing, Length::INCH);
                        legs.push(Leg::Lead(gap(ahead, Shape::Path(path)).ends().to));
                        pays.push(Pays::Column);
                    }
                    on_road = true;
                    (Leg::Follow(road, length), Pays::Road(road))
                }
                Step::About => (Leg::About, Pays::Plain),
            };
            legs.push(leg);
            pays.push(how);
        }
        Ok((legs, pays))
    }

    /// Walks; enemies, friends, ground and the edge may refuse it.
    pub(super) fn drive(&self, body: &Body, legs: &[Leg], friends: Friends) -> Result<Drive, Refusal> {
        let off = self.state.stage.length(&numbers::STAND_OFF);
        let keep_off = |id: BodyId| (self.state.units[usize::from(id.0)].side != self.unit.side).then_some(off);
        let scene = Scene {
            watch: &[Part::AnyBase, Part::FrontCenter],
            keep_off: &keep_off,
            ..Scene::new(self.table(), self.others.crowd(), Some(BodyId(self.id.0)))
        };
        let mut refusal: Option<Refusal> = None;
        let on_road = legs.iter().map(|leg| matches!(leg, Leg::Follow(..))).collect::<Vec<_>>();
        let driven = drive(&scene, body, legs, |meet| {
            let follows = on_road.get(usize::from(meet.leg)).copied().unwrap_or_default();
            match self.bars(meet, friends, follows) {
                Some(reason) => {
                    refusal.get_or_insert(reason);
                    Stop::Halt
                }
                None => Stop::Through,
            }
        });
        match refusal {
            Some(refusal) => Err(refusal),
            None => Ok(driven),
        }
    }

    /// Why a meeting stops a move of one's own will, if it does.
    fn bars(&self, meet: &Meet, friends: Friends, follows_road: bool) -> Option<Refusal> {
        let at = |clause, reason: String, place| Some(Refusal::new(clause, reason).at(place));
        match meet.with {
            Met::Near(id) | Met::Body { id, .. } if self.is_enemy(id) => {
                let enemy = UnitId(id.0);
                let reason = format!("it comes nearer than 1\" to {}; only a charge may", self.name(enemy));
                at(RF_MOV_27, reason, Where::Unit(enemy))
            }
            Met::Body { id, .. } => {
                let friend = UnitId(id.0);
                if friends == Friends::Pass || self.passes_freely(friend) {
                    return None;
                }
                at(RF_MOV_28, format!("{}: in the way", self.name(friend)), Where::Unit(friend))
            }
            Met::Near(_) => None,
            Met::Feature(id) => {
                let land = self.state.stage.land(id);
                let name = if land.name.is_empty() { land.kind } else { &land.name };
                let place = || Where::At(self.feature_place(id));
                match land.obstacle {
                    _ if follows_road => None,
                    Obstacle::Major => at(RF_TER_19, format!("{name} is a major obstacle; it must be scaled"), place()),
                    Obstacle::GarrisonOnly => at(RF_MOV_29, format!("{name} is entered only as a garrison"), place()),
                    _ if land.movement == MoveClass::Impassable => {
                        at(RF_MOV_29, format!("{name} cannot be passed"), place())
                    }
                    _ => None,
                }
            }
            Met::Edge(edge) if self.state.stage.armies[self.unit.side.index()].exits.contains(&edge) => None,
            Met::Edge(_) => at(RF_MOV_30, "it would leave the table".into(), Where::Unit(self.id)),
        }
    }

    fn feature_place(&self, id: FeatureId) -> Point {
        let table = self.table();
        match (table.ground(id), table.path(id)) {
            (Some(ground), _) => ground.bounds().min.middle(ground.bounds().max),
            (_, Some(path)) => path[path.len() / 2],
            _ => Point::ORIGIN,
        }
    }

    fn is_enemy(&self, id: BodyId) -> bool {
        self.state.units[usize::from(id.0)].side != self.unit.side
    }

    /// Guns and open order pass and are passed freely (RF-MOV-28).
    fn passes_freely(&self, friend: UnitId) -> bool {
        let loose = |unit: &Unit, roster: &Roster| roster.is_guns() || unit.formation == Formation::OpenOrder;
        loose(&self.unit, self.roster()) || loose(self.state.unit(friend), self.state.roster(friend))
    }

    /// The slowest ground of a drive (RF-MOV-02): a leg along a road with every stand on it is open ground (RF-TER-05).
    pub(super) fn slowest(&self, drive: &Drive, start: &Body) -> MoveClass {
        let over = drive.ground.iter().filter(|ground| ground.part == Part::AnyBase);
        let slowest = over.map(|ground| self.state.stage.land(ground.feature).movement).max().unwrap_or_default();
        match slowest > MoveClass::Open && self.is_on_road(drive, start) {
            true => MoveClass::Open,
            false => slowest,
        }
    }

    /// Whether a drive began with every stand on one road and ended so.
    fn is_on_road(&self, drive: &Drive, start: &Body) -> bool {
        let stage = &self.state.stage;
        let all_on = |body: &Body| {
            let Some(first) = body.layout.slots().first().map(|slot| slot.base(body.pose)) else { return false };
            let mut roads = stage.table.under(&first).filter(|id| stage.land(*id).road.is_some());
            roads.any(|id| body.bases().iter().all(|base| self.state.is_on_road(base, id)))
        };
        all_on(start) && all_on(&drive.end)
    }

    /// Weighs the cost of a drive against the budget (RF-MOV-02, RF-TER-21, RF-MOV-08, RF-MOV-21, RF-MOV-24); an arc is rounded by
    /// the table (RF-MOV-33).
    fn pay(&mut self, drive: &Drive, start: &Body, pays: &[Pays], mover: Mover, budget: Budget) -> Result<(), Refusal> {
        let book = &self.state.stage.book;
        let ground = self.slowest(drive, start);
        if rate(book, mover, ground).is_none() {
            return self.refuse(RF_TER_01, "that ground cannot be passed");
        }
        let allowed = self.allowed(mover, budget, ground);
        // In hundredths of grid steps, so that road and withdrawal are exact.
        let withdraw = i64::from(book.number(&numbers::WITHDRAW_COST));
        let columns = pays.iter().any(|how| matches!(how, Pays::Column));
        let on_road = columns && self.is_on_road(drive, start);
        let (mut off, mut on) = (0_i64, 0_i64);
        for (leg, (how, length)) in pays.iter().zip(&drive.lengths).enumerate() {
            let length = i64::from(length.get());
            let along = match how {
                Pays::Road(road) => self.along_good_road(drive, leg as u8, *road),
                // Straight on along a road that all of it is on.
                Pays::Column if on_road => self.on_good_roads(drive, leg as u8),
                Pays::Column | Pays::Plain | Pays::Double => 0,
            };
            on += along * 100;
            off += (length - along) * if matches!(how, Pays::Double) { withdraw } else { 100 };
        }
        let multiplier = i64::from(road_multiplier(book, mover).unwrap_or(100));
        // off + on / m <= allowed, all times 100 * m.
        let (spent, most) = (off * multiplier + on * 100, i64::from(allowed.get()) * 100 * multiplier);
        let shown = Length::grid((spent / (100 * multiplier)) as i32);
        self.cost = Some((shown, allowed));
        match spent <= most {
            true => Ok(()),
            false => {
                self.refuse(budget.clause, format!("it needs {shown} and has {allowed} on {} ground", word(ground)))
            }
        }
    }

    /// How much of a leg along a road is on it, if it is a good one (RF-MOV-08, RF-MOV-14).
    fn along_good_road(&self, drive: &Drive, leg: u8, road: FeatureId) -> i64 {
        let good = self.state.stage.land(road).road == Some(Road::Good);
        if good { on_feature(drive, leg, |id| id == road) } else { 0 }
    }

    /// How much of a leg of the head lies on good roads, whichever they are.
    fn on_good_roads(&self, drive: &Drive, leg: u8) -> i64 {
        on_feature(drive, leg, |id| self.state.stage.land(id).road == Some(Road::Good))
    }

    /// Takes up the end of a drive.
    pub(super) fn stand(&mut self, drive: &Drive) -> Result<(), Refusal> {
        if let Some(on) = drive.on.first() {
            let other = UnitId(on.0);
            let reason = format!("it would end on {}", self.name(other));
            return Err(Refusal::new(RF_MOV_29, reason).at(Where::Unit(other)));
        }
        self.unit.place = Place::At(drive.end.pose);
        self.unit.bend = if is_filing(self.unit.formation) { bend_of(&drive.end) } else { Vec::new() };
        match self.way.is_empty() {
            true => self.way.extend(&drive.trail),
            false => self.way.extend(&drive.trail[1..]),
        }
        self.keeps_off_garrisons(&drive.end)
    }

    /// Enemy garrisons are kept off from like any enemy.
    fn keeps_off_garrisons(&self, body: &Body) -> Result<(), Refusal> {
        let off = self.state.stage.length(&numbers::STAND_OFF);
        for (enemy, _) in self.state.on_table(self.unit.side.enemy()) {
            if let Some(ground) = self.state.garrison(enemy) {
                let bases = body.bases();
                let now = gap(&bases[..], ground);
                if now.length() < off && now < gap(self.state.bases(self.id), ground) {
                    let reason = format!("it comes nearer than 1\" to {}; only a charge may", self.name(enemy));
                    return Err(Refusal::new(RF_MOV_27, reason).at(Where::Along(now.ends())));
                }
            }
        }
        Ok(())
    }

    /// Stands otherwise where it is: another formation, facing or place. Nobody may be overlapped, no enemy come nearer to.
    pub(super) fn stand_so(&mut self, next: Unit) -> Result<(), Refusal> {
        let before = self.state.bases(self.id);
        self.unit = next;
        let body = self.body()?;
        self.fits(&body, before)?;
        self.way.push(body.pose);
        Ok(())
    }

    /// Whether a body may stand somewhere: on the table, on nobody, on passable ground, off enemies.
    pub(super) fn fits(&self, body: &Body, before: &[Base]) -> Result<(), Refusal> {
        let bases = body.bases();
        let bounds = Bounds::around(bases.iter().map(Base::bounds));
        let table = self.table();
        if !(table.bounds().contains(bounds.min) && table.bounds().contains(bounds.max)) {
            return self.refuse(RF_MOV_30, "it would stand over the edge of the table");
        }
        let off = self.state.stage.length(&numbers::STAND_OFF);
        for (id, others) in self.others.near(&bounds, off).iter().filter(|(id, _)| *id != self.id) {
            if geometry::overlap(&bases, others) {
                let reason = format!("it would stand on {}", self.name(*id));
                return Err(Refusal::new(RF_MOV_29, reason).at(Where::Unit(*id)));
            }
            if !self.is_enemy(BodyId(id.0)) {
                continue;
            }
            let now = gap(&bases[..], *others);
            let nearer = || before.is_empty() || now.length() + TOUCH < gap(before, *others).length();
            if now.length() < off && nearer() {
                let reason = format!("it comes nearer than 1\" to {}", self.name(*id));
                return Err(Refusal::new(RF_MOV_27, reason).at(Where::Along(now.ends())));
            }
        }
        let closed = |id: FeatureId| {
            let land = self.state.stage.land(id);
            land.movement == MoveClass::Impassable || land.obstacle == Obstacle::GarrisonOnly
        };
        let any_closed = table.boxes().any(|(id, around)| around.meets(&bounds) && closed(id));
        for base in bases.iter().filter(|_| any_closed) {
            for id in table.under(base) {
                let land = self.state.stage.land(id);
                if closed(id) && table.ground(id).is_some_and(|ground| firelock_table::overlaps_ground(base, ground)) {
                    let reason =
                        format!("it would stand in {}", if land.name.is_empty() { land.kind } else { &land.name });
                    return Err(Refusal::new(RF_MOV_29, reason).at(Where::At(base.center())));
                }
            }
        }
        self.keeps_off_garrisons(body)
    }

    /// Turns a flank back or straightens it at the end (RF-FRM-20..22).
    pub(super) fn set_flank(&mut self, flank: Option<SetFlank>) -> Result<(), Refusal> {
        match flank {
            None => Ok(()),
            Some(SetFlank::Straight) if self.unit.flank.is_none() => Ok(()),
            Some(SetFlank::Straight) => self.stand_so(Unit { flank: None, ..self.unit.clone() }),
            Some(SetFlank::Back(flank)) => {
                self.may_refuse(flank)?;
                let next = Unit { flank: Some(flank), ..self.unit.clone() };
                self.stand_so(next)
            }
        }
    }

    fn may_refuse(&self, flank: Flank) -> Result<(), Refusal> {
        if !matches!(self.unit.formation, Formation::Line | Formation::OpenOrder) {
            return self.refuse(RF_FRM_20, "only a line or an open order turns a flank back");
        }
        let most = self.state.stage.degrees(&numbers::REFUSE_DEGREES);
        if flank.by.get() <= 0 || flank.by > most {
            return self.refuse(RF_FRM_20, format!("a flank is turned back by up to {most}"));
        }
        let plain = Unit { flank: None, ..self.unit.clone() };
        let refused = Unit { flank: Some(flank), ..plain.clone() };
        let layout = geometry::layout(&self.state.stage, self.roster(), &refused);
        let turned = layout.slots().iter().filter(|slot| slot.facing != Angle::ZERO).count();
        match turned > 0 && turned <= usize::from(self.unit.stands / 2) {
            true => Ok(()),
            false => self.refuse(RF_FRM_20, "between one file and half of the stands are turned back"),
        }
    }

    /// Sets the gaps of an open order (RF-MAN-31, RF-FRM-04, RF-FRM-05).
    pub(super) fn set_gap(&mut self, gap: Option<SetGap>) -> Result<(), Refusal> {
        let Some(SetGap { gap, keep }) = gap else { return Ok(()) };
        let book = &self.state.stage.book;
        let guns = self.unit.formation == Formation::Unlimbered;
        let (least, most, clause) = match guns {
            true => (0, book.number(&numbers::GUN_GAP_MOST), RF_FRM_10),
            false => (book.number(&numbers::OPEN_GAP_LEAST), book.number(&numbers::OPEN_GAP_MOST), RF_FRM_04),
        };
        if !guns && self.unit.formation != Formation::OpenOrder {
            return self.refuse(RF_MAN_31, "only an open order has gaps to change");
        }
        if i32::from(gap) < least || i32::from(gap) > most {
            return self.refuse(clause, format!("gaps are {} to {}", inches(least), inches(most)));
        }
        let old = self.body()?;
        let next = Unit { gap, ..self.unit.clone() };
        let wide = |body: &Body| body.layout.front().from.distance(body.layout.front().to);
        let new = Body::new(old.pose, geometry::layout(&self.state.stage, self.roster(), &next));
        let shift = (wide(&new) - wide(&old)).half();
        let pose = match keep {
            crate::command::Keep::Center => old.pose,
            crate::command::Keep::Left => old.pose.slid(old.pose.facing + Angle::RIGHT, shift),
            crate::command::Keep::Right => old.pose.slid(old.pose.facing + Angle::RIGHT, -shift),
        };
        self.stand_so(Unit { place: Place::At(pose), ..next })
    }

    /// A Raw unit that changes formation on slow ground is disordered (RF-MAN-11).
    pub(super) fn drill(&mut self, before: &[Base]) -> Result<(), Refusal> {
        let raw = self.roster().experience == Experience::Raw && !self.roster().is_guns();
        let slow = |bases: &[Base]| self.state.slowest_under(bases) > MoveClass::Open;
        if raw && (slow(before) || self.body().is_ok_and(|body| slow(&body.bases()))) {
            self.disorder();
        }
        Ok(())
    }

    /// Marks the unit disordered; broken stays broken (RF-MOR-12, RF-MOR-17).
    pub(super) fn disorder(&mut self) {
        if self.unit.order == Order::Good && !self.roster().is_guns() {
            self.unit.order = Order::Disordered;
            self.events.push(Event::Ordered { unit: self.id, order: Order::Disordered });
        }
    }

    /// The events of the whole: where it stands, how, and what it may still do.
    pub(super) fn finish(mut self, formation_changed: bool, no_fire: bool, fire_action: bool) -> Vec<Event> {
        let (old, new) = (self.state.unit(self.id), &self.unit);
        let mut events = Vec::with_capacity(self.events.len() + 3);
        let changed = (old.formation, old.gap, old.mounted) != (new.formation, new.gap, new.mounted)
            || matches!((old.place, new.place), (Place::In(_), _) | (_, Place::In(_)));
        if self.way.len() > 1 || self.way.first().is_some_and(|pose| Place::At(*pose) != old.place) {
            events.push(Event::Moved { unit: self.id, way: self.way.clone(), bend: new.bend.clone() });
        }
        if changed {
            events.push(Event::Placed {
                unit: self.id,
                place: new.place,
                formation: new.formation,
                gap: new.gap,
                flank: new.flank,
                mounted: new.mounted,
            });
        } else if old.flank != new.flank {
            events.push(Event::FlankSet { unit: self.id, flank: new.flank });
        }
        events.append(&mut self.events);
        events.push(Event::Maneuvered { unit: self.id, formation_changed, no_fire, fire_action });
        events
    }
}

/// What a unit moves and fights as.
pub(crate) fn branch(roster: &Roster, mounted: bool) -> Branch {
    match &roster.body {
        BodyOf::Guns { .. } => Branch::Guns,
        BodyOf::Troops { arm: crate::words::Arm::Infantry, .. } => Branch::Infantry,
        BodyOf::Troops { .. } if mounted => Branch::Cavalry,
        BodyOf::Troops { .. } => Branch::Dismounted,
    }
}

/// Whether a formation follows its head (RF-MOV-31).
pub(super) fn is_filing(formation: Formation) -> bool {
    matches!(formation, Formation::MarchColumn | Formation::Limbered)
}

/// The bend of a column: the middles of its stands' fronts and of the last rear; empty when it is straight.
pub(super) fn bend_of(body: &Body) -> Vec<Point> {
    if body.layout.slots().iter().all(|slot| slot.facing == Angle::ZERO) {
        return Vec::new();
    }
    let bases = body.bases();
    let fronts = bases.iter().map(|base| base.front().middle());
    fronts.chain(bases.last().map(|base| base.rear().middle())).collect()
}

/// How much of one leg the head went over features that match.
fn on_feature(drive: &Drive, leg: u8, matches: impl Fn(FeatureId) -> bool) -> i64 {
    let mut parts: Vec<(i32, i32)> = drive
        .ground
        .iter()
        .filter(|ground| ground.leg == leg && ground.part == Part::FrontCenter && matches(ground.feature))
        .map(|ground| (ground.from.get(), ground.to.get()))
        .collect();
    parts.sort_unstable();
    let (mut sum, mut reached) = (0, 0);
    for (from, to) in parts {
        sum += i64::from((to - from.max(reached)).max(0));
        reached = reached.max(to);
    }
    sum
}

fn word(ground: MoveClass) -> &'static str {
    match ground {
        MoveClass::Open => "open",
        MoveClass::Broken => "broken",
        MoveClass::Rough => "rough",
        MoveClass::Impassable => "impassable",
    }
}

fn inches(hundredths: i32) -> Length {
    Length::inch_hundredths(hundredths)
}

/// The nearest place of a body to a line, for "touching" tests.
pub(super) fn touches_line(body: &Body, line: &[Point], within: Length) -> bool {
    gap(body.front(), Shape::Path(line)).within(within)
}
