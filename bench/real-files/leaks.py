"""Looks for the strings that were removed from a document in every decoding of its release."""

import json
import re
import unicodedata
from pathlib import Path

import decodings

# Not looked for by the program either: words that stand everywhere (docs/documents.md, Verification).
EVERYWHERE = set(
    "january february march april may june july august september october november december monday tuesday wednesday thursday "
    "friday saturday sunday day days week weeks month months year years hundred thousand million billion".split()
)


def flat(text):
    """One kind of blank, no soft hyphens, composed letters: what a reader would see as the same string."""
    text = unicodedata.normalize("NFC", text.replace("\u00ad", "").replace("\u200b", ""))
    return re.sub(r"\s+", " ", text)


def removed(work):
    """The strings that decisions took out and no decision kept: of four letters or six digits at least."""
    gone, kept = set(), set()
    for path in Path(work, "decisions").rglob("*.json"):
        for decision in json.loads(path.read_text(encoding="utf-8")).get("decisions", []):
            text = flat(decision.get("text") or "").strip()
            applied = decision.get("state") in ("accepted", "manual") and decision.get("action") != "keep"
            (gone if applied else kept).add(text)
    strings = set()
    for text in gone - kept:
        letters = sum(c.isalpha() for c in text)
        digits = sum(c.isdigit() for c in text)
        words = re.findall(r"[^\W\d_]+", text.lower())
        if (letters >= 4 and any(w not in EVERYWHERE for w in words)) or digits >= 6:
            strings.add(text)
    return strings


def bounded(string, text):
    """Where the string stands as words of its own, with the words around it; None when it does not."""
    start = text.find(string)
    while start >= 0:
        end = start + len(string)
        before, after = text[start - 1 : start], text[end : end + 1]
        if not (before.isalnum() and string[0].isalnum()) and not (after.isalnum() and string[-1].isalnum()):
            return text[max(0, start - 40) : end + 40]
        start = text.find(string, start + 1)
    return None


def found(kind, release, work):
    """(string, decoding, surroundings) for every removed string that is in a decoding of the release, once for each string."""
    strings = removed(work)
    hits = {}
    for decoding, text in decodings.of_file(kind, release):
        if not strings - hits.keys():
            break
        text = flat(text)
        for string in strings - hits.keys():
            if string in text and (around := bounded(string, text)) is not None:
                hits[string] = (decoding, around)
    return [(string, decoding, around) for string, (decoding, around) in sorted(hits.items())]
