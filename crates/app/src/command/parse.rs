//! `scumble parse`: what was understood of a text.

use crate::failure::Failure;
use crate::report::Console;
use crate::report::style::Style;
use scumble_ontology::load::Source;
use scumble_text::{Document, Phrase};
use serde_json::{Value, json};
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Sentences, tags and noun phrases of a text
///
/// On a terminal, noun phrases are underlined and every word is followed by its tag. Offsets in --json are bytes of the file.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A text file in UTF-8 (- for standard input)
    file: PathBuf,

    /// Show only the noun phrases, one a line
    #[arg(long)]
    phrases: bool,
}

const EXAMPLES: &str = "Examples:
  scumble parse letter.txt
  scumble parse letter.txt --json
  echo 'The patient had a blood transfusion.' | scumble parse - --phrases";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let source = read(&arguments.file)?;
    let document = Document::read(source.as_str());
    if console.json {
        return console.print_json(&to_json(&document));
    }
    if arguments.phrases {
        let lines: String =
            document.phrases().iter().map(|phrase| one_line(document.phrase_text(phrase)) + "\n").collect();
        return console.print(&lines);
    }
    console.print(&to_text(&document, console.style))
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

fn to_json(document: &Document<'_>) -> Value {
    let sentences: Vec<Value> = by_sentence(document)
        .map(|(sentence, phrases)| {
            let tokens: Vec<Value> = document.tokens()[sentence]
                .iter()
                .map(|token| {
                    let lemma = document.lemma(token);
                    json!({ "start": token.span.start, "end": token.span.end, "tag": token.tag.as_str(), "lemma": lemma })
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
            json!({ "tokens": tokens, "phrases": phrases })
        })
        .collect();
    json!({ "sentences": sentences })
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
