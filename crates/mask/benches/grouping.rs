//! How long grouping takes, and how it grows with the records: `cargo bench -p scumble-mask`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scumble_data::Rows;
use scumble_mask::partition::{Blocks, Effort, GroupSize, ascending, exact, in_blocks, ordered, refine};
use scumble_mask::space::{Metric, MixedSpace};
use scumble_mask::{Attribute, Blank, Combination, Mask, Problem, Rng, Suppress, Suppression, Values};

fn grouping(criterion: &mut Criterion) {
    let k = GroupSize::new(5).unwrap();
    let mut group = criterion.benchmark_group("grouping");
    group.sample_size(10);
    for records in [2_000_usize, 4_000, 8_000] {
        let mut rng = Rng::new(1);
        let rows = Rows::new(10, (0..records * 10).map(|_| rng.normal()).collect()).standardized();
        let numbers = MixedSpace { metrics: vec![Metric::Number; 10] };
        // Half of the columns as values of a table of distances.
        let squares: Vec<f64> = (0..64).map(|at| f64::from(i32::abs(at / 8 - at % 8))).collect();
        let metrics = (0..10).map(|column| {
            if column < 5 { Metric::Number } else { Metric::Table { values: 8, squares: squares.clone(), scale: 1.0 } }
        });
        let mixed = MixedSpace { metrics: metrics.collect() };
        let cells = rows.iter().flat_map(|row| {
            row.iter()
                .enumerate()
                .map(|(column, &cell)| if column < 5 { cell } else { (cell.abs() * 3.0).min(7.0).floor() })
        });
        let values = Rows::new(10, cells.collect());
        group.throughput(Throughput::Elements(records as u64));
        group.bench_function(BenchmarkId::new("numbers", records), |bencher| {
            bencher.iter(|| exact(&numbers, &rows, k).unwrap().len())
        });
        group.bench_function(BenchmarkId::new("mixed", records), |bencher| {
            bencher.iter(|| exact(&mixed, &values, k).unwrap().len())
        });
        group.bench_function(BenchmarkId::new("blocks", records), |bencher| {
            let blocks = Blocks { records: 1_000, ..Blocks::default() };
            bencher.iter(|| in_blocks(&numbers, &rows, k, blocks, 1).unwrap().len());
        });
        let start = exact(&numbers, &rows, k).unwrap();
        group.bench_function(BenchmarkId::new("search of a thousandth", records), |bencher| {
            bencher.iter(|| {
                refine(
                    &numbers,
                    &rows,
                    &start,
                    k,
                    Effort { units: 0.001, chains: 1 },
                    &mut Rng::new(1),
                    &scumble_io::Silent,
                )
                .unwrap()
                .steps
            });
        });
        let column = Rows::from_columns(&[&rows.column(0).collect::<Vec<_>>()]);
        let order = ascending(column.cells());
        group.bench_function(BenchmarkId::new("one column", records), |bencher| {
            bencher.iter(|| ordered(&column, &order, k).unwrap().len())
        });
    }
    group.finish();
}

/// Cells of five columns with some rare values, as in a survey.
fn suppression(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("suppression");
    group.sample_size(10);
    for records in [2_000_usize, 4_000, 8_000] {
        let mut rng = Rng::new(1);
        let column = |at: u32, rng: &mut Rng| {
            let values: Vec<String> = (0..16).map(|value| value.to_string()).collect();
            // The product of two uniform numbers is small more often than not.
            let code = |rng: &mut Rng| (rng.unit() * rng.unit() * f64::from(2 + 3 * at)) as u32;
            Attribute {
                name: at.to_string(),
                values: Values::Nominal((0..records).map(|_| code(rng)).collect(), values),
            }
        };
        let attributes: Vec<Attribute> = (0..5).map(|at| column(at, &mut rng)).collect();
        let strata = [(0..records as u32).collect()];
        let problem = Problem::new(&attributes, &strata);
        group.throughput(Throughput::Elements(records as u64));
        for (name, blank) in Blank::ALL {
            let combinations = vec![Combination { columns: (0..5).collect(), k: GroupSize::new(3).unwrap() }];
            let step = Suppression {
                columns: (0..5).collect(),
                weights: vec![1.0; 5],
                combinations,
                blank,
                suppress: Suppress::Cells,
            };
            group.bench_function(BenchmarkId::new(name, records), |bencher| {
                bencher.iter(|| step.mask(&problem, &mut Rng::new(1), &scumble_io::Silent).unwrap().report.steps);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, grouping, suppression);
criterion_main!(benches);
