//! What a notebook calls: the functions of `scumble` for Python. Names, defaults and conversions of frames are in the Python files of
//! the package; here options become policies, the interpreter is let go, and results become Arrow.

mod assessed;
mod documents;
mod failure;
mod measures;
mod run;
mod sets;
mod tables;
mod texts;
mod vectors;

use pyo3::prelude::*;

/// The compiled part of the package `scumble`. Call the package instead.
#[pymodule]
mod _scumble {
    #[pymodule_export]
    use crate::assessed::{assess_documents, sweep_documents};
    #[pymodule_export]
    use crate::documents::{Document, Documents, Sanitizer, policy_of_options};
    #[pymodule_export]
    use crate::measures::{Explored, assess_table, explore, link, mask_against, similarity, topics};
    #[pymodule_export]
    use crate::run::set_threads;
    #[pymodule_export]
    use crate::sets::{AnonymizedSets, anonymize_sets, assess_sets, set_categories};
    #[pymodule_export]
    use crate::tables::{Masked, mask, roles};
    #[pymodule_export]
    use crate::texts::{count, count_phrases, parse, restore};
    #[pymodule_export]
    use crate::vectors::{VectorSpace, assess_space, build_space, mask_space};

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::run::say_only_where_panics_are();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
