//! The models, and the way through them: sentences, tokens, tags, phrases.

use crate::block::block_ends;
use crate::document::{Document, Token};
use crate::entity::everyday::{self, Lexicon};
use crate::entity::gazetteer::Gazetteer;
use crate::entity::people::{people, trades};
use crate::entity::shape::names_by_shape;
use crate::entity::{Entity, Recognizers, merge, whole};
#[cfg(feature = "models")]
use crate::language::Language;
use crate::language::{WordLists, tell};
use crate::model::chain;
use crate::model::chunker::Chunking;
use crate::model::detect::Trigrams;
use crate::model::linear::{Linear, hash};
use crate::model::names::{LABELS, Naming};
use crate::model::sequence;
use crate::model::tagger::{Tagger, Workspace};
use crate::model::truecase::truecase;
use crate::model::word::Look;
use crate::phrase;
use crate::sentence::{sentences, split_at};
use crate::tag::Tag;
use crate::token::tokens;
use std::sync::Arc;

/// Reads texts with trained models. Shared by reference between threads.
#[derive(Debug)]
pub struct Analyzer {
    tagger: Tagger,
    chunker: Linear,
    names: chain::Tagging,
    gazetteer: Gazetteer,
    trigrams: Trigrams,
    words: Arc<WordLists>,
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
    /// The gazetteer.
    pub gazetteer: &'m [u8],
    /// How surprising each letter is after two others.
    pub trigrams: &'m [u8],
}

impl Analyzer {
    /// From packed models and the word lists of their language; `None` if the models are damaged.
    pub fn unpack(models: &Models<'_>, words: Arc<WordLists>) -> Option<Self> {
        Some(Self {
            tagger: Tagger::unpack(models.tag_dictionary, models.tagger)?,
            chunker: Linear::unpack(models.chunker)?,
            names: chain::Tagging::unpack(models.names, LABELS)?,
            gazetteer: Gazetteer::unpack(models.gazetteer)?,
            trigrams: Trigrams::unpack(models.trigrams)?,
            words,
        })
    }

    /// The models of English that come with the build.
    #[cfg(feature = "models")]
    pub fn english() -> &'static Self {
        Language::english().analyzer()
    }

    /// Sentences, tokens, tags, phrases and entities of a text. Where it is in another language, names are found by their
    /// capitals only.
    pub fn read<'t>(&self, text: &'t str, recognizers: &Recognizers) -> Document<'t> {
        self.read_within(text, recognizers, &[])
    }

    /// The same, of a text with places that nothing reaches over besides the [ends of blocks](crate::block_ends): where one value
    /// of a file ends and another begins. They are in order.
    pub fn read_within<'t>(&self, text: &'t str, recognizers: &Recognizers, breaks: &[usize]) -> Document<'t> {
        let mut breaks = [&block_ends(text, &self.words), breaks].concat();
        breaks.sort_unstable();
        breaks.dedup();
        let (mut document, looks, tags) = self.understood(text, &breaks);
        let patterns = recognizers.find_within(text, &breaks);
        document.breaks = breaks;
        let lexicon = Lexicon { words: &self.words, gazetteer: &self.gazetteer };
        let fields = everyday::fields(text, lexicon);
        let mut layout = fields.values;
        layout.extend(everyday::speakers(text, lexicon));
        layout.extend(everyday::letters(text, lexicon));
        layout.retain(|entity| !entity.span.is_empty());
        document.labels = fields.labels;
        let mut entities = match document.english {
            Some(false) => self.foreign_entities(&document, &looks, patterns, layout),
            _ => self.entities(&document, &looks, &tags, patterns, layout),
        };
        everyday::small_names(&document, lexicon, &mut entities);
        whole::make_whole(&document, lexicon, &mut entities);
        document.entities = entities;
        document
    }

    /// Sentences, tokens, tags and phrases of a text, and no entities: what short items need.
    pub fn read_phrases<'t>(&self, text: &'t str) -> Document<'t> {
        self.understood(text, &[]).0
    }

    /// Whether a short item is in another language, by its letters.
    pub fn is_foreign_item(&self, item: &str) -> bool {
        self.trigrams.is_foreign_item(item)
    }

    /// Whether letters follow each other as those of a word do.
    pub(crate) fn is_like_a_word(&self, letters: &str) -> bool {
        self.trigrams.is_like_a_word(letters)
    }

    /// What the [gazetteer](crate::entity::gazetteer) knows of a word in lower case, as its bits.
    pub fn known(&self, lower: &str) -> u32 {
        self.gazetteer.bits(hash(lower.as_bytes()))
    }

    fn understood<'t>(&self, text: &'t str, breaks: &[usize]) -> (Document<'t>, Vec<Look>, Vec<u8>) {
        let spans = tokens(text, &self.words);
        let sentences = split_at(breaks, &spans, sentences(text, &spans, &self.words));
        let mut buffer = Vec::new();
        let mut looks: Vec<Look> = spans.iter().map(|span| Look::at(span.of(text), &mut buffer)).collect();
        truecase(text, &spans, &sentences, &self.words, &self.gazetteer, &mut looks);
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
            phrase::phrases(text, &tokens, sentence, &labels, &self.words, &mut phrases);
        }
        let english = tell::is_english(text, self.trigrams.surprise(text), &self.words);
        let words = Arc::clone(&self.words);
        (
            Document {
                text,
                tokens,
                sentences,
                phrases,
                entities: Vec::new(),
                english,
                breaks: Vec::new(),
                labels: Vec::new(),
                words,
            },
            looks,
            work.tags,
        )
    }

    /// Entities by patterns, by the trained model, by lists, and by what the document says elsewhere.
    fn entities(
        &self,
        document: &Document<'_>,
        looks: &[Look],
        tags: &[u8],
        patterns: Vec<Entity>,
        layout: Vec<Entity>,
    ) -> Vec<Entity> {
        let known: Vec<u32> = looks.iter().map(|look| self.gazetteer.bits(look.lower)).collect();
        let (mut names, mut labels, mut search) = (Vec::new(), Vec::new(), chain::Work::default());
        for sentence in document.sentences() {
            labels.clear();
            let range = sentence.clone();
            let task = Naming::new(&looks[range.clone()], &tags[range.clone()], &known[range]);
            self.names.label(&task, &mut search, &mut labels);
            merge::from_labels(document.tokens(), sentence, &labels, &mut names);
        }
        names.extend(merge::organizations(document, looks, &self.gazetteer));
        if !document.reads_like_a_case() {
            names.extend(whole::organizations_by_head(document, &self.gazetteer));
        }
        let mut entities = merge::merge(document.text(), patterns, names, layout);
        merge::names_in_brackets(document.text(), document.tokens(), &mut entities);
        merge::repeat(document, looks, &self.gazetteer, &mut entities);
        trades(document, looks, &self.gazetteer, &mut entities);
        people(document.tokens(), looks, &self.gazetteer, &mut entities);
        merge::extend_demographics(document, &mut entities);
        entities
    }

    /// Entities of a text in another language: patterns, and names by their capitals.
    fn foreign_entities(
        &self,
        document: &Document<'_>,
        looks: &[Look],
        patterns: Vec<Entity>,
        layout: Vec<Entity>,
    ) -> Vec<Entity> {
        let names = whole::organizations_by_head(document, &self.gazetteer);
        let mut entities = merge::merge(document.text(), patterns, names, layout);
        entities.extend(names_by_shape(document, looks, &entities));
        entities.sort_by_key(|entity| entity.span.start);
        merge::repeat(document, looks, &self.gazetteer, &mut entities);
        entities
    }
}
