//! Makes an index: read, add, commit now and then, put in its place when complete.

use super::manifest::{Hash, Manifest, Position};
use super::source::{self, Document, Source};
use super::{Fields, name_kept, tokens};
use crate::error::{Error, Result};
use scumble_io::Watch;
use scumble_span::words;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tantivy::directory::error::LockError;
use tantivy::directory::{Directory, INDEX_WRITER_LOCK, META_LOCK, MmapDirectory};
use tantivy::indexer::NoMergePolicy;
use tantivy::{IndexWriter, TantivyDocument, TantivyError};

/// The documents after which a build reports its progress again.
const REPORT_AFTER: u64 = 256;
/// Text since the last commit after which there is another one, however few documents it was.
const COMMIT_AFTER: u64 = 1 << 30;

/// How an index is built.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The field of JSON lines that holds the text.
    pub text_field: String,
    /// The field of JSON lines that names the document; without it the first of `id`, `title`, `name`.
    pub name_field: Option<String>,
    /// Takes the place of an index that is there already.
    pub replace: bool,
    /// How many threads index.
    pub threads: usize,
    /// How many bytes they may use together for what is not written yet.
    pub memory: usize,
    /// After how many documents what is done is made safe: that much is lost at most when the build is killed.
    pub commit_every: u64,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            text_field: "text".into(),
            name_field: None,
            replace: false,
            threads: std::thread::available_parallelism().map_or(1, |threads| threads.get().min(4)),
            memory: 256 << 20,
            commit_every: 100_000,
        }
    }
}

/// What was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    /// How many documents there are.
    pub documents: u64,
    /// How many words they have.
    pub tokens: u64,
}

/// Builds an index of files and folders in the folder `out`.
///
/// Text (`.txt`, `.md`), JSON lines (`.jsonl`) and Wikipedia dumps (`.xml`) are read as streams, also packed (`.gz`, `.zst`, `.bz2`). In a
/// folder every file of text and JSON lines is read. The watcher hears the bytes that were read, as they are in the files, of all
/// (stage `reading`), and the documents that are indexed (stage `indexing`); when it cancels the build, what is done is made safe and
/// the result is [`Error::Stopped`]. The index is built beside `out` and put there when it is complete. A build of the same files that was
/// stopped or killed goes on after its last commit.
///
/// # Errors
/// If a file cannot be read, the index cannot be written, or the build is cancelled.
pub fn build(sources: &[PathBuf], out: &Path, options: &BuildOptions, watch: &dyn Watch) -> Result<Built> {
    let name = out.file_name().ok_or_else(|| Error::file(out, "is no name for a folder"))?;
    if out.exists() && !(options.replace && Manifest::read(out).is_ok()) {
        return Err(Error::file(out, "is there already: name another folder"));
    }
    let files = source::plan(sources)?;
    let folder = out.with_file_name(format!(".{}.building", name.to_string_lossy()));
    let mut building = Building::start(&folder, source::fingerprint(&files, options), options)?;
    building.read(&files, watch)?;
    let position = building.finish()?;
    let manifest = Manifest {
        documents: position.documents,
        tokens: position.tokens,
        sources: sources.iter().map(|path| path.file_name().unwrap_or_default().to_string_lossy().into()).collect(),
        hash: position.hash,
    };
    manifest.write(&folder)?;
    for lock in [&INDEX_WRITER_LOCK, &META_LOCK] {
        let _ = std::fs::remove_file(folder.join(&lock.filepath));
    }
    put_in_place(&folder, out)?;
    Ok(Built { documents: position.documents, tokens: position.tokens })
}

fn put_in_place(folder: &Path, out: &Path) -> Result<()> {
    let fault = |error| Error::file(out, error);
    let mut old = folder.as_os_str().to_os_string();
    old.push(".old");
    let replaces = out.exists();
    if replaces {
        std::fs::rename(out, &old).map_err(fault)?;
    }
    std::fs::rename(folder, out).map_err(fault)?;
    if replaces { std::fs::remove_dir_all(&old).map_err(fault) } else { Ok(()) }
}

struct Building<'b> {
    folder: &'b Path,
    options: &'b BuildOptions,
    index: tantivy::Index,
    writer: IndexWriter,
    fields: Fields,
    position: Position,
    /// What the last commit did not have yet: documents, and bytes of text.
    open: (u64, u64),
}

impl<'b> Building<'b> {
    /// Goes on with a build of the same plan, or starts afresh.
    fn start(folder: &'b Path, plan: Hash, options: &'b BuildOptions) -> Result<Self> {
        create(folder).map_err(|error| Error::file(folder, error))?;
        let fault = |error| fault(folder, error);
        let directory = MmapDirectory::open(folder).map_err(|error| fault(error.into()))?;
        let lock = directory.acquire_lock(&INDEX_WRITER_LOCK).map_err(|error| match error {
            LockError::LockBusy => busy(folder),
            LockError::IoError(error) => Error::file(folder, error),
        })?;
        let (schema, fields) = Fields::schema();
        let earlier = tantivy::Index::open_in_dir(folder).ok().filter(|index| index.schema() == schema);
        let payload = earlier.as_ref().and_then(|index| index.load_metas().ok()?.payload);
        let position = payload.and_then(|payload| Position::parse(&payload)).filter(|position| position.plan == plan);
        let index = match (earlier, &position) {
            (Some(index), Some(_)) => index,
            _ => {
                let emptied = std::fs::remove_dir_all(folder).and_then(|()| create(folder));
                emptied.map_err(|error| Error::file(folder, error))?;
                tantivy::Index::create_in_dir(folder, schema).map_err(fault)?
            }
        };
        drop(lock);
        index.tokenizers().register(tokens::NAME, tokens::Words);
        let threads = options.threads.max(1);
        let memory = options.memory.max(threads * (16 << 20));
        let writer = index.writer_with_num_threads(threads, memory).map_err(fault)?;
        let position = position.unwrap_or(Position::start(plan));
        Ok(Self { folder, options, index, writer, fields, position, open: (0, 0) })
    }

    /// Reads the files from where the last build stopped.
    fn read(&mut self, files: &[Source], watch: &dyn Watch) -> Result<()> {
        let at = |bytes: u64, of_bytes: u64, documents: u64| {
            let reading = watch.at("reading", bytes, of_bytes);
            if reading.is_break() { reading } else { watch.at("indexing", documents, 0) }
        };
        let of_bytes = files.iter().map(|file| file.bytes).sum();
        let mut before: u64 = files[..self.position.file.min(files.len())].iter().map(|file| file.bytes).sum();
        for file in &files[self.position.file.min(files.len())..] {
            let read = Arc::new(AtomicU64::new(0));
            let (mut seen, done, mut stopped) = (0u64, self.position.in_file, false);
            let so_far = |documents| at(before + read.load(Ordering::Relaxed).min(file.bytes), of_bytes, documents);
            file.each(self.options, &read, &mut |document| {
                seen += 1;
                if seen > done {
                    self.add(document)?;
                }
                if seen.is_multiple_of(REPORT_AFTER) && so_far(self.position.documents).is_break() {
                    stopped = true;
                    return Ok(ControlFlow::Break(()));
                }
                Ok(ControlFlow::Continue(()))
            })?;
            if !stopped {
                self.position.file += 1;
                self.position.in_file = 0;
                before += file.bytes;
                read.store(0, Ordering::Relaxed);
                stopped = at(before, of_bytes, self.position.documents).is_break();
            }
            if stopped {
                self.commit()?;
                return Err(Error::Stopped { documents: self.position.documents });
            }
        }
        Ok(())
    }

    fn add(&mut self, document: Document) -> Result<()> {
        let Position { documents, in_file, tokens, hash, .. } = &mut self.position;
        *documents += 1;
        *in_file += 1;
        *tokens += words(&document.text).count() as u64;
        hash.add(document.name.as_bytes());
        hash.add(document.text.as_bytes());
        self.open = (self.open.0 + 1, self.open.1 + document.text.len() as u64);
        let mut row = TantivyDocument::default();
        row.add_text(self.fields.name, name_kept(&document.name));
        row.add_text(self.fields.text, document.text);
        self.writer.add_document(row).map_err(|error| fault(self.folder, error))?;
        if self.open.0 >= self.options.commit_every || self.open.1 >= COMMIT_AFTER { self.commit() } else { Ok(()) }
    }

    fn commit(&mut self) -> Result<()> {
        let committed = self.writer.prepare_commit().and_then(|mut commit| {
            commit.set_payload(&self.position.to_text());
            commit.commit()
        });
        self.open = (0, 0);
        committed.map(drop).map_err(|error| fault(self.folder, error))
    }

    /// One segment in the end: a question then looks in one place.
    fn finish(mut self) -> Result<Position> {
        if self.position.documents == 0 {
            return Err(Error::Question("there is not a single document in what was given".into()));
        }
        self.commit()?;
        let Self { folder, index, writer, position, .. } = self;
        let merge = || -> tantivy::Result<()> {
            writer.wait_merging_threads()?;
            let mut writer: IndexWriter = index.writer_with_num_threads(1, 16 << 20)?;
            writer.set_merge_policy(Box::new(NoMergePolicy));
            let segments = index.searchable_segment_ids()?;
            if segments.len() > 1 {
                writer.merge(&segments).wait()?;
            }
            writer.garbage_collect_files().wait()?;
            writer.wait_merging_threads()
        };
        merge().map_err(|error| fault(folder, error))?;
        Ok(position)
    }
}

/// A folder for its owner only: an index holds what its documents say.
fn create(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match folder.is_dir() {
        true => Ok(()),
        false => builder.recursive(true).create(folder),
    }
}

fn busy(folder: &Path) -> Error {
    Error::file(folder, "another build is at work here")
}

/// Faults of the index speak of files, never of text.
fn fault(folder: &Path, error: TantivyError) -> Error {
    match error {
        TantivyError::LockFailure(LockError::LockBusy, _) => busy(folder),
        error => Error::file(folder, error),
    }
}
