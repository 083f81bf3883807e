//! The after-action report: losses against history, and luck.

use axum::Json;
use axum::extract::{Path, State};
use firelock_core::{Piece, PieceKind, Roll, Rolled, Side, View};

use crate::library::losses;
use crate::live::{Computer, Live};
use crate::routes::{Shared, games};
use crate::wire::{Against, Luck, NewGame, Problem, Report, Seat, SideReport, UnitReport};

pub(crate) async fn report(State(app): Shared, Path(link): Path<String>) -> Result<Json<Report>, Problem> {
    let (live, seat) = app.open(&link).await?;
    let made = tokio::task::spawn_blocking(move || make(&live, seat)).await;
    made.unwrap_or_else(|error| Err(crate::store::StoreFault::Garbled(error.to_string()).into())).map(Json)
}

fn make(live: &Live, seat: Seat) -> Result<Report, Problem> {
    let eyes = live.eyes(seat, None);
    let (first, now) = (games::earlier(live, 0)?.view(eyes), live.view(eyes));
    let sides = Side::BOTH.map(|side| side_report(live, &first, &now, side));
    let history = live.file.battle.history.as_ref().map(|history| history.result.clone());
    let verdict = live.game.verdict();
    let mut text = format!("{}, {}\n{}\n", live.file.battle.about.name, live.file.battle.about.date, live.system.title);
    let players = &live.game.record().header().players;
    text += &format!("{} ({}) against {} ({})\n\n", sides[0].name, players[0], sides[1].name, players[1]);
    if let Some(verdict) = &verdict {
        text += &format!("{} ({})\n\n", verdict.words, verdict.clause);
    }
    for side in &sides {
        text += &format!("{}: {} of {} left", side.name, side.strength[1], side.strength[0]);
        text += &format!("; {}\n", side.luck.words);
        for unit in &side.units {
            let gone = if unit.present { "" } else { ", no longer on the table" };
            text += &format!("  {}: {} of {}{gone}\n", unit.name, unit.strength[1], unit.strength[0]);
        }
        if !side.history.is_empty() {
            text += &format!("  in history: {}\n", side.history.join("; "));
        }
    }
    let recalls = live.recalls;
    if recalls > 0 {
        let times = if recalls == 1 { "once".to_owned() } else { format!("{recalls} times") };
        text += &format!("\nTaken back after dice or the other side had spoken: {times}\n");
    }
    if let Some(history) = &history {
        text += &format!("\nIn history: {history}\n");
    }
    text += "\n";
    for entry in live.entries(0, seat) {
        let phrase = if entry.phrase.is_empty() { "decides in secret" } else { &entry.phrase };
        text += &format!("{:>4}  {}: {phrase}\n", entry.n + 1, sides[entry.side.index()].name);
        entry.told.iter().for_each(|telling| text += &format!("      {}\n", telling.words));
    }
    Ok(Report { verdict, sides, history, recalls, text, again: again(live, seat) })
}

/// The same battle by the same rules, dice and opponent, for the other side.
fn again(live: &Live, seat: Seat) -> NewGame {
    let header = live.game.record().header();
    let computer = live.setup.computer.as_ref();
    let side = match seat {
        Seat::Red => Side::Red,
        Seat::Blue => Side::Blue,
        Seat::Both | Seat::Spectator => computer.map_or(Side::Red, |computer| computer.side.enemy()),
    };
    let opponent = match computer {
        Some(Computer { id, style, .. }) => Against::Computer { id: Some(id.clone()), style: style.clone() },
        None if live.setup.friend.is_some() => Against::Friend,
        None => Against::Screen,
    };
    NewGame {
        battle: live.file.battle.about.id.to_string(),
        system: Some(live.system.name.to_owned()),
        side: Some(side.enemy()),
        opponent,
        dice: live.dice_wish().0,
        switches: header.overlay.switches.clone(),
        cells: header.overlay.cells.clone(),
        name: (seat == live.setup.host).then(|| header.players[side.index()].clone()),
    }
}

fn side_report(live: &Live, first: &View, now: &View, side: Side) -> SideReport {
    let troops = |piece: &&Piece| piece.side == side && !matches!(piece.kind, PieceKind::Leader | PieceKind::Marker);
    let mut strength = [0, 0];
    let mut units = Vec::new();
    for piece in first.pieces.iter().filter(troops) {
        let present = now.pieces.iter().find(|other| other.id == piece.id && other.side == side);
        let left = present.map_or(0, |piece| piece.badge.now);
        let full = piece.badge.full.max(piece.badge.now);
        strength[0] += u32::from(full);
        strength[1] += u32::from(left);
        if left < full || present.is_none() {
            units.push(UnitReport { name: piece.name.clone(), strength: [full, left], present: present.is_some() });
        }
    }
    let name = live.file.battle.side(side).name.clone();
    SideReport { side, name, strength, units, history: losses(&live.file, side), luck: luck(live, side) }
}

/// The dice of a side, expected against rolled.
fn luck(live: &Live, side: Side) -> Luck {
    let mut sums = Sums::default();
    let cards =
        live.log.iter().flat_map(|logged| logged.seen[2].told.iter()).filter_map(|telling| telling.card.as_ref());
    cards.for_each(|card| sums.add(&card.roll, &card.rolled, side));
    sums.luck()
}

#[derive(Default)]
struct Sums {
    dice: u32,
    /// Twice the expected sum, and twelve times the variance: whole numbers for every die.
    twice: i64,
    variance12: i64,
    rolled: i64,
}

impl Sums {
    /// Adds the dice of a side. Where dice were rolled again the lots cannot be told apart by their count, so such a roll is left out.
    fn add(&mut self, roll: &Roll, rolled: &Rolled, side: Side) {
        let counts = roll.lots.iter().map(|lot| usize::from(lot.trials) * usize::from(lot.dice));
        if counts.clone().sum::<usize>() != rolled.faces.len() {
            return;
        }
        let mut faces = rolled.faces.as_slice();
        for (lot, count) in roll.lots.iter().zip(counts) {
            let (own, rest) = faces.split_at(count);
            faces = rest;
            if lot.side == side {
                let (least, most) = lot.die.faces();
                let sides = i64::from(lot.die.sides());
                self.dice += count as u32;
                self.twice += count as i64 * i64::from(least + most);
                self.variance12 += count as i64 * (sides * sides - 1);
                self.rolled += own.iter().map(|face| i64::from(*face)).sum::<i64>();
            }
        }
    }

    fn luck(&self) -> Luck {
        let expected = self.twice as f64 / 2.0;
        let spread = (self.variance12 as f64 / 12.0).sqrt();
        let deviations = if self.dice == 0 { 0.0 } else { (self.rolled as f64 - expected) / spread };
        let how = match deviations {
            off if off.abs() < 0.5 => "about as expected",
            off if off.abs() < 1.5 && off > 0.0 => "a little above",
            off if off > 0.0 => "well above",
            off if off > -1.5 => "a little below",
            _ => "well below",
        };
        let words = match self.dice {
            0 => "no dice rolled".to_owned(),
            dice => format!("{dice} dice, {} pips rolled, {expected:.1} expected: {how}", self.rolled),
        };
        Luck { dice: self.dice, expected, rolled: self.rolled, deviations, words }
    }
}

#[cfg(test)]
mod tests {
    use firelock_core::{Clause, Die, Lot, Read};

    use super::*;

    #[test]
    fn dice_are_counted_for_the_side_that_rolled_them() {
        let lots = [Lot::of(Side::Red, 2, Die::D(6)), Lot::of(Side::Blue, 1, Die::D(10))];
        let roll = Roll::new(Clause::new("XX-MEL-01"), "melee", Read::Tally, lots);
        let rolled = Rolled { faces: vec![6, 6, 1], ..Rolled::default() };
        let luck = |side| {
            let mut sums = Sums::default();
            sums.add(&roll, &rolled, side);
            sums.luck()
        };
        assert_eq!(luck(Side::Red).words, "2 dice, 12 pips rolled, 7.0 expected: well above");
        assert_eq!(luck(Side::Blue).words, "1 dice, 1 pips rolled, 5.5 expected: well below");
    }
}
