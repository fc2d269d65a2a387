//! What does a person look at? The review page: three panes in step (original, preview, findings), on [`scumble::review`].
//!
//! [`serve`] binds loopback only and prints nothing; [`app()`] is the same page without a socket, for tests. The page is HTML from here,
//! one JavaScript file and one style sheet, all in the binary; it asks nothing from anywhere else, and nothing of it is kept by the
//! browser.

mod app;
mod document;
mod guard;
mod offsets;
mod pages;
mod reply;
mod report;
mod server;

pub use app::{App, app};
pub use guard::Token;
pub use report::Report;
pub use server::{Address, Stop, Stopped, serve, stopper};
