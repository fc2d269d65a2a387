//! A finder of one's own: `cargo run -p scumble --example 07_own_finder`.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use scumble::mask::document::{Case, Finder, Finding, Found, Rule};
use scumble::span::Span;
use scumble::{DocumentPolicy, Sanitizer};

/// Finds ward numbers: "Ward 9", "ward 12b".
struct Wards;

impl Finder for Wards {
    fn find(&self, case: &mut Case<'_>) -> scumble::mask::Result<()> {
        let text = case.text();
        for (start, word) in text.match_indices("ard ").map(|(at, word)| (at.saturating_sub(1), word)) {
            let number = &text[start + 1 + word.len()..];
            let length = number.find(|c: char| !c.is_alphanumeric()).unwrap_or(number.len());
            if number.starts_with(|c: char| c.is_ascii_digit()) && text[start..].to_lowercase().starts_with('w') {
                let span = Span::new(start, start + 1 + word.len() + length);
                case.add(Finding::new(span, Found::Name, Rule::Own))?;
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), scumble::Error> {
    let sanitizer = Sanitizer::new(DocumentPolicy::default())?.with_finder(Box::new(Wards))?;
    let done = sanitizer.text("She was moved to ward 9 at night. Ward 9 is closed by now, ward 12b is not.")?;
    println!("{}", done.text);
    assert_eq!(done.text, "She was moved to Name1 at night. Name1 is closed by now, Name2 is not.");
    Ok(())
}
