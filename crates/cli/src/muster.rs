//! `firelock muster`.

use firelock_game::System;
use serde_json::json;

use crate::args::Muster;
use crate::draw::north;
use crate::records::{start_failure, title};
use crate::report::{Failure, Found, columns};
use crate::sheet::Sheet;
use crate::shelf;

/// The rosters with the reason of every value, or a sheet to print.
pub(crate) fn muster(systems: &[System], asked: &Muster) -> Result<Found, Failure> {
    let system = shelf::system(systems, &asked.system)?;
    let file = shelf::battle(&asked.battle)?;
    let overlay = shelf::overlay(system, asked.overlay.as_deref())?;
    let mustered = (system.muster)(&file, overlay.clone()).map_err(start_failure)?;
    let in_period = shelf::is_in_period(&file, system);
    if asked.html {
        let book = system.book(overlay).map_err(Failure::bad)?;
        let north = north(&file, system);
        let sheet = Sheet { file: &file, system, table: &mustered, book: &book, in_period, north };
        let html = sheet.html();
        return Ok(Found::new(html.clone(), json!({ "html": html })));
    }
    let rows: Vec<Vec<String>> = mustered
        .report
        .iter()
        .map(|line| vec![line.id.clone(), line.field.to_owned(), line.value.clone(), line.source.clone()])
        .collect();
    let mark = if in_period { "" } else { ", out of period" };
    let text = format!("{}, {}{mark}\n\n{}", title(&file), system.title, columns(&rows));
    let json = json!({
        "battle": file.name, "system": system.name, "in_period": in_period, "report": mustered.report,
        "view": mustered.view,
    });
    Ok(Found::new(text, json))
}
