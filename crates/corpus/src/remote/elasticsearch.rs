//! Counts of an Elasticsearch or OpenSearch index: one's own server, usually.

use super::client::Client;
use super::{RemoteOptions, as_written, groups, in_parallel};
use crate::counts::{Counts, Provenance, Unit};
use crate::error::Result;
use serde_json::{Value, json};

/// The documents of an Elasticsearch index, asked by `_count`.
///
/// Phrases are sent as they are written, and the server's analyser decides what a word is. A count that misses a part of the index
/// (a failed shard) is an error.
pub struct Elasticsearch {
    client: Client,
    field: String,
    parallel: usize,
}

impl Elasticsearch {
    /// The index at an address such as `https://host:9200/index`. Nothing is asked yet.
    pub fn new(url: &str, options: &RemoteOptions) -> Result<Self> {
        let client = Client::new(url, options, &[])?.authorized()?;
        if client.path().is_empty() {
            return Err(crate::Error::Question(
                "the server's address must end in its index: https://host:9200/index".into(),
            ));
        }
        Ok(Self { client, field: options.field.clone(), parallel: options.parallel })
    }

    fn ask(&self, query: Value) -> Result<u64> {
        let answer = self.client.post("_count", &json!({"query": query}))?;
        match answer["_shards"]["failed"].as_u64() {
            Some(0) => {}
            Some(failed) => return Err(self.client.fault(format!("{failed} parts of the index could not be asked"))),
            None => return Err(self.client.fault("the answer does not say whether the whole index was asked")),
        }
        answer["count"].as_u64().ok_or_else(|| self.client.fault("the answer has no count"))
    }
}

impl Counts for Elasticsearch {
    fn total(&self) -> Result<u64> {
        match self.ask(json!({"match_all": {}}))? {
            0 => Err(self.client.fault("the index has no documents")),
            total => Ok(total),
        }
    }

    fn count(&self, all_of: &[&[&str]]) -> Result<u64> {
        let Some(groups) = groups(all_of, as_written) else { return Ok(0) };
        if groups.is_empty() {
            return self.total();
        }
        let phrase = |phrase: &String| json!({"match_phrase": {self.field.as_str(): phrase}});
        let any = |group: &Vec<String>| {
            let any: Vec<Value> = group.iter().map(phrase).collect();
            json!({"bool": {"should": any, "minimum_should_match": 1}})
        };
        let all: Vec<Value> = groups.iter().map(any).collect();
        self.ask(json!({"bool": {"must": all}}))
    }

    fn count_batch(&self, questions: &[&[&[&str]]]) -> Result<Vec<u64>> {
        in_parallel(questions, self.parallel, |all_of| self.count(all_of))
    }

    fn compared(&self, phrase: &str) -> String {
        as_written(phrase)
    }

    fn provenance(&self) -> Provenance {
        Provenance {
            name: format!("elasticsearch:{}/{}", self.client.server, self.client.path()),
            version: format!("field {}", self.field),
            remote: true,
            unit: Unit::Documents,
        }
    }
}
