//! A battle mustered by these rules: rosters, ground, armies, and the state before the first decision.

mod troops;
pub(crate) mod words;

use std::sync::Arc;

use firelock_core::{Rulebook, Side, UnitId};
use firelock_scenario::{
    Battle, Clerk, Command as Described, Deployment, Derived, FaultKind, Faults, Frame, Goal, Muster, Mustered,
    Objective, Rank as Level, Schedule, Setting, Skill, Subject, System, Visibility as Seen,
};
use firelock_table::{Base, Extent, FeatureId, Length, Point, Polygon, Pose, Size, Table, TableEdge, gap};

use crate::Regimental;
use crate::charts;
use crate::event::{self, Event};
use crate::geometry;
use crate::phase::setup;
use crate::roster::Officer;
use crate::state::{
    Army, ArmyState, Arrival, Asking, Colonel, Formed, Gun, KeyPosition, Leader, LeaderId, LeaderStatus, Place, Stage,
    State, Step, TurnMarks, Unit, Zone,
};
use crate::terrain::{self, Terrain};
use crate::words::{Order, Rank, Rating, Visibility};
use troops::{Enlisted, enlist};

impl Muster for Regimental {
    fn muster(battle: &Battle, book: &Rulebook) -> Result<Mustered<State>, Faults> {
        let mut clerk = Clerk::new(battle, System::Regimental);
        let frame = Frame::new(battle, System::Regimental);
        let turns = clerk.turns(u16::try_from(book.number(&charts::TURNS)).unwrap_or(1));
        let terrain = terrain::lay(&mut clerk, battle, &frame, book);
        let staff = Staff::read(&mut clerk, battle);
        let (enlisted, numbers) = muster_units(&mut clerk, battle, book, &staff);
        let free = battle.about.deployment == Deployment::Zones;
        let units = place_units(&mut clerk, battle, &frame, &terrain, &enlisted, &numbers, free);
        let leaders = place_leaders(&mut clerk, battle, &frame, &staff, free);
        let keys = key_positions(&mut clerk, battle, &frame, &terrain, book);
        let arrivals = arrivals(&clerk, battle, &frame, &terrain.table, &staff, &numbers, turns);
        let usual = Side::BOTH.map(|side| takes_usual_zone(&mut clerk, battle, side));
        let armies = Side::BOTH.map(|side| {
            let zones = match usual[side.index()] {
                true => usual_zone(&terrain.table, book, frame.edge(battle.side(side).edge)),
                false => zones(battle, &frame, &staff, side),
            };
            army(&mut clerk, battle, &frame, book, &units, side, zones)
        });
        // RF-SEQ-24: zones of the file say otherwise than the usual strips and the distance between them.
        let apart = if usual == [true; 2] { charts::length(book, &charts::DEPLOY_APART) } else { Length::ZERO };
        let Terrain { table, land, .. } = terrain;
        let stage = Stage {
            book: book.clone(),
            barred: table.only(|id| land[usize::from(id.0)].may_bar()),
            table,
            land,
            roster: enlisted.into_iter().map(|unit| unit.roster).collect(),
            officers: staff.officers,
            armies,
            keys,
            arrivals,
            turns,
            first: battle.about.first,
            attacker: battle.about.attacker,
            visibility: visibility(battle),
            free_deployment: free,
            apart,
            schedule: Schedule::new(battle, &frame, turns),
        };
        let state = begin(stage, units, leaders);
        if free {
            check_zones(&mut clerk, &state);
        } else {
            check_places(&mut clerk, &state, &numbers);
        }
        let report = clerk.finish()?;
        Ok(Mustered { state, report })
    }
}

/// A state with everything in its place and the first decision put, by the events that the sequence would emit.
pub fn begin(stage: Stage, units: Vec<Unit>, leaders: Vec<Leader>) -> State {
    let (first, defender, free) = (stage.first, stage.attacker.enemy(), stage.free_deployment);
    let keys = stage.keys.iter().map(|key| key.holder).collect();
    let mut state = State {
        stage: Arc::new(stage),
        turn: 0,
        active: first,
        step: Step::Deploy(defender),
        units,
        leaders,
        armies: [ArmyState::default(), ArmyState::default()],
        keys,
        contacts: Vec::new(),
        trails: Vec::new(),
        agenda: Default::default(),
        verdict: None,
        shots: Default::default(),
        worked_out: Default::default(),
    };
    let ids: Vec<UnitId> = state.all_units().map(|(id, _)| id).collect();
    ids.into_iter().for_each(|id| geometry::settle(&mut state, id));
    // RF-SEQ-24: the defender sets up first; with fixed places the first player turn begins at once (RF-SEQ-01).
    let (turn, active, step, asking) = match free {
        true => (0, defender, Step::Deploy(defender), Asking::Deploy(defender)),
        false => (1, first, Step::Leaders, Asking::Leaders),
    };
    event::fold(&mut state, &Event::StepBegan { turn, active, step });
    event::fold(&mut state, &Event::Asked(asking));
    state
}

/// The leaders of both sides and the commands they hold: one army commander, brigades, wings between (RF-ROS-01).
struct Staff {
    officers: Vec<Officer>,
    ratings: Vec<Rating>,
    /// The command of each officer, by its place in the battle.
    commands: Vec<usize>,
    /// Who leads each command: its own leader, else the next one above.
    leads: Vec<LeaderId>,
}

impl Staff {
    fn read(clerk: &mut Clerk<'_>, battle: &Battle) -> Staff {
        let led = |command: &Described| command.leader.is_some() || command.rank == Level::Army;
        let commands: Vec<usize> = (0..battle.commands.len()).filter(|nth| led(&battle.commands[*nth])).collect();
        let own = |command: &Described| {
            let nth = battle.commands.iter().position(|other| other.id == command.id)?;
            let officer = commands.iter().position(|held| *held == nth)?;
            u8::try_from(officer).ok().map(LeaderId)
        };
        // A chain in a battle file is no longer than its list of commands.
        let above = |command: &Described| {
            let mut next = battle.superior(command);
            for _ in 0..battle.commands.len() {
                match next.map(|command| (own(command), command)) {
                    Some((Some(leader), _)) => return Some(leader),
                    Some((None, command)) => next = battle.superior(command),
                    None => return None,
                }
            }
            None
        };
        let leads = battle.commands.iter().map(|command| own(command).or_else(|| above(command)).unwrap_or_default());
        let leads: Vec<LeaderId> = leads.collect();
        let (mut officers, mut ratings) = (Vec::new(), Vec::new());
        for &nth in &commands {
            let (command, subject) = (&battle.commands[nth], Subject::Command(nth));
            let rating = match command.skill {
                Skill::Poor => Derived::new(Rating::Poor, "skill poor"),
                Skill::Fair => Derived::new(Rating::Able, "skill fair"),
                Skill::Able => Derived::new(Rating::Able, "skill able"),
                Skill::Gallant => Derived::new(Rating::Gallant, "skill gallant"),
            };
            ratings.push(clerk.word(subject, "rating", rating));
            let rank = match command.rank {
                Level::Army => Derived::new(Rank::Army, "rank army"),
                Level::Wing => Derived::new(Rank::Wing, "rank wing"),
                Level::Brigade => Derived::new(Rank::Brigade, "rank brigade"),
                Level::Staff => Derived::new(Rank::Brigade, "staff"),
            };
            officers.push(Officer {
                id: command.id.to_string(),
                name: command.leader.clone().unwrap_or_else(|| command.name.clone()),
                side: command.side,
                rank: clerk.word(subject, "rank", rank),
                superior: above(command),
                mounted: clerk.flag(subject, "mounted", Derived::new(command.mounted, "mounted")),
            });
        }
        Staff { officers, ratings, commands, leads }
    }

    /// Who leads the command of that name.
    fn leader_of(&self, battle: &Battle, id: &firelock_scenario::Id) -> LeaderId {
        let nth = battle.commands.iter().position(|command| command.id == *id);
        nth.map(|nth| self.leads[nth]).unwrap_or_default()
    }
}

/// The rosters, and the number of each unit of the battle that is mustered. Guns serve under a brigade or the army like
/// everybody (RF-CMD-16).
fn muster_units(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    book: &Rulebook,
    staff: &Staff,
) -> (Vec<Enlisted>, Vec<Option<UnitId>>) {
    let mut enlisted = Vec::new();
    let mut numbers = Vec::new();
    for (nth, unit) in battle.units.iter().enumerate() {
        let brigade = staff.leader_of(battle, &unit.command);
        // What was not there in history comes only when it is asked for.
        let mustered = if unit.what_if { None } else { enlist(clerk, book, nth, unit, brigade) };
        numbers.push(mustered.is_some().then_some(UnitId(enlisted.len() as u16)));
        enlisted.extend(mustered);
    }
    (enlisted, numbers)
}

fn place_units(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    terrain: &Terrain,
    enlisted: &[Enlisted],
    numbers: &[Option<UnitId>],
    free: bool,
) -> Vec<Unit> {
    let mut units = Vec::new();
    for (nth, described) in battle.units.iter().enumerate() {
        let Some(id) = numbers[nth] else { continue };
        let own = &enlisted[id.index()];
        let garrison = described.garrison.as_ref().and_then(|feature| feature_id(battle, terrain, feature));
        let place = match (garrison, described.at) {
            _ if free || battle.arrival(&described.id).is_some() => Place::Off,
            (Some(feature), _) => Place::In(feature),
            (None, Some(_)) => Place::At(pose_of(clerk, battle, frame, nth)),
            (None, None) => {
                let problem = format!("\"{}\" has no place on the table", described.id);
                clerk.fault(format!("unit[{nth}].garrison"), FaultKind::Misplaced, problem, "a feature on the table");
                Place::Off
            }
        };
        let low = described.low_ammunition;
        units.push(Unit {
            roster: id.0,
            side: described.side,
            detachment: false,
            start: own.stands,
            stands: own.stands,
            light_stands: own.light_stands,
            place,
            formation: own.formation,
            gap: own.gap,
            bend: Vec::new(),
            flank: None,
            outline: Base::new(Pose::default(), Size::default()),
            formed: Formed::default(),
            // RF-ROS-33: whatever its ammunition.
            order: Order::Good,
            low_ammo: low && !own.roster.is_guns(),
            mounted: own.mounted,
            guns: [Gun { low_ammo: low && own.roster.is_guns(), ..Gun::default() }; 4],
            amusette: own.amusette,
            colonel: if own.roster.traits().brave_colonel { Colonel::Leads } else { Colonel::None },
            turn: TurnMarks::default(),
            fate: None,
        });
    }
    units
}

/// Where the middle of a unit's front stands: as the file says, or by its settings `x`, `y` and `facing` for this system.
fn pose_of(clerk: &mut Clerk<'_>, battle: &Battle, frame: &Frame, nth: usize) -> Pose {
    let (unit, subject) = (&battle.units[nth], Subject::Unit(nth));
    let settings = battle.block(System::Regimental).and_then(|block| block.units.get(unit.id.as_str()));
    let is_set = |field: &str| matches!(settings.and_then(|settings| settings.get(field)), Some(Setting::Whole(_)));
    let mut place = unit.at.unwrap_or_default();
    let mut facing = unit.facing.map_or_else(|| frame.north(), |facing| frame.heading(facing));
    let range = |most: u32| 0..=i64::from(most);
    let tenths = |value: i64| i32::try_from(value * 10).unwrap_or(0);
    if is_set("x") {
        place.x = tenths(clerk.whole(subject, "x", "at", range(battle.map.width), Derived::new(0, "at")));
    }
    if is_set("y") {
        place.y = tenths(clerk.whole(subject, "y", "at", range(battle.map.height), Derived::new(0, "at")));
    }
    if is_set("facing") {
        let degrees = clerk.whole(subject, "facing", "facing", 0..=359, Derived::new(0, "facing"));
        let turn = firelock_table::Angle::degrees(i32::try_from(degrees).unwrap_or(0));
        facing = (frame.north() + turn).heading();
    }
    Pose::new(frame.point(place), facing)
}

fn feature_id(battle: &Battle, terrain: &Terrain, id: &firelock_scenario::Id) -> Option<FeatureId> {
    let nth = battle.features.iter().position(|feature| feature.id == *id)?;
    terrain.ids[nth]
}

fn place_leaders(clerk: &mut Clerk<'_>, battle: &Battle, frame: &Frame, staff: &Staff, free: bool) -> Vec<Leader> {
    let mut leaders = Vec::new();
    for (nth, officer) in staff.officers.iter().enumerate() {
        let command = &battle.commands[staff.commands[nth]];
        let later = free || battle.leader_arrival(&command.id).is_some();
        // An army without a place of its own for its commander has him among its troops.
        let near = || battle.units.iter().filter(|unit| unit.side == command.side).find_map(|unit| unit.at);
        let at = command.at.or_else(near).map_or(Point::ORIGIN, |place| frame.point(place));
        if !later && command.at.is_some_and(|place| !frame.contains(place)) {
            let problem = format!("\"{}\" stands off the table", command.id);
            let path = format!("command[{}].at", staff.commands[nth]);
            clerk.fault(path, FaultKind::Misplaced, problem, "a place in the frame, or an arrival");
        }
        leaders.push(Leader {
            officer: nth as u8,
            side: officer.side,
            rating: staff.ratings[nth],
            status: if later { LeaderStatus::Waiting } else { LeaderStatus::Present },
            at,
            attached: None,
            led: false,
            moved: false,
        });
    }
    leaders
}

/// Places and features to be held (RF-VIC-06). Other goals are no key positions in these rules.
fn key_positions(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    terrain: &Terrain,
    book: &Rulebook,
) -> Vec<KeyPosition> {
    let mut keys = Vec::new();
    for (nth, objective) in battle.objectives.iter().enumerate() {
        let Some(ground) = ground_of(battle, frame, terrain, objective) else { continue };
        let each = book.number(&charts::POSITION_VP);
        let worth = i64::from(each) * i64::from(objective.worth);
        let derived = Derived::new(worth, format!("{each} points x worth {}", objective.worth));
        let worth = clerk.whole(Subject::Objective(nth), "vp", "worth", 0..=100, derived);
        let near = |radius: u32| frame.length(i32::try_from(radius).unwrap_or(0).saturating_mul(10));
        keys.push(KeyPosition {
            name: objective.name.clone(),
            ground,
            reach: objective.radius.map_or_else(|| charts::length(book, &charts::POSITION_REACH), near),
            worth: i32::try_from(worth).unwrap_or(0),
            holder: objective.holder,
            only: objective.side,
        });
    }
    keys
}

/// The ground of an objective that is held; a mere place is a small square.
fn ground_of(battle: &Battle, frame: &Frame, terrain: &Terrain, objective: &Objective) -> Option<Polygon> {
    if objective.goal != Goal::Hold {
        return None;
    }
    let place = match (&objective.feature, objective.at) {
        (Some(feature), _) => {
            let id = feature_id(battle, terrain, feature)?;
            match &terrain.table.feature(id)?.extent {
                Extent::Area { ground, .. } => return Some(ground.clone()),
                Extent::Line { path, .. } => path[path.len() / 2],
                Extent::Spot { at, .. } => *at,
            }
        }
        (None, Some(at)) => frame.point(at),
        (None, None) => return None,
    };
    let step = Point::new(1, 1);
    Polygon::upright(place - step, place + step).ok()
}

fn arrivals(
    clerk: &Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    table: &Table,
    staff: &Staff,
    numbers: &[Option<UnitId>],
    turns: u16,
) -> Vec<Arrival> {
    let number = |id: &firelock_scenario::Id| {
        let nth = battle.units.iter().position(|unit| unit.id == *id)?;
        numbers[nth]
    };
    let arrive = |arrival: &firelock_scenario::Arrival| {
        let place = frame.point(arrival.at);
        let nearest = TableEdge::ALL.into_iter().min_by_key(|edge| gap(place, table.edge(*edge)));
        let edge = nearest.unwrap_or(TableEdge::South);
        let on_edge = |place: Point| gap(place, table.edge(edge)).ends().to;
        let own = |id: &firelock_scenario::Id| {
            let command = battle.command(id).filter(|command| command.leader.is_some() || command.rank == Level::Army);
            command.map(|_| staff.leader_of(battle, id))
        };
        Arrival {
            turn: clerk.turn_of(arrival, turns),
            at: on_edge(place),
            to: on_edge(arrival.to.map_or(place, |to| frame.point(to))),
            edge,
            units: arrival.units.iter().filter_map(number).collect(),
            leaders: arrival.commands.iter().filter_map(own).collect(),
        }
    };
    battle.arrivals.iter().map(arrive).collect()
}

fn army(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    book: &Rulebook,
    units: &[Unit],
    side: Side,
    zones: Vec<Zone>,
) -> Army {
    let facts = battle.side(side);
    let edge = frame.edge(facts.edge);
    // RF-ROS-35, RF-VIC-02: an amusette is no stand of the army.
    let start_total: u16 = units.iter().filter(|unit| unit.side == side).map(|unit| u16::from(unit.stands)).sum();
    let level = charts::heavy_level(book, u32::from(start_total));
    let percent = book.number(&charts::HEAVY_PERCENT);
    let derived = Derived::new(i64::from(level), format!("{percent} % of {start_total} stands, rounded up"));
    let heavy = clerk.whole(Subject::Side(side), "heavy_level", "name", 1..=i64::from(start_total.max(1)), derived);
    let exits = battle
        .objectives
        .iter()
        .filter(|objective| objective.goal == Goal::Exit && objective.side != Some(side.enemy()));
    let exits: Vec<TableEdge> = exits.filter_map(|objective| objective.edge).map(|edge| frame.edge(edge)).collect();
    Army {
        name: facts.name.clone(),
        edge,
        start_total,
        heavy_level: u16::try_from(heavy).unwrap_or(u16::MAX),
        zones,
        exits,
    }
}

/// Whether a side deploys in the usual strip: its setting for this system says so, or the file has no zone for it.
fn takes_usual_zone(clerk: &mut Clerk<'_>, battle: &Battle, side: Side) -> bool {
    let none = !battle.zones.iter().any(|zone| zone.side == side);
    let source = if none { "no zone in the file" } else { "the zones of the file" };
    clerk.flag(Subject::Side(side), "usual_zone", Derived::new(none, source))
}

/// Where a side deploys by the file.
fn zones(battle: &Battle, frame: &Frame, staff: &Staff, side: Side) -> Vec<Zone> {
    battle
        .zones
        .iter()
        .filter(|zone| zone.side == side)
        .filter_map(|zone| {
            let corners = zone.rectangle.map_or_else(|| zone.area.clone(), |rectangle| rectangle.outline());
            let ground = Polygon::new(corners.into_iter().map(|corner| frame.point(corner)).collect()).ok()?;
            let brigades = zone.commands.iter().map(|command| staff.leader_of(battle, command)).collect();
            Some(Zone { ground, brigades })
        })
        .collect()
}

/// The strip along a side's edge (RF-SEQ-24).
fn usual_zone(table: &Table, book: &Rulebook, edge: TableEdge) -> Vec<Zone> {
    let depth = charts::length(book, &charts::DEPLOY_DEPTH);
    let line = table.edge(edge);
    let inner = line.to.ahead(edge.outward(), -depth);
    let strip = Polygon::upright(line.from, inner);
    strip.map(|ground| vec![Zone { ground, brigades: Vec::new() }]).unwrap_or_default()
}

fn visibility(battle: &Battle) -> Visibility {
    match battle.about.visibility {
        Seen::Clear => Visibility::Clear,
        Seen::Twilight => Visibility::Twilight,
        Seen::Fog => Visibility::Fog,
    }
}

/// Faults of units that cannot stand where the file puts them.
fn check_places(clerk: &mut Clerk<'_>, state: &State, numbers: &[Option<UnitId>]) {
    for (nth, id) in numbers.iter().enumerate() {
        let Some(id) = id else { continue };
        let unit = state.unit(*id);
        if !unit.is_on_table() {
            continue;
        }
        let key = if unit.pose().is_some() { "at" } else { "garrison" };
        if let Err(refusal) = setup::can_stand(state, *id, unit) {
            clerk.fault(
                format!("unit[{nth}].{key}"),
                FaultKind::Misplaced,
                refusal,
                "a place with room for all its stands",
            );
        } else if unit.amusette && !state.holds_position(*id) {
            let problem = "an amusette stands only with infantry in works, behind cover or in a garrison (RF-SPC-20)";
            clerk.fault(format!("unit[{nth}].{key}"), FaultKind::Misplaced, problem, "such a position");
        }
    }
}

/// A table too shallow for the usual strips would leave the second side no place.
fn check_zones(clerk: &mut Clerk<'_>, state: &State) {
    let book = &state.stage.book;
    let needed = charts::length(book, &charts::DEPLOY_DEPTH) * 2 + charts::length(book, &charts::DEPLOY_APART);
    let across = match state.home(Side::Red) {
        TableEdge::South | TableEdge::North => state.stage.table.depth(),
        TableEdge::East | TableEdge::West => state.stage.table.width(),
    };
    if state.stage.apart > Length::ZERO && across < needed {
        let problem = format!("a table {across} deep has no room for the usual strips");
        let expected = format!("zones of the file, or a depth of {needed}");
        clerk.fault("battle.deployment", FaultKind::OutOfRange, problem, expected);
    }
}
