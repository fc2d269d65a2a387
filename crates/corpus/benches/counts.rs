//! How long a count takes: `cargo bench -p scumble-corpus --all-features`.

use criterion::{Criterion, criterion_group, criterion_main};
use scumble_corpus::{BuildOptions, Cached, Counts, Index, build};
use scumble_io::Silent;
use std::fmt::Write;
use std::hint::black_box;

/// Documents of 100 words each, drawn from 5,000 words of which few are common.
fn documents(count: usize) -> String {
    let mut state = 42u64;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let share = (state >> 11) as f64 / (1u64 << 53) as f64;
        (5000f64.powf(share)) as usize
    };
    let mut out = String::new();
    for i in 0..count {
        write!(out, "{{\"id\": {i}, \"text\": \"").unwrap();
        for _ in 0..100 {
            write!(out, "w{} ", draw()).unwrap();
        }
        out.push_str("\"}\n");
    }
    out
}

fn counts(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("documents.jsonl");
    std::fs::write(&source, documents(20_000)).unwrap();
    let out = folder.path().join("index");
    build(&[source], &out, &BuildOptions::default(), &Silent).unwrap();
    let index = Index::open(&out).unwrap();
    let questions: [(&str, &[&[&str]]); 5] = [
        ("a word", &[&["w40"]]),
        ("a phrase", &[&["w40 w3"]]),
        ("a phrase of common words", &[&["w1 w2"]]),
        ("two words", &[&["w400"], &["w40"]]),
        ("synonyms and a phrase", &[&["w400", "w401", "w402 w1"], &["w2 w3"]]),
    ];
    let mut group = criterion.benchmark_group("counts");
    for (name, question) in questions {
        group.bench_function(name, |bencher| bencher.iter(|| index.count(black_box(question)).unwrap()));
    }
    let cached = Cached::new(index.clone());
    group.bench_function("asked before", |bencher| bencher.iter(|| cached.count(black_box(questions[4].1)).unwrap()));
    group.finish();
}

criterion_group!(benches, counts);
criterion_main!(benches);
