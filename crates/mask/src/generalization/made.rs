//! Hierarchies that are made where none is given: intervals of numbers, parts of dates, neighbours in an order, prefixes of codes.

use super::hierarchy::ValueHierarchy;
use crate::attribute::{Attribute, Values};
use scumble_data::{Cells, DateFormat};
use std::collections::HashMap;

/// The finest intervals of numbers: as many, of about as many records each.
const INTERVALS: usize = 16;
/// Codes that are cut from behind have as many characters.
const CODE: std::ops::RangeInclusive<usize> = 3..=12;

/// The cells of a column, and those of others with the same meaning, as codes of distinct values (a missing one past their end), with
/// a hierarchy that the column's own values make.
pub(super) fn made(attribute: &Attribute, others: Option<&Attribute>) -> (Vec<u32>, Vec<u32>, ValueHierarchy) {
    match (&attribute.values, others.map(|others| &others.values)) {
        (Values::Numbers(numbers, format), others) => {
            let more = if let Some(Values::Numbers(more, _)) = others { &**more } else { &[] };
            let (codes, distinct) = ranked(numbers);
            let (more, all) = with_others(&distinct, more);
            let texts = texts(&format.cells(&all.clone().into(), ""));
            let tree = intervals(&codes, &all, &texts, distinct.len());
            (codes, more, tree)
        }
        (Values::Dates(seconds, format), others) => {
            let more = if let Some(Values::Dates(more, _)) = others { &**more } else { &[] };
            let (codes, distinct) = ranked(seconds);
            let (more, all) = with_others(&distinct, more);
            let own = |&at: &f64| format.write(at).unwrap_or_default();
            let tree = dates(&all, &all.iter().map(own).collect::<Vec<_>>(), distinct.len());
            (codes, more, tree)
        }
        (Values::Ordinal(codes, order), others) => {
            // The order is that of the kind, and so the same for others.
            let more = if let Some(Values::Ordinal(more, _)) = others { more.clone() } else { Vec::new() };
            (codes.clone(), more, neighbours(order))
        }
        (Values::Nominal(codes, values) | Values::Text(codes, values, _), others) => {
            let (more, labels) = match others {
                Some(Values::Nominal(more, labels) | Values::Text(more, labels, _)) => {
                    (more.as_slice(), labels.as_slice())
                }
                _ => (&[][..], &[][..]),
            };
            let (more, all) = joined(values, more, labels);
            (codes.clone(), more, by_prefix(&all, values.len()))
        }
    }
}

/// The codes of other numbers among distinct ones, which they are added to where they are new.
fn with_others(distinct: &[f64], others: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let (ranks, theirs) = ranked(others);
    let mut all = distinct.to_vec();
    let place = |number: &f64| match distinct.binary_search_by(|known| known.total_cmp(number)) {
        Ok(at) => at as u32,
        Err(_) => {
            all.push(*number);
            all.len() as u32 - 1
        }
    };
    let places: Vec<u32> = theirs.iter().map(place).collect();
    (ranks.iter().map(|&rank| places.get(rank as usize).copied().unwrap_or(u32::MAX)).collect(), all)
}

/// The codes of other cells among distinct values, which theirs are added to where they are new.
pub(super) fn joined(values: &[String], others: &[u32], labels: &[String]) -> (Vec<u32>, Vec<String>) {
    let mut places: HashMap<String, u32> = values.iter().cloned().zip(0..).collect();
    let mut all = values.to_vec();
    let place = |label: &String| {
        *places.entry(label.clone()).or_insert_with(|| {
            all.push(label.clone());
            all.len() as u32 - 1
        })
    };
    let labels: Vec<u32> = labels.iter().map(place).collect();
    (others.iter().map(|&code| labels.get(code as usize).copied().unwrap_or(u32::MAX)).collect(), all)
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
fn intervals(codes: &[u32], numbers: &[f64], values: &[String], own: usize) -> ValueHierarchy {
    let mut sorted: Vec<u32> = codes.iter().copied().filter(|&code| (code as usize) < own).collect();
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
        let interval = bounds.partition_point(|&bound| numbers[bound as usize] <= numbers[code as usize]);
        let mut path = vec![values[code as usize].clone()];
        let mut width = 1;
        while width <= bounds.len() {
            let from = interval / width * width;
            path.push(label(from, from + width));
            width *= 2;
        }
        path
    };
    ValueHierarchy::by_paths((0..values.len() as u32).map(path), own)
}

/// The day, the month and the year of each date.
fn dates(seconds: &[f64], texts: &[String], own: usize) -> ValueHierarchy {
    let days = DateFormat::new("%Y-%m-%d");
    /// Characters of the day, of the month and of the year.
    const PARTS: [usize; 3] = [10, 7, 4];
    let has_time = seconds.iter().take(own).any(|at| at.rem_euclid(86_400.0) != 0.0);
    let path = |(&at, text): (&f64, &String)| {
        // Down to the day, not to the nearest one.
        let day =
            days.as_ref().ok().and_then(|days| days.write((at / 86_400.0).floor() * 86_400.0)).unwrap_or_default();
        let parts = PARTS.iter().skip(usize::from(!has_time)).filter_map(|&part| day.get(..part));
        std::iter::once(text.clone()).chain(parts.map(str::to_owned)).collect()
    };
    ValueHierarchy::by_paths(seconds.iter().zip(texts).map(path), own)
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
    ValueHierarchy::by_paths((0..order.len()).map(path), order.len())
}

/// Codes of one length lose their last characters, one after the other: `1234*`, `123**`. Other values are only themselves.
fn by_prefix(values: &[String], own: usize) -> ValueHierarchy {
    let length = values.first().map_or(0, String::len);
    let is_code = |value: &String| {
        value.len() == length
            && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && value.bytes().any(|byte| byte.is_ascii_digit())
    };
    let is_cut = CODE.contains(&length) && values.iter().take(own).all(is_code);
    let path = |value: &String| {
        if !is_cut || !is_code(value) {
            return vec![value.clone()];
        }
        let cut = |kept: usize| format!("{}{}", &value[..kept], "*".repeat(length - kept));
        (1..=length).rev().map(cut).collect()
    };
    ValueHierarchy::by_paths(values.iter().map(path), own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::NumberFormat;

    fn ways(attribute: Values) -> Vec<Vec<String>> {
        let (codes, _, tree) = made(&Attribute { name: "x".to_owned(), values: attribute }, None);
        let way = |&code: &u32| {
            let levels = 0..tree.levels();
            levels.filter_map(|level| tree.label(tree.at_level(tree.node(code), level)).map(str::to_owned)).collect()
        };
        codes.iter().map(way).collect()
    }

    #[test]
    fn numbers_have_intervals_of_as_many_records() {
        let numbers: Vec<f64> = (0..64).map(f64::from).chain([f64::NAN]).collect();
        let ways = ways(Values::Numbers(numbers.into(), NumberFormat::with_decimals(0)));
        assert_eq!(ways[5], ["5", "[4, 8)", "< 8", "< 16", "< 32", "*"]);
        assert_eq!(ways[63], ["63", "≥ 60", "≥ 56", "≥ 48", "≥ 32", "*"]);
        assert_eq!(ways[20], ["20", "[20, 24)", "[16, 24)", "[16, 32)", "< 32", "*"]);
        assert!(ways[64].is_empty(), "a missing value stays missing");
    }

    #[test]
    fn few_numbers_and_many_equal_ones_have_what_intervals_there_are() {
        let ways = |numbers: Vec<f64>| ways(Values::Numbers(numbers.into(), NumberFormat::with_decimals(0)));
        assert_eq!(ways(vec![7.0; 5])[0], ["7", "*"]);
        let mostly = ways([vec![1.0; 60], vec![2.0; 20], vec![3.0; 20]].concat());
        assert_eq!(mostly[0], ["1", "< 2", "< 3", "*"]);
        assert_eq!(mostly[99], ["3", "≥ 3", "≥ 3", "*"]);
    }

    #[test]
    fn dates_orders_and_codes() {
        let format = DateFormat::new("%d.%m.%Y").unwrap();
        let at = format.parse("24.12.1969").unwrap();
        assert_eq!(ways(Values::Dates(vec![at].into(), format))[0], ["24.12.1969", "1969-12", "1969", "*"]);
        let format = DateFormat::new("%Y-%m-%d %H:%M").unwrap();
        let at = format.parse("1969-12-24 18:30").unwrap();
        assert_eq!(
            ways(Values::Dates(vec![at].into(), format))[0],
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
