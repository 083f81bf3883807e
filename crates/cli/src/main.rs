//! The program `firelock`.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;
use firelock::{Cli, run};

fn main() -> ExitCode {
    let report = run(&Cli::parse(), firelock_game::SYSTEMS);
    let written = std::io::stdout().write_all(&report.out);
    eprint!("{}", report.err);
    match written {
        // A reader that has seen enough (`| head`) is no failure of ours.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(2),
        _ => ExitCode::from(report.code),
    }
}
