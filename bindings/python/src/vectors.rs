//! Vector spaces: made of texts, masked, measured.

use crate::failure::input;
use crate::run::run;
use crate::texts::{options, texts};
use arrow_array::{ArrayRef, Float64Array, Int64Array, UInt32Array};
use pyo3::prelude::*;
use pyo3_arrow::PyArray;
use scumble::data::SparseMatrix;
use scumble::options::{SpaceAssessment, VectorOptions, building};
use scumble::vectors::{Collection, Labels, assess_space as assess, build, mask, verify};
use std::sync::Arc;

/// The vectors of a collection of documents, and what was done to make them.
#[pyclass(frozen, module = "scumble._scumble")]
pub(crate) struct VectorSpace {
    space: scumble::data::VectorSpace,
    done: String,
    kept: Vec<usize>,
}

#[pymethods]
impl VectorSpace {
    /// A space of rows, each its columns and weights.
    #[new]
    fn new(
        py: Python<'_>,
        columns: usize,
        rows: Vec<Vec<(u32, f64)>>,
        vocabulary: Vec<String>,
        documents: Vec<String>,
    ) -> PyResult<Self> {
        let count = rows.len();
        let matrix = SparseMatrix::from_rows(columns, rows).map_err(|error| input(py, format!("{error}")))?;
        for (what, given, needed) in [("terms", vocabulary.len(), columns), ("documents", documents.len(), count)] {
            if given > 0 && given != needed {
                return Err(input(py, format!("{given} names of {what} for {needed}")));
            }
        }
        let space = scumble::data::VectorSpace { matrix, vocabulary, documents, scheme: None };
        Ok(Self { space, done: "{}".to_owned(), kept: (0..count).collect() })
    }

    /// Where each row begins, its columns, and its weights: the three arrays of a sparse matrix by rows.
    fn arrays(&self) -> (PyArray, PyArray, PyArray) {
        let matrix = &self.space.matrix;
        let mut starts = vec![0i64];
        let (mut columns, mut weights) = (Vec::with_capacity(matrix.entries()), Vec::with_capacity(matrix.entries()));
        for row in matrix.rows() {
            for (column, weight) in row.iter() {
                columns.push(column);
                weights.push(weight);
            }
            starts.push(columns.len() as i64);
        }
        let array = |array: ArrayRef| PyArray::from_array_ref(array);
        (
            array(Arc::new(Int64Array::from(starts))),
            array(Arc::new(UInt32Array::from(columns))),
            array(Arc::new(Float64Array::from(weights))),
        )
    }

    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.space.matrix.len(), self.space.matrix.columns())
    }

    #[getter]
    fn vocabulary(&self) -> Vec<String> {
        self.space.vocabulary.clone()
    }

    #[getter]
    fn documents(&self) -> Vec<String> {
        self.space.documents.clone()
    }

    /// The numbers of the documents that have a row.
    #[getter]
    fn kept(&self) -> Vec<usize> {
        self.kept.clone()
    }

    /// What was done, as JSON.
    fn to_json(&self) -> &str {
        &self.done
    }
}

/// Makes the space of texts by options as JSON.
#[pyfunction]
#[pyo3(signature = (object, names, json, progress=None))]
pub(crate) fn build_space(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    names: Vec<String>,
    json: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<VectorSpace> {
    let texts: Vec<String> = texts(object)?.into_iter().map(Option::unwrap_or_default).collect();
    if names.len() != texts.len() {
        return Err(input(py, format!("{} names for {} texts", names.len(), texts.len())));
    }
    let given = options(py, json)?;
    let built = run(py, progress, move |watch| {
        build(Collection { names, texts, ..Collection::default() }, &building(given)?, watch)
    })?;
    let done = built.figures().to_string();
    Ok(VectorSpace { kept: built.built.kept.clone(), space: built.built.space, done })
}

/// Masks a space by options as JSON: at least k documents share each vector.
#[pyfunction]
#[pyo3(signature = (space, json, progress=None))]
pub(crate) fn mask_space(
    py: Python<'_>,
    space: &VectorSpace,
    json: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<VectorSpace> {
    let given = options(py, json)?;
    let masked = run(py, progress, |watch| {
        let VectorOptions { policy, taxonomies } = VectorOptions::read(given)?;
        let terms: Vec<&str> = space.space.vocabulary.iter().map(String::as_str).collect();
        let masked = mask(&space.space, &policy, &Arc::new(taxonomies.open(&terms)?), watch)?;
        verify(&masked.space.matrix, policy.k, masked.space.matrix.len())?;
        Ok(masked)
    })?;
    let kept = (0..space.space.matrix.len()).filter(|document| !masked.left_out.contains(document)).collect();
    Ok(VectorSpace { done: masked.to_json(None).to_string(), space: masked.space, kept })
}

/// Measures a released space against its original; as JSON.
#[pyfunction]
#[pyo3(signature = (original, released, json, progress=None))]
pub(crate) fn assess_space(
    py: Python<'_>,
    original: &VectorSpace,
    released: &VectorSpace,
    json: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let given = options(py, json)?;
    run(py, progress, move |watch| {
        let SpaceAssessment { measures, labels } = SpaceAssessment::read(given)?;
        let labels = labels.map(|labels| Labels::new(&labels));
        let found = assess(&original.space, &released.space, labels.as_ref(), &measures, watch)?;
        Ok(serde_json::json!(found).to_string())
    })
}
