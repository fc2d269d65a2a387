//! `scumble completions`: completions for a shell.

use crate::console::Console;
use crate::failure::Failure;
use clap::CommandFactory;

/// Print completions for a shell
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell
    shell: clap_complete::Shell,
}

const EXAMPLES: &str = "Examples:
  scumble completions bash > ~/.local/share/bash-completion/completions/scumble
  scumble completions zsh > ~/.zfunc/_scumble
  scumble completions fish > ~/.config/fish/completions/scumble.fish";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::Arguments::command(), "scumble", &mut script);
    console.print(&String::from_utf8_lossy(&script))
}
