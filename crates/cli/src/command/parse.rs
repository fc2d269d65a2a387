//! `scumble parse`: what was understood of a text.

use crate::console::Console;
use crate::console::style::Style;
use crate::failure::Failure;
use scumble::document::parsed_to_json;
use scumble::io::Source;
use scumble::text::entity::{Entity, Recognizers};
use scumble::text::{Analyzer, Document, Porter};
use std::borrow::Cow;
use std::io::Read;
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
        return console.print_json(&parsed_to_json(&document, &recognizers, porter, &|byte| byte));
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

fn to_text(document: &Document<'_>, style: Style) -> String {
    let mut out = String::new();
    for (sentence, phrases) in document.phrases_by_sentence() {
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
