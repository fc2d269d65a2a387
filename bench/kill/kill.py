"""kill -9 at random moments of a run: nothing half-written, nothing lost, and the next run finishes and cleans up. See README.md."""

import argparse
import io
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import collection

PASSPHRASE = "a passphrase of the test"


def files(folder):
    """Relative path to content of all files under a folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(Path(folder).rglob("*")) if p.is_file()} if Path(folder).exists() else {}


def environment():
    return dict(os.environ, SCUMBLE_PASSPHRASE=PASSPHRASE)


def sanitize(scumble, source, out, key, flags=()):
    command = [scumble, "sanitize", str(source), "-o", str(out), "--quiet", *flags]
    return command + (["--key", str(key)] if key else [])


def text(docx):
    """The characters of a DOCX's body, without its markup."""
    with zipfile.ZipFile(io.BytesIO(docx)) as package:
        xml = package.read("word/document.xml")
    return b"".join(piece.split(b">", 1)[-1] for piece in xml.split(b"<"))


def same(name, original, restored):
    """Byte for byte; of a DOCX the text, for its parts are packed again."""
    if original == restored or not name.endswith(".docx") or not restored:
        return original == restored
    return text(original) == text(restored)


def not_restored(scumble, out, key, originals, here):
    """Released documents that do not come back as they were, or the reason why none does."""
    back = here / "back"
    shutil.rmtree(back, ignore_errors=True)
    released = [name for name in files(out) if not Path(name).name.startswith(".")]
    if not released:
        return []
    if not key.exists():
        return ["there are documents but no key file"]
    run = subprocess.run([scumble, "restore", str(out), "--key", str(key), "-o", str(back), "--quiet"], capture_output=True, text=True, env=environment())
    restored = files(back)
    wrong = [name for name, content in restored.items() if name not in originals or not same(name, originals[name], content)]
    if len(restored) != len(released):
        wrong.append(f"{len(restored)} of {len(released)} documents come back")
    if run.returncode and not wrong:
        wrong.append(run.stderr.strip().split("\n")[0])
    return wrong


def trial(scumble, source, originals, clean, with_key, before, moment, here):
    """One kill and the run after it: what is wrong, as a list of (what, detail)."""
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir(parents=True)
    out, key = here / "out", here / "labels.key" if with_key else None
    if before:  # a first, finished run on half of the collection: its release and its key must outlive the kill
        subprocess.run(sanitize(scumble, before, out, key), capture_output=True, env=environment())
    run = subprocess.Popen(sanitize(scumble, source, out, key), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment())
    time.sleep(moment)
    finished = run.poll() is not None
    if not finished:
        run.send_signal(signal.SIGKILL)
    run.wait()
    wrong = []
    after_kill = files(out)
    hidden = [name for name in after_kill if Path(name).name.startswith(".")]
    for name, content in after_kill.items():
        if name not in hidden and content != clean.get(name) and content not in clean.values():
            wrong.append(("half-written or different", name))
    if key:
        wrong += [("not restored after the kill", w) for w in not_restored(scumble, out, key, originals, here)]
    again = subprocess.run(sanitize(scumble, source, out, key), capture_output=True, text=True, env=environment())
    if again.returncode:
        wrong.append(("the next run fails", again.stderr.strip().split("\n")[0]))
    release = files(out)
    for name in sorted(clean.keys() | release.keys()):
        if name not in release:
            wrong.append(("missing after the next run", name))
        elif name not in clean:
            wrong.append(("left over after the next run", name))
        elif release[name] != clean[name]:
            wrong.append(("other than undisturbed after the next run", name))
    if key:
        wrong += [("not restored after the next run", w) for w in not_restored(scumble, out, key, originals, here)]
    strays = [p.name for p in here.iterdir() if p.name not in {"out", "out.work", "labels.key", "back"} and p.suffix != ".lock"]
    wrong += [("left beside the release", s) for s in strays]
    return {"finished": finished, "released": len(after_kill) - len(hidden), "hidden": len(hidden), "wrong": wrong}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scumble", required=True)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--documents", type=int, default=320)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--telling-names", action="store_true", help="files are named after people, so that all are renamed")
    options = parser.parse_args()
    scumble = str(Path(options.scumble).resolve())
    draw = random.Random(options.seed)
    failures = 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kill-") as folder:
        root = Path(folder)
        collection.write(root / "in", options.documents, telling=options.telling_names)
        originals = files(root / "in")
        half = root / "half"
        for number, (name, content) in enumerate(originals.items()):
            if number % 2 == 0:
                (half / name).parent.mkdir(parents=True, exist_ok=True)
                (half / name).write_bytes(content)
        print(f"{len(originals)} documents, {sum(map(len, originals.values())) // 1024} KB; {options.kills} kills\n")
        print("| | kills | while running | documents released at the kill | half-written | not restored | next run wrong | left over |")
        print("|---|---|---|---|---|---|---|---|")
        details = []
        cases = [("no key", False, False), ("with key", True, False), ("no key, on an earlier release", False, True), ("with key, on an earlier release", True, True)]
        for number, (title, with_key, earlier) in enumerate(cases):
            kills = options.kills // len(cases) + (number < options.kills % len(cases))
            # An undisturbed run gives what is to come out and how long it takes.
            clean_at = root / "clean"
            shutil.rmtree(clean_at, ignore_errors=True)
            clean_at.mkdir()
            key = clean_at / "labels.key" if with_key else None
            if earlier:
                subprocess.run(sanitize(scumble, half, clean_at / "out", key), capture_output=True, env=environment())
            start = time.monotonic()
            run = subprocess.run(sanitize(scumble, root / "in", clean_at / "out", key), capture_output=True, text=True, env=environment())
            seconds = time.monotonic() - start
            if run.returncode:
                sys.exit(f"the undisturbed run fails: {run.stderr}")
            clean = files(clean_at / "out")
            trials = []
            for _ in range(kills):
                moment = draw.uniform(0, 1.05 * seconds)
                result = trial(scumble, root / "in", originals, clean, with_key, half if earlier else None, moment, root / "trial")
                trials.append(result)
                details += [(title, what, detail) for what, detail in result["wrong"]]

            def having(*starts):
                return sum(any(what.startswith(starts) for what, _ in t["wrong"]) for t in trials)

            released = sorted(t["released"] for t in trials)
            cells = [title, kills, sum(not t["finished"] for t in trials), f"{released[0]}–{released[-1]}, median {released[len(released) // 2]}"]
            cells += [having("half"), having("not restored"), having("the next run", "missing", "other"), having("left")]
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)
            failures += sum(bool(t["wrong"]) for t in trials)
    if details:
        counts = {}
        for title, what, detail in details:
            counts.setdefault((title, what), []).append(detail)
        print("\nWhat went wrong (documents over all kills, with examples)")
        for (title, what), names in counts.items():
            print(f"  {title}: {what}: {len(names)}, such as {', '.join(sorted(set(names))[:3])}")
    print(f"\n{failures} of {options.kills} kills with something wrong; {time.monotonic() - began:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
