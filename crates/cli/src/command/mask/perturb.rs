//! The flags of `scumble mask` that belong to methods of perturbation.

use crate::failure::Failure;
use crate::options::columns::pair;
use crate::options::lists::split;
use scumble::mask::Transition;
use scumble::policy::{PerturbationSettings, named};

#[derive(clap::Args)]
pub(in crate::command) struct PerturbationArguments {
    /// Percentage p of a method of perturbation (5 is 5 %): ranks that a value may move (rank-swap), deviation of the noise relative to
    /// that of the column (noise, correlated-noise), values drawn again (pram), records swapped (record-swap), records coded at each
    /// end (top-bottom), records released (sample)
    #[arg(short, long, value_name = "P", allow_negative_numbers = true, help_heading = "How")]
    percent: Option<f64>,

    /// Transition matrix of the method pram: invariant draws from all values of the column, so that frequencies are expected to stay;
    /// uniform takes any other value [default: invariant]
    #[arg(long, value_name = "invariant|uniform", help_heading = "How")]
    transition: Option<String>,

    /// Columns that the order of shuffled values depends on, separated by commas (shuffle-values)
    #[arg(long, value_name = "A,B", help_heading = "How")]
    given: Vec<String>,

    /// Greatest value (top-bottom): numbers above it become it
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "How")]
    top: Option<f64>,

    /// Least value (top-bottom): numbers below it become it
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "How")]
    bottom: Option<f64>,

    /// Levels of the method recode: for each column the level of its hierarchy that all values go up to (AGE=2,REGION=1)
    #[arg(long, value_name = "COL=N", value_delimiter = ',', help_heading = "How")]
    levels: Vec<String>,

    /// Base of the method round: numbers become its nearest multiples
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "How")]
    base: Option<f64>,
}

impl PerturbationArguments {
    /// Whether none is given.
    pub(super) fn is_empty(&self) -> bool {
        let numbers = [self.percent, self.top, self.bottom, self.base];
        numbers.iter().all(Option::is_none)
            && self.transition.is_none()
            && self.given.is_empty()
            && self.levels.is_empty()
    }

    /// Puts what is given over the settings of a step.
    pub(super) fn change(&self, settings: &mut PerturbationSettings) -> Result<(), Failure> {
        settings.percent = self.percent.or(settings.percent);
        settings.top = self.top.or(settings.top);
        settings.bottom = self.bottom.or(settings.bottom);
        settings.base = self.base.or(settings.base);
        if let Some(name) = &self.transition {
            let transition = named("transition", name, &Transition::ALL);
            settings.transition = Some(transition.map_err(|problem| Failure::input(problem).of_flag("--transition"))?);
        }
        if !self.levels.is_empty() {
            let level = |text: &String| {
                let (column, level) = pair(text, "--levels", "COL=N")?;
                let level = level.trim().parse().map_err(|_| Failure::input("--levels: N is a whole number"))?;
                Ok((column.trim().to_owned(), level))
            };
            settings.levels = self.levels.iter().map(level).collect::<Result<_, Failure>>()?;
        }
        if !self.given.is_empty() {
            let names = self.given.iter().flat_map(|list| split(list));
            settings.given = names.map(|name| name.trim().to_owned()).collect();
        }
        Ok(())
    }
}
