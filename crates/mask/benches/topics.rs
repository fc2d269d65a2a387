//! The terms of a topic in news-like text: bytes a second on one core, nothing tagged.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use scumble_mask::document::{Topic, TopicReader};
use scumble_ontology::expansion::{expand, union};
use scumble_ontology::{Stack, wordnet};
use scumble_text::Language;
use std::hint::black_box;

/// Made-up sentences, some of them about weapons.
const SENTENCES: [&str; 6] = [
    "The ministry said on Monday that exports of wheat fell by 12 pct to 1.4 mln tonnes in the year to March. ",
    "Two missles and a machine-gun were found in the ware-house near the harbour, an officer told reporters. ",
    "Shareholders of the company approved the offer of 24 dlrs a share, and the merger is expected to close in May. ",
    "The intelligence service would not comment on the hand guns, the ammunition or the source of the cables. ",
    "Rain in the southern provinces has helped the crop, but dry weather is forecast for the rest of the week. ",
    "Analysts said that the central bank may raise its discount rate if the currency weakens any further.\n\n",
];

fn topics(criterion: &mut Criterion) {
    let stack = Stack::new(vec![wordnet().nouns().clone()]);
    let names = ["weapon.n.01", "weaponry.n.01", "military_action.n.01", "intelligence.n.02", "plan.n.01"];
    let senses: Vec<_> = names.iter().flat_map(|name| expand(&stack, name).unwrap()).collect();
    let all = union(&senses);
    let text: String = SENTENCES.iter().copied().cycle().take(6000).collect();
    let mut group = criterion.benchmark_group("topics");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.sample_size(10);
    for count in [10, 100, 655] {
        let topic = Topic::new("risky", all[..count].iter().copied(), 3.0);
        let reader = TopicReader::new(vec![topic], Language::english());
        group.bench_function(BenchmarkId::new("read", count), |bencher| {
            bencher.iter(|| reader.read(black_box(&text), &[]));
        });
    }
    group.finish();
}

criterion_group!(benches, topics);
criterion_main!(benches);
