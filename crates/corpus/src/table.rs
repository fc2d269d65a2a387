//! Counts from a small file: for tests, and for published tables.

use crate::counts::{Counts, Provenance, Unit};
use crate::error::{Error, Result};
use scumble_span::normalized;
use std::collections::HashMap;
use std::path::Path;

/// `phrase<TAB>count` and `phrase<TAB>phrase<TAB>count` lines under a first line `#total<TAB>N`.
#[derive(Clone, Debug, Default)]
pub struct Table {
    name: String,
    total: u64,
    /// Of the file's text, to tell one table from another.
    hash: u64,
    one: HashMap<String, u64>,
    two: HashMap<(String, String), u64>,
}

impl Table {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self> {
        let fault = |problem: String| Error::file(path, problem);
        let text = std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
        let mut table = Self::parse(&text).map_err(|error| fault(error.to_string()))?;
        table.name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(table)
    }

    /// Reads the text of such a file.
    pub fn parse(text: &str) -> Result<Self> {
        let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let mut table = Self { hash: text.bytes().fold(0xcbf2_9ce4_8422_2325, fnv), ..Self::default() };
        for (i, line) in text.lines().enumerate() {
            let fault = |what: &str| Error::Question(format!("line {}: {what}", i + 1));
            let fields: Vec<&str> = line.trim_end_matches('\r').split('\t').collect();
            let number = |field: &str| field.trim().parse::<u64>().map_err(|_| fault("the count is no whole number"));
            match fields[..] {
                [""] => {}
                ["#total", total] => table.total = number(total)?,
                [phrase, count] => drop(table.one.insert(normalized(phrase), number(count)?)),
                [a, b, count] => drop(table.two.insert(ordered(normalized(a), normalized(b)), number(count)?)),
                _ => return Err(fault("phrase, count or phrase, phrase, count is expected, with tabs between them")),
            }
        }
        if table.total == 0 {
            return Err(Error::Question(
                "the first line must be #total, a tab, and how many documents there are".into(),
            ));
        }
        if table.one.values().chain(table.two.values()).any(|&count| count > table.total) {
            return Err(Error::Question("a phrase is in more documents than there are".into()));
        }
        Ok(table)
    }
}

fn ordered(a: String, b: String) -> (String, String) {
    if a <= b { (a, b) } else { (b, a) }
}

impl Counts for Table {
    fn total(&self) -> Result<u64> {
        Ok(self.total)
    }

    /// The first phrase of each group speaks for it: a table cannot know which documents synonyms share.
    fn count(&self, all_of: &[&[&str]]) -> Result<u64> {
        let phrases = |group: &[&str]| group.iter().map(|phrase| normalized(phrase)).collect::<Vec<_>>();
        match all_of {
            [] => Ok(self.total),
            [group] => Ok(phrases(group).iter().find_map(|phrase| self.one.get(phrase)).copied().unwrap_or(0)),
            [a, b] => {
                let (a, b) = (phrases(a), phrases(b));
                let pairs = a.iter().flat_map(|x| b.iter().map(move |y| ordered(x.clone(), y.clone())));
                Ok(pairs.into_iter().find_map(|pair| self.two.get(&pair)).copied().unwrap_or(0))
            }
            _ => Err(Error::Question("a table has counts of single phrases and of pairs only".into())),
        }
    }

    fn most_groups(&self) -> usize {
        2
    }

    fn provenance(&self) -> Provenance {
        Provenance {
            name: format!("table:{}", self.name),
            version: format!("{:016x}", self.hash),
            remote: false,
            unit: Unit::Documents,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_in_either_order() {
        let table = Table::parse("#total\t100\nblood transfusion\t10\nAIDS\t5\nAIDS\tBlood Transfusion\t2\n").unwrap();
        assert_eq!(table.count(&[&["blood transfusion"], &["aids"]]).unwrap(), 2);
        assert_eq!(table.count(&[&["aids"], &["blood transfusion"]]).unwrap(), 2);
        assert_eq!(table.count(&[&["acquired immunodeficiency syndrome", "AIDS"]]).unwrap(), 5);
        assert_eq!(table.count(&[&["unheard of"]]).unwrap(), 0);
        assert!(table.count(&[&["a"], &["b"], &["c"]]).is_err());
    }

    #[test]
    fn faults_name_their_line_and_not_the_phrase() {
        for (text, line) in [("#total\t5\nsecret\tx", "line 2"), ("a\tb\tc\td", "line 1"), ("a\t5", "#total")] {
            let message = Table::parse(text).unwrap_err().to_string();
            assert!(message.contains(line) && !message.contains("secret"), "{message}");
        }
    }
}
