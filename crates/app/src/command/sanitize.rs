//! `scumble sanitize`: documents without what gives someone away.

use super::sanitize_release;
use crate::documents::decisions::Decided;
use crate::documents::input::{Holds, Input, inputs};
use crate::documents::job::{Finished, Job};
use crate::documents::key::{Key, Passphrase};
use crate::documents::page::Totals;
use crate::documents::run::Run;
use crate::documents::settings::{Flags, Settings};
use crate::documents::work::{decided, round};
use crate::failure::Failure;
use crate::report::Console;
use scumble_corpus::{Cached, Counts, SpecOptions};
use scumble_files::Kind;
use scumble_mask::document::{Action, Decider, Knowledge};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Documents without what gives someone away
///
/// Finds names, numbers, telling phrases and what gives them away, replaces them, reads the result again, and refuses to write a
/// document in which something removed is left. Reads text, Markdown, HTML, DOCX, PDF and e-mail, whole folders, and JSONL or CSV with a
/// document a record. Without -o, the result of one document is printed.
///
/// OUT holds the release alone. OUT.work/ holds originals, decisions with their text, the audit and a report: keep it to yourself.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files and folders (- for text on standard input)
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,

    /// Where the release goes: a file for one document, a folder for several
    #[arg(long, short = 'o', value_name = "OUT")]
    pub(super) out: Option<PathBuf>,

    #[command(flatten)]
    flags: Flags,

    /// Keep labels the same through the collection and through later runs, in this encrypted file; scumble restore undoes them with it
    #[arg(long, value_name = "FILE", requires = "out")]
    pub(super) key: Option<PathBuf>,

    /// The file that holds the key file's passphrase (or set SCUMBLE_PASSPHRASE)
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,

    /// Apply these decisions instead of the machine's: a file from OUT.work/decisions, or from --json --show-text, edited or not
    #[arg(long, value_name = "FILE")]
    decisions: Option<PathBuf>,

    /// The fields (JSONL) or columns (CSV) that hold text [default: text]
    #[arg(long, value_name = "NAME")]
    field: Vec<String>,

    /// Keep the answers of an index or a server in this file, for the next run. It holds the phrases that were asked for
    #[arg(long, value_name = "FILE")]
    counts_cache: Option<PathBuf>,

    /// With --json, show each decision's text, term and related term. They are what must not be shown
    #[arg(long, requires = "json")]
    pub(super) show_text: bool,

    /// Do documents again that an earlier run has finished with the same settings
    #[arg(long)]
    pub(super) again: bool,
}

const EXAMPLES: &str = "Examples:
  scumble sanitize letter.txt
  scumble sanitize note.txt --hide 'acquired immunodeficiency syndrome' --replace mask
  scumble sanitize judgments/ -o release/ --person 'Jane Roe' --key labels.key
  scumble sanitize tickets.jsonl --field body -o release.jsonl";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let settings = Settings::resolve(&arguments.flags)?;
    if !settings.all_senses.is_empty() {
        console.note(&format!(
            "Topics: all senses were taken of {} (scumble topics WORD shows them).",
            settings.all_senses.join(", ")
        ));
    }
    let counts = open_counts(&settings.counts, console)?;
    let Some(path) = &arguments.counts_cache else { return with_counts(arguments, &settings, counts.into(), console) };
    if matches!(settings.counts.split(':').next(), Some("embedded" | "table")) {
        return Err(Failure::input(format!("--counts-cache: counts from {} are at hand already", settings.counts))
            .with_help("it is for an index or a server"));
    }
    let cached = Arc::new(Cached::on_disk(counts, path)?);
    let result = with_counts(arguments, &settings, cached.clone(), console);
    cached.save()?;
    result
}

fn with_counts(
    arguments: &Arguments,
    settings: &Settings,
    counts: Arc<dyn Counts>,
    console: &Console,
) -> Result<(), Failure> {
    let recognizers = Arc::new(settings.recognisers.clone().into_owned());
    let knowledge = Knowledge { recognizers, ..Knowledge::english(counts.clone()) };
    let decider = Decider::new(settings.protection.clone(), knowledge)?;
    let decided = arguments.decisions.as_deref().map(Decided::read).transpose()?;
    if arguments.key.is_some() && settings.protection.replace != Action::Label {
        return Err(Failure::input("--key keeps what labels stand for")
            .with_help("take --replace label, or leave the key away"));
    }
    let passphrase = Passphrase { file: arguments.passphrase_file.clone() };
    let key = arguments.key.as_deref().map(|path| Key::open(path, &passphrase, true)).transpose()?;
    let run = Run { decider: &decider, settings, key, decided, fields: arguments.field.clone() };
    match &arguments.out {
        None => one_document(arguments, run, console),
        Some(out) => sanitize_release::release(arguments, run, out, &*counts, console),
    }
}

/// Opens the counts that a run asks, and says so if that tells somebody else.
pub(crate) fn open_counts(spec: &str, console: &Console) -> Result<Box<dyn Counts>, Failure> {
    let counts = scumble_corpus::open(spec, &SpecOptions::from_environment())?;
    let provenance = counts.provenance();
    if provenance.remote {
        console.note(&format!(
            "Counts come from {}: it will see every phrase that is asked for, sensitive ones too.",
            provenance.name
        ));
    }
    Ok(counts)
}

/// One document to standard output.
fn one_document(arguments: &Arguments, mut run: Run<'_>, console: &Console) -> Result<(), Failure> {
    let job = match &arguments.inputs[..] {
        [path] if path == Path::new("-") => {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|error| Failure::input(format!("standard input: {error}")))?;
            Job::open("-", Kind::Text, bytes)?
        }
        [path] if !path.is_dir() => {
            let (found, _) = inputs(&arguments.inputs)?;
            let Holds::Document(kind) = found[0].holds else { return Err(needs_out()) };
            if !kind.is_text() {
                return Err(needs_out());
            }
            Job::open(&found[0].name, kind, read(&found[0])?)?
        }
        _ => return Err(needs_out()),
    };
    let outcome = console.in_parallel(|| run.process(vec![job]))??.pop();
    let Some(outcome) = outcome else { return Ok(()) };
    let done = outcome.map_err(|(_, failure)| failure)?;
    if done.job.text.is_empty() {
        console.note("The document has no text.");
    }
    let mut totals = Totals::default();
    totals.add(&done);
    if console.json {
        let sanitized = String::from_utf8_lossy(&done.bytes).into_owned();
        let document = to_json(&done, json!(sanitized), arguments.show_text);
        return console.print_json(&head(&run, &totals, vec![document]));
    }
    console.print(&String::from_utf8_lossy(&done.bytes))?;
    console.note(&summary(&run, &totals));
    Ok(())
}

fn needs_out() -> Failure {
    Failure::input("only the text of one document can be printed")
        .with_help("name a file or folder for the release with -o")
}

pub(super) fn read(input: &Input) -> Result<Vec<u8>, Failure> {
    std::fs::read(&input.path)
        .map_err(|error| Failure::input(format!("{}: cannot be read: {error}", input.path.display())))
}

pub(super) fn to_json(done: &Finished, sanitized: Value, show_text: bool) -> Value {
    json!({
        "name": done.job.name,
        "sanitized": sanitized,
        "input_sha256": done.job.input_hash,
        "output_sha256": done.output_hash,
        "residual_risk": round(done.sanitised.figures.residual_risk),
        "tokens_kept": round(done.kept),
        "rounds": done.sanitised.rounds,
        "joint_questions": done.sanitised.figures.joint_questions,
        "dropped": done.dropped,
        "decisions": decided(done, show_text),
    })
}

pub(super) fn head(run: &Run<'_>, totals: &Totals, documents: Vec<Value>) -> Value {
    let by_rule: serde_json::Map<String, Value> =
        totals.by_rule.iter().map(|(rule, n)| (rule.as_str().to_owned(), json!(n))).collect();
    json!({
        "policy": run.settings.protection.method.as_str(),
        "beta": round(run.decider.beta().bits()),
        "tau": round(run.decider.tau().bits()),
        "counts": run.settings.counts,
        "documents": documents,
        "sanitized": totals.documents,
        "resumed": totals.resumed,
        "withheld": totals.withheld.iter().map(|(name, why)| json!({"name": name, "why": why})).collect::<Vec<_>>(),
        "by_rule": by_rule,
        "tokens_kept": round(totals.mean_kept()),
        "residual_risk": round(totals.residual),
        "seconds": {"sanitizing": totals.deciding, "verifying": totals.checking},
        "bytes": totals.bytes,
    })
}

pub(super) fn summary(run: &Run<'_>, totals: &Totals) -> String {
    let protection = &run.settings.protection;
    let own = protection.beta.is_none() && protection.hide.is_empty();
    let mut text = format!(
        "{} document{}: {} findings go, {} candidates stay, {:.1} % of words kept; residual risk {:.2}\n",
        totals.documents,
        if totals.documents == 1 { "" } else { "s" },
        totals.goes(),
        totals.stays,
        100.0 * totals.mean_kept(),
        totals.residual,
    );
    let rules: Vec<String> = totals.by_rule.iter().map(|(rule, count)| format!("{} {count}", rule.as_str())).collect();
    let _ = writeln!(text, "By rule: {}", if rules.is_empty() { "nothing".to_owned() } else { rules.join(", ") });
    let _ = write!(
        text,
        "Policy {}, β {:.2} bits{}, τ {:.2}; counts {}; {:.2} s to sanitise, {:.2} s to verify",
        protection.method.as_str(),
        run.decider.beta().bits(),
        if own { " (the policy's own)" } else { "" },
        run.decider.tau().bits(),
        run.settings.counts,
        totals.deciding,
        totals.checking,
    );
    if totals.proposed > 0 {
        let _ = write!(text, "\n{} risky blocks wait for a person (--accept-blocks removes them)", totals.proposed);
    }
    if totals.exempt > 0 {
        let _ = write!(text, "\n{} mentions stay because a person decided so", totals.exempt);
    }
    if totals.joint_cut > 0 {
        let _ =
            write!(text, "\nThe search for joint disclosure was cut by its budget in {} documents", totals.joint_cut);
    }
    if totals.resumed > 0 {
        let _ =
            write!(text, "\n{} documents were finished by an earlier run (--again does them again)", totals.resumed);
    }
    for (what, count) in &totals.warnings {
        let _ = write!(text, "\nNote on {count}: {what}");
    }
    for (what, count) in &totals.dropped {
        let _ = write!(text, "\nDropped in {count}: {what}");
    }
    text
}
