//! The models, and the way through them: sentences, tokens, tags, phrases.

use crate::chunker::Chunking;
use crate::document::{Document, Token};
use crate::entity::Recognisers;
use crate::linear::Linear;
use crate::phrase;
use crate::sentence::sentences;
use crate::sequence;
use crate::tag::Tag;
use crate::tagger::{Tagger, Workspace};
use crate::token::tokens;
use crate::word::Look;
use std::sync::OnceLock;

/// Reads texts with trained models. Shared by reference between threads.
#[derive(Debug)]
pub struct Analyzer {
    tagger: Tagger,
    chunker: Linear,
}

impl Analyzer {
    /// From packed models; `None` if they are damaged.
    pub fn unpack(dictionary: &[u8], tagger: &[u8], chunker: &[u8]) -> Option<Self> {
        Some(Self { tagger: Tagger::unpack(dictionary, tagger)?, chunker: Linear::unpack(chunker)? })
    }

    /// The models of English that come with the build, unpacked at the first call.
    pub fn english() -> &'static Self {
        static ENGLISH: OnceLock<Analyzer> = OnceLock::new();
        ENGLISH.get_or_init(|| {
            let unpacked =
                Self::unpack(scumble_models::TAG_DICTIONARY, scumble_models::TAGGER, scumble_models::CHUNKER);
            unpacked.expect("the embedded models are checked by the tests")
        })
    }

    /// Sentences, tokens, tags, phrases and entities of a text.
    pub fn read<'t>(&self, text: &'t str, recognisers: &Recognisers) -> Document<'t> {
        let spans = tokens(text);
        let sentences = sentences(text, &spans);
        let mut buffer = Vec::new();
        let looks: Vec<Look> = spans.iter().map(|span| Look::at(span.of(text), &mut buffer)).collect();
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
        Document { text, tokens, sentences, phrases, entities: recognisers.find(text) }
    }
}
