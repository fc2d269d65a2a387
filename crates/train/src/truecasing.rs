//! What text in capitals only, or without any, costs, and what truecasing gives back.

use crate::entities::{Named, Outcome, Reader, Wanted, gum, labelled};
use crate::ewt::Sentence;
use crate::names;
use scumble_text::entity::EntityKind;
use scumble_text::entity::gazetteer::Gazetteer;
use scumble_text::model::chain;
use scumble_text::model::names::LABELS;
use scumble_text::model::tagger::{Tagger, Workspace};
use scumble_text::model::truecase::truecase;
use scumble_text::model::word::Look;
use scumble_text::{Span, WordLists};
use std::path::Path;

type Way = fn(&str) -> String;

/// Ways to write a text without telling names by capitals.
const WAYS: [(&str, Way); 2] = [("in capitals", str::to_uppercase), ("in small letters", str::to_lowercase)];

/// How tokens look, truecased or not.
fn looks(tokens: &[String], gazetteer: &Gazetteer, truecased: bool) -> Vec<Look> {
    let mut buffer = Vec::new();
    let mut looks: Vec<Look> = tokens.iter().map(|token| Look::at(token, &mut buffer)).collect();
    if truecased {
        let text = tokens.join(" ");
        let mut at = 0;
        let place = |token: &String| {
            let span = Span::new(at, at + token.len());
            at = span.end + 1;
            span
        };
        let spans: Vec<Span> = tokens.iter().map(place).collect();
        let sentence = 0..spans.len();
        truecase(&text, &spans, &[sentence], WordLists::english(), gazetteer, &mut looks);
    }
    looks
}

/// Tags on EWT's dev part.
pub(crate) fn tags(sentences: &[Sentence], tagger: &Tagger, gazetteer: &Gazetteer) {
    for (how, way) in WAYS {
        let share = |truecased: bool| {
            let (mut all, mut right) = (0usize, 0usize);
            for sentence in sentences {
                let tokens: Vec<String> = sentence.tokens.iter().map(|token| way(token)).collect();
                let mut work = Workspace::default();
                tagger.tag(tokens.iter().map(String::as_str), &looks(&tokens, gazetteer, truecased), &mut work);
                all += work.tags.len();
                right += work.tags.iter().zip(&sentence.tags).filter(|(ours, gold)| **ours == **gold as u8).count();
            }
            100.0 * right as f64 / all as f64
        };
        println!("tags, EWT dev {how}: {:.2} % right as it stands, {:.2} % truecased", share(false), share(true));
    }
}

/// Names on GUM's dev part.
pub(crate) fn names(data: &Path, reader: &Reader<'_>, packed: &[u8]) -> Outcome<()> {
    let model = chain::Tagging::unpack(packed, LABELS).ok_or("the model of names cannot be unpacked")?;
    let texts = gum(&data.join("gum_entities/gum_train_dev.jsonl.gz"), "dev", Wanted::Names)?;
    for (how, way) in WAYS {
        for truecased in [false, true] {
            let rewritten = |(words, labels): (Vec<&str>, Vec<u8>)| {
                let written: Vec<String> = words.into_iter().map(way).collect();
                reader.looking(&written, looks(&written, reader.gazetteer, truecased), labels)
            };
            let all = texts.iter().flat_map(|(text, entities)| labelled(text, entities));
            let sentences: Vec<Named> = all.map(rewritten).collect();
            let what = format!("GUM dev {how}{}", if truecased { ", truecased" } else { "" });
            names::report(
                &what,
                &sentences,
                &model,
                &[EntityKind::Person, EntityKind::Place, EntityKind::Organisation],
            );
        }
    }
    Ok(())
}
