//! Progress of a long run, and how it is cancelled: one protocol for all of them.

use std::ops::ControlFlow;

/// Watches a long run. It is asked from any thread, often, and must answer quickly.
pub trait Watch: Sync {
    /// `done` of `of` steps of a stage are done (`of` is 0 where nobody can say); a break cancels the run.
    fn at(&self, stage: &'static str, done: u64, of: u64) -> ControlFlow<()>;
}

/// Watches nothing: every run goes to its end.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Watch for Silent {
    fn at(&self, _: &'static str, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: Fn(&'static str, u64, u64) -> ControlFlow<()> + Sync> Watch for F {
    fn at(&self, stage: &'static str, done: u64, of: u64) -> ControlFlow<()> {
        self(stage, done, of)
    }
}

/// A run that its watcher cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

impl dyn Watch + '_ {
    /// The same as [`Watch::at`], to be used with `?`.
    ///
    /// # Errors
    /// If the watcher cancels the run.
    pub fn step(&self, stage: &'static str, done: u64, of: u64) -> Result<(), Cancelled> {
        match self.at(stage, done, of) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Cancelled),
        }
    }
}
