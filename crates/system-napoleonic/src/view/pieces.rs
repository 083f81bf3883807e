//! Units and commanders as pieces.

use firelock_core::{Badge, Clause, Mark, Piece, PieceKind, PlaceView, Side, UnitId};
use firelock_scenario::Word;

use super::{commander_piece, formation_word, name, officer};
use crate::clauses::*;
use crate::state::{CommanderId, Place, State};
use crate::words::{Arm, Class, Level, Status};

/// Everyone who is still in the battle; those not on the table have no bases.
pub(super) fn pieces(state: &State) -> Vec<Piece> {
    let here = state.all_units().filter(|(_, unit)| !matches!(unit.place, Place::Gone(_)));
    let units = here.map(|(id, _)| unit_piece(state, id));
    let active = state.all_commanders().filter(|(_, commander)| commander.status == Status::Active);
    units.chain(active.map(|(id, _)| commander_piece_of(state, id))).collect()
}

/// Who has left the battle.
pub(super) fn gone(state: &State) -> Vec<(UnitId, String)> {
    let units = state.all_units().filter(|(_, unit)| matches!(unit.place, Place::Gone(_)));
    let men = state.all_commanders().filter(|(_, commander)| commander.status != Status::Active);
    let men = men.map(|(id, _)| (commander_piece(id), officer(state, id)));
    units.map(|(id, _)| (id, name(state, id))).chain(men).collect()
}

/// Who is still to be set up, and who holds buildings.
pub(super) fn places(state: &State) -> Vec<PlaceView> {
    let mut places = Vec::new();
    for side in Side::BOTH {
        let waiting = state.all_units().filter(|(_, unit)| unit.side == side && unit.place == Place::Waiting);
        let units: Vec<UnitId> = waiting.map(|(id, _)| id).collect();
        if !units.is_empty() {
            let name = format!("{}, not set up", state.stage.armies[side.index()].name);
            places.push(PlaceView { name, feature: None, capacity: None, units });
        }
    }
    for (id, unit) in state.on_table() {
        if let Some(building) = unit.building() {
            let name = state.stage.land(building).called();
            places.push(PlaceView { name, feature: Some(building.0), capacity: None, units: vec![id] });
        }
    }
    places
}

fn unit_piece(state: &State, id: UnitId) -> Piece {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let brigade = state.stage.brigades.get(usize::from(roster.brigade.0));
    let placed = unit.pose().is_some();
    let figures = u16::from(unit.bases) * 4;
    Piece {
        id,
        side: unit.side,
        name: name(state, id),
        group: brigade.map_or_else(String::new, |brigade| brigade.name.clone()),
        kind: kind(state, id),
        bases: if placed { unit.stands.iter().map(|base| base.corners).collect() } else { Vec::new() },
        outline: if placed { unit.outline.corners.to_vec() } else { Vec::new() },
        front: placed.then(|| unit.outline.front()),
        facing: unit.facing(),
        formation: match unit.building() {
            Some(building) => format!("in {}", state.stage.land(building).called()),
            None => formation_word(unit.formation).to_string(),
        },
        badge: Badge {
            now: figures.saturating_sub(u16::from(unit.reduction)),
            full: u16::from(roster.bases) * 4,
            quality: roster.quality.word().to_string(),
            state: match () {
                () if unit.routing => "routing".into(),
                () if unit.unformed => "unformed".into(),
                () if unit.is_open() => "open order".into(),
                () => "formed".into(),
            },
        },
        marks: marks(state, id),
        leader: state.attached(id).map(commander_piece),
        facts: facts(state, id),
    }
}

fn kind(state: &State, id: UnitId) -> PieceKind {
    match (state.roster(id).arm(), state.roster(id).class) {
        (Arm::Artillery, _) => PieceKind::Artillery,
        (Arm::Cavalry, _) => PieceKind::Cavalry,
        (_, Class::LightInfantry | Class::RifleInfantry) => PieceKind::Light,
        _ => PieceKind::Infantry,
    }
}

/// The markers of a unit (NQ-ROS-15, NQ-ROS-16).
fn marks(state: &State, id: UnitId) -> Vec<Mark> {
    let (unit, turn) = (state.unit(id), &state.unit(id).marks);
    let list: [(bool, Clause, &str); 13] = [
        (unit.unformed, NQ_ROS_15, "unformed"),
        (unit.routing, NQ_ROS_15, "routing"),
        (state.is_engaged(id), NQ_ROS_15, "engaged"),
        (turn.hesitant, NQ_CMD_05, "hesitant"),
        (turn.charging, NQ_ROS_16, "charging"),
        (turn.countercharged, NQ_ROS_16, "countercharging"),
        (turn.moved, NQ_ROS_16, "moved"),
        (turn.formation_changed, NQ_ROS_16, "changed formation"),
        (turn.reformed, NQ_ROS_16, "re-formed"),
        (turn.fired != 0, NQ_ROS_16, "fired"),
        (turn.fled, NQ_ART_16, "fell back"),
        (unit.fired_at > 0, NQ_ROS_17, "under fire"),
        (!unit.volley_used && !state.roster(id).is_battery(), NQ_SAF_15, "first volley left"),
    ];
    list.into_iter()
        .filter(|(holds, ..)| *holds)
        .map(|(_, clause, word)| Mark { word: word.to_string(), clause })
        .collect()
}

/// All a unit is, for its card.
fn facts(state: &State, id: UnitId) -> Vec<(String, String)> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let mut facts = Vec::new();
    let mut fact = |what: &str, value: String| facts.push((what.to_string(), value));
    fact("class", roster.class.word().into());
    fact("quality", roster.quality.word().into());
    fact("bases", format!("{} of {}", unit.bases, roster.bases));
    if unit.reduction > 0 {
        fact("reduced base", format!("{} figures lost", unit.reduction));
    }
    match roster.is_battery() {
        true => {
            let guns: Vec<&str> = roster.guns.iter().take(usize::from(unit.bases)).map(|gun| gun.word()).collect();
            fact("guns", guns.join(", "));
        }
        false => fact("weapon", roster.weapon.word().into()),
    }
    for (holds, what) in [(roster.two_rank, "two ranks"), (roster.lance, "lances"), (roster.cuirass, "cuirass")] {
        if holds {
            fact(what, "yes".into());
        }
    }
    if unit.rally_fails > 0 {
        fact("rallies failed", unit.rally_fails.to_string());
    }
    facts
}

fn commander_piece_of(state: &State, id: CommanderId) -> Piece {
    let commander = state.commander(id);
    let base = commander.is_active().then(|| state.commander_base(id));
    let level = match commander.level {
        Level::Army => "army",
        Level::Brigade => "brigade",
    };
    let brigade = commander.brigade.and_then(|brigade| state.stage.brigades.get(usize::from(brigade.0)));
    Piece {
        id: commander_piece(id),
        side: commander.side,
        name: officer(state, id),
        group: brigade.map_or_else(String::new, |brigade| brigade.name.clone()),
        kind: PieceKind::Leader,
        bases: base.iter().map(|base| base.corners).collect(),
        outline: base.map_or_else(Vec::new, |base| base.corners.to_vec()),
        front: None,
        facing: Default::default(),
        formation: commander.attached.map_or_else(String::new, |unit| format!("with {}", name(state, unit))),
        badge: Badge { quality: format!("rating {}", commander.rating), ..Badge::default() },
        marks: Vec::new(),
        leader: None,
        facts: vec![("commands".into(), level.into()), ("rating".into(), commander.rating.to_string())],
    }
}
