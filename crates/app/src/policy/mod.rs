//! What a run promises: roles, kinds, missing values, steps and the promise itself, from a TOML file and from flags.

mod documents;
mod keys;
mod read;
mod resolve;

pub(crate) use documents::DocumentPolicy;
pub(crate) use resolve::{Plan, PlannedStep, known};

use scumble_data::{Kind, Missing, Role};

/// What a policy says. Flags and files build the same object.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Policy {
    pub(crate) seed: Option<u64>,
    pub(crate) columns: Vec<ColumnPolicy>,
    pub(crate) missing: MissingPolicy,
    pub(crate) steps: Vec<Step>,
    pub(crate) promise: Promise,
}

/// What is said of a column.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ColumnPolicy {
    pub(crate) name: String,
    pub(crate) role: Option<Role>,
    pub(crate) kind: Option<Kind>,
}

/// What happens to a record with a missing value in a column that is masked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum WhenMissing {
    /// Nothing is written.
    #[default]
    Error,
    /// Records that miss the same values are grouped among themselves.
    Group,
    /// The record is left out of the release.
    Suppress,
}

impl WhenMissing {
    pub(crate) const ALL: [(&'static str, Self); 3] =
        [("error", Self::Error), ("group", Self::Group), ("suppress", Self::Suppress)];
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct MissingPolicy {
    pub(crate) default: WhenMissing,
    pub(crate) columns: Vec<(String, WhenMissing)>,
    pub(crate) values: Missing,
}

/// Columns that are grouped together, and their own k if they have one.
pub(crate) type ColumnGroup = (Vec<String>, Option<usize>);

/// One step of masking.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Step {
    pub(crate) method: Option<Method>,
    pub(crate) columns: Vec<String>,
    pub(crate) k: Option<usize>,
    /// Columns that are grouped together, with their own k.
    pub(crate) groups: Vec<ColumnGroup>,
    pub(crate) effort: Option<f64>,
    pub(crate) standardize: Option<bool>,
    pub(crate) hypernym: Option<bool>,
}

/// The methods that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Mdav,
    VMdav,
    Refined,
    IndividualRanking,
    ZScores,
    PrincipalComponent,
    Grouped,
}

impl Method {
    pub(crate) const ALL: [(&'static str, Self); 7] = [
        ("mdav", Self::Mdav),
        ("v-mdav", Self::VMdav),
        ("refined", Self::Refined),
        ("individual-ranking", Self::IndividualRanking),
        ("z-scores", Self::ZScores),
        ("principal-component", Self::PrincipalComponent),
        ("grouped", Self::Grouped),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }
}

/// What is checked on the bytes to be written.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Promise {
    /// Records that are equal on all masked columns, at least.
    pub(crate) k: Option<usize>,
    /// Distinct values of a confidential column in each class, at least.
    pub(crate) l: Option<(String, usize)>,
    /// How far a class's distribution of a confidential column is from that of all, at most.
    pub(crate) t: Option<(String, f64)>,
}

impl Policy {
    /// What is said of a column; an empty entry is made if nothing is.
    pub(crate) fn column(&mut self, name: &str) -> &mut ColumnPolicy {
        let at = self.columns.iter().position(|column| column.name == name).unwrap_or_else(|| {
            self.columns.push(ColumnPolicy { name: name.to_owned(), ..ColumnPolicy::default() });
            self.columns.len() - 1
        });
        &mut self.columns[at]
    }
}

/// A name out of a list, or a failure that suggests the nearest.
pub(crate) fn named<T: Copy>(what: &str, name: &str, known: &[(&'static str, T)]) -> Result<T, String> {
    let found = known.iter().find(|(known, _)| *known == name).map(|&(_, value)| value);
    found.ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        format!("no {what} is called “{name}”{} (known: {})", suggestion(name, names.iter().copied()), names.join(", "))
    })
}

/// `; did you mean x?`, or nothing.
pub(crate) fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let near = scumble_io::nearest(name, known, 1);
    near.first().map_or(String::new(), |near| format!("; did you mean “{near}”?"))
}
