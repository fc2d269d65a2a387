//! The small learning library behind the models: linear models over hashed features, greedy and chained labelling, and the
//! tasks that are learnt with them. Only the command that trains the models needs it from outside.

pub mod chain;
pub mod chunker;
pub mod detect;
pub mod dictionary;
pub mod linear;
pub mod names;
pub mod sequence;
pub mod tagger;
pub mod truecase;
pub mod word;
