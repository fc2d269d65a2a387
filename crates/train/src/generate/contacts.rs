//! Telephone numbers and web addresses.

use super::identity::{digits, text};
use super::lists::{between, chance, pick};
use super::mark::{Kind, Piece};
use super::people::{NICK_WORDS, Person};
use scumble_mask::Rng;

/// Digits for a pattern: 0 to 9 stand as they are, N is 2 to 9, D is any digit.
fn fill(pattern: &str, rng: &mut Rng) -> String {
    let digit = |c: char, rng: &mut Rng| match c {
        'N' => char::from_digit(between(2, 9, rng) as u32, 10).unwrap_or('2'),
        'D' => char::from_digit(rng.below(10) as u32, 10).unwrap_or('0'),
        other => other,
    };
    pattern.chars().map(|c| digit(c, rng)).collect()
}

/// A telephone number in a form of its country.
pub(super) fn phone(form: &str, country: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
    if !matches!(form, "" | "mobile" | "short") {
        return None;
    }
    let patterns: &[&str] = match country {
        "us" | "ca" => &[
            "(NDD) NDD-DDDD",
            "NDD-NDD-DDDD",
            "NDD.NDD.DDDD",
            "+1 NDD NDD DDDD",
            "1-NDD-NDD-DDDD",
            "+1 (NDD) NDD-DDDD",
        ],
        "uk" => &[
            "07DDD DDDDDD",
            "020 7DDD DDDD",
            "+44 7DDD DDDDDD",
            "0113 NDD DDDD",
            "01DDD DDDDDD",
            "+44 (0)20 8DDD DDDD",
            "07DDDDDDDDD",
        ],
        "ie" => &["087 DDD DDDD", "01 DDD DDDD", "+353 86 DDD DDDD", "(021) NDDDDDD"],
        "de" => &["0171 DDDDDDD", "+49 30 NDDDDDD", "089/NDDDDDD", "+49 (0)221 NDDDDD", "0NDD NDDDDD-DD"],
        "at" => &["+43 660 DDDDDDD", "01 NDDDDDD", "0664/DDDDDDD"],
        "ch" => &["+41 79 DDD DD DD", "044 NDD DD DD", "079 DDD DD DD"],
        "fr" | "be" => &["06 DD DD DD DD", "+33 1 DD DD DD DD", "01.DD.DD.DD.DD", "+32 47D DD DD DD"],
        "es" => &["6DD DDD DDD", "+34 91 DDD DD DD", "+34 6DD DD DD DD"],
        "it" => &["+39 3DD DDD DDDD", "02 NDDDDDDD", "3DD DDDDDDD"],
        "nl" => &["06-DDDDDDDD", "+31 6 DDDDDDDD", "020-NDDDDDD", "+31 (0)10 NDD DDDD"],
        "in" => &["+91 9DDDD DDDDD", "9DDDDDDDDD", "022-NDDDDDDD", "+91-8DDDDDDDDD"],
        "au" | "nz" => &["04DD DDD DDD", "(02) 9DDD DDDD", "+61 4DD DDD DDD", "021 DDD DDDD"],
        "pl" => &["+48 5DD DDD DDD", "22 NDD DD DD"],
        "se" => &["070-DDD DD DD", "+46 8 NDD DDD DD"],
        "pt" | "br" => &["+351 9DD DDD DDD", "(11) 9DDDD-DDDD", "21D DDD DDD"],
        _ => &["+27 82 DDD DDDD", "011 NDD DDDD", "082 DDD DDDD"],
    };
    let number = if form == "short" { fill("x DDDD", rng).replace("x ", "") } else { fill(pick(patterns, rng), rng) };
    Some(vec![Piece::marked(Kind::Phone, number)])
}

/// An address of the web that leads to one person or page.
pub(super) fn url(form: &str, country: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
    let person = Person::new(country, None, rng);
    let handle = person.mention("handle", "", rng)?.remove(0).text;
    let word = pick(&NICK_WORDS, rng);
    let scheme = pick(&["https://", "http://", "https://www.", "www.", ""], rng);
    let form = if form.is_empty() { pick(&["page", "profile", "path", "query", "bare"], rng) } else { form };
    let number = text(&digits(6, rng));
    let address = match form {
        "page" => format!(
            "{scheme}{word}{}.{}/{}",
            pick(&NICK_WORDS, rng),
            pick(&["com", "org", "net", "io", "co.uk", "de"], rng),
            pick(&["about", "team", "news/2021/opening", "~home", "index.html"], rng)
        ),
        "profile" => {
            let site = pick(
                &[
                    "linkedin.com/in/",
                    "github.com/",
                    "instagram.com/",
                    "facebook.com/",
                    "twitter.com/",
                    "t.me/",
                    "behance.net/",
                    "medium.com/@",
                ],
                rng,
            );
            format!("{}{site}{handle}", pick(&["https://", "", "https://www.", ""], rng))
        }
        "path" => format!(
            "{scheme}{word}-{}.com/{}/{number}",
            pick(&NICK_WORDS, rng),
            pick(&["orders", "claim", "users", "t", "doc", "view"], rng)
        ),
        "query" => format!(
            "https://{}.{word}.com/{}?id={number}&t={}",
            pick(&["portal", "my", "app", "secure"], rng),
            pick(&["reset", "login", "track", "invoice"], rng),
            super::secrets::random("hex", 12, rng)
        ),
        "bare" => format!(
            "{word}{}.{}{}",
            pick(&NICK_WORDS, rng),
            pick(&["com", "org", "net", "me", "ie"], rng),
            if chance(60, rng) { format!("/{handle}") } else { String::new() }
        ),
        _ => return None,
    };
    Some(vec![Piece::marked(Kind::Url, address)])
}
