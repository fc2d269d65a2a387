//! How much a file may unpack to, and what it may hold.

/// How images are handled: their content cannot be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Images {
    /// They are dropped, and that is reported.
    #[default]
    Drop,
    /// A file that holds an image is refused.
    Refuse,
}

/// How much a file may unpack to, and what it may hold.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of everything that is unpacked from one file.
    pub unpacked: u64,
    /// Files within one file, or pages of it.
    pub entries: usize,
    /// How deep elements may be nested.
    pub depth: usize,
    /// Whether images are dropped or a reason to refuse the file.
    pub images: Images,
}

impl Default for Limits {
    fn default() -> Self {
        Self { unpacked: 1 << 30, entries: 10_000, depth: 256, images: Images::Drop }
    }
}
