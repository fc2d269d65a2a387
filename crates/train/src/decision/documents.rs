//! Documents in which people, or the generator, masked what gives someone away.

use super::lessons::OPEN;
use crate::entities::{Case, Outcome, annotated, json_lines, tab, text_case};
use scumble_mask::document::judge::TextKind;
use scumble_train::generate::{self, Mask, Part};
use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::Path;

/// The marks of lead paragraphs: the number of a page, start, end, kind, and D, Q or N.
const LEAD_MARKS: &str = include_str!("../../second_reader/leads.tsv");

/// A document to learn from.
pub(crate) struct Marked {
    pub(crate) kind: TextKind,
    pub(crate) case: Case,
    /// Which of five parts it belongs to.
    pub(crate) fold: usize,
    /// Whether the generator made it: measures are taken on texts of people only.
    pub(crate) made: bool,
}

/// The documents to learn from.
pub(crate) struct Documents {
    pub(crate) all: Vec<Marked>,
}

impl Documents {
    pub(crate) fn read(data: &Path) -> Outcome<Self> {
        let mut court = tab(&data.join("tab/tab144_train92.jsonl"))?;
        court.extend(tab(&data.join("tab/tab144_dev21.jsonl"))?);
        let court = court.into_iter().enumerate().map(|(i, case)| Marked { kind: TextKind::Court, case, fold: i % 5, made: false });
        let mut all: Vec<Marked> = court.collect();
        all.extend(leads(data)?);
        all.extend(everyday()?);
        Ok(Self { all })
    }

    /// Those of a kind.
    pub(crate) fn of(&self, kind: TextKind) -> impl Iterator<Item = &Marked> {
        self.all.iter().filter(move |marked| marked.kind == kind)
    }
}

/// The lead paragraphs that were marked for this project.
fn leads(data: &Path) -> Outcome<Vec<Marked>> {
    let mut marks: BTreeMap<u64, Vec<(usize, usize, &str, &str)>> = BTreeMap::new();
    for line in LEAD_MARKS.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('\t');
        let mut part = || parts.next().ok_or("a mark of a lead has five parts");
        marks.entry(part()?.parse()?).or_default().push((part()?.parse()?, part()?.parse()?, part()?, part()?));
    }
    let mut out = Vec::new();
    for line in scumble_io::open(&data.join("web_corpus/enwiki2014_leads.jsonl.zst"))?.lines() {
        let line = line?;
        // Most lines need not be parsed.
        let number = line.split_once("\"id\": ").and_then(|(_, rest)| rest.split(',').next());
        let Some((number, spans)) =
            number.and_then(|number| number.parse::<u64>().ok()).and_then(|number| Some((number, marks.get(&number)?)))
        else {
            continue;
        };
        let value: serde_json::Value = serde_json::from_str(&line)?;
        let text = value["text"].as_str().unwrap_or_default();
        let case = text_case(text, spans.iter().map(|&(start, end, kind, mask)| (start, end, kind, identifier(mask))));
        out.push(Marked { kind: TextKind::Biography, case, fold: (number % 5) as usize, made: false });
    }
    Ok(out)
}

/// How many everyday documents are made, and the seed of them.
const EVERYDAY: (usize, u64) = (1500, 11);

/// Documents of the generator.
fn everyday() -> Outcome<Vec<Marked>> {
    let made = generate::documents(EVERYDAY.1, EVERYDAY.0, Part::Train)?;
    let one = |document: generate::Document| {
        let kind = match document.kind.as_str() {
            "discharge" | "clinical" => TextKind::Clinical,
            "bank" | "ticket" | "form" | "log" | "claim" => TextKind::Form,
            "plain" => TextKind::Other,
            _ => TextKind::Mail,
        };
        let marks = document.marks.iter().map(|mark| {
            let identifier = match mark.mask {
                Mask::Yes => "QUASI",
                Mask::No => "NO_MASK",
                Mask::Optional => OPEN,
            };
            (mark.start, mark.end, "", identifier)
        });
        Marked { kind, case: text_case(&document.text, marks), fold: document.fold, made: true }
    };
    Ok(made.into_iter().map(one).collect())
}

fn identifier(mask: &str) -> &'static str {
    match mask {
        "D" => "DIRECT",
        "Q" => "QUASI",
        _ => "NO_MASK",
    }
}

/// The biographies that nothing is trained on.
pub(crate) fn biographies(data: &Path) -> Outcome<Vec<Case>> {
    let lines = json_lines(&data.join("wiki_replace/wikireplace_visible50.jsonl"))?;
    Ok(lines.iter().map(|value| annotated(value, "spans", ["start", "end", "type"])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entities::Mention;
    use scumble_text::entity::EntityKind;

    #[test]
    fn marks_of_leads_are_read() {
        let case = text_case("é Roe", [(2, 5, "PERSON", identifier("D"))].into_iter());
        let Mention { start, end, kind, ref identifier, ref entity } = case.1[0];
        assert_eq!(
            (start, end, kind, identifier.as_str(), entity.as_str()),
            (3, 6, EntityKind::Person, "DIRECT", "Roe")
        );
    }
}
