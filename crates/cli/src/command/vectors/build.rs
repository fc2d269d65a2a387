//! `scumble vectors build`: term vectors from texts.

use crate::console::Console;
use crate::failure::Failure;
use scumble::data::SpaceFormat;
use scumble::mask::vectors::BuildSpace;
use scumble::policy::named;
use scumble::text::{Letters, Porter, TermRule, WordLists};
use scumble::vectors::{BuiltVectors, CollectionFields, build, read_collection, read_words, refuse_within};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Build the vector space of a collection: tf × ln(N/df), rows of length 1
///
/// Reads folders, text, HTML, DOCX, PDF and mail (a document each), JSON lines and tables (a document a record). Writes a folder with
/// the matrix, the vocabulary, the names of documents and the weighting scheme. It is the original: mask it before it is released.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files and folders
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Folder for the space; a space that is there is replaced
    #[arg(short, long, value_name = "FOLDER", help_heading = "Output")]
    output: PathBuf,

    /// Format of the matrix: mtx (Matrix Market), svm (SVMlight), csv or parquet (triplets)
    #[arg(long, value_name = "FORMAT", default_value = "mtx", help_heading = "Output")]
    format: String,

    /// Keep terms that occur in at least K documents, the k of the release
    #[arg(
        short,
        value_name = "K",
        required_unless_present = "min_df",
        conflicts_with = "min_df",
        help_heading = "What"
    )]
    k: Option<u64>,

    /// Keep terms that occur in at least N documents, whatever k is
    #[arg(long, value_name = "N", help_heading = "What")]
    min_df: Option<u64>,

    /// Leave out stop words: no, english, or a file with a word a line
    #[arg(long, value_name = "LIST", default_value = "no", help_heading = "What")]
    stop_words: String,

    /// Keep only words that are a lemma of WordNet, of any part of speech; words are looked up before they are stemmed
    #[arg(long, help_heading = "What")]
    lexicon: bool,

    /// Count stems (Porter) instead of words
    #[arg(long, help_heading = "What")]
    stem: bool,

    /// Keep only the N terms whose weights have the largest sum over all documents
    #[arg(long, value_name = "N", help_heading = "What")]
    top: Option<u64>,

    /// Letters of words: latin (a to z) or all (of any script)
    #[arg(long, value_name = "WHICH", default_value = "latin", value_parser = ["latin", "all"], help_heading = "What")]
    letters: String,

    /// Field or column of records that contains text; several make one text [default: text]
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Input")]
    text_field: Vec<String>,

    /// Field or column of records that contains the name of the document [default: file and line]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    id_field: Option<String>,

    /// Field or column of records that contains the class of the document; written as labels.csv
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    label_field: Option<String>,
}

const EXAMPLES: &str = "Examples:
  scumble vectors build letters/ -k 5 --stop-words english --lexicon -o letters.space
  scumble vectors build news.jsonl --text-field title,text --id-field id --label-field topic --min-df 2 --stem -o news.space";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let start = Instant::now();
    let how = arguments.how()?;
    let format = named("format", &arguments.format, &SpaceFormat::ALL);
    let format = format.map_err(|problem| Failure::input(format!("--format: {problem}")))?;
    refuse_within(&arguments.output, &arguments.inputs)?;
    let fields = CollectionFields {
        text: arguments.text_field.clone(),
        id: arguments.id_field.clone(),
        label: arguments.label_field.clone(),
    };
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let collection = read_collection(&arguments.inputs, &fields, &progress)?;
        let (unread, doubtful) = (collection.unread.clone(), collection.doubtful);
        let vectors = build(collection, &how, &progress)?;
        vectors.write(&arguments.output, format, &progress)?;
        progress.clear();
        if !unread.is_empty() {
            console.note(&format!("{} files of other kinds were not read", unread.len()));
        }
        if doubtful > 0 {
            console.note(&format!("Of {doubtful} documents some text may not have been read"));
        }
        if console.json {
            let mut value = vectors.to_json(format, &arguments.output);
            value["files_not_read"] = json!(unread);
            value["documents_in_doubt"] = json!(doubtful);
            value["seconds"] = json!(start.elapsed().as_secs_f64());
            return console.print_json(&value);
        }
        console.print(&to_text(&vectors, arguments, console))
    })?
}

impl Arguments {
    fn how(&self) -> Result<BuildSpace, Failure> {
        let min_documents = self.min_df.or(self.k).unwrap_or(1);
        if min_documents == 0 || self.top == Some(0) {
            return Err(Failure::input("-k, --min-df and --top are at least 1"));
        }
        let stop_words = match self.stop_words.as_str() {
            "no" => None,
            "english" => Some(WordLists::english().stop_words.clone()),
            file => Some(read_words(Path::new(file)).map_err(|error| Failure::from(error).of_flag("--stop-words"))?),
        };
        let terms = TermRule {
            letters: if self.letters == "all" { Letters::All } else { Letters::Latin },
            stop_words,
            lexicon: self.lexicon,
            stem: self.stem.then_some(Porter::Nltk),
        };
        Ok(BuildSpace { terms, min_documents, top_terms: self.top })
    }
}

/// Names of documents that are listed; the others are counted.
const LISTED: usize = 10;

/// A few lines that say what was done.
fn to_text(vectors: &BuiltVectors, arguments: &Arguments, console: &Console) -> String {
    let (built, matrix) = (&vectors.built, &vectors.built.space.matrix);
    let mut text = format!("{} documents\n", vectors.documents);
    let mut row = |what: &str, value: String| {
        text.push_str(&format!("  {}  {value}\n", console.style.faint(&format!("{what:<8}"))))
    };
    let density = vectors.terms_per_document();
    row("space", format!("{} documents × {} terms, {density:.1} terms a document", matrix.len(), matrix.columns()));
    row(
        "terms",
        format!(
            "each in at least {} documents ({} asked for); {} rarer ones left out",
            built.fewest_documents, vectors.how.min_documents, built.rare_terms
        ),
    );
    if !vectors.left_out.is_empty() {
        let listed = &vectors.left_out[..vectors.left_out.len().min(LISTED)];
        let more = vectors.left_out.len() - listed.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        row(
            "left out",
            format!(
                "{} without a vector (no term is left, or all weigh 0): {}{more}",
                vectors.left_out.len(),
                listed.join(", ")
            ),
        );
    }
    row("written", arguments.output.display().to_string());
    text
}
