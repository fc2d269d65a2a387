//! The page about a run over documents: what was redacted by which rule, what each document still discloses, and some
//! documents before and after.

use crate::report::axis::{Axis, grouped_count};
use crate::report::bars::{Layout, Series, bars, histogram};
use crate::report::density::{DensityStrip, density_strip};
use crate::report::page::{Card, Page, Tone};
use crate::report::text_view::{View, before_and_after};
use scumble_assess::document::estimate::SearchRisk;
use std::collections::BTreeMap;

/// What a run over documents came to.
#[derive(Clone, Debug, Default)]
pub struct DocumentsReport<'a> {
    /// Every document that was released.
    pub documents: Vec<DocumentFigures>,
    /// Documents that an earlier run finished: they are counted, but not shown.
    pub resumed: usize,
    /// Documents that were withheld, and why.
    pub withheld: Vec<(String, String)>,
    /// Findings that were redacted, by the name of their rule.
    pub rules: Vec<(String, usize)>,
    /// Findings that wait for a person.
    pub proposed: usize,
    /// Candidates that were kept.
    pub kept: usize,
    /// β, the information content from which a phrase is redacted, in bits.
    pub beta: f64,
    /// τ, the pointwise mutual information with a sensitive term from which a phrase is redacted, in bits.
    pub tau: f64,
    /// Phrases by whole bits of information content.
    pub information: BTreeMap<u32, InformationBin>,
    /// What was dropped from files because it cannot be sanitised, and from how many documents.
    pub dropped: Vec<(String, usize)>,
    /// Warnings, and how many documents have them.
    pub warnings: Vec<(String, usize)>,
    /// Where the topics are dense: the documents with the densest paragraphs, the densest first.
    pub strips: Vec<DensityStrip>,
    /// Some documents before and after.
    pub views: Vec<DocumentView<'a>>,
}

/// The figures of one document.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentFigures {
    /// Its name.
    pub name: String,
    /// The residual risk from 0 to 1; `None` if no sensitive term was named, and nothing could be measured.
    pub residual_risk: Option<f64>,
    /// The share of its words that were kept.
    pub words_kept: f64,
    /// How likely a search finds its person, estimated; `None` where it is not.
    pub search_risk: Option<SearchRisk>,
    /// The best rank of its person's page in the background; `None` where there is no such page.
    pub search_rank: Option<usize>,
}

/// The phrases whose information content lies in one whole bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InformationBin {
    /// How many were redacted.
    pub redacted: usize,
    /// How many were kept.
    pub kept: usize,
}

/// A document before and after.
#[derive(Clone, Debug)]
pub struct DocumentView<'a> {
    /// Its name.
    pub name: String,
    /// The original with its findings marked.
    pub before: View<'a>,
    /// The result with its replacements marked.
    pub after: View<'a>,
}

/// How many documents the table of risks lists.
const LISTED: usize = 50;
/// From how many documents on the distribution of risks is drawn.
const DRAWN: usize = 10;
const NOT_MEASURED: &str = "not measured";

/// The page about a run. It shows protected text, and belongs with the originals.
#[must_use]
pub fn documents_page(summary: &DocumentsReport<'_>) -> String {
    let mut page = Page::new("Sanitised documents");
    page.note(Tone::Warning, "This page shows protected text. Keep it in the work folder; do not publish it.");
    figures(&mut page, summary);
    if summary.resumed > 0 {
        let what = "documents were finished by an earlier run: they are counted here, and shown when they are sanitised again.";
        page.note(Tone::Note, &format!("{} {what}", summary.resumed));
    }
    information(&mut page, summary);
    risk(&mut page, summary);
    topics(&mut page, summary);
    let counted = |list: &[(String, usize)]| -> Vec<Vec<String>> {
        list.iter().map(|(what, count)| vec![what.clone(), grouped_count(*count)]).collect()
    };
    if !summary.withheld.is_empty() {
        page.heading("Withheld documents");
        let rows: Vec<Vec<String>> =
            summary.withheld.iter().map(|(name, why)| vec![name.clone(), why.clone()]).collect();
        page.table(&["document", "reason"], &rows);
    }
    if !summary.dropped.is_empty() {
        page.heading("Dropped from files");
        page.paragraph("Parts of files that cannot be sanitised are not released.");
        page.table(&["part", "documents"], &counted(&summary.dropped));
    }
    if !summary.warnings.is_empty() {
        page.heading("Warnings");
        page.table(&["warning", "documents"], &counted(&summary.warnings));
    }
    for view in &summary.views {
        page.heading(&view.name);
        before_and_after(&mut page, &view.before, &view.after);
    }
    page.finish()
}

fn figures(page: &mut Page, summary: &DocumentsReport<'_>) {
    page.heading("Decisions");
    let redacted: usize = summary.rules.iter().map(|(_, count)| count).sum();
    let card = |name: &str, value: String, hint: &str| Card { name: name.into(), value, hint: hint.into() };
    let count = |name: &str, count: usize, hint: &str| card(name, grouped_count(count), hint);
    let kept = match summary.documents.len() {
        0 => "–".to_owned(),
        all => percent(summary.documents.iter().map(|document| document.words_kept).sum::<f64>() / all as f64),
    };
    let best_rank = summary.documents.iter().filter_map(|document| document.search_rank).min();
    let risk = match (largest_risk(summary), largest_search_risk(summary)) {
        _ if best_rank.is_some() => card(
            "Best rank of a search",
            best_rank.map_or(String::new(), grouped_count),
            "at which BM25 or word bigrams find a person's page in the background",
        ),
        (Some(risk), _) => {
            card("Largest residual risk", format!("{risk:.3}"), "of all documents; 1 discloses a sensitive term")
        }
        (None, Some(risk)) => card(
            "Largest estimated search risk",
            range(risk),
            "how likely a search in pages about people finds the person",
        ),
        (None, None) => card(
            "Search risk",
            NOT_MEASURED.to_owned(),
            "nothing sensitive was named, and the texts are unlike those that the estimate was fitted on",
        ),
    };
    let mut cards = vec![
        count("Documents released", summary.documents.len(), ""),
        count("Documents withheld", summary.withheld.len(), ""),
        count("Findings redacted", redacted, ""),
        count("Candidates kept", summary.kept, ""),
        card("Words kept", kept, "mean over documents"),
        risk,
        card("β", format!("{:.2} bits", summary.beta), "least information content redacted"),
        card("τ", format!("{:.2} bits", summary.tau), "least PMI with a sensitive term redacted"),
    ];
    if summary.proposed > 0 {
        cards.insert(4, count("Waiting for a person", summary.proposed, "findings that were only proposed"));
    }
    page.cards(&cards);
    if !summary.rules.is_empty() {
        page.subheading("Findings redacted, by rule");
        let share = |count: usize| if redacted == 0 { "–".into() } else { percent(count as f64 / redacted as f64) };
        let rows: Vec<Vec<String>> = summary
            .rules
            .iter()
            .map(|(rule, count)| vec![rule.clone(), grouped_count(*count), share(*count)])
            .collect();
        page.table(&["rule", "findings", "share"], &rows);
    }
}

fn information(page: &mut Page, summary: &DocumentsReport<'_>) {
    let (Some((&first, _)), Some((&last, _))) =
        (summary.information.first_key_value(), summary.information.last_key_value())
    else {
        return;
    };
    page.heading("Information content of phrases");
    // Every whole bit has its place, also where there is no phrase.
    let bins: Vec<InformationBin> =
        (first..=last).map(|bits| summary.information.get(&bits).copied().unwrap_or_default()).collect();
    let series = |name: &str, pick: fn(&InformationBin) -> usize| Series {
        name: name.into(),
        values: bins.iter().map(|bin| pick(bin) as f64).collect(),
    };
    let categories: Vec<String> = (first..=last).map(|bits| bits.to_string()).collect();
    let picture = bars(
        "Phrases by information content",
        Axis { label: "Information content", unit: "whole bits", whole: true },
        Axis::counts("Phrases"),
        &categories,
        &[series("redacted", |bin| bin.redacted), series("kept", |bin| bin.kept)],
        Layout::Stacked,
    );
    let caption = format!(
        "A phrase with at least β = {:.2} bits is redacted, unless it is on the allow list or an entity that is kept (a country, a public body, a law); a phrase below β may be redacted by another rule.",
        summary.beta
    );
    page.figure(&picture, &caption);
}

fn risk(page: &mut Page, summary: &DocumentsReport<'_>) {
    let estimated = largest_search_risk(summary).is_some();
    let attacked = summary.documents.iter().any(|document| document.search_rank.is_some());
    let searched = attacked || estimated;
    page.heading(if largest_risk(summary).is_some() || !searched { "Residual risk" } else { "Search risk" });
    if attacked {
        page.paragraph(
            "Every document was searched for in the background, by BM25 and word bigrams: the rank is the better one of its person's page. \
             Other pages, other ways to search and people who read may still find the person.",
        );
    }
    if attacked && largest_risk(summary).is_none() {
        // The attack says more than an estimate of it.
    } else if largest_risk(summary).is_none() && estimated {
        page.paragraph(
            "Nothing sensitive was named. The estimated search risk says how likely a search in some hundred pages about people finds the \
             person of a document first, from what is left in it: the range is what happened to people of whom the estimate said about the \
             same. Documents that are unlike those it was fitted on (short biographies) have none. Measure the attack where pages are at hand.",
        );
    } else if largest_risk(summary).is_none() {
        page.note(
            Tone::Note,
            "The residual risk was not measured, because nothing sensitive was named, and the search risk was not estimated, because the \
             documents are unlike those that the estimate was fitted on. This does not mean that there is none.",
        );
    } else {
        page.paragraph(
            "The residual risk of a document is the largest pointwise mutual information between a sensitive term and a kept phrase, \
             or two or three kept phrases together, as a share of the term's information content. At 1 the term is disclosed.",
        );
    }
    let risks: Vec<f64> = summary.documents.iter().filter_map(|document| document.residual_risk).collect();
    if risks.len() >= DRAWN {
        let axis = Axis::new("Residual risk", "");
        page.figure(&histogram("Documents by residual risk", axis, "Documents", &risks), "");
    }
    let mut documents: Vec<&DocumentFigures> = summary.documents.iter().collect();
    let order = |document: &DocumentFigures| document.residual_risk.unwrap_or(-1.0);
    documents.sort_by(|a, b| order(b).total_cmp(&order(a)).then(a.name.cmp(&b.name)));
    if documents.len() > LISTED {
        let of = grouped_count(documents.len());
        let which = if largest_risk(summary).is_some() { "with the largest residual risk" } else { "that come first" };
        page.paragraph(&format!("The {LISTED} documents {which}, of {of}:"));
    }
    let measured = largest_risk(summary).is_some();
    let row = |document: &&DocumentFigures| {
        let risk = document.residual_risk.map_or("–".to_owned(), |risk| format!("{risk:.3}"));
        let search = document.search_risk.map_or(NOT_MEASURED.to_owned(), range);
        let rank = document.search_rank.map_or("–".to_owned(), grouped_count);
        let kept = Some(percent(document.words_kept));
        let name = Some(document.name.clone());
        let cells = [name, measured.then_some(risk), attacked.then_some(rank), estimated.then_some(search), kept];
        cells.into_iter().flatten().collect()
    };
    let rows: Vec<Vec<String>> = documents.iter().take(LISTED).map(row).collect();
    let head: Vec<&str> = [
        Some("document"),
        measured.then_some("residual risk"),
        attacked.then_some("rank by search"),
        estimated.then_some("estimated search risk"),
        Some("words kept"),
    ]
    .into_iter()
    .flatten()
    .collect();
    page.table(&head, &rows);
}

fn topics(page: &mut Page, summary: &DocumentsReport<'_>) {
    if summary.strips.is_empty() {
        return;
    }
    page.heading("Risky topics");
    page.paragraph(
        "Paragraphs from left to right, as tall as they have hits per hundred words; the dashed line is the threshold. Below stand the \
         hits, those of clusters longer. A framed paragraph is a risky block: unless it was accepted, a person decides about it.",
    );
    for strip in &summary.strips {
        page.figure(&density_strip(strip), "");
    }
}

fn largest_risk(summary: &DocumentsReport<'_>) -> Option<f64> {
    summary.documents.iter().filter_map(|document| document.residual_risk).max_by(f64::total_cmp)
}

fn largest_search_risk(summary: &DocumentsReport<'_>) -> Option<SearchRisk> {
    let known = summary.documents.iter().filter_map(|document| document.search_risk);
    known.max_by(|a, b| a.chance.total_cmp(&b.chance))
}

fn range(risk: SearchRisk) -> String {
    format!("{:.0} to {:.0} %", 100.0 * risk.low, 100.0 * risk.high)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::text_view::Mark;

    fn document(name: &str, residual_risk: Option<f64>) -> DocumentFigures {
        DocumentFigures { name: name.into(), residual_risk, words_kept: 0.9, search_risk: None, search_rank: None }
    }

    #[test]
    fn a_risk_that_was_not_measured_is_not_zero() {
        let mut summary = DocumentsReport { documents: vec![document("a.txt", None)], ..DocumentsReport::default() };
        let page = documents_page(&summary);
        assert!(page.contains("not measured") && page.contains("nothing sensitive was named"));
        assert!(!page.contains("0.000"));
        summary.documents = vec![document("a.txt", Some(0.0)), document("b.txt", Some(0.25))];
        let page = documents_page(&summary);
        assert!(page.contains("0.250") && page.contains("0.000") && !page.contains("not measured"));
        assert!(page.find("b.txt") < page.find("a.txt"));
        let risk = SearchRisk { chance: 0.6, low: 0.48, high: 0.71 };
        summary.documents =
            vec![DocumentFigures { search_risk: Some(risk), ..document("a.txt", None) }, document("b.txt", None)];
        let page = documents_page(&summary);
        assert!(page.contains("48 to 71 %") && page.contains("not measured") && !page.contains("residual risk"));
    }

    #[test]
    fn sections_without_content_are_left_out() {
        let page = documents_page(&DocumentsReport::default());
        for heading in ["Withheld documents", "Dropped", "Warnings", "Information content of", "by rule"] {
            assert!(!page.contains(&format!("{heading}</h")) && !page.contains(&format!(">{heading}")), "{heading}");
        }
    }

    #[test]
    fn documents_are_shown_before_and_after() {
        let mark = |end| Mark { start: 0, end, kind: "person", title: "person by entity".into() };
        let view = DocumentView {
            name: "note.txt".into(),
            before: View { text: "Jane slept".into(), marks: vec![mark(4)] },
            after: View { text: "PERSON-1 slept".into(), marks: vec![mark(8)] },
        };
        let summary = DocumentsReport {
            information: [(3, InformationBin { redacted: 0, kept: 2 }), (5, InformationBin { redacted: 1, kept: 0 })]
                .into(),
            resumed: 0,
            withheld: vec![("b.pdf".into(), "no text".into())],
            views: vec![view],
            ..DocumentsReport::default()
        };
        let page = documents_page(&summary);
        assert_eq!(page.matches("title=\"person by entity\"").count(), 2);
        assert!(page.contains("<title>4, redacted: 0</title>") && page.contains("no text"));
    }
}
