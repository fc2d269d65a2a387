//! How long distance-based record linkage takes, and how it grows with the records: `cargo bench --bench linkage`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scumble_assess::{Direction, DistanceLinkage, Risk};
use scumble_data::Rows;
use scumble_mask::Rng;

fn linkage(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("linkage");
    group.sample_size(10);
    for records in [12_500_usize, 25_000, 50_000] {
        let mut rng = Rng::new(1);
        let original = Rows::new(8, (0..records * 8).map(|_| rng.normal()).collect());
        let masked = Rows::new(8, original.cells().iter().map(|cell| cell + 0.3 * rng.normal()).collect());
        group.throughput(Throughput::Elements(records as u64));
        for (name, direction) in
            [("original to masked", Direction::OriginalToMasked), ("masked to original", Direction::MaskedToOriginal)]
        {
            group.bench_function(BenchmarkId::new(name, records), |bencher| {
                bencher.iter(|| DistanceLinkage { direction }.risk(&original, &masked).unwrap().value);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, linkage);
criterion_main!(benches);
