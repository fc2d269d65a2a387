"""Writes the documents of Reuters-21578 that have one topic, one of the seven largest, as JSON lines in the order of their ids.

Usage: choose.py DATA_FOLDER OUTPUT
"""
import gzip
import json
import sys

CLASSES = {"earn", "acq", "crude", "trade", "money-fx", "interest", "money-supply"}

data, output = sys.argv[1:]
records = []
for part in ["train", "test_odd"]:
    with gzip.open(f"{data}/reuters21578/{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
        records += [json.loads(line) for line in lines]
records = [record for record in records if len(record["topics"]) == 1 and record["topics"][0] in CLASSES]
records.sort(key=lambda record: record["id"])
with open(output, "w", encoding="utf-8") as out:
    for record in records:
        record["topic"] = record["topics"][0]
        print(json.dumps(record), file=out)
