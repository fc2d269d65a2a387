//! k-map and δ-presence: the best levels are those of an exhaustive search, and every class keeps what is promised.

use crate::generalization::{File, classes, columns, drawn};
use scumble_io::Silent;
use scumble_mask::partition::GroupSize;
use scumble_mask::{
    Attribute, Generalization, Mask, Masked, Population, PopulationPromise, Presence, Problem, Recoding, Result, Rng,
    Values,
};
use std::collections::BTreeMap;

type Promised = (Option<usize>, Option<Presence>);

fn masked(table: &[Attribute], people: &[Attribute], promised: Promised, recoding: Recoding) -> Result<Masked> {
    let (k_map, presence) = promised;
    let promise = PopulationPromise { file: "p.csv".to_owned(), k_map, presence };
    let population = Population { promise, attributes: people.to_vec() };
    let strata = [(0..table[0].len() as u32).collect()];
    let problem = Problem { population: Some(&population), ..Problem::new(table, &strata) };
    let step = Generalization { recoding, columns: (0..table.len()).collect(), k: GroupSize::new(2).unwrap() };
    step.mask(&problem, &mut Rng::new(1), &Silent)
}

/// The least penalty over all combinations of levels at which every class has two records and keeps the promise; records of classes
/// that do not may be left out, `limit` of them.
fn exhaustive(
    files: &[File],
    cells: &[Vec<String>],
    people: &[Vec<String>],
    promised: Promised,
    limit: usize,
) -> Option<f64> {
    let (records, width) = (cells[0].len(), files.len());
    let mut best: Option<f64> = None;
    for mut node in 0..files.iter().map(File::levels).product() {
        let levels: Vec<usize> = files
            .iter()
            .map(|file| {
                let level = node % file.levels();
                node /= file.levels();
                level
            })
            .collect();
        let tuple = |cells: &[Vec<String>], record: usize| -> Vec<String> {
            (0..width).map(|at| files[at].ways[&cells[at][record]][levels[at]].clone()).collect()
        };
        let mut counts: BTreeMap<Vec<String>, (usize, usize)> = BTreeMap::new();
        (0..records).for_each(|record| counts.entry(tuple(cells, record)).or_default().0 += 1);
        (0..people[0].len()).for_each(|record| counts.entry(tuple(people, record)).or_default().1 += 1);
        let (k_map, presence) = promised;
        let keeps = |&(released, all): &(usize, usize)| {
            let share = released as f64 / all as f64;
            let present = presence.is_none_or(|presence| share >= presence.least && share <= presence.most);
            present && (released == 0 || (released >= 2 && k_map.is_none_or(|k| all >= k)))
        };
        let out: usize = counts.values().filter(|counts| !keeps(counts)).map(|(released, _)| released).sum();
        let never = presence.is_some_and(|_| !counts.values().all(keeps));
        if out > limit || never {
            continue;
        }
        let own = |record: usize| -> f64 {
            let tuple = tuple(cells, record);
            match keeps(&counts[&tuple]) {
                true => (0..width).map(|at| files[at].share(levels[at], &tuple[at])).sum(),
                false => width as f64,
            }
        };
        let loss = (0..records).map(own).sum::<f64>() / (records * width) as f64;
        best = Some(best.map_or(loss, |best| best.min(loss)));
    }
    best
}

#[test]
fn the_best_levels_against_a_population_are_those_of_an_exhaustive_search() {
    let mut rng = Rng::new(21);
    let (mut found, mut refused) = (0, 0);
    for round in 0..25 {
        let (files, people) = drawn(&mut rng, 120);
        let released = 30 + round;
        let cells: Vec<Vec<String>> = people.iter().map(|column| column[..released].to_vec()).collect();
        let (table, population) = (columns(&files, &cells), columns(&files, &people));
        let presence = |least, most| Some(Presence { least, most });
        for (promised, share) in [
            ((Some(4), None), 0.0),
            ((Some(12), None), 0.0),
            ((Some(12), None), 0.2),
            ((None, presence(0.0, 0.5)), 0.0),
            ((None, presence(0.1, 0.6)), 0.0),
            ((Some(10), presence(0.0, 0.4)), 0.0),
        ] {
            let limit = (share * released as f64).floor() as usize;
            let best = exhaustive(&files, &cells, &people, promised, limit);
            let masked = masked(&table, &population, promised, Recoding::FullDomain { suppression: share });
            let loss = masked.ok().map(|masked| masked.report.generalized.unwrap().certainty_penalty);
            match (loss, best) {
                (Some(loss), Some(best)) => {
                    assert!((loss - best).abs() < 1e-9, "round {round}, {promised:?}, {share}: {loss}, not {best}");
                    found += 1;
                }
                (None, None) => refused += 1,
                both => panic!("round {round}, {promised:?}, {share}: {both:?}"),
            }
        }
    }
    assert!(found > 50 && refused > 0, "{found} found, {refused} refused");
}

#[test]
fn every_class_of_local_recoding_covers_enough_of_the_population() {
    let mut rng = Rng::new(22);
    for round in 0..30 {
        let (files, people) = drawn(&mut rng, 150);
        let cells: Vec<Vec<String>> = people.iter().map(|column| column[..40].to_vec()).collect();
        let (table, population) = (columns(&files, &cells), columns(&files, &people));
        for k in [5, 20, 150] {
            let masked = masked(&table, &population, (Some(k), None), Recoding::Local).unwrap();
            for class in classes(&masked) {
                let label = |at: usize| match &masked.attributes[at].values {
                    Values::Text(codes, labels, _) => &labels[codes[class[0] as usize] as usize],
                    _ => panic!("not a text column"),
                };
                let covers = |record: &usize| (0..3).all(|at| files[at].ways[&people[at][*record]].contains(label(at)));
                let matching = (0..150).filter(covers).count();
                assert!(matching >= k && class.len() >= 2, "round {round}: {matching} of {k}");
            }
        }
    }
}

#[test]
fn promises_that_cannot_be_kept_are_refused() {
    let mut rng = Rng::new(23);
    let (files, people) = drawn(&mut rng, 60);
    let cells: Vec<Vec<String>> = people.iter().map(|column| column[..30].to_vec()).collect();
    let (table, population) = (columns(&files, &cells), columns(&files, &people));
    let refused = |promised, recoding| masked(&table, &population, promised, recoding).unwrap_err().to_string();
    let full = |suppression| Recoding::FullDomain { suppression };
    assert!(refused((Some(61), None), full(0.0)).contains("fewer records than every class must match"));
    let presence = |least, most| Some(Presence { least, most });
    assert!(refused((None, presence(0.0, 0.5)), Recoding::Local).contains("only by full-domain"));
    assert!(refused((None, presence(0.0, 0.5)), full(0.1)).contains("set the limit to 0"));
    assert!(refused((None, presence(0.0, 0.4)), full(0.0)).contains("even with all columns at their highest level"));
}
