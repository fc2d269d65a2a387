//! Options that say how a vector space is read.

use crate::failure::Failure;
use scumble::data::{FirstIndex, SpaceFormat, SpaceOptions, VectorSpace, read_space};
use scumble::policy::named;
use std::path::{Path, PathBuf};

/// How a vector space is read.
#[derive(clap::Args)]
pub(crate) struct SpaceArguments {
    /// Format of a matrix that is no folder: mtx, svm, csv or parquet [default: the ending of its name]
    #[arg(long, value_name = "FORMAT", help_heading = "Input")]
    input_format: Option<String>,

    /// File with a term a line, for a matrix that is no folder
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    vocabulary: Option<PathBuf>,

    /// Number of the first column of SVMlight, and of the first row and column of triplets [default: 1 for SVMlight, 0 for triplets]
    #[arg(long, value_name = "0|1", value_parser = ["0", "1"], help_heading = "Input")]
    first_index: Option<String>,
}

impl SpaceArguments {
    /// Reads a space.
    pub(crate) fn read(&self, path: &Path) -> Result<VectorSpace, Failure> {
        let options = SpaceOptions {
            format: self
                .input_format
                .as_deref()
                .map(|name| choice("input-format", name, &SpaceFormat::ALL))
                .transpose()?,
            vocabulary: self.vocabulary.clone(),
            first_index: self
                .first_index
                .as_deref()
                .map(|name| choice("first-index", name, &FirstIndex::ALL))
                .transpose()?,
        };
        Ok(read_space(path, &options)?)
    }
}

fn choice<T: Copy>(flag: &'static str, name: &str, all: &[(&'static str, T)]) -> Result<T, Failure> {
    named(flag, name, all).map_err(|problem| Failure::input(format!("--{flag}: {problem}")))
}
