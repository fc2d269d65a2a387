//! The routes of the page.

use crate::document;
use crate::guard::{Guard, Token, sealed};
use crate::pages;
use crate::reply::{Failure, Reply, json_of};
use crate::report::Report;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, RawQuery, State};
use axum::http::{Request, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use scumble::Silent;
use scumble::review::{Act, Review, Scope, Setting};
use serde::Deserialize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The largest request: a long list of decisions.
const MOST_BYTES: usize = 1 << 20;

/// A review that is served.
#[derive(Clone)]
pub struct App {
    review: Arc<Mutex<Review>>,
    reports: Arc<Vec<Report>>,
    guard: Guard,
}

impl App {
    /// A review on a port, for whoever has the token.
    pub fn new(review: Review, reports: Vec<Report>, token: Token, port: u16) -> Self {
        let (review, reports) = (Arc::new(Mutex::new(review)), Arc::new(reports));
        Self { review, reports, guard: Guard::new(token, port) }
    }

    fn review(&self) -> MutexGuard<'_, Review> {
        self.review.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the decision files that are older than what was decided.
    pub(crate) async fn save(&self) -> scumble::Result<()> {
        let app = self.clone();
        let saved = tokio::task::spawn_blocking(move || app.review().save()).await;
        saved.unwrap_or_else(|_| Err(scumble::Error::input("saving broke off")))
    }

    /// Does work beside the connections.
    async fn work(self, work: impl FnOnce(&Self) -> Reply + Send + 'static) -> Reply {
        tokio::task::spawn_blocking(move || work(&self)).await.unwrap_or_else(|_| Err(Failure::broken()))
    }
}

/// The page without a socket.
pub fn app(state: App) -> Router {
    Router::new()
        .route("/{token}/", get(queue))
        .route("/{token}/document/{number}", get(document_page))
        .route("/{token}/reports/{number}", get(report_frame))
        .route("/{token}/reports/{number}/page", get(report_page))
        .route("/{token}/review.js", get(script))
        .route("/{token}/review.css", get(style))
        .route("/{token}/icon.svg", get(icon))
        .route("/{token}/api/document/{number}", get(look))
        .route("/{token}/api/document/{number}/preview", get(preview))
        .route("/{token}/api/document/{number}/alike", get(alike))
        .route("/{token}/api/document/{number}/blocks", get(blocks))
        .route("/{token}/api/document/{number}/misses", get(misses))
        .route("/{token}/api/document/{number}/what-if", get(what_if))
        .route("/{token}/api/document/{number}/act", post(act))
        .route("/{token}/api/undo", post(undo))
        .route("/{token}/api/export", post(export))
        .fallback(|| async { Failure::not_found() })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(from_fn_with_state(state.guard.clone(), guarded))
        .with_state(state)
}

async fn guarded(State(guard): State<Guard>, request: Request<Body>, next: Next) -> Response {
    match guard.refuses(&request) {
        Some(refused) => refused,
        None => sealed(next.run(request).await),
    }
}

/// The number of a document in the address.
#[derive(Deserialize)]
struct At {
    number: usize,
}

async fn queue(State(app): State<App>) -> Reply {
    app.work(|app| Ok(Html(pages::queue(&app.review(), &app.reports)).into_response())).await
}

async fn document_page(State(app): State<App>, Path(at): Path<At>) -> Reply {
    let page = move |app: &App| {
        let mut review = app.review();
        let shown = document::shown(&mut review, at.number)?;
        Ok(Html(pages::document(&review, at.number, &shown, &app.reports)?).into_response())
    };
    app.work(page).await
}

async fn look(State(app): State<App>, Path(at): Path<At>) -> Reply {
    app.work(move |app| json_of(document::shown(&mut app.review(), at.number)?)).await
}

async fn preview(State(app): State<App>, Path(at): Path<At>) -> Reply {
    // The document is taken out of the collection first: deciding does not wait for this.
    app.work(move |app| {
        let look = app.review().look(at.number)?;
        json_of(document::preview(&look)?)
    })
    .await
}

async fn alike(State(app): State<App>, Path(at): Path<At>, RawQuery(query): RawQuery) -> Reply {
    app.work(move |app| {
        let id = parameter(query.as_deref(), "id").ok_or_else(|| Failure::bad("id is missing"))?;
        let scope = match parameter(query.as_deref(), "scope").as_deref() {
            Some("collection") => Scope::Collection,
            _ => Scope::Document,
        };
        json_of(app.review().alike(at.number, &id, scope)?)
    })
    .await
}

async fn blocks(State(app): State<App>, Path(at): Path<At>) -> Reply {
    app.work(move |app| {
        let look = app.review().look(at.number)?;
        json_of(document::blocks(&look))
    })
    .await
}

async fn misses(State(app): State<App>, Path(at): Path<At>) -> Reply {
    app.work(move |app| {
        let look = app.review().look(at.number)?;
        json_of(document::misses(&look)?)
    })
    .await
}

async fn what_if(State(app): State<App>, Path(at): Path<At>, RawQuery(query): RawQuery) -> Reply {
    app.work(move |app| {
        let number = |name: &str| match parameter(query.as_deref(), name) {
            None => Ok(None),
            Some(text) => text.parse::<f64>().map(Some).map_err(|_| Failure::bad("a number is expected")),
        };
        let setting = Setting { beta: number("beta")?, w: number("w")?, caution: number("caution")? };
        let look = app.review().look(at.number)?;
        json_of(look.what_if(&setting)?)
    })
    .await
}

async fn act(State(app): State<App>, Path(at): Path<At>, body: Bytes) -> Reply {
    app.work(move |app| {
        let act: Act = serde_json::from_slice(&body).map_err(|_| Failure::bad("this is no act"))?;
        let mut review = app.review();
        let act = document::in_bytes(&mut review, at.number, act)?;
        let step = review.act(at.number, &act)?;
        json_of(document::done(&mut review, at.number, step, None)?)
    })
    .await
}

async fn undo(State(app): State<App>, RawQuery(query): RawQuery) -> Reply {
    app.work(move |app| {
        let number = parameter(query.as_deref(), "document").and_then(|text| text.parse().ok()).unwrap_or(0);
        let mut review = app.review();
        let undone = review.undo()?;
        let step = undone.as_ref().and_then(|_| review.last_step().map(|step| step.number));
        json_of(document::done(&mut review, number, step, undone.map(|(_, what)| what))?)
    })
    .await
}

async fn export(State(app): State<App>) -> Reply {
    app.work(|app| json_of(app.review().export(&Silent)?)).await
}

async fn report_frame(State(app): State<App>, Path(at): Path<At>) -> Reply {
    app.work(move |app| {
        let report = app.reports.get(at.number).ok_or_else(Failure::not_found)?;
        Ok(Html(pages::report(&app.review(), report, &app.reports)).into_response())
    })
    .await
}

async fn report_page(State(app): State<App>, Path(at): Path<At>) -> Reply {
    app.work(move |app| {
        let report = app.reports.get(at.number).ok_or_else(Failure::not_found)?;
        report.page().map_err(|_| Failure::not_found())
    })
    .await
}

async fn script() -> Response {
    typed("text/javascript; charset=utf-8", include_str!("../assets/review.js"))
}

async fn style() -> Response {
    typed("text/css; charset=utf-8", include_str!("../assets/review.css"))
}

async fn icon() -> Response {
    typed("image/svg+xml", include_str!("../assets/icon.svg"))
}

fn typed(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// A parameter of the address. Names and values here are numbers, ids and words without escapes.
fn parameter(query: Option<&str>, name: &str) -> Option<String> {
    let pair = |pair: &str| pair.split_once('=').filter(|(key, _)| *key == name).map(|(_, value)| value.to_owned());
    let value = query?.split('&').find_map(pair)?;
    Some(value.replace("%2B", "+")).filter(|value| !value.contains('%'))
}
