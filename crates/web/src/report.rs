//! Reports in the same frame: pages that `sanitize`, `assess` and `explore` wrote, which need no script.

use crate::guard::REPORT_POLICY;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use std::path::PathBuf;

/// A report that can be opened beside the documents.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it is called.
    pub name: String,
    /// The HTML file.
    pub path: PathBuf,
}

impl Report {
    /// The page as it lies on the disk. Its own policy allows its styles, and no script.
    pub(crate) fn page(&self) -> std::io::Result<Response> {
        let text = std::fs::read_to_string(&self.path)?;
        Ok(([(header::CONTENT_SECURITY_POLICY, REPORT_POLICY)], Html(text)).into_response())
    }
}
