//! What a search engine finds before and after: the evaluation by retrieval of thesis section 3.2.
//!
//! The same queries are put to the original and to the sanitised collection, by the [vectorial model](super::search::Model::Stems).
//! Queries about the subject of the documents measure information loss (IL); queries about what must not be disclosed measure
//! disclosure risk (DR), by the same formula (3.1).

mod change;
mod evaluate;
mod measures;
mod mutual;
mod threshold;

pub use change::Change;
pub use evaluate::{Evaluated, RetrievalQuery, evaluate};
pub use measures::{Retrieval, measure};
pub use mutual::mutual_information;
pub use threshold::inflexion;
