//! Reads the English Web Treebank.

use scumble_text::Tag;
use scumble_text::model::word::Look;
use serde_json::Value;
use std::io::BufRead;
use std::path::Path;

/// A sentence with its annotation.
pub(crate) struct Sentence {
    pub(crate) tokens: Vec<String>,
    pub(crate) looks: Vec<Look>,
    pub(crate) tags: Vec<Tag>,
    pub(crate) upos: Vec<String>,
    /// From 1; 0 is the root.
    pub(crate) heads: Vec<usize>,
    pub(crate) relations: Vec<String>,
}

pub(crate) fn read(file: &Path) -> Result<Vec<Sentence>, Box<dyn std::error::Error>> {
    let open = scumble_io::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut sentences = Vec::new();
    for (line, text) in open.lines().enumerate() {
        let bad = |what: &str| format!("{}, line {}: {what}", file.display(), line + 1);
        let value: Value = serde_json::from_str(&text?).map_err(|_| bad("not JSON"))?;
        sentences.push(sentence(&value).ok_or_else(|| bad("not a sentence of the treebank"))?);
    }
    Ok(sentences)
}

fn sentence(value: &Value) -> Option<Sentence> {
    let strings = |name: &str| -> Option<Vec<String>> {
        value[name].as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
    };
    let tokens = strings("tokens")?;
    let mut buffer = Vec::new();
    let looks = tokens.iter().map(|token| Look::at(token, &mut buffer)).collect();
    Some(Sentence {
        looks,
        // Four tokens have a tag that the guidelines do not know; they are foreign enough.
        tags: strings("xpos")?.iter().map(|tag| Tag::parse(tag).unwrap_or(Tag::Foreign)).collect(),
        upos: strings("upos")?,
        heads: value["head"].as_array()?.iter().map(|head| head.as_u64().map(|h| h as usize)).collect::<Option<_>>()?,
        relations: strings("deprel")?,
        tokens,
    })
}
