//! How a run ends when it cannot go on: a message, what to do, and an exit status.

use crate::report::style;
use std::process::ExitCode;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    help: Option<String>,
    quiet: bool,
}

impl Failure {
    /// Bad usage or bad input: exit status 2.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, quiet: false }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Prints the message on standard error and gives the exit status.
    pub(crate) fn tell(self) -> ExitCode {
        if self.quiet {
            return ExitCode::SUCCESS;
        }
        let style = style::for_stderr();
        eprintln!("{} {}", style.bad("error:"), self.message);
        if let Some(help) = self.help {
            eprintln!(" {} {help}", style.faint("help:"));
        }
        ExitCode::from(2)
    }
}

impl From<scumble_ontology::Error> for Failure {
    fn from(error: scumble_ontology::Error) -> Self {
        Self::input(error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        // A reader that has seen enough (`| head`) is not an error.
        let quiet = error.kind() == std::io::ErrorKind::BrokenPipe;
        Self { message: format!("cannot write the result: {error}"), help: None, quiet }
    }
}
