//! OWL ontologies: subclass axioms between named classes; everything else is passed over.

use super::rdf::{self, OWL, RDFS, SKOS, Vocabulary};
use super::{Options, Source};
use crate::error::Result;
use crate::taxonomy::Taxonomy;

const OBO_IN_OWL: &str = "http://www.geneontology.org/formats/oboInOwl#";

pub(super) fn read(source: &Source, options: &Options) -> Result<Taxonomy> {
    let names = [
        format!("{OWL}Class"),
        format!("{RDFS}Class"),
        format!("{RDFS}subClassOf"),
        format!("{RDFS}label"),
        format!("{SKOS}prefLabel"),
        format!("{SKOS}altLabel"),
        format!("{OBO_IN_OWL}hasExactSynonym"),
        format!("{OBO_IN_OWL}hasRelatedSynonym"),
        format!("{OWL}deprecated"),
        format!("{OWL}Thing"),
    ];
    let [class, rdfs_class, sub_class, label, preferred, other, exact, related, deprecated, thing] =
        names.each_ref().map(String::as_str);
    let vocabulary = Vocabulary {
        types: &[class, rdfs_class],
        up: &[sub_class],
        down: &[],
        label: &[label, preferred],
        synonym: &[other, exact, related],
        deprecated: &[deprecated],
        thing: Some(thing),
    };
    rdf::taxonomy(source, options, &vocabulary)
}

#[cfg(all(test, feature = "rdf"))]
mod tests {
    use super::*;

    #[test]
    fn named_subclasses_only() {
        let text = include_str!("../../tests/samples/status.owl");
        let status = read(&Source::text("s.owl", text), &Options::default()).unwrap();
        let names: Vec<_> = status.concepts().map(|c| status.name(c)).collect();
        assert_eq!(names, ["Status", "Never_married", "Widowed"]);
        assert_eq!(status.label(status.named("Never_married").unwrap()), "single");
        assert_eq!(status.senses("ledig"), status.senses("single"));
    }
}
