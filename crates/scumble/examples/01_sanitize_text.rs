//! Sanitise a string: `cargo run -p scumble --example 01_sanitize_text`.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use scumble::{DocumentPolicy, Sanitizer};

const NOTE: &str = "Ms Jane Roe, born on 4 March 1961, suffers from acquired immunodeficiency syndrome because of a blood \
transfusion at Holloway General Hospital. Her immune system responded poorly to influenza.";

fn main() -> Result<(), scumble::Error> {
    let policy = DocumentPolicy {
        hide: vec!["acquired immunodeficiency syndrome".into()],
        people: vec!["Jane Roe".into()],
        ..DocumentPolicy::default()
    };
    let sanitizer = Sanitizer::new(policy)?;
    let note = sanitizer.text(NOTE)?;
    println!("{}\n", note.text);
    for replaced in &note.replacements {
        println!("{:<8} {}", replaced.after.of(&note.text), replaced.why);
    }
    println!(
        "\nwords kept {:.0} %, residual risk {:.2}",
        100.0 * note.words_kept,
        note.residual_risk.unwrap_or_default()
    );
    assert!(!note.text.contains("Roe") && !note.text.contains("transfusion"));
    Ok(())
}
