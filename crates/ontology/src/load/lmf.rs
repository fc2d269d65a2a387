//! Global WordNet's LMF: any language's wordnet in XML (Open English WordNet among them).

use super::xml::{Element, Node, Nodes};
use super::{Options, Source};
use crate::error::{Error, Result};
use crate::load::Refusal as _;
use crate::morphology::PartOfSpeech;
use crate::taxonomy::{Builder, Taxonomy};
use std::collections::HashMap;

#[derive(Default)]
struct Synset {
    line: u64,
    part_of_speech: String,
    /// Ids of lexical entries in the order of the synset, where the file gives one.
    members: Vec<String>,
    parents: Vec<(String, u64)>,
    gloss: String,
}

/// A word's sense: which entry, how it is written, which synset.
struct Sense {
    entry: String,
    form: String,
    synset: String,
    line: u64,
}

/// Nouns first, then verbs; other parts of speech have no hierarchy.
pub(super) fn read(source: &Source, options: &Options) -> Result<Vec<Taxonomy>> {
    let (senses, synsets) = parse(source)?;
    if let Some(lost) = senses.iter().find(|sense| !synsets.contains_key(&sense.synset)) {
        return Err(source.syntax(lost.line, "a sense of a synset that is nowhere defined"));
    }
    let mut taxonomies = Vec::new();
    for (letter, part_of_speech) in [("n", PartOfSpeech::Noun), ("v", PartOfSpeech::Verb)] {
        let mut of_part: Vec<_> = synsets.iter().filter(|(_, synset)| synset.part_of_speech == letter).collect();
        of_part.sort_by_key(|(_, synset)| synset.line);
        if of_part.is_empty() {
            continue;
        }
        taxonomies.push(build(source, options, part_of_speech, &of_part, &senses)?);
    }
    if taxonomies.is_empty() {
        return Err(source.empty());
    }
    Ok(taxonomies)
}

fn parse(source: &Source) -> Result<(Vec<Sense>, HashMap<String, Synset>)> {
    let mut nodes = Nodes::of(source);
    let (mut senses, mut synsets) = (Vec::new(), HashMap::<String, Synset>::new());
    let (mut entry, mut form, mut synset) = (String::new(), String::new(), String::new());
    let mut in_definition = false;
    while let Some(node) = nodes.next()? {
        match node {
            Node::Start(element) => {
                let line = element.line;
                let required = |name: &str| {
                    let value = element.attribute("", name).map(str::to_owned);
                    value.ok_or_else(|| source.syntax(line, format!("<{}> without {name}", element.local)))
                };
                in_definition = element.local == "Definition";
                match element.local.as_str() {
                    "LexicalEntry" => entry = required("id")?,
                    "Lemma" => form = required("writtenForm")?,
                    "Sense" => {
                        let synset = required("synset")?;
                        senses.push(Sense { entry: entry.clone(), form: form.clone(), synset, line });
                    }
                    "Synset" => {
                        synset = required("id")?;
                        let known = synsets.entry(synset.clone()).or_default();
                        if known.line > 0 {
                            return Err(Error::Duplicate { at: source.place(line), first: known.line });
                        }
                        known.line = line;
                        known.part_of_speech = part_of_speech(&element, &synset);
                        let members = element.attribute("", "members").unwrap_or("");
                        known.members = members.split_whitespace().map(str::to_owned).collect();
                    }
                    "SynsetRelation" => {
                        let kind = element.attribute("", "relType").unwrap_or("");
                        if kind == "hypernym" || kind == "instance_hypernym" {
                            let target = required("target")?;
                            synsets.entry(synset.clone()).or_default().parents.push((target, line));
                        }
                    }
                    _ => {}
                }
            }
            Node::Text(text) if in_definition => {
                synsets.entry(synset.clone()).or_default().gloss.push_str(&text);
            }
            Node::End => in_definition = false,
            Node::Text(_) => {}
        }
    }
    Ok((senses, synsets))
}

/// The attribute, or the letter at the end of the synset's id, as wordnets write it.
fn part_of_speech(element: &Element, id: &str) -> String {
    let given = element.attribute("", "partOfSpeech").map(str::to_owned);
    given.unwrap_or_else(|| id.rsplit('-').next().unwrap_or("").to_owned())
}

fn build(
    source: &Source,
    options: &Options,
    part_of_speech: PartOfSpeech,
    synsets: &[(&String, &Synset)],
    senses: &[Sense],
) -> Result<Taxonomy> {
    let mut builder = Builder::new(source.file()).with_part_of_speech(part_of_speech);
    for (id, synset) in synsets {
        let concept = builder.concept(id, synset.line);
        builder.gloss(concept, synset.gloss.trim());
        for (parent, line) in &synset.parents {
            let parent = builder.refer(parent);
            builder.parent(concept, parent, *line);
        }
    }
    let known: HashMap<&str, &Synset> = synsets.iter().map(|(id, synset)| (id.as_str(), *synset)).collect();
    // The order of senses is the order of the entries; a synset's own order of members decides what is preferred.
    for sense in senses {
        if let Some(synset) = known.get(sense.synset.as_str()) {
            let place = synset.members.iter().position(|member| *member == sense.entry);
            let concept = builder.refer(&sense.synset);
            builder.ranked_label(concept, &sense.form, place.unwrap_or(usize::MAX));
        }
    }
    builder.build(options.strict)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = include_str!("../../tests/samples/tiny-wordnet.xml");

    #[test]
    fn nouns_and_verbs_apart() {
        let both = read(&Source::text("tiny.xml", SAMPLE), &Options::default()).unwrap();
        let [nouns, verbs] = &both[..] else { panic!("two taxonomies") };
        let dog = nouns.named("tiny-2-n").unwrap();
        assert_eq!(nouns.labels(dog).collect::<Vec<_>>(), ["gos", "ca"]);
        assert_eq!(nouns.gloss(dog), Some("animal que borda"));
        assert_eq!(nouns.parents(dog), nouns.senses("animal"));
        assert_eq!(verbs.senses("bordar").len(), 1);
        assert!(nouns.senses("bordar").is_empty());
    }

    #[test]
    fn refusals() {
        let unknown = SAMPLE.replace("target=\"tiny-1-n\"", "target=\"tiny-9-n\"");
        let error = read(&Source::text("tiny.xml", &unknown), &Options::default()).unwrap_err();
        assert!(error.to_string().starts_with("tiny.xml, line 12: names a parent"), "{error}");
        let cut = &SAMPLE[..SAMPLE.len() - 20];
        assert!(read(&Source::text("tiny.xml", cut), &Options::default()).is_err());
    }
}
