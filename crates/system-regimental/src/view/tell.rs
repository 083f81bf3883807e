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

/// An effect in a sentence, without the total that led to it: before the dice, equal effects are one.
pub(crate) fn foretell(state: &State, event: &Event) -> String {
    effect(state, event).map_or_else(|| tell(state, event), |(who, _, effect)| format!("{who}: {effect}"))
}

/// Whom the effect of a roll is about, the total that led to it, and the effect.
fn effect(state: &State, event: &Event) -> Option<(String, String, &'static str)> {
    match event {
        Event::Checked { unit, result, effect, .. } => Some((name(state, *unit), result.to_string(), effect.name())),
        Event::Fired { firers, target, result, effect, .. } => {
            let firers = names(state, firers.iter().map(|(unit, _)| *unit));
            Some((format!("{firers} at {}", name(state, *target)), result.to_string(), effect.name()))
        }
        Event::Fought { attackers, defenders, difference, result } => {
            let (own, other) = (names(state, attackers.iter().copied()), names(state, defenders.iter().copied()));
            Some((format!("{own} against {other}"), format!("{difference:+}"), result.name()))
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
                Some(pose) if ways > Length::ZERO => format!("{} moved {ways} to {}", unit_name(unit), at(pose.at)),
                Some(pose) => format!("{} turned to {}", unit_name(unit), pose.facing),
                None => String::new(),
            }
        }
        Event::FlankSet { unit, flank: Some(flank) } => {
            let end = if flank.left { "left" } else { "right" };
            format!("{} turned the {end} flank back {}", unit_name(unit), flank.by.abs())
        }
        Event::FlankSet { unit, flank: None } => format!("{} straightened the flank", unit_name(unit)),
        Event::GapSet { unit, gap, .. } => {
            format!("{}: gaps of {}", unit_name(unit), Length::inch_hundredths(i32::from(*gap)))
        }
        Event::Attached { leader, unit } => format!("{} joined {}", man(leader), unit_name(unit)),
        Event::Detached { leader, .. } => match state.leader(*leader).attached {
            Some(unit) => format!("{} left {}", man(leader), unit_name(&unit)),
            None => format!("{} is alone", man(leader)),
        },
        Event::LeaderMoved { leader, to } => format!("{} rode to {}", man(leader), at(*to)),
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
            (_, Colonel::None) => format!("the colonel of {} fell", unit_name(unit)),
        },
        Event::Led(leader) => format!("{} led", man(leader)),
        Event::Checked { .. } | Event::Fired { .. } | Event::Fought { .. } => {
            effect(state, event).map_or_else(String::new, |(who, total, effect)| format!("{who}: {total}, {effect}"))
        }
        Event::Maneuvered { .. } => String::new(),
        Event::FellBack(unit) => format!("{} fell back and may not fire this turn", unit_name(unit)),
        Event::ChargeDeclared { unit, charge, .. } => {
            let steel = if charge.cold_steel { " with cold steel" } else { "" };
            format!("{} charged {}{steel}", unit_name(unit), unit_name(&charge.target))
        }
        Event::ChargeWent { unit, target, stage, .. } => match stage {
            ChargeStage::Declared => format!("{} went at {}", unit_name(unit), unit_name(target)),
            ChargeStage::Home => format!("{} reached {}", unit_name(unit), unit_name(target)),
            ChargeStage::Checked => format!("the charge of {} is stopped", unit_name(unit)),
            ChargeStage::Fought => String::new(),
        },
        Event::ChargeEnded(unit) => format!("the charge of {} is over", unit_name(unit)),
        Event::Countercharged { unit, charge } => {
            format!("{} countercharged {}", unit_name(unit), unit_name(&charge.target))
        }
        Event::Met(contact) => {
            let side = if contact.flank { " in the flank" } else { "" };
            format!("{} met {}{side}", unit_name(&contact.charger), unit_name(&contact.target))
        }
        Event::Parted(_) => String::new(),
        Event::Ordered { unit, order } => match order {
            Order::Good => format!("{} in good order again", unit_name(unit)),
            Order::Disordered => format!("{} disordered", unit_name(unit)),
            Order::Broken => format!("{} broken", unit_name(unit)),
        },
        Event::StandsLost { unit, stands: lost } => format!("{} lost {}", unit_name(unit), stands(*lost)),
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
        Event::AmmoChanged { unit, low: true } => format!("{} ran low on ammunition", unit_name(unit)),
        Event::AmmoChanged { unit, low: false } => format!("{} got new ammunition", unit_name(unit)),
        Event::AmusetteLeft(unit) => format!("{} left the amusette behind", unit_name(unit)),
        Event::Removed { unit, fate } => match fate {
            Fate::Destroyed => format!("{} destroyed", unit_name(unit)),
            Fate::Surrendered => format!("{} surrendered", unit_name(unit)),
            Fate::FledTable => format!("{} fled the field", unit_name(unit)),
            Fate::GunsLost => format!("the guns of {} are lost", unit_name(unit)),
            Fate::Exited => format!("{} left the field", unit_name(unit)),
        },
        Event::LightsDetached { parent, stands: sent, .. } => {
            format!("{} sent out {} as light infantry", unit_name(parent), stands(*sent))
        }
        Event::Engaged(_) => String::new(),
        Event::BreaksThrough { unit, must: true } => format!("{} must break through", unit_name(unit)),
        Event::BreaksThrough { .. } => String::new(),
        Event::KeyTaken { key, side } => {
            let army = &state.stage.armies[side.index()].name;
            format!("the {army} took {}", state.stage.keys[usize::from(*key)].name)
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
            format!("{name} came up in {formation} at {}", at(pose.at))
        }
        Place::At(_) => format!("{name} formed {formation}"),
        Place::In(feature) => format!("{name} took post in {}", state.stage.land(feature).called()),
        Place::Off => format!("{name} off the table"),
    }
}

fn fared(state: &State, id: LeaderId, status: LeaderStatus) -> String {
    let (name, before) = (&state.officer(id).name, state.leader(id).status);
    match (before, status) {
        (LeaderStatus::Waiting, LeaderStatus::Present) => format!("{name} came up"),
        (LeaderStatus::DismountedUntil(_), LeaderStatus::Present) => format!("{name} has a fresh horse"),
        (LeaderStatus::AwayUntil(_), LeaderStatus::Present) => format!("{name} is back"),
        (LeaderStatus::ReplacedIn(_), LeaderStatus::Present) => format!("the successor of {name} took over"),
        (before, now) if before == now => format!("{name} is unhurt"),
        (_, LeaderStatus::Present) => format!("{name} is there"),
        (_, LeaderStatus::DismountedUntil(turn)) => {
            format!("{name} lost his horse and goes on foot until turn {turn}")
        }
        (_, LeaderStatus::AwayUntil(turn)) => format!("{name} is wounded and back in turn {turn}"),
        (_, LeaderStatus::ReplacedIn(turn)) => format!("{name} is lost; a new man comes in turn {turn}"),
        (_, LeaderStatus::Waiting) => format!("{name} waits off the table"),
    }
}
