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

#[cfg(all(test, feature = "rdf"))]
mod tests {
    use super::*;

    #[test]
    fn turtle_and_rdf_xml_say_the_same() {
        let turtle = include_str!("../../tests/samples/crafts.ttl");
        let xml = include_str!("../../tests/samples/crafts.rdf");
        for text in [turtle, xml] {
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
