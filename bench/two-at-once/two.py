"""Two runs at the same time, on one key file or one release: both end right, or one refuses and says why. See README.md."""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "kill"))
import collection
from kill import environment, files, not_restored, sanitize

CLEAR = re.compile(r"another|other run|at the same time|in use|lock|busy|wait", re.IGNORECASE)


def both(scumble, first, second):
    """Starts two runs at once: (exit status, standard error) of each."""
    runs = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment()) for command in (first, second)]
    return [(errors, run.returncode) for run in runs for errors in [run.communicate()[1]]]


def trial(scumble, case, sources, here):
    """One pair of runs: how it ended, and what is wrong."""
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir(parents=True)
    one_out, with_key, same_input = case
    key = here / "labels.key" if with_key else None
    inputs = [sources[0], sources[0] if same_input else sources[1]]
    outs = [here / "first", here / "first" if one_out else here / "second"]
    commands = [sanitize(scumble, source, out, key) for source, out in zip(inputs, outs)]
    ended = both(scumble, *commands)
    wrong, refused = [], 0
    for (errors, status), command in zip(ended, commands):
        if status:
            refused += 1
            if status not in (1, 2) or not CLEAR.search(errors):
                wrong.append(("refuses without saying why", errors.strip().split("\n")[0]))
            again = subprocess.run(command, capture_output=True, text=True, env=environment())
            if again.returncode:
                wrong.append(("the refused run fails afterwards, too", again.stderr.strip().split("\n")[0]))
    for out in dict.fromkeys(outs):
        originals = {}
        for source, place in zip(inputs, outs):
            if place == out:
                originals |= files(source)
        released = files(out)
        shown = [name for name in released if not Path(name).name.startswith(".")]
        if len(shown) < len(originals):
            wrong.append(("missing in the release", f"{len(originals) - len(shown)} of {len(originals)}"))
        elif len(shown) > len(originals):
            wrong.append(("twice in the release", f"{len(shown) - len(originals)} of {len(originals)}"))
        wrong += [("left over in the release", name) for name in released if name not in shown]
        if key:
            wrong += [("not restored", name) for name in not_restored(scumble, out, key, originals, here)]
        audit = Path(str(out) + ".work", "audit.json")
        listed = re.findall(r'"output": ?"([^"]*)"', audit.read_text(encoding="utf-8")) if audit.exists() else []
        listed = {name for name in listed} | {name.rsplit(":", 1)[0] for name in listed}
        wrong += [("in the release, not in its audit", name) for name in released if name not in listed]
        if not key and same_input and sorted(released.values()) != sorted(files(here.parent / "clean").values()):
            wrong.append(("other than alone", out.name))
    wrong += [("left beside the release", p.name) for p in here.iterdir() if p.name.startswith(".")]
    return refused, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scumble", required=True)
    parser.add_argument("--pairs", type=int, default=10, help="pairs of runs for each case")
    parser.add_argument("--documents", type=int, default=160)
    options = parser.parse_args()
    scumble = str(Path(options.scumble).resolve())
    cases = [
        ("one key, two releases", (False, True, False)),
        ("one key, one release, two inputs", (True, True, False)),
        ("one key, one release, one input", (True, True, True)),
        ("no key, one release, two inputs", (True, False, False)),
        ("no key, one release, one input", (True, False, True)),
    ]
    began, failed, details = time.monotonic(), 0, []
    with tempfile.TemporaryDirectory(prefix="two-") as folder:
        root = Path(folder)
        collection.write(root / "one", options.documents, 11, "note")
        collection.write(root / "two", options.documents, 12, "memo")
        subprocess.run(sanitize(scumble, root / "one", root / "clean", None), check=True, capture_output=True, env=environment())
        print(f"{options.pairs} pairs of runs for each case, {options.documents} documents a run\n")
        print("| | both ended | one refused | both refused | pairs with something wrong |\n|---|---|---|---|---|")
        for title, case in cases:
            ends, bad = Counter(), 0
            for _ in range(options.pairs):
                refused, wrong = trial(scumble, case, (root / "one", root / "two"), root / "trial")
                ends[refused] += 1
                bad += bool(wrong)
                details += [(title, what, detail) for what, detail in wrong]
            failed += bad
            print(f"| {title} | {ends[0]} | {ends[1]} | {ends[2]} | {bad} |", flush=True)
    if details:
        groups = {}
        for title, what, detail in details:
            groups.setdefault((title, what), []).append(detail)
        print("\nWhat went wrong (over all pairs, with examples)")
        for (title, what), names in groups.items():
            print(f"  {title}: {what}: {len(names)}, such as {'; '.join(sorted(set(names))[:3])}")
    print(f"\n{failed} pairs with something wrong; {time.monotonic() - began:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
