//! Documents of five kilobytes and more: read and decided, read again until nothing more is found, and how cost grows with length.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scumble_corpus::Embedded;
use scumble_mask::document::{Action, Decider, Knowledge, Ledger, Protection, SourceText};
use std::hint::black_box;
use std::sync::Arc;

/// Made-up sentences in the manner of case notes.
const SENTENCES: [&str; 6] = [
    "Ms Jane Roe, born on 4 March 1961 in Springfield, was seen at Holloway General Hospital by Dr Peter Lindqvist. ",
    "The patient suffers from chronic bronchitis and was treated with antibiotics for two weeks before the operation. ",
    "On 12 June 2003 the District Court dismissed her claim against Imagine Inc. and ordered her to pay GBP 1,250. ",
    "She complained that the proceedings had been unreasonably long and that no effective remedy was available. ",
    "Her brother, who lives near Washington Square Park, called the police when the neighbours heard the noise. ",
    "The report (no. 4471/08) says that the immune system responded poorly to influenza after the blood transfusion. ",
];

fn text(bytes: usize) -> String {
    SENTENCES
        .iter()
        .copied()
        .cycle()
        .scan(0, |sum, sentence| {
            let more = *sum < bytes;
            *sum += sentence.len();
            more.then_some(sentence)
        })
        .collect()
}

fn documents(criterion: &mut Criterion) {
    let decider = |hide: &[&str]| {
        let hide = hide.iter().map(|&term| term.to_owned()).collect();
        let protection = Protection { hide, replace: Action::Label, ..Protection::default() };
        Decider::new(protection, Knowledge::english(Arc::new(Embedded::get()))).unwrap()
    };
    let mut group = criterion.benchmark_group("documents");
    for kilobytes in [5, 50, 500] {
        let source = SourceText::from(text(kilobytes * 1000));
        group.throughput(Throughput::Bytes(source.text.len() as u64));
        group.sample_size(10);
        let plain = decider(&[]);
        let mended = plain.mend(source.clone()).unwrap();
        group.bench_function(BenchmarkId::new("decide", kilobytes), |bencher| {
            bencher.iter(|| plain.draft(black_box(&mended)).unwrap());
        });
        let hiding = decider(&["acquired immunodeficiency syndrome"]);
        group.bench_function(BenchmarkId::new("decide-hiding", kilobytes), |bencher| {
            bencher.iter(|| hiding.draft(black_box(&mended)).unwrap());
        });
        group.bench_function(BenchmarkId::new("decide-and-verify", kilobytes), |bencher| {
            bencher.iter(|| plain.sanitize(black_box(&source), &Ledger::default()).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, documents);
criterion_main!(benches);
