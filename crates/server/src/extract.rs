//! Bodies and queries, with problems of ours where they are malformed.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse as _;
use serde::de::DeserializeOwned;

use crate::wire::{Problem, ProblemKind};

/// The body as JSON.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection: BytesRejection| {
            let words = rejection.body_text();
            match rejection.into_response().status() {
                StatusCode::PAYLOAD_TOO_LARGE => Problem::new(ProblemKind::TooLarge, "the body is too large"),
                _ => Problem::new(ProblemKind::Bad, words),
            }
        })?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| Problem::new(ProblemKind::Bad, error.to_string()))
    }
}

/// What the address asks after its question mark.
#[derive(Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Asked<T>, Problem> {
        let query = Query::try_from_uri(&parts.uri);
        query.map(|Query(asked)| Asked(asked)).map_err(|error| Problem::new(ProblemKind::Bad, error.body_text()))
    }
}

/// Where a request comes from; without a network, from here.
pub(crate) fn address(extensions: &axum::http::Extensions) -> IpAddr {
    let known = extensions.get::<ConnectInfo<SocketAddr>>();
    known.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(address)| address.ip())
}
