//! Measures: of a masked table, of an attack on it, of many ways to mask it, of terms.

use crate::run::{guarded, run};
use crate::tables::{Masked, table};
use crate::texts::options;
use pyo3::prelude::*;
use pyo3_arrow::PyTable;
use scumble::data::Table;
use scumble::explore::explore_in_memory;
use scumble::knowledge::{self, topics_of_policy};
use scumble::link::{Round, attack, attack_with_known};
use scumble::options::{LinkOptions, Terms, assessment, exploration, table_policy};
use scumble::policy::topics_named;
use scumble::report::{TableReport, explored_map, explored_page, table_page};
use scumble::table::{Assessment, Limited, Plan, assess};

/// Two tables, the second of which may be what a run of ours made.
fn release(py: Python<'_>, masked: &Bound<'_, PyAny>) -> PyResult<(Table, Assessment)> {
    match masked.cast::<Masked>() {
        Ok(ours) => Ok((ours.get().masked.table.clone(), ours.get().masked.assessment())),
        Err(_) => Ok((table(py, masked.extract()?)?, Assessment::default())),
    }
}

/// Measures a masked table against its original: figures as JSON, a line for each record as CSV, and a page if that is wanted.
#[pyfunction]
#[pyo3(signature = (original, masked, json, page=false, progress=None))]
pub(crate) fn assess_table(
    py: Python<'_>,
    original: PyTable,
    masked: &Bound<'_, PyAny>,
    json: &str,
    page: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String, Option<String>)> {
    let (original, given) = (table(py, original)?, options(py, json)?);
    let (masked, known) = release(py, masked)?;
    run(py, progress, move |watch| {
        let _ = watch.at("measuring", 0, 0);
        let assessed = assess(&original, &masked, &assessment(given, known)?)?;
        let page = page.then(|| {
            let original = assessed.aligned(&original);
            table_page(&TableReport { original: &original, masked: &masked, assessed: &assessed, work: None })
        });
        Ok((assessed.to_json().to_string(), assessed.records_csv(), page))
    })
}

/// Links a masked table with its original: figures as JSON, and for each record the probability that it is linked rightly.
#[pyfunction]
#[pyo3(signature = (original, masked, json, progress=None))]
#[allow(clippy::type_complexity, reason = "rows and their shares")]
pub(crate) fn link(
    py: Python<'_>,
    original: PyTable,
    masked: &Bound<'_, PyAny>,
    json: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, Vec<(u32, f64)>)> {
    let (original, given) = (table(py, original)?, options(py, json)?);
    let (masked, known) = release(py, masked)?;
    run(py, progress, move |watch| {
        let asked = LinkOptions::read(given)?;
        // What we masked ourselves may stand in another order, or have fewer records.
        let rows = known.alignment.map(|alignment| alignment.rows);
        let rows = rows.filter(|_| asked.settings.key.is_none());
        let original = rows.map_or_else(|| original.clone(), |rows| original.select(&rows));
        if let Some(known) = asked.known {
            let found = attack_with_known(&original, &masked, &asked.settings, &known, watch)?;
            let links = &found.carried.links;
            let records = links.rows.iter().copied().zip(links.records.iter().copied()).collect();
            return Ok((found.to_json().to_string(), records));
        }
        let found = attack(&original, &masked, &asked.settings, &|_| (), watch)?;
        let records = (0..).zip(found.links.records.iter().copied()).collect();
        Ok((found.to_json().to_string(), records))
    })
}

/// Masks a table and raises the protection of what leaks most until an attack links at most a share, in percent, of the records; what
/// was done, and the rounds as JSON.
#[pyfunction]
#[pyo3(signature = (data, json, target, progress=None, seconds=None))]
pub(crate) fn mask_against(
    py: Python<'_>,
    data: PyTable,
    json: &str,
    target: f64,
    progress: Option<&Bound<'_, PyAny>>,
    seconds: Option<f64>,
) -> PyResult<(Masked, String)> {
    let (original, given) = (table(py, data)?, options(py, json)?);
    let (masked, rounds) = run(py, progress, move |watch| {
        let policy = table_policy(given)?;
        let watch = Limited::new(watch, seconds, &Plan::new(&policy, &original)?)?;
        scumble::link::mask_against(&original, &policy, target, &watch)
    })?;
    let rounds: serde_json::Value = rounds.iter().map(Round::to_json).collect();
    Ok((Masked { masked }, rounds.to_string()))
}

/// Many ways to mask a table, each measured.
#[pyclass(frozen, module = "scumble._scumble")]
pub(crate) struct Explored {
    explored: scumble::explore::Explored,
}

/// Tries many methods and parameters on a table.
#[pyfunction]
#[pyo3(signature = (data, json, progress=None))]
pub(crate) fn explore(
    py: Python<'_>,
    data: PyTable,
    json: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Explored> {
    let (original, given) = (table(py, data)?, options(py, json)?);
    let explored = run(py, progress, move |watch| {
        let (policy, choice) = exploration(given)?;
        explore_in_memory(&original, &policy, &choice, watch)
    })?;
    Ok(Explored { explored })
}

#[pymethods]
impl Explored {
    /// All as JSON.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || self.explored.to_json().to_string())
    }

    /// The risk–utility map as SVG.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || explored_map(&self.explored))
    }

    /// The map with all points, as a page.
    fn page(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || explored_page(&self.explored))
    }

    /// The policy of a point, as TOML; nothing if there is no such point.
    fn policy(&self, py: Python<'_>, name: &str) -> PyResult<Option<String>> {
        guarded(py, || {
            let point = self.explored.measured().map(|(point, _)| point).find(|point| point.name == name)?;
            Some(point.policy(&self.explored.base).to_toml())
        })
    }
}

/// Compares two terms; as JSON.
#[pyfunction]
pub(crate) fn similarity(py: Python<'_>, a: String, b: String, json: &str) -> PyResult<String> {
    let given = options(py, json)?;
    run(py, None, move |_| {
        let Terms { taxonomies, measure, ic } = Terms::read(given)?;
        Ok(knowledge::similarity(&a, &b, measure, ic.as_deref(), &taxonomies)?.to_string())
    })
}

/// The senses of names and the terms of everything that is a kind of them, or the topics of a policy; as JSON.
#[pyfunction]
pub(crate) fn topics(py: Python<'_>, names: Vec<String>, json: &str) -> PyResult<String> {
    let given = options(py, json)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if let [name] = names[..]
        && knowledge::is_policy(name)
    {
        return run(py, None, |_| Ok(topics_of_policy(&topics_named(name)?)?.to_string()));
    }
    run(py, None, |_| {
        let stack = Terms::read(given)?.taxonomies.open(&names)?;
        Ok(knowledge::topics(&names, &stack)?.to_json().to_string())
    })
}
