//! What was understood of a text, for programs.

use scumble_text::entity::Recognizers;
use scumble_text::{Document, Porter};
use serde_json::{Value, json};

/// Sentences with their tokens, noun phrases and entities, as one object; `offset` says how a byte of the text is counted.
pub fn parsed_to_json(
    document: &Document<'_>,
    recognizers: &Recognizers,
    porter: Option<Porter>,
    offset: &dyn Fn(usize) -> usize,
) -> Value {
    let numbers = document.coreference();
    let mut passed = 0;
    let mut rest = document.entities();
    let sentences: Vec<Value> = document
        .phrases_by_sentence()
        .map(|(sentence, phrases)| {
            // An entity belongs to the sentence in which it begins.
            let end = document.tokens()[sentence.end - 1].span.end;
            let (of_sentence, others) = rest.split_at(rest.iter().take_while(|entity| entity.span.start < end).count());
            rest = others;
            let entities: Vec<Value> = of_sentence
                .iter()
                .zip(&numbers[passed..])
                .map(|(entity, number)| {
                    let kind = recognizers.name(entity.kind);
                    json!({ "start": offset(entity.span.start), "end": offset(entity.span.end), "kind": kind, "entity": number })
                })
                .collect();
            passed += of_sentence.len();
            let tokens: Vec<Value> = document.tokens()[sentence]
                .iter()
                .map(|token| {
                    let (lemma, tag) = (document.lemma(token), token.tag.as_str());
                    let mut told =
                        json!({ "start": offset(token.span.start), "end": offset(token.span.end), "tag": tag, "lemma": lemma });
                    if let Some(porter) = porter {
                        told["stem"] = porter.stem(token.span.of(document.text())).into();
                    }
                    told
                })
                .collect();
            let phrases: Vec<Value> = phrases
                .iter()
                .map(|phrase| {
                    let span = document.phrase_span(phrase);
                    let head = document.tokens()[phrase.head].span;
                    let text = document.phrase_text(phrase).split_whitespace().collect::<Vec<_>>().join(" ");
                    json!({ "start": offset(span.start), "end": offset(span.end), "text": text, "head": [offset(head.start), offset(head.end)] })
                })
                .collect();
            json!({ "tokens": tokens, "phrases": phrases, "entities": entities })
        })
        .collect();
    json!({ "english": document.looks_english(), "sentences": sentences })
}
