//! The made-up survey, and hierarchies of its words that are cut out of WordNet.

use crate::failure::Failure;
use scumble::mask::Rng;
use scumble::ontology::load::{Format, Options, Source, read};
use scumble::ontology::{Stack, Taxonomy};
use std::sync::Arc;

/// Answers of visitors of a park: 25 terms in both columns, as the paper's data have, the commonest first.
const WORDS: [&str; 25] = [
    "landscape",
    "fishing",
    "walking",
    "beach",
    "cycling",
    "wildlife",
    "visit",
    "swimming",
    "photography",
    "sea",
    "museum",
    "hiking",
    "sightseeing",
    "river",
    "rowing",
    "excursion",
    "mountain",
    "cooking",
    "dancing",
    "monument",
    "riding",
    "shopping",
    "hunting",
    "tennis",
    "golf",
];

/// Records, as many as the paper's data have.
const RECORDS: usize = 975;
/// The r-th commonest answer has a share in proportion to r to the power of minus this. It was set before anything was measured, so
/// that there are about as many combinations and unique ones as in the paper's data (211 and 118).
const SKEW: f64 = 1.35;
const SEED: u64 = 42;

/// The deepest hypernym that the coarse hierarchy keeps, in edges from the top.
const COARSE_DEPTH: usize = 4;

/// Two columns of answers, as places among the words.
pub(super) struct Survey {
    pub(super) words: Vec<String>,
    pub(super) columns: [Vec<u32>; 2],
}

impl Survey {
    pub(super) fn made() -> Self {
        let mut rng = Rng::new(SEED);
        let weights: Vec<f64> = (1..=WORDS.len()).map(|rank| (rank as f64).powf(-SKEW)).collect();
        let all: f64 = weights.iter().sum();
        let mut draw = |order: &[u32]| {
            let mut left = rng.unit() * all;
            let at = weights.iter().position(|weight| {
                left -= weight;
                left < 0.0
            });
            order[at.unwrap_or(WORDS.len() - 1)]
        };
        // What is common among reasons is less so among activities.
        let reasons: Vec<u32> = (0..WORDS.len() as u32).collect();
        let activities: Vec<u32> = (0..WORDS.len()).map(|at| (at * 7 % WORDS.len()) as u32).collect();
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for _ in 0..RECORDS {
            first.push(draw(&reasons));
            second.push(draw(&activities));
        }
        Self { words: WORDS.map(str::to_owned).into(), columns: [first, second] }
    }

    pub(super) fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// How many combinations of answers there are, and how many of them one record has.
    pub(super) fn combinations(&self) -> (usize, usize) {
        let mut pairs: Vec<(u32, u32)> = self.columns[0].iter().copied().zip(self.columns[1].iter().copied()).collect();
        pairs.sort_unstable();
        let sizes: Vec<usize> = pairs.chunk_by(|a, b| a == b).map(<[_]>::len).collect();
        (sizes.len(), sizes.iter().filter(|&&size| size == 1).count())
    }

    pub(super) fn to_csv(&self) -> String {
        let word = |code: u32| &self.words[code as usize];
        let rows = self.columns[0].iter().zip(&self.columns[1]);
        let rows = rows.map(|(&reason, &activity)| format!("{},{}\n", word(reason), word(activity)));
        format!("reason,activity\n{}", rows.collect::<String>())
    }
}

/// A hierarchy of the words.
pub(super) struct WordHierarchy {
    /// Levels above a word, at most.
    pub(super) levels: usize,
    /// One line for each word, from the word to the top.
    pub(super) text: String,
    pub(super) stack: Arc<Stack>,
}

/// All hypernyms of every word (its first sense, each time the first parent), and few of them: the deepest of at most four edges from
/// the top, then the top.
pub(super) fn hierarchies(nouns: &Taxonomy) -> Result<[WordHierarchy; 2], Failure> {
    let mut fine = Vec::new();
    for word in WORDS {
        let sense = nouns.exact_senses(word).first();
        let mut at = *sense.ok_or_else(|| Failure::input("the embedded WordNet does not know a word of the survey"))?;
        let mut chain = Vec::new();
        while let Some(&parent) = nouns.parents(at).first() {
            chain.push(nouns.name(parent).into_owned());
            at = parent;
        }
        fine.push(chain);
    }
    let few = |chain: &Vec<String>| {
        let above = chain.len().saturating_sub(1);
        // The last of the chain is the top: the entry n before it has n edges from the top.
        let cut = above.saturating_sub(COARSE_DEPTH);
        let mut kept = vec![chain[cut].clone()];
        if cut < above {
            kept.push(chain[above].clone());
        }
        kept
    };
    let coarse: Vec<Vec<String>> = fine.iter().map(few).collect();
    Ok([hierarchy(&coarse)?, hierarchy(&fine)?])
}

fn hierarchy(chains: &[Vec<String>]) -> Result<WordHierarchy, Failure> {
    let levels = chains.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for (word, chain) in WORDS.iter().zip(chains) {
        // Rows are of one width: the top is its own generalisation.
        let top = chain.last().cloned().unwrap_or_default();
        let row: Vec<String> = chain.iter().cloned().chain(std::iter::repeat(top)).take(levels).collect();
        text.push_str(&format!("{word};{}\n", row.join(";")));
    }
    let taxonomies = read(Format::Vgh, &Source::text("hierarchy.csv", text.as_str()), &Options::default())?;
    Ok(WordHierarchy { levels, text, stack: Arc::new(Stack::new(taxonomies.into_iter().map(Arc::new).collect())) })
}
