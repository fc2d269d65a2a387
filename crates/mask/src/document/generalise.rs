//! Something more general in place of what is too telling.

use super::decide::Decider;
use super::finding::{Finding, Found};
use super::places::is_country;
use crate::error::Result;
use scumble_corpus::normalized;
use scumble_ontology::{Concept, wordnet};
use scumble_text::entity::Kind;

/// The lowest hypernym that says less than β, and tells less than τ of every secret; for people, organisations and unknown places
/// their kind. `None` if there is none.
pub(super) fn generalise(
    decider: &Decider<'_>,
    surface: &str,
    finding: &Finding,
    secrets: &[String],
) -> Result<Option<String>> {
    let kind = match finding.kind {
        Found::Entity(Kind::Person) => Some("person"),
        Found::Entity(Kind::Organisation) => Some("organisation"),
        Found::Entity(Kind::Place) => Some("place"),
        Found::Entity(Kind::DateTime) => Some("date"),
        Found::Entity(Kind::Demographic) | Found::Term => None,
        Found::Entity(_) | Found::Name | Found::Block => return Ok(None),
    };
    let names_something = !matches!(finding.kind, Found::Entity(Kind::Person | Kind::Organisation | Kind::DateTime));
    if names_something && let Some(label) = hypernym(decider, surface, secrets)? {
        return Ok(Some(label));
    }
    Ok(kind.map(str::to_owned))
}

/// The lowest hypernym of the first sense that is safe.
fn hypernym(decider: &Decider<'_>, surface: &str, secrets: &[String]) -> Result<Option<String>> {
    let nouns = wordnet().nouns();
    let Some(&sense) = nouns.senses(&normalized(surface)).first() else { return Ok(None) };
    let mut level: Vec<Concept> = nouns.parents(sense).to_vec();
    let mut seen: Vec<Concept> = Vec::new();
    while !level.is_empty() {
        // Of several on one level, the one that says most.
        let mut best: Option<(f64, String)> = None;
        for &concept in &level {
            let label = nouns.label(concept).replace('_', " ");
            if let Some(ic) = safe(decider, surface, &label, secrets)?
                && best.as_ref().is_none_or(|(known, _)| ic > *known)
            {
                best = Some((ic, label));
            }
        }
        if let Some((_, label)) = best {
            return Ok(Some(label));
        }
        seen.extend(&level);
        let mut next: Vec<Concept> = level.iter().flat_map(|&concept| nouns.parents(concept)).copied().collect();
        next.sort();
        next.dedup();
        next.retain(|concept| !seen.contains(concept));
        level = next;
    }
    Ok(None)
}

/// The information content of a label that hides enough; `None` if it does not.
fn safe(decider: &Decider<'_>, surface: &str, label: &str, secrets: &[String]) -> Result<Option<f64>> {
    // A hypernym that names a country, or has a word of what it stands for, hides too little.
    let own: Vec<String> = normalized(surface).split(' ').map(str::to_owned).collect();
    if is_country(label) || normalized(label).split(' ').any(|word| own.iter().any(|other| other == word)) {
        return Ok(None);
    }
    let meter = decider.meter();
    let term = meter.term(label)?;
    if term.ic >= decider.beta() {
        return Ok(None);
    }
    for secret in secrets {
        let secret = meter.term(secret)?;
        if meter.pmi(&secret, &term)? >= decider.tau() {
            return Ok(None);
        }
    }
    Ok(Some(term.ic))
}

#[cfg(test)]
mod tests {
    use super::super::finding::Rule;
    use super::super::protection::Protection;
    use super::*;
    use scumble_corpus::Table;
    use scumble_text::Span;

    #[test]
    fn the_lowest_that_says_less_than_beta() {
        let table = "#total\t100000\ninfluenza\t10\ncontagious disease\t20\nrespiratory disease\t40\ndisease\t2000\n";
        let table = Table::parse(table).unwrap();
        let general = |beta: f64, surface: &str, kind: Found| {
            let protection = Protection { beta: Some(beta), exact: true, ..Protection::default() };
            let decider = Decider::new(protection, &table).unwrap();
            let finding = Finding::new(Span::new(0, 0), kind, Rule::Informative);
            generalise(&decider, surface, &finding, &[]).unwrap()
        };
        assert_eq!(general(13.0, "influenza", Found::Term).as_deref(), Some("contagious disease"));
        assert_eq!(general(12.0, "influenza", Found::Term).as_deref(), Some("respiratory disease"));
        assert_eq!(general(11.0, "influenza", Found::Term).as_deref(), Some("disease"));
        assert_eq!(general(1.0, "xyzzy", Found::Term), None);
        assert_eq!(general(1.0, "Jane Roe", Found::Entity(Kind::Person)).as_deref(), Some("person"));
    }
}
