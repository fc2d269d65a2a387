//! Tables: from a table and a policy to a release whose promise was checked.

mod assess;
mod codebook;
mod columns;
mod page;
mod plan;
mod release;
mod report;
mod run;
mod shuffle;
mod work;

pub use assess::{Alignment, Assessed, AssessedColumn, Assessment, assess};
pub use codebook::Codebook;
pub(crate) use codebook::others;
pub use columns::{PlannedColumn, kind_word, role_name};
pub use plan::Plan;
pub use release::format_of;
pub use run::{Masked, Ready, mask};
pub use work::{WorkColumn, WorkFile};
