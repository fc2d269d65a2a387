//! Tables: from a table and a policy to a release whose promise was checked.

mod assess;
mod plan;
mod release;
mod report;
mod run;

pub use assess::{Assessed, Assessment, assess};
pub use plan::Plan;
pub use release::format_of;
pub use run::{Masked, Ready, mask};
