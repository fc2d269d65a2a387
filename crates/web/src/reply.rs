//! Answers in JSON, and failures that a person can read.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use scumble::{Error, ErrorKind};
use serde::Serialize;
use serde_json::json;

/// An answer, or why there is none.
pub(crate) type Reply = Result<Response, Failure>;

/// Why a request failed: a message of the library, which has no value of the data in it.
#[derive(Debug)]
pub(crate) struct Failure(StatusCode, String);

impl Failure {
    pub(crate) fn not_found() -> Self {
        Self(StatusCode::NOT_FOUND, "there is no such thing".into())
    }

    pub(crate) fn bad(what: &str) -> Self {
        Self(StatusCode::BAD_REQUEST, what.to_owned())
    }

    pub(crate) fn broken() -> Self {
        Self(StatusCode::INTERNAL_SERVER_ERROR, "something broke; restart the review, nothing is lost".into())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match error.kind {
            ErrorKind::Withheld | ErrorKind::Promise => StatusCode::CONFLICT,
            ErrorKind::Io | ErrorKind::Counts => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let help = error.help.as_deref().map_or(String::new(), |help| format!(" – {help}"));
        Self(status, format!("{error}{help}"))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, axum::Json(json!({ "error": self.1 }))).into_response()
    }
}

pub(crate) fn json_of(value: impl Serialize) -> Reply {
    Ok(Json(value).into_response())
}
