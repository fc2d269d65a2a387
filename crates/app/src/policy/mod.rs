//! The part of a policy file that is about documents; the library reads the rest.

mod documents;

pub(crate) use documents::DocumentPolicy;
pub(crate) use scumble::policy::named;
pub(crate) use scumble_io::did_you_mean as suggestion;
