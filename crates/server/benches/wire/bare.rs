//! The least that such a server can do: axum and SQLite, one row appended and one version counted up per request, with group commit.

use std::path::Path;
use std::sync::mpsc;

use axum::extract::{Path as At, State};
use axum::routing::post;
use axum::{Json, Router};
use rusqlite::Connection;
use serde_json::{Value, json};
use tokio::sync::oneshot;

struct Job {
    game: i64,
    body: String,
    reply: oneshot::Sender<i64>,
}

pub(crate) fn run(file: &Path) {
    let (jobs, queue) = mpsc::channel();
    let file = file.to_owned();
    std::thread::spawn(move || write(&file, &queue));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        println!("{}", listener.local_addr().expect("an address"));
        let router = Router::new().route("/games/{id}/events", post(append)).with_state(jobs);
        axum::serve(listener, router).await.expect("a server");
    });
}

async fn append(State(jobs): State<mpsc::Sender<Job>>, At(game): At<i64>, Json(event): Json<Value>) -> Json<Value> {
    let (reply, stored) = oneshot::channel();
    jobs.send(Job { game, body: event.to_string(), reply }).expect("a writer");
    let seq = stored.await.expect("a stored row");
    Json(json!({"game": game, "seq": seq, "event": event}))
}

fn write(file: &Path, queue: &mpsc::Receiver<Job>) {
    let mut connection = Connection::open(file).expect("a file");
    connection.pragma_update(None, "journal_mode", "WAL").expect("WAL");
    connection.pragma_update(None, "synchronous", "FULL").expect("FULL");
    let tables = "CREATE TABLE game(id INTEGER PRIMARY KEY, version INTEGER NOT NULL);
        CREATE TABLE event(game INTEGER, seq INTEGER, body TEXT, PRIMARY KEY(game, seq)) WITHOUT ROWID;";
    connection.execute_batch(tables).expect("tables");
    while let Ok(first) = queue.recv() {
        let jobs: Vec<Job> = [first].into_iter().chain(queue.try_iter().take(511)).collect();
        let transaction = connection.transaction().expect("a transaction");
        let mut stored = Vec::with_capacity(jobs.len());
        for job in jobs {
            let version = transaction
                .prepare_cached("INSERT INTO game VALUES(?1, 1) ON CONFLICT(id) DO UPDATE SET version = version + 1 RETURNING version")
                .and_then(|mut count| count.query_row([job.game], |row| row.get::<_, i64>(0)))
                .expect("a version");
            transaction
                .prepare_cached("INSERT INTO event VALUES(?1, ?2, ?3)")
                .and_then(|mut insert| insert.execute((job.game, version, &job.body)))
                .expect("a row");
            stored.push((job.reply, version));
        }
        transaction.commit().expect("on disk");
        for (reply, version) in stored {
            // Whoever asked may be gone; the row is on disk all the same.
            let _ = reply.send(version);
        }
    }
}
