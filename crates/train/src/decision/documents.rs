//! Documents in which people, or the generator, masked what gives someone away.

use super::folds::PARTS;
use super::lessons::OPEN;
use crate::entities::{Case, Mention, Outcome, annotated, json_lines, tab, text_case};
use scumble_mask::document::judge::TextKind;
use scumble_text::entity::EntityKind;
use scumble_train::generate::{self, Mask, Part};
use sha2::{Digest, Sha256};
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
        let court = court.into_iter().enumerate().map(|(i, case)| Marked {
            kind: TextKind::Court,
            case,
            fold: i % 5,
            made: false,
        });
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
        out.push(Marked { kind: TextKind::Biography, case, fold: fold_of(number), made: false });
    }
    Ok(out)
}

/// The part of a lead: as the trainer of the network parts them.
fn fold_of(number: u64) -> usize {
    let hash = Sha256::digest(number.to_string().as_bytes());
    u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]) as usize % PARTS
}

/// How many everyday documents are made, and the seed of them.
const EVERYDAY: (usize, u64) = (1500, 11);

/// Documents of the generator.
fn everyday() -> Outcome<Vec<Marked>> {
    let made = generate::documents(EVERYDAY.1, EVERYDAY.0, Part::Train)?;
    let one = |document: generate::Document| {
        let kind = text_kind(&document.kind);
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

/// The kind of text of an everyday document.
fn text_kind(name: &str) -> TextKind {
    match name {
        "discharge" | "clinical" => TextKind::Clinical,
        "bank" | "ticket" | "form" | "log" | "claim" => TextKind::Form,
        "plain" => TextKind::Other,
        _ => TextKind::Mail,
    }
}

/// The everyday documents for work, from the root of the repository.
fn everyday_by_hand() -> Outcome<Vec<Marked>> {
    let documents = crate::everyday::documents(Path::new("crates/train/data/everyday/work"))?;
    let one = |(name, document): (String, crate::everyday::MarkedText)| {
        let mentions = document.marks.iter().map(|mark| Mention {
            start: mark.span.start,
            end: mark.span.end,
            kind: EntityKind::Miscellaneous,
            entity: mark.span.of(&document.text).to_owned(),
            identifier: if mark.optional { OPEN } else { "QUASI" }.to_owned(),
        });
        let (kind, mentions) = (text_kind(crate::everyday::kind_of(&name)), mentions.collect());
        Marked { kind, case: (document.text, mentions), fold: 0, made: false }
    };
    Ok(documents.into_iter().map(one).collect())
}

fn identifier(mask: &str) -> &'static str {
    match mask {
        "D" => "DIRECT",
        "Q" => "QUASI",
        _ => "NO_MASK",
    }
}

/// Documents that neither the linear models nor the network have seen: to put both together.
pub(crate) struct New {
    pub(crate) court: Vec<Marked>,
    pub(crate) everyday: Vec<Marked>,
}

impl New {
    /// Court cases of TAB's test part that are open to us, and the everyday documents for work.
    pub(crate) fn read(data: &Path) -> Outcome<Self> {
        let court = json_lines(&data.join("tab/tab_test_visible30.jsonl"))?;
        let case = |(number, value): (usize, &serde_json::Value)| Marked {
            kind: TextKind::Court,
            case: open_test_case(value),
            fold: number,
            made: false,
        };
        Ok(Self { court: court.iter().enumerate().map(case).collect(), everyday: everyday_by_hand()? })
    }
}

/// Masked is what the first annotator masked; direct and quasi are not told apart.
fn open_test_case(value: &serde_json::Value) -> Case {
    let text = value["text"].as_str().unwrap_or_default();
    let number = |span: &serde_json::Value, key: &str| span[key].as_u64().unwrap_or(0) as usize;
    let spans = value["spans"].as_array().into_iter().flatten().map(|span| {
        let identifier = if span["mask_annotator1"].as_bool() == Some(true) { "QUASI" } else { "NO_MASK" };
        (number(span, "start"), number(span, "end"), span["type"].as_str().unwrap_or_default(), identifier)
    });
    text_case(text, spans)
}

/// The biographies that nothing is trained on.
pub(crate) fn biographies(data: &Path) -> Outcome<Vec<Case>> {
    let lines = json_lines(&data.join("wiki_replace/wikireplace_visible50.jsonl"))?;
    Ok(lines.iter().map(|value| annotated(value, "spans", ["start", "end", "type"])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

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
