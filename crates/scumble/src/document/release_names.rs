//! The names of a release: which may be published, and what stays of earlier runs.

use super::audit::Withholding;
use super::inputs::Input;
use super::names;
use super::record_file::RecordFile;
use super::release::Release;
use super::sink::Renaming;
use crate::Result;
use scumble_mask::document::words;
use std::collections::HashSet;
use std::path::Path;

impl Release<'_> {
    /// The name of a release: `own`, unless the name of the input may not be published.
    pub(super) fn output_name(&mut self, name: &str, own: &str, discloses: bool) -> String {
        let language = self.sanitizer.language();
        if discloses || !self.keep_names && names::says_something(name, language) {
            return self.neutral_name(name, own);
        }
        self.own_names.push(name.to_owned());
        own.to_owned()
    }

    /// Gives another name to everything whose own holds what any document of the run redacted.
    pub(super) fn check_names(&mut self) -> Result<()> {
        if self.summary.documents == 0 {
            // The runs that finished these documents have compared their names.
            return Ok(());
        }
        for name in &self.resumed {
            let terms = self.sink.redacted(name);
            let terms = terms.iter().map(|(kind, text)| (kind.as_str(), text.as_str()));
            let removed = names::removed(terms, self.sanitizer.language());
            self.removed.take_over(&removed, &self.name_stems);
        }
        let known: HashSet<&String> = self.released.documents.iter().chain(&self.released.record_files).collect();
        let holds =
            |name: &String| known.contains(name) && !self.removed.left_in(&words(&names::as_text(name))).is_empty();
        let disclosing: Vec<String> = self.own_names.iter().filter(|name| holds(name)).cloned().collect();
        let mut renamed = Vec::new();
        for name in disclosing {
            let is_records = self.released.record_files.contains(&name);
            let own = if is_records { RecordFile::output_name(&name) } else { name.clone() };
            let output = self.neutral_name(&name, &own);
            match &mut self.key {
                Some(key) if is_records => key.remember_file_name(&name, &output),
                Some(key) => key.rename(&name, &output),
                None => {}
            }
            renamed.push(Renaming { name, from: own, to: output });
        }
        if !renamed.is_empty() {
            self.save_key()?;
        }
        self.sink.rename(&renamed)
    }

    /// What earlier runs released and this one does not know any more: taken back if wanted, else listed and audited.
    pub(super) fn look_at_earlier(&mut self, inputs: &[Input]) -> Result<()> {
        let inputs: HashSet<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        let earlier = self.sink.earlier(&inputs)?;
        let names = || earlier.documents.iter().chain(&earlier.record_files);
        if self.prune {
            names().try_for_each(|name| self.sink.take_back(name))?;
            self.summary.pruned = names().cloned().collect();
            return Ok(());
        }
        self.summary.vanished = names().cloned().collect();
        self.released.documents.extend(earlier.documents);
        self.released.record_files.extend(earlier.record_files);
        Ok(())
    }

    /// A name that discloses nothing, and that no other document has: the one that an earlier run gave to the document, else one with the
    /// next number, whatever the ending is. So a run that goes on after a kill gives the same names, and writes over what was left.
    fn neutral_name(&mut self, name: &str, own: &str) -> String {
        self.summary.renamed += 1;
        let ending = ending(own);
        let given = self.sink.earlier_output(name).filter(|given| {
            names::number(given).is_some_and(|number| *given == format!("{}{number}{ending}", names::NEUTRAL))
        });
        if let Some(given) = given.filter(|given| !self.taken.contains(given)) {
            self.numbers.extend(names::number(&given));
            self.taken.insert(given.clone());
            return given;
        }
        let mut number = self.next_number;
        loop {
            let output = format!("{}{number}{ending}", names::NEUTRAL);
            let free = !self.numbers.contains(&number) && !self.taken.contains(&output);
            if free && self.sink.is_free(&output) {
                self.next_number = number + 1;
                self.taken.insert(output.clone());
                return output;
            }
            number += 1;
        }
    }

    /// A document that was withheld, for the audit: its name only if it could be published.
    pub(super) fn withholding(&self, name: &str, why: &str) -> Result<Withholding> {
        let tells = names::says_something(name, self.sanitizer.language()) && !self.keep_names;
        let shown = !tells && !self.sanitizer.is_named_in(&names::as_text(name))?;
        let why = why.strip_prefix(&format!("{name}: ")).unwrap_or(why);
        let why = if shown { why.to_owned() } else { why.replace(name, "the document") };
        Ok(Withholding { name: if shown { name.to_owned() } else { "(not shown)".to_owned() }, why })
    }
}

/// The ending of a file's name, with that of what is packed.
fn ending(name: &str) -> String {
    let of = |name: &str| Path::new(name).extension().map(|ending| format!(".{}", ending.to_string_lossy()));
    let last = of(name).unwrap_or_default();
    match last.eq_ignore_ascii_case(".gz") {
        true => format!("{}{last}", of(&name[..name.len() - last.len()]).unwrap_or_default()),
        false => last,
    }
}
