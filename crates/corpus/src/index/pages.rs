//! What an index says of each of its documents: its name, and its words in their order.

use super::Index;
use crate::error::{Error, Result};
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, SegmentReader, TERMINATED};

/// A word that an index does not have in a place.
const NO_WORD: u32 = u32::MAX;

impl Index {
    /// The name of every document and its words in their order, as [`normalized`](scumble_span::normalized) gives them: in small letters,
    /// with a space between them. Texts are not stored, so that signs and capitals are gone. All of it is held in memory.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn documents(&self) -> Result<Vec<(String, String)>> {
        let mut documents = Vec::new();
        for segment in self.searcher.segment_readers() {
            // the message of the index may repeat a word
            let damaged = || Error::File {
                file: self.folder.clone(),
                problem: "the index cannot be read; build it again".into(),
            };
            documents.extend(self.of_segment(segment).ok().flatten().ok_or_else(damaged)?);
        }
        Ok(documents)
    }

    /// Nothing if a document has no name or lacks a word.
    fn of_segment(&self, segment: &SegmentReader) -> tantivy::Result<Option<Vec<(String, String)>>> {
        let count = segment.max_doc() as usize;
        let mut names = vec![None; count];
        let index = segment.inverted_index(self.name)?;
        let mut terms = index.terms().stream()?;
        while terms.advance() {
            let mut postings = index.read_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
            while postings.doc() != TERMINATED {
                names[postings.doc() as usize] = Some(String::from_utf8_lossy(terms.key()).into_owned());
                postings.advance();
            }
        }
        let (mut words, mut places, mut at): (Vec<Box<str>>, Vec<Vec<u32>>, Vec<u32>) =
            (Vec::new(), vec![Vec::new(); count], Vec::new());
        let index = segment.inverted_index(self.text)?;
        let mut terms = index.terms().stream()?;
        while terms.advance() {
            let word = words.len() as u32;
            words.push(String::from_utf8_lossy(terms.key()).into());
            let mut postings =
                index.read_postings_from_terminfo(terms.value(), IndexRecordOption::WithFreqsAndPositions)?;
            while postings.doc() != TERMINATED {
                postings.positions(&mut at);
                let document = &mut places[postings.doc() as usize];
                for &place in &at {
                    let place = place as usize;
                    document.resize(document.len().max(place + 1), NO_WORD);
                    document[place] = word;
                }
                postings.advance();
            }
        }
        let text = |places: Vec<u32>| -> Option<String> {
            let mut text = String::new();
            for word in places {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(words.get(word as usize)?);
            }
            Some(text)
        };
        Ok(names.into_iter().zip(places).map(|(name, places)| Some((name?, text(places)?))).collect())
    }
}
