//! `scumble sanitize`: documents without what gives someone away.

use crate::documents::decisions::Decided;
use crate::documents::input::{Holds, Input, inputs};
use crate::documents::job::{Finished, Job};
use crate::documents::key::{Key, Passphrase};
use crate::documents::page::Totals;
use crate::documents::records;
use crate::documents::run::{Outcome, Run};
use crate::documents::settings::{Flags, Settings};
use crate::documents::work::{Work, decided, round};
use crate::failure::Failure;
use crate::report::file::Pending;
use crate::report::{Console, file};
use scumble_corpus::{Counts, SpecOptions};
use scumble_files::Kind;
use scumble_mask::document::Decider;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

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
    inputs: Vec<PathBuf>,

    /// Where the release goes: a file for one document, a folder for several
    #[arg(long, short = 'o', value_name = "OUT")]
    out: Option<PathBuf>,

    #[command(flatten)]
    flags: Flags,

    /// Keep labels the same through the collection and through later runs, in this encrypted file; scumble restore undoes them with it
    #[arg(long, value_name = "FILE", requires = "out")]
    key: Option<PathBuf>,

    /// The file that holds the key file's passphrase (or set SCUMBLE_PASSPHRASE)
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,

    /// Apply these decisions instead of the machine's: a file from OUT.work/decisions, or from --json --show-text, edited or not
    #[arg(long, value_name = "FILE")]
    decisions: Option<PathBuf>,

    /// The fields (JSONL) or columns (CSV) that hold text [default: text]
    #[arg(long, value_name = "NAME")]
    field: Vec<String>,

    /// With --json, show each decision's text, term and related term. They are what must not be shown
    #[arg(long, requires = "json")]
    show_text: bool,

    /// Do documents again that an earlier run has finished with the same settings
    #[arg(long)]
    again: bool,
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
    let decider = Decider::new(settings.protection.clone(), &*counts)?;
    let decided = arguments.decisions.as_deref().map(Decided::read).transpose()?;
    let passphrase = Passphrase { file: arguments.passphrase_file.clone() };
    let key = arguments.key.as_deref().map(|path| Key::open(path, &passphrase, true)).transpose()?;
    let run = Run { decider: &decider, settings: &settings, key, decided, fields: arguments.field.clone() };
    match &arguments.out {
        None => one_document(arguments, run, console),
        Some(out) => release(arguments, run, out, &*counts, console),
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

fn read(input: &Input) -> Result<Vec<u8>, Failure> {
    std::fs::read(&input.path)
        .map_err(|error| Failure::input(format!("{}: cannot be read: {error}", input.path.display())))
}

/// Everything into a folder, or one file.
fn release(
    arguments: &Arguments,
    mut run: Run<'_>,
    out: &Path,
    counts: &dyn Counts,
    console: &Console,
) -> Result<(), Failure> {
    if arguments.inputs.iter().any(|path| path == Path::new("-")) {
        return Err(Failure::input("standard input is printed to standard output").with_help("leave -o away"));
    }
    let (found, unknown) = inputs(&arguments.inputs)?;
    if found.is_empty() {
        return Err(Failure::input("there is nothing to sanitise in these folders")
            .with_help("text, .html, .docx, .pdf, .eml, .jsonl and .csv are read"));
    }
    if !unknown.is_empty() {
        console
            .note(&format!("{} files are of no kind that is read here, and stay out of the release.", unknown.len()));
    }
    let single = arguments.inputs.len() == 1 && !arguments.inputs[0].is_dir() && !out.is_dir();
    refuse_inside(out, &arguments.inputs)?;
    if single {
        file::refuse_inputs(out, [arguments.inputs[0].as_path()], "the release")?;
    }
    let work = Work::begin(out, single)?;
    let mut all = Collected { totals: Totals::default(), documents: Vec::new(), names: Vec::new(), renamed: 0 };
    let fingerprint = run.settings.fingerprint();
    let bar = console.progress(found.len() as u64, "sanitising");
    console.in_parallel(|| {
        for chunk in chunks(&found) {
            let mut jobs = Vec::new();
            for input in chunk {
                match input.holds {
                    Holds::Document(kind) => {
                        let known = run.key.as_ref().is_none_or(|key| key.documents.contains_key(&input.name));
                        let resumes = !arguments.again && run.decided.is_none() && known;
                        if resumes && work.finished(&input.name, &input.path, &fingerprint).is_some() {
                            all.totals.resumed += 1;
                            all.names.push(input.name.clone());
                            continue;
                        }
                        match read(input).and_then(|bytes| Job::open(&input.name, kind, bytes)) {
                            Ok(job) => jobs.push((input, job)),
                            Err(failure) => all.withhold(&input.name, &failure),
                        }
                    }
                    Holds::Lines | Holds::Rows => all.records(arguments, &mut run, input, &work, console)?,
                }
            }
            let (sources, jobs): (Vec<&Input>, Vec<Job>) = jobs.into_iter().unzip();
            for (outcome, input) in run.process(jobs)?.into_iter().zip(sources) {
                match outcome {
                    Ok(done) => all.put(arguments, &done, input, &work, &fingerprint, console)?,
                    Err((name, failure)) => all.withhold(&name, &failure),
                }
            }
            if let Some(key) = &run.key {
                key.save()?;
            }
            bar.inc(chunk.len() as u64);
        }
        Ok::<(), Failure>(())
    })??;
    bar.finish_and_clear();
    finish(&run, all, &work, counts, console)
}

/// What a run has done so far.
struct Collected {
    totals: Totals,
    documents: Vec<Value>,
    names: Vec<String>,
    renamed: usize,
}

impl Collected {
    fn withhold(&mut self, name: &str, failure: &Failure) {
        self.totals.withheld.push((name.to_owned(), failure.message().to_owned()));
    }

    fn put(
        &mut self,
        arguments: &Arguments,
        done: &Finished,
        input: &Input,
        work: &Work,
        fingerprint: &str,
        console: &Console,
    ) -> Result<(), Failure> {
        let mut name = done.job.name.clone();
        if done.name_tells {
            // The name of the file would tell what its text no longer does.
            self.renamed += 1;
            let (folder, _) = name.rsplit_once('/').map_or(("", ""), |(folder, file)| (folder, file));
            let ending =
                input.path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
            let place = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            name = format!("{place}document-{}{ending}", self.names.len() + 1);
        }
        work.put(done, &name, &input.path, fingerprint)?;
        self.totals.add(done);
        self.names.push(done.job.name.clone());
        if console.json {
            self.documents.push(to_json(done, json!(work.output(&name)), arguments.show_text));
        }
        Ok(())
    }

    fn records(
        &mut self,
        arguments: &Arguments,
        run: &mut Run<'_>,
        input: &Input,
        work: &Work,
        console: &Console,
    ) -> Result<(), Failure> {
        let place = work.output(&input.name);
        crate::documents::work::make_parent(&place)?;
        let mut lines: Vec<u8> = Vec::new();
        let mut failed = Ok(());
        let json = console.json;
        let pending = Pending::write(&place, |file| {
            let mut told = |outcome: &Outcome| {
                match outcome {
                    Ok(done) => {
                        self.totals.add(done);
                        let record = json!({"name": done.job.name, "input_sha256": done.job.input_hash, "decisions": decided(done, true)});
                        writeln!(lines, "{record}").map_err(Failure::from)?;
                        if json {
                            self.documents.push(to_json(done, json!(place), arguments.show_text));
                        }
                    }
                    Err((name, failure)) => self.withhold(name, failure),
                }
                Ok(())
            };
            failed = records::sanitise(run, input, file, &mut told);
            if failed.is_ok() { Ok(()) } else { Err(std::io::Error::other("stopped")) }
        });
        failed?;
        let decisions = work.folder().join("decisions").join(format!("{}.decisions.jsonl", input.name));
        crate::documents::work::make_parent(&decisions)?;
        file::write(&decisions, &lines)?;
        pending?.keep()
    }
}

/// Files that are read and decided together: so many, and no more than fit.
fn chunks(all: &[Input]) -> Vec<&[Input]> {
    const MOST: usize = 64;
    const MOST_BYTES: u64 = 16 << 20;
    let (mut out, mut start, mut bytes) = (Vec::new(), 0, 0);
    for (i, input) in all.iter().enumerate() {
        bytes += std::fs::metadata(&input.path).map_or(0, |data| data.len());
        if i + 1 - start == MOST || bytes >= MOST_BYTES || i + 1 == all.len() {
            out.push(&all[start..=i]);
            (start, bytes) = (i + 1, 0);
        }
    }
    out
}

/// A release inside of the folder that is read would be read by the next run.
fn refuse_inside(out: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    let place = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let inside = |input: &&PathBuf| input.is_dir() && place(out).starts_with(place(input));
    match inputs.iter().find(inside) {
        Some(input) => {
            Err(Failure::input(format!("the release would lie inside of {}, which is read", input.display()))
                .with_help("name a folder beside it"))
        }
        None => Ok(()),
    }
}

fn finish(run: &Run<'_>, all: Collected, work: &Work, counts: &dyn Counts, console: &Console) -> Result<(), Failure> {
    let provenance = counts.provenance();
    let audit = json!({
        "scumble": env!("CARGO_PKG_VERSION"),
        "settings": run.settings.to_json(),
        "beta": run.decider.beta(),
        "tau": run.decider.tau(),
        "counts": {
            "provider": provenance.name,
            "version": provenance.version,
            "remote": provenance.remote,
            "total": counts.total()?,
            "date": today(),
        },
        "withheld": all.totals.withheld.iter().map(|(name, why)| json!({"name": name, "why": why})).collect::<Vec<_>>(),
    });
    work.audit(&audit, &all.names)?;
    file::write(&work.folder().join("report.html"), all.totals.page(run.decider.beta(), run.decider.tau()).as_bytes())?;
    if console.json {
        let mut value = head(run, &all.totals, all.documents);
        value["outputs"] = json!({"release": work.out, "work": work.folder()});
        console.print_json(&value)?;
    } else {
        let mut text = summary(run, &all.totals);
        if all.renamed > 0 {
            let _ = write!(text, "\n{} files got another name, because their own would have told.", all.renamed);
        }
        let _ = writeln!(
            text,
            "\nRelease: {}   decisions, originals, audit and report: {}",
            work.out.display(),
            work.folder().display()
        );
        console.print(&text)?;
    }
    match all.totals.withheld.len() {
        0 => Ok(()),
        count => {
            let mut text =
                format!("{count} of {} documents were withheld", count + all.totals.documents + all.totals.resumed);
            for (name, why) in all.totals.withheld.iter().take(10) {
                let why = why.strip_prefix(&format!("{name}: ")).unwrap_or(why);
                let _ = write!(text, "\n  {name}: {why}");
            }
            Err(Failure::promise(text).with_help("the others were written; the report lists all of them"))
        }
    }
}

/// The date, in universal time.
fn today() -> Option<String> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?;
    scumble_data::DateFormat::new("%Y-%m-%d").ok()?.write(since.as_secs_f64())
}

fn to_json(done: &Finished, sanitized: Value, show_text: bool) -> Value {
    json!({
        "name": done.job.name,
        "sanitized": sanitized,
        "input_sha256": done.job.input_hash,
        "output_sha256": done.output_hash,
        "residual_risk": round(done.sanitised.decisions.residual),
        "tokens_kept": round(done.kept),
        "rounds": done.sanitised.rounds,
        "dropped": done.dropped,
        "decisions": decided(done, show_text),
    })
}

fn head(run: &Run<'_>, totals: &Totals, documents: Vec<Value>) -> Value {
    let by_rule: serde_json::Map<String, Value> =
        totals.by_rule.iter().map(|(rule, n)| (rule.as_str().to_owned(), json!(n))).collect();
    json!({
        "policy": run.settings.protection.method.as_str(),
        "beta": round(run.decider.beta()),
        "tau": round(run.decider.tau()),
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

fn summary(run: &Run<'_>, totals: &Totals) -> String {
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
        run.decider.beta(),
        if own { " (the policy's own)" } else { "" },
        run.decider.tau(),
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
    for (what, count) in &totals.dropped {
        let _ = write!(text, "\nDropped in {count}: {what}");
    }
    text
}
