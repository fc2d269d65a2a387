"""Text to pre-train on, from the data folder: only text with a stated licence that allows it (see MODEL_CARD.md).

Left out: what later measures anything. The lead paragraphs that are marked (leads.tsv) and the persons of wiki_replace are
no part of it, nor any text of TAB, nor the dev parts of GUM, WNUT-17 and EWT.
"""
import gzip
import hashlib
import json
import lzma
import random
import re
import subprocess
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import tokens

SEED = 42
# How often the small corpora of everyday language are seen for each time that a lead paragraph is.
TIMES = {"masc": 6, "ewt": 8, "gum": 8, "wnut": 8, "leads": 1}
# The share of lead paragraphs that is written small, as people write in chats, and in capitals.
SMALL, CAPITALS = 0.08, 0.01


def rows(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def share(*key):
    """A number in 0..1 that depends on the key alone."""
    digest = hashlib.sha256("\x1f".join(map(str, key)).encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def joined(words):
    """A sentence of words, as one writes it."""
    text, inside = "", False
    for word in words:
        word = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")"}.get(word, word)
        sticks = re.fullmatch(r"[.,;:!?%)\]}]+|n't|'(s|re|ve|ll|d|m|S)?|’(s|re|ve|ll|d|m)?", word) is not None
        if word == '"':
            sticks, inside = inside, not inside
        before = text[-1:] in "([{$#" or text.endswith('"') and inside and not word == '"'
        text += word if not text or sticks or before else " " + word
    return text


def marked_leads(folder):
    """The numbers of the lead paragraphs that were chosen to be marked."""
    chosen = set()
    with open(folder / "leads.tsv") as lines:
        for line in lines:
            if line.startswith("# not marked"):
                chosen.update(map(int, line.split(":")[1].split()))
            elif line[0] != "#":
                chosen.add(int(line.split("\t")[0]))
    return chosen


def leads(data, without, titles):
    file = data / "web_corpus/enwiki2014_leads.jsonl.zst"
    with subprocess.Popen(["zstd", "-dc", "--long=27", str(file)], stdout=subprocess.PIPE) as unpacked:
        for line in unpacked.stdout:
            row = json.loads(line)
            if row["id"] in without or re.sub(r" \(.*", "", row["title"]).lower() in titles:
                continue
            yield row["id"], row["text"]


def documents(data, here, drop):
    """(corpus, text) of every document; `drop` is the share of lead paragraphs that are left out for want of room."""
    titles = set()
    with open(data / "wiki_replace/wikireplace_visible50.jsonl") as lines:
        titles = {json.loads(line)["doc_id"].replace("-", " ").replace("_", " ").lower() for line in lines}
    for number, text in leads(data, marked_leads(here), titles):
        if share("lead", number) >= drop:
            yield "leads", text.replace("\r", "")
    for row in rows(data / "corpora_tagged/masc_tagged.jsonl.gz"):
        text = ""
        for number, sentence in enumerate(row["sents"]):
            text += joined(word for word, _ in sentence) + ("\n" if share(row["id"], number) < 0.25 else " ")
        yield "masc", text.strip()
    by_document = {}
    for row in rows(data / "ud_ewt/train.jsonl.gz"):
        by_document.setdefault(row["id"].rsplit("-", 1)[0], []).append(row["text"])
    for sentences in by_document.values():
        yield "ewt", " ".join(sentences)
    for row in rows(data / "gum_entities/gum_train_dev.jsonl.gz"):
        if row["split"] == "train":
            yield "gum", row["text"]
    tweets = [joined(row["tokens"]) for row in rows(data / "ner/wnut17_train.jsonl.gz")]
    for start in range(0, len(tweets), 12):
        yield "wnut", "\n".join(tweets[start : start + 12])


def pack(data, here, out, drop):
    """All text into one file, a document after the other, each with its corpus."""
    with lzma.open(out, "wb", format=lzma.FORMAT_XZ, filters=[PACKED]) as file:
        for corpus, text in documents(data, here, drop):
            file.write(f"{corpus}\t{text}\0".encode())


PACKED = dict(id=lzma.FILTER_LZMA2, preset=6, dict_size=256 << 20, lc=4, lp=0, pb=0)


def unpack(path):
    """(corpus, text), some of them written small or in capitals."""
    with lzma.open(path) as file:
        text = file.read().decode()
    for number, document in enumerate(text.split("\0")[:-1]):
        corpus, text = document.split("\t", 1)
        chance = share("case", number)
        if corpus == "leads" and chance < SMALL:
            text = text.lower()
        elif corpus == "leads" and chance < SMALL + CAPITALS:
            text = text.upper()
        yield corpus, text


def _count(texts):
    counts = Counter()
    for times, text in texts:
        for piece in tokens.PIECES.findall(text):
            counts[piece] += times
    return counts


def learn_tokens(path, processes):
    """The tokenizer of this text."""
    texts = [(TIMES[corpus], text) for corpus, text in unpack(path)]
    counts = Counter()
    with Pool(processes) as pool:
        for part in pool.imap(_count, [texts[start : start + 4096] for start in range(0, len(texts), 4096)]):
            counts.update(part)
    pieces = Counter()
    for piece, count in counts.items():
        if count > 2:
            for data in tokens.cut(piece):
                pieces[data] += count
    return tokens.Tokenizer(tokens.learn(dict(sorted(pieces.items()))))


_reader = None


def _start(merges):
    global _reader
    _reader = tokens.Tokenizer.read(merges)


def _read(texts):
    ids, opens = [], []
    for text in texts:
        for piece in tokens.PIECES.findall(text):
            part = _reader.piece(piece)
            ids.extend(part)
            opens.extend([True] + [False] * (len(part) - 1))
        ids.append(tokens.SEP)
        opens.append(True)
    return np.array(ids, np.uint16), np.array(opens, bool)


def stream(path, merges, processes):
    """All documents in a row, as often as TIMES says, in an order of its own: ids, and whether each opens a piece."""
    texts = [text for corpus, text in unpack(path) for _ in range(TIMES[corpus])]
    random.Random(SEED).shuffle(texts)
    parts = [texts[start : start + 1024] for start in range(0, len(texts), 1024)]
    with Pool(processes, _start, (merges,)) as pool:
        ids, opens = zip(*pool.imap(_read, parts))
    return np.concatenate(ids), np.concatenate(opens)
