//! Generalisation: the best levels are those of an exhaustive search, and every class keeps what is promised.

use rayon::prelude::*;
use scumble_io::Silent;
use scumble_mask::partition::GroupSize;
use scumble_mask::{
    Attribute, Demand, Diversity, Generalization, Ground, Mask, Masked, Problem, Recoding, Rng, Sensitive, Values,
};
use scumble_ontology::Stack;
use scumble_ontology::load::{Format, Options, Source, read};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

/// A hierarchy as its file has it: for each value its ancestors from level 0.
pub(crate) struct File {
    text: String,
    pub(crate) ways: BTreeMap<String, Vec<String>>,
}

impl File {
    fn new(text: &str) -> Self {
        let way = |line: &str| line.split(';').map(str::to_owned).collect::<Vec<_>>();
        let ways = text.lines().map(|line| (line.split(';').next().unwrap().to_owned(), way(line))).collect();
        Self { text: text.to_owned(), ways }
    }

    pub(crate) fn levels(&self) -> usize {
        self.ways.values().next().unwrap().len()
    }

    /// The share of the file's rows that have this label at this level; 0 for one row.
    pub(crate) fn share(&self, level: usize, label: &str) -> f64 {
        let rows = self.ways.values().filter(|way| way[level] == label).count();
        if rows > 1 { rows as f64 / self.ways.len() as f64 } else { 0.0 }
    }

    pub(crate) fn column(&self, name: &str, cells: &[String]) -> Attribute {
        let taxonomies = read(Format::Vgh, &Source::text("h.csv", &self.text), &Options::default()).unwrap();
        let stack = Arc::new(Stack::new(taxonomies.into_iter().map(Arc::new).collect()));
        let mut values: Vec<String> = cells.to_vec();
        values.sort();
        values.dedup();
        let codes = cells.iter().map(|cell| values.binary_search(cell).unwrap() as u32).collect();
        Attribute { name: name.to_owned(), values: Values::Text(codes, values, stack) }
    }
}

fn masked(
    columns: &[Attribute],
    k: usize,
    recoding: Recoding,
    sensitive: &[Sensitive],
) -> scumble_mask::Result<Masked> {
    let strata = [(0..columns[0].len() as u32).collect()];
    let problem = Problem { sensitive, ..Problem::new(columns, &strata) };
    let step = Generalization { recoding, columns: (0..columns.len()).collect(), k: GroupSize::new(k).unwrap() };
    step.mask(&problem, &mut Rng::new(1), &Silent)
}

/// The least penalty over all combinations of levels, each tried by itself, at most `limit` records left out.
fn exhaustive(files: &[File], cells: &[Vec<String>], k: usize, limit: usize) -> Option<f64> {
    let records = cells[0].len();
    let nodes: usize = files.iter().map(File::levels).product();
    // For each column and level: the published label of each record as a number, and its share.
    let published: Vec<Vec<Vec<(u64, f64)>>> = files
        .par_iter()
        .zip(cells)
        .map(|(file, cells)| {
            let mut shares: HashMap<(usize, &str), (u64, f64)> = HashMap::new();
            let mut of = |level: usize, cell: &String| {
                let label = file.ways[cell][level].as_str();
                let next = shares.len() as u64;
                *shares.entry((level, label)).or_insert_with(|| (next, file.share(level, label)))
            };
            (0..file.levels()).map(|level| cells.iter().map(|cell| of(level, cell)).collect()).collect()
        })
        .collect();
    let penalty = |mut node: usize| {
        let level = |file: &File| {
            let level = node % file.levels();
            node /= file.levels();
            level
        };
        let levels: Vec<usize> = files.iter().map(level).collect();
        let columns: Vec<&Vec<(u64, f64)>> =
            published.iter().zip(&levels).map(|(column, &level)| &column[level]).collect();
        let key = |record: usize| columns.iter().fold(0, |key: u128, column| key * 1009 + u128::from(column[record].0));
        let mut sizes: HashMap<u128, usize> = HashMap::new();
        (0..records).for_each(|record| *sizes.entry(key(record)).or_default() += 1);
        let out: usize = sizes.values().filter(|&&size| size < k).sum();
        (out <= limit).then(|| {
            let own = |record: usize| columns.iter().map(|column| column[record].1).sum::<f64>();
            let cost = |record: usize| if sizes[&key(record)] < k { columns.len() as f64 } else { own(record) };
            (0..records).map(cost).sum::<f64>() / (records * columns.len()) as f64
        })
    };
    (0..nodes).into_par_iter().filter_map(penalty).min_by(f64::total_cmp)
}

const FIRST: &str = "a;ab;abcd;*\nb;ab;abcd;*\nc;cd;abcd;*\nd;cd;abcd;*\ne;ef;efg;*\nf;ef;efg;*\ng;g;efg;*\n";
const SECOND: &str = "1;low;*\n2;low;*\n3;high;*\n4;high;*\n5;high;*\n";
const THIRD: &str = "x;*\ny;*\nz;*\n";

pub(crate) fn drawn(rng: &mut Rng, records: usize) -> (Vec<File>, Vec<Vec<String>>) {
    let files: Vec<File> = [FIRST, SECOND, THIRD].map(File::new).into_iter().collect();
    let column = |file: &File, rng: &mut Rng| {
        let values: Vec<&String> = file.ways.keys().collect();
        // Some values are common and some are rare.
        let skewed = |rng: &mut Rng| rng.below(values.len()).min(rng.below(values.len()));
        (0..records).map(|_| values[skewed(rng)].clone()).collect::<Vec<_>>()
    };
    let cells = files.iter().map(|file| column(file, rng)).collect();
    (files, cells)
}

pub(crate) fn columns(files: &[File], cells: &[Vec<String>]) -> Vec<Attribute> {
    files.iter().zip(cells).enumerate().map(|(at, (file, cells))| file.column(&format!("c{at}"), cells)).collect()
}

/// The classes of what is published for the records that are kept.
pub(crate) fn classes(masked: &Masked) -> Vec<Vec<u32>> {
    let label = |attribute: &Attribute, record: u32| match &attribute.values {
        Values::Text(codes, values, _) => values[codes[record as usize] as usize].clone(),
        _ => panic!("not a text column"),
    };
    let all: Vec<u32> = (0..masked.attributes[0].len() as u32).collect();
    let mut found: BTreeMap<Vec<String>, Vec<u32>> = BTreeMap::new();
    for &record in masked.report.kept.as_ref().unwrap_or(&all) {
        let tuple = masked.attributes.iter().map(|attribute| label(attribute, record)).collect();
        found.entry(tuple).or_default().push(record);
    }
    found.into_values().collect()
}

#[test]
fn the_best_levels_are_those_of_an_exhaustive_search() {
    let mut rng = Rng::new(7);
    for round in 0..60 {
        let (files, cells) = drawn(&mut rng, 40 + round);
        let columns = columns(&files, &cells);
        for (k, share) in [(2, 0.0), (3, 0.0), (3, 0.1), (5, 0.3)] {
            let limit = (share * cells[0].len() as f64).floor() as usize;
            let best = exhaustive(&files, &cells, k, limit).unwrap();
            let found = masked(&columns, k, Recoding::FullDomain { suppression: share }, &[]).unwrap();
            let loss = found.report.generalized.as_ref().unwrap().certainty_penalty;
            assert!((loss - best).abs() < 1e-9, "round {round}, k {k}, share {share}: {loss} instead of {best}");
            assert!(classes(&found).iter().all(|class| class.len() >= k));
            let kept = found.report.kept.as_ref().map_or(cells[0].len(), Vec::len);
            assert!(cells[0].len() - kept <= limit);
        }
    }
}

#[test]
fn every_class_keeps_k_l_and_t_and_publishes_only_ancestors() {
    let mut rng = Rng::new(8);
    for round in 0..30 {
        let (files, cells) = drawn(&mut rng, 60 + round);
        let columns = columns(&files, &cells);
        let codes: Vec<u32> = (0..cells[0].len()).map(|_| rng.below(4) as u32).collect();
        let column = || "s".to_owned();
        let sensitive = [
            Sensitive { column: column(), codes: codes.clone(), demand: Demand::Diversity(Diversity::Entropy(2.5)) },
            Sensitive { column: column(), codes, demand: Demand::Closeness { at_most: 0.25, ground: Ground::Equal } },
        ];
        for recoding in [Recoding::Local, Recoding::FullDomain { suppression: 0.0 }] {
            let found = masked(&columns, 3, recoding, &sensitive).unwrap();
            let classes = classes(&found);
            let kept = |class: &Vec<u32>| sensitive.iter().all(|sensitive| sensitive.judge().allows(class));
            assert!(classes.iter().all(|class| class.len() >= 3 && kept(class)), "round {round}, {recoding:?}");
            for ((attribute, file), cells) in found.attributes.iter().zip(&files).zip(&cells) {
                let Values::Text(codes, labels, _) = &attribute.values else { panic!("not a text column") };
                assert!(codes.iter().zip(cells).all(|(&code, cell)| file.ways[cell].contains(&labels[code as usize])));
            }
        }
        let alone = masked(&columns, 3, Recoding::Local, &[]).unwrap();
        assert!(self::classes(&alone).iter().all(|class| class.len() >= 3));
    }
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let mut rng = Rng::new(9);
    let (files, cells) = drawn(&mut rng, 20);
    let columns = columns(&files, &cells);
    let refused =
        |k, recoding, sensitive: &[Sensitive]| masked(&columns, k, recoding, sensitive).unwrap_err().to_string();
    assert!(refused(21, Recoding::Local, &[]).contains("only 20 records"));
    let full = |suppression| Recoding::FullDomain { suppression };
    assert!(refused(21, full(0.0), &[]).contains("only 20 records"));
    assert!(refused(2, full(1.5), &[]).contains("below 1") && refused(2, full(-0.1), &[]).contains("at least 0"));
    let codes: Vec<u32> = (0..20).map(|record| record % 2).collect();
    let sensitive = |demand| [Sensitive { column: "s".to_owned(), codes: codes.clone(), demand }];
    let three = sensitive(Demand::Diversity(Diversity::Distinct(3)));
    assert!(refused(2, Recoding::Local, &three).contains("“s”") && refused(2, full(0.0), &three).contains("“s”"));
    assert!(refused(2, full(0.1), &three).contains("too many records would be left out"));
    let close = sensitive(Demand::Closeness { at_most: 0.5, ground: Ground::Equal });
    assert!(refused(2, full(0.1), &close).contains("t-closeness"));
}

/// Adult with the nine hierarchies of ARX: 12,960 combinations of levels.
#[test]
fn adult_has_the_loss_of_an_exhaustive_search_and_far_less_by_local_recoding() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/adult_arx");
    let Ok(table) = std::fs::read_to_string(folder.join("adult.csv")) else { return };
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split(';').collect();
    let mut cells: Vec<Vec<String>> = vec![Vec::new(); names.len()];
    for line in lines {
        cells.iter_mut().zip(line.split(';')).for_each(|(cells, cell)| cells.push(cell.to_owned()));
    }
    let file =
        |name: &&str| File::new(&std::fs::read_to_string(folder.join(format!("adult_hierarchy_{name}.csv"))).unwrap());
    let files: Vec<File> = names.iter().map(file).collect();
    let columns = columns(&files, &cells);
    let loss = |k, recoding| {
        let found = masked(&columns, k, recoding, &[]).unwrap();
        assert!(classes(&found).iter().all(|class| class.len() >= k));
        found.report.generalized.unwrap().certainty_penalty
    };
    for (k, expected) in [(2, 0.6127), (5, 0.6502), (10, 0.6502), (25, 0.6502)] {
        let best = exhaustive(&files, &cells, k, 0).unwrap();
        let found = loss(k, Recoding::FullDomain { suppression: 0.0 });
        assert!((found - best).abs() < 1e-9 && (found - expected).abs() < 5e-5, "k {k}: {found} instead of {best}");
    }
    for (k, most) in [(2, 0.04), (5, 0.08), (10, 0.12), (25, 0.2)] {
        let local = loss(k, Recoding::Local);
        assert!(local < most, "k {k}: {local}");
    }
}
