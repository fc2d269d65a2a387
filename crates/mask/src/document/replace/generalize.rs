//! A more general term in place of one that is too informative.

use crate::document::find::Places;
use crate::document::finding::Found;
use crate::document::measure::{Meter, Threshold};
use crate::error::Result;
use scumble_corpus::normalized;
use scumble_ontology::{Concept, Stack};
use scumble_text::entity::EntityKind;

/// Chooses a more general term by the taxonomy and the thresholds of a document's protection.
pub(in crate::document) struct Generalizer<'a> {
    pub(in crate::document) taxonomy: &'a Stack,
    pub(in crate::document) meter: &'a Meter,
    pub(in crate::document) places: &'a Places,
    pub(in crate::document) beta: Threshold,
    pub(in crate::document) tau: Threshold,
    /// The terms to hide.
    pub(in crate::document) hidden: Vec<&'a str>,
}

impl Generalizer<'_> {
    /// The lowest hypernym whose information content is below β and whose PMI with every term to hide is below τ; for people,
    /// organizations and unknown places their kind. `None` if there is none.
    pub(in crate::document) fn generalize(&self, surface: &str, kind: Found) -> Result<Option<String>> {
        let word = match kind {
            Found::Entity(EntityKind::Person) => Some("person"),
            Found::Entity(EntityKind::Organisation) => Some("organisation"),
            Found::Entity(EntityKind::Place) => Some("place"),
            Found::Entity(EntityKind::DateTime) => Some("date"),
            Found::Entity(EntityKind::Demographic) | Found::Term => None,
            Found::Entity(_) | Found::Name | Found::Block => return Ok(None),
        };
        let has_senses =
            !matches!(kind, Found::Entity(EntityKind::Person | EntityKind::Organisation | EntityKind::DateTime));
        if has_senses && let Some(label) = self.hypernym(surface)? {
            return Ok(Some(label));
        }
        Ok(word.map(str::to_owned))
    }

    /// The lowest hypernym of the first sense that is safe.
    fn hypernym(&self, surface: &str) -> Result<Option<String>> {
        let Some((taxonomy, &[sense, ..])) = self.taxonomy.senses(&normalized(surface)) else { return Ok(None) };
        let mut level: Vec<Concept> = taxonomy.parents(sense).to_vec();
        let mut seen: Vec<Concept> = Vec::new();
        while !level.is_empty() {
            // Of several on one level, the one with the most information content.
            let mut best: Option<(f64, String)> = None;
            for &concept in &level {
                let label = taxonomy.label(concept).replace('_', " ");
                if let Some(ic) = self.safe(surface, &label)?
                    && best.as_ref().is_none_or(|(most, _)| ic > *most)
                {
                    best = Some((ic, label));
                }
            }
            if let Some((_, label)) = best {
                return Ok(Some(label));
            }
            seen.extend(&level);
            let parents = level.iter().flat_map(|&concept| taxonomy.parents(concept));
            let mut next: Vec<Concept> = parents.copied().collect();
            next.sort();
            next.dedup();
            next.retain(|concept| !seen.contains(concept));
            level = next;
        }
        Ok(None)
    }

    /// The information content of a label that discloses little enough; `None` if it discloses more.
    fn safe(&self, surface: &str, label: &str) -> Result<Option<f64>> {
        // A hypernym that names a country, or has a word of the term that it replaces, hides too little.
        let own: Vec<String> = normalized(surface).split(' ').map(str::to_owned).collect();
        let has_own_word = normalized(label).split(' ').any(|word| own.iter().any(|other| other == word));
        if self.places.is_country(label) || has_own_word {
            return Ok(None);
        }
        let term = self.meter.term(label)?;
        if self.beta.reached_by(term.ic) {
            return Ok(None);
        }
        for hidden in &self.hidden {
            if self.tau.reached_by(self.meter.pmi(&*self.meter.term(hidden)?, &term)?) {
                return Ok(None);
            }
        }
        Ok(Some(term.ic))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Knowledge;
    use scumble_corpus::Table;
    use scumble_ontology::{Builder, wordnet};
    use std::sync::Arc;

    const COUNTS: &str =
        "#total\t100000\ninfluenza\t10\ncontagious disease\t20\nrespiratory disease\t40\ndisease\t2000\nfever\t3000\n";

    fn general(knowledge: &Knowledge, beta: f64, surface: &str, kind: Found) -> Option<String> {
        let meter = Meter::new(knowledge, true).unwrap();
        let generalizer = Generalizer {
            taxonomy: &knowledge.taxonomy,
            meter: &meter,
            places: &Places::new(knowledge),
            beta: Threshold::new(beta),
            tau: Threshold::new(beta / 2.0),
            hidden: Vec::new(),
        };
        generalizer.generalize(surface, kind).unwrap()
    }

    #[test]
    fn the_lowest_with_less_information_than_beta() {
        let knowledge = Knowledge::english(Arc::new(Table::parse(COUNTS).unwrap()));
        let general = |beta, surface, kind| general(&knowledge, beta, surface, kind);
        assert_eq!(general(13.0, "influenza", Found::Term).as_deref(), Some("contagious disease"));
        assert_eq!(general(12.0, "influenza", Found::Term).as_deref(), Some("respiratory disease"));
        assert_eq!(general(11.0, "influenza", Found::Term).as_deref(), Some("disease"));
        assert_eq!(general(1.0, "xyzzy", Found::Term), None);
        assert_eq!(general(1.0, "Jane Roe", Found::Entity(EntityKind::Person)).as_deref(), Some("person"));
    }

    #[test]
    fn a_taxonomy_before_wordnet_gives_the_hypernyms() {
        let mut builder = Builder::new("ward");
        let (flu, fever) = (builder.term("influenza", 1), builder.term("fever", 2));
        builder.parent(flu, fever, 1);
        let ward = Arc::new(builder.build(true).unwrap());
        let taxonomy = Arc::new(Stack::new(vec![ward, wordnet().nouns().clone()]));
        let counts = Arc::new(Table::parse(COUNTS).unwrap());
        let knowledge = Knowledge { taxonomy, ..Knowledge::english(counts) };
        assert_eq!(general(&knowledge, 13.0, "influenza", Found::Term).as_deref(), Some("fever"));
    }
}
