//! `scumble similarity`: how much two terms or concepts have in common.

mod pairs;

use crate::failure::Failure;
use crate::options::taxonomy::{TaxonomyArguments, describe, unknown_term};
use crate::console::Console;
use clap::builder::PossibleValuesParser;
use scumble::ontology::measure::{Best, Direction, Measure, MeasureName, best_pair};
use scumble::ontology::{InformationContent, Place, Stack, Taxonomy};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How much two terms or concepts have in common
///
/// Terms are compared by their closest senses; a sense can be named itself (dog.n.01). Similarities are greater, distances
/// smaller, for what is closer.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A term or a concept
    #[arg(required_unless_present = "pairs")]
    a: Option<String>,

    /// Another one
    #[arg(required_unless_present = "pairs")]
    b: Option<String>,

    /// What to measure
    #[arg(long, default_value = "wu-palmer", value_name = "NAME", value_parser = PossibleValuesParser::new(MeasureName::ALL.map(MeasureName::as_str)))]
    measure: String,

    /// Where resnik, lin and jiang-conrath take information content from: intrinsic, tagged, or a file
    ///
    /// intrinsic (the default) counts what is below a concept; tagged counts how often WordNet's senses were met in tagged text; a file
    /// has a term or concept and a count on each line, separated by a tab; a term's count goes to its first sense.
    #[arg(long, value_name = "SOURCE")]
    ic: Option<String>,

    /// Compare the first two columns of a tab-separated file, line by line (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "b"])]
    pairs: Option<PathBuf>,

    /// With --pairs: leave the value of an unknown term empty instead of stopping
    #[arg(long, requires = "pairs")]
    skip_unknown: bool,

    #[command(flatten)]
    taxonomy: TaxonomyArguments,
}

const EXAMPLES: &str = "Examples:
  scumble similarity dog cat
  scumble similarity dog.n.01 cat.n.01 --measure path --json
  scumble similarity --pairs pairs.tsv --measure taxonomic > distances.tsv
  scumble similarity Bachelors Masters --taxonomy vgh:education.csv";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let name = MeasureName::ALL.into_iter().find(|name| name.as_str() == arguments.measure);
    let name = name.ok_or_else(|| Failure::input("unknown measure"))?;
    if arguments.ic.is_some() && !name.needs_information() {
        return Err(Failure::input(format!(
            "--ic is for resnik, lin and jiang-conrath; {} does not use it",
            name.as_str()
        )));
    }
    let source = arguments.ic.as_deref().unwrap_or("intrinsic");
    if let Some(file) = &arguments.pairs {
        let pairs = pairs::Pairs::read(file)?;
        let stack = arguments.taxonomy.open(&pairs.terms())?;
        let comparison = Comparison::new(&stack, name, source)?;
        return pairs::run(&pairs, &comparison, arguments.skip_unknown, console);
    }
    let (Some(a), Some(b)) = (&arguments.a, &arguments.b) else {
        return Err(Failure::input("two terms are needed"));
    };
    if a.trim().is_empty() || b.trim().is_empty() {
        return Err(Failure::input("an empty term; name two"));
    }
    let stack = arguments.taxonomy.open(&[a, b])?;
    let comparison = Comparison::new(&stack, name, source)?;
    let found = comparison.of(a, b).map_err(|unknown| match unknown {
        Unknown::Term(which) => unknown_term([a, b][which], &stack),
        Unknown::Apart => Failure::input(format!("no one taxonomy knows both “{a}” and “{b}”"))
            .with_help("compare terms of one taxonomy, or name another with --taxonomy"),
    })?;
    if console.json {
        return console.print_json(&found.to_json(name, a, b));
    }
    console.print(&found.to_text(name, a, b, console))
}

/// A measure on every member of a stack.
pub(super) struct Comparison<'s> {
    name: MeasureName,
    stack: &'s Stack,
    measures: Vec<Box<dyn Measure + 's>>,
}

/// Why two terms cannot be compared.
pub(super) enum Unknown {
    /// No taxonomy knows the first (0) or second (1).
    Term(usize),
    /// Each is known, but not to one taxonomy.
    Apart,
}

/// What two terms have in common.
pub(super) struct Found<'s> {
    pub(super) value: f64,
    direction: Direction,
    /// The taxonomy and the senses compared; `None` for an unknown term and itself.
    pub(super) at: Option<(&'s Taxonomy, Best)>,
    /// The common ancestor that the measure takes.
    pub(super) subsumer: Option<Cow<'s, str>>,
}

impl<'s> Comparison<'s> {
    pub(super) fn new(stack: &'s Stack, name: MeasureName, source: &str) -> Result<Self, Failure> {
        let information: Vec<Option<InformationContent>> =
            if name.needs_information() { information(stack, source)? } else { vec![None; stack.members().len()] };
        let measures = stack.members().iter().zip(information).map(|(taxonomy, known)| name.on(taxonomy, known));
        Ok(Self { name, stack, measures: measures.collect() })
    }

    pub(super) fn name(&self) -> MeasureName {
        self.name
    }

    pub(super) fn stack(&self) -> &Stack {
        self.stack
    }

    /// Compares in the taxonomy that knows both with the least change to either.
    pub(super) fn of(&self, a: &str, b: &str) -> Result<Found<'s>, Unknown> {
        if let Some((member, senses_a, senses_b)) = self.stack.both(a, b) {
            let (taxonomy, measure) = (&*self.stack.members()[member], &self.measures[member]);
            if let Some(best) = best_pair(&**measure, senses_a, senses_b) {
                let subsumer = measure.subsumer(best.senses.0, best.senses.1).map(|concept| taxonomy.name(concept));
                let direction = measure.direction();
                return Ok(Found { value: best.value, direction, at: Some((taxonomy, best)), subsumer });
            }
        }
        match ([a, b].map(|term| self.stack.senses(term).is_some()), self.measures.first()) {
            // A term outside the taxonomy is comparable to itself.
            ([false, false], Some(measure)) if a == b => {
                Ok(Found { value: measure.best(), direction: measure.direction(), at: None, subsumer: None })
            }
            ([false, _], _) => Err(Unknown::Term(0)),
            ([_, false], _) => Err(Unknown::Term(1)),
            _ => Err(Unknown::Apart),
        }
    }
}

impl Found<'_> {
    pub(super) fn to_json(&self, name: MeasureName, a: &str, b: &str) -> Value {
        let key = match self.direction {
            Direction::Similarity => "similarity",
            Direction::Distance => "distance",
        };
        let (senses, hypernym) = match &self.at {
            Some((taxonomy, best)) => {
                let hypernym = taxonomy.lowest_common_hypernym(best.senses.0, best.senses.1);
                let names = json!([taxonomy.name(best.senses.0), taxonomy.name(best.senses.1)]);
                (names, hypernym.map(|concept| taxonomy.name(concept)))
            }
            None => (json!([]), None),
        };
        json!({
            "terms": [a, b],
            "measure": name.as_str(),
            key: self.value,
            "senses": senses,
            "lcs": self.subsumer,
            "lowest_common_hypernym": hypernym,
        })
    }

    fn to_text(&self, name: MeasureName, a: &str, b: &str, console: &Console) -> String {
        let style = console.style;
        let kind = match self.direction {
            Direction::Similarity => "similarity",
            Direction::Distance => "distance",
        };
        let value = style.strong(&format!("{:.6}", self.value));
        let mut text = format!("{a} · {b}    {} {kind} {value}\n", name.as_str());
        let Some((taxonomy, best)) = &self.at else {
            text.push_str("  not in the taxonomy: comparable only to itself\n");
            return text;
        };
        let mut row = |what: &str, name: &str, told: &str| {
            text.push_str(&format!("  {}  {}  {told}\n", style.faint(&format!("{what:<9}")), style.name(name)));
        };
        row("first", &taxonomy.name(best.senses.0), &describe(taxonomy, best.senses.0));
        row("second", &taxonomy.name(best.senses.1), &describe(taxonomy, best.senses.1));
        match self.subsumer.as_ref().and_then(|name| taxonomy.named(name)) {
            Some(concept) => row("in common", &taxonomy.name(concept), &describe(taxonomy, concept)),
            None => row("in common", "nothing", ""),
        }
        text
    }
}

/// Information content for every member of the stack.
fn information(stack: &Stack, source: &str) -> Result<Vec<Option<InformationContent>>, Failure> {
    let counts: Vec<Vec<u64>> = match source {
        "intrinsic" => return Ok(vec![None; stack.members().len()]),
        "tagged" => {
            let tagged = |taxonomy: &Arc<Taxonomy>| {
                let missing = "--ic tagged is for WordNet, whose senses were counted in tagged text";
                taxonomy
                    .tag_counts()
                    .ok_or_else(|| Failure::input(missing).with_help("use --ic intrinsic or a file of counts"))
            };
            stack.members().iter().map(tagged).collect::<Result<_, _>>()?
        }
        file => read_counts(stack, Path::new(file))?,
    };
    let members = stack.members().iter().zip(&counts);
    Ok(members.map(|(taxonomy, counts)| Some(InformationContent::from_counts(taxonomy, counts))).collect())
}

/// Lines of `term or concept<TAB>count`; a term's count goes to its first sense in every taxonomy that knows it.
fn read_counts(stack: &Stack, file: &Path) -> Result<Vec<Vec<u64>>, Failure> {
    let source = scumble::ontology::load::Source::open(file)?;
    let mut counts: Vec<Vec<u64>> = stack.members().iter().map(|taxonomy| vec![0; taxonomy.len()]).collect();
    let mut known = 0;
    for (line, text) in source.lines().filter(|(_, text)| !text.trim().is_empty()) {
        let place = Place::line(source.file(), line);
        let parsed = text.rsplit_once('\t').and_then(|(term, count)| Some((term, count.trim().parse::<u64>().ok()?)));
        let (term, count) =
            parsed.ok_or_else(|| Failure::input(format!("{place}: not a term, a tab and a whole number")))?;
        for (taxonomy, counts) in stack.members().iter().zip(&mut counts) {
            if let Some(concept) = taxonomy.senses(term).first() {
                counts[concept.index()] = counts[concept.index()].saturating_add(count);
                known += 1;
            }
        }
    }
    if known == 0 {
        return Err(Failure::input(format!("{}: no line names a term of the taxonomy", source.file())));
    }
    Ok(counts)
}
