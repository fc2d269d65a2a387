"""Prints tokens per second, and the start-up of `scumble parse`. Run by bench/text."""

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time

with gzip.open(f"{sys.argv[1]}/ud_ewt/dev.jsonl.gz", "rt") as lines:
    text = " ".join(json.loads(line)["text"] for line in lines)
with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    file.write(text)
    file.flush()
    command = ["target/release/examples/reading_speed", file.name]
    result = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
print(f"reading English, one thread, {result['tokens']:,} tokens of EWT dev")
print(f"  tagging:      {result['tagging']:>12,} tokens a second")
print(f"  everything:   {result['reading']:>12,} tokens a second")
print(f"  a 5 kB page:  {result['ms_a_page']:>12.2f} ms")
seconds = []
for _ in range(31):
    start = time.perf_counter()
    subprocess.run(["target/release/scumble", "parse", "-"], input=b"A nurse came.", stdout=subprocess.DEVNULL, check=True)
    seconds.append(time.perf_counter() - start)
print(f"  start-up:     {sorted(seconds)[15] * 1000:>12.1f} ms (scumble parse of one sentence, median of 31)")
