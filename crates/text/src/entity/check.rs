//! Check digits and other rules that tell a real number from one that only looks like it.

pub(super) use super::shapes::*;

/// The decimal digits of a text.
fn digits(text: &str) -> impl DoubleEndedIterator<Item = u32> + '_ {
    text.chars().filter_map(|c| c.to_digit(10))
}

/// Luhn's check digit, over 12 to 19 digits that are not all the same.
pub(super) fn payment_card(text: &str) -> bool {
    let count = digits(text).count();
    let sum: u32 = digits(text)
        .rev()
        .enumerate()
        .map(|(i, digit)| match (i % 2, digit * 2) {
            (0, _) => digit,
            (_, doubled) => doubled / 10 + doubled % 10,
        })
        .sum();
    let first = digits(text).next();
    (12..=19).contains(&count) && sum.is_multiple_of(10) && digits(text).any(|digit| Some(digit) != first)
}

/// The check digits of an international bank account number: the rest by 97 is 1.
pub(super) fn iban(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    if !(15..=34).contains(&letters.len()) {
        return false;
    }
    let turned = letters[4..].iter().chain(&letters[..4]);
    let rest = turned.fold(0u32, |rest, c| match c.to_digit(36) {
        Some(value) if value < 10 => (rest * 10 + value) % 97,
        Some(value) => (rest * 100 + value) % 97,
        None => rest,
    });
    rest == 1
}

/// US social security numbers that were ever given out: no part is all zeros, no area 666 or above 899.
pub(super) fn social_security(text: &str) -> bool {
    let all: String = text.chars().filter(char::is_ascii_digit).collect();
    all.len() == 9
        && !all.starts_with("000")
        && !all.starts_with("666")
        && !all.starts_with('9')
        && &all[3..5] != "00"
        && &all[5..] != "0000"
}

/// UK national insurance numbers: some prefixes are never used.
pub(super) fn national_insurance(text: &str) -> bool {
    let prefix: String = text.chars().filter(char::is_ascii_alphabetic).take(2).collect::<String>().to_uppercase();
    let (first, second) = (prefix.chars().next().unwrap_or(' '), prefix.chars().nth(1).unwrap_or(' '));
    !"DFIQUV".contains(first)
        && !"DFIOQUV".contains(second)
        && !["BG", "GB", "NK", "KN", "TN", "NT", "ZZ"].contains(&&*prefix)
}

/// Spanish DNI and NIE: the letter follows from the number.
pub(super) fn dni(text: &str) -> bool {
    const LETTERS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";
    let upper: String = text.to_uppercase().chars().filter(char::is_ascii_alphanumeric).collect();
    let number = upper.replacen('X', "0", 1).replacen('Y', "1", 1).replacen('Z', "2", 1);
    let body = match upper.chars().next() {
        Some('X' | 'Y' | 'Z') => &number[..number.len() - 1],
        _ => &upper[..upper.len() - 1],
    };
    let given = upper.bytes().next_back().unwrap_or(b' ');
    body.parse::<usize>().is_ok_and(|value| LETTERS[value % 23] == given)
}

/// Four parts, none above 255.
pub(super) fn ip(text: &str) -> bool {
    text.parse::<std::net::IpAddr>().is_ok()
}

/// Enough digits to be called, not so many that it is something else, and not a date.
pub(super) fn phone(text: &str) -> bool {
    let count = digits(text).count();
    let first = digits(text).next();
    (7..=15).contains(&count)
        && !date(text)
        && !begins_with_date(text)
        && digits(text).any(|digit| Some(digit) != first)
}

/// A date before the hour of a time: "2024-06-01 22" of "2024-06-01 22:14".
fn begins_with_date(text: &str) -> bool {
    let before = text.split_whitespace().next().unwrap_or_default();
    before.len() < text.len() && date(before)
}

/// A day and a month in figures, in either order, or the year first.
pub(super) fn date(text: &str) -> bool {
    let parts: Vec<u32> = text.split(['/', '.', '-']).filter_map(|part| part.trim().parse().ok()).collect();
    let [a, b, c] = parts[..] else { return false };
    // One sign stands between all parts.
    if ['/', '.', '-'].into_iter().filter(|&sign| text.contains(sign)).count() > 1 {
        return false;
    }
    let day_and_month = |x: u32, y: u32| (1..=31).contains(&x) && (1..=31).contains(&y) && (x <= 12 || y <= 12);
    (day_and_month(a, b) && (c < 100 || (1000..=2200).contains(&c)))
        || ((1000..=2200).contains(&a) && day_and_month(b, c))
}

/// Hours and minutes of a clock.
pub(super) fn time(text: &str) -> bool {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == ':' || c == '.')).unwrap_or(text.len());
    let mut parts = text[..end].trim_end_matches('.').split([':', '.']).map(str::parse::<u32>);
    let hour = parts.next().and_then(Result::ok).unwrap_or(99);
    hour < 25 && parts.all(|part| part.is_ok_and(|value| value < 60))
}

pub(super) fn has_digit(text: &str) -> bool {
    digits(text).next().is_some()
}

pub(super) fn always(_: &str) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that the schemes' own descriptions give as examples, and the same with one figure changed.
    #[test]
    fn check_digits() {
        assert!(payment_card("4111 1111 1111 1111") && !payment_card("4111 1111 1111 1112"));
        assert!(payment_card("5500-0000-0000-0004") && payment_card("378282246310005"));
        assert!(!payment_card("0000 0000 0000 0000") && !payment_card("1234"));
        assert!(iban("GB82 WEST 1234 5698 7654 32") && !iban("GB82 WEST 1234 5698 7654 33"));
        assert!(iban("DE89370400440532013000") && iban("ES9121000418450200051332") && !iban("GB82"));
        assert!(social_security("078-05-1120") && !social_security("000-05-1120") && !social_security("666-05-1120"));
        assert!(!social_security("078-00-1120") && !social_security("900-05-1120"));
        assert!(
            national_insurance("AB 12 34 56 C") && !national_insurance("GB123456A") && !national_insurance("DA123456A")
        );
        assert!(dni("12345678Z") && !dni("12345678A") && dni("X1234567L") && !dni("X1234567T"));
        assert!(ip("192.168.1.254") && !ip("192.168.1.256") && ip("2001:db8::1"));
        assert!(date("31/12/1999") && date("12/31/99") && date("1999-12-31") && !date("31/31/1999") && !date("1/2"));
        assert!(time("10:30") && time("23.59") && !time("25:10") && !time("10:75"));
        assert!(phone("+44 20 7946 0958") && !phone("12/31/1999") && !phone("123") && !phone("0000000"));
    }
}
