//! Prints everything that is decided about some documents, under several protections: to compare two builds.
//!
//!     document_findings COUNT FILE…     files are plain text, or JSON lines with a field `text`
//!
//! The environment variable `RAYON_NUM_THREADS` sets the number of threads; the output must not depend on it.
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use rayon::prelude::*;
use scumble_corpus::Embedded;
use scumble_mask::document::{Action, Decider, Knowledge, Ledger, Method, Protection, Topic};
use scumble_span::apply;
use std::error::Error;
use std::fmt::Write;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (count, files) = arguments.split_first().ok_or("COUNT FILE…")?;
    let count: usize = count.parse()?;
    let mut texts = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(file)?;
        if file.ends_with(".jsonl") {
            for line in source.lines().take(count) {
                let value: serde_json::Value = serde_json::from_str(line)?;
                texts.push(value["text"].as_str().ok_or("a line without text")?.to_owned());
            }
        } else {
            texts.push(source);
        }
    }
    for (name, protection) in protections() {
        let decider = Decider::new(protection, Knowledge::english(Arc::new(Embedded::get())))?;
        let all: Vec<String> = texts.par_iter().map(|text| one(&decider, text)).collect();
        for (i, text) in all.iter().enumerate() {
            println!("== {name} {i}\n{text}");
        }
    }
    Ok(())
}

fn protections() -> Vec<(&'static str, Protection)> {
    let terms = |terms: &[&str]| terms.iter().map(|&term| term.to_owned()).collect::<Vec<_>>();
    let hide = terms(&["torture", "acquired immunodeficiency syndrome", "murder"]);
    let hiding = Protection { hide: hide.clone(), people: terms(&["Jane Roe", "Mehmet Yilmaz"]), ..Default::default() };
    let topic = Topic::new("violence", ["murder", "torture", "bomb", "police", "prison"], 3.0);
    vec![
        ("plain", Protection::default()),
        ("hiding", hiding.clone()),
        ("generalise", Protection { replace: Action::Generalize, beta: Some(10.0), ..hiding.clone() }),
        ("mask", Protection { replace: Action::Mask, beta: Some(12.0), w: 0.3, ..hiding.clone() }),
        ("ic", Protection { method: Method::Ic, beta: Some(9.0), replace: Action::Remove, ..Default::default() }),
        ("ic+pmi", Protection { method: Method::IcPmi, hide: hide.clone(), ..Default::default() }),
        ("exact", Protection { exact: true, beta: Some(14.0), ..hiding.clone() }),
        (
            "lists",
            Protection {
                deny: terms(&["applicant", "Istanbul", "prison"]),
                allow: terms(&["court", "Ankara", "Turkey", "police", "Ms", "March", "Kaya"]),
                ..hiding.clone()
            },
        ),
        ("topics", Protection { topics: vec![topic.clone()], accept_blocks: true, ..Default::default() }),
        ("waiting", Protection { topics: vec![topic], beta: Some(11.0), ..hiding }),
    ]
}

fn one(decider: &Decider, text: &str) -> String {
    let mut out = String::new();
    let done = match decider.sanitize(&text.into(), &Ledger::default()) {
        Ok(done) => done,
        Err(error) => return format!("{error}\n"),
    };
    let labelled = done.label(&mut Ledger::default());
    for finding in &labelled.findings {
        let _ = writeln!(
            out,
            "{}..{} {} {} {:?} {:?} {:?} {:?} {:?} {} {} {:?} {:?}",
            finding.span.start,
            finding.span.end,
            finding.kind.as_str(),
            finding.rule.as_str(),
            finding.ic,
            finding.pmi,
            finding.threshold,
            finding.related,
            finding.topic,
            finding.action.as_str(),
            finding.state.as_str(),
            finding.replacement,
            finding.span.of(text),
        );
    }
    let figures = &done.figures;
    let joint = (figures.joint_questions, figures.joint_cut);
    let _ = writeln!(out, "{} {:?} {} {}", done.rounds, figures.residual_risk, joint.0, joint.1);
    out.push_str(&apply(text, &labelled.edits));
    out
}
