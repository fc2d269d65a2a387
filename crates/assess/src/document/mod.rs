//! Documents: what a search engine still finds in them, and how they compare with what people annotated.

pub mod retrieval;
pub mod search;
