//! Documents: what a search engine still finds in them, and how they compare with what people annotated.

pub mod attack;
pub mod retrieval;
pub mod search;
mod share;

pub use share::Share;
