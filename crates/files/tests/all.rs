//! All tests of the crate from outside, linked once.

#[cfg(feature = "docx")]
mod docx;
#[cfg(feature = "docx")]
mod docx_layout;
#[cfg(feature = "docx")]
mod docx_locked;
mod html;
mod html_hidden;
#[cfg(feature = "mail")]
mod mail;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "pdf")]
mod pdf_forms;
#[cfg(feature = "pdf")]
mod pdf_looks;
#[cfg(feature = "pdf")]
mod pdf_order;
mod support;
mod woven;
