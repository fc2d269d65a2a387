//! Vector spaces on disk: every format reads back bit for bit, and what does not belong together is refused.
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

use proptest::prelude::*;
use scumble_data::{
    FirstIndex, PendingSpace, Scheme, SpaceFormat, SpaceOptions, SpaceWriting, SparseMatrix, VectorSpace, read_space,
    write_space,
};
use std::path::Path;

fn weight() -> impl Strategy<Value = f64> {
    // Any bits at all: subnormal numbers and the largest ones, too.
    any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |weight| weight.is_finite())
}

fn space() -> impl Strategy<Value = VectorSpace> {
    (1_usize..8, any::<bool>()).prop_flat_map(|(columns, named)| {
        let row = proptest::collection::btree_map(0..columns as u32, weight(), 0..=columns);
        let rows = proptest::collection::vec(row, 0..6);
        (rows, proptest::collection::vec(weight(), columns)).prop_map(move |(rows, idf)| {
            let rows: Vec<Vec<(u32, f64)>> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            let documents =
                if named { (0..rows.len()).map(|row| format!("folder/é {row}.txt")).collect() } else { Vec::new() };
            let scheme = Scheme {
                documents: rows.len() as u64,
                stop_words_removed: true,
                stemmed: false,
                lexicon_only: named,
                all_letters: !named,
                min_documents: 2,
                top_terms: named.then_some(7),
                inverse_document_frequencies: idf,
            };
            VectorSpace {
                matrix: SparseMatrix::from_rows(columns, rows).unwrap(),
                vocabulary: (0..columns).map(|column| format!("térm {column}")).collect(),
                documents,
                scheme: named.then_some(scheme),
            }
        })
    })
}

fn bits(space: &VectorSpace) -> Vec<u64> {
    let idf = space.scheme.iter().flat_map(|scheme| &scheme.inverse_document_frequencies);
    space.matrix.rows().flat_map(|row| row.weights.to_vec()).chain(idf.copied()).map(f64::to_bits).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_format_reads_back_bit_for_bit(space in space()) {
        let folder = tempfile::tempdir().unwrap();
        for (_, format) in SpaceFormat::ALL {
            let writing = SpaceWriting { format, document_names: true, labels: None };
            let pending = PendingSpace::write(&space, folder.path(), &writing).unwrap();
            let back = pending.read_back().unwrap();
            prop_assert_eq!((&back, bits(&back)), (&space, bits(&space)));
            pending.keep().unwrap();
            let back = read_space(folder.path(), &SpaceOptions::default()).unwrap();
            prop_assert_eq!((&back, bits(&back)), (&space, bits(&space)));
        }
    }

    #[test]
    fn a_matrix_alone_reads_back_with_its_vocabulary(space in space()) {
        let folder = tempfile::tempdir().unwrap();
        for (name, format) in SpaceFormat::ALL {
            write_space(&space, folder.path(), &SpaceWriting { format, ..SpaceWriting::default() }).unwrap();
            let options = SpaceOptions {
                vocabulary: Some(folder.path().join("vocabulary.txt")),
                first_index: Some(format.first_index()),
                ..SpaceOptions::default()
            };
            let back = read_space(&folder.path().join(format!("matrix.{name}")), &options).unwrap();
            prop_assert_eq!(&back.vocabulary, &space.vocabulary);
            prop_assert_eq!(back.matrix.columns(), space.matrix.columns());
            // Triplets do not say how many empty documents come last.
            let rows = back.matrix.len();
            prop_assert_eq!(&back.matrix, &space.matrix.select(&(0..rows as u32).collect::<Vec<_>>()));
            prop_assert!((rows..space.matrix.len()).all(|row| space.matrix.row(row).is_empty()));
        }
    }
}

fn small() -> VectorSpace {
    VectorSpace {
        matrix: SparseMatrix::from_rows(2, [vec![(0, 0.6), (1, 0.8)], vec![(1, 1.0)]]).unwrap(),
        vocabulary: vec!["cocoa".into(), "sugar".into()],
        documents: vec!["a, b".into(), "c".into()],
        scheme: None,
    }
}

fn problem(folder: &Path) -> String {
    let error = read_space(folder, &SpaceOptions::default()).unwrap_err();
    assert!(!error.to_string().contains("cocoa"), "no value is shown");
    error.to_string().replace(&folder.display().to_string(), "S")
}

#[test]
fn a_space_that_replaces_another_leaves_nothing_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let labels = ["x".to_owned(), "y, z".to_owned()];
    let first = SpaceWriting { format: SpaceFormat::Csv, document_names: true, labels: Some(&labels) };
    write_space(&small(), folder.path(), &first).unwrap();
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(text("labels.csv"), "row,doc_id,label\n0,\"a, b\",x\n1,c,\"y, z\"\n");
    assert_eq!(text("matrix.csv"), "row,column,weight\n0,0,0.6\n0,1,0.8\n1,1,1.0\n");
    write_space(&small(), folder.path(), &SpaceWriting::default()).unwrap();
    let mut names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["matrix.mtx", "space.json", "vocabulary.txt"]);
    assert!(read_space(folder.path(), &SpaceOptions::default()).unwrap().documents.is_empty());
}

#[test]
fn a_space_that_is_not_kept_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("new");
    drop(PendingSpace::write(&small(), &place, &SpaceWriting::default()).unwrap());
    assert!(!place.exists(), "the folder was made for the space");
    write_space(&small(), &place, &SpaceWriting::default()).unwrap();
    let other = VectorSpace { vocabulary: vec!["tea".into(), "rice".into()], ..small() };
    drop(PendingSpace::write(&other, &place, &SpaceWriting::default()).unwrap());
    assert_eq!(read_space(&place, &SpaceOptions::default()).unwrap().vocabulary, small().vocabulary);
    let bad = VectorSpace { vocabulary: vec!["tea".into(), "ri\nce".into()], ..small() };
    assert!(write_space(&bad, &place, &SpaceWriting::default()).is_err(), "a term of two lines");
    assert_eq!(read_space(&place, &SpaceOptions::default()).unwrap().vocabulary, small().vocabulary);
}

#[test]
fn a_folder_with_other_files_is_not_written_into() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("thesis.tex"), "x").unwrap();
    let error = write_space(&small(), folder.path(), &SpaceWriting::default()).unwrap_err();
    assert!(error.to_string().contains("no vector space"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn files_that_do_not_belong_together_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let put = |name: &str, text: &str| std::fs::write(path.join(name), text).unwrap();
    let fresh = || {
        write_space(&small(), path, &SpaceWriting { document_names: true, ..SpaceWriting::default() }).unwrap();
    };
    fresh();
    put("vocabulary.txt", "cocoa\n");
    assert_eq!(problem(path), "S/vocabulary.txt: 1 terms, and the matrix has 2 columns");
    put("vocabulary.txt", "cocoa\ncocoa\n");
    assert_eq!(problem(path), "S/vocabulary.txt, line 2: the term was there before, in line 1");
    put("vocabulary.txt", "cocoa\n \n");
    assert_eq!(problem(path), "S/vocabulary.txt, line 2: a line without a term");
    std::fs::remove_file(path.join("vocabulary.txt")).unwrap();
    assert_eq!(problem(path), "S/vocabulary.txt: the file is gone");
    fresh();
    put("documents.txt", "a\n");
    assert_eq!(problem(path), "S/documents.txt: 1 names, and there are 2 documents");
    fresh();
    put("matrix.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n");
    assert_eq!(problem(path), "S/matrix.mtx: not of the sizes that space.json says");
    std::fs::remove_file(path.join("matrix.mtx")).unwrap();
    assert!(problem(path).starts_with("S/matrix.mtx: no such file"));
    put("space.json", "{\"format\":\"cocoa\"}");
    assert!(problem(path).starts_with("S/space.json, line 1: not the description"));
    std::fs::remove_file(path.join("space.json")).unwrap();
    assert_eq!(problem(path), "S: no vector space: the folder has no space.json");
}

#[test]
fn a_bare_matrix_may_be_packed_and_needs_a_vocabulary_of_its_length() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let (file, words) = (folder.path().join("m.mtx.gz"), folder.path().join("words.txt"));
    let mut packed =
        flate2::write::GzEncoder::new(std::fs::File::create(&file).unwrap(), flate2::Compression::default());
    packed.write_all(b"%%MatrixMarket matrix coordinate real general\n1 2 1\n1 2 0.25\n").unwrap();
    packed.finish().unwrap();
    let read = |vocabulary: &str| {
        std::fs::write(&words, vocabulary).unwrap();
        read_space(&file, &SpaceOptions { vocabulary: Some(words.clone()), ..SpaceOptions::default() })
    };
    let space = read("tea\nrice\n").unwrap();
    assert_eq!((space.matrix.row(0).weights, space.vocabulary.len()), (&[0.25][..], 2));
    assert!(read("tea\n").unwrap_err().to_string().ends_with("words.txt: 1 terms, and the matrix has 2 columns"));
    let unknown = read_space(&words, &SpaceOptions::default()).unwrap_err();
    assert_eq!(unknown.help.as_ref().unwrap().setting, Some("format"));
    let forced =
        SpaceOptions { format: Some(SpaceFormat::SvmLight), first_index: Some(FirstIndex::Zero), vocabulary: None };
    assert!(read_space(&words, &forced).unwrap_err().to_string().contains("line 1: the label is not a number"));
}

#[test]
fn the_reference_matrices_are_read_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/vectors");
    for (name, sizes) in [("reuters", (6_550, 6_349, 202_676)), ("movies", (1_600, 13_649, 323_812))] {
        let file = folder.join(format!("{name}.mtx.gz"));
        if !file.is_file() {
            eprintln!("skipped: the shared data folder is not there (vectors)");
            return;
        }
        let vocabulary = Some(folder.join(format!("{name}.vocab.txt")));
        let space = read_space(&file, &SpaceOptions { vocabulary, ..SpaceOptions::default() }).unwrap();
        assert_eq!((space.matrix.len(), space.matrix.columns(), space.matrix.entries()), sizes);
        assert!(space.matrix.rows().all(|row| (row.norm() - 1.0).abs() < 1e-9), "rows have length 1");
    }
}
