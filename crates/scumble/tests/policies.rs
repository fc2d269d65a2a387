//! What a policy may ask for, and what is refused.

use crate::example;
use scumble::data::{Options, Table, read};
use scumble::table::Plan;
use scumble::{DocumentPolicy, ErrorKind, Policy, Sanitizer, Silent};

fn people() -> Table {
    read(&example("people.csv"), &Options::default()).unwrap()
}

/// Every quasi-identifier is masked, and every column that is said to be masked is: anything else is refused.
#[test]
fn no_column_slips_through() {
    let people = people();
    for (policy, expected) in [
        (
            "[columns]\nage = { role = 'quasi' }\nincome = { role = 'quasi' }\n[[mask]]\ncolumns = ['age']\nk = 5\n",
            "column “income” is a quasi-identifier, but no step masks it",
        ),
        (
            "[[mask]]\nmethod = 'grouped'\ncolumns = ['income']\ngroups = [{ columns = ['age'] }]\n",
            "either columns or groups of columns, not both",
        ),
        ("[[mask]]\nmethod = 'grouped'\ngroups = [{ columns = [] }]\n", "a group without columns"),
        ("[[mask]]\nmethod = 'grouped'\n", "the method grouped needs groups of columns"),
        ("[[mask]]\ncolumns = ['age']\n[[mask]]\ncolumns = ['age', 'income']\n", "column “age” is masked twice"),
        (
            "[[mask]]\ncolumns = ['age', 'income']\n[promise]\nt = { column = 'income', at_most = 0.3 }\n",
            "the promise of l or t applies to it",
        ),
        ("[[mask]]\nmethod = 'grouped'\ngroups = [{ columns = ['age'], kk = 3 }]\n", "mask step 1 groups.kk: unknown"),
        ("[[mask]]\nmethod = 'mdav'\neffort = 2.0\n", "effort does not apply to the method mdav, but to refined"),
        ("[columns]\nagee = { role = 'quasi' }\n", "there is no column “agee”; did you mean “age”?"),
    ] {
        let others = if policy.contains("columns = ['") { "drop" } else { "mask" };
        let policy = format!("others = '{others}'\n{policy}");
        let error = Policy::parse("p.toml", &policy).and_then(|policy| Plan::new(&policy.tables, &people)).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(error.kind, ErrorKind::Input);
    }
}

#[test]
fn a_promise_decides_what_is_masked_and_is_kept() {
    let people = people();
    let run = |policy: &str| {
        let policy = Policy::parse("p.toml", policy).unwrap();
        scumble::mask(&people, &policy.tables, &Silent)
    };
    assert!(run("others = 'mask'\n[promise]\nk = 7\n").unwrap().kept.smallest >= 7, "the promise's k is the step's");
    let single =
        "others = 'drop'\n[[mask]]\nmethod = 'individual-ranking'\ncolumns = ['age', 'income']\n[promise]\nk = 5\n";
    let error = run(single).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Promise);
    assert!(error.message.contains("the promise k = 5 over all masked columns is not kept"), "{error}");
    let close = run("others = 'drop'\n[columns]\nage = { role = 'quasi' }\n[[mask]]\nk = 4\n[promise]\nt = { column = 'income', at_most = 0.5 }\n").unwrap();
    assert_eq!(close.to_json(None)["policy"]["masked"], serde_json::json!({ "age": "number" }));
    assert!(close.kept.closeness.unwrap() <= 0.5 + 1e-9);
}

#[test]
fn the_example_policies_are_read_with_their_files() {
    let policy = Policy::read(&example("people.toml")).unwrap();
    let masked = scumble::mask(&people(), &policy.tables, &Silent).unwrap();
    assert!(masked.kept.smallest >= 4 && masked.kept.distinct >= Some(2));
    assert!(Policy::read(&example("none.toml")).unwrap_err().to_string().contains("none.toml: cannot be read"));
    fn crosses_threads<T: Clone + Send + Sync + 'static>(_: &T) {}
    crosses_threads(&policy);
    crosses_threads(&masked.plan);
}

#[test]
fn the_policies_by_purpose_are_whole() {
    use scumble::policy::{Coverage, built_in, built_in_policies, policy_named};
    for policy in built_in_policies() {
        let read = DocumentPolicy::parse(policy.name, &policy.settings).unwrap();
        assert_eq!(read, policy.documents, "the settings that are shown are those that apply: {}", policy.name);
        assert_eq!(policy_named(policy.name).unwrap(), policy.documents);
        Sanitizer::new(policy.documents.clone()).unwrap();
        let text = policy.to_text();
        assert!(text.contains("This is no legal determination"), "{text}");
        assert!(
            policy.identifiers.iter().any(|identifier| identifier.coverage == Coverage::NotCovered)
                || policy.name == "gdpr-pseudonym"
        );
    }
    let hipaa = built_in("hipaa-safe-harbor").unwrap();
    assert_eq!(hipaa.identifiers.len(), 18);
    let note = "Ms Jane Roe, aged 71, took 500 mg on 4 March 2019. Her aunt, aged 93, was born on 3 May 1921.";
    let release = Sanitizer::new(hipaa.documents.clone()).unwrap().text(note).unwrap().text;
    assert!(
        release.contains("aged 71, took 500 mg on 2019.") && !release.contains("93") && !release.contains("1921"),
        "{release}"
    );
    let error = policy_named("hipaa-safe-harbour").unwrap_err().to_string();
    assert!(error.contains("did you mean “hipaa-safe-harbor”?"), "{error}");
}
