//! The models, and the way through them: sentences, tokens, tags, phrases.

use crate::chain;
use crate::chunker::Chunking;
use crate::document::{Document, Token};
use crate::entity::gazetteer::Gazetteer;
use crate::entity::names::{LABELS, Naming};
use crate::entity::people::{people, trades};
use crate::entity::{Recognisers, merge};
use crate::linear::Linear;
use crate::phrase;
use crate::sentence::sentences;
use crate::sequence;
use crate::tag::Tag;
use crate::tagger::{Tagger, Workspace};
use crate::token::tokens;
use crate::truecase::truecase;
use crate::word::Look;
use std::sync::OnceLock;

/// Reads texts with trained models. Shared by reference between threads.
#[derive(Debug)]
pub struct Analyzer {
    tagger: Tagger,
    chunker: Linear,
    names: chain::Tagging,
    gazetteer: Gazetteer,
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
}

impl Analyzer {
    /// From packed models; `None` if they are damaged.
    pub fn unpack(models: &Models<'_>) -> Option<Self> {
        Some(Self {
            tagger: Tagger::unpack(models.tag_dictionary, models.tagger)?,
            chunker: Linear::unpack(models.chunker)?,
            names: chain::Tagging::unpack(models.names, LABELS)?,
            gazetteer: Gazetteer::unpack(models.gazetteer)?,
        })
    }

    /// The models of English that come with the build, unpacked at the first call.
    pub fn english() -> &'static Self {
        static ENGLISH: OnceLock<Analyzer> = OnceLock::new();
        ENGLISH.get_or_init(|| {
            let models = Models {
                tag_dictionary: scumble_models::TAG_DICTIONARY,
                tagger: scumble_models::TAGGER,
                chunker: scumble_models::CHUNKER,
                names: scumble_models::NAMES,
                gazetteer: scumble_models::GAZETTEER,
            };
            Self::unpack(&models).expect("the embedded models are checked by the tests")
        })
    }

    /// Sentences, tokens, tags, phrases and entities of a text.
    pub fn read<'t>(&self, text: &'t str, recognisers: &Recognisers) -> Document<'t> {
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
        let known: Vec<u32> = looks.iter().map(|look| self.gazetteer.bits(look.lower)).collect();
        let (mut phrases, mut names) = (Vec::new(), Vec::new());
        let (mut labels, mut features, mut search) = (Vec::new(), Vec::new(), chain::Work::default());
        for sentence in &sentences {
            labels.clear();
            let task = Chunking::new(&looks[sentence.clone()], &work.tags[sentence.clone()]);
            sequence::label(&self.chunker, &task, &mut features, &mut labels);
            phrase::phrases(text, &tokens, sentence, &labels, &mut phrases);
            labels.clear();
            let range = sentence.clone();
            let task = Naming::new(&looks[range.clone()], &work.tags[range.clone()], &known[range]);
            self.names.label(&task, &mut search, &mut labels);
            merge::from_labels(&tokens, sentence, &labels, &mut names);
        }
        let mut document = Document { text, tokens, sentences, phrases, entities: Vec::new() };
        names.extend(merge::organisations(&document, &looks, &self.gazetteer));
        let mut entities = merge::merge(text, recognisers.find(text), names);
        merge::names_in_brackets(text, &document.tokens, &mut entities);
        merge::repeat(&document, &looks, &self.gazetteer, &mut entities);
        trades(&document, &looks, &self.gazetteer, &mut entities);
        people(&document.tokens, &looks, &self.gazetteer, &mut entities);
        merge::extend_demographics(text, &document.tokens, &mut entities);
        document.entities = entities;
        document
    }
}
