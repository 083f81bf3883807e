//! Lists that only grow, each under a link that cannot be guessed: a referee's table, the games of a laboratory.
//!
//! A line is on disk before it counts. Whoever adds one says how many he has seen; who listens gets every line once, in order.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::store::{SheetRow, Store, StoreFault};
use crate::wire::{Problem, ProblemKind};

/// The lists in memory.
#[derive(Debug, Default)]
pub(crate) struct Sheets(Mutex<HashMap<String, Arc<Sheet>>>);

/// The most lists in memory; those that nobody holds leave it first.
const HELD: usize = 256;

/// One list.
#[derive(Debug)]
pub(crate) struct Sheet {
    id: i64,
    /// What all its lines belong to, as JSON.
    pub(crate) head: String,
    /// Held while a line is on its way to disk.
    writing: tokio::sync::Mutex<()>,
    lines: Mutex<Vec<String>>,
    /// How many lines there are.
    pub(crate) grown: watch::Sender<u32>,
}

impl Sheets {
    /// A new list under a link; it is on disk when this returns.
    pub(crate) async fn create(
        &self,
        store: &Store,
        kind: &'static str,
        link: &str,
        head: String,
    ) -> Result<Arc<Sheet>, StoreFault> {
        let id = store.sheet(SheetRow { link: link.to_owned(), kind, head: head.clone() }).await?;
        let sheet = Arc::new(Sheet::new(id, head, Vec::new()));
        self.held().insert(link.to_owned(), sheet.clone());
        Ok(sheet)
    }

    /// The list of a link. Links of different kinds never meet: each is 128 random bits.
    pub(crate) fn open(&self, store: &Store, kind: &'static str, link: &str) -> Result<Option<Arc<Sheet>>, StoreFault> {
        let mut held = self.held();
        if let Some(sheet) = held.get(link) {
            return Ok(Some(sheet.clone()));
        }
        let Some((id, head, lines)) = store.read_sheet(link, kind)? else { return Ok(None) };
        if held.len() >= HELD {
            held.retain(|_, sheet| Arc::strong_count(sheet) > 1);
        }
        let sheet = Arc::new(Sheet::new(id, head, lines));
        held.insert(link.to_owned(), sheet.clone());
        Ok(Some(sheet))
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, Arc<Sheet>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sheet {
    fn new(id: i64, head: String, lines: Vec<String>) -> Sheet {
        let grown = watch::Sender::new(lines.len() as u32);
        Sheet { id, head, writing: tokio::sync::Mutex::default(), lines: Mutex::new(lines), grown }
    }

    /// How many lines there are.
    pub(crate) fn seq(&self) -> u32 {
        *self.grown.borrow()
    }

    /// The lines after so many.
    pub(crate) fn after(&self, seq: u32) -> Vec<String> {
        self.lines().get(seq as usize..).unwrap_or_default().to_vec()
    }

    /// Adds a line, made once it is its turn, after `at` lines; its number. Without `at` it goes wherever the list ends.
    pub(crate) async fn add(
        &self,
        store: &Store,
        at: Option<u32>,
        make: impl FnOnce(&[String]) -> Result<String, Problem>,
    ) -> Result<u32, Problem> {
        let _turn = self.writing.lock().await;
        let now = self.seq();
        if at.is_some_and(|at| at != now) {
            let words = "somebody else wrote something since you looked; nothing was done";
            return Err(Problem { now: Some(now), ..Problem::new(ProblemKind::Stale, words) });
        }
        let line = make(&self.lines())?;
        store.line(self.id, now + 1, line.clone()).await?;
        self.lines().push(line);
        self.grown.send_replace(now + 1);
        Ok(now + 1)
    }

    fn lines(&self) -> MutexGuard<'_, Vec<String>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
