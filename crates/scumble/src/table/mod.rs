//! Tables: from a table and a policy to a release whose promise was checked.

mod assess;
mod codebook;
mod columns;
mod earlier;
mod figures;
mod guessed;
mod household;
mod limit;
mod masked;
mod page;
mod plan;
mod planning;
mod recoded;
mod release;
mod report;
mod roles;
mod run;
mod shuffle;
mod step;
mod suppress;
mod work;

pub use assess::{Alignment, Assessed, AssessedColumn, Assessment, assess};
pub use codebook::Codebook;
pub(crate) use codebook::others;
pub use columns::kind_word;
pub use earlier::{WithEarlier, with_earlier};
pub use limit::Limited;
pub use masked::Masked;
pub use plan::{Plan, PlannedColumn, without_role};
pub use recoded::{GeneralizedRelease, ReleasedAs};
pub use release::format_of;
pub use report::kind_name;
pub use roles::{ColumnView, RolesView, roles};
pub use run::{Ready, mask};
pub use step::PlannedStep;
pub use work::{WorkColumn, WorkFile};
