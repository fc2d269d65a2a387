//! From a table to its release: who is masked with whom, and whether the bytes keep the promise.

use crate::failure::Failure;
use crate::policy::{Plan, Policy, WhenMissing};
use scumble_assess::{Classes, classes};
use scumble_data::{Column, Error, Format, Options, Origin, Place, Table, read};
use scumble_mask::{Attribute, Part, Sensitive};
use scumble_ontology::load::{Options as TaxonomyOptions, Spec, open};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// A table ready to be masked.
pub(crate) struct Prepared {
    /// The table without suppressed records and identifiers.
    pub(crate) table: Table,
    /// The columns to be masked.
    pub(crate) attributes: Vec<Attribute>,
    /// Records that are grouped only among themselves.
    pub(crate) classes: Vec<Vec<u32>>,
    /// How many records were left out.
    pub(crate) suppressed: usize,
    /// Text columns with values that their taxonomy does not know.
    pub(crate) unknown: Vec<(String, usize)>,
}

impl Prepared {
    pub(crate) fn new(table: &Table, plan: &Plan, policy: &Policy) -> Result<Self, Failure> {
        let missing = &policy.missing.values;
        let holes: Vec<Vec<bool>> = columns(table, plan)?.iter().map(|column| column.missing(missing)).collect();
        let mut keep = vec![true; table.len()];
        for ((name, _), holes) in plan.masked.iter().zip(&holes) {
            let Some(first) = holes.iter().position(|&hole| hole) else { continue };
            match policy.missing.when(name) {
                WhenMissing::Group => {}
                WhenMissing::Suppress => keep.iter_mut().zip(holes).for_each(|(keep, &hole)| *keep &= !hole),
                WhenMissing::Error => {
                    let count = holes.iter().filter(|&&hole| hole).count();
                    let place = Place::file(table.file()).row(first + 2).column(name);
                    let problem = format!("the value is missing ({count} are in this column)");
                    let help =
                        "--missing suppress leaves such records out, --missing group groups them among themselves";
                    return Err(Error::new(place, problem).with_help(help).into());
                }
            }
        }
        let suppressed = keep.iter().filter(|&&keep| !keep).count();
        if suppressed == table.len() {
            let problem =
                if table.is_empty() { "it has no record" } else { "every record misses a value, and none is left" };
            return Err(Error::new(Place::file(table.file()), problem).into());
        }
        let table = if suppressed > 0 { table.keep(&keep) } else { table.clone() };
        let kept =
            |holes: &Vec<bool>| holes.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(&hole, _)| hole).collect();
        let holes: Vec<Vec<bool>> = holes.iter().map(kept).collect();
        let mut attributes = Vec::with_capacity(plan.masked.len());
        for (column, (_, kind)) in columns(&table, plan)?.into_iter().zip(&plan.masked) {
            attributes.push(Attribute::read(column, kind, table.file(), missing, |taxonomy, values| {
                let items: Vec<&str> = values.iter().map(String::as_str).collect();
                let stack = Spec::parse(taxonomy).and_then(|specs| open(&specs, &TaxonomyOptions::default(), &items));
                stack
                    .map(Arc::new)
                    .map_err(|error| Error::new(Place::file(table.file()).column(&column.name), error.to_string()))
            })?);
        }
        let classes = separate(&table, plan, &holes)?;
        let identifiers: Vec<&str> = plan.identifiers.iter().map(String::as_str).collect();
        let unknown = unknown(&attributes);
        Ok(Self { table: table.without(&identifiers), attributes, classes, suppressed, unknown })
    }
}

fn columns<'t>(table: &'t Table, plan: &Plan) -> Result<Vec<&'t Column>, Failure> {
    Ok(plan.masked.iter().map(|(name, _)| table.column(name)).collect::<Result<_, _>>()?)
}

/// Records of one stratum that miss the same values, in order of the first.
fn separate(table: &Table, plan: &Plan, holes: &[Vec<bool>]) -> Result<Vec<Vec<u32>>, Failure> {
    let patchy = holes.iter().any(|holes| holes.contains(&true));
    if plan.strata.is_empty() && !patchy {
        return Ok(vec![(0..table.len() as u32).collect()]);
    }
    let strata: Vec<&Column> = plan.strata.iter().map(|name| table.column(name)).collect::<Result<_, _>>()?;
    let mut known: HashMap<(Vec<String>, Vec<bool>), usize> = HashMap::new();
    let mut found: Vec<Vec<u32>> = Vec::new();
    for row in 0..table.len() {
        let stratum = strata.iter().map(|column| column.cells.text(row).into_owned()).collect();
        let pattern = holes.iter().map(|holes| holes[row]).collect();
        let class = *known.entry((stratum, pattern)).or_insert(found.len());
        if class == found.len() {
            found.push(Vec::new());
        }
        found[class].push(row as u32);
    }
    Ok(found)
}

fn unknown(attributes: &[Attribute]) -> Vec<(String, usize)> {
    let count = |attribute: &Attribute| match &attribute.values {
        scumble_mask::Values::Text(_, values, stack) => {
            scumble_mask::space::TaxonomicValues::new(Arc::clone(stack), values).unknown()
        }
        _ => 0,
    };
    attributes
        .iter()
        .map(|attribute| (attribute.name.clone(), count(attribute)))
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// What must be true of confidential columns in every group, for the promise.
pub(crate) fn sensitive(table: &Table, policy: &Policy) -> Result<Vec<Sensitive>, Failure> {
    let mut found = Vec::new();
    if let Some((column, most)) = &policy.promise.t {
        found.push(Sensitive { closeness: Some(*most), ..secret(table, column, policy)? });
    }
    if let Some((column, least)) = &policy.promise.l {
        found.push(Sensitive { diversity: Some(*least), ..secret(table, column, policy)? });
    }
    Ok(found)
}

/// A confidential column by the order of its values.
fn secret(table: &Table, name: &str, policy: &Policy) -> Result<Sensitive, Failure> {
    let column = table.column(name)?;
    let ordered = column.is_numeric(&policy.missing.values);
    let codes = if ordered {
        let numbers = column.numbers(table.file(), &policy.missing.values)?;
        let mut distinct = numbers.clone();
        distinct.sort_unstable_by(f64::total_cmp);
        distinct.dedup_by(|a, b| a.total_cmp(b).is_eq());
        numbers.iter().map(|number| distinct.partition_point(|known| known.total_cmp(number).is_lt()) as u32).collect()
    } else {
        // A missing value is a value of its own.
        let (codes, values) = column.codes(&policy.missing.values);
        codes.into_iter().map(|code| code.min(values.len() as u32)).collect()
    };
    Ok(Sensitive { codes, ordered, closeness: None, diversity: None })
}

/// What the bytes keep.
pub(crate) struct Kept {
    /// The smallest class over all masked columns.
    pub(crate) smallest: usize,
    /// The fewest distinct confidential values in a class.
    pub(crate) distinct: Option<usize>,
    /// The farthest distribution of a confidential column in a class.
    pub(crate) closeness: Option<f64>,
}

/// A mask's fault, with the file and what to do.
pub(crate) fn told(error: &scumble_mask::Error, file: &str) -> Failure {
    use scumble_mask::Error;
    let failure = Failure::input(format!("{file}: {error}"));
    match error {
        Error::TooFewRecords { among: Some(_), .. } => failure.with_help(
            "a smaller k, other strata, or --missing suppress for records that few others share their gaps with",
        ),
        Error::TooFewRecords { .. } => failure.with_help("ask for a smaller k"),
        _ => failure,
    }
}

/// Reads a release as it was written.
pub(crate) fn read_back(path: &Path, options: &Options, expected: &Table) -> Result<Table, Failure> {
    // The file has another name until it is kept: its name would only confuse.
    read(path, &reading(options, expected))
        .map_err(|error| Failure::promise(format!("the release cannot be read back: {}", error.problem)))
}

/// What was promised of a release.
pub(crate) struct Promised<'p> {
    pub(crate) expected: &'p Table,
    pub(crate) plan: &'p Plan,
    pub(crate) policy: &'p Policy,
    pub(crate) parts: &'p [Part],
}

impl Promised<'_> {
    /// Checks a release, as it was read back or as it would be written.
    pub(crate) fn check(&self, release: &Table) -> Result<Kept, Failure> {
        check(release, self.expected, self.plan, self.policy, self.parts)
    }
}

fn check(release: &Table, expected: &Table, plan: &Plan, policy: &Policy, parts: &[Part]) -> Result<Kept, Failure> {
    let broken = |what: String| {
        Failure::promise(format!("the release would break its promise: {what}; nothing was written"))
            .with_help("please report this with the command you ran: a mask should never get here")
    };
    if let Some(name) = plan.identifiers.iter().find(|name| release.index(name).is_some()) {
        return Err(broken(format!("it has the identifier “{name}”")));
    }
    if release.len() != expected.len() {
        return Err(broken(format!("{} records instead of {}", release.len(), expected.len())));
    }
    for part in parts {
        let smallest = over(release, part.columns.iter().map(String::as_str))?.smallest();
        if smallest < part.k {
            return Err(broken(format!(
                "{smallest} equal records on {}, where k is {}",
                part.columns.join(", "),
                part.k
            )));
        }
    }
    let all = over(release, plan.masked.iter().map(|(name, _)| name.as_str()))?;
    if let Some(k) = policy.promise.k.filter(|&k| all.smallest() < k) {
        let reached = all.smallest();
        return Err(Failure::promise(format!(
            "the promise k = {k} over all masked columns is not kept: some record equals only {} others; nothing was written",
            reached.saturating_sub(1)
        ))
        .with_help("columns that are masked in groups of their own do not add up to one k: mask them in one step"));
    }
    let (mut distinct, mut closeness) = (None, None);
    if policy.promise.l.is_some() || policy.promise.t.is_some() {
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); all.sizes.len()];
        all.of.iter().enumerate().for_each(|(row, &class)| members[class as usize].push(row as u32));
        if let Some((column, least)) = &policy.promise.l {
            let secret = secret(release, column, policy)?;
            let fewest = members.iter().map(|class| secret.distinct(class)).min().unwrap_or(0);
            if fewest < *least {
                return Err(unkept(format!("a class has {fewest} distinct values of “{column}” instead of {least}")));
            }
            distinct = Some(fewest);
        }
        if let Some((column, most)) = &policy.promise.t {
            let secret = secret(release, column, policy)?;
            let farthest = secret.farthest(members.iter().map(Vec::as_slice));
            if farthest > most + 1e-9 {
                return Err(unkept(format!("a class is {farthest:.4} from all in “{column}”, more than {most}")));
            }
            closeness = Some(farthest);
        }
    }
    Ok(Kept { smallest: all.smallest(), distinct, closeness })
}

fn unkept(what: String) -> Failure {
    Failure::promise(format!("the promise cannot be kept: {what}; nothing was written"))
        .with_help("strata, records with missing values and steps of their own limit what can be merged")
}

fn over<'n>(table: &Table, names: impl Iterator<Item = &'n str>) -> Result<Classes, Failure> {
    let columns: Vec<&Column> = names.map(|name| table.column(name)).collect::<Result<_, _>>()?;
    Ok(classes(&columns))
}

/// How the release is to be read: as it was written.
fn reading(options: &Options, table: &Table) -> Options {
    match table.origin() {
        Origin::Text { dialect, .. } => Options {
            delimiter: options.delimiter.or(Some(dialect.delimiter)),
            encoding: Some(dialect.encoding),
            sheet: None,
        },
        Origin::Other => Options { delimiter: options.delimiter.or(Some(b',')), ..Options::default() },
    }
}

/// What a release is written as, by its name; refuses what cannot be written.
pub(crate) fn format(path: &Path) -> Result<Format, Failure> {
    match Format::of_name(path) {
        Format::Sheet => Err(Failure::input(format!("{}: Excel files are read, not written", path.display()))
            .with_help("name a .csv, .csv.gz or .parquet file")),
        format => Ok(format),
    }
}
