//! An event in a plain sentence.

use firelock_core::Landmark;
use firelock_table::{Angle, Point, Pose, TableEdge};

use super::phrase::{aim_words, ammunition_word, chit_letter, mission_words, target_words};
use super::{commander_name, formation_words, name, place_words, spot_words, step_words, unit_name, zone_name};
use crate::event::{Event, Leader, Motion};
use crate::state::{BodyId, Fate, Hit, HitKind, Hold, Response, State, Target};
use crate::words::{Cause, CommanderStatus};

/// What an event means beyond its sentence.
pub(crate) fn landmark(event: &Event) -> Option<Landmark> {
    match event {
        Event::StepBegan { turn, .. } => Some(Landmark::Step(*turn)),
        Event::ChargeDeclared { body, charge } => Some(Landmark::Charge(
            *body,
            match charge.target {
                Target::Body(target) => Some(target),
                Target::Zone(_) => None,
            },
        )),
        _ => None,
    }
}

/// An event in a plain sentence, `state` being the one before it; empty for mere bookkeeping.
pub(crate) fn tell(state: &State, event: &Event) -> String {
    let body = |id: &BodyId| name(state, *id);
    match event {
        Event::StepBegan { turn, step } => format!("turn {turn}, {}", step_words(*step)),
        Event::Active(side) => format!("{side} is active"),
        Event::Second(side) => format!("{} deploys first, {side} second", side.enemy()),
        Event::SideDone(side) => format!("{side} has chosen"),
        Event::Revealed(orders) if orders.iter().flatten().next().is_some() => "the orders are carried out".to_string(),
        Event::ChitsShown(chits) => {
            let shown = chits.iter().map(|(id, chit)| format!("{} {}", body(id), chit_letter(*chit)));
            format!("chits: {}", shown.collect::<Vec<_>>().join(", "))
        }
        Event::Ordered { body: id, order, .. } => match order {
            Some(_) => format!("{} got an order", body(id)),
            None => format!("{} got no order", body(id)),
        },
        Event::Placed { body: id, place, formation } => {
            format!("{}: in {} {}", body(id), formation_words(*formation), place_words(state, *place))
        }
        Event::Moved { body: id, pose, how, .. } => format!("{} {}", body(id), moved_words(state, *id, *pose, *how)),
        Event::Turned { body: id, pose, formation, .. } => {
            format!("{} turned to {} in {}", body(id), pose.facing, formation_words(*formation))
        }
        Event::Ran { body: id, pose, through } => {
            let through = if *through { " through friends" } else { "" };
            format!("{} ran{through} {}", body(id), from_words(state, *id, pose.at))
        }
        Event::RanOff(id) => format!("{} ran from the charge", body(id)),
        Event::MissionTaken { unit, mission, .. } => {
            format!("{} acted on {}", unit_name(state, *unit), mission_words(state, *mission))
        }
        Event::MissionCame { unit, mission, .. } => {
            format!("{} got the directive {}", unit_name(state, *unit), mission_words(state, *mission))
        }
        Event::CourierSent(courier) => match courier.message {
            Some(message) => format!("a courier rode to {}", unit_name(state, message.to)),
            None => format!("a courier of {} rode out", courier.side),
        },
        Event::CourierMoved { courier, to } => {
            let from = state.couriers.iter().find(|known| known.id == *courier).map_or(*to, |known| known.at);
            format!("a courier rode {}", compass_words(state, from, *to))
        }
        Event::CourierGone { lost, .. } => {
            if *lost {
                "a courier is lost".to_string()
            } else {
                "a courier arrived".to_string()
            }
        }
        Event::Fired { by, at, with, protective, hits } => {
            let with = with.map_or(String::new(), |with| format!(" {}", ammunition_word(with)));
            let why = if *protective { " at the charge" } else { "" };
            format!("{} fired{with} at {}{why}: {}", body(by), aim_words(state, *at), hits_words(state, hits))
        }
        Event::Marked { unit, boxes } => {
            let now = (state.unit(*unit).marked + boxes).min(state.line(*unit).boxes);
            format!("{} marked {} ({now} of {})", unit_name(state, *unit), boxes_words(*boxes), state.line(*unit).boxes)
        }
        Event::Damaged { body: id, crew, guns, limber } => {
            let mut lost = Vec::new();
            let of = |n: u8, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
            lost.extend((*crew > 0).then(|| of(*crew, "crewman", "crewmen")));
            lost.extend((*guns > 0).then(|| of(*guns, "gun", "guns")));
            lost.extend((*limber > 0).then(|| of(*limber, "limber hit", "limber hits")));
            format!("{} suffered {}", body(id), if lost.is_empty() { "nothing".into() } else { lost.join(", ") })
        }
        Event::Shattered(unit) => format!("{} shattered", unit_name(state, *unit)),
        Event::Routed(id) => format!("{} began to walk off", body(id)),
        Event::Removed { body: id, fate } => match fate {
            Fate::Shattered => format!("{} removed", body(id)),
            Fate::Surrendered => format!("{} surrendered", body(id)),
            Fate::FledTable => format!("{} fled over the table edge", body(id)),
            Fate::Withdrawn => format!("{} left the table", body(id)),
            Fate::Joined => format!("{} rejoined the unit", body(id)),
            Fate::Destroyed => format!("{} destroyed", body(id)),
        },
        Event::Checked { body: id, cause, total, passed } => {
            let came = if *passed { "passed" } else { "failed" };
            format!("{} {came} the check ({}, {total} needed)", body(id), cause_words(*cause))
        }
        Event::WentOn(id) => format!("{} went on in spite of it", body(id)),
        Event::Halted { body: id, fled: true, .. } => format!("{} fled", body(id)),
        Event::Halted { body: id, .. } => format!("{} halted", body(id)),
        Event::Garrisoned(id) => format!("{}: garrison now", body(id)),
        Event::Endangered { who, status } => {
            let who = match who {
                Leader::Commander(id) => commander_name(state, *id),
                Leader::Colonel(unit) => format!("the commander of {}", unit_name(state, *unit)),
            };
            match status {
                CommanderStatus::Present => format!("{who} is in danger and unhurt"),
                CommanderStatus::Wounded => format!("{who} is wounded"),
                CommanderStatus::Dead => format!("{who} is killed"),
                CommanderStatus::Captured => format!("{who} is captured"),
            }
        }
        Event::Bereaved(bodies) if bodies.len() == 1 => "1 body will check for the loss".to_string(),
        Event::Bereaved(bodies) => format!("{} bodies will check for the loss", bodies.len()),
        Event::NoCharge(bodies) if !bodies.is_empty() => format!("{} may not charge this turn", list(state, bodies)),
        Event::CommanderAt { commander, at, attached, .. } => match attached {
            Some((with, _)) => format!("{} is with {}", commander_name(state, *commander), body(with)),
            None if state.commander(*commander).waiting => {
                format!("{} is at {}", commander_name(state, *commander), spot_words(state, *at))
            }
            None => {
                let from = state.commander(*commander).at;
                format!("{} rode {}", commander_name(state, *commander), compass_words(state, from, *at))
            }
        },
        Event::CommanderOff(commander) => format!("{} left the table", commander_name(state, *commander)),
        Event::TookOver { unit, .. } => format!("the commander of {} took over the brigade", unit_name(state, *unit)),
        Event::ChargeDeclared { body: id, charge } if charge.counter => {
            format!("{} will meet {}", body(id), target_words(state, charge.target))
        }
        Event::ChargeDeclared { body: id, charge } => {
            format!("{} will charge {}", body(id), target_words(state, charge.target))
        }
        Event::ChargeDropped(id) => format!("{} gave the charge up", body(id)),
        Event::Responded { body: id, response } => format!("{} {}", body(id), responded_words(state, *response)),
        Event::Met(contact) => {
            let how = match (contact.flank, contact.mutual) {
                (true, _) => "struck the flank of",
                (false, true) => "met",
                (false, false) => "struck",
            };
            format!("{} {how} {}", body(&contact.charger), body(&contact.target))
        }
        Event::StormBegan(storm) => format!("{} stormed {}", body(&storm.body), zone_name(state, storm.zone.0)),
        Event::Fought(scores) => {
            let each =
                scores.iter().map(|score| format!("{} {}-{}", body(&score.body), score.inflicted, score.received));
            format!("melee, inflicted-received: {}", each.collect::<Vec<_>>().join(", "))
        }
        Event::MayPursue(id) => format!("{} may pursue", body(id)),
        Event::Entered { body: id, zone, transit } => {
            let how = if transit.is_some() { ", in transit" } else { "" };
            format!("{}: in {}{how}", body(id), zone_name(state, zone.0))
        }
        Event::ZoneTaken { zone, side } => format!("{side} took {}", zone_name(state, *zone)),
        Event::CrewLeft { section, .. } => format!("the crew left {}", body(section)),
        Event::CrewBack { section, .. } => format!("the crew is back at {}", body(section)),
        Event::GunsTaken { section, by } => match state.body(*section).side == *by {
            true => format!("{by} took {} back", body(section)),
            false => format!("{by} captured {}", body(section)),
        },
        Event::Unlimbered { body: id, pose } => format!("{} unlimbered facing {}", body(id), pose.facing),
        Event::Detached { from, stands, .. } => {
            let stands = if stands.len() == 1 { "1 stand".to_string() } else { format!("{} stands", stands.len()) };
            format!("{stands} left {}", body(from))
        }
        Event::Joined { body: id, into, .. } => format!("{} joined {}", body(id), body(into)),
        Event::Reformed { body: id, mounted, .. } => {
            let was = state.body(*id).mounted;
            match (was, mounted) {
                (true, false) => format!("{} dismounted", body(id)),
                (false, true) => format!("{} mounted", body(id)),
                _ => format!("{} drew up", body(id)),
            }
        }
        Event::Ended(words) => words.words.clone(),
        Event::Asked(_)
        | Event::Answered
        | Event::Revealed(_)
        | Event::Queued(_)
        | Event::TaskTaken
        | Event::ChecksBegan(_)
        | Event::CheckTaken
        | Event::Shaken(_)
        | Event::WaveBegan(_)
        | Event::ChecksEnded
        | Event::Rested(_)
        | Event::Pursued(_)
        | Event::MissionSent { .. }
        | Event::HitsTaken
        | Event::MarkersOff
        | Event::Mourned
        | Event::NoCharge(_)
        | Event::ChargeWent { .. }
        | Event::Parted(_)
        | Event::RoundOver(_)
        | Event::StormOver(_) => String::new(),
    }
}

fn responded_words(state: &State, response: Response) -> String {
    match response {
        Response::Hold(Hold { fire: None }) => "stood".to_string(),
        Response::Hold(Hold { fire: Some(charger) }) => format!("stood and fired at {}", name(state, charger)),
        Response::Counter(charger) => format!("went to meet {}", name(state, charger)),
        Response::Flee => "ran".to_string(),
    }
}

/// A move of a body in words.
fn moved_words(state: &State, id: BodyId, to: Pose, how: Motion) -> String {
    let Some(from) = state.body(id).pose() else {
        return match (how, state.body(id).zone()) {
            (Motion::Charge, Some(zone)) => format!("charged out of {}", zone_name(state, zone.0)),
            (_, Some(zone)) => format!("came out of {}", zone_name(state, zone.0)),
            (Motion::Arrival, None) => format!("came on {}", edge_words(state, to.at)),
            (_, None) => format!("came to {}", spot_words(state, to.at)),
        };
    };
    let way = ahead_words(state, from, to.at);
    match how {
        Motion::March => format!("moved {way}"),
        Motion::Charge => format!("charged {way}"),
        Motion::Align => "closed up".to_string(),
        Motion::Pursuit => format!("pursued {way}"),
        Motion::Guns if from.facing != to.facing => format!("turned by hand to {}", to.facing),
        Motion::Guns => format!("went by hand {way}"),
        Motion::FallBack => format!("fell back {}", compass_words(state, from.at, to.at)),
        Motion::WalkOff => format!("walked off {}", compass_words(state, from.at, to.at)),
        Motion::Arrival => format!("came on {}", edge_words(state, to.at)),
    }
}

/// How far and where a body goes that runs: by the compass, or out of its zone.
fn from_words(state: &State, id: BodyId, to: Point) -> String {
    match (state.body(id).pose(), state.body(id).zone()) {
        (Some(from), _) => compass_words(state, from.at, to),
        (None, Some(zone)) => format!("out of {}", zone_name(state, zone.0)),
        (None, None) => format!("to {}", spot_words(state, to)),
    }
}

/// `60 yards ahead`: as the way lies to who faces so.
fn ahead_words(state: &State, from: Pose, to: Point) -> String {
    const WAYS: [&str; 8] = [
        "ahead",
        "ahead to the right",
        "to the right",
        "back to the right",
        "back",
        "back to the left",
        "to the left",
        "ahead to the left",
    ];
    way_words(state, from.at, to, WAYS, Angle::towards(from.at, to) - from.facing)
}

/// `60 yards to the north`.
fn compass_words(state: &State, from: Point, to: Point) -> String {
    const WAYS: [&str; 8] = [
        "to the north",
        "to the north-east",
        "to the east",
        "to the south-east",
        "to the south",
        "to the south-west",
        "to the west",
        "to the north-west",
    ];
    way_words(state, from, to, WAYS, Angle::towards(from, to))
}

/// A way in whole yards and one of eight directions.
fn way_words(state: &State, from: Point, to: Point, ways: [&str; 8], heading: Angle) -> String {
    let way = ways[(heading + Angle::steps(2250)).heading().get() as usize / 4500 % 8];
    match (state.stage.in_yards(from.distance(to)).in_tenths() + 5) / 10 {
        0 => format!("less than a yard {way}"),
        1 => format!("1 yard {way}"),
        yards => format!("{yards} yards {way}"),
    }
}

/// `by the south edge`: the one that is nearest.
fn edge_words(state: &State, at: Point) -> &'static str {
    let table = &state.stage.table;
    match TableEdge::ALL.into_iter().max_by_key(|edge| table.beyond(*edge, at)) {
        Some(TableEdge::North) => "by the north edge",
        Some(TableEdge::East) => "by the east edge",
        Some(TableEdge::West) => "by the west edge",
        Some(TableEdge::South) | None => "by the south edge",
    }
}

fn list(state: &State, bodies: &[BodyId]) -> String {
    bodies.iter().map(|id| name(state, *id)).collect::<Vec<_>>().join(", ")
}

fn boxes_words(boxes: u16) -> String {
    if boxes == 1 { "1 box".to_string() } else { format!("{boxes} boxes") }
}

fn hits_words(state: &State, hits: &[Hit]) -> String {
    if hits.is_empty() {
        return "no hit".to_string();
    }
    let each = hits.iter().map(|hit| {
        let n = hit.harm.casualties() + u16::from(hit.harm.guns) + u16::from(hit.harm.limbers);
        match hit.kind {
            HitKind::Skirmish if hit.retreats => format!("{n} casualties, {} went back", name(state, hit.body)),
            HitKind::Skirmish => format!("{n} casualties, {} halted", name(state, hit.body)),
            HitKind::Artillery | HitKind::Musketry if n == 1 => format!("1 hit on {}", name(state, hit.body)),
            HitKind::Artillery | HitKind::Musketry => format!("{n} hits on {}", name(state, hit.body)),
        }
    });
    each.collect::<Vec<_>>().join(", ")
}

fn cause_words(cause: Cause) -> &'static str {
    match cause {
        Cause::Artillery => "artillery",
        Cause::Musketry => "musketry",
        Cause::MeleeLost => "a lost melee",
        Cause::ZoneLost => "a lost fight for the zone",
        Cause::NoContact => "a charge without contact",
        Cause::CommanderHit => "a commander hit",
        Cause::NeighborFailed => "a neighbor failed",
        Cause::RawCharge => "raw troops charge",
    }
}
