"""A random name and number as protected text: they must not leave by any way but the text that is asked for. See README.md."""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "real-files"))
import decodings
import inputs

KIND = {".docx": "docx", ".pdf": "pdf", ".eml": "mail", ".html": "html"}
EXAMPLES = 6
CHANNELS = ["--json", "output", "errors", "audit", "names in OUT", "OUT"]


def marker(draw):
    """A surname that no word list has, and a number of ten digits."""
    name = "Zq" + "".join(draw.choice("aeiou") + draw.choice("rvbxkmt") for _ in range(3))
    return name, str(draw.randint(2_000_000_000, 9_999_999_999))


def run(scumble, *command, folder):
    environment = dict(os.environ, SCUMBLE_PASSPHRASE="a passphrase of the test", RUST_BACKTRACE="1")
    done = subprocess.run([scumble, *map(str, command)], capture_output=True, cwd=folder, env=environment, timeout=300)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def said(text, marks):
    """The first of the markers in a text, with its surroundings; upper and lower case alike."""
    for mark in marks:
        place = text.lower().find(mark.lower())
        if place >= 0:
            return re.sub(r"\s+", " ", text[max(0, place - 30) : place + len(mark) + 20])
    return None


def held(path, marks):
    """Every decoding of a released file that holds a marker, with its surroundings."""
    suffix = path.suffix.lower()
    if suffix == ".parquet":
        import pyarrow.parquet

        readings = [("table", json.dumps(pyarrow.parquet.read_table(path).to_pylist(), default=str))]
    elif suffix in KIND:
        readings = list(decodings.of_file(KIND[suffix], str(path)))
    else:
        readings = []
    readings += decodings.of_bytes(path.read_bytes())
    return [(decoding, around) for decoding, text in readings if (around := said(text, marks))]


def looked(marks, out, printed):
    """Every channel that a marker left by: (channel, detail)."""
    found = [(channel, around) for channel, text in printed if (around := said(text, marks))]
    work = Path(str(out) + ".work")
    if (work / "audit.json").exists() and (around := said((work / "audit.json").read_text(encoding="utf-8"), marks)):
        found.append(("audit", around))
    released = [out] if out.is_file() else sorted(p for p in out.rglob("*")) if out.exists() else []
    for path in released:
        relative = str(path.relative_to(out.parent))
        if around := said(relative, marks):
            found.append(("names in OUT", around))
        if path.is_file():
            found += [("OUT", f"{path.suffix}, {decoding}: {around}") for decoding, around in held(path, marks)]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scumble", required=True)
    parser.add_argument("--seed", type=int, help="default: another one each time, and printed")
    options = parser.parse_args()
    scumble = str(Path(options.scumble).resolve())
    seed = random.randrange(10**9) if options.seed is None else options.seed
    name, number = marker(random.Random(seed))
    made, left = inputs.cases(name, number)
    help_text = run(scumble, "sanitize", "--help", folder=".")[1]
    drop = ["--other-fields", "drop"] if "--other-fields" in help_text else []
    ways = [
        ("default", []),
        ("--person", ["--person", f"Tom {name}"]),
        ("--hide", ["--hide", name, "--deny", number]),
        ("--deny", ["--deny", name, "--deny", number]),
    ]
    print(f"marker {name}, {number}; seed {seed}; {len(made)} kinds of input, {len(ways)} ways to name it, with and without a key, with and without --json")
    for line in left:
        print(f"not measured: {line}")
    findings, table, runs = defaultdict(list), [], 0
    with tempfile.TemporaryDirectory(prefix="taint-") as temporary:
        for title, files in made:
            row = defaultdict(set)
            for way, flags in ways:
                for as_json in (True, False):
                    for other in [[], drop] if drop and "fields" in title else [[]]:
                        folder = Path(temporary, "run")
                        shutil.rmtree(folder, ignore_errors=True)
                        inputs.write(folder / "in", files)
                        key = [] if as_json and way != "default" else ["--key", "labels.key"]
                        how = ["--json"] if as_json else []
                        status, output, errors = run(scumble, "sanitize", "in", "-o", "out", *flags, *key, *how, *other, folder=folder)
                        printed = [("--json" if as_json else "output", output), ("errors", errors)]
                        if key and (folder / "out").exists():
                            back = run(scumble, "restore", "out", *key, "-o", "back", *how, folder=folder)
                            printed.append(("errors", back[2]))  # what it prints may name what it gave back
                        runs += 1
                        if status not in (0, 1, 2):
                            findings["crash", title, way].append(f"status {status}")
                            row["crash"].add(way)
                        # the number is protected where it was named, or found by default
                        marks = [name, number]
                        for channel, detail in looked(marks, folder / "out", printed):
                            findings[channel, title, way].append(detail)
                            row[channel].add(way)
                    if len(files) == 1 and "fields" not in title:
                        status, output, errors = run(scumble, "sanitize", f"in/{next(iter(files))}", "-o", f"one{Path(next(iter(files))).suffix}", *flags, *how, folder=folder)
                        runs += 1
                        printed = [("--json" if as_json else "output", output), ("errors", errors)]
                        for channel, detail in looked([name, number], folder / f"one{Path(next(iter(files))).suffix}", printed):
                            findings[channel, title, way].append(detail)
                            row[channel].add(way)
            table.append((title, row))
    channels = CHANNELS
    print("\n| the marker was in | " + " | ".join(channels) + " |\n|---|" + "---|" * len(channels))
    for title, row in table:
        print(f"| {title} | " + " | ".join(", ".join(w for w, _ in ways if w in row[c]) or "–" for c in channels) + " |")
    if findings:
        print("\nFindings (a channel, an input, the ways of naming; examples)")
        grouped = defaultdict(lambda: (set(), []))
        for (channel, title, way), details in findings.items():
            grouped[channel, title][0].add(way)
            grouped[channel, title][1].extend(details)
        for (channel, title), (named, details) in sorted(grouped.items()):
            print(f"  {channel} <- {title} ({', '.join(sorted(named))})")
            for detail in sorted({detail[:140] for detail in details})[:EXAMPLES]:
                print(f"      …{detail}…")
    print(f"\n{runs} runs, {sum(map(len, findings.values()))} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
