//! The program `firelock` as a function from what is asked to what is said, so that tests can ask it too.

mod args;
mod check;
mod contest;
mod draw;
mod fight;
mod lab;
mod ladder;
mod lists;
mod muster;
mod odds;
mod png;
mod records;
mod report;
mod serve;
mod sheet;
mod shelf;
mod watch;

pub use args::{Check, Cli, Command, Draw, Ends, Muster, Odds, Serve};
pub use contest::{Fight, Ladder};
pub use lab::{Compare, Lab, Trials};
pub use report::Report;

use firelock_game::System;

/// Does what is asked, with these systems. What goes on for long is told as it goes; the report holds the rest.
pub fn run(cli: &Cli, systems: &[System], tell: &mut dyn FnMut(&str)) -> Report {
    let found = match &cli.command {
        Command::Systems => Ok(lists::systems(systems)),
        Command::Battles => lists::battles(systems),
        Command::Clauses { system, untested } => lists::clauses(systems, system, *untested),
        Command::Validate { files } => Ok(records::validate(systems, files)),
        Command::Draw(draw) => match draw::draw(systems, draw) {
            Ok(draw::Drawn::Picture(svg)) if !cli.json => return Report { out: svg.into_bytes(), ..Report::default() },
            drawn => drawn.map(draw::Drawn::found),
        },
        Command::Check(check) => check::check(systems, check),
        Command::Odds(asked) => odds::odds(systems, asked),
        Command::Replay { file, battle } => records::replay(systems, file, battle.as_deref()),
        Command::Serve(asked) => serve::serve(asked),
        Command::Muster(asked) => muster::muster(systems, asked),
        Command::Fight(asked) if cli.json => fight::fight(systems, asked, &mut |_| ()),
        Command::Fight(asked) => fight::fight(systems, asked, tell),
        Command::Ladder(asked) => ladder::ladder(systems, asked),
        Command::Lab(asked) => lab::lab(asked),
        Command::Compare(asked) => lab::compare(asked),
    };
    match (found, cli.json) {
        (Ok(found), false) => Report { out: found.text.into_bytes(), err: String::new(), code: found.code },
        (Ok(found), true) => Report { out: document(&found.json), err: String::new(), code: found.code },
        (Err(failure), false) => {
            Report { out: Vec::new(), err: format!("firelock: {}\n", failure.words), code: failure.code }
        }
        (Err(failure), true) => Report { out: document(&failure.json), err: String::new(), code: failure.code },
    }
}

fn document(json: &serde_json::Value) -> Vec<u8> {
    format!("{json:#}\n").into_bytes()
}
