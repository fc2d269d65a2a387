//! Retrains every model from the data folder, to the same bytes: `train DATA OUT`. Prints what they are worth.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command")]

mod ewt;
mod patterns;
mod phrases;
mod tags;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [data, out] = &arguments[..] else {
        eprintln!("usage: train DATA OUT\n\nDATA is the shared data folder (ud_ewt inside); OUT gets the models.");
        return ExitCode::from(2);
    };
    match run(data, out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(data: &Path, out: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let train = ewt::read(&data.join("ud_ewt/train.jsonl.gz"))?;
    let dev = ewt::read(&data.join("ud_ewt/dev.jsonl.gz"))?;
    println!("EWT: {} sentences to learn from, {} to measure with", train.len(), dev.len());
    let tagger = tags::train(&train);
    let tagged = tags::tag_all(&tagger, &dev)?;
    tags::report(&dev, &tagged);
    let chunker = phrases::train(&train);
    phrases::report(&dev, &tagged, &chunker)?;
    patterns::report(&data.join("pii_presidio/synth_v2_visible.jsonl"))?;
    std::fs::create_dir_all(out)?;
    for (name, bytes) in
        [("tag-dictionary.bin", &tagger.dictionary), ("tagger.bin", &tagger.model), ("chunker.bin", &chunker)]
    {
        let temporary = out.join(format!("{name}.new"));
        std::fs::write(&temporary, bytes)?;
        std::fs::rename(&temporary, out.join(name))?;
        println!("{name}: {} bytes", bytes.len());
    }
    Ok(())
}
