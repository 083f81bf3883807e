//! `firelock draw`.

use std::path::Path;

use firelock_core::{Overlay, View};
use firelock_game::{BattleFile, Drawing, System};
use firelock_scenario::{Frame, Word};
use firelock_table::{Angle, Point, Segment};
use serde_json::json;

use crate::args::Draw;
use crate::png;
use crate::records::{load_failure, start_failure, title};
use crate::report::{Failure, Found, read_text};
use crate::shelf;

/// A picture for the output, or a word about the file that was written.
pub(crate) enum Drawn {
    Picture(String),
    Written { file: String, bytes: usize, note: String },
}

impl Drawn {
    pub(crate) fn found(self) -> Found {
        match self {
            Drawn::Picture(svg) => Found::new(svg.clone(), json!({ "svg": svg })),
            Drawn::Written { file, bytes, note } => {
                Found::new(format!("{file}: {bytes} bytes{note}\n"), json!({ "file": file, "bytes": bytes }))
            }
        }
    }
}

pub(crate) fn draw(systems: &[System], asked: &Draw) -> Result<Drawn, Failure> {
    let Table { view, title, north } = table(systems, asked)?;
    let far = |hundredths: i32| view.measure.one().scaled(hundredths, 100).get();
    let spot = |x: i32, y: i32| Point::new(far(x), far(y));
    let drawing = Drawing {
        title,
        overlays: asked.show.clone(),
        side: asked.side,
        measure: asked.measure.map(|[x, y, to_x, to_y]| Segment::new(spot(x, y), spot(to_x, to_y))),
        width: asked.width,
        north,
        vignette: false,
    };
    let svg = firelock_game::draw(&view, &drawing);
    let Some(path) = &asked.output else { return Ok(Drawn::Picture(svg)) };
    let (picture, note) = match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => (svg.into_bytes(), String::new()),
        Some("png") => png::render(&svg).map_err(Failure::bad)?,
        _ => {
            let words = "a picture's name ends in .svg or .png";
            return Err(Failure::bad(format!("{}: {words}", path.display())));
        }
    };
    std::fs::write(path, &picture).map_err(|error| Failure::bad(format!("{}: {error}", path.display())))?;
    Ok(Drawn::Written { file: path.display().to_string(), bytes: picture.len(), note })
}

/// The table that is to be drawn.
struct Table {
    view: View,
    title: String,
    north: Angle,
}

fn table(systems: &[System], asked: &Draw) -> Result<Table, Failure> {
    let path = Path::new(&asked.what);
    if !shelf::is_known(&asked.what) && path.is_file() {
        let text = read_text(path)?;
        // A record begins with a brace; no battle file can.
        if text.starts_with('{') {
            return table_of_record(systems, asked, &text);
        }
    }
    if let Some(at) = asked.at {
        return Err(Failure::bad(format!("--at {at} asks for a moment of a game, but {:?} is a battle", asked.what)));
    }
    let file = shelf::battle(&asked.what)?;
    let system = match &asked.system {
        Some(name) => shelf::system(systems, name)?,
        None => first_system(systems, &file)?,
    };
    let mustered = (system.muster)(&file, Overlay::default()).map_err(start_failure)?;
    Ok(Table { view: mustered.view, title: title(&file), north: north(&file, system) })
}

fn table_of_record(systems: &[System], asked: &Draw, text: &str) -> Result<Table, Failure> {
    let record = shelf::record(&asked.what, text)?;
    let system = shelf::system(systems, &record.header().system)?;
    let n_commands = record.entries().len();
    let at = asked.at.unwrap_or(n_commands);
    if at > n_commands {
        return Err(Failure::bad(format!("{}: the record has {n_commands} commands, not {at}", asked.what)));
    }
    if asked.system.as_ref().is_some_and(|name| name != system.name) {
        return Err(Failure::bad(format!("{}: the record is of the system {:?}", asked.what, system.name)));
    }
    let file = shelf::battle_of(&record, asked.battle.as_deref())?;
    let key = record.key();
    let game = (system.load)(record.cut(at), &file, key, &mut |_| {}).map_err(load_failure)?;
    let title = format!("{}, after {at} commands", title(&file));
    Ok(Table { view: game.view(asked.side), title, north: north(&file, system) })
}

/// The first system that a battle was made for, one of its own time if there is one.
fn first_system<'a>(systems: &'a [System], file: &BattleFile) -> Result<&'a System, Failure> {
    let made_for: Vec<&System> = systems.iter().filter(|system| shelf::is_made_for(file, system)).collect();
    let of_its_time = made_for.iter().find(|system| shelf::is_in_period(file, system));
    of_its_time
        .or(made_for.first())
        .copied()
        .ok_or_else(|| Failure::bad("no system for which the battle was made is in this program"))
}

/// Where true north lies on the table of a battle.
pub(crate) fn north(file: &BattleFile, system: &System) -> Angle {
    let frame = firelock_scenario::System::from_word(system.name).map(|system| Frame::new(&file.battle, system));
    frame.map_or(Angle::default(), |frame| frame.true_north(&file.battle.map))
}
