//! What people and programs see: the console, styles, pictures and files.

pub(crate) mod chart;
mod console;
pub(crate) mod file;
pub(crate) mod page;
pub(crate) mod style;
pub(crate) mod tree;

pub(crate) use console::Console;
