//! All tests of the crate from outside, linked once.

#[cfg(feature = "docx")]
mod docx;
#[cfg(feature = "docx")]
mod docx_layout;
mod html;
mod html_hidden;
#[cfg(feature = "mail")]
mod mail;
#[cfg(feature = "pdf")]
mod pdf;
mod support;
mod woven;
