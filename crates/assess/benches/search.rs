//! How long indexing and searching take, by model: `cargo bench --bench search`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scumble_assess::document::search::{Index, Model, Scores};
use scumble_mask::Rng;

/// Texts of 150 words, drawn so that a few words are common and most are rare.
fn texts(count: usize) -> Vec<String> {
    let mut rng = Rng::new(1);
    let word = |rng: &mut Rng| format!("w{}", (rng.unit().powi(4) * 50_000.0) as usize);
    (0..count).map(|_| (0..150).map(|_| word(&mut rng)).collect::<Vec<_>>().join(" ")).collect()
}

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    let texts = texts(2_000);
    group.throughput(Throughput::Elements(texts.len() as u64));
    for model in Model::ALL {
        group.bench_function(BenchmarkId::new("index", model.name()), |bencher| {
            bencher.iter(|| Index::new(model, &texts).len());
        });
        let index = Index::new(model, &texts);
        let queries: Vec<_> = texts.iter().map(|text| index.query(text)).collect();
        group.bench_function(BenchmarkId::new("score", model.name()), |bencher| {
            let mut scores = Scores::default();
            bencher.iter(|| queries.iter().for_each(|query| index.score(query, &mut scores)));
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
