//! Flags that several commands share.

pub(crate) mod columns;
pub(crate) mod lists;
pub(crate) mod passphrase;
pub(crate) mod sets;
pub(crate) mod space;
pub(crate) mod tables;
pub(crate) mod taxonomy;
