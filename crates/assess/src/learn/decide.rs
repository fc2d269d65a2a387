//! Whether a distance of a family can link more records than are linked already: a mixed integer programme, decided within a limit.

use super::family::Family;
use super::files::Files;
use super::programme::Programme;
use crate::combine::Aggregator;
use crate::link::{Links, link};
use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, SolveOptions, Variable};
use scumble_data::Rows as Records;

/// The greatest common denominator of the weights of records that is taken on.
const DENOMINATOR: u64 = 10_000;

/// How to decide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decide {
    /// The family of distances.
    pub family: Family,
    /// By how much a masked record must be farther than the right one, see [`Programme::MARGIN`]; no less than 0.00001, since the
    /// solver keeps constraints up to 0.0000001.
    pub margin: f64,
    /// Nodes of the branch and bound after which the answer is [`Decision::Unknown`]: a limit of work, the same on every machine.
    pub nodes: u64,
}

/// What was decided.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// No distance of the family links more records, each by the margin at least.
    Proven,
    /// This distance links more; these are its links, counted anew.
    More(Aggregator, Links),
    /// Neither was found within the limit.
    Unknown,
}

impl Decide {
    /// Whether more than `linked` records can be linked, by their weights: 1 over the number of masked records that equal its own.
    /// Both files are standardised, and row by row of the same people.
    pub fn decide(&self, original: &Records, masked: &Records, linked: f64) -> Decision {
        let files = Files::new(original, masked);
        let Some(step) = least_gain(&files.weights) else { return Decision::Unknown };
        // Of monotone families, the nearest rows imply the others. To leave out rows never makes a proof wrong: less is asked for.
        let rivals = self.family.is_monotone().then(|| files.rivals(self.family, usize::MAX));
        let chosen = |record: usize| match &rivals {
            Some(rivals) => rivals[record].clone(),
            None => Some(files.others(record).collect()),
        };
        let programme = Programme::of(&files, self.family, self.margin, chosen);
        let Some(programme) = programme.filter(|_| self.margin >= 1e-5) else { return Decision::Unknown };
        let lost: f64 = programme.columns[programme.parameters..].iter().map(|column| column.cost * column.low).sum();
        let all: f64 = files.weights.iter().sum();
        if all - lost < linked + step / 2.0 {
            return Decision::Proven;
        }
        let parameters = programme.parameters;
        let (problem, variables) = posed(&programme, all - linked - step / 2.0);
        let mut options = SolveOptions::default();
        options.node_limit = Some(self.nodes);
        match problem.solve_with(options) {
            Err(Error::Infeasible) => Decision::Proven,
            Err(_) => Decision::Unknown,
            Ok(outcome) => {
                let Some(solution) = outcome.solution() else { return Decision::Unknown };
                let mut found: Vec<f64> = variables[..parameters].iter().map(|&at| solution.var_value(at)).collect();
                self.family.normalize(&mut found);
                let aggregator = self.family.aggregator(&found, original.width());
                let links = link(original, masked, &aggregator);
                // Never what the solver claims.
                if links.expected > linked + step / 4.0 { Decision::More(aggregator, links) } else { Decision::Unknown }
            }
        }
    }
}

/// The programme as the solver takes it, in which at most so much is lost.
fn posed(programme: &Programme, lost: f64) -> (Problem, Vec<Variable>) {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let columns = programme.columns.iter().enumerate();
    let variables: Vec<Variable> = columns
        .map(|(at, column)| match at < programme.parameters {
            true => problem.add_var(0.0, (column.low, column.high)),
            false => problem.add_integer_var(0.0, (column.low as i32, 1)),
        })
        .collect();
    for row in &programme.rows {
        let cells: Vec<(Variable, f64)> = row.cells.iter().map(|&(at, cell)| (variables[at as usize], cell)).collect();
        let sense = if row.is_equal { ComparisonOp::Eq } else { ComparisonOp::Ge };
        problem.add_constraint(cells.as_slice(), sense, row.right);
    }
    let costs: Vec<(Variable, f64)> = variables.iter().zip(&programme.columns).map(|(&at, c)| (at, c.cost)).collect();
    problem.add_constraint(&costs[programme.parameters..], ComparisonOp::Le, lost);
    (problem, variables)
}

/// The least by which sums of some weights differ: 1 over the least common multiple of the sizes of classes. `None` if that is huge.
fn least_gain(weights: &[f64]) -> Option<f64> {
    let divisor = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let mut multiple = 1_u64;
    for weight in weights {
        let size = (1.0 / weight).round() as u64;
        multiple = multiple / divisor(multiple, size) * size;
        if multiple > DENOMINATOR {
            return None;
        }
    }
    Some(1.0 / multiple as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: [[f64; 3]; 6] =
        [[23., 25., 5.], [18., 10., 9.], [58., 12., 2.], [46., 30., 7.], [31., 17., 4.], [27., 14., 8.]];
    const Y: [[f64; 3]; 6] =
        [[25., 20., 7.], [20., 14., 8.], [55., 20., 4.], [48., 22., 4.], [29., 24., 6.], [30., 12., 3.]];
    const X_APART: [[f64; 3]; 6] = [[8., 5., 4.], [5., 3., 2.], [6., 5., 2.], [4., 4., 7.], [8., 7., 2.], [6., 8., 4.]];
    const Y_APART: [[f64; 3]; 6] = [[4., 4., 0.], [7., 2., 3.], [8., 8., 0.], [8., 8., 5.], [9., 3., 0.], [7., 6., 1.]];

    fn records(rows: &[[f64; 3]], width: usize) -> Records {
        Records::new(width, rows.iter().flat_map(|row| row[..width].to_vec()).collect()).standardized()
    }

    /// From nothing linked to a proof: the optima are those of HiGHS and of an exhaustive search with linear programmes.
    #[test]
    fn the_optima_of_small_cases_are_proven() {
        let cases = [(&X, &Y, 2, [5, 5, 5, 6]), (&X, &Y, 3, [5, 3, 5, 6]), (&X_APART, &Y_APART, 3, [4, 3, 6, 5])];
        for (original, masked, width, optima) in cases {
            let (original, masked) = (records(original, width), records(masked, width));
            for ((name, family), optimum) in Family::ALL.into_iter().zip(optima) {
                let decide = Decide { family, margin: Programme::MARGIN, nodes: 10_000 };
                let mut linked = 0.0;
                while let Decision::More(aggregator, links) = decide.decide(&original, &masked, linked) {
                    assert!(links.expected > linked && links == link(&original, &masked, &aggregator));
                    linked = links.expected;
                }
                assert_eq!(decide.decide(&original, &masked, linked), Decision::Proven, "{name}, {width} columns");
                // The count has no margin, and may so be beyond the optimum of the programme; never below.
                assert!(linked >= f64::from(optimum), "{name}, {width} columns: {linked}");
                let at = decide.decide(&original, &masked, f64::from(optimum));
                assert_eq!(at, Decision::Proven, "{name}, {width} columns");
            }
        }
    }

    /// A limit of nodes leaves some questions open that more nodes answer, and never answers one wrongly.
    #[test]
    fn a_limit_of_nodes_leaves_the_answer_open() {
        let (mut open, mut answered) = (0, 0);
        for (original, masked, width) in [(&X, &Y, 2), (&X, &Y, 3), (&X_APART, &Y_APART, 3)] {
            let (original, masked) = (records(original, width), records(masked, width));
            for ((name, family), linked) in Family::ALL.into_iter().flat_map(|one| (0..6).map(move |at| (one, at))) {
                let decide = |nodes| {
                    Decide { family, margin: Programme::MARGIN, nodes }.decide(&original, &masked, f64::from(linked))
                };
                let (few, many) = (decide(1), decide(10_000));
                match (&few, &many) {
                    (Decision::Unknown, Decision::Proven | Decision::More(..)) => open += 1,
                    (Decision::Proven, _) => assert_eq!(many, Decision::Proven, "{name}, {linked} linked"),
                    (Decision::More(..), _) => assert!(matches!(many, Decision::More(..)), "{name}, {linked} linked"),
                    (Decision::Unknown, Decision::Unknown) => {}
                }
                answered += usize::from(many != Decision::Unknown);
            }
        }
        assert!(open > 0 && answered > open, "{open} of {answered} are open after one node");
    }

    #[test]
    fn a_margin_that_no_solver_keeps_and_a_family_without_programme_decide_nothing() {
        let (original, masked) = (records(&X, 3), records(&Y, 3));
        let decide = Decide { family: Family::Choquet, margin: 1e-9, nodes: 10_000 };
        assert_eq!(decide.decide(&original, &masked, 5.0), Decision::Unknown);
        let decide = Decide { family: Family::BilinearPsd, margin: Programme::MARGIN, nodes: 10_000 };
        assert_eq!(decide.decide(&original, &masked, 6.0), Decision::Unknown);
    }

    #[test]
    fn sums_of_weights_differ_by_their_common_denominator() {
        assert_eq!(least_gain(&[1.0, 1.0]), Some(1.0));
        assert_eq!(least_gain(&[0.5, 0.5, 1.0 / 3.0]), Some(1.0 / 6.0));
        assert_eq!(least_gain(&[1.0 / 101.0, 1.0 / 103.0]), None);
    }
}
