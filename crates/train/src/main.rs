//! Retrains every model from the data folder, to the same bytes: `train DATA OUT`. Prints what they are worth.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command")]

mod counts;
mod decision;
mod entities;
mod everyday;
mod ewt;
mod generating;
mod gold;
mod language;
mod masking;
mod names;
mod phrases;
mod synthetic;
mod tags;
mod truecasing;

use scumble_text::entity::gazetteer::Gazetteer;
use scumble_text::model::dictionary::Dictionary;
use scumble_text::model::tagger::Tagger;
use scumble_text::{Analyzer, Models, WordLists};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

const USAGE: &str = "usage: train DATA OUT [--cross-validate]
       train decision DATA OUT [--networks FOLDER]
       train counts DATA OUT
       train generate OUT.jsonl [--count N] [--seed S] [--templates train|test|all] [--fold K]
       train everyday FOLDER [--list] [--reader fast|careful] [--caution C] [--decisions FILE --network FILE]
       train gold JSONL…
       train synthetic DATA

DATA is the shared data folder; OUT gets the models. --cross-validate also trains five models of names on parts of the court
cases, to measure on the others. decision learns which findings people mask, and measures that; with --networks, careful reading
in five parts, too (fold0.bin to fold4.bin, as second_reader/run makes them). counts packs the statistics of the encyclopaedia
leads for scumble-corpus instead. generate writes everyday documents with marks (1,000, of the templates to train on; --fold: of
the templates of one fold, 0 to 4). everyday sanitises the marked documents of FOLDER (*.txt) and prints what is gone and what
went for nothing; --list names both. gold does the same with annotated documents, one a line. synthetic measures what is found in
synthetic sentences, by kind.";

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if let [command, data, out] = &arguments[..]
        && command.as_os_str() == "counts"
    {
        return finish(counts::run(data, out));
    }
    if let [command, data, out] = &arguments[..]
        && command.as_os_str() == "decision"
    {
        return finish(decision::run(data, out, None));
    }
    if let [command, data, out, option, networks] = &arguments[..]
        && command.as_os_str() == "decision"
        && option.as_os_str() == "--networks"
    {
        return finish(decision::run(data, out, Some(networks)));
    }
    if let [command, rest @ ..] = &arguments[..]
        && command.as_os_str() == "generate"
    {
        return generating::run(rest).map_or_else(usage, finish);
    }
    if let [command, data] = &arguments[..]
        && command.as_os_str() == "synthetic"
    {
        return finish(synthetic::run(data));
    }
    if let [command, files @ ..] = &arguments[..]
        && command.as_os_str() == "gold"
        && !files.is_empty()
    {
        return finish(gold::run(files));
    }
    if let [command, rest @ ..] = &arguments[..]
        && command.as_os_str() == "everyday"
    {
        return everyday::Options::of(rest).map_or_else(usage, |options| finish(everyday::run(&options)));
    }
    let (data, out, cross_validate) = match &arguments[..] {
        [data, out] => (data, out, false),
        [data, out, option] if option.as_os_str() == "--cross-validate" => (data, out, true),
        _ => return usage(),
    };
    finish(run(data, out, cross_validate))
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

fn finish(result: Result<(), Box<dyn std::error::Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The two lists of first names as one, sorted.
fn first_names(data: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let mut names = BTreeSet::new();
    for list in ["names_female.txt", "names_male.txt"] {
        let text = std::fs::read_to_string(data.join("lexicons").join(list))?;
        names.extend(text.lines().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()));
    }
    Ok(names.into_iter().map(|name| name + "\n").collect())
}

fn run(data: &Path, out: &Path, cross_validate: bool) -> Result<(), Box<dyn std::error::Error>> {
    let train = ewt::read(&data.join("ud_ewt/train.jsonl.gz"))?;
    let dev = ewt::read(&data.join("ud_ewt/dev.jsonl.gz"))?;
    let tokens: usize = train.iter().map(|sentence| sentence.tokens.len()).sum();
    println!("EWT: {} sentences, {tokens} tokens to learn from; {} sentences to measure with", train.len(), dev.len());
    let tagger = tags::train(&train);
    println!("tag dictionary: {} words", Dictionary::words(&tagger.dictionary));
    let tagged = tags::tag_all(&tagger, &dev)?;
    tags::report(&dev, &tagged);
    let chunker = phrases::train(&train);
    phrases::report(&dev, &tagged, &chunker)?;
    let first_names = first_names(data)?;
    let unpacked = Tagger::unpack(&tagger.dictionary, &tagger.model).ok_or("the tagger cannot be unpacked")?;
    let packed_gazetteer = Gazetteer::pack(&first_names, WordLists::english());
    let gazetteer = Gazetteer::unpack(&packed_gazetteer).ok_or("the gazetteer cannot be unpacked")?;
    let reader = entities::Reader { tagger: &unpacked, gazetteer: &gazetteer };
    let corpora = names::Corpora::read(data, &reader)?;
    let names = corpora.train(&reader);
    let trigrams = language::train(data, &train)?;
    language::report(data, &dev, &trigrams)?;
    let analyzer = |names: &[u8]| {
        let (tag_dictionary, tagger) = (&tagger.dictionary, &tagger.model);
        let (chunker, gazetteer) = (&chunker, &packed_gazetteer);
        let models = Models { tag_dictionary, tagger, chunker, names, gazetteer, trigrams: &trigrams };
        Analyzer::unpack(&models, Arc::clone(WordLists::english()))
    };
    let trained = analyzer(&names).ok_or("the models cannot be unpacked")?;
    corpora.report(&names, &trained)?;
    truecasing::tags(&dev, &unpacked, &gazetteer);
    truecasing::names(data, &reader, &names)?;
    if cross_validate {
        corpora.cross_validate(&reader, analyzer)?;
    }
    synthetic::report(data, &trained)?;
    std::fs::create_dir_all(out)?;
    for (name, bytes) in [
        ("tag-dictionary.bin", &tagger.dictionary),
        ("tagger.bin", &tagger.model),
        ("chunker.bin", &chunker),
        ("names.bin", &names),
        ("gazetteer.bin", &packed_gazetteer),
        ("trigrams.bin", &trigrams),
    ] {
        scumble_io::write_whole(&out.join(name), bytes)?;
        println!("{name}: {} bytes", bytes.len());
    }
    Ok(())
}
