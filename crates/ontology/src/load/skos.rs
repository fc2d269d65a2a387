//! SKOS thesauri: concepts, `broader` and `narrower`, preferred and other labels.

use super::rdf::{self, OWL, SKOS, Vocabulary};
use super::{Options, Source};
use crate::error::Result;
use crate::taxonomy::Taxonomy;

pub(super) fn read(source: &Source, options: &Options) -> Result<Taxonomy> {
    let names = ["Concept", "broader", "broaderGeneric", "narrower", "prefLabel", "altLabel", "hiddenLabel"]
        .map(|name| format!("{SKOS}{name}"));
    let [concept, broader, generic, narrower, preferred, other, hidden] = names.each_ref().map(String::as_str);
    let deprecated = format!("{OWL}deprecated");
    let vocabulary = Vocabulary {
        types: &[concept],
        up: &[broader, generic],
        down: &[narrower],
        label: &[preferred],
        synonym: &[other, hidden],
        deprecated: &[&deprecated],
        thing: None,
    };
    rdf::taxonomy(source, options, &vocabulary)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURTLE: &str = r#"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://x.org/crafts/> .
:craft a skos:Concept ; skos:prefLabel "craft"@en , "Handwerk"@de ; skos:narrower :joinery .
:joinery a skos:Concept ; skos:prefLabel "joinery" ; skos:altLabel "woodwork"@en .
:turning a skos:Concept ;   # on a lathe
    skos:prefLabel """wood
turning""" ;
    skos:broader :joinery ; skos:broader :craft .
"#;

    #[test]
    fn turtle_and_rdf_xml_say_the_same() {
        let xml = r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:skos="http://www.w3.org/2004/02/skos/core#" xml:base="http://x.org/crafts/">
<skos:Concept rdf:about="craft"><skos:prefLabel xml:lang="en">craft</skos:prefLabel>
 <skos:prefLabel xml:lang="de">Handwerk</skos:prefLabel><skos:narrower rdf:resource="joinery"/></skos:Concept>
<rdf:Description rdf:about="joinery" skos:prefLabel="joinery">
 <rdf:type rdf:resource="http://www.w3.org/2004/02/skos/core#Concept"/>
 <skos:altLabel xml:lang="en">woodwork</skos:altLabel></rdf:Description>
<skos:Concept rdf:about="turning"><skos:prefLabel>wood turning</skos:prefLabel>
 <skos:broader rdf:resource="joinery"/><skos:broader><skos:Concept rdf:about="craft"/></skos:broader></skos:Concept>
</rdf:RDF>"#;
        for text in [TURTLE, xml] {
            let crafts = read(&Source::text("c", text), &Options::default()).unwrap();
            let turning = crafts.named("turning").unwrap();
            assert_eq!(crafts.senses("wood turning"), [turning]);
            let above: Vec<_> = crafts.parents(turning).iter().map(|&c| crafts.name(c)).collect();
            assert_eq!(above, ["craft", "joinery"]);
            assert_eq!(crafts.senses("woodwork"), crafts.senses("joinery"));
            assert_eq!(crafts.label(crafts.named("craft").unwrap()), "craft");
            assert_eq!(crafts.max_depth(turning), 2);
        }
    }

    #[test]
    fn refusals() {
        let message = |text: &str| read(&Source::text("t.ttl", text), &Options::default()).unwrap_err().to_string();
        let head = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n";
        let unknown = format!("{head}<a:x> a skos:Concept ;\n skos:broader <a:y> .\n");
        assert!(message(&unknown).starts_with("t.ttl, line 3: names a parent"));
        assert!(message(&format!("{head}<a:x> a skos:Concept ;")).starts_with("t.ttl, line 2:"));
        assert!(message(&format!("{head}\n<a:x> a foaf:Concept .")).starts_with("t.ttl, line 3: a prefix"));
        assert!(message(head).starts_with("t.ttl: holds no concept"));
    }
}
