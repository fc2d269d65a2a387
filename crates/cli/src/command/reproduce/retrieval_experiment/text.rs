//! The experiment as tables like those of the thesis.

use super::{Asked, Experiment, STEPS, Tables};

const NOTE: &str = "the documents of the thesis are not public: compare what falls more, not the figures. Tables are by the thesis' thresholds; \
                    truly relevant are the documents of a topic (utility) and those above the threshold in the originals (risk)";
/// The thesis' means of IL and RD after both steps.
const PUBLISHED: (f64, f64) = (-26.1, -47.26);

impl Experiment {
    pub(super) fn to_text(&self) -> String {
        let [first, both] = self.kept.map(|share| 100.0 * share);
        let mut text = format!(
            "{} documents, ten for each of five topics and ten at random, of {} news\n\
             words kept: {first:.1} % by step 1 (names), {both:.1} % by steps 1+2 (and risky blocks); withheld: {} and {}\n",
            self.documents, self.of, self.withheld[0], self.withheld[1]
        );
        let Tables { utility, risk } = &self.published;
        text += &nmi("as table 3.5: what NMI lacks to 100 %, utility queries", utility);
        text += &changes("as table 3.6: changes in percent, utility queries, steps 1+2", "IL", utility);
        text += &nmi("as table 3.7: what NMI lacks to 100 %, risk queries", risk);
        text += &changes("as table 3.8: changes in percent, risk queries, steps 1+2", "RD", risk);
        text += &format!("\n{:<34}{:>10}{:>10}{:>12}\n", "means", STEPS[0], STEPS[1], "published");
        for (thresholds, tables) in [("the thesis' thresholds", &self.published), ("inflexions", &self.inflexion)] {
            for (name, of, published) in [("IL", &tables.utility, PUBLISHED.0), ("RD", &tables.risk, PUBLISHED.1)] {
                let (name, first, both) = (format!("{name}, by {thresholds}"), Self::mean(of, 0), Self::mean(of, 1));
                text += &format!("{name:<34}{first:>10.2}{both:>10.2}{published:>12.2}\n");
            }
        }
        let verdict = |tables: &Tables| Self::mean(&tables.risk, 1) < Self::mean(&tables.utility, 1);
        let verdict = if verdict(&self.published) && verdict(&self.inflexion) { "holds" } else { "does not hold" };
        text + &format!("risk falls more than utility, by both: {verdict}\n{NOTE}\n")
    }
}

fn nmi(heading: &str, of: &[Asked]) -> String {
    let names: String = of.iter().map(|asked| format!("{:>9}", asked.name)).collect();
    let mut text = format!("\n{heading}\n{:<12}{names}\n", "");
    for (step, name) in STEPS.iter().enumerate() {
        let cell = |asked: &Asked| match &asked.steps {
            Some(steps) => format!("{:>9.2}", steps[step].change.mutual_information),
            None => format!("{:>9}", "–"),
        };
        text += &format!("{name:<12}{}\n", of.iter().map(cell).collect::<String>());
    }
    text
}

fn changes(heading: &str, total: &str, of: &[Asked]) -> String {
    let head = ["P", "R", "F", "C", "N", "AR", "TR", "PR", total];
    let mut text = format!("\n{heading}\n{:<12}{}\n", "", head.map(|name| format!("{name:>9}")).concat());
    for asked in of {
        let Some([_, both]) = &asked.steps else {
            text += &format!("{:<12}{:>9}\n", asked.name, "–");
            continue;
        };
        let c = &both.change;
        let cells =
            [c.precision, c.recall, c.f, c.coverage, c.novelty, c.average_relevance, c.returned, c.random, c.total()];
        text += &format!("{:<12}{}\n", asked.name, cells.map(|cell| format!("{cell:>9.2}")).concat());
    }
    text
}
