//! Tables: masked by a policy, and what was done.

use crate::failure::exception;
use crate::run::{guarded, run};
use crate::texts::options;
use arrow_array::{ArrayRef, UInt32Array};
use pyo3::prelude::*;
use pyo3_arrow::{PyArray, PyTable};
use scumble::data::Table;
use scumble::options::table_policy;
use scumble::table::{Limited, Plan};
use std::sync::Arc;

/// A table out of Arrow; arrays are shared where they come in one piece.
pub(crate) fn table(py: Python<'_>, table: PyTable) -> PyResult<Table> {
    let (batches, schema) = table.into_inner();
    Table::from_batches(&schema, batches).map_err(|error| exception(py, &error.into()))
}

/// A table as Arrow.
pub(crate) fn arrow(py: Python<'_>, table: &Table) -> PyResult<PyTable> {
    let batch = run(py, None, |_| Ok(table.to_record_batch()))?;
    let schema = batch.schema();
    PyTable::try_new(vec![batch], schema)
}

/// Masks a table by options as JSON. A search ends after some seconds, if so many are given.
#[pyfunction]
#[pyo3(signature = (data, json, progress=None, seconds=None))]
pub(crate) fn mask(
    py: Python<'_>,
    data: PyTable,
    json: &str,
    progress: Option<&Bound<'_, PyAny>>,
    seconds: Option<f64>,
) -> PyResult<Masked> {
    let (original, given) = (table(py, data)?, options(py, json)?);
    let masked = run(py, progress, move |watch| {
        let plan = Plan::new(&table_policy(given)?, &original)?;
        let watch = Limited::new(watch, seconds, &plan)?;
        let ready = plan.prepare(&original)?;
        // What is not needed any more is let go before the masking.
        drop(original);
        ready.mask(&watch)
    })?;
    Ok(Masked { masked })
}

/// What the columns of a table are and whom they single out, as JSON, and as a policy to edit.
#[pyfunction]
pub(crate) fn roles(py: Python<'_>, data: PyTable, k: usize) -> PyResult<(String, String)> {
    let table = table(py, data)?;
    run(py, None, move |_| {
        let view = scumble::table::roles(&table);
        Ok((view.to_json().to_string(), view.to_toml(k)))
    })
}

/// A masked table that keeps its promise.
#[pyclass(frozen, module = "scumble._scumble")]
pub(crate) struct Masked {
    pub(crate) masked: scumble::table::Masked,
}

#[pymethods]
impl Masked {
    /// The masked table.
    fn table(&self, py: Python<'_>) -> PyResult<PyTable> {
        arrow(py, &self.masked.table)
    }

    /// For each released record its record in the original.
    fn rows(&self) -> PyArray {
        PyArray::from_array_ref(Arc::new(UInt32Array::from(self.masked.rows.clone())) as ArrayRef)
    }

    /// What was done, as JSON.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || self.masked.to_json(None).to_string())
    }

    /// The report for internal use, as a page.
    fn page(&self, py: Python<'_>, original: PyTable) -> PyResult<String> {
        let original = table(py, original)?;
        run(py, None, |_| self.masked.page(&original, None))
    }

    /// The codebook to publish with the release: Markdown, or JSON.
    fn codebook(&self, py: Python<'_>, json: bool) -> PyResult<String> {
        guarded(py, || {
            let codebook = self.masked.codebook();
            if json { codebook.to_json().to_string() } else { codebook.to_markdown() }
        })
    }
}
