//! `scumble sanitize`: documents without what gives someone away.

mod fields;
mod flags;
mod text;

pub(crate) use text::counted;

use crate::console::Console;
use crate::failure::Failure;
use crate::options::passphrase::Passphrase;
use crate::options::tables::TableArguments;
use fields::FieldArguments;
use flags::Flags;
use scumble::corpus::{Cached, Counts};
use scumble::document::{DecisionsFile, Event, Folder, InputForm, Inputs, Release, Source, Summary, field_check};
use scumble::{DocumentPolicy, Sanitizer};
use serde_json::{Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Redact what gives someone away in documents
///
/// Finds names, numbers, informative phrases and phrases that disclose a sensitive term, replaces them, reads the result again, and
/// refuses to write a document in which a redacted term is left. Reads text, Markdown, HTML, DOCX, PDF and e-mail, whole folders, and
/// JSON lines, CSV, Parquet and Excel with a document in each record: every field of these is sanitised, published or dropped as it is
/// declared. Without -o, the result of one document is printed.
///
/// OUT holds the release alone. OUT.work/ holds originals, decisions with their text, the audit and a report: keep it private.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files and folders (- for text on standard input)
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    flags: Flags,

    #[command(flatten)]
    fields: FieldArguments,

    #[command(flatten)]
    tables: TableArguments,

    /// Apply edited decisions: a file from OUT.work/decisions or from --json --show-text, or that folder. What they do not mention is decided by the machine
    #[arg(long, value_name = "FILE|DIR", help_heading = "Input")]
    decisions: Option<PathBuf>,

    /// Withhold a document unless its decisions decide on every finding
    #[arg(long, requires = "decisions", help_heading = "Input")]
    all_decided: bool,

    /// Withhold a document unless a person has looked at every finding of high risk in it: direct identifiers, named terms, risky blocks, and kept phrases that disclose a sensitive term
    #[arg(long, requires = "decisions", help_heading = "Input")]
    reviewed: bool,

    /// Keep the answers of an index or a server in this file for the next run. It holds the phrases that were asked for
    #[arg(long, value_name = "FILE", help_heading = "How")]
    counts_cache: Option<PathBuf>,

    /// The release: a file for one document, a folder for several
    #[arg(long, short = 'o', value_name = "OUT", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Encrypted file for the pseudonym ledger: labels stay the same in the collection and in later runs, and `scumble restore` can undo them
    #[arg(long, value_name = "FILE", requires = "out", help_heading = "Output")]
    key: Option<PathBuf>,

    /// File that holds the key file's passphrase (or set SCUMBLE_PASSPHRASE)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    passphrase_file: Option<PathBuf>,

    /// With --json, show each decision's text, term and related term, which are protected
    #[arg(long, requires = "json", help_heading = "Output")]
    show_text: bool,

    /// Publish file names as they are, unless they hold something that is redacted [default: names of more than ordinary words and small numbers become document-1 …]
    #[arg(long, requires = "out", help_heading = "Output")]
    keep_names: bool,

    /// Take back what earlier runs released of documents that are not among INPUT any more
    #[arg(long, requires = "out", help_heading = "Output")]
    prune: bool,

    /// Sanitise documents again that an earlier run has finished with the same settings
    #[arg(long, help_heading = "Output")]
    again: bool,
}

const EXAMPLES: &str = "Examples:
  scumble sanitize letter.txt
  scumble sanitize note.txt --hide 'acquired immunodeficiency syndrome' --replace mask
  scumble sanitize judgments/ -o release/ --person 'Jane Roe' --key labels.key
  scumble sanitize lives/ -o release/ --background pages/ --below-rank 10
  scumble sanitize tickets.jsonl --field body --publish id --other-fields drop -o release.jsonl";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let policy = arguments.fields.over(arguments.flags.policy()?)?;
    policy.notes.iter().for_each(|note| console.note(note));
    let counts = open_counts(&policy, console)?;
    let cached = match &arguments.counts_cache {
        None => None,
        Some(_) if matches!(policy.counts_spec().split(':').next(), Some("embedded" | "table")) => {
            return Err(Failure::input(format!("--counts-cache: counts from {} need no cache", policy.counts_spec()))
                .with_help("use it with an index or a server"));
        }
        Some(path) => Some(Arc::new(Cached::on_disk(Arc::clone(&counts), path)?)),
    };
    let counts = cached.clone().map_or(counts, |cached| cached as Arc<dyn Counts>);
    let sanitizer = console.in_parallel(|| Sanitizer::with_counts(policy, counts))??;
    let all_senses = sanitizer.words_with_all_senses();
    if !all_senses.is_empty() {
        let words = all_senses.join(", ");
        console.note(&format!("Topics: all senses of {words} were taken (scumble topics WORD lists them)."));
    }
    let result = match &arguments.out {
        None => one_document(arguments, &sanitizer, console),
        Some(out) => release(arguments, &sanitizer, out, console),
    };
    if let Some(cached) = cached {
        cached.save()?;
    }
    result
}

/// Opens the counts that a policy names, and says so if asking them tells somebody else.
pub(crate) fn open_counts(policy: &DocumentPolicy, console: &Console) -> Result<Arc<dyn Counts>, Failure> {
    let counts: Arc<dyn Counts> = Arc::from(policy.open_counts()?);
    let provenance = counts.provenance();
    if provenance.remote {
        let name = provenance.name;
        console
            .note(&format!("Counts come from {name}: it will see every phrase that is asked for, sensitive ones too."));
    }
    Ok(counts)
}

/// One document to standard output.
fn one_document(arguments: &Arguments, sanitizer: &Sanitizer, console: &Console) -> Result<(), Failure> {
    let source = match &arguments.inputs[..] {
        [path] if path == Path::new("-") => {
            let mut bytes = Vec::new();
            let read = std::io::stdin().read_to_end(&mut bytes);
            read.map_err(|error| Failure::input(format!("standard input: {error}")))?;
            Source::file("-", scumble::files::FileKind::Text, bytes)?
        }
        [path] if !path.is_dir() => {
            let inputs = Inputs::find(&arguments.inputs)?;
            let input = &inputs.found[0];
            let no_text = || needs_out(&format!("{}: its release is no text and cannot be printed", path.display()));
            let InputForm::Document(kind) = input.form else { return Err(no_text()) };
            let source = Source::file(&input.name, kind, input.bytes()?.into_owned())?;
            if !kind.is_text() {
                return Err(no_text());
            }
            source
        }
        _ => return Err(needs_out("only the text of one document can be printed")),
    };
    if arguments.reviewed {
        return Err(needs_out("--reviewed is about a release"));
    }
    let decisions = arguments.decisions.as_deref().map(DecisionsFile::read).transpose()?;
    let done = console.in_parallel(|| match &decisions {
        None => sanitizer.sanitize(source),
        Some(file) => sanitizer.apply_file(source, file, arguments.all_decided),
    })??;
    if done.original.is_empty() {
        console.note("The document has no text.");
    }
    let mut summary = Summary::default();
    summary.add(&done);
    if console.json {
        let document = done.to_json(&done.name, json!(done.text_output()), arguments.show_text);
        return console.print_json(&summary.to_json(sanitizer, vec![document], arguments.show_text));
    }
    console.print(&done.text_output())?;
    console.note(&text::summary(sanitizer, &summary));
    Ok(())
}

fn needs_out(why: &str) -> Failure {
    Failure::input(why).with_help("name a file or folder for the release with -o")
}

/// Everything into a folder, or one file.
fn release(arguments: &Arguments, sanitizer: &Sanitizer, out: &Path, console: &Console) -> Result<(), Failure> {
    if arguments.inputs.iter().any(|path| path == Path::new("-")) {
        return Err(Failure::input("text from standard input is printed on standard output, not released")
            .with_help("leave -o away"));
    }
    let inputs = Inputs::find(&arguments.inputs)?;
    if !inputs.unknown.is_empty() {
        let count = inputs.unknown.len();
        let (files, names) = (text::counted(count, "file"), text::listed(&inputs.unknown));
        console.note(&format!("{files} left out of the release, because no such files are read: {names}"));
    }
    let key = arguments.key.as_deref();
    let (roles, tables) = (sanitizer.policy().field_roles(), arguments.tables.options()?);
    fields::refuse(&field_check(&inputs.found, &roles, &tables, sanitizer)?)?;
    let folder = Folder::begin(out, &arguments.inputs, &inputs.found, key)?;
    let mut release = Release::new(sanitizer, &folder)
        .with_tables(tables)
        .keep_names(arguments.keep_names)
        .prune(arguments.prune)
        .reviewed(arguments.reviewed)
        .again(arguments.again);
    if let Some(file) = &arguments.decisions {
        release = release.with_decisions(DecisionsFile::read(file)?, arguments.all_decided);
    }
    if let Some(path) = key {
        release = release.check_key()?;
        release = release.with_key(Passphrase::new(arguments.passphrase_file.clone()).open(path, true)?)?;
    }
    let mut documents: Vec<Value> = Vec::new();
    let (json, show_text, place) = (console.json, arguments.show_text, &folder);
    let mut listener = |event: Event<'_>| {
        if let Event::Released { document, output } = event
            && json
        {
            documents.push(document.to_json(output, json!(place.place(output)), show_text));
        }
    };
    let progress = console.progress();
    let summary = console.in_parallel(|| release.run(&inputs.found, &progress, &mut listener))??;
    progress.clear();
    if console.json {
        let mut value = summary.to_json(sanitizer, documents, show_text);
        value["outputs"] = json!({"release": folder.out(), "work": folder.work()});
        console.print_json(&value)?;
    } else if !console.quiet() {
        console.print(&text::release(sanitizer, &summary, &folder)?)?;
    }
    match summary.withheld.is_empty() {
        true => Ok(()),
        false => Err(text::withheld(&summary)),
    }
}
