//! Places in a text as browsers count them: UTF-16 code units, where the library has bytes.

/// Converts places of a text.
pub(crate) struct Offsets<'t> {
    text: &'t str,
    /// Every character is one byte and one unit.
    ascii: bool,
    /// Before every so many bytes (or the character around them), the UTF-16 units so far.
    marks: Vec<(usize, usize)>,
}

const STEP: usize = 1024;

impl<'t> Offsets<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut marks = vec![(0, 0)];
        let ascii = text.is_ascii();
        if !ascii {
            let mut units = 0;
            for (at, c) in text.char_indices() {
                if at >= marks.len() * STEP {
                    marks.push((at, units));
                }
                units += c.len_utf16();
            }
        }
        Self { text, ascii, marks }
    }

    /// The place in UTF-16 units of a byte.
    pub(crate) fn units(&self, byte: usize) -> usize {
        if self.ascii {
            return byte;
        }
        let (at, units) = self.marks[self.marks.partition_point(|(at, _)| *at <= byte) - 1];
        units + self.text.get(at..byte).map_or(0, |piece| piece.encode_utf16().count())
    }

    /// The byte at a place in UTF-16 units; the end of the text if there is none.
    pub(crate) fn byte(&self, place: usize) -> usize {
        if self.ascii {
            return place.min(self.text.len());
        }
        let (at, units) = self.marks[self.marks.partition_point(|(_, units)| *units <= place) - 1];
        let mut left = place - units;
        for (byte, c) in self.text[at..].char_indices() {
            if left < c.len_utf16() {
                return at + byte;
            }
            left -= c.len_utf16();
        }
        self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_there_and_back() {
        let long = "né 😀 x".repeat(900);
        for text in ["", "plain", "né 😀 x", &long] {
            let offsets = Offsets::new(text);
            for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let units = text[..byte].encode_utf16().count();
                assert_eq!((offsets.units(byte), offsets.byte(units)), (units, byte));
            }
            assert_eq!(offsets.byte(usize::MAX), text.len());
        }
    }
}
