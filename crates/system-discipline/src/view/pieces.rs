//! Bodies, commanders and couriers as pieces, and the places that hold those without a position.

use firelock_core::{Badge, Clause, Mark, Piece, PieceKind, PlaceView};
use firelock_table::{Angle, Base};

use super::{commander_name, commander_piece, courier_piece, formation_words, name};
use crate::clauses::*;
use crate::roster::Corps;
use crate::state::{BodyId, ChargeStage, CommanderId, Courier, Kind, Place, Response, State};
use crate::words::{Branch, CommanderStatus, Directive, GunState, Rank, Size};

/// Everyone who is still in the battle; those not on the table have no bases.
pub(super) fn pieces(state: &State) -> Vec<Piece> {
    let bodies = state.all_bodies().filter(|(_, body)| body.fate.is_none()).map(|(id, _)| body_piece(state, id));
    let men = state.all_commanders().filter(|(_, man)| man.status == CommanderStatus::Present);
    let couriers = state.couriers.iter().map(|courier| courier_marker(state, courier));
    bodies.chain(men.map(|(id, _)| commander(state, id))).chain(couriers).collect()
}

/// Who has left the battle.
pub(super) fn gone(state: &State) -> Vec<(BodyId, String)> {
    let bodies = state.all_bodies().filter(|(_, body)| body.fate.is_some());
    let men = state.all_commanders().filter(|(_, man)| man.status != CommanderStatus::Present);
    let men = men.map(|(id, _)| (commander_piece(id), commander_name(state, id)));
    bodies.map(|(id, _)| (id, name(state, id))).chain(men).collect()
}

/// Garrisons by their zone, and who is still to come.
pub(super) fn places(state: &State) -> Vec<PlaceView> {
    let mut places = Vec::new();
    for (id, zone) in state.stage.all_zones() {
        let units: Vec<BodyId> =
            state.on_table().filter(|(_, body)| body.zone() == Some(id)).map(|(id, _)| id).collect();
        let capacity = Some(zone.capacity.div_ceil(2));
        places.push(PlaceView { name: zone.name.clone(), feature: Some(zone.feature.0), capacity, units });
    }
    for arrival in &state.stage.arrivals {
        let later = |body: &crate::state::Body| {
            body.fate.is_none() && body.place == Place::Off && arrival.units.contains(&body.unit)
        };
        let units: Vec<BodyId> = state.all_bodies().filter(|(_, body)| later(body)).map(|(id, _)| id).collect();
        if !units.is_empty() {
            let name = format!("arrives in turn {}", arrival.turn);
            places.push(PlaceView { name, feature: None, capacity: None, units });
        }
    }
    places
}

fn body_piece(state: &State, id: BodyId) -> Piece {
    let (body, roster) = (state.body(id), state.roster(id));
    let (now, full) = match &body.kind {
        Kind::Troops => (roster.boxes - state.unit_of(id).marked.min(roster.boxes), roster.boxes),
        Kind::Section(gun) => (gun.crew.into(), 4),
        Kind::Crew { men, .. } => ((*men).into(), 4),
        Kind::Wagon { hits } => (4_u16.saturating_sub((*hits).into()), 4),
    };
    let bent = body.bent.is_some();
    Piece {
        id,
        side: body.side,
        name: name(state, id),
        group: state
            .stage
            .officers
            .get(usize::from(roster.brigade.0))
            .map_or_else(String::new, |man| man.brigade.clone()),
        kind: kind(state, id),
        bases: body.bases.iter().map(|base: &Base| base.corners).collect(),
        outline: if body.bases.is_empty() || bent { Vec::new() } else { body.outline.corners.to_vec() },
        front: state.front(id),
        facing: body.pose().map_or(Angle::ZERO, |pose| pose.facing),
        formation: match state.is_open(id) {
            true => "open order".to_string(),
            false => formation_words(body.formation).to_string(),
        },
        badge: Badge {
            now,
            full,
            quality: format!("rating {}", roster.rating),
            state: state_word(state, id).to_string(),
        },
        marks: marks(state, id),
        leader: state
            .all_commanders()
            .find(|(_, man)| man.is_present() && man.attached.is_some_and(|(with, _)| with == id))
            .map(|(man, _)| commander_piece(man)),
        facts: facts(state, id),
    }
}

fn kind(state: &State, id: BodyId) -> PieceKind {
    match state.branch(id) {
        Branch::Foot if state.is_open(id) => PieceKind::Light,
        Branch::Foot => PieceKind::Infantry,
        Branch::Horse | Branch::LightHorse | Branch::Dragoons => PieceKind::Cavalry,
        Branch::Unlimbered | Branch::Limbered => PieceKind::Artillery,
        Branch::Crew | Branch::Wagon => PieceKind::Marker,
    }
}

/// The state of a body in a word.
fn state_word(state: &State, id: BodyId) -> &'static str {
    let body = state.body(id);
    match body.gun().map(|gun| gun.state) {
        Some(GunState::Abandoned) => "abandoned",
        Some(GunState::Captured) => "captured",
        Some(GunState::Destroyed) => "destroyed",
        _ if body.routed => "shattered",
        _ if body.fled.is_some() => "fled",
        _ if body.halted.is_some() => "halted",
        _ if state.in_contact(id) => "engaged",
        _ => "",
    }
}

/// The markers of a body (FD-ROS-50, FD-ROS-51).
fn marks(state: &State, id: BodyId) -> Vec<Mark> {
    let body = state.body(id);
    let mut marks = Vec::new();
    let mut mark = |clause: Clause, word: &str| marks.push(Mark { word: word.to_string(), clause });
    if body.fled.is_some() {
        mark(FD_MOR_16, "fled");
    } else if body.halted.is_some() {
        mark(FD_MOR_10, "halted");
    }
    if state.in_contact(id) {
        mark(FD_MEL_47, "in contact");
    }
    if let Some(charge) = body.turn.charge {
        match (charge.counter, charge.stage) {
            (_, ChargeStage::Stopped | ChargeStage::Missed) => {}
            (true, _) => mark(FD_MEL_14, "counter-charging"),
            (false, _) => mark(FD_MEL_02, "charging"),
        }
    }
    match body.turn.response {
        Some(Response::Flee) => mark(FD_MEL_17, "runs from the charge"),
        Some(Response::Hold(hold)) if hold.fire.is_some() => mark(FD_MUS_40, "holds and fires"),
        Some(Response::Hold(_)) => mark(FD_MEL_10, "holds"),
        _ => {}
    }
    if body.turn.fired {
        mark(FD_MUS_28, "fired");
    }
    if body.turn.held {
        mark(FD_ART_26, "holds its fire");
    }
    if let Some(chit) = body.turn.chit {
        mark(FD_OPT_01, &format!("chit {}", super::phrase::chit_letter(chit)));
    }
    if body.turn.no_charge {
        mark(FD_LDR_06, "may not charge");
    }
    if body.turn.turned {
        mark(FD_MOV_19, "turned");
    }
    if body.turn.moved {
        mark(FD_MOV_34, "moved");
    }
    if body.transit.is_some() {
        mark(FD_OBJ_04, "in transit");
    }
    if body.routed {
        mark(FD_OPT_06, "walks off");
    }
    marks
}

/// All a body is, for its card.
fn facts(state: &State, id: BodyId) -> Vec<(String, String)> {
    let (body, roster, unit) = (state.body(id), state.roster(id), state.unit_of(id));
    let mut facts = Vec::new();
    let mut fact = |what: &str, value: String| facts.push((what.to_string(), value));
    fact("rating", roster.rating.to_string());
    fact("boxes", format!("{} of {} marked", unit.marked, roster.boxes));
    match (&roster.corps, &body.kind) {
        (Corps::Troops(troops), _) => {
            let count = |size: Size| state.stands(id).filter(|stand| stand.size == size).count();
            let stands: Vec<String> = [(Size::Full, "full"), (Size::Half, "half"), (Size::Double, "double")]
                .into_iter()
                .map(|(size, word)| (count(size), word))
                .filter(|(n, _)| *n > 0)
                .map(|(n, word)| format!("{n} {word}"))
                .collect();
            fact("stands", stands.join(", "));
            if body.mounted {
                fact("tactic", word_of(&troops.tactic));
            } else {
                fact("firearm", word_of(&troops.firearm));
                fact("fire", word_of(&troops.mode));
                fact("melee", word_of(&troops.melee));
            }
            if troops.mixed_armed {
                fact("arms", "mixed armed".into());
            }
        }
        (Corps::Guns(guns), Kind::Section(gun)) => {
            let piece = match guns.piece {
                crate::words::Piece::Gun => format!("{}-pounder", guns.pounds),
                other => word_of(&other),
            };
            fact("guns", format!("{} {piece}", gun.guns));
            fact("crew", gun.crew.to_string());
            let [ball, cannister, shell] = gun.rounds;
            fact("rounds", format!("{ball} ball, {cannister} cannister, {shell} shell"));
            if gun.limber > 0 {
                fact("limber hits", gun.limber.to_string());
            }
        }
        _ => {}
    }
    if let Some(mission) = unit.mission {
        fact("directive", super::phrase::mission_words(state, mission));
    }
    if let Some(mission) = unit.pending {
        fact("next directive", super::phrase::mission_words(state, mission));
    }
    facts
}

/// A closed word as files write it.
fn word_of(word: &impl serde::Serialize) -> String {
    match serde_json::to_value(word) {
        Ok(serde_json::Value::String(text)) => text,
        _ => String::new(),
    }
}

fn commander(state: &State, id: CommanderId) -> Piece {
    let man = state.commander(id);
    let base = state.commander_base(id);
    let on_table = man.is_present();
    Piece {
        id: commander_piece(id),
        side: man.side,
        name: commander_name(state, id),
        group: state.stage.officers[usize::from(id.0)].brigade.clone(),
        kind: PieceKind::Leader,
        bases: if on_table { vec![base.corners] } else { Vec::new() },
        outline: if on_table { base.corners.to_vec() } else { Vec::new() },
        front: None,
        facing: Angle::ZERO,
        formation: match (on_table, man.attached) {
            (false, _) => "not on the table".to_string(),
            (true, Some((body, _))) => format!("with {}", name(state, body)),
            (true, None) => "on his own".to_string(),
        },
        badge: Badge {
            quality: match man.rank {
                Rank::Chief => "commander in chief".to_string(),
                Rank::Brigade | Rank::Regimental => "brigade commander".to_string(),
            },
            ..Badge::default()
        },
        marks: Vec::new(),
        leader: None,
        facts: Vec::new(),
    }
}

fn courier_marker(state: &State, courier: &Courier) -> Piece {
    let base = state.half_stand(courier.at);
    let facts = courier.message.map(|message| {
        vec![
            ("to".to_string(), super::unit_name(state, message.to)),
            ("message".to_string(), super::phrase::mission_words(state, message.mission)),
        ]
    });
    Piece {
        id: courier_piece(courier.id),
        side: courier.side,
        name: "courier".to_string(),
        kind: PieceKind::Marker,
        bases: vec![base.corners],
        outline: base.corners.to_vec(),
        formation: "riding".to_string(),
        facts: facts.unwrap_or_default(),
        ..Piece::default()
    }
}

/// A directive by its name.
pub(super) fn directive_word(kind: Directive) -> &'static str {
    match kind {
        Directive::GeneralAdvance => "general advance",
        Directive::Assault => "assault",
        Directive::Hold => "hold",
        Directive::Withdrawal => "withdrawal",
    }
}
