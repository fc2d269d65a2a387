//! The HTML of the page.

use crate::document::Shown;
use crate::reply::Failure;
use crate::report::Report;
use scumble::report::escape;
use scumble::review::{DocumentEntry, Review};
use std::fmt::Write;

const DOCUMENT: &str = include_str!("../assets/document.html");

/// A whole page. `up` leads from its address to that of the queue.
fn page(title: &str, class: &str, up: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
         <link rel=\"icon\" href=\"{up}icon.svg\"><link rel=\"stylesheet\" href=\"{up}review.css\">\
         <script src=\"{up}review.js\" defer></script></head>\n<body class=\"{class}\">\n{body}\n</body></html>\n"
    )
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.0} %", 100.0 * share))
}

/// Links to reports.
fn reports_of(reports: &[Report], up: &str) -> String {
    let link =
        |(number, report): (usize, &Report)| format!("<a href=\"{up}reports/{number}\">{}</a>", escape(&report.name));
    reports.iter().enumerate().map(link).collect()
}

/// The queue: the documents of the collection, riskiest first.
pub(crate) fn queue(review: &Review, reports: &[Report]) -> String {
    let all = review.queue();
    let done = all.iter().filter(|one| one.open == 0).count();
    let open: usize = all.iter().map(|one| one.open).sum();
    let mut rows = String::new();
    for one in &all {
        row(&mut rows, one);
    }
    let head = |(place, name): (usize, &str)| {
        let class = if place < 2 { "" } else { " class=\"number\"" };
        format!("<th scope=\"col\" role=\"columnheader\"{class}>{name}</th>")
    };
    let names = ["Document", "Status", "Open", "Blocks", "Findings", "Looked at", "Residual risk", "Search risk"];
    let heads: String = names.into_iter().enumerate().map(head).collect();
    let (out, reviewer) = (review.places().0, review.reviewer());
    let folder = out.file_name().unwrap_or(out.as_os_str()).to_string_lossy();
    let share = if all.is_empty() { 100 } else { 100 * done / all.len() };
    let body = format!(
        "<header class=\"bar\"><h1 title=\"{}\">{}</h1><p class=\"grow\" id=\"progress\"><span class=\"figure\">{done} of {}</span> documents reviewed, \
         <span class=\"figure\">{open}</span> findings of high risk open<progress max=\"100\" value=\"{share}\" \
         aria-label=\"documents reviewed\"></progress></p><nav aria-label=\"Reports\">{}</nav>\
         <label class=\"search\">Search <input id=\"filter\" type=\"search\" autocomplete=\"off\"></label>\
         <button id=\"undo\" type=\"button\">Undo <kbd>U</kbd></button><button id=\"export\" class=\"main\" type=\"button\">Export</button>\
         </header>\n<main class=\"queue\"><p class=\"hint\">Riskiest first. <kbd>J</kbd> <kbd>K</kbd> move, <kbd>Enter</kbd> opens, \
         <kbd>/</kbd> searches. Reviewer: {}. Every step is saved when it is made.</p>\n\
         <table id=\"queue\" role=\"table\"><thead role=\"rowgroup\"><tr role=\"row\">{heads}</tr></thead><tbody role=\"rowgroup\">\n{rows}</tbody></table>\
         </main>\n<div id=\"status\" role=\"status\" aria-live=\"polite\"></div><dialog id=\"dialog\" aria-labelledby=\"dialog-title\"></dialog>",
        escape(&out.display().to_string()),
        escape(&folder),
        all.len(),
        reports_of(reports, ""),
        escape(reviewer),
    );
    page("Review", "queue-page", "", &body)
}

fn row(rows: &mut String, one: &DocumentEntry) {
    let (class, sign, status) = match one {
        one if one.withheld => ("withheld", "⊘", "withheld"),
        one if one.open > 0 && one.reviewed > 0 => ("begun", "◐", "begun"),
        one if one.open > 0 => ("open", "○", "open"),
        _ => ("done", "●", "reviewed"),
    };
    // The roles are said because rows are laid out as grids of their own, so that the browser leaves out those that are not seen.
    let figures = [one.open, one.blocks, one.findings, one.reviewed].map(|count| count.to_string());
    let figures = figures.into_iter().chain([percent(one.residual_risk), percent(one.search_risk)]);
    let figures: String = figures.map(|figure| format!("<td role=\"cell\" class=\"number\">{figure}</td>")).collect();
    // Writing to a string does not fail.
    let _ = writeln!(
        rows,
        "<tr role=\"row\" class=\"{class}\"><th scope=\"row\" role=\"rowheader\"><a href=\"document/{}\">{}</a></th>\
         <td role=\"cell\"><span aria-hidden=\"true\">{sign}</span> {status}</td>{figures}</tr>",
        one.number,
        escape(&one.name),
    );
}

/// A document with its three panes.
pub(crate) fn document(review: &Review, number: usize, shown: &Shown, reports: &[Report]) -> Result<String, Failure> {
    let queue = review.queue();
    let place = queue.iter().position(|one| one.number == number).ok_or_else(Failure::not_found)?;
    let done = queue.iter().filter(|one| one.open == 0).count();
    // Around in the queue: who goes on after the last comes to the first.
    let beside = |step: usize| queue[(place + step) % queue.len()].number;
    let (next, previous) = (beside(1), beside(queue.len() - 1));
    // Inside of a script element only this character could end it.
    let data = serde_json::to_string(shown).map_err(|_| Failure::broken())?.replace('<', "\\u003c");
    let body = DOCUMENT
        .replace("{{name}}", &escape(&queue[place].name))
        .replace("{{place}}", &format!("{} of {}", place + 1, queue.len()))
        .replace("{{done}}", &format!("{done} reviewed"))
        .replace("{{next}}", &next.to_string())
        .replace("{{previous}}", &previous.to_string())
        .replace("{{reports}}", &reports_of(reports, "../"))
        .replace("{{data}}", &data);
    Ok(page(&format!("{} – review", queue[place].name), "document-page", "../", &body))
}

/// A report in the frame of the page.
pub(crate) fn report(review: &Review, report: &Report, reports: &[Report]) -> String {
    let name = escape(&report.name);
    let number = reports.iter().position(|one| one.path == report.path).unwrap_or(0);
    let body = format!(
        "<header class=\"bar\"><a class=\"button\" href=\"../\">← Queue</a><h1>{name}</h1><p class=\"grow\">{}</p>\
         <nav aria-label=\"Reports\">{}</nav></header><main class=\"framed\"><iframe title=\"{name}\" src=\"{number}/page\"></iframe></main>",
        escape(&review.places().0.display().to_string()),
        reports_of(reports, "../"),
    );
    page(&report.name, "report-page", "../", &body)
}
