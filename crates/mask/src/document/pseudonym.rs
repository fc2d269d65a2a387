//! Whose pseudonym a mention has, where a person decided that: merged with another mention's, or one of its own.

use super::edits::Piece;
use super::finding::Finding;
use std::collections::HashMap;

/// The identities of pieces as a person decided them. A finding that is the same as another has that one's identity; one that is the
/// same as itself has an identity that no other finding has.
pub(super) fn decided(mut identities: Vec<String>, findings: &[Finding], pieces: &[Piece]) -> Vec<String> {
    if findings.iter().all(|finding| finding.same_as.is_none()) {
        return identities;
    }
    let numbers: HashMap<&str, usize> =
        findings.iter().enumerate().filter_map(|(number, finding)| Some((finding.id.as_deref()?, number))).collect();
    let mut by_finding: HashMap<usize, String> = HashMap::new();
    for (piece, identity) in pieces.iter().zip(&identities) {
        by_finding.entry(piece.finding).or_insert_with(|| identity.clone());
    }
    for (piece, identity) in pieces.iter().zip(&mut identities) {
        let (end, of_its_own) = followed(piece.finding, findings, &numbers);
        let Some(known) = by_finding.get(&end) else { continue };
        // No name has a character that separates it from an id.
        *identity = match (&findings[end].id, of_its_own) {
            (Some(id), true) => format!("{known}\u{1f}{id}"),
            _ => known.clone(),
        };
    }
    identities
}

/// The finding at the end of a way from one to the next, and whether that one has a pseudonym of its own. A circle ends where it closes.
fn followed(start: usize, findings: &[Finding], numbers: &HashMap<&str, usize>) -> (usize, bool) {
    let mut at = start;
    for _ in 0..findings.len() {
        let next = findings[at].same_as.as_deref().and_then(|id| numbers.get(id).copied());
        match next {
            None => return (at, false),
            Some(next) if next == at => return (at, true),
            Some(next) => at = next,
        }
    }
    (start, false)
}

#[cfg(test)]
mod tests {
    use super::super::finding::{Found, Rule};
    use super::*;
    use scumble_span::Span;

    fn identities(same_as: [Option<&str>; 4]) -> Vec<String> {
        let finding = |(number, same_as): (usize, Option<&str>)| Finding {
            id: Some(number.to_string()),
            same_as: same_as.map(str::to_owned),
            ..Finding::new(Span::new(number, number + 1), Found::Term, Rule::Entity)
        };
        let findings: Vec<Finding> = same_as.into_iter().enumerate().map(finding).collect();
        let pieces: Vec<Piece> =
            findings.iter().enumerate().map(|(finding, one)| Piece { span: one.span, finding }).collect();
        decided(["roe", "roe", "hale", "doe"].map(str::to_owned).to_vec(), &findings, &pieces)
    }

    #[test]
    fn pseudonyms_are_merged_and_split() {
        assert_eq!(identities([None; 4]), ["roe", "roe", "hale", "doe"]);
        assert_eq!(identities([None, None, Some("0"), Some("2")]), ["roe", "roe", "roe", "roe"]);
        let split = identities([None, Some("1"), Some("1"), None]);
        assert_eq!((split[0].as_str(), &split[1]), ("roe", &split[2]));
        assert_ne!(split[0], split[1]);
        assert_eq!(identities([Some("1"), Some("0"), Some("9"), None]), ["roe", "roe", "hale", "doe"], "a circle");
    }
}
