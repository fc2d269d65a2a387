"""One document: sanitised with a key, restored, looked through; what happened, as a dictionary."""

import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import leaks
import readings

LIMIT = 120
KEPT_BACK = re.compile(r"withheld|would be left|would not|come back|restor", re.IGNORECASE)
OF_RESTORE = re.compile(r"restor|come back|byte for byte", re.IGNORECASE)


def run(*command):
    """(exit status, standard output, standard error); a run that takes too long has the status None."""
    environment = dict(os.environ, SCUMBLE_PASSPHRASE="public files, public key", RUST_BACKTRACE="0")
    try:
        done = subprocess.run(command, capture_output=True, timeout=LIMIT, env=environment)
    except subprocess.TimeoutExpired:
        return None, b"", b"took too long"
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def crashed(status, errors):
    """A signal, a panic or no end at all."""
    return status is None or status < 0 or status > 2 or "panicked at" in errors


def reason(work, errors):
    """Why nothing was released, without the document's name and numbers, so that like reasons group."""
    why = ""
    audit = Path(work, "audit.json")
    if audit.exists():
        why = " ".join(entry["why"] for entry in json.loads(audit.read_text(encoding="utf-8")).get("withheld", []))
    why = why or next((line for line in errors.splitlines() if "in." in line), errors.strip().split("\n")[0])
    why = re.sub(r"\S*\bin\.(docx|pdf|html|eml)\b:?\s*", "", why)
    return re.sub(r"\d+", "N", re.sub(r"^error: ", "", why)).strip()


def qpdf(path):
    """Whether qpdf --check finds the file sound (a warning is not)."""
    return subprocess.run(["qpdf", "--check", path], capture_output=True, timeout=60).returncode == 0


def document(scumble, taken, folder):
    """Everything that is measured of one document."""
    here = Path(folder, taken.kind, taken.sha256[:16])
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir(parents=True)
    suffix = Path(taken.path).suffix
    source, release, back, key = (here / f"{n}{suffix}" for n in ("in", "out", "back", "key"))
    shutil.copyfile(taken.path, source)
    work = Path(str(release) + ".work")
    result = {"kind": taken.kind, "name": taken.name, "at": str(here)}
    began = time.monotonic()
    status, _, errors = run(scumble, "sanitize", str(source), "-o", str(release), "--key", str(key), "--quiet")
    result["seconds"] = round(time.monotonic() - began, 2)
    if crashed(status, errors):
        return {**result, "state": "crashed", "why": "sanitize: " + (errors.strip().split("\n")[0] or f"status {status}")}
    if not release.exists():
        why = reason(work, errors)
        if not KEPT_BACK.search(why):
            return {**result, "state": "refused", "why": why}
        return {**result, "state": "withheld", "why": why, "of_restore": bool(OF_RESTORE.search(why))}
    result["state"] = "sanitised"
    status, _, errors = run(scumble, "restore", str(release), "--key", str(key), "-o", str(back), "--quiet")
    if crashed(status, errors):
        return {**result, "state": "crashed", "why": "restore: " + (errors.strip().split("\n")[0] or f"status {status}")}
    if not back.exists():
        result["restored"], result["why_not_restored"] = False, "refused: " + re.sub(
            r"\d+", "N", re.sub(r"\S*out\.\w+:\s*", "", errors.strip().split("\n")[0].removeprefix("error: "))
        )
    else:
        try:
            result["restored"], result["why_not_restored"] = readings.same(taken.kind, str(source), str(back))
        except Exception as error:  # an original that Python cannot read: the release is what it is
            result["restored"], result["why_not_restored"] = None, f"cannot compare: {type(error).__name__}"
    result["leaks"] = leaks.found(taken.kind, str(release), str(work))
    if taken.kind == "pdf":
        before, after = readings.pages(str(source)), readings.pages(str(release))
        bare = [i for i, words in enumerate(before) if words and not (after[i : i + 1] or [[]])[0]]
        drawn = readings.drawn_pages(str(source)) if bare else []
        result["emptied"] = [(i + 1, len(before[i]), bool((drawn[i : i + 1] or [[]])[0])) for i in bare]
        result["pages"], result["pages_kept"] = len(before), len(after)
        result["words"] = (sum(map(len, before)), sum(map(len, after)))
        result["opens"], result["original_opens"] = qpdf(str(release)), qpdf(str(source))
    return result
