//! The kinds of files, by the endings of their names.

use std::path::Path;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// Plain text and Markdown: every byte is text.
    Text,
    /// Web pages.
    Html,
    /// Documents of word processors (Office Open XML).
    Docx,
    /// Pages for printing. The rewritten file is built from their text alone.
    Pdf,
    /// Mails as programs save them. They are rewritten without the traces of their transport.
    Mail,
}

impl FileKind {
    /// All kinds, whether this build reads them or not ([`is_supported`](Self::is_supported)).
    pub const ALL: [Self; 5] = [Self::Text, Self::Html, Self::Docx, Self::Pdf, Self::Mail];

    /// The kind of a file by the ending of its name; `None` if no kind has that ending.
    ///
    /// ```
    /// use scumble_files::FileKind;
    /// assert_eq!(FileKind::of("a/Letter.HTM".as_ref()), Some(FileKind::Html));
    /// assert_eq!(FileKind::of("letter.odt".as_ref()), None);
    /// ```
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|kind| kind.endings().contains(&ending.as_str()))
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Html => "HTML",
            Self::Docx => "DOCX",
            Self::Pdf => "PDF",
            Self::Mail => "mail",
        }
    }

    /// The endings of its names in lower case, without the dot; the usual one first.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["txt", "text", "md", "markdown"],
            Self::Html => &["html", "htm", "xhtml"],
            Self::Docx => &["docx"],
            Self::Pdf => &["pdf"],
            Self::Mail => &["eml"],
        }
    }

    /// Whether such a file is text itself, which a terminal can show.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Html)
    }

    /// The Cargo feature that reads this kind; `None` if every build does.
    pub fn feature(self) -> Option<&'static str> {
        match self {
            Self::Text | Self::Html => None,
            Self::Docx => Some("docx"),
            Self::Pdf => Some("pdf"),
            Self::Mail => Some("mail"),
        }
    }

    /// Whether this build reads files of this kind.
    pub fn is_supported(self) -> bool {
        match self {
            Self::Text | Self::Html => true,
            Self::Docx => cfg!(feature = "docx"),
            Self::Pdf => cfg!(feature = "pdf"),
            Self::Mail => cfg!(feature = "mail"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, Limits, Opened};

    #[test]
    fn every_ending_is_of_one_kind() {
        for kind in FileKind::ALL {
            for ending in kind.endings() {
                assert_eq!(FileKind::of(format!("x.{ending}").as_ref()), Some(kind));
            }
        }
        assert_eq!(FileKind::of("txt".as_ref()), None);
    }

    #[test]
    fn a_kind_that_the_build_lacks_is_an_error_that_names_the_feature() {
        for kind in FileKind::ALL {
            let opened = Opened::open(kind, Vec::new(), &Limits::default());
            match opened {
                Err(error @ Error::Unsupported(_)) => {
                    assert!(!kind.is_supported());
                    assert!(error.to_string().contains(kind.feature().expect("a feature")), "{error}");
                }
                _ => assert!(kind.is_supported()),
            }
        }
    }
}
