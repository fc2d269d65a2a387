//! Measures the default policy on everyday documents that were marked by hand: `train everyday FOLDER [--list]`.

mod marks;
mod measure;

pub(crate) use marks::Marked as MarkedText;
use marks::Marked;
use measure::{Measured, Sums, measure};
use rayon::prelude::*;
use scumble_corpus::Embedded;
use scumble_mask::document::judge::Judges;
use scumble_mask::document::{Decider, Knowledge, Ledger, Protection, Readers};
use scumble_span::Span;
use scumble_text::network::Network;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A document that was measured.
struct Tried {
    name: String,
    document: Marked,
    /// Pieces that are replaced, and what they were found as.
    findings: Vec<(Span, String)>,
    measured: Measured,
    english: bool,
}

/// Which documents are measured, and how they are sanitised.
#[derive(Default)]
pub(crate) struct Options {
    folder: PathBuf,
    list: bool,
    protection: Protection,
    /// Models in place of those that come with the build.
    decisions: Option<PathBuf>,
    network: Option<PathBuf>,
}

impl Options {
    pub(crate) fn of(arguments: &[PathBuf]) -> Option<Self> {
        let (folder, mut rest) = arguments.split_first()?;
        let mut options = Self { folder: folder.clone(), ..Self::default() };
        while let [option, more @ ..] = rest {
            let value = more.first();
            let mut used = 1;
            match option.to_str()? {
                "--list" => (options.list, used) = (true, 0),
                "--reader" => {
                    let name = value?.to_str()?;
                    options.protection.readers = Readers::ALL.iter().find(|(own, _)| *own == name)?.1;
                }
                "--caution" => options.protection.caution = Some(value?.to_str()?.parse().ok()?),
                "--decisions" => options.decisions = value.cloned(),
                "--network" => options.network = value.cloned(),
                _ => return None,
            }
            rest = &more[used..];
        }
        Some(options)
    }

    fn decider(&self) -> Result<Decider, Box<dyn Error>> {
        let mut knowledge = Knowledge::english(Arc::new(Embedded::get()));
        if let Some(file) = &self.decisions {
            let judges = Judges::unpack(&std::fs::read(file)?).ok_or("the decisions cannot be unpacked")?;
            knowledge.judges = Some(Arc::new(judges));
        }
        if let Some(file) = &self.network {
            knowledge.network = Some(Arc::new(Network::unpack(&std::fs::read(file)?)?));
        }
        Ok(Decider::new(self.protection.clone(), knowledge)?)
    }
}

/// Prints what is gone of the marks and what is removed for nothing, by the kind of mark and of document.
pub(crate) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let documents = documents(&options.folder)?;
    let decider = options.decider()?;
    let tried: Vec<Tried> = documents
        .into_par_iter()
        .map(|(name, document)| try_out(&decider, name, document))
        .collect::<Result<_, String>>()?;
    if options.list {
        tried.iter().for_each(list_document);
    }
    let mut all = Sums::default();
    let mut by_kind: BTreeMap<&str, Sums> = BTreeMap::new();
    for document in &tried {
        all += &document.measured.sums;
        *by_kind.entry(kind_of(&document.name)).or_default() += &document.measured.sums;
    }
    println!("{:<16}{:>9}{:>8}{:>8}{:>8}{:>9}", "mark", "required", "whole", "partly", "missed", "share");
    for (kind, counted) in all.kinds.iter().map(|(kind, counted)| (kind.as_str(), *counted)).chain([("all", all.all())])
    {
        let missed = counted.required - counted.whole - counted.partly;
        let whole = share(counted.whole, counted.required);
        println!("{kind:<16}{:>9}{:>8}{:>8}{missed:>8}{whole:>8.1}%", counted.required, counted.whole, counted.partly);
    }
    println!(
        "\n{:<16}{:>9}{:>9}{:>10}{:>9}{:>13}",
        "document", "required", "whole", "findings", "nothing", "words kept"
    );
    for (kind, sums) in by_kind.into_iter().chain([("all", all)]) {
        let counted = sums.all();
        println!(
            "{kind:<16}{:>9}{:>8.1}%{:>10}{:>8.1}%{:>12.1}%",
            counted.required,
            share(counted.whole, counted.required),
            sums.findings,
            share(sums.for_nothing, sums.findings),
            share(sums.words_kept, sums.words)
        );
    }
    let foreign: Vec<&str> =
        tried.iter().filter(|document| !document.english).map(|document| document.name.as_str()).collect();
    println!("\n{} documents, {} taken for another language: {}", tried.len(), foreign.len(), foreign.join(" "));
    Ok(())
}

/// A share in percent; all of nothing is all.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// The kind of a document: its name up to the first hyphen or digit.
pub(crate) fn kind_of(name: &str) -> &str {
    name.split(|c: char| !c.is_alphabetic()).next().unwrap_or(name)
}

/// The marked documents of a folder, with their names.
pub(crate) fn documents(folder: &Path) -> Result<Vec<(String, Marked)>, Box<dyn Error>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: no documents (*.txt)", folder.display()).into());
    }
    let one = |file: PathBuf| {
        let told = |error: String| format!("{}: {error}", file.display());
        let source = std::fs::read_to_string(&file).map_err(|error| told(error.to_string()))?;
        let name = file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok((name, Marked::parse(&source).map_err(told)?))
    };
    files.into_iter().map(one).collect()
}

fn try_out(decider: &Decider, name: String, document: Marked) -> Result<Tried, String> {
    let told = |error: String| format!("{name}: {error}");
    let sanitized = decider
        .sanitize(&document.text.as_str().into(), &Ledger::default())
        .map_err(|error| told(error.to_string()))?;
    let findings: Vec<(Span, String)> = sanitized
        .replacements()
        .iter()
        .map(|piece| {
            let finding = sanitized.finding(piece);
            (piece.span, format!("{}/{}", finding.kind.as_str(), finding.rule.as_str()))
        })
        .collect();
    let spans: Vec<Span> = findings.iter().map(|(span, _)| *span).collect();
    let measured = measure(&document, &spans);
    Ok(Tried { name, document, findings, measured, english: !sanitized.other_language })
}

/// What was left and what was for nothing, with the text around it.
fn list_document(tried: &Tried) {
    const AROUND: usize = 32;
    let text = &tried.document.text;
    let near = |span: Span| {
        let before: String = text[..span.start].chars().rev().take(AROUND).collect();
        let before: String = before.chars().rev().collect();
        let after: String = text[span.end..].chars().take(AROUND).collect();
        format!("{before}[[{}]]{after}", span.of(text)).replace('\n', "⏎")
    };
    println!("# {}", tried.name);
    for &(number, gone) in &tried.measured.left {
        let mark = &tried.document.marks[number];
        println!("  {:<8}{:<14}{}", format!("{gone:?}").to_lowercase(), mark.kind, near(mark.span));
        let touches = |span: Span| span.start < mark.span.end && mark.span.start < span.end;
        for (span, found) in tried.findings.iter().filter(|(span, _)| touches(*span)) {
            println!("          {found:<22}{}", span.of(text).replace('\n', "⏎"));
        }
    }
    for &number in &tried.measured.for_nothing {
        let (span, found) = &tried.findings[number];
        println!("  {:<8}{found:<22}{}", "nothing", near(*span));
    }
}
