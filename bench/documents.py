"""What the default policy hides in annotated documents, and what it hides for nothing.

The figures are those of `scumble assess documents --gold`: an entity counts as recalled only if every word of every mention is covered
(function words and forms of address may stay), and token precision is the share of masked words that an annotator masked. Here,
`--misses` lists what is behind them; offsets of the annotations are code points, those of decisions are bytes.
"""

import json
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


def lines(path):
    return [json.loads(line) for line in open(path, encoding="utf-8")]


def hidden(scumble, documents, gold, flags):
    """For each document, the code points that are masked; what the run says; and the measures against the annotations."""
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
        for name in result["withheld"]:
            (source / name["name"]).unlink()
        annotated = Path(folder, "gold.jsonl")
        with open(annotated, "w", encoding="utf-8") as out:
            for i, line in enumerate(gold):
                out.write(json.dumps({**line, "doc_id": f"{i:05}"}, ensure_ascii=False) + "\n")
        command = [scumble, "assess", "documents", source, Path(folder, "out"), "--gold", annotated, "--json", "--quiet"]
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if run.returncode:
            sys.exit(run.stderr)
        return masks, result, json.loads(run.stdout)["gold"]


def show(name, gold):
    text = f"{name:28}"
    for key, what in (("direct", "direct"), ("quasi", "quasi"), ("token_precision", "token precision")):
        figure = gold[key]
        text += f"  {what} {figure['value']:.3f} [{figure['low']:.3f}, {figure['high']:.3f}]"
    print(text)


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
        "train": (tab, data / "tab/tab144_train92.jsonl"),
        "dev": (tab, data / "tab/tab144_dev21.jsonl"),
        "actors": (actors, data / "wiki_actors/annotated_visible25.jsonl"),
        "wiki": (wiki, data / "wiki_replace/wikireplace_visible50.jsonl"),
    }
    for name in names:
        if name == "growth":
            growth(scumble, list(tab(sets["train"][1])))
            continue
        read, path = sets[name]
        documents = list(read(path))
        masks, result, gold = hidden(scumble, documents, lines(path), flags)
        show(f"{name} ({len(documents)} documents)", gold)
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
