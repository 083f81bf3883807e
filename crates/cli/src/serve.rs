//! `firelock serve`: the table in the browser.

use std::net::SocketAddr;

use firelock_game::SYSTEMS;
use firelock_server::{Config, Library, Limits};
use serde_json::json;

use crate::args::Serve;
use crate::report::{Failure, Found};
use crate::shelf;

/// Serves until the process is told to stop.
pub(crate) fn serve(asked: &Serve) -> Result<Found, Failure> {
    let battles = shelf::texts().map(|(file, text)| (file.to_owned(), text.to_owned()));
    let library = Library::new(SYSTEMS, battles).map_err(|faults| Failure::faults(&faults, json!(faults.list())))?;
    let rate = f64::from(asked.rate.max(1));
    let limits = Limits { rate, burst: (rate * 5.0).max(200.0), new_games: rate, ..Limits::default() };
    let address = SocketAddr::new(asked.host, asked.port);
    let config = Config { address, data: asked.data.clone(), limits };
    let ready = |address| eprintln!("Firelock is at http://{address}; the games are kept in {}", asked.data.display());
    firelock_server::serve(&config, library, ready).map_err(Failure::bad)?;
    Ok(Found::new(String::new(), json!({ "stopped": true })))
}
