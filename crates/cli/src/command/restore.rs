//! `scumble restore`: pseudonyms back into names, with the key file.

use super::sanitize::counted;
use crate::console::Console;
use crate::failure::Failure;
use crate::options::passphrase::Passphrase;
use crate::options::tables::TableArguments;
use scumble::document::restore::{restore_document, restore_records};
use scumble::document::{InputForm, Inputs};
use scumble::io::{Pending, write_whole};
use serde_json::json;
use std::path::PathBuf;

/// Replace pseudonyms by the words they stand for, with the key file
///
/// Every label (Pers1, Org2 …) of a release becomes the words that stood there. A text that nobody changed since comes back byte for
/// byte; what sanitize dropped from other formats (properties, images) stays dropped.
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
    let key = Passphrase { file: arguments.passphrase_file.clone() }.open(&arguments.key, false)?;
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
    for input in &inputs.found {
        let place = if folder { out.join(&input.name) } else { out.clone() };
        scumble::refuse_inputs(&place, input.path(), "the restored document")?;
        scumble::make_parent(&place)?;
        match input.form {
            InputForm::Document(kind) => {
                write_whole(&place, &restore_document(&input.name, kind, input.bytes()?.into_owned(), &key)?)?;
            }
            InputForm::Records => {
                let mut failed = Ok(());
                let pending = Pending::write(&place, |file| {
                    failed = restore_records(input, &key, &tables, file);
                    Ok(())
                })?;
                failed?;
                pending.keep()?;
            }
        }
        restored.push(place);
    }
    if console.json {
        return console.print_json(&json!({"restored": restored, "text": null}));
    }
    console.print(&format!("Restored {}\n", counted(restored.len(), "document")))
}

fn needs_out() -> Failure {
    Failure::input("only the text of one document can be printed").with_help("name a file or folder with -o")
}
