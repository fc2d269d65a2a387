//! How a run ends when it cannot go on: a message, what to do, and an exit status.

use crate::report::style;
use std::process::ExitCode;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    help: Option<String>,
    quiet: bool,
    status: u8,
    counts: bool,
    file: bool,
}

impl Failure {
    /// Bad usage or bad input: exit status 2.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, quiet: false, status: 2, counts: false, file: false }
    }

    /// A promise that could not be kept, or a target that was missed: exit status 1.
    pub(crate) fn promise(message: impl Into<String>) -> Self {
        Self { status: 1, ..Self::input(message) }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Not one record alone, but its whole file cannot be released.
    pub(crate) fn of_file(mut self) -> Self {
        self.file = true;
        self
    }

    pub(crate) fn is_of_file(&self) -> bool {
        self.file
    }

    /// Whether a corpus gave no counts: no document is safe then.
    pub(crate) fn is_from_counts(&self) -> bool {
        self.counts
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
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
        ExitCode::from(self.status)
    }
}

/// A setting as a flag: `id_field` is `--id-field`.
pub(crate) fn flag(setting: &str, value: Option<&str>) -> String {
    let flag = format!("--{}", setting.replace('_', "-"));
    value.map_or(flag.clone(), |value| format!("{flag} {value}"))
}

impl From<scumble_ontology::Error> for Failure {
    fn from(error: scumble_ontology::Error) -> Self {
        Self::input(error.to_string())
    }
}

impl From<scumble_data::Error> for Failure {
    fn from(error: scumble_data::Error) -> Self {
        let failure = Self::input(error.to_string());
        match &error.help {
            Some(help) => failure.with_help(help.written(flag)),
            None => failure,
        }
    }
}

impl From<scumble_mask::Error> for Failure {
    fn from(error: scumble_mask::Error) -> Self {
        Self { counts: matches!(error, scumble_mask::Error::Counts(_)), ..Self::input(error.to_string()) }
    }
}

impl From<scumble_corpus::Error> for Failure {
    fn from(error: scumble_corpus::Error) -> Self {
        Self { counts: true, ..Self::input(error.to_string()) }
    }
}

impl From<scumble_assess::Error> for Failure {
    fn from(error: scumble_assess::Error) -> Self {
        Self::input(error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        // A reader that has seen enough (`| head`) is not an error.
        let quiet = error.kind() == std::io::ErrorKind::BrokenPipe;
        Self {
            message: format!("cannot write the result: {error}"),
            help: None,
            quiet,
            status: 2,
            counts: false,
            file: false,
        }
    }
}
