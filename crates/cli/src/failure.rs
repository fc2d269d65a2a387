//! How a run ends when it cannot go on: a message, what to do in terms of flags, and an exit status.

use crate::console::style;
use scumble::{Error, ErrorKind};
use std::process::ExitCode;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    help: Option<String>,
    quiet: bool,
    status: u8,
}

impl Failure {
    /// Bad usage or bad input: exit status 2.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, quiet: false, status: 2 }
    }

    /// A promise that could not be kept: exit status 1.
    pub(crate) fn promise(message: impl Into<String>) -> Self {
        Self { status: 1, ..Self::input(message) }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What is wrong.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Says which flag a fault is about.
    pub(crate) fn of_flag(mut self, flag: &str) -> Self {
        self.message = format!("{flag}: {}", self.message);
        self
    }

    /// Prints the message on standard error and gives the exit status.
    pub(crate) fn print(self) -> ExitCode {
        if self.quiet {
            return ExitCode::SUCCESS;
        }
        let style = style::for_stderr();
        eprintln!("{} {}", style.bad("error:"), self.message);
        if let Some(help) = self.help {
            eprintln!(" {} {help}", style.faint("help:"));
        }
        ExitCode::from(self.status)
    }
}

/// Advice or a note with its setting written as a flag.
pub(crate) fn with_flags(help: &scumble::Help) -> String {
    help.written(flag)
}

/// The flag that is called as a setting of the library, with a value.
fn flag(setting: &str, value: Option<&str>) -> String {
    let name = setting.replace('_', "-");
    value.map_or_else(|| format!("--{name}"), |value| format!("--{name} {value}"))
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        let status = match error.kind {
            ErrorKind::Promise | ErrorKind::Withheld => 1,
            ErrorKind::Cancelled => 130,
            _ => 2,
        };
        let help = error.help.as_deref().map(with_flags);
        Self { message: error.to_string(), help, quiet: false, status }
    }
}

impl Failure {
    /// A result that could not be printed. A reader that has seen enough (`| head`) is not an error.
    pub(crate) fn printing(error: &std::io::Error) -> Self {
        let quiet = error.kind() == std::io::ErrorKind::BrokenPipe;
        Self { quiet, ..Self::input(format!("cannot write the result: {error}")) }
    }
}
