//! `train generate`: writes everyday documents with marks, one JSON object a line.

use scumble_train::generate::{Document, Mask, Part, documents_of_fold};
use serde_json::{Value, json};
use std::path::PathBuf;

/// What to write, and where.
struct Order {
    out: PathBuf,
    count: usize,
    seed: u64,
    part: Part,
    fold: Option<usize>,
}

/// Reads the arguments behind `generate`; nothing if they are not understood.
fn order(arguments: &[PathBuf]) -> Option<Order> {
    let (out, options) = arguments.split_first()?;
    let mut order = Order { out: out.clone(), count: 1000, seed: 1, part: Part::Train, fold: None };
    for pair in options.chunks(2) {
        let [option, value] = pair else { return None };
        let value = value.to_str()?;
        match option.to_str()? {
            "--count" => order.count = value.parse().ok()?,
            "--seed" => order.seed = value.parse().ok()?,
            "--fold" => order.fold = Some(value.parse().ok().filter(|fold| *fold < 5)?),
            "--templates" => {
                order.part = match value {
                    "train" => Part::Train,
                    "test" => Part::Test,
                    "all" => Part::All,
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    Some(order)
}

/// Writes the documents; nothing is written if the arguments are not understood.
pub(crate) fn run(arguments: &[PathBuf]) -> Option<Result<(), Box<dyn std::error::Error>>> {
    let order = order(arguments)?;
    Some(write(&order))
}

fn write(order: &Order) -> Result<(), Box<dyn std::error::Error>> {
    let documents = documents_of_fold(order.seed, order.count, order.part, order.fold)?;
    let lines: String = documents.iter().map(|document| line(document).to_string() + "\n").collect();
    scumble_io::write_whole(&order.out, lines.as_bytes())?;
    let marks: usize = documents.iter().map(|document| document.marks.len()).sum();
    println!("{} documents with {marks} marks", documents.len());
    Ok(())
}

fn line(document: &Document) -> Value {
    let mask = |mask: Mask| match mask {
        Mask::Yes => json!(true),
        Mask::No => json!(false),
        Mask::Optional => json!("optional"),
    };
    let span = |mark: &scumble_train::generate::Mark| json!({"start": mark.start, "end": mark.end, "kind": mark.kind.name(), "mask": mask(mark.mask)});
    json!({
        "id": document.id,
        "kind": document.kind,
        "template": document.template,
        "fold": document.fold,
        "part": if document.part == Part::Test { "test" } else { "train" },
        "text": document.text,
        "spans": document.marks.iter().map(span).collect::<Vec<_>>(),
    })
}
