//! The corpus without the document under test, under its own name or within another.

use scumble::corpus::{Counts, Index, LeavingOut, Provenance, Result};

/// A corpus that does not count the documents of one name, nor those that have the whole of a text.
pub(super) struct Rest {
    named: LeavingOut,
    text: String,
    /// How many documents have the name.
    pub of_name: u64,
    /// How many others have the text.
    pub copies: u64,
}

impl Rest {
    pub(super) fn of(index: &Index, name: &str, text: &str) -> Result<Self> {
        let named = index.leaving_out(name);
        let (of_name, copies) = (index.total()? - named.total()?, named.count(&[&[text]])?);
        Ok(Self { named, text: text.to_owned(), of_name, copies })
    }
}

impl Counts for Rest {
    fn total(&self) -> Result<u64> {
        Ok(self.named.total()? - self.copies)
    }

    fn count(&self, all_of: &[&[&str]]) -> Result<u64> {
        let all = self.named.count(all_of)?;
        if all == 0 || self.copies == 0 {
            return Ok(all);
        }
        let whole = [self.text.as_str()];
        let copies = [all_of, &[&whole]].concat();
        Ok(all - self.named.count(&copies)?)
    }

    fn provenance(&self) -> Provenance {
        self.named.provenance()
    }
}
