//! Standard output for results, standard error for everything else.

use super::style::{self, Style};
use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
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

    /// Writes a result as it is.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// Writes a result for programs.
    pub(crate) fn print_json(&self, value: &serde_json::Value) -> Result<(), Failure> {
        self.print(&format!("{value:#}\n"))
    }

    /// Tells something that is not a result.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            eprintln!("{}", style::for_stderr().faint(text));
        }
    }

    /// A bar for work of that many steps; shown on a terminal once it has taken a second.
    pub(crate) fn progress(&self, steps: u64, what: &'static str) -> ProgressBar {
        let target = if self.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(2) };
        let bar = ProgressBar::with_draw_target(Some(steps), target);
        bar.set_message(what);
        if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {percent}% {eta} left") {
            bar.set_style(style);
        }
        bar
    }

    /// Shows what is going on, on a terminal, while nobody can say how long it will take.
    pub(crate) fn spinner(&self, what: &'static str) -> ProgressBar {
        let spinner = ProgressBar::new_spinner();
        if self.quiet {
            spinner.set_draw_target(ProgressDrawTarget::hidden());
        }
        spinner.set_message(what);
        spinner.enable_steady_tick(std::time::Duration::from_millis(500));
        spinner
    }

    /// Runs work that may use several threads: as many as were asked for, or one a core.
    pub(crate) fn in_parallel<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|error| Failure::input(format!("--threads {}: {error}", self.threads)))?;
        Ok(pool.install(work))
    }
}
