use scumble_assess::learn::{Family, Learning};
use scumble_data::Rows;
fn read(p: &str) -> Rows {
    let t = std::fs::read_to_string(p).unwrap();
    let mut l = t.lines();
    let w = l.next().unwrap().split(',').count();
    Rows::new(w, l.flat_map(|l| l.split(',').map(|c| c.parse().unwrap()).collect::<Vec<f64>>()).collect())
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rounds: usize = a[1].parse().unwrap();
    for line in std::fs::read_to_string("../shared/data/linkage/best_known.csv").unwrap().lines().skip(1) {
        let c: Vec<&str> = line.split(',').collect();
        if a.len() > 2 && !a[2..].iter().any(|x| x == c[2]) { continue; }
        let f = |s: &str| read(&format!("../shared/data/linkage/raw_s{}_{}_{s}.csv", c[0], c[1]));
        let (x, y) = (f("X").standardized(), f("Y").standardized());
        let family = Family::ALL.iter().find(|(n, _)| *n == c[2]).unwrap().1;
        let t = std::time::Instant::now();
        let got = Learning { family, rounds, seed: 42 }.learn(&x, &y, &scumble_io::Silent).unwrap();
        let known: f64 = c[3].parse().unwrap();
        println!("{} {} {} known {} got {} {} bound {} {:.2}s", c[0], c[1], c[2], known, got.links.expected, if got.links.expected < known - 1e-6 {"LESS"} else {""}, got.bound, t.elapsed().as_secs_f64());
    }
}
