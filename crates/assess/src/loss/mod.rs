//! What is lost?

mod column;
mod generalization;
mod information;
mod probabilistic;
mod squares;

pub use column::{ColumnLoss, ColumnMeasure, column_loss, ordered, sse_sst};
pub use generalization::{average_class_size, certainty_penalty, discernibility};
pub use information::InformationLoss;
pub use probabilistic::ProbabilisticLoss;
pub use squares::Squares;
pub(crate) use squares::squares;
