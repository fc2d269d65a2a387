//! Terms and their numbers: one text for all of them, and a table of open addressing.

/// Terms numbered in the order in which they were met.
#[derive(Clone, Debug)]
pub(super) struct Vocabulary {
    text: String,
    /// Where each term ends in the text.
    ends: Vec<usize>,
    /// The number of a term plus 1 at the place of its hash or behind it; 0 is free.
    slots: Vec<u32>,
}

impl Vocabulary {
    pub(super) fn new() -> Self {
        Self { text: String::new(), ends: Vec::new(), slots: vec![0; 1 << 10] }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn term(&self, number: u32) -> &str {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.text[start..self.ends[number]]
    }

    /// The number of a term, which is added if it is new.
    pub(super) fn add(&mut self, term: &str) -> u32 {
        match self.slot(term) {
            Ok(number) => number,
            Err(slot) => {
                let number = self.ends.len() as u32;
                self.text.push_str(term);
                self.ends.push(self.text.len());
                self.slots[slot] = number + 1;
                if self.ends.len() * 2 > self.slots.len() {
                    self.grow();
                }
                number
            }
        }
    }

    pub(super) fn find(&self, term: &str) -> Option<u32> {
        self.slot(term).ok()
    }

    /// The number of a term, or the free slot where it belongs.
    fn slot(&self, term: &str) -> Result<u32, usize> {
        let last = self.slots.len() - 1;
        let mut at = hash(term) as usize & last;
        loop {
            match self.slots[at] {
                0 => return Err(at),
                number if self.term(number - 1) == term => return Ok(number - 1),
                _ => at = (at + 1) & last,
            }
        }
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        for number in 0..self.ends.len() as u32 {
            if let Err(slot) = self.slot(self.term(number)) {
                self.slots[slot] = number + 1;
            }
        }
    }
}

/// FNV-1a, mixed so that the low bits depend on every byte.
fn hash(term: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in term.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_while_the_table_grows() {
        let mut vocabulary = Vocabulary::new();
        let terms: Vec<String> = (0..5000).map(|i| format!("term {i}")).collect();
        for (number, term) in terms.iter().enumerate() {
            assert_eq!(vocabulary.add(term) as usize, number);
        }
        for (number, term) in terms.iter().enumerate() {
            assert_eq!((vocabulary.add(term) as usize, vocabulary.find(term)), (number, Some(number as u32)));
            assert_eq!(vocabulary.term(number as u32), term);
        }
        assert_eq!((vocabulary.len(), vocabulary.find("none")), (5000, None));
    }
}
