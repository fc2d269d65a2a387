//! The integration tests, in one binary.

mod bad_input;
mod contract;
mod embedded;
mod fuzz_smoke;
mod golden;
mod properties;
mod real_files;
mod reference;
mod support;
mod thesis;
