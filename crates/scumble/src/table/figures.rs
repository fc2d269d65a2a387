//! What was measured of a masked table, as JSON and as a line for each record.

use super::assess::Assessed;
use super::columns::kind_word;
use super::report::columns_to_json;
use scumble_assess::{IntruderRisk, Reading, SingledBy, prosecutor};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

fn number(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

fn parts(reading: &Reading) -> Map<String, Value> {
    reading.parts.iter().map(|(name, value)| ((*name).to_owned(), number(*value))).collect()
}

fn intruder_to_json(risk: &IntruderRisk) -> Value {
    json!({
        "highest": risk.highest,
        "average": risk.average,
        "share_at_highest": risk.share_at_highest,
        "share_at_risk": risk.share_at_risk,
    })
}

impl Assessed {
    /// One object with all figures.
    pub fn to_json(&self) -> Value {
        let kinds = self.columns.iter().map(|column| {
            let mut said = json!({ "role": column.role, "kind": kind_word(&column.kind), "reason": column.reason });
            if let Some(released) = &column.released_as {
                said["released_as"] = json!(released);
            }
            (column.name.clone(), said)
        });
        json!({
            "records": self.pair.classes.of.len(),
            "left_out": self.left_out,
            "incomplete": self.pair.incomplete,
            "columns": self.pair.columns,
            "numbers": self.pair.numbers,
            "ordered": self.pair.ordered,
            "taken_for": kinds.collect::<Map<_, _>>(),
            "loss": self.loss(),
            "risk": self.risk(),
            "score": self.reading.score(),
        })
    }

    fn loss(&self) -> Map<String, Value> {
        let mut loss = Map::new();
        if let Some(reading) = &self.reading.information {
            loss.extend(parts(reading));
            loss.insert("il".to_owned(), number(reading.value));
        }
        if let Some(reading) = &self.reading.probabilistic {
            loss.insert("pil".to_owned(), number(reading.value));
            loss.insert("pil_parts".to_owned(), parts(reading).into());
        }
        if let Some(reading) = &self.reading.squares {
            loss.extend(parts(reading));
            loss.insert("sse_published".to_owned(), loss["sse"].clone());
            if let Some((sse, _)) = self.grouped {
                loss.insert("sse".to_owned(), json!(sse));
            }
            loss.insert("sse_sst".to_owned(), json!(self.sse_sst()));
            loss.insert("sse_sst_published".to_owned(), json!(self.sse_sst_published()));
        }
        loss.insert("columns".to_owned(), columns_to_json(&self.pair.losses).into());
        if let Some(generalized) = &self.generalized {
            let known = |name: &str| self.columns.iter().find(|column| column.name == name)?.released_as.clone();
            loss.insert("generalization".to_owned(), generalized.to_json(&known).into());
        }
        loss
    }

    fn risk(&self) -> Map<String, Value> {
        let mut risk = Map::new();
        if let Some(reading) = &self.reading.linkage {
            risk.insert("dbrl".to_owned(), number(reading.value));
            for (part, name) in [("links", "dbrl_links"), ("strict", "dbrl_strict"), ("any", "dbrl_any")] {
                risk.insert(name.to_owned(), reading.part(part).map_or(Value::Null, number));
            }
        }
        if let Some(reading) = &self.reading.interval {
            risk.insert("id".to_owned(), number(reading.value));
            risk.insert("id_window".to_owned(), reading.part("window").map_or(Value::Null, number));
        }
        if let Some((reading, mixture)) = &self.reading.probability {
            risk.insert("prl".to_owned(), number(reading.value));
            risk.insert("prl_links".to_owned(), reading.part("links").map_or(Value::Null, number));
            let agreement = self.pair.columns.iter().zip(mixture.matched.iter().zip(&mixture.unmatched));
            let agreement = agreement.map(|(name, (m, u))| (name.clone(), json!({ "matched": m, "unmatched": u })));
            risk.insert("prl_agreement".to_owned(), agreement.collect::<Map<_, _>>().into());
        }
        if let Some(words) = &self.reading.words {
            risk.insert("mrl".to_owned(), number(words.matching.value));
            let semantic = words.semantic.iter().map(|(name, reading)| {
                ((*name).to_owned(), reading.as_ref().map_or(Value::Null, |reading| number(reading.value)))
            });
            risk.insert("srl".to_owned(), semantic.collect::<Map<_, _>>().into());
        }
        if let Some(linkage) = self.generalized.as_ref().and_then(|generalized| generalized.linkage.as_ref()) {
            risk.insert("interval_linkage".to_owned(), number(linkage.value));
            risk.insert("interval_links".to_owned(), linkage.part("links").map_or(Value::Null, number));
        }
        if let Some(all) = self.reading.disclosure_risk() {
            risk.insert("dr".to_owned(), number(all));
        }
        if let Some(found) = &self.matched {
            let (least, most) = found.presence();
            let matched = json!({
                "records": found.records,
                "k_map": found.k_map(),
                "presence": { "least": number(least), "most": number(most) },
                "in_no_class": found.elsewhere,
                "in_several_classes": found.several,
            });
            risk.insert("population_match".to_owned(), matched);
        }
        self.sample(&mut risk);
        if self.reading.classes {
            let classes = &self.pair.classes;
            risk.insert("k".to_owned(), json!(classes.smallest()));
            risk.insert("classes".to_owned(), json!(classes.sizes.len()));
            risk.insert("uniques".to_owned(), json!(classes.uniques()));
        }
        if let Some(singled) = &self.singled {
            let all = &singled.classes;
            let by = |by: &SingledBy| json!({ "columns": by.columns, "uniques": by.records });
            let released = json!({
                "k": all.smallest(),
                "classes": all.sizes.len(),
                "uniques": all.uniques(),
                "by_column": singled.columns.iter().map(by).collect::<Vec<_>>(),
                "by_pair": singled.pairs.as_ref().map(|_| self.worst_pairs().iter().map(by).collect::<Vec<_>>()),
            });
            risk.insert("all_released_columns".to_owned(), released);
        }
        risk
    }

    /// The risk of a sample: by class sizes, by sampling weights, and by the fewest columns that single out a record.
    fn sample(&self, risk: &mut Map<String, Value>) {
        if let Some(intruder) = prosecutor(&self.pair.classes).filter(|_| self.reading.classes) {
            risk.insert("prosecutor".to_owned(), intruder_to_json(&intruder));
        }
        if let Some(found) = &self.reading.population {
            risk.insert("journalist".to_owned(), intruder_to_json(&found.journalist));
            risk.insert("marketer".to_owned(), number(found.marketer()));
            let records = self.pair.classes.of.len() as f64;
            let individual = json!({
                "weight": self.weight,
                "population": found.population.iter().sum::<f64>(),
                "expected_reidentifications": found.expected,
                "global_risk": 100.0 * found.expected / records,
                "highest": found.individual.iter().copied().fold(0.0, f64::max),
                "population_uniques": found.population_uniques,
            });
            risk.insert("individual".to_owned(), individual);
        }
        if let Some(found) = &self.reading.households {
            let households = json!({
                "households": found.classes.households,
                "k": found.classes.smallest,
                "uniques": found.classes.uniques,
                "highest": found.risk.iter().copied().fold(0.0, f64::max),
                "average": found.expected() / found.risk.len().max(1) as f64,
                "expected_records": found.expected(),
                "by": if found.by_weights { "individual risk" } else { "class size" },
            });
            risk.insert("households".to_owned(), households);
        }
        if let Some(found) = &self.reading.special {
            let columns = self.pair.columns.iter().zip(&found.contributions);
            let special = json!({
                "special_uniques": found.special(),
                "minimal_uniques": found.sizes,
                "columns_searched": found.searched,
                "contribution": columns.map(|(name, share)| (name.clone(), json!(share))).collect::<Map<_, _>>(),
                "sampling_fraction": self.fraction,
                "dis": found.intrusion,
                "highest": found.scores.iter().copied().fold(0.0, f64::max),
                "highest_dis": found.dis_scores.iter().copied().fold(0.0, f64::max),
            });
            risk.insert("suda".to_owned(), special);
        }
    }

    /// A CSV file with a line for each released record; a field is empty where a measure was not asked for or leaves the record out.
    /// `record` is its number in the release, `row` its row in the original (the header is row 1).
    pub fn records_csv(&self) -> String {
        let mut text =
            "record,row,il1s,sse,dbrl,id,class_size,prl,population,individual_risk,household_risk,suda,dis_suda,smallest_unique\n"
                .to_owned();
        for (at, row) in self.reading.per_record(&self.pair).enumerate() {
            let _ = write!(text, "{},{}", at + 1, self.rows[at] + 2);
            let size = Some(row.class_size as f64);
            let smallest = row.smallest.map(f64::from);
            let figures = [row.il1s, row.sse, row.dbrl, row.id, size, row.prl, row.population, row.individual];
            for figure in figures.into_iter().chain([row.household, row.suda, row.dis_suda, smallest]) {
                let _ = write!(text, ",{}", figure.map_or(String::new(), |figure| figure.to_string()));
            }
            text.push('\n');
        }
        text
    }
}
