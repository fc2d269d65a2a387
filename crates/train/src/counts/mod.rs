//! Packs the statistics of the encyclopaedia leads for scumble-corpus, to the same bytes each time, and prints what takes how
//! much room.

mod bisection;
mod candidates;
mod occurrences;
mod reading;

use reading::{RARE, Tokens};
use scumble_corpus::embedded::{Collection, Packed, is_kept};
use std::path::Path;
use std::time::Instant;

/// A word must stand in at least so many documents.
const LEAST_WORD: u32 = 4;
/// A phrase must stand in at least so many documents; one that WordNet has, in any.
const LEAST_PHRASE: usize = 3;
/// What stands in more documents than this has a count only.
const MOST: u32 = 6_000;

/// Reads DATA/web_corpus and writes OUT/leads.bin.
pub(crate) fn run(data: &Path, out: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let mut number = 0;
    let mut leads = reading::read(&data.join("web_corpus/enwiki2014_leads.jsonl.zst"))?;
    println!("{} leads", leads.len());
    leads.retain(|_| {
        number += 1;
        is_kept(number - 1)
    });
    let tokens = Tokens::new(&leads, LEAST_WORD);
    let running: usize = tokens.documents.iter().map(Vec::len).sum();
    println!("{} kept, with {running} running words", leads.len());
    println!("{} words in at least {LEAST_WORD} documents; in fewer: {:?}", tokens.words.len(), &tokens.rare[1..]);
    let candidates = candidates::find(&leads, &tokens);
    println!("{} phrases may be terms ({:.0} s)", candidates.len(), start.elapsed().as_secs_f64());
    let order = order(&tokens);
    println!("documents in order ({:.0} s)", start.elapsed().as_secs_f64());
    let collection = collect(tokens, candidates, &order);
    let packed = collection.pack();
    report(&collection, &packed);
    std::fs::create_dir_all(out)?;
    scumble_io::write_whole(&out.join("leads.bin"), &packed.bytes)?;
    println!("leads.bin: {} bytes ({:.0} s)", packed.bytes.len(), start.elapsed().as_secs_f64());
    Ok(())
}

/// The new number of each document.
fn order(tokens: &Tokens) -> Vec<u32> {
    let listed = |word: u32| tokens.frequencies[word as usize] <= MOST;
    let sets: Vec<Vec<u32>> = tokens.documents.iter().map(|words| distinct(words, listed)).collect();
    let mut numbers = vec![0; sets.len()];
    for (number, document) in bisection::order(&sets, tokens.words.len()).into_iter().enumerate() {
        numbers[document as usize] = number as u32;
    }
    numbers
}

fn collect(tokens: Tokens, candidates: Vec<candidates::Candidate>, numbers: &[u32]) -> Collection {
    let renumbered = |mut documents: Vec<u32>| {
        documents.iter_mut().for_each(|document| *document = numbers[*document as usize]);
        documents.sort_unstable();
        documents
    };
    let found = occurrences::scan(&tokens, &candidates);
    let enough = |known: bool, documents: &[u32]| documents.len() >= if known { 1 } else { LEAST_PHRASE };
    let phrases = candidates.into_iter().zip(found).filter(|((_, known), documents)| enough(*known, documents));
    let phrases = phrases.map(|((words, _), documents)| (words, renumbered(documents))).collect();
    let mut lists = vec![Vec::new(); tokens.words.len()];
    for (document, words) in tokens.documents.iter().enumerate() {
        distinct(words, |_| true).into_iter().for_each(|word| lists[word as usize].push(document as u32));
    }
    let words = tokens.words.into_iter().zip(lists.into_iter().map(renumbered)).collect();
    Collection { documents: numbers.len() as u32, words, phrases, most: MOST }
}

/// The words of a document that are wanted, each once.
fn distinct(words: &[u32], wanted: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut words: Vec<u32> = words.iter().copied().filter(|&word| word != RARE && wanted(word)).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn report(collection: &Collection, packed: &Packed) {
    let common = |lists: &mut dyn Iterator<Item = usize>| lists.filter(|&count| count > MOST as usize).count();
    let words = common(&mut collection.words.iter().map(|(_, documents)| documents.len()));
    let phrases = common(&mut collection.phrases.iter().map(|(_, documents)| documents.len()));
    println!("without a list, in more than {MOST} documents: {words} words, {phrases} phrases");
    println!("tables: {} bytes", packed.tables);
    let parts = [
        ("words", collection.words.len(), packed.words, packed.postings[0]),
        ("phrases", collection.phrases.len(), packed.phrases, packed.postings[1]),
    ];
    for (name, count, [entries, lists], postings) in parts {
        let bits = 8.0 * lists as f64 / postings.max(1) as f64;
        println!("{count} {name}: {entries} bytes; {postings} postings: {lists} bytes, {bits:.2} bits each");
    }
}
