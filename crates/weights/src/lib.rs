//! The weights of the second reader, as data.
//!
//! A small network, trained by the scripts in `crates/train/second_reader` of this repository and quantised to int8; the code that
//! reads with it is `scumble_text::network`. What it was trained on is named in `NOTICE` in this crate and, with its accuracy and the
//! hashes that tie weights, scripts and data together, in the model card, `crates/train/second_reader/MODEL_CARD.md`.
//!
//! ```
//! let weights = scumble_weights::SECOND_READER;
//! assert!(weights.starts_with(b"SCREAD01") && weights.len() < 10_000_000);
//! ```

/// The packed network. Its last 32 bytes are the SHA-256 of all before.
pub const SECOND_READER: &[u8] = include_bytes!("../data/second-reader.bin");

/// The SHA-256 that ends the packed network: it names these weights.
pub fn fingerprint() -> &'static [u8] {
    &SECOND_READER[SECOND_READER.len() - 32..]
}
