//! `scumble restore`: pseudonyms back into names, with the key file.

use crate::documents::input::{Holds, Input, inputs};
use crate::documents::job::{Job, hash};
use crate::documents::key::{Key, Mentions, Passphrase};
use crate::documents::{records, work};
use crate::failure::Failure;
use crate::report::file::Pending;
use crate::report::{Console, file};
use scumble_mask::document::labels;
use scumble_span::{Edit, Span};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Pseudonyms back into what they stand for, with the key file
///
/// Every label (Pers1, Org2 …) of a release becomes the words that stood there. A text that nobody changed since comes back byte for
/// byte; what sanitize dropped from other formats (properties, images) stays dropped.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The release: a file or a folder
    #[arg(value_name = "OUT")]
    release: PathBuf,

    /// The key file that sanitize kept
    #[arg(long, value_name = "FILE")]
    key: PathBuf,

    /// Where the restored documents go: a file or a folder [default: one text is printed]
    #[arg(long, short = 'o', value_name = "PATH")]
    out: Option<PathBuf>,

    /// The file that holds the key file's passphrase (or set SCUMBLE_PASSPHRASE)
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  scumble restore release/ --key labels.key -o restored/
  scumble restore release/letter.txt --key labels.key";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let passphrase = Passphrase { file: arguments.passphrase_file.clone() };
    let key = Key::open(&arguments.key, &passphrase, false)?;
    let (found, _) = inputs(std::slice::from_ref(&arguments.release))?;
    let folder = arguments.release.is_dir();
    let mut restored = Vec::new();
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for input in &found {
        let Some(out) = &arguments.out else {
            let Holds::Document(kind) = input.holds else { return Err(needs_out()) };
            if folder || !kind.is_text() {
                return Err(needs_out());
            }
            texts.push(document(input, &key)?);
            continue;
        };
        let place = if folder { out.join(&input.name) } else { out.clone() };
        file::refuse_inputs(&place, [input.path.as_path()], "the restored document")?;
        work::make_parent(&place)?;
        match input.holds {
            Holds::Document(_) => file::write(&place, &document(input, &key)?)?,
            Holds::Lines | Holds::Rows => of_records(input, &key, &place)?,
        }
        restored.push(place);
    }
    if console.json {
        let text = texts.first().map(|text| String::from_utf8_lossy(text).into_owned());
        return console.print_json(&json!({"restored": restored, "text": text}));
    }
    match texts.first() {
        Some(text) => console.print(&String::from_utf8_lossy(text)),
        None => console.print(&format!(
            "Restored {} document{}\n",
            restored.len(),
            if restored.len() == 1 { "" } else { "s" }
        )),
    }
}

fn needs_out() -> Failure {
    Failure::input("only the text of one document can be printed").with_help("name a file or folder with -o")
}

/// One document with its names again.
fn document(input: &Input, key: &Key) -> Result<Vec<u8>, Failure> {
    let Holds::Document(kind) = input.holds else { return Err(needs_out()) };
    let bytes = std::fs::read(&input.path)
        .map_err(|error| Failure::input(format!("{}: cannot be read: {error}", input.path.display())))?;
    let output_hash = hash(&bytes);
    let known = key.releases(&input.name, &output_hash);
    if known.is_empty() {
        return Err(Failure::input(format!("{}: the key file knows no such document", input.name))
            .with_help("restore with the key file of the run that made it, under its own name"));
    }
    let first = known[0];
    if known.iter().any(|other| other.output_hash == output_hash && other.labels != first.labels) {
        return Err(ambiguous(&input.name));
    }
    let job = Job::open(&input.name, kind, bytes)?;
    let edits =
        known.into_iter().find_map(|mentions| edits(job.text(), mentions)).ok_or_else(|| changed(&input.name))?;
    job.rewrite(&edits)
}

fn changed(name: &str) -> Failure {
    Failure::input(format!("{name}: its labels are not those of the release any more, so they cannot be told apart"))
        .with_help("restore an unchanged copy of the release")
}

/// A file of records with its names again. It is known by its name or, if it was given another, by its records.
fn of_records(input: &Input, key: &Key, place: &Path) -> Result<(), Failure> {
    let names: Vec<&String> = match key.fields.get_key_value(&input.name) {
        Some((name, _)) => vec![name],
        None => key.fields.keys().collect(),
    };
    let mut plans: Vec<(&String, Vec<Vec<Edit>>)> = Vec::new();
    for name in names {
        if let Some(plan) = plan(name, input, key)? {
            plans.push((name, plan));
        }
    }
    let Some((name, plan)) = plans.first() else {
        return Err(Failure::input(format!("{}: the key file knows no such records", input.name))
            .with_help("restore an unchanged release, with the key file of the run that made it"));
    };
    if plans.iter().any(|(_, other)| other != plan) {
        return Err(ambiguous(&input.name));
    }
    let mut edits = plan.iter().cloned();
    let mut failed = Ok(());
    let pending = Pending::write(place, |file| {
        let mut next = |job: &Job| edits.next().ok_or_else(|| changed(&job.name));
        failed = records::rewrite(input, &key.fields[*name], file, &mut next);
        if failed.is_ok() { Ok(()) } else { Err(std::io::Error::other("stopped")) }
    });
    failed?;
    pending?.keep()
}

fn ambiguous(name: &str) -> Failure {
    Failure::input(format!("{name}: the key file knows two originals that gave these bytes"))
        .with_help("keep a key file for each collection")
}

/// The edits of each record, if all are records of that file; `None` if they are not.
fn plan(name: &str, input: &Input, key: &Key) -> Result<Option<Vec<Vec<Edit>>>, Failure> {
    // Only records that were released are in the key, in the order of their numbers.
    let prefix = format!("{name}:");
    let mut known: Vec<(usize, &Vec<Mentions>)> = key
        .documents
        .iter()
        .filter_map(|(name, releases)| Some((name.strip_prefix(&prefix)?.parse().ok()?, releases)))
        .collect();
    known.sort_by_key(|(number, _)| *number);
    let mut known = known.into_iter();
    let (mut out, mut unclear) = (Vec::new(), false);
    let mut look = |job: &Job| {
        let output_hash = hash(job.text().as_bytes());
        let fits = |releases: &Vec<Mentions>| releases.iter().any(|known| known.output_hash == output_hash);
        // What was withheld this time may have been released before.
        let Some((_, releases)) = known.find(|(_, releases)| fits(releases)) else { return Err(changed(&job.name)) };
        let fitting: Vec<&Mentions> = releases.iter().filter(|known| known.output_hash == output_hash).collect();
        unclear |= fitting.iter().any(|other| other.labels != fitting[0].labels);
        out.push(edits(job.text(), fitting[0]).ok_or_else(|| changed(&job.name))?);
        Ok(Vec::new())
    };
    let looked = records::rewrite(input, &key.fields[name], &mut std::io::sink(), &mut look);
    if unclear {
        return Err(ambiguous(&input.name));
    }
    Ok(looked.is_ok().then_some(out))
}

/// What puts back what the labels of a text stand for; `None` if they are not those of the release.
fn edits(text: &str, mentions: &Mentions) -> Option<Vec<Edit>> {
    let found = labels(text);
    if found.len() != mentions.labels.len() {
        return None;
    }
    let mut edits = Vec::with_capacity(found.len());
    for (span, mention) in found.into_iter().zip(&mentions.labels) {
        let start = span.start.checked_sub(mention.written.find(&mention.label)?)?;
        let written = Span::new(start, start + mention.written.len());
        if text.get(written.range()) != Some(mention.written.as_str()) {
            return None;
        }
        if mention.surface != mention.written {
            edits.push(Edit { span: written, replacement: mention.surface.clone() });
        }
    }
    Some(edits)
}
