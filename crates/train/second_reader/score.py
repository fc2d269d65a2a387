"""What a reader's probabilities are worth: the measures of the Text Anonymization Benchmark, and kinds of names by word.

An entity counts as hidden when all its mentions are, but for function words; precision is of words.
"""
import re

import numpy as np

from network import KINDS

WORD = re.compile(r"\w+")
FUNCTION = set(
    "a an the this that these those some any each every no all both of in on at by for from to with without into onto under over "
    "between among against about after before during since until as than and or but nor so yet mr mrs ms nr s not".split()
)


def hidden(text, starts, ends, probability, threshold):
    """Which characters are hidden: whole words with a token of at least this probability, and the same strings elsewhere."""
    mask = np.zeros(len(text) + 1, bool)
    for start, end, value in zip(starts, ends, probability):
        if value >= threshold:
            while start < end and text[start].isspace():
                start += 1
            mask[start:end] = True
    for word in WORD.finditer(text):
        if mask[word.start() : word.end()].any():
            mask[word.start() : word.end()] = True
    strings = set()
    for run in runs(mask):
        string = text[slice(*run)].strip(" ,.;()")
        if len(string) > 2 and re.search(r"[A-Z0-9]", string):
            strings.add(string)
    for string in sorted(strings):
        for match in re.finditer(r"(?<!\w)" + re.escape(string) + r"(?!\w)", text):
            mask[match.start() : match.end()] = True
    return mask


def runs(mask):
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(np.int8), [0]])))
    return list(zip(edges[::2], edges[1::2]))


def masking(documents, masks):
    """Direct and quasi identifiers hidden, precision and recall of words."""
    counts = dict(direct=[0, 0], quasi=[0, 0], precision=[0, 0], recall=[0, 0])
    for document, mask in zip(documents, masks):
        text, entities = document.text, {}
        wanted, either = np.zeros(len(text) + 1, bool), np.zeros(len(text) + 1, bool)
        for start, end, _, says in document.marks:
            if says == "either":
                either[start:end] = True
        for (start, end, _, says), (entity, identifies) in zip(document.marks, document.entities):
            if says == "mask":
                wanted[start:end] = True
                entities.setdefault((entity, identifies), []).append((start, end))
        for (_, identifies), mentions in entities.items():
            words = [w for mention in mentions for w in WORD.finditer(text, *mention) if w.group().lower() not in FUNCTION]
            count = counts["direct" if identifies == "DIRECT" else "quasi"]
            count[0] += all(mask[w.start() : w.end()].all() for w in words)
            count[1] += 1
        for word in WORD.finditer(text):
            span = slice(word.start(), word.end())
            if mask[span].any() and not either[span].any():
                counts["precision"][0] += bool(wanted[span].all())
                counts["precision"][1] += 1
            if wanted[span].all() and word.group().lower() not in FUNCTION:
                counts["recall"][0] += bool(mask[span].all())
                counts["recall"][1] += 1
    return {name: part / max(1, whole) for name, (part, whole) in counts.items()}


def names_f1(documents, kinds_of_tokens, wanted=("PERSON", "LOC", "ORG")):
    """F1 of whole mentions of these kinds: runs of tokens of one kind, against the marks."""
    found = right = gold = 0
    for document, (starts, ends, kinds) in zip(documents, kinds_of_tokens):
        marks = {(start, end, kind) for start, end, kind, says in document.marks if kind in wanted and says == "kind"}
        either = {(start, end, kind) for start, end, kind, says in document.marks if says == "either"}
        ours, run = set(), None
        for start, end, kind in list(zip(starts, ends, kinds)) + [(-1, -1, None)]:
            while 0 <= start < end and document.text[start].isspace():
                start += 1
            if start >= 0 and start == end:
                continue
            if run and (kind != run[2] or start < 0 or document.text[run[1] : start].strip(" ")):
                ours.add(tuple(run))
                run = None
            if kind in wanted:
                run = [run[0] if run else start, end, kind]
        ours -= either
        found, gold, right = found + len(ours), gold + len(marks), right + len(ours & marks)
    return 2 * right / max(1, found + gold)


def kind_of(probabilities):
    """The likeliest kind of every token, with nothing for tokens that are likelier nothing."""
    sums = np.concatenate([probabilities[:, :1], probabilities[:, 1::2] + probabilities[:, 2::2]], 1)
    return [None if best == 0 else KINDS[best - 1] for best in sums.argmax(1)]
