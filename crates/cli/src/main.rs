//! The program `firelock`.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;
use firelock::{Cli, run};

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // A reader that has seen enough (`| head`) is no failure of ours.
    let mut tell = |text: &str| {
        let mut out = std::io::stdout();
        if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
            std::process::exit(0);
        }
    };
    let report = run(&Cli::parse(), firelock_game::SYSTEMS, &mut tell);
    let written = std::io::stdout().write_all(&report.out);
    eprint!("{}", report.err);
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(2),
        _ => ExitCode::from(report.code),
    }
}
