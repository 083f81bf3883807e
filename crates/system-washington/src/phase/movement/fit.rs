//! The act nearest to what a hand points at.

use firelock_core::{Clause, Fitted, Refusal, UnitId, Wish};
use firelock_table::{Angle, Corner, Length, Point};

use super::limits::reach;
use super::plan::{Plan, build_of, plan};
use super::{active, check};
use crate::charts::{self, Action};
use crate::clauses::*;
use crate::command::{Act, Command, Turn};
use crate::phase::{charge, refuse};
use crate::state::State;

/// The act that a wish means. With an enemy under the pointer a shot or an assault, else the move that ends nearest.
pub(crate) fn fit(state: &State, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let Some(id) = active(state) else { return Err(Refusal::new(WA_SEQ_12, "nobody is activated")) };
    if let Some(target) = wish.target.filter(|target| target.index() < state.units.len()) {
        return fit_target(state, id, target, &wish.act);
    }
    match wish.act.as_str() {
        "assault" | "shoot" => Err(refuse(WA_SEQ_12, id, "point at an enemy")),
        "wheel" => fit_wheel(state, id, wish),
        "face" => fit_face(state, id, wish),
        "turn" => fit_turn(state, id, wish),
        "advance" => fit_advance(state, id, wish),
        word => match word.strip_prefix("front ").and_then(|front| front.parse().ok()) {
            Some(front) => done(state, id, Act::Form { front, formation: state.unit(id).formation }, None),
            None => fit_any(state, id, wish),
        },
    }
}

/// What is done to an enemy that is pointed at.
fn fit_target(state: &State, id: UnitId, target: UnitId, act: &str) -> Result<Fitted<Command>, Refusal> {
    crate::phase::on_table(state, target)?;
    let gun = state.roster(id).is_gun();
    let shot = match gun {
        true => Act::Bombard { target, ap: super::gun_dice_left(state, id).max(1) },
        false => Act::Shoot { target, powder: false },
    };
    match act {
        "assault" => done(state, id, Act::Assault(target), None),
        "shoot" => done(state, id, shot, None),
        // Close up it is an assault, farther off a shot.
        _ if check(state, &Act::Assault(target)).is_ok() => done(state, id, Act::Assault(target), None),
        _ => done(state, id, shot, None),
    }
}

/// The straight move, wheel or turn that brings the front nearest to the pointer, or to the wished facing.
fn fit_any(state: &State, id: UnitId, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let straight = fit_advance(state, id, wish);
    let turned = match state.roster(id).is_gun() {
        true => fit_turn(state, id, wish),
        false => fit_wheel(state, id, wish),
    };
    let end = |fitted: &Fitted<Command>| {
        let at = fitted.path.last().copied().unwrap_or(wish.at);
        at.distance_squared(wish.at)
    };
    match (straight, turned) {
        (Ok(straight), Ok(turned)) if wish.facing.is_none() && end(&straight) <= end(&turned) => Ok(straight),
        (Ok(_), Ok(turned)) => Ok(turned),
        (Ok(straight), Err(_)) => Ok(straight),
        (Err(refusal), turned) => turned.map_err(|_| refusal),
    }
}

/// Straight ahead, up to the pointer or as far as it goes.
fn fit_advance(state: &State, id: UnitId, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let pose = state.unit(id).outline.pose;
    let wished = Length::grid(pose.local(wish.at).y);
    if wished.get() <= 0 {
        return Err(refuse(WA_MOVE_02, id, "an increment goes straight ahead"));
    }
    let whole = Act::Advance(wished);
    if check(state, &whole).is_ok() {
        return done(state, id, whole, None);
    }
    let why = check(state, &whole).err();
    let most = reach(state, id).map_or(Length::ZERO, |(most, _)| most);
    // The nearest length that is legal: shorter, or longer past a friend.
    let from = wished.min(most * 2);
    let mut near = (0..=LOOKS).flat_map(|look| [from - LOOK * look, from + LOOK * look]).chain([most]);
    let legal = near.find(|by| by.get() > 0 && *by <= most * 2 && check(state, &Act::Advance(*by)).is_ok());
    match legal {
        // As far as it goes at all is nearer than the last look before it.
        Some(by) if by < most && wished >= most && check(state, &Act::Advance(most)).is_ok() => {
            done(state, id, Act::Advance(most), why)
        }
        Some(by) => done(state, id, Act::Advance(by), why),
        None => Err(why.unwrap_or_else(|| refuse(WA_MOVE_02, id, "it cannot advance"))),
    }
}

/// How finely and how often lengths are looked at beside the wished one.
const LOOK: Length = Length::inch_hundredths(10);
const LOOKS: i32 = 120;

/// A wheel about the corner that stays behind, towards the pointer or to the wished facing.
fn fit_wheel(state: &State, id: UnitId, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let outline = &state.unit(id).outline;
    let wished = turn_to(outline.pose.at, outline.facing(), wish);
    let most = state.stage.degrees(&charts::WHEEL_DEGREES);
    let by = Angle::steps(wished.get().clamp(-most.get(), most.get()));
    let corner = if by.get() < 0 { Corner::Left } else { Corner::Right };
    let act = Act::Wheel { corner, by };
    let short = (wished != by).then(|| refuse(WA_MOVE_06, id, "a wheel is 45 degrees at most"));
    done(state, id, act, short)
}

/// A gun turns to the pointer or to the wished facing.
fn fit_turn(state: &State, id: UnitId, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let outline = &state.unit(id).outline;
    done(state, id, Act::TurnGun(turn_to(outline.center(), outline.facing(), wish)), None)
}

/// The facing change nearest to the pointer or to the wished facing.
fn fit_face(state: &State, id: UnitId, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let outline = &state.unit(id).outline;
    let wished = turn_to(outline.center(), outline.facing(), wish);
    let nearest = Turn::ALL.into_iter().min_by_key(|turn| turn.angle().between(wished).get());
    done(state, id, Act::Face(nearest.unwrap_or(Turn::About)), None)
}

/// How far to turn, clockwise, to face the pointer or as wished.
fn turn_to(from: Point, facing: Angle, wish: &Wish) -> Angle {
    let wished = match wish.facing {
        Some(facing) => facing,
        None if from == wish.at => facing,
        None => Angle::towards(from, wish.at),
    };
    (wished - facing).turn()
}

/// The act as it would look; refused as `check` refuses it.
fn done(state: &State, id: UnitId, act: Act, short: Option<Refusal>) -> Result<Fitted<Command>, Refusal> {
    check(state, &act)?;
    let pose = state.unit(id).outline.pose;
    let left = state.activation.map_or(0, |activation| activation.ap);
    let mut fitted = Fitted {
        command: Command::Act(act),
        ghost: Vec::new(),
        path: vec![pose.at],
        cost: String::new(),
        notes: Vec::new(),
        short,
    };
    let ap = match plan(state, id, &act) {
        Some(plan) => {
            let plan = plan?;
            let bases = build_of(state, id, &plan.shape).bases(plan.pose);
            fitted.ghost = bases.iter().map(|base| base.corners).collect();
            fitted.path.push(plan.pose.at);
            fitted.notes = notes(state, id, &plan);
            plan.ap
        }
        None => match act {
            Act::Assault(target) => charge::declare(state, id, target)?.ap,
            Act::Shoot { powder, .. } => super::shot_price(state, id, powder)?.ap(&state.stage.book),
            Act::Bombard { ap, .. } => ap.saturating_mul(charts::price(&state.stage.book, Action::GunShot)),
            _ => 0,
        },
    };
    fitted.cost = format!("{ap} of {left} AP");
    Ok(fitted)
}

/// What the player should know before he says so.
fn notes(state: &State, id: UnitId, plan: &Plan) -> Vec<(Clause, String)> {
    let mut notes = Vec::new();
    for piece in &plan.left {
        let what = crate::terrain::name(state.ground.terrain(*piece));
        notes.push((WA_MOVE_17, format!("leaves a {what}: rolls for disorder")));
    }
    for friend in &plan.passed {
        notes.push((WA_MOVE_13, format!("passes through {}", state.roster(*friend).name)));
        let close_foot =
            |unit: UnitId| state.troop(unit).is_some_and(|troop| troop.is_infantry()) && !state.is_loose(unit);
        if close_foot(id) && close_foot(*friend) {
            notes.push((WA_MOVE_14, "both become disordered".to_owned()));
        }
    }
    notes
}
