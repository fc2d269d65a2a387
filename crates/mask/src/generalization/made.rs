//! Hierarchies that are made where none is given: intervals of numbers, parts of dates, neighbours in an order, prefixes of codes.

use super::hierarchy::ValueHierarchy;
use crate::attribute::{Attribute, Values};
use scumble_data::{Cells, DateFormat};

/// The finest intervals of numbers: as many, of about as many records each.
const INTERVALS: usize = 16;
/// Codes that are cut from behind have as many characters.
const CODE: std::ops::RangeInclusive<usize> = 3..=12;

/// The cells of a column as codes of its distinct values (a missing one past their end), with a hierarchy of these values.
pub(super) fn made(attribute: &Attribute) -> (Vec<u32>, ValueHierarchy) {
    match &attribute.values {
        Values::Numbers(numbers, format) => {
            let (codes, distinct) = ranked(numbers);
            let texts = texts(&format.cells(&distinct, ""));
            (codes.clone(), intervals(&codes, &texts))
        }
        Values::Dates(seconds, format) => {
            let (codes, distinct) = ranked(seconds);
            let own = |&at: &f64| format.write(at).unwrap_or_default();
            (codes, dates(&distinct, &distinct.iter().map(own).collect::<Vec<_>>()))
        }
        Values::Ordinal(codes, order) => (codes.clone(), neighbours(order)),
        Values::Nominal(codes, values) | Values::Text(codes, values, _) => (codes.clone(), by_prefix(values)),
    }
}

/// The rank of every number among the distinct ones, and these; a missing one is past their end.
fn ranked(numbers: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let mut distinct: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    distinct.sort_unstable_by(f64::total_cmp);
    distinct.dedup();
    let rank = |number: &f64| match number.is_nan() {
        true => u32::MAX,
        false => distinct.partition_point(|known| known < number) as u32,
    };
    (numbers.iter().map(rank).collect(), distinct)
}

fn texts(cells: &Cells) -> Vec<String> {
    (0..cells.len()).map(|row| cells.text(row).into_owned()).collect()
}

/// Intervals with about as many records each, joined two by two up to the whole: `< 20`, `[20, 30)`, `≥ 30`. Neither the least nor the
/// greatest value is a bound.
fn intervals(codes: &[u32], values: &[String]) -> ValueHierarchy {
    let mut sorted: Vec<u32> = codes.iter().copied().filter(|&code| (code as usize) < values.len()).collect();
    sorted.sort_unstable();
    // The first value of each interval but the first.
    let mut bounds: Vec<u32> =
        (1..INTERVALS).filter_map(|at| sorted.get(at * sorted.len() / INTERVALS).copied()).collect();
    bounds.dedup();
    bounds.retain(|&bound| bound > 0);
    let label = |from: usize, to: usize| {
        let text = |bound: usize| &values[bounds[bound - 1] as usize];
        match (from, to) {
            (0, to) => format!("< {}", text(to)),
            (from, to) if to > bounds.len() => format!("≥ {}", text(from)),
            (from, to) => format!("[{}, {})", text(from), text(to)),
        }
    };
    let path = |code: u32| {
        let interval = bounds.partition_point(|&bound| bound <= code);
        let mut path = vec![values[code as usize].clone()];
        let mut width = 1;
        while width <= bounds.len() {
            let from = interval / width * width;
            path.push(label(from, from + width));
            width *= 2;
        }
        path
    };
    ValueHierarchy::by_paths((0..values.len() as u32).map(path))
}

/// The day, the month and the year of each date.
fn dates(seconds: &[f64], own: &[String]) -> ValueHierarchy {
    let days = DateFormat::new("%Y-%m-%d");
    /// Characters of the day, of the month and of the year.
    const PARTS: [usize; 3] = [10, 7, 4];
    let has_time = seconds.iter().any(|at| at.rem_euclid(86_400.0) != 0.0);
    let path = |(&at, own): (&f64, &String)| {
        // Down to the day, not to the nearest one.
        let day =
            days.as_ref().ok().and_then(|days| days.write((at / 86_400.0).floor() * 86_400.0)).unwrap_or_default();
        let parts = PARTS.iter().skip(usize::from(!has_time)).filter_map(|&part| day.get(..part));
        std::iter::once(own.clone()).chain(parts.map(str::to_owned)).collect()
    };
    ValueHierarchy::by_paths(seconds.iter().zip(own).map(path))
}

/// Neighbours in an order, two by two up to the whole: `low … middle`.
fn neighbours(order: &[String]) -> ValueHierarchy {
    let path = |place: usize| {
        let mut path = vec![order[place].clone()];
        let mut width = 2;
        while width < order.len() {
            let from = place / width * width;
            let to = (from + width).min(order.len()) - 1;
            path.push(if from == to { order[from].clone() } else { format!("{} … {}", order[from], order[to]) });
            width *= 2;
        }
        path
    };
    ValueHierarchy::by_paths((0..order.len()).map(path))
}

/// Codes of one length lose their last characters, one after the other: `1234*`, `123**`. Other values are only themselves.
fn by_prefix(values: &[String]) -> ValueHierarchy {
    let length = values.first().map_or(0, String::len);
    let is_code = |value: &String| {
        value.len() == length
            && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && value.bytes().any(|byte| byte.is_ascii_digit())
    };
    if !CODE.contains(&length) || !values.iter().all(is_code) {
        return ValueHierarchy::flat(values);
    }
    let path = |value: &String| {
        let cut = |kept: usize| format!("{}{}", &value[..kept], "*".repeat(length - kept));
        (1..=length).rev().map(cut).collect()
    };
    ValueHierarchy::by_paths(values.iter().map(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::NumberFormat;

    fn ways(attribute: Values) -> Vec<Vec<String>> {
        let (codes, tree) = made(&Attribute { name: "x".to_owned(), values: attribute });
        let way = |&code: &u32| {
            let levels = 0..tree.levels();
            levels.filter_map(|level| tree.label(tree.at_level(tree.node(code), level)).map(str::to_owned)).collect()
        };
        codes.iter().map(way).collect()
    }

    #[test]
    fn numbers_have_intervals_of_as_many_records() {
        let numbers: Vec<f64> = (0..64).map(f64::from).chain([f64::NAN]).collect();
        let ways = ways(Values::Numbers(numbers, NumberFormat::with_decimals(0)));
        assert_eq!(ways[5], ["5", "[4, 8)", "< 8", "< 16", "< 32", "*"]);
        assert_eq!(ways[63], ["63", "≥ 60", "≥ 56", "≥ 48", "≥ 32", "*"]);
        assert_eq!(ways[20], ["20", "[20, 24)", "[16, 24)", "[16, 32)", "< 32", "*"]);
        assert!(ways[64].is_empty(), "a missing value stays missing");
    }

    #[test]
    fn few_numbers_and_many_equal_ones_have_what_intervals_there_are() {
        let ways = |numbers: Vec<f64>| ways(Values::Numbers(numbers, NumberFormat::with_decimals(0)));
        assert_eq!(ways(vec![7.0; 5])[0], ["7", "*"]);
        let mostly = ways([vec![1.0; 60], vec![2.0; 20], vec![3.0; 20]].concat());
        assert_eq!(mostly[0], ["1", "< 2", "< 3", "*"]);
        assert_eq!(mostly[99], ["3", "≥ 3", "≥ 3", "*"]);
    }

    #[test]
    fn dates_orders_and_codes() {
        let format = DateFormat::new("%d.%m.%Y").unwrap();
        let at = format.parse("24.12.1969").unwrap();
        assert_eq!(ways(Values::Dates(vec![at], format))[0], ["24.12.1969", "1969-12", "1969", "*"]);
        let format = DateFormat::new("%Y-%m-%d %H:%M").unwrap();
        let at = format.parse("1969-12-24 18:30").unwrap();
        assert_eq!(
            ways(Values::Dates(vec![at], format))[0],
            ["1969-12-24 18:30", "1969-12-24", "1969-12", "1969", "*"]
        );
        let order = ["none", "low", "middle", "high", "extreme"].map(str::to_owned).to_vec();
        let found = ways(Values::Ordinal(vec![1, 4], order));
        assert_eq!(found[0], ["low", "none … low", "none … high", "*"]);
        assert_eq!(found[1], ["extreme", "extreme", "extreme", "*"]);
        let codes = |values: &[&str]| {
            let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
            ways(Values::Nominal((0..values.len() as u32).collect(), values))
        };
        assert_eq!(codes(&["AB123", "AB199"])[0], ["AB123", "AB12*", "AB1**", "AB***", "A****", "*"]);
        assert_eq!(codes(&["red", "blue"])[0], ["red", "*"]);
    }
}
