//! Rules that tell a code, a key or an address from a word or a number that only looks like one.

use super::check::{date, phone};

fn count(text: &str, is: impl Fn(&char) -> bool) -> usize {
    text.chars().filter(is).count()
}

fn figures(text: &str) -> usize {
    count(text, char::is_ascii_digit)
}

/// A letter of a court or of a letter writer, but not "Mr I".
pub(super) fn not_first_person(text: &str) -> bool {
    text != "I"
}

/// Initials that are no abbreviation of a state, a company's form or a time.
pub(super) fn initials(text: &str) -> bool {
    const OTHERS: [&str; 26] = [
        "US", "UK", "UN", "EU", "PO", "SA", "NV", "BV", "SL", "DC", "LA", "NY", "AD", "BC", "SI", "NI", "TC", "AM",
        "PM", "PS", "NB", "CV", "ID", "GP", "PE", "VAT",
    ];
    let letters: String = text.chars().filter(|c| c.is_uppercase()).collect();
    !OTHERS.contains(&&*letters)
}

/// Words before an address of mail that are no part of a sentence.
pub(super) fn name_before_mail(text: &str) -> bool {
    const WORDS: [&str; 14] =
        ["at", "to", "by", "from", "mail", "email", "e-mail", "contact", "or", "and", "the", "me", "us", "wrote"];
    !text.bytes().any(|b| b.is_ascii_digit()) && !text.split(' ').any(|word| WORDS.contains(&&*word.to_lowercase()))
}

/// A name of a server: some part of it besides its ending is longer than one letter, and it is no number.
pub(super) fn domain(text: &str) -> bool {
    let host = text.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let mut parts = host.split('.');
    let has_name = parts.next().is_some_and(|part| part.len() > 1 && part.chars().any(char::is_alphabetic));
    let has_ending = host.rsplit('.').next().is_some_and(|part| part.chars().all(|c| c.is_ascii_lowercase()));
    has_name && has_ending
}

/// As many figures as telephone numbers have.
pub(super) fn digits_of_a_phone(text: &str) -> bool {
    (6..=15).contains(&figures(text)) && !date(text) && (phone(text) || !text.contains('.'))
}

/// At least four figures: shorter ones count things.
pub(super) fn long_code(text: &str) -> bool {
    figures(text) >= 4 || figures(text) >= 2 && count(text, char::is_ascii_uppercase) >= 2 && text.len() >= 6
}

/// Figures with a letter part behind a hyphen: no span of years or numbers.
pub(super) fn joined_code(text: &str) -> bool {
    count(text, char::is_ascii_uppercase) >= 1 && figures(text) >= 3
        || figures(text) >= 6 && text.matches('-').count() >= 2 && !date(text)
}

/// Letters of both cases and figures.
pub(super) fn mixed(text: &str) -> bool {
    let upper = count(text, char::is_ascii_uppercase);
    let lower = count(text, char::is_ascii_lowercase);
    upper >= 3 && lower >= 3 && figures(text) >= 3
}

/// "may" and "march" are verbs unless a year or a capital shows that they are months.
pub(super) fn month_in_a_date(text: &str) -> bool {
    let has_year = text.split(|c: char| !c.is_ascii_digit()).any(|number| number.len() == 4);
    let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).collect();
    let is_verb = |word: &str| matches!(word, "may" | "march" | "mar" | "mai" | "set" | "out" | "dec" | "lis");
    let day = text.split(|c: char| !c.is_ascii_digit()).filter(|number| (1..=2).contains(&number.len()));
    let possible = day
        .filter_map(|number| number.parse::<u32>().ok())
        .all(|day| (1..=31).contains(&day) || day >= 32 && has_year || text.contains(['\'', '’']));
    possible && (has_year || !words.iter().any(|word| is_verb(word)))
}

/// A day and a month in either order.
pub(super) fn day_and_month(text: &str) -> bool {
    let parts: Vec<u32> = text.split(['/', '.']).filter_map(|part| part.trim().parse().ok()).collect();
    let [a, b] = parts[..] else { return false };
    (1..=31).contains(&a) && (1..=12).contains(&b) || (1..=12).contains(&a) && (1..=31).contains(&b)
}

/// "ten to eleven" is a time, "5 to 10" a range, and "half of two" a share.
pub(super) fn clock_words(text: &str) -> bool {
    let lower = text.to_lowercase();
    let in_figures = lower.starts_with(|c: char| c.is_ascii_digit());
    let ends_in_figures = lower.ends_with(|c: char| c.is_ascii_digit());
    let counts = in_figures && ends_in_figures && lower.contains(" to ");
    (!in_figures || lower.contains("past")) && !lower.contains(" of ") && !counts
}

/// A street in small letters: no word before its kind is one that counts or describes.
pub(super) fn small_street(text: &str) -> bool {
    const NO_STREET: [&str; 22] = [
        "of", "the", "a", "to", "and", "in", "per", "km", "miles", "hours", "minutes", "min", "days", "year", "years",
        "percent", "more", "people", "metres", "large", "small", "first",
    ];
    !text.split_whitespace().any(|word| NO_STREET.contains(&word))
}

/// Figures without the letters that no Dutch post code has, and which are no year before a word in capitals.
pub(super) fn dutch_post_code(text: &str) -> bool {
    let letters: String = text.chars().filter(char::is_ascii_uppercase).take(2).collect();
    let year = text[..4].parse::<u32>().is_ok_and(|year| (1900..2100).contains(&year));
    !["SA", "SD", "SS"].contains(&&*letters)
        && !year
        && !["KG", "KM", "MB", "GB", "AM", "PM", "EU", "US", "UK", "MM", "CM", "HZ", "KB", "TB", "MG", "ML"]
            .contains(&&*letters)
}

/// A town behind a code of four or five figures; four figures that could be a year need the sign of a country.
pub(super) fn town_behind_code(text: &str) -> bool {
    let number: String = text.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    let signed = text.starts_with(|c: char| c.is_ascii_uppercase());
    let year = number.parse::<u32>().is_ok_and(|year| (1900..2100).contains(&year));
    let word = text.rsplit(' ').next().unwrap_or_default();
    signed || !year && word.chars().count() > 2
}

/// Words in capitals before a post code: a line of an address in capitals.
pub(super) fn capitals_and_code(text: &str) -> bool {
    let number: String = text.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    let year = number.len() == 4 && number.parse::<u32>().is_ok_and(|year| (1900..2100).contains(&year));
    let words = text.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).count();
    !year && words >= 2
}

/// Six figures behind a town.
pub(super) fn indian_post_code(text: &str) -> bool {
    const NO_TOWN: [&str; 12] =
        ["Case", "File", "Order", "Ticket", "Account", "Number", "Invoice", "Code", "About", "Ref", "Policy", "Room"];
    figures(text) == 6 && !NO_TOWN.iter().any(|word| text.starts_with(word))
}

/// Vehicle identification number: the ninth sign checks the others, or it begins like one of Europe, where it need not.
pub(super) fn vehicle(text: &str) -> bool {
    let value = |c: char| match c {
        '0'..='9' => c as u32 - '0' as u32,
        'A'..='H' => c as u32 - 'A' as u32 + 1,
        'J'..='N' => c as u32 - 'J' as u32 + 1,
        'P' => 7,
        'R' => 9,
        'S'..='Z' => c as u32 - 'S' as u32 + 2,
        _ => 0,
    };
    let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    let sum: u32 = text.chars().map(value).zip(weights).map(|(value, weight)| value * weight).sum();
    let checked = text.chars().nth(8) == std::char::from_digit(sum % 11, 10).or(Some('X'));
    let letters = count(text, char::is_ascii_uppercase);
    let serial = text.len() == 17 && text[13..].bytes().all(|b| b.is_ascii_digit());
    figures(text) >= 5
        && letters >= 3
        && (checked || serial && text.starts_with(['S', 'V', 'W', 'X', 'Y', 'Z', 'T', 'U']))
}

/// Two numbers that are a latitude and a longitude with at least three decimals each.
pub(super) fn position(text: &str) -> bool {
    let numbers: Vec<f64> = text
        .split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .filter(|part| part.contains('.'))
        .filter_map(|part| part.parse().ok())
        .collect();
    matches!(numbers[..], [a, b] if a <= 90.0 && b <= 180.0)
}

/// Two letters, two figures that are an age of a car, three letters.
pub(super) fn british_plate(text: &str) -> bool {
    text[2..4].parse::<u32>().is_ok_and(|age| (1..=30).contains(&age) || (51..=80).contains(&age))
}

/// A plate has figures, and letters or a gap, and is short.
pub(super) fn plate(text: &str) -> bool {
    let letters = count(text, char::is_ascii_uppercase);
    (1..=7).contains(&figures(text)) && letters >= 1 && (4..=11).contains(&text.len()) && figures(text) + letters >= 4
}

/// A serial number has at least four signs, and figures among them.
pub(super) fn serial(text: &str) -> bool {
    text.len() >= 5 && figures(text) >= 2 && !date(text)
}

/// A value that is no word: figures or signs among letters, or letters of both cases.
pub(super) fn secret(text: &str) -> bool {
    let (upper, lower) = (count(text, char::is_ascii_uppercase), count(text, char::is_ascii_lowercase));
    figures(text) >= 2 || upper >= 2 && lower >= 2
}

/// What follows "password is": no common word.
pub(super) fn password(text: &str) -> bool {
    const WORDS: [&str; 26] = [
        "required",
        "incorrect",
        "wrong",
        "expired",
        "reset",
        "still",
        "correct",
        "invalid",
        "changed",
        "needed",
        "below",
        "above",
        "sent",
        "stored",
        "protected",
        "lost",
        "different",
        "same",
        "available",
        "known",
        "with",
        "must",
        "cannot",
        "should",
        "that",
        "your",
    ];
    let bare = text.trim_end_matches(['.', ',', ';', '!', '?', ')']);
    let is_word = bare.chars().all(|c| c.is_lowercase());
    bare.chars().count() >= 4 && !WORDS.contains(&&*bare.to_lowercase()) && (!is_word || bare.chars().count() >= 6)
}

/// A long string that looks drawn at random: letters of both cases and figures change often.
pub(super) fn random(text: &str) -> bool {
    let class = |c: char| match c {
        '0'..='9' => 0,
        'a'..='z' => 1,
        'A'..='Z' => 2,
        _ => 3,
    };
    let changes = text.chars().zip(text.chars().skip(1)).filter(|(a, b)| class(*a) != class(*b)).count();
    let pure_hex = text.len() >= 32 && text.chars().all(|c| c.is_ascii_hexdigit());
    figures(text) >= 3 && (pure_hex || mixed(text) && changes * 4 >= text.len() && !text.contains("//"))
}

/// No decorator of a program and no word of a channel.
pub(super) fn handle(text: &str) -> bool {
    const EVERYBODY: [&str; 8] = ["@here", "@channel", "@everyone", "@all", "@media", "@import", "@param", "@return"];
    !EVERYBODY.contains(&text) && text.chars().any(char::is_alphabetic)
}

/// A tag of letters: "$HOME" and "$500" are none.
pub(super) fn cash_tag(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_lowercase())
}

/// A user name, no ordinary word behind "user is".
pub(super) fn user_name(text: &str) -> bool {
    const WORDS: [&str; 24] = [
        "not",
        "unable",
        "able",
        "the",
        "a",
        "an",
        "still",
        "unknown",
        "locked",
        "logged",
        "asking",
        "reporting",
        "in",
        "on",
        "required",
        "admin",
        "root",
        "system",
        "now",
        "well",
        "follows",
        "getting",
        "trying",
        "using",
    ];
    text.chars().any(char::is_alphabetic) && !WORDS.contains(&&*text.to_lowercase())
}

/// A user name of two parts, or with figures.
pub(super) fn joined_name(text: &str) -> bool {
    text.contains(['-', '_']) || figures(text) > 0
}

/// A machine's name in capitals with hyphens: one part has figures behind letters, or there are three parts.
pub(super) fn host(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let coded = |part: &&str| {
        part.starts_with(|c: char| c.is_ascii_uppercase())
            && part.ends_with(|c: char| c.is_ascii_digit())
            && part.len() > 4
    };
    parts.iter().any(coded) || parts.len() >= 3 && text.len() >= 12
}
