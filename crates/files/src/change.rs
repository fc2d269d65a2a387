//! Changes of a source, and the one way to make them.

use std::ops::Range;

/// Bytes of a source, and the text that is written in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) source: Range<usize>,
    pub(crate) with: String,
}

impl Change {
    /// Bytes that are removed.
    #[cfg(any(test, feature = "docx"))]
    pub(crate) fn cut(source: Range<usize>) -> Self {
        Self { source, with: String::new() }
    }
}

/// The source with all changes made. A change that begins within a cut is dropped, because the cut removes its place.
pub(crate) fn splice(source: &str, mut changes: Vec<Change>, cuts: &[Change]) -> String {
    let mut cuts: Vec<_> = cuts.to_vec();
    cuts.sort_by_key(|cut| (cut.source.start, std::cmp::Reverse(cut.source.end)));
    let mut covered = 0;
    cuts.retain(|cut| {
        let outer = cut.source.start >= covered;
        covered = covered.max(cut.source.end);
        outer
    });
    changes.retain(|change| {
        let before = cuts.partition_point(|cut| cut.source.start <= change.source.start);
        before.checked_sub(1).is_none_or(|last| cuts[last].source.end <= change.source.start)
    });
    changes.extend(cuts);
    changes.sort_by_key(|change| change.source.start);
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    for change in &changes {
        if change.source.start < at {
            // A cut within bytes that are written anew.
            at = at.max(change.source.end);
            continue;
        }
        out.push_str(&source[at..change.source.start]);
        out.push_str(&change.with);
        at = change.source.end;
    }
    out.push_str(&source[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(source: Range<usize>, with: &str) -> Change {
        Change { source, with: with.to_owned() }
    }

    #[test]
    fn changes_are_made_in_the_order_of_the_source() {
        let changes = vec![change(4..5, "E"), change(0..1, "A"), change(2..2, "+")];
        assert_eq!(splice("abcdef", changes, &[]), "Ab+cdEf");
    }

    #[test]
    fn what_is_cut_is_not_changed() {
        let cuts = [Change::cut(1..4), Change::cut(2..3)];
        assert_eq!(splice("abcdef", vec![change(2..3, "X"), change(4..5, "E")], &cuts), "aEf");
        assert_eq!(splice("abcdef", vec![change(0..3, "X")], &cuts), "Xef");
    }
}
