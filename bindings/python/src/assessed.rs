//! Measures of sanitised documents: what they keep, what a search still finds, what of annotations is hidden.

use crate::documents::Document;
use crate::failure::warn_of_server;
use crate::run::run;
use crate::texts::{options, text};
use pyo3::prelude::*;
use scumble::corpus::{Counts, SpecOptions, open};
use scumble::document::assess::{Collection, Pair, assess_documents as measured, pages_of, sweep_documents as swept};
use scumble::options::{documents_assessment, documents_sweep};
use scumble::report::{assessed_documents_page, swept_documents_page};
use std::sync::Arc;

/// A document's name, its original, and its sanitised twin: a text, or what a sanitizer gave.
type Given<'py> = (String, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Measures sanitised documents: figures as JSON, and a page.
#[pyfunction]
#[pyo3(signature = (given, json, progress=None))]
pub(crate) fn assess_documents(
    py: Python<'_>,
    given: Vec<Given<'_>>,
    json: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let asked = options(py, json)?;
    let pairs = given.iter().map(pair).collect::<PyResult<Vec<Pair>>>()?;
    run(py, progress, move |watch| {
        let collection = Collection::of(pairs)?;
        let what = documents_assessment(asked, &collection)?;
        let counts = open("embedded", &SpecOptions::default()).map_err(scumble::Error::from)?;
        let found = measured(&collection, &what, counts.as_ref(), watch)?;
        Ok((found.to_json().to_string(), assessed_documents_page(&found)))
    })
}

fn pair((name, original, sanitised): &Given<'_>) -> PyResult<Pair> {
    let original = text(original, name)?;
    Ok(match sanitised.cast::<Document>() {
        Ok(document) => {
            let verified = document.get().verified();
            Pair { name: name.clone(), original, sanitised: verified.text.clone(), redacted: verified.redacted() }
        }
        Err(_) => Pair { name: name.clone(), original, sanitised: text(sanitised, name)?, redacted: None },
    })
}

/// Sanitises originals by many values of a setting, and attacks each: figures as JSON, and a page.
#[pyfunction]
#[pyo3(signature = (originals, json, progress=None))]
pub(crate) fn sweep_documents(
    py: Python<'_>,
    originals: Vec<(String, Bound<'_, PyAny>)>,
    json: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let asked = options(py, json)?;
    let own = |(name, original): &(String, Bound<'_, PyAny>)| Ok((name.clone(), text(original, name)?));
    let originals = originals.iter().map(own).collect::<PyResult<Vec<_>>>()?;
    let (originals, sweep, pages, counts) = run(py, None, move |_| {
        let (sweep, pages) = documents_sweep(asked)?;
        let counts: Arc<dyn Counts> = Arc::from(sweep.policy.open_counts()?);
        Ok((pages_of(originals, "originals")?, sweep, pages, counts))
    })?;
    warn_of_server(py, &counts.provenance())?;
    run(py, progress, move |watch| {
        let found = swept(&originals, &pages, &sweep, &counts, watch)?;
        Ok((found.to_json().to_string(), swept_documents_page(&found)))
    })
}
