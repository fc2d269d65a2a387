//! Which words are taken out of a text so that a page is found no more.

use super::attacker::{Attacker, Gap};
use std::ops::Range;

/// Chooses groups of words, greedily: the group that closes most of the gaps between the page and the rank, a word taken out. Then
/// groups that turn out not to be needed are put back. `sizes` are the numbers of words of the groups; those from `last_resort` on are
/// taken only where no other helps. If no group helps any more, the rank is not reached.
pub(super) fn choose(
    attackers: &mut [Attacker<'_>],
    sizes: &[usize],
    last_resort: usize,
    below_rank: usize,
) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    let mut is_out = vec![false; sizes.len()];
    loop {
        let gaps: Vec<Option<Gap>> = attackers.iter().map(|attacker| attacker.gap(below_rank)).collect();
        if gaps.iter().all(Option::is_none) {
            break;
        }
        let value = |group: usize| -> f64 {
            let open = attackers.iter().zip(&gaps).filter_map(|(attacker, gap)| Some((attacker, gap.as_ref()?)));
            open.map(|(attacker, gap)| attacker.closed(gap, group).min(1.0)).sum::<f64>() / sizes[group] as f64
        };
        let best = |groups: Range<usize>| -> Option<usize> {
            let mut best: Option<(f64, usize)> = None;
            for group in groups.filter(|&group| !is_out[group]) {
                let value = value(group);
                if value > best.map_or(0.0, |(best, _)| best) {
                    best = Some((value, group));
                }
            }
            best.map(|(_, group)| group)
        };
        let Some(group) = best(0..last_resort).or_else(|| best(last_resort..sizes.len())) else { break };
        attackers.iter_mut().for_each(|attacker| attacker.set(group, true));
        is_out[group] = true;
        chosen.push(group);
    }
    let is_below = |attackers: &[Attacker<'_>]| attackers.iter().all(|attacker| attacker.rank() > below_rank);
    if is_below(attackers) {
        // Those that cost most words first, then those that were chosen first.
        let mut order = chosen.clone();
        order.sort_by_key(|&group| std::cmp::Reverse(sizes[group]));
        for group in order {
            attackers.iter_mut().for_each(|attacker| attacker.set(group, false));
            if is_below(attackers) {
                chosen.retain(|&other| other != group);
            } else {
                attackers.iter_mut().for_each(|attacker| attacker.set(group, true));
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_assess::document::attack::Background;
    use scumble_assess::document::search::Model;
    use scumble_span::{Span, word_spans};

    /// Every choice of words is tried: the greedy one reaches the rank with as few words as any.
    #[test]
    fn as_few_words_as_the_best_of_all_choices() {
        let pages: Vec<(String, String)> = [
            "a singer of ballads from the north who sailed",
            "a singer of operas from the south who danced",
            "a dancer from the north who sailed alone",
            "a baker of bread from the west",
            "a singer and a baker from the east who danced",
        ]
        .iter()
        .enumerate()
        .map(|(number, text)| (number.to_string(), (*text).to_owned()))
        .collect();
        let models = [Model::Bm25, Model::Bigrams];
        let background = Background::new(&pages, [], &models).unwrap();
        let text = "a singer of ballads who sailed from the north and danced";
        let groups: Vec<Vec<Span>> = word_spans(text).filter(|span| span.len() > 3).map(|span| vec![span]).collect();
        let whole = [Span::new(0, text.len())];
        let attackers = || -> Vec<Attacker<'_>> {
            background.indexes().iter().map(|index| Attacker::new(index, text, &whole, &groups, 0, &[])).collect()
        };
        for below in 1..4 {
            let mut least = usize::MAX;
            for choice in 0_u32..1 << groups.len() {
                let mut tried = attackers();
                let out = (0..groups.len()).filter(|group| choice >> group & 1 == 1);
                out.for_each(|group| tried.iter_mut().for_each(|attacker| attacker.set(group, true)));
                if tried.iter().all(|attacker| attacker.rank() > below) {
                    least = least.min(choice.count_ones() as usize);
                }
            }
            let mut tried = attackers();
            let chosen = choose(&mut tried, &vec![1; groups.len()], groups.len(), below);
            let reached = tried.iter().all(|attacker| attacker.rank() > below);
            match least {
                usize::MAX => assert!(!reached, "below {below}: no choice reaches it"),
                least => assert_eq!((reached, chosen.len()), (true, least), "below {below}"),
            }
        }
    }

    #[test]
    fn the_last_resort_only_where_nothing_else_helps() {
        let texts = ["she she sang", "he danced ran", "he slept", "he walked"];
        let pages: Vec<(String, String)> = texts.iter().map(|text| ((*text).to_owned(), (*text).to_owned())).collect();
        let background = Background::new(&pages, [], &[Model::Bm25]).unwrap();
        let text = "she sang and sang, danced, ran";
        let groups = [vec![Span::new(4, 8), Span::new(13, 17)], vec![Span::new(0, 3)]];
        let whole = [Span::new(0, text.len())];
        let chosen = |last_resort| {
            let mut attackers = vec![Attacker::new(&background.indexes()[0], text, &whole, &groups, 0, &[])];
            choose(&mut attackers, &[2, 1], last_resort, 1)
        };
        // Either word is enough; "she" stands there once.
        assert_eq!((chosen(2), chosen(1)), (vec![1], vec![0]));
    }
}
