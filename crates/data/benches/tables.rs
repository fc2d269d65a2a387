//! How long reading and writing tables takes, and how it grows with the records: `cargo bench -p scumble-data`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scumble_data::{Format, Missing, Options, read_text, write};
use std::fmt::Write as _;
use std::hint::black_box;

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tables");
    for records in [1_000_usize, 10_000, 100_000] {
        let mut text = "id,age,income,note\n".to_owned();
        for row in 0..records {
            let _ = writeln!(text, "{row},{},{}.25,\"a, {}\"", row % 90, row * 7, row % 13);
        }
        let table = read_text("t.csv", text.as_bytes(), &Options::default()).unwrap();
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("read", records), &text, |bencher, text| {
            bencher.iter(|| read_text("t.csv", black_box(text.as_bytes()), &Options::default()).unwrap().len());
        });
        group.bench_with_input(BenchmarkId::new("numbers", records), &table, |bencher, table| {
            bencher.iter(|| table.columns()[2].numbers("t.csv", &Missing::default()).unwrap().len());
        });
        group.bench_with_input(BenchmarkId::new("write", records), &table, |bencher, table| {
            bencher.iter(|| write(black_box(table), Format::Text, None, std::io::sink()).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, tables);
criterion_main!(benches);
