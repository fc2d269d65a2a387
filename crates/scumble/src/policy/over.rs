//! One policy of tables laid over another.

use super::{PerturbationSettings, Step, SuppressionPolicy, TablePolicy};
use crate::error::{Error, Result};
use scumble_mask::table::MissingValues;
use scumble_mask::{Cutting, Promise};

impl TablePolicy {
    /// This policy laid over another: what it says wins. A step of it changes the only step of the other.
    ///
    /// # Errors
    /// If both have steps and one of them has several.
    pub fn over(self, base: Self) -> Result<Self> {
        let mut columns = base.columns;
        for own in self.columns {
            match columns.iter_mut().find(|column| column.name == own.name) {
                None => columns.push(own),
                Some(column) => {
                    column.role = own.role.or(column.role);
                    column.kind = own.kind.or(column.kind.take());
                    column.decimals = own.decimals.or(column.decimals);
                }
            }
        }
        Ok(Self {
            seed: self.seed.or(base.seed),
            columns,
            others: self.others.or(base.others),
            decimals: said(self.decimals, base.decimals),
            missing: MissingValues {
                values: said(self.missing.values, base.missing.values),
                default: said(self.missing.default, base.missing.default),
                columns: said(self.missing.columns, base.missing.columns),
            },
            steps: steps(self.steps, base.steps)?,
            promise: Promise {
                k: self.promise.k.or(base.promise.k),
                l: self.promise.l.or(base.promise.l),
                t: self.promise.t.or(base.promise.t),
                population: self.promise.population.or(base.promise.population),
            },
            cutting: if self.cutting == Cutting::Auto { base.cutting } else { self.cutting },
            shuffle: self.shuffle || base.shuffle,
        })
    }
}

/// A value that was said, or else the other: what is the default was not said.
fn said<T: Default + PartialEq>(own: T, base: T) -> T {
    if own == T::default() { base } else { own }
}

fn steps(mut own: Vec<Step>, mut base: Vec<Step>) -> Result<Vec<Step>> {
    match (own.len(), base.len()) {
        (0, _) => Ok(base),
        (_, 0) => Ok(own),
        (1, 1) => Ok(own.pop().zip(base.pop()).map(|(own, base)| over(own, base)).into_iter().collect()),
        _ => Err(Error::input("the policy has several steps, but the options describe one")
            .with_help("change the policy instead")),
    }
}

fn over(own: Step, base: Step) -> Step {
    let named = !own.columns.is_empty() || !own.groups.is_empty();
    let (columns, groups) = if named { (own.columns, own.groups) } else { (base.columns, base.groups) };
    let (perturbation, other) = (own.perturbation, base.perturbation);
    let (suppression, blanks) = (own.suppression, base.suppression);
    Step {
        method: own.method.or(base.method),
        columns,
        k: own.k.or(base.k),
        groups,
        effort: own.effort.or(base.effort),
        standardize: own.standardize.or(base.standardize),
        centroid: own.centroid.or(base.centroid),
        suppression_limit: own.suppression_limit.or(base.suppression_limit),
        perturbation: PerturbationSettings {
            percent: perturbation.percent.or(other.percent),
            transition: perturbation.transition.or(other.transition),
            given: said(perturbation.given, other.given),
            top: perturbation.top.or(other.top),
            bottom: perturbation.bottom.or(other.bottom),
            levels: said(perturbation.levels, other.levels),
            base: perturbation.base.or(other.base),
        },
        suppression: SuppressionPolicy {
            combinations: said(suppression.combinations, blanks.combinations),
            importance: suppression.importance.or(blanks.importance),
            blank: suppression.blank.or(blanks.blank),
            suppress: suppression.suppress.or(blanks.suppress),
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::Policy;

    fn policy(text: &str) -> super::TablePolicy {
        Policy::parse("p.toml", text).unwrap().tables
    }

    #[test]
    fn what_is_said_wins_and_the_rest_stays() {
        let base = policy(
            "seed = 1\nothers = 'drop'\n[columns]\na = { role = 'quasi', kind = 'nominal' }\n[[mask]]\nmethod = 'refined'\nk = 3\n[promise]\nk = 3",
        );
        let own = policy("seed = 2\n[columns]\na = { role = 'confidential' }\nb = { role = 'quasi' }\n[[mask]]\nk = 7");
        let both = own.over(base.clone()).unwrap();
        assert_eq!((both.seed, both.others, both.promise.k), (Some(2), base.others, Some(3)));
        assert_eq!((both.steps[0].k, both.steps[0].method), (Some(7), base.steps[0].method));
        assert_eq!(both.columns.len(), 2);
        assert_eq!(both.columns[0].kind, base.columns[0].kind);
        assert_ne!(both.columns[0].role, base.columns[0].role);
    }

    #[test]
    fn one_step_does_not_change_several() {
        let base = policy("[[mask]]\ncolumns = ['a']\n[[mask]]\ncolumns = ['b']");
        let error = policy("[[mask]]\nk = 7").over(base.clone()).unwrap_err();
        assert!(error.to_string().contains("several steps"));
        assert_eq!(policy("seed = 3").over(base).unwrap().steps.len(), 2);
    }
}
