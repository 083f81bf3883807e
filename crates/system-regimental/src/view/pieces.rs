//! Units and leaders as pieces, and the places that hold those without a position.

use firelock_core::{Badge, Clause, Mark, Piece, PieceKind, PlaceView, UnitId};
use firelock_scenario::Word;

use super::{leader_corners, leader_piece, name};
use crate::charts::{self, T_EFF};
use crate::clauses::*;
use crate::phase::movement::branch;
use crate::roster::BodyOf;
use crate::state::{ChargeStage, Colonel, LeaderId, LeaderStatus, Place, State, Unit};
use crate::words::{Branch, Effectiveness, Formation, Order};

/// Everyone who is still in the battle; those not on the table have no bases.
pub(super) fn pieces(state: &State) -> Vec<Piece> {
    let units = state.all_units().filter(|(_, unit)| unit.fate.is_none()).map(|(id, _)| unit_piece(state, id));
    units.chain(state.all_leaders().map(|(id, _)| leader_piece_of(state, id))).collect()
}

/// Who has left the battle.
pub(super) fn gone(state: &State) -> Vec<(UnitId, String)> {
    let units = state.all_units().filter(|(_, unit)| unit.fate.is_some());
    units.map(|(id, _)| (id, name(state, id))).collect()
}

/// Garrisons by their building, and who is still to come.
pub(super) fn places(state: &State) -> Vec<PlaceView> {
    let mut places = Vec::new();
    for (feature, _) in state.stage.table.features() {
        let land = state.stage.land(feature);
        let held = state.all_units().filter(|(_, unit)| unit.is_on_table() && unit.place == Place::In(feature));
        let units: Vec<UnitId> = held.map(|(id, _)| id).collect();
        if land.capacity.is_some() || !units.is_empty() {
            let capacity = land.capacity.map(u16::from);
            places.push(PlaceView { name: land.called(), feature: Some(feature.0), capacity, units });
        }
    }
    let waits = |unit: &UnitId| state.unit(*unit).fate.is_none() && state.unit(*unit).place == Place::Off;
    for arrival in &state.stage.arrivals {
        let units: Vec<UnitId> = arrival.units.iter().copied().filter(waits).collect();
        let men = arrival.leaders.iter().filter(|id| state.leader(**id).status == LeaderStatus::Waiting);
        let units: Vec<UnitId> = units.into_iter().chain(men.map(|id| leader_piece(*id))).collect();
        if !units.is_empty() {
            let name = format!("arrives in turn {}", arrival.turn);
            places.push(PlaceView { name, feature: None, capacity: None, units });
        }
    }
    places
}

fn unit_piece(state: &State, id: UnitId) -> Piece {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let bases = state.bases(id);
    let placed = !bases.is_empty();
    let brigade = &state.stage.officers[usize::from(roster.brigade.0)];
    Piece {
        id,
        side: unit.side,
        name: name(state, id),
        group: brigade.name.clone(),
        kind: kind(state, unit),
        bases: bases.iter().map(|base| base.corners).collect(),
        outline: if placed { unit.outline.corners.to_vec() } else { Vec::new() },
        front: state.front(id),
        facing: unit.pose().map_or_else(Default::default, |pose| pose.facing),
        formation: formation_words(unit.formation).to_string(),
        badge: Badge {
            now: unit.stands.into(),
            full: unit.start.into(),
            quality: roster.experience.word().to_string(),
            state: if roster.is_guns() {
                String::new()
            } else {
                effectiveness_word(state.effectiveness(id)).to_string()
            },
        },
        marks: marks(state, id),
        leader: state.attached(id).map(leader_piece),
        facts: facts(state, id),
    }
}

fn kind(state: &State, unit: &Unit) -> PieceKind {
    match branch(&state.stage.roster[usize::from(unit.roster)], unit.mounted) {
        Branch::Guns => PieceKind::Artillery,
        Branch::Cavalry | Branch::Dismounted => PieceKind::Cavalry,
        Branch::Infantry if unit.formation == Formation::OpenOrder => PieceKind::Light,
        Branch::Infantry => PieceKind::Infantry,
    }
}

/// A formation as players say it.
pub(super) fn formation_words(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::OpenOrder => "open order",
        Formation::FieldColumn => "field column",
        Formation::MarchColumn => "march column",
        Formation::Garrison => "garrison",
        Formation::Mob => "mob",
        Formation::Limbered => "limbered",
        Formation::Unlimbered => "unlimbered",
    }
}

fn effectiveness_word(effectiveness: Effectiveness) -> &'static str {
    match effectiveness {
        Effectiveness::Fresh => "fresh",
        Effectiveness::Worn => "worn",
        Effectiveness::Spent => "spent",
    }
}

/// The markers of a unit (RF-ROS-27, RF-ROS-32, RF-ROS-34).
fn marks(state: &State, id: UnitId) -> Vec<Mark> {
    let unit = state.unit(id);
    let mut marks = Vec::new();
    let mut mark = |clause: Clause, word: String| marks.push(Mark { word, clause });
    match unit.order {
        Order::Good => {}
        Order::Disordered => mark(RF_MOR_02, "disordered".into()),
        Order::Broken => mark(RF_MOR_03, "broken".into()),
    }
    let guns = if state.roster(id).is_guns() { &unit.guns[..usize::from(unit.stands).min(4)] } else { &[] };
    let mut count = |clause: Clause, word: &str, many: usize| match many {
        0 => {}
        1 => mark(clause, word.to_string()),
        many => mark(clause, format!("{word} x{many}")),
    };
    count(RF_MOR_05, "silenced", guns.iter().filter(|gun| gun.silenced).count());
    count(RF_ROS_27, "damaged", guns.iter().filter(|gun| gun.damaged).count());
    let low = usize::from(unit.low_ammo) + guns.iter().filter(|gun| gun.low_ammo).count();
    count(RF_FIR_38, "low on ammunition", low);
    if let Some(charge) = &unit.turn.charge {
        let word = match (charge.counter, charge.cold_steel) {
            (true, _) => "countercharging",
            (false, true) => "charging with cold steel",
            (false, false) => "charging",
        };
        let clause = if charge.counter { RF_CHG_11 } else { RF_CHG_01 };
        if matches!(charge.stage, ChargeStage::Declared | ChargeStage::Home) {
            mark(clause, word.into());
        }
    }
    if state.contacts.iter().any(|contact| contact.charger == id || contact.target == id) {
        mark(RF_CHG_20, "in contact".into());
    }
    if unit.turn.breaks_through {
        mark(RF_CHG_60, "breaks through".into());
    }
    if unit.turn.fired != 0 {
        mark(RF_FIR_01, "fired".into());
    }
    if unit.amusette {
        mark(RF_SPC_20, "amusette".into());
    }
    if unit.turn.checked && !unit.turn.to_maneuver {
        mark(RF_CMD_17, "acted".into());
    }
    marks
}

/// All a unit is, for its card.
fn facts(state: &State, id: UnitId) -> Vec<(String, String)> {
    let (unit, roster) = (state.unit(id), state.roster(id));
    let mut facts = Vec::new();
    let mut fact = |what: &str, value: String| facts.push((what.to_string(), value));
    fact("experience", roster.experience.word().into());
    match &roster.body {
        BodyOf::Troops { morale, weapon, traits, .. } => {
            fact("morale", morale.word().into());
            fact("start / worn / spent", triple(state, id));
            fact("weapon", weapon.word().into());
            let yes = |holds: bool| if holds { "yes".to_string() } else { "no".to_string() };
            fact("bayonets", yes(traits.bayonets));
            let flags = [
                (traits.light_infantry, "light infantry"),
                (traits.lt_detachment || unit.detachment, "light detachment"),
                (traits.militia, "militia"),
                (traits.indian, "Indians"),
                (traits.marksmen, "marksmen"),
                (traits.buck_and_ball, "buck and ball"),
                (traits.dragoon, "dragoons"),
                (traits.marines, "marines"),
            ];
            let held: Vec<&str> = flags.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
            if !held.is_empty() {
                fact("class", held.join(", "));
            }
            match unit.colonel {
                Colonel::Leads => fact("brave colonel", "leads".into()),
                Colonel::AwayUntil(turn) => fact("brave colonel", format!("back in turn {turn}")),
                Colonel::None if traits.brave_colonel => fact("brave colonel", "lost".into()),
                Colonel::None => {}
            }
            if unit.light_stands > 0 {
                fact("may send out", super::stands(unit.light_stands));
            }
        }
        BodyOf::Guns { gun, role, fixed } => {
            fact("guns", crate::words::Firearm::from(*gun).label().into());
            fact("role", role.word().replace('-', " "));
            fact(
                "carriage",
                match gun.carriage() {
                    crate::words::Carriage::Light => "light".into(),
                    crate::words::Carriage::Heavy => "heavy".into(),
                },
            );
            if *fixed {
                fact("fixed", "never moves".into());
            }
        }
    }
    if let Some(effect) = unit.turn.effect {
        fact("this turn", effect.name().into());
    }
    if let Some(flank) = unit.flank {
        let end = if flank.left { "left" } else { "right" };
        fact("refused flank", format!("{} files on the {end}, {}", flank.files, flank.by));
    }
    facts
}

/// The effectiveness triple of T-EFF for what the unit started with (RF-ROS-11).
fn triple(state: &State, id: UnitId) -> String {
    let (unit, book) = (state.unit(id), &state.stage.book);
    let BodyOf::Troops { morale, .. } = &state.roster(id).body else { return String::new() };
    let least = charts::count(book, &charts::UNIT_LEAST);
    let row = usize::from(unit.start.saturating_sub(least)).min(T_EFF.rows.len() - 1);
    let cell = |column| book.look(&T_EFF, row, column).map_or("-".to_string(), |most| most.to_string());
    format!("{} / {} / {}", unit.start, cell(*morale as usize * 2), cell(*morale as usize * 2 + 1))
}

fn leader_piece_of(state: &State, id: LeaderId) -> Piece {
    let (leader, officer) = (state.leader(id), state.officer(id));
    let bases = if leader.is_present() { vec![leader_corners(state, id, leader.at)] } else { Vec::new() };
    let mut marks = Vec::new();
    let mut mark = |clause: Clause, word: String| marks.push(Mark { word, clause });
    match leader.status {
        LeaderStatus::Present => {}
        LeaderStatus::DismountedUntil(turn) => mark(RF_LDR_06, format!("on foot until turn {turn}")),
        LeaderStatus::AwayUntil(turn) => mark(RF_LDR_05, format!("wounded until turn {turn}")),
        LeaderStatus::ReplacedIn(turn) => mark(RF_LDR_08, format!("lost, replaced in turn {turn}")),
        LeaderStatus::Waiting => mark(RF_SEQ_25, "not yet on the table".into()),
    }
    if leader.led {
        mark(RF_CMD_11, "acted: has led".into());
    }
    let superior = officer.superior.map(|above| state.officer(above).name.clone());
    let mut facts = vec![
        ("rank".to_string(), officer.rank.word().to_string()),
        ("rating".to_string(), leader.rating.word().to_string()),
    ];
    facts.extend(leader.attached.map(|unit| ("with".to_string(), name(state, unit))));
    facts.push(("goes".to_string(), if state.is_on_foot(id) { "on foot".into() } else { "on horseback".into() }));
    Piece {
        id: leader_piece(id),
        side: leader.side,
        name: officer.name.clone(),
        group: superior.unwrap_or_default(),
        kind: PieceKind::Leader,
        outline: bases.first().map(|corners| corners.to_vec()).unwrap_or_default(),
        bases,
        formation: officer.rank.word().to_string(),
        badge: Badge { quality: leader.rating.word().to_string(), ..Badge::default() },
        marks,
        facts,
        ..Piece::default()
    }
}
