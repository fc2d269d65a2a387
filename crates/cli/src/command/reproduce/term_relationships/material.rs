//! The documents under test, and the corpus that stands in for the Web.

use super::key::key;
use crate::console::Console;
use crate::failure::Failure;
use scumble::corpus::{BuildOptions, Index, build};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A document under test.
pub(super) struct Text {
    /// The person's name, by which the corpus knows it, too.
    pub name: String,
    pub text: String,
    /// What people marked first: the name in full, as a rule.
    pub secret: String,
    /// The terms that people marked, each once; nothing where nobody did.
    pub gold: BTreeSet<String>,
}

/// The documents that people marked.
pub(super) fn annotated(path: &Path) -> Result<Vec<Text>, Failure> {
    each_line(path, |value| {
        let field = |name: &str| value[name].as_str().map(str::to_owned);
        let spans = value["spans"].as_array()?.iter().filter(|span| span["type"] == "SENSITIVE");
        let marked: Vec<&str> = spans.map(|span| span["text"].as_str()).collect::<Option<_>>()?;
        let gold = marked.iter().map(|text| key(text)).filter(|key| !key.is_empty()).collect();
        Some(Text { name: field("title")?, text: field("text")?, secret: (*marked.first()?).to_owned(), gold })
    })
}

/// The sketches of the paper's own actors.
pub(super) fn unannotated(path: &Path) -> Result<Vec<Text>, Failure> {
    each_line(path, |value| {
        let name = value["name"].as_str()?.to_owned();
        let text = value["abstract"].as_str()?.to_owned();
        Some(Text { secret: name.clone(), name, text, gold: BTreeSet::new() })
    })
}

fn each_line(path: &Path, read: impl Fn(&Value) -> Option<Text>) -> Result<Vec<Text>, Failure> {
    let fault = |problem: String| Failure::input(format!("{}: {problem}", path.display()));
    let content = std::fs::read_to_string(path).map_err(|error| fault(format!("cannot be read: {error}")))?;
    let lines = content.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let one = |(i, line): (usize, &str)| {
        let value = serde_json::from_str(line).unwrap_or_default();
        read(&value).ok_or_else(|| fault(format!("line {}: not a document of the expected form", i + 1)))
    };
    let texts: Vec<Text> = lines.map(one).collect::<Result<_, _>>()?;
    if texts.is_empty() { Err(fault("contains no documents".into())) } else { Ok(texts) }
}

/// A file of the data folder, packed or not.
pub(super) fn find(folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    let path = |ending: &str| folder.join(format!("{name}{ending}"));
    ["", ".gz", ".zst"].into_iter().map(path).find(|path| path.is_file()).ok_or_else(|| {
        Failure::input(format!("{}: no such file", folder.join(name).display()))
            .with_help("the folder must contain wiki_actors, web_corpus and optionally six_actors")
    })
}

/// The index of the corpus, removed at the end if nobody named a place for it.
pub(super) struct Corpus {
    pub index: Index,
    temporary: Option<PathBuf>,
}

impl Drop for Corpus {
    fn drop(&mut self) {
        if let Some(folder) = &self.temporary {
            // What is left behind is in the system's folder for such things.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// Builds the index in `out`, or takes the one of the same files that is there. Documents are known by their titles, in every file.
pub(super) fn corpus(sources: &[PathBuf], out: Option<&Path>, console: &Console) -> Result<Corpus, Failure> {
    let passing = std::env::temp_dir().join(format!("scumble-reproduce-{}.index", std::process::id()));
    let folder = out.map_or(passing, |out| out.join("corpus.index"));
    let note = out.map(|out| out.join("corpus.txt"));
    let says = sources.iter().map(|path| of_file(path)).collect::<Result<String, _>>()?;
    let same = note.as_ref().is_some_and(|note| std::fs::read_to_string(note).is_ok_and(|old| old == says));
    if same && let Ok(index) = Index::open(&folder) {
        console.note(&format!("{}: using the existing index", folder.display()));
        return Ok(Corpus { index, temporary: None });
    }
    let options = BuildOptions { name_field: Some("title".into()), replace: true, ..BuildOptions::default() };
    let progress = console.progress();
    build(sources, &folder, &options, &progress)?;
    progress.clear();
    if let Some(note) = note {
        scumble::io::write_whole(&note, says.as_bytes())?;
    }
    let temporary = out.is_none().then(|| folder.clone());
    Ok(Corpus { index: Index::open(&folder)?, temporary })
}

/// A file's name, size and time of change, as a line.
fn of_file(path: &Path) -> Result<String, Failure> {
    let about = std::fs::metadata(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    let changed = about.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{name}\t{}\t{}\n", about.len(), changed.unwrap_or_default().as_secs()))
}
