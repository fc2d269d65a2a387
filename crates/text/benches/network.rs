//! How long the second reader takes, and how it grows with the text: `cargo bench -p scumble-text --bench network`.
//!
//! Times a kilobyte of each kind should stay the same as texts grow: odd texts take no more than linear time.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scumble_kernel::Kernel;
use scumble_text::network::{Domain, Network};
use std::hint::black_box;

const PARAGRAPH: &str = "Ms Okonkwo wrote on 3 March that the parcel had left the depot in Graz; Tobias signed for it at half past \
nine. The invoice was paid on the same day, and so the case was closed. ";

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("second reader");
    group.sample_size(10);
    let page: String = PARAGRAPH.chars().cycle().take(5_000).collect();
    for kernel in Kernel::available() {
        let network = Network::unpack_for(scumble_weights::SECOND_READER, kernel).expect("the embedded weights");
        group.bench_function(BenchmarkId::new("5 kB", kernel.name()), |bencher| {
            bencher.iter(|| network.read(black_box(&page), Domain::Everyday).len());
        });
    }
    for (name, unit) in
        [("prose", PARAGRAPH), ("capitals", "A"), ("no space", "xy7"), ("emoji", "👩‍👧"), ("Hebrew", "שלום ")]
    {
        for size in [10_000, 20_000, 40_000] {
            let text: String =
                unit.chars().cycle().take(size / unit.chars().next().map_or(1, char::len_utf8)).collect();
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_with_input(BenchmarkId::new(name, size), &text, |bencher, text| {
                bencher.iter(|| Network::embedded().read(black_box(text), Domain::Everyday).len());
            });
        }
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
