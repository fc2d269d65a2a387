//! Look-ups and pairs in the statistics that come with the build.

use criterion::{Criterion, criterion_group, criterion_main};
use scumble_corpus::{Counts, Embedded};
use std::hint::black_box;

const BYTES: &[u8] = include_bytes!("../data/leads.bin");

fn bench(criterion: &mut Criterion) {
    criterion.bench_function("open", |b| b.iter(|| Embedded::read(black_box(BYTES))));
    let embedded = Embedded::get();
    for phrase in ["transfusion", "immune system", "barack obama", "unheardof", "new york city"] {
        criterion.bench_function(&format!("look up {phrase}"), |b| b.iter(|| embedded.term(black_box(phrase))));
    }
    let cold = |a: &str, b: &str| {
        let embedded = Embedded::read(BYTES)?;
        Some(embedded.both(embedded.term(a)?, embedded.term(b)?))
    };
    for (a, b) in [("transfusion", "patients"), ("immune system", "infection"), ("diabetes", "blood")] {
        criterion.bench_function(&format!("{a} + {b}, opened anew"), |bencher| bencher.iter(|| cold(a, b)));
        criterion.bench_function(&format!("{a} + {b}, by name"), |bencher| {
            bencher.iter(|| embedded.count(black_box(&[&[a], &[b]])).ok())
        });
        let terms = embedded.term(a).zip(embedded.term(b));
        criterion.bench_function(&format!("{a} + {b}, by term"), |bencher| {
            bencher.iter(|| black_box(terms).map(|(a, b)| embedded.both(a, b)))
        });
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
