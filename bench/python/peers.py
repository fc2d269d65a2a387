"""Ours and peers' on the same data in one run: presidio-analyzer on texts, AnonyPyx' MDAV on a table, pyCANON's k, l and t.

Usage: peers.py PEERS_PYTHON SHARED_DATA_FOLDER. Peers run in an environment of their own; one that is not there is left out.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
import pandas
import scumble

PRESIDIO = """
import json, sys, time
from presidio_analyzer import RecognizerRegistry
texts = json.load(open(sys.argv[1]))
registry = RecognizerRegistry()
registry.load_predefined_recognizers(languages=["en"])
patterns = [one for one in registry.recognizers if type(one).__name__ not in ("SpacyRecognizer", "StanzaRecognizer", "TransformersRecognizer")]
start = time.perf_counter()
found = 0
for text in texts:
    for one in patterns:
        found += len(one.analyze(text=text, entities=one.supported_entities, nlp_artifacts=None) or [])
print(json.dumps({"seconds": time.perf_counter() - start, "found": found}))
"""

ANONYPYX = """
import json, sys, time
import pandas
import anonypyx
frame = pandas.read_csv(sys.argv[1])
start = time.perf_counter()
anonymiser = anonypyx.Anonymiser(frame, k=5, algorithm="MDAV-generic", feature_columns=list(frame.columns))
made = anonymiser.anonymise()
print(json.dumps({"seconds": time.perf_counter() - start, "rows": len(made)}))
"""

PYCANON = """
import json, sys, time
import pandas
from pycanon import anonymity
frame = pandas.read_csv(sys.argv[1])
start = time.perf_counter()
quasi, sensitive = ["a", "b"], ["s"]
found = [int(anonymity.k_anonymity(frame, quasi)), int(anonymity.l_diversity(frame, quasi, sensitive)), float(anonymity.t_closeness(frame, quasi, sensitive))]
print(json.dumps({"seconds": time.perf_counter() - start, "found": found}))
"""


def peer(python: str, program: str, file: Path):
    done = subprocess.run([python, "-W", "ignore", "-c", program, str(file)], capture_output=True, text=True)
    if done.returncode:
        print(f"  the peer could not run: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'no reason given'}")
        return None
    return json.loads(done.stdout.strip().splitlines()[-1])


def timed(work):
    start = time.perf_counter()
    made = work()
    return time.perf_counter() - start, made


def main(python: str, data: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "given"
        cases = data / "tab/tab144_dev21.jsonl"
        if cases.exists():
            texts = [json.loads(line)["text"] for line in cases.read_text().splitlines()]
            file.write_text(json.dumps(texts))
            theirs = peer(python, PRESIDIO, file)
            for reader in ("fast", "careful"):
                sanitizer = scumble.Sanitizer(reader=reader)
                sanitizer.texts(texts[:1])
                seconds, done = timed(lambda: sanitizer.texts(texts, progress=False))
                found = sum(len(done.decisions(at)) for at in range(len(texts)))
                if theirs:
                    print(f"{len(texts)} judgments: ours ({reader}, names and phrases, read again and checked) {seconds:.2f} s, {found} decisions; presidio-analyzer (patterns alone) {theirs['seconds']:.2f} s, {theirs['found']} findings; ratio {seconds / theirs['seconds']:.2f}")
        random = numpy.random.default_rng(7)
        rows = 2000
        frame = pandas.DataFrame(numpy.round(random.normal(size=(rows, 4)) * 100, 1), columns=list("abcd"))
        frame.to_csv(file, index=False)
        seconds, masked = timed(lambda: scumble.mask(frame, others="mask", k=5, progress=False))
        theirs = peer(python, ANONYPYX, file)
        if theirs:
            print(f"MDAV of {rows:,} × 4: ours {seconds:.3f} s, loss {masked.loss:.2f} %; AnonyPyx {theirs['seconds']:.3f} s; ratio {seconds / theirs['seconds']:.4f}")
        frame = frame[["a", "b"]].assign(s=random.choice(list("uvwxyz"), rows))
        promise = {"l": {"column": "s", "distinct": 2}, "t": {"column": "s", "at_most": 0.6}}
        seconds, masked = timed(lambda: scumble.mask(frame, columns=["a", "b"], confidential="s", others="drop", k=5, promise=promise, progress=False))
        masked.table.to_csv(file, index=False)
        ours = [masked.smallest, masked.report["distinct"], round(masked.report["closeness"], 6)]
        theirs = peer(python, PYCANON, file)
        if theirs:
            k, l, t = theirs["found"]
            print(f"k, l and t of {rows:,} rows: ours {ours}, masked and checked in {seconds:.3f} s; pyCANON {[k, l, round(t, 6)]}, measured in {theirs['seconds']:.3f} s; ratio {seconds / theirs['seconds']:.3f}")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
