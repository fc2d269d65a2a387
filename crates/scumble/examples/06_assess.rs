//! Measure what masking costs and what it leaves: `cargo run -p scumble --example 06_assess`.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use scumble::data::{Options, read_text};
use scumble::table::{Assessment, assess};
use scumble::{Policy, Silent};

fn main() -> Result<(), scumble::Error> {
    let mut csv = String::from("age,income,height\n");
    for person in 0..40u32 {
        let (age, spread) = (20 + person, person * person % 17);
        csv.push_str(&format!("{age},{},{}\n", 900 * age + 310 * spread, 150 + spread * 3));
    }
    let original = read_text("people.csv", csv.as_bytes(), &Options::default())?;
    println!("  k    loss (SSE/SST)   linked (DBRL)   smallest class");
    let mut before = 0.0;
    for k in [2, 4, 8] {
        let policy = Policy::parse("policy", &format!("others = 'mask'\n[promise]\nk = {k}\n"))?;
        let masked = scumble::mask(&original, &policy.tables, &Silent)?;
        let assessed = assess(&original, &masked.table, &Assessment::default())?;
        let figure = |reading: &Option<scumble::assess::Reading>| reading.as_ref().map_or(0.0, |reading| reading.value);
        let (loss, linked) = (figure(&assessed.reading.squares), figure(&assessed.reading.linkage));
        println!("{k:>3} {loss:>12.2} % {linked:>13.1} % {:>14}", assessed.pair.classes.smallest());
        assert!(assessed.pair.classes.smallest() >= k && loss > before);
        before = loss;
    }
    Ok(())
}
