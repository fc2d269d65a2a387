//! Sanitise a DOCX in memory, edit the decisions, and apply them: `cargo run -p scumble --example 02_edit_decisions_in_docx`.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use scumble::document::{EditedDecision, Source};
use scumble::files::FileKind;
use scumble::{DocumentPolicy, Sanitizer};

const LETTER: &[u8] = include_bytes!("letter.docx");

fn main() -> Result<(), scumble::Error> {
    let sanitizer = Sanitizer::new(DocumentPolicy::default())?;
    let proposed = sanitizer.file("letter.docx", FileKind::Docx, LETTER.to_vec())?;
    println!("the machine decides:\n{}\n", proposed.text.trim());

    // A person keeps the hospital, and writes a replacement of their own for the date.
    let mut decisions: Vec<EditedDecision> = proposed.decisions.into_iter().map(EditedDecision::from).collect();
    for decision in &mut decisions {
        match decision.text.as_deref() {
            Some(text) if text.contains("Hospital") => decision.state = Some("rejected".into()),
            Some("4 March 2019") => {
                decision.state = Some("manual".into());
                decision.replacement = Some("a day in spring".into());
            }
            _ => {}
        }
    }
    let source = Source::file("letter.docx", FileKind::Docx, LETTER.to_vec())?;
    let decided = sanitizer.apply_decisions(source, &decisions)?;
    println!("a person decides:\n{}", decided.text.trim());
    assert!(
        decided.text.contains("Hospital")
            && decided.text.contains("on a day in spring")
            && !decided.text.contains("Roe")
    );
    assert!(decided.bytes.starts_with(b"PK"), "the result is a DOCX again");
    Ok(())
}
