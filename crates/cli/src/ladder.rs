//! `firelock ladder`.

use std::sync::Mutex;
use std::time::Instant;

use firelock_ai::{Brief, Contest, Fought, NoEnd};
use firelock_core::{Overlay, Side};
use firelock_game::System;
use firelock_lab::Interval;
use serde_json::json;

use crate::contest::Ladder;
use crate::fight::staff_of;
use crate::records::{start_failure, title};
use crate::report::{Failure, Found, columns};
use crate::shelf;
use crate::watch::{cores, side_by_side};

/// The most decisions of a battle.
const LIMIT: u64 = 50_000;

/// Wins, draws and losses of the first commander.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
}

/// Measures one commander against another: battle after battle, the sides swapped with every one, each pair with the same dice.
pub(crate) fn ladder(systems: &[System], args: &Ladder) -> Result<Found, Failure> {
    let system = shelf::system(systems, &args.system)?;
    let file = shelf::battle(&args.battle)?;
    let arena = (staff_of(system)?.arena)(&file, Overlay::default()).map_err(start_failure)?;
    let briefs =
        [args.red, args.blue].map(|brief| Brief { iterations: args.iterations.unwrap_or(brief.iterations), ..brief });
    let fought: Mutex<Vec<(usize, Result<Fought, NoEnd>)>> = Mutex::new(Vec::new());
    let began = Instant::now();
    side_by_side(args.threads.unwrap_or_else(cores), args.games, &|game| {
        let swapped = game % 2 == 1;
        let [first, second] = briefs;
        let briefs = if swapped { [second, first] } else { [first, second] };
        let contest = Contest { briefs, seed: args.seed + game as u64 / 2, limit: LIMIT, stray: [0; 2] };
        let result = arena.fight(&contest, &());
        fought.lock().expect("no battle panics").push((game, result));
    });
    let seconds = began.elapsed().as_secs_f64();
    let mut fought = fought.into_inner().expect("no battle panics");
    fought.sort_by_key(|(game, _)| *game);
    let mut tallies = [Tally::default(); 2];
    let mut decisions = 0;
    let mut faults = Vec::new();
    for (game, result) in &fought {
        match result {
            Ok(fought) => {
                decisions += fought.decisions;
                tallies[game % 2].count(fought, if game % 2 == 0 { Side::Red } else { Side::Blue });
            }
            Err(fault) => faults.push(format!("battle {game}: {fault}")),
        }
    }
    let all = tallies[0].and(tallies[1]);
    let row = |name: &str, tally: &Tally| {
        let Interval { at, low, high } = tally.share();
        [name.to_owned(), tally.wins.to_string(), tally.draws.to_string(), tally.losses.to_string()]
            .into_iter()
            .chain([percent(at), format!("{} to {}", percent(low), percent(high))])
            .collect::<Vec<_>>()
    };
    let head = ["", "won", "drawn", "lost", "share won", "95 % interval"].map(str::to_owned).to_vec();
    let rows = [head, row("as red", &tallies[0]), row("as blue", &tallies[1]), row("all", &all)];
    let each = decisions as f64 / fought.len().max(1) as f64;
    let mut text = format!("{}, {}: {} against {}\n\n", title(&file), system.title, briefs[0], briefs[1]);
    text += &columns(&rows);
    let n = fought.len();
    text +=
        &format!("\n{n} battles, {} not ended by the rules, {each:.0} decisions each, {seconds:.1} s\n", faults.len());
    faults.iter().for_each(|fault| text += &format!("{fault}\n"));
    let part = |tally: &Tally| {
        let Interval { low, high, .. } = tally.share();
        json!({ "won": tally.wins, "drawn": tally.draws, "lost": tally.losses, "low": low, "high": high })
    };
    let json = json!({
        "battle": file.name, "system": system.name, "first": briefs[0].to_string(), "second": briefs[1].to_string(),
        "seed": args.seed, "games": n, "as_red": part(&tallies[0]), "as_blue": part(&tallies[1]), "all": part(&all),
        "decisions": decisions, "seconds": seconds, "faults": faults,
    });
    let code = u8::from(!faults.is_empty());
    Ok(Found { code, ..Found::new(text, json) })
}

impl Tally {
    fn count(&mut self, fought: &Fought, own: Side) {
        match fought.verdict.winner {
            Some(side) if side == own => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    fn and(self, other: Tally) -> Tally {
        let (wins, draws) = (self.wins + other.wins, self.draws + other.draws);
        Tally { wins, draws, losses: self.losses + other.losses }
    }

    /// The share that was won.
    fn share(&self) -> Interval {
        Interval::share(self.wins as usize, (self.wins + self.draws + self.losses) as usize)
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
