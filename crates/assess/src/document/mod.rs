//! Documents: what a search engine still finds in them, and how they compare with what people annotated.
//!
//! | to know | look at |
//! |---|---|
//! | which documents a query finds | [`search::Index`] |
//! | what utility and risk queries find before and after | [`retrieval::evaluate`] |
//! | whether a person is found by the sanitised text, and by which words | [`attack::Background`] |
//! | how much of a text is kept | [`attack::kept_by_edits`], [`attack::kept_by_text`] |
//! | whether a person would be found, where there is no background | [`estimate::SearchRiskModel`] |
//! | what of people's annotations is hidden, and what is hidden for nothing | [`gold::measure`] |

pub mod attack;
pub mod estimate;
pub mod gold;
pub mod retrieval;
pub mod search;
mod share;

pub use share::Share;
