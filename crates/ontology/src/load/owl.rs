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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_subclasses_only() {
        let text = r##"<?xml version="1.0"?>
<rdf:RDF xml:base="http://x.org/o" xmlns:owl="http://www.w3.org/2002/07/owl#"
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
 <owl:Class rdf:about="#Status"><rdfs:subClassOf rdf:resource="http://www.w3.org/2002/07/owl#Thing"/></owl:Class>
 <owl:Class rdf:about="#Never_married">
  <rdfs:label xml:lang="de">ledig</rdfs:label><rdfs:label xml:lang="en">single</rdfs:label>
  <rdfs:subClassOf rdf:resource="#Status"/>
  <rdfs:subClassOf><owl:Restriction><owl:onProperty rdf:resource="#p"/></owl:Restriction></rdfs:subClassOf>
 </owl:Class>
 <owl:Class rdf:ID="Widowed"><rdfs:subClassOf><owl:Class rdf:about="#Status"/></rdfs:subClassOf></owl:Class>
</rdf:RDF>"##;
        let status = read(&Source::text("s.owl", text), &Options::default()).unwrap();
        let names: Vec<_> = status.concepts().map(|c| status.name(c)).collect();
        assert_eq!(names, ["Status", "Never_married", "Widowed"]);
        assert_eq!(status.label(status.named("Never_married").unwrap()), "single");
        assert_eq!(status.senses("ledig"), status.senses("single"));
    }
}
