//! Documents and their sanitised twins, and pages of a background.

use crate::document::decision::redacted;
use crate::document::inputs::{Input, InputForm, Inputs};
use crate::document::{PublicDecision, Source};
use crate::{Error, Result};
use scumble_assess::document::attack::kept_by_edits;
use scumble_io::jsonl::Lines;
use scumble_span::{Span, token_spans};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Names that a message lists.
const LISTED: usize = 10;

/// A piece of an original that was redacted, and what stands in its place.
pub type Redacted = (Span, Option<String>);

/// Originals and sanitised documents, pair by pair, by name.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The names, without the endings of files.
    pub names: Vec<String>,
    /// The texts of the originals.
    pub originals: Vec<String>,
    /// The texts of the sanitised documents.
    pub sanitised: Vec<String>,
    /// What was redacted, where the work folder of the release says it: pieces of the original, and what stands in their place.
    pub redacted: Vec<Option<Vec<Redacted>>>,
}

/// A document and its sanitised twin.
#[derive(Clone, Debug, Default)]
pub struct Pair {
    /// Its name.
    pub name: String,
    /// The text of the original.
    pub original: String,
    /// The text of the sanitised document.
    pub sanitised: String,
    /// What was redacted, if that is known.
    pub redacted: Option<Vec<Redacted>>,
}

impl Collection {
    /// Pairs that are at hand. The endings of files are taken from their names.
    ///
    /// # Errors
    /// If there is none, or two have one name.
    pub fn of(mut pairs: Vec<Pair>) -> Result<Self> {
        pairs.iter_mut().for_each(|pair| pair.name = stem(&pair.name).to_owned());
        Self::by_name(pairs)
    }

    fn by_name(mut pairs: Vec<Pair>) -> Result<Self> {
        pairs.sort_by(|a, b| a.name.cmp(&b.name));
        if pairs.is_empty() {
            return Err(Error::input("there is no document"));
        }
        if let Some(two) = pairs.windows(2).find(|two| two[0].name == two[1].name) {
            return Err(Error::input(format!("two documents are called “{}”", two[0].name)));
        }
        let mut collection = Self::default();
        for Pair { name, original, sanitised, redacted } in pairs {
            collection.redacted.push(redacted.filter(|pieces| fit(&original, &sanitised, pieces)));
            collection.names.push(name);
            collection.originals.push(original);
            collection.sanitised.push(sanitised);
        }
        Ok(collection)
    }

    /// Reads both: folders of documents, single documents, or JSON lines with a name and a text a line. Pairs have the same name, or the
    /// names that the work folder of the release gives them.
    ///
    /// # Errors
    /// If one cannot be read, has no document, or they do not match.
    pub fn read(originals: &Path, sanitised: &Path) -> Result<Self> {
        let before = read_pages(originals)?;
        let mut after: BTreeMap<String, String> = read_pages(sanitised)?.into_iter().collect();
        // Two single files are a pair whatever they are called.
        if let ([(name, _)], 1) = (&before[..], after.len())
            && !originals.is_dir()
            && !sanitised.is_dir()
            && let Some((_, text)) = after.pop_first()
        {
            after.insert(name.clone(), text);
        }
        let decided = decided(sanitised);
        let renamed: Vec<(String, String)> =
            decided.iter().filter_map(|one| Some((one.name.clone(), after.remove(&one.output)?))).collect();
        after.extend(renamed);
        let lacking: Vec<&str> =
            before.iter().map(|(name, _)| name.as_str()).filter(|name| !after.contains_key(*name)).collect();
        let known: BTreeMap<&str, ()> = before.iter().map(|(name, _)| (name.as_str(), ())).collect();
        let extra: Vec<&str> = after.keys().map(String::as_str).filter(|name| !known.contains_key(name)).collect();
        if !lacking.is_empty() || !extra.is_empty() {
            let list = |names: &[&str]| {
                let more =
                    if names.len() > LISTED { format!(" and {} more", names.len() - LISTED) } else { String::new() };
                format!("{}{more}", names[..names.len().min(LISTED)].join(", "))
            };
            let mut problems = Vec::new();
            if !lacking.is_empty() {
                problems.push(format!("{} has no twin of {}", sanitised.display(), list(&lacking)));
            }
            if !extra.is_empty() {
                problems.push(format!("{} has no original of {}", originals.display(), list(&extra)));
            }
            return Err(Error::input(problems.join("; "))
                .with_help("both must have the same documents, by name; leave out originals that were withheld"));
        }
        let mut redacted: BTreeMap<String, Vec<Redacted>> =
            decided.into_iter().filter_map(|one| Some((one.name, one.pieces?))).collect();
        let pair = |(name, original): (String, String)| {
            let sanitised = after.remove(&name).unwrap_or_default();
            Pair { redacted: redacted.remove(&name), name, original, sanitised }
        };
        Self::by_name(before.into_iter().map(pair).collect())
    }

    /// The document with a name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names.binary_search_by(|known| known.as_str().cmp(name)).ok()
    }
}

/// Whether pieces of an original can be what was redacted in its twin: they lie in the text, and all tokens outside of them stand in the
/// twin, in their order. A work folder may be that of other originals.
fn fit(original: &str, twin: &str, pieces: &[Redacted]) -> bool {
    let spans: Vec<Span> = pieces.iter().map(|(span, _)| *span).collect();
    let inside = |span: &Span| span.start <= span.end && original.get(span.range()).is_some();
    let mut there = token_spans(twin).map(|token| token.of(twin));
    spans.iter().all(inside)
        && kept_by_edits(original, &spans).tokens.iter().filter(|(_, kept)| *kept).all(|(token, _)| {
            let token = token.of(original);
            there.any(|other| other == token)
        })
}

/// A name without the ending of a file.
pub(crate) fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, ending)) if InputForm::of(Path::new(name)).is_some() && !stem.is_empty() && ending.len() <= 8 => {
            stem
        }
        _ => name,
    }
}

/// Texts by name, sorted: the documents of a folder, a single document, or JSON lines (packed or not) with a name (`name`, `title`,
/// `doc_id` or `id`) and a text (`text`, `public_knowledge` or `content`) a line.
///
/// # Errors
/// If nothing is there or readable, or two have one name.
pub fn read_pages(path: &Path) -> Result<Vec<(String, String)>> {
    let mut pages = Vec::new();
    for input in Inputs::find(&[path.to_owned()])?.found {
        match input.form {
            InputForm::Document(kind) => {
                let source = Source::file(&input.name, kind, input.bytes()?.into_owned())?;
                pages.push((stem(&input.name).to_owned(), source.woven().text.clone()));
            }
            InputForm::Records => lines(&input, &mut pages)?,
        }
    }
    sorted_by_name(pages, &path.display().to_string())
}

/// Pages of a background: those of an index of ours (`index:DIR`: its documents' words in their order, which is all that attackers read), or as
/// [`read_pages`].
///
/// # Errors
/// As [`read_pages`], if the index cannot be read, or this build reads none.
pub fn read_background(place: &str) -> Result<Vec<(String, String)>> {
    let Some(folder) = place.strip_prefix("index:") else { return read_pages(Path::new(place)) };
    #[cfg(feature = "index")]
    {
        pages_of(scumble_corpus::Index::open(Path::new(folder))?.documents()?, place)
    }
    #[cfg(not(feature = "index"))]
    Err(Error::input(format!("{folder}: this build of scumble reads no index")))
}

/// Texts that are at hand, as [`read_pages`] gives those of files: by name without the ending of a file, sorted. `what` they are is
/// said in errors.
///
/// # Errors
/// If there is none, or two have one name.
pub fn pages_of(texts: Vec<(String, String)>, what: &str) -> Result<Vec<(String, String)>> {
    let texts = texts.into_iter().map(|(name, text)| (stem(&name).to_owned(), text)).collect();
    sorted_by_name(texts, what)
}

fn sorted_by_name(mut pages: Vec<(String, String)>, place: &str) -> Result<Vec<(String, String)>> {
    pages.sort();
    if pages.is_empty() {
        return Err(Error::input(format!("{place}: holds no document")));
    }
    match pages.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(Error::input(format!("{place}: two documents are called “{}”", pair[0].0))),
        None => Ok(pages),
    }
}

fn lines(input: &Input, pages: &mut Vec<(String, String)>) -> Result<()> {
    let Some(path) = input.path().filter(|_| input.name.contains(".jsonl") || input.name.contains(".ndjson")) else {
        return Err(Error::input(format!("{}: only JSON lines can be compared record by record", input.name))
            .with_help("give a folder of documents, or JSON lines with a name and a text a line"));
    };
    each_line(path, |number, value| {
        let first = |keys: &[&str]| keys.iter().find_map(|key| value[*key].as_str()).map(str::to_owned);
        let name = first(&["name", "title", "doc_id", "id"]).map(|name| stem(&name).to_owned());
        match name.zip(first(&["text", "public_knowledge", "content"])) {
            Some(page) => pages.push(page),
            None => {
                return Err(Error::input(format!("{}, line {number}: no name or no text", path.display())).with_help(
                    "a line has a “name” (or title, doc_id, id) and a “text” (or public_knowledge, content)",
                ));
            }
        }
        Ok(())
    })
}

/// Visits the values of JSON lines with their numbers.
pub(super) fn each_line(path: &Path, mut visit: impl FnMut(u64, Value) -> Result<()>) -> Result<()> {
    let unread = |what: String| Error::input(format!("{}: cannot be read: {what}", path.display()));
    let mut lines = Lines::new(scumble_io::open(path).map_err(|error| unread(error.to_string()))?);
    while let Some(line) = lines.next().map_err(|error| unread(error.to_string()))? {
        if line.is_blank() {
            continue;
        }
        let value = serde_json::from_slice(line.content).map_err(|error| {
            Error::input(format!("{}, line {}, column {}: no JSON", path.display(), line.number, error.column()))
        })?;
        visit(line.number, value)?;
    }
    Ok(())
}

/// What the work folder of a release says of a document.
struct Decided {
    /// The name of the original.
    name: String,
    /// The name of the sanitised document.
    output: String,
    /// What was redacted, if the document has one part.
    pieces: Option<Vec<Redacted>>,
}

/// Reads the decisions in the work folder of a release; none if there is no such folder.
fn decided(sanitised: &Path) -> Vec<Decided> {
    #[derive(Deserialize)]
    struct Written {
        name: String,
        output: Option<String>,
        decisions: Vec<PublicDecision>,
    }
    // Without a slash at the end.
    let mut work = sanitised.components().as_path().as_os_str().to_owned();
    work.push(".work");
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(work).join("decisions")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = std::fs::read(&path).unwrap_or_default();
            let Ok(written) = serde_json::from_slice::<Written>(&bytes) else { continue };
            found.push(Decided {
                output: stem(written.output.as_deref().unwrap_or(&written.name)).to_owned(),
                name: stem(&written.name).to_owned(),
                pieces: redacted(&written.decisions),
            });
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}
