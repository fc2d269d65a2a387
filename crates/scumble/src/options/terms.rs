//! The options of taxonomies.

use super::{Given, keys};
use crate::error::Result;
use crate::knowledge::{Taxonomies, measure_named};
use crate::policy::Keys;
use scumble_ontology::measure::MeasureName;

/// What terms are looked up in, and what is measured of them.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The taxonomies.
    pub taxonomies: Taxonomies,
    /// The measure of similarity.
    pub measure: MeasureName,
    /// Where information content comes from, for measures that need it.
    pub ic: Option<String>,
}

impl Terms {
    /// `measure`, `ic`, and which taxonomies: `taxonomy`, `strict`, `header`.
    ///
    /// # Errors
    /// If a key is not known, or its value cannot be used.
    pub fn read(given: Given) -> Result<Self> {
        let mut keys = keys(given)?;
        let measure = keys.text("measure")?.unwrap_or_else(|| "wu-palmer".to_owned());
        let measure = measure_named(&measure).map_err(|problem| keys.fault("measure", problem))?;
        let (ic, taxonomies) = (keys.text("ic")?, taxonomies(&mut keys)?);
        keys.done()?;
        Ok(Self { taxonomies, measure, ic })
    }
}

/// `taxonomy`, `strict` and `header`.
pub(super) fn taxonomies(keys: &mut Keys<'_>) -> Result<Taxonomies> {
    let usual = Taxonomies::default();
    Ok(Taxonomies {
        spec: keys.text("taxonomy")?.unwrap_or(usual.spec),
        strict: keys.yes("strict")?.unwrap_or_default(),
        header: keys.yes("header")?,
    })
}
