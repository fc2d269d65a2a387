//! `scumble similarity`: how much two terms or concepts have in common.

mod pairs;

use crate::console::Console;
use crate::failure::Failure;
use crate::options::taxonomy::TaxonomyArguments;
use clap::builder::PossibleValuesParser;
use scumble::knowledge::{compared_to_json, unknown_term};
use scumble::ontology::comparison::{Comparison, Found, Unknown};
use scumble::ontology::measure::MeasureName;
use scumble::ontology::{Concept, InformationSource};
use std::path::PathBuf;
use std::sync::Arc;

/// Measure the similarity or distance of two terms or concepts
///
/// Terms are compared by their closest senses; name a sense (dog.n.01) to compare that sense. Closer concepts have a greater
/// similarity or a smaller distance.
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
    #[arg(long, default_value = "wu-palmer", value_name = "NAME", value_parser = PossibleValuesParser::new(MeasureName::ALL.map(MeasureName::as_str)), help_heading = "How")]
    measure: String,

    /// Source of information content for resnik, lin and jiang-conrath: intrinsic, tagged, or a file [default: intrinsic]
    ///
    /// intrinsic counts the hyponyms of a concept; tagged counts the senses in WordNet's sense-tagged text; a file has a term or concept
    /// and a count on each line, separated by a tab (the count of a term is assigned to its first sense).
    #[arg(long, value_name = "SOURCE", help_heading = "How")]
    ic: Option<String>,

    /// Compare the first two columns of a tab-separated file, line by line (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "b"], help_heading = "Input")]
    pairs: Option<PathBuf>,

    /// With --pairs: leave the value empty for unknown terms instead of stopping
    #[arg(long, requires = "pairs", help_heading = "Input")]
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
    let name = MeasureName::parse(&arguments.measure).ok_or_else(|| Failure::input("unknown measure"))?;
    if arguments.ic.is_some() && !name.needs_information() {
        return Err(Failure::input(format!(
            "--ic applies only to resnik, lin and jiang-conrath; {} does not use it",
            name.as_str()
        )));
    }
    let source = InformationSource::open(arguments.ic.as_deref().unwrap_or("intrinsic"));
    if let Some(file) = &arguments.pairs {
        let pairs = pairs::Pairs::read(file)?;
        let stack = Arc::new(arguments.taxonomy.open(&pairs.terms())?);
        let comparison = Comparison::new(stack, name, &source?)?;
        return pairs::run(&pairs, &comparison, arguments.skip_unknown, console);
    }
    let (Some(a), Some(b)) = (&arguments.a, &arguments.b) else {
        return Err(Failure::input("two terms are needed"));
    };
    if a.trim().is_empty() || b.trim().is_empty() {
        return Err(Failure::input("an empty term; name two"));
    }
    let stack = Arc::new(arguments.taxonomy.open(&[a, b])?);
    let comparison = Comparison::new(stack.clone(), name, &source?)?;
    let found = comparison.of(a, b).map_err(|unknown| match unknown {
        Unknown::Term(which) => unknown_term([a, b][which], &stack).into(),
        Unknown::Apart => Failure::input(format!("no single taxonomy knows both “{a}” and “{b}”"))
            .with_help("compare terms of one taxonomy, or name another with --taxonomy"),
    })?;
    if console.json {
        return console.print_json(&compared_to_json(&found, name, a, b));
    }
    console.print(&to_text(&found, name, a, b, console))
}

fn to_text(found: &Found<'_>, name: MeasureName, a: &str, b: &str, console: &Console) -> String {
    let style = console.style;
    let value = style.strong(&format!("{:.6}", found.value));
    let mut text = format!("{a} · {b}    {} {} {value}\n", name.as_str(), found.direction.as_str());
    let Some(at) = &found.at else {
        text.push_str("  not in the taxonomy: comparable only to itself\n");
        return text;
    };
    let mut row = |what: &str, concept: Option<Concept>| {
        let (name, description) = match concept {
            Some(concept) => (at.taxonomy.name(concept), at.taxonomy.describe(concept)),
            None => ("nothing".into(), String::new()),
        };
        text.push_str(&format!("  {}  {}  {description}\n", style.faint(&format!("{what:<9}")), style.name(&name)));
    };
    row("first", Some(at.senses.0));
    row("second", Some(at.senses.1));
    row("in common", at.subsumer);
    text
}
