use firelock_core::Side;

use crate::field::{Arm, Body, Field};
use crate::{Level, Style};

/// How much each side of a position counts, in the worth of troops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weights {
    /// Own troops against the enemy's: above 1 they are spared.
    pub(crate) own: f64,
    /// Troops, by worth and order.
    pub(crate) material: f64,
    /// Victory points and places held.
    pub(crate) points: f64,
    /// Armies near giving up.
    pub(crate) strain: f64,
    /// Fire that can be given, against fire that can be taken.
    pub(crate) fire: f64,
    /// Charges that can be made, against charges to be feared.
    pub(crate) steel: f64,
    /// Flanks that lie open.
    pub(crate) flank: f64,
    /// The way to what is to be taken or held.
    pub(crate) advance: f64,
    /// Friends at hand.
    pub(crate) support: f64,
    /// Leaders near their troops.
    pub(crate) command: f64,
    /// Shaken troops out of the enemy's reach, and a free way back.
    pub(crate) retreat: f64,
}

/// A won or lost battle.
const VERDICT: f64 = 1000.0;

impl Weights {
    /// What a commander looks at.
    pub(crate) fn of(level: Level, style: Style) -> Weights {
        let all = Weights {
            own: 1.0,
            material: 1.0,
            points: 1.0,
            strain: 12.0,
            fire: 1.0,
            steel: 0.6,
            flank: 0.25,
            advance: 0.12,
            support: 0.04,
            command: 0.05,
            retreat: 0.1,
        };
        // A recruit counts heads and goes forward.
        let seen = match level {
            Level::Recruit => {
                Weights { fire: 0.3, steel: 0.0, flank: 0.0, support: 0.0, retreat: 0.0, strain: 0.0, ..all }
            }
            Level::Captain | Level::General => all,
        };
        match style {
            Style::Historical => seen,
            Style::Cautious => Weights { own: 1.3, advance: seen.advance * 0.7, retreat: seen.retreat * 2.0, ..seen },
            Style::Bold => Weights { own: 0.85, advance: seen.advance * 1.5, steel: seen.steel * 0.8, ..seen },
            Style::Teaching => Weights { steel: seen.steel * 0.5, flank: seen.flank * 0.5, ..seen },
        }
    }
}

/// What a position is worth to a side.
pub(crate) fn value(field: &Field, side: Side, weights: &Weights) -> f64 {
    if let Some(winner) = field.winner {
        return match winner {
            Some(winner) if winner == side => VERDICT,
            Some(_) => -VERDICT,
            None => 0.0,
        } + margin(field, side);
    }
    let enemy = side.enemy();
    half(field, side, weights) * weights.own - half(field, enemy, weights)
        + weights.points * (field.points[side.index()] - field.points[enemy.index()])
        + weights.points * places(field, side)
        + weights.strain * (squared(field.strain[enemy.index()]) - squared(field.strain[side.index()]))
}

fn margin(field: &Field, side: Side) -> f64 {
    field.points[side.index()] - field.points[side.enemy().index()]
}

fn squared(number: f64) -> f64 {
    number * number
}

/// Places held or within grasp.
fn places(field: &Field, side: Side) -> f64 {
    let mut sum = 0.0;
    for goal in &field.goals {
        let near = |side: Side| {
            let holds = |body: &&Body| {
                body.holds && body.order > 0.3 && body.at.distance(goal.at) <= goal.reach + body.half.min(1.5)
            };
            field.of(side).any(|body| holds(&body))
        };
        let holder = match (near(side), near(side.enemy())) {
            (true, false) => Some(side),
            (false, true) => Some(side.enemy()),
            _ => goal.holder,
        };
        // Held now counts for less while there is time to change it.
        let sure = 0.5 + 0.5 * (1.0 - field.left);
        sum += match holder.filter(|holder| goal.only.is_none_or(|only| only == *holder)) {
            Some(holder) if holder == side => goal.worth * sure,
            Some(_) => -goal.worth * sure,
            None => 0.0,
        };
    }
    sum
}

/// One army's troops and how they stand.
fn half(field: &Field, side: Side, weights: &Weights) -> f64 {
    let attacks = field.attacker == side;
    let mut sum = 0.0;
    for body in field.of(side) {
        sum += weights.material * body.worth * (0.5 + 0.5 * body.order);
        sum += weights.fire * best_fire(field, body);
        sum += around(field, body, weights);
        sum += weights.advance * body.worth * aim(field, body, attacks);
        if weights.command > 0.0 {
            let led = |leader: &crate::Leader| {
                leader.side == side
                    && leader.command == body.command
                    && leader.at.distance(body.at) <= leader.reach + 1.0
            };
            if field.leaders.iter().any(led) {
                sum += weights.command * body.worth;
            }
        }
    }
    sum
}

/// The best fire that a body could give now.
fn best_fire(field: &Field, body: &Body) -> f64 {
    if body.fire == 0.0 {
        return 0.0;
    }
    let mut best = 0.0_f64;
    for target in field.of(body.side.enemy()) {
        if body.at.distance(target.at) > body.long + body.half + target.half {
            continue;
        }
        let gap = body.gap(target);
        if gap > body.long || body.looks_at(target.at) < 0.6 {
            continue;
        }
        let band = if gap <= body.close { 1.0 } else { 0.45 };
        let flank = if target.has_flanks && target.looks_at(body.at) < 0.0 { 1.5 } else { 1.0 };
        best = best.max(body.fire * body.order * band * flank * (1.0 - target.cover) * quality(target));
    }
    best
}

/// Good troops are worth shooting at.
fn quality(target: &Body) -> f64 {
    if target.order < 0.3 { 0.6 } else { 1.0 }
}

/// Who stands around a body: friends that support it, enemies that can charge it or have turned it.
fn around(field: &Field, body: &Body, weights: &Weights) -> f64 {
    let mut sum = 0.0;
    let mut friends: u8 = 0;
    let mut threat = 0.0_f64;
    let mut turned = false;
    let mut nearest = f64::MAX;
    for other in &field.bodies {
        if other.unit == body.unit {
            continue;
        }
        let away = body.at.distance(other.at);
        if other.side == body.side {
            if away <= 5.0 + body.half + other.half && other.order > 0.5 {
                friends += 1;
            }
            continue;
        }
        if away > field.stride * 1.5 + body.half + other.half {
            continue;
        }
        let gap = other.gap(body);
        nearest = nearest.min(gap);
        let behind = body.has_flanks && body.looks_at(other.at) < 0.0;
        turned |= behind && gap <= 6.0 && other.order > 0.5;
        if other.arm != Arm::Guns && gap <= field.stride && other.looks_at(body.at) > 0.5 {
            let force = other.worth * other.steel * other.order * if behind { 1.5 } else { 1.0 };
            let stand = body.worth * body.steel * body.order * (1.0 + body.cover) + 0.5;
            threat = threat.max((force / stand - 1.0).clamp(0.0, 1.0));
        }
    }
    sum -= weights.steel * 0.3 * body.worth * threat;
    if turned {
        sum -= weights.flank * body.worth;
    }
    sum += weights.support * body.worth * f64::from(friends.min(2));
    if body.order < 0.8 && nearest < field.stride {
        sum -= weights.retreat * body.worth * (1.0 - nearest / field.stride);
    }
    sum
}

/// How far a body is on its way, in strides from 0 (there) down.
fn aim(field: &Field, body: &Body, attacks: bool) -> f64 {
    if body.order < 0.5 {
        return 0.0;
    }
    let to_enemy = || {
        let stand_off = if body.arm == Arm::Horse { 4.0 } else { body.close * 0.8 };
        let gaps = field.of(body.side.enemy()).map(|enemy| body.at.distance(enemy.at) - body.half.min(1.0));
        let nearest = gaps.fold(f64::MAX, f64::min);
        if nearest == f64::MAX { 0.0 } else { (nearest - stand_off).max(0.0) }
    };
    let to_goal = |wanted: bool| {
        let open = field.goals.iter().filter(|goal| (goal.holder == Some(body.side)) != wanted);
        let open = open.filter(|goal| goal.only.is_none_or(|only| only == body.side));
        let ways = open.map(|goal| (body.at.distance(goal.at) - goal.reach * 0.5).max(0.0));
        ways.fold(f64::MAX, f64::min)
    };
    let strides = if attacks {
        let goal = to_goal(true);
        let enemy = to_enemy();
        if goal == f64::MAX { enemy } else { 0.5 * enemy + 0.5 * goal }
    } else {
        let own = to_goal(false);
        let own = if own == f64::MAX { 0.0 } else { own };
        // A defender looks at the enemy and stays.
        0.6 * own + 0.15 * to_enemy()
    };
    let facing = 0.15 * (1.0 - looks(field, body));
    -(strides / field.stride) - facing
}

/// Whether it faces the nearest enemy.
fn looks(field: &Field, body: &Body) -> f64 {
    let near = |enemy: &&Body| body.at.distance(enemy.at);
    let nearest = field.of(body.side.enemy()).min_by(|a, b| near(a).total_cmp(&near(b)));
    nearest.map_or(1.0, |enemy| body.looks_at(enemy.at))
}
