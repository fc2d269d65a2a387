"""The sizes of a space, as in Table 4.1 of the thesis: whole, and by a column of parts.

Usage: sizes.py NAME SPACE [PARTS.csv COLUMN]   (PARTS.csv: doc_id and the part of each document)
"""
import csv
import sys
from collections import Counter

from scipy.io import mmread

name, space, *parts = sys.argv[1:]
matrix = mmread(f"{space}/matrix.mtx").tocsr()
labels = list(csv.DictReader(open(f"{space}/labels.csv", encoding="utf-8")))
split = {}
if parts:
    split = {row["doc_id"]: row[parts[1]] for row in csv.DictReader(open(parts[0], encoding="utf-8"))}


def line(part, rows):
    chosen = matrix[rows]
    classes = Counter(labels[row]["label"] for row in rows)
    used = len(set(chosen.indices))
    balance = min(classes.values()) / max(classes.values())
    print(f"| {name} | {part} | {len(rows):,} | {used:,} | {chosen.nnz / len(rows):.1f} | {len(classes)} | {balance:.4f} |")


line("all", list(range(len(labels))))
for part in ["train", "test"] if split else []:
    line(part, [row for row, label in enumerate(labels) if split.get(label["doc_id"]) == part])
