//! Units, guns and commanders as pieces, and the places that hold those off the table.

use firelock_core::{Badge, Clause, Mark, Piece, PieceKind, PlaceView, Side, UnitId};
use firelock_scenario::Word;

use super::{commander_piece, name, officer};
use crate::clauses::*;
use crate::roster::Kind;
use crate::state::{CommanderId, CommanderStatus, Place, State};
use crate::words::{Formation, LastFight, Rank, ShortEdge, Tag};

/// Everyone who is still in the battle; those not on the table have no bases.
pub(super) fn pieces(state: &State) -> Vec<Piece> {
    let here = state.all_units().filter(|(_, unit)| !matches!(unit.place, Place::Gone(_)));
    let units = here.map(|(id, _)| unit_piece(state, id));
    let alive = state.all_commanders().filter(|(_, commander)| commander.status != CommanderStatus::Dead);
    units.chain(alive.map(|(id, _)| commander_piece_of(state, id))).collect()
}

/// Who has left the battle.
pub(super) fn gone(state: &State) -> Vec<(UnitId, String)> {
    let units = state.all_units().filter(|(_, unit)| matches!(unit.place, Place::Gone(_)));
    let men = state.all_commanders().filter(|(_, commander)| commander.status == CommanderStatus::Dead);
    let men = men.map(|(id, _)| (commander_piece(id), officer(state, id)));
    units.map(|(id, _)| (id, name(state, id))).chain(men).collect()
}

/// Who is still to come, and how.
pub(super) fn places(state: &State) -> Vec<PlaceView> {
    let mut places = Vec::new();
    for side in Side::BOTH {
        let army = &state.stage.armies[side.index()].name;
        let mut tray = |name: String, is: &dyn Fn(Place) -> bool| {
            let units: Vec<UnitId> =
                state.all_units().filter(|(_, unit)| unit.side == side && is(unit.place)).map(|(id, _)| id).collect();
            if !units.is_empty() {
                places.push(PlaceView { name, feature: None, capacity: None, units });
            }
        };
        tray(format!("{army}, not set up"), &|place| place == Place::Waiting);
        tray(format!("{army}, reinforcements"), &|place| matches!(place, Place::Reinforcement { .. }));
        for (edge, word) in [(ShortEdge::Left, "left"), (ShortEdge::Right, "right")] {
            let comes = |place: Place| matches!(place, Place::Flanker { edge: own, .. } if own == edge);
            tray(format!("{army}, flankers on the {word}"), &comes);
        }
    }
    places
}

fn unit_piece(state: &State, id: UnitId) -> Piece {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let placed = unit.is_on_table();
    let brigade = roster.brigade.map(|brigade| state.stage.brigades[usize::from(brigade.0)].name.clone());
    Piece {
        id,
        side: unit.side,
        name: name(state, id),
        group: brigade.unwrap_or_default(),
        kind: kind(state, id),
        bases: state.bases(id).iter().map(|base| base.corners).collect(),
        outline: if placed { unit.outline.corners.to_vec() } else { Vec::new() },
        front: placed.then(|| state.front(id)),
        facing: unit.pose().map_or_else(Default::default, |pose| pose.facing),
        formation: formation_words(state, id),
        badge: Badge {
            now: unit.half_bases.into(),
            full: u16::from(roster.start_bases()) * 2,
            quality: roster.quality().word().to_string(),
            state: match () {
                () if state.is_damaged(id) => "damaged".to_string(),
                () if state.is_battered(id) => "battered".to_string(),
                () => String::new(),
            },
        },
        marks: marks(state, id),
        leader: state.with(id).next().map(|(id, _)| commander_piece(id)),
        facts: facts(state, id),
    }
}

fn kind(state: &State, id: UnitId) -> PieceKind {
    match state.roster(id) {
        roster if roster.is_gun() => PieceKind::Artillery,
        roster if roster.is_cavalry() => PieceKind::Cavalry,
        _ if state.is_loose(id) => PieceKind::Light,
        _ => PieceKind::Infantry,
    }
}

/// How it stands, as players say it.
pub(super) fn formation_words(state: &State, id: UnitId) -> String {
    let unit = state.unit(id);
    if state.roster(id).is_gun() {
        return if unit.limbered { "limbered" } else { "unlimbered" }.to_string();
    }
    let dismounted = if state.roster(id).is_cavalry() && !unit.mounted { "dismounted, " } else { "" };
    match state.is_column(id) {
        true => format!("{dismounted}column"),
        false => format!("{dismounted}{}, front {}", order_word(unit.formation), unit.front),
    }
}

/// Close or loose.
pub(super) fn order_word(formation: Formation) -> &'static str {
    formation.word()
}

/// The markers of a unit or gun (WA-ROST-11, WA-ROST-12).
fn marks(state: &State, id: UnitId) -> Vec<Mark> {
    let unit = state.unit(id);
    let mut marks = Vec::new();
    let mut mark = |clause: Clause, word: String| marks.push(Mark { word, clause });
    if unit.disordered {
        mark(WA_DIS_02, "disordered".into());
    }
    match (unit.markers, unit.artillery_casualty) {
        (0, _) => {}
        (n, false) => mark(WA_FIRE_13, format!("casualties x{n}")),
        (n, true) => mark(WA_ART_05, format!("casualties x{n}, some by artillery")),
    }
    if unit.spacers > 0 {
        mark(WA_FORM_07, format!("spacers x{}", unit.spacers));
    }
    if unit.steady {
        mark(WA_MOVE_23, "steady".into());
    }
    if unit.is_arriving() {
        mark(WA_MOVE_26, "arriving".into());
    }
    if unit.turn.turned {
        mark(WA_ROST_12, "command base turned".into());
    }
    if let Some(activation) = state.activation.filter(|activation| activation.unit == id) {
        mark(WA_SEQ_12, format!("{} AP", activation.ap));
    }
    marks
}

/// All a unit is, for its card.
fn facts(state: &State, id: UnitId) -> Vec<(String, String)> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let mut facts = Vec::new();
    let mut fact = |what: &str, value: String| facts.push((what.to_string(), value));
    match roster.kind {
        Kind::Gun => fact("kind", "field gun".into()),
        Kind::Troops { troop, tag, start_bases, battalion_gun, .. } => {
            fact("kind", troop.word().into());
            fact("bases", format!("{} of {start_bases}", unit.bases()));
            if tag != Tag::None {
                fact("known as", tag.word().into());
            }
            if battalion_gun {
                fact("battalion gun", "yes".into());
            }
        }
    }
    fact("quality", roster.quality().word().into());
    match unit.last_fight {
        LastFight::None => {}
        LastFight::Won => fact("last fight", "won".into()),
        LastFight::Lost => fact("last fight", "lost".into()),
    }
    if unit.assault_attempted {
        fact("assaults", "has tried".into());
    }
    facts
}

fn commander_piece_of(state: &State, id: CommanderId) -> Piece {
    let (commander, officer) = (state.commander(id), state.officer(id));
    let base = commander.is_present().then(|| state.commander_base(id));
    let brigade = officer.brigade.map(|brigade| state.stage.brigades[usize::from(brigade.0)].name.clone());
    let mut marks = Vec::new();
    if commander.determination > 0 {
        marks.push(Mark { word: format!("determination x{}", commander.determination), clause: WA_CMD_07 });
    }
    if state.current == Some(id) {
        marks.push(Mark { word: "motivates".into(), clause: WA_SEQ_10 });
    }
    if commander.finished {
        marks.push(Mark { word: "has ended".into(), clause: WA_SEQ_11 });
    }
    let rank = match officer.rank {
        Rank::General => "general",
        Rank::Brigade => "brigade commander",
    };
    Piece {
        id: commander_piece(id),
        side: commander.side,
        name: officer.name.clone(),
        group: brigade.unwrap_or_default(),
        kind: PieceKind::Leader,
        bases: base.iter().map(|base| base.corners).collect(),
        outline: base.map_or_else(Vec::new, |base| base.corners.to_vec()),
        front: None,
        facing: base.map_or_else(Default::default, |base| base.facing()),
        formation: commander.with.map_or_else(String::new, |unit| format!("with {}", name(state, unit))),
        badge: Badge { quality: format!("value {}", commander.value), ..Badge::default() },
        marks,
        leader: None,
        facts: vec![
            ("rank".into(), rank.into()),
            ("value".into(), commander.value.to_string()),
            ("mounted".into(), if commander.mounted { "yes" } else { "no" }.into()),
        ],
    }
}
