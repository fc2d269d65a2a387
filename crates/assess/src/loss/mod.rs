//! What is lost?

mod information;
mod probabilistic;
mod squares;

pub use information::InformationLoss;
pub use probabilistic::ProbabilisticLoss;
pub use squares::Squares;
