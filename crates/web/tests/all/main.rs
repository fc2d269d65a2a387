//! The review page: without a socket, on one, and in a browser.

mod browser;
mod decisions;
mod measured;
mod pictures;
mod safety;
mod support;
mod webdriver;
