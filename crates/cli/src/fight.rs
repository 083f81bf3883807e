//! `firelock fight`.

use std::path::Path;
use std::time::{Duration, Instant};

use firelock_ai::{Advice, Brief, Level, Staff};
use firelock_core::{Overlay, Side};
use firelock_game::{Agreed, AnyGame, DiceSource, Key, Outcome, System};
use serde_json::json;

use crate::contest::Fight;
use crate::records::{start_failure, title};
use crate::report::{Failure, Found};
use crate::shelf;
use crate::watch::{Clock, cores};

/// The most commands of a battle: one that goes on longer is a fault of the rules or of a commander.
const MOST: usize = 50_000;

/// Lets two commanders fight a battle out and tells it as it goes.
pub(crate) fn fight(systems: &[System], args: &Fight, tell: &mut dyn FnMut(&str)) -> Result<Found, Failure> {
    let system = shelf::system(systems, &args.system)?;
    let staff = staff_of(system)?;
    let file = shelf::battle(&args.battle)?;
    let briefs = [brief(&args.red, args), brief(&args.blue, args)];
    let agreed = Agreed {
        overlay: Overlay::default(),
        dice: DiceSource::Open(Key::from_seed(args.seed)),
        players: briefs.map(|brief| brief.to_string()),
    };
    let mut game = (system.start)(&file, agreed).map_err(start_failure)?;
    let names = [&file.battle.sides.red.name, &file.battle.sides.blue.name];
    tell(&format!("{}, {}\n", title(&file), system.title));
    tell(&format!("{} (red): {}; {} (blue): {}\n", names[0], briefs[0], names[1], briefs[1]));
    let mut teller = Teller { place: (0, String::new()), intents: args.intents };
    let mut longest = [Duration::ZERO; 2];
    while game.verdict().is_none() {
        let n = game.record().entries().len();
        if n >= MOST {
            return Err(Failure::bad(format!("the battle is not over after {MOST} commands")).unverified());
        }
        let began = Instant::now();
        let Some((side, advice)) = next(&*game, staff, &briefs, args.time) else {
            return Err(Failure::bad(format!("after {n} commands nobody has an order")).unverified());
        };
        longest[side.index()] = longest[side.index()].max(began.elapsed());
        teller.before(&*game, tell);
        let lines: Vec<String> = match game.submit(side, &advice.command, n) {
            Ok(Outcome::Done(done)) => done.seen[side.index()].told.iter().map(|told| told.words.clone()).collect(),
            Ok(Outcome::NeedRoll(_)) => Vec::new(),
            Err(refused) => {
                return Err(Failure::bad(format!("{side}: {}: {refused}", advice.words)).unverified());
            }
        };
        teller.after(n, side, &advice, &lines, tell);
        game.annotate(advice.note);
    }
    let verdict = game.verdict();
    if let Some(verdict) = &verdict {
        tell(&format!("\n{} ({}, {})\n", verdict.words, verdict.margin, verdict.clause));
    }
    if let Some(path) = &args.record {
        write(path, &game.record().text())?;
        tell(&format!("the record is in {}\n", path.display()));
    }
    let json = json!({
        "battle": file.name, "system": system.name, "seed": args.seed, "players": briefs.map(|brief| brief.to_string()),
        "commands": game.record().entries().len(), "verdict": verdict, "turn": game.view(None).turn,
        "longest_decision_ms": longest.map(|time| time.as_millis() as u64),
        "record": args.record.as_ref().map(|path| path.display().to_string()),
    });
    Ok(Found::new("", json))
}

/// The commanders of a system.
pub(crate) fn staff_of(system: &System) -> Result<&'static Staff, Failure> {
    firelock_ai::staff(system.name).ok_or_else(|| Failure::bad(format!("{:?} has no commanders yet", system.name)))
}

fn brief(brief: &Brief, args: &Fight) -> Brief {
    // With a clock a general thinks until it is over.
    let iterations = match (args.iterations, args.time) {
        (Some(iterations), _) => iterations,
        (None, Some(_)) if brief.level == Level::General => u32::MAX,
        (None, _) => brief.iterations,
    };
    Brief { iterations, seed: args.seed, ..*brief }
}

/// Who gives the next order, and which.
fn next(game: &dyn AnyGame, staff: &Staff, briefs: &[Brief; 2], time: Option<Duration>) -> Option<(Side, Advice)> {
    Side::BOTH.into_iter().find_map(|side| {
        let watch = Clock::start(time, cores());
        Some((side, (staff.advise)(game, side, &briefs[side.index()], &watch)?))
    })
}

/// How a battle is told.
struct Teller {
    place: (u16, String),
    intents: bool,
}

impl Teller {
    /// The turn and the phase, where they change.
    fn before(&mut self, game: &dyn AnyGame, tell: &mut dyn FnMut(&str)) {
        let view = game.view(None);
        if (view.turn, &view.phase) == (self.place.0, &self.place.1) {
            return;
        }
        tell(&format!("\nturn {}, {}\n", view.turn, view.phase));
        self.place = (view.turn, view.phase);
    }

    fn after(&self, n: usize, side: Side, advice: &Advice, lines: &[String], tell: &mut dyn FnMut(&str)) {
        tell(&format!("{n:>4}  {side}: {}\n", advice.words));
        if self.intents {
            tell(&format!("      \"{}\" ({})\n", advice.note.intent, points(advice.note.score)));
            for other in &advice.note.others {
                tell(&format!("        or {} ({})\n", other.words, points(other.score)));
            }
        }
        for line in lines.iter().filter(|line| !line.is_empty()) {
            tell(&format!("      {line}\n"));
        }
    }
}

fn points(score: i32) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::bad(format!("{}: {error}", path.display())))
}
