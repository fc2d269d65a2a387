//! What is lost?

mod column;
mod form;
mod generalization;
mod information;
mod probabilistic;
mod recoded;
mod squares;

pub use column::{ColumnLoss, ColumnMeasure, column_loss, ordered, sse_sst};
pub use generalization::{
    CellLoss, GeneralizationLoss, RecodedLoss, average_class_size, discernibility, generalization_loss,
};
pub use information::InformationLoss;
pub use probabilistic::ProbabilisticLoss;
pub use recoded::{HierarchySource, RecodedColumn};
pub use squares::Squares;
pub(crate) use squares::squares;
