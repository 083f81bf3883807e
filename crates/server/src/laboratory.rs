//! The laboratory beside the games: a plan is played on a few threads, every outcome is on disk before it counts.
//!
//! A laboratory is a list (see [`crate::sheets`]): its head says what it is to do, each line the outcome of a game, the last one how it ended.
//! By decision 0017 a report depends on plan and outcomes alone, so one that was broken off goes on where it stopped.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};

use firelock_lab::{Bench, Cell, Gauge, Outcome, Plan, Report, Trial};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::sheets::Sheet;
use crate::store::StoreFault;
use crate::wire::{LabPhase, LabState, Problem, ProblemKind};

/// The kind of list.
pub(crate) const LAB: &str = "lab";

/// All laboratories at work or looked at.
#[derive(Debug)]
pub(crate) struct Laboratory {
    at_once: Semaphore,
    jobs: Mutex<HashMap<String, Arc<Job>>>,
}

/// What a laboratory is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) plan: Plan,
    /// Games by which each commander is measured besides.
    pub(crate) gauge: u32,
}

/// One laboratory.
#[derive(Debug)]
pub(crate) struct Job {
    plan: Plan,
    gauge: u32,
    gauges: Mutex<Vec<Gauge>>,
    cells: Vec<Cell>,
    benches: Vec<Bench>,
    sheet: Arc<Sheet>,
    outcomes: Mutex<Vec<Outcome>>,
    phase: Mutex<(LabPhase, Option<String>)>,
    stop: AtomicBool,
}

/// The last line of a list.
#[derive(Debug, Serialize, Deserialize)]
struct Ended {
    phase: LabPhase,
    fault: Option<String>,
    gauges: Vec<Gauge>,
}

impl Laboratory {
    pub(crate) fn new(at_once: usize) -> Laboratory {
        Laboratory { at_once: Semaphore::new(at_once), jobs: Mutex::default() }
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many wait or work.
    pub(crate) fn busy(&self) -> usize {
        self.jobs().values().filter(|job| matches!(job.phase().0, LabPhase::Waiting | LabPhase::Running)).count()
    }
}

impl Job {
    fn new(Head { plan, gauge }: Head, sheet: Arc<Sheet>) -> Result<Job, String> {
        let cells = plan.cells().map_err(|fault| fault.to_string())?;
        let bench = |(number, cell): (usize, &Cell)| Bench::new(&plan, number, cell).map_err(|fault| fault.to_string());
        let benches = cells.iter().enumerate().map(bench).collect::<Result<Vec<Bench>, String>>()?;
        let (mut outcomes, mut phase, mut gauges) = (Vec::new(), (LabPhase::Waiting, None), Vec::new());
        for line in sheet.after(0) {
            match serde_json::from_str::<Outcome>(&line) {
                Ok(outcome) => outcomes.push(outcome),
                Err(_) => {
                    let ended: Ended = serde_json::from_str(&line).map_err(|error| error.to_string())?;
                    (phase, gauges) = ((ended.phase, ended.fault), ended.gauges);
                }
            }
        }
        let (outcomes, phase, gauges) = (Mutex::new(outcomes), Mutex::new(phase), Mutex::new(gauges));
        Ok(Job { plan, gauge, gauges, cells, benches, sheet, outcomes, phase, stop: AtomicBool::new(false) })
    }

    fn phase(&self) -> MutexGuard<'_, (LabPhase, Option<String>)> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn outcomes(&self) -> MutexGuard<'_, Vec<Outcome>> {
        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops it after the games that are being played.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How many lines it has: it changes with everything that happens.
    pub(crate) fn sheet(&self) -> &Arc<Sheet> {
        &self.sheet
    }

    /// The report on the games so far.
    pub(crate) fn report(&self) -> Report {
        let battles: Vec<_> = self.benches.iter().map(Bench::battle).collect();
        let gauges = self.gauges.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Report { gauges, ..Report::new(&self.plan, &self.cells, &battles, &self.outcomes()) }
    }

    /// Measures the commanders, one game after another; nothing when it is stopped before the end. These games are not kept: after a
    /// restart they are played again.
    fn measure(&self, halted: &dyn Fn() -> bool) -> Result<Vec<Gauge>, String> {
        let mut found = Vec::new();
        if self.gauge == 0 {
            return Ok(found);
        }
        let cell = Cell { system: self.cells[0].system.clone(), changes: Vec::new() };
        for plan in self.plan.gauges(&cell.system, self.gauge) {
            let bench = Bench::new(&plan, 0, &cell).map_err(|fault| fault.to_string())?;
            let mut outcomes = Vec::new();
            for game in 0..plan.games {
                if halted() {
                    return Ok(Vec::new());
                }
                outcomes.push(bench.trial(&plan, game, &()).map_err(|fault| fault.to_string())?);
            }
            found.extend(Gauge::of(&Report::new(&plan, std::slice::from_ref(&cell), &[bench.battle()], &outcomes)));
        }
        Ok(found)
    }

    /// How it stands.
    pub(crate) fn state(&self) -> LabState {
        let (phase, fault) = self.phase().clone();
        let done = self.outcomes().len();
        let total = self.plan.games as usize * self.cells.len();
        LabState { phase, done, total, fault, report: self.report() }
    }

    /// Plays what is not played yet; how it ended, or nothing when the server stops first.
    fn play(&self, app: &App, threads: usize) -> Result<Option<Ended>, Problem> {
        let known: BTreeSet<Trial> = self.outcomes().iter().map(|outcome| outcome.trial).collect();
        let open: Vec<Trial> = self.plan.trials(self.cells.len()).filter(|trial| !known.contains(trial)).collect();
        let next = AtomicUsize::new(0);
        let halted = || self.stop.load(Ordering::Relaxed) || *app.stopping.borrow();
        let runtime = tokio::runtime::Handle::current();
        let fault = std::thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for _ in 0..threads.min(open.len()) {
                let (send, next, open, halted) = (send.clone(), &next, &open, &halted);
                scope.spawn(move || {
                    while !halted() {
                        let Some(trial) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                        let outcome = self.benches[trial.cell as usize].trial(&self.plan, trial.game, &());
                        if send.send(outcome).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for outcome in receive {
                match outcome {
                    Ok(outcome) => {
                        let line = serde_json::to_string(&outcome).expect("an outcome is plain data");
                        // It counts before its listeners wake.
                        self.outcomes().push(outcome);
                        if let Err(problem) = runtime.block_on(self.sheet.add(&app.store, None, |_| Ok(line))) {
                            self.outcomes().pop();
                            self.stop();
                            return Err(problem);
                        }
                    }
                    Err(fault) => {
                        self.stop();
                        return Ok(Some(fault.to_string()));
                    }
                }
            }
            Ok(None)
        })?;
        let (phase, fault, gauges) = match fault {
            Some(fault) => (LabPhase::Failed, Some(fault), Vec::new()),
            None if self.outcomes().len() == known.len() + open.len() => match self.measure(&halted) {
                Ok(_) if *app.stopping.borrow() => return Ok(None),
                Ok(gauges) => (LabPhase::Done, None, gauges),
                Err(fault) => (LabPhase::Failed, Some(fault), Vec::new()),
            },
            None if self.stop.load(Ordering::Relaxed) => (LabPhase::Stopped, None, Vec::new()),
            None => return Ok(None),
        };
        Ok(Some(Ended { phase, fault, gauges }))
    }
}

/// A new laboratory; its link.
pub(crate) async fn begin(app: &Arc<App>, link: String, wanted: Head) -> Result<String, Problem> {
    let plan = &wanted.plan;
    let bad = |words: String| Problem::new(ProblemKind::Bad, words);
    let total = plan.cells().map_err(|fault| bad(fault.to_string()))?.len() * plan.games as usize;
    if total == 0 || total > app.limits.lab_games {
        return Err(bad(format!("a laboratory here plays 1 to {} games, not {total}", app.limits.lab_games)));
    }
    if app.laboratory.busy() >= app.limits.lab_jobs + app.limits.lab_waiting {
        return Err(Problem::new(ProblemKind::Full, "the laboratory has enough to do; try again later"));
    }
    let head = serde_json::to_string(&wanted).expect("a plan is plain data");
    // The plan must be sound before it is kept.
    let trial = plan.clone();
    let sound = tokio::task::spawn_blocking(move || {
        let cells = trial.cells().map_err(|fault| fault.to_string())?;
        cells.iter().enumerate().try_for_each(|(number, cell)| {
            Bench::new(&trial, number, cell).map(drop).map_err(|fault| fault.to_string())
        })
    });
    sound.await.map_err(|error| StoreFault::Garbled(error.to_string()))?.map_err(bad)?;
    let sheet = app.sheets.create(&app.store, LAB, &link, head).await?;
    let job = Arc::new(Job::new(wanted, sheet).map_err(bad)?);
    app.laboratory.jobs().insert(link.clone(), job.clone());
    work(app, job);
    Ok(link)
}

/// The laboratory of a link, read from disk if it must be.
pub(crate) fn open(app: &Arc<App>, link: &str) -> Result<Arc<Job>, Problem> {
    if let Some(job) = app.laboratory.jobs().get(link) {
        return Ok(job.clone());
    }
    let sheet = app.sheets.open(&app.store, LAB, link)?.ok_or_else(|| Problem::unknown("laboratory"))?;
    let head: Head = serde_json::from_str(&sheet.head).map_err(|error| StoreFault::Garbled(error.to_string()))?;
    let job = Arc::new(Job::new(head, sheet).map_err(StoreFault::Garbled)?);
    let mut jobs = app.laboratory.jobs();
    Ok(jobs.entry(link.to_owned()).or_insert(job).clone())
}

/// Goes on with all laboratories that have no end.
pub(crate) fn resume(app: &Arc<App>) {
    let links = app.store.sheets(LAB).unwrap_or_else(|fault| {
        eprintln!("firelock: {fault}");
        Vec::new()
    });
    for link in links {
        match open(app, &link) {
            Ok(job) if job.phase().0 == LabPhase::Waiting => work(app, job),
            Ok(_) => {
                app.laboratory.jobs().remove(&link);
            }
            Err(problem) => eprintln!("firelock: a laboratory cannot go on: {}", problem.words),
        }
    }
}

/// Plays a laboratory when it is its turn.
fn work(app: &Arc<App>, job: Arc<Job>) {
    let app = app.clone();
    tokio::spawn(async move {
        let Ok(_turn) = app.laboratory.at_once.acquire().await else { return };
        job.phase().0 = LabPhase::Running;
        let played = {
            let (app, job) = (app.clone(), job.clone());
            tokio::task::spawn_blocking(move || job.play(&app, app.limits.lab_threads)).await
        };
        let ended = match played {
            Ok(Ok(Some(ended))) => ended,
            Ok(Ok(None)) => return,
            Ok(Err(problem)) => Ended { phase: LabPhase::Failed, fault: Some(problem.words), gauges: Vec::new() },
            Err(error) => Ended { phase: LabPhase::Failed, fault: Some(error.to_string()), gauges: Vec::new() },
        };
        *job.gauges.lock().unwrap_or_else(PoisonError::into_inner) = ended.gauges.clone();
        *job.phase() = (ended.phase, ended.fault.clone());
        let line = serde_json::to_string(&ended).expect("plain data");
        if let Err(problem) = job.sheet.add(&app.store, None, |_| Ok(line)).await {
            eprintln!("firelock: the end of a laboratory is not kept: {}", problem.words);
        }
    });
}
