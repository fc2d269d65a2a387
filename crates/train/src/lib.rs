//! What the models are trained and measured with: everyday documents with marks.

pub mod generate;
