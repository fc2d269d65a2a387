//! One question to a server and its answer, asked again when the server or the way to it was the trouble.
//!
//! No message repeats what was asked: of an answer that is no count, only its status and the kind of fault are told.

use super::{AUTHORIZATION, CERTIFICATES, RemoteOptions};
use crate::error::{Error, Result};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;
use ureq::Agent;
use ureq::http::{Response, Uri};
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

/// The first wait between two tries; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// A server that wants a longer pause than this is given up.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

pub(super) struct Client {
    agent: Agent,
    url: String,
    /// Host and port: how the server is called in messages.
    pub(super) server: String,
    header: Option<String>,
    options: RemoteOptions,
    /// Statuses that mean “not now” besides the usual ones.
    not_now: &'static [u16],
}

/// Why a try gave no answer, whether another may, and how long the server wants to be left alone.
struct Trouble {
    problem: String,
    again: bool,
    wait: Option<Duration>,
}

impl Trouble {
    fn last(problem: impl ToString) -> Self {
        Self { problem: problem.to_string(), again: false, wait: None }
    }

    fn passing(problem: impl ToString) -> Self {
        Self { again: true, ..Self::last(problem) }
    }
}

impl Client {
    pub(super) fn new(url: &str, options: &RemoteOptions, not_now: &'static [u16]) -> Result<Self> {
        let wrong = |problem: &str| Error::Question(format!("the server's address {problem}"));
        let uri: Uri = url.parse().map_err(|_| wrong("cannot be read; it looks like https://host:9200/index"))?;
        let (Some("http" | "https"), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(wrong("must start with http:// or https://"));
        };
        if authority.as_str().contains('@') {
            return Err(wrong(&format!("must not hold a password; put it into {AUTHORIZATION}")));
        }
        if uri.query().is_some() {
            return Err(wrong("must end before the ?"));
        }
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // what is asked goes to the server that was named and to no other
            .max_redirects(0)
            .timeout_connect(Some(options.connect))
            .timeout_global(Some(options.whole))
            .user_agent(concat!("scumble/", env!("CARGO_PKG_VERSION")));
        if ["localhost", "127.0.0.1", "[::1]"].contains(&authority.host()) {
            config = config.proxy(None);
        }
        if let Some(path) = &options.certificates {
            config = config.tls_config(TlsConfig::builder().root_certs(trusted(path)?).build());
        }
        Ok(Self {
            agent: config.build().into(),
            url: url.trim_end_matches('/').to_string(),
            server: authority.as_str().to_string(),
            header: None,
            options: options.clone(),
            not_now,
        })
    }

    /// Tells the server who asks, in each question.
    pub(super) fn authorized(mut self) -> Result<Self> {
        self.header = self.options.header()?;
        Ok(self)
    }

    /// The path of the server's address.
    pub(super) fn path(&self) -> &str {
        let after = self.url.split_once("://").map_or("", |(_, rest)| rest);
        after.split_once('/').map_or("", |(_, path)| path)
    }

    /// Sends a question and reads a JSON object.
    pub(super) fn post(&self, path: &str, question: &Value) -> Result<Value> {
        let mut wait = FIRST_WAIT;
        for left in (0..self.options.tries.max(1)).rev() {
            let trouble = match self.try_once(path, question) {
                Ok(answer) => return Ok(answer),
                Err(trouble) => trouble,
            };
            let pause = trouble.wait.unwrap_or(wait);
            if !trouble.again || pause > LONGEST_WAIT {
                return Err(self.fault(trouble.problem));
            }
            if left == 0 {
                return Err(self.fault(format!("{}; asked {} times", trouble.problem, self.options.tries)));
            }
            (self.options.pause)(pause);
            wait *= 2;
        }
        unreachable!("the last try returns")
    }

    pub(super) fn fault(&self, problem: impl ToString) -> Error {
        Error::Remote { server: self.server.clone(), problem: problem.to_string() }
    }

    fn try_once(&self, path: &str, question: &Value) -> std::result::Result<Value, Trouble> {
        let mut request = self.agent.post(format!("{}/{path}", self.url)).header("Content-Type", "application/json");
        if let Some(header) = &self.header {
            request = request.header("Authorization", header);
        }
        let mut response = request.send(question.to_string()).map_err(|error| self.trouble(error))?;
        let body = response.body_mut().with_config().limit(self.options.most_bytes).read_to_vec();
        let status = response.status().as_u16();
        if status != 200 {
            return Err(self.refusal(status, &response, &body.unwrap_or_default()));
        }
        let body = body.map_err(|error| self.trouble(error))?;
        match serde_json::from_slice(&body) {
            Ok(answer @ Value::Object(_)) => Ok(answer),
            _ => Err(Trouble::last("the answer is not the JSON that was expected: is this the right server?")),
        }
    }

    fn refusal<B>(&self, status: u16, response: &Response<B>, body: &[u8]) -> Trouble {
        let seconds = || response.headers().get("retry-after")?.to_str().ok()?.trim().parse().ok();
        match status {
            429 | 502 | 503 | 504 => {
                let wait = seconds().map(Duration::from_secs);
                let asks =
                    wait.map_or(String::new(), |wait| format!(", and wants to be asked again in {} s", wait.as_secs()));
                Trouble { problem: format!("the server is too busy (status {status}{asks})"), again: true, wait }
            }
            _ if self.not_now.contains(&status) => {
                Trouble::passing(format!("the server refused (status {status}); perhaps it was asked too fast"))
            }
            401 | 403 => Trouble::last(format!(
                "the server wants to know who asks (status {status}): set {AUTHORIZATION} to user:password or to ApiKey and a key"
            )),
            300..=399 => Trouble::last(format!(
                "the server points to another address (status {status}), which is not followed: give that address"
            )),
            404 => Trouble::last("there is no such index (status 404)"),
            _ => Trouble::last(format!("the server could not answer (status {status}{})", kind(body))),
        }
    }

    fn trouble(&self, error: ureq::Error) -> Trouble {
        use ureq::{Error, Timeout};
        match error {
            Error::Timeout(Timeout::Connect | Timeout::Resolve) => {
                Trouble::passing(format!("no connection within {:?}", self.options.connect))
            }
            Error::Timeout(_) => Trouble::passing(format!("no answer within {:?}", self.options.whole)),
            Error::Io(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                Trouble::passing("the answer was cut off")
            }
            Error::Io(error) => Trouble::passing(format!("the connection failed ({})", error.kind())),
            Error::ConnectionFailed => Trouble::passing("the connection failed"),
            Error::Protocol(_) => Trouble::passing("the answer is no proper HTTP, or was cut off"),
            Error::HostNotFound => Trouble::last("there is no server of this name"),
            Error::BodyExceedsLimit(_) => {
                Trouble::last(format!("the answer is longer than {} bytes", self.options.most_bytes))
            }
            Error::Rustls(_) | Error::Tls(_) | Error::Pem(_) => Trouble::last(format!(
                "no secure connection, or the server's certificate is not known: {CERTIFICATES} may name a file with it"
            )),
            _ => Trouble::last("the question could not be sent"),
        }
    }
}

/// The certificates in a file.
fn trusted(path: &Path) -> Result<RootCerts> {
    let pem = std::fs::read(path).map_err(|error| Error::file(path, error))?;
    let certificates: Vec<_> = parse_pem(&pem)
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        })
        .collect();
    match certificates.is_empty() {
        true => Err(Error::file(path, "holds no certificate in PEM form")),
        false => Ok(certificates.into()),
    }
}

/// The kind of fault that Elasticsearch names, if it is one of its words: the rest of its answer may repeat the question.
fn kind(body: &[u8]) -> String {
    let value: Value = serde_json::from_slice(body).unwrap_or_default();
    let known = [
        "parsing_exception",
        "query_shard_exception",
        "search_phase_execution_exception",
        "index_closed_exception",
        "illegal_argument_exception",
        "circuit_breaking_exception",
        "too_many_clauses",
    ];
    let kind = known.into_iter().find(|kind| value["error"]["type"] == *kind);
    kind.map_or(String::new(), |kind| format!(", {kind}"))
}
