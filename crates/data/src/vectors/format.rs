//! The formats of a matrix on disk, and what is known about one beforehand.

use scumble_io::Packing;
use std::path::{Path, PathBuf};

/// The format of a matrix's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SpaceFormat {
    /// Matrix Market, coordinates: a line for each entry, after a line with the sizes.
    #[default]
    MatrixMarket,
    /// SVMlight: a line for each row, `label column:weight …`.
    SvmLight,
    /// Triplets as CSV: row, column, weight.
    Csv,
    /// Triplets as Parquet: row, column, weight.
    Parquet,
}

impl SpaceFormat {
    /// Every format with its name, which is also the ending of its files.
    pub const ALL: [(&'static str, Self); 4] =
        [("mtx", Self::MatrixMarket), ("svm", Self::SvmLight), ("csv", Self::Csv), ("parquet", Self::Parquet)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, format)| *format == self).map_or("", |(name, _)| name)
    }

    /// The format that a file's name shows, packed or not.
    pub fn of_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let (_, name) = Packing::of_name(&name);
        match name.rsplit_once('.')?.1 {
            "mtx" | "mm" => Some(Self::MatrixMarket),
            "svm" | "svmlight" | "libsvm" => Some(Self::SvmLight),
            "csv" | "tsv" => Some(Self::Csv),
            "parquet" | "pq" => Some(Self::Parquet),
            _ => None,
        }
    }

    /// The number of the first row and column where nothing else is said: SVMlight and Matrix Market count from 1, triplets from 0.
    pub fn first_index(self) -> FirstIndex {
        match self {
            Self::MatrixMarket | Self::SvmLight => FirstIndex::One,
            Self::Csv | Self::Parquet => FirstIndex::Zero,
        }
    }

    /// The name of the matrix's file in a folder.
    pub(super) fn file(self) -> String {
        format!("matrix.{}", self.name())
    }
}

/// The number of the first row and column of a matrix in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstIndex {
    /// 0.
    Zero,
    /// 1.
    One,
}

impl FirstIndex {
    /// Both, with their names.
    pub const ALL: [(&'static str, Self); 2] = [("0", Self::Zero), ("1", Self::One)];

    pub(super) fn number(self) -> u64 {
        u64::from(self == Self::One)
    }
}

/// What is known about a matrix's file beforehand.
#[derive(Debug, Clone, Default)]
pub struct SpaceOptions {
    /// The format; the one that the file's name shows if none is given.
    pub format: Option<SpaceFormat>,
    /// A file with a term a line, for a matrix that is no folder.
    pub vocabulary: Option<PathBuf>,
    /// The number of the first column of SVMlight, and of the first row and column of triplets; the usual one if none is given.
    pub first_index: Option<FirstIndex>,
}
