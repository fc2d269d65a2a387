//! Organisations: names made by a grammar, and common real ones.

use super::lists::{CULTURES, chance, names, organisations, pick, places};
use super::mark::{Kind, Piece};
use super::people::plain_letters;
use super::places::town;
use scumble_mask::Rng;

/// An organisation.
#[derive(Debug, Clone)]
pub(super) struct Organisation {
    full: String,
    short: String,
    pub(super) domain: String,
}

/// The kinds that can be made.
pub(super) const FORMS: [&str; 17] = [
    "hospital",
    "school",
    "company",
    "bank",
    "shop",
    "church",
    "club",
    "charity",
    "authority",
    "university",
    "ward",
    "union",
    "clinic",
    "insurer",
    "court",
    "lawyers",
    "police",
];

impl Organisation {
    /// An organisation of that kind; nothing if there is no such kind.
    pub(super) fn new(form: &str, country: &str, rng: &mut Rng) -> Option<Self> {
        let lists = organisations();
        let form = if matches!(form, "" | "any") { FORMS[rng.below(FORMS.len())] } else { form };
        let culture = if chance(50, rng) { "english" } else { CULTURES[rng.below(CULTURES.len())].0 };
        let family = names(culture).pick("family", rng);
        let other = names("english").pick("family", rng);
        let (saint, word) = (lists.pick("saints", rng), lists.pick("words", rng));
        let town = town(country, rng);
        let district = places().pick("districts", rng);
        let real = lists.all(form);
        if !real.is_empty() && chance(30, rng) {
            let name = pick(real, rng);
            return Some(Self::named(name.to_owned(), name.to_owned()));
        }
        let short = match rng.below(4) {
            0 => saint.to_owned(),
            1 => family.to_owned(),
            2 => word.to_owned(),
            _ => town.clone(),
        };
        let suffix = |list: &str, rng: &mut Rng| lists.pick(list, rng);
        let full = match form {
            "company" => {
                let ending = suffix("company.ending", rng);
                let (name, short) = match rng.below(5) {
                    0 => (format!("{family} & {other}"), format!("{family} & {other}")),
                    1 => (format!("{family} {}", suffix("company.trade", rng)), family.to_owned()),
                    2 => (
                        format!(
                            "{word}{}",
                            pick(&["ix", "ora", "tech", "soft", "works", "line", "Logic", "Point"], rng)
                        ),
                        word.to_owned(),
                    ),
                    3 => (format!("{word} {}", suffix("company.trade", rng)), word.to_owned()),
                    _ => (format!("{town} {}", suffix("company.trade", rng)), town.clone()),
                };
                let full = if chance(60, rng) { format!("{name} {ending}") } else { name };
                return Some(Self::named(full, short));
            }
            "shop" => match rng.below(3) {
                0 => return Some(Self::named(format!("{family}'s"), format!("{family}'s"))),
                _ => format!("{short} {}", suffix("shop.ending", rng)),
            },
            "lawyers" => format!("{family}, {other} & {}", pick(&["Partners", "Co", "Associates"], rng)),
            "court" => format!("{town} {}", suffix("court.ending", rng)),
            "authority" => match rng.below(4) {
                0 => format!("City of {town}"),
                1 => format!("{} of {town}", pick(&["Municipality", "Borough", "Canton"], rng)),
                _ => format!("{town} {}", suffix("authority.ending", rng)),
            },
            "university" if chance(50, rng) => format!("University of {town}"),
            "church" if chance(60, rng) => format!("{saint} {}", suffix("church.ending", rng)),
            "club" => format!("{} {}", pick(&[town.as_str(), district], rng), suffix("club.ending", rng)),
            "ward" => format!("{} Ward", pick(&[family, word, district], rng)),
            "hospital" | "school" | "bank" | "church" | "charity" | "university" | "union" | "clinic" | "insurer"
            | "police" => {
                format!("{short} {}", suffix(&format!("{form}.ending"), rng))
            }
            _ => return None,
        };
        Some(Self::named(full, short))
    }

    fn named(full: String, short: String) -> Self {
        let mut domain: String = full
            .split_whitespace()
            .map(plain_letters)
            .filter(|word| !word.is_empty())
            .take(2)
            .collect::<Vec<_>>()
            .join("-");
        let endings = ["com", "org", "co.uk", "net", "de", "example", "ie", "eu"];
        domain = format!("{domain}.{}", endings[full.len() % endings.len()]);
        Self { full, short, domain }
    }

    /// A mention in that form; nothing if the form is unknown.
    pub(super) fn mention(&self, form: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
        let masked = |text: String| Some(vec![Piece::marked(Kind::Organisation, text)]);
        let initials = |name: &str| {
            let words = name.split([' ', '-']).filter(|word| !matches!(*word, "of" | "and" | "&" | "the"));
            words.filter_map(|word| word.chars().next()).filter(|c| c.is_uppercase()).collect::<String>()
        };
        match form {
            "full" => masked(self.full.clone()),
            // A name that says which one it is; the kind of house alone stays.
            "short" if self.full.starts_with(&self.short) => masked(self.short.clone()),
            "short" => masked(self.full.clone()),
            "lower" => masked(self.full.to_lowercase()),
            "upper" => masked(self.full.to_uppercase()),
            "letters" if initials(&self.full).len() > 2 => masked(initials(&self.full)),
            "letters" => masked(self.full.clone()),
            "email" => {
                let local = pick(
                    &["info", "office", "accounts", "hr", "support", "reception", "billing", "admissions", "noreply"],
                    rng,
                );
                Some(vec![Piece::marked(Kind::Email, format!("{local}@{}", self.domain))])
            }
            "url" => {
                let start = pick(&["https://www.", "www.", "", "http://", "https://"], rng);
                let path = pick(&["", "", "/contact", "/login", "/jobs/apply", "/my-account"], rng);
                Some(vec![Piece::marked(Kind::Url, format!("{start}{}{path}", self.domain))])
            }
            "domain" => Some(vec![Piece::marked(Kind::Url, self.domain.clone())]),
            _ => None,
        }
    }
}

/// A company that the whole world knows, as a maker or carrier.
pub(super) fn world(rng: &mut Rng) -> Vec<Piece> {
    vec![Piece::optional(Kind::Organisation, organisations().pick("world", rng))]
}
