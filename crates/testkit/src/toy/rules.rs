use firelock_core::{
    Ask, Decision, Desk, Fitted, Form, Frame, Grain, Halt, Place, Refusal, Rulebook, Side, UnitId, Verdict, Wish,
};
use firelock_table::{Angle, Gap, Length, Pose, gap};

use super::charts::{self, Nerve, Volley};
use super::event::Event;
use super::state::{Answer, Asked, Command, Posture, State, Work, ground};
use super::{Toy, inches};

/// A printed length of the rulebook.
fn length(book: &Rulebook, number: &firelock_core::Number) -> Length {
    Length::inch_hundredths(book.number(number))
}

/// Who is asked what.
pub(super) fn decision(state: &State) -> Decision<Command> {
    let Some(asked) = state.asked() else { return Decision::over() };
    let ask = |side, clause, prompt, form, listed| Ask { side, clause, prompt, form, listed, end: None, sealed: false };
    let end = Some(Ok(Command::Done));
    match asked {
        Asked::Posture => {
            let open = Side::BOTH.into_iter().filter(|side| state.postures[side.index()] == Answer::Open);
            let listed = || [Posture::Press, Posture::Hold].map(Command::Choose).into();
            let sealed =
                |side| Ask { sealed: true, ..ask(side, charts::SEQ_01, "press or hold", Form::Choose, listed()) };
            Decision { asks: open.map(sealed).collect() }
        }
        Asked::Move(side, _) => {
            Decision::one(Ask { end, ..ask(*side, charts::MOV_01, "move", Form::Orders, Vec::new()) })
        }
        Asked::Shoot(side, left) => {
            Decision::one(Ask { end, ..ask(*side, charts::FIR_01, "shoot", Form::Choose, shots(state, left)) })
        }
        Asked::Again { unit, .. } => {
            let listed = vec![Command::Keep, Command::RollAgain];
            Decision::one(ask(owner(state, *unit), charts::FIR_03, "roll the misses again", Form::Dice, listed))
        }
        Asked::Shaken(unit) => {
            let side = owner(state, *unit);
            let mut listed = vec![Command::FallBack, Command::StandFast];
            listed.retain(|command| check(state, side, command).is_ok());
            Decision::one(ask(side, charts::NRV_02, "fall back or stand", Form::Choose, listed))
        }
    }
}

fn owner(state: &State, unit: UnitId) -> Side {
    state.units.get(unit.index()).map_or(Side::Red, |unit| unit.side)
}

/// Every shot that is open to these companies.
fn shots(state: &State, left: &[UnitId]) -> Vec<Command> {
    let mut shots = Vec::new();
    for &unit in left {
        let Some(shooter) = state.unit(unit) else { continue };
        for (target, _) in state.alive().filter(|(_, other)| other.side != shooter.side) {
            if aim(state, unit, target).is_ok() {
                shots.push(Command::Shoot { unit, target });
            }
        }
    }
    shots
}

/// A sample of legal commands.
pub(super) fn candidates(state: &State, side: Side, grain: Grain, into: &mut Vec<Command>) {
    let decision = decision(state);
    let Some(ask) = decision.ask(side) else { return };
    into.extend(ask.listed.iter().cloned());
    if let Some(Asked::Move(_, left)) = state.asked() {
        let parts = match grain {
            Grain::Coarse => 1,
            Grain::Middle => 2,
            Grain::Fine => 6,
        };
        let (rate, most) = (rate(state, side), most_turn(state));
        for &unit in left {
            for part in 1..=parts {
                let turn = Angle::steps(most.get() * part / parts);
                let acts = [
                    Command::Ahead { unit, by: rate.scaled(part, parts) },
                    Command::Wheel { unit, turn },
                    Command::Wheel { unit, turn: -turn },
                ];
                into.extend(acts.into_iter().filter(|act| check(state, side, act).is_ok()));
            }
        }
    }
    if let Some(Ok(end)) = &ask.end {
        into.push(end.clone());
    }
}

fn rate(state: &State, side: Side) -> Length {
    let holding = state.is_holding(side);
    length(&state.muster.book, if holding { &charts::HOLD_RATE } else { &charts::PRESS_RATE })
}

fn most_turn(state: &State) -> Angle {
    Angle::degrees(state.muster.book.number(&charts::WHEEL))
}

/// Judges a command.
pub(super) fn check(state: &State, side: Side, command: &Command) -> Result<(), Refusal> {
    let now = |clause, is_asked: bool| match is_asked {
        true => Ok(()),
        false => Err(Refusal::new(clause, format!("{side} is not asked that now"))),
    };
    let asked = state.asked();
    match *command {
        Command::Choose(_) => {
            let open = state.postures[side.index()] == Answer::Open;
            now(charts::SEQ_01, asked == Some(&Asked::Posture) && open)
        }
        Command::Ahead { unit, .. } | Command::Wheel { unit, .. } => {
            now(charts::SEQ_02, matches!(asked, Some(Asked::Move(own, left)) if *own == side && left.contains(&unit)))?;
            moved(state, command).map(|_| ())
        }
        Command::Shoot { unit, target } => {
            now(
                charts::SEQ_02,
                matches!(asked, Some(Asked::Shoot(own, left)) if *own == side && left.contains(&unit)),
            )?;
            aim(state, unit, target).map(|_| ())
        }
        Command::Keep | Command::RollAgain => {
            now(charts::FIR_03, matches!(asked, Some(Asked::Again { unit, .. }) if owner(state, *unit) == side))
        }
        Command::FallBack | Command::StandFast => match asked {
            Some(Asked::Shaken(unit)) if owner(state, *unit) == side => match command {
                Command::FallBack => fallen_back(state, *unit).map(|_| ()),
                _ => Ok(()),
            },
            _ => now(charts::NRV_02, false),
        },
        Command::Done => {
            now(charts::SEQ_02, matches!(asked, Some(Asked::Move(own, _) | Asked::Shoot(own, _)) if *own == side))
        }
    }
}

/// Where a move ends.
fn moved(state: &State, command: &Command) -> Result<(UnitId, Pose), Refusal> {
    let absent = |unit| Refusal::new(charts::MOV_01, "no such company is on the table").at(Place::Unit(unit));
    let (unit, to) = match *command {
        Command::Ahead { unit, by } => {
            let own = state.unit(unit).ok_or_else(|| absent(unit))?;
            let rate = rate(state, own.side);
            if by <= Length::ZERO || by > rate {
                return Err(Refusal::new(charts::MOV_01, format!("a move is more than 0 and at most {rate}"))
                    .at(Place::Unit(unit)));
            }
            (unit, own.pose.ahead(by))
        }
        Command::Wheel { unit, turn } => {
            let own = state.unit(unit).ok_or_else(|| absent(unit))?;
            let most = most_turn(state);
            if turn == Angle::ZERO || turn < -most || turn > most {
                return Err(Refusal::new(charts::MOV_01, format!("a wheel turns at most {most}")).at(Place::Unit(unit)));
            }
            let [left, right, ..] = ground(own.pose).corners;
            (unit, own.pose.about(if turn > Angle::ZERO { right } else { left }, turn))
        }
        _ => return Err(Refusal::new(charts::MOV_01, "that is no move")),
    };
    match state.has_room(unit, to) {
        true => Ok((unit, to)),
        false => Err(Refusal::new(charts::MOV_02, "there is no room").at(Place::At(to.at))),
    }
}

/// The distance of a shot that may be taken.
fn aim(state: &State, unit: UnitId, target: UnitId) -> Result<Gap, Refusal> {
    let (Some(shooter), Some(enemy)) = (state.unit(unit), state.unit(target)) else {
        return Err(Refusal::new(charts::FIR_01, "no such company is on the table"));
    };
    if shooter.side == enemy.side {
        return Err(Refusal::new(charts::FIR_01, "that is a friend").at(Place::Unit(target)));
    }
    let (own, other) = (ground(shooter.pose), ground(enemy.pose));
    let apart = gap(&own, &other);
    let range = length(&state.muster.book, &charts::RANGE);
    if !apart.within(range) {
        return Err(Refusal::new(charts::FIR_01, format!("it is farther than {range}")).at(Place::Along(apart.ends())));
    }
    let off = shooter.pose.facing.between(Angle::towards(shooter.pose.at, other.center()));
    if off > Angle::degrees(state.muster.book.number(&charts::ARC)) {
        return Err(Refusal::new(charts::FIR_01, "it is out of arc").at(Place::Along(apart.ends())));
    }
    Ok(apart)
}

/// Where a shaken company falls back to.
fn fallen_back(state: &State, unit: UnitId) -> Result<Pose, Refusal> {
    let Some(own) = state.unit(unit) else { return Err(Refusal::new(charts::NRV_02, "nobody is shaken")) };
    let to = own.pose.ahead(-length(&state.muster.book, &charts::BACK));
    match state.has_room(unit, to) {
        true => Ok(to),
        false => Err(Refusal::new(charts::MOV_02, "there is no room behind").at(Place::At(to.at))),
    }
}

/// The nearest legal move to a wish.
pub(super) fn fit(state: &State, side: Side, wish: &Wish) -> Result<Fitted<Command>, Refusal> {
    let unit = wish.unit;
    let Some(own) = state.unit(unit) else {
        return Err(Refusal::new(charts::MOV_01, "no such company is on the table"));
    };
    let command = match wish.act.as_str() {
        "wheel" => {
            let facing = wish.facing.unwrap_or_else(|| Angle::towards(own.pose.at, wish.at));
            let (turn, most) = ((facing - own.pose.facing).turn(), most_turn(state));
            Command::Wheel { unit, turn: turn.clamp(-most, most) }
        }
        _ => {
            let step = (wish.at - own.pose.at).dot(own.pose.ahead(Length::INCH).at - own.pose.at);
            let by = Length::grid(
                (step / i64::from(Length::INCH.get())).clamp(1, rate(state, own.side).get().into()) as i32
            );
            Command::Ahead { unit, by }
        }
    };
    check(state, side, &command)?;
    let (_, to) = moved(state, &command)?;
    let cost = format!("{} of {}", inches(own.pose.at.distance(to.at).get()), rate(state, own.side));
    let (ghost, path) = (vec![ground(to).corners], vec![own.pose.at, to.at]);
    Ok(Fitted { command, ghost, path, cost, notes: Vec::new(), short: None })
}

/// Carries out a command, and whatever follows from it until the next decision.
pub(super) fn resolve(desk: &mut Desk<'_, Toy>, side: Side, command: &Command) -> Result<(), Halt> {
    match *command {
        Command::Choose(posture) => desk.emit(Event::Chose { side, posture: Some(posture) }),
        Command::Ahead { .. } | Command::Wheel { .. } => {
            let (unit, to) = moved(desk.state(), command)?;
            desk.emit(Event::Moved { unit, to });
        }
        Command::Shoot { unit, target } => shoot(desk, side, unit, target)?,
        Command::Keep | Command::RollAgain => {
            if let Some(&Asked::Again { unit, target, hits, misses }) = desk.state().asked() {
                let second = *command == Command::RollAgain;
                let more = if second { volley(desk, charts::hits_roll(side, misses, hit(desk)))?.0 } else { 0 };
                desk.emit(Event::Volley { unit, target, felled: hits.saturating_add(more), second });
            }
        }
        Command::FallBack | Command::StandFast => {
            if let Some(&Asked::Shaken(unit)) = desk.state().asked() {
                desk.emit(match command {
                    Command::FallBack => Event::FellBack { unit, to: fallen_back(desk.state(), unit)? },
                    _ => Event::StoodFast { unit },
                });
            }
        }
        Command::Done => desk.emit(Event::StepOver),
    }
    go_on(desk)
}

fn shoot(desk: &mut Desk<'_, Toy>, side: Side, unit: UnitId, target: UnitId) -> Result<(), Halt> {
    let state = desk.state();
    let far = !aim(state, unit, target)?.within(length(desk.book(), &charts::CLOSE));
    let figures = state.unit(unit).map_or(0, |unit| unit.figures);
    let ledger = desk.read(&charts::VOLLEY, &Volley { figures, holding: state.is_holding(side), far });
    let n_dice = ledger.total.clamp(0, 60) as u8;
    let roll = charts::hits_roll(side, n_dice, hit(desk)).because(Some(unit), ledger);
    let (hits, misses) = volley(desk, roll)?;
    desk.emit(match misses > 0 && desk.state().second_volley[side.index()] {
        true => Event::VolleyHeld { unit, target, hits, misses },
        false => Event::Volley { unit, target, felled: hits, second: false },
    });
    Ok(())
}

/// The least face that hits.
fn hit(desk: &Desk<'_, Toy>) -> i32 {
    desk.book().number(&charts::HITS)
}

/// Hits and misses of a volley.
fn volley(desk: &mut Desk<'_, Toy>, roll: firelock_core::Roll) -> Result<(u8, u8), Halt> {
    let rolled = desk.roll(roll)?;
    Ok((rolled.count(1).clamp(0, 60) as u8, rolled.count(0).clamp(0, 60) as u8))
}

/// Goes on until somebody must decide.
fn go_on(desk: &mut Desk<'_, Toy>) -> Result<(), Halt> {
    loop {
        let state = desk.state();
        if Side::BOTH.iter().any(|side| state.figures(*side) == 0) {
            desk.emit(Event::Ended);
            return Ok(());
        }
        match state.agenda.top() {
            Some(Frame::Ask(Asked::Posture)) => match state.postures {
                [Answer::Is(red), Answer::Is(blue)] => desk.emit(Event::Shown([red, blue])),
                _ => return Ok(()),
            },
            Some(Frame::Ask(Asked::Move(_, left))) if !left.iter().any(|unit| state.unit(*unit).is_some()) => {
                desk.emit(Event::StepOver);
            }
            Some(Frame::Ask(Asked::Shoot(_, left))) if shots(state, left).is_empty() => desk.emit(Event::StepOver),
            Some(Frame::Ask(_)) | None => return Ok(()),
            Some(Frame::Work(Work::Nerve(next))) => {
                let shaky = state.alive().find(|(id, unit)| id >= next && unit.lost >= 2);
                match shaky.map(|(id, unit)| (id, unit.side)) {
                    Some((unit, side)) => test_nerve(desk, unit, side)?,
                    None => desk.emit(Event::StepOver),
                }
            }
            Some(Frame::Work(Work::TurnEnd)) => {
                let is_last = i32::from(state.turn) >= state.muster.book.number(&charts::TURNS);
                desk.emit(if is_last { Event::Ended } else { Event::TurnBegan });
            }
        }
    }
}

fn test_nerve(desk: &mut Desk<'_, Toy>, unit: UnitId, side: Side) -> Result<(), Halt> {
    let state = desk.state();
    let full = state.muster.companies.get(unit.index()).map_or(0, |company| company.figures);
    let now = state.unit(unit).map_or(0, |unit| unit.figures);
    let nerve = Nerve { holding: state.is_holding(side), below_half: u16::from(now) * 2 < u16::from(full) };
    let ledger = desk.read(&charts::NERVE, &nerve);
    let rolled = desk.roll(charts::nerve_roll(side, Some(unit), ledger))?;
    let held = rolled.value() >= desk.book().number(&charts::NEED);
    desk.emit(Event::Tested { unit, held });
    Ok(())
}

/// How the game ended.
pub(super) fn verdict(state: &State) -> Option<Verdict> {
    if state.agenda.top().is_some() {
        return None;
    }
    let score = Side::BOTH.map(|side| state.figures(side));
    let winner = match score[0].cmp(&score[1]) {
        std::cmp::Ordering::Greater => Some(Side::Red),
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Equal => None,
    };
    let is_gone = score.contains(&0);
    let clause = if is_gone { charts::VIC_01 } else { charts::VIC_02 };
    let words = match winner {
        Some(side) if is_gone => format!("{side} has swept the field"),
        Some(side) => {
            format!("{side} has more figures left, {} to {}", score[side.index()], score[side.enemy().index()])
        }
        None => format!("both sides have {} figures left", score[0]),
    };
    let margin = match (winner, is_gone) {
        (None, _) => "draw",
        (_, true) => "decisive",
        (_, false) => "narrow",
    };
    Some(Verdict { winner, clause, margin, score, words })
}
