//! `scumble audit`: whether an audit still holds.

use super::sanitize::counted;
use crate::console::Console;
use crate::failure::Failure;
use scumble::review::verify_release;
use serde_json::json;
use std::path::PathBuf;

/// Check the audit of a release
///
/// The audit trail of a review is a chain: each line has the hash of the one before. Records have the hashes of originals and releases.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  scumble audit verify release/
  scumble audit verify release/ --json";

#[derive(clap::Subcommand)]
enum Command {
    /// Check the chain of the audit trail, and the hashes of originals and releases
    ///
    /// Lines that were changed, added, removed or moved are found; lines that were cut off at the end are found only if somebody
    /// noted the number of lines or the last hash, which this prints. Records of JSON lines and tables are not compared.
    #[command(after_help = EXAMPLES)]
    Verify {
        /// The release that sanitize wrote with -o
        #[arg(value_name = "OUT")]
        out: PathBuf,
    },
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let Command::Verify { out } = &arguments.command;
    let found = verify_release(out)?;
    if console.json {
        console.print_json(&json!(found))?;
    } else if !console.quiet() {
        let trail = match found.lines {
            0 => "no audit trail: nobody reviewed this release".to_owned(),
            lines => {
                let (lines, exports) = (counted(lines as usize, "line"), counted(found.exports, "export"));
                format!("audit trail: {lines}, {exports}, last hash {}", found.last)
            }
        };
        let documents = counted(found.documents, "document");
        console.print(&format!("{trail}\n{documents} compared with the hashes of original and release\n"))?;
    }
    if found.broken.is_empty() {
        return Ok(());
    }
    const MOST: usize = 20;
    let mut text = format!("the audit does not hold in {}", counted(found.broken.len(), "place"));
    found.broken.iter().take(MOST).for_each(|one| text.push_str(&format!("\n  {one}")));
    Err(Failure::promise(text))
}
