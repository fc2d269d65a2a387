//! What to do about a problem, as data: a front end names its own flags or arguments.

use std::fmt;

/// Advice on a problem, and the setting that carries it out where there is one.
///
/// A setting is named as in a policy and in the library (`id_field`); the command line shows it as its flag (`--id-field`), Python
/// as its argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// What to do, as a sentence without its end: "name the column of ids".
    pub advice: String,
    /// The setting that does it.
    pub setting: Option<&'static str>,
    /// The value to give it, where one can be proposed.
    pub value: Option<String>,
}

impl Help {
    /// Advice that no setting carries out.
    pub fn new(advice: impl Into<String>) -> Self {
        Self { advice: advice.into(), setting: None, value: None }
    }

    /// Advice that a setting carries out.
    pub fn set(setting: &'static str, advice: impl Into<String>) -> Self {
        Self { setting: Some(setting), ..Self::new(advice) }
    }

    /// Proposes a value for the setting.
    #[must_use]
    pub fn to(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
    }

    /// The advice, with the setting written by the front end: `write` gets its name and value.
    pub fn written(&self, write: impl Fn(&str, Option<&str>) -> String) -> String {
        match self.setting {
            None => self.advice.clone(),
            Some(setting) => format!("{} ({})", self.advice, write(setting, self.value.as_deref())),
        }
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(|setting, value| match value {
            Some(value) => format!("{setting} = {value}"),
            None => setting.to_owned(),
        }))
    }
}

impl From<&str> for Help {
    fn from(advice: &str) -> Self {
        Self::new(advice)
    }
}

impl From<String> for Help {
    fn from(advice: String) -> Self {
        Self::new(advice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_end_writes_its_own_flags() {
        let help = Help::set("id_field", "name the column of ids").to("patient");
        assert_eq!(help.to_string(), "name the column of ids (id_field = patient)");
        let flag = |setting: &str, value: Option<&str>| {
            format!("--{} {}", setting.replace('_', "-"), value.unwrap_or_default())
        };
        assert_eq!(help.written(flag), "name the column of ids (--id-field patient)");
    }
}
