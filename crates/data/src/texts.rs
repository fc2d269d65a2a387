//! Many short strings, close together.

/// Strings in a chunk: few enough that their ends fit in 32 bits.
const CHUNK: usize = 1 << 16;

/// A list of strings without an allocation for each. It grows in chunks, so that a long list is never copied.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    chunks: Vec<Chunk>,
    length: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Chunk {
    text: String,
    ends: Vec<u32>,
}

impl Texts {
    /// Adds a string, which must be shorter than 64 KiB times the chunk's room (readers refuse longer records).
    pub fn push(&mut self, text: &str) {
        let full = |chunk: &Chunk| chunk.ends.len() == CHUNK || chunk.text.len() + text.len() > u32::MAX as usize;
        // A chunk may also be closed early by its bytes, so a string's place is looked up, not computed, then.
        if self.chunks.last().is_none_or(full) {
            self.chunks.push(Chunk::default());
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.text.push_str(text);
            chunk.ends.push(chunk.text.len() as u32);
        }
        self.length += 1;
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// One of them.
    pub fn get(&self, index: usize) -> &str {
        let (mut chunk, mut at) = (index / CHUNK, index % CHUNK);
        if self.chunks.len() != self.length.div_ceil(CHUNK) {
            // Some chunk was closed early: walk.
            (chunk, at) = (0, index);
            while at >= self.chunks[chunk].ends.len() {
                at -= self.chunks[chunk].ends.len();
                chunk += 1;
            }
        }
        let chunk = &self.chunks[chunk];
        let start = if at == 0 { 0 } else { chunk.ends[at - 1] as usize };
        &chunk.text[start..chunk.ends[at] as usize]
    }

    /// All of them in turn.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.chunks.iter().flat_map(|chunk| {
            let starts = std::iter::once(0).chain(chunk.ends.iter().copied());
            starts.zip(&chunk.ends).map(|(start, &end)| &chunk.text[start as usize..end as usize])
        })
    }
}

impl<S: AsRef<str>> FromIterator<S> for Texts {
    fn from_iter<I: IntoIterator<Item = S>>(strings: I) -> Self {
        let mut texts = Self::default();
        strings.into_iter().for_each(|string| texts.push(string.as_ref()));
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_come_back_across_chunks() {
        let texts: Texts = (0..CHUNK + 5).map(|number| "x".repeat(number % 3) + &number.to_string()).collect();
        assert_eq!(texts.len(), CHUNK + 5);
        assert_eq!((texts.get(0), texts.get(4), texts.get(CHUNK)), ("0", "x4", "x65536"));
        assert!(texts.iter().enumerate().all(|(index, text)| text == texts.get(index)));
        assert!(Texts::default().is_empty());
    }
}
