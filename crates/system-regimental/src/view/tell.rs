//! An event in a plain sentence. Bookkeeping that no player would tell another is silent: an empty sentence.

use firelock_core::{Landmark, UnitId};
use firelock_scenario::Word;
use firelock_table::Length;

use super::phrase::at;
use super::pieces::formation_words;
use super::{name, names, stands, step_words};
use crate::event::Event;
use crate::state::{ChargeStage, Colonel, Fate, LeaderId, LeaderStatus, Place, State, Step};
use crate::words::Order;

/// What an event means beyond its sentence.
pub(crate) fn landmark(event: &Event) -> Option<Landmark> {
    match event {
        Event::StepBegan { turn, .. } => Some(Landmark::Step(*turn)),
        Event::ChargeDeclared { unit, charge, .. } | Event::Countercharged { unit, charge } => {
            Some(Landmark::Charge(*unit, Some(charge.target)))
        }
        _ => None,
    }
}

/// What happened, in a sentence; `state` is the one before it.
pub(crate) fn tell(state: &State, event: &Event) -> String {
    let unit_name = |unit: &UnitId| name(state, *unit);
    let man = |leader: &LeaderId| state.officer(*leader).name.clone();
    match event {
        Event::StepBegan { turn, active, step } => match step {
            Step::Deploy(side) => format!("{side} sets up"),
            Step::Leaders => format!("turn {turn}, {active}: the player turn begins"),
            step => format!("{active}, {}", step_words(*step)),
        },
        Event::Asked(_) | Event::Answered | Event::Queued(_) | Event::TaskTaken => String::new(),
        Event::Placed { unit, place, formation, .. } => placed(state, *unit, *place, formation_words(*formation)),
        Event::Moved { unit, way, .. } => {
            let ways = way.windows(2).map(|leg| leg[0].at.distance(leg[1].at)).sum::<Length>();
            match way.last() {
                Some(pose) if ways > Length::ZERO => format!("{} moves {ways} to {}", unit_name(unit), at(pose.at)),
                Some(pose) => format!("{} turns to {}", unit_name(unit), pose.facing),
                None => String::new(),
            }
        }
        Event::FlankSet { unit, flank: Some(flank) } => {
            let end = if flank.left { "left" } else { "right" };
            format!("{} turns its {end} flank back {}", unit_name(unit), flank.by.abs())
        }
        Event::FlankSet { unit, flank: None } => format!("{} straightens its flank", unit_name(unit)),
        Event::GapSet { unit, gap, .. } => {
            format!("{} stands with gaps of {}", unit_name(unit), Length::inch_hundredths(i32::from(*gap)))
        }
        Event::Attached { leader, unit } => format!("{} joins {}", man(leader), unit_name(unit)),
        Event::Detached { leader, .. } => match state.leader(*leader).attached {
            Some(unit) => format!("{} leaves {}", man(leader), unit_name(&unit)),
            None => format!("{} is alone", man(leader)),
        },
        Event::LeaderMoved { leader, to } => format!("{} rides to {}", man(leader), at(*to)),
        Event::LeaderPlaced { leader, at: place } => format!("{} is at {}", man(leader), at(*place)),
        Event::LeaderFared { leader, status, .. } => fared(state, *leader, *status),
        Event::LeaderReplaced { leader, rating } => {
            format!(
                "{} is succeeded by {} {} man",
                man(leader),
                if rating.word() == "able" { "an" } else { "a" },
                rating.word()
            )
        }
        Event::ColonelFared { unit, colonel } => match (state.unit(*unit).colonel, colonel) {
            (Colonel::AwayUntil(_), Colonel::Leads) => format!("the colonel of {} is back", unit_name(unit)),
            (_, Colonel::Leads) => format!("the colonel of {} is unhurt", unit_name(unit)),
            (_, Colonel::AwayUntil(turn)) => {
                format!("the colonel of {} is hit and back in turn {turn}", unit_name(unit))
            }
            (_, Colonel::None) => format!("the colonel of {} falls", unit_name(unit)),
        },
        Event::Led(leader) => format!("{} leads", man(leader)),
        Event::Checked { unit, result, effect, .. } => format!("{}: {result}, {}", unit_name(unit), effect.name()),
        Event::Maneuvered { .. } => String::new(),
        Event::FellBack(unit) => format!("{} falls back and does not fire this turn", unit_name(unit)),
        Event::ChargeDeclared { unit, charge, .. } => {
            let steel = if charge.cold_steel { " with cold steel" } else { "" };
            format!("{} charges {}{steel}", unit_name(unit), unit_name(&charge.target))
        }
        Event::ChargeWent { unit, target, stage, .. } => match stage {
            ChargeStage::Declared => format!("{} goes at {}", unit_name(unit), unit_name(target)),
            ChargeStage::Home => format!("{} reaches {}", unit_name(unit), unit_name(target)),
            ChargeStage::Checked => format!("the charge of {} is stopped", unit_name(unit)),
            ChargeStage::Fought => String::new(),
        },
        Event::ChargeEnded(unit) => format!("{} charges no more", unit_name(unit)),
        Event::Countercharged { unit, charge } => {
            format!("{} countercharges {}", unit_name(unit), unit_name(&charge.target))
        }
        Event::Met(contact) => {
            let side = if contact.flank { " in the flank" } else { "" };
            format!("{} meets {}{side}", unit_name(&contact.charger), unit_name(&contact.target))
        }
        Event::Parted(_) => String::new(),
        Event::Fired { firers, target, result, effect, .. } => {
            let who = names(state, firers.iter().map(|(unit, _)| *unit));
            format!("{who} at {}: {result}, {}", unit_name(target), effect.name())
        }
        Event::Fought { attackers, defenders, difference, result } => {
            let (own, other) = (names(state, attackers.iter().copied()), names(state, defenders.iter().copied()));
            format!("{own} against {other}: {difference:+}, {}", result.name())
        }
        Event::Ordered { unit, order } => match order {
            Order::Good => format!("{} is in good order", unit_name(unit)),
            Order::Disordered => format!("{} is disordered", unit_name(unit)),
            Order::Broken => format!("{} is broken", unit_name(unit)),
        },
        Event::StandsLost { unit, stands: lost } => format!("{} loses {}", unit_name(unit), stands(*lost)),
        Event::GunMarked { unit, gun, marks } => {
            let before = state.unit(*unit).guns[usize::from(*gun).min(3)];
            let changes = [
                (marks.silenced && !before.silenced, "is silenced"),
                (!marks.silenced && before.silenced, "can fire again"),
                (marks.damaged && !before.damaged, "is damaged"),
                (marks.low_ammo && !before.low_ammo, "is low on ammunition"),
                (!marks.low_ammo && before.low_ammo, "has ammunition again"),
            ];
            let said: Vec<&str> = changes.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
            if said.is_empty() {
                String::new()
            } else {
                format!("gun {} of {} {}", gun + 1, unit_name(unit), said.join(" and "))
            }
        }
        Event::GunLost { unit, gun } => format!("gun {} of {} is lost", gun + 1, unit_name(unit)),
        Event::AmmoChanged { unit, low: true } => format!("{} runs low on ammunition", unit_name(unit)),
        Event::AmmoChanged { unit, low: false } => format!("{} has ammunition again", unit_name(unit)),
        Event::AmusetteLeft(unit) => format!("{} leaves its amusette behind", unit_name(unit)),
        Event::Removed { unit, fate } => match fate {
            Fate::Destroyed => format!("{} is destroyed", unit_name(unit)),
            Fate::Surrendered => format!("{} lays down its arms", unit_name(unit)),
            Fate::FledTable => format!("{} flees the field", unit_name(unit)),
            Fate::GunsLost => format!("the guns of {} are lost", unit_name(unit)),
            Fate::Exited => format!("{} leaves the field", unit_name(unit)),
        },
        Event::LightsDetached { parent, stands: sent, .. } => {
            format!("{} sends out {} as light infantry", unit_name(parent), stands(*sent))
        }
        Event::Engaged(_) => String::new(),
        Event::BreaksThrough { unit, must: true } => format!("{} is to break through", unit_name(unit)),
        Event::BreaksThrough { .. } => String::new(),
        Event::KeyTaken { key, side } => {
            let army = &state.stage.armies[side.index()].name;
            format!("the {army} take {}", state.stage.keys[usize::from(*key)].name)
        }
        Event::Tallied { side, heavy, greater, key_lost } => {
            let before = state.army(*side);
            let changes = [
                (*greater && !before.greater, "greater losses than the enemy"),
                (*heavy && !before.heavy && !greater, "heavy casualties"),
                (*key_lost && !before.key_lost, "lost a key position"),
                (!key_lost && before.key_lost, "their key positions again"),
                (!greater && before.greater, "no longer the greater losses"),
            ];
            let said: Vec<&str> = changes.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
            let army = &state.stage.armies[side.index()].name;
            if said.is_empty() { String::new() } else { format!("the {army} have {}", said.join(" and ")) }
        }
        Event::Ended(verdict) => verdict.words.clone(),
    }
}

fn placed(state: &State, id: UnitId, place: Place, formation: &str) -> String {
    let name = name(state, id);
    match place {
        Place::At(pose) if !state.unit(id).is_on_table() => {
            format!("{name} comes up in {formation} at {}", at(pose.at))
        }
        Place::At(_) => format!("{name} forms {formation}"),
        Place::In(feature) => format!("{name} holds {}", state.stage.land(feature).called()),
        Place::Off => format!("{name} is off the table"),
    }
}

fn fared(state: &State, id: LeaderId, status: LeaderStatus) -> String {
    let (name, before) = (&state.officer(id).name, state.leader(id).status);
    match (before, status) {
        (LeaderStatus::Waiting, LeaderStatus::Present) => format!("{name} comes up"),
        (LeaderStatus::DismountedUntil(_), LeaderStatus::Present) => format!("{name} has a fresh horse"),
        (LeaderStatus::AwayUntil(_), LeaderStatus::Present) => format!("{name} is back"),
        (LeaderStatus::ReplacedIn(_), LeaderStatus::Present) => format!("the successor of {name} takes over"),
        (before, now) if before == now => format!("{name} is unhurt"),
        (_, LeaderStatus::Present) => format!("{name} is there"),
        (_, LeaderStatus::DismountedUntil(turn)) => {
            format!("{name} loses his horse and goes on foot until turn {turn}")
        }
        (_, LeaderStatus::AwayUntil(turn)) => format!("{name} is wounded and back in turn {turn}"),
        (_, LeaderStatus::ReplacedIn(turn)) => format!("{name} is lost; a new man comes in turn {turn}"),
        (_, LeaderStatus::Waiting) => format!("{name} waits off the table"),
    }
}
