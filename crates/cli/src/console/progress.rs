//! Progress of a run on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scumble::Watch;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A bar that follows a run from stage to stage; it shows once the run has taken a while.
pub(crate) struct Progress {
    bar: ProgressBar,
    stage: Mutex<&'static str>,
}

impl Progress {
    pub(super) fn new(quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(2) };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar, stage: Mutex::new("") }
    }

    /// Takes the bar off the terminal before a result is printed.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows how far a search has come, beside its bar.
    pub(crate) fn say(&self, found: String) {
        self.bar.set_message(found);
    }

    fn show(&self, stage: &'static str, of: u64) {
        let template = if of == 0 { "{spinner} {msg}" } else { "{msg} {bar:30} {percent}% {eta} left" };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.set_message(stage);
    }
}

impl Watch for Progress {
    fn at(&self, stage: &'static str, done: u64, of: u64) -> ControlFlow<()> {
        let mut known = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if *known != stage {
            *known = stage;
            self.show(stage, of);
        }
        drop(known);
        if of > 0 {
            self.bar.set_length(of);
            self.bar.set_position(done);
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
