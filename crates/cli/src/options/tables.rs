//! Options that say how a table is written.

use crate::failure::Failure;
use scumble::data::{Encoding, Options};

/// How tables are written, where that is not told from the file.
#[derive(clap::Args)]
pub(crate) struct TableArguments {
    /// Delimiter of a text table: a character, or tab [default: detected from the file]
    #[arg(long, value_name = "CHAR", help_heading = "Input")]
    delimiter: Option<String>,

    /// Encoding of a text table (utf-8, windows-1252, latin1, utf-16le …) [default: UTF-8, else windows-1252]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    encoding: Option<String>,

    /// Sheet of an Excel file [default: the first]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    sheet: Option<String>,
}

impl TableArguments {
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        let delimiter = match self.delimiter.as_deref() {
            None => None,
            Some("tab" | "\\t" | "\t") => Some(b'\t'),
            Some(text) => match text.as_bytes() {
                [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b"\"\r\n".contains(byte) => Some(*byte),
                _ => return Err(Failure::input("--delimiter must be one character, such as ; or tab")),
            },
        };
        let encoding = self.encoding.as_deref().map(|name| {
            Encoding::named(name).ok_or_else(|| {
                Failure::input(format!("unknown encoding “{name}”"))
                    .with_help("for example utf-8, windows-1252, utf-16le")
            })
        });
        Ok(Options { delimiter, encoding: encoding.transpose()?, sheet: self.sheet.clone() })
    }
}
