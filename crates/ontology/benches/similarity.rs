//! How long the hot paths take: `cargo bench -p scumble-ontology`.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use scumble_ontology::measure::{MeasureName, between_terms};
use scumble_ontology::wordnet::{EMBEDDED, unpack};
use scumble_ontology::{Builder, Concept, Stack, wordnet};
use std::hint::black_box;

/// Pairs of concepts spread over WordNet by a fixed stride.
fn pairs() -> Vec<(Concept, Concept)> {
    let all: Vec<Concept> = wordnet().nouns().concepts().collect();
    (0..1000).map(|i| (all[i * 7919 % all.len()], all[(i * 104_729 + 13) % all.len()])).collect()
}

fn measures(criterion: &mut Criterion) {
    let nouns = wordnet().nouns();
    let pairs = pairs();
    let mut group = criterion.benchmark_group("1000 concept pairs");
    for name in MeasureName::ALL {
        let measure = name.on(nouns, None);
        group.bench_function(name.as_str(), |bencher| {
            bencher.iter(|| pairs.iter().map(|&(a, b)| measure.between(black_box(a), black_box(b))).sum::<f64>());
        });
    }
    group.finish();
    let measure = MeasureName::WuPalmer.on(nouns, None);
    criterion.bench_function("a term pair, wu-palmer", |bencher| {
        bencher.iter(|| between_terms(&*measure, black_box("butterfly"), black_box("computer")));
    });
}

fn lookup(criterion: &mut Criterion) {
    let nouns = wordnet().nouns();
    let stack = Stack::new(vec![nouns.clone(), wordnet().verbs().clone()]);
    criterion
        .bench_function("an exact term", |bencher| bencher.iter(|| nouns.senses(black_box("blood transfusion")).len()));
    criterion
        .bench_function("a plural", |bencher| bencher.iter(|| nouns.senses(black_box("blood transfusions")).len()));
    criterion.bench_function("a phrase, two words dropped", |bencher| {
        bencher.iter(|| stack.map(black_box("my second blood transfusion")).map(|mapping| mapping.concepts.len()));
    });
    criterion.bench_function("near terms", |bencher| bencher.iter(|| nouns.near_terms(black_box("hospitl"), 5).len()));
}

/// Loading: the embedded WordNet, and trees of growing size (cost grows with concepts times depth).
fn loading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("loading");
    group.sample_size(20);
    group.bench_function("embedded WordNet", |bencher| {
        bencher.iter_batched(
            || (),
            |()| unpack(EMBEDDED).map(|d| d.into_wordnet().map(|w| w.nouns().len()).ok()),
            BatchSize::PerIteration,
        );
    });
    for n in [1_000usize, 10_000, 100_000] {
        group.bench_with_input(BenchmarkId::new("binary tree", n), &n, |bencher, &n| {
            bencher.iter(|| {
                let mut builder = Builder::new("tree");
                for i in 0..n {
                    let child = builder.term(&i.to_string(), i as u64);
                    if i > 0 {
                        let parent = builder.refer(&((i - 1) / 2).to_string());
                        builder.parent(child, parent, i as u64);
                    }
                }
                builder.build(true).map(|tree| tree.len()).unwrap_or(0)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, measures, lookup, loading);
criterion_main!(benches);
