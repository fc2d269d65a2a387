//! How long the second reader takes on one core, for each set of instructions: `network_speed WEIGHTS [TEXT]`.
#![allow(clippy::print_stdout)]

use scumble_kernel::Kernel;
use scumble_text::network::{Domain, Network};
use std::hint::black_box;
use std::time::Instant;

/// Made up for this measurement.
const PARAGRAPH: &str = "Dear Ms Okonkwo, thank you for your letter of 3 March 2021. The parcel (no. 88-4410-B) left our depot in \
Graz on Tuesday and was handed to Mr. Tobias Lindqvist at 14 Harbour Street, Cork, who signed for it at half past nine. As you \
wrote, the invoice of 1,249.50 euros had been paid on the same day; we have therefore closed the case. If anything is still \
missing, please call Hannah in our office (+43 316 555 0199) or answer this mail before the end of the month.\n\n";

/// The most memory that the process has had, in MB, where the system says so.
fn memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

/// The time that the process has had on a processor, in ms: what others run at the same time counts less than with a clock on the
/// wall. Where the system does not say it, the clock on the wall.
fn processor_time(start: Instant) -> f64 {
    let time = |task: std::io::Result<std::fs::DirEntry>| -> Option<f64> {
        let times = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        times.split_whitespace().next()?.parse::<f64>().ok()
    };
    let tasks = std::fs::read_dir("/proc/self/task").ok();
    let sum: f64 = tasks.into_iter().flatten().filter_map(time).sum();
    if sum > 0.0 { sum / 1e6 } else { start.elapsed().as_secs_f64() * 1e3 }
}

fn main() {
    let mut files = std::env::args().skip(1);
    let bytes = std::fs::read(files.next().expect("a packed network")).expect("a packed network");
    let text = files.next().map_or_else(|| PARAGRAPH.repeat(20), |file| std::fs::read_to_string(file).expect("a text"));
    let page: String = text.chars().take(5_000).collect();
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("one thread");
    for kernel in Kernel::available() {
        let start = Instant::now();
        let network = Network::unpack_for(&bytes, kernel).expect("a packed network");
        let unpacking = start.elapsed().as_secs_f64() * 1e3;
        let (mut times, mut read) = (Vec::new(), network.read(&page, Domain::Everyday));
        for _ in 0..if kernel.name() == "plain" { 3 } else { 15 } {
            let before = processor_time(start);
            read = black_box(network.read(black_box(&page), Domain::Everyday));
            times.push(processor_time(start) - before);
        }
        times.sort_by(f64::total_cmp);
        println!(
            "{:14} {} bytes, {} tokens, {} windows: best {:.1} ms, median {:.1} ms of processor time; unpacking {unpacking:.1} ms; memory {}",
            kernel.name(),
            page.len(),
            read.len(),
            read.windows(),
            times[0],
            times[times.len() / 2],
            memory().map_or("unknown".to_owned(), |most| format!("{most:.0} MB")),
        );
    }
}
