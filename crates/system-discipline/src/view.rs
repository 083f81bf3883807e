//! The state as a client draws it, and events and commands in plain words.

mod phrase;
mod picture;
mod pieces;
mod prompt;
mod tell;

use firelock_core::{Measure, RuleSystem, Side, UnitId, View};

use crate::Discipline;
use crate::phase;
use crate::state::{BodyId, CommanderId, Kind, Place, State, Step, UnitNo};
use crate::words::{Formation, Scale, Size};

pub(crate) use phrase::{phrase, turn_words};
pub(crate) use tell::{landmark, tell};

/// Commanders are pieces too, numbered above all bodies.
const COMMANDERS: u16 = 30_000;
/// Couriers are markers, numbered above them.
const COURIERS: u16 = 31_000;

/// The number of a commander among the pieces of a view.
pub(crate) fn commander_piece(id: CommanderId) -> UnitId {
    UnitId(COMMANDERS + u16::from(id.0))
}

/// The commander behind the number of a piece.
pub(crate) fn commander_of(state: &State, piece: UnitId) -> Option<CommanderId> {
    let id = u8::try_from(piece.0.checked_sub(COMMANDERS)?).ok()?;
    (usize::from(id) < state.commanders.len()).then_some(CommanderId(id))
}

/// The number of a courier among the pieces of a view.
pub(crate) fn courier_piece(id: u16) -> UnitId {
    UnitId(COURIERS.saturating_add(id))
}

/// The table as a client draws it, for one side or a spectator: built from what that viewer knows.
pub(crate) fn view(state: &State, side: Option<Side>) -> View {
    let seen = match side {
        Some(side) => crate::event::observe(state, side),
        None => crate::event::observe(&crate::event::observe(state, Side::Red), Side::Blue),
    };
    let decision = phase::decision(state);
    let asked = |viewer: &Side| decision.ask(*viewer).is_some();
    let table = &seen.stage.table;
    View {
        system: Discipline::NAME,
        turn: seen.turn,
        turns: Some(seen.stage.turns),
        phase: step_words(seen.step).to_string(),
        active: Some(seen.active).filter(|_| seen.turn > 0),
        size: (table.width(), table.depth()),
        measure: match seen.stage.scale {
            Scale::Inch15 | Scale::Inch20 => Discipline::MEASURE,
            Scale::Cm15 | Scale::Cm20 => Measure::MetricYards,
        },
        ground: picture::ground(&seen),
        pieces: pieces::pieces(&seen),
        gone: pieces::gone(&seen),
        places: pieces::places(&seen),
        tracks: picture::tracks(&seen),
        overlays: picture::overlays(&seen, side),
        prompt: side.and_then(|side| decision.ask(side)).map(|ask| prompt::prompt(&seen, ask)),
        waiting: Side::BOTH.into_iter().filter(asked).filter(|other| Some(*other) != side).collect(),
        over: seen.verdict.as_ref().map(|verdict| verdict.words.clone()),
    }
}

/// A body's name: its unit's, and which part of it where there may be several.
pub(crate) fn name(state: &State, id: BodyId) -> String {
    let Some(body) = state.bodies.get(id.index()) else { return format!("body {id}") };
    let unit = unit_name(state, body.unit);
    match &body.kind {
        Kind::Section(_) if state.line(body.unit).stands.len() > 1 => {
            format!("{unit}, section {}", body.stands.first().map_or(1, |stand| stand + 1))
        }
        Kind::Crew { .. } => format!("the crew of {unit}"),
        Kind::Section(_) | Kind::Wagon { .. } => unit,
        Kind::Troops if state.main_body(body.unit) == Some(id) => unit,
        Kind::Troops if body.stands.len() == 1 && is_half(state, id) => format!("{unit}, a half-stand"),
        Kind::Troops => format!("{unit}, part {id}"),
    }
}

fn is_half(state: &State, id: BodyId) -> bool {
    state.stands(id).all(|stand| stand.size == Size::Half)
}

/// A unit's name.
pub(crate) fn unit_name(state: &State, unit: UnitNo) -> String {
    state.stage.roster.get(usize::from(unit.0)).map_or_else(|| format!("unit {}", unit.0), |line| line.name.clone())
}

/// A commander's name; one who took over goes by his regiment.
pub(crate) fn commander_name(state: &State, id: CommanderId) -> String {
    let Some(man) = state.commanders.get(usize::from(id.0)) else { return format!("commander {}", id.0) };
    match man.acting {
        Some(unit) => format!("the commander of {}", unit_name(state, unit)),
        None => state.stage.officers[usize::from(id.0)].name.clone(),
    }
}

/// A formation as players say it.
pub(crate) fn formation_words(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::Column => "column",
        Formation::Limbered => "limbered",
        Formation::Unlimbered => "unlimbered",
        Formation::Garrison => "garrison",
    }
}

/// Where a body is, in words.
pub(crate) fn place_words(state: &State, place: Place) -> String {
    match place {
        Place::At(pose) => format!("at {}", spot_words(state, pose.at)),
        Place::In(zone) | Place::Emplaced(zone, _) => format!("in {}", zone_name(state, zone.0)),
        Place::Off => "off the table".to_string(),
    }
}

/// A zone, or a decisive feature behind the zones.
pub(crate) fn zone_name(state: &State, nth: u8) -> String {
    let zones = &state.stage.zones;
    match zones.get(usize::from(nth)) {
        Some(zone) => zone.name.clone(),
        None => {
            let decisive = state.stage.decisive.get(usize::from(nth).wrapping_sub(zones.len()));
            decisive.map_or_else(|| "the place".to_string(), |place| state.stage.land(place.feature).called())
        }
    }
}

/// A place in yards from the south-west corner.
pub(crate) fn spot_words(state: &State, at: firelock_table::Point) -> String {
    let yards = |steps: i32| state.stage.in_yards(firelock_table::Length::grid(steps));
    format!("{},{}", yards(at.x), yards(at.y))
}

/// A step of the turn in words.
pub(crate) fn step_words(step: Step) -> &'static str {
    match step {
        Step::Setup => "before the battle",
        Step::Upkeep => "I.0 upkeep",
        Step::Initiative => "I.1 initiative",
        Step::CommanderLoss => "I.2 loss of commanders",
        Step::Signal => "I.3 signals",
        Step::Send => "I.4 orders are sent",
        Step::Chits => "I.5 chits",
        Step::GunChoice => "II.1 what the guns do",
        Step::GunFire => "II.2 gun fire",
        Step::GunMoves => "II.3 guns moved by hand",
        Step::GunEffects => "II.4 effects of gun fire",
        Step::SkirmishFirst => "III.0 skirmish fire",
        Step::Volley => "III.1 volley fire",
        Step::VolleyEffects => "III.2 effects of volleys",
        Step::Skirmish => "III.3 skirmish fire",
        Step::Platoon => "IV.1 platoon fire",
        Step::PlatoonEffects => "IV.2 effects of platoon fire",
        Step::Reveal => "V.1 chits are shown",
        Step::ChargesActive => "V.2 charges of the active side",
        Step::ResponsesReactive => "V.3 answers of the other side",
        Step::ChargesReactive => "V.4 charges of the other side",
        Step::ResponsesActive => "V.5 answers of the active side",
        Step::Facing => "VI.1 facing",
        Step::ChargeMoves => "VI.2 charge moves",
        Step::Moves => "VI.3 normal moves",
        Step::Unlimber => "VI.4 unlimbering",
        Step::Couriers => "VI.5 couriers",
        Step::ObjectiveCombat => "VII.1 objective combat",
        Step::NewMelees => "VII.2 new melees",
        Step::Pursuit => "VII.3 pursuit",
        Step::EngagedMelees => "VII.4 engaged melees",
        Step::End => "VII.5 end of the turn",
    }
}
