//! The alphabet of the packed form: variable-length numbers and front-coded strings.

use crate::strings::StringTable;

/// A part of the packed form, behind its length.
pub(super) fn put_section(out: &mut Vec<u8>, section: &[u8]) {
    put_number(out, section.len() as u32);
    out.extend_from_slice(section);
}

/// Seven bits a byte, low ones first; the top bit says that more follow.
pub(super) fn put_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Small numbers of either sign: 0, -1, 1, -2, …
pub(super) fn put_signed(out: &mut Vec<u8>, number: i32) {
    put_number(out, ((number << 1) ^ (number >> 31)) as u32);
}

/// A string as what it shares with the one before it and what is new.
pub(super) fn put_string(out: &mut Vec<u8>, before: &str, string: &str) {
    let shared = before.bytes().zip(string.bytes()).take_while(|(a, b)| a == b).count();
    put_number(out, shared as u32);
    put_number(out, (string.len() - shared) as u32);
    out.extend_from_slice(&string.as_bytes()[shared..]);
}

/// Why packed data cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the packed WordNet is damaged at byte {at}")]
pub struct Damaged {
    /// Where the damage was noticed.
    pub at: usize,
}

/// Reads what the `put_…` functions wrote; damage gives an error, never a panic.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(super) fn damaged(&self) -> Damaged {
        Damaged { at: self.at }
    }

    /// Fails unless `holds`.
    pub(super) fn check(&self, holds: bool) -> Result<(), Damaged> {
        if holds { Ok(()) } else { Err(self.damaged()) }
    }

    #[inline]
    pub(super) fn number(&mut self) -> Result<u32, Damaged> {
        let mut number = 0u32;
        for shift in (0..35).step_by(7) {
            let &byte = self.bytes.get(self.at).ok_or(self.damaged())?;
            self.at += 1;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.damaged())
    }

    /// A number that counts things of at least one byte each: never more than there are bytes left.
    pub(super) fn count(&mut self) -> Result<usize, Damaged> {
        let count = self.number()? as usize;
        self.check(count <= self.bytes.len() - self.at)?;
        Ok(count)
    }

    /// A number below `limit`.
    pub(super) fn below(&mut self, limit: usize) -> Result<u32, Damaged> {
        let number = self.number()?;
        self.check((number as usize) < limit)?;
        Ok(number)
    }

    pub(super) fn signed(&mut self) -> Result<i32, Damaged> {
        let number = self.number()?;
        Ok((number >> 1) as i32 ^ -((number & 1) as i32))
    }

    pub(super) fn byte(&mut self) -> Result<u8, Damaged> {
        self.take(1).map(|byte| byte[0])
    }

    /// A string front-coded against `key`.
    pub(super) fn form(&mut self, key: &str) -> Result<String, Damaged> {
        let mut form = key.to_owned();
        self.string(&mut form)?;
        Ok(form)
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Damaged> {
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.get(..count)).ok_or(self.damaged())?;
        self.at += count;
        Ok(taken)
    }

    /// The next of a list of front-coded strings, given the one before it.
    pub(super) fn string(&mut self, before: &mut String) -> Result<(), Damaged> {
        let shared = self.number()? as usize;
        self.check(shared <= before.len() && before.is_char_boundary(shared))?;
        before.truncate(shared);
        let count = self.count()?;
        let rest = std::str::from_utf8(self.take(count)?).map_err(|_| self.damaged())?;
        before.push_str(rest);
        Ok(())
    }

    /// A list of front-coded strings.
    pub(super) fn strings(&mut self) -> Result<StringTable, Damaged> {
        let count = self.count()?;
        let mut bytes = Vec::with_capacity(count * 14);
        let mut ends = Vec::with_capacity(count);
        let mut start = 0;
        for _ in 0..count {
            let shared = self.number()? as usize;
            self.check(shared <= bytes.len() - start)?;
            let before = start;
            start = bytes.len();
            bytes.extend_from_within(before..before + shared);
            let rest = self.count()?;
            bytes.extend_from_slice(self.take(rest)?);
            self.check(bytes.len() < u32::MAX as usize)?;
            ends.push(bytes.len() as u32);
        }
        StringTable::from_bytes(bytes, ends).ok_or(self.damaged())
    }

    /// What [`put_section`] wrote.
    pub(super) fn section(&mut self) -> Result<Reader<'a>, Damaged> {
        let length = self.count()?;
        Ok(Reader::new(self.take(length)?))
    }

    /// Fails unless everything was read.
    pub(super) fn finish(&self) -> Result<(), Damaged> {
        self.check(self.at == self.bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_strings_come_back() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u32::MAX];
        let signed = [0, -1, 1, 64, -65, i32::MAX, i32::MIN];
        let strings = ["", "dog", "dogma", "Dog", "dög", "döglas"];
        let mut out = Vec::new();
        numbers.iter().for_each(|&n| put_number(&mut out, n));
        signed.iter().for_each(|&n| put_signed(&mut out, n));
        let mut before = "";
        for string in strings {
            put_string(&mut out, before, string);
            before = string;
        }
        let mut reader = Reader::new(&out);
        assert!(numbers.iter().all(|&n| reader.number() == Ok(n)));
        assert!(signed.iter().all(|&n| reader.signed() == Ok(n)));
        let mut current = String::new();
        for string in strings {
            reader.string(&mut current).unwrap();
            assert_eq!(current, string);
        }
        assert!(reader.finish().is_ok());
        assert!(reader.number().is_err());
    }
}
