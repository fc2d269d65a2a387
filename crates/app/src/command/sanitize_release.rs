//! The release of `scumble sanitize`: many documents into a folder, or one into a file.

use super::sanitize::{Arguments, head, read, summary, to_json};
use crate::documents::input::{Holds, Input, inputs};
use crate::documents::job::{Finished, Job, hash};
use crate::documents::page::Totals;
use crate::documents::records;
use crate::documents::run::{Outcome, Run};
use crate::documents::work::{Work, decided, make_parent};
use crate::failure::Failure;
use crate::report::file::Pending;
use crate::report::{Console, file};
use rayon::prelude::*;
use scumble_corpus::Counts;
use scumble_mask::document::words;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A release while it is made.
struct Release<'a> {
    arguments: &'a Arguments,
    console: &'a Console,
    run: Run<'a>,
    work: Work,
    fingerprint: String,
    totals: Totals,
    /// Documents as programs get them, with --json.
    documents: Vec<Value>,
    /// Documents that are in the audit.
    names: Vec<String>,
    /// Files of records that are in it.
    files: Vec<String>,
    /// What was read, without links.
    originals: HashSet<PathBuf>,
    /// Names that a release may not get twice.
    taken: HashSet<String>,
    renamed: usize,
}

/// Everything into a folder, or one file.
pub(super) fn release(
    arguments: &Arguments,
    run: Run<'_>,
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
    refuse_places(arguments, out, single)?;
    let mut release = Release {
        arguments,
        console,
        fingerprint: fingerprint(&run, counts),
        run,
        work: Work::begin(out, single)?,
        totals: Totals::default(),
        documents: Vec::new(),
        names: Vec::new(),
        files: Vec::new(),
        originals: found.iter().map(|input| resolved(&input.path)).collect(),
        taken: found.iter().map(|input| input.name.clone()).collect(),
        renamed: 0,
    };
    let bar = console.progress(found.len() as u64, "sanitising");
    console.in_parallel(|| {
        for chunk in chunks(&found) {
            release.documents(chunk)?;
            for input in chunk.iter().filter(|input| !matches!(input.holds, Holds::Document(_))) {
                release.records(input)?;
            }
            bar.inc(chunk.len() as u64);
        }
        Ok::<(), Failure>(())
    })??;
    bar.finish_and_clear();
    release.finish(counts)
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

/// What tells one run from another: settings, the state of the counts, and decisions that a person made.
fn fingerprint(run: &Run<'_>, counts: &dyn Counts) -> String {
    let settings = run.settings.fingerprint(&counts.provenance());
    match &run.decided {
        None => settings,
        Some(decided) => hash(format!("{settings} {}", decided.hash).as_bytes()),
    }
}

/// A path without links, also where its end is not there yet.
fn resolved(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for known in whole.ancestors() {
        if let (Ok(place), Ok(rest)) = (known.canonicalize(), whole.strip_prefix(known)) {
            return place.join(rest);
        }
    }
    whole
}

/// Refuses to write over what was read, among it, or one thing over another.
fn refuse_places(arguments: &Arguments, out: &Path, single: bool) -> Result<(), Failure> {
    let (place, work) = (resolved(out), Work::folder_of(&resolved(out)));
    let refuse = |what: String| Err(Failure::input(what).with_help("name a place beside it"));
    for input in &arguments.inputs {
        let (shown, input) = (input.display(), resolved(input));
        if single && input == place {
            return refuse(format!("the release would overwrite the original {shown}"));
        }
        if place.starts_with(&input) && !single || input.is_dir() && work.starts_with(&input) {
            return refuse(format!("the release would lie inside of {shown}, which is read"));
        }
        if input.starts_with(&place) && !single || input.starts_with(&work) {
            return refuse(format!("the original {shown} lies inside of the release"));
        }
    }
    if let Some(key) = &arguments.key {
        let shown = key.display();
        let key = resolved(key);
        if key.starts_with(&place) {
            return refuse(format!("the key file {shown} would lie in the release, for everybody to see"));
        }
        if arguments.inputs.iter().any(|input| resolved(input) == key) {
            return refuse(format!("the key file would overwrite the original {shown}"));
        }
    }
    Ok(())
}

/// What becomes of a file.
enum Step {
    Finished(Value),
    Opened(Box<Job>),
    Failed(Failure),
}

impl Release<'_> {
    /// Opens, decides, checks and writes files that are one document each.
    fn documents(&mut self, chunk: &[Input]) -> Result<(), Failure> {
        let wanted: Vec<&Input> = chunk.iter().filter(|input| matches!(input.holds, Holds::Document(_))).collect();
        let steps: Vec<Step> = wanted.par_iter().map(|input| self.step(input)).collect();
        let (mut jobs, mut sources) = (Vec::new(), Vec::new());
        for (step, input) in steps.into_iter().zip(wanted) {
            match step {
                Step::Finished(record) => {
                    self.totals.resume(&record);
                    self.names.push(input.name.clone());
                    self.taken.extend(record["output"].as_str().map(str::to_owned));
                }
                Step::Opened(job) => {
                    jobs.push(*job);
                    sources.push(input);
                }
                Step::Failed(failure) => self.withhold(&input.name, &failure),
            }
        }
        let outcomes = self.run.process(jobs)?;
        let mut ready: Vec<(Finished, String, &Input)> = Vec::new();
        for (outcome, input) in outcomes.into_iter().zip(sources) {
            match outcome {
                Ok(done) => {
                    let name = self.output_name(&done, input);
                    ready.push((done, name, input));
                }
                Err((name, failure)) => self.withhold(&name, &failure),
            }
        }
        self.save_key()?;
        for (_, name, _) in &ready {
            self.refuse_original(&self.work.output(name))?;
        }
        let put = |(done, name, input): &(Finished, String, &Input)| {
            self.work.put(done, name, &input.path, &self.fingerprint)
        };
        ready.par_iter().map(put).collect::<Result<Vec<()>, Failure>>()?;
        for (done, name, _) in &ready {
            self.totals.add(done);
            self.names.push(done.job.name.clone());
            if self.console.json {
                self.documents.push(to_json(done, json!(self.work.output(name)), self.arguments.show_text));
            }
        }
        Ok(())
    }

    fn step(&self, input: &Input) -> Step {
        let known = self.run.key.as_ref().is_none_or(|key| key.documents.contains_key(&input.name));
        let resumes = !self.arguments.again && self.run.decided.is_none() && known;
        let finished = || self.work.finished(&input.name, &input.path, &self.fingerprint);
        if let Some(record) = resumes.then(finished).flatten() {
            return Step::Finished(record);
        }
        let opened = read(input).and_then(|bytes| match input.holds {
            Holds::Document(kind) => Job::open(&input.name, kind, bytes),
            Holds::Lines | Holds::Rows => Ok(Job::of_texts(input.name.clone(), Vec::new())),
        });
        match opened {
            Ok(job) => Step::Opened(Box::new(job)),
            Err(failure) => Step::Failed(failure),
        }
    }

    /// The name of a released document; a new one if its own would tell what its text no longer does.
    fn output_name(&mut self, done: &Finished, input: &Input) -> String {
        if !done.name_tells {
            return done.job.name.clone();
        }
        self.neutral_name(&input.path)
    }

    /// A name that tells nothing, and that no other document has.
    fn neutral_name(&mut self, path: &Path) -> String {
        self.renamed += 1;
        let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
        let names = (self.renamed..).map(|number| format!("document-{number}{ending}"));
        let is_free = |name: &String| !self.taken.contains(name) && !self.work.output(name).exists();
        let free = names.into_iter().find(is_free).unwrap_or_default();
        self.taken.insert(free.clone());
        free
    }

    /// Labels are never released before the key file knows them.
    fn save_key(&self) -> Result<(), Failure> {
        self.run.key.as_ref().map_or(Ok(()), |key| key.save())
    }

    /// A link inside of the release could lead to what was read.
    fn refuse_original(&self, place: &Path) -> Result<(), Failure> {
        if self.originals.contains(&resolved(place)) {
            return Err(Failure::input(format!("{}: is a link to an original", place.display())));
        }
        Ok(())
    }

    fn withhold(&mut self, name: &str, failure: &Failure) {
        self.work.take_back(name);
        self.totals.withheld.push((name.to_owned(), failure.message().to_owned()));
    }

    /// Sanitises a file with a document in each record.
    fn records(&mut self, input: &Input) -> Result<(), Failure> {
        let mut name = input.name.clone();
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).replace(['_', '/'], " ");
        if self.run.decider.is_named_in(&stem)? {
            name = self.neutral_name(&input.path);
        }
        let place = self.work.output(&name);
        self.refuse_original(&place)?;
        make_parent(&place)?;
        self.work.keep_original(&input.name, &input.path)?;
        let decisions = self.work.record_decisions(&input.name);
        make_parent(&decisions)?;
        let (totals, documents) = (&mut self.totals, &mut self.documents);
        let (json, show_text) = (self.console.json, self.arguments.show_text);
        let decider = self.run.decider;
        let (run, mut failed) = (&mut self.run, Ok(()));
        let (mut pending, mut tells) = (None, false);
        let kept = Pending::write(&decisions, |lines| {
            let mut lines = std::io::BufWriter::new(lines);
            let mut told = |outcome: &Outcome| {
                match outcome {
                    Ok(done) => {
                        totals.add(done);
                        let removed = decider.removed(&done.sanitised);
                        tells |= !removed.left_in(&words(&stem)).is_empty();
                        let decided = decided(done, true);
                        let record =
                            json!({"name": done.job.name, "input_sha256": done.job.input_hash, "decisions": decided});
                        writeln!(lines, "{record}").map_err(Failure::from)?;
                        if json {
                            documents.push(to_json(done, json!(place), show_text));
                        }
                    }
                    Err((name, failure)) => totals.withheld.push((name.clone(), failure.message().to_owned())),
                }
                Ok(())
            };
            let stopped = || std::io::Error::other("stopped");
            let written = Pending::write(&place, |file| {
                failed = records::sanitise(run, input, file, &mut told);
                if failed.is_ok() { Ok(()) } else { Err(stopped()) }
            });
            pending = Some(written);
            lines.flush()
        });
        match failed {
            Err(failure) if failure.is_of_file() => {
                self.withhold(&input.name, &failure);
                return Ok(());
            }
            failed => failed?,
        }
        self.files.push(input.name.clone());
        self.save_key()?;
        kept?.keep()?;
        let Some(written) = pending else { return Ok(()) };
        if tells && name == input.name {
            let other = self.neutral_name(&input.path);
            return written?.keep_as(&self.work.output(&other));
        }
        written?.keep()
    }

    /// Writes the audit and the report, and tells how it went.
    fn finish(self, counts: &dyn Counts) -> Result<(), Failure> {
        let (run, totals, work) = (&self.run, &self.totals, &self.work);
        let provenance = counts.provenance();
        let withheld: Vec<Value> =
            totals.withheld.iter().map(|(name, why)| json!({"name": name, "why": why})).collect();
        let audit = json!({
            "scumble": env!("CARGO_PKG_VERSION"),
            "settings": run.settings.to_json(),
            "beta": run.decider.beta().bits(),
            "tau": run.decider.tau().bits(),
            "counts": {
                "provider": provenance.name,
                "version": provenance.version,
                "remote": provenance.remote,
                "total": counts.total()?,
                "date": today(),
            },
            "withheld": withheld,
        });
        work.audit(&audit, &self.names, &self.files)?;
        let page = totals.page(run.decider.beta().bits(), run.decider.tau().bits());
        file::write(&work.folder().join("report.html"), page.as_bytes())?;
        if self.console.json {
            let mut value = head(run, totals, self.documents);
            value["outputs"] = json!({"release": work.out, "work": work.folder()});
            self.console.print_json(&value)?;
        } else {
            let mut text = summary(run, totals);
            if self.renamed > 0 {
                let _ = write!(text, "\n{} files got another name, because their own would have told.", self.renamed);
            }
            let (release, folder) = (work.out.display(), work.folder().display());
            let _ = writeln!(text, "\nRelease: {release}   decisions, originals, audit and report: {folder}");
            self.console.print(&text)?;
        }
        if totals.withheld.is_empty() {
            return Ok(());
        }
        let count = totals.withheld.len();
        let mut text = format!("{count} of {} documents were withheld", count + totals.documents + totals.resumed);
        for (name, why) in totals.withheld.iter().take(10) {
            let why = why.strip_prefix(&format!("{name}: ")).unwrap_or(why);
            let _ = write!(text, "\n  {name}: {why}");
        }
        let written = totals.documents + totals.resumed > 0;
        let rest = if written { "the others were written; " } else { "" };
        Err(Failure::promise(text).with_help(format!("{rest}the report lists all that were withheld")))
    }
}

/// The date, in universal time.
fn today() -> Option<String> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?;
    scumble_data::DateFormat::new("%Y-%m-%d").ok()?.write((since.as_secs() / 86_400 * 86_400) as f64)
}
