//! How long nearest neighbours and spherical k-means take on made-up documents, and how they grow: `cargo bench --bench vectors`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scumble_assess::vectors::{NearestNeighbours, SphericalKMeans, shape};
use scumble_data::SparseMatrix;
use scumble_mask::Rng;

/// Documents of 30 terms each (some twice), drawn from 6,000 by Zipf's law.
fn documents(count: usize) -> SparseMatrix {
    let mut rng = Rng::new(16);
    let mut row = || -> Vec<(u32, f64)> {
        let mut terms: Vec<u32> = (0..30).map(|_| (6000_f64.powf(rng.unit()) - 1.0) as u32).collect();
        terms.sort_unstable();
        terms.dedup();
        terms.into_iter().map(|term| (term, f64::from(term + 1).ln() + 0.1)).collect()
    };
    let rows: Vec<Vec<(u32, f64)>> = (0..count).map(|_| row()).collect();
    SparseMatrix::from_rows(6000, rows).expect("terms are distinct").normalized()
}

fn vectors(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("vectors");
    group.sample_size(10);
    for count in [1_500_usize, 3_000, 6_000] {
        let space = documents(count);
        let labels: Vec<u32> = (0..count as u32).map(|document| document % 7).collect();
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new("10 nearest neighbours", count), |bencher| {
            bencher.iter(|| NearestNeighbours::new(&space, &labels).predict(&space, &[10]));
        });
        group.bench_function(BenchmarkId::new("7 clusters", count), |bencher| {
            bencher.iter(|| SphericalKMeans::new(7, 1).cluster("original", &space).expect("enough documents"));
        });
        group.bench_function(BenchmarkId::new("distances of all pairs", count), |bencher| {
            bencher.iter(|| shape("original", &space, 1).expect("enough documents"));
        });
    }
    group.finish();
}

criterion_group!(benches, vectors);
criterion_main!(benches);
