//! Trains and measures the test of whether a text is English.

use crate::entities::{Outcome, Wanted, gum, json_lines, tab};
use crate::ewt::Sentence;
use scumble_text::model::detect::Trigrams;
use std::path::Path;

/// Sentences in pieces of about the length of a paragraph.
fn paragraphs(sentences: &[Sentence]) -> Vec<String> {
    const SENTENCES: usize = 5;
    let text = |sentence: &Sentence| sentence.tokens.join(" ");
    sentences.chunks(SENTENCES).map(|few| few.iter().map(text).collect::<Vec<_>>().join(" ")).collect()
}

fn gum_texts(data: &Path, split: &str) -> Outcome<Vec<String>> {
    let texts = gum(&data.join("gum_entities/gum_train_dev.jsonl.gz"), split, Wanted::Names)?;
    Ok(texts.into_iter().map(|(text, _)| text).collect())
}

pub(crate) fn train(data: &Path, sentences: &[Sentence]) -> Outcome<Vec<u8>> {
    let mut texts = paragraphs(sentences);
    texts.extend(gum_texts(data, "train")?);
    texts.extend(tab(&data.join("tab/tab144_train92.jsonl"))?.into_iter().map(|(text, _)| text));
    Ok(Trigrams::learn(texts.iter().map(String::as_str)))
}

/// Prints how many English texts are detected as English, and whether lists of other languages' stop words are not.
pub(crate) fn report(data: &Path, dev: &[Sentence], packed: &[u8]) -> Outcome<()> {
    let trigrams = Trigrams::unpack(packed).ok_or("the trigrams cannot be unpacked")?;
    let text_of = |file: &str| -> Outcome<Vec<String>> {
        let rows = json_lines(&data.join(file))?;
        Ok(rows.iter().map(|row| row["text"].as_str().unwrap_or("").to_owned()).collect())
    };
    for (what, texts) in [
        ("EWT dev, five sentences each", paragraphs(dev)),
        ("GUM dev", gum_texts(data, "dev")?),
        ("TAB dev", text_of("tab/tab144_dev21.jsonl")?),
        ("film reviews", text_of("movie_reviews/reviews_fold0-7.jsonl.gz")?),
        ("news", text_of("reuters21578/test_odd.jsonl.gz")?),
        ("synthetic sentences", text_of("pii_presidio/synth_v2_visible.jsonl")?),
        ("biographies", text_of("wiki_actors/annotated_visible25.jsonl")?),
    ] {
        let mut bits: Vec<f64> = texts.iter().filter_map(|text| trigrams.surprise(text)).collect();
        bits.sort_by(f64::total_cmp);
        let english = texts.iter().filter(|text| trigrams.is_english(text) == Some(true)).count();
        let median = bits.get(bits.len() / 2).copied().unwrap_or_default();
        let worst = bits.last().copied().unwrap_or_default();
        println!(
            "English, {what}: {english} of {} long enough; bits a letter: median {median:.2} most {worst:.2}",
            bits.len()
        );
    }
    for language in ["catalan", "french", "german", "italian", "portuguese", "spanish"] {
        let words = std::fs::read_to_string(data.join("lexicons/stopwords").join(language))?;
        let bits = trigrams.surprise(&words).unwrap_or_default();
        let verdict = if trigrams.is_english(&words) == Some(false) { "not English" } else { "ENGLISH" };
        println!("small words of {language}: {verdict}, bits a letter {bits:.2}");
    }
    Ok(())
}
