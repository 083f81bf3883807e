//! What a command costs the server, beside a bare service that only appends; and what an idle game takes in memory.
//!
//! `cargo bench -p firelock-server` prints both; `benches/compare.sh` asks boardgame.io's server in the same run.
//!
//! - *command*: 64 connections play 200 games of the first-volley battle of each system, two at one screen, by any legal command.
//!   Candidates are asked for before each round and are not counted; a counted request is checked, carried out, told in words, sealed,
//!   stored (WAL, synchronous FULL, group commit) and answered.
//! - *append*: the same load on axum and SQLite alone: 150 bytes of JSON appended to one of 200 games, with the same durability.
//! - *boardgame.io*: the same number of matches, each with one move in flight, on its own server with games in memory and no rule.
//! - *memory*: what 1,000 idle games add to a server that has played 1,000 others over the same connections, so that its caches are
//!   filled. An idle game is unfinished, has a few commands, and nobody has asked for it for as long as a game stays loaded.
//!
//! Names of systems, or `memory` alone, measure only these: `cargo bench -p firelock-server -- regimental`.
//!
//! The servers are processes of their own; rounds alternate; the figure is CPU time of the whole server process per request.

mod bare;

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use firelock_game::SYSTEMS;
use firelock_server::{Config, Library, Limits, serve};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::SendRequest;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::sync::Mutex;

const CONNECTIONS: usize = 64;
const GAMES: usize = 200;
const ROUNDS: usize = 15;
const IDLE_GAMES: usize = 1_000;
/// How long a game stays loaded here: shorter than in the program, so that the measurement need not wait.
const IDLE: Duration = Duration::from_secs(2);

/// The allocator of the program, for both servers.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some("serve"), Some(file)) => run_server(Path::new(&file)),
        (Some("bare"), Some(file)) => bare::run(Path::new(&file)),
        _ => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            let arguments: Vec<String> = std::env::args().collect();
            let peer = arguments.iter().position(|word| word == "--boardgame").and_then(|at| arguments.get(at + 1));
            let said = |name: &str| arguments.iter().any(|word| word == name);
            let all = !said("memory") && !SYSTEMS.iter().any(|system| said(system.name));
            runtime.block_on(measure(peer.map(Path::new), |name| all || said(name)));
        }
    }
}

fn run_server(file: &Path) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let battles = SYSTEMS.iter().map(|system| {
        let name = format!("first-volley-{}.toml", system.name);
        let text = std::fs::read_to_string(folder.join(&name)).expect("a battle");
        (name, text)
    });
    let library = Library::new(SYSTEMS, battles).expect("sound battles");
    let limits = Limits { rate: 1e9, burst: 1e9, new_games: 1e9, idle: IDLE, ..Limits::default() };
    let config = Config { address: ([127, 0, 0, 1], 0).into(), data: file.to_owned(), limits };
    serve(&config, library, |address| println!("{address}")).expect("a server");
}

/// A server as a process, in a folder of its own that goes with it.
struct Served {
    child: Child,
    address: SocketAddr,
    folder: PathBuf,
}

impl Served {
    fn start(kind: &str, name: &str) -> Served {
        let folder = std::env::temp_dir().join(format!("firelock-wire-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let own = std::env::current_exe().expect("this program");
        let mut server = Command::new(own);
        server.arg(kind).arg(folder.join("games.db")).stdout(Stdio::piped());
        let mut child = server.spawn().expect("a process of its own");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("its address");
        Served { child, address: line.trim().parse().expect("an address"), folder }
    }

    /// CPU time of all its threads so far, in nanoseconds.
    fn cpu(&self) -> u64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("Linux");
        let of = |task: std::fs::DirEntry| {
            let line = std::fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            line.split(' ').next().and_then(|ns| ns.parse::<u64>().ok()).unwrap_or(0)
        };
        tasks.flatten().map(of).sum()
    }

    /// Memory in use, in bytes.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("Linux");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // The process and its folder are ours, and both may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

type Connection = SendRequest<Full<Bytes>>;

async fn connect(address: SocketAddr) -> Connection {
    let stream = tokio::net::TcpStream::connect(address).await.expect("a server");
    stream.set_nodelay(true).expect("a socket");
    let (sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("HTTP");
    tokio::spawn(connection);
    sender
}

async fn ask(connection: &mut Connection, method: &str, path: &str, body: String) -> Value {
    connection.ready().await.expect("an open connection");
    let request = hyper::Request::builder()
        .method(method)
        .uri(path)
        .header("host", "firelock")
        .header("content-type", "application/json")
        .body(Full::new(Bytes::from(body)))
        .expect("a request");
    let response = connection.send_request(request).await.expect("an answer");
    let status = response.status();
    let bytes = response.into_body().collect().await.expect("a body").to_bytes();
    assert!(status.is_success(), "{method} {path}: {status} {}", String::from_utf8_lossy(&bytes));
    serde_json::from_slice(&bytes).expect("JSON")
}

/// Every request once, by all connections side by side.
async fn all(connections: &[Arc<Mutex<Connection>>], method: &'static str, asked: Vec<(String, String)>) -> Vec<Value> {
    let (next, asked) = (Arc::new(AtomicUsize::new(0)), Arc::new(asked));
    let workers = connections.iter().cloned().map(|connection| {
        let (next, asked) = (next.clone(), asked.clone());
        tokio::spawn(async move {
            let mut connection = connection.lock().await;
            let mut answers = Vec::new();
            while let Some((at, (path, body))) = {
                let at = next.fetch_add(1, Ordering::Relaxed);
                asked.get(at).map(|asked| (at, asked))
            } {
                answers.push((at, ask(&mut connection, method, path, body.clone()).await));
            }
            answers
        })
    });
    let workers: Vec<_> = workers.collect();
    let mut answers = Vec::new();
    for worker in workers {
        answers.extend(worker.await.expect("a worker"));
    }
    answers.sort_by_key(|(at, _)| *at);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// A server under load.
struct Loaded {
    served: Served,
    connections: Vec<Arc<Mutex<Connection>>>,
    battle: String,
    links: Vec<String>,
    ns: Vec<f64>,
}

impl Loaded {
    async fn start(kind: &str, name: &str) -> Loaded {
        let served = Served::start(kind, name);
        let mut connections = Vec::new();
        for _ in 0..CONNECTIONS {
            connections.push(Arc::new(Mutex::new(connect(served.address).await)));
        }
        Loaded { served, connections, battle: format!("first-volley-{name}"), links: Vec::new(), ns: Vec::new() }
    }

    async fn open_games(&self, n: usize) -> Vec<String> {
        let wanted = json!({"battle": self.battle, "opponent": {"kind": "screen"}}).to_string();
        let made = all(&self.connections, "POST", vec![("/api/games".to_owned(), wanted); n]).await;
        made.iter().map(|made| made["link"].as_str().expect("a link").to_owned()).collect()
    }

    /// Any legal command for every game that goes on; a game that is over is replaced.
    async fn commands(&mut self, salt: usize) -> Vec<(String, String)> {
        let asked = |link: &String| (format!("/api/games/{link}/candidates?grain=coarse"), String::new());
        let samples = all(&self.connections, "GET", self.links.iter().map(asked).collect()).await;
        let mut commands = Vec::new();
        let mut over = Vec::new();
        for (at, (link, sample)) in self.links.iter().zip(&samples).enumerate() {
            let mut candidates = sample["candidates"].as_array().expect("a list").clone();
            candidates.retain(|candidate| candidate["command"] != "resign");
            match candidates.get((at * 7 + salt * 13) % candidates.len().max(1)) {
                Some(candidate) => {
                    let body = json!({"at": sample["seq"], "command": candidate["command"]}).to_string();
                    commands.push((format!("/api/games/{link}/commands"), body));
                }
                None => over.push(at),
            }
        }
        for (at, link) in over.iter().zip(self.open_games(over.len()).await) {
            self.links[*at] = link;
        }
        commands
    }

    /// CPU nanoseconds per request.
    async fn round(&mut self, asked: Vec<(String, String)>) {
        let (n, before) = (asked.len(), self.served.cpu());
        all(&self.connections, "POST", asked).await;
        self.ns.push((self.served.cpu() - before) as f64 / n as f64);
    }
}

/// 150 bytes for each of the games, as a bare service takes them.
fn appended(salt: usize) -> Vec<(String, String)> {
    let of = |game: usize| {
        let event = json!({"kind": "move", "unit": salt % 40, "x": 31.25, "y": 17.5, "angle": 1.55, "formation": "line",
            "dice": [3, 7, 10], "note": "advance to the hedge and halt"});
        (format!("/games/{}/events", game + 1), event.to_string())
    };
    (0..GAMES).map(of).collect()
}

/// Median, least and most, in microseconds.
fn figures(ns: &[f64]) -> (f64, f64, f64) {
    let mut sorted: Vec<f64> = ns.iter().map(|ns| ns / 1_000.0).collect();
    sorted.sort_by(f64::total_cmp);
    (sorted[sorted.len() / 2], sorted[0], sorted[sorted.len() - 1])
}

async fn measure(peer: Option<&Path>, wants: impl Fn(&str) -> bool) {
    let mut bare = Loaded::start("bare", "bare").await;
    for _ in 0..2 {
        all(&bare.connections, "POST", appended(0)).await;
    }
    println!(
        "{CONNECTIONS} connections over {GAMES} games, {ROUNDS} alternating rounds; CPU of the server, us a request"
    );
    for system in SYSTEMS.iter().filter(|system| wants(system.name)) {
        let mut ours = Loaded::start("serve", system.name).await;
        ours.links = ours.open_games(GAMES).await;
        for salt in 0..2 {
            let commands = ours.commands(salt).await;
            all(&ours.connections, "POST", commands).await;
        }
        bare.ns.clear();
        for salt in 0..ROUNDS {
            let commands = ours.commands(salt).await;
            ours.round(commands).await;
            bare.round(appended(salt)).await;
        }
        let (command, least, most) = figures(&ours.ns);
        let (append, bare_least, bare_most) = figures(&bare.ns);
        println!(
            "{:<11} command {command:>6.1} ({least:.1}-{most:.1})  append {append:>6.1} ({bare_least:.1}-{bare_most:.1})  ratio {:.2}",
            system.name,
            command / append
        );
    }
    drop(bare);
    if let Some(folder) = peer {
        let rounds: Vec<f64> = (0..3).map(|_| boardgame(folder)).collect();
        let (cost, least, most) = figures(&rounds);
        println!("boardgame.io's server, in memory: {cost:.1} ({least:.1}-{most:.1}) us a move");
    }
    for system in SYSTEMS.iter().filter(|_| wants("memory")) {
        let [warm, idle] = memory(system.name).await;
        let each = idle.saturating_sub(warm) / IDLE_GAMES as u64;
        println!("{:<11} {each} bytes for each of {IDLE_GAMES} idle games; {} KB in all", system.name, idle / 1024);
    }
}

/// CPU nanoseconds of boardgame.io's server per move.
fn boardgame(folder: &Path) -> f64 {
    const PORT: &str = "18187";
    let node = |script: &str, arguments: &[&str]| {
        let mut node = Command::new("node");
        node.current_dir(folder).env("NODE_ENV", "production").arg(script).args(arguments);
        node
    };
    let child = node("server.cjs", &[PORT]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("node");
    let served = Served { child, address: ([127, 0, 0, 1], 0).into(), folder: folder.join("nothing") };
    std::thread::sleep(std::time::Duration::from_secs(2));
    let load = |seconds: &str| {
        let output = node("load.cjs", &[PORT, &CONNECTIONS.to_string(), seconds]).output().expect("node");
        let words = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        words.parse::<f64>().unwrap_or_else(|_| panic!("{words} {}", String::from_utf8_lossy(&output.stderr)))
    };
    load("1");
    let before = served.cpu();
    let moves = load("4");
    (served.cpu() - before) as f64 / moves
}

/// The memory of a warm server, in bytes, and of the same server with idle games.
async fn memory(system: &str) -> [u64; 2] {
    let mut server = Loaded::start("serve", system).await;
    let mut after = [0; 2];
    for after in &mut after {
        server.links = server.open_games(IDLE_GAMES).await;
        play_a_little(&mut server).await;
        tokio::time::sleep(2 * IDLE).await;
        *after = server.served.memory();
    }
    after
}

async fn play_a_little(server: &mut Loaded) {
    for salt in 0..3 {
        let commands = server.commands(salt).await;
        all(&server.connections, "POST", commands).await;
    }
}
