//! Collections to review, and the page without a socket.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use scumble::document::{Folder, Inputs, Release, RunSettings};
use scumble::mask::document::Readers;
use scumble::review::Review;
use scumble::{DocumentPolicy, Sanitizer, Silent};
use scumble_web::{App, Token, app};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tower::ServiceExt;

/// The port that requests without a socket name.
pub(crate) const PORT: u16 = 4321;

/// A made-up letter with names, numbers, and markup that must stay text.
pub(crate) const LETTER: &str = "Dear Ms Jane Roe,\n\nDr. Peter Lindqvist saw you at Holloway General Hospital on 4 March 2019. \
Your record number is 4471-882. The tumour marker was <script>alert('Roe')</script> high.\nJane Roe, please call +44 20 7946 0958 or write to \
p.lindqvist@example.org. The sprocket came from Ravensmoor.\n\nYours,\nPeter Lindqvist\n";

/// A release in a folder of its own.
pub(crate) struct Collection {
    pub(crate) folder: tempfile::TempDir,
}

/// The policy of the tests: the quick reader.
pub(crate) fn policy() -> DocumentPolicy {
    DocumentPolicy { reader: Some(Readers::Fast), ..DocumentPolicy::default() }
}

impl Collection {
    /// Sanitises texts, each by its name.
    pub(crate) fn of(texts: &[(&str, String)], policy: DocumentPolicy) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("in");
        for (name, text) in texts {
            let path = input.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let collection = Self { folder };
        let sanitizer = Sanitizer::new(policy).unwrap();
        let paths = [input];
        let inputs = Inputs::find(&paths).unwrap();
        let sink = Folder::begin(&collection.out(), &paths, &inputs.found, None).unwrap();
        let summary = Release::new(&sanitizer, &sink).run(&inputs.found, &Silent, &mut |_| ()).unwrap();
        assert_eq!(summary.withheld, []);
        collection
    }

    /// One letter.
    pub(crate) fn letter() -> Self {
        Self::of(&[("letter.txt", LETTER.to_owned())], policy())
    }

    pub(crate) fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    pub(crate) fn work(&self) -> PathBuf {
        self.folder.path().join("out.work")
    }

    pub(crate) fn released(&self, name: &str) -> String {
        std::fs::read_to_string(self.out().join(name)).unwrap()
    }

    /// The review of it, as the command line opens it.
    pub(crate) fn review(&self) -> Review {
        let settings = RunSettings::read(&self.work()).unwrap();
        let sanitizer = Sanitizer::new(settings.policy.clone()).unwrap();
        Review::open(&self.out(), settings, sanitizer, "ada").unwrap()
    }

    pub(crate) fn page(&self) -> Page {
        Page::of(self.review())
    }

    /// What the command line makes of the originals with the decisions of the work folder, in another place.
    pub(crate) fn sanitized_again(&self, reviewed: bool) -> Result<PathBuf, Vec<(String, String)>> {
        let settings = RunSettings::read(&self.work()).unwrap();
        let sanitizer = Sanitizer::new(settings.policy).unwrap();
        let paths = [self.folder.path().join("in")];
        let inputs = Inputs::find(&paths).unwrap();
        let place = self.folder.path().join(format!("again-{reviewed}"));
        let sink = Folder::begin(&place, &paths, &inputs.found, None).unwrap();
        let decisions = scumble::document::DecisionsFile::read(&self.work().join("decisions")).unwrap();
        let release = Release::new(&sanitizer, &sink).with_decisions(decisions, false).reviewed(reviewed);
        let summary = release.run(&inputs.found, &Silent, &mut |_| ()).unwrap();
        if summary.withheld.is_empty() { Ok(place) } else { Err(summary.withheld) }
    }
}

/// The page without a socket.
pub(crate) struct Page {
    app: Router,
    pub(crate) token: String,
    runtime: tokio::runtime::Runtime,
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        serde_json::from_str(&self.body).unwrap()
    }
}

impl Page {
    pub(crate) fn of(review: Review) -> Self {
        let token = Token::random().unwrap();
        let word = token.as_str().to_owned();
        let app = app(App::new(review, Vec::new(), token, PORT));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Self { app, token: word, runtime }
    }

    pub(crate) fn send(&self, request: Request<Body>) -> Answer {
        let app = self.app.clone();
        self.runtime.block_on(async move {
            let response = app.oneshot(request).await.unwrap();
            let (status, headers) = (response.status(), response.headers().clone());
            let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            Answer { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
        })
    }

    /// A request as the page itself makes it.
    pub(crate) fn own(&self, method: &str, path: &str) -> axum::http::request::Builder {
        Request::builder()
            .method(method)
            .uri(format!("/{}/{path}", self.token))
            .header(header::HOST, format!("127.0.0.1:{PORT}"))
            .header(header::ORIGIN, format!("http://127.0.0.1:{PORT}"))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(self.own("GET", path).body(Body::empty()).unwrap())
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(self.own("POST", path).body(Body::from(body.to_string())).unwrap())
    }

    #[track_caller]
    pub(crate) fn act(&self, document: usize, body: Value) -> Value {
        self.post(&format!("api/document/{document}/act"), &body).json()
    }

    /// The findings of a document, each with its text.
    pub(crate) fn findings(&self, document: usize) -> Vec<(String, Value)> {
        let shown = self.get(&format!("api/document/{document}")).json();
        let text: Vec<u16> = shown["text"].as_str().unwrap().encode_utf16().collect();
        let place = |one: &Value, key: &str| one[key].as_u64().unwrap() as usize;
        let of = |one: &Value| String::from_utf16_lossy(&text[place(one, "start")..place(one, "end")]);
        shown["findings"].as_array().unwrap().iter().map(|one| (of(one), one.clone())).collect()
    }

    /// The id of the first finding with that text.
    #[track_caller]
    pub(crate) fn id(&self, document: usize, text: &str) -> String {
        let all = self.findings(document);
        let found = all.iter().find(|(surface, _)| surface == text);
        let known = || all.iter().map(|(surface, _)| surface.as_str()).collect::<Vec<_>>();
        found.unwrap_or_else(|| panic!("{text} is not in {:?}", known())).1["id"].as_str().unwrap().to_owned()
    }
}

/// All text below a folder.
pub(crate) fn all_text(folder: &Path) -> String {
    let mut out = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        out += &if path.is_dir() { all_text(&path) } else { std::fs::read_to_string(&path).unwrap_or_default() };
    }
    out
}
