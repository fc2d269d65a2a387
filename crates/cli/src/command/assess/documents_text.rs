//! The figures of sanitised documents, for people.

use crate::console::Console;
use scumble::assess::document::Share;
use scumble::assess::document::gold::GoldSums;
use scumble::assess::document::retrieval::Evaluated;
use scumble::document::assess::{AssessedDocument, AssessedDocuments, GoldFigures, SearchAttack, SweptDocuments};

/// Documents that are listed.
const LISTED: usize = 20;
/// Telling words of each.
const TOLD: usize = 4;

pub(super) fn to_text(assessed: &AssessedDocuments, console: &Console) -> String {
    let style = console.style;
    let mut text = match assessed.documents.len() {
        1 => "1 document".to_owned(),
        many => format!("{many} documents"),
    };
    text += &match assessed.documents.len() - assessed.by_decisions {
        0 => "; redactions by the release's decisions\n".to_owned(),
        told => format!("; redactions of {told} are told from the two texts\n"),
    };
    for (name, share) in [("tokens kept", assessed.tokens_kept), ("information kept", assessed.information_kept)] {
        text += &format!("  {name:<20}{}\n", style.strong(&format!("{:>8.1} %", 100.0 * share)));
    }
    match &assessed.attack {
        Some(attack) => text += &attacked(attack, &assessed.documents),
        None => text += "  attack by search    not measured: no --background\n",
    }
    text += &retrieval("Information loss by retrieval", "IL", &assessed.utility);
    text += &retrieval("Disclosure risk by retrieval", "DR", &assessed.risk);
    if let Some(gold) = &assessed.gold {
        text += &annotated(gold);
    }
    text
}

pub(crate) fn share_text(share: Share) -> String {
    let (low, high) = share.interval();
    let percent = |share: f64| 100.0 * share;
    format!("{:>5.1} % [{:.1}, {:.1}]", percent(share.value()), percent(low), percent(high))
}

/// A sweep as a table.
pub(super) fn swept_to_text(swept: &SweptDocuments) -> String {
    let name = swept.setting.name();
    let people = swept.values.first().map_or(0, |value| value.worst.top_1.whole + value.withheld);
    let mut text = format!("{people} documents by {name}; attack by search in {} pages\n", swept.pages);
    let (bm25, any) = ("found first by bm25", "found first by any");
    text += &format!("  {name:<14}{:>12}{bm25:>24}{any:>24}{:>10}\n", "tokens kept", "withheld");
    for value in &swept.values {
        let setting = value.value.map_or("as the policy".to_owned(), |value| value.to_string());
        let (kept, bm25, any) = (100.0 * value.tokens_kept, share_text(value.by_bm25()), share_text(value.worst.top_1));
        text += &format!("  {setting:<14}{kept:>10.1} %{bm25:>24}{any:>24}{:>10}\n", value.withheld);
    }
    if !swept.without_page.is_empty() {
        let names = swept.without_page.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
        text += &format!("  left out, without a page of their name: {} ({names})\n", swept.without_page.len());
    }
    text
}

fn attacked(attack: &SearchAttack, documents: &[AssessedDocument]) -> String {
    let mut text = format!("\nAttack by search in {} pages, {} people\n", attack.pages, attack.worst.top_1.whole);
    text += &format!("  {:<14}{:>22}{:>24}{:>8}\n", "attacker", "found first", "among first five", "MRR");
    let rows =
        attack.by_model.iter().map(|(model, ranks)| (model.name(), ranks)).chain([("any of them", &attack.worst)]);
    for (name, ranks) in rows {
        let (first, five) = (share_text(ranks.top_1), share_text(ranks.top_5));
        text += &format!("  {name:<14}{first:>22}{five:>24}{:>8.3}\n", ranks.mean_reciprocal_rank);
    }
    if !attack.without_page.is_empty() {
        let names = attack.without_page.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
        text += &format!("  not attacked, without a page of their name: {} ({names})\n", attack.without_page.len());
    }
    let mut order: Vec<&AssessedDocument> = documents.iter().filter(|document| !document.found.is_empty()).collect();
    let best = |document: &AssessedDocument| document.found.iter().map(|found| found.rank).min().unwrap_or(usize::MAX);
    order.sort_by(|a, b| best(a).cmp(&best(b)).then(a.name.cmp(&b.name)));
    text += "  document: rank by attacker, tokens kept, telling words that are left\n";
    for document in order.into_iter().take(LISTED) {
        let ranks: Vec<String> = document.found.iter().map(|found| found.rank.to_string()).collect();
        let strongest = document.found.iter().min_by_key(|found| found.rank);
        let telling = strongest.into_iter().flat_map(|found| found.telling.iter().take(TOLD));
        let telling: Vec<String> = telling.map(|one| format!("{} {:.0} %", one.term, 100.0 * one.share)).collect();
        let kept = 100.0 * document.tokens_kept;
        text += &format!("  {}: {}; {kept:.1} %; {}\n", document.name, ranks.join("/"), telling.join(", "));
    }
    text
}

fn retrieval(heading: &str, total: &str, queries: &[Evaluated]) -> String {
    if queries.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{heading}: changes in percent\n");
    let head = ["P", "R", "F", "C", "N", "AR", "TR", "PR", "NMI", total, "rounded"];
    text += &format!("  {:<12}{}\n", "query", head.map(|name| format!("{name:>9}")).concat());
    for query in queries {
        let c = &query.change;
        let cells = [
            c.precision,
            c.recall,
            c.f,
            c.coverage,
            c.novelty,
            c.average_relevance,
            c.returned,
            c.random,
            c.mutual_information,
            c.total(),
            c.rounded_total(),
        ];
        text += &format!("  {:<12}{}\n", query.name, cells.map(|cell| format!("{cell:>9.2}")).concat());
    }
    let mean = queries.iter().map(|query| query.change.total()).sum::<f64>() / queries.len() as f64;
    text + &format!("  mean {total} {mean:.2}\n")
}

fn annotated(gold: &GoldFigures) -> String {
    let mut text = format!("\nAgainst annotations (documents: {})\n", gold.documents.len());
    for (name, value) in gold.measures() {
        let value = value.map_or("–".to_owned(), |value| value.to_string());
        text += &format!("  {:<20}{value}\n", name.replace('_', " "));
    }
    for (kind, part) in GoldSums::sum(&gold.documents).kinds {
        let share = part.share().unwrap_or_default();
        text += &format!("  recall of {kind:<14}{share:.3} of {}\n", part.whole);
    }
    if !gold.not_annotated.is_empty() {
        text += &format!("  not annotated: {}\n", gold.not_annotated.len());
    }
    text
}
