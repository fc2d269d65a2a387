//! Rebuilds the embedded WordNet from a folder of WNDB files: `pack-wordnet FOLDER OUT`.
#![allow(clippy::print_stderr)]

use scumble_ontology::wordnet::{pack, read_folder};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, out] = &arguments[..] else {
        eprintln!(
            "usage: pack-wordnet FOLDER OUT\n\nFOLDER holds data.noun, index.noun and the other files of WordNet 3.0."
        );
        return ExitCode::from(2);
    };
    match run(Path::new(folder), Path::new(out)) {
        Ok(bytes) => {
            eprintln!("wrote {out}: {bytes} bytes");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(folder: &Path, out: &Path) -> Result<usize, Box<dyn std::error::Error>> {
    let packed = pack(&read_folder(folder)?);
    scumble_io::write_whole(out, &packed)?;
    Ok(packed.len())
}
