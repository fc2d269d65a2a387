//! Set-valued records: anonymised, and measured.

use crate::run::run;
use crate::texts::options;
use pyo3::prelude::*;
use scumble::data::{SetForm, SetRecord};
use scumble::options::SetOptions;
use scumble::sets::{anonymize, assess, distinct_items, understand};

/// Records of which at least k are the same.
#[pyclass(frozen, module = "scumble._scumble")]
pub(crate) struct AnonymizedSets {
    sets: scumble::sets::AnonymizedSets,
}

fn records(records: Vec<(String, Vec<String>)>) -> Vec<SetRecord> {
    // A file of records has every item of a record once, too.
    let record = |(id, items): (String, Vec<String>)| {
        let mut seen = std::collections::HashSet::new();
        SetRecord { id, items: items.into_iter().filter(|item| seen.insert(item.clone())).collect() }
    };
    records.into_iter().map(record).collect()
}

/// Anonymises records, each an id and its items, by options as JSON.
#[pyfunction]
#[pyo3(signature = (given, json, progress=None))]
pub(crate) fn anonymize_sets(
    py: Python<'_>,
    given: Vec<(String, Vec<String>)>,
    json: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<AnonymizedSets> {
    let (records, asked) = (records(given), options(py, json)?);
    let sets = run(py, progress, move |watch| {
        let SetOptions { policy, taxonomies } = SetOptions::read(asked)?;
        let stack = taxonomies.open(&distinct_items(&records))?;
        anonymize(records, &policy, &stack, watch)
    })?;
    Ok(AnonymizedSets { sets })
}

/// For each record the category of its items, as a text that sorts records by what they are about; nothing where no item is known.
#[pyfunction]
pub(crate) fn set_categories(
    py: Python<'_>,
    given: Vec<(String, Vec<String>)>,
    json: &str,
) -> PyResult<Vec<Option<String>>> {
    let (records, asked) = (records(given), options(py, json)?);
    run(py, None, move |_| {
        let SetOptions { policy, taxonomies } = SetOptions::read(asked)?;
        let stack = taxonomies.open(&distinct_items(&records))?;
        let understood = understand(vec![records], policy.items, &stack).remove(0);
        Ok(understood.categories().into_iter().map(|category| Some(category?.key())).collect())
    })
}

/// Measures a release of records against their original; as JSON.
#[pyfunction]
#[pyo3(signature = (original, released, json, progress=None))]
pub(crate) fn assess_sets(
    py: Python<'_>,
    original: Vec<(String, Vec<String>)>,
    released: Vec<(String, Vec<String>)>,
    json: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (before, after, asked) = (records(original), records(released), options(py, json)?);
    run(py, progress, move |watch| {
        let SetOptions { policy, taxonomies } = SetOptions::read(asked)?;
        let stack = taxonomies.open(&distinct_items(before.iter().chain(&after)))?;
        Ok(assess(before, after, policy.items, &stack, policy.anonymize.seed, watch)?.to_json().to_string())
    })
}

#[pymethods]
impl AnonymizedSets {
    /// The released items of each record; nothing for a record that is left out.
    fn items(&self) -> Vec<Option<Vec<String>>> {
        self.sets.anonymized.items.clone()
    }

    /// The loss of meaning of what is published, from 0 to 1.
    fn loss(&self) -> f64 {
        self.sets.published.mean()
    }

    /// What was done, as JSON.
    fn to_json(&self) -> String {
        self.sets.to_json(SetForm::Objects, None).to_string()
    }
}
