//! `scumble parse`: what was understood of a text.

use crate::console::Console;
use crate::console::style::Style;
use crate::failure::Failure;
use scumble::io::Source;
use scumble::text::entity::{Entity, Recognizers};
use scumble::text::{Analyzer, Document, Phrase, Porter};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Analyse a text: sentences, part-of-speech tags, noun phrases and entities
///
/// Noun phrases are printed in brackets, every word is followed by its tag, and entities (names, dates, addresses, numbers with check
/// digits …) are listed at the end. Offsets in --json are bytes of the file.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A text file in UTF-8 (- for standard input)
    file: PathBuf,

    /// Print only the noun phrases, one per line
    #[arg(long, help_heading = "Output")]
    phrases: bool,

    /// With --json, add the Porter stem of each token: by the published algorithm (original) or as in NLTK (nltk)
    #[arg(long, value_name = "RULES", value_parser = ["original", "nltk"], requires = "json", help_heading = "Output")]
    stem: Option<String>,

    /// Additional recognizers: a TOML file with a kind and a pattern for each (examples/recognizers.toml)
    #[arg(long, value_name = "FILE", help_heading = "How")]
    recognizers: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  scumble parse letter.txt
  scumble parse letter.txt --json
  echo 'The patient had a blood transfusion.' | scumble parse - --phrases";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let source = read(&arguments.file)?;
    let recognizers = match &arguments.recognizers {
        None => Cow::Borrowed(Recognizers::built_in()),
        Some(file) => Cow::Owned(own_recognizers(file)?),
    };
    let document = Analyzer::english().read(source.as_str(), &recognizers);
    if document.looks_english() == Some(false) {
        console.note("This text does not look like English: tags and noun phrases are unreliable, and names are found by their capitals only. Patterns still apply.");
    }
    if console.json {
        let porter =
            arguments.stem.as_deref().map(|rules| if rules == "nltk" { Porter::Nltk } else { Porter::Original });
        return console.print_json(&to_json(&document, &recognizers, porter));
    }
    if arguments.phrases {
        let lines: String =
            document.phrases().iter().map(|phrase| one_line(document.phrase_text(phrase)) + "\n").collect();
        return console.print(&lines);
    }
    let entities: String =
        document.entities().iter().map(|entity| told(&document, &recognizers, entity, console.style)).collect();
    console.print(&format!(
        "{}{}{entities}",
        to_text(&document, console.style),
        if entities.is_empty() { "" } else { "\n" }
    ))
}

pub(crate) fn own_recognizers(file: &Path) -> Result<Recognizers, Failure> {
    let source = Source::open(file)?;
    Recognizers::with(source.as_str()).map_err(|error| Failure::input(format!("{}: {error}", source.file())))
}

/// One line about an entity.
fn told(document: &Document<'_>, recognizers: &Recognizers, entity: &Entity, style: Style) -> String {
    let kind = style.name(&format!("{:<12}", recognizers.name(entity.kind)));
    format!("  {kind} {}\n", one_line(entity.span.of(document.text())))
}

fn read(file: &Path) -> Result<Source, Failure> {
    if file != Path::new("-") {
        return Ok(Source::open(file)?);
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().read_to_end(&mut bytes);
    read.map_err(|error| Failure::input(format!("standard input: cannot be read: {error}")))?;
    Ok(Source::from_bytes("standard input", bytes)?)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The phrases of each sentence: both are in order.
fn by_sentence<'d>(document: &'d Document<'_>) -> impl Iterator<Item = (Range<usize>, &'d [Phrase])> {
    let mut rest = document.phrases();
    document.sentences().iter().map(move |sentence| {
        let inside = rest.iter().take_while(|phrase| phrase.tokens.end <= sentence.end).count();
        let (of_sentence, others) = rest.split_at(inside);
        rest = others;
        (sentence.clone(), of_sentence)
    })
}

fn to_json(document: &Document<'_>, recognizers: &Recognizers, porter: Option<Porter>) -> Value {
    let numbers = document.coreference();
    let mut passed = 0;
    let mut rest = document.entities();
    let sentences: Vec<Value> = by_sentence(document)
        .map(|(sentence, phrases)| {
            // An entity belongs to the sentence in which it begins.
            let end = document.tokens()[sentence.end - 1].span.end;
            let (of_sentence, others) = rest.split_at(rest.iter().take_while(|entity| entity.span.start < end).count());
            rest = others;
            let entities: Vec<Value> = of_sentence
                .iter()
                .zip(&numbers[passed..])
                .map(|(entity, number)| {
                    let kind = recognizers.name(entity.kind);
                    json!({ "start": entity.span.start, "end": entity.span.end, "kind": kind, "entity": number })
                })
                .collect();
            passed += of_sentence.len();
            let tokens: Vec<Value> = document.tokens()[sentence]
                .iter()
                .map(|token| {
                    let (lemma, tag) = (document.lemma(token), token.tag.as_str());
                    let mut told =
                        json!({ "start": token.span.start, "end": token.span.end, "tag": tag, "lemma": lemma });
                    if let Some(porter) = porter {
                        told["stem"] = porter.stem(token.span.of(document.text())).into();
                    }
                    told
                })
                .collect();
            let phrases: Vec<Value> = phrases
                .iter()
                .map(|phrase| {
                    let span = document.phrase_span(phrase);
                    let head = document.tokens()[phrase.head].span;
                    let text = one_line(document.phrase_text(phrase));
                    json!({ "start": span.start, "end": span.end, "text": text, "head": [head.start, head.end] })
                })
                .collect();
            json!({ "tokens": tokens, "phrases": phrases, "entities": entities })
        })
        .collect();
    json!({ "english": document.looks_english(), "sentences": sentences })
}

fn to_text(document: &Document<'_>, style: Style) -> String {
    let mut out = String::new();
    for (sentence, phrases) in by_sentence(document) {
        let mut at = sentence.start;
        while at < sentence.end {
            let phrase = phrases.iter().find(|phrase| phrase.tokens.start == at);
            let end = phrase.map_or(at + 1, |phrase| phrase.tokens.end);
            let words: Vec<String> = document.tokens()[at..end]
                .iter()
                .map(|token| {
                    let word = token.span.of(document.text());
                    let shown = if phrase.is_some() { style.underlined(word) } else { word.to_owned() };
                    format!("{shown}{}", style.faint(&format!("/{}", token.tag.as_str())))
                })
                .collect();
            let joined = words.join(" ");
            out.push_str(&if phrase.is_some() { format!("[{joined}]") } else { joined });
            out.push(' ');
            at = end;
        }
        out.pop();
        out.push('\n');
    }
    out
}
