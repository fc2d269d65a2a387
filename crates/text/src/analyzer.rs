//! The models, and the way through them: sentences, tokens, tags, phrases.

use crate::chain;
use crate::chunker::Chunking;
use crate::detect::Trigrams;
use crate::document::{Document, Token};
use crate::entity::gazetteer::Gazetteer;
use crate::entity::names::{LABELS, Naming};
use crate::entity::people::{people, trades};
use crate::entity::shape::names_by_shape;
use crate::entity::{Entity, Recognisers, merge};
use crate::language::Language;
use crate::linear::{Linear, hash};
use crate::phrase;
use crate::sentence::sentences;
use crate::sequence;
use crate::tag::Tag;
use crate::tagger::{Tagger, Workspace};
use crate::token::tokens;
use crate::truecase::truecase;
use crate::word::Look;

/// Reads texts with trained models. Shared by reference between threads.
#[derive(Debug)]
pub struct Analyzer {
    tagger: Tagger,
    chunker: Linear,
    names: chain::Tagging,
    gazetteer: Gazetteer,
    trigrams: Trigrams,
}

/// The packed models that an [`Analyzer`] is made of.
#[derive(Clone, Copy, Debug)]
pub struct Models<'m> {
    /// The tags each word was seen with.
    pub tag_dictionary: &'m [u8],
    /// The weights of the tagger.
    pub tagger: &'m [u8],
    /// The weights of the chunker.
    pub chunker: &'m [u8],
    /// The weights of the model of names.
    pub names: &'m [u8],
    /// What the gazetteer knows of words.
    pub gazetteer: &'m [u8],
    /// How surprising each letter is after two others.
    pub trigrams: &'m [u8],
}

impl Analyzer {
    /// From packed models; `None` if they are damaged.
    pub fn unpack(models: &Models<'_>) -> Option<Self> {
        Some(Self {
            tagger: Tagger::unpack(models.tag_dictionary, models.tagger)?,
            chunker: Linear::unpack(models.chunker)?,
            names: chain::Tagging::unpack(models.names, LABELS)?,
            gazetteer: Gazetteer::unpack(models.gazetteer)?,
            trigrams: Trigrams::unpack(models.trigrams)?,
        })
    }

    /// The models of English that come with the build.
    pub fn english() -> &'static Self {
        Language::english().analyzer()
    }

    /// Sentences, tokens, tags, phrases and entities of a text. Where it is in another language, names are found by their
    /// capitals only.
    pub fn read<'t>(&self, text: &'t str, recognisers: &Recognisers) -> Document<'t> {
        let (mut document, looks, tags) = self.understood(text);
        let patterns = recognisers.find(text);
        document.entities = match document.english {
            Some(false) => self.foreign_entities(&document, &looks, patterns),
            _ => self.entities(&document, &looks, &tags, patterns),
        };
        document
    }

    /// Sentences, tokens, tags and phrases of a text, and no entities: what short items need.
    pub fn read_phrases<'t>(&self, text: &'t str) -> Document<'t> {
        self.understood(text).0
    }

    /// Whether a short item is told to be in another language.
    pub fn is_foreign_item(&self, item: &str) -> bool {
        self.trigrams.is_foreign_item(item)
    }

    /// What lists know of a word in small letters: bits of the [gazetteer](crate::entity::gazetteer).
    pub fn known(&self, lower: &str) -> u32 {
        self.gazetteer.bits(hash(lower.as_bytes()))
    }

    fn understood<'t>(&self, text: &'t str) -> (Document<'t>, Vec<Look>, Vec<u8>) {
        let spans = tokens(text);
        let sentences = sentences(text, &spans);
        let mut buffer = Vec::new();
        let mut looks: Vec<Look> = spans.iter().map(|span| Look::at(span.of(text), &mut buffer)).collect();
        truecase(text, &spans, &sentences, &self.gazetteer, &mut looks);
        let mut work = Workspace::default();
        for sentence in &sentences {
            let words = spans[sentence.clone()].iter().map(|span| span.of(text));
            self.tagger.tag(words, &looks[sentence.clone()], &mut work);
        }
        let tag = |&number: &u8| Tag::ALL[usize::from(number)];
        let tokens: Vec<Token> =
            spans.iter().zip(work.tags.iter().map(tag)).map(|(&span, tag)| Token { span, tag }).collect();
        let mut phrases = Vec::new();
        let (mut labels, mut features) = (Vec::new(), Vec::new());
        for sentence in &sentences {
            labels.clear();
            let task = Chunking::new(&looks[sentence.clone()], &work.tags[sentence.clone()]);
            sequence::label(&self.chunker, &task, &mut features, &mut labels);
            phrase::phrases(text, &tokens, sentence, &labels, &mut phrases);
        }
        let english = self.trigrams.is_english(text);
        (Document { text, tokens, sentences, phrases, entities: Vec::new(), english }, looks, work.tags)
    }

    /// What patterns, the trained model, lists and the document itself tell.
    fn entities(&self, document: &Document<'_>, looks: &[Look], tags: &[u8], patterns: Vec<Entity>) -> Vec<Entity> {
        let known: Vec<u32> = looks.iter().map(|look| self.gazetteer.bits(look.lower)).collect();
        let (mut names, mut labels, mut search) = (Vec::new(), Vec::new(), chain::Work::default());
        for sentence in document.sentences() {
            labels.clear();
            let range = sentence.clone();
            let task = Naming::new(&looks[range.clone()], &tags[range.clone()], &known[range]);
            self.names.label(&task, &mut search, &mut labels);
            merge::from_labels(document.tokens(), sentence, &labels, &mut names);
        }
        names.extend(merge::organisations(document, looks, &self.gazetteer));
        let mut entities = merge::merge(document.text(), patterns, names);
        merge::names_in_brackets(document.text(), document.tokens(), &mut entities);
        merge::repeat(document, looks, &self.gazetteer, &mut entities);
        trades(document, looks, &self.gazetteer, &mut entities);
        people(document.tokens(), looks, &self.gazetteer, &mut entities);
        merge::extend_demographics(document.text(), document.tokens(), &mut entities);
        entities
    }

    /// What does not depend on the language: patterns, and names by their capitals.
    fn foreign_entities(&self, document: &Document<'_>, looks: &[Look], patterns: Vec<Entity>) -> Vec<Entity> {
        let names = names_by_shape(document.text(), document.tokens(), document.sentences(), looks);
        let mut entities = merge::merge(document.text(), patterns, names);
        merge::repeat(document, looks, &self.gazetteer, &mut entities);
        entities
    }
}
