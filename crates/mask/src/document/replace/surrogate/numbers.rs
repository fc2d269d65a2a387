//! Numbers, addresses and codes: from ranges that are reserved for examples where a kind has one, else of the same form with a wrong
//! check digit, else of the same form.

use super::Surrogates;
use scumble_text::entity::EntityKind;

/// Domains that are reserved for examples (RFC 2606).
const DOMAINS: [&str; 3] = ["example.org", "example.com", "example.net"];
/// Networks that are reserved for documentation (RFC 5737).
const NETWORKS: [&str; 3] = ["192.0.2", "198.51.100", "203.0.113"];

impl Surrogates<'_> {
    /// A number or code in place of one of the same kind.
    pub(super) fn number(&mut self, kind: EntityKind, surface: &str) -> Option<String> {
        for _ in 0..super::TRIES {
            let made = match kind {
                EntityKind::Email => self.email()?,
                EntityKind::Url => self.url(surface)?,
                EntityKind::Phone => self.phone(surface)?,
                EntityKind::Ip => self.ip(surface)?,
                EntityKind::Iban => self.iban(surface)?,
                EntityKind::PaymentCard => self.card(surface)?,
                EntityKind::NationalId => self.national_id(surface)?,
                EntityKind::Age => self.age(surface)?,
                EntityKind::Quantity => self.quantity(surface)?,
                EntityKind::Code if is_mac(surface) => self.mac(surface)?,
                EntityKind::Code | EntityKind::PostCode | EntityKind::Custom(_) => self.figures(surface)?,
                EntityKind::Handle | EntityKind::Secret => self.signs(surface)?,
                _ => return None,
            };
            if made != surface && !self.avoid.says(&made) {
                return Some(made);
            }
        }
        None
    }

    /// The same form with other letters and figures: a user name or a key says something even without figures.
    fn signs(&mut self, surface: &str) -> Option<String> {
        let mut out = String::with_capacity(surface.len());
        for c in surface.chars() {
            out.push(match c {
                c if c.is_ascii_digit() => self.digit()?,
                c if c.is_ascii_uppercase() => char::from(b'A' + self.ledger.below(26)? as u8),
                c if c.is_alphabetic() => char::from(b'a' + self.ledger.below(26)? as u8),
                c => c,
            });
        }
        Some(out)
    }

    fn digit(&mut self) -> Option<char> {
        self.ledger.below(10).map(|digit| char::from(b'0' + digit as u8))
    }

    /// The same form with other figures and, in codes that have figures, other letters. A number does not begin with a zero that it
    /// did not begin with.
    pub(super) fn figures(&mut self, surface: &str) -> Option<String> {
        let code = surface.bytes().any(|byte| byte.is_ascii_digit());
        let mut before = ' ';
        let mut out = String::with_capacity(surface.len());
        for c in surface.chars() {
            out.push(match c {
                '0' if !before.is_ascii_digit() => '0',
                c if c.is_ascii_digit() && !before.is_ascii_digit() => char::from(b'1' + self.ledger.below(9)? as u8),
                c if c.is_ascii_digit() => self.digit()?,
                c if c.is_ascii_uppercase() && code => char::from(b'A' + self.ledger.below(26)? as u8),
                c if c.is_ascii_lowercase() && code => char::from(b'a' + self.ledger.below(26)? as u8),
                c => c,
            });
            before = c;
        }
        Some(out)
    }

    /// The same form with other figures only: units and currencies stay.
    fn quantity(&mut self, surface: &str) -> Option<String> {
        if !surface.bytes().any(|byte| byte.is_ascii_digit()) {
            return self.number_words(surface);
        }
        let mut before = ' ';
        let mut out = String::with_capacity(surface.len());
        for c in surface.chars() {
            let first = !before.is_ascii_digit() && !matches!(before, ',' | '.');
            out.push(match c {
                c if c.is_ascii_digit() && c != '0' && first => char::from(b'1' + self.ledger.below(9)? as u8),
                c if c.is_ascii_digit() && c != '0' => self.digit()?,
                c => c,
            });
            before = c;
        }
        Some(out)
    }

    /// Another number in words.
    pub(super) fn number_words(&mut self, surface: &str) -> Option<String> {
        const WORDS: [&str; 18] = [
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty",
            "thirty", "forty", "fifty", "sixty", "seventy", "eighty",
        ];
        let mut out = surface.to_owned();
        let found =
            scumble_span::word_spans(surface).find(|span| WORDS.contains(&span.of(surface).to_lowercase().as_str()))?;
        // Words below twenty and tens do not stand for each other: "twenty-five" stays a number.
        let tens = WORDS[11..].contains(&found.of(surface).to_lowercase().as_str());
        let words = if tens { &WORDS[11..] } else { &WORDS[..8] };
        let word = words[self.ledger.below(words.len())?];
        out.replace_range(
            found.range(),
            &super::in_case_of(&(word[..1].to_uppercase() + &word[1..]), found.of(surface)),
        );
        Some(out)
    }

    fn age(&mut self, surface: &str) -> Option<String> {
        let Ok(age) = surface.trim().parse::<usize>() else { return self.number_words(surface) };
        // A few years more or less; above 89 any old age.
        let (from, width) = if age > 89 { (70, 20) } else { (age.saturating_sub(4).max(1), 9) };
        let drawn = from + self.ledger.below(width)?;
        (drawn != age).then(|| drawn.to_string()).or_else(|| Some((drawn + 1).min(89).to_string()))
    }

    fn email(&mut self) -> Option<String> {
        let (name, domain) = (self.coined()?.to_lowercase(), DOMAINS[self.ledger.below(DOMAINS.len())?]);
        Some(format!("{name}@{domain}"))
    }

    fn url(&mut self, surface: &str) -> Option<String> {
        let domain = DOMAINS[self.ledger.below(DOMAINS.len())?];
        let scheme = surface.find("://").map_or("", |end| &surface[..end + 3]);
        let www = if surface[scheme.len()..].starts_with("www.") { "www." } else { "" };
        let path = self.coined()?.to_lowercase();
        Some(format!("{scheme}{www}{domain}/{path}"))
    }

    /// 555-0100 to 555-0199 in North America; numbers that the British regulator keeps for drama elsewhere.
    fn phone(&mut self, surface: &str) -> Option<String> {
        let figures: String = surface.chars().filter(char::is_ascii_digit).collect();
        let (tens, ones) = (self.digit()?, self.digit()?);
        let american = match figures.len() {
            10 => !figures.starts_with('0') && !surface.starts_with('+'),
            11 => figures.starts_with('1'),
            7 => !surface.starts_with('0') && !surface.starts_with('+'),
            _ => false,
        };
        let digits: String = if american {
            let keep = figures.len() - 7;
            // Another area: not the one of the original.
            let area = match keep {
                0 => String::new(),
                keep => format!(
                    "{}{}{}{}",
                    &figures[..keep - 3],
                    2 + self.ledger.below(8)?,
                    self.ledger.below(9)?,
                    self.digit()?
                ),
            };
            format!("{area}55501{tens}{ones}")
        } else if surface.starts_with('+') || figures.starts_with("00") {
            return Some(format!("+44 20 7946 0{}{tens}{ones}", self.digit()?));
        } else if figures.starts_with("07") {
            format!("07700900{}{tens}{ones}", self.digit()?)
        } else {
            format!("02079460{}{tens}{ones}", self.digit()?)
        };
        if digits.len() != figures.len() {
            return Some(digits);
        }
        let mut digits = digits.chars();
        surface.chars().map(|c| if c.is_ascii_digit() { digits.next() } else { Some(c) }).collect()
    }

    fn ip(&mut self, surface: &str) -> Option<String> {
        if surface.contains(':') {
            return Some(format!(
                "2001:db8::{:x}:{:x}",
                self.ledger.below(0xffff)? + 1,
                self.ledger.below(0xffff)? + 1
            ));
        }
        let network = NETWORKS[self.ledger.below(NETWORKS.len())?];
        Some(format!("{network}.{}", 1 + self.ledger.below(254)?))
    }

    /// A hardware address of the range for documentation (RFC 7042).
    fn mac(&mut self, surface: &str) -> Option<String> {
        let mark = surface.chars().find(|c| matches!(c, ':' | '-')).unwrap_or(':');
        let last = format!("{:02X}", self.ledger.below(256)?);
        let made = ["00", "00", "5E", "00", "53", &last].join(&mark.to_string());
        Some(if surface.chars().any(|c| c.is_ascii_lowercase()) { made.to_lowercase() } else { made })
    }

    /// The same country and form, with check digits that are wrong.
    fn iban(&mut self, surface: &str) -> Option<String> {
        let mut out: Vec<char> = Vec::with_capacity(surface.len());
        let mut place = 0;
        for c in surface.chars() {
            if !c.is_ascii_alphanumeric() {
                out.push(c);
                continue;
            }
            out.push(match place {
                0 | 1 => c,
                2 | 3 => '0',
                _ if c.is_ascii_digit() => self.digit()?,
                _ => char::from(b'A' + self.ledger.below(26)? as u8),
            });
            place += 1;
        }
        let plain: Vec<char> = out.iter().copied().filter(char::is_ascii_alphanumeric).collect();
        let number = |c: &char| c.to_digit(36).unwrap_or(0);
        let rest = plain[4..].iter().chain(&plain[..4]).fold(0u32, |rest, c| {
            let value = number(c);
            if value > 9 { (rest * 100 + value) % 97 } else { (rest * 10 + value) % 97 }
        });
        // The right digits are 98 less the rest; one more is wrong.
        let wrong = 1 + (98 - rest) % 97;
        let mut checks = format!("{wrong:02}").chars().collect::<Vec<_>>().into_iter();
        let mut seen = 0;
        for c in &mut out {
            if c.is_ascii_alphanumeric() {
                if seen == 2 || seen == 3 {
                    *c = checks.next()?;
                }
                seen += 1;
            }
        }
        Some(out.into_iter().collect())
    }

    /// The same form, with a check digit that is wrong.
    fn card(&mut self, surface: &str) -> Option<String> {
        let mut made: Vec<char> = Vec::with_capacity(surface.len());
        for c in surface.chars() {
            made.push(if c.is_ascii_digit() { self.digit()? } else { c });
        }
        let sum: u32 = made
            .iter()
            .filter_map(|c| c.to_digit(10))
            .rev()
            .enumerate()
            .map(|(i, digit)| if i % 2 == 0 { digit } else { digit * 2 - 9 * u32::from(digit > 4) })
            .sum();
        if sum.is_multiple_of(10) {
            let last = made.iter_mut().rev().find(|c| c.is_ascii_digit())?;
            *last = char::from_digit((last.to_digit(10)? + 1) % 10, 10)?;
        }
        Some(made.into_iter().collect())
    }

    /// Numbers that were never given out: US social security numbers from 900 on, British national insurance numbers that begin with
    /// QQ, Spanish identity numbers with a wrong letter.
    fn national_id(&mut self, surface: &str) -> Option<String> {
        let figures = surface.bytes().filter(u8::is_ascii_digit).count();
        let letters = surface.bytes().filter(u8::is_ascii_alphabetic).count();
        let made = self.figures(surface)?;
        match (figures, letters) {
            (9, 0) => {
                let mut place = 0;
                let mut replaced = String::with_capacity(made.len());
                let group = 1 + self.ledger.below(49)?;
                for c in made.chars() {
                    let digit = match place {
                        _ if !c.is_ascii_digit() => c,
                        0 => '9',
                        3 => char::from_digit(group as u32 / 10, 10)?,
                        4 => char::from_digit(group as u32 % 10, 10)?,
                        _ => c,
                    };
                    place += usize::from(c.is_ascii_digit());
                    replaced.push(digit);
                }
                Some(replaced)
            }
            (6, 3) => Some(format!("QQ{}", &made[2..made.len() - 1]) + ["A", "B", "C", "D"][self.ledger.below(4)?]),
            (7 | 8, 1 | 2) => {
                const LETTERS: &[u8] = b"TRWAGMYFPDXBNJZSQVHLCKE";
                let first = surface.chars().next()?;
                let body: String = made.chars().filter(char::is_ascii_digit).collect();
                let lead = match first {
                    'X' => "0",
                    'Y' => "1",
                    'Z' => "2",
                    _ => "",
                };
                let number: usize = format!("{lead}{body}").parse().ok()?;
                let wrong = char::from(LETTERS[(number + 1 + self.ledger.below(22)?) % 23]);
                let mut out: Vec<char> = made.chars().collect();
                *out.last_mut()? = wrong;
                if !lead.is_empty() {
                    *out.first_mut()? = first;
                }
                Some(out.into_iter().collect())
            }
            _ => Some(made),
        }
    }
}

/// Whether it is six pairs of hexadecimal figures.
fn is_mac(surface: &str) -> bool {
    let pairs: Vec<&str> = surface.split([':', '-']).collect();
    pairs.len() == 6 && pairs.iter().all(|pair| pair.len() == 2 && pair.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
