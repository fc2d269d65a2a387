//! Reads named entities of several corpora.

use scumble_text::entity::EntityKind;
use scumble_text::entity::gazetteer::Gazetteer;
use scumble_text::model::names::{OUTSIDE, begin, meaning};
use scumble_text::model::tagger::{Tagger, Workspace};
use scumble_text::model::word::Look;
use scumble_text::{Span, WordLists, sentences, tokens};
use serde_json::Value;
use std::io::BufRead;
use std::ops::Range;
use std::path::Path;

/// What reading a corpus gives.
pub(crate) type Outcome<T> = Result<T, Box<dyn std::error::Error>>;
/// Where entities stand, by bytes, and what they are.
pub(crate) type Spans = Vec<(usize, usize, EntityKind)>;
/// A court case of TAB and what was annotated in it.
pub(crate) type Case = (String, Vec<Mention>);

/// A sentence with labels.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) looks: Vec<Look>,
    pub(crate) tags: Vec<u8>,
    pub(crate) known: Vec<u32>,
    pub(crate) labels: Vec<u8>,
}

pub(crate) struct Reader<'a> {
    pub(crate) tagger: &'a Tagger,
    pub(crate) gazetteer: &'a Gazetteer,
}

pub(crate) fn json_lines(file: &Path) -> Outcome<Vec<Value>> {
    let open = scumble_io::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
    open.lines().map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

impl Reader<'_> {
    fn named(&self, words: &[&str], labels: Vec<u8>) -> Named {
        let mut buffer = Vec::new();
        let looks = words.iter().map(|word| Look::at(word, &mut buffer)).collect();
        self.looking(words, looks, labels)
    }

    /// A sentence whose words look otherwise than they are written.
    pub(crate) fn looking(&self, words: &[impl AsRef<str>], looks: Vec<Look>, labels: Vec<u8>) -> Named {
        let mut work = Workspace::default();
        self.tagger.tag(words.iter().map(AsRef::as_ref), &looks, &mut work);
        let known = looks.iter().map(|look| self.gazetteer.bits(look.lower)).collect();
        Named { tags: work.tags, looks, known, labels }
    }

    /// Sentences with a label for every token, in the BIO scheme.
    pub(crate) fn bio(&self, file: &Path, kind: impl Fn(&str) -> Option<EntityKind>) -> Outcome<Vec<Named>> {
        let mut out = Vec::new();
        for value in json_lines(file)? {
            let strings = |name: &str| -> Vec<String> {
                value[name].as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
            };
            let (words, tags) = (strings("tokens"), strings("ner"));
            let labels = tags
                .iter()
                .map(|tag| match tag.split_once('-').and_then(|(place, name)| Some((place, kind(name)?))) {
                    Some((place, kind)) => begin(number(kind)) + u8::from(place == "I"),
                    None => OUTSIDE,
                })
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            out.push(self.named(&words, sound(labels)));
        }
        Ok(out)
    }

    /// A text and its entities by character offsets.
    pub(crate) fn text(&self, text: &str, entities: &[(usize, usize, EntityKind)]) -> Vec<Named> {
        labelled(text, entities).into_iter().map(|(words, labels)| self.named(&words, labels)).collect()
    }
}

/// The sentences of a text: words, and labels by entities' bytes.
pub(crate) fn labelled<'t>(text: &'t str, entities: &[(usize, usize, EntityKind)]) -> Vec<(Vec<&'t str>, Vec<u8>)> {
    let words = WordLists::english();
    let spans = tokens(text, words);
    let labels = label(&spans, entities);
    let part = |sentence: Range<usize>| {
        let words = spans[sentence.clone()].iter().map(|span| span.of(text)).collect();
        (words, sound(labels[sentence].to_vec()))
    };
    sentences(text, &spans, words).into_iter().map(part).collect()
}

pub(crate) fn number(kind: EntityKind) -> usize {
    EntityKind::TRAINED.iter().position(|&known| known == kind).unwrap_or(0)
}

/// No continuation without a beginning.
fn sound(mut labels: Vec<u8>) -> Vec<u8> {
    for i in 0..labels.len() {
        if let Some((kind, false)) = meaning(labels[i]) {
            let goes_on = i > 0 && meaning(labels[i - 1]).is_some_and(|(before, _)| before == kind);
            if !goes_on {
                labels[i] = begin(kind);
            }
        }
    }
    labels
}

/// Labels of tokens from spans of bytes; of nested entities the inner one is taken.
fn label(spans: &[Span], entities: &[(usize, usize, EntityKind)]) -> Vec<u8> {
    let mut labels = vec![OUTSIDE; spans.len()];
    let mut ordered = entities.to_vec();
    ordered.sort_by_key(|&(start, end, _)| end - start);
    for (start, end, kind) in ordered {
        let inside: Vec<usize> = (0..spans.len()).filter(|&i| spans[i].start < end && spans[i].end > start).collect();
        if inside.iter().any(|&i| labels[i] != OUTSIDE) {
            continue;
        }
        for (place, &i) in inside.iter().enumerate() {
            labels[i] = begin(number(kind)) + u8::from(place > 0);
        }
    }
    labels
}

/// Character offsets to bytes.
pub(crate) fn byte_of(text: &str) -> Vec<usize> {
    text.char_indices().map(|(at, _)| at).chain([text.len()]).collect()
}

/// Which mentions of GUM count.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Wanted {
    /// All that are names: to learn from.
    Names,
    /// Those that have an identity, but for pronouns: "the city" too, but not somebody whom no encyclopaedia knows.
    Identities,
}

/// GUM: (text, mentions of persons, places and organisations), by split. Leading articles and the possessive mark are left
/// out.
pub(crate) fn gum(file: &Path, split: &str, wanted: Wanted) -> Outcome<Vec<(String, Spans)>> {
    let mut out = Vec::new();
    for value in json_lines(file)?.iter().filter(|value| value["split"] == split) {
        let text = value["text"].as_str().unwrap_or("").to_owned();
        let bytes = byte_of(&text);
        let mut entities = Vec::new();
        for entity in value["entities"].as_array().into_iter().flatten() {
            let kind = match entity["etype"].as_str() {
                Some("person") => EntityKind::Person,
                Some("place") => EntityKind::Place,
                Some("organization") => EntityKind::Organization,
                _ => continue,
            };
            let offset = |name: &str| bytes[entity[name].as_u64().unwrap_or(0) as usize];
            let (mut start, mut end) = (offset("start"), offset("end"));
            for clitic in [" 's", "'s", " ’s", "’s", " ’ s"] {
                if text[start..end].ends_with(clitic) {
                    end -= clitic.len();
                }
            }
            for article in ["the ", "The ", "a ", "A ", "an ", "An "] {
                if text[start..end].starts_with(article) {
                    start += article.len();
                }
            }
            let surface = &text[start..end];
            let linked = entity["identity"].as_str().is_some_and(|identity| !identity.is_empty());
            let short = surface.starts_with(char::is_uppercase) && surface.split(' ').count() <= 5;
            let name = short && (linked || is_all_name(surface));
            if !is_pronoun(surface) && if wanted == Wanted::Names { name } else { linked } {
                entities.push((start, end, kind));
            }
        }
        out.push((text, entities));
    }
    Ok(out)
}

/// Whether no word of it is written small but those that join names: "Bank of England", not "Dutch librarians".
fn is_all_name(text: &str) -> bool {
    let joining = &WordLists::english().joining_words_of_training;
    let is_small = |word: &str| word.starts_with(char::is_lowercase) && !joining.contains(word);
    !text.split_whitespace().any(is_small)
}

fn is_pronoun(text: &str) -> bool {
    WordLists::english().pronouns.contains(&text.to_lowercase())
}

/// An entity of TAB: which one, where, what, and how identifying.
#[derive(Clone)]
pub(crate) struct Mention {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: EntityKind,
    pub(crate) entity: String,
    pub(crate) identifier: String,
}

/// TAB's name of a kind.
pub(crate) fn kind_named(name: &str) -> EntityKind {
    match name {
        "PERSON" => EntityKind::Person,
        "ORG" => EntityKind::Organization,
        "LOC" => EntityKind::Place,
        "DEM" => EntityKind::Demographic,
        "DATETIME" => EntityKind::DateTime,
        "QUANTITY" => EntityKind::Quantity,
        "CODE" => EntityKind::Code,
        _ => EntityKind::Miscellaneous,
    }
}

/// A text with mentions by character offsets (start, end, kind, identifier); mentions of the same text are one entity.
pub(crate) fn text_case<'m>(text: &str, mentions: impl Iterator<Item = (usize, usize, &'m str, &'m str)>) -> Case {
    let bytes = byte_of(text);
    let one = |(start, end, kind, identifier): (usize, usize, &str, &str)| Mention {
        start: bytes[start],
        end: bytes[end],
        kind: kind_named(kind),
        entity: text[bytes[start]..bytes[end]].to_owned(),
        identifier: identifier.to_owned(),
    };
    (text.to_owned(), mentions.map(one).collect())
}

pub(crate) fn tab(file: &Path) -> Outcome<Vec<Case>> {
    let mut out = Vec::new();
    for value in json_lines(file)? {
        out.push(annotated(&value, "entities", ["start_offset", "end_offset", "entity_type"]));
    }
    Ok(out)
}

/// A text and the mentions in one of its fields, by the names of their fields.
pub(crate) fn annotated(value: &Value, field: &str, [start, end, kind]: [&str; 3]) -> Case {
    let text = value["text"].as_str().unwrap_or("");
    let entities = || value[field].as_array().into_iter().flatten();
    let spans = entities().map(|entity| {
        let offset = |name: &str| entity[name].as_u64().unwrap_or(0) as usize;
        let word = |name: &str| entity[name].as_str().unwrap_or("");
        (offset(start), offset(end), word(kind), word("identifier_type"))
    });
    let mut case = text_case(text, spans);
    for (mention, entity) in case.1.iter_mut().zip(entities()) {
        mention.entity = entity["entity_id"].as_str().unwrap_or("").to_owned();
    }
    case
}
