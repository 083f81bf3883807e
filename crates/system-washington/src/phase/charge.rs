//! Assaults up to contact: declaration, window, falter test, contact (WA-ASL).

use firelock_core::{Desk, Fitted, Frame, Grain, Halt, Place, Refusal, UnitId, Wish};
use firelock_table::{Angle, Base, Length, Point, Pose, Segment, Size, TOUCH, gap, gap_within, overlaps};

use super::movement::limits::check_end;
use super::movement::plan::{Shape, afford, linears, price_of, slows};
use super::{control, fire, leaders, melee, morale, refuse};
use crate::Washington;
use crate::charts::{self, Action, numbers};
use crate::clauses::*;
use crate::command::{Act, Command};
use crate::event::{Event, Motion};
use crate::facts::{self, Approach, Fighter, Price};
use crate::scenery::Swept;
use crate::sight::{Hidden, Purpose};
use crate::state::{Asking, Assault, AssaultStage, Fate, Follow, HeldFor, State, Task, Work};
use crate::words::{Slope, Terrain};

/// The assault that is going on.
pub(crate) fn pending(state: &State) -> Option<&Assault> {
    state.agenda.frames().iter().rev().find_map(|frame| match frame {
        Frame::Work(Work::Assault(assault)) => Some(assault),
        _ => None,
    })
}

/// One unit in an assault, as it is now (WA-ASL-25).
pub(crate) fn measure_fighter(
    state: &State,
    unit: UnitId,
    supports: u8,
    in_open: bool,
    in_wood_or_marsh: bool,
) -> Fighter {
    let (own, roster) = (state.unit(unit), state.roster(unit));
    Fighter {
        troop: roster.troop().unwrap_or_default(),
        quality: roster.quality(),
        tag: roster.tag(),
        mounted: own.mounted,
        formation: own.formation,
        front: own.front,
        spacers: own.spacers,
        start_bases: roster.start_bases(),
        half_bases: own.half_bases,
        disordered: own.disordered,
        casualty_markers: own.markers,
        officer: control::officer_with(state, unit),
        supports,
        assault_attempted: own.assault_attempted,
        last_fight: own.last_fight,
        in_open,
        in_wood_or_marsh,
    }
}

/// How an assault comes on, as it was read at its declaration.
pub(crate) fn approach(assault: &Assault) -> Approach {
    Approach {
        facet: assault.facet,
        linear: assault.linear,
        first_on_hill: assault.first_on_hill,
        uphill: assault.uphill,
    }
}

/// The facts of the falter test (WA-ASL-10..19); each factor counts once (WA-ASL-11).
pub(crate) fn measure_falter(state: &State, assault: &Assault) -> facts::Assault {
    let reach = state.stage.length(&numbers::FALTER_SUPPORT_REACH);
    let fighter = |unit: UnitId| {
        let woody = state.is_in(unit, |terrain| charts::ground(terrain).is_indian_ground);
        measure_fighter(state, unit, state.count_near(unit, reach), true, woody)
    };
    let battery = !assault.battery.is_empty();
    facts::Assault {
        assaulter: fighter(assault.assaulter),
        target: if battery { Fighter::default() } else { fighter(assault.target) },
        guns: assault.battery.len() as u8,
        approach: approach(assault),
    }
}

/// An assault that may be declared, with its price.
pub(crate) struct Declared {
    pub(crate) assault: Assault,
    pub(crate) ap: u8,
}

/// Judges and measures a declaration (WA-ASL-01..05, WA-ASL-25).
pub(crate) fn declare(state: &State, unit: UnitId, target: UnitId) -> Result<Declared, Refusal> {
    let own = state.unit(unit);
    if state.roster(unit).is_gun() {
        return Err(refuse(WA_ART_10, unit, "guns do not assault"));
    }
    if own.steady {
        return Err(refuse(WA_ASL_05, unit, "a steady unit does not assault"));
    }
    let name = &state.roster(target).name;
    if state.unit(target).side == own.side {
        return Err(refuse(WA_ASL_01, target, format!("{name}: no enemy")));
    }
    let price = charts::price(&state.stage.book, Action::Assault);
    afford(state, price)?;
    // WA-ASL-02: whoever is near enough, from where it stands.
    let reach = state.stage.length(&numbers::ASSAULT_REACH);
    let front = state.front(unit);
    let enemy = &state.unit(target).outline;
    if !gap_within(front, enemy, reach) {
        let gap = gap(front, enemy);
        let reason = format!("{name}: {} off, beyond {reach}", gap.length());
        return Err(Refusal::new(WA_ASL_01, reason).at(Place::Along(gap.ends())));
    }
    let distance = gap(front, enemy);
    let along = Place::Along(distance.ends());
    if !fire::is_in_arc(state, unit, target) {
        return Err(Refusal::new(WA_ASL_01, format!("{name}: not in arc")).at(along));
    }
    if state.is_mounted(unit) && state.is_in(target, |terrain| terrain == Terrain::Building) {
        return Err(refuse(WA_ASL_05, target, "mounted cavalry does not assault into a building"));
    }
    match state.line_of_sight(unit, target, Purpose::Eyes) {
        Ok(_) => {}
        Err(Hidden::Unit(other)) => {
            return Err(refuse(WA_ASL_01, other, format!("{} hides {name}", state.roster(other).name)));
        }
        Err(Hidden::Ground(_)) => return Err(Refusal::new(WA_ASL_01, format!("{name}: not in sight")).at(along)),
    }
    let battery = if state.roster(target).is_gun() { state.battery(target) } else { Vec::new() };
    let swept = path(state, unit, target, &battery)?.map(Swept::Ahead);
    let ap = Price {
        // WA-ASL-03.
        action: Action::Assault,
        scenery: swept.as_ref().is_some_and(|swept| slows(state, swept)),
        linears: swept.as_ref().map_or(0, |swept| linears(state, swept)),
        ..price_of(state, unit)
    };
    let ap = ap.ap(&state.stage.book);
    afford(state, ap)?;
    let (facet, edge) = state.facet(target, state.front_center(unit));
    let line = Segment::new(state.front_center(target), state.front_center(unit));
    let hill = state.hill_of(target);
    let same_hill = hill.is_some() && state.hill_of(unit) == hill;
    let entered = |id: UnitId| state.unit(id).hill_entry.map_or(u16::MAX, |(_, nth)| nth);
    let assault = Assault {
        assaulter: unit,
        target,
        battery,
        facet,
        edge,
        // WA-ASL-26: of the target alone it is asked.
        linear: state.defends_linear(target, line),
        first_on_hill: hill.is_some() && (!same_hill || entered(target) < entered(unit)),
        uphill: match hill.filter(|_| !same_hill).map(|hill| state.ground.terrain(hill)) {
            Some(Terrain::RoughHill) => Slope::RoughHill,
            Some(_) => Slope::Hill,
            None => Slope::Level,
        },
        distance: distance.length(),
        has_shot: false,
        stage: AssaultStage::Answer,
    };
    Ok(Declared { assault, ap })
}

/// The strip one base wide along the shortest line, free of others; none where they touch (WA-ASL-01).
///
/// Parallel edges have many shortest lines: the one in the middle of what they share is tried first.
fn path(state: &State, unit: UnitId, target: UnitId, battery: &[UnitId]) -> Result<Option<Base>, Refusal> {
    let (own, enemy) = (&state.unit(unit).outline, &state.unit(target).outline);
    let shortest = gap(own.front(), enemy);
    if shortest.within(TOUCH) {
        return Ok(None);
    }
    let across = enemy.corners.map(|corner| own.pose.local(corner).x);
    let half = own.size.width.half().get();
    let shared = [across.iter().min(), across.iter().max()].map(|x| x.map_or(0, |x| (*x).clamp(-half, half)));
    let middle = gap(own.pose.place(Point::new((shared[0] + shared[1]) / 2, 0)), enemy);
    let width = state.stage.mm(&numbers::INFANTRY_WIDTH);
    let mut but = vec![unit, target];
    but.extend(battery);
    let mut barred = target;
    let lines = [middle, shortest].into_iter().filter(|line| line.length() <= shortest.length() + TOUCH);
    for line in lines {
        let Segment { from, to } = line.ends();
        let strip = Base::new(Pose::new(to, Angle::towards(from, to)), Size::new(width, line.length()));
        match state.lies_on(&strip, &but) {
            None => return Ok(Some(strip)),
            Some(other) => barred = other,
        }
    }
    Err(refuse(WA_ASL_01, barred, format!("{}: in the way", state.roster(barred).name)))
}

pub(crate) fn list(state: &State, unit: UnitId, into: &mut Vec<Command>) {
    let own = state.unit(unit);
    if state.roster(unit).is_gun() || own.steady {
        return;
    }
    let ap = state.activation.map_or(0, |activation| activation.ap);
    if charts::price(&state.stage.book, Action::Assault) > ap {
        return;
    }
    let near = own.outline.bounds().grown(state.stage.length(&numbers::ASSAULT_REACH));
    for (target, enemy) in state.on_table(own.side.enemy()) {
        if enemy.outline.bounds().meets(&near) && declare(state, unit, target).is_ok() {
            into.push(Command::Act(Act::Assault(target)));
        }
    }
}

/// The assault is declared and paid; the window opens (WA-SEQ-16).
pub(crate) fn begin(desk: &mut Desk<'_, Washington>, unit: UnitId, target: UnitId) -> Result<(), Halt> {
    let Declared { assault, ap } = declare(desk.state(), unit, target)?;
    desk.emit(Event::Acted { unit, action: Action::Assault, times: 1, ap });
    desk.emit(Event::AssaultDeclared(Box::new(assault)));
    desk.emit(Event::Asked(Asking::React(unit)));
    Ok(())
}

/// The assault goes on where it stands.
pub(crate) fn go_on(desk: &mut Desk<'_, Washington>, assault: &Assault) -> Result<(), Halt> {
    let state = desk.state();
    let is_there = |unit: UnitId| state.unit(unit).is_on_table();
    let both =
        is_there(assault.assaulter) && (is_there(assault.target) || assault.battery.iter().any(|gun| is_there(*gun)));
    match assault.stage {
        AssaultStage::Answer | AssaultStage::Falter if !both => {
            desk.emit(Event::AssaultWent(AssaultStage::Over));
            Ok(())
        }
        AssaultStage::Answer => {
            let may_retreat = state.stage.book.is_on(&charts::RETREAT_BEFORE_FALTER) && !assault.has_shot;
            desk.emit(Event::AssaultWent(AssaultStage::Falter));
            // WA-SEQ-17.
            if may_retreat {
                desk.emit(Event::Asked(Asking::Answer));
            }
            Ok(())
        }
        AssaultStage::Falter => roll_falter(desk, assault),
        AssaultStage::Fight => melee::roll_fight(desk, assault),
        AssaultStage::Lost { assaulter } => {
            desk.emit(Event::AssaultWent(AssaultStage::Spent));
            melee::loser_tests(desk, assault, assaulter)
        }
        AssaultStage::Spent => {
            desk.emit(Event::AssaultWent(AssaultStage::Over));
            melee::both_disordered(desk, assault);
            Ok(())
        }
        AssaultStage::Over => {
            desk.emit(Event::Answered);
            // WA-SEQ-13: after any falter test is settled, and after a retreat (WA-ASL-06).
            if desk.state().activation.is_some_and(|activation| activation.unit == assault.assaulter) {
                desk.emit(Event::ActivationEnded(assault.assaulter));
            }
            Ok(())
        }
    }
}

/// Stand or retreat (WA-SEQ-16, WA-ASL-06).
pub(crate) fn answer(desk: &mut Desk<'_, Washington>, retreats: bool) -> Result<(), Halt> {
    desk.emit(Event::Answered);
    let Some(assault) = pending(desk.state()).filter(|_| retreats).cloned() else { return Ok(()) };
    desk.emit(Event::AssaultWent(AssaultStage::Over));
    let follow = Follow { unit: assault.assaulter, up_to: assault.distance, after_rout: false };
    desk.emit(Event::Asked(Asking::Follow(follow)));
    // WA-ASL-07: leaving the table by it is a retire like any other.
    let going = if assault.battery.is_empty() { vec![assault.target] } else { assault.battery };
    desk.emit(Event::Queued(going.into_iter().map(Task::Retire).collect()));
    Ok(())
}

/// WA-ASL-10: the falter dice fall; the assaulter's are held where they may fall again.
fn roll_falter(desk: &mut Desk<'_, Washington>, assault: &Assault) -> Result<(), Halt> {
    let facts = measure_falter(desk.state(), assault);
    let side = desk.state().unit(assault.assaulter).side;
    let onset = desk.read(&charts::T_FALTER_ASSAULTER, &facts.onset(desk.book()));
    let stand = match facts.stand(desk.book()) {
        Some(stand) => desk.read(&charts::T_FALTER_TARGET, &stand),
        None => desk.read(&charts::T_FALTER_GUNS, &facts.guns.into()),
    };
    let totals = [onset.total, stand.total];
    let because =
        |roll: firelock_core::Roll| roll.because(Some(assault.assaulter), onset).because(Some(assault.target), stand);
    match control::spender(desk.state(), assault.assaulter) {
        Some(commander) => {
            let rolled = desk.roll(because(facts::falter_dice(side)))?;
            let faces = control::faces_of(&rolled, 4);
            let against: i16 = faces[2..].iter().map(|face| i16::from(*face)).sum();
            control::hold(desk, commander, faces[..2].to_vec(), 0, HeldFor::Falter { against })
        }
        None => {
            let difference = desk.roll(because(facts::falter_roll(side, totals)))?.value();
            after_falter(desk, assault, &facts, difference)
        }
    }
}

/// Held falter dice are kept.
pub(crate) fn after_falter_dice(desk: &mut Desk<'_, Washington>, own: i32, other: i32) -> Result<(), Halt> {
    let Some(assault) = pending(desk.state()).cloned() else { return Ok(()) };
    let facts = measure_falter(desk.state(), &assault);
    let [onset, stand] = facts.totals(desk.book());
    after_falter(desk, &assault, &facts, own + onset - other - stand)
}

/// WA-ASL-20..23.
fn after_falter(
    desk: &mut Desk<'_, Washington>,
    assault: &Assault,
    facts: &facts::Assault,
    difference: i32,
) -> Result<(), Halt> {
    let result = facts.result(desk.book(), difference);
    let Assault { assaulter, target, .. } = *assault;
    desk.emit(Event::Faltered { assaulter, target, difference: difference.clamp(-99, 99) as i16 });
    if result.fights {
        desk.emit(Event::AssaultWent(AssaultStage::Fight));
        if let Some(to) = contact(desk.state(), assault) {
            desk.emit(Event::Moved { unit: assaulter, to, motion: Motion::Contact });
            leaders::drive_off(desk, assaulter);
        }
        return Ok(());
    }
    desk.emit(Event::AssaultWent(AssaultStage::Over));
    if result.disordered && !desk.state().unit(assaulter).disordered {
        desk.emit(Event::Disordered(assaulter));
    }
    if result.advances {
        let up_to = desk.state().base_depth(assaulter);
        desk.emit(Event::Asked(Asking::Follow(Follow { unit: assaulter, up_to, after_rout: true })));
    }
    if result.retires {
        desk.emit(Event::Queued(vec![Task::Retire(assaulter)]));
    }
    if result.target_removed {
        // WA-ASL-23: a battery is destroyed.
        for gun in &assault.battery {
            morale::remove(desk, *gun, Fate::Destroyed)?;
        }
        if assault.battery.is_empty() {
            morale::remove(desk, target, Fate::Routed)?;
        }
    }
    Ok(())
}

/// Where the assaulter stands flush on the assaulted edge, shifted sideways least (WA-ASL-24).
pub(crate) fn contact(state: &State, assault: &Assault) -> Option<Pose> {
    let own = state.unit(assault.assaulter);
    let target = &state.unit(assault.target).outline;
    let edge = assault.edge_of(target);
    // The edge runs clockwise about the target: seen from outside, from right to left.
    let facing = (Angle::towards(edge.from, edge.to) + Angle::RIGHT).heading();
    let size = own.outline.size;
    let least = state.base_width(assault.assaulter).min(edge.length());
    let frame = Pose::new(edge.middle(), facing);
    // How far the middle of the front may lie to either side of the middle of the edge.
    let room = (edge.length().half() + size.width.half() - least).get().max(0);
    let wished = frame.local(own.outline.pose.at).x.clamp(-room, room);
    let mut barred: Vec<(i32, i32)> = Vec::new();
    for (id, other) in state.all_units() {
        if !other.is_on_table() || id == assault.assaulter {
            continue;
        }
        if let Some((from, to)) = across(frame, size.depth, &other.outline) {
            let half = size.width.half().get();
            barred.push((from - half, to + half));
        }
    }
    let is_free = |x: i32| barred.iter().all(|(from, to)| x <= *from || x >= *to);
    let ends = barred.iter().flat_map(|(from, to)| [*from, *to]);
    let mut places: Vec<i32> = [wished].into_iter().chain(ends).filter(|x| x.abs() <= room && is_free(*x)).collect();
    places.sort_by_key(|x| ((x - wished).abs(), *x));
    let poses = places.into_iter().map(|x| Pose::new(frame.place(Point::new(x, 0)), facing));
    let shape = Shape::of(own);
    poses.into_iter().find(|pose| check_end(state, assault.assaulter, &Base::new(*pose, size), &shape).is_ok())
}

/// The part of a block that lies behind a front line, no deeper than so far, from left to right along the line.
fn across(frame: Pose, depth: Length, block: &Base) -> Option<(i32, i32)> {
    let touch = TOUCH.get();
    let (top, bottom) = (-touch, -depth.get() + touch);
    let corners = block.corners.map(|corner| frame.local(corner));
    let mut span: Option<(i32, i32)> = None;
    let mut add = |x: i32| span = Some(span.map_or((x, x), |(from, to)| (from.min(x), to.max(x))));
    for (at, corner) in corners.iter().enumerate() {
        let next = corners[(at + 1) % 4];
        if (bottom..=top).contains(&corner.y) {
            add(corner.x);
        }
        for line in [top, bottom] {
            if (corner.y < line) != (next.y < line) {
                let rise = i64::from(next.y) - i64::from(corner.y);
                let part = (i64::from(line) - i64::from(corner.y)) * (i64::from(next.x) - i64::from(corner.x)) / rise;
                add(corner.x + part as i32);
            }
        }
    }
    span.filter(|(from, to)| to > from)
}

/// Whether an assaulter may go on: it is still there.
pub(crate) fn may_follow(state: &State, follow: &Follow) -> bool {
    state.unit(follow.unit).is_on_table() && follow_reach(state, follow).get() > 0
}

/// How far an assaulter may follow: short of every enemy, over nobody, on passable ground (WA-ASL-06, WA-ASL-20).
fn follow_reach(state: &State, follow: &Follow) -> Length {
    let outline = &state.unit(follow.unit).outline;
    let clear = state.stage.length(if follow.after_rout { &numbers::ADVANCE_CLEAR } else { &numbers::FOLLOW_CLEAR });
    let fits = |by: Length| {
        let end = Base::new(outline.pose.ahead(by), outline.size);
        let body = Base::new(outline.pose.ahead(by), Size::new(outline.size.width, outline.size.depth + by));
        let near = body.bounds().grown(clear);
        let too_near = |enemy: &Base| {
            gap_within(&body, enemy, clear - Length::grid(1))
                && gap(&end, enemy).length() + TOUCH < gap(outline, enemy).length()
        };
        let side = state.unit(follow.unit).side;
        let enemies = state.on_table(side.enemy()).filter(|(_, enemy)| enemy.outline.bounds().meets(&near));
        let friends = state.on_table(side).filter(|(id, _)| *id != follow.unit);
        enemies.into_iter().all(|(_, enemy)| !too_near(&enemy.outline))
            && friends.into_iter().all(|(_, friend)| !overlaps(&body, &friend.outline))
            && super::movement::limits::check_open(state, follow.unit, &body).is_ok()
            && check_end(state, follow.unit, &end, &Shape::of(state.unit(follow.unit))).is_ok()
    };
    if fits(follow.up_to) {
        return follow.up_to;
    }
    // What is met on a straight way is met from there on.
    let (mut near, mut far) = (0, follow.up_to.get());
    while far - near > 1 {
        let middle = near + (far - near) / 2;
        if fits(Length::grid(middle)) { near = middle } else { far = middle }
    }
    Length::grid(near)
}

pub(crate) fn check_follow(state: &State, follow: &Follow, by: Length) -> Result<(), Refusal> {
    let clause = if follow.after_rout { WA_ASL_20 } else { WA_ASL_06 };
    let most = follow_reach(state, follow);
    match by.get() >= 0 && by <= most {
        true => Ok(()),
        false => {
            let end = state.unit(follow.unit).outline.pose.ahead(most).at;
            Err(Refusal::new(clause, format!("it follows straight ahead by {most} at most")).at(Place::At(end)))
        }
    }
}

pub(crate) fn follow_candidates(state: &State, follow: &Follow, grain: Grain, into: &mut Vec<Command>) {
    into.push(Command::Follow(Length::ZERO));
    let most = follow_reach(state, follow);
    if grain != Grain::Coarse && most.half().get() > 0 {
        into.push(Command::Follow(most.half()));
    }
    if most.get() > 0 {
        into.push(Command::Follow(most));
    }
}

pub(crate) fn follow(desk: &mut Desk<'_, Washington>, follow: &Follow, by: Length) {
    desk.emit(Event::Answered);
    if by.get() > 0 {
        let to = desk.state().unit(follow.unit).outline.pose.ahead(by);
        desk.emit(Event::Moved { unit: follow.unit, to, motion: Motion::Follow });
        leaders::drive_off(desk, follow.unit);
    }
}

/// The follow-up that ends nearest to the pointer.
pub(crate) fn fit_follow(state: &State, follow: &Follow, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let outline = &state.unit(follow.unit).outline;
    let most = follow_reach(state, follow);
    let wished = Length::grid(outline.pose.local(wish.at).y);
    let by = wished.max(Length::ZERO).min(most);
    let pose = outline.pose.ahead(by);
    let short = (wished > by).then(|| check_follow(state, follow, wished).err()).flatten();
    Ok(Fitted {
        command: Command::Follow(by),
        ghost: state.build(follow.unit).bases(pose).iter().map(|base| base.corners).collect(),
        path: vec![outline.pose.at, pose.at],
        cost: format!("{} of {} inches", by.in_inches(), most.in_inches()),
        notes: Vec::new(),
        short,
    })
}
