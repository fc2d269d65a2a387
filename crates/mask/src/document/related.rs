//! Phrases that give a sensitive one away: alone (the paper's second step), or together with others.

use super::finding::{Finding, Found, Rule};
use super::informative::Candidate;
use super::meter::{Meter, Term};
use crate::error::Result;
use std::sync::Arc;

/// A sensitive term: what others must not tell of.
pub(super) struct Secret {
    /// As it stands in the document, or was given.
    pub surface: String,
    /// How it was counted.
    pub term: Arc<Term>,
}

/// How much each candidate tells at most, and of which secret.
pub(super) struct Told {
    /// Bits; minus infinity where nothing is told.
    pub pmi: f64,
    /// The number of the secret.
    pub of: usize,
}

/// For each candidate the most that it tells of a secret. What can tell less than `floor` bits at most is not asked for: nothing
/// tells more than its own information content.
pub(super) fn told(meter: &Meter<'_>, secrets: &[Secret], candidates: &[Candidate], floor: f64) -> Result<Vec<Told>> {
    let mut out: Vec<Told> = Vec::with_capacity(candidates.len());
    let mut known: std::collections::HashMap<*const Term, usize> = std::collections::HashMap::new();
    for (i, candidate) in candidates.iter().enumerate() {
        if let Some(&same) = known.get(&Arc::as_ptr(&candidate.term)) {
            let Told { pmi, of } = out[same];
            out.push(Told { pmi, of });
            continue;
        }
        let mut best = Told { pmi: f64::NEG_INFINITY, of: 0 };
        for (of, secret) in secrets.iter().enumerate() {
            let bound = secret.term.ic.min(candidate.term.ic);
            if bound < floor || bound <= best.pmi {
                continue;
            }
            let pmi = meter.pmi(&secret.term, &candidate.term)?;
            if pmi > best.pmi {
                best = Told { pmi, of };
            }
        }
        known.insert(Arc::as_ptr(&candidate.term), i);
        out.push(best);
    }
    Ok(out)
}

/// Those that tell τ bits or more.
pub(super) fn related(secrets: &[Secret], candidates: &[Candidate], told: &[Told], tau: f64) -> Vec<Finding> {
    let risky = candidates.iter().zip(told).filter(|(_, told)| told.pmi >= tau - 1e-9);
    risky.map(|(candidate, told)| finding(candidate, told.pmi, tau, &secrets[told.of], Rule::Related)).collect()
}

fn finding(candidate: &Candidate, pmi: f64, tau: f64, secret: &Secret, rule: Rule) -> Finding {
    Finding {
        ic: Some(candidate.term.ic),
        pmi: Some(pmi),
        threshold: Some(tau),
        related: Some(secret.surface.clone()),
        ..Finding::new(candidate.span, Found::Term, rule)
    }
}

/// What the search for joint disclosure came to.
pub(super) struct Joint {
    /// Phrases that must go.
    pub findings: Vec<Finding>,
    /// The most that is told of a secret by what stays, as a share of its information content.
    pub residual: f64,
    /// Questions asked of the corpus.
    pub asked: usize,
    /// Whether the budget ended the search.
    pub cut: bool,
}

/// Fewer documents than this are chance: three words that meet once would tell everything of each other.
const LEAST_DOCUMENTS: u64 = 3;
/// How many candidates are combined for each secret, those that tell most first.
const MOST: usize = 12;

/// Looks for two or three candidates that tell of a secret together, and takes the least informative of each such set away.
pub(super) fn joint(
    meter: &Meter<'_>,
    secrets: &[Secret],
    kept: &[Candidate],
    tau: f64,
    budget: usize,
) -> Result<Joint> {
    let mut result = Joint { findings: Vec::new(), residual: 0.0, asked: 0, cut: false };
    let mut gone = vec![false; kept.len()];
    let deep = meter.counts().most_groups() >= 3;
    for secret in secrets.iter().filter(|secret| secret.term.is_seen()) {
        let mut near: Vec<(f64, usize)> = Vec::new();
        let mut seen: Vec<*const Term> = Vec::new();
        for (i, candidate) in kept.iter().enumerate() {
            if gone[i] || !candidate.term.is_seen() || seen.contains(&Arc::as_ptr(&candidate.term)) {
                continue;
            }
            seen.push(Arc::as_ptr(&candidate.term));
            if result.asked >= budget {
                result.cut = true;
                break;
            }
            result.asked += 1;
            let pmi = meter.pmi(&secret.term, &candidate.term)?;
            if pmi > 0.0 {
                near.push((pmi, i));
            }
        }
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.truncate(MOST);
        let mut worst = near.first().map_or(0.0, |(pmi, _)| *pmi);
        for set in if deep { sets(near.len()) } else { Vec::new() } {
            if set.iter().any(|&place| gone[near[place].1]) {
                continue;
            }
            if result.asked >= budget {
                result.cut = true;
                break;
            }
            result.asked += 1;
            let terms: Vec<&Term> = set.iter().map(|&place| &*kept[near[place].1].term).collect();
            let (pmi, both) = meter.joint_pmi(&secret.term, &terms)?;
            if both < LEAST_DOCUMENTS {
                continue;
            }
            if pmi < tau - 1e-9 {
                worst = worst.max(pmi);
                continue;
            }
            let cheapest =
                set.iter().map(|&place| near[place].1).min_by(|&a, &b| kept[a].term.ic.total_cmp(&kept[b].term.ic));
            let Some(cheapest) = cheapest else { continue };
            for (i, candidate) in kept.iter().enumerate() {
                if Arc::ptr_eq(&candidate.term, &kept[cheapest].term) {
                    gone[i] = true;
                    result.findings.push(finding(candidate, pmi, tau, secret, Rule::Joint));
                }
            }
        }
        result.residual = result.residual.max(worst / secret.term.ic);
    }
    Ok(result)
}

/// All pairs, then all triples, of the first `n` numbers.
fn sets(n: usize) -> Vec<Vec<usize>> {
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| vec![a, b]));
    let triples = (0..n).flat_map(|a| (a + 1..n).flat_map(move |b| (b + 1..n).map(move |c| vec![a, b, c])));
    pairs.chain(triples).collect()
}
