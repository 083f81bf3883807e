//! Games by link: sessions, live updates, storage. Knows games, no rule.
//!
//! `docs/decisions/0016-server-and-wire.md` says what is asked and answered, and what must never be lost, repeated or seen.

mod app;
mod config;
mod extract;
mod hints;
mod laboratory;
mod library;
mod live;
mod metrics;
mod openapi;
mod opponent;
mod problem;
mod rate;
mod routes;
mod sheets;
mod store;
mod takeback;
mod to_the_end;
mod typescript;
pub mod wire;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;

use crate::app::App;
use crate::metrics::Metrics;
use crate::store::Store;

pub use config::{Config, Limits};
pub use library::Library;
pub use openapi::typescript;
pub use store::StoreFault;

/// Why a server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeFault {
    /// The games cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreFault),
    /// The network does not let us.
    #[error("{address}: {error}")]
    Network {
        /// Where it was to listen.
        address: SocketAddr,
        /// What the machine says.
        error: std::io::Error,
    },
    /// The machine does not let us.
    #[error(transparent)]
    Machine(#[from] std::io::Error),
}

/// A server without its network, for tests and for [`serve`].
#[derive(Clone, Debug)]
pub struct Server {
    app: Arc<App>,
}

impl Server {
    /// A server of these battles whose games are kept in that file.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn new(library: Library, data: &Path, limits: Limits) -> Result<Server, StoreFault> {
        let metrics = Arc::new(Metrics::default());
        let store = Store::open(data, metrics.clone())?;
        Ok(Server { app: Arc::new(App::new(library, store, metrics, limits)) })
    }

    /// What answers requests.
    pub fn router(&self) -> Router {
        routes::router(self.app.clone())
    }

    /// Goes on with the laboratories that were broken off, and lets idle games leave memory; within the runtime that answers.
    pub fn resume(&self) {
        laboratory::resume(&self.app);
        let app = Arc::downgrade(&self.app);
        let idle = self.app.limits.idle;
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(idle / 2).await;
                let Some(app) = app.upgrade() else { return };
                if let Some(since) = Instant::now().checked_sub(idle) {
                    app.unload_idle(since);
                }
            }
        });
    }

    /// Ends all streams and computer commanders, and writes what waits to disk.
    pub fn stop(&self) {
        self.app.stopping.send_replace(true);
        self.app.store.stop();
    }
}

/// Serves until the process is told to stop, then finishes what was begun. `ready` learns the address.
///
/// # Errors
/// When the file cannot be opened or the address is taken.
pub fn serve(config: &Config, library: Library, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeFault> {
    let server = Server::new(library, &config.data, config.limits)?;
    // Long looks are work for the processor, not waiting: more threads than these would only hold memory.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(cores + config.limits.thinkers + 1)
        .enable_all()
        .build()?;
    let address = config.address;
    let network = move |error| ServeFault::Network { address, error };
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await.map_err(network)?;
        server.resume();
        ready(listener.local_addr().map_err(network)?);
        let stopping = server.app.stopping.clone();
        let stop = async move {
            told_to_stop().await;
            // Streams never end by themselves; without this the server would wait for them.
            stopping.send_replace(true);
        };
        let service = server.router().into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(listener, service).with_graceful_shutdown(stop).await.map_err(network)
    })?;
    server.stop();
    Ok(())
}

/// Waits for an interrupt or a polite request to end.
async fn told_to_stop() {
    let interrupt = async { drop(tokio::signal::ctrl_c().await) };
    #[cfg(unix)]
    let terminate = async {
        if let Ok(mut signal) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            signal.recv().await;
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
