use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub address: SocketAddr,
    /// The file of the games.
    pub data: PathBuf,
    /// What it allows.
    pub limits: Limits,
}

/// What a server allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Requests a second from one address, in the long run.
    pub rate: f64,
    /// Requests at once from one address.
    pub burst: f64,
    /// New games a minute from one address.
    pub new_games: f64,
    /// Unfinished games on disk.
    pub live_games: i64,
    /// Games in memory.
    pub loaded_games: usize,
    /// How long a game stays in memory that nobody asks for.
    pub idle: Duration,
    /// Event streams of one game.
    pub streams: usize,
    /// Computer commanders at work at once.
    pub thinkers: usize,
    /// How long a computer commander may think about one command.
    pub thinking: Duration,
    /// Laboratories at work at once.
    pub lab_jobs: usize,
    /// Laboratories that wait for their turn.
    pub lab_waiting: usize,
    /// Games that one laboratory plays side by side.
    pub lab_threads: usize,
    /// Games of one laboratory, all combinations together.
    pub lab_games: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 64 * 1024,
            rate: 40.0,
            burst: 200.0,
            new_games: 20.0,
            live_games: 10_000,
            loaded_games: 256,
            idle: Duration::from_secs(30),
            streams: 32,
            thinkers: 2,
            thinking: Duration::from_secs(3),
            lab_jobs: 1,
            lab_waiting: 4,
            lab_threads: 2,
            lab_games: 4_000,
        }
    }
}
