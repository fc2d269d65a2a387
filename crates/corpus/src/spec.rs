//! A corpus by its name on the command line.

#[cfg(any(feature = "index", feature = "remote"))]
use crate::cache::Cached;
use crate::counts::Counts;
#[cfg(feature = "embedded")]
use crate::embedded::Embedded;
use crate::error::{Error, Result};
use crate::table::Table;
use scumble_io::nearest;
use std::path::Path;

/// The kinds of corpus, with what follows them.
const KINDS: [(&str, &str); 5] =
    [("embedded", ""), ("index", "DIR"), ("table", "FILE"), ("elasticsearch", "URL"), ("infini-gram", "INDEX")];

/// What a name alone does not say.
#[derive(Clone, Default)]
pub struct SpecOptions {
    /// How servers are asked.
    #[cfg(feature = "remote")]
    pub remote: crate::remote::RemoteOptions,
}

impl SpecOptions {
    /// The defaults, with what the environment says of keys and passwords.
    pub fn from_environment() -> Self {
        Self {
            #[cfg(feature = "remote")]
            remote: crate::remote::RemoteOptions::from_environment(),
        }
    }
}

/// Opens `embedded`, `index:DIR`, `table:FILE`, `elasticsearch:URL` or `infini-gram:INDEX`. A server is not asked anything yet.
///
/// ```
/// use scumble_corpus::{SpecOptions, open};
/// let error = open("indx:wikipedia", &SpecOptions::default()).err().unwrap();
/// assert!(error.to_string().contains("did you mean “index:DIR”?"));
/// ```
pub fn open(spec: &str, options: &SpecOptions) -> Result<Box<dyn Counts>> {
    let (kind, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let _ = options;
    match kind {
        #[cfg(feature = "embedded")]
        "embedded" => Ok(Box::new(Embedded::get())),
        "index" | "table" | "elasticsearch" | "infini-gram" if rest.is_empty() => {
            let what = KINDS.iter().find(|(known, _)| *known == kind).map_or("", |(_, what)| what);
            Err(Error::Question(format!("counts from {kind} are written {kind}:{what}")))
        }
        "table" => Ok(Box::new(Table::read(Path::new(rest))?)),
        #[cfg(feature = "index")]
        "index" => Ok(Box::new(Cached::new(crate::index::Index::open(Path::new(rest))?))),
        #[cfg(feature = "remote")]
        "elasticsearch" => Ok(Box::new(Cached::new(crate::remote::Elasticsearch::new(rest, &options.remote)?))),
        #[cfg(feature = "remote")]
        "infini-gram" => Ok(Box::new(Cached::new(crate::remote::InfiniGram::new(rest, &options.remote)?))),
        // A known kind whose feature is off.
        _ if KINDS.iter().any(|(known, _)| *known == kind) => Err(absent(kind)),
        _ => Err(unknown(kind)),
    }
}

fn absent(kind: &str) -> Error {
    Error::Question(format!("this build of scumble has no counts from {kind}"))
}

fn unknown(kind: &str) -> Error {
    let written =
        |(kind, what): &(&str, &str)| if what.is_empty() { kind.to_string() } else { format!("{kind}:{what}") };
    let near = nearest(kind, KINDS.iter().map(|(known, _)| *known), 1).first().copied();
    let near = near.and_then(|near| KINDS.iter().find(|(known, _)| *known == near));
    let hint = near.map_or(String::new(), |near| format!("; did you mean “{}”?", written(near)));
    let known: Vec<String> = KINDS.iter().map(written).collect();
    Error::Question(format!("no counts are called “{kind}”{hint} (known: {})", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_get_the_nearest_one() {
        let message = |spec: &str| open(spec, &SpecOptions::default()).err().unwrap().to_string();
        for (spec, expected) in [
            ("tabel:x", "did you mean “table:FILE”?"),
            ("elasticserch:http://h/i", "did you mean “elasticsearch:URL”?"),
            ("infinigram:x", "did you mean “infini-gram:INDEX”?"),
            ("embeded", "did you mean “embedded”?"),
            ("index", "index:DIR"),
            ("table:", "table:FILE"),
            ("table:no/such/file", "no/such/file"),
        ] {
            assert!(message(spec).contains(expected), "{spec}: {}", message(spec));
        }
        assert!(!message("google").contains("did you mean"));
    }
}
