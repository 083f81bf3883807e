//! A battle or two points armies mustered by these rules, and the state before the first decision.

mod points;
mod troops;
mod words;

use std::sync::Arc;

use firelock_core::{Rulebook, Side, UnitId};
use firelock_scenario::{
    Arrival, Battle, Clerk, Command as Described, Deployment, Derived, FaultKind, Faults, Frame, Goal, Id, Muster,
    Mustered, Rank as Level, Schedule, Skill, Subject, System,
};
use firelock_table::{Angle, Base, Extent, Length, Point, Polygon, Pose, Size, TableEdge};

use crate::Washington;
use crate::charts::{self, numbers};
use crate::event::{self, Event};
use crate::geometry;
use crate::phase::setup;
use crate::roster::{Brigade, Officer};
use crate::state::{
    Army, Asking, BrigadeId, Commander, CommanderId, CommanderStatus, Ground, Objective, Place, Pool, Pregame,
    SideState, Stage, State, Step, TurnMarks, Unit,
};
use crate::terrain::{self, Laid};
use crate::words::{LastFight, Rank, Role, ShortEdge};
use troops::{Enlisted, enlist};

pub use points::{ArmyList, Detachment, PointsFault, points_battle};

/// Each of the battle's turns is a round here: the turns of both sides. A game has six most often (WA-SCALE-09).
const ROUNDS: u16 = 6;

impl Muster for Washington {
    fn muster(battle: &Battle, book: &Rulebook) -> Result<Mustered<State>, Faults> {
        let mut clerk = Clerk::new(battle, System::Washington);
        let frame = Frame::new(battle, System::Washington);
        let laid = terrain::lay(&mut clerk, battle, &frame, book);
        let staff = Staff::read(&mut clerk, battle, book);
        let pregame = pregame(battle, book);
        let (enlisted, numbers) = muster_units(&mut clerk, battle, book, &staff);
        let units = place_units(&mut clerk, battle, &frame, book, &laid, &enlisted, &numbers, pregame);
        let commanders = place_commanders(&mut clerk, battle, &frame, &staff, pregame);
        let (objectives, names) = objectives(battle, &frame, &laid, pregame);
        let armies = Side::BOTH.map(|side| army(battle, &frame, side));
        check_brigades(&mut clerk, &staff, &enlisted);
        if pregame == Pregame::Full {
            check_points(&mut clerk, book, &enlisted, &staff);
        }
        let stage = Stage {
            book: book.clone(),
            roster: enlisted.into_iter().map(|unit| unit.roster).collect(),
            officers: staff.officers,
            brigades: staff.brigades,
            armies,
            objectives: names,
            pregame,
            schedule: Schedule::new(battle, &frame, 2 * ROUNDS),
        };
        let ground = match pregame {
            Pregame::Full => terrain::bare(laid.ground.table.width(), laid.ground.table.depth()),
            _ => laid.ground,
        };
        let state = begin(stage, ground, units, commanders, objectives, battle.about.attacker);
        if pregame == Pregame::Fixed {
            check_places(&mut clerk, &state, &numbers);
        }
        let report = clerk.finish()?;
        Ok(Mustered { state, report })
    }
}

/// WA-PRE-01: a battle file tells its outcome unless it asks for the whole pre-game.
fn pregame(battle: &Battle, book: &Rulebook) -> Pregame {
    let said = book.overlay().switches.get(charts::PREGAME.name).map(String::as_str);
    match (said, battle.about.deployment) {
        (Some("full"), _) => Pregame::Full,
        (_, Deployment::Zones) => Pregame::Deployment,
        (_, Deployment::Fixed) => Pregame::Fixed,
    }
}

/// A state with everything in its place and the first decision put, by the events that the sequence would emit.
pub fn begin(
    stage: Stage,
    ground: Ground,
    units: Vec<Unit>,
    commanders: Vec<Commander>,
    objectives: Vec<Objective>,
    attacker: Side,
) -> State {
    let pregame = stage.pregame;
    let countdown = i16::from(charts::count(&stage.book, &numbers::COUNTDOWN));
    let mut state = State {
        stage: Arc::new(stage),
        ground: Arc::new(ground),
        pieces: Vec::new(),
        shifted: 0,
        pools: [Pool::Open; 2],
        attacker,
        turn: 0,
        active: attacker,
        step: Step::Pools,
        countdown,
        units,
        commanders,
        sides: [SideState::default(); 2],
        objectives,
        current: None,
        activation: None,
        hill_entries: 0,
        agenda: Default::default(),
        verdict: None,
    };
    let ids: Vec<UnitId> = state.all_units().map(|(id, _)| id).collect();
    ids.into_iter().for_each(|id| geometry::settle(&mut state, id));
    let (turn, step, asking) = match pregame {
        Pregame::Full => (0, Step::Pools, Asking::Pools),
        Pregame::Deployment => (0, Step::Deploy(Role::Defender), Asking::Deploy(Role::Defender)),
        // Nobody has markers yet, every commander lives: the first decision is whose ride is first.
        Pregame::Fixed => (1, Step::Commanders, Asking::Commanders),
    };
    event::fold(&mut state, &Event::StepBegan { turn, active: attacker, step });
    event::fold(&mut state, &Event::Asked(asking));
    state
}

/// The commanders of both sides and the brigades they hold.
struct Staff {
    officers: Vec<Officer>,
    values: Vec<u8>,
    brigades: Vec<Brigade>,
    /// The command of each officer, by its place in the battle.
    commands: Vec<usize>,
    /// The brigade of each command that has units of its own.
    brigade_of: Vec<Option<BrigadeId>>,
}

impl Staff {
    fn read(clerk: &mut Clerk<'_>, battle: &Battle, book: &Rulebook) -> Staff {
        let mut staff = Staff {
            officers: Vec::new(),
            values: Vec::new(),
            brigades: Vec::new(),
            commands: Vec::new(),
            brigade_of: vec![None; battle.commands.len()],
        };
        for (nth, command) in battle.commands.iter().enumerate() {
            let leads_units = battle.units.iter().any(|unit| unit.command == command.id && !unit.what_if);
            let general = command.rank == Level::Army;
            let brigade = leads_units.then(|| {
                let id = BrigadeId(staff.brigades.len() as u8);
                staff.brigades.push(Brigade { name: command.name.clone(), side: command.side, commander: None });
                id
            });
            staff.brigade_of[nth] = brigade;
            // WA-ROST-21: the general, and a commander for each brigade that somebody led.
            if general || (leads_units && command.leader.is_some()) {
                staff.enlist(clerk, book, command, nth, brigade.filter(|_| !general));
            }
        }
        staff
    }

    fn enlist(
        &mut self,
        clerk: &mut Clerk<'_>,
        book: &Rulebook,
        command: &Described,
        nth: usize,
        brigade: Option<BrigadeId>,
    ) {
        let id = CommanderId(self.officers.len() as u8);
        let worst = i64::from(book.number(&numbers::WORST_VALUE));
        let value = match command.skill {
            Skill::Poor => Derived::new(worst, "skill poor"),
            Skill::Fair => Derived::new(worst - 1, "skill fair"),
            Skill::Able => Derived::new(worst - 2, "skill able"),
            Skill::Gallant => Derived::new(worst - 3, "skill gallant"),
        };
        let value = clerk.whole(Subject::Command(nth), "value", "skill", 0..=worst.max(0), value);
        let mounted = clerk.flag(Subject::Command(nth), "mounted", Derived::new(command.mounted, "mounted"));
        if let Some(brigade) = brigade {
            self.brigades[usize::from(brigade.0)].commander = Some(id);
        }
        self.officers.push(Officer {
            id: command.id.to_string(),
            name: command.leader.clone().unwrap_or_else(|| command.name.clone()),
            side: command.side,
            rank: if command.rank == Level::Army { Rank::General } else { Rank::Brigade },
            brigade,
            mounted,
        });
        self.values.push(u8::try_from(value).unwrap_or(0));
        self.commands.push(nth);
    }

    /// The brigade of a unit under that command.
    fn brigade(&self, battle: &Battle, id: &Id) -> Option<BrigadeId> {
        let nth = battle.commands.iter().position(|command| command.id == *id)?;
        self.brigade_of[nth]
    }
}

/// The rosters, and the numbers of what each unit of the battle became.
fn muster_units(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    book: &Rulebook,
    staff: &Staff,
) -> (Vec<Enlisted>, Vec<Vec<UnitId>>) {
    let mut enlisted = Vec::new();
    let mut numbers = Vec::new();
    for (nth, unit) in battle.units.iter().enumerate() {
        let brigade = staff.brigade(battle, &unit.command);
        // What was not there in history comes only when it is asked for.
        let mustered = if unit.what_if { Vec::new() } else { enlist(clerk, book, nth, unit, brigade) };
        let from = enlisted.len() as u16;
        numbers.push((0..mustered.len() as u16).map(|at| UnitId(from + at)).collect());
        enlisted.extend(mustered);
    }
    (enlisted, numbers)
}

#[expect(clippy::too_many_arguments, reason = "all that a battle says of a place")]
fn place_units(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    book: &Rulebook,
    laid: &Laid,
    enlisted: &[Enlisted],
    numbers: &[Vec<UnitId>],
    pregame: Pregame,
) -> Vec<Unit> {
    let mut units = Vec::new();
    for (nth, described) in battle.units.iter().enumerate() {
        for id in &numbers[nth] {
            let own = &enlisted[id.index()];
            let later = battle.arrival(&described.id).filter(|_| pregame != Pregame::Full);
            let place = match (pregame, later) {
                (_, Some(arrival)) => off_table(clerk, battle, frame, described.side, arrival),
                (Pregame::Full | Pregame::Deployment, None) => Place::Waiting,
                (Pregame::Fixed, None) => match pose_of(battle, frame, laid, nth) {
                    Some(pose) => Place::At(in_battery(book, pose, own.nth_of)),
                    None => {
                        let problem = format!("\"{}\" has no place on the table", described.id);
                        clerk.fault(format!("unit[{nth}].at"), FaultKind::Misplaced, problem, "a place in the frame");
                        Place::Waiting
                    }
                },
            };
            units.push(fresh(own, book, place));
        }
    }
    units
}

/// A unit as it comes to the field.
fn fresh(own: &Enlisted, book: &Rulebook, place: Place) -> Unit {
    let half_bases = match own.roster.is_gun() {
        true => charts::count(book, &numbers::GUN_HALF_BASES),
        false => own.roster.start_bases() * 2,
    };
    Unit {
        side: own.roster.side,
        half_bases,
        place,
        formation: own.formation,
        front: own.front,
        spacers: 0,
        mounted: own.mounted,
        limbered: own.limbered,
        outline: Base::new(Pose::default(), Size::default()),
        disordered: false,
        markers: 0,
        artillery_casualty: false,
        steady: false,
        assault_attempted: false,
        last_fight: LastFight::None,
        hill_entry: None,
        arrived: None,
        turn: TurnMarks::default(),
    }
}

/// Where the middle of a unit's front stands: as the file says, or in the middle of the place it holds.
fn pose_of(battle: &Battle, frame: &Frame, laid: &Laid, nth: usize) -> Option<Pose> {
    let unit = &battle.units[nth];
    let facing = unit.facing.map_or_else(|| frame.north(), |facing| frame.heading(facing));
    if let Some(at) = unit.at {
        return frame.contains(at).then(|| Pose::new(frame.point(at), facing));
    }
    let garrison = unit.garrison.as_ref()?;
    let feature = battle.features.iter().position(|feature| feature.id == *garrison)?;
    let ground = laid.ground.table.ground(laid.ids[feature]?)?;
    let middle = ground.bounds().min.middle(ground.bounds().max);
    // Two ranks of bases stand about the middle.
    Some(Pose::new(middle.ahead(facing, Length::mm(30)), facing))
}

/// Guns of a battery stand side by side, with a small gap (WA-ROST-20).
fn in_battery(book: &Rulebook, pose: Pose, (nth, n): (u8, u8)) -> Pose {
    let pitch = charts::size(book, &numbers::GUN_SIDE) + charts::length(book, &numbers::BATTERY_GAP).half();
    let off = (pitch * (2 * i32::from(nth) + 1 - i32::from(n))).half();
    pose.slid(pose.facing + Angle::RIGHT, off)
}

/// Troops that come later come by the base line, or by the short edge where the battle has them (WA-ROST-14).
fn off_table(clerk: &Clerk<'_>, battle: &Battle, frame: &Frame, side: Side, arrival: &Arrival) -> Place {
    let from = clerk.turn_of(arrival, ROUNDS).saturating_mul(2).saturating_sub(1);
    let at = frame.point(arrival.at);
    let home = frame.edge(battle.side(side).edge);
    let (width, depth) = (frame.width().get(), frame.depth().get());
    let off = |edge: TableEdge| match edge {
        TableEdge::South => at.y,
        TableEdge::East => width - at.x,
        TableEdge::North => depth - at.y,
        TableEdge::West => at.x,
    };
    let clockwise = [TableEdge::South, TableEdge::West, TableEdge::North, TableEdge::East];
    let nth = clockwise.iter().position(|edge| *edge == home).unwrap_or(0);
    let (left, right) = (clockwise[(nth + 1) % 4], clockwise[(nth + 3) % 4]);
    if off(home) <= off(left).min(off(right)) {
        return Place::Reinforcement { from };
    }
    let edge = if off(left) <= off(right) { ShortEdge::Left } else { ShortEdge::Right };
    Place::Flanker { edge, from }
}

fn place_commanders(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    staff: &Staff,
    pregame: Pregame,
) -> Vec<Commander> {
    let mut commanders = Vec::new();
    for (nth, officer) in staff.officers.iter().enumerate() {
        let command = &battle.commands[staff.commands[nth]];
        let near = || battle.units.iter().filter(|unit| unit.side == command.side).find_map(|unit| unit.at);
        let at = command.at.or_else(near);
        if pregame == Pregame::Fixed && at.is_some_and(|place| !frame.contains(place)) {
            let problem = format!("\"{}\" stands off the table", command.id);
            let path = format!("command[{}].at", staff.commands[nth]);
            clerk.fault(path, FaultKind::Misplaced, problem, "a place in the frame");
        }
        commanders.push(Commander {
            side: officer.side,
            value: staff.values[nth],
            mounted: officer.mounted,
            status: if pregame == Pregame::Fixed { CommanderStatus::Present } else { CommanderStatus::Waiting },
            at: at.map_or(Point::ORIGIN, |place| frame.point(place)),
            with: None,
            rode: false,
            finished: false,
            determination: 0,
        });
    }
    commanders
}

/// Places to be held (WA-VIC-04), and their names.
fn objectives(battle: &Battle, frame: &Frame, laid: &Laid, pregame: Pregame) -> (Vec<Objective>, Vec<String>) {
    if pregame == Pregame::Full {
        return (Vec::new(), Vec::new());
    }
    let defender = battle.about.attacker.enemy();
    let held = battle.objectives.iter().filter(|objective| objective.goal == Goal::Hold);
    held.filter_map(|objective| {
        let at = match (&objective.feature, objective.at) {
            (_, Some(at)) => frame.contains(at).then(|| frame.point(at))?,
            (Some(feature), None) => {
                let nth = battle.features.iter().position(|other| other.id == *feature)?;
                middle_of(&laid.ground.table.feature(laid.ids[nth]?)?.extent)
            }
            (None, None) => return None,
        };
        Some((Objective { at, holder: objective.holder.unwrap_or(defender) }, objective.name.clone()))
    })
    .unzip()
}

fn middle_of(extent: &Extent) -> Point {
    match extent {
        Extent::Area { ground, .. } => ground.bounds().min.middle(ground.bounds().max),
        Extent::Line { path, .. } => path[path.len() / 2],
        Extent::Spot { at, .. } => *at,
    }
}

fn army(battle: &Battle, frame: &Frame, side: Side) -> Army {
    let facts = battle.side(side);
    let own = battle.zones.iter().filter(|zone| zone.side == side);
    let zones = own.filter_map(|zone| {
        let corners = match zone.rectangle {
            Some(rectangle) => rectangle.outline(),
            None => zone.area.clone(),
        };
        Polygon::new(corners.into_iter().map(|corner| frame.point(corner)).collect()).ok()
    });
    Army { name: facts.name.clone(), base_line: frame.edge(facts.edge), zones: zones.collect() }
}

/// Each side has one general, and each foot unit a brigade (WA-ROST-07, WA-ROST-21).
fn check_brigades(clerk: &mut Clerk<'_>, staff: &Staff, enlisted: &[Enlisted]) {
    for side in Side::BOTH {
        let generals = staff.officers.iter().filter(|officer| officer.side == side && officer.rank == Rank::General);
        if generals.count() != 1 {
            clerk.fault(
                format!("side.{side}"),
                FaultKind::Missing,
                "a side has one general",
                "one command of rank army",
            );
        }
        if !enlisted.iter().any(|unit| unit.roster.side == side && !unit.roster.is_gun()) {
            clerk.fault(format!("side.{side}"), FaultKind::Missing, "a side has a unit of foot or horse", "a unit");
        }
    }
}

/// WA-PRE-02: points and brigades of armies that make their own battle.
fn check_points(clerk: &mut Clerk<'_>, book: &Rulebook, enlisted: &[Enlisted], staff: &Staff) {
    for side in Side::BOTH {
        let rosters: Vec<_> = enlisted.iter().map(|unit| &unit.roster).filter(|roster| roster.side == side).collect();
        for fault in points::faults(book, &rosters, &staff.brigades, side) {
            let path = format!("side.{side}");
            clerk.fault(path, FaultKind::Contradiction, fault, "an army by WA-PRE-02");
        }
    }
}

/// Every unit stands on the table and on nobody.
fn check_places(clerk: &mut Clerk<'_>, state: &State, numbers: &[Vec<UnitId>]) {
    for (nth, ids) in numbers.iter().enumerate() {
        for id in ids {
            let Some(pose) = state.unit(*id).pose() else { continue };
            let unit = state.unit(*id);
            let stand =
                crate::command::Stand { pose, formation: unit.formation, front: unit.front, limbered: unit.limbered };
            if let Err(refusal) = setup::check_stand(state, *id, &stand) {
                let problem = format!("{}: {}", state.roster(*id).name, refusal.reason);
                clerk.fault(format!("unit[{nth}].at"), FaultKind::Misplaced, problem, "a free place on the table");
            }
        }
    }
}
