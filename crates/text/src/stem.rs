//! Porter's stemmer, as published in 1980, and with the departures that NLTK makes by default.

/// Which rules are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Porter {
    /// The algorithm as published.
    Original,
    /// With NLTK's additions: irregular forms, *ies* and *y* of short words, a few more endings.
    Nltk,
}

/// NLTK's pool of forms that do not follow the rules.
const IRREGULAR: [(&str, &str); 16] = [
    ("skies", "sky"),
    ("dying", "die"),
    ("lying", "lie"),
    ("tying", "tie"),
    ("news", "news"),
    ("innings", "inning"),
    ("inning", "inning"),
    ("outings", "outing"),
    ("outing", "outing"),
    ("cannings", "canning"),
    ("canning", "canning"),
    ("howe", "howe"),
    ("proceed", "proceed"),
    ("exceed", "exceed"),
    ("succeed", "succeed"),
    ("sky", "sky"),
];

impl Porter {
    /// The stem of a word, in lower case.
    ///
    /// ```
    /// use scumble_text::Porter;
    /// assert_eq!(Porter::Original.stem("Relational"), "relat");
    /// assert_eq!(Porter::Original.stem("dying"), "dy");
    /// assert_eq!(Porter::Nltk.stem("dying"), "die");
    /// ```
    pub fn stem(self, word: &str) -> String {
        let lower = word.to_lowercase();
        if self == Self::Nltk {
            if let Some((_, stem)) = IRREGULAR.iter().find(|(form, _)| *form == lower) {
                return (*stem).to_owned();
            }
            if lower.chars().count() <= 2 {
                return lower;
            }
        }
        let mut stem = Stem { letters: lower.chars().collect(), rules: self };
        stem.step_1a();
        stem.step_1b();
        stem.step_1c();
        stem.step_2();
        stem.step_3();
        stem.step_4();
        stem.step_5();
        stem.letters.into_iter().collect()
    }
}

struct Stem {
    letters: Vec<char>,
    rules: Porter,
}

fn is_consonant(letters: &[char], i: usize) -> bool {
    match letters[i] {
        'a' | 'e' | 'i' | 'o' | 'u' => false,
        'y' => i == 0 || !is_consonant(letters, i - 1),
        _ => true,
    }
}

/// How many times a vowel is followed by a consonant.
fn measure(letters: &[char]) -> usize {
    (1..letters.len()).filter(|&i| !is_consonant(letters, i - 1) && is_consonant(letters, i)).count()
}

fn has_vowel(letters: &[char]) -> bool {
    (0..letters.len()).any(|i| !is_consonant(letters, i))
}

fn doubled(letters: &[char]) -> bool {
    let n = letters.len();
    n >= 2 && letters[n - 1] == letters[n - 2] && is_consonant(letters, n - 1)
}

impl Stem {
    fn nltk(&self) -> bool {
        self.rules == Porter::Nltk
    }

    /// What is before the ending, if the word has it.
    fn before(&self, ending: &str) -> Option<usize> {
        let end: Vec<char> = ending.chars().collect();
        self.letters.ends_with(&end).then(|| self.letters.len() - end.len())
    }

    fn replace(&mut self, keep: usize, with: &str) {
        self.letters.truncate(keep);
        self.letters.extend(with.chars());
    }

    /// Consonant, vowel, consonant other than w, x and y; in NLTK's rules also vowel, consonant as a whole word.
    fn ends_cvc(&self, letters: &[char]) -> bool {
        let n = letters.len();
        let plain = n >= 3
            && is_consonant(letters, n - 3)
            && !is_consonant(letters, n - 2)
            && is_consonant(letters, n - 1)
            && !matches!(letters[n - 1], 'w' | 'x' | 'y');
        plain || (self.nltk() && n == 2 && !is_consonant(letters, 0) && is_consonant(letters, 1))
    }

    fn step_1a(&mut self) {
        if self.nltk() && self.letters.len() == 4 && self.before("ies").is_some() {
            self.replace(1, "ie");
            return;
        }
        for (ending, with) in [("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")] {
            if let Some(keep) = self.before(ending) {
                self.replace(keep, with);
                return;
            }
        }
    }

    fn step_1b(&mut self) {
        if let Some(keep) = self.before("ied").filter(|_| self.nltk()) {
            let with = if self.letters.len() == 4 { "ie" } else { "i" };
            self.replace(keep, with);
            return;
        }
        if let Some(keep) = self.before("eed") {
            if measure(&self.letters[..keep]) > 0 {
                self.replace(keep, "ee");
            }
            return;
        }
        let cut = ["ed", "ing"]
            .iter()
            .find_map(|ending| self.before(ending).filter(|&keep| has_vowel(&self.letters[..keep])));
        let Some(keep) = cut else { return };
        self.letters.truncate(keep);
        for (ending, with) in [("at", "ate"), ("bl", "ble"), ("iz", "ize")] {
            if let Some(keep) = self.before(ending) {
                self.replace(keep, with);
                return;
            }
        }
        let last = self.letters.last().copied().unwrap_or(' ');
        if doubled(&self.letters) && !matches!(last, 'l' | 's' | 'z') {
            self.letters.pop();
        } else if measure(&self.letters) == 1 && self.ends_cvc(&self.letters) {
            self.letters.push('e');
        }
    }

    fn step_1c(&mut self) {
        let Some(keep) = self.before("y") else { return };
        let fits = if self.nltk() {
            // A consonant before it, and more than that letter.
            keep > 1 && is_consonant(&self.letters, keep - 1)
        } else {
            has_vowel(&self.letters[..keep])
        };
        if fits {
            self.replace(keep, "i");
        }
    }

    /// Replaces the first ending that the word has, if enough is before it.
    fn rules(&mut self, rules: &[(&str, &str)], least: usize) -> bool {
        for (ending, with) in rules {
            if let Some(keep) = self.before(ending) {
                if measure(&self.letters[..keep]) > least {
                    self.replace(keep, with);
                    return true;
                }
                return false;
            }
        }
        false
    }

    fn step_2(&mut self) {
        let enough = |&keep: &usize| self.nltk() && measure(&self.letters[..keep]) > 0;
        if let Some(keep) = self.before("alli").filter(enough) {
            self.replace(keep, "al");
            self.step_2();
            return;
        }
        let bli = if self.nltk() { ("bli", "ble") } else { ("abli", "able") };
        let rules = [
            ("ational", "ate"),
            ("tional", "tion"),
            ("enci", "ence"),
            ("anci", "ance"),
            ("izer", "ize"),
            bli,
            ("alli", "al"),
            ("entli", "ent"),
            ("eli", "e"),
            ("ousli", "ous"),
            ("ization", "ize"),
            ("ation", "ate"),
            ("ator", "ate"),
            ("alism", "al"),
            ("iveness", "ive"),
            ("fulness", "ful"),
            ("ousness", "ous"),
            ("aliti", "al"),
            ("iviti", "ive"),
            ("biliti", "ble"),
        ];
        if self.nltk() {
            if let Some(keep) = self.before("fulli") {
                if measure(&self.letters[..keep]) > 0 {
                    self.replace(keep, "ful");
                }
                return;
            }
            // The l of logi counts as a part of the stem.
            if let Some(keep) = self.before("logi") {
                if measure(&self.letters[..keep + 1]) > 0 {
                    self.replace(keep, "log");
                }
                return;
            }
        }
        self.rules(&rules, 0);
    }

    fn step_3(&mut self) {
        let rules = [
            ("icate", "ic"),
            ("ative", ""),
            ("alize", "al"),
            ("iciti", "ic"),
            ("ical", "ic"),
            ("ful", ""),
            ("ness", ""),
        ];
        self.rules(&rules, 0);
    }

    fn step_4(&mut self) {
        for ending in [
            "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate",
            "iti", "ous", "ive", "ize",
        ] {
            if let Some(keep) = self.before(ending) {
                let after_s_or_t = ending != "ion" || matches!(self.letters[..keep].last(), Some('s' | 't'));
                if measure(&self.letters[..keep]) > 1 && after_s_or_t {
                    self.letters.truncate(keep);
                }
                return;
            }
        }
    }

    fn step_5(&mut self) {
        if let Some(keep) = self.before("e") {
            let m = measure(&self.letters[..keep]);
            if m > 1 || (m == 1 && !self.ends_cvc(&self.letters[..keep])) {
                self.letters.pop();
            }
        }
        if self.before("ll").is_some() && measure(&self.letters[..self.letters.len() - 1]) > 1 {
            self.letters.pop();
        }
    }
}
