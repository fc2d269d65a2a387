"""Marked documents to tokens and the classes that are right for each:  examples.py DATA MERGES OUT GENERATED.jsonl…

OUT gets examples.npz (to train with) and measured.jsonl (to measure with).
"""
import json
import sys
from pathlib import Path

import numpy as np

import corpus
import sources
import swap
import tokens
from everyday import everyday

# How many versions of a document are made beside the document itself, and which share of these is written small, in capitals,
# or with some names in capitals.
VERSIONS = {"court": 9, "biography": 11, "names": 5, "everyday": 1, "clinical": 1}
SMALL = {"court": 0.02, "biography": 0.05, "names": 0.3, "everyday": 0.25, "clinical": 0.2}
CAPITALS = {"court": 0.01, "biography": 0.02, "names": 0.06, "everyday": 0.08, "clinical": 0.08}
CAPITAL_NAMES = {"court": 0.03, "biography": 0.03, "names": 0.1, "everyday": 0.3, "clinical": 0.3}


def right(text, marks, outside):
    """The classes that are right, a character each. What is masked goes before what stays, and longer before shorter."""
    order = {"either": 0, "leave": 1, "stay": 1, "kind": 2, "mask": 3}
    bits = np.full(len(text) + 1, outside, np.uint32)
    for start, end, kind, says in sorted(marks, key=lambda m: (order[m[3]], m[1] - m[0])):
        bits[start:end] = sources.classes(kind, says)
    return bits


def encode(tokenizer, text, marks, outside):
    ids, starts, ends, _ = tokenizer.read_text(text)
    bits, classes = right(text, marks, outside), []
    for start, end in zip(starts, ends):
        while start < end and text[start].isspace():
            start += 1
        classes.append(int(bits[start]) if start < end else sources.EVERYTHING)
    return ids, classes


def written(text, marks, domain, key):
    """The same characters, small or in capitals; a text that would grow stays as it is."""
    luck = corpus.share("case", key)
    new, capitals = text, SMALL[domain] + CAPITALS[domain]
    if luck < SMALL[domain]:
        new = text.lower()
    elif luck < capitals:
        new = text.upper()
    elif luck < capitals + CAPITAL_NAMES[domain]:
        for start, end, kind, _ in marks:
            if kind in ("PERSON", "ORG", "LOC") and corpus.share("name", key, start) < 0.5 and len(new[start:end].upper()) == end - start:
                new = new[:start] + new[start:end].upper() + new[end:]
    return new if len(new) == len(text) else text


def versions(document, inventory):
    yield document.text, document.marks
    for version in range(VERSIONS[document.domain]):
        text, marks = document.text, document.marks
        key = f"{document.source} {document.name} {version}"
        if not document.source.startswith("everyday"):
            text, marks = swap.swapped(text, marks, inventory, key, document.domain != "court")
        text = written(text, marks, document.domain, key)
        if text != document.text:
            yield text, marks


def main(data, merges, out, generated):
    here = Path(__file__).parent
    tokenizer = tokens.Tokenizer.read(merges)
    inventory = swap.Inventory(data, corpus.marked_leads(here))
    print(*(f"{name} {len(values)}" for name, values in vars(inventory).items()), file=sys.stderr)
    documents = list(sources.court(data)) + list(sources.biographies(data, here)) + list(sources.names(data))
    made = [document for path in generated for document in everyday(path)]
    documents += [document for document in made if document.source == "everyday"]
    ids, bits, rows = [], [], []
    for number, document in enumerate(documents):
        for version, (text, marks) in enumerate(versions(document, inventory)):
            these, classes = encode(tokenizer, text, marks, document.outside)
            rows.append((number, version, len(ids), len(ids) + len(these), tokens.DOMAINS[document.domain], document.fold))
            ids.extend(these)
            bits.extend(classes)
    sources_of = np.array([document.source for document in documents])
    np.savez_compressed(
        out / "examples.npz", ids=np.array(ids, np.uint16), bits=np.array(bits, np.uint32), rows=np.array(rows, np.int32), sources=sources_of
    )
    with open(out / "measured.jsonl", "w") as file:
        measured = list(sources.court(data)) + list(sources.visible_biographies(data)) + list(sources.gum(data, "dev"))
        measured += list(sources.sentences(data / "ner/wnut17_dev.jsonl.gz", sources.WNUT, "wnut_dev", []))
        measured += [document for document in made if document.source == "everyday_test"]
        for document in measured:
            file.write(json.dumps(vars(document)) + "\n")
    for source in sorted(set(sources_of)):
        chosen = [document for document in documents if document.source == source]
        print(source, len(chosen), "documents", sum(len(document.marks) for document in chosen), "marks", file=sys.stderr)
    print(len(rows), "texts", len(ids), "tokens", file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
