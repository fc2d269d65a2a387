//! Biographies, sanitised in many ways, and whether their person was found.

use crate::command::reproduce::temporary_index::TemporaryIndex;
use crate::failure::Failure;
use rayon::prelude::*;
use scumble::assess::document::attack::Background;
use scumble::assess::document::estimate::{Features, LeftWords};
use scumble::assess::document::search::Model;
use scumble::corpus::{Counts, Embedded};
use scumble::document::assess::search_features;
use scumble::document::hash;
use scumble::io::{jsonl::Lines, open};
use scumble::mask::document::{KeepPlaces, Method};
use scumble::{DocumentPolicy, ErrorKind, Sanitizer, Watch};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

const PAGES: &str = "wiki_actors/tri_reid_random500_visible.jsonl.gz";
const ABSTRACTS: &str = "wiki_actors/actors_abstracts.jsonl.gz";
/// Published maskings of the people that the model is measured on.
const PUBLISHED: [&str; 8] = [
    "ner3_abstract",
    "ner4_abstract",
    "ner7_abstract",
    "presidio_abstract",
    "spacy_abstract",
    "word2vec_t=0.5_abstract",
    "word2vec_t=0.25_abstract",
    "manual_abstract",
];
/// Words that are typical: those that most biographies have.
const TYPICAL: usize = 300;

/// A sanitised biography that was attacked.
pub(super) struct Sample {
    /// Its person, by the order of names.
    pub(super) person: usize,
    /// Whether the model may be fitted on that person; it is measured on the others.
    pub(super) fits: bool,
    /// How it was sanitised.
    pub(super) masking: &'static str,
    pub(super) features: Features,
    /// Whether one of the four attackers found the person first.
    pub(super) found: bool,
}

pub(super) struct Samples {
    pub(super) samples: Vec<Sample>,
    pub(super) typical: BTreeSet<String>,
    pub(super) pages: usize,
    /// The files that were read, with their SHA-256.
    pub(super) inputs: Vec<(&'static str, String)>,
}

fn each_line(path: &Path, mut visit: impl FnMut(&Value)) -> Result<(), Failure> {
    let unread = |what: String| Failure::input(format!("{}: {what}", path.display()));
    let mut file = Lines::new(open(path).map_err(|error| unread(error.to_string()))?);
    while let Some(line) = file.next().map_err(|error| unread(error.to_string()))? {
        let number = line.number;
        visit(&serde_json::from_slice(line.content).map_err(|_| unread(format!("line {number} is no JSON")))?);
    }
    Ok(())
}

/// Our own maskings, from weak to strong ones. Rare words are counted in other biographies.
fn policies() -> [(&'static str, DocumentPolicy); 11] {
    let beta = |beta: f64| DocumentPolicy { beta: Some(beta), ..DocumentPolicy::default() };
    let rare = |share: f64| DocumentPolicy { rare: Some(share), ..DocumentPolicy::default() };
    let only = |kinds: &[&str]| DocumentPolicy {
        only_kinds: kinds.iter().map(|&kind| kind.to_owned()).collect(),
        ..DocumentPolicy::default()
    };
    let none = Some(KeepPlaces::None);
    let names = ["person", "organization", "place"];
    [
        ("names of people", only(&names[..1])),
        ("names", DocumentPolicy { keep_places: none, ..only(&names) }),
        ("ic, β 10", DocumentPolicy { method: Some(Method::Ic), ..beta(10.0) }),
        ("rare 1.5 %", rare(0.015)),
        ("rare 3 %", rare(0.03)),
        ("default", DocumentPolicy::default()),
        ("β 10, no places", DocumentPolicy { keep_places: none, ..beta(10.0) }),
        ("β 8", beta(8.0)),
        ("β 6", beta(6.0)),
        ("β 4, no places", DocumentPolicy { keep_places: none, ..beta(4.0) }),
        ("ic+pmi, β 8", DocumentPolicy { method: Some(Method::IcPmi), ..beta(8.0) }),
    ]
}

/// A text of a person: the person's number and page, whether the model may be fitted on it, how it was masked.
struct Masked {
    person: usize,
    page: u32,
    fits: bool,
    masking: &'static str,
    text: String,
}

/// Sanitises and attacks all biographies whose person has a page.
pub(super) fn samples(data: &Path, watch: &dyn Watch) -> Result<Samples, Failure> {
    // Without what stands in brackets, which pages do not have; names of two people are left out.
    let mut abstracts: BTreeMap<String, Option<String>> = BTreeMap::new();
    each_line(&data.join(ABSTRACTS), |line| {
        if let (Some(title), Some(text)) = (line["title"].as_str(), line["text"].as_str()) {
            let name = title.split(" (").next().unwrap_or(title).to_owned();
            let one = if abstracts.contains_key(&name) { None } else { Some(text.to_owned()) };
            abstracts.insert(name, one);
        }
    })?;
    let (mut pages, mut originals, mut masked): (Vec<(String, String)>, Vec<Masked>, Vec<Masked>) = Default::default();
    each_line(&data.join(PAGES), |line| {
        let text = |key: &str| line[key].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        let Some((name, page_text)) = text("name").zip(text("public_knowledge")) else { return };
        let (person, page) = (pages.len(), pages.len() as u32);
        let own = text("original_abstract");
        let fits = own.is_none();
        if let Some(text) = own.or_else(|| abstracts.get(&name).cloned().flatten()) {
            originals.push(Masked { person, page, fits, masking: "", text });
        }
        let published = PUBLISHED.into_iter().chain(["dev_abstract"]);
        masked
            .extend(published.filter_map(|masking| Some(Masked { person, page, fits, masking, text: text(masking)? })));
        pages.push((name, page_text));
    })?;
    let typical = typical(originals.iter().filter(|one| one.fits).map(|one| one.text.as_str()));
    let known: BTreeSet<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    let others = abstracts.iter().filter(|(name, _)| !known.contains(name.as_str()));
    let same_kind = TemporaryIndex::of("search-risk", others.filter_map(|(_, text)| text.as_deref()))?;
    let embedded: Arc<dyn Counts> = Arc::new(Embedded::get());
    for (done, (masking, policy)) in policies().into_iter().enumerate() {
        let _ = watch.at("sanitising", done as u64, policies().len() as u64);
        let counts = if policy.rare.is_some() { same_kind.counts() } else { &embedded };
        let sanitizer = Sanitizer::with_counts(policy, Arc::clone(counts))?;
        let sanitised = |one: &Masked| match sanitizer.text(&one.text) {
            Ok(done) => {
                Ok(Some(Masked { person: one.person, page: one.page, fits: one.fits, masking, text: done.text }))
            }
            // What is withheld is not released.
            Err(error) if error.kind == ErrorKind::Withheld => Ok(None),
            Err(error) => Err(Failure::from(error)),
        };
        let all: Vec<Option<Masked>> = originals.par_iter().map(sanitised).collect::<Result<_, _>>()?;
        masked.extend(all.into_iter().flatten());
    }
    let _ = watch.at("attacking", 0, 0);
    let background = Background::new(&pages, [], &Model::ALL).map_err(scumble::Error::from)?;
    let texts: Vec<(&str, u32)> = masked.iter().map(|one| (one.text.as_str(), one.page)).collect();
    let found = background.attack(&texts);
    let mut samples = Vec::with_capacity(masked.len());
    for (one, found) in masked.iter().zip(found) {
        let features = search_features(&LeftWords::of(&one.text), &typical)?;
        let found = found.iter().any(|found| found.rank == 1);
        samples.push(Sample { person: one.person, fits: one.fits, masking: one.masking, features, found });
    }
    let inputs = [ABSTRACTS, PAGES].map(|name| {
        let path = data.join(name);
        let bytes = std::fs::read(&path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        Ok((name, hash(&bytes)))
    });
    let inputs = inputs.into_iter().collect::<Result<_, Failure>>()?;
    Ok(Samples { samples, typical, pages: pages.len(), inputs })
}

/// The words that most texts have; of equal ones the first by the alphabet.
fn typical<'t>(texts: impl Iterator<Item = &'t str>) -> BTreeSet<String> {
    let mut with: BTreeMap<String, usize> = BTreeMap::new();
    for text in texts {
        LeftWords::of(text).distinct.into_iter().for_each(|word| *with.entry(word).or_default() += 1);
    }
    let mut order: Vec<(String, usize)> = with.into_iter().collect();
    order.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    order.into_iter().take(TYPICAL).map(|(word, _)| word).collect()
}
