//! `scumble key`: what a key file holds, its passphrase, and erasing one person for good.

use super::sanitize::counted;
use crate::console::Console;
use crate::failure::Failure;
use crate::options::passphrase::Passphrase;
use serde_json::json;
use std::path::PathBuf;

/// Look at a key file, change its passphrase, or erase one person from it
///
/// A key file undoes the pseudonyms of a release. It is encrypted with a passphrase; whoever has both can restore every document.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Subcommand,
}

#[derive(clap::Subcommand)]
enum Subcommand {
    /// Say how much a key file holds, without any name
    Info {
        #[command(flatten)]
        key: KeyArguments,
    },
    /// Change the passphrase of a key file
    Passphrase {
        #[command(flatten)]
        key: KeyArguments,

        /// File that holds the new passphrase (or set SCUMBLE_NEW_PASSPHRASE)
        #[arg(long, value_name = "FILE", help_heading = "Input")]
        new_passphrase_file: Option<PathBuf>,
    },
    /// Erase one person: the pseudonyms stay in every release, and this key cannot undo them any more. Copies of the key file still can
    Erase {
        #[command(flatten)]
        key: KeyArguments,

        /// The person to erase, by the whole name
        #[arg(long, value_name = "NAME", help_heading = "What")]
        person: String,
    },
}

#[derive(clap::Args)]
struct KeyArguments {
    /// The key file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// File that holds the key file's passphrase (or set SCUMBLE_PASSPHRASE)
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    passphrase_file: Option<PathBuf>,
}

impl KeyArguments {
    fn passphrase(&self) -> Passphrase {
        Passphrase::new(self.passphrase_file.clone())
    }
}

const EXAMPLES: &str = "Examples:
  scumble key info labels.key
  scumble key passphrase labels.key
  scumble key erase labels.key --person 'Jane Roe'";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    match &arguments.command {
        Subcommand::Info { key } => {
            let size = key.passphrase().open(&key.file, false)?.size();
            if console.json {
                return console.print_json(&json!(size));
            }
            let (documents, releases) = (counted(size.documents, "document"), counted(size.releases, "release"));
            let (labels, mentions) = (counted(size.labels, "label"), counted(size.mentions, "mention"));
            console.print(&format!("Format {}: {documents}, {releases}, {labels}, {mentions}\n", size.format))
        }
        Subcommand::Passphrase { key, new_passphrase_file } => {
            let mut opened = key.passphrase().open_to_write(&key.file)?;
            opened.change_passphrase(&Passphrase::new_one(new_passphrase_file.clone()).get(true)?)?;
            opened.save()?;
            console.note("The passphrase was changed. Copies of the key file still open with the old one.");
            Ok(())
        }
        Subcommand::Erase { key, person } => {
            let mut opened = key.passphrase().open_to_write(&key.file)?;
            let erased = opened.erase(person)?;
            opened.save()?;
            if console.json {
                return console.print_json(&json!(erased));
            }
            let (mentions, releases) = (counted(erased.mentions, "mention"), counted(erased.releases, "release"));
            console.print(&format!(
                "Erased {} and {mentions} in {releases}. Copies of the key file still have them.\n",
                counted(erased.labels, "label")
            ))
        }
    }
}
