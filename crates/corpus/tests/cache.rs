//! The same question is asked once, whatever its order, from any thread, and on the next day.

use scumble_corpus::{Cached, Counts, Error, Provenance, Result, Table, Unit};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts the letters asked for, and how often it was asked.
struct Letters {
    version: &'static str,
    asked: AtomicUsize,
}

impl Letters {
    fn new(version: &'static str) -> Self {
        Self { version, asked: AtomicUsize::new(0) }
    }
}

impl Counts for Letters {
    fn total(&self) -> Result<u64> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Ok(1000)
    }

    fn count(&self, all_of: &[&[&str]]) -> Result<u64> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if all_of.is_empty() {
            return Err(Error::Question("nothing asked".into()));
        }
        Ok(all_of.iter().flat_map(|group| group.iter()).map(|phrase| phrase.len() as u64).sum())
    }

    fn provenance(&self) -> Provenance {
        Provenance { name: "letters".into(), version: self.version.into(), remote: false, unit: Unit::Documents }
    }
}

fn asked(cached: &Cached<Letters>) -> usize {
    cached.inner().asked.load(Ordering::Relaxed)
}

#[test]
fn the_order_of_groups_and_phrases_does_not_matter() {
    let cached = Cached::new(Letters::new("1"));
    let first = cached.count(&[&["AIDS", "acquired  immune"], &["blood"]]).unwrap();
    assert_eq!(cached.count(&[&["blood"], &["Acquired-Immune", "aids"]]).unwrap(), first);
    assert_eq!(asked(&cached), 1);
    // AND is not OR
    cached.count(&[&["aids", "blood", "acquired immune"]]).unwrap();
    assert_eq!(asked(&cached), 2);
}

#[test]
fn a_batch_passes_on_what_is_new_once() {
    let cached = Cached::new(Letters::new("1"));
    cached.count(&[&["old"]]).unwrap();
    let questions: [&[&[&str]]; 4] = [&[&["new one"]], &[&["old"]], &[&["New-one"]], &[&["another"]]];
    assert_eq!(cached.count_batch(&questions).unwrap(), [7, 3, 7, 7]);
    assert_eq!(asked(&cached), 3);
    assert_eq!(cached.count_batch(&questions).unwrap(), [7, 3, 7, 7]);
    assert_eq!(asked(&cached), 3);
}

#[test]
fn failures_are_asked_again() {
    let cached = Cached::new(Letters::new("1"));
    assert!(cached.count(&[]).is_err());
    assert!(cached.count(&[]).is_err());
    assert_eq!((asked(&cached), cached.len()), (2, 0));
}

#[test]
fn it_stays_small_and_keeps_what_is_asked_often() {
    let cached = Cached::new(Letters::new("1")).most(20);
    for i in 0..500 {
        cached.count(&[&[&format!("word{i}")]]).unwrap();
        cached.count(&[&["often"]]).unwrap();
        assert!(cached.len() <= 20, "{}", cached.len());
    }
    assert_eq!(asked(&cached), 501);
}

#[test]
fn many_threads_get_the_right_answers() {
    let cached = Cached::new(Letters::new("1")).most(64);
    std::thread::scope(|scope| {
        for start in 0..8 {
            let cached = &cached;
            scope.spawn(move || {
                for i in 0..400 {
                    let phrase = "x".repeat((i * (start + 1)) % 97 + 1);
                    assert_eq!(cached.count(&[&[&phrase]]).unwrap(), phrase.len() as u64);
                }
            });
        }
    });
}

#[test]
fn a_file_answers_the_next_day() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("counts.cache");
    {
        let cached = Cached::on_disk(Letters::new("1"), &path).unwrap();
        cached.total().unwrap();
        cached.count(&[&["tab\tand\nline"], &["\"quotes\""]]).unwrap();
        cached.count(&[&["naïve"]]).unwrap();
    }
    let before = std::fs::read(&path).unwrap();
    let cached = Cached::on_disk(Letters::new("1"), &path).unwrap();
    assert_eq!(cached.total().unwrap(), 1000);
    assert_eq!(cached.count(&[&["quotes"], &["tab and line"]]).unwrap(), 20);
    assert_eq!(cached.count(&[&["Naïve"]]).unwrap(), 6);
    assert_eq!(asked(&cached), 0);
    drop(cached);
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_file_of_another_corpus_is_refused_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("counts.cache");
    Cached::on_disk(Letters::new("1"), &path).unwrap().count(&[&["secret"]]).unwrap();
    let before = std::fs::read(&path).unwrap();
    for error in [
        Cached::on_disk(Letters::new("2"), &path).err().unwrap(),
        Cached::on_disk(Table::parse("#total\t5\n").unwrap(), &path).err().unwrap(),
    ] {
        assert!(error.to_string().contains("another corpus") && !error.to_string().contains("secret"), "{error}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);

    let mut damaged = before.clone();
    damaged.extend(b"no number\tsecret\n");
    std::fs::write(&path, &damaged).unwrap();
    let error = Cached::on_disk(Letters::new("1"), &path).err().unwrap().to_string();
    assert!(error.contains("line 3") && !error.contains("secret"), "{error}");
    std::fs::write(&path, "my diary\n").unwrap();
    assert!(Cached::on_disk(Letters::new("1"), &path).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), b"my diary\n");
}
