//! What `scumble mask` did, for people and for programs.

use crate::policy::{Plan, Policy};
use crate::release::Kept;
use crate::report::Console;
use scumble_data::Table;
use scumble_mask::{Part, Report};
use serde_json::{Value, json};
use std::path::Path;

/// What was done, for people and for programs.
pub(super) struct Outcome<'o> {
    pub(super) table: &'o Table,
    pub(super) plan: &'o Plan,
    pub(super) reports: &'o [Report],
    pub(super) suppressed: usize,
    pub(super) kept: &'o Kept,
    pub(super) output: Option<&'o Path>,
}

impl Outcome<'_> {
    fn methods(&self) -> String {
        let mut names: Vec<&str> = self.plan.steps.iter().map(|step| step.method.name()).collect();
        names.dedup();
        names.join(" + ")
    }

    /// What the release keeps.
    fn promise(&self) -> String {
        let k = self.parts().map(|part| part.k).min().unwrap_or(0);
        let others = k.saturating_sub(1);
        let mut promise = match self.parts().count() {
            1 => format!("k = {k}: every record equals at least {others} others on the masked columns"),
            _ => format!(
                "k = {k} on each group of columns by itself: every record equals at least {others} others there (on all masked \
                 columns together the smallest class has {})",
                self.kept.smallest
            ),
        };
        if let Some(distinct) = self.kept.distinct {
            promise.push_str(&format!("; at least {distinct} distinct secrets a class"));
        }
        if let Some(closeness) = self.kept.closeness {
            promise.push_str(&format!("; classes at most {closeness:.4} from all"));
        }
        promise.push_str(if self.output.is_some() { ". Checked on the bytes written" } else { ". Checked" });
        promise
    }

    fn sums(&self) -> (f64, f64) {
        self.reports.iter().fold((0.0, 0.0), |(sse, sst), report| (sse + report.sse, sst + report.sst))
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.reports.iter().flat_map(|report| &report.parts)
    }

    pub(super) fn to_json(&self, policy: &Policy, seed: u64, warnings: &[String]) -> Value {
        let (sse, sst) = self.sums();
        let records = self.table.len();
        let parts: Vec<Value> = self.parts().map(|part| json!({
            "columns": part.columns, "k": part.k, "groups": part.groups, "smallest": part.smallest, "largest": part.largest,
            "path": match part.blocks { Some(size) => format!("blocks of {size}, borders repaired"), None => "exact".to_owned() },
        })).collect();
        json!({
            "method": self.methods(),
            "records": records,
            "suppressed": self.suppressed,
            "groups": self.parts().map(|part| part.groups).sum::<usize>(),
            "smallest": self.parts().map(|part| part.smallest).min(),
            "smallest_over_all": self.kept.smallest,
            "distinct": self.kept.distinct,
            "closeness": self.kept.closeness,
            "sse_sst": 100.0 * sse / sst,
            "sse": sse,
            "sst": sst,
            "sse_per_record": sse / records as f64,
            "steps": self.reports.iter().map(|report| report.steps).sum::<u64>(),
            "stopped": self.reports.iter().any(|report| report.stopped),
            "parts": parts,
            "policy": self.plan.to_json(policy, seed),
            "warnings": warnings,
            "output": self.output.map(|output| output.display().to_string()),
            "checked": self.output.is_some(),
        })
    }

    pub(super) fn to_text(&self, console: &Console) -> String {
        let style = console.style;
        let (sse, sst) = self.sums();
        let mut text =
            format!("{} · {} records · {}\n", self.table.file(), self.table.len(), style.strong(&self.methods()));
        let mut row =
            |what: &str, told: String| text.push_str(&format!("  {}  {told}\n", style.faint(&format!("{what:<8}"))));
        for part in self.parts() {
            let sizes = if part.smallest == part.largest {
                part.smallest.to_string()
            } else {
                format!("{} to {}", part.smallest, part.largest)
            };
            let cut = part.blocks.map_or(String::new(), |size| {
                format!(
                    ", in blocks of {size} with repaired borders: a few percent more loss than grouping all at once"
                )
            });
            row("groups", format!("{} of {sizes} records on {}{cut}", part.groups, listed(&part.columns)));
        }
        row(
            "loss",
            format!(
                "{} % of the variation (SSE/SST), {:.4} a record",
                style.strong(&format!("{:.6}", 100.0 * sse / sst)),
                sse / self.table.len() as f64
            ),
        );
        if self.reports.iter().any(|report| report.stopped) {
            row("search", "stopped by --time before its effort was spent: another run may differ".to_owned());
        }
        row("promise", self.promise());
        row(
            "written",
            self.output.map_or("nothing: name a file with -o".to_owned(), |output| output.display().to_string()),
        );
        text
    }
}

fn listed(columns: &[String]) -> String {
    match columns {
        [one] => one.clone(),
        [first, second] => format!("{first}, {second}"),
        [first, .., last] => format!("{first} … {last} ({} columns)", columns.len()),
        [] => String::new(),
    }
}
