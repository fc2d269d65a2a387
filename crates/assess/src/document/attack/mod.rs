//! The attack by search: a sanitised text is the query, and pages about people are searched for the person it is about.
//!
//! Conventions, which decide the figures: labels and placeholders are [left out](placeholders) of the query; of pages with the same
//! relevance the person's own counts as the first; a page that shares no term with the query is not found, and its rank is the last;
//! pages that are the original document itself are taken out of the background.

mod aligned;
mod background;
mod kept;
mod placeholder;
mod ranks;

pub use aligned::common;
pub use background::{Background, Found, TIE, Telling};
pub use kept::{KeptTokens, kept_by_edits, kept_by_text};
pub use placeholder::{outside_placeholders, placeholders};
pub use ranks::{Ranks, worst_ranks};
