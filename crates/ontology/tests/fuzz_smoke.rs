//! The entry points of `fuzz/`, run for a few seconds on mutated samples: no reader may panic, hang or blow up.

use scumble_ontology::fuzz;

/// A fixed sequence of numbers that looks random.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// Changes, drops, repeats and moves a few bytes, as a fuzzer would.
fn mutate(sample: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    const TELLING: &[u8] = b"\"'<>;,\t\n\r/\\:#[](){}&@%| \x00\xff\xc3";
    let mut bytes = sample.to_vec();
    for _ in 0..1 + numbers.below(6) {
        let at = numbers.below(bytes.len());
        let end = (at + numbers.below(24)).min(bytes.len());
        match numbers.below(5) {
            0 if !bytes.is_empty() => bytes[at] = TELLING[numbers.below(TELLING.len())],
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                let to = numbers.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            3 if !bytes.is_empty() => bytes[at] = numbers.next() as u8,
            _ => bytes.truncate(bytes.len() - numbers.below(bytes.len() / 4 + 1)),
        }
    }
    bytes
}

fn run(target: fn(&[u8]), samples: &[&str], rounds: usize) {
    let mut numbers = Numbers(0x9e37_79b9);
    for sample in samples {
        target(sample.as_bytes());
        for _ in 0..rounds {
            target(&mutate(sample.as_bytes(), &mut numbers));
        }
    }
}

const ROUNDS: usize = 1500;

#[test]
fn vgh() {
    run(fuzz::vgh, &["a;b;*\nc;b;*\nd;e;*\n", "\"q,1\",b\nc,b\n", "top\n  a\n    b\n  c\n"], ROUNDS);
}

#[test]
fn codes() {
    run(fuzz::codes, &["icd9_code,short_title\n01716,a\n0171,\"b, c\"\n25000,d\n", "0,Armed\n01,Officers\n"], ROUNDS);
}

#[test]
fn directory() {
    let dmoz = "<RDF xmlns:r=\"u\"><Topic r:id=\"Top/A\"/><ExternalPage about=\"h\"><Title>t</Title><topic>Top/A</topic></ExternalPage></RDF>";
    run(fuzz::directory, &["seq\tpath\n1\tA > B\n2\tA > C\n", "x\tTop/A/B\n", dmoz], ROUNDS);
}

#[test]
fn obo() {
    run(fuzz::obo, &[include_str!("samples/diseases.obo")], ROUNDS);
}

#[test]
fn skos() {
    run(fuzz::skos, &[include_str!("samples/crafts.ttl"), include_str!("samples/crafts.rdf")], ROUNDS);
}

#[test]
fn owl() {
    run(fuzz::owl, &[include_str!("samples/status.owl")], ROUNDS);
}

#[test]
fn lmf() {
    run(fuzz::lmf, &[include_str!("samples/tiny-wordnet.xml")], ROUNDS);
}

#[test]
fn wndb() {
    let sample = "data.noun\u{1}00000001 03 n 01 thing 0 000 | all\n00000002 03 n 02 pet 0 Tame_pet 0 001 @ 00000001 n 0000 | x\n\u{2}index.noun\u{1}pet n 1 1 @ 1 0 00000002\ntame_pet n 1 1 @ 1 0 00000002\nthing n 1 0 1 0 00000001\n\u{2}data.verb\u{1}00000001 29 v 01 be 0 000 01 + 02 00 | x\n\u{2}index.verb\u{1}be v 1 0 1 0 00000001\n\u{2}index.sense\u{1}pet%1:03:00:: 00000002 1 3\n\u{2}noun.exc\u{1}mice mouse\n";
    run(fuzz::wndb, &[sample], ROUNDS);
}

#[test]
fn packed() {
    let small = fuzz::small_pack();
    let mut numbers = Numbers(0x9e37_79b9);
    fuzz::packed(&small);
    for _ in 0..20_000 {
        fuzz::packed(&mutate(&small, &mut numbers));
    }
}

#[test]
fn phrases() {
    run(
        fuzz::phrase,
        &["a new iPhone", "acquired immunodeficiency syndrome", "weapons of mass-destruction", "mice", "é-x o"],
        40,
    );
}

#[test]
fn specs() {
    run(fuzz::spec, &["wordnet,vgh:x.csv", "codes:icd9.csv", "none"], ROUNDS);
}
