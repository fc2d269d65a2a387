//! `scumble demo`: a guided tour on made-up examples.

mod log;
mod note;
mod table;
mod words;

use crate::console::Console;
use crate::failure::Failure;
use scumble::io::write_whole;
use scumble::report::{Page, Tone};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Take a guided tour on made-up examples: a note, a table and a query log
///
/// Writes the examples, their releases and a page of results into a folder. The people in them are invented.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Folder for the examples, their releases and the page
    #[arg(long, short = 'o', value_name = "FOLDER", default_value = "scumble-demo", help_heading = "Output")]
    out: PathBuf,
}

const EXAMPLES: &str = "Examples:
  scumble demo
  scumble demo --out tour
  scumble demo --json";

/// The examples, by the names of their files.
const FILES: [(&str, &str); 5] = [
    ("note.txt", include_str!("data/note.txt")),
    ("people.csv", include_str!("data/people.csv")),
    ("people.toml", include_str!("data/people.toml")),
    ("education.csv", include_str!("data/education.csv")),
    ("queries.jsonl", include_str!("data/queries.jsonl")),
];

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let folder = &arguments.out;
    scumble::make_parent(&folder.join("index.html"))?;
    for (name, content) in FILES {
        write_whole(&folder.join(name), content.as_bytes())?;
    }
    let (note, table, log, words) = console.in_parallel(|| -> Result<_, Failure> {
        Ok((note::Tour::run(folder)?, table::Tour::run(folder)?, log::Tour::run(folder)?, words::Tour::run()))
    })??;
    let page = folder.join("index.html");
    write_whole(&page, page_of(&note, &table, &log, &words).as_bytes())?;
    if console.json {
        let names = FILES.iter().map(|(name, _)| *name);
        let outputs = names.chain([note::RELEASE, table::RELEASE, log::RELEASE, "index.html"]);
        let outputs: Vec<PathBuf> = outputs.map(|name| folder.join(name)).collect();
        return console.print_json(&json!({
            "outputs": outputs,
            "note": note.to_json(),
            "table": table.to_json(),
            "query_log": log.to_json(),
            "similarities": words.to_json(),
        }));
    }
    let sections =
        [note.text(console.style), table.text(console.style), log.text(console.style), words.text(console.style)];
    console.print(&(sections.join("\n") + &farewell(&page, console)))
}

fn farewell(page: &Path, console: &Console) -> String {
    let page = console.style.strong(&page.display().to_string());
    format!(
        "\nThe same with pictures: {page}\nGo on with: scumble sanitize letter.txt · scumble roles people.csv · \
         scumble sets queries.jsonl -k 3 · scumble --help\n"
    )
}

fn page_of(note: &note::Tour, table: &table::Tour, log: &log::Tour, words: &words::Tour) -> String {
    let mut page = Page::new("Scumble: a first look");
    page.paragraph(
        "Three made-up examples: a clinical note, a table of people and a query log. Each is protected, and each protection is \
         measured: the information that is lost, and what an intruder could still find out.",
    );
    page.note(Tone::Note, "All people, places and numbers on this page are invented.");
    note.show(&mut page);
    table.show(&mut page);
    log.show(&mut page);
    words.show(&mut page);
    page.finish()
}

/// Breaks a line at blanks; every line is indented.
fn wrapped(text: &str) -> String {
    super::topics::wrap(text, 96)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tour_s_data_are_the_repository_s_examples() {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        for name in ["people.csv", "education.csv", "queries.jsonl"] {
            let own = FILES.iter().find(|(known, _)| *known == name).unwrap().1;
            assert_eq!(own, std::fs::read_to_string(examples.join(name)).unwrap(), "{name}");
        }
    }
}
