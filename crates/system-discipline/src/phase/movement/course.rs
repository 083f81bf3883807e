//! A straight run over the ground: how far a body can go, what stops it and what it costs (FD-MOV-02, FD-TER-03, FD-TER-11).

use firelock_core::{Place, Refusal};
use firelock_table::{
    Angle, Base, Body as Block, BodyId as InCrowd, Bounds, Corner, Crowd, Drive, Extent, FeatureId, Leg, Length, Meet,
    Met, Part, Point, Pose, Scene, Size, Stop, drive_to_halt, farthest_wheel, gap,
};

use super::looks::Way;
use crate::charts::{self, Going, Mover, Pace, Terrain, numbers};
use crate::clauses::*;
use crate::clearance::MARGIN;
use crate::geometry::{in_crowd, of_crowd};
use crate::phase::name;
use crate::state::{BodyId, Kind, Stage, State, Target, ZoneId};
use crate::words::{Branch, GunState, Piece};

/// How a body minds others on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// A normal move: it keeps off from the enemy (FD-MOV-26, FD-MOV-13).
    Normal,
    /// A turn or a change of formation: it comes no nearer to the enemy either.
    Turn,
    /// A charge: it goes on to the first enemy.
    Charge,
}

/// A run as far as it could go.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// The way, up to what stopped it.
    pub(crate) drive: Drive,
    /// How far the allowance carries it on that way.
    pub(crate) paid: Length,
    /// The ground of the way, piece by piece.
    ground: Vec<Piecewise>,
}

/// A piece of a way over ground of one factor, with what is paid at its beginning.
#[derive(Clone, Copy, Debug)]
struct Piecewise {
    from: Length,
    to: Length,
    /// Hundredths of a yard gone for each yard paid.
    factor: i64,
    toll: i64,
}

impl Run {
    /// How far it can go at most.
    pub(crate) fn length(&self) -> Length {
        self.drive.length().min(self.paid)
    }

    /// How far another allowance carries it.
    pub(crate) fn afforded(&self, allowance: Length) -> Length {
        afford(&self.ground, self.drive.length(), allowance)
    }

    /// What going so far costs.
    pub(crate) fn cost(&self, by: Length) -> Length {
        let mut sum = 0;
        for piece in self.ground.iter().filter(|piece| piece.from < by) {
            let way = i64::from((piece.to.min(by) - piece.from).get());
            sum += piece.toll + (way * 100 + piece.factor - 1) / piece.factor;
        }
        Length::grid(sum as i32)
    }
}

/// How far an allowance goes.
fn afford(ground: &[Piecewise], whole: Length, allowance: Length) -> Length {
    let mut left = i64::from(allowance.get());
    for piece in ground {
        if piece.toll > left {
            return piece.from;
        }
        left -= piece.toll;
        let way = i64::from((piece.to - piece.from).get());
        if way * 100 > left * piece.factor {
            return piece.from + Length::grid((left * piece.factor / 100) as i32);
        }
        left -= (way * 100 + piece.factor - 1) / piece.factor;
    }
    whole
}

/// Zones stand in a crowd behind all bodies.
const ZONES: u16 = 60_000;

impl Stage {
    /// Whether a feature may not be entered.
    pub(crate) fn is_closed(&self, feature: FeatureId, going: Going) -> bool {
        let land = self.land(feature);
        land.zone.is_some() || land.factor(&self.book, going).is_none() || land.toll(self, going).is_none()
    }
}

impl State {
    /// What a body fights and moves as.
    pub(crate) fn branch(&self, id: BodyId) -> Branch {
        let body = self.body(id);
        match &body.kind {
            Kind::Troops if !body.mounted => Branch::Foot,
            Kind::Troops => match self.roster(id).troops() {
                Some(troops) if troops.arm == crate::words::Arm::Dragoon => Branch::Dragoons,
                Some(troops) if troops.class == crate::words::Class::Light => Branch::LightHorse,
                _ => Branch::Horse,
            },
            Kind::Section(gun) if gun.state == GunState::Limbered => Branch::Limbered,
            Kind::Section(_) => Branch::Unlimbered,
            Kind::Crew { .. } => Branch::Crew,
            Kind::Wagon { .. } => Branch::Wagon,
        }
    }

    /// How a body goes over ground: its column of T2.
    pub(crate) fn going(&self, id: BodyId) -> Going {
        match self.branch(id) {
            Branch::Foot if self.is_open(id) => Going::OpenFoot,
            Branch::Foot => Going::CloseFoot,
            Branch::Crew => Going::OpenFoot,
            Branch::Horse | Branch::LightHorse | Branch::Dragoons => Going::Mounted,
            Branch::Unlimbered | Branch::Limbered | Branch::Wagon => Going::Limbered,
        }
    }

    /// A rate of a body from T3, before anything is taken from it; none where it has none.
    pub(crate) fn rate(&self, id: BodyId, pace: Pace) -> Option<Length> {
        let book = &self.stage.book;
        let (piece, pounds) = self.roster(id).guns().map_or((Piece::Gun, 0), |guns| (guns.piece, guns.pounds));
        let branch = self.branch(id);
        // Mortars stay where they are (T17).
        if piece == Piece::Mortar && branch != Branch::Crew {
            return None;
        }
        Some(charts::rate(book, Mover::of(book, branch, piece, pounds), pace)?.on_table(self.stage.scale))
    }

    /// The rate left after limber hits (FD-MOV-18) and, unless it is a gun's Road rate, a facing change (FD-MOV-19, FD-MOV-20).
    pub(crate) fn allowance(&self, id: BodyId, pace: Pace) -> Option<Length> {
        let body = self.body(id);
        let hits = match &body.kind {
            Kind::Section(gun) => gun.limber,
            Kind::Wagon { hits } => *hits,
            Kind::Troops | Kind::Crew { .. } => 0,
        };
        let book = &self.stage.book;
        let left = (100 - i32::from(hits) * book.number(&numbers::LIMBER_HIT_CUT)).max(0);
        let rate = self.rate(id, pace)?.scaled(left, 100);
        let on_wheels = matches!(body.kind, Kind::Section(_) | Kind::Wagon { .. });
        match body.turn.turned && !(on_wheels && pace == Pace::Road) {
            true => Some(rate.scaled(book.number(&numbers::TURN_SHARE), 100)),
            false => Some(rate),
        }
    }

    /// The pace of a normal move near the enemy: Field, or Skirmish for open order, crews and horse on foot
    /// (FD-MOV-03, FD-MOV-06, FD-MOV-10, FD-MOV-11, FD-MOV-38).
    pub(crate) fn usual_pace(&self, id: BodyId) -> Pace {
        let dismounted = |id| {
            let troops = self.roster(id).troops();
            troops.is_some_and(|troops| troops.arm != crate::words::Arm::Infantry) && !self.body(id).mounted
        };
        match self.branch(id) {
            Branch::Crew => Pace::Charge,
            Branch::Foot if self.is_open(id) || dismounted(id) => Pace::Charge,
            Branch::Horse | Branch::LightHorse | Branch::Dragoons if self.is_open(id) => Pace::Charge,
            _ => Pace::Field,
        }
    }

    /// Lets a body run straight along a heading, up to a length and what the allowance pays.
    pub(crate) fn run(
        &self,
        id: BodyId,
        block: &Block,
        heading: Angle,
        most: Length,
        allowance: Length,
        manner: Manner,
    ) -> Run {
        self.run_as(id, self.going(id), block, heading, most, allowance, manner)
    }

    /// The same for a part of a body that goes another way than the whole, as a half-stand that leaves it.
    #[expect(clippy::too_many_arguments, reason = "a run and how it is made")]
    pub(crate) fn run_as(
        &self,
        id: BodyId,
        going: Going,
        block: &Block,
        heading: Angle,
        most: Length,
        allowance: Length,
        manner: Manner,
    ) -> Run {
        let leg = Leg::Slant((heading - block.pose.facing).turn(), most);
        let drive = self.sweep(id, going, block, &leg, most, manner);
        let ground = self.pieces(going, block, heading, &drive);
        let paid = afford(&ground, drive.length(), allowance);
        Run { drive, paid, ground }
    }

    /// Walks a body along one leg and halts it before whatever it may not pass.
    pub(crate) fn sweep(
        &self,
        id: BodyId,
        going: Going,
        block: &Block,
        leg: &Leg,
        reach: Length,
        manner: Manner,
    ) -> Drive {
        let way = Way::along(block, leg, self.keep_off(id, manner).unwrap_or_default());
        let go = |scene: &Scene<'_>| drive_to_halt(scene, block, leg, |meet| self.bars(meet, block, leg, going));
        match way {
            None => {
                let around =
                    way_around(block, leg, reach).grown(self.keep_off(id, manner).unwrap_or_default() + MARGIN);
                self.among(id, going, None, &[], around, manner, go)
            }
            Some(way) => {
                let near = self.near_way(id, &way);
                if near.is_empty() && self.is_open_ground(going, &way) {
                    return way.unhindered();
                }
                self.among(id, going, Some(&way), &near, way.around(), manner, go)
            }
        }
    }

    /// How far a line can wheel among those who matter to the whole turn, to the degree if not all of it, and whether they all matter
    /// to a degree more, too; none where it must be tried out.
    pub(crate) fn farthest_wheel(&self, id: BodyId, block: &Block, corner: Corner, by: Angle) -> Option<(Angle, bool)> {
        let (going, manner) = (self.going(id), Manner::Turn);
        // A bridge may lead over a river.
        let is_river = |(feature, _): &(FeatureId, Bounds)| self.stage.land(*feature).terrain == Terrain::River;
        if self.stage.barriers.iter().any(is_river) {
            return None;
        }
        let keep = self.keep_off(id, manner).unwrap_or_default();
        let near = |leg: &Leg| Way::along(block, leg, keep).map(|way| self.near_way(id, &way));
        let leg = Leg::Wheel(corner, by);
        let way = Way::along(block, &leg, keep)?;
        let others = self.near_way(id, &way);
        if others.is_empty() && self.is_open_ground(going, &way) {
            return Some((by, true));
        }
        let bars = |feature: FeatureId| self.stage.is_closed(feature, going);
        let go = |scene: &Scene<'_>| farthest_wheel(scene, block, (corner, by), Angle::degrees(1), bars);
        let most = self.among(id, going, Some(&way), &others, way.around(), manner, go)?;
        let farther = Leg::Wheel(corner, most + Angle::degrees(by.get().signum()));
        Some((most, most == by || near(&farther).is_some_and(|near| near == others)))
    }

    /// Does something in the scene of a way: among those who are near it, or all others where that is not known, over the ground that
    /// it may touch.
    #[expect(clippy::too_many_arguments, reason = "a way and how it is gone")]
    fn among<T>(
        &self,
        id: BodyId,
        going: Going,
        way: Option<&Way<'_>>,
        near: &[BodyId],
        around: Bounds,
        manner: Manner,
        act: impl FnOnce(&Scene<'_>) -> T,
    ) -> T {
        let keep = self.keep_off(id, manner);
        let side = self.body(id).side;
        let crowd = self.scene_crowd(id, way, near, around, manner);
        let is_enemy = |other: InCrowd| match other.0.checked_sub(ZONES) {
            Some(_) => true,
            None => self.body(of_crowd(other)).side != side,
        };
        let keep_off = |other: InCrowd| keep.filter(|_| is_enemy(other));
        let table = match way {
            Some(way) if !way.may_touch_ground(self, going) => &self.stage.bare,
            // What only slows does not matter to a turn.
            Some(way) if way.is_wheel() => &self.stage.closed,
            _ => &self.stage.hindering,
        };
        act(&Scene { table, crowd: &crowd, mover: Some(in_crowd(id)), watch: &[Part::AnyBase], keep_off: &keep_off })
    }

    /// The box that holds everyone who matters to a normal move along a leg.
    pub(crate) fn on_the_way(&self, id: BodyId, block: &Block, leg: &Leg) -> Bounds {
        let keep = self.keep_off(id, Manner::Normal).unwrap_or_default();
        way_around(block, leg, Length::ZERO).grown(keep + MARGIN)
    }

    /// How far a body keeps off from the enemy (FD-MOV-13, FD-MOV-26).
    pub(super) fn keep_off(&self, id: BodyId, manner: Manner) -> Option<Length> {
        let gun = matches!(self.branch(id), Branch::Limbered);
        match manner {
            Manner::Charge => None,
            Manner::Normal if gun => Some(self.stage.length(&numbers::LIMBERED_CLEAR)),
            Manner::Normal | Manner::Turn => Some(self.stage.length(&numbers::STAND_OFF)),
        }
    }

    /// Everyone whom a move may meet: bodies, and zones that the enemy holds.
    fn scene_crowd(&self, id: BodyId, way: Option<&Way<'_>>, near: &[BodyId], around: Bounds, manner: Manner) -> Crowd {
        let mut crowd = match way {
            Some(_) => self.crowd_among(near),
            None => self.crowd(around, &[id]),
        };
        // FD-ART-31: guns whose crew fled before a charge at them still stop it.
        if manner == Manner::Charge
            && let Some(Target::Body(target)) = self.body(id).turn.charge.map(|charge| charge.target)
            && self.body(target).gun().is_some()
            && !self.body(target).is_alive()
            && self.body(target).pose().is_some()
        {
            crowd.add(in_crowd(target), &self.body(target).bases);
        }
        if manner != Manner::Charge {
            let side = self.body(id).side;
            for (zone, place) in self.stage.all_zones() {
                if place.ground.bounds().meets(&around) && self.in_zone(zone).any(|(_, body)| body.side != side) {
                    crowd.add(InCrowd(ZONES + u16::from(zone.0)), &[zone_base(self, zone)]);
                }
            }
        }
        crowd
    }

    /// What a meeting does to a run: only ground that may be entered lets it through.
    fn bars(&self, meet: &Meet, block: &Block, leg: &Leg, going: Going) -> Stop {
        match meet.with {
            Met::Body { .. } | Met::Near(_) | Met::Edge(_) => Stop::Halt,
            Met::Feature(id) => {
                let land = self.stage.land(id);
                let closed = self.stage.is_closed(id, going);
                let over = || {
                    let heading = match leg {
                        Leg::Slant(turn, _) => block.pose.facing + *turn,
                        _ => block.pose.facing,
                    };
                    self.is_crossing(block.pose.slid(heading, meet.at).at)
                };
                if closed && !(land.terrain == Terrain::River && over()) { Stop::Halt } else { Stop::Through }
            }
        }
    }

    /// Whether a bridge, ford or causeway leads over the water at a place: within a stand's depth of it.
    pub(crate) fn is_crossing(&self, place: Point) -> bool {
        let size = crate::geometry::base_size(&self.stage, charts::Base::Stand);
        self.stage.table.features().any(|(id, feature)| {
            self.stage.land(id).crossing
                && match &feature.extent {
                    Extent::Area { ground, .. } => gap(place, ground).within(size.depth),
                    Extent::Line { path, width } => gap(place, &path[..]).within(width.half() + size.depth),
                    Extent::Spot { at, radius } => gap(place, *at).within(*radius + size.depth),
                }
        })
    }

    /// The ground of a run (FD-TER-03, FD-TER-11): the slowest under any base counts, lines cost at once.
    fn pieces(&self, going: Going, block: &Block, heading: Angle, drive: &Drive) -> Vec<Piecewise> {
        let whole = drive.length();
        if drive.ground.is_empty() && going != Going::Limbered {
            let piece = Piecewise { from: Length::ZERO, to: whole, factor: 100, toll: 0 };
            return if whole > Length::ZERO { vec![piece] } else { Vec::new() };
        }
        let book = &self.stage.book;
        let mut cuts: Vec<Length> = vec![Length::ZERO, whole];
        let mut slow: Vec<(Length, Length, i32)> = Vec::new();
        let mut tolls: Vec<(Length, Length)> = Vec::new();
        for ground in drive.ground.iter().filter(|ground| ground.part == Part::AnyBase) {
            let land = self.stage.land(ground.feature);
            if land.terrain.is_line() {
                let toll = land.toll(&self.stage, going).unwrap_or_default();
                // What it stands on at the start was paid for before.
                if ground.from > Length::ZERO && toll > Length::ZERO {
                    tolls.push((ground.from, toll));
                }
            } else if let Some(factor) = land.factor(book, going).filter(|factor| *factor < 100) {
                slow.push((ground.from, ground.to, factor));
                cuts.extend([ground.from, ground.to]);
            }
        }
        if going == Going::Limbered {
            for (from, to) in self.uphill(block, heading, drive.length()) {
                let factor = charts::factor(book, Terrain::Slope, going).unwrap_or(100);
                slow.push((from, to, factor));
                cuts.extend([from, to]);
            }
        }
        cuts.extend(tolls.iter().map(|(at, _)| *at));
        cuts.sort_unstable();
        cuts.dedup();
        let piece = |part: &[Length]| {
            let (from, to) = (part[0], part[1]);
            let toll = tolls.iter().filter(|(at, _)| *at == from).map(|(_, toll)| i64::from(toll.get())).sum();
            let under = slow.iter().filter(|(begin, end, _)| *begin <= from && to <= *end);
            let factor = i64::from(under.map(|(.., factor)| *factor).min().unwrap_or(100).clamp(1, 100));
            Piecewise { from, to, factor, toll }
        };
        cuts.windows(2).map(piece).collect()
    }

    /// The parts of a run that lead up a slope: within its band about the hilltop, the crest coming nearer.
    fn uphill(&self, block: &Block, heading: Angle, length: Length) -> Vec<(Length, Length)> {
        let mut parts = Vec::new();
        let near = block.outline().bounds().grown(length);
        let yard = self.stage.yards(1);
        for (id, land) in self.hills() {
            let Some(top) = self.stage.table.ground(id) else { continue };
            if !top.bounds().grown(land.slope).meets(&near) {
                continue;
            }
            let off = |at: Length| gap(&block_at(block, heading, at).outline(), top).length();
            let (mut at, mut here) = (Length::ZERO, off(Length::ZERO));
            while at < length {
                let next = (at + yard).min(length);
                let there = off(next);
                if there <= land.slope && there < here {
                    parts.push((at, next));
                }
                (at, here) = (next, there);
            }
        }
        parts
    }

    /// Why a run ends where it does, if something stopped it.
    pub(crate) fn stopped(&self, id: BodyId, drive: &Drive) -> Option<Refusal> {
        let meet = drive.halt()?;
        let at = Place::At(drive.end.front_center());
        Some(match meet.with {
            Met::Body { id: zone, .. } if zone.0 >= ZONES => {
                let zone = self.stage.zone(ZoneId((zone.0 - ZONES) as u8));
                Refusal::new(FD_MEL_01, format!("{} is held by the enemy", zone.name)).at(at)
            }
            Met::Body { id: other, .. } => match of_crowd(other) {
                other if self.body(other).side == self.body(id).side => {
                    Refusal::new(FD_MOV_27, format!("{}: in the way", name(self, other))).at(Place::Unit(other))
                }
                other => Refusal::new(FD_MEL_01, format!("{} would be touched without a charge", name(self, other)))
                    .at(Place::Unit(other)),
            },
            Met::Near(other) => {
                let gun = self.branch(id) == Branch::Limbered;
                let clause = if gun { FD_MOV_13 } else { FD_MOV_26 };
                match other.0.checked_sub(ZONES) {
                    Some(zone) => {
                        let zone = self.stage.zone(ZoneId(zone as u8));
                        Refusal::new(clause, format!("too near to the enemy in {}", zone.name)).at(at)
                    }
                    None => {
                        let other = of_crowd(other);
                        Refusal::new(clause, format!("too near to {}", name(self, other))).at(Place::Unit(other))
                    }
                }
            }
            Met::Feature(feature) => {
                let land = self.stage.land(feature);
                let clause = if land.zone.is_some() { FD_OBJ_03 } else { FD_TER_02 };
                Refusal::new(clause, format!("it may not go through {}", land.called())).at(at)
            }
            Met::Edge(_) => Refusal::new(FD_MOV_33, "only under Withdrawal may it leave, by its own edge").at(at),
        })
    }
}

/// The front corner a line wheels on.
pub(super) fn pivot(block: &Block, corner: Corner) -> Point {
    let front = block.front();
    match corner {
        Corner::Left => front.from,
        Corner::Right => front.to,
    }
}

/// A box around all places that a leg leads over, at most so long.
pub(crate) fn way_around(block: &Block, leg: &Leg, reach: Length) -> Bounds {
    let outline = block.outline();
    let here = outline.bounds();
    match leg {
        Leg::Ahead(by) => here.join(moved(&outline, block.pose.facing, *by)),
        Leg::Slant(turn, by) => here.join(moved(&outline, block.pose.facing + *turn, *by)),
        Leg::Wheel(corner, by) => {
            let pivot = pivot(block, *corner);
            // Between two looks 15 degrees apart a corner leaves the straight line by less than a hundredth of its way
            // from the pivot.
            let looks = by.abs().get() / 1500 + 1;
            let turned = |look: i32| {
                let turn = Angle::steps(by.get() * look / looks);
                Base::new(outline.pose.about(pivot, turn), outline.size).bounds()
            };
            let slack = (outline.size.width + outline.size.depth) / 100;
            here.join(Bounds::around((1..=looks).map(turned))).grown(slack)
        }
        _ => here.grown(reach),
    }
}

/// The box around a rectangle so far along a heading.
fn moved(outline: &Base, heading: Angle, by: Length) -> Bounds {
    let step = Point::ORIGIN.ahead(heading, by);
    let Bounds { min, max } = outline.bounds();
    Bounds { min: min + step, max: max + step }
}

/// A formation so far along a heading, its facing kept.
pub(crate) fn block_at(block: &Block, heading: Angle, by: Length) -> Block {
    Block::new(block.pose.slid(heading, by), block.layout.clone())
}

/// One rectangle for a zone: its own shape where it is one, else the upright box around it.
pub(crate) fn zone_base(state: &State, zone: ZoneId) -> Base {
    let ground = state.ground(zone);
    if let [a, b, c, d] = ground.points()[..]
        && (a + c) == (b + d)
        && (b - a).dot(d - a) == 0
    {
        // Clockwise corners a, b, c, d: the edge from a to b is the front.
        let facing = (Angle::towards(a, b) + Angle::LEFT).heading();
        return Base {
            pose: Pose::new(a.middle(b), facing),
            size: Size::new(a.distance(b), b.distance(c)),
            corners: [a, b, c, d],
        };
    }
    let Bounds { min, max } = *ground.bounds();
    let size = Size::new(Length::grid(max.x - min.x), Length::grid(max.y - min.y));
    Base::new(Pose::new(Point::new(min.x.midpoint(max.x), max.y), Angle::ZERO), size)
}
