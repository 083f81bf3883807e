//! What happens, as server-sent events that resume where they broke off.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, stream};
use serde::Deserialize;
use tokio::sync::{broadcast, watch};

use crate::app::{App, Happening};
use crate::extract::Asked;
use crate::live::entry;
use crate::routes::Shared;
use crate::store::GameId;
use crate::wire::{Change, Problem, ProblemKind, Seat};

/// After which change.
#[derive(Debug, Deserialize)]
pub(crate) struct After {
    after: Option<u32>,
}

/// A listener: what it has not been sent yet, and where more comes from.
struct Ear {
    app: Arc<App>,
    game: GameId,
    seat: Seat,
    backlog: VecDeque<Change>,
    sent: u32,
    news: Option<broadcast::Receiver<Arc<Happening>>>,
    stopping: watch::Receiver<bool>,
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.news = None;
        self.app.metrics.streams.add(-1);
        self.app.hush(self.game);
    }
}

pub(crate) async fn events(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(After { after }): Asked<After>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let resumed = match headers.get("last-event-id").map(|id| id.to_str().ok().and_then(|id| id.parse().ok())) {
        Some(None) => return Err(Problem::new(ProblemKind::Bad, "an event id is a number")),
        Some(id) => id,
        None => after,
    };
    let (game, seat) = app.seat(&link)?;
    // Listen first, then look: what happens in between is told twice and dropped once.
    let news = Some(app.listen(game)?);
    let live = app.hold(game).await?;
    let sent = resumed.unwrap_or_else(|| live.seq()).min(live.seq());
    let backlog = live.changes_after(sent, seat).into();
    drop(live);
    app.metrics.streams.add(1);
    let ear = Ear { stopping: app.stopping.subscribe(), app, game, seat, backlog, sent, news };
    let keep = KeepAlive::new().interval(Duration::from_secs(15));
    Ok(Sse::new(stream::unfold(ear, |mut ear| async { ear.next().await.map(|event| (Ok(event), ear)) }))
        .keep_alive(keep))
}

impl Ear {
    /// The next event; none ends the stream, and the listener comes back with the last id it has.
    async fn next(&mut self) -> Option<Event> {
        if let Some(change) = self.backlog.pop_front() {
            return self.event(&change);
        }
        loop {
            let news = self.news.as_mut()?;
            let happening = tokio::select! {
                happening = news.recv() => happening.ok()?,
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
            };
            match &*happening {
                Happening::Thinking(thinking) => return Event::default().event("thinking").json_data(thinking).ok(),
                Happening::Change { seq, .. } if *seq <= self.sent => {}
                Happening::Change { seq, mark, logged, over } => {
                    let entry = logged.as_ref().map(|logged| entry(logged, self.seat));
                    let (kind, side, length, back) = (mark.kind, mark.side, mark.length, mark.back);
                    return self.event(&Change { seq: *seq, length, kind, side, entry, back, over: *over });
                }
            }
        }
    }

    fn event(&mut self, change: &Change) -> Option<Event> {
        self.sent = change.seq;
        Event::default().id(change.seq.to_string()).event("change").json_data(change).ok()
    }
}
