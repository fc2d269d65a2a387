//! How long the masking of vector spaces takes, and how it grows with the documents: `cargo bench -p scumble-mask --bench vectors`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scumble_data::{SparseMatrix, VectorSpace};
use scumble_io::Silent;
use scumble_mask::Rng;
use scumble_mask::partition::{GroupSize, RemainingRecords, mdav};
use scumble_mask::space::{Cosine, SparseVector, Sum};
use scumble_mask::vectors::{SemanticMasking, SemanticSpace, SphericalMasking};
use scumble_ontology::{Stack, wordnet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Documents of distinct terms, drawn from a long-tailed distribution, with weights that grow with rarity.
fn made(documents: usize, columns: usize, terms: usize) -> SparseMatrix {
    let mut rng = Rng::new(7);
    let rows = (0..documents).map(|_| {
        let mut chosen = BTreeSet::new();
        while chosen.len() < terms {
            // The logarithm of a rank is uniform: Zipf's law.
            chosen.insert((((columns as f64).ln() * rng.unit()).exp() - 1.0) as u32);
        }
        chosen.into_iter().map(|term| (term, 0.1 + f64::from(term + 1).ln() * rng.unit())).collect()
    });
    SparseMatrix::from_rows(columns, rows.collect::<Vec<_>>()).unwrap().normalized()
}

fn spherical(criterion: &mut Criterion) {
    let k = GroupSize::new(5).unwrap();
    let mut group = criterion.benchmark_group("spherical");
    group.sample_size(10);
    for documents in [1_000_usize, 2_000, 4_000] {
        let matrix = made(documents, 5_000, 30);
        group.throughput(Throughput::Elements(documents as u64));
        group.bench_function(BenchmarkId::new("bounds", documents), |bencher| {
            bencher.iter(|| SphericalMasking::new(k).partition(&matrix, &Silent).unwrap().1.len());
        });
        group.bench_function(BenchmarkId::new("blocks", documents), |bencher| {
            let masking = SphericalMasking { k, at_once: 500 };
            bencher.iter(|| masking.partition(&matrix, &Silent).unwrap().1.len());
        });
        if documents == 1_000 {
            let records: Vec<SparseVector> = matrix.rows().map(SparseVector::from).collect();
            let records: Vec<&SparseVector> = records.iter().collect();
            group.bench_function(BenchmarkId::new("plain", documents), |bencher| {
                bencher.iter(|| mdav(RemainingRecords::new(&records, &Cosine, &Sum), k).unwrap().len());
            });
        }
    }
    group.finish();
}

fn semantic(criterion: &mut Criterion) {
    let stack = Arc::new(Stack::new(vec![wordnet().nouns().clone()]));
    let vocabulary: Vec<String> = wordnet().nouns().terms().step_by(97).take(1_000).map(str::to_owned).collect();
    let mut group = criterion.benchmark_group("semantic");
    group.sample_size(10);
    for documents in [10_usize, 20, 40] {
        let space = VectorSpace { vocabulary: vocabulary.clone(), ..VectorSpace::of(made(documents, 1_000, 50)) };
        group.throughput(Throughput::Elements(documents as u64));
        group.bench_function(BenchmarkId::new("50 terms", documents), |bencher| {
            bencher.iter(|| {
                let meaning = SemanticSpace::new(stack.clone()).unwrap();
                let masking = SemanticMasking { k: GroupSize::new(3).unwrap() };
                masking.mask(&space, &meaning, &Silent).unwrap().centroids.len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, spherical, semantic);
criterion_main!(benches);
