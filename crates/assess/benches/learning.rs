//! How long learning a distance takes, by family: `cargo bench --bench learning`.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use scumble_assess::learn::known::{CarryOver, KnownPairs};
use scumble_assess::learn::{Family, Hrla, Learning};
use scumble_data::Rows;
use scumble_io::Silent;
use scumble_mask::Rng;

/// Columns with more and more noise, so that weights matter.
fn files(records: usize, width: usize) -> (Rows, Rows) {
    let mut rng = Rng::new(1);
    let original = Rows::new(width, (0..records * width).map(|_| rng.normal()).collect());
    let noise = |(at, cell): (usize, &f64)| cell + 0.15 * (1 + at % width) as f64 * rng.normal();
    let masked = Rows::new(width, original.cells().iter().enumerate().map(noise).collect());
    (original.standardized(), masked.standardized())
}

/// One round of search for each family, and a proof for weighted means.
fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("learning");
    group.sample_size(10);
    let (original, masked) = files(400, 5);
    for (name, family) in Family::ALL {
        let learning = Learning { family, rounds: 1, work: 0, seed: 1 };
        group.bench_function(BenchmarkId::new("one round", name), |bencher| {
            bencher.iter(|| learning.learn(&original, &masked, &|_| (), &Silent).unwrap().links.expected);
        });
    }
    let learning = Learning { family: Family::WeightedMean, rounds: 1, work: 20_000_000, seed: 1 };
    group.bench_function(BenchmarkId::new("one round and a proof", "wm"), |bencher| {
        bencher.iter(|| learning.learn(&original, &masked, &|_| (), &Silent).unwrap().bound);
    });
    group.finish();
}

/// The heuristic, which goes through all pairs of records in a pass.
fn heuristic(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("heuristic");
    group.sample_size(10);
    for width in [4, 6] {
        let (original, masked) = files(400, width);
        group.bench_function(BenchmarkId::new("one pass, columns", width), |bencher| {
            let hrla = Hrla { passes: 1, ..Hrla::default() };
            bencher.iter(|| hrla.learn(&original, &masked, &Silent).unwrap().unwrap().links.expected);
        });
    }
    group.finish();
}

/// A choice among all recipes, from known pairs.
fn known_pairs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("known pairs");
    group.sample_size(10);
    let (original, masked) = files(1_080, 7);
    let known: Vec<u32> = (0..200).collect();
    let pairs = KnownPairs { original: &original, masked: &masked, known: &known };
    group.bench_function("200 of 1,080", |bencher| {
        bencher.iter(|| CarryOver::default().learn(pairs, &Silent).unwrap().links.expected);
    });
    group.finish();
}

criterion_group!(benches, search, heuristic, known_pairs);
criterion_main!(benches);
