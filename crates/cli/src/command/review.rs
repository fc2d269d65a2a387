//! `scumble review`: the page on which an expert decides.

use super::sanitize::open_counts;
use crate::console::Console;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::passphrase::Passphrase;
use scumble::Sanitizer;
use scumble::document::{Folder, RunSettings};
use scumble::review::Review;
use scumble_web::{Address, Report, serve, stopper};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Decide on what sanitize found, in the browser
///
/// Opens a release with its work folder: every finding with its reason, a preview that follows each decision, pseudonyms to merge and
/// split, risky blocks, and a sweep for what was missed. Every step is on the disk when it is made, can be undone, and is in an audit
/// trail. Export is possible when nothing of high risk is left open; it gives the same bytes as sanitize with these decisions.
///
/// The page is served on 127.0.0.1 alone, to whoever has the address with its token. Ctrl-C ends it with everything saved.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The release that sanitize wrote with -o
    #[arg(value_name = "OUT")]
    out: PathBuf,

    /// Name of the reviewer, for the audit trail [default: the user's name on this system]
    #[arg(long, value_name = "NAME", help_heading = "Review")]
    reviewer: Option<String>,

    /// HTML reports of assess or explore, to open beside the documents
    #[arg(long, value_name = "FILE", help_heading = "Review")]
    report: Vec<PathBuf>,

    /// Key file that the labels of the release are kept in
    #[arg(long, value_name = "FILE", help_heading = "Review")]
    key: Option<PathBuf>,

    /// File that holds the key file's passphrase (or set SCUMBLE_PASSPHRASE)
    #[arg(long, value_name = "FILE", help_heading = "Review")]
    passphrase_file: Option<PathBuf>,

    /// Port on 127.0.0.1 [default: one that is free]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true, help_heading = "Review")]
    port: u16,

    /// Print the address and open no browser
    #[arg(long, help_heading = "Review")]
    no_browser: bool,
}

const EXAMPLES: &str = "Examples:
  scumble review release/
  scumble review release/ --reviewer 'A. Archivist' --key labels.key
  scumble review release/ --report explored/report.html --no-browser";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let out = &arguments.out;
    let work = Folder::work_of(out);
    if !work.is_dir() {
        return Err(Failure::input(format!("{}: there is no work folder {}", out.display(), work.display()))
            .with_help("name a release that scumble sanitize wrote with -o"));
    }
    let reviewer = match &arguments.reviewer {
        Some(name) => name.clone(),
        None => system_user().ok_or_else(|| {
            Failure::input("the audit trail needs the name of the reviewer").with_help("give it with --reviewer NAME")
        })?,
    };
    let reports = reports(&arguments.report, &work)?;
    let settings = RunSettings::read(&work)?;
    let counts = open_counts(&settings.policy, console)?;
    let policy = settings.policy.clone();
    let sanitizer = console.in_parallel(|| Sanitizer::with_counts(policy, counts))??;
    let mut review = console.in_parallel(|| Review::open(out, settings, sanitizer, &reviewer))??;
    if let Some(key) = &arguments.key {
        review = review.with_key(key, &Passphrase::new(arguments.passphrase_file.clone()).get(false)?)?;
    }
    let (stop, stopped) = stopper();
    interrupt::instead(move || stop.stop());
    let mut printed = Ok(());
    let ready = |address: &Address| {
        printed = match console.json {
            true => console.print_json(&json!({"url": address.url})),
            false => console.print(&format!("{}\n", address.url)),
        };
        console.note("The page is on this machine alone. Ctrl-C ends it; every decision is saved.");
        if !arguments.no_browser && !console.json {
            open_browser(&address.url);
        }
    };
    serve(review, reports, arguments.port, stopped, ready)
        .map_err(|error| Failure::input(format!("the page cannot be served: {error}")))?;
    printed
}

/// The reports to show: that of the release, and those that were named.
fn reports(named: &[PathBuf], work: &Path) -> Result<Vec<Report>, Failure> {
    let own = work.join("report.html");
    let mut all: Vec<Report> = Vec::new();
    if own.is_file() {
        all.push(Report { name: "Report".to_owned(), path: own });
    }
    for path in named {
        if !path.is_file() {
            return Err(Failure::input(format!("--report {}: there is no such file", path.display())));
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        all.push(Report { name, path: path.clone() });
    }
    Ok(all)
}

/// The name that the operating system has for whoever runs this.
fn system_user() -> Option<String> {
    let named = ["USER", "LOGNAME", "USERNAME"].iter().filter_map(|name| std::env::var(name).ok());
    named.into_iter().find(|name| !name.is_empty()).or_else(user_of_process)
}

#[cfg(unix)]
fn user_of_process() -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let user = std::fs::metadata("/proc/self").ok()?.uid().to_string();
    let users = std::fs::read_to_string("/etc/passwd").ok()?;
    let line = users.lines().find(|line| line.split(':').nth(2) == Some(user.as_str()))?;
    line.split(':').next().map(str::to_owned)
}

#[cfg(not(unix))]
fn user_of_process() -> Option<String> {
    None
}

/// Opens the page where there is somebody to see it. Whether that worked is not known; the address is printed in any case.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
        if !has_display {
            return;
        }
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = command.spawn();
}
