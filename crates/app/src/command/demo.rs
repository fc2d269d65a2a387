//! `scumble demo`: a guided tour on built-in examples.

use super::demo_note::{self, Sanitised};
use super::topics::{senses, wrap};
use crate::failure::Failure;
use crate::report::page::Page;
use crate::report::{Console, file, tree};
use scumble_ontology::measure::{Measure, Taxonomic, WuPalmer, between_terms};
use scumble_ontology::{Stack, Taxonomy, wordnet};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// A guided tour on built-in examples; writes a page of results
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder for the page
    #[arg(long, short = 'o', value_name = "FOLDER", default_value = "scumble-demo")]
    out: PathBuf,
}

const EXAMPLES: &str = "Examples:
  scumble demo
  scumble demo --out tour
  scumble demo --json";

const PAIRS: [(&str, &str); 5] = [
    ("influenza", "pneumonia"),
    ("influenza", "hospital"),
    ("nurse", "surgeon"),
    ("Boston", "Chicago"),
    ("dog", "cat"),
];
const TOPIC: &str = "weapon.n.01";
/// The pair whose ancestors are drawn.
const DRAWN: (&str, &str) = ("influenza", "pneumonia");

struct Row {
    terms: (&'static str, &'static str),
    similarity: f64,
    distance: f64,
    common: String,
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let note = demo_note::sanitise()?;
    let nouns = wordnet().nouns();
    let rows: Vec<Row> = PAIRS.iter().filter_map(|&pair| compare(nouns, pair)).collect();
    let stack = Stack::new(vec![nouns.clone()]);
    let topic = senses(&stack, TOPIC)?;
    let terms: Vec<&str> = topic.iter().flat_map(|sense| sense.terms.iter().copied()).collect();

    let page = arguments.out.join("index.html");
    let folder = &arguments.out;
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::input(format!("{}: cannot be made: {error}", folder.display())))?;
    let (before, after) = (folder.join("note.txt"), folder.join("note.sanitized.txt"));
    file::write(&before, demo_note::NOTE.as_bytes())?;
    file::write(&after, note.text.as_bytes())?;
    file::write(&page, write_page(nouns, &note, &rows, &terms).as_bytes())?;

    if console.json {
        return console.print_json(&to_json(&note, &rows, &terms, &[page, before, after]));
    }
    console.print(&(note.tell(console.style) + "\n" + &tell(nouns, &rows, &terms, &page, console)))
}

fn compare(nouns: &Taxonomy, terms: (&'static str, &'static str)) -> Option<Row> {
    let measure = WuPalmer::on(nouns);
    let best = between_terms(&measure, terms.0, terms.1)?;
    let distance = between_terms(&Taxonomic::on(nouns), terms.0, terms.1)?.value;
    let common = measure.subsumer(best.senses.0, best.senses.1)?;
    Some(Row { terms, similarity: best.value, distance, common: nouns.label(common).to_owned() })
}

fn tell(nouns: &Taxonomy, rows: &[Row], terms: &[&str], page: &std::path::Path, console: &Console) -> String {
    let style = console.style;
    let mut text = String::new();
    let _ = writeln!(text, "{}\n", style.strong("2. What do two terms have in common?"));
    let _ = writeln!(
        text,
        "  Hiding “influenza” behind “disease” keeps meaning; hiding it behind “thing” keeps none. So Scumble\n  \
         must know what is a kind of what. It carries WordNet ({} noun concepts) with it.\n",
        nouns.len()
    );
    let _ = writeln!(text, "  {:<24}{:>10}{:>10}   in common", "", "similar", "distance");
    for row in rows {
        let terms = format!("{} · {}", row.terms.0, row.terms.1);
        let _ =
            writeln!(text, "  {terms:<24}{:>10.3}{:>10.3}   {}", row.similarity, row.distance, style.name(&row.common));
    }
    let _ = writeln!(text, "\n{}\n", style.strong("3. Which words belong to a risky topic?"));
    if let Some(concept) = nouns.named(TOPIC) {
        let _ = writeln!(text, "  {}: {}", style.name(TOPIC), nouns.describe(concept));
    }
    let _ = writeln!(text, "  {} terms name a kind of it, among them:\n", terms.len());
    text.push_str(&wrap(&terms[..terms.len().min(24)].join(", "), 96));
    let _ = writeln!(text, "\nThe same with a picture: {}", style.strong(&page.display().to_string()));
    let _ = writeln!(
        text,
        "Go on with: scumble sanitize letter.txt · scumble similarity nurse surgeon · scumble topics drug · scumble --help"
    );
    text
}

fn to_json(note: &Sanitised, rows: &[Row], terms: &[&str], outputs: &[PathBuf]) -> Value {
    let similarities: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({ "terms": [row.terms.0, row.terms.1], "wu_palmer": row.similarity, "taxonomic": row.distance, "lcs": row.common })
        })
        .collect();
    json!({
        "outputs": outputs,
        "note": note.to_json(),
        "similarities": similarities,
        "topic": { "id": TOPIC, "terms": terms },
    })
}

fn write_page(nouns: &Taxonomy, note: &Sanitised, rows: &[Row], terms: &[&str]) -> String {
    let mut page = Page::new("Scumble: a first look");
    note.show(&mut page);
    page.heading("What do two terms have in common?");
    page.paragraph(
        "Wu–Palmer similarity (1 is the same) and taxonomic distance (0 is the same), over the closest senses.",
    );
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let terms = format!("{} · {}", row.terms.0, row.terms.1);
            vec![terms, format!("{:.3}", row.similarity), format!("{:.3}", row.distance), row.common.clone()]
        })
        .collect();
    page.table(&["terms", "similarity", "distance", "in common"], &cells);
    let measure = WuPalmer::on(nouns);
    if let Some(best) = between_terms(&measure, DRAWN.0, DRAWN.1) {
        let shared = measure.subsumer(best.senses.0, best.senses.1);
        let picture = tree::draw(nouns, &[best.senses.0, best.senses.1], shared);
        let caption = format!("Everything that {} and {} are a kind of; in yellow, what they share.", DRAWN.0, DRAWN.1);
        page.figure(&picture, &caption);
    }
    page.heading("Which words belong to a risky topic?");
    page.paragraph(&format!("{} terms name a kind of {TOPIC}:", terms.len()));
    page.paragraph(&terms.join(", "));
    page.finish()
}
