//! The run that measures sanitised documents: what is kept, what a search still finds, what of annotations is hidden.

mod collection;
mod estimate;
mod figures;
mod gold_file;
mod queries;
mod run;
#[cfg(feature = "models")]
mod sweep;

pub(crate) use collection::stem;
pub use collection::{Collection, Pair, Redacted, pages_of, read_background, read_pages};
pub use estimate::{estimated_search_risk, search_features};
pub use figures::MeasuredShare;
pub use gold_file::read_gold;
pub use queries::{QueryFile, read_queries};
pub use run::{AssessedDocument, AssessedDocuments, DocumentsAssessment, GoldFigures, SearchAttack, assess_documents};
#[cfg(feature = "models")]
pub use sweep::{Sweep, SweptDocuments, SweptSetting, SweptValue, sweep_documents};
