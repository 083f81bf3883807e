//! Morale: boxes, checks in waves, and what failing does (FD-MOR, FD-SEQ-18..20).

use firelock_core::{Desk, Frame, Halt};
use firelock_table::{Base, Quarter, at_least_apart, gap, gap_within};

use super::{leaders, movement::flight};
use crate::Discipline;
use crate::charts::{ADJACENT_BONUS, SHATTERED_RETREAT, numbers};
use crate::event::Event;
use crate::facts::{Check, Danger, Lost, check_roll, has_failed, loss_fallen, loss_roll};
use crate::known::Found;
use crate::results::LossEffect;
use crate::state::{Asking, BodyId, Charge, ChargeStage, Checks, Due, Failed, Fate, Kind, State, Step, UnitNo, Work};
use crate::words::{Cause, Directive, Rank, Size};

impl Due {
    /// A body that checks for a cause.
    pub(crate) fn new(body: BodyId, cause: Cause) -> Due {
        Due { body, cause: Some(cause), covered: false, from: None, danger: None, shattered: false }
    }
}

/// Friendly bodies that stand beside each other (FD-SCL-13, FD-OBJ-14).
pub(crate) fn neighbors(state: &State) -> Vec<(BodyId, BodyId)> {
    let alive = state.on_table().filter(|(_, body)| body.is_alive());
    alive.flat_map(|(one, _)| beside(state, one).iter().map(move |two| (one, *two))).collect()
}

/// Friendly bodies of higher numbers that stand beside one.
fn beside(state: &State, id: BodyId) -> &[BodyId] {
    let find = || {
        let (body, adjacent) = (state.body(id), state.stage.length(&numbers::ADJACENT));
        let around = body.bounds.grown(adjacent);
        let others =
            state.in_box(around).filter(|(other, mate)| *other > id && mate.side == body.side && mate.is_alive());
        let near = others.filter(|(other, _)| state.within(id, *other, adjacent));
        Found { what: near.map(|(other, _)| other).collect::<Vec<_>>().into(), around }
    };
    &state.known(id).beside.get_or_find(state.alert(id), find).what
}

/// Begins a step of checks: the bodies due by ascending number, then the neighbors of those who failed or were shattered.
pub(crate) fn begin(
    desk: &mut Desk<'_, Discipline>,
    mut due: Vec<Due>,
    near: Vec<(BodyId, BodyId)>,
    failed: Vec<BodyId>,
) {
    if due.is_empty() && failed.is_empty() {
        return;
    }
    due.sort_by_key(|due| due.body);
    desk.emit(Event::ChecksBegan(Checks { due: due.into(), near, done: Vec::new(), failed }));
}

/// Goes on with the step of checks on top.
pub(crate) fn go_on(desk: &mut Desk<'_, Discipline>) -> Result<(), Halt> {
    let Some(Frame::Work(Work::Checks(checks))) = desk.state().agenda.top() else { return Ok(()) };
    if let Some(due) = checks.due.front().cloned() {
        desk.emit(Event::CheckTaken);
        return check(desk, due);
    }
    let wave = wave(desk.state(), checks);
    if wave.is_empty() {
        desk.emit(Event::ChecksEnded);
    } else {
        desk.emit(Event::WaveBegan(wave));
    }
    Ok(())
}

/// The neighbors of those who failed, by where they stood (FD-MOR-08, FD-MOR-09): each once, and not in contact with the enemy.
fn wave(state: &State, checks: &Checks) -> Vec<Due> {
    let mut beside: Vec<BodyId> = Vec::new();
    for &(one, two) in &checks.near {
        beside.extend(checks.failed.contains(&one).then_some(two));
        beside.extend(checks.failed.contains(&two).then_some(one));
    }
    beside.sort_unstable();
    beside.dedup();
    beside.retain(|id| {
        let body = state.body(*id);
        let again = checks.done.contains(id) || (state.step == Step::ChargeMoves && body.turn.failed);
        body.is_on_table()
            && body.is_alive()
            && !matches!(body.kind, Kind::Wagon { .. })
            && !again
            && !state.in_contact(*id)
    });
    beside.into_iter().map(|id| Due::new(id, Cause::NeighborFailed)).collect()
}

/// One body checks (FD-MOR-01..04).
fn check(desk: &mut Desk<'_, Discipline>, due: Due) -> Result<(), Halt> {
    let state = desk.state();
    let body = state.body(due.body);
    let Some(cause) = due.cause.filter(|_| body.is_on_table() && body.is_alive()) else {
        let danger = if due.shattered { Danger::MeleeFailed } else { Danger::MeleePassed };
        return leaders::in_melee(desk, due.danger, danger);
    };
    let side = body.side;
    let facts = measure(state, &due, cause);
    let book = &state.stage.book;
    let total = facts.total(book);
    let passed = facts.is_certain(book, total) || {
        !has_failed(&desk.roll(desk.explained(check_roll(side, total), due.body, |book| facts.ledger(book)))?)
    };
    desk.emit(Event::Checked { body: due.body, cause, total, passed });
    if passed {
        return leaders::in_melee(desk, due.danger, Danger::MeleePassed);
    }
    let roll = loss_roll(desk.book(), side);
    let effect = loss_fallen(&desk.roll(roll)?);
    let facts = surrounded(desk.state(), due.body, effect, facts);
    match facts.may_go_on(desk.book(), effect) {
        true => {
            desk.emit(Event::Asked(Asking::Fanatic(Failed { due, effect })));
            Ok(())
        }
        false => suffer(desk, &due, effect, &facts),
    }
}

/// Carries out a morale loss, or what ignoring it costs (FD-MOR-10..14, FD-MOR-19, FD-OPT-04).
pub(crate) fn lose(desk: &mut Desk<'_, Discipline>, due: &Due, effect: LossEffect, goes_on: bool) -> Result<(), Halt> {
    let Some(cause) = due.cause else { return Ok(()) };
    let facts = Check { goes_on, ..measure_loss(desk.state(), due, cause, effect) };
    suffer(desk, due, effect, &facts)
}

fn suffer(desk: &mut Desk<'_, Discipline>, due: &Due, effect: LossEffect, facts: &Check) -> Result<(), Halt> {
    let state = desk.state();
    let lost = facts.lost(&state.stage.book, effect);
    let (id, unit) = (due.body, state.body(due.body).unit);
    if lost.ignored {
        desk.emit(Event::WentOn(id));
        leaders::in_melee(desk, due.danger, Danger::MeleePassed)?;
        shaken_by_boxes(desk, unit, lost.boxes);
        return Ok(());
    }
    desk.emit(Event::Shaken(id));
    stop_charge(desk, id);
    leaders::in_melee(desk, due.danger, Danger::MeleeFailed)?;
    // FD-MOR-19: who surrenders is gone before his boxes are marked.
    if lost.surrenders {
        surrender(desk, id);
    }
    shaken_by_boxes(desk, unit, lost.boxes);
    if !lost.surrenders && desk.state().body(id).is_on_table() {
        carry_out(desk, id, &lost, due.from);
    }
    Ok(())
}

fn carry_out(desk: &mut Desk<'_, Discipline>, id: BodyId, lost: &Lost, from: Option<BodyId>) {
    let turn = desk.state().turn;
    let mut runner = id;
    if lost.leaves_guns {
        runner = leave_guns(desk, id);
    }
    if lost.halted {
        let silent = if lost.silent { turn + 1 } else { 0 };
        desk.emit(Event::Halted {
            body: runner,
            until: marked_until(desk.state()),
            fled: lost.flees.is_some(),
            silent,
        });
    }
    if let Some(distance) = lost.flees {
        let distance = distance.on_table(desk.state().stage.scale);
        flight::run_off(desk, runner, distance, from);
    }
}

/// A body lays down its arms: it is removed, and the guns of a section are captured (FD-MOR-19).
fn surrender(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let body = desk.state().body(id);
    let (side, crew) = (body.side, body.crew());
    desk.emit(Event::Parted(id));
    match &desk.state().body(id).kind {
        Kind::Section(_) => {
            desk.emit(Event::Damaged { body: id, crew, guns: 0, limber: 0 });
            desk.emit(Event::GunsTaken { section: id, by: side.enemy() });
        }
        _ => desk.emit(Event::Removed { body: id, fate: Fate::Surrendered }),
    }
    leaders::orphaned(desk, id);
}

/// The crew of a section leaves its guns and is a body of its own.
pub(crate) fn leave_guns(desk: &mut Desk<'_, Discipline>, section: BodyId) -> BodyId {
    let crew = firelock_core::UnitId(desk.state().bodies.len() as u16);
    desk.emit(Event::CrewLeft { section, crew });
    crew
}

/// The turn in whose VI.5 a marker set now is taken off (FD-MOR-15).
pub(crate) fn marked_until(state: &State) -> u16 {
    if state.step < Step::Facing { state.turn } else { state.turn + 1 }
}

/// A body that fails does not go on with a charge (FD-MUS-42, FD-MOR-18).
pub(crate) fn stop_charge(desk: &mut Desk<'_, Discipline>, id: BodyId) {
    let Some(charge) = desk.state().body(id).turn.charge else { return };
    match charge.stage {
        ChargeStage::Declared if desk.state().step < Step::Facing => desk.emit(Event::ChargeDropped(id)),
        ChargeStage::Declared | ChargeStage::Missed => {
            desk.emit(Event::ChargeWent { body: id, charge: Charge { stage: ChargeStage::Stopped, ..charge } });
        }
        ChargeStage::Home | ChargeStage::Stopped => {}
    }
}

/// Marks boxes within a step of checks: the neighbors of a unit that is shattered by them check too (FD-MOR-09).
pub(crate) fn shaken_by_boxes(desk: &mut Desk<'_, Discipline>, unit: UnitNo, boxes: u16) {
    let gone = mark(desk, unit, boxes);
    if matches!(desk.state().agenda.top(), Some(Frame::Work(Work::Checks(_)))) {
        gone.into_iter().for_each(|body| desk.emit(Event::Shaken(body)));
    }
}

/// Marks boxes of a unit; the bodies that are removed as it is shattered (FD-MOR-20).
pub(crate) fn mark(desk: &mut Desk<'_, Discipline>, unit: UnitNo, boxes: u16) -> Vec<BodyId> {
    if boxes == 0 || desk.state().unit(unit).shattered {
        return Vec::new();
    }
    desk.emit(Event::Marked { unit, boxes });
    let state = desk.state();
    if state.unit(unit).marked < state.line(unit).boxes {
        return Vec::new();
    }
    shatter(desk, unit)
}

fn shatter(desk: &mut Desk<'_, Discipline>, unit: UnitNo) -> Vec<BodyId> {
    desk.emit(Event::Shattered(unit));
    let state = desk.state();
    let bodies: Vec<BodyId> = state.bodies_of(unit).filter(|(_, body)| body.is_alive()).map(|(id, _)| id).collect();
    let walks = state.stage.book.is_on(&SHATTERED_RETREAT);
    for &id in &bodies {
        let body = desk.state().body(id);
        let (crew, in_field) = (body.crew(), body.pose().is_some());
        desk.emit(Event::Parted(id));
        match &desk.state().body(id).kind {
            // Guns stay, abandoned.
            Kind::Section(_) => desk.emit(Event::Damaged { body: id, crew, guns: 0, limber: 0 }),
            Kind::Troops if walks && in_field => desk.emit(Event::Routed(id)),
            _ => desk.emit(Event::Removed { body: id, fate: Fate::Shattered }),
        }
        leaders::orphaned(desk, id);
    }
    bodies
}

/// The facts of a check as the table gives them.
pub(crate) fn measure(state: &State, due: &Due, cause: Cause) -> Check {
    let id = due.body;
    let (body, roster, unit) = (state.body(id), state.roster(id), state.unit_of(id));
    let count = |size: Size| state.stands(id).filter(|stand| stand.size == size).count() as u8;
    let castings = match &body.kind {
        Kind::Troops => state.stands(id).map(|stand| stand.castings).max().unwrap_or(0),
        _ => body.crew(),
    };
    let by_enemy = matches!(cause, Cause::Artillery | Cause::Musketry | Cause::MeleeLost | Cause::ZoneLost);
    Check {
        cause,
        branch: state.branch(id),
        rating: roster.rating,
        castings,
        six_mm: roster.troops().is_some_and(|troops| troops.six_mm),
        protected: if by_enemy { due.covered } else { state.is_protected(id) },
        garrison: body.is_garrison(),
        open_in_woods: state.open_in_woods(id),
        commander: commander_near(state, id),
        beside_own: state.stage.book.is_on(&ADJACENT_BONUS) && beside_own(state, id),
        boxes: roster.boxes,
        marked: unit.marked,
        stands: count(Size::Full),
        half_stands: count(Size::Half),
        double_stands: count(Size::Double),
        closed_sides: 0,
        fanatic: is_fanatic(state, id),
        goes_on: false,
    }
}

/// The same for a morale loss: whether it surrenders hangs on the sides on which the enemy is near, nothing else does.
pub(crate) fn measure_loss(state: &State, due: &Due, cause: Cause, effect: LossEffect) -> Check {
    surrounded(state, due.body, effect, measure(state, due, cause))
}

/// The facts of a check with those that a morale loss asks for besides.
fn surrounded(state: &State, id: BodyId, effect: LossEffect, facts: Check) -> Check {
    let closed_sides = if effect == LossEffect::Surrenders { closed_sides(state, id) } else { 0 };
    Check { closed_sides, ..facts }
}

/// In how many quarters an enemy stand is near (FD-MOR-13, FD-FRM-15).
fn closed_sides(state: &State, id: BodyId) -> u8 {
    let reach = state.stage.length(&numbers::SURRENDER_REACH);
    let own = state.body(id).bounds;
    let mut quarters: Vec<Quarter> = Vec::new();
    for (enemy, body) in state.alive(state.body(id).side.enemy()) {
        if own.distance_squared(&body.bounds) > reach.squared() {
            continue;
        }
        if body.bases.is_empty() {
            let near = gap(state.shape(id), state.shape(enemy));
            quarters.extend(near.within(reach).then(|| state.quarter(id, near.ends().to)));
        }
        // A garrison is measured by its zone.
        let in_zone = state.body(id).zone().is_some();
        let may_be_near = |base: &&Base| in_zone || at_least_apart(&state.body(id).outline, base) <= reach;
        let bases = body.bases.iter().filter(may_be_near);
        for base in bases {
            let near = gap(state.shape(id), base);
            quarters.extend(near.within(reach).then(|| state.quarter(id, near.ends().to)));
        }
    }
    quarters.sort_unstable();
    quarters.dedup();
    quarters.len() as u8
}

/// The commander of its own brigade, or the commander in chief, near a stand of the body (FD-MOR-06).
pub(crate) fn commander_near(state: &State, id: BodyId) -> bool {
    let reach = state.stage.length(&numbers::COMMANDER_REACH);
    let (side, brigade) = (state.body(id).side, state.roster(id).brigade);
    state.all_commanders().any(|(commander, man)| {
        let own = usize::from(brigade.0) == usize::from(commander.0) || man.rank == Rank::Chief;
        man.side == side && man.is_present() && own && {
            let with = man.attached.is_some_and(|(body, _)| body == id);
            with || match man.attached {
                Some((body, _)) => state.within(body, id, reach),
                None => {
                    let base = state.commander_base(commander);
                    // Mostly the boxes tell.
                    let may = base.bounds().distance_squared(&state.body(id).bounds) <= reach.squared();
                    may && gap_within(&base, state.shape(id), reach)
                }
            }
        }
    })
}

/// Whether stands of its own unit steady a body (FD-OPT-17); without the switch nobody asks (FD-MOR-23).
fn beside_own(state: &State, id: BodyId) -> bool {
    let body = state.body(id);
    if !body.is_troops() {
        return false;
    }
    if state.is_open(id) && !body.mounted {
        return true;
    }
    let adjacent = state.stage.length(&numbers::ADJACENT);
    let has_full = |id: BodyId| state.stands(id).any(|stand| stand.size != Size::Half);
    let beside = |full: bool| {
        let others = state.bodies_of(body.unit).filter(|(other, _)| *other != id);
        others.into_iter().any(|(other, _)| (!full || has_full(other)) && state.within(id, other, adjacent))
    };
    if has_full(id) {
        return body.stands.len() > 1 || beside(false);
    }
    // FD-SPC-02
    let converged = state.roster(id).stands.iter().all(|stand| stand.size == Size::Half);
    if converged { body.stands.len() >= 3 } else { beside(true) }
}

/// Whether a body may go on now in spite of a loss (FD-OPT-04).
fn is_fanatic(state: &State, id: BodyId) -> bool {
    let (body, roster) = (state.body(id), state.roster(id));
    let Some(troops) = roster.troops() else { return false };
    let charging = body.charged();
    let at_indians = body.turn.charge.is_some_and(|charge| match charge.target {
        crate::state::Target::Body(target) => state.roster(target).troops().is_some_and(|troops| troops.indian),
        crate::state::Target::Zone(_) => false,
    });
    let rated = i32::from(roster.rating) >= state.stage.book.number(&numbers::FANATIC_RATING);
    let sort = troops.indian || rated || (troops.militia && at_indians);
    let ordered = state.step < Step::ChargesActive
        && !state.in_contact(id)
        && state
            .unit_of(id)
            .mission
            .is_some_and(|mission| matches!(mission.kind, Directive::GeneralAdvance | Directive::Assault));
    sort && (charging || ordered)
}
