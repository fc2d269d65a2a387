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
         <table id=\"queue\"><colgroup><col class=\"name\"><col class=\"status\"><col span=\"4\"><col class=\"risk\" span=\"2\"></colgroup><thead><tr><th scope=\"col\">Document</th><th scope=\"col\">Status</th><th scope=\"col\" class=\"number\">Open</th>\
         <th scope=\"col\" class=\"number\">Blocks</th><th scope=\"col\" class=\"number\">Findings</th><th scope=\"col\" class=\"number\">Looked at</th>\
         <th scope=\"col\" class=\"number\">Residual risk</th><th scope=\"col\" class=\"number\">Search risk</th></tr></thead><tbody>\n{rows}</tbody></table>\
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
    // Writing to a string does not fail.
    let _ = writeln!(
        rows,
        "<tr class=\"{class}\"><th scope=\"row\"><a href=\"document/{}\">{}</a></th><td><span aria-hidden=\"true\">{sign}</span> {status}</td>\
         <td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
         <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
        one.number,
        escape(&one.name),
        one.open,
        one.blocks,
        one.findings,
        one.reviewed,
        percent(one.residual_risk),
        percent(one.search_risk),
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
