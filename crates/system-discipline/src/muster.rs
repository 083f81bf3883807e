//! A battle mustered by these rules: rosters, ground, armies, and the state before the first decision.

mod troops;
mod words;

use std::borrow::Cow;
use std::sync::Arc;

use firelock_core::{Rulebook, Side};
use firelock_scenario::{
    Battle, Clerk, Command as Described, Deployment as Deploys, Derived, FaultKind, Faults, Frame, Goal as Aim, Muster,
    Mustered, Purpose, Rank as Level, Schedule, Subject, System, SystemBlock, Tenths, Visibility, Weather as Sky,
};
use firelock_table::{Angle, FeatureId, Length, Point, Polygon, Pose, TableEdge, gap};

use crate::Discipline;
use crate::charts::{self, numbers};
use crate::cover;
use crate::event::{self, Event};
use crate::geometry;
use crate::phase::{control, setup};
use crate::roster::{BrigadeNo, Corps, Officer};
use crate::sight;
use crate::state::{
    Army, ArmyState, Arrival, Asking, Body, BodyId, Commander, CommanderId, Decisive, Deployment, Goal, Gun, Kind,
    Mission, Place, Sealed, SealedStep, Stage, State, Step, Unit, UnitNo, ZoneId,
};
use crate::terrain::{self, Laid};
use crate::words::{CommanderStatus, Directive, Formation, GunState, Rank, Scale, Weather};
use troops::{Enlisted, enlist};

impl Muster for Discipline {
    fn muster(battle: &Battle, book: &Rulebook) -> Result<Mustered<State>, Faults> {
        let battle = &*at_scale(battle, charts::scale(book));
        let mut clerk = Clerk::new(battle, System::Discipline);
        let frame = Frame::new(battle, System::Discipline);
        let turns = clerk.turns(u16::try_from(book.number(&numbers::TURNS)).unwrap_or(1));
        let laid = terrain::lay(&mut clerk, battle, &frame, book);
        let staff = Staff::read(&mut clerk, battle);
        let (enlisted, units) = enlist_all(&mut clerk, battle, book, &staff);
        let free = battle.about.deployment == Deploys::Zones;
        let decisive = decisive(&mut clerk, battle, &laid);
        let arrivals = arrivals(&clerk, battle, &frame, &laid, &staff, &units, turns);
        let armies = Side::BOTH.map(|side| army(&mut clerk, battle, &frame, book, &laid, &staff, &enlisted, side));
        let Laid { table, land, zones, ids } = laid;
        let barriers = terrain::barriers(&table, &land);
        let mut stage = Stage {
            book: book.clone(),
            scale: charts::scale(book),
            sizes: geometry::sizes(book),
            hills: terrain::hills(&table, &land),
            screens: sight::screens(&table, &land),
            lines: cover::lines(&table, &land),
            has_buildings: cover::has_buildings(&land),
            bare: table.only(|_| false),
            closed: table.only(|_| false),
            hindering: table.only(|feature| barriers.iter().any(|(barrier, _)| *barrier == feature)),
            barriers,
            table,
            land,
            zones,
            roster: enlisted.iter().map(|unit| unit.roster.clone()).collect(),
            officers: staff.officers.clone(),
            armies,
            arrivals,
            turns,
            first: battle.about.first,
            weather: weather(battle),
            free_deployment: free,
            decisive,
            schedule: Schedule::new(battle, &frame, turns),
        };
        stage.closed =
            stage.table.only(|feature| charts::Going::ALL.iter().any(|going| stage.is_closed(feature, *going)));
        let mut state = empty(stage);
        place_bodies(&mut clerk, battle, &frame, &ids, &enlisted, &units, free, &mut state);
        place_commanders(&mut clerk, battle, &frame, &staff, free, &mut state);
        first_missions(&mut state, battle, &frame, &ids, &units);
        if free {
            check_zones(&mut clerk, &state);
        } else {
            check_places(&mut clerk, &state, &units);
        }
        begin(&mut state);
        let report = clerk.finish()?;
        Ok(Mustered { state, report })
    }
}

/// The battle with the ground scale of the rules in force, unless it says its own (FD-SCL-04, FD-SCL-05).
fn at_scale(battle: &Battle, scale: Scale) -> Cow<'_, Battle> {
    let said = battle.discipline.as_ref().and_then(|block| block.scale);
    if said.is_some() || matches!(scale, Scale::Inch15 | Scale::Inch20) {
        return Cow::Borrowed(battle);
    }
    let mut battle = battle.clone();
    // Five yards to the centimeter are 12.7 to the inch.
    let block = battle.discipline.get_or_insert_with(empty_block);
    block.scale = Some(Tenths(127));
    Cow::Owned(battle)
}

fn empty_block() -> SystemBlock {
    SystemBlock {
        frame: None,
        scale: None,
        turns: None,
        fit: firelock_scenario::Fit::Fault,
        units: Default::default(),
        commands: Default::default(),
        features: Default::default(),
        objectives: Default::default(),
        sides: Default::default(),
        switches: Default::default(),
        note: None,
    }
}

/// A state with nobody on the table yet.
pub fn empty(stage: Stage) -> State {
    let units = stage.roster.iter().map(|line| Unit {
        side: line.side,
        marked: 0,
        mission: None,
        pending: None,
        shattered: false,
        sent: false,
    });
    let units = units.collect();
    let owners = stage.zones.iter().map(|zone| zone.owner).chain(stage.decisive.iter().map(|_| None)).collect();
    let (active, second) = (stage.first, stage.first.enemy());
    State {
        stage: Arc::new(stage),
        turn: 0,
        active,
        second,
        step: Step::Setup,
        units,
        bodies: Vec::new(),
        lore: Default::default(),
        commanders: Vec::new(),
        couriers: Vec::new(),
        zones: owners,
        contacts: Vec::new(),
        storms: Vec::new(),
        hits: Vec::new(),
        grief: Vec::new(),
        armies: [ArmyState::default(), ArmyState::default()],
        agenda: Default::default(),
        verdict: None,
    }
}

/// Puts the first decision: who deploys first, or, where all stand already, the starting directives (FD-SEQ-02).
pub fn begin(state: &mut State) {
    let asking = match state.stage.free_deployment {
        true => Asking::Begin,
        false => Asking::Sealed(Sealed::new(SealedStep::Directives)),
    };
    event::fold(state, &Event::Asked(asking));
}

/// The brigade commanders of both sides and the commands they hold (FD-ROS-31, FD-ROS-33).
struct Staff {
    officers: Vec<Officer>,
    /// The command of each officer, by its place in the battle.
    commands: Vec<usize>,
    /// Who leads each command: its own leader, else the next one above.
    leads: Vec<BrigadeNo>,
}

impl Staff {
    fn read(clerk: &mut Clerk<'_>, battle: &Battle) -> Staff {
        // A commander has regiments of his own, or is the commander in chief.
        let has_units = |command: &Described| battle.units.iter().any(|unit| unit.command == command.id);
        let led = |command: &Described| command.rank == Level::Army || (command.leader.is_some() && has_units(command));
        let commands: Vec<usize> = (0..battle.commands.len()).filter(|nth| led(&battle.commands[*nth])).collect();
        let own = |command: &Described| {
            let nth = battle.commands.iter().position(|other| other.id == command.id)?;
            let officer = commands.iter().position(|held| *held == nth)?;
            u8::try_from(officer).ok().map(BrigadeNo)
        };
        let leads = battle.commands.iter().map(|command| {
            let mut next = Some(command);
            // A chain in a battle file is no longer than its list of commands.
            for _ in 0..=battle.commands.len() {
                match next.map(|command| (own(command), command)) {
                    Some((Some(leader), _)) => return leader,
                    Some((None, command)) => next = battle.superior(command),
                    None => break,
                }
            }
            BrigadeNo::default()
        });
        let leads: Vec<BrigadeNo> = leads.collect();
        let several =
            Side::BOTH.map(|side| commands.iter().filter(|nth| battle.commands[**nth].side == side).count() > 1);
        let mut officers = Vec::new();
        for &nth in &commands {
            let (command, subject) = (&battle.commands[nth], Subject::Command(nth));
            let usual = command.rank == Level::Army && several[command.side.index()];
            let chief = clerk.flag(subject, "chief", Derived::new(usual, "rank"));
            officers.push(Officer {
                id: command.id.to_string(),
                name: command.leader.clone().unwrap_or_else(|| command.name.clone()),
                brigade: command.name.clone(),
                side: command.side,
                chief,
                guard: None,
            });
        }
        Staff { officers, commands, leads }
    }

    /// The brigade of the command of that name.
    fn brigade(&self, battle: &Battle, id: &firelock_scenario::Id) -> BrigadeNo {
        let nth = battle.commands.iter().position(|command| command.id == *id);
        nth.map(|nth| self.leads[nth]).unwrap_or_default()
    }
}

/// The rosters, and the number of each unit of the battle that is mustered.
fn enlist_all(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    book: &Rulebook,
    staff: &Staff,
) -> (Vec<Enlisted>, Vec<Option<UnitNo>>) {
    let (mut enlisted, mut numbers) = (Vec::new(), Vec::new());
    for (nth, unit) in battle.units.iter().enumerate() {
        // What was not there in history comes only when it is asked for.
        if unit.what_if {
            numbers.push(None);
            continue;
        }
        numbers.push(Some(UnitNo(enlisted.len() as u16)));
        enlisted.push(enlist(clerk, battle, book, nth, staff.brigade(battle, &unit.command)));
    }
    (enlisted, numbers)
}

#[expect(clippy::too_many_arguments, reason = "all that says where a body stands")]
fn place_bodies(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    ids: &[Option<FeatureId>],
    enlisted: &[Enlisted],
    units: &[Option<UnitNo>],
    free: bool,
    state: &mut State,
) {
    for (nth, described) in battle.units.iter().enumerate() {
        let Some(unit) = units[nth] else { continue };
        let own = &enlisted[usize::from(unit.0)];
        let late = battle.arrival(&described.id).is_some();
        let garrison = described.garrison.as_ref().and_then(|id| zone_of(battle, ids, state, id));
        let facing = described.facing.map_or_else(|| frame.north(), |facing| frame.heading(facing));
        let at = described.at.map(|place| Pose::new(frame.point(place), facing));
        if !free && !late && garrison.is_none() && at.is_none() {
            let problem = format!("\"{}\" has no place on the table", described.id);
            clerk.fault(format!("unit[{nth}].at"), FaultKind::Misplaced, problem, "a place, or a zone to hold");
        }
        for (place, body) in own.bodies(state, unit, at.filter(|_| !free && !late)) {
            let place = match (garrison, place) {
                _ if free || late => Place::Off,
                (Some(zone), Some(pose)) if body.gun().is_some() => Place::Emplaced(zone, pose),
                (Some(zone), None) if body.gun().is_some() => Place::Emplaced(zone, zone_pose(state, zone, facing)),
                (Some(zone), _) => Place::In(zone),
                (None, Some(pose)) => Place::At(pose),
                (None, None) => Place::Off,
            };
            let formation = match (place, body.gun()) {
                (Place::In(_), _) => Formation::Garrison,
                (Place::Emplaced(..), Some(_)) => Formation::Unlimbered,
                _ => body.formation,
            };
            let mut body = Body { place, formation, ..body };
            if let (Kind::Section(gun), Formation::Unlimbered) = (&mut body.kind, formation) {
                gun.state = GunState::Unlimbered;
            }
            let id = firelock_core::UnitId(state.bodies.len() as u16);
            state.add(body);
            geometry::settle(state, id);
        }
    }
}

/// The middle of a zone, facing so.
fn zone_pose(state: &State, zone: ZoneId, facing: Angle) -> Pose {
    let bounds = state.stage.zone(zone).ground.bounds();
    Pose::new(bounds.min.middle(bounds.max), facing)
}

fn zone_of(battle: &Battle, ids: &[Option<FeatureId>], state: &State, id: &firelock_scenario::Id) -> Option<ZoneId> {
    let nth = battle.features.iter().position(|feature| feature.id == *id)?;
    state.stage.land(ids[nth]?).zone
}

fn place_commanders(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    staff: &Staff,
    free: bool,
    state: &mut State,
) {
    for (nth, officer) in staff.officers.iter().enumerate() {
        let command = &battle.commands[staff.commands[nth]];
        let late = battle.leader_arrival(&command.id).is_some();
        // A commander without a place of his own is among his troops.
        let near = || battle.units.iter().filter(|unit| unit.side == command.side).find_map(|unit| unit.at);
        let at = command.at.or_else(near).map_or(Point::ORIGIN, |place| frame.point(place));
        if !free && !late && command.at.is_some_and(|place| !frame.contains(place)) {
            let problem = format!("\"{}\" stands off the table", command.id);
            let path = format!("command[{}].at", staff.commands[nth]);
            clerk.fault(path, FaultKind::Misplaced, problem, "a place in the frame, or an arrival");
        }
        let guard = state
            .stage
            .roster
            .iter()
            .position(|line| line.brigade.0 == nth as u8 && line.troops().is_some_and(|troops| troops.personal));
        let guard = guard.and_then(|unit| state.main_body(UnitNo(unit as u16)));
        let attached = guard.filter(|_| !free).map(|body| (body, 0));
        state.commanders.push(Commander {
            side: officer.side,
            rank: if officer.chief { Rank::Chief } else { Rank::Brigade },
            status: CommanderStatus::Present,
            acting: None,
            at: attached.map_or(at, |(body, _)| state.center(body)),
            attached,
            moved: false,
            lost: 0,
            waiting: free || late,
        });
    }
    // A guard is known by its officer from the start.
    let guards: Vec<Option<UnitNo>> = (0..staff.officers.len())
        .map(|nth| {
            let of = |line: &crate::roster::Roster| {
                usize::from(line.brigade.0) == nth && line.troops().is_some_and(|troops| troops.personal)
            };
            state.stage.roster.iter().position(of).map(|unit| UnitNo(unit as u16))
        })
        .collect();
    if let Some(stage) = Arc::get_mut(&mut state.stage) {
        for (officer, guard) in stage.officers.iter_mut().zip(guards) {
            officer.guard = guard;
        }
    }
}

/// What each regiment is told at the start: as the file says, else the attacker advances and the defender holds (FD-SEQ-02).
fn first_missions(
    state: &mut State,
    battle: &Battle,
    frame: &Frame,
    ids: &[Option<FeatureId>],
    units: &[Option<UnitNo>],
) {
    for (nth, described) in battle.units.iter().enumerate() {
        let Some(unit) = units[nth].filter(|unit| state.line(*unit).is_regiment()) else { continue };
        let feature = |id: &firelock_scenario::Id| {
            let objective = battle.objectives.iter().find(|objective| objective.id == *id);
            let id = objective.and_then(|objective| objective.feature.as_ref()).unwrap_or(id);
            let nth = battle.features.iter().position(|feature| feature.id == *id)?;
            ids[nth].map(Goal::Feature)
        };
        let said = described.order.as_ref().map(|order| {
            let target = order.target.as_ref().and_then(feature);
            let goal = target.or_else(|| order.at.map(|at| Goal::Place(frame.point(at)))).unwrap_or(Goal::Here);
            let kind = match order.kind {
                Purpose::Advance => Directive::GeneralAdvance,
                Purpose::Assault => Directive::Assault,
                Purpose::Hold => Directive::Hold,
                Purpose::Withdraw => Directive::Withdrawal,
            };
            Mission { kind, goal: if kind == Directive::GeneralAdvance { Goal::Here } else { goal } }
        });
        let attacks = described.side == battle.about.attacker;
        let usual =
            Mission { kind: if attacks { Directive::GeneralAdvance } else { Directive::Hold }, goal: Goal::Here };
        let mission = said.filter(|mission| control::check_mission(state, unit, *mission).is_ok()).unwrap_or(usual);
        let mission = control::settled(state, unit, mission);
        state.units[usize::from(unit.0)].mission = Some(mission);
    }
}

fn decisive(clerk: &mut Clerk<'_>, battle: &Battle, laid: &Laid) -> Vec<Decisive> {
    let mut decisive = Vec::new();
    for (nth, objective) in battle.objectives.iter().enumerate() {
        let decides = clerk.flag(Subject::Objective(nth), "decides", Derived::new(false, "not said"));
        let feature = objective.feature.as_ref().and_then(|id| {
            let nth = battle.features.iter().position(|feature| feature.id == *id)?;
            laid.ids[nth]
        });
        if let (true, Some(feature), Aim::Hold) = (decides, feature, objective.goal) {
            decisive.push(Decisive { feature, side: objective.side });
        }
    }
    decisive
}

fn arrivals(
    clerk: &Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    laid: &Laid,
    staff: &Staff,
    units: &[Option<UnitNo>],
    turns: u16,
) -> Vec<Arrival> {
    let number = |id: &firelock_scenario::Id| {
        let nth = battle.units.iter().position(|unit| unit.id == *id)?;
        units[nth]
    };
    let commander = |id: &firelock_scenario::Id| {
        let nth = staff.commands.iter().position(|nth| battle.commands[*nth].id == *id)?;
        u8::try_from(nth).ok().map(CommanderId)
    };
    let arrive = |arrival: &firelock_scenario::Arrival| {
        let place = frame.point(arrival.at);
        let nearest = TableEdge::ALL.into_iter().min_by_key(|edge| gap(place, laid.table.edge(*edge)));
        let edge = nearest.unwrap_or(TableEdge::South);
        Arrival {
            turn: clerk.turn_of(arrival, turns),
            at: gap(place, laid.table.edge(edge)).ends().to,
            edge,
            units: arrival.units.iter().filter_map(number).collect(),
            commanders: arrival.commands.iter().filter_map(commander).collect(),
        }
    };
    battle.arrivals.iter().map(arrive).collect()
}

#[expect(clippy::too_many_arguments, reason = "all that makes an army")]
fn army(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    book: &Rulebook,
    laid: &Laid,
    staff: &Staff,
    enlisted: &[Enlisted],
    side: Side,
) -> Army {
    let facts = battle.side(side);
    let edge = frame.edge(facts.edge);
    let own = enlisted.iter().filter(|unit| unit.roster.side == side);
    let start: u16 = own.map(Enlisted::halves).sum();
    let none = !battle.zones.iter().any(|zone| zone.side == side);
    let source = if none { "no zone in the file" } else { "the zones of the file" };
    let usual = clerk.flag(Subject::Side(side), "usual_zone", Derived::new(none, source));
    let zones = match usual {
        true => usual_zone(laid, book, edge),
        false => {
            let own = battle.zones.iter().filter(|zone| zone.side == side);
            let read = |zone: &firelock_scenario::Zone| {
                let corners = zone.rectangle.map_or_else(|| zone.area.clone(), |rectangle| rectangle.outline());
                let ground = Polygon::new(corners.into_iter().map(|corner| frame.point(corner)).collect()).ok()?;
                let brigades = zone.commands.iter().map(|command| staff.brigade(battle, command)).collect();
                Some(Deployment { ground, brigades })
            };
            own.filter_map(read).collect()
        }
    };
    Army { name: facts.name.clone(), edge, start, zones }
}

/// The strip along a side's edge (FD-SCL-10).
fn usual_zone(laid: &Laid, book: &Rulebook, edge: TableEdge) -> Vec<Deployment> {
    let depth = charts::length(book, &numbers::DEPLOY_DEPTH);
    let line = laid.table.edge(edge);
    let inner = line.to.ahead(edge.outward(), -depth);
    let strip = Polygon::upright(line.from, inner);
    strip.map(|ground| vec![Deployment { ground, brigades: Vec::new() }]).unwrap_or_default()
}

/// Rain, snow and fog are poor weather (FD-TER-10).
fn weather(battle: &Battle) -> Weather {
    match (battle.about.weather, battle.about.visibility) {
        (Sky::Clear, Visibility::Clear | Visibility::Twilight) => Weather::Clear,
        (Sky::Rain, _) | (_, Visibility::Fog) => Weather::Poor,
    }
}

/// Faults of bodies that cannot stand where the file puts them.
fn check_places(clerk: &mut Clerk<'_>, state: &State, units: &[Option<UnitNo>]) {
    for (nth, unit) in units.iter().enumerate() {
        let Some(unit) = unit else { continue };
        let bodies: Vec<BodyId> = state.bodies_of(*unit).map(|(id, _)| id).collect();
        for id in bodies {
            let body = state.body(id);
            if let Err(refusal) = setup::can_stand(state, id, body.place, body.formation) {
                let key = if body.pose().is_some() { "at" } else { "garrison" };
                let path = format!("unit[{nth}].{key}");
                clerk.fault(path, FaultKind::Misplaced, refusal, "a place with room for all its stands");
            }
        }
    }
}

/// Zones that share ground would put the sides among each other.
fn check_zones(clerk: &mut Clerk<'_>, state: &State) {
    if setup::zones_overlap(state) {
        let problem = "the deployment zones of the sides overlap";
        clerk.fault("battle.deployment", FaultKind::Contradiction, problem, "zones apart from each other");
    }
}

/// A section at the start.
pub(crate) fn section(book: &Rulebook, corps: &Corps, guns: u8, state: GunState) -> Option<Gun> {
    let Corps::Guns(sort) = corps else { return None };
    let class = charts::gun_class(book, sort.piece, sort.pounds);
    let crew = guns.saturating_mul(charts::count(book, &numbers::CREW_PER_GUN));
    let rounds = crate::words::Ammunition::ALL.iter().map(|kind| charts::rounds(book, class, *kind));
    let mut each = [0; 3];
    each.iter_mut().zip(rounds).for_each(|(own, rounds)| *own = rounds);
    Some(Gun { guns, crew, state, hitched: false, limber: 0, rounds: each, manned: 0 })
}

/// Yards of ground as a length, for spacing.
pub(crate) fn yards(scale: Scale, yards: i32) -> Length {
    Length::grid(yards * scale.steps())
}
