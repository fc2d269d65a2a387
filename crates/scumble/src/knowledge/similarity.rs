//! How much two terms or concepts have in common.

use super::{Taxonomies, unknown_term};
use crate::error::{Error, Result};
use crate::policy::named;
use scumble_io::Help;
use scumble_ontology::comparison::{Comparison, Found, Unknown};
use scumble_ontology::measure::MeasureName;
use scumble_ontology::{InformationSource, Stack};
use serde_json::{Value, json};
use std::sync::Arc;

/// A measure by its name.
///
/// # Errors
/// If there is none of that name: the message suggests the nearest.
pub fn measure_named(name: &str) -> Result<MeasureName, String> {
    named("measure", name, &MeasureName::ALL.map(|measure| (measure.as_str(), measure)))
}

/// What compares terms by a measure; `ic` is where information content comes from, for the measures that use it.
///
/// # Errors
/// If a source is named that the measure does not use, or it cannot be read.
pub fn comparison(stack: Arc<Stack>, measure: MeasureName, ic: Option<&str>) -> Result<Comparison> {
    if ic.is_some() && !measure.needs_information() {
        let name = measure.as_str();
        return Err(Error::input(format!("{name} does not use information content"))
            .with_help(Help::set("ic", "it applies only to resnik, lin and jiang-conrath")));
    }
    let source = InformationSource::open(ic.unwrap_or("intrinsic"))?;
    Ok(Comparison::new(stack, measure, &source)?)
}

/// Compares two terms, and says by which senses.
///
/// # Errors
/// If a term is empty or not known, or the taxonomies cannot be opened.
pub fn similarity(a: &str, b: &str, measure: MeasureName, ic: Option<&str>, in_what: &Taxonomies) -> Result<Value> {
    if a.trim().is_empty() || b.trim().is_empty() {
        return Err(Error::input("an empty term; name two"));
    }
    let stack = Arc::new(in_what.open(&[a, b])?);
    let comparison = comparison(Arc::clone(&stack), measure, ic)?;
    let found = comparison.of(a, b).map_err(|unknown| match unknown {
        Unknown::Term(which) => unknown_term([a, b][which], &stack),
        Unknown::Apart => Error::input(format!("no single taxonomy knows both “{a}” and “{b}”"))
            .with_help(Help::set("taxonomy", "compare terms of one taxonomy, or name another")),
    })?;
    Ok(compared_to_json(&found, measure, a, b))
}

/// What was found of two terms, as one object.
pub fn compared_to_json(found: &Found<'_>, measure: MeasureName, a: &str, b: &str) -> Value {
    let (senses, subsumer, hypernym) = match &found.at {
        Some(at) => {
            let (first, second) = at.senses;
            let hypernym = at.taxonomy.lowest_common_hypernym(first, second);
            let names = json!([at.taxonomy.name(first), at.taxonomy.name(second)]);
            let [subsumer, hypernym] = [at.subsumer, hypernym].map(|concept| concept.map(|c| at.taxonomy.name(c)));
            (names, subsumer, hypernym)
        }
        None => (json!([]), None, None),
    };
    json!({
        "terms": [a, b],
        "measure": measure.as_str(),
        found.direction.as_str(): found.value,
        "senses": senses,
        "lcs": subsumer,
        "lowest_common_hypernym": hypernym,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_compared_or_refused_with_help() {
        let compare = |a: &str, ic: Option<&str>| {
            similarity(a, "cat", MeasureName::ALL[0], ic, &Taxonomies::default()).map_err(|error| error.to_string())
        };
        assert_eq!(compare("dog", None).unwrap()["terms"], json!(["dog", "cat"]));
        assert!(compare("xyzzyq", None).unwrap_err().contains("does not know “xyzzyq”"));
        assert!(compare(" ", None).is_err());
        assert!(measure_named("pth").unwrap_err().contains("did you mean “path”?"));
    }
}
