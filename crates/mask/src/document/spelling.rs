//! Words that are one letter apart.

/// The word with each of its letters left out: two words that are one edit apart share one of these forms, or the word itself.
pub(super) fn without_one(word: &str) -> impl Iterator<Item = String> + '_ {
    word.char_indices().map(|(at, c)| format!("{}{}", &word[..at], &word[at + c.len_utf8()..]))
}

/// Whether two words differ by one letter that was added, left out, changed or swapped with the next.
pub(super) fn one_edit(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let start = short.iter().zip(long.iter()).take_while(|(x, y)| x == y).count();
    let rest = |word: &[char], from: usize| word[from.min(word.len())..].to_vec();
    match long.len() - short.len() {
        0 if start == short.len() => false,
        0 => {
            rest(short, start + 1) == rest(long, start + 1)
                || start + 1 < short.len()
                    && short[start] == long[start + 1]
                    && short[start + 1] == long[start]
                    && rest(short, start + 2) == rest(long, start + 2)
        }
        1 => rest(short, start) == rest(long, start + 1),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_apart() {
        for (a, b) in [("kowalska", "kowalsa"), ("kowalska", "kowaslka"), ("kowalska", "kovalska"), ("ab", "abc")] {
            assert!(one_edit(a, b) && one_edit(b, a), "{a} {b}");
        }
        assert!(!one_edit("kowalska", "kowalska") && !one_edit("abcdef", "abcfed"));
    }
}
