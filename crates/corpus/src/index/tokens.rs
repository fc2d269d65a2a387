//! The words of a text for the index: the same as [`words`], in small letters.

use scumble_span::{push_normalized, words};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The name under which an index knows this tokenizer.
pub(super) const NAME: &str = "words";

/// Makes [`Stream`]s.
#[derive(Clone)]
pub(super) struct Words;

/// The words of a text, one by one.
pub(super) struct Stream<'t> {
    words: Box<dyn Iterator<Item = &'t str> + 't>,
    start: usize,
    token: Token,
}

impl Tokenizer for Words {
    type TokenStream<'t> = Stream<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> Stream<'t> {
        Stream { words: Box::new(words(text)), start: text.as_ptr() as usize, token: Token::default() }
    }
}

impl TokenStream for Stream<'_> {
    fn advance(&mut self) -> bool {
        let Some(word) = self.words.next() else { return false };
        let token = &mut self.token;
        token.offset_from = word.as_ptr() as usize - self.start;
        token.offset_to = token.offset_from + word.len();
        token.position = token.position.wrapping_add(1);
        token.text.clear();
        push_normalized(word, &mut token.text);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_places() {
        let mut stream_of = Words;
        let mut stream = stream_of.token_stream("— Roe’s ÉCLAIR 42nd!");
        let mut seen = Vec::new();
        while stream.advance() {
            let token = stream.token();
            seen.push((token.position, token.offset_from, token.offset_to, token.text.clone()));
        }
        let expected = [(0, 4, 7, "roe"), (1, 10, 11, "s"), (2, 12, 19, "éclair"), (3, 20, 24, "42nd")];
        assert_eq!(seen, expected.map(|(position, from, to, word)| (position, from, to, word.to_string())));
    }
}
