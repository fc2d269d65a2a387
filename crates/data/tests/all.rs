//! All integration tests of the crate, in one binary.

#[cfg(all(feature = "excel", feature = "gzip", feature = "parquet"))]
mod fidelity;
#[cfg(all(feature = "excel", feature = "gzip", feature = "parquet"))]
mod formats;
mod fuzz_smoke;
mod records;
#[cfg(all(feature = "gzip", feature = "parquet"))]
mod spaces;
mod typed_dates;
