//! Standard output for results, standard error for everything else.

mod progress;
pub(crate) mod style;

pub(crate) use progress::Progress;
use style::Style;

use crate::failure::Failure;
use std::io::Write;

/// Where a command's results and messages go.
pub(crate) struct Console {
    pub(crate) json: bool,
    quiet: bool,
    threads: usize,
    pub(crate) style: Style,
}

impl Console {
    pub(crate) fn new(json: bool, quiet: bool, threads: usize) -> Self {
        Self { json, quiet, threads, style: style::for_stdout() }
    }

    /// Prints a result as it is.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::printing(&error))
    }

    /// Prints a result for programs.
    pub(crate) fn print_json(&self, value: &serde_json::Value) -> Result<(), Failure> {
        self.print(&format!("{value:#}\n"))
    }

    /// Whether nothing but results is wanted.
    pub(crate) fn quiet(&self) -> bool {
        self.quiet
    }

    /// Prints a message that is not a result.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            eprintln!("{}", style::for_stderr().faint(text));
        }
    }

    /// Shows how far a run is, on a terminal.
    pub(crate) fn progress(&self) -> Progress {
        Progress::new(self.quiet)
    }

    /// Runs work that may use several threads: as many as were asked for, or one a core.
    pub(crate) fn in_parallel<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|error| Failure::input(format!("--threads {}: {error}", self.threads)))?;
        Ok(pool.install(work))
    }
}
