//! A policy as a TOML file.

use super::{ColumnPolicy, CombinationPolicy, Combined, Importance, OtherColumns, Step, SuppressChoice, TablePolicy};
use scumble_data::{ColumnKind, Decimals};
use scumble_mask::table::{MissingValues, WhenMissing};
use scumble_mask::{Diversity, Promise, ValueDistance};
use serde_json::json;
use std::fmt::Write;

/// A text as a string of TOML, which has the escapes of JSON.
fn quoted(text: &str) -> String {
    json!(text).to_string().replace('\u{7f}', "\\u007f")
}

fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
}

/// A number as TOML has it: a float has a point.
fn number(value: f64) -> String {
    format!("{value:?}")
}

/// The name of a value in a list of all.
fn name_of<T: PartialEq>(value: &T, all: &[(&'static str, T)]) -> &'static str {
    all.iter().find(|(_, known)| known == value).map_or("", |(name, _)| name)
}

fn decimals(decimals: Decimals) -> String {
    match decimals {
        Decimals::Own => quoted("own"),
        Decimals::All => quoted("none"),
        Decimals::Exactly(digits) => digits.to_string(),
    }
}

impl TablePolicy {
    /// The policy as a TOML file that reads back as the same policy. How tables are cut into blocks is no part of a policy file.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // Writing to a string does not fail.
        let mut text = String::new();
        if let Some(seed) = self.seed {
            let _ = writeln!(text, "seed = {seed}");
        }
        if let Some(others) = self.others {
            let _ = writeln!(text, "others = {}", quoted(name_of(&others, &OtherColumns::ALL)));
        }
        if self.decimals != Decimals::Own {
            let _ = writeln!(text, "round = {}", decimals(self.decimals));
        }
        if self.shuffle {
            text.push_str("shuffle = true\n");
        }
        if !self.columns.is_empty() {
            text.push_str("\n[columns]\n");
            self.columns.iter().for_each(|column| text.push_str(&column_line(column)));
        }
        missing(&mut text, &self.missing);
        self.steps.iter().for_each(|step| step_table(&mut text, step));
        promise(&mut text, &self.promise);
        text
    }
}

fn column_line(column: &ColumnPolicy) -> String {
    let mut keys = Vec::new();
    if let Some(role) = column.role {
        keys.push(format!("role = {}", quoted(role.name())));
    }
    match &column.kind {
        None => {}
        Some(ColumnKind::Number) => keys.push("kind = \"number\"".to_owned()),
        Some(ColumnKind::Nominal) => keys.push("kind = \"nominal\"".to_owned()),
        Some(ColumnKind::Date(format)) => keys.push(format!("kind = \"date\", format = {}", quoted(format))),
        Some(ColumnKind::Ordinal(order)) => keys.push(format!("kind = \"ordinal\", order = {}", list(order))),
        Some(ColumnKind::Text(taxonomy)) => keys.push(format!("kind = \"text\", taxonomy = {}", quoted(taxonomy))),
    }
    if let Some(own) = column.decimals {
        keys.push(format!("round = {}", decimals(own)));
    }
    format!("{} = {{ {} }}\n", quoted(&column.name), keys.join(", "))
}

fn missing(text: &mut String, missing: &MissingValues) {
    if *missing == MissingValues::default() {
        return;
    }
    let when = |when: &WhenMissing| quoted(name_of(when, &WhenMissing::ALL));
    let _ =
        writeln!(text, "\n[missing]\ndefault = {}\nvalues = {}", when(&missing.default), list(&missing.values.values));
    if !missing.columns.is_empty() {
        text.push_str("\n[missing.columns]\n");
        for (column, own) in &missing.columns {
            let _ = writeln!(text, "{} = {}", quoted(column), when(own));
        }
    }
}

/// A step as a `[[mask]]` table.
fn step_table(text: &mut String, step: &Step) {
    text.push_str("\n[[mask]]\n");
    let mut key = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = writeln!(text, "{name} = {value}");
        }
    };
    key("method", step.method.map(|method| quoted(method.name())));
    key("columns", (!step.columns.is_empty()).then(|| list(&step.columns)));
    key("k", step.k.map(|k| k.to_string()));
    key("effort", step.effort.map(number));
    key("standardize", step.standardize.map(|yes| yes.to_string()));
    key("centroid", step.centroid.map(|centroid| quoted(centroid.name())));
    key("suppression_limit", step.suppression_limit.map(number));
    let settings = &step.perturbation;
    key("percent", settings.percent.map(number));
    key("transition", settings.transition.map(|transition| quoted(transition.name())));
    key("given", (!settings.given.is_empty()).then(|| list(&settings.given)));
    key("top", settings.top.map(number));
    key("bottom", settings.bottom.map(number));
    key("base", settings.base.map(number));
    let levels = settings.levels.iter().map(|(column, level)| format!("{} = {level}", quoted(column)));
    let levels: Vec<String> = levels.collect();
    key("levels", (!levels.is_empty()).then(|| format!("{{ {} }}", levels.join(", "))));
    let said = &step.suppression;
    let combinations: Vec<String> = said.combinations.iter().map(combination).collect();
    key("combinations", (!combinations.is_empty()).then(|| format!("[{}]", combinations.join(", "))));
    key("importance", said.importance.as_ref().map(importance));
    key("blank", said.blank.map(|blank| quoted(blank.name())));
    key("suppress", said.suppress.map(|choice| quoted(name_of(&choice, &SuppressChoice::ALL))));
    let groups = step.groups.iter().map(|group| {
        let k = group.k.map_or(String::new(), |k| format!(", k = {k}"));
        format!("{{ columns = {}{k} }}", list(&group.columns))
    });
    let groups: Vec<String> = groups.collect();
    key("groups", (!groups.is_empty()).then(|| format!("[{}]", groups.join(", "))));
}

fn combination(one: &CombinationPolicy) -> String {
    let of = match &one.of {
        Combined::Size(size) => format!("size = {size}"),
        Combined::Columns(columns) => format!("columns = {}", list(columns)),
    };
    format!("{{ {of}{} }}", one.k.map_or(String::new(), |k| format!(", k = {k}")))
}

fn importance(importance: &Importance) -> String {
    match importance {
        Importance::Order(columns) => list(columns),
        Importance::Weights(weights) => {
            let one = |(column, weight): &(String, f64)| format!("{} = {}", quoted(column), number(*weight));
            format!("{{ {} }}", weights.iter().map(one).collect::<Vec<_>>().join(", "))
        }
    }
}

fn promise(text: &mut String, promise: &Promise) {
    if *promise == Promise::default() {
        return;
    }
    text.push_str("\n[promise]\n");
    if let Some(k) = promise.k {
        let _ = writeln!(text, "k = {k}");
    }
    if let Some(l) = &promise.l {
        let model = match l.model {
            Diversity::Distinct(least) => format!("distinct = {least}"),
            Diversity::Entropy(least) => format!("entropy = {}", number(least)),
            Diversity::Recursive { c, l } => format!("recursive = {l}, c = {}", number(c)),
        };
        let _ = writeln!(text, "l = {{ column = {}, {model} }}", quoted(&l.column));
    }
    if let Some(t) = &promise.t {
        let distance = match &t.distance {
            ValueDistance::ByKind => String::new(),
            // The order is that of the column.
            ValueDistance::Ordered(_) => ", distance = \"ordered\"".to_owned(),
            ValueDistance::Equal => ", distance = \"equal\"".to_owned(),
            ValueDistance::Hierarchical(taxonomy) => {
                format!(", distance = \"hierarchical\", taxonomy = {}", quoted(taxonomy))
            }
        };
        let _ = writeln!(text, "t = {{ column = {}, at_most = {}{distance} }}", quoted(&t.column), number(t.at_most));
    }
    if let Some(population) = &promise.population {
        let k_map = population.k_map.map_or(String::new(), |k| format!(", k_map = {k}"));
        let presence = population.presence.map_or(String::new(), |presence| {
            format!(", least = {}, most = {}", number(presence.least), number(presence.most))
        });
        let _ = writeln!(text, "population = {{ file = {}{k_map}{presence} }}", quoted(&population.file));
    }
}

#[cfg(test)]
mod tests {
    use crate::Policy;

    #[test]
    fn a_policy_reads_back_as_it_was() {
        let texts = [
            "",
            "seed = 7\nothers = 'drop'\nround = 'none'\nshuffle = true\n",
            "[columns]\n'a \"b\"' = { role = 'quasi', kind = 'number', round = 2 }\nborn = { role = 'quasi', kind = 'date', format = '%d/%m/%Y' }\n\
             how = { role = 'quasi', kind = 'ordinal', order = ['low', 'hi\\gh'] }\nwork = { role = 'quasi', kind = 'text', taxonomy = 'vgh:w.csv' }\n\
             d = { role = 'confidential', kind = 'nominal' }\n[missing]\ndefault = 'group'\nvalues = ['', '?']\n[missing.columns]\nborn = 'suppress'\n\
             [[mask]]\nmethod = 'refined'\ncolumns = ['a \"b\"', 'born']\nk = 3\neffort = 2\nstandardize = false\ncentroid = 'hypernym'\n\
             [[mask]]\nmethod = 'grouped'\ngroups = [{ columns = ['how'], k = 4 }, { columns = ['work'] }]\n\
             [promise]\nk = 3\nl = { column = 'd', recursive = 3, c = 1.5 }\nt = { column = 'd', at_most = 0.2, distance = 'equal' }\n",
            "[[mask]]\nmethod = 'full-domain'\nsuppression_limit = 0.02\n[promise]\nl = { column = 'd', entropy = 2 }\n\
             t = { column = 'd', at_most = 1, taxonomy = 'vgh:d.csv' }\n",
            "[[mask]]\nmethod = 'pram'\ncolumns = ['a']\npercent = 5\ntransition = 'uniform'\n[[mask]]\nmethod = 'shuffle-values'\n\
             columns = ['b']\ngiven = ['c', 'd']\n[[mask]]\nmethod = 'top-bottom'\ntop = 1e9\nbottom = -0.5\n[[mask]]\nmethod = 'round'\nbase = 10\n\
             [[mask]]\nmethod = 'recode'\nlevels = { a = 1, b = 3 }\n",
            "[[mask]]\nmethod = 'suppress'\ncombinations = [2, ['a', 'b'], { size = 3, k = 4 }]\nimportance = { a = 5, b = 2.5 }\n\
             blank = 'matches-anything'\nsuppress = 'records'\nsuppression_limit = 0.1\n",
            "[[mask]]\nmethod = 'suppress'\nimportance = ['b', 'a']\n[promise]\npopulation = { file = 'p.csv', k_map = 3 }\n",
            "[promise]\npopulation = { file = 'p.csv', least = 0.1, most = 0.5 }\n",
            "[promise]\nl = { column = 'd', distinct = 2 }\nt = { column = 'e', at_most = 0.1, distance = 'ordered' }\n",
        ];
        for text in texts {
            let policy = Policy::parse("p.toml", text).unwrap();
            let written = policy.tables.to_toml();
            assert_eq!(Policy::parse("q.toml", &written).unwrap(), policy, "{written}");
        }
    }
}
