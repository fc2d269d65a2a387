//! Writes pages with everything that a report can show, from made-up data: `gallery FOLDER`.

use scumble::ontology::wordnet;
use scumble::report::text_view::{Mark, View, before_and_after};
use scumble::report::{
    Axis, Card, Curve, DocumentFigures, DocumentView, DocumentsReport, InformationBin, Layout, Page, Series, Tone,
    bars, documents_page, histogram, lines, tree,
};
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).unwrap_or_else(|| ".".into()));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("gallery.html"), gallery())?;
    std::fs::write(folder.join("documents.html"), documents_page(&summary(true)))?;
    std::fs::write(folder.join("unmeasured.html"), documents_page(&summary(false)))?;
    std::fs::write(folder.join("lines.svg"), loss())?;
    std::fs::write(folder.join("tree.svg"), concepts("influenza", "acquired immune deficiency syndrome"))
}

fn gallery() -> String {
    let mut page = Page::new("Gallery");
    page.paragraph("Everything that a page can hold, with made-up data.");
    page.note(Tone::Note, "Pictures follow light and dark mode.");
    page.note(Tone::Warning, "This page shows protected text. It belongs in the work folder, not in the release.");
    page.heading("Key figures");
    let card = |name: &str, value: &str, hint: &str| Card { name: name.into(), value: value.into(), hint: hint.into() };
    page.cards(&[
        card("Documents", "1\u{202f}204", ""),
        card("Words kept", "83.1 %", "mean over documents"),
        card("Residual risk", "not measured", "nothing sensitive was named"),
        card("Smallest equivalence class", "5", "at least k = 5 is promised"),
    ]);
    page.heading("A table");
    let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
    page.table(
        &["attribute", "values", "share", "note"],
        &[
            row(["age", "74", "12.3 %", "quasi-identifier"]),
            row(["post code", "1\u{202f}932", "100.0 %", "quasi-identifier, generalised to the first three digits"]),
            row(["diagnosis", "8", "–", "confidential"]),
        ],
    );
    page.heading("Curves");
    page.figure(&loss(), "Ten curves; the same measure over another table is dashed.");
    page.figure(
        &lines(
            "Precision",
            Axis::new("w", ""),
            Axis::new("Precision", "%"),
            &[
                Curve { name: "S1, mean".into(), dashed: true, points: vec![(0.1, 71.0), (1.0, 71.0)] },
                Curve { name: "S1+S2, mean".into(), dashed: false, points: curve(|w| 60.0 + 11.0 * w * w) },
            ],
        ),
        "Far from zero, the axis does not begin there.",
    );
    page.figure(
        &lines(
            "One point",
            Axis::new("Size", "bytes"),
            Axis::new("Time", "s"),
            &[Curve { name: "one point".into(), dashed: false, points: vec![(2.5e9, 3.25)] }],
        ),
        "A single point.",
    );
    page.figure(&lines("Nothing", Axis::new("x", ""), Axis::new("y", ""), &[]), "Nothing to show.");
    page.heading("Bars");
    page.figure(&phrases(Layout::Stacked), "Stacked.");
    page.figure(&phrases(Layout::Grouped), "Grouped.");
    let rules = ["person", "hidden", "entity", "informative", "related", "joint", "same", "found when read again"];
    page.figure(
        &bars(
            "Change against the last run",
            Axis::new("Rule", ""),
            Axis::counts("Findings"),
            &rules.map(str::to_owned),
            &[Series { name: String::new(), values: vec![12.0, -3.0, 44.0, 0.0, -18.0, 7.0, 1.0, -30.0] }],
            Layout::Grouped,
        ),
        "Negative values.",
    );
    let sizes: Vec<f64> = (0..400).map(|i| f64::from(3 + (i * i % 17) % 9)).collect();
    page.figure(&histogram("Sizes of equivalence classes", Axis::counts("Records"), "Classes", &sizes), "");
    let risks: Vec<f64> = (0..5000).map(|i| (f64::from(i) * 0.618_034).fract().powi(3)).collect();
    page.figure(&histogram("Risk by record", Axis::new("Risk", ""), "Records", &risks), "");
    page.heading("Concepts");
    page.figure(&concepts("influenza", "acquired immune deficiency syndrome"), "");
    page.figure(&concepts("nurse", "surgeon"), "");
    page.heading("A document");
    let (before, after) = note();
    before_and_after(&mut page, &before, &after);
    page.heading("All kinds");
    let (before, after) = kinds();
    before_and_after(&mut page, &before, &after);
    page.finish()
}

fn curve(value: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    (1..=10).map(|i| f64::from(i) / 10.0).map(|x| (x, value(x))).collect()
}

fn loss() -> String {
    let names = ["min-sum", "max", "avg", "Hausdorff", "sum of both directions"];
    let mut curves = Vec::new();
    for (kind, factor) in [("semantic", 1.0), ("equality", 1.35)] {
        for (i, name) in names.iter().enumerate() {
            let points =
                (2..=10).map(|k| (f64::from(k), factor * (40.0 + 9.0 * i as f64) * f64::from(k).sqrt())).collect();
            curves.push(Curve { name: format!("{name}, {kind}"), dashed: kind == "equality", points });
        }
    }
    lines("Loss against k", Axis::counts("k"), Axis::new("Σ min-sum loss", ""), &curves)
}

fn phrases(layout: Layout) -> String {
    let bits: Vec<String> = (2..20).map(|bits| bits.to_string()).collect();
    let redacted =
        (2..20).map(|bits| if bits >= 12 { f64::from((20 - bits) * 7) } else { f64::from(bits % 3) }).collect();
    let kept = (2..20).map(|bits| if bits < 12 { f64::from(bits * bits / 2) } else { 0.0 }).collect();
    let series = [Series { name: "redacted".into(), values: redacted }, Series { name: "kept".into(), values: kept }];
    bars(
        "Phrases by information content",
        Axis::new("Information content", "whole bits"),
        Axis::counts("Phrases"),
        &bits,
        &series,
        layout,
    )
}

fn concepts(a: &str, b: &str) -> String {
    let nouns = wordnet().nouns();
    let leaves = [a, b].map(|term| nouns.exact_senses(term)[0]);
    tree::draw(nouns, &leaves, nouns.lowest_common_hypernym(leaves[0], leaves[1]))
}

/// A text with marks, from pieces: the text, and the kind and title of its mark.
fn view(pieces: &[(&str, &'static str, &str)]) -> View<'static> {
    let mut view = View::default();
    let mut text = String::new();
    for (piece, kind, title) in pieces {
        let start = text.len();
        text.push_str(piece);
        if !kind.is_empty() {
            view.marks.push(Mark { start, end: text.len(), kind, title: (*title).to_owned() });
        }
    }
    view.text = text.into();
    view
}

fn note() -> (View<'static>, View<'static>) {
    let person = "person by person";
    let entity = |kind: &str| format!("{kind} by entity");
    let date = entity("date");
    let organisation = entity("organisation");
    let mail = entity("e-mail");
    let before = view(&[
        ("Ms Jane Roe", "person", person),
        (", born on ", "", ""),
        ("4 March 1961", "date", &date),
        (", was seen at ", "", ""),
        ("Holloway General Hospital", "organisation", &organisation),
        (" by ", "", ""),
        ("Dr. Peter Lindqvist", "person", "person by entity"),
        (".\n\nThe patient suffers from ", "", ""),
        ("acquired immunodeficiency syndrome", "term", "term by hidden"),
        (" because of a ", "", ""),
        ("blood transfusion", "term", "term by informative, IC 14.33 ≥ β 12.00"),
        (". She was diagnosed when her ", "", ""),
        ("immune system", "term", "term by related, PMI 6.20 ≥ τ 4.10"),
        (" responded poorly to ", "", ""),
        ("influenza", "term", "term by related, PMI 5.02 ≥ τ 4.10"),
        (". ", "", ""),
        ("Ms Roe", "person", "person by same"),
        (" can be reached at ", "", ""),
        ("jane.roe@example.org", "e-mail", &mail),
        (".\n", "", ""),
    ]);
    let after = view(&[
        ("PERSON-1", "person", person),
        (", born on ", "", ""),
        ("DATE-1", "date", &date),
        (", was seen at ", "", ""),
        ("ORGANIZATION-1", "organisation", &organisation),
        (" by ", "", ""),
        ("PERSON-2", "person", "person by entity"),
        (".\n\nThe patient suffers from ", "", ""),
        ("illness", "term", "term by hidden"),
        (" because of a ", "", ""),
        ("[REDACTED]", "term", "term by informative, IC 14.33 ≥ β 12.00"),
        (". She was diagnosed when her ", "", ""),
        ("[REDACTED]", "term", "term by related, PMI 6.20 ≥ τ 4.10"),
        (" responded poorly to ", "", ""),
        ("[REDACTED]", "term", "term by related, PMI 5.02 ≥ τ 4.10"),
        (". ", "", ""),
        ("PERSON-1", "person", "person by same"),
        (" can be reached at ", "", ""),
        ("", "e-mail", &mail),
        (".\n", "", ""),
    ]);
    (before, after)
}

fn kinds() -> (View<'static>, View<'static>) {
    let all = [
        "person",
        "organisation",
        "place",
        "date",
        "term",
        "name",
        "code",
        "quantity",
        "demographic",
        "miscellaneous",
        "block",
        "e-mail",
        "url",
        "phone",
        "ip",
        "iban",
        "payment-card",
        "national-id",
        "age",
        "address",
        "post-code",
        "title",
        "custom",
        "ward",
        "study arm",
    ];
    let pieces: Vec<(String, &'static str)> =
        all.iter().flat_map(|kind| [(format!("some {kind}"), *kind), (", ".to_owned(), "")]).collect();
    let before: Vec<(&str, &'static str, &str)> =
        pieces.iter().map(|(text, kind)| (text.as_str(), *kind, *kind)).collect();
    (view(&before), view(&[("nothing is left", "", "")]))
}

fn summary(measured: bool) -> DocumentsReport<'static> {
    let document = |i: u32| DocumentFigures {
        name: format!("ward-{}/letter-{i:03}.docx", i % 4),
        search_risk: None,
        search_rank: None,
        residual_risk: measured.then(|| (f64::from(i) * 0.618_034).fract() * 0.6),
        words_kept: 0.7 + 0.3 * (f64::from(i) * 0.414_214).fract(),
    };
    let bin = |bits: u32| {
        let redacted = if bits >= 12 { (20 - bits) as usize * 7 } else { (bits % 3) as usize };
        (bits, InformationBin { redacted, kept: if bits < 12 { (bits * bits) as usize / 2 } else { 0 } })
    };
    let (before, after) = note();
    let count = |list: &[(&str, usize)]| list.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
    DocumentsReport {
        resumed: 0,
        documents: (0..if measured { 64 } else { 3 }).map(document).collect(),
        withheld: vec![
            ("scan-17.pdf".into(), "it has pages without text".into()),
            ("letter-009.docx".into(), "a redacted term is left in the file".into()),
        ],
        rules: count(&[
            ("person", 122),
            ("hidden", 31),
            ("entity", 1873),
            ("informative", 204),
            ("related", 88),
            ("same", 412),
        ]),
        proposed: 6,
        kept: 12_803,
        beta: 12.0,
        tau: 4.1,
        information: (2..20).map(bin).collect(),
        dropped: count(&[("comments", 12), ("embedded pictures", 40)]),
        warnings: count(&[("the text is not in a language that is understood", 2)]),
        strips: Vec::new(),
        views: vec![DocumentView { name: "ward-1/letter-001.docx".into(), before, after }],
    }
}
