//! Words that carry their own dot.

/// Abbreviations of titles and the like, which are followed by a name: never the end of a sentence.
const BEFORE_NAMES: [&str; 39] = [
    "mr", "mrs", "ms", "messrs", "mme", "mlle", "dr", "prof", "rev", "hon", "gen", "col", "maj", "capt", "lt", "sgt",
    "cpl", "gov", "sen", "rep", "pres", "st", "mt", "fr", "sr", "judge", "no", "nos", "art", "arts", "sec", "fig", "v",
    "vs", "p", "pp", "para", "paras", "ph",
];

/// Other abbreviations, which may end a sentence.
const OTHERS: [&str; 61] = [
    "jr", "inc", "ltd", "co", "corp", "bros", "plc", "llc", "dept", "est", "etc", "al", "eg", "ie", "cf", "viz",
    "approx", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue",
    "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "ave", "blvd", "rd", "hwy", "tel", "ext", "min", "max",
    "hr", "hrs", "yr", "yrs", "ft", "lb", "lbs", "oz", "vol", "ed", "eds", "univ", "assn", "govt",
];

/// Whether a word with a dot at its end is one token with it.
pub(crate) fn ends_with_dot(word: &str) -> bool {
    let Some(stem) = word.strip_suffix('.') else { return false };
    is_initials(stem) || is_listed(stem, &BEFORE_NAMES) || is_listed(stem, &OTHERS)
}

/// Whether the dot stays with the word even at the end of a text, where it is more likely to end the sentence.
pub(crate) fn keeps_last_dot(word: &str) -> bool {
    let stem = word.trim_end_matches('.');
    stem.contains('.') || is_listed(stem, &OTHERS) || is_listed(stem, &BEFORE_NAMES)
}

/// Whether the sentence goes on after this abbreviation, whatever follows.
pub(crate) fn comes_before_a_name(word: &str) -> bool {
    let stem = word.trim_end_matches('.');
    word.ends_with('.') && (is_listed(stem, &BEFORE_NAMES) || is_initial(stem))
}

/// One capital letter: J.
fn is_initial(stem: &str) -> bool {
    let mut chars = stem.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next().is_none()
}

/// Letters with dots between them: U.S, e.g, Ph.D, J.
fn is_initials(stem: &str) -> bool {
    let short = |part: &str| (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic);
    is_initial(stem) || (stem.contains('.') && stem.split('.').all(short))
}

fn is_listed(stem: &str, list: &[&str]) -> bool {
    list.iter().any(|known| stem.eq_ignore_ascii_case(known))
}
