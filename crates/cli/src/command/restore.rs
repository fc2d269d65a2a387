//! `scumble restore`: pseudonyms back into names, with the key file.

use super::sanitize::counted;
use crate::console::Console;
use crate::failure::Failure;
use crate::options::passphrase::Passphrase;
use crate::options::tables::TableArguments;
use scumble::Watch;
use scumble::data::Options;
use scumble::document::restore::{original_name, restore_document, restore_records};
use scumble::document::{Input, InputForm, Inputs, Key};
use scumble::io::{Pending, write_whole};
use serde_json::json;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Replace pseudonyms by the words they stand for, with the key file
///
/// Every label (Pers1, Org2 …) of a release becomes the words that stood there. A text that nobody changed since comes back byte for
/// byte; what sanitize dropped from other formats (properties, images) stays dropped. A document that was released under another name
/// gets its own name back. One that cannot be restored does not stop the others.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The release: a file or a folder
    #[arg(value_name = "OUT")]
    release: PathBuf,

    /// Key file that sanitize kept
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    key: PathBuf,

    /// File that holds the key file's passphrase (or set SCUMBLE_PASSPHRASE)
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    passphrase_file: Option<PathBuf>,

    #[command(flatten)]
    tables: TableArguments,

    /// The restored documents: a file or a folder [default: print the text of one document]
    #[arg(long, short = 'o', value_name = "PATH", help_heading = "Output")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  scumble restore release/ --key labels.key -o restored/
  scumble restore release/letter.txt --key labels.key";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let key = Passphrase::new(arguments.passphrase_file.clone()).open(&arguments.key, false)?;
    let inputs = Inputs::find(std::slice::from_ref(&arguments.release))?;
    let folder = arguments.release.is_dir();
    let Some(out) = &arguments.out else {
        let input = &inputs.found[0];
        let InputForm::Document(kind) = input.form else { return Err(needs_out()) };
        if folder || !kind.is_text() {
            return Err(needs_out());
        }
        let restored = restore_document(&input.name, kind, input.bytes()?.into_owned(), &key)?;
        let text = String::from_utf8_lossy(&restored);
        return match console.json {
            true => console.print_json(&json!({"restored": [], "text": text})),
            false => console.print(&text),
        };
    };
    let tables = arguments.tables.options()?;
    let mut restored = Vec::new();
    let mut refused: Vec<(String, Failure)> = Vec::new();
    let mut taken: HashSet<PathBuf> = HashSet::new();
    let progress = console.progress();
    for (done, input) in inputs.found.iter().enumerate() {
        (&progress as &dyn Watch).step("restoring", done as u64, inputs.found.len() as u64)?;
        let name = original_name(input, &key)?;
        let place = if folder { out.join(&name) } else { out.clone() };
        let one = if taken.insert(place.clone()) { restore(input, &place, &key, &tables) } else { Err(twice(&name)) };
        match one {
            Ok(()) => restored.push(place),
            Err(why) if folder => refused.push((input.name.clone(), why)),
            Err(why) => return Err(why),
        }
    }
    progress.clear();
    if console.json {
        let refused: Vec<_> = refused.iter().map(|(name, why)| json!({"name": name, "why": why.message()})).collect();
        console.print_json(&json!({"restored": restored, "refused": refused, "text": null}))?;
    } else if !console.quiet() {
        console.print(&format!("Restored {}\n", counted(restored.len(), "document")))?;
    }
    if refused.is_empty() { Ok(()) } else { Err(not_restored(&refused, restored.len())) }
}

/// Restores one document or file of records into its place.
fn restore(input: &Input, place: &Path, key: &Key, tables: &Options) -> Result<(), Failure> {
    scumble::refuse_inputs(place, input.path(), "the restored document")?;
    scumble::make_parent(place)?;
    match input.form {
        InputForm::Document(kind) => {
            let bytes = restore_document(&input.name, kind, input.bytes()?.into_owned(), key)?;
            Ok(write_whole(place, &bytes)?)
        }
        InputForm::Records => {
            let mut failed = Ok(());
            let pending = Pending::write(place, |file| {
                failed = restore_records(input, key, tables, file);
                Ok(())
            })?;
            failed?;
            Ok(pending.keep()?)
        }
    }
}

fn twice(name: &str) -> Failure {
    Failure::input(format!("{name}: two files of the release were this document"))
        .with_help("restore an unchanged copy of the release")
}

/// The documents that were not restored, and why.
fn not_restored(refused: &[(String, Failure)], restored: usize) -> Failure {
    const MOST: usize = 10;
    let mut text = format!("{} of {} not restored", refused.len(), counted(refused.len() + restored, "document"));
    for (name, why) in refused.iter().take(MOST) {
        let why = why.message();
        let _ = write!(text, "\n  {name}: {}", why.strip_prefix(&format!("{name}: ")).unwrap_or(why));
    }
    if refused.len() > MOST {
        let _ = write!(text, "\n  and {} more", refused.len() - MOST);
    }
    let help = "restore unchanged copies of the release, with the key file of the run that made it";
    Failure::input(text).with_help(if restored > 0 {
        format!("the others were restored; {help}")
    } else {
        help.to_owned()
    })
}

fn needs_out() -> Failure {
    Failure::input("only the text of one document can be printed").with_help("name a file or folder with -o")
}
