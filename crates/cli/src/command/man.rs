//! `scumble man`: the manual as man pages.

use crate::console::Console;
use crate::failure::Failure;
use clap::CommandFactory;
use std::path::{Path, PathBuf};

/// Print the manual page, or write one for each command into a folder
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Folder for the pages of all commands; without it the first page is printed
    #[arg(long, short = 'o', value_name = "FOLDER", help_heading = "Output")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  scumble man | man -l -
  scumble man --out ~/.local/share/man/man1";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let mut command = crate::Arguments::command();
    command.build();
    let Some(folder) = &arguments.out else {
        let page = page(&command)?;
        return console.print(&String::from_utf8_lossy(&page));
    };
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::input(format!("{}: cannot be made: {error}", folder.display())))?;
    let count = write(&command, folder)?;
    console.print(&format!("{count} pages: {}\n", folder.display()))
}

/// Writes the page of a command and of all its subcommands; gives their number.
fn write(command: &clap::Command, folder: &Path) -> Result<usize, Failure> {
    let name = command.get_display_name().unwrap_or("scumble").to_owned();
    scumble::io::write_whole(&folder.join(format!("{name}.1")), &page(command)?)?;
    let inner = command.get_subcommands().filter(|inner| inner.get_name() != "help");
    Ok(1 + inner.map(|inner| write(inner, folder)).sum::<Result<usize, Failure>>()?)
}

fn page(command: &clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(command.clone()).render(&mut page);
    written.map_err(|error| Failure::printing(&error))?;
    Ok(page)
}
