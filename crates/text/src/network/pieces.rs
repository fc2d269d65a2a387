//! A text cut into pieces that tokens never reach over.
//!
//! Pieces are the matches, leftmost first, of
//!
//! ```text
//! \p{Nd}| ?\p{L}[\p{L}\p{M}]*| ?[^\s\p{L}\p{Nd}]+|\s+(?!\S)|\s
//! ```
//!
//! and what is longer than 256 bytes is cut at the last character boundary within 256, so that merging takes linear time.

use super::classes::Class;

/// The most bytes of a piece.
pub(super) const LONGEST: usize = 256;

/// The pieces of a text, in order; together they are the text.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    let mut left = 0;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if left == 0 {
            left = length(rest);
        }
        let mut end = left.min(LONGEST);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        left -= end;
        let piece;
        (piece, rest) = rest.split_at(end);
        Some(piece)
    })
}

/// The bytes of the match at the start of a text that is not empty.
fn length(text: &str) -> usize {
    let mut characters = text.chars();
    let first = characters.next().unwrap_or(' ');
    // A single blank before letters or signs belongs to them.
    let (blank, lead) = match (first, characters.clone().next()) {
        (' ', Some(next)) if !matches!(Class::of(next), Class::Space | Class::Digit) => (1, next),
        _ => (0, first),
    };
    let run = |of: &dyn Fn(Class) -> bool| -> usize {
        let inside = text[blank..].chars().take_while(|&character| of(Class::of(character)));
        inside.map(char::len_utf8).sum()
    };
    match Class::of(lead) {
        Class::Digit => lead.len_utf8(),
        Class::Letter => blank + run(&|class| matches!(class, Class::Letter | Class::Mark)),
        Class::Mark | Class::Sign => blank + run(&|class| matches!(class, Class::Mark | Class::Sign)),
        Class::Space => {
            let whole = run(&|class| class == Class::Space);
            // White space before something else leaves its last character to that, unless it has no other.
            let last = text[..whole].chars().next_back().map_or(0, char::len_utf8);
            if whole < text.len() && whole > last { whole - last } else { whole }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_blank_belongs_to_what_follows() {
        let cut = |text| pieces(text).collect::<Vec<_>>();
        assert_eq!(
            cut("Am 10. Mai, i.e.  no\n\n x "),
            ["Am", " ", "1", "0", ".", " Mai", ",", " i", ".", "e", ".", " ", " no", "\n\n", " x", " "]
        );
        assert_eq!(cut(" \u{301}e\u{301}a1²"), [" \u{301}", "e\u{301}a", "1", "²"]);
        assert_eq!(cut("\u{a0}a  "), ["\u{a0}", "a", "  "]);
        assert_eq!(cut(" 7\t\t7"), [" ", "7", "\t", "\t", "7"]);
        assert!(cut("").is_empty());
    }

    /// The regular expression tried at every place by backtracking over every length: the longest that each alternative allows.
    fn twin(text: &str) -> Vec<String> {
        let all: Vec<char> = text.chars().collect();
        let class = |at: usize| all.get(at).map(|&character| Class::of(character));
        let fits = |alternative: usize, from: usize, to: usize| {
            let blank = usize::from(all[from] == ' ');
            let classes = |start: usize| (start..to).map(|at| Class::of(all[at])).collect::<Vec<_>>();
            let letters = |start: usize| {
                let own = classes(start);
                own.first() == Some(&Class::Letter) && own.iter().all(|c| matches!(c, Class::Letter | Class::Mark))
            };
            let signs = |start: usize| {
                let own = classes(start);
                !own.is_empty() && own.iter().all(|c| matches!(c, Class::Sign | Class::Mark))
            };
            let spaces = classes(from).iter().all(|&c| c == Class::Space);
            match alternative {
                0 => to == from + 1 && class(from) == Some(Class::Digit),
                1 => letters(from) || blank == 1 && letters(from + 1),
                2 => signs(from) || blank == 1 && signs(from + 1),
                3 => spaces && class(to).is_none_or(|c| c == Class::Space),
                _ => spaces && to == from + 1,
            }
        };
        let (mut at, mut found) = (0, Vec::new());
        while at < all.len() {
            let lengths = |alternative| (at + 1..=all.len()).rev().find(|&to| fits(alternative, at, to));
            let end = (0..5).find_map(lengths).expect("every character matches");
            found.push(all[at..end].iter().collect());
            at = end;
        }
        found
    }

    proptest! {
        #[test]
        fn pieces_are_the_matches(text in "[ab\u{301}é0٣ \t\u{a0}.,€😀]{0,40}") {
            prop_assert_eq!(pieces(&text).collect::<Vec<_>>(), twin(&text));
        }

        #[test]
        fn pieces_are_the_whole_text(text in any::<String>()) {
            prop_assert_eq!(pieces(&text).collect::<String>(), text);
        }
    }

    #[test]
    fn long_pieces_are_cut_between_characters() {
        let text = "é".repeat(300);
        let lengths: Vec<usize> = pieces(&text).map(str::len).collect();
        assert_eq!(lengths, [256, 256, 88]);
        let text = format!("a{}", "é".repeat(300));
        let lengths: Vec<usize> = pieces(&text).map(str::len).collect();
        assert_eq!(lengths, [255, 256, 90]);
    }
}
