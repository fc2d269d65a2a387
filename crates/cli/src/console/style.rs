//! Colour on a terminal, unless NO_COLOR is set.

use std::io::IsTerminal;

/// Paints text, or leaves it as it is.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    colour: bool,
}

pub(crate) fn for_stdout() -> Style {
    Style { colour: wanted() && std::io::stdout().is_terminal() }
}

pub(crate) fn for_stderr() -> Style {
    Style { colour: wanted() && std::io::stderr().is_terminal() }
}

fn wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub(crate) fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(crate) fn underlined(self, text: &str) -> String {
        self.paint("4", text)
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub(crate) fn name(self, text: &str) -> String {
        self.paint("36", text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.paint("1;31", text)
    }
}
