//! How long reading takes, and how it grows with the text: `cargo bench -p scumble-text`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scumble_text::entity::Recognizers;
use scumble_text::{Analyzer, Porter, WordLists, tokens};
use std::hint::black_box;

const PARAGRAPH: &str = "The patient, a 43-year-old nurse from Leeds, suffers from acquired immunodeficiency syndrome \
because of a blood transfusion that she was given in May 1984. Dr. J. Smith of the University of Texas wrote to her on 10 \
December; \"it wasn't clear\", he said, \"what the well-known tests would show.\" ";

fn reading(criterion: &mut Criterion) {
    let english = Analyzer::english();
    let mut group = criterion.benchmark_group("reading");
    for paragraphs in [1usize, 10, 100] {
        let text = PARAGRAPH.repeat(paragraphs);
        group.throughput(Throughput::Elements(tokens(&text, WordLists::english()).len() as u64));
        group.bench_with_input(BenchmarkId::new("paragraphs", paragraphs), &text, |bencher, text| {
            bencher.iter(|| english.read(black_box(text), Recognizers::built_in()).phrases().len());
        });
    }
    group.finish();
    criterion.bench_function("a stem", |bencher| bencher.iter(|| Porter::Original.stem(black_box("generalisations"))));
}

criterion_group!(benches, reading);
criterion_main!(benches);
