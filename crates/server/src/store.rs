//! Games on disk: one SQLite file, written by one thread that commits all waiting changes together.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension as _, params};
use tokio::sync::oneshot;

use crate::metrics::Metrics;
use crate::wire::Seat;

/// The most changes of one commit: the rest waits for the next.
const BATCH: usize = 512;

/// Changes stand in the order they came, so that those of one commit fill few pages, whichever games they are of.
const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS battle(hash TEXT PRIMARY KEY, file TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS game(
        id INTEGER PRIMARY KEY, battle TEXT NOT NULL REFERENCES battle(hash), header TEXT NOT NULL, key BLOB,
        setup TEXT NOT NULL, made INTEGER NOT NULL, over INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX IF NOT EXISTS live ON game(id) WHERE over = 0;
    CREATE TABLE IF NOT EXISTS link(link TEXT PRIMARY KEY, game INTEGER NOT NULL, seat TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS change(
        id INTEGER PRIMARY KEY, game INTEGER NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS changes ON change(game, seq);
    CREATE TABLE IF NOT EXISTS record(game INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS sheet(
        id INTEGER PRIMARY KEY, link TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, head TEXT NOT NULL, made INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS line(
        sheet INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY(sheet, seq)) WITHOUT ROWID;
";

/// A game's number on disk.
pub(crate) type GameId = i64;

/// A failure of the disk or its file.
#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    /// SQLite says no.
    #[error("the game file: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The writer has stopped.
    #[error("the writer of the game file has stopped")]
    Stopped,
    /// A game that is over cannot be played again.
    #[error("a finished game goes another way than it did: {0}")]
    Otherwise(String),
    /// A stored value is not as it was written.
    #[error("the game file: {0}")]
    Garbled(String),
}

/// A new game as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct NewRow {
    /// The battle by fingerprint, with its file's name and text.
    pub battle: (String, String, String),
    /// The first line of the record.
    pub header: String,
    /// The key of secret dice.
    pub key: Option<[u8; 32]>,
    /// Who plays, as JSON.
    pub setup: String,
    /// The links.
    pub links: Vec<(String, Seat)>,
}

/// One more change of a game.
#[derive(Clone, Debug)]
pub(crate) struct ChangeRow {
    /// Its number, from 1.
    pub seq: u32,
    /// What it is: see [`crate::live`].
    pub kind: &'static str,
    /// What it says.
    pub body: String,
    /// The whole record, if the game is over by it: it is read as it was written, whatever a later engine makes of its commands.
    pub record: Option<String>,
}

/// A game as it was stored.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub file: String,
    pub text: String,
    pub header: String,
    pub key: Option<[u8; 32]>,
    pub setup: String,
    /// Kind and body of each change, in order.
    pub changes: Vec<(String, String)>,
}

/// A list that only grows, as it is stored: see [`crate::sheets`].
#[derive(Clone, Debug)]
pub(crate) struct SheetRow {
    pub link: String,
    /// What it is a list of.
    pub kind: &'static str,
    /// What all its lines belong to, as JSON.
    pub head: String,
}

enum Job {
    Sheet(SheetRow, oneshot::Sender<Result<i64, StoreFault>>),
    Line { sheet: i64, seq: u32, body: String, reply: oneshot::Sender<Result<(), StoreFault>> },
    Create(NewRow, oneshot::Sender<Result<GameId, StoreFault>>),
    Change(GameId, ChangeRow, oneshot::Sender<Result<(), StoreFault>>),
    Stop,
}

/// The games on disk.
#[derive(Debug)]
pub(crate) struct Store {
    jobs: mpsc::Sender<Job>,
    reader: Mutex<Connection>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Store {
    /// Opens the file, or makes it.
    pub(crate) fn open(path: &Path, metrics: Arc<Metrics>) -> Result<Store, StoreFault> {
        let connection = connect(path)?;
        connection.execute_batch(TABLES)?;
        metrics.live_games.set(connection.query_row("SELECT count(*) FROM game WHERE over = 0", [], |row| row.get(0))?);
        let reader = connect(path)?;
        let (jobs, queue) = mpsc::channel();
        let writer = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || write(connection, &queue, &metrics))
            .map_err(|error| StoreFault::Garbled(error.to_string()))?;
        Ok(Store { jobs, reader: Mutex::new(reader), writer: Mutex::new(Some(writer)) })
    }

    /// Stores a new game; it is on disk when this returns.
    pub(crate) async fn create(&self, row: NewRow) -> Result<GameId, StoreFault> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job::Create(row, reply)).map_err(|_| StoreFault::Stopped)?;
        answer.await.map_err(|_| StoreFault::Stopped)?
    }

    /// Stores one more change of a game; it is on disk when this returns.
    pub(crate) async fn change(&self, game: GameId, row: ChangeRow) -> Result<(), StoreFault> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job::Change(game, row, reply)).map_err(|_| StoreFault::Stopped)?;
        answer.await.map_err(|_| StoreFault::Stopped)?
    }

    /// Stores a new list; it is on disk when this returns.
    pub(crate) async fn sheet(&self, row: SheetRow) -> Result<i64, StoreFault> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job::Sheet(row, reply)).map_err(|_| StoreFault::Stopped)?;
        answer.await.map_err(|_| StoreFault::Stopped)?
    }

    /// Stores one more line of a list, numbered from 1; it is on disk when this returns.
    pub(crate) async fn line(&self, sheet: i64, seq: u32, body: String) -> Result<(), StoreFault> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job::Line { sheet, seq, body, reply }).map_err(|_| StoreFault::Stopped)?;
        answer.await.map_err(|_| StoreFault::Stopped)?
    }

    /// A whole list by its link: number, head and lines in order.
    pub(crate) fn read_sheet(&self, link: &str, kind: &str) -> Result<Option<(i64, String, Vec<String>)>, StoreFault> {
        let reader = self.reader();
        let mut query = reader.prepare_cached("SELECT id, head FROM sheet WHERE link = ?1 AND kind = ?2")?;
        let found = query.query_row([link, kind], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let Some((id, head)) = found else { return Ok(None) };
        let mut query = reader.prepare_cached("SELECT body FROM line WHERE sheet = ?1 ORDER BY seq")?;
        let lines = query.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Some((id, head, lines)))
    }

    /// The links of all lists of a kind, the oldest first.
    pub(crate) fn sheets(&self, kind: &str) -> Result<Vec<String>, StoreFault> {
        let reader = self.reader();
        let mut query = reader.prepare_cached("SELECT link FROM sheet WHERE kind = ?1 ORDER BY id")?;
        Ok(query.query_map([kind], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }

    /// Which game a link opens, and from which seat.
    pub(crate) fn seat(&self, link: &str) -> Result<Option<(GameId, Seat)>, StoreFault> {
        let reader = self.reader();
        let mut query = reader.prepare_cached("SELECT game, seat FROM link WHERE link = ?1")?;
        let found = query.query_row([link], |row| Ok((row.get(0)?, row.get::<_, String>(1)?))).optional()?;
        found.map(|(game, seat)| Ok((game, seat_of(&seat)?))).transpose()
    }

    /// A whole game.
    pub(crate) fn load(&self, game: GameId) -> Result<Option<Stored>, StoreFault> {
        let reader = self.reader();
        let mut query = reader.prepare_cached(
            "SELECT battle.file, battle.text, header, key, setup FROM game JOIN battle ON battle.hash = game.battle WHERE id = ?1",
        )?;
        let stored = query.query_row([game], |row| {
            let (file, text, header) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(Stored { file, text, header, key: row.get(3)?, setup: row.get(4)?, changes: Vec::new() })
        });
        let Some(mut stored) = stored.optional()? else { return Ok(None) };
        let mut query = reader.prepare_cached("SELECT kind, body FROM change WHERE game = ?1 ORDER BY seq")?;
        let changes = query.query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
        stored.changes = changes.collect::<Result<_, _>>()?;
        Ok(Some(stored))
    }

    /// The record of a game that is over, as it was written then; none of one that ended before records were kept so.
    pub(crate) fn record(&self, game: GameId) -> Result<Option<String>, StoreFault> {
        let reader = self.reader();
        let mut query = reader.prepare_cached("SELECT text FROM record WHERE game = ?1")?;
        Ok(query.query_row([game], |row| row.get(0)).optional()?)
    }

    /// Writes all that waits, then stops.
    pub(crate) fn stop(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Ok(()), Some(writer)) = (self.jobs.send(Job::Stop), writer) {
            // A writer that panicked has answered nobody; there is nothing left to save.
            let _ = writer.join();
        }
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn connect(path: &Path) -> Result<Connection, StoreFault> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    connection.pragma_update(None, "cache_size", -2_000)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    Ok(connection)
}

/// An answer that is given once its change is on disk.
enum Reply {
    Created(oneshot::Sender<Result<GameId, StoreFault>>, Result<GameId, StoreFault>),
    Changed(oneshot::Sender<Result<(), StoreFault>>, Result<(), StoreFault>),
}

/// Commits all that waits, again and again.
fn write(mut connection: Connection, queue: &mpsc::Receiver<Job>, metrics: &Metrics) {
    let mut is_open = true;
    while is_open {
        let Ok(first) = queue.recv() else { return };
        let mut waiting = vec![first];
        while waiting.len() < BATCH {
            let Ok(job) = queue.try_recv() else { break };
            waiting.push(job);
        }
        let mut replies = Vec::new();
        let committed = commit(&mut connection, waiting, &mut replies, &mut is_open, metrics);
        for reply in replies {
            let failed = || committed.as_ref().err().map(|words| StoreFault::Garbled(words.clone()));
            // Whoever asked may be gone; the change is on disk all the same.
            match reply {
                Reply::Created(to, result) => drop(to.send(failed().map_or(result, Err))),
                Reply::Changed(to, result) => drop(to.send(failed().map_or(result, Err))),
            }
        }
    }
}

/// One commit; a job that cannot be written is undone alone.
fn commit(
    connection: &mut Connection,
    waiting: Vec<Job>,
    replies: &mut Vec<Reply>,
    is_open: &mut bool,
    metrics: &Metrics,
) -> Result<(), String> {
    let transaction = connection.transaction().map_err(|error| error.to_string());
    for job in waiting {
        match (job, &transaction) {
            (Job::Stop, _) => *is_open = false,
            (Job::Create(row, reply), Ok(transaction)) => {
                let created = insert_game(transaction, &row);
                if created.is_ok() {
                    metrics.live_games.add(1);
                }
                replies.push(Reply::Created(reply, created.map_err(StoreFault::from)));
            }
            (Job::Change(game, row, reply), Ok(transaction)) => {
                let changed = insert_change(transaction, game, &row);
                if changed.is_ok() && row.record.is_some() {
                    metrics.live_games.add(-1);
                }
                replies.push(Reply::Changed(reply, changed.map_err(StoreFault::from)));
            }
            (Job::Sheet(row, reply), Ok(transaction)) => {
                replies.push(Reply::Created(reply, insert_sheet(transaction, &row).map_err(StoreFault::from)));
            }
            (Job::Line { sheet, seq, body, reply }, Ok(transaction)) => {
                let insert = transaction.prepare_cached("INSERT INTO line(sheet, seq, body) VALUES (?1, ?2, ?3)");
                let written = insert.and_then(|mut insert| insert.execute(params![sheet, seq, body]));
                replies.push(Reply::Changed(reply, written.map(drop).map_err(StoreFault::from)));
            }
            (Job::Sheet(_, reply), Err(_)) => replies.push(Reply::Created(reply, Err(StoreFault::Stopped))),
            (Job::Line { reply, .. }, Err(_)) => replies.push(Reply::Changed(reply, Err(StoreFault::Stopped))),
            (Job::Create(_, reply), Err(_)) => replies.push(Reply::Created(reply, Err(StoreFault::Stopped))),
            (Job::Change(_, _, reply), Err(_)) => replies.push(Reply::Changed(reply, Err(StoreFault::Stopped))),
        }
    }
    metrics.commits.add(1);
    metrics.changes.add(replies.len() as i64);
    transaction?.commit().map_err(|error| error.to_string())
}

fn insert_game(connection: &Connection, row: &NewRow) -> rusqlite::Result<GameId> {
    let (hash, file, text) = &row.battle;
    connection
        .prepare_cached("INSERT OR IGNORE INTO battle(hash, file, text) VALUES (?1, ?2, ?3)")?
        .execute([hash, file, text])?;
    connection
        .prepare_cached("INSERT INTO game(battle, header, key, setup, made) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![hash, row.header, row.key, row.setup, now()])?;
    let game = connection.last_insert_rowid();
    let mut insert = connection.prepare_cached("INSERT INTO link(link, game, seat) VALUES (?1, ?2, ?3)")?;
    for (link, seat) in &row.links {
        insert.execute(params![link, game, seat_word(*seat)])?;
    }
    Ok(game)
}

fn insert_sheet(connection: &Connection, row: &SheetRow) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("INSERT INTO sheet(link, kind, head, made) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![row.link, row.kind, row.head, now()])?;
    Ok(connection.last_insert_rowid())
}

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

fn insert_change(connection: &Connection, game: GameId, row: &ChangeRow) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO change(game, seq, kind, body) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![game, row.seq, row.kind, row.body])?;
    if let Some(text) = &row.record {
        connection.prepare_cached("UPDATE game SET over = 1 WHERE id = ?1")?.execute([game])?;
        connection.prepare_cached("INSERT INTO record(game, text) VALUES (?1, ?2)")?.execute(params![game, text])?;
    }
    Ok(())
}

fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::Red => "red",
        Seat::Blue => "blue",
        Seat::Both => "both",
        Seat::Spectator => "spectator",
    }
}

fn seat_of(word: &str) -> Result<Seat, StoreFault> {
    [Seat::Red, Seat::Blue, Seat::Both, Seat::Spectator]
        .into_iter()
        .find(|seat| seat_word(*seat) == word)
        .ok_or_else(|| StoreFault::Garbled(format!("{word:?} is no seat")))
}
