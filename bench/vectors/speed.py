"""Times ours against MDAV in scipy on the reference matrices, then ours on made-up collections that grow."""

import gzip
import json
import os
import shutil
import subprocess
import sys
import time

import numpy as np
from scipy.io import mmread
from scipy.sparse import csr_matrix

SCUMBLE = os.environ["SCUMBLE"]


def ours(arguments):
    """Runs the command; its report, wall seconds and greatest memory."""
    start = time.time()
    done = subprocess.run(["/usr/bin/time", "-f", "%M", SCUMBLE, *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout), time.time() - start, int(done.stderr.split()[-1]) / 1024


def mdav(rows, k):
    """MDAV by cosine with sparse products; the size of each group is all that is asked of it."""
    left, groups = np.arange(rows.shape[0]), 0

    def take(seed):
        nonlocal left, groups
        near = -np.asarray((rows[left] @ rows[seed].T).todense()).ravel()
        near[left == seed] = -np.inf
        chosen = np.argpartition(near, k - 1)[:k]
        left, groups = np.delete(left, chosen), groups + 1

    def farthest(vector):
        return left[np.argmin(np.asarray(rows[left] @ vector).ravel())]

    while len(left) >= 3 * k:
        first = farthest(np.asarray(rows[left].sum(axis=0)).ravel())
        take(first)
        take(farthest(rows[first].toarray().ravel()))
    if len(left) >= 2 * k:
        take(farthest(np.asarray(rows[left].sum(axis=0)).ravel()))
    return groups + 1


def made(documents, path, terms=50_000, length=60):
    """Documents of words by Zipf's law over so many terms, weighted tf * ln(N/df), rows of length 1."""
    rng = np.random.default_rng(42)
    share = 1 / np.arange(1, terms + 1)
    words = rng.choice(terms, size=(documents, length), p=share / share.sum())
    counts = csr_matrix((np.ones(words.size), (np.repeat(np.arange(documents), length), words.ravel())), (documents, terms))
    counts.sum_duplicates()
    frequency = np.bincount(counts.indices, minlength=terms)
    counts.data *= np.log(documents / frequency[counts.indices])
    counts.eliminate_zeros()
    rows = counts.tocoo()
    with open(path, "w", encoding="ascii") as out:
        out.write(f"%%MatrixMarket matrix coordinate real general\n{documents} {terms} {rows.nnz}\n")
        np.savetxt(out, np.column_stack([rows.row + 1, rows.col + 1, rows.data]), fmt="%d %d %.9g")


folder, work, sizes = sys.argv[1], sys.argv[2], [int(size) for size in sys.argv[3:]]
print("| collection | ours, k = 5 (s) | memory (MB) | scipy, k = 5 (s) | ratio | ours, k = 2 … 20 (s) | memory (MB) |\n|---|---|---|---|---|---|---|")
for name in ["reuters", "movies"]:
    file = f"{work}/{name}.mtx"
    with gzip.open(f"{folder}/{name}.mtx.gz") as packed, open(file, "wb") as plain:
        shutil.copyfileobj(packed, plain)
    rows = csr_matrix(mmread(file))
    report, seconds, memory = ours(["vectors", "mask", file, "-k", "5"])
    start = time.time()
    assert mdav(rows, 5) == report["groups"]
    peer = time.time() - start
    _, sweep, most = ours(["reproduce", "figure-4.5", file])
    print(f"| {name}, {rows.shape[0]} × {rows.shape[1]} | {seconds:.2f} | {memory:.0f} | {peer:.2f} | {peer / seconds:.1f} | {sweep:.2f} | {most:.0f} |", flush=True)
print("\n| made-up documents | blocks | seconds | memory (MB) | IL |\n|---|---|---|---|---|")
for size in sizes:
    file = f"{work}/made.mtx"
    made(size, file)
    report, seconds, memory = ours(["vectors", "mask", file, "-k", "5", "-o", f"{work}/release"])
    print(f"| {size} | {report['blocks']} | {seconds:.1f} | {memory:.0f} | {report['information_loss']:.4f} |", flush=True)
