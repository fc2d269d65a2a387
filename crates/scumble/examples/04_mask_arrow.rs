//! Mask an Arrow table with k-anonymity, l-diversity and t-closeness: `cargo run -p scumble --example 04_mask_arrow`.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use scumble::data::Table;
use scumble::data::arrow_array::{Float64Array, RecordBatch, StringArray};
use scumble::{Policy, Silent};
use std::sync::Arc;

const POLICY: &str = r#"
[columns]
name      = { role = "identifier" }
age       = { role = "quasi" }
income    = { role = "quasi" }
diagnosis = { role = "confidential" }
[promise]
k = 3
l = { column = "diagnosis", distinct = 2 }
t = { column = "diagnosis", at_most = 0.5 }
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ages = [23.0, 25.0, 24.0, 41.0, 44.0, 43.0, 67.0, 65.0, 70.0];
    let diagnoses = ["asthma", "flu", "flu", "asthma", "diabetes", "flu", "diabetes", "asthma", "diabetes"];
    let names: Vec<String> = (1..=ages.len()).map(|number| format!("person {number}")).collect();
    let batch = RecordBatch::try_from_iter([
        ("name", Arc::new(StringArray::from(names)) as _),
        ("age", Arc::new(Float64Array::from(ages.to_vec())) as _),
        ("income", Arc::new(Float64Array::from_iter_values(ages.iter().map(|age| age * 700.0))) as _),
        ("diagnosis", Arc::new(StringArray::from(diagnoses.to_vec())) as _),
    ])?;

    let table = Table::try_from(batch)?;
    let policy = Policy::parse("policy", POLICY)?;
    // The promise was checked, or this is an error.
    let masked = scumble::mask(&table, &policy.tables, &Silent)?;
    println!("k = {}, loss {:.1} %", masked.kept.smallest, 100.0 * masked.sse() / masked.sst());
    let batch: RecordBatch = masked.table.to_record_batch();
    println!("{:?}", batch.column_by_name("age"));
    assert!(batch.column_by_name("name").is_none() && masked.kept.smallest >= 3);
    assert!(masked.kept.distinct >= Some(2) && masked.kept.closeness <= Some(0.5));
    Ok(())
}
