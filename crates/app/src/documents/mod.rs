//! Documents on their way from files to a release: opened, decided, rewritten, opened again and checked.

pub(crate) mod decisions;
pub(crate) mod input;
pub(crate) mod job;
pub(crate) mod key;
pub(crate) mod page;
pub(crate) mod records;
pub(crate) mod run;
pub(crate) mod settings;
pub(crate) mod topics;
pub(crate) mod work;
