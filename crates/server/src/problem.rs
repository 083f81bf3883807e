//! Answers that are no success.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use firelock_game::{Refused, StartFault};

use crate::store::StoreFault;
use crate::wire::{Problem, ProblemKind};

impl Problem {
    /// Of that kind, in these words.
    pub(crate) fn new(error: ProblemKind, words: impl Into<String>) -> Problem {
        Problem { error, words: words.into(), refusal: None, now: None }
    }

    /// There is no such thing.
    pub(crate) fn unknown(what: &str) -> Problem {
        Problem::new(ProblemKind::Unknown, format!("there is no such {what}"))
    }

    /// The game has moved on to that many changes.
    pub(crate) fn stale(now: u32) -> Problem {
        let words = "the game has moved on since you pressed; nothing was done";
        Problem { now: Some(now), ..Problem::new(ProblemKind::Stale, words) }
    }

    fn status(&self) -> StatusCode {
        match self.error {
            ProblemKind::Refused | ProblemKind::NotUnderstood => StatusCode::UNPROCESSABLE_ENTITY,
            ProblemKind::Bad => StatusCode::BAD_REQUEST,
            ProblemKind::NotYours => StatusCode::FORBIDDEN,
            ProblemKind::Unknown => StatusCode::NOT_FOUND,
            ProblemKind::Stale | ProblemKind::Barred | ProblemKind::Sealed => StatusCode::CONFLICT,
            ProblemKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ProblemKind::TooFast => StatusCode::TOO_MANY_REQUESTS,
            ProblemKind::Full => StatusCode::SERVICE_UNAVAILABLE,
            ProblemKind::Fault => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status(), Json(self)).into_response()
    }
}

impl From<StoreFault> for Problem {
    fn from(fault: StoreFault) -> Problem {
        eprintln!("firelock: {fault}");
        let words = match fault {
            StoreFault::Otherwise(_) => {
                "this game was played to its end by another version of Firelock, and this one would play it otherwise; \
                 its record can still be had as it was written: add /record to the address of the game"
            }
            _ => "Firelock made a mistake here; the game is safe up to its last command",
        };
        Problem::new(ProblemKind::Fault, words)
    }
}

impl From<StartFault> for Problem {
    fn from(fault: StartFault) -> Problem {
        Problem::new(ProblemKind::Bad, fault.to_string())
    }
}

/// What a game says no to. `now` is the present number of changes.
pub(crate) fn refused(refused: Refused, now: u32) -> Problem {
    let words = refused.to_string();
    match refused {
        Refused::Rule(refusal) => Problem { refusal: Some(refusal), ..Problem::new(ProblemKind::Refused, words) },
        Refused::Stale { .. } | Refused::Duplicate { .. } => Problem::stale(now),
        Refused::NoCommand(_) => Problem::new(ProblemKind::Bad, words),
        Refused::RollWanted(_) | Refused::NoRollWanted | Refused::Faces(_) => {
            Problem::new(ProblemKind::NotUnderstood, words)
        }
        Refused::Undo(_) => Problem::new(ProblemKind::Barred, words),
        Refused::KeyWanted => Problem::new(ProblemKind::Fault, words),
    }
}
