"""What the default policy hides in annotated documents, and what it hides for nothing.

An entity counts as recalled only if every word of every mention is covered (stop words and titles may stay). Token precision is
the share of masked words that an annotator masked. Offsets of the annotations are code points, those of decisions are bytes.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

EMPTY = set(
    "a an the of in on at by for from to and or nor with as is was are were be been his her its their he she it they this that "
    "these those who whom which mr mrs ms miss dr prof sir not no but if into about between during before after".split()
)


def tab(path):
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        yield row["metadata"]["provenance"]["doc_id"], row["text"], [
            (e["start_offset"], e["end_offset"], e["entity_id"], e["identifier_type"]) for e in row["entities"]
        ]


def wiki(path):
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        yield row["doc_id"], row["text"], [
            (s["start"], s["end"], s["entity_id"], s["identifier_type"]) for s in row["spans"]
        ]


def actors(path):
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        yield row["id"], row["text"], [
            (s["start"], s["end"], s["text"].lower(), "DIRECT" if i == 0 else "QUASI") for i, s in enumerate(row["spans"])
        ]


def hidden(scumble, documents, flags):
    """For each document, the code points that are masked."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "in")
        source.mkdir()
        for i, (_, text, _) in enumerate(documents):
            (source / f"{i:05}.txt").write_bytes(text.encode())
        command = [scumble, "sanitize", source, "-o", Path(folder, "out"), "--json", "--show-text", "--quiet", *flags]
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if run.returncode > 1:
            sys.exit(run.stderr)
        result = json.loads(run.stdout)
        masks = []
        by_name = {d["name"]: d for d in result["documents"]}
        for i, (_, text, _) in enumerate(documents):
            found = by_name.get(f"{i:05}.txt")
            points = []
            if found is None:
                points = [(0, len(text))]
            else:
                raw = text.encode()
                for d in found["decisions"]:
                    if d["action"] != "keep" and d["state"] in ("accepted", "manual"):
                        points.append((len(raw[: d["start"]].decode()), len(raw[: d["end"]].decode()), d["rule"], d["kind"]))
            masks.append(points)
        return masks, result


def measure(documents, masks):
    """Per document: direct, quasi and tokens, each as (right, all)."""
    out = []
    for (_, text, mentions), mask in zip(documents, masks):
        covered = bytearray(len(text))
        for piece in mask:
            covered[piece[0] : piece[1]] = b"\1" * (piece[1] - piece[0])
        entities = {}
        for start, end, entity, kind in mentions:
            words = [m for m in re.finditer(r"\w+", text[start:end]) if m.group().lower() not in EMPTY]
            whole = all(all(covered[start + m.start() : start + m.end()]) for m in words)
            key = (entity, kind)
            entities[key] = entities.get(key, True) and whole
        score = {"DIRECT": [0, 0], "QUASI": [0, 0]}
        for (_, kind), whole in entities.items():
            if kind in score:
                score[kind][0] += whole
                score[kind][1] += 1
        right = bytearray(len(text))
        for start, end, _, kind in mentions:
            if kind != "NO_MASK":
                right[start:end] = b"\1" * (end - start)
        tokens = [m for m in re.finditer(r"\w+", text) if all(covered[m.start() : m.end()])]
        good = sum(any(right[m.start() : m.end()]) for m in tokens)
        out.append((score["DIRECT"], score["QUASI"], [good, len(tokens)]))
    return out


def share(parts):
    right, whole = sum(p[0] for p in parts), sum(p[1] for p in parts)
    return right / whole if whole else float("nan")


def show(name, scores):
    figures = [share([s[i] for s in scores]) for i in range(3)]
    random.seed(42)
    resampled = [[share([s[i] for s in pick]) for i in range(3)] for pick in (random.choices(scores, k=len(scores)) for _ in range(1000))]
    text = f"{name:28}"
    for i, what in enumerate(("direct", "quasi", "token precision")):
        values = sorted(r[i] for r in resampled if r[i] == r[i])
        low, high = values[int(0.025 * len(values))], values[int(0.975 * len(values))]
        text += f"  {what} {figures[i]:.3f} [{low:.3f}, {high:.3f}]"
    print(text)
    return figures


def growth(scumble, documents):
    """Seconds and memory for more and more documents, on one thread and on all."""
    import resource
    import time

    texts = [text for _, text, _ in documents]
    print("documents      MB   one thread   all threads   peak MB   a core: to sanitise, to verify")
    for count in (100, 1000, 10000):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "in")
            source.mkdir()
            size = 0
            for i in range(count):
                raw = texts[i % len(texts)].encode()
                size += len(raw)
                (source / f"{i:05}.txt").write_bytes(raw)
            seconds = []
            for threads in (1, 0):
                out = Path(folder, f"out{threads}")
                start = time.time()
                command = ["/usr/bin/env", "time", "-f", "%M", scumble, "sanitize", source, "-o", out, "--threads", threads]
                run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
                if run.returncode:
                    sys.exit(run.stderr)
                seconds.append(time.time() - start)
                if threads == 1:
                    found = re.search(r"([\d.]+) s to sanitise, ([\d.]+) s to verify", run.stdout)
                    speeds = [size / 1e6 / max(float(part), 1e-9) for part in found.groups()]
                try:
                    peak = int(run.stderr.split()[-1]) / 1024
                except (IndexError, ValueError):
                    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"{count:9} {size / 1e6:7.1f} {seconds[0]:10.2f} s {seconds[1]:11.2f} s {peak:9.0f} {speeds[0]:10.2f} MB/s {speeds[1]:6.2f} MB/s")


def main():
    scumble, data, *rest = sys.argv[1:]
    flags = [a for a in rest if a not in ("train", "dev", "actors", "wiki", "growth", "--misses")]
    names = [a for a in rest if a in ("train", "dev", "actors", "wiki", "growth")] or ["train", "dev", "actors", "wiki", "growth"]
    data = Path(data)
    sets = {
        "train": lambda: tab(data / "tab/tab144_train92.jsonl"),
        "dev": lambda: tab(data / "tab/tab144_dev21.jsonl"),
        "actors": lambda: actors(data / "wiki_actors/annotated_visible25.jsonl"),
        "wiki": lambda: wiki(data / "wiki_replace/wikireplace_visible50.jsonl"),
    }
    for name in names:
        if name == "growth":
            growth(scumble, list(sets["train"]()))
            continue
        documents = list(sets[name]())
        masks, result = hidden(scumble, documents, flags)
        show(f"{name} ({len(documents)} documents)", measure(documents, masks))
        seconds = result["seconds"]
        speed = result["bytes"] / 1e6 / max(seconds["sanitizing"], 1e-9)
        apart = seconds["verifying"] / max(seconds["sanitizing"], 1e-9)
        print(f"{'':28}  {speed:.2f} MB/s a core to sanitise, {apart:.2f} times that to verify; withheld {len(result['withheld'])}")
        if "--misses" in rest:
            explain(documents, masks)


def explain(documents, masks):
    """Where precision and recall are lost."""
    lost, missed = defaultdict(lambda: [0, 0]), defaultdict(int)
    wrong, examples = defaultdict(int), defaultdict(int)
    for (_, text, mentions), mask in zip(documents, masks):
        right = bytearray(len(text))
        for start, end, _, kind in mentions:
            if kind != "NO_MASK":
                right[start:end] = b"\1" * (end - start)
        covered = bytearray(len(text))
        for start, end, rule, kind in mask:
            covered[start:end] = b"\1" * (end - start)
            for m in re.finditer(r"\w+", text[start:end]):
                good = any(right[start + m.start() : start + m.end()])
                lost[(rule, kind)][0] += good
                lost[(rule, kind)][1] += 1
                if not good:
                    wrong[(rule, kind, text[start:end])] += 1
        for start, end, _, kind in mentions:
            if kind in ("DIRECT", "QUASI"):
                for m in re.finditer(r"\w+", text[start:end]):
                    if m.group().lower() not in EMPTY and not all(covered[start + m.start() : start + m.end()]):
                        missed[(kind, text[start:end])] += 1
                        break
    for key, (good, whole) in sorted(lost.items(), key=lambda item: item[1][0] - item[1][1]):
        print(key, good, whole, f"{good / whole:.2f}")
    print("wrong:", sorted(wrong.items(), key=lambda item: -item[1])[:70])
    print("missed:", sorted(missed.items(), key=lambda item: -item[1])[:90])


main()
