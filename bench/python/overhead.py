"""What Python costs over the command line: `sanitize` of a column against the library's own loop, `mask` of a Polars frame."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import polars
import scumble

SCUMBLE = os.environ.get("SCUMBLE", "target/release/scumble")


def texts(data: Path) -> None:
    file = data / "tab/tab144_dev21.jsonl"
    if not file.exists():
        print("sanitize: the data folder is not there")
        return
    cases = polars.Series("text", [json.loads(line)["text"] for line in file.read_text().splitlines()])
    for reader in ("fast", "careful"):
        sanitizer = scumble.Sanitizer(reader=reader)
        sanitizer.texts(cases[:1], progress=False)
        tries = []
        for _ in range(3):
            start = time.perf_counter()
            done = sanitizer.texts(cases, progress=False)
            assert len(done.texts) == len(cases)
            tries.append((time.perf_counter() - start, done.seconds))
        whole, inside = min(tries)
        print(f"sanitize of a column of {len(cases)} judgments ({cases.str.len_chars().sum():,} characters), {reader}: {whole:.3f} s, of which the library's own loop {inside:.3f} s: overhead {100 * (whole / inside - 1):.2f} %")


def tables(rows: int) -> None:
    import numpy

    random = numpy.random.default_rng(42)
    base = random.normal(size=(rows, 8))
    base[:, 1:] += 0.5 * base[:, :1]
    frame = polars.DataFrame({f"x{at}": numpy.round(100 + 15 * base[:, at], 2) for at in range(8)})
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.parquet"
        frame.write_parquet(file)
        command = [SCUMBLE, "mask", str(file), "--others", "mask", "-k", "5", "--json", "--quiet"]
        ours, theirs = [], []
        # In turn, because the machine may be loaded.
        for _ in range(3):
            report = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
            theirs.append((report["seconds"] - report["read_seconds"], report["seconds"]))
            start = time.perf_counter()
            masked = scumble.mask(frame, others="mask", k=5, progress=False)
            table = masked.table
            ours.append((time.perf_counter() - start, json.loads(masked._native.to_json())))
        whole = min(seconds for seconds, _ in ours)
        assert table.shape == (rows, 8) and masked.report["sse_sst"] == report["sse_sst"]
        run, with_reading = min(theirs)
        print(f"mask of {rows:,} × 8 from Polars: {whole:.2f} s in all; the command line {run:.2f} s without its reading of the file ({with_reading:.2f} s with it); ratio {whole / run:.3f}")
        print(f"  loss {masked.loss:.4f} %, smallest class {masked.smallest}; the command line {report['sse_sst']:.4f} %, {report['smallest_over_all']}")


if __name__ == "__main__":
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} processors, load {load:.1f} (figures of a loaded machine are rough)")
    texts(Path(sys.argv[2]))
    tables(int(sys.argv[1]))
