//! A server that is killed in the middle of its work has lost no command that it answered; one that is told to stop does so at once,
//! although pages are open.
//!
//! The test runs itself once more as the server, since only a process of its own can be killed.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use firelock_game::SYSTEMS;
use firelock_server::{Config, Library, Limits, serve};
use serde_json::{Value, json};

/// How many players play at once, and how many answers they get before the server is killed.
const PLAYERS: usize = 6;
const ANSWERS: usize = 120;

fn main() {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some("serve"), Some(file)) => run_server(Path::new(&file)),
        _ => {
            killed_in_the_middle();
            println!("test a_killed_server_has_lost_no_answer ... ok");
            told_to_stop_with_open_pages();
            println!("test a_server_told_to_stop_ends_its_streams ... ok");
        }
    }
}

fn run_server(file: &Path) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let name = "first-volley-regimental.toml";
    let text = std::fs::read_to_string(folder.join(name)).expect("a battle");
    let library = Library::new(SYSTEMS, [(name.to_owned(), text)]).expect("a sound battle");
    let limits = Limits { rate: 1e9, burst: 1e9, new_games: 1e9, ..Limits::default() };
    let config = Config { address: ([127, 0, 0, 1], 0).into(), data: file.to_owned(), limits };
    serve(&config, library, |address| println!("{address}")).expect("a server");
}

/// A server as a process.
struct Served {
    child: Child,
    address: SocketAddr,
}

fn start(file: &Path) -> Served {
    let own = std::env::current_exe().expect("this program");
    let mut child =
        Command::new(own).arg("serve").arg(file).stdout(Stdio::piped()).spawn().expect("a process of its own");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("its address");
    Served { child, address: line.trim().parse().expect("an address") }
}

/// Asks over the network; none when the server is gone.
fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> Option<Value> {
    let mut stream = TcpStream::connect(address).ok()?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: firelock\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    assert!(head.starts_with("HTTP/1.1 20"), "{method} {path}: {answer}");
    serde_json::from_str(body).ok()
}

/// Plays until the server is gone; the entries it answered.
fn play(address: SocketAddr, link: &str, answers: &AtomicUsize) -> Vec<Value> {
    let mut entries = Vec::new();
    let one = || {
        let sample = ask(address, "GET", &format!("/api/games/{link}/candidates?grain=coarse"), "")?;
        let commands = sample["candidates"].as_array()?;
        let command = &commands.iter().find(|candidate| candidate["command"] != "resign")?["command"];
        let body = json!({"at": sample["seq"], "command": command}).to_string();
        ask(address, "POST", &format!("/api/games/{link}/commands"), &body)
    };
    while let Some(answer) = one() {
        entries.push(answer["entry"].clone());
        answers.fetch_add(1, Ordering::SeqCst);
    }
    entries
}

fn killed_in_the_middle() {
    let folder: PathBuf = std::env::temp_dir().join(format!("firelock-kill-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("games.db");
    let mut served = start(&file);
    let wanted = json!({"battle": "first-volley-regimental", "opponent": {"kind": "screen"}}).to_string();
    let links: Vec<String> = (0..PLAYERS)
        .map(|_| {
            let links = ask(served.address, "POST", "/api/games", &wanted).expect("a game");
            links["link"].as_str().expect("a link").to_owned()
        })
        .collect();
    let (answers, address) = (AtomicUsize::new(0), served.address);
    let played: Vec<Vec<Value>> = thread::scope(|scope| {
        let players: Vec<_> = links.iter().map(|link| scope.spawn(|| play(address, link, &answers))).collect();
        while answers.load(Ordering::SeqCst) < ANSWERS && players.iter().any(|player| !player.is_finished()) {
            thread::yield_now();
        }
        served.child.kill().expect("still there");
        served.child.wait().expect("gone");
        players.into_iter().map(|player| player.join().expect("a player")).collect()
    });
    let mut served = start(&file);
    for (link, entries) in links.iter().zip(&played) {
        let log = ask(served.address, "GET", &format!("/api/games/{link}/log"), "").expect("the game is there");
        let kept = log["entries"].as_array().expect("a list");
        assert!(kept.len() >= entries.len(), "{} answered, {} kept", entries.len(), kept.len());
        assert!(kept.len() <= entries.len() + 1, "one more at most was on its way");
        assert_eq!(&kept[..entries.len()], entries.as_slice());
    }
    let n_answers: usize = played.iter().map(Vec::len).sum();
    assert!(n_answers >= ANSWERS, "only {n_answers} answers before the end");
    served.child.kill().expect("still there");
    served.child.wait().expect("gone");
    std::fs::remove_dir_all(&folder).expect("our own folder");
}

fn told_to_stop_with_open_pages() {
    let folder: PathBuf = std::env::temp_dir().join(format!("firelock-stop-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let mut served = start(&folder.join("games.db"));
    let wanted = json!({"battle": "first-volley-regimental", "opponent": {"kind": "screen"}}).to_string();
    let links = ask(served.address, "POST", "/api/games", &wanted).expect("a game");
    let path = format!("/api/games/{}/events", links["link"].as_str().expect("a link"));
    let mut page = TcpStream::connect(served.address).expect("a server");
    page.write_all(format!("GET {path} HTTP/1.1\r\nhost: firelock\r\n\r\n").as_bytes()).expect("a stream");
    let mut first = [0; 15];
    page.read_exact(&mut first).expect("the stream has begun");
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    // A page keeps other connections open that ask for nothing.
    let idle = TcpStream::connect(served.address).expect("a server");
    let told = Command::new("kill").args(["-TERM", &served.child.id().to_string()]).status().expect("kill");
    assert!(told.success());
    let begun = std::time::Instant::now();
    let status = loop {
        match served.child.try_wait().expect("our child") {
            Some(status) => break status,
            None if begun.elapsed().as_secs() >= 10 => panic!("still there ten seconds after it was told to stop"),
            None => thread::sleep(std::time::Duration::from_millis(20)),
        }
    };
    assert!(status.success(), "{status}");
    let mut rest = String::new();
    page.read_to_string(&mut rest).expect("the stream ends cleanly");
    drop(idle);
    std::fs::remove_dir_all(&folder).expect("our own folder");
}
