//! `scumble similarity`: how much two terms or concepts have in common.

use super::similarity_pairs;
use crate::failure::Failure;
use crate::knowledge::{TaxonomyArguments, describe, unknown_term};
use crate::report::Console;
use clap::builder::PossibleValuesParser;
use scumble_ontology::measure::{Best, Direction, Measure, MeasureName, best_pair};
use scumble_ontology::{InformationContent, PartOfSpeech, Place, Stack, Taxonomy, wordnet};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

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
    /// intrinsic counts what is below a concept; tagged counts how often WordNet's senses were met in tagged text; a file
    /// has a term or concept and a count on each line, separated by a tab.
    #[arg(long, default_value = "intrinsic", value_name = "SOURCE")]
    ic: String,

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
    if let Some(file) = &arguments.pairs {
        let pairs = similarity_pairs::Pairs::read(file)?;
        let stack = arguments.taxonomy.open(&pairs.terms())?;
        let comparison = Comparison::new(&stack, name, &arguments.ic)?;
        return similarity_pairs::run(&pairs, &comparison, arguments.skip_unknown, console);
    }
    let (Some(a), Some(b)) = (&arguments.a, &arguments.b) else {
        return Err(Failure::input("two terms are needed"));
    };
    let stack = arguments.taxonomy.open(&[a, b])?;
    let comparison = Comparison::new(&stack, name, &arguments.ic)?;
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
        let mut measures = Vec::new();
        for taxonomy in stack.members() {
            let information = name.needs_information().then(|| information(taxonomy, source)).transpose()?;
            measures.push(name.on(taxonomy, information));
        }
        Ok(Self { name, stack, measures })
    }

    pub(super) fn name(&self) -> MeasureName {
        self.name
    }

    pub(super) fn stack(&self) -> &Stack {
        self.stack
    }

    /// Compares in the first taxonomy that knows both.
    pub(super) fn of(&self, a: &str, b: &str) -> Result<Found<'s>, Unknown> {
        let mut known = [false, false];
        for (taxonomy, measure) in self.stack.members().iter().zip(&self.measures) {
            let (senses_a, senses_b) = (taxonomy.senses(a), taxonomy.senses(b));
            known[0] |= !senses_a.is_empty();
            known[1] |= !senses_b.is_empty();
            if let Some(best) = best_pair(&**measure, senses_a, senses_b) {
                let subsumer = measure.subsumer(best.senses.0, best.senses.1).map(|concept| taxonomy.name(concept));
                let direction = measure.direction();
                return Ok(Found { value: best.value, direction, at: Some((taxonomy, best)), subsumer });
            }
        }
        match (known, self.measures.first()) {
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

fn information(taxonomy: &Taxonomy, source: &str) -> Result<InformationContent, Failure> {
    match source {
        "intrinsic" => Ok(InformationContent::intrinsic(taxonomy)),
        "tagged" => {
            let own =
                [wordnet().nouns(), wordnet().verbs()].into_iter().find(|known| std::ptr::eq(&***known, taxonomy));
            let part_of_speech = own.map(|known| known.part_of_speech()).ok_or_else(|| {
                Failure::input("--ic tagged is for the built-in WordNet")
                    .with_help("use --ic intrinsic or a file of counts")
            })?;
            Ok(InformationContent::from_counts(taxonomy, &wordnet().words().tag_counts(part_of_speech)))
        }
        file => Ok(InformationContent::from_counts(taxonomy, &read_counts(taxonomy, Path::new(file))?)),
    }
}

/// Lines of `term or concept<TAB>count`; a term's count goes to its first sense. Lines for other taxonomies are skipped.
fn read_counts(taxonomy: &Taxonomy, file: &Path) -> Result<Vec<u64>, Failure> {
    let source = scumble_ontology::load::Source::open(file)?;
    let mut counts = vec![0; taxonomy.len()];
    let mut known = 0;
    for (line, text) in source.lines().filter(|(_, text)| !text.trim().is_empty()) {
        let place = Place::line(source.file(), line);
        let parsed = text.rsplit_once('\t').and_then(|(term, count)| Some((term, count.trim().parse::<u64>().ok()?)));
        let (term, count) =
            parsed.ok_or_else(|| Failure::input(format!("{place}: not a term, a tab and a whole number")))?;
        if let Some(concept) = taxonomy.senses(term).first() {
            counts[concept.index()] += count;
            known += 1;
        }
    }
    // WordNet's verbs may well be met by none of a file of nouns, and the other way round.
    if known == 0 && taxonomy.part_of_speech() == PartOfSpeech::Noun {
        return Err(Failure::input(format!("{}: no line names a term of the taxonomy", source.file())));
    }
    Ok(counts)
}
