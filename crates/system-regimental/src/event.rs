//! What can happen, and how it changes the state.

use firelock_core::{Beside, Frame, Side, UnitId, Verdict};
use firelock_table::{Point, Pose};
use serde::{Deserialize, Serialize};

use crate::facts::Scope;
use crate::geometry;
use crate::phase::fire::Shots;
use crate::results::{ChargeEffect, FireEffect, ManeuverEffect, Motion};
use crate::state::{
    Asking, Charge, ChargeStage, Colonel, Contact, Fate, Flank, Gun, Leader, LeaderId, LeaderStatus, Place, Position,
    State, Step, Task, Trail, TurnMarks, Unit, Work,
};
use crate::words::{Formation, MoveClass, Order, Rating};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A step begins.
    StepBegan {
        /// The turn.
        turn: u16,
        /// Whose player turn.
        active: Side,
        /// The step.
        step: Step,
    },
    /// A decision is put.
    Asked(Asking),
    /// The decision on top is taken.
    Answered,
    /// Tasks are put on top, the first to be done first.
    Queued(Vec<Task>),
    /// The next task is taken up.
    TaskTaken,
    /// A unit stands somewhere in some formation.
    Placed {
        /// Who.
        unit: UnitId,
        /// Where.
        place: Place,
        /// How.
        formation: Formation,
        /// Gaps, in hundredths of an inch.
        gap: u16,
        /// With a flank turned back.
        flank: Option<Flank>,
        /// In the saddle.
        mounted: bool,
    },
    /// A unit moved.
    Moved {
        /// Who.
        unit: UnitId,
        /// The poses it went through; the last is where it stands.
        way: Vec<Pose>,
        /// A column bent along its path; empty when straight.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bend: Vec<Point>,
    },
    /// A flank is turned back or straightened.
    FlankSet {
        /// Who.
        unit: UnitId,
        /// How.
        flank: Option<Flank>,
    },
    /// The gaps of an open order or of guns change.
    GapSet {
        /// Who.
        unit: UnitId,
        /// In hundredths of an inch.
        gap: u16,
        /// Where the middle of the front is then.
        pose: Pose,
    },
    /// A leader joined a unit.
    Attached {
        /// Who.
        leader: LeaderId,
        /// Whom.
        unit: UnitId,
    },
    /// A leader left his unit, or lost it.
    Detached {
        /// Who.
        leader: LeaderId,
        /// Where he stands then.
        at: Point,
    },
    /// A leader moved by himself.
    LeaderMoved {
        /// Who.
        leader: LeaderId,
        /// Where to.
        to: Point,
    },
    /// A leader is set down: at deployment, on his return, driven off by a charge.
    LeaderPlaced {
        /// Who.
        leader: LeaderId,
        /// Where.
        at: Point,
    },
    /// A leader fell, dismounted, returned.
    LeaderFared {
        /// Who.
        leader: LeaderId,
        /// How he is now.
        status: LeaderStatus,
        /// Victory points his loss gives the enemy.
        points: i32,
    },
    /// A new man takes over.
    LeaderReplaced {
        /// Whose place.
        leader: LeaderId,
        /// His rating.
        rating: Rating,
    },
    /// A brave colonel fared so.
    ColonelFared {
        /// Whose.
        unit: UnitId,
        /// How.
        colonel: Colonel,
    },
    /// A leader leads a check.
    Led(LeaderId),
    /// A unit checked.
    Checked {
        /// Who.
        unit: UnitId,
        /// The modified die.
        result: i32,
        /// What it may do.
        effect: ManeuverEffect,
        /// The maneuvers that leaves open.
        scope: Scope,
        /// Where it goes first.
        motion: Motion,
        /// Its order after that.
        order: Order,
        /// Broken troops form up after that.
        reforms: bool,
    },
    /// A unit has done its maneuver.
    Maneuvered {
        /// Who.
        unit: UnitId,
        /// It changed formation.
        formation_changed: bool,
        /// It may not fire offensively.
        no_fire: bool,
        /// Guns: it took the fire action.
        fire_action: bool,
    },
    /// A unit went back for its check, its fire is lost for this turn.
    FellBack(UnitId),
    /// A charge is declared.
    ChargeDeclared {
        /// Who.
        unit: UnitId,
        /// How.
        charge: Charge,
        /// The way, for the move.
        way: crate::command::ChargeWay,
    },
    /// A charge goes on otherwise: another target, another stage.
    ChargeWent {
        /// Who.
        unit: UnitId,
        /// The target it has now.
        target: UnitId,
        /// The slowest ground it crossed.
        ground: MoveClass,
        /// How it stands.
        stage: ChargeStage,
    },
    /// A unit is no longer charging.
    ChargeEnded(UnitId),
    /// Cavalry countercharges.
    Countercharged {
        /// Who.
        unit: UnitId,
        /// Its charge.
        charge: Charge,
    },
    /// Two units touch.
    Met(Contact),
    /// A unit touches nobody any more.
    Parted(UnitId),
    /// A volley fell.
    Fired {
        /// Who fired with which stands.
        firers: Vec<(UnitId, u32)>,
        /// At whom.
        target: UnitId,
        /// The modified die.
        result: i32,
        /// What it did.
        effect: FireEffect,
        /// Garrisons: from which side of their place they fired, and with how many stands.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        walls: Vec<(UnitId, u8, u8)>,
    },
    /// A combat was decided, or is a struggle.
    Fought {
        /// The attackers.
        attackers: Vec<UnitId>,
        /// The defenders.
        defenders: Vec<UnitId>,
        /// Attacker's total less defender's.
        difference: i32,
        /// What it came to.
        result: ChargeEffect,
    },
    /// A unit's order changed.
    Ordered {
        /// Who.
        unit: UnitId,
        /// How.
        order: Order,
    },
    /// A unit lost stands.
    StandsLost {
        /// Who.
        unit: UnitId,
        /// How many.
        stands: u8,
    },
    /// A gun stand is marked.
    GunMarked {
        /// Whose.
        unit: UnitId,
        /// Which.
        gun: u8,
        /// How it is now.
        marks: Gun,
    },
    /// A gun stand is lost.
    GunLost {
        /// Whose.
        unit: UnitId,
        /// Which.
        gun: u8,
    },
    /// A troop unit runs low on ammunition, or has it again.
    AmmoChanged {
        /// Who.
        unit: UnitId,
        /// Low.
        low: bool,
    },
    /// The amusette is left behind.
    AmusetteLeft(UnitId),
    /// A unit is no more.
    Removed {
        /// Who.
        unit: UnitId,
        /// Why.
        fate: Fate,
    },
    /// Light infantry went out.
    LightsDetached {
        /// From whom.
        parent: UnitId,
        /// How many stands.
        stands: u8,
        /// Where they stand.
        pose: Pose,
    },
    /// A unit fought in this combat step.
    Engaged(UnitId),
    /// A unit is to break through.
    BreaksThrough {
        /// Who.
        unit: UnitId,
        /// Whether it still has to.
        must: bool,
    },
    /// A key position changed hands.
    KeyTaken {
        /// Which.
        key: u8,
        /// Who has it.
        side: Side,
    },
    /// What the losses of a side have come to.
    Tallied {
        /// Whose.
        side: Side,
        /// Heavy casualties.
        heavy: bool,
        /// Greater losses.
        greater: bool,
        /// A key position lost.
        key_lost: bool,
    },
    /// The battle is over.
    Ended(VerdictWords),
}

/// A verdict that can be read back from a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictWords {
    /// Who won.
    pub winner: Option<Side>,
    /// The rule that ended it.
    pub clause: firelock_core::Clause,
    /// How clearly, by its place in the list of margins.
    pub margin: u8,
    /// Points, red first.
    pub score: [i32; 2],
    /// In a sentence.
    pub words: String,
}

/// How clearly a battle was won.
pub const MARGINS: [&str; 4] = ["draw", "marginal", "clear", "decisive"];

/// Applies an event.
pub fn fold(state: &mut State, event: &Event) {
    state.worked_out.forget();
    match event {
        Event::StepBegan { turn, active, step } => begin_step(state, *turn, *active, *step),
        Event::Asked(asking) => state.agenda.ask(asking.clone()),
        Event::Answered => {
            state.agenda.pop();
        }
        Event::Queued(tasks) => state.agenda.work(Work { tasks: tasks.iter().cloned().collect() }),
        Event::TaskTaken => {
            if let Some(Frame::Work(work)) = state.agenda.top_mut() {
                work.tasks.pop_front();
                if work.tasks.is_empty() {
                    state.agenda.pop();
                }
            }
        }
        Event::Placed { unit, place, formation, gap, flank, mounted } => {
            let piece = unit_mut(state, *unit);
            (piece.place, piece.formation, piece.gap) = (*place, *formation, *gap);
            (piece.flank, piece.mounted) = (*flank, *mounted);
            piece.bend.clear();
            geometry::settle(state, *unit);
        }
        Event::Moved { unit, way, bend } => {
            if let Some(pose) = way.last() {
                let piece = unit_mut(state, *unit);
                (piece.place, piece.bend) = (Place::At(*pose), bend.clone());
                piece.turn.moved = true;
                // RF-FIR-42: what moves later, as a checked charge falls back, passes nobody's fire.
                if state.step == Step::Maneuver {
                    state.trails.push(Trail { unit: *unit, poses: way.clone() });
                }
                geometry::settle(state, *unit);
            }
        }
        Event::FlankSet { unit, flank } => {
            unit_mut(state, *unit).flank = *flank;
            geometry::settle(state, *unit);
        }
        Event::GapSet { unit, gap, pose } => {
            let piece = unit_mut(state, *unit);
            (piece.gap, piece.place) = (*gap, Place::At(*pose));
            geometry::settle(state, *unit);
        }
        Event::Attached { leader, unit } => {
            let (at, man) = (state.unit(*unit).outline.center(), leader_mut(state, *leader));
            (man.attached, man.at, man.moved) = (Some(*unit), at, true);
        }
        Event::Detached { leader, at } => {
            let man = leader_mut(state, *leader);
            (man.attached, man.at) = (None, *at);
        }
        Event::LeaderMoved { leader, to } => {
            let man = leader_mut(state, *leader);
            (man.at, man.moved) = (*to, true);
        }
        Event::LeaderPlaced { leader, at } => leader_mut(state, *leader).at = *at,
        Event::LeaderFared { leader, status, points } => {
            let man = leader_mut(state, *leader);
            man.status = *status;
            if !man.is_present() {
                man.attached = None;
            }
            let enemy = man.side.enemy();
            state.armies[enemy.index()].leader_points += points;
        }
        Event::LeaderReplaced { leader, rating } => leader_mut(state, *leader).rating = *rating,
        Event::ColonelFared { unit, colonel } => unit_mut(state, *unit).colonel = *colonel,
        Event::Led(leader) => leader_mut(state, *leader).led = true,
        Event::Checked { unit, result, effect, scope, motion, order, reforms } => {
            let marks = &mut unit_mut(state, *unit).turn;
            (marks.checked, marks.effect, marks.to_maneuver) = (true, Some(*effect), true);
            marks.result = *result;
            (marks.scope, marks.motion, marks.order_after, marks.reforms) = (*scope, *motion, *order, *reforms);
        }
        Event::Maneuvered { unit, formation_changed, no_fire, fire_action } => {
            let marks = &mut unit_mut(state, *unit).turn;
            marks.to_maneuver = false;
            marks.formation_changed |= formation_changed;
            marks.no_fire |= no_fire;
            marks.fire_action |= fire_action;
        }
        Event::FellBack(unit) => {
            let marks = &mut unit_mut(state, *unit).turn;
            (marks.retreated, marks.no_fire, marks.to_maneuver) = (true, true, false);
        }
        Event::ChargeDeclared { unit, charge, way } => {
            let declared =
                |piece: &Unit| matches!(&piece.turn.charge, Some(charge) if charge.stage == ChargeStage::Declared);
            let last = state.units.iter().filter(|piece| declared(piece)).map(|piece| piece.turn.charge_order).max();
            let marks = &mut unit_mut(state, *unit).turn;
            (marks.charge, marks.way, marks.to_maneuver) = (Some(charge.clone()), *way, false);
            marks.charge_order = last.unwrap_or_default() + 1;
            marks.steel = charge.cold_steel;
        }
        Event::ChargeWent { unit, target, ground, stage } => {
            if let Some(charge) = &mut unit_mut(state, *unit).turn.charge {
                (charge.target, charge.ground, charge.stage) = (*target, *ground, *stage);
            }
        }
        Event::ChargeEnded(unit) => unit_mut(state, *unit).turn.charge = None,
        Event::Countercharged { unit, charge } => {
            let marks = &mut unit_mut(state, *unit).turn;
            (marks.charge, marks.countercharged) = (Some(charge.clone()), true);
        }
        Event::Met(contact) => {
            state.contacts.push(*contact);
            let position = Position { line: contact.line, across: contact.across };
            unit_mut(state, contact.charger).turn.position = Some(position);
        }
        Event::Parted(unit) => state.contacts.retain(|contact| contact.charger != *unit && contact.target != *unit),
        Event::Fired { firers, target, walls, .. } => {
            for (unit, stands) in firers {
                unit_mut(state, *unit).turn.fired |= stands;
            }
            for (unit, wall, stands) in walls {
                unit_mut(state, *unit).turn.walls.push((*wall, *stands));
            }
            unit_mut(state, *target).turn.under_fire = true;
        }
        Event::Fought { .. } => {}
        Event::Ordered { unit, order } => unit_mut(state, *unit).order = *order,
        Event::StandsLost { unit, stands } => {
            let piece = unit_mut(state, *unit);
            let lost = (*stands).min(piece.stands);
            piece.stands -= lost;
            let side = piece.side;
            state.armies[side.index()].lost += u16::from(lost);
            geometry::close_up(state, *unit);
        }
        Event::GunMarked { unit, gun, marks } => unit_mut(state, *unit).guns[usize::from(*gun)] = *marks,
        Event::GunLost { unit, gun } => {
            let piece = unit_mut(state, *unit);
            let n_guns = usize::from(piece.stands);
            piece.guns[usize::from(*gun)..n_guns].rotate_left(1);
            piece.guns[n_guns - 1] = Gun::default();
            piece.stands -= 1;
            let side = piece.side;
            state.armies[side.index()].lost += 1;
            geometry::close_up(state, *unit);
        }
        Event::AmmoChanged { unit, low } => {
            let piece = unit_mut(state, *unit);
            piece.low_ammo = *low;
            if !low {
                piece.guns.iter_mut().for_each(|gun| gun.low_ammo = false);
            }
        }
        Event::AmusetteLeft(unit) => unit_mut(state, *unit).amusette = false,
        Event::Removed { unit, fate } => remove(state, *unit, *fate),
        Event::LightsDetached { parent, stands, pose } => detach(state, *parent, *stands, *pose),
        Event::Engaged(unit) => {
            let second = matches!(state.step, Step::SecondCharge);
            let marks = &mut unit_mut(state, *unit).turn;
            if second { marks.fought_second = true } else { marks.fought_first = true }
        }
        Event::BreaksThrough { unit, must } => unit_mut(state, *unit).turn.breaks_through = *must,
        Event::KeyTaken { key, side } => state.keys[usize::from(*key)] = Some(*side),
        Event::Tallied { side, heavy, greater, key_lost } => {
            let army = &mut state.armies[side.index()];
            (army.heavy, army.greater, army.key_lost) = (*heavy, *greater, *key_lost);
        }
        Event::Ended(words) => {
            state.agenda.clear();
            state.verdict = Some(Verdict {
                winner: words.winner,
                clause: words.clause,
                margin: MARGINS[usize::from(words.margin).min(MARGINS.len() - 1)],
                score: words.score,
                words: words.words.clone(),
            });
        }
    }
}

fn begin_step(state: &mut State, turn: u16, active: Side, step: Step) {
    if step == Step::Leaders {
        for unit in &mut state.units {
            unit.turn = TurnMarks { began_good: unit.order == Order::Good, ..TurnMarks::default() };
        }
        for leader in &mut state.leaders {
            (leader.led, leader.moved) = (false, false);
        }
        state.contacts.clear();
        state.trails.clear();
    }
    (state.turn, state.active, state.step) = (turn, active, step);
}

/// Takes a unit off the table; what is left of it is lost, unless it left of its own will (RF-VIC-01).
fn remove(state: &mut State, id: UnitId, fate: Fate) {
    let around = state.around(id);
    state.shots = Beside::new(Shots::after(state, id, [around; 2]));
    let piece = &mut state.units[id.index()];
    let (side, left) = (piece.side, piece.stands);
    (piece.fate, piece.place, piece.stands) = (Some(fate), Place::Off, 0);
    piece.turn.charge = None;
    if fate != Fate::Exited {
        state.armies[side.index()].lost += u16::from(left);
    }
    state.contacts.retain(|contact| contact.charger != id && contact.target != id);
}

/// Divides a unit; the detachment acts and is rated on its own from now on (RF-MAN-43, RF-SPC-04).
fn detach(state: &mut State, parent: UnitId, stands: u8, pose: Pose) {
    let (id, stage) = (UnitId(state.units.len() as u16), state.stage.clone());
    let piece = unit_mut(state, parent);
    piece.stands -= stands;
    piece.start = piece.stands;
    piece.light_stands = piece.light_stands.saturating_sub(stands);
    let lights = Unit {
        detachment: true,
        start: stands,
        stands,
        light_stands: 0,
        place: Place::At(pose),
        formation: Formation::OpenOrder,
        gap: stage.book.number(&crate::charts::numbers::OPEN_GAP_LEAST) as u16,
        flank: None,
        bend: Vec::new(),
        amusette: false,
        colonel: Colonel::None,
        turn: TurnMarks { checked: true, began_good: true, ..TurnMarks::default() },
        ..piece.clone()
    };
    state.units.push(lights);
    geometry::settle(state, parent);
    geometry::settle(state, id);
}

fn unit_mut(state: &mut State, id: UnitId) -> &mut Unit {
    &mut state.units[id.index()]
}

fn leader_mut(state: &mut State, id: LeaderId) -> &mut Leader {
    &mut state.leaders[usize::from(id.0)]
}
