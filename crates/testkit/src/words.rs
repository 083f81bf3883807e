//! Rolls, events and positions as text.

use std::fmt::Write as _;

use firelock_core::{
    Ledger, Lot, Measure, Piece, Place, Quantity, Read, Refusal, Roll, Rolled, RuleSystem, Taken, UnitId, View,
};
use firelock_table::{Length, Point, Segment};

/// A refusal and what of the table decided it, for lists of refusals.
pub fn refusal_words(refusal: &Refusal, name: impl Fn(UnitId) -> String) -> String {
    let place = match refusal.place {
        Some(Place::Unit(unit)) => name(unit),
        Some(Place::At(_)) => "a place".to_owned(),
        Some(Place::Along(_)) => "a line".to_owned(),
        None => "nowhere".to_owned(),
    };
    format!("{refusal}, at {place}")
}

/// The table as text: a line for each piece with its place (the middle of its front), facing, formation and strength,
/// then what stands in places, then the counters.
pub fn picture(view: &View) -> String {
    let mut text = format!("turn {}", view.turn);
    if let Some(turns) = view.turns {
        let _ = write!(text, " of {turns}");
    }
    if !view.phase.is_empty() {
        let _ = write!(text, ", {}", view.phase);
    }
    text.push('\n');
    let wide = |of: fn(&Piece) -> &str| view.pieces.iter().map(|piece| of(piece).chars().count()).max().unwrap_or(0);
    let (name, formation) = (wide(|piece| &piece.name), wide(|piece| &piece.formation));
    for piece in &view.pieces {
        let line = format!(
            "{:4} {:3} {:name$} {:formation$} {} facing {} {}",
            piece.side.to_string(),
            piece.id.to_string(),
            piece.name,
            piece.formation,
            place(view.measure, front(piece)),
            piece.facing,
            state(piece),
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    for place in &view.places {
        let units: Vec<String> = place.units.iter().map(|unit| name_in(view, *unit)).collect();
        let _ = writeln!(text, "in {}: {}", place.name, units.join(", "));
    }
    for track in &view.tracks {
        let side = track.side.map_or("game".into(), |side| side.to_string());
        let of = track.of.map_or(String::new(), |of| format!(" of {of}"));
        let _ = writeln!(text, "{side} {}: {}{of}", track.name, track.now);
    }
    if let Some(words) = &view.over {
        let _ = writeln!(text, "over: {words}");
    }
    text
}

/// Strength, state and markers.
fn state(piece: &Piece) -> String {
    let mut words = Vec::new();
    if piece.badge.full > 0 {
        words.push(format!("{}/{}", piece.badge.now, piece.badge.full));
    }
    words.extend([&piece.badge.quality, &piece.badge.state].into_iter().filter(|word| !word.is_empty()).cloned());
    words.extend(piece.marks.iter().map(|mark| format!("[{}]", mark.word)));
    words.join(" ")
}

/// The middle of the front edge; of the first base, or the first corner, where there is no front.
fn front(piece: &Piece) -> Point {
    let base = piece.bases.first().map(|corners| Segment::new(corners[0], corners[1]));
    let front = piece.front.or(base).map(Segment::middle);
    front.or_else(|| piece.outline.first().copied()).unwrap_or_default()
}

/// A place: `12,10.5`.
fn place(measure: Measure, at: Point) -> String {
    format!("{},{}", measure.number(Length::grid(at.x)), measure.number(Length::grid(at.y)))
}

fn name_in(view: &View, unit: UnitId) -> String {
    view.pieces.iter().find(|piece| piece.id == unit).map_or_else(|| unit.to_string(), |piece| piece.name.clone())
}

/// A roll as it was made: `maneuver d10 2: -1 provisional, +2 fresh, (+1 column) = 3`; one line per ledger where there are
/// several. What does not apply stands in brackets.
pub fn roll_words(roll: &Roll, rolled: &Rolled, name: &dyn Fn(UnitId) -> String) -> String {
    let faces: Vec<String> = rolled.faces.iter().map(i16::to_string).collect();
    let dice = if roll.whys.is_empty() { roll.in_words() } else { dice(roll) };
    let head = format!("{} {dice} {}", roll.label, faces.join(" "));
    match roll.whys.as_slice() {
        [] => format!("{head}{}", answer(roll, rolled)),
        [(_, ledger)] => format!("{head}: {}", reason(roll, rolled, ledger)),
        several => {
            let mut text = format!("{head}{}", answer(roll, rolled));
            for (unit, ledger) in several {
                let who = unit.map_or("table".into(), name);
                let _ = write!(text, "\n  {who}: {}", reason(roll, rolled, ledger));
            }
            text
        }
    }
}

/// The dice without what is added: the ledger says that.
fn dice(roll: &Roll) -> String {
    let lot = |lot: &Lot| match u16::from(lot.trials) * u16::from(lot.dice) {
        1 => lot.die.to_string(),
        n => format!("{n} {}", lot.die),
    };
    let joint = if matches!(roll.read, Read::Versus { .. }) { " against " } else { ", " };
    roll.lots.iter().map(lot).collect::<Vec<_>>().join(joint)
}

/// A ledger and what it came to: a score is added to the faces of a sum; any other total stands before the answer.
fn reason(roll: &Roll, rolled: &Rolled, ledger: &Ledger) -> String {
    let is_score = roll.read == Read::Sum && ledger.quantity == Quantity::Score;
    if !is_score {
        let alone = roll.whys.len() == 1;
        return format!("{ledger}{}", if alone { answer(roll, rolled) } else { String::new() });
    }
    let added = roll.lots.first().map_or(0, |lot| i32::from(lot.plus));
    let sum = Ledger { total: rolled.value() - added + ledger.total, ..ledger.clone() };
    sum.to_string()
}

/// What the dice came to, as the roll is read; a sum of one die says nothing new.
fn answer(roll: &Roll, rolled: &Rolled) -> String {
    let numbers: Vec<String> = rolled.answer.iter().map(i16::to_string).collect();
    let numbers = numbers.join(", ");
    match roll.read {
        Read::Sum if rolled.faces.len() == 1 && rolled.answer[..] == rolled.faces[..] => String::new(),
        Read::Sum => format!(" -> {numbers}"),
        Read::Faces => String::new(),
        Read::Tally => format!(" -> {numbers} by band"),
        Read::Versus { .. } => format!(" -> {numbers} apart"),
        Read::Land => format!(" -> class {numbers}"),
    }
}

/// A record in words, a line or more for each roll and a line for each event; the state goes along.
pub fn record_words<S: RuleSystem>(state: &mut S::State, taken: &[Taken<S::Event>]) -> String {
    let mut text = String::new();
    for taken in taken {
        match taken {
            Taken::Roll(rolled) => {
                let name = |unit| name_in(&S::view(state, None), unit);
                let _ = writeln!(text, "{}", roll_words(&rolled.0, &rolled.1, &name));
            }
            Taken::Event(event) => {
                let _ = writeln!(text, "{}", S::tell(state, event));
                S::fold(state, event);
            }
        }
    }
    text
}
