//! The terms of a document, each counted once.

use super::meter::{Meter, Term};
use crate::error::Result;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Terms by their surface form.
pub(super) struct Terms<'m, 'c> {
    /// What they are measured by.
    pub meter: &'m Meter<'c>,
    known: RefCell<HashMap<String, Rc<Term>>>,
}

impl<'m, 'c> Terms<'m, 'c> {
    /// None yet.
    pub(super) fn new(meter: &'m Meter<'c>) -> Self {
        Self { meter, known: RefCell::default() }
    }

    /// A term with its synonyms.
    pub(super) fn get(&self, surface: &str) -> Result<Rc<Term>> {
        if let Some(term) = self.known.borrow().get(surface) {
            return Ok(Rc::clone(term));
        }
        let term = Rc::new(self.meter.term(surface)?);
        self.known.borrow_mut().insert(surface.to_owned(), Rc::clone(&term));
        Ok(term)
    }
}
