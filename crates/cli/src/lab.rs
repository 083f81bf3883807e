//! `firelock lab` and `firelock compare`: many games on all cores, each kept as soon as it is finished.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Seek as _, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::{fs, thread};

use clap::Args;
use firelock_ai::{Brief, STAFF};
use firelock_lab::{Bench, Cell, Gauge, Outcome, Plan, Report, Trial, TrialFault, Vary, csv, html, text};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::report::{Failure, Found};
use crate::shelf;

/// A battle to be fought many times by one system or several.
#[derive(Clone, Debug, Args)]
pub struct Lab {
    /// A battle by name, or a battle file.
    pub battle: String,
    /// The system's name.
    #[arg(long)]
    pub system: Option<String>,
    /// What takes several values: rule:ADDRESS=1,2, switch:NAME=off,on, system=a,b, present.ID=yes,no, or a fact of the battle
    /// file such as battle.turns=8,10 or unit.ID.training=trained,veteran. May be given several times.
    #[arg(long, value_name = "KEY=A,B")]
    pub vary: Vec<Vary>,
    /// House rules: a TOML or JSON file of cells, groups and switches.
    #[arg(long, value_name = "FILE")]
    pub overlay: Option<PathBuf>,
    /// How the games are played.
    #[command(flatten)]
    pub trials: Trials,
}

/// A battle to be fought many times under every rulebook.
#[derive(Clone, Debug, Args)]
pub struct Compare {
    /// A battle by name, or a battle file.
    pub battle: String,
    /// How the games are played.
    #[command(flatten)]
    pub trials: Trials,
}

/// How the games of a laboratory are played and told.
#[derive(Clone, Debug, Args)]
pub struct Trials {
    /// Games for each combination.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// The seed of the first game; the others follow.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The first commander, who begins with red: recruit, captain or general, with a style after a colon if wanted.
    #[arg(long, default_value = "captain")]
    pub red: Brief,
    /// The second commander. Unlike commanders change sides from game to game.
    #[arg(long, default_value = "captain")]
    pub blue: Brief,
    /// Playouts of a general for each decision.
    #[arg(long)]
    pub iterations: Option<u32>,
    /// A file in which finished games are kept; the same command goes on where it stopped.
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
    /// How many games are played side by side; left out, as many as there are cores.
    #[arg(long)]
    pub threads: Option<NonZero<usize>>,
    /// Also measure each commander on this battle by so many games against a recruit (a recruit against a captain), sides changed.
    #[arg(long, value_name = "GAMES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub gauge: u32,
    /// Write the report as CSV.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the report as one page with plots.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// Set when the user has asked to stop.
static STOP: AtomicBool = AtomicBool::new(false);

pub(crate) fn lab(asked: &Lab) -> Result<Found, Failure> {
    let overlay = asked.overlay.as_deref().map(shelf::any_overlay).transpose()?.unwrap_or_default();
    let varies_system = asked.vary.iter().any(|vary| vary.key == "system");
    let systems = match &asked.system {
        Some(system) => vec![system.clone()],
        None if varies_system => Vec::new(),
        None => return Err(Failure::bad("which system? name it with --system, or vary it: --vary system=a,b")),
    };
    let plan = Plan { systems, overlay, vary: asked.vary.clone(), ..plan(&asked.battle, &asked.trials)? };
    experiment(&plan, &asked.trials)
}

pub(crate) fn compare(asked: &Compare) -> Result<Found, Failure> {
    let mut plan = plan(&asked.battle, &asked.trials)?;
    let mut left_out = Vec::new();
    for staff in STAFF {
        let cell = Cell { system: staff.system.to_owned(), changes: Vec::new() };
        match Bench::new(&plan, 0, &cell) {
            Ok(_) => plan.systems.push(cell.system),
            Err(fault) => left_out.push(fault.to_string()),
        }
    }
    if plan.systems.is_empty() {
        return Err(Failure::bad(left_out.join("\n")));
    }
    let mut found = experiment(&plan, &asked.trials)?;
    for fault in &left_out {
        found.text += &format!("\nnot played: {fault}\n");
    }
    found.json["left_out"] = json!(left_out);
    Ok(found)
}

/// The plan that the common options make.
fn plan(battle: &str, trials: &Trials) -> Result<Plan, Failure> {
    let (file, battle) = shelf::battle_text(battle)?;
    let brief = |brief: Brief| Brief { iterations: trials.iterations.unwrap_or(brief.iterations), ..brief };
    Ok(Plan {
        file,
        battle,
        systems: Vec::new(),
        overlay: Default::default(),
        commanders: [brief(trials.red), brief(trials.blue)],
        games: trials.games,
        seed: trials.seed,
        vary: Vec::new(),
    })
}

/// Plays what is not played yet, and reports.
fn experiment(plan: &Plan, trials: &Trials) -> Result<Found, Failure> {
    let cells = plan.cells().map_err(Failure::bad)?;
    let ready = |(number, cell): (usize, &Cell)| Bench::new(plan, number, cell).map_err(Failure::bad);
    let benches = cells.iter().enumerate().map(ready).collect::<Result<Vec<Bench>, Failure>>()?;
    let (mut memory, mut outcomes) = match &trials.keep {
        Some(path) => Memory::open(path, plan)?,
        None => (Memory(None), Vec::new()),
    };
    let known: BTreeSet<Trial> = outcomes.iter().map(|outcome| outcome.trial).collect();
    let open: Vec<Trial> = plan.trials(cells.len()).filter(|trial| !known.contains(trial)).collect();
    let fault = play(plan, &benches, &open, trials.threads, known.len(), &mut |outcome| {
        memory.keep(&outcome)?;
        outcomes.push(outcome);
        Ok(())
    })?;
    let battles: Vec<_> = benches.iter().map(Bench::battle).collect();
    let mut report = Report::new(plan, &cells, &battles, &outcomes);
    if trials.gauge > 0 && fault.is_none() && !STOP.load(Ordering::Relaxed) {
        report.gauges = gauges(plan, &cells[0], trials)?;
    }
    write(trials.csv.as_deref(), || csv(&report))?;
    write(trials.html.as_deref(), || html(&report))?;
    let mut words = text(&report);
    if let Some(fault) = &fault {
        words += &format!("\nOne game did not end by its rules, and nothing more was played.\n{fault}\n");
    }
    let json = json!({ "report": report, "fault": fault.as_ref().map(ToString::to_string) });
    Ok(Found { code: u8::from(fault.is_some()), ..Found::new(words, json) })
}

/// Measures the commanders of a plan.
fn gauges(plan: &Plan, cell: &Cell, trials: &Trials) -> Result<Vec<Gauge>, Failure> {
    let mut found = Vec::new();
    for plan in plan.gauges(&cell.system, trials.gauge) {
        let cell = Cell { system: cell.system.clone(), changes: Vec::new() };
        let bench = [Bench::new(&plan, 0, &cell).map_err(Failure::bad)?];
        let (open, mut outcomes) = (plan.trials(1).collect::<Vec<_>>(), Vec::new());
        play(&plan, &bench, &open, trials.threads, 0, &mut |outcome| {
            outcomes.push(outcome);
            Ok(())
        })?;
        found.extend(Gauge::of(&Report::new(&plan, &[cell], &[bench[0].battle()], &outcomes)));
    }
    Ok(found)
}

/// Plays trials on all cores and hands on each outcome as it comes.
fn play(
    plan: &Plan,
    benches: &[Bench],
    open: &[Trial],
    threads: Option<NonZero<usize>>,
    done: usize,
    take: &mut dyn FnMut(Outcome) -> Result<(), Failure>,
) -> Result<Option<TrialFault>, Failure> {
    // A second laboratory in one process shares the handler of the first.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    STOP.store(false, Ordering::Relaxed);
    let bar = ProgressBar::new((done + open.len()) as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos} of {len} games, about {eta} left").expect("a template"));
    bar.set_position(done as u64);
    bar.reset_eta();
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let mut fault: Option<TrialFault> = None;
    let result = thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..threads.min(open.len()) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                while !STOP.load(Ordering::Relaxed) {
                    let Some(trial) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                    if send.send(benches[trial.cell as usize].trial(plan, trial.game, &())).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for outcome in receive {
            match outcome {
                Ok(outcome) => take(outcome)?,
                Err(found) => {
                    STOP.store(true, Ordering::Relaxed);
                    fault.get_or_insert(found);
                }
            }
            bar.inc(1);
        }
        Ok(())
    });
    bar.finish_and_clear();
    result.map(|()| fault)
}

/// The file in which finished games are kept.
struct Memory(Option<File>);

impl Memory {
    /// Opens or begins the file of a plan, and reads what it holds.
    fn open(path: &Path, plan: &Plan) -> Result<(Memory, Vec<Outcome>), Failure> {
        let told = |error: std::io::Error| Failure::bad(format!("{}: {error}", path.display()));
        let head = serde_json::to_string(plan).expect("a plan is plain data");
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(told)?;
        let (mut outcomes, mut whole) = (Vec::new(), 0);
        let mut lines = BufReader::new(&file);
        let mut line = String::new();
        for number in 1.. {
            line.clear();
            // A line without an end was cut off by a kill: it is played again.
            if lines.read_line(&mut line).map_err(told)? == 0 || !line.ends_with('\n') {
                break;
            }
            if number == 1 {
                if line.trim_end() != head {
                    return Err(Failure::bad(format!(
                        "{}:1: the file holds games of another plan; expected this battle, these commanders, games, seed and variations",
                        path.display()
                    )));
                }
            } else {
                let outcome = serde_json::from_str(&line);
                outcomes.push(outcome.map_err(|error| {
                    Failure::bad(format!("{}:{number}: expected the outcome of a game: {error}", path.display()))
                })?);
            }
            whole += line.len() as u64;
        }
        file.set_len(whole).map_err(told)?;
        file.seek(std::io::SeekFrom::End(0)).map_err(told)?;
        if whole == 0 {
            file.write_all(format!("{head}\n").as_bytes()).map_err(told)?;
        }
        Ok((Memory(Some(file)), outcomes))
    }

    fn keep(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        let line = serde_json::to_string(outcome).expect("an outcome is plain data") + "\n";
        file.write_all(line.as_bytes()).map_err(|error| Failure::bad(format!("the games cannot be kept: {error}")))
    }
}

fn write(path: Option<&Path>, words: impl Fn() -> String) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    fs::write(path, words()).map_err(|error| Failure::bad(format!("{}: {error}", path.display())))
}
