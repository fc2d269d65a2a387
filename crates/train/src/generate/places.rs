//! Places and postal addresses in the form of their country.

use super::lists::{between, chance, pick, places};
use super::mark::{Kind, Piece};
use scumble_mask::Rng;

/// The countries whose addresses are written here.
pub(super) const COUNTRIES: [&str; 20] = [
    "us", "uk", "ie", "de", "at", "ch", "fr", "es", "it", "nl", "in", "au", "ca", "nz", "be", "pl", "se", "pt", "br",
    "za",
];

/// A postal address.
#[derive(Debug, Clone)]
pub(super) struct Address {
    unit: String,
    street: String,
    postcode: String,
    town: String,
    /// Post code and town as they stand together.
    post_town: String,
}

/// A town of a country; some are invented.
pub(super) fn town(country: &str, rng: &mut Rng) -> String {
    let english = matches!(country, "us" | "uk" | "ie" | "au" | "ca" | "nz" | "za");
    if english && chance(35, rng) {
        let (front, back) = (places().pick("invented.front", rng), places().pick("invented.back", rng));
        let before = if chance(8, rng) { pick(&["Great ", "Upper ", "East ", "New ", "Little "], rng) } else { "" };
        return format!("{before}{front}{back}");
    }
    let real = places().pick(&format!("{country}.towns"), rng);
    if real.is_empty() { places().pick("us.towns", rng).to_owned() } else { real.to_owned() }
}

fn letters(count: usize, rng: &mut Rng) -> String {
    (0..count)
        .map(|_| {
            pick(
                &["A", "B", "D", "E", "F", "G", "H", "J", "L", "N", "P", "Q", "R", "S", "T", "U", "W", "X", "Y", "Z"],
                rng,
            )
        })
        .collect()
}

/// A post code by the country's pattern.
fn postcode(country: &str, rng: &mut Rng) -> String {
    let mut number = |least: usize, most: usize| between(least, most, rng);
    match country {
        "us" if number(0, 9) == 0 => format!("{:05}-{:04}", number(501, 99950), number(1, 9999)),
        "us" | "de" | "fr" | "es" | "it" => format!("{:05}", number(1001, 98999)),
        "uk" => {
            let area =
                ["LS", "M", "B", "SW", "NE", "BS", "CF", "EH", "G", "SE", "N", "E", "YO", "OX", "CB", "PL", "NR", "LE"]
                    [number(0, 17)];
            let inner = format!("{} {}", number(1, 29), number(1, 9));
            format!("{area}{inner}{}", letters(2, rng))
        }
        "ie" => {
            let first = ["D", "A", "T", "V", "H", "P", "F"][number(0, 6)];
            let route = number(10, 99);
            let last = format!("{}{}{}", letters(1, rng), between(10, 99, rng), letters(1, rng));
            format!("{first}{route} {last}")
        }
        "at" | "ch" | "be" | "au" | "nz" | "za" => format!("{}", number(1000, 9999)),
        "nl" => format!("{} {}", number(1000, 9999), letters(2, rng)),
        "in" => {
            let (front, back) = (number(110, 855), number(1, 999));
            if number(0, 1) == 0 { format!("{front}{back:03}") } else { format!("{front} {back:03}") }
        }
        "ca" => {
            let digits = [number(0, 9), number(0, 9), number(0, 9)];
            format!(
                "{}{}{} {}{}{}",
                pick(&["K", "M", "V", "H", "T", "L", "B", "R"], rng),
                digits[0],
                letters(1, rng),
                digits[1],
                letters(1, rng),
                digits[2]
            )
        }
        "pl" => format!("{:02}-{:03}", number(0, 99), number(1, 999)),
        "se" => format!("{} {:02}", number(111, 984), number(10, 99)),
        "pt" => format!("{}-{:03}", number(1000, 9999), number(1, 999)),
        _ => format!("{:05}-{:03}", number(1000, 99999), number(0, 999)),
    }
}

impl Address {
    pub(super) fn new(country: &str, rng: &mut Rng) -> Self {
        let name = places().pick(&format!("{country}.streets"), rng);
        let number = if chance(15, rng) { between(100, 4999, rng) } else { between(1, 180, rng) };
        let short = number % 200 + 1;
        let suffix = if chance(15, rng) { pick(&["a", "b", "A", "B"], rng) } else { "" };
        let street = match country {
            "us" | "ca" => format!(
                "{number} {}{name}",
                if chance(20, rng) { pick(&["N ", "W ", "E. ", "South "], rng) } else { "" }
            ),
            "uk" | "ie" | "au" | "nz" | "za" | "in" => format!("{short}{suffix} {name}"),
            "fr" => format!("{short}{} {name}", if chance(15, rng) { " bis" } else { "" }),
            "es" | "pt" | "br" => format!("{name}, {short}"),
            "it" => format!("{name} {short}"),
            _ => format!("{name} {short}{suffix}"),
        };
        let unit = if chance(25, rng) {
            match country {
                "us" | "ca" => format!("{} {}", pick(&["Apt", "Unit", "Suite", "#"], rng), between(1, 40, rng)),
                "uk" | "ie" | "au" | "nz" | "za" => format!("Flat {}", between(1, 40, rng)),
                "es" => format!("{}º {}", between(1, 8, rng), pick(&["A", "B", "izq.", "dcha."], rng)),
                "in" => format!("{}/{}", between(1, 40, rng), pick(&["A", "B", "C"], rng)),
                "fr" => format!("appt {}", between(1, 60, rng)),
                _ => String::new(),
            }
        } else {
            String::new()
        };
        let (postcode, town) = (postcode(country, rng), town(country, rng));
        let state = places().pick(&format!("{country}.states"), rng);
        let post_town = match country {
            "us" => format!("{town}, {state} {postcode}"),
            "ca" | "au" => format!("{town} {state} {postcode}"),
            "uk" if chance(50, rng) => format!("{town}, {postcode}"),
            "uk" | "ie" | "nz" | "za" => format!("{town} {postcode}"),
            "in" if chance(50, rng) => format!("{town} - {postcode}"),
            "in" => format!("{town} {postcode}"),
            "ch" if chance(20, rng) => format!("CH-{postcode} {town}"),
            "it" => format!("{postcode} {town} ({})", town.chars().take(2).collect::<String>().to_uppercase()),
            _ => format!("{postcode} {town}"),
        };
        Self { unit, street, postcode, town, post_town }
    }

    /// The address or a part of it; nothing if the form is unknown.
    pub(super) fn mention(&self, form: &str) -> Option<Vec<Piece>> {
        let street = if self.unit.is_empty() {
            self.street.clone()
        } else if self.unit.starts_with("Flat") || self.unit.contains('/') {
            format!("{}, {}", self.unit, self.street)
        } else {
            format!("{}, {}", self.street, self.unit)
        };
        let whole = |text: String| Some(vec![Piece::marked(Kind::Address, text)]);
        match form {
            "" | "line" => whole(format!("{street}, {}", self.post_town)),
            "street" => whole(street),
            "postcode" => whole(self.postcode.clone()),
            "posttown" => whole(self.post_town.clone()),
            "lines" => Some(vec![
                Piece::marked(Kind::Address, street),
                Piece::plain("\n"),
                Piece::marked(Kind::Address, self.post_town.clone()),
            ]),
            "town" => Some(vec![Piece::marked(Kind::Place, self.town.clone())]),
            _ => None,
        }
    }
}

/// A place of that form; nothing if the form is unknown.
pub(super) fn place(form: &str, country: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
    let lists = places();
    let masked = |text: String| Some(vec![Piece::marked(Kind::Place, text)]);
    let optional = |text: &str| Some(vec![Piece::optional(Kind::Place, text)]);
    let front = |rng: &mut Rng| format!("{}{}", lists.pick("invented.front", rng), lists.pick("invented.back", rng));
    match form {
        "" | "town" => masked(town(country, rng)),
        "abroad" => masked(town(COUNTRIES[rng.below(COUNTRIES.len())], rng)),
        "lower" => masked(town(country, rng).to_lowercase()),
        "district" => {
            let own = lists.pick("districts", rng);
            masked(if chance(50, rng) { own.to_owned() } else { front(rng) })
        }
        "river" => {
            let name = lists.pick("rivers", rng);
            masked(if chance(50, rng) { format!("River {name}") } else { format!("{name} River") })
        }
        "building" => {
            let kind = pick(
                &[
                    "House",
                    "Court",
                    "Tower",
                    "Hall",
                    "Library",
                    "Leisure Centre",
                    "Shopping Centre",
                    "Community Centre",
                    "Park",
                ],
                rng,
            );
            masked(format!(
                "{} {kind}",
                if chance(50, rng) { lists.pick("districts", rng).to_owned() } else { front(rng) }
            ))
        }
        "station" => {
            let town = town(country, rng);
            let kind = pick(&["station", "Central", "Station", "bus station", "Airport", "Road station", "North"], rng);
            masked(format!("{town} {kind}"))
        }
        "state" => masked(lists.pick("regions", rng).to_owned()),
        "country" => optional(lists.pick("countries", rng)),
        "nationality" => optional(lists.pick("nationalities", rng)),
        "language" => optional(lists.pick("languages", rng)),
        "religion" => optional(lists.pick("religions", rng)),
        _ => None,
    }
}
