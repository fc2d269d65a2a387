//! Tables: from a table and a policy to a release whose promise was checked.

mod assess;
mod guessed;
mod plan;
mod release;
mod report;
mod roles;
mod run;

pub use assess::{Assessed, Assessment, assess};
pub use plan::{Plan, PlannedColumn, without_role};
pub use release::format_of;
pub use report::kind_name;
pub use roles::{ColumnView, RolesView, roles};
pub use run::{Masked, Ready, mask};
