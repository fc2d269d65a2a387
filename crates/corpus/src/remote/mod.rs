//! Servers that count. **Asking one tells it what is asked for**, and whoever runs it: none is ever a default.

mod client;
mod elasticsearch;
mod infini_gram;

pub use elasticsearch::Elasticsearch;
pub use infini_gram::InfiniGram;

use crate::error::{Error, Result};
use base64::prelude::{BASE64_STANDARD, Engine};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The environment variable with the key or password of a server.
pub const AUTHORIZATION: &str = "SCUMBLE_COUNTS_AUTH";
/// The environment variable with the file of certificates to trust.
pub const CERTIFICATES: &str = "SCUMBLE_COUNTS_CERTIFICATES";

/// How servers are asked.
#[derive(Clone)]
pub struct RemoteOptions {
    /// `user:password`, `ApiKey …` or `Bearer …`, for Elasticsearch.
    pub authorization: Option<String>,
    /// A file of certificates (PEM) to trust instead of the public ones: a server of one's own has often signed its own.
    pub certificates: Option<PathBuf>,
    /// The field of an Elasticsearch index that holds the text.
    pub field: String,
    /// Where infini-gram is asked.
    pub infini_gram: String,
    /// How far apart two phrases may stand that infini-gram counts together, in its tokens: 1 to 1000.
    pub window: u32,
    /// How many places of a phrase infini-gram looks at when it counts phrases together, 1 to 500,000. With more places than that its
    /// count is an estimate.
    pub most_places: u32,
    /// Takes estimates of infini-gram for counts. Without it they are errors: an estimate may be 0 for what does occur.
    pub estimates: bool,
    /// How long connecting may take.
    pub connect: Duration,
    /// How long a question may take, from the first byte to the last, each time that it is asked.
    pub whole: Duration,
    /// How often a question is asked before the server is given up.
    pub tries: u32,
    /// The longest answer, in bytes.
    pub most_bytes: u64,
    /// How many questions are asked at a time.
    pub parallel: usize,
    /// How to wait between two tries.
    pub pause: Arc<dyn Fn(Duration) + Send + Sync>,
}

impl Default for RemoteOptions {
    fn default() -> Self {
        Self {
            authorization: None,
            certificates: None,
            field: "text".into(),
            infini_gram: "https://api.infini-gram.io/".into(),
            window: 100,
            most_places: 500_000,
            estimates: false,
            connect: Duration::from_secs(5),
            whole: Duration::from_secs(30),
            tries: 4,
            most_bytes: 1 << 20,
            parallel: 4,
            pause: Arc::new(std::thread::sleep),
        }
    }
}

impl RemoteOptions {
    /// The defaults, with what the environment has in `SCUMBLE_COUNTS_AUTH` and `SCUMBLE_COUNTS_CERTIFICATES`.
    pub fn from_environment() -> Self {
        let given = |name| std::env::var(name).ok().filter(|given| !given.is_empty());
        let certificates = given(CERTIFICATES).map(PathBuf::from);
        Self { authorization: given(AUTHORIZATION), certificates, ..Self::default() }
    }

    /// The value of the `Authorization` header.
    fn header(&self) -> Result<Option<String>> {
        let Some(given) = self.authorization.as_deref().map(str::trim) else { return Ok(None) };
        let key = ["ApiKey ", "Bearer ", "Basic "].iter().any(|scheme| given.starts_with(scheme));
        if given.contains(|c: char| c.is_control()) || !(key || given.contains(':')) {
            return Err(Error::Question(format!("{AUTHORIZATION} must be user:password, or ApiKey and a key")));
        }
        Ok(Some(if key { given.to_string() } else { format!("Basic {}", BASE64_STANDARD.encode(given)) }))
    }
}

/// A phrase as it is sent: as it was written, with single spaces. Servers have their own rules for letters and signs.
fn as_written(phrase: &str) -> String {
    let spaced = |c: char| c.is_whitespace() || c.is_control();
    phrase.split(spaced).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The groups of a question as they are sent; `None` if a group has no words to be found.
fn groups(all_of: &[&[&str]], form: impl Fn(&str) -> String) -> Option<Vec<Vec<String>>> {
    let group = |group: &&[&str]| {
        let mut phrases: Vec<String> =
            group.iter().map(|phrase| form(phrase)).filter(|phrase| phrase.contains(char::is_alphanumeric)).collect();
        phrases.sort_unstable();
        phrases.dedup();
        (!phrases.is_empty()).then_some(phrases)
    };
    all_of.iter().map(group).collect()
}

/// Asks several questions at a time; the first fault ends it.
fn in_parallel(
    questions: &[&[&[&str]]],
    threads: usize,
    ask: impl Fn(&[&[&str]]) -> Result<u64> + Sync,
) -> Result<Vec<u64>> {
    let (next, answers) = (AtomicUsize::new(0), Mutex::new(Ok(vec![0; questions.len()])));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, questions.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(question) = questions.get(place) else { return };
                    let answer = ask(question);
                    let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
                    match (&mut *answers, answer) {
                        (Ok(counts), Ok(count)) => counts[place] = count,
                        (Ok(_), Err(error)) => *answers = Err(error),
                        (Err(_), _) => return,
                    }
                    if answers.is_err() {
                        return;
                    }
                }
            });
        }
    });
    answers.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_and_keys_become_headers() {
        let header = |given: &str| RemoteOptions { authorization: Some(given.into()), ..Default::default() }.header();
        assert_eq!(header("user:pass").unwrap().unwrap(), "Basic dXNlcjpwYXNz");
        assert_eq!(header(" ApiKey abc== ").unwrap().unwrap(), "ApiKey abc==");
        for bad in ["hunter2", "user:pass\r\nX: y"] {
            let message = header(bad).unwrap_err().to_string();
            assert!(message.contains(AUTHORIZATION) && !message.contains("hunter2") && !message.contains("pass\r"));
        }
    }

    #[test]
    fn phrases_keep_their_letters() {
        assert_eq!(as_written("  Roe’s\n\tWell-Known \u{1}x"), "Roe’s Well-Known x");
        assert_eq!(groups(&[&["a", "—", "a "]], as_written), Some(vec![vec!["a".to_string()]]));
        assert_eq!(groups(&[&["a"], &["—"]], as_written), None);
    }
}
