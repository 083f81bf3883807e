//! Generated files and clause coverage: `cargo xtask generate` and `cargo xtask clauses`.

mod chapter;
mod citations;
mod coverage;
mod generate;
mod system;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};

use crate::{
    chapter::Chapter,
    citations::Citations,
    coverage::{NotDone, Report, Stage},
    system::{SYSTEMS, System},
};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Generated files and clause coverage")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Report which clauses are cited by code and by a test; fails where a complete system leaves one open
    Clauses {
        /// Only this system: regimental, washington, discipline or napoleonic
        system: Option<String>,
        /// List the clauses that no test cites
        #[arg(long)]
        untested: bool,
        /// List the clauses that no code cites
        #[arg(long)]
        uncited: bool,
        /// Print the whole report as JSON
        #[arg(long, conflicts_with_all = ["untested", "uncited"])]
        json: bool,
    },
    /// Write the generated files
    Generate {
        /// Write nothing; fail when a file is out of date
        #[arg(long)]
        check: bool,
    },
}

fn main() -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the repository")?;
    match Arguments::parse().task {
        Task::Clauses { system, untested, uncited, json } => {
            let reports = judged(root, chosen(system.as_deref())?)?;
            if json {
                let reports: Vec<_> = reports.iter().map(|(report, _)| report).collect();
                println!("{}", serde_json::to_string_pretty(&reports)?);
            } else {
                for (report, chapter) in &reports {
                    print_report(report, chapter, untested, uncited);
                }
            }
            Ok(exit_code(reports.iter().any(|(report, _)| report.is_failure())))
        }
        Task::Generate { check } => {
            let mut stale = Vec::new();
            for system in SYSTEMS.iter().filter(|system| system.is_begun(root)) {
                let chapter = read_chapter(root, system)?;
                stale.extend(generate::clause_list(root, system, &chapter, check)?);
            }
            let reports: Vec<_> = judged(root, SYSTEMS.to_vec())?.into_iter().map(|(report, _)| report).collect();
            stale.extend(generate::coverage(root, &reports, check)?);
            stale.extend(generate::wire(root, check)?);
            for path in &stale {
                match check {
                    true => eprintln!("{} is out of date; run `cargo xtask generate`", path.display()),
                    false => println!("wrote {}", path.display()),
                }
            }
            Ok(exit_code(check && !stale.is_empty()))
        }
    }
}

fn exit_code(is_failure: bool) -> ExitCode {
    if is_failure { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn chosen(name: Option<&str>) -> Result<Vec<System>> {
    let systems: Vec<_> = SYSTEMS.into_iter().filter(|system| name.is_none_or(|name| name == system.name)).collect();
    if systems.is_empty() {
        bail!("{:?} is not one of {}", name.unwrap_or_default(), SYSTEMS.map(|system| system.name).join(", "));
    }
    Ok(systems)
}

/// The coverage of those systems, with their chapters.
fn judged(root: &Path, systems: Vec<System>) -> Result<Vec<(Report, Chapter)>> {
    let not_done = read_not_done(root)?;
    let judge = |system: System| {
        let chapter = read_chapter(root, &system)?;
        let citations = system.is_begun(root).then(|| Citations::gather(root, &system)).transpose()?;
        Ok((coverage::judge(system.name, &chapter, citations.as_ref(), &not_done), chapter))
    };
    systems.into_iter().map(judge).collect()
}

fn read_chapter(root: &Path, system: &System) -> Result<Chapter> {
    let path = system.chapter();
    let text = read(root, &path)?;
    chapter::read(system.prefix, &text).map_err(|faults| anyhow::anyhow!("{}:\n{}", path.display(), faults.join("\n")))
}

fn read_not_done(root: &Path) -> Result<NotDone> {
    let path = PathBuf::from("docs/rules/not-done.toml");
    NotDone::read(&read(root, &path)?).with_context(|| path.display().to_string())
}

fn read(root: &Path, path: &Path) -> Result<String> {
    fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {}", path.display()))
}

fn print_report(report: &Report, chapter: &Chapter, untested: bool, uncited: bool) {
    let Report { system, rules, options, notes, examples, done, listed, .. } = report;
    let stage = match report.stage {
        Stage::NotBegun => "not begun",
        Stage::InProgress => "in progress",
        Stage::Complete => "complete",
    };
    print!("{system}: {stage}; {rules} rules, {options} options, {notes} notes, {examples} examples");
    match report.stage {
        Stage::NotBegun => println!(),
        _ => println!(
            "; done {done}, listed as not done {listed}, cited by no code {}, by no test {}",
            report.uncited.len(),
            report.untested.len()
        ),
    }
    let words = |id: &String| chapter.clauses.iter().find(|clause| clause.id == *id).map_or("", |clause| &clause.words);
    if uncited {
        report.uncited.iter().for_each(|id| println!("  no code: {id} {}", words(id)));
    }
    if untested {
        report.untested.iter().for_each(|id| println!("  no test: {id} {}", words(id)));
    }
    report.faults.iter().for_each(|fault| println!("  error: {fault}"));
    if report.stage == Stage::Complete {
        report.open.iter().for_each(|open| println!("  error: {open}"));
    }
}
