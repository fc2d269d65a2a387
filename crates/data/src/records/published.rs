//! What a record publishes as it is.

use std::sync::Arc;

/// The names and values that a record publishes as they are, one a line. Each line knows its field.
#[derive(Debug, Clone, Default)]
pub struct Published {
    text: String,
    /// For each line, the byte behind it, its field, and whether it is the field's name.
    lines: Vec<(usize, Arc<str>, bool)>,
}

/// A line of [`Published`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublishedLine<'p> {
    /// The field.
    pub field: &'p str,
    /// Whether the line is the name of the field, which nobody declared; otherwise it is its value.
    pub is_name: bool,
    /// What stands there.
    pub text: &'p str,
}

impl Published {
    pub(super) fn push(&mut self, field: &Arc<str>, value: &str) {
        self.line(field, value, false);
    }

    pub(super) fn push_name(&mut self, field: &Arc<str>) {
        self.line(field, field, true);
    }

    fn line(&mut self, field: &Arc<str>, text: &str, is_name: bool) {
        self.text.push_str(text);
        self.text.push('\n');
        self.lines.push((self.text.len(), Arc::clone(field), is_name));
    }

    /// All of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines: a value may hold line ends of its own.
    pub fn lines(&self) -> impl Iterator<Item = PublishedLine<'_>> {
        (0..self.lines.len()).map(|line| self.line_number(line))
    }

    /// The line at a byte of the text.
    pub fn line_at(&self, at: usize) -> Option<PublishedLine<'_>> {
        let line = self.lines.partition_point(|(end, ..)| *end <= at);
        (line < self.lines.len()).then(|| self.line_number(line))
    }

    fn line_number(&self, line: usize) -> PublishedLine<'_> {
        let start = if line == 0 { 0 } else { self.lines[line - 1].0 };
        let (end, field, is_name) = &self.lines[line];
        PublishedLine { field, is_name: *is_name, text: &self.text[start..end - 1] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_its_field() {
        let mut published = Published::default();
        published.push(&"id".into(), "a\nb");
        published.push_name(&"x".into());
        assert_eq!(published.text(), "a\nb\nx\n");
        assert_eq!(published.line_at(2), Some(PublishedLine { field: "id", is_name: false, text: "a\nb" }));
        assert_eq!(published.line_at(4), Some(PublishedLine { field: "x", is_name: true, text: "x" }));
        assert_eq!(published.line_at(6), None);
        assert_eq!(published.lines().count(), 2);
    }
}
