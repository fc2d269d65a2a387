//! What every method of perturbation promises, on any table.

use proptest::prelude::*;
use scumble_data::NumberFormat;
use scumble_io::Silent;
use scumble_mask::{
    Attribute, Ends, Mask, Masked, Percent, Perturbation, Perturbing, Problem, Result, Rng, Transition, Values,
};

fn numbers(name: &str, cells: Vec<f64>) -> Attribute {
    Attribute { name: name.to_owned(), values: Values::Numbers(cells.into(), NumberFormat::default()) }
}

fn nominal(name: &str, codes: Vec<u32>) -> Attribute {
    let values = (0..=codes.iter().copied().max().unwrap_or(0)).map(|code| format!("v{code}")).collect();
    Attribute { name: name.to_owned(), values: Values::Nominal(codes, values) }
}

fn cells(attribute: &Attribute) -> Vec<f64> {
    match &attribute.values {
        Values::Numbers(numbers, _) => numbers.to_vec(),
        Values::Nominal(codes, _) => codes.iter().map(|&code| f64::from(code)).collect(),
        other => panic!("{other:?}"),
    }
}

fn percent(percent: f64) -> Percent {
    Percent::new(percent).unwrap()
}

fn masked(
    data: &[Attribute],
    strata: &[Vec<u32>],
    columns: usize,
    perturbing: Perturbing,
    seed: u64,
) -> Result<Masked> {
    let perturbation = Perturbation { perturbing, columns: (0..columns).collect() };
    perturbation.mask(&Problem::new(data, strata), &mut Rng::new(seed), &Silent)
}

fn everyone(data: &[Attribute]) -> Vec<Vec<u32>> {
    vec![(0..data[0].len() as u32).collect()]
}

/// The values of a stratum, sorted.
fn sorted(cells: &[f64], stratum: &[u32]) -> Vec<f64> {
    let mut values: Vec<f64> = stratum.iter().map(|&record| cells[record as usize]).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Numbers with ties, and a stratum for each record.
fn table() -> impl Strategy<Value = (Vec<f64>, Vec<f64>, Vec<Vec<u32>>)> {
    prop::collection::vec((-20..20_i32, -9.0..9.0_f64, any::<bool>()), 20..120).prop_map(|rows| {
        let mut strata = vec![Vec::new(), Vec::new()];
        (0..).zip(&rows).for_each(|(at, row)| strata[usize::from(row.2)].push(at));
        strata.retain(|stratum| !stratum.is_empty());
        let (mut a, b): (Vec<f64>, Vec<f64>) = rows.iter().map(|row| (f64::from(row.0), row.1)).unzip();
        a[0] += 100.0;
        (a, b, strata)
    })
}

/// How far a value moved: the least difference of the ranks of old and new value, by counting.
fn moved(values: &[f64], old: f64, new: f64) -> usize {
    let (low, high) = if old < new { (old, new) } else { (new, old) };
    if low == high { 0 } else { values.iter().filter(|&&value| low < value && value < high).count() + 1 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn rank_swapping_keeps_values_and_moves_no_rank_further((a, b, strata) in table(), p in 10.0..60.0_f64, seed in 0..99_u64) {
        prop_assume!(strata.iter().all(|stratum| percent(p).of(stratum.len()) > 0));
        let data = [numbers("a", a), numbers("b", b)];
        let found = masked(&data, &strata, 2, Perturbing::RankSwap(percent(p)), seed);
        prop_assume!(found.is_ok());
        for (before, after) in data.iter().zip(&found.unwrap().attributes) {
            let (before, after) = (cells(before), cells(after));
            for stratum in &strata {
                let values = sorted(&before, stratum);
                prop_assert_eq!(&values, &sorted(&after, stratum));
                for &record in stratum {
                    let moved = moved(&values, before[record as usize], after[record as usize]);
                    prop_assert!(moved as f64 <= p / 100.0 * values.len() as f64, "{} of {}", moved, values.len());
                }
            }
        }
    }

    #[test]
    fn shuffling_and_record_swapping_keep_margins((a, b, strata) in table(), p in 20.0..100.0_f64, seed in 0..99_u64) {
        prop_assume!(strata.iter().all(|stratum| stratum.len() > 1));
        let data = [numbers("a", a.clone()), numbers("b", b.clone())];
        for perturbing in [Perturbing::ShuffleValues { given: vec![] }, Perturbing::RecordSwap(percent(p))] {
            let Ok(found) = masked(&data, &strata, 2, perturbing.clone(), seed) else { continue };
            let (c, d) = (cells(&found.attributes[0]), cells(&found.attributes[1]));
            for stratum in &strata {
                prop_assert_eq!(sorted(&a, stratum), sorted(&c, stratum));
                prop_assert_eq!(sorted(&b, stratum), sorted(&d, stratum));
            }
            if let Perturbing::RecordSwap(_) = perturbing {
                // Whole combinations: the second column tells which record a value came from, or one that equals it.
                let pairs = |a: &[f64], b: &[f64]| {
                    let mut pairs: Vec<(u64, u64)> = a.iter().zip(b).map(|(a, b)| (a.to_bits(), b.to_bits())).collect();
                    pairs.sort_unstable();
                    pairs
                };
                prop_assert_eq!(pairs(&a, &b), pairs(&c, &d));
            }
        }
    }

    #[test]
    fn coding_and_rounding_are_those_of_the_definition((a, b, strata) in table(), base in 1..9_u32) {
        let (base, data) = (f64::from(base), [numbers("a", a.clone())]);
        drop(b);
        let ends = Ends::Values { bottom: Some(-10.0), top: Some(10.0) };
        let coded = cells(&masked(&data, &strata, 1, Perturbing::TopBottom(ends), 1).unwrap().attributes[0]);
        prop_assert!(a.iter().zip(&coded).all(|(old, new)| *new == old.clamp(-10.0, 10.0)));
        let coded = cells(&masked(&data, &strata, 1, Perturbing::TopBottom(Ends::Percent(percent(10.0))), 1).unwrap().attributes[0]);
        let values = sorted(&a, &everyone(&data)[0]);
        let cut = values.len() / 10;
        let (bottom, top) = (values[cut], values[values.len() - 1 - cut]);
        prop_assert!(a.iter().zip(&coded).all(|(old, new)| *new == old.clamp(bottom, top)));
        if let Ok(found) = masked(&data, &strata, 1, Perturbing::Round(base), 1) {
            let rounded = cells(&found.attributes[0]);
            prop_assert!(a.iter().zip(&rounded).all(|(old, new)| new % base == 0.0 && (old - new).abs() <= base / 2.0));
        }
    }

    #[test]
    fn a_sample_has_its_share_of_every_stratum((a, _b, strata) in table(), p in 20.0..99.0_f64, seed in 0..99_u64) {
        let data = [numbers("a", a)];
        let kept = masked(&data, &strata, 0, Perturbing::Sample(percent(p)), seed).unwrap().report.kept.unwrap();
        prop_assert!(kept.windows(2).all(|pair| pair[0] < pair[1]));
        for stratum in &strata {
            let count = stratum.iter().filter(|record| kept.contains(record)).count() as f64;
            prop_assert!((count - p / 100.0 * stratum.len() as f64).abs() < 1.0);
        }
    }
}

/// Normal columns with correlations of 0.6 (a, b), -0.5 (a, c) and -0.3 (b, c), of different scale.
fn correlated(records: usize) -> Vec<Attribute> {
    let mut rng = Rng::new(5);
    let mut columns = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..records {
        let (x, y, z) = (rng.normal(), rng.normal(), rng.normal());
        columns[0].push(x);
        columns[1].push(100.0 + 10.0 * (0.6 * x + 0.8 * y));
        columns[2].push(-0.5 * x + 0.75_f64.sqrt() * z);
    }
    columns.into_iter().zip(["a", "b", "c"]).map(|(cells, name)| numbers(name, cells)).collect()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let count = a.len() as f64;
    let (mean_a, mean_b) = (a.iter().sum::<f64>() / count, b.iter().sum::<f64>() / count);
    let product = |a: &[f64], mean_a: f64, b: &[f64], mean_b: f64| {
        a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum::<f64>()
    };
    product(a, mean_a, b, mean_b) / (product(a, mean_a, a, mean_a) * product(b, mean_b, b, mean_b)).sqrt()
}

fn variance(a: &[f64]) -> f64 {
    let mean = a.iter().sum::<f64>() / a.len() as f64;
    a.iter().map(|a| (a - mean) * (a - mean)).sum::<f64>() / (a.len() as f64 - 1.0)
}

/// Correlated noise keeps correlations; independent noise of the same size weakens them by 1 / (1 + p²).
#[test]
fn correlated_noise_keeps_correlations() {
    let data = correlated(50_000);
    let all = everyone(&data);
    let columns: Vec<Vec<f64>> = data.iter().map(cells).collect();
    let (kept, weakened) = (Perturbing::CorrelatedNoise(percent(50.0)), Perturbing::Noise(percent(50.0)));
    for (perturbing, factor) in [(kept, 1.0), (weakened, 1.0 / 1.25)] {
        let found = masked(&data, &all, 3, perturbing, 9).unwrap();
        let after: Vec<Vec<f64>> = found.attributes.iter().map(cells).collect();
        for a in 0..3 {
            let grown = variance(&after[a]) / variance(&columns[a]);
            assert!((grown - 1.25).abs() < 0.02, "variances grow by 1 + p²: {grown}");
            let moved = (after[a].iter().sum::<f64>() - columns[a].iter().sum::<f64>()) / 50_000.0;
            assert!(moved.abs() < 0.02 * variance(&columns[a]).sqrt(), "means stay");
            for b in 0..a {
                let (before, now) = (correlation(&columns[a], &columns[b]), correlation(&after[a], &after[b]));
                assert!((now - factor * before).abs() < 0.015, "{before} became {now}");
            }
        }
    }
}

/// Shuffled values relate to the given column as the true ones do, and not to what they were.
#[test]
fn shuffling_keeps_the_relation_to_what_is_given() {
    let mut data = correlated(20_000);
    data.swap(0, 1);
    let columns: Vec<Vec<f64>> = data.iter().map(cells).collect();
    let found = masked(&data, &everyone(&data), 1, Perturbing::ShuffleValues { given: vec![1] }, 3).unwrap();
    let after = cells(&found.attributes[0]);
    let (before, now) = (correlation(&columns[0], &columns[1]), correlation(&after, &columns[1]));
    assert!((before - now).abs() < 0.02, "{before} became {now}");
    // Given a, old and new b are independent: their correlation is the square of that of b and a.
    let own = correlation(&after, &columns[0]);
    assert!((own - before * before).abs() < 0.02, "{own}");
    // c is related to b through a alone.
    let other = correlation(&after, &columns[2]);
    assert!((other - correlation(&columns[0], &columns[2])).abs() < 0.02, "{other}");
}

/// The chance of every transition is that of the matrix, and the invariant one keeps the expected frequencies.
#[test]
fn pram_follows_its_matrix() {
    let records = 60_000_u32;
    // Frequencies of 1/2, 1/3 and 1/6.
    let codes: Vec<u32> = (0..records).map(|record| [0, 0, 0, 1, 1, 2][record as usize % 6]).collect();
    let data = [nominal("n", codes.clone())];
    let invariant = [[0.85, 0.10, 0.05], [0.15, 0.80, 0.05], [0.15, 0.10, 0.75]];
    let uniform = [[0.70, 0.15, 0.15], [0.15, 0.70, 0.15], [0.15, 0.15, 0.70]];
    for (transition, matrix) in [(Transition::Invariant, invariant), (Transition::Uniform, uniform)] {
        let found = masked(&data, &everyone(&data), 1, Perturbing::Pram(percent(30.0), transition), 11).unwrap();
        let after = cells(&found.attributes[0]);
        let mut counts = [[0.0; 3]; 3];
        codes.iter().zip(&after).for_each(|(&old, &new)| counts[old as usize][new as usize] += 1.0);
        for (old, (counts, chances)) in counts.iter().zip(matrix).enumerate() {
            let all: f64 = counts.iter().sum();
            for (count, chance) in counts.iter().zip(chances) {
                assert!((count / all - chance).abs() < 0.02, "{transition:?} from {old}: {}", count / all);
            }
        }
        let share = |value: f64| after.iter().filter(|&&new| new == value).count() as f64 / f64::from(records);
        let stays =
            [0.5, 1.0 / 3.0, 1.0 / 6.0].iter().zip(0..3).all(|(old, at)| (share(f64::from(at)) - old).abs() < 0.01);
        assert_eq!(stays, transition == Transition::Invariant);
    }
}

#[test]
fn a_missing_cell_stays_missing() {
    let data =
        [numbers("a", vec![1.0, f64::NAN, 3.0, 4.0, 5.0, 6.0]), numbers("b", vec![2.0, 1.0, 3.0, 9.0, 4.0, f64::NAN])];
    let all = [
        Perturbing::RankSwap(percent(40.0)),
        Perturbing::Noise(percent(40.0)),
        Perturbing::CorrelatedNoise(percent(40.0)),
    ];
    for perturbing in
        all.into_iter().chain([Perturbing::TopBottom(Ends::Percent(percent(20.0))), Perturbing::Round(2.0)])
    {
        let found = masked(&data, &everyone(&data), 2, perturbing, 4).unwrap();
        for (before, after) in data.iter().zip(&found.attributes) {
            assert!(cells(before).iter().zip(cells(after)).all(|(old, new)| old.is_nan() == new.is_nan()));
        }
    }
}

#[test]
fn what_cannot_be_masked_is_refused_by_name() {
    let data = [numbers("amount", vec![1.0, 2.0, 3.0, 4.0]), nominal("trade", vec![0, 1, 0, 1])];
    let all = everyone(&data);
    let refused = |data: &[Attribute], perturbing| masked(data, &all, 1, perturbing, 1).unwrap_err().to_string();
    let (number, trade) = (&data[..1], &data[1..]);
    for perturbing in [
        Perturbing::RankSwap(percent(50.0)),
        Perturbing::Noise(percent(50.0)),
        Perturbing::CorrelatedNoise(percent(50.0)),
        Perturbing::ShuffleValues { given: vec![] },
        Perturbing::TopBottom(Ends::Percent(percent(25.0))),
        Perturbing::Round(2.0),
    ] {
        let name = Perturbation { perturbing: perturbing.clone(), columns: vec![] }.method().name();
        let message = refused(trade, perturbing);
        assert!(message.contains("column “trade”: its kind is nominal") && message.contains(name), "{message}");
    }
    let message = refused(number, Perturbing::Pram(percent(50.0), Transition::Invariant));
    assert!(message.contains("column “amount”: its kind is number, but pram masks"), "{message}");
    assert!(refused(number, Perturbing::RankSwap(percent(5.0))).contains("less than one rank"));
    assert!(refused(number, Perturbing::Round(1.0)).contains("changed none of its cells"));
    let beyond = Perturbing::TopBottom(Ends::Values { bottom: None, top: Some(9.0) });
    assert!(refused(number, beyond).contains("changed none of its cells"));
}
