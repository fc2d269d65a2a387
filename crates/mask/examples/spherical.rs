//! How long a sweep over k takes: `spherical FILE.mtx [most k]`, or `spherical N` for N made-up documents.
#![allow(clippy::print_stdout, reason = "an example prints")]
use scumble_data::SparseMatrix;
use scumble_mask::partition::GroupSize;
use scumble_mask::vectors::SphericalMasking;
use std::time::Instant;

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('%'));
    let sizes: Vec<usize> = lines.next().unwrap().split(' ').map(|size| size.parse().unwrap()).collect();
    let mut rows = vec![Vec::new(); sizes[0]];
    for line in lines {
        let mut parts = line.split(' ');
        let row: usize = parts.next().unwrap().parse().unwrap();
        let column: u32 = parts.next().unwrap().parse().unwrap();
        rows[row - 1].push((column - 1, parts.next().unwrap().parse::<f64>().unwrap()));
    }
    let matrix = SparseMatrix::from_rows(sizes[1], rows).unwrap();
    let all = Instant::now();
    for k in 2..=20 {
        let start = Instant::now();
        let masking = SphericalMasking::new(GroupSize::new(k).unwrap());
        let (_, partition, _) = masking.partition(&matrix, &scumble_io::Silent).unwrap();
        println!("{k} {} groups {:.3} s", partition.len(), start.elapsed().as_secs_f64());
        if std::env::args().nth(2).is_some() {
            for group in partition.groups() {
                println!("G{k} {group:?}");
            }
        }
    }
    println!("all {:.3} s", all.elapsed().as_secs_f64());
}
