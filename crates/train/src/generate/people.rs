//! People: a name of a culture, and the forms in which a text may mention it.

use super::lists::{CULTURES, chance, names, pick};
use super::mark::{Kind, Piece};
use scumble_mask::Rng;

/// A person.
#[derive(Debug, Clone)]
pub(super) struct Person {
    given: String,
    middle: String,
    family: String,
    female: bool,
    family_first: bool,
    nick: String,
    title: String,
    handle: String,
    email: String,
}

/// Shorter English names.
const NICKS: &str = "Robert=Bob William=Bill Elizabeth=Liz Margaret=Maggie Thomas=Tom James=Jim Katherine=Kate Michael=Mike \
    Jennifer=Jen Christopher=Chris Matthew=Matt Daniel=Dan Samuel=Sam Benjamin=Ben Alexander=Alex Andrew=Andy Edward=Ted \
    Patricia=Trish Susan=Sue Deborah=Debbie Rebecca=Becky Victoria=Vicky Richard=Rick Joseph=Joe Anthony=Tony Nicholas=Nick \
    Charles=Charlie Francesco=Checco Giuseppe=Peppe Aleksandr=Sasha Mikhail=Misha Ekaterina=Katya Dmitri=Dima Francisco=Paco \
    Ignacio=Nacho Guadalupe=Lupe Concepción=Concha Johannes=Hannes Katharina=Kathi Siobhán=Shiv Wilhelmina=Mina Małgorzata=Gosia \
    Katarzyna=Kasia Oluwaseun=Seun Chukwuemeka=Emeka Venkatesh=Venky Rajesh=Raj Kathleen=Kath Gerald=Gerry Ronald=Ron";

/// Words that people put into nicks and passwords.
pub(super) const NICK_WORDS: [&str; 40] = [
    "storm", "pixel", "raven", "moss", "turbo", "sunny", "ghost", "lucky", "mango", "wolf", "panda", "rocket",
    "noodle", "biscuit", "river", "static", "comet", "otter", "velvet", "badger", "crispy", "drift", "ember", "fable",
    "gizmo", "hazel", "indigo", "jolly", "kestrel", "lemon", "maple", "nimbus", "onyx", "pepper", "quartz", "rusty",
    "salty", "tango", "umber", "willow",
];

/// Which cultures are common in a country.
fn culture_of(country: &str) -> &'static str {
    match country {
        "ie" => "irish",
        "de" | "at" | "ch" => "german",
        "fr" => "french",
        "be" | "nl" => "dutch",
        "es" | "mx" => "spanish",
        "it" => "italian",
        "pt" | "br" => "portuguese",
        "in" => "indian",
        "pl" => "polish",
        "se" | "no" | "dk" | "fi" => "nordic",
        _ => "english",
    }
}

impl Person {
    /// A person in a country: most often of its usual culture; `family` gives the family name of a relative.
    pub(super) fn new(country: &str, relative: Option<&Self>, rng: &mut Rng) -> Self {
        let culture = if chance(45, rng) { culture_of(country) } else { CULTURES[rng.below(CULTURES.len())].0 };
        let lists = names(culture);
        let female = chance(50, rng);
        let given_list = if female { "female" } else { "male" };
        let mut given = lists.pick(given_list, rng).to_owned();
        if culture == "french" && chance(12, rng) {
            given = format!("{}-{}", pick(&["Jean", "Marie", "Anne"], rng), lists.pick(given_list, rng));
        }
        let (middle, mut family) = middle_and_family(culture, female, rng);
        if let Some(relative) = relative {
            family.clone_from(&relative.family);
        }
        let family_first = match culture {
            "chinese" | "korean" | "vietnamese" => chance(50, rng),
            "japanese" | "hungarian" => chance(20, rng),
            _ => false,
        };
        let nick = NICKS.split_whitespace().find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == given));
        let nick = nick.map_or_else(
            || if given.chars().count() > 6 { given.chars().take(3).collect() } else { given.clone() },
            |(_, nick)| nick.to_owned(),
        );
        let title = match culture {
            "german" if chance(30, rng) => ["Herr", "Frau"][usize::from(female)],
            "french" if chance(30, rng) => ["M.", "Mme"][usize::from(female)],
            "spanish" if chance(20, rng) => ["Sr", "Sra"][usize::from(female)],
            "italian" if chance(20, rng) => ["Sig.", "Sig.ra"][usize::from(female)],
            _ if female => pick(&["Ms", "Mrs", "Miss", "Ms"], rng),
            _ => "Mr",
        };
        let mut person = Self {
            given,
            middle,
            family,
            female,
            family_first,
            nick,
            title: title.to_owned(),
            handle: String::new(),
            email: String::new(),
        };
        person.handle = person.make_handle(rng);
        person.email = person.make_address(None, rng);
        person
    }

    fn make_handle(&self, rng: &mut Rng) -> String {
        let (given, family) = (plain_letters(&self.given), plain_letters(&self.family));
        let initial: String = given.chars().take(1).collect();
        let number = rng.below(100);
        let word = pick(&NICK_WORDS, rng);
        match rng.below(11) {
            0 => format!("{given}{number:02}"),
            1 => format!("{initial}{family}"),
            2 => format!("{given}_{family}"),
            3 => format!("{given}.{family}"),
            4 => format!("{word}{given}"),
            5 => format!("{given}{}", 1960 + rng.below(60)),
            6 => format!("x_{given}_x"),
            7 => format!("{family}{initial}{number}"),
            8 => format!("{word}_{word2}{number}", word2 = pick(&NICK_WORDS, rng)),
            9 => format!("{given}-{word}"),
            _ => format!("the_real_{given}"),
        }
    }

    /// An address of mail, at a domain or at a big provider.
    fn make_address(&self, domain: Option<&str>, rng: &mut Rng) -> String {
        let (given, family) = (plain_letters(&self.given), plain_letters(&self.family));
        let initial: String = given.chars().take(1).collect();
        let number = rng.below(100);
        let local = match rng.below(7) {
            0 | 1 => format!("{given}.{family}"),
            2 => format!("{initial}{family}"),
            3 => format!("{initial}.{family}"),
            4 if domain.is_none() => format!("{given}{number:02}"),
            5 if domain.is_none() => self.handle.clone(),
            _ => format!("{given}_{family}"),
        };
        let free = [
            "gmail.com",
            "outlook.com",
            "hotmail.co.uk",
            "yahoo.com",
            "icloud.com",
            "gmx.de",
            "web.de",
            "orange.fr",
            "libero.it",
            "proton.me",
            "posteo.net",
            "example.org",
            "mail.example",
            "btinternet.com",
            "bigpond.com",
            "rediffmail.com",
        ];
        format!("{local}@{}", domain.unwrap_or_else(|| pick(&free, rng)))
    }

    /// The whole name.
    fn full(&self) -> String {
        let mut parts = vec![self.given.as_str(), self.middle.as_str(), self.family.as_str()];
        if self.family_first {
            parts = vec![&self.family, &self.given];
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" ")
    }

    /// A mention in that form; nothing if the form is unknown.
    pub(super) fn mention(&self, form: &str, argument: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
        let person = |text: String| Some(vec![Piece::marked(Kind::Person, text)]);
        let word = |male: &str, female: &str| Some(vec![Piece::plain(if self.female { female } else { male })]);
        let initial = |name: &str| name.chars().take(1).collect::<String>();
        match form {
            "" | "full" => person(self.full()),
            "first" => person(self.given.clone()),
            "last" => person(self.family.clone()),
            "nick" => person(self.nick.clone()),
            "lower" => person(self.given.to_lowercase()),
            "lowernick" => person(self.nick.to_lowercase()),
            "lowerfull" => person(self.full().to_lowercase()),
            "upper" => person(self.full().to_uppercase()),
            "upperlast" => person(self.family.to_uppercase()),
            "plain" => person(format!("{} {}", self.given, self.family)),
            "lastfirst" => person(format!("{}, {}", self.family, self.given)),
            "short" => person(format!("{}. {}", initial(&self.given), self.family)),
            "lastinitial" => person(format!("{} {}", self.family, initial(&self.given))),
            "firstinitial" => person(format!("{} {}.", self.given, initial(&self.family))),
            "initials" => person(format!("{}{}", initial(&self.given), initial(&self.family)).to_uppercase()),
            "dotted" => person(format!("{}.{}.", initial(&self.given), initial(&self.family)).to_uppercase()),
            "letter" => person(format!("{}.", initial(&self.family).to_uppercase())),
            "any" => {
                let forms = ["full", "first", "last", "title", "short", "full", "formal"];
                self.mention(pick(&forms, rng), argument, rng)
            }
            "title" => {
                Some(vec![Piece::plain(format!("{} ", self.title)), Piece::marked(Kind::Person, self.family.clone())])
            }
            "formal" => Some(vec![Piece::plain(format!("{} ", self.title)), Piece::marked(Kind::Person, self.full())]),
            "dr" => Some(vec![Piece::plain("Dr "), Piece::marked(Kind::Person, self.family.clone())]),
            "handle" => Some(vec![Piece::marked(Kind::Handle, self.handle.clone())]),
            "at" => Some(vec![Piece::marked(Kind::Handle, format!("@{}", self.handle))]),
            "login" => {
                let login = format!("{}{}", initial(&plain_letters(&self.given)), plain_letters(&self.family));
                Some(vec![Piece::marked(Kind::Handle, login)])
            }
            "file" => {
                let (given, family) = (plain_letters(&self.given), plain_letters(&self.family));
                let what = pick(&["CV", "report", "scan", "contract", "statement", "photo"], rng);
                Some(vec![Piece::optional(Kind::Handle, format!("{what}_{family}_{given}.pdf"))])
            }
            "email" if argument.is_empty() => Some(vec![Piece::marked(Kind::Email, self.email.clone())]),
            "email" => {
                let domain = argument.strip_prefix("at ").unwrap_or(argument);
                // The same person has the same address every time.
                let mut own =
                    Rng::new(self.handle.bytes().fold(7, |hash: u64, b| hash.wrapping_mul(31) + u64::from(b)));
                Some(vec![Piece::marked(Kind::Email, self.make_address(Some(domain), &mut own))])
            }
            "he" => word("he", "she"),
            "He" => word("He", "She"),
            "his" => word("his", "her"),
            "His" => word("His", "Her"),
            "him" => word("him", "her"),
            "sex" => word("male", "female"),
            "Sex" => word("M", "F"),
            "man" => word("man", "woman"),
            "son" => word("son", "daughter"),
            "brother" => word("brother", "sister"),
            "husband" => word("husband", "wife"),
            "father" => word("father", "mother"),
            "mr" => Some(vec![Piece::plain(self.title.clone())]),
            _ => None,
        }
    }
}

/// Names between the given and the family name, and the family name with what belongs to it.
fn middle_and_family(culture: &str, female: bool, rng: &mut Rng) -> (String, String) {
    let lists = names(culture);
    let mut family = lists.pick("family", rng).to_owned();
    let mut middle = String::new();
    let particles = lists.all("particles");
    if !particles.is_empty() && chance(15, rng) {
        let particle = pick(particles, rng);
        let joint = if particle.ends_with(['-', '\'', '’']) { "" } else { " " };
        family = format!("{particle}{joint}{family}");
    }
    match culture {
        "english" | "irish" | "nigerian" => {
            if chance(15, rng) {
                middle = format!(
                    "{}.",
                    pick(&["A", "B", "C", "D", "E", "F", "G", "H", "J", "K", "L", "M", "R", "S", "T"], rng)
                );
            } else if chance(8, rng) {
                middle = lists.pick(if female { "female" } else { "male" }, rng).to_owned();
            }
            if chance(6, rng) {
                family = format!("{family}-{}", lists.pick("family", rng));
            }
        }
        "spanish" | "portuguese" if chance(50, rng) => family = format!("{family} {}", lists.pick("family", rng)),
        "german" | "french" | "polish" if chance(6, rng) => family = format!("{family}-{}", lists.pick("family", rng)),
        "russian" if chance(30, rng) => {
            middle = lists.pick(if female { "patronymic_female" } else { "patronymic_male" }, rng).to_owned();
        }
        "tamil" if chance(30, rng) => {
            family = format!("{}. {family}", pick(&["S", "R", "K", "M", "V", "P", "N"], rng));
        }
        _ => {}
    }
    if female {
        family = match culture {
            "russian" if family.ends_with("sky") => family.replace("sky", "skaya"),
            "russian" if family.ends_with(['v', 'n']) => family + "a",
            "polish" if family.ends_with("ski") || family.ends_with("cki") => {
                family[..family.len() - 1].to_owned() + "a"
            }
            _ => family,
        };
    }
    (middle, family)
}

/// Small letters of the alphabet only, for addresses and nicks.
pub(super) fn plain_letters(name: &str) -> String {
    let mut plain = String::new();
    for c in name.to_lowercase().chars() {
        match c {
            'a'..='z' | '0'..='9' => plain.push(c),
            'à'..='ã' | 'å' | 'ā' | 'ă' | 'ą' | 'ạ' | 'ả' => plain.push('a'),
            'ä' | 'æ' => plain.push_str("ae"),
            'ç' | 'ć' | 'č' => plain.push('c'),
            'đ' | 'ď' | 'ð' => plain.push('d'),
            'è'..='ë' | 'ē' | 'ę' | 'ě' | 'ế' | 'ề' | 'ễ' | 'ệ' => plain.push('e'),
            'ğ' => plain.push('g'),
            'ì'..='ï' | 'ı' | 'ī' | 'ị' | 'ĩ' => plain.push('i'),
            'ł' | 'ľ' => plain.push('l'),
            'ñ' | 'ń' | 'ň' => plain.push('n'),
            'ò'..='õ' | 'ő' | 'ō' | 'ơ' | 'ọ' | 'ồ' | 'ộ' => plain.push('o'),
            'ö' | 'ø' | 'œ' => plain.push_str("oe"),
            'ř' => plain.push('r'),
            'ś' | 'š' | 'ş' | 'ș' => plain.push('s'),
            'ß' => plain.push_str("ss"),
            'ť' | 'ț' | 'þ' => plain.push('t'),
            'ù'..='û' | 'ū' | 'ů' | 'ű' | 'ư' | 'ũ' => plain.push('u'),
            'ü' => plain.push_str("ue"),
            'ý' | 'ÿ' | 'ỳ' => plain.push('y'),
            'ź' | 'ż' | 'ž' => plain.push('z'),
            _ => {}
        }
    }
    plain
}
