//! A battle mustered by these rules: rosters, ground, armies, and the state before the first decision.
//! The introductory one of NQ-VIC-10 is `scenarios/ridge.toml`.

mod troops;
mod words;

use std::sync::Arc;

use firelock_core::{Rulebook, Side, UnitId};
use firelock_scenario::{
    Arm as Service, Battle, Clerk, Command as Described, Deployment as Deploys, Derived, FaultKind, Faults, Frame,
    Goal, Muster, Mustered, Rank, Schedule, Skill, Subject, System,
};
use firelock_table::{FeatureId, Point, Polygon, Pose, edge_zone};

use crate::Napoleonic;
use crate::charts::{self, Sight, numbers};
use crate::event::{self, Event};
use crate::geometry;
use crate::phase::setup;
use crate::roster::Officer;
use crate::state::{
    Army, Arrival, Asking, Brigade, BrigadeNo, Comer, Commander, CommanderId, Objective, Place, Stage, State, Step,
    StepLog, Unit,
};
use crate::terrain::{self, Laid};
use crate::words::{Cover, Formation, Level, Status, Terrain};
use troops::enlist;

impl Muster for Napoleonic {
    fn muster(battle: &Battle, book: &Rulebook) -> Result<Mustered<State>, Faults> {
        let mut clerk = Clerk::new(battle, System::Napoleonic);
        // Lengths are centimeters (NQ-SCA-01), ten meters to one, unless the battle says otherwise (NQ-SCA-02).
        let frame = Frame::new(battle, System::Napoleonic);
        let turns = clerk.turns(u16::try_from(book.number(&numbers::TURNS)).unwrap_or(1));
        let laid = terrain::lay(&mut clerk, battle, &frame, book);
        let brigades: Vec<usize> = (0..battle.commands.len())
            .filter(|nth| battle.units.iter().any(|unit| unit.command == battle.commands[*nth].id))
            .collect();
        let (officers, commands) = staff(&mut clerk, battle, &brigades);
        let mut roster = Vec::new();
        let mut formations = Vec::new();
        let mut places = Vec::new();
        for (nth, unit) in battle.units.iter().enumerate() {
            // What was not there in history, and baggage, which these rules do not know.
            if unit.what_if || unit.arm == Service::Wagons {
                continue;
            }
            let brigade = brigades.iter().position(|own| battle.commands[*own].id == unit.command).unwrap_or(0);
            let (line, formation) = enlist(&mut clerk, battle, book, nth, BrigadeNo(brigade as u8));
            roster.push(line);
            formations.push(formation);
            places.push(nth);
        }
        let free = battle.about.deployment == Deploys::Zones;
        let armies = Side::BOTH.map(|side| army(battle, &frame, book, &laid, side));
        let objectives = objectives(battle, &frame, &laid);
        let arrivals = arrivals(&clerk, battle, &frame, (&places, &commands), turns);
        let Laid { table, land, ids } = laid;
        let boxes = |matters: &dyn Fn(&terrain::Land) -> bool| terrain::boxes(&table, &land, matters);
        let stage = Stage {
            book: book.clone(),
            sizes: geometry::sizes(book),
            screens: terrain::screens(book, &table, &land),
            covers: boxes(&|land| land.cover > Cover::None && land.terrain != Terrain::Building),
            barriers: boxes(&terrain::hinders),
            hills: terrain::boxes(&table, &land, |land| land.ground().sight == Sight::Hill),
            table,
            land,
            roster,
            officers,
            brigades: brigades
                .iter()
                .map(|nth| Brigade { name: battle.commands[*nth].name.clone(), side: battle.commands[*nth].side })
                .collect(),
            armies,
            objectives,
            arrivals,
            turns,
            free_deployment: free,
            schedule: Schedule::new(battle, &frame, turns),
        };
        let mut state = empty(stage, &formations, battle.about.first);
        for (at, nth) in places.iter().enumerate() {
            place(&mut clerk, battle, &frame, &ids, (*nth, UnitId(at as u16)), free, &mut state);
        }
        place_commanders(battle, &frame, &commands, free, &mut state);
        if !free {
            check_places(&mut clerk, &state, &places);
        }
        begin(&mut state, battle.about.first);
        let report = clerk.finish()?;
        Ok(Mustered { state, report })
    }
}

/// A state with nobody on the table yet.
pub fn empty(stage: Stage, formations: &[Formation], first: Side) -> State {
    let units = stage.roster.iter().zip(formations).map(|(line, form)| Unit::new(line.side, line.bases, *form));
    let units = units.collect();
    let commanders = stage.officers.iter().map(|officer| Commander {
        side: officer.side,
        level: officer.level,
        brigade: officer.brigade,
        rating: officer.rating,
        status: Status::Active,
        at: Point::ORIGIN,
        waiting: true,
        attached: None,
        moved: false,
        due: 0,
    });
    let commanders = commanders.collect();
    let holders = vec![None; stage.objectives.len()];
    State {
        stage: Arc::new(stage),
        turn: 0,
        first,
        half: first,
        step: Step::Deploy,
        units,
        commanders,
        fights: Vec::new(),
        charges: Vec::new(),
        answers: Vec::new(),
        declared: Vec::new(),
        log: StepLog::default(),
        holders,
        survey: Default::default(),
        sights: Default::default(),
        planned: Default::default(),
        agenda: Default::default(),
        verdict: None,
    }
}

/// Puts the first decision: the dice for deployment, or the word to begin.
pub fn begin(state: &mut State, first: Side) {
    (state.first, state.half) = (first, first);
    event::fold(state, &Event::Asked(Asking::Begin));
}

/// The commanders of both sides, and the command each holds (NQ-ROS-13, NQ-ROS-14).
fn staff(clerk: &mut Clerk<'_>, battle: &Battle, brigades: &[usize]) -> (Vec<Officer>, Vec<usize>) {
    let (mut officers, mut commands) = (Vec::new(), Vec::new());
    for (nth, command) in battle.commands.iter().enumerate() {
        let brigade = brigades.iter().position(|own| *own == nth).map(|own| BrigadeNo(own as u8));
        let level = match command.rank {
            Rank::Army => Level::Army,
            _ if brigade.is_some() && command.leader.is_some() => Level::Brigade,
            _ => continue,
        };
        let rating = match command.skill {
            Skill::Poor => 0,
            Skill::Fair | Skill::Able => 1,
            Skill::Gallant => 2,
        };
        let derived = Derived::new(rating, format!("skill {}", skill_word(command)));
        let rating = clerk.whole(Subject::Command(nth), "rating", "skill", 0..=2, derived) as u8;
        officers.push(Officer {
            id: command.id.to_string(),
            name: command.leader.clone().unwrap_or_else(|| command.name.clone()),
            side: command.side,
            level,
            rating,
            brigade,
        });
        commands.push(nth);
    }
    (officers, commands)
}

fn skill_word(command: &Described) -> &'static str {
    match command.skill {
        Skill::Poor => "poor",
        Skill::Fair => "fair",
        Skill::Able => "able",
        Skill::Gallant => "gallant",
    }
}

fn place(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    ids: &[Option<FeatureId>],
    (nth, id): (usize, UnitId),
    free: bool,
    state: &mut State,
) {
    let described = &battle.units[nth];
    if free || battle.arrival(&described.id).is_some() {
        return;
    }
    let building = described.garrison.as_ref().and_then(|id| {
        let nth = battle.features.iter().position(|feature| feature.id == *id)?;
        ids[nth].filter(|id| state.stage.land(*id).terrain == Terrain::Building)
    });
    let facing = described.facing.map_or_else(|| frame.north(), |facing| frame.heading(facing));
    let place = match (building, described.at) {
        (Some(building), _) => Place::In(building),
        (None, Some(at)) => Place::At(Pose::new(frame.point(at), facing)),
        (None, None) => {
            let problem = format!("\"{}\" has no place on the table", described.id);
            clerk.fault(format!("unit[{nth}].at"), FaultKind::Misplaced, problem, "a place, or a building to hold");
            return;
        }
    };
    let unit = &mut state.units[id.index()];
    unit.place = place;
    if building.is_some() {
        unit.formation = Formation::Line;
    }
    geometry::settle(state, id);
}

fn place_commanders(battle: &Battle, frame: &Frame, commands: &[usize], free: bool, state: &mut State) {
    for (nth, command) in commands.iter().enumerate() {
        let described = &battle.commands[*command];
        let near = || {
            let own = battle.units.iter().filter(|unit| unit.side == described.side);
            own.filter(|unit| unit.command == described.id || described.rank == Rank::Army).find_map(|unit| unit.at)
        };
        let at = described.at.or_else(near).map_or(Point::ORIGIN, |place| frame.point(place));
        let commander = &mut state.commanders[nth];
        (commander.at, commander.waiting) = (at, free || battle.leader_arrival(&described.id).is_some());
    }
}

/// Who comes later, in the order of the file.
fn arrivals(
    clerk: &Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    (units, commands): (&[usize], &[usize]),
    turns: u16,
) -> Vec<Arrival> {
    let mut arrivals = Vec::new();
    for arrival in &battle.arrivals {
        let facing = arrival.facing.map_or_else(|| frame.north(), |facing| frame.heading(facing));
        let (turn, pose) = (clerk.turn_of(arrival, turns), Pose::new(frame.point(arrival.at), facing));
        let own = |nth: &usize| arrival.commands.contains(&battle.commands[*nth].id);
        let leaders = commands.iter().enumerate().filter(|(_, nth)| own(nth));
        let leaders = leaders.map(|(at, _)| Comer::Commander(CommanderId(at as u8)));
        let own = |nth: &usize| arrival.units.contains(&battle.units[*nth].id);
        let troops = units.iter().enumerate().filter(|(_, nth)| own(nth));
        let troops = troops.map(|(at, _)| Comer::Unit(UnitId(at as u16)));
        arrivals.extend(troops.chain(leaders).map(|who| Arrival { turn, who, pose }));
    }
    arrivals
}

/// Objectives are what the battle says, and none if it says none (NQ-VIC-09).
fn objectives(battle: &Battle, frame: &Frame, laid: &Laid) -> Vec<Objective> {
    let middle = |id: &firelock_scenario::Id| {
        let nth = battle.features.iter().position(|feature| feature.id == *id)?;
        let bounds = laid.table.boxes().find(|(own, _)| Some(*own) == laid.ids[nth]).map(|(_, bounds)| *bounds)?;
        Some(bounds.min.middle(bounds.max))
    };
    let read = |objective: &firelock_scenario::Objective| {
        let at = objective.at.map(|at| frame.point(at)).or_else(|| objective.feature.as_ref().and_then(middle))?;
        let held = objective.goal == Goal::Hold;
        held.then(|| Objective { name: objective.name.clone(), at, worth: objective.worth })
    };
    battle.objectives.iter().filter_map(read).collect()
}

fn army(battle: &Battle, frame: &Frame, book: &Rulebook, laid: &Laid, side: Side) -> Army {
    let facts = battle.side(side);
    let edge = frame.edge(facts.edge);
    let own = battle.zones.iter().filter(|zone| zone.side == side);
    let read = |zone: &firelock_scenario::Zone| {
        let corners = zone.rectangle.map_or_else(|| zone.area.clone(), |rectangle| rectangle.outline());
        Polygon::new(corners.into_iter().map(|corner| frame.point(corner)).collect()).ok()
    };
    let mut zones: Vec<Polygon> = own.filter_map(read).collect();
    if zones.is_empty() {
        // The usual strip along the own edge (NQ-SEQ-03).
        let width = laid.table.edge(edge).length();
        let depth = charts::length(book, &numbers::DEPLOYMENT);
        zones.extend(edge_zone(&laid.table, edge, (Default::default(), width), depth));
    }
    Army { name: facts.name.clone(), edge, zones }
}

/// Faults of units that cannot stand where the file puts them.
fn check_places(clerk: &mut Clerk<'_>, state: &State, places: &[usize]) {
    for (at, nth) in places.iter().enumerate() {
        let id = UnitId(at as u16);
        let unit = state.unit(id);
        if !unit.is_on_table() {
            continue;
        }
        if let Err(refusal) = setup::can_stand(state, id, unit.place, unit.formation, unit.lead) {
            let key = if unit.pose().is_some() { "at" } else { "garrison" };
            let expected = "a place with room for all its bases";
            clerk.fault(format!("unit[{nth}].{key}"), FaultKind::Misplaced, refusal, expected);
        }
    }
}
