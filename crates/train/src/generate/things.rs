//! What stays: medicines, readings, diseases, products, laws, amounts, durations.

use super::dates::in_words;
use super::lists::{between, chance, pick, things};
use super::mark::{Kind, Piece};
use scumble_mask::Rng;

/// A thing of that head; nothing if there is no such head.
pub(super) fn thing(head: &str, country: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
    let lists = things();
    let kept = |kind: Kind, text: String| Some(vec![Piece::kept(kind, text)]);
    match head {
        "drug" | "product" | "car" | "law" | "eponym" | "score" | "software" | "award" => {
            kept(Kind::Misc, lists.pick(head, rng).to_owned())
        }
        "disease" | "role" | "subject" | "job" | "skill" | "item" | "food" | "symptom" | "test" | "hobby"
        | "colour" | "relation" | "trade" | "bodypart" | "mood" | "document" => {
            Some(vec![Piece::plain(lists.pick(head, rng))])
        }
        "dose" => {
            let amount =
                pick(&["2.5", "5", "10", "20", "25", "40", "50", "75", "100", "250", "500", "850", "1,000"], rng);
            let text = format!(
                "{amount}{}{}",
                pick(&[" ", ""], rng),
                pick(&["mg", "mg", "mg", "mcg", "units", "ml", "g"], rng)
            );
            kept(Kind::Quantity, text)
        }
        "frequency" => Some(vec![Piece::plain(pick(
            &[
                "once daily",
                "twice daily",
                "bd",
                "od",
                "tds",
                "nocte",
                "every 8 hours",
                "PRN",
                "q6h",
                "three times a day",
                "at night",
                "mane",
            ],
            rng,
        ))]),
        "lab" => {
            let test = lists.pick("labs", rng);
            let (name, unit) = test.split_once('=').unwrap_or((test, ""));
            let value = if chance(50, rng) {
                format!("{}.{}", between(0, 19, rng), rng.below(10))
            } else {
                between(12, 460, rng).to_string()
            };
            let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
            Some(vec![Piece::plain(format!("{name} ")), Piece::kept(Kind::Quantity, format!("{value}{unit}"))])
        }
        "bp" => kept(Kind::Quantity, format!("{}/{}", between(95, 189, rng), between(55, 105, rng))),
        "money" => {
            let sum = match rng.below(4) {
                0 => format!("{}.{:02}", between(2, 900, rng), rng.below(100)),
                1 => format!("{},{:03}", between(1, 80, rng), between(0, 999, rng)),
                2 => format!("{}k", between(2, 90, rng)),
                _ => (between(1, 90, rng) * 5).to_string(),
            };
            let text = match country {
                "uk" => format!("£{sum}"),
                "us" | "ca" | "au" | "nz" => format!("${sum}"),
                "in" => format!("₹{sum}"),
                _ => pick(&["€{}", "{} EUR", "{} euros", "€ {}"], rng).replace("{}", &sum),
            };
            kept(Kind::Quantity, text)
        }
        "percent" => {
            kept(Kind::Quantity, format!("{}{}", between(1, 99, rng), pick(&["%", " %", " percent", "%"], rng)))
        }
        "duration" => {
            let count = between(2, 14, rng);
            let unit = pick(&["days", "weeks", "months", "years", "hours", "minutes"], rng);
            let text = if chance(50, rng) { format!("{count} {unit}") } else { format!("{} {unit}", in_words(count)) };
            kept(Kind::Quantity, text)
        }
        "measure" => {
            let unit = pick(&["cm", "kg", "km", "miles", "°C", "mm", "litres", "m", "GB", "ms", "bpm"], rng);
            kept(Kind::Quantity, format!("{} {unit}", between(2, 180, rng)))
        }
        "version" => kept(Kind::Misc, format!("v{}.{}.{}", between(1, 18, rng), rng.below(20), rng.below(10))),
        _ => None,
    }
}
